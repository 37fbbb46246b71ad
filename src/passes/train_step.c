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
 * With `accumulate` the step is two functions, so that the gradients of several batches add up
 * before an update: see train_update.c.
 *
 * f is copied, the loss is appended, Gradient makes the adjoint function of that, and the step is a
 * copy of it with the updates behind it (train_update.c). Linear. */
#include "base/near.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/calls.h"
#include "passes/gradient.h"
#include "passes/training_parts.h"

static const IrDim *const no_dims[1];

static const IrType *scalar(IrModule *m, DType t) { return ir_type_tensor(m, no_dims, 0, t); }

/* Weights */

static bool find_inputs(Training *t, int64_t given) {
    const IrFunction *fn = t->from;
    const size_t n = fn->params.len;
    const IrAttr *told = ir_function_attr(fn, "num_input", IR_ATTR_INT);
    const int64_t inputs = given < 0 && told ? told->i : given;
    if (inputs >= 0 && (uint64_t)inputs < n) {
        t->n_inputs = (size_t)inputs;
        t->n_weights = n - t->n_inputs;
        t->weights = ARENA_ARRAY(&t->arena, TrainingWeight, t->n_weights + 1);
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

bool training_is_narrow(const IrType *t) {
    int wide = 0;
    for (int32_t i = 0; i < t->ndim; i++) {
        int64_t n;
        wide += !ir_dim_is_const(t->dims[i], &n) || n != 1;
    }
    return wide <= 1;
}

/* Of rank 0 or 1, or narrow and only added and multiplied by: a bias, a scale. */
static bool is_plain(const IrVar *weight) {
    const IrType *t = weight->type;
    if (t->kind != IR_TYPE_TENSOR || !t->dims || t->ndim <= 1) return true;
    if (!training_is_narrow(t)) return false;
    for (const IrOperand *u = weight->uses; u; u = u->next_use) {
        const IrBinding *b = u->list->binding;
        if (!b || b->kind != IR_BIND_CALL || u->list != &b->operands) return false;
        if (b->op != &op_add && b->op != &op_subtract && b->op != &op_multiply) return false;
    }
    return true;
}

static IrVar *weight_param(const Training *t, const IrFunction *fn, size_t i) {
    return fn->params.at[t->n_inputs + i];
}

/* All patterns that fit the name count as found. */
static bool matches_any(const Training *t, const char *name, bool *found) {
    bool any = !t->o->n_train;
    for (size_t i = 0; i < t->o->n_train; i++) {
        if (!name || !gradient_matches(t->o->train[i], name)) continue;
        any = found[i] = true;
    }
    return any;
}

static void report_not_found(const Training *t, const char *pattern) {
    Ctx *ctx = t->m->ctx;
    Diag *d = diag_error(ctx, t->from->loc, DIAG_NAME, pattern);
    NearNames names;
    near_names_begin(&names, ctx, pattern);
    for (size_t k = 0; k < t->n_weights; k++)
        near_names_add(&names, weight_param(t, t->from, k)->name);
    near_names_end(&names, ctx, d,
                   diag_fmt(ctx, "a weight of '%s', which are its parameters from %zu on",
                            t->from->name, t->n_inputs));
}

static bool choose_trained(Training *t) {
    Ctx *ctx = t->m->ctx;
    const size_t errors = diag_errors(ctx);
    bool *found = ARENA_ARRAY(&t->arena, bool, t->o->n_train + 1);
    for (size_t i = 0; i < t->n_weights; i++) {
        const IrVar *v = weight_param(t, t->from, i);
        if (!matches_any(t, v->name, found) || t->weights[i].role == MOVING) continue;
        if (t->weights[i].role == STATISTIC && !t->o->n_train) continue;
        if (v->type->kind != IR_TYPE_TENSOR || !v->type->dims || !dtype_is_float(v->type->dtype) ||
            dtype_is_small(v->type->dtype)) {
            if (!t->o->n_train) continue;
            Diag *d = diag_error(ctx, t->from->loc, DIAG_VALUE,
                                 diag_fmt(ctx, "'%s' cannot be trained", v->name));
            diag_expected(ctx, d, "a floating-point tensor of known shape");
            diag_found(ctx, d, "%s", ir_type_text(t->m, v->type));
            continue;
        }
        t->weights[i].role = TRAINED;
        t->n_trained++;
    }
    for (size_t i = 0; i < t->o->n_train; i++) {
        if (!found[i]) report_not_found(t, t->o->train[i]);
    }
    if (!t->n_trained && diag_errors(ctx) == errors) {
        Diag *d = diag_error(ctx, t->from->loc, DIAG_VALUE,
                             diag_fmt(ctx, "'%s' has nothing to train", t->from->name));
        diag_expected(ctx, d, "a weight that is a floating-point tensor%s",
                      t->o->n_train ? " and has one of these names" : "");
    }
    return diag_errors(ctx) == errors;
}

/* The function with the loss */

static IrBinding *last_made(IrClone *c) { return c->b.block->last; }

static IrOperand counter(Training *t) {
    Tensor *n = tensor_new(t->m->ctx, DTYPE_INT64, NULL, 0);
    dtype_write_int(DTYPE_INT64, n->data, t->n_dropouts++);
    return (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(t->m, n)};
}

static IrCloneAnswer train_dropout(Training *t, IrClone *c, IrBinding *b) {
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
static size_t weight_of(const Training *t, const IrOperand *o) {
    const bool is_param = o->kind == IR_OPERAND_VAR && !o->var->def;
    const size_t i = is_param ? t->param_of[o->var->id] : 0;
    return is_param && i >= t->n_inputs ? i - t->n_inputs : t->n_weights;
}

static bool take_moving(Training *t, IrClone *c, const IrBinding *b, const IrVar *made) {
    for (uint32_t k = 0; k < 2 && !c->outer && !b->block->body->owner; k++) {
        const size_t w = weight_of(t, ir_operand_get(&b->operands, 3 + k));
        if (w == t->n_weights) continue;
        if (t->o->keep_norms) {
            t->weights[w].role = STATISTIC;
            continue;
        }
        const IrOperand tuple = d_var((IrVar *)made);
        IrVar *v = ir_build_field(&c->b, &tuple, 1, 1 + k, "moving");
        if (!v) return false;
        t->weights[w] = (TrainingWeight){.role = MOVING, .output = t->moving.len};
        vec_push(&t->arena, &t->moving, v);
    }
    return true;
}

static IrCloneAnswer train_batch_norm(Training *t, IrClone *c, IrBinding *b) {
    if (!ir_clone_binding(c, b)) return IR_CLONE_FAILED;
    IrBinding *made = last_made(c);
    if (t->o->keep_norms) return take_moving(t, c, b, made->var) ? IR_CLONE_DONE : IR_CLONE_FAILED;
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

static bool make_with_loss(Training *t) {
    IrModule *m = t->m;
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, m, &t->arena, t->from, NULL);
    for (size_t i = 0; i < t->from->params.len; i++) ir_clone_param(&c, t->from->params.at[i]);
    c.visit = visit;
    c.user = t;
    if (!ir_clone_finish(&c)) return false;
    IrVar *loss = append_loss(fn, &t->o->loss);
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

static bool make_adjoint(Training *t) {
    size_t *trained = ARENA_ARRAY(&t->arena, size_t, t->n_trained + 1), n = 0;
    size_t *which = ARENA_ARRAY(&t->m->arena, size_t, t->n_trained + 1);
    for (size_t i = 0; i < t->n_weights; i++) {
        if (t->weights[i].role != TRAINED) continue;
        which[n] = i;
        trained[n++] = t->n_inputs + i;
    }
    t->made.trained = which;
    t->made.n_trained = n;
    /* the adjoint comes first, functions that it calls behind it */
    const size_t before = t->m->globals.len;
    const GradientOptions o = {.function = t->with_loss->name,
                               .params = trained,
                               .n_params = n,
                               .target = 0,
                               .segments = t->o->segments,
                               .demands = true};
    if (!gradient_append(t->m, &o)) return false;
    t->adjoint = t->m->globals.at[before]->function;
    return true;
}

/* The functions on the way go. */
static void remove_helpers(Training *t) {
    IrModule *m = t->m;
    IrGlobal **kept = ARENA_ARRAY(&t->arena, IrGlobal *, m->globals.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn != t->with_loss && fn != t->adjoint) kept[n++] = m->globals.at[i];
    }
    ir_globals_set(m, kept, n);
}

static bool check_optimizer(const Training *t) {
    const OptimizerOptions *o = &t->o->optimizer;
    const bool is_sgd = o->kind == OPTIMIZER_SGD;
    const bool has_momentum = is_sgd || o->kind == OPTIMIZER_RMSPROP;
    const char *what = NULL;
    if (!has_momentum && o->momentum != 0) what = "momentum is of sgd and rmsprop";
    if (!is_sgd && o->nesterov) what = "nesterov is of sgd";
    if (is_sgd && o->nesterov && o->momentum == 0) what = "nesterov needs a momentum";
    if (!what) return true;
    Diag *d = diag_error(t->m->ctx, t->from->loc, DIAG_VALUE, what);
    diag_expected(t->m->ctx, d, "%s", is_sgd ? "a momentum above 0" : "beta1 and beta2");
    return false;
}

/* How each weight is trained, by the last group that fits its name. */
static bool choose_groups(Training *t) {
    const TrainingOptions *o = t->o;
    bool *found = ARENA_ARRAY(&t->arena, bool, o->n_groups + 1), ok = true;
    for (size_t i = 0; i < t->n_weights; i++) {
        TrainingWeight *w = &t->weights[i];
        const IrVar *v = weight_param(t, t->from, i);
        w->rate = 1;
        w->decay = o->plain_small && is_plain(v) ? 0 : o->optimizer.weight_decay;
        for (size_t g = 0; g < o->n_groups; g++) {
            if (!v->name || !gradient_matches(o->groups[g].pattern, v->name)) continue;
            found[g] = true;
            w->rate = o->groups[g].rate;
            if (o->groups[g].decay >= 0) w->decay = o->groups[g].decay;
        }
    }
    for (size_t g = 0; g < o->n_groups; g++) {
        if (!found[g]) report_not_found(t, o->groups[g].pattern);
        ok &= found[g];
    }
    return ok;
}

static bool run(Training *t) {
    t->from = blocks_public_function(t->m, t->o->loss.function);
    if (!t->from || !check_optimizer(t) || !find_inputs(t, t->o->num_input)) return false;
    if (!make_with_loss(t) || !choose_trained(t) || !choose_groups(t) || !make_adjoint(t))
        return false;
    const bool ok = t->o->accumulate ? training_make_gradient(t) && training_make_update(t)
                                     : training_make_step(t);
    if (!ok || !training_make_state(t)) return false;
    remove_helpers(t);
    return true;
}

bool training_steps(IrModule *m, const TrainingOptions *o, TrainingFunctions *out) {
    Training t = {.m = m, .o = o};
    arena_init(&t.arena, m->ctx);
    arena_alloc(&m->scratch, 1);
    const bool ok = run(&t);
    arena_fini(&t.arena);
    arena_fini(&m->scratch);
    *out = t.made;
    return ok && blocks_finish(m);
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
        ALPHA,
        EPSILON,
        WEIGHT_DECAY,
        CLIP_NORM,
        KEEP_NORMS,
        AVERAGE,
        WIDE,
        GUARD,
        ACCUMULATE,
        LOSS_BEHIND
    };
    const TrainingOptions o = {.loss = loss_options(values, values + LOSS_BEHIND),
                               .train = values[TRAIN].names,
                               .n_train = values[TRAIN].n,
                               .num_input = values[NUM_INPUT].i,
                               .keep_norms = values[KEEP_NORMS].i != 0,
                               .average = values[AVERAGE].f,
                               .wide = values[WIDE].i != 0,
                               .guard = values[GUARD].i != 0,
                               .accumulate = values[ACCUMULATE].i != 0,
                               .optimizer = {.kind = (OptimizerKind)values[OPTIMIZER].i,
                                             .momentum = values[MOMENTUM].f,
                                             .nesterov = values[NESTEROV].i != 0,
                                             .beta1 = values[BETA1].f,
                                             .beta2 = values[BETA2].f,
                                             .alpha = values[ALPHA].f,
                                             .epsilon = values[EPSILON].f,
                                             .weight_decay = values[WEIGHT_DECAY].f,
                                             .clip_norm = values[CLIP_NORM].f}};
    TrainingFunctions made;
    return training_steps(m, &o, &made);
}
