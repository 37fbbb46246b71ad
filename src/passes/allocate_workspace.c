/* SPDX-License-Identifier: Apache-2.0 */
/* AllocateWorkspace: functions of a library that say by WorkspaceSize how many bytes they need get
 * memory for it, as TVM's virtual machine has them.
 *
 *     def f(x):                                      def f1(x, workspace: R.Tensor((64,), "uint8")):
 *         {"Codegen": "lib", "WorkspaceSize": 64}        {"Codegen": "lib"}
 *
 *     def main(x):                                   def main(x):
 *         y = cls.f(x)                                   w = R.builtin.alloc_tensor(R.shape([64]),
 *                                                                dtype="uint8", ...)
 *                                                        y = cls.f1(x, w)
 *
 * One for each function that calls such ones, as large as the largest of all. So does a composite
 * function within one of a library, which is handed what that one was given. Nothing that is left
 * runs here. A clone of the module; linear. */
#include "base/diag.h"
#include "ir/clone.h"
#include "ir/fresh.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"
#include "passes/rename.h"

static const char key[] = "WorkspaceSize";

typedef struct {
    IrModule *m;
    Arena *arena;
    int64_t bytes;
    Map changed; /* globals with such a function */
    Map own;     /* the workspace, an IrVar, by new function */
    Map known;   /* old functions of which `callers` speaks */
    Map callers;
} Workspace;

static const IrAttr *size_of(const IrFunction *fn) {
    return ir_function_attr(fn, key, IR_ATTR_INT);
}

/* It gets a workspace as its last parameter. */
static bool takes_workspace(const IrFunction *fn) {
    return fn->body && size_of(fn) &&
           (ir_function_attr(fn, "Codegen", IR_ATTR_STRING) ||
            ir_function_attr(fn, "Composite", IR_ATTR_STRING));
}

/* The binding calls such a function. */
static bool is_call(const Workspace *w, const IrBinding *b) {
    if (b->kind != IR_BIND_INVOKE) return false;
    const IrOperand *o = b->operands.at;
    if (o->kind == IR_OPERAND_GLOBAL) return map_get_ptr(&w->changed, o->global);
    const IrBinding *def = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
    return def && def->kind == IR_BIND_FUNCTION && takes_workspace(def->function);
}

/* Something calls one in the function itself, not in those that are nested in it. */
static bool calls_one(Workspace *w, const IrFunction *fn) {
    if (!map_mark_ptr(&w->known, fn)) return map_get_ptr(&w->callers, fn);
    IrWalk walk;
    bool any = false;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; !any && (b = ir_walk_next(&walk));) any = is_call(w, b);
    if (any) map_mark_ptr(&w->callers, fn);
    return any;
}

static const IrType *workspace_type(const Workspace *w) {
    const IrDim *bytes = ir_dim_const(w->m, w->bytes);
    return ir_type_tensor(w->m, &bytes, 1, DTYPE_UINT8);
}

static void params(IrClone *c) {
    Workspace *w = c->user;
    if (!takes_workspace(c->from)) return;
    ir_function_drop_attr(c->to, key);
    IrVar *v = ir_clone_new_param(c, ir_name(w->m, str_c("workspace")), workspace_type(w));
    map_add_ptr(&w->own, c->to, v);
}

static IrVar *allocate(IrClone *c) {
    const Workspace *w = c->user;
    IrModule *m = c->m;
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, op_builtin_alloc_tensor.n_params);
    ir_attr_defaults(m, &op_builtin_alloc_tensor, attrs);
    attrs[ir_op_attr_index(&op_builtin_alloc_tensor, "dtype")] =
        (IrAttr){.kind = IR_ATTR_DTYPE, .dtype = DTYPE_UINT8};
    attrs[ir_op_attr_index(&op_builtin_alloc_tensor, "runtime_device_index")] =
        (IrAttr){.kind = IR_ATTR_INT};
    const IrDim *bytes = ir_dim_const(m, w->bytes);
    const IrOperand shape = {
        .kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(m, &bytes, 1)};
    return ir_build_call(&c->b, &op_builtin_alloc_tensor, &shape, 1, (IrCallForm){.attrs = attrs},
                         ir_name(m, str_c("workspace_main")));
}

