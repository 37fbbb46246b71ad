/* SPDX-License-Identifier: Apache-2.0 */
/* Modules by a backend of the table (backend/backends.def, or the one that this program is built
 * with), or `object` (object_backend.c), against the evaluator:
 *     by_backend NAME [--every COUNT] [--least COUNT] [--refused COUNT] [--reasons] FILE.test ...
 *
 * Every module of the text tests that the evaluator can be asked to run is compiled and run on
 * inputs that are drawn: integers to the bit, floats nearly, as the backend's functions may round
 * otherwise. Where the evaluator fails, the run must fail. --refused: so many at most have no form,
 * not counting what is the evaluator's alone; --reasons prints why.
 */
#include <stdio.h>
#include <stdlib.h>

#include "backend/backend.h"
#include "base/diag.h"
#include "case_source.h"
#include "drivers.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "object_backend.h"
#include "ops/ops.h"
#include "passes/manager.h"
#include "run_values.h"
#include "tensor/compare.h"

typedef struct {
    Ctx *ctx;
    OpTable ops;
    const Backend *backend;
    const char *file;
    Case at;
    Arena arena; /* of the case */
    ValueList list;
    bool reasons;
    unsigned every, seen, passed, failed, refused, of_evaluator, errors, too_large;
} Test;

/* A function of the platform's libm, or of Node's, errs by some units in the last place, and sums
 * of them add up; of types with few digits one more or less is all that may differ. */
static double tolerance(DType t) {
    switch (t) {
    case DTYPE_FLOAT64: return 1e-12;
    case DTYPE_FLOAT32: return 4e-6; /* the evaluator, 10,000 terms one after another */
    case DTYPE_FLOAT16: return 1e-3;
    default: return 1e-2;
    }
}

static const char *compare_output(Arena *arena, const Tensor *want, const RtTensor *have) {
    const double most = tolerance(want->dtype);
    const TensorNear how = {.mode = TENSOR_NEAR, .rtol = most, .atol = most};
    TensorDifference d;
    for (uint32_t i = 0; i < want->ndim; i++) {
        if (want->dims[i] != have->dims[i]) return "an output of another shape";
    }
    if (tensor_elements_near(want->dtype, have->data, want->dtype, want->data, want->count, &how,
                             &d))
        return NULL;
    return tensor_difference_text(arena, &d);
}

static const char *compare(Arena *arena, const RtEntry *entry, const RtTensor *out,
                           const Tensors *want) {
    if (entry->n_outputs != want->len) return "another number of outputs";
    for (uint32_t i = 0; i < entry->n_outputs; i++) {
        const RtValue *v = &entry->outputs[i];
        if (v->dtype != want->at[i]->dtype || v->ndim != want->at[i]->ndim)
            return "an output of another type";
        const char *what = compare_output(arena, want->at[i], &out[i]);
        if (what) return what;
    }
    return NULL;
}

/* Memory for what the run does not allocate. */
static const char *give_outputs(Arena *arena, const RtEntry *entry, RtTensor *out) {
    size_t count, bytes;
    for (uint32_t i = 0; i < entry->n_outputs; i++) {
        const RtValue *v = &entry->outputs[i];
        if (v->is_dynamic) continue;
        if (!tensor_count(out[i].dims, v->ndim, v->dtype, &count, &bytes))
            return "an output of this size";
        out[i].data = arena_alloc(arena, bytes + 1);
    }
    return NULL;
}

/* want NULL: the evaluator fails. */
static const char *run(Test *t, const BeExecutable *x, const Tensors *inputs, const Tensors *want) {
    const RtEntry *entry = &x->rt.entries[0];
    RtTensor *in = ARENA_ARRAY(&t->arena, RtTensor, inputs->len + 1);
    RtTensor *out = ARENA_ARRAY(&t->arena, RtTensor, (size_t)entry->n_outputs + 1);
    if (entry->n_inputs != inputs->len) return "another number of inputs";
    for (size_t i = 0; i < inputs->len; i++) {
        in[i].data = inputs->at[i]->data;
        for (uint32_t d = 0; d < inputs->at[i]->ndim; d++) in[i].dims[d] = inputs->at[i]->dims[d];
    }
    RtPrepared *prepared;
    int32_t e = rt_prepare(&x->rt, 0, in, NULL, &prepared);
    if (!e) {
        memcpy(out, rt_prepared_outputs(prepared), entry->n_outputs * sizeof *out);
        const char *what = give_outputs(&t->arena, entry, out);
        if (!what) e = rt_run(prepared, in, out);
        rt_prepared_free(prepared);
        if (what) return what;
    }
    const bool is_told = e > 0 || e == RT_REPORTED;
    if (e && !want && is_told) return NULL;
    if (e) return arena_printf(&t->arena, "it fails: %s", rt_message(&x->rt, e));
    const char *what = want ? compare(&t->arena, entry, out, want) : "it does not fail";
    for (uint32_t i = 0; i < entry->n_outputs; i++) {
        if (entry->outputs[i].is_dynamic) rt_free(out[i].data);
    }
    return what;
}

/* What no backend but the evaluator has: the process around it, other ranks, strings. */
static bool is_of_evaluator(const Diag *d) {
    static const char *const what[] = {
        "R.call_packed ", "R.call_pure_packed ", "R.call_dps_packed ", "R.print ",
        "R.ccl.",         " of strings"};
    bool is = false;
    for (size_t i = 0; i < ARRAY_LEN(what); i++)
        is = is || strstr(d->message, what[i]) || (d->found && strstr(d->found, what[i]));
    return is;
}

