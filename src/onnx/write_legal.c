/* SPDX-License-Identifier: Apache-2.0 */
/* The legal set of ONNX: which calls the writers of onnx/write.def take. What is not known is not
 * legal. */
#include "onnx/onnx.h"

#include "ops/centred.h"
#include "ops/ops.h"
#include "ops/spatial.h"

/* Dtypes */

#define BIT(t) (1u << DTYPE_##t)

enum {
    IEEE = BIT(FLOAT16) | BIT(FLOAT32) | BIT(FLOAT64),
    FLOATS = IEEE | BIT(BFLOAT16),
    SIGNED = BIT(INT8) | BIT(INT16) | BIT(INT32) | BIT(INT64),
    UNSIGNED = BIT(UINT8) | BIT(UINT16) | BIT(UINT32) | BIT(UINT64),
    NUMBERS = FLOATS | SIGNED | UNSIGNED,
    QUANTIZED = BIT(INT16) | BIT(UINT16) | BIT(INT4) | BIT(UINT4) | BIT(INT2) |
                BIT(UINT2), /* by later opsets */
    SMALL = BIT(INT4) | BIT(UINT4) | BIT(INT2) | BIT(UINT2) | BIT(FLOAT8E4M3FN) |
            BIT(FLOAT8E4M3FNUZ) | BIT(FLOAT8E5M2) | BIT(FLOAT8E5M2FNUZ) | BIT(FLOAT8E8M0) |
            BIT(FLOAT4E2M1),
    WIDE = FLOATS | BIT(INT32) | BIT(INT64) | BIT(UINT32) | BIT(UINT64), /* what is summed */
};

static const IrType *operand_type(const IrBinding *call, uint32_t i) {
    const IrOperand *o = ir_operand_get(&call->operands, i);
    return o->kind == IR_OPERAND_NONE ? NULL
                                      : ir_operand_type(call->block->body->function->module, o);
}

static bool type_in(const IrType *t, unsigned dtypes) {
    return t && (t->kind == IR_TYPE_TENSOR || t->kind == IR_TYPE_PRIM) && (dtypes >> t->dtype & 1u);
}

static bool first_in(const IrBinding *call, unsigned dtypes) {
    return type_in(operand_type(call, 0), dtypes);
}

static bool legal_of_any(const IrBinding *call) {
    (void)call;
    return true;
}
static bool legal_of_bools(const IrBinding *call) { return first_in(call, BIT(BOOL)); }
static bool legal_of_floats(const IrBinding *call) { return first_in(call, FLOATS); }
static bool legal_of_ieee_floats(const IrBinding *call) { return first_in(call, IEEE); }
static bool legal_of_integers(const IrBinding *call) { return first_in(call, SIGNED | UNSIGNED); }
static bool legal_of_unsigned(const IrBinding *call) { return first_in(call, UNSIGNED); }
static bool legal_of_signed(const IrBinding *call) { return first_in(call, SIGNED | FLOATS); }
static bool legal_of_numbers(const IrBinding *call) { return first_in(call, NUMBERS); }
static bool legal_of_numbers_but_bfloat16(const IrBinding *call) {
    return first_in(call, NUMBERS & ~BIT(BFLOAT16));
}
static bool legal_of_numbers_but_16_bit(const IrBinding *call) {
    return first_in(call, NUMBERS & ~(BIT(INT16) | BIT(UINT16)));
}
static bool legal_of_wide_numbers(const IrBinding *call) { return first_in(call, WIDE); }
static bool legal_of_powers(const IrBinding *call) {
    return first_in(call, FLOATS | BIT(INT32) | BIT(INT64));
}

static bool legal_is_einsum(const IrBinding *call) {
    const IrType *t = operand_type(call, 0);
    if (t->kind != IR_TYPE_TUPLE) return false;
    for (uint32_t i = 0; i < t->n; i++) {
        if (!type_in(t->fields[i], NUMBERS & ~BIT(BFLOAT16))) return false;
    }
    return true;
}

