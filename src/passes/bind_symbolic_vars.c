/* SPDX-License-Identifier: Apache-2.0 */
/* BindSymbolicVars: a clone of the module in which symbols become constants, or expressions over
 * symbols of the new version. Callers are cloned too: the types of their calls change.
 *
 * A branch of an `if` may be right for other values only: which one is taken is decided in the run.
 * Where inference refutes a branch, its symbols stay there, and are cast at its borders; so what is
 * wrong is found in the run, if the branch is taken:
 *
 *     def f(x: R.Tensor((n,)), c):                 n = 2
 *         if c: y = x
 *         else: s = R.match_cast(R.shape([n]), R.Shape([1])); y = x
 *
 *     def f(x: R.Tensor((2,)), c):
 *         if c: y = x
 *         else:
 *             _ = R.match_cast(R.shape([2]), R.Shape([n]))
 *             x1 = R.match_cast(x, R.Tensor((n,)))
 *             s = R.match_cast(R.shape([n]), R.Shape([1]))
 *             y = R.match_cast(x1, R.Tensor((2,)))
 */
#include "base/diag.h"
#include "base/syntax.h"
#include "ir/clone.h"
#include "ir/text.h"
#include "passes/bind_params.h"
#include "passes/blocks.h"

typedef struct {
    const IrFunction *fn; /* NULL: all */
    const BindDim *list;
    size_t n;
} Bind;

/* A symbol of the parameters' types. */
static bool is_parameter(const IrSymbol *s) { return s->is_defined && !s->body; }

static bool is_somewhere(const IrModule *m, const Bind *b, const char *name) {
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body || (b->fn && fn != b->fn)) continue;
        for (size_t k = 0; k < fn->symbols.len; k++) {
            if (is_parameter(fn->symbols.at[k]) && strcmp(fn->symbols.at[k]->name, name) == 0)
                return true;
        }
    }
    return false;
}

static bool check(const IrModule *m, const Bind *b) {
    const Loc no_place = {.line = 0};
    Ctx *ctx = m->ctx;
    bool ok = true;
    for (size_t i = 0; i < b->n; i++) {
        const BindDim *d = &b->list[i];
        bool twice = false;
        for (size_t k = 0; k < i; k++) twice |= strcmp(b->list[k].name, d->name) == 0;
        if (!is_somewhere(m, b, d->name)) {
            Diag *diag = diag_error(ctx, no_place, DIAG_VALUE,
                                    diag_fmt(ctx, "'%s' is no symbolic dim", d->name));
            diag_expected(ctx, diag, "one that the parameters of %s define",
                          b->fn ? b->fn->name : "a function");
        } else if (twice) {
            diag_error(ctx, no_place, DIAG_DUPLICATE, d->name);
        } else if (!d->expr && d->value < 0) {
            diag_error(ctx, no_place, DIAG_VALUE,
                       diag_fmt(ctx, "the dim '%s' is negative", d->name));
        } else {
            continue;
        }
        ok = false;
    }
    return ok;
}

/* What the symbol of the function is bound to; NULL: it stays. */
static const BindDim *bound_to(const Bind *b, const IrSymbol *s) {
    if (b->fn && s->function != b->fn) return NULL;
    for (size_t k = 0; is_parameter(s) && k < b->n; k++) {
        if (strcmp(s->name, b->list[k].name) == 0) return &b->list[k];
    }
    return NULL;
}

static IrCloneAnswer refuse(IrClone *c, IrBinding *b) {
    (void)c;
    (void)b;
    return IR_CLONE_FAILED;
}

static bool refuse_result(IrClone *c, const IrBody *from, IrBody *to) {
    (void)c;
    (void)from;
    (void)to;
    return false;
}

static void stop(IrClone *c) {
    c->visit = refuse;
    c->result = refuse_result;
}

/* The symbols that stay first: an expression may name them. The number of these. */
static size_t bind_exprs(IrClone *c, const SynExpr **exprs) {
    const Bind *b = c->user;
    const size_t n = c->from->symbols.len;
    const IrDim **values = ARENA_ARRAY(c->arena, const IrDim *, n + 1);
    for (size_t i = 0; i < n; i++) {
        IrSymbol *s = c->from->symbols.at[i];
        if (is_parameter(s) && !bound_to(b, s)) ir_clone_symbol(c, s);
    }
    const size_t first = c->to->symbols.len;
    if (!ir_text_dims(c->to, exprs, n, values)) stop(c);
    for (size_t i = 0; i < n; i++) {
        if (values[i]) c->dims[i] = values[i];
    }
    return first;
}

