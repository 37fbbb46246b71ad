/* SPDX-License-Identifier: Apache-2.0 */
/* Index arithmetic without divisions, where ranges of loops tell the quotient:
 *
 *     (i*16 + j) // 16  with 0 <= j < 16  is  i;     (i*16 + j) % 16  is  j
 *
 * An index is that of an element in memory, so what it is made of does not wrap. */
#include "loop/fuse_parts.h"

static void set_atom(FuseIndex *self, uint32_t id, const LoopExpr *e) {
    Arena *arena = self->b->arena;
    while (self->atoms.len <= id) vec_push(arena, &self->atoms, NULL);
    self->atoms.at[id] = e;
}

void fuse_index_init(FuseIndex *self, LoopBuilder *b, const LoopFn *fn) {
    *self = (FuseIndex){.b = b};
    index_init(&self->x, b->arena, fn);
    for (size_t i = 0; i < fn->params.len;
         i++) { /* a run begins with a check that extents do not wrap */
        for (uint32_t d = 0; d < fn->params.at[i]->ndim; d++)
            index_extent(&self->x, fn->params.at[i]->dims[d]);
    }
    for (uint32_t i = 0; i < self->x.n_sizes; i++) set_atom(self, i, loop_var(b, fn->sizes.at[i]));
}

void fuse_index_range(FuseIndex *self, const LoopVar *v, const LoopExpr *extent) {
    const Poly *n = index_poly(&self->x, extent);
    if (n) set_atom(self, index_range(&self->x, v, n), loop_var(self->b, v));
}

void fuse_index_let(FuseIndex *self, const LoopVar *v, const LoopExpr *value) {
    self->x.vars[v->id] = index_poly(&self->x, value);
}

/* term / by, when that is exact. */
static bool divide_term(const Term *t, const Term *by, Term *out) {
    if (t->coef % by->coef) return false;
    *out = (Term){.coef = t->coef / by->coef};
    uint32_t j = 0;
    for (uint32_t i = 0; i < t->n; i++) {
        if (j < by->n && t->atoms[i] == by->atoms[j])
            j++;
        else
            out->atoms[out->n++] = t->atoms[i];
    }
    return j == by->n;
}

static const Poly *of_term(Arena *arena, const Term *t) {
    const Poly *p = poly_const(arena, t->coef);
    for (uint32_t i = 0; i < t->n; i++) p = poly_mul(arena, p, poly_atom(arena, t->atoms[i]));
    return p;
}

/* p = by*quotient + rest, 0 <= rest < by. */
static bool split(FuseIndex *self, const Poly *p, const Poly *by, const Poly **quotient,
                  const Poly **rest) {
    Arena *arena = self->b->arena;
    if (!p || !by || by->n != 1 || by->terms[0].coef < 1) return false;
    const Poly *q = poly_const(arena, 0), *r = q;
    for (uint32_t i = 0; i < p->n; i++) {
        Term t = p->terms[i], divided;
        if (t.n == 0 && by->terms[0].n == 0) { /* a constant falls into both */
            const int64_t c = by->terms[0].coef, down = t.coef / c - (t.coef % c < 0);
            q = poly_add(arena, q, poly_const(arena, down), 1);
            r = poly_add(arena, r, poly_const(arena, t.coef - down * c), 1);
        } else if (divide_term(&t, &by->terms[0], &divided)) {
            q = poly_add(arena, q, of_term(arena, &divided), 1);
        } else {
            r = poly_add(arena, r, of_term(arena, &t), 1);
        }
    }
    *quotient = q;
    *rest = r;
    self->x.atoms.fuel = INDEX_FUEL;
    if (!q || !r || !poly_nonneg(&self->x.atoms, r)) return false;
    const Poly *last = poly_add(arena, by, poly_const(arena, 1), -1);
    return poly_nonneg(&self->x.atoms, poly_add(arena, last, r, -1));
}

/* NULL: it has an atom without an expression. */
static const LoopExpr *to_expr(FuseIndex *self, const Poly *p) {
    const LoopExpr *sum = loop_index(self->b, 0);
    for (uint32_t i = 0; i < p->n; i++) {
        const LoopExpr *product = NULL;
        for (uint32_t j = 0; j < p->terms[i].n; j++) {
            const uint32_t atom = p->terms[i].atoms[j];
            const LoopExpr *e = atom < self->atoms.len ? self->atoms.at[atom] : NULL;
            if (!e) return NULL;
            product = product ? loop_op2(self->b, LOOP_MUL, product, e) : e;
        }
        const LoopExpr *coef = loop_index(self->b, p->terms[i].coef);
        sum = loop_op2(self->b, LOOP_ADD, sum,
                       product ? loop_op2(self->b, LOOP_MUL, product, coef) : coef);
    }
    return sum;
}

