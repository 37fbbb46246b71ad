/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients against finite differences: tenon-test gradient [--least N] [--seeds N] [OPERATOR ...]
 *
 * Of each operator that has a gradient, its own or through its decomposition, calls are drawn until
 * N (24) of them, all different and with elements, are accepted. A call is widened to float64 and
 * differentiated with seeds. With phi(x) = sum(seed * f(x)), the derivative of phi along a random
 * direction is held against the sum of the adjoints times that direction, |g - fd| <= 1e-6 max(1,
 * |fd|), along 3 directions. The adjoint function is differentiated again, and held the same way to
 * 1e-4.
 *
 * fd is the central difference at steps h, h/2 and h/4, extrapolated twice (Richardson). Where the
 * two last disagree there is a kink nearby, whatever the gradient says, and other inputs are drawn.
 * At the same inputs the tangents of forward mode along each direction, times the seeds, are the
 * adjoints times the direction, but for rounding.
 *
 * The elements of an input are a permutation of spread values in an interval that `domains` may
 * say, so ties are far.
 *
 * A quarter of the calls has symbolic extents: 4, and 1, 3 and 0 where the call runs so. Some of
 * the calls are also differentiated in the dtypes that were drawn, twice, and run once.
 *
 * An operator is not tested when none of its calls has a float among the operands and the results,
 * or when many need the gradient of another that does not define it, which registry_test lists. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drivers.h"
#include "base/diag.h"
#include "base/map.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "ops/sample.h"
#include "passes/manager.h"
#include "gradient_domains.h"

static const int64_t sizes[] = {1, 3, 0};
enum { LEAST = 24, SEEDS = 600, DIRECTIONS = 3, REDRAWS = 12, STEPS = 3, CALL_ELEMENTS = 4096 };
static const double step = 1.0 / 512, tolerances[] = {1e-6, 1e-4};
/* Of both modes' sums, in what their terms amount to: each is rounded some thousand times. */
static const double rounding = 1e-12;

typedef struct {
    Ctx *ctx;
    OpTable ops;
    unsigned least, seeds;
    unsigned passed, failed, untested;
    size_t calls, resized, redrawn, given_up, products;
    double furthest;               /* of the two modes */
    unsigned by_row, by_transpose; /* operators, by where their tangents come from */
    uint64_t state;
} Test;

enum { MAIN, ADJOINT, SECOND, LEVELS };
static const char *const level_names[LEVELS] = {"main", "main_adjoint", "main_adjoint_adjoint"};
static const char forward_name[] = "main_jvp";

/* A function and its adjoint: main and main_adjoint, or these two's. */
typedef struct {
    Test *t;
    Arena *arena;
    const OpDef *op;
    IrFunction *levels[LEVELS];
    IrFunction *fn, *adjoint; /* levels[level], and the next */
    IrFunction *forward;      /* of main */
    int level;
    int64_t symbols; /* what they are */
    Evaluator *e;
    ValueList *list;
    Value **inputs;      /* of the adjoint: those of fn, then seeds */
    double **directions; /* by parameter of fn; NULL: no floats */
    double **start;
} Pair;

/* Chance */

static uint64_t next(Test *t) {
    uint64_t x = t->state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static double unit(Test *t) { return (double)(next(t) >> 11) / (double)(1ull << 53); }

/* Inputs */

static bool is_float(const Value *v) {
    return v->kind == VALUE_TENSOR && dtype_is_float(v->tensor->dtype) &&
           !dtype_is_small(v->tensor->dtype);
}

static const Domain *domain_of(const Pair *p, size_t param) {
    const IrFunction *call = p->levels[MAIN];
    const IrOperands *list = &call->body->last->operands;
    int operand = 0;
    const Domain *found = &anywhere;
    for (uint32_t at = 0; at < list->n && param < call->params.len;
         at += list->at[at].span, operand++) {
        for (uint32_t k = at; k < at + list->at[at].span; k++) {
            if (list->at[k].kind != IR_OPERAND_VAR || list->at[k].var != call->params.at[param])
                continue;
            for (size_t i = 0; i < ARRAY_LEN(domains); i++) {
                const Domain *d = &domains[i];
                if (!strcmp(d->name, p->op->name) && (d->operand < 0 || d->operand == operand))
                    found = d;
            }
        }
    }
    return found;
}

/* Spread values in a random order. */
static void fill(Test *t, const Domain *d, bool zeros, Tensor *x) {
    double *v = x->data;
    for (size_t i = 0; i < x->count; i++) {
        const size_t k = next(t) % (i + 1);
        v[i] = v[k];
        v[k] = d->lo + (d->hi - d->lo) * ((double)i + 0.25 + 0.5 * unit(t)) / (double)x->count;
    }
    for (size_t i = 0; i < x->count && (d->flags & SIGNS); i++) {
        if (next(t) & 1) v[i] = -v[i];
    }
    for (size_t i = 0; i < x->count && zeros; i++) {
        if (next(t) % 8 == 0) v[i] = 0;
    }
}

/* A seed for each tensor of floats in a result; inputs from *at on. */
static void draw_seeds(Pair *p, const Value *v, size_t *at) {
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) draw_seeds(p, v->items[i], at);
    if (!is_float(v)) return;
    Value *seed = value_tensor_new(p->list, v->tensor->dtype, v->tensor->dims, v->tensor->ndim);
    fill(p->t, &anywhere, false, seed->tensor);
    p->inputs[(*at)++] = seed;
}

