/* SPDX-License-Identifier: Apache-2.0 */
/* base/strbuf.h: numbers to and from text, quoting, escaping, UTF-8. */
#include "unit.h"

#include <float.h>
#include <locale.h>
#include <math.h>

#include "base/strbuf.h"

static Ctx ctx;
static UnitHeap heap;
static Arena arena;
static ArenaMark mark;
static StrBuf buf;

static int setup(void **state) {
    (void)state;
    unit_ctx(&ctx, &heap);
    arena_init(&arena, &ctx);
    arena_alloc(&arena, 16);
    mark = arena_mark(&arena);
    strbuf_init(&buf, &arena);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    setlocale(LC_ALL, "C");
    arena_fini(&arena);
    unit_ctx_end(&ctx, &heap);
    return 0;
}

/* The text of one call; valid until the next. */
static void begin(void) {
    arena_rewind(&arena, mark);
    strbuf_init(&buf, &arena);
}
static const char *of_double(double v) {
    return begin(), strbuf_double(&buf, v), strbuf_cstr(&buf);
}
static const char *of_float(float v) { return begin(), strbuf_float(&buf, v), strbuf_cstr(&buf); }
static const char *of_int(int64_t v) { return begin(), strbuf_int(&buf, v), strbuf_cstr(&buf); }
static const char *quoted(Str s) { return begin(), strbuf_quoted(&buf, s), strbuf_cstr(&buf); }
static const char *escaped(Str s) { return begin(), strbuf_escaped(&buf, s), strbuf_cstr(&buf); }
#define STR(literal) ((Str){literal, sizeof(literal) - 1})

static void growing(void **state) {
    (void)state;
    for (int i = 0; i < 5000; i++) {
        strbuf_putc(&buf, (char)('a' + i % 26));
        strbuf_puts(&buf, "<>");
        strbuf_add(&buf, NULL, 0);
        strbuf_printf(&buf, "%d%s", i % 10, "!");
    }
    assert_int_equal(strbuf_str(&buf).len, 25000);
    const char *s = strbuf_cstr(&buf);
    assert_int_equal(strlen(s), 25000);
    for (int i = 0; i < 5000; i++) {
        char want[8];
        snprintf(want, sizeof want, "%c<>%d!", 'a' + i % 26, i % 10);
        assert_memory_equal(s + 5 * i, want, 5);
    }
    strbuf_puts(&buf, "more"); /* after strbuf_cstr */
    assert_string_equal(strbuf_cstr(&buf) + 25000, "more");
}

static void empty(void **state) {
    (void)state;
    assert_string_equal(strbuf_cstr(&buf), "");
    strbuf_printf(&buf, "%s", "");
    assert_int_equal(strbuf_str(&buf).len, 0);
}

static void ints(void **state) {
    (void)state;
    assert_string_equal(of_int(0), "0");
    assert_string_equal(of_int(-1), "-1");
    assert_string_equal(of_int(1234567890), "1234567890");
    assert_string_equal(of_int(INT64_MAX), "9223372036854775807");
    assert_string_equal(of_int(INT64_MIN), "-9223372036854775808");
}

static void known_doubles(void **state) {
    (void)state;
    static const struct {
        double v;
        const char *text;
    } rows[] = {
        {0.0, "0.0"},
        {-0.0, "-0.0"},
        {1, "1.0"},
        {-1, "-1.0"},
        {0.1, "0.1"},
        {1.0 / 3, "0.3333333333333333"},
        {0.1 + 0.2, "0.30000000000000004"},
        {100000, "100000.0"},
        {1e22, "1e+22"},
        {5e-5, "5e-05"},
        {DBL_MAX, "1.7976931348623157e+308"},
        {DBL_MIN, "2.2250738585072014e-308"},
        {INFINITY, "inf"},
        {-INFINITY, "-inf"},
        {NAN, "nan"},
        {-NAN, "nan"},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        assert_string_equal(of_double(rows[i].v), rows[i].text);
    }
    assert_string_equal(of_float(0.1f), "0.1");
    assert_string_equal(of_float(-0.0f), "-0.0");
    assert_string_equal(of_float(16777216.0f), "16777216.0");
    assert_string_equal(of_float(FLT_MAX), "3.4028235e+38");
    assert_string_equal(of_float(INFINITY), "inf");
    assert_string_equal(of_float(-INFINITY), "-inf");
    assert_string_equal(of_float(NAN), "nan");
}

