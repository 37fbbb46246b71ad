/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of other projects: is one wrong, or is it something that Tenon does not have? */
#include "api/api.h"
#include "base/diag.h"

bool api_only_lacks(const Ctx *ctx) {
    static const DiagId lacks[] = {DIAG_ONNX_LACKS, DIAG_SHLO_LACKS,   DIAG_UNSUPPORTED,
                                   DIAG_ILLEGAL,    DIAG_NOT_COMPILED, DIAG_SHLO_WRITE};
    const DiagList *list = ctx->diags;
    bool all = list->errors == list->diags.len && list->errors > 0;
    for (size_t i = 0; i < list->diags.len && all; i++) {
        all = false;
        for (size_t k = 0; k < ARRAY_LEN(lacks); k++) all |= list->diags.at[i].id == lacks[k];
    }
    return all;
}