static bool draw(Pair *p, uint64_t seed) {
    IrFunction *fn = p->levels[MAIN];
    DrawNames defaulted = {.at = NULL};
    memset(p->inputs, 0, fn->params.len * sizeof *p->inputs);
    DrawDim *dims = ARENA_ARRAY(p->arena, DrawDim, fn->symbols.len + 1);
    const uint32_t n_dims = (uint32_t)fn->symbols.len;
    for (uint32_t i = 0; i < n_dims; i++) dims[i] = (DrawDim){fn->symbols.at[i]->name, p->symbols};
    if (!draw_inputs(fn, (DrawBy){.seed = seed, .dims = dims, .n_dims = n_dims}, p->inputs, p->list,
                     p->arena, &defaulted))
        return false;
    for (size_t i = 0; i < fn->params.len; i++) {
        const Domain *d = domain_of(p, i);
        if (is_float(p->inputs[i]))
            fill(p->t, d, (d->flags & ZEROS) && p->level == MAIN, p->inputs[i]->tensor);
    }
    size_t n = fn->params.len;
    for (int k = MAIN; k <= p->level; k++) {
        const Value *v = eval_function(p->e, p->levels[k], p->inputs, (uint32_t)n, p->list);
        if (!v) return false;
        draw_seeds(p, v, &n);
        BUG_IF(n != p->levels[k + 1]->params.len);
    }
    for (size_t i = 0; i < p->fn->params.len; i++) {
        const Value *v = p->inputs[i];
        if (!is_float(v)) continue;
        p->start[i] = ARENA_ARRAY(p->arena, double, v->tensor->count + 1);
        p->directions[i] = ARENA_ARRAY(p->arena, double, v->tensor->count + 1);
        memcpy(p->start[i], v->tensor->data, v->tensor->bytes);
    }
    return true;
}

static void turn(Pair *p) {
    for (size_t i = 0; i < p->fn->params.len; i++) {
        for (size_t k = 0; p->start[i] && k < p->inputs[i]->tensor->count; k++)
            p->directions[i][k] = 2 * unit(p->t) - 1;
    }
}

static void move(Pair *p, double by) {
    for (size_t i = 0; i < p->fn->params.len; i++) {
        double *v = p->start[i] ? p->inputs[i]->tensor->data : NULL;
        for (size_t k = 0; v && k < p->inputs[i]->tensor->count; k++)
            v[k] = p->start[i][k] + by * p->directions[i][k];
    }
}

/* Both sides */
/* sum(seed * value) over the floats of a result; the seeds are inputs from *at on. */
static double weigh(const Pair *p, const Value *v, size_t *at, size_t *n) {
    double sum = 0;
    if (v->kind == VALUE_TUPLE) {
        for (uint32_t i = 0; i < v->n; i++) sum += weigh(p, v->items[i], at, n);
    } else if (is_float(v)) {
        const double *x = v->tensor->data, *s = p->inputs[(*at)++]->tensor->data;
        for (size_t i = 0; i < v->tensor->count; i++) sum += x[i] * s[i];
        *n += v->tensor->count;
    }
    return sum;
}

static bool phi(Pair *p, double by, double *out) {
    move(p, by);
    Value *v = eval_function(p->e, p->fn, p->inputs, (uint32_t)p->fn->params.len, p->list);
    if (!v) return false;
    size_t at = p->fn->params.len, n = 0;
    *out = weigh(p, v, &at, &n);
    value_unref(v);
    return true;
}

