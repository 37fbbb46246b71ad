/* SPDX-License-Identifier: Apache-2.0 */
/* EliminateCommonSubexpr: a binding whose right side stands in an earlier one becomes another name
 * of that, and its uses go there. CanonicalizeBindings removes the names that are left.
 *
 *     a = R.exp(x)              a = R.exp(x)
 *     b = R.exp(x)              b = a
 *     c = R.add(a, b)           c = R.add(a, a)
 *
 * Two right sides are the same when operator, attributes, type arguments, operands and the
 * variables' types are: interned pointers, so constants are compared by bits and -0.0 is not 0.0.
 * Shapes, tuples, fields and match_casts (of the same symbols) are values like any other.
 *
 * - Scopes: a branch sees what stands before its `if`, and nothing sees into a branch, a nested
 *   function or (but for outputs) a dataflow block. What uses a block's output outside the block
 *   goes on using it, and so does what computes its value once more.
 * - With `call_only` calls alone are merged.
 * - Never merged: calls with effects, `if`, nested functions, OP_DISTINCT operators (grad.barrier,
 *   dropout), and calls of functions while any function of the module holds such an operator.
 *
 * One table, from a hash of the right side to its first binding. Where a scope ends, its entries
 * die; one that comes back to life is found again by its key, so there are never two of a key.
 * Linear in bindings, operands and uses. Recursion is over nested bodies. */
#include "passes/blocks.h"
#include "passes/common_values.h"
#include "passes/passes.h"

typedef struct {
    IrBinding *b;
    IrVar *value; /* b's, or outside its dataflow block an output that is another name of it */
    IrVar *shown; /* the first such output; NULL: none */
    bool alive;
} Entry;

typedef struct {
    Ctx *ctx;
    Arena *arena;
    Map entries;
    VEC(Entry *) log;  /* those alive, as they came */
    bool keep_calls;   /* calls of functions stay apart */
    bool call_only;    /* what is no call stays apart */
    uint32_t first_id; /* variables before it stay */
    bool rename;       /* what is merged stays as another name */
} Cse;

static bool same_operand(const IrOperand *x, const IrOperand *y) {
    if (x->kind != y->kind || x->span != y->span) return false;
    switch (x->kind) {
    case IR_OPERAND_NONE: return true;
    case IR_OPERAND_VAR: return x->var == y->var;
    case IR_OPERAND_CONST: return x->constant == y->constant;
    case IR_OPERAND_SHAPE: return x->type == y->type;
    case IR_OPERAND_PRIM:
        return x->type == y->type && (x->type->value || memcmp(&x->f, &y->f, sizeof x->f) == 0);
    case IR_OPERAND_STRING: return strcmp(x->string, y->string) == 0 && x->f == y->f;
    case IR_OPERAND_DTYPE: return x->dtype == y->dtype;
    case IR_OPERAND_GLOBAL: return x->global == y->global;
    case IR_OPERAND_TUPLE: return x->n == y->n;
    }
    return false;
}

static bool same(const IrBinding *x, const IrBinding *y) {
    if (x->kind != y->kind || x->index != y->index || x->operands.n != y->operands.n ||
        x->var->type != y->var->type)
        return false;
    if (x->kind == IR_BIND_MATCH_CAST && x->cast != y->cast) return false;
    if (x->kind == IR_BIND_CALL) {
        if (x->op != y->op || x->attrs != y->attrs || x->n_types != y->n_types) return false;
        for (uint32_t i = 0; i < x->n_types; i++) {
            if (x->types[i] != y->types[i]) return false;
        }
    }
    for (uint32_t i = 0; i < x->operands.n; i++) {
        if (!same_operand(&x->operands.at[i], &y->operands.at[i])) return false;
    }
    return true;
}

static uint64_t hash_operand(const Ctx *ctx, uint64_t h, const IrOperand *o) {
    h = hash_mix(h, (uint64_t)o->kind << 32 | o->span);
    switch (o->kind) {
    case IR_OPERAND_NONE: return h;
    case IR_OPERAND_VAR: return hash_ptr(h, o->var);
    case IR_OPERAND_CONST: return hash_ptr(h, o->constant);
    case IR_OPERAND_SHAPE: return hash_ptr(h, o->type);
    case IR_OPERAND_PRIM:
        return hash_mix(hash_ptr(h, o->type),
                        o->type->value ? 0 : hash_bytes(ctx, &o->f, sizeof o->f));
    case IR_OPERAND_STRING: return hash_mix(h, hash_bytes(ctx, o->string, strlen(o->string)));
    case IR_OPERAND_DTYPE: return hash_mix(h, o->dtype);
    case IR_OPERAND_GLOBAL: return hash_ptr(h, o->global);
    case IR_OPERAND_TUPLE: return hash_mix(h, o->n);
    }
    return h;
}

