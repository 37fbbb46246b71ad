/* SPDX-License-Identifier: Apache-2.0 */
/* Loops. What a body captures is seen from inside by its name around; carries that are tuples are
 * so many carries.
 *
 *     R.scan with sequences  Scan; outputs of a reversed one are put in front
 *     R.scan with a trip, or whose carries change their shapes
 *                            Loop; the counter that the reader makes of Loop's is Loop's again
 *     R.while_loop           Loop, whose condition is computed before it and at the end of its
 *                            body; what the reader makes of a Loop is that Loop */
#include "onnx/export.h"

enum { LOOPS_MAX = 60 };

/* A body under construction. */
typedef struct {
    W w; /* in its scope */
    WScope s;
    OnnxGraph *graph;
    XOutputs outputs;
} Body;

/* A list of operands as a tuple; one that is left out is empty. */
static WValue list_of(W *w, uint32_t i) {
    if (!w_has(w, i)) return (WValue){.is_known = true, .is_tuple = true};
    const WValue v = x_operand(w, ir_operand_get(&w->b->operands, i), true);
    if (!v.is_tuple) w_fail(w, "an operand that is not known to be a tuple");
    return v;
}

static WValue function_of(W *w, uint32_t i) {
    return x_operand(w, ir_operand_get(&w->b->operands, i), true);
}

static void begin(Body *self, W *w, IrFunction *fn, const char *name) {
    self->graph = x_graph(w, name);
    x_scope(&self->s, w->x, x_frame(w, fn), self->graph, NULL);
    self->s.depth = w->s->depth + 1;
    if (self->s.depth > LOOPS_MAX) w_fail(w, "loops that are nested more than %d deep", LOOPS_MAX);
    self->w = *w;
    self->w.s = &self->s;
    x_outputs_init(&self->outputs, w->x, NULL);
}

static void give(Body *self, IrVar *p, const WValue *v) {
    self->s.frame->values[p->id] = *v;
    x_define_symbols(self->s.frame, p->type, v);
}

/* Parameters from `at` on become inputs of the graph. */
static void take(Body *self, uint32_t at, uint32_t n) {
    const IrFunction *fn = self->s.frame->fn;
    for (uint32_t i = at; i < at + n; i++) {
        WValue v;
        IrVar *p = fn->params.at[i];
        if (!x_params(&self->s, p->type, p->name, &v))
            w_fail(&self->w, "a parameter '%s' of type %s", p->name,
                   ir_type_text(self->w.x->m, p->type));
        give(self, p, &v);
    }
}

/* The captures of a nested function come first, those of the loop last. */
static void give_captures(Body *self, const WValue *fn, const WValue *captures) {
    const IrFunction *f = self->s.frame->fn;
    for (uint32_t i = 0; i < fn->n; i++) give(self, f->params.at[i], &fn->items[i]);
    for (uint32_t i = 0; i < captures->n; i++)
        give(self, f->params.at[f->params.len - captures->n + i], &captures->items[i]);
}

static void check_params(W *w, const WValue *fn, uint32_t n) {
    if (fn->fn && fn->fn->params.len != fn->n + n) w_fail(w, "a body that takes other arguments");
}

/* An input of the graph that no parameter of the function is. */
static const char *own_input(Body *self, const char *name, DType dtype) {
    const IrDim *const none[1] = {NULL};
    OnnxExport *x = self->w.x;
    const char *unique = x_name(x, name);
    vec_push(x->arena, &self->graph->inputs,
             (void *)x_info(x, unique, ir_type_tensor(x->m, none, 0, dtype), false));
    return unique;
}

/* The leaves of values as inputs of a node. */
typedef VEC(const char *) Names;

static void add_leaves(W *w, Names *to, const WValue *v) {
    for (uint32_t i = 0; i < v->n; i++) {
        if (v->items[i].is_tuple)
            add_leaves(w, to, &v->items[i]);
        else
            vec_push(w->x->arena, to, x_value(w, &v->items[i]));
    }
}

static void add_directions(W *w, OnnxNode *node, const char *name, size_t n) {
    int64_t *ones = ARENA_ARRAY(w->x->arena, int64_t, n + 1);
    for (size_t i = 0; i < n; i++) ones[i] = 1;
    if (n) w_add_ints(w, node, name, ones, (uint32_t)n);
}

