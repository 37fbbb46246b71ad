/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x1"), OP_TENSOR("x2"), OP_DTYPE("out_dtype")};

static const char *const constraints[] = {
    "x1 and x2 have rank 1 or more",
    "x1 and x2 have one dtype, an integer or floating-point one; so is out_dtype",
    "the last dim of x1 equals the second-to-last dim of x2 (its only one at rank 1)",
    "the leading dims of x1 and x2 broadcast",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *a = in->args[0].type, *b = in->args[1].type;
    for (uint32_t i = 0; i < 2; i++) {
        if (in->args[i].type->ndim == 0) {
            return infer_fail(in, 1, infer_text(in, "rank 1 or more for `%s`", in->args[i].name),
                              "rank 0");
        }
    }
    DType dtype;
    if (!infer_same_dtype(in, 0, 1, 2, &dtype)) return NULL;
    for (uint32_t i = 0; i < 2; i++) {
        if (!infer_dtype_kind(in, i, KIND_INT | KIND_FLOAT, 2)) return NULL;
    }
    if (!infer_sum_dtype(in, "out_dtype", dtype, 2, &dtype)) return NULL;
    if (a->ndim == IR_NDIM_UNKNOWN || b->ndim == IR_NDIM_UNKNOWN) {
        return infer_tensor_ndim(in, IR_NDIM_UNKNOWN, dtype);
    }
    int32_t an = a->ndim, bn = b->ndim;
    int32_t a_batch = an > 1 ? an - 2 : 0, b_batch = bn > 1 ? bn - 2 : 0;
    int32_t batch = a_batch > b_batch ? a_batch : b_batch;
    int32_t ndim = batch + (an > 1) + (bn > 1);
    if (!a->dims || !b->dims) return infer_tensor_ndim(in, ndim, dtype);
    if (!infer_dim_eq(in, a->dims[an - 1], b->dims[bn > 1 ? bn - 2 : 0], 3,
                      "the reduced dim of `x2`")) {
        return NULL;
    }
    const IrDim *const *lead;
    if (!infer_broadcast_dims(in, a->dims, a_batch, b->dims, b_batch, 4, &lead)) return NULL;
    if (!lead) return infer_tensor_ndim(in, ndim, dtype);
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, (size_t)ndim);
    int32_t n = 0;
    for (; n < batch; n++) dims[n] = lead[n];
    if (an > 1) dims[n++] = a->dims[an - 2];
    if (bn > 1) dims[n++] = b->dims[bn - 1];
    return infer_tensor(in, dims, n, dtype);
}

/* out[batch, i, j] = sum over k of x1[batch, i, k] * x2[batch, k, j]; i or j is missing where an
 * operand has rank 1. */
static void lower(OpLower *low) {
    const IrType *a = lower_in_type(low, 0), *b = lower_in_type(low, 1),
                 *out = lower_out_type(low, 0);
    bool rows = a->ndim > 1, cols = b->ndim > 1;
    int32_t batch = out->ndim - rows - cols;
    DType acc_dtype = lower_acc_dtype(out->dtype);
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    const LoopBuffer *acc = loop_scalar(low->b, "acc", l_num(low, acc_dtype, 0));
    const LoopExpr *k = lower_for(low, low->in[0]->dims[a->ndim - 1], LOOP_SERIAL);
    const LoopExpr *factor[2];
    for (uint32_t x = 0; x < 2; x++) {
        const IrType *t = lower_in_type(low, x);
        int32_t own = t->ndim > 1 ? t->ndim - 2 : 0;
        const LoopExpr **at = lower_exprs(low, (uint32_t)t->ndim);
        for (int32_t d = 0; d < own; d++) {
            int32_t from = batch - own + d;
            bool stretched = t->dims[d] != out->dims[from] && ir_dim_is(t->dims[d], 1);
            at[d] = stretched ? l_index(low, 0) : index[from];
        }
        if (x == 0 && rows) at[own] = index[batch];
        at[x == 0 ? t->ndim - 1 : own] = k;
        if (x == 1 && cols) at[own + 1] = index[batch + rows];
        factor[x] = l_cast(low, acc_dtype, lower_load(low, low->in[x], at));
    }
    loop_set(low->b, acc, l_add(low, loop_get(low->b, acc), l_mul(low, factor[0], factor[1])));
    loop_end(low->b);
    lower_store(low, low->out[0], index, l_cast(low, out->dtype, loop_get(low->b, acc)));
    lower_close(low, low->out[0]->ndim);
}

