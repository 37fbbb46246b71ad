/* SPDX-License-Identifier: Apache-2.0 */
/* Clusters brought together. A walk back from the members' operands, through what stands behind the
 * first member only, finds what has to stand before it; meeting a member means a cycle. Each
 * question looks at CLUSTER_FUEL bindings at most, so any number of them is linear. */
#include "passes/cluster.h"

#include <stdlib.h>

#include "passes/blocks.h"

void clusters_init(Clusters *self, IrModule *m, Arena *arena, IrFunction *fn) {
    *self = (Clusters){.m = m, .arena = arena, .fn = fn, .n_vars = fn->n_vars};
    self->cast = ARENA_ARRAY(arena, const IrBinding *, (size_t)fn->n_vars + 1);
    self->seen = ARENA_ARRAY(arena, uint32_t, (size_t)fn->n_vars + 1);
    self->of = ARENA_ARRAY(arena, Cluster *, (size_t)fn->n_vars + 1);
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        const IrBinding *before = b->block->first != b ? b->prev : NULL;
        if (before) /* of this block: it was walked earlier */
            self->cast[b->var->id] =
                before->kind == IR_BIND_MATCH_CAST ? before : self->cast[before->var->id];
    }
}

/* The way up is halved as it is gone. */
static Cluster *root(Cluster *c) {
    while (c && c->into) {
        if (c->into->into) c->into = c->into->into;
        c = c->into;
    }
    return c;
}

Cluster *clusters_of(const Clusters *self, const IrVar *v) {
    return v->id < self->n_vars ? root(self->of[v->id]) : NULL;
}

Cluster *clusters_new(Clusters *self, IrBinding *b) {
    BUG_IF(b->var->id >= self->n_vars);
    Cluster *c = ARENA_NEW(self->arena, Cluster);
    *c = (Cluster){.first = b, .last = b, .n = 1};
    return self->of[b->var->id] = c;
}

static bool is_inside(const Clusters *c, const IrVar *v) {
    const Cluster *of = clusters_of(c, v);
    return of && (of == c->a || of == c->b);
}

/* What it needs of symbols is there before `place` too. */
static bool has_symbols_at(const Clusters *c, const IrBinding *b, const IrBinding *place) {
    const IrBinding *cast = c->cast[b->var->id];
    return !cast || ir_binding_before(cast, place);
}

static bool may_move(const Clusters *c, const IrBinding *b, const IrBinding *place) {
    if (b->var->id >= c->n_vars || !has_symbols_at(c, b, place)) return false;
    return b->kind != IR_BIND_IF && b->kind != IR_BIND_MATCH_CAST && blocks_is_pure(b);
}

static void push(Clusters *c, IrBinding *b) {
    if (c->seen[b->var->id] == c->question) return;
    c->seen[b->var->id] = c->question;
    vec_push(c->arena, &c->stack, b);
}

/* Puts what the binding uses, and stands behind `place`, on the stack. */
static bool push_operands(Clusters *c, const IrBinding *b, const IrBinding *place) {
    const bool of_member = is_inside(c, b->var);
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        IrBinding *def = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
        if (!def || def->block != b->block || ir_binding_before(def, place)) continue;
        if (def->var->id >= c->n_vars) return false;
        if (is_inside(c, def->var)) {
            if (of_member) continue;
            return false; /* it depends on a member, and another one on it */
        }
        push(c, def);
    }
    return true;
}

static int by_place(const void *x, const void *y) {
    const IrBinding *a = *(IrBinding *const *)x, *b = *(IrBinding *const *)y;
    return (a->label > b->label) - (a->label < b->label);
}

/* Where one binding of a cluster goes, all of it does. */
static void push_rest(Clusters *c, const Cluster *whole) {
    IrBinding *b = whole->first;
    for (size_t i = 1; i < whole->n; i++) push(c, b = b->next);
}

/* What has to be moved before `first`, so that those from `member` to `last` can follow behind it,
 * goes into `raised`. */
static bool find_raised(Clusters *c, const IrBinding *first, IrBinding *const *members, size_t n) {
    size_t left = CLUSTER_FUEL;
    c->question++;
    c->stack.len = c->raised.len = 0;
    for (size_t i = 0; i < n; i++) {
        if (!has_symbols_at(c, members[i], first) || !push_operands(c, members[i], first))
            return false;
    }
    while (c->stack.len) {
        IrBinding *b = c->stack.at[--c->stack.len];
        const Cluster *whole = clusters_of(c, b->var);
        if (!left-- || !may_move(c, b, first) || !push_operands(c, b, first)) return false;
        if (whole && whole->n > left) return false;
        if (whole && whole->first == b) push_rest(c, whole);
        if (whole) push(c, whole->first);
        vec_push(c->arena, &c->raised, b);
    }
    if (c->raised.len) qsort(c->raised.at, c->raised.len, sizeof *c->raised.at, by_place);
    return true;
}

