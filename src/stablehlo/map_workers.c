/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives of a module that each process runs. Where all processes are one group they are
 * operators of ccl. In other groups each process has the tensors of all by ccl.allgather, and takes
 * those of its own group by its rank. */
#include "ops/mesh.h"
#include "stablehlo/parallel.h"

enum { WORKERS_MAX = 1024 }; /* tables of groups are as large as the square */

static int64_t highest(const ShloOp *op, const char *name) {
    const ShloAttr *a = shlo_attr(op, name);
    const Tensor *t = a ? a->tensor : NULL;
    int64_t most = -1;
    for (size_t i = 0; t && i < t->count; i++) {
        const int64_t v = tensor_get_int(t, i);
        if (v > most) most = v;
    }
    return most;
}

/* A function whose module says how many processes there are says it too. */
static void say_mesh(H *s, const ShloGrid *grid) {
    IrFunction *fn = s->b->fn;
    while (fn->parent) fn = fn->parent;
    if (grid->n < 2 || ir_function_attr(fn, MESH_ATTR, IR_ATTR_STRING)) return;
    const char *replicas = arena_printf(s->im->arena, "replica=%lld", (long long)grid->n_replicas),
               *partitions =
                   arena_printf(s->im->arena, "partition=%lld", (long long)grid->n_partitions);
    const char *both = grid->n_partitions == 1 ? replicas
                       : grid->n_replicas == 1
                           ? partitions
                           : arena_printf(s->im->arena, "%s,%s", replicas, partitions);
    ir_function_set_string(fn, MESH_ATTR, intern_c(&s->m->names, both));
}

/* As the module says; where it does not, the numbers in groups and pairs are those of all. */
static ShloGrid grid_of(H *s) {
    const ShloSyntax *syntax = s->im->syntax;
    ShloGrid grid = {.n_replicas = syntax->n_replicas, .n_partitions = syntax->n_partitions};
    if (s->im->parallel) h_lacks(s, "a collective within a region or a call");
    int64_t most = highest(s->op, "replica_groups");
    const int64_t in_pairs = highest(s->op, "source_target_pairs");
    if (in_pairs > most) most = in_pairs;
    const bool is_said = grid.n_replicas > 0 && grid.n_partitions > 0 &&
                         (most < 0 || most < grid.n_replicas * grid.n_partitions);
    if (!is_said) {
        const bool of_partitions = shlo_strategy_of(s->op) == SHLO_PARTITIONS;
        if (most < 0) h_lacks(s, "processes of a number that the module does not say");
        if (most >= WORKERS_MAX) most = WORKERS_MAX; /* refused below */
        grid.n_replicas = of_partitions ? 1 : most + 1;
        grid.n_partitions = of_partitions ? most + 1 : 1;
    }
    if (grid.n_replicas * grid.n_partitions > WORKERS_MAX)
        h_lacks(s, "more than %d processes", (int)WORKERS_MAX);
    grid.n = (uint32_t)(grid.n_replicas * grid.n_partitions);
    if (is_said) say_mesh(s, &grid);
    return grid;
}

static IrOperand rank_of(H *s) { return h_call(s, &op_ccl_rank, NULL, 0, H_NO_ATTRS); }

static IrOperand taken(H *s, IrOperand x, IrOperand at, int64_t axis) {
    return h_call(s, &op_take, H_OPS(x, at), H_ATTRS(H_INT("axis", axis)));
}

/* What the table has for this process: a number, or `width` ones. */
static IrOperand own_of(H *s, const int64_t *table, uint32_t n, uint32_t width) {
    const int64_t dims[] = {n, width};
    Tensor *t = tensor_new(s->im->ctx, DTYPE_INT64, dims, width ? 2 : 1);
    for (size_t i = 0; i < t->count; i++) tensor_set_int(t, i, table[i]);
    const IrOperand all = h_tensor(s, t);
    return taken(s, all, rank_of(s), 0);
}

