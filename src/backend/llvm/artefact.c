/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/artefact.h"

#include "backend/llvm/elf.h"
#include "backend/llvm/file.h"
#include "backend/llvm/levels.h"
#include "backend/llvm/libraries.h"
#include "backend/llvm/native.h"
#include "backend/llvm/program.h"
#include "base/diag.h"
#include "ir/copy.h"

/* With the least byte first, as all targets of the table. */
static bool makes_elf(const char *triple) {
    static const char *const others[] = {"wasm", "darwin", "macos", "windows"};
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        if (strstr(triple, others[i])) return false;
    }
    return true;
}

/* 0: not known. */
static int64_t code_bytes(const ArtefactOptions *options, const LlTarget *target,
                          const StrBuf *made) {
    return options->kind == ARTEFACT_OBJECT && makes_elf(target->triple) ? elf_code_bytes(made) : 0;
}

/* Who chooses asks this machine's library. */
static bool can_have_library(const IrModule *m, const ArtefactOptions *options) {
    if (!options->onednn) return true;
    if (!ll_libraries_target()) {
        diag_error(m->ctx, (Loc){.line = 0}, DIAG_VALUE,
                   "there is no oneDNN: this build has it not, or this machine");
        return false;
    }
    return target_runs_here(m->ctx, &m->target);
}

static bool make(CFile *file, IrModule *m, const ArtefactOptions *options, Arena *scratch,
                 StrBuf *out, CModule *info) {
    static const LlFileKind kinds[] = {[ARTEFACT_OBJECT] = LL_FILE_OBJECT,
                                       [ARTEFACT_ASSEMBLY] = LL_FILE_ASSEMBLY,
                                       [ARTEFACT_IR] = LL_FILE_IR};
    LlTarget target;
    LlLevels levels = {.n = 0};
    BeOptions passes = options->how;
    if (passes.cpu && strchr(passes.cpu, ',')) {
        if (!ll_levels_parse(m->ctx, passes.cpu, &m->target, &levels)) return false;
        passes.cpu = levels.rows[levels.n - 1].row; /* what decides for all decides for this one */
    }
    if (!native_passes(m, &passes, scratch) || !can_have_library(m, options)) return false;
    const Target *lowest = levels.n ? &levels.rows[0] : ir_module_target(m);
    if (!ll_target_init_file(&target, m->ctx, scratch, lowest)) return false;
    const bool has_section =
        options->kind == ARTEFACT_OBJECT && !options->weights_path && makes_elf(target.triple);
    const LlArtefact artefact = {
        .file = file,
        .info = info,
        .freestanding = options->freestanding,
        .levels = levels.n ? &levels : NULL,
        .how = {.name = options->name,
                .threads = options->how.threads > 1 ? options->how.threads : 1,
                .weights_path = options->weights_path,
                .has_parameters = options->has_parameters,
                .met = options->met,
                .max_ram = options->max_ram,
                .is_training = options->is_training,
                .has_section = has_section}};
    const LlProgramOptions how = {
        .function = options->how.function ? options->how.function->function : NULL,
        .artefact = &artefact,
        .threads = options->how.threads > 1 ? options->how.threads : 1,
        .strict = options->how.strict,
        .libraries = options->onednn ? ll_libraries_target() : NULL,
        .donates = true};
    LlProgram *program = ll_program(m, &target, &how, scratch);
    const bool ok = program && ll_file(program->units.at[0], &target, kinds[options->kind], out);
    const bool fits =
        ok && c_limits_rom(program->host, code_bytes(options, &target, out), options->max_rom);
    if (fits && options->onednn) ll_libraries_source(program, options->name, options->onednn);
    if (program) ll_program_fini(program);
    ll_target_fini(&target);
    if (fits && has_section) elf_add_weights(out, &info->weights);
    return fits;
}

/* The function of that name in the module that was copied; NULL: the passes made it. */
static const IrFunction *original(const IrModule *m, const IrFunction *of) {
    const IrGlobal *g = ir_global_find(m, str_c(of->name));
    return g ? g->function : NULL;
}

bool artefact_compile(CFile *file, IrModule *m, const ArtefactOptions *options, StrBuf *out,
                      CModule *info) {
    Arena scratch;
    arena_init(&scratch, m->ctx);
    IrModule *own = ir_module_copy(m);
    ArtefactOptions of_copy = *options;
    of_copy.how.no_libraries = !options->onednn;
    of_copy.how.ahead = true;
    of_copy.how.function = ir_module_copy_global(own, options->how.function);
    if (of_copy.how.function) of_copy.how.function->function->is_private = false;
    const bool ok = make(file, own, &of_copy, &scratch, out, info);
    for (size_t i = 0; ok && i < info->entries.len; i++)
        info->entries.at[i].function = original(m, info->entries.at[i].function);
    ir_module_free(own);
    arena_fini(&scratch);
    return ok;
}
