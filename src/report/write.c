/* SPDX-License-Identifier: Apache-2.0 */
/* The page: its parts with the report's data as JSON in one place. What comes from models stands
 * in JSON strings alone, in which every character that HTML or scripts could read otherwise is an
 * escape; the page's script puts them into the document as text. Numbers that are no integers are
 * written as integers of a smaller unit, so no locale shows.
 *
 * The arrays are described in docs/report.md. */
#include "report/report.h"

#include <stdlib.h>
#include "ir/origin.h"

typedef struct {
    const ReportPage *page;
    StrBuf *out;
    Arena *arena;
    Map texts; /* number + 1, by pointer */
    VEC(const char *) text_list;
    Map origins; /* the same */
    VEC(const IrOrigin *) origin_list;
    Map sources; /* nodes of the graph before, + 1, by origin */
} Writer;

/* JSON */

static void put_text(StrBuf *out, const char *s) {
    static const char hex[] = "0123456789abcdef";
    if (!s) {
        strbuf_puts(out, "null");
        return;
    }
    strbuf_putc(out, '"');
    for (size_t left = strlen(s); left;) {
        const unsigned char c = (unsigned char)*s;
        const size_t n = utf8_len(s, left);
        const bool is_line =
            n == 3 && memcmp(s, "\xe2\x80", 2) == 0 && ((unsigned char)s[2] & 0xfe) == 0xa8;
        if (!n) {
            strbuf_puts(out, "\\ufffd");
        } else if (is_line) {
            strbuf_puts(out, s[2] & 1 ? "\\u2029" : "\\u2028");
        } else if (n == 1 && (c < 0x20 || c == 0x7f || strchr("\"\\<>&'", c))) {
            strbuf_puts(out, "\\u00");
            strbuf_putc(out, hex[c >> 4]);
            strbuf_putc(out, hex[c & 15]);
        } else {
            strbuf_add(out, s, n);
        }
        s += n ? n : 1;
        left -= n ? n : 1;
    }
    strbuf_putc(out, '"');
}

/* Integers stay what they are; more than JavaScript holds exactly is rounded. */
static void put_number(StrBuf *out, double v) {
    if (!(v >= 0)) {
        strbuf_puts(out, "null");
    } else if (v < 9e15) {
        strbuf_int(out, (int64_t)v);
    } else {
        strbuf_double(out, v);
    }
}

static void put_list(StrBuf *out, const uint32_t *at, uint32_t n) {
    strbuf_putc(out, '[');
    for (uint32_t i = 0; i < n; i++) {
        if (i) strbuf_putc(out, ',');
        strbuf_int(out, at[i]);
    }
    strbuf_putc(out, ']');
}

static void put_key(StrBuf *out, const char *key, bool *some) {
    strbuf_printf(out, "%s\"%s\":", *some ? "," : "", key);
    *some = true;
}

static void between(StrBuf *out, size_t i) {
    if (i) strbuf_puts(out, ",\n");
}

/* Tables */

static uint32_t text_number(Writer *w, const char *s) {
    const uintptr_t known = (uintptr_t)map_get_ptr(&w->texts, s);
    if (known) return (uint32_t)(known - 1);
    vec_push(w->arena, &w->text_list, s);
    map_add_ptr(&w->texts, s, (void *)w->text_list.len);
    return (uint32_t)w->text_list.len - 1;
}

static uint32_t origin_number(Writer *w, const IrOrigin *o) {
    const uintptr_t known = (uintptr_t)map_get_ptr(&w->origins, o);
    if (known) return (uint32_t)(known - 1);
    vec_push(w->arena, &w->origin_list, o);
    map_add_ptr(&w->origins, o, (void *)w->origin_list.len);
    return (uint32_t)w->origin_list.len - 1;
}

/* Nodes */

