/* SPDX-License-Identifier: Apache-2.0 */
/* What is made of positions: Range, EyeLike, OneHot, Trilu. */
#include "onnx/import.h"

void onnx_map_range(O *o) {
    OnnxKnown k[3];
    bool known = true;
    const IrDim *const one_step = o_dim(o, 1);
    const bool has_step = o_has(o, 2); /* com.microsoft's may lack it */
    const DType dtype = o_dtype(o, o_in(o, 0));
    k[2] = onnx_known(&one_step, 1, 0, dtype);
    for (uint32_t i = 0; i < (has_step ? 3 : 2); i++)
        known = o_known(o, i, &k[i]) && k[i].n == 1 && known;
    /* Halves count in float32 unless stash_type says their own, since opset 27, which is the first
     * to have them. */
    const bool is_half = dtype_is_half(dtype);
    const DType counted = is_half && o_int(o, "stash_type", 1) == 1 ? DTYPE_FLOAT32 : dtype;
    if (known) {
        const IrOperand ends[] = {o_prim(o, k[0].at[0]), o_prim(o, k[1].at[0]),
                                  o_prim(o, k[2].at[0])};
        o_set(o, 0,
              o_cast(o, o_call(o, &op_arange, ends, 3, ATTRS(A_DTYPE("dtype", counted))), dtype));
        return;
    }
    /* start + step * (0, 1, ...), as many as ceil((limit - start) / step) */
    const IrOperand start = o_in(o, 0), limit = o_in(o, 1),
                    step = has_step ? o_in(o, 2) : o_const(o, dtype, 1);
    const DType wide = DTYPE_FLOAT64;
    const IrOperand end = o_cast(o, limit, wide),
                    length = o2(o, &op_subtract, end, o_cast(o, start, wide));
    IrOperand count = o1(o, &op_ceil, o2(o, &op_divide, length, o_cast(o, step, wide)));
    const IrDim *const one[] = {o_dim(o, 1)};
    count = o_cast(o, o2c(o, &op_maximum, count, 0), DTYPE_INT64);
    const IrOperand shape = o1(o, &op_tensor_to_shape, o_reshape(o, count, one, 1));
    const IrOperand ones = o2(o, &op_full, shape, o_const(o, counted, 1));
    const OAttr sum[] = {A_INT("axis", 0), A_BOOL("exclusive", true)};
    const IrOperand index = o_call(o, &op_cumsum, &ones, 1, sum, 2);
    const IrOperand step_wide = o_cast(o, step, counted),
                    way = o2(o, &op_multiply, index, step_wide);
    o_set(o, 0, o_cast(o, o2(o, &op_add, o_cast(o, start, counted), way), dtype));
}

/* How many there are, the run tells. */
void onnx_map_non_zero(O *o) {
    const IrOperand x = o_in(o, 0), y = o1(o, &op_nonzero, x);
    const int32_t rank = o_type(o, x)->ndim;
    if (rank < 1) {
        o_set(o, 0, y);
        return;
    }
    const IrDim *const dims[] = {o_dim(o, rank), o_fresh_dim(o, "n_nonzero")};
    o_set(o, 0, o_match(o, y, ir_type_tensor(o->m, dims, 2, o_dtype(o, y))));
}

void onnx_map_eye_like(O *o) {
    const IrOperand x = o_in(o, 0);
    const DType dtype =
        o_given(o, "dtype") ? onnx_dtype(o_int(o, "dtype", 1), NULL) : o_dtype(o, x);
    if (dtype == DTYPE_VOID) o_unsupported(o, "its dtype");
    const OAttr attrs[] = {A_DTYPE("dtype", dtype)};
    o_set(o, 0, o_call(o, &op_eye_like, OPS(x, o_prim(o, o_dim(o, o_int(o, "k", 0)))), attrs, 1));
}

static const IrDim *depth_of(O *o) {
    OnnxKnown k;
    int64_t v;
    const IrDim *depth = o_known(o, 1, &k) && k.n == 1 ? k.at[0] : o_dim(o, o_const_int(o, 1, 0));
    if (ir_dim_is_const(depth, &v) && v < 0) o_fail(o, "a depth of %lld", (long long)v);
    return depth;
}

/* A negative index counts from the end; the values are two of a tensor: off, on. */
void onnx_map_one_hot(O *o) {
    const IrDim *depth = depth_of(o);
    IrOperand index = o_in(o, 0);
    const IrOperand values = o_in(o, 2);
    if (o_rank(o, values) != 1)
        o_fail(o, "its values have rank %d instead of 1", o_rank(o, values));
    if (o_has_dims(o, values) && o_extent(o, values, 0) != 2)
        o_fail(o, "%lld values instead of off and on", (long long)o_extent(o, values, 0));
    const DType dtype = o_dtype(o, index);
    if (dtype_is_float(dtype)) index = o_cast(o, index, DTYPE_INT64);
    const IrOperand wide = o_cast(o, index, DTYPE_INT64);
    const IrOperand is_negative = o2c(o, &op_less, wide, 0);
    index = o3(o, &op_where, is_negative, o2(o, &op_add, wide, o_dim_number(o, depth, DTYPE_INT64)),
               wide);
    const int32_t rank = o_rank(o, index) + 1;
    const int64_t axis = o_axis(o, o_int(o, "axis", -1), rank);
    const IrOperand place = o_counter(o, depth, (int32_t)axis, rank);
    const IrOperand hot = o2(o, &op_equal, o_expand(o, index, &axis, 1), place);
    const IrOperand off =
        o_call(o, &op_take, OPS(values, o_const(o, DTYPE_INT64, 0)), ATTRS(A_INT("axis", 0)));
    const IrOperand on =
        o_call(o, &op_take, OPS(values, o_const(o, DTYPE_INT64, 1)), ATTRS(A_INT("axis", 0)));
    o_set(o, 0, o3(o, &op_where, hot, on, off));
}

/* The diagonal k may be computed. */
void onnx_map_trilu(O *o) {
    const bool upper = o_int(o, "upper", 1) != 0;
    const IrOperand x = o_in(o, 0);
    if (!o_has(o, 1) || o_is_const(o, 1)) {
        const IrOperand k = o_prim(o, o_dim(o, o_const_int(o, 1, 0)));
        o_set(o, 0, o2(o, upper ? &op_triu : &op_tril, x, k));
        return;
    }
    const int32_t rank = o_rank(o, x);
    const IrDim *const *dims = o_dims(o, x), *const none[1] = {NULL};
    if (rank < 2) o_fail(o, "its operand has rank %d", rank);
    const IrOperand k = o_reshape(o, o_cast(o, o_in(o, 1), DTYPE_INT64), none, 0);
    const IrOperand row = o_counter(o, dims[rank - 2], 0, 2),
                    column = o_counter(o, dims[rank - 1], 1, 2);
    const IrOperand diagonal = o2(o, &op_add, row, k);
    const IrOperand kept = o2(o, upper ? &op_greater_equal : &op_less_equal, column, diagonal);
    o_set(o, 0, o3(o, &op_where, kept, x, o_const(o, o_dtype(o, x), 0)));
}
