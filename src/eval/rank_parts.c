/* SPDX-License-Identifier: Apache-2.0 */
#include "eval/rank_parts.h"

#include "base/ctx.h"
#include "ops/mesh.h"
#include "ops/ops.h"
#include "ranks/ranks.h"

/* A symbol's value: a place, or what a dim over other symbols is. */
typedef struct {
    const IrSymbol *symbol;
    const IrDim *dim; /* NULL: a place */
    bool is_group;    /* the rank's place in this group, else the number `place` */
    MeshGroup group;
    int64_t place;
} Cast;

typedef struct {
    const IrType *type;
    RankPart *parts; /* by rank and dim, once it was asked for */
    bool is_known;   /* asked for, and there are some */
    bool is_asked;
} Leaf;

struct RankParts {
    IrModule *m;
    Arena *arena;
    RankSymbols symbols;
    Mesh mesh;
    uint32_t rank;   /* of a function for one rank: which one */
    uint32_t copies; /* ranks that stand side by side; 1: a function for one rank */
    VEC(Cast) casts;
    int64_t *value; /* by symbol's id */
    bool *known;
    const IrAttr *texts; /* how leaves lie; NULL: nothing says it */
    size_t n_params;
    uint32_t *first_leaf; /* by parameter of the function that was distributed */
    Leaf *leaves;         /* of all parameters of this function */
    uint32_t *leaf_of;    /* by parameter: the first one of `leaves` */
    bool is_by_rank;      /* the last extent took what a cast says */
};

/* --- Casts --- */

static const Cast *place_of(const Map *places, const IrOperand *o, Cast *number) {
    if (o->kind == IR_OPERAND_VAR) return map_get_ptr(places, o->var);
    if (o->kind != IR_OPERAND_CONST || o->constant->tensor->count != 1 ||
        o->constant->tensor->dtype != DTYPE_INT64)
        return NULL;
    *number = (Cast){.place = tensor_get_int(o->constant->tensor, 0)};
    return number;
}

/* A call that gives the rank's place, or hands one on. */
static void see_call(RankParts *self, Map *places, const IrBinding *b) {
    const char *wrong;
    Cast number, *own;
    if (b->op == &op_ccl_rank) {
        own = ARENA_NEW(self->arena, Cast);
        *own = (Cast){.is_group = true};
        if (!mesh_group(&self->mesh, &b->attrs[ir_op_attr_index(b->op, "axes")], &own->group,
                        &wrong))
            return;
    } else if (b->op == &op_reshape || b->op == &op_tensor_to_shape) {
        const Cast *from = place_of(places, ir_operand_get(&b->operands, 0), &number);
        if (!from) return;
        own = ARENA_NEW(self->arena, Cast);
        *own = *from;
    } else {
        return;
    }
    map_add_ptr(places, b->var, own);
}

static void see_cast(RankParts *self, const Map *places, const IrBinding *b) {
    const IrOperand *o = b->operands.at;
    const IrType *from = ir_operand_type(self->m, o), *to = b->cast;
    Cast number;
    if (to->kind != IR_TYPE_SHAPE || !to->dims || from->kind != IR_TYPE_SHAPE) return;
    const Cast *place = place_of(places, o, &number);
    for (int32_t i = 0; i < to->ndim; i++) {
        const IrSymbol *s = ir_dim_as_symbol(to->dims[i]);
        Cast cast = place ? *place : (Cast){.dim = from->dims ? from->dims[i] : NULL};
        if (!s || (!place && !cast.dim) || (place && to->ndim != 1)) continue;
        cast.symbol = s;
        vec_push(self->arena, &self->casts, cast);
    }
}

/* Those of the body, not of branches. */
static void find_casts(RankParts *self, const IrFunction *fn) {
    Map places;
    map_init(&places, self->arena);
    for (const IrBlock *block = fn->body->first_block; block; block = block->next) {
        for (const IrBinding *b = block->first; b; b = b == block->last ? NULL : b->next) {
            ctx_poll(self->m->ctx);
            if (b->kind == IR_BIND_CALL) see_call(self, &places, b);
            if (b->kind == IR_BIND_MATCH_CAST) see_cast(self, &places, b);
        }
    }
}

static const IrDim *value_of(void *user, IrSymbol *s) {
    RankParts *self = user;
    if (self->known[s->id]) {
        self->is_by_rank = true;
        return ir_dim_const(self->m, self->value[s->id]);
    }
    return self->symbols.value ? self->symbols.value(self->symbols.user, s) : NULL;
}

/* -1: a symbol has no value. */
static int64_t extent(RankParts *self, const IrDim *dim) {
    int64_t n;
    const IrDim *v = ir_dim_map(self->m, dim, value_of, self);
    return v && ir_dim_is_const(v, &n) && n >= 0 ? n : -1;
}

