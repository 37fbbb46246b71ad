/* SPDX-License-Identifier: Apache-2.0 */
/* How many lanes, vectors and rows a tile has: of all that fit in the registers the one whose tiles
 * take the fewest cycles in an iteration of the loop within, as two vector operations, two loads
 * and one tile's chain of sums go. */
#include <math.h>

#include "loop/work.h"
#include "schedule/parts.h"

enum { ROWS_UNKNOWN = 64, CHAIN = 4 /* cycles of an operation */, COLUMN = 4, LEAST_BYTES = 16 };

bool sched_columns(const SNest *nest, uint32_t width, uint32_t nv, SColumns *out) {
    const int64_t n = nest->extent, block = (int64_t)width * nv;
    *out = (SColumns){.blocks = n / block, .apart = width, .keep = width};
    const int64_t rest = n - out->blocks * block;
    if (!rest && !nest->open) return true;
    out->start = n - rest;
    out->tail = (uint32_t)((rest + width - 1) / width);
    out->tails = 1;
    if (nest->open) { /* one by one, as many as there are */
        out->tails = out->tail;
        out->tail = 1;
        return true;
    }
    if (n >= (int64_t)out->tail * width) { /* some lanes again */
        out->start = n - (int64_t)out->tail * width;
        return true;
    }
    if (out->tail == 1) {
        out->keep = (uint32_t)n;
        return nest->panel != NULL && n > 1;
    }
    out->apart = n - width;
    return out->tail == 2;
}

/* What a compiler takes for a vector, by the runs that this pays for: about 80 us by 25,000. */
static const double WRITTEN = 10;

/* A column that the second cache does not hold is read from the third by each tile of rows: by so
 * many bytes in the time of a vector operation. */
enum { THIRD_CACHE = 16 };

static double from_third(const Target *target, const SNest *nest, uint32_t width, uint32_t nv) {
    const double vector = (double)width * (double)dtype_size(nest->dtype),
                 bytes = vector * nv * (double)nest->panel_elements;
    const bool is_far = nest->panel && bytes > 0.75 * (double)target->l2_bytes;
    return is_far ? vector / THIRD_CACHE : 0;
}

/* Rows that the second cache does not hold are read from farther away for each column: what that
 * takes for an element. */
static const double ELEMENT_AGAIN = 0.16;

static double of_far_rows(const Target *target, const SNest *nest) {
    if (!nest->row || !nest->broadcasts || !nest->panel) return 0;
    const double bytes = loop_planned_trips(nest->row->value) * (double)nest->panel_elements *
                         (double)dtype_size(nest->dtype);
    return bytes > 0.5 * (double)target->l2_bytes ? ELEMENT_AGAIN : 0;
}

/* Rows whose elements lie in few sets of the first cache, more than these have ways, come from the
 * second each time: a line for each element. */
enum { LINE = 64, WAYS = 8, FILL = 2 /* cycles for a line */ };

static double of_crowd(const SNest *nest, uint32_t nr) {
    int64_t apart = LINE;
    if (!nest->row_bytes) return 0;
    while (apart < S_SET_BYTES && nest->row_bytes % (2 * apart) == 0) apart *= 2;
    return nest->row_bytes % LINE == 0 && nr > WAYS * (S_SET_BYTES / apart) ? FILL * nr : 0;
}

/* What vectors of some length cost. */
typedef struct {
    uint32_t width;
    double time;   /* of an operation, by that of the longest ones */
    double apart;  /* step_cost */
    double far;    /* from_third */
    double rows;   /* of_far_rows */
    double pieces; /* PIECE by taps */
} Vectors;

/* Where lanes have data of their own, which the second cache does not hold by far, each row of a
 * tile reads a piece of memory, and memory likes long ones: what a further piece takes, shared by
 * the taps that read it. In a cache it is little. */
static const double PIECE = 12, NEAR_PIECE = 0.05;
enum { FAR_L2S = 8 };

static bool is_far(const Target *target, const SNest *nest) {
    double bytes = (double)dtype_size(nest->dtype);
    if (!nest->row || !nest->reduces || nest->broadcasts || !nest->panel) return false;
    for (uint32_t i = 0; i < nest->n; i++) bytes *= loop_planned_trips(nest->loops[i]->value);
    return bytes >= FAR_L2S * (double)target->l2_bytes;
}

/* Vectors of 64 bytes take an operand from memory in all their lanes. For shorter ones that is an
 * instruction of its own, which costs a part of `apart`: a tile is better the nearer it is to a
 * square. */
static double step_cost(const SNest *nest, const Vectors *v, uint32_t nr, uint32_t nv) {
    const bool is_own = nest->row && nest->panel && !nest->broadcasts;
    const double work = v->time * nr * nv * nest->scalars,
                 loads = is_own ? v->time * ((double)nest->shared * nv + nr * nv)
                                : 0.5 * ((double)nest->shared * nv + nr);
    const double most = fmax(fmax(work, loads), of_crowd(nest, nr));
    return (most > CHAIN ? most : CHAIN) + (nest->row ? 1 : COLUMN) + v->apart * (nr + nv) +
           v->far * nv + v->rows * nr +
           (is_own && (int64_t)v->width * nv < nest->extent ? v->pieces * nr : 0);
}

static double trips_within(const LoopStmt *list) {
    double most = 1;
    for (const LoopStmt *x = list; x; x = x->next) {
        double n = trips_within(x->body);
        if (x->kind == LOOP_FOR) n *= loop_planned_trips(x->value);
        most = n > most ? n : most;
    }
    return most;
}

