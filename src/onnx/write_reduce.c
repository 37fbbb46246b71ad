/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions and orders. */
#include "onnx/export.h"

void onnx_write_arg_reduce(W *w) {
    OnnxNode *n = w_node(w, w->row->nodes, NAMES(w_in(w, 0)), 1);
    w_add_int(w, n, "axis", w_int(w, "axis"));
    w_add_int(w, n, "keepdims", w_int(w, "keepdims"));
    w_set(w, w_out(n, 0));
}

/* Axes are an input of ReduceSum, an attribute of the others. NULL axes: all. */
static const char *reduced(W *w, const char *node, const char *x, const IrAttr *axes, bool keep) {
    const bool has_axes = axes->kind == IR_ATTR_INTS, by_input = strcmp(node, "ReduceSum") == 0;
    OnnxNode *n =
        w_node(w, node, NAMES(x, by_input && has_axes ? w_ints(w, axes->ints, axes->n) : ""), 1);
    if (!by_input && has_axes) w_add_ints(w, n, "axes", axes->ints, axes->n);
    w_add_int(w, n, "keepdims", keep);
    return w_out(n, 0);
}

/* Over no axes nothing is reduced; ONNX would take all. */
void onnx_write_reduce(W *w) {
    const IrAttr *axes = w_attr(w, "axis");
    if (axes->kind == IR_ATTR_INTS && !axes->n) {
        w_alias(w, 0);
        return;
    }
    w_set(w, reduced(w, w->row->nodes, w_in(w, 0), axes, w_int(w, "keepdims") != 0));
}

void onnx_write_variance(W *w) {
    const IrAttr *axes = w_attr(w, "axis");
    const char *x = w_in(w, 0);
    const bool none = axes->kind == IR_ATTR_INTS && !axes->n;
    const char *centred = w2(w, "Sub", x, none ? x : reduced(w, "ReduceMean", x, axes, true));
    const char *square = w2(w, "Mul", centred, centred);
    const char *y =
        none ? square : reduced(w, "ReduceMean", square, axes, w_int(w, "keepdims") != 0);
    w_set(w, w->b->op == &op_std ? w1(w, "Sqrt", y) : y);
}

/* Dims in front go, others are summed to 1. */
void onnx_write_collapse_sum(W *w) {
    const IrType *from = w_type(w, 0), *to = w->b->var->type;
    int64_t *axes = ARENA_ARRAY(w->x->arena, int64_t, (size_t)from->ndim + 1);
    const int32_t more = from->ndim - to->ndim;
    uint32_t n = 0;
    for (int32_t i = 0; i < from->ndim; i++) {
        if (i < more || to->dims[i - more] != from->dims[i]) axes[n++] = i;
    }
    if (!n) {
        w_alias(w, 0);
        return;
    }
    const IrAttr all = {.kind = IR_ATTR_INTS, .n = n, .ints = axes};
    const char *y = reduced(w, "ReduceSum", w_in(w, 0), &all, true);
    w_set(w, w_squeeze(w, y, axes, (uint32_t)more));
}

/* Sums of the result's dtype; without an axis of the elements in a row. */
void onnx_write_cumsum(W *w) {
    const bool flat = w_attr(w, "axis")->kind == IR_ATTR_NONE;
    const int64_t all = -1;
    const char *x = w_cast(w, w_in(w, 0), w_dtype(w, 0), w->b->var->type->dtype);
    if (flat) x = w2(w, "Reshape", x, w_ints(w, &all, 1));
    const char *axis = w_scalar_int(w, DTYPE_INT64, flat ? 0 : w_int(w, "axis"));
    OnnxNode *n = w_node(w, "CumSum", NAMES(x, axis), 1);
    if (w_int(w, "exclusive")) w_add_int(w, n, "exclusive", 1);
    w_set(w, w_out(n, 0));
}