/* Once the parameters are there. The places of the symbols from `first` on are places in the
 * expressions till then. */
static void check_exprs(IrClone *c, const SynExpr *const *exprs, size_t first, Str text) {
    Ctx *ctx = c->m->ctx;
    const DiagSource before = diag_source(ctx, BIND_MAP_NAME, text);
    for (size_t i = first; i < c->to->symbols.len; i++) {
        IrSymbol *s = c->to->symbols.at[i];
        if (!s->is_defined) {
            Diag *d = diag_error(ctx, s->loc, DIAG_SYMBOL_UNDEFINED, s->name);
            diag_help(ctx, d, "it must stand alone as an extent of a parameter of %s", c->to->name);
            stop(c);
        }
        s->loc = c->to->loc;
    }
    for (size_t i = 0; i < c->from->symbols.len; i++) {
        const IrSymbol *s = c->from->symbols.at[i];
        int64_t low, high;
        if (!exprs[i] || !c->dims[i] || !s->is_extent) continue;
        ir_dim_bounds(c->dims[i], &low, &high);
        if (high >= 0) continue;
        diag_error(ctx, exprs[i]->loc, DIAG_VALUE,
                   diag_fmt(ctx, "the dim '%s' is negative", s->name));
        stop(c);
    }
    diag_source_back(ctx, before);
}

static void signature(IrClone *c) {
    const Bind *b = c->user;
    const size_t n = c->from->symbols.len;
    const SynExpr **exprs = ARENA_ARRAY(c->arena, const SynExpr *, n + 1);
    const BindDim *any = NULL; /* with an expression */
    for (size_t i = 0; i < n; i++) {
        const BindDim *to = bound_to(b, c->from->symbols.at[i]);
        if (!to) continue;
        exprs[i] = to->expr;
        if (to->expr)
            any = to;
        else
            c->dims[i] = ir_dim_const(c->m, to->value);
    }
    const size_t first = any ? bind_exprs(c, exprs) : 0;
    for (size_t i = 0; i < c->from->params.len; i++) ir_clone_param(c, c->from->params.at[i]);
    if (any) check_exprs(c, exprs, first, any->text);
}

/* Branches that inference refutes */

typedef struct {
    uint32_t id; /* of a variable from outside the branch */
    IrOperand value;
} Outer;

typedef struct {
    uint32_t index; /* of a symbol that is bound */
    const IrDim *value;
} Bound;

typedef struct {
    IrClone *c;
    const IrBody *from;
    VEC(Bound) bound; /* as it is outside */
    VEC(Outer) outer;
} Open;

/* What was built of the branch is taken away, and what it set is forgotten. */
static void take_away(IrClone *c, const IrBody *from, IrBody *to) {
    IrWalk walk;
    VEC(IrBinding *) made = {0};
    ir_walk_init(&walk, to);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        vec_push(c->arena, &made, b);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++)
            ir_body_set_result(b->bodies[i], NULL, 0);
    }
    for (size_t i = made.len; i > 0; i--) ir_binding_remove(made.at[i - 1]);
    ir_walk_init(&walk, (IrBody *)from);
    for (const IrBinding *b; (b = ir_walk_next(&walk));)
        c->values[b->var->id].kind = IR_OPERAND_NONE;
}

static bool is_within(const IrBody *body, const IrBody *branch) {
    while (body && body != branch) body = body->owner ? body->owner->block->body : NULL;
    return body;
}

/* The symbols that are bound are symbols of the branch, with the values that they are bound to; its
 * own ones are not met yet. */
