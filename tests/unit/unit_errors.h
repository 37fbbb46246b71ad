/* SPDX-License-Identifier: Apache-2.0 */
/* What was reported, for comparing: "3:9 NAME, 4:1 SYNTAX", or without columns. */
#ifndef TENON_TESTS_UNIT_ERRORS_H
#define TENON_TESTS_UNIT_ERRORS_H

#include "base/diag.h"
#include "unit.h"

static inline const char *unit_errors(const Ctx *ctx, Arena *arena, bool columns) {
    static const char *const ids[] = {
#define DIAG(id, text) #id,
#include "base/diag.def"
    };
    StrBuf b;
    strbuf_init(&b, arena);
    for (size_t i = 0; i < ctx->diags->diags.len; i++) {
        const Diag *d = &ctx->diags->diags.at[i];
        strbuf_printf(&b, "%s%u", i ? ", " : "", d->loc.line);
        if (columns) strbuf_printf(&b, ":%u", d->loc.col);
        strbuf_printf(&b, " %s", ids[d->id]);
    }
    return strbuf_cstr(&b);
}

#endif
