/* SPDX-License-Identifier: Apache-2.0 */
#include "graphs_spread.h"

#include <inttypes.h>
#include <math.h>

#include "base/diag.h"
#include "eval/eval.h"
#include "ops/ops.h"
#include "tensor/compare.h"

enum { RUNS = 3, MANY = 12 };
static const double huge = 0x1p60;

/* A run that is moved. */
typedef struct {
    Arena *arena;
    uint64_t state;
    bool all;
} Noise;

typedef struct {
    double *at; /* NaN: empty */
    size_t mask;
    size_t n; /* how many they are */
} Seen;

static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static uint64_t bits_of(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Bits of the mantissa, the hidden one among them. */
static int digits(DType t) {
    switch (t) {
    case DTYPE_FLOAT16: return 11;
    case DTYPE_BFLOAT16: return 8;
    case DTYPE_FLOAT32: return 24;
    default: return 53;
    }
}

/* The part of its tensor's largest element up to which the spread of a few runs tells of others. */
static double chaos(DType t) { return fmax(0x1p-10, ldexp(1, 6 - digits(t))); }

/* What a unit in the last place is taken of: below the least normal number it stays. */
static double normal(DType t, double v) {
    const double least = t == DTYPE_FLOAT16 ? 0x1p-14 : t == DTYPE_FLOAT64 ? 0x1p-1022 : 0x1p-126;
    return fmax(fabs(v), least);
}

/* A sum of terms up to this is finite in any order. */
static double largest_of(const Value *v) {
    switch (v->kind == VALUE_TENSOR ? v->tensor->dtype : DTYPE_FLOAT64) {
    case DTYPE_FLOAT16: return 65504;
    case DTYPE_BFLOAT16:
    case DTYPE_FLOAT32: return 0x1p127;
    default: return 0x1p1023;
    }
}

/* Does it stand on a grid so coarse that sums and products of a few such are exact? */
static bool is_short(DType t, double v) {
    const int grid = digits(t) / 3;
    return ldexp(v, grid) == floor(ldexp(v, grid)) && fabs(v) < ldexp(1, digits(t) - grid - 2);
}

static size_t count(const Value *v) {
    size_t n =
        v && v->kind == VALUE_TENSOR && dtype_is_float(v->tensor->dtype) ? v->tensor->count : 0;
    for (uint32_t i = 0; v && v->kind == VALUE_TUPLE && i < v->n; i++) n += count(v->items[i]);
    return n;
}

static bool is_infinite(const Value *v) {
    bool found = false;
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && !found && i < v->n; i++)
        found = v->items[i] && is_infinite(v->items[i]);
    for (size_t i = 0; count(v) && v->kind == VALUE_TENSOR && !found && i < v->tensor->count; i++)
        found = isinf(tensor_get_double(v->tensor, i));
    return found;
}

static double *place(const Seen *seen, double v) {
    size_t i = mix(bits_of(v)) & seen->mask;
    while (!isnan(seen->at[i]) && seen->at[i] != v) i = (i + 1) & seen->mask;
    return &seen->at[i];
}

/* The greatest finite element; whether all elements are on the grid goes to *exact. */
static double note(Seen *seen, const Value *v, bool *exact) {
    double most = 0;
    for (uint32_t i = 0; v && v->kind == VALUE_TUPLE && i < v->n; i++)
        most = fmax(most, note(seen, v->items[i], exact));
    if (!v || v->kind != VALUE_TENSOR || !dtype_is_float(v->tensor->dtype)) return most;
    for (size_t i = 0; i < v->tensor->count; i++) {
        const double x = tensor_get_double(v->tensor, i);
        if (isnan(x)) continue;
        double *at = place(seen, x);
        seen->n += isnan(*at);
        *at = x;
        *exact = *exact && is_short(v->tensor->dtype, x);
        if (isfinite(x)) most = fmax(most, fabs(x));
    }
    return most;
}

/* What is one step of the module, and rounds by more than a unit of its result. CANCELS: a formula
 * that subtracts what is nearly equal: as good as its operand. SUMS: as good as the terms, of which
 * some may be large, and many. WEIGHS: the same, and the terms have factors that are not exact.
 * MULTIPLIES: factors in any order, of which some may be infinite together before a zero comes. */
typedef enum { ROUNDS_ONCE, CANCELS, SUMS, WEIGHS, MULTIPLIES } Rounding;

