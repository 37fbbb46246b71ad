/* SPDX-License-Identifier: Apache-2.0 */
/* print and assert_op. */
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam print_params[] = {
    {.name = "values", .kind = OP_PARAM_REST},
    OP_STRING("format", "", NULL),
};
static const OpParam assert_params[] = {
    {.name = "condition", .kind = OP_PARAM_VALUE},
    {.name = "values", .kind = OP_PARAM_REST},
    OP_STRING("format", "", NULL),
};

static const char *const no_constraints[] = {NULL};
static const char *const assert_constraints[] = {
    "condition is a bool scalar: a tensor of rank 0, or a prim value",
    NULL,
};

static const IrType *infer_print(IrInfer *in) { return ir_type_tuple(in->m, NULL, 0); }

static const IrType *infer_assert(IrInfer *in) {
    const IrType *t = in->args[0].type;
    bool good = t->kind == IR_TYPE_ANY || t->kind == IR_TYPE_PRIM || t->kind == IR_TYPE_TENSOR;
    if (good && t->kind != IR_TYPE_ANY) good = t->dtype == DTYPE_VOID || t->dtype == DTYPE_BOOL;
    if (good && t->kind == IR_TYPE_TENSOR) good = t->ndim == IR_NDIM_UNKNOWN || t->ndim == 0;
    if (!good) return infer_fail(in, 1, "a bool scalar", ir_type_text(in->m, t));
    return ir_type_tuple(in->m, NULL, 0);
}

static void sample(OpSample *s) {
    if (ir_op_n_operands(s->op) > 1) s_tensor_dims(s, NULL, 0, DTYPE_BOOL);
    const uint32_t n = (uint32_t)s_range(s, 0, 3);
    for (uint32_t i = 0; i < n; i++) s_value(s);
    if (s_chance(s, 50)) s_set_string(s, "format", "{} and {} and {}");
}

const OpDef op_print = {
    .name = "print",
    .doc =
        "Hands a line of text to the output that the host program chose (the command's is the "
        "standard error): the values in the places {} of format, or one after another when format "
        "is empty. {{ and }} stand for braces. The result is the empty tuple.",
    .constraints = no_constraints,
    .params = print_params,
    .n_params = ARRAY_LEN(print_params),
    .sample = sample,
    .infer = infer_print,
    .host = OP_HOST_PRINT,
    .no_gradient = GRAD_NONE_INTEGER,
};

const OpDef op_assert_op = {
    .name = "assert_op",
    .doc =
        "Ends the run with an error when condition is false; the message is the values in the "
        "places {} of format, or one after another when format is empty. The result is the empty "
        "tuple.",
    .constraints = assert_constraints,
    .params = assert_params,
    .n_params = ARRAY_LEN(assert_params),
    .sample = sample,
    .infer = infer_assert,
    .host = OP_HOST_ASSERT,
    .no_gradient = GRAD_NONE_INTEGER,
};
