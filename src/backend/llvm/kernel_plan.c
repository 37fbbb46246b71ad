/* SPDX-License-Identifier: Apache-2.0 */
/* Which loop of a nest goes by vectors.
 *
 * For each loop the cost of its body is estimated, once for each way: one iteration after the other, with what is best
 * for the loops within; by vectors of its own iterations (a parallel loop), where neighbours in memory cost one access
 * and all else one an element; by vectors of a reduction. The cheapest stands. Then a parallel loop around vectors
 * that all its iterations load becomes rows, as many as registers hold.
 *
 * Costs are cycles of a scalar operation, about; what is not known of extents counts as 64. Linear in the function,
 * times the depth of its loops. */
#include "backend/llvm/kernel_parts.h"

enum { UNKNOWN_EXTENT = 64, COST_FUNCTION = 20 };
static const double GATHER = 1.0, SCATTER = 3.5; /* an element */
static const double never = 1e300;

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
        if (!coefficient(p, e->args[0], var, &a) || !coefficient(p, e->args[1], var, &b)) return false;
        *out = e->kind == LOOP_ADD ? a + b : a - b;
        return true;
    case LOOP_MUL:
        if (e->dtype != DTYPE_INT64) break;
        if (!coefficient(p, e->args[0], var, &a) || !coefficient(p, e->args[1], var, &b)) return false;
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

KStep k_step(const KPlan *p, const LoopBuffer *b, const LoopExpr *const *indices, const LoopVar *var) {
    int64_t total = 0, scale = 1;
    bool scale_known = true;
    for (uint32_t i = b->ndim; i-- > 0;) {
        int64_t c;
        if (!coefficient(p, indices[i], var, &c)) return K_STEP_OTHER;
        if (c && !scale_known) return K_STEP_OTHER;
        if (c && scale_known) total += c * scale;
        if (b->dims[i]->kind != LOOP_CONST || !mul_i64(scale, b->dims[i]->i, &scale)) scale_known = false;
    }
    return total == 0 ? K_STEP_NONE : total == 1 ? K_STEP_ONE : K_STEP_CONST;
}

/* --- What differs between iterations --- */

typedef struct {
    const KPlan *p;
    const LoopVar *var;
    KMarks *marks; /* own: scalars that are made within; lets: differ */
} Differs;

static bool differs(const Differs *d, const LoopExpr *e) {
    if (e->kind == LOOP_VAR) return e->var == d->var || d->marks->lets[e->var->id] == d->marks->turn;
    if (e->kind == LOOP_LOAD && d->marks->own[e->buffer->id] == d->marks->turn) return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (differs(d, e->args[i])) return true;
    }
    return false;
}

static Differs differs_from(const KPlan *p, const LoopVar *var) {
    p->marks->turn++;
    return (Differs){.p = p, .var = var, .marks = p->marks};
}

typedef struct {
    Differs d;
    bool conditions; /* some differ between rows */
    bool lanes;  /* asks for lanes: conditions may differ, arrays may not be made; else for rows */
} Uniform;

/* Control is the same for all iterations; what each writes is its own. */
static bool uniform(Uniform *u, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        switch (s->kind) {
        case LOOP_ALLOC:
            if (s->buffer->ndim && u->lanes) return false;
            u->d.marks->own[s->buffer->id] = u->d.marks->turn;
            break;
        case LOOP_LET: u->d.marks->lets[s->var->id] = differs(&u->d, s->value) ? u->d.marks->turn : 0; break;
        case LOOP_CALL: return false;
        case LOOP_STORE:
            if (s->buffer->kind == LOOP_BUFFER_LOCAL && s->buffer->ndim == 0 &&
                u->d.marks->own[s->buffer->id] != u->d.marks->turn)
                return false;
            if (s->buffer->ndim && u->lanes &&
                k_step(u->d.p, s->buffer, s->indices, u->d.var) == K_STEP_NONE)
                return false;
            if (s->buffer->kind == LOOP_BUFFER_OUTPUT && s->buffer->ndim == 0) return false;
            break;
        case LOOP_FOR:
        case LOOP_WHILE:
            if (differs(&u->d, s->value)) return false;
            break;
        case LOOP_IF:
            if (!u->lanes && differs(&u->d, s->value)) u->conditions = true;
            break;
        }
        if (!uniform(u, s->body) || !uniform(u, s->other)) return false;
    }
    return true;
}

