/* SPDX-License-Identifier: Apache-2.0 */
/* DeadCodeElimination: removes what nothing uses and has no effect, then functions that no public
 * one reaches.
 *
 *     a = R.exp(x)                            a = R.exp(x)
 *     b = R.negative(a)                       _ = R.print(a)
 *     _ = R.print(a)                          return a
 *     return a
 *
 * - A call with effects stays, and so does an `if` with one in a branch. A match_cast stays unless
 *   it is proved: it is a check at run time, and it may define symbols.
 * - A nested function goes when nothing names it; what its body no longer uses is no longer
 *   captured.
 * - Functions: public ones stay and those of `entry_functions`, and what they name, directly or
 *   through others. A prim_func may
 *   name any function whose name stands in its text. A module without a public function keeps all.
 *
 * A worklist: each removal takes uses away, and what loses its last use is looked at. Whether an
 * `if` has effects is found in one walk, from an effect outwards until an `if` that is already
 * marked. Linear in bindings and operands. Recursion is over nested functions. */
#include <ctype.h>

#include "passes/blocks.h"
#include "passes/passes.h"
#include "passes/prim_func.h"

typedef struct {
    IrModule *m;
    Arena *arena;
    bool *stays;             /* by variable id: its binding has an effect */
    VEC(IrBinding *) dead;   /* to be removed */
    VEC(IrBinding *) inside; /* of an `if` that is removed: itself and all it holds */
    VEC(IrVar *) used;       /* by what is being removed */
} Dce;

static bool has_effect(IrModule *m, const IrBinding *b) {
    if (b->kind != IR_BIND_MATCH_CAST) return !blocks_is_pure(b);
    return ir_type_subsumes(m, b->cast, ir_operand_type(m, b->operands.at)) != IR_PROVED;
}

static void find_effects(Dce *d, IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (!has_effect(d->m, b)) continue;
        for (; b && !d->stays[b->var->id]; b = b->block->body->owner) d->stays[b->var->id] = true;
    }
}

static void consider(Dce *d, const IrVar *v) {
    IrBinding *b = v->def;
    if (v->n_uses || !b || !b->block || d->stays[v->id]) return;
    vec_push(d->arena, &d->dead, b);
}

/* Removes a binding, or (NULL) a body's result; what it used is considered. */
static void drop(Dce *d, IrBinding *b, IrBody *body) {
    const IrOperands *list = b ? &b->operands : &body->result;
    size_t n = 0;
    d->used.len = 0;
    vec_reserve(d->arena, &d->used, list->n);
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind == IR_OPERAND_VAR) d->used.at[n++] = list->at[i].var;
    }
    if (b) {
        ir_binding_remove(b);
    } else {
        ir_body_set_result(body, NULL, 0);
    }
    for (size_t i = 0; i < n; i++) consider(d, d->used.at[i]);
}

/* From the last binding to the first, so that nothing has a use left when its turn comes. */
static void remove_if(Dce *d, IrBinding *b) {
    d->inside.len = 0;
    vec_push(d->arena, &d->inside, b);
    for (int i = 0; i < 2; i++) {
        IrWalk walk;
        ir_walk_init(&walk, b->bodies[i]);
        for (IrBinding *x; (x = ir_walk_next(&walk));) vec_push(d->arena, &d->inside, x);
    }
    for (size_t k = 0; k < d->inside.len; k++) {
        IrBinding *x = d->inside.at[k];
        for (int i = 0; x->kind == IR_BIND_IF && i < 2; i++) drop(d, NULL, x->bodies[i]);
    }
    for (size_t k = d->inside.len; k-- > 0;) drop(d, d->inside.at[k], NULL);
}

/* What the nested function's body does not use is not captured. */
static void drop_captures(Dce *d, IrBinding *b) {
    IrFunction *fn = b->function;
    uint32_t kept = 0;
    IrOperandBuf buf;
    ir_operands_init(&buf, &d->m->scratch);
    for (uint32_t i = 0; i < fn->n_captures; i++) {
        if (!fn->params.at[i]->n_uses) continue;
        ir_operands_copy(&buf, ir_operand_get(&b->operands, i));
        fn->params.at[kept++] = fn->params.at[i];
    }
    if (kept == fn->n_captures) return;
    const size_t gone = fn->n_captures - kept;
    for (size_t i = fn->n_captures; i < fn->params.len; i++)
        fn->params.at[i - gone] = fn->params.at[i];
    fn->params.len -= gone;
    fn->n_captures = kept;
    ir_binding_set_operands(b, buf.ops.at, (uint32_t)buf.ops.len);
}

