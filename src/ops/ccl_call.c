/* SPDX-License-Identifier: Apache-2.0 */
/* A collective as numbers, by which ranks do it in a run (ranks/call.h). */
#include "ops/ccl_call.h"

#include "base/diag.h"
#include "ops/ccl.h"
#include "ops/mesh.h"
#include "ops/ops.h"

static const struct {
    const OpDef *op;
    RanksKind kind;
    const char *axis;
} rows[] = {
    {&op_ccl_allreduce, RANKS_ALLREDUCE, NULL},
    {&op_ccl_allgather, RANKS_ALLGATHER, "axis"},
    {&op_ccl_reduce_scatter, RANKS_REDUCE_SCATTER, "axis"},
    {&op_ccl_broadcast_from_worker0, RANKS_BROADCAST, NULL},
    {&op_ccl_scatter_from_worker0, RANKS_SCATTER, "axis"},
    {&op_ccl_alltoall, RANKS_ALLTOALL, "split_axis"},
    {&op_ccl_permute, RANKS_PERMUTE, NULL},
    {&op_ccl_rank, RANKS_RANK, NULL},
};

static const IrAttr *attr(const IrBinding *b, const char *name) {
    const int at = name ? ir_op_attr_index(b->op, name) : -1;
    return at < 0 ? NULL : &b->attrs[at];
}

static int64_t int_of(const IrBinding *b, const char *name) {
    const IrAttr *a = attr(b, name);
    return a && a->kind == IR_ATTR_INT ? a->i : 0;
}

static void *wrong(IrModule *m, const IrBinding *b, const char *what) {
    diag_error(m->ctx, b->loc, DIAG_UNSUPPORTED, diag_fmt(m->ctx, "R.%s %s", b->op->name, what));
    return NULL;
}

const char *ccl_mesh(const IrFunction *fn) {
    const IrModule *m = fn->module;
    for (const IrFunction *f = fn; f; f = f->parent) {
        const IrAttr *a = ir_function_attr(f, MESH_ATTR, IR_ATTR_STRING);
        if (a) return a->s;
    }
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *f = m->globals.at[i]->function;
        const IrAttr *a = f && f->body ? ir_function_attr(f, MESH_ATTR, IR_ATTR_STRING) : NULL;
        if (a) return a->s;
    }
    return NULL;
}

static bool set_group(IrModule *m, const IrBinding *b, const char *text, RanksWhat *what) {
    const IrAttr *axes = attr(b, "axes");
    Mesh mesh;
    MeshGroup group;
    what->axes = -1;
    if (!text) {
        if (axes->kind == IR_ATTR_NONE) return true;
        return wrong(m, b, "of named axes, where no function says the mesh,") != NULL;
    }
    const char *name = mesh_parse(&mesh, text);
    if (name) return wrong(m, b, diag_fmt(m->ctx, "of mesh '%s' (%s)", text, name)) != NULL;
    if (!mesh_group(&mesh, axes, &group, &name)) {
        return wrong(m, b,
                     diag_fmt(m->ctx, "of axis '%s', which mesh '%s' has not,", name, text)) !=
               NULL;
    }
    what->axes = group.axes;
    what->n_mesh = mesh.n;
    for (uint32_t i = 0; i < mesh.n; i++) what->mesh[i] = mesh.axes[i].size;
    return true;
}

static bool set_type(IrModule *m, const IrBinding *b, DType t, RanksWhat *what) {
    if (t == DTYPE_VOID || dtype_is_small(t) || t == DTYPE_STRING)
        return wrong(m, b, diag_fmt(m->ctx, "of %s elements", dtype_name(t))) != NULL;
    what->bytes = (int64_t)dtype_size(t);
    switch (dtype_kind(t)) {
    case DTYPE_KIND_BOOL: what->type = 'b'; break;
    case DTYPE_KIND_INT: what->type = 'i'; break;
    case DTYPE_KIND_UINT: what->type = 'u'; break;
    default: what->type = t == DTYPE_BFLOAT16 ? 'g' : 'f'; break;
    }
    return true;
}

static RanksHow how_of(const IrBinding *b) {
    static const char *const names[RANKS_HOWS] = {"sum", "prod", "min", "max", "avg"};
    const IrAttr *a = attr(b, "op_type");
    for (int i = 0; a && i < RANKS_HOWS; i++) {
        if (strcmp(a->s, names[i]) == 0) return (RanksHow)i;
    }
    return RANKS_SUM;
}

RanksWhat *ccl_what(IrModule *m, Arena *arena, const IrBinding *b, const char *mesh,
                    const IrType *result, size_t *n_words) {
    size_t row = 0;
    while (row < ARRAY_LEN(rows) && rows[row].op != b->op) row++;
    if (row == ARRAY_LEN(rows)) return wrong(m, b, "among many ranks");
    const IrAttr *pairs = attr(b, "pairs");
    const bool has_pairs = pairs && pairs->kind != IR_ATTR_NONE;
    const uint32_t n_pairs = has_pairs ? pairs->n : 0;
    *n_words = RANKS_WORDS + 2 * (size_t)n_pairs;
    int64_t *words = ARENA_ARRAY(arena, int64_t, *n_words);
    RanksWhat *what = (RanksWhat *)(void *)words;
    *what = (RanksWhat){.kind = rows[row].kind,
                        .how = how_of(b),
                        .ndim = result->ndim,
                        .axis = int_of(b, rows[row].axis),
                        .to_axis = int_of(b, "concat_axis"),
                        .shift = int_of(b, "shift"),
                        .workers = int_of(b, "num_workers"),
                        .is_uneven = ir_operands_count(&b->operands) > 1 &&
                                     ir_operand_get(&b->operands, 1)->kind != IR_OPERAND_NONE,
                        .has_pairs = has_pairs,
                        .n_pairs = n_pairs};
    for (uint32_t i = 0; i < n_pairs; i++) {
        words[RANKS_WORDS + 2 * i] = pairs->items[i].ints[0];
        words[RANKS_WORDS + 2 * i + 1] = pairs->items[i].ints[1];
    }
    return set_group(m, b, mesh, what) && set_type(m, b, result->dtype, what) ? what : NULL;
}
