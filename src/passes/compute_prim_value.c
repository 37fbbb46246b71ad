/* SPDX-License-Identifier: Apache-2.0 */
/* ComputePrimValue: arithmetic on symbols becomes calls of functions of the host, as TVM's virtual
 * machine has them.
 *
 *     c = R.equal(R.prim_value(n % 16), R.prim_value(0))
 *     y = R.prim_value(n * m)
 *
 *     c = R.match_cast(cls.compute_symbolic_expr(R.prim_value(n)), R.Prim("bool"))
 *     y = R.match_cast(cls.compute_symbolic_expr1(R.prim_value(n), R.prim_value(m)),
 *                      R.Prim(value=n * m))
 *
 *     @T.prim_func(private=True)
 *     def compute_symbolic_expr(n: T.int64) -> T.bool:
 *         T.func_attr({"tir.is_host_func": True})
 *         T.ret(n % 16 == 0)
 *
 * So does each int64 that is neither a constant nor a symbol, wherever it is an operand or part of
 * a result, and each comparison of two numbers; extents of shapes stay. The same expression is one
 * function. What such a function returns is an object to whoever reads its text, so its type is
 * cast. Nothing that is left runs here. A clone of the module; linear. */
#include <stdlib.h>

#include "base/diag.h"
#include "base/strbuf.h"
#include "ir/clone.h"
#include "ir/fresh.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"

typedef struct {
    const char *text; /* below its name; interned */
    IrGlobal *global;
} Made;

typedef struct {
    IrModule *m;
    Arena *arena;
    IrFresh names;
    Map made; /* Made by text */
} Compute;

/* `a`, or `a op b`. */
typedef struct {
    const IrDim *a, *b;
    const char *op; /* NULL: a alone */
} Expr;

static const struct {
    const char *name, *sign;
} comparisons[] = {{"equal", "=="},      {"not_equal", "!="}, {"less", "<"},
                   {"less_equal", "<="}, {"greater", ">"},    {"greater_equal", ">="}};

static const IrDim *value_of(const IrOperand *o) {
    return o->kind == IR_OPERAND_PRIM && o->type->dtype == DTYPE_INT64 ? o->type->value : NULL;
}

static bool is_computed(const IrOperand *o) {
    const IrDim *d = value_of(o);
    return d && d->n && !ir_dim_as_symbol(d);
}

/* The symbols of an expression, each with its name in the function. */
typedef struct {
    Compute *k;
    VEC(IrSymbol *) symbols;
    IrFunction *fn; /* of the names' symbols; nobody's */
    Map seen, names;
    Map own; /* IrSymbol by symbol */
} Params;

static void see(void *user, IrSymbol *s) {
    Params *p = user;
    if (map_mark_ptr(&p->seen, s)) vec_push(p->k->arena, &p->symbols, s);
}

static int by_age(const void *a, const void *b) {
    const IrSymbol *x = *(IrSymbol *const *)a, *y = *(IrSymbol *const *)b;
    return (x->id > y->id) - (x->id < y->id);
}

static void see_expr(Params *p, const Expr *e) {
    ir_dim_symbols(e->a, see, p);
    if (e->op) ir_dim_symbols(e->b, see, p);
    qsort(p->symbols.at, p->symbols.len, sizeof *p->symbols.at, by_age);
    for (size_t i = 0; i < p->symbols.len; i++) {
        IrModule *m = p->k->m;
        const char *name = ir_name(m, str_c(p->symbols.at[i]->name));
        for (unsigned n = 1; ir_text_is_reserved(name) || !map_mark_ptr(&p->names, name); n++)
            name = ir_name(m, str_c(diag_fmt(m->ctx, "%s_%u", p->symbols.at[i]->name, n)));
        IrSymbol *own = ir_symbol_new(p->fn, name, p->symbols.at[i]->loc);
        map_add_ptr(&p->own, p->symbols.at[i], own);
    }
}

static const IrDim *own_symbol(void *user, IrSymbol *s) {
    const Params *p = user;
    return ir_dim_symbol(p->k->m, map_get_ptr(&p->own, s));
}

/* What stands behind the name of the function that computes it. */
static const char *text_of(const Params *p, const Expr *e, DType result) {
    IrModule *m = p->k->m;
    StrBuf text;
    strbuf_init(&text, p->k->arena);
    strbuf_putc(&text, '(');
    for (size_t i = 0; i < p->fn->symbols.len; i++)
        strbuf_printf(&text, "%s%s: T.int64", i ? ", " : "", p->fn->symbols.at[i]->name);
    strbuf_printf(&text, ") -> T.%s:\n    T.func_attr({\"tir.is_host_func\": True})\n    T.ret(",
                  dtype_name(result));
    ir_dim_print(m, ir_dim_map(m, e->a, own_symbol, (void *)p), &text);
    if (e->op) {
        strbuf_printf(&text, " %s ", e->op);
        ir_dim_print(m, ir_dim_map(m, e->b, own_symbol, (void *)p), &text);
    }
    strbuf_putc(&text, ')');
    return ir_name(m, strbuf_str(&text));
}

