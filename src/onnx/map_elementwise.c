/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>

#include "onnx/import.h"

/* Two operands; before opset 7 the second one is aligned by the attribute `axis` where `broadcast`
 * is set. */
static const struct {
    const char *name;
    const OpDef *op;
} binaries[] = {
    {"Add", &op_add},      {"And", &op_logical_and}, {"Div", &op_divide},
    {"Equal", &op_equal},  {"Greater", &op_greater}, {"Less", &op_less},
    {"Mul", &op_multiply}, {"Or", &op_logical_or},   {"Pow", &op_power},
    {"Sub", &op_subtract}, {"Xor", &op_logical_xor},
};

static IrOperand second(O *o, IrOperand x) {
    IrOperand y = o_in(o, 1);
    if (o->opset >= 7 || !o_int(o, "broadcast", 0) || !o_given(o, "axis")) return y;
    const int32_t rank = o_rank(o, x);
    return o_align(o, y, o_axis(o, o_int(o, "axis", 0), rank), rank);
}

void onnx_map_binary(O *o) {
    IrOperand x[2] = {o_in(o, 0)};
    x[1] = second(o, x[0]);
    const OpDef *op = NULL;
    for (size_t i = 0; !op && i < ARRAY_LEN(binaries); i++) {
        if (strcmp(binaries[i].name, o->row->name) == 0) op = binaries[i].op;
    }
    o_agree(o, x, 2);
    o_set(o, 0, o2(o, op, x[0], x[1]));
}

/* x and further inputs, by one operator. */
static IrOperand all_inputs(O *o, const OpDef *op) {
    IrOperand x[2] = {o_in(o, 0)};
    for (uint32_t i = 1; i < o->n_in; i++) {
        x[1] = o_in(o, i);
        o_agree(o, x, 2);
        x[0] = o2(o, op, x[0], x[1]);
    }
    return x[0];
}

/* The power is of x's dtype, whatever the exponent's; a float exponent of an integer is taken as a
 * float. */
void onnx_map_pow(O *o) {
    IrOperand x = o_in(o, 0), y = second(o, x);
    const DType a = o_dtype(o, x), b = o_dtype(o, y);
    if (a != b && !dtype_is_float(a) && dtype_is_float(b)) {
        const IrOperand base = o_cast(o, x, DTYPE_FLOAT64),
                        z = o2(o, &op_power, base, o_cast(o, y, DTYPE_FLOAT64));
        o_set(o, 0, o_cast(o, z, a));
    } else {
        o_set(o, 0, o2(o, &op_power, x, o_cast(o, y, a)));
    }
}

void onnx_map_variadic(O *o) {
    const OpDef *op = strcmp(o->row->name, "Max") == 0   ? &op_maximum
                      : strcmp(o->row->name, "Min") == 0 ? &op_minimum
                                                         : &op_add;
    o_set(o, 0, all_inputs(o, op));
}

void onnx_map_mean(O *o) { o_set(o, 0, o2c(o, &op_divide, all_inputs(o, &op_add), o->n_in)); }

void onnx_map_mod(O *o) {
    const IrOperand x = o_in(o, 0), y = o_in(o, 1);
    o_set(o, 0, o2(o, o_int(o, "fmod", 0) ? &op_mod : &op_floor_mod, x, y));
}

void onnx_map_bit_shift(O *o) {
    const Str direction = o_str(o, "direction", "");
    const bool left = str_eq_c(direction, "LEFT");
    if (!left && !str_eq_c(direction, "RIGHT"))
        o_fail(o, "its attribute 'direction' is neither LEFT nor RIGHT");
    o_set(o, 0, o2(o, left ? &op_left_shift : &op_right_shift, o_in(o, 0), o_in(o, 1)));
}

/* By the attributes 'saturate' and 'round_mode', which matter to small floats alone. */
static IrOperand cast_as_said(O *o, IrOperand x, DType to) {
    if (to == DTYPE_STRING || o_dtype(o, x) == DTYPE_STRING) return o_cast_any(o, x, to);
    const bool saturates = o_int(o, "saturate", 1) != 0;
    const Str said = o_str(o, "round_mode", "up");
    const char *mode = str_eq_c(said, "nearest") ? "nearest"
                       : str_eq_c(said, "down")  ? "down"
                                                 : "up";
    const bool is_small = dtype_is_small(to) && dtype_is_float(to);
    if (!str_eq_c(said, mode))
        o_fail(o, "its attribute 'round_mode' is none of up, down and nearest");
    if (!is_small || o_dtype(o, x) == to || (saturates && mode[0] == 'u')) return o_cast(o, x, to);
    const OAttr attrs[] = {A_DTYPE("dtype", to), A_BOOL("saturate", saturates),
                           A_STR("round_mode", mode)};
    return o_call(o, &op_cast, &x, 1, attrs, ARRAY_LEN(attrs));
}

