/* SPDX-License-Identifier: Apache-2.0 */
/* Canonical integer expressions: polynomials over interned atoms.
 *
 * Sums merge sorted term lists; products multiply out; both give up into one opaque atom past 64
 * terms. Floor division by a constant c takes out of the dividend everything that c divides: each
 * coefficient k becomes k//c outside and k%c inside, so (h - 2)//2 + 1 and h//2 are one dim. Facts
 * used, for c > 0: (c*x + y)//c = x + y//c, (x//a + k)//b = (x + a*k)//(a*b), (g*x + k)//(g*c) =
 * (x + k//g)//c. */
#include "ir/dim.h"

#include "base/diag.h"
#include "ir/ir.h"

static const IrDim *intern_dim(IrModule *m, int64_t constant, const IrTerm *terms, uint32_t n) {
    IrDimTable *t = &m->dims;
    bool small = n == 0 && constant >= -1 && constant <= 15;
    if (small && t->small[constant + 1]) return t->small[constant + 1];
    uint64_t hash = hash_mix(m->ctx->hash_seed, (uint64_t)constant);
    for (uint32_t i = 0; i < n; i++) {
        hash = hash_mix(hash_mix(hash, (uint64_t)terms[i].coeff), terms[i].mono->id);
    }
    for (MapIter it = map_find(&t->dims, hash); map_next(&t->dims, &it);) {
        const IrDim *d = it.value;
        if (d->constant != constant || d->n != n) continue;
        uint32_t i = 0;
        while (i < n && d->terms[i].coeff == terms[i].coeff && d->terms[i].mono == terms[i].mono)
            i++;
        if (i == n) return d;
    }
    /* Nesting as text: a chain of sums, each term perhaps with a coefficient or behind a minus. */
    uint32_t depth = 0, size = 1;
    for (uint32_t i = 0; i < n; i++) {
        const IrMono *mono = terms[i].mono;
        uint32_t term = mono->depth + (terms[i].coeff != 1);
        if (term > depth) depth = term;
        size += mono->size;
    }
    depth += n == 0 ? 1 : n - 1 + (constant != 0);
    if (depth > m->ctx->limits.depth || size > IR_DIM_SIZE_MAX) {
        t->too_large = true;
        return ir_dim_const(m, 0);
    }
    IrTerm *copy = n ? ARENA_ARRAY(&m->arena, IrTerm, n) : NULL;
    if (n) memcpy(copy, terms, n * sizeof *copy);
    IrDim *d = ARENA_NEW(&m->arena, IrDim);
    *d = (IrDim){.constant = constant,
                 .id = t->n_dims++,
                 .depth = depth,
                 .size = size,
                 .n = n,
                 .terms = copy};
    map_add(&t->dims, hash, d);
    if (small) t->small[constant + 1] = d;
    return d;
}

static const IrMono *intern_mono(IrModule *m, const IrFactor *factors, uint32_t n) {
    IrDimTable *t = &m->dims;
    uint64_t hash = m->ctx->hash_seed;
    for (uint32_t i = 0; i < n; i++)
        hash = hash_mix(hash_mix(hash, factors[i].atom->id), factors[i].power);
    for (MapIter it = map_find(&t->monos, hash); map_next(&t->monos, &it);) {
        const IrMono *o = it.value;
        if (o->n != n) continue;
        uint32_t i = 0;
        while (i < n && o->factors[i].atom == factors[i].atom &&
               o->factors[i].power == factors[i].power)
            i++;
        if (i == n) return o;
    }
    IrFactor *copy = ARENA_ARRAY(&m->arena, IrFactor, n);
    memcpy(copy, factors, n * sizeof *copy);
    IrMono *o = ARENA_NEW(&m->arena, IrMono);
    *o = (IrMono){.id = t->n_monos++, .n = n, .factors = copy, .size = 1};
    uint32_t degree = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (factors[i].atom->depth > o->depth) o->depth = factors[i].atom->depth;
        o->size += factors[i].atom->size * factors[i].power;
        degree += factors[i].power;
    }
    o->depth += degree - 1;
    map_add(&t->monos, hash, o);
    return o;
}