/* Is carry 0 a counter from 0 on, in steps of 1, that nobody asks for? */
static bool is_counter(const IrBinding *b, const IrFunction *fn, uint32_t n_captures,
                       const WValue *carries) {
    const IrOperand *result = fn->body->result.at;
    if (!carries->n || result->kind != IR_OPERAND_TUPLE || !result->n ||
        result[1].kind != IR_OPERAND_VAR)
        return false;
    const Tensor *start = carries->items[0].constant ? carries->items[0].constant->tensor : NULL;
    const IrBinding *next = result[1].var->def;
    if (!start || start->dtype != DTYPE_INT64 || start->ndim ||
        dtype_read_int(DTYPE_INT64, start->data))
        return false;
    if (!next || next->kind != IR_BIND_CALL || next->op != &op_add) return false;
    const IrOperand *x = &next->operands.at[0], *y = &next->operands.at[1];
    if (x->kind != IR_OPERAND_VAR || x->var != fn->params.at[n_captures] ||
        y->kind != IR_OPERAND_CONST)
        return false;
    const Tensor *step = y->constant->tensor;
    if (step->dtype != DTYPE_INT64 || step->ndim || dtype_read_int(DTYPE_INT64, step->data) != 1)
        return false;
    for (const IrOperand *use = b->var->uses; use; use = use->next_use) {
        const IrBinding *user = use->list->binding;
        if (!user || user->kind != IR_BIND_FIELD || user->index == 0) return false;
    }
    return true;
}

/* What the body returns: a tuple. */
static WValue result_of(Body *self, const IrFunction *fn, const IrType **t) {
    x_body(&self->s, fn->body);
    const WValue v = x_result(&self->w, fn->body);
    *t = ir_operand_type(self->w.x->m, fn->body->result.at);
    if (!v.is_tuple || (*t)->kind != IR_TYPE_TUPLE || (*t)->n != v.n)
        w_fail(&self->w, "a body whose result is not known to be a tuple");
    return v;
}

/* Its results from field `first` on become outputs. */
static void end(Body *self, const IrFunction *fn, uint32_t first) {
    const IrType *t;
    const WValue v = result_of(self, fn, &t);
    for (uint32_t i = first; i < v.n; i++)
        x_output(&self->w, &self->outputs, &v.items[i], t->fields[i]);
}

static void bool_output(Body *self, const WValue *v) {
    const IrDim *const none[1] = {NULL};
    x_output(&self->w, &self->outputs, v, ir_type_tensor(self->w.x->m, none, 0, DTYPE_BOOL));
}

static OnnxNode *add_loop(W *w, const char *op, const Names *ins, const Body *body, size_t n_outs) {
    OnnxNode *node = w_node(w, op, ins->at, (uint32_t)ins->len, (uint32_t)n_outs);
    x_name_node(w, node);
    w_add_attr(w, node, "body", ONNX_ATTR_GRAPH)->graph = body->graph;
    return node;
}

static void write_true_scan(W *w, const WValue *fn, const WValue *carries, const WValue *sequences,
                            const WValue *captures) {
    Body body;
    Names ins = {.at = NULL};
    const bool reverse = w_int(w, "reverse") != 0;
    begin(&body, w, fn->fn, "scan_body");
    check_params(w, fn, carries->n + sequences->n + captures->n);
    give_captures(&body, fn, captures);
    take(&body, fn->n, carries->n + sequences->n);
    end(&body, fn->fn, 0);
    add_leaves(w, &ins, carries);
    const size_t n_states = ins.len;
    add_leaves(w, &ins, sequences);
    OnnxNode *node = add_loop(w, "Scan", &ins, &body, body.outputs.n);
    w_add_int(w, node, "num_scan_inputs", (int64_t)(ins.len - n_states));
    if (reverse) add_directions(w, node, "scan_input_directions", ins.len - n_states);
    if (reverse) add_directions(w, node, "scan_output_directions", body.outputs.n - n_states);
    w_set_leaves(w, w_outs(w, node, 0));
}

