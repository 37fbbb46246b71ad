/* SPDX-License-Identifier: Apache-2.0 */
/* Control flow: subgraphs become functions.
 *
 *     Scan                                  R.scan(body, carries, sequences, captures)
 *     Loop with a known trip count, no end  R.scan(body, (i, carries..), captures, trip=..)
 *     Loop                                  R.while_loop(cond, body, (i, cond, carries..,
 *                                           outputs..), captures)
 *
 * A function's signature names its own symbols only. What a body uses of what is around it becomes
 * captures, parameters after all others; constants are used as they are. */
#include "onnx/nested.h"

/* Functions */

void onnx_nested_init(OnnxNested *self, O *o, const char *name) {
    IrModule *m = o->m;
    IrFunction *fn = ir_function_new(m, intern_c(&m->names, name));
    fn->parent = o->b->fn;
    fn->is_private = true;
    fn->body = ir_body_new(fn, NULL);
    *self = (OnnxNested){
        .o = o, .fn = fn, .b = {.m = m, .fn = fn, .block = ir_block_append(fn->body, false)}};
    onnx_scope_init(&self->scope, o->im, NULL);
    self->scope.call = o->scope->call;
    self->scope.opsets = o->scope->opsets;
    self->scope.opset = o->scope->opset;
}

static const IrDim *own_dim(OnnxNested *self, const IrDim *d) {
    int64_t v;
    Arena *arena = &self->o->im->arena;
    if (ir_dim_is_const(d, &v)) return d;
    for (size_t i = 0; i < self->outer.len; i++) {
        if (self->outer.at[i] == d) return self->own.at[i];
    }
    const char *name = intern_c(&self->o->m->names, "n");
    const IrDim *own = ir_dim_symbol(self->o->m, ir_symbol_new(self->fn, name, (Loc){.line = 0}));
    vec_push(arena, &self->outer, d);
    vec_push(arena, &self->own, own);
    return own;
}

/* The tensor type t, from dim `from` on, as a signature of the function may say it. */
const IrType *onnx_nested_type(OnnxNested *self, const IrType *t, int32_t from) {
    O *o = self->o;
    if (t->kind != IR_TYPE_TENSOR || (from && t->ndim < from))
        o_unsupported(o, "a value of its body that is no tensor");
    if (!t->dims)
        return ir_type_tensor(o->m, NULL, t->ndim == IR_NDIM_UNKNOWN ? t->ndim : t->ndim - from,
                              t->dtype);
    const IrDim **dims = O_ARRAY(o, const IrDim *, t->ndim);
    for (int32_t i = from; i < t->ndim; i++) dims[i - from] = own_dim(self, t->dims[i]);
    return ir_type_tensor(o->m, dims, t->ndim - from, t->dtype);
}

IrOperand onnx_nested_param(OnnxNested *self, Str name, const char *fallback, const IrType *t) {
    IrModule *m = self->o->m;
    IrVar *v = ir_var_new(self->fn, onnx_name_safe(self->o->im, name, fallback), t);
    vec_push(&m->arena, &self->fn->params, v);
    ir_define_symbols(t, NULL);
    return (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v};
}

/* The same for an input of the body's graph. */
static void body_input(OnnxNested *self, const OnnxGraph *g, size_t i, const IrType *t) {
    const Str name = ((const OnnxValueInfo *)g->inputs.at[i])->name;
    const IrOperand x = onnx_nested_param(self, name, "x", t);
    OnnxValue *v = onnx_define(self->o->im, &self->scope, name);
    if (!v) ctx_throw(self->o->im->ctx, STATUS_INVALID);
    v->operand = x;
}

