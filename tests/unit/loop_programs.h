/* SPDX-License-Identifier: Apache-2.0 */
/* Loop functions made with the builder, for the tests of the interpreter, the text and the
 * verifier. */
#ifndef TENON_TESTS_LOOP_PROGRAMS_H
#define TENON_TESTS_LOOP_PROGRAMS_H

#include "loop/loop.h"

#define EXPRS(...) ((const LoopExpr *const[]){__VA_ARGS__})
#define DTYPE_F DTYPE_FLOAT32

static inline const LoopExpr *p_add(LoopBuilder *b, const LoopExpr *x, const LoopExpr *y) {
    return loop_op2(b, LOOP_ADD, x, y);
}
static inline const LoopExpr *p_sub(LoopBuilder *b, const LoopExpr *x, const LoopExpr *y) {
    return loop_op2(b, LOOP_SUB, x, y);
}
static inline const LoopExpr *p_mul(LoopBuilder *b, const LoopExpr *x, const LoopExpr *y) {
    return loop_op2(b, LOOP_MUL, x, y);
}
static inline const LoopExpr *p_lt(LoopBuilder *b, const LoopExpr *x, const LoopExpr *y) {
    return loop_op2(b, LOOP_LT, x, y);
}

/* C[i, j] = sum over k of A[i, k] * B[k, j]; lanes 0: a plain serial sum. */
static inline const LoopFn *program_matmul(Arena *arena, uint32_t lanes) {
    LoopBuilder b;
    loop_builder_init(&b, arena, "matmul");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n")), *k = loop_var(&b, loop_size(&b, "k")),
                   *m = loop_var(&b, loop_size(&b, "m"));
    const LoopBuffer *A = loop_param(&b, "A", LOOP_BUFFER_INPUT, DTYPE_F, EXPRS(n, k), 2, NULL);
    const LoopBuffer *B = loop_param(&b, "B", LOOP_BUFFER_INPUT, DTYPE_F, EXPRS(k, m), 2, NULL);
    const LoopBuffer *C = loop_param(&b, "C", LOOP_BUFFER_OUTPUT, DTYPE_F, EXPRS(n, m), 2, NULL);
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", n, LOOP_PARALLEL, 0));
    const LoopExpr *j = loop_var(&b, loop_begin_for(&b, "j", m, LOOP_VECTOR, 0));
    const LoopBuffer *acc = loop_scalar(&b, "acc", loop_float(&b, DTYPE_F, 0));
    const LoopExpr *l = loop_var(&b, loop_begin_for(&b, "l", k, LOOP_SERIAL, lanes));
    loop_set(&b, acc,
             p_add(&b, loop_get(&b, acc),
                   p_mul(&b, loop_load(&b, A, EXPRS(i, l)), loop_load(&b, B, EXPRS(l, j)))));
    loop_end(&b);
    loop_store(&b, C, EXPRS(i, j), loop_get(&b, acc));
    loop_end(&b);
    loop_end(&b);
    return loop_builder_finish(&b);
}

/* B[j, i] = A[i, j], with strides told for A. */
static inline const LoopFn *program_transpose(Arena *arena) {
    LoopBuilder b;
    loop_builder_init(&b, arena, "transpose");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n"));
    const LoopBuffer *A =
        loop_param(&b, "A", LOOP_BUFFER_INPUT, DTYPE_INT16, EXPRS(n, loop_index(&b, 3)), 2,
                   EXPRS(loop_index(&b, 2), p_mul(&b, n, loop_index(&b, 2))));
    const LoopBuffer *B =
        loop_param(&b, "B", LOOP_BUFFER_OUTPUT, DTYPE_INT16, EXPRS(loop_index(&b, 3), n), 2, NULL);
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", n, LOOP_PARALLEL, 0));
    const LoopExpr *j = loop_var(&b, loop_begin_for(&b, "j", loop_index(&b, 3), LOOP_SERIAL, 0));
    loop_store(&b, B, EXPRS(j, i), loop_load(&b, A, EXPRS(i, j)));
    loop_end(&b);
    loop_end(&b);
    return loop_builder_finish(&b);
}

