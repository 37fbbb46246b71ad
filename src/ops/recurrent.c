/* SPDX-License-Identifier: Apache-2.0 */
/* nn.rnn, nn.gru, nn.lstm with ONNX's semantics: a scan for each direction, over x already
 * multiplied with w.
 *
 * A sequence shorter than the rest keeps its carries and gives zeros from its end on; as scan
 * stacks what belongs to a slice at that slice also in reverse, this serves both directions. */
#include "ops/recurrent.h"

#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/sample.h"

enum { X, W, R, B, LENS, H0, C0, P, N_OPERANDS };

static const char *const directions[] = {"forward", "reverse", "bidirectional", NULL};

#define OPERANDS                                                                                   \
    OP_TENSOR("x"), OP_TENSOR("w"), OP_TENSOR("r"), OP_TENSOR_OR_NONE("b"),                        \
        OP_TENSOR_OR_NONE("sequence_lens"), OP_TENSOR_OR_NONE("initial_h")
#define ATTRS                                                                                      \
    OP_STRING("direction", "forward", directions),                                                 \
        {.name = "activations", .kind = OP_PARAM_LIST, .optional = true},                          \
        {.name = "activation_alpha", .kind = OP_PARAM_LIST, .optional = true},                     \
        {.name = "activation_beta", .kind = OP_PARAM_LIST, .optional = true},                      \
        OP_FLOAT_OR_NONE("clip"), OP_INT("layout", 0)

static const OpParam rnn_params[] = {OPERANDS, ATTRS};
static const OpParam gru_params[] = {OPERANDS, ATTRS, OP_BOOL("linear_before_reset", false)};
static const OpParam lstm_params[] = {OPERANDS, OP_TENSOR_OR_NONE("initial_c"),
                                      OP_TENSOR_OR_NONE("p"), ATTRS,
                                      OP_BOOL("input_forget", false)};

#define SHARED(ranks, shapes, n)                                                                   \
    ranks, "sequence_lens is of an integer dtype, all others of one floating-point dtype", shapes, \
        "activations are " n " a direction, each one of Affine, Elu, HardSigmoid, LeakyRelu, "     \
        "Relu, ScaledTanh, Sigmoid, "                                                              \
        "Softplus, Softsign, Tanh and ThresholdedRelu",                                            \
        "activation_alpha and activation_beta are lists of numbers, not more than the "            \
        "activations that have an alpha or a "                                                     \
        "beta",                                                                                    \
        "clip is greater than 0", "layout is 0 or 1"

#define RANKS "x, w, r and initial_h have rank 3, b rank 2, sequence_lens rank 1"
#define LSTM_RANKS                                                                                 \
    "x, w, r, initial_h and initial_c have rank 3, b and p rank 2, sequence_lens rank 1"
#define SHAPES(g, g2)                                                                              \
    "the extents agree: x (seq, batch, input), w (dirs, " g "hidden, input), r (dirs, " g          \
    "hidden, hidden), b (dirs, " g2                                                                \
    " * hidden), sequence_lens (batch), initial_h (dirs, batch, hidden)"

static const char *const rnn_constraints[] = {SHARED(RANKS, SHAPES("", "2"), "1"), NULL};
static const char *const gru_constraints[] = {SHARED(RANKS, SHAPES("3 * ", "6"), "2"), NULL};
static const char *const lstm_constraints[] = {
    SHARED(LSTM_RANKS, SHAPES("4 * ", "8") ", initial_c as initial_h, p (dirs, 3 * hidden)", "3"),
    NULL};

static const RecurrentCell *cell_of(const OpDef *op) { return op->data; }

/* Types */

static const IrType *operand_type(const IrInfer *in, uint32_t arg) {
    return arg < in->n_args ? in->args[arg].type : NULL;
}

static bool check_ranks(IrInfer *in) {
    static const int32_t ranks[N_OPERANDS] = {3, 3, 3, 2, 1, 3, 3, 2};
    for (uint32_t i = 0; i < in->n_args; i++) {
        if (!infer_ndim(in, i, ranks[i], 1)) return false;
    }
    return true;
}

