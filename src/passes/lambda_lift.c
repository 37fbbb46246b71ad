/* SPDX-License-Identifier: Apache-2.0 */
/* LambdaLift: nested functions become private functions of the module; what they capture becomes
 * leading parameters, which their calls pass. Symbols of the function around that the parameters do
 * not tell come in a shape, first.
 *
 *     def f(x: R.Tensor((n,))):                  def f_inner(x: R.Tensor((n,)), y: R.Tensor((n,))):
 *         @R.function                                  z = R.add(x, y)
 *         def inner(y: R.Tensor((n,))):                return z
 *             z = R.add(x, y)                    def f(x: R.Tensor((n,))):
 *             return z                                 w = cls.f_inner(x, x)
 *         w = inner(x)                                 return w
 *         return w
 *
 * One that only hands its parameters to a function of the module is that function.
 *
 * A nested function that captures something and is used as a value (returned, passed on, chosen by
 * an `if`) stays where it is: without closures there is no name for it.
 *
 * A clone of the module in which a nested function's binding makes a function of the module, and
 * nothing at its place. What its calls have to pass first is kept by the old variable; a function
 * that captures another one captures what that one's calls need. Recursion is over nested
 * functions. */
#include "passes/passes.h"

#include "ir/clone.h"
#include "ir/foreign.h"
#include "passes/blocks.h"

/* A nested function's variable, or a parameter that captured it, after lifting. */
typedef struct {
    const IrVar *var;
    IrGlobal *global;
    /* in the terms of the new function around `var`: variables, or a shape */
    VEC(IrOperand) passed;
} Closure;

/* One symbol of the function around in the lifted one. */
typedef struct {
    IrSymbol *outer, *own;
} Moved;

/* A variable of the function around, and the lifted one's parameter for it. */
typedef struct {
    const IrVar *outer;
    IrVar *own;
} Passed;

typedef struct {
    IrModule *m;
    Arena *arena;
    Map liftable; /* FUNCTION bindings */
    Map closures; /* Closure by variable */
    unsigned clashes;
} Lift;

/* A lifted function that is being made. */
typedef struct LiftClone {
    IrClone clone; /* first: foreign() finds the rest */
    IrClone *around;
    Map moved;  /* Moved by the outer symbol */
    Map passed; /* Passed by the outer variable */
    VEC(Moved *) list;
    bool in_body; /* all parameters are made that tell symbols */
} LiftClone;

/* Which functions can be lifted */

static bool in_map(const Map *map, const void *p) {
    for (MapIter it = map_find(map, hash_ptr(0, p)); map_next(map, &it);) {
        if (it.value == p) return true;
    }
    return false;
}

static void found(void *user, IrSymbol *s) {
    (void)s;
    *(bool *)user = true;
}

static bool has_foreign_symbols(const IrFunction *fn) {
    bool any = false;
    ir_function_foreign_symbols(fn, found, &any);
    return any;
}

/* It is only called, here and in liftable functions that capture it. */
static bool is_only_called(const Lift *l, const IrVar *v) {
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *b = use->list->binding;
        if (b && b->kind == IR_BIND_INVOKE && use == use->list->at) continue;
        if (!b || b->kind != IR_BIND_FUNCTION || !in_map(&l->liftable, b)) return false;
        if (!is_only_called(l, b->function->params.at[use - use->list->at])) return false;
    }
    return true;
}

/* Later functions first: they may capture earlier ones. */
static void find_liftable(Lift *l, const IrFunction *fn) {
    VEC(IrBinding *) nested = {.at = NULL};
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_FUNCTION) vec_push(l->arena, &nested, b);
    }
    for (size_t i = nested.len; i-- > 0;) {
        IrBinding *b = nested.at[i];
        find_liftable(l, b->function);
        bool closed = b->function->n_captures == 0 && !has_foreign_symbols(b->function);
        if (closed || is_only_called(l, b->var)) map_add(&l->liftable, hash_ptr(0, b), b);
    }
}

/* Lifting */

static Closure *find_closure(const Lift *l, const IrVar *v) {
    for (MapIter it = map_find(&l->closures, hash_ptr(0, v)); map_next(&l->closures, &it);) {
        Closure *c = it.value;
        if (c->var == v) return c;
    }
    return NULL;
}

static Closure *add_closure(Lift *l, const IrVar *v, IrGlobal *g) {
    Closure *c = ARENA_NEW(l->arena, Closure);
    *c = (Closure){.var = v, .global = g};
    map_add(&l->closures, hash_ptr(0, v), c);
    return c;
}

/* The lifted function's symbol for one of the new function around it. */
static const IrDim *own_symbol(void *user, IrSymbol *s) {
    LiftClone *c = user;
    for (MapIter it = map_find(&c->moved, hash_ptr(0, s)); map_next(&c->moved, &it);) {
        const Moved *moved = it.value;
        if (moved->outer == s) return ir_dim_symbol(c->clone.m, moved->own);
    }
    Moved *moved = ARENA_NEW(c->clone.arena, Moved);
    *moved = (Moved){s, ir_symbol_new(c->clone.to, s->name, s->loc)};
    moved->own->is_extent = s->is_extent && !c->in_body;
    map_add(&c->moved, hash_ptr(0, s), moved);
    vec_push(c->clone.arena, &c->list, moved);
    return ir_dim_symbol(c->clone.m, moved->own);
}

