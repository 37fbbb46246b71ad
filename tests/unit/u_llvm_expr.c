/* SPDX-License-Identifier: Apache-2.0 */
/* backend/llvm/ll.h: every row of loop/expr.def, every cast and reinterpretation for every dtype,
 * by one lane and by vectors, optimised and run here, against loop/eval.c. */
#include "unit.h"

#include <math.h>

#include "unit_arena.h"
#include "llvm_machine.h"

/* COUNT: a multiple of every number of lanes */
enum { COUNT = 2176, ULPS = 4, OPERANDS = 3, SHOWN = 20 };

static const uint32_t lane_counts[] = {1, 4, 16, 17};

/* --- Functions --- */

/* One operation on arrays: lanes by lanes, `count` a multiple of them. */
typedef void ArrayFn(const void *a, const void *b, const void *c, void *out, int64_t count);

typedef struct {
    LoopExprKind kind; /* or LOOP_CAST, LOOP_REINTERPRET, from -> to */
    DType from, to;
    uint32_t lanes;
    const char *name;
} Case;

/* SELECT takes its condition last in memory; FMA adds its first operand. */
static uint32_t operands(const Case *c) {
    return loop_expr_is_op(c->kind) ? loop_expr_arity(c->kind) : 1;
}

static LLVMValueRef value_of(LlUnit *u, const Case *c, const LLVMValueRef *v) {
    if (c->kind == LOOP_CAST) return ll_cast(u, c->from, c->to, c->lanes, v[0]);
    if (c->kind == LOOP_REINTERPRET) return ll_reinterpret(u, c->from, c->to, c->lanes, v[0]);
    if (c->kind == LOOP_SELECT)
        return ll_op(u, c->kind, c->from, c->lanes, (LLVMValueRef[]){v[2], v[0], v[1]});
    return ll_op(u, c->kind, c->from, c->lanes, v);
}

static LLVMValueRef at(LlUnit *u, DType t, LLVMValueRef base, LLVMValueRef i) {
    return LLVMBuildGEP2(u->builder, ll_memory_type(u, t, 1), base, &i, 1, "");
}

static void emit(LlUnit *u, const Case *c) {
    LLVMBuilderRef b = u->builder;
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr, u->ptr, u->i64};
    LLVMValueRef f =
        LLVMAddFunction(u->module, c->name, LLVMFunctionType(u->nothing, types, 5, false));
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(u->context, f, "entry");
    LLVMBasicBlockRef loop = LLVMAppendBasicBlockInContext(u->context, f, "loop");
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(u->context, f, "end");
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMBuildBr(b, loop);
    LLVMPositionBuilderAtEnd(b, loop);
    LLVMValueRef i = LLVMBuildPhi(b, u->i64, ""), v[OPERANDS];
    for (uint32_t k = 0; k < operands(c); k++) {
        const DType t = k == 2 ? DTYPE_BOOL : c->from;
        if (k == 2 && c->kind == LOOP_FMA)
            v[k] = v[0];
        else
            v[k] = ll_load(u, t, c->lanes, at(u, t, LLVMGetParam(f, k), i), NULL);
    }
    ll_store(u, c->to, c->lanes, at(u, c->to, LLVMGetParam(f, 3), i), value_of(u, c, v), NULL);
    LLVMValueRef next = LLVMBuildAdd(b, i, ll_int(u, c->lanes), "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntSLT, next, LLVMGetParam(f, 4), ""), loop, end);
    LLVMAddIncoming(i, (LLVMValueRef[]){ll_int(u, 0), next}, (LLVMBasicBlockRef[]){entry, loop}, 2);
    LLVMPositionBuilderAtEnd(b, end);
    LLVMBuildRetVoid(b);
}

/* --- Values --- */

static uint64_t seed = 1;

static const double edges[] = {0.0,
                               -0.0,
                               1,
                               -1,
                               0.5,
                               -0.5,
                               1.5,
                               2.5,
                               -2.5,
                               3e-45,
                               -1e-40,
                               6e-8,
                               1e-7,
                               65504,
                               65519.99,
                               65520,
                               -65536,
                               88.7,
                               -87.5,
                               -103.9,
                               1e10,
                               -1e30,
                               3.4e38,
                               1e300,
                               4e-320,
                               -1e-310,
                               2147483648.0,
                               -2147483649.0,
                               9223372036854775808.0,
                               255.5,
                               -128.5,
                               1.00048828125,
                               1.0014648437};
