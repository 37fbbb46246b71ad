/* SPDX-License-Identifier: Apache-2.0 */
/* Gradients of whole networks against PyTorch's: torch_test NAME.py ...
 *
 * Beside a module NAME.py, whose main gives a loss, lies NAME.npz, which tests/reference/torch_gradients.py made: of each
 * parameter's gradient some elements, evenly spread, and the norm. Inputs are drawn as `tenon run --seed 1` draws them.
 * The largest relative error of each network is printed. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "passes/manager.h"
#include "tensor/npz.h"

static const double tolerance = 1e-4;
static const char dim_prefix[] = "dim ";

typedef struct {
    Ctx *ctx;
    OpTable ops;
    unsigned passed, failed;
    double worst; /* of the network at hand */
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

static Str str(const char *s) { return (Str){s, strlen(s)}; }

static IrFunction *find(const IrModule *m, const char *name) {
    const IrGlobal *g = ir_global_find(m, str(name));
    return g ? g->function : NULL;
}

static bool differentiate(Test *t, Arena *arena, IrModule *m) {
    const Pass *pass = pass_parse(t->ctx, m->ops, arena, str("Gradient(main)"));
    PassRun run = {.holds = 0};
    return pass && pass_run_list(m, &pass, 1, &run);
}

/* |ours - theirs| / |theirs|; absolute where theirs is 0. */
static double relative(double difference, double theirs) { return theirs > 0 ? difference / theirs : difference; }

static void compare(Test *t, Arena *arena, const Npz *npz, const char *name, const Tensor *g) {
    const Tensor *some = npz_get(npz, name), *norm = npz_get(npz, arena_printf(arena, "%s norm", name));
    if (!some || !norm) {
        check(t, false, arena_printf(arena, "there is nothing to compare the gradient of '%s' with", name));
        return;
    }
    double all = 0, far = 0, size = 0;
    for (size_t i = 0; i < g->count; i++) {
        const double v = dtype_read_double(g->dtype, tensor_at(g, i));
        all += v * v;
    }
    for (size_t i = 0; i < some->count; i++) {
        const double want = dtype_read_double(some->dtype, tensor_at(some, i));
        const double v = dtype_read_double(g->dtype, tensor_at(g, i * g->count / some->count));
        far += (v - want) * (v - want);
        size += want * want;
    }
    const double whole = dtype_read_double(norm->dtype, norm->data);
    const double error = fmax(relative(fabs(sqrt(all) - whole), whole), relative(sqrt(far), sqrt(size)));
    t->worst = fmax(t->worst, error);
    check(t, error <= tolerance, arena_printf(arena, "the gradient of '%s' is off by %.3g", name, error));
}

/* The dims that the archive names. */
static uint32_t dims_of(const Npz *npz, DrawDim *dims) {
    uint32_t n = 0;
    for (size_t i = 0; i < npz->n; i++) {
        const NpzArray *a = &npz->arrays[i];
        if (strncmp(a->name, dim_prefix, strlen(dim_prefix)) != 0) continue;
        dims[n++] = (DrawDim){a->name + strlen(dim_prefix), dtype_read_int(a->tensor->dtype, a->tensor->data)};
    }
    return n;
}

static void run(Test *t, Arena *arena, IrModule *m, const Npz *npz) {
    IrFunction *fn = find(m, "main"), *adjoint = find(m, "main_adjoint");
    ValueList list;
    value_list_init(&list, t->ctx);
    Value **inputs = ARENA_ARRAY(arena, Value *, fn->params.len + 1);
    DrawDim *dims = ARENA_ARRAY(arena, DrawDim, npz->n + 1);
    DrawNames defaulted = {.at = NULL};
    bool ok = draw_inputs(fn, 1, dims, dims_of(npz, dims), inputs, &list, arena, &defaulted);
    Evaluator *e = eval_new(m, arena);
    const Value *v = ok ? eval_function(e, adjoint, inputs, (uint32_t)fn->params.len, &list) : NULL;
    check(t, v != NULL, "its adjoint does not run");
    if (v) {
        const Tensor *loss = v->items[0]->tensor, *want = npz_get(npz, "loss");
        const double ours = dtype_read_double(loss->dtype, loss->data), theirs = dtype_read_double(want->dtype, want->data);
        check(t, fabs(ours - theirs) <= tolerance * fabs(theirs), "the loss differs");
    }
    uint32_t k = 0;
    for (size_t i = 0; v && i < fn->params.len; i++) {
        const IrVar *p = fn->params.at[i];
        if (dtype_is_float(p->type->dtype)) compare(t, arena, npz, p->name, v->items[1]->items[k++]->tensor);
    }
    eval_end(e);
    value_list_fini(&list);
}

static void check_module(Test *t, Arena *arena, Str text) {
    const char *archive = arena_printf(arena, "%.*s.npz", (int)(strlen(t->path) - strlen(".py")), t->path);
    Npz npz;
    npz_init(&npz, t->ctx);
    t->worst = 0;
    diag_begin(t->ctx);
    IrModule *m = npz_read_file(&npz, archive, NPY_V2_REFUSED) == STATUS_OK ? ir_text_parse(t->ctx, &t->ops, t->path, text)
                                                                           : NULL;
    check(t, m != NULL, "it or what torch gives cannot be read");
    if (m) {
        ir_module_keep(m);
        const bool ok = differentiate(t, arena, m);
        check(t, ok, "it is not differentiated");
        if (ok) run(t, arena, m, &npz);
        ir_module_free(m);
    }
    StrBuf out;
    strbuf_init(&out, arena);
    for (size_t i = 0; i < t->ctx->diags->diags.len; i++) diag_print(&t->ctx->diags->diags.at[i], &out);
    printf("%s%s: the largest relative error is %.2g\n", strbuf_cstr(&out), t->path, t->worst);
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
    check_module(t, &arena, (Str){data, size});
    arena_fini(&arena);
    t->ctx->io.release(t->ctx->io.user, data, size);
}

int main(int argc, char **argv) {
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
