/* SPDX-License-Identifier: Apache-2.0 */
/* Modules compiled to C and run against expected outputs, many to a C file: compiled without a
 * warning by $CC (cc) with $C_FLAGS, loaded, run. */
#ifndef TENON_TESTS_C_BATCH_H
#define TENON_TESTS_C_BATCH_H

#include "backend/c/compile.h"
#include "run_values.h"

/* A module of the batch, and what its run must give. The labels are the caller's, for its
 * messages. */
typedef struct {
    const char *file, *title, *text;
    unsigned line;
    CModule info;
    Tensors inputs, outputs;
    bool fails;
} CBatchEntry;

typedef struct {
    Ctx *ctx;
    const char *folder; /* for the C files */
    Arena arena;
    ValueList list;
    CFile *c;
    VEC(CBatchEntry *) entries;
    unsigned batches;
} CBatch;

/* Sets all but ctx, folder and batches. */
void c_batch_begin(CBatch *self);
void c_batch_end(CBatch *self);
/* The labels of `e` are set; result NULL: C must return an error. The values live as the batch (its
 * list). False: there is no form in C, and the context has the reports. */
bool c_batch_add(CBatch *self, const CBatchEntry *e, IrModule *m, const IrFunction *fn,
                 Value *const *args, uint32_t n, const Value *result);
/* Compiles, runs all; what: what is wrong with the entry, NULL: nothing. */
void c_batch_run(CBatch *self, void (*report)(void *user, const CBatchEntry *e, const char *what),
                 void *user);

#endif
