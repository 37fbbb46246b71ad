/* SPDX-License-Identifier: Apache-2.0 */
/* The small types: every code of each, and conversions held against the definition of rounding
 * itself, by dtype.c and by the loops that R.cast and R.astype become. */
#include "unit.h"

#include <math.h>

#include "loop/interp.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "tensor/tensor.h"
#include "unit_arena.h"

static const DType floats[] = {DTYPE_FLOAT8E4M3FN,   DTYPE_FLOAT8E4M3FNUZ,    DTYPE_FLOAT8E5M2,
                               DTYPE_FLOAT8E5M2FNUZ, DTYPE_FLOAT8E8M0,        DTYPE_FLOAT8E4M3,
                               DTYPE_FLOAT8E3M4,     DTYPE_FLOAT8E4M3B11FNUZ, DTYPE_FLOAT4E2M1};
static const DType ints[] = {DTYPE_INT4, DTYPE_UINT4, DTYPE_INT2, DTYPE_UINT2};

/* --- What the formats are --- */

/* From their papers: "FP8 Formats for Deep Learning" (E4M3, E5M2), "8-bit Numerical Formats for
 * Deep Neural Networks" (the two whose NaN is the negative zero), and OCP's "Microscaling Formats"
 * (E8M0, E2M1). */
static const struct {
    DType t;
    uint8_t code;
    double v;
} anchors[] = {
    {DTYPE_FLOAT8E4M3FN, 0x00, 0},
    {DTYPE_FLOAT8E4M3FN, 0x01, 0x1p-9},
    {DTYPE_FLOAT8E4M3FN, 0x07, 0x1.cp-7},
    {DTYPE_FLOAT8E4M3FN, 0x08, 0x1p-6},
    {DTYPE_FLOAT8E4M3FN, 0x38, 1},
    {DTYPE_FLOAT8E4M3FN, 0x7e, 448},
    {DTYPE_FLOAT8E4M3FN, 0x7f, (double)NAN},
    {DTYPE_FLOAT8E4M3FN, 0x80, -0.0},
    {DTYPE_FLOAT8E4M3FN, 0xfe, -448},
    {DTYPE_FLOAT8E4M3FN, 0xff, (double)NAN},
    {DTYPE_FLOAT8E4M3FNUZ, 0x01, 0x1p-10},
    {DTYPE_FLOAT8E4M3FNUZ, 0x08, 0x1p-7},
    {DTYPE_FLOAT8E4M3FNUZ, 0x40, 1},
    {DTYPE_FLOAT8E4M3FNUZ, 0x7f, 240},
    {DTYPE_FLOAT8E4M3FNUZ, 0x80, (double)NAN},
    {DTYPE_FLOAT8E4M3FNUZ, 0xff, -240},
    {DTYPE_FLOAT8E5M2, 0x01, 0x1p-16},
    {DTYPE_FLOAT8E5M2, 0x04, 0x1p-14},
    {DTYPE_FLOAT8E5M2, 0x3c, 1},
    {DTYPE_FLOAT8E5M2, 0x7b, 57344},
    {DTYPE_FLOAT8E5M2, 0x7c, (double)INFINITY},
    {DTYPE_FLOAT8E5M2, 0x7d, (double)NAN},
    {DTYPE_FLOAT8E5M2, 0x7f, (double)NAN},
    {DTYPE_FLOAT8E5M2, 0xfc, -(double)INFINITY},
    {DTYPE_FLOAT8E5M2FNUZ, 0x01, 0x1p-17},
    {DTYPE_FLOAT8E5M2FNUZ, 0x04, 0x1p-15},
    {DTYPE_FLOAT8E5M2FNUZ, 0x40, 1},
    {DTYPE_FLOAT8E5M2FNUZ, 0x7f, 57344},
    {DTYPE_FLOAT8E5M2FNUZ, 0x80, (double)NAN},
    {DTYPE_FLOAT8E8M0, 0x00, 0x1p-127},
    {DTYPE_FLOAT8E8M0, 0x01, 0x1p-126},
    {DTYPE_FLOAT8E8M0, 0x7f, 1},
    {DTYPE_FLOAT8E8M0, 0xfe, 0x1p127},
    {DTYPE_FLOAT8E8M0, 0xff, (double)NAN},
    {DTYPE_FLOAT8E4M3, 0x01, 0x1p-9},
    {DTYPE_FLOAT8E4M3, 0x08, 0x1p-6},
    {DTYPE_FLOAT8E4M3, 0x38, 1},
    {DTYPE_FLOAT8E4M3, 0x77, 240},
    {DTYPE_FLOAT8E4M3, 0x78, (double)INFINITY},
    {DTYPE_FLOAT8E4M3, 0x79, (double)NAN},
    {DTYPE_FLOAT8E4M3, 0xf8, -(double)INFINITY},
    {DTYPE_FLOAT8E3M4, 0x01, 0x1p-6},
    {DTYPE_FLOAT8E3M4, 0x10, 0x1p-2},
    {DTYPE_FLOAT8E3M4, 0x30, 1},
    {DTYPE_FLOAT8E3M4, 0x6f, 15.5},
    {DTYPE_FLOAT8E3M4, 0x70, (double)INFINITY},
    {DTYPE_FLOAT8E3M4, 0x7f, (double)NAN},
    {DTYPE_FLOAT8E4M3B11FNUZ, 0x01, 0x1p-13},
    {DTYPE_FLOAT8E4M3B11FNUZ, 0x08, 0x1p-10},
    {DTYPE_FLOAT8E4M3B11FNUZ, 0x58, 1},
    {DTYPE_FLOAT8E4M3B11FNUZ, 0x7f, 30},
    {DTYPE_FLOAT8E4M3B11FNUZ, 0x80, (double)NAN},
    {DTYPE_FLOAT4E2M1, 0, 0},
    {DTYPE_FLOAT4E2M1, 1, 0.5},
    {DTYPE_FLOAT4E2M1, 2, 1},
    {DTYPE_FLOAT4E2M1, 3, 1.5},
    {DTYPE_FLOAT4E2M1, 4, 2},
    {DTYPE_FLOAT4E2M1, 5, 3},
    {DTYPE_FLOAT4E2M1, 6, 4},
    {DTYPE_FLOAT4E2M1, 7, 6},
    {DTYPE_FLOAT4E2M1, 8, -0.0},
    {DTYPE_FLOAT4E2M1, 15, -6},
};

