/* SPDX-License-Identifier: Apache-2.0 */
/* Statements. */
#include "backend/llvm/emit.h"

static void statements(EmitFunction *p, const HirBlock *b);

/* What overflowed ends the function before anything but integers is touched. */
static void settle(EmitFunction *p) {
    LlUnit *u = p->e->unit;
    if (!p->is_pending) return;
    LLVMValueRef bad = LLVMBuildLoad2(u->builder, u->i64, p->part.bad, "");
    lp_fail_if(p, LLVMBuildICmp(u->builder, LLVMIntNE, bad, lp_int(p->e, 0), ""), p->e->m_overflow);
    p->is_pending = false;
}

static void set(EmitFunction *p, HirCell cell, LLVMValueRef v) {
    LLVMBuildStore(p->e->unit->builder, v, lp_cell(p, cell));
}

/* Statements */

static void store(EmitFunction *p, const HirStmt *s) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    const DType t = s->store.dtype;
    LLVMValueRef v = lp_expr(p, s->store.value);
    LLVMValueRef at = lp_at(p, lp_expr(p, s->store.at), (int64_t)(s->store.index * dtype_size(t)));
    if (dtype_is_float(t)) {
        lp_helper(e, "rt_write_float", (LLVMValueRef[]){lp_int(e, t), at, v}, 3);
        return;
    }
    if (t == DTYPE_BOOL)
        v = LLVMBuildZExt(u->builder, LLVMBuildICmp(u->builder, LLVMIntNE, v, lp_int(e, 0), ""),
                          u->i8, "");
    else if (dtype_size(t) < 8)
        v = LLVMBuildTrunc(u->builder, v, lp_int_type(u, t), "");
    LLVMBuildStore(u->builder, v, at);
}

static void memory(EmitFunction *p, const HirStmt *s) {
    LlUnit *u = p->e->unit;
    const HirExpr *at = s->memory.at;
    const bool is_buffer = at->kind == HIR_BUFFER_EXPR;
    LLVMValueRef v = lp_expr(p, s->kind == HIR_FREE ? at : s->memory.value);
    if (s->kind == HIR_FREE) {
        lp_helper(p->e, "rt_free", &v, 1);
        v = LLVMConstNull(u->ptr);
    }
    if (s->kind == HIR_ALLOC) v = lp_helper(p->e, "rt_heap", &v, 1);
    if (is_buffer) set(p, hir_buffer_cell(&p->f->buffers.at[at->number]), v);
    if (s->kind == HIR_ALLOC) lp_fail_if(p, LLVMBuildIsNull(u->builder, v, ""), p->e->m_memory);
}

static void branch(EmitFunction *p, const HirStmt *s) {
    LLVMBuilderRef builder = p->e->unit->builder;
    LLVMValueRef condition = lp_condition(p, s->branch.condition);
    LLVMBasicBlockRef blocks[] = {lp_block(p, "yes"), lp_block(p, "no")}, end = lp_block(p, "");
    LLVMBuildCondBr(builder, condition, blocks[0], blocks[1]);
    for (int i = 0; i < 2; i++) {
        lp_to(p, blocks[i]);
        statements(p, &s->branch.bodies[i]);
        LLVMBuildBr(builder, end);
    }
    lp_to(p, end);
}

static void loop(EmitFunction *p, const HirStmt *s) {
    LLVMBuilderRef builder = p->e->unit->builder;
    LLVMBasicBlockRef head = lp_block(p, "loop"), outer = p->leave;
    p->leave = lp_block(p, "end");
    LLVMBuildBr(builder, head);
    lp_to(p, head);
    statements(p, &s->loop.body);
    LLVMBuildBr(builder, head);
    lp_to(p, p->leave);
    p->leave = outer;
}

static void leave(EmitFunction *p, const HirStmt *s) {
    LLVMValueRef condition = lp_condition(p, s->leave.condition);
    LLVMBasicBlockRef goes_on = lp_block(p, "");
    LLVMBuildCondBr(p->e->unit->builder, condition, p->leave, goes_on);
    lp_to(p, goes_on);
}

/* One for all calls of a function from here at this level. */
static LLVMValueRef frame_of(EmitFunction *p, uint32_t function, uint32_t level) {
    const uint64_t hash = hash_mix(function, level);
    for (MapIter it = map_find(&p->part.frames, hash); map_next(&p->part.frames, &it);) {
        const EmitFrame *f = it.value;
        if (f->function == function && f->level == level) return f->frame;
    }
    EmitFrame *f = ARENA_NEW(p->e->arena, EmitFrame);
    *f = (EmitFrame){function, level, lp_alloca(p, p->e->fns[function].n_cells)};
    map_add(&p->part.frames, hash, f);
    return f->frame;
}

static void frame(EmitFunction *p, const HirStmt *s) {
    LlUnit *u = p->e->unit;
    const uint32_t level = s->frame.level;
    const EmitFrame open = {s->frame.function, level, frame_of(p, s->frame.function, level)};
    LLVMValueRef env = lp_env(p), depth = lp_expr(p, &(HirExpr){.kind = HIR_CELL_EXPR,
                                                                .cell = {.kind = HIR_DEPTH_CELL}});
    vec_push(p->e->arena, &p->open, open);
    LLVMBuildStore(u->builder, env, lp_at(p, open.frame, CELL_ENV * 8));
    set(p, (HirCell){.kind = HIR_DEPTH_CELL, .frame = level},
        LLVMBuildAdd(u->builder, depth, lp_int(p->e, 1), ""));
    statements(p, &s->frame.body);
    p->open.len--;
}

