/* SPDX-License-Identifier: Apache-2.0 */
/* What the files share that make LLVM IR. LLVM's headers appear in this folder alone.
 *
 * A value of a loop function's dtype is, for `lanes` iterations at once (1: a scalar, else a
 * vector):
 *     bool -> i1; int8 ... uint64 -> i8 ... i64; float32 -> float; float64 -> double;
 *     float16, bfloat16 -> float, which is one of theirs: each operation rounds to the type.
 * In memory bool is a byte (read: not 0), the half types are 16 bits.
 *
 * The code calls functions of libm, of libmvec.so.1 (_ZGV...; unless strict), and nothing else:
 * whoever links it gives it those. Freestanding code calls none. A target with 64 bytes has AVX-512
 * (F, BW, DQ, VL), one with 32 has AVX2, FMA and F16C.
 */
#ifndef TENON_BACKEND_LLVM_LL_H
#define TENON_BACKEND_LLVM_LL_H

#include <llvm-c/Core.h>

#include "loop/loop.h"
#include "target/target.h"

/* A module of LLVM's that is being made. Thread rule: one thread at a time; several units are
 * independent. */
typedef struct {
    Ctx *ctx;
    Arena *arena;
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    LLVMTypeRef i1, i8, i16, i32, i64, f32, f64, ptr, nothing;
    LLVMTypeRef size;  /* as wide as a pointer */
    bool has_libmvec;  /* whoever links the code has it */
    const char *level; /* the processor of functions, where it is not the target's; else NULL */
    bool freestanding; /* whoever links it has no libm, and no C library */
    const Target *processor;
    uint32_t vector_bytes; /* of the target's registers: 64, 32 or 16 */
    bool strict;           /* no contraction, no libmvec: the bits of the interpreter */
    bool unscheduled;      /* kernels go one iteration after the other */
    Cleanup cleanup;
} LlUnit;

typedef VEC(LlUnit *) LlUnits;

/* Attributes that each function gets when it is added: it does not unwind, vectors are as wide as
 * registers. */
void ll_function_init(LlUnit *u, LLVMValueRef f);
/* An attribute without a value: of the function, of its result or of a parameter. */
void ll_function_attribute(LlUnit *u, LLVMValueRef f, unsigned index, const char *name);
/* The unit's context, module and builder are released by ll_unit_fini, and when something is
 * thrown. */
LLVMTypeRef ll_type(LlUnit *u, DType t, uint32_t lanes);
LLVMTypeRef ll_memory_type(LlUnit *u, DType t, uint32_t lanes);
LLVMValueRef ll_const(LlUnit *u, DType t, uint32_t lanes, LoopValue v);
LLVMValueRef ll_int(LlUnit *u, int64_t v); /* an i64 */
/* The type `lanes` times; of one lane the type itself. */
LLVMTypeRef ll_vector(LLVMTypeRef element, uint32_t lanes);
/* A scalar in every lane. */
LLVMValueRef ll_splat(LlUnit *u, LLVMValueRef v, uint32_t lanes);

/* The operation of loop/expr.def on values of that operand dtype (of SELECT: of its last two), at
 * the builder's place. Its meaning is that of loop_eval_op; unless strict, a function of libm may
 * differ in its last bits (4 ulp). */
LLVMValueRef ll_op(LlUnit *u, LoopExprKind kind, DType operand, uint32_t lanes,
                   const LLVMValueRef *args);
/* The same where it is no function of libm: expr.c. NULL where it is one. */
LLVMValueRef ll_instruction(LlUnit *u, LoopExprKind kind, DType operand, uint32_t lanes,
                            const LLVMValueRef *args);
/* LOOP_CAST and LOOP_REINTERPRET. */
LLVMValueRef ll_cast(LlUnit *u, DType from, DType to, uint32_t lanes, LLVMValueRef v);
LLVMValueRef ll_reinterpret(LlUnit *u, DType from, DType to, uint32_t lanes, LLVMValueRef v);
/* Unless strict: a * b + c in one rounding; floats. */
LLVMValueRef ll_multiply_add(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef a, LLVMValueRef b,
                             LLVMValueRef c);

/* `lanes` elements from the pointer on, which is aligned to an element. mask: an i1 of each lane,
 * or NULL: all; lanes without it are not touched in memory, and undefined. */
LLVMValueRef ll_load(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef pointer, LLVMValueRef mask);
void ll_store(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef pointer, LLVMValueRef v,
              LLVMValueRef mask);
/* How many lanes the mask takes, the first ones; false: others, or it is known in a run only. */
bool ll_is_prefix(LLVMValueRef mask, uint32_t lanes, uint32_t *out);
/* Elements at base + index[lane]; indices are i64 in elements. */
LLVMValueRef ll_gather(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef base, LLVMValueRef indices,
                       LLVMValueRef mask);
void ll_scatter(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef base, LLVMValueRef indices,
                LLVMValueRef v, LLVMValueRef mask);
/* All lanes by an associative operation, pairwise. */
LLVMValueRef ll_reduce(LlUnit *u, LoopExprKind op, DType t, uint32_t lanes, LLVMValueRef v);

/* n vectors of m lanes become m vectors of n lanes. */
void ll_transpose(LlUnit *u, const LLVMValueRef *in, uint32_t n, uint32_t m, LLVMValueRef *out);
/* A vector of n times m lanes to m vectors: lane k of the i-th is lane k * m + i. And m vectors of
 * `lanes` back: the first n lanes of each. */
void ll_split(LlUnit *u, LLVMValueRef v, uint32_t n, uint32_t m, LLVMValueRef *out);
LLVMValueRef ll_interleave(LlUnit *u, const LLVMValueRef *in, uint32_t n, uint32_t m,
                           uint32_t lanes);

/* --- What these files share --- */

/* Calls llvm.NAME, overloaded on these types. */
LLVMValueRef ll_intrinsic(LlUnit *u, const char *name, LLVMTypeRef *types, size_t n_types,
                          LLVMValueRef *args, uint32_t n_args);
/* The lanes from `first` on, `count` of them; behind the last comes the last again. */
LLVMValueRef ll_lanes(LlUnit *u, LLVMValueRef v, uint32_t lanes, uint32_t first, uint32_t count);
/* Floats, doubles to the nearest value of t, in the type that holds t. */
LLVMValueRef ll_round_float(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef v);
LLVMValueRef ll_round_double(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef v);
/* To what is in memory, and back. */
LLVMValueRef ll_pack(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef v);
LLVMValueRef ll_unpack(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef v);
/* The rows of expr.def that libm has: math.c. */
LLVMValueRef ll_math(LlUnit *u, LoopExprKind kind, DType t, uint32_t lanes,
                     const LLVMValueRef *args);
/* The same, and what processors may lack, by operations that all have (loop/own.h): math_own.c. */
LLVMValueRef ll_math_own(LlUnit *u, LoopExprKind kind, DType t, uint32_t lanes,
                         const LLVMValueRef *args);
/* Of floats, those that are made in line; NULL for the others. Not for a strict unit. */
LLVMValueRef ll_math_inline(LlUnit *u, LoopExprKind kind, uint32_t lanes, LLVMValueRef x);

#endif
