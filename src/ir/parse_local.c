/* SPDX-License-Identifier: Apache-2.0 */
/* Functions inside of functions. One that names itself becomes a private function of the module, as
 * LambdaLift would make of it; what it captures becomes leading parameters:
 *
 *     def f(x):                             def f_loop(x, i):
 *         def loop(i):                          ... cls.f_loop(x, i + 1) ...
 *             ... loop(i + 1) ... x ...     def f(x):
 *                                               def loop(i):
 *                                                   return cls.f_loop(x, i)
 *
 * Symbols of the functions around that these parameters do not tell come in a shape, first. Where
 * nothing is passed so, the name means the module's function, and no `loop` stays. */
#include "ir/clone.h"
#include "ir/foreign.h"
#include "ir/parse_parts.h"

/* A symbol of a function around, and the lifted function's own. */
typedef struct {
    IrSymbol *outer, *own;
} Moved;

typedef struct {
    IrClone clone; /* first: foreign() finds the rest */
    Parse *p;
    const IrFunction *old;
    const IrVar *self; /* old's capture of itself */
    IrGlobal *global;
    VEC(Moved) moved;
    IrOperandBuf inside, outside; /* what calls pass first, in each one's terms */
    bool is_begun;
} Lifted;

IrVar *ir_parse_self(Scope *s, Entry *e) {
    Ctx *ctx = s->p->ctx;
    if (!s->has_result || scope_definition(s)) {
        Diag *d =
            diag_error(ctx, s->fn->loc, DIAG_UNSUPPORTED,
                       diag_fmt(ctx, "the local function '%s', which names itself,", s->name));
        diag_help(ctx, d,
                  scope_definition(s) ? "make it a function of the module"
                                      : "annotate what it returns");
        return e->var = ir_var_new(s->fn, s->name, s->p->m->any);
    }
    IrBinding *stub = ARENA_NEW(&s->p->arena, IrBinding);
    IrVar *outer = ir_var_new(s->outer->fn, s->name, ir_function_value_type(s->fn));
    *stub = (IrBinding){.kind = IR_BIND_FUNCTION, .function = s->fn, .block = s->outer->b.block};
    s->self = scope_capture(s, e, outer);
    s->self->def = stub; /* calls are typed by the signature itself */
    return s->self;
}

/* Symbols */

static void add_moved(void *user, IrSymbol *s) {
    Lifted *l = user;
    for (size_t i = 0; i < l->moved.len; i++) {
        if (l->moved.at[i].outer == s) return;
    }
    Moved m = {s, ir_symbol_new(l->clone.to, s->name, s->loc)};
    m.own->is_extent = s->is_extent;
    vec_push(&l->p->arena, &l->moved, m);
}

static const IrDim *own_symbol(void *user, IrSymbol *s) {
    const Lifted *l = user;
    for (size_t i = 0; i < l->moved.len; i++) {
        if (l->moved.at[i].outer == s) return ir_dim_symbol(l->p->m, l->moved.at[i].own);
    }
    return ir_dim_symbol(l->p->m, s);
}

static const IrDim *foreign(IrClone *c, IrSymbol *s) {
    while (c->outer) c = c->outer;
    return own_symbol(c, s);
}

/* Those that no parameter has alone come in a shape, before all else. */
static void pass_symbols(Lifted *l) {
    IrModule *m = l->p->m;
    IrFunction *fn = l->clone.to;
    const IrDim **own = ARENA_ARRAY(&l->p->arena, const IrDim *, l->moved.len + 1);
    const IrDim **outer = ARENA_ARRAY(&l->p->arena, const IrDim *, l->moved.len + 1);
    int32_t n = 0;
    for (size_t i = 0; i < l->moved.len; i++) {
        if (l->moved.at[i].own->is_defined) continue;
        own[n] = ir_dim_symbol(m, l->moved.at[i].own);
        outer[n++] = ir_dim_symbol(m, l->moved.at[i].outer);
    }
    if (!n) return;
    ir_clone_new_param(&l->clone, "dims", ir_type_shape(m, own, n));
    IrVar *shape = fn->params.at[fn->params.len - 1];
    memmove(fn->params.at + 1, fn->params.at, (fn->params.len - 1) * sizeof shape);
    fn->params.at[0] = shape;
    ir_operands_shape(&l->inside, ir_type_shape(m, own, n));
    ir_operands_shape(&l->outside, ir_type_shape(m, outer, n));
}

