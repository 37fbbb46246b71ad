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

static double trips(const LoopStmt *s) { return loop_planned_trips(s->value); }

const LoopStmt *k_threaded_loop(KEmit *em, const LoopStmt *s, int64_t *block, double *cost) {
    if (em->threads < 2 || s->kind != LOOP_FOR || s->for_kind == LOOP_SERIAL) return NULL;
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
        if (blocks >= 4.0 * (double)em->threads ||
            (blocks >= (double)em->threads && (int64_t)blocks % em->threads == 0)) {
            best = outer->inner;
            best_blocks = blocks;
            *block = unit;
            *cost = all / blocks;
            return best;
        }
    }
    for (const LoopStmt *x = s; x && x->kind == LOOP_FOR && x->for_kind != LOOP_SERIAL;) {
        const KLoop *l = k_plan_loop(&em->plan, x);
        const int64_t unit = !l                   ? 1
                             : l->role == K_ROWS  ? l->rows
                             : l->role == K_LANES ? (int64_t)l->vectors * l->width
                                                  : 1;
        const double blocks = (trips(x) + (double)unit - 1) / (double)unit;
        const bool enough = best_blocks >= 2.0 * (double)em->threads;
        if (!enough && blocks > best_blocks) {
            best = x;
            best_blocks = (double)(int64_t)blocks;
            *block = unit;
        }
        if (l && l->role == K_LANES) break;
        x = x->body && !x->body->next ? x->body : NULL; /* only of perfect nests */
    }
    if (best && best_blocks >= 2) *cost = all / best_blocks;
    return best_blocks >= 2 ? best : NULL;
}
