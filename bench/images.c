/* SPDX-License-Identifier: Apache-2.0 */
/* Networks of images: classifiers, and IS-Net, which finds what stands in front (Qin et al. 2022,
 * "Highly Accurate Dichotomous Image Segmentation"): U-shaped blocks within a U of blocks. */
#include <math.h>

#include "../tests/onnx/back.h"
#include "net.h"

typedef struct {
    int64_t in, out, kernel, stride, pad, groups;
} Filter;

static const char *cast(Net *net, const char *x, int to) {
    const char *y = node(net, "Cast", x);
    attr(net, "to", 0, (int64_t[]){to});
    return y;
}

/* Floats that are drawn, as the network has its weights. */
static const char *weight(Net *net, size_t n_dims, const int64_t *dims, double fan) {
    const char *w = drawn(net, n_dims, dims, fan);
    if (net->weights != HALF && net->weights != HALF_WEIGHTS) return w;
    net->listed[net->n_weights - 1].elem = ONNX_FLOAT16;
    return net->weights == HALF ? w : cast(net, w, ONNX_FLOAT32);
}

static void window(Net *net, Filter f, int64_t dilation) {
    attr(net, "kernel_shape", 2, (int64_t[]){f.kernel, f.kernel});
    attr(net, "strides", 2, (int64_t[]){f.stride, f.stride});
    attr(net, "pads", 4, (int64_t[]){f.pad, f.pad, f.pad, f.pad});
    if (dilation > 1) attr(net, "dilations", 2, (int64_t[]){dilation, dilation});
    if (dilation == 1) attr(net, "group", 0, (int64_t[]){f.groups});
}

/* As exporters that quantize say it, with a scale and a zero point for all weights. */
static const char *conv_of_integers(Net *net, const char *x, Filter f, int64_t dilation) {
    const char *q = say("q%zu", net->n_nodes), *scale = say("s%zu", net->n_nodes),
               *zero = say("z%zu", net->n_nodes);
    const int64_t dims[] = {f.out, f.in / f.groups, f.kernel, f.kernel};
    const double fan = (double)(f.in / f.groups * f.kernel * f.kernel);
    node_named(net, "DynamicQuantizeLinear", x, say("%s %s %s", q, scale, zero));
    const char *w = add_weight(net, ONNX_UINT8, 4, dims);
    net->listed[net->n_weights - 1].drawn = true;
    const char *middle = add_weight(net, ONNX_UINT8, 0, NULL);
    net->listed[net->n_weights - 1].value = 128;
    const char *y = node(net, "ConvInteger", say("%s %s %s %s", q, w, zero, middle));
    window(net, f, dilation);
    scale = two(net, "Mul", scale, scalar(net, sqrt(6 / fan) / 128));
    y = two(net, "Mul", cast(net, y, ONNX_FLOAT32), scale);
    return two(net, "Add", y, drawn(net, 4, (int64_t[]){1, f.out, 1, 1}, 600));
}

/* As static quantizers write it: x is quantized, and so is the result, which they leave a relu out
 * of where its scale begins at 0. */
static const char *conv_of_qdq(Net *net, const char *x, Filter f) {
    const int64_t dims[] = {f.out, f.in / f.groups, f.kernel, f.kernel};
    const double fan = (double)(f.in / f.groups * f.kernel * f.kernel);
    const char *w = int8_weight(net, 4, dims, 0, fan), *b = int32_bias(net, f.out, fan);
    const char *y = node(net, "Conv", say("%s %s %s", x, w, b));
    window(net, f, 1);
    return y;
}

static const char *conv_dilated(Net *net, const char *x, Filter f, int64_t dilation) {
    const double fan = (double)(f.in / f.groups * f.kernel * f.kernel);
    const int64_t dims[] = {f.out, f.in / f.groups, f.kernel, f.kernel};
    if (net->weights == QUANTIZED) return conv_of_integers(net, x, f, dilation);
    if (net->weights == QDQ) return quantized(net, conv_of_qdq(net, x, f), true);
    const char *w = weight(net, 4, dims, fan), *b = weight(net, 1, (int64_t[]){f.out}, 600);
    const char *y = node(net, "Conv", say("%s %s %s", x, w, b));
    window(net, f, dilation);
    return y;
}