void onnx_map_cast(O *o) {
    const char *what;
    const DType to = onnx_dtype(o_int(o, "to", 0), &what);
    if (to == DTYPE_VOID) o_unsupported(o, "a cast to %s", what);
    o_set(o, 0, cast_as_said(o, o_in(o, 0), to));
}

void onnx_map_cast_like(O *o) {
    const IrOperand x = o_in(o, 0);
    o_set(o, 0, cast_as_said(o, x, o_dtype(o, o_in(o, 1))));
}

void onnx_map_bit_cast(O *o) {
    const char *what;
    const DType to = onnx_dtype(o_int(o, "to", 0), &what);
    const IrOperand x = o_in(o, 0);
    if (to == DTYPE_VOID || to == DTYPE_STRING)
        o_unsupported(o, "bits as %s", to == DTYPE_VOID ? what : dtype_name(to));
    if (dtype_bits(to) != dtype_bits(o_dtype(o, x)))
        o_fail(o, "%s has %u bits, %s %u", dtype_name(to), dtype_bits(to),
               dtype_name(o_dtype(o, x)), dtype_bits(o_dtype(o, x)));
    o_set(o, 0,
          o_dtype(o, x) == to ? x : o_call(o, &op_bitcast, &x, 1, ATTRS(A_DTYPE("dtype", to))));
}

static IrOperand clip(O *o, IrOperand x, double min, double max) {
    return o_call(o, &op_clip, OPS(x, o_float_prim(o, min), o_float_prim(o, max)), NO_ATTRS);
}

/* Bounds as attributes before opset 11, as inputs since. */
void onnx_map_clip(O *o) {
    IrOperand x = o_in(o, 0);
    const bool by_attr = o->opset < 11, has_min = by_attr ? o_given(o, "min") : o_has(o, 1),
               has_max = by_attr ? o_given(o, "max") : o_has(o, 2);
    const bool numbers = by_attr || (has_min && has_max && o_is_const(o, 1) && o_is_const(o, 2));
    if (has_min && has_max && numbers && dtype_is_float(o_dtype(o, x))) {
        x = clip(o, x, by_attr ? o_float(o, "min", 0) : o_const_number(o, 1, 0),
                 by_attr ? o_float(o, "max", 0) : o_const_number(o, 2, 0));
    } else {
        if (has_min)
            x = by_attr ? o2c(o, &op_maximum, x, o_float(o, "min", 0))
                        : o2(o, &op_maximum, x, o_in(o, 1));
        if (has_max)
            x = by_attr ? o2c(o, &op_minimum, x, o_float(o, "max", 0))
                        : o2(o, &op_minimum, x, o_in(o, 2));
    }
    o_set(o, 0, x);
}

static IrOperand exp_less_1(O *o, IrOperand x) {
    return o2c(o, &op_subtract, o1(o, &op_exp, x), 1);
}

/* x where x is greater than 0, else y. */
static IrOperand positive_or(O *o, IrOperand x, IrOperand y) {
    return o3(o, &op_where, o2c(o, &op_greater, x, 0), x, y);
}

void onnx_map_elu(O *o) {
    const IrOperand x = o_in(o, 0);
    o_set(o, 0, positive_or(o, x, o2c(o, &op_multiply, exp_less_1(o, x), o_float(o, "alpha", 1))));
}

void onnx_map_celu(O *o) {
    const IrOperand x = o_in(o, 0);
    const double alpha = o_float(o, "alpha", 1);
    const IrOperand y = o2c(o, &op_multiply, exp_less_1(o, o2c(o, &op_divide, x, alpha)), alpha);
    const IrOperand above = o2c(o, &op_maximum, x, 0);
    o_set(o, 0, o2(o, &op_add, above, o2c(o, &op_minimum, y, 0)));
}

void onnx_map_selu(O *o) {
    const IrOperand x = o_in(o, 0);
    const double alpha = o_float(o, "alpha", o->opset < 6 ? 1.6732 : 1.67326319217681884765625);
    const double gamma = o_float(o, "gamma", o->opset < 6 ? 1.0507 : 1.05070102214813232421875);
    o_set(o, 0,
          o2c(o, &op_multiply, positive_or(o, x, o2c(o, &op_multiply, exp_less_1(o, x), alpha)),
              gamma));
}

void onnx_map_hard_sigmoid(O *o) {
    const IrOperand x = o2c(o, &op_multiply, o_in(o, 0), o_float(o, "alpha", (double)0.2f));
    o_set(o, 0, clip(o, o2c(o, &op_add, x, o_float(o, "beta", 0.5)), 0, 1));
}

