/* SPDX-License-Identifier: Apache-2.0 */
/* What is wrong with a rule's expressions whatever the module: names, functions, operators and
 * their arguments that are not there. All of a rule's expressions are looked at when it is loaded,
 * so a misspelt name in a replacement does not wait for the first match. Recursion is over syntax
 * trees. */
#include "rewrite/rule_functions.h"
#include "rewrite/rule_parse.h"

typedef struct {
    RuleParse *p;
    VEC(const char *) names; /* of comprehensions and assignments */
    bool builds;             /* in a replacement: operators may be called */
    bool matches;            /* an attribute of the pattern: `_` is any */
    bool ok;
} Check;

static void expr(Check *c, const SynExpr *e);

static void wrong_name(Check *c, const SynExpr *e) {
    c->ok = false;
    rule_wrong(c->p, e->loc,
               "name '%s' is not defined\nhelp: known are the pattern's parameters, the names that "
               "it assigns, and names of its own",
               e->name);
}

static void name(Check *c, const SynExpr *e) {
    if (c->matches && e->name == c->p->set->name.blank) return;
    for (size_t i = c->names.len; i-- > 0;) {
        if (c->names.at[i] == e->name) return;
    }
    int slot = rule_slot(c->p->rule, e->name);
    if (slot < 0) {
        wrong_name(c, e);
        return;
    }
    const Slot *s = &c->p->rule->slots.at[slot];
    if (!s->is_param || s->mentioned) return;
    c->ok = false;
    rule_wrong(c->p, e->loc,
               "'%s' stands for nothing\nhelp: the pattern has this parameter and does not use it",
               e->name);
}

/* The names of `for TARGET in` or `TARGET = `. */
static void targets(Check *c, const SynExpr *e) {
    if (e->kind == SYN_NAME) vec_push(c->p->arena, &c->names, e->name);
    for (uint32_t i = 0; (e->kind == SYN_TUPLE || e->kind == SYN_LIST) && i < e->n; i++)
        targets(c, e->items[i]);
}

static void items(Check *c, const SynExpr *e, uint32_t from) {
    for (uint32_t i = from; i < e->n; i++) {
        if (e->items[i]) expr(c, e->items[i]);
    }
}

/* R.Tensor((n, 3), "float32"): its extents. */
static void type(Check *c, const SynExpr *e) {
    if (e->kind == SYN_LIST || e->kind == SYN_TUPLE) {
        for (uint32_t i = 0; i < e->n; i++) type(c, e->items[i]);
    } else if (e->kind == SYN_CALL) {
        items(c, e, 1);
    }
}

static void op_call(Check *c, const SynExpr *e, const OpDef *op) {
    uint32_t at = 0;
    bool *given = ARENA_ARRAY(c->p->arena, bool, (size_t)op->n_params + 1);
    for (uint32_t i = 1; i < e->n; i++) {
        const SynExpr *x = e->items[i];
        const char *keyword = e->keywords ? e->keywords[i] : NULL;
        if (x->kind == SYN_STARRED) {
            expr(c, x->items[0]);
            continue;
        }
        uint32_t k = at;
        if (keyword) {
            k = rule_param(op, keyword);
        } else if (k >= op->n_params || op->params[k].kind != OP_PARAM_REST) {
            at++;
        }
        if (k >= op->n_params || (given[k] && op->params[k].kind != OP_PARAM_REST)) {
            c->ok = false;
            rule_wrong_argument(c->p, x->loc, op, keyword);
            continue;
        }
        given[k] = true;
        if (op->params[k].kind == OP_PARAM_TYPES)
            type(c, x);
        else
            expr(c, x);
    }
    for (uint32_t k = 0; k < op->n_params; k++) {
        bool needed = OP_PARAM_IS_OPERAND(op->params[k].kind) &&
                      op->params[k].kind != OP_PARAM_REST && !op->params[k].optional;
        if (!needed || given[k]) continue;
        c->ok = false;
        rule_wrong(c->p, e->loc, "R.%s needs '%s'", op->name, op->params[k].name);
    }
}

static void call(Check *c, const SynExpr *e) {
    const SynExpr *f = e->items[0];
    if (f->kind == SYN_NAME) {
        if (!rule_function_find(f->name, false)) {
            int slot = rule_slot(c->p->rule, f->name);
            if (slot < 0 || c->p->rule->slots.at[slot].kind != PARAM_OP) {
                c->ok = false;
                rule_wrong(c->p, f->loc,
                           "there is no function '%s'\nhelp: docs/rules.md lists the functions; an "
                           "operator is R.%s, an operator variable "
                           "has the type R.Elementwise",
                           f->name, f->name);
            } else if (!c->builds) {
                c->ok = false;
                rule_wrong(
                    c->p, e->loc,
                    "an operator's call stands in patterns and replacements, not in conditions");
            }
        }
        items(c, e, 1);
        return;
    }
    const char *word = rule_dotted(c->p->set, c->p->arena, f);
    if (!word) {
        c->ok = false;
        rule_wrong(c->p, e->loc, "expected R.something(...)\nfound: %s", syn_kind_text(f->kind));
        return;
    }
    bool shape = strcmp(word, "shape") == 0 && e->n == 2; /* R.shape([a, b]) is the list */
    if (rule_function_find(word, true) || shape) {
        items(c, e, 1);
        return;
    }
    if (!c->builds) {
        c->ok = false;
        rule_wrong(c->p, e->loc,
                   "R.%s stands in patterns and replacements, not in conditions\nhelp: "
                   "docs/rules.md lists the functions of conditions",
                   word);
        return;
    }
    static const char *const words[] = {"maybe", "either",
                                        "const"}; /* what rule_build_call knows besides operators */
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (strcmp(word, words[i]) != 0) continue;
        items(c, e, 1);
        return;
    }
    const OpDef *op = ir_op_table_find(c->p->set->ops, str_c(word));
    if (op) {
        op_call(c, e, op);
        return;
    }
    c->ok = false;
    rule_wrong_op(c->p, e->loc, word);
}

