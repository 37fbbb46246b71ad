/* SPDX-License-Identifier: Apache-2.0 */
/* Constants, and operations that move elements. */
#include "stablehlo/maps.h"

bool shlo_has(const int64_t *list, uint32_t n, int64_t v, uint32_t *at) {
    for (uint32_t i = 0; i < n; i++) {
        if (list[i] != v) continue;
        if (at) *at = i;
        return true;
    }
    return false;
}

IrOperand shlo_dim_number(H *s, const IrDim *d) {
    int64_t v;
    if (ir_dim_is_const(d, &v)) {
        Tensor *t = tensor_new(s->im->ctx, DTYPE_INT64, NULL, 0);
        tensor_set_int(t, 0, v);
        return h_tensor(s, t);
    }
    const IrOperand x = h1(s, &op_shape_to_tensor, h_shape(s, &d, 1));
    return h_reshape(s, x, &d, 0);
}

IrOperand shlo_flat(H *s, IrOperand x) {
    const IrDim *n = h_product(s, h_dims(s, x), h_rank(s, x));
    return h_reshape(s, x, &n, 1);
}

const IrDim **shlo_strides(H *s, const IrDim *const *dims, int32_t n) {
    const IrDim **strides = H_ARRAY(s, const IrDim *, n);
    const IrDim *d = h_dim(s, 1);
    for (int32_t i = n; i-- > 0;) {
        strides[i] = d;
        d = ir_dim_mul(s->m, d, dims[i]);
    }
    return strides;
}

void shlo_map_constant(H *s) {
    const ShloAttr *a = h_attr(s, "value");
    if (!a || a->kind != SHLO_ATTR_DENSE) h_fail(s, "it has no value");
    if (!a->tensor)
        h_lacks(s, "the element type %s", a->type->lacks ? a->type->lacks : "of its value");
    h_set(s, 0, h_tensor(s, tensor_ref(a->tensor)));
}

static void iota(H *s, const IrDim *const *dims, int32_t rank, DType t) {
    const int64_t axis = h_int(s, "iota_dimension", -1);
    if (axis < 0 || axis >= rank)
        h_fail(s, "dim %lld, where the rank is %d", (long long)axis, rank);
    const IrOperand x = h_cast(s, h_counter(s, dims[axis], (int32_t)axis, rank), t);
    h_set(s, 0, h_broadcast(s, x, dims, rank));
}

void shlo_map_iota(H *s) {
    const IrType *t = h_known_type(s, 0);
    iota(s, t->dims, t->ndim, t->dtype);
}

void shlo_map_dynamic_iota(H *s) {
    uint32_t n;
    const IrDim *const *dims = h_known(s, 0, &n);
    iota(s, dims, (int32_t)n, h_out_dtype(s, 0));
}

static void broadcast_in_dim(H *s, const IrDim *const *dims, int32_t rank) {
    IrOperand x = h_in(s, 0);
    uint32_t n;
    const int64_t *at = h_ints(s, "broadcast_dimensions", &n);
    const int32_t own = h_rank(s, x);
    if ((int32_t)n != own) h_fail(s, "%u broadcast dimensions for an operand of rank %d", n, own);
    int64_t *order = H_ARRAY(s, int64_t, own), *to = H_ARRAY(s, int64_t, own);
    for (int32_t i = 0; i < own; i++) { /* by their place in the result */
        int32_t k = i;
        for (; k > 0 && at[order[k - 1]] > at[i]; k--) order[k] = order[k - 1];
        order[k] = i;
    }
    for (int32_t i = 0; i < own; i++) {
        to[i] = at[order[i]];
        if (to[i] < 0 || to[i] >= rank || (i && to[i] == to[i - 1]))
            h_fail(s, "its broadcast dimensions");
    }
    x = h_permute(s, x, order, own);
    h_set(s, 0, h_broadcast(s, h_spread(s, x, to, rank), dims, rank));
}

void shlo_map_broadcast_in_dim(H *s) {
    const IrType *t = h_known_type(s, 0);
    broadcast_in_dim(s, t->dims, t->ndim);
}

void shlo_map_dynamic_broadcast_in_dim(H *s) {
    uint32_t n;
    const IrDim *const *dims = h_known(s, 1, &n);
    broadcast_in_dim(s, dims, (int32_t)n);
}

void shlo_map_broadcast(H *s) {
    uint32_t n;
    const int64_t *sizes = h_ints(s, "broadcast_sizes", &n);
    const IrOperand x = h_in(s, 0);
    const int32_t rank = h_rank(s, x) + (int32_t)n;
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank);
    for (int32_t i = 0; i < rank; i++)
        dims[i] = i < (int32_t)n ? h_dim(s, sizes[i]) : h_dims(s, x)[i - (int32_t)n];
    h_set(s, 0, h_broadcast(s, x, dims, rank));
}

