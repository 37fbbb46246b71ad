/* SPDX-License-Identifier: Apache-2.0 */
/* Steps. */
#include "backend/llvm/emit.h"

static LLVMValueRef constant(EmitFunction *p, const IrConst *c) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    const uint64_t hash = hash_ptr(0, c);
    size_t at = SIZE_MAX;
    for (MapIter it = map_find(&e->constants, hash); map_next(&e->constants, &it);) {
        const size_t i = (size_t)(uintptr_t)it.value - 1;
        if (e->program->constants.at[i] == c) at = i;
    }
    if (at == SIZE_MAX) {
        at = e->program->constants.len;
        vec_push(e->arena, &e->program->constants, c);
        map_add(&e->constants, hash, (void *)(uintptr_t)(at + 1));
    }
    LLVMValueRef env = emit_get(p, u->ptr, p->part.frame, CELL_ENV);
    LLVMValueRef list = LLVMBuildLoad2(u->builder, u->ptr, emit_offset(p, env, emit_int(e, offsetof(RtEnv, constants))), "");
    return LLVMBuildLoad2(u->builder, u->ptr, emit_offset(p, list, emit_int(e, (int64_t)at * 8)), "");
}

LLVMValueRef emit_buffer(EmitFunction *p, BeBuffer *b) {
    LlUnit *u = p->e->unit;
    const EmitCells *cells = &p->fn->cells;
    LLVMValueRef frame = p->part.frame;
    const BeBuffer *root = be_root(b);
    switch (root->place) {
    case BE_ARENA: {
        LLVMValueRef arena = emit_get(p, u->ptr, frame, CELL_ARENA);
        if (!root->has_offset) return emit_offset(p, arena, emit_get(p, u->i64, frame, cells->offsets + root->slot));
        return root->offset ? emit_offset(p, arena, emit_int(p->e, root->offset)) : arena;
    }
    case BE_HEAP: return emit_get(p, u->ptr, frame, cells->heap + root->slot);
    case BE_INPUT: return emit_get(p, u->ptr, frame, cells->in + root->index);
    case BE_OUTPUT: return emit_get(p, u->ptr, frame, cells->out + root->index);
    case BE_CONST: return constant(p, root->constant);
    }
    BUG("no such place: %d", (int)root->place);
}

void emit_set_heap(EmitFunction *p, BeBuffer *b, LLVMValueRef v) {
    const BeBuffer *root = be_root(b);
    BUG_IF(root->place != BE_HEAP);
    emit_set(p, p->part.frame, p->fn->cells.heap + root->slot, v);
}

LLVMValueRef emit_allocate(EmitFunction *p, BeBuffer *b, LLVMValueRef bytes) {
    LlUnit *u = p->e->unit;
    LLVMValueRef v = emit_helper(p->e, "rt_heap", &bytes, 1);
    emit_set_heap(p, b, v);
    emit_fail_if(p, LLVMBuildIsNull(u->builder, v, ""), p->e->m_memory);
    return v;
}

void emit_copy(EmitFunction *p, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes) {
    emit_helper(p->e, "rt_copy", (LLVMValueRef[]){to, from, bytes}, 3);
}

