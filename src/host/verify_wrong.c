/* SPDX-License-Identifier: Apache-2.0 */
#include "host/parts.h"

bool hir_wrong(const HirProgram *p, const HirFn *f, const HirStmt *s, const char *what) {
    Diag *d = diag_error(p->ctx, (Loc){.line = 0}, DIAG_HIR, f->name, what);
    if (!s) return false;
    StrBuf text;
    strbuf_init(&text, p->arena);
    hir_print_stmt(s, &text);
    diag_found(p->ctx, d, "%s", strbuf_cstr(&text));
    return false;
}
