/* SPDX-License-Identifier: Apache-2.0 */
/* Elementwise nests in the order of memory. Joining brings loops to the front that others share;
 * where nothing but names stands between them in the end, they go back to the order in which the
 * result lies.
 *
 *     for c in T.parallel(8):                    for y in T.parallel(h):
 *         s: T.float32 = scale[c]                    for x in T.parallel(w):
 *         for x in T.parallel(w):           ->           for c in T.parallel(8):
 *             for y in T.parallel(h):                        s: T.float32 = scale[c]
 *                 out[y, x, c] = in[y, x, c] * s             out[y, x, c] = in[y, x, c] * s
 *
 * Of a contraction the loop that the result lies along goes inside of all others, where what is
 * summed lies along it too: it goes by vectors, and the others are rows.
 *
 *     for i in T.parallel(m):                    for j in T.parallel(n):
 *         for j in T.parallel(n):       ->           for i in T.parallel(m):
 *             out[j, i] = sum of x[k, i] * w[k, j]       out[j, i] = sum of x[k, i] * w[k, j]
 */
#include "loop/fuse_parts.h"

enum { LOOPS_MAX = 16 };

typedef struct {
    LoopStmt *loops[LOOPS_MAX];
    uint32_t n, dims[LOOPS_MAX]; /* by loop: the dim of the store that it goes along */
    const LoopStmt *store;
    bool *stored;    /* by buffer */
    bool is_plain;   /* nothing but names and stores in the innermost loop */
    bool is_perfect; /* nothing beside a loop */
} Nest;

static void note_sized(void *user, const LoopVar *v) {
    bool *ok = user;
    *ok = *ok && v->kind == LOOP_VAR_SIZE;
}

/* The same extent wherever it stands. */
static bool is_free(const LoopStmt *s) {
    bool ok = !fuse_has_load(s->value);
    fuse_expr_vars(s->value, note_sized, &ok);
    return ok;
}

static void note_store(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                       bool is_store) {
    Nest *n = user;
    (void)indices;
    if (is_store) n->stored[b->id] = true;
}

/* Cheap enough to be done for each element. */
static bool is_name(const LoopStmt *s) {
    const LoopExpr *e = s->value;
    while (e && e->kind == LOOP_CAST) e = e->args[0];
    return s->kind == LOOP_LET && (e->kind == LOOP_LOAD || !e->n);
}

/* Sums into scalars of the iteration's own, and what is made of them. */
static bool is_contraction(const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        const bool ok = s->kind == LOOP_LET || s->kind == LOOP_STORE ||
                        (s->kind == LOOP_ALLOC && !s->buffer->ndim) ||
                        (s->kind == LOOP_FOR && s->for_kind == LOOP_SERIAL && is_free(s) &&
                         is_contraction(s->body));
        if (!ok) return false;
    }
    return true;
}

/* Loops with names before the next one, down to names and stores, or sums. */
static bool read_nest(LoopStmt *s, Nest *out) {
    for (;;) {
        if (out->n == LOOPS_MAX || !fuse_is_parallel(s) || !is_free(s)) return false;
        out->loops[out->n++] = s;
        LoopStmt *next = NULL;
        for (LoopStmt *x = s->body; x; x = x->next) {
            if (x->kind == LOOP_FOR && !x->next) next = x;
        }
        if (!next || !fuse_is_parallel(next)) break;
        for (const LoopStmt *x = s->body; x != next; x = x->next) {
            if (!is_name(x)) return false;
            out->is_perfect = false;
        }
        s = next;
    }
    for (const LoopStmt *x = s->body; x; x = x->next) {
        const bool is_value = x->kind == LOOP_STORE && fuse_is_value(x->buffer);
        if (x->kind != LOOP_LET && !is_value) out->is_plain = false;
        if (is_value && !out->store) out->store = x;
    }
    return out->store && (out->is_plain || (out->is_perfect && is_contraction(s->body)));
}

/* Each loop goes along one dim of the first store. */
static bool find_dims(Nest *n) {
    for (uint32_t i = 0; i < n->n; i++) {
        uint32_t count = 0;
        for (uint32_t d = 0; d < n->store->buffer->ndim; d++) {
            if (!fuse_uses_var(n->store->indices[d], n->loops[i]->var)) continue;
            n->dims[i] = d;
            count++;
        }
        if (count != 1) return false;
    }
    return true;
}

