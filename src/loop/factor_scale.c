/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a function for a part is the same as that for the whole: see factor.h and window.h.
 *
 * Both are walked in step, as loop_equal does it. Extents of the factor's loops and dims may
 * differ; all of the part's must be one expression. Where a dim has extent 1 in the part, an index
 * 0 may stand for the loop's variable. Sizes are the same by their names.
 *
 * Where the factor slides, its variable is another number in the part, and so may be what comes of
 * it. What is not the same in form must then be the same in value, for all iterations that count
 * and all values of the other variables; and an index of a dim that windows read must be the same
 * row. */
#include "base/map.h"
#include "loop/factor_parts.h"
#include "loop/fuse_parts.h"

typedef struct {
    const LoopWindow *w;
    const LoopWindowPart *parts;
    uint32_t n_parts;
    LoopEnv whole, part;
    bool *differs;    /* by id of the part's variables: a LET's value is another than the whole's */
    int64_t *extents; /* by reach: rows in the part */
    LoopConditions conditions; /* of the whole, around the statement */
    Arena *arena;
} Slide;

typedef struct {
    const LoopFactors *f;
    uint32_t factor;
    const LoopVar **vars;       /* the whole's partners of the part's variables, by id */
    const LoopBuffer **buffers; /* the same of buffers */
    const LoopExpr *extent;     /* of the factor in the part */
    Slide *slide;               /* NULL: it does not */
} Scale;

/* --- Values that are the same in all iterations --- */

enum { NO_REACH = UINT32_MAX };

/* The values a of the whole and b of the part agree: they are one value, or one row of a reach. */
static bool agree(const Slide *s, const LoopWindowPart *part, uint32_t reach, bool is_read,
                  int64_t a, int64_t b) {
    if (reach == NO_REACH) return a == b;
    const LoopReach *r = &s->w->reaches[reach];
    if (a != b + part->first / s->w->every * r->step) return false;
    /* elsewhere nothing is read: what says so is the same in both */
    if (a < 0 || a >= r->extent || !is_read) return true;
    const bool is_there = b >= 0 && b < s->extents[reach];
    return is_there && (r->is_written || (a >= part->have_from[reach] && a < part->have_to[reach]));
}

/* Loops' variables, each in the whole (NULL: not there) and in the part. */
typedef struct {
    const LoopVar *whole[2 * LOOP_ENV_VARS], *part[2 * LOOP_ENV_VARS];
    uint32_t n;
    int64_t n_values; /* of those together that do not slide */
    bool slides;      /* one does */
    LoopGuards guards;
} Vars;

static bool slides(const Scale *s, const LoopVar *whole) {
    return s->f->of_var[whole->id] == s->factor;
}

/* It goes over all rows of what is written: other ones in the part. */
static bool is_row(const Scale *s, const LoopVar *whole) {
    const uint32_t rows = s->slide ? s->slide->w->rows : LOOP_NO_FACTOR;
    return rows != LOOP_NO_FACTOR && s->f->of_var[whole->id] == rows;
}

static bool add_var(const Scale *s, Vars *v, const LoopVar *whole, const LoopVar *part) {
    if (is_row(s, whole)) return false;
    for (uint32_t i = 0; i < v->n; i++) {
        if (v->whole[i] == whole) return true;
    }
    v->whole[v->n] = whole;
    v->part[v->n++] = part;
    if (slides(s, whole)) {
        v->slides = true;
        return true;
    }
    const int64_t n = s->slide->whole.extents[whole->id];
    if (n < 0 || n > LOOP_ENV_ROOM) return false;
    v->n_values *= n;
    return v->n_values <= LOOP_ENV_ROOM;
}

static bool find_vars(const Scale *s, const LoopExpr *a, const LoopExpr *b, Vars *v) {
    const LoopVar *of_a[LOOP_ENV_VARS], *of_b[LOOP_ENV_VARS];
    uint32_t n_a = 0, n_b = 0;
    if (!loop_env_vars(&s->slide->whole, a, of_a, &n_a) ||
        !loop_env_vars(&s->slide->part, b, of_b, &n_b))
        return false;
    *v = (Vars){.n = 0, .n_values = 1};
    bool ok = true;
    for (uint32_t i = 0; ok && i < n_b; i++)
        ok = s->vars[of_b[i]->id] && add_var(s, v, s->vars[of_b[i]->id], of_b[i]);
    for (uint32_t i = 0; ok && i < n_a; i++) ok = add_var(s, v, of_a[i], NULL);
    loop_env_guards(&s->slide->whole, &s->slide->conditions, v->whole, v->n, &v->guards);
    return ok;
}

