/* SPDX-License-Identifier: Apache-2.0 */
/* Building loop functions. Each open body keeps the place where its next statement is linked. */
#include "loop/loop.h"

#include <math.h>

bool loop_expr_is_extent(const LoopExpr *e) {
    if (e->dtype != DTYPE_INT64) return false;
    if (e->kind == LOOP_CONST) return true;
    if (e->kind == LOOP_VAR) return e->var->kind == LOOP_VAR_SIZE;
    if (!loop_expr_is_op(e->kind)) return false;
    for (uint32_t i = 0; i < e->n; i++) {
        if (!loop_expr_is_extent(e->args[i])) return false;
    }
    return true;
}

void loop_builder_init(LoopBuilder *self, Arena *arena, const char *name) {
    *self = (LoopBuilder){.arena = arena, .fn = ARENA_NEW(arena, LoopFn)};
    self->fn->name = arena_strdup(arena, str_c(name));
    self->fn->arena = arena;
    vec_push(arena, &self->tails, &self->fn->body);
}

LoopFn *loop_builder_finish(LoopBuilder *self) {
    BUG_IF(self->tails.len != 1);
    return self->fn;
}

static const LoopVar *new_var(LoopBuilder *b, const char *name, LoopVarKind kind, DType dtype) {
    LoopVar *v = ARENA_NEW(b->arena, LoopVar);
    *v = (LoopVar){.name = arena_strdup(b->arena, str_c(name)),
                   .kind = kind,
                   .dtype = dtype,
                   .id = b->fn->n_vars++};
    return v;
}

const LoopVar *loop_size(LoopBuilder *b, const char *name) {
    const LoopVar *v = new_var(b, name, LOOP_VAR_SIZE, DTYPE_INT64);
    vec_push(b->arena, &b->fn->sizes, v);
    return v;
}

void loop_size_plan(LoopFn *fn, size_t size, int64_t planned) {
    LoopVar *own = (LoopVar *)(uintptr_t)fn->sizes.at[size];
    own->planned = planned;
}

bool loop_size_is_bound(const LoopFn *fn, const LoopVar *size) {
    for (size_t i = 0; i < fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i];
        for (uint32_t d = 0; d < b->ndim; d++) {
            if (b->dims[d]->kind == LOOP_VAR && b->dims[d]->var == size) return true;
        }
    }
    return false;
}

void loop_sizes_to_scalars(LoopFn *fn) {
    const size_t n = fn->sizes.len;
    const LoopVar **sizes = ARENA_ARRAY(fn->arena, const LoopVar *, n + 1);
    size_t at = 0;
    for (int bound = 0; bound < 2; bound++) {
        for (size_t i = 0; i < n; i++) {
            if (loop_size_is_bound(fn, fn->sizes.at[i]) == bound) sizes[at++] = fn->sizes.at[i];
        }
        if (!bound) fn->n_scalars = (uint32_t)at;
    }
    for (size_t i = 0; i < n; i++) fn->sizes.at[i] = sizes[i];
}

static const LoopExpr *const *copy_exprs(LoopBuilder *b, const LoopExpr *const *exprs, uint32_t n) {
    const LoopExpr **copy = ARENA_ARRAY(b->arena, const LoopExpr *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) copy[i] = exprs[i];
    return copy;
}

static LoopBuffer *new_buffer(LoopBuilder *b, const char *name, LoopBufferKind kind, DType dtype,
                              const LoopExpr *const *dims, uint32_t ndim,
                              const LoopExpr *const *strides) {
    LoopBuffer *buffer = ARENA_NEW(b->arena, LoopBuffer);
    *buffer = (LoopBuffer){.name = arena_strdup(b->arena, str_c(name)),
                           .kind = kind,
                           .dtype = dtype,
                           .id = b->fn->n_buffers++,
                           .ndim = ndim,
                           .dims = copy_exprs(b, dims, ndim),
                           .strides = strides ? copy_exprs(b, strides, ndim) : NULL};
    return buffer;
}

const LoopBuffer *loop_param(LoopBuilder *b, const char *name, LoopBufferKind kind, DType dtype,
                             const LoopExpr *const *dims, uint32_t ndim,
                             const LoopExpr *const *strides) {
    BUG_IF(kind == LOOP_BUFFER_LOCAL || b->fn->n_buffers != b->fn->params.len);
    BUG_IF(kind == LOOP_BUFFER_INPUT && b->fn->n_outputs);
    const LoopBuffer *buffer = new_buffer(b, name, kind, dtype, dims, ndim, strides);
    vec_push(b->arena, &b->fn->params, buffer);
    b->fn->n_outputs += kind == LOOP_BUFFER_OUTPUT;
    return buffer;
}

