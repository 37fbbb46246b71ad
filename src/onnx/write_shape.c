/* SPDX-License-Identifier: Apache-2.0 */
/* Types, shapes, and what moves elements about. */
#include "onnx/export.h"

void onnx_write_marker(W *w) { w_alias(w, 0); }

void onnx_write_astype(W *w) {
    const DType from = w_dtype(w, 0), to = w_attr(w, "dtype")->dtype;
    if (from == to)
        w_alias(w, 0);
    else
        w_set(w, w_cast(w, w_in(w, 0), from, to));
}

void onnx_write_cast(W *w) {
    const DType to = w_attr(w, "dtype")->dtype;
    const bool saturates = w_attr(w, "saturate")->i != 0;
    const char *mode = w_attr(w, "round_mode")->s;
    OnnxNode *n = w_node(w, "Cast", NAMES(w_in(w, 0)), 1);
    w_add_int(w, n, "to", x_type(w->x, to));
    if (!saturates) w_add_int(w, n, "saturate", 0);
    if (to == DTYPE_FLOAT8E8M0 && strcmp(mode, "up") != 0) w_add_str(w, n, "round_mode", mode);
    w_set(w, w_out(n, 0));
}

void onnx_write_bitcast(W *w) {
    OnnxNode *n = w_node(w, "BitCast", NAMES(w_in(w, 0)), 1);
    x_needs(w->x, 26);
    w_add_int(w, n, "to", x_type(w->x, w_attr(w, "dtype")->dtype));
    w_set(w, w_out(n, 0));
}

/* Integers are counted as such and cast, all else in float64; constants that the dtype holds need
 * no cast. */
void onnx_write_arange(W *w) {
    const DType dtype = w->b->var->type->dtype;
    const bool has_end = w_has(w, 1);
    bool is_int = true, is_const = true;
    for (uint32_t i = 0; i < 3; i++) {
        int64_t v;
        const IrDim *d = w_has(w, i) ? w_prim_dim(w, i) : NULL;
        is_int = is_int && (!w_has(w, i) || dtype_is_int(w_dtype(w, i)));
        is_const = is_const && (!w_has(w, i) ||
                                (d && ir_dim_is_const(d, &v) && v > INT16_MIN && v < INT16_MAX));
    }
    const bool direct = is_int && is_const && dtype_is_int(dtype);
    const DType counted = direct ? dtype : is_int ? DTYPE_INT64 : DTYPE_FLOAT64;
    const char *first = w_prim(w, 0, counted), *step = w_prim(w, 2, counted);
    const char *y = has_end ? w3(w, "Range", first, w_prim(w, 1, counted), step)
                            : w3(w, "Range", w_scalar(w, counted, 0), first, step);
    w_set(w, w_cast(w, y, counted, dtype));
}

void onnx_write_broadcast_to(W *w) {
    const char *x = w_in(w, 0);
    w_set(w, w2(w, "Expand", x, w_in(w, 1)));
}

void onnx_write_concat(W *w) {
    uint32_t n;
    const char **ins = w_ins(w, 0, &n);
    w_set(w, w_concat(w, ins, n, w_int(w, "axis")));
}

void onnx_write_stack(W *w) {
    uint32_t n;
    const char **ins = w_ins(w, 0, &n);
    const int64_t axis = w_int(w, "axis");
    for (uint32_t i = 0; i < n; i++) ins[i] = w_unsqueeze(w, ins[i], &axis, 1);
    w_set(w, w_concat(w, ins, n, axis));
}

/* All elements of operand i, which is constant, are positive. */
static bool is_positive(W *w, uint32_t i) {
    const Tensor *t = w_const(w, i);
    bool yes = t && t->dtype == DTYPE_INT64;
    for (size_t k = 0; yes && k < t->count; k++) yes = ((const int64_t *)t->data)[k] > 0;
    return yes;
}