void shlo_map_reshape(H *s) {
    const IrType *t = h_known_type(s, 0);
    h_set(s, 0, h_reshape(s, h_in(s, 0), t->dims, t->ndim));
}

void shlo_map_dynamic_reshape(H *s) {
    uint32_t n;
    const IrDim *const *dims = h_known(s, 1, &n);
    h_set(s, 0, h_reshape(s, h_in(s, 0), dims, (int32_t)n));
}

void shlo_map_transpose(H *s) {
    uint32_t n;
    const IrOperand x = h_in(s, 0);
    const int64_t *axes = h_ints(s, "permutation", &n);
    if ((int32_t)n != h_rank(s, x))
        h_fail(s, "a permutation of %u dims for rank %d", n, h_rank(s, x));
    h_set(s, 0, h_permute(s, x, axes, (int32_t)n));
}

void shlo_map_reverse(H *s) {
    uint32_t n;
    IrOperand x = h_in(s, 0);
    const int64_t *axes = h_ints(s, "dimensions", &n);
    for (uint32_t i = 0; i < n; i++)
        x = h_call(s, &op_flip, &x, 1, H_ATTRS(H_INT("axis", axes[i])));
    h_set(s, 0, x);
}

void shlo_map_concatenate(H *s) {
    const uint32_t n = s->op->n_operands;
    IrOperand *x = H_ARRAY(s, IrOperand, n);
    for (uint32_t i = 0; i < n; i++) x[i] = h_in(s, i);
    if (!n) h_fail(s, "it has no operands");
    h_set(s, 0, h_concat(s, x, n, h_int(s, "dimension", 0)));
}

void shlo_map_slice(H *s) {
    IrOperand x = h_in(s, 0);
    const uint32_t rank = (uint32_t)h_rank(s, x);
    uint32_t n[2];
    const int64_t *begin = h_ints(s, "start_indices", &n[0]),
                  *end = h_ints(s, "limit_indices", &n[1]),
                  *step = h_ints_or(s, "strides", rank, 1);
    if (n[0] != rank || n[1] != rank)
        h_fail(s, "bounds of %u and %u dims for rank %u", n[0], n[1], rank);
    for (uint32_t i = 0; i < rank; i++) {
        const int64_t extent = h_extent(s, x, (int32_t)i);
        if (begin[i] < 0 || end[i] < begin[i] || step[i] < 1 || (extent >= 0 && end[i] > extent))
            h_fail(s, "[%lld:%lld:%lld] of dim %u, which is %lld", (long long)begin[i],
                   (long long)end[i], (long long)step[i], i, (long long)extent);
        if (begin[i] == 0 && end[i] == extent && step[i] == 1) continue;
        x = h_slice(s, x, i, h_dim(s, begin[i]), h_dim(s, end[i]), step[i]);
    }
    h_set(s, 0, x);
}

/* x with `count` places between its elements along the axis, filled with zeros. */
IrOperand shlo_spaced(H *s, IrOperand x, int32_t axis, int64_t count) {
    const int32_t rank = h_rank(s, x);
    const IrDim *const *from = h_dims(s, x);
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank + 1);
    int64_t *widths = H_ARRAY(s, int64_t, 2 * (rank + 1));
    const IrDim *extent = from[axis];
    if (ir_dim_is(extent, 0)) return x;
    for (int32_t i = 0; i <= rank; i++)
        dims[i] = i <= axis ? from[i] : i == axis + 1 ? h_dim(s, 1) : from[i - 1];
    widths[2 * (axis + 1) + 1] = count;
    IrOperand y = h_reshape(s, x, dims, rank + 1);
    y = h_call(s, &op_nn_pad, &y, 1, H_ATTRS(H_INTS("pad_width", widths, 2 * (rank + 1))));
    const IrDim *wide = ir_dim_scale(s->m, extent, count + 1);
    for (int32_t i = 0; i < rank; i++) dims[i] = i == axis ? wide : from[i];
    y = h_reshape(s, y, dims, rank);
    return h_slice(s, y, axis, h_dim(s, 0),
                   ir_dim_max(s->m, h_dim(s, 0), ir_dim_offset(s->m, wide, -count)), 1);
}

