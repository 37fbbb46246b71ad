/* SPDX-License-Identifier: Apache-2.0 */
/* R.scan and R.while_loop: loops that call functions.
 *
 * A carry that is a tensor has the extents that the body declares for it, whatever the iteration;
 * it lives in two buffers in turn, and the last one is the result's. Integers that are carried are
 * symbols of the function around, so that what the body's signature computes with them is written
 * in these. Slices are read where they lie, and what is stacked is written where it will lie. */
#include "backend/parts.h"

typedef struct {
    BeLower *l;
    const IrBinding *b;
    BeIterate *it;
    const BeLeaf *callee;
    BeLeaves carries, slices, captures;
    BeLeaves inside; /* the carries as the body gets them */
    BeLeaf **results;
    uint32_t n_captured; /* leaves that the body captured, before its arguments */
} Loop;

static BeValue *fail(Loop *p, const char *what, const char *help) {
    be_unsupported(p->l->module, p->b->loc, what, help);
    return NULL;
}

/* An iteration's part of what is sliced or stacked begins with a byte. */
static bool fills_bytes(BeLower *l, const IrDim *const *dims, uint32_t ndim, DType dtype) {
    const int64_t each = dtype_per_byte(dtype);
    const IrDim *n = ir_dim_const(l->m, 1);
    for (uint32_t i = 0; each > 1 && i < ndim; i++) n = ir_dim_mul(l->m, n, dims[i]);
    return each == 1 || ir_dim_is(ir_dim_floormod(l->m, n, ir_dim_const(l->m, each)), 0);
}

static bool fail_packed(Loop *p, DType dtype) {
    fail(p,
         diag_fmt(p->l->module->ctx, "R.scan over parts of a tensor of %s that do not fill bytes",
                  dtype_name(dtype)),
         "R.astype makes them int8 or float32");
    return false;
}

static bool is_function(const BeValue *v) {
    return v->leaf && v->leaf->kind == BE_FUNCTION && v->leaf->callee;
}

static bool init(Loop *p, BeLower *l, const IrBinding *b, const BeValue *body,
                 const BeValue *carries, const BeValue *sequences, const BeValue *captures) {
    *p = (Loop){.l = l, .b = b, .it = ARENA_NEW(l->arena, BeIterate), .callee = body->leaf};
    if (!is_function(body)) {
        fail(p, "a loop over a function that is not known", "name a function of the module");
        return false;
    }
    be_leaves(l->arena, carries, &p->carries);
    if (captures) be_leaves(l->arena, captures, &p->captures);
    for (uint32_t i = 0; sequences && i < sequences->n; i++) {
        BeLeaf *x = sequences->fields[i]->leaf, *slice = ARENA_NEW(l->arena, BeLeaf);
        *slice = *x;
        slice->ndim--;
        slice->dims++;
        vec_push(l->arena, &p->slices, slice);
    }
    for (uint32_t i = 0; i < p->callee->callee->fn->n_captures; i++) {
        BeLeaves captured = {.at = NULL};
        be_leaves(l->arena, p->callee->captures[i], &captured);
        p->n_captured += (uint32_t)captured.len;
    }
    return true;
}

/* What the body's signature says nothing of may change; a symbol that the text names keeps its
 * value. */
static bool may_change(const Loop *p, const IrDim *param) {
    const IrSymbol *s = ir_dim_as_symbol(param);
    const BeFn *g = p->callee->callee;
    return s && s->function == g->fn && s->index >= g->n_declared;
}

/* A symbol of the function around that changes with the iterations. */
static IrSymbol *changing(Loop *p, const IrDim *initial, bool is_extent) {
    BeLower *l = p->l;
    IrSymbol *symbol = be_fresh(l->f, is_extent);
    BeStep *set = be_step(l, BE_STEP_SET, p->b->loc);
    set->set.symbol = symbol;
    set->set.value = initial;
    be_set_later(l, symbol);
    be_symbol(l->f, symbol)->is_changing = true;
    return symbol;
}

