/* SPDX-License-Identifier: Apache-2.0 */
/* Products of matrices, and convolutions. */
#include "stablehlo/maps.h"

/* What a product is summed in: the result's type. */
static IrOperand in_type(H *s, IrOperand x, DType t) {
    return h_cast(s, x, t == DTYPE_BOOL ? DTYPE_INT32 : dtype_is_small(t) ? h_wide(t) : t);
}

static void set_product(H *s, IrOperand y, DType t) {
    h_set(s, 0, t == DTYPE_BOOL ? h2c(s, &op_not_equal, y, 0) : h_cast(s, y, t));
}

static const int64_t *dims_of(H *s, const char *name, const char *old, uint32_t *n) {
    const ShloAttr *dict = h_attr(s, "dot_dimension_numbers");
    *n = 0;
    const ShloAttr *a =
        dict && dict->kind == SHLO_ATTR_DICT ? shlo_item(dict, old) : h_attr(s, name);
    return a ? h_ints_of(s, a, n) : H_ARRAY(s, int64_t, 1);
}

/* The extents of a pair are equal: where that is not proved, the right operand is cast, which a run
 * checks. */
static void agree(H *s, IrOperand x[2], const int64_t *const lists[4], const uint32_t n[4]) {
    const IrType *left = h_type(s, x[0]), *right = h_type(s, x[1]);
    if (!left->dims || !right->dims) return;
    const IrDim **dims = H_ARRAY(s, const IrDim *, right->ndim + 1);
    bool open = false;
    memcpy(dims, right->dims, (size_t)right->ndim * sizeof *dims);
    for (int k = 0; k < 2; k++) {
        for (uint32_t i = 0; i < n[2 * k]; i++) {
            const IrDim *want = left->dims[lists[2 * k][i]], **is = &dims[lists[2 * k + 1][i]];
            if (ir_dim_eq(s->m, want, *is) != IR_UNKNOWN) continue;
            *is = want;
            open = true;
        }
    }
    if (open) x[1] = h_match(s, x[1], ir_type_tensor(s->m, dims, right->ndim, right->dtype));
}

