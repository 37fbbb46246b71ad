/* SPDX-License-Identifier: Apache-2.0 */
/* ml.tree_ensemble: decision trees as arrays of nodes, as forests and boosted trees are exported.
 *
 *     for s in parallel(samples):
 *         for t in range(trees):
 *             at = roots[t]
 *             depth times:
 *                 feature, threshold, first, second = nodes[at]
 *                 at = first if x[s, feature] <= threshold else second
 *             sums += weights[nodes[at, 1]]
 *
 * A leaf has itself as both children, so a walk is a fixed number of steps without a branch to
 * mispredict; what a step needs lies together. Several trees are walked in turn, step by step, as
 * each step waits for the one before it. Where trees are deep most leaves lie far above the
 * deepest one: then blocks of steps go on as long as some walk is at no leaf. */
#include "ops/infer.h"
#include "ops/ops.h"
#include "ops/order.h"
#include "ops/place.h"
#include "ops/sample.h"

static const char *const aggregates[] = {"sum", "min", "max", NULL};

enum { X, NODES, ROOTS, WEIGHTS, TARGETS, LEAVES, OPERANDS };

static const OpParam params[] = {
    [X] = OP_TENSOR("x"),
    [NODES] = OP_TENSOR("nodes"),
    [ROOTS] = OP_TENSOR("roots"),
    [WEIGHTS] = OP_TENSOR("weights"),
    [TARGETS] = OP_TENSOR_OR_NONE("targets"),
    [LEAVES] = OP_TENSOR_OR_NONE("leaves"),
    OP_INT_NEEDED("depth"),
    OP_INT_NEEDED("n_targets"),
    OP_STRING("aggregate", "sum", aggregates),
    OP_BOOL("missing", false),
};

enum {
    DEPTH_MAX = 1 << 20,
    TARGETS_MAX = 1 << 24,
    FIXED_MAX = 12, /* deeper trees: steps by blocks, as long as there is a way to go */
    BLOCK = 4,
    TOGETHER = 8, /* trees that are walked in turn */
};
/* A node's columns. */
enum { FEATURE, THRESHOLD, FIRST, SECOND, COLUMNS };

static const char *const constraints[] = {
    "x is a matrix of floating-point numbers",
    "nodes is a matrix of 4 columns, of signed integers as wide as x's elements",
    "roots is a vector of integers",
    "weights are floating-point: a matrix with n_targets columns, or a vector with targets and "
    "leaves",
    "targets and leaves are vectors of integers, both given or neither; targets has the extent of "
    "weights",
    "depth is from 0 to 2**20, n_targets from 1 to 2**24",
    NULL,
};

static bool check_kind(IrInfer *in, uint32_t arg, int32_t ndim, unsigned kinds, unsigned c) {
    return !in->args[arg].type ||
           ((ndim < 0 || infer_ndim(in, arg, ndim, c)) && infer_dtype_kind(in, arg, kinds, c));
}

/* The extent of an operand's dim; NULL: not known. */
static const IrDim *extent_of(IrInfer *in, uint32_t arg, int32_t dim) {
    const IrType *t = in->args[arg].type;
    return t && t->dims && dim < t->ndim ? t->dims[dim] : NULL;
}

static bool check_nodes(IrInfer *in) {
    const DType x = in->args[X].type->dtype, nodes = in->args[NODES].type->dtype;
    const IrDim *columns = extent_of(in, NODES, 1);
    if (!check_kind(in, NODES, 2, 1u << DTYPE_KIND_INT, 2)) return false;
    if (x != DTYPE_VOID && nodes != DTYPE_VOID && dtype_bits(x) != dtype_bits(nodes)) {
        infer_fail(in, 2, infer_text(in, "integers of %u bits", dtype_bits(x)), dtype_name(nodes));
        return false;
    }
    return !columns ||
           infer_dim_eq(in, columns, ir_dim_const(in->m, COLUMNS), 2, "the last dim of `nodes`");
}

static bool check_weights(IrInfer *in, int64_t n_targets) {
    const bool is_sparse = in->args[TARGETS].type != NULL;
    if (is_sparse != (in->args[LEAVES].type != NULL)) {
        infer_fail(in, 5, NULL, is_sparse ? "`targets` alone" : "`leaves` alone");
        return false;
    }
    if (!check_kind(in, WEIGHTS, is_sparse ? 1 : 2, KIND_FLOAT, 4)) return false;
    if (!check_kind(in, TARGETS, 1, KIND_INT, 5) || !check_kind(in, LEAVES, 1, KIND_INT, 5))
        return false;
    const IrDim *targets = extent_of(in, TARGETS, 0),
                *weights = extent_of(in, WEIGHTS, is_sparse ? 0 : 1);
    const IrDim *want = is_sparse ? targets : ir_dim_const(in->m, n_targets);
    return !want || !weights ||
           infer_dim_eq(in, want, weights, is_sparse ? 5 : 4,
                        is_sparse ? "the extent of `weights`" : "the last dim of `weights`");
}

