/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores of lanes. One lane under a mask goes as a vector of one, which LLVM makes a
 * branch. */
#include "backend/llvm/ll.h"

static LLVMValueRef align_of(LlUnit *u, DType t) {
    return LLVMConstInt(u->i32, dtype_size(t), false);
}

static LLVMValueRef zero(LlUnit *u) { return LLVMConstInt(u->i32, 0, false); }

/* A vector, of one element for a scalar. */
static LLVMValueRef as_vector(LlUnit *u, LLVMValueRef v, uint32_t lanes) {
    if (lanes > 1) return v;
    return LLVMBuildInsertElement(u->builder, LLVMGetPoison(LLVMVectorType(LLVMTypeOf(v), 1)), v,
                                  zero(u), "");
}

static LLVMValueRef from_vector(LlUnit *u, LLVMValueRef v, uint32_t lanes) {
    return lanes > 1 ? v : LLVMBuildExtractElement(u->builder, v, zero(u), "");
}

LLVMValueRef ll_load(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef pointer, LLVMValueRef mask) {
    LLVMValueRef v;
    if (!mask) {
        v = LLVMBuildLoad2(u->builder, ll_memory_type(u, t, lanes), pointer, "");
        LLVMSetAlignment(v, (unsigned)dtype_size(t));
    } else {
        LLVMTypeRef type = LLVMVectorType(ll_memory_type(u, t, 1), lanes);
        LLVMValueRef args[] = {pointer, align_of(u, t), as_vector(u, mask, lanes),
                               LLVMGetPoison(type)};
        v = from_vector(
            u, ll_intrinsic(u, "llvm.masked.load", (LLVMTypeRef[]){type, u->ptr}, 2, args, 4),
            lanes);
    }
    return ll_unpack(u, t, lanes, v);
}

bool ll_is_prefix(LLVMValueRef mask, uint32_t lanes, uint32_t *out) {
    if (lanes < 2 || !LLVMIsConstant(mask)) return false;
    uint32_t n = 0;
    for (uint32_t i = 0; i < lanes; i++) {
        LLVMValueRef bit = LLVMGetAggregateElement(mask, i);
        if (!bit || !LLVMIsAConstantInt(bit)) return false;
        if (!LLVMConstIntGetSExtValue(bit)) continue;
        if (n != i) return false;
        n++;
    }
    *out = n;
    return true;
}

static void store(LlUnit *u, DType t, LLVMValueRef pointer, LLVMValueRef v) {
    LLVMSetAlignment(LLVMBuildStore(u->builder, v, pointer), (unsigned)dtype_size(t));
}

/* The first n lanes, by powers of two: processors take much longer for a store with a mask. */
static void store_first(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef pointer, LLVMValueRef v,
                        uint32_t n) {
    uint32_t size = 1;
    while (size * 2 <= n) size *= 2;
    for (uint32_t at = 0; at < n; size /= 2) {
        if (n - at < size) continue;
        LLVMValueRef go = LLVMConstInt(u->i64, at, false);
        LLVMValueRef to = LLVMBuildGEP2(u->builder, ll_memory_type(u, t, 1), pointer, &go, 1, "");
        store(u, t, to, ll_lanes(u, v, lanes, at, size));
        at += size;
    }
}

void ll_store(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef pointer, LLVMValueRef v,
              LLVMValueRef mask) {
    uint32_t n;
    v = ll_pack(u, t, lanes, v);
    if (!mask) {
        store(u, t, pointer, v);
        return;
    }
    if (ll_is_prefix(mask, lanes, &n)) {
        store_first(u, t, lanes, pointer, v, n);
        return;
    }
    v = as_vector(u, v, lanes);
    LLVMValueRef args[] = {v, pointer, align_of(u, t), as_vector(u, mask, lanes)};
    ll_intrinsic(u, "llvm.masked.store", (LLVMTypeRef[]){LLVMTypeOf(v), u->ptr}, 2, args, 4);
}

static LLVMValueRef places(LlUnit *u, DType t, LLVMValueRef base, LLVMValueRef indices) {
    return LLVMBuildGEP2(u->builder, ll_memory_type(u, t, 1), base, &indices, 1, "");
}

/* Gathers and scatters have a power of two of lanes: LLVM 19 fills others up with undefined
 * indices, and gives the indices and the result one register, which the processor refuses. */
static uint32_t power_of_two(uint32_t lanes) {
    uint32_t p = 1;
    while (p < lanes) p *= 2;
    return p;
}

/* The mask, false in the lanes behind. */
static LLVMValueRef wide_mask(LlUnit *u, uint32_t lanes, uint32_t wide, LLVMValueRef mask) {
    LLVMValueRef none = LLVMConstNull(LLVMVectorType(u->i1, lanes)),
                 all = LLVMConstAllOnes(LLVMTypeOf(none));
    LLVMValueRef *at = ARENA_ARRAY(u->arena, LLVMValueRef, wide);
    for (uint32_t i = 0; i < wide; i++) at[i] = LLVMConstInt(u->i32, i < lanes ? i : lanes, false);
    return LLVMBuildShuffleVector(u->builder, mask ? mask : all, none, LLVMConstVector(at, wide),
                                  "");
}

LLVMValueRef ll_gather(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef base, LLVMValueRef indices,
                       LLVMValueRef mask) {
    if (lanes == 1) return ll_load(u, t, 1, places(u, t, base, indices), mask);
    const uint32_t wide = power_of_two(lanes);
    LLVMValueRef at = places(u, t, base, ll_lanes(u, indices, lanes, 0, wide));
    LLVMTypeRef type = ll_memory_type(u, t, wide), types[] = {type, LLVMTypeOf(at)};
    LLVMValueRef args[] = {at, align_of(u, t), wide_mask(u, lanes, wide, mask),
                           LLVMConstNull(type)};
    LLVMValueRef v = ll_intrinsic(u, "llvm.masked.gather", types, 2, args, 4);
    return ll_unpack(u, t, lanes, ll_lanes(u, v, wide, 0, lanes));
}

void ll_scatter(LlUnit *u, DType t, uint32_t lanes, LLVMValueRef base, LLVMValueRef indices,
                LLVMValueRef v, LLVMValueRef mask) {
    if (lanes == 1) {
        ll_store(u, t, 1, places(u, t, base, indices), v, mask);
        return;
    }
    const uint32_t wide = power_of_two(lanes);
    LLVMValueRef at = places(u, t, base, ll_lanes(u, indices, lanes, 0, wide));
    v = ll_lanes(u, ll_pack(u, t, lanes, v), lanes, 0, wide);
    LLVMValueRef args[] = {v, at, align_of(u, t), wide_mask(u, lanes, wide, mask)};
    ll_intrinsic(u, "llvm.masked.scatter", (LLVMTypeRef[]){LLVMTypeOf(v), LLVMTypeOf(at)}, 2, args,
                 4);
}
