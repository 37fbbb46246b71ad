/* SPDX-License-Identifier: Apache-2.0 */
/* backend/llvm/ll.h: lanes to and from memory, whole and under masks, in a row and scattered, with
 * the arrays before and behind pages that may not be touched; reductions; constants as operands. */
#include "unit.h"

#include <math.h>
#include <sys/mman.h>

#include "unit_arena.h"
#include "llvm_machine.h"

static const uint32_t lane_counts[] = {1, 2, 3, 4, 16, 17, 32};
enum { LANES_MAX = 32, LANE_COUNTS = ARRAY_LEN(lane_counts), PAGE = 65536, DRAWS = 40 };

static uint64_t seed = 1;

/* A page, between two that may not be touched. */
static char *guarded_page(void) {
    char *at = mmap(NULL, 3 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(at != MAP_FAILED);
    assert_int_equal(mprotect(at + PAGE, PAGE, PROT_READ | PROT_WRITE), 0);
    return at + PAGE;
}

/* from, to: the elements; mask: bytes; indices: those of from and of to. */
typedef void CopyFn(const void *from, void *to, const void *mask, const int64_t *from_at,
                    const int64_t *to_at);

typedef enum { WHOLE, MASKED, GATHERED, MASKED_GATHERED, WAYS } Way;

static const char *name_of(Way way, DType t, uint32_t lanes) {
    static const char *const names[] = {"whole", "masked", "gathered", "masked_gathered"};
    return arena_printf(&arena, "%s_%s_%u", names[way], dtype_name(t), lanes);
}

static LLVMValueRef begin(LlUnit *u, const char *name, uint32_t n_params) {
    LLVMTypeRef types[] = {u->ptr, u->ptr, u->ptr, u->ptr, u->ptr};
    LLVMValueRef f =
        LLVMAddFunction(u->module, name, LLVMFunctionType(u->nothing, types, n_params, false));
    LLVMPositionBuilderAtEnd(u->builder, LLVMAppendBasicBlockInContext(u->context, f, ""));
    return f;
}

static void emit_copy(LlUnit *u, Way way, DType t, uint32_t lanes) {
    LLVMValueRef f = begin(u, name_of(way, t, lanes), 5);
    LLVMValueRef from = LLVMGetParam(f, 0), to = LLVMGetParam(f, 1), mask = NULL;
    if (way == MASKED || way == MASKED_GATHERED)
        mask = ll_load(u, DTYPE_BOOL, lanes, LLVMGetParam(f, 2), NULL);
    if (way == WHOLE || way == MASKED) {
        ll_store(u, t, lanes, to, ll_load(u, t, lanes, from, mask), mask);
    } else {
        LLVMValueRef from_at = ll_load(u, DTYPE_INT64, lanes, LLVMGetParam(f, 3), NULL);
        LLVMValueRef to_at = ll_load(u, DTYPE_INT64, lanes, LLVMGetParam(f, 4), NULL);
        ll_scatter(u, t, lanes, to, to_at, ll_gather(u, t, lanes, from, from_at, mask), mask);
    }
    LLVMBuildRetVoid(u->builder);
}

static void draw_element(DType t, char *at) {
    const uint64_t r = unit_random(&seed);
    if (dtype_is_float(t))
        dtype_write_double(t, at, (double)(int64_t)r / (double)(UINT64_C(1) << 61));
    else
        memcpy(at, &(uint64_t){t == DTYPE_BOOL ? r & 1 : r}, dtype_size(t));
}

/* The lanes that the mask has stand at the beginning or the end of the page; the others are outside
 * of it. */
static void check_copy(Machine *m, Way way, DType t, uint32_t lanes, char *const pages[2]) {
    CopyFn *f = (CopyFn *)machine_get(m, name_of(way, t, lanes));
    const size_t size = dtype_size(t);
    const bool has_mask = way == MASKED || way == MASKED_GATHERED, gathers = way >= GATHERED;
    for (int run = 0; run < DRAWS; run++) {
        const bool at_end = run % 2;
        const uint32_t used = has_mask ? (uint32_t)(unit_random(&seed) % (lanes + 1)) : lanes;
        /* gathered: from more elements than are taken */
        const uint32_t room = gathers ? used + 5 : used;
        char mask[LANES_MAX] = {0}, want[2 * LANES_MAX * 8];
        int64_t from_at[LANES_MAX], to_at[LANES_MAX];
        char *ends[2];
        for (int k = 0; k < 2; k++) {
            ends[k] = at_end ? pages[k] + PAGE - room * size : pages[k];
            for (uint32_t i = 0; i < room; i++) draw_element(t, ends[k] + i * size);
        }
        memcpy(want, ends[1], room * size);
        /* Counted from the end, the lanes without a mask are those before the page. */
        const uint32_t first = at_end ? 0 : lanes - used;
        for (uint32_t i = 0; i < lanes; i++) {
            const bool on = i >= first && i < first + used;
            mask[i] = on ? (char)(1 + run) : 0;
            from_at[i] = on ? (int64_t)(unit_random(&seed) % room) : INT32_MAX;
            to_at[i] = on ? (int64_t)((i - first) + (uint32_t)run % 5) : INT32_MIN;
            if (!on) continue;
            if (gathers)
                memcpy(want + (size_t)to_at[i] * size, ends[0] + (size_t)from_at[i] * size, size);
            else
                memcpy(want + (i - first) * size, ends[0] + (i - first) * size, size);
        }
        const size_t shift = gathers ? 0 : first * size;
        f(ends[0] - shift, ends[1] - shift, mask, from_at, to_at);
        assert_memory_equal(ends[1], want, room * size);
    }
}

static void memory(void **state) {
    (void)state;
    Machine m;
    char *const pages[] = {guarded_page(), guarded_page()};
    machine_init(&m, false);
    for (DType t = DTYPE_BOOL; t < DTYPE_LOOP_END; t++)
        for (size_t i = 0; i < LANE_COUNTS; i++)
            for (Way way = WHOLE; way < WAYS; way++) emit_copy(&m.u, way, t, lane_counts[i]);
    machine_start(&m);
    for (DType t = DTYPE_BOOL; t < DTYPE_LOOP_END; t++)
        for (size_t i = 0; i < LANE_COUNTS; i++)
            for (Way way = WHOLE; way < WAYS; way++) check_copy(&m, way, t, lane_counts[i], pages);
    machine_fini(&m);
    for (int k = 0; k < 2; k++) munmap(pages[k] - PAGE, 3 * PAGE);
}

/* --- Reductions --- */

typedef void ValueFn(const void *in, void *out);

static const char *reduction_name(LoopExprKind op, DType t, uint32_t lanes) {
    return arena_printf(&arena, "reduce %s %s %u", loop_expr_text(op), dtype_name(t), lanes);
}

static void emit_reduction(LlUnit *u, LoopExprKind op, DType t, uint32_t lanes) {
    LLVMValueRef f = begin(u, reduction_name(op, t, lanes), 2);
    LLVMValueRef v = ll_load(u, t, lanes, LLVMGetParam(f, 0), NULL);
    ll_store(u, t, 1, LLVMGetParam(f, 1), ll_reduce(u, op, t, lanes, v), NULL);
    LLVMBuildRetVoid(u->builder);
}

static LoopValue read_value(DType t, const char *at) {
    if (dtype_is_float(t)) return (LoopValue){.f = dtype_read_double(t, at)};
    return (LoopValue){.i = dtype_read_int(t, at)};
}

/* The first half with the second, and so on; the last of an odd number waits. */
static LoopValue reduced(LoopExprKind op, DType t, uint32_t lanes, LoopValue *v) {
    LoopValue rest = loop_eval_identity(op, t);
    for (; lanes > 1; lanes /= 2) {
        if (lanes % 2) rest = loop_eval_op(op, t, (LoopValue[]){v[lanes - 1], rest});
        for (uint32_t i = 0; i < lanes / 2; i++)
            v[i] = loop_eval_op(op, t, (LoopValue[]){v[i], v[i + lanes / 2]});
    }
    return loop_eval_op(op, t, (LoopValue[]){v[0], rest});
}

static bool reduces(LoopExprKind op, DType t) {
    return loop_expr_is_associative(op) && loop_expr_allows(op, t);
}

static void reductions(void **state) {
    (void)state;
    Machine m;
    int checked = 0;
    machine_init(&m, false);
    for (int op = LOOP_ADD; op < LOOP_EXPR_COUNT; op++)
        for (DType t = DTYPE_BOOL; t < DTYPE_LOOP_END; t++)
            for (size_t i = 0; i < LANE_COUNTS && reduces((LoopExprKind)op, t); i++)
                emit_reduction(&m.u, (LoopExprKind)op, t, lane_counts[i]);
    machine_start(&m);
    for (int op = LOOP_ADD; op < LOOP_EXPR_COUNT; op++)
        for (DType t = DTYPE_BOOL; t < DTYPE_LOOP_END; t++)
            for (size_t i = 0; i < LANE_COUNTS && reduces((LoopExprKind)op, t); i++, checked++) {
                char in[LANES_MAX * 8], out[8] = {0};
                LoopValue v[LANES_MAX];
                for (uint32_t k = 0; k < lane_counts[i]; k++) {
                    draw_element(t, in + k * dtype_size(t));
                    v[k] = read_value(t, in + k * dtype_size(t));
                }
                ((ValueFn *)machine_get(&m, reduction_name((LoopExprKind)op, t, lane_counts[i])))(
                    in, out);
                const LoopValue want = reduced((LoopExprKind)op, t, lane_counts[i], v),
                                got = read_value(t, out);
                assert_true(memcmp(&want, &got, sizeof want) == 0);
            }
    machine_fini(&m);
    assert_true(checked > 300);
}

/* --- A constant operand, in all lanes or not --- */

static const double constants[] = {0.0, -0.0, 1.5, -1, (double)INFINITY, (double)NAN};
static const double values[] = {
    0.0,  -0.0, 1.5, -1, (double)INFINITY, (double)NAN, -(double)INFINITY, 2, -2, 1e-30, 1, 0,
    -0.0, 3,    4,   5};
enum { CONSTANTS = ARRAY_LEN(constants), VALUES = ARRAY_LEN(values) };

static LLVMValueRef constant(LlUnit *u, DType t, uint32_t lanes, size_t which) {
    if (which < CONSTANTS) return ll_const(u, t, lanes, (LoopValue){.f = constants[which]});
    LLVMValueRef all[VALUES]; /* the lanes differ */
    for (uint32_t i = 0; i < lanes; i++)
        all[i] = ll_const(u, t, 1, (LoopValue){.f = values[VALUES - 1 - i]});
    return lanes == 1 ? all[0] : LLVMConstVector(all, lanes);
}

static double constant_at(uint32_t lane, size_t which) {
    return which < CONSTANTS ? constants[which] : values[VALUES - 1 - lane];
}

static const LoopExprKind with_constant[] = {LOOP_MIN, LOOP_MAX, LOOP_ADD, LOOP_MUL, LOOP_LT};

static const char *constant_name(LoopExprKind op, DType t, uint32_t lanes, size_t which,
                                 bool first) {
    return arena_printf(&arena, "%s %s %u %zu %d", loop_expr_text(op), dtype_name(t), lanes, which,
                        first);
}

static void constant_operands(void **state) {
    (void)state;
    static const uint32_t widths[] = {1, VALUES};
    Machine m;
    machine_init(&m, false);
    for (int checking = 0; checking < 2; checking++) {
        for (DType t = DTYPE_FLOAT16; t < DTYPE_LOOP_END; t++)
            for (size_t o = 0; o < ARRAY_LEN(with_constant) * 4 * (CONSTANTS + 1); o++) {
                const LoopExprKind op = with_constant[o / 4 / (CONSTANTS + 1)];
                const uint32_t lanes = widths[o % 2];
                const bool first = o / 2 % 2;
                const size_t which = o / 4 % (CONSTANTS + 1);
                const char *name = constant_name(op, t, lanes, which, first);
                const DType result = loop_expr_result(op, t);
                if (!checking) {
                    LLVMValueRef f = begin(&m.u, name, 2), c = constant(&m.u, t, lanes, which);
                    LLVMValueRef v = ll_load(&m.u, t, lanes, LLVMGetParam(f, 0), NULL);
                    LLVMValueRef args[] = {first ? c : v, first ? v : c};
                    ll_store(&m.u, result, lanes, LLVMGetParam(f, 1),
                             ll_op(&m.u, op, t, lanes, args), NULL);
                    LLVMBuildRetVoid(m.u.builder);
                    continue;
                }
                char in[VALUES * 8], out[VALUES * 8];
                for (uint32_t i = 0; i < lanes; i++)
                    dtype_write_double(t, in + i * dtype_size(t), values[i]);
                ((ValueFn *)machine_get(&m, name))(in, out);
                for (uint32_t i = 0; i < lanes; i++) {
                    const LoopValue c = {.f = constant_at(i, which)},
                                    v = {.f = dtype_read_double(t, in + i * dtype_size(t))};
                    const LoopValue want =
                        loop_eval_op(op, t, (LoopValue[]){first ? c : v, first ? v : c});
                    const LoopValue got = read_value(result, out + i * dtype_size(result));
                    const bool nan = dtype_is_float(result) && isnan(want.f) && isnan(got.f);
                    if (!nan && memcmp(&want, &got, sizeof want) != 0)
                        printf("%s of %a: %a, not %a\n", name, v.f, got.f, want.f);
                    assert_true(nan || memcmp(&want, &got, sizeof want) == 0);
                }
            }
        if (!checking) machine_start(&m);
    }
    machine_fini(&m);
}

UNIT_MAIN(cmocka_unit_test_setup_teardown(memory, setup, teardown),
          cmocka_unit_test_setup_teardown(reductions, setup, teardown),
          cmocka_unit_test_setup_teardown(constant_operands, setup, teardown))
