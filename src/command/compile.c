/* SPDX-License-Identifier: Apache-2.0 */
/* tenon compile M -o net.c: C and its header, or what the C compiler makes of them. */
#include "command/compile_args.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEY_NAME = KEY_OWN,
    KEY_PASSES,
    KEY_BY,
    KEY_DONATION,
    KEY_WEIGHTS,
    KEY_FREESTANDING,
    KEY_LANGUAGE,
    KEY_LIBRARY,
    KEY_WITH,
    KEY_WRT,
    KEY_MAX_RAM,
    KEY_MAX_ROM,
    KEY_TRAIN,
    KEY_LOSS,
    KEY_TRAINABLE,
    KEY_LR,
    KEY_SCHEDULE,
    KEY_STEPS,
    KEY_BATCH,
    KEY_TRAIN_SEED,
    KEY_CLIP,
    KEY_CLASS_WEIGHTS,
    KEY_AVERAGE,
    KEY_GROUP,
    KEY_INIT
};

/* What an ending stands for. */
typedef struct {
    const char *ending;
    TnObjectKind kind;
    bool by_c, by_llvm; /* who makes it */
    bool is_linked;
} Format;

static const Format formats[] = {
    {".c", TN_OBJECT, true, false, false},   {".o", TN_OBJECT, true, true, false},
    {".so", TN_OBJECT, true, true, true},    {".a", TN_ARCHIVE, false, true, false},
    {".s", TN_ASSEMBLY, false, true, false}, {".ll", TN_LLVM_IR, false, true, false},
    {".wasm", TN_OBJECT, false, true, true},
};

/* By TnDerivative. */
static const char *const derivatives[N_DERIVATIVES] = {"vjp", "jvp", "jacobian", "hvp"};

static error_t parse_with(CompileArgs *self, const char *arg, struct argp_state *state) {
    for (const char *at = arg; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        const size_t n = strcspn(at, ",");
        unsigned i = 0;
        while (i < N_DERIVATIVES &&
               !(strlen(derivatives[i]) == n && strncmp(derivatives[i], at, n) == 0))
            i++;
        if (i == N_DERIVATIVES)
            return args_error(state, "--with takes vjp, jvp, jacobian and hvp, not '%.*s'", (int)n,
                              at);
        self->with |= 1u << i;
    }
    return 0;
}

/* What --train goes with; NULL: all is well. */
static const char *train_misused(const CompileArgs *self) {
    const TnTrainerOptions *o = &self->train;
    const bool says = o->loss || o->schedule || o->init || o->rate > 0 || o->clip > 0 ||
                      o->average > 0 || o->steps || o->batch || o->seed || self->how.trainable.n ||
                      self->how.n_groups || o->class_weights;
    if (!o->optimizer) return says ? "--loss and what else says how to train is for --train" : NULL;
    if (self->with) return "--with is not for --train";
    if (self->run.args.n_lengths) return "--length is not for --train";
    if (self->run.n_donations) return "--donate is not for --train, which says what is donated";
    if (self->has_file || self->has_parameters)
        return "--train keeps the weights in its state: --weights is not for it";
    if (self->bind_js || self->bind_cpp || self->casadi) return "--bind is not for --train";
    if (self->run.threads > 1) return "--threads is not for --train";
    if (self->freestanding && o->schedule && strncmp(o->schedule, "constant", 8) != 0 &&
        strncmp(o->schedule, "linear", 6) != 0)
        return "--freestanding has no cos and pow: --schedule constant or linear";
    return NULL;
}

