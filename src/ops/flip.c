/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/gradient.h"
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/place.h"
#include "ops/sample.h"

static const OpParam params[] = {OP_TENSOR("data"), OP_INT_NEEDED("axis")};

static const char *const constraints[] = {
    "axis is an axis of data",
    NULL,
};

static const IrType *infer(IrInfer *in) {
    const IrType *x = in->args[0].type;
    return infer_axis(in, "axis", x->ndim, 1) ? x : NULL;
}

static void lower(OpLower *low) {
    const LoopBuffer *x = low->in[0];
    int64_t axis = lower_int(low, "axis");
    const LoopExpr **index = lower_open(low, x, UINT32_MAX),
                   **from = place_copy(low, index, x->ndim);
    from[axis] = l_sub(low, l_sub(low, x->dims[axis], l_index(low, 1)), index[axis]);
    lower_store(low, low->out[0], index, lower_load(low, x, from));
    lower_close(low, x->ndim);
}

static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 1});
    s_axis(s, "axis", x->ndim);
}

const OpDef op_flip = {
    .name = "flip",
    .doc = "data with the order along the axis reversed.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_SMALL_MOVES | OP_STRINGS,
    .infer = infer,
    .lower = lower,
    .gradient = grad_again,
    .is_multilinear = true,
};
