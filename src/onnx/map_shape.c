/* SPDX-License-Identifier: Apache-2.0 */
/* Constants, shapes, and what moves elements about. */
#include "onnx/import.h"

void onnx_map_identity(O *o) {
    if (!o_has(o, 0)) o_fail(o, "its input 0 is missing");
    o_set_value(o, 0, o->in[0]);
}

/* A constant in all its forms. */
void onnx_map_constant(O *o) {
    const OnnxAttr *a;
    uint32_t n;
    if ((a = onnx_attr_find(o, "value"))) {
        if (!a->tensor) o_fail(o, "its attribute 'value' holds no tensor");
        o->out[0].proto = a->tensor;
        if (!onnx_value_tensor(o->im, &o->out[0])) ctx_throw(o->im->ctx, STATUS_INVALID);
        onnx_constant_as_weight(o->im, o->scope, &o->out[0]);
    } else if (onnx_attr_find(o, "value_int")) {
        const int64_t v = o_int(o, "value_int", 0);
        Tensor *t = tensor_new(o->im->ctx, DTYPE_INT64, NULL, 0);
        memcpy(t->data, &v, sizeof v);
        onnx_value_set_tensor(o->im, &o->out[0], t);
    } else if (onnx_attr_find(o, "value_float")) {
        const float v = (float)o_float(o, "value_float", 0);
        Tensor *t = tensor_new(o->im->ctx, DTYPE_FLOAT32, NULL, 0);
        memcpy(t->data, &v, sizeof v);
        onnx_value_set_tensor(o->im, &o->out[0], t);
    } else if (onnx_attr_find(o, "value_ints")) {
        const int64_t *v = o_ints(o, "value_ints", &n), dims[] = {n};
        Tensor *t = tensor_new(o->im->ctx, DTYPE_INT64, dims, 1);
        if (n) memcpy(t->data, v, t->bytes);
        onnx_value_set_tensor(o->im, &o->out[0], t);
    } else if (onnx_attr_find(o, "value_floats")) {
        const float *v = o_floats(o, "value_floats", &n);
        const int64_t dims[] = {n};
        Tensor *t = tensor_new(o->im->ctx, DTYPE_FLOAT32, dims, 1);
        if (n) memcpy(t->data, v, t->bytes);
        onnx_value_set_tensor(o->im, &o->out[0], t);
    } else if (onnx_attr_find(o, "value_strings") || onnx_attr_find(o, "value_string")) {
        const bool is_list = onnx_attr_find(o, "value_strings") != NULL;
        const Str one = is_list ? (Str){.len = 0} : o_str(o, "value_string", "");
        const Str *list = is_list ? o_strs(o, "value_strings", &n) : &one;
        const IrOperand x = o_strings(o, list, is_list ? n : 1);
        o_set(o, 0, is_list ? x : o_reshape(o, x, NULL, 0));
    } else {
        o_unsupported(o, "a sparse constant");
    }
}

/* The one element of the tensor that the attribute `value` holds; 0 in float32 without it. */
static IrOperand one_value(O *o, const char *name) {
    const OnnxAttr *a = onnx_attr_find(o, name);
    if (!a) return o_const(o, DTYPE_FLOAT32, 0);
    Tensor *t = a->tensor ? onnx_tensor_load(o->im, a->tensor, name) : NULL;
    if (!t) o_fail(o, "its attribute '%s' holds no tensor", name);
    const size_t count = t->count;
    if (count == 1 && t->ndim == 0) return o_tensor(o, t);
    Tensor *one = tensor_new(o->im->ctx, t->dtype, NULL, 0);
    if (count == 1) memcpy(one->data, t->data, one->bytes);
    tensor_unref(t);
    if (count == 1) return o_tensor(o, one);
    tensor_unref(one);
    o_fail(o, "its attribute '%s' has %zu elements instead of one", name, count);
}

/* Input i as a shape: its dims where they are known, else a value that is computed. */
/* Extents that the run computes; a number alone is one, as where it is known. */
static IrOperand extents_of_run(O *o, uint32_t i) {
    const IrOperand given = o_cast(o, o_in(o, i), DTYPE_INT64);
    const bool is_number = o_has_dims(o, given) && o_rank(o, given) == 0;
    return is_number ? o_expand(o, given, (const int64_t[]){0}, 1) : given;
}

