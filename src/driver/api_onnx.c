/* SPDX-License-Identifier: Apache-2.0 */
/* Folders of ONNX's backend tests: a model, and sets of inputs with the outputs that they must give.
 *
 * Tenon wants some inputs when it compiles (axes, sizes, scales), which these models often take in a run. So a
 * model that is refused for that is read again with its integers bound, then with small floats too; the result
 * says so. */
#include <math.h>

#include "driver/api.h"
#include "eval/eval.h"
#include "ir/verify.h"
#include "onnx/onnx.h"
#include "passes/manager.h"
#include "passes/passes.h"

/* Which inputs are constants while the model is read. */
typedef enum { BIND_NONE, BIND_INTEGERS, BIND_SMALL, BIND_COUNT } Bind;

static const Loc no_place = {.line = 0};

typedef struct {
    TnContext *context;
    Ctx *ctx;
    const char *folder;
    size_t set;
    const TnOnnxTestOptions *options;
    TnOnnxTest *out;
    Arena arena;
    ValueList list;
    OnnxSignature signature;
    Value **inputs, **outputs;
} Test;

/* A file of the folder; false when it cannot be read. */
static bool open_file(Test *t, ApiInput *file, const char *path) {
    const DiagMark mark = diag_mark(t->ctx);
    if (api_input_open(file, t->context, path) == TN_OK) return true;
    diag_rewind(t->ctx, mark);
    return false;
}

static Value *read_value(Test *t, const char *what, size_t i) {
    ApiInput file;
    const char *name;
    const char *path = arena_printf(&t->arena, "%s/test_data_set_%zu/%s_%zu.pb", t->folder, t->set, what, i);
    if (!open_file(t, &file, path)) return NULL;
    Tensor *x = onnx_read_tensor(t->ctx, &t->arena, (Str){file.data, file.size}, &name);
    api_input_close(&file);
    return x ? value_tensor(&t->list, x) : NULL;
}

/* The suite stores bfloat16 as its bits in uint16. */
static void reinterpret(Tensor *x, DType want) {
    if (x->dtype == DTYPE_UINT16 && want == DTYPE_BFLOAT16) x->dtype = want;
}

static bool is_bound(Bind how, const Tensor *x) {
    const bool is_int = dtype_is_int(x->dtype) || x->dtype == DTYPE_BOOL;
    return is_int ? how >= BIND_INTEGERS : how >= BIND_SMALL && x->ndim <= 1;
}

/* The module that the model becomes; NULL after a report. */
static IrModule *import(Test *t, Str bytes, Bind how) {
    OnnxBinding *bindings = ARENA_ARRAY(&t->arena, OnnxBinding, t->signature.n_inputs + 1);
    OnnxOptions options = {.bindings = bindings};
    for (size_t i = 0; i < t->signature.n_inputs; i++) {
        if (!t->inputs[i] || !is_bound(how, t->inputs[i]->tensor)) continue;
        bindings[options.n_bindings++] = (OnnxBinding){t->signature.inputs[i], t->inputs[i]->tensor};
    }
    t->out->bound = options.n_bindings;
    return onnx_read(t->ctx, &t->context->ops, arena_printf(&t->arena, "%s/model.onnx", t->folder),
                     bytes, &options);
}

/* What main takes: the inputs that are not bound, in order. */
static bool run(Test *t, IrModule *m, Bind how, Value **result) {
    IrFunction *fn = ir_global_find(m, (Str){"main", 4})->function;
    Value **args = ARENA_ARRAY(&t->arena, Value *, t->signature.n_inputs + 1);
    uint32_t n = 0;
    for (size_t i = 0; i < t->signature.n_inputs; i++) {
        if (!t->inputs[i]) {
            diag_error(
                t->ctx, no_place, DIAG_VALUE,
                diag_fmt(t->ctx, "the test gives no input %zu, '%s'", i, t->signature.inputs[i]));
            return false;
        }
        if (is_bound(how, t->inputs[i]->tensor)) continue;
        if (n < fn->params.len) reinterpret(t->inputs[i]->tensor, fn->params.at[n]->type->dtype);
        args[n++] = t->inputs[i];
    }
    Arena code;
    arena_init(&code, t->ctx);
    Evaluator *evaluator = eval_new(m, &code);
    eval_hosts(evaluator, &t->context->hosts);
    *result = eval_function(evaluator, fn, args, n, &t->list);
    eval_end(evaluator);
    arena_fini(&code);
    return *result != NULL;
}

