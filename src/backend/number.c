/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers that only a run knows. R.number is computed by the loops of its operator, in memory of
 * tensors of rank 0; such a tensor is also what R.full([], p) makes of a number p. */
#include "backend/parts.h"
#include "ops/lower.h"
#include "ops/ops.h"

/* The loop function of an operator on two numbers of a dtype, made once. */
typedef struct {
    const OpDef *op;
    DType dtype;
    BeLoop *loop;
} NumberLoop;

static IrGlobal *loop_global(BeLower *l, const OpDef *op, const IrType *x, const IrType *result) {
    static const double floats[2];
    IrModule *m = l->m;
    const LowerCall call = {.op = op,
                            .args = (const IrType *[]){x, x},
                            .floats = floats,
                            .n_args = 2,
                            .result = result};
    const LoopFn *fn = lower_call(m, &call, l->arena, NULL);
    if (!fn) BUG("R.%s: no loops on numbers", op->name);
    const char *base = arena_printf(&m->arena, "%s_%s", op->name, dtype_name(x->dtype)),
               *name = base;
    for (unsigned i = 1; ir_global_find(m, str_c(name)); i++)
        name = arena_printf(&m->arena, "%s_%u", base, i);
    return lower_global(m, fn, name);
}

static BeLoop *loop_of(BeLower *l, const OpDef *op, const IrType *x, const IrType *result) {
    const uint64_t hash = hash_mix(hash_ptr(0, op), x->dtype);
    Map *map = &l->module->number_loops;
    for (MapIter it = map_find(map, hash); map_next(map, &it);) {
        const NumberLoop *n = it.value;
        if (n->op == op && n->dtype == x->dtype) return n->loop;
    }
    NumberLoop *n = ARENA_NEW(l->arena, NumberLoop);
    *n = (NumberLoop){op, x->dtype, be_loop(l->module, loop_global(l, op, x, result))};
    map_add(map, hash, n);
    return n->loop;
}

/* Its memory, with the number in it. */
static BeBuffer *stored(BeLower *l, Loc loc, const BeLeaf *x) {
    BeBuffer *to = be_buffer(l, loc, ir_dim_const(l->m, (int64_t)dtype_size(x->dtype)), true);
    BeStep *s = be_step(l, BE_STEP_STORE, loc);
    s->writes = be_buffers(l, to);
    s->n_writes = 1;
    s->number.leaf = x;
    return to;
}

BeValue *be_number_tensor(BeLower *l, Loc loc, const BeValue *number) {
    const BeLeaf *x = number->leaf;
    return be_value(l->arena,
                    be_tensor(l, stored(l, loc, x), BE_ARRAY(l, const IrDim *, 0), 0, x->dtype));
}

/* The number in memory of a tensor of rank 0. */
static BeValue *loaded(BeLower *l, Loc loc, BeBuffer *from, DType dtype) {
    const bool is_float = dtype_is_float(dtype);
    BeLeaf *out = ARENA_NEW(l->arena, BeLeaf);
    BeStep *s;
    if (is_float) {
        *out = (BeLeaf){.kind = BE_FLOAT, .dtype = dtype, .slot = l->f->n_floats++};
        s = be_step(l, BE_STEP_LOAD_FLOAT, loc);
        s->number.index = out->slot;
        s->number.leaf = out;
    } else {
        IrSymbol *symbol = be_fresh(l->f, false);
        const IrDim **dims = BE_ARRAY(l, const IrDim *, 1);
        dims[0] = be_set_later(l, symbol);
        out = be_ints(l, dims, 1, dtype);
        s = be_step(l, BE_STEP_LOAD, loc);
        s->load.symbol = symbol;
        s->load.dtype = dtype;
    }
    s->reads = be_buffers(l, from);
    s->n_reads = 1;
    return be_value(l->arena, out);
}

BeValue *be_compute_number(BeLower *l, const IrBinding *b, BeValue *const *values) {
    const OpDef *op = ir_op_table_find(l->m->ops, str_c(b->attrs->s));
    const BeLeaf *x = values[0]->leaf, *y = values[1]->leaf;
    const bool fit = x && y && (x->kind == BE_INTS || x->kind == BE_FLOAT) && y->kind == x->kind &&
                     y->dtype == x->dtype && x->dtype != DTYPE_VOID &&
                     b->var->type->kind == IR_TYPE_PRIM;
    if (!fit) {
        be_unsupported(l->module, b->loc, diag_fmt(l->module->ctx, "R.%s of numbers", op->name),
                       "their dtypes are not known");
        return NULL;
    }
    const IrType *t = ir_type_tensor(l->m, NULL, 0, x->dtype),
                 *result = ir_type_tensor(l->m, NULL, 0, b->var->type->dtype);
    BeLoop *loop = loop_of(l, op, t, result);
    if (!loop) return NULL;
    BeBuffer **reads = BE_ARRAY(l, BeBuffer *, 2);
    reads[0] = stored(l, b->loc, x);
    reads[1] = stored(l, b->loc, y);
    const IrDim *bytes = ir_dim_const(l->m, (int64_t)dtype_size(result->dtype));
    BeBuffer *out = be_buffer(l, b->loc, bytes, true);
    BeBuffer *work =
        loop->work > 0 ? be_buffer(l, b->loc, ir_dim_const(l->m, loop->work), false) : NULL;
    BeStep *s = be_step(l, BE_STEP_LOOPS, b->loc);
    s->loops.loop = loop;
    s->loops.sizes = BE_ARRAY(l, const IrDim *, 0);
    loop->n_calls++;
    s->reads = reads;
    s->n_reads = 2;
    s->writes = be_buffers(l, out);
    s->n_writes = 1;
    s->work = work;
    return loaded(l, b->loc, out, result->dtype);
}
