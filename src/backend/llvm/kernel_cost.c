/* SPDX-License-Identifier: Apache-2.0 */
/* What a way to run a loop costs: cycles of a scalar operation, about. */
#include "backend/llvm/kernel_plan_parts.h"
#include "loop/work.h"

enum { COST_FUNCTION = 20 };

/* --- Steps in memory --- */

/* The coefficient of the variable; false: none that is constant. */
static bool coefficient(const KPlan *p, const LoopExpr *e, const LoopVar *var, int64_t *out) {
    int64_t a, b;
    *out = 0;
    switch (e->kind) {
    case LOOP_CONST: return true;
    case LOOP_VAR:
        if (e->var == var) {
            *out = 1;
            return true;
        }
        return !p->lets[e->var->id] || coefficient(p, p->lets[e->var->id], var, out);
    case LOOP_ADD:
    case LOOP_SUB:
        if (e->dtype != DTYPE_INT64) break;
        if (!coefficient(p, e->args[0], var, &a) || !coefficient(p, e->args[1], var, &b))
            return false;
        *out = e->kind == LOOP_ADD ? a + b : a - b;
        return true;
    case LOOP_MUL:
        if (e->dtype != DTYPE_INT64) break;
        if (!coefficient(p, e->args[0], var, &a) || !coefficient(p, e->args[1], var, &b))
            return false;
        if (a && b) return false;
        if (a && e->args[1]->kind != LOOP_CONST) return false;
        if (b && e->args[0]->kind != LOOP_CONST) return false;
        *out = a ? a * e->args[1]->i : b ? b * e->args[0]->i : 0;
        return true;
    case LOOP_LOAD:
        /* a scalar of the function's own may depend on anything that it was made in */
        if (e->buffer->ndim == 0 && e->buffer->kind == LOOP_BUFFER_LOCAL) {
            for (const LoopStmt *s = p->home[e->buffer->id]; s; s = p->up[s->var->id]) {
                if (s->var == var) return false;
            }
            return true;
        }
        break;
    default: break;
    }
    for (uint32_t i = 0; i < e->n; i++) {
        if (!coefficient(p, e->args[i], var, &a) || a) return false;
    }
    return true;
}

bool k_stride(const KPlan *p, const LoopBuffer *b, const LoopExpr *const *indices,
              const LoopVar *var, int64_t *out) {
    int64_t scale = 1;
    bool scale_known = true;
    *out = 0;
    for (uint32_t i = b->ndim; i-- > 0;) {
        int64_t c;
        if (!coefficient(p, indices[i], var, &c)) return false;
        if (c && !scale_known) return false;
        if (c && (!mul_i64(c, scale, &c) || !add_i64(*out, c, out))) return false;
        if (b->dims[i]->kind != LOOP_CONST || !mul_i64(scale, b->dims[i]->i, &scale))
            scale_known = false;
    }
    return true;
}

KStep k_step(const KPlan *p, const LoopBuffer *b, const LoopExpr *const *indices,
             const LoopVar *var) {
    int64_t step;
    if (!k_stride(p, b, indices, var, &step)) return K_STEP_OTHER;
    return step == 0 ? K_STEP_NONE : step == 1 ? K_STEP_ONE : K_STEP_CONST;
}

/* --- Costs --- */

double k_trips(const KPlan *p, const LoopStmt *s) {
    (void)p;
    return loop_planned_trips(s->value);
}

double k_op_cost(const LoopExpr *e) {
    switch (e->kind) {
    case LOOP_CONST:
    case LOOP_VAR:
    case LOOP_BROADCAST:
    case LOOP_FIRST: return 0;
    case LOOP_FLOORDIV:
    case LOOP_FLOORMOD:
    case LOOP_TRUNCDIV:
    case LOOP_TRUNCMOD: return 8;
    case LOOP_DIV:
    case LOOP_SQRT: return 4;
    default:
        return e->kind >= LOOP_EXP && e->kind <= LOOP_FMOD && e->kind != LOOP_SQRT ? COST_FUNCTION
                                                                                   : 1;
    }
}

double k_access_cost(const KPlan *p, const LoopBuffer *b, const LoopExpr *const *indices, KWay w,
                     double apart) {
    if (!w.var || (b->ndim == 0 && b->kind == LOOP_BUFFER_LOCAL))
        return b->ndim && !b->lanes ? 1 : 0.25;
    const KStep step = k_step(p, b, indices, w.var);
    if (step == K_STEP_NONE) return 0.5;
    return step == K_STEP_ONE ? 1 : apart * w.width;
}

