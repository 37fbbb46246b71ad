/* SPDX-License-Identifier: Apache-2.0 */
/* WidenProducts: convolutions and products of matrices of float16 and bfloat16 go by float32.
 *
 *     y = R.nn.conv2d(x, w)          x1 = R.astype(x, dtype="float32")
 *                                    w1 = R.astype(w, dtype="float32")
 *                                    y1 = R.nn.conv2d(x1, w1)
 *                                    y = R.astype(y1, dtype="float16")
 *
 * Sums of half precision are in float32 anyway and are rounded once, so results keep their bits.
 * What is faster in float32 (Winograd's tiles, calls of a library, vectors without a conversion for
 * each operand) then has them; a cast is done once for each element, with what stands beside it.
 * Weights that are constants become float32 when the module is compiled.
 *
 * Few operations stay: depthwise convolutions, products with few rows (which read a matrix of
 * weights once, so it had better be short), and those by several matrices, as attention has. */
#include "ops/conv.h"
#include "ops/ops.h"
#include "ops/spatial.h"
#include "passes/decompose_calls.h"
#include "passes/passes.h"

enum { LEAST_ROWS = 32 };
static const double LEAST_PRODUCTS = 1e5;

static const OpDef *const ops[] = {&op_matmul, &op_nn_conv1d, &op_nn_conv2d, &op_nn_conv3d};

/* What is known of the extents, 1 where nothing is. */
static double elements(const IrType *t) {
    double n = 1;
    for (int32_t i = 0; t->dims && i < t->ndim; i++) {
        int64_t extent;
        if (ir_dim_is_const(t->dims[i], &extent)) n *= (double)extent;
    }
    return n;
}

/* Of a convolution: how many are added up in an element of the result. */
static double depth_of(const OpDecompose *d, size_t row) {
    uint8_t at[SPATIAL_RANK_MAX];
    int64_t out;
    const IrType *w = d->types[1];
    spatial_positions(d_attr(d, "kernel_layout")->s, spatial_kernel_letters((int)row), at);
    return ir_dim_is_const(w->dims[at[0]], &out) && out > 0 ? elements(w) / (double)out : 0;
}

static bool pays(const OpDecompose *d, size_t row) {
    const IrType *y = d->types[1];
    if (!y->dims || !d->types[0]->dims || !d->result->dims) return false;
    const double results = elements(d->result);
    if (row) {
        const double each = depth_of(d, row);
        uint8_t at[SPATIAL_RANK_MAX];
        spatial_positions(d_attr(d, "kernel_layout")->s, spatial_kernel_letters((int)row), at);
        return !ir_dim_is(y->dims[at[1]], 1) && results * each >= LEAST_PRODUCTS;
    }
    int64_t depth, columns;
    return y->ndim == 2 && ir_dim_is_const(y->dims[0], &depth) &&
           ir_dim_is_const(y->dims[1], &columns) && columns > 0 &&
           results / (double)columns >= LEAST_ROWS && results * (double)depth >= LEAST_PRODUCTS;
}

static bool makes(void *user, const OpDecompose *call, size_t row, IrOperand *out) {
    (void)user;
    OpDecompose d = *call;
    if (!dtype_is_half(d.types[0]->dtype) || !dtype_is_half(d.types[1]->dtype) || !pays(&d, row))
        return false;
    const IrOperand operands[] = {d_cast(&d, d_arg(&d, 0), DTYPE_FLOAT32),
                                  d_cast(&d, d_arg(&d, 1), DTYPE_FLOAT32)};
    IrAttr *attrs = d_attrs_like(&d, d.op);
    d_set_dtype(d.op, attrs, "out_dtype", DTYPE_FLOAT32);
    *out = d_cast(&d, d_call(&d, d.op, operands, 2, attrs), d.result->dtype);
    return true;
}

bool pass_widen_products(IrModule *m) {
    return decompose_calls(
        m, &(DecomposeCalls){
               .pass = "WidenProducts", .ops = ops, .n_ops = ARRAY_LEN(ops), .makes = makes});
}
