/* SPDX-License-Identifier: Apache-2.0 */
/* The graph evaluator's walk. A frame holds a function's variables by id and its symbols by id; recursion is
 * over branches and calls, which limits.depth bounds. */
#include "eval/eval_parts.h"

static void consume(Frame *f, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind != IR_OPERAND_VAR || --f->left[o->var->id] > 0) continue;
        value_unref(f->vars[o->var->id]);
        f->vars[o->var->id] = NULL;
    }
}

static Value *run_function(Evaluator *e, IrFunction *fn, Value *const *captures, Value *const *args, uint32_t n, ValueList *list,
                           const Frame *outer);
static Value *run_body(Frame *f, IrBody *body);

static Value *invoke(Frame *f, const IrBinding *b) {
    const IrOperands *list = &b->operands;
    Value *callee = eval_operand(f, b->loc, list->at);
    if (!callee) return NULL;
    Value **args = ARENA_ARRAY(&f->arena, Value *, (size_t)list->n + 1);
    uint32_t n = 0;
    for (uint32_t at = list->at->span; at < list->n; at += list->at[at].span) {
        args[n] = eval_operand(f, b->loc, &list->at[at]);
        if (!args[n++]) return NULL;
    }
    Value *result = NULL;
    if (callee->kind == VALUE_FUNCTION) {
        result = run_function(f->e, callee->function, callee->items, args, n, f->list, f);
    } else if (callee->kind == VALUE_GLOBAL && callee->global->function && callee->global->function->body) {
        result = run_function(f->e, callee->global->function, NULL, args, n, f->list, NULL);
    } else {
        eval_fail(f->e, b->loc, "this value cannot be called in a run");
    }
    for (uint32_t i = 0; i < n; i++) value_unref(args[i]);
    value_unref(callee);
    return result;
}

static Value *take_branch(Frame *f, const IrBinding *b) {
    Value *cond = eval_operand(f, b->loc, b->operands.at);
    if (!cond) return NULL;
    bool yes = cond->kind == VALUE_PRIM ? cond->i != 0 : cond->kind == VALUE_TENSOR && dtype_read_int(DTYPE_BOOL, cond->tensor->data);
    value_unref(cond);
    return run_body(f, b->bodies[yes ? 0 : 1]);
}

static Value *run_binding(Frame *f, IrBinding *b) {
    switch (b->kind) {
    case IR_BIND_VALUE: return eval_operand(f, b->loc, b->operands.at);
    case IR_BIND_CALL: return eval_call(f, b);
    case IR_BIND_INVOKE: return invoke(f, b);
    case IR_BIND_IF: return take_branch(f, b);
    case IR_BIND_FIELD: {
        Value *tuple = eval_operand(f, b->loc, b->operands.at);
        if (!tuple) return NULL;
        bool ok = tuple->kind == VALUE_TUPLE && b->index < tuple->n;
        Value *v = ok ? value_ref(tuple->items[b->index]) : NULL;
        value_unref(tuple);
        if (!ok) eval_fail(f->e, b->loc, "no such field");
        return v;
    }
    case IR_BIND_MATCH_CAST: {
        Value *v = eval_operand(f, b->loc, b->operands.at);
        return v && eval_check(f, b->loc, b->cast, v, "the value of R.match_cast") ? v : NULL;
    }
    case IR_BIND_FUNCTION: {
        uint32_t n = b->operands.n;
        Value **captures = ARENA_ARRAY(&f->arena, Value *, (size_t)n + 1);
        for (uint32_t i = 0; i < n; i++) captures[i] = eval_leaf(f, b->loc, &b->operands.at[i]);
        Value *v = value_function(f->list, b->function, captures, n);
        return v;
    }
    case IR_BIND_COUNT: break;
    }
    BUG("no run of a %s", ir_bind_name(b->kind));
}

