/* SPDX-License-Identifier: Apache-2.0 */
/* Tangents through calls of functions and loops: each also gives the tangents of what it gives.
 *
 *     y = cls.f(x, n)             lv = cls.f_jvp(x, n, x_tangent)
 *
 *     y = R.scan(step, (h,), (xs,), (w,))
 *         lv = R.scan(step_jvp, (h, h_tangent), (xs, xs_tangent), (w, w_tangent))
 *
 * and while_loop as scan, whose cond gets the tangents too and does not look at them. A function is
 * differentiated once for each choice of arguments that count. Of a loop's carries either none
 * counts or all that hold floats do. */
#include "base/diag.h"
#include "ops/ops.h"
#include "passes/forward_parts.h"

/* The functions of calls and loops */

typedef VEC(IrVar *) Vars;

/* A parameter for each float tensor of a value of type t; node: what they are the tangents of. */
static void add_tangents(Forward *f, const IrType *t, const char *name, GradNode *node, Vars *out) {
    if (!gradient_type_counts(t)) return;
    if (t->kind == IR_TYPE_TUPLE) {
        node->fields = ARENA_ARRAY(&f->g->arena, GradNode, (size_t)t->n + 1);
        for (uint32_t i = 0; i < t->n; i++) {
            add_tangents(f, t->fields[i], arena_printf(&f->g->arena, "%s_%u", name, i),
                         &node->fields[i], out);
        }
        return;
    }
    const char *own = intern_c(&f->m->names, arena_printf(&f->g->arena, "%s_tangent", name));
    IrVar *v = ir_var_new(f->fn, own, t);
    vec_push(&f->g->arena, out, v);
    node->sum = d_var(v);
}

typedef VEC(const IrType *) TypeList;

static void add_leaf_types(Forward *f, const IrType *t, TypeList *out) {
    if (!gradient_type_counts(t)) return;
    if (t->kind != IR_TYPE_TUPLE) vec_push(&f->g->arena, out, t);
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        add_leaf_types(f, t->fields[i], out);
}

/* What the new function gives: of a call what it gave, then tangents; of a loop's body the carries,
 * their tangents, what is stacked, and the tangents of that. */
static void set_result_type(Forward *f) {
    const GradFunction *self = f->self;
    const IrType *t = f->fn->result;
    TypeList out = {.at = NULL};
    if (self->kind == GRAD_CALL) {
        vec_push(&f->g->arena, &out, t);
        add_leaf_types(f, t, &out);
    } else {
        for (uint32_t part = 0; part < 2; part++) {
            const uint32_t from = part ? self->n_carries : 0;
            const uint32_t to = part ? t->n : self->n_carries;
            for (uint32_t i = from; i < to; i++) vec_push(&f->g->arena, &out, t->fields[i]);
            for (uint32_t i = from; i < to; i++) {
                if (part || self->wants[i]) add_leaf_types(f, t->fields[i], &out);
            }
        }
    }
    f->fn->result = ir_type_tuple(f->m, out.at, (uint32_t)out.len);
}

void forward_signature(Forward *f, const bool *wants, uint32_t n) {
    const GradFunction *self = f->self;
    IrFunction *fn = f->fn;
    const bool loop = self && self->kind == GRAD_LOOP;
    const uint32_t carries = loop ? self->n_carries : 0;
    const uint32_t ends[] = {carries, carries + (loop ? self->n_sequences : 0),
                             (uint32_t)fn->params.len};
    Vars all = {.at = NULL};
    for (uint32_t part = 0, i = 0; part < 3; part++) {
        Vars tangents = {.at = NULL};
        for (; i < ends[part]; i++) {
            IrVar *p = fn->params.at[i];
            vec_push(&f->g->arena, &all, p);
            if (i >= n || !wants[i]) continue;
            GradNode node = {.fields = NULL};
            add_tangents(f, p->type, p->name ? p->name : "x", &node, &tangents);
            forward_set(f, p, node);
        }
        for (size_t k = 0; k < tangents.len; k++) vec_push(&f->g->arena, &all, tangents.at[k]);
    }
    fn->params.len = 0;
    for (size_t i = 0; i < all.len; i++) vec_push(&f->m->arena, &fn->params, all.at[i]);
    if (self) set_result_type(f);
}

