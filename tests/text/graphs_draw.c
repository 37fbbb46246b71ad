/* SPDX-License-Identifier: Apache-2.0 */
#include "graphs_draw.h"

#include <math.h>

#include "ops/decompose.h"
#include "ops/ops.h"
#include "tensor/tensor.h"

enum { PARTS = 40, MULTIPLICATIONS = 400000, FUNCTIONS = 3 };

typedef struct {
    OpSample *s;
    OpDecompose call;      /* writes calls with the sampler's builder */
    const OpDef *ops[512]; /* those that graphs may have, the weighted ones several times */
    uint32_t n_ops;
    int64_t left;   /* multiplications that the graph may still take */
    size_t block;   /* how many variables there were when the block began */
    uint32_t depth; /* of branches and functions */
} Draw;

/* Operators that nets are made of come more often. */
static const OpDef *const weighted[] = {
    &op_nn_conv1d,
    &op_nn_conv2d,
    &op_nn_conv2d_transpose,
    &op_nn_max_pool2d,
    &op_nn_avg_pool2d,
    &op_matmul,
    &op_nn_softmax,
    &op_nn_layer_norm,
    &op_nn_batch_norm,
    &op_nn_attention,
    &op_image_resize2d,
    &op_take,
    &op_gather_elements,
    &op_gather_nd,
    &op_scatter_elements,
    &op_scatter_nd,
    &op_cumsum,
    &op_sort,
    &op_topk,
    &op_one_hot,
    &op_argmax,
    &op_astype,
    &op_where,
    &op_strided_slice,
    &op_reshape,
    &op_permute_dims,
    &op_concat,
    &op_split,
    &op_sum,
    &op_mean,
    &op_scan,
    &op_while_loop,
    &op_nn_pad,
    &op_add,
    &op_multiply,
    &op_clip,
};
enum { WEIGHT = 4 };

/* Values */

static IrOperand taken(Draw *d) { return d->s->operands.ops.at[0]; }

/* A value of this type: one that is there, or a new parameter or constant. */
static IrOperand give(Draw *d, const IrType *t) {
    ir_operands_init(&d->s->operands, &d->s->b.m->scratch);
    s_tensor_of(d->s, t);
    return taken(d);
}

static IrOperand some(Draw *d, SampleWant want) {
    ir_operands_init(&d->s->operands, &d->s->b.m->scratch);
    s_tensor(d->s, want);
    return taken(d);
}

static IrOperand give_dims(Draw *d, DType dtype, int32_t ndim, const IrDim *const *dims) {
    return give(d, s_tensor_type(d->s, dims, ndim, dtype));
}

static IrOperand give_weight(Draw *d, DType dtype, int32_t ndim, const int64_t *dims) {
    const IrDim **copy = s_dims(d->s, NULL, ndim);
    for (int32_t i = 0; i < ndim; i++) copy[i] = s_const(d->s, dims[i]);
    return give_dims(d, dtype, ndim, copy);
}

static const IrType *type(Draw *d, IrOperand x) { return d_type(&d->call, x); }

/* From now on it may be an operand. */
static void keep(Draw *d, IrOperand x) {
    if (x.kind == IR_OPERAND_VAR && x.var->def) vec_push(&d->s->b.m->arena, &d->s->vars, x.var);
}

static int64_t pick(Draw *d, const int64_t *from, uint64_t n) { return from[s_below(d->s, n)]; }
#define PICK(d, ...)                                                                               \
    pick(d, (const int64_t[]){__VA_ARGS__}, sizeof(int64_t[]){__VA_ARGS__} / sizeof(int64_t))

static bool spend(Draw *d, int64_t multiplications) {
    if (multiplications > d->left) return false;
    d->left -= multiplications;
    return true;
}

/* Parts */

