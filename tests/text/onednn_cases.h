/* SPDX-License-Identifier: Apache-2.0 */
/* What the tests of oneDNN's calls share. */
#ifndef TENON_TESTS_ONEDNN_CASES_H
#define TENON_TESTS_ONEDNN_CASES_H

#include <stdio.h>

#include "base/diag.h"
#include "eval/value.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "ops/ops.h"
#include "specials.h"

typedef struct {
    Ctx *ctx;
    OpTable ops;
    unsigned passed, failed;
    unsigned over; /* calls with a sum that may be in place */
    Specials specials;
    uint64_t state; /* of the specials */
    size_t scaled;  /* calls whose scales are part of the primitive */
} OnednnTest;

/* What was reported. */
static inline void onednn_tell(OnednnTest *t) {
    const DiagList *list = t->ctx->diags;
    Arena arena;
    StrBuf text;
    arena_init(&arena, t->ctx);
    strbuf_init(&text, &arena);
    for (size_t i = 0; list && i < list->diags.len; i++) diag_print(&list->diags.at[i], &text);
    puts(strbuf_cstr(&text));
    arena_fini(&arena);
}

static inline IrModule *onednn_parse(OnednnTest *t, const char *text) {
    diag_begin(t->ctx);
    IrModule *m = ir_text_parse(t->ctx, &t->ops, "drawn", str_c(text));
    if (m && ir_verify(m, IR_PROP_ALL)) return m;
    onednn_tell(t);
    ir_module_free(m);
    return NULL;
}

static inline void onednn_report(OnednnTest *t, bool ok, const char *what, const char *text) {
    if (ok) {
        t->passed++;
        return;
    }
    t->failed++;
    printf("FAILED: %s\n%s\n", what, text);
}

/* Whether primitives compute `want` for the one call that the function is: with all data given by
 * the run, with the weights as a constant, and with all but the data constants. */
bool onednn_compare(OnednnTest *t, const IrFunction *fn, Value *const *args, const Tensor *want,
                    unsigned threads);
/* onednn_quantized.c: which products of dequantized values are taken, and `count` drawn ones. */
void onednn_try_quantized(OnednnTest *t, unsigned count, unsigned first);
/* onednn_kept.c: how many calls of written functions are taken. */
void onednn_try_kept(OnednnTest *t);
void onednn_try_transposes(OnednnTest *t);
void onednn_try_integers(OnednnTest *t);
/* onednn_programs.c: what passes and be_module_lower make of programs with library steps. */
void onednn_try_programs(OnednnTest *t);

#endif
