/* SPDX-License-Identifier: Apache-2.0 */
/* Scalar operations as C, so that the bits are those of loop/eval.c, and the prelude with the
 * functions that this takes. float32 is computed in float, which is the same as in double and
 * rounded for + - * / and sqrt; other functions are computed in double. Half types are doubles that
 * are rounded. */
#include "backend/c/loop_parts.h"

#include <math.h>

#include "loop/own.h"

/* The columns of c_ops.def, as bits for C_HELPER. */
enum {
    NARROW_SIGNED = 1 << 0,
    WIDE_SIGNED = 1 << 1,
    NARROW_UNSIGNED = 1 << 2,
    WIDE_UNSIGNED = 1 << 3,
    BOOLEAN = 1 << 4,
    SINGLE = 1 << 5,
    DOUBLE = 1 << 6,
    SIGNED = NARROW_SIGNED | WIDE_SIGNED,
    UNSIGNED = NARROW_UNSIGNED | WIDE_UNSIGNED,
};

static const struct {
    const char *value, *element, *name;
    unsigned kind;
} types[DTYPE_COUNT] = {
    [DTYPE_BOOL] = {"bool", "uint8_t", "bool", BOOLEAN},
    [DTYPE_INT8] = {"int8_t", "int8_t", "i8", NARROW_SIGNED},
    [DTYPE_INT16] = {"int16_t", "int16_t", "i16", NARROW_SIGNED},
    [DTYPE_INT32] = {"int32_t", "int32_t", "i32", NARROW_SIGNED},
    [DTYPE_INT64] = {"int64_t", "int64_t", "i64", WIDE_SIGNED},
    [DTYPE_UINT8] = {"uint8_t", "uint8_t", "u8", NARROW_UNSIGNED},
    [DTYPE_UINT16] = {"uint16_t", "uint16_t", "u16", NARROW_UNSIGNED},
    [DTYPE_UINT32] = {"uint32_t", "uint32_t", "u32", NARROW_UNSIGNED},
    [DTYPE_UINT64] = {"uint64_t", "uint64_t", "u64", WIDE_UNSIGNED},
    [DTYPE_FLOAT16] = {"double", "uint16_t", "f16", DOUBLE},
    [DTYPE_BFLOAT16] = {"double", "uint16_t", "bf16", DOUBLE},
    [DTYPE_FLOAT32] = {"float", "float", "f32", SINGLE},
    [DTYPE_FLOAT64] = {"double", "double", "f64", DOUBLE},
};

