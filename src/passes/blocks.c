/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/blocks.h"

#include "base/diag.h"
#include "base/near.h"

static bool visit_nested(IrFunction *fn, bool (*visit)(void *user, IrFunction *fn), void *user) {
    if (!visit(user, fn)) return false;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_FUNCTION && !visit_nested(b->function, visit, user)) return false;
    }
    return true;
}

bool blocks_each_function(IrModule *m, bool (*visit)(void *user, IrFunction *fn), void *user) {
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body && !visit_nested(fn, visit, user)) return false;
    }
    return true;
}

bool blocks_is_pure(const IrBinding *b) {
    if (b->kind == IR_BIND_CALL) return b->op->flags & OP_PURE;
    if (b->kind != IR_BIND_INVOKE) return true;
    const IrType *t = ir_operand_type(b->block->body->function->module, b->operands.at);
    return t->kind == IR_TYPE_CALLABLE && t->pure;
}

/* From the last binding to the first, so that nothing has a use left when its turn comes. */
static void remove_branches(IrBinding *b) {
    Arena *scratch = &b->block->body->function->module->scratch;
    VEC(IrBinding *) inside = {NULL, 0, 0};
    for (int i = 0; i < 2; i++) {
        IrWalk walk;
        ir_walk_init(&walk, b->bodies[i]);
        ir_body_set_result(b->bodies[i], NULL, 0);
        for (IrBinding *x; (x = ir_walk_next(&walk));) {
            vec_push(scratch, &inside, x);
            for (int k = 0; x->kind == IR_BIND_IF && k < 2; k++)
                ir_body_set_result(x->bodies[k], NULL, 0);
        }
    }
    while (inside.len) ir_binding_remove(inside.at[--inside.len]);
}

void blocks_remove(IrBinding *b) {
    if (b->kind == IR_BIND_IF) remove_branches(b);
    ir_binding_remove(b);
}

bool blocks_each_list(const IrBinding *b, bool (*visit)(void *user, const IrOperands *list),
                      void *user) {
    if (!visit(user, &b->operands)) return false;
    for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) {
        IrWalk walk;
        ir_walk_init(&walk, b->bodies[i]);
        for (const IrBinding *x; (x = ir_walk_next(&walk));) {
            if (!visit(user, &x->operands)) return false;
            for (int k = 0; x->kind == IR_BIND_IF && k < 2; k++) {
                if (!visit(user, &x->bodies[k]->result)) return false;
            }
        }
        if (!visit(user, &b->bodies[i]->result)) return false;
    }
    return true;
}

void blocks_dissolve(IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        b->block->is_dataflow = false;
        b->var->is_output = true;
    }
}

void blocks_begin(BlockWriter *self, IrBody *body) {
    self->body = body;
    body->first_block = body->last_block = NULL;
}

void blocks_add(BlockWriter *self, IrBinding *b, bool is_dataflow, bool joins) {
    IrBlock *block = self->body->last_block;
    if (!block || block->is_dataflow != is_dataflow || (is_dataflow && !joins)) {
        block = ir_block_append(self->body, is_dataflow);
        block->first = b;
    }
    block->last = b;
    block->n++;
    b->block = block;
}

/* Only the links of what is dropped or grows change. */
static void tidy(IrBody *body) {
    IrBlock *kept = NULL;
    for (IrBlock *block = body->first_block; block; block = block->next) {
        if (!block->first) continue;
        if (kept && !kept->is_dataflow && !block->is_dataflow) {
            for (IrBinding *b = block->first;; b = b->next) {
                b->block = kept;
                if (b == block->last) break;
            }
            kept->last = block->last;
            kept->n += block->n;
            continue;
        }
        block->prev = kept;
        *(kept ? &kept->next : &body->first_block) = block;
        kept = block;
    }
    *(kept ? &kept->next : &body->first_block) = NULL;
    body->last_block = kept;
}

/* The captures of one nested function. */
typedef struct {
    IrFunction *fn;
    /* by variable id: its place among the captures + 1; 0: none, or mentioned already */
    uint32_t *place;
    uint32_t *order; /* places by first mention */
    uint32_t n;
} Captures;

static void mention(Captures *c, const IrOperands *list) {
    for (uint32_t i = 0; i < list->n; i++) {
        const IrOperand *o = &list->at[i];
        if (o->kind != IR_OPERAND_VAR || !c->place[o->var->id]) continue;
        c->order[c->n++] = c->place[o->var->id] - 1;
        c->place[o->var->id] = 0;
    }
}

/* In the order of the text. Recursion is over nested bodies. */
static void mention_body(Captures *c, const IrBody *body) {
    for (const IrBinding *b = body->first; b; b = b->next) {
        mention(c, &b->operands);
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) mention_body(c, b->bodies[i]);
    }
    mention(c, &body->result);
}

/* Of captures of one variable the first stands for all. */
static void merge_captures(IrBinding *b) {
    Arena arena;
    Map first;
    arena_init(&arena, b->function->module->ctx);
    map_init(&first, &arena);
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind != IR_OPERAND_VAR) continue;
        const uint64_t hash = hash_ptr(0, o->var);
        IrVar *same = NULL;
        for (MapIter it = map_find(&first, hash); !same && map_next(&first, &it);) {
            const IrOperand *other = it.value;
            if (other->var == o->var) same = b->function->params.at[other - b->operands.at];
        }
        if (same) {
            ir_var_replace_uses(b->function->params.at[i], same);
        } else {
            map_add(&first, hash, &b->operands.at[i]);
        }
    }
    arena_fini(&arena);
}