/* split: rows may differ in conditions, which bound them. */
static bool may_go(const KPlan *p, const LoopStmt *s, bool lanes, bool *split, double *inside) {
    Uniform u = {.lanes = lanes, .d = differs_from(p, s->var)};
    if (!uniform(&u, s->body)) return false;
    if (!u.conditions) return true;
    *split = true;
    return k_can_split(p, s, inside);
}

/* --- Costs --- */

static double trips(const KPlan *p, const LoopStmt *s) {
    (void)p;
    return s->value->kind == LOOP_CONST ? (double)(s->value->i > 0 ? s->value->i : 0)
                                        : (double)UNKNOWN_EXTENT;
}

static double op_cost(const LoopExpr *e) {
    switch (e->kind) {
    case LOOP_CONST:
    case LOOP_VAR: return 0;
    case LOOP_FLOORDIV:
    case LOOP_FLOORMOD:
    case LOOP_TRUNCDIV:
    case LOOP_TRUNCMOD: return 8;
    case LOOP_DIV:
    case LOOP_SQRT: return 4;
    default:
        return e->kind >= LOOP_EXP && e->kind <= LOOP_FMOD && e->kind != LOOP_SQRT ? COST_FUNCTION : 1;
    }
}

typedef struct {
    const LoopVar *var; /* lanes; NULL: none */
    uint32_t width;
} Way;

static double access_cost(const KPlan *p, const LoopBuffer *b, const LoopExpr *const *indices, Way w,
                          double apart) {
    if (!w.var || (b->ndim == 0 && b->kind == LOOP_BUFFER_LOCAL)) return b->ndim ? 1 : 0.25;
    const KStep step = k_step(p, b, indices, w.var);
    if (step == K_STEP_NONE) return 0.5;
    return step == K_STEP_ONE ? 1 : apart * w.width;
}

static double expr_cost(const KPlan *p, const LoopExpr *e, Way w) {
    if (e->kind == LOOP_LOAD) return access_cost(p, e->buffer, e->args, w, GATHER);
    double c = e->dtype == DTYPE_INT64 && e->kind != LOOP_FLOORDIV && e->kind != LOOP_FLOORMOD
                   ? 0.25
                   : op_cost(e);
    if (w.var && (e->kind == LOOP_FLOORDIV || e->kind == LOOP_FLOORMOD)) c *= w.width;
    for (uint32_t i = 0; i < e->n; i++) c += expr_cost(p, e->args[i], w);
    return c;
}

/* Everything within one after the other, but for the lanes of the way. */
static double list_cost(const KPlan *p, const LoopStmt *list, Way w) {
    double c = 0;
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->value && s->kind != LOOP_FOR) c += expr_cost(p, s->value, w);
        if (s->kind == LOOP_STORE) c += access_cost(p, s->buffer, s->indices, w, SCATTER);
        if (s->kind == LOOP_CALL) c += 1000;
        const double inner = list_cost(p, s->body, w) + list_cost(p, s->other, w);
        c += s->kind == LOOP_FOR ? trips(p, s) * (inner + 0.5)
             : s->kind == LOOP_WHILE ? UNKNOWN_EXTENT * inner
             : s->kind == LOOP_IF ? inner + 1 : inner;
    }
    return c;
}

double k_cost(const KPlan *p, const LoopStmt *loop) {
    const KLoop *plan = k_plan_loop(p, loop);
    const Way w = {.var = plan && plan->role == K_LANES ? loop->var : NULL,
                   .width = plan ? plan->width : 1};
    double c = 0;
    if (w.var) return list_cost(p, loop->body, w) / w.width;
    for (const LoopStmt *s = loop->body; s; s = s->next) {
        if (s->kind == LOOP_FOR) {
            const KLoop *in = k_plan_loop(p, s);
            if (in && in->role == K_REDUCE)
                c += list_cost(p, s, (Way){in->lanes->var, in->width}) / in->width;
            else
                c += trips(p, s) * k_cost(p, s);
        } else if (s->kind == LOOP_IF) {
            for (const LoopStmt *x = s->body; x; x = x->next)
                c += x->kind == LOOP_FOR ? trips(p, x) * k_cost(p, x) : 1;
        } else {
            c += (s->value ? expr_cost(p, s->value, (Way){0}) : 0) + 0.25;
        }
    }
    return c;
}

/* --- Width --- */

