/* SPDX-License-Identifier: Apache-2.0 */
/* What syntax.c (statements, blocks), syntax_expr.c (operators, operands, what stands in brackets)
 * and syntax_words.c (errors, nodes) share. */
#ifndef TENON_BASE_SYNTAX_PARTS_H
#define TENON_BASE_SYNTAX_PARTS_H

#include "base/lexer.h"
#include "base/syntax.h"

/* What an open block's lines look like. Kept for good, so that a SynMark may point to one. */
typedef enum {
    LEVEL_BLOCK,
    LEVEL_STRAY, /* lines that are indented for no reason: they belong to the block around them */
    LEVEL_MUTED, /* under an erroneous header: parsed for its errors, never shown */
} LevelKind;

typedef struct SynLevel SynLevel;
struct SynLevel {
    SynLevel *parent;
    SynLevel *child, *next; /* the newest child, the sibling before this one */
    size_t width;
    size_t depth;
    LevelKind kind;
    SynStmtKind header; /* what opened it */
    bool muted;         /* this one or one around it */
};

typedef struct {
    const SynExpr *expr;
    const char *keyword;
} SynItem;

/* An operator that waits for its right operand. */
typedef struct {
    SynKind kind; /* UNARY, BINARY, COMPARE, BOOLOP, CONDITION */
    SynOp op;
    uint32_t precedence;
    Loc loc;
    const SynExpr *left, *condition; /* CONDITION: `condition` is NULL until its else */
} SynPending;

typedef enum {
    AT_LINE,      /* at the start of a line */
    AT_BLOCK,     /* the same, behind a header: its block must follow */
    AT_ERROR,     /* the same, behind an erroneous line: if deeper lines follow, it was a header */
    AT_INSIDE,    /* within a line, behind ; or a header's colon */
    AT_END,       /* a block without lines of its own has ended */
    AT_ERROR_END, /* the same, with an error */
} SynState;

/* A node as it is allocated: the height of a tree is the number of edges down to its deepest
 * leaf. */
typedef struct {
    SynExpr expr;
    uint32_t height;
} SynNode;

typedef enum {
    PREC_NONE,
    PREC_CONDITION,
    PREC_OR,
    PREC_AND,
    PREC_NOT,
    PREC_COMPARE,
    PREC_BITOR,
    PREC_XOR,
    PREC_BITAND,
    PREC_SHIFT,
    PREC_ADD,
    PREC_MUL,
    PREC_UNARY,
    PREC_POWER,
} SynPrecedence;

struct SynParser {
    Ctx *ctx;
    Arena *arena;
    Lexer lexer;
    Token tok; /* the token that is looked at; none between statements */
    SynState state;
    bool one_line; /* the statements are on their header's line */
    /* The statement before, at this level: SYN_EOF for none, SYN_ERROR when anything may follow;
     * after a block, its header. */
    SynStmtKind last;
    SynLevel *level;
    VEC(SynPending) pending;
    VEC(SynItem) items;
    bool in_lambda;
    size_t minus_at; /* offset behind the unary minus that was read last */
    Arena *trees;    /* own_trees, or the caller's for a single expression */
    Arena own_trees;
    ArenaMark start; /* of own_trees, behind the first room of `items` */
    SynItem *first_items;
    size_t n_first_items;
};

/* Where items stand. */
typedef enum {
    SHAPE_PAREN,
    SHAPE_LIST,
    SHAPE_DICT,
    SHAPE_CALL,
    SHAPE_INDEX,
    SHAPE_BARE,    /* a, b without brackets */
    SHAPE_TARGETS, /* the same up to `in` */
} SynShape;

static inline void syn_advance(SynParser *self) { lexer_next(&self->lexer, &self->tok); }

/* If the token is the wanted one, passes it. */
static inline bool syn_accept(SynParser *self, TokKind kind) {
    if (self->tok.kind != kind) return false;
    syn_advance(self);
    return true;
}

/* All of these report what they refuse and return NULL or false; the statement is then given up. */
/* One postfix expression: what may stand behind `as`. */
const SynExpr *syn_postfix(SynParser *self);
bool syn_expect(SynParser *self, TokKind kind, const char *expected);
bool syn_check_target(SynParser *self, const SynExpr *e);
/* Each returns false. */
bool syn_unexpected(SynParser *self, const char *expected);
bool syn_unsupported(SynParser *self, Loc loc, const char *what);

/* A node with room for n items; set each, then finish it, which refuses a tree that is too high. */
SynNode *syn_node_new(SynParser *self, SynKind kind, SynOp op, Loc loc, size_t n);
const SynExpr *syn_node_finish(SynParser *self, const SynNode *node);
/* One with the item a and, unless it is NULL, b. */
const SynExpr *syn_branch(SynParser *self, SynKind kind, SynOp op, Loc loc, const SynExpr *a,
                          const SynExpr *b);

static inline void syn_node_set(SynNode *node, size_t i, const SynExpr *item) {
    ((const SynExpr **)(node + 1))[i] = item;
    if (!item) return;
    uint32_t height = ((const SynNode *)item)->height + 1;
    if (height > node->height) node->height = height;
}

const SynExpr *syn_expr(SynParser *self);
/* One or more expressions, a tuple when there is a comma. */
const SynExpr *syn_exprs(SynParser *self, SynShape shape);

#endif
