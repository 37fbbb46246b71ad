/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of the rule language that ask about shapes, dtypes and where values come from, and the
 * table of all. Those on numbers and lists stand in rule_lists.c. */
#include "rewrite/rule_functions.h"

#include "ops/gradient.h"

static const IrType *tensor(RuleMatch *m, const RuleValue *v) {
    const IrType *t = v->kind == RULE_OPERAND ? ir_operand_type(m->m, v->operand) : NULL;
    return t && t->kind == IR_TYPE_TENSOR ? t : NULL;
}

/* Broadcasting `c` with a tensor of x's shape gives x's shape. */
static IrTruth stretches_to(RuleMatch *m, const IrType *c, const IrType *x) {
    if (c->ndim == 0) return IR_PROVED;
    if (c->ndim < 0 || x->ndim < 0) return IR_UNKNOWN;
    if (c->ndim > x->ndim) return IR_REFUTED;
    if (!c->dims) return IR_UNKNOWN;
    IrTruth all = IR_PROVED;
    for (int32_t i = 0; i < c->ndim; i++) {
        if (ir_dim_is(c->dims[i], 1)) continue;
        all =
            ir_truth_and(all, x->dims ? ir_dim_eq(m->m, c->dims[i], x->dims[x->ndim - c->ndim + i])
                                      : IR_UNKNOWN);
    }
    return all;
}

/* R.broadcasts(c, ..., x): all of the others are stretched to the shape of the last by
 * broadcasting, which so is the shape of them all together. */
static RuleValue fn_broadcasts(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    const IrType *x = n ? tensor(m, &args[n - 1]) : NULL;
    if (!x) return rule_fault(m, e->loc, "R.broadcasts takes tensors");
    IrTruth all = IR_PROVED;
    for (uint32_t i = 0; i + 1 < n; i++) {
        const IrType *c = tensor(m, &args[i]);
        if (!c) return rule_fault(m, e->loc, "R.broadcasts takes tensors");
        IrTruth one = stretches_to(m, c, x);
        if (one == IR_UNKNOWN) {
            return rule_unknown(m, "it is not known that %s broadcasts to %s",
                                ir_type_text(m->m, c), ir_type_text(m->m, x));
        }
        all = ir_truth_and(all, one);
    }
    return rule_bool(all == IR_PROVED);
}

/* broadcast(a, b, ...): the shape that shapes have together. */
static RuleValue fn_broadcast(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (args[i].kind != RULE_LIST)
            return rule_fault(m, e->loc, "broadcast takes lists of extents");
        if (args[i].n > rank) rank = args[i].n;
    }
    RuleValue *items = ARENA_ARRAY(m->arena, RuleValue, (size_t)rank + 1);
    for (uint32_t d = 0; d < rank; d++) {
        const IrDim *dim = ir_dim_const(m->m, 1);
        for (uint32_t i = 0; i < n; i++) {
            if (d + args[i].n < rank) continue;
            const RuleValue *v = &args[i].items[d + args[i].n - rank];
            if (v->kind != RULE_DIM)
                return rule_fault(m, e->loc, "broadcast takes lists of extents");
            if (ir_dim_is(dim, 1))
                dim = v->dim;
            else if (!ir_dim_is(v->dim, 1) && ir_dim_eq(m->m, dim, v->dim) != IR_PROVED) {
                return rule_unknown(m, "%s and %s are not known to broadcast",
                                    ir_dim_text(m->m, dim), ir_dim_text(m->m, v->dim));
            }
        }
        items[d] = rule_dim(dim);
    }
    return (RuleValue){.kind = RULE_LIST, .n = rank, .items = items};
}

/* The dtype of a tensor, or a dtype by name; false when it is not known or none. */
static bool dtype_arg(RuleMatch *m, const RuleValue *v, DType *out) {
    const IrType *t = tensor(m, v);
    *out = t ? t->dtype : v->dtype;
    if (v->kind == RULE_STRING) return dtype_parse(str_c(v->s), out);
    return (t || v->kind == RULE_DTYPE) && *out != DTYPE_VOID;
}

