/* SPDX-License-Identifier: Apache-2.0 */
/* Finding windows: see window.h.
 *
 * A factor that is none but for values and indices which depend on the place in it is looked at
 * with all accesses to inputs whose index moves with its variable. It slides if there are `every`
 * and, for each dim, a `step` by which all these indices go on, whatever the other variables in
 * them are. (An index that is where it was behind them stays out of it: the remainder beside a
 * quotient.) The longest factor is asked first: of a convolution both the place in the result and
 * that in the kernel move the place in the data. */
#include "loop/window.h"

#include "base/vec.h"
#include "loop/factor_parts.h"
#include "loop/fuse_parts.h"

/* --- Values of expressions --- */

/* As deep as loops nest, which those that have factors bound. */
static void see_list(LoopEnv *self, const LoopStmt *s) {
    for (; s; s = s->next) {
        if (s->kind == LOOP_LET) self->lets[s->var->id] = s->value;
        if (s->kind == LOOP_FOR && s->value->kind == LOOP_CONST)
            self->extents[s->var->id] = s->value->i;
        if (s->body) see_list(self, s->body);
        if (s->other) see_list(self, s->other);
    }
}

void loop_env_init(LoopEnv *self, Arena *arena, const LoopFn *fn) {
    const size_t n = (size_t)fn->n_vars + 1;
    self->lets = ARENA_ARRAY(arena, const LoopExpr *, n);
    self->extents = ARENA_ARRAY(arena, int64_t, n);
    self->values = ARENA_ARRAY(arena, int64_t, n);
    for (size_t i = 0; i < n; i++) self->extents[i] = -1;
    see_list(self, fn->body);
}

static bool add_var(const LoopEnv *self, const LoopVar *v, const LoopVar **vars, uint32_t *n) {
    for (uint32_t i = 0; i < *n; i++) {
        if (vars[i] == v) return true;
    }
    if (self->extents[v->id] < 0 || *n == LOOP_ENV_VARS) return false;
    vars[(*n)++] = v;
    return true;
}

enum { NODES_MAX = 256 }; /* of an expression, as a tree: it bounds recursion too */

static bool vars_of(const LoopEnv *self, const LoopExpr *e, const LoopVar **vars, uint32_t *n,
                    uint32_t *nodes) {
    if (++*nodes > NODES_MAX || dtype_is_float(e->dtype) || e->lanes) return false;
    if (e->kind == LOOP_CONST) return true;
    if (e->kind == LOOP_VAR && e->var->kind == LOOP_VAR_INDEX)
        return add_var(self, e->var, vars, n);
    if (e->kind == LOOP_VAR)
        return self->lets[e->var->id] && vars_of(self, self->lets[e->var->id], vars, n, nodes);
    if (e->kind != LOOP_CAST && !loop_expr_is_op(e->kind)) return false;
    bool ok = true;
    for (uint32_t i = 0; ok && i < e->n; i++) ok = vars_of(self, e->args[i], vars, n, nodes);
    return ok;
}

bool loop_env_vars(const LoopEnv *self, const LoopExpr *e, const LoopVar **vars, uint32_t *n) {
    uint32_t nodes = 0;
    return vars_of(self, e, vars, n, &nodes);
}

int64_t loop_env_value(const LoopEnv *self, const LoopExpr *e) {
    LoopValue args[3];
    if (e->kind == LOOP_CONST) return e->i;
    if (e->kind == LOOP_VAR) {
        const LoopExpr *let = self->lets[e->var->id];
        return let ? loop_env_value(self, let) : self->values[e->var->id];
    }
    for (uint32_t i = 0; i < e->n; i++) args[i].i = loop_env_value(self, e->args[i]);
    const DType t = e->args[e->n - 1]->dtype;
    return e->kind == LOOP_CAST ? loop_eval_cast(t, e->dtype, args[0]).i
                                : loop_eval_op(e->kind, t, args).i;
}

static bool depends_on(const LoopEnv *self, const LoopExpr *e, const LoopVar *const *vars,
                       uint32_t n) {
    const LoopVar *own[LOOP_ENV_VARS];
    uint32_t n_own = 0;
    if (!loop_env_vars(self, e, own, &n_own)) return false;
    for (uint32_t i = 0; i < n_own; i++) {
        uint32_t k = 0;
        while (k < n && vars[k] != own[i]) k++;
        if (k == n) return false;
    }
    return true;
}

