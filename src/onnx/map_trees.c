/* SPDX-License-Identifier: Apache-2.0 */
/* TreeEnsemble, TreeEnsembleRegressor, TreeEnsembleClassifier: their attributes as trees.
 *
 * The older two have one list of nodes, each with the numbers of its tree and of itself; the newer
 * one has inner nodes and leaves apart, which are known by their places. */
#include <math.h>
#include <stdlib.h>

#include "onnx/trees.h"

/* Nodes by (tree, id). */
typedef struct {
    int64_t tree, id;
    uint32_t at;
} NodeKey;

typedef struct {
    O *o;
    Trees trees;
    Map by_key;
    bool wide; /* some numbers are float64 */
} Reading;

static uint64_t key_hash(const Reading *in, int64_t tree, int64_t id) {
    const int64_t key[2] = {tree, id};
    return hash_bytes(in->o->im->ctx, key, sizeof key);
}

/* The node's number; UINT32_MAX: there is none. */
static uint32_t find_node(const Reading *in, int64_t tree, int64_t id) {
    for (MapIter it = map_find(&in->by_key, key_hash(in, tree, id)); map_next(&in->by_key, &it);) {
        const NodeKey *key = it.value;
        if (key->tree == tree && key->id == id) return key->at;
    }
    return UINT32_MAX;
}

static uint32_t need_node(const Reading *in, int64_t tree, int64_t id, const char *by) {
    const uint32_t at = find_node(in, tree, id);
    if (at == UINT32_MAX)
        o_fail(in->o, "tree %lld has no node %lld, which its '%s' names", (long long)tree,
               (long long)id, by);
    return at;
}

static const int64_t *need_ints(O *o, const char *name, uint32_t want, const char *like) {
    uint32_t n;
    const int64_t *v = o_ints(o, name, &n);
    if (!v && want) o_fail(o, "its attribute '%s' is missing", name);
    if (n != want)
        o_fail(o, "its attribute '%s' has %u elements, where '%s' has %u", name, n, like, want);
    return v;
}

/* What a list must have as many elements as, unless it is left out. */
static bool fits(O *o, const char *name, const void *list, uint32_t n, uint32_t want,
                 const char *like) {
    if (list && n != want)
        o_fail(o, "its attribute '%s' has %u elements, where '%s' has %u", name, n, like, want);
    return list != NULL;
}

static TreeMode mode_of(O *o, Str s) {
    static const char *const names[] = {"BRANCH_LEQ", "BRANCH_LT",  "BRANCH_GTE",    "BRANCH_GT",
                                        "BRANCH_EQ",  "BRANCH_NEQ", "BRANCH_MEMBER", "LEAF"};
    for (uint32_t i = 0; i < ARRAY_LEN(names); i++) {
        if (i != TREE_MEMBER && str_eq_c(s, names[i])) return (TreeMode)i;
    }
    o_fail(o, "'%s' is no mode of a node", onnx_text(o->im, s));
}

/* The node lists of the older operators, and the nodes' numbers. */
static void read_nodes(Reading *in) {
    O *o = in->o;
    uint32_t n, n_values, n_modes, n_tracks;
    const int64_t *tree = o_ints(o, "nodes_treeids", &n);
    const char *const like = "nodes_treeids";
    if (!n) o_fail(o, "it has no nodes");
    const int64_t *id = need_ints(o, "nodes_nodeids", n, like),
                  *feature = need_ints(o, "nodes_featureids", n, like);
    const double *value = ml_numbers(o, "nodes_values", &n_values, &in->wide);
    const Str *mode = o_strs(o, "nodes_modes", &n_modes);
    const int64_t *tracks = o_ints(o, "nodes_missing_value_tracks_true", &n_tracks);
    const bool has_values = fits(o, "nodes_values", value, n_values, n, like),
               has_modes = fits(o, "nodes_modes", mode, n_modes, n, like),
               has_tracks = n_tracks &&
                            fits(o, "nodes_missing_value_tracks_true", tracks, n_tracks, n, like);
    if (!has_modes || !has_values)
        o_fail(o, "its attribute '%s' is missing", has_modes ? "nodes_values" : "nodes_modes");
    NodeKey *keys = O_ARRAY(o, NodeKey, n);
    in->trees.nodes = O_ARRAY(o, TreeNode, n);
    in->trees.n_nodes = n;
    for (uint32_t i = 0; i < n; i++) {
        if (find_node(in, tree[i], id[i]) != UINT32_MAX)
            o_fail(o, "tree %lld has two nodes %lld", (long long)tree[i], (long long)id[i]);
        keys[i] = (NodeKey){tree[i], id[i], i};
        map_add(&in->by_key, key_hash(in, tree[i], id[i]), &keys[i]);
        in->trees.nodes[i] = (TreeNode){.mode = mode_of(o, mode[i]),
                                        .tracks_true = has_tracks && tracks[i],
                                        .feature = feature[i],
                                        .value = value[i],
                                        .tree = tree[i],
                                        .id = id[i]};
    }
}

