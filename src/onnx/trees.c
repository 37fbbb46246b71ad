/* SPDX-License-Identifier: Apache-2.0 */
/* A record is what ml.tree_ensemble walks: `x <= threshold` or (missing) NaN: the first child,
 * else the second. Comparisons become records so:
 *
 *     x < v     x <= the number before v
 *     x >= v    x < v with the children exchanged, and NaN sent the other way
 *     x > v     x <= v, likewise
 *     x == v    x <= v, and if so: x <= the number before v, with the children exchanged
 *     x != v    x == v with the children exchanged; true for NaN, as IEEE's comparison is
 *     x in S    a search in the sorted members, which ends at x == member
 *
 * No comparison with a NaN but != is true. Children may be shared, which a walk does not see. */
#include "onnx/trees.h"

#include <math.h>

enum { RECORDS_MAX = 1 << 28 };

typedef struct {
    double threshold;
    int64_t feature;
    uint32_t child[2]; /* of a leaf itself */
    uint32_t node;     /* that it is of */
    bool missing, is_leaf;
} Record;

typedef struct {
    O *o;
    const Trees *trees;
    VEC(Record)
    records; /* the first n_nodes: of the nodes, in order; then what these need besides */
    uint32_t *order,
        *place; /* records in the order of the walk, and back; UINT32_MAX: in no tree */
    uint32_t n;
    int64_t depth;
} Making;

static double before(const Making *mk, double v) {
    if (v == -(double)INFINITY) return (double)NAN;
    return mk->trees->compare == DTYPE_FLOAT64 ? nextafter(v, -(double)INFINITY)
                                               : (double)nextafterf((float)v, -INFINITY);
}

static void record_set(Making *mk, uint32_t at, double threshold, bool missing, uint32_t yes,
                       uint32_t no) {
    Record *r = &mk->records.at[at];
    r->threshold = threshold;
    r->missing = missing;
    r->child[0] = yes;
    r->child[1] = no;
}

/* A further record of the node. */
static uint32_t record_new(Making *mk, uint32_t node) {
    if (mk->records.len >= RECORDS_MAX) o_unsupported(mk->o, "more than 2**28 nodes");
    const Record r = {.node = node, .feature = mk->trees->nodes[node].feature};
    vec_push(&mk->o->im->arena, &mk->records, r);
    return (uint32_t)mk->records.len - 1;
}

/* At `at`: x == v. */
static void add_equal(Making *mk, uint32_t at, double v, bool missing, uint32_t yes, uint32_t no) {
    if (isnan(v)) {
        record_set(mk, at, v, missing, yes, no);
        return;
    }
    const uint32_t below = record_new(mk, mk->records.at[at].node);
    record_set(mk, at, v, missing, below, no);
    record_set(mk, below, before(mk, v), false, no, yes);
}

/* At `at`: x is one of the sorted members. NaN goes to the first members, and from there to `yes`
 * where it is to. */
static void add_member(Making *mk, uint32_t at, const double *members, uint32_t n,
                       const TreeNode *node) {
    typedef struct {
        uint32_t at, first, n;
    } Part;
    Part stack[64]; /* the halves of halves */
    uint32_t depth = 0;
    stack[depth++] = (Part){at, 0, n};
    while (depth) {
        const Part part = stack[--depth];
        if (part.n <= 1) {
            const double v = part.n ? members[part.first] : (double)NAN;
            add_equal(mk, part.at, v, node->tracks_true, node->yes, node->no);
            continue;
        }
        const uint32_t half = part.n / 2, owner = mk->records.at[at].node;
        const uint32_t low = record_new(mk, owner), high = record_new(mk, owner);
        record_set(mk, part.at, members[part.first + half - 1], node->tracks_true, low, high);
        stack[depth++] = (Part){low, part.first, half};
        stack[depth++] = (Part){high, part.first + half, part.n - half};
    }
}