LLVMValueRef emit_condition(EmitFunction *p, const BeLeaf *leaf) {
    LlUnit *u = p->e->unit;
    LLVMValueRef v = leaf->kind == BE_INTS ? emit_dim(p, leaf->dims[0])
                                           : LLVMBuildLoad2(u->builder, u->i8, emit_buffer(p, leaf->buffer), "");
    return LLVMBuildICmp(u->builder, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
}

LLVMValueRef emit_float(EmitFunction *p, const BeLeaf *leaf) {
    LlUnit *u = p->e->unit;
    if (leaf->is_constant) return LLVMConstReal(u->f64, leaf->f);
    return emit_get(p, u->f64, p->part.frame, p->fn->cells.floats + leaf->slot);
}

uint32_t emit_message(Emit *e, const char *message) {
    const uint64_t hash = hash_bytes(e->ctx, message, strlen(message));
    for (MapIter it = map_find(&e->messages, hash); map_next(&e->messages, &it);) {
        const size_t i = (size_t)(uintptr_t)it.value;
        if (strcmp(e->program->messages.at[i], message) == 0) return (uint32_t)i;
    }
    const size_t i = e->program->messages.len;
    vec_push(e->arena, &e->program->messages, arena_strdup(e->arena, (Str){message, strlen(message)}));
    map_add(&e->messages, hash, (void *)(uintptr_t)i);
    return (uint32_t)i;
}

/* Calls of what may take long */

static LLVMValueRef env_of(EmitFunction *p) { return emit_get(p, p->e->unit->ptr, p->part.frame, CELL_ENV); }

/* Ends with the message when the caller has asked for it. */
static void check_cancel(EmitFunction *p) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    LLVMValueRef at = LLVMBuildLoad2(u->builder, u->ptr, emit_offset(p, env_of(p), emit_int(e, offsetof(RtEnv, cancel))), "");
    LLVMBasicBlockRef asks = emit_block(p, "asks"), goes_on = emit_block(p, "");
    LLVMBuildCondBr(u->builder, LLVMBuildIsNull(u->builder, at, ""), goes_on, asks);
    emit_to(p, asks);
    LLVMValueRef flag = LLVMBuildLoad2(u->builder, u->i32, at, "");
    LLVMSetOrdering(flag, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(flag, 4);
    emit_fail_if(p, LLVMBuildICmp(u->builder, LLVMIntNE, flag, emit_number(e, 0), ""), e->m_cancelled);
    LLVMBuildBr(u->builder, goes_on);
    emit_to(p, goes_on);
}

static void profile(EmitFunction *p, size_t site, bool is_end) {
    Emit *e = p->e;
    if (e->profile) emit_helper(e, "rt_profile", (LLVMValueRef[]){env_of(p), emit_int(e, (int64_t)site), emit_int(e, is_end)}, 3);
}

static size_t new_site(EmitFunction *p, const char *name) {
    Emit *e = p->e;
    if (e->profile) vec_push(e->arena, &e->program->sites, name);
    return e->program->sites.len - 1;
}

static void loops(EmitFunction *p, const BeStep *s) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    const LlProgramKernel *k = emit_kernel(e, s->loop);
    const uint32_t n_buffers = s->n_reads + s->n_writes;
    LLVMValueRef *args = ARENA_ARRAY(e->arena, LLVMValueRef, (size_t)n_buffers + s->n_dims + 2);
    LLVMTypeRef *types = ARENA_ARRAY(e->arena, LLVMTypeRef, (size_t)n_buffers + s->n_dims + 2);
    uint32_t n = 1 + n_buffers;
    LLVMValueRef *sizes = args + n;
    for (uint32_t i = 0; i < s->n_dims; i++) args[n++] = emit_dim(p, s->dims[i]);
    if (k->has_work && s->work && !be_root(s->work)->bytes) emit_allocate(p, s->work, emit_work(p, s->loop, sizes, s->n_dims));
    check_cancel(p);
    args[0] = env_of(p);
    for (uint32_t i = 0; i < n_buffers; i++)
        args[1 + i] = emit_buffer(p, i < s->n_reads ? s->reads[i] : s->writes[i - s->n_reads]);
    if (k->has_work) args[n++] = s->work ? emit_buffer(p, s->work) : LLVMConstNull(u->ptr);
    for (uint32_t i = 0; i < n; i++) types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(u->i32, types, n, false);
    const size_t site = new_site(p, s->loop->fn->name);
    profile(p, site, false);
    LLVMValueRef result = LLVMBuildCall2(u->builder, type, emit_declare(e, k->name, type), args, n, "");
    profile(p, site, true);
    emit_try(p, result);
}

