/* SPDX-License-Identifier: Apache-2.0 */
/* One pass over memory for sums of the columns of the same tensors, and for what is computed of
 * these element by element. Each sum keeps its order.
 *
 *     for i in T.parallel(n):               for j in T.parallel(16):
 *         for j in T.parallel(16):              a = ...; b = ...
 *             y[i, j] = g[i, j] * s[j]          a[()] = 0
 *     for j in T.parallel(16):         ->       b[()] = 0
 *         a = ...                               for i in range(n):
 *         a[()] = 0                                 a[()] = a[()] + g[i, j]
 *         for i in range(n):                        b[()] = b[()] + g[i, j] * x[i, j]
 *             a[()] = a[()] + g[i, j]               y[i, j] = g[i, j] * s[j]
 *         p[j] = a[()]                          p[j] = a[()]
 *     ... and the sum of g[i, j] * x[i, j]      q[j] = b[()]
 *
 * A column's elements do not lie together, so the loops go by vectors along the columns whatever
 * is in them; loops that add up along memory, which are vectors themselves, stay apart. */
#include "loop/fuse_parts.h"

enum { LOOPS_MAX = 16 };

/* Parallel loops, then serial ones, each all that the one before holds but for the first serial
 * one, which stands among other statements. Without a serial one: element by element. */
typedef struct {
    LoopStmt *loops[LOOPS_MAX];
    uint32_t n_parallel, n;
} Nest;

static bool is_sum_loop(const LoopStmt *s) {
    return s->kind == LOOP_FOR && s->for_kind == LOOP_SERIAL && s->lanes <= 1 && s->body;
}

static LoopStmt *only(LoopStmt *list) { return list && !list->next ? list : NULL; }

/* Names and stores alone. */
static bool is_flat(const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next)
        if (s->kind != LOOP_LET && s->kind != LOOP_STORE) return false;
    return list != NULL;
}

static LoopStmt *first_sum(LoopStmt *list) {
    for (LoopStmt *s = list; s; s = s->next)
        if (is_sum_loop(s)) return s;
    return NULL;
}

static bool read_nest(LoopStmt *s, Nest *out) {
    LoopStmt *list = s;
    *out = (Nest){.n = 0};
    while (s && fuse_is_parallel(s)) {
        if (out->n == LOOPS_MAX) return false;
        out->loops[out->n++] = s;
        list = s->body;
        s = only(list);
    }
    out->n_parallel = out->n;
    if (!out->n) return false;
    if (is_flat(list)) return true;
    for (s = first_sum(list); s && is_sum_loop(s); s = only(list)) {
        if (out->n == LOOPS_MAX) return false;
        out->loops[out->n++] = s;
        list = s->body;
    }
    return out->n > out->n_parallel && is_flat(list);
}

static LoopStmt *innermost(const Nest *n) { return n->loops[n->n - 1]; }

/* --- What may move --- */

static bool depends(LoopFuse *f, const LoopStmt *s, const LoopStmt *on) {
    LoopStmt alone = *on;
    alone.next = (LoopStmt *)s;
    return fuse_dependency(f, &alone, s) != NULL;
}

/* Not on any statement of the list from `from` on, up to itself. */
static bool is_free_from(LoopFuse *f, const LoopStmt *from, const LoopStmt *s) {
    for (const LoopStmt *x = from; x != s; x = x->next)
        if (depends(f, s, x)) return false;
    return true;
}

/* --- Columns --- */

typedef struct {
    const Nest *nest;
    bool ok;
} Columns;

/* What a sum reads in its loops goes along memory with the innermost parallel loop, or not at
 * all. */
static void note_column(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                        bool is_store) {
    Columns *c = user;
    const Nest *n = c->nest;
    const LoopExpr *e = fuse_last_moving(b, indices);
    (void)is_store;
    for (uint32_t i = n->n_parallel; e && i < n->n; i++)
        c->ok = c->ok && !fuse_uses_var(e, n->loops[i]->var);
}

static bool is_of_columns(const Nest *n) {
    Columns c = {n, n->n > n->n_parallel};
    if (c.ok) fuse_accesses_list(innermost(n)->body, note_column, &c);
    return c.ok;
}

/* Arithmetic and memory in one dtype of floats alone, as vectors want it. */
static bool is_of_dtype(const LoopExpr *e, DType t) {
    if (e->kind == LOOP_LOAD) return e->dtype == t;
    if (e->dtype != t) return false;
    for (uint32_t i = 0; i < e->n; i++)
        if (!is_of_dtype(e->args[i], t)) return false;
    return true;
}

static bool list_is_of_dtype(const LoopStmt *list, DType t) {
    for (const LoopStmt *s = list; s; s = s->next)
        if (!is_of_dtype(s->value, t)) return false;
    return true;
}

