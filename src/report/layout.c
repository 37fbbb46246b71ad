/* SPDX-License-Identifier: Apache-2.0 */
/* Layers within each group: a node lies one below the lowest of those of its group that it uses; a
 * parameter lies right above the first that uses it. A layer with more than ROW nodes becomes
 * several. Within a layer nodes lie below what they use, on average, then above what uses them,
 * then below again; a sweep moves apart what would overlap. O(n log n) at most, by sorting in
 * layers.
 *
 * The method is that of Sugiyama, Tagawa and Toda (1981), without dummy nodes: edges that pass
 * layers are drawn around them. */
#include "report/report.h"

#include <math.h>
#include <stdlib.h>

enum { ROW = 7, SWEEPS = 3 };

/* Neighbours by node, one array: those of i are at[from[i] .. from[i + 1]). */
typedef struct {
    uint32_t *from, *at;
} Edges;

typedef struct {
    double want;
    uint32_t place, node;
} Slot;

typedef struct {
    ReportGraph *g;
    Edges above, below;
} Layouter;

static void count_edge(Edges *e, uint32_t of) { e->from[of + 1]++; }

static void add_edge(Edges *e, uint32_t *filled, uint32_t of, uint32_t to) {
    e->at[e->from[of] + filled[of]++] = to;
}

static void find_edges(Layouter *l) {
    ReportGraph *g = l->g;
    const size_t n = g->nodes.len;
    VEC(uint32_t) pairs = {.at = NULL};
    l->above.from = ARENA_ARRAY(g->arena, uint32_t, n + 2);
    l->below.from = ARENA_ARRAY(g->arena, uint32_t, n + 2);
    for (size_t i = 0; i < n; i++) {
        const ReportNode *node = &g->nodes.at[i];
        for (uint32_t k = 0; k < node->n_inputs; k++) {
            uint32_t a = node->inputs[k], b = (uint32_t)i;
            if (!page_lift(g, &a, &b)) continue;
            vec_push(g->arena, &pairs, a);
            vec_push(g->arena, &pairs, b);
            count_edge(&l->below, a);
            count_edge(&l->above, b);
        }
    }
    for (size_t i = 0; i < n; i++) {
        l->above.from[i + 1] += l->above.from[i];
        l->below.from[i + 1] += l->below.from[i];
    }
    l->above.at = ARENA_ARRAY(g->arena, uint32_t, pairs.len + 1);
    l->below.at = ARENA_ARRAY(g->arena, uint32_t, pairs.len + 1);
    uint32_t *above = ARENA_ARRAY(g->arena, uint32_t, n + 1),
             *below = ARENA_ARRAY(g->arena, uint32_t, n + 1);
    for (size_t i = 0; i < pairs.len; i += 2) {
        add_edge(&l->below, below, pairs.at[i], pairs.at[i + 1]);
        add_edge(&l->above, above, pairs.at[i + 1], pairs.at[i]);
    }
}

/* How many layers there are. */
static uint32_t find_layers(const Layouter *l, const ReportNode *group) {
    ReportNode *nodes = l->g->nodes.at;
    uint32_t most = 0;
    for (uint32_t i = 0; i < group->n_children; i++) {
        const uint32_t id = group->children[i];
        nodes[id].layer = 0;
        for (uint32_t k = l->above.from[id]; k < l->above.from[id + 1]; k++) {
            const uint32_t layer = nodes[l->above.at[k]].layer + 1;
            if (layer > nodes[id].layer) nodes[id].layer = layer;
        }
        if (nodes[id].layer > most) most = nodes[id].layer;
    }
    for (uint32_t i = group->n_children; i-- > 0;) {
        const uint32_t id = group->children[i];
        const bool is_source = l->above.from[id] == l->above.from[id + 1];
        uint32_t first = UINT32_MAX;
        for (uint32_t k = l->below.from[id]; is_source && k < l->below.from[id + 1]; k++) {
            const uint32_t layer = nodes[l->below.at[k]].layer;
            if (layer < first) first = layer;
        }
        if (first != UINT32_MAX && first > 0) nodes[id].layer = first - 1;
        if (nodes[id].kind == REPORT_RESULT) nodes[id].layer = most;
    }
    return most + 1;
}

