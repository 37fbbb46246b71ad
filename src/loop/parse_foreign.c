/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions as TVM prints them, in the operations of expr.def: integers of several sizes beside
 * each other, constants without a dtype, and functions that are made of others here. */
#include "loop/parse.h"

#include <float.h>
#include <math.h>

/* --- Dtypes --- */

const LoopExpr *loop_parse_as(Parser *p, const LoopExpr *x, DType to) {
    return dtype_is_int(x->dtype) && dtype_is_int(to) && !x->lanes ? loop_cast(&p->b, to, x) : x;
}

/* Floats before integers, then the wider one. */
static DType wider(DType a, DType b) {
    if (dtype_is_float(a) != dtype_is_float(b)) return dtype_is_float(a) ? a : b;
    return dtype_size(b) > dtype_size(a) ? b : a;
}

/* The number that e is, or that it is the negative of. */
static const SynExpr *magnitude(const SynExpr *e) {
    return e->kind == SYN_UNARY && e->op == SYN_OP_NEG ? e->items[0] : e;
}

static bool adapts(const SynExpr *e, DType to) {
    const SynKind kind = magnitude(e)->kind;
    return kind == SYN_INT || (kind == SYN_FLOAT && dtype_is_float(to));
}

const LoopExpr *loop_parse_number(Parser *p, const SynExpr *e, DType dtype) {
    const SynExpr *number = magnitude(e);
    if (!dtype_is_float(dtype) || !adapts(e, dtype)) return NULL;
    const double v = number->kind == SYN_INT ? (double)number->i : number->f;
    return loop_float(&p->b, dtype, number == e ? v : -v);
}

void loop_parse_promote(Parser *p, const SynExpr *const *items, const LoopExpr **x, uint32_t first,
                        uint32_t n) {
    if (n < first + 2 || x[first]->dtype == x[first + 1]->dtype) return;
    const DType a = x[first]->dtype, b = x[first + 1]->dtype;
    if (a == DTYPE_BOOL || b == DTYPE_BOOL || x[first]->lanes || x[first + 1]->lanes) return;
    DType to = wider(a, b);
    /* A number without a dtype is of the other's; not a float beside an integer. */
    if (adapts(items[first], b)) to = b;
    if (adapts(items[first + 1], a)) to = a;
    for (uint32_t i = first; i < first + 2; i++) {
        const LoopExpr *number = loop_parse_number(p, items[i], to);
        if (number) x[i] = number;
        if (x[i]->dtype != to) x[i] = loop_cast(&p->b, to, x[i]);
    }
}

/* --- Functions that are made of others --- */

typedef const LoopExpr *Maker(LoopBuilder *b, const LoopExpr *const *x);

static const LoopExpr *number(LoopBuilder *b, const LoopExpr *like, double v) {
    return loop_float(b, like->dtype, v);
}

static const LoopExpr *make_sigmoid(LoopBuilder *b, const LoopExpr *const *x) {
    const LoopExpr *e = loop_op1(b, LOOP_EXP, loop_op1(b, LOOP_NEG, x[0])), *one = number(b, e, 1);
    return loop_op2(b, LOOP_DIV, one, loop_op2(b, LOOP_ADD, one, e));
}

static const LoopExpr *make_rsqrt(LoopBuilder *b, const LoopExpr *const *x) {
    return loop_op2(b, LOOP_DIV, number(b, x[0], 1), loop_op1(b, LOOP_SQRT, x[0]));
}

static const LoopExpr *make_log2(LoopBuilder *b, const LoopExpr *const *x) {
    return loop_op2(b, LOOP_MUL, loop_op1(b, LOOP_LOG, x[0]), number(b, x[0], M_LOG2E));
}

static const LoopExpr *make_log10(LoopBuilder *b, const LoopExpr *const *x) {
    return loop_op2(b, LOOP_MUL, loop_op1(b, LOOP_LOG, x[0]), number(b, x[0], M_LOG10E));
}

static const LoopExpr *make_exp2(LoopBuilder *b, const LoopExpr *const *x) {
    return loop_op2(b, LOOP_POW, number(b, x[0], 2), x[0]);
}

