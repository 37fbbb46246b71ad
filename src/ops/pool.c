/* SPDX-License-Identifier: Apache-2.0 */
/* Pooling over one, two and three spatial dims: by windows, the gradients of that, and by a wanted
 * result extent (adaptive). */
#include "ops/ops.h"
#include "ops/spatial.h"

typedef struct {
    int n;        /* spatial dims */
    uint32_t arg; /* the operand that is pooled */
} PoolRow;

enum { C_LAYOUT = 1, C_RANK, C_DTYPE, C_WINDOW, C_FITS, C_GRAD };

#define LAYOUTS                                                                                    \
    "layout and out_layout are permutations of N, C and the spatial letters; none is blocked"
#define RANK "data has two dims more than there are spatial ones"
#define NUMBER "data is an integer or floating-point tensor"
#define WINDOW "pool_size, strides and dilation are 1 or more, padding is 0 or more"
#define FITS "the dilated window fits in the padded data"

static const char *const constraints[] = {LAYOUTS, RANK, NUMBER, WINDOW, FITS, NULL};
static const char *const backward_constraints[] = {
    LAYOUTS, RANK, "output_grad and data have one dtype, a floating-point one",
    WINDOW,  FITS, "output_grad has the shape that pooling data gives",
    NULL,
};
static const char *const adaptive_constraints[] = {
    LAYOUTS,
    RANK,
    NUMBER,
    "output_size holds an int of 1 or more for each spatial dim",
    "no spatial extent of data is 0",
    NULL,
};

/* The type of the pooled operand row->arg. NULL: reported. */
static const IrType *pooled_type(IrInfer *in) {
    const PoolRow *row = in->op->data;
    const int n = row->n;
    const IrType *data = in->args[row->arg].type;
    const char *letters = spatial_data_letters(n);
    uint8_t at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    if (!spatial_layout(in, "layout", letters, C_LAYOUT, at) ||
        !spatial_out_layout(in, "layout", letters, C_LAYOUT, out_at) ||
        !infer_ndim(in, row->arg, n + 2, C_RANK)) {
        return NULL;
    }
    int64_t size[SPATIAL_MAX], strides[SPATIAL_MAX], dilation[SPATIAL_MAX],
        padding[2 * SPATIAL_MAX];
    if (!spatial_ints(in, "pool_size", n, 1, C_WINDOW, size) ||
        !spatial_ints(in, "strides", n, 1, C_WINDOW, strides) ||
        !spatial_padding(in, n, C_WINDOW, padding) ||
        !spatial_ints(in, "dilation", n, 1, C_WINDOW, dilation)) {
        return NULL;
    }
    if (!data->dims) return infer_tensor_ndim(in, n + 2, data->dtype);
    const IrDim *dims[SPATIAL_RANK_MAX];
    dims[out_at[0]] = data->dims[at[0]];
    dims[out_at[1]] = data->dims[at[1]];
    for (int i = 0; i < n; i++) {
        SpatialWindow w = {
            .extent = data->dims[at[2 + i]],
            .kernel = ir_dim_const(in->m, size[i]),
            .before = padding[i],
            .after = padding[n + i],
            .stride = strides[i],
            .dilation = dilation[i],
            .ceil = infer_bool(in, "ceil_mode"),
            .letter = letters[2 + i],
        };
        dims[out_at[2 + i]] = spatial_windows(in, &w, C_FITS);
        if (!dims[out_at[2 + i]]) return NULL;
    }
    return infer_tensor(in, dims, n + 2, data->dtype);
}

static const IrType *infer_pool(IrInfer *in) {
    if (!infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, C_DTYPE)) return NULL;
    return pooled_type(in);
}

static const IrType *infer_backward(IrInfer *in) {
    DType dtype;
    if (!infer_same_dtype(in, 0, 1, C_DTYPE, &dtype)) return NULL;
    if (!infer_dtype_kind(in, 0, KIND_FLOAT, C_DTYPE) ||
        !infer_dtype_kind(in, 1, KIND_FLOAT, C_DTYPE)) {
        return NULL;
    }
    const PoolRow *row = in->op->data;
    const IrType *pooled = pooled_type(in), *data = in->args[1].type;
    if (!pooled) return NULL;
    if (ir_type_subsumes(in->m, pooled, in->args[0].type) == IR_REFUTED) {
        return infer_fail(in, C_GRAD, ir_type_text(in->m, pooled),
                          ir_type_text(in->m, in->args[0].type));
    }
    return data->ndim == IR_NDIM_UNKNOWN ? infer_tensor_ndim(in, row->n + 2, dtype)
                                         : infer_with_dtype(in, data, dtype);
}