/* False: it does not run. *ok: the steps agree. */
static bool difference(Pair *p, double *out, bool *ok) {
    double d[STEPS], h = step, up, down;
    for (int i = 0; i < STEPS; i++, h /= 2) {
        if (!phi(p, h, &up) || !phi(p, -h, &down)) return false;
        d[i] = (up - down) / (2 * h);
    }
    move(p, 0);
    const double coarse = (4 * d[1] - d[0]) / 3, fine = (4 * d[2] - d[1]) / 3;
    *out = (16 * fine - coarse) / 15;
    *ok = fabs(fine - coarse) <= 1e-7 * fmax(1, fabs(*out));
    return true;
}

/* The adjoints along the direction. */
static double along(const Pair *p, const Value *adjoints, size_t *n) {
    double sum = 0;
    uint32_t k = 0;
    for (size_t i = 0; i < p->fn->params.len; i++) {
        if (!p->start[i]) continue;
        const Tensor *x = adjoints->items[k++]->tensor;
        for (size_t j = 0; j < x->count; j++)
            sum += ((const double *)x->data)[j] * p->directions[i][j];
        *n += x->count;
    }
    return sum;
}

/* What the forward mode gives along the direction, weighed with the seeds; size: of its terms. */
static bool forward(Pair *p, double *out, double *size) {
    const size_t n = p->fn->params.len;
    Value **inputs = ARENA_ARRAY(p->arena, Value *, p->forward->params.len + 1);
    size_t at = n;
    memcpy(inputs, p->inputs, n * sizeof *inputs);
    for (size_t i = 0; i < n; i++) {
        if (!p->start[i]) continue;
        const Tensor *x = p->inputs[i]->tensor;
        inputs[at] = value_tensor_new(p->list, x->dtype, x->dims, x->ndim);
        memcpy(inputs[at++]->tensor->data, p->directions[i], x->bytes);
    }
    BUG_IF(at != p->forward->params.len);
    const Value *v = eval_function(p->e, p->forward, inputs, (uint32_t)at, p->list);
    if (!v) return false;
    size_t seed = n, elements = 0;
    *out = weigh(p, v->items[1], &seed, &elements);
    *size = 1 + (double)elements;
    return true;
}

typedef enum { AGREES, EMPTY, AT_KINK, WRONG } Outcome;

/* Some inputs, `n` directions. */
static Outcome compare(Pair *p, uint64_t seed, int n, double tolerance, const char **why) {
    *why = "it does not run";
    if (!draw(p, seed)) return WRONG;
    const Value *v =
        eval_function(p->e, p->adjoint, p->inputs, (uint32_t)p->adjoint->params.len, p->list);
    if (!v) return WRONG;
    size_t elements = 0, results = 0, at = p->fn->params.len;
    const bool finite = isfinite(weigh(p, v->items[0], &at, &results));
    for (int i = 0; i < n; i++) {
        double fd;
        bool ok;
        turn(p);
        const double g = along(p, v->items[1], &elements);
        if (p->level == MAIN) {
            double jv, size;
            if (!forward(p, &jv, &size)) return WRONG;
            const double off = fabs(jv - g) / (size * fmax(1, fabs(g)));
            p->t->products++;
            if (off > p->t->furthest) p->t->furthest = off;
            if (!(off <= rounding) && finite) {
                *why = arena_printf(p->arena, "%s is %.17g along a direction, the adjoint %.17g",
                                    p->forward->name, jv, g);
                return WRONG;
            }
        }
        if (!difference(p, &fd, &ok)) return WRONG;
        if (!ok) return AT_KINK;
        if (fabs(g - fd) <= tolerance * fmax(1, fabs(fd))) continue;
        *why = arena_printf(p->arena, "%s is %.12g along a direction, the difference %.12g",
                            p->adjoint->name, g, fd);
        return WRONG;
    }
    return elements && results ? AGREES : EMPTY;
}

static Outcome compare_level(Pair *p, int level, uint64_t seed, int n, double tolerance,
                             const char **why) {
    p->level = level;
    p->fn = p->levels[level];
    p->adjoint = p->levels[level + 1];
    const size_t n_params = p->adjoint->params.len;
    p->inputs = ARENA_ARRAY(p->arena, Value *, n_params + 1);
    p->start = ARENA_ARRAY(p->arena, double *, n_params + 1);
    p->directions = ARENA_ARRAY(p->arena, double *, n_params + 1);
    Outcome outcome = AT_KINK;
    for (unsigned i = 0; i < REDRAWS && outcome == AT_KINK; i++) {
        ValueList list;
        value_list_init(&list, p->t->ctx);
        p->list = &list;
        outcome = compare(p, seed + i, n, tolerance, why);
        value_list_fini(&list);
        p->t->redrawn += outcome == AT_KINK;
    }
    p->t->given_up += outcome == AT_KINK;
    return outcome;
}

