/* SPDX-License-Identifier: Apache-2.0 */
/* Runs: inputs given or drawn, executed by a backend once or again, outputs flattened. */
#include "driver/api_run.h"

#include <stdlib.h>
#include <time.h>

#include "tensor/npy.h"

static const Loc no_place = {.line = 0};

static void run_cleanup(Cleanup *node) {
    TnRun *run = (TnRun *)(void *)((char *)node - offsetof(TnRun, cleanup));
    ctx_resize(&run->context->ctx, run, sizeof *run, 0);
}

static TnRun *run_new(TnContext *self) {
    TnRun *run = ctx_resize(&self->ctx, NULL, 0, sizeof *run);
    *run = (TnRun){.context = self};
    cleanup_push(&self->ctx, &run->cleanup, run_cleanup);
    arena_init(&run->arena, &self->ctx);
    value_list_init(&run->list, &self->ctx);
    return run;
}

static void run_destroy(TnRun *run) {
    if (run->program) run->program->close(run->program);
    value_list_fini(&run->list);
    arena_fini(&run->arena);
    cleanup_pop(&run->cleanup);
    run_cleanup(&run->cleanup);
}

void tn_run_free(TnRun *run) {
    if (!run) return;
    TnContext *self = run->context;
    run_destroy(run);
    api_release(self);
}

IrFunction *api_function(TnModule *m, const char *name) {
    IrModule *ir = m->ir;
    Ctx *ctx = ir->ctx;
    IrFunction *only = NULL;
    size_t n = 0;
    for (size_t i = 0; i < ir->globals.len && !name; i++) {
        IrFunction *fn = ir->globals.at[i]->function;
        if (!fn || !fn->body || fn->is_private) continue;
        only = fn;
        n++;
    }
    if (n == 1) return only;
    const char *wanted = name ? name : "main";
    IrGlobal *g = ir_global_find(ir, (Str){wanted, strlen(wanted)});
    if (g && g->function && g->function->body) return g->function;
    Diag *d = diag_error(ctx, no_place, DIAG_NAME, wanted);
    diag_expected(ctx, d, "a function of the module, with a body");
    return NULL;
}

/* The tensor as a parameter of dtype `want` takes it: a float tensor may stand for a wider float. */
static Tensor *adapt(Ctx *ctx, Tensor *own, DType want) {
    if (want != DTYPE_FLOAT64 || !dtype_is_float(own->dtype) || own->dtype == want) return own;
    TensorGuard guard;
    tensor_guard(&guard, own);
    Tensor *wide = tensor_new(ctx, want, own->dims, own->ndim);
    for (size_t i = 0; i < own->count; i++)
        dtype_write_double(want, tensor_at(wide, i), dtype_read_double(own->dtype, tensor_at(own, i)));
    tensor_unguard(&guard);
    tensor_unref(own);
    return wide;
}

TnStatus api_input_tensor(Ctx *ctx, const TnInput *input, DType want, Tensor **out) {
    DType dtype;
    size_t count, bytes;
    if (input->path) {
        return (TnStatus)npy_read_file(ctx, input->path, want == DTYPE_BFLOAT16 ? NPY_V2_BFLOAT16 : NPY_V2_REFUSED,
                                       out);
    }
    bool ok = input->dtype && dtype_parse((Str){input->dtype, strlen(input->dtype)}, &dtype) && dtype != DTYPE_VOID &&
              (!input->ndim || input->dims) && tensor_count(input->dims, input->ndim, dtype, &count, &bytes) &&
              (!bytes || input->data);
    if (!ok) return TN_E_USAGE;
    ctx_given(ctx, bytes);
    *out = tensor_new(ctx, dtype, input->dims, input->ndim);
    if (bytes) memcpy((*out)->data, input->data, bytes);
    return TN_OK;
}

/* What a parameter, or a part of one, of type t takes from a tensor: the reverse of `flatten`. NULL after a
 * report; takes over the tensor. */