/* How often all tiles take an iteration of the loop within. */
static double repeats_of(const SNest *nest) {
    double n = trips_within(nest->body);
    for (uint32_t i = 0; i < nest->n; i++) {
        if (nest->loops[i] != nest->lane && nest->loops[i] != nest->row)
            n *= loop_planned_trips(nest->loops[i]->value);
    }
    return n > 1 ? n : 1;
}

/* The vectors of sums that are written out; of an open extent those of fewer lanes too. Where some
 * rows of a tile may not take part it is twice. */
static double written_out(const SNest *nest, const SColumns *c, uint32_t nr, uint32_t nv,
                          uint32_t rest) {
    const double vectors = nest->open ? nv + 2 : (c->blocks > 0 ? nv : 0) + c->tail;
    return vectors * (nr + rest) * nest->scalars * (nest->by_row ? 2 : 1);
}

/* Of a nest in place, lanes that are read again are those that have just been stored, as parts of
 * other vectors: that waits until they are in the cache. */
static const double STORED = 24;

static double of_overlap(const SNest *nest, const SColumns *c, uint32_t width, uint32_t nv) {
    const bool overlaps =
        c->tail && (c->apart < width || c->start < c->blocks * (int64_t)width * nv);
    return nest->in_place && !nest->open && overlaps ? STORED : 0;
}

static double tiles_cost(const SNest *nest, const Vectors *v, double repeats, const SColumns *c,
                         uint32_t nr, uint32_t nv) {
    double rows = 1, cost = 0;
    if (nest->row)
        rows = nest->row->value->kind == LOOP_CONST ? (double)nest->row->value->i : ROWS_UNKNOWN;
    const double full = (double)(int64_t)(rows / nr);
    const uint32_t rest = (uint32_t)(rows - full * nr);
    for (int i = 0; i < 2; i++) {
        const double columns = (double)(i ? c->tails : c->blocks);
        const uint32_t vectors = i ? c->tail : nv;
        if (columns <= 0) continue;
        cost += columns * full * step_cost(nest, v, nr, vectors);
        if (rest) cost += columns * step_cost(nest, v, rest, vectors);
    }
    return cost + of_overlap(nest, c, v->width, nv) +
           WRITTEN * written_out(nest, c, nr, nv, rest) / repeats;
}

/* Units that take a long vector in parts do as many short ones in its time. */
static double time_of(const Target *target, uint32_t bytes) {
    const double unit = fmin((double)target->unit_bytes, (double)target->vector_bytes);
    return fmax(bytes, unit) / (double)target->vector_bytes;
}

bool sched_choose(const Target *target, SNest *nest) {
    const uint32_t size = (uint32_t)dtype_size(nest->dtype),
                   registers = (uint32_t)target->vector_registers;
    nest->far = is_far(target, nest);
    Vectors v = {.apart = target->vector_bytes < 64 ? 0.25 : 0,
                 .rows = of_far_rows(target, nest),
                 .pieces = nest->far ? PIECE / (double)nest->panel_elements : NEAR_PIECE};
    const double none = 1e300, repeats = repeats_of(nest);
    double best = none, halves[16];
    for (size_t i = 0; i < ARRAY_LEN(halves); i++) halves[i] = none; /* by log2 of the width */
    nest->cost_of_a_row = none;
    nest->ways = 0;
    for (uint32_t width = (uint32_t)target->vector_bytes / size; width * size >= LEAST_BYTES;
         width /= 2) {
        for (uint32_t nv = 1; nv <= S_VECTORS_MAX; nv++) {
            SColumns c;
            /* nothing to wait for; many values, used by several others, may be alive at once */
            if (!nest->reduces && nv > (4 * nest->names > registers ? 1 : 2)) break;
            if (!sched_columns(nest, width, nv, &c)) continue;
            v.width = width;
            v.time = time_of(target, width * size);
            v.far = from_third(target, nest, width, nv);
            for (uint32_t nr = 1; nr <= S_ROWS_MAX; nr++) {
                const uint32_t shared = nr > 1 ? nv : 0; /* of one row: operands in memory */
                const bool fits = nr * nv * nest->scalars + shared + 2 <= registers;
                const bool many = nr > 1 && (!nest->row || (nest->row->value->kind == LOOP_CONST &&
                                                            nr > nest->row->value->i));
                /* rows that lie apart are no stream of memory */
                const bool is_apart = nr > 1 && nest->far && nest->row_step > 1;
                if (!fits || many || is_apart) break;
                /* lanes that are not stored are not loaded with the others */
                const bool few = c.keep < width || (nest->open && nest->extent < width);
                const double cost = tiles_cost(nest, &v, repeats, &c, nr, nv) * (few ? 2 : 1);
                double *of_width = &halves[__builtin_ctz(width)];
                nest->ways++;
                if (nr == 1 && cost < nest->cost_of_a_row) nest->cost_of_a_row = cost;
                if (cost < *of_width) *of_width = cost;
                if (cost >= best * 0.99) continue;
                best = nest->cost = cost;
                nest->width = width;
                nest->nv = nv;
                nest->nr = nr;
            }
        }
    }
    if (best >= none) return false;
    nest->cost_of_halves = nest->width > 1 ? halves[__builtin_ctz(nest->width) - 1] : none;
    if (nest->cost_of_halves >= none) nest->cost_of_halves = 0;
    if (nest->cost_of_a_row >= none) nest->cost_of_a_row = 0;
    return true;
}