static const char *conv(Net *net, const char *x, Filter f) { return conv_dilated(net, x, f, 1); }

static const char *image(Net *net, int64_t size) {
    return info(net->inputs, &net->n_inputs, "x", ONNX_FLOAT32, 4,
                (int64_t[]){net->batch, 3, size, size});
}

static void classes(Net *net, const char *y) {
    info(net->outputs, &net->n_outputs, y, ONNX_FLOAT32, 2, (int64_t[]){net->batch, 1000});
}

/* A relu, which a quantization from 0 on is too. */
static const char *relu_of(Net *net, const char *x) {
    return net->weights == QDQ ? quantized(net, x, false) : node(net, "Relu", x);
}

/* A value as it is, or quantized around 0. */
static const char *rounded(Net *net, const char *x) {
    return net->weights == QDQ ? quantized(net, x, true) : x;
}

static const char *relu_conv(Net *net, const char *x, Filter f) {
    if (net->weights == QDQ) return relu_of(net, conv_of_qdq(net, x, f));
    return node(net, "Relu", conv(net, x, f));
}

static const char *pool(Net *net, const char *x, int64_t size, int64_t pad) {
    const char *y = node(net, "MaxPool", x);
    attr(net, "kernel_shape", 2, (int64_t[]){size, size});
    attr(net, "strides", 2, (int64_t[]){2, 2});
    if (pad) attr(net, "pads", 4, (int64_t[]){pad, pad, pad, pad});
    if (!pad) attr(net, "ceil_mode", 0, (int64_t[]){1});
    return y;
}

void resnet18(Net *net) {
    const char *x = rounded(net, image(net, 224));
    x = pool(net, relu_conv(net, x, (Filter){3, 64, 7, 2, 3, 1}), 3, 1);
    if (net->weights == QDQ) x = quantized(net, x, false);
    int64_t in = 64;
    for (int i = 0; i < 8; i++) {
        const int64_t out = 64 << i / 2, stride = out == in ? 1 : 2;
        const char *y = relu_conv(net, x, (Filter){in, out, 3, stride, 1, 1});
        y = conv(net, y, (Filter){out, out, 3, 1, 1, 1});
        if (stride > 1) x = conv(net, x, (Filter){in, out, 1, 2, 0, 1});
        x = relu_of(net, two(net, "Add", y, x));
        in = out;
    }
    x = rounded(net, node(net, "Flatten", node(net, "GlobalAveragePool", x)));
    classes(net, classify(net, x, in, 1000));
}

void resnet18_qdq(Net *net) {
    net->weights = QDQ;
    resnet18(net);
}

static const char *relu6_conv(Net *net, const char *x, Filter f) {
    if (net->weights == QDQ) return quantized(net, conv_of_qdq(net, x, f), false);
    const char *y = conv(net, x, f);
    return node(net, "Clip", say("%s %s %s", y, scalar(net, 0), scalar(net, 6)));
}

void mobilenet_v2(Net *net) {
    static const int64_t settings[][4] = {/* expansion, channels, blocks, stride of the first */
                                          {1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2},
                                          {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2},
                                          {6, 320, 1, 1}};
    const char *x = relu6_conv(net, rounded(net, image(net, 224)), (Filter){3, 32, 3, 2, 1, 1});
    int64_t in = 32;
    for (size_t s = 0; s < sizeof settings / sizeof settings[0]; s++) {
        for (int64_t i = 0; i < settings[s][2]; i++) {
            const int64_t out = settings[s][1], wide = in * settings[s][0],
                          stride = i ? 1 : settings[s][3];
            const char *y = x;
            if (wide != in) y = relu6_conv(net, y, (Filter){in, wide, 1, 1, 0, 1});
            y = relu6_conv(net, y, (Filter){wide, wide, 3, stride, 1, wide});
            y = conv(net, y, (Filter){wide, out, 1, 1, 0, 1});
            x = stride == 1 && in == out ? rounded(net, two(net, "Add", x, y)) : y;
            in = out;
        }
    }
    x = relu6_conv(net, x, (Filter){in, 1280, 1, 1, 0, 1});
    x = rounded(net, node(net, "Flatten", node(net, "GlobalAveragePool", x)));
    classes(net, classify(net, x, 1280, 1000));
}

