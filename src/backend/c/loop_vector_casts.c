/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions of the prelude between vectors of int32 and of float32, between vectors of int32 and
 * shorter integers in memory, and between vectors of float32 and half types: by the compiler's
 * vectors, as two halves, on arrays. */
#include "backend/c/loop_parts.h"

/* gcc makes conversions between elements of several sizes one by one, so that where processors have
 * instructions these are asked for. Of one conversion: the longest first. */
typedef struct {
    CConversion kind;
    uint32_t lanes;
    const char *condition, *text;
} Instruction;

/* clang-format off */
#define LOAD_4 "int32_t n;\n    memcpy(&n, p, 4);\n    "
#define FROM_128 "((const __m128i *)(const void *)p)"
#define WIDEN_8(kind, suffix)                                                                      \
    {kind, 16, "__AVX512F__",                                                                      \
     "return (tn_i32x16)_mm512_cvt" suffix "_epi32(_mm_loadu_si128" FROM_128 ");"},                \
        {kind, 8, "__AVX2__",                                                                      \
         "return (tn_i32x8)_mm256_cvt" suffix "_epi32(_mm_loadl_epi64" FROM_128 ");"},             \
    {                                                                                              \
        kind, 4, "__SSE4_1__",                                                                     \
            LOAD_4 "return (tn_i32x4)_mm_cvt" suffix "_epi32(_mm_cvtsi32_si128(n));"               \
    }
#define WIDEN_16(kind, suffix)                                                                     \
    {kind, 16, "__AVX512F__",                                                                      \
     "return (tn_i32x16)_mm512_cvt" suffix                                                         \
     "_epi32(_mm256_loadu_si256((const __m256i *)(const void *)p));"},                             \
        {kind, 8, "__AVX2__",                                                                      \
         "return (tn_i32x8)_mm256_cvt" suffix "_epi32(_mm_loadu_si128" FROM_128 ");"},             \
    {                                                                                              \
        kind, 4, "__SSE4_1__",                                                                     \
            "return (tn_i32x4)_mm_cvt" suffix "_epi32(_mm_loadl_epi64" FROM_128 ");"               \
    }
/* clang-format on */