static void sample(OpSample *s) {
    const DType dtype = s_dtype(s, KIND_INT | KIND_FLOAT);
    const IrType *a = s_type(s, (SampleWant){.dtype = dtype, .min_ndim = 1, .max_ndim = 4});
    const int32_t batch = a->ndim > 2 ? a->ndim - 2 : 0;
    const IrDim *inner = a->dims[a->ndim - 1];
    s_tensor_of(s, a);
    if (s_chance(s, 20)) {
        s_tensor_dims(s, &inner, 1, dtype);
    } else {
        int32_t n;
        IrDims lead = s_partner(s, a->dims, batch, false, &n);
        const IrDim **dims = s_dims(s, NULL, n + 2);
        for (int32_t i = 0; i < n; i++) dims[i] = lead[i];
        dims[n] = inner;
        dims[n + 1] = s_dim(s, 0);
        s_tensor_dims(s, dims, n + 2, dtype);
    }
    if (s_chance(s, 20))
        s_set_dtype(s, "out_dtype", s_dtype(s, dtype_is_float(dtype) ? KIND_FLOAT : KIND_INT));
}

/* The gradient takes all tensors as matrices: of x1 with rank 1 a row, of x2 a column, and so the
 * result. */
static const IrDim *const *matrix_dims(OpGradient *g, const IrType *t, bool has_rows,
                                       bool has_columns, int32_t *n) {
    IrModule *m = g->d.b->m;
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)t->ndim + 2),
                *one = ir_dim_const(m, 1);
    const int32_t lead = t->ndim - has_rows - has_columns;
    for (int32_t i = 0; i < lead; i++) dims[i] = t->dims[i];
    dims[lead] = has_rows ? t->dims[lead] : one;
    dims[lead + 1] = has_columns ? t->dims[t->ndim - 1] : one;
    *n = lead + 2;
    return dims;
}

static IrOperand as_matrices(OpGradient *g, IrOperand x, bool has_rows, bool has_columns) {
    int32_t n;
    const IrType *t = d_type(&g->d, x);
    if (!t->dims) d_not_known(&g->d, "the shape of a product", t);
    const IrDim *const *dims = matrix_dims(g, t, has_rows, has_columns, &n);
    return d_reshape(&g->d, x, dims, n);
}

/* All matrices below each other. */
static IrOperand stacked(OpGradient *g, IrOperand x) {
    IrModule *m = g->d.b->m;
    const IrType *t = d_type(&g->d, x);
    const IrDim *dims[2] = {ir_dim_const(m, 1), t->dims[t->ndim - 1]};
    for (int32_t i = 0; i < t->ndim - 1; i++) dims[0] = ir_dim_mul(m, dims[0], t->dims[i]);
    return d_reshape(&g->d, x, dims, 2);
}

static IrOperand transposed(OpGradient *g, IrOperand x) {
    const uint32_t n = (uint32_t)d_type(&g->d, x)->ndim;
    int64_t *axes = ARENA_ARRAY(&g->d.b->m->scratch, int64_t, n);
    for (uint32_t i = 0; i < n; i++) axes[i] = i;
    axes[n - 2] = n - 1;
    axes[n - 1] = n - 2;
    return d_permute(&g->d, x, axes, n);
}

/* y = x1 @ x2: x1_adjoint = y_adjoint @ x2^T, x2_adjoint = x1^T @ y_adjoint, summed over what was
 * stretched. Where x2 is one matrix for all of x1's, that sum is part of the product. In the wider
 * of the dtypes. */
static void gradient(OpGradient *g) {
    const IrType *const *types = g->d.types;
    const DType in = types[0]->dtype, out = g->d.result->dtype,
                t = dtype_size(out) < dtype_size(in) ? in : out;
    const bool has[2] = {types[0]->ndim > 1, types[1]->ndim > 1}; /* rows, columns */
    IrOperand dy = d_cast(&g->d, g_adjoint(g), t);
    const bool is_dot = !has[0] && !has[1];
    if (!is_dot) dy = as_matrices(g, dy, has[0], has[1]);
    for (uint32_t i = 0; i < 2; i++) {
        if (!g_wants(g, i)) continue;
        IrOperand other = d_cast(&g->d, d_arg(&g->d, 1 - i), t);
        if (is_dot) {
            g_add(g, i, d2(&g->d, &op_multiply, other, dy));
            continue;
        }
        other = as_matrices(g, other, i == 0 || has[0], i == 1 || has[1]);
        int32_t n;
        const IrDim *const *dims = matrix_dims(g, types[i], i == 1 || has[0], i == 0 || has[1], &n);
        IrOperand up = dy;
        if (i == 1 && n == 2 && d_type(&g->d, other)->ndim > 2) {
            other = stacked(g, other);
            up = stacked(g, up);
        }
        other = transposed(g, other);
        const IrOperand dx =
            i == 0 ? d2(&g->d, &op_matmul, up, other) : d2(&g->d, &op_matmul, other, up);
        g_add(g, i, d_reshape(&g->d, g_collapse(g, dx, dims, n), types[i]->dims, types[i]->ndim));
    }
}

const OpDef op_matmul = {
    .name = "matmul",
    .doc = "The matrix product of the last two dims, broadcast over the leading ones, as NumPy's "
           "matmul: a rank-1 operand stands for a row (x1) or a column (x2) whose dim is then "
           "dropped. Sums in out_dtype.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .lower = lower,
    .work = OP_WORK_PRODUCT,
    .gradient = gradient,
    .is_multilinear = true,
};
