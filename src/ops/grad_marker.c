/* SPDX-License-Identifier: Apache-2.0 */
/* Values passed on unchanged, which tell the gradient or the scheduler something. */
#include "ops/infer.h"
#include "ops/ops.h"

static const OpParam params[] = {{.name = "input", .kind = OP_PARAM_VALUE}};
static const OpParam barrier_params[] = {
    {.name = "values", .kind = OP_PARAM_VALUES},
    {.name = "after", .kind = OP_PARAM_VALUES},
};

static const char *const no_constraints[] = {NULL};

static const IrType *infer(IrInfer *in) { return in->args[0].type; }

#define MARKER(id, name_, params_, flags_, doc_)                                                   \
    const OpDef op_grad_##id = {                                                                   \
        .name = name_,                                                                             \
        .doc = doc_,                                                                               \
        .constraints = no_constraints,                                                             \
        .params = params_,                                                                         \
        .n_params = ARRAY_LEN(params_),                                                            \
        .flags = OP_PURE | (flags_),                                                               \
        .infer = infer,                                                                            \
        .identity = true,                                                                          \
    };

MARKER(no_grad, "grad.no_grad", params, 0, "input, whose gradient is 0.")
MARKER(
    start_checkpoint, "grad.start_checkpoint", params, 0,
    "input, where a stage begins whose values the backward pass computes again instead of keeping.")
MARKER(end_checkpoint, "grad.end_checkpoint", params, 0,
       "input, where a stage that grad.start_checkpoint began ends.")
MARKER(barrier, "grad.barrier", barrier_params, OP_DISTINCT,
       "values, not to be used before all of `after` have been computed.")