/* C[()] = the sum of A, started from 5; the scalar lives in memory, as a call gets it. */
static inline const LoopFn *program_total(Arena *arena, uint32_t lanes) {
    LoopBuilder b;
    loop_builder_init(&b, arena, "twice");
    const LoopBuffer *x = loop_param(&b, "x", LOOP_BUFFER_INPUT, DTYPE_FLOAT64, NULL, 0, NULL);
    const LoopBuffer *y = loop_param(&b, "y", LOOP_BUFFER_OUTPUT, DTYPE_FLOAT64, NULL, 0, NULL);
    loop_set(&b, y, p_add(&b, loop_get(&b, x), loop_get(&b, x)));
    const LoopFn *twice = loop_builder_finish(&b);
    loop_builder_init(&b, arena, "total");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n"));
    const LoopBuffer *A = loop_param(&b, "A", LOOP_BUFFER_INPUT, DTYPE_FLOAT64, EXPRS(n), 1, NULL);
    const LoopBuffer *C = loop_param(&b, "C", LOOP_BUFFER_OUTPUT, DTYPE_FLOAT64, NULL, 0, NULL);
    const LoopBuffer *acc = loop_scalar(&b, "acc", loop_float(&b, DTYPE_FLOAT64, 5));
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", n, LOOP_SERIAL, lanes));
    loop_set(&b, acc, p_add(&b, loop_get(&b, acc), loop_load(&b, A, EXPRS(i))));
    loop_end(&b);
    loop_call(&b, twice, (const LoopBuffer *[]){acc, C});
    return loop_builder_finish(&b);
}

/* One reduction of each associative operation, all in one loop: C[k] of int64. */
static inline const LoopFn *program_reductions(Arena *arena, uint32_t lanes) {
    static const LoopExprKind ops[] = {LOOP_ADD,    LOOP_MUL,   LOOP_MIN,   LOOP_MAX,
                                       LOOP_BITAND, LOOP_BITOR, LOOP_BITXOR};
    enum { N = sizeof ops / sizeof *ops };
    LoopBuilder b;
    loop_builder_init(&b, arena, "reductions");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n"));
    const LoopBuffer *A = loop_param(&b, "A", LOOP_BUFFER_INPUT, DTYPE_INT64, EXPRS(n), 1, NULL);
    const LoopBuffer *C =
        loop_param(&b, "C", LOOP_BUFFER_OUTPUT, DTYPE_INT64, EXPRS(loop_index(&b, N)), 1, NULL);
    const LoopBuffer *D =
        loop_param(&b, "D", LOOP_BUFFER_OUTPUT, DTYPE_BOOL, EXPRS(loop_index(&b, 2)), 1, NULL);
    const LoopBuffer *acc[N], *all = loop_scalar(&b, "all", loop_int(&b, DTYPE_BOOL, 1)),
                              *any = loop_scalar(&b, "any", loop_int(&b, DTYPE_BOOL, 0));
    for (int k = 0; k < N; k++)
        acc[k] = loop_scalar(&b, "acc", loop_index(&b, k == 4 ? -1 : k + 1));
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", n, LOOP_SERIAL, lanes)),
                   *x = loop_load(&b, A, EXPRS(i));
    for (int k = 0; k < N; k++) loop_set(&b, acc[k], loop_op2(&b, ops[k], loop_get(&b, acc[k]), x));
    loop_set(
        &b, all,
        loop_op2(&b, LOOP_AND, loop_get(&b, all), loop_op2(&b, LOOP_NE, x, loop_index(&b, 0))));
    loop_begin_if(&b, p_lt(&b, x, loop_index(&b, 0)));
    loop_set(&b, any, loop_op2(&b, LOOP_OR, loop_get(&b, any), loop_int(&b, DTYPE_BOOL, 1)));
    loop_end(&b);
    loop_end(&b);
    for (int k = 0; k < N; k++) loop_store(&b, C, EXPRS(loop_index(&b, k)), loop_get(&b, acc[k]));
    loop_store(&b, D, EXPRS(loop_index(&b, 0)), loop_get(&b, all));
    loop_store(&b, D, EXPRS(loop_index(&b, 1)), loop_get(&b, any));
    return loop_builder_finish(&b);
}

