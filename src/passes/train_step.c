/* SPDX-License-Identifier: Apache-2.0 */
/* TrainStep: from a function f(inputs..., weights...), a loss and an optimizer one function that
 * makes a step, and one that makes the state to begin with:
 *
 *     f_train_step(parameters, state, inputs..., targets, lr) -> (parameters, state, loss)
 *     f_train_state(parameters[, seed]) -> state
 *
 * `parameters` is the tuple of f's weights, in order: those behind the first num_input. `state` is
 * a tuple: the number of steps made (int64), the seed where f drops out, then for each slot of the
 * optimizer the tuple of its tensors, one for each parameter that is trained. parameters and state
 * are donated: the function attribute `donate` says which result may take a parameter's place.
 *
 * A batch_norm is in training (unless keep_norms says that it stays); where its moving mean and
 * variance are weights, their new values are the batch_norm's. Each dropout without a seed gets
 * one, drawn from the state's seed and the number of the step.
 *
 * f is copied, the loss is appended, Gradient makes the adjoint function of that, and the step is a
 * copy of it with the updates behind it. Linear.
 *
 * requires all; establishes nothing; preserves all */
#include "base/near.h"
#include "ir/origin.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/calls.h"
#include "passes/gradient.h"
#include "passes/training_parts.h"

/* What becomes of a weight. */
/* STATISTIC: of a batch norm that stays as it is */
typedef enum { FROZEN, TRAINED, MOVING, STATISTIC } Role;

typedef struct {
    Role role;
    size_t output; /* MOVING: its place among the loss function's results behind the loss */
} Weight;

typedef struct {
    IrModule *m;
    Arena arena;
    LossOptions loss;
    OptimizerOptions optimizer;
    const char *const *train; /* patterns; none: all */
    size_t n_train;
    bool keeps_norms; /* batch norms stay in inference */
    const IrFunction *from;
    size_t n_inputs, n_weights, n_trained;
    Weight *weights;
    size_t *param_of;    /* by variable id, of parameters: which one */
    VEC(IrVar *) moving; /* new values, in the loss function */
    IrVar *seed;         /* its parameter; NULL: nothing drops out */
    int64_t n_dropouts;
    IrFunction *with_loss, *adjoint;
} Train;

static const IrDim *const no_dims[1];

static const IrType *scalar(IrModule *m, DType t) { return ir_type_tensor(m, no_dims, 0, t); }

/* Weights */

static bool find_inputs(Train *t, int64_t given) {
    const IrFunction *fn = t->from;
    const size_t n = fn->params.len;
    int64_t inputs = given;
    for (uint32_t i = 0; i < fn->attrs.n && given < 0; i++) {
        const IrAttr *a = &fn->attrs.items[i];
        if (strcmp(fn->attrs.keys[i], "num_input") == 0 && a->kind == IR_ATTR_INT) inputs = a->i;
    }
    if (inputs >= 0 && (uint64_t)inputs < n) {
        t->n_inputs = (size_t)inputs;
        t->n_weights = n - t->n_inputs;
        t->weights = ARENA_ARRAY(&t->arena, Weight, t->n_weights + 1);
        t->param_of = ARENA_ARRAY(&t->arena, size_t, (size_t)fn->n_vars + 1);
        for (size_t i = 0; i < n; i++) t->param_of[fn->params.at[i]->id] = i;
        return true;
    }
    Ctx *ctx = t->m->ctx;
    Diag *d =
        diag_error(ctx, fn->loc, DIAG_VALUE,
                   diag_fmt(ctx, "which parameters of '%s' are weights is not said", fn->name));
    diag_expected(ctx, d, "fewer inputs than the %zu parameters", n);
    if (inputs >= 0) diag_found(ctx, d, "%lld", (long long)inputs);
    diag_help(ctx, d, "R.func_attr({\"num_input\": 1}), or TrainStep(..., num_input=1)");
    return false;
}

