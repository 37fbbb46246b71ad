/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of a pattern as the operator's own sample draws them: what chance would hardly find, such
 * as a convolution in groups, or a reduction over axes that are there. */
#include "rewrite/instance_parts.h"

enum { SEEDS = 6, LITERAL_SEEDS = 24 };

static bool is_open(const Instance *x, const Pattern *p) {
    return p->kind == PATTERN_VAR && x->m.slots[p->slot].kind == RULE_UNBOUND;
}

/* All operands are single values, or attributes. */
bool instance_may_sample(const Pattern *p) {
    bool some = p->op && p->op->sample;
    for (uint32_t i = 0; some && i < p->n; i++) {
        const Pattern *item = p->items[i];
        some = !item || (item->kind != PATTERN_LIST && item->kind != PATTERN_TUPLE &&
                         item->kind != PATTERN_ANY_ORDER);
    }
    for (uint32_t i = 0; some && i < p->op->n_params; i++)
        some = p->op->params[i].kind != OP_PARAM_REST;
    return some;
}

/* What a call is to be like. */
typedef struct {
    const IrType *const *types; /* of values that may be its operands */
    uint32_t n_types;
    bool no_zero;
    const SampleAttr *attrs; /* that it has */
    uint32_t n_attrs;
    const char *varied; /* an attribute that is not to have its default */
} Wish;

/* One call, in a function of its own. NULL: it cannot be one. */
static const IrBinding *sampled(Instance *x, const OpDef *op, const Wish *w, uint64_t seed) {
    IrModule *ir = x->m.m;
    IrGlobal *main_only = ir->globals.at[0];
    OpSample s;
    const int64_t few[] = {x->narrow, x->narrow, 1};
    SampleOptions options = {.no_zero = w->no_zero,
                             .often = x->dtype,
                             .reuse = 100,
                             .attrs = w->attrs,
                             .n_attrs = w->n_attrs,
                             .varied = w->varied,
                             .given = w->n_types != 0};
    if (x->narrow) options.extents = few, options.n_extents = ARRAY_LEN(few);
    sample_begin(&s, ir, "drawn", seed, options);
    s.b.block = ir_block_append(s.b.fn->body, false);
    for (uint32_t i = 0; i < w->n_types; i++) {
        IrVar *v = ir_var_new(s.b.fn, "given", w->types[i]);
        vec_push(&ir->arena, &s.b.fn->params, v);
        vec_push(&ir->arena, &s.vars, v);
    }
    const DiagMark mark = diag_mark(ir->ctx);
    const bool ok = sample_step(&s, op, INT64_MAX);
    diag_rewind(ir->ctx, mark);
    ir_globals_set(ir, &main_only, 1);
    const IrBinding *b = ok ? s.b.fn->body->last : NULL;
    while (b && (b->kind != IR_BIND_CALL || b->op != op)) b = b->prev;
    return b;
}

typedef struct {
    const Pattern *p;
    RuleValue *values; /* by parameter */
    const RuleValue **by_param;
    const IrType **types; /* of the operands that are built; NULL: not yet */
} Sampled;

static const IrType *tensor_of(IrModule *m, const IrOperand *o) {
    bool value = o->kind == IR_OPERAND_VAR || o->kind == IR_OPERAND_CONST;
    const IrType *t = value ? ir_operand_type(m, o) : NULL;
    return t && t->kind == IR_TYPE_TENSOR && t->dims ? t : NULL;
}

/* Builds the operand that stands for the i-th parameter where the call has `o`. */
static bool take_operand(Instance *x, Sampled *s, uint32_t i, uint32_t k, const IrOperand *o) {
    const Pattern *item = k < s->p->n ? s->p->items[k] : NULL;
    const IrType *t = tensor_of(x->m.m, o);
    if (!item) return o->kind == IR_OPERAND_NONE || o->kind == IR_OPERAND_PRIM;
    if (s->types[i]) {
        s->by_param[i] = &s->values[i];
        return t == s->types[i];
    }
    if (item->kind == PATTERN_ATTR) {
        RuleValue v = rule_shape_value(&x->m, o);
        if (v.kind == RULE_UNKNOWN || !rule_match_value(&x->m, item->expr, &v)) return false;
        s->values[i] = v;
    } else if (!t) {
        return false;
    } else if (is_open(x, item)) {
        s->values[i] = x->m.slots[item->slot] = instance_parameter(x, t, item->slot);
    } else { /* what is inside is likely to have the type of its result */
        x->wanted = t;
        s->values[i] = x->build(x, item);
        x->wanted = NULL;
        if (!x->ok || s->values[i].kind != RULE_OPERAND) return false;
        if (tensor_of(x->m.m, s->values[i].operand) != t) return false;
    }
    s->by_param[i] = &s->values[i];
    return true;
}

/* A name without a value takes the attribute's; the rest of the pattern stands as it is. */
static void take_attr(Instance *x, Sampled *s, uint32_t i, const SynExpr *e, const IrAttr *a) {
    if (!e) return;
    RuleMatch *m = &x->m;
    const RuleValue v = rule_attr_value(m, a);
    s->values[i] = rule_match_value(m, e, &v) ? v : rule_eval(m, e);
    s->by_param[i] = &s->values[i];
}

/* The operands that the sample is to take as they are. */
static uint32_t build_inside(Instance *x, Sampled *s, const IrType **given) {
    uint32_t n = 0, k = 0;
    for (uint32_t i = 0; i < s->p->op->n_params && x->ok; i++) {
        if (!OP_PARAM_IS_OPERAND(s->p->op->params[i].kind)) continue;
        const Pattern *item = k < s->p->n ? s->p->items[k] : NULL;
        k++;
        if (!item || item->kind == PATTERN_ATTR || is_open(x, item)) continue;
        s->values[i] = x->build(x, item);
        const bool is_value = x->ok && s->values[i].kind == RULE_OPERAND;
        s->types[i] = is_value ? tensor_of(x->m.m, s->values[i].operand) : NULL;
        if (!s->types[i])
            instance_give_up(x);
        else
            given[n++] = s->types[i];
    }
    return n;
}

