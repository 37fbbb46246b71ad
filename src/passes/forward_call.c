/* SPDX-License-Identifier: Apache-2.0 */
/* The tangent of an operator's call.
 *
 * Of an operator that is linear in each operand it is the sum of its calls with one operand's
 * tangent in that operand's place:
 *
 *     y = R.matmul(x, w)          lv = R.matmul(x_tangent, w)
 *                                 lv1 = R.matmul(x, w_tangent)
 *                                 y_tangent = R.add(lv, lv1)
 *
 * For all others the gradient says it. That is linear in the adjoint u of the result: it is the
 * transpose of the derivative applied to u. So the gradient of *that* by u, with the tangents for
 * adjoints, is the derivative applied to the tangents, and u itself goes:
 *
 *     y = R.exp(x)                u = y                          stands for the adjoint
 *                                 x_adjoint = R.multiply(u, y)
 *                                 u_adjoint = R.multiply(x_tangent, y), which is y_tangent
 *
 * All transposes of a function are written first, so that what their gradients need is found out
 * once for all; then each is walked back from where it ends to where it begins. Linear. */
#include "base/diag.h"
#include "ir/definition.h"
#include "ir/origin.h"
#include "ops/ops.h"
#include "passes/forward_parts.h"

typedef struct {
    Forward *f;
    GradOperands x;
    VEC(IrOperand) adjoints;
    VEC(struct ForwardPlace) places;
} Transposing;

/* The variable that is the operand, or is tensor k of a tuple of them; of a variable that is a
 * tuple, *field. NULL: none. */
static const IrVar *var_of(const GradOperands *x, uint32_t i, uint32_t k, const IrType **t) {
    const IrOperand *o = x->args[i];
    if (!o) return NULL;
    if (o->kind == IR_OPERAND_TUPLE) o = &o[1 + k]; /* each is one entry */
    if (o->kind != IR_OPERAND_VAR) return NULL;
    *t = o->var->type->kind == IR_TYPE_TUPLE ? o->var->type->fields[k] : o->var->type;
    return o->var;
}

static bool wants(const OpGradient *op, uint32_t i, uint32_t k) {
    const Transposing *c = op->user;
    const IrType *t;
    const IrVar *v = var_of(&c->x, i, k, &t);
    return v && v->id < c->f->n_primal && c->f->g->varied[v->id] && gradient_type_counts(t);
}

static void push(Transposing *c, uint32_t i, uint32_t k, IrOperand adjoint) {
    if (adjoint.kind != IR_OPERAND_VAR) return; /* constant in the adjoint it comes from: zero */
    adjoint.list = NULL;
    vec_push(&c->f->g->arena, &c->adjoints, adjoint);
    vec_push(&c->f->g->arena, &c->places, ((struct ForwardPlace){i, k}));
}

static void add(OpGradient *op, uint32_t i, uint32_t k, IrOperand adjoint) {
    push(op->user, i, k, adjoint);
}

/* Whether anything that counts uses field k of a tuple. */
static bool *used_fields(const Forward *f, const IrVar *v) {
    const uint32_t n = v->type->kind == IR_TYPE_TUPLE ? v->type->n : 1;
    bool *used = ARENA_ARRAY(&f->m->scratch, bool, (size_t)n + 1);
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *user = use->list->binding;
        const bool field = user && user->kind == IR_BIND_FIELD && v->type->kind == IR_TYPE_TUPLE;
        if (field) used[user->index] = true;
        for (uint32_t k = 0; k < n && !field; k++) used[k] = true;
    }
    return used;
}

static void transpose_operator(Transposing *c, const IrBinding *b, IrOperand u) {
    Forward *f = c->f;
    const IrType *t = b->var->type;
    const IrOperand value = d_var(b->var);
    OpGradient op = {.d = f->g->d, .value = &value, .wants = wants, .add = add, .user = c};
    op.d.op = b->op;
    op.d.args = c->x.args;
    op.d.types = c->x.types;
    op.d.attrs = b->attrs;
    op.d.result = t;
    op.n_adjoints = t->kind == IR_TYPE_TUPLE ? t->n : 1;
    IrOperand *adjoints = ARENA_ARRAY(&f->m->scratch, IrOperand, (size_t)op.n_adjoints + 1);
    const bool *used = used_fields(f, b->var);
    for (uint32_t k = 0; k < op.n_adjoints; k++) {
        const bool is_tuple = t->kind == IR_TYPE_TUPLE;
        if (used[k] && gradient_type_counts(is_tuple ? t->fields[k] : t))
            adjoints[k] = is_tuple ? d_field(&f->g->d, u, k) : u;
    }
    op.adjoints = adjoints;
    CtxWork work = {.kind = "gradient of", .name = b->op->name, .loc = b->loc};
    ctx_work_begin(f->m->ctx, &work);
    b->op->gradient(&op);
    ctx_work_end(f->m->ctx);
}

/* The operand as one entry: definitions take their operands so. */
static const IrOperand *one_entry(Forward *f, const IrOperand *tree) {
    IrOperand *o = ARENA_NEW(&f->m->scratch, IrOperand);
    *o = tree->span == 1 ? *tree : d_var(ir_build_value(&f->g->b, tree, tree->span, "lv"));
    o->list = NULL;
    return o;
}