static const struct {
    const char *of_signed, *of_unsigned, *of_bool, *of_single, *of_double;
    bool rounds;
} rows[LOOP_EXPR_COUNT] = {
#define C_OP(id, signed_, unsigned_, bool_, ...)                                                   \
    [LOOP_##id] = {signed_, unsigned_, bool_, __VA_ARGS__},
#include "backend/c/c_ops.def"
};

static const struct {
    LoopExprKind kind;
    unsigned kinds;
    const char *text;
} helpers[] = {
#define C_HELPER(id, kinds, text) {LOOP_##id, kinds, text},
#include "backend/c/c_ops.def"
};

static const struct {
    uint32_t needs;
    const char *text;
} part_texts[] = {
#define N(id) (UINT32_C(1) << C_PART_##id)
#define C_PART(id, needs, text) {needs, text},
#include "backend/c/c_parts.def"
#undef N
};

const char *c_dtype_name(DType t) { return types[dtype_is_small(t) ? DTYPE_UINT8 : t].element; }
const char *c_value_type(DType t) { return types[t].value; }

static bool is_half(DType t) { return t == DTYPE_FLOAT16 || t == DTYPE_BFLOAT16; }

void c_need(CUnit *self, CPart part) {
    self->needs.parts[part] = true;
    for (uint32_t i = 0; i < part; i++) {
        if (part_texts[part].needs >> i & 1) c_need(self, (CPart)i);
    }
}

/* A helper's C type: half types have those of double. */
static DType helper_dtype(DType t) { return is_half(t) ? DTYPE_FLOAT64 : t; }

static void fill_in(const char *template, DType t, const char *const *operands, StrBuf *out) {
    const unsigned bits = (unsigned)dtype_size(t) * 8;
    for (const char *p = template; *p; p++) {
        if (*p != '$') {
            strbuf_putc(out, *p);
            continue;
        }
        switch (*++p) {
        case 'T': strbuf_puts(out, types[t].value); break;
        case 'U': strbuf_puts(out, bits == 64 ? "uint64_t" : "uint32_t"); break;
        case 'S': strbuf_puts(out, types[t].name); break;
        case 'B': strbuf_printf(out, "%u", bits); break;
        default: strbuf_puts(out, operands[*p - '0']);
        }
    }
}

void c_const(CUnit *self, DType t, LoopValue v, StrBuf *out) {
    (void)self;
    if (t == DTYPE_BOOL) {
        strbuf_puts(out, v.i ? "true" : "false");
    } else if (dtype_is_float(t)) {
        const bool single = t == DTYPE_FLOAT32, negative = signbit(v.f) && !isnan(v.f);
        if (negative) strbuf_putc(out, '(');
        if (isfinite(v.f)) {
            if (single) {
                strbuf_float(out, (float)v.f);
                strbuf_putc(out, 'f');
            } else {
                strbuf_double(out, v.f);
            }
        } else {
            strbuf_printf(out, "%s%s%s", negative ? "-" : "", single ? "" : "(double)",
                          isnan(v.f) ? "NAN" : "INFINITY");
        }
        if (negative) strbuf_putc(out, ')');
    } else if (dtype_kind(t) == DTYPE_KIND_UINT) {
        strbuf_printf(out, "%llu%s", (unsigned long long)v.i, dtype_size(t) > 2 ? "u" : "");
    } else if (v.i == INT64_MIN) {
        strbuf_puts(out, "INT64_MIN");
    } else if (v.i == INT32_MIN && t == DTYPE_INT32) {
        strbuf_puts(out, "INT32_MIN");
    } else {
        strbuf_printf(out, v.i < 0 ? "(%lld)" : "%lld", (long long)v.i);
    }
}

void c_op(CUnit *self, LoopExprKind kind, DType t, const char *const *operands, StrBuf *out) {
    const unsigned k = types[t].kind;
    if (self->freestanding && k & (SINGLE | DOUBLE) && loop_own_wanted(kind)) {
        c_own_call(self, kind, t, operands, out);
        return;
    }
    const char *template = k & SIGNED     ? rows[kind].of_signed
                           : k & UNSIGNED ? rows[kind].of_unsigned
                           : k & BOOLEAN  ? rows[kind].of_bool
                           : k & SINGLE   ? rows[kind].of_single
                                          : rows[kind].of_double;
    if (!template) BUG("%s of %s", loop_expr_text(kind), dtype_name(t));
    if (strncmp(template, "tn_", 3) == 0) self->needs.ops[kind][helper_dtype(t)] = true;
    const bool rounds = rows[kind].rounds && is_half(t);
    if (rounds) {
        c_need(self, t == DTYPE_FLOAT16 ? C_PART_F16_ROUND : C_PART_BF16_ROUND);
        strbuf_printf(out, "tn_%s_round(", types[t].name);
    }
    fill_in(template, helper_dtype(t), operands, out);
    if (rounds) strbuf_putc(out, ')');
}

/* An integer or bool to a float type. */
static void to_float(CUnit *self, DType from, DType to, const char *operand, StrBuf *out) {
    if (!is_half(to)) {
        strbuf_printf(out, "(%s)%s", types[to].value, operand);
        return;
    }
    const bool wide = dtype_size(from) == 8;
    if (wide) c_need(self, from == DTYPE_UINT64 ? C_PART_ODD_U64 : C_PART_ODD_I64);
    c_need(self, to == DTYPE_FLOAT16 ? C_PART_F16_ROUND : C_PART_BF16_ROUND);
    strbuf_printf(out, "tn_%s_round(", types[to].name);
    if (wide) {
        strbuf_printf(out, "tn_odd_%s(%s))", types[from].name, operand);
    } else {
        strbuf_printf(out, "(double)%s)", operand);
    }
}

void c_cast(CUnit *self, DType from, DType to, const char *operand, StrBuf *out) {
    const bool from_float = dtype_is_float(from);
    if (to == DTYPE_BOOL) {
        strbuf_printf(out, "(%s != 0)", operand);
    } else if (!from_float && dtype_is_float(to)) {
        to_float(self, from, to, operand, out);
    } else if (from == DTYPE_FLOAT32 && !dtype_is_float(to) && self->freestanding) {
        self->needs.float_casts[to] = true;
        strbuf_printf(out, "tn_to_%s_f32(%s)", types[to].name, operand);
    } else if (from_float && !dtype_is_float(to)) {
        self->needs.casts[to] = true;
        strbuf_printf(out, "tn_to_%s(%s%s)", types[to].name,
                      from == DTYPE_FLOAT32 ? "(double)" : "", operand);
    } else if (is_half(to)) {
        c_need(self, to == DTYPE_FLOAT16 ? C_PART_F16_ROUND : C_PART_BF16_ROUND);
        strbuf_printf(out, "tn_%s_round(%s%s)", types[to].name,
                      from == DTYPE_FLOAT32 ? "(double)" : "", operand);
    } else if (is_half(from) && to == DTYPE_FLOAT64) {
        strbuf_puts(out, operand);
    } else {
        strbuf_printf(out, "(%s)%s", types[to].value, operand);
    }
}

void c_reinterpret(CUnit *self, DType from, DType to, const char *operand, StrBuf *out) {
    self->needs.reinterprets[from][to] = true;
    if (is_half(from)) c_need(self, from == DTYPE_FLOAT16 ? C_PART_F16_BITS : C_PART_BF16_BITS);
    if (is_half(to)) c_need(self, to == DTYPE_FLOAT16 ? C_PART_F16_VALUE : C_PART_BF16_VALUE);
    strbuf_printf(out, "tn_%s_as_%s(%s)", types[from].name, types[to].name, operand);
}

void c_from_memory(CUnit *self, DType t, const char *element, StrBuf *out) {
    if (t == DTYPE_BOOL) {
        strbuf_printf(out, "(%s != 0)", element);
    } else if (is_half(t)) {
        c_need(self, t == DTYPE_FLOAT16 ? C_PART_F16_VALUE : C_PART_BF16_VALUE);
        strbuf_printf(out, "tn_%s_value(%s)", types[t].name, element);
    } else {
        strbuf_puts(out, element);
    }
}

void c_to_memory(CUnit *self, DType t, const char *value, StrBuf *out) {
    if (is_half(t)) {
        c_need(self, t == DTYPE_FLOAT16 ? C_PART_F16_BITS : C_PART_BF16_BITS);
        strbuf_printf(out, "tn_%s_bits(%s)", types[t].name, value);
    } else {
        strbuf_puts(out, value);
    }
}

/* --- The prelude --- */

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
    const bool is_signed = types[to].kind & SIGNED;
    const unsigned bits = (unsigned)dtype_size(to) * 8 - is_signed;
    const char *end = arena_printf(out->arena, is_single ? "0x1p%uf" : "0x1p%u", bits);
    const char *operands[] = {is_single ? "_f32" : "", is_single ? "float" : "double", end};
    fill_in(is_signed ? to_signed : to_unsigned, to, operands, out);
}

/* Of values: half types go by their bits. */
static void add_reinterpret(CUnit *self, DType from, DType to, StrBuf *out) {
    strbuf_printf(out,
                  "static inline %s tn_%s_as_%s(%s v) {\n    const %s from = ", types[to].value,
                  types[from].name, types[to].name, types[from].value, types[from].element);
    c_to_memory(self, from, "v", out);
    strbuf_printf(out, ";\n    %s to;\n    memcpy(&to, &from, sizeof to);\n    return ",
                  types[to].element);
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
    strbuf_puts(out, self->freestanding ? bare : hosted);
    strbuf_puts(
        out,
        "#if FLT_EVAL_METHOD != 0\n"
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
    for (uint32_t i = 0; i < C_PART_COUNT; i++) {
        if (self->needs.parts[i]) strbuf_puts(out, part_texts[i].text);
    }
    for (size_t i = 0; i < ARRAY_LEN(helpers); i++) {
        for (DType t = DTYPE_BOOL; t < DTYPE_LOOP_END; t++) {
            if (self->needs.ops[helpers[i].kind][t] && types[t].kind & helpers[i].kinds)
                fill_in(helpers[i].text, t, NULL, out);
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
