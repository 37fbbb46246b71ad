/* SPDX-License-Identifier: Apache-2.0 */
/* Which collectives a function of the graph comes to, in which order (ranks/list.h): what the
 * evaluator's ranks compare, as compiled programs compare those of host/collectives.c. Linear;
 * recursion is over nested bodies and functions. */
#include "base/diag.h"
#include "base/map.h"
#include "ops/ccl_call.h"
#include "ops/ops.h"
#include "ranks/list.h"

typedef struct {
    IrModule *m;
    Arena *arena;
    const bool *meets; /* by global's id */
    Map nested;        /* nested functions in which ranks meet: the variables that hold them */
    RanksList list;
    Map numbers; /* functions that were reached, by IrFunction: 1 + the number */
    VEC(IrFunction *) reached;
    Map *places;
    bool failed;
} Lister;

static void list(Lister *self, const IrFunction *fn, const IrBody *body);

/* The function that is called, if ranks meet in it. */
static IrFunction *callee(const Lister *self, const IrOperand *o) {
    if (o->kind == IR_OPERAND_GLOBAL)
        return self->meets[o->global->id] ? o->global->function : NULL;
    return o->kind == IR_OPERAND_VAR ? map_get_ptr(&self->nested, o->var) : NULL;
}

static void call(Lister *self, IrFunction *fn) {
    if (!map_get_ptr(&self->numbers, fn)) {
        vec_push(self->arena, &self->reached, fn);
        map_add_ptr(&self->numbers, fn, (void *)(uintptr_t)self->reached.len);
    }
    ranks_list_call(&self->list, (uint32_t)(uintptr_t)map_get_ptr(&self->numbers, fn) - 1);
}

/* What it is, of a type that may leave open what the run knows. */
static void add(Lister *self, const IrFunction *fn, const IrBinding *b) {
    const IrType *t = b->var->type;
    IrType known = {.kind = IR_TYPE_TENSOR, .dtype = DTYPE_UINT8};
    size_t n;
    if (t->kind == IR_TYPE_TENSOR) {
        known.ndim = t->dims ? t->ndim : 0;
        if (t->dtype != DTYPE_VOID && t->dtype != DTYPE_STRING && !dtype_is_small(t->dtype))
            known.dtype = t->dtype;
    }
    const RanksWhat *what = ccl_what(self->m, self->arena, b, ccl_mesh(fn), &known, &n);
    self->failed = self->failed || !what;
    if (!what) return;
    const int64_t place = ranks_list_add(&self->list, what, b->var->name ? b->var->name : "", 0);
    if (self->places && place) map_add_ptr(self->places, b, (void *)(uintptr_t)place);
}

static void within(Lister *self, const char *line, const IrFunction *fn, const IrBody *body) {
    ranks_list_open(&self->list, line);
    list(self, fn, body);
    ranks_list_close(&self->list);
}

static void list(Lister *self, const IrFunction *fn, const IrBody *body) {
    for (const IrBinding *b = body->first; b && !self->failed; b = b->next) {
        switch (b->kind) {
        case IR_BIND_IF:
            within(self, "if", fn, b->bodies[0]);
            within(self, "else", fn, b->bodies[1]);
            break;
        case IR_BIND_FUNCTION:
            if (ccl_meets_in(b->function, self->meets))
                map_add_ptr(&self->nested, b->var, b->function);
            break;
        case IR_BIND_INVOKE: {
            IrFunction *called = callee(self, &b->operands.at[0]);
            if (called) call(self, called);
            break;
        }
        case IR_BIND_CALL: {
            if (b->op->flags & OP_WORKERS) add(self, fn, b);
            IrFunction *called = b->op == &op_scan ? callee(self, &b->operands.at[0]) : NULL;
            if (!called) break;
            ranks_list_open(&self->list, "loop");
            call(self, called);
            ranks_list_close(&self->list);
            break;
        }
        default: break;
        }
    }
}

const char *ccl_list(IrModule *m, IrFunction *fn, Arena *arena, Map *places) {
    StrBuf out;
    strbuf_init(&out, arena);
    Lister self = {.m = m, .arena = arena, .meets = ccl_meeting(m, arena), .places = places};
    map_init(&self.nested, arena);
    map_init(&self.numbers, arena);
    ranks_list_init(&self.list, &out, 0);
    vec_push(arena, &self.reached, fn);
    map_add_ptr(&self.numbers, fn, (void *)(uintptr_t)1);
    for (size_t i = 0; i < self.reached.len && !self.failed; i++) {
        const IrFunction *at = self.reached.at[i];
        if (i) ranks_list_open(&self.list, arena_printf(arena, "function %zu", i));
        list(&self, at, at->body);
        if (i) ranks_list_close(&self.list);
    }
    return self.failed ? NULL : strbuf_cstr(&out);
}
