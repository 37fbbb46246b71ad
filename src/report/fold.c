/* SPDX-License-Identifier: Apache-2.0 */
/* Groups, so that no group has more than MOST children:
 *
 *     many parameters                     one group
 *     a a b c a b c a b c d   of shapes:  a, [a b c] three times, d
 *     what is still long                  parts of about PART, and parts of these
 *
 * A cut is made where few values cross it: `live` counts, for each place of a list, those that are
 * made before it and used from there on. So a block begins where a person would say that it does.
 *
 * Repeats: for each period p up to PERIODS, how far the list goes on as it was p before; the
 * longest stretch wins, of equal ones the shortest period. O(n PERIODS). */
#include "report/report.h"

enum { MOST = 40, PART = 20, PERIODS = 256, FEW_PARAMS = 8, SHORTEST = 3, LEAST = 8 };

typedef struct {
    ReportGraph *g;
    uint32_t *last;             /* by node: the last place among its siblings that uses it */
    VEC(const uint32_t *) live; /* by group, by the places of the list that it was cut from */
} Folder;

typedef VEC(uint32_t) NodeList;

/* Children in order, and depths: a group stands before what is in it. */
static void find_children(ReportGraph *g) {
    ReportNode *nodes = g->nodes.at;
    for (size_t i = 1; i < g->nodes.len; i++) nodes[nodes[i].parent].n_children++;
    for (size_t i = 0; i < g->nodes.len; i++) {
        nodes[i].children = ARENA_ARRAY(g->arena, uint32_t, (size_t)nodes[i].n_children + 1);
        nodes[i].n_children = 0;
    }
    for (size_t i = 1; i < g->nodes.len; i++) {
        ReportNode *up = &nodes[nodes[i].parent];
        nodes[i].depth = up->depth + 1;
        nodes[i].place = up->n_children;
        up->children[up->n_children++] = (uint32_t)i;
    }
}

static void find_last(Folder *f) {
    const ReportGraph *g = f->g;
    for (size_t i = 0; i < g->nodes.len; i++) {
        const ReportNode *n = &g->nodes.at[i];
        for (uint32_t k = 0; k < n->n_inputs; k++) {
            uint32_t a = n->inputs[k], b = (uint32_t)i;
            if (!page_lift(g, &a, &b)) continue;
            const uint32_t place = g->nodes.at[b].place;
            if (place > f->last[a]) f->last[a] = place;
        }
    }
}

/* Of a list as it was: values of parameters do not count, as they come from all around. */
static const uint32_t *live_of(const Folder *f, const ReportNode *group) {
    const ReportGraph *g = f->g;
    uint32_t *live = ARENA_ARRAY(g->arena, uint32_t, (size_t)group->n_children + 2);
    for (uint32_t i = 0; i < group->n_children; i++) {
        const uint32_t id = group->children[i];
        if (g->nodes.at[id].kind == REPORT_PARAM || f->last[id] <= i) continue;
        live[i + 1]++;
        live[f->last[id] + 1]--;
    }
    for (uint32_t i = 1; i <= group->n_children; i++) live[i] += live[i - 1];
    return live;
}

static uint32_t new_group(Folder *f, uint32_t parent, const char *op, const uint32_t *children,
                          uint32_t n) {
    ReportGraph *g = f->g;
    const uint32_t id = (uint32_t)g->nodes.len, place = g->nodes.at[children[0]].place;
    ReportNode node = {.kind = REPORT_GROUP,
                       .parent = parent,
                       .name = "",
                       .op = op,
                       .place = place,
                       .operations = -1,
                       .moved = -1,
                       .bytes = -1,
                       .kernel = REPORT_NONE,
                       .partner = REPORT_NONE,
                       .n_children = n};
    node.children = ARENA_ARRAY(g->arena, uint32_t, (size_t)n + 1);
    memcpy(node.children, children, n * sizeof *children);
    for (uint32_t i = 0; i < n; i++) g->nodes.at[children[i]].parent = id;
    vec_push(g->arena, &g->nodes, node);
    const uint32_t *live = f->live.at[parent];
    vec_push(g->arena, &f->live, live);
    return id;
}

