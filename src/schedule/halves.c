/* SPDX-License-Identifier: Apache-2.0 */
/* Functions in which values of half types are floats: scalars and names of the function are
 * float32, an operation is one of float32 whose result is rounded to the half type and back, and
 * only what is loaded and stored is short. Vectors have no halves but those.
 *
 *     acc = T.alloc_buffer((), "float16")      acc = T.alloc_buffer((), "float32")
 *     acc[()] = A[i] * B[i]                    acc[()] = T.Cast("float32", T.Cast("float16",
 *                                                  T.Cast("float32", A[i]) * T.Cast("float32", B[i])))
 *     C[i] = acc[()]                           C[i] = T.Cast("float16", acc[()])
 *
 * The bits stay. A sum, difference, product, quotient or root that is rounded to 24 bits and then
 * to 11 or 8 is the one that is rounded at once, as 24 >= 2 * 11 + 2 (S. Figueroa, "When is double
 * rounding innocuous?", SIGNUM Newsletter 30(3), 1995). Below float16's least normal number float32
 * has bits to spare. bfloat16 has float32's exponents, so of its products and quotients those below
 * 2**-126 may differ, and where bits are to stay a function with these stays as it is; as does one
 * with functions of math.h. */
#include "loop/own.h"
#include "schedule/parts.h"

static bool can_be_float(const LoopExpr *e, bool exact) {
    switch (e->kind) {
    case LOOP_CONST:
    case LOOP_VAR:
    case LOOP_LOAD:
    case LOOP_CAST:
    case LOOP_ADD:
    case LOOP_SUB:
    case LOOP_SQRT: return true;
    case LOOP_MUL:
    case LOOP_DIV: return !exact || e->dtype == DTYPE_FLOAT16;
    default:
        return sched_needs_no_rounding(e->kind) ||
               (!exact && loop_own_is_of_vectors(e->kind, DTYPE_FLOAT32));
    }
}

typedef struct {
    bool exact, has;
} Look;

static bool look_expr(Look *l, const LoopExpr *e) {
    if (dtype_is_half(e->dtype)) {
        l->has = true;
        if (e->lanes || !can_be_float(e, l->exact)) return false;
    }
    if (e->kind == LOOP_REINTERPRET && e->n && dtype_is_half(e->args[0]->dtype)) return false;
    for (uint32_t i = 0; i < e->n; i++)
        if (!look_expr(l, e->args[i])) return false;
    return true;
}

static bool look_list(Look *l, const LoopStmt *list) {
    for (const LoopStmt *x = list; x; x = x->next) {
        if (x->kind == LOOP_CALL || (x->kind == LOOP_FOR && x->lanes > 1)) return false;
        if (x->value && !look_expr(l, x->value)) return false;
        for (uint32_t i = 0; x->kind == LOOP_STORE && i < x->n; i++)
            if (!look_expr(l, x->indices[i])) return false;
        if (!look_list(l, x->body) || !look_list(l, x->other)) return false;
    }
    return true;
}

const LoopFn *sched_with_floats(const LoopFn *fn, bool exact, Arena *arena) {
    Sched s = {.ctx = arena->ctx, .arena = arena, .from = fn, .exact = true, .is_plain = true};
    Look look = {.exact = exact};
    const LoopFn *made = fn;
    Arena scratch;
    arena_init(&scratch, arena->ctx);
    s.scratch = &scratch;
    s.floats = true;
    if (sched_begin(&s) && look_list(&look, fn->body) && look.has) {
        sched_begin_function(&s, false);
        for (const LoopStmt *x = fn->body; x; x = x->next) sched_copy_stmt(&s, x);
        made = loop_builder_finish(&s.b);
    }
    arena_fini(&scratch);
    return made;
}