/* A letter for each dim: those of a pair are the same. */
static void einsum(H *s, const int64_t *const lists[4], const uint32_t n[4]) {
    enum { LETTERS = 52 };
    static const char alphabet[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const DType t = h_out_dtype(s, 0);
    IrOperand x[] = {in_type(s, h_in(s, 0), t), in_type(s, h_in(s, 1), t)};
    char letters[2][LETTERS + 1] = {{0}}, text[4 * LETTERS], *to = text;
    int32_t rank[] = {h_rank(s, x[0]), h_rank(s, x[1])};
    int used = 0;
    if (rank[0] + rank[1] > LETTERS) h_lacks(s, "operands of rank %d and %d", rank[0], rank[1]);
    for (int k = 0; k < 2; k++) { /* batch, then contracting */
        if (n[2 * k] != n[2 * k + 1])
            h_fail(s, "%u dims of one operand for %u of the other", n[2 * k], n[2 * k + 1]);
        for (uint32_t i = 0; i < n[2 * k]; i++) {
            const int64_t a = lists[2 * k][i], b = lists[2 * k + 1][i];
            if (a < 0 || a >= rank[0] || b < 0 || b >= rank[1] || letters[0][a] || letters[1][b])
                h_fail(s, "its dimension numbers");
            letters[0][a] = letters[1][b] = alphabet[used++];
        }
    }
    const int n_batch = (int)n[0], shared = used;
    agree(s, x, lists, n);
    for (int k = 0; k < 2; k++) {
        for (int32_t i = 0; i < rank[k]; i++) {
            if (!letters[k][i]) letters[k][i] = alphabet[used++];
            *to++ = letters[k][i];
        }
        *to++ = k ? '-' : ',';
    }
    *to++ = '>';
    for (int i = 0; i < n_batch; i++) *to++ = alphabet[i];
    for (int i = shared; i < used; i++) *to++ = alphabet[i];
    *to = 0;
    uint32_t len;
    const IrOperand *both = h_tuple(s, x, 2, &len);
    set_product(s, h_call(s, &op_einsum, both, len, H_ATTRS(H_STR("subscripts", text))), t);
}

void shlo_map_dot_general(H *s) {
    uint32_t n[4];
    const int64_t *lists[] = {
        dims_of(s, "lhs_batching_dimensions", "lhs_batching_dimensions", &n[0]),
        dims_of(s, "rhs_batching_dimensions", "rhs_batching_dimensions", &n[1]),
        dims_of(s, "lhs_contracting_dimensions", "lhs_contracting_dimensions", &n[2]),
        dims_of(s, "rhs_contracting_dimensions", "rhs_contracting_dimensions", &n[3])};
    einsum(s, lists, n);
}

void shlo_map_dot(H *s) {
    const int64_t last[] = {h_rank(s, h_in(s, 0)) - 1}, first[] = {0};
    const int64_t *lists[] = {first, first, last, first};
    const uint32_t n[] = {0, 0, 1, 1};
    if (last[0] < 0 || h_rank(s, h_in(s, 1)) < 1) h_fail(s, "an operand of rank 0");
    einsum(s, lists, n);
}

/* Of one operand or two. */
void shlo_map_einsum(H *s) {
    const Str text = h_word(s, "einsum_config");
    const DType t = h_out_dtype(s, 0);
    IrOperand x[2];
    uint32_t len;
    if (s->op->n_operands < 1 || s->op->n_operands > 2) h_fail(s, "%u operands", s->op->n_operands);
    for (uint32_t i = 0; i < s->op->n_operands; i++) x[i] = in_type(s, h_in(s, i), t);
    const char *copy = arena_strdup(s->im->arena, text);
    const IrOperand *all = h_tuple(s, x, s->op->n_operands, &len);
    set_product(s, h_call(s, &op_einsum, all, len, H_ATTRS(H_STR("subscripts", copy))), t);
}

/* Convolutions */

enum { SPATIAL_MAX = 3 };

typedef struct {
    int64_t at[3][SPATIAL_MAX +
                  2]; /* of the input, the kernel, the output: b f 0 1.., o i 0 1.., b f 0 1.. */
    int32_t n;        /* spatial dims */
} Layout;

static void read_layout(H *s, Layout *l) {
    static const char letters[3][2] = {{'b', 'f'}, {'o', 'i'}, {'b', 'f'}};
    const ShloAttr *a = h_attr(s, "dimension_numbers");
    if (!a || a->kind != SHLO_ATTR_LIST || a->n != 3) h_fail(s, "'dimension_numbers' is missing");
    l->n = (int32_t)a->items[0].n - 2;
    if (l->n < 0 || l->n > SPATIAL_MAX) h_lacks(s, "%d spatial dims", l->n);
    for (int k = 0; k < 3; k++) {
        bool seen[SPATIAL_MAX + 2] = {false};
        if ((int32_t)a->items[k].n != l->n + 2) h_fail(s, "its dimension numbers");
        for (int32_t i = 0; i < l->n + 2; i++) {
            const ShloAttr *item = &a->items[k].items[i];
            int64_t role = item->kind == SHLO_ATTR_INT ? 2 + item->i : -1;
            for (int r = 0; r < 2 && item->kind == SHLO_ATTR_WORD; r++)
                if (item->s.len == 1 && item->s.ptr[0] == letters[k][r]) role = r;
            if (role < 0 || role >= l->n + 2 || seen[role]) h_fail(s, "its dimension numbers");
            seen[role] = true;
            l->at[k][role] = i;
        }
    }
}

/* [g * n, f, ...] as [n, g * f, ...], so that the groups of the batch are groups of features. */
static IrOperand batch_groups(H *s, IrOperand x, int64_t g) {
    const int32_t rank = h_rank(s, x);
    const IrDim *const *from = h_dims(s, x);
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank + 1);
    int64_t *order = H_ARRAY(s, int64_t, rank + 1);
    const IrDim *each = ir_dim_floordiv(s->m, from[0], h_dim(s, g));
    dims[0] = h_dim(s, g);
    dims[1] = each;
    for (int32_t i = 1; i < rank; i++) dims[i + 1] = from[i];
    for (int32_t i = 0; i <= rank; i++) order[i] = i < 2 ? 1 - i : i;
    const IrDim *features = ir_dim_scale(s->m, from[1], g);
    x = h_permute(s, h_reshape(s, x, dims, rank + 1), order, rank + 1);
    dims[0] = each;
    dims[1] = features;
    for (int32_t i = 2; i < rank; i++) dims[i] = from[i];
    return h_reshape(s, x, dims, rank);
}

