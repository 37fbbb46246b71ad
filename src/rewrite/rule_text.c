/* SPDX-License-Identifier: Apache-2.0 */
/* What reads rules says and looks up: reports, names, slots, copies of trees. */
#include <stdarg.h>

#include "rewrite/rule_parse.h"

RuleColumn *rule_column(const RuleTable *t, const char *name) {
    for (MapIter it = map_find(&t->by_name, hash_ptr(0, name)); map_next(&t->by_name, &it);) {
        RuleColumn *c = it.value;
        if (c->name == name) return c;
    }
    return NULL;
}

/* An expression of this many bytes is short. */
enum { NODE_BYTES = 16 };

/* What is wrong with a table's rules whatever the row is reported of one row only. */
static bool is_told(RuleTable *t, Loc loc) {
    if (!t || !t->block || loc.offset < t->block) return false;
    if (!t->wrong_row) t->wrong_row = t->row + 1;
    return t->wrong_row != t->row + 1;
}

void *rule_wrong(RuleParse *p, Loc loc, const char *fmt, ...) {
    if (is_told(p->table, loc)) return NULL;
    va_list args;
    va_start(args, fmt);
    const char *text = arena_vprintf(&p->set->ctx->diags->arena, fmt, args);
    va_end(args);
    Ctx *ctx = p->set->ctx;
    const char *line = strchr(text, '\n');
    const char *first = line ? diag_fmt(ctx, "%.*s", (int)(line - text), text) : text;
    Diag *d = diag_error(ctx, loc, DIAG_RULE, p->rule ? p->rule->name : "rules", first);
    while (line) {
        const char *at = line + 1, *colon = strstr(at, ": ");
        line = strchr(at, '\n');
        if (!colon) continue;
        const int n = (int)(line ? line - colon : (ptrdiff_t)strlen(colon)) - 2;
        if (*at == 'e') diag_expected(ctx, d, "%.*s", n, colon + 2);
        if (*at == 'f') diag_found(ctx, d, "%.*s", n, colon + 2);
        if (*at == 'h') diag_help(ctx, d, "%.*s", n, colon + 2);
    }
    return NULL;
}

void *rule_wrong_op(RuleParse *p, Loc loc, const char *name) {
    const OpDef *near = ir_op_table_nearest(p->set->ops, str_c(name));
    return rule_wrong(
        p, loc, near ? "R.%s is no operator\nhelp: did you mean R.%s?" : "R.%s is no operator%.0s",
        name, near ? near->name : "");
}

void *rule_wrong_argument(RuleParse *p, Loc loc, const OpDef *op, const char *keyword) {
    StrBuf known;
    strbuf_init(&known, p->arena);
    for (uint32_t i = 0; i < op->n_params; i++)
        strbuf_printf(&known, "%s%s", i ? ", " : "", op->params[i].name);
    return rule_wrong(p, loc,
                      keyword
                          ? "R.%s has no parameter '%s', or it is given twice\nexpected: one of %s"
                          : "too many arguments of R.%s%.0s\nexpected: %s",
                      op->name, keyword ? keyword : "", strbuf_cstr(&known));
}

uint32_t rule_param(const OpDef *op, const char *keyword) {
    uint32_t k = 0;
    while (k < op->n_params && strcmp(op->params[k].name, keyword) != 0 &&
           (!op->params[k].alias || strcmp(op->params[k].alias, keyword) != 0))
        k++;
    return k;
}

void rule_make(RuleParse *p, size_t n, Loc loc) {
    Ctx *ctx = p->set->ctx;
    size_t most;
    if (!add_size(p->made, n, &p->made)) p->made = SIZE_MAX;
    if (p->made <= CTX_GROWTH_FREE || !mul_size(p->text.len, ctx->limits.growth, &most) ||
        !add_size(most, CTX_GROWTH_FREE, &most) || p->made <= most)
        return;
    Diag *d = diag_error(ctx, loc, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", most),
                         "bytes of rules that the rows of this file's tables make");
    diag_help(ctx, d,
              "--growth=N (TnLimits.growth) allows N for each byte of the file, and %zu more",
              CTX_GROWTH_FREE);
    ctx_throw(ctx, STATUS_LIMIT);
}

