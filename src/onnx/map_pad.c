/* SPDX-License-Identifier: Apache-2.0 */
/* Pad. Widths that are constants are R.nn.pad's; where they are extents, or the value is no float
 * constant, positions are computed: each dim is a take at where its elements come from. */
#include "onnx/import.h"

typedef enum { CONSTANT, REFLECT, EDGE, WRAP } Mode;

static const struct {
    const char *onnx, *name;
} modes[] = {[CONSTANT] = {"constant", "constant"},
             [REFLECT] = {"reflect", "reflect"},
             [EDGE] = {"edge", "replicate"},
             [WRAP] = {"wrap", "circular"}};

static Mode mode_of(O *o) {
    const Str given = o_str(o, "mode", "constant");
    for (size_t i = 0; i < ARRAY_LEN(modes); i++) {
        if (str_eq_c(given, modes[i].onnx)) return (Mode)i;
    }
    o_fail(o, "its attribute 'mode' is '%.*s'", (int)(given.len < 40 ? given.len : 40), given.ptr);
}

/* All begins, then all ends, as ONNX has them: an attribute before opset 11. */
static const IrDim *const *widths(O *o, uint32_t *n) {
    OnnxKnown k;
    if (o->opset >= 11 && !o_is_const(o, 1) && o_known_of_run(o, 1, NULL, 0, &k)) {
        *n = k.n;
        return k.at;
    }
    const int64_t *ints = o->opset < 11 ? o_ints(o, o_given(o, "paddings") ? "paddings" : "pads", n)
                                        : o_const_ints(o, 1, n);
    if (!ints) o_fail(o, "its attribute 'pads' is missing");
    const IrDim **dims = O_ARRAY(o, const IrDim *, *n);
    for (uint32_t i = 0; i < *n; i++) dims[i] = o_dim(o, ints[i]);
    return dims;
}

/* R.nn.pad has the value as a float: one that the dtype does not round is the same there. */
static bool value_of(O *o, DType dtype, double *out) {
    *out = o->opset < 11 ? o_float(o, "value", 0) : 0;
    if (o->opset < 11 || !o_has(o, 2)) return true;
    if (!o_is_const(o, 2)) return false;
    *out = o_const_number(o, 2, 0);
    return dtype_is_float(dtype) || (*out > -9007199254740992.0 && *out < 9007199254740992.0);
}

static IrOperand scalar(O *o, IrOperand x) {
    const IrDim *const none[1] = {NULL};
    return o_rank(o, x) == 0 ? x : o_reshape(o, x, none, 0);
}

/* Where the elements of a padded dim come from; *inside: which of them are elements, for
 * CONSTANT. */
static IrOperand sources(O *o, Mode mode, const IrDim *extent, const IrDim *before,
                         const IrDim *after, IrOperand *inside) {
    const IrDim *all = ir_dim_add(o->m, extent, ir_dim_add(o->m, before, after));
    const IrOperand n = o_dim_number(o, extent, DTYPE_INT64), zero = o_const(o, DTYPE_INT64, 0);
    const IrOperand place = o_counter(o, all, 0, 1);
    const IrOperand at = o2(o, &op_subtract, place, o_dim_number(o, before, DTYPE_INT64));
    const IrOperand last = o2c(o, &op_subtract, n, 1);
    if (mode == CONSTANT) *inside = o_between(o, zero, at, last);
    if (mode == WRAP) return o2(o, &op_floor_mod, at, n);
    if (mode != REFLECT) return o2(o, &op_maximum, o2(o, &op_minimum, at, last), zero);
    const IrOperand turn = o2c(o, &op_multiply, last, 2);
    const IrOperand way = o2(o, &op_floor_mod, at, o2c(o, &op_maximum, turn, 1));
    return o2(o, &op_minimum, way, o2(o, &op_subtract, turn, way));
}

/* width: begins and ends by dim. */
static IrOperand computed_pad(O *o, IrOperand x, Mode mode, const IrDim *const *width,
                              IrOperand value) {
    const int32_t rank = o_rank(o, x);
    IrOperand all = o_none();
    for (int32_t i = 0; i < rank; i++) {
        if (ir_dim_is(width[2 * i], 0) && ir_dim_is(width[2 * i + 1], 0)) continue;
        IrOperand inside = o_none();
        const IrOperand at =
            sources(o, mode, o_dims(o, x)[i], width[2 * i], width[2 * i + 1], &inside);
        x = o_call(o, &op_take, OPS(x, at), ATTRS(A_INT("axis", i)));
        if (inside.kind == IR_OPERAND_NONE) continue;
        inside = o_align(o, inside, i, rank);
        all = all.kind == IR_OPERAND_NONE ? inside : o2(o, &op_logical_and, all, inside);
    }
    return all.kind == IR_OPERAND_NONE ? x : o3(o, &op_where, all, x, value);
}

void onnx_map_pad(O *o) {
    IrOperand x = o_in(o, 0);
    const int32_t rank = o_rank(o, x);
    const Mode mode = mode_of(o);
    uint32_t n, n_axes = (uint32_t)rank;
    const IrDim *const *given = widths(o, &n);
    const int64_t *axes = o_has(o, 3) ? o_const_ints(o, 3, &n_axes) : NULL;
    if (n != 2 * n_axes) o_fail(o, "%u widths for %u dims", n, n_axes);
    const DType dtype = o_dtype(o, x);
    const IrDim **width = O_ARRAY(o, const IrDim *, 2 * rank);
    int64_t *ints = O_ARRAY(o, int64_t, 2 * rank);
    double value;
    bool is_plain = value_of(o, dtype, &value);
    for (int32_t i = 0; i < 2 * rank; i++) width[i] = o_dim(o, 0);
    for (uint32_t i = 0; i < n; i++) {
        const int64_t axis = o_axis(o, axes ? axes[i % n_axes] : i % n_axes, rank);
        width[2 * axis + (i >= n_axes)] = given[i];
    }
    for (int32_t i = 0; i < 2 * rank; i++)
        is_plain = ir_dim_is_const(width[i], &ints[i]) && is_plain;
    if (!is_plain) {
        const bool by_input = o->opset >= 11 && o_has(o, 2);
        const IrOperand filled =
            by_input ? scalar(o, o_cast(o, o_in(o, 2), dtype)) : o_const(o, dtype, value);
        o_set(o, 0, computed_pad(o, x, mode, width, filled));
        return;
    }
    if (dtype == DTYPE_BOOL) x = o_cast(o, x, DTYPE_INT8);
    const OAttr attrs[] = {A_INTS("pad_width", ints, 2 * rank), A_STR("pad_mode", modes[mode].name),
                           A_FLOAT("pad_value", value)};
    o_set(o, 0, o_cast(o, o_call(o, &op_nn_pad, &x, 1, attrs, 3), dtype));
}
