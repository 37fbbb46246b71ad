/* SPDX-License-Identifier: Apache-2.0 */
/* What a host function asks of its call. */
#include "eval/host_call.h"

const char *host_name(const HostCall *call) { return call->name; }
uint32_t host_n_args(const HostCall *call) { return call->n_args; }
const Value *host_arg(const HostCall *call, uint32_t i) {
    return i < call->n_args ? call->args[i] : NULL;
}
uint32_t host_n_wanted(const HostCall *call) { return call->n_wanted; }
const Tensor *host_wanted(const HostCall *call, uint32_t i) {
    return i < call->n_wanted ? call->wanted[i]->tensor : NULL;
}
ValueList *host_values(HostCall *call) { return call->f->list; }

bool host_failed(const HostCall *call) { return call->failed; }

bool host_fail(HostCall *call, const char *what) {
    call->failed = true;
    diag_error(call->f->e->m->ctx, call->loc, DIAG_CALL_ARGUMENT, call->name, what);
    return false;
}

Tensor *host_result(HostCall *call, DType dtype, const int64_t *dims, uint32_t ndim) {
    if (!call->wanted) {
        Value *v = value_tensor_new(call->f->list, dtype, dims, ndim);
        vec_push(&call->f->arena, &call->results, v);
        return v->tensor;
    }
    if (call->n_given >= call->n_wanted)
        return host_fail(call, "it has more results than out_sinfo"), NULL;
    Tensor *t = call->wanted[call->n_given]->tensor;
    bool fits = t->dtype == dtype && t->ndim == ndim &&
                (!ndim || memcmp(t->dims, dims, ndim * sizeof *dims) == 0);
    if (!fits)
        return host_fail(call, diag_fmt(call->f->e->m->ctx, "result %u does not fit out_sinfo",
                                        call->n_given)),
               NULL;
    call->n_given++;
    return t;
}

bool host_result_value(HostCall *call, Value *own) {
    if (call->wanted) {
        value_unref(own);
        return host_fail(call, "a result is no tensor, and out_sinfo is of tensors");
    }
    vec_push(&call->f->arena, &call->results, own);
    return true;
}
