/* SPDX-License-Identifier: Apache-2.0 */
/* What the files share that make host programs: lower.c makes programs and functions, lower_dims.c
 * integers and buffers, lower_stmt.c single statements, lower_steps.c steps, lower_call.c calls and
 * loops over them, lower_entry.c entries. */
#ifndef TENON_BACKEND_LOWER_PARTS_H
#define TENON_BACKEND_LOWER_PARTS_H

#include "backend/lower.h"
#include "backend/parts.h"

typedef struct {
    BeModule *module;
    HirProgram *program;
    Arena *arena;
    const BeLowering *how;
    uint32_t *numbers; /* of functions, by BeFn.index */
    Map constants;     /* LowNumber by IrConst */
} Low;

typedef struct {
    const void *of;
    uint32_t number;
} LowNumber;

/* A known dim that the layout computes: a cell of the frame. */
typedef struct {
    const IrDim *dim;
    uint32_t cell;
    bool is_done;
} LowExtent;

/* A function that is being lowered. */
typedef struct {
    Low *h;
    BeFn *f;
    HirFn *to;
    HirBlock *out; /* where statements go */
    bool in_layout;
    Map extents_by_dim;
    VEC(LowExtent *) extents;
    Map buffers, values; /* LowNumber by BeBuffer */
    uint32_t n_values;
    uint32_t n_temps, n_pointers;     /* in use */
    const BeCollective *ended;        /* started last, and over at once; NULL: none was */
    uint32_t level;                   /* frames that are open */
    uint32_t *slots;                  /* of the arena: cells of their offsets */
    VEC(const BeLibrary *) libraries; /* that it calls itself */
    VEC(BeFn *) callees;
} LowFn;

/* Expressions */
const HirExpr *low_expr(LowFn *p, HirExpr e);
const HirExpr *low_op(LowFn *p, HirExprKind kind, size_t n, const HirExpr *const *args);
#define LOW_OP(p, kind, ...)                                                                       \
    low_op((p), HIR_##kind##_EXPR,                                                                 \
           sizeof((const HirExpr *[]){__VA_ARGS__}) / sizeof(const HirExpr *),                     \
           (const HirExpr *[]){__VA_ARGS__})
const HirExpr *low_int(LowFn *p, int64_t v);
const HirExpr *low_cell(LowFn *p, HirCell c);
HirCell low_own(HirCellKind kind, uint32_t index);
const HirExpr *low_get(LowFn *p, HirCellKind kind, uint32_t index);
HirCell low_symbol(LowFn *p, const IrSymbol *s);
/* The whole dim over symbols, and what it is for statements: an integer or a cell. A known dim's is
 * computed in the layout, another one's by a statement here. */
const HirExpr *low_dim_expr(LowFn *p, const IrDim *d);
const HirExpr *low_dim(LowFn *p, const IrDim *d);
void low_layout_dim(LowFn *p, const IrDim *d);
uint32_t low_buffer(LowFn *p, BeBuffer *b);
const HirExpr *low_pointer(LowFn *p, BeBuffer *b);
const HirExpr *low_condition(LowFn *p, const BeLeaf *leaf);
const HirExpr *low_float(LowFn *p, const BeLeaf *leaf);
HirCell low_temp(LowFn *p);
HirCell low_pointer_temp(LowFn *p);

/* Statements */
HirStmt *low_stmt(LowFn *p, HirStmtKind kind);
void low_set(LowFn *p, HirCell cell, const HirExpr *value);
void low_fail(LowFn *p, const HirExpr *condition, const char *message);
void low_copy(LowFn *p, const HirExpr *to, const HirExpr *from, const HirExpr *bytes);
void low_memory(LowFn *p, HirStmtKind kind, const HirExpr *at, const HirExpr *value);
void low_steps(LowFn *p, const BeSteps *steps);
void low_invoke(LowFn *p, const BeStep *s);
void low_scan(LowFn *p, const BeStep *s);
void low_while(LowFn *p, const BeStep *s);
/* Opens a frame of the function: *out is its block, into which statements go until low_close. */
HirBlock *low_open(LowFn *p, const BeFn *g);
void low_close(LowFn *p, HirBlock *outer);
/* The cell of the frame that was opened last. */
HirCell low_of_frame(LowFn *p, HirCellKind kind, uint32_t index);
/* Gives the callee's symbols values, and its numbers; lays the frame out. */
void low_call_symbols(LowFn *p, const BeCall *call, bool is_run);
bool low_has_layout(const BeFn *f);

/* Behind the steps of all functions; before the layout, as it needs dims too. all: of the module,
 * by function. */
void low_entry(LowFn *p, LowFn *const *all);

#endif
