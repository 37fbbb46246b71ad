/* SPDX-License-Identifier: Apache-2.0 */
/* Costs from the work of loops (loop/work.h) and the target. */
#include "rewrite/cost.h"

#include <math.h>

#include "loop/work.h"
#include "ops/lower.h"

/* What calls that are not fused reach of the target's peak, and of its bandwidth in memory; and
 * what one takes beside its work, where values lie in memory between them: much more than a kernel
 * of many. */
static const double OPS_OF_PEAK = 100.0 / 280, BYTES_OF_MEMORY = 20.0 / 56, CALL_OF_THREADS = 0.1;

/* Of what the choice between one matmul and several goes by: fitted to native code
 * (docs/passes.md#combining-matmuls). Copies far from the caches read what they write first. */
static const double MATMUL_OF_PEAK = 32 / 0.14 / 280, COPY_OF_MEMORY = 100.0 / 3 / 56,
                    NEAR_OF_L3 = 0.25;

/* Nanoseconds for bytes read and written. */
static double near_time(const Target *t, double bytes) { return bytes / t->cache_gbs; }
static double copy_time(const Target *t, double bytes) {
    const bool is_near = bytes <= NEAR_OF_L3 * (double)t->l3_bytes;
    return is_near ? near_time(t, bytes) : bytes / (COPY_OF_MEMORY * t->memory_gbs);
}

typedef struct {
    const OpDef *op;
    const IrAttr *attrs;
    const IrType *const *types;
    uint32_t n;
    double cost;
} Known;

void cost_init(CostTable *self, Arena *arena) {
    self->arena = arena;
    map_init(&self->known, arena);
}

static const IrDim *nominal(void *user, IrSymbol *s) {
    (void)s;
    return ir_dim_const(user, LOOP_UNKNOWN_EXTENT);
}

/* The largest there is, where it overflows: nobody is to report that. */
static double nominal_extent(IrModule *m, const IrDim *d) {
    int64_t v = LOOP_UNKNOWN_EXTENT;
    const IrDim *known = ir_dim_map(m, d, nominal, m);
    if (known) (void)ir_dim_is_const(known, &v);
    return ir_dims_forget(m) ? (double)INT64_MAX : (double)v;
}

static double elements(IrModule *m, const IrType *t) {
    if (t->kind == IR_TYPE_TUPLE) {
        double n = 0;
        for (uint32_t i = 0; i < t->n; i++) n += elements(m, t->fields[i]);
        return n;
    }
    double n = t->kind == IR_TYPE_TENSOR;
    for (int32_t i = 0; t->kind == IR_TYPE_TENSOR && t->dims && i < t->ndim; i++)
        n *= nominal_extent(m, t->dims[i]);
    return n;
}

double cost_bytes(IrModule *m, const IrType *t) {
    if (t->kind == IR_TYPE_TUPLE) {
        double n = 0;
        for (uint32_t i = 0; i < t->n; i++) n += cost_bytes(m, t->fields[i]);
        return n;
    }
    return elements(m, t) * (t->kind == IR_TYPE_TENSOR && t->dtype != DTYPE_VOID
                                 ? (double)dtype_bits(t->dtype) / 8
                                 : 4);
}

/* The extents of dims [from, to) together. */
static double extents(IrModule *m, const IrType *t, int32_t from, int32_t to) {
    double n = 1;
    for (int32_t i = from; i < to; i++) n *= nominal_extent(m, t->dims[i]);
    return n;
}

/* Columns come in vectors, and a vector for each row is a sum that waits for itself, so that some
 * of them are needed to keep the units busy; however few there are, a step of the reduction takes
 * as long as SUMS_LEAST. */
static double matmul_time(IrModule *m, const IrType *x, const IrType *w, const IrType *y) {
    enum { SUMS_LEAST = 8 };
    const Target *t = ir_module_target(m);
    const double lanes = (double)t->vector_bytes / sizeof(float);
    const double ns_per_vector = 2 * lanes / (MATMUL_OF_PEAK * t->peak_gflops);
    const int32_t columns = w->ndim > 1, rows = x->ndim > 1;
    const double depth = nominal_extent(m, x->dims[x->ndim - 1]),
                 n = columns ? nominal_extent(m, w->dims[w->ndim - 1]) : 1;
    const double all = elements(m, y), vectors = ceil(n / lanes);
    double m_rows = n > 0 ? all / n : 0, batch = 1;
    if (w->ndim > 2) { /* matrices of their own */
        m_rows = rows ? nominal_extent(m, x->dims[x->ndim - 2]) : 1;
        batch = n * m_rows > 0 ? all / (n * m_rows) : 0;
    }
    const double sums = m_rows * vectors,
                 compute = batch * depth * ns_per_vector * (sums > SUMS_LEAST ? sums : SUMS_LEAST);
    /* One rate for all sizes, so that what is cut costs as the whole; x is near when it is read
     * again. */
    const double memory = near_time(t, cost_bytes(m, w) + cost_bytes(m, y));
    return compute > memory ? compute : memory;
}

static bool is_known(const IrType *t) {
    return t && t->kind == IR_TYPE_TENSOR && t->dims && t->ndim > 0;
}

