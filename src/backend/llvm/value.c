/* SPDX-License-Identifier: Apache-2.0 */
/* Types, constants and conversions of values.
 *
 * A half value lives in a float. It is rounded by integer arithmetic (bfloat16: the upper half of a
 * float) or by LLVM's conversion (float16). A double, or an integer of more than 24 bits, is first
 * brought to fewer bits with its last bit odd when something was lost: then the second rounding
 * sees on which side of a tie the value was. */
#include "backend/llvm/ll.h"

enum { HALF_LOW = 0xffff, HALF_SHIFT = 16 };

LLVMTypeRef ll_vector(LLVMTypeRef element, uint32_t lanes) {
    return lanes == 1 ? element : LLVMVectorType(element, lanes);
}

static LLVMTypeRef bits_type(LlUnit *u, DType t) {
    switch (dtype_size(t)) {
    case 1: return u->i8;
    case 2: return u->i16;
    case 4: return u->i32;
    default: return u->i64;
    }
}

LLVMTypeRef ll_type(LlUnit *u, DType t, uint32_t lanes) {
    if (t == DTYPE_BOOL) return ll_vector(u->i1, lanes);
    if (!dtype_is_float(t)) return ll_vector(bits_type(u, t), lanes);
    return ll_vector(t == DTYPE_FLOAT64 ? u->f64 : u->f32, lanes);
}

LLVMTypeRef ll_memory_type(LlUnit *u, DType t, uint32_t lanes) {
    if (t == DTYPE_BOOL || dtype_is_half(t)) return ll_vector(bits_type(u, t), lanes);
    return ll_type(u, t, lanes);
}

/* --- Constants --- */

static LLVMValueRef splat_const(LlUnit *u, LLVMValueRef c, uint32_t lanes) {
    if (lanes == 1) return c;
    LLVMValueRef *all = ARENA_ARRAY(u->arena, LLVMValueRef, lanes);
    for (uint32_t i = 0; i < lanes; i++) all[i] = c;
    return LLVMConstVector(all, lanes);
}

LLVMValueRef ll_const(LlUnit *u, DType t, uint32_t lanes, LoopValue v) {
    LLVMTypeRef type = ll_type(u, t, 1);
    LLVMValueRef c =
        dtype_is_float(t) ? LLVMConstReal(type, v.f) : LLVMConstInt(type, (uint64_t)v.i, true);
    return splat_const(u, c, lanes);
}

static LLVMValueRef int_const(LlUnit *u, LLVMTypeRef element, uint32_t lanes, uint64_t v) {
    return splat_const(u, LLVMConstInt(element, v, true), lanes);
}

LLVMValueRef ll_splat(LlUnit *u, LLVMValueRef v, uint32_t lanes) {
    if (lanes == 1) return v;
    LLVMValueRef none = LLVMGetPoison(LLVMVectorType(LLVMTypeOf(v), lanes));
    LLVMValueRef first =
        LLVMBuildInsertElement(u->builder, none, v, LLVMConstInt(u->i32, 0, false), "");
    LLVMValueRef zeros = LLVMConstNull(LLVMVectorType(u->i32, lanes));
    return LLVMBuildShuffleVector(u->builder, first, none, zeros, "");
}

LLVMValueRef ll_lanes(LlUnit *u, LLVMValueRef v, uint32_t lanes, uint32_t first, uint32_t count) {
    if (first == 0 && count == lanes) return v;
    if (lanes == 1) return ll_splat(u, v, count);
    if (count == 1)
        return LLVMBuildExtractElement(u->builder, v, LLVMConstInt(u->i32, first, false), "");
    LLVMValueRef *at = ARENA_ARRAY(u->arena, LLVMValueRef, count);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t lane = first + i < lanes ? first + i : lanes - 1;
        at[i] = LLVMConstInt(u->i32, lane, false);
    }
    return LLVMBuildShuffleVector(u->builder, v, LLVMGetPoison(LLVMTypeOf(v)),
                                  LLVMConstVector(at, count), "");
}

