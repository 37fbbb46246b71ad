/* SPDX-License-Identifier: Apache-2.0 */
/* LiftTransformParams: in a function with the attribute num_input, what depends on weights (the
 * parameters after the first num_input) and constants alone moves to a function of its own, to be
 * run once a load.
 *
 *     def main(x: A, w: B):  {num_input: 1}       def main(x: A, t: C):  {num_input: 1}
 *         t = R.permute_dims(w)                       y = R.matmul(x, t)
 *         y = R.matmul(x, t)                          return y
 *         return y                                def main_transform_params(params: R.Tuple(B)):
 *                                                     w = params[0]
 *                                                     t = R.permute_dims(w)
 *                                                     return (t,)
 *
 * main(x, *main_transform_params(weights)) is what main(x, *weights) was. The new parameters are
 * the weights that main still uses, in order, then what was computed. Every such function gets its
 * transform, so that a caller needs no cases; one that others in the module use stays as it is.
 *
 * Only what pays moves: work is a call with a weight, a tensor constant or other work among its
 * operands. Light things (creation of tensors, other names, tuples, fields and reshapes of weights)
 * are made again where they are used, in both functions if need be. Never moved: calls of functions
 * and of the host, markers, what draws or talks to other workers, match_cast, what stands in
 * branches, what is computed of R.builtin.stop_lift_params (whose calls go), and what mentions a
 * symbol that no weight defines. A symbol that main still needs keeps a weight that defines it.
 *
 * Two walks over the body, one each way; recursion is over types and nested functions. */
#include "ir/clone.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/calls.h"
#include "passes/passes.h"

typedef enum {
    AT_RUN,
    WEIGHT,     /* a parameter */
    LIGHT,      /* of weights and constants, not worth a place of its own */
    LIGHT_WORK, /* the same, with work in it */
    WORK,
} Class;

typedef struct {
    const IrFunction *fn;
    size_t n_inputs;
    uint8_t *classes;             /* by variable id */
    uint32_t *place;              /* of a weight among the weights, by variable id */
    bool *in_main, *in_transform; /* by variable id: needed there */
    VEC(const IrVar *) passed;    /* main's new parameters after its inputs */
} Plan;

typedef struct {
    IrModule *m;
    Arena *arena;
    Plan **plans;                        /* by global's id; NULL: stays */
    bool *of_weights, *needed, *defined; /* by symbol's id */
} Lift;

/* Classes */

static void mark_symbol(void *user, IrSymbol *s) { ((bool *)user)[s->id] = true; }

typedef struct {
    const bool *set;
    bool all;
} InSet;

static void check_symbol(void *user, IrSymbol *s) {
    InSet *in = user;
    in->all &= in->set[s->id];
}

static bool symbols_in(const bool *set, const IrType *t) {
    InSet in = {set, true};
    if (t && t->has_symbols) ir_type_symbols(t, check_symbol, &in);
    return in.all;
}

static bool known_symbols(const Lift *l, const IrBinding *b) {
    bool ok = symbols_in(l->of_weights, b->var->type);
    for (uint32_t i = 0; ok && b->kind == IR_BIND_CALL && i < b->n_types; i++)
        ok = symbols_in(l->of_weights, b->types[i]);
    for (uint32_t i = 0; ok && i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM)
            ok = symbols_in(l->of_weights, o->type);
    }
    return ok;
}

static bool is_view(const OpDef *op) {
    static const char *const views[] = {"reshape", "expand_dims", "squeeze", "flatten"};
    for (size_t i = 0; i < ARRAY_LEN(views); i++) {
        if (strcmp(op->name, views[i]) == 0) return true;
    }
    return false;
}

static bool is_stop(const IrBinding *b) {
    return b->kind == IR_BIND_CALL && b->op == &op_builtin_stop_lift_params;
}

static bool is_movable(const IrBinding *b) {
    if (b->kind == IR_BIND_FIELD || b->kind == IR_BIND_VALUE) return true;
    if (b->kind != IR_BIND_CALL || b->op->identity) return false;
    const OpDef *op = b->op;
    if ((op->flags & (OP_PURE | OP_DISTINCT | OP_WORKERS)) != OP_PURE) return false;
    return op->lower || op->decompose || op->structural != OP_STRUCTURAL_NO;
}

