/* SPDX-License-Identifier: Apache-2.0 */
/* Operators of ai.onnx.ml that look elements up: OneHotEncoder, LabelEncoder; and ZipMap.
 *
 * An element is compared with all keys; the greatest number of a key that equals it is a row of
 * the values. */
#include <math.h>

#include "onnx/ml.h"

/* Whether each element of x equals each key, in a new last dim. NaN equals NaN where `nan_too`. */
static IrOperand equals(O *o, IrOperand x, IrOperand keys, bool nan_too) {
    const IrOperand wide = o_expand(o, x, (const int64_t[]){o_rank(o, x)}, 1);
    const IrOperand same = o2(o, &op_equal, wide, keys);
    if (!nan_too || !dtype_is_float(o_dtype(o, keys))) return same;
    const IrOperand left = o1(o, &op_isnan, wide), right = o1(o, &op_isnan, keys);
    return o2(o, &op_logical_or, same, o2(o, &op_logical_and, left, right));
}

/* The number of the key that each element equals, of several the last or the first; -1: none. */
static IrOperand key_numbers(O *o, IrOperand same, uint32_t n, bool last) {
    int64_t *numbers = O_ARRAY(o, int64_t, n);
    for (uint32_t i = 0; i < n; i++) numbers[i] = last ? i : (int64_t)n - i;
    const IrOperand all = o_const_ints_new(o, DTYPE_INT64, numbers, n);
    const IrOperand none = o_const(o, DTYPE_INT64, -1);
    const IrOperand found = o3(o, &op_where, same, all, none);
    const int64_t axis[] = {o_rank(o, found) - 1};
    const IrOperand at = o_reduce(o, &op_max, found, axis, 1, false);
    if (last) return at;
    const IrOperand is_none = o2c(o, &op_less, at, 0);
    const IrOperand turned = o2c(o, &op_add, o1(o, &op_negative, at), n);
    return o3(o, &op_where, is_none, none, turned);
}

void onnx_map_one_hot_encoder(O *o) {
    const MlLabels cats = ml_labels(o, "cats_int64s", "cats_strings");
    const IrOperand keys = ml_labels_tensor(o, &cats);
    IrOperand x = o_in(o, 0);
    if (cats.ints) x = o_cast(o, x, DTYPE_INT64);
    const IrOperand at = key_numbers(o, equals(o, x, keys, false), cats.n, true);
    IrOperand number = at;
    if (!o_int(o, "zeros", 1)) { /* what is no category is an index out of range */
        int64_t *all = O_ARRAY(o, int64_t, cats.n);
        for (uint32_t i = 0; i < cats.n; i++) all[i] = i;
        const IrOperand far = o_const(o, DTYPE_INT64, cats.n);
        const IrOperand index = o3(o, &op_where, o2c(o, &op_less, at, 0), far, at);
        const IrOperand numbers = o_const_ints_new(o, DTYPE_INT64, all, cats.n);
        number = o_call(o, &op_take, OPS(numbers, index), ATTRS(A_INT("axis", 0)));
    }
    const IrOperand places = o_counter(o, o_dim(o, cats.n), 0, 1);
    o_set(o, 0, o_cast(o, equals(o, number, places, false), DTYPE_FLOAT32));
}

/* One of WHAT_tensor, WHAT_int64s, WHAT_floats (of a default without the last s) as a constant;
 * NULL: none is given. */
static Tensor *listed(O *o, const char *what, bool is_default) {
    Ctx *ctx = o->im->ctx;
    const char *tensor = diag_fmt(ctx, "%s_tensor", what), *s = is_default ? "" : "s";
    const char *ints = diag_fmt(ctx, "%s_int64%s", what, s),
               *floats = diag_fmt(ctx, "%s_float%s", what, s);
    const OnnxAttr *a = onnx_attr_find(o, tensor);
    if (a) {
        Tensor *t = a->tensor ? onnx_tensor_load(o->im, a->tensor, tensor) : NULL;
        if (!t) o_fail(o, "its attribute '%s' holds no tensor", tensor);
        return t;
    }
    const char *strs = diag_fmt(ctx, "%s_string%s", what, s);
    uint32_t n = 1;
    if (o_given(o, strs)) {
        const Str one = is_default ? o_str(o, strs, "") : (Str){.len = 0};
        const Str *list = is_default ? &one : o_strs(o, strs, &n);
        return tensor_ref(o_strings(o, list, n).constant->tensor);
    }
    int64_t one_int = 0;
    float one_float = 0;
    const int64_t *i = NULL;
    const float *f = NULL;
    if (is_default && o_given(o, ints))
        one_int = o_int(o, ints, 0), i = &one_int;
    else if (is_default && o_given(o, floats))
        one_float = (float)o_float(o, floats, 0), f = &one_float;
    else if (!is_default && o_given(o, ints))
        i = o_ints(o, ints, &n);
    else if (!is_default && o_given(o, floats))
        f = o_floats(o, floats, &n);
    else
        return NULL;
    const int64_t dims[] = {n};
    Tensor *t = tensor_new(ctx, i ? DTYPE_INT64 : DTYPE_FLOAT32, dims, 1);
    if (n) memcpy(t->data, i ? (const void *)i : (const void *)f, t->bytes);
    return t;
}

