/* SPDX-License-Identifier: Apache-2.0 */
/* Runs of a mutant: the evaluator on the module as it was is the reference, with tolerances of its
 * own for each element (tests/text/graphs_spread.h). */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../text/c_batch.h"
#include "../text/case_source.h"
#include "../text/graphs_draw.h"
#include "../text/graphs_spread.h"
#include "check.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ops/ops.h"
#ifdef TENON_LLVM
#include "../text/native_run.h"
#endif

enum { STEPS = 1 << 20, HEAP_MAX = 256 << 20, WHAT_MAX = 2000 };

struct MutantRuns {
    Progress *progress;
    size_t live;
    Ctx ctx;
    OpTable ops;
    Arena table;
    char folder[64];
    unsigned batches;
    char what[WHAT_MAX];
};

/* One mutant's. */
typedef struct {
    CBatch c;
    IrModule *m, *after;
    IrFunction *fn;
    Value **args;
    uint32_t n;
    Reference reference;
} Subject;

static void *resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    size_t *live = user;
    if (*live - old_size + new_size > HEAP_MAX) return NULL;
    *live += new_size - old_size;
    if (new_size) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

MutantRuns *mutant_runs_new(Progress *progress) {
    MutantRuns *self = calloc(1, sizeof *self);
    if (!self) abort();
    self->progress = progress;
    ctx_init(&self->ctx, (Allocator){.resize = resize, .user = &self->live}, io_libc());
    self->ctx.limits.steps = STEPS;
    self->ctx.limits.const_bytes = 1 << 20;
    self->ctx.limits.folded_bytes = 1 << 20;
    arena_init(&self->table, &self->ctx);
    ops_table_init(&self->ops, &self->table);
    snprintf(self->folder, sizeof self->folder, "/tmp/tenon-mutants-XXXXXX");
    if (!mkdtemp(self->folder)) abort();
    return self;
}

void mutant_runs_free(MutantRuns *self) {
    char command[128];
    arena_fini(&self->table);
    ctx_fini(&self->ctx);
    snprintf(command, sizeof command, "rm -r %s", self->folder);
    if (system(command) != 0) printf("%s is left\n", self->folder);
    free(self);
}

static IrModule *parse(MutantRuns *self, Str text) {
    diag_begin(&self->ctx);
    ctx_restart(&self->ctx);
    return ir_text_parse(&self->ctx, &self->ops, NULL, text);
}

static void stage(MutantRuns *self, const char *name) {
    snprintf(self->progress->stage, sizeof self->progress->stage, "%s", name);
}

/* Of the last call. "is not known": there is no such form in C, or of machine code. */
static const char *first_report(MutantRuns *self, Arena *arena) {
    StrBuf out;
    strbuf_init(&out, arena);
    if (self->ctx.diags->diags.len) diag_print(&self->ctx.diags->diags.at[0], &out);
    return strbuf_cstr(&out);
}

static const char *evaluate(MutantRuns *self, Subject *s, Str optimized) {
    Tensors have = {.at = NULL};
    Arena compiled;
    stage(self, "evaluator");
    s->after = parse(self, optimized);
    IrFunction *fn = s->after ? choose_function(s->after) : NULL;
    if (!fn || fn->params.len != s->n) return "-O2 lost the function";
    if (!s->reference.result) return NULL;
    arena_init(&compiled, &self->ctx);
    ctx_restart(&self->ctx);
    Evaluator *e = eval_new(s->after, &compiled);
    const Value *result = eval_function(e, fn, s->args, s->n, &s->c.list);
    eval_end(e);
    arena_fini(&compiled);
    if (!result) {
        return s->reference.rewritten.open
                   ? NULL
                   : arena_printf(&s->c.arena, "after -O2 it no longer runs: %s",
                                  first_report(self, &s->c.arena));
    }
    flatten_value(&s->c.list, &s->c.arena, result, &have);
    self->progress->counts[COUNT_COMPARED]++;
    return reference_differs(&s->reference, &s->reference.rewritten, &have, 0, &s->c.arena);
}

