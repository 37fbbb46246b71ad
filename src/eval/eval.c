/* SPDX-License-Identifier: Apache-2.0 */
/* The graph evaluator's walk over a body. Recursion is over branches and calls, which limits.depth
 * bounds. */
#include "eval/eval_parts.h"
#include "ir/origin.h"

static void consume(Frame *f, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind != IR_OPERAND_VAR || --f->left[o->var->id] > 0) continue;
        value_unref(f->vars[o->var->id]);
        f->vars[o->var->id] = NULL;
    }
}

static Value *run_body(Frame *f, IrBody *body);

static Value *invoke(Frame *f, const IrBinding *b) {
    const IrOperands *list = &b->operands;
    Value *callee = eval_operand(f, b->loc, list->at);
    if (!callee) return NULL;
    Value **args = ARENA_ARRAY(&f->arena, Value *, (size_t)list->n + 1);
    uint32_t n = 0;
    for (uint32_t at = list->at->span; at < list->n; at += list->at[at].span) {
        args[n] = eval_operand(f, b->loc, &list->at[at]);
        if (!args[n++]) return NULL;
    }
    if (callee->kind == VALUE_STRING) {
        Value *given = eval_external(f, b, callee, args, n);
        for (uint32_t i = 0; i < n; i++) value_unref(args[i]);
        value_unref(callee);
        return given;
    }
    Frame called;
    if (!eval_open_value(&called, f, b->loc, callee)) return NULL;
    Value *result = eval_invoke(&called, called.fn->loc, args, n);
    eval_close(&called);
    value_unref(callee);
    return result;
}

static Value *take_branch(Frame *f, const IrBinding *b) {
    Value *cond = eval_operand(f, b->loc, b->operands.at);
    bool yes = false;
    if (!cond || !eval_condition(f, b->loc, cond, &yes)) return NULL;
    value_unref(cond);
    return run_body(f, b->bodies[yes ? 0 : 1]);
}

static Value *run_binding(Frame *f, IrBinding *b) {
    switch (b->kind) {
    case IR_BIND_VALUE: return eval_operand(f, b->loc, b->operands.at);
    case IR_BIND_CALL: return eval_call(f, b);
    case IR_BIND_INVOKE: return invoke(f, b);
    case IR_BIND_IF: return take_branch(f, b);
    case IR_BIND_FIELD: {
        Value *tuple = eval_operand(f, b->loc, b->operands.at);
        if (!tuple) return NULL;
        bool ok = tuple->kind == VALUE_TUPLE && b->index < tuple->n;
        Value *v = ok ? value_ref(tuple->items[b->index]) : NULL;
        value_unref(tuple);
        if (!ok) eval_fail(f->e, b->loc, "no such field");
        return v;
    }
    case IR_BIND_MATCH_CAST: {
        Value *v = eval_operand(f, b->loc, b->operands.at);
        return v && eval_check(f, b->loc, b->cast, v, "the value of R.match_cast") ? v : NULL;
    }
    case IR_BIND_FUNCTION: {
        uint32_t n = b->operands.n;
        Value **captures = ARENA_ARRAY(&f->arena, Value *, (size_t)n + 1);
        for (uint32_t i = 0; i < n; i++) captures[i] = eval_leaf(f, b->loc, &b->operands.at[i]);
        Value *v = value_function(f->list, b->function, captures, n);
        return v;
    }
    case IR_BIND_COUNT: break;
    }
    BUG("no run of a %s", ir_bind_name(b->kind));
}

static Value *run_body(Frame *f, IrBody *body) {
    IrModule *m = f->e->m;
    for (IrBinding *b = body->first; b; b = b->next) {
        ctx_step(f->e->m->ctx, b->loc);
        ArenaMark mark = arena_mark(&f->arena), scratch = arena_mark(&m->scratch);
        const DiagMark before = diag_mark(m->ctx);
        Value *v = run_binding(f, b);
        arena_rewind(&f->arena, mark);
        arena_rewind(&m->scratch, scratch);
        if (!v) {
            const char *node = ir_origin_node(b->origin);
            if (node) diag_blame(m->ctx, before, node);
            return NULL;
        }
        const bool told = f->e->each && f->e->depth == 1;
        if (told && !f->e->each(f->e->each_user, b->var, v)) return NULL;
        consume(f, &b->operands);
        f->left[b->var->id] = b->var->n_uses;
        if (b->var->n_uses) {
            value_unref(f->vars[b->var->id]); /* of the body's run before */
            f->vars[b->var->id] = v;
        } else {
            value_unref(v);
        }
    }
    return eval_operand(f, f->fn->loc, body->result.at);
}

Evaluator *eval_new(IrModule *m, Arena *arena) { return eval_with_walk(m, arena, run_body); }

void eval_each(Evaluator *self, EvalEach each, void *user) {
    self->each = each;
    self->each_user = user;
}
