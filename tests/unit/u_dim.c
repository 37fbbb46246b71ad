/* SPDX-License-Identifier: Apache-2.0 */
/* ir/dim.h: random expressions against direct evaluation, comparisons against brute force, the
 * promised identities, text, limits. */
#include "unit.h"

#include "base/diag.h"
#include "ir/ir.h"
#include "ir/text.h"

enum { SYMBOLS = 4, NODES = 40 };

static Ctx ctx;
static UnitHeap heap;
static OpTable ops; /* empty */
static IrModule *m;
static IrFunction *fn;
static IrSymbol *symbols[SYMBOLS]; /* n and m are extents, k and l any integers */
static uint64_t seed;

static int setup(void **state) {
    (void)state;
    static const char *const names[SYMBOLS] = {"n", "m", "k", "l"};
    unit_ctx(&ctx, &heap);
    diag_begin(&ctx);
    m = ir_module_new(&ctx, &ops);
    map_init(&ops.by_name, &m->arena);
    fn = ir_function_new(m, "f");
    for (int i = 0; i < SYMBOLS; i++) {
        symbols[i] = ir_symbol_new(fn, intern_c(&m->names, names[i]), (Loc){0});
        symbols[i]->is_defined = true;
        symbols[i]->is_extent = i < 2;
    }
    seed = 0x243f6a8885a308d3u;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    ir_module_free(m);
    unit_ctx_end(&ctx, &heap);
    return 0;
}

static int64_t draw(int64_t lo, int64_t hi) {
    return lo + (int64_t)(unit_random(&seed) % (uint64_t)(hi - lo + 1));
}

/* --- Evaluation; false: it divides by zero or passes 64 bits --- */

typedef __int128 Wide;

static bool fits(Wide v) { return v >= INT64_MIN / 4 && v <= INT64_MAX / 4; }

static bool wide_floordiv(Wide a, Wide b, Wide *out) {
    if (b == 0) return false;
    *out = a / b - (a % b != 0 && (a % b < 0) != (b < 0));
    return true;
}

static bool eval_dim(const IrDim *d, const int64_t *values, Wide *out);

static bool eval_atom(const IrAtom *a, const int64_t *values, Wide *out) {
    if (a->kind == IR_ATOM_SYMBOL) {
        *out = values[a->symbol->id];
        return true;
    }
    if (!eval_dim(a->args[0], values, out)) return false;
    for (uint32_t i = 1; i < a->n; i++) {
        Wide x;
        if (!eval_dim(a->args[i], values, &x)) return false;
        switch (a->kind) {
        case IR_ATOM_FLOORDIV:
            if (!wide_floordiv(*out, x, out)) return false;
            break;
        case IR_ATOM_MIN: *out = x < *out ? x : *out; break;
        case IR_ATOM_MAX: *out = x > *out ? x : *out; break;
        case IR_ATOM_SUM: *out += x; break;
        case IR_ATOM_PRODUCT: *out *= x; break;
        case IR_ATOM_SYMBOL: break;
        }
        if (!fits(*out)) return false;
    }
    return true;
}

static bool eval_dim(const IrDim *d, const int64_t *values, Wide *out) {
    Wide sum = d->constant;
    for (uint32_t i = 0; i < d->n; i++) {
        Wide p = d->terms[i].coeff;
        for (uint32_t j = 0; j < d->terms[i].mono->n; j++) {
            Wide x;
            if (!eval_atom(d->terms[i].mono->factors[j].atom, values, &x)) return false;
            for (uint32_t k = 0; k < d->terms[i].mono->factors[j].power; k++) {
                p *= x;
                if (!fits(p)) return false;
            }
        }
        sum += p;
        if (!fits(sum)) return false;
    }
    *out = sum;
    return true;
}

/* --- Random expressions --- */

typedef enum { LEAF_CONST, LEAF_SYMBOL, ADD, SUB, MUL, DIV, MOD, MIN, MAX, OPS } Op;

typedef struct {
    Op op;
    int64_t constant;
    int symbol, a, b; /* operands: earlier nodes */
    const IrDim *dim;
} Node;

typedef struct {
    Node nodes[NODES];
    int n;
} Expr;

