/* SPDX-License-Identifier: Apache-2.0 */
/* Operators that several operations say: of parts that are cut, joined and repeated, and of one
 * element each. */
#include "stablehlo/write.h"

static int64_t axis_of(const W *w, int32_t rank) {
    const int64_t axis = hw_attr(w->call, "axis")->i;
    return axis < 0 ? axis + rank : axis;
}

/* x, whose dims become dims `at` of a type. */
static ShloVal placed(W *w, ShloVal x, const int64_t *at, const IrType *to) {
    const IrType *t = ir_type_tensor(w->x->m, to->dims, to->ndim, x.type->dtype);
    const char *where =
        hw_format(w, "broadcast_dimensions = %s", hw_array(w, at, (uint32_t)x.type->ndim));
    if (hw_is_static(t)) return hw_op(w, "stablehlo.broadcast_in_dim", &x, 1, t, where, NULL);
    const ShloVal shape = shlo_write_shape(w->x, t->dims, t->ndim);
    return hw_op(w, "stablehlo.dynamic_broadcast_in_dim", W_VALS(x, shape), t, where, NULL);
}

static ShloVal converted(W *w, ShloVal x, DType t) {
    if (x.type->dtype == t) return x;
    const IrType *to = ir_type_tensor(w->x->m, x.type->dims, x.type->ndim, t);
    return hw_op(w, "stablehlo.convert", &x, 1, to, "", NULL);
}

/* Parts */

void shlo_write_split(W *w) {
    const ShloVal x = hw_in(w, 0);
    const uint32_t rank = (uint32_t)x.type->ndim;
    const int64_t axis = axis_of(w, x.type->ndim);
    Arena *arena = w->x->arena;
    int64_t *from = ARENA_ARRAY(arena, int64_t, (size_t)rank + 1),
            *to = ARENA_ARRAY(arena, int64_t, (size_t)rank + 1),
            *step = ARENA_ARRAY(arena, int64_t, (size_t)rank + 1);
    const bool one = w->out->kind == IR_TYPE_TENSOR;
    for (uint32_t i = 0; i < rank; i++) {
        to[i] = hw_extent(x.type, (int32_t)i);
        step[i] = 1;
    }
    for (uint32_t k = 0; k < (one ? 1 : w->out->n); k++) {
        const IrType *part = one ? w->out : w->out->fields[k];
        to[axis] = from[axis] + hw_extent(part, (int32_t)axis);
        vec_push(arena, &w->results, hw_slice(w, x, from, to, step, part));
        from[axis] = to[axis];
    }
}

void shlo_write_stack(W *w) {
    ShloVals in = {.at = NULL};
    const int64_t axis = axis_of(w, w->out->ndim);
    const IrDim **dims = ARENA_ARRAY(w->x->arena, const IrDim *, (size_t)w->out->ndim + 1);
    for (int32_t i = 0; i < w->out->ndim; i++)
        dims[i] = i == axis ? ir_dim_const(w->x->m, 1) : w->out->dims[i];
    const IrType *row = ir_type_tensor(w->x->m, dims, w->out->ndim, w->out->dtype);
    shlo_write_leaves(w->x, ir_operand_get(&w->call->operands, 0), &in);
    for (size_t i = 0; i < in.len; i++) in.at[i] = hw_reshape(w, in.at[i], row);
    w->result = hw_op(w, "stablehlo.concatenate", in.at, (uint32_t)in.len, w->out,
                      hw_format(w, "dimension = %lld : i64", (long long)axis), NULL);
}

/* Each dim gets another one in front, along which it is repeated. */
void shlo_write_tile(W *w) {
    const IrType *out = w->out;
    ShloVal x = hw_in(w, 0);
    const int32_t more = out->ndim - x.type->ndim;
    int64_t *dims = ARENA_ARRAY(w->x->arena, int64_t, (size_t)out->ndim * 2 + 1),
            *at = ARENA_ARRAY(w->x->arena, int64_t, (size_t)out->ndim + 1);
    for (int32_t i = 0; i < out->ndim; i++) {
        const int64_t own = i < more ? 1 : hw_extent(x.type, i - more);
        dims[2 * i] = own ? hw_extent(out, i) / own : 1;
        dims[2 * i + 1] = own;
        if (i >= more) at[i - more] = 2 * i + 1;
    }
    x = placed(w, x, at, hw_type(w, dims, 2 * out->ndim, out->dtype));
    w->result = hw_reshape(w, x, out);
}

