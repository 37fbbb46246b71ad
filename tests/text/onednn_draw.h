/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of one convolution or product and what may follow it, or of a gradient of a
 * convolution, drawn. */
#ifndef TENON_TESTS_ONEDNN_DRAW_H
#define TENON_TESTS_ONEDNN_DRAW_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/base.h"

typedef struct {
    uint64_t state;
    char params[2048], body[8192];
    size_t n_params, n_body;       /* lengths of the texts */
    unsigned n_vars, posts;        /* posts: that the call is to take in */
    bool is_loose;                 /* some window lies in padding alone */
    bool is_of_integers;           /* of 8 bits */
    char shape[200], channel[200]; /* of the result, and what broadcasts to it: "(2, 3)" */
} Draw;

static unsigned drawn(Draw *d, unsigned below) {
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(d->state >> 33) % below;
}

__attribute__((format(printf, 2, 3))) static void param(Draw *d, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    d->n_params +=
        (size_t)vsnprintf(d->params + d->n_params, sizeof d->params - d->n_params, fmt, args);
    va_end(args);
}

__attribute__((format(printf, 2, 3))) static void line(Draw *d, const char *fmt, ...) {
    va_list args;
    d->n_body += (size_t)snprintf(d->body + d->n_body, sizeof d->body - d->n_body, "    ");
    va_start(args, fmt);
    d->n_body += (size_t)vsnprintf(d->body + d->n_body, sizeof d->body - d->n_body, fmt, args);
    va_end(args);
    d->n_body += (size_t)snprintf(d->body + d->n_body, sizeof d->body - d->n_body, "\n");
}

/* %1$s: the value, %2$u: the number of what comes of it, %3$s: a parameter of the result's shape
 * or one a channel. functions: of oneDNN, by a letter, each of which a call has once. */
static const struct {
    const char *functions;
    const char *operand; /* "whole", "channel" or NULL */
    const char *text;
} followers[] = {
    {"", "channel", "v%2$u = R.add(%1$s, %3$s)"},
    {"", "channel", "v%2$u = R.multiply(%3$s, %1$s)"},
    {"", "channel", "v%2$u = R.subtract(%1$s, %3$s)"},
    {"", "whole", "v%2$u = R.add(%3$s, %1$s)"},
    {"", "whole", "v%2$u = R.multiply(%1$s, %3$s)"},
    {"r", NULL, "v%2$u = R.nn.leakyrelu(%1$s, alpha=0.2)"},
    {"r", NULL, "v%2$u = R.nn.leakyrelu(%1$s, alpha=-0.5)"},
    {"t", NULL, "v%2$u = R.tanh(%1$s)"},
    {"g", NULL, "v%2$u = R.nn.gelu(%1$s)"},
    {"G", NULL, "v%2$u = R.nn.gelu_tanh(%1$s)"},
    {"w", NULL, "v%2$u = R.nn.silu(%1$s)"},
    {"w", NULL, "v%2$u = R.multiply(%1$s, R.sigmoid(%1$s))"},
    {"h", NULL,
     "v%2$u = R.multiply(R.clip(R.add(R.multiply(%1$s, R.const(0.16666667, \"float32\")), "
     "R.const(0.5, \"float32\")), 0, 1), %1$s)"},
    {"h", NULL,
     "v%2$u = R.divide(R.multiply(%1$s, R.clip(R.add(%1$s, R.const(3, \"float32\")), 0, 6)), "
     "R.const(6, \"float32\"))"},
    {"h", NULL, "v%2$u = R.multiply(%1$s, R.clip(R.add(%1$s, R.const(3, \"float32\")), 0, 6))"},
    {"l", NULL, "v%2$u = R.divide(%1$s, R.const(2, \"float32\"))"},
    {"l", NULL,
     "v%2$u = R.subtract(R.const(1, \"float32\"), R.add(%1$s, R.const(0.5, \"float32\")))"},
    {"l", NULL, "v%2$u = R.multiply(R.const(3, \"float32\"), %1$s)"},
    {"q", NULL, "v%2$u = R.square(%1$s)"},
    {"a", NULL, "v%2$u = R.abs(%1$s)"},
};