void mobilenet_v2_qdq(Net *net) {
    net->weights = QDQ;
    mobilenet_v2(net);
}

static const char *fire(Net *net, const char *x, int64_t in, int64_t squeeze, int64_t expand) {
    x = relu_conv(net, x, (Filter){in, squeeze, 1, 1, 0, 1});
    const char *a = relu_conv(net, x, (Filter){squeeze, expand, 1, 1, 0, 1});
    const char *b = relu_conv(net, x, (Filter){squeeze, expand, 3, 1, 1, 1});
    const char *y = node(net, "Concat", say("%s %s", a, b));
    attr(net, "axis", 0, (int64_t[]){1});
    return y;
}

void squeezenet1_1(Net *net) {
    static const int64_t squeezes[] = {16, 16, 32, 32, 48, 48, 64, 64};
    const char *x = relu_conv(net, image(net, 224), (Filter){3, 64, 3, 2, 0, 1});
    int64_t in = 64;
    for (int i = 0; i < 8; i++) {
        if (i % 2 == 0 && i < 6) x = pool(net, x, 3, 0);
        x = fire(net, x, in, squeezes[i], 4 * squeezes[i]);
        in = 8 * squeezes[i];
    }
    x = relu_conv(net, x, (Filter){in, 1000, 1, 1, 0, 1});
    classes(net, node(net, "Flatten", node(net, "GlobalAveragePool", x)));
}

/* x * sigmoid(x) */
static const char *swish(Net *net, const char *x) {
    return two(net, "Mul", x, node(net, "Sigmoid", x));
}

void efficientnet_b0(Net *net) {
    static const int64_t settings[][5] = {
        /* expansion, kernel, stride of the first, channels, blocks */
        {1, 3, 1, 16, 1},  {6, 3, 2, 24, 2},  {6, 5, 2, 40, 2}, {6, 3, 2, 80, 3},
        {6, 5, 1, 112, 3}, {6, 5, 2, 192, 4}, {6, 3, 1, 320, 1}};
    const char *x = swish(net, conv(net, image(net, 224), (Filter){3, 32, 3, 2, 1, 1}));
    int64_t in = 32;
    for (size_t s = 0; s < sizeof settings / sizeof settings[0]; s++) {
        for (int64_t i = 0; i < settings[s][4]; i++) {
            const int64_t out = settings[s][3], wide = in * settings[s][0], k = settings[s][1],
                          stride = i ? 1 : settings[s][2], few = in / 4;
            const char *y = x;
            if (wide != in) y = swish(net, conv(net, y, (Filter){in, wide, 1, 1, 0, 1}));
            y = swish(net, conv(net, y, (Filter){wide, wide, k, stride, k / 2, wide}));
            const char *z = node(net, "GlobalAveragePool", y);
            z = swish(net, conv(net, z, (Filter){wide, few, 1, 1, 0, 1}));
            z = node(net, "Sigmoid", conv(net, z, (Filter){few, wide, 1, 1, 0, 1}));
            y = conv(net, two(net, "Mul", y, z), (Filter){wide, out, 1, 1, 0, 1});
            x = stride == 1 && in == out ? two(net, "Add", x, y) : y;
            in = out;
        }
    }
    x = swish(net, conv(net, x, (Filter){in, 1280, 1, 1, 0, 1}));
    classes(net,
            classify(net, node(net, "Flatten", node(net, "GlobalAveragePool", x)), 1280, 1000));
}

/* IS-Net */

enum { IMAGE = 1024, DEEPEST = 7 };

static const char *dilated(Net *net, const char *x, int64_t in, int64_t out, int64_t dilation) {
    return node(net, "Relu", conv_dilated(net, x, (Filter){in, out, 3, 1, dilation, 1}, dilation));
}

static const char *beside(Net *net, const char *a, const char *b) {
    const char *y = two(net, "Concat", a, b);
    attr(net, "axis", 0, (int64_t[]){1});
    return y;
}

