/* SPDX-License-Identifier: Apache-2.0 */
/* UpdateParamStructInfo: parameters get other types, in each function that has one of the name, or
 * in func_name; what follows from them is inferred anew.
 *
 *     UpdateParamStructInfo({"w": R.Tensor((64, "k"), "float32")})
 *
 *     def f(x: R.Tensor((16,)), w: R.Tensor((n, 16))): y: R.Tensor((n,)) = R.matmul(w, x)
 *
 *     def f(x: R.Tensor((16,)), w: R.Tensor((64, k))): y: R.Tensor((64,)) = R.matmul(w, x)
 *
 * A name in a type is the symbol that another parameter defines, else a new one. A symbol that only
 * the old types defined is what stands in its place in a new one. A function that others in the
 * module use is refused. */
#include "base/diag.h"
#include "base/syntax.h"
#include "ir/clone.h"
#include "ir/text.h"
#include "passes/bind_params.h"
#include "passes/blocks.h"
#include "passes/calls.h"
#include "passes/passes.h"

typedef struct {
    const char *name; /* of parameters, interned */
    const SynExpr *type;
} Given;

typedef struct {
    IrModule *m;
    const IrFunction *only; /* NULL: all functions */
    Arena *arena;
    Str text;
    Map given; /* Given by name */
} Update;

static bool wrong(const Update *u, const SynExpr *at, const char *what) {
    Diag *d = diag_error(u->m->ctx, at->loc, DIAG_PASS_OPTION, "UpdateParamStructInfo", what);
    diag_expected(u->m->ctx, d,
                  "parameters with their types, as in {\"w\": R.Tensor((64, 16), \"float32\")}");
    diag_found(u->m->ctx, d, "%s", syn_kind_text(at->kind));
    return false;
}

static const Given *given(const Update *u, const IrFunction *fn, const IrVar *param) {
    return !param->name || (u->only && fn != u->only) ? NULL : map_get_ptr(&u->given, param->name);
}

static bool is_somewhere(const Update *u, const char *name) {
    for (size_t i = 0; i < u->m->globals.len; i++) {
        const IrFunction *fn = u->m->globals.at[i]->function;
        for (size_t k = 0; fn && fn->body && k < fn->params.len; k++) {
            if ((!u->only || fn == u->only) && fn->params.at[k]->name == name) return true;
        }
    }
    return false;
}

static bool add(Update *u, const SynExpr *key, const SynExpr *type) {
    IrModule *m = u->m;
    if (key->kind != SYN_STRING) return wrong(u, key, "a parameter's name is a string");
    const char *name = ir_name(m, key->str);
    if (!is_somewhere(u, name)) return wrong(u, key, "no function has a parameter of this name");
    if (map_get_ptr(&u->given, name)) return wrong(u, key, "this parameter is given twice");
    /* Over the symbols of a function that nobody has: is it a type? */
    if (!ir_text_type(ir_function_new(m, ""), type)) return false;
    Given *g = ARENA_NEW(u->arena, Given);
    *g = (Given){name, type};
    map_add_ptr(&u->given, name, g);
    return true;
}

/* {"name": type, ...}. False after reports of all that is wrong. */
static bool read_types(Update *u) {
    IrModule *m = u->m;
    const Loc start = {.line = 1, .col = 1};
    const DiagSource before = diag_source(m->ctx, "types", u->text);
    const SynExpr *e = syn_parse_expr(m->ctx, u->arena, &m->names, u->text, start);
    bool ok = e != NULL;
    if (e && e->kind != SYN_DICT) ok = wrong(u, e, "the types stand in a dict");
    for (uint32_t i = 0; e && e->kind == SYN_DICT && i < e->n; i += 2)
        ok = add(u, e->items[i], e->items[i + 1]) && ok;
    diag_source_back(m->ctx, before);
    return ok;
}

/* A symbol that stays. */
static void keep_symbol(void *user, IrSymbol *s) {
    IrClone *c = user;
    if (s->function == c->from) ir_clone_symbol(c, s);
}

static void settle_dim(IrClone *c, const IrDim *old, const IrDim *now) {
    const IrSymbol *s = ir_dim_as_symbol(old);
    if (s && s->function == c->from && !c->dims[s->index]) c->dims[s->index] = now;
}

/* Symbols of the old type alone are what stands in their places in the new one. */
static void settle_type(IrClone *c, const IrType *old, const IrType *now) {
    if (!old->has_symbols || old->kind != now->kind) return;
    for (int32_t i = 0; old->dims && now->dims && old->ndim == now->ndim && i < old->ndim; i++)
        settle_dim(c, old->dims[i], now->dims[i]);
    if (old->value && now->value) settle_dim(c, old->value, now->value);
    for (uint32_t i = 0; old->kind == IR_TYPE_TUPLE && old->n == now->n && i < old->n; i++)
        settle_type(c, old->fields[i], now->fields[i]);
}