/* C[i] = steps of the Collatz sequence from A[i] to 1; 0 below 1. */
static inline const LoopFn *program_collatz(Arena *arena) {
    LoopBuilder b;
    loop_builder_init(&b, arena, "collatz");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n")), *one = loop_index(&b, 1),
                   *two = loop_index(&b, 2);
    const LoopBuffer *A = loop_param(&b, "A", LOOP_BUFFER_INPUT, DTYPE_INT64, EXPRS(n), 1, NULL);
    const LoopBuffer *C = loop_param(&b, "C", LOOP_BUFFER_OUTPUT, DTYPE_INT32, EXPRS(n), 1, NULL);
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", n, LOOP_PARALLEL, 0));
    const LoopBuffer *x = loop_scalar(&b, "x", loop_load(&b, A, EXPRS(i))),
                     *steps = loop_scalar(&b, "steps", loop_int(&b, DTYPE_INT32, 0));
    loop_begin_while(&b, p_lt(&b, one, loop_get(&b, x)));
    loop_begin_if(&b, loop_op2(&b, LOOP_EQ, loop_op2(&b, LOOP_FLOORMOD, loop_get(&b, x), two),
                               loop_index(&b, 0)));
    loop_set(&b, x, loop_op2(&b, LOOP_FLOORDIV, loop_get(&b, x), two));
    loop_else(&b);
    loop_set(&b, x, p_add(&b, p_mul(&b, loop_index(&b, 3), loop_get(&b, x)), one));
    loop_end(&b);
    loop_set(&b, steps, p_add(&b, loop_get(&b, steps), loop_int(&b, DTYPE_INT32, 1)));
    loop_end(&b);
    loop_store(&b, C, EXPRS(i), loop_get(&b, steps));
    loop_end(&b);
    return loop_builder_finish(&b);
}

/* B = 4 * A + 3, by a callee that doubles and adds 1, called twice through a local. */
static inline const LoopFn *program_calls(Arena *arena) {
    LoopBuilder b;
    loop_builder_init(&b, arena, "step");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n")), *m = loop_var(&b, loop_size(&b, "m"));
    const LoopBuffer *A = loop_param(&b, "A", LOOP_BUFFER_INPUT, DTYPE_F, EXPRS(n, m), 2, NULL);
    const LoopBuffer *B = loop_param(&b, "B", LOOP_BUFFER_OUTPUT, DTYPE_F, EXPRS(n, m), 2, NULL);
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", n, LOOP_PARALLEL, 0)),
                   *j = loop_var(&b, loop_begin_for(&b, "j", m, LOOP_VECTOR, 0));
    const LoopExpr *x = loop_var(&b, loop_let(&b, "x", loop_load(&b, A, EXPRS(i, j))));
    loop_store(&b, B, EXPRS(i, j), p_add(&b, p_add(&b, x, x), loop_float(&b, DTYPE_F, 1)));
    loop_end(&b);
    loop_end(&b);
    const LoopFn *step = loop_builder_finish(&b);
    loop_builder_init(&b, arena, "steps");
    n = loop_var(&b, loop_size(&b, "n"));
    A = loop_param(&b, "A", LOOP_BUFFER_INPUT, DTYPE_F, EXPRS(n, loop_index(&b, 3)), 2, NULL);
    B = loop_param(&b, "B", LOOP_BUFFER_OUTPUT, DTYPE_F, EXPRS(n, loop_index(&b, 3)), 2, NULL);
    const LoopBuffer *mid = loop_local(&b, "mid", DTYPE_F, EXPRS(n, loop_index(&b, 3)), 2);
    loop_call(&b, step, (const LoopBuffer *[]){A, mid});
    loop_call(&b, step, (const LoopBuffer *[]){mid, B});
    return loop_builder_finish(&b);
}

