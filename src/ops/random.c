/* SPDX-License-Identifier: Apache-2.0 */
/* Random numbers as a function of (seed, counter, position). Philox's key is the seed; its counter
 * is, from the least word on, the number of the block of four words and the counter. Element i
 * takes word i % 4 of block i // 4, an element of 64 bits words 2*(i % 2) (the lower half) and the
 * next of block i // 2. A float is the upper bits of its word or words, as many as its significand
 * has, times a power of two: exact, so that float16 and bfloat16 give float32's value cut off. */
#include "ops/decompose.h"
#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/philox.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {
    OP_TENSOR("seed"),
    OP_TENSOR("counter"),
    OP_SHAPE("shape"),
    OP_DTYPE_DEFAULT("dtype", "float32"),
};

static const char *const constraints[] = {
    "seed is an integer of rank 0",
    "counter is an integer of rank 0",
    "no dim of shape is negative",
    "dtype is floating-point, or an integer dtype of 32 or 64 bits",
    NULL,
};

static const char *const normal_constraints[] = {
    "seed is an integer of rank 0",
    "counter is an integer of rank 0",
    "no dim of shape is negative",
    "dtype is floating-point",
    NULL,
};

static const IrType *infer_any(IrInfer *in, bool floats_only) {
    for (uint32_t i = 0; i < 2; i++) {
        if (!infer_dtype_kind(in, i, KIND_INT, i + 1) || !infer_ndim(in, i, 0, i + 1)) return NULL;
    }
    if (!extent_shape_not_negative(in, 2, 3)) return NULL;
    DType dtype = extent_dtype_attr(in, "dtype", DTYPE_FLOAT32);
    bool good = (dtype_is_float(dtype) && !dtype_is_small(dtype)) ||
                (!floats_only && dtype_kind(dtype) != DTYPE_KIND_BOOL && dtype_bits(dtype) >= 32 &&
                 !dtype_is_small(dtype));
    if (!good)
        return infer_fail(in, 4,
                          floats_only ? "a floating-point dtype"
                                      : "float*, int32, int64, uint32 or uint64",
                          dtype_name(dtype));
    int32_t ndim;
    IrDims dims = infer_shape_arg(in, 2, &ndim);
    return infer_tensor(in, dims, ndim, dtype);
}

static const IrType *infer(IrInfer *in) { return infer_any(in, false); }
static const IrType *infer_normal(IrInfer *in) { return infer_any(in, true); }

/* The two halves of a 64-bit value as uint32. */
static void halves(OpLower *low, const LoopExpr *v, const LoopExpr *out[2]) {
    v = loop_var(low->b, loop_let(low->b, "v", l_cast(low, DTYPE_UINT64, v)));
    out[0] = l_cast(low, DTYPE_UINT32, v);
    out[1] = l_cast(low, DTYPE_UINT32, l_op2(low, LOOP_SHR, v, loop_int(low->b, DTYPE_UINT64, 32)));
}

/* The upper bits that the significand of a float dtype holds, times 2^-bits. */
static const LoopExpr *uniform(OpLower *low, DType dtype, const LoopExpr *word, int bits) {
    int64_t drop = (int64_t)dtype_size(word->dtype) * 8 - bits;
    const LoopExpr *upper = l_op2(low, LOOP_SHR, word, loop_int(low->b, word->dtype, drop));
    return l_mul(low, l_cast(low, dtype, upper),
                 loop_float(low->b, dtype, 1.0 / (double)((int64_t)1 << bits)));
}

static const LoopExpr *value(OpLower *low, DType dtype, const LoopExpr *word) {
    switch (dtype) {
    case DTYPE_BFLOAT16: return uniform(low, dtype, word, 8);
    case DTYPE_FLOAT16: return uniform(low, dtype, word, 11);
    case DTYPE_FLOAT32: return uniform(low, dtype, word, 24);
    case DTYPE_FLOAT64: return uniform(low, dtype, word, 53);
    default: return l_cast(low, dtype, word);
    }
}

static const LoopExpr *let(OpLower *low, const char *name, const LoopExpr *e) {
    return e->n ? loop_var(low->b, loop_let(low->b, name, e)) : e;
}

/* The block's values of 64 bits. */
static void pair_words(OpLower *low, const LoopExpr *words[4]) {
    for (uint32_t i = 0; i < 4; i++) words[i] = l_cast(low, DTYPE_UINT64, words[i]);
    for (uint32_t i = 0; i < 2; i++) {
        const LoopExpr *upper =
            l_op2(low, LOOP_SHL, words[2 * i + 1], loop_int(low->b, DTYPE_UINT64, 32));
        words[i] = l_op2(low, LOOP_BITOR, upper, words[2 * i]);
    }
}

/* A row (the innermost dim) at a time, block by block; `before` elements of the first block belong
 * to the row before. */