/* The local function that passes what the module's needs besides; `around` NULL: not in the lifted
 * one. NULL after a report. */
static IrVar *wrapper(Lifted *l, IrBuilder *b, const IrOperandBuf *passed, IrClone *around) {
    IrModule *m = l->p->m;
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, m, &l->p->arena, l->old, b->fn);
    c.outer = around;
    c.foreign = around ? foreign : NULL;
    c.b.loc = b->loc;
    fn->n_captures = 0;
    IrOperandBuf captures, call;
    ir_operands_init(&captures, &m->scratch);
    ir_operands_init(&call, &m->scratch);
    ir_operands_global(&call, l->global);
    for (size_t i = 0; i < passed->ops.len; i++) {
        const IrOperand *o = &passed->ops.at[i];
        if (o->kind == IR_OPERAND_VAR) {
            ir_operands_var(&captures, o->var);
            ir_operands_var(&call, ir_clone_new_param(&c, o->var->name, o->var->type));
            fn->n_captures++;
        } else {
            ir_operands_shape(&call, o->type);
        }
    }
    for (size_t i = l->old->n_captures; i < l->old->params.len; i++)
        ir_operands_var(&call, ir_clone_param(&c, l->old->params.at[i]));
    fn->result = ir_clone_type(&c, l->old->result);
    fn->body = ir_body_new(fn, NULL);
    c.b.block = ir_block_append(fn->body, false);
    IrVar *v = ir_build_invoke(&c.b, call.ops.at, (uint32_t)call.ops.len, l->p->name.lv);
    if (!v) return NULL;
    const IrOperand result = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    ir_body_set_result(fn->body, &result, 1);
    return ir_build_function(b, fn, captures.ops.at, (uint32_t)captures.ops.len, l->old->name);
}

/* Its calls in itself; before them, what its name is where it is not called. */
static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    Lifted *l = c->user;
    if (!l->is_begun && c == &l->clone) {
        l->is_begun = true;
        bool is_value = false;
        for (const IrOperand *use = l->self->uses; use && !is_value; use = use->next_use) {
            const IrBinding *user = use->list->binding;
            is_value = !user || user->kind != IR_BIND_INVOKE || use != use->list->at;
        }
        IrVar *v = is_value ? wrapper(l, &c->b, &l->inside, c) : NULL;
        if (is_value && !v) return IR_CLONE_FAILED;
        if (v) ir_clone_set_var(c, l->self, v);
    }
    if (b->kind != IR_BIND_INVOKE || b->operands.at->kind != IR_OPERAND_VAR ||
        b->operands.at->var != l->self)
        return IR_CLONE_COPY;
    IrOperandBuf call;
    ir_operands_init(&call, &c->m->scratch);
    ir_operands_global(&call, l->global);
    for (size_t i = 0; i < l->inside.ops.len; i++)
        vec_push(call.arena, &call.ops, l->inside.ops.at[i]);
    ir_clone_operands(c, b->operands.at + 1, b->operands.n - 1, &call);
    IrVar *v = ir_build_invoke(&c->b, call.ops.at, (uint32_t)call.ops.len, b->var->name);
    if (!v) return IR_CLONE_FAILED;
    if (c->b.block->is_dataflow) v->is_output = b->var->is_output;
    ir_clone_set_var(c, b->var, v);
    return IR_CLONE_DONE;
}

