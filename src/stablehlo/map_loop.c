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

static void nested_param_of(Nested *self, Str name, Loc loc, const IrDim *const *from, int32_t n,
                            DType dtype) {
    H *s = self->s;
    IrModule *m = s->m;
    const IrDim **dims = H_ARRAY(s, const IrDim *, n);
    for (int32_t i = 0; i < n; i++) dims[i] = own_dim(self, from[i]);
    const IrType *t = ir_type_tensor(m, dims, n, dtype);
    IrVar *v = ir_var_new(self->fn, intern_c(&m->names, "x"), t);
    vec_push(&m->arena, &self->fn->params, v);
    ir_define_symbols(t, NULL);
    shlo_define(s->im, self->scope, name, loc)->operand = h_var(v);
}

static void nested_param(Nested *self, Str name, Loc loc, IrOperand like) {
    H *s = self->s;
    const IrDim *const *from = h_dims(s, like);
    nested_param_of(self, name, loc, from, h_type(s, like)->ndim, h_dtype(s, like));
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

/* Returns the function; of what the region returns those that `kept` says (NULL: all), in a tuple,
 * those from `first` on before the others. */
static IrOperand nested_end(Nested *self, const ShloRegion *region, bool is_tuple, const bool *kept,
                            uint32_t first) {
    H *s = self->s;
    uint32_t n, n_kept = 0, len = 1;
    ShloValue **values = shlo_import_region(s->im, &self->b, self->scope, region, &n);
    IrOperand *ops = H_ARRAY(s, IrOperand, n);
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t i = (first + k) % n;
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

const ShloOp *shlo_giver(const ShloRegion *r, Str name) {
    for (uint32_t i = 0; i < r->n; i++) {
        if (r->ops[i].n_results == 1 && str_eq(r->ops[i].result, name)) return &r->ops[i];
    }
    return NULL;
}

const Tensor *shlo_constant_in(H *s, const ShloRegion *r, Str name) {
    const ShloOp *op = shlo_giver(r, name);
    if (op) {
        const ShloAttr *a =
            str_eq_c(op->name, "stablehlo.constant") ? shlo_attr(op, "value") : NULL;
        return a ? a->tensor : NULL;
    }
    for (uint32_t i = 0; i < r->n_params; i++) {
        if (str_eq(r->params[i].name, name)) return NULL;
    }
    const ShloValue *v = shlo_lookup(s->im, s->scope, name);
    return v && v->operand.kind == IR_OPERAND_CONST ? v->operand.constant->tensor : NULL;
}

/* An integer of rank 0 that is known: a constant of the region, or from around. */
static bool constant_int(H *s, const ShloRegion *r, Str name, int64_t *out) {
    const Tensor *t = shlo_constant_in(s, r, name);
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
    const ShloOp *test = end->n_operands == 1 ? shlo_giver(cond, end->operands[0].name) : NULL;
    const ShloAttr *way = test ? shlo_attr(test, "comparison_direction") : NULL;
    if (!way || !str_eq_c(test->name, "stablehlo.compare") || test->n_operands != 2) return -1;
    if (!is_param(cond, test->operands[0].name, &k) || k >= last->n_operands) return -1;
    if (!constant_int(s, cond, test->operands[1].name, &limit)) return -1;
    const bool up_to = str_eq_c(way->s, "LE");
    if (!up_to && !str_eq_c(way->s, "LT")) return -1;
    const ShloOp *next = shlo_giver(body, last->operands[k].name);
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
    return nested_end(&nested, r, k == 1, k == 1 ? l->carried : NULL, 0);
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

/* What a probe sees in a loop has a name outside where the turns stand one after the other. */

enum { TURNS_MAX = 64 };

static bool has_probe(const ShloRegion *r) {
    for (uint32_t i = 0; i < r->n; i++) {
        if (str_eq_c(r->ops[i].name, "interpreter.probe")) return true;
    }
    return false;
}

static void unroll(H *s, const Loop *l, int64_t trip) {
    const ShloRegion *body = &s->op->regions[1];
    ShloValue **now = s->in;
    for (int64_t turn = 0; turn < trip; turn++) {
        ShloScope *scope = ARENA_NEW(s->im->arena, ShloScope);
        uint32_t n;
        shlo_scope_init(scope, s->im, s->scope);
        for (uint32_t i = 0; i < l->n; i++) {
            ShloValue *v = shlo_define(s->im, scope, body->params[i].name, body->params[i].loc);
            const Str name = v->name;
            *v = *now[i];
            v->name = name;
        }
        now = shlo_import_region(s->im, s->b, scope, body, &n);
    }
    for (uint32_t i = 0; i < l->n; i++) s->out[i] = *now[i];
}

void shlo_map_while(H *s) {
    Loop l;
    IrOperandBuf buf;
    read_loop(s, &l);
    const int64_t trip = trip_count(s);
    uint32_t n = 0;
    if (trip >= 0 && trip <= TURNS_MAX && has_probe(&s->op->regions[1])) {
        unroll(s, &l, trip);
        return;
    }
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

/* Scans */

typedef struct {
    uint32_t n_in, n_carries, n_out;
    int64_t axis;
    const ShloRegion *body;
    IrOperand *in; /* sequences, along dim 0 */
    const IrDim *trip;
} Scan;

static void read_scan(H *s, Scan *self) {
    const uint32_t n = s->op->n_operands;
    uint32_t n_parts;
    const int64_t *parts = h_ints(s, "operandSegmentSizes", &n_parts);
    if (!parts || n_parts != 2 || parts[0] < 0 || parts[0] > n || parts[1] != n - parts[0])
        h_fail(s, "'operandSegmentSizes' is no pair of numbers of its %u operands", n);
    *self = (Scan){.n_in = (uint32_t)parts[0],
                   .n_carries = (uint32_t)parts[1],
                   .axis = h_int(s, "dimension", -1),
                   .body = s->op->regions};
    if (s->op->n_regions != 1 || self->body->n_params != n || !self->body->n)
        h_fail(s, "its body takes another number of values");
    if (s->op->n_results < self->n_carries)
        h_fail(s, "%u results for %u carries", s->op->n_results, self->n_carries);
    self->n_out = s->op->n_results - self->n_carries;
    if (self->body->ops[self->body->n - 1].n_operands != s->op->n_results)
        h_fail(s, "a body that returns another number of values than its %u results",
               s->op->n_results);
    if (self->axis < 0) h_fail(s, "'dimension' is missing, or negative");
}

/* x with dim `from` as dim `to`. */
static IrOperand moved(H *s, IrOperand x, int64_t from, int64_t to) {
    const int32_t rank = h_rank(s, x);
    int64_t *order = H_ARRAY(s, int64_t, rank);
    if (from >= rank || to >= rank)
        h_fail(s, "'dimension' %lld of rank %d", (long long)(from > to ? from : to), rank);
    for (int64_t i = 0, k = 0; i < rank; i++) {
        k += k == from;
        order[i] = i == to ? from : k++;
    }
    return h_permute(s, x, order, rank);
}

static void read_sequences(H *s, Scan *self) {
    int64_t is;
    const int64_t said = h_int(s, "scan_dim_size", -1);
    self->in = H_ARRAY(s, IrOperand, self->n_in);
    for (uint32_t i = 0; i < self->n_in; i++) self->in[i] = moved(s, h_in(s, i), self->axis, 0);
    if (!self->n_in && said < 0)
        h_fail(s, "it has no inputs, and no 'scan_dim_size' says how often it runs");
    self->trip = self->n_in ? h_dims(s, self->in[0])[0] : h_dim(s, said);
    if (said >= 0 && ir_dim_is_const(self->trip, &is) && is != said)
        h_fail(s, "'scan_dim_size' is %lld for inputs of %lld", (long long)said, (long long)is);
}

static IrOperand scan_body(H *s, const Scan *self, const Loop *l) {
    Nested nested;
    const ShloParam *params = self->body->params;
    nested_init(&nested, s, "scan_body");
    for (uint32_t i = self->n_in; i < self->body->n_params; i++)
        nested_param(&nested, params[i].name, params[i].loc, h_in(s, i));
    for (uint32_t i = 0; i < self->n_in; i++) {
        const IrType *t = h_type(s, self->in[i]);
        nested_param_of(&nested, params[i].name, params[i].loc, t->dims + 1, t->ndim - 1, t->dtype);
    }
    for (size_t i = 0; i < l->captures.len; i++)
        nested_capture(&nested, l->captures.at[i]->name, l->captures.at[i]);
    return nested_end(&nested, self->body, true, NULL, self->n_out);
}

/* The body takes slices and carries, and returns what is stacked, then the carries; R.scan has the
 * carries first. */
void shlo_map_scan(H *s) {
    Scan self;
    Loop l = {.n = 0};
    IrOperandBuf buf;
    read_scan(s, &self);
    read_sequences(s, &self);
    shlo_captures(s, s->op->regions, 1, &l.captures);
    const IrOperand body = scan_body(s, &self, &l);
    ir_operands_init(&buf, s->im->arena);
    ir_operands_copy(&buf, &body);
    size_t at = ir_operands_tuple(&buf);
    for (uint32_t i = 0; i < self.n_carries; i++) {
        const IrOperand x = h_in(s, self.n_in + i);
        ir_operands_copy(&buf, &x);
    }
    ir_operands_end(&buf, at, self.n_carries);
    if (self.n_in) {
        at = ir_operands_tuple(&buf);
        for (uint32_t i = 0; i < self.n_in; i++) ir_operands_copy(&buf, &self.in[i]);
        ir_operands_end(&buf, at, self.n_in);
    } else {
        ir_operands_none(&buf);
    }
    add_captures(s, &l, &buf);
    if (self.n_in)
        ir_operands_none(&buf);
    else
        ir_operands_prim(&buf, ir_type_prim(s->m, DTYPE_INT64, self.trip), 0);
    const bool reverse = h_bool(s, "is_reverse", false);
    const IrOperand all =
        h_call(s, &op_scan, buf.ops.at, (uint32_t)buf.ops.len, H_ATTRS(H_BOOL("reverse", reverse)));
    for (uint32_t i = 0; i < self.n_carries; i++) h_set(s, self.n_out + i, h_field(s, all, i));
    for (uint32_t i = 0; i < self.n_out; i++)
        h_set(s, i, moved(s, h_field(s, all, self.n_carries + i), 0, self.axis));
}