static void call(EmitFunction *p, const HirStmt *s) {
    const EmitFrame *open = s->frame_level ? &p->open.at[s->frame_level - 1] : NULL;
    const EmitFn *fn = &p->e->fns[open ? open->function : p->f->index];
    LLVMValueRef callee = s->kind == HIR_LAYOUT ? fn->layout : fn->function;
    LLVMValueRef frame = open ? open->frame : p->part.frame;
    if (callee)
        lp_try(p, LLVMBuildCall2(p->e->unit->builder, p->e->function_type, callee, &frame, 1, ""));
}

static void prepare(EmitFunction *p, const HirStmt *s) {
    LlUnit *u = p->e->unit;
    const uint32_t first = p->e->program->libraries.at[s->prepare.number].first_dim;
    LLVMBuildStore(u->builder, lp_int(p->e, 1),
                   lp_at(p, p->part.library_dims, ((int64_t)first - 1) * 8));
    for (size_t k = 0; k < s->prepare.symbols.len; k++) {
        LLVMValueRef v = lp_expr(p, s->prepare.symbols.at[k]);
        LLVMBuildStore(u->builder, v, lp_at(p, p->part.library_dims, (int64_t)(first + k) * 8));
    }
}

void lp_part_begin(EmitFunction *p, LLVMValueRef function) {
    LlUnit *u = p->e->unit;
    p->part = (EmitPart){.function = function, .frame = LLVMGetParam(function, 0)};
    map_init(&p->part.frames, p->e->arena);
    LLVMBasicBlockRef entry = lp_block(p, "entry"), body = lp_block(p, "body");
    lp_to(p, entry);
    p->part.entry = LLVMBuildBr(u->builder, body);
    lp_to(p, body);
}

static void part(EmitFunction *p, const HirStmt *s) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(u->builder);
    const EmitPart outer = p->part;
    LLVMValueRef fn = lp_internal(
        e, arena_printf(e->arena, "f%u.part%u", p->f->index, p->n_parts++), e->function_type);
    lp_part_begin(p, fn);
    lp_part_end(p, &s->part);
    p->part = outer;
    lp_to(p, here);
    LLVMValueRef frame = p->part.frame;
    lp_try(p, LLVMBuildCall2(u->builder, e->function_type, fn, &frame, 1, ""));
}

static void copy(EmitFunction *p, const HirStmt *s) {
    LLVMValueRef size = lp_expr(p, s->copy.bytes), to = lp_expr(p, s->copy.to),
                 from = lp_expr(p, s->copy.from);
    lp_helper(p->e, "rt_copy", (LLVMValueRef[]){to, from, size}, 3);
}

static void stmt(EmitFunction *p, const HirStmt *s) {
    LLVMBuilderRef b = p->e->unit->builder;
    LLVMValueRef v;
    if (!hir_sets_own_integer(s)) settle(p);
    switch (s->kind) {
    case HIR_SET: set(p, s->set.cell, lp_expr(p, s->set.value)); return;
    case HIR_DIM:
        v = lp_expr(p, s->out.value);
        LLVMBuildStore(b, v, lp_tensor_dim(p, p->part.out, s->out.index, s->out.dim));
        return;
    case HIR_DATA:
        v = lp_expr(p, s->out.value);
        LLVMBuildStore(b, v, lp_tensor_data(p, p->part.out, s->out.index));
        return;
    case HIR_STORE: store(p, s); return;
    case HIR_COPY: copy(p, s); return;
    case HIR_ALLOC:
    case HIR_TAKE:
    case HIR_FREE: memory(p, s); return;
    case HIR_FAIL:
        lp_fail_if(p, lp_condition(p, s->fail.condition), lp_message(p->e, s->fail.message));
        return;
    case HIR_IF: branch(p, s); return;
    case HIR_LOOP: loop(p, s); return;
    case HIR_LEAVE: leave(p, s); return;
    case HIR_FRAME: frame(p, s); return;
    case HIR_LAYOUT:
    case HIR_CALL: call(p, s); return;
    case HIR_KERNEL: lp_kernel(p, &s->kernel); return;
    case HIR_COLLECTIVE:
    case HIR_START: lp_collective(p, &s->kernel, s->kind == HIR_START); return;
    case HIR_WAIT: lp_wait(p, &s->kernel); return;
    case HIR_LIBRARY: lp_library(p, &s->kernel); return;
    case HIR_PREPARE: prepare(p, s); return;
    case HIR_POLL: lp_poll(p); return;
    case HIR_PART: part(p, s); return;
    case HIR_STMTS: break;
    }
    BUG("no such statement: %d", (int)s->kind);
}

/* Recursion is as deep as branches are. */
static void statements(EmitFunction *p, const HirBlock *b) {
    for (size_t i = 0; i < b->len; i++) {
        ctx_poll(p->e->ctx);
        stmt(p, b->at[i]);
    }
    settle(p);
}

void lp_part_end(EmitFunction *p, const HirBlock *b) {
    statements(p, b);
    LLVMBuildRet(p->e->unit->builder, lp_number(p->e, 0));
}
