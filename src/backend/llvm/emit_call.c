/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of functions, and loops over them. */
#include "backend/llvm/emit.h"

void lp_call_symbols(EmitFunction *p, const BeCall *call, LLVMValueRef frame, bool is_run) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    BeFn *g = call->callee;
    const EmitFn *callee = &e->fns[g->index];
    const EmitCells *cells = &callee->cells;
    lp_set(p, frame, CELL_BAD, lp_int(e, 0));
    if (is_run) {
        LLVMValueRef depth = lp_get(p, u->i64, p->part.frame, CELL_DEPTH);
        lp_set(p, frame, CELL_DEPTH, LLVMBuildAdd(u->builder, depth, lp_int(e, 1), ""));
        lp_set(p, frame, CELL_ENV, lp_get(p, u->ptr, p->part.frame, CELL_ENV));
    }
    for (size_t i = 0; i < g->entry.len; i++) {
        LLVMValueRef v = lp_dim(p, call->symbols[i]);
        lp_set(p, frame, cells->symbols + be_symbol(g, g->entry.at[i])->slot, v);
    }
    if (!is_run) return;
    for (uint32_t i = 0; i < g->n_floats_in; i++) lp_set(p, frame, cells->floats + i, lp_float(p, call->floats[i]));
    if (!callee->layout) return;
    LLVMValueRef bytes = LLVMBuildCall2(u->builder, e->layout_type, callee->layout, &frame, 1, "");
    lp_fail_if(p, LLVMBuildICmp(u->builder, LLVMIntEQ, bytes, lp_int(e, INT64_MAX), ""), e->m_overflow);
}

static void free_buffer(EmitFunction *p, BeBuffer *b) {
    LLVMValueRef v = lp_buffer(p, b);
    lp_helper(p->e, "rt_free", &v, 1);
}

/* The frame's arena: memory of ours, or the heap's where only the run knows how much. */
static void give_arena(EmitFunction *p, const BeCall *call, LLVMValueRef frame) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    if (!call->work) {
        lp_set(p, frame, CELL_ARENA, LLVMConstNull(u->ptr));
        return;
    }
    const EmitFn *callee = &e->fns[call->callee->index];
    if (!be_root(call->work)->bytes) {
        /* In a loop, each iteration has its own. */
        free_buffer(p, call->work);
        LLVMValueRef bytes = callee->layout ? LLVMBuildCall2(u->builder, e->layout_type, callee->layout, &frame, 1, "")
                                            : lp_int(e, call->callee->arena_bytes);
        lp_allocate(p, call->work, bytes);
    }
    lp_set(p, frame, CELL_ARENA, lp_buffer(p, call->work));
}

static void give_inputs(EmitFunction *p, const BeCall *call, LLVMValueRef frame) {
    const EmitCells *cells = &p->e->fns[call->callee->index].cells;
    for (uint32_t i = 0; i < call->callee->n_inputs; i++)
        lp_set(p, frame, cells->in + i, lp_buffer(p, call->inputs[i]));
}

static void run(EmitFunction *p, const BeFn *g, LLVMValueRef frame) {
    Emit *e = p->e;
    vec_push(e->arena, &p->fn->callees, (BeFn *)g);
    lp_try(p, LLVMBuildCall2(e->unit->builder, e->function_type, e->fns[g->index].function, &frame, 1, ""));
}

void lp_invoke(EmitFunction *p, const BeStep *s) {
    const BeCall *call = s->call;
    BeFn *g = call->callee;
    LlUnit *u = p->e->unit;
    const EmitCells *cells = &p->e->fns[g->index].cells;
    LLVMValueRef frame = lp_frame(p, g, 0);
    lp_call_symbols(p, call, frame, true);
    give_arena(p, call, frame);
    give_inputs(p, call, frame);
    for (size_t i = 0; i < g->results.len; i++) {
        const BeResult *r = &g->results.at[i];
        if (r->kind == BE_TENSOR && r->dims)
            lp_set(p, frame, cells->out + r->index, lp_buffer(p, call->outputs[r->index]));
    }
    run(p, g, frame);
    for (size_t i = 0; i < g->results.len; i++) {
        const BeResult *r = &g->results.at[i];
        if (r->kind == BE_TENSOR && !r->dims)
            lp_set_heap(p, call->outputs[r->index], lp_get(p, u->ptr, frame, cells->out + r->index));
    }
    for (uint32_t i = 0; i < g->n_returned; i++) {
        if (call->returned[i]) lp_set_symbol(p, call->returned[i], lp_get(p, u->i64, frame, cells->returned + i));
    }
    for (uint32_t i = 0; i < g->n_floats_out; i++)
        lp_set(p, p->part.frame, p->fn->cells.floats + call->returned_floats[i],
                 lp_get(p, u->f64, frame, cells->returned_floats + i));
}

