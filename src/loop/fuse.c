/* SPDX-License-Identifier: Apache-2.0 */
/* Calls brought into one function, and the function that comes of it. */
#include "loop/fuse_parts.h"

LoopFuse *loop_fuse_new(Arena *arena, LoopFuseOptions options) {
    LoopFuse *f = ARENA_NEW(arena, LoopFuse);
    *f = (LoopFuse){.arena = arena, .options = options};
    loop_builder_init(&f->b, arena, "fused");
    return f;
}

const LoopVar *loop_fuse_size(LoopFuse *self, const char *name, bool is_extent) {
    const LoopVar *v = loop_size(&self->b, name);
    /* With one that may be negative all may be, as far as index arithmetic sees. */
    if (!is_extent || self->b.fn->n_scalars)
        self->b.fn->n_scalars = (uint32_t)self->b.fn->sizes.len;
    return v;
}

LoopBuilder *loop_fuse_builder(LoopFuse *self) { return &self->b; }

/* Bringing a function in */

typedef struct {
    LoopFuse *f;
    FuseIndex index; /* in the function's own terms */
    const LoopExpr **vars;
    const LoopBuffer **buffers;
    const LoopExpr **constants; /* by buffer */
} Bring;

static const LoopExpr *bring_leaf(void *user, const LoopExpr *e) {
    const Bring *in = user;
    if (e->kind == LOOP_VAR) return in->vars[e->var->id];
    const LoopExpr *constant = in->constants[e->buffer->id];
    return constant ? constant : loop_load(&in->f->b, in->buffers[e->buffer->id], e->args);
}

static const LoopExpr *bring_expr(Bring *in, const LoopExpr *e) {
    return fuse_map(&in->f->b, fuse_index_simplify(&in->index, e), bring_leaf, in);
}

static const LoopExpr *const *bring_exprs(Bring *in, const LoopExpr *const *list, uint32_t n) {
    const LoopExpr **out = ARENA_ARRAY(in->f->arena, const LoopExpr *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) out[i] = bring_expr(in, list[i]);
    return out;
}

/* Names of indices are put in where they are used, so that one can see what is read. */
static bool is_index_name(const LoopStmt *s) {
    return s->kind == LOOP_LET && s->value->dtype == DTYPE_INT64 && !fuse_has_load(s->value);
}

static LoopStmt **bring_list(Bring *in, const LoopStmt *list, LoopStmt **tail);

static LoopStmt *bring_alone(Bring *in, const LoopStmt *list, const LoopExpr *value) {
    LoopFuse *f = in->f;
    LoopStmt *s = ARENA_NEW(f->arena, LoopStmt);
    *s = *list;
    s->next = s->body = s->other = NULL;
    s->value = value;
    if (list->var) {
        s->var = fuse_new_var(f, list->var->name, list->var->kind, list->var->dtype);
        in->vars[list->var->id] = loop_var(&f->b, s->var);
    }
    if (list->kind == LOOP_ALLOC) {
        const LoopBuffer *b = list->buffer;
        in->buffers[b->id] = fuse_new_buffer(f, b, bring_exprs(in, b->dims, b->ndim), b->ndim);
    }
    if (list->buffer) s->buffer = in->buffers[list->buffer->id];
    if (list->kind == LOOP_STORE) s->indices = bring_exprs(in, list->indices, list->n);
    return s;
}

/* A loop over `body` from `first` on; one that runs once is none. */
static LoopStmt **bring_loop(Bring *in, const LoopStmt *loop, const LoopStmt *body,
                             const LoopExpr *first, const LoopExpr *extent, LoopStmt **tail) {
    LoopBuilder *b = &in->f->b;
    if (extent->kind == LOOP_CONST && extent->i == 1) {
        in->vars[loop->var->id] = first;
        return bring_list(in, body, tail);
    }
    LoopStmt *s = bring_alone(in, loop, extent);
    in->vars[loop->var->id] = loop_op2(b, LOOP_ADD, first, loop_var(b, s->var));
    bring_list(in, body, &s->body);
    *tail = s;
    return &s->next;
}

/* for i in T.parallel(n): (if i < m: A, else: B) becomes two loops without the `if`. NULL: it is
 * none of these. */
