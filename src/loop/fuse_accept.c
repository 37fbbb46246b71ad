/* SPDX-License-Identifier: Apache-2.0 */
/* Which kernels are worth it, and what is dead in them. */
#include "loop/fuse_parts.h"
#include "loop/work.h"

/* Dead stores and names */

typedef struct {
    bool *loaded, *vars;
    const bool *kept; /* by buffer */
} Live;

static void note_load(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                      bool is_store) {
    Live *l = user;
    (void)indices;
    if (!is_store) l->loaded[b->id] = true;
}

static void note_var(void *user, const LoopVar *v) {
    Live *l = user;
    l->vars[v->id] = true;
}

static void note_uses(const LoopStmt *list, Live *l) {
    for (; list; list = list->next) {
        fuse_accesses_alone(list, note_load, l);
        if (list->value) fuse_expr_vars(list->value, note_var, l);
        for (uint32_t i = 0; list->kind == LOOP_STORE && i < list->n; i++)
            fuse_expr_vars(list->indices[i], note_var, l);
        note_uses(list->body, l);
        note_uses(list->other, l);
    }
}

static bool is_dead(const LoopStmt *s, const Live *l) {
    switch (s->kind) {
    case LOOP_LET: return !l->vars[s->var->id];
    case LOOP_STORE: return !l->kept[s->buffer->id] && !l->loaded[s->buffer->id];
    case LOOP_FOR: return !s->body;
    case LOOP_IF: return !s->body && !s->other;
    default: return false;
    }
}

static bool drop_in(LoopStmt **list, const Live *l) {
    bool any = false;
    while (*list) {
        LoopStmt *s = *list;
        any |= drop_in(&s->body, l);
        any |= drop_in(&s->other, l);
        if (is_dead(s, l)) {
            *list = s->next;
            any = true;
        } else {
            list = &s->next;
        }
    }
    return any;
}

static void drop_allocs(LoopStmt **list, const bool *accessed) {
    while (*list) {
        drop_allocs(&(*list)->body, accessed);
        drop_allocs(&(*list)->other, accessed);
        if ((*list)->kind == LOOP_ALLOC && !accessed[(*list)->buffer->id])
            *list = (*list)->next;
        else
            list = &(*list)->next;
    }
}

static void note_any(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                     bool is_store) {
    bool *accessed = user;
    (void)indices;
    (void)is_store;
    accessed[b->id] = true;
}

void fuse_drop_dead(const LoopFuse *f, LoopStmt **list, const bool *needed) {
    const size_t n = (size_t)f->b.fn->n_buffers + 1;
    bool *kept = ARENA_ARRAY(f->arena, bool, n);
    for (uint32_t i = 0; i < f->n_values; i++) {
        if (f->values[i].buffer && needed[i]) kept[f->values[i].buffer->id] = true;
    }
    for (bool again = true; again;) {
        Live l = {.loaded = ARENA_ARRAY(f->arena, bool, n),
                  .vars = ARENA_ARRAY(f->arena, bool, f->b.fn->n_vars + 1),
                  .kept = kept};
        note_uses(*list, &l);
        again = drop_in(list, &l);
    }
    bool *accessed = ARENA_ARRAY(f->arena, bool, n);
    fuse_accesses_list(*list, note_any, accessed);
    drop_allocs(list, accessed);
}

/* Acceptance */

typedef struct {
    const LoopFuse *f;
    const LoopVar *vars[64]; /* of the loops around */
    uint32_t n;
    bool bad;
} Accept;

static bool has_division(const LoopExpr *const *indices, uint32_t n) {
    bool found = false;
    for (uint32_t i = 0; i < n; i++) found |= fuse_has_division(indices[i]);
    return found;
}

/* Divisions in the innermost loop cost more than a pass over memory. */
static void refuse_division(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                            bool is_store) {
    Accept *a = user;
    (void)is_store;
    a->bad |= has_division(indices, b->ndim);
}

static bool is_around(const Accept *a, const LoopVar *v) {
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->vars[i] == v) return true;
    }
    return false;
}

typedef struct {
    const Accept *a;
    bool inner; /* a loop inside of those around is meant */
} Moves;