enum { SUM = 3 }; /* the place of what may be computed in place, when it comes first */

static void follow(Draw *d) {
    const unsigned begins_with_sum = drawn(d, 3) == 0, n = begins_with_sum + drawn(d, 4);
    char used[40] = "";
    for (unsigned i = 0; i < n; i++) {
        char value[24], operand[24] = "", text[400];
        const unsigned k =
            begins_with_sum && i == 0 ? SUM : drawn(d, (unsigned)ARRAY_LEN(followers));
        const char *functions = followers[k].functions, *operand_kind = followers[k].operand;
        if (strpbrk(used, functions) || (operand_kind && *operand_kind == 'w' && d->is_loose))
            continue;
        strcat(used, functions);
        if (*functions == 'h') strcat(used, "l"); /* a factor would be part of it */
        snprintf(value, sizeof value, "v%u", d->n_vars);
        if (operand_kind) {
            snprintf(operand, sizeof operand, "p%u", d->n_vars);
            param(d, ", %s: R.Tensor(%s, dtype=\"float32\")", operand,
                  *operand_kind == 'w' ? d->shape : d->channel);
        }
        snprintf(text, sizeof text, followers[k].text, value, ++d->n_vars, operand);
        line(d, "%s", text);
        d->posts += operand_kind ? 1 : (unsigned)strlen(functions);
    }
}

/* A convolution: extents of what it is made of, by the letters of the layouts. */
typedef struct {
    unsigned spatial, groups, in, per_group, batch; /* channels of a group */
    unsigned extent[3], size[3], out[3], stride[3], dilation[3], pad[6];
    const char *layout, *kernel;
} Window;

static void draw_window(Draw *d, Window *w) {
    static const char *const layouts[3][3] = {
        {"NCW", "NWC", "NCW"}, {"NCHW", "NHWC", "NHWC"}, {"NCDHW", "NDHWC", "NDHWC"}};
    static const char *const kernels[3][2] = {{"OIW", "WIO"}, {"OIHW", "HWIO"}, {"OIDHW", "DHWIO"}};
    const unsigned spatial = drawn(d, 8) == 0 ? 3 : 1 + drawn(d, 2), depthwise = drawn(d, 4) == 0;
    *w = (Window){.spatial = spatial};
    w->layout = layouts[spatial - 1][drawn(d, 3)];
    w->kernel = kernels[spatial - 1][drawn(d, 2)];
    w->groups = depthwise ? 1 + drawn(d, 20) : drawn(d, 4) ? 1 : 2 + drawn(d, 2);
    w->in = depthwise ? 1 : 1 + drawn(d, 17);
    w->per_group = depthwise ? 1 : 1 + drawn(d, 18);
    for (unsigned i = 0; i < spatial; i++) {
        w->size[i] = 1 + drawn(d, 3);
        w->dilation[i] = 1 + (drawn(d, 4) == 0);
        w->stride[i] = 1 + drawn(d, 2);
        w->pad[i] = drawn(d, 3);
        w->pad[spatial + i] = drawn(d, 3);
        const unsigned reach = (w->size[i] - 1) * w->dilation[i] + 1;
        d->is_loose = d->is_loose || w->pad[i] >= reach || w->pad[spatial + i] >= reach;
        w->extent[i] = reach + drawn(d, spatial == 3 ? 4 : 14);
        w->out[i] = (w->extent[i] + w->pad[i] + w->pad[spatial + i] - reach) / w->stride[i] + 1;
    }
    w->batch = 1 + drawn(d, 3);
}

/* "2, 3, " */
static void list(char *out, size_t size, const unsigned *numbers, unsigned n) {
    *out = 0;
    for (unsigned i = 0; i < n; i++)
        snprintf(out + strlen(out), size - strlen(out), "%u, ", numbers[i]);
}

/* "(2, 3,)" of letters; those of `spatial` in their order, the others from `first` and `second`. */
static void shape_of(char *out, size_t size, const char *letters, char one, unsigned first,
                     unsigned second, const unsigned *spatial) {
    snprintf(out, size, "(");
    for (const char *c = letters; *c; c++) {
        const unsigned n = *c == one ? first : strchr("NCOI", *c) ? second : *spatial++;
        snprintf(out + strlen(out), size - strlen(out), "%s%u,", c == letters ? "" : " ", n);
    }
    snprintf(out + strlen(out), size - strlen(out), ")");
}