static LoopStmt **bring_halves(Bring *in, const LoopStmt *loop, LoopStmt **tail) {
    const LoopStmt *s = loop->body;
    if (!fuse_is_parallel(loop) || !s || s->next || s->kind != LOOP_IF) return NULL;
    const LoopExpr *cond = fuse_index_condition(&in->index, s->value);
    if (cond->kind != LOOP_LT || cond->args[0]->kind != LOOP_VAR || cond->args[0]->var != loop->var)
        return NULL;
    const LoopExpr *part = cond->args[1];
    if (fuse_has_load(part) || fuse_uses_var(part, loop->var)) return NULL;
    const LoopExpr *rest = fuse_index_rest(&in->index, loop->value, part);
    if (!rest) return NULL;
    const LoopExpr *first = bring_expr(in, part), *last = bring_expr(in, rest);
    fuse_index_range(&in->index, loop->var, part);
    tail = bring_loop(in, loop, s->body, loop_index(&in->f->b, 0), first, tail);
    fuse_index_range(&in->index, loop->var, loop->value);
    return s->other ? bring_loop(in, loop, s->other, first, last, tail) : tail;
}

static LoopStmt **bring_list(Bring *in, const LoopStmt *list, LoopStmt **tail) {
    for (; list; list = list->next) {
        LoopStmt **next = NULL;
        if (is_index_name(list)) {
            in->vars[list->var->id] = bring_expr(in, list->value);
            fuse_index_let(&in->index, list->var, fuse_index_simplify(&in->index, list->value));
            continue;
        }
        if (list->kind == LOOP_FOR) {
            fuse_index_range(&in->index, list->var, list->value);
            next = bring_halves(in, list, tail);
            tail = next ? next
                        : bring_loop(in, list, list->body, loop_index(&in->f->b, 0),
                                     bring_expr(in, list->value), tail);
            continue;
        }
        const LoopExpr *value = list->value;
        if (list->kind == LOOP_IF) value = fuse_index_condition(&in->index, value);
        if (list->kind == LOOP_IF && value->kind == LOOP_CONST && value->i) { /* always */
            tail = bring_list(in, list->body, tail);
            continue;
        }
        LoopStmt *s = bring_alone(in, list, value ? bring_expr(in, value) : NULL);
        bring_list(in, list->body, &s->body);
        bring_list(in, list->other, &s->other);
        *tail = s;
        tail = &s->next;
    }
    return tail;
}

static LoopStmt *bring(LoopFuse *f, const LoopFn *fn, const LoopExpr *const *sizes,
                       const LoopFuseArg *args) {
    Bring in = {.f = f,
                .vars = ARENA_ARRAY(f->arena, const LoopExpr *, (size_t)fn->n_vars + 1),
                .buffers = ARENA_ARRAY(f->arena, const LoopBuffer *, (size_t)fn->n_buffers + 1),
                .constants = ARENA_ARRAY(f->arena, const LoopExpr *, (size_t)fn->n_buffers + 1)};
    LoopBuilder own; /* makes expressions in the function's own terms */
    loop_builder_init(&own, f->arena, fn->name);
    fuse_index_init(&in.index, &own, fn);
    for (size_t i = 0; i < fn->sizes.len; i++) in.vars[fn->sizes.at[i]->id] = sizes[i];
    for (size_t i = 0; i < fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i];
        in.constants[b->id] = args[i].constant;
        if (args[i].constant) continue;
        FuseValue *v = &f->values[args[i].value];
        if (!v->buffer)
            v->buffer = fuse_new_buffer(f, b, bring_exprs(&in, b->dims, b->ndim), b->ndim);
        if (b->kind == LOOP_BUFFER_OUTPUT) v->made = true;
        v->stays = args[i].stays;
        in.buffers[b->id] = v->buffer;
    }
    LoopStmt *list = NULL;
    bring_list(&in, fn->body, &list);
    return list;
}

/* Joining */

static bool fits(const LoopFn *fn) {
    bool ok = fn->n_outputs != 0 && !fuse_has(fn->body, LOOP_CALL);
    for (size_t i = 0; i < fn->params.len; i++)
        ok = ok && !fn->params.at[i]->strides && fn->params.at[i]->ndim < 64;
    return ok;
}

static void drop_unneeded(LoopFuse *f) {
    bool *needed = ARENA_ARRAY(f->arena, bool, (size_t)f->n_values + 1);
    for (uint32_t i = 0; i < f->n_values; i++) needed[i] = f->values[i].made && f->values[i].stays;
    fuse_drop_dead(f, &f->body, needed);
}

