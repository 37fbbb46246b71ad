/* SPDX-License-Identifier: Apache-2.0 */
/* TopologicalSort: each dataflow block in the order of a depth-first walk from the inputs, so that
 * a value stands close to what it is made from.
 *
 *     a = R.exp(x)                a = R.exp(x)
 *     b = R.negative(x)           c = R.sqrt(a)
 *     c = R.sqrt(a)               b = R.negative(x)
 *     d = R.add(c, b)             d = R.add(c, b)
 *
 * A body is one graph: its nodes are its bindings, and what it uses from outside (of a function
 * first the parameters). The walk keeps a stack, on which a node comes when the last of what it
 * needs has been visited, the users of one value so that the first in program order is visited
 * first. Bindings that need nothing come after the inputs. Only dataflow blocks are put into that
 * order; a binding stays in its block. A binding also needs the match_cast that defines a symbol in
 * it.
 *
 * Linear in bindings and operands; an `if` counts in each body around it that has a dataflow
 * block. */
#include "passes/blocks.h"
#include "passes/passes.h"

typedef struct {
    uint32_t from, to; /* nodes */
} Edge;

typedef struct {
    const IrSymbol *symbol;
    uint32_t node; /* of the match_cast that defines it */
} Definer;

typedef struct {
    IrModule *m;
    IrBody *body;
    Arena *arena;
    uint32_t n; /* bindings; they are the first nodes */
    IrBinding **bindings;
    /* by variable id: its node + 1; 0: none yet. The function's, all 0 between bodies */
    uint32_t *node_of;
    VEC(uint32_t) numbered;  /* ids of the variables that have a node */
    VEC(uint32_t) last_user; /* by node: the last that was found to need it, + 1 */
    VEC(Edge) edges;         /* by rising `to` */
    Map definers;            /* by symbol */
    uint32_t at;             /* the node whose needs are looked for */
} Sort;

static void need_node(Sort *s, uint32_t node) {
    if (node == s->at || s->last_user.at[node] == s->at + 1) return;
    s->last_user.at[node] = s->at + 1;
    vec_push(s->arena, &s->edges, ((Edge){node, s->at}));
}

static uint32_t input(Sort *s, const IrVar *v) {
    if (!s->node_of[v->id]) {
        vec_push(s->arena, &s->last_user, 0);
        vec_push(s->arena, &s->numbered, v->id);
        s->node_of[v->id] = (uint32_t)s->last_user.len;
    }
    return s->node_of[v->id] - 1;
}

static void need_symbol(void *user, IrSymbol *symbol) {
    Sort *s = user;
    if (symbol->body != s->body) return;
    for (MapIter it = map_find(&s->definers, hash_ptr(0, symbol)); map_next(&s->definers, &it);) {
        const Definer *d = it.value;
        if (d->symbol == symbol) need_node(s, d->node);
    }
}

static void need_type(Sort *s, const IrType *t) {
    if (s->definers.len && t->has_symbols) ir_type_symbols(t, need_symbol, s);
}

/* Those of an `if`'s own bindings are not needed from outside. */
static bool is_within(const IrVar *v, const IrBinding *around) {
    if (around->kind != IR_BIND_IF || !v->def) return false;
    for (const IrBinding *owner = v->def->block->body->owner; owner;
         owner = owner->block->body->owner) {
        if (owner == around) return true;
    }
    return false;
}

static void need_operands(Sort *s, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM) need_type(s, o->type);
        if (o->kind == IR_OPERAND_VAR && !is_within(o->var, s->bindings[s->at]))
            need_node(s, input(s, o->var));
    }
}

static void need_types(Sort *s, const IrBinding *b) {
    need_type(s, b->var->type);
    for (uint32_t i = 0; b->kind == IR_BIND_CALL && i < b->n_types; i++) need_type(s, b->types[i]);
    if (b->kind == IR_BIND_MATCH_CAST) need_type(s, b->cast);
}

/* The symbols that a nested function takes from around it. */
static void need_function(Sort *s, const IrFunction *fn) {
    IrWalk walk;
    if (!s->definers.len) return;
    for (size_t i = 0; i < fn->params.len; i++) need_type(s, fn->params.at[i]->type);
    need_type(s, fn->result);
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        need_types(s, b);
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            if (o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM) need_type(s, o->type);
        }
        if (b->kind == IR_BIND_FUNCTION) need_function(s, b->function);
    }
}

static void need_binding(Sort *s, const IrBinding *b) {
    need_operands(s, &b->operands);
    need_types(s, b);
    if (b->kind == IR_BIND_FUNCTION) need_function(s, b->function);
    for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) need_operands(s, &b->bodies[i]->result);
}

static void define_symbol(void *user, IrSymbol *symbol) {
    Sort *s = user;
    if (symbol->body != s->body) return;
    const uint64_t hash = hash_ptr(0, symbol);
    for (MapIter it = map_find(&s->definers, hash); map_next(&s->definers, &it);) {
        const Definer *d = it.value;
        if (d->symbol == symbol) return;
    }
    Definer *d = ARENA_NEW(s->arena, Definer);
    *d = (Definer){symbol, s->at};
    map_add(&s->definers, hash, d);
}

