/* SPDX-License-Identifier: Apache-2.0 */
/* A rule's class: its fields, its pattern and its replacement. */
#include "rewrite/rule_parse.h"

enum { WAYS_MAX = 4096, CHAIN_DEFAULT = 64, CHAIN_MEASURED = INT32_MAX };

/* Statements */

/* To the END of the block that is open. */
void rule_skip_block(SynParser *syn) {
    SynStmt s;
    for (uint32_t depth = 1; depth > 0;) {
        syn_next(syn, &s);
        if (s.kind == SYN_EOF) return;
        if (s.kind >= SYN_CLASS) depth++;
        if (s.kind == SYN_END) depth--;
    }
}

bool rule_pattern_result(RuleParse *p, const SynExpr *e) {
    Rule *r = p->rule;
    if (rule_is_word(p, e, "siblings") && e->kind == SYN_CALL) return rule_pattern_siblings(p, e);
    bool many = e->kind == SYN_TUPLE;
    r->n_roots = many ? e->n : 1;
    r->roots = ARENA_ARRAY(p->arena, Pattern *, (size_t)r->n_roots + 1);
    if (r->n_roots == 0)
        return rule_wrong(p, e->loc, "a pattern returns a value\nfound: an empty tuple") != NULL;
    bool ok = true;
    for (uint32_t i = 0; i < r->n_roots; i++) {
        const SynExpr *x = many ? e->items[i] : e;
        Pattern *root = r->roots[i] = rule_pattern(p, x);
        if (!root) {
            ok = false;
            continue;
        }
        if (root->slot < 0 && root->kind != PATTERN_EITHER)
            root->slot = rule_slot_new(p, NULL, x->loc);
        if (root->kind == PATTERN_VAR && !many) {
            r->any_root = true;
        } else if (root->kind == PATTERN_VAR || root->kind == PATTERN_NUMBER ||
                   root->kind == PATTERN_LIST || root->kind == PATTERN_ATTR ||
                   (many && root->kind == PATTERN_EITHER)) {
            ok = rule_wrong(p, x->loc,
                            "a pattern's result is a call, a tuple or a field\nhelp: what the "
                            "replacement stands for must be computed by the pattern") != NULL;
        }
    }
    return ok;
}