/* Repeats */

typedef struct {
    uint32_t period, length; /* of the stretch that begins here; 0: none */
} Repeat;

static Repeat *find_repeats(const Folder *f, const uint32_t *list, uint32_t n) {
    const ReportGraph *g = f->g;
    Repeat *best = ARENA_ARRAY(g->arena, Repeat, (size_t)n + 1);
    uint64_t *shape = ARENA_ARRAY(g->arena, uint64_t, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const ReportNode *node = &g->nodes.at[list[i]];
        shape[i] = hash_mix(hash_mix(node->shape, node->kind), node->n_children);
    }
    for (uint32_t p = SHORTEST; p <= PERIODS && 2 * p <= n; p++) {
        uint32_t same = 0;
        ctx_poll(g->m->ctx);
        for (uint32_t i = n - p; i-- > 0;) {
            same = shape[i] == shape[i + p] ? same + 1 : 0;
            const uint32_t length = same < p ? 0 : (same / p + 1) * p;
            if (length >= LEAST && length > best[i].length)
                best[i] = (Repeat){.period = p, .length = same + p};
        }
    }
    return best;
}

/* Blocks begin where few values are alive. */
static uint32_t best_start(const uint32_t *live, const ReportGraph *g, const uint32_t *list,
                           uint32_t at, Repeat r) {
    uint32_t best = at;
    const uint32_t spare = r.length - 2 * r.period,
                   most = spare < r.period - 1 ? spare : r.period - 1;
    for (uint32_t i = at; i <= at + most; i++) {
        if (live[g->nodes.at[list[i]].place] < live[g->nodes.at[list[best]].place]) best = i;
    }
    return best;
}

static void fold_repeats(Folder *f, uint32_t group, const uint32_t *list, uint32_t n,
                         NodeList *out) {
    ReportGraph *g = f->g;
    const Repeat *repeats = find_repeats(f, list, n);
    for (uint32_t i = 0; i < n;) {
        const Repeat r = repeats[i];
        if (!r.length) {
            vec_push(g->arena, out, list[i++]);
            continue;
        }
        const uint32_t start = best_start(f->live.at[group], g, list, i, r),
                       copies = (i + r.length - start) / r.period;
        while (i < start) vec_push(g->arena, out, list[i++]);
        for (uint32_t k = 0; k < copies; k++, i += r.period) {
            const uint32_t id = new_group(f, group, "block", list + i, r.period);
            g->nodes.at[id].copies = copies;
            g->nodes.at[id].name = arena_printf(g->arena, "%u of %u", k + 1, copies);
            g->nodes.at[id].may_repeat = r.period > MOST;
            vec_push(g->arena, out, id);
        }
    }
}

/* Parts */

static void fold_parts(Folder *f, uint32_t group, const NodeList *list, NodeList *out) {
    ReportGraph *g = f->g;
    const uint32_t n = (uint32_t)list->len, parts = (n + PART - 1) / PART;
    const uint32_t *live = f->live.at[group];
    uint32_t from = 0;
    for (uint32_t k = 1; k <= parts; k++) {
        const uint32_t due = (uint32_t)((uint64_t)n * k / parts), slack = PART / 4;
        uint32_t to = due;
        for (uint32_t i = due > slack ? due - slack : 1; k < parts && i <= due + slack; i++) {
            if (i > from && i < n &&
                live[g->nodes.at[list->at[i]].place] < live[g->nodes.at[list->at[to]].place])
                to = i;
        }
        if (to <= from) continue;
        const uint32_t id = new_group(f, group, "part", list->at + from, to - from);
        g->nodes.at[id].name = arena_printf(g->arena, "%u of %u", k, parts);
        vec_push(g->arena, out, id);
        from = to;
    }
}

