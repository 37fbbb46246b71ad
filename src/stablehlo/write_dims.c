/* SPDX-License-Identifier: Apache-2.0 */
/* Extents as values: a symbol is read off what defines it, and expressions are arithmetic on
 * scalars of int64, which the reader follows back to the same extents. What is known in a block has
 * one name in it. Recursion is as deep as extents nest (limits.depth). */
#include "stablehlo/write.h"

/* Symbols */

static void define(ShloWrite *x, const IrDim *d, ShloPlace place) {
    const IrSymbol *s = ir_dim_as_symbol(d);
    if (!s || s->function != x->frame->fn) return;
    ShloPlace *at = &x->frame->symbols[s->index];
    if (at->kind == SHLO_NOWHERE) *at = place;
}

static void define_leaves(ShloWrite *x, const IrType *t, const ShloVals *leaves, size_t *next) {
    if (t->kind == IR_TYPE_TUPLE) {
        for (uint32_t i = 0; i < t->n; i++) define_leaves(x, t->fields[i], leaves, next);
        return;
    }
    const ShloVal v = leaves->at[(*next)++];
    if (!v.name) return; /* made of dims that are known */
    if (t->kind == IR_TYPE_PRIM && t->value) define(x, t->value, (ShloPlace){SHLO_NUMBER, 0, v});
    const bool is_shape = t->kind == IR_TYPE_SHAPE;
    for (int32_t i = 0; (is_shape || t->kind == IR_TYPE_TENSOR) && t->dims && i < t->ndim; i++)
        define(x, t->dims[i], (ShloPlace){is_shape ? SHLO_ELEMENT : SHLO_EXTENT, i, v});
}

void shlo_write_define(ShloWrite *x, const IrType *t, const ShloVals *leaves) {
    size_t next = 0;
    define_leaves(x, t, leaves, &next);
}

void shlo_begin_frame(ShloWrite *x, ShloFrame *frame, const IrFunction *fn) {
    *frame = (ShloFrame){
        .outer = x->frame,
        .fn = fn,
        .vars = ARENA_ARRAY(x->arena, ShloVals, (size_t)fn->n_vars + 1),
        .symbols = ARENA_ARRAY(x->arena, ShloPlace, fn->symbols.len + 1),
    };
    x->frame = frame;
}

void shlo_give(ShloWrite *x, const IrVar *param, const ShloVals *leaves) {
    x->frame->vars[param->id] = *leaves;
    shlo_write_define(x, param->type, leaves);
}

/* Arithmetic */

static const IrType *scalar(ShloWrite *x, DType t) {
    const IrDim *const none[1] = {NULL};
    return ir_type_tensor(x->m, none, 0, t);
}

static ShloVal op2(ShloWrite *x, const char *name, ShloVal a, ShloVal b) {
    W w = {.x = x};
    return hw_op2(&w, name, a, b);
}

static ShloVal number(ShloWrite *x, const IrType *t, int64_t v) {
    Tensor *one = tensor_new(x->ctx, t->dtype, NULL, 0);
    tensor_set_int(one, 0, v);
    const ShloVal y = shlo_write_tensor(x, one, t);
    tensor_unref(one);
    return y;
}

static ShloVal reshaped(ShloWrite *x, ShloVal v, const IrType *t) {
    W w = {.x = x};
    return hw_op(&w, "stablehlo.reshape", &v, 1, t, "", NULL);
}

ShloVal shlo_write_quotient(ShloWrite *x, ShloVal a, ShloVal b, bool remainder, bool down) {
    W w = {.x = x};
    if (!down) return op2(x, remainder ? "stablehlo.remainder" : "stablehlo.divide", a, b);
    /* where the remainder has not the sign of b, it is moved by b, and the quotient by 1 */
    const ShloVal zero = number(x, a.type, 0), cut = op2(x, "stablehlo.remainder", a, b);
    const ShloVal is_some = hw_compare(&w, "NE", cut, zero);
    const ShloVal below = hw_compare(&w, "LT", cut, zero), by_below = hw_compare(&w, "LT", b, zero);
    const ShloVal differs = hw_compare(&w, "NE", below, by_below);
    const ShloVal moves = op2(x, "stablehlo.and", is_some, differs);
    const ShloVal y = remainder ? cut : op2(x, "stablehlo.divide", a, b);
    const ShloVal by = remainder ? b : number(x, a.type, -1);
    const ShloVal moved = op2(x, "stablehlo.add", y, by);
    return hw_op(&w, "stablehlo.select", W_VALS(moves, moved, y), a.type, "", NULL);
}

/* Extents */