static const int64_t int_edges[] = {0,
                                    1,
                                    -1,
                                    2,
                                    -2,
                                    3,
                                    7,
                                    8,
                                    15,
                                    16,
                                    31,
                                    32,
                                    63,
                                    64,
                                    127,
                                    -128,
                                    255,
                                    2049,
                                    32767,
                                    -32768,
                                    16777217,
                                    INT32_MAX,
                                    INT32_MIN,
                                    INT64_MAX,
                                    INT64_MIN,
                                    9007199254740993,
                                    -9007199254740993,
                                    0x4040000000000001,
                                    0x7f80000000000000,
                                    -4629700416936869887};

/* The i-th value of an operand: every edge against every edge (step: how many values the other
 * operand goes through meanwhile), then drawn ones. */
static void draw(DType t, char *out, size_t i, size_t step) {
    const size_t n = dtype_is_float(t) ? ARRAY_LEN(edges) + 3 : ARRAY_LEN(int_edges);
    const uint64_t r = unit_random(&seed);
    const size_t edge = i / step % n;
    if (dtype_is_float(t)) {
        double v = (double)(int64_t)r / (double)(UINT64_C(1) << 60);
        if (i < n * n && edge < ARRAY_LEN(edges)) v = edges[edge];
        if (i < n * n && edge >= ARRAY_LEN(edges))
            v = edge == n - 1 ? (double)NAN : edge == n - 2 ? (double)INFINITY : -(double)INFINITY;
        if (i >= n * n && r % 4 == 0) v = ldexp(v, (int)(r >> 8 & 127) - 64);
        dtype_write_double(t, out, v);
    } else if (t == DTYPE_BOOL) {
        *out = (char)(r % 3 ? r >> 8 & 1 : r >> 8); /* any that is not 0 is true */
    } else {
        const int64_t v = i < n * n ? int_edges[edge] : (int64_t)unit_random(&seed) >> (r & 63);
        memcpy(out, &v, dtype_size(t));
    }
}

static LoopValue value_at(DType t, const char *a, size_t i) {
    a += i * dtype_size(t);
    if (dtype_is_float(t)) return (LoopValue){.f = dtype_read_double(t, a)};
    return (LoopValue){.i = t == DTYPE_BOOL ? *a != 0 : dtype_read_int(t, a)};
}

/* The place of a float among those of its dtype; both zeros are at 0. */
static int64_t place(DType t, double v) {
    if (isinf(v) && t != DTYPE_FLOAT64) { /* behind the greatest */
        double last = t == DTYPE_FLOAT16    ? 65504
                      : t == DTYPE_BFLOAT16 ? 0x1.fep127
                                            : 0x1.fffffep127;
        return (v > 0 ? 1 : -1) * (place(t, last) + 1);
    }
    int64_t bits = 0;
    dtype_write_double(t, &bits, fabs(v));
    return signbit(v) ? -bits : bits;
}

static bool close_enough(DType t, LoopValue want, LoopValue got, bool exact) {
    if (!dtype_is_float(t)) return want.i == got.i;
    if (isnan(want.f) || isnan(got.f)) return isnan(want.f) && isnan(got.f);
    if (exact) return memcmp(&want.f, &got.f, sizeof want.f) == 0;
    const int64_t far = place(t, want.f) - place(t, got.f);
    return far >= -ULPS && far <= ULPS;
}

static LoopValue expected(const Case *c, const char *const *in, size_t i) {
    LoopValue v[OPERANDS];
    for (uint32_t k = 0; k < operands(c); k++)
        v[k] = k == 2 && c->kind == LOOP_FMA ? v[0]
                                             : value_at(k == 2 ? DTYPE_BOOL : c->from, in[k], i);
    if (c->kind == LOOP_CAST) return loop_eval_cast(c->from, c->to, v[0]);
    if (c->kind == LOOP_REINTERPRET) return loop_eval_reinterpret(c->from, c->to, v[0]);
    if (c->kind == LOOP_SELECT)
        return loop_eval_op(c->kind, c->from, (LoopValue[]){v[2], v[0], v[1]});
    return loop_eval_op(c->kind, c->from, v);
}

static bool is_of_libm(LoopExprKind kind) {
    switch (kind) {
#define MATH(id, name, vector) case LOOP_##id:
#include "backend/llvm/math.def"
        return kind != LOOP_FMOD;
    default: return false;
    }
}