/* Whether main does, with those symbols. */
static bool runs(Pair *p, uint64_t seed) {
    ValueList list;
    value_list_init(&list, p->t->ctx);
    p->list = &list;
    p->level = MAIN - 1; /* no seeds */
    p->inputs = ARENA_ARRAY(p->arena, Value *, p->levels[ADJOINT]->params.len + 1);
    IrFunction *fn = p->levels[MAIN];
    const bool ok =
        draw(p, seed) && eval_function(p->e, fn, p->inputs, (uint32_t)fn->params.len, &list);
    value_list_fini(&list);
    diag_begin(p->t->ctx);
    p->t->resized += ok;
    return ok;
}

/* Calls */

static const char *print(Arena *arena, IrModule *m) {
    StrBuf out;
    strbuf_init(&out, arena);
    ir_text_print(m, &out);
    return strbuf_cstr(&out);
}

static bool run_pass(Test *t, Arena *arena, IrModule *m, const char *item) {
    const Pass *pass = pass_parse(t->ctx, m->ops, arena, str_c(item));
    PassRun run = {.holds = 0, .verify_each = true};
    return pass && pass_run_list(m, &pass, 1, &run);
}

static IrFunction *find(const IrModule *m, const char *name) {
    const IrGlobal *g = ir_global_find(m, str_c(name));
    return g ? g->function : NULL;
}

static bool has_float(const IrType *t) {
    if (t->kind != IR_TYPE_TUPLE)
        return t->kind == IR_TYPE_TENSOR && dtype_is_float(t->dtype) && !dtype_is_small(t->dtype);
    for (uint32_t i = 0; i < t->n; i++) {
        if (has_float(t->fields[i])) return true;
    }
    return false;
}

static bool takes_float(const IrFunction *fn) {
    const IrOperands *list = &fn->body->last->operands;
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind == IR_OPERAND_VAR && has_float(list->at[i].var->type)) return true;
    }
    return false;
}

/* All that is missing are gradients that other operators do not define. */
static bool needs_another(const Test *t, const OpDef *op) {
    static const char end[] = " has no gradient: its gradient is not defined";
    const DiagList *list = t->ctx->diags;
    bool other = list->errors > 0;
    for (size_t i = 0; i < list->diags.len; i++) {
        if (list->diags.at[i].level != DIAG_ERROR) continue;
        const char *message = list->diags.at[i].message, *at = strstr(message, end);
        const size_t n = at ? (size_t)(at - message) : 0; /* of "R.name" */
        other &= n > 2 && (strlen(op->name) != n - 2 || strncmp(message + 2, op->name, n - 2) != 0);
    }
    return other;
}

/* Some value's shape is known in the run only. */
static bool needs_shapes(const Test *t) {
    const DiagList *list = t->ctx->diags;
    bool so = list->errors > 0;
    for (size_t i = 0; i < list->diags.len; i++) {
        const Diag *d = &list->diags.at[i];
        so &= d->level != DIAG_ERROR || strstr(d->message, " are not known");
    }
    return so;
}

typedef enum { TAKEN, EMPTY_CALL, KINKED, REFUSED, SAME_AGAIN, NOT_FLOAT, MISSING, BAD } Verdict;

static void show(Test *t, const OpDef *op, uint64_t seed, const char *what, const char *text) {
    Arena arena;
    StrBuf out;
    arena_init(&arena, t->ctx);
    strbuf_init(&out, &arena);
    for (size_t i = 0; i < t->ctx->diags->diags.len; i++)
        diag_print(&t->ctx->diags->diags.at[i], &out);
    printf("R.%s: FAILED: seed %llu: %s\n%s%s", op->name, (unsigned long long)seed, what,
           strbuf_cstr(&out), text);
    arena_fini(&arena);
}

static size_t elements_of(const IrFunction *fn) {
    size_t n = 0;
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrType *t = fn->params.at[i]->type;
        size_t count = 1;
        int64_t v;
        for (int32_t k = 0; t->kind == IR_TYPE_TENSOR && t->dims && k < t->ndim; k++) {
            count *= ir_dim_is_const(t->dims[k], &v) ? (size_t)v : DRAW_DIM;
        }
        n += count;
    }
    return n;
}