static void find_edges(Sort *s) {
    const IrFunction *fn = s->body->function;
    for (size_t i = 0; !s->body->owner && i < fn->params.len; i++) input(s, fn->params.at[i]);
    for (s->at = 0; s->at < s->n; s->at++) {
        const IrBinding *b = s->bindings[s->at];
        if (b->kind == IR_BIND_MATCH_CAST && b->cast->has_symbols)
            ir_type_symbols(b->cast, define_symbol, s);
    }
    for (s->at = 0; s->at < s->n; s->at++) {
        IrBinding *b = s->bindings[s->at];
        ctx_poll(s->m->ctx);
        need_binding(s, b);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) {
            IrWalk walk;
            ir_walk_init(&walk, b->bodies[i]);
            for (const IrBinding *x; (x = ir_walk_next(&walk));) need_binding(s, x);
        }
    }
}

/* All nodes in the order of the walk. */
static uint32_t *walk_nodes(Sort *s) {
    const size_t n = s->last_user.len;
    uint32_t *first = ARENA_ARRAY(s->arena, uint32_t, n + 2); /* of a node's users */
    uint32_t *users = ARENA_ARRAY(s->arena, uint32_t, s->edges.len + 1);
    uint32_t *needs = ARENA_ARRAY(s->arena, uint32_t, n + 1); /* not visited yet */
    uint32_t *stack = ARENA_ARRAY(s->arena, uint32_t, n + 1),
             *order = ARENA_ARRAY(s->arena, uint32_t, n + 1);
    size_t top = 0, done = 0;
    for (size_t i = 0; i < s->edges.len; i++)
        first[s->edges.at[i].from + 2]++, needs[s->edges.at[i].to]++;
    for (size_t i = 2; i < n + 2; i++) first[i] += first[i - 1];
    for (size_t i = 0; i < s->edges.len; i++)
        users[first[s->edges.at[i].from + 1]++] = s->edges.at[i].to;
    for (uint32_t i = s->n; i-- > 0;) {
        if (!needs[i]) stack[top++] = i;
    }
    for (size_t i = n; i-- > s->n;) stack[top++] = (uint32_t)i; /* inputs need nothing */
    while (top) {
        const uint32_t node = stack[--top];
        order[done++] = node;
        for (uint32_t i = first[node + 1]; i-- > first[node];) {
            if (--needs[users[i]] == 0) stack[top++] = users[i];
        }
    }
    BUG_IF(done != n);
    return order;
}

static void sort_body(IrModule *m, IrBody *body, uint32_t *node_of) {
    bool any = false;
    uint32_t n = 0;
    for (const IrBlock *block = body->first_block; block; block = block->next) {
        n += block->n;
        any |= block->is_dataflow && block->n > 1;
    }
    if (!any) return;
    Arena arena;
    arena_init(&arena, m->ctx);
    Sort s = {.m = m, .body = body, .arena = &arena, .n = n, .node_of = node_of};
    s.bindings = ARENA_ARRAY(&arena, IrBinding *, n);
    map_init(&s.definers, &arena);
    /* Where each binding's block begins, and how many of the block have found their place. */
    uint32_t *begin = ARENA_ARRAY(&arena, uint32_t, n), *placed = ARENA_ARRAY(&arena, uint32_t, n);
    IrBinding **sorted = ARENA_ARRAY(&arena, IrBinding *, n);
    uint32_t at = 0;
    for (IrBinding *b = body->first; b; b = b->next, at++) {
        s.bindings[at] = b;
        begin[at] = b == b->block->first ? at : begin[at - 1];
        input(&s, b->var);
    }
    find_edges(&s);
    const uint32_t *order = walk_nodes(&s);
    for (size_t i = 0; i < s.last_user.len; i++) {
        if (order[i] >= n) continue;
        const uint32_t start = begin[order[i]];
        sorted[start + placed[start]++] = s.bindings[order[i]];
    }
    at = 0;
    for (IrBlock *block = body->first_block; block; at += block->n, block = block->next) {
        if (block->is_dataflow && block->n > 1) blocks_reorder(block, &sorted[at]);
    }
    for (size_t i = 0; i < s.numbered.len; i++) node_of[s.numbered.at[i]] = 0;
    arena_fini(&arena);
}

static bool sort_function(void *user, IrFunction *fn) {
    IrModule *m = user;
    Arena arena;
    IrWalk walk;
    arena_init(&arena, m->ctx);
    uint32_t *node_of = ARENA_ARRAY(&arena, uint32_t, (size_t)fn->n_vars + 1);
    sort_body(m, fn->body, node_of);
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) sort_body(m, b->bodies[i], node_of);
    }
    arena_fini(&arena);
    return true;
}

bool pass_topological_sort(IrModule *m) {
    return blocks_each_function(m, sort_function, m) && blocks_finish(m);
}