static Value *value_from(TnRun *run, const IrType *t, Tensor *own, const char *name) {
    Ctx *ctx = &run->context->ctx;
    const bool is_shape = t->kind == IR_TYPE_SHAPE, is_prim = t->kind == IR_TYPE_PRIM;
    const DType want = t->kind == IR_TYPE_TENSOR || is_prim ? t->dtype : is_shape ? DTYPE_INT64 : DTYPE_VOID;
    Value *v = value_tensor(&run->list, adapt(ctx, own, want));
    const Tensor *x = v->tensor;
    if (!is_shape && !is_prim) return v;
    if (x->dtype != want || x->ndim != (is_shape ? 1 : 0)) {
        Diag *d = diag_error(ctx, no_place, DIAG_VALUE, diag_fmt(ctx, "the input '%s'", name));
        diag_expected(ctx, d, "%s of rank %d", dtype_name(want), is_shape ? 1 : 0);
        diag_found(ctx, d, "%s of rank %u", dtype_name(x->dtype), x->ndim);
        return NULL;
    }
    if (is_shape) return value_shape(&run->list, x->data, (uint32_t)x->count);
    if (dtype_is_float(want)) return value_prim(&run->list, want, 0, dtype_read_double(want, x->data));
    return value_prim(&run->list, want, dtype_read_int(want, x->data), 0);
}

/* The place in *v that `name` (a parameter's, or with _0, _1, ... a part of a tuple) means, and its type. NULL:
 * none. Tuples on the way are made, with parts still to be given. */
static Value **place_of(TnRun *run, const IrType **t, Value **v, const char *rest) {
    while (*rest) {
        char *end;
        if (*rest != '_' || rest[1] < '0' || rest[1] > '9' || (*t)->kind != IR_TYPE_TUPLE) return NULL;
        const unsigned long i = strtoul(rest + 1, &end, 10);
        if (i >= (*t)->n) return NULL;
        if (!*v) *v = value_tuple(&run->list, (*t)->n);
        *t = (*t)->fields[i];
        v = &(*v)->items[i];
        rest = end;
    }
    return (*t)->kind == IR_TYPE_TUPLE ? NULL : v;
}

static Value **find_place(TnRun *run, IrFunction *fn, const char *name, Value **values, const IrType **t) {
    for (int exact = 1; name && exact >= 0; exact--) {
        for (size_t i = 0; i < fn->params.len; i++) {
            const IrVar *p = fn->params.at[i];
            const size_t n = strlen(p->name);
            if (strncmp(name, p->name, n) != 0 || (exact && name[n])) continue;
            *t = p->type;
            Value **v = place_of(run, t, &values[i], name + n);
            if (v) return v;
        }
    }
    return NULL;
}

/* TN_OK, TN_E_USAGE for an input that is no tensor, or what reading the file gave. */
static TnStatus give_input(TnRun *run, IrFunction *fn, const TnInput *input, Value **values) {
    Ctx *ctx = &run->context->ctx;
    const IrType *type;
    Value **v = find_place(run, fn, input->name, values, &type);
    if (!v) {
        Diag *d = diag_error(ctx, no_place, DIAG_NAME, input->name ? input->name : "");
        diag_expected(ctx, d, "a parameter of '%s'", fn->name);
        return TN_E_INVALID;
    }
    Tensor *t = NULL;
    const TnStatus status = api_input_tensor(ctx, input, type->kind == IR_TYPE_TENSOR ? type->dtype : DTYPE_VOID, &t);
    if (status != TN_OK) return status;
    *v = value_from(run, type, t, input->name);
    return *v ? TN_OK : TN_E_INVALID;
}

/* Every part of a tuple is given, or none. */
static bool is_whole(TnRun *run, const Value *v, const char *name) {
    Ctx *ctx = &run->context->ctx;
    if (!v) {
        Diag *d = diag_error(ctx, no_place, DIAG_VALUE, "a tuple is given in part");
        diag_expected(ctx, d, "'%s' too", name);
        return false;
    }
    bool whole = true;
    for (uint32_t i = 0; whole && v->kind == VALUE_TUPLE && i < v->n; i++) whole = is_whole(run, v->items[i], diag_fmt(ctx, "%s_%u", name, i));
    return whole;
}

