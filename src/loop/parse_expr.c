/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions. Recursion follows the syntax trees, which limits.depth bounds. Both sides of an
 * operation are read even when the first is wrong, so that all errors are found. */
#include "loop/parse.h"

#include <math.h>

/* --- Constants --- */

static const LoopExpr *wrong(Parser *p, const SynExpr *e, const char *what, const char *expected) {
    loop_parse_wrong(p, e, what, expected);
    return NULL;
}

/* The bounds are compared after the round trip: what fits comes back. */
static const LoopExpr *int_const(Parser *p, const SynExpr *e, DType t) {
    LoopValue v = {.i = e->i};
    if (t != DTYPE_INT64 &&
        (loop_eval_cast(DTYPE_INT64, t, v).i != e->i || (t == DTYPE_UINT64 && e->i < 0))) {
        Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE, "a constant out of range");
        diag_expected(p->ctx, d, "a value of %s", dtype_name(t));
        diag_found(p->ctx, d, "%lld", (long long)e->i);
        return NULL;
    }
    return loop_int(&p->b, t, e->i);
}

/* Decimal digits above INT64_MAX, which the lexer does not take as a number. */
static const LoopExpr *uint_text(Parser *p, const SynExpr *e) {
    uint64_t v = 0;
    bool ok = e->str.len > 0;
    for (size_t i = 0; ok && i < e->str.len; i++) {
        unsigned digit = (unsigned)(unsigned char)e->str.ptr[i] - '0';
        ok = digit < 10 && !__builtin_mul_overflow(v, 10u, &v) &&
             !__builtin_add_overflow(v, digit, &v);
    }
    return ok ? loop_int(&p->b, DTYPE_UINT64, (int64_t)v)
              : wrong(p, e, "a constant", "the digits of a uint64");
}

static const LoopExpr *constant(Parser *p, const SynExpr *call, DType t) {
    if (!loop_parse_arity(p, call, 1, NULL)) return NULL;
    const SynExpr *e = call->items[1];
    bool is_float = dtype_is_float(t);
    switch (e->kind) {
    case SYN_BOOL:
        return t == DTYPE_BOOL ? loop_int(&p->b, t, e->i) : wrong(p, e, "a constant", "a number");
    case SYN_INT:
        if (t == DTYPE_BOOL) return wrong(p, e, "a constant", "True or False");
        return is_float ? loop_int(&p->b, t, e->i) : int_const(p, e, t);
    case SYN_FLOAT:
        return is_float ? loop_float(&p->b, t, e->f) : wrong(p, e, "a constant", "an integer");
    case SYN_STRING: {
        if (t == DTYPE_UINT64) return uint_text(p, e);
        bool inf = str_eq_c(e->str, "inf"), minus = str_eq_c(e->str, "-inf"),
             nan = str_eq_c(e->str, "nan");
        if (!is_float || !(inf || minus || nan)) {
            return wrong(p, e, "a constant",
                         is_float ? "\"inf\", \"-inf\" or \"nan\"" : "a number");
        }
        return loop_float(&p->b, t, (double)(nan ? NAN : minus ? -INFINITY : INFINITY));
    }
    default: {
        Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE, "a constant");
        diag_expected(p->ctx, d, "a number");
        diag_found(p->ctx, d, "%s", syn_kind_text(e->kind));
        diag_help(p->ctx, d, "T.Cast(\"%s\", x) converts", dtype_name(t));
        return NULL;
    }
    }
}

/* --- Operations --- */

static bool is_literal(const SynExpr *e) { return e->kind == SYN_INT || e->kind == SYN_FLOAT; }

static const char *kinds_text(LoopExprKind kind) {
    bool is_bool = loop_expr_allows(kind, DTYPE_BOOL), is_int = loop_expr_allows(kind, DTYPE_INT8);
    bool is_float = loop_expr_allows(kind, DTYPE_FLOAT32);
    if (is_int && is_float) return is_bool ? "any dtype" : "integers or floats";
    if (is_int) return is_bool ? "integers or bools" : "integers";
    if (is_float && !loop_expr_allows(kind, DTYPE_FLOAT16)) return "float32 or float64";
    return is_float ? "floats" : "bools";
}