static LoopExpr *new_expr(LoopBuilder *b, LoopExprKind kind, DType dtype,
                          const LoopExpr *const *args, uint32_t n) {
    LoopExpr *e = ARENA_NEW(b->arena, LoopExpr);
    *e = (LoopExpr){.kind = kind,
                    .dtype = dtype,
                    .n = n,
                    .depth = 1,
                    .args = n ? copy_exprs(b, args, n) : NULL};
    for (uint32_t i = 0; i < n; i++) {
        if (args[i]->depth >= e->depth) e->depth = args[i]->depth + 1;
    }
    return e;
}

uint32_t loop_access_lanes(const LoopBuffer *buffer, const LoopExpr *const *indices) {
    return buffer->lanes ? buffer->lanes : buffer->ndim ? indices[buffer->ndim - 1]->lanes : 0;
}

static const LoopExpr *constant(LoopBuilder *b, DType dtype, LoopValue v) {
    LoopExpr *e = new_expr(b, LOOP_CONST, dtype, NULL, 0);
    if (dtype_is_float(dtype)) {
        e->f = v.f != v.f ? (double)NAN : v.f; /* one NaN */
    } else {
        e->i = v.i;
    }
    return e;
}

static LoopValue value_of(const LoopExpr *e) {
    return dtype_is_float(e->dtype) ? (LoopValue){.f = e->f} : (LoopValue){.i = e->i};
}

const LoopExpr *loop_int(LoopBuilder *b, DType dtype, int64_t v) {
    return constant(b, dtype, loop_eval_cast(DTYPE_INT64, dtype, (LoopValue){.i = v}));
}

const LoopExpr *loop_float(LoopBuilder *b, DType dtype, double v) {
    return constant(b, dtype, loop_eval_cast(DTYPE_FLOAT64, dtype, (LoopValue){.f = v}));
}

const LoopExpr *loop_index(LoopBuilder *b, int64_t v) { return loop_int(b, DTYPE_INT64, v); }

const LoopExpr *loop_var(LoopBuilder *b, const LoopVar *v) {
    LoopExpr *e = new_expr(b, LOOP_VAR, v->dtype, NULL, 0);
    e->var = v;
    return e;
}

static void check_indices(const LoopBuffer *buffer, const LoopExpr *const *indices) {
    for (uint32_t i = 0; i < buffer->ndim; i++) {
        if (indices[i]->dtype != DTYPE_INT64)
            BUG("index %u of '%s' is %s", i, buffer->name, dtype_name(indices[i]->dtype));
    }
}

const LoopExpr *loop_load(LoopBuilder *b, const LoopBuffer *buffer,
                          const LoopExpr *const *indices) {
    check_indices(buffer, indices);
    LoopExpr *e = new_expr(b, LOOP_LOAD, buffer->dtype, indices, buffer->ndim);
    e->buffer = buffer;
    e->lanes = loop_access_lanes(buffer, indices);
    return e;
}

const LoopExpr *loop_identity(LoopBuilder *b, LoopExprKind op, DType dtype) {
    const LoopValue v = loop_eval_identity(op, dtype);
    return dtype_is_float(dtype) ? loop_float(b, dtype, v.f) : loop_int(b, dtype, v.i);
}

const LoopExpr *loop_cast(LoopBuilder *b, DType to, const LoopExpr *x) {
    if (x->dtype == to) return x;
    if (x->kind == LOOP_CONST) return constant(b, to, loop_eval_cast(x->dtype, to, value_of(x)));
    LoopExpr *e = new_expr(b, LOOP_CAST, to, &x, 1);
    e->lanes = x->lanes;
    return e;
}

const LoopExpr *loop_reinterpret(LoopBuilder *b, DType to, const LoopExpr *x) {
    bool same =
        dtype_size(to) == dtype_size(x->dtype) && to != DTYPE_BOOL && x->dtype != DTYPE_BOOL;
    if (!same) BUG("reinterpret of %s as %s", dtype_name(x->dtype), dtype_name(to));
    if (x->dtype == to) return x;
    return new_expr(b, LOOP_REINTERPRET, to, &x, 1);
}

static bool is_int_const(const LoopExpr *e, int64_t v) {
    return e->kind == LOOP_CONST && !dtype_is_float(e->dtype) && e->i == v;
}

/* Integer identities that hold exactly; floats are folded only when all operands are constants. */
static const LoopExpr *simplify(LoopExprKind kind, const LoopExpr *x, const LoopExpr *y) {
    switch (kind) {
    case LOOP_ADD:
        if (is_int_const(x, 0)) return y;
        return is_int_const(y, 0) ? x : NULL;
    case LOOP_SUB: return is_int_const(y, 0) ? x : NULL;
    case LOOP_MUL:
        if (is_int_const(x, 1) || is_int_const(y, 0)) return y;
        return is_int_const(y, 1) || is_int_const(x, 0) ? x : NULL;
    case LOOP_FLOORDIV:
    case LOOP_TRUNCDIV: return is_int_const(y, 1) ? x : NULL;
    default: return NULL;
    }
}