static bool check_dtypes(IrInfer *in, DType *out) {
    *out = DTYPE_VOID;
    uint32_t from = 0;
    if (!infer_dtype_kind(in, LENS, KIND_INT, 2)) return false;
    for (uint32_t i = 0; i < in->n_args; i++) {
        const IrType *t = in->args[i].type;
        if (i == LENS || !t || t->dtype == DTYPE_VOID) continue;
        if (!infer_dtype_kind(in, i, KIND_FLOAT, 2)) return false;
        if (*out == DTYPE_VOID) *out = t->dtype, from = i;
        if (*out == t->dtype) continue;
        infer_fail(in, 2,
                   infer_text(in, "%s, the dtype of `%s`", dtype_name(*out), in->args[from].name),
                   infer_text(in, "%s for `%s`", dtype_name(t->dtype), in->args[i].name));
        return false;
    }
    return true;
}

/* The extents that the operands share; NULL: unknown. */
typedef struct {
    const IrDim *dirs, *seq, *batch, *input, *hidden;
} Extents;

/* Dim i of operand `arg` is *want; where that is unknown, it becomes known. */
static bool meet(IrInfer *in, const IrDim **want, uint32_t arg, int32_t i) {
    const IrType *t = operand_type(in, arg);
    if (!t || !t->dims) return true;
    if (*want && !extent_dim_eq(in, *want, t->dims[i], arg, i, 3)) return false;
    *want = *want ? extent_merge(*want, t->dims[i]) : t->dims[i];
    return true;
}

/* The same where it must be `times` the hidden size. */
static bool meet_times(IrInfer *in, const IrDim *hidden, uint32_t times, uint32_t arg, int32_t i) {
    const IrDim *want = hidden ? ir_dim_scale(in->m, hidden, times) : NULL;
    return meet(in, &want, arg, i);
}

static bool check_extents(IrInfer *in, Extents *e) {
    const uint32_t gates = cell_of(in->op)->n_gates;
    const bool batch_first = infer_int(in, "layout") == 1;
    const uint32_t dirs = infer_string_is(in, "direction", "bidirectional") ? 2 : 1;
    *e = (Extents){.dirs = ir_dim_const(in->m, dirs)};
    if (!meet(in, &e->seq, X, batch_first) || !meet(in, &e->batch, X, !batch_first) ||
        !meet(in, &e->input, X, 2))
        return false;
    if (!meet(in, &e->dirs, W, 0) || !meet(in, &e->input, W, 2) || !meet(in, &e->dirs, R, 0))
        return false;
    if (!meet(in, &e->hidden, R, 2) || !meet(in, &e->dirs, B, 0) || !meet(in, &e->batch, LENS, 0))
        return false;
    for (uint32_t arg = H0; arg <= C0; arg++) {
        if (!meet(in, &e->dirs, arg, batch_first) || !meet(in, &e->batch, arg, !batch_first))
            return false;
        if (!meet(in, &e->hidden, arg, 2)) return false;
    }
    return meet_times(in, e->hidden, gates, W, 1) && meet_times(in, e->hidden, gates, R, 1) &&
           meet_times(in, e->hidden, 2 * gates, B, 1) && meet(in, &e->dirs, P, 0) &&
           meet_times(in, e->hidden, 3, P, 1);
}

/* Element i of a list of numbers; false when it is none. */
static bool number_at(const IrAttr *list, uint32_t i, double *out) {
    if (list->kind == IR_ATTR_INTS) return *out = (double)list->ints[i], true;
    const IrAttr *a = &list->items[i];
    *out = a->kind == IR_ATTR_INT ? (double)a->i : a->f;
    return a->kind == IR_ATTR_INT || a->kind == IR_ATTR_FLOAT;
}

/* activation_alpha or activation_beta, written out: a number for each function that has one, in
 * their order. */
