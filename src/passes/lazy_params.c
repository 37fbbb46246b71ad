/* SPDX-License-Identifier: Apache-2.0 */
/* LazyGetInput, LazySetOutput: a function that prepares weights (its name ends in
 * transform_params) gets them one by one, and hands its results on as soon as they are there.
 *
 *     def transform_params(A, B):               def transform_params(fget_param):
 *         C = R.exp(A)                              v = fget_param(R.prim_value(0), R.str("A"))
 *                                                   a = R.match_cast(v, R.Tensor(...))
 *                                                   C = R.exp(a)
 *         D = R.add(C, B)                           ...
 *
 *     def transform_params(A, B):               def transform_params(A, B, fset_output):
 *         C = R.exp(A)                              C = R.exp(A)
 *                                                   fset_output(R.prim_value(1), C)
 *         D = R.add(C, B)                           D = R.add(C, B)
 *                                                   fset_output(R.prim_value(0), D)
 *         return (D, C)                             return R.tuple()
 *
 * The new parameter stands behind the num_input inputs, and counts as one. A weight is got in front
 * of the first statement that needs it; one that stands within an `if` or is captured counts as the
 * whole statement's. A function that others in the module use stays as it is. Linear. */
#include "ir/clone.h"
#include "passes/blocks.h"
#include "passes/calls.h"
#include "passes/lazy_parts.h"
#include "passes/passes.h"

typedef struct {
    size_t n_inputs;
    uint32_t *weight;   /* by variable id: its number among the weights plus 1; 0: none */
    uint32_t *definers; /* of symbols: see lazy_parts.h */
    LazyPlace **places; /* by variable id: of the results that it is */
    IrOperands results; /* the elements of what is returned; entries of the body's result */
    IrVar *function;    /* the new parameter */
} Plan;

typedef struct {
    bool sets;    /* LazySetOutput */
    Plan **plans; /* by global's id; NULL: it stays */
    size_t n;
} Lazy;

static Plan *make_plan(IrFunction *fn, const Lazy *all, Arena *arena) {
    const IrAttr *n = ir_function_attr(fn, "num_input", IR_ATTR_INT);
    if (!lazy_is_transform(fn) || (n && n->i < 0)) return NULL;
    Plan *p = ARENA_NEW(arena, Plan);
    const size_t n_params = fn->params.len;
    p->n_inputs = !n                          ? (all->sets ? n_params : 0)
                  : (uint64_t)n->i < n_params ? (size_t)n->i
                                              : n_params;
    p->weight = ARENA_ARRAY(arena, uint32_t, (size_t)fn->n_vars + 1);
    for (size_t i = p->n_inputs; !all->sets && i < n_params; i++)
        p->weight[fn->params.at[i]->id] = (uint32_t)(i - p->n_inputs) + 1;
    if (!all->sets) p->definers = lazy_definers(fn, p->n_inputs, NULL, arena);
    if (all->sets) {
        p->results = lazy_results(fn);
        p->places = lazy_places(fn, arena);
        blocks_dissolve(fn);
    }
    return p;
}

/* The plan of the function that c copies; NULL: it stays, or is a nested one. */
static Plan *plan_of(const IrClone *c) {
    const Lazy *all = c->user;
    const IrGlobal *g = c->outer ? NULL : c->from->global;
    return g && g->id < all->n ? all->plans[g->id] : NULL;
}

/* f(R.prim_value(index), further) */
static IrVar *call(IrClone *c, const Plan *p, uint32_t index, const IrOperand *further,
                   const char *name) {
    IrModule *m = c->m;
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    ir_operands_var(&buf, p->function);
    ir_operands_prim(&buf, ir_type_prim(m, DTYPE_INT64, ir_dim_const(m, index)), 0);
    ir_operands_copy(&buf, further);
    IrVar *v = ir_build_invoke(&c->b, buf.ops.at, (uint32_t)buf.ops.len, name);
    if (v) v->is_output = !c->b.block->is_dataflow;
    return v;
}

/* LazyGetInput */

/* In front of what needs it first. */
static bool get(IrClone *c, const IrVar *w) {
    const Plan *p = plan_of(c);
    if (!p->weight[w->id] || c->values[w->id].kind != IR_OPERAND_NONE) return true;
    const IrOperand name = {
        .kind = IR_OPERAND_STRING, .span = 1, .string = ir_name(c->m, str_c(w->name))};
    IrVar *v = call(c, p, p->weight[w->id] - 1, &name, w->name);
    if (!v) return false;
    const IrOperand got = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    v = ir_build_match_cast(&c->b, &got, 1, ir_clone_type(c, w->type), w->name);
    if (!v) return false;
    v->is_output = !c->b.block->is_dataflow;
    ir_clone_set_var(c, w, v);
    return true;
}

static bool get_symbol(void *user, IrSymbol *s) {
    IrClone *c = user;
    const Plan *p = plan_of(c);
    const uint32_t weight = p->definers[s->index];
    return !weight || get(c, c->from->params.at[p->n_inputs + weight - 1]);
}