#ifdef TENON_LLVM
static const char *run_native(MutantRuns *self, Subject *s) {
    Native native;
    const NativeOptions options = {.function = s->fn->global, .threads = 2};
    Tensors inputs = {.at = NULL}, have = {.at = NULL};
    bool fails;
    stage(self, "llvm");
    diag_begin(&self->ctx);
    ctx_restart(&self->ctx);
    if (!native_compile(&native, s->m, &options))
        return diag_errors(&self->ctx) ? NULL : "not compiled, and no error";
    self->progress->counts[COUNT_LLVM]++;
    for (uint32_t i = 0; i < s->n; i++) flatten_value(&s->c.list, &s->c.arena, s->args[i], &inputs);
    const char *what = native_run(&native, &inputs, &s->c.list, &s->c.arena, &have, &fails);
    native_free(&native);
    const Spread *spread = &s->reference.rewritten;
    if (what) return fails && (spread->open || !s->reference.result) ? NULL : what;
    /* What nothing uses may fail in the evaluator alone. */
    if (!s->reference.result) return NULL;
    return reference_differs(&s->reference, spread, &have, 4e-6, &s->c.arena);
}
#endif

static void note_what(void *user, const CBatchEntry *e, const char *what) {
    MutantRuns *self = user;
    (void)e;
    if (what) snprintf(self->what, sizeof self->what, "%.1900s", what);
}

static const char *run_c(MutantRuns *self, Subject *s, Str text) {
    const CBatchEntry e = {.file = "c", .title = "", .text = text.ptr};
    stage(self, "c");
    if (!s->reference.result) return NULL;
    diag_begin(&self->ctx);
    ctx_restart(&self->ctx);
    if (!c_batch_add(&s->c, &e, s->m, s->fn, s->args, s->n, s->reference.result))
        return diag_errors(&self->ctx) ? NULL : "no form in C, and no error";
    self->what[0] = 0;
    c_batch_run(&s->c, note_what, self);
    self->progress->counts[COUNT_C]++;
    return self->what[0] ? self->what : NULL;
}

static const char *try_subject(MutantRuns *self, Subject *s, Str text, Str optimized, uint64_t seed,
                               bool llvm, bool c) {
    stage(self, "evaluator");
    s->m = parse(self, text);
    s->fn = s->m ? choose_function(s->m) : NULL;
    if (!s->fn) return NULL;
    s->n = (uint32_t)s->fn->params.len;
    s->args = ARENA_ARRAY(&s->c.arena, Value *, s->n + 1u);
    if (!draw_graph_inputs(s->fn, seed, s->args, &s->c.list, &s->c.arena))
        return diag_errors(&self->ctx) ? NULL : "no inputs, and no error";
    reference_run(&s->reference, s->fn, s->args, s->n, seed, &s->c.list, &s->c.arena);
    self->progress->counts[COUNT_EVALUATED]++;
    const char *what = evaluate(self, s, optimized);
#ifdef TENON_LLVM
    if (!what && llvm) what = run_native(self, s);
#else
    (void)llvm;
#endif
    if (!what && c) what = run_c(self, s, text);
    return what;
}

const char *mutant_runs_try(MutantRuns *self, Str text, Str optimized, uint64_t seed, bool llvm,
                            bool c) {
    Subject s = {.c = {.ctx = &self->ctx, .folder = self->folder, .batches = self->batches++}};
    const char *volatile what = NULL;
    Boundary boundary;
    CTX_ENTER(&self->ctx, &boundary) {
        c_batch_begin(&s.c);
        what = try_subject(self, &s, text, optimized, seed, llvm, c);
        if (what && what != self->what) snprintf(self->what, sizeof self->what, "%.1900s", what);
        if (s.m) ir_module_free(s.m);
        if (s.after) ir_module_free(s.after);
        c_batch_end(&s.c);
    }
    const Status status = ctx_leave(&self->ctx, &boundary);
    if (status == STATUS_MEMORY) return "out of memory";
    /* The evaluator computes collectives as if all ranks had the same; compiled code does not. */
    const bool is_wrong =
        what && status == STATUS_OK && !case_lacks_ranks(text.ptr, text.len, self->what);
    return is_wrong ? self->what : NULL;
}