static bool settle_numbers(IrInfer *in, const Activation *const *functions, uint32_t n,
                           bool alpha) {
    const char *name = alpha ? "activation_alpha" : "activation_beta";
    IrAttr *a = infer_attr(in, name);
    IrAttr *out = INFER_ARRAY(in, IrAttr, n);
    uint32_t used = 0;
    bool numbers = true;
    for (uint32_t i = 0; i < n; i++) {
        if (!(alpha ? functions[i]->has_alpha : functions[i]->has_beta)) continue;
        double v = alpha ? functions[i]->alpha : functions[i]->beta;
        if (used < a->n) numbers &= number_at(a, used, &v);
        out[used++] = (IrAttr){.kind = IR_ATTR_FLOAT, .f = v};
    }
    if (!numbers || a->n > used) {
        infer_fail(in, 5, infer_text(in, "%u numbers at most for %s", used, name),
                   numbers ? infer_text(in, "%u", a->n) : NULL);
        return false;
    }
    *a = (IrAttr){.kind = IR_ATTR_LIST, .n = used, .items = out};
    return true;
}

/* Puts the activations and their numbers into canonical form: all written out. */
static bool settle_activations(IrInfer *in) {
    const RecurrentCell *cell = cell_of(in->op);
    const uint32_t n =
        cell->n_functions * (infer_string_is(in, "direction", "bidirectional") ? 2 : 1);
    IrAttr *a = infer_attr(in, "activations");
    const Activation *functions[RECURRENT_FUNCTIONS_MAX];
    IrAttr *out = INFER_ARRAY(in, IrAttr, n);
    if (a->n && a->n != n) {
        infer_fail(in, 4, infer_text(in, "%u activations", n), infer_text(in, "%u", a->n));
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        const bool string = a->n && a->kind == IR_ATTR_LIST && a->items[i].kind == IR_ATTR_STRING;
        const char *name = string ? a->items[i].s
                           : a->n ? ""
                                  : cell->activations[i % cell->n_functions];
        functions[i] = activation_find(name);
        if (!functions[i]) {
            infer_fail(in, 4, "the name of an activation",
                       string ? infer_text(in, "\"%s\"", name) : NULL);
            return false;
        }
        out[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = intern_c(&in->m->names, name)};
    }
    *a = (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = out};
    return settle_numbers(in, functions, n, true) && settle_numbers(in, functions, n, false);
}

static bool check_attrs(IrInfer *in) {
    const IrAttr *clip = infer_attr(in, "clip");
    const int64_t layout = infer_int(in, "layout");
    if (!settle_activations(in)) return false;
    if (clip->kind == IR_ATTR_FLOAT && !(clip->f > 0)) {
        infer_fail(in, 6, "a clip greater than 0", infer_text(in, "%g", clip->f));
        return false;
    }
    if (layout == 0 || layout == 1) return true;
    infer_fail(in, 7, "0 or 1", infer_text(in, "%lld", (long long)layout));
    return false;
}

static const IrType *infer(IrInfer *in) {
    DType dtype;
    Extents e;
    if (!check_ranks(in) || !check_dtypes(in, &dtype) || !check_attrs(in) || !check_extents(in, &e))
        return NULL;
    const bool batch_first = infer_int(in, "layout") == 1;
    const IrType *y = infer_tensor_ndim(in, 4, dtype), *h = infer_tensor_ndim(in, 3, dtype);
    if (e.batch && e.hidden) {
        const IrDim *state[] = {batch_first ? e.batch : e.dirs, batch_first ? e.dirs : e.batch,
                                e.hidden};
        h = infer_tensor(in, state, 3, dtype);
    }
    if (e.seq && e.batch && e.hidden) {
        const IrDim *all[] = {batch_first ? e.batch : e.seq, batch_first ? e.seq : e.dirs,
                              batch_first ? e.dirs : e.batch, e.hidden};
        y = infer_tensor(in, all, 4, dtype);
    }
    return ir_type_tuple(in->m, (const IrType *[]){y, h, h}, cell_of(in->op)->has_cell ? 3 : 2);
}

/* The meaning */

