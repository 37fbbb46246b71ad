/* SPDX-License-Identifier: Apache-2.0 */
/* Structural equality: both modules are walked in step. Variables are paired when they are bound,
 * symbols where each stands alone in the same place of two defining types; a type of `b` is rebuilt
 * in `a` with its symbols replaced, where equal types are one pointer. Recursion is over nested
 * bodies. */
#include "ir/equal.h"

#include "base/diag.h"
#include "ir/definition.h"
#include "ir/equal_prim.h"
#include "ir/text.h"

typedef struct {
    IrModule *a, *b;
    StrBuf *why;
    Arena arena;
    Map types;              /* b's types without symbols -> a's */
    VEC(IrSymbol *) from_b; /* by b's symbol id: a's */
    VEC(IrSymbol *) from_a;
    bool unpaired; /* a symbol without a partner was met */
    const char *function;
} Equal;

typedef struct {
    const IrType *from, *to;
} TypePair;

/* Partners of one function's variables, by b's id. */
typedef struct {
    IrVar **partner;
} Vars;

static bool differ(Equal *e, const char *fmt, ...) PRINTF_LIKE(2, 3);
static bool differ(Equal *e, const char *fmt, ...) {
    if (!e->why) return false;
    va_list args;
    va_start(args, fmt);
    const char *text = arena_vprintf(&e->arena, fmt, args);
    va_end(args);
    if (e->function) strbuf_printf(e->why, "function '%s': ", e->function);
    strbuf_puts(e->why, text);
    strbuf_putc(e->why, '\n');
    return false;
}

static IrSymbol *partner_of(Equal *e, bool of_b, const IrSymbol *s) {
    if (of_b) return s->id < e->from_b.len ? e->from_b.at[s->id] : NULL;
    return s->id < e->from_a.len ? e->from_a.at[s->id] : NULL;
}

static void pair_symbols(Equal *e, const IrDim *x, const IrDim *y) {
    IrSymbol *s = ir_dim_as_symbol(x), *t = ir_dim_as_symbol(y);
    if (!s || !t || partner_of(e, false, s) || partner_of(e, true, t)) return;
    while (e->from_a.len <= s->id) vec_push(&e->arena, &e->from_a, NULL);
    while (e->from_b.len <= t->id) vec_push(&e->arena, &e->from_b, NULL);
    e->from_a.at[s->id] = t;
    e->from_b.at[t->id] = s;
}

static void pair_types(Equal *e, const IrType *x, const IrType *y) {
    if (!x->has_symbols || !y->has_symbols || x->kind != y->kind) return;
    for (int32_t i = 0; x->dims && y->dims && x->ndim == y->ndim && i < x->ndim; i++)
        pair_symbols(e, x->dims[i], y->dims[i]);
    for (uint32_t i = 0; x->fields && y->fields && x->n == y->n && i < x->n; i++)
        pair_types(e, x->fields[i], y->fields[i]);
    if (x->value && y->value) pair_symbols(e, x->value, y->value);
    if (x->result && y->result) pair_types(e, x->result, y->result);
}

static const IrDim *with_partner(void *user, IrSymbol *s) {
    Equal *e = user;
    IrSymbol *t = partner_of(e, true, s);
    if (!t) e->unpaired = true;
    return t ? ir_dim_symbol(e->a, t) : NULL;
}

static bool same_type(Equal *e, const IrType *x, const IrType *y) {
    if (x->has_symbols != y->has_symbols || x->kind != y->kind) return false;
    if (!y->has_symbols) {
        for (MapIter it = map_find(&e->types, hash_ptr(0, y)); map_next(&e->types, &it);) {
            TypePair *p = it.value;
            if (p->from == y) return p->to == x;
        }
    }
    ArenaMark mark = arena_mark(&e->a->scratch);
    e->unpaired = false;
    const IrType *t = ir_type_map(e->a, y, with_partner, e);
    arena_rewind(&e->a->scratch, mark);
    if (!y->has_symbols) {
        TypePair *p = ARENA_NEW(&e->arena, TypePair);
        *p = (TypePair){y, t};
        map_add(&e->types, hash_ptr(0, y), p);
    }
    return !e->unpaired && t == x;
}

static const char *text_of(Equal *e, IrModule *m, const IrType *t) {
    StrBuf b;
    strbuf_init(&b, &e->arena);
    if (t->size > 100) return "(a long type)";
    ir_type_print(m, t, false, &b);
    return strbuf_cstr(&b);
}

static bool differ_types(Equal *e, const char *what, const IrType *x, const IrType *y) {
    if (!e->why) return false;
    return differ(e, "%s: %s is not %s", what, text_of(e, e->a, x), text_of(e, e->b, y));
}

