/* SPDX-License-Identifier: Apache-2.0 */
/* Loops. What a loop's body hands on unchanged is a capture and not carried. A loop that counts up
 * to a constant by constant steps is a scan, which has a gradient; any other is a while_loop. */
#include "stablehlo/maps.h"

/* A region as a nested function: what it takes, and what it uses from outside as further
 * parameters. */
typedef struct {
    H *s;
    IrFunction *fn;
    IrBuilder b;
    ShloScope *scope;
    VEC(const IrDim *) outer; /* symbolic extents around, */
    VEC(const IrDim *) own;   /* and the symbols that stand for them */
} Nested;

static const IrDim *own_dim(Nested *self, const IrDim *d) {
    Arena *arena = self->s->im->arena;
    int64_t v;
    if (ir_dim_is_const(d, &v)) return d;
    for (size_t i = 0; i < self->outer.len; i++) {
        if (self->outer.at[i] == d) return self->own.at[i];
    }
    IrModule *m = self->s->m;
    const char *name = intern_c(&m->names, "n");
    const IrDim *own = ir_dim_symbol(m, ir_symbol_new(self->fn, name, self->s->op->loc));
    vec_push(arena, &self->outer, d);
    vec_push(arena, &self->own, own);
    return own;
}

static void nested_init(Nested *self, H *s, const char *name) {
    IrModule *m = s->m;
    IrFunction *fn = ir_function_new(m, intern_c(&m->names, name));
    fn->parent = s->b->fn;
    fn->is_private = true;
    fn->is_pure = true;
    fn->body = ir_body_new(fn, NULL);
    *self = (Nested){.s = s, .fn = fn, .scope = ARENA_NEW(s->im->arena, ShloScope)};
    self->b =
        (IrBuilder){.m = m, .fn = fn, .block = ir_block_append(fn->body, false), .loc = s->op->loc};
    shlo_scope_init(self->scope, s->im, NULL);
}

static void nested_param(Nested *self, Str name, Loc loc, IrOperand like) {
    H *s = self->s;
    IrModule *m = s->m;
    const IrType *t = h_type(s, like);
    const IrDim *const *from = h_dims(s, like);
    const IrDim **dims = H_ARRAY(s, const IrDim *, t->ndim);
    for (int32_t i = 0; i < t->ndim; i++) dims[i] = own_dim(self, from[i]);
    t = ir_type_tensor(m, dims, t->ndim, t->dtype);
    IrVar *v = ir_var_new(self->fn, intern_c(&m->names, "x"), t);
    vec_push(&m->arena, &self->fn->params, v);
    ir_define_symbols(t, NULL);
    shlo_define(s->im, self->scope, name, loc)->operand = h_var(v);
}

/* A value from around: a parameter, or what it is where that is a constant. */
static void nested_capture(Nested *self, Str name, const ShloValue *v) {
    if (v->is_poisoned) ctx_throw(self->s->im->ctx, STATUS_INVALID);
    if (v->operand.kind == IR_OPERAND_VAR) {
        nested_param(self, name, self->s->op->loc, v->operand);
        return;
    }
    ShloValue *copy = shlo_define(self->s->im, self->scope, name, self->s->op->loc);
    *copy = *v;
    copy->name = name;
    copy->scope = self->scope;
    copy->def = NULL;
}

/* Returns the function; of what the region returns those that `kept` says (NULL: all), in a tuple.
 */
static IrOperand nested_end(Nested *self, const ShloRegion *region, bool is_tuple,
                            const bool *kept) {
    H *s = self->s;
    uint32_t n, n_kept = 0, len = 1;
    ShloValue **values = shlo_import_region(s->im, &self->b, self->scope, region, &n);
    IrOperand *ops = H_ARRAY(s, IrOperand, n);
    for (uint32_t i = 0; i < n; i++) {
        if (kept && !kept[i]) continue;
        ops[n_kept] = values[i]->operand;
        if (ops[n_kept++].kind == IR_OPERAND_NONE) h_lacks(s, "a token or tuple that goes round");
    }
    if (is_tuple) ops = h_tuple(s, ops, n_kept, &len);
    ir_body_set_result(self->fn->body, ops, len);
    self->fn->result = ir_returned_type(self->fn);
    IrVar *v = ir_build_function(s->b, self->fn, NULL, 0, self->fn->name);
    if (!v) ctx_throw(s->im->ctx, STATUS_INVALID);
    return h_var(v);
}