static void add_node(Making *mk, uint32_t at) {
    const TreeNode *node = &mk->trees->nodes[at];
    const bool tracks = node->tracks_true, never = isnan(node->value);
    const uint32_t yes = node->yes, no = node->no;
    Record *r = &mk->records.at[at];
    *r = (Record){.node = at, .feature = node->feature, .is_leaf = node->mode == TREE_LEAF};
    switch (node->mode) {
    case TREE_LEAF: record_set(mk, at, 0, false, at, at); return;
    case TREE_LEQ: record_set(mk, at, node->value, tracks, yes, no); return;
    case TREE_LT: record_set(mk, at, before(mk, node->value), tracks, yes, no); return;
    case TREE_GTE:
    case TREE_GT: {
        const double v = node->mode == TREE_GT ? node->value : before(mk, node->value);
        if (never)
            record_set(mk, at, node->value, tracks, yes, no);
        else
            record_set(mk, at, v, !tracks, no, yes);
        return;
    }
    case TREE_EQ: add_equal(mk, at, node->value, tracks, yes, no); return;
    case TREE_NEQ: add_equal(mk, at, node->value, false, no, yes); return;
    case TREE_MEMBER: add_member(mk, at, node->members, node->n_members, node); return;
    }
}

/* A block: a record, its children, and theirs, as far as they have no place yet. What is below
 * goes on the list. */
static void place_block(Making *mk, uint32_t root, uint32_t *below, uint32_t *n_below) {
    uint32_t at = mk->n, ends[3] = {0}; /* of the block's levels */
    if (mk->place[root] != UINT32_MAX) return;
    mk->place[root] = mk->n;
    mk->order[mk->n++] = root;
    ends[0] = mk->n;
    for (uint32_t level = 0; level < ARRAY_LEN(ends); level++) {
        for (; at < ends[level]; at++) {
            const Record *r = &mk->records.at[mk->order[at]];
            for (uint32_t k = 0; k < 2; k++) {
                const uint32_t child = r->child[k];
                if (mk->place[child] != UINT32_MAX) continue;
                if (level + 1 == ARRAY_LEN(ends)) {
                    below[(*n_below)++] = child;
                    continue;
                }
                mk->place[child] = mk->n;
                mk->order[mk->n++] = child;
            }
        }
        if (level + 1 < ARRAY_LEN(ends)) ends[level + 1] = mk->n;
    }
}

/* Numbers all records that a tree reaches, by blocks of three levels: a walk touches few lines of
 * the cache. */
static void number_records(Making *mk) {
    const Trees *trees = mk->trees;
    const uint32_t n = (uint32_t)mk->records.len;
    uint32_t *list = O_ARRAY(mk->o, uint32_t, 2 * (size_t)n + trees->n_roots), len = 0;
    mk->order = O_ARRAY(mk->o, uint32_t, n);
    mk->place = O_ARRAY(mk->o, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) mk->place[i] = UINT32_MAX;
    for (uint32_t t = 0, at = 0; t < trees->n_roots; t++) {
        list[len++] = trees->roots[t];
        for (; at < len; at++) place_block(mk, list[at], list, &len);
        ctx_poll(mk->o->im->ctx);
    }
}

/* The longest way to a leaf. Records are taken when all that lead to them were; those of a circle
 * never are. */