static error_t parse_key(int key, char *arg, struct argp_state *state) {
    CompileArgs *self = state->input;
    switch (key) {
    case KEY_NAME:
        self->name = arg;
        for (const char *c = arg; *c; c++) {
            const bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
            if (!letter && (c == arg || !((*c >= '0' && *c <= '9') || *c == '_')))
                return args_error(
                    state, "--name takes a C identifier that begins with a letter, not '%s'", arg);
        }
        return *arg ? 0 : args_error(state, "--name takes a C identifier");
    case KEY_BY:
        self->by_c = strcmp(arg, "c") == 0;
        self->by_llvm = strcmp(arg, "llvm") == 0;
        return self->by_c || self->by_llvm
                   ? 0
                   : args_error(state, "--by takes c or llvm, not '%s'", arg);
    case KEY_LANGUAGE:
        self->bind_js = strcmp(arg, "js") == 0;
        self->bind_cpp = strcmp(arg, "cpp") == 0;
        self->bind_fortran = strcmp(arg, "fortran") == 0;
        self->casadi = strcmp(arg, "casadi") == 0;
        return self->bind_js || self->bind_cpp || self->bind_fortran || self->casadi
                   ? 0
                   : args_error(state, "--bind takes js, cpp, fortran or casadi, not '%s'", arg);
    case KEY_LIBRARY:
        self->onednn = strcmp(arg, "onednn") == 0;
        return self->onednn || strcmp(arg, "none") == 0
                   ? 0
                   : args_error(state, "--library takes onednn or none, not '%s'", arg);
    case KEY_FREESTANDING: self->freestanding = true; return 0;
    case KEY_WEIGHTS:
        self->has_file = strcmp(arg, "file") == 0;
        self->has_parameters = strcmp(arg, "params") == 0;
        return self->has_file || self->has_parameters || strcmp(arg, "embed") == 0
                   ? 0
                   : args_error(state, "--weights takes embed, file or params, not '%s'", arg);
    case KEY_MAX_RAM: return args_bytes(&self->max_ram, "--max-ram", arg, state);
    case KEY_MAX_ROM: return args_bytes(&self->max_rom, "--max-rom", arg, state);
    case KEY_WITH: return parse_with(self, arg, state);
    case KEY_WRT: return args_names(&self->wrt, "--wrt", arg, state);
    case KEY_DONATION: return run_args_donation(&self->run, arg, state);
    case ARGP_KEY_END:
        if (self->with && self->run.n_donations)
            return args_error(state, "--donate is not for --with");
        if (train_misused(self)) return args_error(state, "%s", train_misused(self));
        if (self->wrt.n && !self->with)
            return args_error(state, "--wrt is for the derivatives of --with");
        return run_args_key(&self->run, key, arg, state);
    case KEY_PASSES: self->passes = arg; return args_passes(arg, state);
    case 'O': self->says_level = true; return args_level(arg, &self->level, state);
    case KEY_TRAIN: self->train.optimizer = arg; return 0;
    case KEY_LOSS: self->train.loss = arg; return 0;
    case KEY_CLASS_WEIGHTS: self->train.class_weights = arg; return 0;
    case KEY_SCHEDULE: self->train.schedule = arg; return 0;
    case KEY_INIT: self->train.init = arg; return 0;
    case KEY_TRAINABLE: return args_names(&self->how.trainable, "--trainable", arg, state);
    case KEY_LR: return args_train_number(&self->train.rate, "--lr", arg, 0, state);
    case KEY_CLIP: return args_train_number(&self->train.clip, "--clip", arg, 0, state);
    case KEY_AVERAGE: return args_train_number(&self->train.average, "--average", arg, 1, state);
    case KEY_STEPS: return args_train_count(&self->train.steps, "--steps", arg, state);
    case KEY_BATCH: return args_train_count(&self->train.batch, "--batch", arg, state);
    case KEY_TRAIN_SEED: return args_train_seed(&self->train.seed, arg, state);
    case KEY_GROUP: return args_train_group(&self->how, arg, state);
    default: return run_args_key(&self->run, key, arg, state);
    }
}

