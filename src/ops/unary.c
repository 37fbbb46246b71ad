/* SPDX-License-Identifier: Apache-2.0 */
/* The elementwise functions of one operand: rows of unary.def, and the predicates on floats. */
#include "ops/infer.h"
#include "ops/ops.h"

static const OpParam params[] = {OP_TENSOR("x")};

typedef struct {
    unsigned kinds; /* of dtype that x may have */
    bool to_bool;   /* the result is bool */
} UnaryRow;

static const IrType *infer_unary(IrInfer *in) {
    const UnaryRow *row = in->op->data;
    if (!infer_dtype_kind(in, 0, row->kinds, 1)) return NULL;
    const IrType *x = in->args[0].type;
    return row->to_bool ? infer_with_dtype(in, x, DTYPE_BOOL) : x;
}

static const char *const on_float[] = {"x is floating-point", NULL};
static const char *const on_number[] = {"x is an integer or floating-point tensor", NULL};
static const char *const on_int_bool[] = {"x is an integer or bool tensor", NULL};
static const char *const on_bool[] = {"x is bool", NULL};

static const UnaryRow row_float = {KIND_FLOAT, false}, row_number = {KIND_INT | KIND_FLOAT, false},
                      row_int_bool = {KIND_INT | KIND_BOOL, false}, row_bool = {KIND_BOOL, false},
                      row_test = {KIND_INT | KIND_FLOAT, true};

#define ROW_FLOAT .constraints = on_float, .data = &row_float
#define ROW_NUMBER .constraints = on_number, .data = &row_number
#define ROW_INT_BOOL .constraints = on_int_bool, .data = &row_int_bool
#define ROW_BOOL .constraints = on_bool, .data = &row_bool
#define ROW_TEST .constraints = on_number, .data = &row_test

#define UNARY_DEF(id, name_, dtypes, doc_)                                                         \
    const OpDef op_##id = {.name = name_,                                                          \
                           .doc = doc_,                                                            \
                           .params = params,                                                       \
                           .n_params = ARRAY_LEN(params),                                          \
                           .flags = OP_PURE | OP_ELEMENTWISE,                                      \
                           .infer = infer_unary,                                                   \
                           ROW_##dtypes};

#define UNARY(id, name, dtypes, doc) UNARY_DEF(id, name, dtypes, doc)
#include "ops/unary.def"

#define TEST(id, name, doc) UNARY_DEF(id, name, TEST, doc)
#include "ops/unary_test.def"
