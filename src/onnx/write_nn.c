/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions, pooling, normalization, recurrent layers, quantization. */
#include "onnx/export.h"
#include "ops/centred.h"
#include "ops/spatial.h"

static void add_list(W *w, OnnxNode *n, const char *name, const char *attr) {
    const IrAttr *a = w_attr(w, attr);
    w_add_ints(w, n, name, a->ints, a->n);
}

/* An operand of 8 bits, and its zero point: "" where there is none. */
static const char *centred(W *w, uint32_t i, const char **zero) {
    OpCentred c;
    if (!op_centred(w->x->m, ir_operand_get(&w->b->operands, i), &c))
        w_fail(w, "integers that are not of 8 bits");
    *zero = "";
    if (c.values) {
        const WValue v = x_operand(w, c.values, false);
        const WValue z = c.zero ? x_operand(w, c.zero, false) : v;
        if (c.zero) *zero = x_value(w, &z);
        return x_value(w, &v);
    }
    const Tensor *t = c.constant->tensor;
    uint8_t *bytes = arena_alloc(w->x->arena, t->count + 1);
    for (size_t k = 0; k < t->count; k++)
        bytes[k] = (uint8_t)(dtype_read_int(DTYPE_INT32, tensor_at(t, k)) - c.least);
    if (c.least) *zero = w_scalar_int(w, DTYPE_UINT8, -c.least);
    return w_small(w, "weight", DTYPE_UINT8, t->dims, t->ndim, bytes, t->count);
}

/* Dims in another order; the same one needs no node. */
static const char *permuted(W *w, const char *x, const uint8_t *order, uint32_t n) {
    int64_t perm[SPATIAL_RANK_MAX];
    bool same = true;
    for (uint32_t i = 0; i < n; i++) {
        perm[i] = order[i];
        same = same && order[i] == i;
    }
    if (same) return x;
    OnnxNode *node = w_node(w, "Transpose", NAMES(x), 1);
    w_add_ints(w, node, "perm", perm, n);
    return w_out(node, 0);
}

/* x, whose dims the attribute orders, in the order of ONNX's letters. */
static const char *plain(W *w, const char *x, const char *layout, const char *letters) {
    uint8_t at[SPATIAL_RANK_MAX];
    spatial_positions(w_attr(w, layout)->s, letters, at);
    return permuted(w, x, at, (uint32_t)strlen(letters));
}

/* The result, which ONNX orders as the letters, as out_layout has it. */
static void set_laid_out(W *w, const char *y, const char *letters) {
    const char *layout = w_attr(w, "out_layout")->s;
    const uint32_t n = (uint32_t)strlen(letters);
    uint8_t order[SPATIAL_RANK_MAX];
    for (uint32_t i = 0; i < n; i++) order[i] = (uint8_t)(strchr(letters, layout[i]) - letters);
    w_set(w, permuted(w, y, order, n));
}

static OnnxNode *conv_node(W *w, const char *letters, const char *kernel_letters) {
    const char *node = ir_op_attr_index(w->b->op, "output_padding") >= 0 ? "ConvTranspose" : "Conv",
               *zeros[2];
    const bool is_float = dtype_is_float(w_dtype(w, 0));
    const char *x = is_float ? w_in(w, 0) : centred(w, 0, &zeros[0]);
    const char *weight = is_float ? w_in(w, 1) : centred(w, 1, &zeros[1]);
    x = plain(w, x, "data_layout", letters);
    weight = plain(w, weight, "kernel_layout", kernel_letters);
    if (is_float) return w_node(w, node, NAMES(x, weight), 1);
    return w_node(w, "ConvInteger", NAMES(x, weight, zeros[0], zeros[1]), 1);
}

void onnx_write_conv(W *w) {
    static const char *const transposed[] = {"IOW", "IOHW", "IODHW"};
    const int dims = (int)w_attr(w, "strides")->n;
    const char *letters = spatial_data_letters(dims),
               *kernel_letters = spatial_kernel_letters(dims);
    if (ir_op_attr_index(w->b->op, "output_padding") >= 0) kernel_letters = transposed[dims - 1];
    uint8_t at[SPATIAL_RANK_MAX];
    spatial_positions(w_attr(w, "kernel_layout")->s, kernel_letters, at);
    OnnxNode *n = conv_node(w, letters, kernel_letters);
    const uint32_t spatial = w_attr(w, "strides")->n;
    int64_t *kernel = ARENA_ARRAY(w->x->arena, int64_t, spatial);
    bool is_known = true;
    for (uint32_t i = 0; i < spatial; i++)
        is_known = is_known && w_extent(w, 1, at[i + 2], &kernel[i]);
    if (is_known) w_add_ints(w, n, "kernel_shape", kernel, spatial);
    add_list(w, n, "strides", "strides");
    add_list(w, n, "pads", "padding");
    add_list(w, n, "dilations", "dilation");
    if (ir_op_attr_index(w->b->op, "output_padding") >= 0)
        add_list(w, n, "output_padding", "output_padding");
    w_add_int(w, n, "group", w_int(w, "groups"));
    set_laid_out(w, w_out(n, 0), letters);
}

