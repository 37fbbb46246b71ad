/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

#include <math.h>

static const char *const modes[] = {"constant", "reflect", "replicate", "circular", NULL};

static const OpParam params[] = {
    OP_TENSOR("data"),
    OP_INTS_NEEDED("pad_width"),
    OP_STRING("pad_mode", "constant", modes),
    OP_FLOAT("pad_value", 0.0),
};

static const char *const constraints[] = {
    "pad_width holds two ints for each dim of data: those before and after it",
    "no extent of the result is negative",
    "reflect pads less than the dim's extent, circular at most that, replicate no dim of extent 0",
    "pad_value is a value of data's dtype",
    NULL,
};

/* C4. The bounds are exact in double: -2^63 and 2^63. */
static bool is_value_of(DType dtype, double v) {
    if (dtype == DTYPE_VOID || dtype_is_float(dtype)) return true;
    uint8_t element[8];
    return v == floor(v) && v >= -9223372036854775808.0 && v < 9223372036854775808.0 &&
           dtype_write_int(dtype, element, (int64_t)v);
}

/* C3: how far a mode may reach past the dim, whose extent must then be `pad` + slack or more. */
static bool check_reach(IrInfer *in, const IrDim *extent, int64_t pad) {
    if (pad <= 0 || infer_string_is(in, "pad_mode", "constant")) return true;
    int64_t least = 1; /* replicate */
    if (infer_string_is(in, "pad_mode", "circular")) least = pad;
    if (infer_string_is(in, "pad_mode", "reflect") && !add_i64(pad, 1, &least)) least = pad;
    if (infer_at_most(in, ir_dim_const(in->m, least), extent) != IR_REFUTED) return true;
    infer_fail(in, 3,
               infer_text(in, "an extent of %lld or more to pad with %lld", (long long)least,
                          (long long)pad),
               ir_dim_text(in->m, extent));
    return false;
}

static const IrType *infer(IrInfer *in) {
    const IrType *data = in->args[0].type;
    const IrAttr *width = infer_attr(in, "pad_width");
    if (data->ndim == IR_NDIM_UNKNOWN ? width->n % 2 != 0 : width->n != 2 * (uint32_t)data->ndim) {
        return infer_fail(in, 1,
                          data->ndim == IR_NDIM_UNKNOWN ? "an even number of ints"
                                                        : infer_text(in, "%d ints", 2 * data->ndim),
                          infer_text(in, "%u", width->n));
    }
    const double value = infer_attr(in, "pad_value")->f;
    if (infer_string_is(in, "pad_mode", "constant") && !is_value_of(data->dtype, value)) {
        return infer_fail(in, 4, infer_text(in, "a value of %s", dtype_name(data->dtype)),
                          infer_text(in, "%g", value));
    }
    const int32_t ndim = (int32_t)(width->n / 2);
    if (!data->dims) return infer_tensor_ndim(in, ndim, data->dtype);
    const IrDim **dims = infer_dims_copy(in, data);
    for (int32_t i = 0; i < ndim; i++) {
        const int64_t before = width->ints[2 * i], after = width->ints[2 * i + 1];
        if (!check_reach(in, dims[i], before) || !check_reach(in, dims[i], after)) return NULL;
        dims[i] = ir_dim_offset(in->m, ir_dim_offset(in->m, dims[i], before), after);
        if (ir_dim_le(in->m, ir_dim_const(in->m, 0), dims[i]) == IR_REFUTED) {
            return infer_fail(in, 2, infer_text(in, "an extent of 0 or more for dim %d", i),
                              ir_dim_text(in->m, dims[i]));
        }
    }
    return infer_tensor(in, dims, ndim, data->dtype);
}

/* The position in data of position `at` along dim d, which may lie outside. */
static const LoopExpr *source(OpLower *low, uint32_t d, const LoopExpr *at) {
    const LoopExpr *zero = l_index(low, 0), *extent = low->in[0]->dims[d];
    const LoopExpr *last = l_sub(low, extent, l_index(low, 1));
    if (lower_string_is(low, "pad_mode", "replicate")) {
        return l_op2(low, LOOP_MAX, zero, l_op2(low, LOOP_MIN, at, last));
    }
    if (lower_string_is(low, "pad_mode", "circular")) return l_op2(low, LOOP_FLOORMOD, at, extent);
    const LoopExpr *mirrored = l_sub(low, l_mul(low, l_index(low, 2), last), at);
    const LoopExpr *positive = l_op1(low, LOOP_ABS, at);
    return l_select(low, l_lt(low, last, at), mirrored, positive);
}