static const struct argp_option options[] = {
    ARGS_HELP,
    ARGS_OUTPUT("(must be given) and NAME.h. NAME.c: C99; NAME.o, .a: machine code; NAME.so: that "
                "linked by $CC (else cc); NAME.wasm: by wasm-ld; NAME.s, .ll: as text"),
    ARGS_JSON,
    {"by", KEY_BY, "c|llvm", 0,
     "who makes .o and .so: the C compiler of C, or LLVM (default: llvm, where it is built in)", 0},
    ARGS_TARGET("machine code is made, and passes choose,"),
    {"cpu", KEY_CPU, "NAME", 0,
     "the processor: a name that `tenon target` has (default: the target's), or levels of x86-64, "
     "of which one is chosen when the code is loaded: v2,v3,v4",
     0},
    {"bind", KEY_LANGUAGE, "js|cpp|fortran|casadi", 0,
     "js: beside NAME.wasm NAME.mjs, an ES module around it, with typed arrays in and out; cpp: "
     "NAME.hpp, classes of C++17 over NAME.h; fortran: NAME.f90, a module of Fortran 2008; casadi: the C is also an external function of CasADi, and its Jacobian with --with jacobian (default: none)",
     0},
    {"freestanding", KEY_FREESTANDING, NULL, 0,
     "the code needs no library: no libm, no malloc, no memcpy; C is for -ffreestanding", 0},
    {"library", KEY_LIBRARY, "onednn|none", 0,
     "of .so, .o and .a for this machine: onednn runs what it is faster at, and is linked by -ldnnl; "
     "beside .o and .a the C of these calls, NAME_onednn.c, is written (default: none)",
     0},
    {"weights", KEY_WEIGHTS, "embed|file|params", 0,
     "where weights are: data of the code (embed, default); NAME.weights beside it, which the "
     "program gives to NAME_init (file); or inputs, in a struct of their own (params)",
     0},
    {"threads", KEY_THREADS, "N", 0,
     "of machine code: a pool of the caller's may run N pieces of a call side by side, by "
     "NAME_F_threads (default: 1)",
     0},
    {"max-ram", KEY_MAX_RAM, "SIZE", 0,
     "fail where an entry takes bytes (or K, M, G) for arena, inputs and outputs (default: none)",
     0},
    {"max-rom", KEY_MAX_ROM, "SIZE", 0,
     "fail where weights, and of an object the code, take more bytes (default: no limit)", 0},
    {"name", KEY_NAME, "N", 0, "before all names of the header (default: the output's file name)",
     0},
    {"function", KEY_FUNCTION, "F", 0, "the only entry (default: every public function)", 0},
    {"donate", KEY_DONATION, "IN=OUT", 0,
     "output OUT may take the memory of input IN, as of the attribute donate; may be repeated", 0},
    {"with", KEY_WITH, "A,B", 0,
     "entries for derivatives beside each: vjp, jvp, jacobian, hvp (default: none)", 0},
    {"wrt", KEY_WRT, "A,B", 0,
     "of --with: by these parameters; * and ? match any text and any character (default: all of "
     "floats)",
     0},
    {"train", KEY_TRAIN, "OPTIMIZER", 0,
     "the program trains, too: NAME_train_step and what belongs to it, with the bits of a strict run "
     "of `tenon train` (docs/train.md); with a level of -O faster, with others (default: none)",
     2},
    {"loss", KEY_LOSS, "L", 0, "of --train: the loss (default: what fits the model)", 2},
    {"trainable", KEY_TRAINABLE, "GLOB", 0, "of --train: these weights (default: all)", 2},
    {"lr", KEY_LR, "X", 0, "of --train: the rate that NAME_rate starts with (default: its own)", 2},
    {"schedule", KEY_SCHEDULE, "S", 0, "of --train: what NAME_rate goes by (default: constant)", 2},
    {"steps", KEY_STEPS, "N", 0, "of --schedule: when it ends (default: never)", 2},
    {"batch", KEY_BATCH, "N", 0, "of --train: a step takes N rows (default: any)", 2},
    {"seed", KEY_TRAIN_SEED, "N", 0, "of --train: of weights and dropout (default: 0)", 2},
    {"clip", KEY_CLIP, "X", 0, "of --train: as of `tenon train` (default: none)", 2},
    {"class-weights", KEY_CLASS_WEIGHTS, "W", 0, "of --train: the same (default: none)", 2},
    {"average", KEY_AVERAGE, "X", 0, "of --train: the same (default: none)", 2},
    {"group", KEY_GROUP, "GLOB:RATE[:DECAY]", 0, "of --train: the same; may be repeated", 2},
    {"init", KEY_INIT, "HOW", 0, "of --train: also what was saved (default: kaiming)", 2},
    {"dim", KEY_DIM, "NAME=N", 0, "before all passes, a symbolic dim gets a value; may be repeated",
     0},
    ARGS_LENGTH,
    {"optimize", 'O', "LEVEL", 0,
     "run the passes of a level first: 0 (none), 1, or 2 (default), after which work on constants is "
     "done now, so that none is left for a run",
     1},
    {"passes", KEY_PASSES, "A,B", 0, "then these passes (default: none)", 1},
    {0},
};

