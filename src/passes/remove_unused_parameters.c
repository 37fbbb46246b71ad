/* SPDX-License-Identifier: Apache-2.0 */
/* RemoveUnusedParameters: parameters of private functions that nothing uses go, also those that are
 * only passed on to such ones. Functions that are used other than by calls keep theirs.
 *
 *     def f(a, b): return R.exp(a)      (private)          def f(a): return R.exp(a)
 *     y = f(x, w)                                          y = f(x)
 *
 * All parameters are taken for unused at first. One that has a use other than as an argument in the
 * place of an unused parameter is used, and so is, one after the other, what is passed to it.
 *
 * A symbol that is still needed becomes a number, where the types of the arguments tell it in each
 * call, and prove that the argument is of its parameter's type, so that no check goes. Else it
 * keeps one parameter that defines it, and so it does where that is a number or a shape, and where
 * some type would tell less: a number may be negative, an extent may not.
 *
 *     def f(a: R.Tensor((n, m))): return R.zeros((n,))
 *     y = f(x)                                              x: R.Tensor((k, 4))
 *
 *     def f(param_n: R.Prim(value=n)): return R.zeros((n,))
 *     y = f(R.prim_value(k))
 */
#include "base/diag.h"
#include "ir/build.h"
#include "ir/clone.h"
#include "passes/blocks.h"
#include "passes/calls.h"
#include "passes/passes.h"

typedef struct {
    size_t callee;
    size_t param;
} Place;

/* What the calls of a callee say of its signature. */
typedef struct {
    const IrDim ***values; /* by call and symbol's index: in the caller's terms; NULL: not known */
    bool *is_known;        /* by symbol's index: in each call */
    bool *is_proved;       /* by parameter: each call's argument is of its type */
} Sites;

typedef struct {
    IrModule *m;
    Arena *arena;
    Calls calls;
    Sites **sites;       /* by callee; NULL: not asked for yet */
    bool **used;         /* by callee and parameter; NULL: not free, all are */
    uint32_t **place_of; /* a parameter's place plus 1, by callee and variable id */
    VEC(Place) work;
    VEC(size_t) dirty; /* callees of which a parameter turned out to be used */
    bool *is_dirty;
    bool *needed; /* by symbol's id */
    bool *defined;
    bool *is_number; /* to be passed as one, where nothing defines it */
    bool *keeps;     /* by callee: no symbol becomes a number */
    bool again;      /* a callee keeps its symbols from now on */
} Unused;

static void look_again(Unused *u, size_t callee) {
    if (!u->is_dirty[callee]) vec_push(u->arena, &u->dirty, callee);
    u->is_dirty[callee] = true;
}

static void mark(Unused *u, size_t callee, size_t param) {
    if (!u->used[callee] || u->used[callee][param]) return;
    u->used[callee][param] = true;
    vec_push(u->arena, &u->work, ((Place){callee, param}));
    look_again(u, callee);
}

/* The parameter that the operand of the call is; false: it is something else, or of a function
 * whose parameters all stay. */
static bool is_param(const Unused *u, const Call *call, const IrOperand *o, Place *out) {
    if (o->kind != IR_OPERAND_VAR || o->var->def) return false;
    const IrFunction *caller = call->binding->block->body->function;
    if (!caller->global || caller->parent || !u->used[caller->global->id]) return false;
    const size_t id = caller->global->id;
    const uint32_t at = u->place_of[id][o->var->id];
    *out = (Place){id, at ? at - 1 : 0};
    return at != 0;
}

/* A parameter is used that has more uses than those in arguments of free callees' calls. */
static void mark_direct_uses(Unused *u, uint32_t *const *passed) {
    for (size_t i = 0; i < u->calls.n; i++) {
        const Callee *callee = &u->calls.at[i];
        for (size_t c = 0; u->used[i] && c < callee->calls.len; c++) {
            const IrOperands *list = &callee->calls.at[c].binding->operands;
            for (uint32_t k = 1; k < list->n; k++) {
                Place p;
                if (is_param(u, &callee->calls.at[c], &list->at[k], &p))
                    passed[p.callee][p.param]++;
            }
        }
    }
    for (size_t i = 0; i < u->calls.n; i++) {
        const IrFunction *fn = u->calls.at[i].function;
        for (size_t k = 0; u->used[i] && k < fn->params.len; k++) {
            if (fn->params.at[k]->n_uses > passed[i][k]) mark(u, i, k);
        }
    }
}

static void need(void *user, IrSymbol *s) { ((Unused *)user)->needed[s->id] = true; }
static void define(void *user, IrSymbol *s) { ((Unused *)user)->defined[s->id] = true; }

static void need_type(Unused *u, const IrType *t) {
    if (t && t->has_symbols) ir_type_symbols(t, need, u);
}

