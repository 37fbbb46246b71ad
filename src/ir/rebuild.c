/* SPDX-License-Identifier: Apache-2.0 */
/* Rebuilding: variables are mapped by id, bodies are remembered so that symbols can move. Recursion
 * is over nested bodies. */
#include "ir/rebuild.h"

#include "base/diag.h"
#include "ir/definition.h"

typedef struct {
    const IrBody *from;
    IrBody *to;
} BodyPair;

typedef struct Rebuild {
    const IrRebuildHooks *hooks;
    IrModule *m;
    IrFunction *from, *fn; /* the old and the new version */
    IrBuilder b;
    IrVar **vars; /* by the old id */
    VEC(BodyPair) bodies;
    struct Rebuild *outer;
    struct Rebuild *nested; /* a list, through this field, of the nested functions met so far */
} Rebuild;

static const IrType *map_type(const Rebuild *r, const IrType *t) {
    return r->hooks->type ? r->hooks->type(r->hooks->user, t) : t;
}

static void copy_operands(Rebuild *r, const IrOperands *list, IrOperandBuf *out) {
    ir_operands_init(out, &r->m->scratch);
    for (uint32_t i = 0; i < list->n; i++) {
        IrOperand o = list->at[i];
        if (o.kind == IR_OPERAND_VAR) o.var = r->vars[o.var->id];
        if (o.kind == IR_OPERAND_CONST && r->hooks->constant)
            o.constant = r->hooks->constant(r->hooks->user, o.constant);
        if (o.kind == IR_OPERAND_SHAPE || o.kind == IR_OPERAND_PRIM) o.type = map_type(r, o.type);
        vec_push(out->arena, &out->ops, o);
    }
}

static IrFunction *rebuild_nested(IrFunction *fn, Rebuild *outer);
static bool rebuild_body(Rebuild *r, const IrBody *from, IrBody *to);

static IrVar *rebuild_call(Rebuild *r, const IrBinding *b, const IrOperandBuf *buf) {
    uint32_t n = ir_op_n_attrs(b->op);
    IrAttr *attrs = ARENA_ARRAY(&r->m->scratch, IrAttr, (size_t)n + 1);
    if (n) memcpy(attrs, b->attrs, n * sizeof *attrs);
    if (r->hooks->attrs) r->hooks->attrs(r->hooks->user, b->op, attrs, n);
    const IrType **types = ARENA_ARRAY(&r->m->scratch, const IrType *, (size_t)b->n_types + 1);
    for (uint32_t i = 0; i < b->n_types; i++) types[i] = map_type(r, b->types[i]);
    return ir_build_call(&r->b, b->op, buf->ops.at, (uint32_t)buf->ops.len,
                         (IrCallForm){.attrs = attrs, .types = types, .n_types = b->n_types},
                         b->var->name);
}

static IrVar *rebuild_if(Rebuild *r, const IrBinding *b, const IrOperandBuf *buf) {
    IrBlock *block = r->b.block;
    /* Until the binding exists, scopes climb through this stand-in. */
    IrBinding *owner = ARENA_NEW(&r->m->arena, IrBinding);
    owner->block = block;
    IrBody *bodies[2];
    for (int i = 0; i < 2; i++) {
        bodies[i] = ir_body_new(r->fn, owner);
        if (!rebuild_body(r, b->bodies[i], bodies[i])) return NULL;
    }
    r->b.block = block;
    return ir_build_if(&r->b, buf->ops.at, bodies[0], bodies[1], b->var->name);
}