/* The integer that stands in for a carried one in every iteration. */
static const IrDim *carried_int(Loop *p, const IrDim *param, const IrDim *initial,
                                uint32_t returned) {
    BeLower *l = p->l;
    const bool changes = may_change(p, param);
    IrSymbol *symbol = changes ? changing(p, initial, false) : NULL;
    vec_push(
        l->arena, &p->it->ints,
        ((BeIntCarry){.returned = returned, .fixed = changes ? NULL : initial, .symbol = symbol}));
    return changes ? ir_dim_symbol(l->m, symbol) : initial;
}

/* A tensor's extents in every iteration. */
static const IrDim *const *carried_dims(Loop *p, const BeLeaf *param, const BeLeaf *x) {
    const IrDim **dims = BE_ARRAY(p->l, const IrDim *, x->ndim);
    for (uint32_t k = 0; k < x->ndim; k++) {
        const bool changes = may_change(p, param->dims[k]);
        dims[k] = changes ? ir_dim_symbol(p->l->m, changing(p, x->dims[k], true)) : x->dims[k];
    }
    return dims;
}

/* Integers and floats that are carried get symbols and slots. */
static bool open_carries(Loop *p) {
    BeLower *l = p->l;
    const BeFn *g = p->callee->callee;
    const bool fits =
        g->results.len >= p->carries.len &&
        g->inputs.len == p->n_captured + p->carries.len + p->slices.len + p->captures.len;
    if (!fits) return fail(p, "a loop whose body is not of the carries' types", NULL), false;
    for (size_t i = 0; i < p->carries.len; i++) {
        BeLeaf *x = p->carries.at[i], *in = ARENA_NEW(l->arena, BeLeaf);
        const BeLeaf *param = g->inputs.at[p->n_captured + i];
        const BeResult *r = &g->results.at[i];
        *in = *x;
        if (param->kind != x->kind || r->kind != x->kind || r->dtype != x->dtype ||
            r->ndim != x->ndim || param->ndim != x->ndim)
            return fail(p, "a loop whose body is not of the carries' types", NULL), false;
        if (x->kind == BE_TENSOR) in->dims = carried_dims(p, param, x);
        if (x->kind == BE_INTS) {
            const IrDim **dims = BE_ARRAY(l, const IrDim *, x->ndim);
            for (uint32_t k = 0; k < x->ndim; k++)
                dims[k] = carried_int(p, param->dims[k], x->dims[k], r->first_int + k);
            in->dims = dims;
        }
        if (x->kind == BE_FLOAT) {
            *in = (BeLeaf){.kind = BE_FLOAT, .dtype = x->dtype, .slot = l->f->n_floats++};
            BeStep *s = be_step(l, BE_STEP_FLOAT, p->b->loc);
            s->number.index = in->slot;
            s->number.leaf = x;
            vec_push(l->arena, &p->it->floats,
                     ((BeFloatCarry){.returned = r->index, .slot = in->slot}));
        }
        vec_push(l->arena, &p->inside, in);
    }
    return true;
}

static bool bind(Loop *p, const BeLeaf *callee, const BeLeaves *carries, BeCall *call) {
    BeLower *l = p->l;
    BeLeaves args = {.at = NULL}, all = {.at = NULL};
    for (size_t i = 0; i < carries->len; i++) vec_push(l->arena, &args, carries->at[i]);
    for (size_t i = 0; i < p->slices.len; i++) vec_push(l->arena, &args, p->slices.at[i]);
    for (size_t i = 0; i < p->captures.len; i++) vec_push(l->arena, &args, p->captures.at[i]);
    be_call_args(l, callee, &args, &all);
    if (!be_bind_call(l, p->b->loc, callee->callee, &all, call)) return false;
    be_call_work(l, p->b->loc, call);
    return true;
}

