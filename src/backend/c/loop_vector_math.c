/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of math.h on vectors: the steps of loop/own.h, one statement a step, on the compiler's
 * vectors; by halves; or on each lane of an array. */
#include "backend/c/loop_parts.h"
#include "loop/own.h"

const char *c_vector_math(CUnit *self, LoopExprKind kind, uint32_t lanes) {
    const char *name = arena_printf(self->arena, "tn_f32x%u_%s", lanes, loop_expr_text(kind));
    for (;; lanes /= 2) {
        self->needs.math[kind][c_log_of_lanes(lanes)] = true;
        c_need_vector(self, C_VECTOR_SELECT, C_FLOATS, lanes); /* and the types */
        c_need_vector(self, C_VECTOR_SQRT, C_FLOATS, lanes);
        if (lanes * sizeof(float) <= C_VECTOR_LEAST) return name;
    }
}

/* --- Steps on vectors of the compiler's --- */

typedef struct {
    CUnit *unit;
    uint32_t lanes;
    const char **texts;
} Steps;

/* "tn_m32x16": what a step's result is; bools are masks. */
static const char *type_of(const Steps *s, DType t) {
    const char letter = t == DTYPE_FLOAT32 ? 'f' : t == DTYPE_UINT32 ? 'u' : 'm';
    BUG_IF(t != DTYPE_FLOAT32 && t != DTYPE_UINT32 && t != DTYPE_INT32 && t != DTYPE_BOOL);
    return arena_printf(s->unit->arena, "tn_%c32x%u", letter, s->lanes);
}

/* Integers wrap. */
static const char *infix(const Steps *s, DType t, const char *sign, const char *const *x) {
    Arena *arena = s->unit->arena;
    if (t != DTYPE_INT32) return arena_printf(arena, "%s %s %s", x[0], sign, x[1]);
    const char *u = type_of(s, DTYPE_UINT32);
    return arena_printf(arena, "(%s)((%s)%s %s (%s)%s)", type_of(s, t), u, x[0], sign, u, x[1]);
}

static const char *operation(const Steps *s, const LoopOwnStep *step, DType from,
                             const char *const *x) {
    static const struct {
        LoopExprKind kind;
        const char *sign;
        bool plain; /* the same for signed and unsigned integers */
    } rows[] = {
        {LOOP_ADD, "+", false},   {LOOP_SUB, "-", false},  {LOOP_MUL, "*", false},
        {LOOP_SHL, "<<", false},  {LOOP_DIV, "/", true},   {LOOP_SHR, ">>", true},
        {LOOP_BITAND, "&", true}, {LOOP_BITOR, "|", true}, {LOOP_BITXOR, "^", true},
        {LOOP_EQ, "==", true},    {LOOP_NE, "!=", true},   {LOOP_LT, "<", true},
        {LOOP_LE, "<=", true},    {LOOP_AND, "&", true},   {LOOP_OR, "|", true},
    };
    Arena *arena = s->unit->arena;
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (rows[i].kind != step->kind) continue;
        if (!rows[i].plain) return infix(s, from, rows[i].sign, x);
        return arena_printf(arena, "%s %s %s", x[0], rows[i].sign, x[1]);
    }
    switch (step->kind) {
    case LOOP_NEG: return arena_printf(arena, "-%s", x[0]);
    case LOOP_BITNOT:
    case LOOP_NOT: return arena_printf(arena, "~%s", x[0]);
    case LOOP_SQRT: return arena_printf(arena, "tn_f32x%u_sqrt(%s)", s->lanes, x[0]);
    case LOOP_ISNAN: return arena_printf(arena, "%s != %s", x[0], x[0]);
    case LOOP_SELECT: {
        const char *m = type_of(s, DTYPE_BOOL);
        return arena_printf(arena, "(%s)((%s & (%s)%s) | (~%s & (%s)%s))", type_of(s, step->dtype),
                            x[0], m, x[1], x[0], m, x[2]);
    }
    default: BUG("no step on vectors: %s", loop_expr_text(step->kind));
    }
}

static const char *number(const Steps *s, const LoopOwnStep *step) {
    StrBuf b;
    strbuf_init(&b, s->unit->arena);
    strbuf_printf(&b, "(%s){", type_of(s, step->dtype));
    for (uint32_t i = 0; i < s->lanes; i++) {
        if (i) strbuf_puts(&b, ", ");
        c_const(s->unit, step->dtype, step->value, &b);
    }
    strbuf_putc(&b, '}');
    return strbuf_cstr(&b);
}

