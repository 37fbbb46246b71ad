/* SPDX-License-Identifier: Apache-2.0 */
/* Modules as units. */
#include "backend/llvm/program.h"

#include "backend/llvm/emit.h"

enum { KERNELS_PER_UNIT = 16 };

typedef struct {
    Emit emit;
    const LlProgramOptions *options;
} Maker;

static LlUnit *unit_new(LlProgram *program, const char *name) {
    LlUnit *u = ARENA_NEW(program->arena, LlUnit);
    ll_unit_init(u, program->ctx, program->arena, program->target, name);
    vec_push(program->arena, &program->units, u);
    return u;
}

static uint32_t kernel_message(void *user, const char *text) { return lp_message(user, text); }

static int64_t loop_work(void *user, const LoopFn *fn) {
    const Maker *self = user;
    const LlProgram *program = self->emit.program;
    return ll_kernel_work(program->ctx, fn, &program->target->processor, program->threads);
}

static void add_kernel(Maker *self, const BeLoop *loop) {
    Emit *e = &self->emit;
    LlProgram *program = e->program;
    if (program->kernels.len % KERNELS_PER_UNIT == 0) {
        unit_new(program, arena_printf(e->arena, "kernels%zu", program->units.len))->strict = self->options->strict;
    }
    LlUnit *u = program->units.at[program->units.len - 1];
    LlProgramKernel *k = ARENA_NEW(e->arena, LlProgramKernel);
    *k = (LlProgramKernel){.fn = loop->fn,
                           .name = arena_printf(e->arena, "k%zu_%s", program->kernels.len, loop->fn->name)};
    const LlKernelOptions options = {.message = kernel_message, .user = e, .threads = program->threads};
    const LlKernel made = ll_kernel(u, loop->fn, k->name, &options);
    k->has_work = made.has_work;
    k->work = made.has_work ? made.work : 0;
    BUG_IF(k->work != loop->work);
    if (k->work < 0) {
        size_t len;
        const char *name = LLVMGetValueName2(made.work_function, &len);
        k->work_name = arena_strdup(e->arena, (Str){name, len});
        LLVMSetLinkage(made.work_function, LLVMExternalLinkage);
    }
    vec_push(e->arena, &program->kernels, k);
    map_add(&e->kernels, hash_ptr(0, loop->fn), k);
}

static bool takes(void *user, const IrFunction *fn) {
    const Maker *self = user;
    const BeTarget *libraries = self->options->libraries;
    return libraries && libraries->takes && libraries->takes(libraries->user, fn);
}

static bool over(void *user, const IrFunction *fn, uint32_t *param) {
    const BeTarget *libraries = ((Maker *)user)->options->libraries;
    return libraries->over(libraries->user, fn, param);
}

const LlProgramKernel *lp_kernel(Emit *e, const BeLoop *loop) {
    for (MapIter it = map_find(&e->kernels, hash_ptr(0, loop->fn)); map_next(&e->kernels, &it);) {
        const LlProgramKernel *k = it.value;
        if (k->fn == loop->fn) return k;
    }
    BUG("a loop function without a kernel: %s", loop->fn->name);
}

static LLVMValueRef internal(Emit *e, const char *name, LLVMTypeRef type) {
    LLVMValueRef fn = LLVMAddFunction(e->unit->module, name, type);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    return fn;
}

static void declare_functions(Emit *e) {
    LlUnit *u = e->unit;
    e->function_type = LLVMFunctionType(u->i32, &u->ptr, 1, false);
    e->layout_type = LLVMFunctionType(u->i64, &u->ptr, 1, false);
    e->fns = ARENA_ARRAY(e->arena, EmitFn, e->module->by_function.len + 1);
    for (size_t i = 0; i < e->module->fns.len; i++) {
        const BeFn *f = e->module->fns.at[i];
        EmitFn *fn = &e->fns[f->index];
        lp_cells(fn, f);
        fn->function = internal(e, arena_printf(e->arena, "f%u", f->index), e->function_type);
        if (f->entry.len || f->derived.len || f->n_arena_slots)
            fn->layout = internal(e, arena_printf(e->arena, "f%u.layout", f->index), e->layout_type);
    }
}

static void number_libraries(Emit *e) {
    LlProgram *program = e->program;
    for (size_t i = 0; i < e->module->libraries.len; i++) {
        const IrFunction *fn = e->module->libraries.at[i]->fn;
        const uint32_t first = (uint32_t)program->n_library_dims + 1; /* behind: is it reached? */
        vec_push(e->arena, &program->libraries, ((LlProgramLibrary){.fn = fn, .first_dim = first}));
        program->n_library_dims += (int64_t)fn->symbols.len + 1;
    }
}

