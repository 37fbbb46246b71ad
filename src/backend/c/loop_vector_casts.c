/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions of the prelude between vectors of int32 and of float32, and between vectors of int32
 * and shorter integers in memory: by the compiler's vectors, as two halves, on arrays. */
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
};

/* $N and $K: lanes, half of them. */
typedef struct {
    const char *name, *result, *parameters;
    const char *memory; /* the integer that is widened or cut; NULL: none */
    const char *whole, *halves, *array;
} Row;

/* clang-format off */
#define WIDEN(text, type)                                                                     \
    {text, "tn_i32x$N", "(const " type " *p)", type,                                          \
     "    return (tn_i32x$N)__builtin_convertvector(*(const shorts *)(const void *)p,\n"      \
     "                                              tn_m32x$N);\n",                           \
     "    tn_i32x$N x;\n    x.a = tn_i32x$K_" text "(p);\n"                                   \
     "    x.b = tn_i32x$K_" text "(p + $K);\n    return x;\n",                                \
     "    tn_i32x$N x;\n    int i;\n"                                                         \
     "    for (i = 0; i < $N; i++) x.v[i] = (uint32_t)p[i];\n    return x;\n"}

#define CUT(text, type)                                                                       \
    {text, "void", "(void *p, tn_i32x$N x)", type,                                            \
     "    *(shorts *)p = __builtin_convertvector(x, shorts);\n",                              \
     "    tn_i32x$K_" text "(p, x.a);\n    tn_i32x$K_" text "((" type " *)p + $K, x.b);\n",   \
     "    " type " *to = (" type " *)p;\n    int i;\n"                                        \
     "    for (i = 0; i < $N; i++) to[i] = (" type ")x.v[i];\n"}
/* clang-format on */

static const Row rows[C_CONVERSIONS] = {
    [C_WIDEN_INT8] = WIDEN("widen_int8", "int8_t"),
    [C_WIDEN_UINT8] = WIDEN("widen_uint8", "uint8_t"),
    [C_WIDEN_INT16] = WIDEN("widen_int16", "int16_t"),
    [C_WIDEN_UINT16] = WIDEN("widen_uint16", "uint16_t"),
    [C_CUT_8] = CUT("cut_8", "uint8_t"),
    [C_CUT_16] = CUT("cut_16", "uint16_t"),
    [C_TO_FLOAT] = {"to_float", "tn_f32x$N", "(tn_i32x$N x)", NULL,
                    "    return __builtin_convertvector((tn_m32x$N)x, tn_f32x$N);\n",
                    "    tn_f32x$N y;\n    y.a = tn_i32x$K_to_float(x.a);\n"
                    "    y.b = tn_i32x$K_to_float(x.b);\n    return y;\n",
                    "    tn_f32x$N y;\n    int i;\n"
                    "    for (i = 0; i < $N; i++) y.v[i] = (float)(int32_t)x.v[i];\n"
                    "    return y;\n"},
    [C_TO_INTEGER] = {"of_float", "tn_i32x$N", "(tn_f32x$N x)", NULL,
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
                      "    return y;\n"},
    [C_TO_RANGE] =
        {"in_range", "tn_i32x$N", "(tn_f32x$N x, int32_t from, int32_t to)", NULL,
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
         "    return y;\n"},
};

/* Smaller ones too: halves of it. */
const char *c_vector_conversion(CUnit *unit, CConversion kind, uint32_t lanes) {
    const char *name = arena_printf(unit->arena, "tn_i32x%u_%s", lanes, rows[kind].name);
    c_need_vector(unit, C_VECTOR_SELECT, C_FLOATS, lanes); /* the masks' type */
    c_need_vector(unit, C_VECTOR_TYPE, C_INTEGERS, lanes);
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

void c_vector_conversions(const CUnit *unit, StrBuf *out) {
    for (CConversion kind = 0; kind < C_CONVERSIONS; kind++)
        for (uint32_t n = 0; n < C_VECTOR_SIZES; n++)
            if (unit->needs.conversions[kind][n]) put_conversion(out, kind, 1u << n);
}
