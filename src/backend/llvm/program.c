/* SPDX-License-Identifier: Apache-2.0 */
/* Modules as units. */
#include "backend/llvm/program.h"

#include "backend/freestanding.h"
#include "backend/llvm/emit.h"
#include "backend/llvm/levels.h"

enum { KERNELS_PER_UNIT = 16, COPY_BYTES = 1 << 16 };

typedef struct {
    Emit emit;
    const LlProgramOptions *options;
} Maker;

static LlUnit *unit_new(LlProgram *program, const LlArtefact *artefact, const char *name) {
    LlUnit *u = ARENA_NEW(program->arena, LlUnit);
    ll_unit_init(u, program->ctx, program->arena, program->target,
                 artefact ? artefact->how.name : name);
    u->freestanding = artefact && artefact->freestanding;
    if (u->freestanding) u->has_libmvec = false;
    vec_push(program->arena, &program->units, u);
    return u;
}

static uint32_t kernel_message(void *user, const char *text) { return lp_message(user, text); }

static const LlLevels *levels_of(const Maker *self) {
    return self->options->artefact ? self->options->artefact->levels : NULL;
}

static int64_t loop_work(void *user, const LoopFn *fn) {
    const Maker *self = user;
    const LlProgram *program = self->emit.program;
    const LlLevels *levels = levels_of(self);
    const unsigned flags =
        (self->options->strict ? K_STRICT : 0) | (self->options->unscheduled ? K_UNSCHEDULED : 0);
    if (levels) return ll_levels_work(program->ctx, levels, fn, program->threads, flags);
    return ll_kernel_work(program->ctx, fn, &program->target->processor, program->threads, flags);
}

