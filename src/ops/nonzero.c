/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x")};

static const IrType *infer(IrInfer *in) { return infer_tensor_ndim(in, 2, DTYPE_INT64); }

/* All elements may be other than 0. */
static const IrType *bound(IrInfer *in) {
    const IrType *x = in->args[0].type;
    const IrDim *dims[2] = {ir_dim_const(in->m, x->ndim), infer_product(in, x->dims, x->ndim)};
    return infer_tensor(in, dims, 2, DTYPE_INT64);
}

static void lower(OpLower *low) {
    const LoopBuffer *x = low->in[0], *out = low->out[0], *extents = low->out[1];
    const LoopBuffer *count = loop_scalar(low->b, "count", l_index(low, 0));
    const LoopExpr **index = lower_open(low, x, 0);
    const LoopExpr *v = lower_load(low, x, index);
    loop_begin_if(low->b, l_op2(low, LOOP_NE, v, l_num(low, v->dtype, 0)));
    for (uint32_t d = 0; d < x->ndim; d++) {
        const LoopExpr *at[2] = {l_index(low, d), loop_get(low->b, count)};
        lower_store(low, out, at, index[d]);
    }
    loop_set(low->b, count, l_add(low, loop_get(low->b, count), l_index(low, 1)));
    loop_end(low->b);
    lower_close(low, x->ndim);
    const LoopExpr *first = l_index(low, 0), *second = l_index(low, 1);
    lower_store(low, extents, &first, l_index(low, x->ndim));
    lower_store(low, extents, &second, loop_get(low->b, count));
}

static void sample(OpSample *s) { s_tensor(s, (SampleWant){.min_ndim = 0}); }

const OpDef op_nonzero = {
    .name = "nonzero",
    .doc = "The positions of the elements that are not 0, in row-major order: column j of the "
           "(rank of x, count) result is the j-th one's position.",
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .lower = lower,
    .bound = bound,
    .no_gradient = GRAD_NONE_INTEGER,
};
