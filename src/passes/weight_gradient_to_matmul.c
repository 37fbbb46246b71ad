/* SPDX-License-Identifier: Apache-2.0 */
/* WeightGradientToMatmul: gradients of weights that a product of matrices makes faster than a
 * convolution.
 *
 * As a gradient writes it (ops/conv_gradient.c), the weight's is a convolution whose batch is the
 * data's channels, whose channels are the images, and whose kernel is the adjoint: here over data
 * [n, p + k, i] and an adjoint [n, p, o], both channels-last, to [o, i, k]
 *
 *     d[o, i, k] = sum over n, p of x[n, p + k, i] * g[n, p, o]
 *
 * It becomes a product of two matrices of as many rows as the adjoint has places:
 *
 *     c = (for each k a slice of x padded, side by side, as [n * p, i * k])
 *     d = R.reshape(R.matmul(R.permute_dims(g as [n * p, o]), c), ...)
 *
 * - of an image of few places, as the last layers of a network have: a loop over o, i and k has a
 *   sum of a few places inside, and writes far more than it reads;
 * - of a kernel of one place, where i fills no whole vectors and o has more of them: then the
 *   product is the other way round, to [i, o], and permuted.
 *
 * The same products are summed, in another order; and padding's zeros meet the adjoint, so an
 * infinity there spreads to the border as NaN, as with a library's convolutions by gemm. Strides,
 * dilation, groups and extents that are not known stay as they are. */
#include "ops/conv.h"
#include "ops/ops.h"
#include "ops/spatial.h"
#include "passes/decompose_calls.h"
#include "passes/passes.h"

enum {
    FEW_PLACES = 4, /* of an image of the adjoint: the library is slow (onednn/cost.c) */
    LANES = 16,
    FEW_VECTORS = 3,   /* of input channels: of more, those that are not full matter little */
    LEAST_PLACES = 64, /* in all images, of a kernel of one place */
    TAPS_MAX = 49,
};

static const OpDef *const ops[] = {&op_nn_conv1d, &op_nn_conv2d, &op_nn_conv3d};
static const struct {
    const char *data, *kernel, *out;
} rows[] = {
    {"CWN", "IWO", "CNW"},
    {"CHWN", "IHWO", "CNHW"},
    {"CDHWN", "IDHWO", "CNDHW"},
};

typedef struct {
    OpDecompose d;
    int n; /* spatial dims */
    size_t row;
    int64_t images, in, out;                        /* channels of data, adjoint */
    int64_t places[SPATIAL_MAX], taps[SPATIAL_MAX]; /* of adjoint, weight */
    int64_t n_places, n_taps;                       /* of an image, of a channel */
    bool is_padded;
} Product;

static bool has_form(const Product *p) {
    const OpDecompose *d = &p->d;
    if (!d_string_is(d, "data_layout", rows[p->row].data) ||
        !d_string_is(d, "kernel_layout", rows[p->row].kernel) ||
        !d_string_is(d, "out_layout", rows[p->row].out) || d_int(d, "groups") != 1)
        return false;
    for (int i = 0; i < p->n; i++) {
        if (d_attr(d, "strides")->ints[i] != 1 || d_attr(d, "dilation")->ints[i] != 1) return false;
    }
    return d->types[0]->dtype == DTYPE_FLOAT32 && d->types[1]->dtype == DTYPE_FLOAT32 &&
           d->result->dtype == DTYPE_FLOAT32;
}

static bool is_known(const IrType *t) {
    int64_t v;
    if (!t->dims) return false;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (!ir_dim_is_const(t->dims[i], &v) || v < 1 || v > INT32_MAX) return false;
    }
    return true;
}

static int64_t extent(const IrType *t, int i) {
    int64_t v = 0;
    ir_dim_is_const(t->dims[i], &v);
    return v;
}

static bool pays(const Product *p) {
    if (p->n_places <= FEW_PLACES) return true;
    return p->n_taps == 1 && !p->is_padded && p->in % LANES != 0 && p->in < FEW_VECTORS * LANES &&
           p->out > 2 * p->in && p->images * p->n_places >= LEAST_PLACES;
}

