/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on floats: the calls are made loops, as a backend has them, within an edit that is
 * taken back, and the loops are counted (loop/work.h). A function is counted once, however often it
 * is called. */
#include "api/api.h"
#include "ir/copy.h"
#include "loop/work.h"
#include "ops/ops.h"
#include "passes/manager.h"
#include "passes/prim_func.h"

/* Functions */

typedef struct {
    const IrFunction *fn;
    double operations; /* 0 while it is counted: a recursive call is free */
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
        if (loop && loop_work(loop, &numbers, &loops, &work)) c->operations = work.operations.n;
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

static double count_all(Counter *self, IrModule *m, IrFunction *fn) {
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
            f->of->operations += calls_of(m, b) * c->operations;
        } else {
            enter(self, called); /* may move the frames */
        }
    }
    return result->operations;
}

/* The module becomes what is counted. */
static bool count_module(IrModule *m, unsigned holds, const IrGlobal *global, Arena *arena,
                         double *out) {
    PassVec list = {.at = NULL};
    const PassItem *item;
    for (size_t i = 0; (item = pass_list_item(PASS_LIST_C, i)); i++)
        pass_vec_add(&list, m, arena, item->text);
    PassRun run = {.holds = holds};
    if (!pass_run_list(m, list.at, list.len, &run)) return false;
    Counter counter = {.arena = arena};
    map_init(&counter.counted, arena);
    *out = count_all(&counter, m, global->function);
    return true;
}

TnStatus tn_module_float_operations(TnModule *m, const char *function, double *out) {
    if (!m || !out) return api_usage(m ? m->context : NULL);
    TnContext *self = m->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        IrFunction *fn = api_function(m, function);
        if (fn) {
            arena_init(&arena, &self->ctx);
            IrModule *own = ir_module_copy(m->ir);
            IrGlobal *global = ir_module_copy_global(own, fn->global);
            double n = 0;
            global->function->is_private = false;
            if (!count_module(own, m->holds, global, &arena, &n)) status = TN_E_INVALID;
            ir_module_free(own);
            arena_fini(&arena);
            *out = n;
        } else {
            status = TN_E_INVALID;
        }
    }
    return api_leave_module(m, &b, status);
}
