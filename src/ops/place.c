/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/place.h"

const LoopExpr *place_number(OpLower *low, const LoopBuffer *b, const LoopExpr *const *place) {
    const LoopExpr *n = l_index(low, 0);
    for (uint32_t i = 0; i < b->ndim; i++) n = l_add(low, l_mul(low, n, b->dims[i]), place[i]);
    return n;
}

const LoopExpr **place_of_number(OpLower *low, const LoopBuffer *b, const LoopExpr *number) {
    const LoopExpr **place = lower_exprs(low, b->ndim);
    for (uint32_t i = b->ndim; i-- > 0;) {
        place[i] = i ? l_op2(low, LOOP_FLOORMOD, number, b->dims[i]) : number;
        if (i == 0) break;
        number = l_op2(low, LOOP_FLOORDIV, number, b->dims[i]);
        if (number->n) number = loop_var(low->b, loop_let(low->b, "rest", number));
    }
    return place;
}

void place_copy_by_number(OpLower *low) {
    const LoopBuffer *x = low->in[0], *out = low->out[0];
    const LoopExpr **place = lower_open(low, out, UINT32_MAX);
    const LoopExpr *number = place_number(low, out, place);
    if (number->n) number = loop_var(low->b, loop_let(low->b, "number", number));
    lower_store(low, out, place, lower_load(low, x, place_of_number(low, x, number)));
    lower_close(low, out->ndim);
}

const LoopExpr **place_copy(OpLower *low, const LoopExpr *const *place, uint32_t ndim) {
    const LoopExpr **copy = lower_exprs(low, ndim);
    for (uint32_t i = 0; i < ndim; i++) copy[i] = place[i];
    return copy;
}

const LoopExpr *place_stretched(OpLower *low, const IrDim *from, const IrDim *to,
                                const LoopExpr *index) {
    int64_t extent;
    if (from == to) return index;
    if (ir_dim_is_const(from, &extent)) return extent == 1 ? l_index(low, 0) : index;
    const LoopExpr *one = l_eq(low, lower_dim(low, from), l_index(low, 1));
    return l_select(low, one, l_index(low, 0), index);
}

const LoopExpr **place_open_lines(OpLower *low, const LoopBuffer *b, int64_t axis) {
    const LoopExpr **place = lower_exprs(low, b->ndim);
    for (uint32_t i = 0; i < b->ndim; i++) {
        place[i] = i == axis ? l_index(low, 0) : lower_for(low, b->dims[i], LOOP_PARALLEL);
    }
    return place;
}

const LoopExpr *place_index(OpLower *low, const LoopExpr *e) {
    if (e->dtype == DTYPE_UINT64)
        e = l_op2(low, LOOP_MIN, e, loop_int(low->b, DTYPE_UINT64, INT64_MAX));
    return l_cast(low, DTYPE_INT64, e);
}

const LoopExpr *place_from_end(OpLower *low, const LoopExpr *e, const LoopExpr *extent) {
    const LoopExpr *i = place_index(low, e);
    if (dtype_kind(e->dtype) == DTYPE_KIND_UINT) return i;
    return l_select(low, l_lt(low, i, l_index(low, 0)), l_add(low, i, extent), i);
}

const LoopExpr *place_prim(OpLower *low, uint32_t arg, DType dtype, int64_t absent) {
    const IrType *t = low->args[arg];
    if (!t) return loop_int(low->b, dtype, absent);
    if (!dtype_is_float(t->dtype)) return l_cast(low, dtype, lower_dim(low, t->value));
    return l_cast(low, dtype, loop_float(low->b, DTYPE_FLOAT64, low->floats[arg]));
}