/* What casts say, for that rank. */
static void settle(RankParts *self, uint32_t rank) {
    memset(self->known, 0, self->m->dims.n_symbols * sizeof *self->known);
    for (size_t i = 0; i < self->casts.len; i++) {
        const Cast *cast = &self->casts.at[i];
        const uint32_t id = cast->symbol->id;
        if (self->known[id] || (self->symbols.fixed && self->symbols.fixed[id])) continue;
        const int64_t n = cast->dim        ? extent(self, cast->dim)
                          : cast->is_group ? mesh_place(&self->mesh, &cast->group, rank)
                                           : cast->place;
        self->value[id] = n;
        self->known[id] = n >= 0;
    }
}

bool rank_parts_symbol(const RankParts *self, const IrSymbol *s, int64_t *value) {
    if (!self->known[s->id]) return false;
    *value = self->value[s->id];
    return true;
}

/* --- Leaves --- */

/* False: there are more of them. Types nest at most limits.depth deep. */
static bool push_leaves(Leaf *leaves, uint32_t *n, uint32_t most, const IrType *t) {
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++) {
        if (!push_leaves(leaves, n, most, t->fields[i])) return false;
    }
    if (t->kind == IR_TYPE_TUPLE) return true;
    if (*n == most) return false;
    leaves[(*n)++] = (Leaf){.type = t};
    return true;
}

/* The texts are of these leaves, or nothing is said. */
static void find_leaves(RankParts *self, const IrFunction *fn) {
    const IrAttr *texts = ir_function_attr(fn, DISTRIBUTE_INPUTS, IR_ATTR_LIST);
    const size_t n_params = fn->params.len;
    if (!texts || n_params % self->copies) return;
    const uint64_t most = (uint64_t)texts->n * self->copies;
    uint32_t n = 0, of_whole = 0;
    if (most >= UINT32_MAX) return;
    self->leaves = ARENA_ARRAY(self->arena, Leaf, (size_t)most + 1);
    self->leaf_of = ARENA_ARRAY(self->arena, uint32_t, n_params + 1);
    self->first_leaf = ARENA_ARRAY(self->arena, uint32_t, n_params + 1);
    for (size_t i = 0; i < n_params; i++) {
        self->leaf_of[i] = n;
        if (!push_leaves(self->leaves, &n, (uint32_t)most, fn->params.at[i]->type)) return;
        if (i % self->copies == 0) {
            self->first_leaf[i / self->copies] = of_whole;
            of_whole += n - self->leaf_of[i];
        } else if (n - self->leaf_of[i] != self->leaf_of[i] - self->leaf_of[i - 1]) {
            return;
        }
    }
    if (n == most) self->texts = texts;
    self->leaf_of[n_params] = n;
}

/* The axis that the text names for each dim, or -1; false: it names another number of dims. */
static bool read_text(const RankParts *self, const char *text, int32_t ndim, int32_t *axes) {
    int32_t d = 0;
    while (*text && d < ndim) {
        const size_t n = strcspn(text, ",");
        int32_t axis = -1;
        for (uint32_t a = 0; a < self->mesh.n; a++) {
            if (str_eq(self->mesh.axes[a].name, (Str){text, n})) axis = (int32_t)a;
        }
        axes[d++] = axis;
        text += n + (text[n] == ',');
    }
    return d == ndim && !*text;
}

/* Ranks before this one on the axis have what is before its part. */
static void measure_alone(RankParts *self, const IrDim *dim, uint32_t axis, RankPart *out) {
    const MeshGroup group = {.axes = 1u << axis, .size = self->mesh.axes[axis].size};
    const uint32_t own = mesh_place(&self->mesh, &group, self->rank);
    self->is_by_rank = false;
    out->own = extent(self, dim);
    const int64_t k = group.size;
    if (!self->is_by_rank) {
        const bool fits = out->own >= 0 && out->own <= INT64_MAX / k;
        out->first = fits ? out->own * own : -1;
        out->whole = fits ? out->own * k : -1;
        return;
    }
    out->first = out->whole = 0;
    for (uint32_t place = 0; place < group.size && out->whole >= 0; place++) {
        ctx_poll(self->m->ctx);
        settle(self, mesh_member(&self->mesh, &group, self->rank, place));
        const int64_t n = extent(self, dim);
        if (place == own) out->first = out->whole;
        if (n < 0 || !add_i64(out->whole, n, &out->whole)) out->whole = -1;
    }
    if (out->whole < 0) out->first = -1;
    settle(self, self->rank);
}

