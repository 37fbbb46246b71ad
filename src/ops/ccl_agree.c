/* SPDX-License-Identifier: Apache-2.0 */
/* What ranks must have alike before they work together. */
#include "base/diag.h"
#include "ir/text.h"
#include "ops/ccl_call.h"
#include "ranks/ranks.h"

/* FNV-1a. */
uint64_t ccl_mark(uint64_t mark, const void *bytes, size_t n) {
    for (size_t i = 0; i < n; i++)
        mark = (mark ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3;
    return mark;
}

/* Constants of many elements stand apart from the text. */
uint64_t ccl_mark_module(uint64_t mark, IrModule *m) {
    StrBuf text;
    IrTextTable table = {.at = NULL};
    strbuf_init(&text, &m->scratch);
    ir_text_print_apart(m, &text, &table);
    mark = ccl_mark(mark, text.text.at, text.text.len);
    for (size_t i = 0; i < table.len; i++) {
        const Tensor *t = table.at[i]->tensor;
        if (t->dtype != DTYPE_STRING) mark = ccl_mark(mark, t->data, t->bytes);
    }
    return mark;
}

bool ccl_agree(Ctx *ctx, const char *what, uint64_t mark) {
    bool same = true;
    uint32_t odd = 0;
    if (!ctx->ranks) return true;
    if (!ranks_agree(ctx->ranks, what, &mark, sizeof mark, &same, &odd)) {
        diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE, ranks_failure(ctx->ranks));
        return false;
    }
    if (same) return true;
    bool again;
    uint32_t who;
    (void)ranks_agree(ctx->ranks, what, &mark, sizeof mark, &again, &who); /* all know, before one
                                                                            * ends */
    diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE,
               diag_fmt(ctx, "rank %u has another %s than rank 0", odd, what));
    return false;
}