/* libraries[i].run(libraries[i].self, env, pointers) */
static void library(EmitFunction *p, const BeStep *s) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    vec_push(e->arena, &p->fn->libraries, s->library);
    const uint32_t n = s->n_reads + s->n_writes;
    if (!p->part.pointers) p->part.pointers = emit_alloca(p, 1);
    if (n > p->part.n_pointers) {
        p->part.n_pointers = n;
        LLVMSetOperand(p->part.pointers, 0, LLVMConstInt(u->i32, n, false));
    }
    check_cancel(p);
    for (uint32_t i = 0; i < n; i++)
        emit_set(p, p->part.pointers, i, emit_buffer(p, i < s->n_reads ? s->reads[i] : s->writes[i - s->n_reads]));
    LLVMValueRef env = env_of(p);
    LLVMValueRef list = LLVMBuildLoad2(u->builder, u->ptr, emit_offset(p, env, emit_int(e, offsetof(RtEnv, libraries))), "");
    LLVMValueRef one = emit_offset(p, list, emit_int(e, (int64_t)(s->library->index * sizeof(RtLibrary))));
    LLVMValueRef run = LLVMBuildLoad2(u->builder, u->ptr, emit_offset(p, one, emit_int(e, offsetof(RtLibrary, run))), "");
    LLVMValueRef self = LLVMBuildLoad2(u->builder, u->ptr, emit_offset(p, one, emit_int(e, offsetof(RtLibrary, self))), "");
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr};
    LLVMValueRef args[] = {self, env, p->part.pointers};
    const size_t site = new_site(p, s->library->fn->name);
    profile(p, site, false);
    LLVMValueRef result = LLVMBuildCall2(u->builder, LLVMFunctionType(u->i32, types, 3, false), run, args, 3, "");
    profile(p, site, true);
    emit_try(p, result);
}

/* Steps */

static void copy(EmitFunction *p, const BeStep *s) {
    int64_t bytes;
    if (ir_dim_is_const(s->a, &bytes) && bytes <= 0) return;
    LLVMValueRef size = emit_dim(p, s->a);
    LLVMValueRef to = emit_buffer(p, s->writes[0]), from = emit_buffer(p, s->reads[0]);
    emit_copy(p, to, from, size);
}

static void branch(EmitFunction *p, const BeStep *s) {
    LLVMBuilderRef builder = p->e->unit->builder;
    LLVMValueRef condition = emit_condition(p, s->leaf);
    LLVMBasicBlockRef yes = emit_block(p, "yes"), no = emit_block(p, "no"), end = emit_block(p, "");
    LLVMBuildCondBr(builder, condition, yes, no);
    emit_to(p, yes);
    emit_steps(p, &s->bodies[0]);
    LLVMBuildBr(builder, end);
    emit_to(p, no);
    emit_steps(p, &s->bodies[1]);
    LLVMBuildBr(builder, end);
    emit_to(p, end);
}

static void integers(EmitFunction *p, const BeStep *s) {
    for (uint32_t i = 0; i < s->n_dims; i++) {
        LLVMValueRef v = emit_dim(p, s->dims[i]);
        emit_set(p, emit_buffer(p, s->writes[0]), i, v);
    }
}

static void load(EmitFunction *p, const BeStep *s) {
    LlUnit *u = p->e->unit;
    LLVMValueRef v = emit_get(p, u->i64, emit_buffer(p, s->reads[0]), s->index);
    emit_set_symbol(p, s->symbol, v);
    emit_fail_if(p, LLVMBuildICmp(u->builder, LLVMIntSLT, v, emit_int(p->e, 0), ""), emit_message(p->e, s->message));
}

static void give(EmitFunction *p, const BeStep *s) {
    const BeResult *r = &p->f->results.at[s->index];
    emit_set(p, p->part.frame, p->fn->cells.out + r->index, emit_buffer(p, s->reads[0]));
    for (uint32_t i = 0; i < s->n_dims; i++)
        emit_set(p, p->part.frame, p->fn->cells.returned + r->first_int + i, emit_dim(p, s->dims[i]));
}