static bool open_symbols(Open *o) {
    IrClone *c = o->c;
    for (uint32_t i = 0; i < c->from->symbols.len; i++) {
        const IrSymbol *s = c->from->symbols.at[i];
        if (s->body && is_within(s->body, o->from)) c->dims[i] = NULL;
        if (bound_to(c->user, s) && c->dims[i])
            vec_push(c->arena, &o->bound, ((Bound){i, c->dims[i]}));
    }
    const size_t n = o->bound.len;
    const IrDim **values = ARENA_ARRAY(c->arena, const IrDim *, n + 1);
    const IrDim **symbols = ARENA_ARRAY(c->arena, const IrDim *, n + 1);
    for (size_t i = 0; i < n; i++) {
        const uint32_t index = o->bound.at[i].index;
        const IrSymbol *s = c->from->symbols.at[index];
        IrSymbol *copy = ir_symbol_new(c->to, s->name, s->loc);
        copy->is_extent = s->is_extent;
        values[i] = c->dims[index];
        symbols[i] = c->dims[index] = ir_dim_symbol(c->m, copy);
    }
    IrOperandBuf shape;
    ir_operands_init(&shape, c->arena);
    ir_operands_shape(&shape, ir_type_shape(c->m, values, (int32_t)n));
    return ir_build_match_cast(&c->b, shape.ops.at, (uint32_t)shape.ops.len,
                               ir_type_shape(c->m, symbols, (int32_t)n), NULL);
}

static bool open_operands(Open *o, const IrOperands *list) {
    IrClone *c = o->c;
    for (uint32_t i = 0; i < list->n; i++) {
        const IrVar *v = list->at[i].kind == IR_OPERAND_VAR ? list->at[i].var : NULL;
        if (!v || !v->type->has_symbols || c->values[v->id].kind == IR_OPERAND_NONE) continue;
        const IrOperand old = c->values[v->id];
        const IrType *type = ir_clone_type(c, v->type);
        if (type == ir_operand_type(c->m, &old)) continue;
        IrVar *cast = ir_build_match_cast(&c->b, &old, 1, type, v->name);
        if (!cast) return false;
        vec_push(c->arena, &o->outer, ((Outer){v->id, old}));
        ir_clone_set_var(c, v, cast);
    }
    return true;
}

/* What the branch uses from outside has its types over the symbols again. */
static bool open_values(Open *o, const IrBody *from) {
    IrWalk walk;
    ir_walk_init(&walk, (IrBody *)from);
    bool ok = open_operands(o, &from->result);
    for (const IrBinding *b; ok && (b = ir_walk_next(&walk));) {
        ok = open_operands(o, &b->operands);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2 && ok; i++)
            ok = open_operands(o, &b->bodies[i]->result);
    }
    return ok;
}

static IrBody *open_branch(IrClone *c, const IrBody *from, IrBinding *owner) {
    Open o = {.c = c, .from = from};
    IrBody *to = ir_body_new(c->to, owner);
    c->b.block = ir_block_append(to, false);
    const bool ok = open_symbols(&o) && open_values(&o, from) && ir_clone_branch(c, from, to);
    for (size_t i = 0; i < o.bound.len; i++) c->dims[o.bound.at[i].index] = o.bound.at[i].value;
    for (size_t i = o.outer.len; i > 0; i--)
        c->values[o.outer.at[i - 1].id] = o.outer.at[i - 1].value;
    if (!ok) return NULL;
    IrOperandBuf result;
    ir_operands_init(&result, c->arena);
    for (uint32_t i = 0; i < to->result.n; i++) vec_push(c->arena, &result.ops, to->result.at[i]);
    const IrType *type = ir_clone_type(c, ir_operand_type(c->from->module, from->result.at));
    if (type == ir_operand_type(c->m, to->result.at)) return to;
    c->b.block = to->last_block->is_dataflow ? ir_block_append(to, false) : to->last_block;
    IrVar *v = ir_build_match_cast(&c->b, result.ops.at, (uint32_t)result.ops.len, type, NULL);
    if (!v) return NULL;
    ir_body_set_result(to, &(IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v}, 1);
    return to;
}

static IrBody *branch(IrClone *c, const IrBody *from, IrBinding *owner) {
    const DiagMark mark = diag_mark(c->m->ctx);
    IrBody *to = ir_body_new(c->to, owner);
    if (ir_clone_branch(c, from, to)) return to;
    take_away(c, from, to);
    diag_rewind(c->m->ctx, mark);
    return open_branch(c, from, owner);
}

bool pass_bind_symbolic_vars(IrModule *m, const IrFunction *fn, const BindDim *list, size_t n) {
    Bind b = {.fn = fn, .list = list, .n = n};
    const IrCloneHooks hooks = {.signature = signature, .branch = branch, .user = &b};
    return check(m, &b) && ir_clone_module(m, &hooks) && blocks_finish(m);
}
