/* SPDX-License-Identifier: Apache-2.0 */
/* Folders of ONNX's backend tests: a model, and sets of inputs with the outputs that they must
 * give.
 *
 * Tenon wants some inputs when it compiles (axes, sizes, scales), which these models often take in
 * a run. So a model that is refused for that, by the reader or by a backend, is read again with its
 * integers bound, then with small floats too; the result says so. */
#include <math.h>

#include "api/options.h"

#include "backend/backend.h"
#include "eval/eval.h"
#include "ir/verify.h"
#include "onnx/onnx.h"
#include "passes/manager.h"
#include "ops/ops.h"
#include "passes/passes.h"
#include "tensor/compare.h"
#include "tensor/strings.h"

/* Which inputs are constants while the model is read. */
typedef enum { BIND_NONE, BIND_INTEGERS, BIND_SMALL, BIND_COUNT } Bind;

static const Loc no_place = {.line = 0};

/* An input or output; value NULL: there is none, or none that Tenon has. */
typedef struct {
    const OnnxForm *form; /* its bytes are gone */
    Value *value;
} Datum;

typedef struct {
    TnContext *context;
    Ctx *ctx;
    const char *folder;
    size_t set;
    const TnOnnxTestOptions *options;
    TnOnnxTest *out;
    Arena arena;
    ValueList list;
    EvalChain constants;
    OnnxSignature signature;
    Datum *inputs, *outputs;
    const IrType *result; /* of the module before it was written; NULL: it is not written */
    bool is_random;       /* the model draws numbers */
    bool is_refused;      /* by the backend */
    bool misfits;         /* an output has another type or length, or there is none */
} Test;

/* A file of the folder; false when it cannot be read. */
static bool open_file(Test *t, ApiInput *file, const char *path) {
    const DiagMark mark = diag_mark(t->ctx);
    if (api_input_open(file, t->context, path) == TN_OK) return true;
    diag_rewind(t->ctx, mark);
    return false;
}

/* As deep as the form is, which limits.depth bounds. */
static Value *form_value(Test *t, const OnnxForm *form) {
    if (form->kind == ONNX_KIND_TENSOR) {
        const char *name;
        Tensor *x = onnx_read_tensor(t->ctx, &t->arena, form->bytes, &name);
        return x ? value_tensor(&t->list, x) : NULL;
    }
    Value *tuple = value_tuple(&t->list, (uint32_t)form->n);
    for (size_t i = 0; i < form->n; i++) {
        tuple->items[i] = form_value(t, form->items[i]);
        if (!tuple->items[i]) return NULL;
    }
    return tuple;
}

static Datum read_datum(Test *t, const char *what, size_t i, OnnxKind kind) {
    ApiInput file;
    Datum d = {.form = NULL};
    const char *path =
        arena_printf(&t->arena, "%s/test_data_set_%zu/%s_%zu.pb", t->folder, t->set, what, i);
    if (!open_file(t, &file, path)) return d;
    d.form = onnx_form_parse(&t->arena, (Str){file.data, file.size}, kind);
    if (d.form) d.value = form_value(t, d.form);
    api_input_close(&file);
    return d;
}

/* The suite stores bfloat16 as its bits in uint16. */
static void reinterpret(Tensor *x, DType want) {
    if (x->dtype == DTYPE_UINT16 && want == DTYPE_BFLOAT16) x->dtype = want;
}

static bool is_bound(Bind how, const Value *v) {
    if (v->kind != VALUE_TENSOR) return false;
    const Tensor *x = v->tensor;
    const bool is_int = dtype_is_int(x->dtype) || x->dtype == DTYPE_BOOL;
    return is_int ? how >= BIND_INTEGERS : how >= BIND_SMALL && x->ndim <= 1;
}

/* The module that the model becomes; NULL after a report. */
static IrModule *import(Test *t, Str bytes, Bind how) {
    OnnxBinding *bindings = ARENA_ARRAY(&t->arena, OnnxBinding, t->signature.n_inputs + 1);
    OnnxOptions options = {.bindings = bindings, .whole = t->options->whole};
    for (size_t i = 0; i < t->signature.n_inputs; i++) {
        const Datum *d = &t->inputs[i];
        if (!d->value) continue;
        const bool bound = is_bound(how, d->value);
        t->out->bound += bound;
        if (bound || d->value->kind != VALUE_TENSOR)
            bindings[options.n_bindings++] = (OnnxBinding){
                t->signature.inputs[i], bound ? d->value->tensor : NULL, bound ? NULL : d->form};
    }
    options.constant = api_constant;
    options.constants = &t->constants;
    return onnx_read(t->ctx, &t->context->ops, arena_printf(&t->arena, "%s/model.onnx", t->folder),
                     bytes, &options);
}