static void renamed(char *out, const char *letters, const char *from, const char *to) {
    for (; *letters; letters++, out++) {
        const char *at = strchr(from, *letters);
        *out = at ? to[at - from] : *letters;
    }
    *out = 0;
}

typedef struct {
    char data[100], kernel[100], out[100]; /* shapes */
    char strides[40], dilation[40], padding[60];
} WindowText;

static void text_of(const Window *w, WindowText *t) {
    const unsigned n = w->spatial;
    shape_of(t->data, sizeof t->data, w->layout, 'N', w->batch, w->groups * w->in, w->extent);
    shape_of(t->out, sizeof t->out, w->layout, 'N', w->batch, w->groups * w->per_group, w->out);
    shape_of(t->kernel, sizeof t->kernel, w->kernel, 'O', w->groups * w->per_group, w->in, w->size);
    list(t->strides, sizeof t->strides, w->stride, n);
    list(t->dilation, sizeof t->dilation, w->dilation, n);
    list(t->padding, sizeof t->padding, w->pad, 2 * n);
}

static void params_of(Draw *d, const char *x, const char *w) {
    param(d, "x: R.Tensor(%s, dtype=\"float32\"), w: R.Tensor(%s, dtype=\"float32\")", x, w);
}

static void conv(Draw *d) {
    Window w;
    WindowText t;
    const unsigned ones[3] = {1, 1, 1};
    draw_window(d, &w);
    text_of(&w, &t);
    snprintf(d->shape, sizeof d->shape, "%s", t.out);
    shape_of(d->channel, sizeof d->channel, w.layout, 'C', w.groups * w.per_group, 1, ones);
    params_of(d, t.data, t.kernel);
    line(d,
         "v0 = R.nn.conv%ud(x, w, strides=[%s], padding=[%s], dilation=[%s], groups=%u, "
         "data_layout=\"%s\", "
         "kernel_layout=\"%s\", out_layout=\"%s\")",
         w.spatial, t.strides, t.padding, t.dilation, w.groups, w.layout, w.kernel, w.layout);
}

/* The gradient of the data: of what the convolution makes. */
static void transposed(Draw *d) {
    Window w;
    WindowText t;
    unsigned over[3];
    char more[40], kernel[8];
    draw_window(d, &w);
    text_of(&w, &t);
    for (unsigned i = 0; i < w.spatial; i++) {
        over[i] =
            (w.extent[i] + w.pad[i] + w.pad[w.spatial + i] - (w.size[i] - 1) * w.dilation[i] - 1) %
            w.stride[i];
    }
    list(more, sizeof more, over, w.spatial);
    renamed(kernel, w.kernel, "OI", "IO");
    params_of(d, t.out, t.kernel);
    line(
        d,
        "v0 = R.nn.conv%ud_transpose(x, w, strides=[%s], padding=[%s], output_padding=[%s], dilation=[%s], "
        "groups=%u, data_layout=\"%s\", kernel_layout=\"%s\", out_layout=\"%s\")",
        w.spatial, t.strides, t.padding, more, t.dilation, w.groups, w.layout, kernel, w.layout);
}

static void weights_of_groups(Draw *d, const Window *w, const WindowText *t) {
    char size[40];
    list(size, sizeof size, w->size, w->spatial);
    params_of(d, t->out, t->data);
    line(d,
         "v0 = R.grad.conv%ud_backward_weight(x, w, R.shape([%s]), strides=[%s], padding=[%s], "
         "dilation=[%s], groups=%u, data_layout=\"%s\", kernel_layout=\"%s\", out_layout=\"%s\")",
         w->spatial, size, t->strides, t->padding, t->dilation, w->groups, w->layout, w->kernel,
         w->layout);
}

/* A kernel of one point with a stride is the library's for many input channels alone. */
static void widen_point(Window *w) {
    bool is_point = true, is_strided = false;
    for (unsigned i = 0; i < w->spatial; i++) {
        is_point = is_point && w->size[i] == 1;
        is_strided = is_strided || w->stride[i] > 1;
    }
    if (is_point && is_strided && w->in < 16) w->in += 16;
}

