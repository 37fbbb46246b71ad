/* SPDX-License-Identifier: Apache-2.0 */
/* The names that a printed module has: unique where they meet, fit for Python, and settled before
 * anything is written. Also which constants stand in the metadata, as the same walk finds them. */
#ifndef TENON_IR_PRINT_NAMES_H
#define TENON_IR_PRINT_NAMES_H

#include "ir/definition.h"
#include "ir/text.h"

typedef struct {
    IrModule *m;
    Arena *arena;
    Map taken;             /* NameSlot by interned name, of all functions so far */
    uint64_t turn;         /* which function this is */
    IrTextTable table;     /* constants of the metadata */
    uint32_t *table_index; /* by constant id, plus 1; NULL: there is no metadata */
} IrNaming;

/* The names of one function's variables, by id. */
typedef struct {
    const char **by_id;
    bool has_globals;
} IrNames;

/* Of a whole module. */
void ir_naming_init(IrNaming *self, IrModule *m, Arena *arena);
/* Another function of the module's: its names are its own. */
void ir_naming_restart(IrNaming *self);
/* outer: of the function around, with what of it is captured, or NULL. d: whose function it is, or
 * NULL; its parameters are keywords of calls, so they have their names first. */
void ir_naming_function(IrNaming *self, IrFunction *fn, const IrNames *outer,
                        const IrOperands *captures, const IrDefinition *d, IrNames *out);

/* The branch's result is what its last binding gives: that binding is printed under the `if`'s
 * name. */
bool ir_branch_ends_with_result(const IrBody *body);
/* It may stand in the text where it is used. */
bool ir_const_is_small(const Tensor *t);

#endif
