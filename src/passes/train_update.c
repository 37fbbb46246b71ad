/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that TrainStep adds, made of the adjoint function:
 *
 *     f_train_step(parameters, state, inputs..., targets, lr) -> (parameters, state, loss)
 *     f_train_state(parameters[, seed]) -> state
 *
 * and with `accumulate` in place of the step
 *
 *     f_train_gradient(parameters, sums, inputs..., targets, share) -> (parameters, sums, loss)
 *     f_train_update(parameters, state, sums, lr) -> (parameters, state, sums)
 *     f_train_sums(parameters[, seed]) -> sums
 *
 * where sums is (batches so far, [seed,] total share, (gradients times their shares...)): the
 * update is by the mean of all batches since the last one, weighted by `share`, their rows as a
 * rule, and empties the sums. A step and a gradient followed by an update are put together from the
 * same parts, so that they cannot drift apart. */
#include "ir/origin.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/calls.h"
#include "passes/training_parts.h"

static const IrDim *const no_dims[1];

static const IrType *scalar(IrModule *m, DType t) { return ir_type_tensor(m, no_dims, 0, t); }

typedef struct {
    Training *t;
    IrClone c;
    IrFunction *fn;
    OpDecompose d;
    IrOperand parameters;
    IrOperand *old, *new_; /* of the weights */
    IrOperand *gradients;  /* of those trained */
    IrOperand loss;
    /* The state; `sums` has the first two, too */
    IrOperand steps, seed;
    IrOperand *slots[OPTIMIZER_SLOTS + 1]; /* of the weights that are trained; then the average */
    /* The sums */
    IrOperand batches, total;
    IrOperand *sums;
} Step;

/* --- Types --- */

static bool has_average(const Training *t) { return t->o->average != 0; }
/* Lists of a tensor for each weight that is trained. */
static uint32_t n_slots(const Training *t) {
    return optimizer_slots(&t->o->optimizer) + has_average(t);
}
/* The state holds the seed, unless the sums do. */
static bool state_has_seed(const Training *t) { return t->seed && !t->o->accumulate; }
static DType wide(const Training *t) { return t->o->wide ? DTYPE_FLOAT64 : DTYPE_FLOAT32; }

static IrVar *weight_param(const Training *t, const IrFunction *fn, size_t i) {
    return fn->params.at[t->n_inputs + i];
}

static const IrType *slot_type(IrModule *m, const IrType *t) {
    const bool half = dtype_is_half(t->dtype);
    return ir_type_tensor(m, t->dims, t->ndim, half ? DTYPE_FLOAT32 : t->dtype);
}

/* Of a tuple with a slot for each weight that is trained. */
static const IrType *slots_type(Training *t, const IrType *parameters) {
    const IrType **each = ARENA_ARRAY(&t->arena, const IrType *, t->n_trained + 1);
    size_t k = 0;
    for (size_t i = 0; i < t->n_weights; i++) {
        if (t->weights[i].role == TRAINED) each[k++] = slot_type(t->m, parameters->fields[i]);
    }
    return ir_type_tuple(t->m, each, (uint32_t)k);
}

static const IrType *state_type(Training *t, const IrType *parameters) {
    IrModule *m = t->m;
    const IrType *fields[3 + OPTIMIZER_SLOTS], *slots = slots_type(t, parameters);
    uint32_t n = 0;
    fields[n++] = scalar(m, DTYPE_INT64);
    if (state_has_seed(t)) fields[n++] = scalar(m, DTYPE_INT64);
    for (uint32_t s = 0; s < n_slots(t); s++) fields[n++] = slots;
    return ir_type_tuple(m, fields, n);
}

static const IrType *sums_type(Training *t, const IrType *parameters) {
    IrModule *m = t->m;
    const IrType *fields[4];
    uint32_t n = 0;
    fields[n++] = scalar(m, DTYPE_INT64);
    if (t->seed) fields[n++] = scalar(m, DTYPE_INT64);
    fields[n++] = scalar(m, wide(t));
    fields[n++] = slots_type(t, parameters);
    return ir_type_tuple(m, fields, n);
}