static void formats(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(anchors); i++) {
        const double v = dtype_decode(anchors[i].t, anchors[i].code), want = anchors[i].v;
        if (isnan(want) ? !isnan(v) : memcmp(&v, &want, sizeof v) != 0)
            fail_msg("%s 0x%02x: %a, not %a", dtype_name(anchors[i].t), anchors[i].code, v, want);
    }
}

static uint32_t codes_of(DType t) { return 1u << dtype_bits(t); }

/* Magnitudes grow with codes, by a step that never shrinks: with the anchors that leaves one table.
 * And each value comes back as its code, which is the only one that it has. */
static void every_code(void **state) {
    (void)state;
    for (size_t k = 0; k < ARRAY_LEN(floats); k++) {
        const DType t = floats[k];
        double last = -1, step = 0;
        for (uint32_t c = 0; c < codes_of(t); c++) {
            const double v = dtype_decode(t, (uint8_t)c);
            if (isnan(v)) {
                assert_true(isnan(dtype_decode(t, dtype_encode(t, v, true, DTYPE_ROUND_UP))));
                continue;
            }
            const uint8_t back = dtype_encode(t, v, false, DTYPE_ROUND_NEAREST);
            if (back != c)
                fail_msg("%s 0x%02x: %a comes back as 0x%02x", dtype_name(t), c, v, back);
            if (t != DTYPE_FLOAT8E8M0 && c >= codes_of(t) / 2) {
                const double other = dtype_decode(t, (uint8_t)(c - codes_of(t) / 2));
                assert_true(v == -other && signbit(v));
                continue;
            }
            assert_true(v > last);
            if (c && last >= 0) assert_true(v - last >= step || isinf(v));
            step = last < 0 ? 0 : v - last;
            last = v;
        }
    }
    for (size_t k = 0; k < ARRAY_LEN(ints); k++) {
        const DType t = ints[k];
        const int64_t n = codes_of(t), low = dtype_kind(t) == DTYPE_KIND_INT ? -n / 2 : 0;
        uint8_t at;
        for (int64_t v = low - 3; v < low + n + 3; v++) {
            at = 0xa5;
            const bool fits = dtype_write_int(t, &at, v);
            assert_int_equal(fits, v >= low && v < low + n);
            if (!fits) assert_int_equal(at, 0xa5);
            if (fits) assert_int_equal(dtype_read_int(t, &at), v);
            /* what lies beside it stays */
            if (fits) assert_int_equal(at >> dtype_bits(t), 0xa5 >> dtype_bits(t));
        }
    }
}