/* Parameters that fn does not look at: like `as`'s from..to, but for extents by symbols of `as`. */
static void take_params(Forward *f, IrFunction *fn, const IrFunction *as, size_t from, size_t to,
                        Vars *out) {
    for (size_t i = from; i < to; i++) {
        const IrVar *p = as->params.at[i];
        vec_push(&f->g->arena, out, ir_var_new(fn, p->name, ir_type_closed(f->m, p->type)));
    }
}

struct ForwardLoop {
    const IrOperand *outer; /* what cond gets beside its own arguments */
    uint32_t n_outer;
    IrGlobal *cond;
};

/* The condition of a while_loop with parameters for the tangents; and body takes what cond needs
 * from around it. */
static bool make_cond(Forward *f, GradCall *c, Forward *body, struct ForwardLoop *out) {
    const IrOperand *o = ir_operand_get(&c->binding->operands, 0);
    const GradFunction *self = body->self;
    const IrFunction *of;
    const IrBinding *nested;
    gradient_find_callee(f->m->ctx, o, &of, &nested);
    SymbolBinding bound = {.m = f->m, .fn = of};
    GradArgs args = {.at = NULL};
    gradient_own_args(f->g, c, &args);
    for (size_t i = 0; i < args.len && nested && of->n_captures + i < of->params.len; i++) {
        ir_bind_symbols(&bound, of->params.at[of->n_captures + i]->type,
                        gradient_arg_type(f->g, &args.at[i]));
    }
    IrFunction *cond = gradient_lift(&f->session->s, o, "_jvp", &bound, &out->outer, &out->n_outer);
    if (!cond) return false;
    const uint32_t n = self->n_carries;
    const size_t own = args.len; /* carries and captures */
    const IrFunction *step = body->fn;
    const size_t rest = step->params.len;
    /* carries, their tangents, captures; what body takes beside them; what cond does */
    size_t n_tangents = 0;
    for (uint32_t i = 0; i < n; i++)
        n_tangents += self->wants[i] ? forward_count(step->params.at[i]->type) : 0;
    Vars all = {.at = NULL};
    for (uint32_t i = 0; i < n; i++) vec_push(&f->g->arena, &all, cond->params.at[i]);
    take_params(f, cond, step, n, n + n_tangents, &all);
    for (size_t i = n; i < own; i++) vec_push(&f->g->arena, &all, cond->params.at[i]);
    take_params(f, cond, step, own + n_tangents, rest, &all);
    for (size_t i = own; i < cond->params.len; i++)
        vec_push(&f->g->arena, &all, cond->params.at[i]);
    Vars more = {.at = NULL};
    take_params(f, body->fn, cond, own, cond->params.len, &more);
    cond->params.len = 0;
    for (size_t i = 0; i < all.len; i++) vec_push(&f->m->arena, &cond->params, all.at[i]);
    for (size_t i = 0; i < more.len; i++) vec_push(&f->m->arena, &body->fn->params, more.at[i]);
    out->cond = cond->global;
    return true;
}

static void want_carries(GradFunction *self, const IrFunction *of) {
    for (uint32_t i = 0; i < self->n_carries; i++)
        self->wants[i] |= gradient_type_counts(of->params.at[of->n_captures + i]->type);
}

/* The function that the call, or the loop's body, becomes. */
static bool resolve(Forward *f, GradCall *c) {
    GradSession *s = &f->session->s;
    const bool is_while = gradient_is_while(c->binding);
    const IrOperand *o = ir_operand_get(&c->binding->operands, is_while ? 1 : 0);
    const IrFunction *of;
    const IrBinding *nested;
    gradient_find_callee(f->m->ctx, o, &of, &nested);
    GradFunction *self = gradient_want_function(f->g, c, of, nested);
    memset(self->seeds, 0, self->n_fields * sizeof *self->seeds);
    if (self->kind == GRAD_LOOP) want_carries(self, of);
    unsigned n_choices;
    /* what cond needs is another for each loop */
    GradFunction *found = is_while ? NULL : gradient_find_function(s, self, &n_choices);
    c->to = found ? found : self;
    if (found) return true;
    self->joint = gradient_lift(s, o, "_jvp", &self->bound, &self->outer, &self->n_outer);
    if (!self->joint) return false;
    if (!is_while) map_add(&s->functions, hash_ptr(0, of), self);
    Forward *made = forward_open(f->session, self->joint, self);
    forward_signature(made, self->wants, self->n_params);
    self->forward = self->joint->global;
    vec_push(&s->arena, &f->session->work, made);
    if (!is_while) return true;
    struct ForwardLoop *loop = ARENA_NEW(&s->arena, struct ForwardLoop);
    c->loop = loop;
    return make_cond(f, c, made, loop);
}