/* A conjunction is as deep as the text has it, which those that have factors bound. */
static void add_guards(const LoopEnv *self, const LoopExpr *e, const LoopVar *const *vars,
                       uint32_t n, LoopGuards *out) {
    if (e->kind == LOOP_AND) {
        add_guards(self, e->args[0], vars, n, out);
        add_guards(self, e->args[1], vars, n, out);
    } else if (out->n < LOOP_GUARDS && depends_on(self, e, vars, n)) {
        out->at[out->n++] = e;
    }
}

void loop_env_guards(const LoopEnv *self, const LoopConditions *conditions,
                     const LoopVar *const *vars, uint32_t n, LoopGuards *out) {
    out->n = 0;
    for (size_t i = 0; i < conditions->len; i++) add_guards(self, conditions->at[i], vars, n, out);
}

bool loop_env_runs(const LoopEnv *self, const LoopGuards *guards) {
    bool runs = true;
    for (uint32_t i = 0; runs && i < guards->n; i++)
        runs = loop_env_value(self, guards->at[i]) != 0;
    return runs;
}

/* --- Accesses --- */

/* An index of a parameter that moves with a factor. */
typedef struct {
    uint32_t factor, param, dim;
    const LoopExpr *at;
    const LoopVar *var;                   /* of the factor */
    const LoopVar *others[LOOP_ENV_VARS]; /* that occur in it */
    uint32_t n_others;
    LoopGuards guards;
    int64_t n_places; /* values of these together */
    int64_t *places;  /* by iteration, and by these */
    bool *is_read;    /* the same: not where a guard says no */
} Access;

typedef struct {
    const LoopFactors *f;
    Arena *arena;
    LoopEnv env;
    VEC(Access) accesses;
    LoopConditions conditions; /* around the statement */
    VEC(LoopWindow) found;
} Finder;

static void see_index(Finder *w, const LoopBuffer *b, uint32_t dim, const LoopExpr *e) {
    const LoopVar *vars[LOOP_ENV_VARS];
    uint32_t n = 0;
    if (!loop_env_vars(&w->env, e, vars, &n)) return;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t factor = w->f->of_var[vars[i]->id];
        if (factor == LOOP_NO_FACTOR || w->f->factors[factor].slides == LOOP_FACTOR_NONE) continue;
        Access a = {.factor = factor, .param = b->id, .dim = dim, .at = e, .var = vars[i]};
        for (uint32_t k = 0; k < n; k++) {
            if (k != i) a.others[a.n_others++] = vars[k];
        }
        loop_env_guards(&w->env, &w->conditions, vars, n, &a.guards);
        vec_push(w->arena, &w->accesses, a);
    }
}

/* Parameters have the first ids, in order. */
static void see_access(void *user, const LoopBuffer *b, const LoopExpr *const *indices,
                       bool is_store) {
    if (b->kind != (is_store ? LOOP_BUFFER_OUTPUT : LOOP_BUFFER_INPUT)) return;
    for (uint32_t i = 0; i < b->ndim; i++) {
        const LoopExpr *e = indices[i];
        const bool is_plain = e->kind == LOOP_VAR && e->var->kind == LOOP_VAR_INDEX;
        if (!is_plain && e->kind != LOOP_CONST) see_index(user, b, i, e);
    }
}

/* As see_list. */
static void see_accesses(Finder *w, const LoopStmt *s) {
    for (; s; s = s->next) {
        fuse_accesses_alone(s, see_access, w);
        if (s->kind == LOOP_IF) vec_push(w->arena, &w->conditions, s->value);
        if (s->body) see_accesses(w, s->body);
        if (s->kind == LOOP_IF) w->conditions.len--;
        if (s->other) see_accesses(w, s->other);
    }
}

/* *room: for how many there is room yet; false: they are too many. */
static bool fill_places(Finder *w, Access *a, int64_t extent, int64_t *room) {
    a->n_places = 1;
    for (uint32_t i = 0; i < a->n_others; i++) {
        const int64_t n = w->env.extents[a->others[i]->id];
        if (n < 1 || n > LOOP_ENV_ROOM || a->n_places > LOOP_ENV_ROOM) return false;
        a->n_places *= n;
    }
    if (a->n_places > *room / extent) return false;
    *room -= a->n_places * extent;
    a->places = ARENA_ARRAY(w->arena, int64_t, (size_t)(extent * a->n_places));
    a->is_read = ARENA_ARRAY(w->arena, bool, (size_t)(extent * a->n_places));
    for (int64_t i = 0; i < extent * a->n_places; i++) {
        int64_t rest = i % a->n_places;
        w->env.values[a->var->id] = i / a->n_places;
        for (uint32_t k = 0; k < a->n_others; k++) {
            const int64_t n = w->env.extents[a->others[k]->id];
            w->env.values[a->others[k]->id] = rest % n;
            rest /= n;
        }
        a->places[i] = loop_env_value(&w->env, a->at);
        a->is_read[i] = loop_env_runs(&w->env, &a->guards);
    }
    return true;
}