static const char *type_text(Test *t, const Tensor *x) {
    StrBuf s;
    strbuf_init(&s, &t->ctx->diags->arena);
    strbuf_printf(&s, "%s(", dtype_name(x->dtype));
    for (uint32_t i = 0; i < x->ndim; i++) strbuf_printf(&s, "%s%lld", i ? ", " : "", (long long)x->dims[i]);
    strbuf_putc(&s, ')');
    return strbuf_cstr(&s);
}

static bool close_enough(const TnOnnxTestOptions *o, double a, double b) {
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= o->atol + o->rtol * fabs(b);
}

static bool compare(Test *t, size_t i, const Tensor *x, const Tensor *want) {
    const char *output = diag_fmt(t->ctx, "output %zu, '%s'", i, t->signature.outputs[i]);
    const bool same = x->dtype == want->dtype && x->ndim == want->ndim &&
                      (!x->ndim || memcmp(x->dims, want->dims, x->ndim * sizeof *x->dims) == 0);
    size_t differing = 0, first = 0;
    for (size_t k = 0; same && k < x->count; k++) {
        if (close_enough(t->options, dtype_read_double(x->dtype, tensor_at(x, k)),
                         dtype_read_double(x->dtype, tensor_at(want, k))))
            continue;
        if (!differing++) first = k;
    }
    if (same && !differing) return true;
    Diag *d = diag_error(t->ctx, no_place, DIAG_VALUE, diag_fmt(t->ctx, "%s differs", output));
    if (!same) {
        diag_expected(t->ctx, d, "%s", type_text(t, want));
        diag_found(t->ctx, d, "%s", type_text(t, x));
    } else {
        diag_expected(t->ctx, d, "%.9g at element %zu", dtype_read_double(x->dtype, tensor_at(want, first)), first);
        diag_found(t->ctx, d, "%.9g; %zu of %zu elements differ",
                   dtype_read_double(x->dtype, tensor_at(x, first)), differing, x->count);
    }
    return false;
}

static bool compare_all(Test *t, const Value *result) {
    const size_t n = t->signature.n_outputs;
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        const Value *x = n == 1 ? result : result->items[i];
        if (!t->outputs[i]) {
            diag_error(t->ctx, no_place, DIAG_VALUE, diag_fmt(t->ctx, "the test gives no output %zu", i));
            return false;
        }
        reinterpret(t->outputs[i]->tensor, x->tensor->dtype);
        ok &= compare(t, i, x->tensor, t->outputs[i]->tensor);
    }
    return ok;
}

/* Every report says that Tenon lacks something. */
static bool only_lacks(Ctx *ctx) {
    const DiagList *list = ctx->diags;
    bool all = list->errors == list->diags.len && list->errors > 0;
    for (size_t i = 0; i < list->diags.len; i++)
        all &= list->diags.at[i].id == DIAG_ONNX_LACKS || list->diags.at[i].id == DIAG_UNSUPPORTED;
    return all;
}

static bool optimize(Test *t, IrModule *m) {
    const Pass *list[64];
    size_t n = 0;
    for (const char *item; n < ARRAY_LEN(list) && (item = pass_of_level(t->options->level, n)); n++) {
        list[n] = pass_parse(t->ctx, m->ops, &t->arena, (Str){item, strlen(item)});
        BUG_IF(!list[n]);
    }
    PassRun run_list = {.holds = IR_PROP_ALL};
    return pass_run_list(m, list, n, &run_list);
}

/* The model's inputs and outputs, the test's tensors for them, and the module. NULL after a report. */
static IrModule *read_test(Test *t, Bind how) {
    ApiInput file;
    IrModule *m = NULL;
    if (api_input_open(&file, t->context, arena_printf(&t->arena, "%s/model.onnx", t->folder)) !=
        TN_OK)
        return NULL;
    const Str bytes = {file.data, file.size};
    if (onnx_read_signature(&t->arena, bytes, &t->signature)) {
        t->inputs = ARENA_ARRAY(&t->arena, Value *, t->signature.n_inputs + 1);
        t->outputs = ARENA_ARRAY(&t->arena, Value *, t->signature.n_outputs + 1);
        const DiagMark mark = diag_mark(t->ctx);
        for (size_t i = 0; i < t->signature.n_inputs; i++) t->inputs[i] = read_value(t, "input", i);
        for (size_t i = 0; i < t->signature.n_outputs; i++) t->outputs[i] = read_value(t, "output", i);
        diag_rewind(t->ctx, mark); /* no tensors, but sequences or strings: the model says better why not */
        m = import(t, bytes, how);
    }
    api_input_close(&file);
    return m;
}