static IrOperand shape_operand(O *o, uint32_t i) {
    OnnxKnown k;
    if (o_known(o, i, &k)) {
        for (uint32_t n = 0; n < k.n; n++) {
            if (ir_dim_lt(o->m, k.at[n], o_dim(o, 0)) == IR_PROVED)
                o_fail(o, "its input %u has a negative extent", i);
        }
        return o_shape(o, k.at, (int32_t)k.n);
    }
    return o1(o, &op_tensor_to_shape, extents_of_run(o, i));
}

void onnx_map_constant_of_shape(O *o) {
    const IrOperand v = one_value(o, "value"), shape = shape_operand(o, 0);
    o_set(o, 0, o2(o, &op_full, shape, v));
}

void onnx_map_shape(O *o) {
    const IrOperand x = o_in(o, 0);
    const IrType *t = o_type(o, x);
    int64_t start = o_int(o, "start", 0), end = o_int(o, "end", INT64_MAX);
    if (t->ndim == IR_NDIM_UNKNOWN && (start || end != INT64_MAX)) o_rank(o, x);
    if (t->ndim != IR_NDIM_UNKNOWN) {
        const int64_t n = t->ndim;
        start = start < 0 ? start + n : start, end = end < 0 ? end + n : end;
        start = start < 0 ? 0 : start > n ? n : start;
        end = end > n ? n : end < start ? start : end;
    }
    if (t->dims) {
        o_set_known(o, 0, onnx_known(t->dims + start, (uint32_t)(end - start), 1, DTYPE_INT64));
        return;
    }
    IrOperand shape = o1(o, &op_shape_to_tensor, o1(o, &op_shape_of, x));
    if (start || end != INT64_MAX) shape = o_slice(o, shape, 0, o_dim(o, start), o_dim(o, end), 1);
    o_set(o, 0, shape);
}

void onnx_map_size(O *o) {
    const IrOperand x = o_in(o, 0);
    const IrType *t = o_type(o, x);
    if (!t->dims) {
        const IrOperand shape = o1(o, &op_shape_to_tensor, o1(o, &op_shape_of, x));
        o_set(o, 0, o_reduce(o, &op_prod, shape, (const int64_t[]){0}, 1, false));
        return;
    }
    const IrDim **n = O_ARRAY(o, const IrDim *, 1);
    n[0] = o_dim(o, 1);
    for (int32_t i = 0; i < t->ndim; i++) n[0] = ir_dim_mul(o->m, n[0], t->dims[i]);
    o_set_known(o, 0, onnx_known(n, 1, 0, DTYPE_INT64));
}

/* A shape that is computed: a 0 in it is x's extent there, a -1 what is left. As arithmetic on
 * tensors. */
static IrOperand computed_shape(O *o, IrOperand x, IrOperand shape, bool zero_copies) {
    const IrOperand from = o1(o, &op_shape_to_tensor, o1(o, &op_shape_of, x));
    const int64_t axis = 0;
    const IrOperand zero = o_const(o, DTYPE_INT64, 0), one = o_const(o, DTYPE_INT64, 1);
    shape = o_cast(o, shape, DTYPE_INT64);
    if (zero_copies) {
        const int64_t n = o_extent(o, shape, 0), rank = o_rank(o, x);
        IrOperand own = from;
        if (n > rank) {
            const int64_t *pads = (const int64_t[]){0, n - rank};
            own = o_call(o, &op_nn_pad, &own, 1, ATTRS(A_INTS("pad_width", pads, 2)));
        } else if (n < rank) {
            own = o_slice(o, own, 0, o_dim(o, 0), o_dim(o, n), 1);
        }
        shape = o3(o, &op_where, o2(o, &op_equal, shape, zero), own, shape);
    }
    const IrOperand is_rest = o2(o, &op_equal, shape, o_const(o, DTYPE_INT64, -1));
    const IrOperand others =
        o_reduce(o, &op_prod, o3(o, &op_where, is_rest, one, shape), &axis, 1, false);
    const IrOperand all = o_reduce(o, &op_prod, from, &axis, 1, false); /* 0 where others is */
    const IrOperand rest = o2(o, &op_divide, all, o2(o, &op_maximum, others, one));
    return o1(o, &op_tensor_to_shape, o3(o, &op_where, is_rest, rest, shape));
}

