/* SPDX-License-Identifier: Apache-2.0 */
/* Checkpointing: values of the forward pass that the backward pass computes again instead of
 * keeping them.
 *
 * Values that are not kept belong to a stage. What the stage takes from outside passes
 * R.grad.barrier when the walk back first needs one of its values; the barrier waits for the
 * adjoint that has arrived, so the second computation cannot be merged with the first or moved
 * ahead. A value is computed again when it is asked for, and then once.
 *
 *     a = R.tanh(x)            a = R.tanh(x)            one stage, of a
 *     y = R.exp(a)             y = R.exp(a)
 *                              t = R.grad.barrier((x,), (y_adjoint,))
 *                              a1 = R.tanh(t[0])
 *
 * Stages are those between R.grad.start_checkpoint and R.grad.end_checkpoint, or segments of the
 * program of equal size: what no later segment uses is not kept (Chen et al. 2016). Linear. */
#include "ir/clone.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/gradient_parts.h"

enum { KEPT = 0 }; /* the stage of what is kept */

typedef struct {
    VEC(IrVar *) inputs;
    IrOperand *values; /* the inputs behind the barrier; NULL: the walk has not been here */
} Stage;

struct GradCheckpoint {
    uint32_t *stage_of; /* by variable id */
    Stage *stages;
    uint32_t n_stages;
    IrOperand *again; /* by variable id: computed again */
    IrClone clone;
    uint32_t shown; /* the stage whose inputs the clone has */
};

/* Which values */

static bool may_repeat(const IrBinding *b) {
    if (b->kind == IR_BIND_CALL) return blocks_is_pure(b) && !(b->op->flags & OP_DISTINCT);
    return b->kind == IR_BIND_VALUE || b->kind == IR_BIND_FIELD ||
           (b->kind == IR_BIND_INVOKE && blocks_is_pure(b));
}

static uint32_t root_of(uint32_t *parent, uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

static bool is_marker(const IrBinding *b, const OpDef *op) {
    return b->kind == IR_BIND_CALL && b->op == op;
}

/* Values between markers: stages are what hangs together there. */
static uint32_t stages_by_markers(Gradient *g, uint32_t *stage_of) {
    const size_t n = (size_t)g->n_vars + 1;
    bool *inside = ARENA_ARRAY(&g->arena, bool, n), *ends = ARENA_ARRAY(&g->arena, bool, n);
    uint32_t *parent = ARENA_ARRAY(&g->arena, uint32_t, n),
             *number = ARENA_ARRAY(&g->arena, uint32_t, n);
    for (uint32_t i = 0; i < g->n_vars; i++) parent[i] = i;
    for (const IrBinding *b = g->fn->body->first; b; b = b->next) {
        if (is_marker(b, &op_grad_end_checkpoint)) continue;
        bool in = is_marker(b, &op_grad_start_checkpoint);
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            in |= o->kind == IR_OPERAND_VAR && inside[o->var->id];
        }
        inside[b->var->id] = in;
    }
    for (const IrBinding *b = g->fn->body->last; b; b = b->prev) {
        const bool end = is_marker(b, &op_grad_end_checkpoint);
        if (!end && !ends[b->var->id]) continue;
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            if (o->kind != IR_OPERAND_VAR || !inside[o->var->id]) continue;
            ends[o->var->id] = true;
            if (end)
                stage_of[o->var->id] = UINT32_MAX; /* kept: it is what the marker gives */
            else
                parent[root_of(parent, o->var->id)] = root_of(parent, b->var->id);
        }
    }
    uint32_t n_stages = 1;
    for (const IrBinding *b = g->fn->body->first; b; b = b->next) {
        const uint32_t id = b->var->id;
        const bool kept =
            stage_of[id] == UINT32_MAX || is_marker(b, &op_grad_start_checkpoint) || !may_repeat(b);
        stage_of[id] = KEPT;
        if (kept || !inside[id] || !ends[id]) continue;
        uint32_t *own = &number[root_of(parent, id)];
        if (!*own) *own = n_stages++;
        stage_of[id] = *own;
    }
    return n_stages;
}

static uint64_t bytes_of(const IrType *t) {
    uint64_t size = 1;
    if (t->kind == IR_TYPE_TUPLE) {
        size = 0;
        for (uint32_t i = 0; i < t->n; i++) size += bytes_of(t->fields[i]);
        return size;
    }
    for (int32_t i = 0; t->kind == IR_TYPE_TENSOR && t->dims && i < t->ndim; i++) {
        int64_t extent;
        if (ir_dim_is_const(t->dims[i], &extent) && extent > 1) size *= (uint64_t)extent;
    }
    return size;
}

/* The binding of the function's own body that a use stands in; NULL: the result. */
static const IrBinding *user_of(const IrOperand *use) {
    const IrBinding *b = use->list->binding;
    if (!b) b = use->list->body->owner;
    while (b && b->block->body->owner) b = b->block->body->owner;
    return b;
}

/* Values that only their own segment uses; the last segment keeps all, as the walk begins there. */
static uint32_t stages_by_segments(Gradient *g, uint32_t segments, uint32_t *stage_of) {
    uint64_t total = 0, done = 0;
    uint32_t *segment = ARENA_ARRAY(&g->arena, uint32_t, (size_t)g->n_vars + 1);
    for (const IrBinding *b = g->fn->body->first; b; b = b->next) total += bytes_of(b->var->type);
    for (const IrBinding *b = g->fn->body->first; b; b = b->next) {
        segment[b->var->id] = total ? (uint32_t)((double)done / (double)total * segments) : 0;
        done += bytes_of(b->var->type);
    }
    for (const IrBinding *b = g->fn->body->first; b; b = b->next) {
        const uint32_t id = b->var->id, own = segment[id];
        bool kept = own + 1 >= segments || !may_repeat(b) || g->kept[id];
        for (const IrOperand *use = b->var->uses; use && !kept; use = use->next_use) {
            const IrBinding *user = user_of(use);
            kept = !user || segment[user->var->id] != own;
        }
        stage_of[id] = kept ? KEPT : own + 1;
    }
    return segments;
}