/* Any element of any place, and the others stay. */
static void places(void **state) {
    (void)state;
    uint64_t seed = 5;
    for (DType t = DTYPE_LOOP_END; t < DTYPE_NUMBER_END; t++) {
        const int64_t dims[] = {13};
        Tensor *x = tensor_new(&ctx, t, dims, 1);
        uint8_t want[13] = {0};
        assert_int_equal(x->bytes, (13 * dtype_bits(t) + 7) / 8);
        for (int n = 0; n < 300; n++) {
            const size_t i = (size_t)(unit_random(&seed) % 13);
            want[i] = (uint8_t)(unit_random(&seed) % codes_of(t));
            dtype_set_code(t, x->data, i, want[i]);
            for (size_t k = 0; k < 13; k++)
                assert_int_equal(dtype_get_code(t, x->data, k), want[k]);
        }
        assert_true(tensor_is_normal(t, 13, x->data));
        memset(x->data, 0xff, x->bytes);
        assert_int_equal(tensor_is_normal(t, 13, x->data), !dtype_is_packed(t));
        tensor_normalize(x);
        assert_true(tensor_is_normal(t, 13, x->data));
        for (size_t k = 0; k < 13; k++)
            assert_int_equal(dtype_get_code(t, x->data, k), codes_of(t) - 1);
        tensor_unref(x);
    }
    size_t count, bytes;
    const int64_t many[] = {INT64_MAX / 2, 2}, most[] = {INT64_MAX};
    /* its bytes fit, and its elements do */
    assert_true(tensor_count(many, 2, DTYPE_INT4, &count, &bytes));
    assert_int_equal(bytes, (size_t)INT64_MAX / 2);
    assert_true(tensor_count(most, 1, DTYPE_UINT2, &count, &bytes));
    assert_int_equal(bytes, (size_t)1 << 61);
    const int64_t over[] = {INT64_MAX, 3};
    assert_false(tensor_count(over, 2, DTYPE_INT4, &count, &bytes));
}

/* --- Rounding --- */

/* The code of magnitude a by the definition: the nearest of all that there are, of two as near the
 * even one. What is nearest to the number behind the last one is too large. */
static uint8_t nearest(DType t, double a) {
    const DTypeFormat f = dtype_format(t);
    uint8_t best = 0;
    double least = (double)INFINITY;
    for (uint32_t c = 0; c <= f.max + 1u; c++) {
        const double v = c <= f.max
                             ? dtype_decode(t, (uint8_t)c)
                             : 2 * dtype_decode(t, f.max) - dtype_decode(t, (uint8_t)(f.max - 1));
        const double far = fabs(a - v);
        if (far < least || (far == least && c % 2 == 0)) best = (uint8_t)c, least = far;
    }
    return best;
}

/* As their names say: no "fn". */
static bool has_infinities(DType t) {
    return t == DTYPE_FLOAT8E5M2 || t == DTYPE_FLOAT8E4M3 || t == DTYPE_FLOAT8E3M4;
}

static uint8_t expected_float(DType t, double v, bool saturates) {
    const DTypeFormat f = dtype_format(t);
    const uint8_t sign = signbit(v) ? (uint8_t)(1 << (f.bits - 1)) : 0;
    if (isnan(v)) return t == DTYPE_FLOAT8E4M3FN || has_infinities(t) ? f.nan | sign : f.nan;
    const double top = dtype_decode(t, f.max);
    uint8_t code = fabs(v) > 2 * top ? (uint8_t)(f.max + 1) : nearest(t, fabs(v));
    if (code == (uint8_t)(f.max + 1)) {
        if (!saturates && f.over == 0x80) return 0x80;
        code = saturates ? f.max : f.over;
    }
    return !code && !f.has_negative_zero ? 0 : code | sign;
}