/* The children, and each tree's root: the node that is no other's child. */
static void link_nodes(Reading *in) {
    O *o = in->o;
    Trees *trees = &in->trees;
    const uint32_t n = trees->n_nodes;
    const int64_t *yes = need_ints(o, "nodes_truenodeids", n, "nodes_treeids"),
                  *no = need_ints(o, "nodes_falsenodeids", n, "nodes_treeids");
    bool *is_child = O_ARRAY(o, bool, n);
    for (uint32_t i = 0; i < n; i++) {
        TreeNode *node = &trees->nodes[i];
        if (node->mode == TREE_LEAF) continue;
        node->yes = need_node(in, node->tree, yes[i], "nodes_truenodeids");
        node->no = need_node(in, node->tree, no[i], "nodes_falsenodeids");
        is_child[node->yes] = is_child[node->no] = true;
    }
    Map roots, seen; /* TreeNode, by tree */
    map_init(&roots, &o->im->arena);
    map_init(&seen, &o->im->arena);
    trees->roots = O_ARRAY(o, uint32_t, n);
    for (uint32_t i = 0; i < 2 * n; i++) {
        TreeNode *node = &trees->nodes[i % n];
        Map *map = i < n ? &roots : &seen;
        if (i < n && is_child[i]) continue;
        const TreeNode *other = NULL;
        const uint64_t hash = key_hash(in, node->tree, 0);
        for (MapIter it = map_find(map, hash); !other && map_next(map, &it);) {
            const TreeNode *found = it.value;
            if (found->tree == node->tree) other = found;
        }
        if (i < n && other)
            o_fail(o, "nodes %lld and %lld of tree %lld are no node's children: it has two roots",
                   (long long)other->id, (long long)node->id, (long long)node->tree);
        if (other) continue;
        map_add(map, hash, node);
        if (i < n)
            trees->roots[trees->n_roots++] = i;
        else if (trees->n_roots < seen.len)
            o_fail(o, "every node of some tree is another's child: it has no root, but a circle");
    }
}

/* Votes: `treeids`, `nodeids` and so on behind the prefix "target" or "class". */
static void read_votes(Reading *in, const char *prefix) {
    O *o = in->o;
    Trees *trees = &in->trees;
    uint32_t n, n_weights;
    const char *const trees_name = diag_fmt(o->im->ctx, "%s_treeids", prefix);
    const char *const ids_name = diag_fmt(o->im->ctx, "%s_ids", prefix);
    const char *const nodes_name = diag_fmt(o->im->ctx, "%s_nodeids", prefix);
    const char *const weights_name = diag_fmt(o->im->ctx, "%s_weights", prefix);
    const int64_t *tree = o_ints(o, trees_name, &n),
                  *node = need_ints(o, nodes_name, n, trees_name),
                  *id = need_ints(o, ids_name, n, trees_name);
    const double *weight = ml_numbers(o, weights_name, &n_weights, &in->wide);
    if (!fits(o, weights_name, weight, n_weights, n, trees_name) && n)
        o_fail(o, "its attribute '%s' is missing", weights_name);
    trees->votes = O_ARRAY(o, TreeVote, n);
    trees->n_votes = n;
    for (uint32_t i = 0; i < n; i++) {
        if (id[i] < 0 || id[i] >= trees->n_targets)
            o_fail(o, "element %u of '%s' is %lld, where there are %lld", i, ids_name,
                   (long long)id[i], (long long)trees->n_targets);
        trees->votes[i] = (TreeVote){need_node(in, tree[i], node[i], nodes_name), id[i], weight[i]};
    }
}