static DType dtype_of(const Nest *n) {
    DType t = DTYPE_FLOAT32;
    for (const LoopStmt *s = innermost(n)->body; s; s = s->next)
        if (s->kind == LOOP_STORE) t = s->buffer->dtype;
    return t;
}

static bool stores_dtype(const Nest *n, DType t) {
    for (const LoopStmt *s = innermost(n)->body; s; s = s->next)
        if (s->kind == LOOP_STORE && s->buffer->dtype != t) return false;
    return true;
}

/* Nothing of `n` keeps the loops that it goes to from going by vectors. */
static bool suits(const Nest *n, const Nest *to) {
    const DType t = dtype_of(to);
    const bool is_vector = list_is_of_dtype(innermost(to)->body, t);
    return stores_dtype(n, t) && (!is_vector || list_is_of_dtype(innermost(n)->body, t));
}

/* --- Loops of one and of the other --- */

typedef struct {
    const Nest *from, *to;
    uint32_t of[LOOPS_MAX]; /* which of to->loops each of from->loops is */
} Pairing;

static bool is_loop(const Nest *n, const LoopExpr *e, uint32_t *out) {
    for (uint32_t i = 0; i < n->n; i++) {
        if (e->kind != LOOP_VAR || e->var != n->loops[i]->var) continue;
        *out = i;
        return true;
    }
    return false;
}

/* By two loads of one buffer that are each at all of their nest's loops. */
static bool pair_at(Pairing *p, const LoopExpr *x, const LoopExpr *y) {
    uint32_t n = 0, met = 0;
    if (x->buffer != y->buffer) return false;
    for (uint32_t d = 0; d < x->n; d++) {
        uint32_t from, to;
        if (!is_loop(p->from, x->args[d], &from)) {
            if (!fuse_same_expr(x->args[d], y->args[d])) return false;
            continue;
        }
        if (!is_loop(p->to, y->args[d], &to) ||
            !fuse_same_expr(p->from->loops[from]->value, p->to->loops[to]->value) ||
            (met >> from & 1))
            return false;
        met |= 1u << from;
        p->of[from] = to;
        n++;
    }
    for (uint32_t i = 0; i < p->from->n; i++)
        for (uint32_t k = 0; k < i; k++)
            if (p->of[i] == p->of[k]) return false;
    return n == p->from->n && n == p->to->n;
}

static bool find_in(Pairing *p, const LoopExpr *x, const LoopExpr *e) {
    if (e->kind == LOOP_LOAD && fuse_is_value(e->buffer) && pair_at(p, x, e)) return true;
    for (uint32_t i = 0; i < e->n; i++)
        if (find_in(p, x, e->args[i])) return true;
    return false;
}

static bool find_load(Pairing *p, const LoopExpr *e) {
    if (e->kind == LOOP_LOAD && fuse_is_value(e->buffer))
        for (const LoopStmt *s = innermost(p->to)->body; s; s = s->next)
            if (find_in(p, e, s->value)) return true;
    for (uint32_t i = 0; i < e->n; i++)
        if (find_load(p, e->args[i])) return true;
    return false;
}

static bool pair(Pairing *p) {
    if (p->from->n != p->to->n) return false;
    for (const LoopStmt *s = innermost(p->from)->body; s; s = s->next)
        if (find_load(p, s->value)) return true;
    return false;
}

/* --- Joining --- */

static void append(LoopStmt **list, LoopStmt *more) {
    while (*list) list = &(*list)->next;
    *list = more;
}

/* Something that the list stores. */
static bool reads_stored(const LoopExpr *e, const LoopStmt *list) {
    for (const LoopStmt *s = list; s && e->kind == LOOP_LOAD; s = s->next)
        if (s->kind == LOOP_STORE && s->buffer == e->buffer) return true;
    for (uint32_t i = 0; i < e->n; i++)
        if (reads_stored(e->args[i], list)) return true;
    return false;
}

/* Of a flat list: a name of what has one already is that. */
static void share_names(LoopFuse *f, LoopStmt *list) {
    for (LoopStmt *s = list; s && is_flat(list); s = s->next) {
        if (s->kind != LOOP_LET || reads_stored(s->value, list)) continue;
        for (LoopStmt *x = s; x->next;) {
            LoopStmt *y = x->next;
            if (y->kind == LOOP_LET && fuse_same_expr(y->value, s->value)) {
                x->next = y->next;
                fuse_rename(&f->b, x->next, y->var, s->var);
            } else {
                x = y;
            }
        }
    }
}

/* What `c` depends on between the two goes in front of `p`, if it does not depend on it. False:
 * all is as it was. */