typedef struct {
    const bool *stored;
    bool bad;
} Reads;

static void refuse_stored(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                          bool is_store) {
    Reads *r = user;
    (void)indices;
    r->bad |= !is_store && r->stored[b->id];
}

/* Names go to the innermost body: none reads what is stored there. */
static bool may_sink(LoopFuse *f, Nest *n) {
    n->stored = ARENA_ARRAY(f->arena, bool, (size_t)f->b.fn->n_buffers + 1);
    fuse_accesses_list(n->loops[n->n - 1]->body, note_store, n);
    Reads r = {.stored = n->stored};
    for (uint32_t i = 0; i + 1 < n->n; i++) {
        for (const LoopStmt *x = n->loops[i]->body; x != n->loops[i + 1]; x = x->next)
            fuse_accesses_alone(x, refuse_stored, &r);
    }
    return !r.bad;
}

static void sink(Nest *n) {
    LoopStmt *inner = n->loops[n->n - 1];
    for (uint32_t i = n->n - 1; i-- > 0;) {
        LoopStmt *first = n->loops[i]->body, *last = first;
        if (first == n->loops[i + 1]) continue;
        while (last->next != n->loops[i + 1]) last = last->next;
        n->loops[i]->body = n->loops[i + 1];
        last->next = inner->body;
        inner->body = first;
    }
}

/* The loop and the next one within change places. */
static void swap(Nest *n, uint32_t i) {
    LoopStmt *a = n->loops[i], *b = n->loops[i + 1];
    const LoopStmt t = *a;
    const uint32_t d = n->dims[i];
    a->var = b->var, a->value = b->value, a->for_kind = b->for_kind;
    b->var = t.var, b->value = t.value, b->for_kind = t.for_kind;
    n->dims[i] = n->dims[i + 1];
    n->dims[i + 1] = d;
}

static void sort(Nest *n) {
    for (uint32_t i = 1; i < n->n; i++) {
        for (uint32_t k = i; k > 0 && n->dims[k - 1] > n->dims[k]; k--) swap(n, k - 1);
    }
}

typedef struct {
    const LoopVar *last;
    bool bad;
} Along;

static void note_along(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                       bool is_store) {
    Along *a = user;
    (void)is_store;
    for (uint32_t d = 0; d < b->ndim; d++) {
        if (!fuse_uses_var(indices[d], a->last)) continue;
        a->bad |= fuse_last_moving(b, indices) != indices[d] || indices[d]->kind != LOOP_VAR;
    }
}

/* The loop of the last dim, which all stores and all that is summed go along, to the inside. */
static void turn_contraction(Nest *n) {
    uint32_t at = 0;
    for (uint32_t i = 1; i < n->n; i++) at = n->dims[i] > n->dims[at] ? i : at;
    Along a = {.last = n->loops[at]->var};
    if (at + 1 == n->n || fuse_last_moving(n->store->buffer, n->store->indices)->kind != LOOP_VAR)
        return;
    for (const LoopStmt *s = n->loops[n->n - 1]->body; s; s = s->next) {
        if (s->kind == LOOP_FOR) fuse_accesses(s, note_along, &a);
        if (s->kind == LOOP_STORE) note_along(&a, s->buffer, s->indices, true);
    }
    if (a.bad) return;
    for (; at + 1 < n->n; at++) swap(n, at);
}

void fuse_order(LoopFuse *f, LoopStmt *list) {
    for (LoopStmt *s = list; s; s = s->next) {
        Nest n = {.is_plain = true, .is_perfect = true};
        if (s->kind != LOOP_FOR || !read_nest(s, &n) || !find_dims(&n)) continue;
        if (!n.is_plain) {
            turn_contraction(&n);
            continue;
        }
        bool sorted = true;
        for (uint32_t i = 1; i < n.n; i++) sorted &= n.dims[i - 1] <= n.dims[i];
        if (sorted || !may_sink(f, &n)) continue;
        sink(&n);
        sort(&n);
    }
}
