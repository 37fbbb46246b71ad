/* SPDX-License-Identifier: Apache-2.0 */
/* The builder: infers, then appends. */
#include "ir/build.h"

#include "base/diag.h"

/* Refuses types that later walks could not afford; counts bindings against the limit. */
static bool acceptable(IrBuilder *b, const IrType *t, const IrOperand *operands, uint32_t n) {
    Ctx *ctx = b->m->ctx;
    if (t->ndim > (int64_t)ctx->limits.rank) {
        diag_error(ctx, b->loc, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", ctx->limits.rank), "dims");
        return false;
    }
    if (b->m->n_bindings >= ctx->limits.bindings) {
        diag_error(ctx, b->loc, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", ctx->limits.bindings),
                   "bindings");
        return false;
    }
    bool bounded = ir_type_is_bounded(b->m, t);
    for (uint32_t i = 0; bounded && i < n; i++) {
        bool typed = operands[i].kind == IR_OPERAND_SHAPE || operands[i].kind == IR_OPERAND_PRIM;
        if (typed && operands[i].type->has_symbols)
            bounded = ir_type_is_bounded(b->m, operands[i].type);
    }
    if (!bounded) diag_error(ctx, b->loc, DIAG_TOO_DEEP, diag_fmt(ctx, "%zu", ctx->limits.depth));
    return bounded;
}

static IrVar *append(IrBuilder *b, IrBinding proto, const IrType *t, const IrOperand *operands,
                     uint32_t n, const char *name) {
    if (!t || !acceptable(b, t, operands, n)) return NULL;
    IrVar *v = ir_var_new(b->fn, name, t);
    v->is_output = !b->block->is_dataflow;
    IrBinding *x = ir_binding_new(b->fn, proto.kind, v, operands, n);
    x->index = proto.index;
    x->loc = b->loc;
    x->origin = b->origin;
    switch (proto.kind) {
    case IR_BIND_CALL:
        x->op = proto.op;
        x->attrs = proto.attrs;
        x->types = proto.types;
        x->n_types = proto.n_types;
        break;
    case IR_BIND_MATCH_CAST: x->cast = proto.cast; break;
    case IR_BIND_IF:
        for (int i = 0; i < 2; i++) {
            x->bodies[i] = proto.bodies[i];
            x->bodies[i]->owner = x;
        }
        break;
    case IR_BIND_FUNCTION: x->function = proto.function; break;
    default: break;
    }
    ir_binding_append(b->block, x);
    return v;
}

/* Puts the dims that infer settled (reshape's -1) in the place of the operand that was written. */
static const IrOperand *settle_shape(IrBuilder *b, const IrInfer *in, const IrOperand *operands,
                                     uint32_t *n) {
    if (in->shape_arg < 0) return operands;
    IrOperandBuf buf;
    ir_operands_init(&buf, &b->m->scratch);
    int i = 0;
    for (uint32_t at = 0; at < *n; at += operands[at].span, i++) {
        if (i == in->shape_arg) {
            ir_operands_shape(&buf, ir_type_shape(b->m, in->shape, in->shape_ndim));
        } else {
            ir_operands_copy(&buf, &operands[at]);
        }
    }
    *n = (uint32_t)buf.ops.len;
    return buf.ops.at;
}

IrVar *ir_build_call(IrBuilder *b, const OpDef *op, const IrOperand *operands, uint32_t n,
                     IrCallForm form, const char *name) {
    const uint32_t n_types = form.n_types;
    uint32_t n_attrs = ir_op_n_attrs(op);
    IrAttr *copy = ARENA_ARRAY(&b->m->scratch, IrAttr, (size_t)n_attrs + 1);
    if (n_attrs) memcpy(copy, form.attrs, n_attrs * sizeof *copy);
    IrInfer in = {
        .m = b->m, .op = op, .loc = b->loc, .attrs = copy, .types = form.types, .n_types = n_types};
    const IrType *t = ir_infer_operands(&in, operands, n);
    if (!t) return NULL;
    operands = settle_shape(b, &in, operands, &n);
    const IrType **kept = n_types ? ARENA_ARRAY(&b->m->arena, const IrType *, n_types) : NULL;
    for (uint32_t i = 0; i < n_types; i++) kept[i] = form.types[i];
    IrBinding proto = {.kind = IR_BIND_CALL,
                       .op = op,
                       .attrs = ir_attrs_settled(b->m, form.attrs, copy, n_attrs),
                       .types = kept,
                       .n_types = n_types};
    return append(b, proto, t, operands, n, name);
}

static IrVar *infer_and_append(IrBuilder *b, IrBinding proto, const IrOperand *operands, uint32_t n,
                               const char *name) {
    return append(b, proto, ir_infer(b->m, b->loc, &proto, operands, n), operands, n, name);
}

IrVar *ir_build_value(IrBuilder *b, const IrOperand *operands, uint32_t n, const char *name) {
    return infer_and_append(b, (IrBinding){.kind = IR_BIND_VALUE}, operands, n, name);
}

IrVar *ir_build_field(IrBuilder *b, const IrOperand *tuple, uint32_t n, uint32_t index,
                      const char *name) {
    return infer_and_append(b, (IrBinding){.kind = IR_BIND_FIELD, .index = index}, tuple, n, name);
}

static void mark_extents(const IrType *t, IrBody *body) {
    for (int32_t i = 0; t->dims && i < t->ndim; i++) {
        IrSymbol *s = ir_dim_as_symbol(t->dims[i]);
        if (!s || s->is_defined) continue;
        s->is_defined = true;
        s->body = body;
        s->is_extent = t->kind == IR_TYPE_TENSOR;
    }
    IrSymbol *s = t->value ? ir_dim_as_symbol(t->value) : NULL;
    if (s && !s->is_defined) {
        s->is_defined = true;
        s->body = body;
        s->is_extent = false; /* a number may be negative */
    }
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        mark_extents(t->fields[i], body);
}

void ir_define_symbols(const IrType *t, IrBody *body) { mark_extents(t, body); }

static const IrDim *keep_signature(void *user, IrSymbol *symbol) {
    IrFunction *fn = user;
    return symbol->function == fn && symbol->body ? NULL : ir_dim_symbol(fn->module, symbol);
}

const IrType *ir_returned_type(IrFunction *fn) {
    const IrType *t = ir_operand_type(fn->module, fn->body->result.at);
    return t->has_symbols ? ir_type_map(fn->module, t, keep_signature, fn) : t;
}

IrVar *ir_build_match_cast(IrBuilder *b, const IrOperand *value, uint32_t n, const IrType *type,
                           const char *name) {
    ir_define_symbols(type, b->block->body);
    return infer_and_append(b, (IrBinding){.kind = IR_BIND_MATCH_CAST, .cast = type}, value, n,
                            name);
}

IrVar *ir_build_invoke(IrBuilder *b, const IrOperand *operands, uint32_t n, const char *name) {
    return infer_and_append(b, (IrBinding){.kind = IR_BIND_INVOKE}, operands, n, name);
}

IrVar *ir_build_if(IrBuilder *b, const IrOperand *cond, IrBody *then_body, IrBody *else_body,
                   const char *name) {
    return infer_and_append(b, (IrBinding){.kind = IR_BIND_IF, .bodies = {then_body, else_body}},
                            cond, 1, name);
}

IrVar *ir_build_function(IrBuilder *b, IrFunction *nested, const IrOperand *captures, uint32_t n,
                         const char *name) {
    return infer_and_append(b, (IrBinding){.kind = IR_BIND_FUNCTION, .function = nested}, captures,
                            n, name);
}
