/* SPDX-License-Identifier: Apache-2.0 */
/* A mutant is read, or refused with errors that have a text; what is read verifies, prints and
 * reads back, is optimized with a verifier behind each pass, is written as ONNX and text, and reads
 * back from these; then it runs (runs.c). Limits are small, so that one that asks for much is
 * refused soon; memory beyond them is a finding. */
#include "check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { HEAP_MAX = 192 << 20, PEAK_MAX = 96 << 20, WHAT_MAX = 6000 };

typedef struct {
    size_t live, peak;
} Heap;

typedef struct {
    const char *data;
    size_t size;
} Bytes;

struct Checker {
    Progress *progress;
    Every every;
    Heap heap;
    TnContext *ctx;
    Bytes in;  /* what the context reads */
    char *out; /* what it writes */
    size_t out_len, out_cap;
    MutantRuns *runs;
    char what[WHAT_MAX];
};

static void *resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    Heap *heap = user;
    if (heap->live - old_size + new_size > HEAP_MAX) return NULL;
    heap->live += new_size - old_size;
    if (heap->live > heap->peak) heap->peak = heap->live;
    if (new_size) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

static int memory_read(void *user, const char *path, size_t limit, const char **data,
                       size_t *size) {
    const Checker *self = user;
    if (strcmp(path, "mutant.onnx") != 0 && strcmp(path, "mutant.py") != 0) return ENOENT;
    if (self->in.size > limit) return EFBIG;
    *data = self->in.data;
    *size = self->in.size;
    return 0;
}
static void memory_release(void *user, const char *data, size_t size) {
    (void)user, (void)data, (void)size;
}
static int memory_write(void *user, const char *path, const char *data, size_t size) {
    Checker *self = user;
    (void)path;
    if (self->out_cap < size) {
        self->out_cap = 2 * size;
        self->out = realloc(self->out, self->out_cap);
        if (!self->out) abort();
    }
    if (size) memcpy(self->out, data, size);
    self->out_len = size;
    return 0;
}

Checker *checker_new(Progress *progress, Every every) {
    Checker *self = calloc(1, sizeof *self);
    if (!self) abort();
    self->progress = progress;
    self->every = every;
    const TnAllocator allocator = {.resize = resize, .user = &self->heap};
    const TnIo io = {
        .read = memory_read, .release = memory_release, .write = memory_write, .user = self};
    const TnOptions options = {TN_SIZED(TnOptions), .allocator = &allocator, .io = &io,
                               .limits = {.const_bytes = 1 << 20,
                                          .input_bytes = 1 << 20,
                                          .bindings = 20000,
                                          .depth = 100,
                                          .folded_bytes = 1 << 20,
                                          .folded_steps = 1 << 18,
                                          .steps = 1 << 21}};
    if (tn_context_new(&options, &self->ctx) != TN_OK) abort();
    return self;
}

bool checker_free(Checker *self) {
    if (self->runs) mutant_runs_free(self->runs);
    tn_context_free(self->ctx);
    const size_t left = self->heap.live;
    if (left) printf("FAILED: %zu bytes are left\n", left);
    free(self->out);
    free(self);
    return left == 0;
}

static void stage(Checker *self, const char *name) {
    snprintf(self->progress->stage, sizeof self->progress->stage, "%s", name);
}

static const char *wrong(Checker *self, const char *what, const char *detail) {
    snprintf(self->what, sizeof self->what, "%s: %s%s%.5000s", self->progress->stage, what,
             *detail ? ": " : "", detail);
    return self->what;
}

/* Of a call that failed: it ended as a mutant's may, with errors that have a text and, of a model,
 * a source. */
static const char *refused(Checker *self, TnStatus status) {
    TnDiag d;
    if (status != TN_E_INVALID && status != TN_E_LIMIT)
        return wrong(self, "a status", tn_status_text(status));
    if (tn_diag_get(self->ctx, 0, &d) != TN_OK)
        return wrong(self, "no error", tn_status_text(status));
    for (size_t i = 0; tn_diag_get(self->ctx, i, &d) == TN_OK; i++) {
        if (!d.message || !*d.message) return wrong(self, "an error without a text", "");
        if (strlen(d.text) > 20000) return wrong(self, "an error of great length", d.text);
        for (const unsigned char *c = (const unsigned char *)d.text; *c; c++) {
            if ((*c < 32 && *c != '\n' && *c != '\t') || *c == 127)
                return wrong(self, "a control character in an error", d.text);
        }
    }
    return NULL;
}

static const char *first_error(Checker *self) {
    TnDiag d;
    return tn_diag_get(self->ctx, 0, &d) == TN_OK ? d.text : "";
}

/* m's text reads back as an equal module that prints the same. The caller frees *text. */
static const char *check_text(Checker *self, TnModule *m, TnText *text) {
    TnModule *back = NULL;
    TnText again = {.ptr = NULL}, why = {.ptr = NULL};
    const char *what = NULL;
    TnStatus status = tn_module_print(m, text);
    if (status != TN_OK) return refused(self, status);
    status = tn_module_parse(self->ctx, "printed", text->ptr, text->len, &back);
    if (status == TN_E_LIMIT) return NULL;
    if (status != TN_OK) return wrong(self, "what was printed is refused", first_error(self));
    status = tn_module_equal(m, back, &why);
    if (status == TN_E_DIFFER)
        what = wrong(self, "what was printed is another module", why.ptr ? why.ptr : "");
    else if (status != TN_OK)
        what = refused(self, status);
    if (!what && tn_module_print(back, &again) == TN_OK &&
        (again.len != text->len || memcmp(again.ptr, text->ptr, text->len) != 0))
        what = wrong(self, "two prints differ", again.ptr);
    tn_text_free(&again);
    tn_text_free(&why);
    tn_module_free(back);
    return what;
}

