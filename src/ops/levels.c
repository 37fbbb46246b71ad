/* SPDX-License-Identifier: Apache-2.0 */
#include "ops/levels.h"

#include "base/diag.h"
#include "ops/decompose.h"
#include "ops/sample.h"

enum { SAMPLES = 64 };

typedef enum { NEW, OPEN, DONE } State;

typedef struct {
    Ctx *ctx;
    const OpTable *ops;
    Arena arena;
    State *states;
    unsigned *levels;
    VEC(size_t) path; /* the operators that are open */
} Levels;

static size_t index_of(const Levels *self, const OpDef *op) {
    for (size_t i = 0; i < self->ops->n; i++) {
        if (self->ops->ops[i] == op) return i;
    }
    BUG("R.%s is in no table", op->name);
}

/* Decomposes the call at the end of its own function. */
static void decompose(IrBinding *call, bool training) {
    IrFunction *fn = call->block->body->function;
    IrModule *m = fn->module;
    const uint32_t n = ir_operands_count(&call->operands);
    const IrOperand **args = ARENA_ARRAY(&m->scratch, const IrOperand *, (size_t)n + 1);
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand *o = ir_operand_get(&call->operands, i);
        if (o->kind == IR_OPERAND_NONE) continue;
        args[i] = o;
        types[i] = ir_operand_type(m, o);
    }
    IrBuilder b = {.m = m, .fn = fn, .block = call->block};
    OpDecompose d = {.b = &b,
                     .op = call->op,
                     .args = args,
                     .types = types,
                     .attrs = call->attrs,
                     .result = call->var->type,
                     .training = training,
                     .name = "y"};
    if (!call->op->decompose(&d)) BUG("R.%s: its decomposition is ill-typed", call->op->name);
}

/* Marks the operators that are called from here on, in nested functions too. A decomposition nests
 * them to a depth that the operator's definition bounds. */
static void mark_calls(Levels *self, const IrBinding *first, bool *parts) {
    for (const IrBinding *b = first; b; b = b->next) {
        if (b->kind == IR_BIND_CALL) parts[index_of(self, b->op)] = true;
        if (b->kind == IR_BIND_FUNCTION) mark_calls(self, b->function->body->first, parts);
    }
}

/* Marks what some calls of the operator are made of. */
static void collect(Levels *self, const OpDef *op, bool *parts) {
    for (uint64_t seed = 0; seed < SAMPLES; seed++) {
        IrModule *m = ir_module_new(self->ctx, self->ops);
        const SampleOptions options = {.symbolic = seed % 2};
        IrFunction *fn = sample_call(m, op, "f", seed, options);
        if (!fn) BUG("R.%s: a call that was drawn is refused", op->name);
        IrBinding *call = fn->body->last;
        decompose(call, seed / 2 % 2);
        mark_calls(self, call->next, parts);
        ir_module_free(m);
    }
}

static bool report(Levels *self, size_t again) {
    StrBuf text;
    strbuf_init(&text, &self->arena);
    size_t first = 0;
    while (self->path.at[first] != again) first++;
    for (size_t i = first; i < self->path.len; i++) {
        strbuf_printf(&text, "R.%s, ", self->ops->ops[self->path.at[i]]->name);
    }
    strbuf_printf(&text, "R.%s", self->ops->ops[again]->name);
    diag_error(self->ctx, (Loc){.line = 0}, DIAG_DECOMPOSE_CYCLE, strbuf_cstr(&text));
    return false;
}

/* Recursion is as deep as composites stand on each other. */
static bool visit(Levels *self, size_t i) {
    const OpDef *op = self->ops->ops[i];
    if (self->states[i] == DONE) return true;
    if (self->states[i] == OPEN) return report(self, i);
    self->states[i] = OPEN;
    vec_push(&self->arena, &self->path, i);
    bool ok = true;
    if (op->decompose) {
        bool *parts = ARENA_ARRAY(&self->arena, bool, self->ops->n);
        collect(self, op, parts);
        for (size_t k = 0; ok && k < self->ops->n; k++) {
            if (!parts[k]) continue;
            ok = visit(self, k);
            if (ok && self->levels[k] >= self->levels[i]) self->levels[i] = self->levels[k] + 1;
        }
        if (ok && self->levels[i] == 0) self->levels[i] = 1; /* of nothing but its operands */
    }
    self->path.len--;
    self->states[i] = DONE;
    return ok;
}

bool op_levels(Ctx *ctx, const OpTable *ops, unsigned *levels) {
    Levels self = {.ctx = ctx, .ops = ops, .levels = levels};
    arena_init(&self.arena, ctx);
    self.states = ARENA_ARRAY(&self.arena, State, ops->n);
    for (size_t i = 0; i < ops->n; i++) levels[i] = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < ops->n; i++) ok = visit(&self, i);
    arena_fini(&self.arena);
    return ok;
}
