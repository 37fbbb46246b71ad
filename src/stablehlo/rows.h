/* SPDX-License-Identifier: Apache-2.0 */
/* The table of operations (ops.def). */
#ifndef TENON_STABLEHLO_ROWS_H
#define TENON_STABLEHLO_ROWS_H

#include "ir/op.h"
#include "stablehlo/syntax.h"

typedef struct H H;
typedef void (*ShloMapFn)(H *s);

typedef enum { SHLO_OF_FLOATS, SHLO_OF_INTS, SHLO_OF_BOOLS, SHLO_SCALARS } ShloScalar;

typedef struct {
    const char *name;
    const char *format; /* of the pretty form: see pretty.c; NULL: it has none */
    ShloMapFn map;      /* NULL: refused, `becomes` says why */
    const OpDef *op;    /* that an elementwise operation is */
    /* The operation on scalars in a loop function, by the first operand's kind: $0, $1 are
     * operands, $T is the result's dtype. NULL: none */
    const char *scalar[SHLO_SCALARS];
    const char *becomes;
} ShloRow;

const ShloRow *shlo_row_find(Str name);

#endif