static const IrDim *apply(Op op, const IrDim *a, const IrDim *b) {
    switch (op) {
    case ADD: return ir_dim_add(m, a, b);
    case SUB: return ir_dim_sub(m, a, b);
    case MUL: return ir_dim_mul(m, a, b);
    case DIV: return ir_dim_floordiv(m, a, b);
    case MOD: return ir_dim_floormod(m, a, b);
    case MIN: return ir_dim_min(m, a, b);
    default: return ir_dim_max(m, a, b);
    }
}

/* `size` nodes over the first n_symbols symbols; the root is the last one. False: it overflowed. */
static bool draw_expr(Expr *e, int size, int n_symbols) {
    e->n = 0;
    while (e->n < size) {
        Node *x = &e->nodes[e->n];
        bool leaf = e->n < 2 || (draw(0, 9) < 4 && e->n + 1 < size);
        x->op = leaf ? (Op)draw(LEAF_CONST, LEAF_SYMBOL) : (Op)draw(ADD, MAX);
        if (x->op == LEAF_CONST) {
            x->constant = draw(-6, 12);
            x->dim = ir_dim_const(m, x->constant);
        } else if (x->op == LEAF_SYMBOL) {
            x->symbol = (int)draw(0, n_symbols - 1);
            x->dim = ir_dim_symbol(m, symbols[x->symbol]);
        } else {
            x->a = e->n - 1 - (int)draw(0, e->n - 1 < 3 ? e->n - 1 : 3);
            x->b = e->n - 1 - (int)draw(0, e->n - 1 < 3 ? e->n - 1 : 3);
            const IrDim *b = e->nodes[x->b].dim;
            if ((x->op == DIV || x->op == MOD) && ir_dim_is(b, 0)) continue;
            x->dim = apply(x->op, e->nodes[x->a].dim, b);
        }
        e->n++;
    }
    bool ok = !m->dims.overflow && !m->dims.too_large;
    m->dims.overflow = m->dims.too_large = false;
    return ok;
}

static bool eval_expr(const Expr *e, const int64_t *values, Wide *out) {
    Wide at[NODES];
    bool known[NODES];
    for (int i = 0; i < e->n; i++) {
        const Node *x = &e->nodes[i];
        known[i] = true;
        if (x->op == LEAF_CONST) at[i] = x->constant;
        if (x->op == LEAF_SYMBOL) at[i] = values[x->symbol];
        if (x->op < ADD) continue;
        Wide a = at[x->a], b = at[x->b], q = 0;
        known[i] = known[x->a] && known[x->b];
        if (!known[i]) continue;
        switch (x->op) {
        case ADD: at[i] = a + b; break;
        case SUB: at[i] = a - b; break;
        case MUL: at[i] = a * b; break;
        case DIV:
        case MOD:
            known[i] = wide_floordiv(a, b, &q);
            at[i] = x->op == DIV ? q : a - q * b;
            break;
        case MIN: at[i] = a < b ? a : b; break;
        default: at[i] = a > b ? a : b; break;
        }
        known[i] = known[i] && fits(at[i]);
    }
    *out = at[e->n - 1];
    return known[e->n - 1];
}

static const IrDim *root(const Expr *e) { return e->nodes[e->n - 1].dim; }

static void draw_values(int64_t *values) {
    int64_t most = draw(0, 3) == 0 ? 1000 : 9;
    for (int i = 0; i < SYMBOLS; i++) values[i] = draw(symbols[i]->is_extent ? 0 : -most, most);
}

static const char *text_of(const IrDim *d) { return ir_dim_text(m, d); }

/* --- Tests --- */

static void agrees_with_evaluation(void **state) {
    (void)state;
    size_t compared = 0;
    for (int round = 0; round < 40000; round++) {
        Expr e;
        if (!draw_expr(&e, (int)draw(1, 24), (int)draw(1, SYMBOLS))) continue;
        for (int i = 0; i < 6; i++) {
            int64_t values[SYMBOLS];
            Wide want, got;
            draw_values(values);
            if (!eval_expr(&e, values, &want) || !eval_dim(root(&e), values, &got)) continue;
            if (want != got) {
                fail_msg("%s is %lld, not %lld at n=%lld m=%lld k=%lld l=%lld (round %d)",
                         text_of(root(&e)), (long long)got, (long long)want, (long long)values[0],
                         (long long)values[1], (long long)values[2], (long long)values[3], round);
            }
            compared++;
        }
    }
    assert_true(compared > 100000);
}

