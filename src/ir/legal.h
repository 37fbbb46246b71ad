/* SPDX-License-Identifier: Apache-2.0 */
/* Legal sets: which calls of operators a stage takes as they are. A set is data, defined where what
 * it is for stands: those of the passes in passes/legal_sets.c, that of a writer of a format beside
 * the writer, which registers it (ir_op_table_add_legal) so that passes find it by its name. */
#ifndef TENON_IR_LEGAL_H
#define TENON_IR_LEGAL_H

#include "ir/ir.h"

typedef bool (*IrLegalPredicate)(const IrBinding *call);

/* Calls of an operator are legal for which the predicate holds. */
typedef struct {
    const OpDef *op;
    IrLegalPredicate legal;
    const char *predicate; /* its name, for messages */
} IrLegalRow;

/* The ways in which calls may be made legal: bits. */
enum {
    IR_LEGAL_DECOMPOSE = 1, /* by their decompositions */
    IR_LEGAL_NAME = 2,      /* a marker becomes its operand */
    IR_LEGAL_LOOPS = 4,     /* calls of loop functions */
};

typedef struct IrLegalSet {
    const char *name;
    IrLegalPredicate legal; /* of operators that have no row; NULL: none is */
    unsigned ways;
    bool training; /* what operators that do not say it themselves are decomposed for */
    const IrLegalRow *rows;
    size_t n_rows;
} IrLegalSet;

#endif