/* In that iteration, for all values of the other variables. */
static bool agree_at(const Scale *s, const Vars *v, const LoopWindowPart *part, int64_t o,
                     const LoopExpr *a, const LoopExpr *b, uint32_t reach) {
    for (int64_t k = 0; k < v->n_values; k++) {
        int64_t rest = k;
        for (uint32_t i = 0; i < v->n; i++) {
            const LoopVar *x = v->whole[i], *y = v->part[i];
            const int64_t n = slides(s, x) ? 1 : s->slide->whole.extents[x->id];
            s->slide->whole.values[x->id] = slides(s, x) ? o : rest % n;
            if (y) s->slide->part.values[y->id] = slides(s, x) ? o - part->first : rest % n;
            rest /= n;
        }
        const bool is_read = loop_env_runs(&s->slide->whole, &v->guards);
        if (!agree(s->slide, part, reach, is_read, loop_env_value(&s->slide->whole, a),
                   loop_env_value(&s->slide->part, b)))
            return false;
    }
    return true;
}

static bool always_agree(const Scale *s, const LoopExpr *a, const LoopExpr *b, uint32_t reach) {
    Vars v;
    int64_t room = LOOP_ENV_ROOM;
    if (!find_vars(s, a, b, &v)) return false;
    for (uint32_t i = 0; i < s->slide->n_parts; i++) {
        const LoopWindowPart *part = &s->slide->parts[i];
        const int64_t end = v.slides ? part->to : part->from + (part->from < part->to);
        if (end - part->from > room / (v.n_values ? v.n_values : 1)) return false;
        room -= (end - part->from) * v.n_values;
        for (int64_t o = part->from; o < end; o++) {
            if (!agree_at(s, &v, part, o, a, b, reach)) return false;
        }
    }
    return true;
}

/* --- In step --- */

static bool same_expr(const Scale *s, const LoopExpr *a, const LoopExpr *b);

static bool same_exprs(const Scale *s, const LoopExpr *const *a, const LoopExpr *const *b,
                       uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (!same_expr(s, a[i], b[i])) return false;
    }
    return true;
}

static bool is_var_of_factor(const Scale *s, const LoopExpr *e) {
    return e->kind == LOOP_VAR && e->var->kind == LOOP_VAR_INDEX &&
           s->f->of_var[e->var->id] == s->factor;
}

static bool is_int(const LoopExpr *e, int64_t v) {
    return e->kind == LOOP_CONST && !dtype_is_float(e->dtype) && e->i == v;
}

/* The reach of that dim of the whole's buffer; NO_REACH: it has none. */
static uint32_t reach_of(const Scale *s, const LoopBuffer *whole, uint32_t dim) {
    for (uint32_t i = 0; s->slide && i < s->slide->w->n; i++) {
        const LoopReach *r = &s->slide->w->reaches[i];
        if (s->f->fn->params.at[r->param] == whole && r->dim == dim) return i;
    }
    return NO_REACH;
}

static bool same_index(const Scale *s, const LoopBuffer *whole, uint32_t dim, const LoopExpr *a,
                       const LoopExpr *b) {
    const uint32_t reach = reach_of(s, whole, dim);
    const bool same = a->kind == LOOP_VAR && b->kind == LOOP_VAR && s->vars[b->var->id] == a->var;
    if (reach != NO_REACH && s->slide->w->reaches[reach].is_written && same && is_row(s, a->var))
        return true;
    if (reach != NO_REACH) return always_agree(s, a, b, reach);
    if (!is_var_of_factor(s, a)) return same_expr(s, a, b);
    /* a dim of the factor: its rows are those of the iterations */
    if (same) return true;
    return is_int(b, 0) && s->extent && is_int(s->extent, 1);
}