static void clean(IrModule *m, IrFunction *fn) {
    Arena arena;
    IrWalk walk;
    arena_init(&arena, m->ctx);
    Dce d = {.m = m, .arena = &arena, .stays = ARENA_ARRAY(&arena, bool, (size_t)fn->n_vars + 1)};
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind != IR_BIND_FUNCTION) continue;
        clean(m, b->function);
        drop_captures(&d, b);
    }
    find_effects(&d, fn);
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) consider(&d, b->var);
    while (d.dead.len) {
        IrBinding *b = d.dead.at[--d.dead.len];
        ctx_poll(m->ctx);
        if (!b->block) continue; /* gone with its `if`, or twice on the list */
        if (b->kind == IR_BIND_IF) {
            remove_if(&d, b);
        } else {
            drop(&d, b, NULL);
        }
    }
    arena_fini(&arena);
}

/* Functions reached from public ones. */
typedef struct {
    IrModule *m;
    Arena *arena;
    bool *reached; /* by id */
    VEC(IrGlobal *) todo;
} Reach;

static void reach(Reach *r, IrGlobal *g) {
    if (!g || r->reached[g->id]) return;
    r->reached[g->id] = true;
    vec_push(r->arena, &r->todo, g);
}

/* A string may be the name of a function, too. */
static void reach_operands(Reach *r, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind == IR_OPERAND_GLOBAL) reach(r, o->global);
        if (o->kind == IR_OPERAND_STRING) reach(r, ir_global_find(r->m, str_c(o->string)));
    }
}

static void reach_body(Reach *r, IrFunction *fn) {
    IrWalk walk;
    reach_operands(r, &fn->body->result);
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        reach_operands(r, &b->operands);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++)
            reach_operands(r, &b->bodies[i]->result);
        if (b->kind == IR_BIND_FUNCTION) reach_body(r, b->function);
    }
}

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* Is it a name of the language, as in T.max? */
static bool is_builtin(Str text, size_t start) {
    return start >= 2 && text.ptr[start - 1] == '.' && text.ptr[start - 2] == 'T' &&
           (start == 2 || !in_name(text.ptr[start - 3]));
}

/* What the attribute operator_name says, "relax.add", names no function. */
static void reach_text(Reach *r, const IrFunction *fn) {
    const Str text = fn->prim_text, name = prim_func_attr(fn, "operator_name");
    for (size_t i = 0; i < text.len;) {
        if (name.len && text.ptr + i == name.ptr) i += name.len;
        const size_t start = i;
        while (i < text.len && in_name(text.ptr[i])) i++;
        if (i > start && !is_builtin(text, start))
            reach(r, ir_global_find(r->m, (Str){text.ptr + start, i - start}));
        if (i == start) i++;
    }
}

/* The functions that are to stay; false when there is none of some name. */
static bool reach_entries(Reach *r, const PassValue *entries) {
    bool ok = true;
    for (size_t i = 0; i < entries->n; i++) {
        const char *name = entries->names[i];
        IrGlobal *g = ir_global_find(r->m, str_c(name));
        if (g)
            reach(r, g);
        else
            ok = blocks_public_function(r->m, name) && ok; /* it reports what there is */
    }
    return ok;
}

static bool remove_functions(IrModule *m, const PassValue *entries) {
    Arena arena;
    arena_init(&arena, m->ctx);
    const size_t n = m->globals.len;
    Reach r = {.m = m, .arena = &arena, .reached = ARENA_ARRAY(&arena, bool, n + 1)};
    for (size_t i = 0; i < n; i++) {
        IrGlobal *g = m->globals.at[i];
        if (!g->function || !g->function->is_private) reach(&r, g);
    }
    const bool ok = reach_entries(&r, entries);
    if (ok && r.todo.len) {
        while (r.todo.len) {
            IrFunction *fn = r.todo.at[--r.todo.len]->function;
            ctx_poll(m->ctx);
            if (fn && fn->body) reach_body(&r, fn);
            if (fn && !fn->body) reach_text(&r, fn);
        }
        IrGlobal **kept = ARENA_ARRAY(&arena, IrGlobal *, n + 1);
        size_t k = 0;
        for (size_t i = 0; i < n; i++) {
            if (r.reached[i]) kept[k++] = m->globals.at[i];
        }
        ir_globals_set(m, kept, k);
    }
    arena_fini(&arena);
    return ok;
}

bool pass_dead_code_elimination(IrModule *m, const PassValue *values) {
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) clean(m, fn);
    }
    return remove_functions(m, &values[0]) && blocks_finish(m);
}