static IrVar *weight_param(const Train *t, const IrFunction *fn, size_t i) {
    return fn->params.at[t->n_inputs + i];
}

/* All patterns that fit the name count as found. */
static bool matches_any(const Train *t, const char *name, bool *found) {
    bool any = !t->n_train;
    for (size_t i = 0; i < t->n_train; i++) {
        if (!name || !gradient_matches(t->train[i], name)) continue;
        any = found[i] = true;
    }
    return any;
}

static void report_not_found(const Train *t, const bool *found) {
    Ctx *ctx = t->m->ctx;
    for (size_t i = 0; i < t->n_train; i++) {
        if (found[i]) continue;
        Diag *d = diag_error(ctx, t->from->loc, DIAG_NAME, t->train[i]);
        NearNames names;
        near_names_begin(&names, ctx, t->train[i]);
        for (size_t k = 0; k < t->n_weights; k++)
            near_names_add(&names, weight_param(t, t->from, k)->name);
        near_names_end(&names, ctx, d,
                       diag_fmt(ctx, "a weight of '%s', which are its parameters from %zu on",
                                t->from->name, t->n_inputs));
    }
}

static bool choose_trained(Train *t) {
    Ctx *ctx = t->m->ctx;
    const size_t errors = diag_errors(ctx);
    bool *found = ARENA_ARRAY(&t->arena, bool, t->n_train + 1);
    for (size_t i = 0; i < t->n_weights; i++) {
        const IrVar *v = weight_param(t, t->from, i);
        if (!matches_any(t, v->name, found) || t->weights[i].role == MOVING) continue;
        if (t->weights[i].role == STATISTIC && !t->n_train) continue;
        if (v->type->kind != IR_TYPE_TENSOR || !v->type->dims || !dtype_is_float(v->type->dtype) ||
            dtype_is_small(v->type->dtype)) {
            if (!t->n_train) continue;
            Diag *d = diag_error(ctx, t->from->loc, DIAG_VALUE,
                                 diag_fmt(ctx, "'%s' cannot be trained", v->name));
            diag_expected(ctx, d, "a floating-point tensor of known shape");
            diag_found(ctx, d, "%s", ir_type_text(t->m, v->type));
            continue;
        }
        t->weights[i].role = TRAINED;
        t->n_trained++;
    }
    report_not_found(t, found);
    if (!t->n_trained && diag_errors(ctx) == errors) {
        Diag *d = diag_error(ctx, t->from->loc, DIAG_VALUE,
                             diag_fmt(ctx, "'%s' has nothing to train", t->from->name));
        diag_expected(ctx, d, "a weight that is a floating-point tensor%s",
                      t->n_train ? " and has one of these names" : "");
    }
    return diag_errors(ctx) == errors;
}

/* The function with the loss */

static IrBinding *last_made(IrClone *c) { return c->b.block->last; }

static IrOperand counter(Train *t) {
    Tensor *n = tensor_new(t->m->ctx, DTYPE_INT64, NULL, 0);
    dtype_write_int(DTYPE_INT64, n->data, t->n_dropouts++);
    return (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(t->m, n)};
}

static IrCloneAnswer train_dropout(Train *t, IrClone *c, IrBinding *b) {
    if (ir_operand_get(&b->operands, 1)->kind != IR_OPERAND_NONE) return IR_CLONE_COPY;
    if (c->outer) {
        Diag *d = diag_error(t->m->ctx, b->loc, DIAG_UNSUPPORTED,
                             "R.nn.dropout without a seed in a nested function");
        diag_help(t->m->ctx, d, "give it a seed and a counter");
        return IR_CLONE_FAILED;
    }
    if (!ir_clone_binding(c, b)) return IR_CLONE_FAILED;
    if (!t->seed) {
        t->seed = ir_var_new(c->to, intern_c(&t->m->names, "seed"), scalar(t->m, DTYPE_INT64));
    }
    const IrOperand data = *ir_operand_get(&last_made(c)->operands, 0);
    const IrOperand operands[] = {data, d_var(t->seed), counter(t)};
    ir_binding_set_operands(last_made(c), operands, 3);
    return IR_CLONE_DONE;
}

