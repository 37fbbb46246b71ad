/* SPDX-License-Identifier: Apache-2.0 */
/* The ways to make a call legal: by its decomposition, as its operand, and (legalize_loops.c) as a
 * call of a loop function. */
#include "base/diag.h"
#include "ops/decompose.h"
#include "ops/ops.h"
#include "passes/legalize_parts.h"

/* By its decomposition */

/* Types of the operands; NULL: left out. */
static const IrType **operand_types(const LegalCall *call, uint32_t *n) {
    const IrBinding *b = call->b;
    IrModule *m = call->m;
    *n = ir_operands_count(&b->operands);
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)*n + 1);
    uint32_t i = 0;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        types[i] = o->kind == IR_OPERAND_NONE ? NULL : ir_operand_type(m, o);
    }
    return types;
}

/* What the definition's signature asks for and is not proved; NULL: nothing. */
static const char *why_not_definition(LegalCall *call) {
    uint32_t n;
    const IrType **types = operand_types(call, &n);
    if (call->definition->has_if && call->b->block->is_dataflow) {
        return "it has an `if`, and the call stands in a dataflow block";
    }
    return ir_definition_refuses(call->definition, call->m, types, n, call->attrs);
}

/* The same of what the host program's callback gives. A wrong text of its is reported when it is
 * built. */
static const char *why_not_hook(LegalCall *call) {
    const OpDef *op = call->b->op;
    uint32_t n;
    const IrType **types = operand_types(call, &n);
    const char *why = NULL;
    LegalCall own = *call;
    own.definition = op->hook(op, call->m, call->b->loc, types, n, call->attrs, &why);
    return own.definition ? why_not_definition(&own) : why ? why : "what it gave was wrong";
}

static const char *why_not_decompose(LegalCall *call) {
    const IrBinding *b = call->b;
    if (b->op->definition) {
        LegalCall own = *call;
        own.definition = b->op->definition;
        const size_t most = call->m->ctx->limits.bindings;
        if (own.definition->size > most)
            return diag_fmt(call->m->ctx, "it becomes more than %zu bindings", most);
        return why_not_definition(&own);
    }
    if (b->op->hook) return why_not_hook(call);
    return legal_unknown(call);
}

static bool is_composite(const OpDef *op) { return op->decompose != NULL; }

/* The operands one by one, a tuple that is written out by a name; false after a report. */
static bool name_operands(const LegalCall *call, const IrOperand *const **out_args,
                          const IrType *const **out_types) {
    IrModule *m = call->m;
    const IrBinding *b = call->b;
    IrBuilder *builder = call->builder;
    const uint32_t n = ir_operands_count(&b->operands);
    const IrOperand **args = ARENA_ARRAY(&m->scratch, const IrOperand *, (size_t)n + 1);
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 1);
    uint32_t i = 0;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        if (o->kind == IR_OPERAND_NONE) continue;
        types[i] = ir_operand_type(m, o);
        if (o->kind == IR_OPERAND_TUPLE) {
            IrVar *v = ir_build_value(builder, o, o->span, "lv");
            if (!v) return false;
            IrOperand *named = ARENA_NEW(&m->scratch, IrOperand);
            *named = d_var(v);
            o = named;
        }
        args[i] = o;
    }
    *out_args = args;
    *out_types = types;
    return true;
}

/* What `decompose` makes of the call; NULL after a report of the host program's. */
static IrVar *build_by(LegalCall *call, IrVar *(*decompose)(OpDecompose *call)) {
    const IrBinding *b = call->b;
    OpDecompose made = {.b = call->builder,
                        .op = b->op,
                        .attrs = call->attrs,
                        .result = call->result,
                        .training = call->options->training,
                        .name = b->var->name};
    if (!name_operands(call, &made.args, &made.types)) return NULL;
    IrVar *y = decompose(&made);
    if (!y && !b->op->hook) BUG("R.%s: its decomposition is ill-typed", b->op->name);
    return y;
}

static IrVar *build_decomposition(LegalCall *call) {
    return build_by(call, call->b->op->decompose);
}

static IrVar *build_definition(LegalCall *call) {
    OpDecompose made = {
        .b = call->builder, .op = call->b->op, .attrs = call->attrs, .name = call->b->var->name};
    return name_operands(call, &made.args, &made.types) ? d_expand(&made, call->definition) : NULL;
}

const LegalWay legal_by_definition = {"by", IR_LEGAL_DECOMPOSE, is_composite, why_not_definition,
                                      build_definition};

/* As its operand: a marker; a collective is its operand in one process alone. */

static bool is_marker(const OpDef *op) { return op->identity && !(op->flags & OP_WORKERS); }

static const char *never(LegalCall *call) {
    (void)call;
    return NULL;
}

static IrVar *build_name(LegalCall *call) {
    const IrOperand *o = call->b->operands.at;
    return ir_build_value(call->builder, o, o->span, call->b->var->name);
}

/* As TVM's passes decompose it. */

static bool has_form_of_tvm(const OpDef *op) {
    return op == &op_nn_batch_norm || op == &op_nn_layer_norm || op == &op_tensor_to_shape;
}

static IrVar *build_as_tvm(LegalCall *call) { return build_by(call, decompose_as_tvm); }

const LegalWay legal_as_tvm = {"as TVM decomposes it", IR_LEGAL_DECOMPOSE, has_form_of_tvm,
                               decompose_as_tvm_why_not, build_as_tvm};

const LegalWay legal_ways[LEGAL_WAYS] = {
    {"as a loop function", IR_LEGAL_LOOPS, legal_loops_apply, legal_why_not_loops,
     legal_build_loops},
    {"by its decomposition", IR_LEGAL_DECOMPOSE, is_composite, why_not_decompose,
     build_decomposition},
    {"as its operand", IR_LEGAL_NAME, is_marker, never, build_name},
};
