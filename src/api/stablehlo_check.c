/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the StableHLO project: modules that say themselves what they must compute.
 *
 * The reader gives what the checks compare as further results, so every backend runs the same
 * function, and the comparison is made here. A module without checks passes where it is read and
 * runs. */
#include <math.h>

#include "api/options.h"

#include "backend/backend.h"
#include "eval/draw.h"
#include "ir/verify.h"
#include "passes/manager.h"
#include "passes/passes.h"
#include "stablehlo/stablehlo.h"
#include "tensor/compare.h"

static const Loc no_place = {.line = 0};

typedef struct {
    const char *function;
    ShloCheck how;
} Check;

typedef struct {
    TnContext *context;
    Ctx *ctx;
    const TnStablehloTestOptions *options;
    TnStablehloTest *out;
    Arena arena;
    ValueList list;
    VEC(Check) checks;
    bool is_refused;
} Test;

static void note_check(void *user, const char *function, ShloCheck how) {
    Test *t = user;
    const Str name = {function, strlen(function)};
    const Check check = {arena_strdup(&t->arena, name), how}; /* the module may go before */
    vec_push(&t->arena, &t->checks, check);
}

/* --- Comparing --- */

/* A float's bits as an integer of the same order, so that a difference counts the numbers in
 * between. */
static int64_t ordered(DType t, const Tensor *x, size_t i) {
    int64_t bits = 0;
    memcpy(&bits, tensor_at(x, i), dtype_size(t));
    const unsigned width = dtype_bits(t);
    bits = (int64_t)((uint64_t)bits << (64 - width)) >> (64 - width);
    return bits < 0 ? -(int64_t)((uint64_t)bits & (((uint64_t)1 << (width - 1)) - 1)) : bits;
}

static bool is_near(const Tensor *a, const Tensor *b, size_t i, const ShloCheck *how) {
    const DType t = a->dtype;
    if (!dtype_is_float(t)) return tensor_get_int(a, i) == tensor_get_int(b, i);
    const double x = tensor_get_double(a, i), y = tensor_get_double(b, i);
    if (x == y || (isnan(x) && isnan(y))) return true;
    if (how->kind == SHLO_CHECK_EQUAL || dtype_is_small(t)) return false;
    if (!isfinite(x) || !isfinite(y)) return false;
    if (how->kind == SHLO_CHECK_ALMOST) return fabs(x - y) <= how->tolerance;
    const int64_t p = ordered(t, a, i), q = ordered(t, b, i);
    const uint64_t apart = p > q ? (uint64_t)p - (uint64_t)q : (uint64_t)q - (uint64_t)p;
    return apart <= (uint64_t)how->ulps;
}

static bool compare(Test *t, const char *function, const Tensor *is, const Tensor *want,
                    const ShloCheck *how) {
    size_t wrong = 0, first = 0;
    if (is->dtype != want->dtype || !tensor_same_dims(is, want)) {
        diag_error(t->ctx, no_place, DIAG_VALUE,
                   diag_fmt(t->ctx, "a check of %s compares two types", function));
        return false;
    }
    for (size_t i = 0; i < is->count; i++) {
        ctx_poll(t->ctx);
        if (is_near(is, want, i, how)) continue;
        if (!wrong++) first = i;
    }
    if (!wrong) return true;
    Diag *d = diag_error(t->ctx, no_place, DIAG_VALUE,
                         diag_fmt(t->ctx, "a check of %s does not hold", function));
    const bool floats = dtype_is_float(is->dtype);
    diag_expected(t->ctx, d, "%.17g at element %zu",
                  floats ? tensor_get_double(want, first) : (double)tensor_get_int(want, first),
                  first);
    diag_found(t->ctx, d, "%.17g; %zu of %zu elements differ",
               floats ? tensor_get_double(is, first) : (double)tensor_get_int(is, first), wrong,
               is->count);
    return false;
}

/* --- Running --- */

typedef VEC(Value *) Values;

static void add_leaves(Test *t, Value *v, Values *out) {
    if (v->kind != VALUE_TUPLE) vec_push(&t->arena, out, v);
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) add_leaves(t, v->items[i], out);
}

