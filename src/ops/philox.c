/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/philox.h"

static const LoopExpr *u32(LoopBuilder *b, uint32_t v) { return loop_int(b, DTYPE_UINT32, v); }

static const LoopExpr *let(LoopBuilder *b, const char *name, const LoopExpr *e) {
    return loop_var(b, loop_let(b, name, e));
}

void philox_keys(LoopBuilder *b, const LoopExpr *const key[2], PhiloxKeys *out) {
    /* Weyl sequences: the golden ratio, sqrt(3) - 1. */
    static const uint32_t step[2] = {0x9E3779B9, 0xBB67AE85};
    for (uint32_t r = 0; r < PHILOX_ROUNDS; r++) {
        for (uint32_t k = 0; k < 2; k++)
            out->at[r][k] = let(b, "key", loop_op2(b, LOOP_ADD, key[k], u32(b, r * step[k])));
    }
}

void philox(LoopBuilder *b, const PhiloxKeys *keys, const LoopExpr *const counter[4],
            const LoopExpr *out[4]) {
    const LoopExpr *m0 = u32(b, 0xD2511F53), *m1 = u32(b, 0xCD9E8D57);
    for (uint32_t i = 0; i < 4; i++) out[i] = counter[i];
    for (uint32_t r = 0; r < PHILOX_ROUNDS; r++) {
        const LoopExpr *high0 = loop_op2(b, LOOP_MULHI, m0, out[0]),
                       *low0 = loop_op2(b, LOOP_MUL, m0, out[0]);
        const LoopExpr *high1 = loop_op2(b, LOOP_MULHI, m1, out[2]),
                       *low1 = loop_op2(b, LOOP_MUL, m1, out[2]);
        const LoopExpr *x =
            loop_op2(b, LOOP_BITXOR, loop_op2(b, LOOP_BITXOR, high1, out[1]), keys->at[r][0]);
        const LoopExpr *y =
            loop_op2(b, LOOP_BITXOR, loop_op2(b, LOOP_BITXOR, high0, out[3]), keys->at[r][1]);
        out[0] = let(b, "c", x);
        out[1] = let(b, "c", low1);
        out[2] = let(b, "c", y);
        out[3] = let(b, "c", low0);
    }
}