/* A copy with room for so many values. */
static LoopFuse trial_of(const LoopFuse *from, uint32_t n_values) {
    LoopFuse f = *from;
    f.body = fuse_copy_list(f.arena, from->body);
    f.n_values = n_values > from->n_values ? n_values : from->n_values;
    f.values = ARENA_ARRAY(f.arena, FuseValue, (size_t)f.n_values + 1);
    for (uint32_t i = 0; i < from->n_values; i++) f.values[i] = from->values[i];
    return f;
}

bool loop_fuse_append(LoopFuse *self, const LoopFn *fn, const LoopExpr *const *sizes,
                      const LoopFuseArg *args) {
    if (!fits(fn)) return false;
    uint32_t n_values = 0;
    for (size_t i = 0; i < fn->params.len; i++) {
        if (!args[i].constant && args[i].value >= n_values) n_values = args[i].value + 1;
    }
    for (int inline_first = 0; inline_first < 2; inline_first++) {
        LoopFuse f = trial_of(self, n_values);
        f.inline_first = inline_first;
        LoopStmt *list = bring(&f, fn, sizes, args), **tail = &f.body;
        for (LoopStmt *s = list, *next; s; s = next) {
            next = s->next;
            s->next = NULL;
            for (tail = &f.body; *tail;) tail = &(*tail)->next;
            *tail = s;
            if (f.n_calls) fuse_settle(&f, &f.body, s);
        }
        if (f.n_calls) {
            fuse_forward(&f, f.body);
            drop_unneeded(&f);
            if (!fuse_accepts(&f)) continue;
        }
        f.n_calls++;
        *self = f;
        return true;
    }
    return false;
}

/* The function */

typedef struct {
    const LoopBuffer *buffer;
    const LoopVar *var;
    uint64_t dims;
    bool seen;
} At;

static void note_at(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                    bool is_store) {
    At *at = user;
    (void)is_store;
    if (b != at->buffer) return;
    uint64_t dims = 0;
    for (uint32_t d = 0; at->var && d < b->ndim; d++) {
        if (indices[d]->kind == LOOP_VAR && indices[d]->var == at->var) dims |= (uint64_t)1 << d;
    }
    at->dims = at->seen ? at->dims & dims : dims;
    at->seen = true;
}

static bool accesses_buffer(const LoopStmt *s, const LoopBuffer *b) {
    At at = {.buffer = b};
    fuse_accesses(s, note_at, &at);
    return at.seen;
}

typedef struct {
    LoopBuilder *b;
    const LoopBuffer *from, *to;
    uint64_t dropped;
} Localise;

static const LoopExpr *const *kept_indices(const Localise *l, const LoopExpr *const *indices) {
    const LoopExpr **out = ARENA_ARRAY(l->b->arena, const LoopExpr *, (size_t)l->to->ndim + 1);
    for (uint32_t d = 0, n = 0; d < l->from->ndim; d++) {
        if (!(l->dropped >> d & 1)) out[n++] = indices[d];
    }
    return out;
}

static const LoopExpr *localise_leaf(void *user, const LoopExpr *e) {
    const Localise *l = user;
    return e->kind == LOOP_LOAD && e->buffer == l->from
               ? loop_load(l->b, l->to, kept_indices(l, e->args))
               : e;
}

static void localise_stores(const Localise *l, LoopStmt *list) {
    for (; list; list = list->next) {
        if (list->kind == LOOP_STORE && list->buffer == l->from) {
            list->indices = kept_indices(l, list->indices);
            list->buffer = l->to;
            list->n = l->to->ndim;
        }
        localise_stores(l, list->body);
        localise_stores(l, list->other);
    }
}

/* A value that nobody else needs becomes a local of the innermost list that has all accesses,
 * without the dims of the loops around. False: that would be large. */