static IrOperand with_dim(H *s, IrOperand x) {
    const int32_t rank = h_rank(s, x);
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank + 1);
    memcpy(dims, h_dims(s, x), (size_t)rank * sizeof *dims);
    dims[rank] = h_dim(s, 1);
    return h_reshape(s, x, dims, rank + 1);
}

/* How many windows there are along a dim, where that is known; -1: it is not. */
static int64_t n_windows(int64_t x, int64_t kernel, const int64_t *pads, int64_t base,
                         int64_t stride, int64_t dilation) {
    enum { KNOWN = 1 << 30 }; /* products fit */
    const int64_t all[] = {x, kernel, pads[0], pads[1], base, stride, dilation};
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        if (all[i] >= KNOWN || all[i] <= -KNOWN || (i != 2 && i != 3 && all[i] < 0)) return -1;
    }
    const int64_t room = (x ? (x - 1) * base + 1 : 0) + pads[0] + pads[1],
                  window = kernel ? (kernel - 1) * dilation + 1 : 0;
    return !stride ? -1 : room < window || room < 0 ? 0 : (room - window) / stride + 1;
}

/* Where no window fits, the result has no elements. */
static bool fits_nowhere(H *s, const Layout *l, IrOperand x, IrOperand w, const int64_t *pads,
                         const IrDim **out) {
    const int64_t *strides = h_ints_or(s, "window_strides", (uint32_t)l->n, 1),
                  *dilation = h_ints_or(s, "rhs_dilation", (uint32_t)l->n, 1),
                  *base = h_ints_or(s, "lhs_dilation", (uint32_t)l->n, 1);
    const IrDim *batch = h_dims(s, x)[l->at[0][0]];
    const int64_t groups = h_int(s, "batch_group_count", 1);
    bool none = false;
    out[l->at[2][0]] = groups > 1 ? ir_dim_floordiv(s->m, batch, h_dim(s, groups)) : batch;
    out[l->at[2][1]] = h_dims(s, w)[l->at[1][0]];
    for (int32_t i = 0; i < l->n; i++) {
        const int64_t n =
            n_windows(h_extent(s, x, l->at[0][i + 2]), h_extent(s, w, l->at[1][i + 2]),
                      &pads[2 * i], base[i], strides[i], dilation[i]);
        out[l->at[2][i + 2]] = h_dim(s, n < 0 ? 0 : n);
        none = none || n == 0;
        if (n < 0) return false;
    }
    return none;
}

/* The letters of operand k (2: the result), its first two roles called `first` and `second`. */
static const char *letters_of(H *s, const Layout *l, int k, char first, char second) {
    static const char *const spatial[] = {"", "W", "HW", "DHW"};
    char *out = H_ARRAY(s, char, SPATIAL_MAX + 3);
    out[l->at[k][0]] = first;
    out[l->at[k][1]] = second;
    for (int32_t i = 0; i < l->n; i++) out[l->at[k][i + 2]] = spatial[l->n][i];
    out[l->n + 2] = 0;
    return out;
}

