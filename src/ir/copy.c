/* SPDX-License-Identifier: Apache-2.0 */
/* Recursion is over nested bodies and functions, whose depth the parser bounds. */
#include "ir/copy.h"

#include "ir/definition.h"
#include "ir/growth.h"

/* What became of something, by its address. */
typedef struct {
    const void *from;
    void *to;
} Pair;

/* From a module to another one; from == to: within it, where all that is interned stays. */
typedef struct {
    const IrModule *from;
    IrModule *to;
    Arena *arena; /* of the side tables */
    Map types, symbols, attrs, bodies, functions, ops;
    IrConst **consts;           /* by id */
    IrGlobal **globals;         /* by id */
    const IrCopyOwners *owners; /* or NULL */
} Copy;

typedef struct {
    Copy *all;
    IrFunction *fn; /* the copy */
    IrVar **vars;   /* by id */
} CopyFunction;

static void *find(const Map *map, const void *from) {
    for (MapIter it = map_find(map, hash_ptr(0, from)); map_next(map, &it);) {
        const Pair *pair = it.value;
        if (pair->from == from) return pair->to;
    }
    return NULL;
}

static void note(const Copy *c, Map *map, const void *from, void *to) {
    Pair *pair = ARENA_NEW(c->arena, Pair);
    *pair = (Pair){from, to};
    map_add(map, hash_ptr(0, from), pair);
}

/* For as long as the copy lives, where there is something that speaks of the old module. */
static void remember(const Copy *c, const void *from, void *to) {
    if (!c->from->kept) return;
    Pair *pair = ARENA_NEW(&c->to->arena, Pair);
    *pair = (Pair){from, to};
    map_add(&c->to->copied, hash_ptr(0, from), pair);
}

static bool is_within(const Copy *c) { return c->from == c->to; }

/* What is interned in the module */

static const char *copy_name(const Copy *c, const char *s) {
    return s && !is_within(c) ? ir_name(c->to, str_c(s)) : s;
}

static const IrDim *copy_symbol(void *user, IrSymbol *s) {
    const Copy *c = user;
    IrSymbol *copy = find(&c->symbols, s);
    if (!copy) BUG("the symbol '%s' belongs to no function that is copied", s->name);
    return ir_dim_symbol(c->to, copy);
}

static const IrType *copy_type(Copy *c, const IrType *t) {
    if (!t || is_within(c)) return t;
    const IrType *copy = find(&c->types, t);
    if (copy) return copy;
    const ArenaMark mark = arena_mark(&c->to->scratch);
    copy = ir_type_map(c->to, t, copy_symbol, c);
    arena_rewind(&c->to->scratch, mark);
    note(c, &c->types, t, (void *)(uintptr_t)copy);
    return copy;
}

static const IrType *const *copy_types(Copy *c, const IrType *const *types, uint32_t n) {
    if (!n || is_within(c)) return types;
    const IrType **copy = ARENA_ARRAY(&c->to->arena, const IrType *, n);
    for (uint32_t i = 0; i < n; i++) copy[i] = copy_type(c, types[i]);
    return copy;
}

static const IrAttr *copy_attrs(Copy *c, const IrAttr *attrs, uint32_t n) {
    if (!n || !attrs || is_within(c)) return attrs;
    const IrAttr *copy = find(&c->attrs, attrs);
    if (!copy) {
        copy = ir_attrs_intern(c->to, attrs, n);
        note(c, &c->attrs, attrs, (void *)(uintptr_t)copy);
    }
    return copy;
}

static const OpDef *copy_op(const Copy *c, const OpDef *op) {
    const OpDef *own = op && op->definition && !is_within(c) ? find(&c->ops, op) : NULL;
    return own ? own : op;
}

static IrConst *copy_const(const Copy *c, IrConst *constant) {
    if (is_within(c)) return constant;
    IrConst **copy = &c->consts[constant->id];
    if (!*copy) {
        *copy = ir_const_copy(c->to, constant, copy_name(c, constant->from));
        remember(c, *copy, constant);
    }
    return *copy;
}

