/* SPDX-License-Identifier: Apache-2.0 */
/* Reports: passes over a copy, watched, and the page of what came out. */
#include "report/report.h"
#include "api/names.h"
#include "api/options.h"
#include "api/rules.h"
#include "ir/copy.h"
#include "ir/growth.h"
#include "ir/origin.h"
#include "passes/bind_params.h"
#include "passes/blocks.h"
#include "passes/manager.h"

enum { BUDGET = 1 << 20 };

/* A module's copy, which the passes change. */
typedef struct {
    IrModule *ir;
    unsigned holds; /* as TnModule's */
} Drawn;

typedef struct {
    Drawn m, other; /* other.ir NULL: there is none */
    const TnReportOptions *o;
    TnRules *builtin;
    Arena *arena;
    ReportWatch watch;
    ReportGraph before, after;
    ReportPlan plan;
    ReportPage page;
} Reporter;

static const char *title_of(const Drawn *m, const char *given) {
    if (given) return given;
    return m->ir->source ? m->ir->source : "module";
}

static void draw(Reporter *r, const Drawn *m, ReportGraph *out) {
    page_graph(m->ir, r->arena, out);
    page_fold(out);
    page_layout(out);
    page_costs(out, m->ir, m->holds);
}

static bool bind_dims(const Reporter *r, IrModule *m) {
    const TnReportOptions *o = r->o;
    BindDim *list = ARENA_ARRAY(r->arena, BindDim, o->n_dims + 1);
    const TnDim *own;
    if (!o->n_dims) return true;
    if (!api_own_dims(m, NULL, o->dims, o->n_dims, r->arena, &own)) return false;
    for (size_t i = 0; i < o->n_dims; i++)
        list[i] = (BindDim){.name = own[i].name, .value = own[i].value};
    return pass_bind_symbolic_vars(m, NULL, list, o->n_dims);
}

/* --- Passes --- */

static void pass_begins(void *user, const Pass *pass, size_t index) {
    (void)index;
    page_watch_pass_begin(user, pass->name);
}

static void pass_ends(void *user, const Pass *pass, size_t index, double milliseconds) {
    (void)pass;
    (void)index;
    (void)milliseconds;
    page_watch_pass_end(user);
}

static bool run_passes(Reporter *r, const Drawn *m, ReportWatch *watch) {
    const TnReportOptions *o = r->o;
    const Pass **list = ARENA_ARRAY(r->arena, const Pass *, o->n_passes + 1);
    PassRun how = {.holds = m->holds, .user = watch};
    size_t n = 0;
    for (size_t i = 0; i < o->n_passes; i++) {
        const Str item = {o->passes[i], strlen(o->passes[i])};
        diag_source(m->ir->ctx, "passes", item);
        const Pass *pass = pass_parse(m->ir->ctx, m->ir->ops, r->arena, item);
        if (!pass) return false;
        if (!ir_skips(m->ir, pass->name)) list[n++] = pass;
    }
    diag_source(m->ir->ctx, m->ir->source, (Str){.len = 0});
    if (watch) how.before = pass_begins, how.after = pass_ends;
    return pass_run_list(m->ir, list, n, &how);
}

static bool run_rules(const Reporter *r, const Drawn *m, ReportWatch *watch) {
    const TnReportOptions *o = r->o;
    if (!o->rules) return true;
    rules_stats_clear(o->rules->set);
    ir_growth_begin(m->ir);
    if (watch) page_watch_pass_begin(watch, "rules");
    const bool ok = rules_apply(o->rules->set, m->ir, NULL) && blocks_finish(m->ir);
    if (ok && watch) page_watch_pass_end(watch);
    return ok;
}

/* What the options ask for, in their order. watch NULL: nobody looks. False after a report. */
static bool run(Reporter *r, const Drawn *m, ReportWatch *watch) {
    const bool first = r->o->rules_first;
    return (!first || run_rules(r, m, watch)) && run_passes(r, m, watch) &&
           (first || run_rules(r, m, watch));
}

/* --- What else is on the page --- */

static bool has_rule(const TnRules *rules, const char *name) {
    for (size_t i = 0; rules && i < rules_count(rules->set); i++) {
        if (strcmp(rules_name(rules->set, i), name) == 0) return true;
    }
    return false;
}

/* False after a report: there is no rule of a name. */
static bool ask_why_not(Reporter *r) {
    const TnReportOptions *o = r->o;
    ReportAnswer *answers = ARENA_ARRAY(r->arena, ReportAnswer, o->n_why_not + 1);
    for (size_t i = 0; i < o->n_why_not; i++) {
        const TnRules *of = has_rule(o->rules, o->why_not[i]) ? o->rules : r->builtin;
        const char *text = rules_why_not(of->set, r->m.ir, o->why_not[i], NULL);
        if (!text) return false;
        answers[i] = (ReportAnswer){o->why_not[i], arena_strdup(r->arena, str_c(text))};
    }
    r->page.answers = answers;
    r->page.n_answers = o->n_why_not;
    return true;
}

static void name_rules(Reporter *r) {
    for (size_t i = 0; i < r->watch.rules.len; i++) {
        ReportRule *rule = &r->watch.rules.at[i];
        const TnRules *of = has_rule(r->o->rules, rule->name) ? r->o->rules : r->builtin;
        for (size_t k = 0; k < rules_count(of->set); k++) {
            if (strcmp(rules_name(of->set, k), rule->name) == 0) rule->doc = rules_doc(of->set, k);
        }
    }
}