static ShloVal of_symbol(ShloWrite *x, const IrSymbol *s) {
    W w = {.x = x};
    const ShloFrame *f = x->frame;
    while (f && f->fn != s->function) f = f->outer;
    const ShloPlace place = f ? f->symbols[s->index] : (ShloPlace){.kind = SHLO_NOWHERE};
    const IrType *t = scalar(x, DTYPE_INT64);
    ShloVal v = place.of;
    switch (place.kind) {
    case SHLO_NOWHERE:
        if (!x->lacks)
            diag_error(x->ctx, s->loc, DIAG_SHLO_WRITE, diag_fmt(x->ctx, "extent '%s'", s->name),
                       "no value has it");
        x->lacks = true;
        return number(x, t, 0);
    case SHLO_EXTENT:
        v = hw_op(&w, "stablehlo.get_dimension_size", &v, 1, scalar(x, DTYPE_INT32),
                  hw_format(&w, "dimension = %d : i64", place.at), NULL);
        break;
    case SHLO_ELEMENT: {
        const int64_t from = place.at, to = from + 1, one = 1;
        v = hw_slice(&w, v, &from, &to, &one, hw_type(&w, &one, 1, v.type->dtype));
        v = reshaped(x, v, scalar(x, v.type->dtype));
        break;
    }
    case SHLO_NUMBER: break;
    }
    return v.type == t ? v : hw_op(&w, "stablehlo.convert", &v, 1, t, "", NULL);
}

static ShloVal of_atom(ShloWrite *x, const IrAtom *a) {
    static const char *const names[] = {[IR_ATOM_MIN] = "stablehlo.minimum",
                                        [IR_ATOM_MAX] = "stablehlo.maximum",
                                        [IR_ATOM_SUM] = "stablehlo.add",
                                        [IR_ATOM_PRODUCT] = "stablehlo.multiply"};
    if (a->kind == IR_ATOM_SYMBOL) return shlo_write_dim(x, ir_dim_symbol(x->m, a->symbol));
    ShloVal v = shlo_write_dim(x, a->args[0]);
    if (a->kind == IR_ATOM_FLOORDIV) {
        int64_t lo, hi, by, most;
        ir_dim_bounds(a->args[0], &lo, &hi);
        ir_dim_bounds(a->args[1], &by, &most);
        const ShloVal b = shlo_write_dim(x, a->args[1]);
        return shlo_write_quotient(x, v, b, false, lo < 0 || by < 0);
    }
    for (uint32_t i = 1; i < a->n; i++) {
        const ShloVal next = shlo_write_dim(x, a->args[i]);
        v = op2(x, names[a->kind], v, next);
    }
    return v;
}

static ShloVal of_product(ShloWrite *x, const IrTerm *t) {
    ShloVal v = {NULL, NULL};
    for (uint32_t i = 0; i < t->mono->n; i++) {
        const ShloVal f = of_atom(x, t->mono->factors[i].atom);
        for (uint32_t k = 0; k < t->mono->factors[i].power; k++)
            v = v.name ? op2(x, "stablehlo.multiply", v, f) : f;
    }
    return t->coeff == 1 ? v : op2(x, "stablehlo.multiply", v, number(x, v.type, t->coeff));
}

static ShloVal of_sum(ShloWrite *x, const IrDim *d) {
    const IrSymbol *s = ir_dim_as_symbol(d);
    if (s) return of_symbol(x, s);
    ShloVal sum = {NULL, NULL};
    for (uint32_t i = 0; i < d->n; i++) {
        const ShloVal v = of_product(x, &d->terms[i]);
        sum = sum.name ? op2(x, "stablehlo.add", sum, v) : v;
    }
    return d->constant ? op2(x, "stablehlo.add", sum, number(x, sum.type, d->constant)) : sum;
}

ShloVal shlo_write_dim(ShloWrite *x, const IrDim *d) {
    int64_t c;
    const ShloVal *known = shlo_known(x, d);
    if (known) return *known;
    const ShloVal v = ir_dim_is_const(d, &c) ? number(x, scalar(x, DTYPE_INT64), c) : of_sum(x, d);
    shlo_know(x, d, v);
    return v;
}

ShloVal shlo_write_shape(ShloWrite *x, const IrDim *const *dims, int32_t n) {
    W w = {.x = x};
    const IrType *shape = ir_type_shape(x->m, dims, n);
    const ShloVal *known = shlo_known(x, shape);
    if (known) return *known;
    const int64_t one = 1, all = n;
    ShloVal v;
    if (!n || !shape->has_symbols) {
        Tensor *t = tensor_new(x->ctx, DTYPE_INT64, &all, 1);
        for (int32_t i = 0; i < n; i++) tensor_set_int(t, (size_t)i, dims[i]->constant);
        v = shlo_write_tensor(x, t, hw_type(&w, &all, 1, DTYPE_INT64));
        tensor_unref(t);
    } else {
        ShloVal *parts = ARENA_ARRAY(x->arena, ShloVal, (size_t)n);
        for (int32_t i = 0; i < n; i++)
            parts[i] = reshaped(x, shlo_write_dim(x, dims[i]), hw_type(&w, &one, 1, DTYPE_INT64));
        v = n == 1 ? parts[0]
                   : hw_op(&w, "stablehlo.concatenate", parts, (uint32_t)n,
                           hw_type(&w, &all, 1, DTYPE_INT64), "dimension = 0 : i64", NULL);
    }
    shlo_know(x, shape, v);
    return v;
}
