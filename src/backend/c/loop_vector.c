/* SPDX-License-Identifier: Apache-2.0 */
/* Vectors of scheduled loops. A value is one of a type tn_f32x16 and the like, an operation a
 * function of the prelude; a buffer of registers is a variable for each of its elements, and an
 * unrolled loop is written out.
 *
 * A vector that the compiler's target has in a register is of its own kind of vectors; a longer one
 * is two halves; without such vectors the least ones are arrays. So the same text is right
 * everywhere. Where a vector is more than two registers a tile is far from fitting in these: a
 * function then has another body, in which unrolled loops stand as loops and registers are an
 * array. It is nearly as fast, and compilers, which are slow where many values are alive at once,
 * have little to do. */
#include "backend/c/loop_parts.h"
#include "loop/own.h"

#include <math.h>

static CElement element_of(DType t) {
    return t == DTYPE_FLOAT64 ? C_DOUBLES : t == DTYPE_FLOAT32 ? C_FLOATS : C_INTEGERS;
}

static const char *call(CEmit *em, CVectorOp op, DType t, uint32_t lanes) {
    const CElement of = element_of(t);
    c_need_vector(em->unit, op, of, lanes);
    return arena_printf(em->arena, "%s_%s", c_vector_type(em->arena, of, lanes),
                        c_vector_op_text(op));
}

/* --- Values --- */

/* Which of its variables an element of registers is: its indices are numbers by now. */
static const char *register_of(CEmit *em, const LoopBuffer *b, const LoopExpr *const *indices) {
    int64_t at = 0;
    if (em->rolled) {
        for (uint32_t i = 0; i < b->ndim; i++) c_expr(em, indices[i], NULL);
        return c_element(em, b, indices, NULL);
    }
    for (uint32_t i = 0; i < b->ndim; i++) {
        CRange r;
        c_expr(em, indices[i], &r);
        BUG_IF(r.lo != r.hi);
        at = at * b->dims[i]->i + r.lo;
    }
    return em->registers[b->id][at];
}

/* The address of lane 0. */
static const char *address(CEmit *em, const LoopBuffer *b, const LoopExpr *const *indices) {
    const LoopExpr **first = ARENA_ARRAY(em->arena, const LoopExpr *, (size_t)b->ndim + 1);
    for (uint32_t i = 0; i < b->ndim; i++) first[i] = indices[i];
    first[b->ndim - 1] = indices[b->ndim - 1]->args[0];
    const char *place = c_place(em, b, first);
    if (place) return arena_printf(em->arena, "&%s", place);
    for (uint32_t i = 0; i < b->ndim; i++) c_expr(em, first[i], NULL); /* their uses are counted */
    return arena_printf(em->arena, "&%s", c_element(em, b, first, NULL));
}

/* Its second operand is a float that is a number, and where it equals the first one it is the
 * result: not the zero that loses against the other one. */
static bool is_of_number(const LoopExpr *e) {
    const LoopExpr *y = e->args[1]->kind == LOOP_BROADCAST ? e->args[1]->args[0] : e->args[1];
    if (!dtype_is_float(y->dtype)) return false;
    const bool loses = y->kind == LOOP_CONST && y->f == 0 && signbit(y->f) == (e->kind == LOOP_MAX);
    return y->kind == LOOP_CONST && y->f == y->f && !loses;
}

