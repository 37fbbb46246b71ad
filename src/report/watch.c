/* SPDX-License-Identifier: Apache-2.0 */
/* What rules and passes did. A rule tells of each application itself. What a pass did is seen by
 * comparing bindings before and after it, each known by its origin and its variable: one that is
 * new, that is gone, or whose line is another one. Printing all lines once for each pass is what
 * that costs. */
#include "report/report.h"

#include "ir/origin.h"
#include "ir/text.h"

typedef struct ReportLine ReportLine;
struct ReportLine {
    const IrOrigin *origin;
    const char *name; /* interned; NULL: none */
    const char *text;
    uint32_t stamp;
};

static const char *line_of(IrBinding *b, StrBuf *text) {
    text->text.len = 0;
    if (b->kind == IR_BIND_IF || b->kind == IR_BIND_FUNCTION) {
        strbuf_printf(text, "%s: %s", b->var->name ? b->var->name : "_", ir_bind_name(b->kind));
    } else {
        ir_text_print_binding(b, text);
    }
    return strbuf_cstr(text);
}

/* Steps */

/* A copy that lives as the report; NULL: the budget does not allow it. */
static const char *record(ReportWatch *self, const char *text) {
    const size_t n = text ? strlen(text) : 0;
    if (!text || n > self->budget) return NULL;
    self->budget -= n;
    return arena_strdup(self->arena, (Str){text, n});
}

static uint32_t add_step(ReportWatch *self, const char *by, bool is_rule, const char *before,
                         const char *after) {
    ReportStep s = {.by = by,
                    .is_rule = is_rule,
                    .pass = self->passes.len ? (uint32_t)self->passes.len - 1 : 0,
                    .before = record(self, before),
                    .after = record(self, after)};
    self->unrecorded += (before && !s.before) || (after && !s.after);
    vec_push(self->arena, &self->steps, s);
    return (uint32_t)self->steps.len - 1;
}

static void add_fate(ReportWatch *self, ReportFate fate) {
    ReportFate *f = ARENA_NEW(self->arena, ReportFate);
    *f = fate;
    map_add(&self->by_origin, hash_ptr(0, fate.origin), f);
}

static bool has_fate(const ReportWatch *self, const IrOrigin *origin, bool is_end) {
    for (MapIter it = map_find(&self->by_origin, hash_ptr(0, origin));
         map_next(&self->by_origin, &it);) {
        const ReportFate *f = it.value;
        if (f->origin == origin && f->is_end == is_end && !f->name) return true;
    }
    return false;
}

static void print_lines(IrBinding *const *list, size_t n, StrBuf *out) {
    for (size_t i = 0; i < n; i++) {
        if (i) strbuf_putc(out, '\n');
        if (list[i]->kind == IR_BIND_IF || list[i]->kind == IR_BIND_FUNCTION)
            strbuf_puts(out, ir_bind_name(list[i]->kind));
        else
            ir_text_print_binding(list[i], out);
    }
}

static void applied(void *user, const RuleApplication *a) {
    ReportWatch *self = user;
    if (!a->n_matched || a->matched[0]->block->body->function->module != self->m) return;
    Arena scratch;
    StrBuf before, after;
    arena_init(&scratch, self->m->ctx);
    strbuf_init(&before, &scratch);
    strbuf_init(&after, &scratch);
    print_lines(a->matched, a->n_matched, &before);
    for (size_t i = 0; i < a->n_made; i++)
        page_names_made(&self->names, a->made[i], a->matched, a->n_matched);
    print_lines(a->made, a->n_made, &after);
    const char *rule = arena_strdup(self->arena, str_c(a->rule));
    const uint32_t step = add_step(self, rule, true, strbuf_cstr(&before), strbuf_cstr(&after));
    add_fate(self, (ReportFate){.origin = a->origin, .step = step});
    for (size_t i = 0; i < a->n_matched; i++) {
        const IrOrigin *of = a->matched[i]->origin;
        if (of && !has_fate(self, of, true))
            add_fate(self, (ReportFate){.origin = of, .step = step, .is_end = true});
    }
    arena_fini(&scratch);
}

static void add_up(void *user, const RuleStats *stats, const RuleGroup *groups, size_t n_groups) {
    ReportWatch *self = user;
    (void)groups;
    (void)n_groups;
    if (!stats->hits) return;
    for (size_t i = 0; i < self->rules.len; i++) {
        ReportRule *r = &self->rules.at[i];
        if (strcmp(r->name, stats->rule) != 0) continue;
        r->tries += stats->tries;
        r->hits += stats->hits;
        return;
    }
    const ReportRule r = {.name = arena_strdup(self->arena, str_c(stats->rule)),
                          .tries = stats->tries,
                          .hits = stats->hits};
    vec_push(self->arena, &self->rules, r);
}