static IrOperand padded(H *s, IrOperand x, const int64_t *low, const int64_t *high,
                        const int64_t *interior) {
    const int32_t rank = h_rank(s, x);
    int64_t *widths = H_ARRAY(s, int64_t, 2 * rank);
    bool any = false;
    for (int32_t i = 0; i < rank; i++) {
        if (interior[i] > 0) x = shlo_spaced(s, x, i, interior[i]);
        widths[2 * i] = low[i];
        widths[2 * i + 1] = high[i];
        any = any || low[i] || high[i];
    }
    return any ? h_call(s, &op_nn_pad, &x, 1, H_ATTRS(H_INTS("pad_width", widths, 2 * rank))) : x;
}

static bool is_zero(IrOperand x) {
    if (x.kind != IR_OPERAND_CONST) return false;
    const Tensor *t = x.constant->tensor;
    for (size_t i = 0; i < t->bytes; i++) {
        if (((const uint8_t *)t->data)[i]) return false;
    }
    return true;
}

/* Zeros all around; where the value is another one, what they are is told by a mask that is padded
 * alike. */
static void pad(H *s, const int64_t *low, const int64_t *high, const int64_t *interior) {
    const IrOperand x = h_in(s, 0), value = h_in(s, 1);
    for (int32_t i = 0; i < h_rank(s, x); i++) {
        if (interior[i] < 0 || interior[i] > INT32_MAX)
            h_fail(s, "an interior padding of %lld", (long long)interior[i]);
    }
    const IrOperand y = padded(s, x, low, high, interior);
    if (is_zero(value)) {
        h_set(s, 0, y);
        return;
    }
    const IrOperand one = h_const(s, DTYPE_INT8, 1);
    const IrOperand ones = h_broadcast(s, one, h_dims(s, x), h_rank(s, x));
    const IrOperand mask = h_cast(s, padded(s, ones, low, high, interior), DTYPE_BOOL);
    h_set(s, 0, h3(s, &op_where, mask, y, value));
}

void shlo_map_pad(H *s) {
    const uint32_t rank = (uint32_t)h_rank(s, h_in(s, 0));
    const int64_t *low = h_ints_or(s, "edge_padding_low", rank, 0),
                  *high = h_ints_or(s, "edge_padding_high", rank, 0);
    pad(s, low, high, h_ints_or(s, "interior_padding", rank, 0));
}

/* x along an axis, by the place that each element of the result has in it; what has none is the
 * value, which stands behind x's last element. */
static IrOperand padded_along(H *s, IrOperand x, int32_t axis, const IrDim *low, const IrDim *high,
                              const IrDim *interior) {
    IrModule *m = s->m;
    const int32_t rank = h_rank(s, x);
    const IrDim *const *from = h_dims(s, x);
    const IrDim *extent = from[axis], *zero = h_dim(s, 0);
    const IrDim *step = ir_dim_offset(m, interior, 1);
    const IrDim *gaps = ir_dim_mul(m, ir_dim_max(m, zero, ir_dim_offset(m, extent, -1)), interior);
    const IrDim *all = ir_dim_add(m, ir_dim_add(m, low, high), ir_dim_add(m, extent, gaps));
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank);
    for (int32_t i = 0; i < rank; i++) dims[i] = i == axis ? h_dim(s, 1) : from[i];
    const IrOperand end = shlo_dim_number(s, extent), by = shlo_dim_number(s, step);
    const IrOperand at = h2(s, &op_subtract, h_counter(s, all, 0, 1), shlo_dim_number(s, low));
    const IrOperand place = h2(s, &op_floor_divide, at, by);
    const IrOperand whole = h2(s, &op_equal, h2(s, &op_multiply, place, by), at),
                    low_in = h2c(s, &op_greater_equal, place, 0),
                    high_in = h2(s, &op_less, place, end);
    const IrOperand inside = h2(s, &op_logical_and, whole, h2(s, &op_logical_and, low_in, high_in));
    const IrOperand places = h3(s, &op_where, inside, place, end);
    const IrOperand parts[] = {x, h_broadcast(s, h_in(s, 1), dims, rank)};
    return h_call(s, &op_take, H_OPS(h_concat(s, parts, 2, axis), places),
                  H_ATTRS(H_INT("axis", axis)));
}

