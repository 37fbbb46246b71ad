/* SPDX-License-Identifier: Apache-2.0 */
/* Expressions and statements of host programs. */
#include "host/parse.h"

/* A name that is the prefix and a number; false: it is none. */
static bool hir_parse_is_numbered(const char *name, const char *prefix, uint32_t *out) {
    const size_t n = strlen(prefix);
    if (strncmp(name, prefix, n) != 0 || !name[n] || strlen(name + n) > 9) return false;
    if (name[n] == '0' && name[n + 1]) return false;
    *out = 0;
    for (const char *c = name + n; *c; c++) {
        if (*c < '0' || *c > '9') return false;
        *out = *out * 10 + (uint32_t)(*c - '0');
    }
    return true;
}

static bool hir_parse_cell_kind(const char *name, HirCellKind *kind, uint32_t *index) {
    for (int k = 0; k < HIR_CELLS; k++) {
        const HirCellRow *row = &hir_cell_rows[k];
        *kind = (HirCellKind)k;
        *index = 0;
        if (row->is_list ? hir_parse_is_numbered(name, row->name, index)
                         : strcmp(name, row->name) == 0)
            return true;
    }
    return false;
}

/* The token is a name. */
static bool cell(HirParser *p, HirCell *out) {
    *out = (HirCell){.frame = 0};
    if (hir_parse_is_numbered(p->token.name, "g", &out->frame)) {
        hir_parse_next(p);
        hir_parse_want(p, TOK_DOT, "'.'");
        if (!out->frame || p->token.kind != TOK_NAME) {
            hir_parse_expected(p, "a cell of a frame");
            return false;
        }
    }
    if (!hir_parse_cell_kind(p->token.name, &out->kind, &out->index)) return false;
    hir_parse_next(p);
    return true;
}

static const HirExpr *make(HirParser *p, HirExpr e) {
    HirExpr *out = ARENA_NEW(p->arena, HirExpr);
    *out = e;
    return out;
}

static void bracketed(HirParser *p, HirExpr *e) {
    const HirExprRow *row = &hir_expr_rows[e->kind];
    if (row->form == HIR_FORM_NONE) return;
    hir_parse_want(p, TOK_LBRACKET, "'['");
    if (row->form == HIR_FORM_NUMBER) {
        e->number = hir_parse_number(p);
    } else if (row->form == HIR_FORM_ELEMENT) {
        e->element.dtype = hir_parse_dtype(p);
        hir_parse_want(p, TOK_COMMA, "','");
        e->element.index = hir_parse_number(p);
    } else {
        e->tensor.index = hir_parse_number(p);
        hir_parse_want(p, TOK_COMMA, "','");
        e->tensor.dim = hir_parse_number(p);
        if (row->is_checked) hir_parse_want(p, TOK_COMMA, "','");
        if (row->is_checked) e->tensor.size = hir_parse_number(p);
    }
    hir_parse_want(p, TOK_RBRACKET, "']'");
}

typedef VEC(const HirExpr *) Exprs;

static void arguments(HirParser *p, Exprs *out, TokKind end, const char *text) {
    while (!p->failed && p->token.kind != end) {
        const HirExpr *e = hir_parse_expr(p);
        vec_push(p->arena, out, e);
        if (p->token.kind != end) hir_parse_want(p, TOK_COMMA, text);
    }
}

