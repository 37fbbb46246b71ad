/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions of 3 x 3 by Winograd's algorithm (Lavin and Gray, Fast Algorithms for Convolutional
 * Neural Networks, 2016): 16 products for 4 results in place of 36, or 36 for 16 in place of 144,
 * between sums before and after.
 *
 * oneDNN 2.6 has it for AVX-512 and channels in blocks of 16. So the data, and what the result is
 * added to, are copied into scratch memory first, and the result is copied back; this is a few
 * percent of the time. Of numbers that are finite the errors are those of the direct algorithm: it
 * adds fewer products. Two primitives are there, of results by 2 x 2 and by 4 x 4; the library
 * lists first what it holds to be the faster. */
#include "backend/onednn/late.h"
#include "backend/onednn/primitive.h"

bool onednn_has_winograd(void) {
    return onednn_open() && ((unsigned)dnnl_get_effective_cpu_isa() & dnnl_cpu_isa_avx512_core) ==
                                dnnl_cpu_isa_avx512_core;
}

static bool in_blocks(dnnl_memory_desc_t *x) {
    const dnnl_memory_desc_t plain = *x;
    return dnnl_memory_desc_init_by_tag(x, plain.ndims, plain.dims, dnnl_f32, dnnl_nChw16c) ==
           dnnl_success;
}

bool onednn_winograd(const OnednnCall *call, const OnednnExtents *e,
                     const OnednnDescription *direct, OnednnDescription *out) {
    const uint32_t sum = onednn_sum(call);
    if (direct->is_blank || !onednn_winograd_pays(call, e)) return false;
    /* One number a channel is not in the result's memory. */
    if (sum < call->n_posts && !dnnl_memory_desc_equal(&direct->posts[sum], &direct->out))
        return false;
    *out = *direct;
    out->is_winograd = true;
    out->plain_data = direct->data;
    out->plain_out = direct->out;
    out->sum = sum;
    return in_blocks(&out->data) && in_blocks(&out->out);
}
