/* SPDX-License-Identifier: Apache-2.0 */
/* Products of integers with their scales told beforehand. */
#ifndef TENON_BACKEND_ONEDNN_SCALES_H
#define TENON_BACKEND_ONEDNN_SCALES_H

#include "backend/onednn/primitive.h"

/* The same call with scales, for OnednnDescription: its first posts are these and a bias. */
typedef struct {
    OnednnCall call;
    OnednnExtents extents;
    const void *constants[ONEDNN_INPUTS_MAX];
    const float *scales; /* of the Onednn, as the bias */
    int64_t n_scales;
} OnednnScaled;

/* False: what follows the sums first is not such, or not known. */
bool onednn_scaled(Onednn *self, const OnednnCall *call, const OnednnExtents *extents,
                   const void *const *constants, OnednnScaled *out);

#endif