/* Features that the input has not are a fault of the model. */
static void check_features(Reading *in, IrOperand x) {
    O *o = in->o;
    int64_t n = INT64_MAX;
    if (!o_has_dims(o, x) || !ir_dim_is_const(o_dims(o, x)[1], &n)) n = INT32_MAX;
    for (uint32_t i = 0; i < in->trees.n_nodes; i++) {
        const TreeNode *node = &in->trees.nodes[i];
        if (node->mode == TREE_LEAF || (node->feature >= 0 && node->feature < n)) continue;
        o_fail(o, "node %lld of tree %lld asks for feature %lld, where a sample has %lld",
               (long long)node->id, (long long)node->tree, (long long)node->feature, (long long)n);
    }
    for (uint32_t i = 0; i < in->trees.n_nodes; i++) {
        if (in->trees.nodes[i].mode == TREE_LEAF) in->trees.nodes[i].feature = 0;
    }
}

static Reading reading_begin(O *o) {
    Reading in = {.o = o, .trees = {.aggregate = "sum"}};
    map_init(&in.by_key, &o->im->arena);
    return in;
}

/* x, of integers or floats, is compared exactly, so in float64 unless it and all numbers are of
 * fewer bits. */
static void set_dtypes(Reading *in, IrOperand x) {
    const DType t = o_dtype(in->o, x);
    const bool is_small = dtype_is_float(t) && dtype_bits(t) <= 32;
    in->trees.compare = in->wide || !is_small ? DTYPE_FLOAT64 : DTYPE_FLOAT32;
    in->trees.weigh = in->wide || t == DTYPE_FLOAT64 ? DTYPE_FLOAT64 : DTYPE_FLOAT32;
}

static IrOperand with_base(Reading *in, IrOperand scores) {
    O *o = in->o;
    uint32_t n;
    bool wide = false;
    const double *base = ml_numbers(o, "base_values", &n, &wide);
    if (!n) return scores;
    if (n != in->trees.n_targets)
        o_fail(o, "its attribute 'base_values' has %u elements, where there are %lld", n,
               (long long)in->trees.n_targets);
    return o2(o, &op_add, scores, ml_tensor(o, o_dtype(o, scores), base, n, 0));
}

static IrOperand aggregated(Reading *in, IrOperand x, const char *how) {
    O *o = in->o;
    Trees *trees = &in->trees;
    const bool is_mean = strcmp(how, "AVERAGE") == 0;
    trees->aggregate = strcmp(how, "MIN") == 0 ? "min" : strcmp(how, "MAX") == 0 ? "max" : "sum";
    const IrOperand y = trees_call(o, trees, x);
    return is_mean && trees->n_roots ? o2c(o, &op_divide, y, trees->n_roots) : y;
}

static const char *aggregate_of(O *o) {
    static const char *const names[] = {"AVERAGE", "SUM", "MIN", "MAX"};
    const Str s = o_str(o, "aggregate_function", "SUM");
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        if (str_eq_c(s, names[i])) return names[i];
    }
    o_fail(o, "its attribute 'aggregate_function' is '%s'", onnx_text(o->im, s));
}

static int64_t target_count(O *o) {
    const int64_t n = o_int(o, "n_targets", 1);
    if (n < 1 || n > 1 << 24) o_fail(o, "its attribute 'n_targets' is %lld", (long long)n);
    return n;
}

