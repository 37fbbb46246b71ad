/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on floats, and what the evaluator has to do: the calls are made loops, as a backend
 * has them, in a copy, and the loops are counted (loop/work.h). A function is counted once, however
 * often it is called. */
#include "api/api.h"
#include "api/names.h"
#include "ir/copy.h"
#include "loop/work.h"
#include "ops/ops.h"
#include "passes/bind_params.h"
#include "passes/manager.h"
#include "passes/prim_func.h"

/* Functions */

typedef struct {
    const IrFunction *fn;
    /* 0 while it is counted: a recursive call is free */
    double operations, statements;
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
        if (loop && loop_work(loop, &numbers, &loops, &work)) {
            c->operations = work.operations.n;
            c->statements = work.statements.n + work.scalars.n;
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

static const Counted *count_all(Counter *self, IrModule *m, IrFunction *fn) {
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
            f->of->operations += calls * c->operations;
            f->of->statements += calls * c->statements;
        } else {
            enter(self, called); /* may move the frames */
        }
    }
    return result;
}

/* The module becomes what is counted. */
static bool count_module(IrModule *m, unsigned holds, const IrGlobal *global, Arena *arena,
                         Counted *out) {
    PassVec list = {.at = NULL};
    const PassItem *item;
    for (size_t i = 0; (item = pass_list_item(PASS_LIST_C, i)); i++) {
        if (!item->when) pass_vec_add(&list, m, arena, item->text);
    }
    PassRun run = {.holds = holds};
    if (!pass_run_list(m, list.at, list.len, &run)) return false;
    Counter counter = {.arena = arena};
    map_init(&counter.counted, arena);
    *out = *count_all(&counter, m, global->function);
    return true;
}

/* In a copy, in which the symbols that `dims` names have values. */
static TnStatus count(TnModule *m, const char *function, const TnDim *dims, size_t n_dims,
                      Counted *out) {
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
            const TnDim *named = dims;
            bool ok = api_own_dims(m->ir, fn, dims, n_dims, &arena, &named);
            BindDim *values = ARENA_ARRAY(&arena, BindDim, n_dims + 1);
            for (size_t i = 0; i < n_dims; i++)
                values[i] = (BindDim){named[i].name, named[i].value};
            IrModule *own = ir_module_copy(m->ir);
            IrGlobal *global = ir_module_copy_global(own, fn->global);
            ok = ok && (!n_dims || pass_bind_symbolic_vars(own, global->function, values, n_dims));
            global->function->is_private = false;
            if (!ok || !count_module(own, m->holds, global, &arena, out)) status = TN_E_INVALID;
            ir_module_free(own);
            arena_fini(&arena);
        } else {
            status = TN_E_INVALID;
        }
    }
    return api_leave_module(m, &b, status);
}

TnStatus tn_module_float_operations(TnModule *m, const char *function, double *out) {
    if (!m || !out) return api_usage(m ? m->context : NULL);
    Counted counted = {.fn = NULL};
    const TnStatus status = count(m, function, NULL, 0, &counted);
    *out = counted.operations;
    return status;
}

/* What the interpreter takes for a statement or an operation in it, as measured on a Xeon of 2.9
 * GHz with convolutions and products. */
static const double NS_OF_STEP = 12;

TnStatus tn_module_evaluation_ms(TnModule *m, const char *function, const TnDim *dims,
                                 size_t n_dims, double *out) {
    if (!m || !out || (n_dims && !dims)) return api_usage(m ? m->context : NULL);
    for (size_t i = 0; i < n_dims; i++) {
        if (!dims[i].name) return api_usage(m->context);
    }
    Counted counted = {.fn = NULL};
    const TnStatus status = count(m, function, dims, n_dims, &counted);
    *out = counted.statements * NS_OF_STEP * 1e-6;
    return status;
}
