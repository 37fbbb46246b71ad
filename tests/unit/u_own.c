/* SPDX-License-Identifier: Apache-2.0 */
/* loop/own.h: each function against libm's of double, over dense samples, what is special, and what
 * is near to where a way of computing ends; with products and sums in one rounding and in two. The
 * bounds are those of docs/compile.md. */
#include "loop/own.h"

#include <math.h>
#include <stdio.h>

#include "unit_arena.h"

enum { STEPS = 400 };

static double interpret(const LoopOwn *f, double x, double y, bool fused) {
    static LoopValue v[STEPS];
    assert_true(f->len <= STEPS);
    for (size_t i = 0; i < f->len; i++) {
        const LoopOwnStep *s = &f->at[i];
        const LoopOwnStep *from = &f->at[s->args[0]];
        LoopValue args[3];
        for (size_t k = 0; k < 3 && s->form != OWN_OPERAND; k++) args[k] = v[s->args[k]];
        switch (s->form) {
        case OWN_OPERAND: v[i].f = s->args[0] ? y : x; break;
        case OWN_NUMBER:
            v[i] = dtype_is_float(s->dtype) ? loop_eval_cast(DTYPE_FLOAT64, s->dtype, s->value)
                                            : s->value;
            break;
        case OWN_CAST: v[i] = loop_eval_cast(from->dtype, s->dtype, args[0]); break;
        case OWN_REINTERPRET: v[i] = loop_eval_reinterpret(from->dtype, s->dtype, args[0]); break;
        case OWN_OPERATION: {
            const DType t = s->kind == LOOP_SELECT ? f->at[s->args[1]].dtype : from->dtype;
            v[i] = loop_eval_op(s->kind, t, args);
            break;
        }
        case OWN_MULTIPLY_ADD:
            if (s->dtype == DTYPE_FLOAT64)
                v[i].f = fma(args[0].f, args[1].f, args[2].f);
            else if (fused)
                v[i].f = (double)fmaf((float)args[0].f, (float)args[1].f, (float)args[2].f);
            else
                v[i].f = (double)((float)(args[0].f * args[1].f) + (float)args[2].f);
            break;
        }
    }
    return v[f->len - 1].f;
}

typedef struct {
    LoopExprKind kind;
    DType t;
    double (*of)(double x);
    double (*of_two)(double x, double y);
    double bound; /* units in the last place */
} Row;

static double absolute(double x) { return fabs(x); }

static const Row rows[] = {
    {LOOP_ABS, DTYPE_FLOAT32, absolute, NULL, 0},
    {LOOP_FLOOR, DTYPE_FLOAT32, floor, NULL, 0},
    {LOOP_CEIL, DTYPE_FLOAT32, ceil, NULL, 0},
    {LOOP_TRUNC, DTYPE_FLOAT32, trunc, NULL, 0},
    {LOOP_ROUND, DTYPE_FLOAT32, nearbyint, NULL, 0},
    {LOOP_ABS, DTYPE_FLOAT64, absolute, NULL, 0},
    {LOOP_FLOOR, DTYPE_FLOAT64, floor, NULL, 0},
    {LOOP_CEIL, DTYPE_FLOAT64, ceil, NULL, 0},
    {LOOP_TRUNC, DTYPE_FLOAT64, trunc, NULL, 0},
    {LOOP_ROUND, DTYPE_FLOAT64, nearbyint, NULL, 0},
    {LOOP_SQRT, DTYPE_FLOAT32, sqrt, NULL, 0.5},
    {LOOP_EXP, DTYPE_FLOAT32, exp, NULL, 2},
    {LOOP_EXPM1, DTYPE_FLOAT32, expm1, NULL, 2},
    {LOOP_LOG, DTYPE_FLOAT32, log, NULL, 2},
    {LOOP_LOG1P, DTYPE_FLOAT32, log1p, NULL, 2},
    {LOOP_SIN, DTYPE_FLOAT32, sin, NULL, 3},
    {LOOP_COS, DTYPE_FLOAT32, cos, NULL, 3},
    {LOOP_TAN, DTYPE_FLOAT32, tan, NULL, 4},
    {LOOP_ASIN, DTYPE_FLOAT32, asin, NULL, 3},
    {LOOP_ACOS, DTYPE_FLOAT32, acos, NULL, 2},
    {LOOP_ATAN, DTYPE_FLOAT32, atan, NULL, 3},
    {LOOP_SINH, DTYPE_FLOAT32, sinh, NULL, 3},
    {LOOP_COSH, DTYPE_FLOAT32, cosh, NULL, 3},
    {LOOP_TANH, DTYPE_FLOAT32, tanh, NULL, 3},
    {LOOP_ASINH, DTYPE_FLOAT32, asinh, NULL, 4},
    {LOOP_ACOSH, DTYPE_FLOAT32, acosh, NULL, 4},
    {LOOP_ATANH, DTYPE_FLOAT32, atanh, NULL, 4},
    {LOOP_ERF, DTYPE_FLOAT32, erf, NULL, 3},
    {LOOP_POW, DTYPE_FLOAT32, NULL, pow, 2},
    {LOOP_FMOD, DTYPE_FLOAT32, NULL, fmod, 0},
};

