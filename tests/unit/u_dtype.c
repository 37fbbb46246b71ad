/* SPDX-License-Identifier: Apache-2.0 */
/* tensor/dtype.h: names, the half types bit by bit, elements to and from numbers. */
#include "unit.h"

#include <float.h>
#include <math.h>

#include "tensor/dtype.h"

static void names(void **state) {
    (void)state;
    for (int i = 0; i < DTYPE_COUNT; i++) {
        DType t = DTYPE_COUNT;
        const char *name = dtype_name((DType)i);
        assert_true(dtype_parse(str_c(name), &t));
        assert_int_equal(t, i);
        assert_false(dtype_parse((Str){name, strlen(name) - 1}, &t) && t == (DType)i);
    }
    DType t;
    assert_true(dtype_parse((Str){NULL, 0}, &t));
    assert_int_equal(t, DTYPE_VOID);
    assert_false(dtype_parse((Str){"float33", 7}, &t));
    assert_false(dtype_parse((Str){"Float32", 7}, &t));
    assert_false(dtype_parse((Str){"float32 ", 8}, &t));
    assert_int_equal(dtype_size(DTYPE_VOID), 0);
    assert_int_equal(dtype_size(DTYPE_BOOL), 1);
    assert_int_equal(dtype_size(DTYPE_BFLOAT16), 2);
    assert_int_equal(dtype_size(DTYPE_FLOAT64), 8);
    assert_true(dtype_is_float(DTYPE_BFLOAT16) && !dtype_is_float(DTYPE_INT64));
    assert_true(dtype_is_int(DTYPE_UINT8) && !dtype_is_int(DTYPE_BOOL) &&
                !dtype_is_int(DTYPE_VOID));
}

typedef struct {
    double v;
    uint16_t bits;
} HalfRow;

static void check_rows(const HalfRow *rows, size_t n, uint16_t (*to)(double),
                       double (*from)(uint16_t), bool exact) {
    for (size_t i = 0; i < n; i++) {
        for (int sign = 0; sign < 2; sign++) {
            double v = sign ? -rows[i].v : rows[i].v;
            uint16_t bits = (uint16_t)(rows[i].bits | sign << 15);
            if (to(v) != bits) fail_msg("%a: 0x%04x, not 0x%04x", v, to(v), bits);
            if (exact && from(bits) != v) fail_msg("0x%04x: %a, not %a", bits, from(bits), v);
        }
    }
}

static void float16_table(void **state) {
    (void)state;
    static const HalfRow exact[] = {
        {0, 0x0000},           {1, 0x3c00},        {2, 0x4000},
        {0.5, 0x3800},         {1.5, 0x3e00},      {0x1.004p0, 0x3c01}, /* one unit above 1 */
        {0x1.ffcp-1, 0x3bff},                                           /* one unit below 1 */
        {65504, 0x7bff},                                                /* the largest */
        {0x1p-14, 0x0400},                                              /* the smallest normal */
        {0x1.ff8p-15, 0x03ff},                                          /* the largest subnormal */
        {0x1p-15, 0x0200},     {0x1p-24, 0x0001},                       /* the smallest */
        {0x1.8p-23, 0x0003},   {INFINITY, 0x7c00},
    };
    static const HalfRow rounded[] = {
        {0.1, 0x2e66},
        {1.0 / 3, 0x3555},
        {3.14159265358979, 0x4248},
        {0x1.002p0, 0x3c00},           /* a tie, to even: down */
        {0x1.006p0, 0x3c02},           /* a tie, to even: up */
        {0x1.0020000000001p0, 0x3c01}, /* just above the tie */
        {0x1.005ffffffffffp0, 0x3c01}, /* just below it */
        {2049, 0x6800},                /* ties among integers */
        {2051, 0x6802},
        {65519.99, 0x7bff},
        {65520, 0x7c00}, /* the tie with what would be 65536 */
        {65536, 0x7c00},
        {1e300, 0x7c00},
        {DBL_MAX, 0x7c00},
        {0x1p-25, 0x0000}, /* half of the smallest: a tie, to zero */
        {0x1.0000000000001p-25, 0x0001},
        {0x1.8p-24, 0x0002}, /* a tie between subnormals */
        {0x1.4p-23, 0x0002},
        {0x1.ffcp-15, 0x0400}, /* rounds up to the smallest normal */
        {0x1.ffbffffffffffp-15, 0x03ff},
        {DBL_MIN, 0},
        {0x1p-1074, 0},
    };
    check_rows(exact, ARRAY_LEN(exact), float16_from_double, float16_to_double, true);
    check_rows(rounded, ARRAY_LEN(rounded), float16_from_double, float16_to_double, false);
}