/* Where an expression has a value, its canonical form has one. */
static void divides_no_more_than_written(void **state) {
    (void)state;
    size_t defined = 0;
    for (int round = 0; round < 20000; round++) {
        Expr e;
        if (!draw_expr(&e, (int)draw(1, 12), 2)) continue;
        int64_t values[SYMBOLS] = {draw(0, 2), draw(0, 2)};
        Wide want, got;
        if (!eval_expr(&e, values, &want)) continue;
        defined++;
        if (!eval_dim(root(&e), values, &got))
            fail_msg("%s has no value (round %d)", text_of(root(&e)), round);
    }
    assert_true(defined > 10000);
}

static void bounds_hold(void **state) {
    (void)state;
    for (int round = 0; round < 20000; round++) {
        Expr e;
        int64_t lo, hi, values[SYMBOLS];
        if (!draw_expr(&e, (int)draw(1, 16), SYMBOLS)) continue;
        ir_dim_bounds(root(&e), &lo, &hi);
        for (int i = 0; i < 8; i++) {
            Wide v;
            draw_values(values);
            if (!eval_expr(&e, values, &v)) continue;
            if (v < lo || v > hi)
                fail_msg("%s is out of [%lld, %lld]", text_of(root(&e)), (long long)lo,
                         (long long)hi);
        }
    }
}

/* Every assignment of small values; what is proved holds for all, what is refuted for none. */
static void comparisons_are_true(void **state) {
    (void)state;
    size_t decided = 0;
    for (int round = 0; round < 6000; round++) {
        Expr e, f;
        int n = (int)draw(1, 2);
        if (!draw_expr(&e, (int)draw(1, 7), n) || !draw_expr(&f, (int)draw(1, 7), n)) continue;
        const IrDim *a = root(&e), *b = root(&f);
        IrTruth truths[3] = {ir_dim_eq(m, a, b), ir_dim_le(m, a, b), ir_dim_lt(m, a, b)};
        for (int64_t v0 = 0; v0 <= 14; v0++) {
            for (int64_t v1 = 0; v1 <= (n > 1 ? 14 : 0); v1++) {
                int64_t values[SYMBOLS] = {v0, v1};
                Wide x, y;
                if (!eval_expr(&e, values, &x) || !eval_expr(&f, values, &y)) continue;
                bool holds[3] = {x == y, x <= y, x < y};
                for (int i = 0; i < 3; i++) {
                    if (truths[i] == IR_UNKNOWN) continue;
                    decided++;
                    if (holds[i] != (truths[i] == IR_PROVED)) {
                        fail_msg("%s of %s and %s is wrong at %lld, %lld",
                                 i == 0   ? "eq"
                                 : i == 1 ? "le"
                                          : "lt",
                                 text_of(a), text_of(b), (long long)v0, (long long)v1);
                    }
                }
            }
        }
    }
    assert_true(decided > 10000);
}

/* The same for symbols that may be negative. */
static void comparisons_of_any_integers(void **state) {
    (void)state;
    for (int round = 0; round < 4000; round++) {
        Expr e, f;
        if (!draw_expr(&e, (int)draw(1, 7), SYMBOLS) || !draw_expr(&f, (int)draw(1, 7), SYMBOLS))
            continue;
        const IrDim *a = root(&e), *b = root(&f);
        IrTruth truths[3] = {ir_dim_eq(m, a, b), ir_dim_le(m, a, b), ir_dim_lt(m, a, b)};
        for (int i = 0; i < 40; i++) {
            int64_t values[SYMBOLS];
            Wide x, y;
            draw_values(values);
            if (!eval_expr(&e, values, &x) || !eval_expr(&f, values, &y)) continue;
            bool holds[3] = {x == y, x <= y, x < y};
            for (int k = 0; k < 3; k++) {
                if (truths[k] != IR_UNKNOWN) assert_int_equal(holds[k], truths[k] == IR_PROVED);
            }
        }
    }
}