static LlProgramInput input_of(const LlProgram *program, BeBuffer *b) {
    const BeBuffer *root = be_root(b);
    int64_t at = 0;
    if (root->place != BE_CONST || (b->at && !ir_dim_is_const(b->at, &at))) return (LlProgramInput){-1, 0};
    const size_t *k = ll_program_constant(program, root->constant);
    return k ? (LlProgramInput){(int64_t)*k, at} : (LlProgramInput){-1, 0};
}

/* When all constants have their numbers. */
static void describe_libraries(Emit *e) {
    for (size_t i = 0; i < e->module->libraries.len; i++) {
        const BeLibrary *from = e->module->libraries.at[i];
        LlProgramLibrary *to = &e->program->libraries.at[i];
        to->is_over = from->over != NULL;
        to->n_inputs = from->n_inputs;
        to->inputs = ARENA_ARRAY(e->arena, LlProgramInput, (size_t)from->n_inputs + 1);
        for (uint32_t k = 0; k < from->n_inputs; k++) to->inputs[k] = input_of(e->program, from->inputs[k]);
    }
}

static void lp_program(Emit *e) {
    LlProgram *program = e->program;
    const size_t n = e->module->fns.len;
    e->unit = unit_new(program, "program");
    number_libraries(e);
    declare_functions(e);
    EmitFunction **functions = ARENA_ARRAY(e->arena, EmitFunction *, n + 1);
    for (size_t i = 0; i < n; i++) functions[i] = lp_function(e, e->module->fns.at[i]);
    for (size_t i = 0; i < n; i++) lp_function_end(functions[i]);
    lp_finish(e);
    describe_libraries(e);
}

LlProgram *ll_program(IrModule *m, const LlTarget *target, const LlProgramOptions *options, Arena *arena) {
    LlProgram *program = ARENA_NEW(arena, LlProgram);
    *program = (LlProgram){.ctx = m->ctx, .arena = arena, .target = target, .threads = options->threads};
    Maker *self = ARENA_NEW(arena, Maker);
    self->options = options;
    Emit *e = &self->emit;
    *e = (Emit){.ctx = m->ctx, .arena = arena, .program = program, .profile = options->profile};
    map_init(&e->kernels, arena);
    map_init(&program->constant_numbers, arena);
    map_init(&e->messages, arena);
    vec_push(arena, &program->messages, "");
    e->m_memory = lp_message(e, "out of memory");
    e->m_overflow = lp_message(e, "an extent or a size overflows 64 bits");
    e->m_depth = lp_message(e, "functions call each other too deep");
    e->m_missing = lp_message(e, "memory is missing: an input, an output or the arena is NULL");
    e->m_cancelled = lp_message(e, "cancelled");
    BUG_IF(e->m_memory != RT_OUT_OF_MEMORY || e->m_cancelled != RT_CANCELLED);
    BeTarget *be = ARENA_NEW(arena, BeTarget);
    *be = (BeTarget){.work = loop_work, .donates = options->donates, .has_offsets = true, .user = self};
    if (options->libraries) be->takes = takes;
    if (options->libraries && options->libraries->over) be->over = over;
    e->module = program->module = be_module_lower(m, options->function, be, arena);
    if (!e->module) {
        ll_program_fini(program);
        return NULL;
    }
    for (size_t i = 0; i < e->module->loops.len; i++) add_kernel(self, e->module->loops.at[i]);
    lp_program(e);
    program->n_functions = e->module->fns.len;
    program->n_loops = e->module->loops.len;
    return program;
}

static int64_t no_work(void *user, const LoopFn *fn) {
    (void)user;
    (void)fn;
    return 0;
}

bool ll_program_refused(IrModule *m, const LlProgramOptions *options, Arena *arena) {
    Maker *self = ARENA_NEW(arena, Maker);
    self->options = options;
    BeTarget *be = ARENA_NEW(arena, BeTarget);
    *be = (BeTarget){.work = no_work, .donates = options->donates, .has_offsets = true, .user = self};
    if (options->libraries) be->takes = takes;
    if (options->libraries && options->libraries->over) be->over = over;
    return !be_module_lower(m, options->function, be, arena);
}

const size_t *ll_program_constant(const LlProgram *self, const IrConst *c) {
    for (MapIter it = map_find(&self->constant_numbers, hash_ptr(0, c)); map_next(&self->constant_numbers, &it);) {
        const LlProgramConstant *e = it.value;
        if (e->constant == c) return &e->number;
    }
    return NULL;
}

void ll_program_fini(LlProgram *self) {
    for (size_t i = 0; i < self->units.len; i++) ll_unit_fini(self->units.at[i]);
    self->units.len = 0;
}
