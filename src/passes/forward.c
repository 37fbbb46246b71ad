/* SPDX-License-Identifier: Apache-2.0 */
/* ForwardGradient: f_jvp is a copy of f, prepared as Gradient prepares it, in which the tangent of
 * each value that depends on a parameter stands behind the value.
 *
 *     def f(x, w):                         def f_jvp(x, w, x_tangent, w_tangent):
 *         y = R.multiply(x, w)                 y = R.multiply(x, w)
 *         z = R.exp(y)                         lv = R.multiply(x_tangent, w)
 *         return z                             lv1 = R.multiply(x, w_tangent)
 *                                              y_tangent = R.add(lv, lv1)
 *                                              z = R.exp(y)
 *                                              z_tangent = R.multiply(y_tangent, z)
 *                                              return (z, z_tangent)
 *
 * Nothing is kept for later, so memory is that of f, twice. Where the tangent of an operator comes
 * from is told in forward_call.c. Linear in what comes out. */
#include "base/diag.h"
#include "base/near.h"
#include "ir/definition.h"
#include "ir/origin.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/forward_parts.h"
#include "passes/passes.h"

/* What nothing uses */

static void note_new(void *user, IrSymbol *s) {
    Forward *f = user;
    f->meets_new |= s->function == f->fn && s->index >= f->n_symbols;
}

/* A cast that may define a symbol that only a transpose has: shapes may be written by it. */
static bool defines_symbol(Forward *f, const IrBinding *b) {
    if (b->kind != IR_BIND_MATCH_CAST || !b->cast->has_symbols) return false;
    f->meets_new = false;
    ir_type_symbols(b->cast, note_new, f);
    return f->meets_new;
}

/* Of what was made. Recursion is over branches. */
static void remove_unused(Forward *f, IrBody *body) {
    for (IrBinding *b = body->last, *prev; b; b = prev) {
        prev = b->prev;
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) remove_unused(f, b->bodies[i]);
        if (b->var->id >= f->n_primal && !b->var->n_uses && blocks_is_pure(b) &&
            b->kind != IR_BIND_IF && !defines_symbol(f, b))
            blocks_remove(b);
    }
}

static void remove_transposes(Forward *f) {
    for (uint32_t i = 0; i < f->n_primal; i++) {
        const ForwardTranspose *t = f->transposes[i];
        if (t && t->end) ir_binding_remove(t->end);
    }
    remove_unused(f, f->fn->body);
}

/* A function */

static void find_active(Forward *f) {
    Gradient *g = f->g;
    gradient_set_tables(g);
    for (size_t i = 0; i < f->fn->params.len; i++) {
        const IrVar *p = f->fn->params.at[i];
        const GradNode node = forward_node(f, p);
        g->varied[p->id] = !gradient_node_is_zero(&node);
    }
    gradient_find_varied(g);
    for (uint32_t i = 0; i < f->fn->body->result.n; i++) {
        const IrOperand *o = &f->fn->body->result.at[i];
        if (o->kind == IR_OPERAND_VAR) g->useful[o->var->id] = true;
    }
    gradient_find_useful(g);
}

static bool analyse(Forward *f) {
    GradExpand x;
    gradient_expand_init(&x, f->g);
    find_active(f);
    if (!gradient_expand(&x) || !gradient_name_shapes(f->g)) return false;
    find_active(f);
    f->n_primal = f->fn->n_vars;
    f->n_symbols = (uint32_t)f->fn->symbols.len;
    f->replaced = ARENA_ARRAY(&f->g->arena, IrVar *, (size_t)f->n_primal + 1);
    return gradient_report_missing(&x) && forward_find_calls(f) && forward_transpose(f);
}

/* The end of the body: builders write there. */
static void open_end(Forward *f) {
    IrBlock *block = f->fn->body->last_block;
    if (!block) block = ir_block_append(f->fn->body, f->fn->is_pure);
    f->g->b = (IrBuilder){.m = f->m,
                          .fn = f->fn,
                          .block = block,
                          .loc = f->fn->loc,
                          .origin = ir_origin_new(f->m, IR_ORIGIN_MADE, "ForwardGradient", NULL)};
    f->g->d = (OpDecompose){.b = &f->g->b, .name = "lv"};
}

