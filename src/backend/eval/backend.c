/* SPDX-License-Identifier: Apache-2.0 */
/* The reference evaluator as a backend: of a copy of the module, within its context. */
#include "backend/backend.h"

#include "ir/copy.h"
#include "ops/ccl_call.h"

typedef struct {
    IrModule *m;
    IrGlobal *global;
    const Hosts *hosts;
    const RtEntry *entry;
} Code;

static Value *argument(ValueList *list, const IrType *t, const RtTensor **next) {
    if (t->kind == IR_TYPE_TUPLE) {
        Value *tuple = value_tuple(list, t->n);
        for (uint32_t i = 0; i < t->n; i++) tuple->items[i] = argument(list, t->fields[i], next);
        return tuple;
    }
    const RtTensor *in = (*next)++;
    if (t->kind == IR_TYPE_SHAPE) return value_shape(list, in->data, (uint32_t)t->ndim);
    if (t->kind == IR_TYPE_PRIM && dtype_is_float(t->dtype))
        return value_prim(list, t->dtype, 0, dtype_get_double(t->dtype, in->data, 0));
    if (t->kind == IR_TYPE_PRIM)
        return value_prim(list, t->dtype, dtype_get_int(t->dtype, in->data, 0), 0);
    Value *v = value_tensor_new(list, t->dtype, in->dims, (uint32_t)t->ndim);
    if (v->tensor->bytes) memcpy(v->tensor->data, in->data, v->tensor->bytes);
    return v;
}

static int32_t set(RtTensor *out, const void *data, size_t bytes) {
    out->data = rt_heap((int64_t)bytes);
    if (out->data && bytes) memcpy(out->data, data, bytes);
    return out->data ? 0 : RT_NO_MEMORY;
}

/* Nothing here throws: what was allocated is freed by the caller of `result`. */
static int32_t result(const Value *v, RtTensor **next) {
    int32_t e = 0;
    if (v->kind == VALUE_TUPLE) {
        for (uint32_t i = 0; !e && i < v->n; i++) e = result(v->items[i], next);
        return e;
    }
    RtTensor *out = (*next)++;
    switch (v->kind) {
    case VALUE_TENSOR:
        for (uint32_t d = 0; d < v->tensor->ndim; d++) out->dims[d] = v->tensor->dims[d];
        return set(out, v->tensor->data, v->tensor->bytes);
    case VALUE_SHAPE: out->dims[0] = v->n; return set(out, v->dims, v->n * sizeof *v->dims);
    default: {
        char element[16];
        if (dtype_is_float(v->dtype))
            dtype_set_double(v->dtype, element, 0, v->f);
        else
            dtype_set_int(v->dtype, element, 0, v->i);
        return set(out, element, (size_t)dtype_size_up(v->dtype));
    }
    }
}

static Value *run_at_once(const BeRun *how) {
    Arena code;
    EvalCosts costs = {.at = NULL};
    arena_init(&code, how->fn->module->ctx);
    Evaluator *evaluator = eval_new(how->fn->module, &code);
    if (how->hosts) eval_hosts(evaluator, how->hosts);
    if (how->costs) eval_profile(evaluator, &costs);
    if (how->each) eval_each(evaluator, how->each, how->each_user);
    Value *result =
        eval_function(evaluator, (IrFunction *)how->fn, how->args, how->n_args, how->list);
    eval_end(evaluator);
    for (size_t i = 0; i < costs.len; i++) vec_push(how->arena, how->costs, costs.at[i]);
    arena_fini(&code);
    return result;
}

static int32_t run(RtEnv *env, const RtTensor *in, RtTensor *out, char *arena) {
    const Code *self = env->constants[0];
    const IrFunction *fn = self->global->function;
    Arena scratch;
    ValueList list;
    (void)arena;
    for (uint32_t i = 0; i < self->entry->n_outputs; i++) out[i].data = NULL;
    arena_init(&scratch, self->m->ctx);
    value_list_init(&list, self->m->ctx);
    Value **args = ARENA_ARRAY(&scratch, Value *, fn->params.len + 1);
    for (size_t i = 0; i < fn->params.len; i++)
        args[i] = argument(&list, fn->params.at[i]->type, &in);
    const uint32_t n = (uint32_t)fn->params.len;
    Value *v = run_at_once(
        &(BeRun){.fn = fn, .args = args, .n_args = n, .hosts = self->hosts, .list = &list});
    RtTensor *next = out;
    if (v) value_own(v);
    const int32_t e = v ? result(v, &next) : RT_REPORTED;
    for (uint32_t i = 0; e && i < self->entry->n_outputs; i++) {
        rt_free(out[i].data);
        out[i].data = NULL;
    }
    value_list_fini(&list);
    arena_fini(&scratch);
    return e;
}

static Status compile(BeExecutable *self, IrModule *m, const BeOptions *options) {
    Code *code = self->impl = ARENA_NEW(&self->arena, Code);
    const IrFunction *fn = options->function->function;
    RtEntry *entry = be_enter(self, fn, code, NULL, run);
    if (!entry) return STATUS_INVALID;
    *code = (Code){.m = ir_module_copy(m), .hosts = options->hosts, .entry = entry};
    code->global = ir_module_copy_global(code->m, options->function);
    if (self->ctx->ranks)
        entry->collectives = ccl_list(code->m, code->global->function, &self->arena, NULL);
    if (self->ctx->ranks && !entry->collectives) return STATUS_INVALID;
    return STATUS_OK;
}

static void keep(BeExecutable *self) { ir_module_keep(((Code *)self->impl)->m); }
static void end(BeExecutable *self) { ir_module_free(((Code *)self->impl)->m); }

const Backend backend_eval = {.name = "eval",
                              .doc = "the reference evaluator",
                              .flags = BE_EXACT | BE_CONTEXT | BE_PROFILES,
                              .compile = compile,
                              .keep = keep,
                              .free = end,
                              .run = run_at_once};
