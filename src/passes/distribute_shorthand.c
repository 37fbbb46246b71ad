/* SPDX-License-Identifier: Apache-2.0 */
/* Items of the option `shard` that say of all parameters how they lie:
 *
 *     data_parallel(data)   inputs are split along their first dim, weights and state are whole
 *     zero1(data)           the same, but each rank has a part of the optimizer's state
 *     zero3(data)           and of the weights
 *
 * Weights and state are split along the first dim that the ranks divide, or else unevenly along the
 * first one that has an element for each rank. They are the tuples of a step of training
 * (TrainStep), the one called `state` being the state, and with it, where gradients accumulate,
 * `sums`; of another function what stands behind the first `num_input` parameters are weights. */
#include "ops/ops.h"
#include "passes/distribute_parts.h"

void distribute_roles(const Distribute *ds, DistributeRole *out) {
    const IrFunction *fn = ds->fn;
    const IrAttr *n = ir_function_attr(fn, "num_input", IR_ATTR_INT);
    bool has_tuples = false;
    for (size_t i = 0; i < fn->params.len; i++)
        has_tuples |= fn->params.at[i]->type->kind == IR_TYPE_TUPLE;
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrVar *p = fn->params.at[i];
        if (p->type->kind == IR_TYPE_TUPLE)
            out[i] = strcmp(p->name, "state") == 0 || strcmp(p->name, "sums") == 0
                         ? DISTRIBUTE_STATE
                         : DISTRIBUTE_WEIGHT;
        else
            out[i] = !has_tuples && n && (int64_t)i >= n->i ? DISTRIBUTE_WEIGHT : DISTRIBUTE_INPUT;
    }
}

static const struct {
    const char *name;
    bool split[DISTRIBUTE_ROLES];
} shorthands[] = {
    {"data_parallel", {true, false, false}},
    {"zero1", {true, false, true}},
    {"zero3", {true, true, true}},
};

bool distribute_read_shorthand(const Distribute *ds, const char *text, Shorthand *out) {
    const size_t n = strcspn(text, "(");
    size_t axis = n + (text[n] == '(');
    const char *name = text + axis + strspn(text + axis, " ");
    const size_t len = strcspn(name, " )");
    const bool is_closed = !text[n] || strcmp(name + len + strspn(name + len, " "), ")") == 0;
    for (size_t i = 0; i < ARRAY_LEN(shorthands) && is_closed; i++) {
        if (!str_eq_c((Str){text, n}, shorthands[i].name)) continue;
        for (out->axis = 0; text[n] && out->axis < ds->mesh.n; out->axis++) {
            if (str_eq(ds->mesh.axes[out->axis].name, (Str){name, len})) break;
        }
        memcpy(out->split, shorthands[i].split, sizeof out->split);
        return out->axis < ds->mesh.n;
    }
    return false;
}

/* The dim that is split; -1: it stays whole. */
static int8_t dim_of(const Distribute *ds, const IrType *t, uint32_t axis) {
    const int64_t k = ds->mesh.axes[axis].size;
    int64_t n;
    int8_t uneven = -1;
    for (int32_t d = 0; d < t->ndim && d <= INT8_MAX; d++) {
        if (!ir_dim_is_const(t->dims[d], &n) || n < k) continue;
        if (n % k == 0) return (int8_t)d;
        if (uneven < 0) uneven = (int8_t)d;
    }
    return uneven;
}

bool distribute_shorthand(const Distribute *ds, const Shorthand *by, const IrType *t,
                          DistributeRole role, Sharding *out) {
    *out = shard_whole;
    if (t->kind != IR_TYPE_TENSOR || !t->dims) return false;
    if (!by->split[role]) return true;
    if (role == DISTRIBUTE_INPUT && !t->ndim) return false;
    out->at[by->axis] = role == DISTRIBUTE_INPUT ? 0 : dim_of(ds, t, by->axis);
    return true;
}
