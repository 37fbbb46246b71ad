/* SPDX-License-Identifier: Apache-2.0 */
/* The loop functions of operators, for the tests that want many: of every call of a core operator in the cases of text
 * tests, with the types as they stand there, and of drawn calls. */
#ifndef TENON_TESTS_LOOP_SOURCE_H
#define TENON_TESTS_LOOP_SOURCE_H

#include <stdio.h>

#include "base/diag.h"
#include "cases.h"
#include "ir/text.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

/* Is given each call of a core operator. */
typedef void LoopSourceVisit(void *user, IrBinding *call, const char *where);

/* The call's loops as the evaluator would make them for such types; NULL: its types do not say enough. */
static inline const LoopFn *loop_source_fn(IrBinding *b, Arena *arena) {
    IrModule *m = b->block->body->function->module;
    const uint32_t n = ir_operands_count(&b->operands);
    const IrType **types = ARENA_ARRAY(arena, const IrType *, (size_t)n + 1);
    double *floats = ARENA_ARRAY(arena, double, (size_t)n + 1);
    IrArg *args = ARENA_ARRAY(arena, IrArg, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand *o = ir_operand_get(&b->operands, i);
        if (o->kind == IR_OPERAND_NONE) continue;
        types[i] = ir_operand_type(m, o);
        if (o->kind == IR_OPERAND_PRIM) floats[i] = o->f;
        args[i] = (IrArg){.operand = o, .type = types[i]};
    }
    const IrAttr *attrs;
    const IrType *result = ir_infer_binding(b, &attrs);
    if (result && result->kind == IR_TYPE_TENSOR && !result->dims && b->op->bound) {
        if (args[0].type->kind != IR_TYPE_TENSOR || !args[0].type->dims) return NULL;
        IrInfer in = {.m = m, .op = b->op, .args = args, .n_args = n, .attrs = ARENA_ARRAY(arena, IrAttr, (size_t)op_n_attrs(b->op) + 1)};
        for (uint32_t i = 0; i < op_n_attrs(b->op); i++) in.attrs[i] = attrs[i];
        const IrType *bound = b->op->bound(&in);
        const IrDim *ndim = ir_dim_const(m, bound->ndim);
        result = ir_type_tuple(m, (const IrType *[]){bound, ir_type_tensor(m, &ndim, 1, DTYPE_INT64)}, 2);
    }
    IrSymbols scalars = {.at = NULL};
    return result ? lower_call(m, b->op, types, floats, n, attrs, result, arena, &scalars) : NULL;
}

static inline void loop_source_module(IrModule *m, const char *where, LoopSourceVisit *visit, void *user) {
    for (size_t i = 0; m && i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body) continue;
        IrWalk walk;
        ir_walk_init(&walk, fn->body);
        for (IrBinding *b; (b = ir_walk_next(&walk));) {
            if (b->kind == IR_BIND_CALL && b->op->lower) visit(user, b, where);
        }
    }
}

/* False when the file cannot be read. */
static inline bool loop_source_file(Ctx *ctx, OpTable *ops, const char *path, LoopSourceVisit *visit, void *user) {
    const char *data;
    size_t size;
    if (ctx->io.read(ctx->io.user, path, SIZE_MAX / 2, &data, &size) != 0) {
        printf("%s cannot be read\n", path);
        return false;
    }
    Cases cases;
    Case c;
    cases_init(&cases, (Str){data, size});
    while (cases_next(&cases, &c)) {
        diag_begin(ctx);
        IrModule *m = ir_text_parse(ctx, ops, path, c.input);
        loop_source_module(m, path, visit, user);
        ir_module_free(m);
    }
    ctx->io.release(ctx->io.user, data, size);
    return true;
}

/* `count` drawn calls of each core operator. */
static inline void loop_source_samples(Ctx *ctx, OpTable *ops, uint64_t count, LoopSourceVisit *visit, void *user) {
    for (size_t i = 0; i < ops->n; i++) {
        if (!ops->ops[i]->lower || !ops->ops[i]->sample) continue;
        for (uint64_t seed = 0; seed < count; seed++) {
            diag_begin(ctx);
            IrModule *m = ir_module_new(ctx, ops);
            if (sample_call(m, ops->ops[i], "f", seed, (SampleOptions){.symbolic = seed % 2, .reuse = 50}))
                loop_source_module(m, "a drawn call", visit, user);
            ir_module_free(m);
        }
    }
}

#endif