static CVectorOp op_of(const LoopExpr *e) {
    switch (e->kind) {
    case LOOP_MIN: return is_of_number(e) ? C_VECTOR_MIN_OF : C_VECTOR_MIN;
    case LOOP_MAX: return is_of_number(e) ? C_VECTOR_MAX_OF : C_VECTOR_MAX;
    case LOOP_ADD: return C_VECTOR_ADD;
    case LOOP_SUB: return C_VECTOR_SUB;
    case LOOP_MUL: return C_VECTOR_MUL;
    case LOOP_DIV: return C_VECTOR_DIV;
    case LOOP_NEG: return C_VECTOR_NEG;
    case LOOP_SQRT: return C_VECTOR_SQRT;
    case LOOP_FMA: return C_VECTOR_FMA;
    case LOOP_EQ: return C_VECTOR_EQ;
    case LOOP_NE: return C_VECTOR_NE;
    case LOOP_LT: return C_VECTOR_LT;
    case LOOP_LE: return C_VECTOR_LE;
    default: BUG("no vectors of %s", loop_expr_text(e->kind));
    }
}

static const char *bare(CEmit *em, const LoopExpr *e) {
    const Str text = c_bare(c_expr(em, e, NULL));
    return arena_strdup(em->arena, text);
}

static const char *vector(CEmit *em, const LoopExpr *e);

/* What chooses among vectors of the dtype. */
static const char *mask(CEmit *em, const LoopExpr *e, DType t) {
    if (e->kind == LOOP_LANE_MASK)
        return arena_printf(em->arena, "%s(%s, %s)", call(em, C_VECTOR_MASK, t, e->lanes),
                            bare(em, e->args[0]), bare(em, e->args[1]));
    if (e->kind == LOOP_LOAD)
        return arena_printf(em->arena, "%s(%s)", call(em, C_VECTOR_MASK_LOAD, t, e->lanes),
                            address(em, e->buffer, e->args));
    return vector(em, e);
}

static const char *conversion(CEmit *em, CConversion kind, uint32_t lanes, const char *x) {
    return arena_printf(em->arena, "%s(%s)", c_vector_conversion(em->unit, kind, lanes), x);
}

static CConversion widening(DType t) {
    switch (t) {
    case DTYPE_INT8: return C_WIDEN_INT8;
    case DTYPE_UINT8: return C_WIDEN_UINT8;
    case DTYPE_INT16: return C_WIDEN_INT16;
    case DTYPE_UINT16: return C_WIDEN_UINT16;
    case DTYPE_FLOAT16: return C_WIDEN_FLOAT16;
    default: return C_WIDEN_BFLOAT16;
    }
}

/* The values that the short type has, as float32 or int32. */
static const char *by_short(CEmit *em, const LoopExpr *cast) {
    const LoopExpr *from = cast->args[0];
    const char *x = vector(em, from);
    const bool is_signed = dtype_kind(cast->dtype) == DTYPE_KIND_INT;
    const int bits = dtype_bits(cast->dtype), most = (1 << (bits - is_signed)) - 1;
    if (dtype_is_half(cast->dtype))
        return conversion(em, cast->dtype == DTYPE_FLOAT16 ? C_ROUND_FLOAT16 : C_ROUND_BFLOAT16,
                          cast->lanes, x);
    if (from->dtype == DTYPE_FLOAT32)
        return conversion(
            em, C_TO_RANGE, cast->lanes,
            arena_printf(em->arena, "%s, %d, %d", x, is_signed ? -most - 1 : 0, most));
    return conversion(em, is_signed ? C_WRAP_SIGNED : C_WRAP_UNSIGNED, cast->lanes,
                      arena_printf(em->arena, "%s, %d", x, bits));
}

/* What is short is widened as it is loaded, or as it is made. */
static const char *converted(CEmit *em, const LoopExpr *e) {
    const LoopExpr *from = e->args[0];
    const bool is_short = loop_vector_is_short(from->dtype);
    const char *x;
    if (!is_short)
        x = vector(em, from);
    else if (from->kind == LOOP_CAST)
        x = by_short(em, from);
    else
        x = conversion(em, widening(from->dtype), e->lanes, address(em, from->buffer, from->args));
    const DType has = dtype_is_half(from->dtype) ? DTYPE_FLOAT32
                      : is_short                 ? DTYPE_INT32
                                                 : from->dtype;
    if (has == e->dtype) return x;
    return conversion(em, e->dtype == DTYPE_FLOAT32 ? C_TO_FLOAT : C_TO_INTEGER, e->lanes, x);
}