LLVMValueRef ll_intrinsic(LlUnit *u, const char *name, LLVMTypeRef *types, size_t n_types,
                          LLVMValueRef *args, uint32_t n_args) {
    const unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    BUG_IF(!id);
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(u->module, id, types, n_types);
    return LLVMBuildCall2(u->builder, LLVMIntrinsicGetType(u->context, id, types, n_types), f, args,
                          n_args, "");
}

/* --- Rounding --- */

static LLVMValueRef float_bits(LlUnit *u, uint32_t lanes, LLVMValueRef v) {
    return LLVMBuildBitCast(u->builder, v, ll_vector(u->i32, lanes), "");
}

static LLVMValueRef float_of_bits(LlUnit *u, uint32_t lanes, LLVMValueRef bits) {
    return LLVMBuildBitCast(u->builder, bits, ll_vector(u->f32, lanes), "");
}

/* Adds just under half of what is cut off, one more when the last bit that stays is odd. */
static LLVMValueRef round_bfloat16(LlUnit *u, uint32_t lanes, LLVMValueRef v) {
    LLVMBuilderRef b = u->builder;
    LLVMValueRef bits = float_bits(u, lanes, v);
    LLVMValueRef shift = int_const(u, u->i32, lanes, HALF_SHIFT),
                 one = int_const(u, u->i32, lanes, 1);
    LLVMValueRef odd = LLVMBuildAnd(b, LLVMBuildLShr(b, bits, shift, ""), one, "");
    LLVMValueRef up = LLVMBuildAdd(b, odd, int_const(u, u->i32, lanes, HALF_LOW >> 1), "");
    LLVMValueRef sum = LLVMBuildAdd(b, bits, up, "");
    LLVMValueRef cut = LLVMBuildAnd(b, sum, int_const(u, u->i32, lanes, ~(uint64_t)HALF_LOW), "");
    LLVMValueRef nan = int_const(u, u->i32, lanes, 0x7fc00000);
    LLVMValueRef is_nan = LLVMBuildFCmp(b, LLVMRealUNO, v, v, "");
    return float_of_bits(u, lanes, LLVMBuildSelect(b, is_nan, nan, cut, ""));
}

/* A half as a float. LLVM would compare halves in the place of floats that were such, which
 * processors do one by one: it does not look through a fence. */
static LLVMValueRef widened(LlUnit *u, uint32_t lanes, LLVMValueRef half) {
    LLVMTypeRef type = ll_vector(u->f32, lanes);
    LLVMValueRef v = LLVMBuildFPExt(u->builder, half, type, "");
    return ll_intrinsic(u, "llvm.arithmetic.fence", &type, 1, &v, 1);
}

LLVMValueRef ll_round_float(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef v) {
    if (t == DTYPE_FLOAT16) {
        LLVMTypeRef half = ll_vector(LLVMHalfTypeInContext(u->context), lanes);
        return widened(u, lanes, LLVMBuildFPTrunc(u->builder, v, half, ""));
    }
    return t == DTYPE_BFLOAT16 ? round_bfloat16(u, lanes, v) : v;
}

LLVMValueRef ll_multiply_add(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef a, LLVMValueRef b,
                             LLVMValueRef c) {
    if (u->strict) {
        LLVMValueRef product = ll_round_float(u, t, lanes, LLVMBuildFMul(u->builder, a, b, ""));
        return ll_round_float(u, t, lanes, LLVMBuildFAdd(u->builder, product, c, ""));
    }
    LLVMTypeRef type = LLVMTypeOf(a);
    LLVMValueRef args[] = {a, b, c};
    return ll_round_float(u, t, lanes, ll_intrinsic(u, "llvm.fmuladd", &type, 1, args, 3));
}