static const IrType *parameters_type(Training *t, IrClone *c, const IrFunction *fn) {
    const IrType **types = ARENA_ARRAY(&t->arena, const IrType *, t->n_weights + 1);
    for (size_t i = 0; i < t->n_weights; i++)
        types[i] = ir_clone_type(c, weight_param(t, fn, i)->type);
    return ir_type_tuple(t->m, types, (uint32_t)t->n_weights);
}

/* --- Parameters --- */

static bool is_dataflow(const IrFunction *fn) {
    for (const IrBlock *b = fn->body->first_block; b; b = b->next) {
        if (!b->is_dataflow) return false;
    }
    return fn->is_pure;
}

static const IrOrigin origin = {.by = "TrainStep"};

static IrGlobal *begin(Step *s, const char *suffix, bool dataflow) {
    Training *t = s->t;
    IrModule *m = t->m;
    s->fn = ir_clone_begin(&s->c, m, &t->arena, t->adjoint, NULL);
    IrGlobal *g = training_global(m, t->from->name, suffix);
    s->fn->name = g->name;
    s->fn->is_private = false;
    s->fn->attrs = (IrAttr){.kind = IR_ATTR_DICT};
    s->fn->body = ir_body_new(s->fn, NULL);
    s->c.b.block = ir_block_append(s->fn->body, dataflow);
    s->c.b.loc = t->from->loc;
    s->c.b.origin = &origin;
    s->d = (OpDecompose){.b = &s->c.b, .name = "lv"};
    ir_function_publish(g, s->fn);
    return g;
}

static IrOperand take(Step *s, IrOperand tuple, size_t i, const char *name) {
    const IrOperand x = d_field(&s->d, tuple, (uint32_t)i);
    if (name) x.var->name = name;
    return x;
}

static IrOperand *take_list(Step *s, IrOperand tuple) {
    Training *t = s->t;
    IrOperand *list = ARENA_ARRAY(&t->arena, IrOperand, t->n_trained + 1);
    for (size_t i = 0; i < t->n_trained; i++) list[i] = take(s, tuple, i, NULL);
    return list;
}

/* The parameters of a function that runs f: its inputs, and the targets. */
static void take_inputs(Step *s) {
    Training *t = s->t;
    const size_t n = t->adjoint->params.len, n_from = t->from->params.len;
    for (size_t i = 0; i < t->n_inputs; i++) ir_clone_param(&s->c, t->adjoint->params.at[i]);
    for (size_t i = n_from; i < n - (t->seed != NULL); i++)
        ir_clone_param(&s->c, t->adjoint->params.at[i]);
}

/* The tuple's parts stand for the weights; in a copy of the adjoint's body, too. */
static void take_weights(Step *s) {
    Training *t = s->t;
    s->old = ARENA_ARRAY(&t->arena, IrOperand, t->n_weights + 1);
    s->new_ = ARENA_ARRAY(&t->arena, IrOperand, t->n_weights + 1);
    for (size_t i = 0; i < t->n_weights; i++) {
        const IrVar *w = weight_param(t, t->adjoint, i);
        s->new_[i] = s->old[i] = take(s, s->parameters, i, w->name);
        ir_clone_set(&s->c, w, s->old[i]);
    }
}

/* The seed of all that drops out in this batch, by the number of batches or steps before it. */
static void draw_seed(Step *s, IrOperand number) {
    Training *t = s->t;
    if (!t->seed) return;
    IrAttr *attrs = d_attrs(&s->d, &op_random);
    d_set_dtype(&op_random, attrs, "dtype", DTYPE_INT64);
    const IrOperand operands[] = {s->seed, number, d_shape(&s->d, no_dims, 0)};
    const IrOperand own = d_call(&s->d, &op_random, operands, 3, attrs);
    ir_clone_set(&s->c, t->adjoint->params.at[t->adjoint->params.len - 1], own);
}

static void take_state(Step *s, IrOperand state) {
    Training *t = s->t;
    uint32_t n = 0;
    s->steps = take(s, state, n++, "steps");
    if (state_has_seed(t)) s->seed = take(s, state, n++, "seed");
    if (state_has_seed(t)) draw_seed(s, s->steps);
    for (uint32_t k = 0; k < n_slots(t); k++) s->slots[k] = take_list(s, take(s, state, n++, NULL));
}