/* With groups of the batch it is how JAX says what a grouped convolution's weight adds to the
 * gradient: batch and features are channels and batch there, strides and dilation each other.
 * False: something is spaced, reversed, cut or not known. */
static bool backward_weight(H *s, const Layout *l, IrOperand x, IrOperand w, const int64_t *pads) {
    static const OpDef *const ops[] = {NULL, &op_grad_conv1d_backward_weight,
                                       &op_grad_conv2d_backward_weight,
                                       &op_grad_conv3d_backward_weight};
    const uint32_t n = (uint32_t)l->n;
    const int64_t *strides = h_ints_or(s, "rhs_dilation", n, 1),
                  *dilation = h_ints_or(s, "window_strides", n, 1),
                  *base = h_ints_or(s, "lhs_dilation", n, 1),
                  *reversed = h_ints_or(s, "window_reversal", n, 0);
    int64_t padding[2 * SPATIAL_MAX];
    const IrDim *size[SPATIAL_MAX];
    if (!n || !dtype_is_float(h_out_dtype(s, 0))) return false;
    for (uint32_t i = 0; i < n; i++) {
        const int64_t extent = h_extent(s, x, (int32_t)l->at[0][i + 2]),
                      windows = h_extent(s, w, (int32_t)l->at[1][i + 2]);
        const int64_t kernel =
            n_windows(extent, windows, &pads[2 * i], base[i], dilation[i], strides[i]);
        if (base[i] != 1 || reversed[i] || pads[2 * i] < 0 || windows < 1 || kernel < 1)
            return false;
        /* What the windows need, not what stands there: the rest is past all of them. */
        const int64_t after =
            (windows - 1) * strides[i] + dilation[i] * (kernel - 1) + 1 - extent - pads[2 * i];
        if (after <= -strides[i]) return false;
        padding[i] = pads[2 * i];
        padding[n + i] = after < 0 ? 0 : after;
        size[i] = h_dim(s, kernel);
    }
    const IrOperand y = h_call(
        s, ops[n], H_OPS(w, x, h_shape(s, size, l->n)),
        H_ATTRS(H_INTS("strides", strides, n), H_INTS("padding", padding, 2 * n),
                H_INTS("dilation", dilation, n), H_INT("groups", h_int(s, "batch_group_count", 1)),
                H_STR("data_layout", letters_of(s, l, 0, 'C', 'N')),
                H_STR("kernel_layout", letters_of(s, l, 2, 'I', 'O')),
                H_STR("out_layout", letters_of(s, l, 1, 'C', 'N'))));
    set_product(s, y, h_out_dtype(s, 0));
    return true;
}