typedef struct {
    OpDecompose *call;
    const RecurrentCell *cell;
    uint32_t n_dirs;
    const IrDim *seq, *batch, *input, *hidden, *gates; /* gates: their number times hidden */
    DType dtype;                                       /* that is computed in */
    bool batch_first;
    IrOperand x;           /* (seq, batch, input) */
    IrOperand times, lens; /* (seq) and (batch, 1), int64; kind NONE: no sequence_lens */
} Recurrent;

static bool given(const Recurrent *rec, uint32_t arg) {
    return arg < ir_op_n_operands(rec->call->op) && rec->call->args[arg];
}

/* Operand `arg` of shape (dirs, dims ...), taken apart by direction. */
static void by_direction(Recurrent *rec, uint32_t arg, const IrDim *const *dims, int32_t ndim,
                         IrOperand out[2]) {
    OpDecompose *call = rec->call;
    IrOperand x = d_up(call, d_arg(call, arg));
    if (rec->batch_first && (arg == H0 || arg == C0))
        x = d_permute(call, x, (const int64_t[]){1, 0, 2}, 3);
    const IrDim *whole[3] = {ir_dim_const(call->b->m, rec->n_dirs)};
    for (int32_t i = 0; i < ndim; i++) whole[i + 1] = dims[i];
    x = d_match(call, x, whole, ndim + 1);
    if (rec->n_dirs == 1) {
        out[0] = d_reshape(call, x, dims, ndim);
        return;
    }
    IrOperand both = d_split(call, x, 2, 0);
    for (uint32_t d = 0; d < 2; d++) out[d] = d_reshape(call, d_field(call, both, d), dims, ndim);
}

static IrOperand zeros(Recurrent *rec, const IrDim *const *dims, int32_t ndim) {
    IrAttr *attrs = d_attrs(rec->call, &op_zeros);
    d_set_dtype(&op_zeros, attrs, "dtype", rec->dtype);
    const IrOperand shape = d_shape(rec->call, dims, ndim);
    return d_call(rec->call, &op_zeros, &shape, 1, attrs);
}

static IrOperand transposed(OpDecompose *call, IrOperand x) {
    return d_permute(call, x, (const int64_t[]){1, 0}, 2);
}

/* What is the same in all steps: an operand of the scan and a parameter of its body. */
typedef struct {
    IrOperand values[RECURRENT_CAPTURES_MAX];
    uint32_t n;
} Captures;

/* The body's parameter for one more of them; its type is as the value's, over the body's own
 * extents. */
static IrOperand capture(Captures *captures, OpDecompose *inner, const char *name, IrOperand value,
                         const IrDim *const *dims, int32_t ndim) {
    BUG_IF(captures->n == RECURRENT_CAPTURES_MAX);
    captures->values[captures->n++] = value;
    IrModule *m = inner->b->m;
    return d_param(inner, name, ir_type_tensor(m, dims, ndim, d_type(inner, value)->dtype));
}

/* A direction's scan: its result, the last carries and the stacked h. */
typedef struct {
    IrOperand h, c, y;
} Direction;

typedef struct {
    IrOperand w[2], r[2], b[2], h[2], c[2], p[2];
} Parts;

static IrOperand masked(OpDecompose *call, IrOperand live, IrOperand x, IrOperand otherwise) {
    return d3(call, &op_where, live, x, otherwise);
}

static void add_tuple(IrOperandBuf *buf, const IrOperand *items, uint32_t n) {
    size_t at = ir_operands_tuple(buf);
    for (uint32_t i = 0; i < n; i++) ir_operands_copy(buf, &items[i]);
    ir_operands_end(buf, at, n);
}

/* x w, with the biases that no gate treats apart: (seq, batch, gates) */
static IrOperand input_part(Recurrent *rec, const Parts *parts, uint32_t d, bool linear,
                            IrOperand *rb) {
    OpDecompose *call = rec->call;
    IrOperand x = d2(call, &op_matmul, rec->x, transposed(call, parts->w[d]));
    *rb = (IrOperand){.kind = IR_OPERAND_NONE, .span = 1};
    if (!given(rec, B)) return x;
    IrOperand both = d_split(call, parts->b[d], 2, 0);
    IrOperand bias = d_reshape(call, d_field(call, both, 0), &rec->gates, 1),
              other = d_reshape(call, d_field(call, both, 1), &rec->gates, 1);
    if (linear) {
        *rb = other;
    } else {
        bias = d2(call, &op_add, bias, other);
    }
    return d2(call, &op_add, x, bias);
}

