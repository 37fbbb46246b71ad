/* SPDX-License-Identifier: Apache-2.0 */
/* The module that `tenon compile` compiles: read, with derivatives or a step of training, behind
 * its passes. */
#include "command/compile_args.h"

#include <stdlib.h>
#include <string.h>

/* What machine code is made by runs -O2 itself, for the target. */
static bool runs_level(const CompileArgs *self) {
    return self->level < 2 || self->passes || !self->is_machine_code;
}

/* The names of the functions that are to be entries, which the caller frees: those that live as
 * the module. */
static const char **entry_names(TnModule *m, const char *only, size_t *n) {
    const size_t all = tn_module_function_count(m);
    const char **names = malloc((all + 1) * sizeof *names);
    *n = 0;
    for (size_t i = 0; names && i < all; i++) {
        TnFunctionInfo f;
        if (tn_module_function(m, i, &f) != TN_OK || f.is_prim_func) continue;
        if (only ? strcmp(only, f.name) == 0 : !f.is_private) names[(*n)++] = f.name;
    }
    if (names && only && !*n) names[(*n)++] = only; /* the library says that there is none */
    return names;
}

/* The derivatives of --with beside every entry. */
static bool add_derivatives(Session *session, const CompileArgs *self, TnModule *m) {
    size_t n;
    const char *only = self->run.function;
    const char **names = entry_names(m, only, &n);
    bool ok = names || session_ok(session, TN_E_MEMORY, "--with");
    int alone = only != NULL;
    for (size_t i = 0; ok && i < n; i++) {
        for (unsigned k = 0; ok && k < N_DERIVATIVES; k++) {
            const TnDerivativeOptions how = {TN_SIZED(TnDerivativeOptions), .function = names[i],
                                             .kind = (TnDerivative)k,       .wrt = self->wrt.names,
                                             .n_wrt = self->wrt.n,          .alone = alone};
            if (!(self->with & 1u << k)) continue;
            ok = session_ok(session, tn_module_derivative(m, &how), names[i]);
            alone = 0;
        }
    }
    free(names);
    return ok;
}

/* The function that has a step beside it. */
static const char *trained_function(TnModule *m) {
    static const char suffix[] = "_train_step";
    TnFunctionInfo f, step;
    for (size_t i = 0; tn_module_function(m, i, &f) == TN_OK; i++) {
        for (size_t k = 0; tn_module_function(m, k, &step) == TN_OK; k++) {
            const size_t n = strlen(f.name);
            if (strncmp(step.name, f.name, n) == 0 && strcmp(step.name + n, suffix) == 0)
                return f.name;
        }
    }
    return NULL;
}

/* The module with a step of training. --dim is of inference: --batch says how many rows a step
 * has. */
static TnModule *training_module(Session *session, const CompileArgs *self) {
    TnTrainerOptions o = self->train;
    const RunArgs *run = &self->run;
    const char *path = run->args.operands[0];
    TnModule *m = NULL;
    o.size = sizeof o;
    o.function = run->function;
    o.trainable = self->how.trainable.names;
    o.n_trainable = self->how.trainable.n;
    o.groups = self->how.groups;
    o.n_groups = self->how.n_groups;
    if (!session_ok(session, tn_train_module(session->ctx, path, &o, &m), path)) return NULL;
    PassList list;
    bool ok = true;
    if (run->n_dims)
        ok = session_ok(
            session, tn_module_bind_dims(m, trained_function(m), run->dims, run->n_dims), "--dim");
    if (!args_pass_list_init(&list, runs_level(self) && self->says_level ? self->level : 0,
                             self->passes))
        ok = ok && session_ok(session, TN_E_MEMORY, "compile");
    ok = ok && session_ok(session, tn_module_run_passes(m, list.names, list.n, NULL), "--passes");
    args_pass_list_fini(&list);
    if (ok) return m;
    tn_module_free(m);
    return NULL;
}

TnModule *args_compile_module(Session *session, const CompileArgs *self) {
    if (self->train.optimizer) return training_module(session, self);
    const TnReadOptions read = {TN_SIZED(TnReadOptions),
                                .weights_parameters = self->has_parameters};
    TnModule *m = session_read_with(session, self->run.args.operands[0], &read);
    PassList list;
    bool ok = m != NULL;
    if (!args_pass_list_init(&list, runs_level(self) ? self->level : 0, self->passes))
        ok = ok && session_ok(session, TN_E_MEMORY, "compile");
    const RunArgs *run = &self->run;
    if (ok && run->n_dims)
        ok = session_ok(session, tn_module_bind_dims(m, run->function, run->dims, run->n_dims),
                        "--dim");
    if (ok && run->n_donations)
        ok = session_ok(session,
                        tn_module_donate(m, run->function, run->donations, run->n_donations),
                        "--donate");
    ok = ok && (!self->with || add_derivatives(session, self, m));
    ok = ok && session_ok(session, tn_module_run_passes(m, list.names, list.n, NULL), "--passes");
    args_pass_list_fini(&list);
    if (ok) return m;
    tn_module_free(m);
    return NULL;
}
