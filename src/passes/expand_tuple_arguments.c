/* SPDX-License-Identifier: Apache-2.0 */
/* ExpandTupleArguments: a tuple parameter of a private function becomes a parameter for each field,
 * tuples in it too.
 *
 *     def f(t: R.Tuple(A, B)): u = t[0]; ...  (private)    def f(t_0: A, t_1: B): ... t_0 for u ...
 *     y = f((p, q))                                        y = f(p, q)
 *
 * A use of the whole tuple gets it made again; RemoveUnusedParameters takes what is left over. A
 * tuple of more than EXPAND_MAX leaves stays, as every call would list them, and so do parameters
 * of functions that are used other than by calls. Recursion is over types and nested bodies. */
#include "ir/clone.h"
#include "passes/blocks.h"
#include "passes/calls.h"
#include "passes/passes.h"

enum { EXPAND_MAX = 256 };

/* A variable of tuple type that is known by its leaves, in prefix order. */
typedef struct {
    const IrVar *var; /* old */
    const IrType *type;
    IrVar *const *leaves;
    uint32_t n;
} Tuple;

typedef struct {
    IrModule *m;
    Arena *arena;
    Calls calls;
    bool **expands; /* by callee and parameter; NULL: none */
    Map tuples;     /* Tuple by old variable */
} Expand;

static uint32_t count_leaves(const IrType *t) {
    if (t->kind != IR_TYPE_TUPLE) return 1;
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n && n <= EXPAND_MAX; i++) n += count_leaves(t->fields[i]);
    return n;
}

static bool expands(const IrType *t) {
    return t->kind == IR_TYPE_TUPLE && t->size <= 64 * EXPAND_MAX && count_leaves(t) <= EXPAND_MAX;
}

static const Tuple *find_tuple(const Expand *e, const IrVar *old) {
    for (MapIter it = map_find(&e->tuples, hash_ptr(0, old)); map_next(&e->tuples, &it);) {
        const Tuple *t = it.value;
        if (t->var == old) return t;
    }
    return NULL;
}

static void add_tuple(Expand *e, const IrVar *old, const IrType *type, IrVar *const *leaves,
                      uint32_t n) {
    Tuple *t = ARENA_NEW(e->arena, Tuple);
    *t = (Tuple){old, type, leaves, n};
    map_add(&e->tuples, hash_ptr(0, old), t);
}

/* The leaves of a tuple as an operand; *at moves on. */
static void add_tree(IrOperandBuf *out, const IrType *t, IrVar *const *leaves, uint32_t *at) {
    if (t->kind != IR_TYPE_TUPLE) {
        ir_operands_var(out, leaves[(*at)++]);
        return;
    }
    const size_t open = ir_operands_tuple(out);
    for (uint32_t i = 0; i < t->n; i++) add_tree(out, t->fields[i], leaves, at);
    ir_operands_end(out, open, t->n);
}

static bool only_fields(const Expand *e, const IrVar *v) {
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *b = use->list->binding;
        if (b && b->kind == IR_BIND_FIELD && use->list->n == 1) continue;
        const Callee *callee = b ? calls_callee(&e->calls, b) : NULL;
        const size_t at = (size_t)(use - use->list->at);
        if (!callee || !e->expands[callee->global->id] ||
            use->list->n != callee->function->params.len + 1)
            return false;
        if (!e->expands[callee->global->id][at - 1]) return false;
    }
    return true;
}

/* The tuple made again at c->b.block, for uses as a whole. */
static bool make_whole(const Expand *e, IrClone *c, const Tuple *t) {
    if (only_fields(e, t->var)) return true;
    IrOperandBuf buf;
    uint32_t at = 0;
    ir_operands_init(&buf, &c->m->scratch);
    add_tree(&buf, t->type, t->leaves, &at);
    IrVar *v = ir_build_value(&c->b, buf.ops.at, (uint32_t)buf.ops.len, t->var->name);
    if (!v) return false;
    if (c->b.block->is_dataflow) v->is_output = false;
    ir_clone_set_var(c, t->var, v);
    return true;
}

/* Parameters that are used as a whole, made at the first place that there is. */
static bool begin_body(const Expand *e, IrClone *c) {
    const bool *list = c->outer || !c->from->global ? NULL : e->expands[c->from->global->id];
    for (size_t i = 0; list && i < c->from->params.len; i++) {
        const IrVar *p = c->from->params.at[i];
        if (!list[i] || c->values[p->id].kind != IR_OPERAND_NONE) continue;
        if (!make_whole(e, c, find_tuple(e, p))) return false;
    }
    return true;
}

static bool set_result(IrClone *c, const IrBody *from, IrBody *to) {
    const Expand *e = c->user;
    if (!from->first && !begin_body(e, c)) return false;
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    ir_clone_operands(c, from->result.at, from->result.n, &buf);
    ir_body_set_result(to, buf.ops.at, (uint32_t)buf.ops.len);
    return true;
}

typedef VEC(IrVar *) Vars;

static void add_params(IrClone *c, const IrType *t, const char *name, Vars *out) {
    Expand *e = c->user;
    if (t->kind != IR_TYPE_TUPLE) {
        vec_push(e->arena, out, ir_clone_new_param(c, name, ir_clone_type(c, t)));
        return;
    }
    for (uint32_t i = 0; i < t->n; i++) add_params(c, t->fields[i], name, out);
}

