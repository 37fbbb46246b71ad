/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives: a step each, by which a run asks its ranks (ranks/call.h). */
#include "backend/parts.h"
#include "ops/ccl_call.h"

BeValue *be_collective(BeLower *l, const IrBinding *b, BeValue *const *values) {
    const IrType *t = b->var->type;
    const bool is_ranked = t->kind == IR_TYPE_TENSOR && t->dims;
    if (!is_ranked || l->module->target->is_alone) {
        be_unsupported(l->module, b->loc, diag_fmt(l->module->ctx, "R.%s", b->op->name),
                       is_ranked ? "this backend runs no ranks"
                                 : "the rank of its result is not known");
        return NULL;
    }
    size_t n_words;
    const RanksWhat *what = ccl_what(l->m, l->arena, b, ccl_mesh(l->f->fn), t, &n_words);
    if (!what) {
        l->module->failed = true;
        return NULL;
    }
    const bool has_x = what->kind != RANKS_RANK;
    const uint32_t n = (uint32_t)t->ndim;
    const IrDim *const *dims = be_dims(l, t->dims, n);
    const IrDim **extents = BE_ARRAY(l, const IrDim *, 2 * (size_t)n);
    for (uint32_t i = 0; i < n; i++) {
        be_check_extent(l, b->loc, dims[i]);
        extents[i] = values[0]->leaf->dims[i];
        extents[n + i] = dims[i];
    }
    BeBuffer *out = be_buffer(l, b->loc, be_bytes(l, dims, n, t->dtype), true);
    BeCollective *c = ARENA_NEW(l->arena, BeCollective);
    *c = (BeCollective){.what = what,
                        .n_words = n_words,
                        .name = b->var->name,
                        .index = (uint32_t)l->module->collectives.len,
                        .dims = extents,
                        .n_dims = 2 * n};
    vec_push(l->arena, &l->module->collectives, c);
    BeStep *s = be_step(l, BE_STEP_COLLECTIVE, b->loc);
    s->collective = c;
    if (has_x) {
        s->reads = be_buffers(l, values[0]->leaf->buffer);
        s->n_reads = 1;
    }
    s->writes = be_buffers(l, out);
    s->n_writes = 1;
    return be_value(l->arena, be_tensor(l, out, dims, n, t->dtype));
}
