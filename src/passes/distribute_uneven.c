/* SPDX-License-Identifier: Apache-2.0 */
/* Parts of a dim of n elements that k ranks do not divide: rank r has (r + 1)*n//k - r*n//k of
 * them, from r*n//k on, and perhaps none. All ranks run one function, so the extent of a part is a
 * symbol there, data_10; every dim of 10 elements that is split over the axis `data` has it, so
 * type rules and loops see that such parts fit. A parameter's type defines the symbol, or else a
 * cast; in both cases a cast holds it against what the rank's place says:
 *
 *     r = R.match_cast(R.tensor_to_shape(R.reshape(R.ccl.rank(axes=["data"]), R.shape([1]))),
 *                      R.Shape([data]))
 *     part = R.match_cast(R.shape([(data + 1)*10//4 - data*10//4]), R.Shape([data_10]))
 *
 * Such dims are found before the function is rewritten: a part that nobody asked for until then is
 * none. Of an extent with symbols (4*n + 1) they are so where a marker in the text says it of a
 * value; then all values of that extent may be, but parameters, from which the symbols are told. */
#include "base/diag.h"
#include "ops/ops.h"
#include "passes/distribute_parts.h"

/* Numbers of all ranks of an axis, and what the rank's own is known as. */
typedef struct {
    uint32_t axis;
    const int64_t *at;
    const IrDim *own;
} Numbers;

static uint64_t hash_of(const IrDim *whole, uint32_t axis) {
    return hash_mix(hash_ptr(0, whole), axis);
}

bool distribute_is_even(const Distribute *ds, const IrDim *whole, uint32_t axis) {
    const IrDim *k = ir_dim_const(ds->m, ds->mesh.axes[axis].size);
    return ir_dim_is(ir_dim_floormod(ds->m, whole, k), 0);
}

static const char *name_of(Distribute *ds, int64_t whole, uint32_t axis) {
    const Str name = ds->mesh.axes[axis].name;
    const char *text =
        whole ? arena_printf(&ds->arena, "%.*s_%lld", (int)name.len, name.ptr, (long long)whole)
              : arena_printf(&ds->arena, "%.*s_part", (int)name.len, name.ptr);
    const char *own = intern_c(&ds->m->names, text);
    while (ir_symbol_find(ds->fn, own)) {
        text = arena_printf(&ds->arena, "%s_", text);
        own = intern_c(&ds->m->names, text);
    }
    return own;
}

static Uneven *uneven_find(Distribute *ds, const IrDim *whole, uint32_t axis) {
    const uint64_t hash = hash_of(whole, axis);
    for (MapIter it = map_find(&ds->uneven, hash); map_next(&ds->uneven, &it);) {
        Uneven *known = it.value;
        if (known->whole == whole && known->axis == axis) return known;
    }
    return NULL;
}

/* n: 0 of one with symbols, of which as many elements are counted as `counted`. */
static Uneven *uneven_new(Distribute *ds, const IrDim *whole, int64_t n, int64_t counted,
                          uint32_t axis) {
    Uneven *made = ARENA_NEW(&ds->arena, Uneven);
    IrSymbol *s = ir_symbol_new(ds->fn, name_of(ds, n, axis), ds->fn->loc);
    const int64_t k = ds->mesh.axes[axis].size;
    s->is_extent = s->is_defined = true;
    *made = (Uneven){.whole = whole, .n = n, .axis = axis, .symbol = s};
    made->most = (counted + k - 1) / k;
    map_add(&ds->uneven, hash_of(whole, axis), made);
    map_add_ptr(&ds->uneven_of, s, made);
    return made;
}

Uneven *distribute_uneven(Distribute *ds, const IrDim *whole, uint32_t axis) {
    int64_t n;
    Uneven *known = uneven_find(ds, whole, axis);
    if (known) return known;
    if (ds->is_spread || !ir_dim_is_const(whole, &n) || n <= 0 || n > INT64_MAX / MESH_RANKS_MAX)
        return NULL;
    return uneven_new(ds, whole, n, n, axis);
}

/* --- Of an extent with symbols --- */

typedef struct {
    const IrFunction *fn;
    bool *told; /* by symbol index: parameters have it in their types */
    bool ok;
} Known;

static void note_told(void *user, IrSymbol *s) {
    const Known *known = user;
    if (s->function == known->fn) known->told[s->index] = true;
}