static void add_inputs(Gradient *g, GradCheckpoint *c) {
    uint32_t *last = ARENA_ARRAY(&g->arena, uint32_t, (size_t)g->n_vars + 1);
    for (const IrBinding *b = g->fn->body->first; b; b = b->next) {
        const uint32_t stage = c->stage_of[b->var->id];
        for (uint32_t i = 0; stage != KEPT && i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            if (o->kind != IR_OPERAND_VAR || c->stage_of[o->var->id] == stage ||
                last[o->var->id] == stage)
                continue;
            last[o->var->id] = stage;
            if (o->var->type->kind == IR_TYPE_CALLABLE) { /* the same function is called again */
                ir_clone_set_var(&c->clone, o->var, o->var);
                continue;
            }
            vec_push(&g->arena, &c->stages[stage].inputs, o->var);
        }
    }
}

void gradient_checkpoint_plan(Gradient *g, int64_t segments) {
    const size_t n = (size_t)g->n_vars + 1;
    GradCheckpoint *c = ARENA_NEW(&g->arena, GradCheckpoint);
    c->stage_of = ARENA_ARRAY(&g->arena, uint32_t, n);
    if (segments > (int64_t)n) segments = (int64_t)n; /* more than there are values */
    c->n_stages = segments > 1 ? stages_by_segments(g, (uint32_t)segments, c->stage_of)
                               : stages_by_markers(g, c->stage_of);
    if (c->n_stages <= 1) return;
    c->stages = ARENA_ARRAY(&g->arena, Stage, (size_t)c->n_stages + 1);
    c->again = ARENA_ARRAY(&g->arena, IrOperand, n);
    ir_clone_into(&c->clone, g->m, &g->arena, g->fn, g->b);
    for (size_t i = 0; i < g->fn->symbols.len; i++)
        c->clone.dims[i] = ir_dim_symbol(g->m, g->fn->symbols.at[i]);
    add_inputs(g, c);
    g->checkpoint = c;
}

/* Computing again */

/* The inputs behind a barrier that waits for the adjoint at hand. */
static void enter(Gradient *g, Stage *s) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &g->m->scratch);
    const size_t at = ir_operands_tuple(&buf);
    /* a call that the walk has met is its forward function's by now */
    for (size_t i = 0; i < s->inputs.len; i++) {
        ir_operands_copy(&buf, ir_clone_value(&g->now, s->inputs.at[i]));
    }
    ir_operands_end(&buf, at, (uint32_t)s->inputs.len);
    const size_t after = ir_operands_tuple(&buf);
    ir_operands_copy(&buf, &g->after);
    ir_operands_end(&buf, after, 1);
    const IrOperand tuple =
        d_call(&g->d, &op_grad_barrier, buf.ops.at, (uint32_t)buf.ops.len, NULL);
    s->values = ARENA_ARRAY(&g->arena, IrOperand, s->inputs.len + 1);
    for (size_t i = 0; i < s->inputs.len; i++) s->values[i] = d_field(&g->d, tuple, (uint32_t)i);
}

/* The clone sees what the stage takes from outside as its barrier gives it. */
static void show_inputs(Gradient *g, uint32_t stage) {
    GradCheckpoint *c = g->checkpoint;
    Stage *s = &c->stages[stage];
    if (!s->values) enter(g, s);
    if (c->shown == stage) return;
    c->shown = stage;
    for (size_t i = 0; i < s->inputs.len; i++)
        ir_clone_set(&c->clone, s->inputs.at[i], s->values[i]);
}

static bool is_made(const GradCheckpoint *c, const IrVar *v) {
    return c->again[v->id].kind != IR_OPERAND_NONE;
}

/* Computes v again, after what it is made of in its stage: an explicit stack. */
static void compute_again(Gradient *g, IrVar *v) {
    GradCheckpoint *c = g->checkpoint;
    const uint32_t stage = c->stage_of[v->id];
    VEC(IrVar *) todo = {.at = NULL};
    show_inputs(g, stage);
    vec_push(&g->arena, &todo, v);
    while (todo.len) {
        IrVar *top = todo.at[todo.len - 1];
        const size_t before = todo.len;
        for (uint32_t i = 0; !is_made(c, top) && i < top->def->operands.n; i++) {
            const IrOperand *o = &top->def->operands.at[i];
            if (o->kind == IR_OPERAND_VAR && c->stage_of[o->var->id] == stage &&
                !is_made(c, o->var)) {
                vec_push(&g->arena, &todo, o->var);
            }
        }
        if (todo.len > before) continue;
        todo.len--;
        if (is_made(c, top)) continue;
        c->clone.b = g->b;
        c->clone.b.loc = top->def->loc;
        c->clone.b.origin = top->def->origin;
        if (!ir_clone_binding(&c->clone, top->def))
            BUG("'%s' cannot be computed again", top->name ? top->name : "");
        c->again[top->id] = *ir_clone_value(&c->clone, top);
    }
}

IrOperand gradient_saved(Gradient *g, IrOperand x) {
    const GradCheckpoint *c = g->checkpoint;
    x.list = NULL;
    if (!c || x.kind != IR_OPERAND_VAR || x.var->id >= g->n_vars || c->stage_of[x.var->id] == KEPT)
        return x;
    if (!is_made(c, x.var)) compute_again(g, x.var);
    x = c->again[x.var->id];
    x.list = NULL;
    return x;
}
