/* SPDX-License-Identifier: Apache-2.0 */
/* Bounds of int64 values: a sum of bounded values that cannot overflow is a plain sum in C, which
 * compilers understand better than one that wraps. Each bound holds whatever the inputs are. */
#include "backend/c/loop_parts.h"

const CRange c_range_all = {INT64_MIN, INT64_MAX};

bool c_range_is_all(CRange r) { return r.lo == INT64_MIN && r.hi == INT64_MAX; }

CRange c_range_index(CRange extent) {
    const int64_t far = (int64_t)1 << 56;
    if (extent.hi < 1) return (CRange){0, 0};
    return (CRange){0, extent.hi < far ? extent.hi - 1 : far};
}

CRange c_range_dtype(DType t) {
    const unsigned bits = (unsigned)dtype_size(t) * 8;
    if (t == DTYPE_BOOL) return (CRange){0, 1};
    if (!dtype_is_int(t) || bits == 64) return c_range_all;
    if (dtype_kind(t) == DTYPE_KIND_UINT) return (CRange){0, ((int64_t)1 << bits) - 1};
    return (CRange){-((int64_t)1 << (bits - 1)), ((int64_t)1 << (bits - 1)) - 1};
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

static CRange product(CRange a, CRange b) {
    int64_t p[4];
    if (!mul_i64(a.lo, b.lo, &p[0]) || !mul_i64(a.lo, b.hi, &p[1]) || !mul_i64(a.hi, b.lo, &p[2]) ||
        !mul_i64(a.hi, b.hi, &p[3]))
        return c_range_all;
    return (CRange){least(least(p[0], p[1]), least(p[2], p[3])),
                    most(most(p[0], p[1]), most(p[2], p[3]))};
}

CRange c_range_op(LoopExprKind kind, const CRange *x) {
    CRange r;
    switch (kind) {
    case LOOP_ADD:
        if (add_i64(x[0].lo, x[1].lo, &r.lo) && add_i64(x[0].hi, x[1].hi, &r.hi)) return r;
        return c_range_all;
    case LOOP_SUB:
        if (!__builtin_sub_overflow(x[0].lo, x[1].hi, &r.lo) &&
            !__builtin_sub_overflow(x[0].hi, x[1].lo, &r.hi))
            return r;
        return c_range_all;
    case LOOP_MUL: return product(x[0], x[1]);
    case LOOP_NEG:
        if (x[0].lo == INT64_MIN) return c_range_all;
        return (CRange){-x[0].hi, -x[0].lo};
    case LOOP_MIN: return (CRange){least(x[0].lo, x[1].lo), least(x[0].hi, x[1].hi)};
    case LOOP_MAX: return (CRange){most(x[0].lo, x[1].lo), most(x[0].hi, x[1].hi)};
    case LOOP_SELECT: return (CRange){least(x[1].lo, x[2].lo), most(x[1].hi, x[2].hi)};
    case LOOP_FLOORDIV:
    case LOOP_TRUNCDIV:
        if (x[1].lo < 1) return x[0].lo >= 0 && x[1].lo >= 0 ? (CRange){0, x[0].hi} : c_range_all;
        return (CRange){least(x[0].lo, 0), most(x[0].hi, 0)};
    case LOOP_FLOORMOD:
    case LOOP_TRUNCMOD:
        if (x[1].lo < 1) return c_range_all;
        return (CRange){kind == LOOP_TRUNCMOD && x[0].lo < 0 ? 1 - x[1].hi : 0, x[1].hi - 1};
    default: return c_range_all;
    }
}
