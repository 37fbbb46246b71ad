/* SPDX-License-Identifier: Apache-2.0 */
/* Where tests of backends have their cases from: files, and seeds. */
#ifndef TENON_TESTS_CASE_SOURCE_H
#define TENON_TESTS_CASE_SOURCE_H

#include "cases.h"
#include "ir/op.h"

/* file: "seed" of a drawn one, whose line is its seed. Both last as long as the call. */
typedef void CaseFn(void *user, const char *file, Case at);

/* Each case of a text test's file. False after a line on standard output: it cannot be read. */
bool cases_of_file(Ctx *ctx, const char *path, CaseFn *fn, void *user);

typedef struct {
    unsigned first, count;
    bool sampled; /* by the operators' `sample`; else by random_module.h */
} CaseSeeds;

void cases_of_seeds(Ctx *ctx, const OpTable *ops, CaseSeeds seeds, CaseFn *fn, void *user);

/* What a run says of a module of several ranks that runs alone; tests/text/transports_test.c runs
 * these as the ranks that they are. */
bool case_lacks_ranks(const char *input, size_t n, const char *what);

#endif