/* Loops: cell i of `current` is what the body reads of carry i, of `next` where its result goes. */

typedef struct {
    EmitFunction *p;
    const BeIterate *it;
    LLVMValueRef frame, cond; /* of the body, of the condition */
    const EmitCells *cells;   /* of the body's frame */
    LLVMValueRef current, next, counter;
    LLVMValueRef n;  /* how often at most; negative: no limit */
    LLVMValueRef at; /* the place in sequences */
    LLVMValueRef **extents; /* by carry and dim: what open ones will be */
    LLVMBasicBlockRef head, body, end;
} Loop;

static void open_loop(Loop *l, EmitFunction *p, const BeIterate *it, LLVMValueRef trip) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    const uint32_t n = (uint32_t)it->carries.len;
    *l = (Loop){.p = p, .it = it, .n = trip, .cells = &e->fns[it->body.callee->index].cells};
    l->frame = lp_frame(p, it->body.callee, 0);
    if (it->cond.callee) l->cond = lp_frame(p, it->cond.callee, 1);
    l->current = lp_alloca(p, 2 * n + 1);
    l->next = lp_cell(p, l->current, n);
    l->counter = lp_cell(p, l->current, 2 * n);
    l->extents = ARENA_ARRAY(e->arena, LLVMValueRef *, (size_t)n + 1);
    /* Which of its two buffers a carry's first result goes to; after a scan the last one must lie in `final`. */
    for (uint32_t i = 0; i < n; i++) {
        const BeCarry *c = &it->carries.at[i];
        lp_set(p, l->current, i, lp_buffer(p, c->initial));
        if (c->open) continue;
        LLVMValueRef first = lp_buffer(p, c->final);
        if (it->trip && !it->cond.callee) {
            LLVMValueRef odd = LLVMBuildAnd(u->builder, trip, lp_int(e, 1), "");
            LLVMValueRef other = lp_buffer(p, c->other);
            first = LLVMBuildSelect(u->builder, LLVMBuildICmp(u->builder, LLVMIntNE, odd, lp_int(e, 0), ""),
                                    first, other, "");
        }
        lp_set(p, l->next, i, first);
    }
    lp_set(p, l->counter, 0, lp_int(e, 0));
    l->head = lp_block(p, "head");
    l->body = lp_block(p, "loop");
    l->end = lp_block(p, "end");
    LLVMBuildBr(u->builder, l->head);
    lp_to(p, l->head);
    LLVMValueRef i = lp_get(p, u->i64, l->counter, 0);
    LLVMValueRef goes_on = LLVMBuildICmp(u->builder, LLVMIntSLT, i, trip, "");
    if (it->cond.callee) {
        LLVMValueRef endless = LLVMBuildICmp(u->builder, LLVMIntSLT, trip, lp_int(e, 0), "");
        goes_on = LLVMBuildOr(u->builder, goes_on, endless, "");
    }
    LLVMBuildCondBr(u->builder, goes_on, l->body, l->end);
    lp_to(p, l->body);
}

/* Before the call: what is read, and where the result goes. */
static void give_carry(Loop *l, const BeCarry *c, uint32_t i) {
    EmitFunction *p = l->p;
    LlUnit *u = p->e->unit;
    lp_set(p, l->frame, l->cells->in + c->input, lp_get(p, u->ptr, l->current, i));
    if (c->open && c->next) {
        LLVMValueRef b = lp_allocate(p, c->other, lp_dim(p, c->next_bytes));
        lp_set(p, l->frame, l->cells->out + c->output, b);
        l->extents[i] = ARENA_ARRAY(p->e->arena, LLVMValueRef, (size_t)c->ndim + 1);
        for (uint32_t d = 0; d < c->ndim; d++) {
            if (c->open[d]) l->extents[i][d] = lp_dim(p, c->next[d]);
        }
    } else if (!c->open) {
        lp_set(p, l->frame, l->cells->out + c->output, lp_get(p, u->ptr, l->next, i));
    }
}