static void see_known(void *user, IrSymbol *s) {
    Known *known = user;
    known->ok = known->ok && s->function == known->fn && known->told[s->index];
}

bool distribute_is_told(Distribute *ds, uint32_t slot, int8_t dim, uint32_t axis) {
    const IrType *t = ds->slots.at[slot].type;
    if (slot >= ds->n_param_slots || distribute_is_even(ds, t->dims[dim], axis)) return false;
    const Uneven *u = uneven_find(ds, t->dims[dim], axis);
    return u && !u->n;
}

void distribute_allow_uneven(Distribute *ds, const IrDim *whole, uint32_t axis) {
    enum { COUNTED = 1024 };
    Known known = {ds->fn, ARENA_ARRAY(&ds->arena, bool, ds->fn->symbols.len + 1), true};
    int64_t n;
    if (ds->is_spread || ir_dim_is_const(whole, &n) || distribute_is_even(ds, whole, axis) ||
        uneven_find(ds, whole, axis))
        return;
    for (uint32_t i = 0; i < ds->n_param_slots; i++) {
        const IrType *t = ds->slots.at[i].type;
        for (int32_t d = 0; t->dims && d < t->ndim; d++)
            ir_dim_symbols(t->dims[d], note_told, &known);
    }
    ir_dim_symbols(whole, see_known, &known);
    if (known.ok) uneven_new(ds, whole, 0, COUNTED, axis);
}

IrAttr distribute_axes(Distribute *ds, uint32_t axis) {
    IrModule *m = ds->m;
    IrAttr *item = ARENA_NEW(&m->arena, IrAttr);
    *item = (IrAttr){.kind = IR_ATTR_STRING, .s = intern(&m->names, ds->mesh.axes[axis].name)};
    return (IrAttr){.kind = IR_ATTR_LIST, .n = 1, .items = item};
}

IrOperand distribute_rank(Distribute *ds, uint32_t axis) {
    if (ds->ranks[axis].kind == IR_OPERAND_NONE) {
        IrAttr *attrs = d_attrs(&ds->build, &op_ccl_rank);
        attrs[ir_op_attr_index(&op_ccl_rank, "axes")] = distribute_axes(ds, axis);
        ds->ranks[axis] = d_call(&ds->build, &op_ccl_rank, NULL, 0, attrs);
    }
    return ds->ranks[axis];
}

/* A name that no symbol has, of either function. */
static const char *free_name(Distribute *ds, const char *text) {
    const char *own = intern_c(&ds->m->names, text);
    for (uint32_t i = 1; ir_symbol_find(ds->fn, own) || ir_symbol_find(ds->clone->to, own); i++)
        own = intern_c(&ds->m->names, arena_printf(&ds->arena, "%s%u", text, (unsigned)i));
    return own;
}

/* A number that ranks compute, as a dim. */
static const IrDim *as_dim(Distribute *ds, IrOperand number, const char *name) {
    OpDecompose *d = &ds->build;
    const IrDim *one = ir_dim_const(ds->m, 1);
    const IrOperand shape = d1(d, &op_tensor_to_shape, d_reshape(d, number, &one, 1));
    const IrDim *r =
        ir_dim_symbol(ds->m, ir_symbol_new(ds->clone->to, free_name(ds, name), d->b->loc));
    if (!ir_build_match_cast(d->b, &shape, 1, ir_type_shape(ds->m, &r, 1), NULL))
        BUG("a rank's number is no shape");
    return r;
}

const IrDim *distribute_place(Distribute *ds, uint32_t axis) {
    const Str name = ds->mesh.axes[axis].name;
    if (!ds->places[axis])
        ds->places[axis] = as_dim(ds, distribute_rank(ds, axis), arena_strdup(&ds->arena, name));
    return ds->places[axis];
}

const IrDim *distribute_here(Distribute *ds, const IrDim *d) {
    return ir_clone_type(ds->clone, ir_type_shape(ds->m, &d, 1))->dims[0];
}

/* Where the part of the rank begins that is `further` behind this one. */
static const IrDim *begin_of(Distribute *ds, const Uneven *u, int64_t further) {
    IrModule *m = ds->m;
    const IrDim *r = ir_dim_offset(m, distribute_place(ds, u->axis), further);
    return ir_dim_floordiv(m, ir_dim_mul(m, r, distribute_here(ds, u->whole)),
                           ir_dim_const(m, ds->mesh.axes[u->axis].size));
}