static const struct argp argp = {
    .options = options,
    .parser = parse_key,
    .args_doc = "M",
    .doc = "Compiles the module M to C99: loop functions of its calls, one plan of memory a "
           "function, an entry for each public "
           "function. Prints what was made."
           "\v" EXIT_HELP
           "\n\nExample:\n  tenon compile net.py -o net.c\n  cc -O3 -march=native main.c net.c -lm",
};

/* The name of the output file without its folder and ending, as an identifier. The caller frees
 * it. */
static char *stem(const char *path, bool identifier) {
    const char *base = strrchr(path, '/');
    char *s = strdup(base ? base + 1 : path);
    if (!s) return NULL;
    char *dot = strrchr(s, '.');
    if (dot) *dot = '\0';
    for (char *c = s; identifier && *c; c++) {
        const bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        if (!letter && (c == s || !(*c >= '0' && *c <= '9'))) *c = c == s ? 'n' : '_';
    }
    return s;
}

static bool ends_in(const char *path, const char *ending) {
    const size_t n = strlen(path), k = strlen(ending);
    return n > k && strcmp(path + n - k, ending) == 0 && path[n - k - 1] != '/';
}

static void print_compiled(Session *session, const CompileArgs *self, const TnCompiled *c,
                           const char *files, FILE *out) {
    if (self->run.args.json) {
        json_t *entries = json_array();
        for (size_t i = 0; i < c->n_entries; i++) {
            const TnCEntry *e = &c->entries[i];
            json_array_append_new(
                entries,
                json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:b}", "name", e->name, "inputs",
                          (json_int_t)e->inputs, "outputs", (json_int_t)e->outputs, "arena_bytes",
                          (json_int_t)e->arena_bytes, "arena_bound", (json_int_t)e->arena_bound,
                          "value_bytes", (json_int_t)e->value_bytes, "static", e->is_static));
        }
        session_write_json(session, NULL,
                           json_pack("{s:I, s:I, s:I, s:o}", "functions", (json_int_t)c->functions,
                                     "loop_functions", (json_int_t)c->loop_functions,
                                     "constant_bytes", (json_int_t)c->constant_bytes, "entries",
                                     entries));
        return;
    }
    fprintf(out, "%s: %zu functions, %zu loop functions, %zu bytes of constants\n", files,
            c->functions, c->loop_functions, c->constant_bytes);
    for (size_t i = 0; i < c->n_entries; i++) {
        const TnCEntry *e = &c->entries[i];
        fprintf(out,
                "  %s: %zu inputs, %zu outputs, arena of %zu bytes%s (at least %zu; %zu without a "
                "plan)\n",
                e->name, e->inputs, e->outputs, e->arena_bytes,
                e->is_static ? "" : " and what the extents need", e->arena_bound, e->value_bytes);
    }
}

static const Format *format_of(const char *path) {
    for (size_t i = 0; path && i < sizeof formats / sizeof *formats; i++) {
        if (ends_in(path, formats[i].ending)) return &formats[i];
    }
    return NULL;
}

static bool is_by_llvm(const CompileArgs *self) {
    const Format *f = format_of(self->run.args.output);
#ifdef TENON_LLVM
    return f->by_llvm && !self->by_c;
#else
    return f->by_llvm && (self->by_llvm || !f->by_c);
#endif
}

/* What --library onednn goes with; NULL: all is well. */
static const char *library_misused(const CompileArgs *self) {
    const char *path = self->run.args.output;
    const bool is_linked = ends_in(path, ".so") || ends_in(path, ".o") || ends_in(path, ".a");
    if (!is_linked || !self->is_machine_code)
        return "--library onednn is of machine code by LLVM: NAME.so, .o, .a";
    if (self->freestanding) return "--freestanding is without a library";
    if (self->train.optimizer) return "--library is not for --train";
    if (self->run.threads > 1) return "--library onednn is for one thread: without --threads";
    return NULL;
}

/* Of .wasm, wasm32. */
static const char *target_of(const CompileArgs *self) {
    const char *own = self->run.args.target;
    return !own && ends_in(self->run.args.output, ".wasm") ? "wasm32" : own;
}