static uint32_t lane_bytes(DType t) {
    return t == DTYPE_FLOAT16 || t == DTYPE_BFLOAT16 ? 4 : t == DTYPE_BOOL ? 1 : (uint32_t)dtype_size(t);
}

static uint32_t widest_expr(const KPlan *p, const LoopExpr *e, const LoopVar *var) {
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

static uint32_t width_of(const KPlan *p, const LoopStmt *loop) {
    return p->vector_bytes / widest(p, loop->body, loop->var);
}

/* Of few iterations a vector that is as short: without masks, often. */
static uint32_t narrowed(const LoopStmt *loop, uint32_t width) {
    while (loop->value->kind == LOOP_CONST && width > 2 && width / 2 >= loop->value->i) width /= 2;
    return width;
}

/* --- Choices --- */

typedef struct {
    const LoopStmt *loop;
    KRole role; /* PLAIN, LANES, REDUCE */
    const LoopStmt *lanes;
    uint32_t width;
} Choice;

typedef struct {
    KPlan *p;
    Map choices;
} Chooser;

static Choice *choice_of(Chooser *c, const LoopStmt *s) {
    for (MapIter it = map_find(&c->choices, hash_ptr(0, s)); map_next(&c->choices, &it);) {
        Choice *x = it.value;
        if (x->loop == s) return x;
    }
    return NULL;
}

/* The statements around the loop by vectors are loops, names and conditions only. Returns the innermost loop; NULL: there
 * are several, or other statements. */
static const LoopStmt *nest_end(const LoopStmt *s) {
    for (;;) {
        const LoopStmt *inner = NULL, *list = s->body;
        bool plain = true;
        for (int depth = 0; depth < 2 && list; depth++) {
            const LoopStmt *next = NULL;
            for (const LoopStmt *x = list; x; x = x->next) {
                if (x->kind == LOOP_LET) continue;
                if (x->kind == LOOP_FOR && !inner && !next) {
                    inner = x;
                } else if (x->kind == LOOP_IF && !x->other && !inner && !next && depth == 0) {
                    next = x->body;
                } else {
                    plain = false;
                }
            }
            list = inner ? NULL : next;
        }
        if (!inner) return s;
        if (!plain) return NULL;
        s = inner;
    }
}

/* No condition, name or extent of the nest above the lanes reads what is reduced: k_partials has seen to that. */
static double reduce_cost(Chooser *c, const LoopStmt *s, Choice *out) {
    KPlan *p = c->p;
    KPartials partials;
    if (s->for_kind != LOOP_SERIAL || !k_partials(p->arena, p->fn, s, &partials)) return never;
    for (size_t i = 0; i < partials.len; i++) {
        const DType t = partials.at[i].scalar->dtype;
        if (p->strict && dtype_is_float(t)) return never;
    }
    const LoopStmt *lanes = nest_end(s);
    if (!lanes || lanes->for_kind != LOOP_SERIAL || trips(p, lanes) < 4) return never;
    /* As lanes, its scalars of outside are partial results. */
    Uniform u = {.lanes = true, .d = differs_from(p, lanes->var)};
    for (size_t i = 0; i < partials.len; i++) u.d.marks->own[partials.at[i].scalar->id] = u.d.marks->turn;
    if (!uniform(&u, lanes->body)) return never;
    out->width = width_of(p, lanes);
    if (out->width < 2) return never;
    out->lanes = lanes;
    double n = 1;
    for (const LoopStmt *x = s; x != lanes;) {
        n *= trips(p, x);
        const LoopStmt *next = x->body;
        while (next && next->kind != LOOP_FOR) next = next->kind == LOOP_IF ? next->body : next->next;
        x = next;
    }
    const double whole = (double)(int64_t)((trips(p, lanes) + out->width - 1) / out->width);
    return n * whole * (list_cost(p, lanes->body, (Way){lanes->var, out->width}) + 0.5) +
           12 * (double)partials.len;
}

static double best_list(Chooser *c, const LoopStmt *list);

static double best_loop(Chooser *c, const LoopStmt *s) {
    KPlan *p = c->p;
    Choice *x = ARENA_NEW(p->arena, Choice);
    *x = (Choice){.loop = s, .role = K_PLAIN};
    map_add(&c->choices, hash_ptr(0, s), x);
    const double n = trips(p, s);
    double best = n * (best_list(c, s->body) + 0.5);
    if (s->for_kind == LOOP_SERIAL) {
        Choice r = *x;
        const double cost = reduce_cost(c, s, &r);
        if (cost < best) {
            best = cost;
            x->role = K_REDUCE;
            x->lanes = r.lanes;
            x->width = narrowed(r.lanes, r.width);
        }
        return best;
    }
    if (n >= 2 && may_go(p, s, true, NULL, NULL)) {
        const uint32_t width = width_of(p, s);
        const double blocks = (double)(int64_t)((n + width - 1) / width);
        const double cost = blocks * (list_cost(p, s->body, (Way){s->var, width}) + 1);
        if (width > 1 && cost <= best) {
            best = cost;
            x->role = K_LANES;
            x->width = narrowed(s, width);
        }
    }
    return best;
}

static double best_list(Chooser *c, const LoopStmt *list) {
    double cost = 0;
    for (const LoopStmt *s = list; s; s = s->next) {
        ctx_poll(c->p->ctx);
        if (s->kind == LOOP_FOR) {
            cost += best_loop(c, s);
            continue;
        }
        if (s->value) cost += expr_cost(c->p, s->value, (Way){0});
        if (s->kind == LOOP_STORE) cost += access_cost(c->p, s->buffer, s->indices, (Way){0}, 1);
        cost += best_list(c, s->body) + best_list(c, s->other);
    }
    return cost;
}

/* --- Tiles --- */

typedef struct {
    const KPlan *p;
    const LoopVar *row, *lane;
    uint32_t shared, own;   /* vector loads in loops: that all rows share; others */
    uint32_t single;        /* loads of one element that differ between rows */
    uint32_t scalars;       /* of the lanes' */
    uint32_t ops;
    bool has_loop;
} Survey;

static void survey_expr(Survey *v, const LoopExpr *e, bool in_loop) {
    if (e->kind == LOOP_LOAD && e->buffer->ndim) {
        const bool by_lane = k_step(v->p, e->buffer, e->args, v->lane) != K_STEP_NONE;
        const bool by_row = v->row && k_step(v->p, e->buffer, e->args, v->row) != K_STEP_NONE;
        if (in_loop && by_lane && !by_row) v->shared++;
        if (in_loop && by_lane && by_row) v->own++;
        if (in_loop && !by_lane && by_row) v->single++;
    }
    if (e->n && e->dtype != DTYPE_INT64) v->ops += (uint32_t)op_cost(e);
    for (uint32_t i = 0; i < e->n; i++) survey_expr(v, e->args[i], in_loop);
}

static void survey(Survey *v, const LoopStmt *list, bool in_loop) {
    for (const LoopStmt *s = list; s; s = s->next) {
        if (s->value && s->kind != LOOP_FOR) survey_expr(v, s->value, in_loop);
        if (s->kind == LOOP_ALLOC && s->buffer->ndim == 0) v->scalars++;
        if (s->kind == LOOP_FOR) v->has_loop = true;
        const bool inner = in_loop || s->kind == LOOP_FOR;
        survey(v, s->body, inner);
        survey(v, s->other, inner);
    }
}

/* Cycles of all tiles of an extent of rows by an extent of vectors, an iteration of the loop within each. */
static double tiles_cost(const Survey *v, double rows, double vectors, uint32_t nr, uint32_t nv) {
    double total = 0;
    const uint32_t acc = v->scalars ? v->scalars : 1;
    for (int i = 0; i < 2; i++) {
        const double tr = i ? 1 : (double)(int64_t)(rows / nr);
        const double r = i ? rows - (double)nr * (double)(int64_t)(rows / nr) : nr;
        for (int j = 0; j < 2; j++) {
            const double tv = j ? 1 : (double)(int64_t)(vectors / nv);
            const double w = j ? vectors - (double)nv * (double)(int64_t)(vectors / nv) : nv;
            if (r <= 0 || w <= 0 || tr <= 0 || tv <= 0) continue;
            const double work = r * w * acc * 0.5;
            const double loads = (v->shared * w + v->own * r * w + v->single * r) * 0.5;
            double c = work > loads ? work : loads;
            if (c < 4) c = 4;
            total += tr * tv * (c + 1);
        }
    }
    return total;
}

static void choose_tile(const Survey *v, double rows, double vectors, uint32_t *nr, uint32_t *nv) {
    const uint32_t acc = v->scalars ? v->scalars : 1;
    double best = never;
    *nr = *nv = 1;
    for (uint32_t r = 1; r <= K_ROWS_MAX && r <= rows; r++) {
        for (uint32_t w = 1; w <= K_VECTORS_MAX && w <= vectors; w++) {
            if (r > 1 && r * w * acc + w * v->shared + 1 > K_REGISTERS) break;
            if (r == 1 && w * acc > K_REGISTERS / 2) break;
            const double c = tiles_cost(v, rows, vectors, r, w);
            if (c < best * 0.98) {
                best = c;
                *nr = r;
                *nv = w;
            }
        }
    }
}

enum { STREAM_BYTES = 16 << 20 };

bool k_may_stream(const KPlan *p, const LoopStmt *store, const LoopVar *lane) {
    if (store->kind != LOOP_STORE) return false;
    const LoopBuffer *b = store->buffer;
    int64_t bytes = (int64_t)dtype_size(b->dtype);
    if (b->kind != LOOP_BUFFER_OUTPUT || !b->ndim) return false;
    const int64_t size = bytes;
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (b->dims[i]->kind != LOOP_CONST || !mul_i64(bytes, b->dims[i]->i, &bytes)) return false;
    }
    const LoopExpr *last = store->indices[b->ndim - 1];
    return bytes >= STREAM_BYTES && (b->ndim == 1 || b->dims[b->ndim - 1]->i * size % K_ALIGN == 0) &&
           last->kind == LOOP_VAR && last->var == lane &&
           k_step(p, b, store->indices, lane) == K_STEP_ONE;
}

