/* SPDX-License-Identifier: Apache-2.0 */
/* LazyTransformParams: a function that prepares weights (its name ends in transform_params) asks
 * the host for each, hands each result to the host, and ends the life of what was asked for.
 *
 *     def transform_params(params):       def transform_params():
 *         a = params[0]                       o = R.call_packed("get_item", R.prim_value(0))
 *                                             m = R.match_cast(o, R.Tensor(...))
 *                                             a = m
 *         b = R.exp(a)                        b = R.exp(a)
 *                                             _ = R.vm.kill_object(a)
 *                                             _ = R.call_packed("set_item", R.prim_value(0), b)
 *         return (b,)                         return R.tuple()
 *
 * The weights stand behind the num_input inputs: several parameters, or one that is a tuple, of
 * which fields are taken. Each is got in front of the first statement that needs it or its extents;
 * a result is handed on behind the last statement that needs it. Shapes stay parameters, behind
 * those that the calls get (extra_get_item_params, extra_set_item_params). A function that others
 * in the module use stays, and so does one that uses such a tuple as a whole. Linear in uses and
 * their depth. */
#include "ir/clone.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/calls.h"
#include "passes/lazy_parts.h"
#include "passes/passes.h"

/* What a statement is the last to need. */
typedef struct End End;
struct End {
    End *next;
    const IrVar *var;
    bool is_weight;
};

typedef struct {
    End *first, *last;
} Ends;

typedef struct {
    size_t n_inputs;
    const IrVar *tuple; /* the weights, if they are fields of one */
    /* of the tuple: those that are parameters now, or were got for their extents alone */
    IrVar **fields;
    bool *is_got;       /* by field: its extents are known */
    uint32_t *weight;   /* by variable id: its number among the weights plus 1; 0: none */
    uint32_t *definers; /* of symbols: see lazy_parts.h */
    LazyPlace **places;
    IrOperands results;
    const IrBinding *result; /* the tuple that is returned and used by nothing else */
    Ends *ends;              /* by variable id of the statement's */
    IrVar **gets, **sets;    /* parameters that the calls get */
    IrVar *nothing;          /* what is returned */
} Plan;

typedef struct {
    const char *get, *set; /* NULL: none */
    const PassValue *gets, *sets;
    Arena *arena;
    Plan **plans; /* by global's id; NULL: it stays */
    size_t n;
} Lazy;

/* The plan */

static bool is_field_of(const IrOperand *use, const IrVar *tuple) {
    const IrBinding *b = use->list->binding;
    return b && b->kind == IR_BIND_FIELD && b->operands.at->kind == IR_OPERAND_VAR &&
           b->operands.at->var == tuple;
}

static bool only_fields(const IrVar *tuple) {
    for (const IrOperand *use = tuple->uses; use; use = use->next_use) {
        if (!is_field_of(use, tuple)) return false;
    }
    return true;
}

/* Is the use the result's? */
static bool is_of_result(const Plan *p, const IrOperand *use) {
    return p->result ? use->list->binding == p->result
                     : !use->list->binding && !use->list->body->owner;
}

/* The last statement of the function's own body that needs it; NULL: none does. */
static const IrBinding *last_use(const Plan *p, const IrVar *v) {
    const IrBinding *last = NULL;
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        if (is_of_result(p, use)) continue;
        const IrBinding *b = use->list->binding;
        if (!b) b = use->list->body->owner;
        while (b && b->block->body->owner) b = b->block->body->owner;
        if (b && (!last || ir_binding_before(last, b))) last = b;
    }
    return last;
}

static void add_end(const Lazy *all, Plan *p, const IrBinding *at, const IrVar *v, bool weight) {
    Ends *ends = &p->ends[at->var->id];
    End *end = ARENA_NEW(all->arena, End);
    *end = (End){.var = v, .is_weight = weight};
    *(ends->last ? &ends->last->next : &ends->first) = end;
    ends->last = end;
}

static void plan_end(const Lazy *all, Plan *p, const IrVar *v, bool weight) {
    if (!weight && !p->places[v->id]) return;
    const IrBinding *at = last_use(p, v);
    if (!at) at = v->def;
    if (at && !at->block->body->owner) add_end(all, p, at, v, weight);
}

