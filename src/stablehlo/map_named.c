/* SPDX-License-Identifier: Apache-2.0 */
/* Custom calls that stand for operations: those of CHLO by their names, and the dynamic operations
 * of exported modules with symbolic extents, whose attributes are operands. */
#include "stablehlo/maps.h"

/* The operation under the map becomes one of that name. */
static ShloOp *become(H *s, Str name, const ShloRow *row) {
    ShloOp *op = ARENA_NEW(s->im->arena, ShloOp);
    *op = *s->op;
    op->name = name;
    s->op = op;
    s->row = row;
    return op;
}

/* An operation of CHLO, which JAX's exported modules call by its name with its attributes in a
 * dictionary. */
static bool is_of_chlo(H *s, Str target) {
    if (target.len < 6 || target.len > 40) return false;
    if (memcmp(target.ptr, "mhlo.", 5) != 0 && memcmp(target.ptr, "chlo.", 5) != 0) return false;
    const Str rest = {target.ptr + 5, target.len - 5};
    const Str name = str_eq_c(rest, "topk")
                         ? str_c("chlo.top_k")
                         : str_c(arena_printf(s->im->arena, "chlo.%.*s", (int)rest.len, rest.ptr));
    const ShloRow *row = shlo_row_find(name);
    if (!row || !row->map) return false;
    const ShloAttr *attrs = h_attr(s, "mhlo.attributes");
    const bool has_attrs = attrs && attrs->kind == SHLO_ATTR_DICT;
    ShloOp *op = become(s, name, row);
    op->attrs = has_attrs ? attrs->items : NULL;
    op->n_attrs = has_attrs ? attrs->n : 0;
    row->map(s);
    return true;
}

static void want_operands(H *s, uint32_t n) {
    if (s->op->n_operands != n) h_fail(s, "%u operands instead of %u", s->op->n_operands, n);
}

static void dynamic_top_k(H *s) {
    uint32_t n;
    want_operands(s, 2);
    const IrDim *const *k = h_known(s, 1, &n);
    if (n != 1) h_fail(s, "its number of elements is no scalar");
    shlo_top_k(s, k[0]);
}

static void dynamic_rng(H *s) {
    uint32_t n;
    want_operands(s, 2);
    int64_t extent;
    const IrDim *const *dims = h_known(s, 1, &n);
    for (uint32_t i = 0; i < n; i++) {
        if (ir_dim_is_const(dims[i], &extent) && extent < 0)
            h_fail(s, "dim %u of its shape is %lld", i, (long long)extent);
    }
    shlo_random_bits(s, ir_type_tensor(s->m, dims, (int32_t)n, h_out_dtype(s, 1)));
}

/* Operand i as an attribute. */
static ShloAttr ints_attr(H *s, const char *name, uint32_t i) {
    uint32_t n = 0;
    const int64_t *ints = h_const_ints(s, i, &n);
    if (!ints) h_lacks(s, "'%s' that a run tells", name);
    ShloAttr *items = H_ARRAY(s, ShloAttr, n);
    for (uint32_t k = 0; k < n; k++) items[k] = (ShloAttr){.kind = SHLO_ATTR_INT, .i = ints[k]};
    return (ShloAttr){.kind = SHLO_ATTR_LIST, .name = str_c(name), .items = items, .n = n};
}

static const ShloFunc *called(H *s) {
    const ShloAttr *names = h_attr(s, "called_computations");
    if (!names || names->kind != SHLO_ATTR_LIST || names->n != 1 ||
        names->items->kind != SHLO_ATTR_SYMBOL)
        h_fail(s, "'called_computations' does not name one function");
    const Str name = names->items->s;
    const ShloFunc *f = shlo_find_func(s->im, name);
    if (!f || !f->has_body)
        h_fail(s, "there is no function @%.*s", (int)(name.len < 60 ? name.len : 60), name.ptr);
    return f;
}

/* Inputs, initial values, and the five attributes of the window. */
static void dynamic_reduce_window(H *s) {
    static const char *const names[] = {"window_dimensions", "window_strides", "base_dilations",
                                        "window_dilations", "padding"};
    const uint32_t n = s->op->n_operands;
    if (n < 7 || n % 2 == 0) h_fail(s, "%u operands", n);
    const uint32_t first = n - (uint32_t)ARRAY_LEN(names);
    ShloAttr *attrs = H_ARRAY(s, ShloAttr, ARRAY_LEN(names));
    for (uint32_t i = 0; i < ARRAY_LEN(names); i++) attrs[i] = ints_attr(s, names[i], first + i);
    const ShloFunc *f = called(s);
    ShloRegion *body = ARENA_NEW(s->im->arena, ShloRegion);
    *body = f->body;
    body->params = f->params;
    body->n_params = f->n_params;
    const Str name = str_c("stablehlo.reduce_window");
    ShloOp *op = become(s, name, shlo_row_find(name));
    op->attrs = attrs;
    op->n_attrs = ARRAY_LEN(names);
    op->n_operands = first;
    op->regions = body;
    op->n_regions = 1;
    shlo_map_reduce_window(s);
}

bool shlo_named_operation(H *s, Str target) {
    static const struct {
        const char *name;
        void (*map)(H *s);
    } dynamic[] = {{"stablehlo.dynamic_reduce_window", dynamic_reduce_window},
                   {"stablehlo.dynamic_rng_bit_generator", dynamic_rng},
                   {"stablehlo.dynamic_top_k", dynamic_top_k}};
    for (size_t i = 0; i < ARRAY_LEN(dynamic); i++) {
        if (!str_eq_c(target, dynamic[i].name)) continue;
        dynamic[i].map(s);
        return true;
    }
    return is_of_chlo(s, target);
}
