/* SPDX-License-Identifier: Apache-2.0 */
/* The registry: collects every definition. */
#include "ops/ops.h"

#include "base/syntax.h"
#include "ops/decompose.h"
#include "ops/number.h"
#include "ops/sugar.h"

static const OpDef *const all[] = {
#define OP(id) &op_##id,
#define UNARY(id, name, dtypes, gradient, doc) OP(id)
#define TEST(id, name, doc) OP(id)
#define BINARY(id, name, dtypes, result, flags, gradient, doc) OP(id)
#include "ops/binary.def"
#include "ops/unary.def"
#include "ops/unary_test.def"
#include "ops/ops.def"
};

static const char *const by_syntax[] = {
    [SYN_OP_ADD] = "add",
    [SYN_OP_SUB] = "subtract",
    [SYN_OP_MUL] = "multiply",
    [SYN_OP_DIV] = "divide",
    [SYN_OP_FLOORDIV] = "floor_divide",
    [SYN_OP_MOD] = "mod",
    [SYN_OP_POW] = "power",
    [SYN_OP_MATMUL] = "matmul",
    [SYN_OP_AND] = "bitwise_and",
    [SYN_OP_OR] = "bitwise_or",
    [SYN_OP_XOR] = "bitwise_xor",
    [SYN_OP_LSHIFT] = "left_shift",
    [SYN_OP_RSHIFT] = "right_shift",
    [SYN_OP_EQ] = "equal",
    [SYN_OP_NE] = "not_equal",
    [SYN_OP_LT] = "less",
    [SYN_OP_LE] = "less_equal",
    [SYN_OP_GT] = "greater",
    [SYN_OP_GE] = "greater_equal",
    [SYN_OP_NEG] = "negative",
    [SYN_OP_INVERT] = "bitwise_not",
    [SYN_OP_BOOL_OR] = NULL,
};

static const char *const methods[] = {"astype", NULL};

static const struct OpNumbers numbers = {.operands = numbers_in_call};

void ops_table_init(OpTable *self, Arena *arena) {
    ir_op_table_init(self, all, ARRAY_LEN(all), arena);
    self->sugars = op_sugars;
    self->n_sugars = op_n_sugars;
    self->by_syntax = by_syntax;
    self->methods = methods;
    self->numbers = &numbers;
    self->decompose_defined = d_defined;
}