static const Instruction instructions[] = {
    WIDEN_8(C_WIDEN_INT8, "epi8"),
    {C_WIDEN_INT8, 4, "__SSE2__",
     LOAD_4 "__m128i x = _mm_cvtsi32_si128(n);\n"
            "    x = _mm_unpacklo_epi8(x, x);\n"
            "    return (tn_i32x4)_mm_srai_epi32(_mm_unpacklo_epi16(x, x), 24);"},
    WIDEN_8(C_WIDEN_UINT8, "epu8"),
    {C_WIDEN_UINT8, 4, "__SSE2__",
     LOAD_4 "const __m128i zero = _mm_setzero_si128();\n"
            "    const __m128i x = _mm_unpacklo_epi8(_mm_cvtsi32_si128(n), zero);\n"
            "    return (tn_i32x4)_mm_unpacklo_epi16(x, zero);"},
    WIDEN_16(C_WIDEN_INT16, "epi16"),
    {C_WIDEN_INT16, 4, "__SSE2__",
     "const __m128i x = _mm_loadl_epi64" FROM_128 ";\n"
     "    return (tn_i32x4)_mm_srai_epi32(_mm_unpacklo_epi16(x, x), 16);"},
    WIDEN_16(C_WIDEN_UINT16, "epu16"),
    {C_WIDEN_UINT16, 4, "__SSE2__",
     "const __m128i x = _mm_loadl_epi64" FROM_128 ";\n"
     "    return (tn_i32x4)_mm_unpacklo_epi16(x, _mm_setzero_si128());"},
    {C_CUT_8, 16, "__AVX512F__",
     "_mm_storeu_si128((__m128i *)p, _mm512_cvtepi32_epi8((__m512i)x));"},
    {C_CUT_8, 8, "__AVX2__",
     "const __m256i low = _mm256_set1_epi32(0x0c080400);\n"
     "    const __m256i y = _mm256_shuffle_epi8((__m256i)x, low);\n"
     "    _mm_storel_epi64((__m128i *)p, _mm_unpacklo_epi32(_mm256_castsi256_si128(y),\n"
     "                                                     _mm256_extracti128_si256(y, 1)));"},
    {C_CUT_8, 4, "__SSE2__",
     "const __m128i y = _mm_and_si128((__m128i)x, _mm_set1_epi32(0xff));\n"
     "    const __m128i z = _mm_packs_epi32(y, y);\n"
     "    const int32_t n = _mm_cvtsi128_si32(_mm_packus_epi16(z, z));\n"
     "    memcpy(p, &n, 4);"},
    {C_CUT_16, 16, "__AVX512F__",
     "_mm256_storeu_si256((__m256i *)p, _mm512_cvtepi32_epi16((__m512i)x));"},
    {C_CUT_16, 8, "__AVX2__",
     "const __m256i low = _mm256_set1_epi64x(0x0d0c090805040100);\n"
     "    const __m256i y = _mm256_shuffle_epi8((__m256i)x, low);\n"
     "    _mm_storeu_si128((__m128i *)p, _mm_unpacklo_epi64(_mm256_castsi256_si128(y),\n"
     "                                                     _mm256_extracti128_si256(y, 1)));"},
    {C_CUT_16, 4, "__SSE2__",
     "__m128i y = _mm_shufflelo_epi16((__m128i)x, 8);\n"
     "    y = _mm_shufflehi_epi16(y, 8);\n"
     "    _mm_storel_epi64((__m128i *)p, _mm_shuffle_epi32(y, 8));"},
    {C_WIDEN_FLOAT16, 16, "__AVX512F__",
     "return (tn_f32x16)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(const void *)p));"},
    {C_WIDEN_FLOAT16, 8, "__F16C__",
     "return (tn_f32x8)_mm256_cvtph_ps(_mm_loadu_si128" FROM_128 ");"},
    {C_WIDEN_FLOAT16, 4, "__F16C__", "return (tn_f32x4)_mm_cvtph_ps(_mm_loadl_epi64" FROM_128 ");"},
    {C_CUT_FLOAT16, 16, "__AVX512F__",
     "_mm256_storeu_si256((__m256i *)p, _mm512_cvtps_ph((__m512)x, 0));"},
    {C_CUT_FLOAT16, 8, "__F16C__",
     "_mm_storeu_si128((__m128i *)p, _mm256_cvtps_ph((__m256)x, 0));"},
    {C_CUT_FLOAT16, 4, "__F16C__", "_mm_storel_epi64((__m128i *)p, _mm_cvtps_ph((__m128)x, 0));"},
    {C_ROUND_FLOAT16, 16, "__AVX512F__",
     "return (tn_f32x16)_mm512_cvtph_ps(_mm512_cvtps_ph((__m512)x, 0));"},
    {C_ROUND_FLOAT16, 8, "__F16C__",
     "return (tn_f32x8)_mm256_cvtph_ps(_mm256_cvtps_ph((__m256)x, 0));"},
    {C_ROUND_FLOAT16, 4, "__F16C__", "return (tn_f32x4)_mm_cvtph_ps(_mm_cvtps_ph((__m128)x, 0));"},
};

/* $N and $K: lanes, half of them. */
typedef struct {
    const char *name, *result, *parameters;
    const char *memory; /* the integer that is widened or cut; NULL: none */
    const char *whole, *halves, *array;
    bool is_made; /* of these, which stand before it */
    CConversion of[2];
} Row;

/* clang-format off */
#define WIDEN(text, type)                                                                     \
    {text, "tn_i32x$N", "(const " type " *p)", type,                                          \
     "    return (tn_i32x$N)__builtin_convertvector(*(const shorts *)(const void *)p,\n"      \
     "                                              tn_m32x$N);\n",                           \
     "    tn_i32x$N x;\n    x.a = tn_i32x$K_" text "(p);\n"                                   \
     "    x.b = tn_i32x$K_" text "(p + $K);\n    return x;\n",                                \
     "    tn_i32x$N x;\n    int i;\n"                                                         \
     "    for (i = 0; i < $N; i++) x.v[i] = (uint32_t)p[i];\n    return x;\n", false, {0}}