static const IrAtom *intern_atom(IrModule *m, IrAtomKind kind, IrSymbol *symbol,
                                 const IrDim *const *args, uint32_t n) {
    IrDimTable *t = &m->dims;
    uint64_t hash = hash_mix(hash_mix(m->ctx->hash_seed, kind), symbol ? symbol->id + 1u : 0u);
    for (uint32_t i = 0; i < n; i++) hash = hash_mix(hash, args[i]->id);
    for (MapIter it = map_find(&t->atoms, hash); map_next(&t->atoms, &it);) {
        const IrAtom *o = it.value;
        if (o->kind != kind || o->symbol != symbol || o->n != n) continue;
        uint32_t i = 0;
        while (i < n && o->args[i] == args[i]) i++;
        if (i == n) return o;
    }
    const IrDim **copy = n ? ARENA_ARRAY(&m->arena, const IrDim *, n) : NULL;
    IrAtom *o = ARENA_NEW(&m->arena, IrAtom);
    *o = (IrAtom){
        .kind = kind, .id = t->n_atoms++, .symbol = symbol, .n = n, .args = copy, .size = 1};
    for (uint32_t i = 0; i < n; i++) {
        copy[i] = args[i];
        if (args[i]->depth > o->depth) o->depth = args[i]->depth;
        o->size += args[i]->size;
    }
    /* Parentheses around both sides and the whole; calls of T.min in a balanced tree. */
    o->depth += kind == IR_ATOM_MIN || kind == IR_ATOM_MAX ? 2 : n ? 3 : 1;
    for (uint32_t rest = n; rest > 2 && kind != IR_ATOM_FLOORDIV; rest = (rest + 1) / 2) o->depth++;
    map_add(&t->atoms, hash, o);
    return o;
}

static const IrDim *from_atom(IrModule *m, const IrAtom *atom) {
    IrFactor f = {atom, 1};
    IrTerm t = {1, intern_mono(m, &f, 1)};
    return intern_dim(m, 0, &t, 1);
}

static const IrDim *opaque(IrModule *m, IrAtomKind kind, const IrDim *a, const IrDim *b) {
    const IrDim *args[2] = {a->id < b->id ? a : b, a->id < b->id ? b : a};
    return from_atom(m, intern_atom(m, kind, NULL, args, 2));
}

static const IrDim *overflow(IrModule *m) {
    m->dims.overflow = true;
    return ir_dim_const(m, 0);
}

const IrDim *ir_dim_const(IrModule *m, int64_t v) { return intern_dim(m, v, NULL, 0); }

const IrDim *ir_dim_symbol(IrModule *m, IrSymbol *s) {
    return from_atom(m, intern_atom(m, IR_ATOM_SYMBOL, s, NULL, 0));
}

IrSymbol *ir_dim_as_symbol(const IrDim *d) {
    if (d->constant != 0 || d->n != 1 || d->terms[0].coeff != 1) return NULL;
    const IrMono *mono = d->terms[0].mono;
    return mono->n == 1 && mono->factors[0].power == 1 ? mono->factors[0].atom->symbol : NULL;
}

/* The atom of the given kind that the dim is, or NULL. */
static const IrAtom *lone_atom(const IrDim *d, IrAtomKind kind) {
    if (d->n != 1 || d->terms[0].coeff != 1) return NULL;
    const IrMono *mono = d->terms[0].mono;
    const IrAtom *a = mono->factors[0].atom;
    return mono->n == 1 && mono->factors[0].power == 1 && a->kind == kind ? a : NULL;
}

