/* SPDX-License-Identifier: Apache-2.0 */
/* Scalar operations as C, so that the bits are those of loop/eval.c. float32 is computed in float,
 * which is the same as in double and rounded for + - * / and sqrt; other functions are computed in
 * double. Half types are doubles that are rounded. */
#include "backend/c/loop_parts.h"

#include <math.h>

#include "loop/own.h"

const CType c_types[DTYPE_COUNT] = {
    [DTYPE_BOOL] = {"bool", "uint8_t", "bool", C_KIND_BOOLEAN},
    [DTYPE_INT8] = {"int8_t", "int8_t", "i8", C_KIND_NARROW_SIGNED},
    [DTYPE_INT16] = {"int16_t", "int16_t", "i16", C_KIND_NARROW_SIGNED},
    [DTYPE_INT32] = {"int32_t", "int32_t", "i32", C_KIND_NARROW_SIGNED},
    [DTYPE_INT64] = {"int64_t", "int64_t", "i64", C_KIND_WIDE_SIGNED},
    [DTYPE_UINT8] = {"uint8_t", "uint8_t", "u8", C_KIND_NARROW_UNSIGNED},
    [DTYPE_UINT16] = {"uint16_t", "uint16_t", "u16", C_KIND_NARROW_UNSIGNED},
    [DTYPE_UINT32] = {"uint32_t", "uint32_t", "u32", C_KIND_NARROW_UNSIGNED},
    [DTYPE_UINT64] = {"uint64_t", "uint64_t", "u64", C_KIND_WIDE_UNSIGNED},
    [DTYPE_FLOAT16] = {"double", "uint16_t", "f16", C_KIND_DOUBLE},
    [DTYPE_BFLOAT16] = {"double", "uint16_t", "bf16", C_KIND_DOUBLE},
    [DTYPE_FLOAT32] = {"float", "float", "f32", C_KIND_SINGLE},
    [DTYPE_FLOAT64] = {"double", "double", "f64", C_KIND_DOUBLE},
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
    uint32_t needs;
    const char *text;
} part_texts[] = {
#define N(id) (UINT32_C(1) << C_PART_##id)
#define C_PART(id, needs, text) {needs, text},
#include "backend/c/c_parts.def"
#undef N
};

const char *c_dtype_name(DType t) { return c_types[dtype_is_small(t) ? DTYPE_UINT8 : t].element; }
const char *c_value_type(DType t) { return c_types[t].value; }

const char *c_part_text(CPart part) { return part_texts[part].text; }

void c_need(CUnit *self, CPart part) {
    self->needs.parts[part] = true;
    for (uint32_t i = 0; i < part; i++) {
        if (part_texts[part].needs >> i & 1) c_need(self, (CPart)i);
    }
}

/* A helper's C type: half types have those of double. */
static DType helper_dtype(DType t) { return dtype_is_half(t) ? DTYPE_FLOAT64 : t; }

