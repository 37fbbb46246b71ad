/* SPDX-License-Identifier: Apache-2.0 */
/* scan and while_loop. The function's frame is opened once; each iteration hands over the carries,
 * so that the body frees them at their last use, and gives back its scratch memory: no iteration
 * leaves anything behind. Carries are checked before each call and once more at the end. */
#include "eval/eval_parts.h"

/* The operands' values, taken apart. */
typedef struct {
    Frame *f;
    const IrBinding *b;
    Value *const *carries, *const *sequences, *const *captures;
    uint32_t n_carries, n_sequences, n_captures;
    Value **args; /* of a call: carries, slices, captures */
    uint32_t n_args;
} Iterate;

static bool tuple_items(Frame *f, Loc loc, const Value *v, Value *const **items, uint32_t *n) {
    *items = v ? v->items : NULL;
    *n = v ? v->n : 0;
    return !v || v->kind == VALUE_TUPLE || eval_fail(f->e, loc, "no tuple of arguments");
}

static bool init(Iterate *self, Frame *f, const IrBinding *b, const Value *carries,
                 const Value *sequences, const Value *captures) {
    *self = (Iterate){.f = f, .b = b};
    if (!tuple_items(f, b->loc, carries, &self->carries, &self->n_carries)) return false;
    if (!tuple_items(f, b->loc, sequences, &self->sequences, &self->n_sequences)) return false;
    if (!tuple_items(f, b->loc, captures, &self->captures, &self->n_captures)) return false;
    self->n_args = self->n_carries + self->n_sequences + self->n_captures;
    self->args = ARENA_ARRAY(&f->arena, Value *, (size_t)self->n_args + 1);
    return true;
}

/* The last arguments: a reference each. */
static void add_captures(Iterate *self) {
    for (uint32_t i = 0; i < self->n_captures; i++)
        self->args[self->n_carries + self->n_sequences + i] = value_ref(self->captures[i]);
}

/* The carries of the next iteration: a reference each. */
static Value **first_carries(Iterate *self) {
    Value **carries = ARENA_ARRAY(&self->f->arena, Value *, (size_t)self->n_carries + 1);
    for (uint32_t i = 0; i < self->n_carries; i++) carries[i] = value_ref(self->carries[i]);
    return carries;
}

/* The carries from what the body returned. */
static bool next_carries(Iterate *self, const Value *result, Value **carries) {
    if (result->kind != VALUE_TUPLE || result->n < self->n_carries)
        return eval_fail(self->f->e, self->b->loc, "the body returned no tuple of carries");
    for (uint32_t i = 0; i < self->n_carries; i++) carries[i] = value_ref(result->items[i]);
    return true;
}

/* A number of iterations. */
static bool count_of(Frame *f, Loc loc, const Value *v, int64_t *out) {
    *out = v->i;
    if (v->kind != VALUE_PRIM || dtype_is_float(v->dtype))
        return eval_fail(f->e, loc, "the number of iterations is no integer");
    return *out >= 0 || eval_fail(f->e, loc, "a negative number of iterations");
}

/* scan */

static bool trip_of(Iterate *self, const Value *given, int64_t *trip) {
    Evaluator *e = self->f->e;
    Ctx *ctx = e->m->ctx;
    const Loc loc = self->b->loc;
    *trip = -1;
    if (given && !count_of(self->f, loc, given, trip)) return false;
    for (uint32_t i = 0; i < self->n_sequences; i++) {
        const Value *v = self->sequences[i];
        if (v->kind != VALUE_TENSOR || v->tensor->ndim == 0)
            return eval_fail(e, loc, "a sequence of R.scan is no tensor of rank 1 or more");
        if (*trip < 0) *trip = v->tensor->dims[0];
        if (*trip == v->tensor->dims[0]) continue;
        Diag *d = diag_error(ctx, loc, DIAG_VALUE,
                             "the first extents of R.scan's sequences and its trip differ");
        diag_expected(ctx, d, "%lld", (long long)*trip);
        diag_found(ctx, d, "%lld for sequence %u", (long long)v->tensor->dims[0], i);
        return false;
    }
    return *trip >= 0 || eval_fail(e, loc, "R.scan without a trip and without a sequence");
}