static const IrType *infer(IrInfer *in) {
    const int64_t depth = infer_int(in, "depth"), n = infer_int(in, "n_targets");
    if (depth < 0 || depth > DEPTH_MAX)
        return infer_fail(in, 6, NULL, infer_text(in, "depth=%lld", (long long)depth));
    if (n < 1 || n > TARGETS_MAX)
        return infer_fail(in, 6, NULL, infer_text(in, "n_targets=%lld", (long long)n));
    if (!check_kind(in, X, 2, KIND_FLOAT, 1) || !check_nodes(in)) return NULL;
    if (!check_kind(in, ROOTS, 1, KIND_INT, 3) || !check_weights(in, n)) return NULL;
    const DType dtype = in->args[WEIGHTS].type->dtype;
    const IrDim *const dims[] = {extent_of(in, X, 0), ir_dim_const(in->m, n)};
    return dims[0] ? infer_tensor(in, dims, 2, dtype) : infer_tensor_ndim(in, 2, dtype);
}

/* The number of input i's element at a place, as int64. */
static const LoopExpr *number(OpLower *low, uint32_t i, const LoopExpr *const *at) {
    return place_index(low, lower_load(low, low->in[i], at));
}

static const LoopExpr *node_column(OpLower *low, const LoopExpr *node, const LoopExpr *column) {
    const LoopExpr *const at[2] = {node, column};
    return lower_load(low, low->in[NODES], at);
}

/* One step: to the first child where the feature is at most the threshold, or missing and the node
 * says so. */
static void step(OpLower *low, const LoopExpr *sample, const LoopBuffer *node) {
    const DType dtype = low->in[X]->dtype;
    const LoopExpr *at = order_let(low, "at", loop_get(low->b, node)), *zero = l_index(low, 0);
    const LoopExpr *feature = order_let(
        low, "feature", l_cast(low, DTYPE_INT64, node_column(low, at, l_index(low, FEATURE))));
    const LoopExpr *threshold =
        loop_reinterpret(low->b, dtype, node_column(low, at, l_index(low, THRESHOLD)));
    const LoopExpr *place[2] = {sample, feature};
    const bool missing = lower_bool(low, "missing");
    if (missing) place[1] = l_op2(low, LOOP_MAX, feature, l_sub(low, l_index(low, -1), feature));
    const LoopExpr *v = order_let(low, "v", lower_load(low, low->in[X], place));
    const LoopExpr *is_first = l_le(low, v, threshold);
    if (missing)
        is_first =
            l_or(low, is_first, l_and(low, l_lt(low, feature, zero), l_op1(low, LOOP_ISNAN, v)));
    const LoopExpr *column = l_select(low, is_first, l_index(low, FIRST), l_index(low, SECOND));
    loop_set(low->b, node, l_cast(low, DTYPE_INT64, node_column(low, at, column)));
}

/* Some walk is at a node that is no leaf. */
static const LoopExpr *any_inner(OpLower *low, const LoopBuffer *const *node, uint32_t n) {
    const LoopExpr *any = NULL;
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t column = FIRST; column <= SECOND; column++) {
            const LoopExpr *at = loop_get(low->b, node[i]);
            const LoopExpr *child =
                l_cast(low, DTYPE_INT64, node_column(low, at, l_index(low, column)));
            const LoopExpr *differs = l_op2(low, LOOP_NE, child, at);
            any = any ? l_or(low, any, differs) : differs;
        }
    }
    return any;
}

static void walk(OpLower *low, const LoopExpr *sample, const LoopBuffer *const *node, uint32_t n) {
    const int64_t depth = lower_int(low, "depth");
    const bool is_fixed = depth <= FIXED_MAX;
    const LoopBuffer *left = NULL;
    const LoopExpr *steps = l_index(low, depth);
    if (!is_fixed) {
        left = loop_scalar(low->b, "left", steps);
        loop_begin_while(low->b, l_and(low, l_lt(low, l_index(low, 0), loop_get(low->b, left)),
                                       any_inner(low, node, n)));
        steps = order_let(low, "steps",
                          l_op2(low, LOOP_MIN, loop_get(low->b, left), l_index(low, BLOCK)));
        loop_set(low->b, left, l_sub(low, loop_get(low->b, left), steps));
    }
    lower_for(low, steps, LOOP_SERIAL);
    for (uint32_t i = 0; i < n; i++) step(low, sample, node[i]);
    loop_end(low->b);
    if (!is_fixed) loop_end(low->b);
}