void c_fill_in(const char *template, DType t, const char *const *operands, StrBuf *out) {
    const unsigned bits = (unsigned)dtype_size(t) * 8;
    for (const char *p = template; *p; p++) {
        if (*p != '$') {
            strbuf_putc(out, *p);
            continue;
        }
        switch (*++p) {
        case 'T': strbuf_puts(out, c_types[t].value); break;
        case 'U': strbuf_puts(out, bits == 64 ? "uint64_t" : "uint32_t"); break;
        case 'S': strbuf_puts(out, c_types[t].name); break;
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

/* A call of a function of loop/own.h, which loop_own.c prints. Half types go by float. */
static void call_own(CUnit *self, LoopExprKind kind, DType t, const char *const *operands,
                     StrBuf *out) {
    const bool is_half = dtype_is_half(t);
    const DType of = is_half && loop_own_has(kind, DTYPE_FLOAT64) ? DTYPE_FLOAT64
                     : is_half                                    ? DTYPE_FLOAT32
                                                                  : t;
    const bool rounds = is_half && of == DTYPE_FLOAT32;
    const char *cast = rounds ? "(float)" : "";
    self->needs.own[kind][of] = true;
    if (rounds) c_need(self, t == DTYPE_FLOAT16 ? C_PART_F16_ROUND : C_PART_BF16_ROUND);
    if (rounds) strbuf_printf(out, "tn_%s_round((double)", t == DTYPE_FLOAT16 ? "f16" : "bf16");
    strbuf_printf(out, "tn_own_%s_%s(%s%s", loop_expr_text(kind),
                  of == DTYPE_FLOAT64 ? "f64" : "f32", cast, operands[0]);
    if (loop_expr_arity(kind) == 2) strbuf_printf(out, ", %s%s", cast, operands[1]);
    strbuf_puts(out, rounds ? "))" : ")");
}

void c_op(CUnit *self, LoopExprKind kind, DType t, const char *const *operands, StrBuf *out) {
    const unsigned k = c_types[t].kind;
    if (self->freestanding && k & (C_KIND_SINGLE | C_KIND_DOUBLE) && loop_own_wanted(kind)) {
        call_own(self, kind, t, operands, out);
        return;
    }
    const char *template = k & C_KIND_SIGNED     ? rows[kind].of_signed
                           : k & C_KIND_UNSIGNED ? rows[kind].of_unsigned
                           : k & C_KIND_BOOLEAN  ? rows[kind].of_bool
                           : k & C_KIND_SINGLE   ? rows[kind].of_single
                                                 : rows[kind].of_double;
    if (!template) BUG("%s of %s", loop_expr_text(kind), dtype_name(t));
    if (strncmp(template, "tn_", 3) == 0) self->needs.ops[kind][helper_dtype(t)] = true;
    const bool rounds = rows[kind].rounds && dtype_is_half(t);
    if (rounds) {
        c_need(self, t == DTYPE_FLOAT16 ? C_PART_F16_ROUND : C_PART_BF16_ROUND);
        strbuf_printf(out, "tn_%s_round(", c_types[t].name);
    }
    c_fill_in(template, helper_dtype(t), operands, out);
    if (rounds) strbuf_putc(out, ')');
}

/* An integer or bool to a float type. */
static void to_float(CUnit *self, DType from, DType to, const char *operand, StrBuf *out) {
    if (!dtype_is_half(to)) {
        strbuf_printf(out, "(%s)%s", c_types[to].value, operand);
        return;
    }
    const bool wide = dtype_size(from) == 8;
    if (wide) c_need(self, from == DTYPE_UINT64 ? C_PART_ODD_U64 : C_PART_ODD_I64);
    c_need(self, to == DTYPE_FLOAT16 ? C_PART_F16_ROUND : C_PART_BF16_ROUND);
    strbuf_printf(out, "tn_%s_round(", c_types[to].name);
    if (wide) {
        strbuf_printf(out, "tn_odd_%s(%s))", c_types[from].name, operand);
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
        strbuf_printf(out, "tn_to_%s_f32(%s)", c_types[to].name, operand);
    } else if (from_float && !dtype_is_float(to)) {
        self->needs.casts[to] = true;
        strbuf_printf(out, "tn_to_%s(%s%s)", c_types[to].name,
                      from == DTYPE_FLOAT32 ? "(double)" : "", operand);
    } else if (dtype_is_half(to)) {
        c_need(self, to == DTYPE_FLOAT16 ? C_PART_F16_ROUND : C_PART_BF16_ROUND);
        strbuf_printf(out, "tn_%s_round(%s%s)", c_types[to].name,
                      from == DTYPE_FLOAT32 ? "(double)" : "", operand);
    } else if (dtype_is_half(from) && to == DTYPE_FLOAT64) {
        strbuf_puts(out, operand);
    } else {
        strbuf_printf(out, "(%s)%s", c_types[to].value, operand);
    }
}

void c_reinterpret(CUnit *self, DType from, DType to, const char *operand, StrBuf *out) {
    self->needs.reinterprets[from][to] = true;
    if (dtype_is_half(from))
        c_need(self, from == DTYPE_FLOAT16 ? C_PART_F16_BITS : C_PART_BF16_BITS);
    if (dtype_is_half(to)) c_need(self, to == DTYPE_FLOAT16 ? C_PART_F16_VALUE : C_PART_BF16_VALUE);
    strbuf_printf(out, "tn_%s_as_%s(%s)", c_types[from].name, c_types[to].name, operand);
}

void c_from_memory(CUnit *self, DType t, const char *element, StrBuf *out) {
    if (t == DTYPE_BOOL) {
        strbuf_printf(out, "(%s != 0)", element);
    } else if (dtype_is_half(t)) {
        c_need(self, t == DTYPE_FLOAT16 ? C_PART_F16_VALUE : C_PART_BF16_VALUE);
        strbuf_printf(out, "tn_%s_value(%s)", c_types[t].name, element);
    } else {
        strbuf_puts(out, element);
    }
}

void c_to_memory(CUnit *self, DType t, const char *value, StrBuf *out) {
    if (dtype_is_half(t)) {
        c_need(self, t == DTYPE_FLOAT16 ? C_PART_F16_BITS : C_PART_BF16_BITS);
        strbuf_printf(out, "tn_%s_bits(%s)", c_types[t].name, value);
    } else {
        strbuf_puts(out, value);
    }
}
