/* SPDX-License-Identifier: Apache-2.0 */
/* Equality of prim_funcs up to the names of what they bind. Their text is what they are, so both
 * are read as tokens in step, a logical line at a time: comments, blanks and how a line is broken
 * do not count. Names are paired where they are bound (parameters, targets of assignments, of
 * `for` and of `with ... as`), until the block ends; all others, such as T, members, keywords of
 * calls and what a lambda binds, must be the same. So equal texts mean the same, and what means
 * the same may differ, as nested loops and one T.grid do. Linear, without recursion. */
#include "ir/equal_prim.h"

#include "base/lexer.h"

/* A name with its partners as a name of A and as one of B; NULL: not bound there. */
typedef struct {
    const char *text;
    const char *in_b, *in_a;
} Name;

/* What a binding replaced, to be put back when the block of that depth ends. */
typedef struct {
    Name *a, *b;
    const char *in_b, *in_a;
    size_t depth;
} Undo;

typedef struct {
    Lexer lexer;
    VEC(Token) line;
    VEC(size_t) widths; /* of the blocks that are open */
} Side;

typedef struct {
    Arena arena, values; /* values: the strings of one line */
    Interner names;
    Map by_text; /* Name, by the interned text */
    Side a, b;
    VEC(Undo) undo;
} Pair;

static Name *name_of(Pair *p, const char *text) {
    Name *found = map_get_ptr(&p->by_text, text);
    if (found) return found;
    found = ARENA_NEW(&p->arena, Name);
    *found = (Name){.text = text};
    map_add_ptr(&p->by_text, text, found);
    return found;
}

/* depth: of the block in which the names stand for each other. */
static void bind(Pair *p, const char *in_a, const char *in_b, size_t depth) {
    Name *x = name_of(p, in_a), *y = name_of(p, in_b);
    vec_push(&p->arena, &p->undo, ((Undo){x, y, x->in_b, y->in_a, depth}));
    x->in_b = in_b;
    y->in_a = in_a;
}

static void leave_blocks(Pair *p, size_t depth) {
    while (p->undo.len && p->undo.at[p->undo.len - 1].depth > depth) {
        const Undo *u = &p->undo.at[--p->undo.len];
        u->a->in_b = u->in_b;
        u->b->in_a = u->in_a;
    }
}

/* Of two uses: paired with each other, or bound in neither and the same. */
static bool same_name(Pair *p, const char *in_a, const char *in_b) {
    const Name *x = name_of(p, in_a), *y = name_of(p, in_b);
    if (!x->in_b && !y->in_a) return in_a == in_b;
    return x->in_b == in_b && y->in_a == in_a;
}

/* The next logical line's tokens. False at the end and, with *ok false, after what no token is. */
static bool read_line(Pair *p, Side *side, bool *ok) {
    side->line.len = 0;
    if (!lexer_line(&side->lexer)) return false;
    for (Token t;;) {
        ctx_poll(p->arena.ctx);
        lexer_next(&side->lexer, &t);
        if (t.kind == TOK_ERROR) *ok = false;
        if (t.kind == TOK_ERROR || t.kind == TOK_NEWLINE || t.kind == TOK_EOF) break;
        vec_push(&p->arena, &side->line, t);
    }
    const size_t width = side->lexer.width;
    while (side->widths.len && side->widths.at[side->widths.len - 1] > width) side->widths.len--;
    if (!side->widths.len || side->widths.at[side->widths.len - 1] < width)
        vec_push(&p->arena, &side->widths, width);
    return *ok;
}

static bool is_member_or_keyword(const Side *s, size_t i, size_t open) {
    if (i && s->line.at[i - 1].kind == TOK_DOT) return true;
    return open && i + 1 < s->line.len && s->line.at[i + 1].kind == TOK_ASSIGN;
}

static bool same_token(Pair *p, size_t i, size_t open) {
    const Token *x = &p->a.line.at[i], *y = &p->b.line.at[i];
    if (x->kind != y->kind) return false;
    switch (x->kind) {
    case TOK_NAME: {
        const bool exact = is_member_or_keyword(&p->a, i, open);
        if (exact != is_member_or_keyword(&p->b, i, open)) return false;
        return exact ? x->name == y->name : same_name(p, x->name, y->name);
    }
    case TOK_INT: return x->i == y->i && x->minus == y->minus;
    case TOK_FLOAT: return memcmp(&x->f, &y->f, sizeof x->f) == 0;
    case TOK_STRING: return x->bytes == y->bytes && str_eq(x->str, y->str);
    default: return true;
    }
}

/* Tokens i to end of both lines. */
static bool same_tokens(Pair *p, size_t i, size_t end) {
    size_t open = 0;
    for (; i < end; i++) {
        if (!same_token(p, i, open)) return false;
        switch (p->a.line.at[i].kind) {
        case TOK_LPAREN:
        case TOK_LBRACKET:
        case TOK_LBRACE: open++; break;
        case TOK_RPAREN:
        case TOK_RBRACKET:
        case TOK_RBRACE: open -= open > 0; break;
        default: break;
        }
    }
    return true;
}