/* What walks' ends add to the sums (float64). `seen`, for min and max: whether anything came. */
typedef struct {
    const LoopBuffer *value, *seen;
    int64_t n;
} Sums;

static void sums_clear(OpLower *low, Sums *sums) {
    const LoopExpr *n = l_index(low, sums->n);
    const bool counts = !lower_string_is(low, "aggregate", "sum");
    sums->value = loop_local(low->b, "value", DTYPE_FLOAT64, &n, 1);
    sums->seen = counts ? loop_local(low->b, "seen", DTYPE_BOOL, &n, 1) : NULL;
    const LoopExpr *k = lower_for(low, n, LOOP_SERIAL);
    lower_store(low, sums->value, &k, l_num(low, DTYPE_FLOAT64, 0));
    if (counts) lower_store(low, sums->seen, &k, loop_int(low->b, DTYPE_BOOL, 0));
    loop_end(low->b);
}

static void sums_add(OpLower *low, Sums *sums, const LoopExpr *k, const LoopExpr *weight) {
    const LoopExpr *w = l_cast(low, DTYPE_FLOAT64, weight),
                   *have = lower_load(low, sums->value, &k);
    if (!sums->seen) {
        lower_store(low, sums->value, &k, l_add(low, have, w));
        return;
    }
    const bool is_min = lower_string_is(low, "aggregate", "min");
    const LoopExpr *best = l_op2(low, is_min ? LOOP_MIN : LOOP_MAX, have, w);
    lower_store(low, sums->value, &k, l_select(low, lower_load(low, sums->seen, &k), best, w));
    lower_store(low, sums->seen, &k, loop_int(low->b, DTYPE_BOOL, 1));
}

/* A leaf's row, or its entries. */
static void add_leaf(OpLower *low, Sums *sums, const LoopExpr *node) {
    const LoopExpr *column = l_index(low, THRESHOLD), *one = l_index(low, 1);
    const LoopExpr *leaf =
        order_let(low, "leaf", l_cast(low, DTYPE_INT64, node_column(low, node, column)));
    if (!low->args[LEAVES]) {
        const LoopExpr *k = lower_for(low, l_index(low, sums->n), LOOP_SERIAL);
        const LoopExpr *const at[2] = {leaf, k};
        sums_add(low, sums, k, lower_load(low, low->in[WEIGHTS], at));
        loop_end(low->b);
        return;
    }
    const LoopExpr *next = l_add(low, leaf, one),
                   *most = l_add(low, low->in[WEIGHTS]->dims[0], one);
    const LoopExpr *first = order_let(low, "begin", number(low, LEAVES, &leaf));
    const LoopExpr *n = l_sub(low, number(low, LEAVES, &next), first);
    n = l_op2(low, LOOP_MIN, l_op2(low, LOOP_MAX, n, l_index(low, 0)),
              most); /* one more is out of range */
    const LoopExpr *entry = l_add(low, first, lower_for(low, order_let(low, "n", n), LOOP_SERIAL));
    const LoopExpr *k = order_let(low, "k", number(low, TARGETS, &entry));
    sums_add(low, sums, k, lower_load(low, low->in[WEIGHTS], &entry));
    loop_end(low->b);
}

/* The trees first, first + 1, ... of n. */
static void add_trees(OpLower *low, Sums *sums, const LoopExpr *sample, const LoopExpr *first,
                      uint32_t n) {
    const LoopBuffer *node[TOGETHER];
    for (uint32_t i = 0; i < n; i++) {
        const LoopExpr *tree = l_add(low, first, l_index(low, i));
        node[i] = loop_scalar(low->b, "node", number(low, ROOTS, &tree));
    }
    walk(low, sample, node, n);
    for (uint32_t i = 0; i < n; i++)
        add_leaf(low, sums, order_let(low, "end", loop_get(low->b, node[i])));
}

