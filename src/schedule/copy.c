/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions of the old function over the new one's variables: as scalars, and as vectors. */
#include "loop/own.h"
#include "schedule/parts.h"

void sched_row(Sched *s, uint32_t row) {
    s->vars = s->side[row].vars;
    s->buffers = s->side[row].buffers;
    s->names = s->side[row].names;
}

const LoopExpr *sched_index(Sched *s, int64_t v) { return loop_index(&s->b, v); }

/* a * b + c that may be rounded once, and the target does so in one step: its operands. */
static bool is_product_sum(const Sched *s, const LoopExpr *e, const LoopExpr **x) {
    if (!s->fuses || (s->some_only && !s->nest) || e->kind != LOOP_ADD ||
        !loop_expr_allows(LOOP_FMA, e->dtype))
        return false;
    const uint32_t at = e->args[1]->kind == LOOP_MUL;
    const LoopExpr *product = e->args[at];
    if (product->kind != LOOP_MUL) return false;
    x[0] = product->args[0];
    x[1] = product->args[1];
    x[2] = e->args[1 - at];
    return true;
}

static const LoopExpr *fused(Sched *s, const LoopExpr *const *x,
                             const LoopExpr *copy(Sched *, const LoopExpr *)) {
    const LoopExpr *args[3];
    for (size_t i = 0; i < ARRAY_LEN(args); i++) args[i] = copy(s, x[i]);
    return loop_op(&s->b, LOOP_FMA, args, ARRAY_LEN(args));
}

/* Of the pack's load. */
static const LoopExpr *packed_load(Sched *s, const LoopExpr *e) {
    const LoopExpr *at[S_PACK_DIMS_MAX] = {s->column};
    for (uint32_t i = 0; i + 1 < e->n; i++) at[i + 1] = sched_copy(s, e->args[i]);
    at[e->n] = s->lane_of_column;
    return loop_load(&s->b, s->buffers[e->buffer->id], at);
}

/* --- Half types as floats (halves.c) --- */

/* Its result is an operand, or what both types have. */
bool sched_needs_no_rounding(LoopExprKind kind) {
    return kind == LOOP_NEG || kind == LOOP_ABS || kind == LOOP_MIN || kind == LOOP_MAX ||
           kind == LOOP_SELECT || loop_own_rounds(kind, DTYPE_FLOAT32);
}

static const LoopExpr *rounded(Sched *s, DType half, const LoopExpr *x) {
    return loop_cast(&s->b, DTYPE_FLOAT32, loop_cast(&s->b, half, x));
}

static bool is_carried(const LoopBuffer *b) {
    return b->kind == LOOP_BUFFER_LOCAL && !b->ndim && dtype_is_half(b->dtype);
}

/* Of a half type: the float. */
static const LoopExpr *converted(Sched *s, const LoopExpr *e) {
    const LoopExpr *x = sched_copy(s, e->args[0]);
    const DType from = e->args[0]->dtype;
    if (from == e->dtype) return x;
    /* an integer that float32 does not have is an infinity of float16 */
    if (e->dtype == DTYPE_FLOAT16 && from == DTYPE_INT32) x = loop_cast(&s->b, DTYPE_FLOAT32, x);
    return rounded(s, e->dtype, x);
}

static const LoopExpr *as_float(Sched *s, const LoopExpr *e) {
    LoopBuilder *b = &s->b;
    const LoopExpr *args[S_STACK_MAX];
    BUG_IF(e->n > S_STACK_MAX);
    if (e->kind == LOOP_CONST) return loop_float(b, DTYPE_FLOAT32, e->f);
    if (e->kind == LOOP_VAR) return s->vars[e->var->id];
    if (e->kind == LOOP_CAST) return converted(s, e);
    for (uint32_t i = 0; i < e->n; i++) args[i] = sched_copy(s, e->args[i]);
    if (e->kind == LOOP_LOAD) {
        const LoopExpr *x = loop_load(b, s->buffers[e->buffer->id], args);
        return is_carried(e->buffer) ? x : loop_cast(b, DTYPE_FLOAT32, x);
    }
    const LoopExpr *x = loop_op(b, e->kind, args, e->n);
    return sched_needs_no_rounding(e->kind) ? x : rounded(s, e->dtype, x);
}

DType sched_carried_as(const Sched *s, const LoopBuffer *b) {
    return s->floats && is_carried(b) ? DTYPE_FLOAT32 : b->dtype;
}

const LoopExpr *sched_to_store(Sched *s, const LoopBuffer *b, const LoopExpr *value) {
    const LoopExpr *x = sched_copy(s, value);
    if (!s->floats || !dtype_is_half(b->dtype) || is_carried(b)) return x;
    const bool is_rounded = x->kind == LOOP_CAST && x->args[0]->dtype == b->dtype;
    return is_rounded ? x->args[0] : loop_cast(&s->b, b->dtype, x);
}

/* --- Scalars --- */