/* Elements are moved as they lie: of a small float as its code. */
static const LoopExpr *pad_value(OpLower *low) {
    const double v = lower_float(low, "pad_value");
    const DType t =
        low->small != DTYPE_VOID && dtype_is_float(low->small) ? low->small : DTYPE_VOID;
    return l_num(low, low->out[0]->dtype,
                 t == DTYPE_VOID ? v : dtype_encode(t, v, true, DTYPE_ROUND_UP));
}

/* A dim without padding has its own places, which no bound is asked of: so it can be split. */
static void lower(OpLower *low) {
    const LoopBuffer *data = low->in[0], *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX), **from = lower_exprs(low, out->ndim);
    const int64_t *width = lower_attr(low, "pad_width")->ints;
    const bool is_constant = lower_string_is(low, "pad_mode", "constant");
    const LoopExpr *inside = NULL;
    for (uint32_t d = 0; d < out->ndim; d++) {
        from[d] = index[d];
        if (!width[2 * d] && !width[2 * d + 1]) continue;
        const LoopExpr *at = l_sub(low, index[d], l_index(low, width[2 * d]));
        const LoopExpr *within =
            l_and(low, l_le(low, l_index(low, 0), at), l_lt(low, at, data->dims[d]));
        inside = inside ? l_and(low, inside, within) : within;
        from[d] = is_constant ? at : source(low, d, at);
    }
    const bool fills = is_constant && inside;
    if (fills) loop_begin_if(low->b, inside);
    lower_store(low, out, index, lower_load(low, data, from));
    if (fills) {
        loop_else(low->b);
        lower_store(low, out, index, pad_value(low));
        loop_end(low->b);
    }
    lower_close(low, out->ndim);
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 0});
    const char *mode = s_attr(s, "pad_mode")->s;
    int64_t width[2 * 5];
    for (int32_t i = 0; i < x->ndim; i++) {
        const int64_t extent = s_extent(s, x->dims[i]);
        int64_t most = 2;
        if (strcmp(mode, "reflect") == 0 && extent - 1 < most) most = extent - 1;
        if (strcmp(mode, "circular") == 0 && extent < most) most = extent;
        if (strcmp(mode, "replicate") == 0 && extent == 0) most = 0;
        if (most < 0) most = 0;
        width[2 * i] = s_range(s, extent > 0 && s_chance(s, 20) ? -1 : 0, most);
        width[2 * i + 1] = s_range(s, extent > 1 && s_chance(s, 20) ? -1 : 0, most);
    }
    s_set_ints(s, "pad_width", width, 2 * (uint32_t)x->ndim);
    s_set_float(s, "pad_value",
                dtype_is_float(x->dtype) ? s_float(s, -1, 1) : (double)s_range(s, 0, 1));
}

/* Constants are cut off again, and zeros come in for what was. */
static void gradient(OpGradient *g) {
    const OpDef *op = g->d.op;
    IrAttr *attrs = d_attrs(&g->d, op);
    const IrAttr *width = d_attr(&g->d, "pad_width");
    if (d_string_is(&g->d, "pad_mode", "constant")) {
        int64_t *back = ARENA_ARRAY(&g->d.b->m->scratch, int64_t, (size_t)width->n + 1);
        for (uint32_t i = 0; i < width->n; i++) back[i] = -width->ints[i];
        d_set_ints(op, attrs, "pad_width", back, width->n);
        const IrOperand dy = g_adjoint(g);
        g_add(g, 0, d_call(&g->d, op, &dy, 1, attrs));
        return;
    }
    d_set_ints(op, attrs, "pad_width", width->ints, width->n);
    d_set_string(&g->d, op, attrs, "pad_mode", d_attr(&g->d, "pad_mode")->s);
    g->d.attrs = attrs; /* without the value, which need not be an integer */
    grad_moves(g);
}

const OpDef op_nn_pad = {
    .name = "nn.pad",
    .doc = "data with pad_width elements more before and after each dim (dim by dim: before, "
           "after). A negative count removes as many. What is added is pad_value (constant), the "
           "elements mirrored at the edge without repeating it (reflect), the edge (replicate), "
           "or the elements from the other end (circular).",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_MOVES,
    .infer = infer,
    .lower = lower,
    .gradient = gradient,
};
