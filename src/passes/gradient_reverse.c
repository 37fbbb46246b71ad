/* SPDX-License-Identifier: Apache-2.0 */
/* The walk back: each binding hands the adjoint of what it gives to what it is made of. When the
 * walk gets to a binding, all its users have been there, so its adjoint is whole.
 *
 *     y = R.multiply(x, w)        x_adjoint = R.multiply(y_adjoint, w)
 *                                 w_adjoint = R.multiply(y_adjoint, x) */
#include "base/diag.h"
#include "ir/definition.h"
#include "ir/origin.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/gradient_parts.h"
#include "passes/legalize_parts.h"

/* One call */

typedef struct {
    Gradient *g;
    const IrOperand *const *args; /* as they stand in the forward pass */
} Call;

static const IrVar *var_of(const Call *c, uint32_t i, uint32_t k, uint32_t *field) {
    const IrOperand *o = c->args[i];
    *field = k;
    if (!o) return NULL;
    if (o->kind == IR_OPERAND_TUPLE) {
        o = &o[1 + k]; /* of a tuple of tensors each is one entry */
        *field = 0;
    }
    return o->kind == IR_OPERAND_VAR ? o->var : NULL;
}

static const IrType *field_type(const IrType *t, uint32_t k) {
    return t->kind == IR_TYPE_TUPLE ? t->fields[k] : t;
}

static bool wants(const OpGradient *op, uint32_t i, uint32_t k) {
    const Call *c = op->user;
    uint32_t field;
    const IrVar *v = var_of(c, i, k, &field);
    return v && v->id < c->g->n_vars && c->g->varied[v->id] &&
           gradient_type_counts(field_type(v->type, field));
}

static void add(OpGradient *op, uint32_t i, uint32_t k, IrOperand adjoint) {
    const Call *c = op->user;
    uint32_t field;
    const IrVar *v = var_of(c, i, k, &field);
    GradNode *node = &c->g->nodes[v->id];
    if (v->type->kind == IR_TYPE_TUPLE) node = gradient_node_field(c->g, v->type, node, field);
    gradient_node_add(c->g, node, adjoint);
}

static void reverse_operator(Gradient *g, IrBinding *b, GradOperands x, const IrOperand *const *now,
                             GradNode *node) {
    const IrType *t = ir_clone_type(&g->now, b->var->type);
    const IrOperand value = gradient_value_now(g, b->var);
    Call c = {.g = g, .args = x.args};
    OpGradient op = {.d = g->d, .value = &value, .wants = wants, .add = add, .user = &c};
    op.d.op = b->op;
    op.d.args = now;
    op.d.types = x.types;
    op.d.attrs = b->attrs;
    op.d.result = t;
    op.n_adjoints = t->kind == IR_TYPE_TUPLE ? t->n : 1;
    IrOperand *adjoints = ARENA_ARRAY(&g->m->scratch, IrOperand, (size_t)op.n_adjoints + 1);
    if (t->kind != IR_TYPE_TUPLE) adjoints[0] = node->sum;
    for (uint32_t k = 0; node->fields && k < op.n_adjoints; k++) adjoints[k] = node->fields[k].sum;
    op.adjoints = adjoints;
    CtxWork work = {.kind = "gradient of", .name = b->op->name, .loc = b->loc};
    ctx_work_begin(g->m->ctx, &work);
    b->op->gradient(&op);
    ctx_work_end(g->m->ctx);
}

/* The operand as one entry: definitions take their operands so. */
static const IrOperand *one_entry(Gradient *g, const IrOperand *tree) {
    if (tree->span == 1) return tree;
    IrOperand *o = ARENA_NEW(&g->m->scratch, IrOperand);
    *o = d_var(ir_build_value(&g->b, tree, tree->span, "lv"));
    return o;
}

/* An adjoint that is written as operands, as far as it counts. Recursion is over tuples in
 * types. */