/* Whether names, with commas and brackets around them, stand at `i` of both lines; *end: where they
 * end. */
static bool has_targets(const Pair *p, size_t i, size_t *end) {
    const size_t start = i;
    for (; i < p->a.line.len; i++) {
        const TokKind kind = p->a.line.at[i].kind;
        if (kind != p->b.line.at[i].kind) return false;
        if (kind != TOK_NAME && kind != TOK_COMMA && kind != TOK_LPAREN && kind != TOK_RPAREN)
            break;
    }
    *end = i;
    return i > start;
}

static void bind_targets(Pair *p, size_t i, size_t end, size_t depth) {
    for (; i < end; i++) {
        const Token *x = &p->a.line.at[i], *y = &p->b.line.at[i];
        if (x->kind == TOK_NAME) bind(p, x->name, y->name, depth);
    }
}

/* def f(x: ..., y: ...): the parameters, before anything is compared, as annotations may name
 * them. */
static bool bind_params(Pair *p, size_t depth) {
    size_t open = 0;
    for (size_t i = 0; i < p->a.line.len; i++) {
        const Token *x = &p->a.line.at[i], *y = &p->b.line.at[i];
        if (x->kind != y->kind) return false;
        if (x->kind == TOK_LPAREN || x->kind == TOK_LBRACKET) open++;
        if (x->kind == TOK_RPAREN || x->kind == TOK_RBRACKET) open -= open > 0;
        const TokKind before = i ? p->a.line.at[i - 1].kind : TOK_EOF;
        const bool first = before == TOK_COMMA || before == TOK_LPAREN;
        if (x->kind == TOK_NAME && open == 1 && first) bind(p, x->name, y->name, depth);
    }
    return true;
}

/* One line of both, in blocks of this depth. What a header binds belongs to the block below it. */
static bool same_line(Pair *p, size_t depth) {
    const size_t n = p->a.line.len;
    if (p->b.line.len != n) return false;
    if (!n) return true;
    size_t end;
    switch (p->a.line.at[0].kind) {
    case TOK_DEF: return bind_params(p, depth + 1) && same_tokens(p, 0, n);
    case TOK_FOR:
        if (p->b.line.at[0].kind != TOK_FOR || !has_targets(p, 1, &end)) return false;
        if (!same_tokens(p, end, n)) return false;
        bind_targets(p, 1, end, depth + 1);
        return true;
    case TOK_WITH:
        for (size_t i = 0; i < n; i++) {
            if (p->a.line.at[i].kind != TOK_AS) continue;
            if (!has_targets(p, i + 1, &end) || end + 1 != n) break; /* several items */
            if (!same_tokens(p, 0, i + 1)) return false;
            bind_targets(p, i + 1, end, depth + 1);
            return p->b.line.at[end].kind == p->a.line.at[end].kind;
        }
        return same_tokens(p, 0, n);
    case TOK_NAME:
        if (has_targets(p, 0, &end) && end < n) {
            const TokKind kind = p->a.line.at[end].kind;
            if (kind == TOK_ASSIGN || kind == TOK_COLON) {
                if (!same_tokens(p, end, n)) return false;
                bind_targets(p, 0, end, depth);
                return true;
            }
        }
        return same_tokens(p, 0, n);
    default: return same_tokens(p, 0, n);
    }
}

static bool same_lines(Pair *p) {
    for (;;) {
        bool ok = true;
        ArenaMark mark = arena_mark(&p->values);
        const bool more = read_line(p, &p->a, &ok), more_b = read_line(p, &p->b, &ok);
        if (!ok || more != more_b) return false;
        if (!more) return true;
        const size_t depth = p->a.widths.len;
        if (depth != p->b.widths.len) return false;
        leave_blocks(p, depth);
        if (!same_line(p, depth)) return false;
        arena_rewind(&p->values, mark);
    }
}

bool ir_prim_func_equal(Ctx *ctx, Str a, Str b) {
    if (str_eq(a, b)) return true;
    Pair p = {.arena = {0}};
    arena_init(&p.arena, ctx);
    arena_init(&p.values, ctx);
    interner_init(&p.names, &p.arena);
    map_init(&p.by_text, &p.arena);
    const DiagMark mark = diag_mark(ctx);
    lexer_init(&p.a.lexer, ctx, &p.arena, &p.values, &p.names, a);
    lexer_init(&p.b.lexer, ctx, &p.arena, &p.values, &p.names, b);
    const bool same = same_lines(&p);
    diag_rewind(ctx, mark);
    arena_fini(&p.values);
    arena_fini(&p.arena);
    return same;
}