/* The slices of an iteration of Loop. */
static void take_slices(Body *self, uint32_t at, const WValue *sequences, const char *i,
                        const char *last) {
    W *w = &self->w;
    if (last) i = w2(w, "Sub", last, i);
    for (uint32_t k = 0; k < sequences->n; k++) {
        const WValue v = {.is_known = true,
                          .name = w2(w, "Gather", x_value(w, &sequences->items[k]), i),
                          .graph = self->graph};
        give(self, self->s.frame->fn->params.at[at + k], &v);
    }
}

/* The number of iterations, a scalar. */
static const char *trip_of(W *w, const WValue *sequences) {
    if (w_has(w, 4)) return w_prim(w, 4, DTYPE_INT64);
    OnnxNode *n = w_node(w, "Shape", NAMES(x_value(w, &sequences->items[0])), 1);
    w_add_int(w, n, "end", 1);
    return w_squeeze(w, w_out(n, 0), (const int64_t[]){0}, 1);
}

static void write_counted(W *w, const WValue *fn, const WValue *carries, const WValue *sequences,
                          const WValue *captures) {
    Body body;
    Names ins = {.at = NULL};
    const bool reverse = w_int(w, "reverse") != 0;
    const char *trip = trip_of(w, sequences), *last = NULL;
    if (reverse && sequences->n) last = w2(w, "Sub", trip, w_scalar_int(w, DTYPE_INT64, 1));
    begin(&body, w, fn->fn, "loop_body");
    check_params(w, fn, carries->n + sequences->n + captures->n);
    const bool counts = is_counter(w->b, fn->fn, fn->n, carries);
    const WValue i = {.is_known = true, .name = own_input(&body, "i", DTYPE_INT64)};
    const char *cond = own_input(&body, "cond", DTYPE_BOOL);
    give_captures(&body, fn, captures);
    if (counts) give(&body, fn->fn->params.at[fn->n], &i);
    take(&body, fn->n + counts, carries->n - counts);
    take_slices(&body, fn->n + carries->n, sequences, i.name, last);
    bool_output(&body, &(WValue){.is_known = true, .name = cond});
    end(&body, fn->fn, counts);
    vec_push(w->x->arena, &ins, trip);
    vec_push(w->x->arena, &ins, "");
    const WValue rest = {
        .is_tuple = true, .items = carries->items + counts, .n = carries->n - counts};
    add_leaves(w, &ins, &rest);
    const size_t n_carries = ins.len - 2, n_outs = body.outputs.n - 1;
    const char **outs = w_outs(w, add_loop(w, "Loop", &ins, &body, n_outs), counts);
    for (size_t k = n_carries; reverse && k < n_outs; k++) /* from the last slice on */
        outs[counts + k] = w_slice(w, outs[counts + k], 0, -1, INT64_MIN, -1);
    w_set_leaves(w, outs);
}

/* Are the dims of all tensors in it said? */
static bool is_shaped(const IrType *t) {
    bool all = t->kind != IR_TYPE_TENSOR || t->dims;
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        all = all && is_shaped(t->fields[i]);
    return all;
}

void onnx_write_scan(W *w) {
    const WValue fn = function_of(w, 0), carries = list_of(w, 1), sequences = list_of(w, 2),
                 captures = list_of(w, 3);
    if (!fn.fn) w_fail(w, "a body that is not known");
    bool keeps = true; /* Scan's states keep their shapes */
    for (uint32_t i = 0; i < carries.n && fn.n + i < fn.fn->params.len; i++)
        keeps = keeps && is_shaped(fn.fn->params.at[fn.n + i]->type);
    if (sequences.n && keeps)
        write_true_scan(w, &fn, &carries, &sequences, &captures);
    else
        write_counted(w, &fn, &carries, &sequences, &captures);
}

/* The condition on carries, written where w is. */
static WValue condition(W *w, const WValue *fn, const WValue *carries, const WValue *captures) {
    WValue *args = ARENA_ARRAY(w->x->arena, WValue, (size_t)carries->n + captures->n + 1);
    for (uint32_t i = 0; i < carries->n; i++) args[i] = carries->items[i];
    for (uint32_t i = 0; i < captures->n; i++) args[carries->n + i] = captures->items[i];
    return x_inline(w, fn, args, carries->n + captures->n);
}

