/* SPDX-License-Identifier: Apache-2.0 */
/* Instances of patterns. Parameters get types that are likely to fit each other (instance_draw.c);
 * what does not fit is refused by inference, and another tape is tried. Attribute variables are
 * drawn by the schema of the first attribute that they stand for. Recursion is over patterns. */
#include "rewrite/instance_parts.h"

enum { MANY_MAX = 8 };

static const RuleValue none_at_all = {.kind = RULE_UNBOUND};

/* An attribute's expression: names without a value get one of the parameter's kind. */
static RuleValue attr_value(Instance *x, const SynExpr *e, const OpParam *p) {
    if (e->kind == SYN_NAME && e->name == x->m.rule->set->name.blank) return instance_attr(x, p);
    if (e->kind == SYN_NAME) {
        int slot = rule_slot(x->m.rule, e->name);
        if (slot >= 0 && x->m.slots[slot].kind == RULE_UNBOUND)
            x->m.slots[slot] = instance_attr(x, p);
    }
    bool list = e->kind == SYN_LIST || e->kind == SYN_TUPLE;
    OpParam item = {.name = p->name,
                    .kind = p->kind == OP_PARAM_INTS || p->kind == OP_PARAM_INT_OR_INTS
                                ? OP_PARAM_INT
                                : OP_PARAM_PRIM};
    for (uint32_t i = 0; list && i < e->n; i++) (void)attr_value(x, e->items[i], &item);
    RuleValue v = rule_eval(&x->m, e);
    return v.kind == RULE_UNKNOWN ? instance_give_up(x) : v;
}

static RuleValue build_pattern(Instance *x, const Pattern *p);

/* Each Many gets its list; `elements` its first `count` items built one after the other. */
static RuleValue build_list(Instance *x, const Pattern *p) {
    RuleMatch *m = &x->m;
    uint32_t n = x->count;
    for (uint32_t k = 0; k < p->n_vars; k++) {
        const Slot *s = &m->rule->slots.at[p->many_slots[k]];
        const RuleValue *v = &m->slots[p->many_slots[k]];
        if (v->kind == RULE_LIST)
            n = v->n;
        else if (n < s->min)
            n = s->min;
        else if (n > s->max)
            n = s->max;
    }
    if (p->count) n = MANY_MAX;
    if (n > MANY_MAX) return instance_give_up(x);
    RuleValue *results = ARENA_ARRAY(m->arena, RuleValue, (size_t)n + 1);
    RuleValue **elements = ARENA_ARRAY(m->arena, RuleValue *, (size_t)p->n_vars + 1);
    for (uint32_t k = 0; k < p->n_vars; k++)
        elements[k] = ARENA_ARRAY(m->arena, RuleValue, (size_t)n + 1);
    for (uint32_t i = 0; i < n && x->ok; i++) {
        for (uint32_t k = 0; k < p->n_inner; k++) m->slots[p->inner_slots[k]] = none_at_all;
        if (p->index_slot >= 0) m->slots[p->index_slot] = rule_int(x->m.m, i);
        for (uint32_t k = 0; k < p->n_vars; k++) {
            const RuleValue *v = &m->slots[p->many_slots[k]];
            if (v->kind != RULE_LIST) continue;
            if (i >= v->n) return instance_give_up(x); /* lists of different lengths */
            m->slots[p->element_slots[k]] = v->items[i];
        }
        results[i] = build_pattern(x, p->items[0]);
        for (uint32_t k = 0; k < p->n_vars; k++) elements[k][i] = m->slots[p->element_slots[k]];
        if (i > 0 || !p->count || !x->ok) continue;
        RuleValue v = rule_eval(m, p->count); /* of what the first element has made */
        int64_t count;
        if (v.kind != RULE_DIM || !ir_dim_is_const(v.dim, &count) || count < 0 || count > MANY_MAX)
            return instance_give_up(x);
        n = (uint32_t)count;
    }
    for (uint32_t k = 0; k < p->n_vars; k++) {
        if (m->slots[p->many_slots[k]].kind != RULE_LIST)
            m->slots[p->many_slots[k]] =
                (RuleValue){.kind = RULE_LIST, .n = n, .items = elements[k]};
    }
    return (RuleValue){.kind = RULE_LIST, .n = n, .items = results};
}

static RuleValue build_tuple(Instance *x, const Pattern *p) {
    VEC(RuleValue) items = {.at = NULL};
    uint32_t rotate = p->kind == PATTERN_ANY_ORDER && p->n ? instance_draw(x, p->n) : 0;
    for (uint32_t i = 0; i < p->n && x->ok; i++) {
        RuleValue v = build_pattern(x, p->items[(i + rotate) % p->n]);
        bool list = p->items[i]->kind == PATTERN_LIST;
        for (uint32_t k = 0; list && k < v.n; k++) vec_push(x->m.arena, &items, v.items[k]);
        if (!list) vec_push(x->m.arena, &items, v);
    }
    return (RuleValue){.kind = RULE_LIST, .n = (uint32_t)items.len, .items = items.at};
}

