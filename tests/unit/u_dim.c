/* SPDX-License-Identifier: Apache-2.0 */
/* ir/dim.h: random expressions against direct evaluation, comparisons against brute force, the
 * promised identities, text. */
#include "dim_draw.h"
#include "ir/text.h"

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

/* --- Substitution --- */

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

UNIT_MAIN(DIM_TEST(agrees_with_evaluation), DIM_TEST(divides_no_more_than_written),
          DIM_TEST(bounds_hold), DIM_TEST(comparisons_are_true),
          DIM_TEST(comparisons_of_any_integers), DIM_TEST(sums_and_products_are_canonical),
          DIM_TEST(divisions_are_canonical), DIM_TEST(prints_and_reads), DIM_TEST(substitutes),
          DIM_TEST(no_answer_no_dim))