static void bfloat16_table(void **state) {
    (void)state;
    static const HalfRow exact[] = {
        {0, 0x0000},           {1, 0x3f80},          {2, 0x4000},
        {0x1.02p0, 0x3f81},    {0x1.fep127, 0x7f7f}, /* the largest */
        {0x1p-126, 0x0080},                          /* the smallest normal */
        {0x1.fcp-127, 0x007f}, {0x1p-133, 0x0001},   {INFINITY, 0x7f80},
    };
    static const HalfRow rounded[] = {
        {0.1, 0x3dcd},
        {3.14159265358979, 0x4049},
        {0x1.01p0, 0x3f80}, /* ties */
        {0x1.03p0, 0x3f82},
        {0x1.0100000000001p0, 0x3f81},
        {257, 0x4380},
        {259, 0x4382},
        {0x1.fefffffffffffp127, 0x7f7f},
        {0x1.ffp127, 0x7f80},
        {0x1p128, 0x7f80},
        {1e300, 0x7f80},
        {0x1p-134, 0x0000},
        {0x1.0000000000001p-134, 0x0001},
        {0x1.8p-133, 0x0002},
        {0x1.fep-127, 0x0080},
        {0x1p-1074, 0},
    };
    check_rows(exact, ARRAY_LEN(exact), bfloat16_from_double, bfloat16_to_double, true);
    check_rows(rounded, ARRAY_LEN(rounded), bfloat16_from_double, bfloat16_to_double, false);
}

static float float_of(uint32_t bits) {
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* References of another kind: the bits moved into a float32's, and the exponent put right by one
 * exact multiplication. Both are exact for every finite value and for infinity. */
static double float16_reference(uint16_t bits) {
    uint32_t sign = (uint32_t)(bits & 0x8000) << 16;
    if ((bits & 0x7c00) == 0x7c00) return (double)float_of(sign | 0x7f800000);
    return (double)(float_of(sign | (uint32_t)(bits & 0x7fff) << 13) * 0x1p112f);
}
static double bfloat16_reference(uint16_t bits) { return (double)float_of((uint32_t)bits << 16); }

/* All 65,536 patterns: the value, the way back, and between neighbours the middle to even and all
 * else to the nearer. */
static void check_all(uint16_t (*to)(double), double (*from)(uint16_t), double (*ref)(uint16_t),
                      uint16_t inf) {
    for (uint32_t i = 0; i < 0x10000; i++) {
        uint16_t bits = (uint16_t)i, abs = bits & 0x7fff;
        double v = from(bits);
        if (abs > inf) { /* NaN, and a NaN again */
            if (!isnan(v) || (to(v) & 0x7fff) <= inf) fail_msg("0x%04x is a NaN", bits);
            continue;
        }
        double want = ref(bits);
        if (memcmp(&v, &want, sizeof v) != 0) fail_msg("0x%04x: %a, not %a", bits, v, want);
        if (to(v) != bits) fail_msg("0x%04x: back as 0x%04x", bits, to(v));
        if (abs + 1 >= inf) continue;
        uint16_t next = bits + 1; /* away from zero */
        double middle = (v + from(next)) / 2;
        uint16_t even = bits & 1 ? next : bits;
        if (to(middle) != even) fail_msg("%a: 0x%04x, not 0x%04x", middle, to(middle), even);
        if (to(nextafter(middle, v)) != bits) fail_msg("just under %a", middle);
        if (to(nextafter(middle, from(next))) != next) fail_msg("just over %a", middle);
    }
}

static void float16_all(void **state) {
    (void)state;
    check_all(float16_from_double, float16_to_double, float16_reference, 0x7c00);
}

static void bfloat16_all(void **state) {
    (void)state;
    check_all(bfloat16_from_double, bfloat16_to_double, bfloat16_reference, 0x7f80);
}

static const struct {
    DType t;
    int64_t min, max;
} ranges[] = {
    {DTYPE_BOOL, 0, 1},
    {DTYPE_INT8, INT8_MIN, INT8_MAX},
    {DTYPE_INT16, INT16_MIN, INT16_MAX},
    {DTYPE_INT32, INT32_MIN, INT32_MAX},
    {DTYPE_INT64, INT64_MIN, INT64_MAX},
    {DTYPE_UINT8, 0, UINT8_MAX},
    {DTYPE_UINT16, 0, UINT16_MAX},
    {DTYPE_UINT32, 0, UINT32_MAX},
    {DTYPE_UINT64, 0, INT64_MAX},
};

/* Integers at the edges of each type, at an odd address, with the bytes beside left alone. */
static void ints(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LEN(ranges); i++) {
        DType t = ranges[i].t;
        const int64_t values[] = {ranges[i].min, ranges[i].max, 0, 1, ranges[i].max / 3};
        for (size_t k = 0; k < ARRAY_LEN(values); k++) {
            unsigned char at[11];
            memset(at, 0xEE, sizeof at);
            assert_true(dtype_write_int(t, at + 1, values[k]));
            assert_true(dtype_read_int(t, at + 1) == values[k]);
            assert_true(dtype_read_double(t, at + 1) == (double)values[k]);
            assert_int_equal(at[0], 0xEE);
            assert_int_equal(at[1 + dtype_size(t)], 0xEE);
        }
        unsigned char at[8];
        memset(at, 0xEE, sizeof at);
        if (t != DTYPE_INT64) assert_false(dtype_write_int(t, at, ranges[i].min - 1));
        if (t != DTYPE_INT64 && t != DTYPE_UINT64)
            assert_false(dtype_write_int(t, at, ranges[i].max + 1));
        if (t != DTYPE_UINT64) assert_false(dtype_write_uint(t, at, UINT64_MAX));
        for (size_t k = 0; k < sizeof at; k++) assert_int_equal(at[k], 0xEE); /* untouched */
    }
    uint64_t u;
    assert_true(dtype_write_uint(DTYPE_UINT64, &u, UINT64_MAX));
    assert_true(u == UINT64_MAX);
    assert_true(dtype_read_int(DTYPE_UINT64, &u) == -1);
    assert_true(dtype_read_double(DTYPE_UINT64, &u) == 0x1p64);
    uint8_t b;
    assert_true(dtype_write_uint(DTYPE_UINT8, &b, 255));
    assert_false(dtype_write_uint(DTYPE_UINT8, &b, 256));
    assert_int_equal(b, 255);
}