/* What main takes: the inputs that are not bound, in order. */
typedef VEC(Value *) Values;

/* As deep as types nest, which limits.depth bounds; so is what puts them together again. */
static void add_leaves(Test *t, Value *v, Values *out) {
    if (v->kind != VALUE_TUPLE) vec_push(&t->arena, out, v);
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) add_leaves(t, v->items[i], out);
}

/* A value of type `type` from leaves, of which there are enough; a reference. */
static Value *regrouped(Test *t, const IrType *type, Value *const **next) {
    if (type->kind != IR_TYPE_TUPLE) return value_ref(*(*next)++);
    Value *v = value_tuple(&t->list, type->n);
    for (uint32_t i = 0; i < type->n; i++) v->items[i] = regrouped(t, type->fields[i], next);
    return v;
}

static uint32_t count_leaves(const IrType *type) {
    uint32_t n = type->kind != IR_TYPE_TUPLE;
    for (uint32_t i = 0; type->kind == IR_TYPE_TUPLE && i < type->n; i++)
        n += count_leaves(type->fields[i]);
    return n;
}

/* Inputs of ONNX are tensors, so each leaf is one. */
static Value *run_compiled(Test *t, IrModule *m, IrFunction *fn, Value *const *args, uint32_t n) {
    TnModule handle = {.context = t->context, .ir = m, .holds = IR_PROP_ALL};
    const TnRunOptions options = {TN_SIZED(TnRunOptions), .backend = t->options->backend,
                                  .as_is = 1};
    Values leaves = {.at = NULL};
    for (uint32_t i = 0; i < n; i++) add_leaves(t, args[i], &leaves);
    const Tensor **inputs = ARENA_ARRAY(&t->arena, const Tensor *, leaves.len + 1);
    for (size_t i = 0; i < leaves.len; i++) inputs[i] = leaves.at[i]->tensor;
    const ApiProgramSource source = {
        .fn = fn, .inputs = inputs, .arena = &t->arena, .list = &t->list};
    TnStatus status;
    Value *result = NULL;
    ApiProgram *program = api_program(&handle, &source, &options, &status);
    if (!program) {
        t->is_refused = api_only_lacks(t->ctx);
        return NULL;
    }
    if (program->call(program)) {
        BUG_IF(program->n_outputs != count_leaves(fn->result));
        Value *const *next = program->outputs;
        result = regrouped(t, fn->result, &next);
    }
    program->close(program);
    return result;
}

static bool run(Test *t, IrModule *m, Bind how, Value **result) {
    IrFunction *fn = ir_global_find(m, (Str){"main", 4})->function;
    Value **args = ARENA_ARRAY(&t->arena, Value *, t->signature.n_inputs + 1);
    uint32_t n = 0;
    for (size_t i = 0; i < t->signature.n_inputs; i++) {
        Value *x = t->inputs[i].value;
        if (!x) {
            diag_error(
                t->ctx, no_place, DIAG_VALUE,
                diag_fmt(t->ctx, "the test gives no input %zu, '%s'", i, t->signature.inputs[i]));
            return false;
        }
        if (is_bound(how, x)) continue;
        if (n < fn->params.len && x->kind == VALUE_TENSOR)
            reinterpret(x->tensor, fn->params.at[n]->type->dtype);
        args[n++] = x;
    }
    if (t->result) { /* written: tuples are taken apart */
        Values leaves = {.at = NULL};
        for (uint32_t i = 0; i < n; i++) add_leaves(t, args[i], &leaves);
        args = leaves.at;
        n = (uint32_t)leaves.len;
    }
    const Backend *backend = backends[t->options->backend];
    const BeRun direct = {
        .fn = fn, .args = args, .n_args = n, .hosts = &t->context->hosts, .list = &t->list};
    *result = backend->run ? backend->run(&direct) : run_compiled(t, m, fn, args, n);
    if (*result && t->result) {
        Values leaves = {.at = NULL};
        add_leaves(t, *result, &leaves);
        BUG_IF(leaves.len != count_leaves(t->result));
        Value *const *next = leaves.at;
        *result = regrouped(t, t->result, &next);
    }
    return *result != NULL;
}

static const char *type_text(Test *t, const Tensor *x) {
    StrBuf s;
    strbuf_init(&s, &t->ctx->diags->arena);
    strbuf_printf(&s, "%s(", dtype_name(x->dtype));
    for (uint32_t i = 0; i < x->ndim; i++)
        strbuf_printf(&s, "%s%lld", i ? ", " : "", (long long)x->dims[i]);
    strbuf_putc(&s, ')');
    return strbuf_cstr(&s);
}

