/* SPDX-License-Identifier: Apache-2.0 */
/* memory.view: the bytes of a tensor as another one; memory.ensure_zero_offset. */
#include "ops/decompose.h"
#include "ops/extent.h"
#include "ops/ops.h"
#include "ops/sample.h"

static const OpParam view_params[] = {
    OP_TENSOR("data"),
    {.name = "shape", .kind = OP_PARAM_SHAPE, .optional = true},
    OP_DTYPE("dtype"),
    OP_PRIM_DEFAULT("relative_byte_offset", 0),
};
static const OpParam offset_params[] = {OP_TENSOR("data")};

enum { C_SHAPE = 1, C_DTYPE, C_OFFSET, C_SIZE };
static const char *const view_constraints[] = {
    "no dim of shape is negative",
    "where dtype is not data's own, both are integers or floats of whole bytes",
    "relative_byte_offset is an int64 of 0 or more, and a multiple of the bytes of both dtypes",
    "the view ends within data",
    NULL,
};
static const char *const no_constraints[] = {NULL};

static int64_t bytes_of(DType t) { return (int64_t)dtype_bits(t) / 8; }

static bool has_bytes(DType t) {
    return !dtype_is_small(t) && t != DTYPE_STRING && t != DTYPE_BOOL && t != DTYPE_VOID;
}

/* What the call reads of data: whole elements, or bytes that are elements of both dtypes. */
static bool check_offset(IrInfer *in, const IrDim *offset, DType from, DType to) {
    const int64_t whole = bytes_of(from) > bytes_of(to) ? bytes_of(from) : bytes_of(to);
    int64_t v;
    if (!extent_not_negative(in, offset, C_OFFSET, "relative_byte_offset")) return false;
    if (!offset || !whole || !ir_dim_is_const(offset, &v) || v % whole == 0) return true;
    infer_fail(in, C_OFFSET, infer_text(in, "a multiple of %lld", (long long)whole),
               infer_text(in, "%lld", (long long)v));
    return false;
}

/* Without dtypes elements are counted, as far as the view's are data's own: they are of a byte at
 * least, and an offset takes one at least. */
static bool check_elements(IrInfer *in, const IrType *x, const IrType *view, const IrDim *offset) {
    IrModule *m = in->m;
    const IrDim *zero = ir_dim_const(m, 0);
    const bool moved = ir_dim_le(m, offset, zero) == IR_REFUTED;
    if (x == view && moved && (!x->dims || !ir_dim_is(infer_product(in, x->dims, x->ndim), 0)))
        return infer_fail(in, C_SIZE, "an offset of 0, as the view is as long as data",
                          ir_dim_text(m, offset)),
               false;
    if (!x->dims || !view->dims) return true;
    const IrDim *all = infer_product(in, x->dims, x->ndim),
                *end = ir_dim_offset(m, infer_product(in, view->dims, view->ndim), moved ? 1 : 0);
    if (extent_overflowed(in)) return false;
    if (infer_at_most(in, end, all) != IR_REFUTED) return true;
    infer_fail(in, C_SIZE, infer_text(in, "at most %s elements", ir_dim_text(m, all)),
               infer_text(in, "an end at %s", ir_dim_text(m, end)));
    return false;
}

static bool check_size(IrInfer *in, const IrType *x, const IrType *view, const IrDim *offset) {
    if (offset && x->dtype == DTYPE_VOID && view->dtype == DTYPE_VOID)
        return check_elements(in, x, view, offset);
    if (!x->dims || !view->dims || !offset || x->dtype == DTYPE_VOID || view->dtype == DTYPE_VOID)
        return true;
    IrModule *m = in->m;
    const IrDim *all = ir_dim_scale(m, infer_product(in, x->dims, x->ndim), bytes_of(x->dtype));
    const IrDim *end = ir_dim_add(
        m, ir_dim_scale(m, infer_product(in, view->dims, view->ndim), bytes_of(view->dtype)),
        offset);
    if (extent_overflowed(in)) return false;
    if (infer_at_most(in, end, all) != IR_REFUTED) return true;
    infer_fail(in, C_SIZE, infer_text(in, "at most %s bytes", ir_dim_text(m, all)),
               infer_text(in, "an end at %s", ir_dim_text(m, end)));
    return false;
}