static void try_function(Test *t, IrModule *m, IrFunction *fn) {
    const size_t n = fn->params.len;
    Value **args = ARENA_ARRAY(&t->arena, Value *, n + 1);
    Tensors inputs = {.at = NULL}, want = {.at = NULL};
    DrawNames defaulted = {.at = NULL};
    if (!draw_inputs(fn, (DrawBy){.seed = 0}, args, &t->list, &t->arena, &defaulted)) return;
    for (size_t i = 0; i < n; i++) flatten_value(&t->list, &t->arena, args[i], &inputs);
    diag_begin(t->ctx);
    Evaluator *evaluator = eval_new(m, &t->arena);
    Value *result = eval_function(evaluator, fn, args, (uint32_t)n, &t->list);
    eval_end(evaluator);
    if (result) flatten_value(&t->list, &t->arena, result, &want);
    diag_begin(t->ctx);
    BeExecutable x;
    const BeOptions options = {.function = fn->global};
    if (be_compile(&x, t->backend, m, &options) != STATUS_OK) {
        const size_t n_said = t->ctx->diags->diags.len;
        bool expected = n_said != 0;
        for (size_t i = 0; expected && i < n_said; i++)
            expected = is_of_evaluator(&t->ctx->diags->diags.at[i]);
        if (expected)
            t->of_evaluator++;
        else
            t->refused++;
        for (size_t i = 0; t->reasons && i < t->ctx->diags->diags.len; i++) {
            const Diag *d = &t->ctx->diags->diags.at[i];
            printf("%s:%u: refused: %s: %s\n", t->file, t->at.line, d->message,
                   d->found ? d->found : "");
        }
        return;
    }
    const char *what = run(t, &x, &inputs, result ? &want : NULL);
    be_keep(&x);
    be_free(&x);
    t->errors += !result;
    if (case_lacks_ranks(t->at.input.ptr, t->at.input.len, what)) {
        t->of_evaluator++;
        return;
    }
    *(what ? &t->failed : &t->passed) += 1;
    if (what)
        printf("%s:%u: FAILED: %.*s: %s\n%.*s\n", t->file, t->at.line, (int)t->at.title.len,
               t->at.title.ptr, what, (int)t->at.input.len, t->at.input.ptr);
}

static void try_module(Test *t) {
    diag_begin(t->ctx);
    ctx_restart(t->ctx);
    IrModule *m = ir_text_parse(t->ctx, &t->ops, NULL, t->at.input);
    if (!m) return;
    /* Calls that nothing uses may fail in a run, and compiled code does not make them. */
    const Pass *dead = pass_find((Str){"DeadCodeElimination", 19});
    PassRun pass_run = {.holds = 0};
    if (choose_function(m) && ir_verify(m, IR_PROP_ALL) && pass_run_list(m, &dead, 1, &pass_run)) {
        arena_init(&t->arena, t->ctx);
        value_list_init(&t->list, t->ctx);
        try_function(t, m, choose_function(m));
        value_list_fini(&t->list);
        arena_fini(&t->arena);
    }
    ir_module_free(m);
}

static void try_case(void *user, const char *file, Case at) {
    Test *t = user;
    t->file = file;
    t->at = at;
    Boundary boundary;
    if (t->every && t->seen++ % t->every) return;
    CTX_ENTER(t->ctx, &boundary) { try_module(t); }
    if (ctx_leave(t->ctx, &boundary) != STATUS_OK) t->too_large++; /* for the evaluator */
}

int test_by_backend(int argc, char **argv) {
    Ctx ctx;
    static Test t;
    static unsigned least = 1, most; /* static: of use behind the boundary */
    Arena table;
    ctx_init(&ctx, allocator_libc(), io_libc());
    t.ctx = &ctx;
    for (size_t i = 0; argc > 1 && i < be_n_backends; i++) {
        if (strcmp(backends[i]->name, argv[1]) == 0) t.backend = backends[i];
    }
#ifdef TENON_LLVM
    if (argc > 1 && strcmp(argv[1], backend_object.name) == 0) t.backend = &backend_object;
#endif
    if (!t.backend) {
        printf("there is no such backend\n0 passed, 1 failed\n");
        return 1;
    }
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        for (int i = 2; i < argc; i++) {
            unsigned *number = strcmp(argv[i], "--every") == 0     ? &t.every
                               : strcmp(argv[i], "--least") == 0   ? &least
                               : strcmp(argv[i], "--refused") == 0 ? &most
                                                                   : NULL;
            if (strcmp(argv[i], "--reasons") == 0) {
                t.reasons = true;
            } else if (number && i + 1 < argc) {
                *number = (unsigned)atoi(argv[++i]);
            } else {
                t.failed += !cases_of_file(&ctx, argv[i], try_case, &t);
            }
        }
        arena_fini(&table);
    }
    t.failed += ctx_leave(&ctx, &boundary) != STATUS_OK;
    ctx_fini(&ctx);
    printf(
        "%u of them fail in the run, %u refused, %u of the evaluator alone, %u too large to run\n",
        t.errors, t.refused, t.of_evaluator, t.too_large);
    if (t.passed < least || t.refused > most) {
        printf("at least %u should have been compared, and at most %u refused\n", least, most);
        t.failed++;
    }
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
