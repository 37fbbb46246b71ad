/* SPDX-License-Identifier: Apache-2.0 */
/* Loops. The scan of the forward pass also stacks what the body's backward function needs, and a
 * scan the other way carries the adjoints of the carries, and the sums of those of the captures.
 *
 *     y = R.scan(step, (h,), (xs,), (w,))   lv = R.scan(step_forward, (h,), (xs,), (w,))
 *                                           y_saved = lv[1]
 *                                           lv1 = R.scan(step_backward, (h_adjoint, zeros),
 *                                                        (y_saved, xs), (w,), reverse=True)
 *                                           h_adjoint1, w_adjoint, xs_adjoint = lv1
 *
 * A while_loop with max_trip becomes a scan of so many steps before that, whose first carry says
 * whether it still runs:
 *
 *     def step(active, h, w):
 *         if active: next = body(h, w); r = (cond(next[0], w), next[0])
 *         else: r = (active, h)
 *         return r */
#include "base/diag.h"
#include "ops/ops.h"
#include "passes/gradient_parts.h"

uint32_t gradient_put_elements(OpDecompose *d, const IrOperand *o, IrOperandBuf *out) {
    if (o->kind == IR_OPERAND_NONE) return 0;
    if (o->kind == IR_OPERAND_TUPLE) {
        for (uint32_t i = 1; i < o->span; i += o[i].span) ir_operands_copy(out, &o[i]);
        return o->n;
    }
    IrOperand tuple = *o;
    tuple.list = NULL;
    const uint32_t n = ir_operand_type(d->b->m, o)->n;
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand field = d_field(d, tuple, i);
        ir_operands_copy(out, &field);
    }
    return n;
}

static const IrAttr *scan_attrs(IrModule *m, bool reverse) {
    IrAttr *attrs = ARENA_ARRAY(&m->scratch, IrAttr, (size_t)ir_op_n_attrs(&op_scan) + 1);
    ir_attr_defaults(m, &op_scan, attrs);
    attrs[ir_op_attr_index(&op_scan, "reverse")] = (IrAttr){.kind = IR_ATTR_BOOL, .i = reverse};
    return attrs;
}

static bool is_reverse(const IrBinding *scan) {
    return scan->attrs[ir_op_attr_index(&op_scan, "reverse")].i != 0;
}

/* Whether a tuple's uses are its fields alone. */
static bool only_fields(const IrVar *v) {
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        if (!use->list->binding || use->list->binding->kind != IR_BIND_FIELD) return false;
    }
    return true;
}

/* A tuple of n fields of `all` from `from` on. */
static IrVar *some_fields(OpDecompose *d, IrOperand all, uint32_t from, uint32_t n,
                          const char *name) {
    IrOperandBuf ops;
    ir_operands_init(&ops, &d->b->m->scratch);
    const size_t at = ir_operands_tuple(&ops);
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand field = d_field(d, all, from + i);
        ir_operands_copy(&ops, &field);
    }
    ir_operands_end(&ops, at, n);
    return ir_build_value(d->b, ops.ops.at, (uint32_t)ops.ops.len, name);
}

