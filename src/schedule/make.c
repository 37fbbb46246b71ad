/* SPDX-License-Identifier: Apache-2.0 */
/* What others ask for: first long sums are in pieces, then nests and sums go by vectors. */
#include "loop/verify.h"
#include "schedule/parts.h"

const LoopFn *sched_loops_told(const LoopFn *fn, const Target *target, bool exact, Arena *arena,
                               StrBuf *told) {
    Sched s = {.ctx = arena->ctx,
               .arena = arena,
               .from = sched_in_pieces(fn, exact, arena, told),
               .target = target,
               .sums_of = target,
               .exact = exact,
               .told = told};
    return sched_make(&s);
}

const LoopFn *sched_loops(const LoopFn *fn, const Target *target, bool exact, Arena *arena) {
    return sched_loops_told(fn, target, exact, arena, NULL);
}

const LoopFn *sched_loops_proved(const LoopFn *fn, const Target *target, bool exact, Arena *arena) {
    const LoopFn *made = sched_loops(fn, target, exact, arena);
    if (made == fn || loop_is_proved(arena->ctx, made)) return made;
    Sched s = {.ctx = arena->ctx, .arena = arena, .target = target, .sums_of = target};
    s.from = sched_in_pieces(fn, exact, arena, NULL);
    s.exact = exact;
    s.closed = true;
    return sched_make(&s);
}

const LoopFn *sched_some_loops(const LoopFn *fn, const Target *target, bool exact, Arena *arena) {
    Sched s = {.ctx = arena->ctx, .arena = arena, .target = target, .sums_of = target};
    s.from = sched_in_pieces(fn, exact, arena, NULL);
    s.exact = exact;
    s.some_only = true;
    return sched_make(&s);
}

const LoopFn *sched_loops_narrow(const LoopFn *fn, const Target *target, const Target *narrow,
                                 bool exact, Arena *arena) {
    Sched wide = {.ctx = arena->ctx, .arena = arena, .target = target, .sums_of = target};
    wide.from = fn = sched_in_pieces(fn, exact, arena, NULL);
    wide.exact = exact;
    Sched s = wide;
    s.target = narrow;
    if (sched_make(&wide) == fn) return NULL;
    const LoopFn *made = sched_make(&s);
    return made != fn && s.bits == wide.bits ? made : NULL;
}
