/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the verifier share. Each function goes through three passes; the later ones
 * take it to be well-formed. */
#ifndef TENON_LOOP_VERIFY_PARTS_H
#define TENON_LOOP_VERIFY_PARTS_H

#include "loop/text.h"
#include "loop/verify.h"

typedef struct {
    Ctx *ctx;
    Arena *arena; /* scratch */
    const LoopFn *fn;
    LoopBounds *bounds;
    LoopUnproved *unproved; /* not NULL: verify_access tells these, and reports nothing */
    void *user;
} Verify;

void verify_form(Verify *v);      /* verify_form.c: scopes, dtypes, ranks */
void verify_reduction(Verify *v); /* verify_reduction.c: loops with lanes */
void verify_access(Verify *v);    /* verify_access.c: bounds, independence of iterations */

/* The statement as a report's "found" line. verify_found.c */
void verify_found(Verify *v, Diag *d, const LoopStmt *s);

#endif
