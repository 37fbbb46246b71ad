/* SPDX-License-Identifier: Apache-2.0 */
/* Differentiation: the pass Gradient with its options as fields, run as any list of passes. */
#include "api/options.h"

#include "passes/manager.h"

static const char *const *copy_names(Arena *arena, const char *const *names, size_t n) {
    const char **copy = ARENA_ARRAY(arena, const char *, n + 1);
    for (size_t i = 0; i < n; i++) copy[i] = names[i];
    return copy;
}

TnStatus tn_module_gradient(TnModule *m, const TnGradientOptions *options) {
    TnGradientOptions all;
    const TnGradientOptions *o = &all;
    if (!m) return TN_E_USAGE;
    if (!api_options(m->context, API_TnGradientOptions, options, &all)) return TN_E_USAGE;
    if (!o->wrt && o->n_wrt) return api_usage(m->context);
    for (size_t i = 0; i < o->n_wrt; i++) {
        if (!o->wrt[i]) return api_usage(m->context);
    }
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        static const char name[] = "Gradient";
        enum { FUNCTION, WRT, SEEDED, TARGET, SEGMENTS, OPTIONS };
        Arena arena;
        PassRun run = {.holds = m->holds};
        PassValue values[OPTIONS] = {
            [FUNCTION] = {.n = o->function != NULL}, [WRT] = {.n = o->n_wrt}};
        api_begin(self);
        arena_init(&arena, &self->ctx);
        values[FUNCTION].names = &o->function;
        values[WRT].names = copy_names(&arena, o->wrt, o->n_wrt);
        values[SEEDED].i = o->seeded != 0;
        values[TARGET].i = o->target ? (int64_t)*o->target : -1;
        Pass pass = *pass_find((Str){name, sizeof name - 1});
        BUG_IF(pass.n_options != OPTIONS);
        pass.values = values;
        const Pass *const list[] = {&pass};
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        size_t planned = 0;
        values[SEGMENTS].i = (int64_t)o->segments;
        const bool fits =
            api_is_known(m) &&
            (!o->memory || api_fit_memory(m, &pass, &values[SEGMENTS].i, o->memory, &planned));
        if (fits) pass_run_list(m->ir, list, 1, &run);
        if (o->planned) *o->planned = planned;
        m->holds = run.holds;
        arena_fini(&arena);
    }
    return api_leave_module(m, &b, TN_OK);
}

TnStatus tn_module_derivative(TnModule *m, const TnDerivativeOptions *options) {
    TnDerivativeOptions o;
    if (!m) return TN_E_USAGE;
    if (!api_options(m->context, API_TnDerivativeOptions, options, &o)) return TN_E_USAGE;
    if ((!o.wrt && o.n_wrt) || (unsigned)o.kind > TN_HVP || (unsigned)o.by > TN_BY_REVERSE)
        return api_usage(m->context);
    for (size_t i = 0; i < o.n_wrt; i++) {
        if (!o.wrt[i]) return api_usage(m->context);
    }
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        static const char name[] = "Derivative";
        enum { KIND, FUNCTION, WRT, BY, ALONE, OPTIONS };
        Arena arena;
        PassRun run = {.holds = m->holds};
        PassValue values[OPTIONS] = {
            [FUNCTION] = {.n = o.function != NULL}, [WRT] = {.n = o.n_wrt}};
        api_begin(self);
        arena_init(&arena, &self->ctx);
        values[KIND].i = (int64_t)o.kind;
        values[FUNCTION].names = &o.function;
        values[WRT].names = copy_names(&arena, o.wrt, o.n_wrt);
        values[BY].i = (int64_t)o.by;
        values[ALONE].i = o.alone != 0;
        Pass pass = *pass_find((Str){name, sizeof name - 1});
        BUG_IF(pass.n_options != OPTIONS);
        pass.values = values;
        const Pass *const list[] = {&pass};
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        if (api_is_known(m)) pass_run_list(m->ir, list, 1, &run);
        m->holds = run.holds;
        arena_fini(&arena);
    }
    return api_leave_module(m, &b, TN_OK);
}