static void lower(OpLower *low) {
    const LoopBuffer *out = low->out[0];
    const LoopExpr *together = l_index(low, TOGETHER), *trees = low->in[ROOTS]->dims[0];
    Sums sums = {.n = lower_int(low, "n_targets")};
    const LoopExpr *sample = lower_for(low, out->dims[0], LOOP_PARALLEL);
    sums_clear(low, &sums);
    const LoopExpr *groups = l_op2(low, LOOP_FLOORDIV, trees, together);
    const LoopExpr *group = lower_for(low, groups, LOOP_SERIAL);
    add_trees(low, &sums, sample, l_mul(low, group, together), TOGETHER);
    loop_end(low->b);
    const LoopExpr *rest = lower_for(low, l_op2(low, LOOP_FLOORMOD, trees, together), LOOP_SERIAL);
    add_trees(low, &sums, sample, l_add(low, l_mul(low, groups, together), rest), 1);
    loop_end(low->b);
    const LoopExpr *place[2] = {sample, lower_for(low, l_index(low, sums.n), LOOP_SERIAL)};
    const LoopExpr *value = lower_load(low, sums.value, &place[1]);
    lower_store(low, out, place, l_cast(low, out->dtype, value));
    lower_close(low, 2);
}

static const OpIndexRole roles[] = {
    {.operand = NODES, .data = X, .fixed = 1},
    {.operand = NODES, .data = NODES, .fixed = 0},
    {.operand = NODES, .data = WEIGHTS, .fixed = 0},
    {.operand = ROOTS, .data = NODES, .fixed = 0},
    {.operand = TARGETS, .bound = "n_targets"},
    {.operand = LEAVES, .data = WEIGHTS, .fixed = 0},
    {.operand = -1},
};

/* Nodes whose numbers are all below `bound`: any walk over them is valid. */
static void sample_nodes(OpSample *s, DType x, const IrDim *nodes, int64_t bound) {
    const IrDim *const dims[] = {nodes, s_const(s, COLUMNS)};
    static const DType of_size[] = {[2] = DTYPE_INT16, [4] = DTYPE_INT32, [8] = DTYPE_INT64};
    s_index_of(s, dims, 2, bound, of_size[dtype_size(x)]);
}

static void sample(OpSample *s) {
    const SampleWant want = {.kinds = KIND_FLOAT, .min_ndim = 2, .max_ndim = 2, .least = 1};
    const IrType *x = s_tensor(s, want);
    const int64_t n = s_range(s, 1, 6), n_targets = s_range(s, 1, 3),
                  features = s_extent(s, x->dims[1]);
    const IrDim *rows = s_const(s, s_range(s, 2, 7)), *ends = s_const(s, 8);
    const IrDim *const dims[] = {rows, s_const(s, n_targets)};
    const int64_t bound = n < features ? n : features, weights = s_extent(s, rows);
    const bool is_sparse = s_chance(s, 50);
    const IrDim *trees = s_const(s, s_range(s, 0, 6));
    sample_nodes(s, x->dtype, s_const(s, n), bound < weights ? bound : weights);
    s_index(s, &trees, 1, n, false);
    s_tensor_dims(s, dims, is_sparse ? 1 : 2, s_dtype(s, KIND_FLOAT));
    if (is_sparse) {
        s_index(s, &rows, 1, n_targets, false);
        s_index(s, &ends, 1, weights, false);
    } else {
        s_none(s);
        s_none(s);
    }
    s_set_int(s, "depth", s_range(s, 0, s_chance(s, 30) ? 20 : 6));
    s_set_int(s, "n_targets", n_targets);
}

const OpDef op_ml_tree_ensemble = {
    .name = "ml.tree_ensemble",
    .doc = "For each row of x, what the leaves add up to at which the walks through its decision"
           " trees end. Row i of nodes is node i: the number of a feature, the bits of a "
           "threshold of x's dtype, the numbers of two children. A walk begins at each of roots "
           "and takes depth steps, to the first child where the feature is at most the "
           "threshold, else to the second; a leaf has itself as both. With missing=True a "
           "feature below 0 stands for -1 less it, and there NaN goes to the first child, too. "
           "In place of the threshold a leaf has its number: that of a row of weights, which is "
           "added to the result's row; or leaf k has entries leaves[k] to leaves[k + 1] - 1, of "
           "which each adds its weight to column targets[entry]. Sums are carried in float64; "
           "with the aggregates min and max they are the least or greatest weight instead, and 0"
           " where there is none. Numbers out of range are an error at run time.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE | OP_BITS,
    .infer = infer,
    .index_roles = roles,
    .lower = lower,
    .no_gradient =
        "it is constant between thresholds, and trees are no weights to be trained by it",
};