void shlo_worker_id(H *s) {
    const ShloGrid grid = grid_of(s);
    const bool is_replica = shlo_is_named(s->op, "stablehlo.replica_id");
    int64_t *table = H_ARRAY(s, int64_t, grid.n);
    for (uint32_t i = 0; i < grid.n; i++)
        table[i] = is_replica ? i / grid.n_partitions : i % grid.n_partitions;
    h_set(s, 0, h_cast(s, own_of(s, table, grid.n, 0), DTYPE_UINT32));
}

/* Groups */

typedef struct {
    ShloGrid grid;
    uint32_t size;    /* of each group */
    int64_t *members; /* of each process's group, in order */
    int64_t *place;   /* of the process in it; -1: it is in none */
    bool is_all;      /* one group, in the order of ranks */
    bool has_all;     /* each process is in one */
} Groups;

static void read_groups(H *s, Groups *g) {
    *g = (Groups){.grid = grid_of(s), .is_all = true, .has_all = true};
    const uint32_t n = g->grid.n;
    g->place = H_ARRAY(s, int64_t, n);
    for (uint32_t i = 0; i < n; i++) {
        const ShloGroup own = shlo_group_of(s, &g->grid, i);
        g->place[i] = own.n ? (int64_t)own.own : -1;
        g->has_all = g->has_all && own.n;
        g->is_all = g->is_all && own.n == n && own.own == i;
        if (!own.n) continue;
        if (!g->size) {
            g->size = own.n;
            g->members = H_ARRAY(s, int64_t, (size_t)n * own.n);
        }
        if (own.n != g->size) h_lacks(s, "groups of several sizes");
        for (uint32_t k = 0; k < own.n; k++) g->members[(size_t)i * own.n + k] = own.at[k];
    }
    if (!g->size) h_fail(s, "its groups are empty");
}

static IrOperand gathered(H *s, const Groups *g, IrOperand x) {
    const int32_t rank = h_rank(s, x);
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank + 1);
    dims[0] = h_dim(s, 1);
    for (int32_t i = 0; i < rank; i++) dims[i + 1] = h_dims(s, x)[i];
    const IrOperand row = h_reshape(s, x, dims, rank + 1);
    return h_call(s, &op_ccl_allgather, &row, 1, H_ATTRS(H_INT("num_workers", g->grid.n)));
}

/* The tensors of the own group, along a dim in front. */
static IrOperand of_group(H *s, const Groups *g, IrOperand x) {
    const IrOperand all = gathered(s, g, x);
    if (g->is_all) return all;
    return taken(s, all, own_of(s, g->members, g->grid.n, g->size), 0);
}

/* Dim 0 of x moves to `axis` of the others, and into it. */
static IrOperand merged(H *s, IrOperand x, int64_t axis) {
    const int32_t rank = h_rank(s, x) - 1;
    const IrDim *const *from = h_dims(s, x);
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank);
    int64_t *order = H_ARRAY(s, int64_t, rank + 1);
    for (int32_t i = 0; i <= rank; i++) order[i] = i < axis ? i + 1 : i == axis ? 0 : i;
    for (int32_t i = 0; i < rank; i++)
        dims[i] = i == axis ? ir_dim_mul(s->m, from[0], from[i + 1]) : from[i + 1];
    return h_reshape(s, h_permute(s, x, order, rank + 1), dims, rank);
}

/* The own one of n equal parts of x along the axis. */
static IrOperand own_part(H *s, const Groups *g, IrOperand x, int64_t axis) {
    const int32_t rank = h_rank(s, x);
    const IrDim **dims = H_ARRAY(s, const IrDim *, rank + 1);
    const IrDim *size = h_dim(s, g->size);
    for (int32_t i = 0; i < rank; i++) dims[i + (i > axis)] = h_dims(s, x)[i];
    dims[axis + 1] = ir_dim_floordiv(s->m, dims[axis], size);
    dims[axis] = size;
    const IrOperand parts = h_reshape(s, x, dims, rank + 1);
    return taken(s, parts, own_of(s, g->place, g->grid.n, 0), axis);
}

