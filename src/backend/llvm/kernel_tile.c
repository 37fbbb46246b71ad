/* SPDX-License-Identifier: Apache-2.0 */
/* Tiles: how many rows and vectors go together. As many accumulators as registers hold, where rows
 * share what is loaded. */
#include "backend/llvm/kernel_plan_parts.h"

/* --- Tiles --- */

typedef struct {
    const KPlan *p;
    const LoopVar *row, *lane;
    uint32_t shared,
        own;          /* vector loads in loops: that all rows share; others, arrays of a row too */
    uint32_t single;  /* loads of one element that differ between rows */
    uint32_t scalars; /* of the lanes' */
    uint32_t ops;
    bool has_loop;
} Survey;

/* Made within the loop: each row has its own. */
static bool is_of_row(const Survey *v, const LoopBuffer *b) {
    if (b->kind != LOOP_BUFFER_LOCAL) return false;
    for (const LoopStmt *s = v->p->home[b->id]; s; s = v->p->up[s->var->id]) {
        if (s->var == v->row) return true;
    }
    return false;
}

static void survey_expr(Survey *v, const LoopExpr *e, bool in_loop) {
    if (e->kind == LOOP_LOAD && e->buffer->ndim) {
        const bool by_lane = k_step(v->p, e->buffer, e->args, v->lane) != K_STEP_NONE;
        const bool by_row = v->row && (is_of_row(v, e->buffer) ||
                                       k_step(v->p, e->buffer, e->args, v->row) != K_STEP_NONE);
        if (in_loop && by_lane && !by_row) v->shared++;
        if (in_loop && by_lane && by_row) v->own++;
        if (in_loop && !by_lane && by_row) v->single++;
    }
    if (e->n && e->dtype != DTYPE_INT64) v->ops += (uint32_t)k_op_cost(e);
    for (uint32_t i = 0; i < e->n; i++) survey_expr(v, e->args[i], in_loop);
}

static void survey(Survey *v, const LoopStmt *list, bool in_loop) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->value && s->kind != LOOP_FOR) survey_expr(v, s->value, in_loop);
        if (s->kind == LOOP_ALLOC && s->buffer->ndim == 0) v->scalars++;
        if (s->kind == LOOP_FOR) v->has_loop = true;
        const bool inner = in_loop || s->kind == LOOP_FOR;
        survey(v, s->body, inner);
        survey(v, s->other, inner);
    }
}

/* Cycles of all tiles of an extent of rows by an extent of vectors, an iteration of the loop within
 * each. */
static double tiles_cost(const Survey *v, double rows, double vectors, uint32_t nr, uint32_t nv) {
    double total = 0;
    const uint32_t acc = v->scalars ? v->scalars : 1;
    for (int i = 0; i < 2; i++) {
        const double tr = i ? 1 : (double)(int64_t)(rows / nr);
        const double r = i ? rows - (double)nr * (double)(int64_t)(rows / nr) : nr;
        for (int j = 0; j < 2; j++) {
            const double tv = j ? 1 : (double)(int64_t)(vectors / nv);
            const double w = j ? vectors - (double)nv * (double)(int64_t)(vectors / nv) : nv;
            if (r <= 0 || w <= 0 || tr <= 0 || tv <= 0) continue;
            const double work = r * w * acc * 0.5;
            const double loads = (v->shared * w + v->own * r * w + v->single * r) * 0.5;
            double c = work > loads ? work : loads;
            if (c < 4) c = 4;
            total += tr * tv * (c + 1);
        }
    }
    return total;
}

/* That a tile may fill: one is for what goes by. */
static uint32_t registers_of(const KPlan *p) { return (uint32_t)p->target->vector_registers - 1; }

static void choose_tile(const Survey *v, double rows, double vectors, uint32_t *nr, uint32_t *nv) {
    const uint32_t acc = v->scalars ? v->scalars : 1;
    const uint32_t registers = registers_of(v->p);
    double best = 1e300;
    *nr = *nv = 1;
    for (uint32_t r = 1; r <= K_ROWS_MAX && r <= rows; r++) {
        for (uint32_t w = 1; w <= K_VECTORS_MAX && w <= vectors; w++) {
            if (r > 1 && r * w * acc + w * v->shared + 1 > registers) break;
            if (r == 1 && w * acc > registers / 2) break;
            const double c = tiles_cost(v, rows, vectors, r, w);
            if (c < best * 0.98) {
                best = c;
                *nr = r;
                *nv = w;
            }
        }
    }
}

/* Half of the last cache: what is stored will not be found there. */
static int64_t stream_bytes(const KPlan *p) { return p->target->l3_bytes / 2; }

/* Recursion is over an expression, whose depth loop_verify bounds. */
static bool is_multiple(const LoopExpr *e, int64_t of) {
    switch (e->kind) {
    case LOOP_CONST: return e->i % of == 0;
    case LOOP_ADD:
    case LOOP_SUB: return is_multiple(e->args[0], of) && is_multiple(e->args[1], of);
    case LOOP_MUL: return is_multiple(e->args[0], of) || is_multiple(e->args[1], of);
    default: return false;
    }
}

/* Whole vectors from a multiple of their lanes on. */
static bool is_aligned(const LoopStmt *store) {
    const LoopExpr *value = store->value, *last = store->indices[store->buffer->ndim - 1];
    return value->kind != LOOP_FIRST && value->lanes * dtype_size(value->dtype) == K_ALIGN &&
           last->kind == LOOP_RAMP && last->i == 1 && is_multiple(last->args[0], value->lanes);
}