/* To a float toward zero, with the last bit set when that is not exact. */
static LLVMValueRef round_to_odd(LlUnit *u, uint32_t lanes, LLVMValueRef v) {
    LLVMBuilderRef b = u->builder;
    LLVMTypeRef f64 = ll_vector(u->f64, lanes), i32 = ll_vector(u->i32, lanes);
    LLVMValueRef near = LLVMBuildFPTrunc(b, v, ll_vector(u->f32, lanes), "");
    LLVMValueRef back = LLVMBuildFPExt(b, near, f64, ""), bits = float_bits(u, lanes, near);
    LLVMValueRef size = ll_intrinsic(u, "llvm.fabs", &f64, 1, &v, 1);
    LLVMValueRef back_size = ll_intrinsic(u, "llvm.fabs", &f64, 1, &back, 1);
    LLVMValueRef is_over = LLVMBuildFCmp(b, LLVMRealOGT, back_size, size, "");
    LLVMValueRef toward = LLVMBuildSub(b, bits, LLVMBuildZExt(b, is_over, i32, ""), "");
    LLVMValueRef is_off = LLVMBuildFCmp(b, LLVMRealONE, back, v, "");
    return float_of_bits(u, lanes, LLVMBuildOr(b, toward, LLVMBuildZExt(b, is_off, i32, ""), ""));
}

LLVMValueRef ll_round_double(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef v) {
    if (t == DTYPE_FLOAT64) return v;
    if (t == DTYPE_FLOAT32) return LLVMBuildFPTrunc(u->builder, v, ll_vector(u->f32, lanes), "");
    return ll_round_float(u, t, lanes, round_to_odd(u, lanes, v));
}

/* --- Memory's form --- */

LLVMValueRef ll_pack(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef v) {
    LLVMBuilderRef b = u->builder;
    LLVMTypeRef memory = ll_memory_type(u, t, lanes);
    if (t == DTYPE_BOOL) return LLVMBuildZExt(b, v, memory, "");
    if (t == DTYPE_FLOAT16) {
        LLVMTypeRef half = ll_vector(LLVMHalfTypeInContext(u->context), lanes);
        return LLVMBuildBitCast(b, LLVMBuildFPTrunc(b, v, half, ""), memory, "");
    }
    if (t != DTYPE_BFLOAT16) return v;
    LLVMValueRef shift = int_const(u, u->i32, lanes, HALF_SHIFT);
    return LLVMBuildTrunc(b, LLVMBuildLShr(b, float_bits(u, lanes, v), shift, ""), memory, "");
}

LLVMValueRef ll_unpack(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef v) {
    LLVMBuilderRef b = u->builder;
    if (t == DTYPE_BOOL) return LLVMBuildICmp(b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
    if (t == DTYPE_FLOAT16) {
        LLVMTypeRef half = ll_vector(LLVMHalfTypeInContext(u->context), lanes);
        return widened(u, lanes, LLVMBuildBitCast(b, v, half, ""));
    }
    if (t != DTYPE_BFLOAT16) return v;
    LLVMValueRef wide = LLVMBuildZExt(b, v, ll_vector(u->i32, lanes), "");
    return float_of_bits(u, lanes,
                         LLVMBuildShl(b, wide, int_const(u, u->i32, lanes, HALF_SHIFT), ""));
}

/* --- Conversions --- */

/* A 64-bit integer with at most 53 bits behind one another, odd at their end when some were
 * lost. */
static LLVMValueRef shorten(LlUnit *u, uint32_t lanes, bool is_signed, LLVMValueRef v) {
    enum { LOST = 12 };
    LLVMBuilderRef b = u->builder;
    LLVMTypeRef i64 = ll_vector(u->i64, lanes);
    LLVMValueRef low = LLVMBuildAnd(b, v, int_const(u, u->i64, lanes, (1 << LOST) - 1), "");
    LLVMValueRef is_off = LLVMBuildICmp(b, LLVMIntNE, low, LLVMConstNull(i64), "");
    LLVMValueRef odd = LLVMBuildShl(b, LLVMBuildZExt(b, is_off, i64, ""),
                                    int_const(u, u->i64, lanes, LOST - 1), "");
    LLVMValueRef high = LLVMBuildOr(b, LLVMBuildSub(b, v, low, ""), odd, "");
    const uint64_t limit = UINT64_C(1) << 53;
    LLVMValueRef from = is_signed ? LLVMBuildAdd(b, v, int_const(u, u->i64, lanes, limit), "") : v;
    LLVMValueRef end = int_const(u, u->i64, lanes, is_signed ? 2 * limit : limit);
    return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntULT, from, end, ""), v, high, "");
}