void onnx_map_reshape(O *o) {
    const IrOperand x = o_in(o, 0);
    const IrDim *const *given;
    uint32_t n;
    OnnxKnown k;
    if (o->opset < 5) {
        const int64_t *ints = o_ints(o, "shape", &n);
        const IrDim **dims = O_ARRAY(o, const IrDim *, n);
        for (uint32_t i = 0; i < n; i++) dims[i] = o_dim(o, ints[i]);
        given = dims;
    } else if (o_known(o, 1, &k)) {
        given = k.at;
        n = k.n;
    } else {
        if (o_dtype(o, o_in(o, 1)) != DTYPE_INT64)
            o_fail(o, "its shape is %s instead of int64", dtype_name(o_dtype(o, o_in(o, 1))));
        const IrOperand shape = computed_shape(o, x, o_in(o, 1), o_int(o, "allowzero", 0) == 0);
        o_set(o, 0, o2(o, &op_reshape, x, shape));
        return;
    }
    const bool zero_copies = o_int(o, "allowzero", 0) == 0;
    const IrDim **dims = O_ARRAY(o, const IrDim *, n);
    for (uint32_t i = 0; i < n; i++) {
        dims[i] = given[i];
        if (!zero_copies || !ir_dim_is(given[i], 0)) continue;
        if ((int32_t)i >= o_rank(o, x))
            o_fail(o, "dim %u of the shape is 0, and the operand has no such dim", i);
        dims[i] = o_dims(o, x)[i];
    }
    o_set(o, 0, o2(o, &op_reshape, x, o_shape(o, dims, (int32_t)n)));
}

void onnx_map_flatten(O *o) {
    const IrOperand x = o_in(o, 0);
    const int32_t rank = o_rank(o, x);
    int64_t axis = o_int(o, "axis", 1);
    if (axis < -rank || axis > rank)
        o_fail(o, "axis %lld, where the rank is %d", (long long)axis, rank);
    if (axis < 0) axis += rank;
    const IrDim *const *dims = o_dims(o, x);
    const IrDim *out[] = {o_dim(o, 1), o_dim(o, 1)};
    for (int32_t i = 0; i < rank; i++) out[i >= axis] = ir_dim_mul(o->m, out[i >= axis], dims[i]);
    o_set(o, 0, o_reshape(o, x, out, 2));
}

/* Axes: an attribute before opset 13, an input since. NULL: not given. */
static const int64_t *axes_of(O *o, uint32_t *n) {
    if (o->opset < 13) return o_ints(o, "axes", n);
    *n = 0;
    return o_has(o, 1) ? o_const_ints(o, 1, n) : NULL;
}

void onnx_map_squeeze(O *o) {
    uint32_t n;
    const IrOperand x = o_in(o, 0);
    const int64_t *axes = axes_of(o, &n);
    o_set(o, 0, axes ? o_squeeze(o, x, axes, n) : o1(o, &op_squeeze, x));
}

void onnx_map_unsqueeze(O *o) {
    uint32_t n;
    const IrOperand x = o_in(o, 0);
    const int64_t *axes = axes_of(o, &n);
    if (!axes) o_fail(o, "its axes are missing");
    o_set(o, 0, o_expand(o, x, axes, n));
}

void onnx_map_concat(O *o) {
    IrOperand *items = O_ARRAY(o, IrOperand, o->n_in);
    for (uint32_t i = 0; i < o->n_in; i++) items[i] = o_in(o, i);
    if (!o->n_in) o_fail(o, "it has no inputs");
    o_set(o, 0, o_concat(o, items, o->n_in, o_int(o, "axis", 1)));
    onnx_weights_joined(o);
}

/* Sizes as an attribute (all versions before 13), an input, or none: equal parts, the last one
 * smaller. */