void onnx_map_hard_swish(O *o) {
    const IrOperand x = o_in(o, 0);
    o_set(o, 0,
          o2(o, &op_multiply, x,
             clip(o, o2c(o, &op_add, o2c(o, &op_multiply, x, 1.0 / 6), 0.5), 0, 1)));
}

void onnx_map_swish(O *o) {
    const IrOperand x = o_in(o, 0);
    const double alpha = o_float(o, "alpha", 1);
    o_set(o, 0,
          alpha == 1 ? o1(o, &op_nn_silu, x)
                     : o2(o, &op_multiply, x, o1(o, &op_sigmoid, o2c(o, &op_multiply, x, alpha))));
}

void onnx_map_leaky_relu(O *o) {
    const IrOperand x = o_in(o, 0);
    o_set(o, 0,
          o_call(o, &op_nn_leakyrelu, &x, 1,
                 ATTRS(A_FLOAT("alpha", o_float(o, "alpha", (double)0.01f)))));
}

void onnx_map_thresholded_relu(O *o) {
    const IrOperand x = o_in(o, 0);
    const IrOperand is_above = o2c(o, &op_greater, x, o_float(o, "alpha", 1));
    o_set(o, 0, o3(o, &op_where, is_above, x, o_const(o, o_dtype(o, x), 0)));
}

void onnx_map_shrink(O *o) {
    const IrOperand x = o_in(o, 0);
    const double lambda = o_float(o, "lambd", 0.5), bias = o_float(o, "bias", 0);
    const IrOperand is_above = o2c(o, &op_greater, x, lambda), less = o2c(o, &op_subtract, x, bias);
    const IrOperand above = o3(o, &op_where, is_above, less, o_const(o, o_dtype(o, x), 0));
    const IrOperand is_below = o2c(o, &op_less, x, -lambda), more = o2c(o, &op_add, x, bias);
    o_set(o, 0, o3(o, &op_where, is_below, more, above));
}

/* max(x, 0) + log(1 + exp(-|x|)) */
IrOperand o_softplus(O *o, IrOperand x) {
    const IrOperand small = o1(o, &op_exp, o1(o, &op_negative, o1(o, &op_abs, x)));
    const IrOperand above = o2c(o, &op_maximum, x, 0);
    return o2(o, &op_add, above, o1(o, &op_log, o2c(o, &op_add, small, 1)));
}

void onnx_map_softplus(O *o) { o_set(o, 0, o_softplus(o, o_in(o, 0))); }

void onnx_map_mish(O *o) {
    const IrOperand x = o_in(o, 0);
    o_set(o, 0, o2(o, &op_multiply, x, o1(o, &op_tanh, o_softplus(o, x))));
}

void onnx_map_softsign(O *o) {
    const IrOperand x = o_in(o, 0);
    o_set(o, 0, o2(o, &op_divide, x, o2c(o, &op_add, o1(o, &op_abs, x), 1)));
}

void onnx_map_gelu(O *o) {
    const bool by_tanh = str_eq_c(o_str(o, "approximate", "none"), "tanh");
    o_set(o, 0, o1(o, by_tanh ? &op_nn_gelu_tanh : &op_nn_gelu, o_in(o, 0)));
}

void onnx_map_reciprocal(O *o) {
    const IrOperand x = o_in(o, 0);
    o_set(o, 0, o2(o, &op_divide, o_const(o, o_dtype(o, x), 1), x));
}

/* The slope goes by the trailing dims; before opset 7 one of rank 1 goes by channel. */
void onnx_map_prelu(O *o) {
    const IrOperand x = o_in(o, 0);
    IrOperand slope = o_in(o, 1);
    if (o->opset < 7 && o_rank(o, slope) == 1 && o_rank(o, x) > 1 &&
        !ir_dim_is(o_dims(o, slope)[0], 1)) {
        slope = o_align(o, slope, 1, o_rank(o, x));
    }
    const IrOperand is_negative = o2c(o, &op_less, x, 0);
    o_set(o, 0, o3(o, &op_where, is_negative, o2(o, &op_multiply, x, slope), x));
}

void onnx_map_isinf(O *o) {
    const IrOperand x = o_in(o, 0);
    const bool negative = o_int(o, "detect_negative", 1) != 0,
               positive = o_int(o, "detect_positive", 1) != 0;
    const IrOperand is_inf = o1(o, &op_isinf, x);
    if (negative && positive) {
        o_set(o, 0, is_inf);
    } else if (!negative && !positive) {
        o_set(o, 0, o2(o, &op_logical_and, is_inf, o_const(o, DTYPE_BOOL, 0)));
    } else {
        o_set(o, 0,
              o2(o, &op_logical_and, is_inf, o2c(o, positive ? &op_greater : &op_less, x, 0)));
    }
}