static void attribute(Check *c, const SynExpr *e) {
    const SynExpr *of = e->items[0];
    static const char *const known[] = {"shape", "ndim", "dtype"};
    expr(c, of);
    for (size_t i = 0; i < ARRAY_LEN(known); i++) {
        if (strcmp(e->name, known[i]) == 0) return;
    }
    int slot = of->kind == SYN_NAME ? rule_slot(c->p->rule, of->name) : -1;
    if (slot < 0 || c->p->rule->slots.at[slot].kind == PARAM_ATTR ||
        c->p->rule->slots.at[slot].kind == PARAM_OP)
        return;
    c->ok = false;
    rule_wrong(c->p, e->loc,
               "there is no attribute '%s'\nexpected: shape, ndim or dtype\nhelp: an operator's "
               "attributes are taken by **name in the pattern",
               e->name);
}

static void expr(Check *c, const SynExpr *e) {
    switch (e->kind) {
    case SYN_NAME: name(c, e); return;
    case SYN_CALL: call(c, e); return;
    case SYN_ATTR: attribute(c, e); return;
    case SYN_LISTCOMP:
    case SYN_GENERATOR: {
        size_t mark = c->names.len;
        expr(c, e->items[2]);
        targets(c, e->items[1]);
        if (e->items[3]) expr(c, e->items[3]);
        expr(c, e->items[0]);
        c->names.len = mark;
        return;
    }
    case SYN_INT:
    case SYN_FLOAT:
    case SYN_STRING:
    case SYN_BOOL:
    case SYN_NONE: return;
    case SYN_ELLIPSIS:
    case SYN_DICT:
        c->ok = false;
        rule_wrong(c->p, e->loc, "%s does not belong into an expression", syn_kind_text(e->kind));
        return;
    default: items(c, e, 0);
    }
}

/* The expressions within a pattern: attributes, indices, counts. `**_` and `**name` are no
 * attributes here. */
static void pattern(Check *c, const Pattern *p) {
    c->matches = true;
    for (uint32_t i = 0; p->kind == PATTERN_CALL && p->op && i < ir_op_n_attrs(p->op); i++) {
        if (p->attrs[i]) expr(c, p->attrs[i]);
    }
    if (p->expr) expr(c, p->expr);
    c->matches = false;
    if (p->count) expr(c, p->count);
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->items[i]) pattern(c, p->items[i]);
    }
}

bool rule_check_pattern(RuleParse *p) {
    Check c = {.p = p, .ok = true};
    Rule *r = p->rule;
    for (uint32_t i = 0; i < r->n_roots; i++) {
        if (r->roots[i]) pattern(&c, r->roots[i]);
    }
    for (size_t i = 0; i < r->conditions.len; i++) expr(&c, r->conditions.at[i]);
    const SynExpr *const lists[] = {r->same, r->where, r->last};
    for (size_t i = 0; i < ARRAY_LEN(lists); i++) {
        if (lists[i]) expr(&c, lists[i]);
    }
    return c.ok;
}

bool rule_check_replacement(RuleParse *p) {
    Check c = {.p = p, .builds = true, .ok = true};
    for (size_t i = 0; i < p->rule->body.len; i++) {
        const SynStmt *s = &p->rule->body.at[i];
        expr(&c, s->value);
        targets(&c, s->target);
    }
    if (p->rule->result) expr(&c, p->rule->result);
    return c.ok;
}

void rule_mention(RuleParse *p, const SynExpr *e) {
    if (e->kind == SYN_NAME) {
        int slot = rule_slot(p->rule, e->name);
        if (slot >= 0) p->rule->slots.at[slot].mentioned = true;
    }
    bool leaf = e->kind == SYN_NAME || e->kind == SYN_INT || e->kind == SYN_FLOAT ||
                e->kind == SYN_STRING || e->kind == SYN_BOOL || e->kind == SYN_NONE ||
                e->kind == SYN_ELLIPSIS;
    for (uint32_t i = 0; !leaf && i < e->n; i++) {
        if (e->items[i]) rule_mention(p, e->items[i]);
    }
}
