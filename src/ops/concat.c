/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors joined along a dim that they have (concat), or along a new one (stack). Linear in their
 * number. */
#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

/* As in TVM None is no default, and joins what has rank 1. */
static const IrAttr first_axis = {.kind = IR_ATTR_INT, .i = 0};
static const OpParam concat_params[] = {
    OP_TENSORS("tensors"),
    {.name = "axis", .kind = OP_PARAM_INT, .optional = true, .none = true, .value = &first_axis},
};
static const OpParam stack_params[] = {OP_TENSORS("tensors"), OP_AXIS("axis", 0)};

#define SHARED "there is at least one tensor", "the tensors have one dtype"
static const char *const concat_constraints[] = {
    SHARED,
    "they have one rank, 1 or more",
    "axis is an axis of them",
    "their dims other than axis are equal",
    "their rank is 1 where axis is None",
    NULL,
};
static const char *const stack_constraints[] = {
    SHARED, "they have one rank", "axis is an axis of the result", "their dims are equal", NULL,
};

typedef struct {
    uint32_t n;
    DType dtype;
    int32_t ndim;
} Common;

/* C1 to C3. */
static bool common_type(IrInfer *in, Common *out) {
    *out = (Common){.ndim = IR_NDIM_UNKNOWN};
    if (!infer_n_fields(in, 0, &out->n)) return true;
    if (out->n == 0) {
        infer_fail(in, 1, NULL, "an empty tuple");
        return false;
    }
    for (uint32_t i = 0; i < out->n; i++) {
        const IrType *t = infer_field(in, 0, i);
        if (out->dtype == DTYPE_VOID) out->dtype = t->dtype;
        if (t->dtype != DTYPE_VOID && t->dtype != out->dtype) {
            infer_fail(in, 2, dtype_name(out->dtype),
                       infer_text(in, "%s for tensor %u", dtype_name(t->dtype), i));
            return false;
        }
        if (out->ndim == IR_NDIM_UNKNOWN) out->ndim = t->ndim;
        if (t->ndim != IR_NDIM_UNKNOWN && t->ndim != out->ndim) {
            infer_fail(in, 3, infer_text(in, "rank %d", out->ndim),
                       infer_text(in, "rank %d for tensor %u", t->ndim, i));
            return false;
        }
    }
    return true;
}

/* The dims that all share; `skip` (-1: none) is left out of the comparison and NULL in *out, which
 * is NULL itself when the dims of some tensor are unknown. C5. */
static bool common_dims(IrInfer *in, const Common *common, int32_t skip, const IrDim ***out) {
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)common->ndim);
    bool known = true;
    for (uint32_t i = 0; i < common->n; i++) {
        const IrType *t = infer_field(in, 0, i);
        known &= t->dims != NULL;
        for (int32_t k = 0; t->dims && k < t->ndim; k++) {
            if (k == skip) continue;
            if (!dims[k]) {
                dims[k] = t->dims[k];
                continue;
            }
            if (infer_equal(in, dims[k], t->dims[k]) == IR_REFUTED) {
                infer_fail(in, 5,
                           infer_text(in, "dim %d of tensor %u to be %s", k, i,
                                      ir_dim_text(in->m, dims[k])),
                           ir_dim_text(in->m, t->dims[k]));
                return false;
            }
            dims[k] = extent_merge(dims[k], t->dims[k]);
        }
    }
    *out = known ? dims : NULL;
    return true;
}

/* The sum of the operands' extents along the axis: constants apart, so that they make no dims. */
static const IrDim *sum_of_extents(IrInfer *in, uint32_t n, int64_t axis) {
    const IrDim *sum = ir_dim_const(in->m, 0);
    int64_t constant = 0;
    for (uint32_t i = 0; i < n; i++) {
        const IrDim *d = infer_field(in, 0, i)->dims[axis];
        if (d->n) {
            sum = ir_dim_add(in->m, sum, d);
        } else if (!add_i64(constant, d->constant, &constant)) {
            return ir_dim_add(in->m, ir_dim_const(in->m, INT64_MAX), d); /* notes the overflow */
        }
    }
    return ir_dim_offset(in->m, sum, constant);
}

static const IrType *infer_concat(IrInfer *in) {
    Common common;
    const IrDim **dims;
    if (!common_type(in, &common)) return NULL;
    if (common.ndim == 0) return infer_fail(in, 3, NULL, "rank 0");
    IrAttr *given = infer_attr(in, "axis");
    const bool is_none = given->kind == IR_ATTR_NONE;
    if (!infer_axis(in, "axis", common.ndim, 4)) return NULL;
    if (common.ndim == IR_NDIM_UNKNOWN)
        return infer_tensor_ndim(in, is_none ? 1 : common.ndim, common.dtype);
    if (is_none && common.ndim != 1)
        return infer_fail(in, 6, "rank 1, or an axis", infer_text(in, "rank %d", common.ndim));
    if (is_none) *given = first_axis;
    const int64_t axis = given->i;
    if (!common_dims(in, &common, (int32_t)axis, &dims)) return NULL;
    if (dims) dims[axis] = sum_of_extents(in, common.n, axis);
    return infer_tensor(in, dims, common.ndim, common.dtype);
}