/* Counters */

/* The operation of a region that gives this name; NULL: it comes from elsewhere. */
static const ShloOp *giver(const ShloRegion *r, Str name) {
    for (uint32_t i = 0; i < r->n; i++) {
        if (r->ops[i].n_results == 1 && str_eq(r->ops[i].result, name)) return &r->ops[i];
    }
    return NULL;
}

/* An integer of rank 0 that is known: a constant of the region, or from around. */
static bool constant_int(H *s, const ShloRegion *r, Str name, int64_t *out) {
    const Tensor *t = NULL;
    const ShloOp *op = giver(r, name);
    if (op) {
        const ShloAttr *a =
            str_eq_c(op->name, "stablehlo.constant") ? shlo_attr(op, "value") : NULL;
        t = a ? a->tensor : NULL;
    } else {
        const ShloValue *v = shlo_lookup(s->im, s->scope, name);
        for (uint32_t i = 0; i < r->n_params; i++) {
            if (str_eq(r->params[i].name, name)) v = NULL;
        }
        if (v && v->operand.kind == IR_OPERAND_CONST) t = v->operand.constant->tensor;
    }
    if (!t || t->ndim || dtype_is_float(t->dtype) || t->dtype == DTYPE_BOOL) return false;
    *out = tensor_get_int(t, 0);
    return true;
}

static bool is_param(const ShloRegion *r, Str name, uint32_t *i) {
    for (*i = 0; *i < r->n_params; ++*i) {
        if (str_eq(r->params[*i].name, name)) return true;
    }
    return false;
}

/* while (i < limit) i += step, from a known start: how often; -1: it is another loop. */
static int64_t trip_count(H *s) {
    const ShloRegion *cond = &s->op->regions[0], *body = &s->op->regions[1];
    const ShloOp *end = &cond->ops[cond->n - 1], *last = &body->ops[body->n - 1];
    uint32_t k, from;
    int64_t limit, step, start;
    const ShloOp *test = end->n_operands == 1 ? giver(cond, end->operands[0].name) : NULL;
    const ShloAttr *way = test ? shlo_attr(test, "comparison_direction") : NULL;
    if (!way || !str_eq_c(test->name, "stablehlo.compare") || test->n_operands != 2) return -1;
    if (!is_param(cond, test->operands[0].name, &k) || k >= last->n_operands) return -1;
    if (!constant_int(s, cond, test->operands[1].name, &limit)) return -1;
    const bool up_to = str_eq_c(way->s, "LE");
    if (!up_to && !str_eq_c(way->s, "LT")) return -1;
    const ShloOp *next = giver(body, last->operands[k].name);
    if (!next || !str_eq_c(next->name, "stablehlo.add") || next->n_operands != 2) return -1;
    uint32_t own = 0;
    while (own < 2 && !(is_param(body, next->operands[own].name, &from) && from == k)) own++;
    if (own == 2 || !constant_int(s, body, next->operands[1 - own].name, &step)) return -1;
    const IrOperand x = h_in(s, k);
    if (x.kind != IR_OPERAND_CONST || h_rank(s, x) != 0) return -1;
    start = tensor_get_int(x.constant->tensor, 0);
    const DType t = h_dtype(s, x);
    const unsigned bits = dtype_bits(t) < 32 ? dtype_bits(t) : 32;
    const int64_t most = ((int64_t)1 << (bits - 1)) - 1; /* the counter never wraps */
    if (step < 1 || step > most || limit > most || limit < -most || start > most || start < -most)
        return -1;
    limit += up_to;
    if (limit + step - 1 > most) return -1;
    return limit > start ? (limit - start + step - 1) / step : 0;
}

/* Loops */

typedef struct {
    uint32_t n;
    bool *carried; /* false where body returns its parameter: that is a capture */
    ShloValues captures;
} Loop;

