/* SPDX-License-Identifier: Apache-2.0 */
/* Rematerialize: cheap elementwise values are computed again where they are used much later, in the
 * place of being kept until then.
 *
 *     h = R.nn.conv2d(x, w)                 h = R.nn.conv2d(x, w)
 *     m = R.mean(h, [0, 2, 3])              m = R.mean(h, [0, 2, 3])
 *     a = R.subtract(h, m)                  a = R.subtract(h, m)
 *     y = R.nn.relu(a)                      y = R.nn.relu(a)
 *     z = R.nn.conv2d(y, ...)               z = R.nn.conv2d(y, ...)
 *     ...                                   ...
 *     p = R.less_equal(a, 0)                a1 = R.subtract(h, m)
 *     q = R.multiply(g, a)                  p = R.less_equal(a1, 0)
 *                                           q = R.multiply(g, a1)
 *
 * A backward pass asks for what the forward pass had on its way: each such value is written, kept
 * and read again, though a kernel that reads what it was made of can have it in registers. The
 * stage of a value is the most calls on a way to it that end a kernel: of anything but elementwise
 * work, views and sums along memory, or of what needs it first. A use in a later stage is in
 * another kernel.
 *
 * A value is computed again if it is cheap arithmetic on one large value, its source, and on small
 * ones, the source has other uses, and nothing wants the value whole in memory anyway: no call but
 * elementwise ones and reductions, no result. Elementwise calls and reductions of one stage that
 * hang together are looked at together, as one kernel reads what they use of earlier stages. Where
 * the sources are no more bytes than the values all are computed again; else those whose source is
 * read there too. So no more is kept or read than before, and less where several values have one
 * source, or where another kernel reads that anyway.
 *
 * Results have the bits that they had, unless code joins a product and a sum in the one place and
 * not in the other. Linear in bindings, but for CHAIN_MOST copies for each group of users. */
#include "ir/clone.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"

enum {
    COST_MOST = 16, /* additions for an element */
    CHAIN_MOST = 16,
    EXTENT_UNKNOWN = 64
};

/* Additions that an element is worth. */
static const struct {
    const OpDef *op;
    uint32_t cost;
} cheap[] = {
    {&op_abs, 1},        {&op_add, 1},          {&op_astype, 1},      {&op_clip, 2},
    {&op_divide, 4},     {&op_equal, 1},        {&op_greater, 1},     {&op_greater_equal, 1},
    {&op_less, 1},       {&op_less_equal, 1},   {&op_logical_and, 1}, {&op_logical_not, 1},
    {&op_logical_or, 1}, {&op_maximum, 1},      {&op_minimum, 1},     {&op_multiply, 1},
    {&op_negative, 1},   {&op_nn_leakyrelu, 2}, {&op_nn_relu, 1},     {&op_not_equal, 1},
    {&op_sign, 2},       {&op_sqrt, 4},         {&op_square, 1},      {&op_subtract, 1},
    {&op_where, 1},
};

static const OpDef *const reductions[] = {&op_max, &op_mean, &op_min, &op_sum, &op_collapse_sum_to};

/* They neither begin a kernel nor read in the order of their results. */
static const OpDef *const views[] = {&op_broadcast_to, &op_expand_dims,  &op_flatten,
                                     &op_permute_dims, &op_reshape,      &op_split,
                                     &op_squeeze,      &op_strided_slice};

typedef struct {
    uint32_t stage; /* when it can be had; then when something needs it first */
    uint32_t n_chain;
    bool whole;                       /* something wants it in memory as it is */
    bool overwritten;                 /* by a call that has it for its result too */
    const IrVar *source;              /* NULL: it is not computed again */
    const IrBinding **chain;          /* what makes it of that, its own binding last */
    double bytes;                     /* 0: it is small */
    uint32_t read_in, source_read_in; /* the group whose bytes it was last counted in */
    uint32_t copied_in;               /* the last group that has a copy */
    /* in the new function: where it stood, and in that group */
    IrOperand first, copy;
} Value;

/* A use of a large value of an earlier stage. */
typedef struct {
    uint32_t value; /* variable id */
    uint32_t group; /* from 1 on */
    uint32_t next;  /* of the group: its place + 1; 0: none */
    bool again;
} Far;