static const HirExpr *named(HirParser *p) {
    const char *name = p->token.name;
    HirExpr e = {.n = 0};
    if (strcmp(name, "inf") == 0 || strcmp(name, "nan") == 0) {
        double v = 0;
        parse_double((Str){name, 3}, &v);
        hir_parse_next(p);
        return make(p, (HirExpr){.kind = HIR_REAL_EXPR, .f = v});
    }
    if (hir_parse_is_numbered(name, "b", &e.number)) {
        e.kind = HIR_BUFFER_EXPR;
        hir_parse_next(p);
        return make(p, e);
    }
    int kind = -1;
    for (int k = 0; k < HIR_EXPRS; k++) {
        if (*hir_expr_rows[k].name && strcmp(name, hir_expr_rows[k].name) == 0) kind = k;
    }
    if (kind < 0) {
        e.kind = HIR_CELL_EXPR;
        if (!cell(p, &e.cell)) hir_parse_expected(p, "an expression");
        return make(p, e);
    }
    e.kind = (HirExprKind)kind;
    hir_parse_next(p);
    bracketed(p, &e);
    if (*hir_expr_rows[kind].args) {
        Exprs args = {.at = NULL};
        hir_parse_want(p, TOK_LPAREN, "'('");
        arguments(p, &args, TOK_RPAREN, "',' or ')'");
        hir_parse_want(p, TOK_RPAREN, "')'");
        e.args = args.at;
        e.n = (uint32_t)args.len;
    }
    return make(p, e);
}

const HirExpr *hir_parse_expr(HirParser *p) {
    HirExpr e = {.kind = HIR_INT_EXPR};
    const HirExpr *out = NULL;
    const bool minus = hir_parse_takes(p, TOK_MINUS);
    if (p->token.kind == TOK_INT) {
        e.i = !minus ? p->token.i : p->token.minus ? INT64_MIN : -p->token.i;
        if (p->token.minus && !minus) hir_parse_expected(p, "an integer of 64 bits");
        hir_parse_next(p);
    } else if (p->token.kind == TOK_FLOAT) {
        e.kind = HIR_REAL_EXPR;
        e.f = minus ? -p->token.f : p->token.f;
        hir_parse_next(p);
    } else if (p->token.kind == TOK_NAME && ++p->depth <= p->ctx->limits.depth) {
        out = named(p);
        p->depth--;
        if (minus && out->kind != HIR_REAL_EXPR) hir_parse_expected(p, "a number behind '-'");
        if (minus) e = (HirExpr){.kind = HIR_REAL_EXPR, .f = -out->f};
        if (!minus) return out;
    } else {
        hir_parse_expected(p, "an expression");
    }
    return make(p, e);
}

/* Statements */

static void buffers(HirParser *p, HirNumbers *out) {
    uint32_t b;
    while (!p->failed && p->token.kind == TOK_NAME &&
           hir_parse_is_numbered(p->token.name, "b", &b)) {
        vec_push(p->arena, out, b);
        hir_parse_next(p);
        if (!hir_parse_takes(p, TOK_COMMA)) break;
    }
}

static uint32_t numbered(HirParser *p, const char *prefix, const char *what) {
    uint32_t n = 0;
    if (p->token.kind != TOK_NAME || !hir_parse_is_numbered(p->token.name, prefix, &n)) {
        hir_parse_expected(p, what);
    } else {
        hir_parse_next(p);
    }
    return n;
}

typedef VEC(HirOver) Overs;

static void overs(HirParser *p, Overs *out) {
    if (!hir_parse_takes_word(p, "over")) return;
    hir_parse_want(p, TOK_LPAREN, "'('");
    do {
        HirOver over = {.read = numbered(p, "b", "a buffer")};
        over.write = numbered(p, "b", "a buffer");
        vec_push(p->arena, out, over);
    } while (!p->failed && hir_parse_takes(p, TOK_COMMA));
    hir_parse_want(p, TOK_RPAREN, "')'");
}

