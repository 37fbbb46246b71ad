/* SPDX-License-Identifier: Apache-2.0 */
/* Windows whose body is one known operation, as operators that have gradients: a maximum is a pool,
 * a sum up to each element is cumsum, and all others are joined out of a slice for each place in
 * the window. */
#include "stablehlo/maps.h"

enum { SLICES = 64, SPATIAL = 3 };

static bool is_plain(const ShloWindow *w, int32_t i) {
    return w->size[i] == 1 && w->stride[i] == 1 && !w->low[i] && !w->high[i];
}

/* How many windows there are along a dim; 0: that is not known, or there are none. */
static int64_t count(H *s, IrOperand x, const ShloWindow *w, int32_t i) {
    const int64_t extent = h_extent(s, x, i);
    const int64_t limit = INT32_MAX;
    if (w->base[i] != 1 || extent < 1 || extent > limit || w->size[i] > limit ||
        w->dilation[i] > limit || w->low[i] < -limit || w->low[i] > limit || w->high[i] < -limit ||
        w->high[i] > limit)
        return 0;
    const int64_t wide = (w->size[i] - 1) * w->dilation[i] + 1,
                  room = extent + w->low[i] + w->high[i] - wide;
    return room < 0 || extent + w->low[i] < 0 || extent + w->high[i] < 0 ? 0
                                                                         : room / w->stride[i] + 1;
}

/* Pools */

/* The dims that windows move along are last, behind two others. */
typedef struct {
    int32_t rank, n; /* n of them */
    int64_t *order;
    int64_t attrs[5][2 * SPATIAL]; /* size, stride, dilation, padding */
} Pool;

static bool read_pool(H *s, IrOperand x, const ShloWindow *w, Pool *p) {
    *p = (Pool){.rank = w->rank, .order = H_ARRAY(s, int64_t, w->rank)};
    int32_t at[SPATIAL], n_others = 0;
    for (int32_t i = 0; i < w->rank; i++) {
        if (is_plain(w, i)) {
            if (w->base[i] != 1) return false;
            p->order[n_others++] = i;
            continue;
        }
        if (p->n == SPATIAL || w->low[i] < 0 || w->high[i] < 0 || !count(s, x, w, i)) return false;
        at[p->n++] = i;
    }
    for (int32_t i = 0; i < p->n; i++) {
        p->order[n_others + i] = at[i];
        p->attrs[0][i] = w->size[at[i]];
        p->attrs[1][i] = w->stride[at[i]];
        p->attrs[2][i] = w->dilation[at[i]];
        p->attrs[3][i] = w->low[at[i]];
        p->attrs[3][p->n + i] = w->high[at[i]];
    }
    return p->n > 0;
}

static IrOperand as_images(H *s, const Pool *p, IrOperand x) {
    const int32_t n_others = p->rank - p->n;
    x = h_permute(s, x, p->order, p->rank);
    if (n_others == 2) return x;
    const IrDim **dims = H_ARRAY(s, const IrDim *, p->n + 2);
    dims[0] = h_product(s, h_dims(s, x), n_others);
    dims[1] = h_dim(s, 1);
    for (int32_t i = 0; i < p->n; i++) dims[2 + i] = h_dims(s, x)[n_others + i];
    return h_reshape(s, x, dims, p->n + 2);
}

/* The others are those of x. */
static IrOperand from_images(H *s, const Pool *p, IrOperand x, IrOperand y) {
    const int32_t n_others = p->rank - p->n;
    const IrDim **dims = H_ARRAY(s, const IrDim *, p->rank);
    int64_t *back = H_ARRAY(s, int64_t, p->rank);
    for (int32_t i = 0; i < p->rank; i++) {
        dims[i] = i < n_others ? h_dims(s, x)[p->order[i]] : h_dims(s, y)[2 + i - n_others];
        back[p->order[i]] = i;
    }
    return h_permute(s, h_reshape(s, y, dims, p->rank), back, p->rank);
}

static IrOperand call_pool(H *s, const Pool *p, const OpDef *op, const IrOperand *in, uint32_t n) {
    return h_call(
        s, op, in, n,
        H_ATTRS(H_INTS("pool_size", p->attrs[0], p->n), H_INTS("strides", p->attrs[1], p->n),
                H_INTS("dilation", p->attrs[2], p->n), H_INTS("padding", p->attrs[3], 2 * p->n)));
}

static bool max_pool(H *s, IrOperand x, const ShloWindow *w) {
    static const OpDef *const ops[] = {&op_nn_max_pool1d, &op_nn_max_pool2d, &op_nn_max_pool3d};
    Pool p;
    if (!read_pool(s, x, w, &p)) return false;
    const IrOperand images = as_images(s, &p, x);
    h_set(s, 0, from_images(s, &p, x, call_pool(s, &p, ops[p.n - 1], &images, 1)));
    return true;
}