IrOperand onnx_nested_end(OnnxNested *self, const IrOperand *results, uint32_t n, bool is_tuple) {
    O *o = self->o;
    uint32_t len = 1;
    const IrOperand *ops = is_tuple ? o_tuple(o, results, n, &len) : results;
    ir_body_set_result(self->fn->body, ops, len);
    self->fn->result = ir_returned_type(self->fn);
    IrVar *v = ir_build_function(o->b, self->fn, NULL, 0, self->fn->name);
    if (!v) ctx_throw(o->im->ctx, STATUS_INVALID);
    return (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v};
}

static void add_capture(OnnxCaptures *c, Str name) {
    OnnxImport *im = c->o->im;
    if (onnx_names_have(im, &c->seen, name)) return;
    onnx_names_add(im, &c->seen, name);
    OnnxValue *v = name.len ? onnx_lookup(im, c->o->scope, name) : NULL;
    if (!v) return;
    vec_push(&im->arena, &c->values, v);
    vec_push(&im->arena, &c->names, name);
}

/* As deep as graphs nest, which the parser bounds. */
static void find_captures(OnnxCaptures *c, const OnnxGraph *g) {
    for (size_t i = 0; i < g->nodes.len; i++) {
        const OnnxNode *node = g->nodes.at[i];
        for (size_t k = 0; k < node->inputs.len; k++) add_capture(c, node->inputs.at[k]);
        for (size_t k = 0; k < node->attrs.len; k++) {
            const OnnxAttr *a = node->attrs.at[k];
            if (a->graph) find_captures(c, a->graph);
        }
    }
    for (size_t i = 0; i < g->outputs.len; i++)
        add_capture(c, ((const OnnxValueInfo *)g->outputs.at[i])->name);
}

void onnx_captures_of(OnnxCaptures *c, O *o, const OnnxGraph *g) {
    *c = (OnnxCaptures){.o = o};
    onnx_names_of(o->im, g, &c->seen);
    find_captures(c, g);
}

/* Gives the function its parameters for captures, and the operands for them; *n gets their
 * number. */
static IrOperand *capture(OnnxNested *self, const OnnxCaptures *c, uint32_t *n) {
    O *o = self->o;
    IrOperand *ops = O_ARRAY(o, IrOperand, c->values.len);
    *n = 0;
    for (size_t i = 0; i < c->values.len; i++) {
        OnnxValue *from = c->values.at[i], *v = onnx_define(o->im, &self->scope, c->names.at[i]);
        OnnxKnown k;
        int64_t value;
        if (!v) ctx_throw(o->im->ctx, STATUS_INVALID);
        if (from->is_poisoned) {
            v->is_poisoned = true;
            continue;
        }
        if (!onnx_value_is_tensor(from))
            o_unsupported(o, "a sequence or optional that its body uses");
        const bool is_weight = o->im->weights && from->operand.kind == IR_OPERAND_VAR;
        bool is_const = !is_weight && onnx_value_tensor(o->im, from) != NULL;
        if (!is_const && onnx_value_known(o->im, from, &k)) {
            is_const = true;
            for (uint32_t d = 0; d < k.n; d++) is_const &= ir_dim_is_const(k.at[d], &value);
        }
        if (is_const) {
            *v = *from;
            v->name = c->names.at[i];
            continue;
        }
        ops[*n] = onnx_value_operand(o->im, o->b, from);
        if (ops[*n].kind == IR_OPERAND_NONE) ctx_throw(o->im->ctx, STATUS_INVALID);
        v->operand = onnx_nested_param(self, c->names.at[i], "c",
                                       onnx_nested_type(self, o_type(o, ops[*n]), 0));
        (*n)++;
    }
    return ops;
}

/* The body's nodes, and the operand of each of its outputs. */
static IrOperand *body_outputs(OnnxNested *self, const OnnxGraph *g) {
    O *o = self->o;
    const bool imported = onnx_import_graph(o->im, &self->b, &self->scope, g);
    OnnxValue **values = onnx_graph_outputs(o, &self->scope, g, imported);
    IrOperand *out = O_ARRAY(o, IrOperand, g->outputs.len);
    for (size_t i = 0; i < g->outputs.len; i++) {
        if (!onnx_value_is_tensor(values[i]))
            o_unsupported(o, "a sequence or optional as an output of its body");
        out[i] = onnx_value_operand(o->im, &self->b, values[i]);
        if (out[i].kind == IR_OPERAND_NONE) ctx_throw(o->im->ctx, STATUS_INVALID);
    }
    return out;
}