static Rounding rounding(const OpDef *op) {
    static const struct {
        const OpDef *op;
        Rounding kind;
    } ops[] = {
        {&op_nn_gelu, CANCELS},
        {&op_nn_gelu_tanh, CANCELS},
        {&op_nn_selu, CANCELS},
        {&op_nn_softplus, CANCELS},
        {&op_asinh, CANCELS},
        {&op_acosh, CANCELS},
        {&op_atanh, CANCELS},
        {&op_sinh, CANCELS},
        {&op_nn_conv1d, SUMS},
        {&op_nn_conv2d, SUMS},
        {&op_nn_conv3d, SUMS},
        {&op_nn_conv1d_transpose, SUMS},
        {&op_nn_conv2d_transpose, SUMS},
        {&op_nn_conv3d_transpose, SUMS},
        {&op_matmul, SUMS},
        {&op_einsum, SUMS},
        {&op_nn_nll_loss, SUMS},
        {&op_sum, SUMS},
        {&op_mean, SUMS},
        {&op_cumsum, SUMS},
        {&op_prod, MULTIPLIES},
        {&op_variance, WEIGHS},
        {&op_nn_avg_pool1d, SUMS},
        {&op_nn_avg_pool2d, SUMS},
        {&op_nn_avg_pool3d, SUMS},
        {&op_image_resize2d, WEIGHS},
        {&op_grad_resize2d_backward, WEIGHS},
    };
    for (size_t i = 0; i < ARRAY_LEN(ops); i++) {
        if (op == ops[i].op) return ops[i].kind;
    }
    return ROUNDS_ONCE;
}

/* Of a sum, at least roughly: how many terms an element has. */
static double terms(Value *const *operands, uint32_t n, const Value *result) {
    size_t counts[2] = {0, 0}, k = 0;
    uint32_t first = 0;
    for (uint32_t i = 0; i < n && k < 2; i++) {
        counts[k] = operands[i] ? count(operands[i]) : 0;
        if (!k) first = i;
        k += counts[k] > 0;
    }
    const double made = (double)count(result);
    if (k == 1 && operands[first]->kind == VALUE_TENSOR) {
        double most = (double)counts[0] / made;
        const Tensor *t = operands[first]->tensor;
        for (uint32_t d = 0; made == (double)t->count && d < t->ndim; d++)
            most = fmax(most, (double)t->dims[d]);
        return most; /* of running sums too */
    }
    /* An axis that goes is in both operands; others are in the result, or in all three. */
    return fmax(1, k == 2 ? sqrt((double)counts[0] * (double)counts[1] / made) : 1);
}

typedef struct {
    const Seen *seen;  /* what stays: elements of operands; NULL: none */
    bool inexact;      /* nothing stays */
    bool overflows;    /* what is not finite may be so by the order of operations alone */
    bool opens;        /* and what is finite, too */
    double size;       /* what a unit is taken of, at least */
    double units;      /* how many; 0: one */
    const Value *from; /* the same, by element; NULL: none */
} Moving;

static void move(Noise *self, const Moving *how, Value *v) {
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++)
        move(self, &(Moving){.seen = how->seen, .overflows = how->overflows, .opens = how->opens},
             v->items[i]);
    if (v->kind != VALUE_TENSOR || !dtype_is_float(v->tensor->dtype) ||
        dtype_is_small(v->tensor->dtype))
        return;
    const DType t = v->tensor->dtype;
    for (size_t i = 0; i < v->tensor->count; i++) {
        void *at = tensor_at(v->tensor, i);
        const double x = dtype_read_double(t, at);
        const bool stays =
            (!self->all && is_short(t, x)) || (how->seen && !isnan(*place(how->seen, x)));
        self->state += 0x9e3779b97f4a7c15u;
        /* Other sums may stay finite: as any number, so that what comes of it is known to hang on
         * the order. */
        if (isfinite(x) && how->opens) dtype_write_double(t, at, NAN);
        if (!isfinite(x) && how->overflows)
            dtype_write_double(t, at, (double)(mix(self->state) >> 11) * 0x1p-53);
        if (!isfinite(x) || how->opens || (stays && !how->inexact)) continue;
        const double from =
            how->from ? fabs(dtype_read_double(t, tensor_at(how->from->tensor, i))) : 0;
        const double size = fmax(normal(t, x), fmax(how->size, isfinite(from) ? from : 0));
        /* Never by less than a unit: no spread is 0 by luck. */
        const double part = (double)(mix(self->state) >> 11) * 0x1p-52 - 1,
                     by = part + copysign(1, part);
        dtype_write_double(t, at, x + fmax(how->units, 1) * size * ldexp(2 * by, -digits(t)));
    }
}

