/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of each kind of expression: expr.def. */
#include "loop/loop.h"

typedef enum { FORM_INFIX, FORM_PREFIX, FORM_CALL } ExprForm;
typedef enum { RESULT_SAME, RESULT_BOOL } ExprResult;

enum {
    KINDS_NUM = 1 << DTYPE_KIND_INT | 1 << DTYPE_KIND_UINT | 1 << DTYPE_KIND_FLOAT,
    KINDS_INT = 1 << DTYPE_KIND_INT | 1 << DTYPE_KIND_UINT,
    KINDS_FLOAT = 1 << DTYPE_KIND_FLOAT,
    KINDS_REAL = 1 << 7, /* floats that are no half types */
    KINDS_BOOL = 1 << DTYPE_KIND_BOOL,
    KINDS_INT_BOOL = KINDS_INT | KINDS_BOOL,
    KINDS_ANY = KINDS_NUM | KINDS_BOOL,
};

static const struct {
    const char *id, *text;
    uint8_t n, kinds, result;
} rows[] = {
#define EXPR(id, text, form, n, kinds, result, doc)                                                \
    [LOOP_##id] = {#id, text, n, KINDS_##kinds, RESULT_##result},
#include "loop/expr.def"
};

bool loop_expr_is_associative(LoopExprKind kind) {
    switch (kind) {
    case LOOP_ADD:
    case LOOP_MUL:
    case LOOP_MIN:
    case LOOP_MAX:
    case LOOP_BITAND:
    case LOOP_BITOR:
    case LOOP_BITXOR:
    case LOOP_AND:
    case LOOP_OR: return true;
    default: return false;
    }
}

bool loop_expr_is_op(LoopExprKind kind) { return kind > LOOP_FIRST && kind < LOOP_EXPR_COUNT; }
const char *loop_expr_id(LoopExprKind kind) { return rows[kind].id; }

const char *loop_expr_text(LoopExprKind kind) { return rows[kind].text; }
uint32_t loop_expr_arity(LoopExprKind kind) { return rows[kind].n; }
bool loop_expr_allows(LoopExprKind kind, DType operand) {
    if (rows[kind].kinds == KINDS_REAL) return operand == DTYPE_FLOAT32 || operand == DTYPE_FLOAT64;
    return rows[kind].kinds >> dtype_kind(operand) & 1;
}

DType loop_expr_result(LoopExprKind kind, DType operand) {
    return rows[kind].result == RESULT_BOOL ? DTYPE_BOOL : operand;
}
