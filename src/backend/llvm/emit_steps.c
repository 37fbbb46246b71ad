/* SPDX-License-Identifier: Apache-2.0 */
/* Steps. */
#include "backend/llvm/emit.h"

static LLVMValueRef constant(EmitFunction *p, const IrConst *c) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    LlProgram *program = e->program;
    const size_t *number = ll_program_constant(program, c);
    const size_t at = number ? *number : program->constants.len;
    if (!number) {
        LlProgramConstant *entry = ARENA_NEW(e->arena, LlProgramConstant);
        *entry = (LlProgramConstant){c, at};
        vec_push(e->arena, &program->constants, c);
        map_add(&program->constant_numbers, hash_ptr(0, c), entry);
    }
    LLVMValueRef env = lp_get(p, u->ptr, p->part.frame, CELL_ENV);
    LLVMValueRef list = LLVMBuildLoad2(u->builder, u->ptr, lp_offset(p, env, lp_int(e, offsetof(RtEnv, constants))), "");
    return LLVMBuildLoad2(u->builder, u->ptr, lp_offset(p, list, lp_int(e, (int64_t)at * 8)), "");
}

static LLVMValueRef root_of(EmitFunction *p, const BeBuffer *root) {
    LlUnit *u = p->e->unit;
    const EmitCells *cells = &p->fn->cells;
    LLVMValueRef frame = p->part.frame;
    switch (root->place) {
    case BE_ARENA: {
        LLVMValueRef arena = lp_get(p, u->ptr, frame, CELL_ARENA);
        if (!root->has_offset) return lp_offset(p, arena, lp_get(p, u->i64, frame, cells->offsets + root->slot));
        return root->offset ? lp_offset(p, arena, lp_int(p->e, root->offset)) : arena;
    }
    case BE_HEAP: return lp_get(p, u->ptr, frame, cells->heap + root->slot);
    case BE_INPUT: return lp_get(p, u->ptr, frame, cells->in + root->index);
    case BE_OUTPUT: return lp_get(p, u->ptr, frame, cells->out + root->index);
    case BE_CONST: return constant(p, root->constant);
    }
    BUG("no such place: %d", (int)root->place);
}

LLVMValueRef lp_buffer(EmitFunction *p, BeBuffer *b) {
    LLVMValueRef root = root_of(p, be_root(b));
    return b->at ? lp_offset(p, root, lp_dim(p, b->at)) : root;
}

void lp_set_heap(EmitFunction *p, BeBuffer *b, LLVMValueRef v) {
    const BeBuffer *root = be_root(b);
    BUG_IF(root->place != BE_HEAP);
    lp_set(p, p->part.frame, p->fn->cells.heap + root->slot, v);
}

LLVMValueRef lp_allocate(EmitFunction *p, BeBuffer *b, LLVMValueRef bytes) {
    LlUnit *u = p->e->unit;
    LLVMValueRef v = lp_helper(p->e, "rt_heap", &bytes, 1);
    lp_set_heap(p, b, v);
    lp_fail_if(p, LLVMBuildIsNull(u->builder, v, ""), p->e->m_memory);
    return v;
}

void lp_copy(EmitFunction *p, LLVMValueRef to, LLVMValueRef from, LLVMValueRef bytes) {
    lp_helper(p->e, "rt_copy", (LLVMValueRef[]){to, from, bytes}, 3);
}