/* From what a definition gives: a tuple of adjoints, or the one there is. */
static void take_defined(Transposing *c, const IrBinding *b, const IrOperand *result) {
    OpDecompose *d = &c->f->g->d;
    const GradOperands *x = &c->x;
    const bool literal = result->kind == IR_OPERAND_TUPLE;
    const bool lone =
        x->n == 1 && !literal && ir_operand_type(c->f->m, result)->kind != IR_TYPE_TUPLE;
    const IrOperand *at = result + 1;
    for (uint32_t i = 0; i < x->n; i++) {
        const IrOperand *tree = lone ? result : at;
        if (literal) at += at->span;
        if (!x->args[i] || !gradient_type_counts(x->types[i])) continue;
        const bool is_tuple = x->types[i]->kind == IR_TYPE_TUPLE;
        const bool inside = literal && tree->kind == IR_OPERAND_TUPLE;
        const IrOperand whole = literal || lone ? *tree : d_field(d, *result, i);
        for (uint32_t k = 0; k < (is_tuple ? x->types[i]->n : 1); k++) {
            const OpGradient op = {.user = c};
            if (!wants(&op, i, k)) continue;
            /* of a tuple of tensors each is one entry */
            push(c, i, k, !is_tuple ? whole : inside ? tree[1 + k] : d_field(d, whole, k));
        }
    }
    (void)b;
}

static bool transpose_defined(Transposing *c, const IrDefinition *d, const IrBinding *b,
                              IrOperand u) {
    Forward *f = c->f;
    const uint32_t n = c->x.n;
    const IrOperand **args = ARENA_ARRAY(&f->m->scratch, const IrOperand *, (size_t)n + 2);
    const IrType **types = ARENA_ARRAY(&f->m->scratch, const IrType *, (size_t)n + 2);
    const IrOperand value = d_var(b->var);
    for (uint32_t i = 0; i < n; i++) {
        args[i] = c->x.args[i] ? one_entry(f, c->x.args[i]) : NULL;
        types[i] = c->x.types[i];
    }
    args[n] = &value;
    args[n + 1] = &u;
    types[n] = types[n + 1] = b->var->type;
    IrOperandBuf out;
    ir_operands_init(&out, &f->m->scratch);
    if (!ir_definition_expand(d, &f->g->b, args, types, b->attrs, &out)) return false;
    take_defined(c, b, out.ops.at);
    return true;
}

static bool transpose(Forward *f, IrBinding *b, const IrDefinition *d) {
    Transposing c = {.f = f, .x = gradient_operands(f->m, b)};
    const ForwardSpot spot = forward_spot(f, b);
    const IrOperand y = d_var(b->var);
    IrVar *u = ir_build_value(&f->g->b, &y, 1, "u");
    ForwardTranspose *t = ARENA_NEW(&f->g->arena, ForwardTranspose);
    *t = (ForwardTranspose){.from = u->def};
    if (d && !transpose_defined(&c, d, b, d_var(u))) return false;
    if (!d) transpose_operator(&c, b, d_var(u));
    if (c.adjoints.len) {
        IrOperandBuf all;
        ir_operands_init(&all, &f->m->scratch);
        const size_t at = ir_operands_tuple(&all);
        for (size_t i = 0; i < c.adjoints.len; i++) ir_operands_copy(&all, &c.adjoints.at[i]);
        ir_operands_end(&all, at, (uint32_t)c.adjoints.len);
        t->end = ir_build_value(&f->g->b, all.ops.at, (uint32_t)all.ops.len, "lv")->def;
        t->places = c.places.at;
    }
    forward_settle(&spot);
    f->transposes[b->var->id] = t;
    vec_push(&f->g->arena, &f->starts, u);
    return true;
}

static bool transpose_all(Forward *f) {
    IrWalk walk;
    ir_walk_init(&walk, f->fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        const char *why = NULL;
        if (b->kind != IR_BIND_CALL || b->var->id >= f->n_primal ||
            !gradient_is_active(f->g, b->var) || f->g->call_of[b->var->id])
            continue;
        const ArenaMark mark = arena_mark(&f->m->scratch);
        const IrDefinition *d = gradient_defined(f->g, b, &why);
        const bool ok = (!d && (b->op->is_multilinear || !b->op->gradient)) || transpose(f, b, d);
        arena_rewind(&f->m->scratch, mark);
        if (!ok) return false;
    }
    return true;
}

static void mark_adjoints(Forward *f) {
    Gradient *t = f->t;
    gradient_set_tables(t);
    for (size_t i = 0; i < f->starts.len; i++) t->varied[f->starts.at[i]->id] = true;
    gradient_find_varied(t);
    memcpy(t->useful, t->varied, t->n_vars * sizeof *t->useful);
}