static int64_t want_axis(H *s, const char *name, int32_t rank) {
    const int64_t axis = h_int(s, name, -1);
    if (axis < 0 || axis >= rank) h_fail(s, "'%s' %lld of rank %d", name, (long long)axis, rank);
    return axis;
}

static void want_parts(H *s, const Groups *g, IrOperand x, int64_t axis) {
    const int64_t extent = h_extent(s, x, (int32_t)axis);
    if (extent >= 0 && extent % g->size)
        h_fail(s, "an extent of %lld in %u parts", (long long)extent, g->size);
}

/* Collectives */

/* As ccl calls it; NULL: it does not. Of bools a sum is `or`, a product `and`. */
static const char *reduction_of(H *s, DType t) {
    static const struct {
        const char *name, *how;
        bool of_bools_alone;
    } rows[] = {{"stablehlo.add", "sum", false},     {"stablehlo.multiply", "prod", false},
                {"stablehlo.maximum", "max", false}, {"stablehlo.minimum", "min", false},
                {"stablehlo.or", "max", true},       {"stablehlo.and", "min", true}};
    const ShloOp *op = s->op->n_regions == 1 ? shlo_single_op(&s->op->regions[0], false) : NULL;
    for (size_t i = 0; op && i < ARRAY_LEN(rows); i++) {
        if (str_eq_c(op->name, rows[i].name) && (t == DTYPE_BOOL || !rows[i].of_bools_alone))
            return rows[i].how;
    }
    return NULL;
}

static IrOperand reduced(H *s, const Groups *g, IrOperand x) {
    const DType t = h_dtype(s, x);
    const char *how = dtype_is_small(t) ? NULL : reduction_of(s, t);
    if (g->is_all && how)
        return h_call(s, &op_ccl_allreduce, &x, 1, H_ATTRS(H_STR("op_type", how)));
    const OpDef *join = shlo_join_of(s, t);
    const IrOperand all = of_group(s, g, x);
    IrOperand y = all;
    for (uint32_t i = 0; i < g->size; i++) {
        const IrOperand row = h_slice(s, all, 0, h_dim(s, i), h_dim(s, i + 1), 1);
        const IrOperand one = h_reshape(s, row, h_dims(s, x), h_rank(s, x));
        y = i ? h2(s, join, y, one) : one;
    }
    return y;
}

static IrOperand reduce_scattered(H *s, const Groups *g, IrOperand x) {
    const int64_t axis = want_axis(s, "scatter_dimension", h_rank(s, x));
    const DType t = h_dtype(s, x);
    const char *how = dtype_is_small(t) ? NULL : reduction_of(s, t);
    want_parts(s, g, x, axis);
    if (!g->is_all || !how) return own_part(s, g, reduced(s, g, x), axis);
    return h_call(
        s, &op_ccl_reduce_scatter, &x, 1,
        H_ATTRS(H_INT("num_workers", g->size), H_STR("op_type", how), H_INT("axis", axis)));
}

static IrOperand exchanged(H *s, const Groups *g, IrOperand x) {
    const int32_t rank = h_rank(s, x);
    const int64_t split = want_axis(s, "split_dimension", rank),
                  join = want_axis(s, "concat_dimension", rank);
    if (h_int(s, "split_count", g->size) != g->size)
        h_fail(s, "a group of %u in %lld parts", g->size, (long long)h_int(s, "split_count", 0));
    want_parts(s, g, x, split);
    if (g->is_all)
        return h_call(s, &op_ccl_alltoall, &x, 1,
                      H_ATTRS(H_INT("num_workers", g->size), H_INT("split_axis", split),
                              H_INT("concat_axis", join)));
    return merged(s, own_part(s, g, of_group(s, g, x), split + 1), join);
}