/* Element `at` of a sequence; zeros when it has none. */
static Value *slice(Iterate *self, const Tensor *t, int64_t at) {
    Value *v = value_tensor_new(self->f->list, t->dtype, t->dims + 1, t->ndim - 1);
    if (t->dims[0]) tensor_copy(v->tensor, 0, t, (size_t)at * v->tensor->count, v->tensor->count);
    return v;
}

static void set_args(Iterate *self, Value *const *carries, int64_t at) {
    for (uint32_t i = 0; i < self->n_carries; i++) self->args[i] = carries[i];
    for (uint32_t i = 0; i < self->n_sequences; i++)
        self->args[self->n_carries + i] = slice(self, self->sequences[i]->tensor, at);
    add_captures(self);
}

static Value *new_stack(Iterate *self, int64_t trip, DType dtype, const int64_t *dims,
                        uint32_t ndim) {
    int64_t *all = ARENA_ARRAY(&self->f->arena, int64_t, (size_t)ndim + 1);
    all[0] = trip;
    for (uint32_t i = 0; i < ndim; i++) all[i + 1] = dims[i];
    return value_tensor_new(self->f->list, dtype, all, ndim + 1);
}

/* Puts what the body returned beside the carries at its place; the first call decides the
 * shapes. */
static bool stack(Iterate *self, Value *result, Value **out, int64_t trip, int64_t at) {
    Evaluator *e = self->f->e;
    const Loc loc = self->b->loc;
    if (!*out) {
        *out = value_tuple(self->f->list, result->n);
        for (uint32_t i = self->n_carries; i < result->n; i++) {
            const Value *y = result->items[i];
            if (y->kind != VALUE_TENSOR) return eval_fail(e, loc, "R.scan stacks tensors only");
            (*out)->items[i] =
                new_stack(self, trip, y->tensor->dtype, y->tensor->dims, y->tensor->ndim);
        }
    }
    if ((*out)->n != result->n)
        return eval_fail(e, loc,
                         "the body of R.scan returned another number of values than before");
    for (uint32_t i = self->n_carries; i < result->n; i++) {
        const Value *y = result->items[i];
        const Tensor *all = (*out)->items[i]->tensor;
        const Tensor *t = y->kind == VALUE_TENSOR ? y->tensor : NULL;
        bool same = t && t->dtype == all->dtype && t->ndim + 1 == all->ndim &&
                    (!t->ndim || memcmp(t->dims, all->dims + 1, t->ndim * sizeof *t->dims) == 0);
        if (!same) return eval_fail(e, loc, "what R.scan stacks changed its type");
        tensor_copy((*out)->items[i]->tensor, (size_t)at * t->count, t, 0, t->count);
    }
    return true;
}

/* Without an iteration, the signature says what the stacks are. */
static Value *empty_stacks(Iterate *self, Frame *body, Value *const *carries) {
    const Loc loc = self->b->loc;
    IrModule *m = self->f->e->m;
    set_args(self, carries, 0);
    if (!eval_check_args(body, loc, self->args, self->n_args)) return NULL;
    for (uint32_t i = self->n_carries; i < self->n_args; i++) value_unref(self->args[i]);
    const IrType *t = ir_type_map(m, body->fn->result, eval_symbol, body);
    if (t->kind != IR_TYPE_TUPLE || t->n < self->n_carries)
        return eval_fail(self->f->e, loc, "the body's signature says no tuple of carries"), NULL;
    Value *out = value_tuple(self->f->list, t->n);
    for (uint32_t i = self->n_carries; i < t->n; i++) {
        const IrType *y = t->fields[i];
        bool known = y->kind == IR_TYPE_TENSOR && y->dims && y->dtype != DTYPE_VOID;
        int64_t *dims = ARENA_ARRAY(&self->f->arena, int64_t, (size_t)(known ? y->ndim : 0) + 1);
        for (int32_t d = 0; known && d < y->ndim; d++)
            known = ir_dim_is_const(y->dims[d], &dims[d]);
        if (!known) {
            Diag *d = diag_error(
                m->ctx, loc, DIAG_VALUE,
                "R.scan with a trip count of 0, and the body's signature does not tell the shape of what is stacked");
            diag_found(m->ctx, d, "%s", ir_type_text(m, body->fn->result));
            return NULL;
        }
        out->items[i] = new_stack(self, 0, y->dtype, dims, (uint32_t)y->ndim);
    }
    return out;
}

