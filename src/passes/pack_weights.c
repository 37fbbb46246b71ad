/* SPDX-License-Identifier: Apache-2.0 */
/* PackWeights: constants that tiles of vectors read by columns lie in columns, so that no run
 * copies them to panels (schedule/pack.c).
 *
 *     y = R.call_tir(cls.matmul, (x, w), ...)      y = R.call_tir(cls.matmul1, (x, w1), ...)
 *
 * where w is [512, 512], and w1 [16, 512, 32]. How wide a column is follows from the module's
 * target. A function is copied once for each argument that is packed, and a constant for each
 * width; what nothing uses any more goes, by DeadCodeElimination. Results keep their bits. Linear
 * in the bindings and in the constants' bytes. */
#include "ir/fresh.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"
#include "passes/prim_func.h"
#include "schedule/schedule.h"

enum { DIMS_MAX = 16 /* an input that is packed has fewer */ };

/* Of a function whose constants are these arguments. */
typedef struct {
    const IrGlobal *of;
    uint64_t constants; /* bits: arguments */
    IrGlobal *copy;     /* NULL: nothing is packed */
    uint32_t param;
    int64_t block;
} Packed;

typedef struct {
    const IrConst *of;
    int64_t block;
    IrConst *made;
} Columns;

typedef struct {
    IrModule *m;
    Arena arena;
    Map functions; /* Packed by global and constants */
    Map constants; /* Columns by constant and block */
    IrFresh names;
} Pack;

static IrGlobal *function_new(Pack *p, const IrGlobal *of, const LoopFn *loops, Arena *arena) {
    const IrFunction *old = of->function;
    IrFunction *fn = ir_function_new(p->m, old->name);
    fn->is_private = old->is_private;
    fn->is_pure = old->is_pure;
    fn->loc = old->loc;
    fn->prim_text = old->prim_text;
    prim_func_set_loops(fn, arena, loops);
    prim_func_set_name(fn, ir_fresh_name(&p->names, of->name));
    fn->global = ir_global_new(p->m, fn->name);
    fn->global->function = fn;
    return fn->global;
}

static void choose(Pack *p, Packed *out) {
    Arena arena;
    SchedPack pack;
    arena_init(&arena, p->m->ctx);
    const LoopFn *loops = prim_func_loops(out->of->function, &arena);
    if (loops && sched_pack_of(loops, ir_module_target(p->m), false, &arena, &pack) &&
        out->constants >> pack.param & 1) {
        out->param = pack.param;
        out->block = pack.block;
        out->copy = function_new(p, out->of, sched_packed(loops, &pack, &arena), &arena);
    }
    arena_fini(&arena);
}

static const Packed *packed(Pack *p, const IrGlobal *of, uint64_t constants) {
    const uint64_t hash = hash_mix(hash_ptr(0, of), constants);
    for (MapIter it = map_find(&p->functions, hash); map_next(&p->functions, &it);) {
        const Packed *known = it.value;
        if (known->of == of && known->constants == constants) return known;
    }
    Packed *made = ARENA_NEW(&p->arena, Packed);
    *made = (Packed){.of = of, .constants = constants};
    map_add(&p->functions, hash, made);
    choose(p, made);
    return made;
}

/* [..., n] as [n / block, ..., block]. */
static Tensor *columns_of(Ctx *ctx, const Tensor *t, int64_t block) {
    int64_t dims[DIMS_MAX];
    const int64_t n = t->dims[t->ndim - 1], columns = n / block;
    int64_t rows = 1;
    dims[0] = columns;
    for (uint32_t i = 0; i + 1 < t->ndim; i++) rows *= dims[i + 1] = t->dims[i];
    dims[t->ndim] = block;
    Tensor *out = tensor_new(ctx, t->dtype, dims, t->ndim + 1);
    const size_t bytes = (size_t)block * dtype_size(t->dtype);
    const char *from = t->data;
    char *to = out->data;
    for (int64_t row = 0; row < rows; row++)
        for (int64_t k = 0; k < columns; k++, from += bytes)
            memcpy(to + (size_t)(k * rows + row) * bytes, from, bytes);
    return out;
}

static IrConst *constant(Pack *p, const IrConst *of, int64_t block) {
    const uint64_t hash = hash_mix(hash_ptr(0, of), (uint64_t)block);
    for (MapIter it = map_find(&p->constants, hash); map_next(&p->constants, &it);) {
        const Columns *known = it.value;
        if (known->of == of && known->block == block) return known->made;
    }
    Columns *made = ARENA_NEW(&p->arena, Columns);
    *made = (Columns){.of = of, .block = block};
    made->made = ir_const_new(p->m, columns_of(p->m->ctx, of->tensor, block));
    map_add(&p->constants, hash, made);
    return made->made;
}

static void pack_call(Pack *p, IrBinding *b) {
    IrOperand *callee = b->operands.at, *args = callee + 1;
    uint64_t constants = 0;
    uint32_t i = 0;
    if (callee->kind != IR_OPERAND_GLOBAL || args->kind != IR_OPERAND_TUPLE) return;
    const IrFunction *fn = callee->global->function;
    if (!fn || fn->body || ir_function_is_external(fn)) return;
    for (const IrOperand *o = args + 1; i < args->n && i < 64; i++, o += o->span)
        if (o->kind == IR_OPERAND_CONST && o->constant->tensor) constants |= UINT64_C(1) << i;
    if (!constants) return;
    const Packed *made = packed(p, callee->global, constants);
    if (!made->copy) return;
    IrOperand *o = args + 1;
    for (i = 0; i < made->param; i++) o += o->span;
    o->constant = constant(p, o->constant, made->block);
    callee->global = made->copy;
}

static bool visit(void *user, IrFunction *fn) {
    Pack *p = user;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        ctx_poll(p->m->ctx);
        if (b->kind == IR_BIND_CALL && b->op == &op_call_tir) pack_call(p, b);
    }
    return true;
}

bool pass_pack_weights(IrModule *m) {
    Pack p = {.m = m};
    arena_init(&p.arena, m->ctx);
    map_init(&p.functions, &p.arena);
    map_init(&p.constants, &p.arena);
    ir_fresh_init(&p.names, m, &p.arena);
    blocks_each_function(m, visit, &p);
    const bool changed = p.constants.len > 0;
    arena_fini(&p.arena);
    return !changed || pass_dead_code_elimination(m, &(PassValue){.n = 0});
}
