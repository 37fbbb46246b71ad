/* SPDX-License-Identifier: Apache-2.0 */
#include "loop/verify_parts.h"

void verify_found(Verify *v, Diag *d, const LoopStmt *s) {
    StrBuf b;
    strbuf_init(&b, v->arena);
    loop_text_print_head(s, &b);
    diag_found(v->ctx, d, "%s", strbuf_cstr(&b));
}