static void write_output(Session *session, const CompileArgs *self, const TnText *made,
                         const TnText *onednn, const TnText *header, const char *header_name) {
    const char *path = self->run.args.output;
    const Format *f = format_of(path);
    const bool is_c = !self->is_machine_code;
    if (!f->is_linked && (!is_c || ends_in(path, ".c")))
        session_write(session, path, made->ptr, made->len);
    else if (is_c)
        session_ok(session, tn_c_build(session->ctx, made, header, header_name, path), path);
    else if (self->onednn)
        session_ok(session, tn_object_link_onednn(session->ctx, made, onednn, path), path);
    else
        session_ok(session, tn_object_link(session->ctx, made, target_of(self), path), path);
}

/* The output's path with another ending. The caller frees it. */
static char *beside(const char *path, const char *ending) {
    char *s = malloc(strlen(path) + strlen(ending) + 1);
    if (!s) return NULL;
    strcpy(s, path);
    strcpy(strrchr(s, '.'), ending);
    return s;
}

static bool make(Session *session, const CompileArgs *self, TnModule *m,
                 const TnCompileOptions *how, TnText *made, TnText *header, TnCompiled *out) {
    const char *path = self->run.args.output;
    if (!self->is_machine_code)
        return session_ok(session, tn_module_compile_c(m, how, made, header, out), path);
    const char *target = target_of(self);
    if (target && !session_ok(session, tn_module_set_target(m, target), path)) return false;
    return session_ok(
        session, tn_module_compile_object(m, how, format_of(path)->kind, made, header, out), path);
}

typedef struct {
    char *name, *header, *file, *weights, *js, *cpp, *fortran,
        *onednn; /* the names of C and of the header; paths beside */
} FileNames;

static bool names_init(FileNames *self, const char *path) {
    *self = (FileNames){.name = stem(path, true),
                        .header = stem(path, false),
                        .file = beside(path, ".h"),
                        .weights = beside(path, ".weights"),
                        .js = beside(path, ".mjs"),
                        .cpp = beside(path, ".hpp"),
                        .fortran = beside(path, ".f90"),
                        .onednn = beside(path, "_onednn.c")};
    return self->name && self->header && self->file && self->weights && self->js && self->cpp &&
           self->fortran && self->onednn;
}

static void names_fini(FileNames *self) {
    free(self->name);
    free(self->header);
    free(self->file);
    free(self->weights);
    free(self->js);
    free(self->cpp);
    free(self->fortran);
    free(self->onednn);
}

/* The header last: where it is, it is that of the files beside it. */
static void compile(Session *session, const CompileArgs *self, const FileNames *names) {
    const char *path = self->run.args.output;
    TnText made = {.ptr = NULL}, header = {.ptr = NULL}, js = {.ptr = NULL}, cpp = {.ptr = NULL},
           fortran = {.ptr = NULL}, onednn = {.ptr = NULL};
    TnCompiled compiled;
    TnModule *m = args_compile_module(session, self);
    const bool trains = self->train.optimizer != NULL;
    const bool is_exact = trains && !self->says_level && !self->passes;
    const TnCompileOptions how = {
        TN_SIZED(TnCompileOptions), .name = self->name ? self->name : names->name,
        /* with derivatives the others are private */
        .function = self->with || trains ? NULL : self->run.function, .header = names->header,
        .cpu = self->run.cpu,
        .optimize = self->level == 2 && !is_exact ? TN_OPTIMIZE_FOLDS : TN_OPTIMIZE_NONE,
        .training = trains, .strict = is_exact,
        .weights_file = self->has_file ? names->weights : NULL,
        .weights_parameters = self->has_parameters, .max_ram = self->max_ram,
        .max_rom = self->max_rom, .freestanding = self->freestanding, .threads = self->run.threads,
        .casadi = self->casadi, .js = self->bind_js ? &js : NULL,
        .cpp = self->bind_cpp ? &cpp : NULL, .fortran = self->bind_fortran ? &fortran : NULL,
        .onednn = self->onednn ? &onednn : NULL};
    if (m && session_files_begin(session)) {
        Report report; /* before the next call of the library, after the files are there */
        bool begun = false;
        if (make(session, self, m, &how, &made, &header, &compiled)) {
            char header_name[4096];
            snprintf(header_name, sizeof header_name, "%s.h", names->header);
            begun = report_begin(&report, session);
            if (begun) print_compiled(session, self, &compiled, path, report.file);
            write_output(session, self, &made, &onednn, &header, header_name);
            if (session->status == EXIT_OK && self->onednn && !ends_in(path, ".so"))
                session_write(session, names->onednn, onednn.ptr, onednn.len);
            if (session->status == EXIT_OK && self->bind_js)
                session_write(session, names->js, js.ptr, js.len);
            if (session->status == EXIT_OK && self->bind_cpp)
                session_write(session, names->cpp, cpp.ptr, cpp.len);
            if (session->status == EXIT_OK && self->bind_fortran)
                session_write(session, names->fortran, fortran.ptr, fortran.len);
            if (session->status == EXIT_OK)
                session_write(session, names->file, header.ptr, header.len);
        }
        session_files_end(session, session->status == EXIT_OK);
        if (begun) report_write(&report, session, session->status == EXIT_OK ? NULL : "/dev/null");
    }
    tn_text_free(&made);
    tn_text_free(&header);
    tn_text_free(&js);
    tn_text_free(&cpp);
    tn_text_free(&fortran);
    tn_text_free(&onednn);
    tn_module_free(m);
}