static KLoop *add_loop(KPlan *p, const LoopStmt *s, KRole role) {
    KLoop *l = ARENA_NEW(p->arena, KLoop);
    *l = (KLoop){.loop = s, .role = role, .rows = 1, .vectors = 1, .width = 1};
    map_add(&p->loops, hash_ptr(0, s), l);
    return l;
}

static double vectors_of(const KPlan *p, const LoopStmt *s, uint32_t width) {
    const double n = trips(p, s);
    return (double)(int64_t)((n + width - 1) / width);
}

static void finish_lanes(KPlan *p, KLoop *l, const LoopStmt *s) {
    Survey v = {.p = p, .lane = s->var};
    survey(&v, s->body, false);
    const double vectors = vectors_of(p, s, l->width);
    uint32_t nr, nv;
    if (v.has_loop) {
        /* A sum down columns reads as much of a row as registers hold: a row may be a page of its own. */
        choose_tile(&v, 1, vectors, &nr, &nv);
        const bool columns = v.own + v.shared == 1 && !v.single && v.scalars <= 1 && vectors >= K_VECTORS_MAX;
        nv = columns ? K_VECTORS_MAX : nv > 4 ? 4 : nv;
    } else {
        nv = v.ops <= 8 ? 4 : v.ops <= 40 ? 2 : 1;
        if (nv > vectors) nv = (uint32_t)vectors;
    }
    l->vectors = nv ? nv : 1;
}

