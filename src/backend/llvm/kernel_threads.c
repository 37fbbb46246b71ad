/* SPDX-License-Identifier: Apache-2.0 */
/* Which loop threads share. */
#include "backend/llvm/kernel_parts.h"
#include "loop/work.h"

static bool uses_outside(const LoopExpr *e, const bool *lets, const bool *scalars) {
    if (e->kind == LOOP_VAR) return lets[e->var->id];
    if (e->kind == LOOP_LOAD && scalars[e->buffer->id]) return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (uses_outside(e->args[i], lets, scalars)) return true;
    }
    return false;
}

bool k_list_uses(const LoopStmt *list, const bool *lets, const bool *scalars) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->value && uses_outside(s->value, lets, scalars)) return true;
        if (s->kind == LOOP_STORE) {
            if (scalars[s->buffer->id]) return true;
            for (uint32_t i = 0; i < s->n; i++) {
                if (uses_outside(s->indices[i], lets, scalars)) return true;
            }
        }
        if (s->kind == LOOP_CALL) return true;
        if (k_list_uses(s->body, lets, scalars) || k_list_uses(s->other, lets, scalars))
            return true;
    }
    return false;
}

/* Whether it writes to nothing but arrays that the list allocates. */
static bool writes_own(const LoopStmt *s, const LoopStmt *list) {
    if (s->kind == LOOP_CALL || s->kind == LOOP_WHILE) return false;
    if (s->kind == LOOP_STORE) {
        const LoopStmt *x = list;
        while (x && !(x->kind == LOOP_ALLOC && x->buffer == s->buffer)) x = x->next;
        if (!x) return false;
    }
    for (const LoopStmt *x = s->body; x; x = x->next)
        if (!writes_own(x, list)) return false;
    for (const LoopStmt *x = s->other; x; x = x->next)
        if (!writes_own(x, list)) return false;
    return true;
}

static void mark_writes(KMarks *marks, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_STORE) marks->own[s->buffer->id] = marks->turn;
        for (uint32_t i = 0; s->kind == LOOP_CALL && i < s->n; i++)
            marks->own[s->buffers[i]->id] = marks->turn;
        mark_writes(marks, s->body);
        mark_writes(marks, s->other);
    }
}

static bool reads_marked(const KMarks *marks, const LoopExpr *e) {
    if (e->kind == LOOP_LOAD && marks->own[e->buffer->id] == marks->turn) return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (reads_marked(marks, e->args[i])) return true;
    }
    return false;
}

static bool has_reads(const KMarks *marks, const LoopStmt *s) {
    if (s->value && reads_marked(marks, s->value)) return true;
    for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->n; i++) {
        if (reads_marked(marks, s->indices[i])) return true;
    }
    for (const LoopStmt *x = s->body; x; x = x->next)
        if (has_reads(marks, x)) return true;
    for (const LoopStmt *x = s->other; x; x = x->next)
        if (has_reads(marks, x)) return true;
    return false;
}

/* The parallel loop that is all there is in the list, or behind what makes a panel ready, which
 * each thread then does for itself: that writes to nothing that threads share, and reads nothing
 * that they write in the loop. NULL: it is neither. */
static const LoopStmt *inner_loop(const KPlan *p, const LoopStmt *list) {
    const LoopStmt *last = list;
    while (last && last->next) last = last->next;
    if (!last || last->kind != LOOP_FOR || !loop_is_parallel(last->for_kind)) return NULL;
    if (!loop_expr_is_extent(last->value)) return NULL; /* it is asked before the others begin */
    p->marks->turn++;
    mark_writes(p->marks, last->body);
    for (const LoopStmt *x = list; x != last; x = x->next) {
        if (!writes_own(x, list) || has_reads(p->marks, x)) return NULL;
    }
    return last;
}

static double trips(const LoopStmt *s) { return loop_planned_trips(s->value); }

/* Threads have about as many of them each. */
static bool divides(double blocks, int64_t threads) {
    return blocks >= 4.0 * (double)threads ||
           (blocks >= (double)threads && (int64_t)blocks % threads == 0);
}

const LoopStmt *k_threaded_loop(KEmit *em, const LoopStmt *s, int64_t *block, double *cost) {
    if (em->threads < 2 || s->kind != LOOP_FOR || !loop_is_parallel(s->for_kind)) return NULL;
    const double all = trips(s) * k_cost(&em->plan, s);
    if (all < 2 * (double)em->cost_grain) return NULL;
    const LoopStmt *best = NULL;
    double best_blocks = 1;
    const KLoop *outer = k_plan_loop(&em->plan, s);
    if (outer && outer->panel) { /* each thread copies its own panels, if it can */
        const KLoop *l = k_plan_loop(&em->plan, outer->inner);
        const int64_t unit = (int64_t)l->vectors * l->width;
        const double blocks =
            (double)(int64_t)((trips(outer->inner) + (double)unit - 1) / (double)unit);
        if (divides(blocks, em->threads)) {
            best = outer->inner;
            best_blocks = blocks;
            *block = unit;
            *cost = all / blocks;
            return best;
        }
    }
    for (const LoopStmt *x = s; x && x->kind == LOOP_FOR && loop_is_parallel(x->for_kind);) {
        const KLoop *l = k_plan_loop(&em->plan, x);
        const int64_t unit = !l                   ? 1
                             : l->role == K_ROWS  ? l->rows
                             : l->role == K_LANES ? (int64_t)l->vectors * l->width
                                                  : 1;
        const double blocks = (trips(x) + (double)unit - 1) / (double)unit;
        const bool enough = divides(best_blocks, em->threads);
        if (!enough && blocks > best_blocks) {
            best = x;
            best_blocks = (double)(int64_t)blocks;
            *block = unit;
        }
        if (l && l->role == K_LANES) break;
        x = inner_loop(&em->plan, x->body);
    }
    if (best && best_blocks >= 2) *cost = all / best_blocks;
    return best_blocks >= 2 ? best : NULL;
}