static int free_args(CompileArgs *self, int status) {
    args_train_free(&self->how);
    names_free(&self->wrt);
    return run_args_free(&self->run, status);
}

int cmd_compile(int argc, char **argv) {
    CompileArgs self = {.run = {.args = {.min_operands = 1, .max_operands = 1}}, .level = 2};
    const int status = args_parse(&argp, argc, argv, &self);
    if (status >= 0) return free_args(&self, status);
    const char *path = self.run.args.output;
    const Format *format = format_of(path);
    if (!format) {
        fprintf(stderr,
                "tenon compile: -o names a file that ends in .c, .o, .a, .so, .s, .ll or .wasm\n");
        return free_args(&self, EXIT_USAGE);
    }
    if ((self.by_c && !format->by_c) || (self.by_llvm && !format->by_llvm)) {
        fprintf(stderr, "tenon compile: --by %s makes no %s\n", self.by_c ? "c" : "llvm",
                format->ending);
        return free_args(&self, EXIT_USAGE);
    }
    self.is_machine_code = is_by_llvm(&self);
    if (self.bind_js && (!ends_in(path, ".wasm") || self.has_file)) {
        fprintf(stderr, "tenon compile: --bind js is for NAME.wasm, with its weights in it\n");
        return free_args(&self, EXIT_USAGE);
    }
    if ((self.bind_cpp || self.bind_fortran) && ends_in(path, ".wasm")) {
        fprintf(
            stderr,
            "tenon compile: --bind cpp and fortran are for what a program is linked with: NAME.c, .o, .a, .so\n");
        return free_args(&self, EXIT_USAGE);
    }
    if (self.run.threads > 1 && !self.is_machine_code) {
        fprintf(stderr, "tenon compile: --threads is of machine code by LLVM\n");
        return free_args(&self, EXIT_USAGE);
    }
    if (self.onednn && library_misused(&self)) {
        fprintf(stderr, "tenon compile: %s\n", library_misused(&self));
        return free_args(&self, EXIT_USAGE);
    }
    if (self.casadi && self.is_machine_code) {
        fprintf(stderr, "tenon compile: --bind casadi is of C: -o NAME.c, or --by c\n");
        return free_args(&self, EXIT_USAGE);
    }
    const char *base = strrchr(path, '/');
    if (strpbrk(base ? base : path, "\"\\\n\r")) {
        fprintf(
            stderr,
            "tenon compile: -o names a file that C can include: no quotes, backslashes or line ends\n");
        return free_args(&self, EXIT_USAGE);
    }
    Session session;
    FileNames names;
    if (session_begin(&session, &self.run.args)) {
        if (names_init(&names, path))
            compile(&session, &self, &names);
        else
            session_ok(&session, TN_E_MEMORY, "compile");
        names_fini(&names);
    }
    return free_args(&self, session_end(&session));
}