static Value *run_body(Frame *f, IrBody *body) {
    IrModule *m = f->e->m;
    for (IrBinding *b = body->first; b; b = b->next) {
        ctx_poll(m->ctx);
        ArenaMark mark = arena_mark(&f->arena), scratch = arena_mark(&m->scratch);
        Value *v = run_binding(f, b);
        arena_rewind(&f->arena, mark);
        arena_rewind(&m->scratch, scratch);
        if (!v) return NULL;
        consume(f, &b->operands);
        f->left[b->var->id] = b->var->n_uses;
        if (b->var->n_uses) {
            value_unref(f->vars[b->var->id]); /* a branch in a called function's second run */
            f->vars[b->var->id] = v;
        } else {
            value_unref(v);
        }
    }
    return eval_operand(f, f->fn->loc, body->result.at);
}

static void bind_outer(Frame *f, const Frame *outer) {
    for (const Frame *o = outer; o; o = o->outer) {
        for (size_t i = 0; i < o->fn->symbols.len; i++) {
            uint32_t id = o->fn->symbols.at[i]->id;
            if (!o->bound[id] || f->bound[id]) continue;
            f->bound[id] = true;
            f->symbols[id] = o->symbols[id];
        }
    }
}

static bool bind_params(Frame *f, Value *const *captures, Value *const *args, uint32_t n) {
    IrFunction *fn = f->fn;
    if (fn->params.len - fn->n_captures != n) return eval_fail(f->e, fn->loc, "wrong number of arguments");
    for (uint32_t i = 0; i < fn->params.len; i++) {
        IrVar *p = fn->params.at[i];
        Value *v = i < fn->n_captures ? captures[i] : args[i - fn->n_captures];
        f->vars[p->id] = value_ref(v);
        f->left[p->id] = p->n_uses ? p->n_uses : 1;
    }
    for (uint32_t i = 0; i < fn->params.len; i++) {
        IrVar *p = fn->params.at[i];
        const char *what = diag_fmt(f->e->m->ctx, "argument '%s'", p->name ? p->name : "");
        if (!eval_check(f, fn->loc, p->type, f->vars[p->id], what)) return false;
    }
    return true;
}

static Value *run_function(Evaluator *e, IrFunction *fn, Value *const *captures, Value *const *args, uint32_t n, ValueList *list,
                           const Frame *outer) {
    IrModule *m = e->m;
    Ctx *ctx = m->ctx;
    if (e->depth >= ctx->limits.depth) {
        diag_error(ctx, fn->loc, DIAG_TOO_DEEP, diag_fmt(ctx, "%zu", ctx->limits.depth));
        return NULL;
    }
    e->depth++;
    Frame f = {.e = e, .list = list, .fn = fn, .outer = outer};
    arena_init(&f.arena, ctx);
    f.vars = ARENA_ARRAY(&f.arena, Value *, (size_t)fn->n_vars + 1);
    f.left = ARENA_ARRAY(&f.arena, uint32_t, (size_t)fn->n_vars + 1);
    f.symbols = ARENA_ARRAY(&f.arena, int64_t, (size_t)m->dims.n_symbols + 1);
    f.bound = ARENA_ARRAY(&f.arena, bool, (size_t)m->dims.n_symbols + 1);
    bind_outer(&f, outer);
    Value *result = bind_params(&f, captures, args, n) ? run_body(&f, fn->body) : NULL;
    for (uint32_t i = 0; i < fn->n_vars; i++) value_unref(f.vars[i]);
    arena_fini(&f.arena);
    e->depth--;
    return result;
}

Value *eval_function(Evaluator *self, IrFunction *fn, Value *const *args, uint32_t n, ValueList *list) {
    return run_function(self, fn, NULL, args, n, list, NULL);
}

void eval_hosts(Evaluator *self, const Hosts *hosts) { self->hosts = hosts; }

Evaluator *eval_new(IrModule *m, Arena *arena) {
    Evaluator *e = ARENA_NEW(arena, Evaluator);
    e->m = m;
    e->arena = arena;
    map_init(&e->ready, arena);
    map_init(&e->loops, arena);
    return e;
}
