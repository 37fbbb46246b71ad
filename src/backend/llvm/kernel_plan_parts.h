/* SPDX-License-Identifier: Apache-2.0 */
/* What the files share that plan kernels: kernel_cost.c says what a way costs, kernel_plan.c
 * chooses, kernel_tile.c says how many rows and vectors go together. */
#ifndef TENON_BACKEND_LLVM_KERNEL_PLAN_PARTS_H
#define TENON_BACKEND_LLVM_KERNEL_PLAN_PARTS_H

#include "backend/llvm/kernel_parts.h"

static const double K_GATHER = 1.0, K_SCATTER = 3.5; /* an element */

/* kernel_cost.c */
typedef struct {
    const LoopVar *var; /* lanes; NULL: none */
    uint32_t width;
} KWay;

/* Iterations; what is not known counts as 64. */
double k_trips(const KPlan *p, const LoopStmt *s);
double k_op_cost(const LoopExpr *e);
/* apart: of an element, where they do not lie together. */
double k_access_cost(const KPlan *p, const LoopBuffer *b, const LoopExpr *const *indices, KWay w,
                     double apart);
double k_expr_cost(const KPlan *p, const LoopExpr *e, KWay w);
/* Everything within one after the other, but for the lanes of the way. */
double k_list_cost(const KPlan *p, const LoopStmt *list, KWay w);
/* Lanes of a vector, by the widest element that a loop by vectors touches; fewer for a loop of few
 * iterations. */
uint32_t k_width_of(const KPlan *p, const LoopStmt *loop);
uint32_t k_narrowed(const LoopStmt *loop, uint32_t width);

/* kernel_plan.c */
KLoop *k_add_loop(KPlan *p, const LoopStmt *s, KRole role);
/* Whether a parallel loop may go by lanes, or by rows: control is the same for all iterations. */
bool k_may_go(const KPlan *p, const LoopStmt *s, bool lanes);

/* kernel_tile.c */
/* What the loops in a list became: lanes or reductions that rows may be put around. */
typedef struct {
    VEC(KLoop *) lanes;
    bool rows; /* some loop has them */
} KFound;

/* Vectors of that width in the loop. */
double k_vectors_of(const KPlan *p, const LoopStmt *s, uint32_t width);
/* How many vectors of a loop go together that has no rows around it. */
void k_finish_lanes(KPlan *p, KLoop *l, const LoopStmt *s);
/* Rows of a parallel loop of n iterations around one loop by vectors, or several; 1: none. Sets
 * their vectors. */
uint32_t k_rows_of_one(KPlan *p, const LoopStmt *s, KLoop *l, double n);
uint32_t k_rows_of_many(KPlan *p, const LoopStmt *s, const KFound *in, double n, bool split);

#endif
