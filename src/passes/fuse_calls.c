/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/fuse_calls.h"

#include "ops/ops.h"
#include "passes/prim_func.h"

typedef struct {
    const IrGlobal *global;
    const LoopFn *fn; /* NULL: cannot be read, or is scheduled and stays as it is */
} Loops;

void fused_loops_init(FuseLoops *self, IrModule *m, Arena *arena) {
    *self = (FuseLoops){.m = m, .arena = arena};
    map_init(&self->map, arena);
}

static const LoopFn *loops_of(FuseLoops *self, const IrGlobal *g) {
    const uint64_t hash = hash_ptr(0, g);
    for (MapIter it = map_find(&self->map, hash); map_next(&self->map, &it);) {
        const Loops *l = it.value;
        if (l->global == g) return l->fn;
    }
    Loops *l = ARENA_NEW(self->arena, Loops);
    *l = (Loops){g, g->function ? prim_func_loops(g->function, self->arena) : NULL};
    if (l->fn && l->fn->is_scheduled) l->fn = NULL;
    map_add(&self->map, hash, l);
    return l->fn;
}

static bool is_known(const IrType *t) {
    return t->kind == IR_TYPE_TENSOR && t->dims && t->dtype != DTYPE_VOID;
}

/* A call with several results is read by its fields only, each in the same block and named once. */
static bool has_plain_fields(const IrBinding *b) {
    if (b->n_types == 1) return true;
    if (b->var->n_uses > b->n_types) return false;
    bool plain = b->n_types <= FUSE_OUTPUTS_MAX;
    uint64_t seen = 0;
    for (const IrOperand *use = b->var->uses; plain && use; use = use->next_use) {
        const IrBinding *field = use->list->binding;
        plain = field && field->kind == IR_BIND_FIELD && field->block == b->block &&
                !(seen >> field->index & 1);
        if (plain) seen |= (uint64_t)1 << field->index;
    }
    return plain;
}

IrVar *fused_output(const IrBinding *b, uint32_t i) {
    if (b->n_types == 1) return b->var;
    for (const IrOperand *use = b->var->uses; use; use = use->next_use) {
        if (use->list->binding->index == i) return use->list->binding->var;
    }
    return NULL;
}

/* Nothing is named that a result would be which the loops themselves read again. */
static bool lacks_outputs(const LoopFn *fn, const IrBinding *b) {
    for (uint32_t i = 0; b->n_types > 1 && i < b->n_types; i++) {
        if (!fused_output(b, i) && loop_fuse_reads_output(fn, i)) return true;
    }
    return false;
}

const LoopFn *fused_loops_of(FuseLoops *self, const IrBinding *b) {
    if (b->kind != IR_BIND_CALL || b->op != &op_call_tir || !has_plain_fields(b)) return NULL;
    for (uint32_t i = 0; i < b->n_types; i++) {
        if (!is_known(b->types[i])) return NULL;
    }
    const IrOperand *o = b->operands.at;
    if (o->kind != IR_OPERAND_GLOBAL || o[1].kind != IR_OPERAND_TUPLE) return NULL;
    for (uint32_t i = 0; i < o[1].n; i++) {
        const IrOperand *arg = &o[2 + i];
        if (arg->span != 1 || (arg->kind != IR_OPERAND_VAR && arg->kind != IR_OPERAND_CONST))
            return NULL;
        if (!is_known(ir_operand_type(self->m, arg))) return NULL;
    }
    const LoopFn *fn = loops_of(self, o->global);
    const bool fits = fn && fn->n_outputs == b->n_types && fn->params.len == o[1].n + b->n_types;
    return fits && !lacks_outputs(fn, b) ? fn : NULL;
}

struct FuseCalls {
    FuseLoops *loops;
    Arena *arena;
    LoopFuse *fuse;
    OpLower low;           /* extents as expressions */
    VEC(IrOperand) values; /* by number */
};

FuseCalls *fused_calls_new(FuseLoops *loops, Arena *arena, LoopFuseOptions options) {
    FuseCalls *self = ARENA_NEW(arena, FuseCalls);
    *self = (FuseCalls){.loops = loops, .arena = arena, .fuse = loop_fuse_new(arena, options)};
    self->low = (OpLower){.m = loops->m, .b = loop_fuse_builder(self->fuse)};
    return self;
}

static void note_symbol(void *user, IrSymbol *s) {
    FuseCalls *self = user;
    for (size_t i = 0; i < self->low.sizes.len; i++) {
        if (self->low.sizes.at[i].symbol == s) return;
    }
    const SymbolSize made = {s, loop_fuse_size(self->fuse, s->name, s->is_extent)};
    vec_push(self->arena, &self->low.sizes, made);
}

static const LoopExpr *size_expr(FuseCalls *self, const IrDim *d) {
    ir_dim_symbols(d, note_symbol, self);
    return lower_dim(&self->low, d);
}

static uint32_t value_of(FuseCalls *self, const IrOperand *o) {
    for (size_t i = 0; o->kind != IR_OPERAND_NONE && i < self->values.len; i++) {
        const IrOperand *v = &self->values.at[i];
        if (v->kind == o->kind &&
            (o->kind == IR_OPERAND_VAR ? v->var == o->var : v->constant == o->constant))
            return (uint32_t)i;
    }
    IrOperand copy = {.kind = o->kind, .span = 1};
    if (o->kind == IR_OPERAND_VAR)
        copy.var = o->var;
    else
        copy.constant = o->constant;
    vec_push(self->arena, &self->values, copy);
    return (uint32_t)self->values.len - 1;
}

