/* SPDX-License-Identifier: Apache-2.0 */
/* Functions of R that are no operators of their own. */
#include "ops/sugar.h"

#include "ops/blocked.h"
#include "ops/ops.h"

/* A call of an operator with operands that were given to the sugar or built for it. */
static IrVar *build(IrSugarCall *call, const OpDef *op, const IrOperandBuf *operands,
                    const IrAttr *attrs, const char *name) {
    return ir_build_call(call->b, op, operands->ops.at, (uint32_t)operands->ops.len,
                         (IrCallForm){.attrs = attrs}, name);
}

/* linear: matmul with the transposed weight, then add. */
static const OpParam linear_params[] = {
    OP_TENSOR("data"),
    OP_TENSOR("weight"),
    OP_TENSOR_OR_NONE("bias"),
    OP_DTYPE("out_dtype"),
};

static IrVar *expand_linear(IrSugarCall *call) {
    IrModule *m = call->b->m;
    const IrOperand *data = call->args[0], *weight = call->args[1], *bias = call->args[2];
    const char *lv = ir_name(m, (Str){"lv", 2});
    IrOperandBuf transpose, product, sum;
    const IrAttr axes = {.kind = IR_ATTR_NONE};

    ir_operands_init(&transpose, &m->scratch);
    ir_operands_copy(&transpose, weight);
    IrVar *transposed = build(call, &op_permute_dims, &transpose, &axes, lv);
    if (!transposed) return NULL;

    ir_operands_init(&product, &m->scratch);
    ir_operands_copy(&product, data);
    ir_operands_var(&product, transposed);
    IrVar *matmul = build(call, &op_matmul, &product, call->attrs, bias ? lv : call->name);
    if (!matmul || !bias) return matmul;

    ir_operands_init(&sum, &m->scratch);
    ir_operands_var(&sum, matmul);
    ir_operands_copy(&sum, bias);
    return build(call, &op_add, &sum, NULL, call->name);
}

/* nn.attention: the operator of that name, or nn.attention_bias when there is a bias. */
static const char *const masks[] = {"TopLeft", "BottomRight", NULL};

static const OpParam attention_params[] = {
    OP_TENSOR("query"),
    OP_TENSOR("key"),
    OP_TENSOR("value"),
    OP_TENSOR_OR_NONE("bias"),
    OP_FLOAT_OR_NONE("scale"),
    OP_STRING_OR_NONE("causal_mask", masks),
    OP_INT_OR_NONE("window_size"),
};

static IrVar *expand_attention(IrSugarCall *call) {
    const IrOperand *bias = call->args[3];
    IrOperandBuf operands;
    ir_operands_init(&operands, &call->b->m->scratch);
    for (int i = 0; i < 3; i++) ir_operands_copy(&operands, call->args[i]);
    if (bias) ir_operands_copy(&operands, bias);
    return build(call, bias ? &op_nn_attention_bias : &op_nn_attention, &operands, call->attrs,
                 call->name);
}

/* nn.relu6: clip from 0 to 6. */
static const OpParam relu6_params[] = {OP_TENSOR("data")};

static IrVar *expand_relu6(IrSugarCall *call) {
    IrModule *m = call->b->m;
    IrOperandBuf operands;
    ir_operands_init(&operands, &m->scratch);
    ir_operands_copy(&operands, call->args[0]);
    ir_operands_prim(&operands, ir_type_prim(m, DTYPE_INT64, ir_dim_const(m, 0)), 0);
    ir_operands_prim(&operands, ir_type_prim(m, DTYPE_INT64, ir_dim_const(m, 6)), 0);
    return build(call, &op_clip, &operands, NULL, call->name);
}

/* wrap_param: astype. */
static const OpParam wrap_param_params[] = {OP_TENSOR("data"), OP_DTYPE("dtype")};

static IrVar *expand_wrap_param(IrSugarCall *call) {
    IrOperandBuf operands;
    ir_operands_init(&operands, &call->b->m->scratch);
    ir_operands_copy(&operands, call->args[0]);
    return build(call, &op_astype, &operands, call->attrs, call->name);
}

const OpSugar op_sugars[] = {
    {
        .name = "linear",
        .doc = "data times the transposed weight, plus the bias when there is one.",
        .params = linear_params,
        .n_params = ARRAY_LEN(linear_params),
        .expand = expand_linear,
    },
    {
        .name = "nn.attention",
        .doc = "nn.attention, or nn.attention_bias when a bias is given.",
        .params = attention_params,
        .n_params = ARRAY_LEN(attention_params),
        .expand = expand_attention,
    },
    {
        .name = "nn.relu6",
        .doc = "clip from 0 to 6.",
        .params = relu6_params,
        .n_params = ARRAY_LEN(relu6_params),
        .expand = expand_relu6,
    },
    {
        .name = "wrap_param",
        .doc = "astype, of a weight that is a constant.",
        .params = wrap_param_params,
        .n_params = ARRAY_LEN(wrap_param_params),
        .expand = expand_wrap_param,
    },
#define BLOCKED(name_)                                                                             \
    {                                                                                              \
        .name = name_,                                                                             \
        .doc = "the operator of that name; its layouts may be blocked, as NCHW16c is.",            \
        .expand = blocked_expand                                                                   \
    }
    BLOCKED("image.resize2d"),
    BLOCKED("nn.adaptive_avg_pool1d"),
    BLOCKED("nn.adaptive_avg_pool2d"),
    BLOCKED("nn.adaptive_avg_pool3d"),
    BLOCKED("nn.avg_pool1d"),
    BLOCKED("nn.avg_pool2d"),
    BLOCKED("nn.avg_pool3d"),
    BLOCKED("nn.conv1d"),
    BLOCKED("nn.conv1d_transpose"),
    BLOCKED("nn.conv2d"),
    BLOCKED("nn.conv2d_transpose"),
    BLOCKED("nn.conv3d"),
    BLOCKED("nn.conv3d_transpose"),
    BLOCKED("nn.max_pool1d"),
    BLOCKED("nn.max_pool2d"),
    BLOCKED("nn.max_pool3d"),
};
const size_t op_n_sugars = ARRAY_LEN(op_sugars);
