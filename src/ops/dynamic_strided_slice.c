/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x"), OP_TENSOR("begin"), OP_TENSOR("end"),
                                 OP_TENSOR("strides")};

static const char *const constraints[] = {
    "begin, end and strides have rank 1 and are int64",
    "they have as many elements as x has dims",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    for (uint32_t i = 1; i <= 3; i++) {
        const IrType *t = in->args[i].type;
        if (!infer_ndim(in, i, 1, 1)) return NULL;
        if (t->dtype != DTYPE_VOID && t->dtype != DTYPE_INT64) {
            return infer_fail(in, 1, infer_text(in, "int64 for `%s`", in->args[i].name),
                              dtype_name(t->dtype));
        }
        if (x->ndim == IR_NDIM_UNKNOWN || !t->dims) continue;
        if (!extent_dim_eq(in, ir_dim_const(in->m, x->ndim), t->dims[0], i, 0, 2)) return NULL;
    }
    return infer_tensor_ndim(in, x->ndim, x->dtype);
}

/* A stride is at least 1 away from 0, so no extent grows. */
static const IrType *bound(IrInfer *in) { return in->args[0].type; }

/* Positions as Python counts them: negative ones from the end, then clamped to [0, n], or to [-1, n
 * - 1] when the stride is negative. */
static const LoopExpr *clamped(OpLower *low, const LoopExpr *at, const LoopExpr *n,
                               const LoopExpr *backward) {
    const LoopExpr *zero = l_index(low, 0), *minus = l_index(low, -1);
    at = l_select(low, l_lt(low, at, zero), l_add(low, at, n), at);
    const LoopExpr *least = l_select(low, backward, minus, zero);
    return l_op2(low, LOOP_MIN, l_op2(low, LOOP_MAX, at, least),
                 l_select(low, backward, l_add(low, n, minus), n));
}

static void lower(OpLower *low) {
    const LoopBuffer *x = low->in[0], *out = low->out[0], *extents = low->out[1];
    const LoopExpr *zero = l_index(low, 0), *one = l_index(low, 1);
    const LoopVar **begin = ARENA_ARRAY(low->b->arena, const LoopVar *, (size_t)x->ndim + 1);
    const LoopVar **stride = ARENA_ARRAY(low->b->arena, const LoopVar *, (size_t)x->ndim + 1);
    const LoopVar **extent = ARENA_ARRAY(low->b->arena, const LoopVar *, (size_t)x->ndim + 1);
    for (uint32_t d = 0; d < x->ndim; d++) {
        const LoopExpr *place = l_index(low, d), *n = x->dims[d];
        stride[d] = loop_let(low->b, "stride", lower_load(low, low->in[3], &place));
        const LoopExpr *s = loop_var(low->b, stride[d]), *backward = l_lt(low, s, zero);
        /* A stride of 0 ends the run: the store is at place -1. */
        loop_begin_if(low->b, l_eq(low, s, zero));
        const LoopExpr *outside = l_sub(low, s, one);
        lower_store(low, extents, &outside, zero);
        loop_end(low->b);
        begin[d] = loop_let(low->b, "begin",
                            clamped(low, lower_load(low, low->in[1], &place), n, backward));
        const LoopExpr *from = loop_var(low->b, begin[d]);
        const LoopExpr *end = clamped(low, lower_load(low, low->in[2], &place), n, backward);
        const LoopExpr *length =
            l_select(low, backward, l_sub(low, from, end), l_sub(low, end, from));
        const LoopExpr *step = l_op1(low, LOOP_ABS, s);
        /* ceil(length / step) without overflow: 1 + (length - 1) // step */
        const LoopExpr *some =
            l_add(low, one, l_op2(low, LOOP_FLOORDIV, l_sub(low, length, one), step));
        extent[d] = loop_let(low->b, "extent", l_select(low, l_lt(low, zero, length), some, zero));
        lower_store(low, extents, &place, loop_var(low->b, extent[d]));
    }
    for (uint32_t d = 0; d < x->ndim; d++) {
        /* no element is copied, nor could one be read */
        if (ir_dim_is(lower_in_type(low, 0)->dims[d], 0)) return;
    }
    const LoopExpr **index = lower_exprs(low, x->ndim), **from = lower_exprs(low, x->ndim);
    for (uint32_t d = 0; d < x->ndim; d++) {
        index[d] = lower_for(low, loop_var(low->b, extent[d]), LOOP_PARALLEL);
        from[d] = l_add(low, loop_var(low->b, begin[d]),
                        l_mul(low, index[d], loop_var(low->b, stride[d])));
    }
    lower_store(low, out, index, lower_load(low, x, from));
    lower_close(low, x->ndim);
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 0});
    int64_t numbers[3][5] = {{0}};
    for (int32_t i = 0; i < x->ndim; i++) {
        for (int k = 0; k < 2; k++) numbers[k][i] = s_range(s, -3, 5);
        numbers[2][i] = s_chance(s, 30) ? -1 : s_range(s, 1, 2);
    }
    for (int k = 0; k < 3; k++) s_int_list(s, numbers[k], (uint32_t)x->ndim);
}

const OpDef op_dynamic_strided_slice = {
    .name = "dynamic_strided_slice",
    .doc = "x[begin:end:stride] on every axis, as in Python, with the three computed at run time; "
           "a stride of 0 is an error then.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer,
    .lower = lower,
    .bound = bound,
    .gradient = grad_moves,
    .is_multilinear = true,
};
