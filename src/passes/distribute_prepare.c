/* SPDX-License-Identifier: Apache-2.0 */
/* What a function needs before it can be distributed: symbols that are split become multiples of
 * the number of ranks (n -> 4*n, so every part has n), composites become core operators, and means,
 * variances and losses become sums and quotients, as they divide by what a part does not have:
 *
 *     m = R.mean(x, axis=[0])     s = R.sum(x, axis=[0])
 *                                 m = R.divide(s, R.const(64.0, "float32"))
 *     z = R.zeros_like(x)         z = R.zeros(R.shape([64, 8]), dtype="float32")
 *
 * Gradients of pools in float16 and bfloat16 add up in float32 and round once: so do they where
 * ranks add up, so what is rounded becomes a cast behind them. */
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

enum {
    SCALES_MAX = 64,
    STRIDE_MAX = 8
}; /* that are tried: of a symbol, beside the ranks; of one call */

typedef struct {
    IrModule *m;
    const IrFunction *fn;
    int64_t *scales, *ranks; /* by symbol index: of all, and for the ranks alone */
    uint32_t *axes;          /* one that splits it */
} Scales;

static const IrDim *scaled(void *user, IrSymbol *s) {
    const Scales *k = user;
    const IrDim *d = ir_dim_symbol(k->m, s);
    return s->function == k->fn ? ir_dim_scale(k->m, d, k->scales[s->index]) : d;
}

static void add_scale(int64_t *scale, int64_t by) {
    if (by > 1 && *scale < MESH_RANKS_MAX) *scale = *scale / gcd(*scale, by) * by;
}

/* By symbol index: by what it is multiplied, as ranks divide it, and parts as annotations say. */
static Scales find_scales(Distribute *ds) {
    const IrFunction *fn = ds->fn;
    const size_t n = fn->symbols.len;
    Scales k = {ds->m, fn, ARENA_ARRAY(&ds->arena, int64_t, n + 1),
                ARENA_ARRAY(&ds->arena, int64_t, n + 1), ARENA_ARRAY(&ds->arena, uint32_t, n + 1)};
    for (size_t i = 0; i < n; i++) k.scales[i] = k.ranks[i] = 1;
    for (size_t i = 0; i < ds->slots.len; i++) {
        const Slot *s = &ds->slots.at[i];
        for (uint32_t a = 0; a < ds->mesh.n && s->type->dims; a++) {
            if (s->want.at[a] < 0) continue;
            const IrSymbol *symbol = ir_dim_as_symbol(s->type->dims[s->want.at[a]]);
            if (!symbol || symbol->function != fn) continue;
            const int64_t size = ds->mesh.axes[a].size;
            add_scale(&k.ranks[symbol->index], size);
            add_scale(&k.scales[symbol->index], s->times[a] ? size * s->times[a] : size);
            k.axes[symbol->index] = a;
        }
    }
    return k;
}

/* --- What would be even --- */

/* The only symbol of the dim that is split, if it has no other. */
typedef struct {
    const Scales *scales;
    IrSymbol *symbol;
    uint32_t n;
} Seen;

static void see_symbol(void *user, IrSymbol *s) {
    Seen *seen = user;
    seen->n++;
    if (s->function == seen->scales->fn && seen->scales->ranks[s->index] > 1) seen->symbol = s;
}

static bool is_even(const Scales *k, const IrDim *d, int64_t by) {
    const IrDim *whole = ir_dim_map(k->m, d, scaled, (void *)k);
    return whole && ir_dim_is(ir_dim_floormod(k->m, whole, ir_dim_const(k->m, by)), 0);
}

/* The dim as the ranks divide it, by a symbol of a greater multiple. */
static void make_even(Scales *k, const IrDim *d) {
    Seen seen = {.scales = k};
    ir_dim_symbols(d, see_symbol, &seen);
    if (!seen.symbol || seen.n != 1) return;
    int64_t *scale = &k->scales[seen.symbol->index];
    const int64_t ranks = k->ranks[seen.symbol->index], before = *scale;
    for (int64_t more = 1; more <= STRIDE_MAX && before / ranks * more <= SCALES_MAX; more++) {
        *scale = before * more;
        if (is_even(k, d, ranks)) return;
    }
    *scale = before;
}

/* Behind windows of strides rows are fewer. Of any symbol ranks do not divide these, and tensors
 * are brought together there; of which multiples they would is told. */
