/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/support.h"
#include "base/clock.h"

#include "base/ctx.h"
#include "ranks/ranks.h"
#include "tensor/dtype.h"

int64_t rt_add(int64_t *bad, int64_t a, int64_t b) {
    int64_t v;
    if (add_i64(a, b, &v)) return v;
    *bad = 1;
    return 0;
}

int64_t rt_mul(int64_t *bad, int64_t a, int64_t b) {
    int64_t v;
    if (mul_i64(a, b, &v)) return v;
    *bad = 1;
    return 0;
}

int64_t rt_floordiv(int64_t *bad, int64_t a, int64_t b) {
    if (b == 0 || (b == -1 && a == INT64_MIN)) {
        *bad = 1;
        return 0;
    }
    const int64_t q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

int64_t rt_round(int64_t *bad, int64_t bytes) {
    if (bytes < 0) return 0;
    if (bytes > INT64_MAX - 64) {
        *bad = 1;
        return 0;
    }
    return (bytes + 63) / 64 * 64;
}

int64_t rt_bytes(int64_t *bad, const int64_t *dims, int64_t ndim, int64_t size) {
    for (int64_t i = 0; i < ndim; i++) {
        if (dims[i] == 0) return 0;
    }
    for (int64_t i = 0; i < ndim; i++) size = rt_mul(bad, size, dims[i]);
    return size;
}

/* The block's own start stands before what is handed out. */
enum { ALIGN = 64 };

void *rt_heap(int64_t bytes) {
    if (bytes < 1) bytes = 1;
    if (bytes > INT64_MAX / 2) return NULL;
    const Allocator libc = allocator_libc();
    char *block = libc.resize(libc.user, NULL, 0, (size_t)bytes + ALIGN + sizeof(void *));
    if (!block) return NULL;
    char *at = block + sizeof(void *);
    at += (ALIGN - (uintptr_t)at % ALIGN) % ALIGN;
    memcpy(at - sizeof(void *), &block, sizeof(void *));
    return at;
}

void rt_free(void *ptr) {
    if (!ptr) return;
    void *block;
    memcpy(&block, (char *)ptr - sizeof(void *), sizeof(void *));
    const Allocator libc = allocator_libc();
    libc.resize(libc.user, block, 1, 0);
}

void rt_free_all(void *const *list, int64_t n) {
    for (int64_t i = 0; i < n; i++) rt_free(list[i]);
}

void rt_copy(void *to, const void *from, int64_t bytes) {
    if (bytes > 0 && to != from) memmove(to, from, (size_t)bytes);
}

double rt_read_float(int64_t dtype, const void *at) { return dtype_read_double((DType)dtype, at); }
void rt_write_float(int64_t dtype, void *at, double v) { dtype_write_double((DType)dtype, at, v); }

int32_t rt_collective(RtEnv *env, const RanksWhat *what, const char *name, const void *x,
                      void *result, const int64_t *dims) {
    if (!env->ranks) return ranks_alone(what, x, result, dims) ? 0 : RT_RANKS;
    const RanksTable *table = ranks_table(env->ranks);
    return table->call(table->self, what, name, x, result, dims) == 0 ? 0 : RT_RANKS;
}

int32_t rt_start(RtEnv *env, const RanksWhat *what, const char *name, const void *x, void *result,
                 const int64_t *dims, int64_t key) {
    if (!env->ranks) return rt_collective(env, what, name, x, result, dims);
    const RanksTable *table = ranks_table(env->ranks);
    return table->start(table->self, what, name, x, result, dims, key) == 0 ? 0 : RT_RANKS;
}

int32_t rt_wait(RtEnv *env, int64_t key) {
    if (!env->ranks) return 0;
    const RanksTable *table = ranks_table(env->ranks);
    return table->wait(table->self, key) == 0 ? 0 : RT_RANKS;
}

int32_t rt_poll(RtEnv *env) {
    if (env->ranks) ranks_progress(env->ranks);
    /* as others set it while the run goes on */
    if (env->cancel && __atomic_load_n(env->cancel, __ATOMIC_RELAXED)) return RT_CANCELLED;
    return env->deadline && *env->deadline < INT64_MAX && clock_now_ns() > *env->deadline
               ? RT_CANCELLED
               : 0;
}

const RtSymbol rt_symbols[] = {
#define RT_SUPPORT(name, signature) {#name, (void *)(uintptr_t)name},
#include "runtime/support.def"
    {"rt_parallel", (void *)(uintptr_t)rt_parallel},
};
const uint32_t rt_n_symbols = (uint32_t)ARRAY_LEN(rt_symbols);
