/* SPDX-License-Identifier: Apache-2.0 */
/* Operators of ai.onnx.ml that take maps: CastMap, DictVectorizer. A map is its keys and its
 * values, vectors of one extent, in any order. */
#include "onnx/ml.h"

typedef struct {
    IrOperand keys, values;
    const IrDim *n;
} Entries;

static IrOperand vector(O *o, const OnnxValue *v) {
    const IrOperand x = v->operand;
    if (o_rank(o, x) != 1) o_fail(o, "its input 0 is no map, but many");
    return x;
}

static Entries entries(O *o, DType key) {
    const OnnxValue *v = o_has(o, 0) ? o->in[0] : NULL;
    if (!v || !v->is_map) o_fail(o, "its input 0 is no map");
    const Entries e = {.keys = vector(o, v->items.at[0]), .values = vector(o, v->items.at[1])};
    if (o_dtype(o, e.keys) != key)
        o_fail(o, "a map by %s, where its keys are to be of %s", dtype_name(o_dtype(o, e.keys)),
               dtype_name(key));
    return (Entries){e.keys, e.values, o_dims(o, e.keys)[0]};
}

/* The values of these keys, a vector, as one row; `other`, a vector of one, where there is none. */
static void set_values_of(O *o, const Entries *e, IrOperand wanted, IrOperand other) {
    const IrDim *const column[] = {o_dims(o, wanted)[0], o_dim(o, 1)};
    const IrOperand same = o2(o, &op_equal, o_expand(o, wanted, (const int64_t[]){1}, 1), e->keys);
    const IrOperand counted = o2c(o, &op_add, o_counter(o, e->n, 1, 2), 1);
    const IrOperand found = o3(o, &op_where, same, counted, o_const(o, DTYPE_INT64, 0));
    const IrOperand none = o_broadcast(o, o_const(o, DTYPE_INT64, 0), column, 2);
    const IrOperand both = o_concat(o, (const IrOperand[]){none, found}, 2, 1);
    const IrOperand at = o_reduce(o, &op_max, both, (const int64_t[]){1}, 1, false);
    const IrOperand all = o_concat(o, (const IrOperand[]){other, e->values}, 2, 0);
    const IrOperand row = o_call(o, &op_take, OPS(all, at), ATTRS(A_INT("axis", 0)));
    o_set(o, 0, o_expand(o, row, (const int64_t[]){0}, 1));
}

/* What stands where a map has nothing: zeros, or this text. */
static IrOperand nothing(O *o, DType dtype, const char *text) {
    const Str s = {text, strlen(text)};
    if (dtype == DTYPE_STRING) return o_strings(o, &s, 1);
    return o_expand(o, o_const(o, dtype, 0), (const int64_t[]){0}, 1);
}

void onnx_map_dict_vectorizer(O *o) {
    const MlLabels words = ml_labels(o, "int64_vocabulary", "string_vocabulary");
    const Entries e = entries(o, words.ints ? DTYPE_INT64 : DTYPE_STRING);
    const IrOperand wanted = ml_labels_tensor(o, &words);
    set_values_of(o, &e, wanted, nothing(o, o_dtype(o, e.values), ""));
}

static DType cast_to(O *o) {
    const Str to = o_str(o, "cast_to", "TO_FLOAT");
    if (str_eq_c(to, "TO_FLOAT")) return DTYPE_FLOAT32;
    if (str_eq_c(to, "TO_INT64")) return DTYPE_INT64;
    if (str_eq_c(to, "TO_STRING")) return DTYPE_STRING;
    o_fail(o, "its attribute 'cast_to' is '%s'", onnx_text(o->im, to));
}

/* Values in the order of their keys; or SPARSE, each at its key, of which there are max_map. */
void onnx_map_cast_map(O *o) {
    const DType to = cast_to(o);
    Entries e = entries(o, DTYPE_INT64);
    e.values = o_cast_any(o, e.values, to);
    const Str form = o_str(o, "map_form", "DENSE");
    if (str_eq_c(form, "SPARSE")) {
        const int64_t n = o_int(o, "max_map", 1);
        if (n < 1) o_fail(o, "its attribute 'max_map' is %lld", (long long)n);
        set_values_of(o, &e, o_counter(o, o_dim(o, n), 0, 1), nothing(o, to, "0.f"));
        return;
    }
    if (!str_eq_c(form, "DENSE"))
        o_fail(o, "its attribute 'map_form' is '%s'", onnx_text(o->im, form));
    const IrOperand order =
        o_call(o, &op_argsort, &e.keys, 1, ATTRS(A_INT("axis", 0), A_DTYPE("dtype", DTYPE_INT64)));
    const IrOperand row = o_call(o, &op_take, OPS(e.values, order), ATTRS(A_INT("axis", 0)));
    o_set(o, 0, o_expand(o, row, (const int64_t[]){0}, 1));
}
