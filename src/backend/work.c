/* SPDX-License-Identifier: Apache-2.0 */
/* Counts are dims, so that symbolic extents stay symbolic. Recursion is over statements and expressions, whose depth
 * the loop IR bounds. */
#include "backend/work.h"

#include "ops/lower.h"

typedef struct {
    IrModule *m;
    Arena *arena;
    const LoopFn *fn;
    const IrDim *const *sizes; /* by variable id: of sizes; NULL for others */
    const IrDim **touched;     /* by buffer id, loads and then stores of parameters: elements; NULL: none */
    const IrDim *operations;
    bool ok;
} Count;

static const IrDim *extent(Count *c, const LoopExpr *e) {
    if (e->kind == LOOP_CONST) return ir_dim_const(c->m, e->i);
    if (e->kind == LOOP_VAR) return c->sizes[e->var->id];
    const IrDim *a = e->n == 2 ? extent(c, e->args[0]) : NULL, *b = a ? extent(c, e->args[1]) : NULL;
    if (!b) return NULL;
    switch (e->kind) {
    case LOOP_ADD: return ir_dim_add(c->m, a, b);
    case LOOP_SUB: return ir_dim_sub(c->m, a, b);
    case LOOP_MUL: return ir_dim_mul(c->m, a, b);
    case LOOP_MIN: return ir_dim_min(c->m, a, b);
    case LOOP_MAX: return ir_dim_max(c->m, a, b);
    case LOOP_FLOORDIV: return ir_dim_is(b, 0) ? NULL : ir_dim_floordiv(c->m, a, b);
    default: return NULL;
    }
}

static void touch(Count *c, const LoopBuffer *b, bool is_store, const IrDim *times) {
    if (b->kind == LOOP_BUFFER_LOCAL) return;
    const IrDim **at = &c->touched[2 * b->id + is_store];
    *at = *at ? ir_dim_add(c->m, *at, times) : times;
}

/* Operations of one evaluation; notes its loads. */
static int64_t expression(Count *c, const LoopExpr *e, const IrDim *times) {
    if (e->kind == LOOP_LOAD) {
        touch(c, e->buffer, false, times);
        return 0;
    }
    int64_t n = loop_expr_is_op(e->kind) && e->kind != LOOP_SELECT && dtype_is_float(e->dtype);
    for (uint32_t i = 0; i < e->n; i++) n += expression(c, e->args[i], times);
    return n;
}

static const IrDim *statements(Count *c, const LoopStmt *s, const IrDim *times);

static const IrDim *one(Count *c, const LoopStmt *s, const IrDim *times) {
    const IrDim *n = ir_dim_const(c->m, 0);
    if (s->kind == LOOP_FOR) {
        const IrDim *trips = extent(c, s->value);
        if (!trips) c->ok = false;
        return c->ok ? statements(c, s->body, ir_dim_mul(c->m, times, trips)) : n;
    }
    if (s->kind == LOOP_WHILE || s->kind == LOOP_CALL) c->ok = false;
    if (s->value) n = ir_dim_scale(c->m, times, expression(c, s->value, times));
    if (s->kind == LOOP_STORE) touch(c, s->buffer, true, times);
    if (s->kind != LOOP_IF) return n;
    const IrDim *a = statements(c, s->body, times), *b = statements(c, s->other, times);
    return ir_dim_add(c->m, n, ir_dim_max(c->m, a, b));
}

static const IrDim *statements(Count *c, const LoopStmt *s, const IrDim *times) {
    const IrDim *n = ir_dim_const(c->m, 0);
    for (; c->ok && s; s = s->next) n = ir_dim_add(c->m, n, one(c, s, times));
    return n;
}

/* No more bytes than the buffer has. */
static const IrDim *bytes_of(Count *c, const LoopBuffer *b, const IrDim *elements) {
    const IrDim *all = ir_dim_const(c->m, 1);
    for (uint32_t i = 0; i < b->ndim; i++) {
        const IrDim *d = extent(c, b->dims[i]);
        if (!d) return NULL;
        all = ir_dim_mul(c->m, all, d);
    }
    return ir_dim_scale(c->m, ir_dim_min(c->m, all, elements), (int64_t)dtype_size(b->dtype));
}