/* What the loops in a list became: lanes or reductions that rows may be put around. */
typedef struct {
    VEC(KLoop *) lanes;
    bool rows; /* some loop has them */
} Found;

static const LoopStmt *lane_loop(const KLoop *l) { return l->role == K_REDUCE ? l->lanes : l->loop; }

/* Loads that rows of the loop share, within these lanes. */
static Survey survey_rows(const KPlan *p, const LoopStmt *s, const KLoop *l) {
    const LoopStmt *lane = lane_loop(l);
    Survey v = {.p = p, .row = s->var, .lane = lane->var};
    survey(&v, lane->body, l->role == K_REDUCE);
    if (!v.scalars) v.scalars = 1;
    return v;
}

/* Of a loop around one loop by vectors. */
static uint32_t rows_of_one(KPlan *p, const LoopStmt *s, KLoop *l, double n) {
    const Survey v = survey_rows(p, s, l);
    const LoopStmt *lane = lane_loop(l);
    uint32_t nr, nv;
    if (!v.shared) return 1;
    if (l->role == K_REDUCE) {
        nv = vectors_of(p, lane, l->width) >= 2 ? 2 : 1;
        nr = nv == 2 ? 4 : 8;
        if (nr > n) nr = (uint32_t)n;
    } else {
        choose_tile(&v, n, vectors_of(p, lane, l->width), &nr, &nv);
    }
    if (nr > 1) l->vectors = nv;
    return nr;
}

