/* SPDX-License-Identifier: Apache-2.0 */
/* What others ask for: first long sums are in pieces, and values of half types floats; then nests
 * and sums go by vectors. */
#include "loop/verify.h"
#include "schedule/parts.h"

static Sched scheduler(const Target *target, bool exact, Arena *arena) {
    return (Sched){
        .ctx = arena->ctx, .arena = arena, .target = target, .sums_of = target, .exact = exact};
}

/* From what `s` says; s->from is the function's text before it is scheduled. */
static const LoopFn *make(Sched *s, const LoopFn *fn) {
    s->from = sched_with_floats(fn, s->exact, s->arena);
    const LoopFn *made = sched_make(s);
    return made == s->from ? fn : made;
}

const LoopFn *sched_loops_told(const LoopFn *fn, const Target *target, bool exact, Arena *arena,
                               StrBuf *told) {
    Sched s = scheduler(target, exact, arena);
    s.told = told;
    return make(&s, sched_in_pieces(fn, exact, arena, told));
}

const LoopFn *sched_loops(const LoopFn *fn, const Target *target, bool exact, Arena *arena) {
    return sched_loops_told(fn, target, exact, arena, NULL);
}

const LoopFn *sched_loops_proved(const LoopFn *fn, const Target *target, bool exact, Arena *arena) {
    const LoopFn *made = sched_loops(fn, target, exact, arena);
    if (made == fn || loop_is_proved(arena->ctx, made)) return made;
    Sched s = scheduler(target, exact, arena);
    s.closed = true;
    return make(&s, sched_in_pieces(fn, exact, arena, NULL));
}

const LoopFn *sched_some_loops(const LoopFn *fn, const Target *target, bool exact, Arena *arena) {
    Sched s = scheduler(target, exact, arena);
    s.some_only = true;
    return make(&s, sched_in_pieces(fn, exact, arena, NULL));
}

const LoopFn *sched_loops_narrow(const LoopFn *fn, const Target *target, const Target *narrow,
                                 bool exact, Arena *arena) {
    Sched wide = scheduler(target, exact, arena), s = wide;
    s.from = wide.from = sched_with_floats(sched_in_pieces(fn, exact, arena, NULL), exact, arena);
    s.target = narrow;
    if (sched_make(&wide) == wide.from) return NULL;
    const LoopFn *made = sched_make(&s);
    return made != s.from && s.bits == wide.bits ? made : NULL;
}
