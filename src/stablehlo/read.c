/* SPDX-License-Identifier: Apache-2.0 */
/* A text into a module. */
#include "ir/growth.h"
#include "stablehlo/import.h"

static bool fits(Ctx *ctx, Str text) {
    if (text.len <= ctx->limits.input_bytes && text.len < UINT32_MAX) return true;
    diag_error(ctx, (Loc){.line = 0}, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", ctx->limits.input_bytes),
               "bytes of text");
    return false;
}

/* Bytes of operations and of hexadecimal digits are bytes of text alike; so this is what they may
 * become. */
static void note_input(IrModule *m, Str text) {
    enum { BYTES_EACH = 8 }; /* a binding or an operand has about so many, or less */
    ctx_given(m->ctx, CTX_TEXT_WEIGHT * text.len);
    ir_growth_input(m, text.len / BYTES_EACH);
}

static void read_text(ShloImport *im, Str text) {
    Ctx *ctx = im->ctx;
    ShloSyntax *syntax = ARENA_NEW(im->arena, ShloSyntax);
    shlo_syntax_init(syntax, ctx, im->arena, text);
    if (im->options) {
        syntax->lx.passed = im->options->passed;
        syntax->lx.user = im->options->user;
    }
    im->syntax = syntax;
    shlo_parse_module(syntax);
    shlo_import(im);
    shlo_syntax_fini(syntax);
}

IrModule *stablehlo_read(Ctx *ctx, const OpTable *ops, const char *name, Str text,
                         const ShloOptions *options) {
    diag_source(ctx, name, text);
    if (!fits(ctx, text)) return NULL;
    IrModule *m = ir_module_new(ctx, ops);
    Arena arena;
    Boundary boundary;
    m->source = name ? intern_c(&m->names, name) : NULL;
    arena_alloc(&m->scratch, 1);
    note_input(m, text);
    arena_init(&arena, ctx);
    ShloImport im = {.ctx = ctx, .m = m, .arena = &arena, .options = options};
    map_init(&im.funcs, &arena);
    CTX_ENTER(ctx, &boundary) { read_text(&im, text); }
    const Status status = ctx_leave(ctx, &boundary);
    if (status != STATUS_OK && status != STATUS_INVALID) ctx_throw(ctx, status);
    arena_fini(&arena);
    arena_fini(&m->scratch);
    if (status == STATUS_OK && diag_errors(ctx) == 0) return m;
    ir_module_free(m);
    return NULL;
}
