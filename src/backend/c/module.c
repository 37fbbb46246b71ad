/* SPDX-License-Identifier: Apache-2.0 */
/* Modules to C files: names, constants, and the order of what is printed. */
#include "backend/c/module.h"

#include <inttypes.h>
#include <stdlib.h>

#include "backend/c/interface.h"
#include "backend/freestanding.h"

CFile *c_file_new(Ctx *ctx, Arena *arena) {
    CFile *file = ARENA_NEW(arena, CFile);
    *file = (CFile){.ctx = ctx, .arena = arena, .unit = c_unit_new(arena)};
    StrBuf *const texts[] = {&file->constants, &file->structs, &file->loops,
                             &file->functions, &file->header,  &file->includes};
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) strbuf_init(texts[i], arena);
    c_names_init(&file->public_names, arena);
    file->messages = c_unit_name(file->unit, "messages");
    file->m_memory = c_unit_message(file->unit, HIR_OUT_OF_MEMORY);
    file->m_overflow = c_unit_message(file->unit, HIR_OVERFLOW);
    c_unit_message(file->unit, HIR_TOO_DEEP); /* the first numbers are the same in every file */
    c_unit_message(file->unit, HIR_MISSING);
    return file;
}

/* What stands beside an entry in the header. */
static const CBeside entry_names[] = {
    {"", false},         {"_plan", false},       {"_static", false},
    {"_in", false},      {"_out", false},        {"_arena", false},
    {"_run", false},     {"_input_name", false}, {"_output_name", false},
    {"_threads", false}, {"_INPUTS", true},      {"_OUTPUTS", true},
    {"_ARENA", true}};

/* Names of the unit begin with k_ and tn_, types of C end in _t; names of the header do not, and
 * each stands once. `n` of what stands beside entries stands beside it. */
static const char *public_name(CFile *file, const char *wanted, size_t n) {
    const size_t len = strlen(wanted);
    const bool clashes = strncmp(wanted, "k_", 2) == 0 || strncmp(wanted, "tn_", 3) == 0 ||
                         (len > 2 && strcmp(wanted + len - 2, "_t") == 0);
    if (clashes) wanted = arena_printf(file->arena, "net_%s", wanted);
    return c_names_take(&file->public_names, wanted, entry_names, n);
}

/* Loop functions enter the unit as they are met, so that their memory is known when places are
 * given. */
static int64_t loop_work(void *user, const LoopFn *fn) {
    Emit *e = user;
    EmitName *entry = ARENA_NEW(e->arena, EmitName);
    const char *wanted =
        arena_printf(e->arena, "%s_%s", e->prefix, c_identifier(e->arena, fn->name));
    *entry = (EmitName){.of = fn, .name = c_unit_name(e->file->unit, wanted)};
    map_add(&e->loops, hash_ptr(0, fn), entry);
    StrBuf *text = ARENA_NEW(e->arena, StrBuf);
    strbuf_init(text, e->arena);
    const CNeeds *before = c_unit_needs_begin(e->file->unit);
    c_loop_fn(e->file->unit, fn, entry->name, text);
    entry->needs = c_unit_needs_end(e->file->unit, before);
    entry->text = text;
    if (!c_loop_has_work(e->file->unit, fn)) return 0;
    StrBuf bytes_text;
    strbuf_init(&bytes_text, e->arena);
    const char **sizes = ARENA_ARRAY(e->arena, const char *, fn->sizes.len + 1);
    for (size_t i = 0; i < fn->sizes.len; i++) sizes[i] = "n";
    c_loop_work(e->file->unit, fn, sizes, &bytes_text);
    char *end;
    const char *start = strbuf_cstr(&bytes_text);
    const long long bytes = strtoll(start, &end, 10);
    return *end || end == start ? -1 : bytes;
}

/* Those that are called. */
static void print_loops(Emit *e) {
    for (size_t i = 0; i < e->module->loops.len; i++) {
        const EmitName *entry = emit_entry_of(&e->loops, e->module->loops.at[i]->fn);
        strbuf_add(&e->file->loops, entry->text->text.at, entry->text->text.len);
        c_unit_needs_add(e->file->unit, entry->needs);
    }
}