static bool put_refined(Forward *f, const IrOperand *tree, IrOperandBuf *out) {
    const IrType *as = ir_operand_type(f->m, tree);
    IrOperandBuf own;
    ir_operands_init(&own, &f->g->arena);
    const GradNode node = forward_tangent(f, tree);
    if (!forward_put(f, tree, &node, &own)) return false;
    uint32_t at = 0;
    const uint32_t n = forward_count(as);
    for (uint32_t i = 0; i < n && at < own.ops.len; i++, at++) {
        const IrOperand x =
            as->kind == IR_TYPE_TENSOR ? forward_refine(f, own.ops.at[at], as) : own.ops.at[at];
        ir_operands_copy(out, &x);
    }
    return true;
}

/* Of a loop's body: carries, their tangents, what is stacked, the tangents of that. */
static bool put_loop_result(Forward *f, IrOperandBuf *out) {
    const GradFunction *self = f->self;
    const IrOperand *result = f->fn->body->result.at;
    IrOperandBuf own;
    ir_operands_init(&own, &f->g->arena);
    const uint32_t n = gradient_put_elements(&f->g->d, result, &own);
    const size_t all = ir_operands_tuple(out);
    uint32_t total = n, at = 0;
    for (uint32_t part = 0, i = 0; part < 2; part++) {
        const uint32_t end = part ? n : self->n_carries;
        const uint32_t from = at, first = i;
        for (; i < end; at += own.ops.at[at].span, i++) ir_operands_copy(out, &own.ops.at[at]);
        at = from;
        for (i = first; i < end; at += own.ops.at[at].span, i++) {
            const IrOperand *o = &own.ops.at[at];
            if (!part && !self->wants[i]) continue;
            if (!put_refined(f, o, out)) return false;
            total += forward_count(ir_operand_type(f->m, o));
        }
    }
    ir_operands_end(out, all, total);
    return true;
}

static bool set_result(Forward *f) {
    const IrOperand *result = f->fn->body->result.at;
    IrOperandBuf out;
    ir_operands_init(&out, &f->g->arena);
    open_end(f);
    if (f->self && f->self->kind == GRAD_LOOP) {
        if (!put_loop_result(f, &out)) return false;
    } else {
        const GradNode node = forward_tangent(f, result);
        const size_t all = ir_operands_tuple(&out);
        ir_operands_copy(&out, result);
        const uint32_t n = f->self ? forward_count(ir_operand_type(f->m, result)) : 1;
        if (!(f->self ? forward_put(f, result, &node, &out)
                      : forward_put_whole(f, result, &node, &out)))
            return false;
        ir_operands_end(&out, all, 1 + n);
    }
    ir_body_set_result(f->fn->body, out.ops.at, (uint32_t)out.ops.len);
    if (!f->self)
        f->fn->result =
            gradient_signature_type(f->g, ir_operand_type(f->m, f->fn->body->result.at));
    return true;
}

static bool differentiate(Forward *f) {
    if (!analyse(f) || !forward_body(f, f->fn->body) || !set_result(f)) return false;
    remove_transposes(f);
    if (!gradient_simplify(&f->session->s, f->fn, f->n_primal)) return false;
    ir_body_fix_outputs(f->fn);
    return true;
}

/* What is asked for */

static IrFunction *copy(ForwardSession *s, IrFunction *from) {
    IrModule *m = s->s.m;
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, m, &s->s.arena, from, NULL);
    for (size_t i = 0; i < from->params.len; i++) ir_clone_param(&c, from->params.at[i]);
    if (!ir_clone_finish(&c)) return NULL;
    const char *suffix = s->options->suffix ? s->options->suffix : "_jvp";
    const char *base = s->options->base ? s->options->base : from->name;
    fn->name = gradient_new_name(&s->s, base, suffix);
    ir_function_drop_attr(fn, "donate"); /* of other parameters and results */
    ir_function_drop_attr(fn, IR_OUTPUT_NAMES);
    fn->is_private = false;
    ir_function_publish(ir_global_new(m, fn->name), fn);
    return fn;
}