/* The value of what has no key: one element of the values' dtype. */
static IrOperand default_value(O *o, DType dtype) {
    Tensor *t = listed(o, "default", true);
    static const Str unused = {"_Unused", 7};
    if (!t && dtype == DTYPE_STRING) return o_reshape(o, o_strings(o, &unused, 1), NULL, 0);
    if (!t) return o_const(o, dtype, dtype_is_float(dtype) ? -0.0 : -1);
    if (t->count != 1 || t->dtype != dtype) {
        tensor_unref(t);
        o_fail(o, "its default is no single element of the values' type");
    }
    return o_reshape(o, o_tensor(o, t), NULL, 0);
}

/* Strings to their numbers in a list or back, by x's type: version 1 of LabelEncoder (numbers
 * NULL: the places), and CategoryMapper. */
static void map_strings(O *o, IrOperand x, const Str *strs, const int64_t *numbers, uint32_t n) {
    const bool to_ints = o_dtype(o, x) == DTYPE_STRING;
    int64_t *places = O_ARRAY(o, int64_t, n);
    for (uint32_t i = 0; i < n; i++) places[i] = numbers ? numbers[i] : i;
    if (!n) o_fail(o, "it has no classes");
    const IrOperand texts = o_strings(o, strs, n),
                    ints = o_const_ints_new(o, DTYPE_INT64, places, n);
    const int64_t none = o_int(o, "default_int64", -1);
    const Str unused = o_str(o, "default_string", "_Unused");
    const IrOperand other =
        to_ints ? o_const_ints_new(o, DTYPE_INT64, &none, 1) : o_strings(o, &unused, 1);
    const IrOperand at = key_numbers(o, equals(o, x, to_ints ? texts : ints, false), n, false);
    const IrOperand all = o_concat(o, (const IrOperand[]){to_ints ? ints : texts, other}, 2, 0);
    o_set(o, 0, o_call(o, &op_take, OPS(all, at), ATTRS(A_INT("axis", 0))));
}

static void map_classes(O *o, IrOperand x) {
    uint32_t n;
    const Str *classes = o_strs(o, "classes_strings", &n);
    map_strings(o, x, classes, NULL, n);
}

void onnx_map_category_mapper(O *o) {
    uint32_t n, n_strs;
    const int64_t *ints = o_ints(o, "cats_int64s", &n);
    const Str *strs = o_strs(o, "cats_strings", &n_strs);
    if (n != n_strs) o_fail(o, "%u strings of %u integers", n_strs, n);
    map_strings(o, o_in(o, 0), strs, ints, n);
}

void onnx_map_label_encoder(O *o) {
    const IrOperand x = o_in(o, 0);
    if (o->opset < 2) {
        map_classes(o, x);
        return;
    }
    Tensor *own = listed(o, "keys", false);
    if (!own) o_fail(o, "it has no keys");
    const IrOperand keys = o_tensor(o, own);
    own = listed(o, "values", false);
    if (!own) o_fail(o, "it has no values");
    const IrOperand values = o_tensor(o, own);
    const Tensor *k = keys.constant->tensor, *v = values.constant->tensor; /* equal ones are one */
    const size_t n = k->count;
    if (k->ndim != 1 || v->ndim != 1 || n != v->count || n > INT32_MAX)
        o_fail(o, "%zu keys of %zu values", n, v->count);
    if (k->dtype != o_dtype(o, x))
        o_fail(o, "keys of %s, where its input is of %s", dtype_name(k->dtype),
               dtype_name(o_dtype(o, x)));
    IrOperand other = default_value(o, v->dtype);
    if (!n) {
        o_set(o, 0, o_broadcast(o, other, o_dims(o, x), o_rank(o, x)));
        return;
    }
    const IrOperand at =
        key_numbers(o, equals(o, x, keys, o->opset >= 4), (uint32_t)n, o->opset >= 4);
    other = o_expand(o, other, (const int64_t[]){0}, 1);
    const IrOperand all =
        o_concat(o, (const IrOperand[]){values, other}, 2, 0); /* -1 is the last one */
    o_set(o, 0, o_call(o, &op_take, OPS(all, at), ATTRS(A_INT("axis", 0))));
}

/* A sequence of maps, one a sample, all with the same keys: as a tuple of the keys and the values,
 * (samples, keys). */
void onnx_map_zip_map(O *o) {
    const MlLabels keys = ml_labels(o, "classlabels_int64s", "classlabels_strings");
    const IrOperand values = ml_matrix(o);
    const IrOperand parts[] = {ml_labels_tensor(o, &keys), values};
    int64_t n;
    if (o_has_dims(o, values) && ir_dim_is_const(o_dims(o, values)[1], &n) && n != keys.n)
        o_fail(o, "%u keys of %lld columns", keys.n, (long long)n);
    OnnxValue *out = &o->out[0];
    out->is_sequence = out->is_map = true;
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) {
        OnnxValue *item = ARENA_NEW(&o->im->arena, OnnxValue);
        item->operand = parts[i];
        vec_push(&o->im->arena, &out->items, (void *)item);
    }
}