static GradNode node_of(Gradient *g, const IrOperand *tree) {
    GradNode node = {.sum = *tree};
    const IrType *t = ir_operand_type(g->m, tree);
    node.sum.list = NULL;
    if (t->kind != IR_TYPE_TUPLE) return node;
    node.sum = (IrOperand){.kind = IR_OPERAND_NONE};
    const IrOperand *at = tree + 1;
    for (uint32_t i = 0; i < t->n; i++) {
        const bool literal = tree->kind == IR_OPERAND_TUPLE;
        if (gradient_type_counts(t->fields[i])) {
            IrOperand field = literal ? *at : d_field(&g->d, *tree, i);
            *gradient_node_field(g, t, &node, i) = node_of(g, literal ? at : &field);
        }
        if (literal) at += at->span;
    }
    return node;
}

/* Each adjoint is of its operand's type, as far as that counts; it is cast where that is not
 * proved. */
static bool fit(Gradient *g, const IrBinding *b, const IrType *t, GradNode *node) {
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++) {
        if (node->fields && !gradient_node_is_zero(&node->fields[i]) &&
            !fit(g, b, t->fields[i], &node->fields[i]))
            return false;
    }
    if (t->kind != IR_TYPE_TENSOR) return true;
    const IrType *own = d_type(&g->d, node->sum);
    const IrTruth fits = ir_type_subsumes(g->m, t, own);
    if (fits == IR_REFUTED) {
        const char *what = diag_fmt(g->m->ctx, "R.%s", b->op->name);
        Diag *d = diag_error(g->m->ctx, b->loc, DIAG_GRADIENT, what,
                             "its definition gives an adjoint of another type");
        diag_expected(g->m->ctx, d, "%s", ir_type_text(g->m, t));
        diag_found(g->m->ctx, d, "%s", ir_type_text(g->m, own));
    } else if (fits == IR_UNKNOWN && t->dims) {
        node->sum = d_match(&g->d, node->sum, t->dims, t->ndim);
    }
    return fits != IR_REFUTED;
}

/* From what a definition gives: a tuple of adjoints, or the one there is. False after a report. */
static bool take_defined(Gradient *g, const IrBinding *b, const GradOperands *x,
                         const IrOperand *result) {
    const bool lone = x->n == 1 && result->kind != IR_OPERAND_TUPLE &&
                      ir_operand_type(g->m, result)->kind != IR_TYPE_TUPLE;
    const IrOperand *at = result + 1;
    for (uint32_t i = 0; i < x->n; i++) {
        const bool literal = result->kind == IR_OPERAND_TUPLE;
        const IrOperand *tree = lone ? result : at;
        if (literal) at += at->span;
        if (!x->args[i] || !gradient_type_counts(x->types[i])) continue;
        const IrOperand field = literal || lone ? *tree : d_field(&g->d, *result, i);
        GradNode node = node_of(g, literal || lone ? tree : &field);
        if (!fit(g, b, x->types[i], &node)) return false;
        gradient_spread(g, x->args[i], &node);
    }
    return true;
}

static bool reverse_defined(Gradient *g, const IrDefinition *d, IrBinding *b, GradOperands x,
                            const IrOperand **now, GradNode *node) {
    const IrOperand value = gradient_value_now(g, b->var);
    IrOperandBuf adjoint, out;
    ir_operands_init(&adjoint, &g->m->scratch);
    ir_operands_init(&out, &g->m->scratch);
    const IrType *t = ir_clone_type(&g->now, b->var->type);
    gradient_node_operands(g, t, node, &adjoint);
    for (uint32_t i = 0; i < x.n; i++) now[i] = one_entry(g, now[i]);
    now[x.n] = &value;
    now[x.n + 1] = one_entry(g, adjoint.ops.at);
    x.types[x.n] = t;
    x.types[x.n + 1] = ir_operand_type(g->m, now[x.n + 1]);
    if (!ir_definition_expand(d, &g->b, now, x.types, b->attrs, &out)) return false;
    return take_defined(g, b, &x, out.ops.at);
}

