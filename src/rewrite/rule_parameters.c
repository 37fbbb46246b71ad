/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of a pattern and their types. */
#include "rewrite/rule_parse.h"

static bool dim_names(RuleParse *p, const SynExpr *e);

/* A dim of an annotation: a number, a name or an expression; in a string or not. Names become
 * attribute variables. */
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

bool rule_parameters(RuleParse *p, const SynStmt *def) {
    bool ok = true;
    int *slots = ARENA_ARRAY(p->arena, int, (size_t)def->n_params + 1);
    for (uint32_t i = 0; i < def->n_params; i++) {
        const SynParam *x = &def->params[i];
        if (rule_slot(p->rule, x->name) >= 0 || x->starred || x->value) {
            ok = rule_wrong(p, x->loc,
                            x->starred || x->value ? "a parameter has a name and a type only"
                                                   : "two parameters of one name") != NULL;
        }
        ok &= rule_name_is_free(p, x->name, x->loc);
        slots[i] = rule_slot_new(p, x->name, x->loc);
        p->rule->slots.at[slots[i]].is_param = true;
    }
    for (uint32_t i = 0; i < def->n_params; i++) {
        if (def->params[i].annotation)
            ok &= annotation(p, slots[i], rule_copy(p, def->params[i].annotation));
    }
    return ok;
}
