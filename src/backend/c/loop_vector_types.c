/* SPDX-License-Identifier: Apache-2.0 */
/* What the prelude has of vectors: their types and functions, each in three ways: by the compiler's
 * vectors, as two halves, as an array (loop_vector.c says when). */
#include "backend/c/loop_parts.h"

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

const char *c_vector_op_text(CVectorOp op) { return op_names[op]; }

const char *c_vector_type(Arena *arena, CElement of, uint32_t lanes) {
    static const char *const elements[] = {"f32", "f64", "i32"};
    return arena_printf(arena, "tn_%sx%u", elements[of], lanes);
}

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
 * elements; $B for what it keeps these as; $H and $N for the half and the lanes; $L for `each`. */
typedef struct {
    CElement of;
    const char *vector, *mask, *element, *kept, *integer, *half, *half_mask;
    const char *root; /* of a scalar */
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
        case 'B': strbuf_puts(out, n->kept); break;
        case 'I': strbuf_puts(out, n->integer); break;
        case 'H': strbuf_puts(out, n->half); break;
        case 'G': strbuf_puts(out, n->half_mask); break;
        case 'N': strbuf_int(out, n->lanes); break;
        case 'K': strbuf_int(out, n->lanes / 2); break;
        case 'Q': strbuf_puts(out, n->root); break;
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
         "$T x;\n    int i;\n    for (i = 0; i < $N; i++) x.v[i] = ($B)v;\n    return x;"},
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
         "int i;\n    for (i = 0; i < $N; i++) x[i] = ($E)$Q(x[i]);\n    return x;",
         "x.a = $H_sqrt(x.a);\n    x.b = $H_sqrt(x.b);\n    return x;",
         "int i;\n    for (i = 0; i < $N; i++) x.v[i] = ($E)$Q(x.v[i]);\n    return x;"},
};

/* == != < <= */
static const char comparison[] = "TN_INLINE $M $T_%s($T x, $T y)";
static const char compared[] =
    "$M m;\n    m.a = $H_%s(x.a, y.a);\n    m.b = $H_%s(x.b, y.b);\n    return m;";
static const char compared_in_array[] =
    "$M m;\n    int i;\n    for (i = 0; i < $N; i++) m.v[i] = ($E)x.v[i] %s ($E)y.v[i];\n    return m;";

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

/* Of integers. */
static const char extreme_of_integers[] = "const $M m = ($M)x %c ($M)y;\n"
                                          "    return ($T)((m & ($M)x) | (~m & ($M)y));";
static const char extreme_of_integers_in_array[] =
    "int i;\n    for (i = 0; i < $N; i++)\n"
    "        if (!(($E)x.v[i] %c ($E)y.v[i])) x.v[i] = y.v[i];\n    return x;";

/* y is no NaN. */
static const char extreme_of_number[] = "const $M m = ($M)(x %s y);\n"
                                        "    return ($T)((m & ($M)y) | (~m & ($M)x));";
static const char extreme_of_number_in_array[] =
    "int i;\n    for (i = 0; i < $N; i++)\n        if (x.v[i] %s y.v[i]) x.v[i] = y.v[i];\n"
    "    return x;";

/* An instruction where the compiler is told that there is one, as only intrinsics make it; else the
 * function, which is as exact, and slow. */
static Way multiply_add(Arena *arena, const Names *n) {
    const bool is_double = n->of == C_DOUBLES;
    const uint32_t bytes = c_vector_bytes(n->of, n->lanes);
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
        return (Way){
            .head = arena_printf(arena, comparison, name),
            .each = "",
            .whole = arena_printf(
                arena, n->of == C_INTEGERS ? "return ($M)x %s ($M)y;" : "return x %s y;", sign),
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
        if (n->of == C_INTEGERS) {
            w.whole = arena_printf(arena, extreme_of_integers, least ? '<' : '>');
            w.array = arena_printf(arena, extreme_of_integers_in_array, least ? '<' : '>');
            return w;
        }
        w.whole = arena_printf(arena, extreme, least ? '<' : '>', least ? '|' : '&');
        w.array = arena_printf(arena, extreme_in_array, least ? "!" : "", least ? '<' : '>');
    }
    return w;
}

static void put_types(StrBuf *out, const Names *n, int way, bool masks) {
    static const char *const vectors[] = {
        "typedef $B $T __attribute__((vector_size($N * sizeof($B))));\n"
        "typedef $B $T_u __attribute__((vector_size($N * sizeof($B)), aligned(sizeof($B)), "
        "may_alias));\n",
        "typedef struct {\n    $H a, b;\n} $T;\n", "typedef struct {\n    $B v[$N];\n} $T;\n"};
    static const char *const mask_types[] = {
        "typedef $I $M __attribute__((vector_size($N * sizeof($I))));\n",
        "typedef struct {\n    $G a, b;\n} $M;\n", "typedef struct {\n    $I v[$N];\n} $M;\n"};
    put(out, n, vectors[way], "");
    if (masks) put(out, n, mask_types[way], "");
}