/* Relax counts a last window of ceil_mode that begins in the padding, ONNX does not: then the
 * padding at the end is made as wide as the windows reach, and the division rounds down. Does that
 * need no change? */
static bool end_pads(W *w, const uint8_t *at, int64_t *pads) {
    const IrAttr *size = w_attr(w, "pool_size"), *strides = w_attr(w, "strides"),
                 *dilation = w_attr(w, "dilation");
    const uint32_t n = size->n;
    int64_t *wide = ARENA_ARRAY(w->x->arena, int64_t, n);
    bool begins = false, unknown = false;
    for (uint32_t i = 0; i < n; i++) {
        const int64_t reach = (size->ints[i] - 1) * dilation->ints[i] + 1,
                      stride = strides->ints[i];
        int64_t extent;
        wide[i] = pads[n + i];
        /* the last begins before extent + before + after - reach + stride */
        if (!w_extent(w, 0, at[i + 2], &extent)) {
            unknown = unknown || pads[n + i] + stride > reach;
            continue;
        }
        const int64_t last =
            (extent + pads[i] + pads[n + i] - reach + stride - 1) / stride * stride;
        begins = begins || last >= extent + pads[i];
        if (last + reach - extent - pads[i] > wide[i]) wide[i] = last + reach - extent - pads[i];
    }
    if (unknown)
        w_fail(
            w,
            "ceil_mode, where an extent is not constant and the last window may begin in the padding");
    if (begins) memcpy(pads + n, wide, n * sizeof *wide);
    return !begins;
}

void onnx_write_pool(W *w) {
    const bool is_max = strcmp(w->row->nodes, "MaxPool") == 0;
    const char *letters = spatial_data_letters((int)w_attr(w, "strides")->n);
    OnnxNode *n = w_node(w, w->row->nodes, NAMES(plain(w, w_in(w, 0), "layout", letters)), 1);
    add_list(w, n, "kernel_shape", "pool_size");
    add_list(w, n, "strides", "strides");
    const IrAttr *padding = w_attr(w, "padding");
    int64_t *pads = ARENA_ARRAY(w->x->arena, int64_t, padding->n);
    uint8_t at[SPATIAL_RANK_MAX];
    memcpy(pads, padding->ints, padding->n * sizeof *pads);
    spatial_positions(w_attr(w, "layout")->s, letters, at);
    const bool ceil = w_int(w, "ceil_mode") && end_pads(w, at, pads);
    w_add_ints(w, n, "pads", pads, padding->n);
    if (is_max)
        add_list(w, n, "dilations", "dilation");
    else
        w_add_int(w, n, "count_include_pad", w_int(w, "count_include_pad"));
    w_add_int(w, n, "ceil_mode", ceil);
    set_laid_out(w, w_out(n, 0), letters);
}

/* Windows that do not overlap, and are alike where there is more than one. */
void onnx_write_adaptive_pool(W *w) {
    const IrAttr *size = w_attr(w, "output_size");
    const uint32_t n = size->n;
    const char *letters = spatial_data_letters((int)n),
               *x = plain(w, w_in(w, 0), "layout", letters);
    uint8_t at[SPATIAL_RANK_MAX];
    int64_t kernel[SPATIAL_MAX], extent;
    bool all = true;
    for (uint32_t i = 0; i < n; i++) all = all && size->ints[i] == 1;
    if (all) {
        set_laid_out(w, w1(w, "GlobalAveragePool", x), letters);
        return;
    }
    spatial_positions(w_attr(w, "layout")->s, letters, at);
    for (uint32_t i = 0; i < n; i++) {
        if (!w_extent(w, 0, at[i + 2], &extent)) w_fail(w, "an extent that is not constant");
        kernel[i] = extent / size->ints[i];
    }
    OnnxNode *node = w_node(w, "AveragePool", NAMES(x), 1);
    w_add_ints(w, node, "kernel_shape", kernel, n);
    w_add_ints(w, node, "strides", kernel, n);
    set_laid_out(w, w_out(node, 0), letters);
}

static void add_epsilon(W *w, OnnxNode *n) { w_add_float(w, n, "epsilon", w_float(w, "epsilon")); }

