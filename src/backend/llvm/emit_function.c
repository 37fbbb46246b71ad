/* SPDX-License-Identifier: Apache-2.0 */
/* Functions: their frames, what is laid out before they run, and the steps. */
#include <inttypes.h>

#include "backend/llvm/emit.h"

void lp_part_begin(EmitFunction *p, LLVMValueRef function) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    p->part = (EmitPart){.function = function, .frame = LLVMGetParam(function, 0)};
    p->part.frames = ARENA_ARRAY(e->arena, LLVMValueRef, 2 * e->module->by_function.len + 1);
    LLVMBasicBlockRef entry = lp_block(p, "entry"), body = lp_block(p, "body");
    lp_to(p, entry);
    p->part.entry = LLVMBuildBr(u->builder, body);
    lp_to(p, body);
}

static LLVMValueRef add_function(Emit *e, const char *name, LLVMTypeRef type) {
    LLVMValueRef fn = LLVMAddFunction(e->unit->module, name, type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    return fn;
}

/* Lists of the frame; extents are last, as their number is known at the end. */
void lp_cells(EmitFn *fn, const BeFn *f) {
    EmitCells *c = &fn->cells;
    uint32_t at = CELL_FREE;
#define LIST(list, n) c->list = at, at += (n)
    LIST(in, f->n_inputs);
    LIST(out, f->n_outputs);
    LIST(returned, f->n_returned);
    LIST(returned_floats, f->n_floats_out);
    LIST(symbols, f->n_slots);
    LIST(offsets, f->n_arena_slots);
    LIST(floats, f->n_floats);
    LIST(heap, f->n_heap_slots);
#undef LIST
    c->extents = at;
}

LLVMValueRef lp_work(EmitFunction *p, const BeLoop *loop, LLVMValueRef *sizes, size_t n) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    const LlProgramKernel *k = lp_kernel(e, loop);
    if (k->work >= 0) return lp_int(e, k->work);
    LLVMTypeRef *types = ARENA_ARRAY(e->arena, LLVMTypeRef, n + 1);
    for (size_t i = 0; i < n; i++) types[i] = u->i64;
    LLVMTypeRef type = LLVMFunctionType(u->i64, types, (unsigned)n, false);
    return LLVMBuildCall2(u->builder, type, lp_declare(e, k->work_name, type), sizes, (unsigned)n, "");
}

/* An overflow in a kernel's work shows in the sum. */
static void derived(EmitFunction *p, const BeDerived *d) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    if (d->value) {
        lp_set_symbol(p, d->symbol, lp_dim(p, d->value));
    } else if (d->loop) {
        const size_t n = d->loop->fn->sizes.len;
        LLVMValueRef *sizes = ARENA_ARRAY(e->arena, LLVMValueRef, n + 1);
        for (size_t i = 0; i < n; i++) sizes[i] = lp_dim(p, d->sizes[i]);
        lp_set_symbol(p, d->symbol, lp_work(p, d->loop, sizes, n));
    } else {
        const EmitFn *callee = &e->fns[d->call->callee->index];
        LLVMValueRef frame = lp_frame(p, d->call->callee, 0);
        lp_call_symbols(p, d->call, frame, false);
        lp_set_symbol(p, d->symbol, LLVMBuildCall2(u->builder, e->layout_type, callee->layout, &frame, 1, ""));
    }
}

/* In the order of the derived symbols, each behind the dims that it needs; then the other dims, and the slots. */
static void layout(EmitFunction *p) {
    Emit *e = p->e;
    BeFn *f = p->f;
    LlUnit *u = e->unit;
    if (!p->fn->layout) return;
    lp_part_begin(p, p->fn->layout);
    p->in_layout = true;
    for (size_t i = 0; i < f->derived.len; i++) derived(p, &f->derived.at[i]);
    for (size_t i = 0; i < p->extents.len; i++) lp_layout_dim(p, p->extents.at[i]->dim);
    LLVMValueRef total = lp_int(e, f->has_arena ? f->arena_bytes : 0);
    LLVMValueRef bad = lp_cell(p, p->part.frame, CELL_BAD);
    for (uint32_t i = 0; i < f->n_arena_slots; i++) {
        const BeSizes *sizes = &f->slot_sizes[i];
        LLVMValueRef most = NULL;
        for (size_t k = 0; k < sizes->len; k++) {
            LLVMValueRef v = lp_dim(p, sizes->at[k]);
            most = most ? LLVMBuildSelect(u->builder, LLVMBuildICmp(u->builder, LLVMIntSGT, most, v, ""),
                                          most, v, "")
                        : v;
        }
        lp_set(p, p->part.frame, p->fn->cells.offsets + i, total);
        LLVMValueRef rounded = lp_helper(e, "rt_round", (LLVMValueRef[]){bad, most ? most : lp_int(e, 0)}, 2);
        total = lp_helper(e, "rt_add", (LLVMValueRef[]){bad, total, rounded}, 3);
    }
    p->in_layout = false;
    LLVMValueRef is_bad =
        LLVMBuildICmp(u->builder, LLVMIntNE, lp_get(p, u->i64, p->part.frame, CELL_BAD), lp_int(e, 0), "");
    LLVMBuildRet(u->builder, LLVMBuildSelect(u->builder, is_bad, lp_int(e, INT64_MAX), total, ""));
}

