/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const char *const modes[] = {"fast", "wrap", "clip", "nan", NULL};

static const OpParam params[] = {
    OP_TENSOR("x"),
    {.name = "indices", .kind = OP_PARAM_VALUE},
    OP_AXIS_OR_NONE("axis"),
    OP_STRING("mode", "fast", modes),
};

static const char *const constraints[] = {
    "indices is an integer tensor, or one integer",
    "axis is an axis of x; it may be None only when x has rank 1",
    "with mode nan, x is of a type that is computed with: none of 8 bits or less but int8 and uint8",
    NULL,
};

/* The indices as a tensor type (a number is one of rank 0); NULL: reported. */
static const IrType *index_type(IrInfer *in) {
    const IrType *t = in->args[1].type;
    if (t->kind == IR_TYPE_ANY) return infer_tensor_ndim(in, IR_NDIM_UNKNOWN, DTYPE_VOID);
    bool kind = t->kind == IR_TYPE_TENSOR || t->kind == IR_TYPE_PRIM;
    if (!kind || (t->dtype != DTYPE_VOID && !dtype_is_int(t->dtype))) {
        return infer_fail(in, 1, NULL, ir_type_text(in->m, t));
    }
    return t->kind == IR_TYPE_TENSOR ? t : infer_tensor_ndim(in, 0, t->dtype);
}

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type, *indices = index_type(in);
    IrAttr *axis = infer_attr(in, "axis");
    if (!indices || (infer_string_is(in, "mode", "nan") && !infer_computes(in, 0, 3))) return NULL;
    if (axis->kind == IR_ATTR_NONE) {
        if (!infer_ndim(in, 0, 1, 2)) return NULL;
        if (x->ndim == 1) *axis = (IrAttr){.kind = IR_ATTR_INT, .i = 0};
        return infer_with_dtype(in, indices, x->dtype);
    }
    if (!infer_axis(in, "axis", x->ndim, 2)) return NULL;
    if (x->ndim == IR_NDIM_UNKNOWN || indices->ndim == IR_NDIM_UNKNOWN) {
        return infer_tensor_ndim(in, IR_NDIM_UNKNOWN, x->dtype);
    }
    int32_t ndim = x->ndim - 1 + indices->ndim, n = 0;
    if (!indices->dims || (x->ndim > 1 && !x->dims)) return infer_tensor_ndim(in, ndim, x->dtype);
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)ndim);
    for (int32_t i = 0; i < x->ndim; i++) {
        if (i != axis->i) {
            dims[n++] = x->dims[i];
            continue;
        }
        for (int32_t k = 0; k < indices->ndim; k++) dims[n++] = indices->dims[k];
    }
    return infer_tensor(in, dims, ndim, x->dtype);
}

/* An index as a position in the extent; in the mode `nan` it may be outside. */
static const LoopExpr *position(OpLower *low, const LoopExpr *e, const LoopExpr *extent) {
    const LoopExpr *last = l_sub(low, extent, l_index(low, 1));
    if (lower_string_is(low, "mode", "clip")) {
        return l_op2(low, LOOP_MIN, l_op2(low, LOOP_MAX, place_index(low, e), l_index(low, 0)),
                     last);
    }
    if (!lower_string_is(low, "mode", "wrap")) return place_from_end(low, e, extent);
    if (e->dtype != DTYPE_UINT64)
        return l_op2(low, LOOP_FLOORMOD, l_cast(low, DTYPE_INT64, e), extent);
    return l_cast(low, DTYPE_INT64,
                  l_op2(low, LOOP_FLOORMOD, e, l_cast(low, DTYPE_UINT64, extent)));
}

static void lower(OpLower *low) {
    const LoopBuffer *x = low->in[0], *out = low->out[0];
    const IrType *indices = low->args[1];
    uint32_t axis = (uint32_t)lower_int(low, "axis");
    uint32_t n = indices->kind == IR_TYPE_PRIM ? 0 : (uint32_t)indices->ndim;
    const LoopExpr **index = lower_open(low, out, UINT32_MAX), **from = lower_exprs(low, x->ndim);
    const LoopExpr *e = indices->kind == IR_TYPE_PRIM ? place_prim(low, 1, DTYPE_INT64, 0)
                                                      : lower_load(low, low->in[1], index + axis);
    for (uint32_t i = 0; i < x->ndim; i++)
        from[i] = i == axis ? NULL : index[i < axis ? i : i + n - 1];
    const LoopExpr *at = loop_var(low->b, loop_let(low->b, "at", position(low, e, x->dims[axis])));
    from[axis] = at;
    if (!lower_string_is(low, "mode", "nan")) {
        lower_store(low, out, index, lower_load(low, x, from));
    } else {
        const LoopExpr *none = l_num(low, x->dtype, dtype_is_float(x->dtype) ? (double)NAN : 0);
        loop_begin_if(low->b,
                      l_and(low, l_le(low, l_index(low, 0), at), l_lt(low, at, x->dims[axis])));
        lower_store(low, out, index, lower_load(low, x, from));
        loop_else(low->b);
        lower_store(low, out, index, none);
        loop_end(low->b);
    }
    lower_close(low, out->ndim);
}

static const OpIndexRole roles[] = {{.operand = 1, .data = 0, .axis = "axis"}, {.operand = -1}};

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 1, .max_ndim = 4, .least = 1});
    int64_t axis = 0;
    if (x->ndim > 1 || s_chance(s, 60)) {
        axis = s_axis(s, "axis", x->ndim);
    } else {
        s_set_none(s, "axis");
    }
    const int64_t extent = s_extent(s, x->dims[axis]);
    if (s_chance(s, 20)) {
        s_int_prim(s, s_range(s, -extent, extent - 1));
        return;
    }
    const int32_t n = (int32_t)s_range(s, 0, 2);
    const IrDim **dims = s_dims(s, NULL, n);
    for (int32_t i = 0; i < n; i++) dims[i] = s_dim(s, 0);
    s_index(s, dims, n, extent, true);
}

/* The indices as a tensor; false: they are a number whose value is not known. */
static bool index_tensor(OpGradient *g, IrOperand *out) {
    const IrType *t = g->d.types[1];
    if (t->kind == IR_TYPE_TENSOR) {
        *out = d_arg(&g->d, 1);
    } else if (t->value) {
        const IrDim *const none = NULL;
        *out =
            d_reshape(&g->d, g_range(g, t->value, ir_dim_offset(g->d.b->m, t->value, 1)), &none, 0);
    }
    return t->kind == IR_TYPE_TENSOR || t->value;
}

static void gradient(OpGradient *g) {
    IrOperand indices;
    if (!d_string_is(&g->d, "mode", "fast") || !index_tensor(g, &indices)) {
        grad_moves_or_not(g);
        return;
    }
    IrAttr *attrs = d_attrs(&g->d, &op_grad_take_backward);
    d_set_int(&op_grad_take_backward, attrs, "axis", d_int(&g->d, "axis"));
    const IrOperand operands[] = {g_adjoint(g), d_arg(&g->d, 0), indices};
    g_add(g, 0, d_call(&g->d, &op_grad_take_backward, operands, 3, attrs));
}

const OpDef op_take = {
    .name = "take",
    .doc = "x's slices at the indices along the axis, which the indices' dims replace. An index "
           "outside [-extent, extent) is an error at run time (fast), is taken modulo the extent "
           "(wrap), or becomes the nearest valid one (clip), or yields NaN (nan; 0 where the dtype "
           "has none); a negative one counts from the end, except that clip makes it 0.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer,
    .index_roles = roles,
    .lower = lower,
    .gradient = gradient,
};
