/* SPDX-License-Identifier: Apache-2.0 */
/* What a function needs before it can be distributed: symbols that are split become multiples of
 * the number of ranks (n -> 4*n, so every part has n), composites become core operators, and means
 * and variances become sums and quotients, as they divide by an extent that a part does not have:
 *
 *     m = R.mean(x, axis=[0])     s = R.sum(x, axis=[0])
 *                                 m = R.divide(s, R.const(64.0, "float32"))
 *     z = R.zeros_like(x)         z = R.zeros(R.shape([64, 8]), dtype="float32")
 */
#include "ops/ops.h"
#include "passes/distribute_parts.h"
#include "passes/legalize.h"

/* --- Symbols --- */

static int64_t gcd(int64_t a, int64_t b) {
    while (b) {
        const int64_t rest = a % b;
        a = b, b = rest;
    }
    return a;
}

/* By symbol index: by what it is multiplied. */
static int64_t *find_scales(Distribute *ds) {
    const IrFunction *fn = ds->fn;
    int64_t *scales = ARENA_ARRAY(&ds->arena, int64_t, fn->symbols.len + 1);
    for (size_t i = 0; i < fn->symbols.len; i++) scales[i] = 1;
    for (size_t i = 0; i < ds->slots.len; i++) {
        const Slot *s = &ds->slots.at[i];
        for (uint32_t a = 0; a < ds->mesh.n && s->type->dims; a++) {
            if (s->want.at[a] < 0) continue;
            const IrSymbol *symbol = ir_dim_as_symbol(s->type->dims[s->want.at[a]]);
            if (!symbol || symbol->function != fn) continue;
            int64_t *scale = &scales[symbol->index];
            const int64_t k = ds->mesh.axes[a].size;
            if (*scale < MESH_RANKS_MAX) *scale = *scale / gcd(*scale, k) * k;
        }
    }
    return scales;
}

static void publish(Distribute *ds, IrFunction *fn) {
    ir_function_publish(ds->fn->global, fn);
    ds->fn = fn;
}

static bool scale_symbols(Distribute *ds) {
    const int64_t *scales = find_scales(ds);
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, ds->m, &ds->arena, ds->fn, NULL);
    for (size_t i = 0; i < ds->fn->symbols.len; i++) {
        const IrSymbol *s = ds->fn->symbols.at[i];
        IrSymbol *copy = ir_symbol_new(fn, s->name, s->loc);
        copy->is_extent = s->is_extent;
        /* until the parts have it alone as an extent, its multiple is what parameters have */
        copy->is_defined = s->is_defined && !s->body;
        c.dims[i] = ir_dim_scale(ds->m, ir_dim_symbol(ds->m, copy), scales[i]);
    }
    for (size_t i = 0; i < ds->fn->params.len; i++) ir_clone_param(&c, ds->fn->params.at[i]);
    if (!ir_clone_finish(&c)) return false;
    publish(ds, fn);
    return true;
}

/* --- Operators that divide by extents --- */

/* The product of extents as a number of that dtype, of rank 0. */
static IrOperand number_of(OpDecompose *d, const IrDim *n, DType t) {
    int64_t known;
    if (ir_dim_is_const(n, &known)) return d_const(d, t, (double)known);
    const IrOperand x = d1(d, &op_shape_to_tensor, d_shape(d, &n, 1));
    const IrDim *const none[1] = {NULL};
    return d_cast(d, d_reshape(d, x, none, 0), t);
}

typedef struct {
    OpDecompose d;
    const int64_t *axes;
    uint32_t n;
    IrOperand count;
} Mean;

static IrOperand mean_of(Mean *mean, IrOperand x, bool keepdims) {
    const IrOperand sum = d_reduce(&mean->d, &op_sum, x, mean->axes, mean->n, keepdims);
    return d2(&mean->d, &op_divide, sum, mean->count);
}

static bool is_wide_float(const IrType *t) {
    return t->kind == IR_TYPE_TENSOR && t->dims &&
           (t->dtype == DTYPE_FLOAT32 || t->dtype == DTYPE_FLOAT64);
}

static bool divides(const IrBinding *b) {
    return b->op == &op_mean || b->op == &op_variance || b->op == &op_std;
}

static IrCloneAnswer expand_mean(IrClone *c, const IrBinding *b) {
    const IrAttr *axis = &b->attrs[ir_op_attr_index(b->op, "axis")];
    const bool keepdims = b->attrs[ir_op_attr_index(b->op, "keepdims")].i != 0;
    if (b->operands.at->kind != IR_OPERAND_VAR || axis->kind != IR_ATTR_INTS) return IR_CLONE_COPY;
    const IrOperand x = *ir_clone_value(c, b->operands.at->var);
    const IrType *t = ir_operand_type(c->m, &x);
    if (!is_wide_float(t)) return IR_CLONE_COPY;
    Mean mean = {.d = {.b = &c->b, .op = b->op}, .axes = axis->ints, .n = axis->n};
    const IrDim *count = ir_dim_const(c->m, 1);
    for (uint32_t i = 0; i < axis->n; i++) count = ir_dim_mul(c->m, count, t->dims[axis->ints[i]]);
    mean.count = number_of(&mean.d, count, t->dtype);
    IrOperand y;
    if (b->op == &op_mean) {
        y = mean_of(&mean, x, keepdims);
    } else {
        const IrOperand distance = d2(&mean.d, &op_subtract, x, mean_of(&mean, x, true));
        y = mean_of(&mean, d2(&mean.d, &op_multiply, distance, distance), keepdims);
        if (b->op == &op_std) y = d1(&mean.d, &op_sqrt, y);
    }
    ir_clone_set(c, b->var, y);
    return IR_CLONE_DONE;
}

/* What looks at its operand's shape alone. */
static IrCloneAnswer expand_like(IrClone *c, const IrBinding *b) {
    const IrType *t =
        b->operands.at->kind == IR_OPERAND_VAR ? ir_clone_type(c, b->var->type) : NULL;
    if (!t || t->kind != IR_TYPE_TENSOR || !t->dims || t->dtype == DTYPE_VOID) return IR_CLONE_COPY;
    OpDecompose d = {.b = &c->b, .op = b->op};
    ir_clone_set(c, b->var, d_filled(&d, b->op == &op_zeros_like ? &op_zeros : &op_ones, t));
    return IR_CLONE_DONE;
}

static IrCloneAnswer expand(IrClone *c, IrBinding *b) {
    if (c->outer || b->kind != IR_BIND_CALL || b->block->body->owner) return IR_CLONE_COPY;
    if (b->op == &op_zeros_like || b->op == &op_ones_like) return expand_like(c, b);
    return divides(b) ? expand_mean(c, b) : IR_CLONE_COPY;
}

static bool expand_means(Distribute *ds) {
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, ds->m, &ds->arena, ds->fn, NULL);
    for (size_t i = 0; i < ds->fn->params.len; i++) ir_clone_param(&c, ds->fn->params.at[i]);
    c.visit = expand;
    if (!ir_clone_finish(&c)) return false;
    publish(ds, fn);
    return true;
}

/* --- All --- */

static bool is_core(void *user, const IrBinding *call) {
    (void)user;
    return ir_op_is_core(call->op);
}

bool distribute_prepare(Distribute *ds) {
    if (!scale_symbols(ds)) return false;
    IrGlobal *g = ds->fn->global;
    const LegalOptions options = {
        .set = &legal_core, .lenient = true, .only = ds->fn, .legal = is_core};
    if (!legalize(ds->m, &options)) return false;
    ds->fn = g->function;
    return expand_means(ds);
}
