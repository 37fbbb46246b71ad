/* SPDX-License-Identifier: Apache-2.0 */
/* RewriteDataflowReshape: a call of a loop function that gives its input another shape, and moves
 * nothing, becomes R.reshape, which needs no work.
 *
 *     lv = R.call_tir(cls.reshape, (x,), out_sinfo=R.Tensor((8, 3), "float32"))
 *     lv = R.reshape(x, R.shape([8, 3]))
 *
 * As TVM's pass does it within dataflow blocks, but for what is seen outside of them: an output
 * keeps memory of its own. What the function does is seen from its loops (loop/memory.h), so it
 * may have further inputs that it does not read, and any name. Linear. */
#include "ir/clone.h"
#include "loop/memory.h"
#include "ops/ops.h"
#include "passes/fuse_calls.h"
#include "passes/passes.h"

typedef struct {
    FuseLoops loops;
    Arena arena;
} Rewrite;

static const IrDim *count_of(IrModule *m, const IrType *t) {
    const IrDim *n = ir_dim_const(m, 1);
    for (int32_t i = 0; i < t->ndim; i++) n = ir_dim_mul(m, n, t->dims[i]);
    return n;
}

/* The input that the call's result is, element for element; NULL: it is another call. */
static const IrOperand *reshaped(Rewrite *r, const IrBinding *b) {
    if (!b->block->is_dataflow || b->var->is_output || b->n_types != 1) return NULL;
    const LoopFn *fn = fused_loops_of(&r->loops, b);
    if (!fn) return NULL;
    LoopCopies copies = {.at = NULL};
    int64_t shift;
    if (!loop_copies(r->loops.m->ctx, fn, &r->arena, &copies) || copies.len != 1) return NULL;
    const LoopCopy *copy = copies.at;
    if (!copy->count || !poly_is_const(copy->shift, &shift) || shift != 0) return NULL;
    const IrOperand *x = &b->operands.at[2 + copy->in];
    const IrType *from = ir_operand_type(r->loops.m, x), *to = b->types[0];
    /* The whole result is written, not its first part alone. */
    IrModule *m = r->loops.m;
    const bool whole = ir_dim_eq(m, count_of(m, from), count_of(m, to)) == IR_PROVED;
    return !ir_dims_forget(m) && from->dtype == to->dtype && whole ? x : NULL;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    const IrOperand *x = reshaped(c->user, b);
    if (!x) return IR_CLONE_COPY;
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    ir_clone_operands(c, x, 1, &buf);
    const IrType *to = ir_clone_type(c, b->types[0]);
    const IrOperand shape = {
        .kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(c->m, to->dims, to->ndim)};
    const IrOperand args[] = {buf.ops.at[0], shape};
    IrVar *v =
        ir_build_call(&c->b, &op_reshape, args, 2, (IrCallForm){.attrs = NULL}, b->var->name);
    if (!v) return IR_CLONE_FAILED;
    ir_clone_set(c, b->var, (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v});
    return IR_CLONE_DONE;
}

bool pass_rewrite_dataflow_reshape(IrModule *m) {
    Rewrite r;
    arena_init(&r.arena, m->ctx);
    fused_loops_init(&r.loops, m, &r.arena);
    const IrCloneHooks hooks = {.visit = visit, .user = &r};
    const bool ok = ir_clone_module(m, &hooks);
    arena_fini(&r.arena);
    return ok;
}