static bool same_operands(Equal *e, const Vars *vars, const IrOperands *x, const IrOperands *y) {
    if (x->n != y->n) return false;
    for (uint32_t i = 0; i < x->n; i++) {
        const IrOperand *o = &x->at[i], *q = &y->at[i];
        if (o->kind != q->kind || o->span != q->span) return false;
        bool same = true;
        switch (o->kind) {
        case IR_OPERAND_NONE: break;
        case IR_OPERAND_VAR: same = vars->partner[q->var->id] == o->var; break;
        case IR_OPERAND_CONST: {
            const char *from = o->constant->from, *other = q->constant->from;
            same = tensor_equal(o->constant->tensor, q->constant->tensor) && (!from == !other) &&
                   (!from || strcmp(from, other) == 0) &&
                   o->constant->adapts == q->constant->adapts;
            break;
        }
        case IR_OPERAND_SHAPE: same = same_type(e, o->type, q->type); break;
        case IR_OPERAND_PRIM:
            same = same_type(e, o->type, q->type);
            if (!o->type->value) {
                const IrAttr f = {.kind = IR_ATTR_FLOAT, .f = o->f},
                             g = {.kind = IR_ATTR_FLOAT, .f = q->f};
                same &= ir_attr_equal(&f, &g);
            }
            break;
        case IR_OPERAND_STRING: same = strcmp(o->string, q->string) == 0 && o->f == q->f; break;
        case IR_OPERAND_DTYPE: same = o->dtype == q->dtype; break;
        case IR_OPERAND_GLOBAL: same = strcmp(o->global->name, q->global->name) == 0; break;
        case IR_OPERAND_TUPLE: same = o->n == q->n; break;
        }
        if (!same) return false;
    }
    return true;
}

static const char *shown(Equal *e, IrBinding *b) {
    StrBuf s;
    strbuf_init(&s, &e->arena);
    ir_text_print_binding(b, &s);
    if (s.text.len > 300) {
        s.text.len = 300;
        strbuf_puts(&s, "...");
    }
    return strbuf_cstr(&s);
}

static bool differ_bindings(Equal *e, const char *what, IrBinding *x, IrBinding *y) {
    if (!e->why) return false;
    return differ(e, "%s differ\n  A, line %u: %s\n  B, line %u: %s", what, x->loc.line,
                  shown(e, x), y->loc.line, shown(e, y));
}

static bool same_function(Equal *e, IrFunction *x, IrFunction *y, const uint32_t *order);

/* A variable's place among captures. */
typedef struct {
    const IrVar *var;
    uint32_t place;
} Capture;

/* Captures are a set: order[i] is where the partner of x's i-th one is among y's. NULL: they
 * differ. */
static const uint32_t *match_captures(Equal *e, const Vars *vars, const IrOperands *x,
                                      const IrOperands *y) {
    if (x->n != y->n) return NULL;
    uint32_t *order = ARENA_ARRAY(&e->arena, uint32_t, (size_t)x->n + 1);
    Map places;
    map_init(&places, &e->arena);
    for (uint32_t i = 0; i < y->n; i++) {
        if (x->at[i].kind != IR_OPERAND_VAR || y->at[i].kind != IR_OPERAND_VAR) return NULL;
        Capture *c = ARENA_NEW(&e->arena, Capture);
        *c = (Capture){vars->partner[y->at[i].var->id], i};
        map_add(&places, hash_ptr(0, c->var), c);
    }
    for (uint32_t i = 0; i < x->n; i++) {
        Capture *found = NULL;
        for (MapIter it = map_find(&places, hash_ptr(0, x->at[i].var));
             !found && map_next(&places, &it);) {
            Capture *c = it.value;
            if (c->var == x->at[i].var) found = c;
        }
        if (!found) return NULL;
        found->var = NULL; /* taken */
        order[i] = found->place;
    }
    return order;
}

static bool same_body(Equal *e, Vars *vars, IrBody *x, IrBody *y);