const LoopExpr *sched_copy(Sched *s, const LoopExpr *e) {
    LoopBuilder *b = &s->b;
    const LoopExpr *args[S_STACK_MAX];
    const LoopExpr **list = args;
    if (is_product_sum(s, e, args)) return fused(s, args, sched_copy);
    if (s->pack && e == s->pack->load) return packed_load(s, e);
    if (s->floats && dtype_is_half(e->dtype)) return as_float(s, e);
    switch (e->kind) {
    case LOOP_CONST:
        return dtype_is_float(e->dtype) ? loop_float(b, e->dtype, e->f)
                                        : loop_int(b, e->dtype, e->i);
    case LOOP_VAR:
        return s->lets[e->var->id] ? sched_copy(s, s->lets[e->var->id]) : s->vars[e->var->id];
    default: break;
    }
    if (e->n > S_STACK_MAX) list = ARENA_ARRAY(s->scratch, const LoopExpr *, e->n);
    for (uint32_t i = 0; i < e->n; i++) list[i] = sched_copy(s, e->args[i]);
    switch (e->kind) {
    case LOOP_LOAD: return loop_load(b, s->buffers[e->buffer->id], list);
    case LOOP_CAST: return loop_cast(b, e->dtype, list[0]);
    case LOOP_REINTERPRET: return loop_reinterpret(b, e->dtype, list[0]);
    default: return loop_op(b, e->kind, list, e->n);
    }
}

const LoopExpr *const *sched_indices(Sched *s, const LoopExpr *const *old, uint32_t n,
                                     uint32_t lanes) {
    const LoopExpr **list = ARENA_ARRAY(s->scratch, const LoopExpr *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) list[i] = sched_copy(s, old[i]);
    list[n - 1] = loop_ramp(&s->b, list[n - 1], 1, lanes);
    return list;
}

static const LoopExpr *from_panel(Sched *s) {
    const SNest *nest = s->nest;
    const LoopExpr *at[S_LOOPS_MAX + 1];
    for (uint32_t i = 0; i < nest->n_panel_loops; i++)
        at[i] = s->vars[nest->panel_loops[i]->var->id];
    const LoopExpr *column = loop_op2(&s->b, LOOP_MUL, s->vector, sched_index(s, nest->width));
    at[nest->n_panel_loops] = loop_ramp(&s->b, column, 1, nest->width);
    return loop_load(&s->b, s->panel, at);
}

/* Lanes that were read or computed one by one; NULL: they were not. */
static const LoopExpr *gathered(Sched *s, const LoopExpr *e) {
    for (size_t i = 0; i < s->gathered.len; i++) {
        if (s->gathered.at[i].load != e) continue;
        const LoopExpr *all = loop_ramp(&s->b, sched_index(s, 0), 1, s->nest->width);
        return loop_load(&s->b, s->gathered.at[i].array, &all);
    }
    return NULL;
}

/* Of lanes, widened or not. */
static const LoopExpr *load(Sched *s, const LoopExpr *e) {
    const SNest *nest = s->nest;
    const LoopExpr *from = sched_load_of(s, e);
    if (s->own[from->buffer->id])
        return loop_load(&s->b, s->buffers[from->buffer->id],
                         (const LoopExpr *[]){s->row_of_tile, s->vector});
    if (s->panel && e == nest->panel) return from_panel(s);
    const LoopExpr *lanes = gathered(s, e);
    if (lanes) return lanes;
    const LoopExpr *const *at = sched_indices(s, from->args, from->n, nest->width);
    return loop_cast(&s->b, e->dtype, loop_load(&s->b, s->buffers[from->buffer->id], at));
}

/* x**2 and the like, which exporters write for products. */
static bool is_small_power(const LoopExpr *e) {
    const LoopExpr *n = e->kind == LOOP_POW ? e->args[1] : e;
    return n != e && n->kind == LOOP_CONST && (n->f == 1 || n->f == 2 || n->f == 3);
}

static const LoopExpr *small_power(Sched *s, const LoopExpr *e) {
    const LoopExpr *x = sched_vector(s, e->args[0]), *product = x;
    for (int i = 1; i < (int)e->args[1]->f; i++) product = loop_op2(&s->b, LOOP_MUL, product, x);
    return product;
}

const LoopExpr *sched_vector(Sched *s, const LoopExpr *e) {
    const LoopExpr *args[3];
    if (loop_vector_is_short(e->dtype)) { /* what is stored: no vector of these is anywhere else */
        e = sched_behind(s, e);
        return loop_cast(&s->b, e->dtype, sched_vector(s, e->args[0]));
    }
    if (!sched_varies(s, e, s->nest->lane->var))
        return loop_broadcast(&s->b, sched_copy(s, e), s->nest->width);
    if (e->kind == LOOP_VAR && s->named[e->var->id])
        return loop_load(&s->b, s->names[e->var->id],
                         (const LoopExpr *[]){s->row_of_tile, s->vector});
    if (e->kind == LOOP_VAR && s->lets[e->var->id]) return sched_vector(s, s->lets[e->var->id]);
    if (sched_load_of(s, e)) return load(s, e);
    if (sched_is_single(s, s->nest, e)) {
        const LoopExpr *lanes = gathered(s, e);
        BUG_IF(!lanes);
        return lanes;
    }
    if (e->kind == LOOP_CAST) return loop_cast(&s->b, e->dtype, sched_vector(s, e->args[0]));
    BUG_IF(!loop_expr_is_op(e->kind) || e->n > ARRAY_LEN(args));
    if (is_product_sum(s, e, args)) return fused(s, args, sched_vector);
    if (is_small_power(e)) return small_power(s, e);
    for (uint32_t i = 0; i < e->n; i++) args[i] = sched_vector(s, e->args[i]);
    return loop_op(&s->b, e->kind, args, e->n);
}
