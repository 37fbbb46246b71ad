/* SPDX-License-Identifier: Apache-2.0 */
/* The loop IR's text, a subset of TVMScript's @T.prim_func: see docs/loops.md. What is printed
 * parses back to an equal function, and prints again as the same text. */
#ifndef TENON_LOOP_TEXT_H
#define TENON_LOOP_TEXT_H

#include "base/strbuf.h"
#include "loop/loop.h"

typedef VEC(const LoopFn *) LoopFns;

/* Appends the functions and all that they call, each once and behind its callees. */
void loop_text_print(const LoopFn *const *fns, size_t n, StrBuf *out);
/* A statement's first line, with the names as they stand: for messages. */
void loop_text_print_head(const LoopStmt *s, StrBuf *out);
void loop_text_print_expr(const LoopExpr *e, StrBuf *out);

/* Reads functions, callees first, into `arena`, and appends them to *out in the text's order.
 * `name` is for messages. False after reports (it needs diag_begin); *out then holds nothing new.
 * What is read may still be refused by loop_verify. Throws STATUS_MEMORY, STATUS_CANCELLED. */
bool loop_text_parse(Ctx *ctx, Arena *arena, const char *name, Str text, LoopFns *out);

#endif
