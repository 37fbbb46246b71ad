/* SPDX-License-Identifier: Apache-2.0 */
/* ir/dim.h: what is past 64 bits, 64 terms, or too deep or large. */
#include "dim_draw.h"

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

UNIT_MAIN(DIM_TEST(overflow_is_flagged), DIM_TEST(past_64_terms_is_opaque),
          DIM_TEST(depth_and_size_are_flagged))