static bool compare_tensors(Test *t, const char *output, const Tensor *x, Tensor *want) {
    reinterpret(want, x->dtype);
    const TensorNear how = {
        .mode = TENSOR_NEAR, .rtol = t->options->rtol, .atol = t->options->atol, .integers = true};
    TensorDifference is;
    if (tensor_near(x, want, &how, &is)) return true;
    const size_t first = is.first;
    t->misfits |= is.other_type;
    Diag *d = diag_error(t->ctx, no_place, DIAG_VALUE, diag_fmt(t->ctx, "%s differs", output));
    if (is.other_type) {
        diag_expected(t->ctx, d, "%s", type_text(t, want));
        diag_found(t->ctx, d, "%s", type_text(t, x));
    } else if (x->dtype == DTYPE_STRING) {
        const Str a = tensor_get_string(want, first), b = tensor_get_string(x, first);
        diag_expected(t->ctx, d, "'%.*s' at element %zu", (int)a.len, a.ptr, first);
        diag_found(t->ctx, d, "'%.*s'; %zu of %zu elements differ", (int)b.len, b.ptr, is.differing,
                   is.count);
    } else {
        diag_expected(t->ctx, d, "%.9g at element %zu", tensor_get_double(want, first), first);
        diag_found(t->ctx, d, "%.9g; %zu of %zu elements differ", tensor_get_double(x, first),
                   is.differing, is.count);
    }
    return false;
}

/* As deep as the test's value is. */
static bool compare(Test *t, const char *output, const Value *x, const Value *want) {
    if (x->kind == VALUE_TENSOR && want->kind == VALUE_TENSOR)
        return compare_tensors(t, output, x->tensor, want->tensor);
    if (x->kind != want->kind || x->n != want->n) {
        t->misfits = true;
        diag_error(t->ctx, no_place, DIAG_VALUE,
                   diag_fmt(t->ctx, "%s is a sequence of another length, or none", output));
        return false;
    }
    bool ok = true;
    for (uint32_t i = 0; i < want->n; i++)
        ok &= compare(t, diag_fmt(t->ctx, "%s[%u]", output, i), x->items[i], want->items[i]);
    return ok;
}

static bool compare_all(Test *t, const Value *result) {
    const size_t n = t->signature.n_outputs;
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        const Value *x = n == 1 ? result : result->items[i];
        if (!t->outputs[i].value) {
            t->misfits = true;
            diag_error(t->ctx, no_place, DIAG_VALUE,
                       diag_fmt(t->ctx, "the test gives no output %zu", i));
            return false;
        }
        const char *output = diag_fmt(t->ctx, "output %zu, '%s'", i, t->signature.outputs[i]);
        ok &= compare(t, output, x, t->outputs[i].value);
    }
    return ok;
}

static bool draws_numbers(Test *t, IrModule *m) {
    VEC(IrFunction *) functions = {.at = NULL};
    vec_push(&t->arena, &functions, ir_global_find(m, (Str){"main", 4})->function);
    for (size_t i = 0; i < functions.len; i++) {
        IrWalk walk;
        ir_walk_init(&walk, functions.at[i]->body);
        for (IrBinding *b; (b = ir_walk_next(&walk));) {
            if (b->kind == IR_BIND_FUNCTION) vec_push(&t->arena, &functions, b->function);
            if (b->kind == IR_BIND_CALL &&
                (b->op == &op_random || b->op == &op_random_normal || b->op == &op_nn_dropout))
                return true;
        }
    }
    return false;
}

/* Of random numbers only types and shapes can be held against the test, so it is skipped where
 * these are right. */