static void report_strides(Distribute *ds, const Scales *scales) {
    const IrFunction *fn = ds->fn;
    const size_t n = fn->symbols.len;
    Scales k = *scales;
    if (!ds->o->report) return;
    k.scales = ARENA_ARRAY(&ds->arena, int64_t, n + 1);
    for (size_t i = 0; i < n; i++) k.scales[i] = scales->scales[i];
    for (const IrBinding *b = fn->body->first; b; b = b->next) {
        const IrType *t = b->var->type;
        const bool strides = b->kind == IR_BIND_CALL && ir_op_attr_index(b->op, "strides") >= 0;
        for (int32_t d = 0; strides && t->kind == IR_TYPE_TENSOR && t->dims && d < t->ndim; d++)
            make_even(&k, t->dims[d]);
    }
    for (size_t i = 0; i < n; i++) {
        if (k.scales[i] == scales->scales[i]) continue;
        const MeshAxis *axis = &ds->mesh.axes[k.axes[i]];
        const int len = (int)axis->name.len;
        const long long times = k.scales[i] / axis->size;
        strbuf_printf(ds->o->report,
                      "%s: behind strides ranks do not surely divide the rows, so more than edges "
                      "moves; with %.*s*%lld, parts that are multiples of %lld, they do\n",
                      fn->symbols.at[i]->name, len, axis->name.ptr, times, times);
    }
}

static void publish(Distribute *ds, IrFunction *fn) {
    ir_function_publish(ds->fn->global, fn);
    ds->fn = fn;
}

static bool scale_symbols(Distribute *ds) {
    const Scales scales = find_scales(ds);
    report_strides(ds, &scales);
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, ds->m, &ds->arena, ds->fn, NULL);
    for (size_t i = 0; i < ds->fn->symbols.len; i++) {
        const IrSymbol *s = ds->fn->symbols.at[i];
        IrSymbol *copy = ir_symbol_new(fn, s->name, s->loc);
        copy->is_extent = s->is_extent;
        /* until the parts have it alone as an extent, its multiple is what parameters have */
        copy->is_defined = s->is_defined && !s->body;
        c.dims[i] = ir_dim_scale(ds->m, ir_dim_symbol(ds->m, copy), scales.scales[i]);
    }
    for (size_t i = 0; i < ds->fn->params.len; i++) ir_clone_param(&c, ds->fn->params.at[i]);
    if (!ir_clone_finish(&c)) return false;
    publish(ds, fn);
    return true;
}

/* --- Operators that divide by extents --- */

IrOperand distribute_number(OpDecompose *d, const IrDim *n, DType t) {
    int64_t known;
    if (ir_dim_is_const(n, &known)) return d_const(d, t, (double)known);
    const IrOperand x = d1(d, &op_shape_to_tensor, d_shape(d, &n, 1));
    const IrDim *const none[1] = {NULL};
    return d_cast(d, d_reshape(d, x, none, 0), t);
}

/* The mean over those axes, which keeps its dims, and the mean square of distances from it: several
 * calls ask for one, and the sums of either go together (distribute_moments.c). */
typedef struct {
    const IrVar *x; /* of the function that is made */
    const int64_t *axes;
    uint32_t n;
    IrOperand count, mean, distance, variance; /* NONE: not asked for yet */
} Mean;

/* The weight of targets (below). */
typedef struct {
    const IrVar *targets, *weights; /* weights: NULL: none */
    DType dtype;
    int64_t ignored;
    IrOperand value;
} Weight;

typedef struct {
    Distribute *ds;
    Map means;
    VEC(Weight *) weights;
    bool splits_images;
} Expand;

static const IrOperand not_yet = {.kind = IR_OPERAND_NONE, .span = 1};

static Mean *mean_like(Expand *e, const IrVar *x, const IrAttr *axis) {
    uint64_t hash = hash_ptr(0, x);
    for (uint32_t i = 0; i < axis->n; i++) hash = hash_mix(hash, (uint64_t)axis->ints[i]);
    for (MapIter it = map_find(&e->means, hash); map_next(&e->means, &it);) {
        Mean *known = it.value;
        bool same = known->x == x && known->n == axis->n;
        for (uint32_t i = 0; same && i < axis->n; i++) same = known->axes[i] == axis->ints[i];
        if (same) return known;
    }
    Mean *made = ARENA_NEW(&e->ds->arena, Mean);
    *made = (Mean){.x = x, .axes = axis->ints, .n = axis->n};
    made->count = made->mean = made->distance = made->variance = not_yet;
    map_add(&e->means, hash, made);
    return made;
}

static IrOperand mean_of(OpDecompose *d, const Mean *mean, IrOperand x) {
    return d2(d, &op_divide, d_reduce(d, &op_sum, x, mean->axes, mean->n, true), mean->count);
}