/* The scan that saves, in place of the one of the forward pass; the stacks. */
static IrVar **scan_forward(Gradient *g, const GradCall *call) {
    const GradFunction *f = call->to;
    IrBinding *old = gradient_value_now(g, call->binding->var).var->def;
    IrBinding *const last = old->block->last;
    IrBuilder b = {
        .m = g->m, .fn = g->fn, .block = old->block, .loc = old->loc, .origin = old->origin};
    OpDecompose d = {.b = &b, .name = "lv"};
    IrOperandBuf ops;
    ir_operands_init(&ops, &g->m->scratch);
    ir_operands_global(&ops, f->forward);
    ir_operands_copy(&ops, ir_operand_get(&old->operands, 1));
    ir_operands_copy(&ops, ir_operand_get(&old->operands, 2));
    const size_t captures = ir_operands_tuple(&ops);
    const uint32_t n = gradient_put_elements(&d, ir_operand_get(&old->operands, 3), &ops);
    for (uint32_t i = call->n_args - f->n_outer; i < call->n_args; i++) {
        /* as the forward pass has it, not computed again */
        const IrOperand *tree = call->args[i].tree;
        ir_clone_operands(&g->now, tree, tree->span, &ops);
    }
    ir_operands_end(&ops, captures, n + f->n_outer);
    ir_operands_copy(&ops, ir_operand_get(&old->operands, 4));
    const IrAttr *attrs = scan_attrs(g->m, is_reverse(old));
    IrVar *all = ir_build_call(&b, &op_scan, ops.ops.at, (uint32_t)ops.ops.len,
                               (IrCallForm){.attrs = attrs}, old->var->name);
    if (!all) return NULL;
    IrVar **saved = ARENA_ARRAY(&g->arena, IrVar *, (size_t)f->n_saved + 1);
    const IrOperand tuple = d_var(all);
    const char *name = arena_printf(&g->arena, "%s_saved", old->var->name ? old->var->name : "lv");
    for (uint32_t i = 0; i < f->n_saved; i++) {
        saved[i] = ir_build_field(&b, &tuple, 1, f->n_fields + i, intern_c(&g->m->names, name));
    }
    IrVar *by =
        only_fields(old->var) ? all : some_fields(&d, tuple, 0, f->n_fields, old->var->name);
    gradient_replace(g, call->binding->var, old, last, by);
    return saved;
}

static void fail(Gradient *g, const GradCall *call, const char *why) {
    const char *what = diag_fmt(g->m->ctx, "a loop over '%s'", call->to->of->name);
    diag_help(g->m->ctx, diag_error(g->m->ctx, call->binding->loc, DIAG_GRADIENT, what, why),
              "annotate what is not known, or R.match_cast it");
    g->failed = true;
}

/* Zeros, for a sum to begin with. */
static void put_zero(Gradient *g, const GradCall *call, const GradItem *item, IrOperandBuf *out) {
    GradLeaves leaves = {.at = NULL};
    gradient_leaves(g, gradient_arg_type(g, &call->args[item->at]), NULL, false, &leaves);
    const IrType *t = leaves.at[item->leaf].type;
    if (!t->dims) {
        fail(g, call, "the shape of a capture is not known");
        return;
    }
    const IrOperand zero = d_filled(&g->d, &op_zeros, ir_clone_type(&g->now, t));
    ir_operands_copy(out, &zero);
}

static void put_item(Gradient *g, const GradCall *call, GradNode *node, IrVar **saved,
                     const GradItem *item, IrOperandBuf *out) {
    IrOperand x;
    switch (item->kind) {
    case GRAD_ITEM_PASS: gradient_call_arg(g, &call->args[item->at], out); break;
    case GRAD_ITEM_SAVED: ir_operands_var(out, saved[item->at]); break;
    case GRAD_ITEM_RESULT:
        x = gradient_call_result(g, call, item->at);
        ir_operands_copy(out, &x);
        break;
    case GRAD_ITEM_SEED:
        if (gradient_call_seed(g, call, node, item, &x)) ir_operands_copy(out, &x);
        break;
    case GRAD_ITEM_SUM: put_zero(g, call, item, out); break;
    case GRAD_ITEM_EXTENTS:
        x = gradient_call_extents(g, call);
        ir_operands_copy(out, &x);
        break;
    }
}

/* How often it runs, where the backward loop has no sequence that tells. */
static void put_trip(Gradient *g, const GradCall *call, IrOperandBuf *out) {
    const IrOperand *trip = &call->operands[call->n_operands - 1];
    if (trip->kind != IR_OPERAND_NONE) {
        gradient_now(g, trip, trip->span, out);
        return;
    }
    const GradFunction *f = call->to;
    if (f->n_item_slices) {
        ir_operands_none(out);
        return;
    }
    for (uint32_t i = 0; i < f->n_sequences; i++) {
        const IrType *t = gradient_arg_type(g, &call->args[f->n_carries + i]);
        if (!t->dims) continue;
        const IrOperand n = d_prim(&g->d, t->dims[0]);
        ir_operands_prim(out, ir_clone_type(&g->now, n.type), 0);
        return;
    }
    fail(g, call, "how often it runs is not known");
}

