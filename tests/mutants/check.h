/* SPDX-License-Identifier: Apache-2.0 */
/* What is done with a mutant, and what is wrong about it. */
#ifndef TENON_TESTS_MUTANTS_CHECK_H
#define TENON_TESTS_MUTANTS_CHECK_H

#include <tenon/tenon.h>

#include "base/diag.h"
#include "mutants.h"

typedef enum { MUTANT_ONNX, MUTANT_TEXT, MUTANT_RULES, MUTANT_KINDS } MutantKind;

/* How many mutants came how far. */
typedef enum {
    COUNT_MADE,
    COUNT_READ,
    COUNT_OPTIMIZED,
    COUNT_WRITTEN, /* as ONNX, and read back */
    COUNT_EVALUATED,
    COUNT_COMPARED, /* evaluated before and after -O2, and neither failed in the run */
    COUNT_LLVM,
    COUNT_C,
    COUNT_FINDINGS,
    COUNTS
} Count;

/* Shared by the processes: where the child is, for when it dies. */
typedef struct {
    size_t counts[COUNTS];
    uint64_t seed;
    char stage[32];
} Progress;

typedef struct {
    uint64_t eval, llvm, c; /* one in so many of the accepted; 0: none */
} Every;

typedef struct Checker Checker;
/* One for each process. */
Checker *checker_new(Progress *progress, Every every);
/* Leaves a report and what was held; false: something leaked. */
bool checker_free(Checker *self);
/* NULL: nothing is wrong; else what, in memory that lives until the next call. */
const char *checker_try(Checker *self, MutantKind kind, Str bytes, uint64_t seed);

typedef struct MutantRuns MutantRuns;
MutantRuns *mutant_runs_new(Progress *progress);
void mutant_runs_free(MutantRuns *self);
/* The module's text, and that of what -O2 made of it: both compute the same, by the evaluator and
 * (where asked for) as machine code and C. NULL: nothing is wrong. */
const char *mutant_runs_try(MutantRuns *self, Str text, Str optimized, uint64_t seed, bool llvm,
                            bool c);

#endif