/* Extents that may not change, of a result that the body allocated. */
static void check_carry(Loop *l, const BeCarry *c) {
    EmitFunction *p = l->p;
    LlUnit *u = p->e->unit;
    LLVMValueRef wrong = NULL;
    for (uint32_t d = 0; d < c->ndim; d++) {
        if (c->open && c->open[d]) continue;
        LLVMValueRef want = lp_dim(p, c->dims[d]);
        LLVMValueRef have = lp_get(p, u->i64, l->frame, l->cells->returned + c->returned + d);
        LLVMValueRef differs = LLVMBuildICmp(u->builder, LLVMIntNE, have, want, "");
        wrong = wrong ? LLVMBuildOr(u->builder, wrong, differs, "") : differs;
    }
    if (!wrong) return;
    LLVMBasicBlockRef fails = lp_block(p, "fails"), goes_on = lp_block(p, "");
    LLVMBuildCondBr(u->builder, wrong, fails, goes_on);
    lp_to(p, fails);
    LLVMValueRef result = lp_get(p, u->ptr, l->frame, l->cells->out + c->output);
    lp_helper(p->e, "rt_free", &result, 1);
    LLVMBuildRet(u->builder, lp_number(p->e, lp_message(p->e, c->message)));
    lp_to(p, goes_on);
}

/* After the call: the result is what is read next. */
static void take_carry(Loop *l, const BeCarry *c, uint32_t i) {
    EmitFunction *p = l->p;
    Emit *e = p->e;
    LlUnit *u = e->unit;
    if (!c->next) check_carry(l, c);
    LLVMValueRef result = c->next && !c->open ? NULL : lp_get(p, u->ptr, l->frame, l->cells->out + c->output);
    if (c->open) {
        free_buffer(p, c->final);
        lp_set_heap(p, c->final, result);
        if (c->next) lp_set_heap(p, c->other, LLVMConstNull(u->ptr));
        lp_set(p, l->current, i, result);
        for (uint32_t d = 0; d < c->ndim; d++) {
            if (!c->open[d]) continue;
            lp_set_symbol(p, c->open[d],
                          c->next ? l->extents[i][d]
                                  : lp_get(p, u->i64, l->frame, l->cells->returned + c->returned + d));
        }
        return;
    }
    LLVMValueRef next = lp_get(p, u->ptr, l->next, i);
    if (result) {
        lp_copy(p, next, result, lp_dim(p, c->bytes));
        lp_helper(e, "rt_free", &result, 1);
    }
    lp_set(p, l->current, i, next);
    LLVMValueRef final = lp_buffer(p, c->final), other = lp_buffer(p, c->other);
    LLVMValueRef is_final = LLVMBuildICmp(u->builder, LLVMIntEQ, next, final, "");
    lp_set(p, l->next, i, LLVMBuildSelect(u->builder, is_final, other, final, ""));
}

static LLVMValueRef slice(Loop *l, BeBuffer *b, const IrDim *bytes) {
    EmitFunction *p = l->p;
    LLVMValueRef size = lp_dim(p, bytes), all = lp_buffer(p, b);
    return lp_offset(p, all, LLVMBuildMul(p->e->unit->builder, l->at, size, ""));
}