static void moved(void *user, const OpDef *op, Value *const *operands, uint32_t n, Value *result) {
    Noise *self = user;
    size_t room = 16, values = 0;
    if (!count(result)) return;
    for (uint32_t i = 0; i < n; i++) values += count(operands[i]);
    while (room < 2 * values) room *= 2;
    const ArenaMark mark = arena_mark(self->arena);
    Seen seen = {.at = ARENA_ARRAY(self->arena, double, room), .mask = room - 1};
    for (size_t i = 0; i < room; i++) seen.at[i] = NAN;
    const Rounding kind = rounding(op);
    Moving how = {.seen = &seen, .from = kind == CANCELS ? operands[0] : NULL};
    bool exact = !self->all && kind != WEIGHS;
    double size = 1;
    for (uint32_t i = 0; i < n; i++) {
        if (!operands[i] || !count(operands[i])) continue;
        const double most = note(&seen, operands[i], &exact);
        /* Other formulas have other products: a factor that is huge or infinite goes into
         * weights. */
        if (self->all && (most > huge || is_infinite(operands[i])))
            how.overflows = how.opens = true;
        size *= most;
    }
    if (kind == MULTIPLIES && pow(size, terms(operands, n, result)) > largest_of(result))
        how.overflows = how.opens = true;
    how.inexact = (kind == SUMS || kind == WEIGHS) && !exact;
    if (how.inexact) {
        const double many = terms(operands, n, result);
        if (isfinite(size)) how.size = size;
        /* Rounding is by chance, but not where a few values are added again and again: one that is
         * too small for the sum is rounded the same way each time. */
        how.units = (double)(16 * seen.n) < many ? many / 16 : sqrt(many) / 8;
        how.overflows = how.overflows || size * many > largest_of(result);
    }
    move(self, &how, result);
    arena_rewind(self->arena, mark);
}

static double read(const Tensor *t, size_t i) {
    return dtype_is_float(t->dtype) ? tensor_get_double(t, i) : (double)tensor_get_int(t, i);
}

static bool same_shape(const Tensor *a, const Tensor *b) {
    return a->dtype == b->dtype && tensor_same_dims(a, b);
}

static double largest(const Tensor *t) {
    return dtype_is_float(t->dtype) ? tensor_elements_largest(t->dtype, t->data, t->count) : 0;
}

static void widen(const Reference *self, Spread *spread, const Tensors *other) {
    spread->open |= other->len != self->outputs.len;
    for (size_t k = 0; !spread->open && k < other->len; k++)
        spread->open = !same_shape(self->outputs.at[k], other->at[k]);
    for (size_t k = 0; !spread->open && k < other->len; k++) {
        const double most = largest(self->outputs.at[k]);
        for (size_t i = 0; i < other->at[k]->count; i++) {
            const double a = read(self->outputs.at[k], i), b = read(other->at[k], i);
            double by = isfinite(a) && isfinite(b)         ? fabs(a - b)
                        : a == b || (isnan(a) && isnan(b)) ? 0
                                                           : INFINITY;
            if ((!dtype_is_float(other->at[k]->dtype) && by > 0) ||
                by > most * chaos(other->at[k]->dtype))
                by = INFINITY;
            if (by > spread->by[k][i]) spread->by[k][i] = by;
        }
    }
}

/* Where much of a tensor is moved far, the rest stays by luck: a recurrence that is chaotic, behind
 * a ReLU. */
static void widen_chaos(const Reference *self, Spread *spread) {
    for (size_t k = 0; !spread->open && k < self->outputs.len; k++) {
        const size_t n = self->outputs.at[k]->count;
        size_t far = 0;
        for (size_t i = 0; i < n; i++) far += spread->by[k][i] == INFINITY;
        for (size_t i = 0; 8 * far > n && i < n; i++) spread->by[k][i] = INFINITY;
    }
}

static Value *copy_value(ValueList *list, const Value *v) {
    if (v->kind == VALUE_TENSOR) {
        Value *x = value_tensor_new(list, v->tensor->dtype, v->tensor->dims, v->tensor->ndim);
        if (x->tensor->count) memcpy(x->tensor->data, v->tensor->data, x->tensor->bytes);
        return x;
    }
    if (v->kind != VALUE_TUPLE) return value_ref((Value *)v);
    Value *x = value_tuple(list, v->n);
    for (uint32_t i = 0; i < v->n; i++) x->items[i] = copy_value(list, v->items[i]);
    return x;
}

