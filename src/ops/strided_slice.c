/* SPDX-License-Identifier: Apache-2.0 */
/* Slices as Python's x[begin:end:stride], on some axes.
 *
 * With an extent n and a stride s > 0, begin and end that are negative have n added; the elements
 * are those at begin, begin + s, ... below end that lie in [0, n). Their number is
 *
 *     max(0, ceil((min(end, n) - max(begin, 0)) / s))
 *
 * as clamping begin from above or end from below would only change what is not positive anyway; for
 * s < 0 it is  max(0, ceil((min(begin, n - 1) - max(end, -1)) / -s)). All of them may be symbolic;
 * a position v whose sign is unknown is  v + n * max(0, min(1, -v))  from the front. */
#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {
    OP_TENSOR("x"),
    OP_PRIMS("axes"),
    OP_PRIMS("begin"),
    OP_PRIMS("end"),
    {.name = "strides", .kind = OP_PARAM_PRIMS, .optional = true, .none = true},
    OP_BOOL("assume_inbound", false),
};

static const char *const constraints[] = {
    "axes, begin, end and strides are integers and as many of each",
    "axes are distinct axes of x",
    "no stride is 0 or the least int64",
    "with assume_inbound, begin and end lie in x and do not cross",
    NULL,
};

enum { ARG_AXES = 1, ARG_BEGIN, ARG_END, ARG_STRIDES };

/* No extent reaches this, so positions and strides beyond it are as good as infinite. */
#define FAR ((int64_t)1 << 62)

/* Number i of a tuple operand; NULL when unknown. */
static const IrDim *number(const IrInfer *in, uint32_t arg, uint32_t i) {
    const IrType *t = in->args[arg].type;
    if (!t || t->kind != IR_TYPE_TUPLE || t->fields[i]->kind != IR_TYPE_PRIM) return NULL;
    return t->fields[i]->value;
}

/* C1. *n is the common length, -1 when it is unknown. */
static bool check_numbers(IrInfer *in, int64_t *n) {
    *n = -1;
    for (uint32_t arg = ARG_AXES; arg <= ARG_STRIDES; arg++) {
        const IrType *t = in->args[arg].type;
        if (!t || t->kind != IR_TYPE_TUPLE) continue;
        if (*n < 0) *n = t->n;
        if (*n != t->n) {
            infer_fail(in, 1,
                       infer_text(in, "%lld numbers in `%s`", (long long)*n, in->args[arg].name),
                       infer_text(in, "%u", t->n));
            return false;
        }
        for (uint32_t i = 0; i < t->n; i++) {
            DType dtype = t->fields[i]->kind == IR_TYPE_PRIM ? t->fields[i]->dtype : DTYPE_VOID;
            if (!extent_dtype_kind(in, dtype, KIND_INT, 1, in->args[arg].name)) return false;
        }
    }
    return true;
}

/* A position from the front: *far is -1 or 1 when it is before or behind everything (the result is
 * then NULL). */
static const IrDim *position(IrInfer *in, const IrDim *v, const IrDim *n, int *far) {
    IrModule *m = in->m;
    int64_t k, lo, hi;
    *far = 0;
    if (ir_dim_is_const(v, &k) && (k <= -FAR || k >= FAR)) {
        *far = k < 0 ? -1 : 1;
        return NULL;
    }
    ir_dim_bounds(v, &lo, &hi);
    if (lo >= 0) return v;
    const IrDim *zero = ir_dim_const(m, 0), *negative = ir_dim_const(m, 1);
    if (hi >= 0) negative = ir_dim_max(m, zero, ir_dim_min(m, negative, ir_dim_sub(m, zero, v)));
    return ir_dim_add(m, v, ir_dim_mul(m, n, negative));
}

/* ceil(length / stride) for stride > 0, at least 0. */
static const IrDim *steps(IrInfer *in, const IrDim *length, int64_t stride) {
    return ir_dim_max(in->m, ir_dim_ceildiv(in->m, length, stride), ir_dim_const(in->m, 0));
}

/* min(all, all - by): what is left of `all` once `by`, which may be negative, is taken off its
 * front. Says more than all - max(by, 0). */
static const IrDim *without(IrModule *m, const IrDim *all, const IrDim *by) {
    const IrDim *rest = ir_dim_sub(m, all, by);
    return ir_dim_le(m, ir_dim_const(m, 0), by) == IR_PROVED ? rest : ir_dim_min(m, rest, all);
}