void onnx_map_tree_regressor(O *o) {
    Reading in = reading_begin(o);
    const IrOperand x = ml_matrix(o);
    const char *aggregate = aggregate_of(o);
    const MlTransform transform = ml_transform(o);
    in.trees.n_targets = target_count(o);
    read_nodes(&in);
    link_nodes(&in);
    read_votes(&in, "target");
    check_features(&in, x);
    set_dtypes(&in, x);
    IrOperand y = with_base(&in, aggregated(&in, x, aggregate));
    y = ml_transformed(o, transform, y);
    o_set(o, 0, o_cast(o, y, DTYPE_FLOAT32));
}

/* Does each walk vote for the class, whatever its way is? It does if all leaves of some tree vote
 * for it. */
static bool always_votes(const Reading *in, int64_t target) {
    O *o = in->o;
    const Trees *trees = &in->trees;
    Map missing; /* trees with a leaf that does not */
    bool *votes = O_ARRAY(o, bool, trees->n_nodes);
    map_init(&missing, &o->im->arena);
    for (uint32_t i = 0; i < trees->n_votes; i++) {
        if (trees->votes[i].target == target) votes[trees->votes[i].node] = true;
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < trees->n_nodes; i++) {
        TreeNode *node = &trees->nodes[i];
        if (node->mode != TREE_LEAF || votes[i]) continue;
        const uint64_t hash = key_hash(in, node->tree, 0);
        bool found = false;
        for (MapIter it = map_find(&missing, hash); !found && map_next(&missing, &it);)
            found = ((const TreeNode *)it.value)->tree == node->tree;
        if (!found) map_add(&missing, hash, node);
        n += !found;
    }
    return n < trees->n_roots;
}

/* Which classes got votes: (samples, classes) bools; NONE: what got none cannot be the greatest,
 * or is as any other. */
static IrOperand voted(Reading *in, IrOperand x) {
    O *o = in->o;
    const Trees *trees = &in->trees;
    bool any_negative = false, all = true;
    for (uint32_t i = 0; i < trees->n_votes; i++) any_negative |= !(trees->votes[i].weight >= 0);
    if (!any_negative || trees->n_targets > 64) return o_none();
    for (int64_t k = 0; all && k < trees->n_targets; k++) all = always_votes(in, k);
    if (all) return o_none();
    Trees counts = *trees;
    counts.votes = O_ARRAY(o, TreeVote, trees->n_votes);
    for (uint32_t i = 0; i < trees->n_votes; i++)
        counts.votes[i] = (TreeVote){trees->votes[i].node, trees->votes[i].target, 1};
    return o2c(o, &op_greater, trees_call(o, &counts, x), 0);
}

/* Two labels, and all votes are for one of them. */
static void set_one_sided(Reading *in, const MlLabels *labels, IrOperand x, MlTransform transform) {
    O *o = in->o;
    Trees *trees = &in->trees;
    uint32_t n_base;
    bool wide = false, is_positive = true;
    const double *base = ml_numbers(o, "base_values", &n_base, &wide);
    const bool is_second = trees->n_votes && trees->votes[0].target == 1;
    if (n_base > 2)
        o_fail(o, "its attribute 'base_values' has %u elements, where there are 2", n_base);
    for (uint32_t i = 0; i < trees->n_votes; i++) {
        trees->votes[i].target = 0;
        is_positive &= trees->votes[i].weight >= 0;
    }
    trees->n_targets = 1;
    IrOperand score = aggregated(in, x, "SUM");
    if (n_base) score = o2c(o, &op_add, score, base[n_base - 1]);
    const MlBinary how = {.border = is_positive && transform != ML_LOGISTIC ? 0.5 : 0,
                          .is_probability = is_positive};
    if (!is_second) {
        ml_set_binary(o, labels, score, how, transform);
        return;
    }
    const IrOperand first =
        o2c(o, &op_add, o2c(o, &op_multiply, score, 0), n_base == 2 ? base[0] : 0);
    const IrOperand both = o_concat(o, (const IrOperand[]){first, score}, 2, 1);
    const IrOperand above =
        o_squeeze(o, o2c(o, &op_greater, score, how.border), (const int64_t[]){1}, 1);
    ml_set_label(o, labels, o_cast(o, above, DTYPE_INT64));
    o_set(o, 1, o_cast(o, ml_transformed(o, transform, both), DTYPE_FLOAT32));
}