/* The module written and read again; the first one is freed. NULL after a report. */
static IrModule *rewritten(Test *t, IrModule *m) {
    TnModule handle = {.context = t->context, .ir = m};
    OnnxFiles files;
    StrBuf all;
    IrModule *again = NULL;
    strbuf_init(&all, &t->arena);
    if (api_onnx_files(&handle, "main", NULL, &t->arena, &files)) {
        for (size_t i = 0; i < files.model.pieces.len; i++)
            strbuf_add(&all, files.model.pieces.at[i].ptr, files.model.pieces.at[i].len);
        again = onnx_read(t->ctx, &t->context->ops, NULL, strbuf_str(&all), NULL);
    }
    ir_module_free(m);
    return again;
}

static void test(Test *t, Bind how) {
    IrModule *m = read_test(t, how);
    if (!m) {
        t->out->outcome = only_lacks(t->ctx) ? TN_ONNX_SKIPPED : TN_ONNX_FAILED;
        return;
    }
    t->out->is_read = 1;
    t->out->outcome = TN_ONNX_FAILED;
    Value *result;
    bool ok = ir_verify(m, IR_PROP_ALL) && (!t->options->level || optimize(t, m));
    if (ok && t->options->rewrite) {
        m = rewritten(t, m);
        if (!m) return;
        ok = ir_verify(m, IR_PROP_ALL);
    }
    ok = ok && run(t, m, how, &result) && compare_all(t, result);
    t->out->outcome = ok ? TN_ONNX_PASSED : TN_ONNX_FAILED;
    ir_module_free(m);
}

static TnStatus attempt(TnContext *self, const char *folder, size_t set,
                        const TnOnnxTestOptions *options, Bind how, TnOnnxTest *out) {
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        Test t = {.context = self, .ctx = &self->ctx, .folder = folder, .set = set, .options = options, .out = out};
        arena_init(&t.arena, t.ctx);
        value_list_init(&t.list, t.ctx);
        test(&t, how);
        value_list_fini(&t.list);
        arena_fini(&t.arena);
    }
    return api_leave(self, &b, TN_OK);
}

TnStatus tn_onnx_test(TnContext *ctx, const char *folder, size_t set,
                      const TnOnnxTestOptions *options, TnOnnxTest *out) {
    static const TnOnnxTestOptions usual = {.rtol = 1e-3, .atol = 1e-7};
    if (!ctx || !folder || !out) return api_usage(ctx);
    TnStatus status = TN_OK;
    for (Bind how = BIND_NONE; how < BIND_COUNT; how++) {
        *out = (TnOnnxTest){.outcome = TN_ONNX_FAILED};
        status = attempt(ctx, folder, set, options ? options : &usual, how, out);
        if (out->is_read || out->outcome != TN_ONNX_SKIPPED) break;
    }
    return status;
}

TnStatus tn_onnx_nodes(TnContext *self, const char *path, TnText *out) {
    if (!self || !path || !out) return api_usage(self);
    *out = (TnText){.ptr = NULL};
    ApiInput file;
    Boundary b;
    volatile TnStatus status = TN_OK;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        Arena arena;
        StrBuf text;
        arena_init(&arena, &self->ctx);
        strbuf_init(&text, &arena);
        diag_source(&self->ctx, path, (Str){.len = 0});
        status = api_input_open(&file, self, path);
        if (status == TN_OK) {
            const char *all = onnx_count_nodes(&arena, (Str){file.data, file.size}, &text) ? strbuf_cstr(&text) : NULL;
            if (all) api_text(self, (Str){all, strlen(all)}, out);
            api_input_close(&file);
        }
        arena_fini(&arena);
    }
    return api_leave(self, &b, status);
}

TnStatus tn_onnx_op_get(size_t index, TnOnnxOp *out) {
    OnnxOpInfo info;
    if (!out || !onnx_op_info(index, &info)) return TN_E_USAGE;
    *out = (TnOnnxOp){.name = info.name,
                      .since = info.since,
                      .until = info.until ? info.until : ONNX_OPSET_MAX,
                      .becomes = info.becomes};
    return TN_OK;
}