void onnx_map_split(O *o) {
    IrOperand x = o_in(o, 0);
    const int64_t axis = o_axis(o, o_int(o, "axis", 0), o_rank(o, x));
    uint32_t n = 0;
    const bool by_input = o->opset >= 13 || o->opset == 1;
    const int64_t *sizes =
        by_input && o_has(o, 1) ? o_const_ints(o, 1, &n) : o_ints(o, "split", &n);
    IrOperand parts;
    if (sizes) {
        int64_t *at = O_ARRAY(o, int64_t, n), sum = 0;
        if (n != o->n_out) o_fail(o, "%u sizes for %u outputs", n, o->n_out);
        for (uint32_t i = 0; i < n; i++) {
            if (sizes[i] < 0 || !add_i64(sum, sizes[i], &sum))
                o_fail(o, "size %u is negative or too large", i);
            at[i] = sum;
        }
        if (o_has_dims(o, x)) { /* an extent that is not known must be the sum */
            const IrType *t = o_type(o, x);
            const IrDim **dims = O_ARRAY(o, const IrDim *, t->ndim);
            memcpy(dims, t->dims, (size_t)t->ndim * sizeof *dims);
            dims[axis] = o_dim(o, sum);
            if (ir_dim_eq(o->m, dims[axis], t->dims[axis]) == IR_REFUTED) {
                o_fail(o, "the sizes add up to %lld, the dim has %s", (long long)sum,
                       ir_dim_text(o->m, t->dims[axis]));
            }
            x = o_match(o, x, ir_type_tensor(o->m, dims, t->ndim, t->dtype));
        }
        const OAttr attrs[] = {A_INTS("indices_or_sections", at, n - 1), A_INT("axis", axis)};
        parts = o_call(o, &op_split, &x, 1, attrs, 2);
    } else {
        const int64_t sections = o_int(o, "num_outputs", o->n_out);
        parts = o_call(o, &op_split, &x, 1,
                       ATTRS(A_INT("indices_or_sections", sections), A_INT("axis", axis)));
    }
    const bool one = o_type(o, parts)->kind != IR_TYPE_TUPLE;
    for (uint32_t i = 0; i < o->n_out; i++) {
        if (o_wants(o, i)) o_set(o, i, one ? parts : o_field(o, parts, i));
    }
}

/* Positions as attributes before opset 10, as inputs since. */
static const int64_t *positions(O *o, uint32_t input, const char *name, uint32_t *n) {
    if (o->opset < 10) return o_ints(o, name, n);
    *n = 0;
    return o_has(o, input) && o_is_const(o, input) ? o_const_ints(o, input, n) : NULL;
}

/* Starts, ends or steps that are computed: spread over all dims of x, `rest` elsewhere. */
static IrOperand spread(O *o, uint32_t input, const int64_t *axes, uint32_t n, IrOperand rest) {
    IrOperand v = o_cast(o, o_in(o, input), DTYPE_INT64);
    const IrOperand at = o_const_ints_new(o, DTYPE_INT64, axes, n);
    return o_call(o, &op_scatter_elements, OPS(rest, at, v), NO_ATTRS);
}

static IrOperand filled(O *o, int32_t n, int64_t v) {
    int64_t *ints = O_ARRAY(o, int64_t, n);
    for (int32_t i = 0; i < n; i++) ints[i] = v;
    return o_const_ints_new(o, DTYPE_INT64, ints, (uint32_t)n);
}

/* A slice that runs back begins with the first element where its start is before that; Relax's
 * begins before it, and so is empty. */
static const IrDim *start_within(O *o, const IrDim *start, const IrDim *extent) {
    const int64_t far = (int64_t)1 << 40; /* before the first of any extent */
    int64_t at, n;
    if (!ir_dim_is_const(start, &at) || at >= -1) return start;
    if (at < -far) return o_dim(o, 0);
    if (ir_dim_is_const(extent, &n)) return at < -n ? o_dim(o, 0) : start;
    return ir_dim_max(o->m, ir_dim_offset(o->m, extent, at), o_dim(o, 0));
}

/* Its steps, if it has any, are not known to be positive. */
static bool may_run_back(O *o) {
    if (!o_has(o, 4)) return false;
    if (!o_is_const(o, 4)) return true;
    uint32_t n;
    const int64_t *steps = o_const_ints(o, 4, &n);
    bool back = false;
    for (uint32_t i = 0; i < n; i++) back |= steps[i] < 0;
    return back;
}