static void convolve(H *s, const int64_t *pads) {
    static const OpDef *const ops[] = {&op_nn_conv1d, &op_nn_conv1d, &op_nn_conv2d, &op_nn_conv3d};
    Layout l;
    read_layout(s, &l);
    const DType t = h_out_dtype(s, 0);
    const uint32_t n = (uint32_t)l.n;
    IrOperand x = in_type(s, h_in(s, 0), t), w = in_type(s, h_in(s, 1), t);
    if (h_rank(s, x) != l.n + 2 || h_rank(s, w) != l.n + 2)
        h_fail(s, "operands of rank %d and %d", h_rank(s, x), h_rank(s, w));
    const int64_t *strides = h_ints_or(s, "window_strides", n, 1),
                  *dilation = h_ints_or(s, "rhs_dilation", n, 1),
                  *base = h_ints_or(s, "lhs_dilation", n, 1),
                  *reversed = h_ints_or(s, "window_reversal", n, 0);
    const int64_t groups = h_int(s, "feature_group_count", 1),
                  batches = h_int(s, "batch_group_count", 1);
    if (groups < 1 || batches < 1 || (groups > 1 && batches > 1)) h_fail(s, "its groups");
    const IrDim *empty[SPATIAL_MAX + 2];
    if (fits_nowhere(s, &l, x, w, pads, empty)) {
        h_set(s, 0, h_broadcast(s, h_const(s, t, 0), empty, l.n + 2));
        return;
    }
    if (batches > 1 && backward_weight(s, &l, x, w, pads)) return;
    x = h_permute(s, x, l.at[0], l.n + 2);
    w = h_permute(s, w, l.at[1], l.n + 2);
    if (batches > 1) x = batch_groups(s, x, batches);
    int64_t *widths = H_ARRAY(s, int64_t, 2 * (n + 2)), *padding = H_ARRAY(s, int64_t, 2 * n + 2);
    bool cuts = false;
    for (uint32_t i = 0; i < n; i++) {
        if (base[i] > 1) x = shlo_spaced(s, x, (int32_t)i + 2, base[i] - 1);
        if (reversed[i]) w = h_call(s, &op_flip, &w, 1, H_ATTRS(H_INT("axis", (int64_t)i + 2)));
        cuts = cuts || pads[2 * i] < 0 || pads[2 * i + 1] < 0;
        widths[2 * (i + 2)] = padding[i] = pads[2 * i];
        widths[2 * (i + 2) + 1] = padding[n + i] = pads[2 * i + 1];
    }
    if (cuts) {
        x = h_call(s, &op_nn_pad, &x, 1, H_ATTRS(H_INTS("pad_width", widths, 2 * (n + 2))));
        memset(padding, 0, 2 * n * sizeof *padding);
    }
    const uint32_t given = n ? n : 1;
    static const int64_t one[] = {1}, none[] = {0, 0};
    if (!n)
        x = with_dim(s, x), w = with_dim(s, w), strides = dilation = one,
        padding = (int64_t *)(uintptr_t)none;
    IrOperand y =
        h_call(s, ops[n], H_OPS(x, w),
               H_ATTRS(H_INTS("strides", strides, given), H_INTS("padding", padding, 2 * given),
                       H_INTS("dilation", dilation, given), H_INT("groups", groups * batches)));
    if (!n) y = h_reshape(s, y, h_dims(s, y), 2);
    int64_t back[SPATIAL_MAX + 2];
    for (int32_t i = 0; i < l.n + 2; i++) back[l.at[2][i]] = i;
    set_product(s, h_permute(s, y, back, l.n + 2), t);
}

void shlo_map_convolution(H *s) {
    const ShloAttr *a = h_attr(s, "padding");
    const uint32_t n = (uint32_t)(h_rank(s, h_in(s, 0)) - 2);
    int64_t *pads = H_ARRAY(s, int64_t, 2 * n);
    if (a && a->kind == SHLO_ATTR_LIST) { /* [[0, 1], [0, 1]] */
        if (a->n != n) h_fail(s, "'padding' has %u pairs for %u dims", a->n, n);
        for (uint32_t i = 0; i < n; i++) {
            uint32_t two;
            const int64_t *pair = h_ints_of(s, &a->items[i], &two);
            if (two != 2) h_fail(s, "'padding' has no pairs");
            pads[2 * i] = pair[0];
            pads[2 * i + 1] = pair[1];
        }
    } else if (a) {
        const int64_t *all = h_ints_or(s, "padding", 2 * n, 0);
        memcpy(pads, all, 2 * n * sizeof *pads);
    }
    convolve(s, pads);
}

void shlo_map_dynamic_conv(H *s) {
    uint32_t n;
    const int64_t *pads = h_const_ints(s, 2, &n);
    if (!pads && s->in[2]->operand.kind == IR_OPERAND_CONST) h_fail(s, "its padding");
    if (!pads) h_lacks(s, "a padding that is not constant");
    if ((int32_t)n != 2 * (h_rank(s, h_in(s, 0)) - 2)) h_fail(s, "%u widths of padding", n);
    convolve(s, pads);
}
