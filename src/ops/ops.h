/* SPDX-License-Identifier: Apache-2.0 */
/* All operators. Definitions are constant data, one file each (families: one .def each). */
#ifndef TENON_OPS_OPS_H
#define TENON_OPS_OPS_H

#include "ir/op.h"

#define OP(id) extern const OpDef op_##id;
#define UNARY(id, name, dtypes, gradient, doc) OP(id)
#define TEST(id, name, doc) OP(id)
#define BINARY(id, name, dtypes, result, flags, gradient, doc) OP(id)
#include "ops/binary.def"
#include "ops/unary.def"
#include "ops/unary_test.def"
#include "ops/ops.def"

/* Fills the table with every operator and spelling. The arena owns the table's index. */
void ops_table_init(OpTable *self, Arena *arena);

#endif
