/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel loops on OpenMP's threads; the only file that knows OpenMP. Without it, all is done on this thread. */
#include "runtime/support.h"

#ifdef _OPENMP
#include <omp.h>
#include <stdatomic.h>
#endif

int32_t rt_parallel(RtEnv *env, int64_t n, int64_t grain, RtRange *range, void *closure) {
    if (n <= 0) return 0;
    int64_t blocks = env->threads;
    if (grain > 0 && n / grain < blocks) blocks = n / grain;
#ifdef _OPENMP
    if (blocks > 1 && !omp_in_parallel()) {
        RtNoted noted = {range, closure};
        if (env->profile) {
            range = rt_noted;
            closure = &noted;
        }
        int32_t result = 0;
        int64_t at = n;
        atomic_flag lock = ATOMIC_FLAG_INIT;
        /* Always as many threads: a team of another size would be made anew, with memory and threads. */
#pragma omp parallel num_threads((int)env->threads)
        {
            /* fewer threads than were asked for may come */
            const int64_t came = omp_get_num_threads(), i = omp_get_thread_num(), k = came < blocks ? came : blocks;
            const int64_t begin = n / k * i + (i < n % k ? i : n % k),
                          end = begin + n / k + (i < n % k ? 1 : 0);
            const int32_t e = i < k && begin < end ? range(env, closure, begin, end, i) : 0;
            if (e) {
                while (atomic_flag_test_and_set(&lock)) continue;
                if (begin < at) {
                    at = begin;
                    result = e;
                }
                atomic_flag_clear(&lock);
            }
        }
        return result;
    }
#else
    (void)blocks;
#endif
    return range(env, closure, 0, n, 0);
}