static void flatten(TnRun *run, const Value *v, const char *name, NamedTensors *out) {
    if (v->kind == VALUE_TENSOR) {
        const char *label = name ? name : arena_printf(&run->arena, "out_%zu", out->len);
        vec_push(&run->arena, out, ((NamedTensor){label, v->tensor}));
    }
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && i < v->n; i++) {
        flatten(run, v->items[i], name ? arena_printf(&run->arena, "%s_%u", name, i) : NULL, out);
    }
    if (v->kind == VALUE_SHAPE) { /* as the int64 tensor of its extents */
        const int64_t n = v->n;
        Value *t = value_tensor_new(&run->list, DTYPE_INT64, &n, 1);
        if (n) memcpy(t->tensor->data, v->dims, (size_t)n * sizeof(int64_t));
        flatten(run, t, name, out);
    }
    if (v->kind == VALUE_PRIM) {
        Value *t = value_tensor_new(&run->list, v->dtype, NULL, 0);
        if (dtype_is_float(v->dtype)) {
            dtype_write_double(v->dtype, t->tensor->data, v->f);
        } else {
            dtype_write_int(v->dtype, t->tensor->data, v->i);
        }
        flatten(run, t, name, out);
    }
}

/* The same value in another run. Types nest at most limits.depth deep. */
static Value *share(TnRun *run, const Value *v) {
    switch (v->kind) {
    case VALUE_TENSOR: return value_tensor(&run->list, tensor_ref(v->tensor));
    case VALUE_SHAPE: return value_shape(&run->list, v->dims, v->n);
    case VALUE_PRIM:
        return value_prim(&run->list, v->dtype, dtype_is_float(v->dtype) ? 0 : v->i,
                          dtype_is_float(v->dtype) ? v->f : 0);
    case VALUE_TUPLE: {
        Value *t = value_tuple(&run->list, v->n);
        for (uint32_t i = 0; i < v->n; i++) t->items[i] = share(run, v->items[i]);
        return t;
    }
    default: BUG("an input that cannot be drawn or given");
    }
}

static bool share_inputs(TnRun *run, const IrFunction *fn, const TnRun *like, Value **values) {
    Ctx *ctx = &run->context->ctx;
    if (like->n_args != fn->params.len) {
        Diag *d = diag_error(ctx, fn->loc, DIAG_VALUE, "the functions do not take the same inputs");
        diag_expected(ctx, d, "%zu parameters", like->n_args);
        diag_found(ctx, d, "%zu", fn->params.len);
        return false;
    }
    for (size_t i = 0; i < fn->params.len; i++) {
        if (!values[i]) values[i] = share(run, like->args[i]);
    }
    return true;
}

static const char *own_text(TnRun *run, const char *s) { return arena_strdup(&run->arena, (Str){s, strlen(s)}); }

static int by_falling_time(const void *a, const void *b) {
    const TnOpCost *x = a, *y = b;
    if (x->milliseconds != y->milliseconds) return x->milliseconds < y->milliseconds ? 1 : -1;
    return strcmp(x->name, y->name);
}

double api_now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

void api_stage(ApiProgram *self, const char *name, double *start) {
    const double now = api_now_ms();
    self->stages[self->n_stages++] = (TnStage){name, now - *start};
    *start = now;
}

/* The evaluator as a program: what it compiles lives as long as a call. */
typedef struct {
    ApiProgram program; /* first */
    TnRun *run;
    IrModule *m;
    IrGlobal *global;
    bool profile;
    Value *result;
} EvalProgram;