static void fold_group(Folder *f, uint32_t group) {
    ReportGraph *g = f->g;
    const uint32_t n = g->nodes.at[group].n_children;
    const uint32_t *list = g->nodes.at[group].children;
    uint32_t params = 0;
    NodeList now = {.at = NULL};
    if (n == 0) return;
    if (!f->live.at[group]) f->live.at[group] = live_of(f, &g->nodes.at[group]);
    while (params < n && g->nodes.at[list[params]].kind == REPORT_PARAM) params++;
    if (params > FEW_PARAMS && params < n) {
        const uint32_t id = new_group(f, group, "parameters", list, params);
        vec_push(g->arena, &now, id);
        list += params;
    } else {
        params = 0;
    }
    if (g->nodes.at[group].may_repeat && n - params >= LEAST) {
        fold_repeats(f, group, list, n - params, &now);
    } else {
        for (uint32_t i = 0; i < n - params; i++) vec_push(g->arena, &now, list[i]);
    }
    while (now.len > MOST) {
        NodeList parts = {.at = NULL};
        fold_parts(f, group, &now, &parts);
        now = parts;
    }
    g->nodes.at[group].children = now.at;
    g->nodes.at[group].n_children = (uint32_t)now.len;
}

/* Depths and places once more, from the root down: the groups, each before those in it. */
static NodeList settle(ReportGraph *g) {
    NodeList queue = {.at = NULL};
    vec_push(g->arena, &queue, 0);
    for (size_t at = 0; at < queue.len; at++) {
        const uint32_t id = queue.at[at];
        const ReportNode group = g->nodes.at[id];
        for (uint32_t i = 0; i < group.n_children; i++) {
            ReportNode *n = &g->nodes.at[group.children[i]];
            n->parent = id;
            n->place = i;
            n->depth = group.depth + 1;
            if (n->n_children) vec_push(g->arena, &queue, group.children[i]);
        }
    }
    return queue;
}

/* Scopes: exporters name a node of ONNX by where it stands in the program, "/layers.3/conv/Conv". */

typedef struct {
    bool is_known;
    Str scope; /* without a name behind the last '/' */
} Scope;

static Str scope_of(const char *node) {
    const char *slash = node ? strrchr(node, '/') : NULL;
    return (Str){node, slash ? (size_t)(slash - node) : 0};
}

/* Whole parts between slashes that both begin with. */
static Str common(Str a, Str b) {
    size_t n = 0, cut = 0;
    while (n < a.len && n < b.len && a.ptr[n] == b.ptr[n]) {
        if (a.ptr[n] == '/') cut = n;
        n++;
    }
    const bool whole = (n == a.len || a.ptr[n] == '/') && (n == b.len || b.ptr[n] == '/');
    return (Str){a.ptr, whole ? n : cut};
}

/* Blocks and parts whose nodes stand in one scope are called by it. */
static void name_scopes(ReportGraph *g, const NodeList *groups) {
    Scope *scopes = ARENA_ARRAY(g->arena, Scope, g->nodes.len + 1);
    for (size_t at = groups->len; at-- > 0;) {
        ReportNode *group = &g->nodes.at[groups->at[at]];
        Scope *own = &scopes[groups->at[at]];
        for (uint32_t i = 0; i < group->n_children; i++) {
            const ReportNode *n = &g->nodes.at[group->children[i]];
            const Scope *in = &scopes[group->children[i]];
            if (n->n_children ? !in->is_known : !n->node) continue;
            const Str scope = n->n_children ? in->scope : scope_of(n->node);
            own->scope = own->is_known ? common(own->scope, scope) : scope;
            own->is_known = true;
        }
        const bool is_ours =
            group->op && (strcmp(group->op, "block") == 0 || strcmp(group->op, "part") == 0);
        if (is_ours && own->scope.len)
            group->name = arena_printf(g->arena, "%.*s (%s)", (int)own->scope.len, own->scope.ptr,
                                       group->name);
    }
}

void page_fold(ReportGraph *g) {
    Folder f = {.g = g};
    find_children(g);
    f.last = ARENA_ARRAY(g->arena, uint32_t, g->nodes.len);
    vec_reserve(g->arena, &f.live, g->nodes.len);
    for (size_t i = 0; i < g->nodes.len; i++) f.live.at[f.live.len++] = NULL;
    find_last(&f);
    for (uint32_t i = 0; i < g->nodes.len; i++) {
        ctx_poll(g->m->ctx);
        fold_group(&f, i);
    }
    const NodeList groups = settle(g);
    name_scopes(g, &groups);
}
