/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions that are no operators: loop functions of the module and those of the host program.
 * What they compute is unknown, so the call says the type of the result. */
#include "ops/infer.h"
#include "ops/ops.h"

#define ARGS                                                                                       \
    { .name = "args", .kind = OP_PARAM_VALUES }
#define OUT_TYPES                                                                                  \
    { .name = "out_sinfo", .kind = OP_PARAM_TYPES, .alias = "out_ty" }

static const OpParam call_tir_params[] = {
    {.name = "func", .kind = OP_PARAM_FUNCTION, .alias = "gvar"},
    ARGS,
    OUT_TYPES,
    {.name = "tir_vars", .kind = OP_PARAM_SHAPE, .optional = true},
};
static const OpParam call_dps_packed_params[] = {
    {.name = "func", .kind = OP_PARAM_FUNCTION},
    ARGS,
    OUT_TYPES,
};
static const OpParam packed_params[] = {
    {.name = "func", .kind = OP_PARAM_FUNCTION},
    {.name = "args", .kind = OP_PARAM_REST},
    {.name = "sinfo_args", .kind = OP_PARAM_TYPES, .optional = true, .alias = "ty_args"},
};

static const char *const out_constraints[] = {
    "out_sinfo is a tensor type, or several (a tuple), with their shapes and dtypes",
    NULL,
};
static const char *const no_constraints[] = {NULL};

/* One type argument stands for itself, several for a tuple. */
static const IrType *result_type(IrInfer *in) {
    return in->n_types == 1 ? in->types[0] : ir_type_tuple(in->m, in->types, in->n_types);
}

/* The caller allocates the results, so it must know their size. */
static const IrType *infer_allocated(IrInfer *in) {
    if (in->n_types == 0) return infer_fail(in, 1, "one type or more", "none");
    const IrType *result = result_type(in);
    const bool many = result->kind == IR_TYPE_TUPLE;
    const IrType *const *types = many ? result->fields : &result;
    for (uint32_t i = 0; i < (many ? result->n : 1); i++) {
        if (types[i]->kind != IR_TYPE_TENSOR || !types[i]->dims || types[i]->dtype == DTYPE_VOID) {
            return infer_fail(in, 1, "a tensor type with its shape and dtype",
                              ir_type_text(in->m, types[i]));
        }
    }
    return result;
}

static const IrType *infer_packed(IrInfer *in) {
    return in->n_types == 0 ? ir_type_any(in->m) : result_type(in);
}

#define CALL(id, params_, constraints_, flags_, infer_, meaning_, doc_)                                         \
    const OpDef op_##id = {                                                                        \
        .name = #id,                                                                               \
        .doc = doc_,                                                                               \
        .constraints = constraints_,                                                               \
        .params = params_,                                                                         \
        .n_params = ARRAY_LEN(params_),                                                            \
        .flags = flags_,                                                                           \
        .infer = infer_,                                                                           \
        meaning_,                                                                                  \
    };

CALL(call_tir, call_tir_params, out_constraints, OP_PURE, infer_allocated, .structural = OP_STRUCTURAL_CALL_LOOPS,
     "The results of the loop function func, which reads args and writes into tensors of the "
     "types out_sinfo that the caller allocates and passes after them. tir_vars are integers "
     "passed last.")
CALL(call_dps_packed, call_dps_packed_params, out_constraints, OP_PURE, infer_allocated, .host = OP_HOST_CALL_DPS,
     "The results of the host function func, which reads args and writes into tensors of the "
     "types out_sinfo that the caller allocates. It has no other effect.")
CALL(call_pure_packed, packed_params, no_constraints, OP_PURE, infer_packed, .host = OP_HOST_CALL,
     "What the host function func returns, of the type sinfo_args. It has no effects, so the "
     "call may be dropped, moved or shared.")
CALL(call_packed, packed_params, no_constraints, 0, infer_packed, .host = OP_HOST_CALL,
     "What the host function func returns, of the type sinfo_args. It may have effects.")
