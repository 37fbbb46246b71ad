/* SPDX-License-Identifier: Apache-2.0 */
/* A joint divided into a forward and a backward function. What the walk back uses of the forward
 * pass is saved by the one and a parameter of the other; but parameters are passed again, and what
 * costs nothing (names, views, constants) is computed again, as is, in a loop's body, all that is
 * the same in each iteration.
 *
 *     joint(x, w, y_adjoint):              forward(x, w):          backward(x, w, e, y_adjoint):
 *         e = R.exp(x)                         e = R.exp(x)           lv = R.multiply(y_adjoint, w)
 *         y = R.multiply(e, w)                 y = ...                x_adjoint = R.multiply(lv, e)
 *         lv = R.multiply(y_adjoint, w)        return (y, e)          return (x_adjoint,)
 *         x_adjoint = R.multiply(lv, e)
 *
 * A body's saved values are stacked, so they are tensors whose extents the signature tells; others
 * are computed again. Linear in the joint. */
#include "base/diag.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/gradient_parts.h"

typedef enum { NOT_USED, PASSED, SAVED, AGAIN } Use;

typedef struct {
    Gradient *g;
    GradFunction *f;
    uint8_t *use;       /* Use, by variable of the joint */
    uint32_t *param_of; /* the number of a parameter, by variable */
    uint32_t *field_of; /* the field of the result that a variable is, from 1; 0: none */
    bool *varies;       /* of a loop's body: is another value in each iteration */
    VEC(IrVar *) work, saved;
    IrOperandBuf result; /* the joint's own, without adjoints */
    VEC(GradItem) seeds; /* what the joint's parameters behind n_params are */
    /* Of the backward function: its parameters for what is saved, tensor by tensor, and for sums,
     * by out. */
    VEC(IrVar *) parts, sums;
    bool rebuilt; /* saved tuples are tuples again */
    const IrType
        *inner; /* a shape: symbols of the forward function's body that the backward one needs */
    bool failed;
} Split;

static bool is_forward(const Gradient *g, const IrVar *v) {
    return !v->def || (v->def->block->body == g->fn->body && ir_binding_before(v->def, g->anchor));
}

/* What costs nothing, or next to nothing. */
static bool is_cheap(const IrBinding *b) {
    static const OpDef *const cheap[] = {
        &op_broadcast_to, &op_reshape,   &op_permute_dims, &op_expand_dims, &op_squeeze,
        &op_flatten,      &op_zeros,     &op_ones,         &op_full,        &op_zeros_like,
        &op_ones_like,    &op_full_like, &op_arange,       &op_shape_of,
    };
    switch (b->kind) {
    case IR_BIND_VALUE:
    case IR_BIND_MATCH_CAST:
    case IR_BIND_FUNCTION: return true;
    case IR_BIND_FIELD: return b->operands.at->kind != IR_OPERAND_VAR || !b->operands.at->var->def;
    case IR_BIND_CALL:
        for (size_t i = 0; i < ARRAY_LEN(cheap); i++) {
            if (b->op == cheap[i]) return true;
        }
        return false;
    default: return false;
    }
}

typedef struct {
    const IrFunction *fn;
    bool inner;
} InnerSymbols;

static void see_symbol(void *user, IrSymbol *symbol) {
    InnerSymbols *s = user;
    s->inner |= symbol->function == s->fn && symbol->body;
}

/* Can it be stacked: tensors, of extents that are the same in each iteration? */
static bool is_stackable(const Split *s, const IrType *t) {
    if (t->kind == IR_TYPE_TUPLE) {
        for (uint32_t i = 0; i < t->n; i++) {
            if (!is_stackable(s, t->fields[i])) return false;
        }
        return true;
    }
    InnerSymbols inner = {.fn = s->g->fn};
    if (t->has_symbols) ir_type_symbols(t, see_symbol, &inner);
    return t->kind == IR_TYPE_TENSOR && !inner.inner;
}

static bool can_repeat(const IrBinding *b) { return blocks_is_pure(b) && b->kind != IR_BIND_IF; }