/* The same for starts and steps that are computed, of all dims of x. */
static IrOperand starts_within(O *o, IrOperand x, IrOperand start, IrOperand step) {
    const IrOperand shape = o1(o, &op_shape_to_tensor, o1(o, &op_shape_of, x));
    const IrOperand first = o1(o, &op_negative, shape), back = o2c(o, &op_less, step, 0);
    const IrOperand before = o2(o, &op_less, start, first);
    return o3(o, &op_where, o2(o, &op_logical_and, back, before), first, start);
}

static void computed_slice(O *o, IrOperand x, const int64_t *axes, uint32_t n) {
    const int32_t rank = o_rank(o, x);
    IrOperand begin = spread(o, 1, axes, n, filled(o, rank, 0));
    const IrOperand end = spread(o, 2, axes, n, filled(o, rank, INT64_MAX));
    const IrOperand step =
        o_has(o, 4) ? spread(o, 4, axes, n, filled(o, rank, 1)) : filled(o, rank, 1);
    if (may_run_back(o)) begin = starts_within(o, x, begin, step);
    o_set(o, 0, o_call(o, &op_dynamic_strided_slice, OPS(x, begin, end, step), NO_ATTRS));
}

static void add_prims(O *o, IrOperandBuf *buf, const IrDim *const *dims, const int64_t *ints,
                      uint32_t n) {
    const size_t at = ir_operands_tuple(buf);
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand p = o_prim(o, dims ? dims[i] : o_dim(o, ints[i]));
        ir_operands_copy(buf, &p);
    }
    ir_operands_end(buf, at, n);
}

void onnx_map_slice(O *o) {
    const IrOperand x = o_in(o, 0);
    const int32_t rank = o_rank(o, x);
    uint32_t n = 0, n_steps = 0, n_ends = 0;
    OnnxKnown starts = {.at = NULL}, ends = {.at = NULL};
    const int64_t *axes = positions(o, 3, "axes", &n), *steps = NULL;
    if (o->opset >= 10) {
        if (o_has(o, 3) && !axes) o_unsupported(o, "an input 3 (axes) that is not constant");
        o_known(o, 1, &starts);
        o_known(o, 2, &ends);
        steps = positions(o, 4, "", &n_steps);
        if (!axes && o_has_dims(o, o_in(o, 1))) n = (uint32_t)o_extent(o, o_in(o, 1), 0);
    } else {
        uint32_t n_starts;
        const int64_t *s = o_ints(o, "starts", &n_starts), *e = o_ints(o, "ends", &n_ends);
        if (!s || !e || n_starts != n_ends) o_fail(o, "its starts and ends are not as many");
        const IrDim **dims = O_ARRAY(o, const IrDim *, 2 * (size_t)n_starts);
        for (uint32_t i = 0; i < n_starts; i++)
            dims[i] = o_dim(o, s[i]), dims[n_starts + i] = o_dim(o, e[i]);
        starts = onnx_known(dims, n_starts, 1, DTYPE_INT64);
        ends = onnx_known(dims + n_starts, n_starts, 1, DTYPE_INT64);
        if (!axes) n = n_starts;
    }
    if (n > (uint32_t)rank) o_fail(o, "%u axes, where the rank is %d", n, rank);
    int64_t *along = O_ARRAY(o, int64_t, n);
    for (uint32_t i = 0; i < n; i++) along[i] = o_axis(o, axes ? axes[i] : i, rank);
    if (!starts.at || !ends.at || (o_has(o, 4) && !steps)) {
        computed_slice(o, x, along, n);
        return;
    }
    if (starts.n != n || ends.n != n || (steps && n_steps != n))
        o_fail(o, "its starts, ends, axes and steps are not as many");
    int64_t *by = O_ARRAY(o, int64_t, n);
    const IrDim **from = O_ARRAY(o, const IrDim *, n);
    for (uint32_t i = 0; i < n; i++) {
        by[i] = steps ? steps[i] : 1;
        from[i] = starts.at[i];
        if (by[i] < 0 && o_has_dims(o, x))
            from[i] = start_within(o, from[i], o_dims(o, x)[along[i]]);
    }
    IrOperandBuf buf;
    ir_operands_init(&buf, &o->im->arena);
    ir_operands_copy(&buf, &x);
    add_prims(o, &buf, NULL, along, n);
    add_prims(o, &buf, from, NULL, n);
    add_prims(o, &buf, ends.at, NULL, n);
    add_prims(o, &buf, NULL, by, n);
    o_set(o, 0, o_call(o, &op_strided_slice, buf.ops.at, (uint32_t)buf.ops.len, NO_ATTRS));
}

