/* SPDX-License-Identifier: Apache-2.0 */
/* Which nodes of two graphs are the same, in functions of one name: first those of one name and one
 * line; then, of what is left, those of one name and operator; then those of one operator and type,
 * in order; then those of one name. Linear. */
#include "report/report.h"

/* Nodes of one key that have no partner yet, in order: a list through `next`. */
typedef struct {
    uint32_t first;
} Queue;

/* The function that the node is in. */
static const char *function_of(const ReportGraph *g, const ReportNode *n) {
    while (n->parent != REPORT_NONE && strcmp(n->op, "function") != 0) n = &g->nodes.at[n->parent];
    return n->name;
}

static uint64_t hash_text(const ReportGraph *g, uint64_t h, const char *s) {
    return hash_mix(h, s ? hash_bytes(g->m->ctx, s, strlen(s)) : 0);
}

typedef enum { BY_LINE, BY_NAMED_CALL, BY_CALL, BY_NAME, WAYS } Way;

/* What is the same of nodes that may be partners. Names of different modules are different
 * pointers. */
static uint64_t key_of(const ReportGraph *g, const ReportNode *n, uint64_t function, Way way) {
    const uint64_t h = hash_mix(function, n->kind);
    switch (way) {
    case BY_LINE: return hash_text(g, hash_text(g, h, n->name), n->text);
    case BY_NAMED_CALL: return hash_text(g, hash_text(g, h, n->name), n->op);
    case BY_NAME: return hash_text(g, h, n->name);
    default: break;
    }
    return hash_text(g, hash_text(g, h, n->op), n->type ? ir_type_text(g->m, n->type) : NULL);
}

static bool is_whole(const ReportNode *n) { return n->kind != REPORT_GROUP || n->type; }

static uint64_t *functions_of(const ReportGraph *g) {
    uint64_t *out = ARENA_ARRAY(g->arena, uint64_t, g->nodes.len + 1);
    for (size_t i = 0; i < g->nodes.len; i++) {
        const ReportNode *n = &g->nodes.at[i];
        if (is_whole(n)) out[i] = hash_text(g, 0, function_of(g, n));
    }
    return out;
}

static Queue *find_queue(const Map *queues, uint64_t key) {
    MapIter it = map_find(queues, key);
    return map_next(queues, &it) ? it.value : NULL;
}

static void pair(ReportGraph *a, ReportGraph *b, const uint64_t *of_a, const uint64_t *of_b,
                 Way way) {
    Map queues;
    map_init(&queues, a->arena);
    uint32_t *next = ARENA_ARRAY(a->arena, uint32_t, b->nodes.len + 1);
    for (size_t i = b->nodes.len; i-- > 0;) {
        const ReportNode *n = &b->nodes.at[i];
        if (n->partner != REPORT_NONE || !is_whole(n)) continue;
        const uint64_t key = key_of(b, n, of_b[i], way);
        Queue *q = find_queue(&queues, key);
        if (!q) {
            q = ARENA_NEW(a->arena, Queue);
            q->first = REPORT_NONE;
            map_add(&queues, key, q);
        }
        next[i] = q->first;
        q->first = (uint32_t)i;
    }
    for (size_t i = 0; i < a->nodes.len; i++) {
        ReportNode *n = &a->nodes.at[i];
        if (n->partner != REPORT_NONE || !is_whole(n)) continue;
        Queue *q = find_queue(&queues, key_of(a, n, of_a[i], way));
        if (!q || q->first == REPORT_NONE) continue;
        ReportNode *other = &b->nodes.at[q->first];
        n->partner = q->first;
        q->first = next[q->first];
        other->partner = (uint32_t)i;
        n->differs = other->differs = (n->text != NULL) != (other->text != NULL) ||
                                      (n->text && strcmp(n->text, other->text) != 0);
    }
}

void page_differ(ReportGraph *a, ReportGraph *b) {
    const uint64_t *of_a = functions_of(a), *of_b = functions_of(b);
    for (Way way = BY_LINE; way < WAYS; way++) pair(a, b, of_a, of_b, way);
}