static void reverse_call(Gradient *g, IrBinding *b, GradNode *node) {
    const char *why = NULL;
    const IrDefinition *d = gradient_defined(g, b, &why);
    if (!d && b->op->structural == OP_STRUCTURAL_SCAN) {
        gradient_reverse_scan(g, b, node);
        return;
    }
    if (!d && b->op->identity && !b->op->gradient) {
        gradient_spread(g, b->operands.at, node);
        return;
    }
    const GradOperands x = gradient_operands(g->m, b);
    for (uint32_t i = 0; i < x.n; i++)
        x.types[i] = x.types[i] ? ir_clone_type(&g->now, x.types[i]) : NULL;
    const IrOperand **now = ARENA_ARRAY(&g->m->scratch, const IrOperand *, (size_t)x.n + 2);
    for (uint32_t i = 0; i < x.n; i++) {
        if (!x.args[i]) continue;
        IrOperandBuf copy;
        ir_operands_init(&copy, &g->m->scratch);
        gradient_now(g, x.args[i], x.args[i]->span, &copy);
        now[i] = copy.ops.at;
    }
    if (!d)
        reverse_operator(g, b, x, now, node);
    else if (!reverse_defined(g, d, b, x, now, node))
        g->failed = true;
}

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
    gradient_reverse(g, from->last, NULL);
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

static void reverse_if(Gradient *g, IrBinding *b, GradNode *node) {
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

/* One binding */

/* Some tensor's adjoint of a node that is not zero. */
static const IrOperand *first_adjoint(const IrType *t, const GradNode *node) {
    for (uint32_t i = 0; node->fields; i++) {
        BUG_IF(i >= t->n);
        if (gradient_node_is_zero(&node->fields[i])) continue;
        t = t->fields[i];
        node = &node->fields[i];
        i = UINT32_MAX;
    }
    return &node->sum;
}

static void reverse(Gradient *g, IrBinding *b) {
    GradNode *node = &g->nodes[b->var->id];
    if (gradient_node_is_zero(node)) return;
    gradient_node_name(g, b->var, node);
    GradNode copy;
    if (g->kept[b->var->id]) {
        copy = gradient_node_copy(g, b->var->type, node);
        node = &copy;
    }
    g->b.loc = b->loc;
    g->b.origin = gradient_origin(g, b->origin);
    if (g->checkpoint) g->after = *first_adjoint(b->var->type, node);
    switch (b->kind) {
    case IR_BIND_CALL: reverse_call(g, b, node); break;
    case IR_BIND_INVOKE: gradient_reverse_invoke(g, b, node); break;
    case IR_BIND_IF: reverse_if(g, b, node); break;
    case IR_BIND_VALUE:
    case IR_BIND_MATCH_CAST: gradient_spread(g, b->operands.at, node); break;
    case IR_BIND_FIELD: {
        const IrOperand *o = b->operands.at;
        if (o->kind == IR_OPERAND_TUPLE) {
            const IrOperand *at = o + 1;
            for (uint32_t i = 0; i < b->index; i++) at += at->span;
            gradient_spread(g, at, node);
        } else if (g->varied[o->var->id]) {
            gradient_node_merge(
                g, b->var->type,
                gradient_node_field(g, o->var->type, &g->nodes[o->var->id], b->index), node);
        }
        break;
    }
    default: BUG("no gradient through R.%s", ir_bind_name(b->kind));
    }
}

void gradient_reverse(Gradient *g, IrBinding *last, const IrBinding *before) {
    for (IrBinding *b = last, *prev; b && b != before; b = prev) {
        prev = b->prev; /* a call may be replaced */
        if (g->failed) return;
        ctx_poll(g->m->ctx);
        if (!gradient_is_active(g, b->var)) continue;
        const ArenaMark mark = arena_mark(&g->m->scratch);
        reverse(g, b);
        arena_rewind(&g->m->scratch, mark);
    }
}
