/* SPDX-License-Identifier: Apache-2.0 */
#include "onnx/resize_weights.h"

#include <math.h>
#include <string.h>

static bool is(const char *a, const char *b) { return strcmp(a, b) == 0; }

/* The result's extent before it is cut off to an integer: the last corner lies there. Scales are
 * float32, so what is nearly the integer is it. */
static double full_extent(const ResizeAlong *d) {
    const double to = (double)d->to, full = d->scale * (double)d->from;
    return fabs(full - to) < 1e-5 * to ? to : full;
}

/* A step of a position. Of nearest elements each is rounded to float32: there halves and integers
 * decide, which a float32 scale misses by its last bit, and float32 quotients meet. */
static double step(const Resize *r, double v) { return r->mode == NEAREST ? (double)(float)v : v; }

double resize_position(const Resize *r, const ResizeAlong *d, int64_t i) {
    const double x = (double)i, scale = step(r, d->scale), pixel = step(r, (x + 0.5) / scale);
    if (is(r->transform, "align_corners"))
        return d->to == 1
                   ? 0
                   : step(r, step(r, x * (double)(d->from - 1)) / step(r, full_extent(d) - 1));
    if (is(r->transform, "asymmetric")) return step(r, x / scale);
    if (is(r->transform, "tf_half_pixel_for_nn")) return pixel;
    if (is(r->transform, "pytorch_half_pixel")) return d->to > 1 ? step(r, pixel - 0.5) : 0;
    if (is(r->transform, "half_pixel_symmetric")) {
        const double full = step(r, scale * (double)d->from),
                     adjustment = step(r, (double)d->to / full), center = (double)d->from / 2;
        return step(r, step(r, step(r, center * step(r, 1 - adjustment)) + pixel) - 0.5);
    }
    if (is(r->transform, "tf_crop_and_resize")) {
        const double last = (double)(d->from - 1);
        return d->to > 1 ? d->start * last + x * (d->end - d->start) * last / (double)(d->to - 1)
                         : 0.5 * (d->start + d->end) * last;
    }
    return step(r, pixel - 0.5);
}

int64_t resize_nearest(const Resize *r, const ResizeAlong *d, int64_t i) {
    const double p = resize_position(r, d, i);
    double at;
    if (is(r->nearest, "round_prefer_ceil")) {
        at = floor(p + 0.5);
    } else if (is(r->nearest, "floor")) {
        at = floor(p);
    } else if (is(r->nearest, "ceil") || (is(r->nearest, "simple") && d->scale < 1)) {
        at = ceil(p);
    } else if (is(r->nearest, "simple")) {
        at = floor(p);
    } else {
        at = ceil(p - 0.5);
    }
    return at < 0 ? 0 : at > (double)(d->from - 1) ? d->from - 1 : (int64_t)at;
}

static double cubic(double a, double t) {
    t = fabs(t);
    if (t <= 1) return ((a + 2) * t - (a + 3)) * t * t + 1;
    return t < 2 ? ((a * t - 5 * a) * t + 8 * a) * t - 4 * a : 0;
}

static double triangle(double t) { return fabs(t) < 1 ? 1 - fabs(t) : 0; }

void resize_weights(const Resize *r, const ResizeAlong *d, int64_t i, double *row) {
    const double most = 2 * (double)d->from, at = resize_position(r, d, i),
                 p = at < -most  ? -most
                     : at > most ? most
                                 : at;
    const double stretch = r->antialias && d->scale < 1 ? 1 / d->scale : 1;
    const int64_t reach = (int64_t)ceil((r->mode == CUBIC ? 2 : 1) * stretch),
                  base = (int64_t)floor(p);
    double sum = 0;
    for (int64_t k = base - reach; k <= base + reach + 1; k++) {
        const double t = (p - (double)k) / stretch,
                     w = r->mode == CUBIC ? cubic(r->alpha, t) : triangle(t);
        const bool inside = k >= 0 && k < d->from;
        if (w == 0 || (r->exclude && !inside)) continue;
        row[k < 0 ? 0 : k >= d->from ? d->from - 1 : k] += w;
        sum += w;
    }
    if (!(r->exclude || stretch > 1) || sum == 0) return;
    const int64_t first = base - reach, last = base + reach + 1, end = d->from - 1;
    for (int64_t k = first < 0 ? 0 : first; k <= last && k <= end; k++) row[k] /= sum;
    /* what lies outside, all of it, is added to an edge */
    if (last < 0) row[0] /= sum;
    if (first > end) row[end] /= sum;
}
