/* SPDX-License-Identifier: Apache-2.0 */
/* BundleModelParams: in a function with the attribute num_input, the weights (the parameters after
 * the first num_input) become one parameter, a tuple of them.
 *
 *     def main(x: A, w: B, b: C):  {num_input: 1}      def main(x: A, params: R.Tuple(B, C)):
 *         y = R.matmul(x, w)                               w = params[0]
 *         z = R.add(y, b)                                  y = R.matmul(x, w)
 *         return z                                         b = params[1]
 *                                                          z = R.add(y, b)
 *                                                          return z
 *
 * A weight is taken out of the tuple once, in front of the first statement that needs it; one that
 * stands within an `if` or is captured counts as the whole statement's. Every such function gets
 * the tuple, an empty one too, so that a caller needs no cases; one that others in the module use
 * stays as it is. One walk over the bindings. */
#include "ir/clone.h"
#include "passes/blocks.h"
#include "passes/calls.h"
#include "passes/passes.h"

typedef struct {
    size_t n_inputs;
    uint32_t *place; /* of a weight among the weights plus 1, by variable id; 0: it is none */
    IrVar *tuple;    /* the new parameter */
} Plan;

typedef struct {
    const char *name;
    Plan **plans; /* by global's id; NULL: it stays */
    size_t n;     /* of plans */
} Bundle;

static Plan *make_plan(const IrFunction *fn, Arena *arena) {
    const IrAttr *n = ir_function_attr(fn, "num_input", IR_ATTR_INT);
    if (!n || n->i < 0) return NULL;
    Plan *p = ARENA_NEW(arena, Plan);
    p->n_inputs = (uint64_t)n->i < fn->params.len ? (size_t)n->i : fn->params.len;
    p->place = ARENA_ARRAY(arena, uint32_t, (size_t)fn->n_vars + 1);
    for (size_t i = p->n_inputs; i < fn->params.len; i++)
        p->place[fn->params.at[i]->id] = (uint32_t)(i - p->n_inputs) + 1;
    return p;
}

/* The plan of the function that c copies; NULL: it stays, or is a nested one. */
static Plan *plan_of(const IrClone *c) {
    const Bundle *all = c->user;
    const IrGlobal *g = c->outer ? NULL : c->from->global;
    return g && g->id < all->n ? all->plans[g->id] : NULL;
}

static bool take(void *user, const IrOperands *list) {
    IrClone *c = user;
    const Plan *p = plan_of(c);
    for (uint32_t i = 0; i < list->n; i++) {
        const IrVar *w = list->at[i].kind == IR_OPERAND_VAR ? list->at[i].var : NULL;
        if (!w || !p->place[w->id] || c->values[w->id].kind != IR_OPERAND_NONE) continue;
        const IrOperand tuple = {.kind = IR_OPERAND_VAR, .span = 1, .var = p->tuple};
        IrVar *v = ir_build_field(&c->b, &tuple, 1, p->place[w->id] - 1, w->name);
        if (!v) return false;
        v->is_output = !c->b.block->is_dataflow;
        ir_clone_set_var(c, w, v);
    }
    return true;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    const Plan *p = plan_of(c);
    const bool top = p && b->block->body == c->from->body;
    return top && !blocks_each_list(b, take, c) ? IR_CLONE_FAILED : IR_CLONE_COPY;
}

static bool set_result(IrClone *c, const IrBody *from, IrBody *to) {
    if (!take(c, &from->result)) return false;
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    ir_clone_operands(c, from->result.at, from->result.n, &buf);
    ir_body_set_result(to, buf.ops.at, (uint32_t)buf.ops.len);
    return true;
}

static void signature(IrClone *c) {
    const IrFunction *fn = c->from;
    Plan *p = plan_of(c);
    const size_t n_inputs = p ? p->n_inputs : fn->params.len, n = fn->params.len - n_inputs;
    for (size_t i = 0; i < n_inputs; i++) ir_clone_param(c, fn->params.at[i]);
    if (!p) return;
    const IrType **types = ARENA_ARRAY(c->arena, const IrType *, n + 1);
    for (size_t i = 0; i < n; i++) types[i] = ir_clone_type(c, fn->params.at[n_inputs + i]->type);
    const Bundle *all = c->user;
    p->tuple = ir_clone_new_param(c, all->name, ir_type_tuple(c->m, types, (uint32_t)n));
    c->result = set_result;
}

bool pass_bundle_model_params(IrModule *m, const PassValue *values) {
    Arena arena;
    arena_init(&arena, m->ctx);
    const Calls calls = calls_collect(m, &arena);
    const char *name = values[0].n ? values[0].names[0] : "params";
    Bundle all = {.name = ir_name(m, str_c(name)),
                  .plans = ARENA_ARRAY(&arena, Plan *, calls.n + 1),
                  .n = calls.n};
    bool any = false;
    for (size_t i = 0; i < calls.n; i++) {
        const IrFunction *fn = calls.at[i].function;
        if (fn && fn->body && !calls.at[i].is_named) all.plans[i] = make_plan(fn, &arena);
        any |= all.plans[i] != NULL;
    }
    const IrCloneHooks hooks = {.signature = signature, .visit = visit, .user = &all};
    const bool ok = !any || ir_clone_module(m, &hooks);
    arena_fini(&arena);
    return ok && blocks_finish(m);
}
