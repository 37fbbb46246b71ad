/* SPDX-License-Identifier: Apache-2.0 */
/* Names that a user may have meant, and what is said where there is no such name:
 *
 *     expected: a parameter of 'main': x, weights, bias and 12 more
 *     help: did you mean 'weights'?
 */
#ifndef TENON_BASE_NEAR_H
#define TENON_BASE_NEAR_H

#include "base/diag.h"

/* The candidate that is nearest to a name, where one is near enough to be a slip of the pen: one
 * edit in a short name, three in a long one; of a name of one letter, its case alone. */
typedef struct {
    Str name;
    const char *best; /* NULL: none so far */
    size_t limit;     /* what a better one has to stay within */
} Near;

Near near_begin(Str name);
/* True: it is the nearest so far. The first of several equally near ones stays. */
bool near_offer(Near *self, const char *candidate);

enum { NEAR_SHOWN = 12 };

/* The names that there are, the first of them in full. */
typedef struct {
    Near near;
    StrBuf list;
    const char *shown[NEAR_SHOWN];
    size_t n;
} NearNames;

void near_names_begin(NearNames *self, Ctx *ctx, const char *name);
/* NULL: a thing without a name, which is passed over, as is one that is shown already. A name lives
 * until near_names_end. */
void near_names_add(NearNames *self, const char *candidate);
/* The lines "expected" and "help" of d, which may be NULL. `what` says what is wanted: "a parameter
 * of 'main'". */
void near_names_end(NearNames *self, Ctx *ctx, Diag *d, const char *what);

#endif