/* The weight that the operand is; n_weights: none. */
static size_t weight_of(const Train *t, const IrOperand *o) {
    const bool is_param = o->kind == IR_OPERAND_VAR && !o->var->def;
    const size_t i = is_param ? t->param_of[o->var->id] : 0;
    return is_param && i >= t->n_inputs ? i - t->n_inputs : t->n_weights;
}

static bool take_moving(Train *t, IrClone *c, const IrBinding *b, const IrVar *made) {
    for (uint32_t k = 0; k < 2 && !c->outer && !b->block->body->owner; k++) {
        const size_t w = weight_of(t, ir_operand_get(&b->operands, 3 + k));
        if (w == t->n_weights) continue;
        if (t->keeps_norms) {
            t->weights[w].role = STATISTIC;
            continue;
        }
        const IrOperand tuple = d_var((IrVar *)made);
        IrVar *v = ir_build_field(&c->b, &tuple, 1, 1 + k, "moving");
        if (!v) return false;
        t->weights[w] = (Weight){.role = MOVING, .output = t->moving.len};
        vec_push(&t->arena, &t->moving, v);
    }
    return true;
}

static IrCloneAnswer train_batch_norm(Train *t, IrClone *c, IrBinding *b) {
    if (!ir_clone_binding(c, b)) return IR_CLONE_FAILED;
    IrBinding *made = last_made(c);
    if (t->keeps_norms) return take_moving(t, c, b, made->var) ? IR_CLONE_DONE : IR_CLONE_FAILED;
    const uint32_t n = ir_op_n_attrs(made->op);
    IrAttr *attrs = ARENA_ARRAY(&t->m->scratch, IrAttr, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) attrs[i] = made->attrs[i];
    attrs[ir_op_attr_index(made->op, "training")].i = true;
    made->attrs = ir_attrs_intern(t->m, attrs, n);
    return take_moving(t, c, b, made->var) ? IR_CLONE_DONE : IR_CLONE_FAILED;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    if (b->kind != IR_BIND_CALL) return IR_CLONE_COPY;
    if (b->op == &op_nn_dropout) return train_dropout(c->user, c, b);
    return b->op == &op_nn_batch_norm ? train_batch_norm(c->user, c, b) : IR_CLONE_COPY;
}

static bool make_with_loss(Train *t) {
    IrModule *m = t->m;
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, m, &t->arena, t->from, NULL);
    for (size_t i = 0; i < t->from->params.len; i++) ir_clone_param(&c, t->from->params.at[i]);
    c.visit = visit;
    c.user = t;
    if (!ir_clone_finish(&c)) return false;
    IrVar *loss = append_loss(fn, &t->loss);
    if (!loss) return false;
    if (t->seed) vec_push(&m->arena, &fn->params, t->seed);
    IrOperandBuf out;
    ir_operands_init(&out, &t->arena);
    const size_t at = ir_operands_tuple(&out);
    ir_operands_var(&out, loss);
    for (size_t i = 0; i < t->moving.len; i++) ir_operands_var(&out, t->moving.at[i]);
    ir_operands_end(&out, at, 1 + (uint32_t)t->moving.len);
    blocks_set_result(fn, out.ops.at, (uint32_t)out.ops.len);
    IrGlobal *g = training_global(m, t->from->name, "loss");
    fn->name = g->name;
    fn->is_private = true;
    ir_function_drop_attr(fn, "donate");
    ir_function_publish(g, fn);
    ir_body_fix_outputs(fn);
    t->with_loss = fn;
    return true;
}

