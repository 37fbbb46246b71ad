/* SPDX-License-Identifier: Apache-2.0 */
/* Loads lane by lane: of lanes that do not lie together, or of which some are out of bounds. */
#include "schedule/parts.h"

static const LoopExpr *add(Sched *s, const LoopExpr *x, const LoopExpr *y) {
    return loop_op2(&s->b, LOOP_ADD, x, y);
}

bool sched_is_part(const Sched *s) { return s->few || s->keep < s->nest->width; }

void sched_fill(Sched *s, const LoopBuffer *array, const LoopExpr **at, const LoopExpr *column,
                const LoopExpr *load, const SGuard *guard) {
    LoopBuilder *b = &s->b;
    const SNest *nest = s->nest;
    const LoopExpr *first = s->vars[nest->lane->var->id];
    const LoopExpr *n = s->few ? s->few : sched_index(s, s->keep);
    const uint32_t last = array->ndim - 1;
    const bool direct = !sched_is_part(s) && sched_is_lane(nest, load->dtype) &&
                        sched_load_of(s, load) && sched_is_direct(s, nest, load);
    SRange r = {NULL, NULL};
    if (direct && guard->n_bounds) {
        r = sched_range(s, guard);
        loop_begin_if(b, sched_range_is_all(s, &r));
    }
    if (direct) {
        const LoopExpr *from = sched_load_of(s, load);
        const LoopExpr *const *place = sched_indices(s, from->args, from->n, nest->width);
        at[last] = loop_ramp(b, column, 1, nest->width);
        loop_store(b, array, at,
                   loop_cast(b, load->dtype, loop_load(b, s->buffers[from->buffer->id], place)));
        if (!guard->n_bounds) return;
        loop_else(b);
    }
    const LoopExpr *zero =
        dtype_is_float(load->dtype) ? loop_float(b, load->dtype, 0) : loop_int(b, load->dtype, 0);
    const LoopExpr *lane = loop_var(b, loop_begin_for(b, "l", n, LOOP_SERIAL, 0));
    const LoopExpr *cond = NULL;
    s->vars[nest->lane->var->id] = add(s, first, lane);
    at[last] = add(s, column, lane);
    for (uint32_t i = 0; i < guard->n_bounds; i++)
        cond = sched_both(s, cond, sched_copy(s, guard->bounds[i]));
    if (cond) loop_begin_if(b, cond);
    loop_store(b, array, at, sched_copy(s, load));
    if (cond) {
        loop_else(b);
        loop_store(b, array, at, zero);
        loop_end(b);
    }
    loop_end(b);
    if (sched_is_part(s)) {
        const LoopExpr *others = loop_op2(b, LOOP_SUB, sched_index(s, nest->width), n);
        lane = loop_var(b, loop_begin_for(b, "l", others, LOOP_SERIAL, 0));
        at[last] = add(s, add(s, column, n), lane);
        loop_store(b, array, at, zero);
        loop_end(b);
    }
    s->vars[nest->lane->var->id] = first;
    if (direct) loop_end(b);
}

static void gather(Sched *s, const LoopExpr *load, const SGuard *guard) {
    const LoopExpr *width = sched_index(s, s->nest->width), *at[1];
    const LoopBuffer *array = loop_local(&s->b, "lanes", load->dtype, &width, 1);
    sched_fill(s, array, at, sched_index(s, 0), load, guard);
    vec_push(s->scratch, &s->gathered, ((SGathered){load, array}));
}

bool sched_is_gathered(Sched *s, const LoopExpr *load, bool masked) {
    const SNest *nest = s->nest;
    if (!sched_load_of(s, load)) return true;
    if (s->own[sched_load_of(s, load)->buffer->id] || (s->panel && load == nest->panel))
        return false;
    return masked || sched_is_part(s) || !sched_is_direct(s, nest, load);
}

void sched_gather_all(Sched *s, const LoopExpr *e, const SGuard *guard, bool masked, bool by_row) {
    const SNest *nest = s->nest;
    if (!sched_varies(s, e, nest->lane->var)) return;
    if (e->kind == LOOP_VAR && s->lets[e->var->id]) {
        sched_gather_all(s, s->lets[e->var->id], guard, masked, by_row);
        return;
    }
    if (!sched_load_of(s, e) && !sched_is_single(s, nest, e)) {
        for (uint32_t i = 0; i < e->n; i++) sched_gather_all(s, e->args[i], guard, masked, by_row);
        return;
    }
    const bool of_row = nest->row && sched_varies(s, e, nest->row->var);
    if (of_row != by_row || !sched_is_gathered(s, e, masked)) return;
    for (size_t i = 0; i < s->gathered.len; i++) {
        if (s->gathered.at[i].load == e) return;
    }
    gather(s, e, guard);
}