static Direction run_direction(Recurrent *rec, const Parts *parts, const Activate *functions,
                               uint32_t d) {
    OpDecompose *call = rec->call;
    IrModule *m = call->b->m;
    const RecurrentCell *cell = rec->cell;
    const bool gru = cell == &recurrent_gru, linear = gru && d_bool(call, "linear_before_reset");
    const bool reverse = d == 1 || d_string_is(call, "direction", "reverse"),
               short_ones = rec->lens.kind != IR_OPERAND_NONE;
    IrOperand rb, x = input_part(rec, parts, d, linear, &rb), r = transposed(call, parts->r[d]);
    OpDecompose inner;
    d_function(call, "step", &inner);
    const IrDim *batch = d_own_dim(&inner, rec->batch, "batch"),
                *hidden = d_own_dim(&inner, rec->hidden, "hidden");
    const IrDim *gates = ir_dim_scale(m, hidden, cell->n_gates),
                *triple = ir_dim_scale(m, hidden, 3), *one = ir_dim_const(m, 1);
    const IrType *state = ir_type_tensor(m, (const IrDim *[]){batch, hidden}, 2, rec->dtype);
    const IrDim *row[] = {batch, gates}, *square[] = {hidden, hidden}, *weights[] = {hidden, gates},
                *column[] = {batch, one};
    Captures captures = {.n = 0};
    Step step = {
        .inner = &inner, .cell = cell, .functions = functions + (size_t)d * cell->n_functions};
    step.rb = step.p = (IrOperand){.kind = IR_OPERAND_NONE, .span = 1};
    IrOperand h = step.h = d_param(&inner, "h", state), c = h, time = h, lens = h;
    if (cell->has_cell) c = step.c = d_param(&inner, "c", state);
    step.x = d_param(&inner, "x", ir_type_tensor(m, row, 2, rec->dtype));
    if (short_ones)
        time = d_param(&inner, "t", ir_type_tensor(m, (const IrDim *[]){NULL}, 0, DTYPE_INT64));
    if (gru && !linear) {
        IrOperand all = d_split(call, r, 3, 1);
        for (uint32_t i = 0; i < 3; i++) {
            IrOperand part = d_reshape(call, d_field(call, all, i),
                                       (const IrDim *[]){rec->hidden, rec->hidden}, 2);
            step.r[i] = capture(&captures, &inner, "r", part, square, 2);
        }
    } else {
        step.r[0] = capture(&captures, &inner, "r", r, weights, 2);
    }
    if (rb.kind != IR_OPERAND_NONE) step.rb = capture(&captures, &inner, "rb", rb, &gates, 1);
    if (given(rec, P)) step.p = capture(&captures, &inner, "p", parts->p[d], &triple, 1);
    if (short_ones) lens = capture(&captures, &inner, "lens", rec->lens, column, 2);
    cell->step(&step);
    IrOperand y = step.h;
    if (short_ones) {
        IrOperand live = d2(&inner, &op_less, time, lens);
        y = masked(&inner, live, step.h, d_const(&inner, rec->dtype, 0));
        step.h = masked(&inner, live, step.h, h);
        if (cell->has_cell) step.c = masked(&inner, live, step.c, c);
    }
    const uint32_t n_carries = cell->has_cell ? 2 : 1;
    IrOperand results[3] = {step.h, step.c};
    results[n_carries] = y;
    IrOperand body = d_function_end(call, &inner, results, n_carries + 1);
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    ir_operands_copy(&buf, &body);
    add_tuple(&buf, (const IrOperand[]){parts->h[d], parts->c[d]}, n_carries);
    add_tuple(&buf, (const IrOperand[]){x, rec->times}, short_ones ? 2 : 1);
    add_tuple(&buf, captures.values, captures.n);
    ir_operands_none(&buf);
    IrAttr *attrs = d_attrs(call, &op_scan);
    d_set_bool(&op_scan, attrs, "reverse", reverse);
    IrOperand out = d_call(call, &op_scan, buf.ops.at, (uint32_t)buf.ops.len, attrs);
    Direction result = {.h = d_field(call, out, 0), .y = d_field(call, out, n_carries)};
    result.c = cell->has_cell ? d_field(call, out, 1) : result.h;
    return result;
}