static const LoopExpr *constant_of(FuseCalls *self, const IrOperand *o) {
    if (o->kind != IR_OPERAND_CONST) return NULL;
    const Tensor *t = o->constant->tensor;
    const IrType *type = o->constant->type;
    for (int32_t i = 0; i < type->ndim; i++) {
        if (!ir_dim_is(type->dims[i], 1)) return NULL;
    }
    LoopBuilder *b = loop_fuse_builder(self->fuse);
    /* its byte */
    if (dtype_is_small(t->dtype)) return loop_int(b, DTYPE_UINT8, *(const uint8_t *)t->data);
    return dtype_is_float(t->dtype) ? loop_float(b, t->dtype, dtype_read_double(t->dtype, t->data))
                                    : loop_int(b, t->dtype, dtype_read_int(t->dtype, t->data));
}

/* What the caller has for each size of the function; NULL: something is not as it should be. */
static const LoopExpr *const *sizes_of(FuseCalls *self, const LoopFn *fn, const IrBinding *b) {
    const LoopExpr **sizes = ARENA_ARRAY(self->arena, const LoopExpr *, fn->sizes.len + 1);
    const IrOperand *tuple = b->operands.at + 1, *scalars = tuple + tuple->span;
    for (size_t i = 0; i < fn->sizes.len; i++) {
        if (i < fn->n_scalars) {
            if (scalars->kind != IR_OPERAND_SHAPE || (int32_t)i >= scalars->type->ndim) return NULL;
            sizes[i] = size_expr(self, scalars->type->dims[i]);
            continue;
        }
        for (size_t p = 0; p < fn->params.len && !sizes[i]; p++) {
            const LoopBuffer *buffer = fn->params.at[p];
            const IrType *t = p < tuple->n ? ir_operand_type(self->loops->m, tuple + 1 + p)
                                           : b->types[p - tuple->n];
            t = lower_storage_type(self->loops->m, t);
            if (t->ndim != (int32_t)buffer->ndim) return NULL;
            for (uint32_t d = 0; d < buffer->ndim && !sizes[i]; d++) {
                const LoopExpr *e = buffer->dims[d];
                if (e->kind == LOOP_VAR && e->var == fn->sizes.at[i])
                    sizes[i] = size_expr(self, t->dims[d]);
            }
        }
        if (!sizes[i]) return NULL;
    }
    return sizes;
}

bool fused_calls_append(FuseCalls *self, const IrBinding *b, FuseStays *stays, void *user) {
    const LoopFn *fn = fused_loops_of(self->loops, b);
    const LoopExpr *const *sizes = fn ? sizes_of(self, fn, b) : NULL;
    if (!sizes) return false;
    ctx_look(self->arena->ctx); /* a trial takes far longer than a step */
    const IrOperand *tuple = b->operands.at + 1;
    LoopFuseArg *args = ARENA_ARRAY(self->arena, LoopFuseArg, fn->params.len + 1);
    for (uint32_t i = 0; i < fn->params.len; i++) {
        IrOperand result = {.kind = IR_OPERAND_NONE, .span = 1};
        if (i >= tuple->n) result.var = fused_output(b, i - tuple->n);
        if (result.var) result.kind = IR_OPERAND_VAR;
        const IrOperand *o = i < tuple->n ? tuple + 1 + i : &result;
        args[i].constant = constant_of(self, o);
        if (args[i].constant) continue;
        args[i].value = value_of(self, o);
        args[i].stays = o->kind == IR_OPERAND_VAR && stays(user, o->var);
    }
    return loop_fuse_append(self->fuse, fn, sizes, args);
}

FusedCalls fused_calls_finish(FuseCalls *self, FuseStays *needed, void *user, const char *name) {
    bool *chosen = ARENA_ARRAY(self->arena, bool, self->values.len + 1);
    for (size_t i = 0; i < self->values.len; i++)
        chosen[i] =
            self->values.at[i].kind == IR_OPERAND_VAR && needed(user, self->values.at[i].var);
    const LoopFused f = loop_fuse_finish(self->fuse, chosen, name);
    IrOperand *inputs = ARENA_ARRAY(self->arena, IrOperand, (size_t)f.n_inputs + 1);
    IrVar **outputs = ARENA_ARRAY(self->arena, IrVar *, (size_t)f.n_outputs + 1);
    FusedCalls out = {.fn = f.fn,
                      .inputs = inputs,
                      .outputs = outputs,
                      .n_inputs = f.n_inputs,
                      .n_outputs = f.n_outputs};
    for (uint32_t i = 0; i < f.n_inputs; i++) inputs[i] = self->values.at[f.inputs[i]];
    for (uint32_t i = 0; i < f.n_outputs; i++) outputs[i] = self->values.at[f.outputs[i]].var;
    for (uint32_t i = 0; i < f.fn->n_scalars; i++) {
        for (size_t k = 0; k < self->low.sizes.len; k++) {
            if (self->low.sizes.at[k].size == f.scalars[i])
                vec_push(self->arena, &out.scalars, self->low.sizes.at[k].symbol);
        }
    }
    return out;
}

const IrAttr *fused_function_attr(const IrFunction *fn, const char *key) {
    for (uint32_t i = 0; fn->attrs.kind == IR_ATTR_DICT && i < fn->attrs.n; i++) {
        if (strcmp(fn->attrs.keys[i], key) == 0) return &fn->attrs.items[i];
    }
    return NULL;
}