static IrOperand activation(Draw *d, IrOperand x) {
    static const OpDef *const ops[] = {&op_nn_relu, &op_nn_gelu, &op_nn_silu,     &op_tanh,
                                       &op_sigmoid, &op_nn_relu, &op_nn_leakyrelu};
    if (s_chance(d->s, 15)) return x;
    return d1(&d->call, ops[s_below(d->s, ARRAY_LEN(ops))], x);
}

static IrOperand residual(Draw *d, IrOperand x) {
    if (!s_chance(d->s, 35)) return x;
    const IrOperand other = give(d, type(d, x));
    return d2(&d->call, &op_add, x, other);
}

static IrOperand batch_norm(Draw *d, IrOperand x) {
    const IrType *t = type(d, x);
    IrAttr *attrs = d_attrs(&d->call, &op_nn_batch_norm);
    d_set_int(&op_nn_batch_norm, attrs, "axis", 1);
    d_set_bool(&op_nn_batch_norm, attrs, "training", false);
    IrOperand in[5] = {x};
    for (int i = 1; i < 5; i++) in[i] = give_dims(d, t->dtype, 1, &t->dims[1]);
    in[4] = d1(&d->call, &op_exp, in[4]);
    return d_field(&d->call, d_call(&d->call, &op_nn_batch_norm, in, 5, attrs), 0);
}

static IrOperand pool(Draw *d, IrOperand x) {
    const OpDef *op = s_chance(d->s, 50) ? &op_nn_max_pool2d : &op_nn_avg_pool2d;
    const int64_t k = PICK(d, 2, 3), by = PICK(d, 1, 2), pads[] = {k / 2, k / 2, k / 2, k / 2},
                  size[] = {k, k}, strides[] = {by, by};
    IrAttr *attrs = d_attrs(&d->call, op);
    d_set_ints(op, attrs, "pool_size", size, 2);
    d_set_ints(op, attrs, "strides", strides, 2);
    d_set_ints(op, attrs, "padding", pads, 4);
    d_set_bool(op, attrs, "count_include_pad", s_chance(d->s, 30));
    return d_call(&d->call, op, &x, 1, attrs);
}

/* A convolution of an image, and what stands behind it in nets. */
static void convolution(Draw *d) {
    const OpDef *op = &op_nn_conv2d;
    OpSample *s = d->s;
    const IrOperand x =
        some(d, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 4, .max_ndim = 4, .least = 1});
    const IrType *t = type(d, x);
    int64_t channels = 1;
    const bool depthwise = ir_dim_is_const(t->dims[1], &channels) && s_chance(s, 25);
    const int64_t outs = PICK(d, 1, 2, 3, 8, 16, 17), kh = PICK(d, 1, 3, 3, 5),
                  kw = s_chance(s, 80) ? kh : PICK(d, 1, 3), by = PICK(d, 1, 1, 2),
                  groups = depthwise ? channels : 1;
    const bool padded =
        s_chance(s, 75) || s_extent(s, t->dims[2]) < kh || s_extent(s, t->dims[3]) < kw;
    const int64_t ph = padded ? kh / 2 : 0, pw = padded ? kw / 2 : 0, pads[] = {ph, pw, ph, pw},
                  strides[] = {by, by};
    const IrDim *dims[] = {s_const(s, depthwise ? channels * PICK(d, 1, 1, 2) : outs),
                           depthwise ? s_const(s, 1) : t->dims[1], s_const(s, kh), s_const(s, kw)};
    const int64_t work = s_elements(s, t->dims, 4) * s_extent(s, dims[0]) * kh * kw / groups;
    if (!spend(d, work)) return;
    IrOperand in[2] = {x, give_dims(d, t->dtype, 4, dims)};
    IrAttr *attrs = d_attrs(&d->call, op);
    d_set_ints(op, attrs, "strides", strides, 2);
    d_set_ints(op, attrs, "padding", pads, 4);
    d_set_int(op, attrs, "groups", groups);
    IrOperand y = d_call(&d->call, op, in, 2, attrs);
    if (s_chance(s, 40)) {
        const IrDim *one = s_const(s, 1), *bias[] = {one, dims[0], one, one};
        const bool rank4 = s_chance(s, 60);
        const IrOperand b = give_dims(d, t->dtype, rank4 ? 4 : 3, bias + !rank4);
        y = d2(&d->call, &op_add, y, b);
    }
    if (s_chance(s, 40)) y = batch_norm(d, y);
    y = residual(d, y);
    y = activation(d, y);
    keep(d, y);
    if (s_chance(s, 30)) keep(d, pool(d, y));
}

