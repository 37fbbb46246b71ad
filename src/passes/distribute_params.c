/* SPDX-License-Identifier: Apache-2.0 */
/* The parameters of a rank's function. A symbol that is split is known to the ranks where some
 * parameter's part has it alone as a dim. Where all have multiples of it (n split over 4 ranks here
 * and over 3 there is 3*n and 4*n of these parts), the first of these is an extent of its own, from
 * which the symbol is told; casts hold that, and all others, against it:
 *
 *     def main(x: R.Tensor(("n_3",)), w: R.Tensor(("4*(n_3 // 3)", 8))):
 *         told = R.match_cast(R.zeros(R.shape([n_3 // 3, 0]), "bool"), R.Tensor((n, 0), "bool"))
 *         x1 = R.match_cast(x, R.Tensor((3*n,)))
 *         w1 = R.match_cast(w, R.Tensor((4*n, 8)))
 *
 * (A tensor without elements, as an extent of one is known to be 0 or more.) */
#include "ops/ops.h"
#include "passes/distribute_parts.h"

/* A parameter of such extents, and what it is cast to. */
typedef struct {
    const IrVar *old;
    IrVar *v;
    const IrType *type;
    Part *part; /* NULL: it has no slots */
} Cast;

typedef struct {
    IrSymbol *symbol;
    const IrDim *from; /* the multiple that tells it; NULL: none yet */
    int64_t times;
    const IrDim *own, *number; /* in the function that is made: that multiple, and the symbol */
} Lost;

struct Told {
    const IrFunction *fn;
    bool *alone; /* by symbol index */
    Lost **lost; /* the same; NULL: it is not lost */
    VEC(Lost *) all;
    VEC(Cast) casts;
};
typedef struct Told Told;

void distribute_set_leaves(Distribute *ds, const IrType *t, Part *part, const uint32_t *slots,
                           uint32_t *leaf, bool wanted) {
    if (t->kind != IR_TYPE_TUPLE) {
        const uint32_t slot = slots[(*leaf)++];
        const Sharding s = wanted ? ds->slots.at[slot].want : shard_whole;
        distribute_add_version(ds, slot, &s, part);
        return;
    }
    for (uint32_t i = 0; i < t->n; i++)
        distribute_set_leaves(ds, t->fields[i], distribute_field(ds, part, i), slots, leaf, wanted);
}

static const IrType *local_param(Distribute *ds, const IrType *t, const uint32_t *slots,
                                 uint32_t *leaf) {
    if (t->kind != IR_TYPE_TUPLE)
        return distribute_local_type(ds, t, &ds->slots.at[slots[(*leaf)++]].want);
    const IrType **fields = ARENA_ARRAY(&ds->arena, const IrType *, (size_t)t->n + 1);
    for (uint32_t i = 0; i < t->n; i++) fields[i] = local_param(ds, t->fields[i], slots, leaf);
    return ir_type_tuple(ds->m, fields, t->n);
}

/* --- Symbols that no part has alone --- */

static const IrDim *const *dims_of(const IrType *t, int32_t *n) {
    const bool has_dims = (t->kind == IR_TYPE_TENSOR || t->kind == IR_TYPE_SHAPE) && t->dims;
    *n = has_dims ? t->ndim : t->kind == IR_TYPE_PRIM && t->value ? 1 : 0;
    return has_dims ? t->dims : &t->value;
}

static void see_alone(Told *told, const IrType *t) {
    int32_t n;
    const IrDim *const *dims = dims_of(t, &n);
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++) see_alone(told, t->fields[i]);
    for (int32_t d = 0; d < n; d++) {
        const IrSymbol *s = ir_dim_as_symbol(dims[d]);
        if (s && s->function == told->fn) told->alone[s->index] = true;
    }
}

typedef struct {
    Distribute *ds;
    Told *told;
    bool any; /* a symbol that is lost was seen */
} See;

static void see_symbol(void *user, IrSymbol *s) {
    See *see = user;
    Told *told = see->told;
    if (s->function != told->fn || told->alone[s->index]) return;
    see->any = true;
    if (told->lost[s->index]) return;
    Lost *lost = ARENA_NEW(&see->ds->arena, Lost);
    lost->symbol = s;
    told->lost[s->index] = lost;
    vec_push(&see->ds->arena, &told->all, lost);
}

