/* SPDX-License-Identifier: Apache-2.0 */
/* The pass manager: the transaction, the contracts, the times. */
#include "passes/manager.h"
#include "base/clock.h"

#include "base/diag.h"
#include "base/hard.h"
#include "ir/edit.h"
#include "ir/verify.h"

/* What the contract promises must be so. */
static void check_contract(IrModule *m, const Pass *pass, unsigned holds) {
    const DiagList *list = m->ctx->diags;
    const size_t before = list->diags.len;
    if (ir_verify(m, holds)) return;
    const char *what = before < list->diags.len ? list->diags.at[before].message : "(not kept)";
    BUG("pass %s leaves a module that the verifier refuses: %s", pass->name, what);
}

/* Verifies those of `wanted` that are not known to hold. */
static bool ensure(IrModule *m, unsigned wanted, unsigned *holds) {
    const unsigned unknown = wanted & ~*holds;
    if (unknown && !ir_verify(m, unknown)) return false;
    *holds |= unknown;
    return true;
}

static bool run_one(IrModule *m, const Pass *pass, size_t index, PassRun *run) {
    if (!ensure(m, pass->requires, &run->holds)) return false;
    if (run->before) run->before(run->user, pass, index);
    const size_t errors = diag_errors(m->ctx);
    const double start = clock_now_ms();
    CtxWork work = {.kind = "pass", .name = pass->name};
    ctx_work_begin(m->ctx, &work);
    bool ok = pass->run_with ? pass->run_with(m, pass->values) : pass->run(m);
    ok = ok && pass_weaken_doomed_casts(m);
    ctx_work_end(m->ctx);
    const double end = clock_now_ms();
    if (ok != (diag_errors(m->ctx) == errors)) BUG("pass %s and its reports disagree", pass->name);
    arena_fini(&m->scratch);
    if (!ok) return false;
    run->holds = (run->holds & pass->preserves) | pass->establishes;
    if (run->verify_each || HARD_MODE) check_contract(m, pass, run->holds);
    if (run->after) run->after(run->user, pass, index, end - start);
    return true;
}

static bool lifts(const Pass *pass) {
    if (pass->run_with == pass_apply_pass_to_function) pass = pass->values->pass;
    return pass && pass->run_with == pass_lift_transform_params;
}

bool pass_run_list(IrModule *m, const Pass *const *list, size_t n, PassRun *run) {
    const unsigned before = run->holds;
    if (n == 0) return true;
    IrEdit edit;
    bool ok = true;
    ir_edit_begin(&edit, m);
    size_t lift = n; /* behind the last pass that lifts */
    while (lift > 0 && !lifts(list[lift - 1])) lift--;
    for (size_t i = 0; ok && i < n; i++) {
        m->lifts_weights = i < lift;
        ok = run_one(m, list[i], i, run);
    }
    m->lifts_weights = false;
    ok = ok && ensure(m, before, &run->holds);
    ir_edit_end(&edit, ok);
    if (!ok) run->holds = before;
    return ok;
}