/* Where a slice that runs back begins before the first element it is empty; ONNX's begins with
 * that. So there it ends with it too. */
void onnx_write_dynamic_strided_slice(W *w) {
    const IrType *x = w_type(w, 0);
    if (x->kind == IR_TYPE_TENSOR && x->ndim == 0) {
        w_alias(w, 0);
        return;
    }
    const char *end = w_in(w, 2);
    if (!is_positive(w, 3)) {
        const char *zero = w_scalar(w, DTYPE_INT64, 0);
        const char *first = w1(w, "Neg", w1(w, "Shape", w_in(w, 0)));
        const char *before = w2(w, "Less", w_in(w, 1), first);
        const char *back = w2(w, "Less", w_in(w, 3), zero);
        end = w3(w, "Where", w2(w, "And", back, before), zero, end);
    }
    w_set(w, w_out(w_node(w, "Slice", NAMES(w_in(w, 0), w_in(w, 1), end, "", w_in(w, 3)), 1), 0));
}

/* A slice of one axis that runs back and may begin before the first element: of what lies before
 * its start, from the last element of that on, which need not be there. */
static bool begins_before(W *w, const IrDim *begin, const IrDim *step, int64_t axis, int64_t *at) {
    const IrType *x = w_type(w, 0);
    int64_t by, n;
    if (!begin || !step || !ir_dim_is_const(step, &by) || by > 0) return false;
    if (!ir_dim_is_const(begin, at) || *at >= -1) return false;
    if (axis < 0 && x->ndim > 0) axis += x->ndim;
    return !x->dims || axis < 0 || axis >= x->ndim || !ir_dim_is_const(x->dims[axis], &n) ||
           *at < -n;
}

/* An end in what lies before the element `begin`: both are counted from behind. */
static const IrDim *end_before(W *w, const IrDim *end, int64_t begin) {
    int64_t at;
    if (!end || !ir_dim_is_const(end, &at))
        w_fail(w, "a slice that runs back from %lld to what a run computes", (long long)begin);
    if (at >= 0) return end;
    if (at > begin) at = begin; /* nothing lies between */
    return ir_dim_const(w->x->m, at == INT64_MIN ? at : at - begin - 1);
}

void onnx_write_strided_slice(W *w) {
    uint32_t n, n_begins, n_ends, n_steps = 0;
    const int64_t *axes = w_prim_ints(w, 1, &n);
    if (!n) {
        w_alias(w, 0);
        return;
    }
    const IrDim *const *begins = w_prim_dims(w, 2, &n_begins),
                       *const *ends = w_prim_dims(w, 3, &n_ends),
                       *const *steps = w_has(w, 4) ? w_prim_dims(w, 4, &n_steps) : NULL;
    const IrDim **from = ARENA_ARRAY(w->x->arena, const IrDim *, (size_t)n + 1),
                **to = ARENA_ARRAY(w->x->arena, const IrDim *, (size_t)n + 1);
    const char *x = w_in(w, 0);
    bool moved = false;
    for (uint32_t k = 0; k < n && k < n_begins && k < n_ends; k++) {
        int64_t at;
        from[k] = begins[k], to[k] = ends[k];
        if (k >= n_steps || !begins_before(w, begins[k], steps[k], axes[k], &at)) continue;
        x = w_slice(w, x, axes[k], 0, at + 1, 1);
        from[k] = ir_dim_const(w->x->m, -1), to[k] = end_before(w, ends[k], at);
        moved = true;
    }
    for (uint32_t k = 0; moved && k < n; k++) {
        if (!from[k] || !to[k]) w_fail(w, "a slice that runs back, beside one that is computed");
    }
    const char *begin = moved ? w_dims(w, from, (int32_t)n) : w_prims(w, 2);
    const char *end = moved ? w_dims(w, to, (int32_t)n) : w_prims(w, 3);
    const char *by = w_has(w, 4) ? w_prims(w, 4) : "";
    w_set(w, w_out(w_node(w, "Slice", NAMES(x, begin, end, w_ints(w, axes, n), by), 1), 0));
}

