/* SPDX-License-Identifier: Apache-2.0 */
/* Integers and buffers of host programs. */
#include "backend/lower_parts.h"

static uint32_t low_number(Map *map, Arena *arena, const void *of, uint32_t next, bool *is_new) {
    const uint64_t hash = hash_ptr(0, of);
    *is_new = false;
    for (MapIter it = map_find(map, hash); map_next(map, &it);) {
        const LowNumber *n = it.value;
        if (n->of == of) return n->number;
    }
    LowNumber *n = ARENA_NEW(arena, LowNumber);
    *n = (LowNumber){of, next};
    map_add(map, hash, n);
    *is_new = true;
    return next;
}

const HirExpr *low_expr(LowFn *p, HirExpr e) {
    HirExpr *out = ARENA_NEW(p->h->arena, HirExpr);
    *out = e;
    return out;
}

const HirExpr *low_op(LowFn *p, HirExprKind kind, size_t n, const HirExpr *const *args) {
    const HirExpr **list = ARENA_ARRAY(p->h->arena, const HirExpr *, n + 1);
    for (size_t i = 0; i < n; i++) list[i] = args[i];
    return low_expr(p, (HirExpr){.kind = kind, .n = (uint32_t)n, .args = list});
}

const HirExpr *low_int(LowFn *p, int64_t v) {
    return low_expr(p, (HirExpr){.kind = HIR_INT_EXPR, .i = v});
}

const HirExpr *low_cell(LowFn *p, HirCell c) {
    return low_expr(p, (HirExpr){.kind = HIR_CELL_EXPR, .cell = c});
}

HirCell low_own(HirCellKind kind, uint32_t index) {
    return (HirCell){.kind = kind, .index = index};
}

const HirExpr *low_get(LowFn *p, HirCellKind kind, uint32_t index) {
    return low_cell(p, low_own(kind, index));
}

HirCell low_symbol(LowFn *p, const IrSymbol *s) {
    return low_own(HIR_SYMBOL_CELL, be_symbol(p->f, s)->slot);
}

static HirCell next_of(LowFn *p, HirCellKind kind, uint32_t *n) {
    const uint32_t at = (*n)++;
    if (*n > p->to->n_cells[kind]) p->to->n_cells[kind] = *n;
    return low_own(kind, at);
}

HirCell low_temp(LowFn *p) { return next_of(p, HIR_TEMP_CELL, &p->n_temps); }
HirCell low_pointer_temp(LowFn *p) { return next_of(p, HIR_POINTER_CELL, &p->n_pointers); }

/* Dims */

static const HirExpr *atom(LowFn *p, const IrAtom *a) {
    static const HirExprKind of_kind[] = {
        [IR_ATOM_FLOORDIV] = HIR_FLOORDIV_EXPR, [IR_ATOM_MIN] = HIR_MIN_EXPR,
        [IR_ATOM_MAX] = HIR_MAX_EXPR,           [IR_ATOM_SUM] = HIR_ADD_EXPR,
        [IR_ATOM_PRODUCT] = HIR_MUL_EXPR,
    };
    if (a->kind == IR_ATOM_SYMBOL) return low_cell(p, low_symbol(p, a->symbol));
    const HirExpr **args = ARENA_ARRAY(p->h->arena, const HirExpr *, (size_t)a->n + 1);
    for (uint32_t i = 0; i < a->n; i++) args[i] = low_dim_expr(p, a->args[i]);
    return low_expr(p, (HirExpr){.kind = of_kind[a->kind], .n = a->n, .args = args});
}

static const HirExpr *combined(LowFn *p, HirExprKind kind, const HirExpr **list, size_t n) {
    return n == 1 ? list[0] : low_expr(p, (HirExpr){.kind = kind, .n = (uint32_t)n, .args = list});
}

static const HirExpr *monomial(LowFn *p, const IrTerm *t) {
    VEC(const HirExpr *) factors = {.at = NULL};
    if (t->coeff != 1) vec_push(p->h->arena, &factors, low_int(p, t->coeff));
    for (uint32_t i = 0; i < t->mono->n; i++) {
        const HirExpr *factor = atom(p, t->mono->factors[i].atom);
        for (uint32_t k = 0; k < t->mono->factors[i].power; k++)
            vec_push(p->h->arena, &factors, factor);
    }
    return combined(p, HIR_MUL_EXPR, factors.at, factors.len);
}

/* Depth: a dim's, which is bounded. */
const HirExpr *low_dim_expr(LowFn *p, const IrDim *d) {
    VEC(const HirExpr *) terms = {.at = NULL};
    for (uint32_t i = 0; i < d->n; i++) vec_push(p->h->arena, &terms, monomial(p, &d->terms[i]));
    if (d->constant || !d->n) vec_push(p->h->arena, &terms, low_int(p, d->constant));
    return combined(p, HIR_ADD_EXPR, terms.at, terms.len);
}

