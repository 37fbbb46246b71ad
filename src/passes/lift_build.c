/* SPDX-License-Identifier: Apache-2.0 */
/* The function that LiftTransformParams moves work to. */
#include "ir/clone.h"
#include "passes/lift_parts.h"

typedef LiftPlan Plan;

/* Where the weights come from: a tuple, or what it was written of, one operand each. */
typedef struct {
    const IrOperand *tuple;
    uint32_t n;                     /* operands of it */
    const IrOperand *const *fields; /* NULL: they are taken of it */
} Source;

typedef struct {
    const Lift *l;
    IrClone *c;
} OfWeights;

static const IrDim *of_weights_only(void *user, IrSymbol *s) {
    const OfWeights *w = user;
    return w->l->of_weights[s->id] ? ir_clone_symbol(w->c, s) : NULL;
}

/* A weight's type in the transform: what the inputs' symbols say of it is not known there. */
static const IrType *weight_type(const Lift *l, IrClone *c, const IrType *t) {
    OfWeights w = {l, c};
    return t->has_symbols ? ir_type_map(c->m, t, of_weights_only, &w) : t;
}

/* Its one parameter is the tuple of the weights. */
static IrVar *add_weights(const Lift *l, IrClone *c, const Plan *p) {
    IrModule *m = c->m;
    const IrFunction *fn = p->fn;
    const size_t n = fn->params.len - p->n_inputs;
    const IrType **types = ARENA_ARRAY(c->arena, const IrType *, n + 1);
    for (size_t i = 0; i < n; i++)
        types[i] = weight_type(l, c, fn->params.at[p->n_inputs + i]->type);
    return ir_clone_new_param(c, "params", ir_type_tuple(m, types, (uint32_t)n));
}

/* Fields are taken in front of what first needs them: those of these operands. */
static bool take_weights(IrClone *c, const Plan *p, const Source *from, const IrOperand *at,
                         uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const IrVar *w = at[i].kind == IR_OPERAND_VAR ? at[i].var : NULL;
        if (!w || p->classes[w->id] != WEIGHT || c->values[w->id].kind != IR_OPERAND_NONE) continue;
        const IrOperand *field = from->fields ? from->fields[p->place[w->id]] : NULL;
        if (field && field->span == 1 && field->kind != IR_OPERAND_TUPLE) {
            ir_clone_set(c, w, *field);
            continue;
        }
        IrVar *v = field ? ir_build_value(&c->b, field, field->span, w->name)
                         : ir_build_field(&c->b, from->tuple, from->n, p->place[w->id], w->name);
        if (!v) return false;
        v->is_output = false;
        ir_clone_set_var(c, w, v);
    }
    return true;
}

/* Is all that is passed the weights, each in its place? */
static bool passes_weights(const Plan *p) {
    const size_t n = p->fn->params.len - p->n_inputs;
    bool same = p->passed.len == n && n > 0;
    for (size_t i = 0; same && i < n; i++)
        same = p->passed.at[i] == p->fn->params.at[p->n_inputs + i];
    return same;
}

static bool set_result(IrClone *c, const IrOperand *result, uint32_t n) {
    ir_body_set_result(c->to->body, result, n);
    c->to->result = ir_operand_type(c->m, result);
    return true;
}

/* What moves, and the tuple of what is passed: as it came, where nothing moves. */
static bool build_body(Lift *l, IrClone *c, const Plan *p, const Source *weights) {
    if (passes_weights(p) && !weights->fields) return set_result(c, weights->tuple, weights->n);
    for (IrBinding *b = p->fn->body->first; b; b = b->next) {
        if (!p->in_transform[b->var->id]) continue;
        ArenaMark mark = arena_mark(&l->m->scratch);
        c->b.loc = b->loc;
        c->b.origin = b->origin;
        const bool ok =
            take_weights(c, p, weights, b->operands.at, b->operands.n) && ir_clone_binding(c, b);
        arena_rewind(&l->m->scratch, mark);
        if (!ok) return false;
        ir_clone_value(c, b->var)->var->is_output = false;
    }
    IrOperandBuf buf;
    ir_operands_init(&buf, l->arena);
    const size_t tuple = ir_operands_tuple(&buf);
    c->b.loc = p->fn->loc;
    c->b.origin = NULL;
    for (size_t i = 0; i < p->passed.len; i++) {
        const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = (IrVar *)p->passed.at[i]};
        if (!take_weights(c, p, weights, &o, 1)) return false;
        vec_push(buf.arena, &buf.ops, *ir_clone_value(c, p->passed.at[i]));
    }
    ir_operands_end(&buf, tuple, (uint32_t)p->passed.len);
    if (!p->passed.len) return set_result(c, buf.ops.at, (uint32_t)buf.ops.len);
    IrVar *result = ir_build_value(&c->b, buf.ops.at, (uint32_t)buf.ops.len, "transformed");
    if (!result) return false;
    result->is_output = true;
    return set_result(c, &(IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = result}, 1);
}