/* The activations as infer wrote them out. */
static void read_activations(const OpDecompose *call, Activate out[RECURRENT_FUNCTIONS_MAX]) {
    const IrAttr *names = d_attr(call, "activations"), *alpha = d_attr(call, "activation_alpha"),
                 *beta = d_attr(call, "activation_beta");
    for (uint32_t i = 0, a = 0, b = 0; i < names->n; i++) {
        const Activation *f = activation_find(names->items[i].s);
        out[i] = (Activate){.function = f};
        if (f->has_alpha) out[i].alpha = alpha->items[a++].f;
        if (f->has_beta) out[i].beta = beta->items[b++].f;
    }
}

/* The directions' tensors (dims with 1 at `axis`) side by side, in the order of the call's
 * layout. */
static IrOperand gathered(Recurrent *rec, const IrOperand *items, const IrDim *const *dims,
                          int32_t ndim, const int64_t *order) {
    OpDecompose *call = rec->call;
    IrOperand parts[2];
    for (uint32_t d = 0; d < rec->n_dirs; d++) parts[d] = d_reshape(call, items[d], dims, ndim);
    IrOperand x = d_concat(call, parts, rec->n_dirs, ndim - 3);
    if (rec->batch_first) x = d_permute(call, x, order, (uint32_t)ndim);
    return d_cast(call, x, call->result->fields[0]->dtype);
}

/* A tensor of positions 0, 1, ... for sequence_lens, and the lengths as a column. */
static void set_lens(Recurrent *rec) {
    OpDecompose *call = rec->call;
    IrModule *m = call->b->m;
    rec->times = rec->lens = (IrOperand){.kind = IR_OPERAND_NONE, .span = 1};
    if (!given(rec, LENS)) return;
    const IrDim *one = ir_dim_const(m, 1), *column[] = {rec->batch, one};
    IrAttr *attrs = d_attrs(call, &op_arange);
    d_set_dtype(&op_arange, attrs, "dtype", DTYPE_INT64);
    const IrOperand range[] = {d_prim(call, ir_dim_const(m, 0)), d_prim(call, rec->seq),
                               d_prim(call, one)};
    rec->times = d_reshape(call, d_call(call, &op_arange, range, 3, attrs), &rec->seq, 1);
    rec->lens = d_reshape(call, d_cast(call, d_arg(call, LENS), DTYPE_INT64), column, 2);
}