/* a + k*b */
static const IrDim *add_scaled(IrModule *m, const IrDim *a, const IrDim *b, int64_t k) {
    IrTerm terms[2 * IR_DIM_TERMS_MAX];
    int64_t constant, part;
    if (!mul_i64(b->constant, k, &part) || !add_i64(a->constant, part, &constant))
        return overflow(m);
    uint32_t n = 0, i = 0, j = 0;
    while (i < a->n || j < b->n) {
        const IrTerm *x = i < a->n ? &a->terms[i] : NULL, *y = j < b->n ? &b->terms[j] : NULL;
        IrTerm t;
        if (x && (!y || x->mono->id < y->mono->id)) {
            t = *x;
            i++;
        } else {
            t.mono = y->mono;
            if (!mul_i64(y->coeff, k, &t.coeff)) return overflow(m);
            if (x && x->mono == y->mono) {
                if (!add_i64(x->coeff, t.coeff, &t.coeff)) return overflow(m);
                i++;
            }
            j++;
        }
        if (t.coeff != 0) terms[n++] = t;
    }
    if (n <= IR_DIM_TERMS_MAX) return intern_dim(m, constant, terms, n);
    return opaque(m, IR_ATOM_SUM, a, k == 1 ? b : ir_dim_scale(m, b, k));
}

const IrDim *ir_dim_add(IrModule *m, const IrDim *a, const IrDim *b) {
    return add_scaled(m, a, b, 1);
}
const IrDim *ir_dim_sub(IrModule *m, const IrDim *a, const IrDim *b) {
    return add_scaled(m, a, b, -1);
}

const IrDim *ir_dim_scale(IrModule *m, const IrDim *a, int64_t k) {
    if (k == 1) return a;
    return add_scaled(m, ir_dim_const(m, 0), a, k);
}

const IrDim *ir_dim_offset(IrModule *m, const IrDim *a, int64_t k) {
    int64_t constant;
    if (!add_i64(a->constant, k, &constant)) return overflow(m);
    return intern_dim(m, constant, a->terms, a->n);
}

/* NULL when the product has too many factors. */
static const IrMono *mul_mono(IrModule *m, const IrMono *a, const IrMono *b) {
    IrFactor f[2 * IR_DIM_TERMS_MAX];
    uint32_t n = 0, i = 0, j = 0;
    while (i < a->n || j < b->n) {
        const IrFactor *x = i < a->n ? &a->factors[i] : NULL, *y = j < b->n ? &b->factors[j] : NULL;
        if (x && y && x->atom == y->atom) {
            f[n++] = (IrFactor){x->atom, x->power + y->power};
            if (f[n - 1].power > IR_DIM_TERMS_MAX) return NULL;
            i++, j++;
        } else if (x && (!y || x->atom->id < y->atom->id)) {
            f[n++] = *x;
            i++;
        } else {
            f[n++] = *y;
            j++;
        }
    }
    return n <= IR_DIM_TERMS_MAX ? intern_mono(m, f, n) : NULL;
}

const IrDim *ir_dim_mul(IrModule *m, const IrDim *a, const IrDim *b) {
    if (a->n == 0) return ir_dim_scale(m, b, a->constant);
    if (b->n == 0) return ir_dim_scale(m, a, b->constant);
    /* By rows: a * term of b, each added to the sum. Opaque once the sum passes 64 terms. */
    const IrDim *sum = ir_dim_scale(m, a, b->constant);
    for (uint32_t j = 0; j < b->n; j++) {
        const IrTerm *y = &b->terms[j];
        const IrTerm cy = {.coeff = 1, .mono = y->mono};
        const IrDim *row = intern_dim(m, 0, a->constant ? &cy : NULL, a->constant ? 1 : 0);
        if (a->constant) row = ir_dim_scale(m, row, a->constant);
        for (uint32_t i = 0; i < a->n; i++) {
            const IrMono *mono = mul_mono(m, a->terms[i].mono, y->mono);
            if (!mono) return opaque(m, IR_ATOM_PRODUCT, a, b);
            const IrTerm t = {a->terms[i].coeff, mono};
            row = ir_dim_add(m, row, intern_dim(m, 0, &t, 1));
        }
        if (sum->n + row->n > IR_DIM_TERMS_MAX) return opaque(m, IR_ATOM_PRODUCT, a, b);
        sum = add_scaled(m, sum, row, y->coeff);
        if (m->dims.overflow) return overflow(m);
    }
    return sum;
}

static int64_t floor_div(int64_t a, int64_t b) {
    return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}
static int64_t gcd(int64_t a, int64_t b) {
    while (b) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a < 0 ? -a : a;
}

