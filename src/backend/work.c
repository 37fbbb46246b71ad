/* SPDX-License-Identifier: Apache-2.0 */
/* Counts are dims (loop/work.h), so that symbolic extents stay symbolic. */
#include "backend/work.h"

#include "loop/work.h"
#include "ops/lower.h"

static LoopCount dim_number(void *user, int64_t n) {
    return (LoopCount){.dim = ir_dim_const(user, n)};
}

static LoopCount dim_combine(void *user, LoopExprKind kind, LoopCount a, LoopCount b) {
    IrModule *m = user;
    switch (kind) {
    case LOOP_ADD: return (LoopCount){.dim = ir_dim_add(m, a.dim, b.dim)};
    case LOOP_SUB: return (LoopCount){.dim = ir_dim_sub(m, a.dim, b.dim)};
    case LOOP_MUL: return (LoopCount){.dim = ir_dim_mul(m, a.dim, b.dim)};
    case LOOP_MIN: return (LoopCount){.dim = ir_dim_min(m, a.dim, b.dim)};
    case LOOP_FLOORDIV:
        return ir_dim_is(b.dim, 0) ? b : (LoopCount){.dim = ir_dim_floordiv(m, a.dim, b.dim)};
    default: return (LoopCount){.dim = ir_dim_max(m, a.dim, b.dim)};
    }
}

/* sizes: in the function's order. */
static BeWork work_of(IrModule *m, Arena *arena, const LoopFn *fn, const IrDim *const *sizes) {
    const LoopCounts dims = {.number = dim_number, .combine = dim_combine, .user = m};
    LoopCount *counts = ARENA_ARRAY(arena, LoopCount, fn->sizes.len + 1);
    LoopWork work;
    for (size_t i = 0; i < fn->sizes.len; i++) {
        if (!sizes[i]) return (BeWork){.operations = NULL};
        counts[i].dim = sizes[i];
    }
    if (!loop_work(fn, &(LoopWorkOptions){.counts = &dims, .sizes = counts}, arena, &work))
        return (BeWork){.operations = NULL};
    return (BeWork){.operations = work.operations.dim, .bytes = work.bytes.dim};
}

/* Functions of libraries */

typedef struct {
    BeFn *f;
    const BeLibrary *library;
} Caller;

static const IrDim *caller_dim(void *user, IrSymbol *s) {
    const Caller *c = user;
    return s->function == c->library->fn ? c->library->dims[s->index]
                                         : ir_dim_symbol(c->f->module->m, s);
}

static const IrDim *tensor_bytes(const Caller *c, const IrType *t) {
    IrModule *m = c->f->module->m;
    if (t->kind != IR_TYPE_TENSOR || !t->dims || t->dtype == DTYPE_VOID) return NULL;
    const int64_t each = dtype_per_byte(t->dtype);
    const IrDim *n = ir_dim_const(m, dtype_size_up(t->dtype));
    for (int32_t i = 0; n && i < t->ndim; i++) {
        const IrDim *d = ir_dim_map(m, t->dims[i], caller_dim, (void *)c);
        n = d ? ir_dim_mul(m, n, d) : NULL;
    }
    if (n && each > 1) n = ir_dim_floordiv(m, ir_dim_offset(m, n, each - 1), ir_dim_const(m, each));
    return n;
}

/* What the loops of a call have for each size: an extent of a buffer, or a scalar. */
static const IrDim *const *sizes_of_dim(const Caller *c, Arena *arena, const LoopFn *fn,
                                        const IrSymbols *scalars, const IrType *const *types) {
    IrModule *m = c->f->module->m;
    const IrDim **sizes = ARENA_ARRAY(arena, const IrDim *, fn->sizes.len + 1);
    for (size_t i = 0; i < fn->sizes.len; i++) {
        const IrDim *own = i < fn->n_scalars ? ir_dim_symbol(m, scalars->at[i]) : NULL;
        for (size_t p = 0; p < fn->params.len && !own; p++) {
            const LoopBuffer *b = fn->params.at[p];
            for (uint32_t d = 0; d < b->ndim && !own; d++) {
                if (b->dims[d]->kind == LOOP_VAR && b->dims[d]->var == fn->sizes.at[i])
                    own = types[p]->dims[d];
            }
        }
        sizes[i] = own ? ir_dim_map(m, own, caller_dim, (void *)c) : NULL;
        if (!sizes[i]) return NULL;
    }
    return sizes;
}

