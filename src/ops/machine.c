/* SPDX-License-Identifier: Apache-2.0 */
/* What TVM's passes make of a program for its virtual machine: memory, closures, calls that write
 * into their arguments. It is read, kept, passed on and printed; no run here does it. */
#include "ops/infer.h"
#include "ops/ops.h"

#define OBJECT(name_)                                                                              \
    { .name = (name_), .kind = OP_PARAM_VALUE }
#define FUNCTION(name_)                                                                            \
    { .name = (name_), .kind = OP_PARAM_FUNCTION }
#define ARGS                                                                                       \
    { .name = "args", .kind = OP_PARAM_VALUES }
#define SCOPE OP_STRING("storage_scope", "global", NULL)
#define TYPES                                                                                      \
    { .name = "sinfo_args", .kind = OP_PARAM_TYPES, .optional = true, .alias = "ty_args" }

static const OpParam builtin_alloc_params[] = {
    OP_SHAPE("shape"),
    OP_DTYPE_NEEDED("dtype"),
    OP_INT_NEEDED("runtime_device_index"),
    SCOPE,
};
static const OpParam storage_params[] = {
    OP_SHAPE("size"),
    OP_INT_NEEDED("virtual_device_index"),
    {.name = "storage_scope", .kind = OP_PARAM_STRING},
    OP_DTYPE_NEEDED("dtype"),
};
static const OpParam vm_storage_params[] = {
    OP_SHAPE("shape"),
    OP_INT_NEEDED("runtime_device_index"),
    OP_DTYPE_NEEDED("dtype"),
    SCOPE,
};
static const OpParam alloc_params[] = {
    OBJECT("storage"),
    OP_PRIM("offset"),
    OP_SHAPE("shape"),
    OP_DTYPE_NEEDED("dtype"),
    OP_INT("runtime_device_ind", 0),
};
static const OpParam kill_storage_params[] = {OBJECT("storage")};
static const OpParam kill_tensor_params[] = {OP_TENSOR("tensor")};
static const OpParam kill_object_params[] = {OBJECT("obj")};
static const OpParam call_dyn_params[] = {FUNCTION("func"), ARGS};
static const OpParam call_builtin_params[] = {FUNCTION("func"), ARGS, TYPES};
static const OpParam make_closure_params[] = {FUNCTION("func"), ARGS};
static const OpParam invoke_params[] = {OBJECT("closure"), ARGS, TYPES};
static const OpParam inplace_params[] = {
    {.name = "func", .kind = OP_PARAM_FUNCTION, .alias = "gvar"},
    ARGS,
    OP_INTS_NEEDED("inplace_indices"),
    {.name = "out_sinfo", .kind = OP_PARAM_TYPES, .alias = "out_ty"},
    {.name = "tir_vars", .kind = OP_PARAM_SHAPE, .optional = true},
};

static const OpParam inplace_packed_params[] = {
    FUNCTION("func"),
    {.name = "args", .kind = OP_PARAM_REST},
    OP_INTS_NEEDED("inplace_indices"),
    TYPES,
};

static const char *const no_constraints[] = {NULL};
static const char *const inplace_constraints[] = {
    "out_sinfo is a tensor type, or several (a tuple)",
    "inplace_indices has one for each result: -1, or an argument's number; not all are -1",
    "no argument is written into twice, and each is a tensor",
    "an argument that is written into has the shape and dtype of its result",
    NULL,
};

static const IrType *infer_alloc(IrInfer *in) {
    const IrAttr *dtype = infer_attr(in, "dtype");
    const uint32_t k = in->op->params == alloc_params ? 2 : 0;
    const IrType *shape = in->args[k].type;
    if (shape->kind == IR_TYPE_SHAPE && shape->dims)
        return ir_type_tensor(in->m, shape->dims, shape->ndim, dtype->dtype);
    const int32_t ndim = shape->kind == IR_TYPE_SHAPE ? shape->ndim : IR_NDIM_UNKNOWN;
    return ir_type_tensor(in->m, NULL, ndim, dtype->dtype);
}

