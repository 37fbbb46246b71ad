/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions, and loops over them. */
#include "backend/lower_parts.h"

HirCell low_of_frame(LowFn *p, HirCellKind kind, uint32_t index) {
    return (HirCell){.kind = kind, .frame = p->level, .index = index};
}

static const HirExpr *get(LowFn *p, HirCellKind kind, uint32_t index) {
    return low_cell(p, low_of_frame(p, kind, index));
}

static void give(LowFn *p, HirCellKind kind, uint32_t index, const HirExpr *value) {
    low_set(p, low_of_frame(p, kind, index), value);
}

HirBlock *low_open(LowFn *p, const BeFn *g) {
    HirBlock *outer = p->out;
    HirStmt *s = low_stmt(p, HIR_FRAME);
    s->frame.level = ++p->level;
    s->frame.function = p->h->numbers[g->index];
    p->out = &s->frame.body;
    return outer;
}

void low_close(LowFn *p, HirBlock *outer) {
    p->level--;
    p->out = outer;
}

bool low_has_layout(const BeFn *f) { return f->entry.len || f->derived.len || f->n_arena_slots; }

void low_call_symbols(LowFn *p, const BeCall *call, bool is_run) {
    BeFn *g = call->callee;
    for (size_t i = 0; i < g->entry.len; i++) {
        const HirExpr *v = low_dim(p, call->symbols[i]);
        give(p, HIR_SYMBOL_CELL, be_symbol(g, g->entry.at[i])->slot, v);
    }
    for (uint32_t i = 0; is_run && i < g->n_floats_in; i++)
        give(p, HIR_FLOAT_CELL, i, low_float(p, call->floats[i]));
    if (low_has_layout(g)) low_stmt(p, HIR_LAYOUT)->frame_level = p->level;
}

/* The frame's arena: memory of ours, or the heap's where only the run knows how much. */
static void give_arena(LowFn *p, const BeCall *call, bool again) {
    const BeFn *g = call->callee;
    if (!call->work || !g->has_arena) return;
    const HirExpr *work = low_pointer(p, call->work);
    if (!be_root(call->work)->bytes) {
        if (again) low_memory(p, HIR_FREE, work, NULL);
        low_memory(p, HIR_ALLOC, work,
                   g->n_arena_slots ? get(p, HIR_BYTES_CELL, 0) : low_int(p, g->arena_bytes));
    }
    give(p, HIR_ARENA_CELL, 0, work);
}

static void run(LowFn *p, BeFn *g) {
    vec_push(p->h->arena, &p->callees, g);
    low_stmt(p, HIR_CALL)->frame_level = p->level;
}

void low_invoke(LowFn *p, const BeStep *s) {
    const BeCall *call = s->call;
    BeFn *g = call->callee;
    HirBlock *outer = low_open(p, g);
    low_call_symbols(p, call, true);
    give_arena(p, call, false);
    for (uint32_t i = 0; i < g->n_inputs; i++)
        give(p, HIR_IN_CELL, i, low_pointer(p, call->inputs[i]));
    for (size_t i = 0; i < g->results.len; i++) {
        const BeResult *r = &g->results.at[i];
        if (r->kind == BE_TENSOR && r->dims)
            give(p, HIR_OUT_CELL, r->index, low_pointer(p, call->outputs[r->index]));
    }
    run(p, g);
    for (size_t i = 0; i < g->results.len; i++) {
        const BeResult *r = &g->results.at[i];
        if (r->kind == BE_TENSOR && !r->dims)
            low_memory(p, HIR_TAKE, low_pointer(p, call->outputs[r->index]),
                       get(p, HIR_OUT_CELL, r->index));
    }
    for (uint32_t i = 0; i < g->n_returned; i++) {
        if (call->returned[i])
            low_set(p, low_symbol(p, call->returned[i]), get(p, HIR_RETURNED_CELL, i));
    }
    for (uint32_t i = 0; i < g->n_floats_out; i++)
        low_set(p, low_own(HIR_FLOAT_CELL, call->returned_floats[i]),
                get(p, HIR_RETURNED_FLOAT_CELL, i));
    low_close(p, outer);
}

/* Loops: what the body reads of a carry is in `current`, where its result goes in `next`. */

typedef struct {
    HirCell current, next;
    HirCell *extents; /* by dim: what open ones will be */
} Turn;

typedef struct {
    LowFn *p;
    const BeStep *step;
    const BeIterate *it;
    HirStmt *loop;
    HirCell counter, at;
    const HirExpr *n; /* how often at most; NULL: no limit */
    Turn *turns;
    bool *is_given[2]; /* inputs of the body, of the condition, that the loop gives */
} Loop;