static void declare_module(Emit *e, const CModuleOptions *options) {
    CFile *file = e->file;
    size_t rank = options->polls ? RT_MAX_RANK : 1; /* then it is the runtime's tensor */
    for (size_t i = 0; i < e->module->fns.len; i++) {
        const BeFn *f = e->module->fns.at[i];
        if (!f->is_public) continue;
        for (size_t k = 0; k < f->inputs.len; k++) {
            if (f->inputs.at[k]->kind == BE_TENSOR && f->inputs.at[k]->ndim > rank)
                rank = f->inputs.at[k]->ndim;
        }
        for (size_t k = 0; k < f->results.len; k++) {
            if (f->results.at[k].kind == BE_TENSOR && f->results.at[k].ndim > rank)
                rank = f->results.at[k].ndim;
        }
    }
    if (!file->guard)
        file->guard =
            c_upper(e->arena, public_name(file, arena_printf(e->arena, "%s_h_", options->name), 1));
    e->tensor = public_name(file, arena_printf(e->arena, "%s_tensor", options->name), 1);
    const char *error = public_name(file, arena_printf(e->arena, "%s_error", options->name), 1);
    e->info->error = error;
    e->info->interface = ARENA_NEW(file->arena, CInterface);
    *e->info->interface = (CInterface){.prefix = arena_strdup(file->arena, str_c(options->name)),
                                       .macro = c_upper(file->arena, options->name),
                                       .tensor = e->tensor,
                                       .error = error,
                                       .rank = rank};
    e->info->rank = rank;
    strbuf_printf(&file->header,
                  "\ntypedef struct {\n    void *data;\n    int64_t dims[%zu];\n} %s;\n\n", rank,
                  e->tensor);
    strbuf_printf(&file->header,
                  "/* What a number that is not 0, and that a function below returned, means. "
                  "*/\nconst char *%s(int number);\n",
                  error);
}

static void print_error(Emit *e) {
    CFile *file = e->file;
    strbuf_printf(&file->functions,
                  "const char *%s(int number) {\n    const int n = (int)(sizeof %s / sizeof *%s);\n"
                  "    return number >= 0 && number < n ? %s[number] : \"no such error\";\n}\n\n",
                  e->info->error, file->messages, file->messages, file->messages);
}

/* Who runs pieces of a call side by side. */
static void declare_pool(Emit *e, const CModuleOptions *options) {
    if (options->threads < 2) return;
    e->info->has_pool = true;
    e->pool = public_name(e->file, arena_printf(e->arena, "%s_pool", options->name), 1);
    strbuf_printf(
        &e->file->header,
        "\n/* Who runs pieces of a call side by side: `run` calls piece(job, i) once for each i "
        "from 0 to n - 1 (n is at most\n * %lld), on any threads and in any order, and returns "
        "when all have returned: 0, or what one of them gave that is\n * not 0. Results do not "
        "depend on how many threads there are. */\ntypedef struct {\n"
        "    int (*run)(void *user, int (*piece)(void *job, int64_t i), void *job, int64_t n);\n"
        "    void *user;\n} %s;\n",
        (long long)options->threads, e->pool);
}

/* For runs in this process; what is kept needs nothing of ours. */
static void declare_poll(Emit *e, const CModuleOptions *options) {
    CFile *file = e->file;
    file->m_cancelled = c_unit_message(file->unit, "cancelled");
    e->info->m_cancelled = (int)file->m_cancelled;
    e->info->poll_by = public_name(file, arena_printf(e->arena, "%s_poll_by", options->name), 1);
    strbuf_printf(&file->header, "void %s(int (*poll)(void *), void *user);\n", e->info->poll_by);
    strbuf_puts(&file->constants,
                "static int (*tenon_poll)(void *);\nstatic void *tenon_poll_user;\n\n");
    strbuf_printf(&file->functions,
                  "void %s(int (*poll)(void *), void *user) {\n    tenon_poll = poll;\n"
                  "    tenon_poll_user = user;\n}\n\n",
                  e->info->poll_by);
}

/* How a process that is one of many ranks reaches the others. */
static void declare_ranks(Emit *e, const CModuleOptions *options, bool has_file) {
    bool any = e->program->collectives.len > 0;
    for (size_t i = 0; i < e->program->functions.len && !any; i++)
        any = e->program->functions.at[i]->collectives != NULL;
    if (!any) return;
    const char *name = options->name;
    const char *table = public_name(e->file, arena_printf(e->arena, "%s_ranks", name), 1),
               *what = public_name(e->file, arena_printf(e->arena, "%s_collective", name), 1);
    e->info->set_ranks = public_name(e->file, arena_printf(e->arena, "%s_set_ranks", name), 1);
    emit_declare_ranks(e, table, what);
    if (has_file) emit_ranks(e, table, what);
}