static bool localise(LoopFuse *f, const LoopBuffer *t) {
    LoopStmt **list = &f->body;
    uint64_t dropped = 0;
    for (;;) {
        LoopStmt *only = NULL;
        uint32_t n = 0;
        for (LoopStmt *s = *list; s; s = s->next) {
            if (accesses_buffer(s, t)) only = s, n++;
        }
        if (n != 1 || !fuse_is_parallel(only)) break;
        At at = {.buffer = t, .var = only->var};
        fuse_accesses_list(only->body, note_at, &at);
        if (!at.dims) break;
        dropped |= at.dims;
        list = &only->body;
    }
    const LoopExpr **dims = ARENA_ARRAY(f->arena, const LoopExpr *, (size_t)t->ndim + 1);
    uint32_t ndim = 0;
    int64_t bytes = (int64_t)dtype_size(t->dtype);
    for (uint32_t d = 0; d < t->ndim; d++) {
        const LoopExpr *e = t->dims[d];
        if (e->kind == LOOP_CONST && e->i == 1) dropped |= (uint64_t)1 << d;
        if (dropped >> d & 1) continue;
        if (e->kind != LOOP_CONST || !mul_i64(bytes, e->i, &bytes)) return false;
        dims[ndim++] = e;
    }
    if (bytes > FUSE_LOCAL_BYTES) return false;
    LoopBuffer *local = fuse_new_buffer(f, t, dims, ndim);
    local->kind = LOOP_BUFFER_LOCAL;
    Localise l = {.b = &f->b, .from = t, .to = local, .dropped = dropped};
    fuse_map_list(&f->b, *list, localise_leaf, &l);
    localise_stores(&l, *list);
    LoopStmt *alloc = ARENA_NEW(f->arena, LoopStmt);
    alloc->kind = LOOP_ALLOC;
    alloc->buffer = local;
    while (!accesses_buffer(*list, local)) list = &(*list)->next;
    fuse_insert_after(list, NULL, alloc);
    return true;
}

typedef struct {
    const LoopFuse *f;
    LoopBuilder b;
    const LoopExpr **vars;
    const LoopBuffer **buffers;
    bool *sizes; /* by variable: used */
} Emit;

static const LoopExpr *emit_leaf(void *user, const LoopExpr *e) {
    Emit *em = user;
    if (e->kind == LOOP_LOAD) return loop_load(&em->b, em->buffers[e->buffer->id], e->args);
    return em->vars[e->var->id];
}

static const LoopExpr *emit_copy(Emit *em, const LoopExpr *e) {
    return fuse_map(&em->b, e, emit_leaf, em);
}

static const LoopExpr *const *emit_exprs(Emit *em, const LoopExpr *const *list, uint32_t n) {
    const LoopExpr **out = ARENA_ARRAY(em->b.arena, const LoopExpr *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) out[i] = emit_copy(em, list[i]);
    return out;
}

static void emit_list(Emit *em, const LoopStmt *list) {
    for (; list; list = list->next) {
        LoopBuilder *b = &em->b;
        b->loc = list->loc;
        const LoopExpr *value = list->value ? emit_copy(em, list->value) : NULL;
        switch (list->kind) {
        case LOOP_FOR:
            em->vars[list->var->id] =
                loop_var(b, loop_begin_for(b, list->var->name, value, list->for_kind, list->lanes));
            break;
        case LOOP_WHILE: loop_begin_while(b, value); break;
        case LOOP_IF: loop_begin_if(b, value); break;
        case LOOP_STORE:
            loop_store(b, em->buffers[list->buffer->id], emit_exprs(em, list->indices, list->n),
                       value);
            continue;
        case LOOP_LET:
            em->vars[list->var->id] = loop_var(b, loop_let(b, list->var->name, value));
            continue;
        case LOOP_ALLOC: {
            const LoopBuffer *l = list->buffer;
            em->buffers[l->id] =
                loop_local(b, l->name, l->dtype, emit_exprs(em, l->dims, l->ndim), l->ndim);
            continue;
        }
        case LOOP_CALL: BUG("a call in a fused function");
        }
        emit_list(em, list->body);
        if (list->other) {
            loop_else(b);
            emit_list(em, list->other);
        }
        loop_end(b);
    }
}

static void note_size(void *user, const LoopVar *v) {
    Emit *em = user;
    if (v->kind == LOOP_VAR_SIZE) em->sizes[v->id] = true;
}

static void note_sizes(Emit *em, const LoopStmt *list) {
    for (; list; list = list->next) {
        if (list->value) fuse_expr_vars(list->value, note_size, em);
        for (uint32_t i = 0; list->kind == LOOP_STORE && i < list->n; i++)
            fuse_expr_vars(list->indices[i], note_size, em);
        for (uint32_t i = 0; list->kind == LOOP_ALLOC && i < list->buffer->ndim; i++)
            fuse_expr_vars(list->buffer->dims[i], note_size, em);
        note_sizes(em, list->body);
        note_sizes(em, list->other);
    }
}