static void plan_ends(const Lazy *all, Plan *p, IrFunction *fn) {
    p->ends = ARENA_ARRAY(all->arena, Ends, (size_t)fn->n_vars + 1);
    for (size_t i = 0; i < fn->params.len; i++)
        plan_end(all, p, fn->params.at[i], p->weight[fn->params.at[i]->id] != 0);
    for (const IrBinding *b = fn->body->first; b; b = b->next) {
        const bool weight = p->tuple && b->kind == IR_BIND_FIELD &&
                            b->operands.at->kind == IR_OPERAND_VAR &&
                            b->operands.at->var == p->tuple &&
                            b->var->type->kind != IR_TYPE_SHAPE; /* that one stays a parameter */
        if (b != p->result) plan_end(all, p, b->var, weight);
    }
}

static Plan *make_plan(const Lazy *all, IrFunction *fn) {
    const IrAttr *n = ir_function_attr(fn, "num_input", IR_ATTR_INT);
    if (!lazy_is_transform(fn) || (n && n->i < 0)) return NULL;
    Plan *p = ARENA_NEW(all->arena, Plan);
    const size_t n_params = fn->params.len;
    *p = (Plan){.n_inputs = !n ? 0 : (uint64_t)n->i < n_params ? (size_t)n->i : n_params};
    p->weight = ARENA_ARRAY(all->arena, uint32_t, (size_t)fn->n_vars + 1);
    const IrVar *only = n_params == p->n_inputs + 1 ? fn->params.at[p->n_inputs] : NULL;
    if (!all->get) {
        p->n_inputs = n_params;
    } else if (only && only->type->kind == IR_TYPE_TUPLE) {
        if (!only_fields(only)) return NULL;
        p->tuple = only;
        p->fields = ARENA_ARRAY(all->arena, IrVar *, (size_t)only->type->n + 1);
        p->is_got = ARENA_ARRAY(all->arena, bool, (size_t)only->type->n + 1);
    } else {
        for (size_t i = p->n_inputs; i < n_params; i++) {
            if (fn->params.at[i]->type->kind != IR_TYPE_SHAPE)
                p->weight[fn->params.at[i]->id] = (uint32_t)(i - p->n_inputs) + 1;
        }
    }
    p->definers = lazy_definers(fn, p->n_inputs, p->tuple, all->arena);
    p->results = lazy_results(fn);
    p->places = lazy_places(fn, all->arena);
    const IrOperand *result = fn->body->result.at;
    if (result->kind == IR_OPERAND_VAR && result->var->n_uses == 1 && result->var->def &&
        result->var->def->kind == IR_BIND_VALUE && p->results.at != result)
        p->result = result->var->def;
    if (all->set) plan_ends(all, p, fn);
    blocks_dissolve(fn);
    return p;
}

/* The copy */

/* The plan of the function that c copies; NULL: it stays, or is a nested one. */
static Plan *plan_of(const IrClone *c) {
    const Lazy *all = c->user;
    const IrGlobal *g = c->outer ? NULL : c->from->global;
    return g && g->id < all->n ? all->plans[g->id] : NULL;
}

/* R.call_packed(function, further parameters, R.prim_value(index), value) */
static IrVar *call(IrClone *c, const char *function, IrVar *const *extra, size_t n_extra,
                   uint32_t index, const IrOperand *value, const char *name) {
    IrModule *m = c->m;
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    ir_operands_string(&buf, function);
    for (size_t i = 0; i < n_extra; i++) ir_operands_var(&buf, extra[i]);
    ir_operands_prim(&buf, ir_type_prim(m, DTYPE_INT64, ir_dim_const(m, index)), 0);
    if (value) ir_operands_copy(&buf, value);
    IrVar *v = ir_build_call(&c->b, &op_call_packed, buf.ops.at, (uint32_t)buf.ops.len,
                             (IrCallForm){.types = &m->any, .n_types = 1}, name);
    if (v) v->is_output = true;
    return v;
}

/* The weight as it comes from the host, of its type. NULL after a report. */
static IrVar *get(IrClone *c, const Plan *p, uint32_t index, const IrType *type, const char *name) {
    const Lazy *all = c->user;
    IrVar *v = call(c, all->get, p->gets, all->gets->n, index, NULL, name);
    if (!v) return NULL;
    const IrOperand got = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    v = ir_build_match_cast(&c->b, &got, 1, ir_clone_type(c, type), name);
    if (v) v->is_output = true;
    return v;
}

