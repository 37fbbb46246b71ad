/* SPDX-License-Identifier: Apache-2.0 */
/* Diagnostics, collected on the context: all errors of a stage, each with a place, what was
 * expected, what was found, and a hint where there is one.
 *
 *     net.py:12:17: error: R.add: C2: the operands' shapes broadcast
 *         y = R.add(x, b)
 *             ^
 *       expected: dim 1 of `b` to be 1 or 3
 *       found: 4
 *       help: ...
 *
 * The texts stand in diag.def; every %s of a row takes one C string, so that callers format numbers
 * first (diag_fmt) and the argument count is checked against the row.
 */
#ifndef TENON_BASE_DIAG_H
#define TENON_BASE_DIAG_H

#include "base/strbuf.h"

typedef enum {
#define DIAG(id, text) DIAG_##id,
#include "base/diag.def"
    DIAG_COUNT
} DiagId;

typedef enum { DIAG_ERROR, DIAG_WARNING } DiagLevel;

typedef struct Diag {
    DiagLevel level;
    DiagId id;
    const char *source;  /* file name, NULL when there is none */
    const char *node;    /* node of a model file, NULL for text */
    Loc loc;             /* line 0: no place */
    const char *message; /* what follows "error: " */
    const char *excerpt; /* the source line (windowed), NULL when the text is gone */
    size_t caret;        /* column of the caret in `excerpt`, in code points */
    const char *expected, *found, *help; /* NULL when absent */
} Diag;

/* What is being read now: gives diagnostics their file name and source line. */
typedef struct DiagSource {
    const char *name;
    Str text;
} DiagSource;

struct DiagList {
    Arena arena;
    VEC(Diag) diags;
    size_t errors, warnings; /* all of them, kept or not */
    DiagSource source;
};

/* Starts a stage's list: forgets earlier diagnostics. Throws STATUS_MEMORY. */
void diag_begin(Ctx *ctx);
void diag_list_free(Ctx *ctx);
/* What is read from now on. Gives what was read before, for diag_source_back within the same
 * stage: whoever reads a second text on the way returns to the first. */
DiagSource diag_source(Ctx *ctx, const char *name, Str text);
void diag_source_back(Ctx *ctx, DiagSource before);
size_t diag_errors(const Ctx *ctx);

/* Reports; args: one C string per %s of the row. The result takes the further lines; it is valid
 * until the next report. Past limits.diags errors are only counted (and NULL is returned). */
#define diag_error(ctx, loc, id, ...)                                                              \
    diag_report((ctx), DIAG_ERROR, (loc), (id), (const char *[]){NULL, ##__VA_ARGS__, NULL} + 1)
#define diag_warning(ctx, loc, id, ...)                                                            \
    diag_report((ctx), DIAG_WARNING, (loc), (id), (const char *[]){NULL, ##__VA_ARGS__, NULL} + 1)
Diag *diag_report(Ctx *ctx, DiagLevel level, Loc loc, DiagId id, const char *const *args);

/* Each may be called with self == NULL. */
void diag_expected(Ctx *ctx, Diag *self, const char *fmt, ...) PRINTF_LIKE(3, 4);
void diag_found(Ctx *ctx, Diag *self, const char *fmt, ...) PRINTF_LIKE(3, 4);
void diag_help(Ctx *ctx, Diag *self, const char *fmt, ...) PRINTF_LIKE(3, 4);
/* Text that lives as long as the list. */
const char *diag_fmt(Ctx *ctx, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* What was reported since a mark can be taken back: the work was an attempt. */
typedef struct {
    size_t diags, errors, warnings;
} DiagMark;
DiagMark diag_mark(const Ctx *ctx);
/* What was reported since the mark, and is of no node yet, is of this one of a model file. */
void diag_blame(Ctx *ctx, DiagMark mark, const char *node);
/* Returns the first message taken back, or NULL. */
const char *diag_rewind(Ctx *ctx, DiagMark mark);

/* The same for who tries again and again: the memory of what is taken back is freed too. */
typedef struct {
    DiagMark mark;
    ArenaMark texts;
    size_t room;
} DiagPoint;
DiagPoint diag_point(const Ctx *ctx);
/* Nobody may hold a text (of diag_fmt too) that was made since the point. False: the list has grown
 * in between, and its texts stay; a new point is wanted. */
bool diag_forget(Ctx *ctx, const DiagPoint *point);

/* The whole diagnostic as the command prints it, with a newline at the end. */
void diag_print(const Diag *self, StrBuf *out);

#endif
