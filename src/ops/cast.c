/* SPDX-License-Identifier: Apache-2.0 */
/* Casts that say more than astype: to small floats, and of bits. */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/sample.h"
#include "ops/small.h"

/* cast */
static const char *const round_modes[] = {"up", "down", "nearest", NULL};

static const OpParam cast_params[] = {
    OP_TENSOR("x"),
    OP_DTYPE_NEEDED("dtype"),
    OP_BOOL("saturate", true),
    OP_STRING("round_mode", "up", round_modes),
};

static const char *const cast_constraints[] = {
    "dtype is a floating-point dtype of 8 bits or less",
    NULL,
};

static bool is_small_float(DType t) { return dtype_is_small(t) && dtype_is_float(t); }

static const IrType *infer_cast(IrInfer *in) {
    const DType dtype = infer_attr(in, "dtype")->dtype;
    if (!is_small_float(dtype))
        return infer_fail(in, 1, "such a dtype, as float8_e4m3fn", dtype_name(dtype));
    return infer_with_dtype(in, in->args[0].type, dtype);
}

static void lower_cast(OpLower *low) {
    const SmallCast how = {lower_bool(low, "saturate"),
                           lower_string_is(low, "round_mode", "up")     ? DTYPE_ROUND_UP
                           : lower_string_is(low, "round_mode", "down") ? DTYPE_ROUND_DOWN
                                                                        : DTYPE_ROUND_NEAREST};
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    const LoopExpr *x = lower_load(low, low->in[0], index);
    lower_store(low, low->out[0], index, small_convert(low, lower_out_type(low, 0)->dtype, x, how));
    lower_close(low, low->out[0]->ndim);
}

static DType draw_small_float(OpSample *s) {
    static const DType types[] = {DTYPE_FLOAT8E4M3FN,   DTYPE_FLOAT8E4M3FNUZ,    DTYPE_FLOAT8E5M2,
                                  DTYPE_FLOAT8E5M2FNUZ, DTYPE_FLOAT8E8M0,        DTYPE_FLOAT8E4M3,
                                  DTYPE_FLOAT8E3M4,     DTYPE_FLOAT8E4M3B11FNUZ, DTYPE_FLOAT4E2M1};
    return types[s_below(s, ARRAY_LEN(types))];
}

static void sample_cast(OpSample *s) {
    s_tensor(s, (SampleWant){.open = true});
    s_set_dtype(s, "dtype", draw_small_float(s));
}

const OpDef op_cast = {
    .name = "cast",
    .doc =
        "x in a small float dtype, the nearest value (ties to even). What is too large becomes the largest "
        "number, unless saturate says that it becomes an infinity or NaN. float8_e8m0fnu goes by round_mode: up is "
        "away from zero, nearest has ties away from it; what it has no number for is the least one or NaN, and "
        "what is negative NaN. astype saturates and rounds up.",
    .constraints = cast_constraints,
    .params = cast_params,
    .n_params = ARRAY_LEN(cast_params),
    .sample = sample_cast,
    .flags = OP_PURE | OP_ELEMENTWISE | OP_SMALL_VALUES,
    .infer = infer_cast,
    .lower = lower_cast,
    .gradient = grad_zero,
};

/* bitcast */
static const OpParam bitcast_params[] = {OP_TENSOR("x"), OP_DTYPE_NEEDED("dtype")};

static const char *const bitcast_constraints[] = {
    "dtype has as many bits as x's; bool has 8",
    NULL,
};

static const IrType *infer_bitcast(IrInfer *in) {
    const DType to = infer_attr(in, "dtype")->dtype, from = in->args[0].type->dtype;
    if (to == DTYPE_VOID || (from != DTYPE_VOID && dtype_bits(from) != dtype_bits(to))) {
        const char *want =
            from == DTYPE_VOID ? "a dtype" : infer_text(in, "a dtype of %u bits", dtype_bits(from));
        return infer_fail(in, 1, want, dtype_name(to));
    }
    return infer_with_dtype(in, in->args[0].type, to);
}

/* Of 8 bits or less the operator sees codes. */
static void lower_bitcast(OpLower *low) {
    const LoopBuffer *out = low->out[0];
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    const LoopExpr *x = lower_load(low, low->in[0], index);
    const bool by_value = !dtype_is_float(x->dtype) && !dtype_is_float(out->dtype);
    lower_store(low, out, index,
                by_value ? l_cast(low, out->dtype, x) : loop_reinterpret(low->b, out->dtype, x));
    lower_close(low, out->ndim);
}

static void sample_bitcast(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.open = true});
    DType to;
    do {
        to = s_dtype(s, 0);
    } while (x->dtype != DTYPE_VOID && dtype_bits(to) != dtype_bits(x->dtype));
    s_set_dtype(s, "dtype", to);
}

const OpDef op_bitcast = {
    .name = "bitcast",
    .doc =
        "The bits of x as elements of another dtype of the same size. Of a NaN the payload may be lost; a bool is "
        "whether any bit is set.",
    .constraints = bitcast_constraints,
    .params = bitcast_params,
    .n_params = ARRAY_LEN(bitcast_params),
    .sample = sample_bitcast,
    .flags = OP_PURE | OP_ELEMENTWISE | OP_SMALL_MOVES | OP_BITS,
    .infer = infer_bitcast,
    .lower = lower_bitcast,
    .gradient = grad_zero,
};