/* An old symbol of a function around: what it is there, in the lifted function's terms. Functions
 * nested in the lifted one inherit this; the lifted one is found up the chain. */
static const IrDim *foreign(IrClone *c, IrSymbol *s) {
    while (c->outer) c = c->outer;
    LiftClone *lifted = (LiftClone *)(void *)c;
    return ir_dim_map(c->m, ir_clone_symbol(lifted->around, s), own_symbol, lifted);
}

static IrGlobal *new_global(Lift *l, const IrClone *around, const char *name) {
    const char *base = arena_printf(l->arena, "%s_%s", around->to->name,
                                    name && *name ? name : "lambda"),
               *tried = base;
    while (ir_global_find(l->m, str_c(tried)))
        tried = arena_printf(l->arena, "%s_%u", base, l->clashes++);
    return ir_global_new(l->m, tried);
}

/* A parameter for something that the new function around has; the same thing has one parameter. */
static IrVar *pass_in(LiftClone *c, Closure *closure, const IrOperand *what, const char *name) {
    for (MapIter it = map_find(&c->passed, hash_ptr(0, what->var)); map_next(&c->passed, &it);) {
        const Passed *p = it.value;
        if (p->outer == what->var) return p->own;
    }
    const IrType *t = what->var->type;
    if (t->has_symbols) t = ir_type_map(c->clone.m, t, own_symbol, c);
    vec_push(c->clone.arena, &closure->passed, *what);
    Passed *p = ARENA_NEW(c->clone.arena, Passed);
    *p = (Passed){what->var, ir_clone_new_param(&c->clone, name, t)};
    map_add(&c->passed, hash_ptr(0, p->outer), p);
    return p->own;
}

/* What the captured function's calls pass, as the lifted function has it. */
static void capture_closure(Lift *l, LiftClone *c, Closure *closure, const IrVar *param,
                            const Closure *captured) {
    Closure *inside = add_closure(l, param, captured->global);
    for (size_t i = 0; i < captured->passed.len; i++) {
        IrOperand o = captured->passed.at[i];
        if (o.kind == IR_OPERAND_VAR) {
            o.var = pass_in(c, closure, &o, o.var->name);
        } else {
            o.type = ir_type_map(l->m, o.type, own_symbol, c);
        }
        vec_push(l->arena, &inside->passed, o);
    }
}

/* A symbol that comes in a shape is any integer there, also one that is an extent around. */
static void begin_body(LiftClone *c) {
    c->in_body = true;
    for (size_t i = 0; i < c->list.len; i++) {
        IrSymbol *own = c->list.at[i]->own;
        own->is_extent = own->is_extent && own->is_defined;
    }
}

/* Symbols that no parameter defines come in a shape, before all else. */
static void pass_symbols(Lift *l, LiftClone *c, Closure *closure) {
    IrFunction *fn = c->clone.to;
    const IrDim **own = ARENA_ARRAY(l->arena, const IrDim *, c->list.len + 1);
    const IrDim **outer = ARENA_ARRAY(l->arena, const IrDim *, c->list.len + 1);
    int32_t n = 0;
    for (size_t i = 0; i < c->list.len; i++) {
        const Moved *moved = c->list.at[i];
        if (moved->own->is_defined) continue;
        own[n] = ir_dim_symbol(l->m, moved->own);
        outer[n++] = ir_dim_symbol(l->m, moved->outer);
    }
    if (!n) return;
    ir_clone_new_param(&c->clone, "dims", ir_type_shape(l->m, own, n));
    IrVar *shape = fn->params.at[fn->params.len - 1];
    memmove(fn->params.at + 1, fn->params.at, (fn->params.len - 1) * sizeof shape);
    fn->params.at[0] = shape;
    vec_push(l->arena, &closure->passed, ((IrOperand){.span = 1}));
    memmove(closure->passed.at + 1, closure->passed.at,
            (closure->passed.len - 1) * sizeof *closure->passed.at);
    closure->passed.at[0] =
        (IrOperand){.kind = IR_OPERAND_SHAPE, .span = 1, .type = ir_type_shape(l->m, outer, n)};
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b);

/* The function of the module that the nested one hands all its parameters to, in their order, and
 * whose result it returns: what a local function that calls itself is (ir/parse_local.c). NULL:
 * none. */
static IrGlobal *stands_for(const IrFunction *fn) {
    const IrBinding *b = fn->body->first;
    const IrOperands *list = b ? &b->operands : NULL;
    const IrOperand *result = fn->body->result.at;
    if (!b || b->next || fn->attrs.n || b->kind != IR_BIND_INVOKE ||
        list->at->kind != IR_OPERAND_GLOBAL)
        return NULL;
    if (result->kind != IR_OPERAND_VAR || result->var != b->var || list->n != fn->params.len + 1)
        return NULL;
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrOperand *o = &list->at[i + 1];
        if (o->kind != IR_OPERAND_VAR || o->var != fn->params.at[i]) return NULL;
    }
    return list->at->global;
}