static bool has_lost(Distribute *ds, const IrDim *d) {
    See see = {ds, ds->told, false};
    ir_dim_symbols(d, see_symbol, &see);
    return see.any;
}

/* The symbol of which the dim is a multiple alone; NULL: of none. */
static const IrSymbol *multiple_of(const IrDim *d, int64_t *times) {
    if (d->constant || d->n != 1 || d->terms[0].coeff < 1 || d->terms[0].mono->n != 1) return NULL;
    const IrFactor *f = &d->terms[0].mono->factors[0];
    *times = d->terms[0].coeff;
    return f->power == 1 && f->atom->kind == IR_ATOM_SYMBOL ? f->atom->symbol : NULL;
}

/* What is lost, and the first multiple of it, of tensors alone or of others too. */
static void see_multiples(Distribute *ds, const IrType *t, bool tensors) {
    int32_t n;
    const IrDim *const *dims = dims_of(t, &n);
    for (uint32_t i = 0; t->kind == IR_TYPE_TUPLE && i < t->n; i++)
        see_multiples(ds, t->fields[i], tensors);
    for (int32_t d = 0; d < n; d++) {
        int64_t times;
        const bool is_lost = has_lost(ds, dims[d]);
        const IrSymbol *s = is_lost ? multiple_of(dims[d], &times) : NULL;
        Lost *lost = s ? ds->told->lost[s->index] : NULL;
        if (!lost || lost->from || (tensors && t->kind != IR_TYPE_TENSOR)) continue;
        lost->from = dims[d];
        lost->times = times;
    }
}

/* --- Extents of their own --- */

/* A name that neither function has yet. */
static const char *own_name(Distribute *ds, const Lost *lost) {
    const char *text =
        arena_printf(&ds->arena, "%s_%lld", lost->symbol->name, (long long)lost->times);
    const char *own = intern_c(&ds->m->names, text);
    while (ir_symbol_find(ds->fn, own) || ir_symbol_find(ds->clone->to, own)) {
        text = arena_printf(&ds->arena, "%s_", text);
        own = intern_c(&ds->m->names, text);
    }
    return own;
}

static void make_own(Distribute *ds, Lost *lost) {
    if (!lost->from) BUG("no parameter has a multiple of '%s'", lost->symbol->name);
    lost->own = ir_dim_symbol(ds->m, ir_symbol_new(ds->clone->to, own_name(ds, lost), ds->fn->loc));
    lost->number = ir_dim_floordiv(ds->m, lost->own, ir_dim_const(ds->m, lost->times));
}

static const IrDim *without_lost(void *user, IrSymbol *s) {
    Distribute *ds = user;
    const Told *told = ds->told;
    const Lost *lost = s->function == told->fn ? told->lost[s->index] : NULL;
    return lost ? lost->number : ir_clone_symbol(ds->clone, s);
}

static const IrDim *stand_for(Distribute *ds, const IrDim *d) {
    for (size_t i = 0; i < ds->told->all.len; i++) {
        if (ds->told->all.at[i]->from == d) return ds->told->all.at[i]->own;
    }
    return ir_dim_map(ds->m, d, without_lost, ds);
}

/* The type as the parameter has it in the function that is made; *any: some dim stands for
 * another. */
static const IrType *declared(Distribute *ds, const IrType *t, bool *any) {
    IrModule *m = ds->m;
    int32_t n;
    const IrDim *const *dims = dims_of(t, &n);
    if (t->kind == IR_TYPE_TUPLE) {
        const IrType **fields = ARENA_ARRAY(&ds->arena, const IrType *, (size_t)t->n + 1);
        for (uint32_t i = 0; i < t->n; i++) fields[i] = declared(ds, t->fields[i], any);
        return ir_type_tuple(m, fields, t->n);
    }
    const IrDim **own = ARENA_ARRAY(&ds->arena, const IrDim *, (size_t)n + 1);
    bool stands = false;
    for (int32_t d = 0; d < n; d++) {
        const bool is_lost = has_lost(ds, dims[d]);
        own[d] = is_lost ? stand_for(ds, dims[d]) : distribute_here(ds, dims[d]);
        stands |= is_lost;
    }
    *any |= stands;
    if (!stands) return ir_clone_type(ds->clone, t);
    if (t->kind == IR_TYPE_SHAPE) return ir_type_shape(m, own, n);
    if (t->kind == IR_TYPE_PRIM) return ir_type_prim(m, t->dtype, own[0]);
    const IrType *tensor = ir_type_tensor(m, own, n, t->dtype);
    return t->vdevice ? ir_type_on(m, tensor, t->vdevice) : tensor;
}

