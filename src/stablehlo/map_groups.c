/* SPDX-License-Identifier: Apache-2.0 */
/* Groups of processes, as replica_groups, source_target_pairs and channels say them. */
#include "stablehlo/parallel.h"

int64_t shlo_channel_of(const ShloOp *op) {
    const ShloAttr *handle = shlo_attr(op, "channel_handle"), *id = shlo_attr(op, "channel_id");
    const ShloAttr *item =
        handle && handle->kind == SHLO_ATTR_DICT ? shlo_item(handle, "handle") : id;
    return item ? item->i : 0;
}

static bool is_global(const ShloOp *op) {
    const ShloAttr *a = shlo_attr(op, "use_global_device_ids");
    return a && (a->kind == SHLO_ATTR_UNIT || a->i);
}

ShloStrategy shlo_strategy_of(const ShloOp *op) {
    const bool by_channel = shlo_channel_of(op) > 0;
    if (shlo_is_named(op, "stablehlo.all_gather") || shlo_is_named(op, "stablehlo.all_reduce") ||
        shlo_is_named(op, "stablehlo.reduce_scatter"))
        return !by_channel ? SHLO_REPLICAS : is_global(op) ? SHLO_GLOBAL : SHLO_BOTH;
    return by_channel ? SHLO_PARTITIONS : SHLO_REPLICAS;
}

static int64_t own_id(const ShloGrid *grid, uint32_t own, ShloStrategy how) {
    return how == SHLO_PARTITIONS ? own % grid->n_partitions
           : how == SHLO_GLOBAL   ? own
                                  : own / grid->n_partitions;
}

/* The process with this id beside `own`; n: there is none. */
static uint32_t process_at(const ShloGrid *grid, uint32_t own, ShloStrategy how, int64_t id) {
    const int64_t r = how == SHLO_PARTITIONS ? own / grid->n_partitions : id,
                  c = how == SHLO_PARTITIONS ? id : own % grid->n_partitions;
    if (how == SHLO_GLOBAL) return id < 0 || id >= grid->n ? grid->n : (uint32_t)id;
    if (r < 0 || r >= grid->n_replicas || c < 0 || c >= grid->n_partitions) return grid->n;
    return (uint32_t)(r * grid->n_partitions + c);
}

static void add_member(H *s, const ShloGrid *grid, ShloGroup *g, uint32_t at, uint32_t own) {
    if (at >= grid->n || g->n >= grid->n) h_fail(s, "a group with a process that does not exist");
    if (at == own) g->own = g->n;
    g->at[g->n++] = at;
}

ShloGroup shlo_group_of(H *s, const ShloGrid *grid, uint32_t own) {
    const ShloStrategy how = shlo_strategy_of(s->op);
    const ShloAttr *a = h_attr(s, "replica_groups");
    const Tensor *t = a ? a->tensor : NULL;
    if (!t || t->ndim != 2) h_fail(s, "'replica_groups' is no list of groups");
    const int64_t rows = t->dims[0], columns = t->dims[1], id = own_id(grid, own, how);
    for (int64_t i = 0; i < rows; i++) {
        bool is_in = false;
        for (int64_t k = 0; k < columns; k++)
            is_in = is_in || tensor_get_int(t, (size_t)(i * columns + k)) == id;
        if (!is_in) continue;
        ShloGroup g = {.at = H_ARRAY(s, uint32_t, grid->n)};
        const uint32_t times = how == SHLO_BOTH ? (uint32_t)grid->n_partitions : 1;
        for (uint32_t c = 0; c < times; c++) {
            const uint32_t beside = /* a process of partition c */
                how == SHLO_BOTH ? own - own % (uint32_t)grid->n_partitions + c : own;
            for (int64_t k = 0; k < columns; k++) {
                const int64_t member = tensor_get_int(t, (size_t)(i * columns + k));
                if (member < 0) continue; /* a shorter group */
                add_member(s, grid, &g, process_at(grid, beside, how, member), own);
            }
        }
        return g;
    }
    return (ShloGroup){.n = 0};
}

uint32_t shlo_source_of(H *s, const ShloGrid *grid, uint32_t own) {
    const ShloAttr *a = h_attr(s, "source_target_pairs");
    const ShloStrategy how = shlo_strategy_of(s->op);
    const Tensor *t = a ? a->tensor : NULL;
    if (!t || t->ndim != 2 || t->dims[1] != 2)
        h_fail(s, "'source_target_pairs' is no list of pairs");
    for (int64_t i = 0; i < t->dims[0]; i++) {
        if (tensor_get_int(t, (size_t)(2 * i + 1)) != own_id(grid, own, how)) continue;
        const uint32_t from = process_at(grid, own, how, tensor_get_int(t, (size_t)(2 * i)));
        if (from == grid->n) h_fail(s, "a source that does not exist");
        return from;
    }
    return grid->n;
}

IrOperand shlo_zeros_like(H *s, IrOperand x) {
    return h_broadcast(s, h_const(s, h_dtype(s, x), 0), h_dims(s, x), h_rank(s, x));
}

const OpDef *shlo_join_of(H *s, DType t) {
    static const struct {
        const char *name;
        const OpDef *bools;
    } rows[] = {{"stablehlo.add", &op_logical_or},      {"stablehlo.maximum", &op_logical_or},
                {"stablehlo.or", &op_logical_or},       {"stablehlo.multiply", &op_logical_and},
                {"stablehlo.minimum", &op_logical_and}, {"stablehlo.and", &op_logical_and},
                {"stablehlo.xor", &op_logical_xor}};
    const ShloOp *op = s->op->n_regions == 1 ? shlo_single_op(&s->op->regions[0], false) : NULL;
    const ShloRow *row = op ? shlo_row_find(op->name) : NULL;
    for (size_t i = 0; op && t == DTYPE_BOOL && i < ARRAY_LEN(rows); i++) {
        if (str_eq_c(op->name, rows[i].name)) return rows[i].bools;
    }
    if (!row || !row->op || t == DTYPE_BOOL || dtype_is_small(t))
        h_lacks(s, "a body that is no one operation");
    return row->op;
}