static LLVMValueRef int_to_float(LlUnit *u, DType from, DType to, uint32_t lanes, LLVMValueRef v) {
    const bool is_signed = dtype_kind(from) == DTYPE_KIND_INT;
    const bool by_double = dtype_is_half(to) && dtype_size(from) >= 4;
    if (by_double && dtype_size(from) == 8) v = shorten(u, lanes, is_signed, v);
    LLVMTypeRef type = by_double ? ll_vector(u->f64, lanes) : ll_type(u, to, lanes);
    LLVMValueRef wide = is_signed ? LLVMBuildSIToFP(u->builder, v, type, "")
                                  : LLVMBuildUIToFP(u->builder, v, type, "");
    return by_double ? ll_round_double(u, to, lanes, wide) : ll_round_float(u, to, lanes, wide);
}

/* To 16 bits and less by way of 32, which processors have for vectors: clamped before, 0 of NaN. */
static LLVMValueRef float_to_short(LlUnit *u, DType to, uint32_t lanes, LLVMValueRef v) {
    LLVMBuilderRef b = u->builder;
    LLVMTypeRef source = LLVMTypeOf(v);
    const bool is_signed = dtype_kind(to) == DTYPE_KIND_INT;
    const int most = (1 << (dtype_bits(to) - is_signed)) - 1;
    LLVMValueRef low = LLVMConstReal(ll_type(u, DTYPE_FLOAT32, 1), is_signed ? -most - 1 : 0),
                 high = LLVMConstReal(ll_type(u, DTYPE_FLOAT32, 1), most);
    low = ll_splat(u, low, lanes);
    high = ll_splat(u, high, lanes);
    v = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealORD, v, v, ""), v, LLVMConstNull(source), "");
    v = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealOLT, v, low, ""), low, v, "");
    v = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealOGT, v, high, ""), high, v, "");
    v = LLVMBuildFPToSI(b, v, ll_vector(u->i32, lanes), "");
    return LLVMBuildTrunc(b, v, ll_type(u, to, lanes), "");
}

LLVMValueRef ll_cast(LlUnit *u, DType from, DType to, uint32_t lanes, LLVMValueRef v) {
    LLVMBuilderRef b = u->builder;
    LLVMTypeRef source = LLVMTypeOf(v), type = ll_type(u, to, lanes);
    if (from == to) return v;
    if (dtype_is_float(from)) {
        if (to == DTYPE_BOOL) return LLVMBuildFCmp(b, LLVMRealUNE, v, LLVMConstNull(source), "");
        if (from == DTYPE_FLOAT64 && dtype_is_float(to)) return ll_round_double(u, to, lanes, v);
        if (to == DTYPE_FLOAT64) return LLVMBuildFPExt(b, v, type, "");
        if (dtype_is_float(to)) return ll_round_float(u, to, lanes, v);
        if (from != DTYPE_FLOAT64 && dtype_bits(to) <= 16) return float_to_short(u, to, lanes, v);
        const char *name = dtype_kind(to) == DTYPE_KIND_INT ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
        return ll_intrinsic(u, name, (LLVMTypeRef[]){type, source}, 2, &v, 1);
    }
    if (dtype_is_float(to)) return int_to_float(u, from, to, lanes, v);
    if (to == DTYPE_BOOL) return LLVMBuildICmp(b, LLVMIntNE, v, LLVMConstNull(source), "");
    if (from != DTYPE_BOOL && dtype_size(to) <= dtype_size(from))
        return dtype_size(to) == dtype_size(from) ? v : LLVMBuildTrunc(b, v, type, "");
    return dtype_kind(from) == DTYPE_KIND_INT ? LLVMBuildSExt(b, v, type, "")
                                              : LLVMBuildZExt(b, v, type, "");
}

LLVMValueRef ll_reinterpret(LlUnit *u, DType from, DType to, uint32_t lanes, LLVMValueRef v) {
    if (from == to) return v;
    LLVMValueRef packed = ll_pack(u, from, lanes, v);
    return ll_unpack(u, to, lanes,
                     LLVMBuildBitCast(u->builder, packed, ll_memory_type(u, to, lanes), ""));
}
