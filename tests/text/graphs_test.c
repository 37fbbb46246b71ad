/* SPDX-License-Identifier: Apache-2.0 */
/* Drawn modules (graphs_draw.h), each of which computes the same in every way that there is:
 *     tenon-test graphs [--n COUNT] [--seed FIRST] [--seeds N,N,...] [--ways A,B] [--every N]
 * [--reasons] [--whole] [--print]
 *
 * A way is a list of passes and what runs the module that comes out: the table below. What the
 * evaluator computes with the module as it is drawn is the reference, with tolerances of its own
 * for each element (graphs_spread.h). C gives the bits of the evaluator on the module that it was
 * made of, LLVM what the reference allows;
 * --every: what is compiled, of each N-th module only, as compilers take their time. A module that
 * differs is made small; --whole shows it as it was. --print writes the modules, --reasons why ways
 * refuse some. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <tenon/tenon.h>

#include "drivers.h"
#include "base/diag.h"
#include "c_batch.h"
#include "eval/eval.h"
#include "graphs_draw.h"
#include "graphs_spread.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"
#include "passes/manager.h"
#include "passes/reduce.h"
#ifdef TENON_LLVM
#include "native_run.h"
#endif

/* What a batch holds counts in the limit of memory. */
enum { BATCH = 20, ITEMS = 16, SHOWN = 20, STEPS = 1 << 26 };

typedef enum { RUN_EVAL, RUN_C, RUN_LLVM } Runner;

typedef struct {
    const char *name;
    unsigned level;           /* whose passes are run, then: */
    const char *items[ITEMS]; /* ended by NULL */
    Runner runner;
    bool exact;             /* the passes keep every bit */
    bool optimized, strict; /* of RUN_LLVM: NativeOptions */
} Way;

static const Way ways[] = {
    {.name = "c", .runner = RUN_C, .exact = true},
    {.name = "O2", .level = 2},
    {.name = "O2+c", .level = 2, .runner = RUN_C},
#ifdef TENON_LLVM
    {.name = "llvm", .runner = RUN_LLVM},
    {.name = "native", .runner = RUN_LLVM, .optimized = true},
    {.name = "strict", .runner = RUN_LLVM, .strict = true},
#endif
    {.name = "layout", .items = {"AssignLayout"}},
    {.name = "O2+layout+c", .level = 2, .items = {"AssignLayout"}, .runner = RUN_C},
    {.name = "loops", .items = {"LegalizeOps(loops)"}, .exact = true},
};
enum { WAYS = sizeof ways / sizeof *ways };

typedef struct {
    Ctx *ctx;
    TnContext *tn;
    OpTable ops;
    CBatch c;
    bool asked[WAYS], whole, reasons;
    uint64_t seed, every; /* seed: of the module at hand */
    unsigned passed, failed, too_large, fail_in_run, refused, shown, modules;
    size_t bindings, uses[512];
    SpreadCounts elements;
} Test;

/* A module that is read, with its inputs and what it computes with them. */
typedef struct {
    const char *text;
    IrModule *m;
    IrFunction *fn;
    Value **args;
    uint32_t n;
    Reference reference;
} Subject;

static IrModule *parse(Test *t, const char *text) {
    diag_begin(t->ctx);
    ctx_restart(t->ctx);
    return ir_text_parse(t->ctx, &t->ops, NULL, str_c(text));
}

static bool open_subject(Test *t, CBatch *at, const char *text, Subject *s) {
    *s = (Subject){.text = text, .m = parse(t, text)};
    s->fn = s->m ? choose_function(s->m) : NULL;
    if (!s->fn) return false;
    s->n = (uint32_t)s->fn->params.len;
    s->args = ARENA_ARRAY(&at->arena, Value *, s->n + 1u);
    if (!draw_graph_inputs(s->fn, t->seed, s->args, &at->list, &at->arena)) return false;
    reference_run(&s->reference, s->fn, s->args, s->n, t->seed, &at->list, &at->arena);
    return true;
}

/* The module after the way's passes, as text in the arena; NULL: `what` says why not. */
static const char *after_passes(Test *t, const Way *way, const char *text, Arena *arena,
                                const char **what) {
    const char *items[2 * ITEMS];
    size_t n = 0;
    TnModule *m = NULL;
    TnText out;
    const char *changed = NULL;
    while (way->level && (items[n] = tn_pass_of_level(way->level, n))) n++;
    for (size_t i = 0; way->items[i]; i++) items[n++] = way->items[i];
    if (!n) return text;
    const TnPassOptions options = {TN_SIZED(TnPassOptions), .verify_each = 1};
    TnDiag d;
    *what = NULL;
    if (tn_module_parse(t->tn, "graph", text, strlen(text), &m) != TN_OK)
        *what = "it does not parse";
    else if (tn_module_run_passes(m, items, n, &options) != TN_OK)
        *what = "the passes refuse it";
    if (*what && tn_diag_get(t->tn, 0, &d) == TN_OK)
        *what = arena_printf(arena, "%s: %s", *what, d.text);
    if (!*what && tn_module_print(m, &out) == TN_OK) {
        changed = arena_strdup(arena, (Str){out.ptr, out.len});
        tn_text_free(&out);
    }
    tn_module_free(m);
    return changed;
}