static uint64_t hash(const Ctx *ctx, const IrBinding *b) {
    uint64_t h = hash_mix(hash_mix(ctx->hash_seed, b->kind), b->index);
    h = hash_ptr(h, b->var->type);
    if (b->kind == IR_BIND_MATCH_CAST) h = hash_ptr(h, b->cast);
    if (b->kind == IR_BIND_CALL) {
        h = hash_ptr(hash_ptr(h, b->op), b->attrs);
        for (uint32_t i = 0; i < b->n_types; i++) h = hash_ptr(h, b->types[i]);
    }
    for (uint32_t i = 0; i < b->operands.n; i++) h = hash_operand(ctx, h, &b->operands.at[i]);
    return h;
}

static bool may_merge(const Cse *c, const IrBinding *b) {
    switch (b->kind) {
    case IR_BIND_VALUE:
    case IR_BIND_FIELD:
    case IR_BIND_MATCH_CAST: return !c->call_only;
    case IR_BIND_CALL: return (b->op->flags & (OP_PURE | OP_DISTINCT)) == OP_PURE;
    case IR_BIND_INVOKE: return !c->keep_calls && blocks_is_pure(b);
    default: return false;
    }
}

static void become_name(const Cse *c, IrBinding *b, IrVar *value) {
    IrVar *v = b->var;
    for (IrOperand *use = v->uses, *next; use; use = next) {
        next = use->next_use;
        const IrBinding *user = use->list->binding;
        if (!b->block->is_dataflow || (user && user->block == b->block))
            ir_operand_set_var(use, value);
    }
    if (!c->rename && !v->n_uses) {
        blocks_remove(b);
        return;
    }
    const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = value};
    ir_binding_set_value(b, &o, 1);
}

static void merge(Cse *c, IrBinding *b) {
    const uint64_t h = hash(c->ctx, b);
    Entry *e = NULL;
    for (MapIter it = map_find(&c->entries, h); map_next(&c->entries, &it);) {
        Entry *found = it.value;
        if (!same(found->b, b)) continue;
        if (found->alive) {
            if (b->var->id < c->first_id) return;
            if (b->var->is_output && b->block == found->b->block && !found->shown)
                found->shown = b->var;
            become_name(c, b, found->value);
            return;
        }
        e = found;
        break;
    }
    if (!e) {
        e = ARENA_NEW(c->arena, Entry);
        map_add(&c->entries, h, e);
    }
    *e = (Entry){.b = b, .value = b->var, .alive = true};
    vec_push(c->arena, &c->log, e);
}

/* The scope that began at `mark` ends; a dataflow block's outputs stay. */
static void leave(Cse *c, size_t mark, bool outputs_stay) {
    size_t kept = mark;
    for (size_t i = mark; i < c->log.len; i++) {
        Entry *e = c->log.at[i];
        if (!e->value->is_output && e->shown) e->value = e->shown;
        e->alive = outputs_stay && e->value->is_output;
        if (e->alive) c->log.at[kept++] = e;
    }
    c->log.len = kept;
}

static void visit_body(Cse *c, IrBody *body) {
    for (IrBlock *block = body->first_block; block; block = block->next) {
        const size_t mark = c->log.len;
        for (IrBinding *b = block->first, *next; b; b = next) {
            next = b == block->last ? NULL : b->next;
            ctx_poll(c->ctx);
            for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) {
                const size_t inner = c->log.len;
                visit_body(c, b->bodies[i]);
                leave(c, inner, false);
            }
            if (may_merge(c, b)) merge(c, b);
        }
        if (block->is_dataflow) leave(c, mark, true);
    }
}

static void visit_function(IrFunction *fn, Cse c) {
    Arena arena;
    arena_init(&arena, fn->module->ctx);
    c.ctx = fn->module->ctx;
    c.arena = &arena;
    map_init(&c.entries, &arena);
    visit_body(&c, fn->body);
    arena_fini(&arena);
}

static bool eliminate(void *user, IrFunction *fn) {
    visit_function(fn, *(const Cse *)user);
    return true;
}

void merge_common_values(IrFunction *fn, uint32_t first_id) {
    visit_function(fn, (Cse){.keep_calls = true, .first_id = first_id});
}

/* False when the function holds an operator whose calls must stay apart. */
static bool has_none_distinct(void *user, IrFunction *fn) {
    (void)user;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_CALL && (b->op->flags & OP_DISTINCT)) return false;
    }
    return true;
}

bool pass_eliminate_common_subexpr(IrModule *m, const PassValue *values) {
    Cse how = {.rename = true, .call_only = values[0].i};
    how.keep_calls = !blocks_each_function(m, has_none_distinct, NULL);
    return blocks_each_function(m, eliminate, &how) && blocks_finish(m);
}