/* An operator for a parameter of type R.Elementwise. */
static const OpDef *draw_op(Instance *x) {
    const OpTable *ops = x->m.m->ops;
    uint32_t n = 0;
    for (size_t i = 0; i < ops->n; i++)
        n += (ops->ops[i]->flags & OP_ELEMENTWISE) && ir_op_n_operands(ops->ops[i]) == 1;
    uint32_t pick = instance_draw(x, n);
    for (size_t i = 0; i < ops->n; i++) {
        bool fits = (ops->ops[i]->flags & OP_ELEMENTWISE) && ir_op_n_operands(ops->ops[i]) == 1;
        if (fits && pick-- == 0) return ops->ops[i];
    }
    return NULL;
}

static RuleValue build_call(Instance *x, const Pattern *p) {
    RuleMatch *m = &x->m;
    const bool attrs_known = p->attrs_slot >= 0 && m->slots[p->attrs_slot].kind == RULE_OP;
    if (!attrs_known && instance_may_sample(p)) {
        const uint32_t how = instance_draw(x, 4);
        if (how > 1) return instance_sample(x, p, how == 3);
    }
    /* The call that an operator variable stands for already, or that has the attributes. */
    const IrBinding *as = attrs_known ? m->slots[p->attrs_slot].call : NULL;
    const OpDef *op = p->op;
    if (p->op_slot >= 0) {
        if (m->slots[p->op_slot].kind == RULE_OP) as = m->slots[p->op_slot].call;
        op = as ? as->op : draw_op(x);
        if (!op) return instance_give_up(x);
    }
    const RuleValue **by_param = ARENA_ARRAY(m->arena, const RuleValue *, (size_t)op->n_params + 1);
    RuleValue *values = ARENA_ARRAY(m->arena, RuleValue, (size_t)op->n_params + p->n + 1);
    bool swap = (op->flags & OP_COMMUTATIVE) && p->n == 2 && instance_draw(x, 2);
    uint32_t operand = 0, attr = 0, at = 0, n_rest = 0;
    RuleValue *rest = ARENA_ARRAY(m->arena, RuleValue, (size_t)p->n + 1);
    /* Operands that are values first: attributes may speak of them. */
    for (int pass = 0; pass < 2; pass++) {
        operand = 0;
        for (uint32_t i = 0; i < op->n_params && x->ok; i++) {
            const OpParam *param = &op->params[i];
            if (param->kind == OP_PARAM_REST) {
                for (; pass == 0 && operand < p->n; operand++)
                    rest[n_rest++] = build_pattern(x, p->items[operand]);
            } else if (OP_PARAM_IS_OPERAND(param->kind)) {
                const Pattern *item = operand < p->n ? p->items[operand] : NULL;
                bool value = item && item->kind != PATTERN_ATTR;
                operand++;
                if (!item || value != (pass == 0)) continue;
                values[at] = value ? build_pattern(x, item) : attr_value(x, item->expr, param);
                by_param[i] = &values[at++];
            }
        }
    }
    if (swap) {
        const RuleValue *v = by_param[0];
        by_param[0] = by_param[1];
        by_param[1] = v;
    }
    for (uint32_t i = 0; i < op->n_params && x->ok; i++) {
        const OpParam *param = &op->params[i];
        if (!OP_PARAM_IS_ATTR(param->kind)) continue;
        const SynExpr *e = p->op ? p->attrs[attr++] : NULL;
        bool free_one = !as && (p->any_attrs || p->op_slot >= 0);
        if (!e && !(free_one && instance_draw(x, 4) == 3)) continue;
        values[at] = e ? attr_value(x, e, param) : instance_attr(x, param);
        by_param[i] = &values[at++];
    }
    if (!x->ok) return none_at_all;
    RuleValue v = rule_build_values(m, p->loc, op, by_param, rest, n_rest, as);
    if (v.kind != RULE_OPERAND || m->failed) return instance_give_up(x);
    const IrBinding *b = v.operand->var->def;
    if (p->op_slot >= 0) m->slots[p->op_slot] = (RuleValue){.kind = RULE_OP, .call = b};
    if (p->attrs_slot >= 0) m->slots[p->attrs_slot] = (RuleValue){.kind = RULE_OP, .call = b};
    instance_note_type(x, b->var->type);
    return v;
}

static RuleValue build_new(Instance *x, const Pattern *p) {
    RuleMatch *m = &x->m;
    switch (p->kind) {
    case PATTERN_VAR: return instance_slot(x, p->slot);
    case PATTERN_CALL: return build_call(x, p);
    case PATTERN_TUPLE:
    case PATTERN_ANY_ORDER: return build_tuple(x, p);
    case PATTERN_LIST: return build_list(x, p);
    case PATTERN_EITHER: { /* most often the one whose turn it is */
        const uint32_t pick = instance_draw(x, 4 * p->n);
        return build_pattern(x, p->items[(x->tape->turn + (pick < 3 * p->n ? 0 : pick)) % p->n]);
    }
    case PATTERN_NUMBER: return instance_number(x, p->number);
    case PATTERN_FIELD: {
        RuleValue t = build_pattern(x, p->items[0]), i = rule_eval(m, p->expr);
        int64_t index;
        if (p->expr->kind == SYN_NAME && i.kind == RULE_UNKNOWN) {
            int slot = rule_slot(m->rule, p->expr->name);
            if (slot >= 0 && m->slots[slot].kind == RULE_UNBOUND)
                m->slots[slot] = i = rule_int(x->m.m, instance_draw(x, 3));
        }
        bool known = i.kind == RULE_DIM && ir_dim_is_const(i.dim, &index) && t.kind == RULE_OPERAND;
        const IrType *type = known ? ir_operand_type(m->m, t.operand) : NULL;
        if (!type || type->kind != IR_TYPE_TUPLE || index < 0 || index >= type->n)
            return instance_give_up(x);
        return rule_build_field(m, p->loc, t, index);
    }
    case PATTERN_ATTR: break;
    }
    return instance_give_up(x);
}