/* By comparison with the powers around it. */
static uint8_t expected_power(double v, bool saturates, DTypeRound round) {
    if (isnan(v) || v < 0) return 0xff;
    if (v == 0) return saturates ? 0 : 0xff;
    if (isinf(v)) return saturates ? 0xfe : 0xff;
    int k = ilogb(v); /* 2^k <= v < 2^(k + 1) */
    const double low = ldexp(1, k);
    if (round == DTYPE_ROUND_UP && v > low) k++;
    if (round == DTYPE_ROUND_NEAREST && v - low >= low / 2) k++;
    if (k > 127) return saturates ? 0xfe : 0xff;
    if (k < -127) return saturates ? 0 : 0xff;
    return (uint8_t)(k + 127);
}

static uint8_t expected(DType t, double v, bool saturates, DTypeRound round) {
    return t == DTYPE_FLOAT8E8M0 ? expected_power(v, saturates, round)
                                 : expected_float(t, v, saturates);
}

typedef VEC(double) Doubles;

static void add(Doubles *d, double v) {
    vec_push(&arena, d, v);
    vec_push(&arena, d, -v);
}

/* Every float32 of which only the upper bits are set, every value of each type, and between
 * neighbours the middle and what lies beside it. */
static Doubles grid(void) {
    Doubles d = {.at = NULL};
    for (uint32_t i = 0; i < 0x8000; i += 5) {
        const uint32_t word = i << 16 | (i % 3 == 1 ? 1 : i % 3 == 2 ? 0xffff : 0);
        float f;
        memcpy(&f, &word, sizeof f);
        add(&d, (double)f);
    }
    for (size_t k = 0; k < ARRAY_LEN(floats); k++) {
        for (uint32_t c = 0; c < dtype_format(floats[k]).max; c++) {
            const double v = dtype_decode(floats[k], (uint8_t)c),
                         next = dtype_decode(floats[k], (uint8_t)(c + 1));
            const double middle = (v + next) / 2;
            add(&d, v);
            add(&d, middle);
            add(&d, nextafter(middle, v));
            add(&d, nextafter(middle, next));
            add(&d, (double)nextafterf((float)middle, (float)v));
            add(&d, (double)nextafterf((float)middle, (float)next));
        }
        const double top = dtype_decode(floats[k], dtype_format(floats[k]).max);
        add(&d, top);
        for (int i = 1; i < 40; i++) add(&d, top * (1 + i / 32.0));
    }
    const double more[] = {0,        (double)NAN, (double)INFINITY, 1e300,     0x1p-1074,
                           0x1p-149, 0x1p-128,    0x1.8p-128,       0x1.8p127, 0x1p128};
    for (size_t i = 0; i < ARRAY_LEN(more); i++) add(&d, more[i]);
    return d;
}

static void encodes(void **state) {
    (void)state;
    const Doubles d = grid();
    for (size_t k = 0; k < ARRAY_LEN(floats); k++) {
        for (size_t i = 0; i < d.len; i++) {
            for (int how = 0; how < (floats[k] == DTYPE_FLOAT8E8M0 ? 6 : 2); how++) {
                const uint8_t got =
                                  dtype_encode(floats[k], d.at[i], how % 2, (DTypeRound)(how / 2)),
                              want = expected(floats[k], d.at[i], how % 2, (DTypeRound)(how / 2));
                if (got != want)
                    fail_msg("%s of %a (%d): 0x%02x, not 0x%02x", dtype_name(floats[k]), d.at[i],
                             how, got, want);
            }
        }
    }
}

/* --- The same by loops --- */

static IrModule *module(void) {
    OpTable *table = ARENA_NEW(&arena, OpTable);
    ops_table_init(table, &arena);
    return ir_module_new(&ctx, table);
}