void gradient_reverse_scan(Gradient *g, IrBinding *b, GradNode *node) {
    const GradCall *call = g->call_of[b->var->id];
    const GradFunction *f = call->to;
    if (!f->backward) return;
    IrVar **saved = f->forward ? scan_forward(g, call) : NULL;
    g->failed |= f->forward && !saved;
    if (g->failed) return;
    IrOperandBuf ops;
    ir_operands_init(&ops, &g->m->scratch);
    ir_operands_global(&ops, f->backward);
    const uint32_t ends[] = {f->n_item_carries, f->n_item_carries + f->n_item_slices,
                             (uint32_t)f->items.len};
    for (uint32_t part = 0, i = 0; part < 3; part++) {
        const uint32_t n = ends[part] - i;
        if (part && !n) {
            ir_operands_none(&ops);
            continue;
        }
        const size_t at = ir_operands_tuple(&ops);
        for (; i < ends[part]; i++) put_item(g, call, node, saved, &f->items.at[i], &ops);
        ir_operands_end(&ops, at, n);
    }
    put_trip(g, call, &ops);
    if (g->failed) return;
    const IrAttr *attrs = scan_attrs(g->m, !is_reverse(b));
    IrVar *result = ir_build_call(&g->b, &op_scan, ops.ops.at, (uint32_t)ops.ops.len,
                                  (IrCallForm){.attrs = attrs}, "lv");
    if (result)
        gradient_call_take(g, call, d_var(result));
    else
        g->failed = true;
}

/* while_loop */

/* A function, and what it gets beside its own arguments. */
typedef struct {
    IrFunction *fn;
    const IrOperand *outer;
    uint32_t n_outer;
} Called;

/* carries, captures: what it is called with. */
static bool call_lifted(Gradient *g, const IrOperand *o, const IrOperandBuf *carries,
                        const IrOperandBuf *captures, Called *out) {
    *out = (Called){.fn = o->kind == IR_OPERAND_GLOBAL ? o->global->function : NULL};
    if (out->fn) return true;
    const IrFunction *fn = gradient_callee_function(o);
    SymbolBinding bound = {.m = g->m, .fn = fn};
    size_t i = fn->n_captures;
    for (int part = 0; part < 2; part++) {
        const IrOperandBuf *ops = part ? captures : carries;
        for (size_t at = 0; at < ops->ops.len && i < fn->params.len;
             at += ops->ops.at[at].span, i++) {
            ir_bind_symbols(&bound, fn->params.at[i]->type,
                            ir_operand_type(g->m, &ops->ops.at[at]));
        }
    }
    out->fn = gradient_lift(g->session, o, "_lifted", &bound, &out->outer, &out->n_outer);
    return out->fn != NULL;
}

/* Parameters of w for those of fn from `from` on. */
static void take_params(Gradient *g, IrFunction *w, const IrFunction *fn, uint32_t from) {
    IrClone types;
    ir_clone_into(&types, g->m, &g->arena, fn, (IrBuilder){.m = g->m, .fn = w});
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrType *t = ir_clone_type(&types, fn->params.at[i]->type);
        if (i >= from) ir_clone_new_param(&types, fn->params.at[i]->name, t);
    }
}

/* A call of fn with the carries that `put` gives and w's further parameters: n_captures shared
 * ones, and its own. */