static void take_sums(Step *s, IrOperand sums) {
    Training *t = s->t;
    uint32_t n = 0;
    s->batches = take(s, sums, n++, "batches");
    if (t->seed) s->seed = take(s, sums, n++, "seed");
    s->total = take(s, sums, n++, "total");
    s->sums = take_list(s, take(s, sums, n, NULL));
}

/* --- The body --- */

static bool copy_body(Step *s) {
    for (IrBinding *b = s->t->adjoint->body->first; b; b = b->next) {
        const ArenaMark mark = arena_mark(&s->t->m->scratch);
        s->c.b.loc = b->loc;
        s->c.b.origin = b->origin;
        const bool ok = ir_clone_binding(&s->c, b);
        arena_rewind(&s->t->m->scratch, mark);
        if (!ok) return false;
    }
    s->c.b.origin = &origin;
    return true;
}

/* ((loss, moving...), (gradients...)): leaves, as everything was written out. */
static void take_results(Step *s) {
    Training *t = s->t;
    const IrOperands *result = &t->adjoint->body->result;
    IrOperandBuf out;
    ir_operands_init(&out, &t->arena);
    ir_clone_operands(&s->c, result->at, result->n, &out);
    const size_t n_moving = t->moving.len, first = 2;
    s->loss = out.ops.at[first];
    s->gradients = &out.ops.at[first + 1 + n_moving + 1];
    for (size_t i = 0; i < t->n_weights; i++) {
        if (t->weights[i].role == MOVING) s->new_[i] = out.ops.at[first + 1 + t->weights[i].output];
    }
}

static IrOperand one_more(Step *s, IrOperand count) {
    Tensor *one = tensor_new(s->t->m->ctx, DTYPE_INT64, NULL, 0);
    dtype_write_int(DTYPE_INT64, one->data, 1);
    const IrOperand by_one = {
        .kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(s->t->m, one)};
    return d2(&s->d, &op_add, count, by_one);
}

static IrOperand scaled(Step *s, IrOperand x, double factor) {
    if (factor == 1) return x;
    return d2(&s->d, &op_multiply, x, d_const(&s->d, d_type(&s->d, x)->dtype, factor));
}

/* What is kept of the average, and the rest of the new value. */
static IrOperand averaged(Step *s, IrOperand average, IrOperand new_) {
    const double kept = s->t->o->average;
    const IrOperand value = d_cast(&s->d, new_, d_type(&s->d, average)->dtype);
    const IrOperand before = scaled(s, average, kept), after = scaled(s, value, 1 - kept);
    return d2(&s->d, &op_add, before, after);
}

static void update(Step *s, IrOperand lr) {
    Training *t = s->t;
    OpDecompose *d = &s->d;
    const uint32_t n_own = optimizer_slots(&t->o->optimizer);
    s->steps = one_more(s, s->steps);
    const IrOperand number = d_cast(d, s->steps, wide(t));
    const OptimizerStep step =
        optimizer_begin(d, &t->o->optimizer, lr, number, s->gradients, (uint32_t)t->n_trained);
    size_t k = 0;
    for (size_t i = 0; i < t->n_weights; i++) {
        if (t->weights[i].role != TRAINED) continue;
        const ArenaMark mark = arena_mark(&t->m->scratch);
        IrOperand slots[OPTIMIZER_SLOTS];
        OptimizerOptions o = t->o->optimizer;
        OptimizerStep own = step;
        o.weight_decay = t->weights[i].decay;
        own.lr = scaled(s, lr, t->weights[i].rate);
        for (uint32_t n = 0; n < n_own; n++) slots[n] = s->slots[n][k];
        s->new_[i] = optimizer_update(d, &o, &own, s->old[i], s->gradients[k], slots);
        for (uint32_t n = 0; n < n_own; n++) s->slots[n][k] = slots[n];
        if (has_average(t)) s->slots[n_own][k] = averaged(s, s->slots[n_own][k], s->new_[i]);
        arena_rewind(&t->m->scratch, mark);
        k++;
    }
}

