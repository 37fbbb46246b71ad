/* SPDX-License-Identifier: Apache-2.0 */
/* Serial loops that add up along memory: the sums, maxima and the like of rows.
 *
 *     acc = ...                            part = T.alloc_buffer((1, 2), "float32x16")
 *     for k in range(70):                  part[0, v] = the operation's identity
 *         v: T.float32 = x[i, k] - m       for k in range(2):
 *         acc[()] = acc[()] + v * v            part[0, v] = part[0, v] + ...         32 elements
 *                                          part[0, 0] = T.Select(lanes 10 to 15, ..., part[0, 0])
 *                                          part[0, 0] = part[0, 0] + part[0, 1]
 *                                          lanes[0:16] = part[0, 0]
 *                                          lanes[0:8] = lanes[0:8] + lanes[8:16]     ... 4
 *                                          acc[()] = acc[()] + ((0 + 2) + (1 + 3))
 *
 * What is left over of lanes is a vector that begins earlier, of which the last lanes take part; of
 * an extent that is not constant it goes one by one, behind the others. A
 * sum in another order has other bits; a maximum or minimum has not. */
#include "schedule/parts.h"

enum {
    CHAIN = 4, /* cycles of an operation */
    HALVE = 4, /* of half the lanes, beside what other rows do meanwhile */
    MOST = 4,
    EXTENT_UNKNOWN = 128
};

/* --- Is it one? --- */

static bool reads(Sched *s, const LoopExpr *e, const LoopBuffer *b) {
    if (!s->fuel) return true;
    s->fuel--;
    if (e->kind == LOOP_LOAD && e->buffer == b) return true;
    for (uint32_t i = 0; i < e->n; i++)
        if (reads(s, e->args[i], b)) return true;
    return false;
}

static bool reads_scalar(Sched *s, const LoopExpr *e, const LoopBuffer *b) {
    s->fuel = S_FUEL;
    return reads(s, e, b);
}

static bool is_sum(Sched *s, const LoopStmt *x) {
    const LoopBuffer *b = x->buffer;
    const LoopExpr *value = x->value;
    if (b->ndim || b->lanes || b->kind != LOOP_BUFFER_LOCAL) return false;
    if (value->kind != LOOP_ADD && value->kind != LOOP_MUL && value->kind != LOOP_MIN &&
        value->kind != LOOP_MAX)
        return false;
    const LoopExpr *const *args = value->args;
    for (uint32_t i = 0; i < 2; i++) {
        if (args[i]->kind == LOOP_LOAD && args[i]->buffer == b && !reads_scalar(s, args[1 - i], b))
            return true;
    }
    return false;
}

/* The store that the body ends with; behind names, none of which is what it has so far. */
static const LoopStmt *sum_of(Sched *s, const LoopStmt *list) {
    const LoopStmt *last = list;
    while (last && last->next) last = last->next;
    if (!last || last->kind != LOOP_STORE || !is_sum(s, last)) return NULL;
    for (const LoopStmt *x = list; x != last; x = x->next) {
        if (x->kind != LOOP_LET || reads_scalar(s, x->value, last->buffer)) return NULL;
    }
    return last;
}

static uint32_t log2_of(uint32_t n) { return (uint32_t)__builtin_ctz(n); }

/* So many vectors at a time that one need not wait for the one before. */
static bool choose(const Target *target, SNest *nest) {
    const uint32_t size = (uint32_t)dtype_size(nest->dtype);
    uint32_t names = 1;
    for (const LoopStmt *x = nest->body; x != nest->sum; x = x->next) names++;
    double best = (double)(nest->cost_of_a_row = (double)nest->extent * CHAIN);
    nest->ways = 1;
    for (uint32_t width = (uint32_t)target->vector_bytes / size; width * size >= 16; width /= 2) {
        const int64_t vectors = nest->extent / width;
        if (!vectors) continue;
        for (uint32_t nv = 1; nv <= MOST && nv <= vectors; nv *= 2) {
            if (nv * names + 2 > target->vector_registers) break;
            const int64_t turns = vectors / nv + (vectors % nv > 0) + (nest->extent % width > 0);
            const double cost = (double)turns * CHAIN + (turns > 1 ? (double)turns : 0) +
                                log2_of(nv) * CHAIN + log2_of(width) * HALVE;
            nest->ways++;
            if (cost >= best) continue;
            best = nest->cost = cost;
            nest->width = width;
            nest->nv = nv;
        }
    }
    return nest->width > 0;
}

