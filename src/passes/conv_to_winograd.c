/* SPDX-License-Identifier: Apache-2.0 */
/* ConvToWinograd: convolutions of stride 1 by kernels of 3 or 5 taps along each dim become products
 * of matrices with fewer multiplications (passes/winograd.h).
 *
 *     y = R.nn.conv2d(x, w, padding=[1, 1, 1, 1], data_layout="NHWC")
 *
 * becomes, where tiles of m x m results make [t, t] an image, and a tile has n places,
 *
 *     p = R.nn.pad(x, ...)                                          # [.., t * m + 2, .., c]
 *     v = R.call_tir(cls.winograd_data, (p,), ...)                  # [n, tiles or more, c]
 *     q = R.matmul(v, u)                                            # u: of w, [n, c, o]
 *     s = R.call_tir(cls.winograd_result, (q,), ...)                # [.., t * m, .., o]
 *     y = R.strided_slice(s, ...)
 *
 * where that takes the target less time, by a count of operations and bytes; `tile` says m instead.
 * Of a constant (also with its dims permuted) u is one, else what cls.winograd_weights gives.
 * Results differ by what rounding of larger terms makes of them: about 1e-6 of the results' root
 * mean square, 2e-5 at most. In a tile an infinity becomes NaN in results that it has no part in,
 * and numbers within 50 times of the largest may overflow.
 *
 * Channels-last; of float32; other kernels, strides, dilation, groups and extents that are not
 * known stay. */
#include "ir/fresh.h"
#include "loop/text.h"
#include "ops/lower.h"
#include "ops/ops.h"
#include "ops/spatial.h"
#include "passes/decompose_calls.h"
#include "passes/passes.h"
#include "passes/winograd.h"

/* Results and taps of a tile along a dim; of equal cost the first one, whose weights are fewer and
 * errors smaller, is taken. */
static const struct { int m, r; } tiles[] = {{2, 3}, {4, 3}, {2, 5}};

const char *const winograd_tiles_named[] = {"cost", "2", "4", NULL};

static const OpDef *const ops[] = {&op_nn_conv1d, &op_nn_conv2d, &op_nn_conv3d};
static const char *const layouts[] = {"NWC", "NHWC", "NDHWC"};

/* Measured: shares of the peak, of a direct convolution and of products of so few rows or of more;
 * of the bandwidth in caches, or in memory where the last cache does not hold it, what is moved; of
 * that of memory, weights; and what has to be gained. */
static const double DIRECT_OF_PEAK = 0.93, FEW_OF_PEAK = 0.8, MANY_OF_PEAK = 0.95,
                    MOVED_OF_CACHE = 0.5, MOVED_OF_MEMORY = 0.5, WEIGHTS_OF_MEMORY = 0.5,
                    GAIN = 0.85, LARGER_GAIN = 0.9;
static const double MOST_BYTES = 1e15;
enum { FEW_TILES = 32, CALLS = 4, CACHES_BETWEEN = 16 };

/* What the module has by now. */
typedef struct {
    const LoopFn *loops;
    IrGlobal *global;
} Shared;

typedef struct {
    IrModule *m;
    Arena arena;
    Map functions; /* Shared by loop_hash */
    IrFresh names;
    int64_t outputs; /* of a tile along a dim; 0: by cost */
} Winograd;

typedef struct {
    OpDecompose d;
    Winograd *pass;
    int n; /* spatial dims */
    size_t row;
    const Tensor *weight; /* NULL: no constant */
    /* the dims that are O, I and spatial, of the constant, else of the operand */
    uint8_t at[SPATIAL_RANK_MAX];
    int64_t images, in, out, taps;
    int64_t data[SPATIAL_MAX], result[SPATIAL_MAX]; /* extents */
    int64_t before[SPATIAL_MAX];                    /* of the padding */
    WinogradTile tile;
    WinogradImage image; /* channels: of what is at hand */
} Conv;

/* --- What may be done --- */