/* A module that fails in every run, or in all that take one of its branches, may become a model
 * that is wrong: a format without casts has less precise types, or values in the place of types.
 * So some conditions are drawn. */
static bool fails(TnModule *m) {
    enum { RUNS = 32 };
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        const TnRunOptions options = {TN_SIZED(TnRunOptions), .seed = seed};
        TnRun *run = NULL;
        const TnStatus status = tn_run(m, &options, &run);
        tn_run_free(run);
        if (status != TN_OK) return true;
    }
    return false;
}

static const char *check_written(Checker *self, TnModule *m) {
    TnModule *back = NULL;
    stage(self, "write");
    TnStatus status = tn_module_write(m, "out.onnx");
    if (status == TN_E_USAGE && tn_diag_count(self->ctx) == 0)
        return NULL; /* there is no such function */
    if (status != TN_OK) return refused(self, status);
    stage(self, "read back");
    self->in = (Bytes){self->out, self->out_len};
    status = tn_module_read(self->ctx, "mutant.onnx", &back);
    if (status == TN_E_INVALID) {
        char error[1000];
        snprintf(error, sizeof error, "%s", first_error(self));
        if (strstr(error, "is not supported"))
            return NULL; /* the reader lacks some forms that are right */
        if (fails(m)) return NULL;
        return wrong(self, "what was written is refused", error);
    }
    self->progress->counts[COUNT_WRITTEN] += status == TN_OK;
    tn_module_free(back);
    return NULL;
}

static bool is_due(uint64_t seed, uint64_t every) { return every && mutant_mix(seed) % every == 0; }

static const char *check_module(Checker *self, TnModule *m, uint64_t seed) {
    TnText text = {.ptr = NULL}, optimized = {.ptr = NULL};
    static const char *items[64];
    size_t n = 0;
    while (n < 63 && (items[n] = tn_pass_of_level(2, n))) n++;
    stage(self, "print");
    const char *what = check_text(self, m, &text);
    stage(self, "-O2");
    if (!what && text.ptr) {
        const TnPassOptions options = {TN_SIZED(TnPassOptions), .verify_each = 1};
        const TnStatus status = tn_module_run_passes(m, items, n, &options);
        if (status != TN_OK)
            what = refused(self, status);
        else if (tn_module_verify(m) != TN_OK)
            what = wrong(self, "it does not verify", first_error(self));
        if (status == TN_OK && !what) {
            self->progress->counts[COUNT_OPTIMIZED]++;
            stage(self, "print -O2");
            what = check_text(self, m, &optimized);
            if (!what) what = check_written(self, m);
        }
    }
    if (!what && optimized.ptr && is_due(seed, self->every.eval)) {
        if (!self->runs) self->runs = mutant_runs_new(self->progress);
        what = mutant_runs_try(self->runs, (Str){text.ptr, text.len},
                               (Str){optimized.ptr, optimized.len}, seed,
                               is_due(seed, self->every.llvm), is_due(seed, self->every.c));
        if (what) what = wrong(self, what, "");
    }
    tn_text_free(&text);
    tn_text_free(&optimized);
    return what;
}

static const char *check_rules(Checker *self, Str text, uint64_t seed) {
    TnRules *rules = NULL;
    const char *what = NULL;
    stage(self, "rules");
    const TnStatus status = tn_rules_parse(self->ctx, "mutant.py", text.ptr, text.len, &rules);
    if (status != TN_OK) return refused(self, status);
    self->progress->counts[COUNT_READ]++;
    stage(self, "rules test");
    for (size_t i = 0; i < tn_rules_count(rules) && i < 4 && !what; i++) {
        TnRuleTest test;
        TnText why = {.ptr = NULL};
        const TnStatus tested = tn_rules_test(rules, i, seed, 1, &test, &why);
        if (tested == TN_OK)
            self->progress->counts[COUNT_OPTIMIZED] += test.applied != 0;
        else if (tested != TN_E_DIFFER)
            what = refused(self, tested);
        tn_text_free(&why);
    }
    tn_rules_free(rules);
    return what;
}

const char *checker_try(Checker *self, MutantKind kind, Str bytes, uint64_t seed) {
    TnModule *m = NULL;
    const char *what;
    self->heap.peak = self->heap.live;
    const size_t before = self->heap.live;
    self->progress->counts[COUNT_MADE]++;
    stage(self, "read");
    if (kind == MUTANT_RULES) {
        what = check_rules(self, bytes, seed);
    } else {
        self->in = (Bytes){bytes.ptr, bytes.len};
        const TnStatus status =
            tn_module_read(self->ctx, kind == MUTANT_ONNX ? "mutant.onnx" : "mutant.py", &m);
        what = status != TN_OK ? refused(self, status) : NULL;
        if ((status == TN_OK) != (m != NULL))
            what = wrong(self, "a module and an error, or neither", "");
        if (m) {
            self->progress->counts[COUNT_READ]++;
            what = check_module(self, m, seed);
        }
        tn_module_free(m);
    }
    if (!what && self->heap.peak - before > PEAK_MAX) what = wrong(self, "too much memory", "");
    return what;
}