/* table: NULL within a cell, which names no columns. */
static SynExpr *copy_in(RuleParse *p, const SynExpr *e, const RuleTable *table) {
    if (!e) return NULL;
    RuleColumn *column = table && e->kind == SYN_NAME ? rule_column(table, e->name) : NULL;
    if (column) {
        column->used = true;
        e = column->cell;
        table = NULL;
    }
    if (p->table) rule_make(p, NODE_BYTES, e->loc);
    SynExpr *copy = ARENA_NEW(p->arena, SynExpr);
    *copy = *e;
    switch (e->kind) {
    case SYN_STRING: copy->str = (Str){arena_strdup(p->arena, e->str), e->str.len}; return copy;
    case SYN_NAME:
    case SYN_INT:
    case SYN_FLOAT:
    case SYN_BOOL:
    case SYN_NONE:
    case SYN_ELLIPSIS: return copy;
    default: break;
    }
    const SynExpr **items = ARENA_ARRAY(p->arena, const SynExpr *, (size_t)e->n + 1);
    for (uint32_t i = 0; i < e->n; i++) items[i] = copy_in(p, e->items[i], table);
    copy->items = items;
    /* What is wrong with a call of a cell is said of the cell. */
    if (e->kind == SYN_CALL && e->items[0]->kind != items[0]->kind) copy->loc = items[0]->loc;
    if (e->keywords) {
        const char **keywords = ARENA_ARRAY(p->arena, const char *, (size_t)e->n + 1);
        for (uint32_t i = 0; i < e->n; i++) keywords[i] = e->keywords[i];
        copy->keywords = keywords;
    }
    return copy;
}

SynExpr *rule_copy(RuleParse *p, const SynExpr *e) { return copy_in(p, e, p->table); }

bool rule_name_is_free(RuleParse *p, const char *name, Loc loc) {
    return !p->table || !rule_column(p->table, name) ||
           rule_wrong(p, loc, "'%s' is a column of the table", name) != NULL;
}

int rule_slot(const Rule *rule, const char *name) {
    for (size_t i = rule->slots.len; i-- > 0;) {
        if (rule->slots.at[i].name == name)
            return rule->slots.at[i].same_as ? rule->slots.at[i].same_as - 1 : (int)i;
    }
    return -1;
}

const char *rule_dotted(const RuleSet *set, Arena *arena, const SynExpr *e) {
    const SynExpr *x = e;
    size_t len = 0;
    for (; x->kind == SYN_ATTR; x = x->items[0]) len += strlen(x->name) + 1;
    if (x == e || !rule_is_name(x, set->name.R)) return NULL;
    char *text = arena_alloc(arena, len + 1), *end = text + len;
    *end = '\0';
    for (x = e; x->kind == SYN_ATTR; x = x->items[0]) {
        size_t n = strlen(x->name);
        if (*end) *--end = '.';
        end -= n;
        memcpy(end, x->name, n);
    }
    return end;
}

bool rule_is_word(const RuleParse *p, const SynExpr *e, const char *word) {
    if (e && e->kind == SYN_CALL) e = e->items[0];
    return e && e->kind == SYN_ATTR && rule_is_name(e->items[0], p->set->name.R) &&
           strcmp(e->name, word) == 0;
}

int rule_slot_new(RuleParse *p, const char *name, Loc loc) {
    Slot s = {.name = name, .loc = loc, .ndim = -1, .dtype_slot = -1, .min = 0, .max = UINT32_MAX};
    vec_push(p->arena, &p->rule->slots, s);
    return (int)p->rule->slots.len - 1;
}