static IrVar *call_of_step(IrBuilder *b, const Called *fn, const IrOperandBuf *carries,
                           const IrFunction *w, uint32_t n_captures, uint32_t own,
                           const char *name) {
    IrOperandBuf ops;
    ir_operands_init(&ops, &b->m->scratch);
    ir_operands_global(&ops, fn->fn->global);
    for (size_t i = 0; i < carries->ops.len; i++) vec_push(ops.arena, &ops.ops, carries->ops.at[i]);
    for (uint32_t i = 0; i < n_captures; i++)
        ir_operands_var(&ops, w->params.at[1 + carries->ops.len + i]);
    for (uint32_t i = 0; i < fn->n_outer; i++) ir_operands_var(&ops, w->params.at[own + i]);
    return ir_build_invoke(b, ops.ops.at, (uint32_t)ops.ops.len, name);
}

static void set_tuple_result(IrBody *body, IrOperand first, const IrOperandBuf *rest, uint32_t n) {
    IrOperandBuf ops;
    ir_operands_init(&ops, rest->arena);
    const size_t at = ir_operands_tuple(&ops);
    ir_operands_copy(&ops, &first);
    for (size_t i = 0; i < rest->ops.len; i++) vec_push(ops.arena, &ops.ops, rest->ops.at[i]);
    ir_operands_end(&ops, at, 1 + n);
    ir_body_set_result(body, ops.ops.at, (uint32_t)ops.ops.len);
}

/* The scan's body; NULL after a report. */
static IrFunction *make_step(Gradient *g, const Called *cond, const Called *body,
                             uint32_t n_carries, uint32_t n_captures, Loc loc) {
    IrModule *m = g->m;
    IrFunction *w = ir_function_new(m, gradient_new_name(g->session, body->fn->name, "_step"));
    w->global = ir_global_new(m, w->name);
    w->is_private = true;
    w->loc = loc;
    IrVar *active = ir_var_new(w, intern_c(&m->names, "active"),
                               ir_type_tensor(m, ir_type_shape(m, NULL, 0)->dims, 0, DTYPE_BOOL));
    vec_push(&m->arena, &w->params, active);
    take_params(g, w, body->fn, 0);
    take_params(g, w, cond->fn, n_carries + n_captures);
    w->body = ir_body_new(w, NULL);
    IrBuilder b = {.m = m, .fn = w, .block = ir_block_append(w->body, false), .loc = loc};
    IrBinding *owner =
        ARENA_NEW(&m->arena, IrBinding); /* until the binding exists, scopes climb through it */
    owner->block = b.block;
    IrBody *bodies[2] = {ir_body_new(w, owner), ir_body_new(w, owner)};
    IrOperandBuf carries, next;
    ir_operands_init(&carries, &m->scratch);
    ir_operands_init(&next, &m->scratch);
    for (uint32_t i = 0; i < n_carries; i++) ir_operands_var(&carries, w->params.at[1 + i]);
    IrBuilder inside = b;
    inside.block = ir_block_append(bodies[0], false);
    const uint32_t own = 1 + n_carries + n_captures;
    IrVar *y = call_of_step(&inside, body, &carries, w, n_captures, own, "next");
    if (!y) return NULL;
    OpDecompose d = {.b = &inside, .name = "lv"};
    for (uint32_t i = 0; i < n_carries; i++) {
        const IrOperand field = d_field(&d, d_var(y), i);
        ir_operands_copy(&next, &field);
    }
    IrVar *goes_on =
        call_of_step(&inside, cond, &next, w, n_captures, own + body->n_outer, "goes_on");
    if (!goes_on) return NULL;
    set_tuple_result(bodies[0], d_var(goes_on), &next, n_carries);
    set_tuple_result(bodies[1], d_var(active), &carries, n_carries);
    const IrOperand is_active = d_var(active);
    IrVar *r = ir_build_if(&b, &is_active, bodies[0], bodies[1], intern_c(&m->names, "state"));
    if (!r) return NULL;
    const IrOperand result = d_var(r);
    ir_body_set_result(w->body, &result, 1);
    w->result = r->type;
    ir_function_publish(w->global, w);
    return w;
}

