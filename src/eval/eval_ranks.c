/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives of a process that is one of many ranks. */
#include "base/diag.h"
#include "eval/eval_parts.h"
#include "ir/build.h"
#include "ops/ccl_call.h"
#include "ranks/ranks.h"

/* The result's type by the operator's rule, of operands of exact types. */
static const IrType *infer(Frame *f, const IrBinding *b, const IrType *const *types, uint32_t n) {
    IrModule *m = f->e->m;
    const uint32_t n_attrs = ir_op_n_attrs(b->op);
    IrAttr *attrs = ARENA_ARRAY(&f->arena, IrAttr, (size_t)n_attrs + 1);
    if (n_attrs) memcpy(attrs, b->attrs, n_attrs * sizeof *attrs);
    IrInfer in = {.m = m, .op = b->op, .loc = b->loc, .attrs = attrs, .n_args = n};
    in.args = ARENA_ARRAY(&f->arena, IrArg, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) in.args[i].type = types[i];
    return ir_infer_call(&in);
}

/* The binding's place in what the program comes to; -1 after a report. */
static int64_t place_of(Evaluator *e, const IrBinding *b) {
    if (!e->list) {
        map_init(&e->places, e->arena);
        e->list = ccl_list(e->m, e->entry, e->arena, &e->places);
        if (!e->list) return -1;
        ranks_run_list(e->m->ctx->ranks, e->list);
    }
    return (int64_t)(uintptr_t)map_get_ptr(&e->places, b);
}

Value *eval_collective(Frame *f, const IrBinding *b, Value *const *values,
                       const IrType *const *types, uint32_t n) {
    Evaluator *e = f->e;
    Ranks *ranks = e->m->ctx->ranks;
    size_t words;
    const IrType *t = infer(f, b, types, n);
    if (!t) return NULL;
    RanksWhat *what = ccl_what(e->m, &f->arena, b, ccl_mesh(f->fn), t, &words);
    const int64_t place = place_of(e, b);
    if (!what || place < 0) return NULL;
    what->place = place;
    Value *result = eval_result_value(f, b, t);
    const Tensor *x = n ? values[0]->tensor : NULL, *y = result->tensor;
    int64_t *dims = ARENA_ARRAY(&f->arena, int64_t, 2 * (size_t)y->ndim + 1);
    for (uint32_t i = 0; i < y->ndim; i++) {
        dims[i] = x ? x->dims[i] : 0;
        dims[y->ndim + i] = y->dims[i];
    }
    const RanksTable *table = ranks_table(ranks);
    if (table->call(table->self, what, b->var->name, x ? x->data : NULL, y->data, dims) == 0)
        return result;
    value_unref(result);
    eval_fail(e, b->loc, ranks_failure(ranks));
    return NULL;
}