/* The operands are of one dtype (a select's condition is bool), and one that the operation has. */
static const LoopExpr *build(Parser *p, const SynExpr *at, LoopExprKind kind,
                             const SynExpr *const *items, uint32_t n) {
    const LoopExpr *x[3];
    bool ok = true;
    for (uint32_t i = 0; i < n; i++) {
        x[i] = loop_parse_expr(p, items[i]);
        ok &= x[i] != NULL;
    }
    if (!ok) return NULL;
    const char *text = loop_expr_text(kind);
    uint32_t first = kind == LOOP_SELECT ? 1 : 0;
    if (p->foreign) {
        loop_parse_promote(p, items, x, first, n);
        if (kind == LOOP_DIV && dtype_is_int(x[0]->dtype)) kind = LOOP_TRUNCDIV;
    }
    if (first && x[0]->dtype != DTYPE_BOOL) {
        Diag *d = diag_error(p->ctx, items[0]->loc, DIAG_VALUE, "the condition of T.Select");
        diag_expected(p->ctx, d, "bool");
        diag_found(p->ctx, d, "%s", dtype_name(x[0]->dtype));
        return NULL;
    }
    if (n > 1 && (x[0]->lanes != x[1]->lanes || x[0]->lanes != x[n - 1]->lanes)) {
        Diag *d =
            diag_error(p->ctx, at->loc, DIAG_VALUE, diag_fmt(p->ctx, "the operands of %s", text));
        diag_expected(p->ctx, d, "vectors of one length, or scalars");
        diag_found(p->ctx, d, "%s and %s", loop_parse_type_text(p, x[0]),
                   loop_parse_type_text(p, x[x[0]->lanes == x[1]->lanes ? n - 1 : 1]));
        diag_help(p->ctx, d, "T.Broadcast(x, lanes) makes a vector of a scalar");
        return NULL;
    }
    uint32_t other = first + 1;
    while (other + 1 < n && x[first]->dtype == x[other]->dtype) other++;
    if (other < n && x[first]->dtype != x[other]->dtype) {
        Diag *d =
            diag_error(p->ctx, at->loc, DIAG_VALUE, diag_fmt(p->ctx, "the operands of %s", text));
        diag_expected(p->ctx, d, "operands of one dtype");
        diag_found(p->ctx, d, "%s and %s", dtype_name(x[first]->dtype),
                   dtype_name(x[other]->dtype));
        uint32_t literal = is_literal(items[first]) ? first : other;
        if (is_literal(items[literal])) {
            diag_help(p->ctx, d, "a constant of another dtype than int64 is written T.%s(...)",
                      dtype_name(x[literal == first ? other : first]->dtype));
        }
        return NULL;
    }
    if (!loop_expr_allows(kind, x[first]->dtype)) {
        Diag *d =
            diag_error(p->ctx, at->loc, DIAG_VALUE, diag_fmt(p->ctx, "the operands of %s", text));
        diag_expected(p->ctx, d, "%s", kinds_text(kind));
        diag_found(p->ctx, d, "%s", dtype_name(x[first]->dtype));
        return NULL;
    }
    return loop_op(&p->b, kind, x, n);
}

static const LoopExpr *outside(Parser *p, const SynExpr *e, const char *what, const char *help) {
    Diag *d = diag_error(p->ctx, e->loc, DIAG_LOOP_SUBSET, what);
    if (help) diag_help(p->ctx, d, "%s", help);
    return NULL;
}

