/* SPDX-License-Identifier: Apache-2.0 */
/* Statements, as they are appended to the block at hand. */
#include "backend/lower_parts.h"

HirStmt *low_stmt(LowFn *p, HirStmtKind kind) {
    HirStmt *s = ARENA_NEW(p->h->arena, HirStmt);
    s->kind = kind;
    vec_push(p->h->arena, p->out, s);
    return s;
}

void low_set(LowFn *p, HirCell cell, const HirExpr *value) {
    HirStmt *s = low_stmt(p, HIR_SET);
    s->set.cell = cell;
    s->set.value = value;
}

void low_fail(LowFn *p, const HirExpr *condition, const char *message) {
    HirStmt *s = low_stmt(p, HIR_FAIL);
    s->fail.condition = condition;
    s->fail.message = message;
}

void low_copy(LowFn *p, const HirExpr *to, const HirExpr *from, const HirExpr *bytes) {
    HirStmt *s = low_stmt(p, HIR_COPY);
    s->copy.to = to;
    s->copy.from = from;
    s->copy.bytes = bytes;
}

void low_memory(LowFn *p, HirStmtKind kind, const HirExpr *at, const HirExpr *value) {
    HirStmt *s = low_stmt(p, kind);
    s->memory.at = at;
    s->memory.value = value;
}
