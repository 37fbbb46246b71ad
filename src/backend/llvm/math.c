/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of libm.
 *
 * Strict: lane by lane in double, rounded, as the interpreter does. Else some are made in line, and
 * vectors go to libmvec (at most 4 ulp) in parts as wide as a register, the last one filled up;
 * scalars, and what libmvec lacks, to libm's function of the type. */
#include "backend/llvm/ll.h"

typedef struct {
    const char *name; /* of double; NULL: no function of libm */
    bool vector;
} MathRow;

static const MathRow rows[LOOP_EXPR_COUNT] = {
#define MATH(id, text, has_vector) [LOOP_##id] = {.name = text, .vector = has_vector},
#include "backend/llvm/math.def"
};

enum { SSE_BYTES = 16, AVX2_BYTES = 32 };

static void mark(LlUnit *u, LLVMValueRef f, const char *name) {
    const unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(u->context, kind, 0));
}

/* Calls a function of n values of one type that gives such a value, and touches nothing else: it
 * may be moved and merged. LLVM is not to know it by its name, and so to replace it by something
 * less exact. */
static LLVMValueRef call(LlUnit *u, const char *name, LLVMValueRef *args, uint32_t n) {
    LLVMTypeRef value = LLVMTypeOf(args[0]);
    LLVMTypeRef type = LLVMFunctionType(value, (LLVMTypeRef[]){value, value}, n, false);
    LLVMValueRef f = LLVMGetNamedFunction(u->module, name);
    if (!f) {
        static const char *const marks[] = {"memory", "nounwind", "willreturn",
                                            "nocallback"}; /* memory 0: none */
        f = LLVMAddFunction(u->module, name, type);
        for (size_t i = 0; i < ARRAY_LEN(marks); i++) mark(u, f, marks[i]);
    }
    LLVMValueRef r = LLVMBuildCall2(u->builder, type, f, args, n, "");
    const unsigned kind = LLVMGetEnumAttributeKindForName("nobuiltin", 9);
    LLVMAddCallSiteAttribute(r, LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(u->context, kind, 0));
    return r;
}

static LLVMValueRef lane_by_lane(LlUnit *u, const char *name, uint32_t lanes,
                                 const LLVMValueRef *args, uint32_t n) {
    if (lanes == 1) return call(u, name, (LLVMValueRef[]){args[0], args[n - 1]}, n);
    LLVMValueRef all = LLVMGetPoison(LLVMTypeOf(args[0]));
    for (uint32_t i = 0; i < lanes; i++) {
        LLVMValueRef one[2];
        for (uint32_t k = 0; k < n; k++) one[k] = ll_lanes(u, args[k], lanes, i, 1);
        LLVMValueRef r = call(u, name, one, n);
        all = LLVMBuildInsertElement(u->builder, all, r, LLVMConstInt(u->i32, i, false), "");
    }
    return all;
}

static LLVMValueRef in_double(LlUnit *u, const char *name, DType t, uint32_t lanes,
                              const LLVMValueRef *args, uint32_t n) {
    LLVMValueRef wide[2];
    for (uint32_t k = 0; k < n; k++) wide[k] = ll_cast(u, t, DTYPE_FLOAT64, lanes, args[k]);
    return ll_round_double(u, t, lanes, lane_by_lane(u, name, lanes, wide, n));
}

/* The widest register that the lanes from here on fill; for fewer the narrowest. */
static uint32_t part_bytes(const LlUnit *u, uint32_t rest_bytes) {
    uint32_t bytes = u->vector_bytes;
    while (bytes > SSE_BYTES && bytes > rest_bytes) bytes /= 2;
    return bytes;
}

/* _ZGV, ISA, N (no mask), lanes, a v for each vector operand. */
static const char *vector_name(LlUnit *u, const char *scalar, uint32_t bytes, uint32_t width,
                               uint32_t n) {
    const char isa = bytes == SSE_BYTES ? 'b' : bytes == AVX2_BYTES ? 'd' : 'e';
    return arena_printf(u->arena, "_ZGV%cN%u%s_%s", isa, width, n == 2 ? "vv" : "v", scalar);
}

/* Two vectors one behind the other. */
static LLVMValueRef join(LlUnit *u, LLVMValueRef a, uint32_t na, LLVMValueRef b, uint32_t nb) {
    if (!a) return b;
    const uint32_t wide = na > nb ? na : nb; /* a shuffle takes two vectors of one length */
    LLVMValueRef *at = ARENA_ARRAY(u->arena, LLVMValueRef, na + nb);
    for (uint32_t i = 0; i < na + nb; i++)
        at[i] = LLVMConstInt(u->i32, i < na ? i : wide + i - na, false);
    a = ll_lanes(u, a, na, 0, wide);
    b = ll_lanes(u, b, nb, 0, wide);
    return LLVMBuildShuffleVector(u->builder, a, b, LLVMConstVector(at, na + nb), "");
}

static LLVMValueRef by_registers(LlUnit *u, const char *scalar, uint32_t lanes,
                                 uint32_t element_bytes, const LLVMValueRef *args, uint32_t n) {
    LLVMValueRef all = NULL;
    for (uint32_t first = 0; first < lanes;) {
        const uint32_t bytes = part_bytes(u, (lanes - first) * element_bytes),
                       width = bytes / element_bytes;
        const uint32_t used = width < lanes - first ? width : lanes - first;
        LLVMValueRef part[2];
        for (uint32_t k = 0; k < n; k++) part[k] = ll_lanes(u, args[k], lanes, first, width);
        LLVMValueRef r = call(u, vector_name(u, scalar, bytes, width, n), part, n);
        all = join(u, all, first, ll_lanes(u, r, width, 0, used), used);
        first += used;
    }
    return all;
}

LLVMValueRef ll_math(LlUnit *u, LoopExprKind kind, DType t, uint32_t lanes,
                     const LLVMValueRef *args) {
    const MathRow *row = &rows[kind];
    if (!row->name) BUG("%s of a float", loop_expr_text(kind));
    const uint32_t n = loop_expr_arity(kind);
    if (u->strict && !u->freestanding) return in_double(u, row->name, t, lanes, args, n);
    const bool is_double = t == DTYPE_FLOAT64;
    LLVMValueRef in_line = is_double || u->strict ? NULL : ll_math_inline(u, kind, lanes, args[0]);
    if (in_line) return ll_round_float(u, t, lanes, in_line);
    if (u->freestanding) return ll_math_own(u, kind, t, lanes, args);
    const char *scalar = is_double ? row->name : arena_printf(u->arena, "%sf", row->name);
    LLVMValueRef r = lanes > 1 && row->vector && u->has_libmvec
                         ? by_registers(u, scalar, lanes, is_double ? 8 : 4, args, n)
                         : lane_by_lane(u, scalar, lanes, args, n);
    return ll_round_float(u, t, lanes, r);
}