static bool rebuild_binding(Rebuild *r, const IrBinding *b) {
    IrOperandBuf buf;
    copy_operands(r, &b->operands, &buf);
    r->b.loc = b->loc;
    r->b.origin = b->origin;
    if (r->hooks->operands && !r->hooks->operands(r->hooks->user, &r->b, b, &buf)) return false;
    const IrOperand *at = buf.ops.at;
    uint32_t n = (uint32_t)buf.ops.len;
    const char *name = b->var->name;
    IrVar *v = NULL;
    switch (b->kind) {
    case IR_BIND_VALUE: v = ir_build_value(&r->b, at, n, name); break;
    case IR_BIND_CALL: v = rebuild_call(r, b, &buf); break;
    case IR_BIND_INVOKE: v = ir_build_invoke(&r->b, at, n, name); break;
    case IR_BIND_FIELD: v = ir_build_field(&r->b, at, n, b->index, name); break;
    case IR_BIND_MATCH_CAST:
        v = ir_build_match_cast(&r->b, at, n, map_type(r, b->cast), name);
        break;
    case IR_BIND_IF: v = rebuild_if(r, b, &buf); break;
    case IR_BIND_FUNCTION: {
        IrFunction *nested = rebuild_nested(b->function, r);
        if (nested) v = ir_build_function(&r->b, nested, at, n, name);
        break;
    }
    case IR_BIND_COUNT: break;
    }
    if (!v) return false;
    /* What an `if` gives cannot be annotated. */
    const IrType *annotation = b->kind == IR_BIND_IF ? v->type : map_type(r, b->var->type);
    if (annotation != v->type && ir_type_subsumes(r->m, annotation, v->type) == IR_PROVED)
        v->type = annotation;
    v->is_output = b->var->is_output;
    r->vars[b->var->id] = v;
    return true;
}

static bool rebuild_body(Rebuild *r, const IrBody *from, IrBody *to) {
    vec_push(&r->m->arena, &r->bodies, ((BodyPair){from, to}));
    for (const IrBlock *block = from->first_block; block; block = block->next) {
        if (!block->first) continue;
        r->b.block = ir_block_append(to, block->is_dataflow);
        for (const IrBinding *b = block->first;; b = b->next) {
            ctx_poll(r->m->ctx);
            ArenaMark mark = arena_mark(&r->m->scratch);
            IrBlock *own = r->b.block;
            bool ok = rebuild_binding(r, b);
            arena_rewind(&r->m->scratch, mark);
            r->b.block = own;
            if (!ok) return false;
            if (b == block->last) break;
        }
    }
    IrOperandBuf buf;
    copy_operands(r, &from->result, &buf);
    ir_body_set_result(to, buf.ops.at, (uint32_t)buf.ops.len);
    return true;
}

static void own_symbols(Rebuild *r, IrFunction *owner) {
    for (size_t i = 0; i < r->from->symbols.len; i++) r->from->symbols.at[i]->function = owner;
}

/* The new version with its parameters and result, and no body yet. */
static IrFunction *rebuild_signature(Rebuild *r, IrFunction *fn) {
    IrModule *m = r->m;
    IrFunction *copy = ir_function_new(m, fn->name);
    *copy = *fn;
    copy->params.at = NULL;
    copy->params.len = copy->params.cap = 0;
    copy->n_vars = 0;
    copy->body = NULL;
    copy->result = map_type(r, fn->result);
    if (r->outer) copy->parent = r->outer->fn;
    r->from = fn;
    r->fn = r->b.fn = copy;
    own_symbols(r, copy); /* a function's type leaves out its own symbols */
    r->vars = ARENA_ARRAY(&m->arena, IrVar *, (size_t)fn->n_vars + 1);
    for (size_t i = 0; i < fn->params.len; i++) {
        IrVar *old = fn->params.at[i];
        IrVar *v = ir_var_new(copy, old->name, map_type(r, old->type));
        vec_push(&m->arena, &copy->params, v);
        r->vars[old->id] = v;
    }
    if (r->hooks->signature) r->hooks->signature(r->hooks->user, fn, copy);
    return copy;
}

static bool rebuild_function_body(Rebuild *r, const IrFunction *from) {
    r->fn->body = ir_body_new(r->fn, NULL);
    return rebuild_body(r, from->body, r->fn->body);
}

/* Symbols that a match_cast defined move to the new bodies, nested functions' included. */
static void move_symbols(Rebuild *r) {
    for (Rebuild *x = r; x; x = x->nested) {
        for (size_t i = 0; i < x->fn->symbols.len; i++) {
            IrSymbol *s = x->fn->symbols.at[i];
            for (size_t k = 0; s->body && k < x->bodies.len; k++) {
                if (x->bodies.at[k].from != s->body) continue;
                s->body = x->bodies.at[k].to;
                break;
            }
        }
    }
}

static IrFunction *rebuild_nested(IrFunction *fn, Rebuild *outer) {
    Rebuild *r = ARENA_NEW(&outer->m->arena, Rebuild);
    *r = (Rebuild){.hooks = outer->hooks, .m = outer->m, .b = {.m = outer->m}, .outer = outer};
    r->nested = outer->nested;
    outer->nested = r;
    IrFunction *copy = rebuild_signature(r, fn);
    return rebuild_function_body(r, fn) ? copy : NULL;
}