static bool legal_of_any_but_bfloat16(const IrBinding *call) {
    return first_in(call, (NUMBERS & ~BIT(BFLOAT16)) | BIT(BOOL));
}

static bool legal_gives_no_bfloat16(const IrBinding *call) {
    return type_in(call->var->type, (NUMBERS & ~BIT(BFLOAT16)) | BIT(BOOL) | SMALL);
}

static bool legal_has_no_bfloat16(const IrBinding *call) {
    return legal_of_any_but_bfloat16(call) && legal_gives_no_bfloat16(call);
}

static bool legal_is_range(const IrBinding *call) {
    return type_in(call->var->type,
                   BIT(FLOAT32) | BIT(FLOAT64) | BIT(INT16) | BIT(INT32) | BIT(INT64));
}

/* Attributes */

static const IrAttr *attr(const IrBinding *call, const char *name) {
    const int i = ir_op_attr_index(call->op, name);
    if (i < 0) BUG("R.%s has no attribute '%s'", call->op->name, name);
    return &call->attrs[i];
}

static bool is_none(const IrBinding *call, const char *name) {
    return attr(call, name)->kind == IR_ATTR_NONE;
}
static bool is_true(const IrBinding *call, const char *name) { return attr(call, name)->i != 0; }

static bool is_one_of(const IrBinding *call, const char *name, const char *const *values) {
    const IrAttr *a = attr(call, name);
    for (size_t i = 0; a->kind == IR_ATTR_STRING && values[i]; i++) {
        if (strcmp(a->s, values[i]) == 0) return true;
    }
    return false;
}

/* All ints are v. */
static bool all_are(const IrAttr *a, int64_t v) {
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->ints[i] != v) return false;
    }
    return a->kind == IR_ATTR_INTS;
}

static bool own_dtype(const IrBinding *call, const char *name) {
    const IrAttr *a = attr(call, name);
    if (a->kind == IR_ATTR_NONE || a->dtype == DTYPE_VOID) return true;
    return type_in(operand_type(call, 0), 1u << a->dtype);
}

/* first, first + 1, ..., the last dim */
static bool are_last_dims(const IrBinding *call, const IrAttr *axes, int64_t first) {
    const IrType *t = operand_type(call, 0);
    if (axes->kind != IR_ATTR_INTS || t->kind != IR_TYPE_TENSOR || t->ndim < 0) return false;
    for (uint32_t i = 0; i < axes->n; i++) {
        if (axes->ints[i] != first + i) return false;
    }
    return first + axes->n == t->ndim;
}

static bool legal_is_arg_reduction(const IrBinding *call) {
    return legal_of_numbers(call) && !is_none(call, "axis");
}

static bool legal_is_cumsum(const IrBinding *call) {
    return legal_of_numbers(call) && type_in(call->var->type, WIDE);
}

static bool legal_is_product(const IrBinding *call) {
    return legal_of_numbers(call) &&
           type_in(operand_type(call, 1), 1u << operand_type(call, 0)->dtype) &&
           type_in(call->var->type, WIDE);
}

/* Each dim stays or is summed to 1, whatever a symbol is. */
static bool legal_is_collapse(const IrBinding *call) {
    const IrType *from = operand_type(call, 0), *to = call->var->type;
    if (!legal_of_wide_numbers(call) || !from->dims || !to->dims || to->ndim > from->ndim)
        return false;
    for (int32_t i = 0; i < to->ndim; i++) {
        const IrDim *dim = to->dims[i];
        int64_t extent;
        if (dim == from->dims[from->ndim - to->ndim + i]) continue;
        if (!ir_dim_is_const(dim, &extent) || extent != 1) return false;
    }
    return true;
}