static void take_times(Reporter *r) {
    VEC(ReportTime) times = {.at = NULL};
    TnOpCost c;
    for (size_t i = 0; tn_run_cost(r->o->profile, i, &c) == TN_OK; i++) {
        const char **variables = ARENA_ARRAY(r->arena, const char *, c.n_sources + 1);
        for (size_t k = 0; k < c.n_sources; k++) variables[k] = c.sources[k].name;
        const ReportTime t = {.name = c.name,
                              .calls = c.calls,
                              .milliseconds = c.milliseconds,
                              .shortest = c.shortest,
                              .operations = c.float_operations,
                              .bytes = c.bytes,
                              .variables = variables,
                              .n_variables = c.n_sources};
        vec_push(r->arena, &times, t);
    }
    r->page.times = times.at;
    r->page.n_times = times.len;
}

/* False after a report. */
static bool report_two(Reporter *r) {
    if (!bind_dims(r, r->m.ir) || !bind_dims(r, r->other.ir)) return false;
    if (!run(r, &r->m, NULL) || !run(r, &r->other, NULL)) return false;
    draw(r, &r->m, &r->before);
    draw(r, &r->other, &r->after);
    page_differ(&r->before, &r->after);
    page_plan(&r->before, r->m.ir, r->m.holds, &r->plan);
    r->page.other_title = title_of(&r->other, r->o->other_title);
    r->page.after = &r->after;
    return true;
}

static bool report_one(Reporter *r) {
    if (!bind_dims(r, r->m.ir)) return false;
    ir_origins_note(r->m.ir);
    r->page.watch = &r->watch;
    page_watch_begin(&r->watch, r->m.ir, r->o->budget ? r->o->budget : BUDGET, r->arena);
    draw(r, &r->m, &r->before);
    const bool ok = run(r, &r->m, &r->watch);
    page_watch_end(&r->watch);
    if (!ok) return false;
    name_rules(r);
    draw(r, &r->m, &r->after);
    r->page.after = &r->after;
    page_plan(&r->after, r->m.ir, r->m.holds, &r->plan);
    return true;
}

static bool report(Reporter *r, StrBuf *out) {
    const TnReportOptions *o = r->o;
    r->page = (ReportPage){.title = title_of(&r->m, o->title),
                           .before = &r->before,
                           .plan = &r->plan,
                           .gflops = o->gflops,
                           .gbytes = o->gbytes};
    if (o->profile) take_times(r);
    if (!(o->other ? report_two(r) : report_one(r)) || !ask_why_not(r)) return false;
    page_write(&r->page, out);
    return true;
}

/* --- The call --- */

static bool is_usable(const TnModule *m, const TnReportOptions *o) {
    const TnModule *other = o->other;
    if ((o->n_dims && !o->dims) || (o->n_passes && !o->passes) || (o->n_skip && !o->skip) ||
        (o->n_why_not && !o->why_not) || (o->rules && !api_rules_fit(o->rules, m)))
        return false;
    if (other && (other == m || other->context != m->context ||
                  (o->rules && !api_rules_fit(o->rules, other))))
        return false;
    for (size_t i = 0; i < o->n_passes; i++) {
        if (!o->passes[i] || !pass_find(pass_item_name(str_c(o->passes[i])))) return false;
    }
    for (size_t i = 0; i < o->n_why_not; i++) {
        if (!o->why_not[i]) return false;
    }
    for (size_t i = 0; i < o->n_skip; i++) {
        if (!o->skip[i]) return false;
    }
    for (size_t i = 0; i < o->n_dims; i++) {
        if (!o->dims[i].name) return false;
    }
    return true;
}

static TnStatus make(TnModule *m, const TnReportOptions *o, TnRules *builtin, TnText *out) {
    TnContext *self = m->context;
    Boundary b;
    TnText text = {.ptr = NULL};
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        StrBuf page;
        Reporter *r;
        const TnPassOptions skips = {TN_SIZED(TnPassOptions), .skip = o->skip, .n_skip = o->n_skip};
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        arena_init(&arena, &self->ctx);
        strbuf_init(&page, &arena);
        r = ARENA_NEW(&arena, Reporter);
        *r = (Reporter){
            .m = {ir_module_copy(m->ir), m->holds}, .o = o, .builtin = builtin, .arena = &arena};
        if (o->other) r->other = (Drawn){ir_module_copy(o->other->ir), o->other->holds};
        if (api_skips_begin(r->m.ir, &skips) &&
            (!o->other || api_skips_begin(r->other.ir, &skips)) && report(r, &page))
            api_text(self, strbuf_str(&page), &text);
        if (o->other) ir_module_free(r->other.ir);
        ir_module_free(r->m.ir);
        arena_fini(&arena);
    }
    const TnStatus status = api_leave_module(m, &b, TN_OK);
    if (status == TN_OK)
        *out = text;
    else
        tn_text_free(&text);
    return status;
}

TnStatus tn_module_report(TnModule *m, const TnReportOptions *options, TnText *out) {
    TnReportOptions o;
    if (out) *out = (TnText){.ptr = NULL};
    if (!m || !out) return api_usage(m ? m->context : NULL);
    if (!api_options(m->context, API_TnReportOptions, options, &o)) return TN_E_USAGE;
    if (!is_usable(m, &o)) return api_usage(m->context);
    TnRules *builtin;
    TnStatus status = tn_rules_builtin(m->context, &builtin);
    if (status == TN_OK) {
        status = make(m, &o, builtin, out);
        tn_rules_free(builtin);
    }
    return status;
}