/* A stable merge sort of each row, NaN last, with the positions: bottom-up, widths 1, 2, 4, ... */
static inline const LoopFn *program_sort(Arena *arena) {
    LoopBuilder b;
    loop_builder_init(&b, arena, "sort");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n")), *m = loop_var(&b, loop_size(&b, "m")),
                   *one = loop_index(&b, 1);
    const LoopBuffer *A = loop_param(&b, "A", LOOP_BUFFER_INPUT, DTYPE_F, EXPRS(n, m), 2, NULL);
    const LoopBuffer *P =
        loop_param(&b, "P", LOOP_BUFFER_OUTPUT, DTYPE_INT64, EXPRS(n, m), 2, NULL);
    const LoopExpr *r = loop_var(&b, loop_begin_for(&b, "r", n, LOOP_PARALLEL, 0));
    const LoopBuffer *work = loop_local(&b, "work", DTYPE_INT64, EXPRS(m), 1),
                     *width = loop_scalar(&b, "width", one);
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", m, LOOP_SERIAL, 0));
    loop_store(&b, P, EXPRS(r, i), i);
    loop_end(&b);
    loop_begin_while(&b, p_lt(&b, loop_get(&b, width), m));
    const LoopExpr *w2 =
        loop_var(&b, loop_let(&b, "w2", p_mul(&b, loop_index(&b, 2), loop_get(&b, width))));
    const LoopExpr *runs = loop_op2(&b, LOOP_FLOORDIV, p_sub(&b, p_add(&b, m, w2), one), w2);
    const LoopExpr *s = loop_var(&b, loop_begin_for(&b, "s", runs, LOOP_SERIAL, 0));
    const LoopExpr *lo = loop_var(&b, loop_let(&b, "lo", p_mul(&b, s, w2)));
    const LoopExpr *mid = loop_var(
        &b, loop_let(&b, "mid", loop_op2(&b, LOOP_MIN, p_add(&b, lo, loop_get(&b, width)), m)));
    const LoopExpr *hi =
        loop_var(&b, loop_let(&b, "hi", loop_op2(&b, LOOP_MIN, p_add(&b, lo, w2), m)));
    const LoopBuffer *p = loop_scalar(&b, "p", lo), *q = loop_scalar(&b, "q", mid);
    const LoopExpr *k = loop_var(&b, loop_begin_for(&b, "k", p_sub(&b, hi, lo), LOOP_SERIAL, 0));
    const LoopBuffer *left = loop_scalar(&b, "left", loop_op2(&b, LOOP_EQ, loop_get(&b, q), hi));
    loop_begin_if(&b, loop_op2(&b, LOOP_AND, loop_op1(&b, LOOP_NOT, loop_get(&b, left)),
                               p_lt(&b, loop_get(&b, p), mid)));
    const LoopExpr *x = loop_var(
        &b,
        loop_let(&b, "x", loop_load(&b, A, EXPRS(r, loop_load(&b, P, EXPRS(r, loop_get(&b, p)))))));
    const LoopExpr *y = loop_var(
        &b,
        loop_let(&b, "y", loop_load(&b, A, EXPRS(r, loop_load(&b, P, EXPRS(r, loop_get(&b, q)))))));
    loop_set(&b, left,
             loop_op2(&b, LOOP_OR, loop_op2(&b, LOOP_LE, x, y), loop_op1(&b, LOOP_ISNAN, y)));
    loop_end(&b);
    loop_begin_if(&b, loop_get(&b, left));
    loop_store(&b, work, EXPRS(p_add(&b, lo, k)), loop_load(&b, P, EXPRS(r, loop_get(&b, p))));
    loop_set(&b, p, p_add(&b, loop_get(&b, p), one));
    loop_else(&b);
    loop_store(&b, work, EXPRS(p_add(&b, lo, k)), loop_load(&b, P, EXPRS(r, loop_get(&b, q))));
    loop_set(&b, q, p_add(&b, loop_get(&b, q), one));
    loop_end(&b);
    loop_end(&b);
    loop_end(&b);
    i = loop_var(&b, loop_begin_for(&b, "i", m, LOOP_SERIAL, 0));
    loop_store(&b, P, EXPRS(r, i), loop_load(&b, work, EXPRS(i)));
    loop_end(&b);
    loop_set(&b, width, w2);
    loop_end(&b);
    loop_end(&b);
    return loop_builder_finish(&b);
}

