/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x"), OP_DTYPE_NEEDED("dtype")};

static const char *const constraints[] = {
    "dtype is not void",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    DType dtype = infer_attr(in, "dtype")->dtype;
    if (dtype == DTYPE_VOID) return infer_fail(in, 1, "a dtype", "void");
    return infer_with_dtype(in, in->args[0].type, dtype);
}

static void lower(OpLower *low) {
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    const LoopExpr *x = lower_load(low, low->in[0], index);
    lower_store(low, low->out[0], index, lower_convert(low, 0, x));
    lower_close(low, low->out[0]->ndim);
}

static void sample(OpSample *s) {
    s_tensor(s, (SampleWant){.open = true});
    s_set_dtype(s, "dtype", s_dtype(s, 0));
}

/* Only between floats; g_add casts back. */
static void gradient(OpGradient *g) { g_add(g, 0, g_adjoint(g)); }

const OpDef op_astype = {
    .name = "astype",
    .doc =
        "x in another dtype: to a float the nearest one (ties to even); from a float to an "
        "integer cut off toward zero, where NaN becomes 0 and what is out of range the nearest "
        "integer that is not; between integers modulo 2^bits; to bool whether it is not 0 (NaN "
        "is not). An integer of fewer than 8 bits is the low bits of an int32. A small float saturates, and "
        "float8_e8m0fnu is rounded away from zero: see R.cast.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_ELEMENTWISE | OP_SMALL_VALUES,
    .infer = infer,
    .lower = lower,
    .gradient = gradient,
    .is_multilinear = true,
};