/* Functions */

static void copy_operands(CopyFunction *f, const IrOperands *from, IrOperands *to, IrBinding *user,
                          IrBody *body) {
    Copy *c = f->all;
    *to = (IrOperands){.n = from->n, .binding = user, .body = body};
    if (!from->n) return;
    to->at = ARENA_ARRAY(&c->to->arena, IrOperand, from->n);
    for (uint32_t i = 0; i < from->n; i++) {
        IrOperand *o = &to->at[i];
        *o = from->at[i];
        o->list = to;
        switch (o->kind) {
        case IR_OPERAND_VAR: {
            IrVar *v = o->var = f->vars[o->var->id];
            o->prev_use = NULL;
            o->next_use = v->uses;
            if (v->uses) v->uses->prev_use = o;
            v->uses = o;
            v->n_uses++;
            break;
        }
        case IR_OPERAND_CONST: o->constant = copy_const(c, o->constant); break;
        case IR_OPERAND_SHAPE:
        case IR_OPERAND_PRIM: o->type = copy_type(c, o->type); break;
        case IR_OPERAND_STRING: o->string = copy_name(c, o->string); break;
        case IR_OPERAND_GLOBAL:
            o->global = is_within(c) ? o->global : c->globals[o->global->id];
            break;
        default: break;
        }
    }
}

static IrVar *copy_var(CopyFunction *f, const IrVar *from, IrBinding *def) {
    Copy *c = f->all;
    IrVar *v = ARENA_NEW(&c->to->arena, IrVar);
    *v = (IrVar){.name = copy_name(c, from->name),
                 .id = from->id,
                 .type = copy_type(c, from->type),
                 .def = def,
                 .is_output = from->is_output};
    return f->vars[v->id] = v;
}

static IrFunction *function_new(Copy *c, const IrFunction *from);
static void function_fill(Copy *c, const IrFunction *from, IrFunction *fn);
static IrBody *copy_body(CopyFunction *f, const IrBody *from, IrBinding *owner);

static void copy_parts(CopyFunction *f, const IrBinding *from, IrBinding *to) {
    Copy *c = f->all;
    copy_operands(f, &from->operands, &to->operands, to, NULL);
    switch (from->kind) {
    case IR_BIND_CALL:
        to->op = copy_op(c, from->op);
        to->attrs = copy_attrs(c, from->attrs, ir_op_n_attrs(from->op));
        to->types = copy_types(c, from->types, from->n_types);
        break;
    case IR_BIND_MATCH_CAST: to->cast = copy_type(c, from->cast); break;
    case IR_BIND_IF:
        for (int i = 0; i < 2; i++) to->bodies[i] = copy_body(f, from->bodies[i], to);
        break;
    case IR_BIND_FUNCTION:
        to->function = function_new(c, from->function);
        to->function->parent = f->fn;
        function_fill(c, from->function, to->function);
        break;
    default: break;
    }
}

static IrBody *copy_body(CopyFunction *f, const IrBody *from, IrBinding *owner) {
    Copy *c = f->all;
    Arena *arena = &c->to->arena;
    IrBody *body = ARENA_NEW(arena, IrBody);
    body->function = f->fn;
    body->owner = owner;
    note(c, &c->bodies, from, body);
    for (const IrBlock *old = from->first_block; old; old = old->next) {
        IrBlock *block = ir_block_append(body, old->is_dataflow);
        block->n = old->n;
        for (const IrBinding *b = old->first; b; b = b == old->last ? NULL : b->next) {
            IrBinding *copy = ARENA_NEW(arena, IrBinding);
            *copy = *b;
            copy->block = block;
            copy->prev = body->last;
            copy->next = NULL;
            *(body->last ? &body->last->next : &body->first) = copy;
            body->last = block->last = copy;
            if (!block->first) block->first = copy;
            copy_parts(f, b, copy);
            copy->var = copy_var(f, b->var, copy);
        }
    }
    copy_operands(f, &from->result, &body->result, NULL, body);
    return body;
}