static void sums_and_products_are_canonical(void **state) {
    (void)state;
    for (int round = 0; round < 20000; round++) {
        Expr e, f, g;
        if (!draw_expr(&e, (int)draw(1, 6), SYMBOLS)) continue;
        if (!draw_expr(&f, (int)draw(1, 6), SYMBOLS)) continue;
        if (!draw_expr(&g, (int)draw(1, 6), SYMBOLS)) continue;
        const IrDim *a = root(&e), *b = root(&f), *c = root(&g);
        int64_t k = draw(-5, 5);
        const IrDim *pairs[][2] = {
            {ir_dim_add(m, a, b), ir_dim_add(m, b, a)},
            {ir_dim_add(m, ir_dim_add(m, a, b), c), ir_dim_add(m, a, ir_dim_add(m, b, c))},
            {ir_dim_sub(m, a, a), ir_dim_const(m, 0)},
            {ir_dim_add(m, ir_dim_sub(m, a, b), b), a},
            {ir_dim_scale(m, a, 2), ir_dim_add(m, a, a)},
            {ir_dim_offset(m, a, k), ir_dim_add(m, ir_dim_const(m, k), a)},
            {ir_dim_scale(m, a, k), ir_dim_mul(m, ir_dim_const(m, k), a)},
            {ir_dim_mul(m, a, b), ir_dim_mul(m, b, a)},
            {ir_dim_mul(m, a, ir_dim_const(m, 1)), a},
            {ir_dim_mul(m, a, ir_dim_const(m, 0)), ir_dim_const(m, 0)},
            {ir_dim_mul(m, a, ir_dim_add(m, b, c)),
             ir_dim_add(m, ir_dim_mul(m, a, b), ir_dim_mul(m, a, c))},
            {ir_dim_mul(m, ir_dim_mul(m, a, b), c), ir_dim_mul(m, a, ir_dim_mul(m, b, c))},
            {ir_dim_min(m, a, b), ir_dim_min(m, b, a)},
            {ir_dim_max(m, a, b), ir_dim_max(m, b, a)},
            {ir_dim_min(m, a, a), a},
            {ir_dim_min(m, ir_dim_min(m, a, b), b), ir_dim_min(m, a, b)},
        };
        bool bad = m->dims.overflow || m->dims.too_large;
        m->dims.overflow = m->dims.too_large = false;
        for (size_t i = 0; !bad && i < ARRAY_LEN(pairs); i++) {
            if (pairs[i][0] != pairs[i][1]) {
                fail_msg("identity %zu: %s is not %s", i, text_of(pairs[i][0]),
                         text_of(pairs[i][1]));
            }
        }
    }
}

static void divisions_are_canonical(void **state) {
    (void)state;
    const IrDim *n = ir_dim_symbol(m, symbols[0]), *k = ir_dim_symbol(m, symbols[2]),
                *l = ir_dim_symbol(m, symbols[3]);
    const IrDim *two = ir_dim_const(m, 2), *three = ir_dim_const(m, 3);
    for (int round = 0; round < 20000; round++) {
        Expr e, f;
        if (!draw_expr(&e, (int)draw(1, 6), SYMBOLS) || !draw_expr(&f, (int)draw(1, 6), SYMBOLS))
            continue;
        const IrDim *a = root(&e), *b = root(&f);
        int64_t c = draw(1, 7), d = draw(1, 7), r = draw(-20, 20);
        const IrDim *dc = ir_dim_const(m, c), *dd = ir_dim_const(m, d),
                    *cd = ir_dim_const(m, c * d);
        const IrDim *pairs[][2] = {
            {ir_dim_floordiv(m, ir_dim_add(m, ir_dim_scale(m, a, c), b), dc),
             ir_dim_add(m, a, ir_dim_floordiv(m, b, dc))},
            {ir_dim_floordiv(m, ir_dim_scale(m, a, c), dc), a},
            {ir_dim_floormod(m, ir_dim_scale(m, a, c), dc), ir_dim_const(m, 0)},
            {ir_dim_floordiv(m, ir_dim_offset(m, a, c * r), dc),
             ir_dim_offset(m, ir_dim_floordiv(m, a, dc), r)},
            {ir_dim_floordiv(m, ir_dim_scale(m, a, d), cd), ir_dim_floordiv(m, a, dc)},
            {ir_dim_add(m, ir_dim_mul(m, ir_dim_floordiv(m, a, dc), dc), ir_dim_floormod(m, a, dc)),
             a},
            {ir_dim_floordiv(m, a, ir_dim_const(m, -c)),
             ir_dim_floordiv(m, ir_dim_scale(m, a, -1), dc)},
            {ir_dim_ceildiv(m, a, c), ir_dim_floordiv(m, ir_dim_offset(m, a, c - 1), dc)},
        };
        (void)dd;
        bool bad = m->dims.overflow || m->dims.too_large;
        m->dims.overflow = m->dims.too_large = false;
        for (size_t i = 0; !bad && i < ARRAY_LEN(pairs); i++) {
            if (pairs[i][0] != pairs[i][1]) {
                fail_msg("identity %zu with c=%lld d=%lld: %s is not %s", i, (long long)c,
                         (long long)d, text_of(pairs[i][0]), text_of(pairs[i][1]));
            }
        }
    }
    /* Of a lone symbol: nested divisions, exact ones by symbols. */
    assert_ptr_equal(ir_dim_floordiv(m, ir_dim_floordiv(m, n, two), three),
                     ir_dim_floordiv(m, n, ir_dim_const(m, 6)));
    assert_ptr_equal(ir_dim_offset(m, ir_dim_floordiv(m, ir_dim_offset(m, n, -2), two), 1),
                     ir_dim_floordiv(m, n, two));
    assert_ptr_equal(ir_dim_floordiv(m, ir_dim_mul(m, n, k), k), n);
    assert_ptr_equal(ir_dim_floordiv(m, ir_dim_add(m, ir_dim_mul(m, n, k), l), k),
                     ir_dim_add(m, n, ir_dim_floordiv(m, l, k)));
    assert_ptr_equal(ir_dim_floordiv(m, n, n), ir_dim_const(m, 1));
    assert_ptr_equal(ir_dim_floormod(m, ir_dim_mul(m, n, k), k), ir_dim_const(m, 0));
    assert_ptr_equal(ir_dim_max(m, n, ir_dim_const(m, 0)), n); /* an extent */
    assert_ptr_not_equal(ir_dim_max(m, k, ir_dim_const(m, 0)), k);
}