static void add_param(Distribute *ds, const IrVar *old, const IrType *local) {
    const uint32_t *slots = ds->of_var[old->id];
    bool any = false;
    const IrType *t = declared(ds, local, &any);
    IrVar *v = ir_clone_new_param(ds->clone, old->name, t);
    Part *part = slots ? distribute_part(ds, d_var(v)) : NULL;
    if (any) {
        const Cast cast = {old, v, ir_clone_type(ds->clone, local), part};
        vec_push(&ds->arena, &ds->told->casts, cast);
    }
    if (!slots) {
        ir_clone_set_var(ds->clone, old, v);
        return;
    }
    const double bytes = distribute_size(ds, local);
    uint32_t leaf = 0;
    ds->bytes.parameters += bytes;
    if (ds->o->report) strbuf_printf(ds->o->report, "parameter %s: %.0f bytes\n", old->name, bytes);
    distribute_set_leaves(ds, old->type, part, slots, &leaf, true);
}

/* No result is of a symbol that the body tells. */
static const IrDim *unless_lost(void *user, IrSymbol *s) {
    Distribute *ds = user;
    const Told *told = ds->told;
    if (s->function == told->fn && told->lost[s->index]) return NULL;
    return ir_clone_symbol(ds->clone, s);
}

void distribute_add_params(Distribute *ds) {
    const IrFunction *fn = ds->fn;
    const size_t n = fn->params.len, n_symbols = fn->symbols.len + 1;
    const IrType **types = ARENA_ARRAY(&ds->arena, const IrType *, n + 1);
    Told *told = ARENA_NEW(&ds->arena, Told);
    *told = (Told){.fn = fn,
                   .alone = ARENA_ARRAY(&ds->arena, bool, n_symbols),
                   .lost = ARENA_ARRAY(&ds->arena, Lost *, n_symbols)};
    ds->told = told;
    for (size_t i = 0; i < n; i++) {
        const uint32_t *slots = ds->of_var[fn->params.at[i]->id];
        uint32_t leaf = 0;
        types[i] = fn->params.at[i]->type;
        if (slots) types[i] = local_param(ds, types[i], slots, &leaf);
        see_alone(told, types[i]);
    }
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < n; i++) see_multiples(ds, types[i], pass == 0);
    }
    for (size_t i = 0; i < told->all.len; i++) make_own(ds, told->all.at[i]);
    for (size_t i = 0; i < n; i++) add_param(ds, fn->params.at[i], types[i]);
    if (told->all.len) ds->clone->to->result = ir_type_map(ds->m, fn->result, unless_lost, ds);
}

/* Errors of the run are the function's. */
static void tell(Distribute *ds) {
    Told *told = ds->told;
    IrBuilder *b = ds->build.b;
    const Loc loc = b->loc;
    b->loc = ds->fn->loc;
    for (size_t i = 0; i < told->all.len; i++) {
        const Lost *lost = told->all.at[i];
        const IrDim *own = ir_clone_symbol(ds->clone, lost->symbol);
        const IrDim *none = ir_dim_const(ds->m, 0), *const dims[] = {lost->number, none},
                    *const own_dims[] = {own, none};
        const IrOperand empty =
            d_filled(&ds->build, &op_zeros, ir_type_tensor(ds->m, dims, 2, DTYPE_BOOL));
        if (!ir_build_match_cast(b, &empty, 1, ir_type_tensor(ds->m, own_dims, 2, DTYPE_BOOL),
                                 NULL))
            BUG("a symbol is no extent");
    }
    for (size_t i = 0; i < told->casts.len; i++) {
        const Cast *cast = &told->casts.at[i];
        const IrOperand o = d_var(cast->v);
        IrVar *v = ir_build_match_cast(b, &o, 1, cast->type, cast->v->name);
        if (!v) BUG("a parameter is not cast to its type");
        if (cast->part)
            cast->part->value.var = v;
        else
            ir_clone_set_var(ds->clone, cast->old, v);
    }
    b->loc = loc;
}

void distribute_begin_body(Distribute *ds) {
    if (ds->has_begun) return;
    ds->has_begun = true;
    tell(ds);
    distribute_check_params(ds);
}
