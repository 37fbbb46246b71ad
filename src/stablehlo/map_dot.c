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

enum { LETTERS = 52 };
static const char alphabet[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

typedef struct {
    char at[2][LETTERS + 1]; /* of each operand's dims: those of a pair are the same; 0: none yet */
    int32_t rank[2];
    int used;
} Letters;

/* Letters for pairs of dims: of the batch, then contracting. */
static void pair_letters(H *s, Letters *l, const IrOperand x[2], const int64_t *const lists[4],
                         const uint32_t n[4]) {
    *l = (Letters){.rank = {h_rank(s, x[0]), h_rank(s, x[1])}};
    if (l->rank[0] + l->rank[1] + 1 > LETTERS)
        h_lacks(s, "operands of rank %d and %d", l->rank[0], l->rank[1]);
    for (int k = 0; k < 2; k++) {
        if (n[2 * k] != n[2 * k + 1])
            h_fail(s, "%u dims of one operand for %u of the other", n[2 * k], n[2 * k + 1]);
        for (uint32_t i = 0; i < n[2 * k]; i++) {
            const int64_t a = lists[2 * k][i], b = lists[2 * k + 1][i];
            if (a < 0 || a >= l->rank[0] || b < 0 || b >= l->rank[1] || l->at[0][a] || l->at[1][b])
                h_fail(s, "its dimension numbers");
            l->at[0][a] = l->at[1][b] = alphabet[l->used++];
        }
    }
}

/* The sum of products. Of the result's dims those of `front` and the batch come first, then those
 * that are in one operand alone. */
static IrOperand product_of(H *s, Letters *l, const IrOperand x[2], const char *front,
                            int n_batch) {
    char text[4 * LETTERS], *to = text;
    const int shared = l->used;
    for (int k = 0; k < 2; k++) {
        for (int32_t i = 0; i < l->rank[k]; i++) {
            if (!l->at[k][i]) l->at[k][i] = alphabet[l->used++];
            *to++ = l->at[k][i];
        }
        *to++ = k ? '-' : ',';
    }
    *to++ = '>';
    for (; *front; front++) *to++ = *front;
    for (int i = 0; i < n_batch; i++) *to++ = alphabet[i];
    for (int i = shared; i < l->used; i++) *to++ = alphabet[i];
    *to = 0;
    uint32_t len;
    const IrOperand *both = h_tuple(s, x, 2, &len);
    return h_call(s, &op_einsum, both, len, H_ATTRS(H_STR("subscripts", text)));
}

static void einsum(H *s, const int64_t *const lists[4], const uint32_t n[4]) {
    const DType t = h_out_dtype(s, 0);
    IrOperand x[2];
    Letters l;
    x[0] = in_type(s, h_in(s, 0), t);
    x[1] = in_type(s, h_in(s, 1), t);
    pair_letters(s, &l, x, lists, n);
    agree(s, x, lists, n);
    set_product(s, product_of(s, &l, x, "", (int)n[0]), t);
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

/* Products of ragged groups: the sizes of groups divide a dim of the left operand, the ragged one.
 * Where it is of the left operand alone, each group has a right operand of its own, and what is in
 * no group gives zeros; where it is contracting, each group gives a sum of its own; of the batch it
 * is like any other. */

typedef struct {
    const int64_t *lists[4]; /* batch, contracting: of the left operand, of the right one */
    uint32_t n[4];
    int64_t ragged;
    IrOperand begin, end; /* of each group: [group, the dims `before`], or [group] */
    int64_t *before;      /* dims of the left operand that the sizes have too, n_before of them */
    uint32_t n_before;
} Ragged;

static const int64_t *ragged_dims(H *s, const char *name, uint32_t *n) {
    const ShloAttr *dict = h_attr(s, "ragged_dot_dimension_numbers");
    *n = 0;
    if (!dict || dict->kind != SHLO_ATTR_DICT)
        h_fail(s, "'ragged_dot_dimension_numbers' is missing");
    const ShloAttr *a = shlo_item(dict, name);
    return a ? h_ints_of(s, a, n) : H_ARRAY(s, int64_t, 1);
}

/* The dims that lie around the ragged one: those of the batch, then those of its kind. */
static void read_before(H *s, Ragged *r, uint32_t at, bool is_contracting) {
    const int32_t rank = h_rank(s, h_in(s, 0));
    r->before = H_ARRAY(s, int64_t, rank);
    for (uint32_t i = 0; i < r->n[0]; i++) r->before[r->n_before++] = r->lists[0][i];
    for (uint32_t i = 0; is_contracting && i < at; i++) r->before[r->n_before++] = r->lists[2][i];
    for (int64_t i = 0; !is_contracting && i < r->ragged; i++) {
        if (!shlo_has(r->lists[0], r->n[0], i, NULL) && !shlo_has(r->lists[2], r->n[2], i, NULL))
            r->before[r->n_before++] = i;
    }
}

static void want_extent(H *s, IrOperand sizes, int32_t dim, int64_t is) {
    const int64_t have = h_extent(s, sizes, dim);
    if (have >= 0 && is >= 0 && have != is)
        h_fail(s, "sizes of groups of %lld, where the extent is %lld", (long long)have,
               (long long)is);
}

static void read_groups(H *s, Ragged *r) {
    const IrOperand sizes = h_cast(s, h_in(s, 2), DTYPE_INT64);
    const int32_t rank = h_rank(s, sizes);
    if (rank != 1 && rank != (int32_t)r->n_before + 1)
        h_fail(s, "sizes of groups of rank %d instead of 1 or %u", rank, r->n_before + 1);
    if (rank == 1) r->n_before = 0;
    for (uint32_t i = 0; i < r->n_before; i++)
        want_extent(s, sizes, (int32_t)i, h_extent(s, h_in(s, 0), (int32_t)r->before[i]));
    int64_t *order = H_ARRAY(s, int64_t, rank);
    order[0] = rank - 1;
    for (int32_t i = 1; i < rank; i++) order[i] = i - 1;
    const IrOperand first = h_permute(s, sizes, order, rank);
    r->end = h_call(s, &op_cumsum, &first, 1, H_ATTRS(H_INT("axis", 0)));
    r->begin = h2(s, &op_subtract, r->end, first);
}

/* x, of which dim i becomes dim at[i] of a tensor of that rank. */
static IrOperand placed(H *s, IrOperand x, const int64_t *at, int32_t rank) {
    const int32_t n = h_rank(s, x);
    int64_t *order = H_ARRAY(s, int64_t, n), *sorted = H_ARRAY(s, int64_t, n);
    for (int32_t i = 0; i < n; i++) {
        int32_t k = i;
        for (; k > 0 && at[order[k - 1]] > at[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
    for (int32_t i = 0; i < n; i++) sorted[i] = at[order[i]];
    return h_spread(s, h_permute(s, x, order, n), sorted, rank);
}

/* x, dim 0 of which are groups, with zeros for what is in another group: the place along dim
 * `ragged`; `at`: the dims of x that the sizes have too. */
static IrOperand in_groups(H *s, const Ragged *r, IrOperand x, int64_t ragged, const int64_t *at) {
    const int32_t rank = h_rank(s, x);
    const IrDim *extent = h_dims(s, x)[ragged];
    int64_t *all = H_ARRAY(s, int64_t, r->n_before + 1);
    for (uint32_t i = 0; i < r->n_before; i++) all[i + 1] = at[i];
    const IrOperand i = h_counter(s, extent, (int32_t)ragged, rank);
    const IrOperand after = h2(s, &op_less_equal, placed(s, r->begin, all, rank), i);
    const IrOperand before = h2(s, &op_less, i, placed(s, r->end, all, rank));
    return h3(s, &op_where, h2(s, &op_logical_and, after, before), x, h_const(s, h_dtype(s, x), 0));
}

/* The right operand of each group with all rows, of which the group's stay. */
static IrOperand ragged_rows(H *s, Ragged *r, const IrOperand x[2]) {
    uint32_t n_groups;
    const int64_t *group = ragged_dims(s, "rhs_group_dimensions", &n_groups);
    Letters l;
    pair_letters(s, &l, x, r->lists, r->n);
    if (n_groups != 1 || group[0] < 0 || group[0] >= l.rank[1] || l.at[1][group[0]])
        h_fail(s, "the right operand has no dim of groups");
    want_extent(s, h_in(s, 2), h_rank(s, h_in(s, 2)) - 1, h_extent(s, x[1], (int32_t)group[0]));
    const char front[] = {alphabet[l.used++], 0};
    l.at[1][group[0]] = *front;
    const IrOperand y = product_of(s, &l, x, front, (int)r->n[0]);
    /* Dims of y: groups, the batch, those of the left operand alone. */
    int64_t *place = H_ARRAY(s, int64_t, l.rank[0]), *at = H_ARRAY(s, int64_t, r->n_before);
    int64_t next = 1 + (int64_t)r->n[0];
    for (int32_t i = 0; i < l.rank[0]; i++) {
        uint32_t k;
        if (shlo_has(r->lists[0], r->n[0], i, &k))
            place[i] = 1 + (int64_t)k;
        else if (!shlo_has(r->lists[2], r->n[2], i, NULL))
            place[i] = next++;
    }
    for (uint32_t i = 0; i < r->n_before; i++) at[i] = place[r->before[i]];
    const int64_t none[] = {0};
    return h_reduce(s, &op_sum, in_groups(s, r, y, place[r->ragged], at), none, 1);
}

/* x with a dim of groups in front, each with what it has of x. */
static IrOperand divided(H *s, const Ragged *r, IrOperand x, int64_t ragged, const int64_t *at) {
    const int32_t rank = h_rank(s, x);
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank + 1);
    dims[0] = h_dims(s, r->end)[0];
    for (int32_t i = 0; i < rank; i++) dims[i + 1] = h_dims(s, x)[i];
    return in_groups(s, r, h_broadcast(s, x, dims, rank + 1), ragged + 1, at);
}

/* A sum for each group: both operands have zeros for all others. */
static IrOperand ragged_sums(H *s, Ragged *r, const IrOperand x[2], uint32_t which) {
    IrOperand parts[2];
    int64_t *lists[4];
    uint32_t n[4];
    Letters l;
    for (int k = 0; k < 4; k++) { /* groups are of the batch */
        const uint32_t more = k < 2;
        n[k] = r->n[k] + more;
        lists[k] = H_ARRAY(s, int64_t, n[k]);
        for (uint32_t i = 0; i < r->n[k]; i++) lists[k][i + more] = r->lists[k][i] + 1;
    }
    for (int k = 0; k < 2; k++) {
        int64_t *at = H_ARRAY(s, int64_t, r->n_before);
        for (uint32_t i = 0; i < r->n_before; i++) {
            uint32_t p = 0;
            if (shlo_has(r->lists[0], r->n[0], r->before[i], &p))
                at[i] = r->lists[k][p] + 1;
            else if (shlo_has(r->lists[2], r->n[2], r->before[i], &p))
                at[i] = r->lists[2 + k][p] + 1;
        }
        parts[k] = divided(s, r, x[k], r->lists[2 + k][which], at);
    }
    const int64_t *const all[] = {lists[0], lists[1], lists[2], lists[3]};
    pair_letters(s, &l, parts, all, n);
    return product_of(s, &l, parts, "", (int)n[0]);
}

void shlo_map_ragged_dot(H *s) {
    uint32_t n_ragged, at = 0, n_groups;
    Ragged r = {.n_before = 0};
    IrOperand x[2];
    Letters l;
    static const char *const names[] = {"lhs_batching_dimensions", "rhs_batching_dimensions",
                                        "lhs_contracting_dimensions", "rhs_contracting_dimensions"};
    for (int k = 0; k < 4; k++) r.lists[k] = ragged_dims(s, names[k], &r.n[k]);
    const int64_t *ragged = ragged_dims(s, "lhs_ragged_dimensions", &n_ragged);
    if (n_ragged != 1 || ragged[0] < 0 || ragged[0] >= h_rank(s, h_in(s, 0)))
        h_fail(s, "the left operand has no ragged dim");
    r.ragged = ragged[0];
    if (shlo_has(r.lists[0], r.n[0], r.ragged, NULL)) {
        einsum(s, r.lists, r.n);
        return;
    }
    const DType t = h_out_dtype(s, 0);
    x[0] = in_type(s, h_in(s, 0), t);
    x[1] = in_type(s, h_in(s, 1), t);
    pair_letters(s, &l, x, r.lists, r.n); /* they are dims */
    agree(s, x, r.lists, r.n);
    const bool is_contracting = shlo_has(r.lists[2], r.n[2], r.ragged, &at);
    read_before(s, &r, at, is_contracting);
    read_groups(s, &r);
    ragged_dims(s, "rhs_group_dimensions", &n_groups);
    if (is_contracting && n_groups)
        h_fail(s, "a dim of groups of the right operand, where a contracting dim is ragged");
    set_product(s, is_contracting ? ragged_sums(s, &r, x, at) : ragged_rows(s, &r, x), t);
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