static const LoopExpr *infix(Parser *p, const SynExpr *e) {
    const SynExpr *swapped[] = {e->items[1], e->items[0]};
    switch (e->op) {
    case SYN_OP_ADD: return build(p, e, LOOP_ADD, e->items, 2);
    case SYN_OP_SUB: return build(p, e, LOOP_SUB, e->items, 2);
    case SYN_OP_MUL: return build(p, e, LOOP_MUL, e->items, 2);
    case SYN_OP_DIV: return build(p, e, LOOP_DIV, e->items, 2);
    case SYN_OP_FLOORDIV: return build(p, e, LOOP_FLOORDIV, e->items, 2);
    case SYN_OP_MOD: return build(p, e, LOOP_FLOORMOD, e->items, 2);
    case SYN_OP_EQ: return build(p, e, LOOP_EQ, e->items, 2);
    case SYN_OP_NE: return build(p, e, LOOP_NE, e->items, 2);
    case SYN_OP_LT: return build(p, e, LOOP_LT, e->items, 2);
    case SYN_OP_LE: return build(p, e, LOOP_LE, e->items, 2);
    case SYN_OP_GT: return build(p, e, LOOP_LT, swapped, 2);
    case SYN_OP_GE: return build(p, e, LOOP_LE, swapped, 2);
    case SYN_OP_BOOL_AND: return build(p, e, LOOP_AND, e->items, 2);
    case SYN_OP_BOOL_OR: return build(p, e, LOOP_OR, e->items, 2);
    default: break;
    }
    switch (p->foreign ? e->op : SYN_OP_NONE) {
    case SYN_OP_AND: return build(p, e, LOOP_BITAND, e->items, 2);
    case SYN_OP_OR: return build(p, e, LOOP_BITOR, e->items, 2);
    case SYN_OP_XOR: return build(p, e, LOOP_BITXOR, e->items, 2);
    case SYN_OP_LSHIFT: return build(p, e, LOOP_SHL, e->items, 2);
    case SYN_OP_RSHIFT: return build(p, e, LOOP_SHR, e->items, 2);
    default: break;
    }
    switch (e->op) {
    case SYN_OP_AND: return outside(p, e, "the operator '&'", "T.bitwise_and(a, b)");
    case SYN_OP_OR: return outside(p, e, "the operator '|'", "T.bitwise_or(a, b)");
    case SYN_OP_XOR: return outside(p, e, "the operator '^'", "T.bitwise_xor(a, b)");
    case SYN_OP_LSHIFT: return outside(p, e, "the operator '<<'", "T.shift_left(a, b)");
    case SYN_OP_RSHIFT: return outside(p, e, "the operator '>>'", "T.shift_right(a, b)");
    case SYN_OP_POW: return outside(p, e, "the operator '**'", "T.pow(a, b)");
    default: return outside(p, e, diag_fmt(p->ctx, "the operator '%s'", syn_op_text(e->op)), NULL);
    }
}

static const LoopExpr *prefix(Parser *p, const SynExpr *e) {
    switch (e->op) {
    case SYN_OP_NEG: return build(p, e, LOOP_NEG, e->items, 1);
    case SYN_OP_NOT: return build(p, e, LOOP_NOT, e->items, 1);
    case SYN_OP_INVERT: return outside(p, e, "the operator '~'", "T.bitwise_not(a)");
    default: return outside(p, e, diag_fmt(p->ctx, "the operator '%s'", syn_op_text(e->op)), NULL);
    }
}

static const LoopExpr *converted(Parser *p, const SynExpr *e, bool cast) {
    DType t;
    uint32_t lanes;
    if (!loop_parse_arity(p, e, 2, NULL)) return NULL;
    bool ok = loop_parse_vector_dtype(p, e->items[1], &t, &lanes);
    const LoopExpr *x = loop_parse_expr(p, e->items[2]);
    if (!ok || !x) return NULL;
    if (x->lanes && !cast) return outside(p, e, "T.reinterpret of a vector", NULL);
    if (lanes != x->lanes) {
        Diag *d = diag_error(p->ctx, e->items[1]->loc, DIAG_VALUE, "the dtype of a conversion");
        diag_expected(p->ctx, d, "as many lanes as its operand has, of %s",
                      loop_parse_type_text(p, x));
        return NULL;
    }
    if (cast) return loop_cast(&p->b, t, x);
    if (dtype_size(t) == dtype_size(x->dtype) && t != DTYPE_BOOL && x->dtype != DTYPE_BOOL) {
        return loop_reinterpret(&p->b, t, x);
    }
    Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE, "T.reinterpret");
    diag_expected(p->ctx, d, "two dtypes of one size, not bool");
    diag_found(p->ctx, d, "%s as %s", dtype_name(x->dtype), dtype_name(t));
    return NULL;
}

/* --- Vectors --- */

/* The last argument: 2 to `most`; 0 after a report. */
static uint32_t lanes_of(Parser *p, const SynExpr *e, uint32_t most) {
    const SynExpr *last = e->items[e->n - 1];
    if (last->kind == SYN_INT && last->i >= 2 && last->i <= most) return (uint32_t)last->i;
    Diag *d = diag_error(p->ctx, last->loc, DIAG_VALUE, "the lanes of a vector");
    diag_expected(p->ctx, d, "an integer from 2 to %u", most);
    if (last->kind == SYN_INT) diag_found(p->ctx, d, "%lld", (long long)last->i);
    return 0;
}