static const char *vector(CEmit *em, const LoopExpr *e) {
    const char *x[3];
    switch (e->kind) {
    case LOOP_CAST: return converted(em, e);
    case LOOP_BROADCAST:
        return arena_printf(em->arena, "%s(%s)", call(em, C_VECTOR_SPLAT, e->dtype, e->lanes),
                            bare(em, e->args[0]));
    case LOOP_LOAD:
        if (e->buffer->lanes) return register_of(em, e->buffer, e->args);
        return arena_printf(em->arena, "%s(%s)", call(em, C_VECTOR_LOAD, e->dtype, e->lanes),
                            address(em, e->buffer, e->args));
    case LOOP_SELECT: {
        x[0] = mask(em, e->args[0], e->dtype);
        x[1] = vector(em, e->args[1]);
        x[2] = vector(em, e->args[2]);
        return arena_printf(em->arena, "%s(%s, %s, %s)",
                            call(em, C_VECTOR_SELECT, e->dtype, e->lanes), x[0], x[1], x[2]);
    }
    default: break;
    }
    const DType t = e->args[0]->dtype; /* of comparisons too */
    for (uint32_t i = 0; i < e->n; i++) x[i] = vector(em, e->args[i]);
    if (e->kind == LOOP_ABS) /* of two zeros max takes the positive one */
        return arena_printf(em->arena, "%s(%s, %s(%s))", call(em, C_VECTOR_MAX, t, e->lanes), x[0],
                            call(em, C_VECTOR_NEG, t, e->lanes), x[0]);
    const char *name = loop_own_is_of_vectors(e->kind, t) || loop_own_rounds(e->kind, t)
                           ? c_vector_math(em->unit, e->kind, e->lanes)
                           : call(em, op_of(e), t, e->lanes);
    return e->n == 1   ? arena_printf(em->arena, "%s(%s)", name, x[0])
           : e->n == 2 ? arena_printf(em->arena, "%s(%s, %s)", name, x[0], x[1])
                       : arena_printf(em->arena, "%s(%s, %s, %s)", name, x[0], x[1], x[2]);
}

/* --- Statements --- */

/* Of the short elements that `value` makes, the first lanes. */
static void store_short(CEmit *em, const LoopStmt *s, const LoopExpr *value) {
    const size_t size = dtype_size(value->dtype);
    const bool is_half = dtype_is_half(value->dtype);
    const CConversion kind = value->dtype == DTYPE_FLOAT16 ? C_CUT_FLOAT16
                             : is_half                     ? C_CUT_BFLOAT16
                             : size == 1                   ? C_CUT_8
                                                           : C_CUT_16;
    const bool as_it_is = is_half || value->args[0]->dtype == DTYPE_INT32; /* cutting is enough */
    const char *x = as_it_is ? vector(em, value->args[0]) : by_short(em, value),
               *cut = c_vector_conversion(em->unit, kind, value->lanes);
    if (s->value->kind != LOOP_FIRST) {
        c_line(em, "%s(%s, %s);", cut, address(em, s->buffer, s->indices), x);
        return;
    }
    const char *all = c_local_name(em, "all");
    c_line(em, "uint%zu_t %s[%u];", 8 * size, all, value->lanes);
    c_line(em, "%s(%s, %s);", cut, all, x);
    c_line(em, "memcpy(%s, %s, %zu);", address(em, s->buffer, s->indices), all,
           s->value->lanes * size);
}

