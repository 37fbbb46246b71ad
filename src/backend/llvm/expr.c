/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of loop/expr.def that LLVM has instructions for, with the meaning of loop/eval.c.
 *
 * What LLVM leaves undefined is kept from it: divisors 0 and -1 and shifts out of range are
 * replaced before the operation, and the result is chosen after it; with a constant operand nothing
 * of that remains. */
#include "backend/llvm/ll.h"

typedef struct {
    LlUnit *u;
    DType t;
    uint32_t lanes;
    LLVMValueRef a, b;
} Operands;

static bool is_signed(const Operands *o) { return dtype_kind(o->t) == DTYPE_KIND_INT; }

static LLVMValueRef int_of(const Operands *o, int64_t v) {
    return ll_const(o->u, o->t, o->lanes, (LoopValue){.i = v});
}

static LLVMValueRef choose(const Operands *o, LLVMValueRef cond, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildSelect(o->u->builder, cond, x, y, "");
}

static LLVMValueRef compare(const Operands *o, LLVMIntPredicate how, LLVMValueRef x,
                            LLVMValueRef y) {
    return LLVMBuildICmp(o->u->builder, how, x, y, "");
}

/* --- Integers --- */

/* The divisor of a lane that a mask left out is undefined: it must be one value, which the choice
 * below sees too. */
static LLVMValueRef divide(const Operands *operands, LoopExprKind kind) {
    LLVMBuilderRef b = operands->u->builder;
    Operands frozen = *operands;
    frozen.b = LLVMBuildFreeze(b, operands->b, "");
    const Operands *o = &frozen;
    LLVMValueRef zero = int_of(o, 0), one = int_of(o, 1), none = int_of(o, -1);
    LLVMValueRef is_zero = compare(o, LLVMIntEQ, o->b, zero);
    const bool floor = kind == LOOP_FLOORDIV || kind == LOOP_FLOORMOD;
    const bool quotient = kind == LOOP_FLOORDIV || kind == LOOP_TRUNCDIV;
    if (!is_signed(o)) {
        LLVMValueRef by = choose(o, is_zero, one, o->b);
        LLVMValueRef r = quotient ? LLVMBuildUDiv(b, o->a, by, "") : LLVMBuildURem(b, o->a, by, "");
        return choose(o, is_zero, zero, r);
    }
    LLVMValueRef is_minus = compare(o, LLVMIntEQ, o->b, none);
    LLVMValueRef by = choose(o, LLVMBuildOr(b, is_zero, is_minus, ""), one, o->b);
    LLVMValueRef q = LLVMBuildSDiv(b, o->a, by, "");
    LLVMValueRef rest = LLVMBuildSub(b, o->a, LLVMBuildMul(b, q, by, ""), "");
    if (floor) {
        LLVMValueRef has_rest = compare(o, LLVMIntNE, rest, zero);
        LLVMValueRef differ = compare(o, LLVMIntSLT, LLVMBuildXor(b, rest, by, ""), zero);
        LLVMValueRef down = LLVMBuildAnd(b, has_rest, differ, "");
        q = LLVMBuildAdd(b, q, choose(o, down, none, zero), "");
        rest = LLVMBuildAdd(b, rest, choose(o, down, by, zero), "");
    }
    if (!quotient) return choose(o, is_zero, zero, rest); /* by 1 in the place of -1: no rest */
    return choose(o, is_zero, zero, choose(o, is_minus, LLVMBuildNeg(b, o->a, ""), q));
}

static LLVMValueRef shift(const Operands *o, LoopExprKind kind) {
    LLVMBuilderRef b = o->u->builder;
    const int64_t bits = (int64_t)dtype_size(o->t) * 8;
    LLVMValueRef fits = compare(o, LLVMIntULT, o->b, int_of(o, bits));
    if (kind == LOOP_SHR && is_signed(o))
        return LLVMBuildAShr(b, o->a, choose(o, fits, o->b, int_of(o, bits - 1)), "");
    LLVMValueRef by = choose(o, fits, o->b, int_of(o, 0));
    LLVMValueRef r =
        kind == LOOP_SHR ? LLVMBuildLShr(b, o->a, by, "") : LLVMBuildShl(b, o->a, by, "");
    return choose(o, fits, r, int_of(o, 0));
}

static LLVMValueRef multiply_high(const Operands *o) {
    LLVMBuilderRef b = o->u->builder;
    const unsigned bits = (unsigned)dtype_size(o->t) * 8;
    LLVMTypeRef wide = ll_vector(LLVMIntTypeInContext(o->u->context, 2 * bits), o->lanes);
    const LLVMOpcode extend = is_signed(o) ? LLVMSExt : LLVMZExt;
    LLVMValueRef x = LLVMBuildCast(b, extend, o->a, wide, ""),
                 y = LLVMBuildCast(b, extend, o->b, wide, "");
    LLVMValueRef by = LLVMBuildZExt(b, int_of(o, bits), wide, "");
    return LLVMBuildTrunc(b, LLVMBuildLShr(b, LLVMBuildMul(b, x, y, ""), by, ""), LLVMTypeOf(o->a),
                          "");
}