static int by_want(const void *a, const void *b) {
    const Slot *x = a, *y = b;
    if (x->want != y->want) return x->want < y->want ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* The mean of the neighbours' places; of a node without any what it has. */
static double wanted(const Layouter *l, const Edges *e, uint32_t id, bool is_first) {
    const uint32_t n = e->from[id + 1] - e->from[id];
    double sum = 0;
    for (uint32_t k = e->from[id]; k < e->from[id + 1]; k++) sum += l->g->nodes.at[e->at[k]].x;
    if (n) return sum / n;
    return is_first ? l->g->nodes.at[id].place * 1e-6 : l->g->nodes.at[id].x;
}

/* Those of one row, in order: at least 1 apart, and as near to what they want as that lets them. */
static void place_row(ReportNode *nodes, Slot *row, uint32_t n) {
    double at = row[0].want, off = 0;
    qsort(row, n, sizeof *row, by_want);
    for (uint32_t i = 0; i < n; i++) {
        at = i == 0 || row[i].want > at + 1 ? row[i].want : at + 1;
        nodes[row[i].node].x = (float)at;
        off += at - row[i].want;
    }
    for (uint32_t i = 0; i < n; i++) nodes[row[i].node].x -= (float)(off / n);
}

typedef struct {
    uint32_t *from; /* by row, into slots */
    Slot *slots;
    uint32_t n;
} Rows;

/* Children by layer, in order; a long layer becomes several rows, and those below move down. */
static Rows find_rows(const Layouter *l, const ReportNode *group, uint32_t layers) {
    ReportNode *nodes = l->g->nodes.at;
    Arena *arena = l->g->arena;
    uint32_t *begin = ARENA_ARRAY(arena, uint32_t, (size_t)layers + 2);
    Rows rows = {.from = ARENA_ARRAY(arena, uint32_t, (size_t)layers + group->n_children / ROW + 2),
                 .slots = ARENA_ARRAY(arena, Slot, (size_t)group->n_children + 1)};
    for (uint32_t i = 0; i < group->n_children; i++) begin[nodes[group->children[i]].layer + 1]++;
    for (uint32_t i = 0; i < layers; i++) begin[i + 1] += begin[i];
    uint32_t *filled = ARENA_ARRAY(arena, uint32_t, (size_t)layers + 1);
    for (uint32_t i = 0; i < group->n_children; i++) {
        const uint32_t id = group->children[i], layer = nodes[id].layer;
        rows.slots[begin[layer] + filled[layer]++] = (Slot){.place = i, .node = id};
    }
    for (uint32_t i = 0; i < layers; i++) {
        for (uint32_t k = begin[i]; k < begin[i + 1]; k += ROW) rows.from[rows.n++] = k;
    }
    rows.from[rows.n] = begin[layers];
    for (uint32_t i = 0; i < rows.n; i++) {
        for (uint32_t k = rows.from[i]; k < rows.from[i + 1]; k++)
            nodes[rows.slots[k].node].layer = i;
    }
    return rows;
}

static void lay_out(const Layouter *l, const ReportNode *group) {
    const Rows rows = find_rows(l, group, find_layers(l, group));
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        const bool down = sweep % 2 == 0;
        for (uint32_t k = 0; k < rows.n; k++) {
            const uint32_t i = down ? k : rows.n - 1 - k;
            Slot *row = rows.slots + rows.from[i];
            const uint32_t n = rows.from[i + 1] - rows.from[i];
            for (uint32_t j = 0; j < n; j++)
                row[j].want = wanted(l, down ? &l->above : &l->below, row[j].node, sweep == 0);
            if (n) place_row(l->g->nodes.at, row, n);
        }
    }
    float least = INFINITY;
    for (uint32_t i = 0; i < group->n_children; i++)
        least = fminf(least, l->g->nodes.at[group->children[i]].x);
    for (uint32_t i = 0; i < group->n_children; i++) l->g->nodes.at[group->children[i]].x -= least;
}

void page_layout(ReportGraph *g) {
    Layouter l = {.g = g};
    find_edges(&l);
    for (size_t i = 0; i < g->nodes.len; i++) {
        ctx_poll(g->m->ctx);
        if (g->nodes.at[i].n_children) lay_out(&l, &g->nodes.at[i]);
    }
}