static const HirExpr *integer(Loop *l, HirCell c) { return low_cell(l->p, c); }

/* Parts of sequences lie one behind the other. */
static const HirExpr *part_of(Loop *l, BeBuffer *b, const IrDim *bytes) {
    const HirExpr *size = low_dim(l->p, bytes);
    return LOW_OP(l->p, AT, low_pointer(l->p, b), integer(l, l->at), size);
}

static void reads(Loop *l, BeBuffer *b) {
    vec_push(l->p->h->arena, &l->loop->loop.reads, low_buffer(l->p, b));
}

/* What the loop touches, as a whole. */
static void touch(Loop *l) {
    const BeIterate *it = l->it;
    LowFn *p = l->p;
    const BeCall *calls[] = {&it->body, &it->cond};
    const bool *const *given = (const bool *const *)l->is_given;
    for (int k = 0; k < 2; k++) {
        for (uint32_t i = 0; calls[k]->callee && i < calls[k]->callee->n_inputs; i++) {
            if (!given[k][i]) reads(l, calls[k]->inputs[i]);
        }
    }
    for (size_t i = 0; i < it->slices.len; i++) reads(l, it->slices.at[i].sequence);
    for (size_t i = 0; i < it->carries.len; i++) {
        const BeCarry *c = &it->carries.at[i];
        BeBuffer *second = be_second_buffer(l->step, c);
        reads(l, c->initial);
        if (!second) continue;
        const HirOver over = {low_buffer(p, c->initial), low_buffer(p, second)};
        vec_push(p->h->arena, &l->loop->loop.over, over);
    }
    for (uint32_t i = 0; i < l->step->n_writes; i++)
        vec_push(p->h->arena, &l->loop->loop.writes, low_buffer(p, l->step->writes[i]));
}

static void mark_given(Loop *l) {
    const BeIterate *it = l->it;
    const BeCall *calls[] = {&it->body, &it->cond};
    for (int k = 0; k < 2; k++) {
        const size_t n = calls[k]->callee ? calls[k]->callee->n_inputs : 0;
        l->is_given[k] = ARENA_ARRAY(l->p->h->arena, bool, n + 1);
    }
    for (size_t i = 0; i < it->carries.len; i++) l->is_given[0][it->carries.at[i].input] = true;
    for (size_t i = 0; i < it->slices.len; i++) l->is_given[0][it->slices.at[i].input] = true;
    for (size_t i = 0; i + 1 < it->cond_inputs.len; i += 2)
        l->is_given[1][it->cond_inputs.at[i]] = true;
}

/* Which of its two buffers a carry's first result goes to; after a scan the last one must lie in
 * `final`. */
static const HirExpr *first_buffer(Loop *l, const BeCarry *c) {
    LowFn *p = l->p;
    const HirExpr *final = low_pointer(p, c->final);
    if (l->it->cond.callee) return final;
    const HirExpr *other = low_pointer(p, c->other);
    if (l->n->kind == HIR_INT_EXPR) return l->n->i % 2 ? final : other;
    const HirCell odd = low_temp(p);
    const HirExpr *half = LOW_OP(p, FLOORDIV, l->n, low_int(p, 2));
    low_set(p, odd, LOW_OP(p, ADD, l->n, LOW_OP(p, MUL, low_int(p, -2), half)));
    return LOW_OP(p, CHOOSE, integer(l, odd), final, other);
}

static HirBlock *open_loop(Loop *l, LowFn *p, const BeStep *s) {
    const BeIterate *it = s->iterate;
    *l = (Loop){
        .p = p, .step = s, .it = it, .turns = ARENA_ARRAY(p->h->arena, Turn, it->carries.len + 1)};
    if (it->trip) {
        const HirExpr *trip = low_dim(p, it->trip);
        const HirCell n = low_temp(p);
        l->n = trip->kind == HIR_INT_EXPR ? trip : low_cell(p, n);
        if (trip->kind != HIR_INT_EXPR) low_set(p, n, trip);
    }
    mark_given(l);
    for (size_t i = 0; i < it->carries.len; i++) {
        const BeCarry *c = &it->carries.at[i];
        l->turns[i].current = low_pointer_temp(p);
        low_set(p, l->turns[i].current, low_pointer(p, c->initial));
        if (c->open) continue;
        l->turns[i].next = low_pointer_temp(p);
        low_set(p, l->turns[i].next, first_buffer(l, c));
    }
    l->counter = low_temp(p);
    l->at = it->reverse ? low_temp(p) : l->counter;
    low_set(p, l->counter, low_int(p, 0));
    HirBlock *outer = p->out;
    l->loop = low_stmt(p, HIR_LOOP);
    touch(l);
    p->out = &l->loop->loop.body;
    if (l->n) {
        const HirExpr *is_over =
            LOW_OP(p, EQ, LOW_OP(p, LT, integer(l, l->counter), l->n), low_int(p, 0));
        const HirExpr *has_end = LOW_OP(p, EQ, LOW_OP(p, LT, l->n, low_int(p, 0)), low_int(p, 0));
        low_stmt(p, HIR_LEAVE)->leave.condition =
            it->cond.callee ? LOW_OP(p, ALL, has_end, is_over) : is_over;
    }
    low_stmt(p, HIR_POLL);
    return outer;
}