/* Adds the gradients of this batch, `share` times each. */
static void add_gradients(Step *s, IrOperand share) {
    Training *t = s->t;
    OpDecompose *d = &s->d;
    s->batches = one_more(s, s->batches);
    s->total = d2(d, &op_add, s->total, share);
    for (size_t k = 0; k < t->n_trained; k++) {
        const ArenaMark mark = arena_mark(&t->m->scratch);
        const DType own = d_type(d, s->sums[k])->dtype;
        const IrOperand g = d_cast(d, s->gradients[k], own), by = d_cast(d, share, own);
        s->sums[k] = d2(d, &op_add, s->sums[k], d2(d, &op_multiply, by, g));
        arena_rewind(&t->m->scratch, mark);
    }
}

/* The mean gradients, and the sums as they begin again. */
static void take_mean(Step *s) {
    Training *t = s->t;
    OpDecompose *d = &s->d;
    s->gradients = ARENA_ARRAY(&t->arena, IrOperand, t->n_trained + 1);
    for (size_t k = 0; k < t->n_trained; k++) {
        const IrOperand by = d_cast(d, s->total, d_type(d, s->sums[k])->dtype);
        s->gradients[k] = d2(d, &op_divide, s->sums[k], by);
        s->sums[k] = d_filled(d, &op_zeros, d_type(d, s->sums[k]));
    }
    s->total = d_filled(d, &op_zeros, d_type(d, s->total));
}

/* --- A step whose loss is not finite changes nothing --- */

/* What may change, as it was before. */
typedef struct {
    IrOperand steps, batches, total;
    IrOperand *slots[OPTIMIZER_SLOTS + 1], *sums;
} Before;

static IrOperand *copied(Step *s, const IrOperand *list) {
    IrOperand *copy = ARENA_ARRAY(&s->t->arena, IrOperand, s->t->n_trained + 1);
    for (size_t i = 0; list && i < s->t->n_trained; i++) copy[i] = list[i];
    return copy;
}

static Before before(Step *s) {
    Before b = {.steps = s->steps, .batches = s->batches, .total = s->total};
    for (uint32_t k = 0; k < n_slots(s->t); k++) b.slots[k] = copied(s, s->slots[k]);
    b.sums = copied(s, s->sums);
    return b;
}

static void choose(Step *s, IrOperand finite, IrOperand *now, IrOperand old) {
    if (now->kind == IR_OPERAND_NONE || now->var == old.var) return;
    *now = d3(&s->d, &op_where, finite, *now, old);
}

static void guard(Step *s, const Before *b) {
    Training *t = s->t;
    if (!t->o->guard) return;
    const IrOperand finite = d1(&s->d, &op_isfinite, s->loss);
    for (size_t i = 0; i < t->n_weights; i++) choose(s, finite, &s->new_[i], s->old[i]);
    choose(s, finite, &s->steps, b->steps);
    choose(s, finite, &s->batches, b->batches);
    choose(s, finite, &s->total, b->total);
    for (size_t i = 0; i < t->n_trained; i++) {
        for (uint32_t k = 0; k < n_slots(t) && s->slots[k]; k++)
            choose(s, finite, &s->slots[k][i], b->slots[k][i]);
        if (s->sums) choose(s, finite, &s->sums[i], b->sums[i]);
    }
}

/* --- Results --- */

static void add_list(IrOperandBuf *out, const IrOperand *items, size_t n) {
    const size_t at = ir_operands_tuple(out);
    for (size_t i = 0; i < n; i++) ir_operands_copy(out, &items[i]);
    ir_operands_end(out, at, (uint32_t)n);
}

static void add_state(const Step *s, IrOperandBuf *out) {
    const Training *t = s->t;
    const uint32_t n = 1 + state_has_seed(t) + n_slots(t);
    const size_t at = ir_operands_tuple(out);
    ir_operands_copy(out, &s->steps);
    if (state_has_seed(t)) ir_operands_copy(out, &s->seed);
    for (uint32_t k = 0; k < n_slots(t); k++) add_list(out, s->slots[k], t->n_trained);
    ir_operands_end(out, at, n);
}