static bool stride_of(Parser *p, const SynExpr *e, int64_t *out) {
    const bool minus = e->kind == SYN_UNARY && e->op == SYN_OP_NEG;
    const SynExpr *number = minus ? e->items[0] : e;
    if (number->kind != SYN_INT || number->i > INT32_MAX)
        return loop_parse_wrong(p, e, "the stride of T.Ramp", "an integer of 32 bits");
    *out = minus ? -number->i : number->i;
    return true;
}

static const LoopExpr *broadcast(Parser *p, const SynExpr *e) {
    if (!loop_parse_arity(p, e, 2, NULL)) return NULL;
    const LoopExpr *x = loop_parse_expr(p, e->items[1]);
    const uint32_t lanes = lanes_of(p, e, LOOP_VECTOR_MAX);
    if (x && x->lanes) return wrong(p, e->items[1], "the operand of T.Broadcast", "a scalar");
    return x && lanes ? loop_broadcast(&p->b, x, lanes) : NULL;
}

static const LoopExpr *ramp(Parser *p, const SynExpr *e) {
    int64_t stride = 0;
    if (!loop_parse_arity(p, e, 3, NULL)) return NULL;
    const LoopExpr *base = loop_parse_typed(p, e->items[1], DTYPE_INT64, "the base of T.Ramp");
    const uint32_t lanes = lanes_of(p, e, LOOP_VECTOR_MAX);
    const bool ok = stride_of(p, e->items[2], &stride);
    return base && lanes && ok ? loop_ramp(&p->b, base, stride, lanes) : NULL;
}

static const LoopExpr *lane_mask(Parser *p, const SynExpr *e) {
    if (!loop_parse_arity(p, e, 3, NULL)) return NULL;
    const LoopExpr *from = loop_parse_typed(p, e->items[1], DTYPE_INT64, "a bound of T.lane_mask"),
                   *to = loop_parse_typed(p, e->items[2], DTYPE_INT64, "a bound of T.lane_mask");
    const uint32_t lanes = lanes_of(p, e, LOOP_VECTOR_MAX);
    return from && to && lanes ? loop_lane_mask(&p->b, from, to, lanes) : NULL;
}

static const LoopExpr *first(Parser *p, const SynExpr *e) {
    if (!loop_parse_arity(p, e, 2, NULL)) return NULL;
    const LoopExpr *x = loop_parse_expr(p, e->items[1]);
    if (!x) return NULL;
    if (!x->lanes) return wrong(p, e->items[1], "the operand of T.first", "a vector");
    const uint32_t lanes = lanes_of(p, e, x->lanes);
    return lanes ? loop_first(&p->b, x, lanes) : NULL;
}

typedef const LoopExpr *Reader(Parser *p, const SynExpr *e);

static Reader *vector_reader(const char *name) {
    static const struct {
        const char *name;
        Reader *read;
    } rows[] = {
        {"Broadcast", broadcast}, {"Ramp", ramp}, {"lane_mask", lane_mask}, {"first", first}};
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (strcmp(name, rows[i].name) == 0) return rows[i].read;
    }
    return NULL;
}

/* --- What only functions as TVM prints them have --- */

/* A branch of T.if_then_else, stored to the scalar. */
static bool parse_branch(Parser *p, const SynExpr *e, const LoopBuffer *to) {
    const LoopExpr *x = loop_parse_number(p, e, to->dtype);
    if (!x) x = loop_parse_expr(p, e);
    if (!x) return false;
    x = loop_parse_as(p, x, to->dtype);
    if (x->dtype == to->dtype && !x->lanes) {
        loop_set(&p->b, to, x);
        return true;
    }
    Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE, "the branches of T.if_then_else");
    diag_expected(p->ctx, d, "%s", dtype_name(to->dtype));
    diag_found(p->ctx, d, "%s", loop_parse_type_text(p, x));
    return false;
}

static const LoopExpr *parse_if_then_else(Parser *p, const SynExpr *e) {
    if (!loop_parse_arity(p, e, 3, "dtype")) return NULL;
    const LoopExpr *cond =
        loop_parse_typed(p, e->items[1], DTYPE_BOOL, "the condition of T.if_then_else");
    if (!cond) return NULL;
    /* A number without a dtype is of the other side's. */
    const bool adapts = loop_parse_number(p, e->items[2], DTYPE_FLOAT32);
    const DType t = loop_parse_dtype_of(p, e->items[adapts ? 3 : 2]);
    if (t == DTYPE_VOID || !loop_parse_has(t)) {
        loop_parse_outside(p, e->loc, "T.if_then_else of values whose dtype is not seen");
        return NULL;
    }
    const LoopBuffer *to = loop_local(&p->b, "chosen", t, NULL, 0);
    loop_begin_if(&p->b, cond);
    bool ok = parse_branch(p, e->items[2], to);
    loop_else(&p->b);
    ok &= parse_branch(p, e->items[3], to);
    loop_end(&p->b);
    return ok ? loop_get(&p->b, to) : NULL;
}