/* From the last to before the first. */
void onnx_write_flip(W *w) {
    w_set(w, w_slice(w, w_in(w, 0), w_int(w, "axis"), -1, INT64_MIN, -1));
}

void onnx_write_expand_dims(W *w) {
    const IrAttr *axes = w_attr(w, "axis");
    if (axes->n)
        w_set(w, w_unsqueeze(w, w_in(w, 0), axes->ints, axes->n));
    else
        w_alias(w, 0);
}

void onnx_write_squeeze(W *w) {
    const IrAttr *axes = w_attr(w, "axis");
    if (axes->kind == IR_ATTR_NONE)
        w_set(w, w1(w, "Squeeze", w_in(w, 0)));
    else if (axes->n)
        w_set(w, w_squeeze(w, w_in(w, 0), axes->ints, axes->n));
    else
        w_alias(w, 0);
}

/* The elements in a row. */
static const char *flat(W *w, const char *x) {
    const int64_t all = -1;
    return w2(w, "Reshape", x, w_ints(w, &all, 1));
}

void onnx_write_flatten(W *w) { w_set(w, flat(w, w_in(w, 0))); }

/* An extent that x has at the same place is 0 in ONNX's shape, one that follows from the others -1.
 * False: the shape is to be computed. */
static bool plain_shape(W *w, const IrDim *const *dims, int32_t n, int64_t *out) {
    IrModule *m = w->x->m;
    const IrType *x = w_type(w, 0);
    const IrDim *rest = x->dims ? ir_dim_const(m, 1) : NULL;
    int32_t open = -1;
    bool copies = false;
    for (int32_t i = 0; x->dims && i < x->ndim; i++) rest = ir_dim_mul(m, rest, x->dims[i]);
    for (int32_t i = 0; i < n; i++) {
        if (ir_dim_is_const(dims[i], &out[i])) {
            if (out[i] == 0) return false;
            if (rest && out[i] > 0) rest = ir_dim_floordiv(m, rest, dims[i]);
        } else if (x->dims && i < x->ndim && dims[i] == x->dims[i]) {
            copies = true;
            out[i] = 0;
        } else if (open < 0) {
            open = i;
        } else {
            return false;
        }
    }
    if (open >= 0) out[open] = -1;
    return open < 0 || (!copies && rest == dims[open]);
}

void onnx_write_reshape(W *w) {
    int32_t rank;
    const IrDim *const *dims = w_shape(w, 1, &rank);
    int64_t *ints = ARENA_ARRAY(w->x->arena, int64_t, (size_t)(dims ? rank : 0) + 1);
    const bool is_plain = dims && plain_shape(w, dims, rank, ints);
    if (!ir_dims_check(w->x->m, w->b->loc)) w_fail(w, "its extents overflow");
    const char *shape = is_plain ? w_ints(w, ints, (uint32_t)rank) : w_in(w, 1);
    OnnxNode *n = w_node(w, "Reshape", NAMES(w_in(w, 0), shape), 1);
    if (!is_plain) w_add_int(w, n, "allowzero", 1);
    w_set(w, w_out(n, 0));
}

void onnx_write_permute_dims(W *w) {
    const IrAttr *axes = w_attr(w, "axes");
    OnnxNode *n = w_node(w, "Transpose", NAMES(w_in(w, 0)), 1);
    if (axes->kind == IR_ATTR_INTS) w_add_ints(w, n, "perm", axes->ints, axes->n);
    w_set(w, w_out(n, 0));
}

static const char *constant_of_shape(W *w, const char *shape, DType dtype, const void *value) {
    const int64_t one = 1;
    OnnxNode *n = w_node(w, "ConstantOfShape", NAMES(shape), 1);
    w_add_attr(w, n, "value", ONNX_ATTR_TENSOR)->tensor = w_tensor(w, dtype, &one, 1, value);
    return w_out(n, 0);
}