bool sched_sum(Sched *s, const LoopStmt *loop, SNest *out) {
    *out = (SNest){.lane = loop, .nr = 1};
    if (loop->kind != LOOP_FOR || loop->for_kind != LOOP_SERIAL || loop->lanes > 1 || !loop->body)
        return false;
    out->sum = sum_of(s, loop->body);
    if (!out->sum) return false;
    const LoopExprKind op = out->sum->value->kind;
    out->body = loop->body;
    out->dtype = out->sum->buffer->dtype;
    out->extent = loop->value->kind == LOOP_CONST ? loop->value->i : EXTENT_UNKNOWN;
    if (out->dtype != DTYPE_FLOAT64 && !sched_is_lane(out, out->dtype)) return false;
    if (s->exact && dtype_is_float(out->dtype) && op != LOOP_MIN && op != LOOP_MAX) return false;
    return sched_sums(s, out) && choose(s->sums_of, out);
}

/* --- Its loops --- */

static const LoopExpr *number(Sched *s, int64_t n) { return sched_index(s, n); }

static const LoopExpr *element(Sched *s, const LoopBuffer *b, uint32_t at) {
    return loop_load(&s->b, b, (const LoopExpr *[]){number(s, 0), number(s, at)});
}

static const LoopExpr *joined(Sched *s, const LoopExpr *x, const LoopExpr *y) {
    return loop_op2(&s->b, s->nest->sum->value->kind, x, y);
}

static const LoopBuffer *vectors(Sched *s, const char *name, DType t, uint32_t n) {
    const LoopExpr *dims[] = {number(s, 1), number(s, n)};
    return loop_registers(&s->b, name, t, s->nest->width, dims, 2);
}

/* The body for `n` vectors from iteration `first` on; of one, only the last `last` lanes. */
static void add_to_row(Sched *s, const LoopExpr *first, uint32_t n, uint32_t last) {
    LoopBuilder *b = &s->b;
    const SNest *nest = s->nest;
    const uint32_t width = nest->width;
    for (const LoopStmt *x = nest->body; x; x = x->next) {
        const bool is_let = x->kind == LOOP_LET;
        b->loc = x->loc;
        if (is_let && !s->named[x->var->id]) continue; /* an index */
        if (is_let) s->names[x->var->id] = vectors(s, x->var->name, x->value->dtype, n);
        const LoopBuffer *to = is_let ? s->names[x->var->id] : s->buffers[x->buffer->id];
        s->vector = n == 1 ? number(s, 0)
                           : loop_var(b, loop_begin_for(b, "v", number(s, n), LOOP_UNROLLED, 0));
        const LoopExpr *at[] = {s->row_of_tile, s->vector},
                       *lanes = loop_op2(b, LOOP_MUL, s->vector, number(s, width));
        s->vars[nest->lane->var->id] = loop_op2(b, LOOP_ADD, first, lanes);
        const LoopExpr *value = sched_vector(s, x->value);
        if (!is_let && last < width) {
            const LoopExpr *mask =
                loop_lane_mask(b, number(s, width - last), number(s, width), width);
            value = loop_select(b, mask, value, loop_load(b, to, at));
        }
        loop_store(b, to, at, value);
        if (n > 1) loop_end(b);
    }
}

static void add_vectors(Sched *s, const LoopExpr *first, uint32_t n, uint32_t last) {
    for (uint32_t r = 0; r < s->n_side; r++) {
        sched_row(s, r);
        add_to_row(s, first, n, last);
    }
}

static void begin(Sched *s, const LoopBuffer *part) {
    const SNest *nest = s->nest;
    const LoopExpr *identity = loop_identity(&s->b, nest->sum->value->kind, nest->dtype);
    for (uint32_t i = 0; i < nest->nv; i++) {
        const LoopExpr *at[] = {number(s, 0), number(s, i)};
        loop_store(&s->b, part, at, loop_broadcast(&s->b, identity, nest->width));
    }
}

/* The tree of what the parts have. */
static void finish(Sched *s, const LoopBuffer *part, const LoopBuffer *scalar) {
    LoopBuilder *b = &s->b;
    const SNest *nest = s->nest;
    const uint32_t size = (uint32_t)dtype_size(nest->dtype);
    for (uint32_t half = nest->nv / 2; half; half /= 2) {
        for (uint32_t i = 0; i < half; i++) {
            const LoopExpr *at[] = {number(s, 0), number(s, i)};
            loop_store(b, part, at, joined(s, element(s, part, i), element(s, part, i + half)));
        }
    }
    const LoopExpr *dim = number(s, nest->width);
    const LoopBuffer *lanes = loop_local(b, "lanes", nest->dtype, &dim, 1);
    const LoopExpr *all = loop_ramp(b, number(s, 0), 1, nest->width);
    loop_store(b, lanes, &all, element(s, part, 0));
    uint32_t half = nest->width / 2;
    for (; half * size >= 16; half /= 2) {
        const LoopExpr *low = loop_ramp(b, number(s, 0), 1, half),
                       *high = loop_ramp(b, number(s, half), 1, half);
        loop_store(b, lanes, &low,
                   joined(s, loop_load(b, lanes, &low), loop_load(b, lanes, &high)));
    }
    const LoopExpr *x[4];
    for (uint32_t i = 0; i < 2 * half; i++) {
        const LoopExpr *at = number(s, i);
        x[i] = loop_load(b, lanes, &at);
    }
    for (; half; half /= 2)
        for (uint32_t i = 0; i < half; i++) x[i] = joined(s, x[i], x[i + half]);
    loop_set(b, scalar, joined(s, loop_get(b, scalar), x[0]));
}