static const IrDim *make_floordiv(IrModule *m, const IrDim *a, const IrDim *b) {
    const IrDim *args[2] = {a, b};
    return from_atom(m, intern_atom(m, IR_ATOM_FLOORDIV, NULL, args, 2));
}

/* c > 1 */
static const IrDim *div_const(IrModule *m, const IrDim *a, int64_t c) {
    IrTerm q[IR_DIM_TERMS_MAX] = {{0}}, r[IR_DIM_TERMS_MAX] = {{0}};
    uint32_t nq = 0, nr = 0;
    int64_t g = c;
    for (uint32_t i = 0; i < a->n; i++) {
        int64_t k = floor_div(a->terms[i].coeff, c), rest = a->terms[i].coeff - k * c;
        if (k) q[nq++] = (IrTerm){k, a->terms[i].mono};
        if (rest) r[nr++] = (IrTerm){rest, a->terms[i].mono};
        if (rest) g = gcd(g, rest);
    }
    int64_t kc = floor_div(a->constant, c), rc = a->constant - kc * c;
    const IrDim *quotient = intern_dim(m, kc, q, nq);
    if (nr == 0) return quotient; /* 0 <= rc < c */
    if (g > 1) {
        for (uint32_t i = 0; i < nr; i++) r[i].coeff /= g;
        const IrDim *smaller = intern_dim(m, rc / g, r, nr);
        return ir_dim_add(m, quotient, c / g == 1 ? smaller : div_const(m, smaller, c / g));
    }
    const IrDim *rest = intern_dim(m, rc, r, nr);
    int64_t lo, hi, inner, both, shift;
    ir_dim_bounds(rest, &lo, &hi);
    if (lo >= 0 && hi < c) return quotient;
    const IrAtom *nested = lone_atom(rest, IR_ATOM_FLOORDIV);
    if (nested && ir_dim_is_const(nested->args[1], &inner) && inner > 0 &&
        mul_i64(inner, c, &both) && mul_i64(inner, rc, &shift)) {
        return ir_dim_add(m, quotient,
                          div_const(m, ir_dim_offset(m, nested->args[0], shift), both));
    }
    return ir_dim_add(m, quotient, make_floordiv(m, rest, ir_dim_const(m, c)));
}

/* a's monomial over b's, when b divides it: *out is NULL for 1. */
static bool div_mono(IrModule *m, const IrMono *a, const IrMono *b, const IrMono **out) {
    IrFactor f[IR_DIM_TERMS_MAX];
    uint32_t n = 0, j = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        uint32_t power = a->factors[i].power;
        if (j < b->n && b->factors[j].atom == a->factors[i].atom) {
            if (b->factors[j].power > power) return false;
            power -= b->factors[j++].power;
        }
        if (power) f[n++] = (IrFactor){a->factors[i].atom, power};
    }
    if (j < b->n) return false;
    *out = n ? intern_mono(m, f, n) : NULL;
    return true;
}

const IrDim *ir_dim_floordiv(IrModule *m, const IrDim *a, const IrDim *b) {
    int64_t c;
    if (a == b && b->n) return ir_dim_const(m, 1);
    if (ir_dim_is_const(b, &c)) {
        BUG_IF(c == 0);
        if (c == INT64_MIN) return overflow(m);
        if (c < 0) return ir_dim_floordiv(m, ir_dim_scale(m, a, -1), ir_dim_const(m, -c));
        return c == 1 ? a : div_const(m, a, c);
    }
    if (ir_dim_is(a, 0)) return a;
    if (b->n != 1 || b->constant != 0) return make_floordiv(m, a, b);
    /* (b*x + y)//b = x + y//b */
    const IrTerm *by = &b->terms[0];
    const IrDim *quotient = ir_dim_const(m, 0), *rest = ir_dim_const(m, a->constant);
    for (uint32_t i = 0; i < a->n; i++) {
        const IrTerm *t = &a->terms[i];
        const IrMono *mono;
        const IrDim *whole = intern_dim(m, 0, t, 1);
        bool exact = by->coeff != -1 && t->coeff % by->coeff == 0;
        if (exact && div_mono(m, t->mono, by->mono, &mono)) {
            IrTerm q = {t->coeff / by->coeff, mono};
            const IrDim *part = mono ? intern_dim(m, 0, &q, 1) : ir_dim_const(m, q.coeff);
            quotient = ir_dim_add(m, quotient, part);
        } else {
            rest = ir_dim_add(m, rest, whole);
        }
    }
    if (ir_dim_is(rest, 0)) return quotient;
    return ir_dim_add(m, quotient, make_floordiv(m, rest, b));
}