/* Before the call: what is read, and where the result goes. */
static void give_carry(Loop *l, const BeCarry *c, Turn *t) {
    LowFn *p = l->p;
    give(p, HIR_IN_CELL, c->input, integer(l, t->current));
    if (c->open && c->next) {
        low_memory(p, HIR_ALLOC, low_pointer(p, c->other), low_dim(p, c->next_bytes));
        give(p, HIR_OUT_CELL, c->output, low_pointer(p, c->other));
        t->extents = ARENA_ARRAY(p->h->arena, HirCell, (size_t)c->ndim + 1);
        for (uint32_t d = 0; d < c->ndim; d++) {
            if (!c->open[d]) continue;
            t->extents[d] = low_temp(p);
            low_set(p, t->extents[d], low_dim(p, c->next[d]));
        }
    } else if (!c->open) {
        give(p, HIR_OUT_CELL, c->output, integer(l, t->next));
    }
}

/* Extents that may not change, of a result that the body allocated. */
static void check_carry(Loop *l, const BeCarry *c) {
    LowFn *p = l->p;
    VEC(const HirExpr *) wrong = {.at = NULL};
    for (uint32_t d = 0; d < c->ndim; d++) {
        if (c->open && c->open[d]) continue;
        const HirExpr *want = low_dim(p, c->dims[d]);
        vec_push(p->h->arena, &wrong,
                 LOW_OP(p, NE, get(p, HIR_RETURNED_CELL, c->returned + d), want));
    }
    if (!wrong.len) return;
    HirBlock *outer = p->out;
    HirStmt *s = low_stmt(p, HIR_IF);
    s->branch.condition =
        wrong.len == 1 ? wrong.at[0] : low_op(p, HIR_ANY_EXPR, wrong.len, wrong.at);
    p->out = &s->branch.bodies[0];
    low_memory(p, HIR_FREE, get(p, HIR_OUT_CELL, c->output), NULL);
    low_fail(p, low_int(p, 1), c->message);
    p->out = outer;
}

/* An open carry's memory changes hands. */
static void take_open(Loop *l, const BeCarry *c, const Turn *t) {
    LowFn *p = l->p;
    const HirExpr *final = low_pointer(p, c->final), *other = low_pointer(p, c->other);
    low_memory(p, HIR_FREE, final, NULL);
    low_memory(p, HIR_TAKE, final, c->next ? other : get(p, HIR_OUT_CELL, c->output));
    if (c->next) low_memory(p, HIR_TAKE, other, low_op(p, HIR_NONE_EXPR, 0, NULL));
    low_set(p, t->current, final);
    for (uint32_t d = 0; d < c->ndim; d++) {
        if (!c->open[d]) continue;
        low_set(p, low_symbol(p, c->open[d]),
                c->next ? integer(l, t->extents[d]) : get(p, HIR_RETURNED_CELL, c->returned + d));
    }
}

/* After the call: the result is what is read next. */
static void take_carry(Loop *l, const BeCarry *c, const Turn *t) {
    LowFn *p = l->p;
    if (!c->next) check_carry(l, c);
    if (c->open) {
        take_open(l, c, t);
        return;
    }
    if (!c->next) {
        const HirExpr *bytes = low_dim(p, c->bytes), *result = get(p, HIR_OUT_CELL, c->output);
        low_copy(p, integer(l, t->next), result, bytes);
        low_memory(p, HIR_FREE, result, NULL);
    }
    const HirExpr *final = low_pointer(p, c->final), *next = integer(l, t->next);
    low_set(p, t->current, next);
    low_set(p, t->next,
            LOW_OP(p, CHOOSE, LOW_OP(p, IS_SAME, next, final), low_pointer(p, c->other), final));
}

static void give_inputs(LowFn *p, const BeCall *call, const bool *is_given) {
    for (uint32_t i = 0; i < call->callee->n_inputs; i++) {
        if (!is_given[i]) give(p, HIR_IN_CELL, i, low_pointer(p, call->inputs[i]));
    }
}