static const IrType *infer_adaptive(IrInfer *in) {
    const PoolRow *row = in->op->data;
    const int n = row->n;
    const IrType *data = in->args[0].type;
    const char *letters = spatial_data_letters(n);
    uint8_t at[SPATIAL_RANK_MAX], out_at[SPATIAL_RANK_MAX];
    if (!spatial_layout(in, "layout", letters, C_LAYOUT, at) ||
        !spatial_out_layout(in, "layout", letters, C_LAYOUT, out_at) ||
        !infer_ndim(in, 0, n + 2, C_RANK) ||
        !infer_dtype_kind(in, 0, KIND_INT | KIND_FLOAT, C_DTYPE)) {
        return NULL;
    }
    const bool keep = infer_attr(in, "output_size")->kind == IR_ATTR_NONE;
    int64_t size[SPATIAL_MAX];
    if (!keep && !spatial_ints(in, "output_size", n, 1, C_WINDOW, size)) return NULL;
    if (!data->dims) return infer_tensor_ndim(in, n + 2, data->dtype);
    const IrDim *dims[SPATIAL_RANK_MAX], *one = ir_dim_const(in->m, 1);
    dims[out_at[0]] = data->dims[at[0]];
    dims[out_at[1]] = data->dims[at[1]];
    for (int i = 0; i < n; i++) {
        const IrDim *extent = data->dims[at[2 + i]];
        if (!keep && ir_dim_le(in->m, one, extent) == IR_REFUTED) {
            return infer_fail(in, C_FITS,
                              infer_text(in, "an extent along %c of 1 or more", letters[2 + i]),
                              ir_dim_text(in->m, extent));
        }
        dims[out_at[2 + i]] = keep ? extent : ir_dim_const(in->m, size[i]);
    }
    return infer_tensor(in, dims, n + 2, data->dtype);
}

#define POOL_PARAMS(n_, layout_)                                                                   \
    OP_INTS("pool_size", n_, 1), OP_INTS("strides", n_, 1), OP_PADDING("padding", n_),             \
        OP_INTS("dilation", n_, 1), OP_BOOL("ceil_mode", false),                                   \
        OP_BOOL("count_include_pad", false), OP_STRING("layout", layout_, NULL),                   \
        OP_STRING_OR_NONE("out_layout", NULL)

#define WINDOWS_DOC                                                                                \
    "padding is the ints before each spatial dim, then those after. Along a dim of extent e the "  \
    "result has (e + pads - dilation * (size - 1) - 1) // stride + 1; with ceil_mode the "         \
    "division rounds up, and what a window covers past the padded data counts as padding. "        \
    "out_layout None is layout."
#define MAX_DOC                                                                                    \
    "The greatest element of each window, NaN when one is NaN. Padding is never the "              \
    "greatest: a window of nothing else gives the least value of the dtype (-inf). "               \
    "count_include_pad has no effect. " WINDOWS_DOC
#define AVG_DOC                                                                                    \
    "The mean of each window. Padding adds nothing, and counts in the divisor only "               \
    "with count_include_pad; a window that counts nothing gives 0. " WINDOWS_DOC
#define ADAPTIVE_DOC                                                                               \
    "The means of windows that spread evenly over each spatial dim: for extent e and "             \
    "output_size s, element i averages elements i * e // s to ceil((i + 1) * e / s) - 1. "         \
    "output_size None keeps the extents. out_layout None is layout."

#define POOL_OP(name_, doc_, params_, constraints_, row_, infer_)                                  \
    {                                                                                              \
        .name = name_, .doc = doc_, .constraints = constraints_, .params = params_,                \
        .n_params = ARRAY_LEN(params_), .flags = OP_PURE, .infer = infer_, .data = &row_           \
    }

#define POOLS(n_, layout_)                                                                         \
    static const OpParam pool##n_##d_params[] = {OP_TENSOR("data"), POOL_PARAMS(n_, layout_)};     \
    static const OpParam adaptive##n_##d_params[] = {                                              \
        OP_TENSOR("data"),                                                                         \
        {.name = "output_size",                                                                    \
         .kind = OP_PARAM_INTS,                                                                    \
         .optional = true,                                                                         \
         .none = true,                                                                             \
         .count = n_},                                                                             \
        OP_STRING("layout", layout_, NULL),                                                        \
        OP_STRING_OR_NONE("out_layout", NULL),                                                     \
    };                                                                                             \
    static const PoolRow pool##n_##d_row = {n_, 0};                                                \
    const OpDef op_nn_max_pool##n_##d =                                                            \
        POOL_OP("nn.max_pool" #n_ "d", MAX_DOC, pool##n_##d_params, constraints, pool##n_##d_row,  \
                infer_pool);                                                                       \
    const OpDef op_nn_avg_pool##n_##d =                                                            \
        POOL_OP("nn.avg_pool" #n_ "d", AVG_DOC, pool##n_##d_params, constraints, pool##n_##d_row,  \
                infer_pool);                                                                       \
    const OpDef op_nn_adaptive_avg_pool##n_##d =                                                   \
        POOL_OP("nn.adaptive_avg_pool" #n_ "d", ADAPTIVE_DOC, adaptive##n_##d_params,              \
                adaptive_constraints, pool##n_##d_row, infer_adaptive);

POOLS(1, "NCW")
POOLS(2, "NCHW")
POOLS(3, "NCDHW")

static const OpParam backward_params[] = {OP_TENSOR("output_grad"), OP_TENSOR("data"),
                                          POOL_PARAMS(2, "NCHW")};
static const PoolRow backward_row = {2, 1};

const OpDef op_grad_max_pool2d_backward = POOL_OP(
    "grad.max_pool2d_backward",
    "The gradient of nn.max_pool2d with respect to data: each element of output_grad goes to the "
    "first greatest element of its window, and windows that share an element add up.",
    backward_params, backward_constraints, backward_row, infer_backward);

const OpDef op_grad_avg_pool2d_backward = POOL_OP(
    "grad.avg_pool2d_backward",
    "The gradient of nn.avg_pool2d with respect to data: each element of output_grad, divided by "
    "its window's divisor, is added to all elements of the window.",
    backward_params, backward_constraints, backward_row, infer_backward);