static IrOperand product(Draw *d, IrOperand x, int64_t outs, bool *ok) {
    OpSample *s = d->s;
    const IrType *t = type(d, x);
    const IrDim *dims[] = {t->dims[t->ndim - 1], s_const(s, outs)};
    *ok = spend(d, s_elements(s, t->dims, t->ndim) * outs);
    if (!*ok) return x;
    IrOperand w;
    if (s_chance(s, 30)) {
        const IrDim *turned[] = {dims[1], dims[0]};
        w = d_permute(&d->call, give_dims(d, t->dtype, 2, turned), (const int64_t[]){1, 0}, 2);
    } else {
        w = give_dims(d, t->dtype, 2, dims);
    }
    return d2(&d->call, &op_matmul, x, w);
}

static void dense(Draw *d) {
    OpSample *s = d->s;
    const IrOperand x = some(d, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 2, .max_ndim = 4});
    const int64_t outs = PICK(d, 1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 33, 64);
    bool ok;
    IrOperand y = product(d, x, outs, &ok);
    if (!ok) return;
    if (s_chance(s, 70)) y = d2(&d->call, &op_add, y, give_weight(d, type(d, y)->dtype, 1, &outs));
    y = residual(d, activation(d, y));
    keep(d, y);
}

/* (x - mean) / sqrt(variance + eps) * w over the last dim, as exporters write it. */
static IrOperand normalise(Draw *d, IrOperand x) {
    const IrType *t = type(d, x);
    const int64_t axis = t->ndim - 1;
    OpDecompose *c = &d->call;
    const IrOperand mean = d_reduce(c, &op_mean, x, &axis, 1, true),
                    centred = d2(c, &op_subtract, x, mean);
    const IrOperand var =
        d_reduce(c, &op_mean, d2(c, &op_multiply, centred, centred), &axis, 1, true);
    const IrOperand plus = d2(c, &op_add, var, d_const(c, t->dtype, 0.0009765625));
    const IrOperand y = s_chance(d->s, 50) ? d2(c, &op_multiply, centred, d1(c, &op_rsqrt, plus))
                                           : d2(c, &op_divide, centred, d1(c, &op_sqrt, plus));
    const IrOperand w = give_dims(d, t->dtype, 1, &t->dims[axis]);
    return d2(c, &op_multiply, y, w);
}

static void norm(Draw *d) {
    const IrOperand x =
        some(d, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 1, .max_ndim = 4, .least = 1});
    keep(d, normalise(d, x));
}

/* Softmax by its parts. */
static void soft(Draw *d) {
    const IrOperand x =
        some(d, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 1, .max_ndim = 4, .least = 1});
    const int64_t axis = s_range(d->s, 0, type(d, x)->ndim - 1);
    const IrOperand greatest = d_reduce(&d->call, &op_max, x, &axis, 1, true),
                    e = d1(&d->call, &op_exp, d2(&d->call, &op_subtract, x, greatest));
    keep(d, d2(&d->call, &op_divide, e, d_reduce(&d->call, &op_sum, e, &axis, 1, true)));
}

static IrOperand heads(Draw *d, IrOperand x, const IrDim *const *dims, bool transposed) {
    static const int64_t forth[] = {0, 2, 1, 3}, turned[] = {0, 2, 3, 1};
    return d_permute(&d->call, d_reshape(&d->call, x, dims, 4), transposed ? turned : forth, 4);
}

