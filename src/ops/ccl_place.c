/* SPDX-License-Identifier: Apache-2.0 */
/* Where a rank is, and where values are to be. */
#include "ops/ccl.h"

#include "ops/ops.h"

static const OpParam rank_params[] = {CCL_AXES};
static const char *const rank_constraints[] = {CCL_AXES_CONSTRAINT, NULL};

static const IrType *infer_rank(IrInfer *in) {
    static const IrDim *const no_dims[1];
    return ccl_check_axes(in, 1) ? infer_tensor(in, no_dims, 0, DTYPE_INT64) : NULL;
}

/* One process is rank 0. */
static void lower_rank(OpLower *low) {
    lower_store(low, low->out[0], NULL, l_num(low, DTYPE_INT64, 0));
}

const OpDef op_ccl_rank = {
    .name = "ccl.rank",
    .doc = "This rank's place in its group, from 0 on: the ranks of a group differ in `axes` of "
           "the mesh alone, and stand in its order. Without axes all ranks are one group.",
    .constraints = rank_constraints,
    .params = rank_params,
    .n_params = ARRAY_LEN(rank_params),
    .sample = ccl_sample_axes,
    .flags = OP_PURE | OP_WORKERS,
    .infer = infer_rank,
    .lower = lower_rank,
    .no_gradient = GRAD_NONE_INTEGER,
};

static const OpParam shard_params[] = {OP_TENSOR("x"), {.name = "spec", .kind = OP_PARAM_LIST}};
static const char *const shard_constraints[] = {
    "spec has an item for each dim of x",
    "an item is None, the name of an axis of the mesh or a list of names, none of them twice",
    NULL,
};

/* Adds the name to those seen; false where it is none, or was seen. */
static bool see_name(IrInfer *in, const IrAttr *a, const char **seen, uint32_t *n) {
    if (a->kind != IR_ATTR_STRING || !a->s[0]) {
        infer_fail(in, 2, "None or names of axes", NULL);
        return false;
    }
    for (uint32_t i = 0; i < *n; i++) {
        if (strcmp(seen[i], a->s) != 0) continue;
        infer_fail(in, 2, "each axis once", infer_text(in, "'%s' twice", a->s));
        return false;
    }
    seen[(*n)++] = a->s;
    return true;
}

static const IrType *infer_shard(IrInfer *in) {
    const IrType *x = in->args[0].type;
    const IrAttr *spec = infer_attr(in, "spec");
    if (x->ndim != IR_NDIM_UNKNOWN && (uint32_t)x->ndim != spec->n) {
        return infer_fail(in, 1, infer_text(in, "%d items", x->ndim),
                          infer_text(in, "%u", spec->n));
    }
    if (spec->kind == IR_ATTR_INTS && spec->n) return infer_fail(in, 2, "names", "numbers");
    size_t most = 0;
    for (uint32_t i = 0; i < spec->n; i++) most += 1 + spec->items[i].n;
    const char **seen = INFER_ARRAY(in, const char *, most + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < spec->n; i++) {
        const IrAttr *item = &spec->items[i];
        if (item->kind == IR_ATTR_NONE) continue;
        if (item->kind != IR_ATTR_LIST) {
            if (!see_name(in, item, seen, &n)) return NULL;
            continue;
        }
        for (uint32_t k = 0; k < item->n; k++) {
            if (!see_name(in, &item->items[k], seen, &n)) return NULL;
        }
    }
    return x;
}

static void sample_shard(OpSample *s) {
    static const char *const names[] = {"data", "model"};
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 0});
    IrAttr *items = ARENA_ARRAY(&s->b.m->arena, IrAttr, (size_t)x->ndim + 1);
    uint32_t used = 0;
    for (int32_t i = 0; i < x->ndim; i++) {
        items[i] = (IrAttr){.kind = IR_ATTR_NONE};
        if (used == ARRAY_LEN(names) || s_chance(s, 50)) continue;
        const char *name = names[used++];
        items[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = ir_name(s->b.m, str_c(name))};
    }
    *s_attr(s, "spec") = (IrAttr){.kind = IR_ATTR_LIST, .n = (uint32_t)x->ndim, .items = items};
}

static void gradient_shard(OpGradient *g) {
    const IrOperand dy = g_adjoint(g);
    g_add(g, 0, d_call(&g->d, &op_shard, &dy, 1, d_attrs_like(&g->d, &op_shard)));
}

const OpDef op_shard = {
    .name = "shard",
    .doc = "x, of which each rank is to have a part: dim i is split along the axes of the mesh "
           "that item i of spec names, and whole where that is None.",
    .constraints = shard_constraints,
    .params = shard_params,
    .n_params = ARRAY_LEN(shard_params),
    .sample = sample_shard,
    .flags = OP_PURE | OP_DISTINCT,
    .infer = infer_shard,
    .identity = true,
    .work = OP_WORK_VIEW,
    .gradient = gradient_shard,
};
