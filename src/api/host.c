/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions. What the evaluator may throw must not unwind through the caller's function: each
 * call that makes something has a boundary of its own, and what the function returns is thrown
 * again behind it. */
#include "api/api.h"

/* A TnHostCall is the evaluator's HostCall under another name. */
static HostCall *inner(TnHostCall *call) { return (HostCall *)(void *)call; }
static const HostCall *inner_const(const TnHostCall *call) {
    return (const HostCall *)(const void *)call;
}

typedef struct {
    TnContext *context;
    TnHostFn fn;
    void *user;
} Registered;

static bool run_registered(void *user, HostCall *call) {
    const Registered *r = user;
    const TnStatus status = r->fn(r->user, (TnHostCall *)(void *)call);
    switch (status) {
    case TN_OK: return !host_failed(call);
    case TN_E_MEMORY:
    case TN_E_LIMIT:
    case TN_E_CANCELLED: ctx_throw(&r->context->ctx, (Status)status);
    default: return host_failed(call) ? false : host_fail(call, tn_status_text(status));
    }
}

TnStatus tn_host_register(TnContext *ctx, const char *name, TnHostFn fn, void *user,
                          TnEffects effects) {
    if (!ctx || !name || !fn) return api_usage(ctx);
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        api_begin(ctx);
        Registered *r = ARENA_NEW(&ctx->arena, Registered);
        *r = (Registered){.context = ctx, .fn = fn, .user = user};
        HostRow row = {.fn = run_registered, .user = r, .has_effects = effects != TN_PURE};
        size_t at = 0;
        while (at < ctx->hosts.rows.len && strcmp(ctx->hosts.rows.at[at].name, name) != 0) at++;
        if (at < ctx->hosts.rows.len) {
            row.name = ctx->hosts.rows.at[at].name;
            ctx->hosts.rows.at[at] = row;
        } else {
            row.name = arena_strdup(&ctx->arena, str_c(name));
            vec_push(&ctx->arena, &ctx->hosts.rows, row);
        }
    }
    return api_leave(ctx, &b, TN_OK);
}

static TnTensorInfo tensor_info(const Tensor *t) {
    return (TnTensorInfo){.dtype = dtype_name(t->dtype),
                          .ndim = t->ndim,
                          .dims = t->dims,
                          .count = t->count,
                          .bytes = t->bytes,
                          .data = t->data};
}

static TnStatus view(const Value *v, TnValue *out) {
    if (!v || !out) return TN_E_USAGE;
    *out = (TnValue){.kind = TN_OTHER, .impl = v};
    switch (v->kind) {
    case VALUE_TENSOR:
        out->kind = TN_TENSOR;
        out->tensor = tensor_info(v->tensor);
        break;
    case VALUE_TUPLE:
        out->kind = TN_TUPLE;
        out->n = v->n;
        break;
    case VALUE_SHAPE:
        out->kind = TN_SHAPE;
        out->n = v->n;
        out->dims = v->dims;
        break;
    case VALUE_PRIM:
        out->kind = dtype_is_float(v->dtype) ? TN_FLOAT : TN_INT;
        if (out->kind == TN_FLOAT) {
            out->f = v->f;
        } else {
            out->i = v->i;
        }
        break;
    case VALUE_STRING:
    case VALUE_DTYPE:
        out->kind = TN_STRING;
        out->string = v->kind == VALUE_STRING ? v->string : dtype_name(v->dtype);
        break;
    case VALUE_FUNCTION:
    case VALUE_GLOBAL: break;
    }
    return TN_OK;
}

const char *tn_host_name(const TnHostCall *call) {
    return call ? host_name(inner_const(call)) : NULL;
}
size_t tn_host_arg_count(const TnHostCall *call) {
    return call ? host_n_args(inner_const(call)) : 0;
}

TnStatus tn_host_arg(const TnHostCall *call, size_t index, TnValue *out) {
    if (!call || index >= tn_host_arg_count(call)) return TN_E_USAGE;
    return view(host_arg(inner_const(call), (uint32_t)index), out);
}

TnStatus tn_host_item(const TnValue *tuple, size_t index, TnValue *out) {
    if (!tuple || tuple->kind != TN_TUPLE || index >= tuple->n) return TN_E_USAGE;
    const Value *v = tuple->impl;
    return view(v->items[index], out);
}

size_t tn_host_wanted_count(const TnHostCall *call) {
    return call ? host_n_wanted(inner_const(call)) : 0;
}

TnStatus tn_host_wanted(const TnHostCall *call, size_t index, TnTensorInfo *out) {
    if (!call || !out || index >= tn_host_wanted_count(call)) return TN_E_USAGE;
    *out = tensor_info(host_wanted(inner_const(call), (uint32_t)index));
    return TN_OK;
}

TnStatus tn_host_result(TnHostCall *call, const char *dtype, uint32_t ndim, const int64_t *dims,
                        void **data) {
    if (data) *data = NULL;
    DType t;
    size_t count, bytes;
    if (!call || !data || !dtype || (ndim && !dims)) return TN_E_USAGE;
    if (!dtype_parse(str_c(dtype), &t) || t == DTYPE_VOID || t == DTYPE_STRING ||
        !tensor_count(dims, ndim, t, &count, &bytes))
        return TN_E_USAGE;
    Ctx *ctx = host_values(inner(call))->ctx;
    volatile TnStatus status = TN_E_INVALID;
    Boundary b;
    CTX_ENTER(ctx, &b) {
        Tensor *result = host_result(inner(call), t, dims, ndim);
        if (result) {
            *data = result->data;
            status = TN_OK;
        }
    }
    const Status thrown = ctx_leave(ctx, &b);
    return thrown == STATUS_OK ? status : (TnStatus)thrown;
}

TnStatus tn_host_result_shape(TnHostCall *call, uint32_t n, const int64_t *dims) {
    if (!call || (n && !dims)) return TN_E_USAGE;
    for (uint32_t i = 0; i < n; i++) {
        if (dims[i] < 0) return TN_E_USAGE;
    }
    ValueList *list = host_values(inner(call));
    volatile TnStatus status = TN_E_INVALID;
    Boundary b;
    CTX_ENTER(list->ctx, &b) {
        if (host_result_value(inner(call), value_shape(list, dims, n))) status = TN_OK;
    }
    const Status thrown = ctx_leave(list->ctx, &b);
    return thrown == STATUS_OK ? status : (TnStatus)thrown;
}

TnStatus tn_host_fail(TnHostCall *call, const char *message) {
    if (!call) return TN_E_USAGE;
    Ctx *ctx = host_values(inner(call))->ctx;
    Boundary b;
    CTX_ENTER(ctx, &b) { host_fail(inner(call), message ? message : "it failed"); }
    const Status thrown = ctx_leave(ctx, &b);
    return thrown == STATUS_OK ? TN_E_INVALID : (TnStatus)thrown;
}