const LoopExpr *loop_op(LoopBuilder *b, LoopExprKind kind, const LoopExpr *const *args,
                        uint32_t n) {
    const LoopExpr *last = args[n - 1];
    if (!loop_expr_is_op(kind) || loop_expr_arity(kind) != n)
        BUG("%u operands for expression %d", n, (int)kind);
    bool constants = true;
    for (uint32_t i = 0; i < n; i++) {
        BUG_IF(args[i]->lanes != last->lanes);
        DType want = kind == LOOP_SELECT && i == 0 ? DTYPE_BOOL : last->dtype;
        if (args[i]->dtype != want) {
            BUG("%s of %s and %s", loop_expr_text(kind), dtype_name(args[i]->dtype),
                dtype_name(want));
        }
        constants &= args[i]->kind == LOOP_CONST;
    }
    if (!loop_expr_allows(kind, last->dtype))
        BUG("%s of %s", loop_expr_text(kind), dtype_name(last->dtype));
    if (constants) {
        LoopValue v[3];
        for (uint32_t i = 0; i < n; i++) v[i] = value_of(args[i]);
        return constant(b, loop_expr_result(kind, last->dtype), loop_eval_op(kind, last->dtype, v));
    }
    const LoopExpr *same = n == 2 ? simplify(kind, args[0], args[1]) : NULL;
    if (same) return same;
    const bool is_remainder = kind == LOOP_FLOORMOD || kind == LOOP_TRUNCMOD;
    if (is_remainder && is_int_const(last, 1) && !last->lanes) return loop_int(b, last->dtype, 0);
    LoopExpr *e = new_expr(b, kind, loop_expr_result(kind, last->dtype), args, n);
    e->lanes = last->lanes;
    return e;
}

const LoopExpr *loop_op1(LoopBuilder *b, LoopExprKind kind, const LoopExpr *x) {
    return loop_op(b, kind, &x, 1);
}

const LoopExpr *loop_op2(LoopBuilder *b, LoopExprKind kind, const LoopExpr *x, const LoopExpr *y) {
    return loop_op(b, kind, (const LoopExpr *[]){x, y}, 2);
}

const LoopExpr *loop_select(LoopBuilder *b, const LoopExpr *cond, const LoopExpr *x,
                            const LoopExpr *y) {
    return loop_op(b, LOOP_SELECT, (const LoopExpr *[]){cond, x, y}, 3);
}

static LoopExpr *vector(LoopBuilder *b, LoopExprKind kind, DType dtype, uint32_t lanes,
                        const LoopExpr *const *args, uint32_t n) {
    BUG_IF(lanes < 2 || lanes > LOOP_VECTOR_MAX);
    LoopExpr *e = new_expr(b, kind, dtype, args, n);
    e->lanes = lanes;
    return e;
}

const LoopExpr *loop_broadcast(LoopBuilder *b, const LoopExpr *x, uint32_t lanes) {
    BUG_IF(x->lanes);
    return vector(b, LOOP_BROADCAST, x->dtype, lanes, &x, 1);
}

const LoopExpr *loop_ramp(LoopBuilder *b, const LoopExpr *base, int64_t stride, uint32_t lanes) {
    BUG_IF(base->lanes || base->dtype != DTYPE_INT64);
    LoopExpr *e = vector(b, LOOP_RAMP, DTYPE_INT64, lanes, &base, 1);
    e->i = stride;
    return e;
}

const LoopExpr *loop_lane_mask(LoopBuilder *b, const LoopExpr *from, const LoopExpr *to,
                               uint32_t lanes) {
    BUG_IF(from->lanes || to->lanes || from->dtype != DTYPE_INT64 || to->dtype != DTYPE_INT64);
    return vector(b, LOOP_LANE_MASK, DTYPE_BOOL, lanes, (const LoopExpr *[]){from, to}, 2);
}

const LoopExpr *loop_first(LoopBuilder *b, const LoopExpr *x, uint32_t lanes) {
    BUG_IF(lanes > x->lanes);
    return lanes == x->lanes ? x : vector(b, LOOP_FIRST, x->dtype, lanes, &x, 1);
}

static LoopStmt *append(LoopBuilder *b, LoopStmtKind kind) {
    LoopStmt *s = ARENA_NEW(b->arena, LoopStmt);
    s->kind = kind;
    s->loc = b->loc;
    LoopStmt ***tail = &b->tails.at[b->tails.len - 1];
    **tail = s;
    *tail = &s->next;
    return s;
}