static Use choose(Split *s, IrVar *v) {
    if (!v->def) {
        return s->param_of[v->id] < s->f->n_carries ? SAVED : PASSED;
    }
    if (v->type->kind == IR_TYPE_CALLABLE || is_cheap(v->def)) return AGAIN;
    if (s->f->kind != GRAD_LOOP) return SAVED;
    if (!s->varies[v->id] && can_repeat(v->def)) return AGAIN;
    return is_stackable(s, v->type) ? SAVED : AGAIN;
}

static void need(Split *s, IrVar *v) {
    if (v->id >= s->g->fn->n_vars || s->use[v->id] != NOT_USED || !is_forward(s->g, v)) return;
    const Use use = choose(s, v);
    s->use[v->id] = (uint8_t)use;
    if (use == AGAIN) vec_push(&s->g->arena, &s->work, v);
    if (use == SAVED) vec_push(&s->g->arena, &s->saved, v);
    if (use == AGAIN && !blocks_is_pure(v->def)) {
        Ctx *ctx = s->g->m->ctx;
        diag_error(ctx, v->def->loc, DIAG_GRADIENT, "a loop",
                   "its gradient needs again what has an effect");
        s->failed = true;
    }
}

static void need_all(Split *s, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind == IR_OPERAND_VAR) need(s, list->at[i].var);
    }
}

static void need_of(Split *s, const IrBinding *b) {
    need_all(s, &b->operands);
    for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) {
        IrWalk walk;
        ir_walk_init(&walk, b->bodies[i]);
        need_all(s, &b->bodies[i]->result);
        for (const IrBinding *x; (x = ir_walk_next(&walk));) {
            need_all(s, &x->operands);
            for (int k = 0; x->kind == IR_BIND_IF && k < 2; k++) need_all(s, &x->bodies[k]->result);
        }
    }
}

static void find_varying(Split *s) {
    const Gradient *g = s->g;
    s->varies = ARENA_ARRAY(&s->g->arena, bool, (size_t)g->fn->n_vars + 1);
    for (uint32_t i = 0; i < s->f->n_carries + s->f->n_sequences; i++)
        s->varies[g->fn->params.at[i]->id] = true;
    for (const IrBinding *b = g->fn->body->first; b != g->anchor; b = b->next) {
        bool varies = b->kind == IR_BIND_IF;
        for (uint32_t i = 0; i < b->operands.n && !varies; i++) {
            varies =
                b->operands.at[i].kind == IR_OPERAND_VAR && s->varies[b->operands.at[i].var->id];
        }
        s->varies[b->var->id] = varies;
    }
}

static void find_needed(Split *s) {
    Gradient *g = s->g;
    need_all(s, &g->fn->body->result);
    for (const IrBinding *b = g->anchor->next; b; b = b->next) need_of(s, b);
    while (s->work.len) need_of(s, s->work.at[--s->work.len]->def);
}

/* What the walk back gave */

static void find_outs(Split *s, IrOperandBuf *result) {
    Gradient *g = s->g;
    GradFunction *f = s->f;
    /* carries, then captures, whose adjoints are sums, then slices */
    const uint32_t n_slices = f->n_carries + f->n_sequences;
    const uint32_t from[] = {0, n_slices, f->n_carries},
                   to[] = {f->n_carries, f->n_params, n_slices};
    const size_t at = ir_operands_tuple(result);
    for (int range = 0; range < 3; range++) {
        for (uint32_t i = from[range]; i < to[range]; i++) {
            const IrVar *p = g->fn->params.at[i];
            if (range == 0 ? !f->live[i] : !f->wants[i]) continue;
            GradLeaves leaves = {.at = NULL};
            gradient_leaves(g, p->type, &g->nodes[p->id], true, &leaves);
            for (uint32_t k = 0; k < leaves.len; k++) {
                IrOperand *sum = &leaves.at[k].node->sum;
                if (sum->kind == IR_OPERAND_NONE && range != 0) continue;
                if (sum->kind == IR_OPERAND_NONE && !leaves.at[k].type->dims) {
                    diag_error(g->m->ctx, g->fn->loc, DIAG_GRADIENT, "a loop",
                               "the shape of a carry is not known");
                    s->failed = true;
                    continue;
                }
                if (sum->kind == IR_OPERAND_NONE)
                    *sum = d_filled(&g->d, &op_zeros, leaves.at[k].type);
                gradient_node_name(g, p, leaves.at[k].node);
                ir_operands_copy(result, sum);
                vec_push(&g->session->arena, &f->outs, ((GradItem){GRAD_ITEM_PASS, i, k}));
            }
        }
    }
    ir_operands_end(result, at, (uint32_t)f->outs.len);
}