/* Is it only that the operator has no such form, or the backend no such number? */
static bool is_refusal(Test *t, const char *what) {
    if (!strstr(what, "is not known") && !strstr(what, "a number of a half type")) return false;
    if (t->reasons) printf("seed %llu: refused: %s\n", (unsigned long long)t->seed, what);
    t->refused++;
    return true;
}

static const char *first_report(Test *t, Arena *arena) {
    StrBuf out;
    strbuf_init(&out, arena);
    if (t->ctx->diags->diags.len) diag_print(&t->ctx->diags->diags.at[0], &out);
    return strbuf_cstr(&out);
}

#ifdef TENON_LLVM
/* Compiled by LLVM, run, and compared with the reference. */
static const char *try_native(Test *t, CBatch *at, const Way *way, const Subject *s, IrModule *m,
                              const IrFunction *fn) {
    Native native;
    const NativeOptions options = {
        .function = fn->global, .plain = !way->optimized, .strict = way->strict, .threads = 2};
    Tensors inputs = {.at = NULL}, have = {.at = NULL};
    bool fails;
    ctx_restart(t->ctx);
    if (!native_compile(&native, m, &options)) {
        const char *why = first_report(t, &at->arena);
        return is_refusal(t, why) ? NULL : why;
    }
    for (uint32_t i = 0; i < s->n; i++) flatten_value(&at->list, &at->arena, s->args[i], &inputs);
    const char *what = native_run(&native, &inputs, &at->list, &at->arena, &have, &fails);
    native_free(&native);
    const Spread *spread =
        way->level || way->optimized ? &s->reference.rewritten : &s->reference.kept;
    if (what) return fails && (spread->open || !s->reference.result) ? NULL : what;
    if (!s->reference.result) return "it does not fail";
    const double floor = way->strict ? 0 : 4e-6;
    return reference_differs(&s->reference, spread, &have, floor, &at->arena);
}
#endif

/* By the evaluator against the reference, then added to the batch if it is for C. NULL: nothing is
 * wrong. */
static const char *try_way(Test *t, CBatch *at, const Way *way, const Subject *s) {
    const char *what = NULL, *text = after_passes(t, way, s->text, &at->arena, &what);
    if (!text) return is_refusal(t, what) ? NULL : what;
    IrModule *m = text == s->text ? s->m : parse(t, text);
    IrFunction *fn = m ? choose_function(m) : NULL;
    const Value *result = s->reference.result;
    if (!fn || fn->params.len != s->n) {
        what = "what comes out has no such function";
    } else if (m != s->m && result) {
        Tensors have = {.at = NULL};
        Arena compiled;
        arena_init(&compiled, t->ctx);
        ctx_restart(t->ctx);
        Evaluator *e = eval_new(m, &compiled);
        result = eval_function(e, fn, s->args, s->n, &at->list);
        eval_end(e);
        arena_fini(&compiled);
        if (result) flatten_value(&at->list, &at->arena, result, &have);
        const Spread *spread = way->level ? &s->reference.rewritten : &s->reference.kept;
        what = result ? reference_differs(&s->reference, spread, &have, 0, &at->arena)
                      : "it no longer runs";
        for (size_t i = 0; !what && way->exact && i < have.len; i++) {
            if (!tensor_equal(s->reference.outputs.at[i], have.at[i])) what = "other bits";
        }
    }
    if (!what && way->runner == RUN_C) {
        const CBatchEntry e = {
            .file = way->name, .line = (unsigned)t->seed, .title = "", .text = s->text};
        if (!c_batch_add(at, &e, m, fn, s->args, s->n, result)) {
            const char *why = first_report(t, &at->arena);
            if (!is_refusal(t, why)) what = why;
        }
    }
#ifdef TENON_LLVM
    if (!what && way->runner == RUN_LLVM) what = try_native(t, at, way, s, m, fn);
#endif
    if (m != s->m) ir_module_free(m);
    return what;
}

/* Making small */

typedef struct {
    Test *t;
    const Way *way;
    const char *what; /* of the last that differs */
} Small;

