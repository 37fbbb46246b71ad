/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/count_work.h"

#include "loop/work.h"
#include "ops/ops.h"
#include "passes/manager.h"
#include "passes/prim_func.h"

typedef struct {
    const IrFunction *fn;
    /* 0 while it is counted: a recursive call is free */
    WorkCount work;
} Counted;

/* A function whose bindings are being added up. */
typedef struct {
    Counted *of;
    IrWalk walk;
    IrBinding *waiting; /* for its callee */
} Frame;

typedef struct {
    Arena *arena;
    Map counted; /* by function */
    VEC(Frame) frames;
    const WorkListener *listener; /* NULL: nobody listens */
} Counter;

static Counted *find(Counter *self, const IrFunction *fn) {
    for (MapIter it = map_find(&self->counted, hash_ptr(0, fn)); map_next(&self->counted, &it);) {
        Counted *c = it.value;
        if (c->fn == fn) return c;
    }
    return NULL;
}

static Counted *enter(Counter *self, IrFunction *fn) {
    Counted *c = ARENA_NEW(self->arena, Counted);
    *c = (Counted){.fn = fn};
    map_add(&self->counted, hash_ptr(0, fn), c);
    if (fn->body) {
        Frame frame = {.of = c};
        ir_walk_init(&frame.walk, fn->body);
        vec_push(self->arena, &self->frames, frame);
    } else {
        Arena loops;
        arena_init(&loops, self->arena->ctx);
        const LoopFn *loop = prim_func_loops(fn, &loops);
        LoopWork work;
        const LoopWorkOptions numbers = {.counts = NULL};
        if (loop && loop_work(loop, &numbers, &loops, &work)) {
            c->work = (WorkCount){.operations = work.operations.n,
                                  .statements = work.statements.n + work.scalars.n,
                                  .bytes = work.bytes.n};
        }
        arena_fini(&loops);
    }
    return c;
}

/* The function that the binding calls; NULL: none that is known. */
static IrFunction *callee(const IrBinding *b) {
    if ((b->kind != IR_BIND_CALL && b->kind != IR_BIND_INVOKE) || !b->operands.n) return NULL;
    const IrOperand *o = &b->operands.at[0];
    if (o->kind == IR_OPERAND_GLOBAL) return o->global->function;
    const IrBinding *def = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
    return def && def->kind == IR_BIND_FUNCTION ? def->function : NULL;
}

static double extent_of(const IrDim *d) {
    int64_t v = LOOP_UNKNOWN_EXTENT;
    if (d) (void)ir_dim_is_const(d, &v);
    return v > 0 ? (double)v : 0;
}

/* How often the binding calls it: the trip of an R.scan, or the extent of its first sequence. */
static double calls_of(IrModule *m, const IrBinding *b) {
    enum { SEQUENCES = 2, TRIP = 4 };
    if (b->kind != IR_BIND_CALL || b->op != &op_scan) return 1;
    double trip = LOOP_UNKNOWN_EXTENT;
    uint32_t i = 0;
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        if (i == TRIP && o->kind == IR_OPERAND_PRIM) trip = extent_of(o->type->value);
        if (i != SEQUENCES || o->kind == IR_OPERAND_NONE) continue;
        const IrType *t = ir_operand_type(m, o);
        if (t->kind != IR_TYPE_TUPLE || !t->n) continue;
        t = t->fields[0];
        if (t->kind == IR_TYPE_TENSOR && t->dims && t->ndim > 0) trip = extent_of(t->dims[0]);
    }
    return trip;
}

static const Counted *count_function(Counter *self, IrModule *m, IrFunction *fn) {
    const Counted *result = enter(self, fn);
    while (self->frames.len) {
        Frame *f = &self->frames.at[self->frames.len - 1];
        ctx_poll(m->ctx);
        IrBinding *b = f->waiting ? f->waiting : ir_walk_next(&f->walk);
        if (!b) {
            self->frames.len--;
            continue;
        }
        IrFunction *called = callee(b);
        if (!called) continue;
        const Counted *c = find(self, called);
        f->waiting = c ? NULL : b;
        if (c) {
            const double calls = calls_of(m, b);
            const WorkCount all = {.operations = calls * c->work.operations,
                                   .statements = calls * c->work.statements,
                                   .bytes = calls * c->work.bytes};
            f->of->work.operations += all.operations;
            f->of->work.statements += all.statements;
            f->of->work.bytes += all.bytes;
            if (self->listener) self->listener->counted(self->listener->user, b, &all);
        } else {
            enter(self, called); /* may move the frames */
        }
    }
    return result;
}

bool work_legalize(IrModule *own, unsigned holds, Arena *arena) {
    PassVec list = {.at = NULL};
    const PassItem *item;
    for (size_t i = 0; (item = pass_list_item(PASS_LIST_C, i)); i++) {
        if (!item->when) pass_vec_add(&list, own, arena, item->text);
    }
    PassRun run = {.holds = holds};
    return pass_run_list(own, list.at, list.len, &run);
}

WorkCount work_count(IrModule *own, IrFunction *fn, const WorkListener *listener, Arena *arena) {
    Counter counter = {.arena = arena, .listener = listener};
    map_init(&counter.counted, arena);
    if (fn) return count_function(&counter, own, fn)->work;
    for (size_t i = 0; i < own->globals.len; i++) {
        IrFunction *each = own->globals.at[i]->function;
        if (each && each->body && !find(&counter, each)) count_function(&counter, own, each);
    }
    return (WorkCount){.operations = 0};
}
