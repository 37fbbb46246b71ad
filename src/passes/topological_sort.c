/* SPDX-License-Identifier: Apache-2.0 */
/* TopologicalSort: each dataflow block in the order of a depth-first walk from the inputs, so that
 * a value stands close to what it is made from; or in that of another walk (below).
 *
 *     a = R.exp(x)                a = R.exp(x)
 *     b = R.negative(x)           c = R.sqrt(a)
 *     c = R.sqrt(a)               b = R.negative(x)
 *     d = R.add(c, b)             d = R.add(c, b)
 *
 * A body is one graph: its nodes are its bindings, and what it uses from outside (of a function
 * first the parameters). The walk keeps a stack, on which a node comes when the last of what it
 * needs has been visited, the users of one value so that the first in program order is visited
 * first. Bindings that need nothing come after the inputs. A breadth-first walk keeps a queue
 * instead. A walk from the outputs goes the other way: it begins with what nobody uses and with the
 * result, a node comes when its last user has been visited, and the order is then turned round.
 * The four are TVM's, whose names the options have. Only dataflow blocks are put into that
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

const char *const sort_orders[] = {"depth-first", "breadth-first", NULL};
const char *const sort_directions[] = {"from-inputs", "from-outputs", NULL};

typedef struct {
    bool is_breadth_first, is_from_outputs;
} How;

typedef struct {
    IrModule *m;
    How how;
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

/* Nodes under way: each comes once. */
typedef struct {
    uint32_t *at;
    size_t begin, end;
    bool is_queue;
} Waiting;

static uint32_t take(Waiting *w) { return w->at[w->is_queue ? w->begin++ : --w->end]; }

/* What the walk begins with, in the order of a queue; returns how many. */
static size_t first_nodes(const Sort *s, const uint32_t *needs, uint32_t *out) {
    const uint32_t n = (uint32_t)s->last_user.len;
    size_t len = 0;
    if (!s->how.is_from_outputs) {
        for (uint32_t i = s->n; i < n; i++) out[len++] = i; /* inputs need nothing */
        for (uint32_t i = 0; i < s->n; i++) {
            if (!needs[i]) out[len++] = i;
        }
        return len;
    }
    bool *is_result = ARENA_ARRAY(s->arena, bool, (size_t)n + 1);
    const IrOperands *result = &s->body->result;
    for (int given = 0; given < 2; given++) {
        for (uint32_t i = 0; i < result->n; i++) {
            const IrVar *v = result->at[i].kind == IR_OPERAND_VAR ? result->at[i].var : NULL;
            const uint32_t node = v && s->node_of[v->id] ? s->node_of[v->id] - 1 : n;
            if (node == n) continue;
            if (given && !needs[node] && is_result[node]) out[len++] = node;
            is_result[node] = !given;
        }
        for (uint32_t i = 0; !given && i < n; i++) {
            if (!needs[i] && !is_result[i]) out[len++] = i;
        }
    }
    return len;
}

/* All nodes in the order of the walk. */
static uint32_t *walk_nodes(Sort *s) {
    const bool back = s->how.is_from_outputs;
    const size_t n = s->last_user.len;
    uint32_t *first = ARENA_ARRAY(s->arena, uint32_t, n + 2); /* of the nodes behind a node */
    uint32_t *behind = ARENA_ARRAY(s->arena, uint32_t, s->edges.len + 1);
    uint32_t *needs = ARENA_ARRAY(s->arena, uint32_t, n + 1); /* not visited yet */
    uint32_t *order = ARENA_ARRAY(s->arena, uint32_t, n + 1);
    size_t done = 0;
    for (size_t i = 0; i < s->edges.len; i++) {
        const Edge e = s->edges.at[i];
        first[(back ? e.to : e.from) + 2]++, needs[back ? e.from : e.to]++;
    }
    for (size_t i = 2; i < n + 2; i++) first[i] += first[i - 1];
    for (size_t i = 0; i < s->edges.len; i++) {
        const Edge e = s->edges.at[i];
        behind[first[(back ? e.to : e.from) + 1]++] = back ? e.from : e.to;
    }
    Waiting w = {.at = ARENA_ARRAY(s->arena, uint32_t, n + 1), .is_queue = s->how.is_breadth_first};
    w.end = first_nodes(s, needs, w.at);
    /* From the inputs the first is to be visited first; from the outputs, turned round, last. */
    const bool turned = !w.is_queue && !back;
    for (size_t i = 0; turned && i < w.end / 2; i++) {
        const uint32_t node = w.at[i];
        w.at[i] = w.at[w.end - 1 - i], w.at[w.end - 1 - i] = node;
    }
    while (w.begin < w.end) {
        const uint32_t node = take(&w), len = first[node + 1] - first[node];
        order[done++] = node;
        for (uint32_t i = 0; i < len; i++) {
            const uint32_t next = behind[turned ? first[node + 1] - 1 - i : first[node] + i];
            if (--needs[next] == 0) w.at[w.end++] = next;
        }
    }
    BUG_IF(done != n);
    for (size_t i = 0; back && i < n / 2; i++) {
        const uint32_t node = order[i];
        order[i] = order[n - 1 - i], order[n - 1 - i] = node;
    }
    return order;
}

static void sort_body(IrModule *m, How how, IrBody *body, uint32_t *node_of) {
    bool any = false;
    uint32_t n = 0;
    for (const IrBlock *block = body->first_block; block; block = block->next) {
        n += block->n;
        any |= block->is_dataflow && block->n > 1;
    }
    if (!any) return;
    Arena arena;
    arena_init(&arena, m->ctx);
    Sort s = {.m = m, .how = how, .body = body, .arena = &arena, .n = n, .node_of = node_of};
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

typedef struct {
    IrModule *m;
    How how;
} Task;

static bool sort_function(void *user, IrFunction *fn) {
    const Task *t = user;
    Arena arena;
    IrWalk walk;
    arena_init(&arena, t->m->ctx);
    uint32_t *node_of = ARENA_ARRAY(&arena, uint32_t, (size_t)fn->n_vars + 1);
    sort_body(t->m, t->how, fn->body, node_of);
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++)
            sort_body(t->m, t->how, b->bodies[i], node_of);
    }
    arena_fini(&arena);
    return true;
}

bool pass_topological_sort(IrModule *m, const PassValue *values) {
    Task t = {.m = m, .how = {values[0].i != 0, values[1].i != 0}};
    return blocks_each_function(m, sort_function, &t) && blocks_finish(m);
}
