/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/sums.h"

const LoopBuffer *sums_begin(OpLower *low) {
    const LoopBuffer *out = low->out[0], *sums = out;
    const DType t = lower_acc_dtype(out->dtype);
    if (t != out->dtype) sums = loop_local(low->b, "sums", t, out->dims, out->ndim);
    const LoopExpr **index = lower_open(low, sums, UINT32_MAX);
    lower_store(low, sums, index, l_num(low, t, 0));
    lower_close(low, sums->ndim);
    return sums;
}

void sums_add(OpLower *low, const LoopBuffer *sums, const LoopExpr *const *index,
              const LoopExpr *value) {
    const LoopExpr *sum = l_add(low, lower_load(low, sums, index), l_cast(low, sums->dtype, value));
    lower_store(low, sums, index, sum);
}

void sums_end(OpLower *low, const LoopBuffer *sums) {
    const LoopBuffer *out = low->out[0];
    if (sums == out) return;
    const LoopExpr **index = lower_open(low, out, UINT32_MAX);
    lower_store(low, out, index, l_cast(low, out->dtype, lower_load(low, sums, index)));
    lower_close(low, out->ndim);
}
