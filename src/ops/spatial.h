/* SPDX-License-Identifier: Apache-2.0 */
/* What the operators on images share: those whose dims are N, C and one to three spatial ones.
 *
 * Letters number the dims: "NCW", "NCHW" or "NCDHW" those of data, "OIW", "OIHW" or "OIDHW" those
 * of a kernel. A layout attribute orders them; at[i] is the position of letter i in the tensor.
 */
#ifndef TENON_OPS_SPATIAL_H
#define TENON_OPS_SPATIAL_H

#include "ops/infer.h"

enum { SPATIAL_MAX = 3, SPATIAL_RANK_MAX = SPATIAL_MAX + 2 };

/* For n spatial dims, 1 to 3. */
const char *spatial_data_letters(int n);
const char *spatial_kernel_letters(int n);

/* The attribute `name` is a permutation of `letters`. */
bool spatial_layout(IrInfer *in, const char *name, const char *letters, unsigned c, uint8_t *at);
/* The same for `out_layout`; None and "" become the value of the attribute `like`. */
bool spatial_out_layout(IrInfer *in, const char *like, const char *letters, unsigned c,
                        uint8_t *at);

/* The attribute `name` holds one int a spatial dim, each `min` or more. */
bool spatial_ints(IrInfer *in, const char *name, int n, int64_t min, unsigned c, int64_t *out);
/* The attribute "padding": n ints before, then n ints after the dims, none negative. */
bool spatial_padding(IrInfer *in, int n, unsigned c, int64_t *out);

/* A window that slides along one dim. */
typedef struct {
    const IrDim *extent, *kernel;
    int64_t before, after, stride, dilation;
    bool ceil; /* count a last window that is not whole */
    char letter;
} SpatialWindow;

/* How many windows there are. NULL: reported (the kernel is empty or exceeds the padded extent). */
const IrDim *spatial_windows(IrInfer *in, const SpatialWindow *w, unsigned c);

#endif
