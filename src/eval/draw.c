/* SPDX-License-Identifier: Apache-2.0 */
/* Drawn inputs. The generator is SplitMix64 (Steele, Lea and Flood 2014) used as a hash of a
 * counter. */
#include "eval/draw.h"

#include <math.h>
#include <stdio.h>

#include "base/diag.h"
#include "eval/rank_parts.h"
#include "tensor/strings.h"

typedef struct {
    IrFunction *fn;
    IrModule *m;
    uint64_t seed;
    ValueList *list;
    Arena *arena;
    int64_t *symbols; /* by id */
    bool *bound;
    const IrVar **from; /* by id: the input that settled it */
    const DrawDim *dims;
    uint32_t n_dims;
    DrawNames *defaulted;
    bool disagree;    /* two inputs, of a symbol; reported */
    RankParts *parts; /* NULL: no function for ranks */
} Draw;

static uint64_t mix(uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static void bind(Draw *d, const IrVar *p, const IrSymbol *s, int64_t value) {
    if (!d->bound[s->id]) {
        d->symbols[s->id] = value, d->bound[s->id] = true, d->from[s->id] = p;
    } else if (d->symbols[s->id] != value) {
        Ctx *ctx = d->m->ctx;
        Diag *diag = diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE,
                                diag_fmt(ctx, "the dim '%s' is given two values", s->name));
        diag_expected(ctx, diag, "%lld, as in the input '%s'", (long long)d->symbols[s->id],
                      d->from[s->id]->name);
        diag_found(ctx, diag, "%lld in the input '%s'", (long long)value, p->name);
        d->disagree = true;
    }
}

/* Symbols in the order of the function; a tensor's extents settle those that stand alone. */
static void bind_given(Draw *d, const IrVar *p, const IrType *t, const Value *v) {
    const int64_t *have = v->kind == VALUE_TENSOR  ? v->tensor->dims
                          : v->kind == VALUE_SHAPE ? v->dims
                                                   : NULL;
    int64_t n = v->kind == VALUE_TENSOR ? v->tensor->ndim : v->n;
    for (int32_t i = 0; have && t->dims && t->ndim == n && i < t->ndim; i++) {
        const IrSymbol *s = ir_dim_as_symbol(t->dims[i]);
        if (s) bind(d, p, s, have[i]);
    }
    for (uint32_t i = 0; v->kind == VALUE_TUPLE && t->kind == IR_TYPE_TUPLE && i < v->n && i < t->n;
         i++) {
        bind_given(d, p, t->fields[i], v->items[i]);
    }
}

static void settle(void *user, IrSymbol *s) {
    Draw *d = user;
    if (d->bound[s->id]) return;
    d->bound[s->id] = true;
    for (uint32_t i = 0; i < d->n_dims; i++) {
        if (strcmp(d->dims[i].name, s->name) != 0) continue;
        d->symbols[s->id] = d->dims[i].value;
        return;
    }
    d->symbols[s->id] = DRAW_DIM;
    vec_push(d->arena, d->defaulted, s->name);
}

static const IrDim *value_of(void *user, IrSymbol *s) {
    Draw *d = user;
    settle(d, s);
    return ir_dim_const(d->m, d->symbols[s->id]);
}

static bool extent(Draw *d, const IrDim *dim, int64_t *out) {
    const IrDim *v = ir_dim_map(d->m, dim, value_of, d);
    return v && ir_dim_is_const(v, out) && *out >= 0;
}

/* Where this variable indexes something: the least extent that bounds it. */
static int64_t index_bound(Draw *d, const IrVar *v, int64_t bound) {
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *b = use->list->binding;
        if (!b || b->kind != IR_BIND_CALL) continue;
        for (const OpIndexRole *role = b->op->index_roles; role && role->operand >= 0; role++) {
            if (ir_operand_get(&b->operands, (uint32_t)role->operand) != use) continue;
            if (role->bound) {
                const IrAttr *a = &b->attrs[ir_op_attr_index(b->op, role->bound)];
                if (a->i > 0 && a->i < bound) bound = a->i;
                continue;
            }
            const IrType *t =
                ir_operand_type(d->m, ir_operand_get(&b->operands, (uint32_t)role->data));
            const IrAttr *axis = role->axis ? &b->attrs[ir_op_attr_index(b->op, role->axis)] : NULL;
            for (int32_t i = 0; t->dims && i < t->ndim; i++) {
                int64_t n;
                bool counts =
                    axis ? axis->kind != IR_ATTR_INT || axis->i == i
                         : role->fixed < 0 || i == (role->fixed < t->ndim ? role->fixed : 0);
                if (counts && extent(d, t->dims[i], &n) && n > 0 && n < bound) bound = n;
            }
        }
    }
    return bound;
}