double k_expr_cost(const KPlan *p, const LoopExpr *e, KWay w) {
    if (e->kind == LOOP_LOAD) return k_access_cost(p, e->buffer, e->args, w, K_GATHER);
    double c = e->dtype == DTYPE_INT64 && e->kind != LOOP_FLOORDIV && e->kind != LOOP_FLOORMOD
                   ? 0.25
                   : k_op_cost(e);
    if (w.var && (e->kind == LOOP_FLOORDIV || e->kind == LOOP_FLOORMOD)) c *= w.width;
    for (uint32_t i = 0; i < e->n; i++) c += k_expr_cost(p, e->args[i], w);
    return c;
}

/* Everything within one after the other, but for the lanes of the way. */
double k_list_cost(const KPlan *p, const LoopStmt *list, KWay w) {
    double c = 0;
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->value && s->kind != LOOP_FOR) c += k_expr_cost(p, s->value, w);
        if (s->kind == LOOP_STORE) c += k_access_cost(p, s->buffer, s->indices, w, K_SCATTER);
        if (s->kind == LOOP_CALL) c += 1000;
        const double inner = k_list_cost(p, s->body, w) + k_list_cost(p, s->other, w);
        c += s->kind == LOOP_FOR     ? k_trips(p, s) * (inner + 0.5)
             : s->kind == LOOP_WHILE ? LOOP_UNKNOWN_EXTENT * inner
             : s->kind == LOOP_IF    ? inner + 1
                                     : inner;
    }
    return c;
}

/* As the loops in it are planned. Of the two sides of a condition the first: the other one is for
 * edges. */
static double planned_cost(const KPlan *p, const LoopStmt *list) {
    double c = 0;
    for (const LoopStmt *s = list; s; s = s->next) {
        const KLoop *in = s->kind == LOOP_FOR ? k_plan_loop(p, s) : NULL;
        if (in && in->role == K_REDUCE)
            c += k_list_cost(p, s, (KWay){in->lanes->var, in->width}) / in->width;
        else if (s->kind == LOOP_FOR)
            c += k_trips(p, s) * k_cost(p, s);
        else if (s->kind == LOOP_IF)
            c += 1 + planned_cost(p, s->body);
        else
            c += (s->value ? k_expr_cost(p, s->value, (KWay){0}) : 0) + 0.25;
    }
    return c;
}

double k_cost(const KPlan *p, const LoopStmt *loop) {
    const KLoop *plan = k_plan_loop(p, loop);
    if (!plan || plan->role != K_LANES) return planned_cost(p, loop->body);
    return k_list_cost(p, loop->body, (KWay){loop->var, plan->width}) / plan->width;
}

/* --- Width --- */

static uint32_t lane_bytes(DType t) {
    return dtype_is_half(t) ? 4 : t == DTYPE_BOOL ? 1 : (uint32_t)dtype_size(t);
}

static uint32_t widest_expr(const KPlan *p, const LoopExpr *e, const LoopVar *var) {
    int64_t step;
    /* The same for all lanes, as the number of an element of a window: it is a scalar. */
    if (e->dtype == DTYPE_INT64 && coefficient(p, e, var, &step) && !step) return 1;
    if (e->kind == LOOP_LOAD)
        return k_step(p, e->buffer, e->args, var) == K_STEP_NONE && e->buffer->ndim
                   ? 1
                   : lane_bytes(e->buffer->dtype);
    uint32_t most = e->n ? lane_bytes(e->dtype) : 1;
    for (uint32_t i = 0; i < e->n; i++) {
        const uint32_t w = widest_expr(p, e->args[i], var);
        if (w > most) most = w;
    }
    return most;
}

static uint32_t widest(const KPlan *p, const LoopStmt *list, const LoopVar *var) {
    uint32_t most = 1;
    for (const LoopStmt *s = list; s; s = s->next) {
        uint32_t w = 1;
        if (s->kind == LOOP_STORE) {
            const uint32_t to = lane_bytes(s->buffer->dtype);
            w = widest_expr(p, s->value, var);
            if (to > w) w = to;
        }
        if (s->kind == LOOP_LET && s->var->dtype != DTYPE_INT64) w = widest_expr(p, s->value, var);
        const uint32_t a = widest(p, s->body, var), b = widest(p, s->other, var);
        if (w > most) most = w;
        if (a > most) most = a;
        if (b > most) most = b;
    }
    return most;
}

uint32_t k_width_of(const KPlan *p, const LoopStmt *loop) {
    return p->vector_bytes / widest(p, loop->body, loop->var);
}

/* Of few iterations a vector that is as short: without masks, often. */
uint32_t k_narrowed(const LoopStmt *loop, uint32_t width) {
    while (loop->value->kind == LOOP_CONST && width > 2 && width / 2 >= loop->value->i) width /= 2;
    return width;
}
