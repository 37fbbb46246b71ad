/* SPDX-License-Identifier: Apache-2.0 */
/* What a profile notes while a program runs. */
#include "base/clock.h"
#include "runtime/support.h"

static void note(RtProfile *p, RtEvent event) {
    if (p->events)
        p->events[atomic_fetch_add_explicit(&p->n_events, 1, memory_order_relaxed) % p->n_ring] =
            event;
}

void rt_profile(RtEnv *env, int64_t site, int64_t is_end) {
    if (!env->profile) return;
    RtProfile *p = env->profile;
    RtSite *s = &p->sites[site];
    if (!is_end) {
        p->site = site;
        s->start = clock_now_ns();
        return;
    }
    const int64_t took = clock_now_ns() - s->start;
    note(p, (RtEvent){s->start, took, (int32_t)site, 0});
    s->nanoseconds += took;
    if (!s->calls || took < s->least) s->least = took;
    if (took > s->longest) s->longest = took;
    s->calls++;
}

static void add(double *sum, double more) {
    *sum = *sum < 0 || more < 0 ? RT_UNKNOWN : *sum + more;
}

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
    const int64_t start = clock_now_ns();
    const int32_t e = self->range(env, self->closure, begin, end, thread);
    note(p, (RtEvent){start, clock_now_ns() - start, (int32_t)p->site, (int32_t)thread});
    return e;
}
