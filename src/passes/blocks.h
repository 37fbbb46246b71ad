/* SPDX-License-Identifier: Apache-2.0 */
/* What passes that change bodies in place share: purity, and keeping the blocks of a body in
 * order. */
#ifndef TENON_PASSES_BLOCKS_H
#define TENON_PASSES_BLOCKS_H

#include "ir/ir.h"

/* Calls `visit` for each function that has a body: the module's, and after each those nested in it.
 * False as soon as `visit` is. Recursion is over nested functions. */
bool blocks_each_function(IrModule *m, bool (*visit)(void *user, IrFunction *fn), void *user);

/* Has what stands right of '=' no effect, as far as can be seen? A call of a value that may be an
 * impure function has; an IF is judged by its cond alone, whoever asks walks its branches. */
bool blocks_is_pure(const IrBinding *b);

/* The function with a body of that name; NULL: the only public one, else main. NULL after a
 * report. */
IrFunction *blocks_public_function(IrModule *m, const char *name);
/* The same without a report. */
IrFunction *blocks_find_function(const IrModule *m, const char *name);

/* Calls `visit` for the operands of the binding, and of an IF for all operands and results that
 * stand within its branches. False as soon as `visit` is. */
bool blocks_each_list(const IrBinding *b, bool (*visit)(void *user, const IrOperands *list),
                      void *user);

/* The function's dataflow blocks become ordinary bindings; blocks_finish joins them. */
void blocks_dissolve(IrFunction *fn);

/* Removes a binding that nothing uses, an IF with all that it holds. */
void blocks_remove(IrBinding *b);

/* Divides a body's chain of bindings into blocks anew: */
typedef struct {
    IrBody *body;
} BlockWriter;

void blocks_begin(BlockWriter *self, IrBody *body);
/* The next binding of the chain: in the block of the one before it when `joins` and the kinds
 * agree. Ordinary bindings always join. */
void blocks_add(BlockWriter *self, IrBinding *b, bool is_dataflow, bool joins);

/* What the text would say when read again; a pass that changed something ends with it: empty blocks
 * go, ordinary ones that stand side by side become one, and a nested function captures what its
 * body mentions, each variable once, in the order of the first mention. Always true. */
bool blocks_finish(IrModule *m);

/* A variable of a dataflow block is an output when something outside the block uses it. One that a
 * nested function captures stays what it was. */
void blocks_set_outputs(IrFunction *fn);
/* The same of one binding of a dataflow block. */
void blocks_set_output(IrBinding *b);

/* The function returns these operands. Its result type is theirs, without the symbols that the body
 * defines. */
void blocks_set_result(IrFunction *fn, const IrOperand *operands, uint32_t n);

/* The block's bindings, all of them, in this order. */
void blocks_reorder(IrBlock *block, IrBinding *const *order);

#endif
