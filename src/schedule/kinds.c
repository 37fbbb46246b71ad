/* SPDX-License-Identifier: Apache-2.0 */
/* Which loops are nests and sums that are scheduled: of those that can be, the ones that gain; and
 * for LLVM's kernels, which have ways of their own, not all of these. */
#include "loop/work.h"
#include "schedule/parts.h"

enum { GATHER = 2 /* cycles for an element */, LONG = 64 };

static const SChain alone = {.n = 0};

/* Its sums go along memory, and its lanes do not. */
static bool sums_along(Sched *s, const SNest *nest) {
    SNest sum;
    if (nest->row || !nest->gathers) return false;
    for (const LoopStmt *x = nest->body; x; x = x->next)
        if (sched_sum(s, x, &sum) && sum.cost < GATHER * (double)sum.extent) return true;
    return false;
}

/* LLVM's kernels leave sums of a constant number to it. */
bool sched_sum_of(Sched *s, const LoopStmt *x, SNest *out) {
    if (s->some_only && (s->stands || x->kind != LOOP_FOR || x->value->kind != LOOP_CONST))
        return false;
    return sched_sum(s, x, out);
}

/* Of the loops within, each in the one before. */
static double iterations(const LoopStmt *list) {
    double most = 1;
    for (const LoopStmt *x = list; x; x = x->next) {
        const double own = x->kind == LOOP_FOR ? loop_planned_trips(x->value) : 1,
                     n = own * iterations(x->body);
        if (n > most) most = n;
    }
    return most;
}

/* All of its vectors lie together in memory; or those alone that it loads, if it is no product of
 * matrices, and stores little of what it computes. */
static bool lies_together(Sched *s, const SNest *nest) {
    if (nest->scatters && (nest->broadcasts || iterations(nest->body) < LONG)) return false;
    return !nest->gathers && (!nest->panel || sched_is_direct(s, nest, nest->panel));
}

bool sched_nest_in(Sched *s, const SChain *around, const LoopStmt *x, SNest *out) {
    if (x->kind != LOOP_FOR || !loop_is_parallel(x->for_kind) || !sched_nest(s, around, x, out))
        return false;
    if (s->some_only && !lies_together(s, out)) return false;
    if (!sums_along(s, out)) return true;
    s->refusal =
        (SRefusal){.innermost = out->loops[out->n - 1]->var, .of_all = "it adds up along memory"};
    return false;
}

bool sched_nest_of(Sched *s, const LoopStmt *x, SNest *out) {
    return sched_nest_in(s, &alone, x, out);
}