#define CUT(text, type)                                                                       \
    {text, "void", "(void *p, tn_i32x$N x)", type,                                            \
     "    *(shorts *)p = __builtin_convertvector(x, shorts);\n",                              \
     "    tn_i32x$K_" text "(p, x.a);\n    tn_i32x$K_" text "((" type " *)p + $K, x.b);\n",   \
     "    " type " *to = (" type " *)p;\n    int i;\n"                                        \
     "    for (i = 0; i < $N; i++) to[i] = (" type ")x.v[i];\n", false, {0}}

/* One step of such a function where vectors are halves, where they are arrays. */
#define BY_HALVES(type, text)                                                                 \
    "    " type " y;\n    y.a = tn_i32x$K_" text "(x.a);\n    y.b = tn_i32x$K_" text          \
    "(x.b);\n    return y;\n"
#define BY_ARRAY(type, text)                                                                  \
    "    " type " y;\n    int i;\n    for (i = 0; i < $N; i++) y.v[i] = " text               \
    ";\n    return y;\n"

/* float16 by arithmetic: what is below its normal numbers is rounded by a sum with 0.5, whose last
 * bit is float16's; an infinity or NaN is at 2**16 and above. */
#define BITS_FLOAT16                                                                          \
    "    const tn_i32x$N all = (tn_i32x$N)x, u = all & 0x7fffffffu;\n"                       \
    "    const tn_i32x$N normal = (u + 0xc8000fffu + ((u >> 13) & 1u)) >> 13;\n"             \
    "    const tn_i32x$N small = (tn_i32x$N)((tn_f32x$N)u + 0.5f) - 0x3f000000u;\n"          \
    "    const tn_i32x$N is_small = (tn_i32x$N)((tn_m32x$N)u < 0x38800000);\n"               \
    "    const tn_i32x$N is_large = (tn_i32x$N)((tn_m32x$N)u >= 0x47800000);\n"              \
    "    const tn_i32x$N is_nan = (tn_i32x$N)((tn_m32x$N)u > 0x7f800000);\n"                 \
    "    const tn_i32x$N finite = (normal & ~is_small) | (small & is_small);\n"              \
    "    const tn_i32x$N large = (is_nan & 0x200u) | 0x7c00u;\n"                             \
    "    return (finite & ~is_large) | (large & is_large) | ((all >> 16) & 0x8000u);\n"
#define VALUE_FLOAT16                                                                         \
    "    const tn_f32x$N v = (tn_f32x$N)((x & 0x7fffu) << 13) * 0x1p112f;\n"                 \
    "    const tn_i32x$N large = (tn_i32x$N)(v >= 65536.0f) & 0x7f800000u;\n"                \
    "    return (tn_f32x$N)((tn_i32x$N)v | large | ((x & 0x8000u) << 16));\n"
#define BITS_BFLOAT16                                                                         \
    "    const tn_i32x$N u = (tn_i32x$N)x, y = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;\n"    \
    "    const tn_i32x$N is_nan = (tn_i32x$N)((tn_m32x$N)(u & 0x7fffffffu) > 0x7f800000);\n" \
    "    return (y & ~is_nan) | (is_nan & 0x7fc0u);\n"
#define VALUE_BFLOAT16 "    return (tn_f32x$N)(x << 16);\n"

#define HALF_BITS(text, whole, scalar)                                                        \
    {"bits_" text, "tn_i32x$N", "(tn_f32x$N x)", NULL, whole,                                 \
     BY_HALVES("tn_i32x$N", "bits_" text), BY_ARRAY("tn_i32x$N", scalar "((double)x.v[i])"),  \
     false, {0}}
#define HALF_VALUE(text, whole, scalar)                                                       \
    {"value_" text, "tn_f32x$N", "(tn_i32x$N x)", NULL, whole,                                \
     BY_HALVES("tn_f32x$N", "value_" text),                                                   \
     BY_ARRAY("tn_f32x$N", "(float)" scalar "((uint16_t)x.v[i])"), false, {0}}