static TnOnnxOutcome judge(Test *t, const Value *result) {
    const DiagMark mark = diag_mark(t->ctx);
    if (compare_all(t, result)) return TN_ONNX_PASSED;
    if (!t->is_random || t->misfits) return TN_ONNX_FAILED;
    diag_rewind(t->ctx, mark);
    diag_error(t->ctx, no_place, DIAG_VALUE,
               "its outputs are random numbers of another generator, types and shapes right");
    return TN_ONNX_SKIPPED;
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

/* The model's inputs and outputs, the test's tensors for them, and the module. NULL after a
 * report. */
static IrModule *read_test(Test *t, Bind how) {
    ApiInput file;
    IrModule *m = NULL;
    if (api_input_open(&file, t->context, arena_printf(&t->arena, "%s/model.onnx", t->folder)) !=
        TN_OK)
        return NULL;
    const Str bytes = {file.data, file.size};
    if (onnx_read_signature(&t->arena, bytes, &t->signature)) {
        t->inputs = ARENA_ARRAY(&t->arena, Datum, t->signature.n_inputs + 1);
        t->outputs = ARENA_ARRAY(&t->arena, Datum, t->signature.n_outputs + 1);
        const DiagMark mark = diag_mark(t->ctx);
        for (size_t i = 0; i < t->signature.n_inputs; i++)
            t->inputs[i] = read_datum(t, "input", i, t->signature.input_kinds[i]);
        for (size_t i = 0; i < t->signature.n_outputs; i++)
            t->outputs[i] = read_datum(t, "output", i, t->signature.output_kinds[i]);
        diag_rewind(t->ctx, mark); /* no tensors, but strings: the model says better why not */
        m = import(t, bytes, how);
    }
    api_input_close(&file);
    return m;
}

/* The module written and read again. NULL after a report. */
static IrModule *rewritten(Test *t, IrModule *m) {
    TnModule handle = {.context = t->context, .ir = m};
    OnnxFiles files;
    StrBuf all;
    IrModule *again = NULL, *own;
    strbuf_init(&all, &t->arena);
    if (api_onnx_files(&handle, &(TnOnnxWriteOptions){.function = "main"}, &t->arena, &files,
                       &own)) {
        for (size_t i = 0; i < files.model.pieces.len; i++)
            strbuf_add(&all, files.model.pieces.at[i].ptr, files.model.pieces.at[i].len);
        again = onnx_read(t->ctx, &t->context->ops, NULL, strbuf_str(&all), NULL);
    }
    ir_module_free(own);
    return again;
}

static void test(Test *t, Bind how) {
    IrModule *m = read_test(t, how);
    if (!m) {
        t->out->outcome = api_only_lacks(t->ctx) ? TN_ONNX_SKIPPED : TN_ONNX_FAILED;
        return;
    }
    t->out->is_read = 1;
    t->out->outcome = TN_ONNX_FAILED;
    Value *result;
    t->is_random = draws_numbers(t, m);
    bool ok = ir_verify(m, IR_PROP_ALL) && (!t->options->level || optimize(t, m));
    IrModule *again = ok && t->options->rewrite ? rewritten(t, m) : NULL;
    if (ok && t->options->rewrite) {
        t->result = ir_global_find(m, (Str){"main", 4})->function->result;
        ok = again && ir_verify(again, IR_PROP_ALL);
    }
    ok = ok && run(t, again ? again : m, how, &result);
    t->out->is_read = !t->is_refused;
    t->out->outcome = ok                                          ? judge(t, result)
                      : t->is_refused || (t->is_random && !again) ? TN_ONNX_SKIPPED
                                                                  : TN_ONNX_FAILED;
    ir_module_free(again);
    ir_module_free(m);
}

static TnStatus attempt(TnContext *self, const char *folder, size_t set,
                        const TnOnnxTestOptions *options, Bind how, TnOnnxTest *out) {
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        Test t = {.context = self,
                  .ctx = &self->ctx,
                  .folder = folder,
                  .set = set,
                  .options = options,
                  .out = out};
        arena_init(&t.arena, t.ctx);
        value_list_init(&t.list, t.ctx);
        eval_chain_init(&t.constants, t.ctx);
        test(&t, how);
        eval_chain_fini(&t.constants);
        value_list_fini(&t.list);
        arena_fini(&t.arena);
    }
    return api_leave(self, &b, TN_OK);
}

TnStatus tn_onnx_test(TnContext *ctx, const char *folder, size_t set,
                      const TnOnnxTestOptions *options, TnOnnxTest *out) {
    static const TnOnnxTestOptions usual = {TN_SIZED(TnOnnxTestOptions), .rtol = 1e-3,
                                            .atol = 1e-7};
    TnOnnxTestOptions o;
    if (!ctx || !folder || !out) return api_usage(ctx);
    if (!api_options(ctx, API_TnOnnxTestOptions, options ? options : &usual, &o)) return TN_E_USAGE;
    if ((unsigned)o.backend >= be_n_backends) return api_usage(ctx);
    TnStatus status = TN_OK;
    for (Bind how = BIND_NONE; how < BIND_COUNT; how++) {
        *out = (TnOnnxTest){.outcome = TN_ONNX_FAILED};
        status = attempt(ctx, folder, set, &o, how, out);
        if (out->is_read || out->outcome != TN_ONNX_SKIPPED) break;
    }
    return status;
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
