/* SPDX-License-Identifier: Apache-2.0 */
/* What the passes DecomposeOpsForInference and DecomposeOpsForTraining make of calls by default:
 * the calls that TVM's passes of these names make, which leave all other operators alone.
 *
 *     bn = R.nn.batch_norm(x, gamma, beta, mean, var, axis=1)
 *
 *     lv = R.expand_dims(mean, axis=[0, 2, 3])         inference, whatever `training` says
 *     lv1 = R.subtract(x, lv)
 *     lv2 = R.expand_dims(var, axis=[0, 2, 3])
 *     lv3 = R.sqrt(R.add(lv2, 1e-5))
 *     lv4 = R.divide(lv1, lv3)                         * gamma + beta, each by expand_dims
 *     bn = (lv5, mean, var)
 *
 * In training the statistics are R.mean and R.variance of x, divided by n, and the moving ones take
 * a step to these: R.nn.batch_norm itself, and its decomposition, divide by n - 1 there. A
 * batch_norm that says training=False keeps its moving ones. layer_norm goes in training alone,
 * tensor_to_shape in both. Half precision computes in float32, where TVM stays in halves. */
#include "ops/decompose.h"
#include "ops/ops.h"
#include "passes/legalize_parts.h"

/* x, whose dim is data's dim `axis`, in data's rank: its other dims are 1. */
static IrOperand along(OpDecompose *call, IrOperand x, int64_t axis) {
    const int32_t ndim = call->types[0]->ndim;
    int64_t *others = ARENA_ARRAY(&call->b->m->scratch, int64_t, (size_t)ndim + 1);
    uint32_t n = 0;
    for (int32_t i = 0; i < ndim; i++) {
        if (i != axis) others[n++] = i;
    }
    if (!n) return x;
    IrAttr *attrs = d_attrs(call, &op_expand_dims);
    d_set_ints(&op_expand_dims, attrs, "axis", others, n);
    return d_call(call, &op_expand_dims, &x, 1, attrs);
}

/* Operand `i`, of the extents that the call demands: a run checks what the types leave open. */
static IrOperand vector(OpDecompose *call, uint32_t i, int64_t axis) {
    return d_up(call, d_match(call, d_arg(call, i), &call->types[0]->dims[axis], 1));
}

/* (x - mean) / sqrt(variance + epsilon); `axis`: of data, which both go by; -1: they broadcast. */
static IrOperand standard(OpDecompose *call, IrOperand x, IrOperand mean, IrOperand variance,
                          int64_t axis) {
    const DType t = d_type(call, x)->dtype;
    if (axis >= 0) mean = along(call, mean, axis);
    IrOperand centered = d2(call, &op_subtract, x, mean);
    if (axis >= 0) variance = along(call, variance, axis);
    IrOperand sum = d2(call, &op_add, variance, d_const(call, t, d_float(call, "epsilon")));
    return d2(call, &op_divide, centered, d1(call, &op_sqrt, sum));
}

/* What batch_norm gives of these statistics. */
static IrOperand by_channel(OpDecompose *call, IrOperand x, IrOperand mean, IrOperand variance) {
    const int64_t axis = d_int(call, "axis");
    IrOperand y = standard(call, x, mean, variance, axis);
    IrOperand gamma = vector(call, 1, axis);
    if (d_bool(call, "scale")) y = d2(call, &op_multiply, y, along(call, gamma, axis));
    IrOperand beta = vector(call, 2, axis);
    if (d_bool(call, "center")) y = d2(call, &op_add, y, along(call, beta, axis));
    return d_cast(call, y, call->types[0]->dtype);
}

static IrVar *batch_norm_of_inference(OpDecompose *call) {
    const int64_t axis = d_int(call, "axis");
    IrOperand x = d_up(call, d_arg(call, 0));
    IrOperand mean = vector(call, 3, axis), variance = vector(call, 4, axis);
    IrOperand fields[3] = {by_channel(call, x, mean, variance), d_arg(call, 3), d_arg(call, 4)};
    return d_result(call, d_tuple(call, fields, 3));
}

/* (1 - momentum) * moving + momentum * new */
static IrOperand stepped(OpDecompose *call, uint32_t arg, IrOperand new_value) {
    const DType t = d_type(call, new_value)->dtype;
    const double momentum = d_float(call, "momentum");
    IrOperand old = vector(call, arg, d_int(call, "axis"));
    old = d2(call, &op_multiply, d_const(call, t, 1 - momentum), old);
    new_value = d2(call, &op_multiply, d_const(call, t, momentum), new_value);
    return d_cast(call, d2(call, &op_add, old, new_value), call->types[arg]->dtype);
}