typedef struct {
    Arena *arena;
    double least;         /* bytes of a large value */
    const IrFunction *fn; /* whose tables these are */
    Value *values;        /* by variable id */
    uint32_t *parent;     /* by variable id of bindings: of what hangs together */
    uint32_t *group_of;   /* by variable id of a group's root; 0: it has none yet */
    VEC(uint32_t) groups; /* the first of their far uses, + 1 */
    VEC(Far) far;         /* in the order of the program */
    size_t at;            /* of the clone in `far` */
} Plan;

/* --- What calls are --- */

static uint32_t cost_of(const IrBinding *b) {
    for (size_t i = 0; b->kind == IR_BIND_CALL && i < ARRAY_LEN(cheap); i++)
        if (b->op == cheap[i].op) return cheap[i].cost;
    return 0;
}

static bool is_one_of(const IrBinding *b, const OpDef *const *list, size_t n) {
    for (size_t i = 0; b->kind == IR_BIND_CALL && i < n; i++)
        if (b->op == list[i]) return true;
    return false;
}

static bool is_reduction(const IrBinding *b) {
    return is_one_of(b, reductions, ARRAY_LEN(reductions));
}

static bool is_elementwise(const IrBinding *b) {
    return b->kind == IR_BIND_CALL && b->op->flags & OP_ELEMENTWISE;
}

/* It reads what it uses in the kernel that computes it. */
static bool fuses(const IrBinding *b) { return is_elementwise(b) || is_reduction(b); }

/* A reduction along the last dim, which one kernel may go on with. */
static bool is_of_rows(const IrBinding *b) {
    const int at = ir_op_attr_index(b->op, "axis");
    const IrType *t = b->operands.at[0].kind == IR_OPERAND_VAR ? b->operands.at[0].var->type : NULL;
    if (at < 0 || !t || t->kind != IR_TYPE_TENSOR || t->ndim < 1) return false;
    const IrAttr *axis = &b->attrs[at];
    if (axis->kind != IR_ATTR_INTS) return false;
    for (uint32_t i = 0; i < axis->n; i++)
        if (axis->ints[i] == t->ndim - 1) return true;
    return false;
}

static bool ends_kernel(const IrBinding *b) {
    if (b->kind == IR_BIND_FIELD || b->kind == IR_BIND_VALUE || b->kind == IR_BIND_MATCH_CAST)
        return false;
    return !is_elementwise(b) && !is_one_of(b, views, ARRAY_LEN(views)) &&
           !(is_reduction(b) && is_of_rows(b));
}

/* 0: a small one. */
static double bytes_of(const Plan *p, const IrType *t) {
    if (t->kind != IR_TYPE_TENSOR || !t->dims) return 0;
    double n = (double)dtype_bits(t->dtype) / 8;
    for (int32_t i = 0; i < t->ndim; i++) {
        int64_t extent = EXTENT_UNKNOWN;
        ir_dim_is_const(t->dims[i], &extent);
        n *= (double)extent;
    }
    return n < p->least ? 0 : n;
}

/* Something of the body itself uses it otherwise than in a kernel of its own, or something else
 * does. */
static bool is_wanted_whole(const IrFunction *fn, const IrVar *v) {
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *b = use->list->binding;
        if (!b || !b->block || b->block->body != fn->body || !fuses(b)) return true;
    }
    return false;
}

/* --- Values --- */

static uint32_t root_of(Plan *p, uint32_t i) {
    while (p->parent[i] != i) i = p->parent[i] = p->parent[p->parent[i]];
    return i;
}

typedef struct {
    const IrBinding *at[CHAIN_MOST];
    uint32_t n, cost;
} Chain;

static bool add_to_chain(Chain *c, const IrBinding *b) {
    for (uint32_t i = 0; i < c->n; i++)
        if (c->at[i] == b) return true;
    if (c->n == CHAIN_MOST) return false;
    c->at[c->n++] = b;
    c->cost += cost_of(b);
    return c->cost <= COST_MOST;
}

/* What only one call reads goes into that one's kernel, and need not be anywhere else. */
static bool is_of_one(const IrVar *v) { return v->def && v->n_uses == 1; }

/* A call writes its result to where the value was, which nothing may read behind it. */
static bool is_overwritten(const IrVar *v) {
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *b = use->list->binding;
        if (b && b->kind == IR_BIND_CALL &&
            (b->op == &op_call_tir_inplace || b->op == &op_call_inplace_packed))
            return true;
    }
    return false;
}