/* Significant digits of a number's text. */
static int digits_of(const char *s) {
    int n = 0, zeros = 0;
    for (; *s && *s != 'e'; s++) {
        if (*s < '0' || *s > '9' || (n == 0 && *s == '0')) continue;
        n++;
        zeros = *s == '0' ? zeros + 1 : 0;
    }
    return n - zeros;
}

static void check_double(double v) {
    const char *s = of_double(v);
    double back;
    if (!parse_double(str_c(s), &back) || memcmp(&back, &v, sizeof v) != 0) {
        fail_msg("%a was written %s and did not come back", v, s);
    }
    char want[40];
    for (int digits = 1;; digits++) {
        snprintf(want, sizeof want, "%.*e", digits - 1, v);
        if (strtod(want, NULL) == v) break;
    }
    if (digits_of(s) > digits_of(want)) fail_msg("%s is longer than %s", s, want);
    if (!strpbrk(s, ".e")) fail_msg("%s has no point", s);
}

static void check_float(float v) {
    const char *s = of_float(v);
    float back;
    if (!parse_float(str_c(s), &back) || memcmp(&back, &v, sizeof v) != 0) {
        fail_msg("%a was written %s and did not come back", (double)v, s);
    }
    char want[40];
    for (int digits = 1;; digits++) {
        snprintf(want, sizeof want, "%.*e", digits - 1, (double)v);
        if (strtof(want, NULL) == v) break;
    }
    if (digits_of(s) > digits_of(want)) fail_msg("%s is longer than %s", s, want);
    if (!strpbrk(s, ".e")) fail_msg("%s has no point", s);
}

static double double_of(uint64_t bits) {
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static float float_of(uint32_t bits) {
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static void doubles_round_trip(void **state) {
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 30000; i++) {
        double v = double_of(unit_random(&seed));
        if (isfinite(v)) check_double(v);
        check_double((double)(int64_t)(unit_random(&seed) % 1000000) / 1000); /* few digits */
    }
    for (int e = -1022; e <= 1023; e++) { /* where the spacing changes */
        check_double(ldexp(1, e));
        check_double(nextafter(ldexp(1, e), 0));
        check_double(nextafter(ldexp(1, e), INFINITY));
    }
}

static void subnormal_doubles(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (int e = 0; e < 52; e++) {
        check_double(double_of((uint64_t)1 << e));
        check_double(double_of(((uint64_t)1 << e) | (unit_random(&seed) >> (64 - e - 1) >> 1)));
        check_double(-double_of(((uint64_t)2 << e) - 1));
    }
}

static void floats_round_trip(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 30000; i++) {
        float v = float_of((uint32_t)(unit_random(&seed) >> 32));
        if (isfinite(v) && fabsf(v) >= FLT_MIN) check_float(v);
        check_float((float)(unit_random(&seed) % 100000) / 1000);
    }
    for (int e = -126; e <= 127; e++) {
        check_float(ldexpf(1, e));
        check_float(nextafterf(ldexpf(1, e), INFINITY));
    }
}

static void subnormal_floats(void **state) {
    (void)state;
    uint64_t seed = 4;
    for (uint32_t bits = 1; bits < 1000; bits++) check_float(float_of(bits));
    for (int i = 0; i < 1000; i++) check_float(float_of((uint32_t)(unit_random(&seed) >> 41)));
}

/* A decimal comma, if the machine has one, changes nothing. */
static void locale_with_comma(void **state) {
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"};
    const char *found = NULL;
    for (size_t i = 0; i < ARRAY_LEN(names) && !found; i++) found = setlocale(LC_ALL, names[i]);
    if (!found) unit_skip("no locale with a decimal comma");
    assert_string_equal(localeconv()->decimal_point, ",");

    assert_string_equal(of_double(1.5), "1.5");
    assert_string_equal(of_double(2), "2.0");
    assert_string_equal(of_double(-1e100), "-1e+100");
    assert_string_equal(of_double(1.25e-100), "1.25e-100");
    assert_string_equal(of_float(0.1f), "0.1");
    double d;
    float f;
    assert_true(parse_double(STR("1.5"), &d) && d == 1.5);
    assert_true(parse_float(STR("-2.5e3"), &f) && f == -2500);
    assert_false(parse_double(STR("1,5"), &d));
    uint64_t seed = 5;
    for (int i = 0; i < 2000; i++) {
        double v = double_of(unit_random(&seed));
        if (isfinite(v)) check_double(v);
    }
}