static bool report_unknown(Forward *f, const char *pattern) {
    Diag *d = diag_error(f->m->ctx, f->fn->loc, DIAG_NAME, pattern);
    NearNames names;
    near_names_begin(&names, f->m->ctx, pattern);
    for (size_t i = 0; i < f->fn->params.len; i++)
        near_names_add(&names, f->fn->params.at[i]->name);
    near_names_end(&names, f->m->ctx, d,
                   diag_fmt(f->m->ctx, "a parameter of '%s'", f->session->s.of));
    return false;
}

/* Whether parameters are asked for, by number. False after a report. */
static bool find_wrt(Forward *f, bool *wants) {
    const ForwardOptions *o = f->session->options;
    Ctx *ctx = f->m->ctx;
    const size_t n = f->fn->params.len;
    bool found = o->n_params > 0;
    for (size_t k = 0; k < o->n_params; k++) wants[o->params[k]] = true;
    if (found) return true;
    for (size_t k = 0; k < (o->n_wrt ? o->n_wrt : 1); k++) {
        bool any = !o->n_wrt;
        for (size_t i = 0; i < n; i++) {
            const IrVar *p = f->fn->params.at[i];
            if (o->n_wrt && !(p->name && gradient_matches(o->wrt[k], p->name))) continue;
            any = true;
            const bool counts = gradient_type_counts(p->type) && p->type->kind != IR_TYPE_ANY;
            found |= wants[i] |= counts;
            if (counts || !o->n_wrt || strpbrk(o->wrt[k], "*?")) continue;
            Diag *d =
                diag_error(ctx, f->fn->loc, DIAG_VALUE,
                           diag_fmt(ctx, "there is no derivative with respect to '%s'", p->name));
            diag_expected(ctx, d, "a parameter that holds floating-point tensors");
            diag_found(ctx, d, "%s", ir_type_text(f->m, p->type));
            return false;
        }
        if (!any) return report_unknown(f, o->wrt[k]);
    }
    if (found) return true;
    Diag *d = diag_error(ctx, f->fn->loc, DIAG_VALUE,
                         "there is nothing to differentiate with respect to");
    diag_expected(ctx, d, "a parameter of '%s' that holds floating-point tensors",
                  f->session->s.of);
    return false;
}

static void end(Forward *f) {
    arena_fini(&f->g->arena);
    if (f->t) arena_fini(&f->t->arena);
}

static bool run(ForwardSession *s, Forward *top) {
    bool ok = true;
    vec_push(&s->s.arena, &s->work, top);
    for (size_t i = 0; i < s->work.len; i++) {
        Forward *f = s->work.at[i];
        ok &= differentiate(f);
        end(f);
    }
    return ok;
}

bool forward_gradient(IrModule *m, const ForwardOptions *o) {
    IrFunction *from = blocks_public_function(m, o->function);
    if (!from) return false;
    static const GradientOptions none = {.target = -1};
    ForwardSession s = {.s = {.m = m, .options = &none, .of = from->name}, .options = o};
    arena_init(&s.s.arena, m->ctx);
    map_init(&s.s.functions, &s.s.arena);
    gradient_list_definitions(&s.s);
    IrFunction *fn = copy(&s, from);
    bool ok = fn != NULL;
    if (ok) {
        Forward *f = forward_open(&s, fn, NULL);
        bool *wants = ARENA_ARRAY(&s.s.arena, bool, fn->params.len + 1);
        ok = find_wrt(f, wants);
        if (ok) forward_signature(f, wants, (uint32_t)fn->params.len);
        if (ok)
            ok = run(&s, f);
        else
            end(f);
    }
    arena_fini(&s.s.arena);
    return ok && blocks_finish(m);
}

bool pass_forward_gradient(IrModule *m, const PassValue *values) {
    enum { FUNCTION, WRT };
    const ForwardOptions options = {
        .function = values[FUNCTION].n ? values[FUNCTION].names[0] : NULL,
        .wrt = values[WRT].names,
        .n_wrt = values[WRT].n,
    };
    return forward_gradient(m, &options);
}