/* --- Windows --- */

/* The extent of a parameter's dim; -1: it is no number. */
static int64_t extent_of(const LoopFactors *f, uint32_t param, uint32_t dim) {
    const LoopExpr *e = f->fn->params.at[param]->dims[dim];
    return e->kind == LOOP_CONST ? e->i : -1;
}

/* The first parameter from there on that has the factor, and its dim; false: none has. */
static bool next_with(const LoopFactors *f, uint32_t factor, uint32_t *param, uint32_t *dim) {
    for (; *param < f->fn->params.len; ++*param) {
        for (*dim = 0; *dim < f->fn->params.at[*param]->ndim; ++*dim) {
            if (f->of_dim[*param][*dim] == factor) return true;
        }
    }
    return false;
}

static int64_t iterations(const LoopFactors *f, uint32_t factor) {
    uint32_t param = 0, dim;
    return next_with(f, factor, &param, &dim) ? extent_of(f, param, dim) : -1;
}

/* Results are cut where the loops are; or sums are linear in what is cut there. */
static bool is_of_use(const LoopFactors *f, uint32_t factor, Arena *arena) {
    const uint32_t n_in = (uint32_t)f->fn->params.len - f->fn->n_outputs;
    const LoopFactor *kind = &f->factors[factor];
    bool *inputs = ARENA_ARRAY(arena, bool, (size_t)n_in + 1), any_in = false, any_out = false;
    uint32_t dim;
    for (uint32_t i = 0; next_with(f, factor, &i, &dim); i++) {
        if (i < n_in)
            inputs[i] = any_in = true;
        else
            any_out = true;
    }
    if (f->fn->n_outputs != 1) return false;
    if (kind->slides == LOOP_FACTOR_PARALLEL) return any_out;
    return kind->op == LOOP_ADD && any_in && loop_is_linear(f->ctx, f->fn, inputs);
}

/* The rows by which the access goes on in so many iterations; 0: it is where it was; -1: not
 * always as many, or back. */
static int64_t step_of(const Access *a, int64_t extent, int64_t every) {
    const int64_t further = every * a->n_places, step = a->places[further] - a->places[0];
    for (int64_t i = 0; i + further < extent * a->n_places; i++) {
        if (a->places[i + further] - a->places[i] != step) return -1;
    }
    return step >= 0 ? step : -1;
}

typedef struct {
    LoopWindow w;
    LoopReach *reaches;
    int64_t **from, **to; /* by reach: those of it, to be written */
} Draft;

static bool is_claimed(const Finder *w, uint32_t param, uint32_t dim) {
    for (size_t i = 0; i < w->found.len; i++) {
        const LoopWindow *k = &w->found.at[i];
        for (uint32_t r = 0; r < k->n; r++) {
            if (k->reaches[r].param == param && k->reaches[r].dim == dim) return true;
        }
    }
    return false;
}

/* The reach of the access, a new one if there is none; NULL: another dim of the parameter goes
 * along too. */
static LoopReach *reach_of(Finder *w, Draft *d, const Access *a) {
    for (uint32_t i = 0; i < d->w.n; i++) {
        if (d->reaches[i].param == a->param)
            return d->reaches[i].dim == a->dim ? &d->reaches[i] : NULL;
    }
    const LoopBuffer *b = w->f->fn->params.at[a->param];
    for (uint32_t i = 0; i < b->ndim; i++) {
        if (w->f->of_dim[a->param][i] == a->factor) return NULL;
    }
    if (is_claimed(w, a->param, a->dim)) return NULL;
    const uint32_t i = d->w.n++;
    d->from[i] = ARENA_ARRAY(w->arena, int64_t, (size_t)d->w.extent);
    d->to[i] = ARENA_ARRAY(w->arena, int64_t, (size_t)d->w.extent);
    for (int64_t o = 0; o < d->w.extent; o++) d->from[i][o] = INT64_MAX;
    d->reaches[i] = (LoopReach){.param = a->param,
                                .dim = a->dim,
                                .is_written = b->kind == LOOP_BUFFER_OUTPUT,
                                .extent = extent_of(w->f, a->param, a->dim),
                                .from = d->from[i],
                                .to = d->to[i]};
    return &d->reaches[i];
}