/* The call takes what was built before. */
static bool takes_given(const Sampled *s, IrModule *m, const IrBinding *b) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < s->p->op->n_params; i++) {
        if (!OP_PARAM_IS_OPERAND(s->p->op->params[i].kind)) continue;
        if (at >= b->operands.n) return !s->types[i]; /* the rest, of which there is nothing */
        const IrOperand *o = &b->operands.at[at];
        at += o->span;
        if (s->types[i] && tensor_of(m, o) != s->types[i]) return false;
    }
    return true;
}

/* What the pattern says of attributes, as far as it is known by now: types follow from them. */
static void tell_attrs(Instance *x, const Pattern *p, Wish *w) {
    const uint32_t n = ir_op_n_attrs(p->op);
    SampleAttr *told = ARENA_ARRAY(x->m.arena, SampleAttr, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const OpParam *param = ir_op_attr_param(p->op, i);
        if (!p->attrs[i]) continue;
        const RuleValue v = rule_eval(&x->m, p->attrs[i]);
        told[w->n_attrs].name = param->name;
        if (v.kind == RULE_UNKNOWN || v.kind == RULE_UNBOUND) continue;
        if (rule_attr(&x->m, param, &v, &told[w->n_attrs].value)) w->n_attrs++;
    }
    w->attrs = told;
}

/* An attribute that the pattern leaves free, which is to have another value than its default: what
 * a rule forgets of it is then seen. By the seed, which is drawn anew most often. -1: none. */
static int draw_free(const Pattern *p, uint32_t seed) {
    const uint32_t n = ir_op_n_attrs(p->op);
    uint32_t free = 0;
    for (uint32_t i = 0; p->any_attrs && i < n; i++) free += !p->attrs[i];
    uint32_t pick = seed % (free + free / 2 + 1);
    for (uint32_t i = 0; pick < free && i < n; i++) {
        if (!p->attrs[i] && pick-- == 0) return (int)i;
    }
    return -1;
}

static bool is_default(Instance *x, const IrBinding *b, int attr) {
    IrModule *m = x->m.m;
    IrAttr *defaults = ARENA_ARRAY(x->m.arena, IrAttr, (size_t)ir_op_n_attrs(b->op) + 1);
    ir_attr_defaults(m, b->op, defaults);
    return ir_attr_equal(&b->attrs[attr], &defaults[attr]);
}

/* A call that takes what was built before; most often one that says what the pattern does. */
static const IrBinding *draw_call(Instance *x, const Sampled *s, const IrType *const *given,
                                  uint32_t n) {
    const IrBinding *some = NULL;
    const uint32_t seed = instance_draw(x, 1 << 12), how = instance_draw(x, 6);
    const int other = draw_free(s->p, seed), tries = how % 2 ? LITERAL_SEEDS : n ? SEEDS : 1;
    Wish wish = {.types = given, .n_types = n, .no_zero = how < 2};
    if (how) tell_attrs(x, s->p, &wish);
    if (other >= 0) wish.varied = ir_op_attr_param(s->p->op, (uint32_t)other)->name;
    for (int i = 0; x->ok && i < tries; i++) {
        const IrBinding *b = sampled(x, s->p->op, &wish, seed + ((uint64_t)i << 12));
        if (!b || !takes_given(s, x->m.m, b)) continue;
        if (other < 0 || !is_default(x, b, other)) return b;
        some = b;
    }
    return some;
}

RuleValue instance_sample(Instance *x, const Pattern *p, bool inside_first) {
    RuleMatch *m = &x->m;
    const uint32_t n_params = p->op->n_params;
    Sampled s = {.p = p};
    s.values = ARENA_ARRAY(m->arena, RuleValue, (size_t)n_params + 1);
    s.by_param = ARENA_ARRAY(m->arena, const RuleValue *, (size_t)n_params + 1);
    s.types = ARENA_ARRAY(m->arena, const IrType *, (size_t)n_params + 1);
    const IrType **given = ARENA_ARRAY(m->arena, const IrType *, (size_t)n_params + 1);
    const uint32_t n_given = inside_first ? build_inside(x, &s, given) : 0;
    const IrBinding *b = draw_call(x, &s, given, n_given);
    if (!b) return instance_give_up(x);
    uint32_t at = 0, operand = 0, attr = 0;
    for (uint32_t i = 0; i < n_params; i++) {
        const OpParam *param = &p->op->params[i];
        if (OP_PARAM_IS_OPERAND(param->kind)) {
            if (at >= b->operands.n) return instance_give_up(x);
            const IrOperand *o = &b->operands.at[at];
            at += o->span;
            if (!take_operand(x, &s, i, operand++, o)) return instance_give_up(x);
        } else if (OP_PARAM_IS_ATTR(param->kind)) {
            take_attr(x, &s, i, p->attrs[attr], &b->attrs[attr]);
            attr++;
        }
    }
    RuleValue v = rule_build_values(m, p->loc, p->op, s.by_param, NULL, 0, p->any_attrs ? b : NULL);
    if (v.kind != RULE_OPERAND || m->failed) return instance_give_up(x);
    if (p->attrs_slot >= 0)
        m->slots[p->attrs_slot] = (RuleValue){.kind = RULE_OP, .call = v.operand->var->def};
    instance_note_type(x, v.operand->var->type);
    return v;
}
