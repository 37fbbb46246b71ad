/* SPDX-License-Identifier: Apache-2.0 */
#include "op_loops.h"

#include "base/diag.h"
#include "cases.h"
#include "ir/text.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/sample.h"

/* The call's loops as the evaluator would make them for such types; NULL: its types do not say
 * enough. */
static const LoopFn *loops_of(IrBinding *b, Arena *arena) {
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
        IrInfer in = {.m = m,
                      .op = b->op,
                      .args = args,
                      .n_args = n,
                      .attrs = ARENA_ARRAY(arena, IrAttr, (size_t)ir_op_n_attrs(b->op) + 1)};
        for (uint32_t i = 0; i < ir_op_n_attrs(b->op); i++) in.attrs[i] = attrs[i];
        const IrType *bound = b->op->bound(&in);
        const IrDim *ndim = ir_dim_const(m, bound->ndim);
        result = ir_type_tuple(
            m, (const IrType *[]){bound, ir_type_tensor(m, &ndim, 1, DTYPE_INT64)}, 2);
    }
    IrSymbols scalars = {.at = NULL};
    return result ? lower_call(m,
                               &(LowerCall){.op = b->op,
                                            .args = types,
                                            .floats = floats,
                                            .n_args = n,
                                            .attrs = attrs,
                                            .result = result},
                               arena, &scalars)
                  : NULL;
}

static void see_call(OpLoops *self, IrBinding *b, const char *where) {
    Arena own, *arena = self->keep ? self->keep : &own;
    if (!self->keep) arena_init(&own, self->ctx);
    diag_begin(self->ctx);
    const LoopFn *fn = loops_of(b, arena);
    if (fn) self->see(self->user, b, fn, arena, where);
    self->unknown += !fn;
    if (!self->keep) arena_fini(&own);
}

void op_loops_of_module(OpLoops *self, IrModule *m, const char *where) {
    for (size_t i = 0; m && i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body) continue;
        IrWalk walk;
        ir_walk_init(&walk, fn->body);
        for (IrBinding *b; (b = ir_walk_next(&walk));) {
            if (b->kind == IR_BIND_CALL && b->op->lower) see_call(self, b, where);
        }
    }
}

bool op_loops_of_file(OpLoops *self, const char *path) {
    const Io *io = &self->ctx->io;
    const char *data;
    size_t size;
    if (io->read(io->user, path, SIZE_MAX / 2, &data, &size) != 0) return false;
    Cases cases;
    Case c;
    cases_init(&cases, (Str){data, size});
    while (cases_next(&cases, &c)) {
        diag_begin(self->ctx);
        IrModule *m = ir_text_parse(self->ctx, &self->ops, path, c.input);
        op_loops_of_module(self, m, path);
        ir_module_free(m);
    }
    io->release(io->user, data, size);
    return true;
}

void op_loops_of_samples(OpLoops *self, const OpDef *op, uint64_t n) {
    for (uint64_t seed = 0; op->lower && op->sample && seed < n; seed++) {
        diag_begin(self->ctx);
        IrModule *m = ir_module_new(self->ctx, &self->ops);
        const SampleOptions options = {.symbolic = seed % 2, .reuse = 50};
        if (sample_call(m, op, "f", seed, options)) op_loops_of_module(self, m, "a drawn call");
        ir_module_free(m);
    }
}