static void measure_depth(Making *mk) {
    O *o = mk->o;
    uint32_t *parents = O_ARRAY(o, uint32_t, mk->records.len), *ready = O_ARRAY(o, uint32_t, mk->n);
    int64_t *depth = O_ARRAY(o, int64_t, mk->records.len);
    uint32_t n_ready = 0;
    for (uint32_t i = 0; i < mk->n; i++) {
        const Record *r = &mk->records.at[mk->order[i]];
        for (uint32_t k = 0; k < 2 && !r->is_leaf; k++) parents[r->child[k]]++;
    }
    for (uint32_t i = 0; i < mk->n; i++) {
        if (!parents[mk->order[i]]) ready[n_ready++] = mk->order[i];
    }
    for (uint32_t i = 0; i < n_ready; i++) {
        const Record *r = &mk->records.at[ready[i]];
        if (depth[ready[i]] > mk->depth) mk->depth = depth[ready[i]];
        for (uint32_t k = 0; k < 2 && !r->is_leaf; k++) {
            const uint32_t child = r->child[k];
            if (depth[child] <= depth[ready[i]]) depth[child] = depth[ready[i]] + 1;
            if (!--parents[child]) ready[n_ready++] = child;
        }
    }
    for (uint32_t i = 0; n_ready < mk->n && i < mk->n; i++) {
        if (!parents[mk->order[i]]) continue;
        const TreeNode *node = &mk->trees->nodes[mk->records.at[mk->order[i]].node];
        o_fail(o, "the nodes of tree %lld form a circle, which node %lld is part of or leads from",
               (long long)node->tree, (long long)node->id);
    }
}

static Tensor *tensor_of(O *o, DType dtype, int64_t rows, int64_t columns) {
    const int64_t dims[] = {rows, columns};
    return tensor_new(o->im->ctx, dtype, dims, columns ? 2 : 1);
}

/* The record as a row of ml.tree_ensemble's nodes. */
static void write_row(const Making *mk, Tensor *nodes, uint32_t at, bool missing, uint32_t leaf) {
    const Record *r = &mk->records.at[mk->order[at]];
    const DType number = nodes->dtype, compare = mk->trees->compare;
    const size_t cell = 4 * (size_t)at;
    dtype_write_int(number, tensor_at(nodes, cell),
                    missing && r->missing ? -1 - r->feature : r->feature);
    if (r->is_leaf)
        dtype_write_int(number, tensor_at(nodes, cell + 1), leaf);
    else
        dtype_write_double(compare, tensor_at(nodes, cell + 1), r->threshold);
    for (uint32_t k = 0; k < 2; k++)
        dtype_write_int(number, tensor_at(nodes, cell + 2 + k), mk->place[r->child[k]]);
}

static IrOperand nodes_operand(Making *mk, bool missing) {
    Tensor *nodes =
        tensor_of(mk->o, mk->trees->compare == DTYPE_FLOAT64 ? DTYPE_INT64 : DTYPE_INT32, mk->n, 4);
    uint32_t leaf = 0;
    for (uint32_t i = 0; i < mk->n; i++) {
        write_row(mk, nodes, i, missing, leaf);
        leaf += mk->records.at[mk->order[i]].is_leaf;
    }
    return o_tensor(mk->o, nodes);
}

/* Votes by leaf, in the order of the leaves and of the list. What is voted at no leaf, or in no
 * tree, does not count. */
typedef struct {
    int64_t *ends; /* where each leaf's begin, and the end of all */
    const TreeVote **list;
    uint32_t n_leaves, n;
    bool is_dense; /* as a matrix it is about as small */
} Votes;