/* What the reader makes of Loop is Loop again: carries are a counter, the condition, Loop's own,
 * and what its outputs have gathered so far. */
typedef struct {
    const WValue *trip;         /* NULL: none */
    uint32_t n_own;             /* carries but for the gathered ones */
    const IrOperand **results;  /* of the body, one for each carry */
    const IrOperand **gathered; /* of each carry from n_own on: what is put behind it */
} OnnxLoop;

static bool is_param(const IrOperand *o, const IrFunction *fn, uint32_t i) {
    return o->kind == IR_OPERAND_VAR && i < fn->params.len && o->var == fn->params.at[i];
}

static const IrBinding *call_of(const IrOperand *o, const OpDef *op) {
    const IrBinding *b = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
    return b && b->kind == IR_BIND_CALL && b->op == op ? b : NULL;
}

/* The condition is carry 1, or that and carry 0 < a capture. */
static bool is_loop_test(const IrFunction *fn, uint32_t n_carries, const WValue *captures,
                         const WValue **trip) {
    const IrOperand *result = fn->body->result.at;
    const IrBinding *both = call_of(result, &op_logical_and);
    if (!both) return is_param(result, fn, 1);
    const IrBinding *less = call_of(&both->operands.at[1], &op_less);
    if (!less || !is_param(both->operands.at, fn, 1) || !is_param(less->operands.at, fn, 0))
        return false;
    for (uint32_t i = 0; i < captures->n; i++) {
        if (is_param(&less->operands.at[1], fn, n_carries + i)) *trip = &captures->items[i];
    }
    return *trip != NULL;
}

/* concat((carry, expand_dims(y))), from nothing on: y. */
static const IrOperand *gathered(const IrFunction *fn, uint32_t i, const IrOperand *start,
                                 const IrOperand *result) {
    const IrBinding *none = call_of(start, &op_full), *both = call_of(result, &op_concat);
    const IrOperand *shape = none ? none->operands.at : NULL,
                    *pair = both ? both->operands.at : NULL;
    if (!shape || shape->kind != IR_OPERAND_SHAPE || shape->type->ndim < 1 ||
        !ir_dim_is(shape->type->dims[0], 0))
        return NULL;
    if (!pair || pair->kind != IR_OPERAND_TUPLE || pair->n != 2 || both->attrs[0].i ||
        result->var->n_uses != 1)
        return NULL;
    const IrBinding *wide = call_of(&pair[2], &op_expand_dims);
    if (!is_param(&pair[1], fn, i) || pair[1].var->n_uses != 1 || !wide || pair[2].var->n_uses != 1)
        return NULL;
    return wide->attrs[0].n == 1 && wide->attrs[0].ints[0] == 0 ? wide->operands.at : NULL;
}

static bool is_onnx_loop(W *w, const WValue *test, const WValue *fn, const WValue *carries,
                         const WValue *captures, OnnxLoop *out) {
    const IrOperand *start = ir_operand_get(&w->b->operands, 2), *result = fn->fn->body->result.at;
    const uint32_t n = carries->n;
    *out = (OnnxLoop){.n_own = n};
    if (test->n || fn->n || n < 2 || w_has(w, 4) || start->kind != IR_OPERAND_TUPLE) return false;
    if (fn->fn->params.len != n + captures->n || result->kind != IR_OPERAND_TUPLE || result->n != n)
        return false;
    if (!is_counter(w->b, fn->fn, 0, carries) || !is_loop_test(test->fn, n, captures, &out->trip))
        return false;
    for (const IrOperand *use = w->b->var->uses; use; use = use->next_use) {
        if (use->list->binding->index == 1) return false; /* a field, as is_counter says */
    }
    out->results = ARENA_ARRAY(w->x->arena, const IrOperand *, n);
    out->gathered = ARENA_ARRAY(w->x->arena, const IrOperand *, n);
    const IrOperand **starts = ARENA_ARRAY(w->x->arena, const IrOperand *, n), *r = result + 1,
                    *s = start + 1;
    for (uint32_t i = 0; i < n; i++, r += r->span, s += s->span) {
        out->results[i] = r;
        starts[i] = s;
        if (carries->items[i].is_tuple) return false;
    }
    while (out->n_own > 2 &&
           (out->gathered[out->n_own - 1] = gathered(fn->fn, out->n_own - 1, starts[out->n_own - 1],
                                                     out->results[out->n_own - 1])))
        out->n_own--;
    return true;
}