static bool make_adjoint(Train *t) {
    size_t *trained = ARENA_ARRAY(&t->arena, size_t, t->n_trained + 1), n = 0;
    for (size_t i = 0; i < t->n_weights; i++) {
        if (t->weights[i].role == TRAINED) trained[n++] = t->n_inputs + i;
    }
    /* the adjoint comes first, functions that it calls behind it */
    const size_t before = t->m->globals.len;
    const GradientOptions o = {
        .function = t->with_loss->name, .params = trained, .n_params = n, .target = 0};
    if (!gradient(t->m, &o)) return false;
    t->adjoint = t->m->globals.at[before]->function;
    return true;
}

/* The step */

typedef struct {
    Train *t;
    IrClone c;
    IrFunction *fn;
    OpDecompose d;
    IrOperand parameters, state, lr;
    IrOperand *old, *new_;             /* of the weights */
    IrOperand *gradients;              /* of those trained */
    IrOperand *slots[OPTIMIZER_SLOTS]; /* the same */
    IrOperand steps, seed, loss;
} Step;

static const IrType *slot_type(IrModule *m, const IrType *t) {
    const bool half = t->dtype == DTYPE_FLOAT16 || t->dtype == DTYPE_BFLOAT16;
    return ir_type_tensor(m, t->dims, t->ndim, half ? DTYPE_FLOAT32 : t->dtype);
}

/* The state's type, from those of the weights. */
static const IrType *state_type(Train *t, const IrType *parameters) {
    IrModule *m = t->m;
    const IrType *fields[2 + OPTIMIZER_SLOTS];
    const IrType **each = ARENA_ARRAY(&t->arena, const IrType *, t->n_trained + 1);
    uint32_t n = 0;
    size_t k = 0;
    for (size_t i = 0; i < t->n_weights; i++) {
        if (t->weights[i].role == TRAINED) each[k++] = slot_type(m, parameters->fields[i]);
    }
    fields[n++] = scalar(m, DTYPE_INT64);
    if (t->seed) fields[n++] = scalar(m, DTYPE_INT64);
    for (uint32_t s = 0; s < optimizer_slots(&t->optimizer); s++)
        fields[n++] = ir_type_tuple(m, each, (uint32_t)k);
    return ir_type_tuple(m, fields, n);
}

static const IrType *parameters_type(Train *t, IrClone *c, const IrFunction *fn) {
    const IrType **types = ARENA_ARRAY(&t->arena, const IrType *, t->n_weights + 1);
    for (size_t i = 0; i < t->n_weights; i++)
        types[i] = ir_clone_type(c, weight_param(t, fn, i)->type);
    return ir_type_tuple(t->m, types, (uint32_t)t->n_weights);
}

static bool is_dataflow(const IrFunction *fn) {
    for (const IrBlock *b = fn->body->first_block; b; b = b->next) {
        if (!b->is_dataflow) return false;
    }
    return fn->is_pure;
}

static const IrOrigin origin = {.by = "TrainStep"};

static void begin(Step *s, const char *suffix, bool dataflow) {
    Train *t = s->t;
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
}

static IrOperand take(Step *s, IrOperand tuple, size_t i, const char *name) {
    const IrOperand x = d_field(&s->d, tuple, (uint32_t)i);
    if (name) x.var->name = name;
    return x;
}

static void take_parameters(Step *s) {
    Train *t = s->t;
    const size_t n = t->adjoint->params.len, n_from = t->from->params.len;
    const IrType *types = parameters_type(t, &s->c, t->adjoint);
    s->parameters = d_var(ir_clone_new_param(&s->c, "parameters", types));
    s->state = d_var(ir_clone_new_param(&s->c, "state", state_type(t, types)));
    for (size_t i = 0; i < t->n_inputs; i++) ir_clone_param(&s->c, t->adjoint->params.at[i]);
    for (size_t i = n_from; i < n - (t->seed != NULL); i++)
        ir_clone_param(&s->c, t->adjoint->params.at[i]);
    s->lr = d_var(ir_clone_new_param(&s->c, "lr", scalar(t->m, DTYPE_FLOAT32)));
    s->old = ARENA_ARRAY(&t->arena, IrOperand, t->n_weights + 1);
    for (size_t i = 0; i < t->n_weights; i++) {
        const IrVar *w = weight_param(t, t->adjoint, i);
        s->old[i] = take(s, s->parameters, i, w->name);
        ir_clone_set(&s->c, w, s->old[i]);
    }
}

