/* SPDX-License-Identifier: Apache-2.0 */
/* Rule files: classes, their fields, parameters and statements. */
#include "rewrite/rule_parse.h"

#include <stdarg.h>

enum { WAYS_MAX = 4096, CHAIN_DEFAULT = 64, CHAIN_MEASURED = INT32_MAX };

void *rule_wrong(RuleParse *p, Loc loc, const char *fmt, ...) {
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
    const OpDef *near = op_table_nearest(p->set->ops, (Str){name, strlen(name)});
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

SynExpr *rule_copy_expr(Arena *arena, const SynExpr *e) {
    if (!e) return NULL;
    SynExpr *copy = ARENA_NEW(arena, SynExpr);
    *copy = *e;
    switch (e->kind) {
    case SYN_STRING: copy->str = (Str){arena_strdup(arena, e->str), e->str.len}; return copy;
    case SYN_NAME:
    case SYN_INT:
    case SYN_FLOAT:
    case SYN_BOOL:
    case SYN_NONE:
    case SYN_ELLIPSIS: return copy;
    default: break;
    }
    const SynExpr **items = ARENA_ARRAY(arena, const SynExpr *, (size_t)e->n + 1);
    for (uint32_t i = 0; i < e->n; i++) items[i] = rule_copy_expr(arena, e->items[i]);
    copy->items = items;
    if (e->keywords) {
        const char **keywords = ARENA_ARRAY(arena, const char *, (size_t)e->n + 1);
        for (uint32_t i = 0; i < e->n; i++) keywords[i] = e->keywords[i];
        copy->keywords = keywords;
    }
    return copy;
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

/* Parameters */

static bool dim_names(RuleParse *p, const SynExpr *e);

/* A dim of an annotation: a number, a name or an expression; in a string or not. Names become attribute
 * variables. */
static const SynExpr *annotated_dim(RuleParse *p, const SynExpr *e) {
    if (e->kind == SYN_STRING) {
        Str text = e->str;
        e = syn_parse_expr(p->set->ctx, p->arena, &p->set->names,
                           (Str){arena_strdup(p->arena, text), text.len}, e->loc);
        if (!e) return NULL;
    }
    if (!dim_names(p, e)) return NULL;
    rule_mention(p, e);
    return e;
}

static bool dim_names(RuleParse *p, const SynExpr *e) {
    switch (e->kind) {
    case SYN_INT: return true;
    case SYN_NAME:
        if (rule_slot(p->rule, e->name) < 0) rule_slot_new(p, e->name, e->loc);
        return true;
    case SYN_UNARY:
    case SYN_BINARY: {
        bool ok = true;
        for (uint32_t i = 0; i < e->n; i++) ok &= dim_names(p, e->items[i]);
        return ok;
    }
    default:
        return rule_wrong(p, e->loc,
                          "an extent is a number, a name, or arithmetic on these\nfound: %s",
                          syn_kind_text(e->kind)) != NULL;
    }
}

static bool annotated_tensor(RuleParse *p, int slot, const SynExpr *e) {
    Slot s = p->rule->slots.at[slot];
    s.kind = PARAM_TENSOR;
    bool ok = true;
    for (uint32_t i = 1; e->kind == SYN_CALL && i < e->n; i++) {
        const SynExpr *x = e->items[i];
        const char *key = e->keywords ? e->keywords[i] : NULL;
        if (key ? strcmp(key, "shape") == 0 : i == 1) {
            if (x->kind == SYN_NONE) continue;
            if (x->kind != SYN_LIST && x->kind != SYN_TUPLE) {
                ok = rule_wrong(p, x->loc,
                                "a shape is a tuple or a list\nfound: %s\nhelp: `shape=(2, "
                                "\"n\")`, or None for any",
                                syn_kind_text(x->kind)) != NULL;
                continue;
            }
            const SynExpr **dims = ARENA_ARRAY(p->arena, const SynExpr *, (size_t)x->n + 1);
            for (uint32_t k = 0; k < x->n; k++)
                ok &= (dims[k] = annotated_dim(p, x->items[k])) != NULL;
            s.dims = dims;
            s.ndim = (int32_t)x->n;
            s.has_shape = true;
        } else if (key ? strcmp(key, "dtype") == 0 : i == 2) {
            if (x->kind == SYN_NAME) { /* an attribute variable */
                s.dtype_slot = rule_slot(p->rule, x->name);
                if (s.dtype_slot < 0) s.dtype_slot = rule_slot_new(p, x->name, x->loc);
                p->rule->slots.at[s.dtype_slot].mentioned = true;
            } else if (x->kind != SYN_STRING || !dtype_parse(x->str, &s.dtype)) {
                ok = rule_wrong(p, x->loc,
                                "this is no dtype\nexpected: \"float32\" and the like, or a name "
                                "that stands for one") != NULL;
            }
        } else if (key && strcmp(key, "ndim") == 0 && x->kind == SYN_INT && x->i >= 0 &&
                   x->i <= 1000) {
            s.ndim = (int32_t)x->i;
        } else {
            ok = rule_wrong(p, x->loc,
                            "R.Tensor takes shape, dtype and ndim\nhelp: ndim is a number that is "
                            "not negative") != NULL;
        }
    }
    p->rule->slots.at[slot] = s;
    return ok;
}

static bool annotation(RuleParse *p, int slot, const SynExpr *e) {
    static const struct {
        const char *word;
        IrTypeKind kind;
    } kinds[] = {{"Any", IR_TYPE_ANY},     {"Object", IR_TYPE_ANY}, {"Tuple", IR_TYPE_TUPLE},
                 {"Shape", IR_TYPE_SHAPE}, {"Prim", IR_TYPE_PRIM},  {"Callable", IR_TYPE_CALLABLE}};
    if (rule_is_word(p, e, "Tensor")) return annotated_tensor(p, slot, e);
    if (rule_is_word(p, e, "Elementwise")) {
        p->rule->slots.at[slot].kind = PARAM_OP;
        return true;
    }
    if (rule_is_word(p, e, "Many")) {
        bool ok = true;
        for (uint32_t i = 1; e->kind == SYN_CALL && i < e->n; i++) {
            const SynExpr *x = e->items[i];
            const char *key = e->keywords ? e->keywords[i] : NULL;
            if (!key && i == 1) {
                ok &= annotation(p, slot, x);
            } else if (key && x->kind == SYN_INT && x->i >= 0 && x->i < UINT32_MAX &&
                       strcmp(key, "min") == 0) {
                p->rule->slots.at[slot].min = (uint32_t)x->i;
            } else if (key && x->kind == SYN_INT && x->i >= 0 && x->i < UINT32_MAX &&
                       strcmp(key, "max") == 0) {
                p->rule->slots.at[slot].max = (uint32_t)x->i;
            } else {
                ok = rule_wrong(
                         p, x->loc,
                         "R.Many takes a type, min and max\nhelp: R.Many(R.Tensor, min=2)") != NULL;
            }
        }
        if (p->rule->slots.at[slot].many)
            ok = rule_wrong(p, e->loc,
                            "a Many of Manys\nhelp: a Many stands in a tuple, and its elements are "
                            "values") != NULL;
        p->rule->slots.at[slot].many = true;
        return ok;
    }
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        if (!rule_is_word(p, e, kinds[i].word)) continue;
        p->rule->slots.at[slot].kind = PARAM_VALUE;
        p->rule->slots.at[slot].type_kind = kinds[i].kind;
        return true;
    }
    return rule_wrong(
               p, e->loc,
               "this is no parameter's type\nexpected: R.Tensor(...), R.Many(...), R.Elementwise, "
               "R.Tuple, R.Shape, R.Prim, "
               "R.Callable or R.Any\nhelp: a parameter without a type stands for an attribute") !=
           NULL;
}

static bool parameters(RuleParse *p, const SynStmt *def) {
    bool ok = true;
    int *slots = ARENA_ARRAY(p->arena, int, (size_t)def->n_params + 1);
    for (uint32_t i = 0; i < def->n_params; i++) {
        const SynParam *x = &def->params[i];
        if (rule_slot(p->rule, x->name) >= 0 || x->starred || x->value) {
            ok = rule_wrong(p, x->loc,
                            x->starred || x->value ? "a parameter has a name and a type only"
                                                   : "two parameters of one name") != NULL;
        }
        slots[i] = rule_slot_new(p, x->name, x->loc);
        p->rule->slots.at[slots[i]].is_param = true;
    }
    for (uint32_t i = 0; i < def->n_params; i++) {
        if (def->params[i].annotation)
            ok &= annotation(p, slots[i], rule_copy_expr(p->arena, def->params[i].annotation));
    }
    return ok;
}

/* Statements */

/* To the END of the block that is open. */
static void skip(SynParser *syn) {
    SynStmt s;
    for (uint32_t depth = 1; depth > 0;) {
        syn_next(syn, &s);
        if (s.kind == SYN_EOF) return;
        if (s.kind >= SYN_CLASS) depth++;
        if (s.kind == SYN_END) depth--;
    }
}

static bool pattern_result(RuleParse *p, const SynExpr *e) {
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
                const SynExpr *c = rule_copy_expr(p->arena, s.value->items[i]);
                vec_push(p->arena, &p->rule->conditions, c);
            }
            break;
        }
        case SYN_ASSIGN: {
            const SynExpr *e = s.value ? rule_copy_expr(p->arena, s.value) : NULL;
            if (!e || s.op != SYN_OP_NONE || s.target->kind != SYN_NAME) {
                ok = rule_wrong(p, s.loc,
                                "an assignment in a pattern is `name = value`\nhelp: the values of "
                                "a tuple are x[0], x[1] and so on") != NULL;
                break;
            }
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
            if (fresh) x->slot = rule_slot_new(p, s.target->name, s.target->loc);
            if (!fresh && x->slot >= 0)
                p->rule->slots.at[rule_slot_new(p, s.target->name, s.target->loc)].same_as =
                    x->slot + 1;
            vec_push(p->arena, &p->assigned, ((Assigned){s.target->name, x}));
            rule_mention(p, e);
            break;
        }
        case SYN_RETURN:
            if (returned || !s.value)
                ok = rule_wrong(p, s.loc, "a pattern returns one value or one tuple") != NULL;
            if (!returned && s.value) {
                const SynExpr *e = rule_copy_expr(p->arena, s.value);
                rule_mention(p, e);
                ok &= pattern_result(p, e);
            }
            returned = true;
            break;
        default:
            ok = rule_wrong(p, s.loc,
                            "this statement does not belong into a pattern\nhelp: conditions are "
                            "R.require(...), alternatives R.either(...)") != NULL;
            if (s.kind >= SYN_CLASS) skip(syn);
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
            s.target = rule_copy_expr(p->arena, s.target);
            s.value = rule_copy_expr(p->arena, s.value);
            vec_push(p->arena, &p->rule->body, s);
            break;
        case SYN_RETURN:
            if (p->rule->result || !s.value)
                ok = rule_wrong(p, s.loc, "a replacement returns once") != NULL;
            p->rule->result = rule_copy_expr(p->arena, s.value);
            break;
        default:
            ok = rule_wrong(p, s.loc,
                            "this statement does not belong into a replacement\nhelp: conditions "
                            "stand in the pattern; `a if c else b` chooses a value") != NULL;
            if (s.kind >= SYN_CLASS) skip(syn);
        }
    }
    if (!p->rule->result && ok)
        ok = rule_wrong(p, p->rule->loc,
                        "the replacement returns nothing\nhelp: it returns what stands in place of "
                        "the pattern's result") != NULL;
    return ok;
}

