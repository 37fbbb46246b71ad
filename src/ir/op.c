/* SPDX-License-Identifier: Apache-2.0 */
/* The operator table, and what all type rules call. */
#include "ir/op.h"

#include "base/diag.h"
#include "ir/ir.h"

static uint64_t name_hash(Str s) {
    uint64_t h = 1469598103934665603u;
    for (size_t i = 0; i < s.len; i++) h = hash_mix(h, (unsigned char)s.ptr[i]);
    return h;
}

void op_table_init(OpTable *self, const OpDef *const *ops, size_t n, Arena *arena) {
    *self = (OpTable){.ops = ops, .n = n};
    map_init(&self->by_name, arena);
    for (size_t i = 0; i < n; i++) {
        map_add(&self->by_name, name_hash((Str){ops[i]->name, strlen(ops[i]->name)}), (void *)ops[i]);
    }
}

const OpDef *op_table_find(const OpTable *self, Str name) {
    for (MapIter it = map_find(&self->by_name, name_hash(name)); map_next(&self->by_name, &it);) {
        const OpDef *op = it.value;
        if (str_eq_c(name, op->name)) return op;
    }
    return NULL;
}

const OpDef *op_table_nearest(const OpTable *self, Str name) {
    size_t limit = name.len < 6 ? 1 : 3;
    const OpDef *best = NULL;
    for (size_t i = 0; i < self->n; i++) {
        /* A missing or wrong family prefix ("relu" for "nn.relu") is the most frequent slip. */
        const char *full = self->ops[i]->name, *dot = strrchr(full, '.');
        size_t d = str_edits(name, full, limit), bare = dot ? str_edits(name, dot + 1, limit) : d;
        if (bare < d) d = bare;
        if (d < limit + (best == NULL)) {
            limit = d;
            best = self->ops[i];
        }
    }
    return best;
}

uint32_t op_n_operands(const OpDef *op) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < op->n_params; i++) n += OP_PARAM_IS_OPERAND(op->params[i].kind);
    return n;
}

uint32_t op_n_attrs(const OpDef *op) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < op->n_params; i++) n += OP_PARAM_IS_ATTR(op->params[i].kind);
    return n;
}

const OpParam *op_attr_param(const OpDef *op, uint32_t index) {
    for (uint32_t i = 0; i < op->n_params; i++) {
        if (OP_PARAM_IS_ATTR(op->params[i].kind) && index-- == 0) return &op->params[i];
    }
    BUG("R.%s: no such attribute", op->name);
}

int op_attr_index(const OpDef *op, const char *name) {
    int n = 0;
    for (uint32_t i = 0; i < op->n_params; i++) {
        if (!OP_PARAM_IS_ATTR(op->params[i].kind)) continue;
        if (strcmp(op->params[i].name, name) == 0) return n;
        n++;
    }
    return -1;
}

const IrType *infer_fail(IrInfer *in, unsigned c, const char *expected, const char *found) {
    Ctx *ctx = in->m->ctx;
    unsigned n = 0;
    if (in->m->dims.overflow || in->m->dims.too_large) return NULL; /* ir_dims_check reports that */
    while (in->op->constraints && in->op->constraints[n]) n++;
    if (c == 0 || c > n) BUG("R.%s has no constraint C%u", in->op->name, c);
    Diag *d = diag_error(ctx, in->loc, DIAG_CONSTRAINT, in->op->name, diag_fmt(ctx, "%u", c),
                         in->op->constraints[c - 1]);
    if (expected) diag_expected(ctx, d, "%s", expected);
    if (found) diag_found(ctx, d, "%s", found);
    return NULL;
}
