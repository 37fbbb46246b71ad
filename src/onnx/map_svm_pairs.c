/* SPDX-License-Identifier: Apache-2.0 */
/* Probabilities of classes from those of pairs, as libsvm couples them (Wu, Lin, Weng 2004, second
 * method): with r[i][j] the probability of i among i and j, p minimises the sum of
 * (r[j][i] p[i] - r[i][j] p[j])^2, which is p Q p, over the simplex. One coordinate moves after the
 * other, from 1/n on, until no element of Q p is further from p Q p than 0.005 / n, or 100 sweeps
 * are over. */
#include "onnx/map_svm_pairs.h"

#include "onnx/nested.h"

enum { SWEEPS = 100, STATES = 4 };

static const int64_t one = 1, two = 2;

static IrOperand constant(O *o, DType dtype, const double *v, int64_t rows, int64_t columns) {
    return ml_tensor(o, dtype, v, rows, columns);
}

/* r of each sample, (samples, n, n), 0 on the diagonal. */
static IrOperand pair_matrix(O *o, IrOperand scores, const MlPairs *how, double **mask) {
    const DType dtype = o_dtype(o, scores);
    const uint32_t n = how->n, n_pairs = how->n_pairs;
    int64_t *at = O_ARRAY(o, int64_t, (size_t)n * n);
    uint32_t pair = 0;
    *mask = O_ARRAY(o, double, (size_t)n *n);
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = i + 1; j < n; j++, pair++) {
            at[i * n + j] = pair;
            at[j * n + i] = (int64_t)n_pairs + pair;
            (*mask)[i * n + j] = (*mask)[j * n + i] = 1;
        }
    }
    const IrOperand a = constant(o, dtype, how->a, n_pairs, 0),
                    b = constant(o, dtype, how->b, n_pairs, 0);
    const IrOperand inner = o2(o, &op_add, o2(o, &op_multiply, scores, a), b);
    IrOperand p = o1(o, &op_sigmoid, o1(o, &op_negative, inner));
    p = o2c(o, &op_minimum, o2c(o, &op_maximum, p, 1e-7), 1 - 1e-7);
    const IrOperand other = o2c(o, &op_add, o1(o, &op_negative, p), 1);
    const IrOperand both = o_concat(o, (const IrOperand[]){p, other}, 2, 1);
    const IrDim *const square[] = {o_dim(o, n), o_dim(o, n)};
    const IrOperand index = o_reshape(o, o_const_ints_new(o, DTYPE_INT64, at, n * n), square, 2);
    const IrOperand r = o_call(o, &op_take, OPS(both, index), ATTRS(A_INT("axis", 1)));
    return o2(o, &op_multiply, r, constant(o, dtype, *mask, n, n));
}

/* Q of each sample: the sum of r[j][t]^2 at t, t; else -r[i][j] r[j][i]. */
static IrOperand quadratic(O *o, IrOperand r, double *mask, uint32_t n) {
    const DType dtype = o_dtype(o, r);
    const IrOperand turned = o_permute(o, r, (const int64_t[]){0, 2, 1}, 3);
    const IrOperand rest = o1(o, &op_negative, o2(o, &op_multiply, r, turned));
    const IrOperand own = o_reduce(o, &op_sum, o1(o, &op_square, r), &one, 1, false);
    for (size_t i = 0; i < (size_t)n * n; i++) mask[i] = 1 - mask[i];
    const IrOperand eye = constant(o, dtype, mask, n, n);
    return o2(o, &op_add, rest, o2(o, &op_multiply, o_expand(o, own, &two, 1), eye));
}

typedef struct {
    IrOperand p, qp, pqp, active; /* (samples, n) twice, (samples, 1) twice */
} State;

static IrOperand total(O *o, const OpDef *op, IrOperand x) {
    return o_reduce(o, op, x, &one, 1, true);
}

/* What the sweep begins with, where t is 0. */
static State begun(O *o, State s, IrOperand q, IrOperand t, uint32_t n) {
    const IrOperand first = o2c(o, &op_equal, t, 0);
    const IrOperand product = o2(o, &op_multiply, q, o_expand(o, s.p, &one, 1));
    s.qp = o3(o, &op_where, first, o_reduce(o, &op_sum, product, &two, 1, false), s.qp);
    const IrOperand now = total(o, &op_sum, o2(o, &op_multiply, s.p, s.qp));
    s.pqp = o3(o, &op_where, first, now, s.pqp);
    const IrOperand error = total(o, &op_max, o1(o, &op_abs, o2(o, &op_subtract, s.qp, s.pqp)));
    const IrOperand is_near = o2c(o, &op_less, error, 0.005 / n);
    const IrOperand stops = o2(o, &op_logical_and, first, is_near);
    s.active = o2(o, &op_logical_and, s.active, o1(o, &op_logical_not, stops));
    return s;
}