static LowExtent *extent(LowFn *p, const IrDim *d) {
    const uint64_t hash = hash_ptr(0, d);
    for (MapIter it = map_find(&p->extents_by_dim, hash); map_next(&p->extents_by_dim, &it);) {
        LowExtent *x = it.value;
        if (x->dim == d) return x;
    }
    LowExtent *x = ARENA_NEW(p->h->arena, LowExtent);
    *x = (LowExtent){.dim = d, .cell = p->to->n_cells[HIR_EXTENT_CELL]++};
    vec_push(p->h->arena, &p->extents, x);
    map_add(&p->extents_by_dim, hash, x);
    return x;
}

void low_layout_dim(LowFn *p, const IrDim *d) {
    if (d->n == 0 || ir_dim_as_symbol(d)) return;
    LowExtent *x = extent(p, d);
    if (x->is_done) return;
    x->is_done = true;
    low_set(p, low_own(HIR_EXTENT_CELL, x->cell), low_dim_expr(p, d));
}

const HirExpr *low_dim(LowFn *p, const IrDim *d) {
    const IrSymbol *symbol = ir_dim_as_symbol(d);
    if (d->n == 0) return low_int(p, d->constant);
    if (symbol) return low_cell(p, low_symbol(p, symbol));
    if (be_is_known(p->f, d)) {
        if (p->in_layout) low_layout_dim(p, d);
        return low_get(p, HIR_EXTENT_CELL, extent(p, d)->cell);
    }
    const HirCell t = low_temp(p);
    low_set(p, t, low_dim_expr(p, d));
    return low_cell(p, t);
}

/* Buffers */

static uint32_t constant(LowFn *p, const IrConst *c) {
    HirProgram *program = p->h->program;
    bool is_new;
    const uint32_t n =
        low_number(&p->h->constants, p->h->arena, c, (uint32_t)program->constants.len, &is_new);
    if (is_new)
        vec_push(p->h->arena, &program->constants,
                 ((HirConstant){.bytes = (int64_t)c->tensor->bytes, .made_of = c}));
    return n;
}

static HirBuffer row_of(LowFn *p, BeBuffer *b) {
    const BeBuffer *root = be_root(b);
    HirBuffer row = {.index = 0};
    bool is_new;
    switch (root->place) {
    case BE_ARENA:
        row.place = HIR_IN_ARENA;
        row.offset = root->arena.has_offset
                         ? low_int(p, root->arena.offset)
                         : low_get(p, HIR_EXTENT_CELL, p->slots[root->arena.slot]);
        break;
    case BE_HEAP: row.place = HIR_IN_HEAP, row.index = root->heap.slot; break;
    case BE_INPUT:
        row.place = HIR_IN_INPUT, row.index = root->input.index;
        if (root->input.is_donated) row.heir = root->input.heir + 1;
        break;
    case BE_OUTPUT: row.place = HIR_IN_OUTPUT, row.index = root->output; break;
    case BE_CONST: row.place = HIR_IN_CONSTANT, row.index = constant(p, root->constant); break;
    }
    if (b->at) row.at = low_dim(p, b->at);
    if (b->bytes && root->place != BE_HEAP && be_is_known(p->f, b->bytes))
        row.bytes = low_dim_expr(p, b->bytes);
    row.value = low_number(&p->values, p->h->arena, be_value_of(b), p->n_values, &is_new);
    p->n_values += is_new;
    return row;
}

uint32_t low_buffer(LowFn *p, BeBuffer *b) {
    bool is_new;
    const uint32_t n =
        low_number(&p->buffers, p->h->arena, b, (uint32_t)p->to->buffers.len, &is_new);
    if (!is_new) return n;
    const HirBuffer row = row_of(p, b);
    vec_push(p->h->arena, &p->to->buffers, row);
    return n;
}

const HirExpr *low_pointer(LowFn *p, BeBuffer *b) {
    return low_expr(p, (HirExpr){.kind = HIR_BUFFER_EXPR, .number = low_buffer(p, b)});
}

const HirExpr *low_condition(LowFn *p, const BeLeaf *leaf) {
    if (leaf->kind == BE_INTS) return low_dim(p, leaf->dims[0]);
    const HirExpr **at = ARENA_ARRAY(p->h->arena, const HirExpr *, 1);
    at[0] = low_pointer(p, leaf->buffer);
    return low_expr(
        p, (HirExpr){.kind = HIR_LOAD_EXPR, .n = 1, .args = at, .element = {.dtype = DTYPE_BOOL}});
}

const HirExpr *low_float(LowFn *p, const BeLeaf *leaf) {
    if (!leaf->is_constant) return low_get(p, HIR_FLOAT_CELL, leaf->slot);
    return low_expr(p, (HirExpr){.kind = HIR_REAL_EXPR, .f = leaf->f});
}