static void add_tuple(IrOperandBuf *buf, const IrOperand *items, uint32_t n) {
    const size_t at = ir_operands_tuple(buf);
    for (uint32_t i = 0; i < n; i++) ir_operands_copy(buf, &items[i]);
    ir_operands_end(buf, at, n);
}

IrOperand onnx_scan(O *o, IrOperand body, const OnnxScan *scan) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &o->im->arena);
    ir_operands_copy(&buf, &body);
    add_tuple(&buf, scan->carries, scan->n_carries);
    if (scan->n_sequences)
        add_tuple(&buf, scan->sequences, scan->n_sequences);
    else
        ir_operands_none(&buf);
    if (scan->n_captures)
        add_tuple(&buf, scan->captures, scan->n_captures);
    else
        ir_operands_none(&buf);
    if (scan->trip) {
        const IrOperand p = o_prim(o, scan->trip);
        ir_operands_copy(&buf, &p);
    }
    return o_call(o, &op_scan, buf.ops.at, (uint32_t)buf.ops.len, NO_ATTRS);
}

/* Scan */

/* x with dim `axis` in front, or from there at `axis`. */
static IrOperand move_axis(O *o, IrOperand x, int64_t from, int64_t to) {
    const int32_t rank = o_rank(o, x);
    if (from == to) return x;
    int64_t *order = O_ARRAY(o, int64_t, rank);
    int32_t n = 0;
    for (int32_t i = 0; i < rank; i++) {
        if (i == to) order[n++] = from;
        const int64_t at = from < to ? i + (i >= from && i < to) : i - (i > to && i <= from);
        if (i != to) order[n++] = at;
    }
    return o_permute(o, x, order, rank);
}

static IrOperand flipped(O *o, IrOperand x, int64_t axis, bool yes) {
    return yes ? o_call(o, &op_flip, &x, 1, ATTRS(A_INT("axis", axis))) : x;
}

/* The outputs of one scan: last states, then what was stacked. */
static void run_scan(O *o, const OnnxGraph *g, const IrOperand *states, uint32_t n_states,
                     const IrOperand *sequences, uint32_t n_sequences, IrOperand *out) {
    OnnxNested body;
    OnnxCaptures captures;
    uint32_t n_captures;
    onnx_nested_init(&body, o, "scan_body");
    for (uint32_t i = 0; i < n_states; i++)
        body_input(&body, g, i, onnx_nested_type(&body, o_type(o, states[i]), 0));
    for (uint32_t i = 0; i < n_sequences; i++) {
        o_rank(o, sequences[i]);
        body_input(&body, g, n_states + i, onnx_nested_type(&body, o_type(o, sequences[i]), 1));
    }
    onnx_captures_of(&captures, o, g);
    const IrOperand *captured = capture(&body, &captures, &n_captures);
    const IrOperand *results = body_outputs(&body, g);
    const IrOperand f = onnx_nested_end(&body, results, (uint32_t)g->outputs.len, true);
    const IrOperand all = onnx_scan(o, f,
                                    &(OnnxScan){.carries = states,
                                                .n_carries = n_states,
                                                .sequences = sequences,
                                                .n_sequences = n_sequences,
                                                .captures = captured,
                                                .n_captures = n_captures});
    for (uint32_t i = 0; i < g->outputs.len; i++) out[i] = o_field(o, all, i);
}