/* A constant, or its dims permuted. */
static void find_constant(Conv *c) {
    const IrOperand *w = c->d.args[1];
    const IrBinding *by = w->kind == IR_OPERAND_VAR ? w->var->def : NULL;
    const IrAttr *axes = NULL;
    spatial_positions(d_attr(&c->d, "kernel_layout")->s, spatial_kernel_letters(c->n), c->at);
    if (by) {
        if (by->kind != IR_BIND_CALL || by->op != &op_permute_dims) return;
        w = by->operands.at;
        axes = &by->attrs[ir_op_attr_index(by->op, "axes")];
    }
    if (w->kind != IR_OPERAND_CONST || !w->constant->tensor) return;
    c->weight = w->constant->tensor;
    for (int i = 0; axes && i < c->n + 2; i++) c->at[i] = (uint8_t)axes->ints[c->at[i]];
}

static bool extents(const IrType *t, int n, int64_t *out) {
    for (int i = 0; i < n + 2; i++) {
        if (!t->dims || !ir_dim_is_const(t->dims[i], &out[i]) || out[i] < 1 || out[i] > INT32_MAX)
            return false;
    }
    return true;
}

static bool is_float32(const Conv *c) {
    return c->d.types[0]->dtype == DTYPE_FLOAT32 && c->d.types[1]->dtype == DTYPE_FLOAT32 &&
           c->d.result->dtype == DTYPE_FLOAT32;
}

static bool read_conv(Conv *c) {
    const OpDecompose *d = &c->d;
    int64_t data[SPATIAL_RANK_MAX], result[SPATIAL_RANK_MAX], weight[SPATIAL_RANK_MAX];
    uint8_t at[SPATIAL_RANK_MAX];
    c->n = (int)c->row + 1;
    if (!is_float32(c) || d_int(d, "groups") != 1 ||
        !d_string_is(d, "data_layout", layouts[c->row]) ||
        !d_string_is(d, "out_layout", layouts[c->row]) || !extents(d->types[0], c->n, data) ||
        !extents(d->result, c->n, result) || !extents(d->types[1], c->n, weight))
        return false;
    find_constant(c);
    spatial_positions(d_attr(d, "kernel_layout")->s, spatial_kernel_letters(c->n), at);
    c->images = data[0];
    c->in = data[c->n + 1];
    c->out = result[c->n + 1];
    c->taps = weight[at[2]];
    for (int i = 0; i < c->n; i++) {
        if (d_attr(d, "strides")->ints[i] != 1 || d_attr(d, "dilation")->ints[i] != 1 ||
            weight[at[2 + i]] != c->taps)
            return false;
        c->data[i] = data[1 + i];
        c->result[i] = result[1 + i];
        c->before[i] = d_attr(d, "padding")->ints[i];
    }
    return true;
}

/* --- What it takes --- */

static double power(double x, int n) {
    double v = 1;
    while (n-- > 0) v *= x;
    return v;
}

/* Microseconds. A network's weights are more than caches hold. */
static double of_weights(const Target *target, double floats) {
    return 4 * floats / (target->memory_gbs * WEIGHTS_OF_MEMORY * 1e3);
}

static double direct_cost(const Conv *c, const Target *target) {
    const double weights = (double)c->in * (double)c->out * power((double)c->taps, c->n);
    double flop = 2 * (double)c->images * weights;
    for (int i = 0; i < c->n; i++) flop *= (double)c->result[i];
    return flop / (target->peak_gflops * DIRECT_OF_PEAK * 1e3) + of_weights(target, weights);
}

/* Bytes that stand between the functions. */
static double between(const Conv *c, int m) {
    double places = (double)c->images * power((double)(m + c->taps - 1), c->n);
    for (int i = 0; i < c->n; i++) places *= (double)((c->result[i] + m - 1) / m);
    return 4 * places * (double)(c->in + c->out);
}