static void kernel(HirParser *p, HirStmt *s) {
    HirKernelCall *k = &s->kernel;
    Exprs sizes = {.at = NULL};
    Overs over = {.at = NULL};
    k->number = hir_parse_number(p);
    hir_parse_want(p, TOK_LPAREN, "'('");
    buffers(p, &k->reads);
    hir_parse_want(p, TOK_ARROW, "'->'");
    buffers(p, &k->writes);
    if (hir_parse_takes(p, TOK_SEMICOLON)) arguments(p, &sizes, TOK_RPAREN, "',' or ')'");
    hir_parse_want(p, TOK_RPAREN, "')'");
    for (size_t i = 0; i < sizes.len; i++) vec_push(p->arena, &k->sizes, sizes.at[i]);
    if (hir_parse_takes_word(p, "work")) k->work = hir_parse_expr(p);
    overs(p, &over);
    for (size_t i = 0; i < over.len; i++) vec_push(p->arena, &k->over, over.at[i]);
    k->site.is_counted = hir_parse_takes_word(p, "counts");
    if (!k->site.is_counted) return;
    hir_parse_want(p, TOK_LPAREN, "'('");
    if (p->token.kind != TOK_SEMICOLON) k->site.operations = hir_parse_expr(p);
    hir_parse_want(p, TOK_SEMICOLON, "';'");
    if (p->token.kind != TOK_RPAREN) k->site.bytes = hir_parse_expr(p);
    hir_parse_want(p, TOK_RPAREN, "')'");
}

static void loop(HirParser *p, HirStmt *s) {
    Overs over = {.at = NULL};
    hir_parse_want(p, TOK_LPAREN, "'('");
    buffers(p, &s->loop.reads);
    hir_parse_want(p, TOK_ARROW, "'->'");
    buffers(p, &s->loop.writes);
    hir_parse_want(p, TOK_RPAREN, "')'");
    overs(p, &over);
    for (size_t i = 0; i < over.len; i++) vec_push(p->arena, &s->loop.over, over.at[i]);
    hir_parse_block(p, &s->loop.body);
}

static void frame(HirParser *p, HirStmt *s) {
    s->frame.level = numbered(p, "g", "the name of a frame");
    if (!hir_parse_takes_word(p, "of")) hir_parse_expected(p, "'of'");
    s->frame.function = hir_parse_number(p);
    hir_parse_block(p, &s->frame.body);
}

static void frame_call(HirParser *p, HirStmt *s) {
    hir_parse_want(p, TOK_LPAREN, "'('");
    if (p->token.kind != TOK_RPAREN) s->frame_level = numbered(p, "g", "the name of a frame");
    hir_parse_want(p, TOK_RPAREN, "')'");
}

static const HirExpr *assigned(HirParser *p) {
    hir_parse_want(p, TOK_ASSIGN, "'='");
    return hir_parse_expr(p);
}

static void output(HirParser *p, HirStmt *s) {
    hir_parse_want(p, TOK_LBRACKET, "'['");
    s->out.index = hir_parse_number(p);
    if (s->kind == HIR_DIM) hir_parse_want(p, TOK_COMMA, "','");
    if (s->kind == HIR_DIM) s->out.dim = hir_parse_number(p);
    hir_parse_want(p, TOK_RBRACKET, "']'");
    s->out.value = assigned(p);
}

static void store(HirParser *p, HirStmt *s) {
    hir_parse_want(p, TOK_LBRACKET, "'['");
    s->store.dtype = hir_parse_dtype(p);
    hir_parse_want(p, TOK_COMMA, "','");
    s->store.index = hir_parse_number(p);
    hir_parse_want(p, TOK_RBRACKET, "']'");
    hir_parse_want(p, TOK_LPAREN, "'('");
    s->store.at = hir_parse_expr(p);
    hir_parse_want(p, TOK_RPAREN, "')'");
    s->store.value = assigned(p);
}

/* (a), (a, b) or (a, b, c) */
static void group(HirParser *p, const HirExpr **out[], size_t n) {
    hir_parse_want(p, TOK_LPAREN, "'('");
    for (size_t i = 0; i < n; i++) {
        if (i) hir_parse_want(p, TOK_COMMA, "','");
        *out[i] = hir_parse_expr(p);
    }
    hir_parse_want(p, TOK_RPAREN, "')'");
}

static void prepare(HirParser *p, HirStmt *s) {
    Exprs symbols = {.at = NULL};
    s->prepare.number = hir_parse_number(p);
    hir_parse_want(p, TOK_LPAREN, "'('");
    arguments(p, &symbols, TOK_RPAREN, "',' or ')'");
    hir_parse_want(p, TOK_RPAREN, "')'");
    for (size_t i = 0; i < symbols.len; i++) vec_push(p->arena, &s->prepare.symbols, symbols.at[i]);
}

