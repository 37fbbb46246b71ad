/* SPDX-License-Identifier: Apache-2.0 */
/* KillAfterLastUse: the life of memory and of tensors ends behind the last statement that uses
 * them, as TVM's virtual machine has it.
 *
 *     storage = R.memory.alloc_storage(...)       storage = R.memory.alloc_storage(...)
 *     y = R.memory.alloc_tensor(storage, ...)     y = R.memory.alloc_tensor(storage, ...)
 *                                                 _ = R.memory.kill_storage(storage)
 *     z = y
 *     w = R.add(x, z)                             w = R.add(x, y)
 *                                                 _ = R.memory.kill_tensor(y)
 *     return w                                    return w
 *
 * Other names of a value go. A use within an `if` counts as the whole statement's, but for what is
 * bound in the same branch. Parameters, constants, what a body returns, what nothing uses and what
 * is killed already stay. Dataflow blocks become ordinary bindings, and the function says that it
 * is not to be checked for purity, if it is said to be pure. Linear in uses and their depth. */
#include "ir/clone.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"

/* What is killed behind a statement. */
typedef struct Kill Kill;
struct Kill {
    Kill *next;
    const IrVar *var;
    const OpDef *op;
};

/* In the order of the definitions. */
typedef struct {
    Kill *first, *last;
} Kills;

typedef struct {
    Arena arena;
    Map ends; /* Kills, by the variable of the statement */
    bool any;
} Lives;

static bool is_name(const IrBinding *b) {
    return b->kind == IR_BIND_VALUE && b->operands.at->kind == IR_OPERAND_VAR &&
           b->operands.at->var->type == b->var->type;
}

/* How a value's life ends; NULL: it does not. */
static const OpDef *end_of(const IrBinding *b) {
    if (b->kind == IR_BIND_CALL && b->op == &op_memory_alloc_storage)
        return &op_memory_kill_storage;
    if (b->kind == IR_BIND_CALL && b->op == &op_null_value) return NULL;
    if (b->kind == IR_BIND_VALUE && b->operands.at->kind == IR_OPERAND_CONST) return NULL;
    if (b->var->type->kind == IR_TYPE_TENSOR) return &op_memory_kill_tensor;
    return b->var->type->kind == IR_TYPE_ANY ? &op_vm_kill_object : NULL;
}

static bool is_kill(const IrBinding *b) {
    return b->kind == IR_BIND_CALL &&
           (b->op == &op_memory_kill_storage || b->op == &op_memory_kill_tensor ||
            b->op == &op_vm_kill_object);
}

/* The statement of the body that the use stands in; NULL: the body returns it. */
static IrBinding *statement(const IrOperand *use, const IrBody *body) {
    IrBinding *b = use->list->binding;
    const IrBody *at = b ? b->block->body : use->list->body;
    while (at != body) {
        b = at->owner;
        at = b->block->body;
    }
    return b;
}

/* The last statement with a use of the value, under any of its names; NULL: it lives on. */
static IrBinding *last_use(const IrBinding *def, IrVar *const *next_name) {
    const IrBody *body = def->block->body;
    IrBinding *last = NULL;
    for (const IrVar *v = def->var; v; v = next_name[v->id]) {
        for (const IrOperand *use = v->uses; use; use = use->next_use) {
            const IrBinding *user = use->list->binding;
            if (user && is_name(user)) continue;
            if (user && is_kill(user)) return NULL;
            IrBinding *s = statement(use, body);
            if (!s) return NULL;
            if (!last || ir_binding_before(last, s)) last = s;
        }
    }
    return last;
}

static void add_end(Lives *l, const IrBinding *at, const IrVar *var, const OpDef *op) {
    Kill *kill = ARENA_NEW(&l->arena, Kill);
    *kill = (Kill){.var = var, .op = op};
    Kills *kills = map_get_ptr(&l->ends, at->var);
    if (!kills) {
        kills = ARENA_NEW(&l->arena, Kills);
        *kills = (Kills){.first = NULL};
        map_add_ptr(&l->ends, at->var, kills);
    }
    *(kills->last ? &kills->last->next : &kills->first) = kill;
    kills->last = kill;
}

/* Names of one value are a chain, by variable id, that begins with the variable itself. */
static bool look(void *user, IrFunction *fn) {
    Lives *l = user;
    const size_t n = (size_t)fn->n_vars + 1;
    IrVar **next = ARENA_ARRAY(&l->arena, IrVar *, n), **root = ARENA_ARRAY(&l->arena, IrVar *, n);
    IrWalk walk;
    bool here = false;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        IrVar *of = b->var;
        if (is_name(b)) {
            const IrVar *named = b->operands.at->var;
            of = root[named->id] ? root[named->id] : b->operands.at->var;
            next[b->var->id] = next[of->id];
            next[of->id] = b->var;
            here = true;
        }
        root[b->var->id] = of;
    }
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        const OpDef *op = is_name(b) ? NULL : end_of(b);
        const IrBinding *last = op ? last_use(b, next) : NULL;
        if (!last) continue;
        add_end(l, last, b->var, op);
        here = true;
    }
    if (!here) return true;
    l->any = true;
    blocks_dissolve(fn);
    if (fn->is_pure)
        ir_function_set_list(fn, "relax.force_pure", &(IrAttr){.kind = IR_ATTR_BOOL, .i = 1});
    return true;
}

static bool kill_all(IrClone *c, const Kill *first, const OpDef *op) {
    for (const Kill *kill = first; kill; kill = kill->next) {
        if (kill->op != op) continue;
        const IrOperand *what = ir_clone_value(c, kill->var);
        IrVar *v = ir_build_call(&c->b, op, what, 1, (IrCallForm){.attrs = NULL}, "_");
        if (!v) return false;
        v->is_output = true;
    }
    return true;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    Lives *l = c->user;
    if (is_name(b)) {
        ir_clone_set(c, b->var, *ir_clone_value(c, b->operands.at->var));
        return IR_CLONE_DONE;
    }
    const Kills *kills = map_get_ptr(&l->ends, b->var);
    if (!kills) return IR_CLONE_COPY;
    return ir_clone_binding(c, b) && kill_all(c, kills->first, &op_memory_kill_tensor) &&
                   kill_all(c, kills->first, &op_memory_kill_storage) &&
                   kill_all(c, kills->first, &op_vm_kill_object)
               ? IR_CLONE_DONE
               : IR_CLONE_FAILED;
}

bool pass_kill_after_last_use(IrModule *m) {
    Lives lives = {.any = false};
    arena_init(&lives.arena, m->ctx);
    map_init(&lives.ends, &lives.arena);
    const IrCloneHooks hooks = {.visit = visit, .user = &lives};
    const bool ok =
        blocks_each_function(m, look, &lives) && (!lives.any || ir_clone_module(m, &hooks));
    arena_fini(&lives.arena);
    return ok && blocks_finish(m);
}