/* The old versions, put back when something is thrown. */
typedef struct {
    Cleanup cleanup;
    IrModule *m;
    size_t n_definitions;
    IrFunction **old;     /* the definitions', then the globals' */
    Rebuild *all;         /* the same */
    OpParam **old_params; /* the definitions' */
} Restore;

static void own_old_symbols(Rebuild *r) {
    for (Rebuild *x = r; x; x = x->nested) {
        if (x->from) own_symbols(x, x->from);
    }
}

static void restore(Cleanup *node) {
    Restore *r = (Restore *)(void *)node;
    IrModule *m = r->m;
    for (size_t i = 0; i < r->n_definitions; i++) {
        ir_definition_publish(m, m->definitions.at[i], r->old[i], r->old_params[i]);
    }
    for (size_t i = 0; i < m->globals.len; i++)
        m->globals.at[i]->function = r->old[r->n_definitions + i];
    for (size_t i = 0; i < r->n_definitions + m->globals.len; i++) own_old_symbols(&r->all[i]);
}

/* Defaults are what bodies are typed with. */
static OpParam *rebuild_defaults(IrModule *m, const IrRebuildHooks *hooks, const IrDefinition *d) {
    OpParam *params = ARENA_ARRAY(&m->arena, OpParam, (size_t)d->n_params + 1);
    for (uint32_t i = 0; i < d->n_params; i++) {
        params[i] = d->params[i];
        if (!params[i].value || !hooks->attrs) continue;
        IrAttr value = *params[i].value;
        hooks->attrs(hooks->user, d->op, &value, 1);
        params[i].value = ir_attrs_intern(m, &value, 1);
    }
    return params;
}

/* Each stands after those that it uses. */
static bool rebuild_definitions(IrModule *m, const IrRebuildHooks *hooks, Rebuild *all) {
    for (size_t i = 0; i < m->definitions.len; i++) {
        IrDefinition *d = m->definitions.at[i];
        IrFunction *old = d->fn;
        all[i] = (Rebuild){.hooks = hooks, .m = m, .b = {.m = m}};
        IrFunction *fn = rebuild_signature(&all[i], old);
        if (!rebuild_function_body(&all[i], old)) return false;
        ir_definition_publish(m, d, fn, rebuild_defaults(m, hooks, d));
    }
    return true;
}

bool ir_rebuild_module(IrModule *m, const IrRebuildHooks *hooks) {
    const size_t n = m->globals.len, n_definitions = m->definitions.len;
    Rebuild *const rebuilds = ARENA_ARRAY(&m->arena, Rebuild, n_definitions + n + 1),
                   *all = rebuilds + n_definitions;
    Restore undo = {.m = m, .n_definitions = n_definitions, .all = rebuilds};
    undo.old = ARENA_ARRAY(&m->arena, IrFunction *, n_definitions + n + 1);
    undo.old_params = ARENA_ARRAY(&m->arena, OpParam *, n_definitions + 1);
    for (size_t i = 0; i < n_definitions; i++) {
        undo.old[i] = m->definitions.at[i]->fn;
        undo.old_params[i] = m->definitions.at[i]->params;
    }
    IrFunction **old = undo.old + n_definitions;
    for (size_t i = 0; i < n; i++) old[i] = m->globals.at[i]->function;
    cleanup_push(m->ctx, &undo.cleanup, restore);
    bool ok = rebuild_definitions(m, hooks, rebuilds);
    /* Signatures first: the type of a call comes from its callee's. */
    for (size_t i = 0; i < n; i++) {
        if (!old[i] || !old[i]->body) continue;
        all[i] = (Rebuild){.hooks = hooks, .m = m, .b = {.m = m}};
        m->globals.at[i]->function = rebuild_signature(&all[i], old[i]);
    }
    for (size_t i = 0; i < n; i++) {
        if (all[i].fn) ok &= rebuild_function_body(&all[i], old[i]);
    }
    cleanup_pop(&undo.cleanup);
    if (!ok) restore(&undo.cleanup);
    for (size_t i = 0; ok && i < n_definitions + n; i++) {
        if (rebuilds[i].fn) move_symbols(&rebuilds[i]);
    }
    arena_fini(&m->scratch);
    return ok;
}
