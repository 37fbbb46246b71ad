/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of loop/fuse.h share. */
#ifndef TENON_LOOP_FUSE_PARTS_H
#define TENON_LOOP_FUSE_PARTS_H

#include "loop/fuse.h"
#include "loop/verify_index.h"

enum {
    FUSE_LOOPS_MAX = 64,   /* loop statements in a kernel */
    FUSE_BUFFERS_MAX = 24, /* parameters */
    FUSE_DEPTH_MAX = 64,   /* of an expression */
    FUSE_LOCAL_BYTES = 64 * 1024,
};

typedef struct {
    const LoopBuffer *buffer; /* NULL: not met yet */
    bool made;                /* by one of the calls */
    bool stays;
} FuseValue;

struct LoopFuse {
    Arena *arena;
    LoopBuilder
        b; /* makes expressions; its function has the sizes and counts variables and buffers */
    LoopStmt *body;
    FuseValue *values;
    uint32_t n_values, n_calls;
    LoopFuseOptions options;
    bool inline_first; /* of the strategies, see append */
};

/* Trees (fuse_tree.c) */

/* What becomes of a variable or a load whose indices are already mapped. */
typedef const LoopExpr *FuseLeaf(void *user, const LoopExpr *e);
const LoopExpr *fuse_map(LoopBuilder *b, const LoopExpr *e, FuseLeaf *leaf, void *user);
/* The expressions of a statement alone; the indices of a store too. */
void fuse_map_stmt(LoopBuilder *b, LoopStmt *s, FuseLeaf *leaf, void *user);
/* The same for a list, with all below. */
void fuse_map_list(LoopBuilder *b, LoopStmt *list, FuseLeaf *leaf, void *user);
/* In a list, with all below. */
void fuse_rename(LoopBuilder *b, LoopStmt *list, const LoopVar *from, const LoopVar *to);
bool fuse_same_expr(const LoopExpr *a, const LoopExpr *b);
LoopStmt *fuse_copy_list(Arena *arena, const LoopStmt *list);
LoopVar *fuse_new_var(LoopFuse *f, const char *name, LoopVarKind kind, DType dtype);
LoopBuffer *fuse_new_buffer(LoopFuse *f, const LoopBuffer *like, const LoopExpr *const *dims,
                            uint32_t ndim);

/* Each access of a statement and all below: loads, stores. */
typedef void FuseAccess(void *user, const LoopBuffer *buffer, const LoopExpr *const *indices,
                        bool is_store);
void fuse_accesses(const LoopStmt *s, FuseAccess *visit, void *user);
void fuse_accesses_list(const LoopStmt *list, FuseAccess *visit, void *user);
/* The statement alone, without what is below. */
void fuse_accesses_alone(const LoopStmt *s, FuseAccess *visit, void *user);
/* Each variable that occurs in expressions. */
typedef void FuseVisitVar(void *user, const LoopVar *v);
void fuse_expr_vars(const LoopExpr *e, FuseVisitVar *visit, void *user);
bool fuse_uses_var(const LoopExpr *e, const LoopVar *v);
uint32_t fuse_count(const LoopStmt *list, LoopStmtKind kind);
bool fuse_has(const LoopStmt *list, LoopStmtKind kind);
bool fuse_is_parallel(const LoopStmt *s);
bool fuse_has_division(const LoopExpr *e);
bool fuse_has_load(const LoopExpr *e);
/* About how many additions it is worth. */
uint32_t fuse_cost_of(const LoopExpr *e);
bool fuse_has_product(const LoopExpr *e); /* of floats that are loaded */
/* The buffer of a value, not of a function's own local. */
bool fuse_is_value(const LoopBuffer *b);

/* Statement `s` becomes part of the list behind `at` (NULL: first). */
void fuse_unlink(LoopStmt **list, LoopStmt *s);
void fuse_insert_after(LoopStmt **list, LoopStmt *at, LoopStmt *s);

/* Indices (fuse_index.c) */

typedef struct {
    Index x;
    LoopBuilder *b;
    VEC(const LoopExpr *) atoms; /* by atom; NULL: no expression */
} FuseIndex;

void fuse_index_init(FuseIndex *self, LoopBuilder *b, const LoopFn *fn);
void fuse_index_range(FuseIndex *self, const LoopVar *v, const LoopExpr *extent);
void fuse_index_let(FuseIndex *self, const LoopVar *v, const LoopExpr *value);
/* Without the quotients and remainders that ranges tell. */
const LoopExpr *fuse_index_simplify(FuseIndex *self, const LoopExpr *e);

/* Without the comparisons that always hold. */
const LoopExpr *fuse_index_condition(FuseIndex *self, const LoopExpr *e);
/* n - part, if 0 <= part <= n is proved; else NULL. */
const LoopExpr *fuse_index_rest(FuseIndex *self, const LoopExpr *n, const LoopExpr *part);

/* The index that moves by one element: of the last dim that is not 1. NULL: there is none. */
const LoopExpr *fuse_last_moving(const LoopBuffer *b, const LoopExpr *const *indices);
/* Whether the store turns a matrix, Y[i, j] = X[j, i], of which a product may take the rows as
 * columns of X (loop_fuse_takes_columns). */
bool fuse_turns_matrix(const LoopStmt *store);

/* Joining (fuse_merge.c) */

/* The statement, which is in the list, goes to what it depends on. */
void fuse_settle(LoopFuse *f, LoopStmt **list, LoopStmt *s);
/* May the statement read an element in several of its iterations? */
bool fuse_reads_again(const LoopStmt *s, const LoopBuffer *t);
/* Stores whose value is read again at the same index get names. */
void fuse_forward(LoopFuse *f, LoopStmt *list);
/* No name, scalar or array passes between loops in a way that costs more than it saves. */
bool fuse_accepts(LoopFuse *f);
/* Dead stores of the values that are not needed, and what is empty without them. */
void fuse_drop_dead(const LoopFuse *f, LoopStmt **list, const bool *needed);
/* Elementwise nests of the list in the order in which their results lie (fuse_order.c). */
void fuse_order(LoopFuse *f, LoopStmt *list);
/* Sums of columns that read the same in one pass, with what is computed of it element by element
 * (fuse_sums.c). */
void fuse_join_sums(LoopFuse *f);
/* The last statement before `s` that it depends on; NULL: none. */
LoopStmt *fuse_dependency(LoopFuse *f, LoopStmt *list, const LoopStmt *s);

#endif