static bool get_param(IrClone *c, const Plan *p, const IrVar *w) {
    if (!p->weight[w->id] || c->values[w->id].kind != IR_OPERAND_NONE) return true;
    IrVar *v = get(c, p, p->weight[w->id] - 1, w->type, w->name);
    if (v) ir_clone_set_var(c, w, v);
    return v != NULL;
}

static bool get_extents(IrClone *c, Plan *p, uint32_t index, const char *name) {
    if (p->fields[index] || p->is_got[index]) return true;
    p->is_got[index] = true;
    p->fields[index] = get(c, p, index, p->tuple->type->fields[index], name);
    return p->fields[index] != NULL;
}

static bool get_symbol(void *user, IrSymbol *s) {
    IrClone *c = user;
    Plan *p = plan_of(c);
    const uint32_t weight = p->definers[s->index];
    if (!weight) return true;
    return p->tuple ? get_extents(c, p, weight - 1, s->name)
                    : get_param(c, p, c->from->params.at[p->n_inputs + weight - 1]);
}

/* The weights that the operands and their extents need and that were not got yet. */
static bool take(void *user, const IrOperands *list) {
    IrClone *c = user;
    const Plan *p = plan_of(c);
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind == IR_OPERAND_VAR && !get_param(c, p, list->at[i].var)) return false;
    }
    const IrBinding *b = list->binding;
    if (b && b->kind == IR_BIND_FIELD && p->tuple && list->at->var == p->tuple) return true;
    return lazy_each_symbol(c->from, list, get_symbol, c);
}

static bool set(IrClone *c, const Plan *p, uint32_t index, const IrOperand *value) {
    const Lazy *all = c->user;
    return call(c, all->set, p->sets, all->sets->n, index, value, "_") != NULL;
}

static bool end_lives(IrClone *c, const Plan *p, const IrVar *at) {
    for (const End *end = p->ends ? p->ends[at->id].first : NULL; end; end = end->next) {
        const IrOperand *value = ir_clone_value(c, end->var);
        for (const LazyPlace *place = p->places[end->var->id]; place; place = place->next) {
            if (!set(c, p, place->index, value)) return false;
        }
        if (!end->is_weight) continue;
        IrVar *v =
            ir_build_call(&c->b, &op_vm_kill_object, value, 1, (IrCallForm){.attrs = NULL}, "_");
        if (!v) return false;
        v->is_output = true;
    }
    return true;
}

/* The end of the body: an empty tuple, and what no statement handed on. */
static bool finish(IrClone *c, Plan *p, const char *name) {
    const IrOperand nothing = {.kind = IR_OPERAND_TUPLE, .span = 1};
    if (!take(c, &p->results)) return false;
    p->nothing = ir_build_value(&c->b, &nothing, 1, name);
    if (!p->nothing) return false;
    p->nothing->is_output = true;
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->results.n; i += p->results.at[i].span, n++) {
        const IrOperand *o = &p->results.at[i];
        const IrVar *v = o->kind == IR_OPERAND_VAR ? o->var : NULL;
        if (v && (v->def || last_use(p, v))) continue;
        IrOperandBuf buf;
        ir_operands_init(&buf, &c->m->scratch);
        ir_clone_operands(c, o, o->span, &buf);
        if (!set(c, p, n, buf.ops.at)) return false;
    }
    return true;
}

static bool set_result(IrClone *c, const IrBody *from, IrBody *to) {
    const Lazy *all = c->user;
    Plan *p = plan_of(c);
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    if (!all->set) {
        if (!take(c, &from->result)) return false;
        ir_clone_operands(c, from->result.at, from->result.n, &buf);
        ir_body_set_result(to, buf.ops.at, (uint32_t)buf.ops.len);
        /* what the weights' types said of it is no longer known to a caller */
        if (c->from->result && c->from->result->has_symbols)
            c->to->result = ir_returned_type(c->to);
        return true;
    }
    if (!p->nothing && !finish(c, p, "output")) return false;
    ir_operands_var(&buf, p->nothing);
    ir_body_set_result(to, buf.ops.at, 1);
    c->to->result = ir_type_tuple(c->m, NULL, 0);
    return true;
}