static SampleOptions options(uint64_t seed) {
    return (SampleOptions){
        .symbolic = seed % 4 == 1, .kinds = KIND_FLOAT, .reuse = 40, .consts = 10};
}

/* The call in its own dtypes; NULL: all is well. */
static const char *check_as_drawn(Test *t, Arena *arena, IrModule *m) {
    if (!run_pass(t, arena, m, "Gradient(main, seeded=true)") ||
        !run_pass(t, arena, m, "ForwardGradient(main)"))
        return "it is not differentiated in its dtypes";
    IrFunction *fn = find(m, level_names[ADJOINT]), *jvp = find(m, forward_name);
    if (!run_pass(t, arena, m, "Gradient(main_adjoint, seeded=true)") && !needs_shapes(t)) {
        return "its adjoint is not differentiated in its dtypes";
    }
    for (size_t i = 0; i < fn->params.len; i++) {
        if (fn->params.at[i]->type->kind == IR_TYPE_TENSOR && !fn->params.at[i]->type->dims)
            return NULL;
    }
    diag_begin(t->ctx);
    ValueList list;
    value_list_init(&list, t->ctx);
    DrawNames defaulted = {.at = NULL};
    Value **inputs = ARENA_ARRAY(arena, Value *, fn->params.len + 1);
    Evaluator *e = eval_new(m, arena);
    Value **both = ARENA_ARRAY(arena, Value *, jvp->params.len + 1);
    const bool ok = draw_inputs(fn, (DrawBy){.seed = 1}, inputs, &list, arena, &defaulted) &&
                    eval_function(e, fn, inputs, (uint32_t)fn->params.len, &list) &&
                    draw_inputs(jvp, (DrawBy){.seed = 1}, both, &list, arena, &defaulted) &&
                    eval_function(e, jvp, both, (uint32_t)jvp->params.len, &list);
    eval_end(e);
    value_list_fini(&list);
    return ok ? NULL : "its gradient does not run in its dtypes";
}

static Verdict check_module(Test *t, Arena *arena, const OpDef *op, IrModule *m, uint64_t seed,
                            Map *seen) {
    IrFunction *fn = sample_call(m, op, "main", seed, options(seed));
    if (!fn || !has_float(fn->result) || !takes_float(fn)) return NOT_FLOAT;
    if (elements_of(fn) > CALL_ELEMENTS) return REFUSED;
    if (!run_pass(t, arena, m, "WidenFloats")) return REFUSED;
    const char *text = print(arena, m);
    const uint64_t hash = hash_bytes(t->ctx, text, strlen(text));
    MapIter it = map_find(seen, hash);
    if (map_next(seen, &it)) return SAME_AGAIN;
    map_add(seen, hash, fn);
    const char *why = "it is not differentiated";
    Outcome outcome = WRONG;
    bool ok = run_pass(t, arena, m, "Gradient(main, seeded=true)");
    if (!ok && needs_another(t, op)) return MISSING;
    ok = ok && run_pass(t, arena, m, "ForwardGradient(main)");
    if (ok) {
        Pair p = {
            .t = t, .arena = arena, .op = op, .e = eval_new(m, arena), .symbols = SAMPLE_SYMBOL};
        for (int i = 0; i <= ADJOINT; i++) p.levels[i] = find(m, level_names[i]);
        p.forward = find(m, forward_name);
        outcome = compare_level(&p, MAIN, seed * 100, DIRECTIONS, tolerances[0], &why);
        for (size_t i = 0; outcome == AGREES && fn->symbols.len && i < ARRAY_LEN(sizes); i++) {
            p.symbols = sizes[i];
            if (!runs(&p, seed)) continue;
            outcome = compare_level(&p, MAIN, seed * 100, 1, tolerances[0], &why);
            if (outcome == WRONG)
                why = arena_printf(arena, "with symbols of %d: %s", (int)sizes[i], why);
            else
                outcome = AGREES;
        }
        eval_end(p.e);
    }
    ok = outcome == AGREES && run_pass(t, arena, m, "Gradient(main_adjoint, seeded=true)");
    if (outcome == AGREES && !ok && needs_another(t, op)) return MISSING;
    if (ok) {
        Pair p = {
            .t = t, .arena = arena, .op = op, .e = eval_new(m, arena), .symbols = SAMPLE_SYMBOL};
        for (int i = 0; i < LEVELS; i++) p.levels[i] = find(m, level_names[i]);
        outcome = compare_level(&p, ADJOINT, seed * 100, 1, tolerances[1], &why);
        eval_end(p.e);
    } else if (outcome == AGREES && !needs_shapes(t)) {
        why = "its adjoint is not differentiated";
        outcome = WRONG;
    }
    const Verdict verdict = outcome == AGREES    ? TAKEN
                            : outcome == EMPTY   ? EMPTY_CALL
                            : outcome == AT_KINK ? KINKED
                                                 : BAD;
    if (verdict == BAD) show(t, op, seed, why, print(arena, m));
    if (verdict != TAKEN && verdict != EMPTY_CALL) return verdict;
    if (seed % 3) return verdict;
    IrModule *drawn = ir_module_new(t->ctx, &t->ops);
    sample_call(drawn, op, "main", seed, options(seed));
    why = check_as_drawn(t, arena, drawn);
    if (why) show(t, op, seed, why, print(arena, drawn));
    ir_module_free(drawn);
    return why ? BAD : verdict;
}