void shlo_map_dynamic_pad(H *s) {
    const IrDim *const *widths[3];
    const int64_t *given[3];
    uint32_t n;
    IrOperand x = h_in(s, 0);
    const int32_t rank = h_rank(s, x);
    bool is_known = true;
    for (uint32_t i = 0; i < 3; i++) {
        given[i] = h_const_ints(s, 2 + i, &n);
        is_known = is_known && given[i];
        widths[i] = h_known(s, 2 + i, &n);
        if ((int32_t)n != rank) h_fail(s, "%u widths for rank %d", n, rank);
    }
    if (is_known) {
        pad(s, given[0], given[1], given[2]);
        return;
    }
    const IrDim *zero = h_dim(s, 0);
    for (int32_t i = 0; i < rank; i++) {
        if (widths[0][i] != zero || widths[1][i] != zero || widths[2][i] != zero)
            x = padded_along(s, x, i, widths[0][i], widths[1][i], widths[2][i]);
    }
    h_set(s, 0, x);
}

void shlo_map_real_dynamic_slice(H *s) {
    IrOperand x = h_in(s, 0);
    uint32_t n[3];
    const int64_t *step = h_const_ints(s, 3, &n[2]);
    if (!step) h_lacks(s, "a stride that is not constant");
    const IrDim *const *begin = h_known(s, 1, &n[0]), *const *end = h_known(s, 2, &n[1]);
    const int32_t rank = h_rank(s, x);
    for (int i = 0; i < 3; i++) {
        if ((int32_t)n[i] != rank) h_fail(s, "bounds of %u dims for rank %d", n[i], rank);
    }
    for (int32_t i = 0; i < rank; i++) {
        if (step[i] < 1) h_fail(s, "a stride of %lld", (long long)step[i]);
        if (ir_dim_is(begin[i], 0) && end[i] == h_dims(s, x)[i] && step[i] == 1) continue;
        x = h_slice(s, x, i, begin[i], end[i], step[i]);
    }
    h_set(s, 0, x);
}

void shlo_map_get_dimension_size(H *s) {
    const IrOperand x = h_in(s, 0);
    const int64_t axis = h_int(s, "dimension", -1);
    if (axis < 0 || axis >= h_rank(s, x))
        h_fail(s, "dim %lld, where the rank is %d", (long long)axis, h_rank(s, x));
    const IrDim *d = h_dims(s, x)[axis];
    h_set(s, 0, h_cast(s, shlo_dim_number(s, d), h_out_dtype(s, 0)));
}

/* x with so many places along the dim: those at its beginning, and zeros behind what it has. */
void shlo_map_set_dimension_size(H *s) {
    uint32_t n;
    int64_t known, n_places;
    IrOperand x = h_in(s, 0);
    const int64_t axis = h_int(s, "dimension", -1);
    const int32_t rank = h_rank(s, x);
    if (axis < 0 || axis >= rank)
        h_fail(s, "dim %lld, where the rank is %d", (long long)axis, rank);
    const IrDim *const *size = h_known(s, 1, &n);
    if (n != 1) h_fail(s, "a size of %u numbers", n);
    const IrDim *extent = h_dims(s, x)[axis];
    if (!ir_dim_is_const(extent, &known)) { /* an open one may grow to its bound */
        const IrDim **more = H_ARRAY(s, const IrDim *, rank);
        memcpy(more, h_dims(s, x), (size_t)rank * sizeof *more);
        more[axis] = ir_dim_max(s->m, ir_dim_sub(s->m, size[0], extent), h_dim(s, 0));
        const IrOperand zeros = h_broadcast(s, h_const(s, h_dtype(s, x), 0), more, rank);
        x = h_concat(s, (const IrOperand[]){x, zeros}, 2, axis);
    } else if (ir_dim_is_const(size[0], &n_places) && (n_places < 0 || n_places > known)) {
        h_fail(s, "a size of %lld, where the extent is %lld", (long long)n_places,
               (long long)known);
    }
    h_set(s, 0, h_slice(s, x, axis, h_dim(s, 0), size[0], 1));
}

void shlo_map_identity(H *s) {
    for (uint32_t i = 0; i < s->op->n_results && i < s->op->n_operands; i++) s->out[i] = *s->in[i];
}

void shlo_map_token(H *s) {
    for (uint32_t i = 0; i < s->op->n_results; i++) s->out[i].is_token = true;
}

void shlo_map_tuple(H *s) {
    s->out[0].n = s->op->n_operands;
    s->out[0].fields = H_ARRAY(s, ShloValue, s->op->n_operands);
    for (uint32_t i = 0; i < s->op->n_operands; i++) s->out[0].fields[i] = *s->in[i];
}

void shlo_map_get_tuple_element(H *s) {
    const int64_t i = h_int(s, "index", -1);
    if (!s->op->n_operands || !s->in[0]->fields) h_fail(s, "its operand is no tuple");
    if (i < 0 || i >= s->in[0]->n) h_fail(s, "field %lld of %u", (long long)i, s->in[0]->n);
    s->out[0] = s->in[0]->fields[i];
}
