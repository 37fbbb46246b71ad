/* SPDX-License-Identifier: Apache-2.0 */
/* The passes: what there is, running lists of them, and shrinking a module. */
#include "api/options.h"

#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ccl_call.h"
#include "passes/legalize.h"
#include "passes/manager.h"
#include "passes/reduce.h"

size_t tn_pass_count(void) { return pass_count; }

TnStatus tn_pass_get(size_t index, TnPassInfo *out) {
    if (!out || index >= pass_count) return TN_E_USAGE;
    *out = (TnPassInfo){.name = passes[index].name, .doc = passes[index].doc};
    return TN_OK;
}

const char *tn_pass_of_level(unsigned level, size_t index) { return pass_of_level(level, index); }

TnStatus tn_pass_of_list(const char *list, size_t index, TnPassItem *out) {
    const PassItem *item = NULL;
    for (PassListId i = 0; list && i < PASS_LISTS; i++) {
        if (strcmp(list, pass_list_name(i)) == 0) item = pass_list_item(i, index);
    }
    if (!item || !out) return TN_E_USAGE;
    _Static_assert(PASS_CONDITIONS < ARRAY_LEN(((TnPassItem *)0)->when),
                   "an item may have all conditions");
    *out = (TnPassItem){.text = pass_item_text(item), .is_step = item->kind == PASS_ITEM_STEP};
    for (PassCondition c = 0, n = 0; c < PASS_CONDITIONS; c++) {
        if (item->when >> c & 1) out->when[n++] = pass_condition_text(c);
    }
    return TN_OK;
}

TnStatus tn_pass_option(TnContext *ctx, size_t index, size_t option, TnPassOptionInfo *out) {
    if (!ctx || !out || index >= pass_count || option >= passes[index].n_options)
        return api_usage(ctx);
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        const Pass *pass = &passes[index];
        api_begin(ctx);
        *out = (TnPassOptionInfo){
            .name = pass->options[option].name,
            .doc = pass->options[option].doc,
            .values = pass_option_text(&pass->options[option], &ctx->added, &ctx->ctx.diags->arena),
            .default_value = pass_default_text(pass, option, &ctx->ctx.diags->arena)};
    }
    return api_leave(ctx, &b, TN_OK);
}

size_t tn_pass_item_length(const char *list) { return list ? pass_item_length(str_c(list)) : 0; }

/* The passes of these items; NULL after reports. */
static const Pass **parse_items(TnContext *self, const OpTable *ops, Arena *arena,
                                const char *const *items, size_t n) {
    const Pass **list = ARENA_ARRAY(arena, const Pass *, n + 1);
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        const Str item = {items[i], strlen(items[i])};
        diag_source(&self->ctx, "passes", item);
        list[i] = pass_parse(&self->ctx, ops, arena, item);
        ok = ok && list[i];
    }
    return ok ? list : NULL;
}

TnStatus tn_pass_check(TnContext *self, const char *item) {
    if (!self || !item) return api_usage(self);
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        api_begin(self);
        arena_init(&arena, &self->ctx);
        diag_source(&self->ctx, "passes", str_c(item));
        pass_check(&self->ctx, &self->added, &arena, str_c(item));
        arena_fini(&arena);
    }
    return api_leave(self, &b, TN_OK);
}

typedef struct {
    IrModule *m;
    const TnPassOptions *options;
    /* of print_changed: the text behind the last pass, in one of the arenas */
    Arena texts[2];
    unsigned at;
    Str last;
} Listener;

/* Is the name one of those between the commas? */
static bool listed(const char *list, const char *name) {
    if (!list) return false;
    if (strcmp(list, "all") == 0) return true;
    for (const char *at = list; *at;) {
        const size_t n = strcspn(at, ",");
        if (str_eq_c((Str){at, n}, name)) return true;
        at += n + (at[n] != '\0');
    }
    return false;
}

static Str print_module(IrModule *m, Arena *arena) {
    StrBuf text;
    strbuf_init(&text, arena);
    ir_text_print(m, &text);
    return (Str){strbuf_cstr(&text), text.text.len};
}