static void name_functions(Emit *e, const CModuleOptions *options) {
    CUnit *unit = e->file->unit;
    e->fns = ARENA_ARRAY(e->arena, EmitFn, e->module->fns.len + 1);
    for (size_t i = 0; i < e->module->fns.len; i++) {
        const BeFn *f = e->module->fns.at[i];
        if (!f->is_public) continue;
        const char *name =
            arena_printf(e->arena, "%s_%s", options->name, c_identifier(e->arena, f->fn->name));
        e->fns[i].entry = public_name(e->file, name, ARRAY_LEN(entry_names));
    }
    for (size_t i = 0; i < e->module->fns.len; i++) {
        const BeFn *f = e->module->fns.at[i];
        EmitFn *fn = &e->fns[i];
        fn->name = c_unit_name(unit, arena_printf(e->arena, "%s_do_%s", options->name,
                                                  c_identifier(e->arena, f->fn->name)));
        fn->frame = c_unit_name(unit, arena_printf(e->arena, "%s_frame", fn->name));
        if (e->program->functions.at[i]->sections[HIR_SECTION_LAYOUT].len)
            fn->layout = c_unit_name(unit, arena_printf(e->arena, "%s_layout", fn->name));
    }
    /* a program that trains has a function of the other name, which begins */
    e->info->interface->init = e->info->init = public_name(
        e->file,
        arena_printf(e->arena, options->is_training ? "%s_use_weights" : "%s_init", options->name),
        1);
}

/* A number of a half type has no C type that holds it. */
static bool check_numbers(Emit *e) {
    for (size_t i = 0; i < e->module->fns.len; i++) {
        const BeFn *f = e->module->fns.at[i];
        bool half = false;
        for (size_t k = 0; f->is_public && k < f->inputs.len; k++)
            half = half ||
                   (f->inputs.at[k]->kind == BE_FLOAT && dtype_size(f->inputs.at[k]->dtype) < 4);
        for (size_t k = 0; f->is_public && k < f->results.len; k++)
            half = half ||
                   (f->results.at[k].kind == BE_FLOAT && dtype_size(f->results.at[k].dtype) < 4);
        if (!half) continue;
        diag_error(e->file->ctx, f->fn->loc, DIAG_NOT_COMPILED,
                   diag_fmt(e->file->ctx, "'%s', which takes or gives a number of a half type,",
                            f->fn->name));
        return false;
    }
    return true;
}

static void lay_weights(Emit *e, const CModuleOptions *options) {
    const HirProgram *program = e->program;
    const BeWeightsKind kind = options->weights_path  ? BE_WEIGHTS_FILE
                               : options->has_section ? BE_WEIGHTS_SECTION
                                                      : BE_WEIGHTS_EMBED;
    be_weights_lay(&e->info->weights, kind, program);
    if (kind == BE_WEIGHTS_FILE) e->info->interface->weights = e->info->weights.bytes;
    for (size_t i = 0; i < program->constants.len; i++)
        e->info->const_bytes += program->constants.at[i].bytes;
}

/* False after a report. */
static bool write_weights(Emit *e, const CModuleOptions *options) {
    if (options->weights_path)
        e->info->written = be_weights_write(&e->info->weights, e->file->ctx, options->weights_path);
    return e->info->written == STATUS_OK;
}

/* Is there anything that a struct of weights would have? */
static bool check_parameters(const Emit *e) {
    const CInterface *interface = e->info->interface;
    bool is_found = !e->has_parameters;
    for (size_t i = 0; i < interface->entries.len; i++)
        is_found |= interface->entries.at[i]->weights_type != NULL;
    if (is_found) return true;
    Diag *d = diag_error(e->file->ctx, (Loc){.line = 0}, DIAG_VALUE,
                         "no public function has weights among its parameters");
    diag_help(e->file->ctx, d,
              "those of an ONNX model are, and in text parameters behind the attribute num_input");
    return false;
}

/* What is freestanding may be for a machine without vectors, where loops as they stand are the
 * smallest code, and the fastest: so it has schedules where a machine was named that has them. */
static void schedule(CFile *self, const IrModule *m, const CModuleOptions *options) {
    enum { LEAST_REGISTERS = 16 };
    Target target = emit_target(m);
    if (options->freestanding) {
        c_unit_freestanding(self->unit);
        if (!*m->target.row || target.vector_registers < LEAST_REGISTERS) return;
        target.fma = 0; /* where the compiler has no instruction it is libm's */
    }
    c_unit_schedule(self->unit, &target, !options->is_kept || options->is_training);
}

