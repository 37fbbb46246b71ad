/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients held against differences. The module is widened to float64 and differentiated with
 * seeds, within an edit that is taken back. With phi(x) = sum(seed * f(x)), the derivative of phi
 * along a random direction is held against the sum of the gradients times that direction. The
 * difference is central, at steps h, h/2 and h/4, extrapolated twice (Richardson); where the two
 * last disagree there is a kink nearby, or a pole, and other inputs are drawn. What is wrong is
 * looked for by directions of one parameter, and then of ever fewer elements of it. Where other
 * inputs had to be drawn, the steps become smaller, as orders and pools of many elements have a
 * kink everywhere nearby; a kink passed over is no smaller then. */
#include <math.h>

#include "base/near.h"
#include "api/names.h"
#include "api/options.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/copy.h"
#include "passes/blocks.h"
#include "passes/gradient.h"

enum { DIRECTIONS = 3, REDRAWS = 16, STEPS = 3 };
static const double first_step = 1.0 / 512, tolerance = 1e-6;

/* A tensor of floats that is moved. */
typedef struct {
    const char *name; /* of its parameter */
    Tensor *x;
    double *start, *direction;
    const double *adjoint;
} Moved;

typedef struct {
    TnModule *module;
    IrModule *ir; /* a copy of its, which gets the gradient */
    Ctx *ctx;
    Arena arena;
    const TnGradcheckOptions *options;
    IrFunction *fn, *adjoint;
    size_t *wrt; /* numbers of parameters, as the pass takes them */
    size_t n_wrt;
    Evaluator *evaluator;
    ValueList list;
    Value **inputs; /* of the adjoint: those of fn, then seeds */
    VEC(Moved) moved;
    uint64_t state;
    double step; /* the first one */
    TnGradcheck found;
} Check;

static double chance(Check *c) { /* splitmix64: in [0, 1) */
    uint64_t x = c->state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (double)((x ^ (x >> 31)) >> 11) / (double)(1ull << 53);
}

/* What it is differentiated by */

static bool holds_float(const IrType *t) {
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++) {
        if (holds_float(t->fields[i])) return true;
    }
    return t->kind == IR_TYPE_TENSOR && dtype_is_float(t->dtype);
}

/* Parameters in the order in which the pass takes them. False after a report: a variable of the
 * body cannot be moved. */
static bool find_wrt(Check *c) {
    const TnGradcheckOptions *o = c->options;
    const size_t n = c->fn->params.len;
    bool *taken = ARENA_ARRAY(&c->arena, bool, n + 1);
    c->wrt = ARENA_ARRAY(&c->arena, size_t, n + 1);
    for (size_t k = 0; k < (o->n_wrt ? o->n_wrt : 1); k++) {
        bool any = !o->n_wrt;
        for (size_t i = 0; i < n; i++) {
            const IrVar *p = c->fn->params.at[i];
            if (o->n_wrt && !gradient_matches(o->wrt[k], p->name)) continue;
            any = true;
            if (taken[i] || !holds_float(p->type)) continue;
            taken[i] = true;
            c->wrt[c->n_wrt++] = i;
        }
        if (any) continue;
        Diag *d = diag_error(c->ctx, c->fn->loc, DIAG_NAME, o->wrt[k]);
        NearNames names;
        near_names_begin(&names, c->ctx, o->wrt[k]);
        for (size_t i = 0; i < n; i++) near_names_add(&names, c->fn->params.at[i]->name);
        near_names_end(&names, c->ctx, d, diag_fmt(c->ctx, "a parameter of '%s'", c->fn->name));
        return false;
    }
    return true;
}

static bool differentiate(Check *c) {
    IrModule *m = c->ir;
    const size_t at = m->globals.len;
    const GradientOptions how = {.function = c->fn->name,
                                 .wrt = c->options->wrt,
                                 .n_wrt = c->options->n_wrt,
                                 .seeded = true,
                                 .target = -1};
    if (!pass_widen_floats(m)) return false;
    const IrGlobal *g = ir_global_find(m, str_c(c->fn->name));
    if (!gradient_append(m, &how)) return false;
    c->fn = g->function;
    c->adjoint = m->globals.at[at]->function; /* the first that is new */
    return true;
}

/* Inputs */

static bool is_float(const Value *v) {
    return v->kind == VALUE_TENSOR && dtype_is_float(v->tensor->dtype);
}

static void draw_seeds(Check *c, const Value *v, size_t *at) {
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) draw_seeds(c, v->items[i], at);
    if (!is_float(v)) return;
    Value *seed = value_tensor_new(&c->list, DTYPE_FLOAT64, v->tensor->dims, v->tensor->ndim);
    for (size_t i = 0; i < seed->tensor->count; i++)
        ((double *)seed->tensor->data)[i] = 2 * chance(c) - 1;
    c->inputs[(*at)++] = seed;
}