static void take_numbers(Loop *l) {
    LowFn *p = l->p;
    const BeIterate *it = l->it;
    for (size_t k = 0; k < it->ints.len; k++) {
        const BeIntCarry *c = &it->ints.at[k];
        const HirExpr *v = get(p, HIR_RETURNED_CELL, c->returned);
        if (c->symbol)
            low_set(p, low_symbol(p, c->symbol), v);
        else
            low_fail(p, LOW_OP(p, NE, v, low_dim(p, c->fixed)), c->message);
    }
    for (size_t k = 0; k < it->floats.len; k++)
        low_set(p, low_own(HIR_FLOAT_CELL, it->floats.at[k].slot),
                get(p, HIR_RETURNED_FLOAT_CELL, it->floats.at[k].returned));
}

static void call_body(Loop *l) {
    LowFn *p = l->p;
    const BeIterate *it = l->it;
    if (it->reverse && (it->slices.len || it->stacks.len)) {
        const HirExpr *back = LOW_OP(p, MUL, low_int(p, -1), integer(l, l->counter));
        low_set(p, l->at, LOW_OP(p, ADD, l->n, back, low_int(p, -1)));
    }
    HirBlock *outer = low_open(p, it->body.callee);
    low_call_symbols(p, &it->body, true);
    give_arena(p, &it->body, true);
    give_inputs(p, &it->body, l->is_given[0]);
    for (size_t k = 0; k < it->carries.len; k++) give_carry(l, &it->carries.at[k], &l->turns[k]);
    for (size_t k = 0; k < it->slices.len; k++) {
        const BeSlice *s = &it->slices.at[k];
        give(p, HIR_IN_CELL, s->input, part_of(l, s->sequence, s->bytes));
    }
    for (size_t k = 0; k < it->stacks.len; k++) {
        const BeStack *s = &it->stacks.at[k];
        give(p, HIR_OUT_CELL, s->output, part_of(l, s->stack, s->bytes));
    }
    run(p, it->body.callee);
    for (size_t k = 0; k < it->carries.len; k++) take_carry(l, &it->carries.at[k], &l->turns[k]);
    take_numbers(l);
    low_close(p, outer);
    low_set(p, l->counter, LOW_OP(p, ADD, integer(l, l->counter), low_int(p, 1)));
}

static void close_loop(Loop *l, HirBlock *outer) {
    LowFn *p = l->p;
    p->out = outer;
    for (size_t i = 0; i < l->it->carries.len; i++) {
        const BeCarry *c = &l->it->carries.at[i];
        const HirExpr *bytes = low_dim(p, c->bytes), *final = low_pointer(p, c->final);
        if (c->open) {
            HirStmt *s = low_stmt(p, HIR_IF);
            s->branch.condition = LOW_OP(p, IS_NONE, final);
            p->out = &s->branch.bodies[0];
            low_memory(p, HIR_ALLOC, final, bytes);
        }
        low_copy(p, final, integer(l, l->turns[i].current), bytes);
        p->out = outer;
    }
}

void low_scan(LowFn *p, const BeStep *s) {
    Loop l;
    HirBlock *outer = open_loop(&l, p, s);
    call_body(&l);
    close_loop(&l, outer);
}

void low_while(LowFn *p, const BeStep *s) {
    const BeIterate *it = s->iterate;
    const BeCall *cond = &it->cond;
    Loop l;
    HirBlock *outer = open_loop(&l, p, s), *body = low_open(p, cond->callee);
    low_call_symbols(p, cond, true);
    give_arena(p, cond, true);
    give_inputs(p, cond, l.is_given[1]);
    for (size_t i = 0; i + 1 < it->cond_inputs.len; i += 2)
        give(p, HIR_IN_CELL, it->cond_inputs.at[i],
             integer(&l, l.turns[it->cond_inputs.at[i + 1]].current));
    if (it->cond_result && cond->callee->results.at->dims)
        give(p, HIR_OUT_CELL, 0, low_pointer(p, it->cond_result));
    run(p, cond->callee);
    const HirExpr *v = get(p, it->cond_result ? HIR_OUT_CELL : HIR_RETURNED_CELL, 0);
    if (it->cond_result) {
        const HirExpr **at = ARENA_ARRAY(p->h->arena, const HirExpr *, 1);
        at[0] = v;
        v = low_expr(
            p,
            (HirExpr){.kind = HIR_LOAD_EXPR, .n = 1, .args = at, .element = {.dtype = DTYPE_BOOL}});
    }
    low_stmt(p, HIR_LEAVE)->leave.condition = LOW_OP(p, EQ, v, low_int(p, 0));
    low_close(p, body);
    call_body(&l);
    close_loop(&l, outer);
}