void onnx_map_tree_classifier(O *o) {
    Reading in = reading_begin(o);
    const IrOperand x = ml_matrix(o);
    const MlTransform transform = ml_transform(o);
    const MlLabels labels = ml_labels(o, "classlabels_int64s", "classlabels_strings");
    in.trees.n_targets = labels.n;
    read_nodes(&in);
    link_nodes(&in);
    read_votes(&in, "class");
    check_features(&in, x);
    set_dtypes(&in, x);
    bool is_one_sided = labels.n == 2;
    for (uint32_t i = 0; i < in.trees.n_votes; i++)
        is_one_sided &= in.trees.votes[i].target == in.trees.votes[0].target;
    if (is_one_sided) {
        set_one_sided(&in, &labels, x, transform);
        return;
    }
    const IrOperand sums = trees_call(o, &in.trees, x);
    const IrOperand scores = with_base(&in, sums);
    const bool has_base = o_given(o, "base_values") || o_given(o, "base_values_as_tensor");
    const IrOperand counted = has_base ? o_none() : voted(&in, x);
    ml_set_classes(o, &labels, scores, counted, transform);
}

/* --- TreeEnsemble --- */

/* Inner node or leaf number `id`, as a node's number: leaves follow all inner nodes. */
static uint32_t place_of(O *o, const char *name, int64_t id, int64_t is_leaf, uint32_t n_inner,
                         uint32_t n_leaves) {
    const uint32_t n = is_leaf ? n_leaves : n_inner;
    if (id < 0 || id >= n)
        o_fail(o, "its attribute '%s' names %s %lld, where there are %u", name,
               is_leaf ? "leaf" : "node", (long long)id, n);
    return (uint32_t)id + (is_leaf ? n_inner : 0);
}

/* The sets of members, in the order of the nodes that have them, each ended by a NaN. */
static void read_members(Reading *in, uint32_t n_inner) {
    O *o = in->o;
    uint32_t n, at = 0;
    const double *members = ml_tensor_numbers(o, "membership_values", &n, &in->wide);
    double *sorted = O_ARRAY(o, double, n);
    for (uint32_t i = 0; i < n; i++) sorted[i] = members[i];
    for (uint32_t i = 0; i < n_inner; i++) {
        TreeNode *node = &in->trees.nodes[i];
        if (node->mode != TREE_MEMBER) continue;
        const uint32_t first = at;
        while (at < n && !isnan(sorted[at])) at++;
        if (at == n)
            o_fail(o, "its attribute 'membership_values' has fewer sets than there are "
                      "BRANCH_MEMBER nodes");
        node->members = sorted + first;
        node->n_members = at++ - first;
        qsort(sorted + first, node->n_members, sizeof *sorted, ml_compare_doubles);
    }
    if (at != n)
        o_fail(
            o,
            "its attribute 'membership_values' has more sets than there are BRANCH_MEMBER nodes");
}

static void read_inner(Reading *in, uint32_t n, uint32_t n_leaves) {
    O *o = in->o;
    const char *const like = "nodes_featureids";
    const int64_t *feature = need_ints(o, like, n, like),
                  *yes = need_ints(o, "nodes_truenodeids", n, like),
                  *no = need_ints(o, "nodes_falsenodeids", n, like),
                  *yes_leaf = need_ints(o, "nodes_trueleafs", n, like),
                  *no_leaf = need_ints(o, "nodes_falseleafs", n, like);
    uint32_t n_modes, n_splits, n_tracks;
    bool unused = false;
    const double *modes = ml_tensor_numbers(o, "nodes_modes", &n_modes, &unused),
                 *splits = ml_tensor_numbers(o, "nodes_splits", &n_splits, &in->wide);
    const int64_t *tracks = o_ints(o, "nodes_missing_value_tracks_true", &n_tracks);
    if (!fits(o, "nodes_modes", modes, n_modes, n, like))
        o_fail(o, "its attribute 'nodes_modes' is missing");
    if (!fits(o, "nodes_splits", splits, n_splits, n, like))
        o_fail(o, "its attribute 'nodes_splits' is missing");
    const bool has_tracks =
        n_tracks && fits(o, "nodes_missing_value_tracks_true", tracks, n_tracks, n, like);
    for (uint32_t i = 0; i < n; i++) {
        if (!(modes[i] >= TREE_LEQ && modes[i] <= TREE_MEMBER))
            o_fail(o, "element %u of its 'nodes_modes' is %g", i, modes[i]);
        in->trees.nodes[i] =
            (TreeNode){.mode = (TreeMode)modes[i],
                       .tracks_true = has_tracks && tracks[i],
                       .feature = feature[i],
                       .value = splits[i],
                       .yes = place_of(o, "nodes_truenodeids", yes[i], yes_leaf[i], n, n_leaves),
                       .no = place_of(o, "nodes_falsenodeids", no[i], no_leaf[i], n, n_leaves),
                       .id = i};
    }
}