static IrVar *decompose(OpDecompose *call) {
    IrModule *m = call->b->m;
    const IrType *x = call->types[X], *y = call->result->fields[0];
    const bool batch_first = d_int(call, "layout") == 1;
    Recurrent rec = {
        .call = call,
        .cell = cell_of(call->op),
        .n_dirs = d_string_is(call, "direction", "bidirectional") ? 2 : 1,
        .seq = y->dims[batch_first],
        .batch = y->dims[batch_first ? 0 : 2],
        .input = x->dims[2],
        .hidden = y->dims[3],
        .batch_first = batch_first,
    };
    rec.gates = ir_dim_scale(m, rec.hidden, rec.cell->n_gates);
    IrOperand in = d_up(call, d_arg(call, X));
    rec.dtype = d_type(call, in)->dtype;
    if (batch_first) in = d_permute(call, in, (const int64_t[]){1, 0, 2}, 3);
    rec.x = d_match(call, in, (const IrDim *[]){rec.seq, rec.batch, rec.input}, 3);
    set_lens(&rec);

    const IrDim *w[] = {rec.gates, rec.input}, *r[] = {rec.gates, rec.hidden},
                *state[] = {rec.batch, rec.hidden};
    const IrDim *b = ir_dim_scale(m, rec.gates, 2), *p = ir_dim_scale(m, rec.hidden, 3),
                *one = ir_dim_const(m, 1);
    Parts parts;
    by_direction(&rec, W, w, 2, parts.w);
    by_direction(&rec, R, r, 2, parts.r);
    if (given(&rec, B)) by_direction(&rec, B, &b, 1, parts.b);
    if (given(&rec, P)) by_direction(&rec, P, &p, 1, parts.p);
    for (uint32_t d = 0; d < 2; d++) parts.h[d] = parts.c[d] = parts.w[0];
    if (given(&rec, H0)) {
        by_direction(&rec, H0, state, 2, parts.h);
    } else {
        parts.h[0] = parts.h[1] = zeros(&rec, state, 2);
    }
    if (given(&rec, C0)) {
        by_direction(&rec, C0, state, 2, parts.c);
    } else if (rec.cell->has_cell) {
        parts.c[0] = parts.c[1] = zeros(&rec, state, 2);
    }

    Activate functions[RECURRENT_FUNCTIONS_MAX];
    read_activations(call, functions);
    IrOperand ys[2], hs[2], cs[2];
    for (uint32_t d = 0; d < rec.n_dirs; d++) {
        Direction one_way = run_direction(&rec, &parts, functions, d);
        ys[d] = one_way.y, hs[d] = one_way.h, cs[d] = one_way.c;
    }
    static const int64_t all_order[] = {2, 0, 1, 3}, state_order[] = {1, 0, 2};
    const IrDim *all[] = {rec.seq, one, rec.batch, rec.hidden},
                *last[] = {one, rec.batch, rec.hidden};
    IrOperand results[3] = {gathered(&rec, ys, all, 4, all_order),
                            gathered(&rec, hs, last, 3, state_order)};
    if (rec.cell->has_cell) results[2] = gathered(&rec, cs, last, 3, state_order);
    return d_result(call, d_tuple(call, results, rec.cell->has_cell ? 3 : 2));
}

/* Samples */

static void sample_numbers(OpSample *s, const char *name, uint32_t most) {
    const uint32_t n = (uint32_t)s_range(s, 0, most);
    IrAttr *items = ARENA_ARRAY(&s->b.m->scratch, IrAttr, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++)
        items[i] = (IrAttr){.kind = IR_ATTR_FLOAT, .f = s_float(s, 0.25, 1.25)};
    *s_attr(s, name) = (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = items};
}

static void sample_activations(OpSample *s, uint32_t dirs) {
    static const char *const names[] = {"Affine",   "Elu",        "HardSigmoid",    "LeakyRelu",
                                        "Relu",     "ScaledTanh", "Sigmoid",        "Softplus",
                                        "Softsign", "Tanh",       "ThresholdedRelu"};
    const uint32_t n = cell_of(s->op)->n_functions * dirs;
    IrAttr *items = ARENA_ARRAY(&s->b.m->scratch, IrAttr, n);
    uint32_t alphas = 0, betas = 0;
    for (uint32_t i = 0; i < n; i++) {
        const Activation *f = activation_find(names[s_below(s, ARRAY_LEN(names))]);
        items[i] = (IrAttr){.kind = IR_ATTR_STRING, .s = intern_c(&s->b.m->names, f->name)};
        alphas += f->has_alpha;
        betas += f->has_beta;
    }
    *s_attr(s, "activations") = (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = items};
    sample_numbers(s, "activation_alpha", alphas);
    sample_numbers(s, "activation_beta", betas);
}

static void maybe_tensor(OpSample *s, uint32_t percent, const IrDim *const *dims, int32_t ndim,
                         DType dtype) {
    if (s_chance(s, percent)) {
        s_tensor_dims(s, dims, ndim, dtype);
    } else {
        s_none(s);
    }
}

