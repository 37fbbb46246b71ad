/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluators and frames. A frame holds a function's variables by id and its symbols by id. What
 * walks a body is given to the evaluator, as the walk stands on calls, and calls on frames. */
#include "eval/eval_parts.h"
#include "ops/ccl_call.h"
#include "ranks/ranks.h"

bool eval_condition(Frame *f, Loc loc, const Value *v, bool *out) {
    bool tensor = v->kind == VALUE_TENSOR && v->tensor->ndim == 0 && v->tensor->dtype == DTYPE_BOOL;
    if (!tensor && (v->kind != VALUE_PRIM || v->dtype != DTYPE_BOOL))
        return eval_fail(f->e, loc, "the condition is no bool scalar");
    *out = tensor ? dtype_read_int(DTYPE_BOOL, v->tensor->data) != 0 : v->i != 0;
    return true;
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
    Value *result = f->e->walk(f, fn->body);
    arena_rewind(&f->arena, mark);
    return result;
}

Value *eval_function(Evaluator *self, IrFunction *fn, Value *const *args, uint32_t n,
                     ValueList *list) {
    Frame f;
    if (self->m->ctx->ranks && !self->meets_alike && !ccl_meets_alike(self->m)) return NULL;
    self->meets_alike = true;
    if (!self->entry) self->entry = fn;
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

Evaluator *eval_with_walk(IrModule *m, Arena *arena, EvalWalk walk) {
    Evaluator *e = ARENA_NEW(arena, Evaluator);
    e->m = m;
    e->arena = arena;
    e->walk = walk;
    map_init(&e->ready, arena);
    map_init(&e->loops, arena);
    return e;
}

void eval_end(Evaluator *self) {
    if (self->parts) ir_module_free(self->parts->m);
    self->parts = NULL;
    if (self->list) ranks_run_list(self->m->ctx->ranks, NULL);
}