static bool pattern_body(RuleParse *p, SynParser *syn) {
    bool ok = true, returned = false;
    uint32_t depth = 1;
    SynStmt s;
    while (depth > 0) {
        syn_next(syn, &s);
        switch (s.kind) {
        case SYN_EOF: return false;
        case SYN_ERROR: ok = false; break;
        case SYN_END: depth--; break;
        case SYN_PASS: break;
        case SYN_WITH: depth++; break;
        case SYN_EXPR: {
            if (s.value->kind == SYN_STRING || rule_is_word(p, s.value, "output")) break;
            if (s.value->kind != SYN_CALL || !rule_is_word(p, s.value, "require")) {
                ok = rule_wrong(p, s.loc,
                                "a statement in a pattern is an assignment, R.require(...) or "
                                "return\nfound: %s",
                                syn_kind_text(s.value->kind)) != NULL;
                break;
            }
            for (uint32_t i = 1; i < s.value->n; i++) {
                const SynExpr *c = rule_copy(p, s.value->items[i]);
                vec_push(p->arena, &p->rule->conditions, c);
            }
            break;
        }
        case SYN_ASSIGN: {
            const SynExpr *e = s.value ? rule_copy(p, s.value) : NULL;
            if (!e || s.op != SYN_OP_NONE || s.target->kind != SYN_NAME) {
                ok = rule_wrong(p, s.loc,
                                "an assignment in a pattern is `name = value`\nhelp: the values of "
                                "a tuple are x[0], x[1] and so on") != NULL;
                break;
            }
            ok &= rule_name_is_free(p, s.target->name, s.target->loc);
            bool symbol = e->kind == SYN_CALL && e->items[0]->kind == SYN_ATTR &&
                          rule_is_name(e->items[0]->items[0], p->set->name.T);
            if (symbol) { /* n = T.int64() */
                if (rule_slot(p->rule, s.target->name) < 0)
                    rule_slot_new(p, s.target->name, s.target->loc);
                break;
            }
            Pattern *x = rule_pattern(p, e);
            if (!x) {
                ok = false;
                break;
            }
            bool fresh = x->slot < 0 && x->kind != PATTERN_LIST;
            const bool named = fresh || x->slot >= 0;
            const int own = named ? rule_slot_new(p, s.target->name, s.target->loc) : -1;
            if (fresh) x->slot = own;
            if (!fresh && named) p->rule->slots.at[own].same_as = x->slot + 1;
            vec_push(p->arena, &p->assigned, ((Assigned){s.target->name, x}));
            rule_mention(p, e);
            break;
        }
        case SYN_RETURN:
            if (returned || !s.value)
                ok = rule_wrong(p, s.loc, "a pattern returns one value or one tuple") != NULL;
            if (!returned && s.value) {
                const SynExpr *e = rule_copy(p, s.value);
                rule_mention(p, e);
                ok &= rule_pattern_result(p, e);
            }
            returned = true;
            break;
        default:
            ok = rule_wrong(p, s.loc,
                            "this statement does not belong into a pattern\nhelp: conditions are "
                            "R.require(...), alternatives R.either(...)") != NULL;
            if (s.kind >= SYN_CLASS) rule_skip_block(syn);
        }
    }
    if (!returned && ok)
        ok = rule_wrong(p, p->rule->loc,
                        "the pattern returns nothing\nhelp: it returns what is to be replaced") !=
             NULL;
    return ok;
}

static bool replacement_body(RuleParse *p, SynParser *syn) {
    bool ok = true;
    uint32_t depth = 1;
    SynStmt s;
    while (depth > 0) {
        syn_next(syn, &s);
        switch (s.kind) {
        case SYN_EOF: return false;
        case SYN_ERROR: ok = false; break;
        case SYN_END: depth--; break;
        case SYN_PASS: break;
        case SYN_WITH: depth++; break;
        case SYN_EXPR:
            if (s.value->kind != SYN_STRING && !rule_is_word(p, s.value, "output")) {
                ok = rule_wrong(p, s.loc,
                                "a statement in a replacement is an assignment or return") != NULL;
            }
            break;
        case SYN_ASSIGN:
            if (!s.value || s.op != SYN_OP_NONE ||
                (s.target->kind != SYN_NAME && s.target->kind != SYN_TUPLE)) {
                ok = rule_wrong(
                         p, s.loc,
                         "an assignment in a replacement is `name = value`, or `a, b = value`") !=
                     NULL;
                break;
            }
            if (s.value->kind == SYN_CALL && s.value->items[0]->kind == SYN_ATTR &&
                rule_is_name(s.value->items[0]->items[0], p->set->name.T)) {
                break; /* n = T.int64() */
            }
            for (uint32_t i = 0; i < (s.target->kind == SYN_TUPLE ? s.target->n : 1); i++) {
                const SynExpr *x = s.target->kind == SYN_TUPLE ? s.target->items[i] : s.target;
                ok &= x->kind != SYN_NAME || rule_name_is_free(p, x->name, x->loc);
            }
            s.target = rule_copy(p, s.target);
            s.value = rule_copy(p, s.value);
            vec_push(p->arena, &p->rule->body, s);
            break;
        case SYN_RETURN:
            if (p->rule->result || !s.value)
                ok = rule_wrong(p, s.loc, "a replacement returns once") != NULL;
            p->rule->result = rule_copy(p, s.value);
            break;
        default:
            ok = rule_wrong(p, s.loc,
                            "this statement does not belong into a replacement\nhelp: conditions "
                            "stand in the pattern; `a if c else b` chooses a value") != NULL;
            if (s.kind >= SYN_CLASS) rule_skip_block(syn);
        }
    }
    if (!p->rule->result && ok)
        ok = rule_wrong(p, p->rule->loc,
                        "the replacement returns nothing\nhelp: it returns what stands in place of "
                        "the pattern's result") != NULL;
    return ok;
}