/* Lines */

static ReportLine *find_line(const ReportWatch *self, const IrBinding *b) {
    const uint64_t hash = hash_ptr(hash_ptr(0, b->origin), b->var->name);
    for (MapIter it = map_find(&self->lines, hash); map_next(&self->lines, &it);) {
        ReportLine *l = it.value;
        if (l->origin == b->origin && l->name == b->var->name && l->stamp != self->stamp) return l;
    }
    return NULL;
}

static void add_line(ReportWatch *self, const IrBinding *b, const char *text) {
    ReportLine *l = ARENA_NEW(self->arena, ReportLine);
    *l = (ReportLine){.origin = b->origin,
                      .name = b->var->name,
                      .text = arena_strdup(self->arena, str_c(text)),
                      .stamp = self->stamp};
    map_add(&self->lines, hash_ptr(hash_ptr(0, b->origin), b->var->name), l);
    vec_push(self->arena, &self->all, l);
}

/* Called for every binding; *text is scratch. */
static void look_at(ReportWatch *self, IrBinding *b, StrBuf *text) {
    ReportPass *pass = self->passes.len ? &self->passes.at[self->passes.len - 1] : NULL;
    const char *now = line_of(b, text);
    ReportLine *l = find_line(self, b);
    if (l) {
        l->stamp = self->stamp;
        if (strcmp(l->text, now) == 0) return;
        const uint32_t step = add_step(self, pass->name, false, l->text, now);
        pass->changed++;
        const char *name = b->var->name ? b->var->name : "_";
        add_fate(self, (ReportFate){.origin = b->origin, .name = name, .step = step});
        l->text = arena_strdup(self->arena, str_c(now));
        return;
    }
    add_line(self, b, now);
    if (!pass) return;
    pass->added++;
    if (!b->origin || has_fate(self, b->origin, false)) return;
    const uint32_t step = add_step(self, pass->name, false, NULL, now);
    add_fate(self, (ReportFate){.origin = b->origin, .step = step});
}

static void look_at_all(ReportWatch *self) {
    Arena scratch;
    StrBuf text;
    VEC(IrFunction *) functions = {.at = NULL};
    IrWalk walk;
    arena_init(&scratch, self->m->ctx);
    strbuf_init(&text, &scratch);
    for (size_t i = 0; i < self->m->globals.len; i++) {
        IrFunction *fn = self->m->globals.at[i]->function;
        if (fn && fn->body) vec_push(&scratch, &functions, fn);
    }
    for (size_t at = 0; at < functions.len; at++) {
        ir_walk_init(&walk, functions.at[at]->body);
        for (IrBinding *b; (b = ir_walk_next(&walk));) {
            if (b->kind == IR_BIND_FUNCTION) vec_push(&scratch, &functions, b->function);
        }
    }
    page_names_settle(&self->names, functions.at, functions.len);
    for (size_t at = 0; at < functions.len; at++) {
        ir_walk_init(&walk, functions.at[at]->body);
        for (IrBinding *b; (b = ir_walk_next(&walk));) {
            ctx_poll(self->m->ctx);
            look_at(self, b, &text);
        }
    }
    arena_fini(&scratch);
}

void page_watch_begin(ReportWatch *self, IrModule *m, size_t budget, Arena *arena) {
    *self = (ReportWatch){.m = m,
                          .arena = arena,
                          .budget = budget,
                          .listener = {.rule = add_up, .applied = applied, .user = self}};
    map_init(&self->by_origin, arena);
    map_init(&self->lines, arena);
    page_names_init(&self->names, m, arena);
    m->rule_listener = &self->listener;
    self->stamp = 1;
    look_at_all(self);
}

void page_watch_pass_begin(ReportWatch *self, const char *name) {
    vec_push(self->arena, &self->passes, ((ReportPass){.name = name}));
    self->stamp++;
}

void page_watch_pass_end(ReportWatch *self) {
    ReportPass *pass = &self->passes.at[self->passes.len - 1];
    size_t kept = 0;
    look_at_all(self);
    for (size_t i = 0; i < self->all.len; i++) {
        ReportLine *l = self->all.at[i];
        if (l->stamp == self->stamp) {
            self->all.at[kept++] = l;
            continue;
        }
        pass->removed++;
        if (l->origin && !has_fate(self, l->origin, true)) {
            const uint32_t step = add_step(self, pass->name, false, l->text, NULL);
            add_fate(self, (ReportFate){.origin = l->origin, .step = step, .is_end = true});
        }
        l->stamp = self->stamp; /* never found again: its key is no binding's any more */
        l->origin = NULL;
    }
    self->all.len = kept;
}

void page_watch_end(ReportWatch *self) { self->m->rule_listener = NULL; }