void onnx_map_transpose(O *o) {
    const IrOperand x = o_in(o, 0);
    uint32_t n;
    const int64_t *perm = o_ints(o, "perm", &n);
    o_set(o, 0, perm ? o_permute(o, x, perm, (int32_t)n) : o1(o, &op_permute_dims, x));
}

void onnx_map_gather(O *o) {
    o_set(o, 0,
          o_call(o, &op_take, OPS(o_in(o, 0), o_in(o, 1)),
                 ATTRS(A_INT("axis", o_int(o, "axis", 0)))));
}

void onnx_map_gather_elements(O *o) {
    o_set(o, 0,
          o_call(o, &op_gather_elements, OPS(o_in(o, 0), o_in(o, 1)),
                 ATTRS(A_INT("axis", o_int(o, "axis", 0)))));
}

void onnx_map_gather_nd(O *o) {
    o_set(o, 0,
          o_call(o, &op_gather_nd, OPS(o_in(o, 0), o_in(o, 1)),
                 ATTRS(A_INT("batch_dims", o_int(o, "batch_dims", 0)))));
}

static const char *reduction(O *o) {
    static const struct {
        const char *onnx, *name;
    } names[] = {
        {"none", "update"}, {"add", "add"}, {"mul", "mul"}, {"max", "max"}, {"min", "min"}};
    const Str given = o_str(o, "reduction", "none");
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_eq_c(given, names[i].onnx)) return names[i].name;
    }
    o_fail(o, "its attribute 'reduction' is '%.*s'", (int)(given.len < 100 ? given.len : 100),
           given.ptr);
}

void onnx_map_scatter_elements(O *o) {
    const OAttr attrs[] = {A_INT("axis", o_int(o, "axis", 0)), A_STR("reduction", reduction(o))};
    o_set(o, 0, o_call(o, &op_scatter_elements, OPS(o_in(o, 0), o_in(o, 1), o_in(o, 2)), attrs, 2));
}

void onnx_map_scatter_nd(O *o) {
    const OAttr attrs[] = {A_STR("reduction", reduction(o))};
    o_set(o, 0, o_call(o, &op_scatter_nd, OPS(o_in(o, 0), o_in(o, 1), o_in(o, 2)), attrs, 1));
}

/* n ones before the int64 vector x. */
static IrOperand behind_ones(O *o, IrOperand x, int64_t n) {
    const int64_t width[] = {n, 0};
    return n ? o_call(o, &op_nn_pad, &x, 1,
                      ATTRS(A_INTS("pad_width", width, 2), A_FLOAT("pad_value", 1)))
             : x;
}

/* By a shape that the run computes. */
static IrOperand computed_expand(O *o, IrOperand x) {
    const IrOperand shape = extents_of_run(o, 1);
    int64_t n = -1;
    if (o_has_dims(o, shape) && o_rank(o, shape) == 1) ir_dim_is_const(o_dims(o, shape)[0], &n);
    if (n < 0 || o_type(o, x)->ndim == IR_NDIM_UNKNOWN) { /* of unknown rank */
        const IrOperand ones = o2(o, &op_full, shape_operand(o, 1), o_const(o, o_dtype(o, x), 1));
        return o2(o, o_dtype(o, x) == DTYPE_BOOL ? &op_logical_and : &op_multiply, x, ones);
    }
    const int64_t rank = o_rank(o, x), all = n > rank ? n : rank;
    const IrOperand own =
        behind_ones(o, o1(o, &op_shape_to_tensor, o1(o, &op_shape_of, x)), all - rank);
    const IrOperand given = behind_ones(o, shape, all - n);
    const IrOperand to = o3(o, &op_where, o2c(o, &op_equal, given, 1), own, given);
    return o2(o, &op_broadcast_to, x, o1(o, &op_tensor_to_shape, to));
}