/* In front of a function's first binding. */
static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    Workspace *w = c->user;
    IrVar *own = map_get_ptr(&w->own, c->to);
    if (!own && calls_one(w, c->from)) {
        if (!(own = allocate(c))) return IR_CLONE_FAILED;
        own->is_output = true; /* blocks_set_outputs decides */
        map_add_ptr(&w->own, c->to, own);
    }
    if (!is_call(w, b)) return IR_CLONE_COPY;
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    ir_clone_operands(c, b->operands.at, b->operands.n, &buf);
    vec_push(buf.arena, &buf.ops, ((IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = own}));
    IrVar *v = ir_build_invoke(&c->b, buf.ops.at, (uint32_t)buf.ops.len, b->var->name);
    if (!v) return IR_CLONE_FAILED;
    if (c->b.block->is_dataflow) v->is_output = b->var->is_output;
    ir_clone_set_var(c, b->var, v);
    return IR_CLONE_DONE;
}

/* Whatever else than a call names one would have a function with a parameter more. */
static bool is_only_called(const Workspace *w, const IrOperands *list, bool called, Loc loc) {
    for (uint32_t i = called ? 1 : 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind != IR_OPERAND_GLOBAL || !map_get_ptr(&w->changed, o->global)) continue;
        diag_error(w->m->ctx, loc, DIAG_UNSUPPORTED,
                   diag_fmt(w->m->ctx, "a workspace for '%s', which is used as a value,",
                            o->global->name));
        return false;
    }
    return true;
}

/* Recursion is over nested functions. */
static bool check(const Workspace *w, const IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    bool ok = is_only_called(w, &fn->body->result, false, fn->loc);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        ok &= is_only_called(w, &b->operands, b->kind == IR_BIND_INVOKE, b->loc);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++)
            ok &= is_only_called(w, &b->bodies[i]->result, false, b->loc);
        if (b->kind == IR_BIND_FUNCTION) ok &= check(w, b->function);
    }
    return ok;
}

static bool set_outputs(void *user, IrFunction *fn) {
    (void)user;
    blocks_set_outputs(fn);
    return true;
}

/* Of functions with a new signature, as TVM names them. */
static bool rename_changed(Workspace *w) {
    IrModule *m = w->m;
    const size_t n = m->globals.len;
    const char **names = ARENA_ARRAY(w->arena, const char *, n + 1);
    IrFresh fresh;
    ir_fresh_init(&fresh, m, w->arena);
    for (size_t i = 0; i < n; i++) {
        IrGlobal *g = m->globals.at[i];
        g->id = (uint32_t)i;
        names[i] = map_get_ptr(&w->changed, g) ? ir_fresh_name(&fresh, g->name) : g->name;
    }
    return rename_globals(m, names);
}

bool pass_allocate_workspace(IrModule *m) {
    Arena arena;
    arena_init(&arena, m->ctx);
    Workspace w = {.m = m, .arena = &arena};
    map_init(&w.changed, &arena);
    map_init(&w.own, &arena);
    map_init(&w.known, &arena);
    map_init(&w.callers, &arena);
    const size_t n = m->globals.len;
    for (size_t i = 0; i < n; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !takes_workspace(fn)) continue;
        map_mark_ptr(&w.changed, m->globals.at[i]);
        if (size_of(fn)->i > w.bytes) w.bytes = size_of(fn)->i;
    }
    bool ok = true;
    for (size_t i = 0; w.bytes && i < n; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) ok &= check(&w, fn);
    }
    const IrCloneHooks hooks = {.visit = visit, .change = {.params = params}, .user = &w};
    if (w.bytes && ok)
        ok = ir_clone_module(m, &hooks) && rename_changed(&w) &&
             blocks_each_function(m, set_outputs, NULL);
    arena_fini(&arena);
    return ok && blocks_finish(m);
}