/* Not to be written: what only the other form needs. */
static void skip(Body *self, const IrOperand *o) {
    if (o->kind == IR_OPERAND_VAR && o->var->n_uses == 1)
        self->s.frame->values[o->var->id] = (WValue){.is_known = true, .is_poisoned = true};
}

static void write_onnx_loop(W *w, const OnnxLoop *loop, const WValue *fn, const WValue *carries,
                            const WValue *captures) {
    Body body;
    Names ins = {.at = NULL};
    const uint32_t n = carries->n;
    begin(&body, w, fn->fn, "loop_body");
    const WValue i = {.is_known = true, .name = own_input(&body, "i", DTYPE_INT64)};
    const WValue cond = {.is_known = true, .name = own_input(&body, "cond", DTYPE_BOOL)};
    give(&body, fn->fn->params.at[0], &i);
    give(&body, fn->fn->params.at[1], &cond);
    give_captures(&body, fn, captures);
    take(&body, 2, loop->n_own - 2);
    const bool planned = body.s.frame->plan != NULL; /* kept nodes may take such values: x_prune */
    if (!planned) skip(&body, loop->results[0]);
    for (uint32_t k = loop->n_own; k < n; k++) {
        skip(&body, loop->results[k]);
        if (!planned) skip(&body, &loop->results[k]->var->def->operands.at[2]);
    }
    x_body(&body.s, fn->fn->body);
    for (uint32_t k = 1; k < n; k++) {
        const IrOperand *o = k < loop->n_own ? loop->results[k] : loop->gathered[k];
        const WValue v = x_operand(&body.w, o, true);
        if (k == 1)
            bool_output(&body, &v);
        else
            x_output(&body.w, &body.outputs, &v, ir_operand_type(w->x->m, o));
    }
    vec_push(w->x->arena, &ins, loop->trip ? x_value(w, loop->trip) : "");
    vec_push(w->x->arena, &ins, x_value(w, &carries->items[1]));
    const WValue own = {.is_tuple = true, .items = carries->items + 2, .n = loop->n_own - 2};
    add_leaves(w, &ins, &own);
    w_set_leaves(w, w_outs(w, add_loop(w, "Loop", &ins, &body, n - 2), 2));
}

void onnx_write_while_loop(W *w) {
    Body body;
    OnnxLoop loop;
    Names ins = {.at = NULL};
    const IrType *t;
    const WValue test = function_of(w, 0), fn = function_of(w, 1), carries = list_of(w, 2),
                 captures = list_of(w, 3);
    if (!fn.fn || !test.fn) w_fail(w, "a body or condition that is not known");
    if (fn.fn->body && test.fn->body && is_onnx_loop(w, &test, &fn, &carries, &captures, &loop)) {
        write_onnx_loop(w, &loop, &fn, &carries, &captures);
        return;
    }
    const WValue first = condition(w, &test, &carries, &captures);
    begin(&body, w, fn.fn, "loop_body");
    check_params(w, &fn, carries.n + captures.n);
    own_input(&body, "i", DTYPE_INT64);
    own_input(&body, "cond", DTYPE_BOOL);
    give_captures(&body, &fn, &captures);
    take(&body, fn.n, carries.n);
    const WValue next = result_of(&body, fn.fn, &t);
    const WValue more = condition(&body.w, &test, &next, &captures);
    bool_output(&body, &more);
    for (uint32_t i = 0; i < next.n; i++)
        x_output(&body.w, &body.outputs, &next.items[i], t->fields[i]);
    vec_push(w->x->arena, &ins, w_has(w, 4) ? w_prim(w, 4, DTYPE_INT64) : "");
    vec_push(w->x->arena, &ins, x_value(w, &first));
    add_leaves(w, &ins, &carries);
    w_set_leaves(w, w_outs(w, add_loop(w, "Loop", &ins, &body, body.outputs.n - 1), 0));
}