/* Broadcast both ways: an extent of 1 in the shape keeps x's. */
void onnx_map_expand(O *o) {
    const IrOperand x = o_in(o, 0);
    OnnxKnown k;
    if (!o_known(o, 1, &k)) {
        o_set(o, 0, computed_expand(o, x));
        return;
    }
    const IrDim *const *own = o_dims(o, x);
    const int32_t rank = o_rank(o, x), n = (int32_t)k.n > rank ? (int32_t)k.n : rank;
    const IrDim **dims = O_ARRAY(o, const IrDim *, n);
    for (int32_t i = 0; i < n; i++) {
        const IrDim *a = i + rank >= n ? own[i + rank - n] : o_dim(o, 1);
        const IrDim *b = i + (int32_t)k.n >= n ? k.at[i + (int32_t)k.n - n] : o_dim(o, 1);
        dims[i] = ir_dim_is(b, 1) ? a : b;
    }
    o_set(o, 0, o_broadcast(o, x, dims, n));
}

/* x as (1, d0, 1, d1, ...), stretched to (r0, d0, r1, d1, ...). */
static void tile_by_dims(O *o, IrOperand x, const OnnxKnown *repeats) {
    const int32_t rank = o_rank(o, x);
    const IrDim *const *dims = o_dims(o, x);
    const IrDim **thin = O_ARRAY(o, const IrDim *, 2 * rank),
                **wide = O_ARRAY(o, const IrDim *, 2 * rank),
                **out = O_ARRAY(o, const IrDim *, rank);
    if (repeats->n != (uint32_t)rank) o_fail(o, "%u repeats for %d dims", repeats->n, rank);
    for (int32_t i = 0; i < rank; i++) {
        thin[2 * i] = o_dim(o, 1);
        wide[2 * i] = repeats->at[i];
        thin[2 * i + 1] = wide[2 * i + 1] = dims[i];
        out[i] = ir_dim_mul(o->m, dims[i], repeats->at[i]);
    }
    o_set(o, 0,
          o_reshape(o, o_broadcast(o, o_reshape(o, x, thin, 2 * rank), wide, 2 * rank), out, rank));
}

void onnx_map_tile(O *o) {
    uint32_t n;
    OnnxKnown k;
    if (o_known(o, 1, &k) && !o_is_const(o, 1)) {
        tile_by_dims(o, o_in(o, 0), &k);
        return;
    }
    const int64_t *repeats = o_const_ints(o, 1, &n);
    if ((int32_t)n != o_rank(o, o_in(o, 0)))
        o_fail(o, "%u repeats for %d dims", n, o_rank(o, o_in(o, 0)));
    o_set(o, 0, o_call(o, &op_tile, OPS(o_in(o, 0)), ATTRS(A_INTS("repeats", repeats, n))));
}

void onnx_map_compress(O *o) {
    IrOperand x = o_in(o, 0);
    const bool flat = !o_given(o, "axis");
    const int64_t axis = flat ? 0 : o_axis(o, o_int(o, "axis", 0), o_rank(o, x));
    if (flat) x = o1(o, &op_flatten, x);
    const IrOperand where = o_squeeze(o, o1(o, &op_nonzero, o_in(o, 1)), (const int64_t[]){0}, 1);
    o_set(o, 0, o_call(o, &op_take, OPS(x, where), ATTRS(A_INT("axis", axis))));
}

void onnx_map_unique(O *o) {
    const IrOperand x = o_in(o, 0);
    const OAttr attrs[] = {
        A_BOOL("sorted", o_int(o, "sorted", 1) != 0),
        A_BOOL("return_index", true),
        A_BOOL("return_inverse", true),
        A_BOOL("return_counts", true),
        {"axis",
         {.kind = o_given(o, "axis") ? IR_ATTR_INT : IR_ATTR_NONE, .i = o_int(o, "axis", 0)}},
    };
    const IrOperand all = o_call(o, &op_unique, &x, 1, attrs, ARRAY_LEN(attrs));
    for (uint32_t i = 0; i < 4; i++) {
        if (o_wants(o, i)) o_set(o, i, o_field(o, all, i));
    }
}