/* Since opset 9. The form of opset 8 has a batch in front, and is run for each element of it. */
void onnx_map_scan(O *o) {
    const OnnxGraph *g = onnx_subgraph(o, "body");
    const bool has_batch = o->opset < 9;
    const uint32_t first = has_batch;
    const int64_t n_scan = o_int(o, "num_scan_inputs", 0);
    if (has_batch && o_has(o, 0)) o_unsupported(o, "its input of sequence lengths");
    if (n_scan < 1 || n_scan > (int64_t)o->n_in - first)
        o_fail(o, "num_scan_inputs is %lld", (long long)n_scan);
    const uint32_t n = (uint32_t)n_scan, n_states = o->n_in - first - n,
                   n_out = (uint32_t)g->outputs.len;
    onnx_subgraph_takes(o, "body", g, (size_t)n + n_states);
    onnx_subgraph_gives(o, "body", g, n_states > o->n_out ? n_states : o->n_out, SIZE_MAX);
    const uint32_t n_stacked = n_out - n_states;
    const int64_t *in_axes = o_ints_or(o, "scan_input_axes", n, 0),
                  *out_axes = o_ints_or(o, "scan_output_axes", n_stacked, 0);
    const int64_t *in_reversed =
        o_ints_or(o, has_batch ? "directions" : "scan_input_directions", n, 0);
    const int64_t *out_reversed = o_ints_or(o, "scan_output_directions", n_stacked, 0);
    IrOperand *states = O_ARRAY(o, IrOperand, n_states), *sequences = O_ARRAY(o, IrOperand, n),
              *out = O_ARRAY(o, IrOperand, n_out);
    enum { BATCH_MAX = 64 };
    const int64_t batch = has_batch ? o_extent(o, o_in(o, first), 0) : 1;
    if (batch < 1 || batch > BATCH_MAX) o_unsupported(o, "a batch of %lld", (long long)batch);
    IrOperand *parts = O_ARRAY(o, IrOperand, (size_t)batch * n_out);
    for (int64_t k = 0; k < batch; k++) {
        const IrOperand at = o_const(o, DTYPE_INT64, (double)k);
        for (uint32_t i = 0; i < n_states + n; i++) {
            IrOperand x = o_in(o, first + i);
            if (has_batch) x = o_call(o, &op_take, OPS(x, at), ATTRS(A_INT("axis", 0)));
            if (i < n_states) {
                states[i] = x;
                continue;
            }
            const uint32_t s = i - n_states;
            x = move_axis(o, x, o_axis(o, in_axes[s], o_rank(o, x)), 0);
            sequences[s] = flipped(o, x, 0, in_reversed[s] != 0);
        }
        run_scan(o, g, states, n_states, sequences, n, out);
        for (uint32_t i = 0; i < n_out; i++) {
            IrOperand y = out[i];
            if (i >= n_states) {
                y = flipped(o, y, 0, out_reversed[i - n_states] != 0);
                y = move_axis(o, y, 0, o_axis(o, out_axes[i - n_states], o_rank(o, y)));
            }
            parts[(size_t)i * (size_t)batch + (size_t)k] =
                has_batch ? o_expand(o, y, (const int64_t[]){0}, 1) : y;
        }
    }
    for (uint32_t i = 0; i < n_out; i++) {
        if (o_wants(o, i))
            o_set(o, i, o_concat(o, &parts[(size_t)i * (size_t)batch], (uint32_t)batch, 0));
    }
}

/* Loop */

/* The node of g that makes `name`; NULL: none. */
static const OnnxNode *maker(const OnnxGraph *g, Str name) {
    for (size_t i = 0; i < g->nodes.len; i++) {
        const OnnxNode *node = g->nodes.at[i];
        for (size_t k = 0; k < node->outputs.len; k++) {
            if (str_eq(node->outputs.at[k], name)) return node;
        }
    }
    return NULL;
}

enum { HOPS_MAX = 16 };

/* The body never ends the loop: its condition is the one that it is given, or a constant that is
 * true. */
