/* SPDX-License-Identifier: Apache-2.0 */
/* CallTIRRewrite: calls that give tensors become calls that write into them, as TVM's virtual
 * machine has them.
 *
 *     y = R.call_tir(cls.f, (x,), out_sinfo=R.Tensor((2,), "float32"))
 *
 *     alloc = R.builtin.alloc_tensor(R.shape([2]), dtype="float32", runtime_device_index=0)
 *     _ = cls.f(x, alloc)
 *     y = alloc
 *
 * So does call_dps_packed, with R.call_packed; call_tir with tir_vars, with R.vm.call_tir_dyn; and
 * call_tir_inplace, which passes the arguments that it writes into. Dataflow blocks with such calls
 * become ordinary bindings, and the function says that it is not to be checked for purity, if it is
 * said to be pure. Nothing that is left runs here. Linear. */
#include "ir/clone.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"

static bool is_rewritten(const IrBinding *b) {
    return b->kind == IR_BIND_CALL &&
           (b->op == &op_call_tir || b->op == &op_call_dps_packed || b->op == &op_call_tir_inplace);
}

/* Blocks with such calls are dissolved before the copy is made. */
static bool dissolve(void *user, IrFunction *fn) {
    bool *any = user, here = false;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (!is_rewritten(b)) continue;
        *any = here = true;
        b->block->is_dataflow = false;
    }
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (!b->block->is_dataflow) b->var->is_output = true;
    }
    if (here && fn->is_pure)
        ir_function_set_list(fn, "relax.force_pure", &(IrAttr){.kind = IR_ATTR_BOOL, .i = 1});
    return true;
}

static IrVar *allocate(IrClone *c, const IrType *t) {
    IrModule *m = c->m;
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, op_builtin_alloc_tensor.n_params);
    ir_attr_defaults(m, &op_builtin_alloc_tensor, attrs);
    attrs[ir_op_attr_index(&op_builtin_alloc_tensor, "dtype")] =
        (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = t->dtype};
    attrs[ir_op_attr_index(&op_builtin_alloc_tensor, "runtime_device_index")] =
        (IrAttr){.kind = IR_ATTR_INT};
    const IrOperand shape = {
        .kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(m, t->dims, t->ndim)};
    IrVar *v = ir_build_call(&c->b, &op_builtin_alloc_tensor, &shape, 1,
                             (IrCallForm){.attrs = attrs}, "alloc");
    if (v) v->is_output = true;
    return v;
}

typedef struct {
    IrClone *c;
    const IrBinding *b;
    IrOperandBuf args; /* the callee, the arguments and the results, as a call has them */
    IrOperandBuf out;  /* what the old variable is now */
} Rewrite;

/* The arguments of the old call, the fields of its tuple one by one. */
static void add_arguments(Rewrite *r, const IrOperand *args) {
    const bool is_tuple = args->kind == IR_OPERAND_TUPLE;
    const IrOperand *at = is_tuple ? args + 1 : args;
    ir_clone_operands(r->c, at, is_tuple ? args->span - 1 : args->span, &r->args);
}

/* Entry i of the arguments that call_tir_inplace writes into. */
static const IrOperand *argument(const IrOperand *args, int64_t i) {
    if (args->kind != IR_OPERAND_TUPLE) return args;
    const IrOperand *o = args + 1;
    for (; i > 0; i--) o += o->span;
    return o;
}

/* The results: allocated, or arguments. False after a report. */
static bool add_results(Rewrite *r, const IrOperand *args) {
    const IrBinding *b = r->b;
    const IrType *t = ir_clone_type(r->c, b->var->type);
    const bool many = t->kind == IR_TYPE_TUPLE;
    const uint32_t n = many ? t->n : 1;
    const bool in_place = b->op == &op_call_tir_inplace;
    const IrAttr *indices = in_place ? &b->attrs[ir_op_attr_index(b->op, "inplace_indices")] : NULL;
    const size_t at = many ? ir_operands_tuple(&r->out) : 0;
    for (uint32_t i = 0; i < n; i++) {
        if (indices && indices->ints[i] >= 0) {
            const IrOperand *o = argument(args, indices->ints[i]);
            ir_clone_operands(r->c, o, o->span, &r->out);
            continue;
        }
        IrVar *v = allocate(r->c, many ? t->fields[i] : t);
        if (!v) return false;
        ir_operands_var(&r->args, v);
        ir_operands_var(&r->out, v);
    }
    if (many) ir_operands_end(&r->out, at, n);
    return true;
}

