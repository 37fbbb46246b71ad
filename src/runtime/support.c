/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/support.h"

#include <time.h>

#include "tensor/dtype.h"
#include "base/ctx.h"

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

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int32_t rt_poll(RtEnv *env) {
    /* as others set it while the run goes on */
    if (env->cancel && __atomic_load_n(env->cancel, __ATOMIC_RELAXED)) return RT_CANCELLED;
    return env->deadline && *env->deadline < INT64_MAX && now() > *env->deadline ? RT_CANCELLED : 0;
}

static void note(RtProfile *p, RtEvent event) {
    if (p->events) p->events[atomic_fetch_add_explicit(&p->n_events, 1, memory_order_relaxed) % p->n_ring] = event;
}

void rt_profile(RtEnv *env, int64_t site, int64_t is_end) {
    if (!env->profile) return;
    RtProfile *p = env->profile;
    RtSite *s = &p->sites[site];
    if (!is_end) {
        p->site = site;
        s->start = now();
        return;
    }
    const int64_t took = now() - s->start;
    note(p, (RtEvent){s->start, took, (int32_t)site, 0});
    s->nanoseconds += took;
    if (!s->calls || took < s->least) s->least = took;
    if (took > s->longest) s->longest = took;
    s->calls++;
}

static void add(double *sum, double more) { *sum = *sum < 0 || more < 0 ? RT_UNKNOWN : *sum + more; }

void rt_work(RtEnv *env, int64_t site, double operations, double bytes) {
    RtProfile *p = env->profile;
    if (!p) return;
    add(&p->sites[site].operations, operations);
    add(&p->sites[site].bytes, bytes);
}

/* What thread 0 does lies within the site's own event. */
int32_t rt_noted(RtEnv *env, void *closure, int64_t begin, int64_t end, int64_t thread) {
    const RtNoted *self = closure;
    RtProfile *p = env->profile;
    if (!thread) return self->range(env, self->closure, begin, end, thread);
    const int64_t start = now();
    const int32_t e = self->range(env, self->closure, begin, end, thread);
    note(p, (RtEvent){start, now() - start, (int32_t)p->site, (int32_t)thread});
    return e;
}

const RtSymbol rt_symbols[] = {
#define RT_SUPPORT(name, signature) {#name, (void *)(uintptr_t)name},
#include "runtime/support.def"
    {"rt_parallel", (void *)(uintptr_t)rt_parallel},
};
const uint32_t rt_n_symbols = (uint32_t)ARRAY_LEN(rt_symbols);