/* Operations of a call of an operator, from the loops that it means; NULL: it has none that say. */
static const IrDim *call_operations(const Caller *c, Arena *arena, const IrBinding *b) {
    IrModule *m = c->f->module->m;
    const uint32_t n = ir_operands_count(&b->operands);
    const IrType **types = ARENA_ARRAY(arena, const IrType *, (size_t)n + 1);
    const IrType **tensors = ARENA_ARRAY(arena, const IrType *, (size_t)b->operands.n + 2);
    double *floats = ARENA_ARRAY(arena, double, (size_t)n + 1);
    IrSymbols scalars = {.at = NULL};
    size_t n_tensors = 0;
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand *o = ir_operand_get(&b->operands, i);
        types[i] = o->kind == IR_OPERAND_NONE ? NULL : ir_operand_type(m, o);
        if (o->kind == IR_OPERAND_PRIM) floats[i] = o->f;
        if (types[i] && types[i]->kind == IR_TYPE_TENSOR) tensors[n_tensors++] = types[i];
        for (uint32_t k = 1; o->kind == IR_OPERAND_TUPLE && k < o->span; k++)
            tensors[n_tensors++] = ir_operand_type(m, o + k);
    }
    tensors[n_tensors++] = b->var->type;
    const LoopFn *fn = b->op->lower && !b->op->bound
                           ? lower_call(m,
                                        &(LowerCall){.op = b->op,
                                                     .args = types,
                                                     .floats = floats,
                                                     .n_args = n,
                                                     .attrs = b->attrs,
                                                     .result = b->var->type},
                                        arena, &scalars)
                           : NULL;
    if (!fn || fn->params.len != n_tensors) return NULL;
    const IrDim *const *sizes = sizes_of_dim(c, arena, fn, &scalars, tensors);
    return sizes ? work_of(m, arena, fn, sizes).operations : NULL;
}

static BeWork library_work(BeFn *f, const BeLibrary *library) {
    IrModule *m = f->module->m;
    const Caller c = {f, library};
    const IrDim *operations = ir_dim_const(m, 0), *bytes = tensor_bytes(&c, library->fn->result);
    for (const IrBinding *b = library->fn->body->first; operations && b; b = b->next) {
        const IrDim *n =
            b->kind == IR_BIND_CALL ? call_operations(&c, f->module->arena, b) : ir_dim_const(m, 0);
        operations = n ? ir_dim_add(m, operations, n) : NULL;
    }
    for (size_t i = 0; bytes && i < library->fn->params.len; i++) {
        const IrDim *n = tensor_bytes(&c, library->fn->params.at[i]->type);
        bytes = n ? ir_dim_add(m, bytes, n) : NULL;
    }
    return (BeWork){.operations = operations, .bytes = bytes};
}

/* Dims that are too large to say are no dims: ir_dims_check. */
BeWork be_step_work(BeFn *f, const BeStep *s) {
    IrModule *m = f->module->m;
    const DiagMark mark = diag_mark(m->ctx);
    BeWork out = s->kind == BE_STEP_LOOPS
                     ? work_of(m, f->module->arena, s->loops.loop->fn, s->loops.sizes)
                     : library_work(f, s->library);
    if (!ir_dims_check(m, s->loc)) {
        diag_rewind(m->ctx, mark);
        out = (BeWork){.operations = NULL};
    }
    return out;
}