/* min(end, n) - max(begin, 0); NULL: the position is beyond that side. */
static const IrDim *forward(IrModule *m, const IrDim *begin, const IrDim *end, const IrDim *n) {
    const IrDim *stop = end ? ir_dim_min(m, end, n) : n;
    return begin ? without(m, stop, begin) : stop;
}

/* min(begin, n - 1) - max(end, -1) */
static const IrDim *backward(IrModule *m, const IrDim *begin, const IrDim *end, const IrDim *n) {
    const IrDim *last = ir_dim_offset(m, n, -1);
    const IrDim *all = ir_dim_offset(m, begin ? ir_dim_min(m, begin, last) : last, 1);
    return end ? without(m, all, ir_dim_offset(m, end, 1)) : all;
}

/* shift <= low <= high <= n + shift, or that is unknown. */
static bool in_order(IrInfer *in, const IrDim *low, const IrDim *high, const IrDim *n,
                     int64_t shift) {
    IrModule *m = in->m;
    return infer_at_most(in, ir_dim_const(m, shift), low) != IR_REFUTED &&
           infer_at_most(in, low, high) != IR_REFUTED &&
           infer_at_most(in, high, ir_dim_offset(m, n, shift)) != IR_REFUTED;
}

/* The result's extent along an axis of extent n. NULL when it cannot be known (*known is then
 * false), or after a report. */
static const IrDim *sliced(IrInfer *in, uint32_t i, const IrDim *n, bool inbound, bool *known) {
    IrModule *m = in->m;
    const IrDim *begin = number(in, ARG_BEGIN, i), *end = number(in, ARG_END, i);
    const IrDim *by = in->args[ARG_STRIDES].type ? number(in, ARG_STRIDES, i) : ir_dim_const(m, 1);
    int64_t s;
    *known = begin && end && by && ir_dim_is_const(by, &s);
    if (!*known) return NULL;
    int begin_far, end_far;
    const IrDim *from = position(in, begin, n, &begin_far), *to = position(in, end, n, &end_far);
    int64_t stride = s < -FAR || s > FAR ? FAR : s < 0 ? -s : s, lo, hi;
    if (inbound) { /* what may be negative is not, as far as is known */
        ir_dim_bounds(begin, &lo, &hi);
        const IrDim *first = from && hi < 0 ? from : begin;
        ir_dim_bounds(end, &lo, &hi);
        const IrDim *stop = to && hi < 0 ? to : end;
        const IrDim *low = s > 0 ? first : stop, *high = s > 0 ? stop : first;
        if (!begin_far && !end_far && in_order(in, low, high, n, s > 0 ? 0 : -1)) {
            return ir_dim_ceildiv(m, ir_dim_sub(m, high, low), stride);
        }
        infer_fail(in, 4, infer_text(in, "positions in an extent of %s", ir_dim_text(m, n)),
                   infer_text(in, "%s to %s", ir_dim_text(m, begin), ir_dim_text(m, end)));
        return NULL;
    }
    /* An end before the first element in the stride's direction leaves nothing, and so does a begin
     * behind the last one; the other far positions take in all there is. */
    int ahead = s > 0 ? 1 : -1;
    if (begin_far == ahead || end_far == -ahead) return ir_dim_const(m, 0);
    const IrDim *length = s > 0 ? forward(m, from, to, n) : backward(m, from, to, n);
    return length == n ? (stride == 1 ? n : ir_dim_ceildiv(m, n, stride))
                       : steps(in, length, stride);
}

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    bool inbound = infer_bool(in, "assume_inbound"), known = x->dims != NULL;
    int64_t n, axis, s;
    if (!check_numbers(in, &n)) return NULL;
    for (uint32_t i = 0; i < n && in->args[ARG_STRIDES].type; i++) {
        const IrDim *by = number(in, ARG_STRIDES, i);
        if (!by || !ir_dim_is_const(by, &s) || (s != 0 && s != INT64_MIN)) continue;
        return infer_fail(in, 3, NULL, ir_dim_text(in->m, by));
    }
    if (x->ndim == IR_NDIM_UNKNOWN) return x;
    if (n < 0) return infer_tensor_ndim(in, x->ndim, x->dtype);
    bool *seen = INFER_ARRAY(in, bool, (size_t)x->ndim);
    const IrDim **dims = infer_dims_copy(in, x);
    for (uint32_t i = 0; i < n; i++) {
        const IrDim *at = number(in, ARG_AXES, i);
        bool axis_known = at && ir_dim_is_const(at, &axis);
        known &= axis_known;
        if (!axis_known) continue;
        if (axis < -x->ndim || axis >= x->ndim) {
            return infer_fail(in, 2, infer_text(in, "axes in [-%d, %d)", x->ndim, x->ndim),
                              ir_dim_text(in->m, at));
        }
        if (axis < 0) axis += x->ndim;
        if (seen[axis]) {
            return infer_fail(in, 2, "distinct axes",
                              infer_text(in, "axis %lld twice", (long long)axis));
        }
        seen[axis] = true;
        if (!dims) continue;
        bool dim_known;
        dims[axis] = sliced(in, i, x->dims[axis], inbound, &dim_known);
        if (!dims[axis] && dim_known) return NULL;
        known &= dim_known;
    }
    return infer_tensor(in, known ? dims : NULL, x->ndim, x->dtype);
}