static void attention(Draw *d) {
    OpSample *s = d->s;
    OpDecompose *c = &d->call;
    const int64_t h = PICK(d, 1, 2, 4), size = PICK(d, 1, 4, 8), wide = h * size;
    const IrDim *batch = s_const(s, PICK(d, 1, 2)), *seq = s_dim(s, 1);
    const int64_t n = s_extent(s, seq);
    const IrDim *in[] = {batch, seq, s_const(s, wide)},
                *split[] = {batch, seq, s_const(s, h), s_const(s, size)};
    if (n > 33 || !spend(d, 2 * (4 * n * wide * wide + 2 * n * n * wide))) return;
    d->left += 2 * 4 * n * wide * wide; /* product spends them */
    const DType dtype = s_dtype(s, KIND_FLOAT);
    const IrOperand x = give_dims(d, dtype, 3, in);
    IrOperand parts[3];
    bool ok = true;
    for (int i = 0; ok && i < 3; i++) parts[i] = product(d, x, wide, &ok);
    if (!ok) return;
    const IrOperand q = heads(d, parts[0], split, false), k = heads(d, parts[1], split, true),
                    v = heads(d, parts[2], split, false);
    IrOperand scores =
        d2(c, &op_multiply, d2(c, &op_matmul, q, k), d_const(c, dtype, 1 / sqrt((double)size)));
    if (s_chance(s, 30)) {
        const IrDim *mask[] = {seq, seq};
        const IrOperand m = give_dims(d, dtype, 2, mask);
        scores = d2(c, &op_add, scores, m);
    }
    const IrOperand mixed = d2(c, &op_matmul, d1(c, &op_nn_softmax, scores), v);
    const IrOperand flat =
        d_reshape(c, d_permute(c, mixed, (const int64_t[]){0, 2, 1, 3}, 4), in, 3);
    const IrOperand y = product(d, flat, wide, &ok);
    if (!ok) return keep(d, flat);
    const IrOperand sum = d2(c, &op_add, y, x);
    keep(d, s_chance(s, 50) ? normalise(d, sum) : sum);
}

static IrOperand combine(Draw *d, IrOperand x, IrOperand y) {
    static const OpDef *const ops[] = {&op_add, &op_multiply, &op_maximum, &op_subtract};
    const bool is_bool = type(d, x)->dtype == DTYPE_BOOL;
    return d2(&d->call, ops[s_below(d->s, ARRAY_LEN(ops) - is_bool)], x, y);
}

/* Joined along an axis, and cut again. */
static void concat_split(Draw *d) {
    OpSample *s = d->s;
    const IrOperand x = some(d, (SampleWant){.min_ndim = 1, .max_ndim = 4});
    const IrType *t = type(d, x);
    const int64_t axis = s_range(s, 0, t->ndim - 1), n = PICK(d, 2, 2, 3);
    IrOperand items[3] = {x};
    for (int64_t i = 1; i < n; i++) items[i] = give(d, t);
    IrOperand y = d_concat(&d->call, items, (uint32_t)n, axis);
    if (dtype_is_float(t->dtype)) y = activation(d, y);
    keep(d, y);
    if (s_chance(s, 30)) return;
    const IrOperand cut = d_split(&d->call, y, n, axis);
    const IrOperand a = d_field(&d->call, cut, 0), b = d_field(&d->call, cut, 1);
    keep(d, combine(d, a, b));
}

/* Elementwise calls in a row. */
static IrOperand chain(Draw *d, IrOperand x, int64_t n) {
    static const OpDef *const floats[] = {&op_exp,      &op_tanh,   &op_sigmoid, &op_abs,
                                          &op_negative, &op_square, &op_nn_relu, &op_sqrt,
                                          &op_erf,      &op_floor};
    static const OpDef *const numbers[] = {&op_abs, &op_negative, &op_square, &op_nn_relu};
    OpSample *s = d->s;
    while (n-- > 0) {
        const IrType *t = type(d, x);
        if (t->dtype != DTYPE_BOOL && s_chance(s, 50)) {
            const bool is_float = dtype_is_float(t->dtype);
            x = d1(&d->call,
                   is_float ? floats[s_below(s, ARRAY_LEN(floats))]
                            : numbers[s_below(s, ARRAY_LEN(numbers))],
                   x);
        } else {
            int32_t ndim;
            const IrDims dims = s_partner(s, t->dims, t->ndim, true, &ndim);
            const IrOperand y = give_dims(d, t->dtype, ndim, dims);
            x = combine(d, x, y);
        }
    }
    return x;
}

