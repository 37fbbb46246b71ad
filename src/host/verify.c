/* SPDX-License-Identifier: Apache-2.0 */
/* What a program has to be: its functions one by one, first their form, then what that form means.
 */
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

bool hir_verify(const HirProgram *self) {
    bool ok = true;
    for (size_t i = 0; i < self->functions.len; i++)
        ok = hir_verify_form(self, self->functions.at[i]) && ok;
    for (size_t i = 0; ok && i < self->functions.len; i++)
        ok = hir_verify_cells(self, self->functions.at[i]);
    for (size_t i = 0; ok && i < self->functions.len; i++)
        ok = hir_verify_memory(self, self->functions.at[i]);
    return ok;
}