static const LoopExpr *make_exp10(LoopBuilder *b, const LoopExpr *const *x) {
    return loop_op2(b, LOOP_POW, number(b, x[0], 10), x[0]);
}

/* To nearest, ties away from 0. */
static const LoopExpr *make_round(LoopBuilder *b, const LoopExpr *const *x) {
    const LoopExpr *t = loop_op1(b, LOOP_TRUNC, x[0]), *zero = number(b, t, 0),
                   *rest = loop_op1(b, LOOP_ABS, loop_op2(b, LOOP_SUB, x[0], t)),
                   *far = loop_op2(b, LOOP_LE, number(b, t, 0.5), rest),
                   *one = loop_select(b, loop_op2(b, LOOP_LT, x[0], zero), number(b, t, -1),
                                      number(b, t, 1));
    return loop_select(b, far, loop_op2(b, LOOP_ADD, t, one), t);
}

static const LoopExpr *make_isfinite(LoopBuilder *b, const LoopExpr *const *x) {
    return loop_op1(
        b, LOOP_NOT,
        loop_op2(b, LOOP_OR, loop_op1(b, LOOP_ISNAN, x[0]), loop_op1(b, LOOP_ISINF, x[0])));
}

struct ParseFunction {
    const char *name;
    uint32_t n;
    bool floats;       /* takes these alone */
    bool again;        /* reads its operand several times, so that gets a name */
    LoopExprKind kind; /* without a maker */
    Maker *make;
};

static const ParseFunction functions[] = {
    {"sigmoid", 1, true, false, LOOP_EXP, make_sigmoid},
    {"rsqrt", 1, true, false, LOOP_EXP, make_rsqrt},
    {"log2", 1, true, false, LOOP_EXP, make_log2},
    {"log10", 1, true, false, LOOP_EXP, make_log10},
    {"exp2", 1, true, false, LOOP_EXP, make_exp2},
    {"exp10", 1, true, false, LOOP_EXP, make_exp10},
    {"round", 1, true, true, LOOP_EXP, make_round},
    {"isfinite", 1, true, true, LOOP_EXP, make_isfinite},
    {"fabs", 1, true, false, LOOP_ABS, NULL},
    {"power", 2, true, false, LOOP_POW, NULL},
    {"floordiv", 2, false, false, LOOP_FLOORDIV, NULL},
    {"floormod", 2, false, false, LOOP_FLOORMOD, NULL},
    {"Div", 2, false, false, LOOP_TRUNCDIV, NULL},
    {"Mod", 2, false, false, LOOP_TRUNCMOD, NULL},
    {"Min", 2, false, false, LOOP_MIN, NULL},
    {"Max", 2, false, false, LOOP_MAX, NULL},
};

const ParseFunction *loop_parse_function(const char *name) {
    for (size_t i = 0; i < ARRAY_LEN(functions); i++) {
        if (strcmp(name, functions[i].name) == 0) return &functions[i];
    }
    return NULL;
}

uint32_t loop_parse_function_arity(const ParseFunction *f) { return f->n; }

const LoopExpr *loop_parse_apply(Parser *p, const SynExpr *e, const ParseFunction *f,
                                 const LoopExpr **x) {
    loop_parse_promote(p, e->items + 1, x, 0, f->n);
    LoopExprKind kind = f->kind;
    if (kind == LOOP_TRUNCDIV && dtype_is_float(x[0]->dtype)) kind = LOOP_DIV;
    const bool fits = !x[0]->lanes && (f->n == 1 || x[0]->dtype == x[1]->dtype) &&
                      (!f->floats || dtype_is_float(x[0]->dtype)) &&
                      (f->make || loop_expr_allows(kind, x[0]->dtype));
    if (!fits) {
        Diag *d = diag_error(p->ctx, e->loc, DIAG_VALUE,
                             diag_fmt(p->ctx, "the operands of T.%s", f->name));
        diag_expected(p->ctx, d, "%s of one dtype", f->floats ? "floats" : "numbers");
        diag_found(p->ctx, d, "%s", dtype_name(x[0]->dtype));
        return NULL;
    }
    if (f->again && x[0]->n) x[0] = loop_var(&p->b, loop_let(&p->b, "x", x[0]));
    if (f->make) return f->make(&p->b, x);
    return f->n == 1 ? loop_op1(&p->b, kind, x[0]) : loop_op2(&p->b, kind, x[0], x[1]);
}