static void lower(OpLower *low) {
    const LoopBuffer *out = low->out[0];
    const uint32_t each = dtype_size(out->dtype) == 8 ? 2 : 4; /* elements in a block */
    const uint32_t outer = out->ndim ? out->ndim - 1 : 0;
    const LoopExpr *key[2], *counter[4], *words[4], *zero = l_index(low, 0);
    PhiloxKeys keys;
    halves(low, lower_load(low, low->in[0], NULL), key);
    philox_keys(low->b, key, &keys);
    halves(low, lower_load(low, low->in[1], NULL), &counter[2]);
    const LoopExpr **index = lower_exprs(low, out->ndim + 1);
    for (uint32_t d = 0; d < outer; d++) index[d] = lower_for(low, out->dims[d], LOOP_PARALLEL);
    index[outer] = zero;
    const LoopExpr *start = let(low, "start", place_number(low, out, index)),
                   *size = l_index(low, each);
    const LoopExpr *before = let(low, "before", l_op2(low, LOOP_FLOORMOD, start, size));
    const LoopExpr *length = out->ndim ? out->dims[outer] : l_index(low, 1);
    const LoopExpr *end = l_add(low, l_add(low, before, length), l_index(low, each - 1));
    const LoopExpr *c = lower_for(low, l_op2(low, LOOP_FLOORDIV, end, size), LOOP_PARALLEL);
    halves(low, l_add(low, l_op2(low, LOOP_FLOORDIV, start, size), c), counter);
    philox(low->b, &keys, counter, words);
    if (each == 2) pair_words(low, words);
    for (uint32_t k = 0; k < each; k++) {
        const LoopExpr *at = l_sub(low, l_add(low, l_mul(low, c, size), l_index(low, k)), before);
        at = let(low, "at", at);
        loop_begin_if(low->b, l_and(low, l_le(low, zero, at), l_lt(low, at, length)));
        index[outer] = at;
        lower_store(low, out, index, value(low, out->dtype, words[k]));
        loop_end(low->b);
    }
    lower_close(low, outer + 1);
}

static void sample(OpSample *s) {
    static const DType dtypes[] = {DTYPE_FLOAT32, DTYPE_FLOAT64, DTYPE_FLOAT16, DTYPE_BFLOAT16,
                                   DTYPE_INT32,   DTYPE_INT64,   DTYPE_UINT32,  DTYPE_UINT64};
    for (int i = 0; i < 2; i++) s_tensor_dims(s, NULL, 0, s_dtype(s, KIND_INT));
    const IrType *t = s_type(s, (SampleWant){.min_ndim = 0});
    s_shape(s, t->dims, t->ndim);
    s_set_dtype(s, "dtype",
                s->op == &op_random ? dtypes[s_below(s, ARRAY_LEN(dtypes))]
                                    : s_dtype(s, KIND_FLOAT));
}

const OpDef op_random = {
    .name = "random",
    .doc = "Random numbers in the shape: floats uniform in [0, 1), integers their raw bits. "
           "Element i (in row-major order) depends on seed, counter and i alone: Philox4x32-10 "
           "(Salmon et al. 2011) with the 64 bits of seed as its key, where narrower integers are "
           "sign-extended. The same seed with another counter is another, independent stream.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .lower = lower,
    .no_gradient = GRAD_NONE_OPERAND,
};

/* Box and Muller 1958: sqrt(-2 log(1 - u)) cos(2 pi v), with u and v one after the other in one
 * stream. */
static IrVar *decompose_normal(OpDecompose *call) {
    const IrType *result = call->result;
    DType dtype = result->dtype == DTYPE_FLOAT64 ? DTYPE_FLOAT64 : DTYPE_FLOAT32;
    const IrDim **dims = ARENA_ARRAY(&call->b->m->scratch, const IrDim *, (size_t)result->ndim + 1);
    dims[0] = ir_dim_const(call->b->m, 2);
    for (int32_t i = 0; i < result->ndim; i++) dims[i + 1] = result->dims[i];
    IrAttr *attrs = d_attrs(call, &op_random);
    d_set_dtype(&op_random, attrs, "dtype", dtype);
    const IrOperand args[] = {d_arg(call, 0), d_arg(call, 1),
                              d_shape(call, dims, result->ndim + 1)};
    IrOperand both = d_call(call, &op_random, args, 3, attrs), part[2];
    for (int64_t i = 0; i < 2; i++) {
        IrAttr *take = d_attrs(call, &op_take);
        take[ir_op_attr_index(&op_take, "axis")] = (IrAttr){.kind = IR_ATTR_INT, .i = 0};
        part[i] = d_call(call, &op_take,
                         (const IrOperand[]){both, d_const(call, DTYPE_INT64, (double)i)}, 2, take);
    }
    IrOperand u = d2(call, &op_subtract, d_const(call, dtype, 1), part[0]);
    IrOperand radius =
        d1(call, &op_sqrt, d2(call, &op_multiply, d_const(call, dtype, -2), d1(call, &op_log, u)));
    IrOperand angle = d2(call, &op_multiply, d_const(call, dtype, 6.283185307179586), part[1]);
    IrOperand y = d2(call, &op_multiply, radius, d1(call, &op_cos, angle));
    return d_result(call, d_cast(call, y, result->dtype));
}

const OpDef op_random_normal = {
    .name = "random_normal",
    .doc = "Random numbers of the normal distribution with mean 0 and variance 1 in the shape, by "
           "Box and Muller from R.random(seed, counter, (2, *shape)), whose first half gives the "
           "radius and second half the angle; in float32 for narrower dtypes.",
    .constraints = normal_constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer_normal,
    .decompose = decompose_normal,
};