/* Bilinear, to a height and width of `size`. */
static const char *enlarged(Net *net, const char *x, int64_t channels, int64_t size) {
    const char *y =
        node(net, "Resize",
             say("%s - - %s", x, ints(net, 4, (int64_t[]){net->batch, channels, size, size})));
    attr_text(net, "mode", "linear");
    attr_text(net, "coordinate_transformation_mode", "half_pixel");
    return y;
}

/* A block of `depth` levels on images of so many pixels in height and width: halved between levels
 * or, of depth 4 and flat, dilated. */
static const char *u_block(Net *net, const char *x, const int64_t *channels, int depth,
                           int64_t size) {
    const int64_t in = channels[0], mid = channels[1], out = channels[2];
    const bool flat = size < 0;
    const char *levels[DEEPEST + 1];
    int64_t sizes[DEEPEST + 1];
    const char *wide = dilated(net, x, in, out, 1), *y = wide;
    for (int i = 1; i < depth; i++) {
        if (i > 1 && !flat) y = pool(net, y, 2, 0);
        sizes[i] = i == 1 ? size : (sizes[i - 1] + 1) / 2;
        levels[i] = y = dilated(net, y, i == 1 ? out : mid, mid, flat ? 1 << (i - 1) : 1);
    }
    y = dilated(net, y, mid, mid, flat ? 1 << (depth - 1) : 2);
    for (int i = depth - 1; i >= 1; i--) {
        y = dilated(net, beside(net, y, levels[i]), 2 * mid, i == 1 ? out : mid,
                    flat ? 1 << (i - 1) : 1);
        if (i > 1 && !flat) y = enlarged(net, y, mid, sizes[i - 1]);
    }
    return two(net, "Add", y, wide);
}

static void build_isnet(Net *net, Weights weights) {
    enum { STAGES = 6 };
    static const struct {
        int64_t channels[3], of_decoder[3];
        int depth;
    } stages[STAGES] = {
        {{64, 32, 64}, {128, 16, 64}, 7},       {{64, 32, 128}, {256, 32, 64}, 6},
        {{128, 64, 256}, {512, 64, 128}, 5},    {{256, 128, 512}, {1024, 128, 256}, 4},
        {{512, 256, 512}, {1024, 256, 512}, 4}, {{512, 256, 512}, {0}, 4}};
    const char *made[STAGES], *x = image(net, IMAGE);
    int64_t size = IMAGE / 2;
    net->weights = weights;
    if (weights == HALF) x = cast(net, x, ONNX_FLOAT16);
    x = conv(net, x, (Filter){3, 64, 3, 2, 1, 1});
    for (int i = 0; i < STAGES; i++) {
        if (i) x = pool(net, x, 2, 0);
        made[i] = x = u_block(net, x, stages[i].channels, stages[i].depth, i < 4 ? size >> i : -1);
    }
    for (int i = STAGES - 1; i >= 0; i--) {
        const int64_t channels = i == STAGES - 1 ? 512 : stages[i].of_decoder[2];
        if (i < STAGES - 1) {
            x = beside(
                net,
                enlarged(net, x, i == STAGES - 2 ? 512 : stages[i + 1].of_decoder[2], size >> i),
                made[i]);
            x = u_block(net, x, stages[i].of_decoder, stages[i].depth, i < 4 ? size >> i : -1);
        }
        const char *side = enlarged(net, conv(net, x, (Filter){channels, 1, 3, 1, 1, 1}), 1, IMAGE);
        side = node(net, "Sigmoid", side);
        if (weights == HALF) side = cast(net, side, ONNX_FLOAT32);
        info(net->outputs, &net->n_outputs, side, ONNX_FLOAT32, 4,
             (int64_t[]){net->batch, 1, IMAGE, IMAGE});
    }
}

void isnet(Net *net) { build_isnet(net, PLAIN); }
void isnet_half_weights(Net *net) { build_isnet(net, HALF_WEIGHTS); }
void isnet_half(Net *net) { build_isnet(net, HALF); }
void isnet_quantized(Net *net) { build_isnet(net, QUANTIZED); }
