/* SPDX-License-Identifier: Apache-2.0 */
/* LowerAllocTensor, LowerRuntimeBuiltin: towards what TVM's virtual machine does itself.
 *
 *     a = R.builtin.alloc_tensor(R.shape([2, 4]), "float32", 0)
 *
 *     storage = R.memory.alloc_storage(R.shape([32]), 0, "global", "uint8")
 *     a = R.memory.alloc_tensor(storage, 0, R.shape([2, 4]), "float32")
 *
 * is LowerAllocTensor; LowerRuntimeBuiltin makes of these
 *
 *     storage = R.vm.alloc_storage(R.shape([32]), 0, "uint8")
 *     a = R.vm.alloc_tensor(storage, 0, R.shape([2, 4]), "float32")
 *
 * of memory.kill_... R.vm.kill_object, and of reshapes, shapes, views and closures calls of the
 * machine's functions:
 *
 *     y = R.reshape(x, R.shape([8]))
 *     y = R.call_packed("vm.builtin.reshape", x, R.shape([8]), sinfo_args=R.Tensor((8,)))
 *
 * Dataflow blocks with such a call become ordinary bindings, and the function says that it is not
 * to be checked for purity, if it is said to be pure. Linear. */
#include "ir/clone.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"

static IrAttr *defaults(IrClone *c, const OpDef *op) {
    IrAttr *attrs = ARENA_ARRAY(&c->m->scratch, IrAttr, (size_t)op->n_params + 1);
    ir_attr_defaults(c->m, op, attrs);
    return attrs;
}

static void set(const OpDef *op, IrAttr *attrs, const char *name, IrAttr value) {
    attrs[ir_op_attr_index(op, name)] = value;
}

static IrAttr attr(const IrBinding *b, const char *name) {
    return b->attrs[ir_op_attr_index(b->op, name)];
}

static IrVar *build(IrClone *c, const OpDef *op, const IrOperandBuf *buf, IrCallForm form,
                    const char *name) {
    IrVar *v = ir_build_call(&c->b, op, buf->ops.at, (uint32_t)buf->ops.len, form, name);
    if (v) v->is_output = !c->b.block->is_dataflow;
    return v;
}

/* The binding's copy is the call. */
static IrCloneAnswer replace(IrClone *c, const IrBinding *b, const OpDef *op,
                             const IrOperandBuf *buf, IrCallForm form) {
    IrVar *v = build(c, op, buf, form, b->var->name);
    if (!v) return IR_CLONE_FAILED;
    ir_clone_set_var(c, b->var, v);
    return IR_CLONE_DONE;
}

/* LowerAllocTensor */

static IrCloneAnswer lower_alloc(IrClone *c, IrBinding *b) {
    if (b->kind != IR_BIND_CALL || b->op != &op_builtin_alloc_tensor) return IR_CLONE_COPY;
    IrModule *m = c->m;
    const IrType *t = ir_clone_type(c, b->var->type);
    const IrDim *size = ir_dim_const(m, ((int64_t)dtype_bits(t->dtype) + 7) / 8);
    if (t->kind != IR_TYPE_TENSOR || !t->dims || t->dtype == DTYPE_VOID) return IR_CLONE_COPY;
    for (int32_t i = 0; i < t->ndim; i++) size = ir_dim_mul(m, size, t->dims[i]);
    if (!ir_dims_check(m, b->loc)) return IR_CLONE_FAILED;
    const OpDef *storage_op = &op_memory_alloc_storage, *op = &op_memory_alloc_tensor;
    IrAttr *attrs = defaults(c, storage_op);
    set(storage_op, attrs, "virtual_device_index", attr(b, "runtime_device_index"));
    set(storage_op, attrs, "storage_scope", attr(b, "storage_scope"));
    set(storage_op, attrs, "dtype", (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = DTYPE_UINT8});
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    ir_operands_shape(&buf, ir_type_shape(m, &size, 1));
    IrVar *storage = build(c, storage_op, &buf, (IrCallForm){.attrs = attrs}, "storage");
    if (!storage) return IR_CLONE_FAILED;
    attrs = defaults(c, op);
    set(op, attrs, "dtype", attr(b, "dtype"));
    ir_operands_init(&buf, &m->scratch);
    ir_operands_var(&buf, storage);
    ir_operands_prim(&buf, ir_type_prim(m, DTYPE_INT64, ir_dim_const(m, 0)), 0);
    ir_clone_operands(c, b->operands.at, b->operands.at->span, &buf);
    return replace(c, b, op, &buf, (IrCallForm){.attrs = attrs});
}

bool pass_lower_alloc_tensor(IrModule *m) {
    const IrCloneHooks hooks = {.visit = lower_alloc};
    return ir_clone_module(m, &hooks) && blocks_finish(m);
}

/* LowerRuntimeBuiltin */

/* What becomes a call of one of the machine's functions. */
typedef struct {
    const OpDef *op;
    const char *function;
} Function;

static const Function functions[] = {
    {&op_reshape, "vm.builtin.reshape"},
    {&op_shape_of, "vm.builtin.shape_of"},
    {&op_tensor_to_shape, "vm.builtin.tensor_to_shape"},
    {&op_memory_view, "runtime.TVMTensorCreateView"},
    {&op_memory_ensure_zero_offset, "vm.builtin.ensure_zero_offset"},
    {&op_make_closure, "vm.builtin.make_closure"},
    {&op_invoke_closure, "vm.builtin.invoke_closure"},
    {&op_vm_call_tir_dyn, "vm.builtin.call_tir_dyn"},
};