/* Element i of a row of length n becomes n - 1 - i, those behind the length stay. */
void onnx_map_reverse_sequence(O *o) {
    const IrOperand x = o_in(o, 0);
    const int64_t time = o_int(o, "time_axis", 0), batch = o_int(o, "batch_axis", 1);
    const int32_t rank = o_rank(o, x);
    const IrDim *const *dims = o_dims(o, x);
    if (time < 0 || batch < 0 || time + batch != 1 || rank < 2)
        o_fail(o, "its axes are not 0 and 1");
    const OAttr attrs[] = {A_DTYPE("dtype", DTYPE_INT64)};
    const IrOperand at = o_call(
        o, &op_arange, OPS(o_prim(o, o_dim(o, 0)), o_prim(o, dims[time]), o_prim(o, o_dim(o, 1))),
        attrs, 1);
    const IrOperand i = o_align(o, at, time, 2),
                    n = o_align(o, o_cast(o, o_in(o, 1), DTYPE_INT64), batch, 2);
    const IrOperand back = o2c(o, &op_subtract, o2(o, &op_subtract, n, i), 1);
    IrOperand from = o3(o, &op_where, o2(o, &op_less, i, n), back, i);
    from = o_broadcast(o, o_align(o, from, 0, rank), dims, rank);
    o_set(o, 0, o_call(o, &op_gather_elements, OPS(x, from), ATTRS(A_INT("axis", time))));
}

/* Channels and space exchange: (n, c, h, w) in blocks of b by b. */
static int64_t block_size(O *o, int64_t *square) {
    const int64_t b = o_int(o, "blocksize", 0);
    if (b <= 0 || !mul_i64(b, b, square))
        o_fail(o, "its block size is %lld, which is not from 1 to 3037000499", (long long)b);
    return b;
}

static const IrDim *divided(O *o, const IrDim *d, int64_t by) {
    return ir_dim_floordiv(o->m, d, o_dim(o, by));
}

void onnx_map_depth_to_space(O *o) {
    static const int64_t dcr[] = {0, 3, 4, 1, 5, 2}, crd[] = {0, 1, 4, 2, 5, 3};
    int64_t square;
    const int64_t b = block_size(o, &square);
    const IrOperand x = o_in(o, 0);
    if (o_rank(o, x) != 4) o_fail(o, "its operand has rank %d instead of 4", o_rank(o, x));
    const IrDim *const *d = o_dims(o, x), *s = o_dim(o, b);
    const bool is_crd = str_eq_c(o_str(o, "mode", "DCR"), "CRD");
    const IrDim *c = divided(o, d[1], square);
    const IrDim *const wide_dcr[] = {d[0], s, s, c, d[2], d[3]}, *const wide_crd[] = {
                                                                     d[0], c, s, s, d[2], d[3]};
    IrOperand y = o_reshape(o, x, is_crd ? wide_crd : wide_dcr, 6);
    y = o_permute(o, y, is_crd ? crd : dcr, 6);
    const IrDim *const out[] = {d[0], c, ir_dim_mul(o->m, d[2], s), ir_dim_mul(o->m, d[3], s)};
    o_set(o, 0, o_reshape(o, y, out, 4));
}

void onnx_map_space_to_depth(O *o) {
    static const int64_t order[] = {0, 3, 5, 1, 2, 4};
    int64_t square;
    const int64_t b = block_size(o, &square);
    const IrOperand x = o_in(o, 0);
    if (o_rank(o, x) != 4) o_fail(o, "its operand has rank %d instead of 4", o_rank(o, x));
    const IrDim *const *d = o_dims(o, x), *s = o_dim(o, b), *h = divided(o, d[2], b),
                       *w = divided(o, d[3], b);
    const IrDim *const wide[] = {d[0], d[1], h, s, w, s};
    const IrOperand y = o_permute(o, o_reshape(o, x, wide, 6), order, 6);
    const IrDim *const out[] = {d[0], ir_dim_mul(o->m, d[1], o_dim(o, square)), h, w};
    o_set(o, 0, o_reshape(o, y, out, 4));
}