/* Classes */

static bool measure(RuleParse *p, const SynExpr *e) {
    bool ok = e->kind == SYN_LIST || e->kind == SYN_TUPLE;
    for (uint32_t i = 0; ok && i < e->n; i++) {
        const SynExpr *x = e->items[i];
        if (x->kind != SYN_STRING)
            return rule_wrong(p, x->loc,
                              "a measure is a list of operators' names\nhelp: measure = "
                              "[\"matmul\", \"bindings\"]") != NULL;
        Measure m = {.op = op_table_find(p->set->ops, x->str)};
        if (!m.op && !str_eq_c(x->str, "bindings"))
            return rule_wrong_op(p, x->loc, arena_strdup(p->arena, x->str)) != NULL;
        vec_push(p->arena, &p->rule->measure, m);
    }
    p->rule->chain = CHAIN_MEASURED;
    return ok || rule_wrong(p, e->loc,
                            "a measure is a list of operators' names\nhelp: measure = [\"matmul\", "
                            "\"bindings\"]") != NULL;
}

static bool field(RuleParse *p, const SynStmt *s) {
    Rule *r = p->rule;
    const SynExpr *v = s->value;
    const char *name = s->target->kind == SYN_NAME && v ? s->target->name : "";
    if (strcmp(name, "benefit") == 0 && v->kind == SYN_INT) {
        r->benefit = v->i;
    } else if (strcmp(name, "chain") == 0 && v->kind == SYN_INT && v->i > 0 && v->i < INT32_MAX) {
        r->chain = (uint32_t)v->i;
    } else if (strcmp(name, "approximate") == 0 && v->kind == SYN_BOOL) {
        r->approximate = v->i != 0;
    } else if (strcmp(name, "measure") == 0) {
        return measure(p, v);
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
        return rule_wrong(p, s->loc,
                          "this is no field of a rule\nexpected: benefit = N, chain = N, measure = "
                          "[...], approximate = True or replacement = R.callback(\"name\")") !=
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

static bool rule_class(RuleParse *p, SynParser *syn, const SynStmt *head) {
    Rule *r = p->rule = ARENA_NEW(p->arena, Rule);
    r->set = p->set;
    r->name = head->name;
    r->loc = head->name_loc;
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
        } else if (s.kind == SYN_ASSIGN) {
            replacement |= s.target->kind == SYN_NAME && s.target->name == p->set->name.replacement;
            ok &= field(p, &s);
        } else if (s.kind == SYN_DEF && s.name == p->set->name.pattern && !pattern) {
            pattern = true;
            bool good = parameters(p, &s);
            good &= pattern_body(p, syn);
            ok &= good && rule_check_pattern(p);
        } else if (s.kind == SYN_DEF && s.name == p->set->name.replacement && pattern &&
                   !replacement) {
            replacement = true;
            bool good = replacement_parameters(p, &s);
            good &= replacement_body(p, syn);
            ok = ok && good && rule_check_replacement(p);
        } else {
            ok = rule_wrong(p, s.loc,
                            "a rule holds `def pattern`, then `def replacement`\nhelp: each once; "
                            "benefit, chain and measure may stand before them") != NULL;
            if (s.kind >= SYN_CLASS) skip(syn);
        }
    }
    if (ok && (!pattern || !replacement))
        ok = rule_wrong(p, r->loc,
                        "a rule needs a pattern and a replacement\nhelp: a replacement in C is "
                        "`replacement = R.callback(\"name\")`") != NULL;
    if (!ok) return false;
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

/* Sets */

RuleSet *rules_new(Ctx *ctx, const OpTable *ops, Arena *arena) {
    RuleSet *self = ARENA_NEW(arena, RuleSet);
    self->ctx = ctx;
    self->ops = ops;
    self->arena = arena;
    interner_init(&self->names, arena);
    self->name.R = intern_c(&self->names, "R");
    self->name.T = intern_c(&self->names, "T");
    self->name.I = intern_c(&self->names, "I");
    self->name.blank = intern_c(&self->names, "_");
    self->name.pattern = intern_c(&self->names, "pattern");
    self->name.replacement = intern_c(&self->names, "replacement");
    return self;
}

void rules_callback(RuleSet *self, const RuleCallbackDef *callback) {
    RuleCallbackDef copy = *callback;
    copy.name = intern_c(&self->names, callback->name);
    vec_push(self->arena, &self->callbacks, copy);
}

bool rules_load(RuleSet *self, const char *name, Str text) {
    Ctx *ctx = self->ctx;
    Str kept = {arena_strdup(self->arena, text), text.len};
    name = arena_strdup(self->arena, (Str){name, strlen(name)});
    diag_source(ctx, name, kept);
    size_t before = self->rules.len, errors = diag_errors(ctx);
    RuleParse p = {.set = self, .arena = self->arena};
    SynParser *syn = syn_new(ctx, self->arena, &self->names, kept);
    SynStmt s;
    for (;;) {
        syn_next(syn, &s);
        p.rule = NULL;
        if (s.kind == SYN_EOF) break;
        if (s.kind == SYN_ERROR || s.kind == SYN_DECORATOR || s.kind == SYN_IMPORT ||
            s.kind == SYN_PASS)
            continue;
        if (s.kind == SYN_EXPR && s.value->kind == SYN_STRING) continue;
        if (s.kind != SYN_CLASS) {
            rule_wrong(&p, s.loc, "a rule file holds classes with @R.rewriter\nfound: %s",
                       s.kind == SYN_DEF ? "a function" : "another statement");
            if (s.kind > SYN_CLASS) skip(syn);
            continue;
        }
        if (!rule_class(&p, syn, &s)) continue;
        Rule *r = p.rule;
        for (size_t i = 0; i < self->rules.len; i++) {
            if (self->rules.at[i]->name == r->name)
                rule_wrong(&p, r->loc,
                           "there is a rule of this name already\nhelp: why-not and --rule-stats "
                           "tell rules by their names");
        }
        r->source = name;
        r->text = kept;
        r->index = (uint32_t)self->rules.len;
        r->stats.rule = r->name;
        vec_push(self->arena, &self->rules, r);
    }
    syn_free(syn);
    bool ok = diag_errors(ctx) == errors;
    if (!ok) self->rules.len = before;
    diag_source(ctx, NULL, (Str){NULL, 0});
    return ok;
}

Ctx *rules_ctx(const RuleSet *self) { return self->ctx; }
size_t rules_count(const RuleSet *self) { return self->rules.len; }
const char *rules_name(const RuleSet *self, size_t i) { return self->rules.at[i]->name; }
const char *rules_doc(const RuleSet *self, size_t i) { return self->rules.at[i]->doc; }
const RuleStats *rules_stats(const RuleSet *self, size_t i) { return &self->rules.at[i]->stats; }

void rules_stats_clear(RuleSet *self) {
    for (size_t i = 0; i < self->rules.len; i++) {
        self->rules.at[i]->stats = (RuleStats){.rule = self->rules.at[i]->name};
        self->rules.at[i]->groups.len = 0;
    }
}

bool rules_select(RuleSet *self, const char *name) {
    bool found = false;
    for (size_t i = 0; i < self->rules.len; i++)
        found |= strcmp(self->rules.at[i]->name, name) == 0;
    if (!found) return false;
    for (size_t i = 0; i < self->rules.len; i++)
        self->rules.at[i]->selected = strcmp(self->rules.at[i]->name, name) == 0;
    return true;
}

const RuleGroup *rules_groups(const RuleSet *self, size_t i, size_t *n) {
    *n = self->rules.at[i]->groups.len;
    return self->rules.at[i]->groups.at;
}