static void add_sums(const Step *s, IrOperandBuf *out) {
    const size_t at = ir_operands_tuple(out);
    ir_operands_copy(out, &s->batches);
    if (s->t->seed) ir_operands_copy(out, &s->seed);
    ir_operands_copy(out, &s->total);
    add_list(out, s->sums, s->t->n_trained);
    ir_operands_end(out, at, 3 + (s->t->seed != NULL));
}

static void set_result(Step *s, const IrOperandBuf *out) {
    blocks_set_result(s->fn, out->ops.at, (uint32_t)out->ops.len);
    ir_body_fix_outputs(s->fn);
}

/* donate = [[0, 0], [1, 1], ...]: result i may take the place of parameter i, of the first n. */
static void set_donation(Step *s, uint32_t n) {
    IrModule *m = s->t->m;
    IrAttr pairs[3][2], items[3], list, dict;
    const char *key = "donate";
    for (uint32_t i = 0; i < n; i++) {
        pairs[i][0] = pairs[i][1] = (IrAttr){.kind = IR_ATTR_INT, .i = i};
        items[i] = (IrAttr){.kind = IR_ATTR_LIST, .n = 2, .items = pairs[i]};
    }
    list = (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = items};
    dict = (IrAttr){.kind = IR_ATTR_DICT, .n = 1, .items = &list, .keys = &key};
    ir_attr_copy(m, &s->fn->attrs, &dict);
}

/* --- The functions --- */

static IrOperand new_param(Step *s, const char *name, const IrType *t) {
    return d_var(ir_clone_new_param(&s->c, name, t));
}

bool training_make_step(Training *t) {
    Step s = {.t = t};
    t->made.step = begin(&s, "train_step", is_dataflow(t->adjoint));
    const IrType *types = parameters_type(t, &s.c, t->adjoint);
    s.parameters = new_param(&s, "parameters", types);
    const IrOperand state = new_param(&s, "state", state_type(t, types));
    take_inputs(&s);
    const IrOperand lr = new_param(&s, "lr", scalar(t->m, wide(t)));
    take_weights(&s);
    take_state(&s, state);
    if (!copy_body(&s)) return false;
    take_results(&s);
    const Before b = before(&s);
    update(&s, lr);
    guard(&s, &b);
    IrOperandBuf out;
    ir_operands_init(&out, &t->arena);
    const size_t at = ir_operands_tuple(&out);
    add_list(&out, s.new_, t->n_weights);
    add_state(&s, &out);
    ir_operands_copy(&out, &s.loss);
    ir_operands_end(&out, at, 3);
    set_result(&s, &out);
    set_donation(&s, 2);
    return true;
}

bool training_make_gradient(Training *t) {
    Step s = {.t = t};
    t->made.step = begin(&s, "train_gradient", is_dataflow(t->adjoint));
    const IrType *types = parameters_type(t, &s.c, t->adjoint);
    s.parameters = new_param(&s, "parameters", types);
    const IrOperand sums = new_param(&s, "sums", sums_type(t, types));
    take_inputs(&s);
    const IrOperand share = new_param(&s, "share", scalar(t->m, wide(t)));
    take_weights(&s);
    take_sums(&s, sums);
    draw_seed(&s, s.batches);
    if (!copy_body(&s)) return false;
    take_results(&s);
    const Before b = before(&s);
    add_gradients(&s, share);
    guard(&s, &b);
    IrOperandBuf out;
    ir_operands_init(&out, &t->arena);
    const size_t at = ir_operands_tuple(&out);
    add_list(&out, s.new_, t->n_weights);
    add_sums(&s, &out);
    ir_operands_copy(&out, &s.loss);
    ir_operands_end(&out, at, 3);
    set_result(&s, &out);
    set_donation(&s, 2);
    return true;
}

static void mark_defined(void *user, IrSymbol *s) { ((bool *)user)[s->index] = true; }

static const IrDim *if_defined(void *user, IrSymbol *s) {
    return ((const bool *)user)[s->index] ? ir_dim_symbol(s->function->module, s) : NULL;
}