static LLVMValueRef absolute(const Operands *o) {
    if (!is_signed(o)) return o->a;
    LLVMTypeRef type = LLVMTypeOf(o->a);
    LLVMValueRef args[] = {o->a, LLVMConstInt(o->u->i1, 0, false)};
    return ll_intrinsic(o->u, "llvm.abs", &type, 1, args, 2);
}

/* bool too, whose false is below true. */
static LLVMValueRef int_op(const Operands *o, LoopExprKind kind) {
    LLVMBuilderRef b = o->u->builder;
    switch (kind) {
    case LOOP_ADD: return LLVMBuildAdd(b, o->a, o->b, "");
    case LOOP_SUB: return LLVMBuildSub(b, o->a, o->b, "");
    case LOOP_MUL: return LLVMBuildMul(b, o->a, o->b, "");
    case LOOP_FLOORDIV:
    case LOOP_FLOORMOD:
    case LOOP_TRUNCDIV:
    case LOOP_TRUNCMOD: return divide(o, kind);
    case LOOP_MIN:
        return choose(o, compare(o, is_signed(o) ? LLVMIntSLT : LLVMIntULT, o->a, o->b), o->a,
                      o->b);
    case LOOP_MAX:
        return choose(o, compare(o, is_signed(o) ? LLVMIntSGT : LLVMIntUGT, o->a, o->b), o->a,
                      o->b);
    case LOOP_AND:
    case LOOP_BITAND: return LLVMBuildAnd(b, o->a, o->b, "");
    case LOOP_OR:
    case LOOP_BITOR: return LLVMBuildOr(b, o->a, o->b, "");
    case LOOP_BITXOR: return LLVMBuildXor(b, o->a, o->b, "");
    case LOOP_NOT:
    case LOOP_BITNOT: return LLVMBuildNot(b, o->a, "");
    case LOOP_SHL:
    case LOOP_SHR: return shift(o, kind);
    case LOOP_MULHI: return multiply_high(o);
    case LOOP_NEG: return LLVMBuildNeg(b, o->a, "");
    case LOOP_ABS: return absolute(o);
    case LOOP_EQ: return compare(o, LLVMIntEQ, o->a, o->b);
    case LOOP_NE: return compare(o, LLVMIntNE, o->a, o->b);
    case LOOP_LT: return compare(o, is_signed(o) ? LLVMIntSLT : LLVMIntULT, o->a, o->b);
    case LOOP_LE: return compare(o, is_signed(o) ? LLVMIntSLE : LLVMIntULE, o->a, o->b);
    default: BUG("%s of an integer", loop_expr_text(kind));
    }
}

/* --- Floats --- */

/* A number that is the same constant in all lanes. */
static bool constant_of(const Operands *o, LLVMValueRef v, double *out) {
    if (!LLVMIsConstant(v)) return false;
    if (o->lanes > 1) {
        LLVMValueRef first = LLVMGetAggregateElement(v, 0);
        for (uint32_t i = 1; first && i < o->lanes; i++)
            if (LLVMGetAggregateElement(v, i) != first) return false;
        v = first;
    }
    if (!v || !LLVMIsAConstantFP(v)) return false;
    LLVMBool loses;
    *out = LLVMConstRealGetDouble(v, &loses);
    return *out == *out;
}

/* max(a, b). a > b ? a : b is one instruction that gives b for two zeros and for NaN. With the
 * operands the other way round it gives the other one: `or` of both is the lesser zero and NaN; for
 * the greater zero it takes `and`. */
static LLVMValueRef extremum(const Operands *o, LoopExprKind kind) {
    LLVMBuilderRef b = o->u->builder;
    const bool is_min = kind == LOOP_MIN;
    const LLVMRealPredicate before = is_min ? LLVMRealOLT : LLVMRealOGT;
    double c;
    if (constant_of(o, o->b, &c)) { /* what is not ordered is taken; of two zeros the right one */
        const bool takes_equal = (__builtin_signbit(c) != 0) != is_min;
        const LLVMRealPredicate how = is_min        ? takes_equal ? LLVMRealULE : LLVMRealULT
                                      : takes_equal ? LLVMRealUGE
                                                    : LLVMRealUGT;
        return choose(o, LLVMBuildFCmp(b, how, o->a, o->b, ""), o->a, o->b);
    }
    LLVMTypeRef type = LLVMTypeOf(o->a);
    LLVMTypeRef bits = ll_vector(o->t == DTYPE_FLOAT64 ? o->u->i64 : o->u->i32, o->lanes);
    LLVMValueRef first = choose(o, LLVMBuildFCmp(b, before, o->a, o->b, ""), o->a, o->b);
    LLVMValueRef second = choose(o, LLVMBuildFCmp(b, before, o->b, o->a, ""), o->b, o->a);
    LLVMValueRef x = LLVMBuildBitCast(b, first, bits, ""),
                 y = LLVMBuildBitCast(b, second, bits, "");
    if (is_min) return LLVMBuildBitCast(b, LLVMBuildOr(b, x, y, ""), type, "");
    LLVMValueRef both = LLVMBuildBitCast(b, LLVMBuildAnd(b, x, y, ""), type, "");
    LLVMValueRef is_nan = LLVMBuildFCmp(b, LLVMRealUNO, o->a, o->b, "");
    LLVMValueRef nan = ll_const(o->u, o->t, o->lanes, (LoopValue){.f = (double)__builtin_nan("")});
    return choose(o, is_nan, nan, both);
}

