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

static const char *const op_names[] = {
    [C_VECTOR_TYPE] = "",
    [C_VECTOR_MASK_TYPE] = "",
    [C_VECTOR_LOAD] = "load",
    [C_VECTOR_STORE] = "store",
    [C_VECTOR_SPLAT] = "splat",
    [C_VECTOR_MASK] = "mask",
    [C_VECTOR_MASK_LOAD] = "mask_load",
    [C_VECTOR_SELECT] = "select",
    [C_VECTOR_NEG] = "neg",
    [C_VECTOR_SQRT] = "sqrt",
    [C_VECTOR_FMA] = "fma",
    [C_VECTOR_EQ] = "eq",
    [C_VECTOR_NE] = "ne",
    [C_VECTOR_LT] = "lt",
    [C_VECTOR_LE] = "le",
    [C_VECTOR_ADD] = "add",
    [C_VECTOR_SUB] = "sub",
    [C_VECTOR_MUL] = "mul",
    [C_VECTOR_DIV] = "div",
    [C_VECTOR_MIN] = "min",
    [C_VECTOR_MAX] = "max",
    [C_VECTOR_MIN_OF] = "min_of",
    [C_VECTOR_MAX_OF] = "max_of",
};

/* "f32x16"; a mask of one: "m32x16". */
static const char *type_name(const CEmit *em, char letter, bool is_double, uint32_t lanes) {
    return arena_printf(em->arena, "tn_%c%dx%u", letter, is_double ? 64 : 32, lanes);
}