/* The symbols that it has first, as its types speak of them, and those of functions around it
 * too. */
static IrFunction *function_new(Copy *c, const IrFunction *from) {
    Arena *arena = &c->to->arena;
    IrFunction *fn = ARENA_NEW(arena, IrFunction);
    *fn = *from;
    fn->module = c->to;
    fn->name = copy_name(c, from->name);
    fn->params.at = NULL, fn->params.len = fn->params.cap = 0;
    fn->symbols.at = NULL, fn->symbols.len = fn->symbols.cap = 0;
    if (is_within(c)) return fn;
    fn->global = NULL;
    ir_attr_copy(c->to, &fn->attrs, &from->attrs);
    fn->prim_text.ptr = arena_strdup(arena, from->prim_text);
    for (size_t i = 0; i < from->symbols.len; i++) {
        const IrSymbol *s = from->symbols.at[i];
        IrSymbol *copy = ir_symbol_new(fn, copy_name(c, s->name), s->loc);
        copy->is_extent = s->is_extent;
        copy->is_defined = s->is_defined;
        note(c, &c->symbols, s, copy);
        remember(c, s, copy);
    }
    return fn;
}

static void own_symbols(const Copy *c, const IrFunction *from, IrFunction *fn) {
    for (size_t i = 0; i < from->symbols.len; i++) {
        IrSymbol *s = from->symbols.at[i];
        IrBody *body = s->body ? find(&c->bodies, s->body) : NULL;
        if (is_within(c)) {
            vec_push(&c->to->arena, &fn->symbols, s);
            c->owners->owned(c->owners->user, s, fn, body);
        } else {
            fn->symbols.at[i]->body = body;
        }
    }
}

static void function_fill(Copy *c, const IrFunction *from, IrFunction *fn) {
    CopyFunction f = {.all = c, .fn = fn};
    f.vars = ARENA_ARRAY(c->arena, IrVar *, (size_t)from->n_vars + 1);
    fn->result = copy_type(c, from->result);
    for (size_t i = 0; i < from->params.len; i++)
        vec_push(&c->to->arena, &fn->params, copy_var(&f, from->params.at[i], NULL));
    if (from->body) fn->body = copy_body(&f, from->body, NULL);
    own_symbols(c, from, fn);
}

static void copy_init(Copy *c, const IrModule *from, IrModule *to, Arena *arena) {
    *c = (Copy){.from = from, .to = to, .arena = arena};
    Map *maps[] = {&c->types, &c->symbols, &c->attrs, &c->bodies, &c->functions, &c->ops};
    for (size_t i = 0; i < ARRAY_LEN(maps); i++) map_init(maps[i], arena);
}

IrFunction *ir_function_copy(IrModule *m, const IrFunction *from, const IrCopyOwners *owners) {
    Copy c;
    Arena arena;
    arena_init(&arena, m->ctx);
    copy_init(&c, m, m, &arena);
    c.owners = owners;
    IrFunction *fn = function_new(&c, from);
    function_fill(&c, from, fn);
    arena_fini(&arena);
    return fn;
}

/* Modules */

static OpParam *copy_params(Copy *c, const IrDefinition *d) {
    OpParam *params = ARENA_ARRAY(&c->to->arena, OpParam, (size_t)d->n_params + 1);
    for (uint32_t i = 0; i < d->n_params; i++) {
        params[i] = d->params[i];
        params[i].name = copy_name(c, params[i].name);
        params[i].value = copy_attrs(c, params[i].value, 1);
    }
    return params;
}

