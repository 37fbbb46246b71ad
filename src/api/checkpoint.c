/* SPDX-License-Identifier: Apache-2.0 */
/* How many parts of a function are to be computed again so that the adjoint function's plan stays
 * within a number of bytes: the fewest that do. Each try differentiates, optimizes (-O2) and plans
 * a copy of the module. More parts cost no more work than a second forward pass, and the plan falls
 * with them up to about the root of the program's length. */
#include "backend/c/compile.h"
#include "base/diag.h"
#include "api/api.h"
#include "ir/copy.h"
#include "passes/manager.h"

enum { TRIES_IN_VAIN = 4 }; /* beyond the best one */

typedef struct {
    TnModule *m;
    const Pass *gradient;
    Arena arena;
} Fit;

/* The arena of the function that the pass adds; -1: it cannot be planned, which was reported. */
static int64_t planned_bytes(Fit *f, const Pass *const *list, size_t n) {
    IrModule *m = ir_module_copy(f->m->ir);
    Arena arena;
    CModule info;
    const size_t n_before = m->globals.len;
    int64_t bytes = -1;
    arena_init(&arena, m->ctx);
    PassRun run = {.holds = f->m->holds};
    const bool differentiated = pass_run_list(m, list, 1, &run) && m->globals.len > n_before;
    const IrGlobal *adjoint = differentiated ? m->globals.at[n_before] : NULL;
    if (adjoint && pass_run_list(m, list + 1, n - 1, &run)) {
        CFile *file = c_file_new(m->ctx, &arena);
        const CCompileOptions options = {
            .name = "net", .function = adjoint, .holds = run.holds, .is_kept = true};
        if (c_compile(file, m, &options, &info)) {
            const CEntry *e = &info.entries.at[info.entries.len - 1];
            bytes = e->is_static ? e->arena_bytes : -1;
            if (bytes < 0) {
                Diag *d = diag_error(m->ctx, adjoint->function->loc, DIAG_VALUE,
                                     "its memory is not known before it runs");
                diag_expected(m->ctx, d, "extents that are numbers, for a limit of memory");
                diag_help(m->ctx, d, "--dim NAME=N gives a symbolic extent its value");
            }
        }
    }
    arena_fini(&arena);
    ir_module_free(m);
    return bytes;
}

/* The pass, and what -O2 runs after it. */
static const Pass **passes_to_plan(Fit *f, size_t *n) {
    VEC(const Pass *) list = {.at = NULL};
    const char *item;
    vec_push(&f->arena, &list, f->gradient);
    for (size_t i = 0; (item = pass_of_level(2, i)); i++) {
        vec_push(&f->arena, &list,
                 pass_parse(f->m->ir->ctx, f->m->ir->ops, &f->arena, str_c(item)));
    }
    *n = list.len;
    return list.at;
}

static bool too_much(Fit *f, size_t limit, int64_t least, int64_t segments) {
    Ctx *ctx = f->m->ir->ctx;
    const Loc no_place = {.line = 0};
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE, "the gradient takes more memory than it may");
    diag_expected(ctx, d, "%zu bytes or less", limit);
    diag_found(ctx, d, "%lld at the least, computing %lld of %lld parts again", (long long)least,
               (long long)(segments ? segments - 1 : 0), (long long)(segments ? segments : 1));
    return false;
}

bool api_fit_memory(TnModule *m, const Pass *gradient, int64_t *segments, size_t limit,
                    size_t *planned) {
    Fit f = {.m = m, .gradient = gradient};
    size_t n, in_vain = 0;
    int64_t least = INT64_MAX, best = 0;
    bool found = false, ok = true;
    arena_init(&f.arena, m->ir->ctx);
    const Pass **list = passes_to_plan(&f, &n);
    for (int64_t k = 0; ok && !found && in_vain < TRIES_IN_VAIN; k = k < 2 ? 2 : k + 1 + k / 4) {
        *segments = k;
        const int64_t bytes = planned_bytes(&f, list, n);
        ok = bytes >= 0;
        in_vain = bytes < least ? 0 : in_vain + 1;
        if (bytes < least) {
            least = bytes;
            best = k;
        }
        found = ok && (uint64_t)bytes <= limit;
    }
    *segments = best;
    *planned = (size_t)least;
    if (ok && !found) ok = too_much(&f, limit, least, best);
    arena_fini(&f.arena);
    return ok;
}