/* A call of a loop function with integers: R.vm.call_tir_dyn(f, (arguments, results, integers)). */
static IrVar *call_dyn(Rewrite *r, const IrOperand *integers) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &r->c->m->scratch);
    const IrOperand *callee = r->args.ops.at;
    ir_operands_copy(&buf, callee);
    const size_t at = ir_operands_tuple(&buf);
    uint32_t n = 0;
    for (size_t i = callee->span; i < r->args.ops.len; i += r->args.ops.at[i].span, n++)
        ir_operands_copy(&buf, &r->args.ops.at[i]);
    ir_clone_operands(r->c, integers, integers->span, &buf);
    ir_operands_end(&buf, at, n + 1);
    return ir_build_call(&r->c->b, &op_vm_call_tir_dyn, buf.ops.at, (uint32_t)buf.ops.len,
                         (IrCallForm){.attrs = NULL}, "_");
}

static bool build(Rewrite *r) {
    IrBuilder *to = &r->c->b;
    const IrOperands *list = &r->b->operands;
    const bool packed = r->b->op == &op_call_dps_packed;
    const IrOperand *integers =
        packed || ir_operands_count(list) < 3 ? NULL : ir_operand_get(list, 2);
    const uint32_t n = (uint32_t)r->args.ops.len;
    IrVar *call;
    if (integers && integers->kind != IR_OPERAND_NONE) {
        call = call_dyn(r, integers);
    } else if (packed) {
        call =
            ir_build_call(to, &op_call_packed, r->args.ops.at, n, (IrCallForm){.attrs = NULL}, "_");
    } else {
        call = ir_build_invoke(to, r->args.ops.at, n, "_");
    }
    if (!call) return false;
    call->is_output = true;
    IrVar *v = ir_build_value(to, r->out.ops.at, (uint32_t)r->out.ops.len, r->b->var->name);
    if (!v) return false;
    v->is_output = true;
    ir_clone_set_var(r->c, r->b->var, v);
    return true;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    if (!is_rewritten(b)) return IR_CLONE_COPY;
    const IrType *t = b->var->type;
    const IrOperand *args = ir_operand_get(&b->operands, 1);
    for (uint32_t i = 0; i < (t->kind == IR_TYPE_TUPLE ? t->n : 1); i++) {
        const IrType *field = t->kind == IR_TYPE_TUPLE ? t->fields[i] : t;
        /* a tuple variable has no entries to pass, a type that leaves the size open no memory */
        if (field->kind != IR_TYPE_TENSOR || !field->dims || field->dtype == DTYPE_VOID ||
            (args->kind == IR_OPERAND_VAR && args->var->type->kind == IR_TYPE_TUPLE))
            return IR_CLONE_COPY;
    }
    Rewrite r = {.c = c, .b = b};
    ir_operands_init(&r.args, &c->m->scratch);
    ir_operands_init(&r.out, &c->m->scratch);
    ir_clone_operands(c, b->operands.at, b->operands.at->span, &r.args);
    add_arguments(&r, args);
    return add_results(&r, args) && build(&r) ? IR_CLONE_DONE : IR_CLONE_FAILED;
}

bool pass_call_tir_rewrite(IrModule *m) {
    bool any = false;
    const IrCloneHooks hooks = {.visit = visit};
    return blocks_each_function(m, dissolve, &any) && (!any || ir_clone_module(m, &hooks)) &&
           blocks_finish(m);
}