/* Where it holds for this process x, else zeros. */
static IrOperand only_where(H *s, const Groups *g, const int64_t *holds, IrOperand x) {
    const IrOperand own = own_of(s, holds, g->grid.n, 0);
    return h3(s, &op_where, h2c(s, &op_not_equal, own, 0), x, h_const(s, h_dtype(s, x), 0));
}

static IrOperand broadcast(H *s, const Groups *g, IrOperand x) {
    if (g->is_all) return h1(s, &op_ccl_broadcast_from_worker0, x);
    int64_t *first = H_ARRAY(s, int64_t, g->grid.n), *holds = H_ARRAY(s, int64_t, g->grid.n);
    for (uint32_t i = 0; i < g->grid.n; i++) {
        holds[i] = g->place[i] >= 0;
        first[i] = holds[i] ? g->members[(size_t)i * g->size] : 0;
    }
    const IrOperand all = gathered(s, g, x);
    const IrOperand y = taken(s, all, own_of(s, first, g->grid.n, 0), 0);
    return g->has_all ? y : only_where(s, g, holds, y);
}

static IrOperand reduced_to_first(H *s, const Groups *g, IrOperand x) {
    int64_t *holds = H_ARRAY(s, int64_t, g->grid.n);
    for (uint32_t i = 0; i < g->grid.n; i++) holds[i] = g->place[i] == 0;
    return only_where(s, g, holds, reduced(s, g, x));
}

static IrOperand permuted(H *s, IrOperand x) {
    const ShloGrid grid = grid_of(s);
    IrAttr *items = H_ARRAY(s, IrAttr, grid.n);
    uint32_t n = 0;
    for (uint32_t i = 0; i < grid.n; i++) {
        const uint32_t from = shlo_source_of(s, &grid, i);
        if (from == grid.n) continue;
        int64_t *pair = ARENA_ARRAY(&s->m->arena, int64_t, 2);
        pair[0] = from;
        pair[1] = i;
        items[n++] = (IrAttr){.kind = IR_ATTR_INTS, .ints = pair, .n = 2};
    }
    const HAttr pairs = {"pairs", {.kind = IR_ATTR_LIST, .items = items, .n = n}};
    return h_call(s, &op_ccl_permute, &x, 1, H_ATTRS(H_INT("num_workers", grid.n), pairs));
}

static IrOperand all_gathered(H *s, const Groups *g, IrOperand x) {
    const int64_t axis = want_axis(s, "all_gather_dim", h_rank(s, x));
    if (!g->is_all) return merged(s, of_group(s, g, x), axis);
    return h_call(s, &op_ccl_allgather, &x, 1,
                  H_ATTRS(H_INT("num_workers", g->size), H_INT("axis", axis)));
}

void shlo_map_collective(H *s) {
    static const struct {
        const char *name;
        IrOperand (*of)(H *s, const Groups *g, IrOperand x);
        bool may_lack; /* processes that are in no group */
    } rows[] = {{"stablehlo.all_gather", all_gathered, false},
                {"stablehlo.all_reduce", reduced, false},
                {"stablehlo.all_to_all", exchanged, false},
                {"stablehlo.collective_broadcast", broadcast, true},
                {"stablehlo.collective_reduce", reduced_to_first, true},
                {"stablehlo.reduce_scatter", reduce_scattered, false}};
    Groups g = {.size = 0};
    if (h_bool(s, "has_dynamic_root", false)) h_lacks(s, "a root that data say");
    const bool permutes = shlo_is_named(s->op, "stablehlo.collective_permute");
    if (!permutes) read_groups(s, &g);
    for (uint32_t k = 0; k < s->op->n_results; k++) {
        if (permutes) h_set(s, k, permuted(s, h_in(s, k)));
        for (size_t i = 0; !permutes && i < ARRAY_LEN(rows); i++) {
            if (!shlo_is_named(s->op, rows[i].name)) continue;
            if (!g.has_all && !rows[i].may_lack) h_fail(s, "a process that is in no group");
            h_set(s, k, rows[i].of(s, &g, h_in(s, k)));
        }
    }
}