bool c_file_add(CFile *self, IrModule *m, const CModuleOptions *options, CModule *out) {
    *out = (CModule){.n_loops = 0};
    Emit *e = ARENA_NEW(self->arena, Emit);
    *e = (Emit){.file = self,
                .arena = self->arena,
                .prefix = options->name,
                .info = out,
                .has_parameters = options->has_parameters,
                .is_training = options->is_training};
    map_init(&e->loops, self->arena);
    schedule(self, m, options);
    BeTarget *target = ARENA_NEW(self->arena, BeTarget);
    *target = (BeTarget){.work = loop_work,
                         .donates = options->donates,
                         .copies_donated = true,
                         .has_offsets = true,
                         .user = e};
    e->module = be_module_lower(m, options->function, target, self->arena);
    if (!e->module || !check_numbers(e)) return false;
    if (options->freestanding && !be_freestanding(e->module)) return false;
    if (!c_limits_ram(e, options->max_ram)) return false;
    if (options->measure) {
        c_measure(e->module, options->measure, e->arena);
        return true;
    }
    if (options->kernels) {
        emit_kernels(e->module, !options->is_kept, options->kernels);
        return true;
    }
    const BeLowering how = {.verifies = options->verifies || options->host, .met = options->met};
    e->program = be_host_program(e->module, &how);
    if (options->host) {
        hir_print(e->program, options->host);
        return true;
    }
    if (!c_limits_rom(e->program, 0, options->max_rom)) return false;
    declare_module(e, options);
    lay_weights(e, options);
    print_error(e);
    if (options->polls) declare_poll(e, options);
    declare_ranks(e, options, true);
    name_functions(e, options);
    print_loops(e);
    emit_constants(e);
    emit_init(e);
    for (size_t i = 0; i < e->program->functions.len; i++)
        emit_function(e, e->program->functions.at[i]);
    emit_declare_init(e);
    out->n_functions = e->module->fns.len;
    out->n_loops = e->module->loops.len;
    return check_parameters(e) && c_training_print(e) && write_weights(e, options);
}

bool c_file_interface(CFile *self, BeModule *module, const HirProgram *program,
                      const CModuleOptions *options, CModule *out) {
    *out = (CModule){.n_functions = module->fns.len, .n_loops = module->loops.len};
    Emit e = {.file = self,
              .module = module,
              .program = program,
              .arena = self->arena,
              .prefix = options->name,
              .info = out,
              .has_parameters = options->has_parameters,
              .is_training = options->is_training};
    if (!check_numbers(&e) || !c_limits_ram(&e, options->max_ram)) return false;
    declare_module(&e, options);
    declare_pool(&e, options);
    declare_ranks(&e, options, false);
    name_functions(&e, options);
    lay_weights(&e, options);
    for (size_t i = 0; i < program->functions.len; i++) {
        if (program->functions.at[i]->is_entry) emit_declare(&e, program->functions.at[i]);
    }
    emit_declare_init(&e);
    return check_parameters(&e) && c_training_print(&e) && write_weights(&e, options);
}

void c_file_source(CFile *self, const char *header, StrBuf *out) {
    const bool bare = c_unit_is_freestanding(self->unit);
    strbuf_puts(out, "/* Made by tenon. */\n");
    strbuf_puts(out, bare ? "#include <stddef.h>\n#include <stdint.h>\n"
                          : "#include <math.h>\n#include <stddef.h>\n#include "
                            "<stdint.h>\n#include <stdlib.h>\n#include <string.h>\n");
    strbuf_printf(out, "#include \"%s\"\n",
                  header); /* bytes as they are: there are no escapes here */
    c_unit_prelude(self->unit, out);
    strbuf_puts(out, "\n#define TRY(call) \\\n    do { \\\n        const int32_t error_ = (call); "
                     "\\\n        if (error_) return error_; \\\n    } while (0)\n\n");
    c_unit_messages(self->unit, self->messages, out);
    strbuf_putc(out, '\n');
    emit_helpers(self, out);
    if (self->has_rows)
        strbuf_puts(out, "#if defined(__GNUC__) && __GNUC__ >= 15 && !defined(__clang__)\n"
                         "#pragma GCC diagnostic ignored "
                         "\"-Wunterminated-string-initialization\"\n#endif\n");
    const StrBuf *const texts[] = {&self->constants, &self->loops, &self->structs,
                                   &self->functions};
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        strbuf_add(out, texts[i]->text.at, texts[i]->text.len);
}

void c_file_header(const CFile *self, StrBuf *out) {
    strbuf_puts(out, "/* Made by tenon. Functions return 0, or a number that the function "
                     "..._error tells more of.\n"
                     " *\n"
                     " * ..._plan checks the inputs' extents, sets the outputs' and says how many "
                     "bytes of arena the call needs. It reads\n"
                     " * `dims`, and `data` where an input is a shape or a number. An extent that "
                     "it sets to -1 depends on data.\n"
                     " * The function itself checks the same again, then computes. The arena is "
                     "aligned as malloc does it, belongs to\n"
                     " * the call while that lasts, and keeps nothing. Inputs, outputs and the "
                     "arena do not overlap. Any number of\n"
                     " * threads may call, each with its own outputs and arena. Elements are in "
                     "row-major order; float16 and bfloat16\n"
                     " * are uint16_t, bool is uint8_t. */\n");
    strbuf_printf(out, "#ifndef %s\n#define %s\n\n#include <stddef.h>\n#include <stdint.h>\n",
                  self->guard, self->guard);
    strbuf_add(out, self->includes.text.at, self->includes.text.len);
    strbuf_puts(out, "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n");
    strbuf_add(out, self->header.text.at, self->header.text.len);
    strbuf_puts(out, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
}