static Class classify(const Lift *l, const Plan *p, const IrBinding *b) {
    bool of_work = false, of_weights = false, of_constants = false;
    if (!is_movable(b)) return AT_RUN;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_CONST) of_constants |= o->constant->tensor->count > 1;
        if (o->kind == IR_OPERAND_GLOBAL && (b->kind != IR_BIND_CALL || o->global->function->body))
            return AT_RUN;
        if (o->kind == IR_OPERAND_STRING && b->kind != IR_BIND_CALL) return AT_RUN;
        if (o->kind != IR_OPERAND_VAR) continue;
        const Class c = p->classes[o->var->id];
        if (c == AT_RUN) return AT_RUN;
        of_work |= c == WORK || c == LIGHT_WORK;
        of_weights = true; /* or of something light: a call of it is work */
    }
    if (!known_symbols(l, b)) return AT_RUN;
    if (b->kind == IR_BIND_VALUE) return of_work ? LIGHT_WORK : LIGHT;
    if (b->kind == IR_BIND_FIELD) {
        const IrOperand *o = b->operands.at;
        return !of_work                                                      ? LIGHT
               : o->kind == IR_OPERAND_VAR && p->classes[o->var->id] == WORK ? WORK
                                                                             : LIGHT_WORK;
    }
    if (b->op->structural == OP_STRUCTURAL_SHAPE_OF && !of_work) return LIGHT;
    if (!of_work && of_weights && is_view(b->op)) return LIGHT;
    return of_work || of_weights || of_constants ? WORK : LIGHT;
}

/* Who needs what */

static void need_operands(const IrOperands *list, bool *needed) {
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind == IR_OPERAND_VAR) needed[list->at[i].var->id] = true;
    }
}

static void need_type(Lift *l, const IrType *t) {
    if (t && t->has_symbols) ir_type_symbols(t, mark_symbol, l->needed);
}

static void need_symbols(Lift *l, const IrBinding *b);

static void need_function_symbols(Lift *l, const IrFunction *fn) {
    for (size_t i = 0; i < fn->params.len; i++) need_type(l, fn->params.at[i]->type);
    need_type(l, fn->result);
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) need_symbols(l, b);
}

static void need_symbols(Lift *l, const IrBinding *b) {
    if (b->kind == IR_BIND_MATCH_CAST) need_type(l, b->cast);
    for (uint32_t i = 0; b->kind == IR_BIND_CALL && i < b->n_types; i++) need_type(l, b->types[i]);
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM) need_type(l, o->type);
    }
    if (b->kind == IR_BIND_FUNCTION) need_function_symbols(l, b->function);
}

static bool is_top(const Plan *p, const IrBinding *b) { return b->block->body == p->fn->body; }

/* From the last binding to the first: what is needed is known when its binding is met. */
static void find_needs(Plan *p) {
    IrWalk walk;
    ir_walk_init(&walk, p->fn->body);
    need_operands(&p->fn->body->result, p->in_main);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (p->classes[b->var->id] == AT_RUN) need_operands(&b->operands, p->in_main);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++)
            need_operands(&b->bodies[i]->result, p->in_main);
    }
    for (const IrBinding *b = p->fn->body->last; b; b = b->prev) {
        const uint32_t id = b->var->id;
        const Class c = (Class)p->classes[id];
        if (c == AT_RUN) continue;
        if (c == WORK && p->in_main[id]) p->in_transform[id] = true;
        if (c != WORK && p->in_main[id]) need_operands(&b->operands, p->in_main);
        if (p->in_transform[id]) need_operands(&b->operands, p->in_transform);
    }
}

static void define_symbols(Lift *l, const IrType *t) {
    type_defined_symbols(t, mark_symbol, l->defined);
}

typedef struct {
    const Lift *l;
    bool lacks;
} Lacks;

static void check_lack(void *user, IrSymbol *s) {
    Lacks *lacks = user;
    lacks->lacks |= lacks->l->needed[s->id] && !lacks->l->defined[s->id];
}