static void read_leaves(Reading *in, uint32_t n_inner, uint32_t n) {
    O *o = in->o;
    Trees *trees = &in->trees;
    uint32_t n_weights;
    const int64_t *targets = need_ints(o, "leaf_targetids", n, "leaf_targetids");
    const double *weights = ml_tensor_numbers(o, "leaf_weights", &n_weights, &in->wide);
    if (!fits(o, "leaf_weights", weights, n_weights, n, "leaf_targetids"))
        o_fail(o, "its attribute 'leaf_weights' is missing");
    trees->votes = O_ARRAY(o, TreeVote, n);
    trees->n_votes = n;
    for (uint32_t i = 0; i < n; i++) {
        if (targets[i] < 0 || targets[i] >= trees->n_targets)
            o_fail(o, "leaf %u is of target %lld, where there are %lld", i, (long long)targets[i],
                   (long long)trees->n_targets);
        trees->nodes[n_inner + i] = (TreeNode){.mode = TREE_LEAF, .id = i};
        trees->votes[i] = (TreeVote){n_inner + i, targets[i], weights[i]};
    }
}

void onnx_map_tree_ensemble(O *o) {
    static const char *const aggregates[] = {"AVERAGE", "SUM", "MIN", "MAX"};
    Reading in = reading_begin(o);
    Trees *trees = &in.trees;
    const IrOperand x = ml_matrix(o);
    const int64_t aggregate = o_int(o, "aggregate_function", 1),
                  transform = o_int(o, "post_transform", 0);
    uint32_t n_inner, n_leaves, n_roots;
    if (aggregate < 0 || aggregate > 3)
        o_fail(o, "its attribute 'aggregate_function' is %lld", (long long)aggregate);
    if (transform < 0 || transform >= ML_TRANSFORMS)
        o_fail(o, "its attribute 'post_transform' is %lld", (long long)transform);
    trees->n_targets = target_count(o);
    o_ints(o, "nodes_featureids", &n_inner);
    o_ints(o, "leaf_targetids", &n_leaves);
    const int64_t *roots = o_ints(o, "tree_roots", &n_roots);
    if (!n_inner || !n_leaves || !n_roots) o_fail(o, "it has no nodes, no leaves or no roots");
    trees->n_nodes = n_inner + n_leaves;
    trees->nodes = O_ARRAY(o, TreeNode, trees->n_nodes);
    read_inner(&in, n_inner, n_leaves);
    read_members(&in, n_inner);
    read_leaves(&in, n_inner, n_leaves);
    trees->roots = O_ARRAY(o, uint32_t, n_roots);
    trees->n_roots = n_roots;
    for (uint32_t i = 0; i < n_roots; i++)
        trees->roots[i] = place_of(o, "tree_roots", roots[i], 0, n_inner, n_leaves);
    check_features(&in, x);
    set_dtypes(&in, x);
    const IrOperand y =
        ml_transformed(o, (MlTransform)transform, aggregated(&in, x, aggregates[aggregate]));
    o_set(o, 0, o_cast(o, y, o_dtype(o, x)));
}