static const Function *function_of(const IrBinding *b) {
    for (size_t i = 0; b->kind == IR_BIND_CALL && i < ARRAY_LEN(functions); i++) {
        if (functions[i].op == b->op) return &functions[i];
    }
    return NULL;
}

static bool is_memory(const IrBinding *b) {
    return b->kind == IR_BIND_CALL &&
           (b->op == &op_memory_alloc_storage || b->op == &op_memory_alloc_tensor ||
            b->op == &op_memory_kill_storage || b->op == &op_memory_kill_tensor);
}

/* Calls of functions have effects, as far as anybody knows. */
static bool dissolve(void *user, IrFunction *fn) {
    bool *any = user, here = false;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        *any |= is_memory(b);
        here |= function_of(b) != NULL;
    }
    if (!here) return true;
    *any = true;
    blocks_dissolve(fn);
    if (fn->is_pure)
        ir_function_set_list(fn, "relax.force_pure", &(IrAttr){.kind = IR_ATTR_BOOL, .i = 1});
    return true;
}

static IrCloneAnswer lower_memory(IrClone *c, const IrBinding *b) {
    const bool is_storage = b->op == &op_memory_alloc_storage;
    const bool is_kill = b->op == &op_memory_kill_storage || b->op == &op_memory_kill_tensor;
    const OpDef *op = is_kill      ? &op_vm_kill_object
                      : is_storage ? &op_vm_alloc_storage
                                   : &op_vm_alloc_tensor;
    IrAttr *attrs = defaults(c, op);
    if (is_storage) {
        set(op, attrs, "runtime_device_index", attr(b, "virtual_device_index"));
        set(op, attrs, "storage_scope", attr(b, "storage_scope"));
        set(op, attrs, "dtype", (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = DTYPE_UINT8});
    } else if (!is_kill) {
        set(op, attrs, "dtype", attr(b, "dtype"));
        set(op, attrs, "runtime_device_ind", attr(b, "runtime_device_ind"));
    }
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    ir_clone_operands(c, b->operands.at, b->operands.n, &buf);
    return replace(c, b, op, &buf, (IrCallForm){.attrs = attrs});
}

/* The fields of a tuple one by one; a tuple variable stays one. */
static void add_flat(IrClone *c, const IrOperand *o, IrOperandBuf *buf) {
    const bool is_tuple = o->kind == IR_OPERAND_TUPLE;
    ir_clone_operands(c, is_tuple ? o + 1 : o, is_tuple ? o->span - 1 : o->span, buf);
}

/* What the call leaves out is said. */
static void add_view(IrClone *c, const IrBinding *b, const IrType *result, IrOperandBuf *buf) {
    IrModule *m = c->m;
    const IrOperand *shape = ir_operand_get(&b->operands, 1),
                    *offset = ir_operand_get(&b->operands, 2);
    ir_clone_operands(c, b->operands.at, b->operands.at->span, buf);
    if (shape->kind == IR_OPERAND_NONE && result->dims)
        ir_operands_shape(buf, ir_type_shape(m, result->dims, result->ndim));
    else
        ir_clone_operands(c, shape, shape->span, buf);
    ir_operands_dtype(buf, result->dtype);
    if (offset->kind == IR_OPERAND_NONE)
        ir_operands_prim(buf, ir_type_prim(m, DTYPE_INT64, ir_dim_const(m, 0)), 0);
    else
        ir_clone_operands(c, offset, offset->span, buf);
}

static bool can_be_said(const IrBinding *b) {
    if (b->op != &op_memory_view) return true;
    const IrType *t = b->var->type;
    return t->dtype != DTYPE_VOID &&
           (t->dims || ir_operand_get(&b->operands, 1)->kind != IR_OPERAND_NONE);
}

static IrCloneAnswer lower_function(IrClone *c, const IrBinding *b, const Function *f) {
    IrModule *m = c->m;
    IrOperandBuf buf;
    const IrOperands *list = &b->operands;
    const IrType *result = ir_clone_type(c, b->var->type);
    if (!can_be_said(b)) return IR_CLONE_COPY;
    ir_operands_init(&buf, &m->scratch);
    ir_operands_string(&buf, ir_name(m, str_c(f->function)));
    if (b->op == &op_invoke_closure) { /* the machine's own, which needs the machine */
        const size_t at = ir_operands_tuple(&buf);
        const IrOperand *args = ir_operand_get(list, 1);
        ir_clone_operands(c, list->at, list->at->span, &buf);
        add_flat(c, args, &buf);
        const uint32_t n = args->kind == IR_OPERAND_TUPLE ? args->n : 1;
        ir_operands_end(&buf, at, n + 1);
        return replace(c, b, &op_call_builtin_with_ctx, &buf,
                       (IrCallForm){.types = &result, .n_types = 1});
    }
    if (b->op == &op_memory_view) {
        add_view(c, b, result, &buf);
    } else {
        for (uint32_t i = 0; i < list->n; i += list->at[i].span) add_flat(c, &list->at[i], &buf);
    }
    return replace(c, b, &op_call_packed, &buf, (IrCallForm){.types = &result, .n_types = 1});
}

static IrCloneAnswer lower(IrClone *c, IrBinding *b) {
    const Function *f = function_of(b);
    if (f) return lower_function(c, b, f);
    return is_memory(b) ? lower_memory(c, b) : IR_CLONE_COPY;
}

bool pass_lower_runtime_builtin(IrModule *m) {
    bool any = false;
    const IrCloneHooks hooks = {.visit = lower};
    return blocks_each_function(m, dissolve, &any) && (!any || ir_clone_module(m, &hooks)) &&
           blocks_finish(m);
}