/* Of all ranks side by side, whose extents are in `parts`, `step` from rank to rank. */
static void measure_all(const RankParts *self, RankPart *parts, size_t step, uint32_t axis) {
    const MeshGroup group = {.axes = 1u << axis, .size = self->mesh.axes[axis].size};
    for (uint32_t r = 0; r < self->copies; r++) {
        const uint32_t place = mesh_place(&self->mesh, &group, r);
        if (!place) continue;
        const RankPart *before = &parts[mesh_member(&self->mesh, &group, r, place - 1) * step];
        RankPart *p = &parts[r * step];
        if (before->first < 0 || before->own < 0 || !add_i64(before->first, before->own, &p->first))
            p->first = -1;
    }
    for (uint32_t r = self->copies; r-- > 0;) {
        const uint32_t place = mesh_place(&self->mesh, &group, r);
        RankPart *p = &parts[r * step];
        if (place + 1 < group.size)
            p->whole = parts[mesh_member(&self->mesh, &group, r, place + 1) * step].whole;
        else if (p->first < 0 || p->own < 0 || !add_i64(p->first, p->own, &p->whole))
            p->whole = -1;
    }
}

/* Of the copy-th rank that stands side by side, or of the one that there is. */
static void set_place(const RankParts *self, RankPart *part, uint32_t axis, uint32_t copy) {
    const MeshGroup group = {.axes = 1u << axis, .size = self->mesh.axes[axis].size};
    part->is_split = true;
    part->ranks = group.size;
    part->place = mesh_place(&self->mesh, &group, self->copies > 1 ? copy : self->rank);
}

/* The leaf of the parameter `of_first`, of rank 0, and those of the others behind it. */
static void measure(RankParts *self, size_t of_first, uint32_t leaf) {
    Leaf *first = &self->leaves[self->leaf_of[of_first] + leaf];
    const IrType *t = first->type;
    const char *text = self->texts->items[self->first_leaf[of_first / self->copies] + leaf].s;
    first->is_asked = true;
    if (t->kind != IR_TYPE_TENSOR || t->ndim <= 0 || !t->dims) return;
    const size_t ndim = (size_t)t->ndim;
    int32_t *axes = ARENA_ARRAY(self->arena, int32_t, ndim);
    if (!text || !read_text(self, text, t->ndim, axes)) return;
    for (size_t d = 0; d < ndim; d++) first->is_known |= axes[d] >= 0;
    if (!first->is_known) return;
    first->parts = ARENA_ARRAY(self->arena, RankPart, ndim * self->copies);
    for (uint32_t r = 0; r < self->copies; r++) {
        const IrType *own = self->leaves[self->leaf_of[of_first + r] + leaf].type;
        for (size_t d = 0; d < ndim; d++) {
            ctx_poll(self->m->ctx);
            const int64_t n = extent(self, own->dims[d]);
            RankPart *part = &first->parts[r * ndim + d];
            *part = (RankPart){.own = n, .whole = n};
            if (axes[d] >= 0) set_place(self, part, (uint32_t)axes[d], r);
        }
    }
    for (size_t d = 0; d < ndim; d++) {
        if (axes[d] < 0) continue;
        if (self->copies == 1)
            measure_alone(self, t->dims[d], (uint32_t)axes[d], &first->parts[d]);
        else
            measure_all(self, &first->parts[d], ndim, (uint32_t)axes[d]);
    }
}

const RankPart *rank_parts_of(RankParts *self, size_t param, uint32_t leaf) {
    if (!self->texts) return NULL;
    const size_t of_first = param - param % self->copies;
    Leaf *first = &self->leaves[self->leaf_of[of_first] + leaf];
    if (!first->is_asked) measure(self, of_first, leaf);
    if (!first->is_known) return NULL;
    return &first->parts[(param - of_first) * (size_t)first->type->ndim];
}

size_t rank_parts_origin(const RankParts *self, size_t param) {
    return self->texts ? param / self->copies : param;
}

RankParts *rank_parts_new(IrFunction *fn, Arena *arena, const RankSymbols *symbols) {
    IrModule *m = fn->module;
    const IrAttr *one = ir_function_attr(fn, MESH_ATTR, IR_ATTR_STRING);
    const IrAttr *all = ir_function_attr(fn, RANKS_MESH_ATTR, IR_ATTR_STRING);
    RankParts *self = ARENA_NEW(arena, RankParts);
    *self = (RankParts){.m = m, .arena = arena, .symbols = *symbols, .copies = 1};
    if (!fn->body || (!one && !all) || mesh_parse(&self->mesh, one ? one->s : all->s)) return NULL;
    if (!one)
        self->copies = self->mesh.ranks;
    else if (m->ctx->ranks)
        self->rank = ranks_rank(m->ctx->ranks);
    if (self->rank >= self->mesh.ranks) return NULL;
    self->value = ARENA_ARRAY(arena, int64_t, (size_t)m->dims.n_symbols + 1);
    self->known = ARENA_ARRAY(arena, bool, (size_t)m->dims.n_symbols + 1);
    find_casts(self, fn);
    find_leaves(self, fn);
    settle(self, self->rank);
    return self;
}