LLVMValueRef lp_condition(EmitFunction *p, const BeLeaf *leaf) {
    LlUnit *u = p->e->unit;
    LLVMValueRef v = leaf->kind == BE_INTS ? lp_dim(p, leaf->dims[0])
                                           : LLVMBuildLoad2(u->builder, u->i8, lp_buffer(p, leaf->buffer), "");
    return LLVMBuildICmp(u->builder, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
}

LLVMValueRef lp_float(EmitFunction *p, const BeLeaf *leaf) {
    LlUnit *u = p->e->unit;
    if (leaf->is_constant) return LLVMConstReal(u->f64, leaf->f);
    return lp_get(p, u->f64, p->part.frame, p->fn->cells.floats + leaf->slot);
}

uint32_t lp_message(Emit *e, const char *message) {
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

static LLVMValueRef env_of(EmitFunction *p) { return lp_get(p, p->e->unit->ptr, p->part.frame, CELL_ENV); }

/* Ends with the message when the caller has asked for it, or the time is over. */
static void check_cancel(EmitFunction *p) {
    lp_try(p, lp_helper(p->e, "rt_poll", (LLVMValueRef[]){env_of(p)}, 1));
}

static void loops(EmitFunction *p, const BeStep *s) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    const LlProgramKernel *k = lp_kernel(e, s->loop);
    const uint32_t n_buffers = s->n_reads + s->n_writes;
    LLVMValueRef *args = ARENA_ARRAY(e->arena, LLVMValueRef, (size_t)n_buffers + s->n_dims + 2);
    LLVMTypeRef *types = ARENA_ARRAY(e->arena, LLVMTypeRef, (size_t)n_buffers + s->n_dims + 2);
    uint32_t n = 1 + n_buffers;
    LLVMValueRef *sizes = args + n;
    for (uint32_t i = 0; i < s->n_dims; i++) args[n++] = lp_dim(p, s->dims[i]);
    if (k->has_work && s->work && !be_root(s->work)->bytes)
        lp_allocate(p, s->work, lp_work(p, s->loop, sizes, s->n_dims));
    check_cancel(p);
    args[0] = env_of(p);
    for (uint32_t i = 0; i < n_buffers; i++)
        args[1 + i] = lp_buffer(p, i < s->n_reads ? s->reads[i] : s->writes[i - s->n_reads]);
    if (k->has_work) args[n++] = s->work ? lp_buffer(p, s->work) : LLVMConstNull(u->ptr);
    for (uint32_t i = 0; i < n; i++) types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(u->i32, types, n, false);
    const size_t site = lp_profile_begin(p, s, s->loop->fn->name);
    LLVMValueRef result = LLVMBuildCall2(u->builder, type, lp_declare(e, k->name, type), args, n, "");
    lp_profile_end(p, site);
    lp_try(p, result);
}

/* libraries[i].run(libraries[i].self, env, pointers) */
static void library(EmitFunction *p, const BeStep *s) {
    Emit *e = p->e;
    LlUnit *u = e->unit;
    vec_push(e->arena, &p->fn->libraries, s->library);
    const uint32_t n = s->n_reads + s->n_writes;
    if (!p->part.pointers) p->part.pointers = lp_alloca(p, 1);
    if (n > p->part.n_pointers) {
        p->part.n_pointers = n;
        LLVMSetOperand(p->part.pointers, 0, LLVMConstInt(u->i32, n, false));
    }
    check_cancel(p);
    for (uint32_t i = 0; i < n; i++)
        lp_set(p, p->part.pointers, i, lp_buffer(p, i < s->n_reads ? s->reads[i] : s->writes[i - s->n_reads]));
    LLVMValueRef env = env_of(p);
    LLVMValueRef list = LLVMBuildLoad2(u->builder, u->ptr, lp_offset(p, env, lp_int(e, offsetof(RtEnv, libraries))), "");
    LLVMValueRef one = lp_offset(p, list, lp_int(e, (int64_t)(s->library->index * sizeof(RtLibrary))));
    LLVMValueRef run = LLVMBuildLoad2(u->builder, u->ptr, lp_offset(p, one, lp_int(e, offsetof(RtLibrary, run))), "");
    LLVMValueRef self = LLVMBuildLoad2(u->builder, u->ptr, lp_offset(p, one, lp_int(e, offsetof(RtLibrary, self))), "");
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr};
    LLVMValueRef args[] = {self, env, p->part.pointers};
    const size_t site = lp_profile_begin(p, s, s->library->fn->name);
    LLVMValueRef result = LLVMBuildCall2(u->builder, LLVMFunctionType(u->i32, types, 3, false), run, args, 3, "");
    lp_profile_end(p, site);
    lp_try(p, result);
}

/* Steps */

static void copy(EmitFunction *p, const BeStep *s) {
    int64_t bytes;
    if (ir_dim_is_const(s->a, &bytes) && bytes <= 0) return;
    LLVMValueRef size = lp_dim(p, s->a);
    LLVMValueRef to = lp_buffer(p, s->writes[0]), from = lp_buffer(p, s->reads[0]);
    lp_copy(p, to, from, size);
}

static void branch(EmitFunction *p, const BeStep *s) {
    LLVMBuilderRef builder = p->e->unit->builder;
    LLVMValueRef condition = lp_condition(p, s->leaf);
    LLVMBasicBlockRef yes = lp_block(p, "yes"), no = lp_block(p, "no"), end = lp_block(p, "");
    LLVMBuildCondBr(builder, condition, yes, no);
    lp_to(p, yes);
    lp_steps(p, &s->bodies[0]);
    LLVMBuildBr(builder, end);
    lp_to(p, no);
    lp_steps(p, &s->bodies[1]);
    LLVMBuildBr(builder, end);
    lp_to(p, end);
}