/* The gradient of the kernel. What strides leave over is cut off. */
static void weights(Draw *d) {
    Window w;
    WindowText t;
    unsigned axes[3], zeros[3] = {0}, n_axes = 0, end[3];
    char data[8], kernel[8], out[8], cut[3][40];
    draw_window(d, &w);
    widen_point(&w);
    text_of(&w, &t);
    if (w.groups > 1) {
        weights_of_groups(d, &w, &t);
        return;
    }
    renamed(data, w.layout, "NC", "CN");
    renamed(kernel, w.layout, "NC", "IO");
    renamed(out, w.kernel, "OI", "CN");
    params_of(d, t.data, t.out);
    line(d,
         "v0 = R.nn.conv%ud(x, w, strides=[%s], padding=[%s], dilation=[%s], data_layout=\"%s\", "
         "kernel_layout=\"%s\", out_layout=\"%s\")",
         w.spatial, t.dilation, t.padding, t.strides, data, kernel, out);
    for (unsigned i = 0, at = 0; w.kernel[i]; i++) {
        if (strchr("OI", w.kernel[i])) continue;
        const unsigned all = w.extent[at] + w.pad[at] + w.pad[w.spatial + at];
        if ((all - w.stride[at] * (w.out[at] - 1) - 1) / w.dilation[at] + 1 > w.size[at]) {
            axes[n_axes] = i;
            end[n_axes++] = w.size[at];
        }
        at++;
    }
    if (!n_axes) return;
    list(cut[0], sizeof cut[0], axes, n_axes);
    list(cut[1], sizeof cut[1], zeros, n_axes);
    list(cut[2], sizeof cut[2], end, n_axes);
    line(d, "v1 = R.strided_slice(v0, (%s), (%s), (%s))", cut[0], cut[1], cut[2]);
    d->n_vars = 1;
}

static unsigned side(Draw *d) { return drawn(d, 4) == 0 ? 1 : 1 + drawn(d, drawn(d, 3) ? 9 : 70); }

static void shape(char *out, size_t size, const unsigned *lead, unsigned n, unsigned a,
                  unsigned b) {
    snprintf(out, size, "(");
    for (unsigned i = 0; i < n; i++)
        snprintf(out + strlen(out), size - strlen(out), "%u, ", lead[i]);
    snprintf(out + strlen(out), size - strlen(out), "%u, %u)", a, b);
}

static void matmul(Draw *d) {
    const unsigned m = side(d), n = side(d), k = side(d), rank = drawn(d, 4), nx = rank,
                   ny = drawn(d, 2) ? 0 : drawn(d, rank + 1);
    unsigned x[4], y[4], out[4];
    char xs[100], ys[100];
    for (unsigned i = 0; i < rank; i++) {
        x[i] = out[i] = 1 + drawn(d, 3);
        y[i] = drawn(d, 3) ? x[i] : 1;
        if (i >= rank - ny && drawn(d, 4) == 0) x[i] = 1, y[i] = out[i] = 1 + drawn(d, 3);
    }
    shape(d->shape, sizeof d->shape, out, rank, m, n);
    snprintf(d->channel, sizeof d->channel, "(%u,)", n);
    const bool xt = drawn(d, 5) == 0, yt = drawn(d, 3) == 0;
    shape(xs, sizeof xs, x, nx, xt ? k : m, xt ? m : k);
    shape(ys, sizeof ys, y + rank - ny, ny, yt ? n : k, yt ? k : n);
    param(d, "x: R.Tensor(%s, dtype=\"float32\"), w: R.Tensor(%s, dtype=\"float32\")", xs, ys);
    if (!xt && !yt)
        line(d, "v0 = R.matmul(x, w)");
    else
        line(d, "v0 = R.einsum((x, w), subscripts=\"...%s,...%s->...ij\")", xt ? "ki" : "ik",
             yt ? "jk" : "kj");
}