const IrDim *ir_dim_ceildiv(IrModule *m, const IrDim *a, int64_t b) {
    BUG_IF(b <= 0);
    return ir_dim_floordiv(m, ir_dim_offset(m, a, b - 1), ir_dim_const(m, b));
}

const IrDim *ir_dim_floormod(IrModule *m, const IrDim *a, const IrDim *b) {
    return ir_dim_sub(m, a, ir_dim_mul(m, ir_dim_floordiv(m, a, b), b));
}

/* The parts of an extremum of this kind, else the dim itself; by rising id, none makes another
 * useless. */
static uint32_t extremum_parts(IrAtomKind kind, const IrDim *d, const IrDim **out) {
    const IrAtom *same = d->constant == 0 ? lone_atom(d, kind) : NULL;
    if (!same || same->n > IR_DIM_TERMS_MAX) {
        out[0] = d;
        return 1;
    }
    memcpy(out, same->args, same->n * sizeof *out);
    return same->n;
}

static bool makes_useless(IrModule *m, IrAtomKind kind, const IrDim *d, const IrDim *other) {
    return (kind == IR_ATOM_MIN ? ir_dim_le(m, d, other) : ir_dim_le(m, other, d)) == IR_PROVED;
}

static const IrDim *extremum(IrModule *m, IrAtomKind kind, const IrDim *a, const IrDim *b) {
    const IrDim *left[IR_DIM_TERMS_MAX], *right[IR_DIM_TERMS_MAX], *all[2 * IR_DIM_TERMS_MAX];
    uint32_t nl = extremum_parts(kind, a, left), nr = extremum_parts(kind, b, right), n = 0;
    for (uint32_t j = 0, kept = 0, given = nr; j < given; j++) {
        bool useless = false;
        for (uint32_t i = 0; i < nl && !useless; i++)
            useless = makes_useless(m, kind, left[i], right[j]);
        if (!useless) right[kept++] = right[j];
        nr = kept;
    }
    for (uint32_t i = 0, kept = 0, given = nl; i < given; i++) {
        bool useless = false;
        for (uint32_t j = 0; j < nr && !useless; j++)
            useless = makes_useless(m, kind, right[j], left[i]);
        if (!useless) left[kept++] = left[i];
        nl = kept;
    }
    for (uint32_t i = 0, j = 0; i < nl || j < nr;) {
        bool from_left = j == nr || (i < nl && left[i]->id < right[j]->id);
        all[n++] = from_left ? left[i++] : right[j++];
    }
    if (n == 1) return all[0];
    return from_atom(m, intern_atom(m, kind, NULL, all, n));
}

const IrDim *ir_dim_min(IrModule *m, const IrDim *a, const IrDim *b) {
    return extremum(m, IR_ATOM_MIN, a, b);
}
const IrDim *ir_dim_max(IrModule *m, const IrDim *a, const IrDim *b) {
    return extremum(m, IR_ATOM_MAX, a, b);
}

/* Interval arithmetic; INT64_MIN and INT64_MAX stand for no bound. */
typedef struct {
    int64_t lo, hi;
} Range;

static int64_t sat_add(int64_t a, int64_t b) {
    int64_t r;
    if (a == INT64_MIN || b == INT64_MIN) return INT64_MIN;
    if (a == INT64_MAX || b == INT64_MAX) return INT64_MAX;
    return add_i64(a, b, &r) ? r : a < 0 ? INT64_MIN : INT64_MAX;
}