/* Without training the moving values stay; with it nobody asks for them. */
void onnx_write_batch_norm(W *w) {
    const bool training = w_int(w, "training") != 0;
    OnnxNode *n =
        w_node(w, "BatchNormalization",
               NAMES(w_in(w, 0), w_in(w, 1), w_in(w, 2), w_in(w, 3), w_in(w, 4)), training ? 3 : 1);
    add_epsilon(w, n);
    w_add_float(w, n, "momentum", 1 - w_float(w, "momentum"));
    if (training) w_add_int(w, n, "training_mode", 1);
    w_set_field(w, 0, w_out(n, 0));
    for (uint32_t i = 1; i < 3; i++) w_set_field(w, i, training ? w_out(n, i) : w_in(w, 2 + i));
}

void onnx_write_instance_norm(W *w) {
    OnnxNode *n = w_node(w, "InstanceNormalization", NAMES(w_in(w, 0), w_in(w, 1), w_in(w, 2)), 1);
    add_epsilon(w, n);
    w_set(w, w_out(n, 0));
}

void onnx_write_layer_norm(W *w) {
    const char *beta = w_int(w, "center") ? w_in(w, 2) : "";
    OnnxNode *n = w_node(w, "LayerNormalization", NAMES(w_in(w, 0), w_in(w, 1), beta), 1);
    w_add_int(w, n, "axis", w_attr(w, "axes")->ints[0]);
    add_epsilon(w, n);
    w_set(w, w_out(n, 0));
}

void onnx_write_rms_norm(W *w) {
    OnnxNode *n = w_node(w, "RMSNormalization", NAMES(w_in(w, 0), w_in(w, 1)), 1);
    w_add_int(w, n, "axis", w_attr(w, "axes")->ints[0]);
    add_epsilon(w, n);
    w_set(w, w_out(n, 0));
}

void onnx_write_group_norm(W *w) {
    OnnxNode *n = w_node(w, "GroupNormalization", NAMES(w_in(w, 0), w_in(w, 1), w_in(w, 2)), 1);
    w_add_int(w, n, "num_groups", w_int(w, "num_groups"));
    add_epsilon(w, n);
    w_set(w, w_out(n, 0));
}

void onnx_write_softmax(W *w) {
    OnnxNode *n = w_node(w, w->row->nodes, NAMES(w_in(w, 0)), 1);
    w_add_int(w, n, "axis", w_int(w, "axis"));
    w_set(w, w_out(n, 0));
}

/* A class by itself, of rank 1, is a batch of one. */
void onnx_write_nll_loss(W *w) {
    const bool alone = w_rank(w, 0) == 1, is_loss = w_is(w, "reduction", "none");
    const int64_t front = 0;
    const char *x = w_unsqueeze(w, w_in(w, 0), &front, alone);
    const DType dtype = w_dtype(w, 1);
    const char *target =
        dtype == DTYPE_INT32 ? w_in(w, 1) : w_cast(w, w_in(w, 1), dtype, DTYPE_INT64);
    OnnxNode *n = w_node(w, "NegativeLogLikelihoodLoss",
                         NAMES(x, w_unsqueeze(w, target, &front, alone), w_opt(w, 2)), 1);
    w_add_str(w, n, "reduction", w_attr(w, "reduction")->s);
    w_add_int(w, n, "ignore_index", w_int(w, "ignore_index"));
    w_set(w, w_squeeze(w, w_out(n, 0), &front, alone && is_loss));
}

static void add_items(W *w, OnnxNode *n, const char *name) {
    const IrAttr *list = w_attr(w, name);
    if (list->kind != IR_ATTR_LIST || !list->n) return;
    const bool strings = list->items[0].kind == IR_ATTR_STRING;
    OnnxAttr *a = w_add_attr(w, n, name, strings ? ONNX_ATTR_STRINGS : ONNX_ATTR_FLOATS);
    for (uint32_t i = 0; i < list->n; i++) {
        const IrAttr *item = &list->items[i];
        if (strings)
            vec_push(w->x->arena, &a->strings, (str_c(item->s)));
        else
            vec_push(w->x->arena, &a->floats,
                     (float)(item->kind == IR_ATTR_INT ? (double)item->i : item->f));
    }
}

