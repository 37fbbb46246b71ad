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
 */
#include "loop/fuse_parts.h"

enum { LOOPS_MAX = 16 };

typedef struct {
    LoopStmt *loops[LOOPS_MAX];
    uint32_t n, dims[LOOPS_MAX]; /* by loop: the dim of the store that it goes along */
    const LoopStmt *store;
    bool *stored; /* by buffer */
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

/* Loops with names before the next one, down to names and stores. */
static bool read_nest(LoopStmt *s, Nest *out) {
    for (;;) {
        if (out->n == LOOPS_MAX || !fuse_is_parallel(s) || !is_free(s)) return false;
        out->loops[out->n++] = s;
        LoopStmt *next = NULL;
        for (LoopStmt *x = s->body; x; x = x->next) {
            if (x->kind == LOOP_FOR && !x->next) next = x;
        }
        if (!next) break;
        for (const LoopStmt *x = s->body; x != next; x = x->next) {
            if (!is_name(x)) return false;
        }
        s = next;
    }
    for (const LoopStmt *x = s->body; x; x = x->next) {
        if (x->kind != LOOP_LET && (x->kind != LOOP_STORE || !fuse_is_value(x->buffer)))
            return false;
        if (x->kind == LOOP_STORE && !out->store) out->store = x;
    }
    return out->store != NULL;
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

static void sort(Nest *n) {
    for (uint32_t i = 1; i < n->n; i++) {
        for (uint32_t k = i; k > 0 && n->dims[k - 1] > n->dims[k]; k--) {
            LoopStmt *a = n->loops[k - 1], *b = n->loops[k];
            const LoopStmt t = *a;
            const uint32_t d = n->dims[k - 1];
            a->var = b->var, a->value = b->value, a->for_kind = b->for_kind;
            b->var = t.var, b->value = t.value, b->for_kind = t.for_kind;
            n->dims[k - 1] = n->dims[k];
            n->dims[k] = d;
        }
    }
}

void fuse_order(LoopFuse *f, LoopStmt *list) {
    for (LoopStmt *s = list; s; s = s->next) {
        Nest n = {.n = 0};
        if (s->kind != LOOP_FOR || !read_nest(s, &n) || !find_dims(&n)) continue;
        bool sorted = true;
        for (uint32_t i = 1; i < n.n; i++) sorted &= n.dims[i - 1] <= n.dims[i];
        if (sorted || !may_sink(f, &n)) continue;
        sink(&n);
        sort(&n);
    }
}