/* What is carried and is a tensor, with the result's buffers. */
static bool add_carries(Loop *p) {
    BeLower *l = p->l;
    const BeFn *g = p->callee->callee;
    uint32_t input = 0;
    for (uint32_t i = 0; i < p->n_captured; i++) input += g->inputs.at[i]->kind == BE_TENSOR;
    for (size_t i = 0; i < p->carries.len; i++) {
        BeLeaf *x = p->carries.at[i], *in = p->inside.at[i];
        const BeLeaf *param = g->inputs.at[p->n_captured + i];
        const BeResult *r = &g->results.at[i];
        if (x->kind != BE_TENSOR) {
            p->results[i] = in;
            continue;
        }
        const IrDim **dims = BE_ARRAY(l, const IrDim *, x->ndim),
                    **made = r->dims ? BE_ARRAY(l, const IrDim *, x->ndim) : NULL;
        BeCarry c = {.input = input++,
                     .output = r->index,
                     .returned = r->first_int,
                     .initial = x->buffer,
                     .dims = dims,
                     .next = made,
                     .ndim = x->ndim};
        for (uint32_t k = 0; k < x->ndim; k++) {
            dims[k] = be_map_dim(l, &p->it->body, param->dims[k]);
            if (made) made[k] = be_map_dim(l, &p->it->body, r->dims[k]);
            if (may_change(p, param->dims[k])) {
                if (!c.open) c.open = BE_ARRAY(l, IrSymbol *, x->ndim);
                c.open[k] = ir_dim_as_symbol(dims[k]);
            } else if (made && (!made[k] || ir_dim_eq(l->m, dims[k], made[k]) != IR_PROVED)) {
                return fail(p, "a loop whose body changes the extents of a carry",
                            "R.match_cast the carry in the body"),
                       false;
            }
        }
        c.bytes = be_bytes(l, dims, x->ndim, x->dtype);
        c.next_bytes = made ? be_bytes(l, made, x->ndim, x->dtype) : NULL;
        c.message = be_message(l, p->b->loc, "a carry of a loop has another extent than its type");
        BeBuffer *final = c.final = be_buffer(l, p->b->loc, c.open ? NULL : c.bytes, !c.open);
        c.other = be_buffer(l, p->b->loc, c.open ? NULL : c.bytes, !c.open);
        vec_push(l->arena, &p->it->carries, c);
        in->dims = dims;
        in->buffer = final;
        p->results[i] = in;
    }
    for (size_t i = 0; i < p->it->ints.len; i++)
        p->it->ints.at[i].message =
            be_message(l, p->b->loc, "a carry of a loop is not of its type");
    for (size_t i = 0; i < p->slices.len; i++) {
        const BeLeaf *s = p->slices.at[i];
        if (!fills_bytes(l, s->dims, s->ndim, s->dtype)) return fail_packed(p, s->dtype);
        vec_push(l->arena, &p->it->slices,
                 ((BeSlice){.input = input++,
                            .sequence = s->buffer,
                            .bytes = be_bytes(l, s->dims, s->ndim, s->dtype)}));
    }
    return true;
}

BeBuffer *be_second_buffer(const BeStep *s, const BeCarry *c) {
    int64_t trip;
    if (s->kind != BE_STEP_SCAN || c->open || !ir_dim_is_const(s->iterate->trip, &trip))
        return NULL;
    return trip % 2 == 0 ? c->final : c->other;
}

typedef struct {
    BeFn *f;
    bool changes;
} Changes;

static void see_change(void *user, IrSymbol *s) {
    Changes *c = user;
    c->changes = c->changes || be_symbol(c->f, s)->is_changing;
}

/* Whether the dim may have another value in the next iteration. */
static bool changes(BeFn *f, const IrDim *d) {
    Changes c = {f, false};
    if (d->n) ir_dim_symbols(d, see_change, &c);
    return c.changes;
}