static bool same_binding(Equal *e, Vars *vars, IrBinding *x, IrBinding *y) {
    if (x->kind != y->kind) return differ_bindings(e, "kinds", x, y);
    switch (x->kind) {
    case IR_BIND_CALL: {
        if (strcmp(x->op->name, y->op->name) != 0) return differ_bindings(e, "operators", x, y);
        uint32_t n = ir_op_n_attrs(x->op);
        for (uint32_t i = 0; x->attrs != y->attrs && i < n; i++) {
            if (!ir_attr_equal(&x->attrs[i], &y->attrs[i]))
                return differ_bindings(e, "attributes", x, y);
        }
        bool types = x->n_types == y->n_types;
        for (uint32_t i = 0; types && i < x->n_types; i++)
            types = same_type(e, x->types[i], y->types[i]);
        if (!types) return differ_bindings(e, "type arguments", x, y);
        break;
    }
    case IR_BIND_FIELD:
        if (x->index != y->index) return differ_bindings(e, "field indices", x, y);
        break;
    case IR_BIND_MATCH_CAST:
        pair_types(e, x->cast, y->cast);
        if (!same_type(e, x->cast, y->cast)) return differ_bindings(e, "casts", x, y);
        break;
    default: break;
    }
    const bool nested = x->kind == IR_BIND_FUNCTION;
    const uint32_t *order = nested ? match_captures(e, vars, &x->operands, &y->operands) : NULL;
    if (nested ? !order : !same_operands(e, vars, &x->operands, &y->operands))
        return differ_bindings(e, "operands", x, y);
    if (x->kind == IR_BIND_IF) {
        for (int i = 0; i < 2; i++) {
            if (!same_body(e, vars, x->bodies[i], y->bodies[i])) return false;
        }
    }
    if (nested && !same_function(e, x->function, y->function, order)) return false;
    if (!same_type(e, x->var->type, y->var->type)) return differ_bindings(e, "types", x, y);
    if (x->var->is_output != y->var->is_output) return differ_bindings(e, "output sets", x, y);
    vars->partner[y->var->id] = x->var;
    return true;
}

static IrBlock *filled(IrBlock *b) {
    while (b && !b->first) b = b->next;
    return b;
}

static bool same_block(Equal *e, Vars *vars, IrBlock *x, IrBlock *y) {
    if (x->is_dataflow != y->is_dataflow)
        return differ_bindings(e, "block kinds", x->first, y->first);
    IrBinding *p = x->first, *q = y->first;
    for (;;) {
        ctx_poll(e->a->ctx);
        if (!same_binding(e, vars, p, q)) return false;
        bool end_x = p == x->last, end_y = q == y->last;
        if (end_x && end_y) return true;
        if (end_x || end_y) {
            return differ(e, "a block of %s has %u bindings, its partner %u (after line %u)",
                          end_x ? "A" : "B", end_x ? x->n : y->n, end_x ? y->n : x->n,
                          end_x ? p->loc.line : q->loc.line);
        }
        p = p->next;
        q = q->next;
    }
}

static bool same_body(Equal *e, Vars *vars, IrBody *x, IrBody *y) {
    IrBlock *p = filled(x->first_block), *q = filled(y->first_block);
    for (; p && q; p = filled(p->next), q = filled(q->next)) {
        if (!same_block(e, vars, p, q)) return false;
    }
    if (p || q) {
        const IrBinding *more = p ? p->first : q->first;
        return differ(e, "%s has a further block at line %u", p ? "A" : "B", more->loc.line);
    }
    return same_operands(e, vars, &x->result, &y->result) || differ(e, "the results differ");
}

/* The partner of x's i-th parameter. */
static IrVar *param_of(const IrFunction *y, size_t i, const uint32_t *order) {
    return y->params.at[order && i < y->n_captures ? order[i] : i];
}

/* order: see match_captures; NULL when there is nothing captured. */
static bool same_function(Equal *e, IrFunction *x, IrFunction *y, const uint32_t *order) {
    if (!x->body || !y->body) {
        if (x->body || y->body) return differ(e, "one is a prim_func");
        return ir_prim_func_equal(e->a->ctx, x->prim_text, y->prim_text) ||
               differ(e, "the prim_funcs differ");
    }
    if (x->is_private != y->is_private) return differ(e, "one is private");
    if (x->is_pure != y->is_pure) return differ(e, "one is pure");
    if (!ir_attr_equal(&x->attrs, &y->attrs)) return differ(e, "the function attributes differ");
    if (x->params.len != y->params.len || x->n_captures != y->n_captures) {
        return differ(e, "%zu parameters are not %zu", x->params.len, y->params.len);
    }
    Vars vars = {.partner = ARENA_ARRAY(&e->arena, IrVar *, (size_t)y->n_vars + 1)};
    for (size_t i = 0; i < x->params.len; i++)
        pair_types(e, x->params.at[i]->type, param_of(y, i, order)->type);
    for (size_t i = 0; i < x->params.len; i++) {
        IrVar *p = x->params.at[i], *q = param_of(y, i, order);
        if (!same_type(e, p->type, q->type)) {
            return differ_types(e, arena_printf(&e->arena, "parameter %zu ('%s')", i + 1, p->name),
                                p->type, q->type);
        }
        vars.partner[q->id] = p;
    }
    if (!same_body(e, &vars, x->body, y->body)) return false;
    return same_type(e, x->result, y->result) ||
           differ_types(e, "the result type", x->result, y->result);
}