static IrGlobal *new_global(const Scope *s, const char *name) {
    Parse *p = s->p;
    const char *base = arena_printf(&p->m->arena, "%s_%s", s->fn->name, name), *tried = base;
    for (unsigned i = 1; ir_global_find(p->m, str_c(tried)); i++)
        tried = arena_printf(&p->m->arena, "%s_%u", base, i);
    return ir_global_new(p->m, tried);
}

/* The signature of the lifted function, and what calls pass first. */
static void lifted_signature(Lifted *l, const Scope *inner) {
    const IrFunction *old = l->old;
    ir_function_foreign_symbols(old, add_moved, l);
    IrOperandBuf inside;
    ir_operands_init(&inside, &l->p->arena);
    for (uint32_t i = 0; i < old->n_captures; i++) {
        const IrVar *p = old->params.at[i];
        if (p == l->self) continue;
        const IrType *t = p->type;
        if (t->has_symbols) t = ir_type_map(l->p->m, t, own_symbol, l);
        IrVar *own = ir_clone_new_param(&l->clone, p->name, t);
        ir_clone_set_var(&l->clone, p, own);
        ir_operands_var(&inside, own);
    }
    for (size_t i = old->n_captures; i < old->params.len; i++)
        ir_clone_param(&l->clone, old->params.at[i]);
    pass_symbols(l);
    for (size_t i = 0; i < inside.ops.len; i++)
        vec_push(&l->p->arena, &l->inside.ops, inside.ops.at[i]);
    for (uint32_t i = 0; i < old->n_captures; i++) {
        if (old->params.at[i] != l->self) ir_operands_var(&l->outside, inner->captured.at[i]);
    }
}

/* inner's function has been read; NULL with the entry's global, or after a report. */
static IrVar *lift(Scope *s, const Scope *inner) {
    Parse *p = s->p;
    Lifted *l = ARENA_NEW(&p->arena, Lifted);
    l->p = p;
    l->old = inner->fn;
    l->self = inner->self;
    l->global = new_global(s, inner->name);
    ir_operands_init(&l->inside, &p->arena);
    ir_operands_init(&l->outside, &p->arena);
    IrFunction *fn = ir_clone_begin(&l->clone, p->m, &p->arena, inner->fn, NULL);
    fn->name = l->global->name;
    fn->global = l->global;
    fn->n_captures = 0;
    l->clone.user = l;
    l->clone.visit = visit;
    l->clone.foreign = foreign;
    lifted_signature(l, inner);
    fn->result = ir_clone_type(&l->clone, inner->fn->result);
    l->global->function = fn;
    if (!l->inside.ops.len) {
        l->clone.visit = NULL;
        ir_clone_set(&l->clone, l->self,
                     (IrOperand){.kind = IR_OPERAND_GLOBAL, .global = l->global});
    }
    if (!ir_clone_finish(&l->clone)) return NULL;
    if (l->inside.ops.len) return wrapper(l, &s->b, &l->outside, NULL);
    scope_entry(s, inner->name)->global = l->global;
    return NULL;
}

IrVar *ir_parse_local(Scope *s, const SynStmt *def, bool pure) {
    Parse *p = s->p;
    const Loc loc = def->loc;
    IrFunction *fn = ir_function_new(p->m, def->name);
    fn->parent = s->fn;
    fn->loc = loc;
    fn->is_private = true;
    fn->is_pure = pure;
    Scope *inner = ARENA_NEW(&p->arena, Scope);
    scope_init(inner, p, s, fn);
    inner->name = def->name;
    ir_parse_signature(inner, def, fn);
    ir_parse_function(inner, loc);
    s->b.loc = loc;
    if (inner->self) return diag_errors(p->ctx) ? NULL : lift(s, inner);
    IrOperandBuf buf;
    ir_operands_init(&buf, &p->m->scratch);
    for (size_t i = 0; i < inner->captured.len; i++) ir_operands_var(&buf, inner->captured.at[i]);
    return ir_build_function(&s->b, fn, buf.ops.at, (uint32_t)buf.ops.len, def->name);
}