static void parse_accepts(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double v;
    } rows[] = {
        {"0", 0},           {"-0", -0.0},        {"1", 1},          {"+1", 1},
        {"1.", 1},          {".5", 0.5},         {"1e3", 1000},     {"1E3", 1000},
        {"1.5e-3", 0.0015}, {"1e400", INFINITY}, {"inf", INFINITY}, {"-inf", -INFINITY},
        {"1e-400", 0},      {"1_000", 1000},     {"00012", 12},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        double d;
        if (!parse_double(str_c(rows[i].text), &d)) {
            fail_msg("%s is a number", rows[i].text);
        }
        assert_bits_equal(d, rows[i].v);
    }
    double d;
    float f;
    assert_true(parse_double(STR("nan"), &d) && isnan(d));
    assert_true(parse_double((Str){"1.25junk", 4}, &d) && d == 1.25); /* no further than len */
    /* One rounding: as a double first, this would be a tie and go down. */
    assert_true(parse_float(STR("1.00000005960464477540"), &f));
    assert_true(f == 1.0f + FLT_EPSILON);
}

static void parse_rejects(void **state) {
    (void)state;
    static const Str rows[] = {
        STR(""),     STR("_"),    STR("."),    STR("-"),    STR("e5"), STR("1x"),  STR("1.5.2"),
        STR("1e"),   STR("1e+"),  STR("--1"),  STR("abc"),  STR("1 "), STR("1,5"), STR("1\0"),
        STR("1\0x"), STR("infx"), STR("1.0f"), STR("\xff"), STR(" 1"),
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        double d;
        float f;
        if (parse_double(rows[i], &d) || parse_float(rows[i], &f)) {
            fail_msg("row %zu, %s, is no number", i, escaped(rows[i]));
        }
    }
}

static void quoting(void **state) {
    (void)state;
    assert_string_equal(quoted(STR("")), "\"\"");
    assert_string_equal(quoted(STR("plain 'x'")), "\"plain 'x'\"");
    assert_string_equal(quoted(STR("a\"b\\c")), "\"a\\\"b\\\\c\"");
    assert_string_equal(quoted(STR("\n\t\r")), "\"\\n\\t\\r\"");
    assert_string_equal(quoted(STR("\0\x01\x1b\x7f")), "\"\\x00\\x01\\x1b\\x7f\"");
    assert_string_equal(quoted(STR("gr\xc3\xbc\xc3\x9f")), "\"gr\xc3\xbc\xc3\x9f\"");
    assert_string_equal(quoted(STR("%s%n")), "\"%s%n\"");
}

static void escaping(void **state) {
    (void)state;
    assert_string_equal(escaped(STR("")), "");
    assert_string_equal(escaped(STR("a\tb \"\\ %s")), "a\tb \"\\ %s");
    assert_string_equal(escaped(STR("\x1b[31m\0\r\n\x7f")), "\\x1b[31m\\x00\\x0d\\x0a\\x7f");
    assert_string_equal(escaped(STR("\xc2\x9b\x31m\xc2\x80\xc2\x9f")),
                        "\\xc2\\x9b1m\\xc2\\x80\\xc2\\x9f"); /* CSI as one C1 character */
    assert_string_equal(escaped(STR("\xc2\xa0\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80")),
                        "\xc2\xa0\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80");
    assert_string_equal(escaped(STR("\xff\xc3")), "\\xff\\xc3");
    assert_string_equal(escaped(STR("\xc0\xaf\xed\xa0\x80")), "\\xc0\\xaf\\xed\\xa0\\x80");
    /* Whatever comes in, what goes out is valid and has no control characters. */
    uint64_t seed = 6;
    for (int i = 0; i < 3000; i++) {
        char in[40];
        for (size_t k = 0; k < sizeof in; k++) in[k] = (char)(unit_random(&seed) >> 56);
        const char *out = escaped((Str){in, sizeof in});
        size_t len = strlen(out);
        for (size_t k = 0; k < len;) {
            size_t n = utf8_len(out + k, len - k);
            assert_true(n > 0);
            unsigned char c = (unsigned char)out[k];
            assert_true((c >= 0x20 || c == '\t') && c != 0x7f);
            assert_false(c == 0xc2 && (unsigned char)out[k + 1] < 0xa0);
            k += n;
        }
    }
}

static size_t encode(uint32_t c, unsigned char out[4]) {
    if (c < 0x80) return out[0] = (unsigned char)c, 1;
    size_t n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = n - 1; i > 0; i--, c >>= 6) out[i] = (unsigned char)(0x80 | (c & 0x3f));
    out[0] = (unsigned char)((0xf00 >> n & 0xf0) | c);
    return n;
}