const IrDim *distribute_own_extent(Distribute *ds, Uneven *u) {
    const IrDim *own = ir_clone_symbol(ds->clone, u->symbol);
    if (u->is_checked) return own;
    u->is_checked = true;
    const IrDim *next = begin_of(ds, u, 1);
    const IrDim *length = ir_dim_sub(ds->m, next, begin_of(ds, u, 0));
    const IrOperand shape = d_shape(&ds->build, &length, 1);
    map_add_ptr(&ds->uneven_of, ir_dim_as_symbol(own), u);
    if (!ir_build_match_cast(ds->build.b, &shape, 1, ir_type_shape(ds->m, &own, 1), NULL))
        BUG("a part's extent is no extent");
    return own;
}

void distribute_know_parts(Distribute *ds, const IrType *t, const Sharding *s) {
    for (uint32_t a = 0; a < ds->mesh.n; a++) {
        if (s->at[a] < 0 || distribute_is_even(ds, t->dims[s->at[a]], a)) continue;
        distribute_own_extent(ds, distribute_uneven(ds, t->dims[s->at[a]], a));
    }
}

void distribute_check_params(Distribute *ds) {
    for (uint32_t i = 0; i < ds->n_param_slots; i++)
        distribute_know_parts(ds, ds->slots.at[i].type, &ds->slots.at[i].want);
}

const IrDim *distribute_own_number(Distribute *ds, const int64_t *numbers, uint32_t axis) {
    const uint32_t n = ds->mesh.axes[axis].size;
    uint32_t k = 1;
    while (k < n && numbers[k] == numbers[0]) k++;
    if (k == n) return ir_dim_const(ds->m, numbers[0]);
    uint64_t hash = hash_mix(0, axis);
    for (uint32_t i = 0; i < n; i++) hash = hash_mix(hash, (uint64_t)numbers[i]);
    for (MapIter it = map_find(&ds->starts, hash); map_next(&ds->starts, &it);) {
        const Numbers *known = it.value;
        if (known->axis == axis && memcmp(known->at, numbers, n * sizeof *numbers) == 0)
            return known->own;
    }
    OpDecompose *d = &ds->build;
    const int64_t dims[] = {n};
    Tensor *t = tensor_new(ds->ctx, DTYPE_INT64, dims, 1);
    memcpy(t->data, numbers, n * sizeof *numbers);
    const IrOperand rows[] = {
        {.kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(ds->m, t)},
        distribute_rank(ds, axis)};
    IrAttr *attrs = d_attrs(d, &op_take);
    d_set_int(&op_take, attrs, "axis", 0);
    Numbers *made = ARENA_NEW(&ds->arena, Numbers);
    *made = (Numbers){axis, numbers, as_dim(ds, d_call(d, &op_take, rows, 2, attrs), "begin")};
    map_add(&ds->starts, hash, made);
    return made->own;
}

IrOperand distribute_rows(Distribute *ds, IrOperand x, int8_t dim, const IrDim *begin,
                          const IrDim *end) {
    const int64_t axis = dim;
    IrAttr *attrs = d_attrs(&ds->build, &op_strided_slice);
    d_set_bool(&op_strided_slice, attrs, "assume_inbound", true);
    return d_slice(&ds->build, x, &axis, &begin, &end, 1, attrs);
}

IrOperand distribute_take_rows(Distribute *ds, IrOperand x, int8_t dim, const IrDim *begin,
                               const IrDim *n) {
    const IrType *t = ir_operand_type(ds->m, &x);
    if (ir_dim_is(begin, 0) && t->dims[dim] == n) return x;
    return distribute_rows(ds, x, dim, begin, ir_dim_add(ds->m, begin, n));
}

IrOperand distribute_slice(Distribute *ds, IrOperand x, int8_t dim, Uneven *u) {
    const IrDim *own = distribute_own_extent(ds, u);
    const IrOperand y = distribute_rows(ds, x, dim, begin_of(ds, u, 0), begin_of(ds, u, 1));
    const IrType *t = d_type(&ds->build, y);
    const IrDim **dims = ARENA_ARRAY(&ds->arena, const IrDim *, (size_t)t->ndim + 1);
    for (int32_t d = 0; d < t->ndim; d++) dims[d] = d == dim ? own : t->dims[d];
    return d_match(&ds->build, y, dims, t->ndim);
}
