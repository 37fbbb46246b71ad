/* SPDX-License-Identifier: Apache-2.0 */
/* From a call's types to the frame of its loop function, in which the operator's loops stand. */
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/small.h"

/* The tensors in a type, in order. False when something is not known. */
static bool flatten(const IrType *t, Arena *arena, IrTypes *out) {
    switch (t->kind) {
    case IR_TYPE_TENSOR:
        if (!t->dims || t->dtype == DTYPE_VOID) return false;
        vec_push(arena, out, t);
        return true;
    case IR_TYPE_TUPLE:
        for (uint32_t i = 0; i < t->n; i++) {
            if (!flatten(t->fields[i], arena, out)) return false;
        }
        return true;
    case IR_TYPE_PRIM: return t->value != NULL || dtype_is_float(t->dtype);
    case IR_TYPE_SHAPE: return t->dims != NULL;
    default: return false;
    }
}

static const LoopBuffer *const *params(OpLower *low, const IrTypes *types, LoopBufferKind kind,
                                       const char *prefix) {
    const LoopBuffer **buffers = ARENA_ARRAY(low->b->arena, const LoopBuffer *, types->len + 1);
    for (size_t i = 0; i < types->len; i++) {
        const IrType *t = lower_storage_type(low->m, types->at[i]);
        const LoopExpr **dims = lower_exprs(low, (uint32_t)t->ndim);
        for (int32_t d = 0; d < t->ndim; d++) dims[d] = lower_dim(low, t->dims[d]);
        const char *name = arena_printf(low->b->arena, "%s%zu", prefix, i);
        buffers[i] = loop_param(low->b, name, kind, t->dtype, dims, (uint32_t)t->ndim, NULL);
    }
    return buffers;
}

/* What the operator is to see of small types. `args` is a copy. */
static void put_carriers(OpLower *low, const IrType **args, IrTypes *in, IrTypes *out) {
    IrModule *m = low->m;
    if (!(low->op->flags & OP_SMALL_MOVES)) return;
    for (uint32_t i = 0; i < low->n_args; i++)
        args[i] = args[i] ? small_carrier_type(m, args[i]) : NULL;
    for (size_t i = 0; i < in->len; i++) in->at[i] = small_carrier_type(m, in->at[i]);
    for (size_t i = 0; i < out->len; i++) out->at[i] = small_carrier_type(m, out->at[i]);
    low->result = small_carrier_type(m, low->result);
}

/* Elements stay in their order, packed ones in their bytes. */
static bool copies_bytes(const OpLower *low, const IrTypes *in) {
    const OpDef *op = low->op;
    const bool in_order =
        op == &op_reshape || op == &op_flatten || op == &op_expand_dims || op == &op_squeeze;
    return in_order && in->len == 1 && low->n_out == 1 && dtype_is_packed(in->at[0]->dtype);
}

/* The operator's loops on views of the bytes. */
static void lower_small(OpLower *low, IrTypes *in, IrTypes *out) {
    if (copies_bytes(low, in)) {
        const LoopExpr **index = lower_open(low, low->out[0], UINT32_MAX);
        lower_store(low, low->out[0], index, lower_load(low, low->in[0], index));
        lower_close(low, 1);
        return;
    }
    Arena *arena = low->b->arena;
    low->copies = in->len == 1 && out->len == 1 && in->at[0]->dtype == out->at[0]->dtype;
    const bool decodes = low->op->flags & OP_SMALL_VALUES && !low->copies;
    const LoopBuffer **views = ARENA_ARRAY(arena, const LoopBuffer *, in->len + out->len + 1);
    for (size_t i = 0; i < in->len; i++) views[i] = small_view(low, low->in[i], in->at[i], decodes);
    for (size_t i = 0; i < out->len; i++)
        views[in->len + i] = small_target(low, low->out[i], out->at[i]);
    const IrType **args = ARENA_ARRAY(arena, const IrType *, (size_t)low->n_args + 1);
    for (uint32_t i = 0; i < low->n_args; i++) args[i] = low->args[i];
    low->in = views;
    low->out = views + in->len;
    low->args = args;
    if (out->len && dtype_is_small(out->at[0]->dtype)) low->small = out->at[0]->dtype;
    put_carriers(low, args, in, out);
    low->op->lower(low);
    small_pack(low);
}

static IrSymbol *symbol_of(const OpLower *low, const LoopVar *size) {
    size_t i = 0;
    while (low->sizes.at[i].size != size) i++;
    return low->sizes.at[i].symbol;
}

/* Loops move strings as int64. Recursion: over types, whose depth is bounded. */
static const IrType *as_number(IrModule *m, const IrType *t) {
    if (t->kind == IR_TYPE_TENSOR && t->dtype == DTYPE_STRING)
        return ir_type_tensor(m, t->dims, t->ndim, DTYPE_INT64);
    if (t->kind != IR_TYPE_TUPLE) return t;
    const IrType **fields = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)t->n + 1);
    for (uint32_t i = 0; i < t->n; i++) fields[i] = as_number(m, t->fields[i]);
    return ir_type_tuple(m, fields, t->n);
}

static const IrType *const *as_numbers(IrModule *m, const IrType *const *args, uint32_t n) {
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) types[i] = args[i] ? as_number(m, args[i]) : NULL;
    return types;
}

const LoopFn *lower_call(IrModule *m, const LowerCall *call, Arena *arena, IrSymbols *scalars) {
    const OpDef *op = call->op;
    const uint32_t n_args = call->n_args;
    const IrType *const *args = call->args, *result = call->result;
    if (!op->lower) return NULL;
    for (uint32_t i = 0; scalars && i < n_args; i++) { /* compiled code has no strings */
        if (args[i] && ir_type_has(args[i], DTYPE_STRING)) return NULL;
    }
    if (scalars && ir_type_has(result, DTYPE_STRING)) return NULL;
    args = as_numbers(m, args, n_args);
    result = as_number(m, result);
    IrTypes in = {.at = NULL}, out = {.at = NULL};
    for (uint32_t i = 0; i < n_args; i++) {
        if (args[i] && !flatten(args[i], arena, &in)) return NULL;
    }
    if (!flatten(result, arena, &out)) return NULL;
    LoopBuilder b;
    loop_builder_init(&b, arena, op->name);
    OpLower low = {.m = m,
                   .op = op,
                   .b = &b,
                   .n_args = n_args,
                   .args = args,
                   .floats = call->floats,
                   .attrs = call->attrs,
                   .result = result};
    low.in = params(&low, &in, LOOP_BUFFER_INPUT, "x");
    low.n_in = (uint32_t)in.len;
    low.in_types = in.at;
    low.out = params(&low, &out, LOOP_BUFFER_OUTPUT, "y");
    low.n_out = (uint32_t)out.len;
    low.out_types = out.at;
    if (small_is_in(&in) || small_is_in(&out))
        lower_small(&low, &in, &out);
    else
        op->lower(&low);
    LoopFn *fn = loop_builder_finish(&b);
    loop_sizes_to_scalars(fn);
    if (fn->n_scalars && !scalars) return NULL;
    for (uint32_t i = 0; i < fn->n_scalars; i++)
        vec_push(arena, scalars, symbol_of(&low, fn->sizes.at[i]));
    return fn;
}
