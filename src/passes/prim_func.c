/* SPDX-License-Identifier: Apache-2.0 */
#include "passes/prim_func.h"

#include "base/diag.h"
#include "loop/text.h"
#include "loop/verify.h"

const LoopFn *prim_func_loops(const IrFunction *fn, Arena *arena) {
    if (fn->body || !fn->prim_text.len) return NULL;
    Ctx *ctx = fn->module->ctx;
    const DiagSource source = ctx->diags->source;
    const DiagMark mark = diag_mark(ctx);
    LoopFns fns = {.at = NULL};
    bool ok = loop_text_parse(ctx, arena, fn->name, fn->prim_text, &fns) && fns.len == 1;
    ok = ok && loop_verify(ctx, fns.at[0], NULL);
    diag_rewind(ctx, mark);
    diag_source_back(ctx, source);
    return ok ? fns.at[0] : NULL;
}