static bool legal_is_pad(const IrBinding *call) {
    static const char *const modes[] = {"constant", "reflect", "replicate", NULL};
    return is_one_of(call, "pad_mode", modes);
}

static bool legal_is_scatter(const IrBinding *call) {
    static const char *const reductions[] = {"update", "add", "mul", NULL};
    return is_one_of(call, "reduction", reductions);
}

static bool legal_is_split(const IrBinding *call) {
    const IrType *t = operand_type(call, 0);
    const int64_t axis = attr(call, "axis")->i;
    int64_t extent;
    return t->kind == IR_TYPE_TENSOR && t->dims && axis >= 0 && axis < t->ndim &&
           ir_dim_is_const(t->dims[axis], &extent);
}

static bool legal_is_gather(const IrBinding *call) {
    static const char *const modes[] = {"fast", "clip", "wrap", NULL};
    return is_one_of(call, "mode", modes);
}

static bool has_rank(const IrBinding *call, uint32_t i) {
    const IrType *t = operand_type(call, i);
    return t && t->kind == IR_TYPE_TENSOR && t->ndim != IR_NDIM_UNKNOWN;
}

static bool legal_is_take_backward(const IrBinding *call) {
    return legal_of_floats(call) && has_rank(call, 1) && has_rank(call, 2);
}

static bool legal_is_softplus(const IrBinding *call) {
    const unsigned dtypes = attr(call, "threshold")->f >= 40 ? IEEE : IEEE & ~BIT(FLOAT64);
    return first_in(call, dtypes) && attr(call, "beta")->f == 1 && attr(call, "threshold")->f >= 20;
}

static bool legal_is_quantize(const IrBinding *call) {
    return first_in(call, BIT(FLOAT32)) && type_in(operand_type(call, 1), BIT(FLOAT32)) &&
           type_in(call->var->type, BIT(INT8) | BIT(UINT8) | QUANTIZED);
}

static bool legal_is_dequantize(const IrBinding *call) {
    return first_in(call, BIT(INT8) | BIT(UINT8) | BIT(INT32) | QUANTIZED) &&
           type_in(operand_type(call, 1), BIT(FLOAT32)) && type_in(call->var->type, BIT(FLOAT32));
}

static bool legal_is_resize(const IrBinding *call) {
    static const char *const layouts[] = {"NCHW", NULL}, *const nearest[] = {"nearest_neighbor",
                                                                             NULL};
    static const char *const places[] = {"half_pixel",         "align_corners",      "asymmetric",
                                         "pytorch_half_pixel", "tf_crop_and_resize", NULL};
    static const char *const roundings[] = {"floor", "ceil", "round_prefer_floor",
                                            "round_prefer_ceil", NULL};
    if (!is_one_of(call, "layout", layouts) ||
        !is_one_of(call, "coordinate_transformation_mode", places))
        return false;
    if (is_one_of(call, "method", nearest) && !is_one_of(call, "rounding_method", roundings))
        return false;
    return legal_of_numbers(call) && own_dtype(call, "out_dtype");
}

/* ConvInteger: 8 bits less their zero points. */
static bool is_conv_integer(const IrBinding *call) {
    IrModule *m = call->block->body->function->module;
    OpCentred x, weight;
    return op_centred(m, ir_operand_get(&call->operands, 0), &x) && !x.by_channel &&
           op_centred(m, ir_operand_get(&call->operands, 1), &weight);
}

static bool legal_is_conv(const IrBinding *call) {
    const bool is_transpose = ir_op_attr_index(call->op, "output_padding") >= 0;
    return (legal_of_ieee_floats(call) || (!is_transpose && is_conv_integer(call))) &&
           own_dtype(call, "out_dtype");
}

static bool legal_is_max_pool(const IrBinding *call) {
    return first_in(call, IEEE | BIT(INT8) | BIT(UINT8));
}

static bool legal_is_average_pool(const IrBinding *call) {
    return legal_of_ieee_floats(call) && all_are(attr(call, "dilation"), 1);
}