static void signature(IrClone *c) {
    const Update *u = c->user;
    const IrFunction *from = c->from;
    bool any = false;
    for (size_t i = 0; i < from->params.len; i++) {
        const IrVar *p = from->params.at[i];
        if (given(u, from, p)) {
            any = true;
        } else {
            type_defined_symbols(p->type, keep_symbol, c);
        }
    }
    for (size_t i = 0; i < from->params.len; i++) {
        const IrVar *p = from->params.at[i];
        const Given *g = given(u, from, p);
        if (!g) continue;
        settle_type(c, p->type, ir_text_type(c->to, g->type));
    }
    for (size_t i = 0; i < from->params.len; i++) {
        const IrVar *p = from->params.at[i];
        const Given *g = given(u, from, p);
        if (!g) {
            ir_clone_param(c, p);
            continue;
        }
        IrVar *v = ir_clone_new_param(c, p->name, ir_text_type(c->to, g->type));
        ir_clone_set_var(c, p, v);
    }
    for (size_t i = 0; i < c->to->symbols.len; i++) c->to->symbols.at[i]->loc = from->loc;
    if (any) ir_function_drop_attr(c->to, "donate"); /* types decide what may be donated */
}

/* Callers would have the result's old type. */
static bool are_uncalled(const Update *u) {
    bool ok = true;
    for (size_t i = 0; i < u->m->globals.len; i++) {
        const IrFunction *fn = u->m->globals.at[i]->function;
        bool any = false;
        for (size_t k = 0; fn && fn->body && k < fn->params.len; k++)
            any |= given(u, fn, fn->params.at[k]) != NULL;
        if (!any || !pass_is_called(u->m, fn->global)) continue;
        diag_error(u->m->ctx, fn->loc, DIAG_UNSUPPORTED,
                   "another type of a parameter of a function that others use");
        ok = false;
    }
    return ok;
}

/* Symbols that no parameter defines any more, and that something needs. */
typedef struct {
    const Update *u;
    const IrFunction *fn;
    Map told;
    bool any;
} Undefined;

static void see_symbol(void *user, IrSymbol *s) {
    Undefined *un = user;
    if (s->is_defined || !map_mark_ptr(&un->told, s)) return;
    Ctx *ctx = un->u->m->ctx;
    Diag *d = diag_error(ctx, un->fn->loc, DIAG_SYMBOL_UNDEFINED, s->name);
    diag_help(ctx, d, "it must stand alone as an extent of a parameter of %s", un->fn->name);
    un->any = true;
}

static void see_type(Undefined *un, const IrType *t) {
    if (t && t->has_symbols) ir_type_symbols(t, see_symbol, un);
}

static void see_operands(Undefined *un, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM) see_type(un, o->type);
    }
}

/* Recursion is over nested functions. */
static void see_function(Undefined *un, const IrFunction *fn) {
    IrWalk walk;
    for (size_t i = 0; i < fn->params.len; i++) see_type(un, fn->params.at[i]->type);
    see_type(un, fn->result);
    see_operands(un, &fn->body->result);
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        see_type(un, b->var->type);
        see_operands(un, &b->operands);
        if (b->kind == IR_BIND_MATCH_CAST) see_type(un, b->cast);
        for (uint32_t i = 0; b->kind == IR_BIND_CALL && i < b->n_types; i++)
            see_type(un, b->types[i]);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++)
            see_operands(un, &b->bodies[i]->result);
        if (b->kind == IR_BIND_FUNCTION) see_function(un, b->function);
    }
}

static bool are_defined(const Update *u) {
    Undefined un = {.u = u};
    map_init(&un.told, u->arena);
    for (size_t i = 0; i < u->m->globals.len; i++) {
        un.fn = u->m->globals.at[i]->function;
        if (un.fn && un.fn->body) see_function(&un, un.fn);
    }
    return !un.any;
}

bool pass_update_param_struct_info(IrModule *m, const PassValue *values) {
    if (!values[0].n) return true;
    Update u = {.m = m, .text = str_c(values[0].names[0])};
    if (values[1].n && !(u.only = blocks_public_function(m, values[1].names[0]))) return false;
    Arena arena;
    arena_init(&arena, m->ctx);
    u.arena = &arena;
    map_init(&u.given, &arena);
    const IrCloneHooks hooks = {.signature = signature, .user = &u};
    const bool ok =
        read_types(&u) && are_uncalled(&u) && ir_clone_module(m, &hooks) && are_defined(&u);
    arena_fini(&arena);
    return ok && blocks_finish(m);
}