void shlo_write_repeat(W *w) {
    ShloVal x = hw_in(w, 0);
    const IrAttr *axis = hw_attr(w->call, "axis");
    if (axis->kind != IR_ATTR_INT) { /* of all elements */
        int64_t n = 1;
        for (int32_t i = 0; i < x.type->ndim; i++) n *= hw_extent(x.type, i);
        x = hw_reshape(w, x, hw_type(w, &n, 1, x.type->dtype));
    }
    const int32_t rank = x.type->ndim;
    const int64_t along = axis->kind != IR_ATTR_INT ? 0 : axis_of(w, rank);
    int64_t *dims = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 2),
            *at = ARENA_ARRAY(w->x->arena, int64_t, (size_t)rank + 1);
    for (int32_t i = 0; i < rank; i++) {
        at[i] = i + (i > along);
        dims[at[i]] = hw_extent(x.type, i);
    }
    dims[along + 1] = hw_attr(w->call, "repeats")->i;
    w->result = hw_reshape(w, placed(w, x, at, hw_type(w, dims, rank + 1, x.type->dtype)), w->out);
}

void shlo_write_outer(W *w) {
    const int64_t row = 0, column = 1;
    const ShloVal a = placed(w, hw_in(w, 0), &row, w->out);
    const ShloVal b = placed(w, hw_in(w, 1), &column, w->out);
    w->result = hw_op2(w, "stablehlo.multiply", a, b);
}

void shlo_write_full_like(W *w) {
    w->result = hw_spread(w, converted(w, hw_in(w, 1), w->out->dtype), w->out);
}

/* An index against a counter, both of int64: the depth may be past what a narrow index says. */
void shlo_write_one_hot(W *w) {
    const IrType *out = w->out;
    const int64_t axis = axis_of(w, out->ndim);
    const ShloVal x = converted(w, hw_in(w, 0), DTYPE_INT64);
    const IrType *wide = ir_type_tensor(w->x->m, out->dims, out->ndim, DTYPE_INT64);
    int64_t *at = ARENA_ARRAY(w->x->arena, int64_t, (size_t)out->ndim + 1);
    const int64_t depth = hw_extent(out, (int32_t)axis);
    for (int32_t i = 0; i < x.type->ndim; i++) at[i] = i + (i >= axis);
    const ShloVal given = placed(w, x, at, wide);
    const ShloVal counter =
        placed(w,
               hw_op(w, "stablehlo.iota", NULL, 0, hw_type(w, &depth, 1, DTYPE_INT64),
                     "iota_dimension = 0 : i64", NULL),
               &axis, wide);
    const ShloVal is = hw_compare(w, "EQ", given, counter);
    const ShloVal on = hw_spread(w, converted(w, hw_in(w, 1), out->dtype), out);
    const ShloVal off = hw_spread(w, converted(w, hw_in(w, 2), out->dtype), out);
    w->result = hw_op(w, "stablehlo.select", W_VALS(is, on, off), out, "", NULL);
}

/* Activations */

/* x where it is positive, else slope * x. */
static void set_leaky(W *w, ShloVal x, ShloVal slope) {
    const ShloVal is = hw_compare(w, "GT", x, hw_splat(w, x.type, 0));
    const ShloVal less = hw_op2(w, "stablehlo.multiply", slope, x);
    w->result = hw_op(w, "stablehlo.select", W_VALS(is, x, less), w->out, "", NULL);
}

void shlo_write_leakyrelu(W *w) {
    const ShloVal x = hw_in(w, 0);
    set_leaky(w, x, hw_splat(w, x.type, hw_attr(w->call, "alpha")->f));
}

void shlo_write_prelu(W *w) {
    const ShloVal x = hw_in(w, 0);
    const int64_t axis = axis_of(w, x.type->ndim);
    set_leaky(w, x, placed(w, hw_in(w, 1), &axis, x.type));
}

/* max(z, 0) + log1p(exp(-|z|)) of z = beta x overflows nowhere. */
void shlo_write_softplus(W *w) {
    const ShloVal given = hw_in(w, 0);
    const DType t = given.type->dtype;
    const ShloVal x = converted(w, given, dtype_bits(t) < 32 ? DTYPE_FLOAT32 : t);
    const IrType *wide = x.type;
    const ShloVal beta = hw_splat(w, wide, hw_attr(w->call, "beta")->f);
    const ShloVal z = hw_op2(w, "stablehlo.multiply", x, beta);
    ShloVal tail = hw_op(w, "stablehlo.abs", &z, 1, wide, "", NULL);
    tail = hw_op(w, "stablehlo.negate", &tail, 1, wide, "", NULL);
    tail = hw_op(w, "stablehlo.exponential", &tail, 1, wide, "", NULL);
    tail = hw_op(w, "stablehlo.log_plus_one", &tail, 1, wide, "", NULL);
    const ShloVal high = hw_op2(w, "stablehlo.maximum", z, hw_splat(w, wide, 0));
    const ShloVal sum = hw_op2(w, "stablehlo.add", high, tail);
    const ShloVal bent = hw_op2(w, "stablehlo.divide", sum, beta);
    const ShloVal past =
        hw_compare(w, "GT", z, hw_splat(w, wide, hw_attr(w->call, "threshold")->f));
    const ShloVal y = hw_op(w, "stablehlo.select", W_VALS(past, x, bent), wide, "", NULL);
    w->result = converted(w, y, t);
}