bool forward_find_calls(Forward *f) {
    Gradient *g = f->g;
    IrWalk walk;
    ir_walk_init(&walk, f->fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        const char *why = NULL;
        const bool loop = b->kind == IR_BIND_CALL && (b->op->structural == OP_STRUCTURAL_SCAN ||
                                                      b->op->structural == OP_STRUCTURAL_WHILE);
        if (!(loop || b->kind == IR_BIND_INVOKE) || !gradient_is_active(g, b->var)) continue;
        if (loop && gradient_defined(g, b, &why)) continue;
        GradCall *c = ARENA_NEW(&g->arena, GradCall);
        *c = (GradCall){.binding = b, .operands = b->operands.at, .n_operands = b->operands.n};
        g->call_of[b->var->id] = c;
        const ArenaMark mark = arena_mark(&f->m->scratch);
        const bool ok = resolve(f, c);
        arena_rewind(&f->m->scratch, mark);
        if (!ok) return false;
    }
    return true;
}

/* Calls */

/* What a function gets from around it: its variable may have been replaced. */
static void put_outer(Forward *f, const IrOperand *o, IrOperandBuf *out) {
    IrOperand x = *o;
    x.list = NULL;
    if (x.kind == IR_OPERAND_VAR && x.var->id < f->n_primal && f->replaced[x.var->id])
        x.var = f->replaced[x.var->id];
    ir_operands_copy(out, &x);
}

/* `y` in place of what the binding gave. */
static void replace(Forward *f, IrBinding *b, IrVar *y) {
    f->replaced[b->var->id] = y;
    y->is_output = b->var->is_output;
    ir_var_replace_uses(b->var, y);
    ir_binding_remove(b);
}

bool forward_invoke(Forward *f, IrBinding *b) {
    const GradFunction *to = f->g->call_of[b->var->id]->to;
    const ForwardSpot spot = forward_spot(f, b);
    IrOperandBuf ops;
    ir_operands_init(&ops, &f->m->scratch);
    ir_operands_global(&ops, to->forward);
    for (uint32_t at = b->operands.at->span; at < b->operands.n; at += b->operands.at[at].span)
        ir_operands_copy(&ops, &b->operands.at[at]);
    for (uint32_t i = 0; i < to->n_outer; i++) put_outer(f, &to->outer[i], &ops);
    uint32_t i = 0;
    for (uint32_t at = b->operands.at->span; at < b->operands.n;
         at += b->operands.at[at].span, i++) {
        const GradNode node = forward_tangent(f, &b->operands.at[at]);
        if (to->wants[i] && !forward_put(f, &b->operands.at[at], &node, &ops)) return false;
    }
    for (uint32_t k = 0; k < to->n_outer; k++, i++) {
        IrOperandBuf own;
        ir_operands_init(&own, &f->m->scratch);
        put_outer(f, &to->outer[k], &own);
        const GradNode node = forward_tangent(f, own.ops.at);
        if (to->wants[i] && !forward_put(f, own.ops.at, &node, &ops)) return false;
    }
    IrVar *all = ir_build_invoke(&f->g->b, ops.ops.at, (uint32_t)ops.ops.len, "lv");
    if (!all) return false;
    const IrOperand tuple = d_var(all);
    IrVar *y = ir_build_field(&f->g->b, &tuple, 1, 0, b->var->name);
    uint32_t at = 1;
    const GradNode node = forward_take(f, b->var->type, tuple, &at);
    forward_settle(&spot);
    replace(f, b, y);
    forward_set(f, y, node);
    forward_name(f, y, &node);
    return true;
}

/* Loops */

/* The elements of `ops` from `from` on, and how many; then the tangents of those that count. */
static bool put_part(Forward *f, const GradFunction *to, IrOperandBuf *ops, size_t from, uint32_t n,
                     uint32_t first, uint32_t *n_all) {
    size_t at = from;
    *n_all = n;
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand *o = &ops->ops.at[at];
        const uint32_t span = o->span;
        if (to->wants[first + i]) {
            IrOperandBuf own; /* ops may move */
            ir_operands_init(&own, &f->m->scratch);
            ir_operands_copy(&own, o);
            const GradNode node = forward_tangent(f, own.ops.at);
            if (!forward_put(f, own.ops.at, &node, ops)) return false;
            *n_all += forward_count(ir_operand_type(f->m, own.ops.at));
        }
        at += span;
    }
    return true;
}