static bool same_indices(const Scale *s, const LoopBuffer *whole, const LoopExpr *const *a,
                         const LoopExpr *const *b, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        if (!same_index(s, whole, i, a[i], b[i])) return false;
    }
    return true;
}

static bool same_var(const Scale *s, const LoopVar *a, const LoopVar *b) {
    if (a->kind != b->kind || a->dtype != b->dtype) return false;
    if (a->kind == LOOP_VAR_SIZE) return strcmp(a->name, b->name) == 0;
    if (s->slide && (slides(s, a) || is_row(s, a) || s->slide->differs[b->id])) return false;
    return s->vars[b->id] == a;
}

static bool same_form(const Scale *s, const LoopExpr *a, const LoopExpr *b) {
    if (a->kind != b->kind || a->dtype != b->dtype || a->n != b->n) return false;
    if (!s->slide && a->depth != b->depth) return false; /* places in windows may be simpler */
    if (a->kind == LOOP_CONST) return a->i == b->i;      /* a float's bits */
    if (a->kind == LOOP_VAR) return same_var(s, a->var, b->var);
    if (a->kind != LOOP_LOAD) return same_exprs(s, a->args, b->args, a->n);
    return s->buffers[b->buffer->id] == a->buffer &&
           same_indices(s, a->buffer, a->args, b->args, a->n);
}

static bool same_expr(const Scale *s, const LoopExpr *a, const LoopExpr *b) {
    return same_form(s, a, b) ||
           (s->slide && a->dtype == b->dtype && always_agree(s, a, b, NO_REACH));
}

/* The rows of what is written, in the part. */
static bool take_rows(const Scale *s, const LoopExpr *e) {
    uint32_t reach = 0;
    while (!s->slide->w->reaches[reach].is_written) reach++;
    return e->kind == LOOP_CONST && e->i == s->slide->extents[reach];
}

/* One of the factor's extents in the part. */
static bool take_extent(Scale *s, const LoopExpr *e) {
    if (!s->extent) s->extent = e;
    return fuse_same_expr(s->extent, e);
}

static bool bind_local(Scale *s, const LoopBuffer *a, const LoopBuffer *b) {
    s->buffers[b->id] = a;
    return a->dtype == b->dtype && a->ndim == b->ndim && same_exprs(s, a->dims, b->dims, a->ndim);
}

static bool bind_param(Scale *s, uint32_t i, const LoopBuffer *b) {
    const LoopBuffer *a = s->f->fn->params.at[i];
    s->buffers[b->id] = a;
    bool same = a->kind == b->kind && a->dtype == b->dtype && a->ndim == b->ndim && !a->strides &&
                !b->strides;
    for (uint32_t d = 0; same && d < a->ndim; d++) {
        const uint32_t reach = reach_of(s, a, d);
        if (reach != NO_REACH) {
            same = b->dims[d]->kind == LOOP_CONST;
            if (same) s->slide->extents[reach] = b->dims[d]->i;
        } else if (s->f->of_dim[i][d] == s->factor) {
            same = take_extent(s, b->dims[d]);
        } else if (!s->slide || s->f->of_dim[i][d] != s->slide->w->rows) {
            same = same_expr(s, a->dims[d], b->dims[d]);
        }
    }
    return same;
}

static bool same_list(Scale *s, const LoopStmt *a, const LoopStmt *b);

static bool same_for(Scale *s, const LoopStmt *a, const LoopStmt *b) {
    if (a->for_kind != b->for_kind || a->lanes != b->lanes) return false;
    s->vars[b->var->id] = a->var;
    const bool same = s->f->of_var[a->var->id] == s->factor ? take_extent(s, b->value)
                      : is_row(s, a->var)                   ? take_rows(s, b->value)
                                                            : same_expr(s, a->value, b->value);
    return same && same_list(s, a->body, b->body);
}

/* What is another value in the part may be needed for an index alone. */
static bool same_let(Scale *s, const LoopStmt *a, const LoopStmt *b) {
    s->vars[b->var->id] = a->var;
    if (a->var->dtype != b->var->dtype) return false;
    const bool same = same_expr(s, a->value, b->value);
    if (!s->slide) return same;
    s->slide->differs[b->var->id] = !same;
    return true;
}

