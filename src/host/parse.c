/* SPDX-License-Identifier: Apache-2.0 */
/* Host programs and their functions from text. */
#include "host/parse.h"

enum {
    CELLS_FREE = 1024
}; /* cells of frames beyond the bytes of the text: each is used somewhere */

/* Rows stand in their order, with their number. */
static void row_number(HirParser *p, size_t n) {
    if (p->token.kind == TOK_INT && (uint64_t)p->token.i == n)
        hir_parse_next(p);
    else
        hir_parse_expected(p, arena_printf(&p->scratch, "the number %zu", n));
}

static void word(HirParser *p, const char *text) {
    if (!hir_parse_takes_word(p, text))
        hir_parse_expected(p, arena_printf(&p->scratch, "'%s'", text));
}

static void constant(HirParser *p, HirProgram *program) {
    HirConstant c = {.bytes = 0};
    row_number(p, program->constants.len);
    hir_parse_want(p, TOK_LPAREN, "'('");
    c.bytes = hir_parse_integer(p, 0, INT64_MAX, "bytes");
    hir_parse_want(p, TOK_RPAREN, "')'");
    vec_push(p->arena, &program->constants, c);
}

static void kernel(HirParser *p, HirProgram *program) {
    HirKernel k = {.name = NULL};
    VEC(DType) dtypes = {.at = NULL};
    row_number(p, program->kernels.len);
    k.name = hir_parse_string(p);
    hir_parse_want(p, TOK_LPAREN, "'('");
    for (int side = 0; side < 2; side++) {
        while (!p->failed && p->token.kind == TOK_NAME) {
            const DType t = hir_parse_dtype(p);
            vec_push(p->arena, &dtypes, t);
            if (!hir_parse_takes(p, TOK_COMMA)) break;
        }
        if (side == 0) k.n_inputs = (uint32_t)dtypes.len;
        if (side == 0) hir_parse_want(p, TOK_ARROW, "'->'");
    }
    k.n_outputs = (uint32_t)dtypes.len - k.n_inputs;
    k.dtypes = dtypes.at;
    hir_parse_want(p, TOK_SEMICOLON, "';'");
    k.n_sizes = hir_parse_number(p);
    hir_parse_want(p, TOK_RPAREN, "')'");
    k.has_work = hir_parse_takes_word(p, "work");
    vec_push(p->arena, &program->kernels, k);
}

static void library(HirParser *p, HirProgram *program) {
    HirLibrary l = {.name = NULL};
    VEC(HirLibraryInput) inputs = {.at = NULL};
    row_number(p, program->libraries.len);
    l.name = hir_parse_string(p);
    hir_parse_want(p, TOK_LPAREN, "'('");
    while (!p->failed && p->token.kind != TOK_SEMICOLON) {
        HirLibraryInput in = {-1, 0};
        if (!hir_parse_takes_word(p, "none")) {
            in.constant = hir_parse_number(p);
            word(p, "at");
            in.at = hir_parse_integer(p, 0, INT64_MAX, "bytes");
        }
        vec_push(p->arena, &inputs, in);
        if (!hir_parse_takes(p, TOK_COMMA)) break;
    }
    hir_parse_want(p, TOK_SEMICOLON, "';'");
    l.inputs = inputs.at;
    l.n_inputs = (uint32_t)inputs.len;
    l.n_symbols = hir_parse_number(p);
    hir_parse_want(p, TOK_RPAREN, "')'");
    l.is_over = hir_parse_takes_word(p, "over");
    vec_push(p->arena, &program->libraries, l);
}

static void collective(HirParser *p, HirProgram *program) {
    HirCollective c = {.name = NULL};
    VEC(int64_t) words = {.at = NULL};
    row_number(p, program->collectives.len);
    c.name = hir_parse_string(p);
    hir_parse_want(p, TOK_LPAREN, "'('");
    while (!p->failed && p->token.kind != TOK_RPAREN) {
        vec_push(p->arena, &words, hir_parse_integer(p, INT64_MIN, INT64_MAX, "a number"));
        if (!hir_parse_takes(p, TOK_COMMA)) break;
    }
    hir_parse_want(p, TOK_RPAREN, "')'");
    c.words = words.at;
    c.n_words = words.len;
    vec_push(p->arena, &program->collectives, c);
}

/* Functions */

static void cells(HirParser *p, HirFn *f) {
    hir_parse_want(p, TOK_LPAREN, "'('");
    while (!p->failed && p->token.kind == TOK_NAME) {
        int kind = -1;
        for (int k = 0; k < HIR_CELLS; k++) {
            if (hir_cell_rows[k].is_list && strcmp(p->token.name, hir_cell_rows[k].name) == 0)
                kind = k;
        }
        if (kind < 0) hir_parse_expected(p, "a list of cells");
        hir_parse_next(p);
        const uint32_t n = (uint32_t)hir_parse_integer(p, 0, p->cells_left,
                                                       "fewer cells, as the text uses no more");
        p->cells_left -= n;
        if (kind >= 0) f->n_cells[kind] = n;
        if (!hir_parse_takes(p, TOK_COMMA)) break;
    }
    hir_parse_want(p, TOK_RPAREN, "')'");
}

