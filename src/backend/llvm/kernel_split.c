/* SPDX-License-Identifier: Apache-2.0 */
/* Conditions that bound a row.
 *
 *     for x in T.parallel(56): ... for s in range(3): p = x - 1 + s; if T.And(0 <= p, p < 56): ...
 *
 * Whatever s is, the condition holds for 1 <= x < 55. These go as rows, without the condition; the
 * others one by one. A condition is a conjunction of a <= b and a < b, where b - a is c*x + (what
 * loops within bind, of constant extents) + (sizes) + a constant. */
#include "backend/llvm/kernel_parts.h"

enum { TERMS_MAX = 4 };

/* slope * x + least + the sizes, and at least that whatever the loops within are at */
typedef struct {
    int64_t slope, least;
    uint32_t n;
    const LoopVar *sizes[TERMS_MAX];
    int64_t coefs[TERMS_MAX];
} Bound;

typedef struct {
    const KPlan *p;
    const LoopStmt *loop;
    Bound bound;
} Linear;

/* The loop of a variable, when it is within the one that is asked about. */
static const LoopStmt *loop_within(const Linear *l, const LoopVar *var) {
    const LoopStmt *s = l->p->loop_of[var->id];
    for (const LoopStmt *up = s; up; up = l->p->up[up->var->id]) {
        if (up == l->loop) return s;
    }
    return NULL;
}

/* Adds scale * e. */
static bool add(Linear *l, const LoopExpr *e, int64_t scale) {
    Bound *b = &l->bound;
    int64_t v;
    if (e->dtype != DTYPE_INT64) return false;
    switch (e->kind) {
    case LOOP_CONST: return mul_i64(e->i, scale, &v) && add_i64(b->least, v, &b->least);
    case LOOP_ADD: return add(l, e->args[0], scale) && add(l, e->args[1], scale);
    case LOOP_SUB: return add(l, e->args[0], scale) && add(l, e->args[1], -scale);
    case LOOP_MUL:
        if (e->args[1]->kind == LOOP_CONST)
            return mul_i64(scale, e->args[1]->i, &v) && add(l, e->args[0], v);
        if (e->args[0]->kind == LOOP_CONST)
            return mul_i64(scale, e->args[0]->i, &v) && add(l, e->args[1], v);
        return false;
    case LOOP_VAR: break;
    default: return false;
    }
    const LoopVar *var = e->var;
    if (var == l->loop->var) {
        b->slope += scale;
        return true;
    }
    if (l->p->lets[var->id]) return add(l, l->p->lets[var->id], scale);
    const LoopStmt *s = loop_within(l, var);
    if (s) {
        if (s->value->kind != LOOP_CONST) return false;
        const int64_t last = s->value->i > 0 ? s->value->i - 1 : 0;
        return scale > 0 || (mul_i64(scale, last, &v) && add_i64(b->least, v, &b->least));
    }
    if (var->kind != LOOP_VAR_SIZE || b->n == TERMS_MAX) return false;
    b->sizes[b->n] = var;
    b->coefs[b->n++] = scale;
    return true;
}

/* b - a >= 0, or > 0 as an integer: b - a - 1 >= 0. */
static bool bound_of(const KPlan *p, const LoopStmt *loop, const LoopExpr *e, Bound *out) {
    Linear l = {.p = p, .loop = loop};
    if (e->kind != LOOP_LE && e->kind != LOOP_LT) return false;
    l.bound.least = e->kind == LOOP_LT ? -1 : 0;
    if (!add(&l, e->args[1], 1) || !add(&l, e->args[0], -1)) return false;
    *out = l.bound;
    const int64_t far = (int64_t)1 << 40;
    return out->slope != 0 && out->slope < far && out->slope > -far && out->least < far &&
           out->least > -far;
}

static bool mentions(const KPlan *p, const LoopExpr *e, const LoopVar *var) {
    if (e->kind == LOOP_VAR)
        return e->var == var || (p->lets[e->var->id] && mentions(p, p->lets[e->var->id], var));
    if (e->kind == LOOP_LOAD) { /* of a scalar that may be anything */
        if (e->buffer->kind == LOOP_BUFFER_LOCAL) return true;
    }
    for (uint32_t i = 0; i < e->n; i++) {
        if (mentions(p, e->args[i], var)) return true;
    }
    return false;
}

