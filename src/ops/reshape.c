/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x"), OP_SHAPE("shape")};

static const char *const constraints[] = {
    "at most one dim of shape is -1, and no other is negative",
    "x has as many elements as the result",
    "the dim that -1 stands for is the only possible one: the others' product is not 0 and divides "
    "x's elements",
    NULL,
};

/* The dim that -1 stands for. NULL when it cannot be known (*known is then false), or after a
 * report. */
static const IrDim *missing_dim(IrInfer *in, const IrDim *others, bool *known) {
    IrModule *m = in->m;
    const IrType *x = in->args[0].type;
    *known = !extent_overflowed(in);
    if (!*known) return NULL;
    if (ir_dim_is(others, 0)) {
        infer_fail(in, 3, NULL, "a product of 0");
        return NULL;
    }
    *known = x->dims != NULL;
    if (!*known) return NULL;
    const IrDim *total = infer_product(in, x->dims, x->ndim);
    *known = !extent_overflowed(in);
    if (!*known) return NULL;
    const IrDim *rest = ir_dim_floormod(m, total, others);
    if (infer_equal(in, rest, ir_dim_const(m, 0)) == IR_REFUTED) {
        infer_fail(in, 3,
                   infer_text(in, "a divisor of %s, the number of elements", ir_dim_text(m, total)),
                   ir_dim_text(m, others));
        return NULL;
    }
    return ir_dim_floordiv(m, total, others);
}

static const IrType *infer(IrInfer *in) {
    IrModule *m = in->m;
    const IrType *x = in->args[0].type;
    int32_t ndim, missing = -1;
    IrDims shape = infer_shape_arg(in, 1, &ndim);
    if (!shape) return infer_tensor_ndim(in, ndim, x->dtype);
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)ndim);
    for (int32_t i = 0; i < ndim; i++) {
        dims[i] = shape[i];
        if (ir_dim_is(shape[i], -1)) {
            if (missing >= 0) return infer_fail(in, 1, "one -1", "a second one");
            missing = i;
            dims[i] = ir_dim_const(m, 1);
        } else if (!extent_not_negative(in, shape[i], 1, "each dim")) {
            return NULL;
        }
    }
    const IrDim *product = infer_product(in, dims, ndim);
    if (missing >= 0) {
        bool known;
        dims[missing] = missing_dim(in, product, &known);
        if (!known) return infer_tensor_ndim(in, ndim, x->dtype);
        if (!dims[missing]) return NULL;
        in->shape_arg = 1;
        in->shape = dims;
        in->shape_ndim = ndim;
    } else if (x->dims) {
        const IrDim *total = infer_product(in, x->dims, x->ndim);
        if (!extent_overflowed(in) && infer_equal(in, total, product) == IR_REFUTED) {
            return infer_fail(in, 2, infer_text(in, "%s elements", ir_dim_text(m, total)),
                              ir_dim_text(m, product));
        }
    }
    return infer_tensor(in, dims, ndim, x->dtype);
}

/* Neighbouring dims of x are multiplied, dims of extent 1 come in, and perhaps one is left to find
 * out. */
static void sample(OpSample *s) {
    IrModule *m = s->b.m;
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 0});
    const IrDim **dims = s_dims(s, NULL, 2 * x->ndim + 1);
    int32_t n = 0;
    const int64_t *order = s_permutation(s, x->ndim);
    for (int32_t i = 0; i < x->ndim; i++) {
        const IrDim *d = x->dims[order[i]];
        if (n > 0 && s_chance(s, 40)) {
            dims[n - 1] = ir_dim_mul(m, dims[n - 1], d);
            continue;
        }
        if (n + (x->ndim - i) < 5 && s_chance(s, 15)) dims[n++] = s_const(s, 1);
        dims[n++] = d;
    }
    if (s_elements(s, x->dims, x->ndim) > 0 && n > 0 && s_chance(s, 40))
        dims[s_below(s, (uint64_t)n)] = s_const(s, -1);
    s_shape(s, dims, n);
}

const OpDef op_reshape = {
    .name = "reshape",
    .doc = "x's elements, in row-major order, in another shape. One dim of it may be -1: it "
           "becomes what makes the number of elements right. A 0 is an extent of 0.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer,
    .lower = place_copy_by_number,
    .work = OP_WORK_VIEW,
    .gradient = grad_reshape,
    .is_multilinear = true,
};