static bool run_compiled(Test *t, IrModule *m, IrFunction *fn, Value *const *args, uint32_t n,
                         Values *out) {
    TnModule handle = {.context = t->context, .ir = m, .holds = IR_PROP_ALL};
    const TnRunOptions options = {TN_SIZED(TnRunOptions), .backend = t->options->backend,
                                  .as_is = 1};
    const Tensor **inputs = ARENA_ARRAY(&t->arena, const Tensor *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) inputs[i] = args[i]->tensor;
    const ApiProgramSource source = {
        .fn = fn, .inputs = inputs, .arena = &t->arena, .list = &t->list};
    TnStatus status;
    ApiProgram *program = api_program(&handle, &source, &options, &status);
    if (!program) {
        t->is_refused = api_only_lacks(t->ctx);
        return false;
    }
    const bool ok = program->call(program);
    for (size_t i = 0; ok && i < program->n_outputs; i++)
        vec_push(&t->arena, out, program->outputs[i]);
    program->close(program);
    return ok;
}

static void fill_ints(Test *t, Value **arg, const IrType *type, const int64_t *dims, int64_t v) {
    Tensor *x = tensor_new(t->ctx, type->dtype, dims, (uint32_t)type->ndim);
    *arg = value_tensor(&t->list, x);
    for (size_t i = 0; i < x->count; i++) tensor_set_int(x, i, v);
}

/* Scalar integers are sizes, as a rule, so they are what open extents are. Where `places`, those
 * behind the first tensor, and integers in vectors, say where something lies: they are 0, which is
 * in each extent. */
static bool draw(Test *t, IrFunction *fn, bool places, Value **args) {
    bool sizes = true;
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrType *type = fn->params.at[i]->type;
        sizes = sizes && type->ndim == 0;
        args[i] = NULL;
        if (type->ndim < 0 || type->ndim > 1 || !dtype_is_int(type->dtype)) continue;
        int64_t n = 0;
        if (type->ndim == 1 && !(places && type->dims && ir_dim_is_const(type->dims[0], &n)))
            continue;
        fill_ints(t, &args[i], type, &n, places && !sizes ? 0 : DRAW_DIM);
    }
    DrawNames names = {.at = NULL};
    return draw_inputs(fn, (DrawBy){.seed = 1}, args, &t->list, &t->arena, &names);
}

static bool run(Test *t, IrModule *m, IrFunction *fn, Value **args, uint32_t n, Values *out) {
    const Backend *backend = backends[t->options->backend];
    if (!backend->run) return run_compiled(t, m, fn, args, n, out);
    const BeRun direct = {
        .fn = fn, .args = args, .n_args = n, .hosts = &t->context->hosts, .list = &t->list};
    Value *result = backend->run(&direct);
    if (result) add_leaves(t, result, out);
    return result != NULL;
}

static size_t count_checks(const Test *t, const char *function) {
    size_t n = 0;
    for (size_t i = 0; i < t->checks.len; i++) n += strcmp(t->checks.at[i].function, function) == 0;
    return n;
}

static bool checks_hold(Test *t, const char *function, const Values *out, size_t n) {
    BUG_IF(out->len < 2 * n);
    size_t at = out->len - 2 * n;
    bool ok = true;
    for (size_t i = 0; i < t->checks.len; i++) {
        const Check *c = &t->checks.at[i];
        if (strcmp(c->function, function) != 0) continue;
        ok &= compare(t, function, out->at[at]->tensor, out->at[at + 1]->tensor, &c->how);
        at += 2;
    }
    t->out->checks += n;
    return ok;
}

/* What was written gives the same results: sums may be taken in another order. */
static bool same_results(Test *t, const char *function, const Values *is, const Values *want) {
    bool ok = is->len == want->len;
    for (size_t i = 0; ok && i < is->len; i++) {
        const Tensor *a = is->at[i]->tensor, *b = want->at[i]->tensor;
        const double eps = a && a->dtype == DTYPE_FLOAT64               ? 1e-12
                           : dtype_bits(a ? a->dtype : DTYPE_BOOL) < 32 ? 1e-2
                                                                        : 1e-5;
        const TensorNear near = {.mode = TENSOR_NEAR, .rtol = eps, .atol = eps};
        TensorDifference d;
        ok = a && b && tensor_near(a, b, &near, &d);
        if (ok) continue;
        Diag *said =
            diag_error(t->ctx, no_place, DIAG_VALUE,
                       diag_fmt(t->ctx, "result %zu of %s, written and read", i, function));
        diag_expected(t->ctx, said, "what it was before");
        if (a && b) diag_found(t->ctx, said, "%s", tensor_difference_text(&t->arena, &d));
    }
    return ok;
}

/* On drawn inputs. What asks for more than their types say may refuse some: then on others. */
static bool run_drawn(Test *t, IrModule *m, IrFunction *fn, Value **args, Values *out) {
    const uint32_t n = (uint32_t)fn->params.len;
    const DiagMark mark = diag_mark(t->ctx);
    if (n && !draw(t, fn, false, args)) return false;
    if (run(t, m, fn, args, n, out)) return true;
    if (t->is_refused || !n) return false;
    diag_rewind(t->ctx, mark);
    out->len = 0;
    return draw(t, fn, true, args) && run(t, m, fn, args, n, out);
}