/* --- Text: what is printed is read as the same dim --- */

static const IrDim *by_name(void *user, IrSymbol *s) {
    (void)user;
    for (int i = 0; i < SYMBOLS; i++) {
        if (strcmp(symbols[i]->name, s->name) == 0) return ir_dim_symbol(m, symbols[i]);
    }
    return NULL;
}

static void check_text(const IrDim *const *dims, int n) {
    StrBuf b;
    strbuf_init(&b, &ctx.diags->arena);
    strbuf_puts(
        &b,
        "@R.function\ndef f(x: R.Tensor((\"n\", \"m\")), k: R.Prim(value=\"k\"), l: R.Prim(value=\"l\")):\n"
        "    return R.shape([");
    for (int i = 0; i < n; i++) {
        if (i) strbuf_puts(&b, ", ");
        ir_dim_print(m, dims[i], &b);
    }
    strbuf_puts(&b, "])\n");
    IrModule *read = ir_text_parse(&ctx, &ops, "dims", strbuf_str(&b));
    if (!read) fail_msg("%s\n%s", ctx.diags->diags.at[0].message, strbuf_cstr(&b));
    const IrOperands *result = &read->globals.at[0]->function->body->result;
    assert_int_equal(result->at[0].kind, IR_OPERAND_SHAPE);
    for (int i = 0; i < n; i++) {
        const IrDim *d = ir_dim_map(m, result->at[0].type->dims[i], by_name, NULL);
        if (d != dims[i]) fail_msg("%s is read as %s", text_of(dims[i]), text_of(d));
        /* Built in another order, in another module, it prints the same. */
        assert_string_equal(ir_dim_text(read, result->at[0].type->dims[i]), text_of(dims[i]));
    }
    ir_module_free(read);
}

static void prints_and_reads(void **state) {
    (void)state;
    const IrDim *dims[32];
    int n = 0;
    for (int round = 0; round < 12000; round++) {
        Expr e;
        if (!draw_expr(&e, (int)draw(1, 20), SYMBOLS)) continue;
        dims[n++] = root(&e);
        if (n < (int)ARRAY_LEN(dims)) continue;
        check_text(dims, n);
        n = 0;
    }
    const IrDim *k = ir_dim_symbol(m, symbols[2]), *least = ir_dim_const(m, INT64_MIN);
    const IrDim *odd[] = {
        least,
        ir_dim_const(m, INT64_MAX),
        ir_dim_add(m, k, least),
        ir_dim_scale(m, k, INT64_MIN),
        ir_dim_add(m, ir_dim_symbol(m, symbols[0]), ir_dim_scale(m, k, INT64_MIN)),
        ir_dim_add(m, ir_dim_scale(m, k, -1), least),
        ir_dim_floordiv(m, least, k),
        ir_dim_floordiv(m, ir_dim_scale(m, k, -1), ir_dim_symbol(m, symbols[3])),
        ir_dim_floormod(m, ir_dim_offset(m, k, 1), ir_dim_const(m, 4)),
    };
    check_text(odd, ARRAY_LEN(odd));
    assert_string_equal(text_of(ir_dim_floormod(m, k, ir_dim_const(m, 4))), "k % 4");
    assert_string_equal(text_of(ir_dim_offset(m, ir_dim_scale(m, k, 2), 2)), "2 * k + 2");
    assert_string_equal(text_of(ir_dim_sub(m, ir_dim_const(m, 3), k)), "3 - k");
    assert_string_equal(text_of(ir_dim_scale(m, k, -1)), "-k");
}