static int64_t sat_mul(int64_t a, int64_t b) {
    int64_t r;
    if (a == 0 || b == 0) return 0;
    bool negative = (a < 0) != (b < 0);
    if (a == INT64_MIN || a == INT64_MAX || b == INT64_MIN || b == INT64_MAX ||
        !mul_i64(a, b, &r)) {
        return negative ? INT64_MIN : INT64_MAX;
    }
    return r;
}

static Range range_mul(Range a, Range b) {
    int64_t p[4] = {sat_mul(a.lo, b.lo), sat_mul(a.lo, b.hi), sat_mul(a.hi, b.lo),
                    sat_mul(a.hi, b.hi)};
    Range r = {p[0], p[0]};
    for (int i = 1; i < 4; i++) {
        if (p[i] < r.lo) r.lo = p[i];
        if (p[i] > r.hi) r.hi = p[i];
    }
    return r;
}

static Range dim_range(const IrDim *d);

static Range atom_range(const IrAtom *a) {
    Range r = {INT64_MIN, INT64_MAX};
    int64_t c;
    switch (a->kind) {
    case IR_ATOM_SYMBOL:
        if (a->symbol->is_extent) r.lo = 0;
        break;
    case IR_ATOM_FLOORDIV:
        if (ir_dim_is_const(a->args[1], &c) && c > 0) {
            Range x = dim_range(a->args[0]);
            if (x.lo != INT64_MIN) r.lo = floor_div(x.lo, c);
            if (x.hi != INT64_MAX) r.hi = floor_div(x.hi, c);
        } else {
            Range x = dim_range(a->args[0]), y = dim_range(a->args[1]);
            if (x.lo >= 0 && y.lo >= 0) r = (Range){0, x.hi};
        }
        break;
    case IR_ATOM_MIN:
    case IR_ATOM_MAX:
        r = dim_range(a->args[0]);
        for (uint32_t i = 1; i < a->n; i++) {
            Range x = dim_range(a->args[i]);
            bool min = a->kind == IR_ATOM_MIN;
            if ((x.lo < r.lo) == min) r.lo = x.lo;
            if ((x.hi < r.hi) == min) r.hi = x.hi;
        }
        break;
    case IR_ATOM_SUM: {
        Range x = dim_range(a->args[0]), y = dim_range(a->args[1]);
        r = (Range){sat_add(x.lo, y.lo), sat_add(x.hi, y.hi)};
        break;
    }
    case IR_ATOM_PRODUCT: r = range_mul(dim_range(a->args[0]), dim_range(a->args[1])); break;
    }
    return r;
}

static Range dim_range(const IrDim *d) {
    Range sum = {d->constant, d->constant};
    for (uint32_t i = 0; i < d->n; i++) {
        const IrMono *mono = d->terms[i].mono;
        Range p = {d->terms[i].coeff, d->terms[i].coeff};
        for (uint32_t j = 0; j < mono->n; j++) {
            Range x = atom_range(mono->factors[j].atom);
            for (uint32_t k = 0; k < mono->factors[j].power; k++) p = range_mul(p, x);
        }
        /* A lower bound that is lost must not come back through the other side's infinity. */
        sum = (Range){sat_add(sum.lo, p.lo),
                      p.hi == INT64_MAX || sum.hi == INT64_MAX ? INT64_MAX : sat_add(sum.hi, p.hi)};
    }
    return sum;
}

void ir_dim_bounds(const IrDim *d, int64_t *lo, int64_t *hi) {
    Range r = dim_range(d);
    *lo = r.lo;
    *hi = r.hi;
}

/* a - b, or NULL when it cannot be formed; leaves the module's flags alone. */
static const IrDim *difference(IrModule *m, const IrDim *a, const IrDim *b) {
    bool flags[2] = {m->dims.overflow, m->dims.too_large};
    m->dims.overflow = m->dims.too_large = false;
    const IrDim *d = ir_dim_sub(m, a, b);
    bool bad = m->dims.overflow || m->dims.too_large;
    m->dims.overflow = flags[0];
    m->dims.too_large = flags[1];
    return bad ? NULL : d;
}