static bool eval_call(ApiProgram *program) {
    EvalProgram *self = (EvalProgram *)(void *)program;
    TnRun *run = self->run;
    Arena code;
    arena_init(&code, self->m->ctx);
    Evaluator *evaluator = eval_new(self->m, &code);
    eval_hosts(evaluator, &run->context->hosts);
    EvalCosts costs = {.at = NULL};
    if (self->profile && !self->result) eval_profile(evaluator, &costs);
    const double start = api_now_ms();
    IrFunction *fn = self->global->function;
    Value *result = eval_function(evaluator, fn, run->args, (uint32_t)fn->params.len, &run->list);
    program->run_ms = api_now_ms() - start;
    eval_end(evaluator);
    for (size_t i = 0; i < costs.len; i++) {
        const EvalCost *c = &costs.at[i];
        const TnOpCost cost = {.name = c->op->name,
                               .calls = c->calls,
                               .milliseconds = (double)c->nanoseconds * 1e-6,
                               .float_operations = -1,
                               .bytes = -1};
        vec_push(&run->arena, &run->costs, cost);
    }
    if (run->costs.len) qsort(run->costs.at, run->costs.len, sizeof *run->costs.at, by_falling_time);
    arena_fini(&code);
    if (!result) return false;
    if (self->result) {
        value_unref(result); /* the same again */
        return true;
    }
    self->result = result;
    value_own(result);
    flatten(run, result, NULL, &run->outputs);
    return true;
}

static bool eval_renew(ApiProgram *program, const Tensor *const *inputs) {
    EvalProgram *self = (EvalProgram *)(void *)program;
    (void)inputs; /* they are the run's arguments */
    self->profile = false;
    value_unref(self->result);
    self->result = NULL;
    return true;
}

static void eval_nothing(ApiProgram *program) { (void)program; }

static TnStatus evaluate(TnRun *run, TnModule *m, IrFunction *fn, int profile) {
    EvalProgram *self = ARENA_NEW(&run->arena, EvalProgram);
    *self = (EvalProgram){
        .program = {.call = eval_call, .renew = eval_renew, .keep = eval_nothing, .close = eval_nothing},
        .run = run,
        .m = m->ir,
        .global = fn->global,
        .profile = profile != 0};
    run->program = &self->program;
    return eval_call(&self->program) ? TN_OK : TN_E_INVALID;
}

static const Tensor **input_tensors(TnRun *run, Arena *arena) {
    const Tensor **list = ARENA_ARRAY(arena, const Tensor *, run->inputs.len + 1);
    for (size_t i = 0; i < run->inputs.len; i++) list[i] = run->inputs.at[i].tensor;
    return list;
}

/* Calls what was compiled; its results are the outputs. */
static TnStatus call_compiled(TnRun *run) {
    ApiProgram *program = run->program;
    if (!program->call(program)) return TN_E_INVALID;
    for (size_t i = 0; i < program->n_outputs; i++) flatten(run, program->outputs[i], NULL, &run->outputs);
    return TN_OK;
}

typedef VEC(TnDim) Dims;

static bool is_varying(const TnRunOptions *o, const char *name) {
    bool is = false;
    for (size_t i = 0; !is && i < o->n_varying; i++) is = strcmp(o->varying[i], name) == 0;
    return is;
}

/* The symbols that stand alone in the type, with the value's extents, each name once. */
static void dims_of(TnRun *run, const TnRunOptions *o, const IrType *t, const Value *v, Dims *out) {
    const int64_t *have = v->kind == VALUE_TENSOR ? v->tensor->dims : v->kind == VALUE_SHAPE ? v->dims : NULL;
    const int64_t n = v->kind == VALUE_TENSOR ? v->tensor->ndim : v->n;
    for (int32_t i = 0; have && t->dims && t->ndim == n && i < t->ndim; i++) {
        const IrSymbol *s = ir_dim_as_symbol(t->dims[i]);
        bool seen = !s || is_varying(o, s->name);
        for (size_t k = 0; !seen && k < out->len; k++) seen = strcmp(out->at[k].name, s->name) == 0;
        if (!seen) vec_push(&run->arena, out, ((TnDim){s->name, have[i]}));
    }
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && t->kind == IR_TYPE_TUPLE && i < v->n && i < t->n; i++)
        dims_of(run, o, t->fields[i], v->items[i], out);
}