/* Each extent is a multiple of the size. */
static bool has_even_windows(const IrBinding *call) {
    const IrAttr *size = attr(call, "output_size"), *layout = attr(call, "layout");
    const IrType *x = operand_type(call, 0);
    const char *letters = size->kind == IR_ATTR_INTS ? spatial_data_letters((int)size->n) : NULL;
    uint8_t at[SPATIAL_RANK_MAX];
    if (!letters || x->kind != IR_TYPE_TENSOR || !x->dims) return false;
    spatial_positions(layout->s, letters, at);
    for (uint32_t i = 0; i < size->n; i++) {
        int64_t extent;
        if (!ir_dim_is_const(x->dims[at[i + 2]], &extent) || extent % size->ints[i]) return false;
    }
    return true;
}

static bool legal_is_adaptive_pool(const IrBinding *call) {
    return legal_of_ieee_floats(call) &&
           (all_are(attr(call, "output_size"), 1) || has_even_windows(call));
}

/* Does nothing use another field of the tuple than the first? */
static bool is_first_field_alone(const IrBinding *call) {
    for (const IrOperand *use = call->var->uses; use; use = use->next_use) {
        const IrBinding *user = use->list->binding;
        if (!user || user->kind != IR_BIND_FIELD || user->index) return false;
    }
    return true;
}

/* In training ONNX's moving variance is that of the batch divided by n, R.nn.batch_norm's by n -
 * 1. */
static bool legal_is_batch_norm(const IrBinding *call) {
    return legal_of_floats(call) && attr(call, "axis")->i == 1 && is_true(call, "center") &&
           is_true(call, "scale") && (!is_true(call, "training") || is_first_field_alone(call));
}

/* Channels are dim 1, and all dims behind it are normalized. */
static bool is_channel_norm(const IrBinding *call) {
    return attr(call, "channel_axis")->i == 1 && attr(call, "axes")->n &&
           are_last_dims(call, attr(call, "axes"), 2) && is_true(call, "center") &&
           is_true(call, "scale");
}

static bool legal_is_instance_norm(const IrBinding *call) {
    return legal_of_ieee_floats(call) && is_channel_norm(call);
}

static bool legal_is_group_norm(const IrBinding *call) {
    return legal_of_floats(call) && is_channel_norm(call);
}

static bool legal_is_layer_norm(const IrBinding *call) {
    const IrAttr *axes = attr(call, "axes");
    return legal_of_floats(call) && axes->kind == IR_ATTR_INTS && axes->n &&
           are_last_dims(call, axes, axes->ints[0]) && is_true(call, "scale");
}

static bool legal_is_rms_norm(const IrBinding *call) {
    const IrAttr *axes = attr(call, "axes");
    return legal_of_floats(call) && axes->kind == IR_ATTR_INTS && axes->n &&
           are_last_dims(call, axes, axes->ints[0]);
}

static const IrLegalRow rows[] = {
#define WRITE_AS(id, predicate, node) {&op_##id, predicate, #predicate},
#define WRITE(id, predicate, fn, nodes) {&op_##id, predicate, #predicate},
#include "onnx/write.def"
};

const IrLegalSet onnx_legal = {
    .name = "onnx17", .ways = IR_LEGAL_DECOMPOSE, .rows = rows, .n_rows = ARRAY_LEN(rows)};

bool onnx_legal_since(const IrBinding *call, int64_t opset) {
    static const struct {
        int64_t opset;
        const OpDef *op;
        IrLegalPredicate legal;
    } later[] = {
#define SINCE(opset, id, predicate) {opset, &op_##id, predicate},
#include "onnx/write.def"
    };
    for (size_t i = 0; i < ARRAY_LEN(later); i++) {
        if (later[i].op == call->op && later[i].opset <= opset && later[i].legal(call)) return true;
    }
    return false;
}