/* The operators follow ONNX's; r is (directions, gates * hidden, hidden). */
void onnx_write_recurrent(W *w) {
    const uint32_t n_ins = ir_op_n_operands(w->b->op);
    const char *ins[8];
    int64_t hidden;
    for (uint32_t i = 0; i < n_ins; i++) ins[i] = w_opt(w, i);
    if (w_has(w, 4)) ins[4] = w_cast(w, ins[4], w_dtype(w, 4), DTYPE_INT32);
    if (!w_extent(w, 2, 2, &hidden)) w_fail(w, "a hidden size that is not constant");
    OnnxNode *n = w_node(w, w->row->nodes, ins, n_ins, w->b->var->type->n);
    w_add_int(w, n, "hidden_size", hidden);
    w_add_str(w, n, "direction", w_attr(w, "direction")->s);
    add_items(w, n, "activations");
    add_items(w, n, "activation_alpha");
    add_items(w, n, "activation_beta");
    if (w_attr(w, "clip")->kind == IR_ATTR_FLOAT) w_add_float(w, n, "clip", w_float(w, "clip"));
    if (w_int(w, "layout")) w_add_int(w, n, "layout", w_int(w, "layout"));
    if (w->b->op == &op_nn_gru && w_int(w, "linear_before_reset"))
        w_add_int(w, n, "linear_before_reset", 1);
    if (w->b->op == &op_nn_lstm && w_int(w, "input_forget")) w_add_int(w, n, "input_forget", 1);
    w_set_leaves(w, w_outs(w, n, 0));
    w_drop_unused(w, n);
}

/* Scale and zero point are of one rank, the zero point of the dtype of the integers. */
void onnx_write_quantize(W *w) {
    const DType dtype = w->b->op == &op_quantize ? w->b->var->type->dtype : w_dtype(w, 0);
    if (dtype == DTYPE_INT16 || dtype == DTYPE_UINT16) x_needs(w->x, 21);
    (void)x_type(w->x, dtype);
    const int32_t scale_rank = w_rank(w, 1), zero_rank = w_rank(w, 2);
    const char *scale = w_in(w, 1), *zero = w_cast(w, w_in(w, 2), w_dtype(w, 2), dtype);
    if (scale_rank < zero_rank) scale = w2(w, "Expand", scale, w1(w, "Shape", zero));
    if (zero_rank < scale_rank) zero = w2(w, "Expand", zero, w1(w, "Shape", scale));
    OnnxNode *n = w_node(w, w->row->nodes, NAMES(w_in(w, 0), scale, zero), 1);
    w_add_int(w, n, "axis", w_int(w, "axis"));
    w_set(w, w_out(n, 0));
}

/* Batch and channels keep their extents. */
/* Where H and W grow by whole numbers, these: no arithmetic on shapes is needed then. NULL: they do
 * not. */
static const char *whole_scales(W *w) {
    enum { SCALE_MAX = 64 };
    int32_t n;
    const IrDim *const *to = w_shape(w, 1, &n), *const *from = w_type(w, 0)->dims;
    const int64_t dims[] = {4};
    float scales[4] = {1, 1};
    if (!to || n != 2 || !from || w_type(w, 0)->ndim != 4) return NULL;
    for (int32_t i = 0; i < 2; i++) {
        int64_t k = 1;
        while (k <= SCALE_MAX && ir_dim_scale(w->x->m, from[i + 2], k) != to[i]) k++;
        if (k > SCALE_MAX) return NULL;
        scales[i + 2] = (float)k;
    }
    return w_small(w, "scales", DTYPE_FLOAT32, dims, 1, scales, sizeof scales);
}

void onnx_write_resize(W *w) {
    const char *roi = "";
    const IrAttr *part = w_attr(w, "roi");
    const bool crops = w_is(w, "coordinate_transformation_mode", "tf_crop_and_resize");
    if (crops) {
        const int64_t dims[] = {8};
        float box[8] = {[4] = 1, [5] = 1};
        for (uint32_t i = 0; i < 4; i++) box[i < 2 ? i + 2 : i + 4] = (float)part->items[i].f;
        roi = w_small(w, "roi", DTYPE_FLOAT32, dims, 1, box, sizeof box);
    }
    const bool nearest = w_is(w, "method", "nearest_neighbor"), cubic = w_is(w, "method", "cubic");
    const char *scales = crops ? NULL : whole_scales(w);
    OnnxNode *n;
    if (scales) {
        n = w_node(w, "Resize", NAMES(w_in(w, 0), "", scales), 1);
    } else {
        const char *sizes[] = {w_shape_of(w, 0, 0, 2), w_in(w, 1)};
        n = w_node(w, "Resize", NAMES(w_in(w, 0), roi, "", w_concat(w, sizes, 2, 0)), 1);
    }
    w_add_str(w, n, "mode", nearest ? "nearest" : w_attr(w, "method")->s);
    w_add_str(w, n, "coordinate_transformation_mode",
              w_attr(w, "coordinate_transformation_mode")->s);
    if (nearest) w_add_str(w, n, "nearest_mode", w_attr(w, "rounding_method")->s);
    if (cubic) {
        w_add_float(w, n, "cubic_coeff_a", w_float(w, "cubic_alpha"));
        w_add_int(w, n, "exclude_outside", w_int(w, "cubic_exclude") != 0);
    }
    if (crops) w_add_float(w, n, "extrapolation_value", w_float(w, "extrapolation_value"));
    w_set(w, w_out(n, 0));
}