static void open_body(LoopBuilder *b, LoopStmt *s, LoopStmt **body) {
    vec_push(b->arena, &b->open, s);
    vec_push(b->arena, &b->tails, body);
}

const LoopVar *loop_begin_for(LoopBuilder *b, const char *name, const LoopExpr *extent,
                              LoopForKind kind, uint32_t lanes) {
    BUG_IF(extent->dtype != DTYPE_INT64 || (lanes & (lanes - 1)) || (lanes && kind != LOOP_SERIAL));
    LoopStmt *s = append(b, LOOP_FOR);
    s->value = extent;
    s->for_kind = kind;
    s->lanes = lanes;
    s->var = new_var(b, name, LOOP_VAR_INDEX, DTYPE_INT64);
    open_body(b, s, &s->body);
    return s->var;
}

void loop_begin_while(LoopBuilder *b, const LoopExpr *cond) {
    BUG_IF(cond->dtype != DTYPE_BOOL);
    LoopStmt *s = append(b, LOOP_WHILE);
    s->value = cond;
    open_body(b, s, &s->body);
}

void loop_begin_if(LoopBuilder *b, const LoopExpr *cond) {
    BUG_IF(cond->dtype != DTYPE_BOOL);
    LoopStmt *s = append(b, LOOP_IF);
    s->value = cond;
    open_body(b, s, &s->body);
}

void loop_else(LoopBuilder *b) {
    LoopStmt *s = b->open.len ? b->open.at[b->open.len - 1] : NULL;
    BUG_IF(!s || s->kind != LOOP_IF || s->other);
    b->tails.at[b->tails.len - 1] = &s->other;
}

void loop_end(LoopBuilder *b) {
    BUG_IF(!b->open.len);
    b->open.len--;
    b->tails.len--;
}

void loop_store(LoopBuilder *b, const LoopBuffer *buffer, const LoopExpr *const *indices,
                const LoopExpr *value) {
    check_indices(buffer, indices);
    if (value->dtype != buffer->dtype)
        BUG("%s stored to '%s'", dtype_name(value->dtype), buffer->name);
    BUG_IF(buffer->kind == LOOP_BUFFER_INPUT || value->lanes != loop_access_lanes(buffer, indices));
    LoopStmt *s = append(b, LOOP_STORE);
    s->buffer = buffer;
    s->n = buffer->ndim;
    s->indices = copy_exprs(b, indices, buffer->ndim);
    s->value = value;
}

const LoopVar *loop_let(LoopBuilder *b, const char *name, const LoopExpr *value) {
    LoopStmt *s = append(b, LOOP_LET);
    s->value = value;
    return s->var = new_var(b, name, LOOP_VAR_LET, value->dtype);
}

const LoopBuffer *loop_local(LoopBuilder *b, const char *name, DType dtype,
                             const LoopExpr *const *dims, uint32_t ndim) {
    LoopStmt *s = append(b, LOOP_ALLOC);
    return s->buffer = new_buffer(b, name, LOOP_BUFFER_LOCAL, dtype, dims, ndim, NULL);
}

const LoopBuffer *loop_registers(LoopBuilder *b, const char *name, DType dtype, uint32_t lanes,
                                 const LoopExpr *const *dims, uint32_t ndim) {
    BUG_IF(lanes < 2 || lanes > LOOP_VECTOR_MAX);
    LoopStmt *s = append(b, LOOP_ALLOC);
    LoopBuffer *made = new_buffer(b, name, LOOP_BUFFER_LOCAL, dtype, dims, ndim, NULL);
    made->lanes = lanes;
    return s->buffer = made;
}

void loop_call(LoopBuilder *b, const LoopFn *callee, const LoopBuffer *const *buffers) {
    BUG_IF(callee->n_scalars);
    LoopStmt *s = append(b, LOOP_CALL);
    s->callee = callee;
    s->n = (uint32_t)callee->params.len;
    const LoopBuffer **copy = ARENA_ARRAY(b->arena, const LoopBuffer *, (size_t)s->n + 1);
    for (uint32_t i = 0; i < s->n; i++) copy[i] = buffers[i];
    s->buffers = copy;
}

const LoopBuffer *loop_scalar(LoopBuilder *b, const char *name, const LoopExpr *init) {
    const LoopBuffer *scalar = loop_local(b, name, init->dtype, NULL, 0);
    loop_store(b, scalar, NULL, init);
    return scalar;
}

const LoopExpr *loop_get(LoopBuilder *b, const LoopBuffer *scalar) {
    return loop_load(b, scalar, NULL);
}
void loop_set(LoopBuilder *b, const LoopBuffer *scalar, const LoopExpr *value) {
    loop_store(b, scalar, NULL, value);
}
