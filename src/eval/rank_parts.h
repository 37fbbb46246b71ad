/* SPDX-License-Identifier: Apache-2.0 */
/* Which part of the whole a rank's parameters are, in a function that Distribute has made for the
 * ranks of a mesh, or SimulateRanks of that.
 *
 * Attributes say which dim of a parameter is split over which axis (DISTRIBUTE_INPUTS). How long a
 * rank's part is, and where it begins, follows from the function itself: even parts are alike, and
 * the extent of an uneven one is a symbol that a cast holds against the rank's place,
 *
 *     r = R.match_cast(R.tensor_to_shape(R.reshape(R.ccl.rank(axes=["data"]), R.shape([1]))),
 *                      R.Shape([data]))
 *     part = R.match_cast(R.shape([(data + 1)*10//4 - data*10//4]), R.Shape([data_10]))
 *
 * which is computed here for every place of the axis; before SimulateRanks for the rank that the
 * context is, or 0. Such casts settle symbols of any function that ranks run. */
#ifndef TENON_EVAL_RANK_PARTS_H
#define TENON_EVAL_RANK_PARTS_H

#include "ir/ir.h"

typedef struct RankParts RankParts;

/* Of one dim of a parameter's leaf. */
typedef struct {
    int64_t own, first, whole; /* own elements of the whole, from `first` on; -1: not known */
    bool is_split;
    uint32_t ranks, place; /* of one that is split: over so many, of which this is the place-th */
} RankPart;

/* What is known of the function's symbols, and of whom the rest is asked. */
typedef struct {
    const bool *fixed; /* by id: no cast settles it; NULL: none is */
    IrSymbolFn value;  /* of a symbol that no cast settles; NULL: nothing is known of any */
    void *user;
} RankSymbols;

/* NULL: no function for ranks. All lives in the arena. Linear in the function; of parts that are
 * uneven also in the ranks of their axis. */
RankParts *rank_parts_new(IrFunction *fn, Arena *arena, const RankSymbols *symbols);
/* What a cast says that the symbol is for this rank; false: none does. */
bool rank_parts_symbol(const RankParts *self, const IrSymbol *s, int64_t *value);
/* By dim, of the leaf-th tensor of the parameter; NULL: it is not known to be split. */
const RankPart *rank_parts_of(RankParts *self, size_t param, uint32_t leaf);
/* The parameter's place among those of the function that Distribute was given. */
size_t rank_parts_origin(const RankParts *self, size_t param);

#endif