/* The shape of the first operand, which is one, or has one. */
static const char *shape_or_like(W *w) {
    const IrType *t = w_type(w, 0);
    if (t->kind != IR_TYPE_TENSOR) return w_in(w, 0);
    return t->dims ? w_dims(w, t->dims, t->ndim) : w1(w, "Shape", w_in(w, 0));
}

void onnx_write_full(W *w) {
    const DType dtype = w->b->var->type->dtype, from = w_dtype(w, 1);
    const Tensor *fill = w_const(w, 1);
    const char *shape = shape_or_like(w);
    if (fill && from == dtype && dtype != DTYPE_BFLOAT16) {
        w_set(w, constant_of_shape(w, shape, dtype, fill->data));
    } else {
        w_set(w, w2(w, "Expand", w_cast(w, w_in(w, 1), from, dtype), shape));
    }
}

void onnx_write_filled(W *w) {
    const DType dtype = w->b->var->type->dtype;
    char value[8];
    dtype_write_int(dtype, value, w->b->op == &op_ones || w->b->op == &op_ones_like);
    w_set(w, constant_of_shape(w, shape_or_like(w), dtype, value));
}

/* EyeLike takes a constant k; else columns less rows are compared with it. */
void onnx_write_eye(W *w) {
    const bool is_like = w->b->op == &op_eye_like;
    const DType dtype = w->b->var->type->dtype;
    const uint32_t at_k = is_like ? 1 : 2;
    const IrDim *d = w_prim_dim(w, at_k);
    const char *sides[2], *shape = NULL;
    int64_t k;
    for (int32_t i = 0; i < 2; i++)
        sides[i] = is_like             ? w_shape_of(w, 0, i, i + 1)
                   : i && !w_has(w, 1) ? sides[0]
                                       : w_unsqueeze(w, w_prim(w, (uint32_t)i, DTYPE_INT64),
                                                     (const int64_t[]){0}, 1);
    if (d && ir_dim_is_const(d, &k)) {
        const int32_t zero = 0;
        if (!is_like) shape = w_concat(w, sides, 2, 0);
        OnnxNode *n = w_node(
            w, "EyeLike",
            NAMES(is_like ? w_in(w, 0) : constant_of_shape(w, shape, DTYPE_INT32, &zero)), 1);
        w_add_int(w, n, "dtype", x_type(w->x, dtype));
        w_add_int(w, n, "k", k);
        w_set(w, w_out(n, 0));
        return;
    }
    const char *counts[2];
    for (int i = 0; i < 2; i++) {
        const char *end = w_squeeze(w, sides[i], (const int64_t[]){0}, 1);
        const char *zero = w_scalar_int(w, DTYPE_INT64, 0);
        const char *count = w3(w, "Range", zero, end, w_scalar_int(w, DTYPE_INT64, 1));
        counts[i] = w_unsqueeze(w, count, (const int64_t[]){!i}, 1);
    }
    const char *place = w2(w, "Sub", counts[1], counts[0]);
    const char *is_one = w2(w, "Equal", place, w_prim(w, at_k, DTYPE_INT64));
    w_set(w, w_cast(w, is_one, DTYPE_BOOL, dtype));
}

/* Indices as nodes take them: int64, and where `narrow` int32 too. */
static const char *indices(W *w, uint32_t i, bool narrow) {
    const DType dtype = w_dtype(w, i);
    return narrow && dtype == DTYPE_INT32 ? w_in(w, i) : w_cast(w, w_in(w, i), dtype, DTYPE_INT64);
}

static void with_axis(W *w, OnnxNode *n, const char *name) {
    w_add_int(w, n, name, w_int(w, name));
    w_set(w, w_out(n, 0));
}

/* Indices outside: the nearest one that is in (clip), or what is left after the extent is taken
 * away (wrap). */