/* What a part of the result takes to be a tensor of its own. Where nothing but extents of 1 stands
 * before the axis, parts lie together in the operand. */
static double split_time(IrModule *m, const IrBinding *b, const IrType *x) {
    const IrAttr *axis = &b->attrs[ir_op_attr_index(b->op, "axis")];
    if (!is_known(x) || axis->kind != IR_ATTR_INT || axis->i < 0 || axis->i >= x->ndim) return 0;
    if (extents(m, x, 0, (int32_t)axis->i) <= 1) return 0;
    return copy_time(ir_module_target(m), 2 * cost_bytes(m, x));
}

/* What its loops do, and what that moves. */
static double loops_time(IrModule *m, const IrBinding *b, const IrType *const *types,
                         const double *floats, uint32_t n, double moved) {
    const Target *t = ir_module_target(m);
    Arena arena;
    arena_init(&arena, m->ctx);
    IrSymbols scalars = {.at = NULL};
    const LoopFn *fn = b->op->lower && !b->op->bound
                           ? lower_call(m,
                                        &(LowerCall){.op = b->op,
                                                     .args = types,
                                                     .floats = floats,
                                                     .n_args = n,
                                                     .attrs = b->attrs,
                                                     .result = b->var->type},
                                        &arena, &scalars)
                           : NULL;
    LoopWork work;
    if (fn) loop_work(fn, &(LoopWorkOptions){.counts = NULL}, &arena, &work);
    /* composites: some passes over the result */
    const double ops = fn ? work.scalars.n : 16 * elements(m, b->var->type);
    arena_fini(&arena);
    const double compute = ops / (OPS_OF_PEAK * t->peak_gflops),
                 memory = moved / (BYTES_OF_MEMORY * t->memory_gbs);
    return CALL_OF_THREADS * t->threads_ns + compute + memory;
}

static double measure(IrModule *m, const IrBinding *b, const IrType *const *types,
                      const double *floats, uint32_t n) {
    const Target *t = ir_module_target(m);
    double moved = cost_bytes(m, b->var->type);
    for (uint32_t i = 0; i < n; i++) moved += types[i] ? cost_bytes(m, types[i]) : 0;
    switch (b->op->work) {
    case OP_WORK_VIEW: return 0;
    case OP_WORK_PARTS: return split_time(m, b, types[0]);
    case OP_WORK_JOIN: return t->kernel_ns + copy_time(t, moved);
    case OP_WORK_PRODUCT:
        if (!is_known(types[0]) || !is_known(types[1]) || !b->var->type->dims) break;
        return t->kernel_ns + matmul_time(m, types[0], types[1], b->var->type);
    case OP_WORK_LOOPS:
    case OP_WORK_REORDER: break;
    }
    return loops_time(m, b, types, floats, n, moved);
}

double cost_binding(CostTable *self, IrModule *m, const IrBinding *b) {
    if (b->kind != IR_BIND_CALL) return 0;
    ArenaMark mark = arena_mark(&m->scratch);
    uint32_t n = ir_operands_count(&b->operands), i = 0;
    const IrType **types = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)n + 1);
    double *floats = ARENA_ARRAY(&m->scratch, double, (size_t)n + 1);
    uint64_t hash = hash_ptr(hash_ptr(0, b->op), b->attrs);
    for (uint32_t at = 0; at < b->operands.n; at += b->operands.at[at].span, i++) {
        const IrOperand *o = &b->operands.at[at];
        types[i] = o->kind == IR_OPERAND_NONE ? NULL : ir_operand_type(m, o);
        if (o->kind == IR_OPERAND_PRIM) floats[i] = o->f;
        hash = hash_ptr(hash, types[i]);
    }
    for (MapIter it = map_find(&self->known, hash); map_next(&self->known, &it);) {
        const Known *k = it.value;
        bool same = k->op == b->op && k->attrs == b->attrs && k->n == n;
        for (i = 0; same && i < n; i++) same = k->types[i] == types[i];
        if (!same) continue;
        arena_rewind(&m->scratch, mark);
        return k->cost;
    }
    Known *k = ARENA_NEW(self->arena, Known);
    const IrType **kept = ARENA_ARRAY(self->arena, const IrType *, (size_t)n + 1);
    memcpy(kept, types, n * sizeof *kept);
    *k = (Known){.op = b->op, .attrs = b->attrs, .types = kept, .n = n};
    k->cost = measure(m, b, types, floats, n);
    map_add(&self->known, hash, k);
    arena_rewind(&m->scratch, mark);
    return k->cost;
}

double cost_reorder(IrModule *m, double bytes) {
    static const double REORDER_OF_MEMORY = 5.0 / 56;
    return bytes / (REORDER_OF_MEMORY * ir_module_target(m)->memory_gbs);
}

BindingTime cost_param_time(const IrFunction *fn, const IrVar *param) {
    const IrAttr *inputs = ir_function_attr(fn, "num_input", IR_ATTR_INT);
    for (size_t k = 0; inputs && k < fn->params.len; k++) {
        if (fn->params.at[k] == param) return (int64_t)k >= inputs->i ? TIME_WEIGHT : TIME_INPUT;
    }
    return TIME_INPUT;
}
