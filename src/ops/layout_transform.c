/* SPDX-License-Identifier: Apache-2.0 */
/* Elements moved to where an index map says. */
#include "ops/decompose.h"
#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam params[] = {
    OP_TENSOR("x"),
    {.name = "index_map", .kind = OP_PARAM_LIST, .form = OP_LIST_INDEX_MAP},
    OP_FLOAT_OR_NONE("pad_value"),
    {.name = "axis_separators", .kind = OP_PARAM_INTS, .optional = true},
    {.name = "input_axis_separators", .kind = OP_PARAM_INTS, .optional = true},
};

enum { C_NAMES = 1, C_RESULTS, C_PAD, C_EXTENTS };
static const char *const constraints[] = {
    "index_map has a name for each dim of x",
    "index_map has a result at least, and no more than tensors have dims",
    "pad_value is 0 or left out where x is bool, and an integer where x's dtype is",
    "each index that it gives is 0 or more, and its bound is known where x's extents are",
    NULL,
};

/* The map as a tree: a name's number, an integer, or an operation. */
static const IrAttr *map_names(const IrAttr *map) { return &map->items[0]; }
static const IrAttr *map_results(const IrAttr *map) { return &map->items[1]; }

static int32_t name_number(const IrAttr *map, const char *name) {
    const IrAttr *names = map_names(map);
    for (uint32_t i = 0; i < names->n; i++) {
        if (strcmp(names->items[i].s, name) == 0) return (int32_t)i;
    }
    BUG("an index map uses the name '%s', which it does not have", name);
}

/* From lo to hi, both included; NULL: not known. */
typedef struct {
    const IrDim *lo, *hi;
} Range;

static bool is_number(const IrDim *d, int64_t *out) { return d && ir_dim_is_const(d, out); }

/* The range of x op y where one bound of each gives it. */
static Range range_of(IrModule *m, const char *op, Range x, Range y) {
    const Range unknown = {NULL, NULL};
    int64_t a, b;
    if (!x.lo || !x.hi || !y.lo || !y.hi) return unknown;
    if (strcmp(op, "+") == 0) return (Range){ir_dim_add(m, x.lo, y.lo), ir_dim_add(m, x.hi, y.hi)};
    if (strcmp(op, "-") == 0) return (Range){ir_dim_sub(m, x.lo, y.hi), ir_dim_sub(m, x.hi, y.lo)};
    if (strcmp(op, "min") == 0)
        return (Range){ir_dim_min(m, x.lo, y.lo), ir_dim_min(m, x.hi, y.hi)};
    if (strcmp(op, "max") == 0)
        return (Range){ir_dim_max(m, x.lo, y.lo), ir_dim_max(m, x.hi, y.hi)};
    if (strcmp(op, "*") == 0 && is_number(x.lo, &a) && is_number(x.hi, &b) && a == b) {
        const Range swap = x;
        x = y;
        y = swap;
    }
    if (!is_number(y.lo, &a) || !is_number(y.hi, &b) || a != b) return unknown;
    if (strcmp(op, "*") == 0) {
        const Range r = {ir_dim_scale(m, x.lo, a), ir_dim_scale(m, x.hi, a)};
        return a < 0 ? (Range){r.hi, r.lo} : r;
    }
    if (a <= 0) return unknown;
    if (strcmp(op, "//") == 0)
        return (Range){ir_dim_floordiv(m, x.lo, y.lo), ir_dim_floordiv(m, x.hi, y.lo)};
    return (Range){ir_dim_const(m, 0), ir_dim_const(m, a - 1)};
}

/* Recursion: over what was written, whose depth is bounded. */
static Range range(IrModule *m, const IrAttr *map, const IrAttr *e, IrDims extents) {
    if (e->kind == IR_ATTR_INT) {
        const IrDim *d = ir_dim_const(m, e->i);
        return (Range){d, d};
    }
    if (e->kind == IR_ATTR_STRING) {
        const IrDim *last = ir_dim_offset(m, extents[name_number(map, e->s)], -1);
        return (Range){ir_dim_const(m, 0), last};
    }
    return range_of(m, e->items[0].s, range(m, map, &e->items[1], extents),
                    range(m, map, &e->items[2], extents));
}

/* An expression over the map's names: what text gives is one, other callers may give anything.
 * Recursion: over what is given, whose depth is bounded. */
static bool is_index(const IrAttr *names, const IrAttr *e) {
    if (e->kind == IR_ATTR_INT) return true;
    for (uint32_t i = 0; e->kind == IR_ATTR_STRING && i < names->n; i++) {
        if (strcmp(names->items[i].s, e->s) == 0) return true;
    }
    return e->kind == IR_ATTR_LIST && e->n == 3 && e->items[0].kind == IR_ATTR_STRING &&
           is_index(names, &e->items[1]) && is_index(names, &e->items[2]);
}