static int check_case(Machine *m, const Case *c, const char *const *in) {
    static char out[COUNT * 8];
    ArrayFn *f = (ArrayFn *)machine_get(m, c->name);
    int wrong = 0;
    memset(out, 0x5a, sizeof out);
    f(in[0], in[1], in[2], out, COUNT);
    const bool exact = m->u.strict || !is_of_libm(c->kind);
    for (size_t i = 0; i < COUNT; i++) {
        const LoopValue want = expected(c, in, i), got = value_at(c->to, out, i);
        if (close_enough(c->to, want, got, exact)) continue;
        if (wrong++ > 2) continue;
        const LoopValue a = value_at(c->from, in[0], i), b = value_at(c->from, in[1], i);
        if (dtype_is_float(c->from))
            printf("%s (%a, %a): ", c->name, a.f, b.f);
        else
            printf("%s (%lld, %lld): ", c->name, (long long)a.i, (long long)b.i);
        if (dtype_is_float(c->to))
            printf("%a, not %a\n", got.f, want.f);
        else
            printf("%lld, not %lld\n", (long long)got.i, (long long)want.i);
    }
    return wrong;
}

/* --- Rows --- */

typedef VEC(Case) Cases;

static void add_case(Machine *m, Cases *cases, LoopExprKind kind, DType from, DType to,
                     uint32_t lanes) {
    const char *text = kind == LOOP_CAST          ? "cast"
                       : kind == LOOP_REINTERPRET ? "reinterpret"
                                                  : loop_expr_text(kind);
    const char *name =
        arena_printf(&arena, "%zu: %s %s -> %s, %u lanes, %u bytes", cases->len, text,
                     dtype_name(from), dtype_name(to), lanes, m->u.vector_bytes);
    vec_push(&arena, cases, ((Case){kind, from, to, lanes, name}));
    emit(&m->u, &cases->at[cases->len - 1]);
}

static void run_cases(Machine *m, const Cases *cases, DType from) {
    static char in[OPERANDS][COUNT * 8];
    const char *const operand[] = {in[0], in[1], in[2]};
    const size_t edge_count = dtype_is_float(from) ? ARRAY_LEN(edges) + 3 : ARRAY_LEN(int_edges);
    for (size_t i = 0; i < COUNT; i++) {
        draw(from, in[0] + i * dtype_size(from), i, 1);
        draw(from, in[1] + i * dtype_size(from), i, edge_count);
        draw(DTYPE_BOOL, in[2] + i, i, 1);
    }
    int failed = 0;
    machine_start(m);
    for (size_t i = 0; i < cases->len && failed < SHOWN; i++)
        failed += check_case(m, &cases->at[i], operand) != 0;
    machine_fini(m);
    assert_int_equal(failed, 0);
}

static void check_dtype(DType from, bool strict, uint32_t vector_bytes) {
    Machine m;
    Cases cases = {.at = NULL};
    machine_init(&m, strict);
    m.u.vector_bytes = vector_bytes;
    const bool only_libm = strict || vector_bytes != widest(); /* the rest is the same code */
    for (size_t l = 0; l < ARRAY_LEN(lane_counts); l++) {
        const uint32_t lanes = lane_counts[l];
        for (int kind = LOOP_ADD; kind < LOOP_EXPR_COUNT; kind++) {
            if (!loop_expr_allows((LoopExprKind)kind, from)) continue;
            if (only_libm && !is_of_libm((LoopExprKind)kind)) continue;
            add_case(&m, &cases, (LoopExprKind)kind, from,
                     loop_expr_result((LoopExprKind)kind, from), lanes);
        }
        for (DType to = DTYPE_BOOL; to < DTYPE_LOOP_END && (strict || !only_libm); to++) {
            add_case(&m, &cases, LOOP_CAST, from, to, lanes);
            if (from != DTYPE_BOOL && to != DTYPE_BOOL && dtype_size(to) == dtype_size(from))
                add_case(&m, &cases, LOOP_REINTERPRET, from, to, lanes);
        }
    }
    run_cases(&m, &cases, from);
}

static void every_row(void **state) {
    (void)state;
    for (DType t = DTYPE_BOOL; t < DTYPE_LOOP_END; t++) check_dtype(t, false, widest());
}

static void every_row_strictly(void **state) {
    (void)state;
    for (DType t = DTYPE_FLOAT16; t < DTYPE_LOOP_END; t++) check_dtype(t, true, widest());
}

static void narrow_registers(void **state) {
    (void)state;
    for (uint32_t bytes = 16; bytes < widest(); bytes *= 2) {
        check_dtype(DTYPE_FLOAT32, false, bytes);
        check_dtype(DTYPE_FLOAT64, false, bytes);
    }
}

UNIT_MAIN(cmocka_unit_test_setup_teardown(every_row, setup, teardown),
          cmocka_unit_test_setup_teardown(every_row_strictly, setup, teardown),
          cmocka_unit_test_setup_teardown(narrow_registers, setup, teardown))