/* A field of the tuple of weights: got, or a parameter. */
static IrCloneAnswer copy_field(IrClone *c, Plan *p, const IrBinding *b) {
    const IrType *type = p->tuple->type->fields[b->index];
    IrVar *v = p->fields[b->index];
    if (!v) v = get(c, p, b->index, type, b->var->name);
    if (!v) return IR_CLONE_FAILED;
    if (b->block->body == c->from->body && type->kind != IR_TYPE_SHAPE) {
        p->is_got[b->index] = true;
        p->fields[b->index] = NULL; /* its life ends with this name of it */
    }
    const IrOperand value = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    v = ir_build_value(&c->b, &value, 1, b->var->name);
    if (!v) return IR_CLONE_FAILED;
    v->is_output = true;
    ir_clone_set_var(c, b->var, v);
    return IR_CLONE_DONE;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    const Lazy *all = c->user;
    Plan *p = plan_of(c);
    if (!p) return IR_CLONE_COPY;
    const bool is_field = p->tuple && b->kind == IR_BIND_FIELD &&
                          b->operands.at->kind == IR_OPERAND_VAR && b->operands.at->var == p->tuple;
    if (b->block->body != c->from->body) return is_field ? copy_field(c, p, b) : IR_CLONE_COPY;
    if (all->set && b == p->result)
        return finish(c, p, b->var->name) ? IR_CLONE_DONE : IR_CLONE_FAILED;
    if (!blocks_each_list(b, take, c)) return IR_CLONE_FAILED;
    const bool ok = is_field ? copy_field(c, p, b) == IR_CLONE_DONE : ir_clone_binding(c, b);
    return ok && end_lives(c, p, b->var) ? IR_CLONE_DONE : IR_CLONE_FAILED;
}

static IrVar **add_params(IrClone *c, const PassValue *names) {
    IrVar **vars = ARENA_ARRAY(c->arena, IrVar *, names->n + 1);
    for (size_t i = 0; i < names->n; i++)
        vars[i] = ir_clone_new_param(c, ir_name(c->m, str_c(names->names[i])), c->m->any);
    return vars;
}

static void signature(IrClone *c) {
    const Lazy *all = c->user;
    const IrFunction *fn = c->from;
    Plan *p = plan_of(c);
    const size_t n_inputs = p ? p->n_inputs : fn->params.len;
    for (size_t i = 0; i < n_inputs; i++) ir_clone_param(c, fn->params.at[i]);
    if (!p) return;
    if (all->get) p->gets = add_params(c, all->gets);
    if (all->set) p->sets = add_params(c, all->sets);
    for (size_t i = n_inputs; !p->tuple && i < fn->params.len; i++) {
        if (!p->weight[fn->params.at[i]->id]) ir_clone_param(c, fn->params.at[i]);
    }
    for (uint32_t i = 0; p->tuple && i < p->tuple->type->n; i++) {
        const IrType *t = p->tuple->type->fields[i];
        if (t->kind == IR_TYPE_SHAPE)
            p->fields[i] = ir_clone_new_param(c, "shape", ir_clone_type(c, t));
    }
    c->to->is_pure = false;
    ir_function_drop_attr(c->to, "relax.force_pure");
    c->result = set_result;
}

static const char *function_of(IrModule *m, const PassValue *v, const char *name) {
    return v->n ? ir_name(m, str_c(v->names[0])) : v->i ? NULL : ir_name(m, str_c(name));
}

bool pass_lazy_transform_params(IrModule *m, const PassValue *values) {
    Arena arena;
    arena_init(&arena, m->ctx);
    const Calls calls = calls_collect(m, &arena);
    Lazy all = {.get = function_of(m, &values[0], "get_item"),
                .set = function_of(m, &values[1], "set_item"),
                .gets = &values[2],
                .sets = &values[3],
                .arena = &arena,
                .plans = ARENA_ARRAY(&arena, Plan *, calls.n + 1),
                .n = calls.n};
    bool any = false;
    for (size_t i = 0; (all.get || all.set) && i < calls.n; i++) {
        IrFunction *fn = calls.at[i].function;
        if (fn && fn->body && !calls.at[i].is_named) all.plans[i] = make_plan(&all, fn);
        any |= all.plans[i] != NULL;
    }
    const IrCloneHooks hooks = {.signature = signature, .visit = visit, .user = &all};
    const bool ok = !any || ir_clone_module(m, &hooks);
    arena_fini(&arena);
    return ok && blocks_finish(m);
}