/* R.is_bool(x) */
static RuleValue fn_is_bool(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    DType t;
    if (n != 1) return rule_fault(m, e->loc, "R.is_bool takes a tensor or a dtype");
    return dtype_arg(m, &args[0], &t) ? rule_bool(t == DTYPE_BOOL)
                                      : rule_unknown(m, "a dtype is not known");
}

/* R.is_signed(x): it has negative values. */
static RuleValue fn_is_signed(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    DType t;
    if (n != 1) return rule_fault(m, e->loc, "R.is_signed takes a tensor or a dtype");
    if (!dtype_arg(m, &args[0], &t)) return rule_unknown(m, "a dtype is not known");
    return rule_bool(dtype_is_float(t) || dtype_kind(t) == DTYPE_KIND_INT);
}

/* The first parameter that is a weight: function attribute num_input. */
static uint32_t first_weight(const IrFunction *fn) {
    const IrAttr *a = ir_function_attr(fn, "num_input", IR_ATTR_INT);
    return a && a->i >= 0 && a->i < UINT32_MAX ? fn->n_captures + (uint32_t)a->i : UINT32_MAX;
}

enum { WEIGHT_FUEL = 1000 };

static bool is_in(const Map *map, const IrVar *v) {
    for (MapIter it = map_find(map, hash_ptr(0, v)); map_next(map, &it);) {
        if (it.value == v) return true;
    }
    return false;
}

static void add_var(Map *map, const IrVar *v) {
    map_add(map, hash_ptr(0, v), (void *)(uintptr_t)v);
}

/* A weight is made of weights; whether a variable is one stays so, whatever rules make of what it
 * is made of. */
typedef struct {
    RuleMatch *m;
    size_t first; /* the first parameter that is a weight */
    Map met;
    VEC(const IrVar *) seen;
} Walk;

/* False: it is not a weight. */
static bool meet(Walk *w, const IrVar *v) {
    const RuleWeights *known = w->m->weights;
    if ((known && is_in(&known->yes, v)) || is_in(&w->met, v)) return true;
    if (known && is_in(&known->no, v)) return false;
    if (!v->def) {
        const IrFunction *fn = w->m->block->body->function;
        bool found = false;
        for (size_t i = w->first; i < fn->params.len && !found; i++) found = fn->params.at[i] == v;
        if (known) add_var(found ? &w->m->weights->yes : &w->m->weights->no, v);
        return found;
    }
    const bool call = v->def->kind == IR_BIND_CALL && (v->def->op->flags & OP_PURE);
    if (!call && v->def->kind != IR_BIND_VALUE && v->def->kind != IR_BIND_FIELD) return false;
    add_var(&w->met, v);
    vec_push(w->m->arena, &w->seen, v);
    return true;
}

static bool meet_all(Walk *w, const IrOperand *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (at[i].kind == IR_OPERAND_VAR && !meet(w, at[i].var)) return false;
    }
    return true;
}

/* What is not one, remembered for the value that was asked about. */
static RuleValue no_weight(RuleMatch *m, const IrOperand *o) {
    if (m->weights && o->kind == IR_OPERAND_VAR && !is_in(&m->weights->no, o->var))
        add_var(&m->weights->no, o->var);
    return rule_bool(false);
}

/* R.is_weight(x): it depends only on constants and on parameters behind the first num_input, so it
 * is known before the program runs. */
static RuleValue fn_is_weight(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_OPERAND)
        return rule_fault(m, e->loc, "R.is_weight takes a value");
    const IrOperand *o = args[0].operand;
    Walk w = {.m = m, .first = first_weight(m->block->body->function)};
    map_init(&w.met, m->arena);
    if (!meet_all(&w, o, o->span)) return no_weight(m, o);
    for (size_t at = 0; at < w.seen.len; at++) {
        if (at == WEIGHT_FUEL)
            return rule_unknown(m, "it takes too long to see what '%s' depends on",
                                rule_value_text(m, &args[0]));
        const IrOperands *made_of = &w.seen.at[at]->def->operands;
        if (!meet_all(&w, made_of->at, made_of->n)) return no_weight(m, o);
    }
    for (size_t i = 0; m->weights && i < w.seen.len; i++) add_var(&m->weights->yes, w.seen.at[i]);
    return rule_bool(true);
}

