/* SPDX-License-Identifier: Apache-2.0 */
/* Entries: an entry's inputs and outputs are the leaves of its parameters and of its result; a
 * shape is a tensor of rank 1 of int64, a number one of rank 0. In `bind` everything that the types
 * say is checked. */
#include "backend/lower_parts.h"

typedef struct {
    LowFn *p;
    BeFn *f;
    const char **names; /* of inputs */
    uint64_t *given_by; /* by slot: leaf and place in it */
    VEC(HirExpr) bytes; /* that have to fit in 64 bits: told when all else is checked */
} Entry;

/* Names of leaves: the parameter's, with the places in tuples. */
static void leaf_names(Arena *arena, const BeValue *v, const char *name, const char ***next) {
    if (v->leaf) *(*next)++ = name;
    for (uint32_t i = 0; !v->leaf && i < v->n; i++)
        leaf_names(arena, v->fields[i], arena_printf(arena, "%s_%u", name, i), next);
}

/* The file's, as of outputs. */
static const char *name_of_param(const IrFunction *fn, size_t i) {
    const char *own = fn->params.at[i]->name ? fn->params.at[i]->name : "";
    const char *file = ir_file_name(fn, IR_INPUT_NAMES, own);
    return file ? file : own;
}

static DType leaf_dtype(DType t) { return t == DTYPE_VOID ? DTYPE_INT64 : t; }
static bool is_shape(BeLeafKind kind, DType t) { return kind == BE_INTS && t == DTYPE_VOID; }

static const HirExpr *dim_at(Entry *n, HirExprKind kind, size_t i, uint32_t k) {
    return low_expr(n->p, (HirExpr){.kind = kind, .tensor = {.index = (uint32_t)i, .dim = k}});
}

static const HirExpr *data_of(Entry *n, HirExprKind kind, size_t i) {
    return low_expr(n->p, (HirExpr){.kind = kind, .number = (uint32_t)i});
}

static const HirExpr *load(Entry *n, DType t, const HirExpr *from, uint32_t index) {
    const HirExpr **at = ARENA_ARRAY(n->p->h->arena, const HirExpr *, 1);
    at[0] = from;
    return low_expr(n->p, (HirExpr){.kind = HIR_LOAD_EXPR,
                                    .n = 1,
                                    .args = at,
                                    .element = {.dtype = t, .index = index}});
}

static const HirExpr *value_of(Entry *n, const BeLeaf *x, size_t i, uint32_t k) {
    if (x->kind == BE_TENSOR) return dim_at(n, HIR_IN_DIM_EXPR, i, k);
    return load(n, leaf_dtype(x->dtype), data_of(n, HIR_IN_DATA_EXPR, i), k);
}

static uint64_t place(size_t leaf, uint32_t k) { return ((uint64_t)leaf << 32 | k) + 1; }

/* First the symbols that stand alone get their values. */
static void bind_dim(Entry *n, const BeLeaf *x, size_t i, uint32_t k) {
    const IrSymbol *s = ir_dim_as_symbol(x->dims[k]);
    if (!s) return;
    const uint32_t slot = be_symbol(n->f, s)->slot;
    if (n->given_by[slot]) return;
    n->given_by[slot] = place(i, k);
    low_set(n->p, low_own(HIR_SYMBOL_CELL, slot), value_of(n, x, i, k));
}

/* Unless its extents are constants whose bytes are a size. */
static void check_bytes(Entry *n, HirExprKind kind, size_t i, const IrDim *const *dims,
                        uint32_t ndim, DType t) {
    int64_t bytes = dtype_size_up(t), d;
    bool fits = true;
    for (uint32_t k = 0; fits && k < ndim; k++)
        fits = ir_dim_is_const(dims[k], &d) && mul_i64(bytes, d, &bytes);
    if (fits) return;
    const HirExpr e = {.kind = kind,
                       .tensor = {.index = (uint32_t)i, .dim = ndim, .size = dtype_size_up(t)}};
    vec_push(n->p->h->arena, &n->bytes, e);
}