/* Calls of the nested function become calls of that one. False, and nothing is done: it is none
 * such, or captures a function. */
static bool pass_over(Lift *l, IrClone *around, const IrBinding *b) {
    IrGlobal *g = stands_for(b->function);
    for (uint32_t i = 0; g && i < b->function->n_captures; i++) {
        const IrVar *outer = b->operands.at[i].var;
        if (find_closure(l, outer) || ir_clone_value(around, outer)->kind != IR_OPERAND_VAR)
            g = NULL;
    }
    if (!g) return false;
    Closure *closure = add_closure(l, b->var, g);
    for (uint32_t i = 0; i < b->function->n_captures; i++)
        vec_push(l->arena, &closure->passed, *ir_clone_value(around, b->operands.at[i].var));
    if (!closure->passed.len)
        ir_clone_set(around, b->var, (IrOperand){.kind = IR_OPERAND_GLOBAL, .global = g});
    return true;
}

static IrCloneAnswer lift(Lift *l, IrClone *around, IrBinding *b) {
    if (pass_over(l, around, b)) return IR_CLONE_DONE;
    const IrFunction *old = b->function;
    LiftClone *c = ARENA_NEW(l->arena, LiftClone);
    IrGlobal *g = new_global(l, around, old->name);
    Closure *closure = add_closure(l, b->var, g);
    IrFunction *fn = ir_clone_begin(&c->clone, l->m, l->arena, old, NULL);
    fn->name = g->name;
    fn->global = g;
    fn->is_private = true;
    fn->n_captures = 0;
    c->around = around;
    c->clone.visit = visit;
    c->clone.user = l;
    c->clone.foreign = foreign;
    map_init(&c->moved, l->arena);
    map_init(&c->passed, l->arena);
    for (size_t i = 0; i < old->params.len; i++) {
        const IrVar *p = old->params.at[i];
        if (i >= old->n_captures) {
            ir_clone_param(&c->clone, p);
            continue;
        }
        const IrVar *outer = b->operands.at[i].var;
        const Closure *captured = find_closure(l, outer);
        const IrOperand *now = captured ? NULL : ir_clone_value(around, outer);
        if (captured) {
            capture_closure(l, c, closure, p, captured);
            const IrOperand global = {.kind = IR_OPERAND_GLOBAL, .global = captured->global};
            /* it may be used as a value */
            if (!captured->passed.len) ir_clone_set(&c->clone, p, global);
        } else if (now->kind == IR_OPERAND_VAR) {
            ir_clone_set_var(&c->clone, p, pass_in(c, closure, now, p->name));
        } else {
            ir_clone_set(&c->clone, p, *now); /* a function of the module */
        }
    }
    begin_body(c);
    fn->result = ir_clone_type(&c->clone, old->result);
    if (!ir_clone_finish(&c->clone)) return IR_CLONE_FAILED;
    pass_symbols(l, c, closure);
    g->function = fn;
    if (!closure->passed.len)
        ir_clone_set(around, b->var, (IrOperand){.kind = IR_OPERAND_GLOBAL, .global = g});
    return IR_CLONE_DONE;
}

static IrCloneAnswer call(IrClone *c, const IrBinding *b, const Closure *closure) {
    const IrOperands *list = &b->operands;
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    ir_operands_global(&buf, closure->global);
    for (size_t i = 0; i < closure->passed.len; i++)
        vec_push(buf.arena, &buf.ops, closure->passed.at[i]);
    ir_clone_operands(c, list->at + 1, list->n - 1, &buf);
    IrVar *v = ir_build_invoke(&c->b, buf.ops.at, (uint32_t)buf.ops.len, b->var->name);
    if (!v) return IR_CLONE_FAILED;
    if (c->b.block->is_dataflow) v->is_output = b->var->is_output;
    ir_clone_set_var(c, b->var, v);
    return IR_CLONE_DONE;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    Lift *l = c->user;
    if (b->kind == IR_BIND_FUNCTION && in_map(&l->liftable, b)) return lift(l, c, b);
    if (b->kind != IR_BIND_INVOKE || b->operands.at->kind != IR_OPERAND_VAR) return IR_CLONE_COPY;
    const Closure *closure = find_closure(l, b->operands.at->var);
    return closure ? call(c, b, closure) : IR_CLONE_COPY;
}

bool pass_lambda_lift(IrModule *m) {
    Arena arena;
    arena_init(&arena, m->ctx);
    Lift l = {.m = m, .arena = &arena};
    map_init(&l.liftable, &arena);
    map_init(&l.closures, &arena);
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) find_liftable(&l, fn);
    }
    const IrCloneHooks hooks = {.visit = visit, .user = &l};
    const bool ok = !l.liftable.len || ir_clone_module(m, &hooks);
    arena_fini(&arena);
    return ok && blocks_finish(m);
}
