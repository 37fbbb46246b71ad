/* SPDX-License-Identifier: Apache-2.0 */
/* RemoveUnusedOutputs: fields that no caller reads leave the tuple that a private function returns;
 * a single one that is left is returned as itself. What computed the others goes, too.
 *
 *     def f(a): return (R.exp(a), R.negative(a))  (private)      def f(a): return R.exp(a)
 *     t = f(x)                                                   y = f(x)
 *     y = t[0]
 *
 * A result that is used other than by its fields keeps them all, and so does a function that is
 * used other than by calls. Three walks over calls, results and fields; recursion is over nested
 * bodies. */
#include "ir/clone.h"
#include "passes/blocks.h"
#include "passes/calls.h"
#include "passes/passes.h"

/* How a function's result changes. */
typedef struct {
    uint32_t n, n_kept;
    uint32_t *place; /* by field: its new place plus 1; 0: it goes */
} Change;

typedef struct {
    IrModule *m;
    Calls calls;
    Change **changes; /* by callee; NULL: none */
} Outputs;

/* The field that this use reads; false: it is a use of another kind. */
static bool reads_field(const IrOperand *use, uint32_t *index) {
    const IrBinding *b = use->list->binding;
    if (!b || b->kind != IR_BIND_FIELD || use != use->list->at) return false;
    *index = b->index;
    return true;
}

static Change *find_change(const Callee *callee, Arena *arena) {
    const IrType *t = callee->is_free ? callee->function->result : NULL;
    if (!t || t->kind != IR_TYPE_TUPLE || !callee->calls.len) return NULL;
    Change *change = ARENA_NEW(arena, Change);
    *change = (Change){.n = t->n, .place = ARENA_ARRAY(arena, uint32_t, (size_t)t->n + 1)};
    for (size_t i = 0; i < callee->calls.len; i++) {
        const IrVar *v = callee->calls.at[i].binding->var;
        for (const IrOperand *use = v->uses; use; use = use->next_use) {
            uint32_t index;
            if (!reads_field(use, &index) || index >= t->n) return NULL;
            change->place[index] = 1;
        }
    }
    for (uint32_t i = 0; i < t->n; i++) {
        if (change->place[i]) change->place[i] = ++change->n_kept;
    }
    return change->n_kept < t->n ? change : NULL;
}

static const Change *change_of(const Outputs *o, const IrGlobal *g) {
    return g ? o->changes[g->id] : NULL;
}

/* The fields that stay of what the old body returns. */
static bool set_result(IrClone *c, const IrBody *from, IrBody *to) {
    const Change *change = change_of(c->user, c->from->global);
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    size_t tuple = 0;
    if (change->n_kept != 1) tuple = ir_operands_tuple(&buf);
    const IrOperand *tree = from->result.at;
    for (uint32_t i = 0, at = 1; i < change->n; i++) {
        if (tree->kind != IR_OPERAND_TUPLE) {
            if (!change->place[i]) continue;
            IrVar *v = ir_build_field(&c->b, ir_clone_value(c, tree->var), 1, i, tree->var->name);
            if (!v) return false;
            ir_operands_var(&buf, v);
            continue;
        }
        if (change->place[i]) ir_clone_operands(c, &tree[at], tree[at].span, &buf);
        at += tree[at].span;
    }
    if (change->n_kept != 1) ir_operands_end(&buf, tuple, change->n_kept);
    ir_body_set_result(to, buf.ops.at, (uint32_t)buf.ops.len);
    return true;
}

static void signature(IrClone *c) {
    IrModule *m = c->m;
    for (size_t i = 0; i < c->from->params.len; i++) ir_clone_param(c, c->from->params.at[i]);
    const Change *change = change_of(c->user, c->from->global);
    if (!change) return;
    const IrType **fields = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)change->n_kept + 1);
    for (uint32_t i = 0; i < change->n; i++) {
        if (change->place[i])
            fields[change->place[i] - 1] = ir_clone_type(c, c->from->result->fields[i]);
    }
    c->to->result = change->n_kept == 1 ? fields[0] : ir_type_tuple(m, fields, change->n_kept);
    c->result = set_result;
}

/* A field of a call whose result changes. */
static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    const Outputs *o = c->user;
    const IrOperand *tuple = b->operands.at;
    if (b->kind != IR_BIND_FIELD || tuple->kind != IR_OPERAND_VAR || !tuple->var->def)
        return IR_CLONE_COPY;
    const Callee *callee = calls_callee(&o->calls, tuple->var->def);
    const Change *change = callee ? change_of(o, callee->global) : NULL;
    if (!change) return IR_CLONE_COPY;
    const IrOperand *now = ir_clone_value(c, tuple->var);
    if (change->n_kept == 1) {
        ir_clone_set(c, b->var, *now);
        return IR_CLONE_DONE;
    }
    IrVar *v = ir_build_field(&c->b, now, 1, change->place[b->index] - 1, b->var->name);
    if (!v) return IR_CLONE_FAILED;
    if (c->b.block->is_dataflow) v->is_output = b->var->is_output;
    ir_clone_set_var(c, b->var, v);
    return IR_CLONE_DONE;
}

/* What computed a field that has gone, and nothing else. */
static void remove_dead(IrModule *m, const Outputs *o) {
    for (size_t i = 0; i < o->calls.n; i++) {
        if (!o->changes[i]) continue;
        const IrFunction *fn = o->calls.at[i].global->function;
        for (IrBinding *b = fn->body->last, *prev; b; b = prev) {
            ctx_poll(m->ctx);
            prev = b->prev;
            const bool may_go =
                b->kind == IR_BIND_CALL || b->kind == IR_BIND_VALUE || b->kind == IR_BIND_FIELD;
            if (may_go && !b->var->n_uses && blocks_is_pure(b)) blocks_remove(b);
        }
    }
}

bool pass_remove_unused_outputs(IrModule *m) {
    Arena arena;
    arena_init(&arena, m->ctx);
    Outputs o = {.m = m, .calls = calls_collect(m, &arena)};
    o.changes = ARENA_ARRAY(&arena, Change *, o.calls.n + 1);
    bool any = false;
    for (size_t i = 0; i < o.calls.n; i++) {
        o.changes[i] = find_change(&o.calls.at[i], &arena);
        any |= o.changes[i] != NULL;
    }
    const IrCloneHooks hooks = {.signature = signature, .visit = visit, .user = &o};
    const bool ok = !any || ir_clone_module(m, &hooks);
    if (any && ok) remove_dead(m, &o);
    arena_fini(&arena);
    return ok && blocks_finish(m);
}