static const LoopExpr *apply(Parser *p, const SynExpr *e, const ParseFunction *f) {
    const LoopExpr *x[3];
    const uint32_t n = loop_parse_function_arity(f);
    if (!loop_parse_arity(p, e, n, "dtype")) return NULL;
    bool ok = true;
    for (uint32_t i = 0; i < n; i++) {
        x[i] = loop_parse_expr(p, e->items[i + 1]);
        ok &= x[i] != NULL;
    }
    return ok ? loop_parse_apply(p, e, f, x) : NULL;
}

/* False: T.name is none of them. */
static bool foreign_call(Parser *p, const SynExpr *e, const char *name, const LoopExpr **out) {
    const ParseFunction *f = loop_parse_function(name);
    if (f) {
        *out = apply(p, e, f);
    } else if (strcmp(name, "if_then_else") == 0) {
        *out = parse_if_then_else(p, e);
    } else if (strcmp(name, "likely") == 0) {
        *out = loop_parse_arity(p, e, 1, NULL) ? loop_parse_expr(p, e->items[1]) : NULL;
    } else {
        return loop_parse_limit(p, e, name, out);
    }
    return true;
}

/* The call's value, which has the dtype that dtype= says, if it says one. */
static const LoopExpr *as_said(Parser *p, const SynExpr *e, const LoopExpr *x) {
    const SynExpr *said = loop_parse_keyword(e, "dtype");
    DType t;
    if (!x || !said) return x;
    if (!loop_parse_dtype(p, said, &t)) return NULL;
    if (t == x->dtype && !x->lanes) return x;
    Diag *d = diag_error(p->ctx, said->loc, DIAG_VALUE, "the dtype of a call");
    diag_expected(p->ctx, d, "%s", loop_parse_type_text(p, x));
    diag_found(p->ctx, d, "%s", dtype_name(t));
    return NULL;
}

static const LoopExpr *call(Parser *p, const SynExpr *e) {
    static const struct {
        LoopExprKind kind;
        const char *text;
    } rows[] = {
#define EXPR(id, text, form, n, kinds, result, doc) {LOOP_##id, ROW_##form(text)},
#define ROW_INFIX(text) NULL
#define ROW_PREFIX(text) NULL
#define ROW_CALL(text) text
#include "loop/expr.def"
    };
    const char *name = loop_parse_call_of(p, e);
    DType t;
    if (!name) return outside(p, e, "a call inside an expression", NULL);
    if (dtype_parse(str_c(name), &t) && (t == DTYPE_VOID || loop_parse_has(t)))
        return constant(p, e, t);
    Reader *read = p->scheduled ? vector_reader(name) : NULL;
    if (read) return read(p, e);
    if (strcmp(name, "Cast") == 0) return converted(p, e, true);
    if (strcmp(name, "reinterpret") == 0) return converted(p, e, false);
    const LoopExpr *x;
    if (p->foreign && foreign_call(p, e, name, &x)) return as_said(p, e, x);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (!rows[i].text || strcmp(rows[i].text, name) != 0) continue;
        uint32_t n = loop_expr_arity(rows[i].kind);
        if (!loop_parse_arity(p, e, n, p->foreign ? "dtype" : NULL)) return NULL;
        return as_said(p, e, build(p, e, rows[i].kind, e->items + 1, n));
    }
    return outside(p, e, diag_fmt(p->ctx, "T.%s", name), NULL);
}

/* --- Names and accesses --- */

static const LoopExpr *variable(Parser *p, const SynExpr *e) {
    Name *n = loop_parse_name(p, e->name);
    switch (n->kind) {
    case NAME_VAR: return loop_var(&p->b, n->var);
    case NAME_POISON: return NULL;
    case NAME_FREE: diag_error(p->ctx, e->loc, DIAG_NAME, e->name); return NULL;
    case NAME_BUFFER: {
        Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE,
                             diag_fmt(p->ctx, "the buffer '%s' as a value", e->name));
        diag_expected(p->ctx, d, "an element, %s%s", e->name, n->buffer->ndim ? "[...]" : "[()]");
        return NULL;
    }
    default:
        return wrong(p, e, diag_fmt(p->ctx, "'%s' as a value", e->name), "a variable or a size");
    }
}

