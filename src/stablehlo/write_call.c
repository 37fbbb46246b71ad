/* SPDX-License-Identifier: Apache-2.0 */
/* What writers are written in: operands, numbers everywhere, shapes that change, elements. */
#include "stablehlo/write.h"

#include <math.h>

/* Constants */

static ShloVal constant(ShloWrite *x, const IrConst *c) {
    const ShloVal *known = shlo_known(x, c);
    if (known) return *known;
    const ShloVal v = shlo_write_tensor(x, c->tensor, c->type);
    shlo_know(x, c, v);
    return v;
}

static double in_range(DType t, double v) {
    if (dtype_is_float(t) || isfinite(v)) return v;
    const bool is_signed = dtype_kind(t) == DTYPE_KIND_INT;
    const int bits = (int)dtype_bits(t) - is_signed;
    return v < 0 ? (is_signed ? -ldexp(1, bits) : 0) : ldexp(1, bits) - 1;
}

/* A constant of as many elements would be held by who reads it. */
enum { SPLAT_MOST = 1 << 16 };

static bool is_few(const IrType *t) {
    int64_t n = 1, extent;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (!ir_dim_is_const(t->dims[i], &extent) || __builtin_mul_overflow(n, extent, &n))
            return false;
    }
    return n <= SPLAT_MOST;
}

/* The number over the type's shape. */
static ShloVal splat(W *w, const Tensor *one, const IrType *type) {
    if (is_few(type)) return shlo_write_tensor(w->x, one, type);
    const IrType *scalar = ir_type_tensor(w->x->m, type->dims, 0, type->dtype);
    return hw_spread(w, shlo_write_tensor(w->x, one, scalar), type);
}

ShloVal hw_splat(W *w, const IrType *type, double v) {
    const DType t = type->dtype;
    Tensor *one = tensor_new(w->x->ctx, t, NULL, 0);
    const bool greatest = !dtype_is_float(t) && v == INFINITY && dtype_bits(t) == 64;
    if (dtype_is_float(t))
        tensor_set_double(one, 0, v);
    else if (greatest)
        dtype_write_uint(t, one->data, dtype_kind(t) == DTYPE_KIND_INT ? INT64_MAX : UINT64_MAX);
    else
        tensor_set_int(one, 0, (int64_t)in_range(t, v));
    const ShloVal y = splat(w, one, type);
    tensor_unref(one);
    return y;
}

ShloVal hw_splat_dim(W *w, const IrType *type, const IrDim *d) {
    int64_t v;
    if (ir_dim_is_const(d, &v)) {
        Tensor *one = tensor_new(w->x->ctx, type->dtype, NULL, 0);
        if (dtype_is_float(type->dtype))
            tensor_set_double(one, 0, (double)v);
        else
            tensor_set_int(one, 0, v);
        const ShloVal y = splat(w, one, type);
        tensor_unref(one);
        return y;
    }
    ShloVal n = shlo_write_dim(w->x, d);
    const IrType *scalar = ir_type_tensor(w->x->m, type->dims, 0, type->dtype);
    if (n.type != scalar) n = hw_op(w, "stablehlo.convert", &n, 1, scalar, "", NULL);
    return hw_spread(w, n, type);
}

/* Operands */

/* A name for a shape or number whose dims are known. */
static ShloVal named(ShloWrite *x, ShloVal v) {
    if (v.name) return v;
    if (v.type->kind == IR_TYPE_SHAPE) return shlo_write_shape(x, v.type->dims, v.type->ndim);
    if (v.type->kind != IR_TYPE_PRIM || !v.type->value)
        BUG("a value of type %s without a name", ir_type_text(x->m, v.type));
    W w = {.x = x};
    return hw_splat_dim(&w, shlo_leaf_type(x, v.type), v.type->value);
}

static ShloVal of_float(ShloWrite *x, const IrOperand *o) {
    W w = {.x = x};
    return hw_splat(&w, shlo_leaf_type(x, o->type), o->f);
}

void shlo_write_lazy(ShloWrite *x, const IrOperand *operand, ShloVals *out) {
    for (uint32_t i = 0; i < operand->span; i++) {
        const IrOperand *o = operand + i;
        if (o->kind == IR_OPERAND_VAR) {
            const ShloVals *v = &x->frame->vars[o->var->id];
            for (size_t k = 0; k < v->len; k++) vec_push(x->arena, out, v->at[k]);
        } else if (o->kind == IR_OPERAND_CONST) {
            vec_push(x->arena, out, constant(x, o->constant));
        } else if (o->kind == IR_OPERAND_SHAPE ||
                   (o->kind == IR_OPERAND_PRIM && !dtype_is_float(o->type->dtype))) {
            vec_push(x->arena, out, ((ShloVal){NULL, o->type}));
        } else if (o->kind == IR_OPERAND_PRIM) {
            vec_push(x->arena, out, of_float(x, o));
        }
    }
}

