/* SPDX-License-Identifier: Apache-2.0 */
/* Where ONNX's Resize looks for a result along one dim, and how it weighs what it finds. */
#ifndef TENON_ONNX_RESIZE_WEIGHTS_H
#define TENON_ONNX_RESIZE_WEIGHTS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { NEAREST, LINEAR, CUBIC } ResizeMode;

typedef struct {
    ResizeMode mode;
    const char *transform, *nearest;
    double alpha, extrapolation;
    bool exclude, antialias;
} Resize;

/* One dim: its extent in x and in the result, the scale between, and the part of x that is looked
 * at. */
typedef struct {
    int64_t from, to;
    double scale, start, end;
} ResizeAlong;

/* In x, of result i. */
double resize_position(const Resize *r, const ResizeAlong *d, int64_t i);
/* The element nearest to it. */
int64_t resize_nearest(const Resize *r, const ResizeAlong *d, int64_t i);
/* The weights of result i over x's positions, which are added to row. */
void resize_weights(const Resize *r, const ResizeAlong *d, int64_t i, double *row);

#endif
