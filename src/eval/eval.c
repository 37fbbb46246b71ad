/* SPDX-License-Identifier: Apache-2.0 */
/* The graph evaluator's walk. A frame holds a function's variables by id and its symbols by id;
 * recursion is over branches and calls, which limits.depth bounds. */
#include "eval/eval_parts.h"

static void consume(Frame *f, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind != IR_OPERAND_VAR || --f->left[o->var->id] > 0) continue;
        value_unref(f->vars[o->var->id]);
        f->vars[o->var->id] = NULL;
    }
}

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
    Frame called;
    if (!eval_open_value(&called, f, b->loc, callee)) return NULL;
    Value *result = eval_invoke(&called, called.fn->loc, args, n);
    eval_close(&called);
    value_unref(callee);
    return result;
}

bool eval_condition(Frame *f, Loc loc, const Value *v, bool *out) {
    bool tensor = v->kind == VALUE_TENSOR && v->tensor->ndim == 0 && v->tensor->dtype == DTYPE_BOOL;
    if (!tensor && (v->kind != VALUE_PRIM || v->dtype != DTYPE_BOOL))
        return eval_fail(f->e, loc, "the condition is no bool scalar");
    *out = tensor ? dtype_read_int(DTYPE_BOOL, v->tensor->data) != 0 : v->i != 0;
    return true;
}

static Value *take_branch(Frame *f, const IrBinding *b) {
    Value *cond = eval_operand(f, b->loc, b->operands.at);
    bool yes = false;
    if (!cond || !eval_condition(f, b->loc, cond, &yes)) return NULL;
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
        ctx_step(f->e->m->ctx, b->loc);
        ArenaMark mark = arena_mark(&f->arena), scratch = arena_mark(&m->scratch);
        Value *v = run_binding(f, b);
        arena_rewind(&f->arena, mark);
        arena_rewind(&m->scratch, scratch);
        if (!v) return NULL;
        consume(f, &b->operands);
        f->left[b->var->id] = b->var->n_uses;
        if (b->var->n_uses) {
            value_unref(f->vars[b->var->id]); /* of the body's run before */
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

static bool check_param(Frame *f, Loc loc, uint32_t i, const Value *v) {
    Ctx *ctx = f->e->m->ctx;
    const IrVar *p = f->fn->params.at[i];
    ArenaMark mark = arena_mark(&ctx->diags->arena);
    if (!eval_check(f, loc, p->type, v, diag_fmt(ctx, "argument '%s'", p->name ? p->name : "")))
        return false;
    arena_rewind(&ctx->diags->arena, mark);
    return true;
}

/* Its captures are checked. False after a report. */
static bool open_frame(Frame *f, Evaluator *e, IrFunction *fn, Value *const *captures,
                       ValueList *list, const Frame *outer) {
    IrModule *m = e->m;
    Ctx *ctx = m->ctx;
    if (e->depth >= ctx->limits.depth) {
        diag_error(ctx, fn->loc, DIAG_TOO_DEEP, diag_fmt(ctx, "%zu", ctx->limits.depth));
        return false;
    }
    e->depth++;
    *f = (Frame){.e = e, .list = list, .fn = fn, .captures = captures, .outer = outer};
    arena_init(&f->arena, ctx);
    f->vars = ARENA_ARRAY(&f->arena, Value *, (size_t)fn->n_vars + 1);
    f->left = ARENA_ARRAY(&f->arena, uint32_t, (size_t)fn->n_vars + 1);
    f->symbols = ARENA_ARRAY(&f->arena, int64_t, (size_t)m->dims.n_symbols + 1);
    f->bound = ARENA_ARRAY(&f->arena, bool, (size_t)m->dims.n_symbols + 1);
    bind_outer(f, outer);
    bool ok = true;
    for (uint32_t i = 0; ok && i < fn->n_captures; i++)
        ok = check_param(f, fn->loc, i, captures[i]);
    if (!ok) eval_close(f);
    return ok;
}

bool eval_open_value(Frame *self, Frame *caller, Loc loc, const Value *callee) {
    Evaluator *e = caller->e;
    if (callee->kind == VALUE_FUNCTION)
        return open_frame(self, e, callee->function, callee->items, caller->list, caller);
    if (callee->kind == VALUE_GLOBAL && callee->global->function &&
        callee->global->function->body) {
        return open_frame(self, e, callee->global->function, NULL, caller->list, NULL);
    }
    return eval_fail(e, loc, "this value cannot be called in a run");
}

static void drop_vars(Frame *f) {
    for (uint32_t i = 0; i < f->fn->n_vars; i++) {
        value_unref(f->vars[i]);
        f->vars[i] = NULL;
    }
}

void eval_close(Frame *self) {
    drop_vars(self);
    arena_fini(&self->arena);
    self->e->depth--;
}

bool eval_check_args(Frame *f, Loc loc, Value *const *args, uint32_t n) {
    if (f->fn->params.len - f->fn->n_captures < n)
        return eval_fail(f->e, loc, "wrong number of arguments");
    /* A later parameter may define what an earlier one's type computes with. */
    for (uint32_t i = 0; i < n; i++)
        eval_bind(f, f->fn->params.at[f->fn->n_captures + i]->type, args[i]);
    for (uint32_t i = 0; i < n; i++) {
        if (!check_param(f, loc, f->fn->n_captures + i, args[i])) return false;
    }
    return true;
}

Value *eval_invoke(Frame *f, Loc loc, Value *const *own_args, uint32_t n) {
    IrFunction *fn = f->fn;
    if (fn->params.len - fn->n_captures != n)
        return eval_fail(f->e, loc, "wrong number of arguments"), NULL;
    if (!eval_check_args(f, loc, own_args, n)) return NULL;
    drop_vars(f);
    for (uint32_t i = 0; i < fn->params.len; i++) {
        IrVar *p = fn->params.at[i];
        f->vars[p->id] =
            i < fn->n_captures ? value_ref(f->captures[i]) : own_args[i - fn->n_captures];
        f->left[p->id] = p->n_uses ? p->n_uses : 1;
    }
    for (size_t i = 0; i < fn->symbols.len; i++) {
        if (fn->symbols.at[i]->body) f->bound[fn->symbols.at[i]->id] = false; /* a match_cast's */
    }
    ArenaMark mark = arena_mark(&f->arena);
    Value *result = run_body(f, fn->body);
    arena_rewind(&f->arena, mark);
    return result;
}

Value *eval_function(Evaluator *self, IrFunction *fn, Value *const *args, uint32_t n,
                     ValueList *list) {
    Frame f;
    if (!open_frame(&f, self, fn, NULL, list, NULL)) return NULL;
    Value **own_args = ARENA_ARRAY(&f.arena, Value *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) own_args[i] = value_ref(args[i]);
    Value *result = eval_invoke(&f, fn->loc, own_args, n);
    eval_close(&f);
    return result;
}

void eval_hosts(Evaluator *self, const Hosts *hosts) { self->hosts = hosts; }

void eval_watch(Evaluator *self, EvalWatch after, void *user) {
    self->watch = after;
    self->watch_user = user;
    if (self->parts && self->parts != self) eval_watch(self->parts, after, user);
}

Evaluator *eval_new(IrModule *m, Arena *arena) {
    Evaluator *e = ARENA_NEW(arena, Evaluator);
    e->m = m;
    e->arena = arena;
    map_init(&e->ready, arena);
    map_init(&e->loops, arena);
    return e;
}

void eval_end(Evaluator *self) {
    if (self->parts) ir_module_free(self->parts->m);
    self->parts = NULL;
}