const LoopBuffer *loop_parse_buffer(Parser *p, const SynExpr *e) {
    Name *n = e->kind == SYN_NAME ? loop_parse_name(p, e->name) : NULL;
    if (n && n->kind == NAME_BUFFER) return n->buffer;
    if (n && n->kind == NAME_POISON) return NULL;
    if (n && n->kind == NAME_FREE) {
        diag_error(p->ctx, e->loc, DIAG_NAME, e->name);
    } else {
        loop_parse_wrong(p, e, n ? diag_fmt(p->ctx, "'%s' is no buffer", e->name) : "no buffer",
                         "a buffer's name");
    }
    return NULL;
}

static bool is_index(Parser *p, const SynExpr *e, const LoopExpr *x) {
    if (x->dtype == DTYPE_INT64 && !x->lanes) return true;
    Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE, "an index");
    diag_expected(p->ctx, d, p->scheduled ? "int64, or T.Ramp as the last one" : "int64");
    diag_found(p->ctx, d, "%s", loop_parse_type_text(p, x));
    return false;
}

/* Of numbers and variables of unrolled loops: known when the loops are written out. */
static bool is_written_out(const Parser *p, const LoopExpr *e) {
    if (e->kind == LOOP_CONST) return true;
    for (size_t i = 0; e->kind == LOOP_VAR && i < p->b.open.len; i++) {
        const LoopStmt *s = p->b.open.at[i];
        if (s->kind == LOOP_FOR && s->for_kind == LOOP_UNROLLED && s->var == e->var) return true;
    }
    return (e->kind == LOOP_ADD || e->kind == LOOP_MUL) && is_written_out(p, e->args[0]) &&
           is_written_out(p, e->args[1]);
}

static bool is_of_registers(Parser *p, const SynExpr *at, const LoopExpr *index) {
    return is_written_out(p, index) ||
           loop_parse_wrong(p, at, "the index of a vector in registers",
                            "numbers and variables of T.unroll, added up and multiplied");
}

bool loop_parse_access(Parser *p, const SynExpr *e, const LoopBuffer **buffer,
                       const LoopExpr *const **indices) {
    const SynExpr *at = e->items[1], *const *items = &at;
    uint32_t n = 1;
    if (at->kind == SYN_TUPLE) {
        items = at->items;
        n = at->n;
    }
    *buffer = loop_parse_buffer(p, e->items[0]);
    bool ok = *buffer != NULL;
    const LoopExpr **list = ARENA_ARRAY(p->arena, const LoopExpr *, (size_t)n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const bool ramps = i + 1 == n && p->scheduled && *buffer && !(*buffer)->lanes;
        list[i] = ramps ? loop_parse_expr(p, items[i])
                        : loop_parse_typed(p, items[i], DTYPE_INT64, "an index");
        if (list[i] && list[i]->kind != LOOP_RAMP && !is_index(p, items[i], list[i]))
            list[i] = NULL;
        if (list[i] && *buffer && (*buffer)->lanes && !is_of_registers(p, items[i], list[i]))
            list[i] = NULL;
        ok &= list[i] != NULL;
    }
    *indices = list;
    if (*buffer && (*buffer)->ndim != n) {
        Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE,
                             diag_fmt(p->ctx, "the indices of '%s'", (*buffer)->name));
        diag_expected(p->ctx, d, "%u", (*buffer)->ndim);
        diag_found(p->ctx, d, "%u", n);
        return false;
    }
    return ok;
}