static void add_moved(Check *c, Value *v, const Value *adjoint, const char *name) {
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++)
        add_moved(c, v->items[i], adjoint->items[i], name);
    if (!is_float(v)) return;
    Moved x = {.name = name, .x = v->tensor, .adjoint = adjoint->tensor->data};
    x.start = ARENA_ARRAY(&c->arena, double, v->tensor->count + 1);
    x.direction = ARENA_ARRAY(&c->arena, double, v->tensor->count + 1);
    memcpy(x.start, v->tensor->data, v->tensor->bytes);
    vec_push(&c->arena, &c->moved, x);
}

/* Of functions like the logarithm. */
static void make_positive(Value *v) {
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) make_positive(v->items[i]);
    for (size_t i = 0; is_float(v) && i < v->tensor->count; i++) {
        double *x = &((double *)v->tensor->data)[i];
        *x = fabs(*x) + 0.25;
    }
}

static bool draw(Check *c, uint64_t seed, bool positive) {
    const TnGradcheckOptions *o = c->options;
    const size_t n = c->fn->params.len;
    DrawNames defaulted = {.at = NULL};
    DrawDim *dims = ARENA_ARRAY(&c->arena, DrawDim, o->n_dims + 1);
    const TnDim *own;
    if (!api_own_dims(c->fn->module, c->fn, o->dims, o->n_dims, &c->arena, &own)) return false;
    for (size_t i = 0; i < o->n_dims; i++) dims[i] = (DrawDim){own[i].name, own[i].value};
    c->inputs = ARENA_ARRAY(&c->arena, Value *, c->adjoint->params.len + 1);
    if (!draw_inputs(c->fn, (DrawBy){.seed = seed, .dims = dims, .n_dims = (uint32_t)o->n_dims},
                     c->inputs, &c->list, &c->arena, &defaulted))
        return false;
    for (size_t i = 0; positive && i < n; i++) make_positive(c->inputs[i]);
    const Value *y = eval_function(c->evaluator, c->fn, c->inputs, (uint32_t)n, &c->list);
    if (!y) return false;
    size_t at = n;
    draw_seeds(c, y, &at);
    BUG_IF(at != c->adjoint->params.len);
    const Value *all = eval_function(c->evaluator, c->adjoint, c->inputs, (uint32_t)at, &c->list);
    if (!all) return false;
    c->moved.len = 0;
    for (size_t i = 0; i < c->n_wrt; i++) {
        add_moved(c, c->inputs[c->wrt[i]], all->items[1]->items[i],
                  c->fn->params.at[c->wrt[i]]->name);
    }
    return true;
}

/* Both sides */

static double weigh(const Check *c, const Value *v, size_t *at) {
    double sum = 0;
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) sum += weigh(c, v->items[i], at);
    if (!is_float(v)) return sum;
    const double *x = v->tensor->data, *seed = c->inputs[(*at)++]->tensor->data;
    for (size_t i = 0; i < v->tensor->count; i++) sum += x[i] * seed[i];
    return sum;
}

static bool phi(Check *c, double by, double *out) {
    for (size_t i = 0; i < c->moved.len; i++) {
        const Moved *m = &c->moved.at[i];
        for (size_t k = 0; k < m->x->count; k++)
            ((double *)m->x->data)[k] = m->start[k] + by * m->direction[k];
    }
    Value *v = eval_function(c->evaluator, c->fn, c->inputs, (uint32_t)c->fn->params.len, &c->list);
    if (!v) return false;
    size_t at = c->fn->params.len;
    *out = weigh(c, v, &at);
    value_unref(v);
    return true;
}

typedef enum { SMOOTH, KINK, STOPPED } Outcome;

/* Along the direction that is set. STOPPED: it does not run. */
static Outcome difference(Check *c, double *out) {
    double d[STEPS], h = c->step, up, down;
    for (int i = 0; i < STEPS; i++, h /= 2) {
        if (!phi(c, h, &up) || !phi(c, -h, &down)) return STOPPED;
        d[i] = (up - down) / (2 * h);
    }
    if (!phi(c, 0, &up)) return STOPPED;
    const double coarse = (4 * d[1] - d[0]) / 3, fine = (4 * d[2] - d[1]) / 3;
    *out = (16 * fine - coarse) / 15;
    return isfinite(*out) && fabs(fine - coarse) <= 1e-7 * fmax(1, fabs(*out)) ? SMOOTH : KINK;
}

static double along(const Check *c) {
    double sum = 0;
    for (size_t i = 0; i < c->moved.len; i++) {
        const Moved *m = &c->moved.at[i];
        for (size_t k = 0; k < m->x->count; k++) sum += m->adjoint[k] * m->direction[k];
    }
    return sum;
}

static double off(double g, double fd) {
    const double by = fabs(g - fd) / fmax(1, fabs(fd));
    return isnan(by) ? (double)INFINITY : by;
}

/* Where it is wrong */

static void stand_still(Check *c) {
    for (size_t i = 0; i < c->moved.len; i++)
        memset(c->moved.at[i].direction, 0, c->moved.at[i].x->bytes);
}

/* How far off elements [from, to) of one tensor are, each moved by a random amount. */
static bool off_within(Check *c, size_t i, size_t from, size_t to, double *out) {
    double fd;
    stand_still(c);
    for (size_t k = from; k < to; k++) c->moved.at[i].direction[k] = 2 * chance(c) - 1;
    const Outcome outcome = difference(c, &fd);
    *out = outcome == SMOOTH ? off(along(c), fd) : 0;
    return outcome != STOPPED;
}