static void sample(OpSample *s) {
    IrModule *m = s->b.m;
    const RecurrentCell *cell = cell_of(s->op);
    const uint32_t n_dirs = strcmp(s_attr(s, "direction")->s, "bidirectional") == 0 ? 2 : 1;
    const bool batch_first = s_chance(s, 30);
    const IrType *x = s_tensor(s, (SampleWant){.kinds = KIND_FLOAT, .min_ndim = 3, .max_ndim = 3});
    const IrDim *dirs = s_const(s, n_dirs), *seq = x->dims[batch_first],
                *batch = x->dims[!batch_first];
    const IrDim *hidden = s_dim(s, 0), *gates = ir_dim_scale(m, hidden, cell->n_gates);
    const IrDim *w[] = {dirs, gates, x->dims[2]}, *r[] = {dirs, gates, hidden},
                *b[] = {dirs, ir_dim_scale(m, gates, 2)};
    const IrDim *state[] = {batch_first ? batch : dirs, batch_first ? dirs : batch, hidden},
                *p[] = {dirs, ir_dim_scale(m, hidden, 3)};
    s_tensor_dims(s, w, 3, x->dtype);
    s_tensor_dims(s, r, 3, x->dtype);
    maybe_tensor(s, 60, b, 2, x->dtype);
    const int64_t n = s_extent(s, seq);
    if (n > 0 && s_chance(s, 40)) {
        s_index(s, &batch, 1, n, false);
    } else {
        s_none(s);
    }
    maybe_tensor(s, 50, state, 3, x->dtype);
    if (cell->has_cell) {
        maybe_tensor(s, 50, state, 3, x->dtype);
        maybe_tensor(s, 40, p, 2, x->dtype);
    }
    s_set_int(s, "layout", batch_first);
    if (s_chance(s, 50)) sample_activations(s, n_dirs);
    if (s_chance(s, 40)) s_set_float(s, "clip", s_float(s, 0.25, 2));
}

/* A length is drawn below the sequences' extent. */
static const OpIndexRole roles[] = {{.operand = LENS, .data = X, .fixed = 0}, {.operand = -1}};

#define DOC                                                                                        \
    " As ONNX: w and r hold the gates one after another, b those of w, then of r. From an "        \
    "element's sequence_lens on its "                                                              \
    "carries stay and y is 0; going in reverse, it starts there. clip bounds what goes into the "  \
    "activations. With layout 1, "                                                                 \
    "batch comes first: x (batch, seq, input), initial_h (batch, dirs, hidden) and the results "   \
    "alike. Half-precision is "                                                                    \
    "computed in float32."

#define RECURRENT(id, doc_)                                                                        \
    const OpDef op_nn_##id = {                                                                     \
        .name = "nn." #id,                                                                         \
        .doc = doc_ DOC,                                                                           \
        .constraints = id##_constraints,                                                           \
        .params = id##_params,                                                                     \
        .n_params = ARRAY_LEN(id##_params),                                                        \
        .sample = sample,                                                                          \
        .flags = OP_PURE,                                                                          \
        .infer = infer,                                                                            \
        .decompose = decompose,                                                                    \
        .index_roles = roles,                                                                      \
        .data = &recurrent_##id,                                                                   \
    };

RECURRENT(rnn, "The tuple of y (seq, dirs, batch, hidden) and the last h (dirs, batch, hidden), "
               "where h becomes f(x w' + h r' + b).")
RECURRENT(gru, "The tuple of y (seq, dirs, batch, hidden) and the last h (dirs, batch, hidden) of "
               "gated recurrent units: gates z, r, h; "
               "h becomes (1 - z) * g(x w' + (r * h) r' + b) + z * h, or with linear_before_reset "
               "r is multiplied with h r' + b.")
RECURRENT(lstm, "The tuple of y (seq, dirs, batch, hidden), the last h and the last c (dirs, "
                "batch, hidden) of long short-term memory: "
                "gates i, o, f, c; c becomes f * c + i * g(...), h becomes o * h(c). Peepholes p "
                "hold i, o, f. input_forget: f is 1 - i.")