/* --- Limits --- */

static bool flags_of(bool *overflow) {
    bool any = m->dims.overflow || m->dims.too_large;
    *overflow = m->dims.overflow;
    diag_begin(&ctx);
    assert_int_equal(ir_dims_check(m, (Loc){0}), !any);
    assert_int_equal(diag_errors(&ctx) != 0, any);
    assert_false(m->dims.overflow || m->dims.too_large);
    return any;
}

static void overflow_is_flagged(void **state) {
    (void)state;
    bool overflow;
    const IrDim *most = ir_dim_const(m, INT64_MAX), *least = ir_dim_const(m, INT64_MIN),
                *one = ir_dim_const(m, 1);
    const IrDim *n = ir_dim_symbol(m, symbols[0]);
    const IrDim *many = ir_dim_scale(m, n, INT64_MAX);
    assert_false(flags_of(&overflow));
    const IrDim *(*const bad[])(IrModule *, const IrDim *, const IrDim *) = {
        ir_dim_add, ir_dim_sub, ir_dim_mul, ir_dim_floordiv};
    const IrDim *const left[] = {most, least, most, least}, *const right[] = {one, one,
                                                                              ir_dim_const(m, 2),
                                                                              ir_dim_const(m, -1)};
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        assert_ptr_equal(bad[i](m, left[i], right[i]), ir_dim_const(m, 0));
        assert_true(flags_of(&overflow) && overflow);
    }
    assert_ptr_equal(ir_dim_add(m, many, n), ir_dim_const(m, 0));
    assert_true(flags_of(&overflow) && overflow);
    assert_ptr_equal(ir_dim_mul(m, many, ir_dim_offset(m, n, 2)), ir_dim_const(m, 0));
    assert_true(flags_of(&overflow) && overflow);
    assert_ptr_equal(ir_dim_offset(m, most, 1), ir_dim_const(m, 0));
    assert_true(flags_of(&overflow) && overflow);
    assert_ptr_equal(ir_dim_floordiv(m, n, least), ir_dim_const(m, 0));
    assert_true(flags_of(&overflow) && overflow);
    /* A comparison that overflows decides nothing, and leaves no flag. */
    assert_int_equal(ir_dim_eq(m, many, ir_dim_scale(m, n, -2)), IR_UNKNOWN);
    assert_int_equal(ir_dim_le(m, ir_dim_add(m, n, least), ir_dim_add(m, n, most)), IR_UNKNOWN);
    assert_false(flags_of(&overflow));
}

static void past_64_terms_is_opaque(void **state) {
    (void)state;
    enum { N = 12 };
    const IrDim *product = ir_dim_const(m, 1);
    IrSymbol *s[N];
    bool overflow;
    for (int i = 0; i < N; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        s[i] = ir_symbol_new(fn, intern_c(&m->names, name), (Loc){0});
        product = ir_dim_mul(m, product, ir_dim_offset(m, ir_dim_symbol(m, s[i]), 1));
        assert_true(product->n <= IR_DIM_TERMS_MAX);
    }
    assert_false(flags_of(&overflow));
    int64_t values[64] = {0};
    Wide want = 1, got;
    for (int i = 0; i < N; i++) want *= 1 + (values[s[i]->id] = draw(0, 9));
    assert_true(eval_dim(product, values, &got));
    assert_true(want == got);
    const IrDim *sum = ir_dim_const(m, 0);
    for (int i = 0; i < 150; i++) {
        const IrDim *term = ir_dim_symbol(m, ir_symbol_new(fn, intern_c(&m->names, "t"), (Loc){0}));
        sum = ir_dim_add(m, sum, term);
        assert_true(sum->n <= IR_DIM_TERMS_MAX);
    }
    assert_false(flags_of(&overflow));
}