/* The forward function */

static void add_leaves(IrClone *c, OpDecompose *d, IrOperand x, IrOperandBuf *out) {
    const IrType *t = ir_operand_type(c->m, &x);
    if (t->kind != IR_TYPE_TUPLE) {
        ir_operands_copy(out, &x);
        return;
    }
    for (uint32_t i = 0; i < t->n; i++) add_leaves(c, d, d_field(d, x, i), out);
}

static IrCloneAnswer visit_forward(IrClone *c, IrBinding *b) {
    const Split *s = c->user;
    const bool ours = b->block->body == s->g->fn->body;
    return ours && !ir_binding_before(b, s->g->anchor) ? IR_CLONE_DONE : IR_CLONE_COPY;
}

/* Where results are gathered: with the last of what is there. */
static void go_to_end(IrClone *c, const IrBody *to) {
    IrBlock *block = to->last_block;
    c->b.block = !block->first && block->prev ? block->prev : block;
}

static bool forward_result(IrClone *c, const IrBody *from, IrBody *to) {
    const Split *s = c->user;
    (void)from; /* its result is that of the walk back */
    go_to_end(c, to);
    OpDecompose d = {.b = &c->b, .name = "lv"};
    IrOperandBuf own, out;
    ir_operands_init(&own, &c->m->scratch);
    ir_operands_init(&out, &c->m->scratch);
    ir_clone_operands(c, s->result.ops.at, (uint32_t)s->result.ops.len, &own);
    const size_t at = ir_operands_tuple(&out);
    uint32_t n = 1;
    if (s->f->kind == GRAD_CALL) {
        ir_operands_copy(&out, own.ops.at);
    } else if (own.ops.at->kind == IR_OPERAND_TUPLE) {
        n = own.ops.at->n;
        for (size_t i = 1; i < own.ops.len; i++) vec_push(out.arena, &out.ops, own.ops.at[i]);
    } else {
        n = s->f->n_fields;
        for (uint32_t i = 0; i < n; i++) {
            const IrOperand field = d_field(&d, *own.ops.at, i);
            ir_operands_copy(&out, &field);
        }
    }
    for (size_t i = 0; i < s->saved.len; i++) {
        const IrVar *v = s->saved.at[i];
        if (!s->field_of[v->id]) add_leaves(c, &d, *ir_clone_value(c, v), &out);
    }
    if (s->inner) {
        const IrOperand shape = {
            .kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_clone_type(c, s->inner)};
        ir_operands_copy(&out, &shape);
    }
    ir_operands_end(&out, at, n + s->f->n_saved);
    ir_body_set_result(to, out.ops.at, (uint32_t)out.ops.len);
    return true;
}

static bool make_forward(Split *s) {
    GradSession *session = s->g->session;
    IrFunction *joint = s->g->fn;
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, s->g->m, &session->arena, joint, NULL);
    c.visit = visit_forward;
    c.result = forward_result;
    c.user = s;
    fn->name = gradient_new_name(session, s->f->of->name, "_forward");
    fn->global = s->f->forward = ir_global_new(s->g->m, fn->name);
    for (uint32_t i = 0; i < s->f->n_params; i++) ir_clone_param(&c, joint->params.at[i]);
    if (!ir_clone_finish(&c)) return false;
    ir_function_publish(fn->global, fn);
    return gradient_simplify(session, fn, UINT32_MAX);
}

/* The backward function */

static void add_item(Split *s, GradItemKind kind, uint32_t at, uint32_t leaf) {
    vec_push(&s->g->session->arena, &s->f->items, ((GradItem){kind, at, leaf}));
}

