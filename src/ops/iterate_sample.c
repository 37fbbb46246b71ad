/* SPDX-License-Identifier: Apache-2.0 */
/* Drawn calls of scan and while_loop. The functions that they call are drawn too: a few elementwise
 * calls on the parameters, nested in the caller or functions of the module. Their signatures have
 * symbols of their own, one for each extent of the arguments that is no constant. */
#include "ops/decompose.h"
#include "ops/ops.h"
#include "ops/sample.h"
#include "tensor/tensor.h"

enum { TYPES_MAX = 8, POOL_MAX = 16, OWN_MAX = 32 };

/* The types of some arguments. */
typedef struct {
    const IrType *at[TYPES_MAX];
    uint32_t n;
} Types;

/* A function under construction, and its values. */
typedef struct {
    OpSample *s;
    OpDecompose call, inner; /* of which only the builders count */
    bool nested;
    IrOperand pool[POOL_MAX];
    uint32_t n;
    /* extents of the arguments and what they are inside */
    const IrDim *outer[OWN_MAX], *own[OWN_MAX];
    uint32_t n_own;
} Function;

static void begin(Function *self, OpSample *s, const char *name) {
    *self = (Function){.s = s, .call = {.b = &s->b, .op = s->op}, .nested = s_chance(s, 60)};
    d_function(&self->call, name, &self->inner);
    if (!self->nested) self->inner.b->fn->parent = NULL;
}

static const IrDim *own_dim(Function *self, const IrDim *outer) {
    uint32_t i = 0;
    while (i < self->n_own && self->outer[i] != outer) i++;
    if (i == self->n_own) {
        BUG_IF(i == OWN_MAX);
        self->outer[i] = outer;
        self->own[i] = d_own_dim(&self->inner, outer, arena_printf(&self->s->b.m->arena, "d%u", i));
        self->n_own++;
    }
    return self->own[i];
}

static IrOperand keep(Function *self, IrOperand x) {
    if (self->n < POOL_MAX) self->pool[self->n++] = x;
    return x;
}

static IrOperand param(Function *self, const char *name, const IrType *t) {
    const IrDim **dims = s_dims(self->s, t->dims, t->ndim);
    for (int32_t i = 0; i < t->ndim; i++) dims[i] = own_dim(self, dims[i]);
    return d_param(&self->inner, name, s_tensor_type(self->s, dims, t->ndim, t->dtype));
}

static void params(Function *self, const char *name, const Types *types) {
    for (uint32_t i = 0; i < types->n; i++) keep(self, param(self, name, types->at[i]));
}

static const IrType *type_of(Function *self, uint32_t i) {
    return d_type(&self->inner, self->pool[i]);
}

/* One of the values with this type; there is one. */
static IrOperand any_of(Function *self, const IrType *t) {
    uint32_t found = 0, n = 0;
    for (uint32_t i = 0; i < self->n; i++) {
        if (type_of(self, i) == t && s_below(self->s, ++n) == 0) found = i;
    }
    return self->pool[found];
}

/* One more value, of the type of one that is there. */
static void grow(Function *self) {
    static const OpDef *const ops[] = {&op_add, &op_subtract, &op_multiply, &op_maximum,
                                       &op_minimum};
    OpSample *s = self->s;
    const IrOperand x = self->pool[s_below(s, self->n)];
    const IrType *t = d_type(&self->inner, x);
    if (t->dtype == DTYPE_BOOL) {
        keep(self, s_chance(s, 50) ? d1(&self->inner, &op_logical_not, x)
                                   : d2(&self->inner, &op_logical_and, x, any_of(self, t)));
    } else if (dtype_is_float(t->dtype) && s_chance(s, 50)) {
        keep(self, d1(&self->inner, &op_tanh, x));
    } else {
        keep(self, d2(&self->inner, ops[s_below(s, ARRAY_LEN(ops))], x, any_of(self, t)));
    }
}

/* Appends it as an operand of the call; it returns the results as a tuple, or the only one. */
static void end(Function *self, const IrOperand *results, uint32_t n, bool tuple) {
    OpSample *s = self->s;
    IrModule *m = s->b.m;
    IrFunction *fn = self->inner.b->fn;
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    const size_t at = tuple ? ir_operands_tuple(&buf) : 0;
    for (uint32_t i = 0; i < n; i++) ir_operands_copy(&buf, &results[i]);
    if (tuple) ir_operands_end(&buf, at, n);
    ir_body_set_result(fn->body, buf.ops.at, (uint32_t)buf.ops.len);
    fn->result = ir_operand_type(m, fn->body->result.at);
    if (self->nested) {
        ir_operands_var(&s->operands, ir_build_function(&s->b, fn, NULL, 0, fn->name));
        return;
    }
    fn->name = arena_printf(&m->arena, "%s_%zu", fn->name, m->globals.len);
    fn->name = ir_name(m, str_c(fn->name));
    fn->global = ir_global_new(m, fn->name);
    fn->global->function = fn;
    ir_operands_global(&s->operands, fn->global);
}