static bool goes_on(O *o, const OnnxGraph *g) {
    Str name = ((const OnnxValueInfo *)g->outputs.at[0])->name;
    for (int hops = 0; hops < HOPS_MAX; hops++) {
        if (str_eq(name, ((const OnnxValueInfo *)g->inputs.at[1])->name)) return true;
        const OnnxNode *node = maker(g, name);
        if (!node) return false;
        if (str_eq_c(node->op_type, "Identity") && node->inputs.len == 1) {
            name = node->inputs.at[0];
            continue;
        }
        if (!str_eq_c(node->op_type, "Constant") || node->attrs.len != 1) return false;
        const OnnxAttr *a = node->attrs.at[0];
        Tensor *t = a->tensor ? onnx_tensor_load(o->im, a->tensor, "cond") : NULL;
        if (!t) return false;
        const bool yes = t->count == 1 && t->dtype == DTYPE_BOOL && *(const uint8_t *)t->data;
        tensor_unref(t);
        return yes;
    }
    return false;
}

static const IrDim *const no_dims[1] = {NULL};

static IrOperand scalar(O *o, IrOperand x) {
    return o_rank(o, x) == 0 ? x : o_reshape(o, x, no_dims, 0);
}

/* Nothing yet of an output that grows by elements of type t, which is that of a value in the
 * body. */
static IrOperand empty(O *o, const OnnxNested *body, const IrType *t) {
    if (t->kind != IR_TYPE_TENSOR || !t->dims || t->dtype == DTYPE_VOID)
        o_unsupported(o, "an output of its body whose type is not known");
    const IrDim **dims = O_ARRAY(o, const IrDim *, t->ndim + 1);
    dims[0] = o_dim(o, 0);
    for (int32_t i = 0; i < t->ndim; i++) {
        int64_t v;
        dims[i + 1] = ir_dim_is_const(t->dims[i], &v) ? t->dims[i] : NULL;
        for (size_t k = 0; k < body->own.len; k++) {
            if (body->own.at[k] == t->dims[i]) dims[i + 1] = body->outer.at[k];
        }
        if (!dims[i + 1]) o_unsupported(o, "an output of its body whose shape is not known before");
    }
    return o2(o, &op_full, o_shape(o, dims, t->ndim + 1), o_const(o, t->dtype, 0));
}

typedef struct {
    const OnnxGraph *g;
    uint32_t n_carries, n_stacked;
    IrOperand *carries; /* of the node */
} Loop;

/* A known number of iterations: outputs are stacked by the scan. */
static void loop_as_scan(O *o, const Loop *l, const IrDim *trip) {
    OnnxNested body;
    OnnxCaptures captures;
    uint32_t n_captures, n = l->n_carries;
    onnx_nested_init(&body, o, "loop_body");
    IrOperand *states = O_ARRAY(o, IrOperand, n + 1);
    states[0] = o_const(o, DTYPE_INT64, 0);
    body_input(&body, l->g, 0, ir_type_tensor(o->m, no_dims, 0, DTYPE_INT64));
    OnnxValue *cond =
        onnx_define(o->im, &body.scope, ((const OnnxValueInfo *)l->g->inputs.at[1])->name);
    if (!cond) ctx_throw(o->im->ctx, STATUS_INVALID);
    cond->operand = o_const(o, DTYPE_BOOL, 1);
    for (uint32_t i = 0; i < n; i++) {
        states[1 + i] = l->carries[i];
        body_input(&body, l->g, 2 + i, onnx_carry_type(&body, o_type(o, l->carries[i]), l->g, i));
    }
    onnx_captures_of(&captures, o, l->g);
    const IrOperand *captured = capture(&body, &captures, &n_captures);
    IrOperand *results = body_outputs(&body, l->g);
    onnx_carries_settle(o, l->g, body.fn->params.at + 1, results + 1, n);
    O inner = *o; /* builds in the body */
    inner.b = &body.b;
    const IrOperand i = {.kind = IR_OPERAND_VAR, .span = 1, .var = body.fn->params.at[0]};
    results[0] = o2c(&inner, &op_add, i, 1); /* the place of the condition */
    const IrOperand f = onnx_nested_end(&body, results, (uint32_t)l->g->outputs.len, true);
    const IrOperand all = onnx_scan(o, f,
                                    &(OnnxScan){.carries = states,
                                                .n_carries = n + 1,
                                                .captures = captured,
                                                .n_captures = n_captures,
                                                .trip = trip});
    for (uint32_t k = 0; k < n + l->n_stacked; k++) {
        if (o_wants(o, k)) o_set(o, k, o_field(o, all, k + 1));
    }
}