static void check_leaf(Entry *n, size_t i, const BeLeaf *x) {
    LowFn *p = n->p;
    Arena *arena = p->h->arena;
    const char *name = n->names[i];
    for (uint32_t k = 0; k < x->ndim; k++) {
        const IrSymbol *s = ir_dim_as_symbol(x->dims[k]);
        const HirExpr *value = value_of(n, x, i, k);
        if (x->kind == BE_TENSOR && s)
            low_fail(p, LOW_OP(p, LT, value, low_int(p, 0)),
                     arena_printf(arena, "input '%s': dim %u is negative", name, k));
        if (s && n->given_by[be_symbol(n->f, s)->slot] == place(i, k)) continue; /* it gave it */
        const char *fmt = x->kind == BE_TENSOR ? "dim" : "element";
        low_fail(p, LOW_OP(p, NE, value, low_dim(p, x->dims[k])),
                 arena_printf(arena, "input '%s': %s %u is not %s", name, fmt, k,
                              ir_dim_text(p->h->module->m, x->dims[k])));
    }
    if (x->kind == BE_TENSOR) check_bytes(n, HIR_IN_BYTES_EXPR, i, x->dims, x->ndim, x->dtype);
}

static void bind_inputs(Entry *n) {
    LowFn *p = n->p;
    BeFn *f = n->f;
    for (size_t i = 0; i < f->inputs.len; i++) {
        const BeLeaf *x = f->inputs.at[i];
        const HirExpr *data = data_of(n, HIR_IN_DATA_EXPR, i);
        if (is_shape(x->kind, x->dtype))
            low_fail(p, LOW_OP(p, NE, dim_at(n, HIR_IN_DIM_EXPR, i, 0), low_int(p, x->ndim)),
                     arena_printf(p->h->arena, "input '%s' is no shape of rank %u", n->names[i],
                                  x->ndim));
        if ((x->kind == BE_INTS && x->ndim) || x->kind == BE_FLOAT)
            low_fail(p, LOW_OP(p, IS_NONE, data), HIR_MISSING);
        for (uint32_t k = 0; k < x->ndim; k++) bind_dim(n, x, i, k);
        if (x->kind == BE_FLOAT)
            low_set(p, low_own(HIR_FLOAT_CELL, x->slot), load(n, x->dtype, data, 0));
    }
    if (low_has_layout(f)) low_stmt(p, HIR_LAYOUT);
    for (size_t i = 0; i < f->inputs.len; i++) check_leaf(n, i, f->inputs.at[i]);
}

static void set_dim(Entry *n, size_t i, uint32_t k, const HirExpr *v) {
    HirStmt *s = low_stmt(n->p, HIR_DIM);
    s->out.index = (uint32_t)i;
    s->out.dim = k;
    s->out.value = v;
}

static void bind_output(Entry *n, size_t i, const BeResult *r) {
    LowFn *p = n->p;
    if (is_shape(r->kind, r->dtype)) set_dim(n, i, 0, low_int(p, r->ndim));
    if (r->kind != BE_TENSOR) return;
    for (uint32_t k = 0; k < r->ndim; k++) {
        const HirExpr *v = r->dims ? low_dim(p, r->dims[k]) : low_int(p, -1);
        int64_t lo = 0, hi;
        set_dim(n, i, k, v);
        if (r->dims) ir_dim_bounds(r->dims[k], &lo, &hi);
        if (lo < 0)
            low_fail(p, LOW_OP(p, LT, v, low_int(p, 0)),
                     arena_printf(p->h->arena, "output %zu: dim %u is negative", i, k));
    }
    if (r->dims) check_bytes(n, HIR_OUT_BYTES_EXPR, i, r->dims, r->ndim, r->dtype);
}

static void bind(Entry *n) {
    LowFn *p = n->p;
    n->given_by = ARENA_ARRAY(p->h->arena, uint64_t, (size_t)n->f->n_slots + 1);
    bind_inputs(n);
    for (size_t i = 0; i < n->f->results.len; i++) bind_output(n, i, &n->f->results.at[i]);
    const HirCell bytes = n->bytes.len ? low_temp(p) : (HirCell){.frame = 0};
    for (size_t i = 0; i < n->bytes.len; i++) low_set(p, bytes, low_expr(p, n->bytes.at[i]));
}