void shlo_write_leaves(ShloWrite *x, const IrOperand *operand, ShloVals *out) {
    const size_t from = out->len;
    shlo_write_lazy(x, operand, out);
    for (size_t i = from; i < out->len; i++) out->at[i] = named(x, out->at[i]);
}

ShloVal hw_in(W *w, uint32_t i) {
    ShloVals v = {.at = NULL};
    shlo_write_leaves(w->x, ir_operand_get(&w->call->operands, i), &v);
    if (v.len != 1) BUG("operand %u of R.%s", i, w->call->op->name);
    return v.at[0];
}

ShloVal hw_reshape(W *w, ShloVal x, const IrType *to) {
    if (x.type == to) return x;
    if (hw_is_static(to)) return hw_op(w, "stablehlo.reshape", &x, 1, to, "", NULL);
    const ShloVal shape = shlo_write_shape(w->x, to->dims, to->ndim);
    return hw_op(w, "stablehlo.dynamic_reshape", W_VALS(x, shape), to, "", NULL);
}

ShloVal hw_spread(W *w, ShloVal x, const IrType *to) {
    const int32_t more = to->ndim - x.type->ndim;
    bool same = more == 0;
    int64_t *at = ARENA_ARRAY(w->x->arena, int64_t, (size_t)x.type->ndim + 1);
    for (int32_t i = 0; i < x.type->ndim; i++) {
        at[i] = i + more;
        same = same && x.type->dims[i] == to->dims[i];
    }
    if (same) return x;
    const IrType *t = ir_type_tensor(w->x->m, to->dims, to->ndim, x.type->dtype);
    const char *where =
        hw_format(w, "broadcast_dimensions = %s", hw_array(w, at, (uint32_t)x.type->ndim));
    if (hw_is_static(t)) return hw_op(w, "stablehlo.broadcast_in_dim", &x, 1, t, where, NULL);
    const ShloVal shape = shlo_write_shape(w->x, t->dims, t->ndim);
    return hw_op(w, "stablehlo.dynamic_broadcast_in_dim", W_VALS(x, shape), t, where, NULL);
}

ShloVal shlo_cast(ShloWrite *x, ShloVal v, const IrType *t) {
    W w = {.x = x};
    if (strcmp(shlo_write_type(x, v.type), shlo_write_type(x, t)) == 0) {
        if (t->dims) v.type = t;
        return v;
    }
    if (t->dims && hw_is_static(t)) return hw_reshape(&w, v, t);
    const ShloVal shape = shlo_write_shape(x, v.type->dims, v.type->ndim);
    return hw_op(&w, "stablehlo.dynamic_reshape", W_VALS(v, shape), t, "", NULL);
}

/* Elements */

/* x, or x and a value of one element, then the places. */
static uint32_t with_places(ShloVal *in, uint32_t n, const ShloVal *at, int32_t rank) {
    for (int32_t i = 0; i < rank; i++) in[n++] = at[i];
    return n;
}

static const IrType *ones_type(W *w, const IrType *like, const char **sizes) {
    int64_t *ones = ARENA_ARRAY(w->x->arena, int64_t, (size_t)like->ndim + 1);
    for (int32_t i = 0; i < like->ndim; i++) ones[i] = 1;
    *sizes = hw_array(w, ones, (uint32_t)like->ndim);
    return hw_type(w, ones, like->ndim, like->dtype);
}

static bool is_empty(const IrType *t) {
    bool empty = false;
    for (int32_t i = 0; i < t->ndim; i++) empty = empty || ir_dim_is(t->dims[i], 0);
    return empty;
}

/* Of what has no elements none is asked for in a run. */
ShloVal hw_element(W *w, ShloVal x, const ShloVal *at) {
    const int32_t rank = x.type->ndim;
    const char *sizes;
    if (!rank) return x;
    if (is_empty(x.type)) return hw_splat(w, hw_type(w, NULL, 0, x.type->dtype), 0);
    const IrType *ones = ones_type(w, x.type, &sizes);
    ShloVal *in = ARENA_ARRAY(w->x->arena, ShloVal, (size_t)rank + 1);
    in[0] = x;
    const uint32_t n = with_places(in, 1, at, rank);
    const ShloVal part = hw_op(w, "stablehlo.dynamic_slice", in, n, ones,
                               hw_format(w, "slice_sizes = %s", sizes), NULL);
    return hw_reshape(w, part, hw_type(w, NULL, 0, x.type->dtype));
}

ShloVal hw_with_element(W *w, ShloVal x, ShloVal value, const ShloVal *at) {
    const int32_t rank = x.type->ndim;
    const char *sizes;
    if (!rank) return value;
    if (is_empty(x.type)) return x;
    ShloVal *in = ARENA_ARRAY(w->x->arena, ShloVal, (size_t)rank + 2);
    in[0] = x;
    in[1] = hw_reshape(w, value, ones_type(w, x.type, &sizes));
    const uint32_t n = with_places(in, 2, at, rank);
    return hw_op(w, "stablehlo.dynamic_update_slice", in, n, x.type, "", NULL);
}