/* --- What is seen of an expression --- */

DType loop_parse_dtype_of(Parser *p, const SynExpr *e) {
    const char *name = loop_parse_call_of(p, e);
    DType t;
    switch (e->kind) {
    case SYN_SUBSCRIPT: {
        const Name *n =
            e->items[0]->kind == SYN_NAME ? loop_parse_name(p, e->items[0]->name) : NULL;
        return n && n->kind == NAME_BUFFER ? n->buffer->dtype : DTYPE_VOID;
    }
    case SYN_NAME: {
        const Name *n = loop_parse_name(p, e->name);
        return n->kind == NAME_VAR ? n->var->dtype : DTYPE_VOID;
    }
    case SYN_INT: return DTYPE_INT64;
    case SYN_FLOAT: return DTYPE_FLOAT32;
    case SYN_BOOL:
    case SYN_COMPARE:
    case SYN_BOOLOP: return DTYPE_BOOL;
    case SYN_UNARY: return e->op == SYN_OP_NOT ? DTYPE_BOOL : loop_parse_dtype_of(p, e->items[0]);
    case SYN_BINARY: {
        const DType a = loop_parse_dtype_of(p, e->items[0]),
                    b = loop_parse_dtype_of(p, e->items[1]);
        if (a == DTYPE_VOID || b == DTYPE_VOID) return DTYPE_VOID;
        if (adapts(e->items[0], b)) return b;
        return adapts(e->items[1], a) ? a : wider(a, b);
    }
    case SYN_CALL: break;
    default: return DTYPE_VOID;
    }
    if (!name) return DTYPE_VOID;
    if (dtype_parse(str_c(name), &t)) return t;
    if ((strcmp(name, "Cast") == 0 || strcmp(name, "reinterpret") == 0) && e->n > 1)
        return e->items[1]->kind == SYN_STRING && dtype_parse(e->items[1]->str, &t) ? t
                                                                                    : DTYPE_VOID;
    static const char *const conditions[] = {"And", "Or", "Not", "isnan", "isinf", "isfinite"};
    for (size_t i = 0; i < ARRAY_LEN(conditions); i++) {
        if (strcmp(name, conditions[i]) == 0) return DTYPE_BOOL;
    }
    const uint32_t at = strcmp(name, "Select") == 0 || strcmp(name, "if_then_else") == 0 ? 2 : 1;
    return e->n > at ? loop_parse_dtype_of(p, e->items[at]) : DTYPE_VOID;
}

/* --- Limits of dtypes --- */

/* T.min_value("float32") and its like */
static const LoopExpr *limit(Parser *p, const SynExpr *e, const char *name) {
    DType t;
    if (!loop_parse_arity(p, e, 1, NULL) || !loop_parse_dtype(p, e->items[1], &t)) return NULL;
    const bool least = strcmp(name, "min_value") == 0;
    if (strcmp(name, "infinity") == 0 || strcmp(name, "nan") == 0) {
        if (dtype_is_float(t))
            return loop_float(&p->b, t, name[0] == 'n' ? (double)NAN : (double)INFINITY);
        loop_parse_wrong(p, e->items[1], diag_fmt(p->ctx, "the dtype of T.%s", name), "a float's");
        return NULL;
    }
    if (!dtype_is_float(t))
        return loop_int(&p->b, t, loop_eval_identity(least ? LOOP_MAX : LOOP_MIN, t).i);
    const double most = t == DTYPE_FLOAT64    ? DBL_MAX
                        : t == DTYPE_FLOAT16  ? 65504.0
                        : t == DTYPE_BFLOAT16 ? 0x1.fep127
                                              : (double)FLT_MAX;
    return loop_float(&p->b, t, least ? -most : most);
}

bool loop_parse_limit(Parser *p, const SynExpr *e, const char *name, const LoopExpr **out) {
    static const char *const limits[] = {"min_value", "max_value", "infinity", "nan"};
    for (size_t i = 0; i < ARRAY_LEN(limits); i++) {
        if (strcmp(name, limits[i]) == 0) return *out = limit(p, e, name), true;
    }
    return false;
}