static void elementwise(Draw *d) {
    const IrOperand x = some(d, (SampleWant){.max_ndim = 4});
    const int64_t n = s_range(d->s, 2, 8);
    keep(d, chain(d, x, n));
}

/* Rows of a table, then a product. */
static void embedding(Draw *d) {
    OpSample *s = d->s;
    const int64_t words = PICK(d, 1, 3, 8, 33), wide = PICK(d, 1, 4, 16);
    const DType dtype = s_dtype(s, KIND_FLOAT);
    const IrOperand table = give_weight(d, dtype, 2, (const int64_t[]){words, wide});
    const IrDim *dims[] = {s_const(s, PICK(d, 1, 2)), s_dim(s, 0)};
    ir_operands_init(&s->operands, &s->b.m->scratch);
    s_index(s, dims, 2, words, false);
    const IrOperand in[2] = {table, taken(d)};
    IrAttr *attrs = d_attrs(&d->call, &op_take);
    d_set_int(&op_take, attrs, "axis", 0);
    const IrOperand y = d_call(&d->call, &op_take, in, 2, attrs);
    keep(d, y);
    bool ok;
    const IrOperand z = product(d, y, PICK(d, 1, 8, 17), &ok);
    if (ok) keep(d, z);
}

/* To another dtype and back. */
static void casts(Draw *d) {
    const IrOperand x = some(d, (SampleWant){.kinds = KIND_FLOAT | KIND_INT, .max_ndim = 4});
    const IrType *t = type(d, x);
    const DType other = s_dtype(d->s, KIND_FLOAT | KIND_INT);
    const IrOperand there =
        d_cast(&d->call, dtype_is_float(t->dtype) ? d1(&d->call, &op_tanh, x) : x, other);
    const IrOperand more = chain(d, there, 2);
    keep(d, d_cast(&d->call, more, t->dtype));
}

/* What a reduction leaves, with what it came from. */
static void reduce_broadcast(Draw *d) {
    static const OpDef *const ops[] = {&op_sum, &op_mean, &op_sum, &op_prod};
    OpSample *s = d->s;
    const IrOperand x =
        some(d, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 1, .max_ndim = 4, .least = 1});
    const int32_t ndim = type(d, x)->ndim;
    int64_t *axes = s_permutation(s, ndim);
    const uint32_t n = (uint32_t)s_range(s, 1, ndim);
    const IrOperand r = d_reduce(&d->call, ops[s_below(s, ARRAY_LEN(ops))], x, axes, n, true);
    const IrOperand y = chain(d, r, 1);
    keep(d, s_chance(s, 30) ? y : combine(d, x, y));
}

/* The order of the dims, a flat form, and a product. */
static void transposed(Draw *d) {
    OpSample *s = d->s;
    const IrOperand x =
        some(d, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 2, .max_ndim = 4, .least = 1});
    const IrType *t = type(d, x);
    const IrOperand y = d_permute(&d->call, x, s_permutation(s, t->ndim), (uint32_t)t->ndim);
    const IrType *p = type(d, y);
    const IrDim *rest = s_const(s, 1);
    for (int32_t i = 1; i < p->ndim; i++) rest = ir_dim_mul(s->b.m, rest, p->dims[i]);
    const IrDim *dims[] = {p->dims[0], rest};
    const IrOperand flat = d_reshape(&d->call, y, dims, 2);
    keep(d, flat);
    bool ok;
    const IrOperand z = product(d, flat, PICK(d, 1, 3, 8, 16), &ok);
    if (ok) keep(d, activation(d, z));
}