static bool rewrite(Gradient *g, IrBinding *old) {
    IrModule *m = g->m;
    Called cond, body;
    IrBinding *const last = old->block->last;
    IrBuilder b = {
        .m = m, .fn = g->fn, .block = old->block, .loc = old->loc, .origin = old->origin};
    OpDecompose d = {.b = &b, .name = "lv"};
    IrOperandBuf carries, captures, call, ops;
    ir_operands_init(&carries, &m->scratch);
    ir_operands_init(&captures, &m->scratch);
    ir_operands_init(&call, &m->scratch);
    ir_operands_init(&ops, &m->scratch);
    const uint32_t n_carries =
        gradient_put_elements(&d, ir_operand_get(&old->operands, 2), &carries);
    const uint32_t n_captures =
        gradient_put_elements(&d, ir_operand_get(&old->operands, 3), &captures);
    if (!call_lifted(g, ir_operand_get(&old->operands, 0), &carries, &captures, &cond))
        return false;
    if (!call_lifted(g, ir_operand_get(&old->operands, 1), &carries, &captures, &body))
        return false;
    IrFunction *step = make_step(g, &cond, &body, n_carries, n_captures, old->loc);
    if (!step) return false;
    ir_operands_global(&call, cond.fn->global);
    for (size_t i = 0; i < carries.ops.len; i++) vec_push(call.arena, &call.ops, carries.ops.at[i]);
    for (size_t i = 0; i < captures.ops.len; i++)
        vec_push(call.arena, &call.ops, captures.ops.at[i]);
    for (uint32_t i = 0; i < cond.n_outer; i++) ir_operands_copy(&call, &cond.outer[i]);
    IrVar *active = ir_build_invoke(&b, call.ops.at, (uint32_t)call.ops.len, "active");
    if (!active) return false;
    ir_operands_global(&ops, step->global);
    size_t at = ir_operands_tuple(&ops);
    ir_operands_var(&ops, active);
    for (size_t i = 0; i < carries.ops.len; i++) vec_push(ops.arena, &ops.ops, carries.ops.at[i]);
    ir_operands_end(&ops, at, 1 + n_carries);
    ir_operands_none(&ops);
    at = ir_operands_tuple(&ops);
    for (size_t i = 0; i < captures.ops.len; i++) vec_push(ops.arena, &ops.ops, captures.ops.at[i]);
    for (uint32_t i = 0; i < body.n_outer; i++) ir_operands_copy(&ops, &body.outer[i]);
    for (uint32_t i = 0; i < cond.n_outer; i++) ir_operands_copy(&ops, &cond.outer[i]);
    ir_operands_end(&ops, at, n_captures + body.n_outer + cond.n_outer);
    ir_operands_copy(&ops, ir_operand_get(&old->operands, 4));
    IrVar *all = ir_build_call(&b, &op_scan, ops.ops.at, (uint32_t)ops.ops.len,
                               (IrCallForm){.attrs = scan_attrs(m, false)}, "lv");
    if (!all) return false;
    IrVar *by = some_fields(&d, d_var(all), 1, n_carries, old->var->name);
    gradient_place(old, last);
    by->is_output = old->var->is_output;
    ir_var_replace_uses(old->var, by);
    ir_binding_remove(old);
    return true;
}

bool gradient_rewrite_whiles(Gradient *g) {
    VEC(IrBinding *) found = {.at = NULL};
    IrWalk walk;
    ir_walk_init(&walk, g->fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (gradient_is_while(b) && gradient_is_active(g, b->var) && !gradient_why_not(g, b))
            vec_push(&g->arena, &found, b);
    }
    for (size_t i = 0; i < found.len; i++) {
        const ArenaMark mark = arena_mark(&g->m->scratch);
        const bool ok = rewrite(g, found.at[i]);
        arena_rewind(&g->m->scratch, mark);
        if (!ok) return false;
    }
    return true;
}