/* Number i of a tuple operand; `absent` when the operand was left out. */
static const LoopExpr *lower_number(OpLower *low, uint32_t arg, uint32_t i, int64_t absent) {
    return low->args[arg] ? lower_dim(low, low->args[arg]->fields[i]->value) : l_index(low, absent);
}

/* Where the first element is: not below 0 for a positive stride, else below the extent. */
static const LoopExpr *first_position(OpLower *low, uint32_t i, const LoopExpr *n,
                                      const LoopExpr *stride) {
    const LoopExpr *begin = lower_number(low, ARG_BEGIN, i, 0), *zero = l_index(low, 0);
    if (begin->kind != LOOP_CONST && lower_bool(low, "assume_inbound")) {
        int64_t least, greatest; /* as infer has it */
        ir_dim_bounds(low->args[ARG_BEGIN]->fields[i]->value, &least, &greatest);
        if (greatest >= 0) return begin;
    }
    if (begin->kind == LOOP_CONST && (begin->i <= -FAR || begin->i >= FAR))
        begin = begin->i < 0 ? zero : l_sub(low, n, l_index(low, 1)); /* or nothing is left */
    begin = l_select(low, l_lt(low, begin, zero), l_add(low, begin, n), begin);
    return l_select(low, l_lt(low, zero, stride), l_op2(low, LOOP_MAX, begin, zero),
                    l_op2(low, LOOP_MIN, begin, l_sub(low, n, l_index(low, 1))));
}

static void lower(OpLower *low) {
    const LoopBuffer *x = low->in[0], *out = low->out[0];
    const IrType *axes = low->args[ARG_AXES];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX),
                   **from = place_copy(low, index, out->ndim);
    for (uint32_t i = 0; i < axes->n; i++) {
        int64_t axis = axes->fields[i]->value->constant;
        if (axis < 0) axis += x->ndim;
        const LoopExpr *stride = lower_number(low, ARG_STRIDES, i, 1);
        const LoopExpr *first = first_position(low, i, x->dims[axis], stride);
        from[axis] = l_add(low, first, l_mul(low, index[axis], stride));
    }
    lower_store(low, out, index, lower_load(low, x, from));
    lower_close(low, out->ndim);
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 0});
    const bool inbound = s_attr(s, "assume_inbound")->i, has_strides = s_chance(s, 60);
    const int64_t *axes = s_permutation(s, x->ndim);
    const uint32_t n = (uint32_t)s_range(s, 0, x->ndim);
    int64_t numbers[4][5];
    for (uint32_t i = 0; i < n; i++) {
        const int64_t extent = s_extent(s, x->dims[axes[i]]);
        numbers[0][i] = s_signed(s, axes[i], x->ndim);
        numbers[3][i] = !inbound && s_chance(s, 30) ? -s_range(s, 1, 2) : s_range(s, 1, 2);
        numbers[1][i] = inbound ? s_range(s, 0, extent) : s_range(s, -extent - 1, extent + 1);
        numbers[2][i] =
            inbound ? s_range(s, numbers[1][i], extent) : s_range(s, -extent - 1, extent + 1);
        if (!inbound && s_chance(s, 20)) /* as files say that all is meant */
            numbers[s_range(s, 1, 2)][i] = s_chance(s, 50) ? INT64_MAX : INT64_MIN;
    }
    for (uint32_t k = 0; k < (has_strides ? 4u : 3u); k++) {
        if (k == 3) s_set_bool(s, "assume_inbound", inbound);
        const size_t at = s_tuple(s);
        for (uint32_t i = 0; i < n; i++) s_int_prim(s, numbers[k][i]);
        s_end(s, at, n);
    }
    if (!has_strides) s_none(s);
}