bool shlo_is_pool_gradient(H *s) {
    const IrOperand init = h_in(s, 2);
    const DType t = h_dtype(s, init);
    if (!dtype_is_float(t) || dtype_is_small(t) || init.kind != IR_OPERAND_CONST ||
        tensor_get_double(init.constant->tensor, 0) != 0)
        return false;
    const ShloOp *keeps = shlo_single_op(&s->op->regions[0], true),
                 *adds = shlo_single_op(&s->op->regions[1], false);
    if (!keeps || !adds || !str_eq_c(keeps->name, "stablehlo.compare") ||
        !str_eq_c(adds->name, "stablehlo.add"))
        return false;
    const ShloAttr *way = shlo_attr(keeps, "comparison_direction"),
                   *type = shlo_attr(keeps, "compare_type");
    return way && str_eq_c(way->s, "GE") && !(type && str_eq_c(type->s, "TOTALORDER"));
}

bool shlo_pool_gradient(H *s, IrOperand x, IrOperand source, const ShloWindow *w) {
    static const OpDef *const ops[] = {&op_grad_max_pool1d_backward, &op_grad_max_pool2d_backward,
                                       &op_grad_max_pool3d_backward};
    Pool p;
    if (!read_pool(s, x, w, &p) || h_rank(s, source) != w->rank) return false;
    for (int32_t i = 0; i < w->rank; i++) {
        const int64_t n = is_plain(w, i) ? h_extent(s, x, i) : count(s, x, w, i);
        if (n < 0 || h_extent(s, source, i) != n) return false;
    }
    const IrOperand in[] = {as_images(s, &p, source), as_images(s, &p, x)};
    h_set(s, 0, from_images(s, &p, x, call_pool(s, &p, ops[p.n - 1], in, 2)));
    return true;
}

/* Sums and products */

/* Each window is all that came before, or all that comes. */
static const OpDef *running(H *s, IrOperand x, const ShloWindow *w, int32_t i, const OpDef *join,
                            bool *turned) {
    const OpDef *op = join == &op_add ? &op_cumsum : join == &op_multiply ? &op_cumprod : NULL;
    const int64_t size = w->size[i];
    const bool ahead = w->low[i] == size - 1 && !w->high[i],
               behind = w->high[i] == size - 1 && !w->low[i];
    *turned = !ahead;
    return op && size == h_extent(s, x, i) && w->stride[i] == 1 && w->dilation[i] == 1 &&
                   (ahead || behind)
               ? op
               : NULL;
}

static IrOperand flipped(H *s, IrOperand x, int32_t axis) {
    return h_call(s, &op_flip, &x, 1, H_ATTRS(H_INT("axis", axis)));
}

static IrOperand run(H *s, IrOperand x, const OpDef *op, int32_t axis, bool turned) {
    if (turned) x = flipped(s, x, axis);
    const IrOperand y = h_call(s, op, &x, 1, H_ATTRS(H_INT("axis", axis)));
    return turned ? flipped(s, y, axis) : y;
}

/* x with its dims padded, for slices. */
static IrOperand padded(H *s, IrOperand x, const ShloWindow *w, double identity) {
    int64_t *widths = H_ARRAY(s, int64_t, 2 * w->rank);
    bool any = false;
    for (int32_t i = 0; i < w->rank; i++) {
        widths[2 * i] = w->low[i];
        widths[2 * i + 1] = w->high[i];
        any = any || w->low[i] || w->high[i];
    }
    return any ? h_call(s, &op_nn_pad, &x, 1,
                        H_ATTRS(H_INTS("pad_width", widths, 2 * w->rank),
                                H_FLOAT("pad_value", identity)))
               : x;
}

/* The elements of all windows that have one place in them; places count in row-major order. */
static IrOperand at_place(H *s, IrOperand x, const ShloWindow *w, const int64_t *counts,
                          int64_t place) {
    for (int32_t i = w->rank; i-- > 0;) {
        const int64_t k = place % w->size[i];
        place /= w->size[i];
        if (is_plain(w, i)) continue;
        const int64_t begin = k * w->dilation[i], end = begin + (counts[i] - 1) * w->stride[i] + 1;
        x = h_slice(s, x, i, h_dim(s, begin), h_dim(s, end), w->stride[i]);
    }
    return x;
}

/* A sum is taken in the order of the places, as the specification's interpreter does. */
bool shlo_window(H *s, IrOperand x, const ShloWindow *w, const OpDef *join, double identity) {
    int64_t places = 1, *counts = H_ARRAY(s, int64_t, w->rank);
    int32_t moved = 0, last = -1;
    bool turned;
    if (join == &op_maximum && max_pool(s, x, w)) return true;
    for (int32_t i = 0; i < w->rank; i++) {
        if (is_plain(w, i) && w->base[i] == 1) continue;
        counts[i] = count(s, x, w, i);
        if (!counts[i]) return false;
        places = places > SLICES ? places : places * w->size[i];
        last = i;
        moved++;
    }
    if (moved == 1 && dtype_bits(h_dtype(s, x)) >= 32) {
        const OpDef *op = running(s, x, w, last, join, &turned);
        if (op) {
            h_set(s, 0, run(s, x, op, last, turned));
            return true;
        }
    }
    if (places > SLICES) return false;
    const IrOperand all = padded(s, x, w, identity);
    IrOperand y = at_place(s, all, w, counts, 0);
    for (int64_t k = 1; k < places; k++) y = h2(s, join, y, at_place(s, all, w, counts, k));
    h_set(s, 0, y);
    return true;
}