static double tile_cost(const Conv *c, const Target *target, int m) {
    const int side = m + (int)c->taps - 1;
    double tiles_of_all = (double)c->images, padded = (double)c->images, data = padded;
    for (int i = 0; i < c->n; i++) {
        const int64_t n = (c->result[i] + m - 1) / m;
        tiles_of_all *= (double)n;
        padded *= (double)(n * m + c->taps - 1);
        data *= (double)c->data[i];
    }
    const double places = power(side, c->n), in = (double)c->in, out = (double)c->out,
                 rate = tiles_of_all < FEW_TILES ? FEW_OF_PEAK : MANY_OF_PEAK,
                 product =
                     2 * places * tiles_of_all * in * out / (target->peak_gflops * rate * 1e3),
                 moved = in * (data + 2 * padded + places * tiles_of_all) +
                         out * tiles_of_all * (places + power(m, c->n));
    const double gbs = between(c, m) > (double)target->l3_bytes
                           ? target->memory_gbs * MOVED_OF_MEMORY
                           : target->cache_gbs * MOVED_OF_CACHE;
    const double made = c->weight ? 0 : in * out * (places + power((double)c->taps, c->n));
    return product + of_weights(target, places * in * out) + 4 * (moved + made) / (gbs * 1e3) +
           CALLS * target->kernel_ns * 1e-3;
}

static bool choose(Conv *c) {
    const Target *target = ir_module_target(c->pass->m);
    double least = GAIN * direct_cost(c, target);
    int m = 0;
    for (size_t i = 0; i < ARRAY_LEN(tiles); i++) {
        const double places = power(tiles[i].m + tiles[i].r - 1, c->n);
        if (tiles[i].r != c->taps || places > WINOGRAD_PLACES_MAX) continue;
        if (c->pass->outputs) {
            if (tiles[i].m == c->pass->outputs && between(c, tiles[i].m) < MOST_BYTES)
                m = tiles[i].m;
            continue;
        }
        if (between(c, tiles[i].m) > CACHES_BETWEEN * (double)target->l3_bytes) continue;
        const double cost = tile_cost(c, target, tiles[i].m);
        if (cost >= least) continue;
        m = tiles[i].m;
        least = LARGER_GAIN * cost;
    }
    if (m) winograd_tile(m, (int)c->taps, &c->tile);
    return m != 0;
}

/* --- What is made --- */

static IrGlobal *function(Winograd *p, const LoopFn *loops, ArenaMark mark) {
    const uint64_t hash = loop_hash(loops);
    for (MapIter it = map_find(&p->functions, hash); map_next(&p->functions, &it);) {
        const Shared *known = it.value;
        if (!loop_equal(known->loops, loops)) continue;
        arena_rewind(&p->arena, mark);
        return known->global;
    }
    Shared *made = ARENA_NEW(&p->arena, Shared);
    *made = (Shared){loops, lower_global(p->m, loops, ir_fresh_name(&p->names, loops->name))};
    map_add(&p->functions, hash, made);
    return made->global;
}

static IrOperand call_tir(Conv *c, IrGlobal *callee, IrOperand x, const int64_t *extent,
                          int32_t ndim) {
    IrModule *m = c->pass->m;
    const IrDim *dims[SPATIAL_RANK_MAX];
    IrOperandBuf args;
    for (int32_t i = 0; i < ndim; i++) dims[i] = ir_dim_const(m, extent[i]);
    const IrType *type = ir_type_tensor(m, dims, ndim, DTYPE_FLOAT32);
    ir_operands_init(&args, &m->scratch);
    ir_operands_global(&args, callee);
    const size_t at = ir_operands_tuple(&args);
    ir_operands_copy(&args, &x);
    ir_operands_end(&args, at, 1);
    ir_operands_none(&args);
    IrVar *v = ir_build_call(c->d.b, &op_call_tir, args.ops.at, (uint32_t)args.ops.len,
                             (IrCallForm){.types = &type, .n_types = 1}, "lv");
    if (!v) BUG("R.call_tir of '%s' is refused", callee->name);
    return d_var(v);
}

/* Zeros around, up to whole tiles. */
static IrOperand padded(Conv *c) {
    OpDecompose *d = &c->d;
    int64_t width[2 * SPATIAL_RANK_MAX] = {0};
    bool is_padded = false;
    for (int i = 0; i < c->n; i++) {
        const int64_t all = c->image.tiles[i] * c->tile.m + c->taps - 1;
        width[2 + 2 * i] = c->before[i];
        width[3 + 2 * i] = all - c->data[i] - c->before[i];
        is_padded = is_padded || all > c->data[i];
    }
    const IrOperand x = d_arg(d, 0);
    if (!is_padded) return x;
    IrAttr *attrs = d_attrs(d, &op_nn_pad);
    d_set_ints(&op_nn_pad, attrs, "pad_width", width, 2 * (uint32_t)(c->n + 2));
    return d_call(d, &op_nn_pad, &x, 1, attrs);
}