static void tell_before(void *user, const Pass *pass, size_t index) {
    const Listener *self = user;
    if (!listed(self->options->print_before, pass->name)) return;
    Arena arena;
    arena_init(&arena, self->m->ctx);
    const Str text = print_module(self->m, &arena);
    const TnPassEvent event = {
        .pass = pass->name, .index = index, .text = text.ptr, .text_len = text.len};
    self->options->before(self->options->user, &event);
    arena_fini(&arena);
}

static void tell(void *user, const Pass *pass, size_t index, double milliseconds) {
    Listener *self = user;
    TnPassEvent event = {.pass = pass->name, .index = index, .milliseconds = milliseconds};
    Arena arena;
    Str text = {.ptr = NULL};
    arena_init(&arena, self->m->ctx);
    if (self->options->print_changed) {
        Arena *next = &self->texts[1 - self->at];
        const Str now = print_module(self->m, next);
        event.unchanged = str_eq(now, self->last);
        if (!event.unchanged) text = now;
        arena_fini(&self->texts[self->at]);
        self->at = 1 - self->at;
        self->last = now;
    } else if (listed(self->options->print_after, pass->name)) {
        text = print_module(self->m, &arena);
    }
    event.text = text.ptr;
    event.text_len = text.len;
    self->options->after(self->options->user, &event);
    arena_fini(&arena);
}

/* The text before the first pass, where texts are compared. */
static void listen(Listener *self, const TnPassOptions *o, PassRun *run) {
    for (int i = 0; i < 2; i++) arena_init(&self->texts[i], self->m->ctx);
    if (o->after && o->print_changed) self->last = print_module(self->m, &self->texts[self->at]);
    if (o->after) run->after = tell;
    if (o->before) run->before = tell_before;
}

/* What ranks met in is all of them side by side, of which none waits for another one. */
static bool is_simulated(const Pass *const *list, size_t n) {
    bool is = false;
    for (size_t i = 0; i < n; i++) is = is || list[i]->run_with == pass_simulate_ranks;
    return is;
}

TnStatus tn_module_run_passes(TnModule *m, const char *const *names, size_t n,
                              const TnPassOptions *options) {
    TnPassOptions o;
    if (!m || (!names && n)) return api_usage(m ? m->context : NULL);
    if (!api_options(m->context, API_TnPassOptions, options, &o)) return TN_E_USAGE;
    for (size_t i = 0; i < n; i++) {
        if (!names[i] || !pass_find(pass_item_name(str_c(names[i])))) return api_usage(m->context);
    }
    TnContext *self = m->context;
    Boundary b;
    ApiRuleListener rule_listener = {&self->ctx, &o};
    RuleListener told = {.rule = api_rule_stats, .user = &rule_listener};
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        Listener listener = {.m = m->ir, .options = &o};
        PassRun run = {.holds = m->holds, .user = &listener};
        api_begin(self);
        arena_init(&arena, &self->ctx);
        const Pass **list = parse_items(self, m->ir->ops, &arena, names, n);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        run.verify_each = o.verify_each;
        listen(&listener, &o, &run);
        m->ir->rule_listener = o.rule ? &told : NULL;
        size_t kept = 0;
        const bool ok = api_skips_begin(m->ir, &o);
        for (size_t i = 0; list && i < n; i++) {
            if (!ir_skips(m->ir, list[i]->name)) list[kept++] = list[i];
        }
        ccl_note_meeting(m->ir, &m->met);
        if (list && ok && pass_run_list(m->ir, list, kept, &run) && is_simulated(list, kept))
            m->met = (Map){.arena = NULL};
        m->holds = run.holds;
        for (int i = 0; i < 2; i++) arena_fini(&listener.texts[i]);
        arena_fini(&arena);
    }
    m->ir->rule_listener = NULL;
    api_skips_end(m->ir);
    return api_leave_module(m, &b, TN_OK);
}

TnStatus tn_module_run_pass(TnModule *m, const char *name) {
    return tn_module_run_passes(m, &name, 1, NULL);
}

/* NULL: there is none of that name, or no module. */
static const IrLegalSet *find_set(const TnModule *m, const char *name) {
    if (!m || !name) return m ? &legal_core : NULL;
    return legal_set_find(m->ir->ops, str_c(name));
}

