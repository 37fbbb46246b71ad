/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of whole networks against PyTorch's: tenon-test torch NAME.py ...
 *
 * Beside a module NAME.py, whose main gives a loss, lies NAME.npz, which
 * tests/reference/torch_gradients.py made in float64: of each parameter's gradient some elements,
 * the norm, and how far PyTorch's own float32 was off, which alone counts where the gradient is 0
 * in the mathematics. Inputs are drawn as `tenon run --seed 1` draws them. The module is run as it
 * is, with 1e-4 of the norm allowed, and widened to float64, with 1e-9; then a step of AdamW. The
 * largest relative errors are printed. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "drivers.h"
#include "base/diag.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "passes/manager.h"
#include "tensor/npz.h"

static const char dim_prefix[] = "dim ";

typedef struct {
    Ctx *ctx;
    OpTable ops;
    unsigned passed, failed;
    double greatest, worst; /* of the network at hand: the norm of a gradient; its relative error */
    const char *path;
} Test;

static void check(Test *t, bool ok, const char *what) {
    if (ok) {
        t->passed++;
        return;
    }
    t->failed++;
    printf("%s: FAILED: %s\n", t->path, what);
}

static Str str(const char *s) { return str_c(s); }

static IrFunction *find(const IrModule *m, const char *name) {
    const IrGlobal *g = ir_global_find(m, str(name));
    return g ? g->function : NULL;
}

static bool run_pass(Test *t, Arena *arena, IrModule *m, const char *item) {
    const Pass *pass = pass_parse(t->ctx, m->ops, arena, str(item));
    PassRun run = {.holds = 0};
    return pass && pass_run_list(m, &pass, 1, &run);
}

static double number(const Npz *npz, const char *name) {
    const Tensor *t = npz_get(npz, name);
    return t ? dtype_read_double(t->dtype, t->data) : -1;
}

/* The error by the elements that there are, as if of all. */
static double error_of(const Tensor *g, const Tensor *some) {
    double sum = 0;
    for (size_t i = 0; i < some->count; i++) {
        const size_t at = i * ((g->count / some->count) | 1) % g->count;
        const double v = tensor_get_double(g, at);
        const double d = v - tensor_get_double(some, i);
        sum += d * d;
    }
    return some->count ? sqrt(sum * (double)g->count / (double)some->count) : 0;
}

static double norm_of(const Tensor *g) {
    double sum = 0;
    for (size_t i = 0; i < g->count; i++) {
        const double v = tensor_get_double(g, i);
        sum += v * v;
    }
    return sqrt(sum);
}

static void compare(Test *t, Arena *arena, const Npz *npz, const char *name, const Tensor *g) {
    const Tensor *some = npz_get(npz, name);
    const double norm = number(npz, arena_printf(arena, "%s norm", name));
    const double noise = number(npz, arena_printf(arena, "%s noise", name));
    if (!some || norm < 0 || noise < 0) {
        check(t, false,
              arena_printf(arena, "there is nothing to compare the gradient of '%s' with", name));
        return;
    }
    const bool is_wide = g->dtype == DTYPE_FLOAT64;
    const double tolerance = is_wide ? 1e-9 : 1e-4,
                 error = fmax(fabs(norm_of(g) - norm), error_of(g, some));
    const double allowed = tolerance * norm + noise * (is_wide ? 1e-6 : 8);
    if (norm > 1e-6 * t->greatest) t->worst = fmax(t->worst, error / norm);
    check(t, error <= allowed,
          arena_printf(arena, "the gradient of '%s' is off by %.3g, of norm %.3g", name, error,
                       norm));
}

/* The dims that the archive names. */
static uint32_t dims_of(const Npz *npz, DrawDim *dims) {
    uint32_t n = 0;
    for (size_t i = 0; i < npz->n; i++) {
        const NpzArray *a = &npz->arrays[i];
        if (strncmp(a->name, dim_prefix, strlen(dim_prefix)) != 0) continue;
        dims[n++] = (DrawDim){a->name + strlen(dim_prefix),
                              dtype_read_int(a->tensor->dtype, a->tensor->data)};
    }
    return n;
}

static double greatest_norm(const Npz *npz) {
    double greatest = 0;
    for (size_t i = 0; i < npz->n; i++) {
        const char *end = strrchr(npz->arrays[i].name, ' ');
        if (end && strcmp(end, " norm") == 0)
            greatest = fmax(greatest, number(npz, npz->arrays[i].name));
    }
    return greatest;
}

/* The same values in float64. */
static void widen(Value **inputs, size_t n, ValueList *list, Ctx *ctx) {
    for (size_t i = 0; i < n; i++) {
        const Tensor *x = inputs[i]->tensor;
        if (!dtype_is_float(x->dtype)) continue;
        Tensor *wide = tensor_new(ctx, DTYPE_FLOAT64, x->dims, x->ndim);
        for (size_t k = 0; k < x->count; k++) ((double *)wide->data)[k] = tensor_get_double(x, k);
        inputs[i] = value_tensor(list, wide);
    }
}