static void take_state(Step *s) {
    Train *t = s->t;
    uint32_t n = 0;
    s->steps = take(s, s->state, n++, "steps");
    if (t->seed) {
        s->seed = take(s, s->state, n++, "seed");
        IrAttr *attrs = d_attrs(&s->d, &op_random);
        d_set_dtype(&op_random, attrs, "dtype", DTYPE_INT64);
        const IrOperand operands[] = {s->seed, s->steps, d_shape(&s->d, no_dims, 0)};
        const IrOperand own = d_call(&s->d, &op_random, operands, 3, attrs);
        ir_clone_set(&s->c, t->adjoint->params.at[t->adjoint->params.len - 1], own);
    }
    for (uint32_t k = 0; k < optimizer_slots(&t->optimizer); k++) {
        const IrOperand tuple = take(s, s->state, n++, NULL);
        s->slots[k] = ARENA_ARRAY(&t->arena, IrOperand, t->n_trained + 1);
        for (size_t i = 0; i < t->n_trained; i++) s->slots[k][i] = take(s, tuple, i, NULL);
    }
}

static bool copy_body(Step *s) {
    for (IrBinding *b = s->t->adjoint->body->first; b; b = b->next) {
        const ArenaMark mark = arena_mark(&s->t->m->scratch);
        s->c.b.loc = b->loc;
        s->c.b.origin = b->origin;
        const bool ok = ir_clone_binding(&s->c, b);
        arena_rewind(&s->t->m->scratch, mark);
        if (!ok) return false;
    }
    return true;
}

/* ((loss, moving...), (gradients...)): leaves, as everything was written out. */
static void take_results(Step *s) {
    Train *t = s->t;
    const IrOperands *result = &t->adjoint->body->result;
    IrOperandBuf out;
    ir_operands_init(&out, &t->arena);
    ir_clone_operands(&s->c, result->at, result->n, &out);
    const size_t n_moving = t->moving.len, first = 2;
    s->loss = out.ops.at[first];
    s->gradients = &out.ops.at[first + 1 + n_moving + 1];
    s->new_ = ARENA_ARRAY(&t->arena, IrOperand, t->n_weights + 1);
    for (size_t i = 0; i < t->n_weights; i++) {
        s->new_[i] = s->old[i];
        if (t->weights[i].role == MOVING) s->new_[i] = out.ops.at[first + 1 + t->weights[i].output];
    }
}

static void update(Step *s) {
    Train *t = s->t;
    OpDecompose *d = &s->d;
    const OptimizerOptions *o = &t->optimizer;
    Tensor *one = tensor_new(t->m->ctx, DTYPE_INT64, NULL, 0);
    dtype_write_int(DTYPE_INT64, one->data, 1);
    const IrOperand by_one = {
        .kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(t->m, one)};
    s->steps = d2(d, &op_add, s->steps, by_one);
    const IrOperand number = d_cast(d, s->steps, DTYPE_FLOAT32);
    const OptimizerStep step =
        optimizer_begin(d, o, s->lr, number, s->gradients, (uint32_t)t->n_trained);
    size_t k = 0;
    for (size_t i = 0; i < t->n_weights; i++) {
        if (t->weights[i].role != TRAINED) continue;
        const ArenaMark mark = arena_mark(&t->m->scratch);
        IrOperand slots[OPTIMIZER_SLOTS];
        for (uint32_t n = 0; n < optimizer_slots(o); n++) slots[n] = s->slots[n][k];
        s->new_[i] = optimizer_update(d, o, &step, s->old[i], s->gradients[k], slots);
        for (uint32_t n = 0; n < optimizer_slots(o); n++) s->slots[n][k] = slots[n];
        arena_rewind(&t->m->scratch, mark);
        k++;
    }
}

