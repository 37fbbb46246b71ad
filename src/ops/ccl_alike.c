/* SPDX-License-Identifier: Apache-2.0 */
/* Whether all ranks come to the same collectives, one behind the other. Where a rank took another
 * branch, or went through a loop more often, than its fellows, what it exchanges there would be
 * taken for another collective's: a wrong result that nobody sees.
 *
 * A value is alike where it is the same on all ranks: a constant, what allreduce, allgather and
 * broadcast over all ranks give, and what pure operators make of such alone. Parameters are not.
 * Collectives may stand in the branches of a condition that is alike, in functions that are called,
 * and in loops (R.scan) whose trip is alike or an extent that is a number. Linear; recursion is
 * over nested functions. */
#include "base/diag.h"
#include "base/map.h"
#include "ops/ccl_call.h"
#include "ops/ops.h"
#include "ranks/ranks.h"

typedef VEC(uint32_t) Ids;

typedef struct {
    IrModule *m;
    Arena *arena;
    bool *meets;  /* by global's id: ranks meet in it, or in what it calls */
    Map nested;   /* nested functions in which they do: the variables that hold them */
    Ids *callers; /* by global's id */
    Ids work;
} Alike;

static bool is_collective(const IrBinding *b) {
    return b->kind == IR_BIND_CALL && (b->op->flags & OP_WORKERS) != 0 && b->op != &op_ccl_rank;
}

/* --- Where ranks meet --- */

static void mark(Alike *self, uint32_t id) {
    if (self->meets[id]) return;
    self->meets[id] = true;
    vec_push(self->arena, &self->work, id);
}

static void look_into(Alike *self, uint32_t id, const IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (is_collective(b)) mark(self, id);
        if (b->kind == IR_BIND_FUNCTION) look_into(self, id, b->function);
        for (uint32_t i = 0; i < b->operands.n; i++) {
            if (b->operands.at[i].kind == IR_OPERAND_GLOBAL)
                vec_push(self->arena, &self->callers[b->operands.at[i].global->id], id);
        }
    }
}

static bool find_meetings(Alike *self) {
    const size_t n = self->m->globals.len;
    self->meets = ARENA_ARRAY(self->arena, bool, n + 1);
    self->callers = ARENA_ARRAY(self->arena, Ids, n + 1);
    map_init(&self->nested, self->arena);
    for (size_t i = 0; i < n; i++) {
        const IrFunction *fn = self->m->globals.at[i]->function;
        if (fn && fn->body) look_into(self, (uint32_t)i, fn);
    }
    const bool any = self->work.len > 0;
    while (self->work.len) {
        const Ids callers = self->callers[self->work.at[--self->work.len]];
        for (size_t i = 0; i < callers.len; i++) mark(self, callers.at[i]);
    }
    return any;
}

const bool *ccl_meeting(IrModule *m, Arena *arena) {
    Alike self = {.m = m, .arena = arena};
    find_meetings(&self);
    return self.meets;
}

bool ccl_has_met(const Ctx *ctx, const Map *names, const char *function) {
    const Str name = str_c(function);
    for (MapIter it = map_find(names, hash_bytes(ctx, name.ptr, name.len)); map_next(names, &it);) {
        if (str_eq_c(name, it.value)) return true;
    }
    return false;
}

static void note(IrModule *m, Map *names, const char *function) {
    if (!names->arena) map_init(names, &m->arena);
    if (!ccl_has_met(m->ctx, names, function))
        map_add(names, hash_bytes(m->ctx, function, strlen(function)), (void *)function);
}

void ccl_note_meeting(IrModule *m, Map *names) {
    Arena arena;
    arena_init(&arena, m->ctx);
    const bool *meets = ccl_meeting(m, &arena);
    for (size_t i = 0; i < m->globals.len; i++) {
        if (meets[i]) note(m, names, m->globals.at[i]->name);
    }
    arena_fini(&arena);
}

void ccl_copy_meeting(IrModule *m, Map *names, const Map *of) {
    for (size_t i = 0; i < m->globals.len; i++) {
        if (ccl_has_met(m->ctx, of, m->globals.at[i]->name)) note(m, names, m->globals.at[i]->name);
    }
}

bool ccl_meets_in(const IrFunction *fn, const bool *meets) {
    IrWalk walk;
    bool any = false;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; !any && (b = ir_walk_next(&walk));) {
        any = is_collective(b) || (b->kind == IR_BIND_FUNCTION && ccl_meets_in(b->function, meets));
        for (uint32_t i = 0; i < b->operands.n && !any; i++) {
            const IrOperand *o = &b->operands.at[i];
            any = o->kind == IR_OPERAND_GLOBAL && meets[o->global->id];
        }
    }
    return any;
}

/* Whether the operand is a function in which ranks meet. */
static bool is_meeting(const Alike *self, const IrOperand *o) {
    if (o->kind == IR_OPERAND_GLOBAL) return self->meets[o->global->id];
    return o->kind == IR_OPERAND_VAR && map_get_ptr(&self->nested, o->var) != NULL;
}

/* --- What is alike --- */

static bool is_alike(const bool *alike, const IrOperand *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        const IrOperand *o = &at[i];
        if (o->kind == IR_OPERAND_VAR && !alike[o->var->id]) return false;
        const bool has_dims = o->kind == IR_OPERAND_SHAPE || o->kind == IR_OPERAND_PRIM;
        if (has_dims && o->type->has_symbols) return false;
    }
    return true;
}

/* Over all ranks, not over some axes of the mesh. */
static bool is_given_to_all(const IrBinding *b) {
    const bool fits = b->op == &op_ccl_allreduce || b->op == &op_ccl_allgather ||
                      b->op == &op_ccl_broadcast_from_worker0;
    return fits && b->attrs[ir_op_attr_index(b->op, "axes")].kind == IR_ATTR_NONE;
}

