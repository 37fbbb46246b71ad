/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "ops/extent.h"
#include "ops/gradient.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("x"), OP_PRIM("min"), OP_PRIM("max")};

static const char *const constraints[] = {
    "x is an integer or floating-point tensor",
    "min and max are integers or floating-point numbers",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    if (!infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, 1)) return NULL;
    for (uint32_t i = 1; i <= 2; i++) {
        if (!extent_dtype_kind(in, extent_prim_dtype(in, i), KIND_INT | KIND_FLOAT, 2,
                               in->args[i].name))
            return NULL;
    }
    return in->args[0].type;
}

/* A bound in x's dtype: an integer one that does not fit becomes the nearest that does. */
static const LoopExpr *bound(OpLower *low, uint32_t arg, DType t) {
    const LoopExpr *e =
        place_prim(low, arg, dtype_is_float(low->args[arg]->dtype) ? t : DTYPE_INT64, 0);
    if (dtype_is_float(t) || e->dtype == t) return l_cast(low, t, e);
    /* The least and the greatest that both dtypes hold */
    const LoopExpr *inf = loop_float(low->b, DTYPE_FLOAT64, (double)INFINITY);
    const LoopExpr *lo = l_cast(low, t, l_op1(low, LOOP_NEG, inf)), *hi = l_cast(low, t, inf);
    lo = l_cast(low, DTYPE_INT64, lo);
    hi = t == DTYPE_UINT64 ? l_index(low, INT64_MAX) : l_cast(low, DTYPE_INT64, hi);
    return l_cast(low, t, l_op2(low, LOOP_MIN, l_op2(low, LOOP_MAX, e, lo), hi));
}

static void lower(OpLower *low) {
    const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
    const LoopExpr *x = lower_load(low, low->in[0], index);
    x = l_op2(low, LOOP_MAX, x, bound(low, 1, x->dtype));
    x = l_op2(low, LOOP_MIN, x, bound(low, 2, x->dtype));
    lower_store(low, low->out[0], index, x);
    lower_close(low, low->out[0]->ndim);
}

static void sample(OpSample *s) {
    s_tensor(s, (SampleWant){.kinds = KIND_INT | KIND_FLOAT, .open = true});
    for (int i = 0; i < 2; i++) {
        if (s_chance(s, 50)) {
            s_float_prim(s, s_float(s, -1, 1) + i);
        } else {
            s_int_prim(s, s_range(s, -2, 1) + i);
        }
    }
}

/* Where x is within the bounds or on one of them, as PyTorch's clamp: what clipping did not
 * change. */
static void gradient(OpGradient *g) {
    g_add(g, 0, g_where(g, d2(&g->d, &op_equal, d_arg(&g->d, 0), g_value(g)), g_adjoint(g)));
}

const OpDef op_clip = {
    .name = "clip",
    .doc = "minimum(maximum(x, min), max): max where min exceeds it; NaN stays NaN. The bounds are "
           "cast to x's dtype, for integers cut off toward zero and to the dtype's range.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_ELEMENTWISE,
    .infer = infer,
    .lower = lower,
    .gradient = gradient,
};
