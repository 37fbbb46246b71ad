/* SPDX-License-Identifier: Apache-2.0 */
/* Matrices with ones on a diagonal. */
#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam eye_params[] = {
    OP_PRIM("n"),
    OP_PRIM_OR_NONE("m"),
    OP_PRIM_DEFAULT("k", 0),
    OP_DTYPE_DEFAULT("dtype", "float32"),
};

static const char *const eye_constraints[] = {
    "n, m and k are integers",
    "n and m are not negative",
    NULL,
};

static const IrType *infer_eye(IrInfer *in) {
    const IrDim *dims[2], *k;
    if (!extent_integer(in, 0, 1, NULL, &dims[0]) || !extent_integer(in, 1, 1, dims[0], &dims[1]) ||
        !extent_integer(in, 2, 1, NULL, &k)) {
        return NULL;
    }
    if (!extent_not_negative(in, dims[0], 2, "n") || !extent_not_negative(in, dims[1], 2, "m")) {
        return NULL;
    }
    DType dtype = extent_dtype_attr(in, "dtype", DTYPE_FLOAT32);
    return infer_tensor(in, dims[0] && dims[1] ? dims : NULL, 2, dtype);
}

/* k: which operand it is. */
static void lower_diagonal(OpLower *low, uint32_t k) {
    const LoopBuffer *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopExpr *is_on =
        l_eq(low, l_sub(low, index[1], index[0]), place_prim(low, k, DTYPE_INT64, 0));
    lower_store(low, out, index,
                l_select(low, is_on, l_num(low, out->dtype, 1), l_num(low, out->dtype, 0)));
    lower_close(low, out->ndim);
}

static void lower_eye(OpLower *low) { lower_diagonal(low, 2); }

static void sample_eye(OpSample *s) {
    s_dim_prim(s, s_dim(s, 0));
    if (s_chance(s, 50)) {
        s_dim_prim(s, s_dim(s, 0));
    } else {
        s_none(s);
    }
    s_int_prim(s, s_range(s, -2, 2));
    s_set_dtype(s, "dtype", s_dtype(s, 0));
}

static void sample_like(OpSample *s) {
    s_tensor(s, (SampleWant){.min_ndim = 2, .max_ndim = 2});
    s_int_prim(s, s_range(s, -2, 2));
    if (s_chance(s, 50)) s_set_dtype(s, "dtype", s_dtype(s, 0));
}

const OpDef op_eye = {
    .name = "eye",
    .doc = "An n by m matrix (m is n when left out) of zeros, with ones where column - row is k.",
    .constraints = eye_constraints,
    .params = eye_params,
    .n_params = ARRAY_LEN(eye_params),
    .sample = sample_eye,
    .flags = OP_PURE,
    .infer = infer_eye,
    .lower = lower_eye,
    .no_gradient = GRAD_NONE_OPERAND,
};

static const OpParam like_params[] = {OP_TENSOR("x"), OP_PRIM_DEFAULT("k", 0), OP_DTYPE("dtype")};

static const char *const like_constraints[] = {
    "x has rank 2",
    "k is an integer",
    NULL,
};

static const IrType *infer_eye_like(IrInfer *in) {
    const IrType *x = in->args[0].type;
    const IrDim *k;
    if (!infer_ndim(in, 0, 2, 1) || !extent_integer(in, 1, 2, NULL, &k)) return NULL;
    return infer_tensor(in, x->dims, 2, infer_dtype_attr(in, "dtype", x->dtype));
}

static void lower_eye_like(OpLower *low) { lower_diagonal(low, 1); }

const OpDef op_eye_like = {
    .name = "eye_like",
    .doc = "Zeros in the shape of x, with ones where column - row is k; in x's dtype unless one is "
           "given.",
    .constraints = like_constraints,
    .params = like_params,
    .n_params = ARRAY_LEN(like_params),
    .sample = sample_like,
    .flags = OP_PURE,
    .infer = infer_eye_like,
    .lower = lower_eye_like,
    .gradient = grad_zero,
};