static void numbers(HirParser *p, HirNumbers *out) {
    hir_parse_want(p, TOK_LPAREN, "'('");
    do {
        const uint32_t n = hir_parse_number(p);
        vec_push(p->arena, out, n);
    } while (!p->failed && hir_parse_takes(p, TOK_COMMA));
    hir_parse_want(p, TOK_RPAREN, "')'");
}

static int word_of(HirParser *p, const char *const *list, int n, const char *what) {
    for (int i = 0; i < n; i++) {
        if (hir_parse_takes_word(p, list[i])) return i;
    }
    hir_parse_expected(p, what);
    return 0;
}

static void value(HirParser *p, HirValues *out) {
    HirValue v = {.kind =
                      (HirValueKind)word_of(p, hir_value_names, HIR_NUMBER + 1, "a kind of value")};
    if (p->token.kind == TOK_NAME) v.dtype = hir_parse_dtype(p);
    v.ndim = hir_parse_number(p);
    if (hir_parse_takes_word(p, "named")) v.name = hir_parse_string(p);
    if (v.kind == HIR_TENSOR) word(p, "cell");
    if (v.kind == HIR_TENSOR) v.index = hir_parse_number(p);
    v.is_constant = hir_parse_takes_word(p, "constant");
    if (v.is_constant || hir_parse_takes_word(p, "dims")) v.dims = hir_parse_string(p);
    if (hir_parse_takes_word(p, "takes")) v.takes = hir_parse_number(p) + 1;
    vec_push(p->arena, out, v);
}

static void buffer(HirParser *p, HirFn *f) {
    HirBuffer b = {.index = 0};
    row_number(p, f->buffers.len);
    b.place = (HirPlace)word_of(p, hir_place_names, HIR_PLACES, "a place");
    if (b.place != HIR_IN_ARENA) b.index = hir_parse_number(p);
    if (hir_parse_takes_word(p, "heir")) b.heir = hir_parse_number(p) + 1;
    if (hir_parse_takes_word(p, "offset")) b.offset = hir_parse_expr(p);
    if (hir_parse_takes_word(p, "at")) b.at = hir_parse_expr(p);
    if (hir_parse_takes_word(p, "bytes")) b.bytes = hir_parse_expr(p);
    word(p, "value");
    b.value = hir_parse_number(p);
    vec_push(p->arena, &f->buffers, b);
}

static void section(HirParser *p, HirFn *f) {
    const int k = word_of(p, hir_section_names, HIR_SECTIONS, "a part of a function, or '}'");
    if (!p->failed && f->sections[k].len) hir_parse_expected(p, "each section once");
    hir_parse_block(p, &f->sections[k]);
}

static void function(HirParser *p, HirProgram *program) {
    HirFn *f = ARENA_NEW(p->arena, HirFn);
    f->index = (uint32_t)program->functions.len;
    row_number(p, f->index);
    f->name = hir_parse_string(p);
    f->is_entry = hir_parse_takes_word(p, "entry");
    hir_parse_want(p, TOK_LBRACE, "'{'");
    while (!p->failed && p->token.kind != TOK_RBRACE) {
        if (hir_parse_takes_word(p, "cells"))
            cells(p, f);
        else if (hir_parse_takes_word(p, "given"))
            numbers(p, &f->given);
        else if (hir_parse_takes_word(p, "floats"))
            f->n_floats_in = hir_parse_number(p);
        else if (hir_parse_takes_word(p, "allocated"))
            numbers(p, &f->allocated);
        else if (hir_parse_takes_word(p, "input"))
            value(p, &f->inputs);
        else if (hir_parse_takes_word(p, "output"))
            value(p, &f->outputs);
        else if (hir_parse_takes_word(p, "arena"))
            f->arena = hir_parse_expr(p);
        else if (hir_parse_takes_word(p, "buffer"))
            buffer(p, f);
        else
            section(p, f);
    }
    hir_parse_want(p, TOK_RBRACE, "'}'");
    vec_push(p->arena, &program->functions, f);
}

HirProgram *hir_parse(Ctx *ctx, Arena *arena, const char *name, Str text) {
    HirParser *p = ARENA_NEW(arena, HirParser);
    *p = (HirParser){.ctx = ctx, .arena = arena, .cells_left = (int64_t)text.len + CELLS_FREE};
    arena_init(&p->scratch, ctx);
    interner_init(&p->names, &p->scratch);
    diag_source(ctx, name, text);
    HirProgram *program = hir_program_new(ctx, arena);
    lexer_init(&p->lexer, ctx, &p->scratch, &p->scratch, &p->names, text);
    p->token.kind = TOK_NEWLINE;
    hir_parse_next(p);
    while (!p->failed && p->token.kind != TOK_EOF) {
        if (hir_parse_takes_word(p, "constant"))
            constant(p, program);
        else if (hir_parse_takes_word(p, "kernel"))
            kernel(p, program);
        else if (hir_parse_takes_word(p, "library"))
            library(p, program);
        else if (hir_parse_takes_word(p, "collective"))
            collective(p, program);
        else if (hir_parse_takes_word(p, "function"))
            function(p, program);
        else
            hir_parse_expected(p, "a constant, a kernel, a library, a collective or a function");
    }
    arena_fini(&p->scratch);
    return p->failed ? NULL : program;
}
