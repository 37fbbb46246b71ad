/* SPDX-License-Identifier: Apache-2.0 */
/* The elementwise functions of two operands: rows of binary.def. */
#include "ops/infer.h"
#include "ops/ops.h"

static const OpParam params[] = {OP_TENSOR("x1"), OP_TENSOR("x2")};

typedef struct {
    unsigned kinds;
    bool to_bool;
} BinaryRow;

static const IrType *infer_binary(IrInfer *in) {
    const BinaryRow *row = in->op->data;
    DType dtype;
    if (!infer_same_dtype(in, 0, 1, 1, &dtype)) return NULL;
    const IrType *t = infer_broadcast(in, in->args[0].type, in->args[1].type, 2);
    if (!t) return NULL;
    if (!infer_dtype_kind(in, 0, row->kinds, 3) || !infer_dtype_kind(in, 1, row->kinds, 3)) return NULL;
    return infer_with_dtype(in, t, row->to_bool ? DTYPE_BOOL : dtype);
}

#define SHARED "x1 and x2 have one dtype", "their shapes broadcast (aligned at the end, equal or 1)"
static const char *const on_any[] = {SHARED, "they are integer, floating-point or bool tensors", NULL};
static const char *const on_number[] = {SHARED, "they are integer or floating-point tensors", NULL};
static const char *const on_int[] = {SHARED, "they are integer tensors", NULL};
static const char *const on_int_bool[] = {SHARED, "they are integer or bool tensors", NULL};
static const char *const on_bool[] = {SHARED, "they are bool tensors", NULL};

#define ROWS(lower, kinds)                                                                         \
    static const BinaryRow row_##lower[] = {{kinds, false}, {kinds, true}}
ROWS(any, KIND_INT | KIND_FLOAT | KIND_BOOL);
ROWS(number, KIND_INT | KIND_FLOAT);
ROWS(int, KIND_INT);
ROWS(int_bool, KIND_INT | KIND_BOOL);
ROWS(bool, KIND_BOOL);

enum { RESULT_SAME, RESULT_BOOL };
#define ROW_ANY(result) .constraints = on_any, .data = &row_any[result]
#define ROW_NUMBER(result) .constraints = on_number, .data = &row_number[result]
#define ROW_INT(result) .constraints = on_int, .data = &row_int[result]
#define ROW_INT_BOOL(result) .constraints = on_int_bool, .data = &row_int_bool[result]
#define ROW_BOOL(result) .constraints = on_bool, .data = &row_bool[result]

#define BINARY(id, name_, dtypes, result, flags_, doc_)                                            \
    const OpDef op_##id = {.name = name_,                                                          \
                           .doc = doc_,                                                            \
                           .params = params,                                                       \
                           .n_params = ARRAY_LEN(params),                                          \
                           .flags = OP_PURE | OP_ELEMENTWISE | (flags_),                           \
                           .infer = infer_binary,                                                  \
                           ROW_##dtypes(RESULT_##result)};
#include "ops/binary.def"
