/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/c/compile.h"

#include "backend/lower.h"
#include "ir/copy.h"

static bool compile(CFile *file, IrModule *m, const CCompileOptions *options, Arena *arena,
                    CModule *out) {
    const BeLegalize legal = {.function = options->function,
                              .holds = options->holds,
                              .is_kept = options->is_kept,
                              .is_scheduled = !options->freestanding && !options->is_training};
    if (!be_legalize(m, &legal, arena)) return false;
    const CModuleOptions how = {.name = options->name,
                                .verifies = options->verifies,
                                .measure = options->measure,
                                .host = options->host,
                                .kernels = options->kernels,
                                .polls = options->polls,
                                .met = options->met,
                                .freestanding = options->freestanding,
                                .is_kept = options->is_kept,
                                .donates = options->donates,
                                .weights_path = options->weights_path,
                                .has_parameters = options->has_parameters,
                                .max_ram = options->max_ram,
                                .max_rom = options->max_rom,
                                .is_training = options->is_training,
                                .function = options->function ? options->function->function : NULL};
    return c_file_add(file, m, &how, out);
}

/* The function of that name in the module that was copied; NULL: the passes made it. */
static const IrFunction *original(const IrModule *m, const IrFunction *of) {
    const IrGlobal *g = ir_global_find(m, str_c(of->name));
    return g ? g->function : NULL;
}

static const char *kept(IrModule *m, const char *text) {
    return text ? ir_name(m, str_c(text)) : NULL;
}

bool c_compile(CFile *file, IrModule *m, const CCompileOptions *options, CModule *out) {
    Arena arena;
    arena_init(&arena, m->ctx);
    IrModule *own = ir_module_copy(m);
    CCompileOptions of_copy = *options;
    of_copy.function = ir_module_copy_global(own, options->function);
    const bool ok = compile(file, own, &of_copy, &arena, out);
    /* What is told outlives the copy. */
    for (size_t i = 0; ok && i < out->entries.len; i++)
        out->entries.at[i].function = original(m, out->entries.at[i].function);
    CMemories *rows = ok && options->measure ? options->measure->out : NULL;
    for (size_t i = 0; rows && i < rows->len; i++) {
        CMemory *row = &rows->at[i];
        row->name = kept(m, row->function->name);
        row->missing = kept(m, row->missing);
        row->allocated = kept(m, row->allocated);
        row->function = original(m, row->function);
    }
    ir_module_free(own);
    arena_fini(&arena);
    return ok;
}