/* Classes */

/* Operators are named, or R.name. */
static bool measure(RuleParse *p, const SynExpr *e) {
    bool ok = e->kind == SYN_LIST || e->kind == SYN_TUPLE;
    for (uint32_t i = 0; ok && i < e->n; i++) {
        const SynExpr *x = e->items[i];
        const char *name = x->kind == SYN_STRING ? x->str.ptr : rule_dotted(p->set, p->arena, x);
        if (!name)
            return rule_wrong(p, x->loc,
                              "a measure is a list of operators' names\nhelp: measure = "
                              "[\"matmul\", \"bindings\"]") != NULL;
        Measure m = {.op = ir_op_table_find(p->set->ops, str_c(name))};
        if (!m.op && (x->kind != SYN_STRING || strcmp(name, "bindings") != 0))
            return rule_wrong_op(p, x->loc, name) != NULL;
        vec_push(p->arena, &p->rule->measure, m);
    }
    p->rule->chain = CHAIN_MEASURED;
    return ok || rule_wrong(p, e->loc,
                            "a measure is a list of operators' names\nhelp: measure = [\"matmul\", "
                            "\"bindings\"]") != NULL;
}

static bool field(RuleParse *p, const SynStmt *s) {
    Rule *r = p->rule;
    const SynExpr *v = rule_copy(p, s->value);
    const char *name = s->target->kind == SYN_NAME && v ? s->target->name : "";
    if (strcmp(name, "benefit") == 0 && v->kind == SYN_INT) {
        r->benefit = v->i;
    } else if (strcmp(name, "chain") == 0 && v->kind == SYN_INT && v->i > 0 && v->i < INT32_MAX) {
        r->chain = (uint32_t)v->i;
    } else if (strcmp(name, "approximate") == 0 && v->kind == SYN_BOOL) {
        r->approximate = v->i != 0;
    } else if (strcmp(name, "measure") == 0) {
        return measure(p, v);
    } else if (strcmp(name, "__doc__") == 0 && v->kind == SYN_STRING && !r->doc) {
        r->doc = v->str.ptr;
    } else if (name == p->set->name.replacement && v->kind == SYN_CALL &&
               rule_is_word(p, v, "callback") && v->n == 2 && v->items[1]->kind == SYN_STRING) {
        for (size_t i = 0; i < p->set->callbacks.len; i++) {
            if (str_eq_c(v->items[1]->str, p->set->callbacks.at[i].name))
                r->callback = &p->set->callbacks.at[i];
        }
        if (!r->callback)
            return rule_wrong(p, v->loc,
                              "no callback of this name is registered\nhelp: a callback is a "
                              "function in C, registered before the rules are loaded") != NULL;
    } else {
        return rule_wrong(p, v && p->table ? v->loc : s->loc, /* a cell's place */
                          "this is no field of a rule\nexpected: benefit = N, chain = N, measure = "
                          "[...], approximate = True, __doc__ = \"...\" or replacement = ...") !=
               NULL;
    }
    return true;
}

/* Every parameter of the replacement is one of the pattern's. */
static bool replacement_parameters(RuleParse *p, const SynStmt *def) {
    bool ok = true;
    for (uint32_t i = 0; i < def->n_params; i++) {
        if (rule_slot(p->rule, def->params[i].name) >= 0) continue;
        ok = rule_wrong(p, def->params[i].loc,
                        "the pattern has no parameter '%s'\nhelp: a replacement may leave "
                        "parameters out, not add some",
                        def->params[i].name) != NULL;
    }
    return ok;
}