static bool add_stacks(Loop *p) {
    BeLower *l = p->l;
    const BeFn *g = p->callee->callee;
    for (size_t i = p->carries.len; i < g->results.len; i++) {
        const BeResult *r = &g->results.at[i];
        if (r->kind != BE_TENSOR || !r->dims) {
            fail(p, "R.scan whose body stacks what has no known shape",
                 "R.match_cast it in the body");
            return false;
        }
        const IrDim **dims = BE_ARRAY(l, const IrDim *, r->ndim + 1);
        dims[0] = p->it->trip;
        for (uint32_t k = 0; k < r->ndim; k++) {
            dims[k + 1] = be_map_dim(l, &p->it->body, r->dims[k]);
            if (!dims[k + 1] || changes(l->f, dims[k + 1]))
                return fail(p, "R.scan whose body stacks what has no known shape",
                            "R.match_cast it in the body"),
                       false;
        }
        if (!fills_bytes(l, dims + 1, r->ndim, r->dtype)) return fail_packed(p, r->dtype);
        BeBuffer *stack = be_buffer(l, p->b->loc, be_bytes(l, dims, r->ndim + 1, r->dtype), true);
        vec_push(l->arena, &p->it->stacks,
                 ((BeStack){.output = r->index,
                            .stack = stack,
                            .bytes = be_bytes(l, dims + 1, r->ndim, r->dtype)}));
        p->results[i] = be_tensor(l, stack, dims, r->ndim + 1, r->dtype);
    }
    return true;
}

static void settle(BeLower *l, IrSymbol *s) {
    if (s) be_symbol(l->f, s)->is_changing = false;
}

/* Results that are carried leave the loop under their own symbols' names: those keep their last
 * value. */
static void close(Loop *p, BeStepKind kind) {
    BeLower *l = p->l;
    for (size_t i = 0; i < p->it->ints.len; i++) settle(l, p->it->ints.at[i].symbol);
    for (size_t i = 0; i < p->it->carries.len; i++) {
        const BeCarry *c = &p->it->carries.at[i];
        for (uint32_t k = 0; c->open && k < c->ndim; k++) settle(l, c->open[k]);
    }
    BeStep *s = be_step(l, kind, p->b->loc);
    BeIterate *it = p->it;
    s->iterate = it;
    const size_t cond = it->cond.callee ? it->cond.callee->n_inputs : 0;
    s->reads = BE_ARRAY(l, BeBuffer *, it->body.callee->n_inputs + cond);
    for (uint32_t i = 0; i < it->body.callee->n_inputs; i++)
        s->reads[s->n_reads++] = it->body.inputs[i];
    for (uint32_t i = 0; i < cond; i++) s->reads[s->n_reads++] = it->cond.inputs[i];
    s->writes = BE_ARRAY(l, BeBuffer *, 2 * it->carries.len + it->stacks.len + 3);
    for (size_t i = 0; i < it->carries.len; i++) {
        s->writes[s->n_writes++] = it->carries.at[i].final;
        s->writes[s->n_writes++] = it->carries.at[i].other;
    }
    for (size_t i = 0; i < it->stacks.len; i++) s->writes[s->n_writes++] = it->stacks.at[i].stack;
    if (it->cond_result) s->writes[s->n_writes++] = it->cond_result;
    if (it->body.work) s->writes[s->n_writes++] = it->body.work;
    if (it->cond.work) s->writes[s->n_writes++] = it->cond.work;
}

static bool trip_of(Loop *p, const BeValue *sequences, const BeValue *given) {
    BeLower *l = p->l;
    const IrDim *trip = given ? given->leaf->dims[0] : NULL;
    for (uint32_t i = 0; sequences && i < sequences->n; i++) {
        const IrDim *n = sequences->fields[i]->leaf->dims[0];
        if (trip) be_check(l, p->b->loc, n, trip, "a sequence of R.scan", 0);
        if (!trip) trip = n;
    }
    p->it->trip = trip;
    return trip != NULL;
}

