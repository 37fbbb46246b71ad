/* SPDX-License-Identifier: Apache-2.0 */
/* Through an `if`: another one on the same condition, whose branches compute what they need of the
 * forward pass again, then go back. They give the adjoints of what the branches use from around
 * them, zeros from the one that does not.
 *
 *     if cond:                      if cond:
 *         e = R.exp(x)                  e = R.exp(x)
 *         y = R.multiply(e, w)          lv = R.multiply(y_adjoint, e), ...
 *     else:                             lv2 = (x_adjoint, w_adjoint)
 *         y = x                     else:
 *                                       lv2 = (y_adjoint, R.zeros(w's))
 *
 * A branch within a branch is computed again once more for each branch around it; nothing is kept
 * for a branch that is not taken. Linear but for that. */
#include "base/diag.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/gradient_parts.h"

typedef struct {
    Gradient *g;
    IrBinding *b;
    uint32_t number; /* what `inside` says of its variables */
    /* what stands for itself elsewhere, and in the branches for its value computed again */
    VEC(IrVar *) again;
    VEC(IrVar *) outer; /* what it uses from around it, and adjoints go to */
    GradNode *before;   /* their adjoints so far */
    GradNode *gives[2]; /* what each branch adds */
    IrBody *bodies[2];
    IrBlock *ends[2];
} Branching;

/* What is used */

static void see(Branching *s, const IrOperands *list) {
    Gradient *g = s->g;
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind != IR_OPERAND_VAR) continue;
        IrVar *v = list->at[i].var;
        if (v->id >= g->n_vars || g->inside[v->id] == s->number) continue;
        g->inside[v->id] = s->number; /* once */
        /* what is to be computed again, before the branches: both may use it */
        const IrOperand now = gradient_value_now(g, v);
        if (now.kind == IR_OPERAND_VAR && now.var != v) {
            if (ir_clone_value(&g->now, v)->var == v) vec_push(&g->arena, &s->again, v);
            ir_clone_set_var(&g->now, v, now.var);
        }
        if (g->varied[v->id] && gradient_type_counts(v->type)) vec_push(&g->arena, &s->outer, v);
    }
}

typedef struct {
    Gradient *g;
    const IrBody *body;
} Forget;

/* The symbols of a branch are others in each copy. */
static void forget_symbol(void *user, IrSymbol *symbol) {
    const Forget *x = user;
    if (symbol->function == x->g->fn && symbol->body == x->body)
        x->g->now.dims[symbol->index] = NULL;
}

/* Numbers what is inside. False after a report: an effect would happen again. */
static bool number(Branching *s, IrBody *body) {
    Gradient *g = s->g;
    bool ok = true;
    IrWalk walk;
    ir_walk_init(&walk, body);
    for (const IrBinding *x; (x = ir_walk_next(&walk));) {
        g->inside[x->var->id] = s->number;
        Forget forget = {g, x->block->body};
        if (x->kind == IR_BIND_MATCH_CAST && x->cast->has_symbols)
            ir_type_symbols(x->cast, forget_symbol, &forget);
        if (blocks_is_pure(x) || !x->var->n_uses) continue;
        diag_error(g->m->ctx, x->loc, DIAG_GRADIENT, "a branch",
                   "its gradient needs again what has an effect");
        ok = false;
    }
    return ok;
}

static void find_outer(Branching *s, IrBody *body) {
    IrWalk walk;
    ir_walk_init(&walk, body);
    see(s, &body->result);
    for (const IrBinding *x; (x = ir_walk_next(&walk));) {
        see(s, &x->operands);
        for (int i = 0; x->kind == IR_BIND_IF && i < 2; i++) see(s, &x->bodies[i]->result);
    }
}

/* One branch */

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    (void)c;
    return blocks_is_pure(b) ? IR_CLONE_COPY : IR_CLONE_DONE;
}

static bool go_back(Branching *s, int i, IrBinding *owner, const GradNode *node) {
    Gradient *g = s->g;
    IrBody *from = s->b->bodies[i], *to = ir_body_new(g->fn, owner);
    const IrBuilder around = g->b;
    s->bodies[i] = to;
    s->gives[i] = ARENA_ARRAY(&g->arena, GradNode, s->outer.len + 1);
    g->now.b = around;
    g->now.visit = visit;
    if (!ir_clone_bindings(&g->now, from, to)) return false;
    g->b.block = to->last_block && !to->last_block->is_dataflow ? to->last_block
                                                                : ir_block_append(to, false);
    for (size_t k = 0; k < s->outer.len; k++)
        g->nodes[s->outer.at[k]->id] = (GradNode){.fields = NULL};
    GradNode copy = gradient_node_copy(g, s->b->var->type, node);
    gradient_spread(g, from->result.at, &copy);
    gradient_reverse(g, from->last);
    for (size_t k = 0; k < s->outer.len; k++) s->gives[i][k] = g->nodes[s->outer.at[k]->id];
    s->ends[i] = g->b.block;
    g->b = around;
    return !g->failed;
}

