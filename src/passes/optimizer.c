/* SPDX-License-Identifier: Apache-2.0 */
/* One step of an optimizer. Half-precision parameters are updated in float32 and rounded once. */
#include "ops/ops.h"
#include "passes/training.h"

const char *const optimizer_names[] = {
#define OPTIMIZER(id, name, doc) name,
#include "passes/optimizers.def"
    NULL};

uint32_t optimizer_slots(const OptimizerOptions *o) {
    switch (o->kind) {
    case OPTIMIZER_SGD: return o->momentum != 0;
    case OPTIMIZER_RMSPROP: return 1 + (o->momentum != 0);
    case OPTIMIZER_ADAGRAD:
    case OPTIMIZER_LION: return 1;
    default: return 2;
    }
}

static IrOperand times(OpDecompose *d, IrOperand x, double factor) {
    return factor == 1 ? x : d2(d, &op_multiply, x, d_const(d, d_type(d, x)->dtype, factor));
}

/* x + factor * y */
static IrOperand plus(OpDecompose *d, IrOperand x, double factor, IrOperand y) {
    return factor == 0 ? x : d2(d, &op_add, x, times(d, y, factor));
}

static IrOperand sum_of_squares(OpDecompose *d, IrOperand x) {
    const IrOperand squares = d1(d, &op_square, d_up(d, x));
    const int32_t n = d_type(d, x)->ndim;
    int64_t *axes = ARENA_ARRAY(&d->b->m->scratch, int64_t, (size_t)n + 1);
    for (int32_t i = 0; i < n; i++) axes[i] = i;
    return d_reduce(d, &op_sum, squares, axes, (uint32_t)n, false);
}

/* min(1, clip / (norm + 1e-6)), as torch.nn.utils.clip_grad_norm_ */
static IrOperand clip_scale(OpDecompose *d, double clip, const IrOperand *gradients, uint32_t n) {
    IrOperand sum = {.kind = IR_OPERAND_NONE};
    DType wide = DTYPE_FLOAT32;
    for (uint32_t i = 0; i < n; i++) {
        if (d_type(d, gradients[i])->dtype == DTYPE_FLOAT64) wide = DTYPE_FLOAT64;
    }
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand x = d_cast(d, sum_of_squares(d, gradients[i]), wide);
        sum = i ? d2(d, &op_add, sum, x) : x;
    }
    const IrOperand norm = d2(d, &op_add, d1(d, &op_sqrt, sum), d_const(d, wide, 1e-6));
    return d2(d, &op_minimum, d2(d, &op_divide, d_const(d, wide, clip), norm), d_const(d, wide, 1));
}

OptimizerStep optimizer_begin(OpDecompose *d, const OptimizerOptions *o, IrOperand lr,
                              IrOperand step, const IrOperand *gradients, uint32_t n) {
    OptimizerStep s = {.lr = lr, .step = step};
    const double betas[2] = {o->beta1, o->beta2};
    const bool is_adam = o->kind == OPTIMIZER_ADAM || o->kind == OPTIMIZER_ADAMW;
    for (int i = 0; i < 2 && is_adam; i++) {
        const DType t = d_type(d, step)->dtype;
        const IrOperand power = d2(d, &op_power, d_const(d, t, betas[i]), step);
        s.corrections[i] = d2(d, &op_subtract, d_const(d, t, 1), power);
    }
    if (o->clip_norm > 0 && n) s.scale = clip_scale(d, o->clip_norm, gradients, n);
    return s;
}

static IrOperand sgd(OpDecompose *d, const OptimizerOptions *o, IrOperand lr, IrOperand p,
                     IrOperand g, IrOperand *slots) {
    g = plus(d, g, o->weight_decay, p);
    if (o->momentum != 0) {
        slots[0] = d2(d, &op_add, times(d, slots[0], o->momentum), g);
        g = o->nesterov ? plus(d, g, o->momentum, slots[0]) : slots[0];
    }
    return d2(d, &op_subtract, p, d2(d, &op_multiply, lr, g));
}

/* p less the decay that is apart from the gradient */
static IrOperand decayed(OpDecompose *d, const OptimizerOptions *o, IrOperand lr, IrOperand p) {
    if (o->weight_decay == 0) return p;
    const IrOperand one = d_const(d, d_type(d, p)->dtype, 1);
    return d2(d, &op_multiply, p, d2(d, &op_subtract, one, times(d, lr, o->weight_decay)));
}