/* What the convolution gives, of whole tiles. */
static IrOperand cut(Conv *c, IrOperand x) {
    IrModule *m = c->pass->m;
    const IrDim *begin[SPATIAL_MAX], *end[SPATIAL_MAX];
    int64_t axes[SPATIAL_MAX];
    uint32_t n = 0;
    for (int i = 0; i < c->n; i++) {
        if (c->image.tiles[i] * c->tile.m == c->result[i]) continue;
        axes[n] = 1 + i;
        begin[n] = ir_dim_const(m, 0);
        end[n++] = ir_dim_const(m, c->result[i]);
    }
    return d_slice(&c->d, x, axes, begin, end, n, NULL);
}

/* [places, in, out] */
static IrOperand weights(Conv *c) {
    Winograd *p = c->pass;
    int64_t order[SPATIAL_RANK_MAX];
    if (c->weight) {
        Tensor *made = winograd_constant(p->m->ctx, &c->tile, c->n, c->weight, c->at);
        return (IrOperand){
            .kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(p->m, made)};
    }
    bool is_in_order = true;
    for (int i = 0; i < c->n + 2; i++) {
        order[i] = c->at[i < c->n ? 2 + i : i == c->n ? 1 : 0];
        is_in_order = is_in_order && order[i] == i;
    }
    IrOperand w = d_arg(&c->d, 1);
    if (!is_in_order) w = d_permute(&c->d, w, order, (uint32_t)c->n + 2);
    const ArenaMark mark = arena_mark(&p->arena);
    const LoopFn *loops = winograd_weights(&c->tile, c->n, c->in, c->out, &p->arena);
    return call_tir(c, function(p, loops, mark), w,
                    (const int64_t[]){winograd_places(&c->tile, c->n), c->in, c->out}, 3);
}

static IrOperand product(Conv *c) {
    Winograd *p = c->pass;
    OpDecompose *d = &c->d;
    c->image =
        (WinogradImage){.tile = &c->tile, .dims = c->n, .images = c->images, .channels = c->in};
    for (int i = 0; i < c->n; i++) c->image.tiles[i] = (c->result[i] + c->tile.m - 1) / c->tile.m;
    const int64_t places = winograd_places(&c->tile, c->n),
                  all = winograd_rows(winograd_tiles(&c->image), c->in, c->out);
    c->image.rows = all;
    int64_t whole[SPATIAL_RANK_MAX] = {c->images};
    for (int i = 0; i < c->n; i++) whole[1 + i] = c->image.tiles[i] * c->tile.m;
    whole[c->n + 1] = c->out;
    ArenaMark mark = arena_mark(&p->arena);
    IrOperand x = padded(c);
    x = call_tir(c, function(p, winograd_data(&c->image, &p->arena), mark), x,
                 (const int64_t[]){places, all, c->in}, 3);
    x = d2(d, &op_matmul, x, weights(c));
    c->image.channels = c->out;
    mark = arena_mark(&p->arena);
    x = call_tir(c, function(p, winograd_result(&c->image, &p->arena), mark), x, whole, c->n + 2);
    return cut(c, x);
}

static bool makes(void *user, const OpDecompose *d, size_t row, IrOperand *out) {
    Conv c = {.pass = user, .row = row, .d = *d};
    if (!read_conv(&c) || !choose(&c)) return false;
    *out = product(&c);
    return true;
}

bool pass_conv_to_winograd(IrModule *m, const PassValue *values) {
    Winograd p = {.m = m, .outputs = 2 * values[0].i /* 0, 2, 4 */};
    arena_init(&p.arena, m->ctx);
    map_init(&p.functions, &p.arena);
    ir_fresh_init(&p.names, m, &p.arena);
    const bool ok = decompose_calls(m, &(DecomposeCalls){.pass = "ConvToWinograd",
                                                         .ops = ops,
                                                         .n_ops = ARRAY_LEN(ops),
                                                         .makes = makes,
                                                         .user = &p});
    arena_fini(&p.arena);
    return ok;
}
