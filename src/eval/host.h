/* SPDX-License-Identifier: Apache-2.0 */
/* Host functions: what R.call_packed, R.call_pure_packed and R.call_dps_packed reach by name. A
 * function reads its arguments and makes results:
 *
 *     const Value *x = host_arg(call, 0);
 *     if (!x || x->kind != VALUE_TENSOR) return host_fail(call, "argument 0 is no tensor");
 *     Tensor *y = host_result(call, x->tensor->dtype, x->tensor->dims, x->tensor->ndim);
 *     if (!y) return false;
 *     memcpy(y->data, ...);
 *     return true;
 *
 * The same function serves all three operators: in a call_dps_packed, host_result hands out the
 * tensors that the caller allocated, after checking that they fit. No result: the empty tuple;
 * several: a tuple. */
#ifndef TENON_EVAL_HOST_H
#define TENON_EVAL_HOST_H

#include "eval/value.h"

typedef struct HostCall HostCall;

/* False after host_fail. It may throw what the evaluator throws. */
typedef bool (*HostFn)(void *user, HostCall *call);

typedef struct {
    const char *name;
    HostFn fn;
    void *user;
    bool has_effects; /* then only R.call_packed may call it */
} HostRow;

typedef struct {
    VEC(HostRow) rows; /* these come before the built-in ones */
    void (*print)(void *user, const char *text, size_t len); /* NULL: dropped */
    void *print_user;
} Hosts;

/* The functions that are always there, of TVM's names: vm.builtin.copy, vm.builtin.reshape,
 * vm.builtin.shape_of, vm.builtin.tensor_to_shape. */
extern const HostRow host_builtins[];
extern const size_t host_n_builtins;

/* NULL: there is none. `hosts` may be NULL. */
const HostRow *host_find(const Hosts *hosts, const char *name);

const char *host_name(const HostCall *call);
uint32_t host_n_args(const HostCall *call);
const Value *host_arg(const HostCall *call, uint32_t i); /* borrowed; NULL past the last */
/* The tensors that the caller allocated; 0 unless it is a call_dps_packed. */
uint32_t host_n_wanted(const HostCall *call);
const Tensor *host_wanted(const HostCall *call, uint32_t i);
/* The next result, to be filled: zeroed. NULL after host_fail: it is not what the caller
 * allocated. */
Tensor *host_result(HostCall *call, DType dtype, const int64_t *dims, uint32_t ndim);
/* A result of another kind; takes over the reference. False after host_fail. */
bool host_result_value(HostCall *call, Value *own);
ValueList *host_values(HostCall *call);
/* Whether something was reported for this call. */
bool host_failed(const HostCall *call);
/* Reports at the call's place. Always false. */
bool host_fail(HostCall *call, const char *what);

#endif