static void make_mean(OpDecompose *d, Mean *mean, IrOperand x, bool with_variance) {
    const IrType *t = d_type(d, x);
    if (mean->mean.kind == IR_OPERAND_NONE) {
        const IrDim *n = ir_dim_const(d->b->m, 1);
        for (uint32_t i = 0; i < mean->n; i++) n = ir_dim_mul(d->b->m, n, t->dims[mean->axes[i]]);
        mean->count = distribute_number(d, n, t->dtype);
        mean->mean = mean_of(d, mean, x);
    }
    if (!with_variance || mean->variance.kind != IR_OPERAND_NONE) return;
    mean->distance = d2(d, &op_subtract, x, mean->mean);
    mean->variance = mean_of(d, mean, d2(d, &op_multiply, mean->distance, mean->distance));
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
    if (b->operands.at->kind != IR_OPERAND_VAR || axis->kind != IR_ATTR_INTS) return IR_CLONE_COPY;
    const IrOperand x = *ir_clone_value(c, b->operands.at->var);
    if (x.kind != IR_OPERAND_VAR || !is_wide_float(x.var->type)) return IR_CLONE_COPY;
    OpDecompose d = {.b = &c->b, .op = b->op};
    Mean *mean = mean_like(c->user, x.var, axis);
    make_mean(&d, mean, x, b->op != &op_mean);
    const IrOperand y = b->op == &op_mean ? mean->mean : mean->variance;
    const IrType *t = ir_clone_type(c, b->var->type);
    const IrOperand shaped = d_reshape(&d, y, t->dims, t->ndim);
    ir_clone_set(c, b->var, b->op == &op_std ? d1(&d, &op_sqrt, shaped) : shaped);
    return IR_CLONE_DONE;
}

/* --- A mean over the targets that count --- */

/* How many there are, or the sum of their weights. */
static IrOperand weight_of(OpDecompose *d, const IrBinding *b, IrOperand x, IrOperand targets,
                           IrOperand weights) {
    const IrType *t = d_type(d, x);
    const int64_t ignored = b->attrs[ir_op_attr_index(b->op, "ignore_index")].i;
    if (weights.kind == IR_OPERAND_NONE) {
        const IrOperand none = d_const(d, d_type(d, targets)->dtype, (double)ignored);
        const IrOperand counts = d_cast(d, d2(d, &op_not_equal, targets, none), t->dtype);
        const int32_t ndim = d_type(d, targets)->ndim;
        int64_t *axes = ARENA_ARRAY(&d->b->m->scratch, int64_t, (size_t)ndim + 1);
        for (int32_t i = 0; i < ndim; i++) axes[i] = i;
        return d_reduce(d, &op_sum, counts, axes, (uint32_t)ndim, false);
    }
    IrAttr *attrs = d_attrs(d, &op_nn_nll_loss);
    d_set_string(d, &op_nn_nll_loss, attrs, "reduction", "sum");
    d_set_int(&op_nn_nll_loss, attrs, "ignore_index", ignored);
    const IrOperand operands[] = {d_filled(d, &op_ones, t), targets, weights};
    return d1(d, &op_negative, d_call(d, &op_nn_nll_loss, operands, 3, attrs));
}

/* Once for the loss and for what it gives back, which follow each other closely. */
static IrOperand known_weight(Expand *e, OpDecompose *d, const IrBinding *b,
                              const IrOperand *args) {
    enum { LOOKED_AT = 16 };
    const Weight w = {.targets = args[1].var,
                      .weights = args[2].kind == IR_OPERAND_NONE ? NULL : args[2].var,
                      .dtype = d_type(d, args[0])->dtype,
                      .ignored = b->attrs[ir_op_attr_index(b->op, "ignore_index")].i};
    for (size_t i = e->weights.len; i-- > 0 && e->weights.len - i <= LOOKED_AT;) {
        const Weight *k = e->weights.at[i];
        if (k->targets == w.targets && k->weights == w.weights && k->dtype == w.dtype &&
            k->ignored == w.ignored)
            return k->value;
    }
    Weight *made = ARENA_NEW(&e->ds->arena, Weight);
    *made = w;
    made->value = weight_of(d, b, args[0], args[1], args[2]);
    vec_push(&e->ds->arena, &e->weights, made);
    return made->value;
}