static void note_what(void *user, const CBatchEntry *e, const char *what) {
    Small *self = user;
    (void)e;
    if (what) self->what = arena_strdup(&self->t->c.arena, str_c(what));
}

static bool differs(void *user, Str text) {
    Small *self = user;
    Test *t = self->t;
    CBatch one = {.ctx = t->ctx, .folder = t->c.folder, .batches = 1000000};
    Subject s;
    const char *before = self->what;
    self->what = NULL;
    c_batch_begin(&one);
    if (open_subject(t, &one, arena_strdup(&one.arena, text), &s)) {
        note_what(self, NULL, try_way(t, &one, self->way, &s));
        if (!self->what) c_batch_run(&one, note_what, self);
    }
    if (s.m) ir_module_free(s.m);
    c_batch_end(&one);
    const bool is = self->what != NULL;
    if (!is) self->what = before;
    return is;
}

static void report(Test *t, const Way *way, const char *text, const char *what) {
    t->failed++;
    printf("seed %llu, %s: FAILED: %s\n", (unsigned long long)t->seed, way->name, what);
    printf("again: tenon-test graphs --n 1 --seed %llu --ways %s\n", (unsigned long long)t->seed,
           way->name);
    if (t->shown++ >= SHOWN) return;
    StrBuf out;
    Small small = {.t = t, .way = way};
    strbuf_init(&out, &t->c.arena);
    IrModule *m = t->whole ? NULL : parse(t, text);
    if (m && reduce_module(m, differs, &small, &out)) {
        printf("%s\n%.*s\n", small.what, (int)out.text.len, out.text.at);
    } else {
        printf("%s\n", text);
    }
    if (m) ir_module_free(m);
    fflush(stdout);
}

static void judge(void *user, const CBatchEntry *e, const char *what) {
    Test *t = user;
    size_t k = 0;
    while (ways[k].name != e->file) k++;
    t->seed = e->line;
    if (what)
        report(t, &ways[k], e->text, what);
    else
        t->passed++;
}

static void count_uses(Test *t, const IrModule *m) {
    for (size_t g = 0; g < m->globals.len; g++) {
        const IrFunction *fn = m->globals.at[g]->function;
        for (const IrBinding *b = fn && fn->body ? fn->body->first : NULL; b; b = b->next) {
            t->bindings++;
            for (size_t i = 0; b->kind == IR_BIND_CALL && i < t->ops.n; i++)
                t->uses[i] += t->ops.ops[i] == b->op;
        }
    }
}

/* As text, in the arena; NULL after a report. Calls that nothing uses may fail in a run, and C does
 * not make them. */
static const char *draw(Test *t, Arena *arena) {
    const Pass *dead = pass_find((Str){"DeadCodeElimination", 19});
    PassRun run = {.holds = 0};
    StrBuf text;
    strbuf_init(&text, arena);
    diag_begin(t->ctx);
    ctx_restart(t->ctx);
    IrModule *m = ir_module_new(t->ctx, &t->ops);
    const bool ok =
        draw_graph(m, t->seed) && ir_verify(m, IR_PROP_ALL) && pass_run_list(m, &dead, 1, &run);
    if (ok) ir_text_print(m, &text);
    if (ok) count_uses(t, m);
    ir_module_free(m);
    return ok ? strbuf_cstr(&text) : NULL;
}

static void print_diags(Test *t) {
    StrBuf out;
    strbuf_init(&out, &t->c.arena);
    for (size_t i = 0; i < t->ctx->diags->diags.len; i++)
        diag_print(&t->ctx->diags->diags.at[i], &out);
    printf("seed %llu: FAILED: %s\n", (unsigned long long)t->seed, strbuf_cstr(&out));
    t->failed++;
}

static void try_seed(Test *t, bool print) {
    const char *text = draw(t, &t->c.arena);
    Subject s = {.m = NULL};
    if (text && print) printf("# seed %llu\n%s\n", (unsigned long long)t->seed, text);
    if (!text || !open_subject(t, &t->c, text, &s)) {
        print_diags(t);
    } else {
        t->modules++;
        t->fail_in_run += !s.reference.result;
        reference_count(&s.reference, &t->elements);
        for (size_t i = 0; i < WAYS; i++) {
            if (!t->asked[i] || (ways[i].runner != RUN_EVAL && t->seed % t->every != 0)) continue;
            const size_t waiting = t->c.entries.len;
            const char *what = try_way(t, &t->c, &ways[i], &s);
            if (what)
                report(t, &ways[i], text, what);
            else
                t->passed += t->c.entries.len == waiting;
        }
    }
    if (s.m) ir_module_free(s.m);
}