/* `n` iterations from `done` on, `nv` vectors at a time. */
static void add_blocks(Sched *s, const LoopExpr *n, const LoopExpr *done, uint32_t nv) {
    LoopBuilder *b = &s->b;
    const int64_t block = (int64_t)s->nest->width * nv;
    const LoopVar *k =
        loop_begin_for(b, s->nest->lane->var->name, loop_op2(b, LOOP_FLOORDIV, n, number(s, block)),
                       LOOP_SERIAL, 0);
    const LoopExpr *at = loop_op2(b, LOOP_MUL, loop_var(b, k), number(s, block));
    add_vectors(s, loop_op2(b, LOOP_ADD, done, at), nv, s->nest->width);
    loop_end(b);
}

/* Of a constant extent. */
static void add_all(Sched *s) {
    const SNest *nest = s->nest;
    const int64_t width = nest->width, block = width * nest->nv, blocks = nest->extent / block,
                  rest = nest->extent % width;
    const uint32_t vectors_left = (uint32_t)(nest->extent % block / width);
    if (blocks > 1)
        add_blocks(s, number(s, nest->extent), number(s, 0), nest->nv);
    else
        add_vectors(s, number(s, 0), nest->nv, nest->width);
    if (vectors_left) add_vectors(s, number(s, blocks * block), vectors_left, nest->width);
    if (rest) add_vectors(s, number(s, nest->extent - width), 1, (uint32_t)rest);
}

/* Iterations from `start` on one by one, behind the others. */
static void add_one_by_one(Sched *s, const LoopExpr *n, const LoopExpr *start) {
    LoopBuilder *b = &s->b;
    const SNest *nest = s->nest;
    const LoopVar *k =
        loop_begin_for(b, nest->lane->var->name, loop_op2(b, LOOP_SUB, n, start), LOOP_SERIAL, 0);
    s->vars[nest->lane->var->id] = loop_op2(b, LOOP_ADD, start, loop_var(b, k));
    for (const LoopStmt *x = nest->body; x; x = x->next) {
        b->loc = x->loc;
        if (x->kind == LOOP_STORE) {
            loop_store(b, s->buffers[x->buffer->id], NULL, sched_copy(s, x->value));
        } else if (s->named[x->var->id]) {
            s->vars[x->var->id] = loop_var(b, loop_let(b, x->var->name, sched_copy(s, x->value)));
        }
    }
    loop_end(b);
}

static const LoopExpr *name_of(Sched *s, const char *name, const LoopExpr *value) {
    return loop_var(&s->b, loop_let(&s->b, name, value));
}

void sched_sum_loop(Sched *s, const SNest *nest) {
    LoopBuilder *b = &s->b;
    const LoopExpr *extent = nest->lane->value, *n = NULL;
    const uint32_t id = nest->sum->buffer->id;
    const LoopBuffer *scalars[S_SIDE_MAX];
    s->nest = nest;
    s->panel = NULL;
    s->gathered.len = 0;
    s->row_of_tile = number(s, 0);
    if (extent->kind != LOOP_CONST) {
        BUG_IF(s->n_side != 1);
        n = name_of(s, "n", loop_op2(b, LOOP_MAX, sched_copy(s, extent), number(s, 0)));
    }
    for (uint32_t r = 0; r < s->n_side; r++) {
        sched_row(s, r);
        scalars[r] = s->buffers[id];
        s->buffers[id] = vectors(s, "part", nest->dtype, nest->nv);
        begin(s, s->buffers[id]);
    }
    s->own[id] = true;
    if (!n) {
        add_all(s);
    } else {
        add_blocks(s, n, number(s, 0), nest->nv);
        if (nest->nv > 1) {
            const int64_t block = (int64_t)nest->width * nest->nv;
            const LoopExpr *rest = loop_op2(b, LOOP_FLOORMOD, n, number(s, block));
            add_blocks(s, rest, name_of(s, "done", loop_op2(b, LOOP_SUB, n, rest)), 1);
        }
    }
    for (uint32_t r = 0; r < s->n_side; r++) {
        sched_row(s, r);
        finish(s, s->buffers[id], scalars[r]);
        s->buffers[id] = scalars[r];
    }
    sched_row(s, 0);
    s->own[id] = false;
    if (n) {
        const LoopExpr *rest = loop_op2(b, LOOP_FLOORMOD, n, number(s, nest->width));
        add_one_by_one(s, n, name_of(s, "start", loop_op2(b, LOOP_SUB, n, rest)));
    }
    s->nest = NULL;
}