static const IrType *infer_object(IrInfer *in) { return ir_type_any(in->m); }
static const IrType *infer_nothing(IrInfer *in) { return ir_type_tuple(in->m, NULL, 0); }

static const IrType *infer_stated(IrInfer *in) {
    if (in->n_types == 0) return ir_type_any(in->m);
    return in->n_types == 1 ? in->types[0] : ir_type_tuple(in->m, in->types, in->n_types);
}

/* The i-th argument's type; NULL: the tuple is a variable of unknown fields. */
static const IrType *argument(IrInfer *in, int64_t i) {
    const IrType *t = in->args[1].type;
    return t->kind == IR_TYPE_TUPLE && i < t->n ? t->fields[i] : NULL;
}

static bool inplace_fits(IrInfer *in, const IrType *result, int64_t index) {
    const IrType *t = argument(in, index);
    if (!t && in->args[1].type->kind != IR_TYPE_TUPLE) return true;
    if (!t)
        return infer_fail(in, 2, "the number of an argument", infer_text(in, "%d", (int)index)),
               false;
    if (t->kind == IR_TYPE_ANY) return true;
    if (t->kind != IR_TYPE_TENSOR)
        return infer_fail(in, 3, "a tensor", ir_type_text(in->m, t)), false;
    bool fits = t->dtype == result->dtype || t->dtype == DTYPE_VOID || result->dtype == DTYPE_VOID;
    fits &= t->ndim < 0 || result->ndim < 0 || t->ndim == result->ndim;
    for (int32_t i = 0; fits && t->dims && result->dims && i < t->ndim; i++)
        fits = ir_dim_eq(in->m, t->dims[i], result->dims[i]) != IR_REFUTED;
    if (fits) return true;
    return infer_fail(in, 4, ir_type_text(in->m, result), ir_type_text(in->m, t)), false;
}

static const IrType *infer_inplace(IrInfer *in) {
    const IrType *result = in->n_types ? infer_stated(in) : NULL;
    const IrAttr *indices = infer_attr(in, "inplace_indices");
    const bool many = result && result->kind == IR_TYPE_TUPLE;
    const uint32_t n = many ? result->n : 1;
    if (!result) return infer_fail(in, 1, "one type or more", "none");
    if (indices->n != n)
        return infer_fail(in, 2, infer_text(in, "%u", n), infer_text(in, "%u", indices->n));
    bool any = false;
    for (uint32_t i = 0; i < n; i++) {
        const IrType *t = many ? result->fields[i] : result;
        const int64_t index = indices->ints[i];
        if (t->kind != IR_TYPE_TENSOR)
            return infer_fail(in, 1, "a tensor type", ir_type_text(in->m, t));
        if (index == -1) continue;
        any = true;
        if (index < 0)
            return infer_fail(in, 2, "-1, or the number of an argument",
                              infer_text(in, "%d", (int)index));
        if (!inplace_fits(in, t, index)) return NULL;
    }
    if (!any) return infer_fail(in, 2, "an argument that is written into", "none");
    /* each once; what a list of a million numbers takes is told by a bit for each argument */
    const IrType *args = in->args[1].type;
    bool *written = INFER_ARRAY(in, bool, (args->kind == IR_TYPE_TUPLE ? args->n : 0) + 1);
    for (uint32_t i = 0; i < n && args->kind == IR_TYPE_TUPLE; i++) {
        if (indices->ints[i] < 0) continue;
        if (written[indices->ints[i]])
            return infer_fail(in, 3, "each argument once",
                              infer_text(in, "%d twice", (int)indices->ints[i]));
        written[indices->ints[i]] = true;
    }
    return result;
}