/* What the operator makes of x. */
static Tensor *run(IrModule *m, const OpDef *op, IrAttr *attrs, const Tensor *x) {
    const IrDim *n = ir_dim_const(m, (int64_t)x->count);
    const IrType *from = ir_type_tensor(m, &n, 1, x->dtype),
                 *to = ir_type_tensor(m, &n, 1, attrs[0].dtype);
    const LoopFn *fn = lower_call(m,
                                  &(LowerCall){.op = op,
                                               .args = &from,
                                               .floats = (const double[]){0},
                                               .n_args = 1,
                                               .attrs = attrs,
                                               .result = to},
                                  &arena, NULL);
    assert_non_null(fn);
    Tensor *y = tensor_new(&ctx, attrs[0].dtype, x->dims, 1);
    int64_t in = (int64_t)x->count, out = in;
    if (dtype_is_packed(x->dtype)) in = (int64_t)x->bytes;
    if (dtype_is_packed(y->dtype)) out = (int64_t)y->bytes;
    const LoopArg args[] = {{.data = x->data, .dims = &in}, {.data = y->data, .dims = &out}};
    assert_true(loop_run(&ctx, loop_compile(fn, &arena), args, NULL));
    return y;
}

static void check_loops(IrModule *m, const Tensor *x, DType to, int how) {
    static const char *const modes[] = {"up", "down", "nearest"};
    IrAttr attrs[] = {{.kind = IR_ATTR_DTYPE, .dtype = to},
                      {.kind = IR_ATTR_BOOL, .i = how % 2},
                      {.kind = IR_ATTR_STRING, .s = modes[how / 2]}};
    Tensor *y = run(m, &op_cast, attrs, x);
    assert_true(tensor_is_normal(to, y->count, y->data));
    for (size_t i = 0; i < x->count; i++) {
        const double v = tensor_get_double(x, i);
        const uint8_t got = dtype_get_code(to, y->data, i),
                      want = expected(to, v, how % 2, (DTypeRound)(how / 2));
        const bool are_nan = isnan(dtype_decode(to, got)) && isnan(dtype_decode(to, want));
        if (got != want && !are_nan)
            fail_msg("%s to %s, %a (%d): 0x%02x, not 0x%02x", dtype_name(x->dtype), dtype_name(to),
                     v, how, got, want);
    }
    tensor_unref(y);
}

static void loops_encode(void **state) {
    (void)state;
    static const DType from[] = {DTYPE_FLOAT32, DTYPE_FLOAT64, DTYPE_FLOAT16, DTYPE_BFLOAT16};
    IrModule *m = module();
    const Doubles d = grid();
    const int64_t dims[] = {(int64_t)d.len};
    for (size_t k = 0; k < ARRAY_LEN(from); k++) {
        Tensor *x = tensor_new(&ctx, from[k], dims, 1);
        for (size_t i = 0; i < d.len; i++) tensor_set_double(x, i, d.at[i]);
        for (size_t t = 0; t < ARRAY_LEN(floats); t++) {
            for (int how = 0; how < (floats[t] == DTYPE_FLOAT8E8M0 ? 6 : 2); how++)
                check_loops(m, x, floats[t], how);
        }
        tensor_unref(x);
    }
    ir_module_free(m);
}