#define MADE(text, result, parameters, line, first, second)                                   \
    {text, result, parameters, NULL, "    " line "\n", "    " line "\n", "    " line "\n",    \
     true, {first, second}}
#define HALF_WIDEN(text, upper)                                                               \
    MADE("widen_" text, "tn_f32x$N", "(const uint16_t *p)",                                   \
         "return tn_i32x$N_value_" text "(tn_i32x$N_widen_uint16(p));", C_VALUE_##upper,      \
         C_WIDEN_UINT16)
#define HALF_CUT(text, upper)                                                                 \
    MADE("cut_" text, "void", "(void *p, tn_f32x$N x)",                                       \
         "tn_i32x$N_cut_16(p, tn_i32x$N_bits_" text "(x));", C_CUT_16, C_BITS_##upper)
#define HALF_ROUND(text, upper)                                                               \
    MADE("round_" text, "tn_f32x$N", "(tn_f32x$N x)",                                         \
         "return tn_i32x$N_value_" text "(tn_i32x$N_bits_" text "(x));", C_VALUE_##upper,     \
         C_BITS_##upper)
#define WRAP(text, line)                                                                      \
    {text, "tn_i32x$N", "(tn_i32x$N x, int bits)", NULL, "    return " line("x") ";\n",       \
     "    tn_i32x$N y;\n    y.a = tn_i32x$K_" text "(x.a, bits);\n"                           \
     "    y.b = tn_i32x$K_" text "(x.b, bits);\n    return y;\n",                             \
     BY_ARRAY("tn_i32x$N", line("x.v[i]")), false, {0}}
#define LOW_BITS(x) "(" x " & (0xffffffffu >> (32 - bits)))"
#define LOW_BITS_SIGNED(x) "((" LOW_BITS(x) " ^ (1u << (bits - 1))) - (1u << (bits - 1)))"
/* clang-format on */

static const Row rows[C_CONVERSIONS] = {
    [C_BITS_FLOAT16] = HALF_BITS("float16", BITS_FLOAT16, "tn_f16_bits"),
    [C_BITS_BFLOAT16] = HALF_BITS("bfloat16", BITS_BFLOAT16, "tn_bf16_bits"),
    [C_VALUE_FLOAT16] = HALF_VALUE("float16", VALUE_FLOAT16, "tn_f16_value"),
    [C_VALUE_BFLOAT16] = HALF_VALUE("bfloat16", VALUE_BFLOAT16, "tn_bf16_value"),
    [C_WIDEN_FLOAT16] = HALF_WIDEN("float16", FLOAT16),
    [C_WIDEN_BFLOAT16] = HALF_WIDEN("bfloat16", BFLOAT16),
    [C_CUT_FLOAT16] = HALF_CUT("float16", FLOAT16),
    [C_CUT_BFLOAT16] = HALF_CUT("bfloat16", BFLOAT16),
    [C_ROUND_FLOAT16] = HALF_ROUND("float16", FLOAT16),
    [C_ROUND_BFLOAT16] = HALF_ROUND("bfloat16", BFLOAT16),
    [C_WRAP_SIGNED] = WRAP("wrap_signed", LOW_BITS_SIGNED),
    [C_WRAP_UNSIGNED] = WRAP("wrap_unsigned", LOW_BITS),
    [C_WIDEN_INT8] = WIDEN("widen_int8", "int8_t"),
    [C_WIDEN_UINT8] = WIDEN("widen_uint8", "uint8_t"),
    [C_WIDEN_INT16] = WIDEN("widen_int16", "int16_t"),
    [C_WIDEN_UINT16] = WIDEN("widen_uint16", "uint16_t"),
    [C_CUT_8] = CUT("cut_8", "uint8_t"),
    [C_CUT_16] = CUT("cut_16", "uint16_t"),
    [C_TO_FLOAT] = {"to_float",
                    "tn_f32x$N",
                    "(tn_i32x$N x)",
                    NULL,
                    "    return __builtin_convertvector((tn_m32x$N)x, tn_f32x$N);\n",
                    "    tn_f32x$N y;\n    y.a = tn_i32x$K_to_float(x.a);\n"
                    "    y.b = tn_i32x$K_to_float(x.b);\n    return y;\n",
                    "    tn_f32x$N y;\n    int i;\n"
                    "    for (i = 0; i < $N; i++) y.v[i] = (float)(int32_t)x.v[i];\n"
                    "    return y;\n",
                    false,
                    {0}},
    [C_TO_INTEGER] = {"of_float",
                      "tn_i32x$N",
                      "(tn_f32x$N x)",
                      NULL,
                      "    const tn_f32x$N least = {$A}, end = {$Z};\n"
                      "    const tn_m32x$N over = x >= end, in = (x >= least) & ~over;\n"
                      "    const tn_m32x$N low = (tn_m32x$N)(x < least) & INT32_MIN;\n"
                      "    const tn_f32x$N y = (tn_f32x$N)((tn_m32x$N)x & in);\n"
                      "    return (tn_i32x$N)(__builtin_convertvector(y, tn_m32x$N) | low |\n"
                      "                     (over & INT32_MAX));\n",
                      "    tn_i32x$N y;\n    y.a = tn_i32x$K_of_float(x.a);\n"
                      "    y.b = tn_i32x$K_of_float(x.b);\n    return y;\n",
                      "    tn_i32x$N y;\n    int i;\n    for (i = 0; i < $N; i++)\n"
                      "        y.v[i] = x.v[i] != x.v[i] ? 0u\n"
                      "                 : x.v[i] >= 2147483648.0f ? (uint32_t)INT32_MAX\n"
                      "                 : x.v[i] < -2147483648.0f ? (uint32_t)INT32_MIN\n"
                      "                                           : (uint32_t)(int32_t)x.v[i];\n"
                      "    return y;\n",
                      false,
                      {0}},
    [C_TO_RANGE] =
        {"in_range",
         "tn_i32x$N",
         "(tn_f32x$N x, int32_t from, int32_t to)",
         NULL,
         "    const tn_m32x$N from_ = {$F}, to_ = {$T};\n"
         "    const tn_m32x$N low = x < __builtin_convertvector(from_, tn_f32x$N),\n"
         "                  high = x > __builtin_convertvector(to_, tn_f32x$N),\n"
         "                  in = (tn_m32x$N)(x == x) & ~low & ~high;\n"
         "    const tn_f32x$N y = (tn_f32x$N)((tn_m32x$N)x & in);\n"
         "    return (tn_i32x$N)(__builtin_convertvector(y, tn_m32x$N) | (low & from_) |\n"
         "                     (high & to_));\n",
         "    tn_i32x$N y;\n    y.a = tn_i32x$K_in_range(x.a, from, to);\n"
         "    y.b = tn_i32x$K_in_range(x.b, from, to);\n    return y;\n",
         "    tn_i32x$N y;\n    int i;\n    for (i = 0; i < $N; i++)\n"
         "        y.v[i] = x.v[i] != x.v[i]         ? 0u\n"
         "                 : x.v[i] < (float)from ? (uint32_t)from\n"
         "                 : x.v[i] > (float)to   ? (uint32_t)to\n"
         "                                        : (uint32_t)(int32_t)x.v[i];\n"
         "    return y;\n",
         false,
         {0}},
};

/* The scalars that they are of where vectors are arrays. */
static void need_scalars(CUnit *unit, CConversion kind) {
    if (kind == C_BITS_FLOAT16) c_need(unit, C_PART_F16_BITS);
    if (kind == C_BITS_BFLOAT16) c_need(unit, C_PART_BF16_BITS);
    if (kind == C_VALUE_FLOAT16) c_need(unit, C_PART_F16_VALUE);
    if (kind == C_VALUE_BFLOAT16) c_need(unit, C_PART_BF16_VALUE);
}

/* Smaller ones too: halves of it. */
const char *c_vector_conversion(CUnit *unit, CConversion kind, uint32_t lanes) {
    const char *name = arena_printf(unit->arena, "tn_i32x%u_%s", lanes, rows[kind].name);
    c_need_vector(unit, C_VECTOR_SELECT, C_FLOATS, lanes); /* the masks' type */
    c_need_vector(unit, C_VECTOR_TYPE, C_INTEGERS, lanes);
    need_scalars(unit, kind);
    for (size_t i = 0; rows[kind].is_made && i < ARRAY_LEN(rows[kind].of); i++)
        c_vector_conversion(unit, rows[kind].of[i], lanes);
    for (;; lanes /= 2) {
        unit->needs.conversions[kind][c_log_of_lanes(lanes)] = true;
        if (c_vector_bytes(C_INTEGERS, lanes) <= C_VECTOR_LEAST) return name;
    }
}

static void put_each(StrBuf *out, const char *text, uint32_t lanes) {
    for (uint32_t i = 0; i < lanes; i++) strbuf_printf(out, "%s%s", i ? ", " : "", text);
}

static void put(StrBuf *out, const char *text, uint32_t lanes) {
    for (const char *c = text; *c; c++) {
        if (*c != '$') {
            strbuf_putc(out, *c);
            continue;
        }
        switch (*++c) {
        case 'N': strbuf_int(out, lanes); break;
        case 'K': strbuf_int(out, lanes / 2); break;
        case 'A': put_each(out, "-2147483648.0f", lanes); break;
        case 'Z': put_each(out, "2147483648.0f", lanes); break;
        case 'F': put_each(out, "from", lanes); break;
        default: put_each(out, "to", lanes); break;
        }
    }
}

static void put_head(StrBuf *out, const Row *row, uint32_t lanes) {
    strbuf_puts(out, "TN_INLINE ");
    put(out, row->result, lanes);
    strbuf_printf(out, " tn_i32x%u_%s", lanes, row->name);
    put(out, row->parameters, lanes);
    strbuf_puts(out, " {\n");
}

/* The number of them: what follows is for other processors. */
static uint32_t put_instructions(StrBuf *out, CConversion kind, uint32_t lanes) {
    uint32_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(instructions); i++) {
        const Instruction *x = &instructions[i];
        if (x->kind != kind || x->lanes != lanes) continue;
        strbuf_printf(out, "#%s defined %s\n    %s\n", n++ ? "elif" : "if", x->condition, x->text);
    }
    if (n) strbuf_puts(out, "#else\n");
    return n;
}

static void put_conversion(StrBuf *out, CConversion kind, uint32_t lanes) {
    const Row *row = &rows[kind];
    const uint32_t bytes = c_vector_bytes(C_INTEGERS, lanes);
    strbuf_printf(out, "#if TENON_VECTOR_BYTES >= %u\n", bytes);
    put_head(out, row, lanes);
    const uint32_t n = put_instructions(out, kind, lanes);
    if (row->memory)
        strbuf_printf(out,
                      "    typedef %s shorts __attribute__((vector_size(%u * sizeof(%s)),\n"
                      "                           aligned(sizeof(%s)), may_alias));\n",
                      row->memory, lanes, row->memory, row->memory);
    put(out, row->whole, lanes);
    if (n) strbuf_puts(out, "#endif\n");
    strbuf_puts(out, "}\n#else\n");
    put_head(out, row, lanes);
    put(out, bytes > C_VECTOR_LEAST ? row->halves : row->array, lanes);
    strbuf_puts(out, "}\n#endif\n");
}

bool c_vector_needs_scalars(const CUnit *unit) {
    for (CConversion kind = C_BITS_FLOAT16; kind <= C_VALUE_BFLOAT16; kind++)
        for (uint32_t n = 0; n < C_VECTOR_SIZES; n++)
            if (unit->needs.conversions[kind][n]) return true;
    return false;
}

void c_vector_conversions(const CUnit *unit, StrBuf *out) {
    for (CConversion kind = 0; kind < C_CONVERSIONS; kind++)
        for (uint32_t n = 0; n < C_VECTOR_SIZES; n++)
            if (unit->needs.conversions[kind][n]) put_conversion(out, kind, 1u << n);
}