static const IrType *infer_view(IrInfer *in) {
    const IrType *x = in->args[0].type;
    const IrDim *offset;
    if (!extent_shape_not_negative(in, 1, C_SHAPE) ||
        !extent_integer(in, 2, C_OFFSET, ir_dim_const(in->m, 0), &offset))
        return NULL;
    const DType dtype = infer_dtype_attr(in, "dtype", x->dtype);
    const bool same = x->dtype == dtype || x->dtype == DTYPE_VOID || dtype == DTYPE_VOID;
    const DType bad = has_bytes(x->dtype) ? dtype : x->dtype;
    if (!same && (!has_bytes(x->dtype) || !has_bytes(dtype)))
        return infer_fail(in, C_DTYPE, NULL, dtype_name(bad));
    if (x->dtype != DTYPE_VOID && dtype != DTYPE_VOID && !check_offset(in, offset, x->dtype, dtype))
        return NULL;
    int32_t ndim = x->ndim;
    IrDims dims = in->args[1].type ? infer_shape_arg(in, 1, &ndim) : x->dims;
    const IrType *view =
        dims ? infer_tensor(in, dims, ndim, dtype) : infer_tensor_ndim(in, ndim, dtype);
    return check_size(in, x, view, offset) ? view : NULL;
}

static DType unsigned_of(int64_t bytes) {
    return bytes == 1   ? DTYPE_UINT8
           : bytes == 2 ? DTYPE_UINT16
           : bytes == 4 ? DTYPE_UINT32
                        : DTYPE_UINT64;
}

static IrOperand bits_as(OpDecompose *call, IrOperand x, DType dtype) {
    if (d_type(call, x)->dtype == dtype) return x;
    IrAttr *attrs = d_attrs(call, &op_bitcast);
    d_set_dtype(&op_bitcast, attrs, "dtype", dtype);
    return d_call(call, &op_bitcast, &x, 1, attrs);
}

/* 0, step, ... as a row of n shifts. */
static IrOperand shifts(OpDecompose *call, int64_t n, int64_t step, DType dtype) {
    IrModule *m = call->b->m;
    const IrOperand ends[] = {d_prim(call, ir_dim_const(m, 0)),
                              d_prim(call, ir_dim_const(m, n * step)),
                              d_prim(call, ir_dim_const(m, step))};
    return d_cast(call, d_call(call, &op_arange, ends, 3, NULL), dtype);
}

/* The flat bits x, unsigned, as elements of `to` bytes, the low ones first. */
static IrOperand resized(OpDecompose *call, IrOperand x, int64_t from, int64_t to) {
    IrModule *m = call->b->m;
    const IrDim *n = d_type(call, x)->dims[0];
    if (from > to) { /* each becomes several */
        const int64_t parts = from / to;
        const IrDim *rows[] = {n, ir_dim_const(m, 1)}, *all = ir_dim_scale(m, n, parts);
        IrOperand y = d_reshape(call, x, rows, 2); /* as a statement: before the shifts */
        y = d2(call, &op_right_shift, y, shifts(call, parts, to * 8, unsigned_of(from)));
        return d_reshape(call, d_cast(call, y, unsigned_of(to)), &all, 1);
    }
    const int64_t parts = to / from, axis = 1;
    const IrDim *rows[] = {ir_dim_floordiv(m, n, ir_dim_const(m, parts)), ir_dim_const(m, parts)};
    IrOperand y = d_cast(call, d_reshape(call, x, rows, 2), unsigned_of(to));
    y = d2(call, &op_left_shift, y, shifts(call, parts, from * 8, unsigned_of(to)));
    return d_reduce(call, &op_sum, y, &axis, 1, false); /* the parts share no bit */
}

