/* SPDX-License-Identifier: Apache-2.0 */
/* Distribute: a function and a few annotations become what each rank of a mesh runs.
 *
 *     Distribute(mesh="data=2,model=2", shard="x=data,_; w1=_,model")
 *
 *     def main(x: (8, 4), w1: (4, 6), w2: (6, 4)):     def main(x: (4, 4), w1: (4, 3), w2: (3, 4)):
 *         h = R.matmul(x, w1)                              h = R.matmul(x, w1)
 *         y = R.matmul(h, w2)                              lv = R.matmul(h, w2)
 *         return y                                         y = R.ccl.allreduce(lv, axes=["model"])
 *                                                          return y
 *
 * How tensors lie (a Sharding): over each axis of the mesh a tensor is whole, split along one dim,
 * or partial: the whole is the sum, maximum or minimum of what the ranks have. No dim is split over
 * two axes. Parts that differ have a symbol as their extent (distribute_uneven.c). Windows along a
 * dim that is split get the rows that they lack from the neighbours (distribute_halo.c), also of an
 * extent with a symbol (distribute_symbolic.c), which ranks tell from parameters
 * (distribute_params.c).
 *
 * Steps: distribute_seed.c reads annotations; distribute_prepare.c makes the function one over core
 * operators; distribute_slots.c numbers tensors, distribute_rule.c asks the loops of each call what
 * goes together; distribute_spread.c spreads; distribute_plan.c looks ahead; distribute_rewrite.c
 * writes the ranks' function, each call as distribute_choose.c says, with the collectives of
 * distribute_convert.c. Gradient and TrainStep run before it, so data, tensor
 * and optimizer parallelism are annotations alone. Linear in the function, for each axis. */
#include "passes/distribute.h"

#include "base/diag.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/distribute_parts.h"
#include "passes/passes.h"

static bool read_mesh(Distribute *ds) {
    const char *wrong = ds->o->mesh ? mesh_parse(&ds->mesh, ds->o->mesh) : "it is missing";
    if (wrong) {
        Diag *d = diag_error(ds->ctx, ds->fn->loc, DIAG_VALUE, "the mesh cannot be read");
        diag_expected(ds->ctx, d, "axes with their sizes, as in mesh=\"data=4,model=2\"");
        diag_found(ds->ctx, d, "%s: %s", ds->o->mesh ? ds->o->mesh : "none", wrong);
        return false;
    }
    if (!ir_function_attr(ds->fn, MESH_ATTR, IR_ATTR_STRING)) return true;
    diag_error(ds->ctx, ds->fn->loc, DIAG_VALUE,
               diag_fmt(ds->ctx, "'%s' is distributed already", ds->fn->name));
    return false;
}

static bool refuse(const Distribute *ds, Loc loc, const char *what) {
    diag_error(ds->ctx, loc, DIAG_UNSUPPORTED, what);
    return false;
}

/* No ranks meet in it yet, and no marker stands where it would not be seen. */
static bool check_body(const Distribute *ds) {
    IrWalk walk;
    ir_walk_init(&walk, ds->fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind != IR_BIND_CALL) continue;
        if (b->op->flags & OP_WORKERS) {
            return refuse(
                ds, b->loc,
                diag_fmt(ds->ctx, "R.%s in a function that is to be distributed", b->op->name));
        }
        if (b->op == &op_shard && b->block->body->owner)
            return refuse(ds, b->loc, "R.shard in a branch");
    }
    return true;
}

/* The function's signature changes, so nobody may call it. */
static bool check_caller(void *user, IrFunction *fn) {
    const Distribute *ds = user;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *o = &b->operands.at[i];
            if (o->kind == IR_OPERAND_GLOBAL && o->global == ds->fn->global)
                return refuse(
                    ds, b->loc,
                    diag_fmt(ds->ctx, "a call of '%s', which is to be distributed,", ds->fn->name));
        }
    }
    return true;
}

static void report_values(const Distribute *ds) {
    StrBuf *out = ds->o->report;
    for (size_t i = 0; out && i < ds->slots.len; i++) {
        const Slot *s = &ds->slots.at[i];
        if (!s->why || !s->name[0]) continue;
        strbuf_printf(out, "%s: %s as %s, by %s\n", s->name, ir_type_text(ds->m, s->type),
                      distribute_text(ds, s->type, &s->want), s->why);
    }
}

static bool run(Distribute *ds) {
    ds->fn = blocks_public_function(ds->m, ds->o->function);
    if (!ds->fn || !read_mesh(ds) || !check_body(ds) ||
        !blocks_each_function(ds->m, check_caller, ds))
        return false;
    map_init(&ds->leaf_starts, &ds->arena);
    map_init(&ds->rules, &ds->arena);
    map_init(&ds->uneven, &ds->arena);
    map_init(&ds->uneven_of, &ds->arena);
    map_init(&ds->starts, &ds->arena);
    map_init(&ds->joined, &ds->arena);
    map_init(&ds->least, &ds->arena);
    distribute_make_slots(ds, false);
    if (!distribute_seed(ds, false) || !distribute_prepare(ds)) return false;
    distribute_make_slots(ds, true);
    if (!distribute_seed(ds, true)) return false;
    distribute_spread(ds);
    distribute_find_moments(ds);
    report_values(ds);
    distribute_plan(ds);
    if (!distribute_rewrite(ds)) return false;
    ds->bytes.ranks = ds->mesh.ranks;
    if (ds->o->bytes) *ds->o->bytes = ds->bytes;
    return true;
}

bool distribute(IrModule *m, const DistributeOptions *o) {
    Distribute ds = {.m = m, .ctx = m->ctx, .o = o};
    arena_init(&ds.arena, m->ctx);
    arena_alloc(&m->scratch, 1);
    const bool ok = run(&ds);
    arena_fini(&ds.arena);
    arena_fini(&m->scratch);
    return ok && blocks_finish(m);
}

bool pass_distribute(IrModule *m, const PassValue *values) {
    enum { MESH, SHARD, FUNCTION };
    const DistributeOptions o = {
        .mesh = values[MESH].n ? values[MESH].names[0] : NULL,
        .shard = values[SHARD].n ? values[SHARD].names[0] : NULL,
        .function = values[FUNCTION].n ? values[FUNCTION].names[0] : NULL,
    };
    return distribute(m, &o);
}