/* A symbol that the caller's arguments mention is needed now. */
static void caller_looks_again(Unused *u, const Call *call) {
    const IrFunction *caller = call->binding->block->body->function;
    while (caller->parent) caller = caller->parent;
    if (caller->global && u->used[caller->global->id]) look_again(u, caller->global->id);
}

/* What is passed to a used parameter is used. */
static void propagate(Unused *u) {
    while (u->work.len) {
        const Place place = u->work.at[--u->work.len];
        const Callee *callee = &u->calls.at[place.callee];
        for (size_t i = 0; i < callee->calls.len; i++) {
            const Call *call = &callee->calls.at[i];
            const IrOperand *arg = call->args[place.param];
            for (uint32_t k = 0; k < arg->span; k++) {
                Place p;
                if (is_param(u, call, &arg[k], &p)) mark(u, p.callee, p.param);
                if (arg[k].kind != IR_OPERAND_SHAPE && arg[k].kind != IR_OPERAND_PRIM) continue;
                need_type(u, arg[k].type);
                caller_looks_again(u, call);
            }
        }
    }
}

/* Symbols that stand in the body where inference does not put them, but for arguments of free
 * callees. */
static void need_in_body(Unused *u, const IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_MATCH_CAST) need_type(u, b->cast);
        for (uint32_t i = 0; b->kind == IR_BIND_CALL && i < b->n_types; i++)
            need_type(u, b->types[i]);
        for (uint32_t i = 0; !calls_callee(&u->calls, b) && i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM) need_type(u, o->type);
        }
        if (b->kind != IR_BIND_FUNCTION) continue;
        for (size_t i = 0; i < b->function->params.len; i++)
            need_type(u, b->function->params.at[i]->type);
        need_type(u, b->function->result);
        need_in_body(u, b->function);
    }
    for (uint32_t i = 0; i < fn->body->result.n; i++) {
        const IrOperand *o = &fn->body->result.at[i];
        if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM) need_type(u, o->type);
    }
}

/* Symbols of the callee as the arguments' types tell them. */
static SymbolBinding bind_call(const Unused *u, const IrFunction *callee, const IrBinding *call) {
    SymbolBinding s = {.m = u->m, .fn = callee};
    const IrOperands *list = &call->operands;
    size_t k = 0;
    for (uint32_t at = 1; at < list->n; at += list->at[at].span)
        ir_bind_symbols(&s, callee->params.at[k++]->type, ir_operand_type(u->m, &list->at[at]));
    return s;
}

static void see_call(const Unused *u, const Callee *callee, size_t call, Sites *out) {
    IrModule *m = u->m;
    const IrFunction *fn = callee->function;
    const ArenaMark mark = arena_mark(&m->scratch);
    SymbolBinding s = bind_call(u, fn, callee->calls.at[call].binding);
    out->values[call] = ARENA_ARRAY(u->arena, const IrDim *, fn->symbols.len + 1);
    for (size_t i = 0; i < fn->symbols.len; i++) {
        const IrDim *value = i < s.by_symbol.len ? s.by_symbol.at[i] : NULL;
        out->values[call][i] = value;
        out->is_known[i] &= value != NULL;
    }
    for (size_t k = 0; k < fn->params.len; k++) {
        const IrType *want = ir_with_bound(&s, fn->params.at[k]->type);
        const IrType *t = ir_operand_type(m, callee->calls.at[call].args[k]);
        out->is_proved[k] &= ir_type_subsumes(m, want, t) == IR_PROVED;
    }
    arena_rewind(&m->scratch, mark);
}

static const Sites *sites_of(Unused *u, size_t i) {
    if (u->sites[i]) return u->sites[i];
    const Callee *callee = &u->calls.at[i];
    const IrFunction *fn = callee->function;
    Sites *sites = u->sites[i] = ARENA_NEW(u->arena, Sites);
    sites->values = ARENA_ARRAY(u->arena, const IrDim **, callee->calls.len + 1);
    sites->is_known = ARENA_ARRAY(u->arena, bool, fn->symbols.len + 1);
    sites->is_proved = ARENA_ARRAY(u->arena, bool, fn->params.len + 1);
    memset(sites->is_known, true, fn->symbols.len);
    memset(sites->is_proved, true, fn->params.len);
    for (size_t c = 0; c < callee->calls.len; c++) see_call(u, callee, c, sites);
    return sites;
}

typedef struct {
    const Unused *u;
    bool any;
} Wanted;

typedef struct {
    const Sites *sites;
    bool all;
} Known;

static bool is_wanted(const Unused *u, const IrSymbol *s) {
    return u->needed[s->id] && !u->defined[s->id] && !u->is_number[s->id];
}

static void want(void *user, IrSymbol *s) {
    Wanted *w = user;
    w->any |= is_wanted(w->u, s);
}