static bool plan(Product *p) {
    const IrType *data = p->d.types[0], *adjoint = p->d.types[1], *weight = p->d.result;
    p->n = (int)p->row + 1;
    if (!has_form(p) || !is_known(data) || !is_known(adjoint) || !is_known(weight)) return false;
    p->images = extent(adjoint, 0);
    p->in = extent(weight, 1);
    p->out = extent(weight, 0);
    p->n_places = p->n_taps = 1;
    for (int i = 0; i < p->n; i++) {
        p->places[i] = extent(adjoint, 1 + i);
        p->taps[i] = extent(weight, 2 + i);
        p->n_places *= p->places[i];
        p->n_taps *= p->taps[i];
        if (p->n_places > INT32_MAX || p->n_taps > TAPS_MAX) return false;
    }
    for (int i = 0; i < 2 * p->n; i++) p->is_padded |= d_attr(&p->d, "padding")->ints[i] != 0;
    return pays(p);
}

static IrOperand reshaped(Product *p, IrOperand x, const int64_t *extents, int32_t ndim) {
    const IrDim *dims[SPATIAL_RANK_MAX + 1];
    for (int32_t i = 0; i < ndim; i++) dims[i] = ir_dim_const(p->d.b->m, extents[i]);
    return d_reshape(&p->d, x, dims, ndim);
}

/* Data with its zeros around. */
static IrOperand padded(Product *p) {
    OpDecompose *d = &p->d;
    const int64_t *padding = d_attr(d, "padding")->ints;
    int64_t width[2 * SPATIAL_RANK_MAX] = {0};
    if (!p->is_padded) return d_arg(d, 0);
    for (int i = 0; i < p->n; i++) {
        width[2 + 2 * i] = padding[i];
        width[3 + 2 * i] = padding[p->n + i];
    }
    const IrOperand x = d_arg(d, 0);
    IrAttr *attrs = d_attrs(d, &op_nn_pad);
    d_set_ints(&op_nn_pad, attrs, "pad_width", width, 2 * (uint32_t)(p->n + 2));
    return d_call(d, &op_nn_pad, &x, 1, attrs);
}

/* What one place of the kernel meets: [n, p ..., i] of x. */
static IrOperand slice(Product *p, IrOperand x, const int64_t *tap) {
    IrModule *m = p->d.b->m;
    const IrDim *begin[SPATIAL_MAX], *end[SPATIAL_MAX];
    int64_t axes[SPATIAL_MAX];
    for (int i = 0; i < p->n; i++) {
        axes[i] = 1 + i;
        begin[i] = ir_dim_const(m, tap[i]);
        end[i] = ir_dim_const(m, tap[i] + p->places[i]);
    }
    return d_slice(&p->d, x, axes, begin, end, (uint32_t)p->n, NULL);
}

/* [n * p, i * k]: what the weight's places meet, side by side. */
static IrOperand windows(Product *p) {
    int64_t dims[SPATIAL_RANK_MAX + 1] = {p->images}, tap[SPATIAL_MAX] = {0};
    for (int i = 0; i < p->n; i++) dims[1 + i] = p->places[i];
    dims[p->n + 1] = p->in;
    dims[p->n + 2] = 1;
    IrOperand x = padded(p), items[TAPS_MAX];
    for (int64_t k = 0; p->n_taps > 1 && k < p->n_taps; k++) {
        items[k] = reshaped(p, slice(p, x, tap), dims, p->n + 3);
        for (int i = p->n; i-- > 0 && ++tap[i] == p->taps[i];) tap[i] = 0;
    }
    if (p->n_taps > 1) x = d_concat(&p->d, items, (uint32_t)p->n_taps, p->n + 2);
    return reshaped(p, x, (const int64_t[]){p->images * p->n_places, p->in * p->n_taps}, 2);
}

static IrOperand product(Product *p) {
    static const int64_t swapped[] = {1, 0};
    OpDecompose *d = &p->d;
    const IrOperand c = windows(p),
                    g = reshaped(p, d_arg(d, 1), (const int64_t[]){p->images * p->n_places, p->out},
                                 2);
    IrOperand y;
    if (p->n_places <= FEW_PLACES)
        y = d2(d, &op_matmul, d_permute(d, g, swapped, 2), c);
    else
        y = d_permute(d, d2(d, &op_matmul, d_permute(d, c, swapped, 2), g), swapped, 2);
    return d_reshape(d, y, d->result->dims, d->result->ndim);
}

static bool makes(void *user, const OpDecompose *d, size_t row, IrOperand *out) {
    Product s = {.row = row, .d = *d};
    (void)user;
    if (!plan(&s)) return false;
    *out = product(&s);
    return true;
}

bool pass_weight_gradient_to_matmul(IrModule *m) {
    return decompose_calls(m, &(DecomposeCalls){.pass = "WeightGradientToMatmul",
                                                .ops = ops,
                                                .n_ops = ARRAY_LEN(ops),
                                                .makes = makes});
}