static void add_passed(Split *s, IrClone *c, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) {
        const IrVar *p = s->g->fn->params.at[i];
        if (s->use[p->id] != PASSED) continue;
        ir_clone_param(c, p);
        add_item(s, GRAD_ITEM_PASS, i, 0);
    }
}

static void add_parts(Split *s, IrClone *c, const char *name, const IrType *t) {
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        add_parts(s, c, name, t->fields[i]);
    if (t->kind == IR_TYPE_TUPLE) return;
    add_item(s, GRAD_ITEM_SAVED, s->f->n_saved++, 0);
    vec_push(&s->g->arena, &s->parts, ir_clone_new_param(c, name, ir_clone_type(c, t)));
}

static void add_saved(Split *s, IrClone *c) {
    for (size_t i = 0; i < s->saved.len; i++) {
        const IrVar *v = s->saved.at[i];
        if (s->field_of[v->id]) {
            add_item(s, GRAD_ITEM_RESULT, s->field_of[v->id] - 1, 0);
            vec_push(&s->g->arena, &s->parts,
                     ir_clone_new_param(c, v->name, ir_clone_type(c, v->type)));
        } else {
            add_parts(s, c, v->name, v->type);
        }
        if (v->type->kind != IR_TYPE_TUPLE) ir_clone_set_var(c, v, s->parts.at[s->parts.len - 1]);
    }
}

static void add_seeds(Split *s, IrClone *c, bool carries) {
    for (size_t i = 0; i < s->seeds.len; i++) {
        const GradItem *seed = &s->seeds.at[i];
        const IrVar *v = s->g->fn->params.at[s->f->n_params + i];
        if ((seed->at < s->f->n_carries) != carries || (!carries && s->use[v->id] == NOT_USED))
            continue;
        ir_clone_param(c, v);
        add_item(s, GRAD_ITEM_SEED, seed->at, seed->leaf);
    }
}

static void add_sums(Split *s, IrClone *c) {
    const GradFunction *f = s->f;
    for (size_t k = 0; k < f->outs.len; k++) {
        const GradItem *out = &f->outs.at[k];
        IrVar *sum = NULL;
        if (out->at >= f->n_carries + f->n_sequences) {
            const IrVar *p = s->g->fn->params.at[out->at];
            const IrType *t = ir_operand_type(s->g->m, &s->g->fn->body->result.at[1 + k]);
            sum = ir_clone_new_param(c, p->name, ir_clone_type(c, t));
            add_item(s, GRAD_ITEM_SUM, out->at, out->leaf);
        }
        vec_push(&s->g->arena, &s->sums, sum);
    }
}

static void add_params(Split *s, IrClone *c) {
    GradFunction *f = s->f;
    const uint32_t n_slices = f->n_carries + f->n_sequences;
    if (f->kind == GRAD_CALL) {
        add_passed(s, c, 0, f->n_params);
        add_saved(s, c);
        add_seeds(s, c, false);
        return;
    }
    add_seeds(s, c, true);
    add_sums(s, c);
    f->n_item_carries = (uint32_t)f->items.len;
    add_saved(s, c);
    add_passed(s, c, f->n_carries, n_slices);
    add_seeds(s, c, false);
    f->n_item_slices = (uint32_t)f->items.len - f->n_item_carries;
    add_passed(s, c, n_slices, f->n_params);
}

static void put_parts(const Split *s, const IrType *t, size_t *at, IrOperandBuf *out) {
    if (t->kind != IR_TYPE_TUPLE) {
        ir_operands_var(out, s->parts.at[(*at)++]);
        return;
    }
    const size_t tuple = ir_operands_tuple(out);
    for (uint32_t i = 0; i < t->n; i++) put_parts(s, t->fields[i], at, out);
    ir_operands_end(out, tuple, t->n);
}

static void rebuild(Split *s, IrClone *c) {
    s->rebuilt = true;
    size_t at = 0;
    for (size_t i = 0; i < s->saved.len; i++) {
        const IrVar *v = s->saved.at[i];
        IrOperandBuf buf;
        ir_operands_init(&buf, &c->m->scratch);
        put_parts(s, v->type, &at, &buf);
        if (v->type->kind != IR_TYPE_TUPLE) continue;
        IrVar *tuple = ir_build_value(&c->b, buf.ops.at, (uint32_t)buf.ops.len, v->name);
        if (tuple) ir_clone_set_var(c, v, tuple);
    }
}