static void add_list(IrOperandBuf *out, const IrOperand *items, size_t n) {
    const size_t at = ir_operands_tuple(out);
    for (size_t i = 0; i < n; i++) ir_operands_copy(out, &items[i]);
    ir_operands_end(out, at, (uint32_t)n);
}

static void add_state(const Step *s, IrOperandBuf *out) {
    const uint32_t n_slots = optimizer_slots(&s->t->optimizer),
                   n = 1 + (s->t->seed != NULL) + n_slots;
    const size_t at = ir_operands_tuple(out);
    ir_operands_copy(out, &s->steps);
    if (s->t->seed) ir_operands_copy(out, &s->seed);
    for (uint32_t k = 0; k < n_slots; k++) add_list(out, s->slots[k], s->t->n_trained);
    ir_operands_end(out, at, n);
}

static void set_result(Step *s, const IrOperandBuf *out) {
    blocks_set_result(s->fn, out->ops.at, (uint32_t)out->ops.len);
    ir_body_fix_outputs(s->fn);
}

/* donate = [[0, 0], [1, 1]]: result i may take the place of parameter i. */
static void set_donation(Step *s) {
    IrModule *m = s->t->m;
    IrAttr pairs[2][2], items[2], list, dict;
    const char *key = "donate";
    for (int i = 0; i < 2; i++) {
        pairs[i][0] = pairs[i][1] = (IrAttr){.kind = IR_ATTR_INT, .i = i};
        items[i] = (IrAttr){.kind = IR_ATTR_LIST, .n = 2, .items = pairs[i]};
    }
    list = (IrAttr){.kind = IR_ATTR_LIST, .n = 2, .items = items};
    dict = (IrAttr){.kind = IR_ATTR_DICT, .n = 1, .items = &list, .keys = &key};
    ir_attr_copy(m, &s->fn->attrs, &dict);
}

static bool make_step(Train *t) {
    Step s = {.t = t};
    begin(&s, "train_step", is_dataflow(t->adjoint));
    take_parameters(&s);
    take_state(&s);
    if (!copy_body(&s)) return false;
    s.c.b.origin = &origin;
    take_results(&s);
    update(&s);
    IrOperandBuf out;
    ir_operands_init(&out, &t->arena);
    const size_t at = ir_operands_tuple(&out);
    add_list(&out, s.new_, t->n_weights);
    add_state(&s, &out);
    ir_operands_copy(&out, &s.loss);
    ir_operands_end(&out, at, 3);
    set_result(&s, &out);
    set_donation(&s);
    return true;
}

static void mark_defined(void *user, IrSymbol *s) { ((bool *)user)[s->index] = true; }

static const IrDim *if_defined(void *user, IrSymbol *s) {
    return ((const bool *)user)[s->index] ? ir_dim_symbol(s->function->module, s) : NULL;
}

/* The type, with what only inputs tell unknown: the first state is made of the weights alone. */
static const IrType *of_weights_alone(Train *t, const IrFunction *fn, const IrType *types) {
    bool *defined = ARENA_ARRAY(&t->arena, bool, fn->symbols.len + 1);
    type_defined_symbols(types, mark_defined, defined);
    return ir_type_map(t->m, types, if_defined, defined);
}

/* Zeros like the weight, of the slot's dtype. */
static IrOperand zeros_like(Step *s, IrOperand weight, DType dtype) {
    IrAttr *attrs = d_attrs(&s->d, &op_zeros_like);
    if (d_type(&s->d, weight)->dtype != dtype) d_set_dtype(&op_zeros_like, attrs, "dtype", dtype);
    return d_call(&s->d, &op_zeros_like, &weight, 1, attrs);
}