static const IrType *infer_stack(IrInfer *in) {
    Common common;
    const IrDim **dims;
    if (!common_type(in, &common)) return NULL;
    if (common.ndim == IR_NDIM_UNKNOWN) return infer_tensor_ndim(in, common.ndim, common.dtype);
    int32_t ndim = common.ndim + 1;
    if (!infer_axis(in, "axis", ndim, 4) || !common_dims(in, &common, -1, &dims)) return NULL;
    if (!dims) return infer_tensor_ndim(in, ndim, common.dtype);
    const IrDim **out = INFER_ARRAY(in, const IrDim *, (size_t)ndim);
    int64_t axis = infer_int(in, "axis");
    for (int32_t i = 0; i < ndim; i++) {
        out[i] = i == axis ? ir_dim_const(in->m, common.n) : dims[i - (i > axis)];
    }
    return infer_tensor(in, out, ndim, common.dtype);
}

/* A nest for each tensor, which writes its part of the result. */
static void lower_concat(OpLower *low) {
    int64_t axis = lower_int(low, "axis");
    const LoopExpr *start = l_index(low, 0);
    for (uint32_t i = 0; i < low->n_in; i++) {
        const LoopBuffer *x = low->in[i];
        const LoopExpr **index = lower_open(low, x, UINT32_MAX);
        const LoopExpr *value = lower_load(low, x, index);
        index[axis] = l_add(low, start, index[axis]);
        lower_store(low, low->out[0], index, value);
        lower_close(low, x->ndim);
        start = l_add(low, start, x->dims[axis]);
        if (start->n) start = loop_var(low->b, loop_let(low->b, "start", start)); /* stays flat */
    }
}

static void lower_stack(OpLower *low) {
    uint32_t axis = (uint32_t)lower_int(low, "axis"), ndim = low->out[0]->ndim;
    for (uint32_t i = 0; i < low->n_in; i++) {
        const LoopBuffer *x = low->in[i];
        const LoopExpr **index = lower_open(low, x, UINT32_MAX), **to = lower_exprs(low, ndim);
        for (uint32_t d = 0; d < ndim; d++)
            to[d] = d == axis ? l_index(low, i) : index[d - (d > axis)];
        lower_store(low, low->out[0], to, lower_load(low, x, index));
        lower_close(low, x->ndim);
    }
}

static void sample_concat(OpSample *s) {
    const IrType *x = s_type(s, (SampleWant){.min_ndim = 1});
    const int64_t axis = s_axis(s, "axis", x->ndim);
    const uint32_t n = (uint32_t)s_range(s, 1, 4);
    const size_t at = s_tuple(s);
    for (uint32_t i = 0; i < n; i++) {
        const IrDim **dims = s_dims(s, x->dims, x->ndim);
        if (i && s_chance(s, 50)) dims[axis] = s_dim(s, 0);
        s_tensor_dims(s, dims, x->ndim, x->dtype);
    }
    s_end(s, at, n);
}

static void sample_stack(OpSample *s) {
    const IrType *x = s_type(s, (SampleWant){.max_ndim = 4});
    s_axis(s, "axis", x->ndim + 1);
    const uint32_t n = (uint32_t)s_range(s, 1, 4);
    const size_t at = s_tuple(s);
    for (uint32_t i = 0; i < n; i++) s_tensor_of(s, x);
    s_end(s, at, n);
}

/* Each tensor's part of the adjoint. */
static void gradient(OpGradient *g, bool is_new) {
    IrModule *m = g->d.b->m;
    const int64_t axis = d_int(&g->d, "axis");
    const IrOperand dy = g_adjoint(g);
    const IrDim *begin = ir_dim_const(m, 0);
    for (uint32_t i = 0; i < g_count(g, 0); i++) {
        const IrType *t = g_type_at(g, 0, i);
        const IrDim *end =
            is_new ? ir_dim_offset(m, begin, 1) : ir_dim_add(m, begin, t->dims[axis]);
        if (g_wants_at(g, 0, i)) {
            const IrOperand part = g_slice(g, dy, axis, begin, end);
            g_add_at(g, 0, i, is_new ? d_reshape(&g->d, part, t->dims, t->ndim) : part);
        }
        begin = end;
    }
}

static void gradient_concat(OpGradient *g) { gradient(g, false); }
static void gradient_stack(OpGradient *g) { gradient(g, true); }

#define JOIN(id, doc_)                                                                             \
    const OpDef op_##id = {.name = #id,                                                            \
                           .doc = doc_,                                                            \
                           .constraints = id##_constraints,                                        \
                           .params = id##_params,                                                  \
                           .n_params = ARRAY_LEN(id##_params),                                     \
                           .sample = sample_##id,                                                  \
                           .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,                         \
                           .infer = infer_##id,                                                    \
                           .gradient = gradient_##id,                                              \
                           .is_multilinear = true,                                                 \
                           .lower = lower_##id,                                                    \
                           .work = OP_WORK_JOIN};

JOIN(concat, "The tensors one after the other along the axis; None is axis 0 of rank 1.")
JOIN(stack, "The tensors along a new dim, at the position `axis` of the result's dims.")