void onnx_write_take(W *w) {
    const bool is_flat = w_attr(w, "axis")->kind == IR_ATTR_NONE, clip = w_is(w, "mode", "clip");
    const int64_t axis = is_flat ? 0 : w_int(w, "axis");
    const char *x = is_flat ? flat(w, w_in(w, 0)) : w_in(w, 0);
    const bool fast = w_is(w, "mode", "fast");
    const char *at = fast ? indices(w, 1, true) : w_in(w, 1);
    if (!fast) { /* in 64 bits, with the indices' sign or without */
        const DType from = w_dtype(w, 1), dtype = from == DTYPE_UINT64 ? from : DTYPE_INT64;
        OnnxNode *n = w_node(w, "Shape", NAMES(x), 1);
        w_add_int(w, n, "start", axis);
        w_add_int(w, n, "end", axis + 1);
        const char *extent = w_squeeze(w, w_out(n, 0), (const int64_t[]){0}, 1);
        const char *last = clip ? w2(w, "Sub", extent, w_scalar_int(w, DTYPE_INT64, 1)) : extent;
        at = w_cast(w, at, from, dtype);
        last = w_cast(w, last, DTYPE_INT64, dtype);
        at = clip ? w2(w, "Min", w2(w, "Max", at, w_scalar_int(w, dtype, 0)), last)
                  : w2(w, "Mod", at, last);
        at = w_cast(w, at, dtype, DTYPE_INT64);
    }
    OnnxNode *n = w_node(w, "Gather", NAMES(x, at), 1);
    w_add_int(w, n, "axis", axis);
    w_set(w, w_out(n, 0));
}

/* Slices of the gradient are added to zeros where the indices say, along the first dim. */
void onnx_write_take_backward(W *w) {
    const IrAttr *attr = w_attr(w, "axis");
    const DType dtype = w_dtype(w, 0);
    const int32_t rank = w_rank(w, 1), axis = attr->kind == IR_ATTR_NONE ? 0 : (int32_t)attr->i,
                  k = w_rank(w, 2);
    const int32_t all = rank - 1 + k;
    int64_t *front = ARENA_ARRAY(w->x->arena, int64_t, (size_t)all + 1),
            *to = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 1),
            *back = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 1);
    for (int32_t i = 0; i < all; i++) front[i] = i < k ? axis + i : i < k + axis ? i - k : i;
    for (int32_t i = 0; i < rank; i++) to[i] = i == 0 ? axis : i <= axis ? i - 1 : i;
    for (int32_t i = 0; i < rank; i++) back[to[i]] = i;
    const double zero = 0;
    char bits[8];
    dtype_write_double(dtype, bits, zero);
    const char *grad = w_in(w, 0), *zeros = w_in(w, 1);
    const char *shape = w1(w, "Shape", zeros);
    if (dtype == DTYPE_BFLOAT16)
        zeros = w2(w, "Expand", w_scalar(w, dtype, 0), shape);
    else
        zeros = constant_of_shape(w, shape, dtype, bits);
    if (axis) {
        OnnxNode *n = w_node(w, "Transpose", NAMES(grad), 1);
        w_add_ints(w, n, "perm", front, (uint32_t)all);
        grad = w_out(n, 0);
        n = w_node(w, "Transpose", NAMES(zeros), 1);
        w_add_ints(w, n, "perm", to, (uint32_t)rank);
        zeros = w_out(n, 0);
    }
    OnnxNode *n = w_node(
        w, "ScatterND",
        NAMES(zeros, w_unsqueeze(w, indices(w, 2, false), (const int64_t[]){-1}, 1), grad), 1);
    w_add_str(w, n, "reduction", "add");
    if (axis) {
        const char *sums = w_out(n, 0);
        n = w_node(w, "Transpose", NAMES(sums), 1);
        w_add_ints(w, n, "perm", back, (uint32_t)rank);
    }
    w_set(w, w_out(n, 0));
}

