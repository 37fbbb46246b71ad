/* SPDX-License-Identifier: Apache-2.0 */
/* The syntax of TVMScript: a subset of Python, read without Python.
 *
 * The parser is a pull parser of statements. A compound statement (class, def, with, if, else, for,
 * while) yields its header; the statements of its block follow, then one SYN_END. So a function of
 * a million lines needs memory for one line at a time, and the nesting of blocks costs no stack:
 * the caller keeps track of what it is in.
 *
 *     with R.dataflow():        SYN_WITH
 *         y = R.exp(x)            SYN_ASSIGN
 *     return y                  SYN_END, SYN_RETURN
 *
 * Expressions become trees. Nesting is bounded by limits.depth, so trees may be walked by
 * recursion; lists and tuples may be of any length. Everything a statement points to lives in the
 * parser's arena until the next syn_next, except interned names.
 *
 * A syntax error is reported on the context and the parser goes on with the next line, so all
 * errors are found; syn_next then yields SYN_ERROR for the line. Deeper lines below it are taken
 * for its block: they are parsed for their errors and not yielded. A place is reported once,
 * however often it is read. The parser checks that elif and else follow an if (else: a loop, too)
 * and that a decorator is followed by a definition; it does not check that keywords or parameters
 * differ.
 */
#ifndef TENON_BASE_SYNTAX_H
#define TENON_BASE_SYNTAX_H

#include "base/map.h"
#include "base/vec.h"

typedef enum {
    SYN_NAME,      /* .name */
    SYN_INT,       /* .i */
    SYN_FLOAT,     /* .f (inf for 1e999, as in Python) */
    SYN_STRING,    /* .str, unescaped, NUL-terminated too; adjacent literals are joined */
    SYN_BOOL,      /* .i: True, False */
    SYN_NONE,      /* None */
    SYN_ELLIPSIS,  /* ... */
    SYN_ATTR,      /* items[0] . name */
    SYN_CALL,      /* items[0] ( items[1..] ); keywords[i] names items[i], NULL: positional */
    SYN_SUBSCRIPT, /* items[0] [ items[1] ]: an index, a SLICE, or a TUPLE of these */
    SYN_SLICE,     /* items[0] : items[1] : items[2], each NULL when absent */
    SYN_TUPLE,     /* items: (), (a,), (a, b), or a, b without parentheses */
    SYN_LIST,      /* items */
    SYN_DICT,      /* items: key, value, key, value ... */
    SYN_UNARY,     /* op items[0]; a minus before a number literal is folded into it */
    SYN_BINARY,    /* items[0] op items[1] */
    SYN_COMPARE,   /* items[0] op items[1]; a chain is refused */
    SYN_BOOLOP,    /* items[0] and/or items[1] */
    SYN_STARRED,   /* *items[0] in a call, tuple or list; **items[0] in a call: op SYN_OP_POW */
    SYN_LISTCOMP,  /* [items[0] for items[1] in items[2] if items[3]]; items[3] NULL when absent */
    SYN_GENERATOR, /* the same without brackets, as a call's only argument */
    SYN_CONDITION, /* items[0] if items[1] else items[2] */
    SYN_LAMBDA,    /* lambda items[0], ...: items[n - 1]; the others are NAMEs */
} SynKind;

typedef enum {
    SYN_OP_NONE,
    SYN_OP_ADD,
    SYN_OP_SUB,
    SYN_OP_MUL,
    SYN_OP_DIV,
    SYN_OP_FLOORDIV,
    SYN_OP_MOD,
    SYN_OP_POW,
    SYN_OP_MATMUL,
    SYN_OP_AND,
    SYN_OP_OR,
    SYN_OP_XOR,
    SYN_OP_LSHIFT,
    SYN_OP_RSHIFT,
    SYN_OP_EQ,
    SYN_OP_NE,
    SYN_OP_LT,
    SYN_OP_LE,
    SYN_OP_GT,
    SYN_OP_GE,
    SYN_OP_IN,
    SYN_OP_NOT_IN,
    SYN_OP_IS,
    SYN_OP_IS_NOT,
    SYN_OP_NEG,
    SYN_OP_POS,
    SYN_OP_INVERT,
    SYN_OP_NOT, /* unary */
    SYN_OP_BOOL_AND,
    SYN_OP_BOOL_OR,
} SynOp;