/* Weights that are kept although nothing uses them but for their symbols. */
static void keep_symbols(Lift *l, Plan *p) {
    const IrFunction *fn = p->fn;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    need_type(l, fn->result);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        const uint32_t id = b->var->id;
        const Class c = (Class)p->classes[id];
        if (c == AT_RUN || (c != WORK && p->in_main[id])) need_symbols(l, b);
        if (c != WORK || !p->in_main[id]) continue;
        need_type(l, b->var->type);
        define_symbols(l, b->var->type);
    }
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrVar *v = fn->params.at[i];
        if (i >= p->n_inputs && !p->in_main[v->id]) continue;
        need_type(l, v->type);
        define_symbols(l, v->type);
    }
    for (size_t i = p->n_inputs; i < fn->params.len; i++) {
        const IrVar *v = fn->params.at[i];
        Lacks lacks = {.l = l};
        if (!p->in_main[v->id]) type_defined_symbols(v->type, check_lack, &lacks);
        if (!lacks.lacks) continue;
        p->in_main[v->id] = true;
        need_type(l, v->type);
        define_symbols(l, v->type);
    }
}

/* NULL: nothing is to be done. */
static Plan *make_plan(Lift *l, const IrFunction *fn) {
    const IrAttr *num_input = ir_function_attr(fn, "num_input", IR_ATTR_INT);
    if (!num_input || num_input->i < 0) return NULL;
    Plan *p = ARENA_NEW(l->arena, Plan);
    p->fn = fn;
    p->n_inputs = (uint64_t)num_input->i < fn->params.len ? (size_t)num_input->i : fn->params.len;
    p->classes = ARENA_ARRAY(l->arena, uint8_t, (size_t)fn->n_vars + 1);
    p->place = ARENA_ARRAY(l->arena, uint32_t, (size_t)fn->n_vars + 1);
    p->in_main = ARENA_ARRAY(l->arena, bool, (size_t)fn->n_vars + 1);
    p->in_transform = ARENA_ARRAY(l->arena, bool, (size_t)fn->n_vars + 1);
    for (size_t i = p->n_inputs; i < fn->params.len; i++) {
        p->classes[fn->params.at[i]->id] = WEIGHT;
        p->place[fn->params.at[i]->id] = (uint32_t)(i - p->n_inputs);
        type_defined_symbols(fn->params.at[i]->type, mark_symbol, l->of_weights);
    }
    for (const IrBinding *b = fn->body->first; b; b = b->next)
        p->classes[b->var->id] = (uint8_t)classify(l, p, b);
    find_needs(p);
    keep_symbols(l, p);
    for (size_t i = p->n_inputs; i < fn->params.len; i++) {
        if (p->in_main[fn->params.at[i]->id]) vec_push(l->arena, &p->passed, fn->params.at[i]);
    }
    for (const IrBinding *b = fn->body->first; b; b = b->next) {
        if (p->classes[b->var->id] == WORK && p->in_main[b->var->id])
            vec_push(l->arena, &p->passed, b->var);
    }
    return p;
}

/* The transform */

static IrGlobal *new_global(Lift *l, const IrFunction *fn) {
    const char *base = arena_printf(l->arena, "%s_transform_params", fn->name), *name = base;
    for (unsigned i = 1; ir_global_find(l->m, str_c(name)); i++)
        name = arena_printf(l->arena, "%s_%u", base, i);
    return ir_global_new(l->m, name);
}

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
static bool take_weights(IrClone *c, const Plan *p, IrVar *weights, const IrOperand *at,
                         uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const IrVar *w = at[i].kind == IR_OPERAND_VAR ? at[i].var : NULL;
        if (!w || p->classes[w->id] != WEIGHT || c->values[w->id].kind != IR_OPERAND_NONE) continue;
        const IrOperand tuple = {.kind = IR_OPERAND_VAR, .span = 1, .var = weights};
        IrVar *v = ir_build_field(&c->b, &tuple, 1, p->place[w->id], w->name);
        if (!v) return false;
        v->is_output = false;
        ir_clone_set_var(c, w, v);
    }
    return true;
}