static IrOperand param(const OnnxNested *f, uint32_t i) {
    return (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = f->fn->params.at[i]};
}

/* Parameters of the condition and the body: i, the condition, the node's carries. */
static void loop_params(OnnxNested *f, O *o, const Loop *l) {
    body_input(f, l->g, 0, ir_type_tensor(o->m, no_dims, 0, DTYPE_INT64));
    body_input(f, l->g, 1, ir_type_tensor(o->m, no_dims, 0, DTYPE_BOOL));
    for (uint32_t i = 0; i < l->n_carries; i++) {
        body_input(f, l->g, 2 + i, onnx_carry_type(f, o_type(o, l->carries[i]), l->g, i));
    }
}

/* Behind these: what has been given of each output so far. */
static void loop_outputs(OnnxNested *f, O *o, const Loop *l, const IrOperand *so_far) {
    for (uint32_t i = 0; i < l->n_stacked; i++) {
        onnx_nested_param(f, (Str){.len = 0}, "out",
                          ir_type_tensor(o->m, NULL, o_rank(o, so_far[i]), o_dtype(o, so_far[i])));
    }
}

/* carries: i, condition, the node's, outputs; captures: the number of iterations where there is
 * one, the body's. The body comes first, as it tells the types of the outputs: their parameters are
 * made last and put in place. */