static IrCloneAnswer visit_backward(IrClone *c, IrBinding *b) {
    Split *s = c->user;
    if (b->block->body != s->g->fn->body) return IR_CLONE_COPY;
    if (!s->rebuilt) rebuild(s, c);
    if (b == s->g->anchor) return IR_CLONE_DONE;
    return !ir_binding_before(b, s->g->anchor) || s->use[b->var->id] == AGAIN ? IR_CLONE_COPY
                                                                              : IR_CLONE_DONE;
}

static bool backward_result(IrClone *c, const IrBody *from, IrBody *to) {
    const Split *s = c->user;
    go_to_end(c, to);
    OpDecompose d = {.b = &c->b, .name = "lv"};
    IrOperandBuf out;
    ir_operands_init(&out, &c->m->scratch);
    ir_clone_operands(c, from->result.at, from->result.n, &out);
    for (size_t k = 0; k < s->sums.len; k++) {
        if (s->sums.at[k])
            out.ops.at[1 + k] = d2(&d, &op_add, d_var(s->sums.at[k]), out.ops.at[1 + k]);
    }
    ir_body_set_result(to, out.ops.at, (uint32_t)out.ops.len);
    return true;
}

typedef struct {
    const IrFunction *fn;
    bool *defined; /* by symbol */
} Defined;

static void see_defined(void *user, IrSymbol *symbol) {
    Defined *d = user;
    if (symbol->function == d->fn && symbol->body == d->fn->body) d->defined[symbol->index] = true;
}

/* The joint's symbols that the forward function alone finds. A match_cast to one behind it, which
 * was a check, would else define it, and too late. */
static const bool *found_forward(const Split *s) {
    const IrFunction *joint = s->g->fn;
    Arena *scratch = &s->g->m->scratch;
    bool *lost = ARENA_ARRAY(scratch, bool, joint->symbols.len + 1),
         *again = ARENA_ARRAY(scratch, bool, joint->symbols.len + 1);
    for (const IrBinding *b = joint->body->first; b && b != s->g->anchor; b = b->next) {
        if (b->kind != IR_BIND_MATCH_CAST || !b->cast->has_symbols) continue;
        Defined d = {joint, s->use[b->var->id] == AGAIN ? again : lost};
        ir_type_symbols(b->cast, see_defined, &d);
    }
    for (size_t i = 0; i < joint->symbols.len; i++) lost[i] = lost[i] && !again[i];
    return lost;
}

/* Symbols that no parameter tells come in a shape: those of the signature from the caller, others
 * from the forward function. */
static bool add_extents(Split *s, IrClone *c, bool inner) {
    IrModule *m = s->g->m;
    const IrFunction *joint = s->g->fn;
    const bool *lost = found_forward(s);
    const IrDim **own = ARENA_ARRAY(&m->scratch, const IrDim *, joint->symbols.len + 1);
    const IrDim **theirs = ARENA_ARRAY(&m->scratch, const IrDim *, joint->symbols.len + 1);
    int32_t n = 0;
    for (size_t i = 0; i < joint->symbols.len; i++) {
        IrSymbol *symbol = c->dims[i] ? ir_dim_as_symbol(c->dims[i]) : NULL;
        if (symbol && inner && lost[i]) symbol->is_defined = false;
        if (!symbol || symbol->is_defined || (joint->symbols.at[i]->body != NULL) != inner)
            continue;
        own[n] = c->dims[i];
        theirs[n++] = ir_dim_symbol(m, joint->symbols.at[i]);
    }
    if (!n) return true;
    if (inner && s->f->kind == GRAD_LOOP) {
        Diag *d = diag_error(m->ctx, joint->loc, DIAG_GRADIENT,
                             diag_fmt(m->ctx, "a loop over '%s'", s->f->of->name),
                             "it depends on extents that its body finds in each iteration");
        diag_help(m->ctx, d, "let them stand in the type of a parameter of the body");
        return false;
    }
    ir_clone_new_param(c, "dims", ir_type_shape(m, own, n));
    const IrType *shape = ir_type_shape(m, theirs, n);
    if (inner)
        s->inner = shape;
    else
        s->f->extents = shape;
    if (inner)
        add_item(s, GRAD_ITEM_SAVED, s->f->n_saved++, 0);
    else
        add_item(s, GRAD_ITEM_EXTENTS, 0, 0);
    return true;
}