static const char *call(CEmit *em, CVectorOp op, DType t, uint32_t lanes) {
    const bool is_double = t == DTYPE_FLOAT64;
    c_need_vector(em->unit, op, is_double, lanes);
    return arena_printf(em->arena, "%s_%s", type_name(em, 'f', is_double, lanes), op_names[op]);
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

/* Its second operand is a number, and where it equals the first one it is the result: not the zero
 * that loses against the other one. */
static bool is_of_number(const LoopExpr *e) {
    const LoopExpr *y = e->args[1]->kind == LOOP_BROADCAST ? e->args[1]->args[0] : e->args[1];
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

static const char *vector(CEmit *em, const LoopExpr *e) {
    const char *x[3];
    switch (e->kind) {
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
    const char *name = loop_own_is_of_vectors(e->kind, t)
                           ? c_vector_math(em->unit, e->kind, e->lanes)
                           : call(em, op_of(e), t, e->lanes);
    return e->n == 1   ? arena_printf(em->arena, "%s(%s)", name, x[0])
           : e->n == 2 ? arena_printf(em->arena, "%s(%s, %s)", name, x[0], x[1])
                       : arena_printf(em->arena, "%s(%s, %s, %s)", name, x[0], x[1], x[2]);
}

/* --- Statements --- */

void c_vector_store(CEmit *em, const LoopStmt *s) {
    const LoopBuffer *b = s->buffer;
    const LoopExpr *value = s->value;
    const bool is_part = value->kind == LOOP_FIRST;
    if (is_part) value = value->args[0];
    c_begin(em, s);
    const char *text = vector(em, value);
    if (b->lanes) {
        c_line(em, "%s = %s;", register_of(em, b, s->indices), text);
    } else if (is_part) {
        const char *all = c_local_name(em, "all");
        c_need_vector(em->unit, C_VECTOR_TYPE, b->dtype == DTYPE_FLOAT64, value->lanes);
        c_line(em, "const %s %s = %s;", type_name(em, 'f', b->dtype == DTYPE_FLOAT64, value->lanes),
               all, text);
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
    const bool is_double = b->dtype == DTYPE_FLOAT64;
    c_need_vector(em->unit, C_VECTOR_SPLAT, is_double, b->lanes);
    if (em->rolled) {
        const char *name = em->buffers[b->id] = c_local_name(em, b->name);
        const char *i = c_local_name(em, "i");
        c_array(em, type_name(em, 'f', is_double, b->lanes), name, n, "");
        c_line(em, "for (int64_t %s = 0; %s < %lld; %s++) %s[%s] = %s(0);", i, i, (long long)n, i,
               name, i, call(em, C_VECTOR_SPLAT, b->dtype, b->lanes));
        return;
    }
    for (int64_t i = 0; i < n; i++) {
        names[i] = c_local_name(em, b->name);
        c_line(em, "%s %s = %s(0);", type_name(em, 'f', is_double, b->lanes), names[i],
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
            of = all->lanes * (uint32_t)dtype_size(s->buffer->dtype);
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

/* --- The prelude --- */

/* What has a value in each lane: "x, x, x". */
static const char *each(Arena *arena, const char *text, uint32_t lanes) {
    StrBuf b;
    strbuf_init(&b, arena);
    for (uint32_t i = 0; i < lanes; i++) {
        if (i) strbuf_puts(&b, ", ");
        for (const char *c = text; *c; c++) {
            if (*c == '#') {
                strbuf_int(&b, i);
            } else {
                strbuf_putc(&b, *c);
            }
        }
    }
    return strbuf_cstr(&b);
}

/* Of a function of the prelude: the letters $T, $M, $E and $I stand for the vector, its mask, their
 * elements; $H and $N for the half and the lanes; $L for `each` of $1. */
typedef struct {
    const char *vector, *mask, *element, *integer, *half, *half_mask;
    uint32_t lanes;
} Names;

static void put(StrBuf *out, const Names *n, const char *text, const char *lanes) {
    for (const char *c = text; *c; c++) {
        if (*c != '$') {
            strbuf_putc(out, *c);
            continue;
        }
        switch (*++c) {
        case 'T': strbuf_puts(out, n->vector); break;
        case 'M': strbuf_puts(out, n->mask); break;
        case 'E': strbuf_puts(out, n->element); break;
        case 'I': strbuf_puts(out, n->integer); break;
        case 'H': strbuf_puts(out, n->half); break;
        case 'G': strbuf_puts(out, n->half_mask); break;
        case 'N': strbuf_int(out, n->lanes); break;
        case 'K': strbuf_int(out, n->lanes / 2); break;
        default: strbuf_puts(out, lanes); break;
        }
    }
}

/* The function as three ways have it: vectors of the compiler, two halves, an array. $L: a list of
 * `each`. */
typedef struct {
    const char *head, *each, *whole, *halves, *array;
} Way;

static const Way ways[] = {
    [C_VECTOR_LOAD] = {"TN_INLINE $T $T_load(const $E *p)", "",
                       "return *(const $T_u *)(const void *)p;",
                       "$T x;\n    x.a = $H_load(p);\n    x.b = $H_load(p + $K);\n    return x;",
                       "$T x;\n    memcpy(&x, p, sizeof x);\n    return x;"},
    [C_VECTOR_STORE] = {"TN_INLINE void $T_store($E *p, $T x)", "", "*($T_u *)(void *)p = x;",
                        "$H_store(p, x.a);\n    $H_store(p + $K, x.b);",
                        "memcpy(p, &x, sizeof x);"},
    [C_VECTOR_SPLAT] =
        {"TN_INLINE $T $T_splat($E v)", "v", "return ($T){$L};",
         "$T x;\n    x.a = $H_splat(v);\n    x.b = x.a;\n    return x;",
         "$T x;\n    int i;\n    for (i = 0; i < $N; i++) x.v[i] = v;\n    return x;"},
    [C_VECTOR_MASK] =
        {"TN_INLINE $M $T_mask(int64_t from, int64_t to)", "#",
         "const $M lane = {$L};\n"
         "    const $I f = ($I)(from < 0 ? 0 : from > $N ? $N : from);\n"
         "    const $I t = ($I)(to < 0 ? 0 : to > $N ? $N : to);\n"
         "    return ($M)(lane >= f) & ($M)(lane < t);",
         "$M m;\n    m.a = $H_mask(from, to);\n    m.b = $H_mask(from - $K, to - $K);\n"
         "    return m;",
         "$M m;\n    int i;\n"
         "    for (i = 0; i < $N; i++) m.v[i] = from <= i && i < to;\n    return m;"},
    [C_VECTOR_MASK_LOAD] =
        {"TN_INLINE $M $T_mask_load(const uint8_t *p)", "",
         "\n#if defined __clang__ || __GNUC__ >= 9\n"
         "    typedef uint8_t bytes __attribute__((vector_size($N), aligned(1), may_alias));\n"
         "    return ($M)(__builtin_convertvector(*(const bytes *)(const void *)p, $M) != 0);\n"
         "#else\n"
         "    $M m = {0};\n    int i;\n    for (i = 0; i < $N; i++) m[i] = -(p[i] != 0);\n"
         "    return m;\n#endif",
         "$M m;\n    m.a = $H_mask_load(p);\n    m.b = $H_mask_load(p + $K);\n    return m;",
         "$M m;\n    int i;\n    for (i = 0; i < $N; i++) m.v[i] = p[i] != 0;\n    return m;"},
    [C_VECTOR_SELECT] =
        {"TN_INLINE $T $T_select($M m, $T x, $T y)", "", "return ($T)((m & ($M)x) | (~m & ($M)y));",
         "x.a = $H_select(m.a, x.a, y.a);\n    x.b = $H_select(m.b, x.b, y.b);\n    return x;",
         "int i;\n    for (i = 0; i < $N; i++) x.v[i] = m.v[i] ? x.v[i] : y.v[i];\n    return x;"},
    [C_VECTOR_NEG] = {"TN_INLINE $T $T_neg($T x)", "", "return -x;",
                      "x.a = $H_neg(x.a);\n    x.b = $H_neg(x.b);\n    return x;",
                      "int i;\n    for (i = 0; i < $N; i++) x.v[i] = -x.v[i];\n    return x;"},
    [C_VECTOR_SQRT] =
        {"TN_INLINE $T $T_sqrt($T x)", "",
         "int i;\n    for (i = 0; i < $N; i++) x[i] = ($E)sqrt(x[i]);\n    return x;",
         "x.a = $H_sqrt(x.a);\n    x.b = $H_sqrt(x.b);\n    return x;",
         "int i;\n    for (i = 0; i < $N; i++) x.v[i] = ($E)sqrt(x.v[i]);\n    return x;"},
};

/* == != < <= */
static const char comparison[] = "TN_INLINE $M $T_%s($T x, $T y)";
static const char compared[] =
    "$M m;\n    m.a = $H_%s(x.a, y.a);\n    m.b = $H_%s(x.b, y.b);\n    return m;";
static const char compared_in_array[] =
    "$M m;\n    int i;\n    for (i = 0; i < $N; i++) m.v[i] = x.v[i] %s y.v[i];\n    return m;";

/* + - * / */
static const char arithmetic[] = "TN_INLINE $T $T_%s($T x, $T y)";
static const char in_halves[] = "x.a = $H_%s(x.a, y.a);\n    x.b = $H_%s(x.b, y.b);\n    return x;";
static const char in_array[] =
    "int i;\n    for (i = 0; i < $N; i++) x.v[i] = x.v[i] %c y.v[i];\n    return x;";
/* Of two equal values they differ in the sign of zero alone. */
static const char extreme[] = "const $M m = ($M)(x %c y) | ($M)(x != x), e = ($M)(x == y);\n"
                              "    return ($T)((e & (($M)x %c ($M)y)) |\n"
                              "                (~e & ((m & ($M)x) | (~m & ($M)y))));";
static const char extreme_in_array[] =
    "int i;\n    for (i = 0; i < $N; i++) {\n        if (x.v[i] == y.v[i]) {\n"
    "            if (%ssignbit(x.v[i])) x.v[i] = y.v[i];\n"
    "        } else if (!(x.v[i] %c y.v[i] || x.v[i] != x.v[i])) {\n"
    "            x.v[i] = y.v[i];\n        }\n    }\n    return x;";

/* y is no NaN. */
static const char extreme_of_number[] = "const $M m = ($M)(x %s y);\n"
                                        "    return ($T)((m & ($M)y) | (~m & ($M)x));";
static const char extreme_of_number_in_array[] =
    "int i;\n    for (i = 0; i < $N; i++)\n        if (x.v[i] %s y.v[i]) x.v[i] = y.v[i];\n"
    "    return x;";

/* An instruction where the compiler is told that there is one, as only intrinsics make it; else the
 * function, which is as exact, and slow. */
static Way multiply_add(Arena *arena, const Names *n) {
    const bool is_double = strcmp(n->element, "double") == 0;
    const uint32_t bytes = n->lanes * (is_double ? 8 : 4);
    const char *suffix = is_double ? "" : "f", *letter = is_double ? "d" : "s",
               *type = is_double ? "d" : "";
    const char *size = bytes == 64 ? "512" : bytes == 32 ? "256" : "";
    StrBuf b;
    strbuf_init(&b, arena);
    if (bytes == 16) /* which says z + x*y */
        strbuf_printf(&b,
                      "#ifdef __aarch64__\n    return vfmaq_f%s(z, x, y);\n#elif defined __FMA__\n",
                      is_double ? "64" : "32");
    else
        strbuf_printf(&b, "#ifdef %s\n", bytes == 64 ? "__AVX512F__" : "__FMA__");
    const char *vector = arena_printf(arena, "__m%s%s", bytes == 16 ? "128" : size, type);
    strbuf_printf(&b, "    return ($T)_mm%s_fmadd_p%s((%s)x, (%s)y, (%s)z);\n#else\n", size, letter,
                  vector, vector, vector);
    strbuf_printf(&b,
                  "    int i;\n    for (i = 0; i < $N; i++) x[i] = fma%s(x[i], y[i], z[i]);\n"
                  "    return x;\n#endif",
                  suffix);
    return (Way){.head = "TN_INLINE $T $T_fma($T x, $T y, $T z)",
                 .each = "",
                 .whole = arena_printf(arena, "\n%s", strbuf_cstr(&b)),
                 .halves = "x.a = $H_fma(x.a, y.a, z.a);\n    x.b = $H_fma(x.b, y.b, z.b);\n"
                           "    return x;",
                 .array = arena_printf(arena,
                                       "int i;\n    for (i = 0; i < $N; i++)\n"
                                       "        x.v[i] = fma%s(x.v[i], y.v[i], z.v[i]);\n"
                                       "    return x;",
                                       suffix)};
}

static Way way_of(Arena *arena, const Names *n, CVectorOp op) {
    static const char signs[] = "+-*/";
    static const char *const comparisons[] = {"==", "!=", "<", "<="};
    const char *name = op_names[op];
    if (op == C_VECTOR_FMA) return multiply_add(arena, n);
    if (op < C_VECTOR_EQ) return ways[op];
    if (op < C_VECTOR_ADD) {
        const char *sign = comparisons[op - C_VECTOR_EQ];
        return (Way){.head = arena_printf(arena, comparison, name),
                     .each = "",
                     .whole = arena_printf(arena, "return x %s y;", sign),
                     .halves = arena_printf(arena, compared, name, name),
                     .array = arena_printf(arena, compared_in_array, sign)};
    }
    Way w = {.head = arena_printf(arena, arithmetic, name),
             .each = "",
             .halves = arena_printf(arena, in_halves, name, name)};
    if (op < C_VECTOR_MIN) {
        const char sign = signs[op - C_VECTOR_ADD];
        w.whole = arena_printf(arena, "return x %c y;", sign);
        w.array = arena_printf(arena, in_array, sign);
    } else if (op >= C_VECTOR_MIN_OF) {
        const char *sign = op == C_VECTOR_MIN_OF ? ">=" : "<=";
        w.whole = arena_printf(arena, extreme_of_number, sign);
        w.array = arena_printf(arena, extreme_of_number_in_array, sign);
    } else {
        const bool least = op == C_VECTOR_MIN;
        w.whole = arena_printf(arena, extreme, least ? '<' : '>', least ? '|' : '&');
        w.array = arena_printf(arena, extreme_in_array, least ? "!" : "", least ? '<' : '>');
    }
    return w;
}

static void put_types(StrBuf *out, const Names *n, int way, bool masks) {
    static const char *const vectors[] = {
        "typedef $E $T __attribute__((vector_size($N * sizeof($E))));\n"
        "typedef $E $T_u __attribute__((vector_size($N * sizeof($E)), aligned(sizeof($E)), "
        "may_alias));\n",
        "typedef struct {\n    $H a, b;\n} $T;\n", "typedef struct {\n    $E v[$N];\n} $T;\n"};
    static const char *const mask_types[] = {
        "typedef $I $M __attribute__((vector_size($N * sizeof($I))));\n",
        "typedef struct {\n    $G a, b;\n} $M;\n", "typedef struct {\n    $I v[$N];\n} $M;\n"};
    put(out, n, vectors[way], "");
    if (masks) put(out, n, mask_types[way], "");
}

/* way: 0: of the compiler, 1: halves, 2: an array */
static void put_way(const CUnit *unit, StrBuf *out, const Names *n, int way, bool is_double) {
    const uint32_t size = c_log_of_lanes(n->lanes);
    put_types(out, n, way, unit->needs.vectors[C_VECTOR_MASK_TYPE][is_double][size]);
    for (uint32_t op = C_VECTOR_LOAD; op < C_VECTOR_OPS; op++) {
        if (!unit->needs.vectors[op][is_double][size]) continue;
        const Way w = way_of(out->arena, n, (CVectorOp)op);
        put(out, n, w.head, "");
        strbuf_puts(out, way == 0 && w.whole[0] == '\n' ? " {" : " {\n    ");
        put(out, n,
            way == 0   ? w.whole
            : way == 1 ? w.halves
                       : w.array,
            each(out->arena, w.each, n->lanes));
        strbuf_puts(out, "\n}\n");
    }
}

static bool has_math(const CUnit *unit) {
    for (LoopExprKind kind = 0; kind < LOOP_EXPR_COUNT; kind++)
        for (uint32_t n = 0; n < C_VECTOR_SIZES; n++)
            if (unit->needs.math[kind][n]) return true;
    return false;
}

static bool has_fma(const CUnit *unit) {
    for (uint32_t is_double = 0; is_double < 2; is_double++)
        for (uint32_t n = 0; n < C_VECTOR_SIZES; n++)
            if (unit->needs.vectors[C_VECTOR_FMA][is_double][n]) return true;
    return false;
}

void c_vectors(const CUnit *unit, StrBuf *out) {
    static const char intrinsics[] =
        "/* The target multiplies and adds in one instruction. Where the compiler is not told so\n"
        " * (-march), each is a call of libm's fma, which is as exact, and slow. */\n"
        "#if TENON_VECTOR_BYTES > 0 && (defined __FMA__ || defined __AVX512F__)\n"
        "#include <immintrin.h>\n"
        "#elif TENON_VECTOR_BYTES > 0 && defined __aarch64__\n#include <arm_neon.h>\n#endif\n";
    static const char width[] =
        "#ifndef TENON_VECTOR_BYTES /* of a register; 0: the compiler has no vectors */\n"
        "#if !defined __GNUC__ || defined __TINYC__\n#define TENON_VECTOR_BYTES 0\n"
        "#elif defined __AVX512F__\n#define TENON_VECTOR_BYTES 64\n"
        "#elif defined __AVX__\n#define TENON_VECTOR_BYTES 32\n"
        "#else\n#define TENON_VECTOR_BYTES 16\n#endif\n#endif\n"
        "#ifdef __GNUC__\n#define TN_INLINE static inline __attribute__((always_inline, unused))\n"
        "#else\n#define TN_INLINE static inline\n#endif\n\n";
    bool any = false;
    for (uint32_t is_double = 0; is_double < 2; is_double++) {
        for (uint32_t size = 0; size < C_VECTOR_SIZES; size++) {
            if (!unit->needs.vectors[C_VECTOR_TYPE][is_double][size]) continue;
            const uint32_t lanes = 1u << size, bytes = lanes * (is_double ? 8 : 4);
            const unsigned bits = is_double ? 64 : 32;
            Arena *a = out->arena;
            const Names n = {.vector = arena_printf(a, "tn_f%ux%u", bits, lanes),
                             .mask = arena_printf(a, "tn_m%ux%u", bits, lanes),
                             .element = is_double ? "double" : "float",
                             .integer = is_double ? "int64_t" : "int32_t",
                             .half = arena_printf(a, "tn_f%ux%u", bits, lanes / 2),
                             .half_mask = arena_printf(a, "tn_m%ux%u", bits, lanes / 2),
                             .lanes = lanes};
            if (!any) strbuf_puts(out, width);
            if (!any && has_fma(unit)) strbuf_puts(out, intrinsics);
            if (!any && has_math(unit))
                strbuf_puts(out, "#ifdef __GNUC__ /* some are for arrays alone */\n"
                                 "#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
                                 "#endif\n");
            any = true;
            strbuf_printf(out, "#if TENON_VECTOR_BYTES >= %u\n", bytes);
            put_way(unit, out, &n, 0, is_double);
            strbuf_puts(out, "#else\n");
            put_way(unit, out, &n, bytes > C_VECTOR_LEAST ? 1 : 2, is_double);
            strbuf_puts(out, "#endif\n");
        }
    }
}