static void loop_as_while(O *o, const Loop *l, IrOperand trip, IrOperand cond) {
    const bool has_trip = trip.kind != IR_OPERAND_NONE;
    const uint32_t n = l->n_carries, first_out = 2 + n, n_all = first_out + l->n_stacked;
    const IrType *const count = ir_type_tensor(o->m, no_dims, 0, DTYPE_INT64);
    OnnxNested body, test;
    OnnxCaptures captures;
    uint32_t n_captures;
    IrOperand *states = O_ARRAY(o, IrOperand, n_all), *results = O_ARRAY(o, IrOperand, n_all);
    onnx_captures_of(&captures, o, l->g);
    onnx_nested_init(&body, o, "loop_body");
    loop_params(&body, o, l);
    if (has_trip) onnx_nested_param(&body, (Str){.len = 0}, "trip", count);
    const IrOperand *captured = capture(&body, &captures, &n_captures);
    const IrOperand *given = body_outputs(&body, l->g);
    onnx_carries_settle(o, l->g, body.fn->params.at + 2, given + 1, n);
    states[0] = o_const(o, DTYPE_INT64, 0);
    states[1] = cond;
    for (uint32_t i = 0; i < n; i++) states[2 + i] = l->carries[i];
    for (uint32_t i = 0; i < l->n_stacked; i++)
        states[first_out + i] = empty(o, &body, o_type(o, given[1 + n + i]));
    loop_outputs(&body, o, l, &states[first_out]);
    IrVar **params = body.fn->params.at, **last = O_ARRAY(o, IrVar *, l->n_stacked);
    const size_t n_others = body.fn->params.len - l->n_stacked;
    memcpy(last, params + n_others, l->n_stacked * sizeof *params);
    memmove(params + n_all, params + first_out, (n_others - first_out) * sizeof *params);
    memcpy(params + first_out, last, l->n_stacked * sizeof *params);
    O inner = *o; /* builds in the body */
    inner.b = &body.b;
    results[0] = o2c(&inner, &op_add, param(&body, 0), 1);
    results[1] = scalar(&inner, given[0]);
    for (uint32_t i = 0; i < n; i++) results[2 + i] = given[1 + i];
    for (uint32_t i = 0; i < l->n_stacked; i++) {
        const IrOperand items[] = {param(&body, first_out + i),
                                   o_expand(&inner, given[1 + n + i], (const int64_t[]){0}, 1)};
        results[first_out + i] = o_concat(&inner, items, 2, 0);
    }
    const IrOperand body_fn = onnx_nested_end(&body, results, n_all, true);
    onnx_nested_init(&test, o, "loop_cond");
    loop_params(&test, o, l);
    loop_outputs(&test, o, l, &states[first_out]);
    if (has_trip) onnx_nested_param(&test, (Str){.len = 0}, "trip", count);
    capture(&test, &captures, &n_captures);
    inner.b = &test.b;
    IrOperand more = param(&test, 1);
    if (has_trip)
        more = o2(&inner, &op_logical_and, more,
                  o2(&inner, &op_less, param(&test, 0), param(&test, n_all)));
    const IrOperand cond_fn = onnx_nested_end(&test, &more, 1, false);
    IrOperandBuf buf;
    ir_operands_init(&buf, &o->im->arena);
    ir_operands_copy(&buf, &cond_fn);
    ir_operands_copy(&buf, &body_fn);
    add_tuple(&buf, states, n_all);
    IrOperand *all_captures = O_ARRAY(o, IrOperand, n_captures + 1);
    uint32_t at = 0;
    if (has_trip) all_captures[at++] = trip;
    for (uint32_t i = 0; i < n_captures; i++) all_captures[at++] = captured[i];
    if (at) add_tuple(&buf, all_captures, at);
    const IrOperand all = o_call(o, &op_while_loop, buf.ops.at, (uint32_t)buf.ops.len, NO_ATTRS);
    for (uint32_t i = 0; i < n + l->n_stacked; i++) {
        if (o_wants(o, i)) o_set(o, i, o_field(o, all, 2 + i));
    }
}

void onnx_map_loop(O *o) {
    const OnnxGraph *g = onnx_subgraph(o, "body");
    OnnxKnown trip = {.at = NULL}, start = {.at = NULL};
    int64_t value;
    Loop l = {.g = g, .n_carries = o->n_in > 2 ? o->n_in - 2 : 0};
    onnx_subgraph_takes(o, "body", g, (size_t)l.n_carries + 2);
    onnx_subgraph_gives(o, "body", g, 1 + (size_t)(l.n_carries > o->n_out ? l.n_carries : o->n_out),
                        SIZE_MAX);
    if (onnx_has_sequences(o, g)) {
        onnx_loop_in_place(o, g);
        return;
    }
    l.n_stacked = (uint32_t)g->outputs.len - 1 - l.n_carries;
    l.carries = O_ARRAY(o, IrOperand, l.n_carries);
    for (uint32_t i = 0; i < l.n_carries; i++) l.carries[i] = o_in(o, 2 + i);
    if (o_has(o, 0)) o_known(o, 0, &trip);
    if (o_has(o, 1)) o_known(o, 1, &start);
    const bool starts =
        !o_has(o, 1) || (start.n == 1 && ir_dim_is_const(start.at[0], &value) && value != 0);
    if (trip.n == 1 && starts && goes_on(o, g) &&
        ir_dim_le(o->m, o_dim(o, 0), trip.at[0]) == IR_PROVED) {
        loop_as_scan(o, &l, trip.at[0]);
        return;
    }
    const IrOperand cond = o_has(o, 1) ? scalar(o, o_in(o, 1)) : o_const(o, DTYPE_BOOL, 1);
    loop_as_while(o, &l, o_has(o, 0) ? scalar(o, o_in(o, 0)) : o_none(), cond);
}