static void finish_batch(Test *t) {
    Boundary boundary;
    CTX_ENTER(t->ctx, &boundary) { c_batch_run(&t->c, judge, t); }
    if (ctx_leave(t->ctx, &boundary) != STATUS_OK) t->failed++;
    c_batch_end(&t->c);
}

static void try_seeds(Test *t, uint64_t first, uint64_t n, bool print) {
    c_batch_begin(&t->c);
    for (uint64_t i = 0; i < n; i++) {
        Boundary boundary;
        t->seed = first + i;
        CTX_ENTER(t->ctx, &boundary) { try_seed(t, print); }
        if (ctx_leave(t->ctx, &boundary) != STATUS_OK) t->too_large++;
        if (t->c.entries.len < BATCH && i % BATCH != BATCH - 1) continue;
        finish_batch(t);
        c_batch_begin(&t->c);
    }
    finish_batch(t);
}

static void try_list(Test *t, const char *seeds, bool print) {
    char *end;
    for (const char *at = seeds; *at; at = *end == ',' ? end + 1 : "") {
        const uint64_t seed = strtoull(at, &end, 10);
        try_seeds(t, seed, 1, print);
    }
}

static bool ask(Test *t, const char *names) {
    size_t known = 0, n = *names ? 1 : 0;
    for (const char *at = names; *at; at++) n += *at == ',';
    for (size_t i = 0; i < WAYS; i++) {
        const size_t len = strlen(ways[i].name);
        t->asked[i] = false;
        for (const char *at = names; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
            if (strncmp(at, ways[i].name, len) == 0 && (!at[len] || at[len] == ','))
                t->asked[i] = true;
        }
        known += t->asked[i];
    }
    return known == n;
}

static void print_counts(const Test *t) {
    unsigned never = 0;
    for (size_t i = 0; i < t->ops.n; i++) {
        if (!graph_has(t->ops.ops[i]) || t->uses[i]) continue;
        if (t->modules >= 1000) printf("R.%s is in no graph\n", t->ops.ops[i]->name);
        never++;
    }
    printf("%u modules, %zu bindings, %u operators in none; %u too large, %u fail in the run, %u "
           "refused\n",
           t->modules, t->bindings, never, t->too_large, t->fail_in_run, t->refused);
    printf("elements: %zu exact, %zu near, %zu open; %zu NaN\n", t->elements.exact,
           t->elements.near, t->elements.open, t->elements.nans);
}

int test_graphs(int argc, char **argv) {
    static Test t;
    Ctx ctx;
    char folder[] = "/tmp/tenon-graphs-XXXXXX";
    uint64_t first = 1, n = 100;
    const char *seeds = NULL; /* these alone */
    bool print = false;
    t.every = 1;
    for (size_t i = 0; i < WAYS; i++) t.asked[i] = true;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--whole") == 0)
            t.whole = true;
        else if (strcmp(argv[i], "--print") == 0)
            print = true;
        else if (strcmp(argv[i], "--reasons") == 0)
            t.reasons = true;
        else if (strcmp(argv[i], "--every") == 0 && atoi(value) > 0)
            t.every = strtoull(value, NULL, 10), i++;
        else if (strcmp(argv[i], "--n") == 0)
            n = strtoull(value, NULL, 10), i++;
        else if (strcmp(argv[i], "--seed") == 0)
            first = strtoull(value, NULL, 10), i++;
        else if (strcmp(argv[i], "--seeds") == 0)
            seeds = value, i++;
        else if (strcmp(argv[i], "--ways") == 0 && ask(&t, value))
            i++;
        else
            return fprintf(stderr, "graphs_test: what is %s %s?\n", argv[i], value), 1;
    }
    setenv("TENON_CACHE", "", 1);
    ctx_init(&ctx, allocator_libc(), io_libc());
    ctx.limits.steps = STEPS;
    t.ctx = &ctx;
    t.c = (CBatch){.ctx = &ctx, .folder = mkdtemp(folder)};
    if (tn_context_new(NULL, &t.tn) != TN_OK) return 1;
    Arena table;
    arena_init(&table, &ctx);
    ops_table_init(&t.ops, &table);
    if (seeds)
        try_list(&t, seeds, print);
    else
        try_seeds(&t, first, n, print);
    arena_fini(&table);
    print_counts(&t);
    if (t.too_large > t.modules) {
        printf("FAILED: most modules were too large\n");
        t.failed++;
    }
    tn_context_free(t.tn);
    ctx_fini(&ctx);
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    if (!getenv("KEEP") && system(command) != 0) t.failed++;
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