static void check_trip(Loop *p) {
    BeLower *l = p->l;
    int64_t lo, hi;
    if (!p->it->trip) return;
    ir_dim_bounds(p->it->trip, &lo, &hi);
    if (lo >= 0) return;
    BeStep *s = be_step(l, BE_STEP_EXTENT, p->b->loc);
    s->check.a = p->it->trip;
    s->check.message = be_message(l, p->b->loc, "a negative number of iterations");
}

BeValue *be_scan(BeLower *l, const IrBinding *b, BeValue *const *values) {
    Loop p;
    for (uint32_t i = 0; values[2] && i < values[2]->n; i++) {
        const BeLeaf *x = values[2]->fields[i]->leaf;
        if (!x || x->kind != BE_TENSOR || x->ndim == 0) {
            be_unsupported(l->module, b->loc,
                           "a sequence of R.scan that is no tensor of rank 1 or more", NULL);
            return NULL;
        }
    }
    if (!init(&p, l, b, values[0], values[1], values[2], values[3]) || !open_carries(&p))
        return NULL;
    if (!trip_of(&p, values[2], values[4]))
        return fail(&p, "R.scan without a trip and without a sequence", NULL);
    check_trip(&p);
    p.it->reverse = b->attrs[ir_op_attr_index(b->op, "reverse")].i != 0;
    if (!bind(&p, p.callee, &p.inside, &p.it->body)) return NULL;
    p.results = BE_ARRAY(l, BeLeaf *, p.callee->callee->results.len);
    if (!add_carries(&p) || !add_stacks(&p)) return NULL;
    close(&p, BE_STEP_SCAN);
    return be_result_value(l, p.callee->callee, p.results);
}

BeValue *be_while(BeLower *l, const IrBinding *b, BeValue *const *values) {
    Loop p;
    if (!init(&p, l, b, values[1], values[2], NULL, values[3]) || !open_carries(&p)) return NULL;
    if (!is_function(values[0]))
        return fail(&p, "a loop over a function that is not known",
                    "name a function of the module");
    if (values[4]) p.it->trip = values[4]->leaf->dims[0];
    check_trip(&p);
    if (p.callee->callee->results.len != p.carries.len)
        return fail(&p, "a loop whose body is not of the carries' types", NULL);
    if (!bind(&p, p.callee, &p.inside, &p.it->body)) return NULL;
    p.results = BE_ARRAY(l, BeLeaf *, p.callee->callee->results.len);
    if (!add_carries(&p)) return NULL;
    /* Its carries have the body's extents: those of the results. */
    const BeFn *cond = values[0]->leaf->callee;
    const BeResult *r = cond->results.at;
    const bool is_bool = cond->results.len == 1 && r->dtype == DTYPE_BOOL &&
                         (r->kind == BE_INTS || (r->kind == BE_TENSOR && r->ndim == 0));
    if (!is_bool) return fail(&p, "a condition that is no bool scalar", NULL);
    if (!bind(&p, values[0]->leaf, &p.inside, &p.it->cond)) return NULL;
    uint32_t input = 0, carry = 0;
    for (uint32_t i = 0; i < cond->fn->n_captures; i++) {
        BeLeaves captured = {.at = NULL};
        be_leaves(l->arena, values[0]->leaf->captures[i], &captured);
        for (size_t k = 0; k < captured.len; k++) input += captured.at[k]->kind == BE_TENSOR;
    }
    for (; carry < p.it->carries.len; carry++) {
        vec_push(l->arena, &p.it->cond_inputs, input++);
        vec_push(l->arena, &p.it->cond_inputs, carry);
    }
    if (r->kind == BE_TENSOR) p.it->cond_result = be_buffer(l, b->loc, ir_dim_const(l->m, 1), true);
    close(&p, BE_STEP_WHILE);
    return be_result_value(l, p.callee->callee, p.results);
}
