/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of the loop parser share: parse.c (files, functions, parameters), parse_stmt.c,
 * parse_expr.c; and for functions as TVM prints them parse_block.c and parse_foreign.c.
 *
 * Everything that the builder would call a BUG is checked here first. After a report a name is
 * bound as poison, which is silent wherever it is used, and the function is not kept. */
#ifndef TENON_LOOP_PARSE_H
#define TENON_LOOP_PARSE_H

#include "base/diag.h"
#include "base/syntax.h"
#include "loop/blocks.h"
#include "loop/text.h"

typedef enum {
    NAME_FREE,
    NAME_POISON,
    NAME_RESERVED, /* T, range */
    NAME_HANDLE,   /* a parameter before its buffer is made */
    NAME_FUNCTION,
    NAME_VAR,
    NAME_BUFFER,
} NameKind;

typedef struct {
    const char *name; /* interned */
    NameKind kind;
    uint32_t height; /* FUNCTION: of the calls below it; 1 for one that calls none */
    uint32_t param;  /* HANDLE: its index */
    union {
        const LoopVar *var;
        const LoopBuffer *buffer;
        const LoopFn *fn;
    };
} Name;

typedef struct {
    Name *name;
    Name old;
} NameUndo;

typedef struct {
    const LoopExpr *const *dims;
    const LoopExpr *const *strides; /* or NULL */
    uint32_t ndim;
    DType dtype;
    uint32_t lanes; /* of an element that is a vector; 0: a scalar */
} BufferType;

/* A parameter while the function's head is read. */
typedef struct {
    Name *name; /* of the parameter: the buffer's, or its handle's */
    Loc loc;
    bool is_handle, matched, ok;
    BufferType type;
    const char *buffer; /* the buffer's name */
} Param;

/* A `with` that is read, of a foreign function: a block, or the init of the one around it. */
typedef struct ParseBlock {
    struct ParseBlock *outer;
    const LoopExpr *starts; /* each reducing axis is at its start; NULL: there is none */
    size_t open;            /* bodies that are open where it begins */
    size_t wheres;          /* conditions that go to its end */
} ParseBlock;

typedef struct {
    Ctx *ctx;
    Arena *arena;  /* what is built */
    Arena scratch; /* names and tables */
    Interner names;
    SynParser *syn;
    Map entries; /* Name by interned name */
    VEC(NameUndo) undo;
    const char *T, *range;
    const char *self; /* of the function that is read: what is in it may have its name */
    LoopBuilder b;
    VEC(Param) params;
    uint32_t height; /* of the calls of the function that is read */
    bool scheduled;  /* vectors and unrolled loops are read: the function says that it has them */
    /* As TVM writes functions: in blocks, without telling the outputs, with integers of several
     * sizes beside each other. */
    bool foreign;
    LoopBlocks blocks; /* of the function, if it is foreign */
    ParseBlock *block; /* the innermost one that is read */
} Parser;

/* Names. What is bound is undone by loop_parse_leave(mark), mark being undo.len before. */
Name *loop_parse_name(Parser *p, const char *name);
/* Binds and returns the name; NULL, after a report, when it has a meaning already. */
Name *loop_parse_define(Parser *p, const char *name, Loc loc, NameKind kind);
void loop_parse_leave(Parser *p, size_t mark);

/* Whether so deep a nest may be made; else false, after a report. */
bool loop_parse_may_nest(Parser *p, Loc loc, size_t depth);
/* Reports "what", and what was expected; returns false. */
bool loop_parse_wrong(Parser *p, const SynExpr *at, const char *what, const char *expected);
bool loop_parse_outside(Parser *p, Loc loc, const char *what); /* not in the loop subset */
/* The x of `T.x`, or NULL. */
const char *loop_parse_member(const Parser *p, const SynExpr *e);
/* The x of `T.x(...)`, or NULL. */
const char *loop_parse_call_of(const Parser *p, const SynExpr *e);
/* The call has n positional arguments and no keywords but `keyword` (NULL: none). */
bool loop_parse_arity(Parser *p, const SynExpr *call, uint32_t n, const char *keyword);
/* The value of a keyword argument, or NULL. */
const SynExpr *loop_parse_keyword(const SynExpr *call, const char *name);
/* float32x16, where vectors are read; a scalar has no lanes. */
bool loop_parse_vector_dtype(Parser *p, const SynExpr *e, DType *out, uint32_t *lanes);
/* "float32x16", for messages. */
const char *loop_parse_type_text(Parser *p, const LoopExpr *x);
bool loop_parse_has(DType t);                                   /* not void, and no small type */
bool loop_parse_dtype(Parser *p, const SynExpr *e, DType *out); /* a string */

/* parse_expr.c: NULL after a report. */
const LoopExpr *loop_parse_expr(Parser *p, const SynExpr *e);
/* An expression of this dtype; `what` for the message. */
const LoopExpr *loop_parse_typed(Parser *p, const SynExpr *e, DType dtype, const char *what);
const LoopBuffer *loop_parse_buffer(Parser *p, const SynExpr *name);
/* buffer[indices]; in the arena. */
bool loop_parse_access(Parser *p, const SynExpr *e, const LoopBuffer **buffer,
                       const LoopExpr *const **indices);
/* The arguments (shape, dtype) from items[first] on, and strides= where they may be `strided`. */
bool loop_parse_buffer_type(Parser *p, const SynExpr *e, uint32_t first, bool strided,
                            BufferType *out);

/* parse_stmt.c: a list of statements; `first` has been read. `depth`: of these. */
void loop_parse_block(Parser *p, SynStmt *first, size_t depth);

/* parse_block.c, of foreign functions: around the body of `with T.block(...):` or `with T.init():`.
 * False after a report: it is another, or the function is not foreign. */
bool loop_parse_with_begin(Parser *p, const SynStmt *s, ParseBlock *with);
void loop_parse_with_end(Parser *p, ParseBlock *with);
/* v = T.axis.spatial(extent, value) and its like; false: it is none. */
bool loop_parse_axis(Parser *p, const SynStmt *s);
/* T.reads, T.writes, T.where and what else stands in blocks by itself; false: it is none. */
bool loop_parse_block_note(Parser *p, const SynExpr *call, const char *name);

/* parse_foreign.c: a number without a dtype, as one of this float dtype; NULL: it is none. */
const LoopExpr *loop_parse_number(Parser *p, const SynExpr *e, DType dtype);
/* Makes the operands' dtypes one, as TVM does. */
void loop_parse_promote(Parser *p, const SynExpr *const *items, const LoopExpr **x, uint32_t first,
                        uint32_t n);
/* An integer as one of this dtype. */
const LoopExpr *loop_parse_as(Parser *p, const LoopExpr *x, DType to);
/* A function that only these have, made of operations; NULL: there is none of this name. */
typedef struct ParseFunction ParseFunction;
const ParseFunction *loop_parse_function(const char *name);
uint32_t loop_parse_function_arity(const ParseFunction *f);
/* Of the call `e`, whose operands are x. NULL after a report. */
const LoopExpr *loop_parse_apply(Parser *p, const SynExpr *e, const ParseFunction *f,
                                 const LoopExpr **x);
/* T.min_value("float32"), T.infinity and their like. False: it is none. */
bool loop_parse_limit(Parser *p, const SynExpr *e, const char *name, const LoopExpr **out);
/* The dtype that an expression has, without reading it; DTYPE_VOID: it cannot be told. */
DType loop_parse_dtype_of(Parser *p, const SynExpr *e);

#endif