static void see_known(void *user, IrSymbol *s) {
    Known *k = user;
    k->all &= k->sites->is_known[s->index];
}

/* Callers need what their arguments' extents are made of. */
static void pass_number(void *user, IrSymbol *s) {
    Unused *u = user;
    if (!is_wanted(u, s)) return;
    const size_t i = s->function->global->id;
    const Callee *callee = &u->calls.at[i];
    u->is_number[s->id] = true;
    for (size_t c = 0; c < callee->calls.len; c++) {
        const IrDim *value = u->sites[i]->values[c][s->index];
        need_type(u, ir_type_prim(u->m, DTYPE_INT64, value));
        caller_looks_again(u, &callee->calls.at[c]);
    }
}

/* The symbols that the unused parameter defines and that are wanted become numbers. False: that
 * cannot be. */
static bool pass_numbers(Unused *u, size_t i, size_t k) {
    const IrType *t = u->calls.at[i].function->params.at[k]->type;
    if (u->keeps[i] || (t->kind != IR_TYPE_TENSOR && t->kind != IR_TYPE_TUPLE)) return false;
    Known known = {sites_of(u, i), true};
    ir_type_symbols(t, see_known, &known);
    if (!known.all || !known.sites->is_proved[k]) return false;
    type_defined_symbols(t, pass_number, u);
    return true;
}

/* Keeps parameters for symbols, or passes these as numbers. */
static void keep_definitions(Unused *u, size_t i) {
    const IrFunction *fn = u->calls.at[i].function;
    for (size_t k = 0; k < fn->params.len; k++) {
        const IrType *t = fn->params.at[k]->type;
        if (!u->used[i][k] || !t->has_symbols) continue;
        need_type(u, t);
        type_defined_symbols(t, define, u);
    }
    for (size_t k = 0; k < fn->params.len; k++) {
        const IrType *t = fn->params.at[k]->type;
        if (u->used[i][k] || !t->has_symbols) continue;
        Wanted w = {.u = u};
        type_defined_symbols(t, want, &w);
        if (!w.any || pass_numbers(u, i, k)) continue;
        mark(u, i, k);
        need_type(u, t);
        type_defined_symbols(t, define, u);
    }
}

/* The function's next symbol below `end` that is passed as a number; NULL: no more. TVM has the
 * last first. */
static IrSymbol *next_number(const Unused *u, const IrFunction *fn, size_t *end) {
    while (*end > 0) {
        IrSymbol *s = fn->symbols.at[--*end];
        if (u->is_number[s->id] && !u->defined[s->id]) return s;
    }
    return NULL;
}

static void signature(IrClone *c) {
    const Unused *u = c->user;
    const bool *used = u->used[c->from->global->id];
    for (size_t i = 0; i < c->from->params.len; i++) {
        /* only arguments that go mention the others */
        if (!used || used[i])
            ir_clone_param(c, c->from->params.at[i]);
        else
            ir_function_drop_attr(c->to, "donate"); /* which goes by position */
    }
    size_t end = c->from->symbols.len;
    for (IrSymbol *s; used && (s = next_number(u, c->from, &end));) {
        const IrType *t = ir_type_prim(c->m, DTYPE_INT64, ir_dim_symbol(c->m, s));
        const char *name = diag_fmt(c->m->ctx, "param_%s", s->name);
        ir_clone_new_param(c, ir_name(c->m, str_c(name)), ir_clone_type(c, t));
    }
}

/* The types of what the body binds tell as much as before. */
static bool tells_as_much(IrClone *c) {
    IrWalk walk;
    ir_walk_init(&walk, c->from->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        const IrOperand *o = ir_clone_value(c, b->var);
        const IrType *old = ir_clone_type(c, b->var->type), *t = ir_operand_type(c->m, o);
        if (old != t && ir_type_subsumes(c->m, old, t) != IR_PROVED) return false;
    }
    return true;
}

/* Of a function with numbers, and of those that are nested in it. False, without a report: all is
 * done again. */
static bool result(IrClone *c, const IrBody *from, IrBody *to) {
    Unused *u = c->user;
    const IrClone *root = c;
    while (root->outer) root = root->outer;
    if (!tells_as_much(c)) {
        u->again = u->keeps[root->from->global->id] = true;
        return false;
    }
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    ir_clone_operands(c, from->result.at, from->result.n, &buf);
    ir_body_set_result(to, buf.ops.at, (uint32_t)buf.ops.len);
    return true;
}