static void draw_types(OpSample *s, Types *self, uint32_t most) {
    self->n = (uint32_t)s_range(s, 0, most);
    for (uint32_t i = 0; i < self->n; i++) self->at[i] = s_type(s, (SampleWant){.max_ndim = 2});
}

static void tuple_of(OpSample *s, const Types *types) {
    const size_t at = s_tuple(s);
    for (uint32_t i = 0; i < types->n; i++) s_tensor_of(s, types->at[i]);
    s_end(s, at, types->n);
}

static void tuple_or_none(OpSample *s, const Types *types) {
    if (types->n || s_chance(s, 30)) {
        tuple_of(s, types);
    } else {
        s_none(s);
    }
}

/* The next carries (`last`, unless NULL, is one more), then `more` values. */
static void end_body(Function *self, const Types *carries, const IrOperand *last, uint32_t more) {
    IrOperand results[TYPES_MAX];
    uint32_t n = 0;
    const uint32_t calls = self->n ? (uint32_t)s_range(self->s, 0, 5) : 0;
    for (uint32_t i = 0; i < calls; i++) grow(self);
    for (; n < carries->n; n++) results[n] = any_of(self, type_of(self, n));
    if (last) results[n++] = *last;
    for (uint32_t i = 0; self->n && i < more; i++)
        results[n++] = self->pool[s_below(self->s, self->n)];
    end(self, results, n, true);
}

void sample_scan(OpSample *s) {
    Types carries, slices, captures, sequences;
    draw_types(s, &carries, 2);
    draw_types(s, &slices, 2);
    draw_types(s, &captures, 1);
    const IrDim *trip = s_dim(s, 0);
    sequences.n = slices.n;
    for (uint32_t i = 0; i < slices.n; i++) {
        const IrDim *dims[3] = {trip};
        for (int32_t k = 0; k < slices.at[i]->ndim; k++) dims[k + 1] = slices.at[i]->dims[k];
        sequences.at[i] = s_tensor_type(s, dims, slices.at[i]->ndim + 1, slices.at[i]->dtype);
    }
    Function body;
    begin(&body, s, "body");
    params(&body, "c", &carries);
    params(&body, "x", &slices);
    params(&body, "k", &captures);
    end_body(&body, &carries, NULL, (uint32_t)s_range(s, 0, 2));
    tuple_of(s, &carries);
    tuple_or_none(s, &sequences);
    tuple_or_none(s, &captures);
    if (!sequences.n || s_chance(s, 30)) {
        s_dim_prim(s, trip);
    } else {
        s_none(s);
    }
}

static IrOperand int_scalar(OpSample *s, int64_t v) {
    Tensor *x = tensor_new(s->b.m->ctx, DTYPE_INT64, NULL, 0);
    dtype_write_int(DTYPE_INT64, tensor_at(x, 0), v);
    return (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(s->b.m, x)};
}

/* What ends the loop is the last carry: a counter that begins at a constant, or else any bool, with
 * max_trip. */
void sample_while(OpSample *s) {
    Types carries, captures;
    const bool counts = s_chance(s, 50);
    const IrType *last = s_tensor_type(s, NULL, 0, counts ? DTYPE_INT64 : DTYPE_BOOL);
    draw_types(s, &carries, 2);
    draw_types(s, &captures, 1);
    Function cond, body;
    begin(&cond, s, "cond");
    params(&cond, "c", &carries);
    IrOperand at = param(&cond, "i", last);
    params(&cond, "k", &captures);
    if (counts) at = d2(&cond.inner, &op_less, at, int_scalar(s, s_range(s, 0, 4)));
    end(&cond, &at, 1, false);
    begin(&body, s, "body");
    params(&body, "c", &carries);
    at = param(&body, "i", last);
    params(&body, "k", &captures);
    if (counts) at = d2(&body.inner, &op_add, at, int_scalar(s, 1));
    end_body(&body, &carries, &at, 0);
    const size_t tuple = s_tuple(s);
    for (uint32_t i = 0; i < carries.n; i++) s_tensor_of(s, carries.at[i]);
    if (counts) {
        const IrOperand from = int_scalar(s, s_range(s, -1, 4));
        ir_operands_copy(&s->operands, &from);
    } else {
        s_tensor_of(s, last);
    }
    s_end(s, tuple, carries.n + 1);
    tuple_or_none(s, &captures);
    if (!counts || s_chance(s, 30)) {
        s_int_prim(s, s_range(s, 0, 4));
    } else {
        s_none(s);
    }
}