static bool check_varying(Ctx *ctx, const IrFunction *fn, const TnRunOptions *o) {
    for (size_t i = 0; i < o->n_varying; i++) {
        bool known = false;
        for (size_t k = 0; !known && k < fn->symbols.len; k++)
            known = strcmp(fn->symbols.at[k]->name, o->varying[i]) == 0;
        if (known) continue;
        diag_error(ctx, no_place, DIAG_VALUE, diag_fmt(ctx, "'%s' is no symbolic dim of '%s'", o->varying[i], fn->name));
        return false;
    }
    return true;
}

static TnStatus execute_compiled(TnRun *run, TnModule *m, IrFunction *fn, const TnRunOptions *o) {
    const Tensor **inputs = input_tensors(run, &run->arena);
    Dims dims = {.at = NULL};
    if (!check_varying(&run->context->ctx, fn, o)) return TN_E_INVALID;
    for (size_t i = 0; o->specialize && i < fn->params.len; i++)
        dims_of(run, o, fn->params.at[i]->type, run->args[i], &dims);
    const ApiProgramSource source = {
        .fn = fn, .inputs = inputs, .arena = &run->arena, .list = &run->list, .dims = dims.at, .n_dims = dims.len};
    TnStatus status;
    run->program = o->backend == TN_BACKEND_C ? api_program_c(m, &source, &status)
                                              : api_program_native(m, &source, o, &status);
    return run->program ? call_compiled(run) : status;
}

/* Takes what is asked about later; a program that is not kept ends here. */
static void settle(TnRun *run) {
    ApiProgram *p = run->program;
    run->run_ms = p->run_ms;
    memcpy(run->stages, p->stages, sizeof run->stages);
    run->n_stages = p->n_stages;
    if (run->is_kept) return;
    p->close(p);
    run->program = NULL;
}

/* The run's inputs: those that are given, and drawn ones. */
static TnStatus take_inputs(TnRun *run, IrFunction *fn, const TnRunOptions *o) {
    Value **values = ARENA_ARRAY(&run->arena, Value *, fn->params.len + 1);
    for (size_t i = 0; i < o->n_inputs; i++) {
        TnStatus status = give_input(run, fn, &o->inputs[i], values);
        if (status != TN_OK) return status;
    }
    for (size_t i = 0; i < fn->params.len; i++) {
        if (values[i] && !is_whole(run, values[i], fn->params.at[i]->name)) return TN_E_INVALID;
    }
    if (o->like && !share_inputs(run, fn, o->like, values)) return TN_E_INVALID;
    run->args = values;
    run->n_args = fn->params.len;
    DrawDim *dims = ARENA_ARRAY(&run->arena, DrawDim, o->n_dims + 1);
    for (size_t i = 0; i < o->n_dims; i++) dims[i] = (DrawDim){o->dims[i].name ? o->dims[i].name : "", o->dims[i].value};
    if (!draw_inputs(fn, o->seed, dims, (uint32_t)o->n_dims, values, &run->list, &run->arena, &run->defaulted))
        return TN_E_INVALID;
    /* The module may go before the run: names are copied. */
    for (size_t i = 0; i < fn->params.len; i++)
        flatten(run, values[i], own_text(run, fn->params.at[i]->name), &run->inputs);
    for (size_t i = 0; i < run->defaulted.len; i++) run->defaulted.at[i] = own_text(run, run->defaulted.at[i]);
    return TN_OK;
}

static TnStatus execute(TnRun *run, TnModule *m, const TnRunOptions *o) {
    IrFunction *fn = api_function(m, o->function);
    TnStatus status = fn ? take_inputs(run, fn, o) : TN_E_INVALID;
    if (status != TN_OK || o->inputs_only) return status;
    run->global = fn->global; /* its function may be another object after an edit that was taken back */
    status = o->backend == TN_BACKEND_EVAL ? evaluate(run, m, fn, o->profile) : execute_compiled(run, m, fn, o);
    run->is_kept = o->keep && status == TN_OK;
    run->module = m;
    if (run->program) settle(run);
    return status;
}

