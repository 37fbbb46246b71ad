/* SPDX-License-Identifier: Apache-2.0 */
/* Matrices in registers change rows and columns.
 *
 * A square of P vectors of P elements goes in log2 P steps (Eklundh): in the step of distance d,
 * vectors i and i + d swap what lies d apart, so that each step is a shuffle of two registers. A
 * matrix is cut into squares. */
#include "backend/llvm/ll.h"

static LLVMValueRef shuffle(LlUnit *u, LLVMValueRef a, LLVMValueRef b, const uint32_t *from,
                            uint32_t n) {
    LLVMValueRef *at = ARENA_ARRAY(u->arena, LLVMValueRef, n);
    for (uint32_t i = 0; i < n; i++) at[i] = LLVMConstInt(u->i32, from[i], false);
    return LLVMBuildShuffleVector(u->builder, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)),
                                  LLVMConstVector(at, n), "");
}

static void square(LlUnit *u, LLVMValueRef *v, uint32_t p) {
    uint32_t *first = ARENA_ARRAY(u->arena, uint32_t, p),
             *second = ARENA_ARRAY(u->arena, uint32_t, p);
    for (uint32_t d = p / 2; d; d /= 2) {
        for (uint32_t k = 0; k < p; k++) { /* lanes from p on are those of the other vector */
            first[k] = k & d ? p + k - d : k;
            second[k] = k & d ? p + k : k + d;
        }
        for (uint32_t i = 0; i < p; i++) {
            if (i & d) continue;
            LLVMValueRef a = v[i], b = v[i + d];
            v[i] = shuffle(u, a, b, first, p);
            v[i + d] = shuffle(u, a, b, second, p);
        }
    }
}

static uint32_t power_of_two(uint32_t n) {
    uint32_t p = 1;
    while (p < n) p *= 2;
    return p;
}

/* `count` vectors of `lanes`, one behind the other; a power of two. */
static LLVMValueRef join(LlUnit *u, LLVMValueRef *v, uint32_t count, uint32_t lanes) {
    uint32_t *all = ARENA_ARRAY(u->arena, uint32_t, count * lanes);
    for (uint32_t i = 0; i < count * lanes; i++) all[i] = i;
    for (; count > 1; count /= 2, lanes *= 2) {
        for (uint32_t i = 0; i < count / 2; i++)
            v[i] = shuffle(u, v[2 * i], v[2 * i + 1], all, 2 * lanes);
    }
    return v[0];
}

static LLVMValueRef one_lane(LlUnit *u, LLVMValueRef v) {
    return LLVMBuildInsertElement(u->builder, LLVMGetPoison(ll_vector(LLVMTypeOf(v), 2)), v,
                                  LLVMConstInt(u->i32, 0, false), "");
}

void ll_transpose(LlUnit *u, const LLVMValueRef *in, uint32_t n, uint32_t m, LLVMValueRef *out) {
    const uint32_t wide_n = power_of_two(n), wide_m = power_of_two(m),
                   p = wide_n < wide_m ? wide_n : wide_m;
    if (p == 1) { /* one vector, or vectors of one lane */
        for (uint32_t i = 0; i < m; i++) out[i] = m > 1 ? ll_lanes(u, in[0], m, i, 1) : in[0];
        if (n == 1) return;
        LLVMValueRef *v = ARENA_ARRAY(u->arena, LLVMValueRef, wide_n / 2);
        const uint32_t pair[] = {0, 2};
        for (uint32_t i = 0; i < wide_n / 2; i++) {
            LLVMValueRef a = one_lane(u, in[2 * i < n ? 2 * i : n - 1]),
                         b = one_lane(u, in[2 * i + 1 < n ? 2 * i + 1 : n - 1]);
            v[i] = shuffle(u, a, b, pair, 2);
        }
        out[0] = ll_lanes(u, join(u, v, wide_n / 2, 2), wide_n, 0, n);
        return;
    }
    LLVMValueRef *v = ARENA_ARRAY(u->arena, LLVMValueRef, wide_n),
                 *parts = ARENA_ARRAY(u->arena, LLVMValueRef, wide_n / p);
    for (uint32_t at = 0; at < m; at += p) {
        for (uint32_t i = 0; i < wide_n; i++) v[i] = ll_lanes(u, in[i < n ? i : n - 1], m, at, p);
        for (uint32_t i = 0; i < wide_n; i += p) square(u, &v[i], p);
        for (uint32_t i = 0; i < p && at + i < m; i++) {
            for (uint32_t k = 0; k < wide_n / p; k++) parts[k] = v[k * p + i];
            out[at + i] = ll_lanes(u, join(u, parts, wide_n / p, p), wide_n, 0, n);
        }
    }
}

void ll_split(LlUnit *u, LLVMValueRef v, uint32_t n, uint32_t m, LLVMValueRef *out) {
    uint32_t *from = ARENA_ARRAY(u->arena, uint32_t, n);
    for (uint32_t i = 0; i < m; i++) {
        for (uint32_t k = 0; k < n; k++) from[k] = k * m + i;
        out[i] = n == 1 ? ll_lanes(u, v, m, i, 1) : shuffle(u, v, NULL, from, n);
    }
}

LLVMValueRef ll_interleave(LlUnit *u, const LLVMValueRef *in, uint32_t n, uint32_t m,
                           uint32_t lanes) {
    const uint32_t wide = power_of_two(m);
    LLVMValueRef *v = ARENA_ARRAY(u->arena, LLVMValueRef, wide);
    uint32_t *from = ARENA_ARRAY(u->arena, uint32_t, n * m);
    for (uint32_t i = 0; i < wide; i++) v[i] = i < m ? in[i] : LLVMGetPoison(LLVMTypeOf(in[0]));
    LLVMValueRef all = join(u, v, wide, lanes);
    for (uint32_t i = 0; i < n * m; i++) from[i] = i % m * lanes + i / m;
    return shuffle(u, all, NULL, from, n * m);
}
