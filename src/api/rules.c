/* SPDX-License-Identifier: Apache-2.0 */
/* Rewrite rules: sets of them, applied and asked. */
#include "api/options.h"
#include "api/rules.h"
#include "ir/edit.h"
#include "ir/origin.h"
#include "passes/blocks.h"
#include "passes/rule_test.h"
#include "rewrite/instance.h"
#include "rewrite/rule.h"
#include "rewrite/rules.h"

/* An empty set that a throw takes away; rules_keep makes the caller its owner. */
static TnRules *new_rules(TnContext *self) {
    TnRules *rules = ctx_resize(&self->ctx, NULL, 0, sizeof *rules);
    *rules = (TnRules){.context = self};
    arena_init(&rules->arena, &self->ctx);
    return rules;
}

/* Loads the texts into a new set; *out only when all are right. */
static TnStatus load(TnContext *self, TnModule *m, const RuleTheme *themes, size_t n,
                     TnRules **out) {
    Boundary b;
    TnRules *volatile rules = NULL;
    volatile bool ok = false;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        TnRules *x = rules = new_rules(self);
        x->module = m;
        x->set = rules_new(&self->ctx, m ? m->ir->ops : &self->added, &x->arena);
        bool good = true;
        for (size_t i = 0; i < n; i++) good &= rules_load(x->set, themes[i].name, themes[i].text);
        if (good) {
            arena_keep(&x->arena);
            self->handles++;
            ok = true;
        } else {
            arena_fini(&x->arena);
        }
    }
    const TnStatus status = api_leave(self, &b, TN_OK);
    if (ok) {
        *out = rules;
    } else if (rules) {
        ctx_resize(&self->ctx, rules, sizeof *rules, 0);
    }
    return status;
}

static TnStatus parse_for(TnContext *ctx, TnModule *m, const char *name, const char *text,
                          size_t len, TnRules **out) {
    if (out) *out = NULL;
    if (!ctx || !out || (!text && len)) return api_usage(ctx);
    const RuleTheme theme = {name ? name : "rules", {text ? text : "", len}};
    return load(ctx, m, &theme, 1, out);
}

TnStatus tn_rules_parse(TnContext *ctx, const char *name, const char *text, size_t len,
                        TnRules **out) {
    return parse_for(ctx, NULL, name, text, len, out);
}

TnStatus tn_rules_parse_for(TnModule *m, const char *name, const char *text, size_t len,
                            TnRules **out) {
    return parse_for(m ? m->context : NULL, m, name, text, len, out);
}

TnStatus tn_rules_builtin(TnContext *ctx, TnRules **out) {
    if (out) *out = NULL;
    if (!ctx || !out) return api_usage(ctx);
    return load(ctx, NULL, rule_themes, rule_theme_count, out);
}

static TnStatus read_for(TnContext *ctx, TnModule *m, const char *path, TnRules **out) {
    if (out) *out = NULL;
    if (!ctx || !path || !out) return api_usage(ctx);
    Ctx *inner = &ctx->ctx;
    char *volatile text = NULL;
    volatile size_t len = 0;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(inner, &b) {
        ApiInput input;
        api_begin(ctx);
        status = api_input_open(&input, ctx, path);
        if (status == TN_OK && diag_errors(inner) == 0) {
            text = ctx_resize(inner, NULL, 0, input.size + 1);
            len = input.size;
            if (input.size) memcpy(text, input.data, input.size);
        }
        api_input_close(&input);
    }
    status = api_leave(ctx, &b, status);
    if (text && status == TN_OK) status = parse_for(ctx, m, api_path_name(path), text, len, out);
    if (text) ctx_resize(inner, text, len + 1, 0);
    return status;
}

TnStatus tn_rules_read(TnContext *ctx, const char *path, TnRules **out) {
    return read_for(ctx, NULL, path, out);
}

TnStatus tn_rules_read_for(TnModule *m, const char *path, TnRules **out) {
    return read_for(m ? m->context : NULL, m, path, out);
}

void tn_rules_free(TnRules *rules) {
    if (!rules) return;
    TnContext *self = rules->context;
    arena_fini(&rules->arena);
    ctx_resize(&self->ctx, rules, sizeof *rules, 0);
    api_release(self);
}

size_t tn_rules_count(const TnRules *rules) { return rules ? rules_count(rules->set) : 0; }

TnStatus tn_rules_get(const TnRules *rules, size_t index, const char **name, const char **doc) {
    if (!rules || index >= rules_count(rules->set)) return TN_E_USAGE;
    if (name) *name = rules_name(rules->set, index);
    if (doc) *doc = rules_doc(rules->set, index);
    return TN_OK;
}

void api_rule_stats(void *user, const RuleStats *stats, const RuleGroup *groups, size_t n_groups) {
    const ApiRuleListener *self = user;
    Arena arena;
    arena_init(&arena, self->ctx);
    size_t *pairs = ARENA_ARRAY(&arena, size_t, 2 * n_groups + 1);
    for (size_t i = 0; i < n_groups; i++)
        pairs[2 * i] = groups[i].size, pairs[2 * i + 1] = groups[i].times;
    const TnRuleStats out = {.name = stats->rule,
                             .tries = stats->tries,
                             .hits = stats->hits,
                             .out_of_fuel = stats->out_of_fuel,
                             .milliseconds = (double)stats->nanoseconds * 1e-6,
                             .groups = pairs,
                             .n_groups = n_groups};
    self->options->rule(self->options->user, &out);
    arena_fini(&arena);
}

bool api_rules_fit(const TnRules *rules, const TnModule *m) {
    return rules->context == m->context && (!rules->module || rules->module == m);
}