/* Each stands after those that it uses. */
static void copy_definition(Copy *c, const IrDefinition *d) {
    IrModule *m = c->to;
    IrFunction *fn = function_new(c, d->fn);
    IrDefinition *copy = ir_definition_new(m, d->kind, copy_name(c, d->op_name), fn);
    ir_definition_schema(m, copy, copy_params(c, d), d->n_params, d->n_operands);
    if (d->own) {
        note(c, &c->ops, d->own, copy->own);
        copy->own->flags = d->own->flags;
        copy->own->doc = d->own->doc;
    } else {
        copy->op = copy_op(c, d->op);
    }
    copy->size = d->size;
    copy->has_if = d->has_if;
    copy->is_finished = d->is_finished;
    copy->has_numbers = d->has_numbers;
    copy->is_external = d->is_external;
    copy->source = d->source;
    copy->doc = d->doc;
    function_fill(c, d->fn, fn);
}

static void copy_globals(Copy *c) {
    const IrModule *from = c->from;
    for (size_t i = 0; i < from->globals.len; i++)
        c->globals[i] = ir_global_new(c->to, from->globals.at[i]->name);
    for (size_t i = 0; i < from->globals.len; i++) {
        const IrFunction *old = from->globals.at[i]->function;
        if (!old) continue;
        c->globals[i]->function = function_new(c, old);
        c->globals[i]->function->global = c->globals[i];
    }
    for (size_t i = 0; i < from->globals.len; i++) {
        if (c->globals[i]->function)
            function_fill(c, from->globals.at[i]->function, c->globals[i]->function);
    }
}

IrModule *ir_module_copy(const IrModule *from) {
    IrModule *m = ir_module_new(from->ctx, from->own_ops.base);
    Copy c;
    Arena arena;
    arena_init(&arena, from->ctx);
    copy_init(&c, from, m, &arena);
    c.consts = ARENA_ARRAY(&arena, IrConst *, from->constants.len + 1);
    c.globals = ARENA_ARRAY(&arena, IrGlobal *, from->globals.len + 1);
    m->copy_of = from;
    m->kept = from->kept;
    map_init(&m->copied, &m->arena);
    m->growth = from->growth;
    m->growth.edits = 0;
    m->notes_origins = from->notes_origins;
    m->n_changes = from->n_changes;
    m->target = from->target;
    m->rule_listener = from->rule_listener;
    m->source = copy_name(&c, from->source);
    for (size_t i = 0; i < from->data_files.len; i++)
        vec_push(&m->arena, &m->data_files, copy_name(&c, from->data_files.at[i]));
    ir_attr_copy(m, &m->module_attrs, &from->module_attrs);
    ir_attr_copy(m, &m->global_infos, &from->global_infos);
    for (size_t i = 0; i < from->definitions.len; i++) copy_definition(&c, from->definitions.at[i]);
    copy_globals(&c);
    m->n_bindings = from->n_bindings;
    arena_fini(&arena);
    return m;
}

/* Recursion is over nested functions. */
static void forget_origins(const IrFunction *fn) {
    IrWalk walk;
    if (!fn || !fn->body) return;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        b->origin = NULL;
        if (b->kind == IR_BIND_FUNCTION) forget_origins(b->function);
    }
}

void ir_module_part(IrModule *copy) {
    for (size_t i = 0; i < copy->globals.len; i++) forget_origins(copy->globals.at[i]->function);
    for (size_t i = 0; i < copy->definitions.len; i++) forget_origins(copy->definitions.at[i]->fn);
    copy->notes_origins = false;
    copy->kept = NULL;
    copy->copy_of = NULL;
}

IrSymbol *ir_module_copy_symbol(const IrModule *copy, const IrSymbol *of) {
    return find(&copy->copied, of);
}

const IrConst *ir_module_copied_const(const IrModule *copy, const IrConst *c) {
    return find(&copy->copied, c);
}

IrGlobal *ir_module_copy_global(const IrModule *copy, const IrGlobal *of) {
    return of ? copy->globals.at[of->id] : NULL;
}
