/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions that are no operators: loop functions of the module and those of the host
 * program. What they compute is unknown, so the call says the type of the result. */
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

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
static const OpParam call_tir_with_grad_params[] = {
    {.name = "func", .kind = OP_PARAM_FUNCTION, .alias = "gvar"},
    ARGS,
    OUT_TYPES,
    {.name = "tir_vars", .kind = OP_PARAM_SHAPE, .optional = true},
    {.name = "te_grad_name", .kind = OP_PARAM_STRING},
    {.name = "te_grad_kwargs",
     .kind = OP_PARAM_LIST,
     .form = OP_LIST_DICT,
     .optional = true,
     .none = true},
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
#define FUNC "func is a function, or a string that names an external one"
static const char *const packed_constraints[] = {FUNC, NULL};
static const char *const dps_constraints[] = {
    "out_sinfo is a tensor type, or several (a tuple), with their shapes and dtypes", FUNC, NULL};

/* False after a report of constraint c. */
static bool check_callee(IrInfer *in, unsigned c) {
    const IrArg *func = &in->args[0];
    if (func->operand && func->operand->kind == IR_OPERAND_STRING) return true;
    if (!func->type || func->type->kind == IR_TYPE_ANY || func->type->kind == IR_TYPE_CALLABLE)
        return true;
    infer_fail(in, c, "a function, or a string", ir_type_text(in->m, func->type));
    return false;
}

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

static const IrType *infer_dps(IrInfer *in) {
    return check_callee(in, 2) ? infer_allocated(in) : NULL;
}

static const IrType *infer_packed(IrInfer *in) {
    if (!check_callee(in, 1)) return NULL;
    return in->n_types == 0 ? ir_type_any(in->m) : result_type(in);
}

/* A call of an external function; of call_dps_packed with the arguments in a tuple. */
static void sample_packed(OpSample *s) {
    const IrType **out = ARENA_ARRAY(&s->b.m->scratch, const IrType *, 2);
    s->n_types = (uint32_t)s_range(s, 1, 2);
    for (uint32_t i = 0; i < s->n_types; i++) out[i] = s_type(s, (SampleWant){.min_ndim = 0});
    s->types = out;
    s_string(s, "vendor.function");
    const bool in_tuple = s->op->infer == infer_dps;
    const uint32_t n = (uint32_t)s_range(s, 0, 3);
    const size_t at = in_tuple ? s_tuple(s) : 0;
    for (uint32_t i = 0; i < n; i++) s_tensor(s, (SampleWant){.min_ndim = 0});
    if (in_tuple) s_end(s, at, n);
}

/* A call of the loops of an elementwise operator, which become a function of the module. */
static void sample_loops(OpSample *s) {
    static const OpDef *const ops[] = {&op_tanh, &op_square, &op_multiply, &op_subtract};
    IrModule *m = s->b.m;
    const OpDef *op = ops[s_below(s, ARRAY_LEN(ops))];
    const uint32_t n = op->n_params;
    const IrType *t = s_type(s, (SampleWant){.kinds = KIND_FLOAT});
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, n);
    for (uint32_t i = 0; i < n; i++) types[i] = t;
    IrSymbols scalars = {.at = NULL};
    const LoopFn *loops = lower_call(
        m,
        &(LowerCall){
            .op = op, .args = types, .floats = NULL, .n_args = n, .attrs = NULL, .result = t},
        &m->arena, &scalars);
    const char *name = arena_printf(&m->arena, "loops_%zu", m->globals.len);
    ir_operands_global(&s->operands, lower_global(m, loops, name));
    const size_t at = s_tuple(s);
    for (uint32_t i = 0; i < n; i++) s_tensor_of(s, t);
    s_end(s, at, n);
    const IrDim **values = ARENA_ARRAY(&m->scratch, const IrDim *, scalars.len + 1);
    for (size_t i = 0; i < scalars.len; i++) values[i] = ir_dim_symbol(m, scalars.at[i]);
    if (scalars.len)
        ir_operands_shape(&s->operands, ir_type_shape(m, values, (int32_t)scalars.len));
    else
        s_none(s);
    s->types = types;
    s->n_types = 1;
}

static void sample_loops_with_grad(OpSample *s) {
    sample_loops(s);
    s_set_string(s, "te_grad_name", "grad_of_loops");
}

#define CALL(id, params_, constraints_, flags_, infer_, meaning_, no_gradient_, sample_, doc_)     \
    const OpDef op_##id = {                                                                        \
        .name = #id,                                                                               \
        .doc = doc_,                                                                               \
        .constraints = constraints_,                                                               \
        .params = params_,                                                                         \
        .n_params = ARRAY_LEN(params_),                                                            \
        .sample = sample_,                                                                         \
        .flags = flags_,                                                                           \
        .infer = infer_,                                                                           \
        meaning_,                                                                                  \
        .no_gradient = no_gradient_,                                                               \
    };

CALL(call_tir, call_tir_params, out_constraints, OP_PURE, infer_allocated,
     .structural = OP_STRUCTURAL_CALL_LOOPS, "loops are not differentiated", sample_loops,
     "The results of the loop function func, which reads args and writes into tensors of the "
     "types out_sinfo that the caller allocates and passes after them. tir_vars are integers "
     "passed last.")
CALL(
    call_tir_with_grad, call_tir_with_grad_params, out_constraints, OP_PURE, infer_allocated,
    .structural = OP_STRUCTURAL_CALL_LOOPS,
    "te_grad_name is a function of TVM's, which is not known here", sample_loops_with_grad,
    "What call_tir gives. te_grad_name and te_grad_kwargs say which function TVM's Gradient calls; "
    "they are kept, and mean nothing here.")
CALL(call_dps_packed, call_dps_packed_params, dps_constraints, OP_PURE, infer_dps,
     .host = OP_HOST_CALL_DPS, GRAD_NONE_HOST, sample_packed,
     "The results of the host function func, which reads args and writes into tensors of the "
     "types out_sinfo that the caller allocates. It has no other effect.")
CALL(call_pure_packed, packed_params, packed_constraints, OP_PURE, infer_packed,
     .host = OP_HOST_CALL, GRAD_NONE_HOST, sample_packed,
     "What the host function func returns, of the type sinfo_args. It has no effects, so the "
     "call may be dropped, moved or shared.")
CALL(call_packed, packed_params, packed_constraints, 0, infer_packed, .host = OP_HOST_CALL,
     GRAD_NONE_HOST, sample_packed,
     "What the host function func returns, of the type sinfo_args. It may have effects.")
