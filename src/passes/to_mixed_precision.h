/* SPDX-License-Identifier: Apache-2.0 */
/* The choices of ToMixedPrecision's options. */
#ifndef TENON_PASSES_TO_MIXED_PRECISION_H
#define TENON_PASSES_TO_MIXED_PRECISION_H

/* What products and convolutions add up in; ends with NULL. */
extern const char *const mixed_out_dtypes[];

#endif