/* R.nn.nll_loss of a mean is its sum by the weight; what that gives back is of dy by the weight. */
static IrCloneAnswer expand_loss(IrClone *c, const IrBinding *b) {
    enum { MOST = 4 };
    const bool is_back = b->op == &op_grad_nll_loss_backward;
    const uint32_t first = is_back, n = ir_operands_count(&b->operands);
    if (strcmp(b->attrs[ir_op_attr_index(b->op, "reduction")].s, "mean") != 0 || n > MOST)
        return IR_CLONE_COPY;
    IrOperand args[MOST] = {not_yet, not_yet, not_yet, not_yet};
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind == IR_OPERAND_NONE) continue;
        if (o->kind != IR_OPERAND_VAR) return IR_CLONE_COPY;
        args[i] = *ir_clone_value(c, o->var);
        if (args[i].kind != IR_OPERAND_VAR) return IR_CLONE_COPY;
    }
    if (!is_wide_float(args[first].var->type) || !args[first + 1].var->type->dims)
        return IR_CLONE_COPY;
    OpDecompose d = {.b = &c->b, .op = b->op};
    const IrOperand weight = known_weight(c->user, &d, b, &args[first]);
    IrAttr *attrs = ARENA_ARRAY(&c->b.m->arena, IrAttr, ir_op_n_attrs(b->op));
    memcpy(attrs, b->attrs, ir_op_n_attrs(b->op) * sizeof *attrs);
    d_set_string(&d, b->op, attrs, "reduction", "sum");
    if (is_back) args[0] = d2(&d, &op_divide, args[0], weight);
    const IrOperand y = d_call(&d, b->op, args, first + 3, attrs);
    ir_clone_set(c, b->var, is_back ? y : d2(&d, &op_divide, y, weight));
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

/* --- Sums that are rounded --- */

static bool is_pool_gradient(const IrBinding *b) {
    static const OpDef *const all[] = {&op_grad_max_pool1d_backward, &op_grad_max_pool2d_backward,
                                       &op_grad_max_pool3d_backward, &op_grad_avg_pool1d_backward,
                                       &op_grad_avg_pool2d_backward, &op_grad_avg_pool3d_backward};
    bool is = false;
    for (size_t i = 0; i < ARRAY_LEN(all); i++) is |= b->op == all[i];
    return is;
}

/* Something is split that is no first dim: images, not batches. */
static bool splits_images(const Distribute *ds) {
    bool any = false;
    for (size_t i = 0; i < ds->seeds.len; i++) {
        for (uint32_t a = 0; a < ds->mesh.n; a++)
            any |= ds->slots.at[ds->seeds.at[i]].want.at[a] > 0;
    }
    return any;
}

static IrCloneAnswer expand_pool(IrClone *c, const IrBinding *b) {
    const Expand *e = c->user;
    const IrType *t = b->var->type;
    if (t->kind != IR_TYPE_TENSOR || !e->splits_images || b->operands.n != 2 ||
        (t->dtype != DTYPE_FLOAT16 && t->dtype != DTYPE_BFLOAT16))
        return IR_CLONE_COPY;
    OpDecompose d = {.b = &c->b, .op = b->op};
    IrOperand args[2];
    for (uint32_t i = 0; i < 2; i++) {
        if (b->operands.at[i].kind != IR_OPERAND_VAR) return IR_CLONE_COPY;
        args[i] = *ir_clone_value(c, b->operands.at[i].var);
        if (args[i].kind != IR_OPERAND_VAR) return IR_CLONE_COPY;
    }
    for (uint32_t i = 0; i < 2; i++) args[i] = d_cast(&d, args[i], DTYPE_FLOAT32);
    ir_clone_set(c, b->var, d_cast(&d, d_call(&d, b->op, args, 2, b->attrs), t->dtype));
    return IR_CLONE_DONE;
}

static IrCloneAnswer expand(IrClone *c, IrBinding *b) {
    if (c->outer || b->kind != IR_BIND_CALL || b->block->body->owner) return IR_CLONE_COPY;
    if (b->op == &op_zeros_like || b->op == &op_ones_like) return expand_like(c, b);
    if (b->op == &op_nn_nll_loss || b->op == &op_grad_nll_loss_backward) return expand_loss(c, b);
    if (is_pool_gradient(b)) return expand_pool(c, b);
    return divides(b) ? expand_mean(c, b) : IR_CLONE_COPY;
}

static bool expand_means(Distribute *ds) {
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, ds->m, &ds->arena, ds->fn, NULL);
    for (size_t i = 0; i < ds->fn->params.len; i++) ir_clone_param(&c, ds->fn->params.at[i]);
    Expand e = {.ds = ds, .splits_images = splits_images(ds)};
    map_init(&e.means, &ds->arena);
    c.user = &e;
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