/* Sets what it is computed again from, if it can be. */
static void find_source(Plan *p, const IrBinding *b) {
    Value *self = &p->values[b->var->id];
    const IrVar *source = NULL;
    Chain chain = {.n = 0};
    if (!cost_of(b) || self->whole || !self->bytes) return;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *x = &b->operands.at[i];
        if (x->kind == IR_OPERAND_CONST && bytes_of(p, x->constant->type)) return;
        if (x->kind != IR_OPERAND_VAR || !p->values[x->var->id].bytes) continue;
        const Value *v = &p->values[x->var->id];
        const IrVar *of = v->source ? v->source : x->var;
        if ((source && source != of) || is_of_one(of)) return;
        source = of;
        for (uint32_t k = 0; k < v->n_chain; k++)
            if (!add_to_chain(&chain, v->chain[k])) return;
    }
    if (!source || p->values[source->id].overwritten || !add_to_chain(&chain, b)) return;
    self->source = source;
    self->n_chain = chain.n;
    self->chain = ARENA_ARRAY(p->arena, const IrBinding *, chain.n);
    memcpy(self->chain, chain.at, chain.n * sizeof *chain.at);
}

static void note_far(Plan *p, const IrBinding *b) {
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *x = &b->operands.at[i];
        if (x->kind != IR_OPERAND_VAR) continue;
        const Value *v = &p->values[x->var->id];
        if (v->bytes && v->stage < p->values[b->var->id].stage)
            vec_push(p->arena, &p->far, ((Far){.value = x->var->id, .group = b->var->id}));
    }
}

static void note_value(Plan *p, const IrVar *v) {
    Value *self = &p->values[v->id];
    self->bytes = bytes_of(p, v->type);
    self->whole = is_wanted_whole(p->fn, v);
    self->overwritten = is_overwritten(v);
}

static void note_binding(Plan *p, const IrBinding *b) {
    Value *self = &p->values[b->var->id];
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *x = &b->operands.at[i];
        if (x->kind != IR_OPERAND_VAR) continue;
        const Value *v = &p->values[x->var->id];
        const uint32_t stage = v->stage + (x->var->def && ends_kernel(x->var->def));
        if (stage > self->stage) self->stage = stage;
    }
    note_value(p, b->var);
    find_source(p, b);
}

/* What only later kernels need is made there: a mask, or what else the backward pass makes of the
 * forward pass's values alone. Users come first. */
static void delay(Plan *p, const IrBinding *b) {
    Value *self = &p->values[b->var->id];
    uint32_t stage = UINT32_MAX;
    if (!is_elementwise(b) || self->whole) return;
    for (const IrOperand *use = b->var->uses; use; use = use->next_use) {
        const uint32_t of = p->values[use->list->binding->var->id].stage;
        if (of < stage) stage = of;
    }
    if (b->var->uses) self->stage = stage;
}

static void note_uses(Plan *p, const IrBinding *b) {
    const Value *self = &p->values[b->var->id];
    if (!fuses(b)) return;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *x = &b->operands.at[i];
        if (x->kind == IR_OPERAND_VAR && x->var->def && fuses(x->var->def) &&
            p->values[x->var->id].stage == self->stage)
            p->parent[root_of(p, b->var->id)] = root_of(p, x->var->id);
    }
    note_far(p, b);
}

/* Far uses become those of groups. */
static void make_groups(Plan *p) {
    for (size_t i = 0; i < p->far.len; i++) {
        Far *f = &p->far.at[i];
        uint32_t *number = &p->group_of[root_of(p, f->group)];
        if (!*number) {
            vec_push(p->arena, &p->groups, 0);
            *number = (uint32_t)p->groups.len;
        }
        f->group = *number;
        f->next = p->groups.at[*number - 1];
        p->groups.at[*number - 1] = (uint32_t)i + 1;
    }
}