/* C[i] = A[I[i]] at line 7 of some text. */
static inline const LoopFn *program_gather(Arena *arena) {
    LoopBuilder b;
    loop_builder_init(&b, arena, "gather");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n")), *m = loop_var(&b, loop_size(&b, "m"));
    const LoopBuffer *A = loop_param(&b, "A", LOOP_BUFFER_INPUT, DTYPE_F, EXPRS(m), 1, NULL);
    const LoopBuffer *I = loop_param(&b, "I", LOOP_BUFFER_INPUT, DTYPE_INT64, EXPRS(n), 1, NULL);
    const LoopBuffer *C = loop_param(&b, "C", LOOP_BUFFER_OUTPUT, DTYPE_F, EXPRS(n), 1, NULL);
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", n, LOOP_VECTOR, 0));
    b.loc = (Loc){.line = 7, .col = 9};
    loop_store(&b, C, EXPRS(i), loop_load(&b, A, EXPRS(loop_load(&b, I, EXPRS(i)))));
    loop_end(&b);
    return loop_builder_finish(&b);
}

/* B = A cast to another dtype; reinterpreted where that may be. */
static inline const LoopFn *program_cast(Arena *arena, DType from, DType to) {
    LoopBuilder b;
    loop_builder_init(&b, arena, "cast");
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n"));
    const LoopBuffer *A = loop_param(&b, "A", LOOP_BUFFER_INPUT, from, EXPRS(n), 1, NULL);
    const LoopBuffer *B = loop_param(&b, "B", LOOP_BUFFER_OUTPUT, to, EXPRS(n), 1, NULL);
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", n, LOOP_VECTOR, 0)),
                   *x = loop_load(&b, A, EXPRS(i));
    bool whole = dtype_size(from) == dtype_size(to) && from != DTYPE_BOOL && to != DTYPE_BOOL;
    const LoopExpr *bits = whole ? loop_reinterpret(&b, to, x) : loop_cast(&b, to, x);
    const LoopExpr *first = loop_op2(&b, LOOP_EQ, i, loop_index(&b, 0));
    loop_store(&b, B, EXPRS(i), loop_select(&b, first, bits, loop_cast(&b, to, x)));
    loop_end(&b);
    return loop_builder_finish(&b);
}

/* C[()] = iterations of a loop whose extent is read from a scalar that its body changes. */
static inline const LoopFn *program_extent(Arena *arena) {
    LoopBuilder b;
    loop_builder_init(&b, arena, "extent");
    const LoopBuffer *C = loop_param(&b, "C", LOOP_BUFFER_OUTPUT, DTYPE_INT64, NULL, 0, NULL);
    const LoopBuffer *n = loop_scalar(&b, "n", loop_index(&b, 3)),
                     *count = loop_scalar(&b, "count", loop_index(&b, 0));
    loop_begin_for(&b, "i", loop_get(&b, n), LOOP_SERIAL, 0);
    loop_begin_if(&b, p_lt(&b, loop_get(&b, n), loop_index(&b, 10)));
    loop_set(&b, n, p_add(&b, loop_get(&b, n), loop_index(&b, 1)));
    loop_end(&b);
    loop_set(&b, count, p_add(&b, loop_get(&b, count), loop_index(&b, 1)));
    loop_end(&b);
    loop_set(&b, C, loop_get(&b, count));
    return loop_builder_finish(&b);
}