/* The arguments and results of the last call go. */
static void forget(TnRun *run) {
    for (size_t i = 0; i < run->n_args; i++) value_unref(run->args[i]);
    run->n_args = 0;
    run->inputs.len = run->outputs.len = run->defaulted.len = 0;
}

static TnStatus execute_with(TnRun *run, const TnRunOptions *o, double *ms) {
    forget(run);
    const TnStatus status = take_inputs(run, run->global->function, o);
    if (status != TN_OK) return status;
    Arena arena;
    arena_init(&arena, &run->context->ctx);
    const Tensor **inputs = input_tensors(run, &arena);
    const double start = api_now_ms();
    const bool ok = run->program->renew(run->program, inputs) && call_compiled(run) == TN_OK;
    if (ms) *ms = api_now_ms() - start;
    arena_fini(&arena);
    return ok ? TN_OK : TN_E_INVALID;
}

TnStatus tn_run_with(TnRun *run, const TnRunOptions *options, double *ms) {
    static const TnRunOptions none = {.function = NULL};
    if (!run || !run->is_kept) return api_usage(run ? run->context : NULL);
    if (options && ((options->n_inputs && !options->inputs) || (options->n_dims && !options->dims)))
        return api_usage(run->context);
    TnContext *self = run->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    run->is_kept = false;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        diag_source(&self->ctx, run->module->ir->source, (Str){.len = 0});
        status = execute_with(run, options ? options : &none, ms);
        run->is_kept = status == TN_OK;
    }
    return api_leave_module(run->module, &b, status);
}

TnStatus tn_run(TnModule *m, const TnRunOptions *options, TnRun **out) {
    if (out) *out = NULL;
    if (!m || !out) return api_usage(m ? m->context : NULL);
    if (options && ((options->n_inputs && !options->inputs) || (options->n_dims && !options->dims) ||
                    (options->n_varying && !options->varying)))
        return api_usage(m->context);
    static const TnRunOptions none = {.function = NULL};
    TnContext *self = m->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        TnRun *run = run_new(self);
        status = execute(run, m, options ? options : &none);
        if (status == TN_OK) {
            if (run->program) run->program->keep(run->program);
            cleanup_pop(&run->list.cleanup);
            arena_keep(&run->arena);
            cleanup_pop(&run->cleanup);
            self->handles++;
            *out = run;
        } else {
            run_destroy(run);
        }
    }
    return api_leave_module(m, &b, status);
}

TnStatus tn_run_again(TnRun *run, double *ms) {
    if (!run || !run->program || !run->is_kept) return api_usage(run ? run->context : NULL);
    TnContext *self = run->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        if (!run->program->call(run->program)) status = TN_E_INVALID;
    }
    if (ms) *ms = run->program->run_ms;
    return api_leave(self, &b, status);
}

void tn_run_times(const TnRun *run, double *compile_ms, double *run_ms) {
    double sum = 0;
    for (size_t i = 0; run && i < run->n_stages; i++) sum += run->stages[i].milliseconds;
    if (compile_ms) *compile_ms = sum;
    if (run_ms) *run_ms = run ? run->run_ms : 0;
}

TnStatus tn_run_stage(const TnRun *run, size_t index, TnStage *out) {
    if (!run || !out || index >= run->n_stages) return TN_E_USAGE;
    *out = run->stages[index];
    return TN_OK;
}

static size_t bytes_of(const NamedTensors *list) {
    size_t sum = 0;
    for (size_t i = 0; i < list->len; i++) sum = api_add(sum, list->at[i].tensor->bytes);
    return sum;
}

size_t api_touched(const void *memory, size_t size, unsigned char fill) {
    const unsigned char *at = memory;
    while (size && at[size - 1] == fill) size--;
    return size;
}