static void order_captures(IrBinding *b) {
    IrFunction *fn = b->function;
    const uint32_t n = fn->n_captures;
    if (n == 0) return;
    Arena arena;
    arena_init(&arena, fn->module->ctx);
    Captures c = {.fn = fn,
                  .place = ARENA_ARRAY(&arena, uint32_t, (size_t)fn->n_vars + 1),
                  .order = ARENA_ARRAY(&arena, uint32_t, n)};
    for (uint32_t i = 0; i < n; i++) c.place[fn->params.at[i]->id] = i + 1;
    mention_body(&c, fn->body);
    bool same = c.n == n;
    for (uint32_t i = 0; same && i < n; i++) same = c.order[i] == i;
    if (!same) {
        IrVar **params = ARENA_ARRAY(&arena, IrVar *, n);
        IrOperand *operands = ARENA_ARRAY(&arena, IrOperand, n);
        for (uint32_t i = 0; i < c.n; i++) {
            params[i] = fn->params.at[c.order[i]];
            operands[i] = b->operands.at[c.order[i]];
        }
        memcpy(fn->params.at, params, c.n * sizeof *params);
        memmove(fn->params.at + c.n, fn->params.at + n, (fn->params.len - n) * sizeof *params);
        fn->params.len -= n - c.n;
        fn->n_captures = c.n;
        ir_binding_set_operands(b, operands, c.n);
    }
    arena_fini(&arena);
}

/* Recursion is over nested functions. Captures become one from the outermost function inwards, as
 * two of an inner one may become the same by it; their order is known from the innermost
 * outwards. */
static void finish(IrFunction *fn) {
    IrWalk walk;
    tidy(fn->body);
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) tidy(b->bodies[i]);
        if (b->kind != IR_BIND_FUNCTION) continue;
        /* A capture is one variable, so it is one operand; a pass that put a tuple there has it
         * left alone. */
        const bool plain = b->operands.n == b->function->n_captures;
        if (plain) merge_captures(b);
        finish(b->function);
        if (plain) order_captures(b);
    }
}

bool blocks_finish(IrModule *m) {
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) finish(fn);
    }
    return true;
}

void blocks_set_output(IrBinding *b) {
    bool outside = false, captured = false;
    for (const IrOperand *use = b->var->uses; use && !outside; use = use->next_use) {
        const IrBinding *user = use->list->binding;
        outside = !user || user->block != b->block;
        captured |= user && user->kind == IR_BIND_FUNCTION;
    }
    b->var->is_output = outside || (captured && b->var->is_output);
}

void blocks_set_outputs(IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->block->is_dataflow) blocks_set_output(b);
    }
}

static const IrDim *keep_param_symbols(void *user, IrSymbol *s) {
    return s->body ? NULL : ir_dim_symbol(user, s);
}

void blocks_set_result(IrFunction *fn, const IrOperand *operands, uint32_t n) {
    IrModule *m = fn->module;
    ir_body_set_result(fn->body, operands, n);
    const IrType *t = ir_operand_type(m, fn->body->result.at);
    fn->result = t->has_symbols ? ir_type_map(m, t, keep_param_symbols, m) : t;
}

void blocks_reorder(IrBlock *block, IrBinding *const *order) {
    IrBody *body = block->body;
    IrBinding *before = block->first->prev, *after = block->last->next;
    Arena *scratch = &body->function->module->scratch;
    ArenaMark mark = arena_mark(scratch);
    uint64_t *labels = ARENA_ARRAY(scratch, uint64_t, block->n);
    uint32_t n = 0;
    for (const IrBinding *b = block->first; n < block->n; b = b->next) labels[n++] = b->label;
    block->first = order[0];
    block->last = order[n - 1];
    for (uint32_t i = 0; i < n; i++) {
        order[i]->label = labels[i];
        order[i]->prev = i ? order[i - 1] : before;
        order[i]->next = i + 1 < n ? order[i + 1] : after;
    }
    *(before ? &before->next : &body->first) = block->first;
    *(after ? &after->prev : &body->last) = block->last;
    arena_rewind(scratch, mark);
}

static void report_no_function(const IrModule *m, const char *name, bool given, size_t n_public) {
    const Loc no_place = {.line = 0};
    Diag *d = diag_error(m->ctx, no_place, DIAG_NAME, name);
    NearNames names;
    near_names_begin(&names, m->ctx, name);
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body) near_names_add(&names, fn->name);
    }
    near_names_end(&names, m->ctx, d, "a function of the module, with a body");
    if (!given && n_public > 1)
        diag_help(m->ctx, d,
                  "say which function is meant: %zu are public, and none of them is 'main'",
                  n_public);
}

static IrFunction *find_function(const IrModule *m, const char *name, size_t *n_public) {
    IrFunction *only = NULL;
    *n_public = 0;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (!fn || !fn->body || fn->is_private) continue;
        only = fn;
        ++*n_public;
    }
    if (!name && *n_public == 1) return only;
    if (!name) name = "main";
    const IrGlobal *g = ir_global_find(m, str_c(name));
    return g && g->function && g->function->body ? g->function : NULL;
}

IrFunction *blocks_find_function(const IrModule *m, const char *name) {
    size_t n_public;
    return find_function(m, name, &n_public);
}

IrFunction *blocks_public_function(IrModule *m, const char *name) {
    size_t n_public;
    IrFunction *fn = find_function(m, name, &n_public);
    if (!fn) report_no_function(m, name ? name : "main", name != NULL, n_public);
    return fn;
}