/* n of the flat x's elements from `begin` on. */
static IrOperand slice(OpDecompose *call, IrOperand x, const IrDim *begin, const IrDim *n) {
    const int64_t axis = 0;
    const IrDim *end = ir_dim_add(call->b->m, begin, n);
    if (ir_dim_eq(call->b->m, d_type(call, x)->dims[0], n) == IR_PROVED) return x;
    return d_slice(call, x, &axis, &begin, &end, 1, NULL);
}

static const IrDim *product(IrModule *m, const IrType *t) {
    const IrDim *all = ir_dim_const(m, 1);
    for (int32_t i = 0; i < t->ndim; i++) all = ir_dim_mul(m, all, t->dims[i]);
    return all;
}

static IrVar *decompose_view(OpDecompose *call) {
    IrModule *m = call->b->m;
    const IrType *from = call->types[0], *to = call->result;
    const IrDim *all = product(m, from), *n = product(m, to);
    const IrDim *offset = call->types[2]->value;
    const int64_t old = bytes_of(from->dtype), new = bytes_of(to->dtype);
    IrOperand x = d_reshape(call, d_arg(call, 0), &all, 1);
    const int64_t unit = old < new ? old : new; /* cut before elements are put together */
    if (from->dtype != to->dtype) x = bits_as(call, x, unsigned_of(old));
    if (old > new) x = resized(call, x, old, new);
    const IrDim *parts = old < new ? ir_dim_scale(m, n, new / old) : n;
    const IrDim *begin = unit > 1 ? ir_dim_floordiv(m, offset, ir_dim_const(m, unit)) : offset;
    x = slice(call, x, begin, parts);
    if (old < new) x = resized(call, x, old, new);
    if (from->dtype != to->dtype) x = bits_as(call, x, to->dtype);
    return d_result(call, d_reshape(call, x, to->dims, to->ndim));
}

/* Of one dtype, a row of the first elements; of two, all. */
static void sample_view(OpSample *s) {
    const IrType *x = s_type(s, (SampleWant){.kinds = KIND_INT | KIND_FLOAT, .least = 1});
    const int64_t n = s_elements(s, x->dims, x->ndim);
    const DType narrow = s_chance(s, 50) && dtype_bits(x->dtype) == 32 ? DTYPE_INT16 : DTYPE_VOID;
    if (narrow != DTYPE_VOID && dtype_is_float(x->dtype))
        s_new_tensor(s, x); /* the last bits of what is computed may be others */
    else
        s_tensor_of(s, x);
    bool is_fixed = true;
    for (int32_t i = 0; i < x->ndim; i++) is_fixed &= x->dims[i]->n == 0;
    if (is_fixed && s_chance(s, 80)) {
        const int64_t first = s_range(s, 0, n - 1);
        const IrDim *dims[] = {s_const(s, (narrow ? 2 : 1) * (n - first))};
        s_shape(s, dims, 1);
        s_int_prim(s, first * bytes_of(x->dtype));
        s_set_dtype(s, "dtype", narrow);
    } else {
        s_none(s);
        s_int_prim(s, 0);
    }
}

const OpDef op_memory_view = {
    .name = "memory.view",
    .doc = "The elements that the bytes of data are from relative_byte_offset on, in the order of "
           "memory (the low byte first), as a tensor of that shape and dtype: data's own where one "
           "is left out. It is a value of its own.",
    .constraints = view_constraints,
    .params = view_params,
    .n_params = ARRAY_LEN(view_params),
    .sample = sample_view,
    .flags = OP_PURE | OP_BITS,
    .infer = infer_view,
    .decompose = decompose_view,
};

static const IrType *infer_offset(IrInfer *in) { return in->args[0].type; }

const OpDef op_memory_ensure_zero_offset = {
    .name = "memory.ensure_zero_offset",
    .doc = "data; of TVM's, memory whose first byte is that of a buffer. Here every value is its "
           "own.",
    .constraints = no_constraints,
    .params = offset_params,
    .n_params = ARRAY_LEN(offset_params),
    .sample = sample_any,
    .flags = OP_PURE,
    .infer = infer_offset,
    .identity = true,
    .work = OP_WORK_VIEW,
};
