/* SPDX-License-Identifier: Apache-2.0 */
/* The family of poolings: what those by windows (pool.c) and adaptive ones share. */
#ifndef TENON_OPS_POOL_H
#define TENON_OPS_POOL_H

#include "ops/gradient.h"
#include "ops/sample.h"
#include "ops/spatial.h"

typedef struct {
    int n;        /* spatial dims */
    uint32_t arg; /* the operand that is pooled */
    bool
        picks; /* operand 0 is of the pooled operand's type, else (where arg > 0) of the result's */
} PoolRow;

/* The constraints' numbers. */
enum { POOL_LAYOUT = 1, POOL_RANK, POOL_DTYPE, POOL_WINDOW, POOL_FITS, POOL_GRAD };

#define POOL_LAYOUTS                                                                               \
    "layout and out_layout are permutations of N, C and the spatial letters; none is blocked"
#define POOL_HAS_RANK "data has two dims more than there are spatial ones"
#define POOL_IS_NUMBER "data is an integer or floating-point tensor"
#define POOL_HAS_WINDOW "pool_size, strides and dilation are 1 or more, padding is 0 or more"
#define POOL_HAS_ROOM "the dilated window fits in the padded data"

#define POOL_PARAMS(n_, layout_)                                                                   \
    OP_INTS("pool_size", n_, 1), OP_INTS("strides", n_, 1), OP_PADDING("padding", n_),             \
        OP_INTS("dilation", n_, 1), OP_BOOL("ceil_mode", false),                                   \
        OP_BOOL("count_include_pad", false), OP_STRING("layout", layout_, NULL),                   \
        OP_STRING_OR_NONE("out_layout", NULL)

#define POOL_OP(name_, doc_, params_, constraints_, row_, infer_, lower_, sample_, gradient_)      \
    {                                                                                              \
        .name = name_, .doc = doc_, .constraints = constraints_, .params = params_,                \
        .n_params = ARRAY_LEN(params_), .sample = sample_, .flags = OP_PURE, .infer = infer_,      \
        .lower = lower_, .gradient = gradient_, .data = &row_                                      \
    }

/* Of a dtype's sums; and their mean. */
DType pool_sum_dtype(DType t);
const LoopExpr *pool_mean(OpLower *low, DType t, const LoopExpr *sum, const LoopExpr *count);

extern const char *const pool_layouts[SPATIAL_MAX][3]; /* some that samples have */

#endif