static const struct {
    const char *word;
    HirStmtKind kind;
} words[] = {{"out_dim", HIR_DIM},
             {"out_data", HIR_DATA},
             {"store", HIR_STORE},
             {"copy", HIR_COPY},
             {"alloc", HIR_ALLOC},
             {"take", HIR_TAKE},
             {"free", HIR_FREE},
             {"fail", HIR_FAIL},
             {"loop", HIR_LOOP},
             {"leave", HIR_LEAVE},
             {"frame", HIR_FRAME},
             {"layout", HIR_LAYOUT},
             {"call", HIR_CALL},
             {"kernel", HIR_KERNEL},
             {"poll", HIR_POLL},
             {"library", HIR_LIBRARY},
             {"part", HIR_PART},
             {"prepare", HIR_PREPARE},
             {"collective", HIR_COLLECTIVE},
             {"start", HIR_START},
             {"wait", HIR_WAIT}};

static void branch(HirParser *p, HirStmt *s) {
    group(p, (const HirExpr **[]){&s->branch.condition}, 1);
    hir_parse_block(p, &s->branch.bodies[0]);
    if (hir_parse_takes(p, TOK_ELSE)) hir_parse_block(p, &s->branch.bodies[1]);
}

static void rest(HirParser *p, HirStmt *s) {
    switch (s->kind) {
    case HIR_DIM:
    case HIR_DATA: output(p, s); break;
    case HIR_STORE: store(p, s); break;
    case HIR_COPY:
        group(p, (const HirExpr **[]){&s->copy.to, &s->copy.from, &s->copy.bytes}, 3);
        break;
    case HIR_ALLOC:
    case HIR_TAKE: group(p, (const HirExpr **[]){&s->memory.at, &s->memory.value}, 2); break;
    case HIR_FREE: group(p, (const HirExpr **[]){&s->memory.at}, 1); break;
    case HIR_FAIL:
        group(p, (const HirExpr **[]){&s->fail.condition}, 1);
        s->fail.message = hir_parse_string(p);
        break;
    case HIR_LOOP: loop(p, s); break;
    case HIR_LEAVE: group(p, (const HirExpr **[]){&s->leave.condition}, 1); break;
    case HIR_FRAME: frame(p, s); break;
    case HIR_LAYOUT:
    case HIR_CALL: frame_call(p, s); break;
    case HIR_KERNEL:
    case HIR_COLLECTIVE:
    case HIR_START:
    case HIR_WAIT:
    case HIR_LIBRARY: kernel(p, s); break;
    case HIR_PREPARE: prepare(p, s); break;
    case HIR_PART: hir_parse_block(p, &s->part); break;
    default: break;
    }
}

static HirStmt *stmt(HirParser *p) {
    HirStmt *s = ARENA_NEW(p->arena, HirStmt);
    if (hir_parse_takes(p, TOK_IF)) {
        s->kind = HIR_IF;
        branch(p, s);
        return s;
    }
    if (p->token.kind != TOK_NAME) {
        hir_parse_expected(p, "a statement");
        return s;
    }
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (strcmp(p->token.name, words[i].word) != 0) continue;
        s->kind = words[i].kind;
        hir_parse_next(p);
        rest(p, s);
        return s;
    }
    if (!cell(p, &s->set.cell))
        hir_parse_expected(p, "a statement");
    else
        s->set.value = assigned(p);
    return s;
}

void hir_parse_block(HirParser *p, HirBlock *out) {
    hir_parse_want(p, TOK_LBRACE, "'{'");
    if (++p->depth > p->ctx->limits.depth) hir_parse_expected(p, "fewer blocks within blocks");
    while (!p->failed && p->token.kind != TOK_RBRACE) {
        ctx_poll(p->ctx);
        HirStmt *s = stmt(p);
        vec_push(p->arena, out, s);
    }
    p->depth--;
    hir_parse_want(p, TOK_RBRACE, "'}'");
}