void onnx_write_gather_elements(W *w) {
    with_axis(w, w_node(w, "GatherElements", NAMES(w_in(w, 0), indices(w, 1, true)), 1), "axis");
}

void onnx_write_gather_nd(W *w) {
    with_axis(w, w_node(w, "GatherND", NAMES(w_in(w, 0), indices(w, 1, false)), 1), "batch_dims");
}

static void add_reduction(W *w, OnnxNode *n) {
    if (!w_is(w, "reduction", "update")) w_add_str(w, n, "reduction", w_attr(w, "reduction")->s);
}

void onnx_write_scatter_elements(W *w) {
    OnnxNode *n =
        w_node(w, "ScatterElements", NAMES(w_in(w, 0), indices(w, 1, true), w_in(w, 2)), 1);
    add_reduction(w, n);
    with_axis(w, n, "axis");
}

void onnx_write_scatter_nd(W *w) {
    OnnxNode *n = w_node(w, "ScatterND", NAMES(w_in(w, 0), indices(w, 1, false), w_in(w, 2)), 1);
    add_reduction(w, n);
    w_set(w, w_out(n, 0));
}

/* All widths before, then all behind. */
void onnx_write_pad(W *w) {
    static const char *const modes[][2] = {
        {"constant", "constant"}, {"reflect", "reflect"}, {"replicate", "edge"}};
    const IrAttr *width = w_attr(w, "pad_width");
    const uint32_t rank = width->n / 2;
    int64_t *pads = ARENA_ARRAY(w->x->arena, int64_t, (size_t)width->n + 1);
    for (uint32_t i = 0; i < rank; i++)
        pads[i] = width->ints[2 * i], pads[rank + i] = width->ints[2 * i + 1];
    const bool is_constant = w_is(w, "pad_mode", "constant");
    const char *value = is_constant ? w_scalar(w, w_dtype(w, 0), w_float(w, "pad_value")) : "";
    OnnxNode *n = w_node(w, "Pad", NAMES(w_in(w, 0), w_ints(w, pads, width->n), value), 1);
    for (size_t i = 0; i < ARRAY_LEN(modes); i++) {
        if (w_is(w, "pad_mode", modes[i][0])) w_add_str(w, n, "mode", modes[i][1]);
    }
    w_set(w, w_out(n, 0));
}

/* OneHot counts a negative index from the end, so these become depth, which no position has. */
void onnx_write_one_hot(W *w) {
    const DType dtype = w->b->var->type->dtype, from = w_dtype(w, 0);
    const char *depth = w_scalar_int(w, DTYPE_INT64, w_int(w, "depth"));
    const char *x = w_cast(w, w_in(w, 0), from, DTYPE_INT64);
    if (dtype_kind(from) != DTYPE_KIND_UINT)
        x = w3(w, "Where", w2(w, "Less", x, w_scalar_int(w, DTYPE_INT64, 0)), depth, x);
    const char *values[2]; /* off, on */
    /* OneHot takes no scalar */
    const bool alone = w_type(w, 0)->kind == IR_TYPE_TENSOR && w_type(w, 0)->ndim == 0;
    const int64_t front = 0;
    x = w_unsqueeze(w, x, &front, alone);
    for (uint32_t i = 0; i < 2; i++)
        values[i] = w_unsqueeze(w, w_prim(w, 2 - i, dtype), (const int64_t[]){0}, 1);
    OnnxNode *n = w_node(w, "OneHot", NAMES(x, depth, w_concat(w, values, 2, 0)), 1);
    w_add_int(w, n, "axis", alone ? 1 : w_int(w, "axis"));
    w_set(w, w_squeeze(w, w_out(n, 0), &front, alone));
}