static void utf8_table(void **state) {
    (void)state;
    static const struct {
        const char *s;
        size_t avail, len;
    } rows[] = {
        {"", 0, 0},
        {"\0", 1, 1},
        {"a", 1, 1},
        {"\x7f", 1, 1},
        {"\x80", 1, 0}, /* a continuation first */
        {"\xc2\x80", 2, 2},
        {"\xc2", 1, 0},         /* cut */
        {"\xc2\x41", 2, 0},     /* no continuation */
        {"\xc0\x80", 2, 0},     /* overlong NUL */
        {"\xc1\xbf", 2, 0},     /* overlong */
        {"\xe0\xa0\x80", 3, 3}, /* U+0800 */
        {"\xe0\x9f\xbf", 3, 0}, /* overlong */
        {"\xe0\xa0", 2, 0},
        {"\xed\x9f\xbf", 3, 3}, /* U+D7FF */
        {"\xed\xa0\x80", 3, 0}, /* a surrogate */
        {"\xed\xbf\xbf", 3, 0},
        {"\xee\x80\x80", 3, 3},     /* U+E000 */
        {"\xef\xbf\xbf", 3, 3},     /* U+FFFF */
        {"\xf0\x90\x80\x80", 4, 4}, /* U+10000 */
        {"\xf0\x8f\xbf\xbf", 4, 0}, /* overlong */
        {"\xf0\x90\x80", 3, 0},
        {"\xf4\x8f\xbf\xbf", 4, 4}, /* U+10FFFF */
        {"\xf4\x90\x80\x80", 4, 0}, /* beyond */
        {"\xf5\x80\x80\x80", 4, 0},
        {"\xf8\x88\x80\x80\x80", 5, 0},
        {"\xff", 1, 0},
        {"\xc3\xbc"
         "rest",
         6, 2},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        size_t n = utf8_len(rows[i].s, rows[i].avail);
        if (n != rows[i].len) fail_msg("row %zu: %zu, not %zu", i, n, rows[i].len);
    }
}

/* Every code point is accepted, cut short it is not, and nothing else is accepted. */
static void utf8_all(void **state) {
    (void)state;
    unsigned char s[4];
    for (uint32_t c = 0; c <= 0x10ffff; c++) {
        size_t n = encode(c, s);
        bool surrogate = c >= 0xd800 && c < 0xe000;
        if (utf8_len((char *)s, n) != (surrogate ? 0 : n)) fail_msg("U+%04X", c);
        if (n > 1 && utf8_len((char *)s, n - 1) != 0) fail_msg("U+%04X, cut", c);
    }
    size_t counts[5] = {0};
    for (uint32_t x = 0; x < 0x10000; x++) {
        s[0] = (unsigned char)(x >> 8), s[1] = (unsigned char)x;
        counts[utf8_len((char *)s, 2) == 2]++;
    }
    assert_int_equal(counts[1], 0x800 - 0x80);
    for (uint32_t x = counts[1] = 0; x < 0x1000000; x++) {
        s[0] = (unsigned char)(x >> 16), s[1] = (unsigned char)(x >> 8), s[2] = (unsigned char)x;
        counts[1] += utf8_len((char *)s, 3) == 3;
    }
    assert_int_equal(counts[1], 0x10000 - 0x800 - 0x800);
    counts[1] = 0; /* four: all first pairs, the last two at the edges of a continuation */
    static const unsigned char edges[] = {0x00, 0x7f, 0x80, 0xbf, 0xc0, 0xff};
    for (uint32_t x = 0; x < 0x10000; x++) {
        for (size_t i = 0; i < 36; i++) {
            s[0] = (unsigned char)(x >> 8), s[1] = (unsigned char)x;
            s[2] = edges[i / 6], s[3] = edges[i % 6];
            counts[1] += utf8_len((char *)s, 4) == 4;
        }
    }
    assert_int_equal(counts[1], (0x110000 - 0x10000) / 4096 * 4);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(growing), TEST(empty), TEST(ints), TEST(known_doubles), TEST(doubles_round_trip),
          TEST(subnormal_doubles), TEST(floats_round_trip), TEST(subnormal_floats),
          TEST(locale_with_comma), TEST(parse_accepts), TEST(parse_rejects), TEST(quoting),
          TEST(escaping), TEST(utf8_table), TEST(utf8_all))