const LoopExpr *fuse_index_simplify(FuseIndex *self, const LoopExpr *e) {
    if (e->n == 0 || !fuse_has_division(e)) return e;
    const LoopExpr **args = ARENA_ARRAY(self->b->arena, const LoopExpr *, e->n);
    for (uint32_t i = 0; i < e->n; i++) args[i] = fuse_index_simplify(self, e->args[i]);
    if (e->kind == LOOP_LOAD) return loop_load(self->b, e->buffer, args);
    if (e->kind == LOOP_CAST) return loop_cast(self->b, e->dtype, args[0]);
    if (e->kind == LOOP_REINTERPRET) return loop_reinterpret(self->b, e->dtype, args[0]);
    const Poly *q, *r;
    if ((e->kind == LOOP_FLOORDIV || e->kind == LOOP_FLOORMOD) && e->dtype == DTYPE_INT64 &&
        split(self, index_poly(&self->x, args[0]), index_poly(&self->x, args[1]), &q, &r)) {
        const LoopExpr *made = to_expr(self, e->kind == LOOP_FLOORDIV ? q : r);
        if (made) return made;
    }
    return loop_op(self->b, e->kind, args, e->n);
}

static bool is_true(const LoopExpr *e) {
    return e->kind == LOOP_CONST && e->dtype == DTYPE_BOOL && e->i;
}

/* a - b - least >= 0, where neither wraps. */
static bool is_above(FuseIndex *self, const LoopExpr *a, const LoopExpr *b, int64_t least) {
    const Poly *pa = index_poly(&self->x, a), *pb = index_poly(&self->x, b);
    self->x.atoms.fuel = INDEX_FUEL;
    if (!pa || !pb || !index_fits(&self->x, pa) || !index_fits(&self->x, pb)) return false;
    const Poly *rest = poly_add(self->b->arena, pa, pb, -1);
    return poly_nonneg(&self->x.atoms,
                       poly_add(self->b->arena, rest, poly_const(self->b->arena, least), -1));
}

const LoopExpr *fuse_index_condition(FuseIndex *self, const LoopExpr *e) {
    if (e->kind == LOOP_AND) {
        const LoopExpr *a = fuse_index_condition(self, e->args[0]),
                       *b = fuse_index_condition(self, e->args[1]);
        if (is_true(a) || is_true(b)) return is_true(a) ? b : a;
        return a == e->args[0] && b == e->args[1] ? e : loop_op2(self->b, LOOP_AND, a, b);
    }
    if ((e->kind != LOOP_LT && e->kind != LOOP_LE) || e->args[0]->dtype != DTYPE_INT64) return e;
    return is_above(self, e->args[1], e->args[0], e->kind == LOOP_LT)
               ? loop_int(self->b, DTYPE_BOOL, 1)
               : e;
}

const LoopExpr *fuse_index_rest(FuseIndex *self, const LoopExpr *n, const LoopExpr *part) {
    if (!is_above(self, n, part, 0) || !is_above(self, part, loop_index(self->b, 0), 0))
        return NULL;
    const Poly *rest =
        poly_add(self->b->arena, index_poly(&self->x, n), index_poly(&self->x, part), -1);
    return rest ? to_expr(self, rest) : NULL;
}

const LoopExpr *fuse_last_moving(const LoopBuffer *b, const LoopExpr *const *indices) {
    for (uint32_t i = b->ndim; i-- > 0;) {
        if (b->dims[i]->kind != LOOP_CONST || b->dims[i]->i != 1) return indices[i];
    }
    return NULL;
}

bool loop_fuse_takes_columns(int64_t rows, int64_t columns, uint32_t bytes) {
    enum { STAYS_BYTES = 512 << 10 };
    int64_t row, all;
    return mul_i64(columns, bytes, &row) && mul_i64(row, rows, &all) && all <= STAYS_BYTES;
}

bool fuse_turns_matrix(const LoopStmt *store) {
    const LoopExpr *from = store->value;
    const LoopBuffer *to = store->buffer;
    if (to->ndim != 2 || from->kind != LOOP_LOAD || from->n != 2) return false;
    for (uint32_t d = 0; d < 2; d++) {
        if (from->args[d]->kind != LOOP_VAR ||
            !fuse_same_expr(from->args[d], store->indices[1 - d]) ||
            from->buffer->dims[d]->kind != LOOP_CONST)
            return false;
    }
    return loop_fuse_takes_columns(from->buffer->dims[0]->i, from->buffer->dims[1]->i,
                                   (uint32_t)dtype_size(to->dtype));
}

bool loop_fuse_is_turn(const LoopFn *fn) {
    const LoopStmt *s = fn->body;
    while (s && !s->next && fuse_is_parallel(s)) s = s->body;
    return s && !s->next && s->kind == LOOP_STORE && fuse_turns_matrix(s);
}