static void run(Test *t, Arena *arena, IrModule *m, const Npz *npz, bool is_wide) {
    IrFunction *fn = find(m, "main");
    ValueList list;
    value_list_init(&list, t->ctx);
    Value **inputs = ARENA_ARRAY(arena, Value *, fn->params.len + 1);
    DrawDim *dims = ARENA_ARRAY(arena, DrawDim, npz->n + 1);
    DrawNames defaulted = {.at = NULL};
    bool ok = draw_inputs(fn, (DrawBy){.seed = 1, .dims = dims, .n_dims = dims_of(npz, dims)},
                          inputs, &list, arena, &defaulted);
    if (ok && is_wide) widen(inputs, fn->params.len, &list, t->ctx);
    ok = ok && (!is_wide || run_pass(t, arena, m, "WidenFloats")) &&
         run_pass(t, arena, m, "Gradient(main)");
    Evaluator *e = eval_new(m, arena);
    fn = find(m, "main");
    const Value *v =
        ok ? eval_function(e, find(m, "main_adjoint"), inputs, (uint32_t)fn->params.len, &list)
           : NULL;
    check(t, v != NULL, "it is not differentiated, or its adjoint does not run");
    uint32_t k = 0;
    t->worst = 0;
    for (size_t i = 0; v && i < fn->params.len; i++) {
        const IrVar *p = fn->params.at[i];
        if (dtype_is_float(p->type->dtype))
            compare(t, arena, npz, p->name, v->items[1]->items[k++]->tensor);
    }
    if (v) {
        const Tensor *loss = v->items[0]->tensor;
        const double want = number(npz, "loss"),
                     error = fabs(dtype_read_double(loss->dtype, loss->data) - want);
        check(t, error <= (is_wide ? 1e-9 : 1e-4) * fabs(want), "the loss differs");
    }
    printf("%s: %u gradients, off by at most %.1e in %s\n", t->path, k, t->worst,
           is_wide ? "float64" : "its own types");
    eval_end(e);
    value_list_fini(&list);
}

/* A step of AdamW, as PyTorch makes it (torch_gradients.py), in the module's own types. What it
 * adds to a weight is held to 1e-4 of its norm, and to what the rounding of the gradient makes of
 * it. */
enum { LR_PER_EPSILON = 10 };

static bool is_trained(const Npz *npz, Arena *arena, const IrVar *p) {
    return npz_get(npz, arena_printf(arena, "%s step", p->name)) != NULL;
}

static const char *step_item(const Npz *npz, Arena *arena, const IrFunction *fn) {
    StrBuf item;
    strbuf_init(&item, arena);
    strbuf_printf(
        &item,
        "TrainStep(main, given, optimizer=adamw, epsilon=0.001, weight_decay=0.1, keep_norms=true, train=");
    bool any = false;
    for (size_t i = 0; i < fn->params.len; i++) {
        if (!is_trained(npz, arena, fn->params.at[i])) continue;
        strbuf_printf(&item, "%s%s", any ? "+" : "", fn->params.at[i]->name);
        any = true;
    }
    strbuf_printf(&item, ")");
    return strbuf_cstr(&item);
}

static Value *scalar(ValueList *list, DType dtype, double v) {
    Value *x = value_tensor_new(list, dtype, NULL, 0);
    if (dtype_is_float(dtype))
        dtype_write_double(dtype, x->tensor->data, v);
    else
        dtype_write_int(dtype, x->tensor->data, (int64_t)v);
    return x;
}

/* (0, (zeros...), (zeros...)) */
static Value *first_state(ValueList *list, const Npz *npz, Arena *arena, const IrFunction *fn,
                          Value **inputs) {
    uint32_t n = 0;
    for (size_t i = 0; i < fn->params.len; i++) n += is_trained(npz, arena, fn->params.at[i]);
    Value *state = value_tuple(list, 3);
    state->items[0] = scalar(list, DTYPE_INT64, 0);
    for (int k = 1; k < 3; k++) {
        Value *slots = state->items[k] = value_tuple(list, n);
        uint32_t at = 0;
        for (size_t i = 0; i < fn->params.len; i++) {
            const Tensor *x = inputs[i]->tensor;
            if (is_trained(npz, arena, fn->params.at[i]))
                slots->items[at++] = value_tensor_new(list, x->dtype, x->dims, x->ndim);
        }
    }
    return state;
}

static void compare_step(Test *t, Arena *arena, const Npz *npz, const char *name,
                         const Tensor *before, const Tensor *after) {
    const Tensor *some = npz_get(npz, arena_printf(arena, "%s step", name));
    const double norm = number(npz, arena_printf(arena, "%s step norm", name));
    Tensor *added = tensor_new(t->ctx, DTYPE_FLOAT64, before->dims, before->ndim);
    for (size_t i = 0; i < before->count; i++) {
        ((double *)added->data)[i] = tensor_get_double(after, i) - tensor_get_double(before, i);
    }
    const double error = fmax(fabs(norm_of(added) - norm), error_of(added, some));
    const double rounding = 1e-7 * norm_of(before) +
                            LR_PER_EPSILON * 8 * number(npz, arena_printf(arena, "%s noise", name));
    if (norm > 0) t->worst = fmax(t->worst, error / norm);
    check(t, error <= 1e-4 * norm + rounding,
          arena_printf(arena, "a step adds to '%s' what is off by %.3g, of norm %.3g", name, error,
                       norm));
    tensor_unref(added);
}