static bool draw_parts(Draw *d, uint32_t n);

/* A plain block, where a branch may stand. */
static void open_block(Draw *d, bool dataflow) {
    OpSample *s = d->s;
    if (s->b.block && !s->b.block->is_dataflow && !dataflow) return;
    sample_close_block(s, d->block);
    d->block = s->vars.len;
    s->b.block = ir_block_append(s->b.block ? s->b.block->body : s->b.fn->body, dataflow);
}

/* Both branches end in a value of one type; what they bind is not seen behind them. */
static void branch(Draw *d) {
    OpSample *s = d->s;
    IrModule *m = s->b.m;
    open_block(d, false);
    const IrOperand x = some(d, (SampleWant){.max_ndim = 4});
    const IrOperand cond = give_dims(d, DTYPE_BOOL, 0, NULL);
    IrBinding *owner = ARENA_NEW(&m->arena, IrBinding);
    IrBlock *block = owner->block = s->b.block;
    IrBody *bodies[2];
    for (int i = 0; i < 2; i++) {
        const size_t before = s->vars.len;
        const int64_t n = s_range(s, i ? 0 : 1, 4), parts = s_range(s, 0, 3);
        bodies[i] = ir_body_new(s->b.fn, owner);
        s->b.block = ir_block_append(bodies[i], false);
        draw_parts(d, (uint32_t)parts);
        open_block(d, false);
        const IrType *t = type(d, x);
        const IrOperand end =
            n && t->dtype != DTYPE_BOOL
                ? d1(&d->call, &op_abs, n > 1 ? d2(&d->call, &op_add, x, give(d, t)) : x)
                : x;
        ir_body_set_result(bodies[i], &end, 1);
        size_t kept = before;
        for (size_t k = before; k < s->vars.len; k++) {
            if (!s->vars.at[k]->def) s->vars.at[kept++] = s->vars.at[k];
        }
        s->vars.len = kept;
    }
    s->b.block = block;
    keep(d, d_var(ir_build_if(&s->b, &cond, bodies[0], bodies[1], "lv")));
    d->block = s->vars.len;
}

/* A private function, called twice: float arguments are shared where their types allow it. Integers
 * are zeros, as they may be indices in there. */
static void function(Draw *d) {
    static const char *const names[FUNCTIONS] = {"f0", "f1", "f2"};
    OpSample *outer = d->s, inner;
    IrModule *m = outer->b.m;
    size_t made = 0;
    for (size_t i = 0; i < m->globals.len; i++) made += m->globals.at[i]->name[0] == 'f';
    if (made == FUNCTIONS) return;
    SampleOptions options = outer->options;
    options.symbolic = false;
    Draw own = *d;
    sample_begin(&inner, m, names[made], s_below(outer, UINT32_MAX), options);
    own.s = &inner;
    own.call.b = &inner.b;
    own.block = 0;
    const int64_t parts = s_range(outer, 1, 5);
    if (!draw_parts(&own, (uint32_t)parts)) return;
    sample_close_block(&inner, own.block);
    IrFunction *fn = sample_end(&inner);
    fn->is_private = true;
    d->left = own.left;
    for (int k = 0; k < 2; k++) {
        IrOperandBuf buf;
        ir_operands_init(&buf, &m->scratch);
        ir_operands_global(&buf, fn->global);
        for (size_t i = 0; i < fn->params.len; i++) {
            const IrType *t = fn->params.at[i]->type;
            const IrOperand x = dtype_is_float(t->dtype) || t->dtype == DTYPE_BOOL
                                    ? give(d, t)
                                    : d_filled(&d->call, &op_zeros, t);
            ir_operands_copy(&buf, &x);
        }
        IrVar *y = ir_build_invoke(&outer->b, buf.ops.at, (uint32_t)buf.ops.len, "lv");
        for (uint32_t i = 0; y && i < y->type->n; i++) keep(d, d_field(&d->call, d_var(y), i));
    }
}

