/* SPDX-License-Identifier: Apache-2.0 */
/* Modules compiled to C against the evaluator, to the bit:
 *     tenon-test backend [--least COUNT] [--reasons] [--random FIRST COUNT]
 *                        [--sampled FIRST COUNT] FILE.test ...
 *
 * Every module of the text tests that the evaluator can be asked to run, and modules drawn from
 * seeds as pass_test draws them, go through c_compile on inputs that are drawn. Some hundred a C
 * file are compiled without a warning by $CC (cc) with $C_FLAGS, loaded, and run. Where the
 * evaluator fails, C must return an error. --least: how many modules must have been compared;
 * --reasons prints why others have no form in C. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "drivers.h"
#include "base/diag.h"
#include "c_batch.h"
#include "case_source.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"
#include "passes/manager.h"

enum { BATCH = 250 };

typedef struct {
    Ctx *ctx;
    OpTable ops;
    const char *file;
    Case at;
    CBatch c;
    unsigned passed, failed, refused, of_ranks, errors, modules, too_large;
    bool reasons;
} Test;

static void note_refusal(Test *t) {
    t->refused++;
    for (size_t i = 0; t->reasons && i < t->ctx->diags->diags.len; i++) {
        const Diag *d = &t->ctx->diags->diags.at[i];
        printf("%s:%u: refused: %s: %s\n", t->file, t->at.line, d->message,
               d->found ? d->found : "");
    }
}

static void add_module(Test *t, IrModule *m) {
    IrFunction *fn = choose_function(m);
    Arena *arena = &t->c.arena;
    if (!fn) return;
    const size_t n = fn->params.len;
    Value **args = ARENA_ARRAY(arena, Value *, n + 1);
    DrawNames defaulted = {.at = NULL};
    if (!draw_inputs(fn, (DrawBy){.seed = 0}, args, &t->c.list, arena, &defaulted)) return;
    const CBatchEntry e = {.file = t->file,
                           .line = t->at.line,
                           .title = arena_strdup(arena, t->at.title),
                           .text = arena_strdup(arena, t->at.input)};
    diag_begin(t->ctx);
    Evaluator *evaluator = eval_new(m, arena);
    Value *result = eval_function(evaluator, fn, args, (uint32_t)n, &t->c.list);
    eval_end(evaluator);
    diag_begin(t->ctx);
    t->modules++;
    if (!c_batch_add(&t->c, &e, m, fn, args, (uint32_t)n, result)) {
        note_refusal(t);
        return;
    }
    t->errors += !result;
}

static void judge(void *user, const CBatchEntry *e, const char *what) {
    Test *t = user;
    if (case_lacks_ranks(e->text, strlen(e->text), what)) {
        t->of_ranks++;
        return;
    }
    if (what) printf("%s:%u: FAILED: %s: %s\n%s\n", e->file, e->line, e->title, what, e->text);
    *(what ? &t->failed : &t->passed) += 1;
}

static void try_module(Test *t) {
    diag_begin(t->ctx);
    ctx_restart(t->ctx);
    IrModule *m = ir_text_parse(t->ctx, &t->ops, NULL, t->at.input);
    if (!m) return;
    /* Calls that nothing uses may fail in a run, and C does not make them. */
    const Pass *dead = pass_find((Str){"DeadCodeElimination", 19});
    PassRun run = {.holds = 0};
    if (ir_verify(m, IR_PROP_ALL) && pass_run_list(m, &dead, 1, &run)) add_module(t, m);
    ir_module_free(m);
}

static void try_case(void *user, const char *file, Case at) {
    Test *t = user;
    t->file = file;
    t->at = at;
    Boundary boundary;
    CTX_ENTER(t->ctx, &boundary) { try_module(t); }
    if (ctx_leave(t->ctx, &boundary) != STATUS_OK) t->too_large++; /* for the evaluator */
    if (t->c.entries.len < BATCH) return;
    c_batch_run(&t->c, judge, t);
    c_batch_end(&t->c);
    c_batch_begin(&t->c);
}

int test_backend(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    static Test t;
    char folder[] = "/tmp/tenon-backend-XXXXXX";
    t.ctx = &ctx;
    t.c = (CBatch){.ctx = &ctx, .folder = mkdtemp(folder)};
    volatile unsigned least = 0;
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        c_batch_begin(&t.c);
        for (int i = 1; i < argc; i++) {
            const bool sampled = strcmp(argv[i], "--sampled") == 0;
            if (strcmp(argv[i], "--reasons") == 0) {
                t.reasons = true;
            } else if (strcmp(argv[i], "--least") == 0 && i + 1 < argc) {
                least = (unsigned)atoi(argv[++i]);
            } else if ((sampled || strcmp(argv[i], "--random") == 0) && i + 2 < argc) {
                const CaseSeeds seeds = {(unsigned)atoi(argv[i + 1]), (unsigned)atoi(argv[i + 2]),
                                         sampled};
                cases_of_seeds(&ctx, &t.ops, seeds, try_case, &t);
                i += 2;
            } else {
                t.failed += !cases_of_file(&ctx, argv[i], try_case, &t);
            }
        }
        c_batch_run(&t.c, judge, &t);
        c_batch_end(&t.c);
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) {
        printf("thrown\n");
        t.failed++;
    }
    ctx_fini(&ctx);
    if (!getenv("KEEP")) {
        char command[128];
        snprintf(command, sizeof command, "rm -r %s", folder);
        if (system(command) != 0) t.failed++;
    }
    printf("%u modules in %u C files, %u of them fail in the run, %u of several ranks, "
           "%u refused, %u too large to run\n",
           t.modules - t.refused, t.c.batches, t.errors, t.of_ranks, t.refused, t.too_large);
    if (t.passed < least) {
        printf("at least %u should have been compared\n", least);
        t.failed++;
    }
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