/* With strides of 1 the adjoint's place is between zeros: of each dim, how many before and after
 * it. False: a stride is another, or it is not known where the slice lies. */
static bool find_padding(OpGradient *g, const IrDim **width) {
    IrModule *m = g->d.b->m;
    const IrType *const *args = g->d.types, *x = args[0], *out = g->d.result;
    const IrDim *zero = ir_dim_const(m, 0);
    for (int32_t i = 0; i < 2 * x->ndim; i++) width[i] = zero;
    for (uint32_t i = 0; out->dims && i < args[ARG_AXES]->n; i++) {
        int64_t axis, stride = 1;
        if (args[ARG_STRIDES] && !ir_dim_is_const(args[ARG_STRIDES]->fields[i]->value, &stride))
            return false;
        if (stride != 1 || !ir_dim_is_const(args[ARG_AXES]->fields[i]->value, &axis)) return false;
        if (axis < 0) axis += x->ndim;
        const IrDim *n = x->dims[axis], *begin = args[ARG_BEGIN]->fields[i]->value,
                    *end = args[ARG_END]->fields[i]->value;
        const IrDim *rest = ir_dim_sub(m, n, out->dims[axis]), **side = &width[2 * axis];
        int64_t far = 0;
        if (ir_dim_is(begin, 0)) {
            side[1] = rest;
        } else if (end == n || (ir_dim_is_const(end, &far) && far >= FAR)) {
            side[0] = rest;
        } else {
            if (ir_dim_le(m, begin, ir_dim_const(m, -1)) == IR_PROVED)
                begin = ir_dim_max(m, ir_dim_add(m, begin, n), zero);
            side[0] = ir_dim_min(m, begin, n);
            side[1] = ir_dim_sub(m, rest, side[0]);
            if (ir_dim_le(m, zero, side[0]) != IR_PROVED ||
                ir_dim_le(m, zero, side[1]) != IR_PROVED)
                return false;
        }
    }
    return out->dims != NULL;
}

/* Constant numbers of zeros by one pad, others by joining them. */
static IrOperand pad(OpGradient *g, IrOperand x, const IrDim *const *width) {
    IrModule *m = g->d.b->m;
    const uint32_t n = (uint32_t)g->d.types[0]->ndim;
    int64_t *constant = ARENA_ARRAY(&m->scratch, int64_t, 2 * (size_t)n + 1);
    bool any = false;
    for (uint32_t i = 0; i < 2 * n; i++)
        any |= ir_dim_is_const(width[i], &constant[i]) && constant[i];
    if (any) {
        IrAttr *attrs = d_attrs(&g->d, &op_nn_pad);
        d_set_ints(&op_nn_pad, attrs, "pad_width", constant, 2 * n);
        x = d_call(&g->d, &op_nn_pad, &x, 1, attrs);
    }
    for (uint32_t axis = 0; axis < n; axis++) {
        IrOperand parts[3];
        uint32_t count = 0;
        for (uint32_t side = 0; side < 2; side++) {
            const IrDim *extent = width[2 * axis + side];
            const IrType *t = d_type(&g->d, x);
            if (extent->n) {
                const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)n);
                for (uint32_t i = 0; i < n; i++) dims[i] = i == axis ? extent : t->dims[i];
                parts[count++] = g_zeros(g, ir_type_tensor(m, dims, t->ndim, t->dtype));
            }
            if (side == 0) parts[count++] = x;
        }
        x = d_concat(&g->d, parts, count, axis);
    }
    return x;
}

static void gradient(OpGradient *g) {
    const IrDim **width =
        ARENA_ARRAY(&g->d.b->m->scratch, const IrDim *, 2 * (size_t)g->d.types[0]->ndim + 1);
    if (find_padding(g, width))
        g_add(g, 0, pad(g, g_adjoint(g), width));
    else
        grad_moves(g);
}

const OpDef op_strided_slice = {
    .name = "strided_slice",
    .doc = "x[begin:end:stride] on each of the axes, as in Python: negative positions count from "
           "the end, what lies outside is cut off, a negative stride goes backwards. Without "
           "strides they are 1. assume_inbound promises that begin and end lie in x, in that "
           "order.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer,
    .lower = lower,
    .gradient = gradient,
    .is_multilinear = true,
};
