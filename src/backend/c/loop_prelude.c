/* SPDX-License-Identifier: Apache-2.0 */
/* The prelude of a file of loop functions: headers, what must hold of the compiler, and the
 * functions that the code uses. */
#include "backend/c/loop_parts.h"

static const struct {
    LoopExprKind kind;
    unsigned kinds;
    const char *text;
} helpers[] = {
#define C_HELPER(id, kinds, text) {LOOP_##id, kinds, text},
#include "backend/c/c_ops.def"
};

/* $1: double or float, $0: what stands behind the name for it, $2: 2**n. */
static const char to_signed[] = "static inline $T tn_to_$S$0($1 v) {\n"
                                "    const $1 end = $2;\n"
                                "    if (v != v) return 0;\n"
                                "    if (v < -end) return INT$B_MIN;\n"
                                "    return v >= end ? INT$B_MAX : ($T)v;\n"
                                "}\n";
static const char to_unsigned[] = "static inline $T tn_to_$S$0($1 v) {\n"
                                  "    const $1 end = $2;\n"
                                  "    if (!(v > 0)) return 0;\n"
                                  "    return v >= end ? UINT$B_MAX : ($T)v;\n"
                                  "}\n";

static void add_cast(DType to, bool is_single, StrBuf *out) {
    const bool is_signed = c_types[to].kind & C_KIND_SIGNED;
    const unsigned bits = (unsigned)dtype_size(to) * 8 - is_signed;
    const char *end = arena_printf(out->arena, is_single ? "0x1p%uf" : "0x1p%u", bits);
    const char *operands[] = {is_single ? "_f32" : "", is_single ? "float" : "double", end};
    c_fill_in(is_signed ? to_signed : to_unsigned, to, operands, out);
}

/* Of values: half types go by their bits. */
static void add_reinterpret(CUnit *self, DType from, DType to, StrBuf *out) {
    strbuf_printf(out,
                  "static inline %s tn_%s_as_%s(%s v) {\n    const %s from = ", c_types[to].value,
                  c_types[from].name, c_types[to].name, c_types[from].value, c_types[from].element);
    c_to_memory(self, from, "v", out);
    strbuf_printf(out, ";\n    %s to;\n    memcpy(&to, &from, sizeof to);\n    return ",
                  c_types[to].element);
    c_from_memory(self, to, "to", out);
    strbuf_puts(out, ";\n}\n");
}

/* What stands in the place of headers that come with no compiler. Of two equal floats a division
 * tells which is the zero that is negative, and it does not matter what it tells of others. gcc
 * makes calls of memset and memcpy of loops unless it is told. */
static const char bare[] =
    "#include <float.h>\n#include <stdbool.h>\n#include <stdint.h>\n\n"
    "#ifdef __GNUC__\n"
    "#define memcpy __builtin_memcpy /* of sizes that are known: no call */\n"
    "#define INFINITY __builtin_inff()\n"
    "#define NAN __builtin_nanf(\"\")\n"
    "#else\n"
    "#define INFINITY (1e38f * 1e38f)\n"
    "#define NAN (INFINITY - INFINITY)\n"
    "static void memcpy(void *to, const void *from, size_t n) {\n"
    "    size_t i;\n"
    "    for (i = 0; i < n; i++) ((unsigned char *)to)[i] = ((const unsigned char *)from)[i];\n"
    "}\n"
    "#endif\n"
    "#define isnan(x) ((x) != (x))\n"
    "#define isinf(x) ((x) == (x) && (x) - (x) != (x) - (x))\n"
    "#define signbit(x) (1 / (x) < 0)\n"
    "#if defined __GNUC__ && !defined __clang__\n"
    "#pragma GCC optimize(\"no-tree-loop-distribute-patterns\")\n"
    "#endif\n\n";
static const char hosted[] =
    "#include <float.h>\n#include <math.h>\n#include <stdbool.h>\n#include <stdint.h>\n"
    "#include <string.h>\n\n";

void c_unit_prelude(CUnit *self, StrBuf *out) {
    StrBuf own;
    strbuf_init(&own, out->arena);
    c_own_functions(self, &own); /* first: they need some of what follows */
    c_vector_functions(self, &own);
    strbuf_puts(out, self->freestanding ? bare : hosted);
    strbuf_puts(
        out,
        /* 16: only what is narrower than _Float16, of which there is nothing here, has another
         * type's precision (ISO/IEC TS 18661-3); so it is where processors compute in float16 */
        "#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16\n"
        "#error \"the results rest on arithmetic without excess precision\"\n"
        "#endif\n"
        "#ifndef TENON_ANY_ROUNDING /* defined: a * b + c may be one rounding, and NaN be lost */\n"
        "#if defined __FAST_MATH__ || defined __ASSOCIATIVE_MATH__ || defined __RECIPROCAL_MATH__ || \\\n"
        "    defined __NO_SIGNED_ZEROS__ || (defined __FINITE_MATH_ONLY__ && __FINITE_MATH_ONLY__ > 0)\n"
        "#error \"-ffast-math changes results; -DTENON_ANY_ROUNDING allows it\"\n"
        "#endif\n"
        "#if defined __GNUC__ && !defined __clang__ /* contracts unless -std=c99 or the like is given */\n"
        "#pragma GCC optimize(\"fp-contract=off\")\n"
        "#else\n"
        "#pragma STDC FP_CONTRACT OFF\n"
        "#endif\n"
        "#endif\n"
        "#ifdef __GNUC__ /* what compares with itself, or always holds, does so in the source */\n"
        "#pragma GCC diagnostic ignored \"-Wtautological-compare\"\n"
        "#pragma GCC diagnostic ignored \"-Wtype-limits\"\n"
        "#endif\n\n");
    if (c_vector_needs_scalars(self)) /* where vectors are arrays */
        strbuf_puts(
            out,
            "#ifdef __clang__\n#pragma clang diagnostic ignored \"-Wunused-function\"\n#endif\n");
    for (uint32_t i = 0; i < C_PART_COUNT; i++) {
        if (self->needs.parts[i]) strbuf_puts(out, c_part_text((CPart)i));
    }
    c_vectors(self, out);
    for (size_t i = 0; i < ARRAY_LEN(helpers); i++) {
        for (DType t = DTYPE_BOOL; t < DTYPE_LOOP_END; t++) {
            if (self->needs.ops[helpers[i].kind][t] && c_types[t].kind & helpers[i].kinds)
                c_fill_in(helpers[i].text, t, NULL, out);
        }
    }
    for (DType to = DTYPE_BOOL; to < DTYPE_LOOP_END; to++) {
        if (self->needs.casts[to]) add_cast(to, false, out);
        if (self->needs.float_casts[to]) add_cast(to, true, out);
        for (DType from = DTYPE_BOOL; from < DTYPE_LOOP_END; from++) {
            if (self->needs.reinterprets[from][to]) add_reinterpret(self, from, to, out);
        }
    }
    strbuf_add(out, own.text.at, own.text.len);
    strbuf_putc(out, '\n');
}