enum { ROWS_OF_MANY = 8, SIDE_BY_SIDE = 4, SHORT_CHAIN = 64 /* vectors of a row */ };

/* A row's chain of short reductions is waited for: some rows go side by side, with as many vectors in all. */
static uint32_t side_by_side(KPlan *p, const Found *in, double n) {
    bool waits = false;
    for (size_t i = 0; i < in->lanes.len; i++) {
        const KLoop *l = in->lanes.at[i];
        waits = waits || (l->role == K_REDUCE && vectors_of(p, l->lanes, l->width) <= SHORT_CHAIN);
    }
    if (!waits) return 1;
    const uint32_t nr = n < SIDE_BY_SIDE ? (uint32_t)n : SIDE_BY_SIDE;
    for (size_t i = 0; i < in->lanes.len; i++) {
        KLoop *l = in->lanes.at[i];
        l->vectors = l->vectors > nr ? l->vectors / nr : 1;
    }
    return nr;
}

/* Of a loop around several, as attention's: products of matrices among them decide. Arrays of a row are as many as rows. */
static uint32_t rows_of_many(KPlan *p, const LoopStmt *s, const Found *in, double n, bool split) {
    bool worth = false;
    for (size_t i = 0; i < in->lanes.len; i++) {
        const KLoop *l = in->lanes.at[i];
        const Survey v = survey_rows(p, s, l);
        worth = worth || (l->role == K_LANES && v.has_loop && v.shared && vectors_of(p, l->loop, l->width) >= 2);
    }
    if (!worth) return split ? 1 : side_by_side(p, in, n);
    const uint32_t nr = n < ROWS_OF_MANY ? (uint32_t)n : ROWS_OF_MANY;
    for (size_t i = 0; i < in->lanes.len; i++) {
        KLoop *l = in->lanes.at[i];
        const Survey v = survey_rows(p, s, l);
        uint32_t nv = (K_REGISTERS - 1) / (nr * v.scalars + v.shared);
        if (l->role == K_LANES && !v.has_loop) nv = 1;
        if (nv > l->vectors && l->role == K_REDUCE) nv = l->vectors;
        if (nv > 4) nv = 4;
        const double vectors = vectors_of(p, lane_loop(l), l->width);
        if (nv > vectors) nv = (uint32_t)vectors;
        l->vectors = nv ? nv : 1;
    }
    return nr;
}

static void commit(Chooser *c, const LoopStmt *list, Found *out) {
    KPlan *p = c->p;
    for (const LoopStmt *s = list; s; s = s->next) {
        Choice *x = s->kind == LOOP_FOR ? choice_of(c, s) : NULL;
        if (!x || x->role == K_PLAIN) {
            Found in = {.rows = false};
            commit(c, s->body, &in);
            commit(c, s->other, &in);
            double n = s->kind == LOOP_FOR && s->for_kind != LOOP_SERIAL ? trips(p, s) : 0;
            bool split = false;
            if (in.lanes.len && !in.rows && n >= 2 && may_go(p, s, false, &split, &n) && n >= 2) {
                KLoop *l = in.lanes.at[0];
                const uint32_t nr = in.lanes.len == 1 ? rows_of_one(p, s, l, n) : rows_of_many(p, s, &in, n, split);
                if (nr > 1) {
                    KLoop *r = add_loop(p, s, K_ROWS);
                    r->rows = nr;
                    r->split = split;
                    const bool only = s->body == l->loop && !l->loop->next;
                    if (only && l->role == K_LANES) r->inner = l->loop;
                    in.rows = true;
                }
            }
            for (size_t i = 0; i < in.lanes.len; i++) vec_push(p->arena, &out->lanes, in.lanes.at[i]);
            out->rows |= in.rows;
            continue;
        }
        KLoop *l = add_loop(p, s, x->role);
        l->width = x->width;
        l->lanes = x->lanes;
        if (x->role == K_LANES) {
            finish_lanes(p, l, s);
        } else {
            const double n = vectors_of(p, x->lanes, x->width);
            l->vectors = n >= 4 ? 4 : n >= 2 ? 2 : 1;
        }
        vec_push(p->arena, &out->lanes, l);
    }
}

/* The lane loop goes around all loops of a perfect nest down to its rows, where these would read a large panel again and
 * again. A nest of rows alone gets its panel too. */