/* The libraries that are called from f on, each once; functions are seen by number. */
static void plan(Entry *n, LowFn *const *all) {
    LowFn *p = n->p;
    Arena *arena = p->h->arena;
    bool *seen = ARENA_ARRAY(arena, bool, p->h->module->by_function.len + 1);
    VEC(LowFn *) todo = {.at = NULL};
    vec_push(arena, &todo, p);
    seen[n->f->index] = true;
    while (todo.len) {
        LowFn *g = todo.at[--todo.len];
        for (size_t i = 0; i < g->libraries.len; i++) {
            const BeLibrary *library = g->libraries.at[i];
            HirStmt s = {.kind = HIR_PREPARE, .prepare = {.number = library->index}};
            for (size_t k = 0; k < library->fn->symbols.len; k++) {
                const IrDim *d = library->dims[k];
                const bool is_known = d && (d->n == 0 || (g == p && be_is_known(p->f, d)));
                vec_push(arena, &s.prepare.symbols, is_known ? low_dim(p, d) : low_int(p, -1));
            }
            *low_stmt(p, HIR_PREPARE) = s;
        }
        for (size_t i = 0; i < g->callees.len; i++) {
            const BeFn *callee = g->callees.at[i];
            if (seen[callee->index]) continue;
            seen[callee->index] = true;
            vec_push(arena, &todo, all[p->h->numbers[callee->index]]);
        }
    }
}

/* Memory of tensors with elements must be there. */
static void take_memory(Entry *n, HirCell to, bool is_input, size_t i, uint32_t ndim) {
    LowFn *p = n->p;
    const HirExpr *data = data_of(n, is_input ? HIR_IN_DATA_EXPR : HIR_OUT_DATA_EXPR, i);
    const HirExpr *is_none = LOW_OP(p, IS_NONE, data), *missing = is_none;
    if (ndim) {
        const uint32_t temps = p->n_temps;
        const HirCell bytes = low_temp(p);
        const HirExprKind kind = is_input ? HIR_IN_BYTES_EXPR : HIR_OUT_BYTES_EXPR;
        low_set(p, bytes, low_expr(p, (HirExpr){.kind = kind, .tensor = {(uint32_t)i, ndim, 1}}));
        missing = LOW_OP(p, ALL, is_none, LOW_OP(p, NE, low_cell(p, bytes), low_int(p, 0)));
        p->n_temps = temps;
    }
    low_fail(p, missing, HIR_MISSING);
    low_set(p, to, LOW_OP(p, CHOOSE, is_none, low_op(p, HIR_NOTHING_EXPR, 0, NULL), data));
}

static void store(Entry *n, DType t, size_t i, uint32_t k, const HirExpr *v) {
    HirStmt *s = low_stmt(n->p, HIR_STORE);
    s->store.dtype = t;
    s->store.index = k;
    s->store.at = data_of(n, HIR_OUT_DATA_EXPR, i);
    s->store.value = v;
}

static void set_data(Entry *n, size_t i, const HirExpr *v) {
    HirStmt *s = low_stmt(n->p, HIR_DATA);
    s->out.index = (uint32_t)i;
    s->out.value = v;
}

static void store_result(Entry *n, size_t i, const BeResult *r) {
    LowFn *p = n->p;
    const DType t = leaf_dtype(r->dtype);
    if (r->kind == BE_TENSOR && !r->dims) {
        set_data(n, i, low_get(p, HIR_OUT_CELL, r->index));
        for (uint32_t k = 0; k < r->ndim; k++)
            set_dim(n, i, k, low_get(p, HIR_RETURNED_CELL, r->first_int + k));
    }
    for (uint32_t k = 0; r->kind == BE_INTS && k < r->ndim; k++)
        store(n, t, i, k, low_get(p, HIR_RETURNED_CELL, r->first_int + k));
    if (r->kind == BE_FLOAT) store(n, t, i, 0, low_get(p, HIR_RETURNED_FLOAT_CELL, r->index));
}