typedef struct SynExpr SynExpr;
struct SynExpr {
    SynKind kind;
    SynOp op;
    Loc loc; /* where it starts; of a BINARY, COMPARE, BOOLOP: of the operator */
    uint32_t n;
    union {
        int64_t i;
        double f;
        Str str;
        const SynExpr *const *items;
    };
    const char *name; /* NAME, ATTR: interned */
    /* CALL: n entries (entry 0 unused); NULL when all are positional */
    const char *const *keywords;
};

typedef enum {
    SYN_ERROR, /* a line that was reported */
    SYN_EOF,
    SYN_END,       /* of the innermost open block */
    SYN_EXPR,      /* value; a docstring is one too */
    SYN_ASSIGN,    /* target [: annotation] [= value]; target: NAME, SUBSCRIPT, ATTR or TUPLE;
                   op != NONE: target op= value */
    SYN_RETURN,    /* value, NULL when absent */
    SYN_PASS,      /* pass */
    SYN_IMPORT,    /* import ..., from ... import ...: not looked into */
    SYN_DECORATOR, /* @value: belongs to the def or class that follows */
    /* Those below open a block. */
    SYN_CLASS, /* name */
    SYN_DEF,   /* name, params, annotation: of the result, or NULL */
    SYN_WITH,  /* value [as target] */
    SYN_IF,    /* value */
    SYN_ELIF,  /* value */
    SYN_ELSE,
    SYN_FOR,   /* target in value */
    SYN_WHILE, /* value */
} SynStmtKind;

typedef struct {
    const char *name;
    Loc loc;
    const SynExpr *annotation; /* NULL when absent */
    const SynExpr *value;      /* default, NULL when absent */
    bool starred;              /* *name */
} SynParam;

typedef struct {
    SynStmtKind kind;
    SynOp op;
    Loc loc;
    const char *name;
    Loc name_loc;
    const SynExpr *target, *annotation, *value;
    const SynParam *params;
    uint32_t n_params;
} SynStmt;

typedef struct SynParser SynParser;

/* A position between statements, to come back to (two passes over a module). */
typedef struct {
    size_t offset, width;
    uint32_t line, line_start;
    struct SynLevel *level;
    uint8_t place, state, last;
    bool one_line;
} SynMark;

/* The text must stay until the parser is gone. Names are interned in `names`. The parser lives in
 * `arena`, its trees in an arena of its own that hangs on the context's clean-ups. */
SynParser *syn_new(Ctx *ctx, Arena *arena, Interner *names, Str text);
void syn_free(SynParser *self);

/* The next statement, into *out. */
void syn_next(SynParser *self, SynStmt *out);
/* After a header: skips its block, the SYN_END included. Returns the block's source text, from the
 * start of its first line that is not blank (it may be a comment) to the end of its last statement,
 * without the line end (for what is kept verbatim); of a block on its header's line, the
 * statements. Comments and strings are scanned, trees are not built; reported are strings and
 * brackets left open, NUL bytes, invalid UTF-8, too many brackets and a block that is missing. */
Str syn_skip_block(SynParser *self);
/* As syn_skip_block; calls `visit`, unless it is NULL, for every NAME.NAME in it that is no part of
 * a longer dotted name but its first (to find the calls of other functions before they are
 * parsed). */
Str syn_scan_block(SynParser *self, void (*visit)(void *user, Str left, Str right), void *user);
/* Where the next statement starts. Valid only after a whole statement. Going back to a mark that
 * was taken inside a block restores the block's nesting as well. */
SynMark syn_mark(const SynParser *self);
void syn_seek(SynParser *self, SynMark mark);
/* The source position up to which statements were read. */
size_t syn_offset(const SynParser *self);

/* Parses one expression that is the whole of `text` (a dim in a string). loc is where its first
 * byte stands; places in it are counted from there, on one line. NULL after a report. The tree
 * lives in `arena`. */
const SynExpr *syn_parse_expr(Ctx *ctx, Arena *arena, Interner *names, Str text, Loc loc);

const char *syn_op_text(SynOp op);
const char *syn_kind_text(SynKind kind); /* "a call", "a list": for messages */

#endif