typedef struct {
    Evaluator *e;
    IrFunction *fn;
    Value *const *args;
    uint32_t n;
    ValueList *list;
    Arena *arena; /* for the run */
} Run;

static void measure(const Reference *self, Spread *spread, const Run *run, Noise *noise) {
    eval_watch(run->e, moved, noise);
    for (int i = 0; !spread->open && i < RUNS; i++) {
        Tensors other = {.at = NULL};
        Value **args = ARENA_ARRAY(run->arena, Value *, run->n + 1u);
        for (uint32_t k = 0; k < run->n; k++) {
            args[k] = copy_value(run->list, run->args[k]);
            move(noise, &(Moving){.seen = NULL}, args[k]);
        }
        Value *v = eval_function(run->e, run->fn, args, run->n, run->list);
        if (v) flatten_value(run->list, run->arena, v, &other);
        spread->open |= !v;
        if (v) widen(self, spread, &other);
        value_unref(v);
        for (uint32_t k = 0; k < run->n; k++) value_unref(args[k]);
    }
    widen_chaos(self, spread);
}

static void spread_init(const Reference *self, Spread *spread, Arena *arena) {
    spread->by = ARENA_ARRAY(arena, double *, self->outputs.len + 1);
    for (size_t k = 0; k < self->outputs.len; k++)
        spread->by[k] = ARENA_ARRAY(arena, double, self->outputs.at[k]->count + 1);
}

void reference_run(Reference *self, IrFunction *fn, Value *const *args, uint32_t n, uint64_t seed,
                   ValueList *list, Arena *arena) {
    IrModule *m = fn->module;
    *self = (Reference){.result = NULL};
    Arena compiled, scratch; /* compiled: what the evaluator keeps */
    arena_init(&compiled, m->ctx);
    arena_init(&scratch, m->ctx);
    Evaluator *e = eval_new(m, &compiled);
    const Value *v = self->result = eval_function(e, fn, args, n, list);
    if (v) flatten_value(list, arena, v, &self->outputs);
    spread_init(self, &self->kept, arena);
    spread_init(self, &self->rewritten, arena);
    const Run run = {e, fn, args, n, list, &compiled};
    Noise noise = {.arena = &scratch, .state = seed};
    if (v) measure(self, &self->kept, &run, &noise);
    noise.all = true;
    if (v) measure(self, &self->rewritten, &run, &noise);
    eval_end(e);
    arena_fini(&scratch);
    arena_fini(&compiled);
    diag_begin(m->ctx);
}

void reference_count(const Reference *self, SpreadCounts *counts) {
    for (size_t k = 0; k < self->outputs.len; k++) {
        for (size_t i = 0; i < self->outputs.at[k]->count; i++) {
            const double by = self->kept.open ? INFINITY : self->kept.by[k][i];
            *(by == 0 ? &counts->exact : by < INFINITY ? &counts->near : &counts->open) += 1;
            counts->nans += isnan(read(self->outputs.at[k], i));
        }
    }
}

static bool is_near(DType t, double want, double have, double spread) {
    if (spread == INFINITY) return true;
    if (!dtype_is_float(t)) return want == have;
    return number_is_near(have, want, 0, MANY * spread + ldexp(normal(t, want), 2 - digits(t)));
}

const char *reference_differs(const Reference *self, const Spread *spread, const Tensors *have,
                              double floor, Arena *arena) {
    if (spread->open) return NULL;
    if (have->len != self->outputs.len) return "another number of outputs";
    for (size_t k = 0; k < have->len; k++) {
        const Tensor *a = self->outputs.at[k], *b = have->at[k];
        if (!same_shape(a, b)) return arena_printf(arena, "output %zu is of another type", k);
        const double least = floor > 0 ? floor * largest(a) : 0;
        for (size_t i = 0; i < a->count; i++) {
            const double x = read(a, i), y = read(b, i);
            if (fabs(x - y) <= least) continue;
            if (is_near(a->dtype, x, y, spread->by[k][i])) continue;
            return arena_printf(arena, "output %zu, element %zu: %.9g, not %.9g (spread %.3g)", k,
                                i, y, x, spread->by[k][i]);
        }
    }
    return NULL;
}