static void any(Draw *d) {
    const OpDef *op = d->ops[s_below(d->s, d->n_ops)];
    if (!sample_step(d->s, op, 16384)) BUG("a call of R.%s is refused", op->name);
}

static const struct {
    void (*draw)(Draw *d);
    uint32_t weight;
    bool nests;
} parts[] = {
    {any, 60, false},
    {convolution, 6, false},
    {dense, 6, false},
    {norm, 3, false},
    {soft, 2, false},
    {attention, 2, false},
    {concat_split, 3, false},
    {elementwise, 6, false},
    {embedding, 2, false},
    {casts, 2, false},
    {reduce_broadcast, 4, false},
    {transposed, 3, false},
    {branch, 3, true},
    {function, 2, true},
};

static bool draw_parts(Draw *d, uint32_t n) {
    int64_t left = 0;
    uint64_t all = 0;
    const Ctx *ctx = d->s->b.m->ctx;
    for (size_t i = 0; i < ARRAY_LEN(parts); i++) all += parts[i].weight;
    d->depth++;
    for (uint32_t k = 0; k < n && !diag_errors(ctx); k++) {
        if (left-- <= 0 || !d->s->b.block) {
            open_block(d, s_chance(d->s, 60));
            left = s_range(d->s, 1, 1 + n / 2);
        }
        uint64_t at = s_below(d->s, all), i = 0;
        while (at >= parts[i].weight) at -= parts[i++].weight;
        parts[parts[i].nests && d->depth > 1 ? 0 : i].draw(d);
    }
    d->depth--;
    return !diag_errors(ctx);
}

bool graph_has(const OpDef *op) {
    return sample_fits_graph(op) && strncmp(op->name, "ccl.", 4) != 0;
}

static void list_ops(Draw *d, const OpTable *table, bool no_loops) {
    for (size_t i = 0; i < table->n; i++) {
        const OpDef *op = table->ops[i];
        if (!graph_has(op) || (no_loops && op->structural == OP_STRUCTURAL_CALL_LOOPS)) continue;
        d->ops[d->n_ops++] = op;
    }
    for (size_t i = 0; i < WEIGHT * ARRAY_LEN(weighted); i++)
        d->ops[d->n_ops++] = weighted[i / WEIGHT];
}

SampleOptions graph_options(uint64_t seed) {
    static const int64_t extents[] = {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 64},
                         values[] = {1, 2, 3, 5, 8, 17};
    const int64_t sizes[] = {64, 256, 512, 1024};
    return (SampleOptions){.symbolic = seed % 2,
                           .no_zero = seed % 4 != 1,
                           .no_loops = seed % 3 != 0,
                           .reuse = 75,
                           .consts = (uint32_t)(seed % 5) * 20,
                           .often = seed % 8 == 7   ? DTYPE_FLOAT16
                                    : seed % 8 == 6 ? DTYPE_FLOAT64
                                                    : DTYPE_FLOAT32,
                           .extents = extents,
                           .n_extents = ARRAY_LEN(extents),
                           .elements = sizes[seed / 2 % 4],
                           .symbols = {values[seed / 2 % 6], values[seed / 12 % 6]}};
}

IrFunction *draw_graph(IrModule *m, uint64_t seed) {
    OpSample s;
    Draw d = {.s = &s, .left = MULTIPLICATIONS};
    const SampleOptions options = graph_options(seed);
    list_ops(&d, m->ops, options.no_loops);
    sample_begin(&s, m, "main", seed, options);
    d.call = (OpDecompose){.b = &s.b, .name = "lv"};
    const int64_t n = s_range(&s, 1, PARTS);
    if (!draw_parts(&d, (uint32_t)n)) return NULL;
    sample_close_block(&s, d.block);
    return sample_end(&s);
}
