/* SPDX-License-Identifier: Apache-2.0 */
/* The host functions that are always there. */
#include "eval/host.h"
#include "eval/host_strings.h"

static const Value *tensor_arg(HostCall *call, uint32_t i) {
    const Value *v = host_arg(call, i);
    if (v && v->kind == VALUE_TENSOR) return v;
    host_fail(call, i ? "argument 1 must be a tensor" : "argument 0 must be a tensor");
    return NULL;
}

static bool give(HostCall *call, const Tensor *x, const int64_t *dims, uint32_t ndim) {
    Tensor *y = host_result(call, x->dtype, dims, ndim);
    if (y && y->bytes) memcpy(y->data, x->data, y->bytes);
    return y != NULL;
}

/* (any tensor) -> a copy */
static bool copy(void *user, HostCall *call) {
    (void)user;
    const Value *x = tensor_arg(call, 0);
    return x && give(call, x->tensor, x->tensor->dims, x->tensor->ndim);
}

/* (tensor, shape) -> the tensor in the shape */
static bool reshape(void *user, HostCall *call) {
    (void)user;
    const Value *x = tensor_arg(call, 0), *shape = host_arg(call, 1);
    if (!x) return false;
    if (!shape || shape->kind != VALUE_SHAPE) return host_fail(call, "argument 1 must be a shape");
    size_t count, bytes;
    bool fits = tensor_count(shape->dims, shape->n, x->tensor->dtype, &count, &bytes) &&
                count == x->tensor->count;
    if (!fits) return host_fail(call, "the shape has another number of elements than the tensor");
    return give(call, x->tensor, shape->dims, shape->n);
}

/* (tensor) -> its shape */
static bool shape_of(void *user, HostCall *call) {
    (void)user;
    const Value *x = tensor_arg(call, 0);
    return x && host_result_value(call,
                                  value_shape(host_values(call), x->tensor->dims, x->tensor->ndim));
}

/* (int64 vector) -> the shape of these extents */
static bool tensor_to_shape(void *user, HostCall *call) {
    (void)user;
    const Value *x = tensor_arg(call, 0);
    if (!x) return false;
    const Tensor *t = x->tensor;
    if (t->dtype != DTYPE_INT64 || t->ndim != 1)
        return host_fail(call, "argument 0 must be an int64 vector");
    const int64_t *dims = t->data;
    for (size_t i = 0; i < t->count; i++) {
        if (dims[i] < 0) return host_fail(call, "a negative extent");
    }
    return host_result_value(call, value_shape(host_values(call), dims, (uint32_t)t->count));
}

const HostRow host_builtins[] = {
    {.name = "tenon.string.concat", .fn = host_string_concat},
    {.name = "tenon.string.from", .fn = host_string_from},
    {.name = "tenon.string.full_match", .fn = host_string_full_match},
    {.name = "tenon.string.normalize", .fn = host_string_normalize},
    {.name = "tenon.string.split", .fn = host_string_split},
    {.name = "tenon.string.to", .fn = host_string_to},
    {.name = "vm.builtin.copy", .fn = copy},
    {.name = "vm.builtin.reshape", .fn = reshape},
    {.name = "vm.builtin.shape_of", .fn = shape_of},
    {.name = "vm.builtin.tensor_to_shape", .fn = tensor_to_shape},
};

const size_t host_n_builtins = ARRAY_LEN(host_builtins);

const HostRow *host_find(const Hosts *hosts, const char *name) {
    for (size_t i = 0; hosts && i < hosts->rows.len; i++) {
        if (strcmp(hosts->rows.at[i].name, name) == 0) return &hosts->rows.at[i];
    }
    for (size_t i = 0; i < host_n_builtins; i++) {
        if (strcmp(host_builtins[i].name, name) == 0) return &host_builtins[i];
    }
    return NULL;
}