/* (.., n, rest) as (.., n, 1, rest), tiled, with the two dims made one. */
void onnx_write_repeat(W *w) {
    const IrAttr *attr = w_attr(w, "axis");
    const bool is_flat = attr->kind == IR_ATTR_NONE;
    const int64_t repeats = w_int(w, "repeats"), axis = is_flat ? 0 : attr->i, behind = axis + 1;
    const int32_t rank = is_flat ? 1 : w_rank(w, 0);
    const char *x = is_flat ? flat(w, w_in(w, 0)) : w_in(w, 0), *shape;
    int64_t *times = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 1);
    const IrType *t = w->b->var->type;
    if (t->dims) {
        shape = w_dims(w, t->dims, t->ndim);
    } else {
        for (int32_t i = 0; i < rank; i++) times[i] = i == axis ? repeats : 1;
        shape = w1(w, "Shape", x);
        shape = w2(w, "Mul", shape, w_ints(w, times, (uint32_t)rank));
    }
    for (int32_t i = 0; i <= rank; i++) times[i] = i == behind ? repeats : 1;
    const char *y = w_unsqueeze(w, x, &behind, 1);
    y = w2(w, "Tile", y, w_ints(w, times, (uint32_t)rank + 1));
    OnnxNode *n = w_node(w, "Reshape", NAMES(y, shape), 1);
    w_add_int(w, n, "allowzero", 1);
    w_set(w, w_out(n, 0));
}

/* Dims and repeats are aligned at the end. */
void onnx_write_tile(W *w) {
    const IrAttr *given = w_attr(w, "repeats");
    const int32_t rank = w_rank(w, 0), n = (int32_t)given->n > rank ? (int32_t)given->n : rank;
    int64_t *repeats = ARENA_ARRAY(w->x->arena, int64_t, (size_t)n + 1),
            *front = ARENA_ARRAY(w->x->arena, int64_t, (size_t)n + 1);
    for (int32_t i = 0; i < n; i++) {
        const int32_t at = i - (n - (int32_t)given->n);
        repeats[i] = at < 0 ? 1 : given->ints[at];
        front[i] = i;
    }
    const char *x = w_unsqueeze(w, w_in(w, 0), front, (uint32_t)(n - rank));
    if (n)
        w_set(w, w2(w, "Tile", x, w_ints(w, repeats, (uint32_t)n)));
    else
        w_alias(w, 0);
}

void onnx_write_trilu(W *w) {
    OnnxNode *n = w_node(w, "Trilu", NAMES(w_in(w, 0), w_prim(w, 1, DTYPE_INT64)), 1);
    w_add_int(w, n, "upper", w->b->op == &op_triu);
    w_set(w, w_out(n, 0));
}

/* Sections that are not alike, and parts between positions, by their sizes. */
void onnx_write_split(W *w) {
    const IrAttr *parts = w_attr(w, "indices_or_sections");
    const int64_t axis = w_int(w, "axis");
    const IrType *type = w->b->var->type;
    const uint32_t n = type->kind == IR_TYPE_TUPLE ? type->n : 1;
    int64_t extent = 0, at = 0;
    if (!w_extent(w, 0, axis, &extent)) w_fail(w, "an extent that is not constant");
    const bool is_even = parts->kind == IR_ATTR_INT && extent % parts->i == 0;
    int64_t *sizes = ARENA_ARRAY(w->x->arena, int64_t, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const int64_t each = parts->kind == IR_ATTR_INT ? (extent + parts->i - 1) / parts->i : 0;
        int64_t end = i + 1 == n ? extent : parts->kind == IR_ATTR_INT ? at + each : parts->ints[i];
        if (end < 0) end = end + extent < 0 ? 0 : end + extent;
        if (end > extent) end = extent;
        sizes[i] = end > at ? end - at : 0;
        at = end > at ? end : at;
    }
    OnnxNode *node = w_node(w, "Split", NAMES(w_in(w, 0), is_even ? "" : w_ints(w, sizes, n)), n);
    w_add_int(w, node, "axis", axis);
    w_set_leaves(w, w_outs(w, node, 0));
}