static bool reach_rows(Finder *w, Draft *d, const Access *a) {
    LoopReach *r = reach_of(w, d, a);
    if (!r || r->extent < 0) return false;
    const int64_t step = step_of(a, d->w.extent, d->w.every);
    if (step < 1 || (r->step && r->step != step)) return false;
    r->step = step;
    int64_t *from = d->from[r - d->reaches], *to = d->to[r - d->reaches];
    for (int64_t i = 0; i < d->w.extent * a->n_places; i++) {
        const int64_t o = i / a->n_places, row = a->places[i];
        if (row < 0 || row >= r->extent || !a->is_read[i]) continue;
        if (row < from[o]) from[o] = row;
        if (row >= to[o]) to[o] = row + 1;
    }
    return true;
}

/* In how many iterations all accesses go on by a number of rows; 0: in none. */
static int64_t find_every(const Finder *w, uint32_t factor, int64_t extent) {
    enum { EVERY_MAX = 64 };
    for (int64_t every = 1; every <= extent / 2 && every <= EVERY_MAX; every++) {
        bool ok = true;
        for (size_t i = 0; ok && i < w->accesses.len; i++) {
            const Access *a = &w->accesses.at[i];
            ok = a->factor != factor || step_of(a, extent, every) >= 0;
        }
        if (ok) return every;
    }
    return 0;
}

/* Sums may be written; *d knows the factor of its rows then. */
static bool may_write(const Finder *w, Draft *d, const Access *a) {
    if (a->param + w->f->fn->n_outputs < w->f->fn->params.len) return true;
    d->w.rows = w->f->of_dim[a->param][a->dim];
    return d->w.kind == LOOP_FACTOR_REDUCED;
}

static void look_at(Finder *w, uint32_t factor) {
    Draft d = {.w = {.factor = factor,
                     .kind = w->f->factors[factor].slides,
                     .extent = iterations(w->f, factor),
                     .rows = LOOP_NO_FACTOR}};
    size_t n = 0;
    int64_t room = LOOP_ENV_ROOM;
    if (d.w.kind == LOOP_FACTOR_NONE || d.w.extent < 2 || !is_of_use(w->f, factor, w->arena))
        return;
    for (size_t i = 0; i < w->accesses.len; i++) {
        Access *a = &w->accesses.at[i];
        if (a->factor != factor) continue;
        if (!fill_places(w, a, d.w.extent, &room) || !may_write(w, &d, a)) return;
        n++;
    }
    d.w.every = n ? find_every(w, factor, d.w.extent) : 0;
    if (!d.w.every) return;
    d.reaches = ARENA_ARRAY(w->arena, LoopReach, n);
    d.from = ARENA_ARRAY(w->arena, int64_t *, n);
    d.to = ARENA_ARRAY(w->arena, int64_t *, n);
    for (size_t i = 0; i < w->accesses.len; i++) {
        const Access *a = &w->accesses.at[i];
        if (a->factor != factor || step_of(a, d.w.extent, d.w.every) == 0) continue;
        if (!reach_rows(w, &d, a)) return;
    }
    if (!d.w.n) return;
    d.w.reaches = d.reaches;
    vec_push(w->arena, &w->found, d.w);
}

const LoopWindow *loop_windows(const LoopFactors *self, Arena *arena, uint32_t *n) {
    Finder w = {.f = self, .arena = arena};
    bool *seen = ARENA_ARRAY(arena, bool, (size_t)self->n + 1), any = false;
    for (uint32_t i = 0; i < self->n; i++) any |= self->factors[i].slides != LOOP_FACTOR_NONE;
    *n = 0;
    if (!any) return NULL;
    loop_env_init(&w.env, arena, self->fn);
    see_accesses(&w, self->fn->body);
    for (uint32_t k = 0; k < self->n; k++) {
        uint32_t longest = self->n;
        for (uint32_t i = 0; i < self->n; i++) {
            if (!seen[i] && (longest == self->n || iterations(self, i) > iterations(self, longest)))
                longest = i;
        }
        seen[longest] = true;
        look_at(&w, longest);
    }
    *n = (uint32_t)w.found.len;
    return w.found.at;
}
