/* SPDX-License-Identifier: Apache-2.0 */
/* What TVM's GraphPartitioner does, whose rules these are. A node's sink is its immediate
 * post-dominator: all that is made of the node passes through it. The tree of sinks is built from
 * the last node to the first: a node's sink is the lowest common ancestor of what reads it (Cooper,
 * Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", 2001, for a graph without cycles, in
 * which one round is enough). A node joins its sink, with all between them, if the kinds allow it:
 *
 *   fusable               the sink's group and all between: broadcasts at most, each of which reads
 *                         what is of the shape of its result; so a bias and an activation join a
 *                         convolution. A sink whose group has a fusable one already takes no other.
 *   elementwise,          all between: injective at most; the sink's group: fusable at most, where
 *   broadcast             the sink itself is injective or a reduction at most
 *   injective             the sink's group and all between: injective at most, in a second round,
 *                         so that fusable ones come first
 *   reduce, opaque        never
 *
 * A question looks at so many nodes and uses at most, so all is linear. */
#include "passes/kind_groups.h"

enum {
    NODES_MAX = 256, /* of a group */
    FUEL = 1000      /* steps of a question */
};

KindNode *kind_group_of(KindNode *node) {
    while (node->into) {
        if (node->into->into) node->into = node->into->into;
        node = node->into;
    }
    return node;
}

static LoopPattern worse(LoopPattern a, LoopPattern b) { return a > b ? a : b; }

static bool has_type_of_result(const IrVar *v, const IrBinding *b) {
    const IrType *t = v->type, *r = b->types[0];
    if (t->kind != IR_TYPE_TENSOR || r->kind != IR_TYPE_TENSOR || t->ndim != r->ndim || !t->dims ||
        !r->dims)
        return false;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (t->dims[i] != r->dims[i]) return false;
    }
    return true;
}

/* How the reader takes the value: a broadcast takes what has its shape element by element. */
static LoopPattern use_kind(const IrVar *v, const KindNode *reader) {
    if (reader->kind == LOOP_PATTERN_BROADCAST && reader->b->n_types == 1 &&
        has_type_of_result(v, reader->b))
        return LOOP_PATTERN_ELEMENTWISE;
    return reader->kind;
}

static KindNode *reader_of(const KindGroups *g, const IrOperand *use) {
    const IrBinding *b = use->list->binding;
    return b && b->block == g->block ? g->of[b->var->id] : NULL;
}

/* Sinks */

static KindNode *common_sink(KindNode *a, KindNode *b, LoopPattern *through, uint32_t *fuel) {
    while (a != b) {
        if (!a || !b || !*fuel) return NULL;
        --*fuel;
        const uint32_t da = a->depth, db = b->depth;
        if (da >= db) {
            *through = worse(*through, a->through);
            a = a->sink;
        }
        if (db >= da) {
            *through = worse(*through, b->through);
            b = b->sink;
        }
    }
    return a;
}

static void find_sink(const KindGroups *g, KindNode *node) {
    uint32_t fuel = FUEL;
    node->through = node->is_kept ? LOOP_PATTERN_OPAQUE : LOOP_PATTERN_ELEMENTWISE;
    for (const IrOperand *use = node->b->var->uses; !node->is_kept && use; use = use->next_use) {
        KindNode *reader = reader_of(g, use);
        if (!reader || !fuel) {
            node->sink = NULL;
            break;
        }
        fuel--;
        node->through = worse(node->through, use_kind(node->b->var, reader));
        node->sink = use == node->b->var->uses
                         ? reader
                         : common_sink(node->sink, reader, &node->through, &fuel);
        if (!node->sink) break;
    }
    node->depth = node->sink ? node->sink->depth + 1 : 1;
}

/* Groups */

/* The worst kinds of groups that may stand on the way, and at its end. */
typedef struct {
    LoopPattern between, end;
} Allowed;

/* Puts what is met on the way on the path. False: it is not allowed, or too much. */
static bool read_uses(KindGroups *g, const IrVar *v, const KindNode *sink, Allowed allowed,
                      uint32_t *fuel) {
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        KindNode *reader = reader_of(g, use);
        if (!reader || !*fuel) return false;
        --*fuel;
        if (reader->met == g->question) continue;
        reader->met = g->question;
        const LoopPattern kind = kind_group_of(reader)->group_kind;
        if (kind > (reader == sink ? allowed.end : allowed.between)) return false;
        if (reader != sink) vec_push(g->arena, &g->path, reader);
    }
    return g->path.len < NODES_MAX;
}

/* Joins the node and all on the way to its sink to the sink's group, if that is allowed. */
static void join(KindGroups *g, KindNode *node, Allowed allowed) {
    KindNode *to = kind_group_of(node->sink);
    uint32_t fuel = FUEL;
    size_t n = to->n;
    g->question++;
    g->path.len = 0;
    vec_push(g->arena, &g->path, node);
    to->counted = g->question;
    for (size_t i = 0; i < g->path.len; i++) {
        KindNode *at = g->path.at[i], *of = kind_group_of(at);
        if (!read_uses(g, at->b->var, node->sink, allowed, &fuel)) return;
        if (of->counted == g->question) continue;
        of->counted = g->question;
        n += of->n;
    }
    if (n > NODES_MAX) return;
    for (size_t i = 0; i < g->path.len; i++) {
        KindNode *from = kind_group_of(g->path.at[i]);
        if (from == to) continue;
        /* a fusable one gives its group its kind; what else there is, the sink does */
        if (from->group_kind == LOOP_PATTERN_FUSABLE)
            to->group_kind = worse(to->group_kind, LOOP_PATTERN_FUSABLE);
        to->n += from->n;
        from->into = to;
    }
}

static void visit(KindGroups *g, KindNode *node, bool second) {
    if (!node->sink) return;
    KindNode *own = kind_group_of(node);
    if (own == kind_group_of(node->sink)) return;
    if (own->group_kind == LOOP_PATTERN_FUSABLE) {
        if (!second && node->through == LOOP_PATTERN_ELEMENTWISE)
            join(g, node, (Allowed){LOOP_PATTERN_BROADCAST, LOOP_PATTERN_BROADCAST});
    } else if (own->group_kind <= LOOP_PATTERN_BROADCAST) {
        if (node->through <= LOOP_PATTERN_REDUCE)
            join(g, node, (Allowed){LOOP_PATTERN_INJECTIVE, LOOP_PATTERN_FUSABLE});
    } else if (own->group_kind == LOOP_PATTERN_INJECTIVE && second) {
        join(g, node, (Allowed){LOOP_PATTERN_INJECTIVE, LOOP_PATTERN_INJECTIVE});
    }
}

void kind_groups_find(KindGroups *g) {
    for (uint32_t i = g->n; i-- > 0;) {
        KindNode *node = &g->nodes[i];
        node->group_kind = node->kind;
        node->n = 1;
        find_sink(g, node);
    }
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < g->n; i++) {
            ctx_poll(g->m->ctx);
            visit(g, &g->nodes[i], round == 1);
        }
    }
}