static int by_number(const void *a, const void *b) {
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Steps that changed in place what has this origin and this name, or (name NULL) that made it. */
static void put_steps(Writer *w, const IrOrigin *origin, const char *name, bool is_end,
                      const char *key, bool *some) {
    const Map *fates = &w->page->watch->by_origin;
    VEC(uint32_t) steps = {.at = NULL};
    for (MapIter it = map_find(fates, hash_ptr(0, origin)); map_next(fates, &it);) {
        const ReportFate *f = it.value;
        if (f->origin != origin || f->is_end != is_end || (f->name != NULL) != (name != NULL) ||
            (name && strcmp(f->name, name) != 0))
            continue;
        vec_push(w->arena, &steps, f->step);
    }
    if (!steps.len) return;
    /* in their order, which a table does not keep */
    if (steps.len > 1) qsort(steps.at, steps.len, sizeof *steps.at, by_number);
    put_key(w->out, key, some);
    put_list(w->out, steps.at, (uint32_t)steps.len);
}

static void put_extra(Writer *w, const ReportNode *n, bool is_after) {
    StrBuf *out = w->out;
    bool some = false;
    strbuf_putc(out, '{');
    const struct {
        const char *key;
        double value;
    } numbers[] = {
        {"b", n->bytes},
        {"f", n->operations},
        {"m", n->moved},
        {"l", n->line ? n->line : -1.0},
        {"k", n->kernel == REPORT_NONE ? -1.0 : n->kernel},
        {"p", n->partner == REPORT_NONE ? -1.0 : n->partner},
        {"d", n->differs ? 1 : -1.0},
        {"r", n->copies ? n->copies : -1.0},
    };
    for (size_t i = 0; i < ARRAY_LEN(numbers); i++) {
        if (numbers[i].value < 0) continue;
        put_key(out, numbers[i].key, &some);
        put_number(out, numbers[i].value);
    }
    if (n->node) {
        put_key(out, "n", &some);
        put_text(out, n->node);
        put_key(out, "N", &some);
        put_text(out, n->node_op);
    }
    if (w->page->watch && n->origin) {
        put_steps(w, n->origin, n->name, false, "c", &some);
        if (!is_after) put_steps(w, n->origin, NULL, true, "e", &some);
        if (is_after) {
            put_key(out, "o", &some);
            strbuf_int(out, origin_number(w, n->origin));
        }
    }
    strbuf_putc(out, '}');
}

static void put_node(Writer *w, const ReportGraph *g, const ReportNode *n, bool is_after) {
    StrBuf *out = w->out;
    const char *type = n->type ? ir_type_text(g->m, n->type) : NULL;
    strbuf_putc(out, '[');
    strbuf_int(out, n->kind);
    strbuf_putc(out, ',');
    strbuf_int(out, n->parent == REPORT_NONE ? -1 : (int64_t)n->parent);
    strbuf_putc(out, ',');
    strbuf_int(out, n->layer);
    strbuf_putc(out, ',');
    strbuf_int(out, (int64_t)(n->x * 100 + 0.5F));
    strbuf_putc(out, ',');
    put_text(out, n->name);
    strbuf_putc(out, ',');
    strbuf_int(out, text_number(w, n->op));
    strbuf_putc(out, ',');
    /* a type's text is made once for each node; equal types are one pointer */
    const uintptr_t known = n->type ? (uintptr_t)map_get_ptr(&w->texts, n->type) : 0;
    if (n->type && !known) {
        vec_push(w->arena, &w->text_list, type);
        map_add_ptr(&w->texts, n->type, (void *)w->text_list.len);
        strbuf_int(out, (int64_t)w->text_list.len - 1);
    } else {
        strbuf_int(out, (int64_t)known - 1);
    }
    strbuf_putc(out, ',');
    put_text(out, n->text);
    strbuf_putc(out, ',');
    put_list(out, n->inputs, n->n_inputs);
    strbuf_putc(out, ',');
    put_extra(w, n, is_after);
    strbuf_putc(out, ']');
}

static void put_graph(Writer *w, const ReportGraph *g, bool is_after) {
    strbuf_puts(w->out, "[");
    for (size_t i = 0; i < g->nodes.len; i++) {
        ctx_poll(g->m->ctx);
        between(w->out, i);
        put_node(w, g, &g->nodes.at[i], is_after);
    }
    strbuf_puts(w->out, "]");
}

/* [kind, by, name, from those, its step, the node before] */
static void put_origin(Writer *w, const IrOrigin *o) {
    StrBuf *out = w->out;
    bool some = false;
    strbuf_putc(out, '[');
    strbuf_int(out, o->kind);
    strbuf_putc(out, ',');
    put_text(out, o->by);
    strbuf_putc(out, ',');
    put_text(out, o->kind == IR_ORIGIN_SOURCE || o->kind == IR_ORIGIN_NODE ? o->name : NULL);
    strbuf_puts(out, ",[");
    if (o->from) strbuf_int(out, origin_number(w, o->from));
    size_t n = o->from != NULL;
    for (const IrOriginList *x = o->also; x; x = x->next) {
        if (n++) strbuf_putc(out, ',');
        strbuf_int(out, origin_number(w, x->origin));
    }
    strbuf_puts(out, "],{");
    put_steps(w, o, NULL, false, "s", &some);
    const uintptr_t node = (uintptr_t)map_get_ptr(&w->sources, o);
    if (node) {
        put_key(out, "i", &some);
        strbuf_int(out, (int64_t)node - 1);
    }
    strbuf_puts(out, "}]");
}

static void put_origins(Writer *w) {
    strbuf_puts(w->out, "[");
    for (size_t i = 0; i < w->origin_list.len; i++) {
        between(w->out, i);
        put_origin(w, w->origin_list.at[i]);
    }
    strbuf_puts(w->out, "]");
}

/* The rest */

static void put_watch(Writer *w, const ReportWatch *watch) {
    StrBuf *out = w->out;
    strbuf_puts(out, ",\"passes\":[");
    for (size_t i = 0; i < watch->passes.len; i++) {
        const ReportPass *p = &watch->passes.at[i];
        between(out, i);
        strbuf_putc(out, '[');
        put_text(out, p->name);
        strbuf_printf(out, ",%u,%u,%u]", p->added, p->removed, p->changed);
    }
    strbuf_puts(out, "],\"rules\":[");
    for (size_t i = 0; i < watch->rules.len; i++) {
        const ReportRule *r = &watch->rules.at[i];
        between(out, i);
        strbuf_putc(out, '[');
        put_text(out, r->name);
        strbuf_putc(out, ',');
        put_text(out, r->doc);
        strbuf_printf(out, ",%zu,%zu]", r->tries, r->hits);
    }
    strbuf_puts(out, "],\"steps\":[");
    for (size_t i = 0; i < watch->steps.len; i++) {
        const ReportStep *s = &watch->steps.at[i];
        between(out, i);
        strbuf_putc(out, '[');
        put_text(out, s->by);
        strbuf_printf(out, ",%d,%u,", s->is_rule, s->pass);
        put_text(out, s->before);
        strbuf_putc(out, ',');
        put_text(out, s->after);
        strbuf_putc(out, ']');
    }
    strbuf_printf(out, "],\"unrecorded\":%zu", watch->unrecorded);
}

static void put_plan(Writer *w, const ReportPlan *plan) {
    StrBuf *out = w->out;
    strbuf_puts(out, ",\"kernels\":[");
    for (size_t i = 0; i < plan->kernels.len; i++) {
        const ReportKernel *k = &plan->kernels.at[i];
        between(out, i);
        strbuf_putc(out, '[');
        put_text(out, k->name);
        strbuf_putc(out, ',');
        put_text(out, k->function);
        strbuf_printf(out, ",%u,", k->step);
        put_number(out, k->operations);
        strbuf_putc(out, ',');
        put_number(out, k->bytes);
        strbuf_putc(out, ',');
        put_list(out, k->nodes, k->n_nodes);
        strbuf_putc(out, ']');
    }
    strbuf_puts(out, "],\"planned\":[");
    for (size_t i = 0; i < plan->functions.len; i++) {
        const ReportFunction *f = &plan->functions.at[i];
        between(out, i);
        strbuf_putc(out, '[');
        put_text(out, f->name);
        strbuf_printf(out, ",%u,%lld,%lld,%lld,%u]", f->steps, (long long)f->arena,
                      (long long)f->bound, (long long)f->sum, f->open);
    }
    strbuf_puts(out, "],\"buffers\":[");
    for (size_t i = 0; i < plan->buffers.len; i++) {
        const ReportBuffer *b = &plan->buffers.at[i];
        between(out, i);
        strbuf_printf(out, "[%u,%u,%u,%lld,%lld,%lld]", b->function, b->first, b->last,
                      (long long)b->offset, (long long)b->bytes,
                      b->node == REPORT_NONE ? -1LL : (long long)b->node);
    }
    strbuf_puts(out, "],\"planless\":");
    put_text(out, plan->why_not);
}

/* [name, calls, microseconds, of the shortest call nanoseconds, operations, bytes,
 * variables] */
static void put_times(Writer *w) {
    const ReportPage *p = w->page;
    StrBuf *out = w->out;
    strbuf_puts(out, ",\"times\":[");
    for (size_t i = 0; i < p->n_times; i++) {
        const ReportTime *t = &p->times[i];
        between(out, i);
        strbuf_putc(out, '[');
        put_text(out, t->name);
        strbuf_printf(out, ",%zu,", t->calls);
        put_number(out, t->milliseconds * 1e3);
        strbuf_putc(out, ',');
        put_number(out, t->shortest * 1e6);
        strbuf_putc(out, ',');
        put_number(out, t->operations);
        strbuf_putc(out, ',');
        put_number(out, t->bytes);
        strbuf_puts(out, ",[");
        for (size_t k = 0; k < t->n_variables; k++) {
            if (k) strbuf_putc(out, ',');
            put_text(out, t->variables[k]);
        }
        strbuf_puts(out, "]]");
    }
    strbuf_puts(out, "],\"ceilings\":[");
    put_number(out, p->gflops * 1e3);
    strbuf_putc(out, ',');
    put_number(out, p->gbytes * 1e3);
    strbuf_puts(out, "],\"answers\":[");
    for (size_t i = 0; i < p->n_answers; i++) {
        between(out, i);
        strbuf_putc(out, '[');
        put_text(out, p->answers[i].rule);
        strbuf_putc(out, ',');
        put_text(out, p->answers[i].answer);
        strbuf_putc(out, ']');
    }
    strbuf_putc(out, ']');
}

static void put_data(Writer *w) {
    const ReportPage *p = w->page;
    StrBuf *out = w->out;
    strbuf_puts(out, "{\"version\":1,\"title\":");
    put_text(out, p->title);
    strbuf_puts(out, ",\"other\":");
    put_text(out, p->other_title);
    strbuf_puts(out, ",\n\"graphs\":[");
    put_graph(w, p->before, false);
    if (p->after) {
        strbuf_puts(out, ",\n");
        put_graph(w, p->after, p->watch != NULL);
    }
    strbuf_puts(out, "],\n\"origins\":");
    put_origins(w);
    strbuf_puts(out, ",\n\"texts\":[");
    for (size_t i = 0; i < w->text_list.len; i++) {
        between(out, i);
        put_text(out, w->text_list.at[i]);
    }
    strbuf_putc(out, ']');
    if (p->watch) put_watch(w, p->watch);
    if (p->plan) put_plan(w, p->plan);
    put_times(w);
    strbuf_puts(out, "}\n");
}

static void put_html(StrBuf *out, const char *s) {
    for (; *s; s++) {
        if (strchr("<>&\"'", *s))
            strbuf_printf(out, "&#%d;", *s);
        else
            strbuf_putc(out, *s);
    }
}

static void put_part(Writer *w, Str name) {
    if (str_eq_c(name, "title")) {
        put_html(w->out, w->page->title);
        return;
    }
    if (str_eq_c(name, "data")) {
        put_data(w);
        return;
    }
    for (size_t i = 0; i < page_part_count; i++) {
        if (!str_eq_c(name, page_parts[i].name)) continue;
        strbuf_add(w->out, page_parts[i].text.ptr, page_parts[i].text.len);
        return;
    }
    BUG("the page has no part '%.*s'", (int)name.len, name.ptr);
}

/* In page.html `@@name@@` stands for a part. */
static void put_page(Writer *w, Str page) {
    const char *at = page.ptr, *end = page.ptr + page.len;
    for (const char *mark; (mark = strstr(at, "@@")) && mark < end;) {
        const char *stop = strstr(mark + 2, "@@");
        strbuf_add(w->out, at, (size_t)(mark - at));
        put_part(w, (Str){mark + 2, (size_t)(stop - mark - 2)});
        at = stop + 2;
    }
    strbuf_add(w->out, at, (size_t)(end - at));
}

void page_write(const ReportPage *page, StrBuf *out) {
    Writer w = {.page = page, .out = out, .arena = out->arena};
    map_init(&w.texts, w.arena);
    map_init(&w.origins, w.arena);
    map_init(&w.sources, w.arena);
    for (size_t i = 0; i < page->before->nodes.len; i++) {
        const IrOrigin *o = ir_origin_source(page->before->nodes.at[i].origin);
        if (o) map_add_ptr(&w.sources, o, (void *)(i + 1));
    }
    for (size_t i = 0; i < page_part_count; i++) {
        if (strcmp(page_parts[i].name, "page.html") == 0) put_page(&w, page_parts[i].text);
    }
}