IrTruth ir_dim_eq(IrModule *m, const IrDim *a, const IrDim *b) {
    if (a == b) return IR_PROVED;
    if (!a->n && !b->n) return IR_REFUTED;
    const IrDim *d = difference(m, a, b);
    if (!d) return IR_UNKNOWN;
    if (!d->n) return d->constant == 0 ? IR_PROVED : IR_REFUTED;
    int64_t g = 0;
    for (uint32_t i = 0; i < d->n; i++) {
        if (d->terms[i].coeff == INT64_MIN) return IR_UNKNOWN;
        g = gcd(g, d->terms[i].coeff);
    }
    if (d->constant % g != 0) return IR_REFUTED;
    Range r = dim_range(d);
    return r.lo > 0 || r.hi < 0 ? IR_REFUTED : IR_UNKNOWN;
}

IrTruth ir_dim_le(IrModule *m, const IrDim *a, const IrDim *b) {
    const IrDim *d = difference(m, b, a);
    if (!d) return IR_UNKNOWN;
    Range r = dim_range(d);
    return r.lo >= 0 ? IR_PROVED : r.hi < 0 ? IR_REFUTED : IR_UNKNOWN;
}

IrTruth ir_dim_lt(IrModule *m, const IrDim *a, const IrDim *b) {
    return ir_truth_not(ir_dim_le(m, b, a));
}

static const IrDim *map_atom(IrModule *m, const IrAtom *a, IrSymbolFn with, void *user) {
    if (a->kind == IR_ATOM_SYMBOL) return with(user, a->symbol);
    const IrDim *r = ir_dim_map(m, a->args[0], with, user);
    for (uint32_t i = 1; r && i < a->n; i++) {
        const IrDim *x = ir_dim_map(m, a->args[i], with, user);
        if (!x) return NULL;
        switch (a->kind) {
        case IR_ATOM_FLOORDIV: r = ir_dim_is(x, 0) ? NULL : ir_dim_floordiv(m, r, x); break;
        case IR_ATOM_MIN: r = ir_dim_min(m, r, x); break;
        case IR_ATOM_MAX: r = ir_dim_max(m, r, x); break;
        case IR_ATOM_SUM: r = ir_dim_add(m, r, x); break;
        case IR_ATOM_PRODUCT: r = ir_dim_mul(m, r, x); break;
        case IR_ATOM_SYMBOL: break;
        }
    }
    return r;
}

const IrDim *ir_dim_map(IrModule *m, const IrDim *d, IrSymbolFn with, void *user) {
    const IrDim *sum = ir_dim_const(m, d->constant);
    for (uint32_t i = 0; i < d->n; i++) {
        const IrDim *p = ir_dim_const(m, d->terms[i].coeff);
        const IrMono *mono = d->terms[i].mono;
        for (uint32_t j = 0; j < mono->n; j++) {
            const IrDim *x = map_atom(m, mono->factors[j].atom, with, user);
            if (!x) return NULL;
            for (uint32_t k = 0; k < mono->factors[j].power; k++) p = ir_dim_mul(m, p, x);
        }
        sum = ir_dim_add(m, sum, p);
    }
    return sum;
}

void ir_dim_symbols(const IrDim *d, void (*visit)(void *user, IrSymbol *s), void *user) {
    for (uint32_t i = 0; i < d->n; i++) {
        const IrMono *mono = d->terms[i].mono;
        for (uint32_t j = 0; j < mono->n; j++) {
            const IrAtom *a = mono->factors[j].atom;
            if (a->kind == IR_ATOM_SYMBOL) visit(user, a->symbol);
            for (uint32_t k = 0; k < a->n; k++) ir_dim_symbols(a->args[k], visit, user);
        }
    }
}

bool ir_dims_check(IrModule *m, Loc loc) {
    bool too_large = m->dims.too_large, over = m->dims.overflow;
    m->dims.too_large = m->dims.overflow = false;
    if (too_large) diag_error(m->ctx, loc, DIAG_DIM_DEPTH);
    if (over) diag_error(m->ctx, loc, DIAG_DIM_OVERFLOW);
    return !too_large && !over;
}

bool ir_dims_forget(IrModule *m) {
    const bool any = m->dims.too_large || m->dims.overflow;
    m->dims.too_large = m->dims.overflow = false;
    return any;
}