static void add_kernel(Maker *self, const BeLoop *loop) {
    Emit *e = &self->emit;
    LlProgram *program = e->program;
    const bool is_full = program->kernels.len % KERNELS_PER_UNIT == 0 && !self->options->artefact;
    if (is_full || !program->units.len) {
        const LlArtefact *artefact = self->options->artefact;
        const char *name = arena_printf(e->arena, "kernels%zu", program->units.len);
        LlUnit *made = unit_new(program, artefact, name);
        made->strict = self->options->strict;
        made->unscheduled = self->options->unscheduled;
    }
    LlUnit *u = program->units.at[program->units.len - 1];
    LlProgramKernel *k = ARENA_NEW(e->arena, LlProgramKernel);
    *k = (LlProgramKernel){
        .fn = loop->fn,
        .name = arena_printf(e->arena, "%sk%zu_%s", self->options->artefact ? "." : "",
                             program->kernels.len, loop->fn->name)}; /* . : no name of a header */
    const LlKernelOptions options = {
        .message = kernel_message, .user = e, .threads = program->threads};
    const LlLevels *levels = levels_of(self);
    const LlKernel made = levels ? ll_levels_kernel(u, levels, loop->fn, k->name, &options)
                                 : ll_kernel(u, loop->fn, k->name, &options);
    k->has_work = made.has_work;
    k->work = made.has_work ? made.work : 0;
    BUG_IF(k->work != loop->work);
    if (k->work < 0) {
        size_t len;
        const char *name = LLVMGetValueName2(made.work_function, &len);
        k->work_name = arena_strdup(e->arena, (Str){name, len});
        if (!self->options->artefact) LLVMSetLinkage(made.work_function, LLVMExternalLinkage);
    }
    if (self->options->artefact) LLVMSetLinkage(made.function, LLVMInternalLinkage);
    vec_push(e->arena, &program->kernels, k);
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

/* Their frames are the cells, one kind behind the other. */
static void declare_functions(Emit *e) {
    LlUnit *u = e->unit;
    const size_t n = e->host->functions.len;
    e->function_type = LLVMFunctionType(u->i32, &u->ptr, 1, false);
    e->fns = ARENA_ARRAY(e->arena, EmitFn, n + 1);
    for (size_t i = 0; i < n; i++) {
        const HirFn *f = e->host->functions.at[i];
        EmitFn *fn = &e->fns[i];
        fn->n_cells = CELL_ENV + 1;
#define HIR_CELL(id, name, type, is_list)                                                          \
    fn->first[HIR_##id##_CELL] = fn->n_cells;                                                      \
    fn->n_cells += (is_list) ? f->n_cells[HIR_##id##_CELL] : 1;
#include "host/cells.def"
        fn->function = lp_internal(e, arena_printf(e->arena, "f%zu", i), e->function_type);
        if (f->sections[HIR_SECTION_LAYOUT].len)
            fn->layout = lp_internal(e, arena_printf(e->arena, "f%zu.layout", i), e->function_type);
    }
}

static void add_constants(Emit *e) {
    LlProgram *program = e->program;
    for (size_t i = 0; i < e->host->constants.len; i++) {
        const IrConst *c = e->host->constants.at[i].made_of;
        LlProgramConstant *entry = ARENA_NEW(e->arena, LlProgramConstant);
        *entry = (LlProgramConstant){c, i};
        vec_push(e->arena, &program->constants, c);
        map_add(&program->constant_numbers, hash_ptr(0, c), entry);
    }
}

static void add_libraries(Emit *e) {
    LlProgram *program = e->program;
    for (size_t i = 0; i < e->host->libraries.len; i++) {
        const HirLibrary *from = &e->host->libraries.at[i];
        LlProgramLibrary to = {
            .fn = from->made_of,
            .is_over = from->is_over,
            .n_inputs = from->n_inputs,
            /* behind: is it reached? */
            .first_dim = (uint32_t)program->n_library_dims + 1,
            .inputs = ARENA_ARRAY(e->arena, LlProgramInput, (size_t)from->n_inputs + 1)};
        for (uint32_t k = 0; k < from->n_inputs; k++)
            to.inputs[k] = (LlProgramInput){from->inputs[k].constant, from->inputs[k].at};
        vec_push(e->arena, &program->libraries, to);
        program->n_library_dims += from->n_symbols + 1;
    }
}

/* False after a report. */
static bool lp_program(Emit *e, const LlArtefact *artefact) {
    LlProgram *program = e->program;
    const BeLowering how = {.counts = e->profile, .met = artefact ? artefact->how.met : NULL};
    e->host = program->host = be_host_program(e->module, &how);
    e->unit = artefact && program->units.len ? program->units.at[0]
                                             : unit_new(program, artefact, "program");
    if (artefact &&
        !c_file_interface(artefact->file, e->module, e->host, &artefact->how, artefact->info))
        return false;
    add_constants(e);
    add_libraries(e);
    declare_functions(e);
    if (artefact) lp_artefact_begin(e, artefact);
    for (size_t i = 0; i < e->host->functions.len; i++) lp_function(e, e->host->functions.at[i]);
    if (artefact) lp_artefact_end(e, artefact);
    return true;
}

LlProgram *ll_program(IrModule *m, const LlTarget *target, const LlProgramOptions *options,
                      Arena *arena) {
    LlProgram *program = ARENA_NEW(arena, LlProgram);
    *program =
        (LlProgram){.ctx = m->ctx, .arena = arena, .target = target, .threads = options->threads};
    Maker *self = ARENA_NEW(arena, Maker);
    self->options = options;
    Emit *e = &self->emit;
    *e = (Emit){.ctx = m->ctx,
                .arena = arena,
                .program = program,
                .profile = options->profile,
                .tensor_bytes = sizeof(RtTensor)};
    map_init(&program->constant_numbers, arena);
    map_init(&e->messages, arena);
    vec_push(arena, &program->messages, "");
    e->m_memory = lp_message(e, HIR_OUT_OF_MEMORY);
    e->m_overflow = lp_message(e, HIR_OVERFLOW);
    lp_message(e, HIR_TOO_DEEP);
    lp_message(e, HIR_MISSING);
    if (!options->artefact) e->m_cancelled = lp_message(e, "cancelled");
    BUG_IF(e->m_memory != RT_OUT_OF_MEMORY || (e->m_cancelled && e->m_cancelled != RT_CANCELLED));
    BeTarget *be = ARENA_NEW(arena, BeTarget);
    *be = (BeTarget){
        .work = loop_work, .donates = options->donates, .has_offsets = true, .user = self};
    be->copies_donated = options->artefact != NULL;
    be->stands = options->unscheduled;
    if (options->libraries) be->takes = takes;
    if (options->libraries && options->libraries->over) be->over = over;
    e->module = program->module = be_module_lower(m, options->function, be, arena);
    const bool is_bare = options->artefact && options->artefact->freestanding;
    if (!e->module || (is_bare && !be_freestanding(e->module))) {
        ll_program_fini(program);
        return NULL;
    }
    for (size_t i = 0; i < e->module->loops.len; i++) add_kernel(self, e->module->loops.at[i]);
    if (!lp_program(e, options->artefact)) {
        ll_program_fini(program);
        return NULL;
    }
    program->n_functions = e->module->fns.len;
    program->n_loops = e->module->loops.len;
    return program;
}

const HirProgram *ll_program_host(IrModule *m, const LlProgramOptions *options, Arena *arena) {
    Maker *self = ARENA_NEW(arena, Maker);
    self->options = options;
    BeTarget *be = ARENA_NEW(arena, BeTarget);
    *be = (BeTarget){.donates = options->donates, .has_offsets = true, .user = self};
    be->stands = options->unscheduled;
    if (options->libraries) be->takes = takes;
    if (options->libraries && options->libraries->over) be->over = over;
    BeModule *module = be_module_lower(m, options->function, be, arena);
    return module ? be_host_program(module, &(BeLowering){.counts = options->profile}) : NULL;
}

/* Elements are read where they are aligned, but on x86-64: there code that expects an element's
 * alignment reads any. Weights in a mapped file seldom are, and a copy of all of them takes longer
 * than all else does where code comes from the cache. */
Tensor *ll_constant_tensor(const IrConst *c) {
    Tensor *t = (Tensor *)c->tensor;
#if defined(__x86_64__)
    const bool may_stay = t->bytes > COPY_BYTES;
#else
    const bool may_stay = false;
#endif
    return may_stay || (uintptr_t)t->data % dtype_size_up(t->dtype) == 0 ? tensor_ref(t)
                                                                         : tensor_owned(t);
}

void ll_program_fini(LlProgram *self) {
    for (size_t i = 0; i < self->units.len; i++) ll_unit_fini(self->units.at[i]);
    self->units.len = 0;
}