static bool is_map(const IrAttr *map) {
    if (map->kind != IR_ATTR_LIST || map->n != 2) return false;
    const IrAttr *names = map_names(map), *results = map_results(map);
    bool ok = names->kind == IR_ATTR_LIST && results->kind == IR_ATTR_LIST;
    for (uint32_t i = 0; ok && i < names->n; i++) ok = names->items[i].kind == IR_ATTR_STRING;
    for (uint32_t i = 0; ok && i < results->n; i++) ok = is_index(names, &results->items[i]);
    return ok;
}

static bool pad_fits(IrInfer *in, DType dtype) {
    const IrAttr *pad = infer_attr(in, "pad_value");
    if (pad->kind == IR_ATTR_NONE || dtype == DTYPE_VOID || dtype_is_float(dtype)) return true;
    if (dtype == DTYPE_BOOL ? pad->f == 0 : pad->f == (double)(int64_t)pad->f) return true;
    infer_fail(in, C_PAD, infer_text(in, "a value of %s", dtype_name(dtype)),
               infer_text(in, "%g", pad->f));
    return false;
}

static const IrType *infer(IrInfer *in) {
    IrModule *m = in->m;
    const IrType *x = in->args[0].type;
    const IrAttr *map = infer_attr(in, "index_map");
    if (!is_map(map)) return infer_fail(in, C_RESULTS, "lambda i, j: (j, i)", "no index map");
    const uint32_t n = map_results(map)->n;
    if (!infer_ndim(in, 0, (int32_t)map_names(map)->n, C_NAMES)) return NULL;
    if (!n || n > m->ctx->limits.rank)
        return infer_fail(in, C_RESULTS, NULL, infer_text(in, "%u results", n));
    if (!pad_fits(in, x->dtype)) return NULL;
    if (!x->dims) return infer_tensor_ndim(in, (int32_t)n, x->dtype);
    const IrDim **dims = INFER_ARRAY(in, const IrDim *, n);
    for (uint32_t i = 0; i < n; i++) {
        const Range r = range(m, map, &map_results(map)->items[i], x->dims);
        if (extent_overflowed(in)) return NULL;
        if (!r.hi)
            return infer_fail(in, C_EXTENTS,
                              "+ - min max, and * // % by an integer that is 1 or more",
                              infer_text(in, "another operation, in result %u", i));
        if (ir_dim_le(m, ir_dim_const(m, 0), r.lo) == IR_REFUTED)
            return infer_fail(in, C_EXTENTS, "an index of 0 or more", ir_dim_text(m, r.lo));
        dims[i] = ir_dim_offset(m, r.hi, 1);
    }
    return infer_tensor(in, dims, (int32_t)n, x->dtype);
}

/* An index of the map as an int64 tensor that broadcasts to x's shape. */
typedef struct {
    OpDecompose *call;
    const IrAttr *map;
    IrOperand *names; /* of each dim, its indices along it */
} Indices;

static IrOperand index_tensor(Indices *x, const IrAttr *e) {
    static const struct {
        const char *text;
        const OpDef *op;
    } ops[] = {{"+", &op_add},           {"-", &op_subtract},  {"*", &op_multiply},
               {"//", &op_floor_divide}, {"%", &op_floor_mod}, {"min", &op_minimum},
               {"max", &op_maximum}};
    if (e->kind == IR_ATTR_INT) return d_const(x->call, DTYPE_INT64, (double)e->i);
    if (e->kind == IR_ATTR_STRING) return x->names[name_number(x->map, e->s)];
    const IrOperand a = index_tensor(x, &e->items[1]), b = index_tensor(x, &e->items[2]);
    for (size_t i = 0; i < ARRAY_LEN(ops); i++) {
        if (strcmp(ops[i].text, e->items[0].s) == 0) return d2(x->call, ops[i].op, a, b);
    }
    BUG("an index map has no operation '%s'", e->items[0].s);
}

/* 0, 1, ... along dim `at` of `ndim`. */
static IrOperand along(OpDecompose *call, const IrDim *extent, int32_t at, int32_t ndim) {
    IrModule *m = call->b->m;
    const IrOperand operands[] = {d_prim(call, ir_dim_const(m, 0)), d_prim(call, extent),
                                  d_prim(call, ir_dim_const(m, 1))};
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)ndim + 1);
    for (int32_t i = 0; i < ndim; i++) dims[i] = i == at ? extent : ir_dim_const(m, 1);
    return d_reshape(call, d_call(call, &op_arange, operands, 3, NULL), dims, ndim);
}

static IrOperand dim_tensor(OpDecompose *call, const IrDim *d) {
    const IrDim *const none = NULL;
    const IrOperand shape = d_shape(call, &d, 1);
    return d_reshape(call, d1(call, &op_shape_to_tensor, shape), &none, 0);
}

