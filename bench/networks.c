/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a network of the table of figures as an ONNX file, with weights that are drawn, so that
 * both sides run the same file:
 *
 *     networks NAME FILE [BATCH]
 *
 * BATCH: how many images, 1 if it is not given. The forms are those that PyTorch exports: batch
 * normalisation folded into convolutions, GELU by Erf, attention as matmuls and a softmax. Names of
 * networks are printed where none is given. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../tests/onnx/back.h"
#include "net.h"

/* Parts of transformers of 4 layers, 128 wide with 4 heads */

enum { WIDE = 128, HEADS = 4, HEAD = WIDE / HEADS, LAYERS = 4 };

static const char *linear(Net *net, const char *x, int64_t in, int64_t out) {
    const char *w = net_drawn(net, 2, (int64_t[]){in, out}, 2 * (double)in),
               *b = net_drawn(net, 1, (int64_t[]){out}, 600);
    return net_two(net, "Add", net_two(net, "MatMul", x, w), b);
}

static const char *normalized(Net *net, const char *x) {
    const char *scale = net_filled(net, 1, (int64_t[]){WIDE}, 1),
               *bias = net_filled(net, 1, (int64_t[]){WIDE}, 0);
    const char *y = net_node(net, "LayerNormalization", net_say("%s %s %s", x, scale, bias));
    net_attr(net, "axis", 0, (int64_t[]){-1});
    return y;
}

static const char *transposed(Net *net, const char *x, const int64_t *axes) {
    const char *y = net_node(net, "Transpose", x);
    net_attr(net, "perm", 4, axes);
    return y;
}

static const char *joined(Net *net, const char *past, const char *x, const char *name) {
    const char *y = net_node_named(net, "Concat", net_say("%s %s", past, x), name)->outputs;
    net_attr(net, "axis", 0, (int64_t[]){2});
    return y;
}

/* bias: added to the scores, or NULL. past: the number of its keys among the inputs, values behind
 * it; -1: none. */
static const char *attention(Net *net, const char *x, const char *bias, int past) {
    static const int64_t heads_first[] = {0, 2, 1, 3}, last_two[] = {0, 1, 3, 2};
    const char *heads = net_ints(net, 4, (int64_t[]){0, 0, HEADS, HEAD}),
               *wide = net_ints(net, 3, (int64_t[]){0, 0, WIDE});
    const char *sizes = net_ints(net, 3, (int64_t[]){WIDE, WIDE, WIDE}), *parts[3];
    const char *qkv = linear(net, x, WIDE, 3 * WIDE);
    const size_t id = net->n_nodes;
    net_node_named(net, "Split", net_say("%s %s", qkv, sizes),
                   net_say("q%zu k%zu v%zu", id, id, id));
    net_attr(net, "axis", 0, (int64_t[]){-1});
    for (int i = 0; i < 3; i++)
        parts[i] = transposed(net, net_two(net, "Reshape", net_say("%c%zu", "qkv"[i], id), heads),
                              heads_first);
    for (int i = 1; i < 3 && past >= 0; i++)
        parts[i] =
            joined(net, net_say("kv%d", past + i - 1), parts[i], net_say("okv%d", past + i - 1));
    const char *scores = net_two(net, "MatMul", parts[0], transposed(net, parts[1], last_two));
    scores = net_two(net, "Div", scores, net_scalar(net, sqrt(HEAD)));
    if (bias) scores = net_two(net, "Add", scores, bias);
    const char *weights = net_node(net, "Softmax", scores);
    net_attr(net, "axis", 0, (int64_t[]){-1});
    const char *y = transposed(net, net_two(net, "MatMul", weights, parts[2]), heads_first);
    return linear(net, net_two(net, "Reshape", y, wide), WIDE, WIDE);
}

static const char *gelu(Net *net, const char *x) {
    const char *y = net_node(net, "Erf", net_two(net, "Div", x, net_scalar(net, sqrt(2))));
    y = net_two(net, "Mul", x, net_two(net, "Add", y, net_scalar(net, 1)));
    return net_two(net, "Mul", y, net_scalar(net, 0.5));
}

static const char *block(Net *net, const char *x, const char *bias, int past) {
    x = net_two(net, "Add", x, attention(net, normalized(net, x), bias, past));
    return net_two(
        net, "Add", x,
        linear(net, gelu(net, linear(net, normalized(net, x), WIDE, 4 * WIDE)), 4 * WIDE, WIDE));
}