static bool make_backward(Split *s) {
    IrFunction *joint = s->g->fn;
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, s->g->m, &s->g->session->arena, joint, NULL);
    c.visit = visit_backward;
    c.result = backward_result;
    c.user = s;
    fn->is_pure = true;
    add_params(s, &c);
    if (!ir_clone_finish(&c) || !add_extents(s, &c, true) || !add_extents(s, &c, false))
        return false;
    ir_function_publish(joint->global, fn);
    return gradient_simplify(s->g->session, fn, 0);
}

/* The joint's parameters for adjoints, as take_seeds made them. */
static void list_seeds(Split *s) {
    const GradFunction *f = s->f;
    const IrType *t = ir_operand_type(s->g->m, s->result.ops.at);
    for (uint32_t i = 0; i < f->n_fields; i++) {
        if (!(i < f->n_carries ? f->live[i] : f->seeds[i])) continue;
        GradLeaves leaves = {.at = NULL};
        const IrType *type = i < f->n_carries           ? f->joint->params.at[i]->type
                             : t->kind == IR_TYPE_TUPLE ? t->fields[i]
                                                        : t;
        gradient_leaves(s->g, type, NULL, false, &leaves);
        for (uint32_t k = 0; k < leaves.len; k++)
            vec_push(&s->g->arena, &s->seeds, ((GradItem){GRAD_ITEM_SEED, i, k}));
    }
    BUG_IF(f->n_params + s->seeds.len != s->g->fn->params.len);
}

/* What the function gives anyway need not be saved. */
static void find_fields(Split *s) {
    const IrOperand *result = s->result.ops.at, *at = result;
    const bool tuple = result->kind == IR_OPERAND_TUPLE;
    const uint32_t n = tuple ? result->n : 1;
    s->field_of = ARENA_ARRAY(&s->g->arena, uint32_t, (size_t)s->g->fn->n_vars + 1);
    if (tuple) at++;
    for (uint32_t i = 0; i < n; i++, at += at->span) {
        if (i < s->f->n_carries || at->kind != IR_OPERAND_VAR ||
            at->var->type->kind != IR_TYPE_TENSOR)
            continue;
        if (at->var->def) s->field_of[at->var->id] = i + 1;
    }
}

bool gradient_split(Gradient *g) {
    GradFunction *f = g->self;
    Split s = {.g = g, .f = f};
    ir_operands_init(&s.result, &g->arena);
    ir_operands_copy(&s.result, g->fn->body->result.at);
    list_seeds(&s);
    IrOperandBuf outs;
    ir_operands_init(&outs, &g->arena);
    find_outs(&s, &outs);
    if (s.failed) return false;
    if (!f->outs.len) {
        f->backward->function = NULL;
        f->backward = NULL;
        g->session->n_dropped++;
        return true;
    }
    ir_body_set_result(g->fn->body, outs.ops.at, (uint32_t)outs.ops.len);
    g->fn->result = gradient_signature_type(g, ir_operand_type(g->m, g->fn->body->result.at));
    gradient_remove_unused(g->fn->body, g->anchor);
    s.use = ARENA_ARRAY(&g->arena, uint8_t, (size_t)g->fn->n_vars + 1);
    s.param_of = ARENA_ARRAY(&g->arena, uint32_t, (size_t)g->fn->n_vars + 1);
    for (uint32_t i = 0; i < g->fn->params.len; i++) s.param_of[g->fn->params.at[i]->id] = i;
    if (f->kind == GRAD_LOOP) find_varying(&s);
    find_fields(&s);
    find_needed(&s);
    if (s.failed || !make_backward(&s)) return false;
    return !f->n_saved || make_forward(&s);
}