/* sizes: in the function's order. */
static BeWork work_of(IrModule *m, Arena *arena, const LoopFn *fn, const IrDim *const *sizes) {
    const IrDim **by_id = ARENA_ARRAY(arena, const IrDim *, (size_t)fn->n_vars + 1);
    Count c = {.m = m, .arena = arena, .fn = fn, .sizes = by_id, .ok = true};
    c.touched = ARENA_ARRAY(arena, const IrDim *, 2 * (size_t)fn->n_buffers + 2);
    for (size_t i = 0; i < fn->sizes.len; i++) by_id[fn->sizes.at[i]->id] = sizes[i];
    const IrDim *operations = statements(&c, fn->body, ir_dim_const(m, 1));
    const IrDim *bytes = ir_dim_const(m, 0);
    for (size_t i = 0; c.ok && i < 2 * fn->params.len; i++) {
        const LoopBuffer *b = fn->params.at[i / 2];
        const IrDim *elements = c.touched[2 * b->id + i % 2], *n = elements ? bytes_of(&c, b, elements) : NULL;
        if (elements && !n) c.ok = false;
        if (n) bytes = ir_dim_add(m, bytes, n);
    }
    if (!c.ok) return (BeWork){.operations = NULL};
    return (BeWork){.operations = operations, .bytes = bytes};
}

/* Functions of libraries */

typedef struct {
    BeFn *f;
    const BeLibrary *library;
} Caller;

static const IrDim *caller_dim(void *user, IrSymbol *s) {
    const Caller *c = user;
    return s->function == c->library->fn ? c->library->dims[s->index] : ir_dim_symbol(c->f->module->m, s);
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
static const IrDim *const *sizes_of(const Caller *c, Arena *arena, const LoopFn *fn, const IrSymbols *scalars,
                                    const IrType *const *types) {
    IrModule *m = c->f->module->m;
    const IrDim **sizes = ARENA_ARRAY(arena, const IrDim *, fn->sizes.len + 1);
    for (size_t i = 0; i < fn->sizes.len; i++) {
        const IrDim *own = i < fn->n_scalars ? ir_dim_symbol(m, scalars->at[i]) : NULL;
        for (size_t p = 0; p < fn->params.len && !own; p++) {
            const LoopBuffer *b = fn->params.at[p];
            for (uint32_t d = 0; d < b->ndim && !own; d++) {
                if (b->dims[d]->kind == LOOP_VAR && b->dims[d]->var == fn->sizes.at[i]) own = types[p]->dims[d];
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
    const IrType **tensors = ARENA_ARRAY(arena, const IrType *, (size_t)n + 2);
    double *floats = ARENA_ARRAY(arena, double, (size_t)n + 1);
    IrSymbols scalars = {.at = NULL};
    size_t n_tensors = 0;
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand *o = ir_operand_get(&b->operands, i);
        types[i] = o->kind == IR_OPERAND_NONE ? NULL : ir_operand_type(m, o);
        if (o->kind == IR_OPERAND_PRIM) floats[i] = o->f;
        if (types[i] && types[i]->kind == IR_TYPE_TENSOR) tensors[n_tensors++] = types[i];
    }
    tensors[n_tensors++] = b->var->type;
    const LoopFn *fn = b->op->lower && !b->op->bound
                           ? lower_call(m, b->op, types, floats, n, b->attrs, b->var->type, arena, &scalars)
                           : NULL;
    if (!fn || fn->params.len != n_tensors) return NULL;
    const IrDim *const *sizes = sizes_of(c, arena, fn, &scalars, tensors);
    return sizes ? work_of(m, arena, fn, sizes).operations : NULL;
}

static BeWork library_work(BeFn *f, const BeLibrary *library) {
    IrModule *m = f->module->m;
    const Caller c = {f, library};
    const IrDim *operations = ir_dim_const(m, 0), *bytes = tensor_bytes(&c, library->fn->result);
    for (const IrBinding *b = library->fn->body->first; operations && b; b = b->next) {
        const IrDim *n = b->kind == IR_BIND_CALL ? call_operations(&c, f->module->arena, b) : ir_dim_const(m, 0);
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
    BeWork out = s->kind == BE_STEP_LOOPS ? work_of(m, f->module->arena, s->loop->fn, s->dims)
                                          : library_work(f, s->library);
    if (!ir_dims_check(m, s->loc)) {
        diag_rewind(m->ctx, mark);
        out = (BeWork){.operations = NULL};
    }
    return out;
}
