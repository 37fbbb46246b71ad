/* SPDX-License-Identifier: Apache-2.0 */
/* What adjoints pass through: what depends on a variable that is asked for, and what a seed depends
 * on. Each binding is looked at once each way. */
#include "passes/gradient_parts.h"

bool gradient_type_counts(const IrType *t) {
    switch (t->kind) {
    case IR_TYPE_TENSOR:
        return t->dtype == DTYPE_VOID || (dtype_is_float(t->dtype) && !dtype_is_small(t->dtype));
    case IR_TYPE_ANY: return true;
    case IR_TYPE_TUPLE:
        for (uint32_t i = 0; i < t->n; i++) {
            if (gradient_type_counts(t->fields[i])) return true;
        }
        return false;
    default: return false;
    }
}

static IrVar *varied_operand(const Gradient *g, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind == IR_OPERAND_VAR && g->varied[o->var->id]) return o->var;
    }
    return NULL;
}

static bool is_constant(const IrBinding *b) {
    return b->kind == IR_BIND_CALL && b->op->gradient == grad_zero;
}

bool gradient_tree_varies(const Gradient *g, const IrOperand *tree) {
    for (uint32_t i = 0; i < tree->span; i++) {
        if (tree[i].kind == IR_OPERAND_VAR && g->varied[tree[i].var->id]) return true;
    }
    return false;
}

/* A nested function varies with what it captures. */
static void vary(Gradient *g, IrVar *v, IrVar *via) {
    const bool function = v->def && v->def->kind == IR_BIND_FUNCTION;
    if (g->varied[v->id] || !(function || gradient_type_counts(v->type))) return;
    g->varied[v->id] = true;
    g->via[v->id] = via;
}

/* Recursion is over nested bodies: an `if` depends on what its branches give. */
static void vary_in(Gradient *g, IrBody *body) {
    for (IrBinding *b = body->first; b; b = b->next) {
        ctx_poll(g->m->ctx);
        IrVar *via = is_constant(b) ? NULL : varied_operand(g, &b->operands);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) {
            vary_in(g, b->bodies[i]);
            if (!via) via = varied_operand(g, &b->bodies[i]->result);
        }
        if (via) vary(g, b->var, via);
    }
}

void gradient_find_varied(Gradient *g) { vary_in(g, g->fn->body); }

static void use(Gradient *g, const IrOperands *list, IrBinding *user) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind != IR_OPERAND_VAR || g->useful[o->var->id]) continue;
        g->useful[o->var->id] = true;
        g->user[o->var->id] = user;
    }
}

/* Recursion is over nested bodies. */
static void use_in(Gradient *g, IrBody *body) {
    for (IrBinding *b = body->last; b; b = b->prev) {
        ctx_poll(g->m->ctx);
        if (!g->useful[b->var->id] || is_constant(b)) continue;
        use(g, &b->operands, b);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) {
            use(g, &b->bodies[i]->result, b);
            use_in(g, b->bodies[i]);
        }
    }
}

void gradient_find_useful(Gradient *g) { use_in(g, g->fn->body); }

/* Paths, for messages */

enum { PATH_MAX_STEPS = 6 };

static void add_step(StrBuf *out, const IrVar *v) {
    if (out->text.len) strbuf_printf(out, ", ");
    strbuf_printf(out, "%s", v->name ? v->name : "?");
    if (v->def && v->def->kind == IR_BIND_CALL) strbuf_printf(out, " (R.%s)", v->def->op->name);
}

const char *gradient_path(Gradient *g, const IrBinding *b) {
    StrBuf out;
    strbuf_init(&out, &g->arena);
    const IrVar *before[PATH_MAX_STEPS];
    size_t n = 0, left = 0;
    const IrVar *start = b->var;
    for (const IrVar *v = g->via[b->var->id]; v; v = g->via[v->id]) {
        if (n < PATH_MAX_STEPS)
            before[n++] = v;
        else
            left++;
        start = v;
    }
    if (left) add_step(&out, start);
    if (left > 1) strbuf_printf(&out, ", ... (%zu more)", left - 1);
    while (n) add_step(&out, before[--n]);
    add_step(&out, b->var);
    for (const IrBinding *u = g->user[b->var->id]; u; u = g->user[u->var->id]) {
        if (n++ < PATH_MAX_STEPS)
            add_step(&out, u->var);
        else if (!g->user[u->var->id]) {
            if (n > PATH_MAX_STEPS + 1)
                strbuf_printf(&out, ", ... (%zu more)", n - PATH_MAX_STEPS - 1);
            add_step(&out, u->var);
        }
    }
    return strbuf_cstr(&out);
}

const char *gradient_stop(Gradient *g, const IrVar *from) {
    const IrVar **before = ARENA_ARRAY(&g->arena, const IrVar *, (size_t)g->n_vars + 1);
    VEC(const IrVar *) reached = {.at = NULL};
    vec_push(&g->arena, &reached, from);
    before[from->id] = from;
    for (size_t i = 0; i < reached.len; i++) {
        for (const IrOperand *o = reached.at[i]->uses; o; o = o->next_use) {
            const IrBinding *b = o->list->binding;
            if (!b || b->var->id >= g->n_vars || before[b->var->id]) continue;
            before[b->var->id] = reached.at[i];
            vec_push(&g->arena, &reached, b->var);
            if (!is_constant(b)) continue;
            const IrVar *steps[PATH_MAX_STEPS];
            size_t n = 0;
            for (const IrVar *v = b->var; n < PATH_MAX_STEPS; v = before[v->id]) {
                steps[n++] = v;
                if (v == from) break;
            }
            StrBuf out;
            strbuf_init(&out, &g->arena);
            if (steps[n - 1] != from) strbuf_printf(&out, "%s, ...", from->name ? from->name : "?");
            while (n) add_step(&out, steps[--n]);
            return strbuf_cstr(&out);
        }
    }
    return NULL;
}