/* An extent is taken for 1 or more: a choice that pays then is right for 0 too, if not the best. */
static const IrDim *one_or_more(void *user, IrSymbol *s) {
    IrModule *m = user;
    const IrDim *d = ir_dim_symbol(m, s);
    return s->is_extent ? ir_dim_offset(m, d, 1) : d;
}

/* What the function says that symbols are at most; NULL: nothing that can be read. */
static const IrAttr *upper_bounds(const IrFunction *fn) {
    for (; fn; fn = fn->parent) {
        for (uint32_t i = 0; i < fn->attrs.n; i++) {
            const IrAttr *dict = &fn->attrs.items[i];
            if (strcmp(fn->attrs.keys[i], "tir_var_upper_bound") == 0)
                return dict->kind == IR_ATTR_DICT ? dict : NULL;
        }
    }
    return NULL;
}

/* At least d: the symbol of that name, an extent, is `most` in all products that add to d. NULL:
 * factors are other things than extents. */
static const IrDim *with_bound(IrModule *m, const IrDim *d, const char *name, int64_t most) {
    const IrDim *sum = ir_dim_const(m, d->constant);
    for (uint32_t i = 0; i < d->n; i++) {
        const IrMono *mono = d->terms[i].mono;
        const IrDim *product = ir_dim_const(m, d->terms[i].coeff);
        for (uint32_t k = 0; k < mono->n; k++) {
            const IrAtom *atom = mono->factors[k].atom;
            if (atom->kind != IR_ATOM_SYMBOL || !atom->symbol->is_extent) return NULL;
            const bool is_bound = d->terms[i].coeff > 0 && strcmp(atom->symbol->name, name) == 0;
            const IrDim *x = is_bound ? ir_dim_const(m, most) : ir_dim_symbol(m, atom->symbol);
            for (uint32_t p = 0; p < mono->factors[k].power; p++)
                product = ir_dim_mul(m, product, x);
        }
        sum = ir_dim_add(m, sum, product);
    }
    return ir_dims_forget(m) ? NULL : sum;
}

/* Is the symbol a factor of something that is added? */
static bool has_symbol(const IrDim *d, const char *name) {
    for (uint32_t i = 0; i < d->n; i++) {
        const IrMono *mono = d->terms[i].mono;
        for (uint32_t k = 0; d->terms[i].coeff > 0 && k < mono->n; k++) {
            const IrAtom *atom = mono->factors[k].atom;
            if (atom->kind == IR_ATOM_SYMBOL && strcmp(atom->symbol->name, name) == 0) return true;
        }
    }
    return false;
}

/* a < b by what the function says of one of its symbols, extents being 1 or more: with n at most
 * 2048, 8 * n * m is less than 16384 * (n + m). Bounds past the first so many are not looked at,
 * as this is asked for each match. */
static bool is_less_within_bounds(RuleMatch *m, const IrDim *a, const IrDim *b) {
    enum { MOST = 256 };
    const IrAttr *dict = upper_bounds(m->block ? m->block->body->function : NULL);
    const IrDim *d = dict ? ir_dim_sub(m->m, a, b) : NULL, *end = ir_dim_const(m->m, -1);
    if (!d || ir_dims_forget(m->m)) return false;
    for (uint32_t i = 0; i < dict->n && i < MOST; i++) {
        if (dict->items[i].kind != IR_ATTR_INT || dict->items[i].i < 1) continue;
        if (!has_symbol(d, dict->keys[i])) continue;
        const IrDim *more = with_bound(m->m, d, dict->keys[i], dict->items[i].i);
        if (more) more = ir_dim_map(m->m, more, one_or_more, m->m);
        const bool is_less = more && ir_dim_le(m->m, more, end) == IR_PROVED;
        if (!ir_dims_forget(m->m) && is_less) return true;
    }
    return false;
}