/* How far, in units of what the type has where `want` is. */
static double distance(DType t, double got, double want) {
    const double rounded = t == DTYPE_FLOAT64 ? want : (double)(float)want;
    if (isnan(want) || isnan(got)) return isnan(want) && isnan(got) ? 0 : INFINITY;
    if (signbit(got) != signbit(want) && (got == 0) == (want == 0)) return INFINITY;
    if (got == rounded) return 0;
    if (t == DTYPE_FLOAT64) return INFINITY;
    if (isinf(want)) return INFINITY;
    int e;
    frexp(want, &e);
    if (isinf(got)) got = copysign(0x1p128, got);
    return fabs(got - want) / ldexp(1, e - 24 < -149 ? -149 : e - 24);
}

typedef struct {
    const Row *row;
    LoopOwn f;
    double worst, x, y;
} Trial;

static void try(Trial *self, double x, double y) {
    const double want = self->row->of ? self->row->of(x) : self->row->of_two(x, y);
    for (int fused = 0; fused < 2; fused++) {
        const double d = distance(self->row->t, interpret(&self->f, x, y, fused), want);
        if (!(d <= self->worst)) {
            self->worst = d;
            self->x = x;
            self->y = y;
        }
    }
}

static double of_bits(uint32_t bits) {
    float v;
    memcpy(&v, &bits, sizeof v);
    return (double)v;
}

static const double special[] = {0.0,
                                 -0.0,
                                 1,
                                 -1,
                                 0.5,
                                 -0.5,
                                 2,
                                 -2,
                                 3,
                                 -3,
                                 0x1p-149,
                                 -0x1p-149,
                                 0x1p-126,
                                 -0x1p-126,
                                 0x1.fffffep127,
                                 -0x1.fffffep127,
                                 88.72283172607422,
                                 88.7228546142578125,
                                 -103.97208404541015625,
                                 -103.97,
                                 -87.3365478515625,
                                 0.4142135623730950,
                                 2.414213562373095,
                                 0.625,
                                 0.9,
                                 4,
                                 -4,
                                 9.5,
                                 0x1p22,
                                 0x1p23,
                                 0x1p24,
                                 -0x1p23,
                                 8388607.5,
                                 2.5,
                                 -2.5,
                                 1.5,
                                 0.99999994,
                                 1.0000001,
                                 -0.99999994,
                                 16777215,
                                 0x1p31,
                                 -0x1p31,
                                 0x1p63,
                                 0x1p64,
                                 1e30,
                                 INFINITY,
                                 -INFINITY,
                                 NAN,
                                 17,
                                 -18,
                                 0.7853981852531433,
                                 1.5707963705062866,
                                 3.1415927410125732,
                                 16367173.0 * 0x1p72,
                                 255};

/* Every 2**32 / SAMPLES-th float, and as many in [-128, 128], where most functions do something. */
enum { SAMPLES = 8000 };

static void one(const Row *row) {
    Trial t = {.row = row, .f = loop_own(row->kind, row->t, &arena), .worst = 0};
    const size_t n = ARRAY_LEN(special);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < (row->of ? 1 : n); k++)
            try(&t, (double)(float)special[i], (double)(float)special[k]);
    uint32_t bits = 12345, other = 777;
    for (size_t i = 0; i < SAMPLES; i++) {
        bits += 536873;
        other = other * 1664525u + 1013904223u;
        const double small = ((double)other - 0x1p31) * 0x1p-24;
        try(&t, of_bits(bits), of_bits(other));
        try(&t, (double)(float)small, of_bits(bits));
        if (row->of) {
            try(&t, (double)(float)(small / 128), 0);
            try(&t, (double)(float)(small * 1024), 0);
        } else { /* results that are neither 0 nor infinite */
            const double x = fabs(of_bits(bits));
            try(&t, x, (double)(float)(small / fabs(log2(x))));
            try(&t, (double)(float)(1 + small / 256), (double)(float)(small * (double)(i % 256)));
            try(&t, (double)(float)small, (double)((int)(i % 40) - 20));
        }
    }
    if (!(t.worst <= row->bound))
        fail_msg("%s of %s: %g units at %a, %a", loop_expr_text(row->kind), dtype_name(row->t),
                 t.worst, t.x, t.y);
    printf("%s of %s: %zu steps, %.2f units\n", loop_expr_text(row->kind), dtype_name(row->t),
           t.f.len, t.worst);
}

static void all(void **state) {
    (void)state;
    size_t n = 0;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) one(&rows[i]);
    for (LoopExprKind kind = 0; kind < LOOP_EXPR_COUNT; kind++)
        n += loop_own_has(kind, DTYPE_FLOAT32) + loop_own_has(kind, DTYPE_FLOAT64);
    assert_int_equal(n, ARRAY_LEN(rows));
}

UNIT_MAIN(cmocka_unit_test_setup_teardown(all, setup, teardown))
