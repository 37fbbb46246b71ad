/* SPDX-License-Identifier: Apache-2.0 */
/* Triangular parts of matrices. */
#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x"), OP_PRIM_DEFAULT("k", 0)};

static const char *const constraints[] = {
    "x has rank 2 or more",
    "k is an integer",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    const IrDim *k;
    if (x->ndim == 0 || x->ndim == 1) {
        return infer_fail(in, 1, NULL, infer_text(in, "rank %d", x->ndim));
    }
    return extent_integer(in, 1, 2, NULL, &k) ? x : NULL;
}

static void lower_part(OpLower *low, bool is_upper) {
    const LoopBuffer *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX),
                   *k = place_prim(low, 1, DTYPE_INT64, 0);
    const LoopExpr *at = l_sub(low, index[out->ndim - 1], index[out->ndim - 2]);
    const LoopExpr *keep = is_upper ? l_le(low, k, at) : l_le(low, at, k);
    const LoopExpr *x = lower_load(low, low->in[0], index);
    lower_store(low, out, index, l_select(low, keep, x, l_num(low, out->dtype, 0)));
    lower_close(low, out->ndim);
}

static void lower_tril(OpLower *low) { lower_part(low, false); }
static void lower_triu(OpLower *low) { lower_part(low, true); }

static void sample(OpSample *s) {
    s_tensor(s, (SampleWant){.min_ndim = 2});
    s_int_prim(s, s_range(s, -2, 2));
}

#define TRIANGLE(id, doc_)                                                                         \
    const OpDef op_##id = {.name = #id,                                                            \
                           .doc = doc_,                                                            \
                           .constraints = constraints,                                             \
                           .params = params,                                                       \
                           .n_params = ARRAY_LEN(params),                                          \
                           .sample = sample,                                                       \
                           .flags = OP_PURE | OP_SMALL_MOVES,                                      \
                           .infer = infer,                                                         \
                           .gradient = grad_again,                                                 \
                           .is_multilinear = true,                                                 \
                           .lower = lower_##id};

TRIANGLE(tril, "x in the last two dims where column - row is k or less, 0 elsewhere.")
TRIANGLE(triu, "x in the last two dims where column - row is k or more, 0 elsewhere.")