static const char *embedded(Net *net, const char *ids, int64_t n) {
    return net_two(net, "Gather", net_drawn(net, 2, (int64_t[]){n, WIDE}, 6), ids);
}

static void bert_tiny(Net *net) {
    enum { T = 128 };
    const char *ids =
        net_info(net->inputs, &net->n_inputs, "ids", ONNX_INT64, 2, (int64_t[]){1, T});
    const char *mask =
        net_info(net->inputs, &net->n_inputs, "mask", ONNX_INT64, 2, (int64_t[]){1, T});
    const char *x = embedded(net, ids, 1000);
    const char *none =
        net_two(net, "Equal", net_two(net, "Unsqueeze", mask, net_ints(net, 2, (int64_t[]){1, 2})),
                net_ints(net, 1, (int64_t[]){0}));
    const char *bias = net_node(
        net, "Where", net_say("%s %s %s", none, net_scalar(net, -1e9), net_scalar(net, 0)));
    for (int i = 0; i < LAYERS; i++) x = block(net, x, bias, -1);
    x = net_two(
        net, "Squeeze",
        net_node(net, "Slice",
                 net_say("%s %s %s %s", x, net_ints(net, 1, (int64_t[]){0}),
                         net_ints(net, 1, (int64_t[]){1}), net_ints(net, 1, (int64_t[]){1}))),
        net_ints(net, 1, (int64_t[]){1}));
    net_info(net->outputs, &net->n_outputs, net_classify(net, x, WIDE, 2), ONNX_FLOAT32, 2,
             (int64_t[]){1, 2});
}

static void gpt_tiny_kvstep(Net *net) {
    static const int64_t past[] = {1, HEADS, -1, HEAD};
    const char *ids =
        net_info(net->inputs, &net->n_inputs, "ids", ONNX_INT64, 2, (int64_t[]){1, 1});
    const char *pos = net_info(net->inputs, &net->n_inputs, "pos", ONNX_INT64, 1, (int64_t[]){1});
    for (int i = 0; i < 2 * LAYERS; i++)
        net_info(net->inputs, &net->n_inputs, net_say("kv%d", i), ONNX_FLOAT32, 4, past);
    const char *x = net_two(net, "Add", embedded(net, ids, 256), embedded(net, pos, 129));
    for (int i = 0; i < LAYERS; i++) x = block(net, x, NULL, 2 * i);
    x = net_two(net, "MatMul", normalized(net, x),
                net_drawn(net, 2, (int64_t[]){WIDE, 256}, 2 * WIDE));
    net_info(net->outputs, &net->n_outputs, x, ONNX_FLOAT32, 3, (int64_t[]){1, 1, 256});
    for (int i = 0; i < 2 * LAYERS; i++)
        net_info(net->outputs, &net->n_outputs, net_say("okv%d", i), ONNX_FLOAT32, 0, NULL);
}

static const struct {
    const char *name;
    void (*build)(Net *net);
} networks[] = {{"mobilenet_v2", mobilenet_v2},
                {"squeezenet1_1", squeezenet1_1},
                {"resnet18", resnet18},
                {"resnet18_qdq", resnet18_qdq},
                {"mobilenet_v2_qdq", mobilenet_v2_qdq},
                {"efficientnet_b0", efficientnet_b0},
                {"isnet", isnet},
                {"isnet_half_weights", isnet_half_weights},
                {"isnet_half", isnet_half},
                {"isnet_quantized", isnet_quantized},
                {"bert_tiny", bert_tiny},
                {"gpt_tiny_kvstep", gpt_tiny_kvstep}};

int main(int argc, char **argv) {
    static Net net;
    net.batch = argc == 4 ? atoi(argv[3]) : 1;
    for (size_t i = 0; argc > 2 && net.batch > 0 && i < sizeof networks / sizeof networks[0]; i++) {
        if (strcmp(argv[1], networks[i].name) != 0) continue;
        networks[i].build(&net);
        if (net_write(&net, argv[2])) return 0;
        perror(argv[2]);
        return 1;
    }
    fprintf(stderr, "usage: networks NAME FILE [BATCH], with one of the names\n");
    for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++)
        fprintf(stderr, "  %s\n", networks[i].name);
    return 1;
}
