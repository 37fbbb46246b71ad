/* SPDX-License-Identifier: Apache-2.0 */
/* Tangents of values: of a tensor one operand, of a tuple those of its fields. A node is shared by
 * all that are the same value. Recursion is over tuples in types, whose depth the parser bounds. */
#include "base/diag.h"
#include "ops/ops.h"
#include "passes/forward_parts.h"

GradNode forward_node(const Forward *f, const IrVar *v) {
    return v->id < f->n_nodes ? f->nodes[v->id] : (GradNode){.fields = NULL};
}

void forward_set(Forward *f, const IrVar *v, GradNode node) {
    if (v->id >= f->n_nodes) {
        const uint32_t n = 2 * (v->id + 8);
        GradNode *more = ARENA_ARRAY(&f->g->arena, GradNode, n);
        if (f->n_nodes) memcpy(more, f->nodes, f->n_nodes * sizeof *more);
        f->nodes = more;
        f->n_nodes = n;
    }
    f->nodes[v->id] = node;
}

GradNode forward_tangent(Forward *f, const IrOperand *tree) {
    GradNode node = {.fields = NULL};
    if (tree->kind == IR_OPERAND_VAR) return forward_node(f, tree->var);
    if (tree->kind != IR_OPERAND_TUPLE) return node;
    const IrOperand *at = tree + 1;
    for (uint32_t i = 0; i < tree->n; i++, at += at->span) {
        const GradNode field = forward_tangent(f, at);
        if (gradient_node_is_zero(&field)) continue;
        if (!node.fields) node.fields = ARENA_ARRAY(&f->g->arena, GradNode, (size_t)tree->n + 1);
        node.fields[i] = field;
    }
    return node;
}

static bool is_string(const IrType *t) {
    return t->kind == IR_TYPE_TENSOR && t->dtype == DTYPE_STRING;
}

static void fail(Forward *f, const IrOperand *x) {
    const bool known = is_string(ir_operand_type(f->m, x));
    const char *name = x->kind == IR_OPERAND_VAR && x->var->name ? x->var->name : "";
    Diag *d = diag_error(f->m->ctx, f->g->b.loc, DIAG_GRADIENT, diag_fmt(f->m->ctx, "'%s'", name),
                         known ? "strings have no tangent" : "its type is not known");
    if (!known) diag_help(f->m->ctx, d, "annotate it, or R.match_cast it");
}

/* Zeros like a tensor. */
static IrOperand zeros(Forward *f, const IrOperand *x) {
    const IrType *t = ir_operand_type(f->m, x);
    if (t->dims && t->dtype != DTYPE_VOID) return d_filled(&f->g->d, &op_zeros, t);
    IrOperand like = *x;
    like.list = NULL;
    return d1(&f->g->d, &op_zeros_like, like);
}

/* Field i of a tuple operand; *at: of a literal one, that of the field, and is moved on. */
static IrOperand field_of(Forward *f, const IrOperand *tree, uint32_t i, const IrOperand **at) {
    IrOperand x = *tree;
    x.list = NULL;
    if (tree->kind != IR_OPERAND_TUPLE) return d_field(&f->g->d, x, i);
    x = **at;
    *at += x.span;
    return x;
}

static bool put(Forward *f, const IrOperand *tree, const GradNode *node, bool whole,
                IrOperandBuf *out) {
    static const GradNode none = {.fields = NULL};
    const IrType *t = ir_operand_type(f->m, tree);
    if (!whole && !gradient_type_counts(t)) return true;
    if (t->kind == IR_TYPE_TUPLE) {
        const size_t begin = whole ? ir_operands_tuple(out) : 0;
        const IrOperand *at = tree + 1;
        for (uint32_t i = 0; i < t->n; i++) {
            const bool literal = tree->kind == IR_OPERAND_TUPLE;
            const IrOperand *own = at;
            if (!whole && !gradient_type_counts(t->fields[i])) {
                if (literal) at += at->span;
                continue;
            }
            const IrOperand x = field_of(f, tree, i, &at);
            if (!put(f, literal ? own : &x, node->fields ? &node->fields[i] : &none, whole, out))
                return false;
        }
        if (whole) ir_operands_end(out, begin, t->n);
        return true;
    }
    if (t->kind != IR_TYPE_TENSOR || is_string(t)) {
        fail(f, tree);
        return false;
    }
    const IrOperand x = node->sum.kind == IR_OPERAND_NONE ? zeros(f, tree) : node->sum;
    ir_operands_copy(out, &x);
    return true;
}

bool forward_put(Forward *f, const IrOperand *tree, const GradNode *node, IrOperandBuf *out) {
    return put(f, tree, node, false, out);
}

bool forward_put_whole(Forward *f, const IrOperand *tree, const GradNode *node, IrOperandBuf *out) {
    return put(f, tree, node, true, out);
}

uint32_t forward_count(const IrType *t) {
    if (!gradient_type_counts(t)) return 0;
    if (t->kind != IR_TYPE_TUPLE) return 1;
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n; i++) n += forward_count(t->fields[i]);
    return n;
}

IrOperand forward_refine(Forward *f, IrOperand x, const IrType *t) {
    if (t->kind != IR_TYPE_TENSOR || !t->dims ||
        ir_type_subsumes(f->m, t, d_type(&f->g->d, x)) == IR_PROVED)
        return x;
    return d_match(&f->g->d, x, t->dims, t->ndim);
}

GradNode forward_take(Forward *f, const IrType *t, IrOperand all, uint32_t *at) {
    GradNode node = {.fields = NULL};
    if (!gradient_type_counts(t)) return node;
    if (t->kind != IR_TYPE_TUPLE) {
        node.sum = forward_refine(f, d_field(&f->g->d, all, (*at)++), t);
        return node;
    }
    node.fields = ARENA_ARRAY(&f->g->arena, GradNode, (size_t)t->n + 1);
    for (uint32_t i = 0; i < t->n; i++) node.fields[i] = forward_take(f, t->fields[i], all, at);
    return node;
}

void forward_name(Forward *f, const IrVar *v, const GradNode *node) {
    const IrOperand *x = &node->sum;
    if (!v->name || x->kind != IR_OPERAND_VAR || x->var->id < f->n_primal || !x->var->def) return;
    if (x->var->name && strcmp(x->var->name, "lv") == 0) {
        x->var->name = intern_c(&f->m->names, arena_printf(&f->g->arena, "%s_tangent", v->name));
    }
}