static bool same_if(Scale *s, const LoopStmt *a, const LoopStmt *b) {
    if (!same_expr(s, a->value, b->value)) return false;
    if (s->slide) vec_push(s->slide->arena, &s->slide->conditions, a->value);
    const bool same = same_list(s, a->body, b->body);
    if (s->slide) s->slide->conditions.len--;
    return same && same_list(s, a->other, b->other);
}

static bool same_stmt(Scale *s, const LoopStmt *a, const LoopStmt *b) {
    if (a->kind != b->kind || a->n != b->n) return false;
    switch (a->kind) {
    case LOOP_FOR: return same_for(s, a, b);
    case LOOP_IF: return same_if(s, a, b);
    case LOOP_WHILE: return same_expr(s, a->value, b->value) && same_list(s, a->body, b->body);
    case LOOP_STORE:
        return s->buffers[b->buffer->id] == a->buffer &&
               same_indices(s, a->buffer, a->indices, b->indices, a->n) &&
               same_expr(s, a->value, b->value);
    case LOOP_LET: return same_let(s, a, b);
    case LOOP_ALLOC: return bind_local(s, a->buffer, b->buffer);
    case LOOP_CALL: break;
    }
    return false;
}

static bool same_list(Scale *s, const LoopStmt *a, const LoopStmt *b) {
    for (; a && b; a = a->next, b = b->next) {
        if (!same_stmt(s, a, b)) return false;
    }
    return !a && !b;
}

static bool same_function(Scale *s, const LoopFn *part, Arena *arena) {
    if (s->f->fn->params.len != part->params.len || s->f->fn->n_outputs != part->n_outputs)
        return false;
    s->vars = ARENA_ARRAY(arena, const LoopVar *, (size_t)part->n_vars + 1);
    s->buffers = ARENA_ARRAY(arena, const LoopBuffer *, (size_t)part->n_buffers + 1);
    bool same = true;
    for (uint32_t i = 0; same && i < part->params.len; i++)
        same = bind_param(s, i, part->params.at[i]);
    return same && same_list(s, s->f->fn->body, part->body);
}

bool loop_factor_scales(const LoopFactors *self, uint32_t factor, const LoopFn *part) {
    Scale s = {.f = self, .factor = factor};
    Arena arena;
    arena_init(&arena, self->ctx);
    const bool same = same_function(&s, part, &arena);
    arena_fini(&arena);
    return same;
}

/* The parts begin where windows do, and end within the whole. */
static bool parts_fit(const Scale *s) {
    const Slide *slide = s->slide;
    const LoopWindow *w = slide->w;
    if (!s->extent || s->extent->kind != LOOP_CONST) return false;
    for (uint32_t i = 0; i < slide->n_parts; i++) {
        const LoopWindowPart *p = &slide->parts[i];
        const int64_t steps = p->first / w->every, end = p->first + s->extent->i;
        if (p->first < 0 || p->first % w->every || end > w->extent) return false;
        if (p->from < p->to && (p->from < p->first || p->to > end)) return false;
        for (uint32_t r = 0; r < w->n; r++) {
            if (steps * w->reaches[r].step + slide->extents[r] > w->reaches[r].extent) return false;
        }
    }
    return true;
}

bool loop_window_holds(const LoopFactors *self, const LoopWindow *w, const LoopFn *part,
                       const LoopWindowPart *parts, uint32_t n) {
    Arena arena;
    arena_init(&arena, self->ctx);
    Slide slide = {.w = w, .parts = parts, .n_parts = n, .arena = &arena};
    Scale s = {.f = self, .factor = w->factor, .slide = &slide};
    slide.differs = ARENA_ARRAY(&arena, bool, (size_t)part->n_vars + 1);
    slide.extents = ARENA_ARRAY(&arena, int64_t, (size_t)w->n + 1);
    loop_env_init(&slide.whole, &arena, self->fn);
    loop_env_init(&slide.part, &arena, part);
    const bool holds = same_function(&s, part, &arena) && parts_fit(&s);
    arena_fini(&arena);
    return holds;
}