static void floats(void **state) {
    (void)state;
    unsigned char at[9];
    static const DType types[] = {DTYPE_FLOAT16, DTYPE_BFLOAT16, DTYPE_FLOAT32, DTYPE_FLOAT64};
    static const double values[] = {0, -0.0, 1, -1.5, 0x1p-14, INFINITY, -INFINITY};
    for (size_t i = 0; i < ARRAY_LEN(types); i++) {
        for (size_t k = 0; k < ARRAY_LEN(values); k++) {
            dtype_write_double(types[i], at + 1, values[k]);
            double back = dtype_read_double(types[i], at + 1);
            assert_bits_equal(back, values[k]);
        }
        dtype_write_double(types[i], at + 1, NAN);
        assert_true(isnan(dtype_read_double(types[i], at + 1)));
        assert_true(dtype_write_int(types[i], at + 1, -3));
        assert_true(dtype_read_double(types[i], at + 1) == -3);
    }
    dtype_write_double(DTYPE_FLOAT32, at, 1e300);
    assert_true(dtype_read_double(DTYPE_FLOAT32, at) == (double)INFINITY);
    assert_true(dtype_write_int(DTYPE_FLOAT16, at, 70000)); /* the nearest is infinity */
    assert_true(dtype_read_double(DTYPE_FLOAT16, at) == (double)INFINITY);
    assert_true(dtype_write_uint(DTYPE_FLOAT64, at, UINT64_MAX));
    assert_true(dtype_read_double(DTYPE_FLOAT64, at) == 0x1p64);
}

/* An integer becomes the nearest float in one rounding: 2^60 + 2^36 + 1 lies above a float32's tie,
 * which a rounding to double first would hide; 2^60 + 2^52 + 1 does the same to a bfloat16. */
static void nearest_float(void **state) {
    (void)state;
    int64_t v = ((int64_t)1 << 60) + ((int64_t)1 << 36) + 1;
    float f;
    assert_true(dtype_write_int(DTYPE_FLOAT32, &f, v));
    assert_true((double)f == 0x1p60 + 0x1p37);
    assert_true(dtype_write_int(DTYPE_FLOAT32, &f, -v));
    assert_true((double)f == -0x1p60 - 0x1p37);
    assert_true(dtype_write_uint(DTYPE_FLOAT32, &f, ((uint64_t)1 << 63) + ((uint64_t)1 << 39) + 1));
    assert_true((double)f == 0x1p63 + 0x1p40);
    uint16_t b;
    assert_true(dtype_write_int(DTYPE_BFLOAT16, &b, ((int64_t)1 << 60) + ((int64_t)1 << 52) + 1));
    assert_true(bfloat16_to_double(b) == 0x1p60 + 0x1p53);
    double d;
    assert_true(dtype_write_int(DTYPE_FLOAT64, &d, INT64_MAX));
    assert_true(d == 0x1p63);
}

static void read_void(void *at) { dtype_read_double(DTYPE_VOID, at); }
static void read_float_as_int(void *at) { dtype_read_int(DTYPE_FLOAT32, at); }
static void write_double_to_int(void *at) { dtype_write_double(DTYPE_INT32, at, 1); }
static void write_void(void *at) { dtype_write_int(DTYPE_VOID, at, 0); }

static void misuse_is_a_bug(void **state) {
    (void)state;
    char at[8] = {0};
    assert_true(unit_aborts(read_void, at));
    assert_true(unit_aborts(read_float_as_int, at));
    assert_true(unit_aborts(write_double_to_int, at));
    assert_true(unit_aborts(write_void, at));
}

UNIT_MAIN(UNIT(names), UNIT(float16_table), UNIT(bfloat16_table), UNIT(float16_all),
          UNIT(bfloat16_all), UNIT(ints), UNIT(floats), UNIT(nearest_float), UNIT(misuse_is_a_bug))