static void note_inner(void *user, const LoopVar *v) {
    Moves *m = user;
    m->inner |= v->kind == LOOP_VAR_INDEX && !is_around(m->a, v);
}

/* A loop inside of a shared one, over elements that are far apart. */
static void refuse_strided(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                           bool is_store) {
    Accept *a = user;
    (void)is_store;
    if (!b->ndim || !fuse_is_value(b)) return;
    const LoopExpr *last = indices[b->ndim - 1], *extent = b->dims[b->ndim - 1];
    if (last->kind != LOOP_VAR || (extent->kind == LOOP_CONST && extent->i == 1)) return;
    Moves m = {.a = a};
    for (uint32_t d = 0; d + 1 < b->ndim; d++) fuse_expr_vars(indices[d], note_inner, &m);
    a->bad |= m.inner && is_around(a, last->var);
}

typedef struct {
    bool *stored;
    const LoopStmt *reader;
    bool again;  /* the reader takes an element several times */
    bool passes; /* a value, from one loop to the other */
    bool large;
} Between;

static bool is_small(const LoopBuffer *b) {
    int64_t n = (int64_t)dtype_size(b->dtype);
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (b->dims[i]->kind != LOOP_CONST || !mul_i64(n, b->dims[i]->i, &n)) return false;
    }
    return n <= FUSE_LOCAL_BYTES;
}

static void note_stored(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                        bool is_store) {
    Between *w = user;
    (void)indices;
    if (is_store && fuse_is_value(b)) w->stored[b->id] = true;
}

static void note_passed(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                        bool is_store) {
    Between *w = user;
    (void)indices;
    if (is_store || !w->stored[b->id]) return;
    w->passes = true;
    w->large |= !is_small(b);
    w->again |= fuse_reads_again(w->reader, b);
}

static bool uses_var_in(const LoopStmt *s, const LoopVar *v) {
    if (s->value && fuse_uses_var(s->value, v)) return true;
    for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++) {
        if (fuse_uses_var(s->indices[i], v)) return true;
    }
    for (const LoopStmt *in = s->body; in; in = in->next) {
        if (uses_var_in(in, v)) return true;
    }
    for (const LoopStmt *in = s->other; in; in = in->next) {
        if (uses_var_in(in, v)) return true;
    }
    return false;
}

static Between between(const LoopFuse *f, const LoopStmt *p, const LoopStmt *c) {
    Between w = {.stored = ARENA_ARRAY(f->arena, bool, f->b.fn->n_buffers + 1), .reader = c};
    fuse_accesses(p, note_stored, &w);
    fuse_accesses(c, note_passed, &w);
    return w;
}

/* A reduction takes an array of two dims or more that is the same for all iterations of the loop,
 * as weights are. */
static bool expr_shares(const LoopExpr *e, const LoopVar *v) {
    if (e->kind == LOOP_LOAD && e->buffer->kind == LOOP_BUFFER_INPUT && e->n >= 2) {
        bool differs = false;
        for (uint32_t i = 0; i < e->n; i++) differs = differs || fuse_uses_var(e->args[i], v);
        if (!differs) return true;
    }
    for (uint32_t i = 0; i < e->n; i++) {
        if (expr_shares(e->args[i], v)) return true;
    }
    return false;
}

static bool reduction_shares(const LoopStmt *list, const LoopVar *v, bool reduces) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (reduces && s->value && expr_shares(s->value, v)) return true;
        const bool within = reduces || (s->kind == LOOP_FOR && s->for_kind == LOOP_SERIAL);
        if (reduction_shares(s->body, v, within) || reduction_shares(s->other, v, reduces))
            return true;
    }
    return false;
}

/* Rows of p and c are of attention: of (batch and) head and query, and each head has an own
 * right-hand side. */
static bool is_attention(const Accept *a, const LoopStmt *p, const LoopStmt *c) {
    enum { ATTENTION_LOOPS = 2 };
    if (!a->f->options.attention || a->n < ATTENTION_LOOPS) return false;
    const LoopVar *head = a->vars[a->n - ATTENTION_LOOPS];
    return !reduction_shares(p->body, head, false) && !reduction_shares(c->body, head, false);
}

