/* SPDX-License-Identifier: Apache-2.0 */
/* NULL for what takes StableHLO's text. */
#include <unistd.h>

#include "hostile/null_headers.h"

void null_stablehlo_rows(TnContext *ctx) {
    static const char mlir[] = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n"
                               "  return %x : tensor<2xf32>\n}\n";
    const size_t len = sizeof mlir - 1;
    const TnStablehloTestOptions options = {TN_SIZED(TnStablehloTestOptions)};
    TnStablehloTest test;
    TnModule *m = NULL;
    REFUSED(tn_module_parse_stablehlo(NULL, "x", mlir, len, &m));
    HARMLESS(tn_module_parse_stablehlo(ctx, NULL, mlir, len, &m));
    REFUSED(tn_module_parse_stablehlo(ctx, "x", NULL, len, &m));
    REFUSED(tn_module_parse_stablehlo(ctx, "x", mlir, len, NULL));
    REFUSED(tn_stablehlo_test(NULL, "x", mlir, len, &options, &test));
    HARMLESS(tn_stablehlo_test(ctx, NULL, mlir, len, &options, &test));
    REFUSED(tn_stablehlo_test(ctx, "x", NULL, len, &options, &test));
    HARMLESS(tn_stablehlo_test(ctx, "x", mlir, len, NULL, &test));
    REFUSED(tn_stablehlo_test(ctx, "x", mlir, len, &options, NULL));
    REFUSED(tn_stablehlo_op_get(0, NULL));
    if (tn_module_parse_stablehlo(ctx, "x", mlir, len, &m) == TN_OK) {
        REFUSED(tn_module_write_stablehlo(NULL, "/tmp/x.mlir", NULL));
        REFUSED(tn_module_write_stablehlo(m, NULL, NULL));
        HARMLESS(tn_module_write_stablehlo(m, "/dev/null/x.mlir", NULL));
        HARMLESS(tn_module_has_dtype(NULL, "float32"));
        HARMLESS(tn_module_has_dtype(m, NULL));
        tn_module_free(m);
    }
}