static void check_op(Test *t, const OpDef *op) {
    Arena seen_arena;
    Map seen;
    unsigned counts[BAD + 1] = {0};
    arena_init(&seen_arena, t->ctx);
    map_init(&seen, &seen_arena);
    for (uint64_t seed = 0; seed < t->seeds && counts[TAKEN] < t->least && !counts[BAD]; seed++) {
        Arena arena;
        diag_begin(t->ctx);
        arena_init(&arena, t->ctx);
        t->state = seed;
        IrModule *m = ir_module_new(t->ctx, &t->ops);
        counts[check_module(t, &arena, op, m, seed, &seen)]++;
        ir_module_free(m);
        arena_fini(&arena);
    }
    arena_fini(&seen_arena);
    t->calls += counts[TAKEN] + counts[EMPTY_CALL];
    const bool ok = !counts[BAD] && counts[TAKEN] >= t->least;
    const bool none = !counts[TAKEN] && !counts[EMPTY_CALL] && !counts[KINKED];
    if (!ok && !counts[BAD] && (counts[MISSING] || none)) {
        printf("R.%s: not tested: %s\n", op->name,
               counts[MISSING] ? "it needs a gradient that is missing"
                               : "no float among operands and results");
        t->untested++;
        return;
    }
    if (!ok && !counts[BAD]) {
        printf("R.%s: FAILED: only %u calls; %u without elements, %u at kinks, %u seen before\n",
               op->name, counts[TAKEN], counts[EMPTY_CALL], counts[KINKED], counts[SAME_AGAIN]);
    }
    *(ok ? &t->passed : &t->failed) += 1;
    *(op->is_multilinear ? &t->by_row : &t->by_transpose) += 1;
}

static bool is_asked_for(const OpDef *op, char *const *names, int n) {
    for (int i = 0; i < n; i++) {
        if (!strcmp(names[i], op->name)) return true;
    }
    return n == 0;
}

static bool may_have_one(const OpDef *op) {
    for (size_t i = 0; i < ARRAY_LEN(no_derivative); i++) {
        if (!strcmp(no_derivative[i].name, op->name)) return false;
    }
    return op->sample && !op->no_gradient && (op->gradient || op->decompose || op->identity);
}

int test_gradient(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Test t = {.ctx = &ctx, .least = LEAST, .seeds = SEEDS};
    int first = 1;
    for (; first + 1 < argc && !strncmp(argv[first], "--", 2); first += 2) {
        *(strcmp(argv[first], "--least") ? &t.seeds : &t.least) =
            (unsigned)strtoul(argv[first + 1], NULL, 10);
    }
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        for (size_t i = 0; i < t.ops.n; i++) {
            const OpDef *op = t.ops.ops[i];
            if (is_asked_for(op, argv + first, argc - first) && may_have_one(op)) check_op(&t, op);
        }
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) t.failed++;
    printf("%zu calls, %zu runs with other extents, %zu inputs drawn again, %zu calls at kinks, "
           "%u operators not tested\n",
           t.calls, t.resized, t.redrawn, t.given_up, t.untested);
    printf("forward mode: %zu products, at most %.1e from the adjoint's; %u operators by their own "
           "calls, %u by transposition\n",
           t.products, t.furthest, t.by_row, t.by_transpose);
    ctx_fini(&ctx);
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