void c_vector_store(CEmit *em, const LoopStmt *s) {
    const LoopBuffer *b = s->buffer;
    const LoopExpr *value = s->value;
    const bool is_part = value->kind == LOOP_FIRST;
    if (is_part) value = value->args[0];
    c_begin(em, s);
    if (loop_vector_is_short(value->dtype)) {
        store_short(em, s, value);
        return;
    }
    const char *text = vector(em, value);
    if (b->lanes) {
        c_line(em, "%s = %s;", register_of(em, b, s->indices), text);
    } else if (is_part) {
        const char *all = c_local_name(em, "all");
        const CElement of = element_of(b->dtype);
        c_need_vector(em->unit, C_VECTOR_TYPE, of, value->lanes);
        c_line(em, "const %s %s = %s;", c_vector_type(em->arena, of, value->lanes), all, text);
        c_line(em, "memcpy(%s, &%s, %zu);", address(em, b, s->indices), all,
               s->value->lanes * dtype_size(b->dtype));
    } else {
        c_line(em, "%s(%s, %s);", call(em, C_VECTOR_STORE, b->dtype, value->lanes),
               address(em, b, s->indices), text);
    }
}

/* Each has a value at once, so that no compiler has to prove that it is set. */
void c_registers(CEmit *em, const LoopStmt *s) {
    const LoopBuffer *b = s->buffer;
    int64_t n = 1;
    for (uint32_t i = 0; i < b->ndim; i++) n *= b->dims[i]->i;
    const char **names = ARENA_ARRAY(em->arena, const char *, (size_t)n + 1);
    const CElement of = element_of(b->dtype);
    c_need_vector(em->unit, C_VECTOR_SPLAT, of, b->lanes);
    if (em->rolled) {
        const char *name = em->buffers[b->id] = c_local_name(em, b->name);
        const char *i = c_local_name(em, "i");
        c_array(em, c_vector_type(em->arena, of, b->lanes), name, n, "");
        c_line(em, "for (int64_t %s = 0; %s < %lld; %s++) %s[%s] = %s(0);", i, i, (long long)n, i,
               name, i, call(em, C_VECTOR_SPLAT, b->dtype, b->lanes));
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        names[i] = c_local_name(em, b->name);
        c_line(em, "%s %s = %s(0);", c_vector_type(em->arena, of, b->lanes), names[i],
               call(em, C_VECTOR_SPLAT, b->dtype, b->lanes));
    }
    em->registers[b->id] = names;
}

static bool is_unrolled(const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_FOR && s->for_kind == LOOP_UNROLLED) return true;
        if (is_unrolled(s->body) || is_unrolled(s->other)) return true;
    }
    return false;
}

static uint32_t longest(const LoopStmt *list) {
    uint32_t bytes = 0;
    for (const LoopStmt *s = list; s; s = s->next) {
        uint32_t of = 0;
        if (s->kind == LOOP_STORE && s->value->lanes) {
            const LoopExpr *all = s->value->kind == LOOP_FIRST ? s->value->args[0] : s->value;
            of = c_vector_bytes(element_of(all->dtype), all->lanes);
        }
        const uint32_t inner[] = {longest(s->body), longest(s->other)};
        for (size_t i = 0; i < ARRAY_LEN(inner); i++) of = inner[i] > of ? inner[i] : of;
        bytes = of > bytes ? of : bytes;
    }
    return bytes;
}

uint32_t c_unrolled_bytes(const LoopStmt *list) { return is_unrolled(list) ? longest(list) : 0; }

void c_unrolled_for(CEmit *em, const LoopStmt *s) {
    bool names = false; /* that stand in a block */
    for (const LoopStmt *x = s->body; x; x = x->next)
        names = names || (x->kind != LOOP_STORE && x->for_kind != LOOP_UNROLLED);
    for (int64_t i = 0; i < s->value->i; i++) {
        em->vars[s->var->id] = arena_printf(em->arena, "%lld", (long long)i);
        em->ranges[s->var->id] = (CRange){i, i};
        if (names) c_line(em, "{");
        em->indent += names;
        c_list(em, s->body, NULL);
        em->indent -= names;
        if (names) c_line(em, "}");
    }
}