/* With a vector on one side; none on both, where the result is one number. */
static void vectors(Draw *d) {
    const unsigned n = 1 + drawn(d, 30), k = 1 + drawn(d, 30), which = drawn(d, 4);
    snprintf(d->shape, sizeof d->shape, "(%u,)", n);
    snprintf(d->channel, sizeof d->channel, "(1,)");
    param(d,
          which == 0   ? "x: R.Tensor((%1$u, %2$u), dtype=\"float32\"), w: R.Tensor((%2$u,), "
                         "dtype=\"float32\")"
          : which == 3 ? "x: R.Tensor((%2$u,), dtype=\"float32\"), w: R.Tensor((%1$u, %2$u), "
                         "dtype=\"float32\")"
                       : "x: R.Tensor((%2$u,), dtype=\"float32\"), w: R.Tensor((%2$u, %1$u), "
                         "dtype=\"float32\")",
          n, k);
    line(d, which == 3 ? "v0 = R.einsum((x, w), subscripts=\"k,...jk->...j\")"
                       : "v0 = R.matmul(x, w)");
}

/* x and w, 8 bits, as int32: w2, and the name of x less a zero point, or not. */
static const char *widen(Draw *d, const char *x, const char *w) {
    const bool has_zero = drawn(d, 4) != 0;
    d->is_of_integers = true;
    param(d, "x: R.Tensor(%s, dtype=\"%s\"), w: R.Tensor(%s, dtype=\"int8\")", x,
          drawn(d, 2) ? "uint8" : "int8", w);
    line(d, "x1 = R.astype(x, dtype=\"int32\")");
    if (has_zero) param(d, ", z: R.Tensor((), dtype=\"int32\")");
    if (has_zero) line(d, "x2 = R.subtract(x1, z)");
    line(d, "w2 = R.astype(w, dtype=\"int32\")");
    return has_zero ? "x2" : "x1";
}

static void conv_of_integers(Draw *d) {
    Window w;
    WindowText t;
    const unsigned ones[3] = {1, 1, 1};
    draw_window(d, &w);
    if (w.in > 1 || w.per_group > 1) w.groups = 1; /* else each channel by itself */
    text_of(&w, &t);
    snprintf(d->shape, sizeof d->shape, "%s", t.out);
    shape_of(d->channel, sizeof d->channel, w.layout, 'C', w.groups * w.per_group, 1, ones);
    const char *x = widen(d, t.data, t.kernel);
    line(d,
         "y = R.nn.conv%ud(%s, w2, strides=[%s], padding=[%s], dilation=[%s], groups=%u, "
         "data_layout=\"%s\", kernel_layout=\"%s\", out_layout=\"%s\")",
         w.spatial, x, t.strides, t.padding, t.dilation, w.groups, w.layout, w.kernel, w.layout);
    line(d, "v0 = R.astype(y, dtype=\"float32\")");
}

static void matmul_of_integers(Draw *d) {
    const unsigned m = side(d), n = side(d), k = side(d), rank = drawn(d, 3);
    unsigned lead[3];
    char xs[100], ys[100];
    for (unsigned i = 0; i < rank; i++) lead[i] = 1 + drawn(d, 3);
    shape(d->shape, sizeof d->shape, lead, rank, m, n);
    snprintf(d->channel, sizeof d->channel, "(%u,)", n);
    shape(xs, sizeof xs, lead, rank, m, k);
    shape(ys, sizeof ys, lead, drawn(d, 2) ? rank : 0, k, n);
    line(d, "y = R.matmul(%s, w2)", widen(d, xs, ys));
    line(d, "v0 = R.astype(y, dtype=\"float32\")");
}

static void draw_module(Draw *d, FILE *out) {
    static void (*const kinds[])(Draw * d) = {
        conv,   conv,    conv,       conv,    matmul,           matmul,
        matmul, vectors, transposed, weights, conv_of_integers, matmul_of_integers};
    enum { FIRST_GRADIENT = 8, BEHIND_GRADIENTS = 10 };
    const unsigned kind = drawn(d, (unsigned)ARRAY_LEN(kinds));
    kinds[kind](d);
    if (kind < FIRST_GRADIENT || kind >= BEHIND_GRADIENTS) follow(d);
    fprintf(out, "@R.function\ndef main(%s):\n%s    return v%u\n", d->params, d->body, d->n_vars);
}

#endif