/* The type, with what only inputs tell unknown: here there are the weights alone. */
static const IrType *of_weights_alone(Training *t, const IrFunction *fn, const IrType *types) {
    bool *defined = ARENA_ARRAY(&t->arena, bool, fn->symbols.len + 1);
    type_defined_symbols(types, mark_defined, defined);
    return ir_type_map(t->m, types, if_defined, defined);
}

bool training_make_update(Training *t) {
    Step s = {.t = t};
    t->made.update = begin(&s, "train_update", true);
    const IrType *types = of_weights_alone(t, s.fn, parameters_type(t, &s.c, t->adjoint));
    s.parameters = new_param(&s, "parameters", types);
    const IrOperand state = new_param(&s, "state", state_type(t, types));
    const IrOperand sums = new_param(&s, "sums", sums_type(t, types));
    const IrOperand lr = new_param(&s, "lr", scalar(t->m, wide(t)));
    take_weights(&s);
    take_state(&s, state);
    take_sums(&s, sums);
    take_mean(&s);
    update(&s, lr);
    IrOperandBuf out;
    ir_operands_init(&out, &t->arena);
    const size_t at = ir_operands_tuple(&out);
    add_list(&out, s.new_, t->n_weights);
    add_state(&s, &out);
    add_sums(&s, &out);
    ir_operands_end(&out, at, 3);
    set_result(&s, &out);
    set_donation(&s, 3);
    return true;
}

/* Like the weight, of the slot's dtype. */
static IrOperand zeros_like(Step *s, IrOperand weight, DType dtype) {
    IrAttr *attrs = d_attrs(&s->d, &op_zeros_like);
    if (d_type(&s->d, weight)->dtype != dtype) d_set_dtype(&op_zeros_like, attrs, "dtype", dtype);
    return d_call(&s->d, &op_zeros_like, &weight, 1, attrs);
}

static IrOperand *first_slots(Step *s, const IrType *slots, bool is_average) {
    Training *t = s->t;
    IrOperand *list = ARENA_ARRAY(&t->arena, IrOperand, t->n_trained + 1);
    size_t n = 0;
    for (size_t i = 0; i < t->n_weights; i++) {
        if (t->weights[i].role != TRAINED) continue;
        const IrOperand w = take(s, s->parameters, i, NULL);
        const DType dtype = slots->fields[n]->dtype;
        list[n++] = is_average ? d_cast(&s->d, w, dtype) : zeros_like(s, w, dtype);
    }
    return list;
}

static const IrType *begin_first(Step *s, const char *suffix, bool has_seed) {
    Training *t = s->t;
    begin(s, suffix, true);
    const IrType *types = parameters_type(t, &s->c, t->adjoint);
    s->parameters = new_param(s, "parameters", of_weights_alone(t, s->fn, types));
    if (has_seed) s->seed = new_param(s, "seed", scalar(t->m, DTYPE_INT64));
    return types;
}

static void make_first_sums(Training *t) {
    Step s = {.t = t};
    const IrType *types = begin_first(&s, "train_sums", t->seed != NULL);
    s.batches = d_filled(&s.d, &op_zeros, scalar(t->m, DTYPE_INT64));
    s.total = d_filled(&s.d, &op_zeros, scalar(t->m, wide(t)));
    s.sums = first_slots(&s, slots_type(t, types), false);
    IrOperandBuf out;
    ir_operands_init(&out, &t->arena);
    add_sums(&s, &out);
    set_result(&s, &out);
}

bool training_make_state(Training *t) {
    Step s = {.t = t};
    const IrType *types = begin_first(&s, "train_state", state_has_seed(t));
    s.steps = d_filled(&s.d, &op_zeros, scalar(t->m, DTYPE_INT64));
    for (uint32_t k = 0; k < n_slots(t); k++)
        s.slots[k] = first_slots(&s, slots_type(t, types),
                                 has_average(t) && k == optimizer_slots(&t->o->optimizer));
    IrOperandBuf out;
    ir_operands_init(&out, &t->arena);
    add_state(&s, &out);
    set_result(&s, &out);
    if (t->o->accumulate) make_first_sums(t);
    return true;
}