static bool clear_way(LoopFuse *f, LoopStmt **list, LoopStmt *p, LoopStmt *c) {
    enum { MOST = 64 };
    LoopStmt *moved[MOST];
    uint32_t n = 0;
    if (depends(f, c, p)) return false;
    /* from the last on: what something that moves depends on moves too */
    LoopStmt *between[MOST];
    uint32_t count = 0;
    for (LoopStmt *x = p->next; x != c; x = x->next) {
        if (count == MOST) return false;
        between[count++] = x;
    }
    for (uint32_t i = count; i-- > 0;) {
        bool needed = depends(f, c, between[i]);
        for (uint32_t k = 0; k < n && !needed; k++) needed = depends(f, moved[k], between[i]);
        if (!needed) continue;
        if (between[i]->kind == LOOP_FOR || depends(f, between[i], p)) return false;
        moved[n++] = between[i];
    }
    while (n--) {
        LoopStmt **place = list;
        fuse_unlink(list, moved[n]);
        while (*place != p) place = &(*place)->next;
        moved[n]->next = p;
        *place = moved[n];
    }
    return true;
}

/* Serial loops of a list that are one. */
static void join_sums(LoopFuse *f, LoopStmt **list) {
    for (LoopStmt *p = *list; p; p = p->next) {
        if (!is_sum_loop(p)) continue;
        for (LoopStmt *c = p->next, *next; c; c = next) {
            next = c->next;
            if (!is_sum_loop(c) || !fuse_same_expr(p->value, c->value) || !clear_way(f, list, p, c))
                continue;
            fuse_unlink(list, c);
            fuse_rename(&f->b, c->body, c->var, p->var);
            append(&p->body, c->body);
        }
        join_sums(f, &p->body);
        share_names(f, p->body);
    }
}

static bool is_same_shape(const Nest *a, const Nest *b) {
    if (a->n != b->n || a->n_parallel != b->n_parallel) return false;
    for (uint32_t i = 0; i < a->n; i++)
        if (!fuse_same_expr(a->loops[i]->value, b->loops[i]->value)) return false;
    return true;
}

/* The sums of `c`, further down in the list, become some of p's. */
static bool join_nests(LoopFuse *f, LoopStmt **list, LoopStmt *p, LoopStmt *c) {
    Nest to, from;
    Pairing pairs = {&from, &to, {0}};
    if (!read_nest(p, &to) || !read_nest(c, &from) || !is_of_columns(&to) ||
        !is_of_columns(&from) || !is_same_shape(&to, &from) || !suits(&from, &to) ||
        !pair(&pairs) || !is_free_from(f, p, c))
        return false;
    for (uint32_t i = 0; i < from.n; i++)
        if (pairs.of[i] != i) return false;
    fuse_unlink(list, c);
    for (uint32_t i = 0; i < from.n_parallel; i++)
        fuse_rename(&f->b, c->body, from.loops[i]->var, to.loops[i]->var);
    LoopStmt *last = to.loops[to.n_parallel - 1];
    append(&last->body, from.loops[from.n_parallel - 1]->body);
    join_sums(f, &last->body);
    return true;
}

/* Neither of what stands between two statements of the list depends on `s`, one of them, nor the
 * other way round; nor do the two. */
static bool is_free_between(LoopFuse *f, LoopStmt *list, const LoopStmt *s, const LoopStmt *to) {
    bool is_in = false;
    for (const LoopStmt *x = list; x; x = x->next) {
        if (x != s && (is_in || x == to) && depends(f, s, x)) return false;
        if (x == s || x == to) {
            if (is_in) break;
            is_in = true;
        }
    }
    return true;
}

/* What `e` computes element by element is computed where p's sums read the same. */
static bool join_elements(LoopFuse *f, LoopStmt **list, LoopStmt *p, LoopStmt *e) {
    Nest to, from;
    Pairing pairs = {&from, &to, {0}};
    if (!read_nest(p, &to) || !read_nest(e, &from) || from.n != from.n_parallel ||
        !is_of_columns(&to) || !suits(&from, &to) || !pair(&pairs) ||
        !is_free_between(f, *list, e, p))
        return false;
    fuse_unlink(list, e);
    LoopStmt *body = innermost(&from)->body;
    for (uint32_t i = 0; i < from.n; i++)
        fuse_rename(&f->b, body, from.loops[i]->var, to.loops[pairs.of[i]]->var);
    append(&innermost(&to)->body, body);
    share_names(f, innermost(&to)->body);
    return true;
}

static bool join_one(LoopFuse *f) {
    for (LoopStmt *p = f->body; p; p = p->next) {
        Nest nest;
        bool is_behind = false;
        if (!read_nest(p, &nest) || !is_of_columns(&nest)) continue;
        for (LoopStmt *c = f->body; c; c = c->next) {
            if (c == p) {
                is_behind = true;
            } else if ((is_behind && join_nests(f, &f->body, p, c)) ||
                       join_elements(f, &f->body, p, c)) {
                return true;
            }
        }
    }
    return false;
}

void fuse_join_sums(LoopFuse *f) {
    while (join_one(f)) continue;
}
