/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel loops: pieces of their ranges, for the pool. */
#include "runtime/pool.h"
#include "runtime/support.h"

typedef struct {
    RtEnv *env;
    RtRange *range;
    void *closure;
    int64_t n, pieces;
} Loop;

/* The first iteration of a piece. */
static int64_t begin_of(const Loop *self, int64_t piece) {
    const int64_t each = self->n / self->pieces, more = self->n % self->pieces;
    return each * piece + (piece < more ? piece : more);
}

static int32_t work(void *closure, int64_t first, int64_t end, int64_t slot) {
    const Loop *self = closure;
    return self->range(self->env, self->closure, begin_of(self, first), begin_of(self, end), slot);
}

int32_t rt_parallel(RtEnv *env, int64_t n, int64_t grain, RtRange *range, void *closure) {
    if (n <= 0) return 0;
    const int64_t weight = grain > 0 ? n / grain : n,
                  pieces = weight < env->pieces ? weight : env->pieces;
    if (pieces < 2 || env->threads < 2) return range(env, closure, 0, n, 0);
    RtNoted noted = {range, closure};
    Loop loop = {env, range, closure, n, pieces};
    if (env->profile) {
        loop.range = rt_noted;
        loop.closure = &noted;
    }
    return rt_pool_run(&(RtPoolRegion){.work = work,
                                       .closure = &loop,
                                       .pieces = pieces,
                                       .threads = env->threads,
                                       .weight = weight});
}