typedef VEC(const IrDefinition *) Definitions;

/* Those that count: the module's own, and what else it uses. */
static Definitions definitions_of(Equal *e, const IrModule *m) {
    Definitions list = {.at = NULL};
    const bool *used = ir_definitions_used(m, &e->arena);
    for (size_t i = 0; i < m->definitions.len; i++) {
        if (used[i]) vec_push(&e->arena, &list, m->definitions.at[i]);
    }
    return list;
}

static bool same_definition(Equal *e, const IrDefinition *x, const IrDefinition *y) {
    if (x->n_params != y->n_params || x->n_operands != y->n_operands)
        return differ(e, "%u parameters are not %u", x->n_params, y->n_params);
    for (uint32_t i = 0; i < x->n_params; i++) {
        const OpParam *p = &x->params[i], *q = &y->params[i];
        const bool same = strcmp(p->name, q->name) == 0 && p->kind == q->kind && p->none == q->none;
        if (!same || (p->value && !ir_attr_equal(p->value, q->value)))
            return differ(e, "parameter %u ('%s') differs", i + 1, p->name);
    }
    return same_function(e, x->fn, y->fn, NULL);
}

/* Operators in any order; expansions and gradients of each in theirs. */
typedef struct {
    const IrDefinition *d;
    bool taken;
} Candidate;

static bool compare_definitions(Equal *e) {
    const Definitions a = definitions_of(e, e->a), b = definitions_of(e, e->b);
    Map by_name;
    map_init(&by_name, &e->arena);
    Candidate *all = ARENA_ARRAY(&e->arena, Candidate, b.len + 1);
    for (size_t i = 0; i < b.len; i++) {
        all[i].d = b.at[i];
        map_add(&by_name, hash_bytes(e->a->ctx, b.at[i]->op_name, strlen(b.at[i]->op_name)),
                &all[i]);
    }
    for (size_t i = 0; i < a.len; i++) {
        const IrDefinition *x = a.at[i];
        const char *what =
            arena_printf(&e->arena, "@R.%s(\"%s\")", ir_definition_kind_name(x->kind), x->op_name);
        Candidate *found = NULL;
        const uint64_t hash = hash_bytes(e->a->ctx, x->op_name, strlen(x->op_name));
        for (MapIter it = map_find(&by_name, hash); map_next(&by_name, &it);) {
            Candidate *c = it.value;
            const bool fits =
                !c->taken && c->d->kind == x->kind && strcmp(c->d->op_name, x->op_name) == 0;
            /* the first that is left: in their order */
            if (fits && (!found || c < found)) found = c;
        }
        if (!found) return differ(e, "B has no %s", what);
        found->taken = true;
        e->function = what;
        if (!same_definition(e, x, found->d)) return false;
        e->function = NULL;
    }
    for (size_t i = 0; i < b.len; i++) {
        if (!all[i].taken)
            return differ(e, "A has no @R.%s(\"%s\")", ir_definition_kind_name(b.at[i]->kind),
                          b.at[i]->op_name);
    }
    return true;
}

static bool compare(Equal *e) {
    if (!ir_attr_equal(&e->a->module_attrs, &e->b->module_attrs))
        return differ(e, "the module attributes differ");
    if (!ir_attr_equal(&e->a->global_infos, &e->b->global_infos))
        return differ(e, "the global infos differ");
    if (!compare_definitions(e)) return false;
    for (size_t i = 0; i < e->b->globals.len; i++) {
        IrGlobal *g = e->b->globals.at[i];
        if (g->function && !ir_global_find(e->a, str_c(g->name)))
            return differ(e, "A has no function '%s'", g->name);
    }
    for (size_t i = 0; i < e->a->globals.len; i++) {
        IrGlobal *g = e->a->globals.at[i];
        if (!g->function) continue;
        IrGlobal *h = ir_global_find(e->b, str_c(g->name));
        if (!h || !h->function) return differ(e, "B has no function '%s'", g->name);
        e->function = g->name;
        if (!same_function(e, g->function, h->function, NULL)) return false;
        e->function = NULL;
    }
    return true;
}

bool ir_module_equal(IrModule *a, IrModule *b, StrBuf *why) {
    Equal e = {.a = a, .b = b, .why = why};
    arena_init(&e.arena, a->ctx);
    map_init(&e.types, &e.arena);
    bool same = compare(&e);
    arena_fini(&e.arena);
    return same;
}