static uint32_t *emit_params(Emit *em, const bool *chosen, LoopBufferKind kind, uint32_t *n) {
    const LoopFuse *f = em->f;
    uint32_t *values = ARENA_ARRAY(f->arena, uint32_t, (size_t)f->n_values + 1);
    *n = 0;
    for (uint32_t i = 0; i < f->n_values; i++) {
        if (!chosen[i]) continue;
        const LoopBuffer *b = f->values[i].buffer;
        const char *name =
            arena_printf(f->arena, "%s%u", kind == LOOP_BUFFER_INPUT ? "x" : "y", *n);
        em->buffers[b->id] = loop_param(&em->b, name, kind, b->dtype,
                                        emit_exprs(em, b->dims, b->ndim), b->ndim, NULL);
        values[(*n)++] = i;
    }
    return values;
}

/* Without a loop around, what passes between loops passes in a loop that runs once. */
static bool needs_row(LoopFuse *f) {
    for (LoopStmt *s = f->body; s; s = s->next) {
        if (s->kind == LOOP_FOR && f->n_calls > 1 && fuse_dependency(f, f->body, s)) return true;
    }
    return false;
}

LoopFused loop_fuse_finish(const LoopFuse *self, const bool *needed, const char *name) {
    LoopFuse f = trial_of(self, 0);
    Arena *arena = f.arena;
    bool *is_in = ARENA_ARRAY(arena, bool, (size_t)f.n_values + 1),
         *is_out = ARENA_ARRAY(arena, bool, (size_t)f.n_values + 1);
    fuse_drop_dead(&f, &f.body, needed);
    for (uint32_t i = 0; i < f.n_values; i++) {
        const FuseValue *v = &f.values[i];
        if (!v->buffer) continue;
        bool used = false;
        for (const LoopStmt *s = f.body; s && !used; s = s->next)
            used = accesses_buffer(s, v->buffer);
        is_in[i] = used && !v->made;
        is_out[i] = v->made && (needed[i] || (used && !localise(&f, v->buffer)));
    }
    fuse_order(&f, f.body);
    fuse_join_sums(&f);
    Emit em = {.f = &f};
    loop_builder_init(&em.b, arena, name);
    em.vars = ARENA_ARRAY(arena, const LoopExpr *, (size_t)f.b.fn->n_vars + 1);
    em.buffers = ARENA_ARRAY(arena, const LoopBuffer *, (size_t)f.b.fn->n_buffers + 1);
    em.sizes = ARENA_ARRAY(arena, bool, (size_t)f.b.fn->n_vars + 1);
    note_sizes(&em, f.body);
    for (uint32_t i = 0; i < f.n_values; i++) {
        for (uint32_t d = 0; (is_in[i] || is_out[i]) && d < f.values[i].buffer->ndim; d++)
            fuse_expr_vars(f.values[i].buffer->dims[d], note_size, &em);
    }
    const LoopVar **own =
        ARENA_ARRAY(arena, const LoopVar *, f.b.fn->sizes.len + 1); /* by the new one's id */
    for (size_t i = 0; i < f.b.fn->sizes.len; i++) {
        const LoopVar *v = f.b.fn->sizes.at[i];
        if (!em.sizes[v->id]) continue;
        const LoopVar *made = loop_size(&em.b, v->name);
        own[made->id] = v;
        em.vars[v->id] = loop_var(&em.b, made);
    }
    LoopFused out = {.fn = em.b.fn};
    out.inputs = emit_params(&em, is_in, LOOP_BUFFER_INPUT, &out.n_inputs);
    out.outputs = emit_params(&em, is_out, LOOP_BUFFER_OUTPUT, &out.n_outputs);
    const bool row = needs_row(&f);
    if (row) loop_begin_for(&em.b, "row", loop_index(&em.b, 1), LOOP_PARALLEL, 0);
    emit_list(&em, f.body);
    if (row) loop_end(&em.b);
    loop_builder_finish(&em.b);
    loop_sizes_to_scalars(out.fn);
    const LoopVar **scalars = ARENA_ARRAY(arena, const LoopVar *, (size_t)out.fn->n_scalars + 1);
    for (uint32_t i = 0; i < out.fn->n_scalars; i++) scalars[i] = own[out.fn->sizes.at[i]->id];
    out.scalars = scalars;
    return out;
}