static void step(Test *t, Arena *arena, IrModule *m, const Npz *npz) {
    IrFunction *fn = find(m, "main");
    ValueList list;
    value_list_init(&list, t->ctx);
    const size_t n = fn->params.len;
    size_t n_inputs = 0;
    for (uint32_t i = 0; i < fn->attrs.n; i++) {
        if (strcmp(fn->attrs.keys[i], "num_input") == 0) n_inputs = (size_t)fn->attrs.items[i].i;
    }
    Value **inputs = ARENA_ARRAY(arena, Value *, n + 1),
          **args = ARENA_ARRAY(arena, Value *, n_inputs + 4);
    DrawDim *dims = ARENA_ARRAY(arena, DrawDim, npz->n + 1);
    DrawNames defaulted = {.at = NULL};
    const char *item = step_item(npz, arena, fn);
    const bool ok = draw_inputs(fn, (DrawBy){.seed = 1, .dims = dims, .n_dims = dims_of(npz, dims)},
                                inputs, &list, arena, &defaulted) &&
                    run_pass(t, arena, m, item);
    const Value *v = NULL;
    if (ok) {
        args[0] = value_tuple(&list, (uint32_t)(n - n_inputs));
        for (size_t i = n_inputs; i < n; i++) args[0]->items[i - n_inputs] = value_ref(inputs[i]);
        args[1] = first_state(&list, npz, arena, fn, inputs);
        for (size_t i = 0; i < n_inputs; i++) args[2 + i] = inputs[i];
        args[2 + n_inputs] = scalar(&list, DTYPE_FLOAT32, 0.01);
        Evaluator *e = eval_new(m, arena);
        v = eval_function(e, find(m, "main_train_step"), args, (uint32_t)n_inputs + 3, &list);
        t->worst = 0;
        uint32_t k = 0;
        for (size_t i = n_inputs; v && i < n; i++) {
            if (!is_trained(npz, arena, fn->params.at[i])) continue;
            compare_step(t, arena, npz, fn->params.at[i]->name, inputs[i]->tensor,
                         v->items[0]->items[i - n_inputs]->tensor);
            k++;
        }
        printf("%s: a step of %u weights, off by at most %.1e\n", t->path, k, t->worst);
        eval_end(e);
    }
    check(t, v != NULL, "there is no step of it, or it does not run");
    value_list_fini(&list);
}

typedef enum { OWN_TYPES, WIDE, STEP, WAYS } Way;

static void check_module(Test *t, Arena *arena, Str text, const Npz *npz, Way way) {
    diag_begin(t->ctx);
    IrModule *m = ir_text_parse(t->ctx, &t->ops, t->path, text);
    check(t, m != NULL, "it cannot be read");
    if (m) {
        ir_module_keep(m);
        if (way == STEP)
            step(t, arena, m, npz);
        else
            run(t, arena, m, npz, way == WIDE);
        ir_module_free(m);
    }
    StrBuf out;
    strbuf_init(&out, arena);
    for (size_t i = 0; i < t->ctx->diags->diags.len; i++)
        diag_print(&t->ctx->diags->diags.at[i], &out);
    printf("%s", strbuf_cstr(&out));
}

static void check_network(Test *t, Arena *arena, Str text) {
    Npz npz;
    npz_init(&npz, t->ctx);
    diag_begin(t->ctx);
    const char *archive =
        arena_printf(arena, "%.*s.npz", (int)(strlen(t->path) - strlen(".py")), t->path);
    const bool ok = npz_read_file(&npz, archive, DTYPE_VOID) == STATUS_OK;
    check(t, ok, "what torch gives cannot be read");
    t->greatest = greatest_norm(&npz);
    for (int way = 0; ok && way < WAYS; way++) check_module(t, arena, text, &npz, (Way)way);
    npz_fini(&npz);
}

static void check_file(Test *t) {
    const char *data;
    size_t size;
    Arena arena;
    if (t->ctx->io.read(t->ctx->io.user, t->path, SIZE_MAX / 2, &data, &size) != 0) {
        check(t, false, "it cannot be read");
        return;
    }
    arena_init(&arena, t->ctx);
    check_network(t, &arena, (Str){data, size});
    arena_fini(&arena);
    t->ctx->io.release(t->ctx->io.user, data, size);
}

int test_torch(int argc, char **argv) {
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Test t = {.ctx = &ctx};
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        for (int i = 1; i < argc; i++) {
            t.path = argv[i];
            check_file(&t);
        }
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) t.failed++;
    ctx_fini(&ctx);
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