/* All values of a list are weights. */
static RuleValue all_weights(RuleMatch *m, const SynExpr *e, const RuleValue *list) {
    if (list->kind != RULE_LIST) return rule_fault(m, e->loc, "R.cheaper takes lists of values");
    for (size_t i = 0; i < list->n; i++) {
        RuleValue item = list->items[i];
        const RuleValue weight = fn_is_weight(m, e, &item, 1);
        if (weight.kind != RULE_BOOL || weight.truth != IR_PROVED) return weight;
    }
    return rule_bool(true);
}

/* R.cheaper(a, b): a <= b is proved, and they are not the same. R.cheaper(a, b, xs, ys): of two
 * forms, of which the first multiplies xs with each other and the second ys; what is made of
 * weights alone is paid once, whatever it costs. */
static RuleValue fn_cheaper(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if ((n != 2 && n != 4) || args[0].kind != RULE_DIM || args[1].kind != RULE_DIM)
        return rule_fault(m, e->loc,
                          "R.cheaper takes two numbers, and two lists of values or none");
    if (n == 4) {
        const RuleValue first = all_weights(m, e, &args[2]), second = all_weights(m, e, &args[3]);
        if (first.kind != RULE_BOOL) return first;
        if (second.kind != RULE_BOOL) return second;
        if (first.truth != second.truth) return first;
    }
    const IrDim *a = ir_dim_map(m->m, args[0].dim, one_or_more, m->m),
                *b = ir_dim_map(m->m, args[1].dim, one_or_more, m->m);
    IrTruth less = ir_dim_le(m->m, a, b), same = ir_dim_eq(m->m, a, b);
    if (less == IR_PROVED || less == IR_REFUTED)
        return rule_bool(less == IR_PROVED && same != IR_PROVED);
    if (is_less_within_bounds(m, args[0].dim, args[1].dim)) return rule_bool(true);
    return rule_unknown(m, "whether %s is less than %s is not known",
                        ir_dim_text(m->m, args[0].dim), ir_dim_text(m->m, args[1].dim));
}

static RuleValue fn_rank(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    return n == 1 ? rule_rank_of(m, &args[0], e->loc)
                  : rule_fault(m, e->loc, "R.rank takes a tensor");
}

static RuleValue fn_symbolic(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    int64_t v;
    if (n != 1 || args[0].kind != RULE_DIM)
        return rule_fault(m, e->loc, "R.symbolic takes an extent");
    return rule_bool(!ir_dim_is_const(args[0].dim, &v));
}

static RuleValue fn_is_const(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_OPERAND)
        return rule_fault(m, e->loc, "R.is_const takes a value");
    return rule_bool(rule_resolve(args[0].operand)->kind == IR_OPERAND_CONST);
}

/* The number that all elements of a constant are. */
static RuleValue fn_value(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_OPERAND)
        return rule_fault(m, e->loc, "R.value takes a value");
    const IrOperand *o = rule_resolve(args[0].operand);
    if (o->kind != IR_OPERAND_CONST)
        return rule_unknown(m, "'%s' is no constant", rule_value_text(m, &args[0]));
    const Tensor *t = o->constant->tensor;
    if (t->count == 0) return rule_unknown(m, "a constant without elements");
    double first = tensor_get_double(t, 0);
    for (size_t i = 1; i < t->count; i++) {
        double x = tensor_get_double(t, i);
        if (memcmp(&x, &first, sizeof x) != 0)
            return rule_unknown(m, "a constant of different elements");
    }
    return (RuleValue){.kind = RULE_FLOAT, .f = first};
}

static RuleValue fn_uses(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_OPERAND || args[0].operand->kind != IR_OPERAND_VAR) {
        return rule_fault(m, e->loc, "R.uses takes a value");
    }
    return rule_int(m->m, args[0].operand->var->n_uses);
}