static void step(EmitFunction *p, const BeStep *s) {
    Emit *e = p->e;
    LLVMBuilderRef builder = e->unit->builder;
    const EmitCells *cells = &p->fn->cells;
    switch (s->kind) {
    case BE_STEP_LOOPS: loops(p, s); return;
    case BE_STEP_COPY: copy(p, s); return;
    case BE_STEP_INTS: integers(p, s); return;
    case BE_STEP_SET: emit_set_symbol(p, s->symbol, emit_dim(p, s->a)); return;
    case BE_STEP_LOAD: load(p, s); return;
    case BE_STEP_FLOAT: emit_set(p, p->part.frame, cells->floats + s->index, emit_float(p, s->leaf)); return;
    case BE_STEP_CHECK: {
        LLVMValueRef a = emit_dim(p, s->a), b = emit_dim(p, s->b);
        emit_fail_if(p, LLVMBuildICmp(builder, LLVMIntNE, a, b, ""), emit_message(e, s->message));
        return;
    }
    case BE_STEP_EXTENT:
        emit_fail_if(p, LLVMBuildICmp(builder, LLVMIntSLT, emit_dim(p, s->a), emit_int(e, 0), ""), emit_message(e, s->message));
        return;
    case BE_STEP_ASSERT:
        emit_fail_if(p, LLVMBuildNot(builder, emit_condition(p, s->leaf), ""), emit_message(e, s->message));
        return;
    case BE_STEP_FAIL: emit_fail_if(p, LLVMConstInt(e->unit->i1, 1, false), emit_message(e, s->message)); return;
    case BE_STEP_ALLOC:
        if (be_root(s->writes[0])->place == BE_HEAP) emit_allocate(p, s->writes[0], emit_dim(p, s->a));
        return;
    case BE_STEP_LIBRARY: library(p, s); return;
    case BE_STEP_INVOKE: emit_invoke(p, s); return;
    case BE_STEP_SCAN: emit_scan(p, s); return;
    case BE_STEP_WHILE: emit_while(p, s); return;
    case BE_STEP_IF: branch(p, s); return;
    case BE_STEP_GIVE: give(p, s); return;
    case BE_STEP_RETURN:
        for (uint32_t i = 0; i < s->n_dims; i++)
            emit_set(p, p->part.frame, cells->returned + s->index + i, emit_dim(p, s->dims[i]));
        return;
    case BE_STEP_RETURN_FLOAT: emit_set(p, p->part.frame, cells->returned_floats + s->index, emit_float(p, s->leaf)); return;
    }
}

static void one(EmitFunction *p, const BeStep *s) {
    ctx_poll(p->e->ctx);
    step(p, s);
    for (uint32_t i = 0; i < s->n_frees; i++) {
        LLVMValueRef b = emit_buffer(p, s->frees[i]);
        emit_helper(p->e, "rt_free", &b, 1);
        emit_set_heap(p, s->frees[i], LLVMConstNull(p->e->unit->ptr));
    }
}

/* Long lists become calls of functions: compilers are slow on long ones. Recursion is over branches in branches. */
void emit_steps(EmitFunction *p, const BeSteps *steps) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    const BeStep *s = steps->first;
    uint32_t n = 0;
    for (const BeStep *x = s; x && n <= EMIT_CHUNK; x = x->next) n++;
    if (n <= EMIT_CHUNK) {
        for (; s; s = s->next) one(p, s);
        return;
    }
    while (s) {
        LLVMBasicBlockRef here = LLVMGetInsertBlock(u->builder);
        const EmitPart part = p->part;
        LLVMValueRef fn = LLVMAddFunction(u->module, arena_printf(e->arena, "f%u.part%u", p->f->index, p->n_parts++), e->function_type);
        LLVMSetLinkage(fn, LLVMInternalLinkage);
        emit_part_begin(p, fn);
        for (n = 0; s && n < EMIT_CHUNK; n++, s = s->next) one(p, s);
        LLVMBuildRet(u->builder, emit_number(e, 0));
        p->part = part;
        emit_to(p, here);
        LLVMValueRef frame = p->part.frame;
        emit_try(p, LLVMBuildCall2(u->builder, e->function_type, fn, &frame, 1, ""));
    }
}