/* The elements of a tuple operand with their tangents, as one; the last gets what the functions
 * take from around them. */
static bool put_tuple(Forward *f, const GradCall *c, const IrOperand *o, bool last, uint32_t *first,
                      IrOperandBuf *out) {
    const GradFunction *to = c->to;
    const struct ForwardLoop *loop = last ? c->loop : NULL;
    const uint32_t n_outer = last ? to->n_outer : 0;
    if (o->kind == IR_OPERAND_NONE && !n_outer && !(loop && loop->n_outer)) {
        ir_operands_none(out);
        return true;
    }
    IrOperandBuf own;
    ir_operands_init(&own, &f->m->scratch);
    const uint32_t n_own = gradient_put_elements(&f->g->d, o, &own);
    for (uint32_t i = 0; i < n_outer; i++) put_outer(f, &to->outer[i], &own);
    uint32_t n;
    if (!put_part(f, to, &own, 0, n_own + n_outer, *first, &n)) return false;
    *first += n_own + n_outer;
    for (uint32_t i = 0; loop && i < loop->n_outer; i++, n++) put_outer(f, &loop->outer[i], &own);
    const size_t at = ir_operands_tuple(out);
    for (size_t i = 0; i < own.ops.len; i += own.ops.at[i].span)
        ir_operands_copy(out, &own.ops.at[i]);
    ir_operands_end(out, at, n);
    return true;
}

/* The loop's result among what the new one gives, and the tangents. */
static IrVar *take_loop(Forward *f, const GradFunction *to, const IrBinding *b, IrVar *all,
                        GradNode *node) {
    const IrType *t = b->var->type;
    const IrOperand tuple = d_var(all);
    IrOperandBuf ops;
    ir_operands_init(&ops, &f->m->scratch);
    const size_t begin = ir_operands_tuple(&ops);
    node->fields = ARENA_ARRAY(&f->g->arena, GradNode, (size_t)t->n + 1);
    uint32_t at = 0;
    for (uint32_t part = 0; part < 2; part++) {
        const uint32_t from = part ? to->n_carries : 0, end = part ? t->n : to->n_carries;
        for (uint32_t i = from; i < end; i++) {
            const IrOperand x = d_field(&f->g->d, tuple, at++);
            ir_operands_copy(&ops, &x);
        }
        for (uint32_t i = from; i < end; i++) {
            if (part || to->wants[i]) node->fields[i] = forward_take(f, t->fields[i], tuple, &at);
        }
    }
    ir_operands_end(&ops, begin, t->n);
    return ir_build_value(&f->g->b, ops.ops.at, (uint32_t)ops.ops.len, b->var->name);
}

bool forward_loop(Forward *f, IrBinding *b) {
    const GradCall *c = f->g->call_of[b->var->id];
    const GradFunction *to = c->to;
    const struct ForwardLoop *loop = c->loop;
    const ForwardSpot spot = forward_spot(f, b);
    IrOperandBuf ops;
    ir_operands_init(&ops, &f->m->scratch);
    if (loop) ir_operands_global(&ops, loop->cond);
    ir_operands_global(&ops, to->forward);
    uint32_t at = loop ? 2 : 1, first = 0;
    const uint32_t n_parts = loop ? 2 : 3;
    for (uint32_t i = 0; i < n_parts; i++) {
        const IrOperand *o = ir_operand_get(&b->operands, at++);
        if (!put_tuple(f, c, o, i + 1 == n_parts, &first, &ops)) return false;
    }
    ir_operands_copy(&ops, ir_operand_get(&b->operands, at));
    IrVar *all = ir_build_call(&f->g->b, b->op, ops.ops.at, (uint32_t)ops.ops.len,
                               (IrCallForm){.attrs = b->attrs}, "lv");
    if (!all) return false;
    GradNode node = {.fields = NULL};
    IrVar *y = take_loop(f, to, b, all, &node);
    forward_settle(&spot);
    replace(f, b, y);
    forward_set(f, y, node);
    return true;
}