static IrGlobal *function_of(Compute *k, const char *text) {
    Made *made = map_get_ptr(&k->made, text);
    if (made) return made->global;
    IrModule *m = k->m;
    IrGlobal *g = ir_global_new(m, ir_fresh_name(&k->names, "compute_symbolic_expr"));
    IrFunction *fn = g->function = ir_function_new(m, g->name);
    fn->global = g;
    fn->is_private = true;
    StrBuf whole;
    strbuf_init(&whole, &m->arena);
    strbuf_printf(&whole, "@T.prim_func(private=True)\ndef %s%s", g->name, text);
    fn->prim_text = strbuf_str(&whole);
    made = ARENA_NEW(k->arena, Made);
    *made = (Made){text, g};
    map_add_ptr(&k->made, text, made);
    return g;
}

/* A variable of that type which the host computes, behind b; NULL after a report. */
static IrVar *compute(IrClone *c, Expr e, const IrType *type, const char *name) {
    Compute *k = c->user;
    Params p = {.k = k, .fn = ir_function_new(k->m, "")};
    map_init(&p.seen, k->arena);
    map_init(&p.names, k->arena);
    map_init(&p.own, k->arena);
    see_expr(&p, &e);
    IrOperandBuf call;
    ir_operands_init(&call, &k->m->scratch);
    ir_operands_global(&call, function_of(k, text_of(&p, &e, type->dtype)));
    for (size_t i = 0; i < p.symbols.len; i++) {
        const IrDim *d = ir_dim_symbol(k->m, p.symbols.at[i]);
        ir_operands_prim(&call, ir_type_prim(k->m, DTYPE_INT64, d), 0);
    }
    IrVar *v = ir_build_invoke(&c->b, call.ops.at, (uint32_t)call.ops.len, NULL);
    if (!v) return NULL;
    v->is_output = !c->b.block->is_dataflow;
    IrVar *cast = ir_build_match_cast(
        &c->b, &(IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v}, 1, type, name);
    if (cast) cast->is_output = !c->b.block->is_dataflow;
    return cast;
}

/* Numbers among the operands, which are the new function's already. */
static bool compute_operands(IrClone *c, IrOperandBuf *list) {
    for (size_t i = 0; i < list->ops.len; i++) {
        const IrOperand o = list->ops.at[i];
        if (!is_computed(&o)) continue;
        IrVar *v = compute(c, (Expr){.a = value_of(&o)}, o.type, NULL);
        if (!v) return false;
        list->ops.at[i] = (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v};
    }
    return true;
}

static bool operands(IrClone *c, const IrBinding *from, IrOperandBuf *list) {
    (void)from;
    return compute_operands(c, list);
}

/* The sign of a comparison of two numbers whose values are extents; NULL: it is none. */
static const char *comparison(const IrBinding *b) {
    if (b->kind != IR_BIND_CALL || b->op != &op_number) return NULL;
    const IrOperand *x = b->operands.at, *y = x + x->span;
    if (!value_of(x) || !value_of(y) || (!value_of(x)->n && !value_of(y)->n)) return NULL;
    const char *name = b->attrs[ir_op_attr_index(&op_number, "op")].s;
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
        if (strcmp(comparisons[i].name, name) == 0) return comparisons[i].sign;
    }
    return NULL;
}

static const IrDim *cloned(IrClone *c, const IrOperand *o) {
    return ir_clone_type(c, o->type)->value;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    const IrOperand *x = b->operands.at;
    const char *sign = comparison(b);
    Expr e;
    if (sign) {
        e = (Expr){cloned(c, x), cloned(c, x + x->span), sign};
    } else if (b->kind == IR_BIND_VALUE && is_computed(x)) {
        e = (Expr){.a = cloned(c, x)};
    } else {
        return IR_CLONE_COPY;
    }
    IrVar *v = compute(c, e, ir_clone_type(c, b->var->type), b->var->name);
    if (!v) return IR_CLONE_FAILED;
    if (c->b.block->is_dataflow) v->is_output = b->var->is_output;
    ir_clone_set_var(c, b->var, v);
    return IR_CLONE_DONE;
}

static bool any_computed(const IrBody *body) {
    for (uint32_t i = 0; i < body->result.n; i++) {
        if (is_computed(&body->result.at[i])) return true;
    }
    return false;
}

/* At the end of `to`. */
static bool result(IrClone *c, const IrBody *from, IrBody *to) {
    IrOperandBuf list;
    ir_operands_init(&list, &c->m->scratch);
    ir_clone_operands(c, from->result.at, from->result.n, &list);
    if (any_computed(from)) {
        IrBlock *last = to->last_block;
        c->b.block = last && !last->is_dataflow ? last : ir_block_append(to, false);
        if (!compute_operands(c, &list)) return false;
    }
    ir_body_set_result(to, list.ops.at, (uint32_t)list.ops.len);
    return true;
}

static IrBody *branch(IrClone *c, const IrBody *from, IrBinding *owner) {
    IrBody *to = ir_body_new(c->to, owner);
    return ir_clone_branch(c, from, to) && (!any_computed(from) || result(c, from, to)) ? to : NULL;
}

/* Nested functions' results and branches too. */
static void params(IrClone *c) {
    c->result = result;
    c->branch = branch;
}

bool pass_compute_prim_value(IrModule *m) {
    Arena arena;
    arena_init(&arena, m->ctx);
    Compute k = {.m = m, .arena = &arena};
    ir_fresh_init(&k.names, m, &arena);
    map_init(&k.made, &arena);
    const IrCloneHooks hooks = {
        .visit = visit, .change = {.params = params, .operands = operands}, .user = &k};
    const bool ok = ir_clone_module(m, &hooks);
    arena_fini(&arena);
    return ok && blocks_finish(m);
}