/* The binding of the block that the use stands in or below; NULL: it is behind the block. */
static const IrBinding *user_in_block(const IrBlock *block, const IrOperand *use) {
    const IrBinding *b = use->list->binding;
    const IrBody *body = b ? b->block->body : use->list->body;
    while (body != block->body) {
        b = body ? body->owner : NULL;
        if (!b) return NULL;
        body = b->block->body;
    }
    return b && b->block == block ? b : NULL;
}

/* Nothing else reads a member before `last` is there. */
static bool are_read_later(const Clusters *c, const IrBinding *last, IrBinding *const *members,
                           size_t n) {
    size_t left = CLUSTER_FUEL;
    for (size_t i = 0; i < n; i++) {
        for (const IrOperand *u = members[i]->var->uses; u; u = u->next_use) {
            const IrBinding *b = user_in_block(last->block, u);
            if (!left--) return false;
            if (b && ir_binding_before(b, last) && !is_inside(c, b->var)) return false;
        }
    }
    return true;
}

static void move_raised(Clusters *c, IrBinding *first) {
    for (size_t i = 0; i < c->raised.len; i++) ir_binding_move_before(first, c->raised.at[i]);
}

/* Behind `at`, in their order. */
static void move_behind(IrBinding *at, IrBinding *const *members, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (at->next != members[i]) ir_binding_move_before(at->next, members[i]);
        at = members[i];
    }
}

void clusters_list(const Clusters *c, const Cluster *of, ClusterList *out) {
    IrBinding *b = of->first;
    for (size_t i = 0; i < of->n; i++, b = b->next) vec_push(c->arena, out, b);
}

bool clusters_join(Clusters *c, Cluster *early, Cluster *late) {
    const ArenaMark mark = arena_mark(c->arena);
    ClusterList members = {.at = NULL};
    bool ok = false;
    c->a = early;
    c->b = late;
    c->stack = c->raised = (ClusterList){.at = NULL};
    if (late->n <= CLUSTER_FUEL) {
        clusters_list(c, late, &members);
        ok = find_raised(c, early->first, members.at, members.len);
        if (ok) {
            move_raised(c, early->first);
            move_behind(early->last, members.at, members.len);
        }
    }
    if (!ok && early->n <= CLUSTER_FUEL) {
        members.len = 0;
        clusters_list(c, early, &members);
        ok = are_read_later(c, late->first, members.at, members.len);
        for (size_t i = 0; ok && i < members.len; i++)
            ir_binding_move_before(late->first, members.at[i]);
    }
    c->stack = c->raised = (ClusterList){.at = NULL};
    arena_rewind(c->arena, mark);
    if (!ok) return false;
    early->last = late->last;
    early->n += late->n;
    late->into = early;
    return true;
}

Cluster *clusters_bring(Clusters *c, IrBinding *const *members, size_t n) {
    IrBinding *last = members[n - 1];
    for (size_t i = 0; i < n; i++) {
        if (members[i]->var->id >= c->n_vars) return NULL;
    }
    Cluster *new_one = ARENA_NEW(c->arena, Cluster);
    Cluster **old = ARENA_ARRAY(c->arena, Cluster *, n);
    *new_one = (Cluster){.first = members[0], .last = last, .n = n};
    c->a = c->b = new_one;
    for (size_t i = 0; i < n; i++) {
        old[i] = c->of[members[i]->var->id];
        c->of[members[i]->var->id] = new_one;
    }
    const bool raises = find_raised(c, members[0], members + 1, n - 1);
    const bool ok = raises || are_read_later(c, last, members, n - 1);
    if (raises) {
        move_raised(c, members[0]);
        move_behind(members[0], members + 1, n - 1);
    }
    for (size_t i = 0; ok && !raises && i + 1 < n; i++) ir_binding_move_before(last, members[i]);
    for (size_t i = 0; i < n; i++) {
        if (ok && old[i]) old[i]->into = new_one;
        if (!ok) c->of[members[i]->var->id] = old[i];
    }
    return ok ? new_one : NULL;
}