static const char *one(const Steps *s, const LoopOwn *f, const LoopOwnStep *step) {
    Arena *arena = s->unit->arena;
    const DType from = f->at[step->args[0]].dtype;
    const char *x[3];
    for (size_t i = 0; i < ARRAY_LEN(x); i++) x[i] = s->texts[step->args[i]];
    switch (step->form) {
    case OWN_OPERAND: return step->args[0] ? "y" : "x";
    case OWN_NUMBER: return number(s, step);
    case OWN_CAST:
        return arena_printf(arena, "__builtin_convertvector(%s, %s)", x[0],
                            type_of(s, step->dtype));
    case OWN_REINTERPRET: return arena_printf(arena, "(%s)%s", type_of(s, step->dtype), x[0]);
    case OWN_OPERATION: return operation(s, step, from, x);
    case OWN_MULTIPLY_ADD: return arena_printf(arena, "%s * %s + %s", x[0], x[1], x[2]);
    }
    return NULL;
}

static void on_vectors(CUnit *unit, const LoopOwn *f, uint32_t lanes, StrBuf *out) {
    const Steps s = {unit, lanes, ARENA_ARRAY(unit->arena, const char *, f->len)};
    const bool *used = c_own_used(unit, f);
    for (size_t i = 0; i < f->len; i++) {
        if (!used[i]) continue;
        s.texts[i] = one(&s, f, &f->at[i]);
        if (f->at[i].form == OWN_OPERAND) continue;
        strbuf_printf(out, "    const %s s%zu = %s;\n", type_of(&s, f->at[i].dtype), i, s.texts[i]);
        s.texts[i] = arena_printf(unit->arena, "s%zu", i);
    }
    strbuf_printf(out, "    return %s;\n", s.texts[f->len - 1]);
}

/* --- The functions --- */

static void head(LoopExprKind kind, uint32_t lanes, const char *names, StrBuf *out) {
    strbuf_printf(out, "TN_INLINE tn_f32x%u tn_f32x%u_%s(tn_f32x%u %c", lanes, lanes,
                  loop_expr_text(kind), lanes, names[0]);
    if (loop_expr_arity(kind) == 2) strbuf_printf(out, ", tn_f32x%u %c", lanes, names[1]);
    strbuf_puts(out, ") {\n");
}

static void by_halves(LoopExprKind kind, uint32_t lanes, StrBuf *out) {
    const bool two = loop_expr_arity(kind) == 2;
    for (char half = 'a'; half <= 'b'; half++) {
        strbuf_printf(out, "    x.%c = tn_f32x%u_%s(x.%c", half, lanes / 2, loop_expr_text(kind),
                      half);
        if (two) strbuf_printf(out, ", y.%c", half);
        strbuf_puts(out, ");\n");
    }
    strbuf_puts(out, "    return x;\n");
}

static void by_lanes(CUnit *unit, const LoopOwn *f, LoopExprKind kind, uint32_t lanes,
                     StrBuf *out) {
    const bool two = loop_expr_arity(kind) == 2;
    strbuf_printf(out,
                  "    int i;\n    for (i = 0; i < %u; i++) {\n    const float x = a.v[i]%s;\n",
                  lanes, two ? ", y = b.v[i]" : "");
    strbuf_printf(out, "    a.v[i] = %s;\n    }\n    return a;\n", c_own_steps(unit, f, out));
}

/* Smaller ones first: halves of others. */
void c_vector_functions(CUnit *self, StrBuf *out) {
    for (uint32_t n = 0; n < C_VECTOR_SIZES; n++) {
        const uint32_t lanes = 1u << n, bytes = lanes * (uint32_t)sizeof(float);
        bool any = false;
        for (LoopExprKind kind = 0; kind < LOOP_EXPR_COUNT; kind++) {
            if (!self->needs.math[kind][n]) continue;
            const LoopOwn f = loop_own(kind, DTYPE_FLOAT32, self->arena);
            strbuf_printf(out, "#if TENON_VECTOR_BYTES >= %u\n", bytes);
            if (!any)
                strbuf_printf(out, "typedef uint32_t tn_u32x%u __attribute__((vector_size(%u)));\n",
                              lanes, bytes);
            any = true;
            head(kind, lanes, "xy", out);
            on_vectors(self, &f, lanes, out);
            strbuf_puts(out, "}\n#else\n");
            head(kind, lanes, bytes > C_VECTOR_LEAST ? "xy" : "ab", out);
            if (bytes > C_VECTOR_LEAST) {
                by_halves(kind, lanes, out);
            } else {
                by_lanes(self, &f, kind, lanes, out);
            }
            strbuf_puts(out, "}\n#endif\n");
        }
    }
}