static void params(IrClone *c) {
    const Unused *u = c->user;
    const IrClone *root = c;
    while (root->outer) root = root->outer;
    const size_t id = root->from->global->id;
    size_t end = root->from->symbols.len;
    if (u->used[id] && next_number(u, root->from, &end)) c->result = result;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    const Unused *u = c->user;
    const Callee *callee = calls_callee(&u->calls, b);
    if (!callee) return IR_CLONE_COPY;
    const bool *used = u->used[callee->global->id];
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    ir_operands_global(&buf, callee->global);
    size_t i = 0;
    for (uint32_t at = 1; at < b->operands.n; at += b->operands.at[at].span, i++) {
        if (used[i]) ir_clone_operands(c, &b->operands.at[at], b->operands.at[at].span, &buf);
    }
    if (u->sites[callee->global->id]) {
        const SymbolBinding values = bind_call(u, callee->function, b);
        size_t end = callee->function->symbols.len;
        for (const IrSymbol *s; (s = next_number(u, callee->function, &end));) {
            const IrType *t = ir_type_prim(c->m, DTYPE_INT64, values.by_symbol.at[s->index]);
            ir_operands_prim(&buf, ir_clone_type(c, t), 0);
        }
    }
    IrVar *v = ir_build_invoke(&c->b, buf.ops.at, (uint32_t)buf.ops.len, b->var->name);
    if (!v) return IR_CLONE_FAILED;
    if (c->b.block->is_dataflow) v->is_output = b->var->is_output;
    ir_clone_set_var(c, b->var, v);
    return IR_CLONE_DONE;
}

/* True: something is unused. */
static bool analyse(Unused *u) {
    const size_t n = u->calls.n;
    uint32_t **passed = ARENA_ARRAY(u->arena, uint32_t *, n + 1);
    for (size_t i = 0; i < n; i++) {
        const Callee *callee = &u->calls.at[i];
        if (!callee->is_free) continue;
        const IrFunction *fn = callee->function;
        u->used[i] = ARENA_ARRAY(u->arena, bool, fn->params.len + 1);
        passed[i] = ARENA_ARRAY(u->arena, uint32_t, fn->params.len + 1);
        u->place_of[i] = ARENA_ARRAY(u->arena, uint32_t, (size_t)fn->n_vars + 1);
        for (size_t k = 0; k < fn->params.len; k++)
            u->place_of[i][fn->params.at[k]->id] = (uint32_t)k + 1;
    }
    mark_direct_uses(u, passed);
    for (size_t i = 0; i < n; i++) {
        if (!u->used[i]) continue;
        need_in_body(u, u->calls.at[i].function);
        need_type(u, u->calls.at[i].function->result);
    }
    for (size_t i = 0; i < n; i++) {
        if (u->used[i]) look_again(u, i);
    }
    /* A parameter that is kept for its symbols can make callers keep theirs. */
    for (propagate(u); u->dirty.len; propagate(u)) {
        const size_t i = u->dirty.at[--u->dirty.len];
        u->is_dirty[i] = false;
        keep_definitions(u, i);
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; u->used[i] && k < u->calls.at[i].function->params.len; k++) {
            if (!u->used[i][k]) return true;
        }
    }
    return false;
}

/* False after a report, or where all is to be done again. */
static bool remove_unused(Unused *u) {
    IrModule *m = u->m;
    const size_t n = u->calls.n, n_symbols = (size_t)m->dims.n_symbols + 1;
    u->used = ARENA_ARRAY(u->arena, bool *, n + 1);
    u->is_dirty = ARENA_ARRAY(u->arena, bool, n + 1);
    u->place_of = ARENA_ARRAY(u->arena, uint32_t *, n + 1);
    u->sites = ARENA_ARRAY(u->arena, Sites *, n + 1);
    u->needed = ARENA_ARRAY(u->arena, bool, n_symbols);
    u->defined = ARENA_ARRAY(u->arena, bool, n_symbols);
    u->is_number = ARENA_ARRAY(u->arena, bool, n_symbols);
    const IrCloneHooks hooks = {
        .signature = signature, .visit = visit, .change = {.params = params}, .user = u};
    return !analyse(u) || ir_clone_module(m, &hooks);
}

bool pass_remove_unused_parameters(IrModule *m) {
    enum { TRIES = 3 };
    const DiagMark mark = diag_mark(m->ctx);
    Arena arena;
    arena_init(&arena, m->ctx);
    Unused u = {.m = m, .arena = &arena, .calls = calls_collect(m, &arena)};
    u.keeps = ARENA_ARRAY(&arena, bool, u.calls.n + 1);
    bool ok = remove_unused(&u);
    for (int i = 0; !ok && i < TRIES; i++) {
        /* At last, and where what is known now is too little for something, none is a number. */
        for (size_t k = 0; (i == TRIES - 1 || !u.again) && k < u.calls.n; k++) u.keeps[k] = true;
        diag_rewind(m->ctx, mark);
        u.again = false;
        ok = remove_unused(&u);
    }
    arena_fini(&arena);
    return ok && blocks_finish(m);
}