/* Which of a group's values are computed again. False: none. */
static bool decide(Plan *p, uint32_t group) {
    double before = 0, after = 0;
    bool any = false;
    for (uint32_t i = p->groups.at[group - 1]; i; i = p->far.at[i - 1].next) {
        Value *v = &p->values[p->far.at[i - 1].value];
        Value *source = v->source ? &p->values[v->source->id] : v;
        if (v->read_in != group) before += v->bytes;
        if (source->source_read_in != group) after += source->bytes;
        v->read_in = source->source_read_in = group;
    }
    for (uint32_t i = p->groups.at[group - 1]; i; i = p->far.at[i - 1].next) {
        Far *f = &p->far.at[i - 1];
        const Value *v = &p->values[f->value];
        f->again = v->source && (after <= before || p->values[v->source->id].read_in == group);
        any = any || f->again;
    }
    return any;
}

/* False: nothing is to be computed again. */
static bool make_plan(Plan *p, const IrFunction *fn) {
    const size_t n = (size_t)fn->n_vars + 1;
    bool any = false;
    Arena *arena = p->arena;
    *p = (Plan){.arena = arena, .least = p->least, .fn = fn};
    p->values = ARENA_ARRAY(arena, Value, n);
    p->parent = ARENA_ARRAY(arena, uint32_t, n);
    p->group_of = ARENA_ARRAY(arena, uint32_t, n);
    for (size_t i = 0; i < n; i++) p->parent[i] = (uint32_t)i;
    for (size_t i = 0; i < fn->params.len; i++) note_value(p, fn->params.at[i]);
    for (const IrBinding *b = fn->body->first; b; b = b->next) note_binding(p, b);
    for (const IrBinding *b = fn->body->last; b; b = b->prev) delay(p, b);
    for (const IrBinding *b = fn->body->first; b; b = b->next) note_uses(p, b);
    make_groups(p);
    for (uint32_t i = 1; i <= p->groups.len; i++) any = decide(p, i) || any;
    return any;
}

/* Functions that a library runs stay as it knows them. */
static bool is_ours(const IrFunction *fn) {
    return fn->body && !ir_function_codegen(fn) &&
           !ir_function_attr(fn, "Composite", IR_ATTR_STRING);
}

/* --- The new function --- */

static void stand(Plan *p, IrClone *c, const IrVar *v) {
    const Value *value = &p->values[v->id];
    if (value->first.kind != IR_OPERAND_NONE) ir_clone_set(c, v, value->first);
}

/* The variable is its copy for the group, which is made, with all on the way to it. False after a
 * report. */
static bool compute_again(Plan *p, IrClone *c, const IrVar *v, uint32_t group) {
    const Value *self = &p->values[v->id];
    for (uint32_t i = 0; i < self->n_chain; i++) {
        IrBinding *b = (IrBinding *)self->chain[i];
        Value *x = &p->values[b->var->id];
        if (x->first.kind == IR_OPERAND_NONE) x->first = *ir_clone_value(c, b->var);
        if (x->copied_in == group) {
            ir_clone_set(c, b->var, x->copy);
            continue;
        }
        if (!ir_clone_binding(c, b)) return false;
        x->copy = *ir_clone_value(c, b->var);
        x->copied_in = group;
    }
    return true;
}

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    Plan *p = c->user;
    if (c->outer || b->block->body != c->from->body || !is_ours(c->from)) return IR_CLONE_COPY;
    if (p->fn != c->from) make_plan(p, c->from);
    const bool is_user = fuses(b);
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *x = &b->operands.at[i];
        if (x->kind != IR_OPERAND_VAR) continue;
        const Value *v = &p->values[x->var->id];
        const bool is_far = is_user && v->bytes && v->stage < p->values[b->var->id].stage;
        const Far *f = is_far ? &p->far.at[p->at++] : NULL;
        if (!f || !f->again)
            stand(p, c, x->var);
        else if (!compute_again(p, c, x->var, f->group))
            return IR_CLONE_FAILED;
    }
    return IR_CLONE_COPY;
}

bool pass_rematerialize(IrModule *m, const PassValue *values) {
    enum { BYTES };
    Arena arena;
    bool any = false;
    arena_init(&arena, m->ctx);
    Plan p = {.arena = &arena, .least = values[BYTES].i < 1 ? 1 : (double)values[BYTES].i};
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        ctx_poll(m->ctx);
        if (fn && is_ours(fn)) any = make_plan(&p, fn) || any;
    }
    p.fn = NULL;
    const IrCloneHooks hooks = {.visit = visit, .user = &p};
    const bool ok = !any || ir_clone_module(m, &hooks);
    arena_fini(&arena);
    return ok && blocks_finish(m);
}