/* What a gradient that a module defines may do, and its transpose may not. */
static bool refuse_flow(Forward *f) {
    bool ok = true;
    IrWalk walk;
    ir_walk_init(&walk, f->fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (!gradient_is_active(f->t, b->var)) continue;
        const bool loop = b->kind == IR_BIND_CALL && (b->op->structural == OP_STRUCTURAL_SCAN ||
                                                      b->op->structural == OP_STRUCTURAL_WHILE);
        if (b->kind != IR_BIND_INVOKE && b->kind != IR_BIND_IF && !loop) continue;
        diag_error(f->m->ctx, b->loc, DIAG_GRADIENT,
                   loop ? diag_fmt(f->m->ctx, "R.%s", b->op->name) : ir_bind_name(b->kind),
                   "it stands in a gradient that the module defines, which forward mode "
                   "transposes call by call");
        ok = false;
    }
    return ok;
}

bool forward_transpose(Forward *f) {
    f->transposes = ARENA_ARRAY(&f->g->arena, ForwardTranspose *, (size_t)f->n_primal + 1);
    if (!transpose_all(f)) return false;
    f->t = gradient_open(&f->session->s, GRAD_TOP, f->fn, NULL);
    f->t->now = (IrClone){.m = f->m};
    mark_adjoints(f);
    GradExpand x;
    gradient_expand_init(&x, f->t);
    if (!gradient_expand(&x) || !gradient_name_shapes(f->t)) return false;
    mark_adjoints(f);
    return gradient_report_missing(&x) && refuse_flow(f);
}

/* Tangents */

/* That of tensor k of an operand. */
static IrOperand tangent_at(Forward *f, const IrOperand *o, uint32_t k) {
    GradNode node;
    if (o->kind == IR_OPERAND_TUPLE) {
        node = forward_tangent(f, &o[1 + k]);
    } else {
        node = forward_tangent(f, o);
        if (ir_operand_type(f->m, o)->kind == IR_TYPE_TUPLE)
            node = node.fields ? node.fields[k] : (GradNode){.fields = NULL};
    }
    return node.sum;
}

static GradNode walk_back(Forward *f, IrBinding *b, const ForwardTranspose *t) {
    Gradient *g = f->t;
    const GradNode none = {.fields = NULL};
    if (!t->end) return none;
    const GradOperands x = gradient_operands(f->m, b);
    bool any = false;
    for (uint32_t i = 0; i < t->end->operands.at->n; i++) {
        const IrOperand *o = &t->end->operands.at[1 + i];
        const struct ForwardPlace *place = &t->places[i];
        const IrOperand dx = tangent_at(f, x.args[place->operand], place->tensor);
        if (dx.kind == IR_OPERAND_NONE || o->kind != IR_OPERAND_VAR || o->var->id >= g->n_vars ||
            !g->varied[o->var->id])
            continue;
        gradient_node_add(g, &g->nodes[o->var->id], forward_refine(f, dx, o->var->type));
        any = true;
    }
    if (any) gradient_reverse(g, t->end->prev, t->from);
    return any ? g->nodes[t->from->var->id] : none;
}

/* The call with tangents in place of operand i; NONE: it has none. */
static IrOperand with_tangent(Forward *f, IrBinding *b, const GradOperands *x, uint32_t i) {
    const IrOperand none = {.kind = IR_OPERAND_NONE};
    const GradNode node = forward_tangent(f, x->args[i]);
    if (gradient_node_is_zero(&node)) return none;
    IrOperandBuf ops;
    ir_operands_init(&ops, &f->m->scratch);
    for (uint32_t k = 0; k < x->n; k++) {
        if (!x->args[k]) {
            ir_operands_none(&ops);
        } else if (k != i) {
            ir_operands_copy(&ops, x->args[k]);
        } else if (!forward_put_whole(f, x->args[k], &node, &ops)) {
            return none;
        }
    }
    const IrCallForm form = {.attrs = b->attrs, .types = b->types, .n_types = b->n_types};
    IrVar *v = ir_build_call(&f->g->b, b->op, ops.ops.at, (uint32_t)ops.ops.len, form, "lv");
    return v ? d_var(v) : none;
}

static GradNode linear(Forward *f, IrBinding *b) {
    GradNode node = {.fields = NULL};
    const GradOperands x = gradient_operands(f->m, b);
    const IrType *t = b->var->type;
    for (uint32_t i = 0; i < x.n; i++) {
        if (!x.args[i]) continue;
        const IrOperand term = with_tangent(f, b, &x, i);
        if (term.kind == IR_OPERAND_NONE) continue;
        GradNode one = {.sum = term};
        if (t->kind == IR_TYPE_TUPLE) {
            uint32_t at = 0;
            one = forward_take(f, t, term, &at);
        }
        gradient_node_merge(f->g, t, &node, &one);
    }
    return node;
}

GradNode forward_call(Forward *f, IrBinding *b) {
    const ForwardTranspose *t = f->transposes[b->var->id];
    if (t) {
        const ForwardSpot spot = forward_spot(f, t->end ? t->end : b);
        const GradNode node = walk_back(f, b, t);
        forward_settle(&spot);
        return node;
    }
    const ForwardSpot spot = forward_spot(f, b);
    const GradNode node =
        b->op->is_multilinear ? linear(f, b) : forward_tangent(f, b->operands.at); /* a marker */
    forward_settle(&spot);
    return node;
}