/* All uses are inside the match. */
static RuleValue fn_private(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    if (n != 1 || args[0].kind != RULE_OPERAND || args[0].operand->kind != IR_OPERAND_VAR) {
        return rule_fault(m, e->loc, "R.private takes a value");
    }
    for (const IrOperand *u = args[0].operand->var->uses; u; u = u->next_use) {
        bool in = false;
        for (size_t i = 0; i < m->nodes.len && !in; i++) in = u->list->binding == m->nodes.at[i];
        if (!in) return rule_bool(false);
    }
    return rule_bool(true);
}

/* Does what the call gives jump where a float that it takes moves by a unit in its last place? */
static bool jumps(const IrBinding *b) {
    const IrType *t = b->var ? b->var->type : NULL;
    if (b->kind != IR_BIND_CALL || !b->op || !t || t->kind != IR_TYPE_TENSOR) return false;
    return b->op->gradient == grad_zero || !dtype_is_float(t->dtype);
}

/* R.rounded(x): what makes whole numbers or a choice of it takes the value, through elementwise
 * calls and not far away: a tie there (127.5) goes another way where the value is rounded once
 * more. */
static RuleValue fn_rounded(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    enum { FAR = 32 };
    const IrVar *seen[FAR];
    uint32_t n_seen = 1;
    if (n != 1 || args[0].kind != RULE_OPERAND || args[0].operand->kind != IR_OPERAND_VAR)
        return rule_fault(m, e->loc, "R.rounded takes a value");
    seen[0] = args[0].operand->var;
    for (uint32_t at = 0; at < n_seen; at++) {
        for (const IrOperand *u = seen[at]->uses; u; u = u->next_use) {
            const IrBinding *b = u->list->binding;
            if (!b || b->kind != IR_BIND_CALL || !b->op) continue;
            if (jumps(b)) return rule_bool(true);
            bool new = b->op->flags &OP_ELEMENTWISE;
            for (uint32_t i = 0; i < n_seen && new; i++) new = seen[i] != b->var;
            if (new &&n_seen == FAR) return rule_bool(false);
            if (new) seen[n_seen++] = b->var;
        }
    }
    return rule_bool(false);
}

static RuleValue fn_is_float(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    RuleValue v = n == 1 ? args[0] : (RuleValue){.kind = RULE_NONE};
    if (v.kind == RULE_OPERAND) v = rule_dtype_of(m, &v, e->loc);
    if (v.kind == RULE_UNKNOWN) return v;
    DType t;
    if (v.kind == RULE_STRING && dtype_parse(str_c(v.s), &t))
        v = (RuleValue){.kind = RULE_DTYPE, .dtype = t};
    return v.kind == RULE_DTYPE ? rule_bool(dtype_is_float(v.dtype))
                                : rule_fault(m, e->loc, "R.is_float takes a tensor or a dtype");
}

static RuleValue fn_is_int(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    RuleValue v = n == 1 ? args[0] : (RuleValue){.kind = RULE_NONE};
    if (v.kind == RULE_OPERAND) v = rule_dtype_of(m, &v, e->loc);
    if (v.kind == RULE_UNKNOWN) return v;
    DType t;
    if (v.kind == RULE_STRING && dtype_parse(str_c(v.s), &t))
        v = (RuleValue){.kind = RULE_DTYPE, .dtype = t};
    if (v.kind != RULE_DTYPE) return rule_fault(m, e->loc, "R.is_int takes a tensor or a dtype");
    return rule_bool(!dtype_is_float(v.dtype) && v.dtype != DTYPE_BOOL);
}