static bool take(void *user, const IrOperands *list) {
    IrClone *c = user;
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind == IR_OPERAND_VAR && !get(c, list->at[i].var)) return false;
    }
    return lazy_each_symbol(c->from, list, get_symbol, c);
}

static bool got_result(IrClone *c, const IrBody *from, IrBody *to) {
    if (!take(c, &from->result)) return false;
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    ir_clone_operands(c, from->result.at, from->result.n, &buf);
    ir_body_set_result(to, buf.ops.at, (uint32_t)buf.ops.len);
    /* what the weights' types said of it is no longer known to a caller */
    if (c->from->result && c->from->result->has_symbols) c->to->result = ir_returned_type(c->to);
    return true;
}

/* LazySetOutput */

static bool hand_on(IrClone *c, const Plan *p, const IrVar *old) {
    for (const LazyPlace *place = p->places[old->id]; place; place = place->next) {
        if (!call(c, p, place->index, ir_clone_value(c, old), "_")) return false;
    }
    return true;
}

static bool hand_on_params(IrClone *c, const Plan *p) {
    for (size_t i = 0; i < c->from->params.len; i++) {
        if (!hand_on(c, p, c->from->params.at[i])) return false;
    }
    return true;
}

/* What stands in the result itself is handed on at the end; nothing is returned. */
static bool set_result(IrClone *c, const IrBody *from, IrBody *to) {
    const Plan *p = plan_of(c);
    uint32_t n = 0;
    if (!from->first && !hand_on_params(c, p)) return false;
    for (uint32_t i = 0; i < p->results.n; i += p->results.at[i].span, n++) {
        const IrOperand *o = &p->results.at[i];
        if (o->kind == IR_OPERAND_VAR) continue;
        IrOperandBuf buf;
        ir_operands_init(&buf, &c->m->scratch);
        ir_clone_operands(c, o, o->span, &buf);
        if (!call(c, p, n, buf.ops.at, "_")) return false;
    }
    const IrOperand nothing = {.kind = IR_OPERAND_TUPLE, .span = 1};
    ir_body_set_result(to, &nothing, 1);
    c->to->result = ir_type_tuple(c->m, NULL, 0);
    return true;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    const Lazy *all = c->user;
    const Plan *p = plan_of(c);
    if (!p || b->block->body != c->from->body) return IR_CLONE_COPY;
    if (!all->sets) return blocks_each_list(b, take, c) ? IR_CLONE_COPY : IR_CLONE_FAILED;
    if (!b->prev && !hand_on_params(c, p)) return IR_CLONE_FAILED;
    /* the value that is returned as a tuple has no use left */
    const IrOperands *result = &c->from->body->result;
    const bool is_result = result->at->kind == IR_OPERAND_VAR && result->at->var == b->var &&
                           p->results.at != result->at && b->var->n_uses == 1;
    if (is_result) return IR_CLONE_DONE;
    return ir_clone_binding(c, b) && hand_on(c, p, b->var) ? IR_CLONE_DONE : IR_CLONE_FAILED;
}

static void signature(IrClone *c) {
    IrModule *m = c->m;
    const Lazy *all = c->user;
    const IrFunction *fn = c->from;
    Plan *p = plan_of(c);
    const size_t n_inputs = p ? p->n_inputs : fn->params.len;
    for (size_t i = 0; i < n_inputs; i++) ir_clone_param(c, fn->params.at[i]);
    if (!p) return;
    const IrType *params[] = {ir_type_prim(m, DTYPE_INT64, NULL), m->any};
    const IrType *result = all->sets ? ir_type_tuple(m, NULL, 0) : m->any;
    const IrType *type = ir_type_callable(m, params, 2, result, !all->sets);
    p->function = ir_clone_new_param(c, all->sets ? "fset_output" : "fget_param", type);
    for (size_t i = n_inputs; all->sets && i < fn->params.len; i++)
        ir_clone_param(c, fn->params.at[i]);
    if (!all->sets || ir_function_attr(fn, "num_input", IR_ATTR_INT))
        ir_function_set_int(c->to, "num_input", (int64_t)n_inputs + 1);
    if (all->sets) c->to->is_pure = false;
    c->result = all->sets ? set_result : got_result;
}

static bool run(IrModule *m, bool sets) {
    Arena arena;
    arena_init(&arena, m->ctx);
    const Calls calls = calls_collect(m, &arena);
    Lazy all = {.sets = sets, .plans = ARENA_ARRAY(&arena, Plan *, calls.n + 1), .n = calls.n};
    bool any = false;
    for (size_t i = 0; i < calls.n; i++) {
        IrFunction *fn = calls.at[i].function;
        if (fn && fn->body && !calls.at[i].is_named) all.plans[i] = make_plan(fn, &all, &arena);
        any |= all.plans[i] != NULL;
    }
    const IrCloneHooks hooks = {.signature = signature, .visit = visit, .user = &all};
    const bool ok = !any || ir_clone_module(m, &hooks);
    arena_fini(&arena);
    return ok && blocks_finish(m);
}

bool pass_lazy_get_input(IrModule *m) { return run(m, false); }
bool pass_lazy_set_output(IrModule *m) { return run(m, true); }