/* Products and sums of the result's dtype. */
void onnx_write_matmul(W *w) {
    const DType to = w->b->var->type->dtype;
    const char *x = w_cast(w, w_in(w, 0), w_dtype(w, 0), to),
               *y = w_cast(w, w_in(w, 1), w_dtype(w, 1), to);
    OnnxNode *n = w_node(w, "MatMul", NAMES(x, y), 1);
    for (uint32_t i = 0; dtype_is_float(to) && i < 2; i++)
        n->shaped |= (uint8_t)((w_rank(w, i) == 2) << i);
    w_set(w, w_out(n, 0));
}

void onnx_write_einsum(W *w) {
    uint32_t n_ins;
    const char **ins = w_ins(w, 0, &n_ins);
    OnnxNode *n = w_node(w, "Einsum", ins, n_ins, 1);
    w_add_str(w, n, "equation", w_attr(w, "subscripts")->s);
    w_set(w, w_out(n, 0));
}

void onnx_write_outer(W *w) {
    const char *column = w_unsqueeze(w, w_in(w, 0), (const int64_t[]){1}, 1);
    w_set(w, w2(w, "Mul", column, w_in(w, 1)));
}

/* Orders: TopK gives positions as int64. */
static OnnxNode *top(W *w, const char *k, int64_t axis, bool largest) {
    OnnxNode *n = w_node(w, "TopK", NAMES(w_in(w, 0), k), 2);
    w_add_int(w, n, "axis", axis);
    w_add_int(w, n, "largest", largest);
    w_add_int(w, n, "sorted", 1);
    return n;
}

static const char *extent(W *w, int64_t axis) {
    if (axis < 0) w_rank(w, 0); /* not known, or the axis would count from the front */
    return w_shape_of(w, 0, (int32_t)axis, (int32_t)axis + 1);
}

void onnx_write_sort(W *w) {
    const int64_t axis = w_int(w, "axis");
    OnnxNode *n = top(w, extent(w, axis), axis, w_int(w, "descending") != 0);
    if (w->b->op == &op_sort) {
        w_set(w, w_out(n, 0));
    } else {
        w_set(w, w_cast(w, w_out(n, 1), DTYPE_INT64, w_dtype_attr(w, "dtype", DTYPE_INT32)));
    }
}

/* At most the extent; all, where k is less than 1. */
void onnx_write_topk(W *w) {
    const int64_t axis = w_int(w, "axis"), k = w_int(w, "k");
    int64_t n_all;
    const bool is_known = w_extent(w, 0, axis, &n_all), all = k < 1 || (is_known && k > n_all);
    const char *count = all ? extent(w, axis) : w_ints(w, &k, 1);
    if (!all && !is_known) count = w2(w, "Min", count, extent(w, axis));
    OnnxNode *n = top(w, count, axis, w_int(w, "largest") != 0);
    const char *values = w_out(n, 0), *at = w_out(n, 1);
    const DType dtype = w_dtype_attr(w, "dtype", DTYPE_INT32);
    if (w_is(w, "ret_type", "both")) {
        w_set_field(w, 0, values);
        w_set_field(w, 1, w_cast(w, at, DTYPE_INT64, dtype));
    } else {
        w_set(w, w_is(w, "ret_type", "values") ? values : w_cast(w, at, DTYPE_INT64, dtype));
    }
}

void onnx_write_unique(W *w) {
    static const char *const wanted[] = {"return_index", "return_inverse", "return_counts"};
    OnnxNode *n = w_node(w, "Unique", NAMES(w_in(w, 0)), 4);
    w_add_int(w, n, "sorted", w_int(w, "sorted"));
    if (w_attr(w, "axis")->kind == IR_ATTR_INT) w_add_int(w, n, "axis", w_int(w, "axis"));
    uint32_t at = 0;
    if (w->b->var->type->kind != IR_TYPE_TUPLE) {
        w_set(w, w_out(n, 0));
    } else {
        w_set_field(w, at++, w_out(n, 0));
    }
    for (uint32_t i = 0; i < ARRAY_LEN(wanted); i++) {
        if (w_int(w, wanted[i]))
            w_set_field(w, at++, w_out(n, i + 1));
        else
            n->outputs.at[i + 1] = (Str){.len = 0};
    }
    while (n->outputs.len && !n->outputs.at[n->outputs.len - 1].len) n->outputs.len--;
}