/* What surrounds the steps: the depth, and memory of the heap, which is given back however they end. */
static void outside(EmitFunction *p, LLVMValueRef inner) {
    Emit *e = p->e;
    const BeFn *f = p->f;
    LlUnit *u = e->unit;
    lp_part_begin(p, p->fn->function);
    LLVMValueRef frame = p->part.frame, null = LLVMConstNull(u->ptr);
    if (f->is_recursive) {
        LLVMValueRef depth = lp_get(p, u->i64, frame, CELL_DEPTH);
        lp_fail_if(p,
                   LLVMBuildICmp(u->builder, LLVMIntSGE, depth, lp_int(e, (int64_t)e->ctx->limits.depth), ""),
                   e->m_depth);
    }
    if (f->n_heap_slots)
        LLVMBuildMemSet(u->builder, lp_cell(p, frame, p->fn->cells.heap), LLVMConstInt(u->i8, 0, false),
                        lp_int(e, (int64_t)f->n_heap_slots * 8), 8);
    LLVMValueRef result = LLVMBuildCall2(u->builder, e->function_type, inner, &frame, 1, "");
    LLVMBasicBlockRef good = lp_block(p, "good"), end = lp_block(p, "end");
    LLVMBuildCondBr(u->builder, LLVMBuildICmp(u->builder, LLVMIntEQ, result, lp_number(e, 0), ""), good, end);
    lp_to(p, good);
    for (const BeStep *s = f->steps.first; s; s = s->next) {
        if (s->kind == BE_STEP_GIVE) lp_set(p, frame, p->fn->cells.heap + be_root(s->reads[0])->slot, null);
    }
    LLVMBuildBr(u->builder, end);
    lp_to(p, end);
    if (f->n_heap_slots) {
        LLVMValueRef list = lp_cell(p, frame, p->fn->cells.heap), n = lp_int(e, f->n_heap_slots);
        lp_helper(e, "rt_free_all", (LLVMValueRef[]){list, n}, 2);
    }
    LLVMBuildRet(u->builder, result);
}

EmitFunction *lp_function(Emit *e, BeFn *f) {
    EmitFunction *p = ARENA_NEW(e->arena, EmitFunction);
    *p = (EmitFunction){.e = e, .f = f, .fn = &e->fns[f->index]};
    map_init(&p->extents_by_dim, e->arena);
    p->n_slots = f->n_slots;
    const bool is_plain = !f->is_recursive && !f->n_heap_slots;
    LLVMValueRef inner = p->fn->function;
    if (!is_plain) inner = add_function(e, arena_printf(e->arena, "f%u.steps", f->index), e->function_type);
    lp_part_begin(p, inner);
    lp_steps(p, &f->steps);
    LLVMBuildRet(e->unit->builder, lp_number(e, 0));
    if (!is_plain) outside(p, inner);
    return p;
}

void lp_function_end(EmitFunction *p) {
    const BeFn *f = p->f;
    if (f->is_public) lp_entry(p);
    layout(p);
    BUG_IF(p->n_slots != f->n_slots);
    p->fn->n_cells = p->fn->cells.extents + (uint32_t)p->extents.len;
}

void lp_finish(Emit *e) {
    for (size_t i = 0; i < e->module->fns.len; i++) {
        const EmitFn *fn = &e->fns[e->module->fns.at[i]->index];
        for (size_t k = 0; k < fn->frames.len; k++)
            LLVMSetOperand(fn->frames.at[k], 0, LLVMConstInt(e->unit->i32, fn->n_cells, false));
    }
}