static LLVMValueRef float_unary(const Operands *o, const char *name) {
    LLVMTypeRef type = LLVMTypeOf(o->a);
    LLVMValueRef a = o->a;
    return ll_intrinsic(o->u, name, &type, 1, &a, 1);
}

/* Those whose result is again a value of the type, or a bool; NULL for the others. */
static LLVMValueRef exact_op(const Operands *o, LoopExprKind kind) {
    LLVMBuilderRef b = o->u->builder;
    switch (kind) {
    case LOOP_MIN:
    case LOOP_MAX: return extremum(o, kind);
    case LOOP_NEG: return LLVMBuildFNeg(b, o->a, "");
    case LOOP_ABS: return float_unary(o, "llvm.fabs");
    case LOOP_FLOOR: return float_unary(o, "llvm.floor");
    case LOOP_CEIL: return float_unary(o, "llvm.ceil");
    case LOOP_TRUNC: return float_unary(o, "llvm.trunc");
    case LOOP_ROUND: return float_unary(o, "llvm.nearbyint");
    case LOOP_EQ: return LLVMBuildFCmp(b, LLVMRealOEQ, o->a, o->b, "");
    case LOOP_NE: return LLVMBuildFCmp(b, LLVMRealUNE, o->a, o->b, "");
    case LOOP_LT: return LLVMBuildFCmp(b, LLVMRealOLT, o->a, o->b, "");
    case LOOP_LE: return LLVMBuildFCmp(b, LLVMRealOLE, o->a, o->b, "");
    case LOOP_ISNAN: return LLVMBuildFCmp(b, LLVMRealUNO, o->a, o->a, "");
    case LOOP_ISINF: {
        LLVMValueRef inf =
            ll_const(o->u, o->t, o->lanes, (LoopValue){.f = (double)__builtin_inff()});
        return LLVMBuildFCmp(b, LLVMRealOEQ, float_unary(o, "llvm.fabs"), inf, "");
    }
    default: return NULL;
    }
}

/* NULL for the others. */
static LLVMValueRef float_op(const Operands *o, LoopExprKind kind) {
    LLVMBuilderRef b = o->u->builder;
    LLVMValueRef r = exact_op(o, kind);
    if (r) return r;
    switch (kind) {
    case LOOP_ADD: r = LLVMBuildFAdd(b, o->a, o->b, ""); break;
    case LOOP_SUB: r = LLVMBuildFSub(b, o->a, o->b, ""); break;
    case LOOP_MUL: r = LLVMBuildFMul(b, o->a, o->b, ""); break;
    case LOOP_DIV: r = LLVMBuildFDiv(b, o->a, o->b, ""); break;
    case LOOP_SQRT: r = float_unary(o, "llvm.sqrt"); break;
    default: return NULL;
    }
    return ll_round_float(o->u, o->t, o->lanes, r);
}

LLVMValueRef ll_instruction(LlUnit *u, LoopExprKind kind, DType operand, uint32_t lanes,
                            const LLVMValueRef *args) {
    if (kind == LOOP_FMA) {
        LLVMTypeRef type = LLVMTypeOf(args[0]);
        return ll_intrinsic(u, "llvm.fma", &type, 1, (LLVMValueRef *)args, 3);
    }
    if (kind == LOOP_SELECT) return LLVMBuildSelect(u->builder, args[0], args[1], args[2], "");
    LLVMValueRef second = loop_expr_arity(kind) == 2 ? args[1] : NULL;
    Operands o = {.u = u, .t = operand, .lanes = lanes, .a = args[0], .b = second};
    /* The constant of a commutative operation comes second. */
    if (second && (kind == LOOP_MIN || kind == LOOP_MAX) && LLVMIsConstant(o.a)) {
        o.a = second;
        o.b = args[0];
    }
    return dtype_is_float(operand) ? float_op(&o, kind) : int_op(&o, kind);
}
