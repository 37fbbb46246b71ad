/* SPDX-License-Identifier: Apache-2.0 */
/* What the walk back leaves behind is simplified by rules: rewrite/rules/simplify_gradient.py and
 * those of Simplify, one set for all functions of a run. Approximate rules keep to what was added,
 * so forward passes keep their bits. Then what was computed before is not computed again, and what
 * nothing uses goes.
 *
 *     a_adjoint = R.multiply(R.ones((2, 3), "float32"), b)  a_adjoint = b
 *     w_adjoint = R.permute_dims(R.matmul(xt, c))           w_adjoint = R.matmul(R.permute_dims(c),
 *                                                           x) */
#include "passes/blocks.h"
#include "passes/common_values.h"
#include "passes/gradient_parts.h"
#include "passes/rule_passes.h"
#include "rewrite/rule.h"

/* Casts check something, branches may. */
static void remove_dead(IrBody *body) {
    for (IrBinding *b = body->last, *prev; b; b = prev) {
        prev = b->prev;
        if (b->var->n_uses || !blocks_is_pure(b) || b->kind == IR_BIND_MATCH_CAST ||
            b->kind == IR_BIND_IF)
            continue;
        blocks_remove(b);
    }
}

bool gradient_simplify(GradSession *s, IrFunction *fn, uint32_t first_id) {
    if (!s->rules) s->rules = pass_simplify_gradient_rules(s->m);
    const RuleScope scope = {fn, first_id};
    remove_dead(fn->body);
    if (!rules_apply_in(s->rules, s->m, &scope, NULL)) return false;
    merge_common_values(fn, first_id);
    remove_dead(fn->body);
    return true;
}

/* A rule may have put another value in the place of one with a name. */
void gradient_name_results(Gradient *g) {
    const IrOperand *at = g->fn->body->result.at + 1;
    at += at->span + 1;
    for (size_t i = 0; i < g->wrt.len; i++, at += at->span) {
        GradNode node = {.sum = *at};
        if (at->kind == IR_OPERAND_VAR) gradient_node_name(g, g->wrt.at[i], &node);
    }
}