static void depth_and_size_are_flagged(void **state) {
    (void)state;
    bool overflow;
    const IrDim *n = ir_dim_symbol(m, symbols[0]), *d = n;
    bool flagged = false;
    for (int i = 0; i < 1000 && !flagged; i++) {
        d = ir_dim_floordiv(m, ir_dim_offset(m, d, 1), n);
        flagged = m->dims.too_large;
        assert_true(d->depth <= ctx.limits.depth);
    }
    assert_true(flagged && flags_of(&overflow) && !overflow);
    const IrDim *k = ir_dim_symbol(m, symbols[2]);
    flagged = false;
    d = n;
    for (int i = 0; i < 64 && !flagged; i++) { /* doubles its size each time */
        d = ir_dim_add(m, ir_dim_floordiv(m, d, k),
                       ir_dim_floordiv(m, d, ir_dim_symbol(m, symbols[3])));
        flagged = m->dims.too_large;
        assert_true(d->size <= IR_DIM_SIZE_MAX);
    }
    assert_true(flagged && flags_of(&overflow));
}

typedef struct {
    const IrDim *with[SYMBOLS];
} Substitution;

static const IrDim *substitute(void *user, IrSymbol *s) {
    return ((Substitution *)user)->with[s->id];
}

static void substitutes(void **state) {
    (void)state;
    size_t compared = 0;
    for (int round = 0; round < 10000; round++) {
        Expr e, with[SYMBOLS];
        Substitution by;
        bool ok = draw_expr(&e, (int)draw(1, 10), SYMBOLS);
        for (int i = 0; i < SYMBOLS; i++) {
            ok = ok && draw_expr(&with[i], (int)draw(1, 5), SYMBOLS);
            if (ok) by.with[i] = root(&with[i]);
        }
        if (!ok) continue;
        const IrDim *d = ir_dim_map(m, root(&e), substitute, &by);
        bool bad = m->dims.overflow || m->dims.too_large;
        m->dims.overflow = m->dims.too_large = false;
        if (bad || !d) continue;
        for (int i = 0; i < 4; i++) {
            int64_t values[SYMBOLS], inner[SYMBOLS];
            Wide x, want, got;
            bool known = true;
            draw_values(values);
            for (int k = 0; k < SYMBOLS; k++) {
                known = known && eval_expr(&with[k], values, &x);
                /* What stands for an extent is one. */
                known = known && (!symbols[k]->is_extent || x >= 0);
                inner[k] = known ? (int64_t)x : 0;
            }
            if (!known || !eval_dim(root(&e), inner, &want) || !eval_dim(d, values, &got)) continue;
            assert_true(want == got);
            compared++;
        }
    }
    assert_true(compared > 1000);
}

static void no_answer_no_dim(void **state) {
    (void)state;
    Substitution by = {.with = {ir_dim_const(m, 3)}};
    const IrDim *n = ir_dim_symbol(m, symbols[0]), *k = ir_dim_symbol(m, symbols[2]);
    assert_ptr_equal(ir_dim_map(m, ir_dim_offset(m, n, 1), substitute, &by), ir_dim_const(m, 4));
    assert_null(ir_dim_map(m, ir_dim_add(m, n, k), substitute, &by));
    by.with[2] = ir_dim_const(m, 0);
    assert_null(ir_dim_map(m, ir_dim_floordiv(m, n, k), substitute, &by)); /* nor by zero */
    assert_ptr_equal(ir_dim_as_symbol(n), symbols[0]);
    assert_null(ir_dim_as_symbol(ir_dim_offset(m, n, 1)));
    assert_null(ir_dim_as_symbol(ir_dim_mul(m, n, n)));
    assert_null(ir_dim_as_symbol(ir_dim_floordiv(m, n, k)));
    assert_null(ir_dim_as_symbol(ir_dim_const(m, 0)));
}

#define DIM_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

UNIT_MAIN(DIM_TEST(agrees_with_evaluation), DIM_TEST(divides_no_more_than_written),
          DIM_TEST(bounds_hold), DIM_TEST(comparisons_are_true),
          DIM_TEST(comparisons_of_any_integers), DIM_TEST(sums_and_products_are_canonical),
          DIM_TEST(divisions_are_canonical), DIM_TEST(prints_and_reads),
          DIM_TEST(overflow_is_flagged), DIM_TEST(past_64_terms_is_opaque),
          DIM_TEST(depth_and_size_are_flagged), DIM_TEST(substitutes), DIM_TEST(no_answer_no_dim))