/* Bits of an integer that a dtype holds exactly, and whether it has negative ones. */
static unsigned exact_bits(DType t, bool *negative) {
    unsigned size = dtype_bits(t);
    *negative = t != DTYPE_BOOL && dtype_kind(t) != DTYPE_KIND_UINT;
    if (t == DTYPE_BOOL) return 1;
    if (!dtype_is_float(t)) return dtype_kind(t) == DTYPE_KIND_UINT ? size : size - 1;
    if (dtype_is_small(t)) return dtype_format(t).mantissa + 1u;
    return t == DTYPE_BFLOAT16 ? 8 : t == DTYPE_FLOAT16 ? 11 : t == DTYPE_FLOAT32 ? 24 : 53;
}

/* All exponents of `t`: those of float8_e8m0fnu reach as far as float32's. */
static bool holds_powers(DType wide, DType t) {
    return t != DTYPE_FLOAT8E8M0 || dtype_bits(wide) >= 32;
}

static bool dtype_holds(DType wide, DType t) {
    if (wide == t) return true;
    if (dtype_is_small(wide) && dtype_is_float(wide)) return false;
    /* Infinities do not come back: casts to it saturate. */
    if (dtype_is_small(t) && dtype_is_float(t) && dtype_format(t).has_infinities) return false;
    if (dtype_is_float(t))
        return dtype_is_float(wide) && dtype_bits(wide) > dtype_bits(t) && holds_powers(wide, t);
    bool minus, wide_minus;
    unsigned bits = exact_bits(t, &minus), wide_bits = exact_bits(wide, &wide_minus);
    return wide_bits >= bits && (wide_minus || !minus);
}

/* Every value of the first dtype is a value of the second. */
static RuleValue fn_holds(RuleMatch *m, const SynExpr *e, RuleValue *args, uint32_t n) {
    DType t[2];
    for (int i = 0; i < 2; i++) {
        RuleValue v = n == 2 ? args[i] : (RuleValue){.kind = RULE_NONE};
        if (v.kind == RULE_OPERAND) v = rule_dtype_of(m, &v, e->loc);
        if (v.kind == RULE_UNKNOWN) return v;
        t[i] = v.dtype;
        if (v.kind != RULE_DTYPE && !(v.kind == RULE_STRING && dtype_parse(str_c(v.s), &t[i]))) {
            return rule_fault(m, e->loc, "R.holds takes two dtypes");
        }
    }
    return rule_bool(dtype_holds(t[1], t[0]));
}

static const RuleFunction functions[] = {
    {"len", false, rule_fn_len},
    {"sum", false, rule_fn_sum},
    {"min", false, rule_fn_min},
    {"max", false, rule_fn_max},
    {"prod", false, rule_fn_prod},
    {"prefix_sums", false, rule_fn_prefix_sums},
    {"parts", false, rule_fn_parts},
    {"zip", false, rule_fn_zip},
    {"enumerate", false, rule_fn_enumerate},
    {"range", false, rule_fn_range},
    {"all", false, rule_fn_all},
    {"any", false, rule_fn_any},
    {"rank", true, fn_rank},
    {"symbolic", true, fn_symbolic},
    {"is_const", true, fn_is_const},
    {"value", true, fn_value},
    {"uses", true, fn_uses},
    {"private", true, fn_private},
    {"rounded", true, fn_rounded},
    {"is_float", true, fn_is_float},
    {"is_int", true, fn_is_int},
    {"holds", true, fn_holds},
    {"index", false, rule_fn_index},
    {"increasing", false, rule_fn_increasing},
    {"broadcast", false, fn_broadcast},
    {"broadcasts", true, fn_broadcasts},
    {"is_bool", true, fn_is_bool},
    {"is_signed", true, fn_is_signed},
    {"cheaper", true, fn_cheaper},
    {"is_weight", true, fn_is_weight},
    {"present", true, NULL},
    {"proved", true, NULL},
};

const RuleFunction *rule_function(size_t i) {
    return i < ARRAY_LEN(functions) ? &functions[i] : NULL;
}

const RuleFunction *rule_function_find(const char *name, bool in_r) {
    for (size_t i = 0; i < ARRAY_LEN(functions); i++) {
        if (functions[i].in_r == in_r && strcmp(functions[i].name, name) == 0) return &functions[i];
    }
    return NULL;
}