/* Integers of all sizes: those whose doubles would round another way, too. */
static void loops_of_integers(void **state) {
    (void)state;
    static const int64_t values[] = {0,
                                     1,
                                     -1,
                                     7,
                                     18,
                                     20,
                                     447,
                                     448,
                                     464,
                                     465,
                                     57344,
                                     61439,
                                     61440,
                                     INT32_MAX,
                                     INT64_MAX,
                                     INT64_MIN,
                                     (INT64_C(3) << 60) - 1,
                                     INT64_C(3) << 60,
                                     (INT64_C(3) << 59) - 1};
    IrModule *m = module();
    for (DType t = DTYPE_INT8; t <= DTYPE_UINT64; t++) {
        const int64_t n = ARRAY_LEN(values);
        Tensor *x = tensor_new(&ctx, t, &n, 1);
        for (size_t i = 0; i < x->count; i++) (void)tensor_set_int(x, i, values[i]);
        for (size_t k = 0; k < ARRAY_LEN(floats); k++) {
            IrAttr attrs[] = {{.kind = IR_ATTR_DTYPE, .dtype = floats[k]},
                              {.kind = IR_ATTR_BOOL, .i = true},
                              {.kind = IR_ATTR_STRING, .s = "nearest"}};
            Tensor *y = run(m, &op_cast, attrs, x);
            for (size_t i = 0; i < x->count; i++) {
                const int64_t v = tensor_get_int(x, i);
                const long double exact =
                    t == DTYPE_UINT64 ? (long double)(uint64_t)v : (long double)v;
                uint8_t want = expected(floats[k], (double)exact, true, DTYPE_ROUND_NEAREST);
                if (floats[k] == DTYPE_FLOAT8E8M0 && exact > 0) { /* in one rounding */
                    int e = 0;
                    while (exact >= 1.5L * ldexpl(1, e)) e++;
                    want = (uint8_t)(127 + e);
                }
                const uint8_t got = dtype_get_code(floats[k], y->data, i);
                if (got != want)
                    fail_msg("%s %lld to %s: 0x%02x, not 0x%02x", dtype_name(t), (long long)v,
                             dtype_name(floats[k]), got, want);
            }
            tensor_unref(y);
        }
        tensor_unref(x);
    }
    ir_module_free(m);
}

/* From each code of each small type to all others that loops have, and between small ones. */
static void loops_decode(void **state) {
    (void)state;
    IrModule *m = module();
    for (DType from = DTYPE_LOOP_END; from < DTYPE_NUMBER_END; from++) {
        const int64_t n = codes_of(from) - 1; /* odd: the last byte is not full */
        Tensor *x = tensor_new(&ctx, from, &n, 1);
        for (int64_t i = 0; i < n; i++) dtype_set_code(from, x->data, (size_t)i, (uint8_t)(n - i));
        for (DType to = DTYPE_BOOL; to < DTYPE_NUMBER_END; to++) {
            IrAttr attrs[] = {{.kind = IR_ATTR_DTYPE, .dtype = to}};
            Tensor *y = run(m, &op_astype, attrs, x);
            for (size_t i = 0; i < x->count; i++) {
                const double v = tensor_get_double(x, i), got = tensor_get_double(y, i);
                double want = v;
                if (to == DTYPE_BOOL)
                    want = v != 0;
                else if (dtype_is_float(to)) {
                    Tensor *one = tensor_new(&ctx, to, NULL, 0);
                    const bool over = from != to && isinf(v) && has_infinities(to);
                    tensor_set_double(
                        one, 0, over ? copysign(dtype_decode(to, dtype_format(to).max), v) : v);
                    want = tensor_get_double(one, 0);
                    tensor_unref(one);
                } else {
                    const LoopValue i64 = loop_eval_cast(
                        DTYPE_FLOAT64, dtype_is_small(to) ? DTYPE_INT32 : to, (LoopValue){.f = v});
                    int64_t whole = dtype_is_float(from) ? i64.i : (int64_t)v;
                    const uint32_t bits = dtype_bits(to);
                    if (!dtype_is_float(from) || dtype_is_small(to)) { /* modulo 2^bits */
                        whole = bits == 64 ? whole : whole & (((int64_t)1 << bits) - 1);
                        if (dtype_kind(to) == DTYPE_KIND_INT && bits < 64 && whole >> (bits - 1))
                            whole -= (int64_t)1 << bits;
                    }
                    want = to == DTYPE_UINT64 ? (double)(uint64_t)whole : (double)whole;
                }
                if (!(isnan(want) && isnan(got)) && memcmp(&want, &got, sizeof got) != 0)
                    fail_msg("%s %a to %s: %a, not %a", dtype_name(from), v, dtype_name(to), got,
                             want);
            }
            tensor_unref(y);
        }
        tensor_unref(x);
    }
    ir_module_free(m);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(UNIT(formats), UNIT(every_code), TEST(places), TEST(encodes), TEST(loops_encode),
          TEST(loops_of_integers), TEST(loops_decode))