/* Several elements of an array in one iteration, as transforms of tiles do: other indices of it
 * would bring divisions, or conditions, into what is all arithmetic. */
static bool stores_tiles(const LoopStmt *s) {
    for (const LoopStmt *in = s->body; in; in = in->next) {
        const LoopStmt *next = in->next;
        if (in->kind == LOOP_STORE && in->buffer->ndim && next && next->kind == LOOP_STORE &&
            next->buffer == in->buffer)
            return true;
        if (stores_tiles(in)) return true;
    }
    return false;
}

/* A statement of a list that comes behind p. */
static void accept_pair(Accept *a, const LoopStmt *p, const LoopStmt *c) {
    if (c->kind != LOOP_FOR) return;
    const bool is_top = a->n == 0;
    const bool named = p->kind == LOOP_LET && uses_var_in(c, p->var);
    const Between w = between(a->f, p, c);
    if (is_top && (named || w.passes)) {
        enum { SMALL = 1 << 14 }; /* elements that one thread may do in a row */
        a->bad |= w.large || !loop_runs_at_most(a->f->body, SMALL);
    }
    /* A contraction is fast in tiles of many rows; a row of its own is worth it only where it saves
     * the scores of attention, which are of a higher rank than what it reads. */
    if (!w.passes || is_attention(a, p, c)) return;
    const LoopStmt *in =
        fuse_is_parallel(p) ? p->body : NULL; /* a nest of parallel loops alone carries nothing */
    while (in && !in->next && fuse_is_parallel(in)) in = in->body;
    a->bad |= w.again || fuse_has(in, LOOP_FOR) || stores_tiles(p) || stores_tiles(c);
}

static void accept_list(Accept *a, const LoopStmt *list) {
    uint32_t loops = 0, stores = 0;
    for (const LoopStmt *s = list; s; s = s->next) {
        loops += s->kind == LOOP_FOR;
        stores += s->kind == LOOP_STORE && s->buffer->ndim;
    }
    for (const LoopStmt *c = list; c && !a->bad; c = c->next) {
        for (const LoopStmt *p = list; p != c && !a->bad; p = p->next) accept_pair(a, p, c);
        const bool beside = loops > 1 || (stores && fuse_is_parallel(c));
        if (beside && a->n && c->kind == LOOP_FOR) fuse_accesses(c, refuse_strided, a);
        if (!fuse_is_parallel(c) || a->n == 64) continue;
        a->vars[a->n++] = c->var;
        accept_list(a, c->body);
        a->n--;
    }
}

typedef struct {
    const LoopBuffer *of;
    bool found;
} Reads;

static void note_read(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                      bool is_store) {
    Reads *r = user;
    (void)indices;
    r->found |= !is_store && b == r->of;
}

bool loop_fuse_reads_output(const LoopFn *fn, uint32_t output) {
    Reads r = {.of = fn->params.at[fn->params.len - fn->n_outputs + output]};
    fuse_accesses_list(fn->body, note_read, &r);
    return r.found;
}

static bool is_deep(const LoopStmt *list) {
    for (; list; list = list->next) {
        if (list->value && list->value->depth > FUSE_DEPTH_MAX) return true;
        if (is_deep(list->body) || is_deep(list->other)) return true;
    }
    return false;
}

bool fuse_accepts(LoopFuse *f) {
    const ArenaMark mark = arena_mark(f->arena);
    Accept a = {.f = f};
    uint32_t buffers = 0;
    bool *accessed = ARENA_ARRAY(f->arena, bool, f->b.fn->n_buffers + 1);
    fuse_accesses_list(f->body, note_any, accessed);
    for (uint32_t i = 0; i < f->n_values; i++)
        buffers += f->values[i].buffer && accessed[f->values[i].buffer->id];
    a.bad = buffers > FUSE_BUFFERS_MAX || fuse_count(f->body, LOOP_FOR) > FUSE_LOOPS_MAX ||
            is_deep(f->body);
    if (!a.bad) fuse_accesses_list(f->body, refuse_division, &a);
    if (!a.bad) accept_list(&a, f->body);
    arena_rewind(f->arena, mark);
    return !a.bad;
}