TnStatus tn_module_apply_rules(TnModule *m, TnRules *rules, const TnPassOptions *options) {
    TnPassOptions o;
    if (!m || !rules || !api_rules_fit(rules, m)) return api_usage(m ? m->context : NULL);
    if (!api_options(m->context, API_TnPassOptions, options, &o)) return TN_E_USAGE;
    TnContext *self = m->context;
    Boundary b;
    ApiRuleListener listener = {&self->ctx, &o};
    RuleListener told = {.rule = api_rule_stats, .user = &listener};
    CTX_ENTER(&self->ctx, &b) {
        IrEdit edit;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        rules_stats_clear(rules->set);
        ir_edit_begin(&edit, m->ir);
        m->ir->rule_listener = o.rule ? &told : NULL;
        bool ok = api_skips_begin(m->ir, &o) && rules_apply(rules->set, m->ir, NULL) &&
                  blocks_finish(m->ir);
        ir_edit_end(&edit, ok);
    }
    m->ir->rule_listener = NULL;
    api_skips_end(m->ir);
    return api_leave_module(m, &b, TN_OK);
}

static TnStatus ask(TnModule *m, const TnRules *rules, const char *rule, const char *at,
                    TnText *out) {
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        const char *text = rules_why_not(rules->set, m->ir, rule, at);
        if (text) api_text(self, str_c(text), out);
    }
    return api_leave_module(m, &b, TN_OK);
}

TnStatus tn_module_why_not(TnModule *m, TnRules *rules, const char *rule, const char *at,
                           TnText *out) {
    if (out) *out = (TnText){.ptr = NULL};
    if (!m || !rule || !out || (rules && !api_rules_fit(rules, m)))
        return api_usage(m ? m->context : NULL);
    if (rules) return ask(m, rules, rule, at, out);
    TnRules *builtin;
    TnStatus status = tn_rules_builtin(m->context, &builtin);
    if (status == TN_OK) {
        status = ask(m, builtin, rule, at, out);
        tn_rules_free(builtin);
    }
    return status;
}

/* What the counterexample is, as text. */
static void tell_counterexample(TnRules *rules, size_t index, uint64_t seed, size_t wanted,
                                const RuleTest *test, Arena *arena, StrBuf *out) {
    strbuf_printf(out, "%s\n", test->why);
    if (test->is_close && !rules_approximate(rules->set, index) &&
        pass_rule_test_approximate(rules->set, index, seed, wanted, arena)) {
        strbuf_printf(
            out,
            "help: the results differ by rounding alone; if they may, `approximate = True` in the class "
            "says so\n");
    }
    if (test->module) strbuf_printf(out, "# before\n%s", test->module);
    if (test->rewritten) strbuf_printf(out, "# after\n%s", test->rewritten);
}

TnStatus tn_rules_test_seen(TnRules *rules, size_t index, uint64_t seed, size_t wanted,
                            TnRuleTest *out, TnText *text, TnText *seen) {
    if (text) *text = (TnText){.ptr = NULL};
    if (seen) *seen = (TnText){.ptr = NULL};
    if (!rules || !out || !text || index >= rules_count(rules->set))
        return api_usage(rules ? rules->context : NULL);
    TnContext *self = rules->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    *out = (TnRuleTest){.drawn = 0};
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        StrBuf all;
        RuleTest test = {.seen = seen ? "" : NULL};
        api_begin(self);
        arena_init(&arena, &self->ctx);
        pass_rule_test(rules->set, index, seed, wanted, &arena, &test);
        *out = (TnRuleTest){test.drawn, test.applied, test.kinds, test.why != NULL};
        if (seen) api_text(self, str_c(test.seen), seen);
        if (test.why) {
            strbuf_init(&all, &arena);
            tell_counterexample(rules, index, seed, wanted, &test, &arena, &all);
            api_text(self, strbuf_str(&all), text);
            status = TN_E_DIFFER;
        }
        arena_fini(&arena);
    }
    return api_leave(self, &b, status);
}

TnStatus tn_rules_test(TnRules *rules, size_t index, uint64_t seed, size_t wanted, TnRuleTest *out,
                       TnText *text) {
    return tn_rules_test_seen(rules, index, seed, wanted, out, text, NULL);
}

static void tell_origins(IrFunction *fn, StrBuf *out) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_FUNCTION) tell_origins(b->function, out);
        if (!b->origin || b->origin->kind == IR_ORIGIN_NODE) continue;
        strbuf_printf(out, "%s %s: %s%s", fn->name, b->var->name,
                      b->kind == IR_BIND_CALL ? "R." : "",
                      b->kind == IR_BIND_CALL ? b->op->name : ir_bind_name(b->kind));
        for (const IrOrigin *o = b->origin; o && o->kind <= IR_ORIGIN_EXPANDED; o = o->from)
            strbuf_printf(out, " <- %s", o->by);
        strbuf_putc(out, '\n');
    }
}

TnStatus tn_module_note_origins(TnModule *m) {
    if (!m) return TN_E_USAGE;
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        ir_origins_note(m->ir);
    }
    return api_leave_module(m, &b, TN_OK);
}

TnStatus tn_module_provenance(TnModule *m, TnText *out) {
    if (out) *out = (TnText){.ptr = NULL};
    if (!m || !out) return api_usage(m ? m->context : NULL);
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        StrBuf text;
        api_begin(self);
        arena_init(&arena, &self->ctx);
        strbuf_init(&text, &arena);
        for (size_t i = 0; i < m->ir->globals.len; i++) {
            IrFunction *fn = m->ir->globals.at[i]->function;
            if (fn && fn->body) tell_origins(fn, &text);
        }
        api_text(self, strbuf_str(&text), out);
        arena_fini(&arena);
    }
    return api_leave_module(m, &b, TN_OK);
}
