/* SPDX-License-Identifier: Apache-2.0 */
/* For tools: StableHLO's operations and tests, and modules in its text. */
#ifndef TENON_STABLEHLO_H
#define TENON_STABLEHLO_H

#include <tenon/module.h>
#include <tenon/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Parses StableHLO's MLIR text, `len` bytes of it, as tn_module_read does a file that ends in .mlir
 * or .stablehlo: public functions keep their names, private ones stand in the place of their calls.
 * `name` is for messages, or NULL. TN_E_INVALID after errors, which the diagnostics tell;
 * TN_E_LIMIT, TN_E_MEMORY. *out is the caller's, NULL unless TN_OK. */
TN_API TnStatus tn_module_parse_stablehlo(TnContext *ctx, const char *name, const char *text,
                                          size_t len, TnModule **out);

typedef struct TnStablehloWriteOptions {
    size_t size; /* TN_SIZED(TnStablehloWriteOptions) */
    int generic; /* operations stand in MLIR's generic form, which its own parser takes without the
                  * dialect; 0: in their own */
} TnStablehloWriteOptions;

/* Writes all functions of the module as StableHLO's text, after LegalizeOps; the module stays as it
 * is. TN_E_INVALID, and nothing is written, with all that has no form. options may be NULL: what
 * tn_module_write does for a name that ends in .mlir or .stablehlo. */
TN_API TnStatus tn_module_write_stablehlo(TnModule *m, const char *path,
                                          const TnStablehloWriteOptions *options);

typedef struct TnStablehloTestOptions {
    size_t size;       /* TN_SIZED(TnStablehloTestOptions) */
    TnBackend backend; /* what runs it */
    unsigned level;    /* 0, 1 or 2: the passes of that level run before it does */
    int rewrite;       /* what runs is read from the text that is written of it: 1, or generic, 2 */
} TnStablehloTestOptions;

typedef enum TnStablehloOutcome {
    TN_STABLEHLO_PASSED = 0,
    TN_STABLEHLO_FAILED,
    TN_STABLEHLO_SKIPPED
} TnStablehloOutcome;

typedef struct TnStablehloTest {
    /* SKIPPED: it needs what Tenon lacks; the diagnostics say what, or what failed */
    TnStablehloOutcome outcome;
    size_t checks; /* that were made; 0: it has none, and it passed as it was read and ran */
} TnStablehloTest;

/* One module of StableHLO's tests: each public function is run, on drawn inputs where it takes
 * some, and what its check.expect_... operations compare is compared. options NULL: the evaluator,
 * level 0. The status is that of reading or running it. */
TN_API TnStatus tn_stablehlo_test(TnContext *ctx, const char *name, const char *text, size_t len,
                                  const TnStablehloTestOptions *options, TnStablehloTest *out);

/* Operations of StableHLO and CHLO that are known, in the order of the table: TN_E_USAGE when there
 * are no more. */
typedef struct TnStablehloOp {
    const char *name;    /* "stablehlo.add" */
    const char *becomes; /* what it is in Relax, or why it is refused */
    int is_read;
} TnStablehloOp;
TN_API TnStatus tn_stablehlo_op_get(size_t index, TnStablehloOp *out);

#ifdef __cplusplus
}
#endif

#endif
