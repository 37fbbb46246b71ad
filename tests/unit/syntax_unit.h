/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of base/syntax.h share: a text under the parser, and what it gives. */
#ifndef TENON_TESTS_SYNTAX_UNIT_H
#define TENON_TESTS_SYNTAX_UNIT_H

#include "base/diag.h"
#include "base/syntax.h"
#include "syntax_dump.h"
#include "unit_errors.h"

static Ctx ctx;
static UnitHeap heap;
static Arena arena;
static Interner names;
static SynParser *syn;

#define STR(literal) ((Str){literal, sizeof(literal) - 1})

static inline void begin(Str text) {
    unit_ctx(&ctx, &heap);
    diag_begin(&ctx);
    diag_source(&ctx, "test.py", text);
    arena_init(&arena, &ctx);
    interner_init(&names, &arena);
    syn = syn_new(&ctx, &arena, &names, text);
}

static inline void end(void) {
    syn_free(syn);
    arena_fini(&arena);
    unit_ctx_end(&ctx, &heap);
}

static inline const char *errors(void) { return unit_errors(&ctx, &arena, true); }

/* All statements, "; " between them, without the final eof. */
static inline const char *statements(void) {
    StrBuf b;
    strbuf_init(&b, &arena);
    for (bool first = true;; first = false) {
        SynStmt s;
        syn_next(syn, &s);
        if (s.kind == SYN_EOF) return strbuf_cstr(&b);
        if (!first) strbuf_puts(&b, "; ");
        dump_stmt(&b, &s);
    }
}

#endif