static bool make_state(Train *t) {
    Step s = {.t = t};
    begin(&s, "train_state", true);
    IrModule *m = t->m;
    const IrType *types = parameters_type(t, &s.c, t->adjoint), *state = state_type(t, types);
    s.parameters = d_var(ir_clone_new_param(&s.c, "parameters", of_weights_alone(t, s.fn, types)));
    if (t->seed) s.seed = d_var(ir_clone_new_param(&s.c, "seed", scalar(m, DTYPE_INT64)));
    s.steps = d_filled(&s.d, &op_zeros, scalar(m, DTYPE_INT64));
    for (uint32_t k = 0; k < optimizer_slots(&t->optimizer); k++) {
        const IrType *slot = state->fields[state->n - 1];
        s.slots[k] = ARENA_ARRAY(&t->arena, IrOperand, t->n_trained + 1);
        size_t n = 0;
        for (size_t i = 0; i < t->n_weights; i++) {
            if (t->weights[i].role != TRAINED) continue;
            s.slots[k][n] = zeros_like(&s, take(&s, s.parameters, i, NULL), slot->fields[n]->dtype);
            n++;
        }
    }
    IrOperandBuf out;
    ir_operands_init(&out, &t->arena);
    add_state(&s, &out);
    set_result(&s, &out);
    return true;
}

/* The functions on the way go. */
static void remove_helpers(Train *t) {
    IrModule *m = t->m;
    IrGlobal **kept = ARENA_ARRAY(&t->arena, IrGlobal *, m->globals.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn != t->with_loss && fn != t->adjoint) kept[n++] = m->globals.at[i];
    }
    ir_globals_set(m, kept, n);
}

static bool check_optimizer(const Train *t) {
    const OptimizerOptions *o = &t->optimizer;
    const bool is_sgd = o->kind == OPTIMIZER_SGD;
    const char *what = NULL;
    if (!is_sgd && (o->momentum != 0 || o->nesterov)) what = "momentum and nesterov are of sgd";
    if (is_sgd && o->nesterov && o->momentum == 0) what = "nesterov needs a momentum";
    if (!what) return true;
    Diag *d = diag_error(t->m->ctx, t->from->loc, DIAG_VALUE, what);
    diag_expected(t->m->ctx, d, "%s", is_sgd ? "a momentum above 0" : "beta1 and beta2");
    return false;
}

static bool run(Train *t, int64_t num_input) {
    t->from = blocks_public_function(t->m, t->loss.function);
    if (!t->from || !check_optimizer(t) || !find_inputs(t, num_input)) return false;
    if (!make_with_loss(t) || !choose_trained(t) || !make_adjoint(t)) return false;
    if (!make_step(t) || !make_state(t)) return false;
    remove_helpers(t);
    return true;
}

bool pass_train_step(IrModule *m, const PassValue *values) {
    enum {
        TRAIN = LOSS_OPTIONS,
        NUM_INPUT,
        OPTIMIZER,
        MOMENTUM,
        NESTEROV,
        BETA1,
        BETA2,
        EPSILON,
        WEIGHT_DECAY,
        CLIP_NORM,
        KEEP_NORMS
    };
    Train t = {.m = m,
               .loss = loss_options(values),
               .train = values[TRAIN].names,
               .n_train = values[TRAIN].n,
               .keeps_norms = values[KEEP_NORMS].i != 0};
    t.optimizer = (OptimizerOptions){
        .kind = (OptimizerKind)values[OPTIMIZER].i,
        .momentum = values[MOMENTUM].f,
        .nesterov = values[NESTEROV].i != 0,
        .beta1 = values[BETA1].f,
        .beta2 = values[BETA2].f,
        .epsilon = values[EPSILON].f,
        .weight_decay = values[WEIGHT_DECAY].f,
        .clip_norm = values[CLIP_NORM].f,
    };
    arena_init(&t.arena, m->ctx);
    arena_alloc(&m->scratch, 1);
    const bool ok = run(&t, values[NUM_INPUT].i);
    arena_fini(&t.arena);
    arena_fini(&m->scratch);
    return ok && blocks_finish(m);
}