/* No more than a small integer type holds from 0 on. */
static int64_t within(DType t, int64_t bound) {
    const bool is_packed = dtype_is_packed(t);
    const int64_t most = t == DTYPE_BOOL ? 2
                         : is_packed
                             ? (int64_t)1 << (dtype_bits(t) - (dtype_kind(t) == DTYPE_KIND_INT))
                             : bound;
    return most < bound ? most : bound;
}

/* The element's place in the whole of which t is the part; NULL: t is the whole. */
static uint64_t place_in_whole(const Tensor *t, const RankPart *part, size_t i) {
    uint64_t place = 0, step = 1;
    if (!part) return i;
    for (uint32_t d = t->ndim; d-- > 0;) {
        place += ((uint64_t)part[d].first + i % (size_t)t->dims[d]) * step;
        step *= (uint64_t)part[d].whole;
        i /= (size_t)t->dims[d];
    }
    return place;
}

static void fill(Draw *d, Tensor *t, const RankPart *part, uint64_t key, int64_t bound) {
    double scale = 1;
    double fan = 1;
    bound = within(t->dtype, bound);
    for (uint32_t i = 1; i < t->ndim; i++) fan *= (double)(part ? part[i].whole : t->dims[i]);
    if (t->ndim >= 2 && fan > 0) scale = sqrt(3.0 / fan);
    for (size_t i = 0; i < t->count; i++) {
        uint64_t x = mix(mix(key) ^ place_in_whole(t, part, i));
        if (dtype_is_float(t->dtype)) {
            const double v = ((double)(x >> 11) * 0x1p-52 - 1) * scale;
            /* which has no sign */
            tensor_set_double(t, i, t->dtype == DTYPE_FLOAT8E8M0 ? fabs(v) : v);
        } else if (t->dtype == DTYPE_STRING) {
            char text[8];
            tensor_set_string(
                t, i, (Str){text, (size_t)snprintf(text, sizeof text, "s%u", (unsigned)(x % 8))});
        } else {
            tensor_set_int(t, i, (int64_t)(x % (uint64_t)bound));
        }
        ctx_poll(d->m->ctx);
    }
}

/* A parameter, or a leaf of it: its `leaf`-th. */
typedef struct {
    size_t param;
    uint32_t leaf; /* the next one */
    int64_t bound;
} DrawAt;

/* NULL: the leaf is drawn whole. */
static const RankPart *part_of(Draw *d, const DrawAt *at, const int64_t *dims, int32_t ndim) {
    const RankPart *part = d->parts ? rank_parts_of(d->parts, at->param, at->leaf) : NULL;
    for (int32_t i = 0; part && i < ndim; i++) {
        if (part[i].own != dims[i] || part[i].first < 0 || part[i].whole < 0) return NULL;
    }
    return part;
}

static Value *draw(Draw *d, const IrType *t, uint64_t key, DrawAt *at) {
    switch (t->kind) {
    case IR_TYPE_TENSOR:
    case IR_TYPE_SHAPE: {
        if (!t->dims || (t->kind == IR_TYPE_TENSOR && t->dtype == DTYPE_VOID)) return NULL;
        int64_t *dims = ARENA_ARRAY(d->arena, int64_t, (size_t)t->ndim + 1);
        for (int32_t i = 0; i < t->ndim; i++) {
            if (!extent(d, t->dims[i], &dims[i])) return NULL;
        }
        const RankPart *part = part_of(d, at, dims, t->ndim);
        at->leaf++;
        if (t->kind == IR_TYPE_SHAPE) return value_shape(d->list, dims, (uint32_t)t->ndim);
        Value *v = value_tensor_new(d->list, t->dtype, dims, (uint32_t)t->ndim);
        fill(d, v->tensor, part, key, at->bound);
        return v;
    }
    case IR_TYPE_TUPLE: {
        Value *v = value_tuple(d->list, t->n);
        for (uint32_t i = 0; i < t->n; i++) {
            v->items[i] = draw(d, t->fields[i], mix(key + i + 1), at);
            if (!v->items[i]) return NULL;
        }
        return v;
    }
    case IR_TYPE_PRIM: {
        int64_t i = (int64_t)(mix(key) % 8);
        at->leaf++;
        if (t->value && !extent(d, t->value, &i)) return NULL;
        return value_prim(d->list, t->dtype, t->dtype == DTYPE_BOOL ? i & 1 : i, (double)i / 8);
    }
    default: return NULL;
    }
}

/* Of a dim that is given twice, or that an input settles too, one value would be left out in
 * silence. */