static bool build_new(Lift *l, const Plan *p, const char *base) {
    IrModule *m = l->m;
    const char *name = base;
    for (unsigned i = 1; ir_global_find(m, str_c(name)); i++)
        name = arena_printf(l->arena, "%s_%u", base, i);
    IrGlobal *g = ir_global_new(m, name);
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, m, l->arena, p->fn, NULL);
    fn->name = g->name;
    fn->global = g;
    fn->attrs = (IrAttr){.kind = IR_ATTR_DICT};
    ir_function_set_int(fn, "num_input", 0); /* called with weights alone */
    fn->is_pure = true;
    fn->body = ir_body_new(fn, NULL);
    c.b.block = ir_block_append(fn->body, true);
    const IrOperand weights = {.kind = IR_OPERAND_VAR, .span = 1, .var = add_weights(l, &c, p)};
    if (!build_body(l, &c, p, &(Source){&weights, 1, NULL})) return false;
    g->function = fn;
    return true;
}

/* Behind one that is there */

static const IrType *result_of(IrModule *m, const IrFunction *fn) {
    return ir_operand_type(m, fn->body->result.at);
}

/* Does it give the plan's weights? dims: by symbol's id, what it has for the symbols of theirs. */
static bool gives_weights(const Lift *l, const IrFunction *fn, const Plan *p, const IrDim **dims) {
    const IrType *t = result_of(l->m, fn);
    const size_t n = p->fn->params.len - p->n_inputs;
    if (t->kind != IR_TYPE_TUPLE || t->n != n) return false;
    IrVar *const *weights = p->fn->params.at + p->n_inputs;
    for (size_t i = 0; i < n; i++) lift_pair_symbols(dims, weights[i]->type, t->fields[i]);
    for (size_t i = 0; i < n; i++) {
        if (lift_paired(l->m, dims, weights[i]->type) != t->fields[i]) return false;
    }
    return true;
}

/* The transform to go behind; NULL: there is none. */
static IrFunction *find_old(const Lift *l, const Plan *p, const char *name) {
    const IrGlobal *g = ir_global_find(l->m, str_c(name));
    IrFunction *fn = g && g->id < l->calls->n ? g->function : NULL;
    const IrAttr *num_input = fn ? ir_function_attr(fn, "num_input", IR_ATTR_INT) : NULL;
    if (!fn || !fn->body || !fn->is_pure || l->calls->at[g->id].is_named || !num_input) return NULL;
    const IrDim **dims = ARENA_ARRAY(l->arena, const IrDim *, (size_t)l->m->dims.n_symbols + 1);
    return gives_weights(l, fn, p, dims) ? fn : NULL;
}

/* The operands that the tuple was written of, one for each field; NULL: it was not. */
static const IrOperand *const *fields_of(Lift *l, const IrOperand *tuple) {
    const IrBinding *def = tuple->kind == IR_OPERAND_VAR ? tuple->var->def : NULL;
    if (def && def->kind == IR_BIND_VALUE) tuple = def->operands.at;
    if (tuple->kind != IR_OPERAND_TUPLE) return NULL;
    const IrOperand **fields = ARENA_ARRAY(l->arena, const IrOperand *, (size_t)tuple->n + 1);
    const IrOperand *x = tuple + 1;
    for (uint32_t i = 0; i < tuple->n; i++, x += x->span) fields[i] = x;
    return fields;
}

static bool build_behind(Lift *l, const Plan *p, IrFunction *old) {
    IrModule *m = l->m;
    IrClone first, c;
    IrFunction *fn = ir_clone_begin(&first, m, l->arena, old, NULL);
    for (size_t i = 0; i < old->params.len; i++) ir_clone_param(&first, old->params.at[i]);
    fn->body = ir_body_new(fn, NULL);
    if (!ir_clone_bindings(&first, old->body, fn->body)) return false;
    IrOperandBuf result;
    ir_operands_init(&result, l->arena);
    ir_clone_operands(&first, old->body->result.at, old->body->result.n, &result);
    const IrOperand *tuple = result.ops.at;
    IrBlock *block = fn->body->last_block;
    if (!block || !block->is_dataflow) block = ir_block_append(fn->body, true);
    ir_clone_into(&c, m, l->arena, p->fn, (IrBuilder){.m = m, .fn = fn, .block = block});
    const IrDim **dims = ARENA_ARRAY(l->arena, const IrDim *, (size_t)m->dims.n_symbols + 1);
    const IrType *t = ir_operand_type(m, tuple);
    for (uint32_t i = 0; i < t->n; i++)
        lift_pair_symbols(dims, p->fn->params.at[p->n_inputs + i]->type, t->fields[i]);
    for (size_t i = 0; i < p->fn->symbols.len; i++) {
        const IrSymbol *s = p->fn->symbols.at[i];
        c.dims[s->index] = dims[s->id];
    }
    const Source weights = {tuple, (uint32_t)result.ops.len, fields_of(l, tuple)};
    if (!build_body(l, &c, p, &weights)) return false;
    const bool was_tuple = tuple->kind == IR_OPERAND_VAR && weights.fields && tuple->var->def;
    if (was_tuple && !tuple->var->n_uses) ir_binding_remove(tuple->var->def);
    ir_body_fix_outputs(fn);
    ir_function_publish(old->global, fn);
    return true;
}

bool lift_build(Lift *l, const LiftPlan *p, const char *name) {
    IrFunction *old = find_old(l, p, name);
    return old ? build_behind(l, p, old) : build_new(l, p, name);
}