/* `written`: what was read of it again, which runs in its place; NULL: itself. */
static bool run_function(Test *t, IrModule *m, IrFunction *fn, IrModule *written) {
    const uint32_t n = (uint32_t)fn->params.len;
    Value **args = ARENA_ARRAY(&t->arena, Value *, (size_t)n + 1);
    Values out = {.at = NULL}, before = {.at = NULL};
    const size_t mine = count_checks(t, fn->name);
    if ((!written || n || !mine) && !run_drawn(t, m, fn, args, &before)) return false;
    if (!written) return checks_hold(t, fn->name, &before, mine);
    IrGlobal *g = ir_global_find(written, str_c(fn->name));
    if (!g || !run(t, written, g->function, args, n, &out)) return false;
    return mine ? checks_hold(t, fn->name, &out, mine) : same_results(t, fn->name, &out, &before);
}

static bool optimize(Test *t, IrModule *m) {
    const Pass *list[64];
    size_t n = 0;
    for (const char *item; n < ARRAY_LEN(list) && (item = pass_of_level(t->options->level, n));
         n++) {
        list[n] = pass_parse(t->ctx, m->ops, &t->arena, str_c(item));
        BUG_IF(!list[n]);
    }
    PassRun run_list = {.holds = IR_PROP_ALL};
    return pass_run_list(m, list, n, &run_list);
}

/* What is written of it, read again; the checks' values are results as before. NULL: reported. */
static IrModule *rewritten(Test *t, IrModule *m) {
    Str text;
    if (!api_stablehlo_text(m, &t->arena, t->options->rewrite != 2, &text)) {
        t->is_refused = api_only_lacks(t->ctx);
        return NULL;
    }
    IrModule *again = stablehlo_read(t->ctx, &t->context->added, "what is written", text, NULL);
    if (!again || ir_verify(again, IR_PROP_ALL)) return again;
    ir_module_free(again);
    return NULL;
}

static void test(Test *t, const char *name, Str text) {
    const ShloOptions options = {.check = note_check, .user = t};
    IrModule *m = stablehlo_read(t->ctx, &t->context->added, name, text, &options), *written = NULL;
    t->out->outcome = TN_STABLEHLO_FAILED;
    if (!m) {
        if (api_only_lacks(t->ctx)) t->out->outcome = TN_STABLEHLO_SKIPPED;
        return;
    }
    bool ok = ir_verify(m, IR_PROP_ALL) && (!t->options->level || optimize(t, m));
    if (ok && t->options->rewrite) ok = (written = rewritten(t, m)) != NULL;
    for (size_t i = 0; ok && i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body && !fn->is_private) ok = run_function(t, m, fn, written);
    }
    t->out->outcome = ok              ? TN_STABLEHLO_PASSED
                      : t->is_refused ? TN_STABLEHLO_SKIPPED
                                      : TN_STABLEHLO_FAILED;
    if (written) ir_module_free(written);
    ir_module_free(m);
}

TnStatus tn_stablehlo_test(TnContext *self, const char *name, const char *text, size_t len,
                           const TnStablehloTestOptions *options, TnStablehloTest *out) {
    static const TnStablehloTestOptions usual = {TN_SIZED(TnStablehloTestOptions),
                                                 .backend = TN_BACKEND_EVAL};
    TnStablehloTestOptions o;
    if (!self || (!text && len) || !out) return api_usage(self);
    if (!api_options(self, API_TnStablehloTestOptions, options ? options : &usual, &o))
        return TN_E_USAGE;
    if ((unsigned)o.backend >= be_n_backends || o.level > 2) return api_usage(self);
    *out = (TnStablehloTest){.outcome = TN_STABLEHLO_FAILED};
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        Test t = {.context = self, .ctx = &self->ctx, .options = &o, .out = out};
        arena_init(&t.arena, t.ctx);
        value_list_init(&t.list, t.ctx);
        test(&t, name, (Str){text ? text : "", len});
        value_list_fini(&t.list);
        arena_fini(&t.arena);
    }
    return api_leave(self, &b, TN_OK);
}

TnStatus tn_stablehlo_op_get(size_t index, TnStablehloOp *out) {
    ShloOpInfo info;
    if (!out || !stablehlo_op_info(index, &info)) return TN_E_USAGE;
    *out = (TnStablehloOp){.name = info.name, .becomes = info.becomes, .is_read = info.is_read};
    return TN_OK;
}