static bool dims_agree(const Draw *d) {
    Ctx *ctx = d->m->ctx;
    bool ok = true;
    for (uint32_t i = 0; i < d->n_dims; i++) {
        const DrawDim *dim = &d->dims[i];
        const IrSymbol *s = NULL;
        for (size_t k = 0; !s && k < d->fn->symbols.len; k++) {
            if (strcmp(d->fn->symbols.at[k]->name, dim->name) == 0) s = d->fn->symbols.at[k];
        }
        uint32_t first = 0;
        while (strcmp(d->dims[first].name, dim->name) != 0) first++;
        const bool by_input = s && d->bound[s->id] && d->symbols[s->id] != dim->value;
        if (!by_input && d->dims[first].value == dim->value) continue;
        Diag *diag = diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE,
                                diag_fmt(ctx, "the dim '%s' is given two values", dim->name));
        diag_expected(ctx, diag, "%lld, which was asked for", (long long)dim->value);
        if (by_input)
            diag_found(ctx, diag, "%lld in the input '%s'", (long long)d->symbols[s->id],
                       d->from[s->id]->name);
        else
            diag_found(ctx, diag, "%lld before that", (long long)d->dims[first].value);
        ok = false;
    }
    return ok;
}

/* Ranks run it: each one's inputs are its parts of those that one would have, and symbols are what
 * casts make of its place, unless an input or the caller says another thing. */
static void find_parts(Draw *d) {
    const size_t n = (size_t)d->m->dims.n_symbols + 1;
    bool *fixed = ARENA_ARRAY(d->arena, bool, n);
    int64_t value;
    for (size_t i = 0; i < d->fn->symbols.len; i++) {
        const IrSymbol *s = d->fn->symbols.at[i];
        fixed[s->id] = d->bound[s->id];
        for (uint32_t k = 0; k < d->n_dims; k++)
            fixed[s->id] |= strcmp(d->dims[k].name, s->name) == 0;
    }
    const RankSymbols symbols = {.fixed = fixed, .value = value_of, .user = d};
    d->parts = rank_parts_new(d->fn, d->arena, &symbols);
    for (size_t i = 0; d->parts && i < d->fn->symbols.len; i++) {
        const IrSymbol *s = d->fn->symbols.at[i];
        if (d->bound[s->id] || !rank_parts_symbol(d->parts, s, &value)) continue;
        d->bound[s->id] = true;
        d->symbols[s->id] = value;
    }
}

bool draw_inputs(IrFunction *fn, DrawBy by, Value **inputs, ValueList *list, Arena *arena,
                 DrawNames *defaulted) {
    const DrawDim *dims = by.dims;
    const uint32_t n_dims = by.n_dims;
    IrModule *m = fn->module;
    Ctx *ctx = m->ctx;
    const Loc no_place = {.line = 0};
    Draw d = {.fn = fn,
              .m = m,
              .seed = by.seed,
              .list = list,
              .arena = arena,
              .dims = dims,
              .n_dims = n_dims,
              .defaulted = defaulted};
    d.symbols = ARENA_ARRAY(arena, int64_t, (size_t)m->dims.n_symbols + 1);
    d.bound = ARENA_ARRAY(arena, bool, (size_t)m->dims.n_symbols + 1);
    d.from = ARENA_ARRAY(arena, const IrVar *, (size_t)m->dims.n_symbols + 1);
    bool ok = true;
    for (uint32_t i = 0; i < n_dims; i++) {
        bool known = false;
        for (size_t k = 0; k < fn->symbols.len; k++)
            known |= strcmp(fn->symbols.at[k]->name, dims[i].name) == 0;
        if (known && dims[i].value >= 0) continue;
        diag_error(ctx, no_place, DIAG_VALUE,
                   diag_fmt(ctx,
                            known ? "the dim '%s' is negative" : "'%s' is no symbolic dim of '%s'",
                            dims[i].name, fn->name));
        ok = false;
    }
    for (size_t i = 0; i < fn->params.len; i++) {
        if (inputs[i]) bind_given(&d, fn->params.at[i], fn->params.at[i]->type, inputs[i]);
    }
    ok = dims_agree(&d) && !d.disagree && ok;
    if (ok) find_parts(&d);
    for (size_t i = 0; ok && i < fn->params.len; i++) {
        if (inputs[i]) continue;
        const IrVar *p = fn->params.at[i];
        const size_t origin = d.parts ? rank_parts_origin(d.parts, i) : i;
        DrawAt at = {.param = i, .bound = index_bound(&d, p, 8)};
        inputs[i] = draw(&d, p->type, mix(by.seed ^ mix(origin + 1)), &at);
        if (inputs[i]) continue;
        Diag *diag = diag_error(ctx, fn->loc, DIAG_VALUE,
                                diag_fmt(ctx, "no input can be drawn for '%s'", p->name));
        diag_found(ctx, diag, "%s", ir_type_text(m, p->type));
        diag_help(ctx, diag, "give it: --input %s=@file.npy", p->name);
        ok = false;
    }
    return ok;
}