/* Coordinate t. */
static State moved(O *o, State s, IrOperand q, IrOperand t, IrOperand places) {
    const IrOperand hot = o_cast(o, o2(o, &op_equal, places, t), o_dtype(o, q));
    const IrOperand row = o_call(o, &op_take, OPS(q, t), ATTRS(A_INT("axis", 1)));
    const IrOperand qtt = total(o, &op_sum, o2(o, &op_multiply, row, hot));
    const IrOperand qpt = total(o, &op_sum, o2(o, &op_multiply, s.qp, hot));
    const IrOperand diff = o2(o, &op_divide, o2(o, &op_subtract, s.pqp, qpt), qtt);
    const IrOperand scale = o2c(o, &op_add, diff, 1);
    const IrOperand bent =
        o2(o, &op_add, o2(o, &op_multiply, diff, qtt), o2c(o, &op_multiply, qpt, 2));
    IrOperand p = o2(o, &op_add, s.p, o2(o, &op_multiply, hot, diff));
    IrOperand qp = o2(o, &op_add, s.qp, o2(o, &op_multiply, row, diff));
    IrOperand pqp = o2(o, &op_add, s.pqp, o2(o, &op_multiply, diff, bent));
    p = o2(o, &op_divide, p, scale);
    qp = o2(o, &op_divide, qp, scale);
    pqp = o2(o, &op_divide, o2(o, &op_divide, pqp, scale), scale);
    s.p = o3(o, &op_where, s.active, p, s.p);
    s.qp = o3(o, &op_where, s.active, qp, s.qp);
    s.pqp = o3(o, &op_where, s.active, pqp, s.pqp);
    return s;
}

IrOperand ml_coupled(O *o, IrOperand scores, const MlPairs *how) {
    static const Str no_name = {.len = 0};
    const uint32_t n = how->n;
    const DType dtype = o_dtype(o, scores);
    double *mask;
    const IrOperand r = pair_matrix(o, scores, how, &mask);
    const IrOperand q = quadratic(o, r, mask, n);
    const IrOperand own = o_reduce(o, &op_sum, r, &two, 1, false), some = total(o, &op_sum, own);
    const IrOperand ones = o_call(o, &op_ones_like, &own, 1, ATTRS(A_DTYPE("dtype", dtype)));
    const IrOperand all = o_call(o, &op_ones_like, &some, 1, ATTRS(A_DTYPE("dtype", DTYPE_BOOL)));
    const IrOperand carries[STATES] = {o2c(o, &op_multiply, ones, 1.0 / n), ones, some, all};
    int64_t *turns = O_ARRAY(o, int64_t, (size_t)SWEEPS * n);
    for (uint32_t i = 0; i < SWEEPS * n; i++) turns[i] = i % n;
    const IrOperand sequence = o_const_ints_new(o, DTYPE_INT64, turns, SWEEPS * n);
    OnnxNested body;
    IrOperand x[STATES + 2];
    onnx_nested_init(&body, o, "couple");
    for (int i = 0; i < STATES + 2; i++) {
        const IrOperand of = i < STATES ? carries[i] : i == STATES ? sequence : q;
        x[i] = onnx_nested_param(&body, no_name, "x",
                                 onnx_nested_type(&body, o_type(o, of), i == STATES));
    }
    O inner = *o;
    inner.b = &body.b;
    const IrOperand places = o_const_ints_new(&inner, DTYPE_INT64, turns, n);
    State s = begun(&inner, (State){x[0], x[1], x[2], x[3]}, x[STATES + 1], x[STATES], n);
    s = moved(&inner, s, x[STATES + 1], x[STATES], places);
    const IrOperand f =
        onnx_nested_end(&body, (const IrOperand[]){s.p, s.qp, s.pqp, s.active}, STATES, true);
    const IrOperand last = onnx_scan(o, f,
                                     &(OnnxScan){.carries = carries,
                                                 .n_carries = STATES,
                                                 .sequences = &sequence,
                                                 .n_sequences = 1,
                                                 .captures = &q,
                                                 .n_captures = 1});
    return o_field(o, last, 0);
}
