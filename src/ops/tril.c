/* SPDX-License-Identifier: Apache-2.0 */
/* Triangular parts of matrices. */
#include "ops/extent.h"
#include "ops/ops.h"

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

#define TRIANGLE(id, doc_)                                                                         \
    const OpDef op_##id = {.name = #id,                                                            \
                           .doc = doc_,                                                            \
                           .constraints = constraints,                                             \
                           .params = params,                                                       \
                           .n_params = ARRAY_LEN(params),                                          \
                           .flags = OP_PURE,                                                       \
                           .infer = infer};

TRIANGLE(tril, "x in the last two dims where column - row is k or less, 0 elsewhere.")
TRIANGLE(triu, "x in the last two dims where column - row is k or more, 0 elsewhere.")