/* Each bound of each condition that depends on the variable. */
typedef bool Each(void *user, const Bound *b);

static bool each_of_condition(const KPlan *p, const LoopStmt *loop, const LoopExpr *e, Each *each,
                              void *user) {
    if (e->kind == LOOP_AND)
        return each_of_condition(p, loop, e->args[0], each, user) &&
               each_of_condition(p, loop, e->args[1], each, user);
    Bound b;
    if (!mentions(p, e, loop->var)) return true;
    return bound_of(p, loop, e, &b) && each(user, &b);
}

static bool each_bound(const KPlan *p, const LoopStmt *loop, const LoopStmt *list, Each *each,
                       void *user) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->kind == LOOP_IF) {
            if (s->other && mentions(p, s->value, loop->var)) return false;
            if (!each_of_condition(p, loop, s->value, each, user)) return false;
        }
        if (!each_bound(p, loop, s->body, each, user) || !each_bound(p, loop, s->other, each, user))
            return false;
    }
    return true;
}

static int64_t floor_div(int64_t a, int64_t b) { /* b > 0 */
    return a / b - (a % b < 0);
}

typedef struct {
    int64_t lo, hi; /* of constant bounds */
} Range;

static bool narrow(void *user, const Bound *b) {
    Range *r = user;
    if (b->n) return true; /* one is cut off, or so */
    if (b->slope > 0) {
        const int64_t lo = -floor_div(b->least, b->slope);
        if (lo > r->lo) r->lo = lo;
    } else {
        const int64_t hi = floor_div(b->least, -b->slope) + 1;
        if (hi < r->hi) r->hi = hi;
    }
    return true;
}

bool k_can_split(const KPlan *self, const LoopStmt *loop, double *inside) {
    Range r = {0, loop->value->kind == LOOP_CONST ? loop->value->i : 64};
    if (!each_bound(self, loop, loop->body, narrow, &r)) return false;
    *inside = r.hi > r.lo ? (double)(r.hi - r.lo) : 0;
    return true;
}

typedef struct {
    KEmit *em;
    LLVMValueRef lo, hi;
} Values;

static LLVMValueRef pick(KEmit *em, LLVMIntPredicate p, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildSelect(em->u->builder, LLVMBuildICmp(em->u->builder, p, a, b, ""), a, b, "");
}

/* Rounded down; the divisor is a positive constant. */
static LLVMValueRef divide(KEmit *em, LLVMValueRef a, int64_t by) {
    LLVMBuilderRef b = em->u->builder;
    if (by == 1) return a;
    LLVMValueRef d = ll_int(em->u, by), q = LLVMBuildSDiv(b, a, d, ""),
                 r = LLVMBuildSRem(b, a, d, "");
    LLVMValueRef below = LLVMBuildICmp(b, LLVMIntSLT, r, ll_int(em->u, 0), "");
    return LLVMBuildSub(b, q, LLVMBuildZExt(b, below, em->u->i64, ""), "");
}

static bool narrow_value(void *user, const Bound *b) {
    Values *v = user;
    KEmit *em = v->em;
    LLVMBuilderRef at = em->u->builder;
    LLVMValueRef least = ll_int(em->u, b->least);
    for (uint32_t i = 0; i < b->n; i++)
        least = LLVMBuildAdd(
            at, least,
            LLVMBuildMul(at, em->vars[b->sizes[i]->id].at[0], ll_int(em->u, b->coefs[i]), ""), "");
    if (b->slope > 0) {
        v->lo = pick(em, LLVMIntSGT, v->lo, LLVMBuildNeg(at, divide(em, least, b->slope), ""));
    } else {
        LLVMValueRef hi = LLVMBuildAdd(at, divide(em, least, -b->slope), ll_int(em->u, 1), "");
        v->hi = pick(em, LLVMIntSLT, v->hi, hi);
    }
    return true;
}

void k_split(KEmit *em, const LoopStmt *loop, LLVMValueRef begin, LLVMValueRef end,
             LLVMValueRef *lo, LLVMValueRef *hi) {
    Values v = {em, begin, end};
    if (!each_bound(&em->plan, loop, loop->body, narrow_value, &v))
        BUG("no bounds of a row in '%s'", em->fn->name);
    *lo = pick(em, LLVMIntSLT, v.lo, end);
    *hi = pick(em, LLVMIntSGT, v.hi, *lo);
}