static bool build_transform(Lift *l, const Plan *p) {
    IrModule *m = l->m;
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, m, l->arena, p->fn, NULL);
    IrGlobal *g = new_global(l, p->fn);
    fn->name = g->name;
    fn->global = g;
    fn->attrs = (IrAttr){.kind = IR_ATTR_DICT};
    ir_function_set_int(fn, "num_input", 0); /* called with weights alone */
    fn->is_pure = true;
    fn->body = ir_body_new(fn, NULL);
    c.b.block = ir_block_append(fn->body, true);
    IrVar *weights = add_weights(l, &c, p);
    for (IrBinding *b = p->fn->body->first; b; b = b->next) {
        if (!p->in_transform[b->var->id]) continue;
        ArenaMark mark = arena_mark(&m->scratch);
        c.b.loc = b->loc;
        c.b.origin = b->origin;
        const bool ok =
            take_weights(&c, p, weights, b->operands.at, b->operands.n) && ir_clone_binding(&c, b);
        arena_rewind(&m->scratch, mark);
        if (!ok) return false;
        ir_clone_value(&c, b->var)->var->is_output = false;
    }
    IrOperandBuf buf;
    ir_operands_init(&buf, l->arena);
    const size_t tuple = ir_operands_tuple(&buf);
    c.b.loc = p->fn->loc;
    c.b.origin = NULL;
    for (size_t i = 0; i < p->passed.len; i++) {
        const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = (IrVar *)p->passed.at[i]};
        if (!take_weights(&c, p, weights, &o, 1)) return false;
        vec_push(buf.arena, &buf.ops, *ir_clone_value(&c, p->passed.at[i]));
    }
    ir_operands_end(&buf, tuple, (uint32_t)p->passed.len);
    IrVar *result = ir_build_value(&c.b, buf.ops.at, (uint32_t)buf.ops.len, "transformed");
    if (!result) return false;
    ir_body_set_result(fn->body, &(IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = result}, 1);
    fn->result = result->type;
    result->is_output = true;
    g->function = fn;
    return true;
}

/* The function that is left */

static void signature(IrClone *c) {
    const Lift *l = c->user;
    const Plan *p = l->plans[c->from->global->id];
    const size_t n = p ? p->n_inputs : c->from->params.len;
    for (size_t i = 0; i < n; i++) ir_clone_param(c, c->from->params.at[i]);
    for (size_t i = 0; p && i < p->passed.len; i++) ir_clone_param(c, p->passed.at[i]);
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    const Lift *l = c->user;
    const Plan *p = !c->outer ? l->plans[c->from->global->id] : NULL;
    if (p && is_top(p, b) && is_stop(b)) {
        IrOperandBuf buf;
        ir_operands_init(&buf, &c->m->scratch);
        ir_clone_operands(c, b->operands.at, 1, &buf);
        ir_clone_set(c, b->var, buf.ops.at[0]);
        return IR_CLONE_DONE;
    }
    if (!p || !is_top(p, b) || p->classes[b->var->id] == AT_RUN) return IR_CLONE_COPY;
    return p->classes[b->var->id] == WORK || !p->in_main[b->var->id] ? IR_CLONE_DONE
                                                                     : IR_CLONE_COPY;
}

bool pass_lift_transform_params(IrModule *m) {
    Arena arena;
    arena_init(&arena, m->ctx);
    arena_alloc(&m->scratch, 1);
    const size_t n = m->globals.len;
    Lift l = {.m = m, .arena = &arena, .plans = ARENA_ARRAY(&arena, Plan *, n + 1)};
    l.of_weights = ARENA_ARRAY(&arena, bool, (size_t)m->dims.n_symbols + 1);
    l.needed = ARENA_ARRAY(&arena, bool, (size_t)m->dims.n_symbols + 1);
    l.defined = ARENA_ARRAY(&arena, bool, (size_t)m->dims.n_symbols + 1);
    const Calls calls = calls_collect(m, &arena);
    bool any = false, ok = true;
    for (size_t i = 0; i < n; i++) {
        const IrFunction *fn = calls.at[i].function;
        if (!fn || !fn->body || calls.at[i].is_named) continue;
        l.plans[i] = make_plan(&l, fn);
        any |= l.plans[i] != NULL;
    }
    for (size_t i = 0; ok && i < n; i++) {
        if (l.plans[i]) ok = build_transform(&l, l.plans[i]);
    }
    Plan **plans = ARENA_ARRAY(&arena, Plan *, m->globals.len + 1); /* transforms have none */
    for (size_t i = 0; i < n; i++) plans[i] = l.plans[i];
    l.plans = plans;
    const IrCloneHooks hooks = {.signature = signature, .visit = visit, .user = &l};
    ok = ok && (!any || ir_clone_module(m, &hooks));
    arena_fini(&arena);
    arena_fini(&m->scratch);
    return ok && blocks_finish(m);
}