static void read_loop(H *s, Loop *l) {
    const ShloRegion *body = &s->op->regions[1];
    const uint32_t n = s->op->n_operands;
    *l = (Loop){.n = n, .carried = H_ARRAY(s, bool, n)};
    if (s->op->n_regions != 2 || s->op->n_results != n)
        h_fail(s, "%u bodies and %u results", s->op->n_regions, s->op->n_results);
    for (int k = 0; k < 2; k++) {
        const ShloRegion *r = &s->op->regions[k];
        if (r->n_params != n) h_fail(s, "a body of %u parameters for %u values", r->n_params, n);
        if (!r->n) h_fail(s, "an empty body");
    }
    const ShloOp *last = &body->ops[body->n - 1];
    if (last->n_operands != n)
        h_fail(s, "a body that returns %u of %u values", last->n_operands, n);
    for (uint32_t i = 0; i < n; i++)
        l->carried[i] = !str_eq(last->operands[i].name, body->params[i].name);
    shlo_captures(s, s->op->regions, 2, &l->captures);
}

static IrOperand function_of(H *s, const Loop *l, int k) {
    static const char *const names[] = {"loop_cond", "loop_body"};
    Nested nested;
    const ShloRegion *r = &s->op->regions[k];
    nested_init(&nested, s, names[k]);
    for (uint32_t i = 0; i < l->n; i++) {
        if (l->carried[i]) nested_param(&nested, r->params[i].name, r->params[i].loc, h_in(s, i));
    }
    for (uint32_t i = 0; i < l->n; i++) {
        if (!l->carried[i]) nested_capture(&nested, r->params[i].name, s->in[i]);
    }
    for (size_t i = 0; i < l->captures.len; i++)
        nested_capture(&nested, l->captures.at[i]->name, l->captures.at[i]);
    return nested_end(&nested, r, k == 1, k == 1 ? l->carried : NULL);
}

static void add_captures(H *s, const Loop *l, IrOperandBuf *out) {
    uint32_t n = 0;
    const size_t at = ir_operands_tuple(out);
    for (uint32_t i = 0; i < l->n; i++) {
        const IrOperand x = h_in(s, i);
        if (l->carried[i] || x.kind != IR_OPERAND_VAR) continue;
        ir_operands_copy(out, &x);
        n++;
    }
    for (size_t i = 0; i < l->captures.len; i++) {
        const IrOperand *x = &l->captures.at[i]->operand;
        if (x->kind != IR_OPERAND_VAR) continue;
        ir_operands_copy(out, x);
        n++;
    }
    ir_operands_end(out, at, n);
    if (n) return;
    out->ops.len = at;
    ir_operands_none(out);
}

void shlo_map_while(H *s) {
    Loop l;
    IrOperandBuf buf;
    read_loop(s, &l);
    const int64_t trip = trip_count(s);
    uint32_t n = 0;
    for (uint32_t i = 0; i < l.n; i++) n += l.carried[i];
    ir_operands_init(&buf, s->im->arena);
    for (int k = trip < 0 ? 0 : 1; k < 2; k++) {
        const IrOperand f = function_of(s, &l, k);
        ir_operands_copy(&buf, &f);
    }
    const size_t at = ir_operands_tuple(&buf);
    for (uint32_t i = 0; i < l.n; i++) {
        const IrOperand x = h_in(s, i);
        if (l.carried[i]) ir_operands_copy(&buf, &x);
    }
    ir_operands_end(&buf, at, n);
    if (trip >= 0) ir_operands_none(&buf); /* no sequences */
    add_captures(s, &l, &buf);
    if (trip >= 0) ir_operands_prim(&buf, ir_type_prim(s->m, DTYPE_INT64, h_dim(s, trip)), 0);
    const IrOperand all = h_call(s, trip < 0 ? &op_while_loop : &op_scan, buf.ops.at,
                                 (uint32_t)buf.ops.len, H_NO_ATTRS);
    for (uint32_t i = 0, k = 0; i < l.n; i++) {
        if (l.carried[i])
            h_set(s, i, h_field(s, all, k++));
        else
            s->out[i] = *s->in[i];
    }
}