TnStatus tn_module_legalization(TnModule *m, const char *set_name, TnText *out) {
    const IrLegalSet *set = find_set(m, set_name);
    if (out) *out = (TnText){.ptr = NULL};
    if (!m || !out || !set) return api_usage(m ? m->context : NULL);
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        StrBuf text;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        arena_init(&arena, &self->ctx);
        strbuf_init(&text, &arena);
        if (ir_verify(m->ir, IR_PROP_ALL & ~m->holds) && legalize_explain(m->ir, set, &text)) {
            api_text(self, strbuf_str(&text), out);
        }
        arena_fini(&arena);
    }
    return api_leave_module(m, &b, TN_OK);
}

typedef struct {
    TnModule *m;
    const IrGlobal *first; /* of the functions */
    const char *function;
    void (*decided)(void *user, const TnLegalDecision *d);
    void *user;
    TnLegalization *sums;
} LegalListener;

static void enter_function(void *user, const IrFunction *fn) {
    LegalListener *self = user;
    /* Another walk over the module, with constants folded: what was left is decided on again. */
    if (self->first == fn->global) self->sums->left = 0;
    if (!self->first) self->first = fn->global;
    self->function = fn->name;
}

/* The operator, or the loop function. */
static const char *part_name(IrModule *m, const IrBinding *call) {
    const IrOperand *callee = call->operands.n ? call->operands.at : NULL;
    if (call->op->structural != OP_STRUCTURAL_CALL_LOOPS || callee->kind != IR_OPERAND_GLOBAL)
        return call->op->name;
    return arena_printf(&m->scratch, "cls.%s", callee->global->name);
}

static void tell_decision(void *user, const LegalDecision *d) {
    LegalListener *self = user;
    const IrBinding *b = d->call;
    size_t n = 0;
    for (const IrBinding *x = d->first; x && x != b; x = x->next) n++;
    const char **made = ARENA_ARRAY(&self->m->ir->scratch, const char *, n + 1);
    n = 0;
    for (const IrBinding *x = d->first; x && x != b; x = x->next) {
        if (x->kind == IR_BIND_CALL) made[n++] = part_name(self->m->ir, x);
        if (x->kind == IR_BIND_FUNCTION) made[n++] = NULL;
    }
    self->sums->replaced += d->way != NULL;
    self->sums->left += !d->way;
    const TnLegalDecision told = {.function = self->function,
                                  .variable = b->var->name,
                                  .op = b->op->name,
                                  .line = b->loc.line,
                                  .depth = d->depth,
                                  .way = d->way,
                                  .made = made,
                                  .n_made = n,
                                  .why = d->why};
    self->decided(self->user, &told);
}

TnStatus tn_module_legalization_each(TnModule *m, const char *set_name,
                                     void (*decided)(void *user, const TnLegalDecision *d),
                                     void *user, TnLegalization *out) {
    const IrLegalSet *set = find_set(m, set_name);
    if (!m || !decided || !out || !set) return api_usage(m ? m->context : NULL);
    *out = (TnLegalization){.set = set->name};
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        LegalListener listener = {.m = m, .decided = decided, .user = user, .sums = out};
        const LegalOptions options = {
            .enter = enter_function, .decided = tell_decision, .user = &listener};
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        if (ir_verify(m->ir, IR_PROP_ALL & ~m->holds)) legalize_look(m->ir, set, &options);
    }
    return api_leave_module(m, &b, TN_OK);
}

typedef struct {
    int (*keep)(void *user, const char *text, size_t len);
    void *user;
} Judge;

static bool judge(void *user, Str text) {
    const Judge *self = user;
    return self->keep(self->user, text.ptr, text.len) != 0;
}

TnStatus tn_module_reduce(TnModule *m, int (*keep)(void *user, const char *text, size_t len),
                          void *user, TnText *out) {
    if (out) *out = (TnText){.ptr = NULL};
    if (!m || !keep || !out) return api_usage(m ? m->context : NULL);
    TnContext *self = m->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        StrBuf text;
        Judge asked = {keep, user};
        api_begin(self);
        arena_init(&arena, &self->ctx);
        strbuf_init(&text, &arena);
        if (reduce_module(m->ir, judge, &asked, &text)) {
            api_text(self, strbuf_str(&text), out);
        } else {
            status = TN_E_DIFFER;
        }
        arena_fini(&arena);
    }
    return api_leave_module(m, &b, status);
}