/* The end */

static void fail(Gradient *g, const IrBinding *b, const IrVar *v) {
    const char *why = diag_fmt(g->m->ctx, "the shape of '%s' is not known", v->name ? v->name : "");
    diag_help(g->m->ctx, diag_error(g->m->ctx, b->loc, DIAG_GRADIENT, "an if", why),
              "annotate it, or R.match_cast it");
    g->failed = true;
}

/* Sets the results of both branches; where they go, in the order of the fields. */
static bool set_results(Branching *s, GradLeaves *to) {
    Gradient *g = s->g;
    const IrBuilder around = g->b;
    IrOperandBuf out[2];
    for (int i = 0; i < 2; i++) ir_operands_init(&out[i], &g->m->scratch);
    const size_t at[2] = {ir_operands_tuple(&out[0]), ir_operands_tuple(&out[1])};
    for (size_t k = 0; k < s->outer.len; k++) {
        const IrVar *v = s->outer.at[k];
        GradLeaves leaves[2] = {{.at = NULL}, {.at = NULL}}, all = {.at = NULL};
        for (int i = 0; i < 2; i++) gradient_leaves(g, v->type, &s->gives[i][k], false, &leaves[i]);
        g->nodes[v->id] = s->before[k];
        for (size_t j = 0; j < leaves[0].len; j++) {
            bool any = false;
            for (int i = 0; i < 2; i++)
                any |= leaves[i].at[j].node && leaves[i].at[j].node->sum.kind != IR_OPERAND_NONE;
            if (!any) continue;
            const IrType *t = leaves[0].at[j].type;
            if (!t->dims) {
                fail(g, s->b, v);
                return false;
            }
            for (int i = 0; i < 2; i++) {
                const GradNode *n = leaves[i].at[j].node;
                g->b.block = s->ends[i];
                const IrOperand x = n && n->sum.kind != IR_OPERAND_NONE
                                        ? n->sum
                                        : d_filled(&g->d, &op_zeros, ir_clone_type(&g->now, t));
                ir_operands_copy(&out[i], &x);
            }
            if (!all.len) gradient_leaves(g, v->type, &g->nodes[v->id], true, &all);
            vec_push(&g->arena, to, all.at[j]);
        }
    }
    g->b = around;
    for (int i = 0; i < 2; i++) {
        ir_operands_end(&out[i], at[i], (uint32_t)to->len);
        const size_t skip = to->len == 1; /* one is no tuple */
        ir_body_set_result(s->bodies[i], out[i].ops.at + skip, (uint32_t)(out[i].ops.len - skip));
        gradient_remove_unused(s->bodies[i], NULL);
    }
    return true;
}

static void take(Branching *s, IrVar *result, const GradLeaves *to) {
    Gradient *g = s->g;
    for (uint32_t k = 0; k < to->len; k++) {
        const IrOperand x = to->len == 1 ? d_var(result) : d_field(&g->d, d_var(result), k);
        gradient_node_add(g, to->at[k].node, gradient_refine(g, x, to->at[k].type));
    }
}

void gradient_reverse_if(Gradient *g, IrBinding *b, GradNode *node) {
    Branching s = {.g = g, .b = b, .number = ++g->n_branchings};
    bool ok = true;
    for (int i = 0; i < 2; i++) ok &= number(&s, b->bodies[i]);
    for (int i = 0; i < 2; i++) find_outer(&s, b->bodies[i]);
    s.before = ARENA_ARRAY(&g->arena, GradNode, s.outer.len + 1);
    for (size_t k = 0; k < s.outer.len; k++) s.before[k] = g->nodes[s.outer.at[k]->id];
    /* adjoints in the branches are not for what stands behind them */
    const IrOperand after = g->after;
    IrBlock *block = g->b.block;
    if (block->is_dataflow) g->b.block = ir_block_append(block->body, false);
    IrBinding *owner =
        ARENA_NEW(&g->m->arena, IrBinding); /* until the binding exists, scopes climb through it */
    owner->block = g->b.block;
    for (int i = 0; i < 2 && ok; i++) ok = go_back(&s, i, owner, node);
    g->after = after;
    for (size_t i = 0; i < s.again.len; i++)
        ir_clone_set_var(&g->now, s.again.at[i], s.again.at[i]);
    GradLeaves to = {.at = NULL};
    if (!ok || !set_results(&s, &to)) {
        g->failed = true;
        return;
    }
    if (to.len) {
        IrOperandBuf cond;
        ir_operands_init(&cond, &g->m->scratch);
        gradient_now(g, b->operands.at, b->operands.n, &cond);
        IrVar *result = ir_build_if(&g->b, cond.ops.at, s.bodies[0], s.bodies[1], "lv");
        if (result)
            take(&s, result, &to);
        else
            g->failed = true;
    }
    if (block->is_dataflow) g->b.block = ir_block_append(block->body, true);
}