static bool locate(Check *c) {
    size_t worst = 0;
    double most = -1, x, y;
    for (size_t i = 0; i < c->moved.len; i++) {
        if (!off_within(c, i, 0, c->moved.at[i].x->count, &x)) return false;
        if (x > most) worst = i, most = x;
    }
    size_t from = 0, to = c->moved.at[worst].x->count;
    while (to - from > 1) {
        const size_t mid = from + (to - from) / 2;
        if (!off_within(c, worst, from, mid, &x) || !off_within(c, worst, mid, to, &y))
            return false;
        if (x >= y)
            to = mid;
        else
            from = mid;
    }
    double fd;
    stand_still(c);
    c->moved.at[worst].direction[from] = 1;
    if (difference(c, &fd) == STOPPED) return false;
    c->found.parameter = diag_fmt(c->ctx, "%s", c->moved.at[worst].name);
    c->found.element = from;
    c->found.gradient = along(c);
    c->found.difference = fd;
    return true;
}

/* Some directions from one place. */
static Outcome compare(Check *c, bool *wrong) {
    for (size_t n = 0; n < c->found.directions; n++) {
        double fd;
        for (size_t i = 0; i < c->moved.len; i++) {
            for (size_t k = 0; k < c->moved.at[i].x->count; k++)
                c->moved.at[i].direction[k] = 2 * chance(c) - 1;
        }
        const double g = along(c);
        const Outcome outcome = difference(c, &fd);
        if (outcome != SMOOTH) return outcome;
        const double by = off(g, fd);
        *wrong |= by > c->found.tolerance;
        if (by < c->found.largest) continue;
        c->found.largest = by;
        c->found.gradient = g;
        c->found.difference = fd;
    }
    return SMOOTH;
}

static TnStatus check(Check *c) {
    bool wrong = false;
    for (unsigned i = 0; i < REDRAWS; i++) {
        c->found.largest = 0;
        c->found.kinks = i;
        wrong = false;
        c->state = c->options->seed * 1000 + i;
        c->step = ldexp(first_step, -(int)(i / 2));
        if (!draw(c, c->options->seed + i, i % 2 == 1)) return TN_E_INVALID;
        const Outcome outcome = compare(c, &wrong);
        if (outcome == STOPPED) return TN_E_INVALID;
        if (outcome == SMOOTH) return !wrong ? TN_OK : locate(c) ? TN_E_DIFFER : TN_E_INVALID;
    }
    Diag *d = diag_error(c->ctx, c->fn->loc, DIAG_VALUE,
                         diag_fmt(c->ctx, "'%s' cannot be checked", c->fn->name));
    diag_found(c->ctx, d, "a kink, or no finite value, at each of %d drawn inputs", REDRAWS);
    return TN_E_INVALID;
}

static TnStatus gradcheck(Check *c) {
    TnStatus status = TN_E_INVALID;
    c->ir = ir_module_copy(c->module->ir);
    c->fn = blocks_public_function(c->ir, c->options->function);
    if (c->fn && find_wrt(c) && differentiate(c)) {
        value_list_init(&c->list, c->ctx);
        c->evaluator = eval_new(c->ir, &c->arena);
        eval_hosts(c->evaluator, &c->module->context->hosts);
        status = check(c);
        eval_end(c->evaluator);
        value_list_fini(&c->list);
    }
    ir_module_free(c->ir);
    return status;
}

static TnStatus gradcheck_module(TnModule *m, const TnGradcheckOptions *o, TnGradcheck *out) {
    Ctx *ctx = &m->context->ctx;
    Check c = {.module = m, .ctx = ctx, .options = o};
    c.found.directions = o->directions ? o->directions : DIRECTIONS;
    c.found.tolerance = o->tolerance > 0 ? o->tolerance : tolerance;
    diag_source(ctx, m->ir->source, (Str){.len = 0});
    arena_init(&c.arena, ctx);
    const TnStatus status = gradcheck(&c);
    *out = c.found;
    arena_fini(&c.arena);
    return status;
}

static bool is_usable(const TnGradcheckOptions *o) {
    if ((o->n_wrt && !o->wrt) || (o->n_dims && !o->dims)) return false;
    for (size_t i = 0; i < o->n_wrt; i++) {
        if (!o->wrt[i]) return false;
    }
    return true;
}

TnStatus tn_module_gradcheck(TnModule *m, const TnGradcheckOptions *options, TnGradcheck *out) {
    TnGradcheckOptions o;
    if (out) *out = (TnGradcheck){.parameter = NULL};
    if (!m || !out) return api_usage(m ? m->context : NULL);
    if (!api_options(m->context, API_TnGradcheckOptions, options, &o)) return TN_E_USAGE;
    if (!is_usable(&o)) return api_usage(m->context);
    TnContext *self = m->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        status = gradcheck_module(m, &o, out);
    }
    return api_leave_module(m, &b, status);
}