static void run(Entry *n) {
    LowFn *p = n->p;
    BeFn *f = n->f;
    if (f->has_arena) low_fail(p, LOW_OP(p, IS_NONE, low_get(p, HIR_ARENA_CELL, 0)), HIR_MISSING);
    for (size_t i = 0; i < f->inputs.len; i++) {
        const BeLeaf *x = f->inputs.at[i];
        if (x->kind == BE_TENSOR)
            take_memory(n, low_own(HIR_IN_CELL, x->buffer->input.index), true, i, x->ndim);
    }
    for (size_t i = 0; i < f->results.len; i++) {
        const BeResult *r = &f->results.at[i];
        if (r->kind == BE_TENSOR && r->dims)
            take_memory(n, low_own(HIR_OUT_CELL, r->index), false, i, r->ndim);
        else if (r->kind == BE_FLOAT || (r->kind == BE_INTS && r->ndim))
            low_fail(p, LOW_OP(p, IS_NONE, data_of(n, HIR_OUT_DATA_EXPR, i)), HIR_MISSING);
    }
    low_stmt(p, HIR_CALL);
    for (size_t i = 0; i < f->results.len; i++) store_result(n, i, &f->results.at[i]);
}

/* "(n, 4)", and whether all are constants. */
static const char *dims_text(Entry *n, const IrDim *const *dims, uint32_t ndim, bool *is_constant) {
    StrBuf s;
    int64_t v;
    strbuf_init(&s, n->p->h->arena);
    strbuf_putc(&s, '(');
    *is_constant = true;
    for (uint32_t i = 0; i < ndim; i++) {
        strbuf_printf(&s, "%s%s", i ? ", " : "", ir_dim_text(n->p->h->module->m, dims[i]));
        *is_constant = *is_constant && ir_dim_is_const(dims[i], &v);
    }
    strbuf_puts(&s, ndim == 1 ? ",)" : ")");
    return strbuf_cstr(&s);
}

static HirValueKind value_kind(BeLeafKind k) {
    return k == BE_TENSOR ? HIR_TENSOR : k == BE_INTS ? HIR_INTEGERS : HIR_NUMBER;
}

static void describe(Entry *n) {
    LowFn *p = n->p;
    BeFn *f = n->f;
    for (size_t i = 0; i < f->inputs.len; i++) {
        const BeLeaf *x = f->inputs.at[i];
        HirValue v = {
            .kind = value_kind(x->kind), .name = n->names[i], .dtype = x->dtype, .ndim = x->ndim};
        if (x->kind == BE_TENSOR)
            v.dims = dims_text(n, x->dims, x->ndim, &v.is_constant),
            v.index = x->buffer->input.index;
        vec_push(p->h->arena, &p->to->inputs, v);
    }
    for (size_t i = 0; i < f->results.len; i++) {
        const BeResult *r = &f->results.at[i];
        HirValue v = {.kind = value_kind(r->kind),
                      .name = ir_function_output_name(f->fn, i, f->results.len),
                      .dtype = r->dtype,
                      .ndim = r->ndim,
                      .takes = r->takes};
        if (r->kind == BE_TENSOR) v.index = r->index;
        if (r->kind == BE_TENSOR && r->dims)
            v.dims = dims_text(n, r->dims, r->ndim, &v.is_constant);
        vec_push(p->h->arena, &p->to->outputs, v);
    }
}

void low_entry(LowFn *p, LowFn *const *all) {
    BeFn *f = p->f;
    Entry n = {.p = p, .f = f, .names = ARENA_ARRAY(p->h->arena, const char *, f->inputs.len + 1)};
    const char **next = n.names;
    for (size_t i = 0; i < f->fn->params.len; i++)
        leaf_names(p->h->arena, f->params[i], name_of_param(f->fn, i), &next);
    describe(&n);
    p->out = &p->to->sections[HIR_SECTION_BIND];
    bind(&n);
    p->n_temps = 0;
    p->out = &p->to->sections[HIR_SECTION_PLAN];
    plan(&n, all);
    p->out = &p->to->sections[HIR_SECTION_RUN];
    run(&n);
}