/* The elements' places in the result as it lies, and a scatter to these: out[map(i)] = x[i]. */
static IrVar *decompose(OpDecompose *call) {
    IrModule *m = call->b->m;
    const IrType *x = call->types[0], *t = call->result;
    Indices indices = {.call = call, .map = d_attr(call, "index_map")};
    indices.names = ARENA_ARRAY(&m->scratch, IrOperand, (size_t)x->ndim + 1);
    for (int32_t i = 0; i < x->ndim; i++) indices.names[i] = along(call, x->dims[i], i, x->ndim);
    IrOperand place = {.kind = IR_OPERAND_NONE};
    const IrDim *size = ir_dim_const(m, 1), *count = ir_dim_const(m, 1);
    for (int32_t i = 0; i < t->ndim; i++) {
        const IrOperand index = index_tensor(&indices, &map_results(indices.map)->items[i]);
        place = i ? d2(call, &op_add, d2(call, &op_multiply, place, dim_tensor(call, t->dims[i])),
                       index)
                  : index;
        size = ir_dim_mul(m, size, t->dims[i]);
    }
    for (int32_t i = 0; i < x->ndim; i++) count = ir_dim_mul(m, count, x->dims[i]);
    place = d_reshape(call, d_broadcast(call, place, x->dims, x->ndim), &count, 1);
    const IrAttr *pad = d_attr(call, "pad_value");
    const IrType *flat = ir_type_tensor(m, &size, 1, t->dtype);
    IrOperand base = d_filled(call, &op_zeros, flat);
    if (pad->kind == IR_ATTR_FLOAT && pad->f != 0)
        base = d_broadcast(call, d_const(call, t->dtype, pad->f), &size, 1);
    const IrOperand operands[] = {base, place, d_reshape(call, d_arg(call, 0), &count, 1)};
    return d_result(call, d_reshape(call, d_call(call, &op_scatter_elements, operands, 3, NULL),
                                    t->dims, t->ndim));
}

static IrAttr *list(OpSample *s, uint32_t n) { return ARENA_ARRAY(&s->b.m->scratch, IrAttr, n); }

static IrAttr name_of(OpSample *s, int32_t i) {
    const char name[] = {'i', (char)('0' + i), '\0'};
    return (IrAttr){.kind = IR_ATTR_STRING, .s = intern_c(&s->b.m->names, name)};
}

static IrAttr operation(OpSample *s, const char *op, IrAttr x, int64_t by) {
    IrAttr *items = list(s, 3);
    items[0] = (IrAttr){.kind = IR_ATTR_STRING, .s = intern_c(&s->b.m->names, op)};
    items[1] = x;
    items[2] = (IrAttr){.kind = IR_ATTR_INT, .i = by};
    return (IrAttr){.kind = IR_ATTR_LIST, .n = 3, .items = items};
}

/* The dims in another order, one of them in blocks. */
static void sample(OpSample *s) {
    const IrType *x = s_tensor(s, (SampleWant){.min_ndim = 1, .max_ndim = 3});
    const uint32_t n = (uint32_t)x->ndim;
    const int64_t *order = s_permutation(s, x->ndim), block = s_range(s, 1, 3);
    IrAttr *names = list(s, n), *results = list(s, n + 1), *parts = list(s, 2);
    for (uint32_t i = 0; i < n; i++) {
        names[i] = name_of(s, (int32_t)i);
        results[i] = name_of(s, (int32_t)order[i]);
    }
    results[n] = operation(s, "%", results[0], block);
    results[0] = operation(s, "//", results[0], block);
    parts[0] = (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = names};
    parts[1] = (IrAttr){.kind = IR_ATTR_LIST, .n = n + 1, .items = results};
    *s_attr(s, "index_map") = (IrAttr){.kind = IR_ATTR_LIST, .n = 2, .items = parts};
    if (x->dtype != DTYPE_BOOL && s_chance(s, 40))
        s_set_float(s, "pad_value", (double)s_range(s, 0, 3));
}

const OpDef op_layout_transform = {
    .name = "layout_transform",
    .doc =
        "The element of x at (i, j, ...) at the place that index_map gives for it, such as lambda "
        "i, j: (j // 4, i, j % 4). The result is as large as the indices can be, x % c taken for "
        "c values; places that none gives hold pad_value (0 without one), and of elements that "
        "go to one place the last stays. axis_separators and input_axis_separators are kept, and "
        "mean nothing here.",
    .constraints = constraints,
    .params = params,
    .n_params = ARRAY_LEN(params),
    .sample = sample,
    .flags = OP_PURE,
    .infer = infer,
    .decompose = decompose,
};