static Value *scan(Iterate *self, Frame *body, int64_t trip, bool reverse) {
    Evaluator *e = self->f->e;
    IrModule *m = e->m;
    const Loc loc = self->b->loc;
    Value *out = NULL, **carries = first_carries(self);
    if (trip == 0) out = empty_stacks(self, body, carries);
    for (int64_t k = 0; k < trip; k++) {
        int64_t at = reverse ? trip - 1 - k : k;
        ctx_step(m->ctx, loc);
        ArenaMark scratch = arena_mark(&m->scratch);
        set_args(self, carries, at);
        Value *result = eval_invoke(body, loc, self->args, self->n_args);
        arena_rewind(&m->scratch, scratch);
        if (!result || !next_carries(self, result, carries) || !stack(self, result, &out, trip, at))
            return NULL;
        value_unref(result);
    }
    if (!out || !eval_check_args(body, loc, carries, self->n_carries)) return NULL;
    for (uint32_t i = 0; i < self->n_carries; i++) out->items[i] = carries[i];
    return out;
}

Value *eval_scan(Frame *f, const IrBinding *b, Value *const *values) {
    Iterate self;
    Frame body;
    int64_t trip;
    if (!init(&self, f, b, values[1], values[2], values[3]) || !trip_of(&self, values[4], &trip))
        return NULL;
    if (!eval_open_value(&body, f, b->loc, values[0])) return NULL;
    Value *out = scan(&self, &body, trip, b->attrs[ir_op_attr_index(b->op, "reverse")].i != 0);
    eval_close(&body);
    return out;
}

/* while_loop */

/* Calls cond, whose symbols are free each time; false after a report. */
static bool holds(Iterate *self, Frame *cond, Value *const *carries, bool *yes) {
    for (uint32_t i = 0; i < self->n_carries; i++) self->args[i] = value_ref(carries[i]);
    add_captures(self);
    for (size_t i = 0; i < cond->fn->symbols.len; i++)
        cond->bound[cond->fn->symbols.at[i]->id] = false;
    Value *v = eval_invoke(cond, self->b->loc, self->args, self->n_args);
    bool ok = v && eval_condition(self->f, self->b->loc, v, yes);
    value_unref(v);
    return ok;
}

static Value *while_loop(Iterate *self, Frame *cond, Frame *body, int64_t most) {
    Evaluator *e = self->f->e;
    IrModule *m = e->m;
    const Loc loc = self->b->loc;
    Value **carries = first_carries(self);
    if (!eval_check_args(body, loc, carries, self->n_carries)) return NULL;
    for (int64_t k = 0; most < 0 || k < most; k++) {
        bool yes;
        ctx_step(m->ctx, loc);
        ArenaMark scratch = arena_mark(&m->scratch);
        if (!holds(self, cond, carries, &yes)) return NULL;
        if (!yes) break;
        for (uint32_t i = 0; i < self->n_carries; i++) self->args[i] = carries[i];
        add_captures(self);
        Value *result = eval_invoke(body, loc, self->args, self->n_args);
        arena_rewind(&m->scratch, scratch);
        if (!result || !next_carries(self, result, carries)) return NULL;
        if (result->n != self->n_carries)
            return eval_fail(
                       e, loc,
                       "the body of R.while_loop returned another number of values than carries"),
                   NULL;
        value_unref(result);
    }
    if (!eval_check_args(body, loc, carries, self->n_carries)) return NULL;
    Value *out = value_tuple(self->f->list, self->n_carries);
    for (uint32_t i = 0; i < self->n_carries; i++) out->items[i] = carries[i];
    return out;
}

Value *eval_while(Frame *f, const IrBinding *b, Value *const *values) {
    Iterate self;
    Frame cond, body;
    if (!init(&self, f, b, values[2], NULL, values[3])) return NULL;
    int64_t most = -1;
    if (values[4] && !count_of(f, b->loc, values[4], &most)) return NULL;
    if (!eval_open_value(&cond, f, b->loc, values[0])) return NULL;
    Value *out = NULL;
    if (eval_open_value(&body, f, b->loc, values[1])) {
        out = while_loop(&self, &cond, &body, most);
        eval_close(&body);
    }
    eval_close(&cond);
    return out;
}