const LoopExpr *loop_parse_expr(Parser *p, const SynExpr *e) {
    ctx_poll(p->ctx);
    switch (e->kind) {
    case SYN_NAME: return variable(p, e);
    case SYN_INT: return loop_index(&p->b, e->i);
    case SYN_BOOL: return loop_int(&p->b, DTYPE_BOOL, e->i);
    case SYN_FLOAT: {
        if (p->foreign) return loop_float(&p->b, DTYPE_FLOAT32, e->f);
        Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE, "a float without a dtype");
        diag_expected(p->ctx, d, "T.float32(...) and the like");
        return NULL;
    }
    case SYN_SUBSCRIPT: {
        const LoopBuffer *buffer;
        const LoopExpr *const *indices;
        return loop_parse_access(p, e, &buffer, &indices) ? loop_load(&p->b, buffer, indices)
                                                          : NULL;
    }
    case SYN_UNARY: return prefix(p, e);
    case SYN_BINARY:
    case SYN_COMPARE:
    case SYN_BOOLOP: return infix(p, e);
    case SYN_CALL: return call(p, e);
    case SYN_CONDITION: return outside(p, e, syn_kind_text(e->kind), "T.Select(condition, a, b)");
    default: return outside(p, e, syn_kind_text(e->kind), NULL);
    }
}

const LoopExpr *loop_parse_typed(Parser *p, const SynExpr *e, DType dtype, const char *what) {
    const LoopExpr *x = p->foreign ? loop_parse_number(p, e, dtype) : NULL;
    if (!x) x = loop_parse_expr(p, e);
    if (x && p->foreign) x = loop_parse_as(p, x, dtype);
    if (!x || (x->dtype == dtype && !x->lanes)) return x;
    Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE, what);
    diag_expected(p->ctx, d, "%s", dtype_name(dtype));
    diag_found(p->ctx, d, "%s", loop_parse_type_text(p, x));
    return NULL;
}

/* --- Shapes --- */

static bool loop_parse_extents(Parser *p, const SynExpr *e, bool are_dims,
                               const LoopExpr *const **out, uint32_t *n) {
    if (e->kind != SYN_TUPLE && e->kind != SYN_LIST)
        return loop_parse_wrong(p, e, are_dims ? "a shape" : "strides", "a tuple");
    const LoopExpr **list = ARENA_ARRAY(p->arena, const LoopExpr *, (size_t)e->n + 1);
    bool ok = true;
    for (uint32_t i = 0; i < e->n; i++) {
        const SynExpr *item = e->items[i];
        const LoopExpr *x = list[i] =
            loop_parse_typed(p, item, DTYPE_INT64, are_dims ? "an extent" : "a stride");
        ok &= x != NULL;
        if (!x) continue;
        if (!loop_expr_is_extent(x)) {
            ok = loop_parse_wrong(p, item, are_dims ? "an extent" : "a stride",
                                  "constants and sizes");
        } else if (are_dims && x->kind == LOOP_CONST && x->i < 0) {
            Diag *d = diag_error(p->ctx, item->loc, DIAG_VALUE, "a negative extent");
            diag_found(p->ctx, d, "%lld", (long long)x->i);
            ok = false;
        }
    }
    if (e->n > p->ctx->limits.rank) {
        diag_error(p->ctx, e->loc, DIAG_TOO_MANY, diag_fmt(p->ctx, "%zu", p->ctx->limits.rank),
                   "dimensions");
        ok = false;
    }
    *out = list;
    *n = e->n;
    return ok;
}

bool loop_parse_buffer_type(Parser *p, const SynExpr *e, uint32_t first, bool strided,
                            BufferType *out) {
    *out = (BufferType){.dims = NULL, .dtype = DTYPE_FLOAT32};
    const bool bare = e->n == first + 1 && !e->keywords; /* as TVM has it: of float32 */
    const SynExpr *dtype = loop_parse_keyword(e, "dtype");
    const bool fits = bare || loop_parse_arity(p, e, first + !dtype,
                                               dtype     ? "dtype"
                                               : strided ? "strides"
                                                         : NULL);
    if (!fits) return false;
    bool ok = loop_parse_extents(p, e->items[first], true, &out->dims, &out->ndim);
    if (bare) return ok;
    if (!dtype) dtype = e->items[first + 1];
    ok &= first == 1 && !strided ? loop_parse_vector_dtype(p, dtype, &out->dtype, &out->lanes)
                                 : loop_parse_dtype(p, dtype, &out->dtype);
    const SynExpr *strides = loop_parse_keyword(e, "strides");
    uint32_t n;
    if (!strides) return ok;
    if (!loop_parse_extents(p, strides, false, &out->strides, &n)) return false;
    if (!ok || n == out->ndim) return ok;
    Diag *d = diag_error(p->ctx, strides->loc, DIAG_VALUE, "the number of strides");
    diag_expected(p->ctx, d, "%u", out->ndim);
    diag_found(p->ctx, d, "%u", n);
    return false;
}