static void integers(EmitFunction *p, const BeStep *s) {
    for (uint32_t i = 0; i < s->n_dims; i++) {
        LLVMValueRef v = lp_dim(p, s->dims[i]);
        lp_set(p, lp_buffer(p, s->writes[0]), i, v);
    }
}

static void load(EmitFunction *p, const BeStep *s) {
    LlUnit *u = p->e->unit;
    LLVMValueRef v = lp_get(p, u->i64, lp_buffer(p, s->reads[0]), s->index);
    lp_set_symbol(p, s->symbol, v);
    lp_fail_if(p, LLVMBuildICmp(u->builder, LLVMIntSLT, v, lp_int(p->e, 0), ""), lp_message(p->e, s->message));
}

static void give(EmitFunction *p, const BeStep *s) {
    const BeResult *r = &p->f->results.at[s->index];
    lp_set(p, p->part.frame, p->fn->cells.out + r->index, lp_buffer(p, s->reads[0]));
    for (uint32_t i = 0; i < s->n_dims; i++)
        lp_set(p, p->part.frame, p->fn->cells.returned + r->first_int + i, lp_dim(p, s->dims[i]));
}

static void step(EmitFunction *p, const BeStep *s) {
    Emit *e = p->e;
    LLVMBuilderRef builder = e->unit->builder;
    const EmitCells *cells = &p->fn->cells;
    switch (s->kind) {
    case BE_STEP_LOOPS: loops(p, s); return;
    case BE_STEP_COPY: copy(p, s); return;
    case BE_STEP_INTS: integers(p, s); return;
    case BE_STEP_SET: lp_set_symbol(p, s->symbol, lp_dim(p, s->a)); return;
    case BE_STEP_LOAD: load(p, s); return;
    case BE_STEP_FLOAT: lp_set(p, p->part.frame, cells->floats + s->index, lp_float(p, s->leaf)); return;
    case BE_STEP_CHECK: {
        LLVMValueRef a = lp_dim(p, s->a), b = lp_dim(p, s->b);
        lp_fail_if(p, LLVMBuildICmp(builder, LLVMIntNE, a, b, ""), lp_message(e, s->message));
        return;
    }
    case BE_STEP_EXTENT:
        lp_fail_if(p, LLVMBuildICmp(builder, LLVMIntSLT, lp_dim(p, s->a), lp_int(e, 0), ""), lp_message(e, s->message));
        return;
    case BE_STEP_ASSERT:
        lp_fail_if(p, LLVMBuildNot(builder, lp_condition(p, s->leaf), ""), lp_message(e, s->message));
        return;
    case BE_STEP_FAIL: lp_fail_if(p, LLVMConstInt(e->unit->i1, 1, false), lp_message(e, s->message)); return;
    case BE_STEP_ALLOC:
        if (be_root(s->writes[0])->place == BE_HEAP) lp_allocate(p, s->writes[0], lp_dim(p, s->a));
        return;
    case BE_STEP_LIBRARY: library(p, s); return;
    case BE_STEP_INVOKE: lp_invoke(p, s); return;
    case BE_STEP_SCAN: lp_scan(p, s); return;
    case BE_STEP_WHILE: lp_while(p, s); return;
    case BE_STEP_IF: branch(p, s); return;
    case BE_STEP_GIVE: give(p, s); return;
    case BE_STEP_RETURN:
        for (uint32_t i = 0; i < s->n_dims; i++)
            lp_set(p, p->part.frame, cells->returned + s->index + i, lp_dim(p, s->dims[i]));
        return;
    case BE_STEP_RETURN_FLOAT:
        lp_set(p, p->part.frame, cells->returned_floats + s->index, lp_float(p, s->leaf));
        return;
    }
}

static void one(EmitFunction *p, const BeStep *s) {
    ctx_poll(p->e->ctx);
    step(p, s);
    for (uint32_t i = 0; i < s->n_frees; i++) {
        LLVMValueRef b = lp_buffer(p, s->frees[i]);
        lp_helper(p->e, "rt_free", &b, 1);
        lp_set_heap(p, s->frees[i], LLVMConstNull(p->e->unit->ptr));
    }
}

/* Long lists become calls of functions: compilers are slow on long ones. Recursion is over branches in branches. */
void lp_steps(EmitFunction *p, const BeSteps *steps) {
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
        lp_part_begin(p, fn);
        for (n = 0; s && n < EMIT_CHUNK; n++, s = s->next) one(p, s);
        LLVMBuildRet(u->builder, lp_number(e, 0));
        p->part = part;
        lp_to(p, here);
        LLVMValueRef frame = p->part.frame;
        lp_try(p, LLVMBuildCall2(u->builder, e->function_type, fn, &frame, 1, ""));
    }
}