/* Every row of expr.def for a dtype it allows, into locals. */
static inline const LoopFn *program_every_row(Arena *arena) {
    LoopBuilder b;
    loop_builder_init(&b, arena, "every_row");
    const LoopBuffer *in[DTYPE_LOOP_END];
    for (DType t = DTYPE_BOOL; t < DTYPE_LOOP_END; t++) {
        in[t] =
            loop_param(&b, dtype_name(t), LOOP_BUFFER_INPUT, t, EXPRS(loop_index(&b, 2)), 1, NULL);
    }
    const LoopBuffer *out = loop_param(&b, "out", LOOP_BUFFER_OUTPUT, DTYPE_INT64, NULL, 0, NULL);
    loop_set(&b, out, loop_index(&b, 0));
    for (int kind = LOOP_ADD; kind < LOOP_EXPR_COUNT; kind++) {
        for (DType t = DTYPE_BOOL; t < DTYPE_LOOP_END; t++) {
            if (!loop_expr_allows((LoopExprKind)kind, t)) continue;
            const LoopExpr *x = loop_load(&b, in[t], EXPRS(loop_index(&b, 0))),
                           *y = loop_load(&b, in[t], EXPRS(loop_index(&b, 1)));
            const LoopExpr *cond = loop_load(&b, in[DTYPE_BOOL], EXPRS(loop_index(&b, 1)));
            uint32_t n = loop_expr_arity((LoopExprKind)kind);
            const LoopExpr *e = n == 1   ? loop_op1(&b, (LoopExprKind)kind, x)
                                : n == 2 ? loop_op2(&b, (LoopExprKind)kind, x, y)
                                         : loop_select(&b, cond, x, y);
            const LoopExpr *v = loop_var(&b, loop_let(&b, "v", e));
            loop_set(&b, out,
                     loop_op2(&b, LOOP_BITXOR, loop_get(&b, out), loop_cast(&b, DTYPE_INT64, v)));
        }
    }
    return loop_builder_finish(&b);
}

/* One row of expr.def for one dtype: elementwise, so that special values meet. */
static inline const LoopFn *program_row(Arena *arena, LoopExprKind kind, DType type) {
    LoopBuilder b;
    loop_builder_init(&b, arena, loop_expr_text(kind));
    const LoopExpr *n = loop_var(&b, loop_size(&b, "n"));
    const LoopBuffer *cond =
        loop_param(&b, "cond", LOOP_BUFFER_INPUT, DTYPE_BOOL, EXPRS(n), 1, NULL);
    const LoopBuffer *x = loop_param(&b, "x", LOOP_BUFFER_INPUT, type, EXPRS(n, n), 2, NULL);
    const LoopBuffer *y = loop_param(&b, "y", LOOP_BUFFER_INPUT, type, EXPRS(n, n), 2, NULL);
    const LoopBuffer *z =
        loop_param(&b, "z", LOOP_BUFFER_OUTPUT, loop_expr_result(kind, type), EXPRS(n, n), 2, NULL);
    const LoopExpr *i = loop_var(&b, loop_begin_for(&b, "i", n, LOOP_PARALLEL, 0));
    const LoopExpr *j = loop_var(&b, loop_begin_for(&b, "j", n, LOOP_VECTOR, 0));
    const LoopExpr *u = loop_load(&b, x, EXPRS(i, j)), *v = loop_load(&b, y, EXPRS(i, j));
    const uint32_t arity = loop_expr_arity(kind);
    const LoopExpr *e = arity == 1   ? loop_op1(&b, kind, u)
                        : arity == 2 ? loop_op2(&b, kind, u, v)
                                     : loop_select(&b, loop_load(&b, cond, EXPRS(j)), u, v);
    loop_store(&b, z, EXPRS(i, j), e);
    loop_end(&b);
    loop_end(&b);
    return loop_builder_finish(&b);
}

enum { PROGRAMS = 14 };

/* All of them by number, for round trips. */
static inline const LoopFn *program(Arena *arena, int i) {
    switch (i) {
    case 0: return program_matmul(arena, 0);
    case 1: return program_matmul(arena, 4);
    case 2: return program_transpose(arena);
    case 3: return program_total(arena, 0);
    case 4: return program_total(arena, 8);
    case 5: return program_reductions(arena, 16);
    case 6: return program_collatz(arena);
    case 7: return program_calls(arena);
    case 8: return program_sort(arena);
    case 9: return program_gather(arena);
    case 10: return program_cast(arena, DTYPE_FLOAT32, DTYPE_INT32);
    case 11: return program_cast(arena, DTYPE_BFLOAT16, DTYPE_UINT64);
    case 12: return program_extent(arena);
    default: return program_every_row(arena);
    }
}

#endif