static bool gives_alike(const bool *alike, const IrBinding *b) {
    switch (b->kind) {
    case IR_BIND_CALL:
        if (b->op->flags & OP_WORKERS) return is_given_to_all(b);
        return (b->op->flags & (OP_PURE | OP_DISTINCT)) == OP_PURE && !b->op->structural &&
               is_alike(alike, b->operands.at, b->operands.n);
    case IR_BIND_VALUE:
    case IR_BIND_FIELD: return is_alike(alike, b->operands.at, b->operands.n);
    default: return false;
    }
}

/* --- Bindings --- */

static bool refuse(const Alike *self, const IrBinding *b, const char *what, const char *expected) {
    Ctx *ctx = self->m->ctx;
    Diag *d = diag_error(ctx, b->loc, DIAG_VALUE, what);
    diag_expected(ctx, d, "%s", expected);
    diag_help(ctx, d, "R.ccl.broadcast_from_worker0 or R.ccl.allreduce of it is such");
    return false;
}

/* The binding, in which ranks meet, stands in branches that all of them take. */
static bool check_branches(const Alike *self, const bool *alike, const IrBinding *b) {
    for (const IrBinding *at = b->block->body->owner; at; at = at->block->body->owner) {
        if (!is_alike(alike, at->operands.at, at->operands.n))
            return refuse(self, at,
                          "there is a collective in a branch, and ranks may take another one",
                          "a condition that all ranks have alike");
    }
    return true;
}

/* As often as the trip says, or as the first sequence is long. */
static bool check_scan(const Alike *self, const bool *alike, const IrBinding *b) {
    const IrOperand *sequences = ir_operand_get(&b->operands, 2),
                    *trip = ir_operand_get(&b->operands, 4);
    bool same = trip->kind != IR_OPERAND_NONE && is_alike(alike, trip, trip->span);
    const IrType *t = ir_operand_type(self->m, sequences);
    for (uint32_t i = 0; !same && t && t->kind == IR_TYPE_TUPLE && i < t->n; i++) {
        const IrType *x = t->fields[i];
        int64_t n;
        same =
            x->kind == IR_TYPE_TENSOR && x->dims && x->ndim > 0 && ir_dim_is_const(x->dims[0], &n);
    }
    return same ||
           refuse(self, b, "there is a collective in a loop, which ranks may go through more often",
                  "a trip that all ranks have alike, or sequences whose length is a number");
}

/* Of functions in which ranks meet, called or handed on by the binding. */
static bool check_functions(const Alike *self, const bool *alike, const IrBinding *b, bool *any) {
    for (uint32_t i = 0; i < b->operands.n; i++) {
        if (!is_meeting(self, &b->operands.at[i])) continue;
        *any = true;
        const bool is_callee = i == 0;
        if (b->kind == IR_BIND_INVOKE && is_callee) continue;
        if (b->kind == IR_BIND_CALL && b->op == &op_scan && is_callee) {
            if (!check_scan(self, alike, b)) return false;
            continue;
        }
        return refuse(self, b,
                      "there is a collective in a function that is not called from here alone",
                      "R.scan, or a call: of other loops ranks may go through more rounds");
    }
    return true;
}

/* made: the binding of a nested function, whose captures are alike by `around`; NULL: a global. */
static bool check_function(Alike *self, const IrFunction *fn, const IrBinding *made,
                           const bool *around, bool *meets) {
    bool *alike = ARENA_ARRAY(self->arena, bool, (size_t)fn->n_vars + 1);
    for (uint32_t i = 0; made && i < fn->n_captures; i++)
        alike[fn->params.at[i]->id] = is_alike(around, ir_operand_get(&made->operands, i), 1);
    IrWalk walk;
    *meets = false;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        bool any = is_collective(b), inner = false;
        if (b->kind == IR_BIND_FUNCTION) {
            if (!check_function(self, b->function, b, alike, &inner)) return false;
            if (inner) map_add_ptr(&self->nested, b->var, b->var);
        }
        if (!check_functions(self, alike, b, &any)) return false;
        if (any && !check_branches(self, alike, b)) return false;
        *meets = *meets || any || inner;
        alike[b->var->id] = gives_alike(alike, b);
    }
    return true;
}

bool ccl_meets_alike(IrModule *m) {
    Arena arena;
    arena_init(&arena, m->ctx);
    Alike self = {.m = m, .arena = &arena};
    bool ok = true, meets;
    const bool any = find_meetings(&self);
    for (size_t i = 0; any && ok && i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body && self.meets[i]) ok = check_function(&self, fn, NULL, NULL, &meets);
    }
    arena_fini(&arena);
    return ok;
}

bool ccl_keep_alike(IrModule *m, int64_t *numbers, size_t n) {
    Ranks *ranks = m->ctx->ranks;
    Arena arena;
    if (!ranks || ranks_size(ranks) < 2 || !n) return true;
    arena_init(&arena, m->ctx);
    Alike self = {.m = m, .arena = &arena};
    const bool any = find_meetings(&self);
    arena_fini(&arena);
    if (!any) return true;
    const int64_t *all = ranks_collect(ranks, "extents", numbers, n * sizeof *numbers);
    if (!all) {
        diag_error(m->ctx, (Loc){.line = 0}, DIAG_VALUE, ranks_failure(ranks));
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        for (uint32_t r = 0; r < ranks_size(ranks); r++) {
            if (all[r * n + i] != all[i]) numbers[i] = -1;
        }
    }
    return true;
}