static void hoist(KPlan *p, const LoopStmt *list) {
    for (const LoopStmt *s = list; s; s = s->next) {
        double iterations = 1;
        const LoopStmt *x = s;
        KLoop *r = NULL;
        while (x && x->kind == LOOP_FOR && x->for_kind != LOOP_SERIAL) {
            KLoop *l = (KLoop *)k_plan_loop(p, x);
            iterations *= trips(p, x);
            if (l) {
                r = l->role == K_ROWS && l->inner ? l : NULL;
                break;
            }
            x = x->body && !x->body->next ? x->body : NULL;
        }
        if (!r) {
            hoist(p, s->body);
            hoist(p, s->other);
            continue;
        }
        const KLoop *l = k_plan_loop(p, r->inner);
        KLoop outer = {.loop = s, .role = K_OUTER, .rows = 1, .vectors = 1, .width = 1, .inner = r->inner};
        if (!k_panel_plan(p, &outer, r, l, iterations)) continue;
        if (s == r->loop) { /* rows are the outermost loop */
            r->panel = outer.panel;
            memcpy(r->panel_loops, outer.panel_loops, sizeof r->panel_loops);
            r->n_panel_loops = outer.n_panel_loops;
            r->panel_bytes = outer.panel_bytes;
        } else {
            KLoop *o = add_loop(p, s, K_OUTER);
            *o = outer;
        }
        if (outer.panel_bytes > p->panel_bytes) p->panel_bytes = outer.panel_bytes;
    }
}

static bool jumps(const LoopExpr *e) {
    if (e->kind == LOOP_CAST && dtype_is_float(e->args[0]->dtype) && dtype_is_int(e->dtype)) return true;
    for (uint32_t i = 0; i < e->n; i++) {
        if (jumps(e->args[i])) return true;
    }
    return false;
}

static void note(KPlan *p, const LoopStmt *list, const LoopStmt *loop) {
    for (const LoopStmt *s = list; s; s = s->next) {
        for (uint32_t i = 0; s->kind == LOOP_STORE && i < s->buffer->ndim && !p->jumps; i++) p->jumps = jumps(s->indices[i]);
        if (s->value && !p->jumps) p->jumps = jumps(s->value);
        if (s->kind == LOOP_LET) p->lets[s->var->id] = s->value;
        if (s->kind == LOOP_ALLOC) p->home[s->buffer->id] = loop;
        if (s->kind == LOOP_FOR) {
            p->up[s->var->id] = loop;
            p->loop_of[s->var->id] = s;
        }
        note(p, s->body, s->kind == LOOP_FOR ? s : loop);
        note(p, s->other, loop);
    }
}

const KLoop *k_plan_loop(const KPlan *self, const LoopStmt *loop) {
    for (MapIter it = map_find(&self->loops, hash_ptr(0, loop)); map_next(&self->loops, &it);) {
        const KLoop *l = it.value;
        if (l->loop == loop) return l;
    }
    return NULL;
}

void k_plan(KPlan *self, Ctx *ctx, Arena *arena, const LoopFn *fn, uint32_t vector_bytes, bool strict) {
    *self = (KPlan){
        .ctx = ctx, .arena = arena, .fn = fn, .vector_bytes = vector_bytes, .strict = strict};
    map_init(&self->loops, arena);
    self->marks = ARENA_NEW(arena, KMarks);
    self->marks->own = ARENA_ARRAY(arena, uint32_t, (size_t)fn->n_buffers + 1);
    self->marks->lets = ARENA_ARRAY(arena, uint32_t, (size_t)fn->n_vars + 1);
    self->lets = ARENA_ARRAY(arena, const LoopExpr *, (size_t)fn->n_vars + 1);
    self->home = ARENA_ARRAY(arena, const LoopStmt *, (size_t)fn->n_buffers + 1);
    self->up = ARENA_ARRAY(arena, const LoopStmt *, (size_t)fn->n_vars + 1);
    self->loop_of = ARENA_ARRAY(arena, const LoopStmt *, (size_t)fn->n_vars + 1);
    note(self, fn->body, NULL);
    Chooser c = {.p = self};
    map_init(&c.choices, arena);
    best_list(&c, fn->body);
    Found found = {.rows = false};
    commit(&c, fn->body, &found);
    hoist(self, fn->body);
}