static IrVar *batch_norm_of_training(OpDecompose *call) {
    const int32_t ndim = call->types[0]->ndim;
    const int64_t axis = d_int(call, "axis");
    int64_t *others = ARENA_ARRAY(&call->b->m->scratch, int64_t, (size_t)ndim + 1);
    uint32_t n = 0;
    for (int32_t i = 0; i < ndim; i++) {
        if (i != axis) others[n++] = i;
    }
    IrOperand x = d_up(call, d_arg(call, 0));
    IrOperand mean = d_reduce(call, &op_mean, x, others, n, false);
    IrOperand variance = d_reduce(call, &op_variance, x, others, n, false);
    const IrOperand inner[3] = {by_channel(call, x, mean, variance), mean, variance};
    IrOperand fields[3] = {d_field(call, d_tuple(call, inner, 3), 0)};
    fields[1] = stepped(call, 3, mean);
    fields[2] = stepped(call, 4, variance);
    return d_result(call, d_tuple(call, fields, 3));
}

static IrVar *layer_norm(OpDecompose *call) {
    const IrAttr *axes = d_attr(call, "axes");
    const IrType *data = call->types[0];
    IrOperand x = d_up(call, d_arg(call, 0));
    IrOperand mean = d_reduce(call, &op_mean, x, axes->ints, axes->n, true);
    IrOperand centered = d2(call, &op_subtract, x, mean);
    IrOperand variance = d_reduce(call, &op_variance, x, axes->ints, axes->n, true);
    const DType t = d_type(call, x)->dtype;
    variance = d2(call, &op_add, variance, d_const(call, t, d_float(call, "epsilon")));
    IrOperand y = d2(call, &op_divide, centered, d1(call, &op_sqrt, variance));
    for (uint32_t i = 1; i < 3; i++) {
        const IrDim *const *dims = data->dims + data->ndim - axes->n;
        IrOperand w = d_up(call, d_match(call, d_arg(call, i), dims, (int32_t)axes->n));
        if (d_bool(call, i == 1 ? "scale" : "center"))
            y = d2(call, i == 1 ? &op_multiply : &op_add, y, w);
    }
    return d_result(call, d_cast(call, y, data->dtype));
}

/* The shape that a call of the host gives, its extents new symbols. */
static IrVar *tensor_to_shape(OpDecompose *call) {
    IrModule *m = call->b->m;
    const IrType *t = call->result;
    const IrDim **dims = ARENA_ARRAY(&m->scratch, const IrDim *, (size_t)t->ndim + 1);
    const IrType *any = ir_type_shape(m, NULL, t->ndim);
    const IrOperand arg = d_arg(call, 0);
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    ir_operands_string(&buf, ir_name(m, str_c("vm.builtin.tensor_to_shape")));
    ir_operands_copy(&buf, &arg);
    IrVar *shape = ir_build_call(call->b, &op_call_pure_packed, buf.ops.at, (uint32_t)buf.ops.len,
                                 (IrCallForm){.types = &any, .n_types = 1}, "gv");
    if (!shape) return NULL;
    for (int32_t i = 0; i < t->ndim; i++)
        dims[i] = ir_dim_symbol(m, ir_symbol_new(call->b->fn, "x", call->b->loc));
    const IrOperand value = d_var(shape);
    if (!ir_build_match_cast(call->b, &value, 1, ir_type_shape(m, dims, t->ndim), "y")) return NULL;
    return d_result(call, d_shape(call, dims, t->ndim));
}

IrVar *decompose_as_tvm(OpDecompose *call) {
    if (call->op == &op_tensor_to_shape) return tensor_to_shape(call);
    if (call->op == &op_nn_layer_norm) return layer_norm(call);
    return call->training && d_bool(call, "training") ? batch_norm_of_training(call)
                                                      : batch_norm_of_inference(call);
}

/* The last dims of the data, in order: those that gamma and beta broadcast to. */
static bool are_last(const IrAttr *axes, int32_t ndim) {
    for (uint32_t i = 0; i < axes->n; i++) {
        if (axes->ints[i] != (int64_t)ndim - axes->n + i) return false;
    }
    return true;
}

const char *decompose_as_tvm_why_not(LegalCall *call) {
    const OpDef *op = call->b->op;
    if (op == &op_tensor_to_shape)
        return call->result->ndim < 0 ? "the number of its extents is not known" : NULL;
    const IrType *data = ir_operand_type(call->m, ir_operand_get(&call->b->operands, 0));
    const char *what = legal_unknown_operand(call, 0, "shape");
    if (!data->dims) return what;
    const char *unknown = legal_unknown(call);
    if (unknown) return unknown;
    if (op != &op_nn_layer_norm || are_last(&call->attrs[ir_op_attr_index(op, "axes")], data->ndim))
        return NULL;
    return "its axes are not the last ones in order";
}
