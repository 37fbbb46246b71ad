/* SPDX-License-Identifier: Apache-2.0 */
/* Tables: one text of rules for a family.
 *
 *     for name, compare, opposite in [
 *         ("NotLessInt", R.less, R.greater_equal),
 *         ("NotGreaterInt", R.greater, R.less_equal),
 *     ]:
 *         @R.rewriter(name)
 *         class NotCompareInt: ...
 *
 * The block is read once a row, with the row's cells in the place of the names, as they are
 * written: rule_copy puts them there, so whatever keeps an expression keeps one without names of
 * columns. */
#include "rewrite/rule_parse.h"

/* The columns: a name, or a tuple of names. */
static bool read_columns(RuleParse *p, RuleTable *t, const SynExpr *e) {
    const bool one = e->kind != SYN_TUPLE;
    t->n = one ? 1 : e->n;
    t->columns = ARENA_ARRAY(p->arena, RuleColumn, (size_t)t->n + 1);
    map_init(&t->by_name, p->arena);
    for (uint32_t i = 0; i < t->n; i++) {
        const SynExpr *x = one ? e : e->items[i];
        if (x->kind != SYN_NAME)
            return rule_wrong(p, x->loc, "the columns of a table have names\nfound: %s",
                              syn_kind_text(x->kind)) != NULL;
        const bool taken = x->name == p->set->name.R || x->name == p->set->name.T ||
                           x->name == p->set->name.blank || x->name == p->set->name.I;
        if (taken || rule_column(t, x->name))
            return rule_wrong(p, x->loc,
                              taken ? "'%s' cannot be a column's name"
                                    : "two columns of the name '%s'",
                              x->name) != NULL;
        t->columns[i] = (RuleColumn){.name = x->name, .loc = x->loc};
        map_add(&t->by_name, hash_ptr(0, x->name), &t->columns[i]);
    }
    return t->n > 0 || rule_wrong(p, e->loc, "a table without columns") != NULL;
}

RuleTable *rule_table(RuleParse *p, const SynStmt *head) {
    RuleTable *t = ARENA_NEW(p->arena, RuleTable);
    const SynExpr *rows = head->value;
    if (!read_columns(p, t, head->target)) return NULL;
    if ((rows->kind != SYN_LIST && rows->kind != SYN_TUPLE) || rows->n == 0)
        return rule_wrong(
            p, rows->loc,
            "a table is a list of rows\nfound: %s\nhelp: `for name, op in [(\"A\", R.exp), ...]:`",
            rows->kind == SYN_LIST || rows->kind == SYN_TUPLE ? "none" : syn_kind_text(rows->kind));
    bool ok = true;
    t->n_rows = rows->n;
    t->cells = ARENA_ARRAY(p->arena, const SynExpr *, (size_t)t->n * rows->n + 1);
    for (uint32_t i = 0; i < rows->n; i++) {
        const SynExpr *row = rows->items[i];
        const bool tuple = row->kind == SYN_TUPLE, one = t->n == 1 && !tuple;
        if (!one && (!tuple || row->n != t->n)) {
            const char *found =
                tuple ? arena_printf(p->arena, "a tuple of %u", row->n) : syn_kind_text(row->kind);
            ok = rule_wrong(p, row->loc,
                            "a row has a cell for each column\nexpected: a tuple of %u\nfound: %s",
                            t->n, found) != NULL;
            continue;
        }
        for (uint32_t k = 0; k < t->n; k++)
            t->cells[(size_t)i * t->n + k] = rule_copy(p, one ? row : row->items[k]);
    }
    return ok ? t : NULL;
}

void rule_table_row(RuleParse *p, RuleTable *t, uint32_t row) {
    p->table = t;
    t->row = row;
    for (uint32_t k = 0; k < t->n; k++) t->columns[k].cell = t->cells[(size_t)row * t->n + k];
}

void rule_table_end(RuleParse *p) {
    const RuleTable *t = p->table;
    p->table = NULL;
    for (uint32_t k = 0; !t->wrong && k < t->n; k++) {
        if (!t->columns[k].used)
            rule_wrong(p, t->columns[k].loc, "no rule of the table uses the column '%s'",
                       t->columns[k].name);
    }
}

bool rule_member_name(RuleParse *p, const SynExpr *decorator, RuleHead *head) {
    if (decorator->kind != SYN_CALL || !rule_is_word(p, decorator, "rewriter") || decorator->n != 2)
        return true;
    const SynExpr *e = rule_copy(p, decorator->items[1]);
    bool good = e->kind == SYN_STRING && e->str.len > 0;
    for (size_t i = 0; good && i < e->str.len; i++) {
        const char c = e->str.ptr[i];
        good = c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               (i > 0 && c >= '0' && c <= '9');
    }
    if (!good)
        return rule_wrong(p, e->loc,
                          "a rule's name is a string of letters, digits and _\nfound: %s",
                          e->kind == SYN_STRING ? e->str.ptr : syn_kind_text(e->kind)) != NULL;
    *head = (RuleHead){intern(&p->set->names, e->str), e->loc};
    return true;
}