/* way: 0: of the compiler, 1: halves, 2: an array */
static void put_way(const CUnit *unit, StrBuf *out, const Names *n, int way) {
    const uint32_t size = c_log_of_lanes(n->lanes);
    put_types(out, n, way, unit->needs.vectors[C_VECTOR_MASK_TYPE][n->of][size]);
    for (uint32_t op = C_VECTOR_LOAD; op < C_VECTOR_OPS; op++) {
        if (!unit->needs.vectors[op][n->of][size]) continue;
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
    for (CElement of = 0; of < C_ELEMENTS; of++)
        for (uint32_t n = 0; n < C_VECTOR_SIZES; n++)
            if (unit->needs.vectors[C_VECTOR_FMA][of][n]) return true;
    return false;
}

static bool has_conversions(const CUnit *unit) {
    for (CConversion kind = 0; kind < C_CONVERSIONS; kind++)
        for (uint32_t n = 0; n < C_VECTOR_SIZES; n++)
            if (unit->needs.conversions[kind][n]) return true;
    return false;
}

static Names names_of(Arena *a, CElement of, uint32_t lanes) {
    static const struct {
        const char *element, *kept, *integer;
    } rows[] = {[C_FLOATS] = {"float", "float", "int32_t"},
                [C_DOUBLES] = {"double", "double", "int64_t"},
                [C_INTEGERS] = {"int32_t", "uint32_t", "int32_t"}};
    const unsigned bits = of == C_DOUBLES ? 64 : 32;
    return (Names){.of = of,
                   .vector = c_vector_type(a, of, lanes),
                   .mask = arena_printf(a, "tn_m%ux%u", bits, lanes),
                   .element = rows[of].element,
                   .kept = rows[of].kept,
                   .integer = rows[of].integer,
                   .half = c_vector_type(a, of, lanes / 2),
                   .half_mask = arena_printf(a, "tn_m%ux%u", bits, lanes / 2),
                   .root = "sqrt",
                   .lanes = lanes};
}

void c_vectors(const CUnit *unit, StrBuf *out) {
    static const char intrinsics[] =
        "#if TENON_VECTOR_BYTES > 0 && defined __SSE2__\n#include <immintrin.h>\n"
        "#elif TENON_VECTOR_BYTES > 0 && defined __aarch64__\n#include <arm_neon.h>\n#endif\n";
    static const char fused[] =
        "/* The target multiplies and adds in one instruction. Where the compiler is not told so\n"
        " * (-march), each is a call of libm's fma, which is as exact, and slow. */\n";
    static const char width[] =
        "#ifndef TENON_VECTOR_BYTES /* of a register; 0: the compiler has no vectors */\n"
        "#if !defined __GNUC__ || defined __TINYC__\n#define TENON_VECTOR_BYTES 0\n"
        "#elif defined __AVX512F__\n#define TENON_VECTOR_BYTES 64\n"
        "#elif defined __AVX__\n#define TENON_VECTOR_BYTES 32\n"
        "#else\n#define TENON_VECTOR_BYTES 16\n#endif\n#endif\n"
        "#ifdef __GNUC__\n#define TN_INLINE static inline __attribute__((always_inline, unused))\n"
        "#else\n#define TN_INLINE static inline\n#endif\n\n";
    bool any = false;
    for (CElement of = 0; of < C_ELEMENTS; of++) {
        for (uint32_t size = 0; size < C_VECTOR_SIZES; size++) {
            if (!unit->needs.vectors[C_VECTOR_TYPE][of][size]) continue;
            Names n = names_of(out->arena, of, 1u << size);
            if (unit->needs.own[LOOP_SQRT][DTYPE_FLOAT32]) n.root = "tn_own_sqrt_f32";
            const uint32_t bytes = c_vector_bytes(of, n.lanes);
            if (!any) strbuf_puts(out, width);
            if (!any && unit->needs.own[LOOP_SQRT][DTYPE_FLOAT32])
                strbuf_puts(out, "static float tn_own_sqrt_f32(float x);\n");
            if (!any && has_fma(unit)) strbuf_puts(out, fused);
            if (!any && (has_fma(unit) || has_conversions(unit))) strbuf_puts(out, intrinsics);
            if (!any && has_math(unit))
                strbuf_puts(out, "#ifdef __GNUC__ /* some are for arrays alone */\n"
                                 "#pragma GCC diagnostic ignored \"-Wunused-function\"\n"
                                 "#endif\n");
            any = true;
            strbuf_printf(out, "#if TENON_VECTOR_BYTES >= %u\n", bytes);
            put_way(unit, out, &n, 0);
            strbuf_puts(out, "#else\n");
            put_way(unit, out, &n, bytes > C_VECTOR_LEAST ? 1 : 2);
            strbuf_puts(out, "#endif\n");
        }
    }
    c_vector_conversions(unit, out);
}
