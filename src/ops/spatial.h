/* SPDX-License-Identifier: Apache-2.0 */
/* What the operators on images share: those whose dims are N, C and one to three spatial ones.
 *
 * Letters number the dims: "NCW", "NCHW" or "NCDHW" those of data, "OIW", "OIHW" or "OIDHW" those
 * of a kernel. A layout attribute orders them; at[i] is the position of letter i in the tensor.
 */
#ifndef TENON_OPS_SPATIAL_H
#define TENON_OPS_SPATIAL_H

#include "ops/infer.h"
#include "ops/lower.h"

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

/* Where the letters stand in a layout that infer accepted. */
void spatial_positions(const char *layout, const char *letters, uint8_t *at);

/* A window that slides along one dim. */
typedef struct {
    const IrDim *extent, *kernel;
    int64_t before, after, stride, dilation;
    bool ceil; /* count a last window that is not whole */
    char letter;
} SpatialWindow;

/* How many windows there are. NULL: reported (the kernel is empty or exceeds the padded extent). */
const IrDim *spatial_windows(IrInfer *in, const SpatialWindow *w, unsigned c);

/* The loops over the elements that one window covers, those in the padding left out:
 *
 *     for k in range(kernel):          (for each spatial dim)
 *         p = o * stride - before + k * dilation
 *         if 0 <= p < extent: ...              (where padded)
 */
typedef struct {
    const LoopExpr *kernel, *extent; /* of the kernel, of data */
    const LoopExpr *o;               /* the window's position */
    int64_t stride, before, dilation;
    bool padded;       /* some window may leave the data */
    const LoopExpr *k; /* set by spatial_open_window: the position in the kernel, in data */
    const LoopExpr *p;
} SpatialLoop;

/* Returns how many bodies it opened, to be closed with lower_close. */
uint32_t spatial_open_window(OpLower *low, SpatialLoop *dims, int n);

#endif