static void signature(IrClone *c) {
    Expand *e = c->user;
    const bool *list = e->expands[c->from->global->id];
    for (size_t i = 0; i < c->from->params.len; i++) {
        const IrVar *p = c->from->params.at[i];
        if (!list || !list[i]) {
            ir_clone_param(c, p);
            continue;
        }
        Vars leaves = {.at = NULL};
        add_params(c, p->type, p->name, &leaves);
        for (size_t k = 0; k < leaves.len; k++) {
            const char *name = arena_printf(e->arena, "%s_%zu", p->name ? p->name : "t", k);
            leaves.at[k]->name = ir_name(e->m, str_c(name));
        }
        add_tuple(e, p, p->type, leaves.at, (uint32_t)leaves.len);
    }
    if (list) c->result = set_result;
}

/* An argument's leaves; what has no leaves to be seen is taken apart by fields. */
static bool add_argument(Expand *e, IrClone *c, const IrType *t, const IrOperand *arg,
                         IrOperandBuf *out) {
    if (t->kind != IR_TYPE_TUPLE) {
        vec_push(out->arena, &out->ops, *arg);
        return true;
    }
    if (arg->kind == IR_OPERAND_TUPLE) {
        for (uint32_t i = 0, at = 1; i < t->n; at += arg[at].span, i++) {
            if (t->fields[i]->kind != IR_TYPE_TUPLE) {
                ir_operands_copy(out, &arg[at]);
            } else if (!add_argument(e, c, t->fields[i], &arg[at], out)) {
                return false;
            }
        }
        return true;
    }
    for (uint32_t i = 0; i < t->n; i++) {
        IrVar *v = ir_build_field(&c->b, arg, 1, i, NULL);
        if (!v) return false;
        if (c->b.block->is_dataflow) v->is_output = false;
        const IrOperand field = {.kind = IR_OPERAND_VAR, .span = 1, .var = v};
        if (!add_argument(e, c, t->fields[i], &field, out)) return false;
    }
    return true;
}

static IrCloneAnswer expand_call(Expand *e, IrClone *c, const IrBinding *b, const Callee *callee) {
    const bool *list = e->expands[callee->global->id];
    IrOperandBuf buf;
    ir_operands_init(&buf, &c->m->scratch);
    ir_operands_global(&buf, callee->global);
    size_t i = 0;
    for (uint32_t at = 1; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        const Tuple *known = list[i] && o->kind == IR_OPERAND_VAR ? find_tuple(e, o->var) : NULL;
        if (known) {
            for (uint32_t k = 0; k < known->n; k++) ir_operands_var(&buf, known->leaves[k]);
            continue;
        }
        IrOperandBuf arg;
        ir_operands_init(&arg, &c->m->scratch);
        ir_clone_operands(c, o, o->span, &arg);
        if (!list[i]) {
            ir_operands_copy(&buf, arg.ops.at);
        } else if (!add_argument(e, c, callee->function->params.at[i]->type, arg.ops.at, &buf)) {
            return IR_CLONE_FAILED;
        }
    }
    IrVar *v = ir_build_invoke(&c->b, buf.ops.at, (uint32_t)buf.ops.len, b->var->name);
    if (!v) return IR_CLONE_FAILED;
    if (c->b.block->is_dataflow) v->is_output = b->var->is_output;
    ir_clone_set_var(c, b->var, v);
    return IR_CLONE_DONE;
}

/* A field of an expanded tuple: its leaf, or a tuple that is expanded too. */
static IrCloneAnswer expand_field(Expand *e, IrClone *c, const IrBinding *b, const Tuple *t) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < b->index; i++) first += count_leaves(t->type->fields[i]);
    const IrType *field = t->type->fields[b->index];
    if (field->kind != IR_TYPE_TUPLE) {
        ir_clone_set_var(c, b->var, t->leaves[first]);
        return IR_CLONE_DONE;
    }
    add_tuple(e, b->var, field, t->leaves + first, count_leaves(field));
    return make_whole(e, c, find_tuple(e, b->var)) ? IR_CLONE_DONE : IR_CLONE_FAILED;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    Expand *e = c->user;
    if (b == c->from->body->first && !begin_body(e, c)) return IR_CLONE_FAILED;
    const Callee *callee = calls_callee(&e->calls, b);
    if (callee && e->expands[callee->global->id]) return expand_call(e, c, b, callee);
    const IrOperand *o = b->operands.at;
    const Tuple *t =
        b->kind == IR_BIND_FIELD && o->kind == IR_OPERAND_VAR ? find_tuple(e, o->var) : NULL;
    return t ? expand_field(e, c, b, t) : IR_CLONE_COPY;
}

bool pass_expand_tuple_arguments(IrModule *m) {
    Arena arena;
    arena_init(&arena, m->ctx);
    Expand e = {.m = m, .arena = &arena, .calls = calls_collect(m, &arena)};
    e.expands = ARENA_ARRAY(&arena, bool *, e.calls.n + 1);
    map_init(&e.tuples, &arena);
    bool any = false;
    for (size_t i = 0; i < e.calls.n; i++) {
        const IrFunction *fn = e.calls.at[i].is_free ? e.calls.at[i].function : NULL;
        for (size_t k = 0; fn && k < fn->params.len; k++) {
            if (!expands(fn->params.at[k]->type)) continue;
            if (!e.expands[i]) e.expands[i] = ARENA_ARRAY(&arena, bool, fn->params.len + 1);
            e.expands[i][k] = any = true;
        }
    }
    const IrCloneHooks hooks = {.signature = signature, .visit = visit, .user = &e};
    const bool ok = !any || ir_clone_module(m, &hooks);
    arena_fini(&arena);
    return ok && blocks_finish(m);
}