TnStatus tn_run_memory(TnRun *run, TnRunMemory *out) {
    if (!run || !out || !run->program || !run->is_kept) return api_usage(run ? run->context : NULL);
    TnContext *self = run->context;
    ApiProgram *p = run->program;
    volatile TnStatus status = TN_OK;
    *out = (TnRunMemory){.input_bytes = bytes_of(&run->inputs),
                         .output_bytes = bytes_of(&run->outputs),
                         .constant_bytes = p->constant_bytes,
                         .planned_bytes = p->arena_bytes};
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        if (p->touch && !p->touch(p, &out->touched_bytes)) status = TN_E_INVALID;
    }
    return api_leave(self, &b, status);
}

size_t tn_run_input_count(const TnRun *run) { return run ? run->inputs.len : 0; }
size_t tn_run_output_count(const TnRun *run) { return run ? run->outputs.len : 0; }

static TnStatus info(const NamedTensors *list, size_t index, TnTensorInfo *out) {
    if (!out || index >= list->len) return TN_E_USAGE;
    const Tensor *t = list->at[index].tensor;
    *out = (TnTensorInfo){.name = list->at[index].name,
                          .dtype = dtype_name(t->dtype),
                          .ndim = t->ndim,
                          .dims = t->dims,
                          .count = t->count,
                          .bytes = t->bytes,
                          .data = t->data};
    return TN_OK;
}

TnStatus tn_run_input(const TnRun *run, size_t index, TnTensorInfo *out) {
    return run ? info(&run->inputs, index, out) : TN_E_USAGE;
}
TnStatus tn_run_output(const TnRun *run, size_t index, TnTensorInfo *out) {
    return run ? info(&run->outputs, index, out) : TN_E_USAGE;
}

const char *tn_run_default_dim(const TnRun *run, size_t index, int64_t *value) {
    if (!run || index >= run->defaulted.len) return NULL;
    if (value) *value = DRAW_DIM;
    return run->defaulted.at[index];
}

/* What a compiled program has noted by now. */
static void collect_costs(TnRun *run) {
    TnOpCost *list;
    const size_t n = run->program->costs(run->program, &run->arena, &list);
    if (n) qsort(list, n, sizeof *list, by_falling_time);
    run->costs.len = 0;
    for (size_t i = 0; i < n; i++) vec_push(&run->arena, &run->costs, list[i]);
}

TnStatus tn_run_cost(TnRun *run, size_t index, TnOpCost *out) {
    if (!run || !out) return TN_E_USAGE;
    volatile TnStatus status = TN_OK;
    if (index == 0 && run->program && run->program->costs) {
        Boundary b;
        CTX_ENTER(&run->context->ctx, &b) {
            api_begin(run->context);
            collect_costs(run);
        }
        status = api_leave(run->context, &b, TN_OK);
    }
    if (status == TN_OK && index >= run->costs.len) return TN_E_USAGE;
    if (status == TN_OK) *out = run->costs.at[index];
    return status;
}

TnStatus tn_run_event(const TnRun *run, size_t index, TnKernelEvent *out) {
    if (!run || !out || !run->program || !run->program->event) return TN_E_USAGE;
    return run->program->event(run->program, index, out) ? TN_OK : TN_E_USAGE;
}

static TnStatus write_tensor(TnRun *run, const NamedTensors *list, size_t index, const char *path) {
    TnContext *self = run->context;
    if (!path || index >= list->len) return api_usage(self);
    volatile Status status = STATUS_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        status = npy_write_file(list->at[index].tensor, path);
    }
    return api_leave(self, &b, (TnStatus)status);
}

TnStatus tn_run_write_input(TnRun *run, size_t index, const char *path) {
    return run ? write_tensor(run, &run->inputs, index, path) : TN_E_USAGE;
}
TnStatus tn_run_write_output(TnRun *run, size_t index, const char *path) {
    return run ? write_tensor(run, &run->outputs, index, path) : TN_E_USAGE;
}