#define MACHINE(id, name_, params_, constraints_, flags_, infer_, doc_)                            \
    const OpDef op_##id = {                                                                        \
        .name = name_,                                                                             \
        .doc = doc_ " For TVM's virtual machine: it is kept, and no run here does it.",            \
        .constraints = constraints_,                                                               \
        .params = params_,                                                                         \
        .n_params = ARRAY_LEN(params_),                                                            \
        .unsampled = "no run does it",                                                             \
        .flags = flags_,                                                                           \
        .infer = infer_,                                                                           \
        .host = OP_HOST_MACHINE,                                                                   \
        .no_gradient = "it is for TVM's virtual machine",                                          \
    }

MACHINE(builtin_alloc_tensor, "builtin.alloc_tensor", builtin_alloc_params, no_constraints,
        OP_PURE | OP_DISTINCT, infer_alloc, "A tensor of that shape and dtype to be written into.");
MACHINE(memory_alloc_storage, "memory.alloc_storage", storage_params, no_constraints,
        OP_PURE | OP_DISTINCT, infer_object, "Memory of so many bytes.");
MACHINE(memory_alloc_tensor, "memory.alloc_tensor", alloc_params, no_constraints,
        OP_PURE | OP_DISTINCT, infer_alloc, "A tensor in that memory, from that byte on.");
MACHINE(memory_kill_storage, "memory.kill_storage", kill_storage_params, no_constraints, 0,
        infer_nothing, "Ends the life of memory.");
MACHINE(memory_kill_tensor, "memory.kill_tensor", kill_tensor_params, no_constraints, 0,
        infer_nothing, "Ends the life of a tensor.");
MACHINE(vm_alloc_storage, "vm.alloc_storage", vm_storage_params, no_constraints,
        OP_PURE | OP_DISTINCT, infer_object, "Memory of so many bytes.");
MACHINE(vm_alloc_tensor, "vm.alloc_tensor", alloc_params, no_constraints, OP_PURE | OP_DISTINCT,
        infer_alloc, "A tensor in that memory, from that byte on.");
MACHINE(vm_kill_object, "vm.kill_object", kill_object_params, no_constraints, 0, infer_nothing,
        "Ends the life of a value.");
MACHINE(vm_call_tir_dyn, "vm.call_tir_dyn", call_dyn_params, no_constraints, 0, infer_nothing,
        "A call of a loop function on tensors, the last of which it writes, and a shape.");
MACHINE(call_builtin_with_ctx, "call_builtin_with_ctx", call_builtin_params, no_constraints, 0,
        infer_stated, "A call of a function of the virtual machine itself.");
MACHINE(make_closure, "make_closure", make_closure_params, no_constraints, OP_PURE, infer_object,
        "A function with the values of its first parameters.");
MACHINE(invoke_closure, "invoke_closure", invoke_params, no_constraints, 0, infer_stated,
        "What a closure returns for these arguments, of the type sinfo_args.");
MACHINE(invoke_pure_closure, "invoke_pure_closure", invoke_params, no_constraints, OP_PURE,
        infer_stated, "The same of a closure without effects.");
MACHINE(call_tir_inplace, "call_tir_inplace", inplace_params, inplace_constraints, OP_PURE,
        infer_inplace,
        "The results of the loop function func, of which those with a number in inplace_indices "
        "are written into that argument, and those with -1 into tensors that the caller allocates "
        "and passes after args.");
MACHINE(call_inplace_packed, "call_inplace_packed", inplace_packed_params, no_constraints, OP_PURE,
        infer_stated,
        "What an external function returns, which writes results into the arguments that "
        "inplace_indices says.");
const OpDef op_null_value = {
    .name = "null_value",
    .doc = "No value. For TVM's virtual machine: it is kept, and no run here does it.",
    .constraints = no_constraints,
    .unsampled = "no run does it",
    .flags = OP_PURE,
    .infer = infer_object,
    .host = OP_HOST_MACHINE,
    .no_gradient = "it is for TVM's virtual machine",
};