static Votes sort_votes(Making *mk) {
    O *o = mk->o;
    const Trees *trees = mk->trees;
    uint32_t *leaf_of = O_ARRAY(o, uint32_t, mk->records.len);
    Votes v = {.list = O_ARRAY(o, const TreeVote *, trees->n_votes), .is_dense = true};
    for (uint32_t i = 0; i < mk->records.len; i++) leaf_of[i] = UINT32_MAX;
    for (uint32_t i = 0; i < mk->n; i++) {
        if (mk->records.at[mk->order[i]].is_leaf) leaf_of[mk->order[i]] = v.n_leaves++;
    }
    v.ends = O_ARRAY(o, int64_t, (size_t)v.n_leaves + 1);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = trees->n_votes; i-- > 0;) {
            const uint32_t leaf = leaf_of[trees->votes[i].node];
            if (leaf == UINT32_MAX) continue;
            if (pass == 0)
                v.ends[leaf]++;
            else
                v.list[--v.ends[leaf]] = &trees->votes[i]; /* from its end down to its begin */
        }
        for (uint32_t i = 0; pass == 0 && i < v.n_leaves; i++) v.ends[i + 1] += v.ends[i];
    }
    v.n = (uint32_t)v.ends[v.n_leaves];
    uint32_t *seen =
        O_ARRAY(o, uint32_t, trees->n_targets); /* the leaf, plus 1, that voted for it last */
    for (uint32_t leaf = 0, i = 0; i < v.n; i++) {
        while (i >= v.ends[leaf + 1]) leaf++;
        v.is_dense &= seen[v.list[i]->target] != leaf + 1;
        seen[v.list[i]->target] = leaf + 1;
    }
    const uint64_t cells = (uint64_t)v.n_leaves * (uint64_t)trees->n_targets;
    v.is_dense &= strcmp(trees->aggregate, "sum") == 0 ? cells <= 2 * (uint64_t)v.n : cells == v.n;
    return v;
}

/* weights, targets, leaves */
static void set_votes(Making *mk, const Votes *v, IrOperand *out) {
    O *o = mk->o;
    const Trees *trees = mk->trees;
    const int64_t n = trees->n_targets;
    int64_t *targets = O_ARRAY(o, int64_t, v->n);
    Tensor *weights = v->is_dense ? tensor_of(o, trees->weigh, v->n_leaves, n)
                                  : tensor_of(o, trees->weigh, v->n, 0);
    if (v->is_dense) memset(weights->data, 0, weights->bytes);
    for (int64_t leaf = 0, i = 0; i < v->n; i++) {
        while (i >= v->ends[leaf + 1]) leaf++;
        targets[i] = v->list[i]->target;
        const int64_t cell = v->is_dense ? leaf * n + targets[i] : i;
        dtype_write_double(trees->weigh, tensor_at(weights, (size_t)cell), v->list[i]->weight);
    }
    out[0] = o_tensor(o, weights);
    out[1] = v->is_dense ? o_none() : o_const_ints_new(o, DTYPE_INT32, targets, v->n);
    out[2] = v->is_dense ? o_none() : o_const_ints_new(o, DTYPE_INT32, v->ends, v->n_leaves + 1);
}

IrOperand trees_call(O *o, const Trees *trees, IrOperand x) {
    Making mk = {.o = o, .trees = trees};
    vec_reserve(&o->im->arena, &mk.records, trees->n_nodes);
    mk.records.len = trees->n_nodes;
    for (uint32_t i = 0; i < trees->n_nodes; i++) {
        add_node(&mk, i);
        ctx_poll(o->im->ctx);
    }
    number_records(&mk);
    measure_depth(&mk);
    if (mk.depth > 1 << 20) o_unsupported(o, "a tree of depth %lld", (long long)mk.depth);
    int64_t *roots = O_ARRAY(o, int64_t, trees->n_roots);
    for (uint32_t i = 0; i < trees->n_roots; i++) roots[i] = mk.place[trees->roots[i]];
    bool missing = false;
    for (uint32_t i = 0; i < mk.n && !missing; i++) missing = mk.records.at[mk.order[i]].missing;
    const Votes votes = sort_votes(&mk);
    IrOperand ops[6] = {o_cast(o, x, trees->compare)};
    ops[1] = nodes_operand(&mk, missing);
    ops[2] = o_const_ints_new(o, DTYPE_INT32, roots, trees->n_roots);
    set_votes(&mk, &votes, ops + 3);
    return o_call(o, &op_ml_tree_ensemble, ops, 6,
                  ATTRS(A_INT("depth", mk.depth), A_INT("n_targets", trees->n_targets),
                        A_STR("aggregate", trees->aggregate), A_BOOL("missing", missing)));
}
