/* SPDX-License-Identifier: Apache-2.0 */
/* Values passed on unchanged, which tell the gradient, the scheduler or a pass something. */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {{.name = "input", .kind = OP_PARAM_VALUE}};
static const OpParam barrier_params[] = {
    {.name = "values", .kind = OP_PARAM_VALUES},
    {.name = "after", .kind = OP_PARAM_VALUES},
};

static const char *const no_constraints[] = {NULL};

static const IrType *infer(IrInfer *in) { return in->args[0].type; }

static void sample_barrier(OpSample *s) {
    for (int i = 0; i < 2; i++) {
        const uint32_t n = (uint32_t)s_range(s, i == 0, 2);
        const size_t at = s_tuple(s);
        for (uint32_t k = 0; k < n; k++) s_value(s);
        s_end(s, at, n);
    }
}

/* gradient_: NULL where the adjoint goes on as the value came. */
#define MARKER(id, name_, params_, flags_, sample_, gradient_, doc_)                               \
    const OpDef op_grad_##id = {                                                                   \
        .name = name_,                                                                             \
        .doc = doc_,                                                                               \
        .constraints = no_constraints,                                                             \
        .params = params_,                                                                         \
        .n_params = ARRAY_LEN(params_),                                                            \
        .sample = sample_,                                                                         \
        .flags = OP_PURE | (flags_),                                                               \
        .infer = infer,                                                                            \
        .identity = true,                                                                          \
        .work = OP_WORK_VIEW,                                                                      \
        .gradient = gradient_,                                                                     \
    };

MARKER(no_grad, "grad.no_grad", params, 0, sample_value, grad_zero, "input, whose gradient is 0.")
MARKER(
    start_checkpoint, "grad.start_checkpoint", params, 0, sample_value, NULL,
    "input, where a stage begins whose values the backward pass computes again instead of keeping.")
MARKER(end_checkpoint, "grad.end_checkpoint", params, 0, sample_value, NULL,
       "input, where a stage that grad.start_checkpoint began ends.")
MARKER(barrier, "grad.barrier", barrier_params, OP_DISTINCT, sample_barrier, NULL,
       "values, not to be used before all of `after` have been computed.")

static const OpParam stop_params[] = {OP_TENSOR("x")};

const OpDef op_builtin_stop_lift_params = {
    .name = "builtin.stop_lift_params",
    .doc = "x, from where on LiftTransformParams leaves what is computed in its function, also "
           "where it is of weights alone. The pass takes the call away.",
    .constraints = no_constraints,
    .params = stop_params,
    .n_params = ARRAY_LEN(stop_params),
    .sample = sample_any,
    .flags = OP_PURE,
    .infer = infer,
    .identity = true,
    .work = OP_WORK_VIEW,
};