static RuleValue build_pattern(Instance *x, const Pattern *p) {
    RuleMatch *m = &x->m;
    if (!x->ok) return none_at_all;
    if (p->slot >= 0 && m->slots[p->slot].kind != RULE_UNBOUND) return m->slots[p->slot];
    RuleValue v = build_new(x, p);
    if (p->slot >= 0 && x->ok) m->slots[p->slot] = v;
    return v;
}

/* What the function returns: the pattern's results, now and then a value inside as well. */
static bool finish(Instance *x, const RuleValue *roots, uint32_t n) {
    IrModule *m = x->m.m;
    IrOperandBuf out;
    ir_operands_init(&out, x->m.arena);
    size_t tuple = ir_operands_tuple(&out);
    uint32_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const RuleValue *items = roots[i].kind == RULE_LIST ? roots[i].items : &roots[i];
        for (uint32_t k = 0; k < (roots[i].kind == RULE_LIST ? roots[i].n : 1); k++, count++) {
            IrVar *v = rule_build_var(&x->m, (Loc){.line = 0}, items[k]);
            if (!v) return false;
            v->is_output = true;
            ir_operands_var(&out, v);
        }
    }
    uint32_t inside = instance_draw(x, 8);
    for (IrBinding *b = x->fn->body->first; inside >= 6 && b; b = b->next, inside--) {
        if (inside != 6 || !b->var->n_uses) continue;
        b->var->is_output = true;
        ir_operands_var(&out, b->var);
        count++;
    }
    ir_operands_end(&out, tuple, count);
    ir_body_set_result(x->fn->body, out.ops.at, (uint32_t)out.ops.len);
    x->fn->result = ir_operand_type(m, x->fn->body->result.at);
    return true;
}

IrModule *rules_instance(RuleSet *self, size_t index, RuleTape *tape) {
    static const DType simplest[] = {DTYPE_FLOAT32, DTYPE_INT32,   DTYPE_INT8,
                                     DTYPE_FLOAT64, DTYPE_FLOAT32, DTYPE_BOOL}; /* by turn */
    const Rule *rule = self->rules.at[index];
    IrModule *m = ir_module_new(self->ctx, self->ops);
    Arena arena;
    arena_init(&arena, self->ctx);
    Instance x = {.tape = tape, .ok = true, .build = build_pattern};
    rule_match_init(&x.m, rule, m, &arena);
    x.before = ARENA_ARRAY(&arena, const IrType *, rule->slots.len + 1);
    for (size_t i = 0; i < rule->slots.len; i++) x.m.slots[i] = none_at_all;
    x.fn = ir_function_new(m, intern_c(&m->names, "main"));
    x.fn->global = ir_global_new(m, "main");
    x.fn->global->function = x.fn;
    x.fn->body = ir_body_new(x.fn, NULL);
    IrBuilder builder = {.m = m, .fn = x.fn, .block = ir_block_append(x.fn->body, true)};
    x.m.builder = &builder;
    x.m.block = builder.block; /* R.is_weight asks: of a drawn function, no parameter is one */
    DiagMark mark = diag_mark(self->ctx);
    tape->used = 0;
    (void)instance_draw(&x, 64); /* of the inputs: whoever runs the module asks the tape for it */
    x.narrow = instance_draw(&x, 4) == 3 ? 2 + instance_draw(&x, 2) : 0;
    x.dtype =
        instance_draw(&x, 2) ? instance_dtype(&x) : simplest[tape->turn % ARRAY_LEN(simplest)];
    x.count = 2 + instance_draw(&x, 4);
    if (instance_draw(&x, 5) == 4) x.count = instance_draw(&x, 2);
    RuleValue *roots = ARENA_ARRAY(&arena, RuleValue, rule->n_roots);
    for (uint32_t i = 0; i < rule->n_roots && x.ok; i++)
        roots[i] = build_pattern(&x, rule->roots[i]);
    bool ok = x.ok && !x.m.failed && x.fn->body->first && finish(&x, roots, rule->n_roots);
    diag_rewind(self->ctx, mark);
    arena_fini(&arena);
    if (ok) return m;
    ir_module_free(m);
    return NULL;
}

bool rules_approximate(const RuleSet *self, size_t i) { return self->rules.at[i]->approximate; }