bool k_may_stream(const KPlan *p, const LoopStmt *store, const LoopVar *lane) {
    if (store->kind != LOOP_STORE) return false;
    const LoopBuffer *b = store->buffer;
    int64_t bytes = (int64_t)dtype_size(b->dtype);
    if (b->kind != LOOP_BUFFER_OUTPUT || !b->ndim) return false;
    const int64_t size = bytes;
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (b->dims[i]->kind != LOOP_CONST || !mul_i64(bytes, b->dims[i]->i, &bytes)) return false;
    }
    const LoopExpr *last = store->indices[b->ndim - 1];
    if (bytes < stream_bytes(p) || (b->ndim > 1 && b->dims[b->ndim - 1]->i * size % K_ALIGN != 0))
        return false;
    if (!lane) return store->value->lanes && is_aligned(store);
    return last->kind == LOOP_VAR && last->var == lane &&
           k_step(p, b, store->indices, lane) == K_STEP_ONE;
}

double k_vectors_of(const KPlan *p, const LoopStmt *s, uint32_t width) {
    const double n = k_trips(p, s);
    return (double)(int64_t)((n + width - 1) / width);
}

void k_finish_lanes(KPlan *p, KLoop *l, const LoopStmt *s) {
    Survey v = {.p = p, .lane = s->var};
    survey(&v, s->body, false);
    const double vectors = k_vectors_of(p, s, l->width);
    uint32_t nr, nv;
    if (v.has_loop) {
        /* A sum down columns reads as much of a row as registers hold: a row may be a page of its
         * own. */
        choose_tile(&v, 1, vectors, &nr, &nv);
        const bool columns =
            v.own + v.shared == 1 && !v.single && v.scalars <= 1 && vectors >= K_VECTORS_MAX;
        nv = columns ? K_VECTORS_MAX : nv > 4 ? 4 : nv;
    } else {
        nv = v.ops <= 8 ? 4 : v.ops <= 40 ? 2 : 1;
        if (nv > vectors) nv = (uint32_t)vectors;
    }
    l->vectors = nv ? nv : 1;
}

static const LoopStmt *lane_loop(const KLoop *l) {
    return l->role == K_REDUCE ? l->lanes : l->loop;
}

/* Loads that rows of the loop share, within these lanes. */
static Survey survey_rows(const KPlan *p, const LoopStmt *s, const KLoop *l) {
    const LoopStmt *lane = lane_loop(l);
    Survey v = {.p = p, .row = s->var, .lane = lane->var};
    survey(&v, lane->body, l->role == K_REDUCE);
    if (!v.scalars) v.scalars = 1;
    return v;
}

/* Of a loop around one loop by vectors. */
uint32_t k_rows_of_one(KPlan *p, const LoopStmt *s, KLoop *l, double n) {
    const Survey v = survey_rows(p, s, l);
    const LoopStmt *lane = lane_loop(l);
    uint32_t nr, nv;
    if (!v.shared) return 1;
    if (l->role == K_REDUCE) {
        nv = k_vectors_of(p, lane, l->width) >= 2 ? 2 : 1;
        nr = nv == 2 ? 4 : 8;
        if (nr > n) nr = (uint32_t)n;
    } else {
        choose_tile(&v, n, k_vectors_of(p, lane, l->width), &nr, &nv);
    }
    if (nr > 1) l->vectors = nv;
    return nr;
}

enum { ROWS_OF_MANY = 8, SIDE_BY_SIDE = 4, SHORT_CHAIN = 64 /* vectors of a row */ };

/* A row's chain of short reductions is waited for: some rows go side by side, with as many vectors
 * in all. */
static uint32_t side_by_side(KPlan *p, const KFound *in, double n) {
    bool waits = false;
    for (size_t i = 0; i < in->lanes.len; i++) {
        const KLoop *l = in->lanes.at[i];
        waits =
            waits || (l->role == K_REDUCE && k_vectors_of(p, l->lanes, l->width) <= SHORT_CHAIN);
    }
    if (!waits) return 1;
    const uint32_t nr = n < SIDE_BY_SIDE ? (uint32_t)n : SIDE_BY_SIDE;
    for (size_t i = 0; i < in->lanes.len; i++) {
        KLoop *l = in->lanes.at[i];
        l->vectors = l->vectors > nr ? l->vectors / nr : 1;
    }
    return nr;
}

/* Of a loop around several, as attention's: products of matrices among them decide. Arrays of a row
 * are as many as rows. */
uint32_t k_rows_of_many(KPlan *p, const LoopStmt *s, const KFound *in, double n, bool split) {
    bool worth = false;
    for (size_t i = 0; i < in->lanes.len; i++) {
        const KLoop *l = in->lanes.at[i];
        const Survey v = survey_rows(p, s, l);
        worth = worth || (l->role == K_LANES && v.has_loop && v.shared &&
                          k_vectors_of(p, l->loop, l->width) >= 2);
    }
    if (!worth) return split ? 1 : side_by_side(p, in, n);
    const uint32_t registers = registers_of(p),
                   many = registers < 2 * ROWS_OF_MANY ? ROWS_OF_MANY / 2 : ROWS_OF_MANY;
    const uint32_t nr = n < many ? (uint32_t)n : many;
    for (size_t i = 0; i < in->lanes.len; i++) {
        KLoop *l = in->lanes.at[i];
        const Survey v = survey_rows(p, s, l);
        uint32_t nv = (registers - 1) / (nr * v.scalars + v.shared);
        if (l->role == K_LANES && !v.has_loop) nv = 1;
        if (nv > l->vectors && l->role == K_REDUCE) nv = l->vectors;
        if (nv > 4) nv = 4;
        const double vectors = k_vectors_of(p, lane_loop(l), l->width);
        if (nv > vectors) nv = (uint32_t)vectors;
        l->vectors = nv ? nv : 1;
    }
    return nr;
}