/* replacement = EXPRESSION, over the names of the pattern. */
static bool is_short_replacement(const RuleParse *p, const SynStmt *s) {
    const bool callback =
        s->value && s->value->kind == SYN_CALL && rule_is_word(p, s->value, "callback");
    return s->kind == SYN_ASSIGN && rule_is_name(s->target, p->set->name.replacement) &&
           s->op == SYN_OP_NONE && s->value && !callback;
}

bool rule_finish(RuleParse *p) {
    Rule *r = p->rule;
    for (uint32_t i = 0; i < r->n_roots; i++) {
        uint64_t ways = rule_pattern_ways(r->roots[i]);
        r->alternatives = i == 0 ? ways
                          : r->alternatives > UINT32_MAX || ways > UINT32_MAX
                              ? UINT64_MAX
                              : r->alternatives * ways;
    }
    if (r->alternatives > WAYS_MAX) {
        return rule_wrong(p, r->loc,
                          "the pattern can be matched in more than %d ways\nhelp: commutative "
                          "operators, R.either and R.any_order multiply; make two rules of it",
                          WAYS_MAX) != NULL;
    }
    if (r->benefit == INT64_MIN) {
        r->benefit = 0;
        for (uint32_t i = 0; i < r->n_roots; i++) r->benefit += r->roots[i]->size;
    }
    return true;
}

bool rule_class(RuleParse *p, SynParser *syn, RuleHead head) {
    Rule *r = p->rule = ARENA_NEW(p->arena, Rule);
    r->set = p->set;
    r->name = head.name;
    r->loc = head.loc;
    r->benefit = INT64_MIN;
    r->chain = CHAIN_DEFAULT;
    r->selected = true;
    p->assigned.len = 0;
    bool ok = true, pattern = false, replacement = false;
    SynStmt s;
    for (;;) {
        syn_next(syn, &s);
        if (s.kind == SYN_END || s.kind == SYN_EOF) break;
        if (s.kind == SYN_PASS || s.kind == SYN_DECORATOR) continue;
        if (s.kind == SYN_ERROR) {
            ok = false;
        } else if (s.kind == SYN_EXPR && s.value->kind == SYN_STRING) {
            if (!r->doc) r->doc = arena_strdup(p->arena, s.value->str);
        } else if (is_short_replacement(p, &s) && pattern && !replacement) {
            replacement = true;
            r->result = rule_copy(p, s.value);
            ok = ok && rule_check_replacement(p);
        } else if (s.kind == SYN_ASSIGN && !is_short_replacement(p, &s)) {
            replacement |= s.target->kind == SYN_NAME && s.target->name == p->set->name.replacement;
            ok &= field(p, &s);
        } else if (s.kind == SYN_DEF && s.name == p->set->name.pattern && !pattern) {
            pattern = true;
            bool good = rule_parameters(p, &s);
            good &= pattern_body(p, syn);
            ok &= good && rule_check_pattern(p);
        } else if (s.kind == SYN_DEF && s.name == p->set->name.replacement && pattern &&
                   !replacement) {
            replacement = true;
            bool good = replacement_parameters(p, &s);
            good &= replacement_body(p, syn);
            ok = ok && good && rule_check_replacement(p);
        } else {
            ok = rule_wrong(
                     p, s.loc,
                     "a rule holds `def pattern`, then `def replacement` or `replacement = ...`\n"
                     "help: each once; benefit, chain and measure may stand before them") != NULL;
            if (s.kind >= SYN_CLASS) rule_skip_block(syn);
        }
    }
    if (ok && (!pattern || !replacement))
        ok = rule_wrong(p, r->loc,
                        "a rule needs a pattern and a replacement\nhelp: a replacement in C is "
                        "`replacement = R.callback(\"name\")`") != NULL;
    if (!ok) return false;
    return rule_finish(p);
}