/* x: the learning rate, the parameter, the gradient. */
static IrOperand adam(OpDecompose *d, const OptimizerOptions *o, const OptimizerStep *s,
                      const IrOperand x[3], IrOperand *slots) {
    const IrOperand lr = x[0];
    IrOperand p = x[1], g = x[2];
    const DType t = d_type(d, p)->dtype;
    if (o->kind == OPTIMIZER_ADAM) g = plus(d, g, o->weight_decay, p);
    if (o->kind == OPTIMIZER_ADAMW) p = decayed(d, o, lr, p);
    slots[0] = plus(d, times(d, slots[0], o->beta1), 1 - o->beta1, g);
    const IrOperand square = d1(d, &op_square, g);
    slots[1] = plus(d, times(d, slots[1], o->beta2), 1 - o->beta2, square);
    /* A factor, once a step: of each element a processor takes as long to divide by it as for all
     * else but the root and the other quotient. */
    const IrOperand correction = d1(d, &op_sqrt, d_cast(d, s->corrections[1], t)),
                    factor = d2(d, &op_divide, d_const(d, t, 1), correction);
    const IrOperand root = d2(d, &op_multiply, d1(d, &op_sqrt, slots[1]), factor);
    const IrOperand below = d2(d, &op_add, root, d_const(d, t, o->epsilon));
    const IrOperand size = d2(d, &op_divide, lr, d_cast(d, s->corrections[0], t));
    return d2(d, &op_subtract, p, d2(d, &op_multiply, size, d2(d, &op_divide, slots[0], below)));
}

/* sqrt(x) + epsilon */
static IrOperand spread(OpDecompose *d, const OptimizerOptions *o, IrOperand x) {
    const IrOperand epsilon = d_const(d, d_type(d, x)->dtype, o->epsilon);
    return d2(d, &op_add, d1(d, &op_sqrt, x), epsilon);
}

static IrOperand rmsprop(OpDecompose *d, const OptimizerOptions *o, IrOperand lr, IrOperand p,
                         IrOperand g, IrOperand *slots) {
    g = plus(d, g, o->weight_decay, p);
    const IrOperand square = d1(d, &op_square, g);
    slots[0] = plus(d, times(d, slots[0], o->alpha), 1 - o->alpha, square);
    g = d2(d, &op_divide, g, spread(d, o, slots[0]));
    if (o->momentum != 0) g = slots[1] = d2(d, &op_add, times(d, slots[1], o->momentum), g);
    return d2(d, &op_subtract, p, d2(d, &op_multiply, lr, g));
}

static IrOperand adagrad(OpDecompose *d, const OptimizerOptions *o, IrOperand lr, IrOperand p,
                         IrOperand g, IrOperand *slots) {
    g = plus(d, g, o->weight_decay, p);
    slots[0] = d2(d, &op_add, slots[0], d1(d, &op_square, g));
    g = d2(d, &op_divide, g, spread(d, o, slots[0]));
    return d2(d, &op_subtract, p, d2(d, &op_multiply, lr, g));
}

static IrOperand lion(OpDecompose *d, const OptimizerOptions *o, IrOperand lr, IrOperand p,
                      IrOperand g, IrOperand *slots) {
    p = decayed(d, o, lr, p);
    const IrOperand mean = plus(d, times(d, slots[0], o->beta1), 1 - o->beta1, g);
    slots[0] = plus(d, times(d, slots[0], o->beta2), 1 - o->beta2, g);
    return d2(d, &op_subtract, p, d2(d, &op_multiply, lr, d1(d, &op_sign, mean)));
}

static IrOperand updated(OpDecompose *d, const OptimizerOptions *o, const OptimizerStep *step,
                         const IrOperand x[3], IrOperand *slots) {
    const IrOperand lr = x[0], p = x[1], g = x[2];
    switch (o->kind) {
    case OPTIMIZER_SGD: return sgd(d, o, lr, p, g, slots);
    case OPTIMIZER_RMSPROP: return rmsprop(d, o, lr, p, g, slots);
    case OPTIMIZER_ADAGRAD: return adagrad(d, o, lr, p, g, slots);
    case OPTIMIZER_LION: return lion(d, o, lr, p, g, slots);
    default: return adam(d, o, step, x, slots);
    }
}

IrOperand optimizer_update(OpDecompose *d, const OptimizerOptions *o, const OptimizerStep *step,
                           IrOperand parameter, IrOperand gradient, IrOperand *slots) {
    const DType dtype = d_type(d, parameter)->dtype;
    const IrOperand p = d_up(d, parameter);
    const DType t = d_type(d, p)->dtype;
    IrOperand g = d_cast(d, gradient, t);
    if (step->scale.kind != IR_OPERAND_NONE) g = d2(d, &op_multiply, g, d_cast(d, step->scale, t));
    const IrOperand lr = d_cast(d, step->lr, t);
    const IrOperand next = updated(d, o, step, (const IrOperand[]){lr, p, g}, slots);
    return d_cast(d, next, dtype);
}
