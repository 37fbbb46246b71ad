/* SPDX-License-Identifier: Apache-2.0 */
/* Sequences whose length is known while the model is read are lists of values, and leave nothing in
 * the module but tuples where they are inputs and outputs. Optionals are what they hold, or known
 * to hold nothing. */
#include "onnx/import.h"

enum { SEQUENCE_MAX = 1 << 12, ALL_MAX = 1 << 20 };

static const OnnxList *sequence(O *o, uint32_t i) {
    if (!o_has(o, i)) o_fail(o, "its input %u is missing", i);
    if (!o->in[i]->is_sequence || o->in[i]->is_map) o_fail(o, "its input %u is no sequence", i);
    return &o->in[i]->items;
}

static void add(O *o, OnnxList *to, OnnxValue *v) {
    if (to->len >= SEQUENCE_MAX) o_unsupported(o, "a sequence of more than %d", SEQUENCE_MAX);
    if (++o->im->n_items > ALL_MAX)
        o_unsupported(o, "more than %d elements of all sequences", ALL_MAX);
    vec_push(&o->im->arena, to, (void *)v);
}

static void add_operand(O *o, OnnxList *to, IrOperand x) {
    OnnxValue *v = ARENA_NEW(&o->im->arena, OnnxValue);
    v->operand = x;
    add(o, to, v);
}

static void set_list(O *o, OnnxList items) {
    o->out[0].is_sequence = true;
    o->out[0].items = items;
}

/* A tensor. */
static OnnxValue *item(O *o, uint32_t i) {
    if (!o_has(o, i) || !onnx_value_is_tensor(o->in[i])) o_fail(o, "its input %u is no tensor", i);
    return o->in[i];
}

void onnx_map_sequence_empty(O *o) {
    set_list(o, (OnnxList){.at = NULL});
    o->out[0].empty = o->node;
    o->out[0].empty_of = o_int(o, "dtype", 1);
}

void onnx_map_sequence_construct(O *o) {
    OnnxList list = {.at = NULL};
    for (uint32_t i = 0; i < o->n_in; i++) add(o, &list, item(o, i));
    set_list(o, list);
}

/* A position among n; counted from the end when it is negative. */
static size_t position(O *o, uint32_t input, size_t n, int64_t fallback) {
    const int64_t given = o_const_int(o, input, fallback),
                  at = given < 0 ? given + (int64_t)n : given;
    if (at < 0 || at >= (int64_t)n) o_fail(o, "position %lld of %zu", (long long)given, n);
    return (size_t)at;
}

void onnx_map_sequence_insert(O *o) {
    const OnnxList *from = sequence(o, 0);
    OnnxList list = {.at = NULL};
    const int64_t given = o_const_int(o, 2, (int64_t)from->len);
    const size_t at = given < 0 ? position(o, 2, from->len, 0)
                                : position(o, 2, from->len + 1, (int64_t)from->len);
    for (size_t i = 0; i <= from->len; i++) {
        if (i == at) add(o, &list, item(o, 1));
        if (i < from->len) add(o, &list, from->at[i]);
    }
    set_list(o, list);
}

void onnx_map_sequence_erase(O *o) {
    const OnnxList *from = sequence(o, 0);
    OnnxList list = {.at = NULL};
    const size_t at = position(o, 1, from->len, -1);
    for (size_t i = 0; i < from->len; i++) {
        if (i != at) add(o, &list, from->at[i]);
    }
    set_list(o, list);
}

void onnx_map_sequence_at(O *o) {
    const OnnxList *from = sequence(o, 0);
    o_set_value(o, 0, from->at[position(o, 1, from->len, 0)]);
}

void onnx_map_sequence_length(O *o) {
    const IrDim **n = O_ARRAY(o, const IrDim *, 1);
    n[0] = o_dim(o, (int64_t)sequence(o, 0)->len);
    o_set_known(o, 0, onnx_known(n, 1, 0, DTYPE_INT64));
}

void onnx_map_concat_from_sequence(O *o) {
    const OnnxList *from = sequence(o, 0);
    IrOperand *items = O_ARRAY(o, IrOperand, from->len);
    uint32_t n;
    for (size_t i = 0; i < from->len; i++) {
        items[i] = onnx_value_operand(o->im, o->b, from->at[i]);
        if (items[i].kind == IR_OPERAND_NONE) ctx_throw(o->im->ctx, STATUS_INVALID);
    }
    if (!from->len) o_fail(o, "its sequence is empty");
    const int64_t axis = o_int(o, "axis", 0);
    if (!o_int(o, "new_axis", 0)) {
        o_set(o, 0, o_concat(o, items, (uint32_t)from->len, axis));
        return;
    }
    const IrOperand *ops = o_tuple(o, items, (uint32_t)from->len, &n);
    o_set(o, 0, o_call(o, &op_stack, ops, n, ATTRS(A_INT("axis", axis))));
}

/* By sizes, by one size (the last part may be smaller), or into slices whose dim goes away without
 * keepdims. */
void onnx_map_split_to_sequence(O *o) {
    const IrOperand x = o_in(o, 0);
    const int64_t axis = o_axis(o, o_int(o, "axis", 0), o_rank(o, x)),
                  extent = o_extent(o, x, (int32_t)axis);
    uint32_t n = 0;
    const int64_t *sizes = o_has(o, 1) ? o_const_ints(o, 1, &n) : NULL;
    const bool is_one = sizes && o_rank(o, o_in(o, 1)) == 0;
    const bool drops = !sizes && !o_int(o, "keepdims", 1);
    if (is_one && sizes[0] < 1) o_fail(o, "parts of %lld", (long long)sizes[0]);
    OnnxList list = {.at = NULL};
    int64_t at = 0;
    for (uint32_t i = 0; sizes && !is_one ? i < n : at < extent; i++) {
        const int64_t size = !sizes ? 1 : is_one ? sizes[0] : sizes[i];
        if (size < 0 || (!is_one && size > extent - at)) o_fail(o, "its sizes do not fit the dim");
        const int64_t end = size < extent - at ? at + size : extent;
        const IrOperand part = o_slice(o, x, axis, o_dim(o, at), o_dim(o, end), 1);
        add_operand(o, &list, drops ? o_squeeze(o, part, &axis, 1) : part);
        at = end;
    }
    if (at != extent) o_fail(o, "its sizes do not fit the dim");
    set_list(o, list);
}

void onnx_map_optional(O *o) {
    static const OnnxValue nothing = {.is_nothing = true};
    o_set_value(o, 0, o_has(o, 0) ? o->in[0] : &nothing);
}

void onnx_map_optional_get(O *o) {
    if (!o_has(o, 0)) o_fail(o, "its input 0 is missing");
    if (o->in[0]->is_nothing) o_fail(o, "its input 0 is an optional that holds nothing");
    o_set_value(o, 0, o->in[0]);
}

void onnx_map_optional_has(O *o) {
    const IrDim **has = O_ARRAY(o, const IrDim *, 1);
    has[0] = o_dim(o, o_has(o, 0) && !o->in[0]->is_nothing);
    o_set_known(o, 0, onnx_known(has, 1, 0, DTYPE_BOOL));
}