static void call_body(Loop *l) {
    EmitFunction *p = l->p;
    Emit *e = p->e;
    LlUnit *u = e->unit;
    const BeIterate *it = l->it;
    LLVMValueRef i = lp_get(p, u->i64, l->counter, 0);
    l->at = i;
    if (it->reverse) l->at = LLVMBuildSub(u->builder, LLVMBuildSub(u->builder, l->n, lp_int(e, 1), ""), i, "");
    lp_call_symbols(p, &it->body, l->frame, true);
    give_arena(p, &it->body, l->frame);
    give_inputs(p, &it->body, l->frame);
    for (uint32_t k = 0; k < it->carries.len; k++) give_carry(l, &it->carries.at[k], k);
    for (size_t k = 0; k < it->slices.len; k++)
        lp_set(p, l->frame, l->cells->in + it->slices.at[k].input,
               slice(l, it->slices.at[k].sequence, it->slices.at[k].bytes));
    for (size_t k = 0; k < it->stacks.len; k++)
        lp_set(p, l->frame, l->cells->out + it->stacks.at[k].output,
               slice(l, it->stacks.at[k].stack, it->stacks.at[k].bytes));
    run(p, it->body.callee, l->frame);
    for (uint32_t k = 0; k < it->carries.len; k++) take_carry(l, &it->carries.at[k], k);
    for (size_t k = 0; k < it->ints.len; k++) {
        const BeIntCarry *c = &it->ints.at[k];
        LLVMValueRef v = lp_get(p, u->i64, l->frame, l->cells->returned + c->returned);
        if (c->symbol) {
            lp_set_symbol(p, c->symbol, v);
        } else {
            LLVMValueRef want = lp_dim(p, c->fixed);
            lp_fail_if(p, LLVMBuildICmp(u->builder, LLVMIntNE, v, want, ""), lp_message(e, c->message));
        }
    }
    for (size_t k = 0; k < it->floats.len; k++)
        lp_set(p, p->part.frame, p->fn->cells.floats + it->floats.at[k].slot,
                 lp_get(p, u->f64, l->frame, l->cells->returned_floats + it->floats.at[k].returned));
    LLVMValueRef count = lp_get(p, u->i64, l->counter, 0);
    lp_set(p, l->counter, 0, LLVMBuildAdd(u->builder, count, lp_int(e, 1), ""));
    LLVMBuildBr(u->builder, l->head);
}

static void close_loop(Loop *l) {
    EmitFunction *p = l->p;
    Emit *e = p->e;
    LlUnit *u = e->unit;
    lp_to(p, l->end);
    for (uint32_t i = 0; i < l->it->carries.len; i++) {
        const BeCarry *c = &l->it->carries.at[i];
        LLVMValueRef bytes = lp_dim(p, c->bytes), final = lp_buffer(p, c->final);
        LLVMValueRef current = lp_get(p, u->ptr, l->current, i);
        if (!c->open) {
            lp_copy(p, final, current, bytes);
            continue;
        }
        LLVMBasicBlockRef none = lp_block(p, "none"), end = lp_block(p, "");
        LLVMBuildCondBr(u->builder, LLVMBuildIsNull(u->builder, final, ""), none, end);
        lp_to(p, none);
        lp_copy(p, lp_allocate(p, c->final, bytes), current, bytes);
        LLVMBuildBr(u->builder, end);
        lp_to(p, end);
    }
}

void lp_scan(EmitFunction *p, const BeStep *s) {
    Loop l;
    open_loop(&l, p, s->iterate, lp_dim(p, s->iterate->trip));
    call_body(&l);
    close_loop(&l);
}

void lp_while(EmitFunction *p, const BeStep *s) {
    const BeIterate *it = s->iterate;
    const BeCall *cond = &it->cond;
    Emit *e = p->e;
    LlUnit *u = e->unit;
    const BeResult *r = cond->callee->results.at;
    const EmitCells *cells = &e->fns[cond->callee->index].cells;
    Loop l;
    open_loop(&l, p, it, it->trip ? lp_dim(p, it->trip) : lp_int(e, -1));
    lp_call_symbols(p, cond, l.cond, true);
    give_arena(p, cond, l.cond);
    give_inputs(p, cond, l.cond);
    for (size_t i = 0; i + 1 < it->cond_inputs.len; i += 2)
        lp_set(p, l.cond, cells->in + it->cond_inputs.at[i], lp_get(p, u->ptr, l.current, it->cond_inputs.at[i + 1]));
    if (it->cond_result && r->dims) lp_set(p, l.cond, cells->out, lp_buffer(p, it->cond_result));
    run(p, cond->callee, l.cond);
    LLVMValueRef v = it->cond_result ? LLVMBuildLoad2(u->builder, u->i8, lp_get(p, u->ptr, l.cond, cells->out), "")
                                     : lp_get(p, u->i64, l.cond, cells->returned);
    LLVMBasicBlockRef goes_on = lp_block(p, "");
    LLVMBuildCondBr(u->builder, LLVMBuildICmp(u->builder, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), ""),
                    goes_on, l.end);
    lp_to(p, goes_on);
    call_body(&l);
    close_loop(&l);
}
