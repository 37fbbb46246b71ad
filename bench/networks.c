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
    const char *w = drawn(net, 2, (int64_t[]){in, out}, 2 * (double)in),
               *b = drawn(net, 1, (int64_t[]){out}, 600);
    return two(net, "Add", two(net, "MatMul", x, w), b);
}

static const char *normalized(Net *net, const char *x) {
    const char *scale = filled(net, 1, (int64_t[]){WIDE}, 1),
               *bias = filled(net, 1, (int64_t[]){WIDE}, 0);
    const char *y = node(net, "LayerNormalization", say("%s %s %s", x, scale, bias));
    attr(net, "axis", 0, (int64_t[]){-1});
    return y;
}

static const char *transposed(Net *net, const char *x, const int64_t *axes) {
    const char *y = node(net, "Transpose", x);
    attr(net, "perm", 4, axes);
    return y;
}

static const char *joined(Net *net, const char *past, const char *x, const char *name) {
    const char *y = node_named(net, "Concat", say("%s %s", past, x), name)->outputs;
    attr(net, "axis", 0, (int64_t[]){2});
    return y;
}

/* bias: added to the scores, or NULL. past: the number of its keys among the inputs, values behind
 * it; -1: none. */
static const char *attention(Net *net, const char *x, const char *bias, int past) {
    static const int64_t heads_first[] = {0, 2, 1, 3}, last_two[] = {0, 1, 3, 2};
    const char *heads = ints(net, 4, (int64_t[]){0, 0, HEADS, HEAD}),
               *wide = ints(net, 3, (int64_t[]){0, 0, WIDE});
    const char *sizes = ints(net, 3, (int64_t[]){WIDE, WIDE, WIDE}), *parts[3];
    const char *qkv = linear(net, x, WIDE, 3 * WIDE);
    const size_t id = net->n_nodes;
    node_named(net, "Split", say("%s %s", qkv, sizes), say("q%zu k%zu v%zu", id, id, id));
    attr(net, "axis", 0, (int64_t[]){-1});
    for (int i = 0; i < 3; i++)
        parts[i] =
            transposed(net, two(net, "Reshape", say("%c%zu", "qkv"[i], id), heads), heads_first);
    for (int i = 1; i < 3 && past >= 0; i++)
        parts[i] = joined(net, say("kv%d", past + i - 1), parts[i], say("okv%d", past + i - 1));
    const char *scores = two(net, "MatMul", parts[0], transposed(net, parts[1], last_two));
    scores = two(net, "Div", scores, scalar(net, sqrt(HEAD)));
    if (bias) scores = two(net, "Add", scores, bias);
    const char *weights = node(net, "Softmax", scores);
    attr(net, "axis", 0, (int64_t[]){-1});
    const char *y = transposed(net, two(net, "MatMul", weights, parts[2]), heads_first);
    return linear(net, two(net, "Reshape", y, wide), WIDE, WIDE);
}

static const char *gelu(Net *net, const char *x) {
    const char *y = node(net, "Erf", two(net, "Div", x, scalar(net, sqrt(2))));
    y = two(net, "Mul", x, two(net, "Add", y, scalar(net, 1)));
    return two(net, "Mul", y, scalar(net, 0.5));
}

static const char *block(Net *net, const char *x, const char *bias, int past) {
    x = two(net, "Add", x, attention(net, normalized(net, x), bias, past));
    return two(
        net, "Add", x,
        linear(net, gelu(net, linear(net, normalized(net, x), WIDE, 4 * WIDE)), 4 * WIDE, WIDE));
}

static const char *embedded(Net *net, const char *ids, int64_t n) {
    return two(net, "Gather", drawn(net, 2, (int64_t[]){n, WIDE}, 6), ids);
}

static void bert_tiny(Net *net) {
    enum { T = 128 };
    const char *ids = info(net->inputs, &net->n_inputs, "ids", ONNX_INT64, 2, (int64_t[]){1, T});
    const char *mask = info(net->inputs, &net->n_inputs, "mask", ONNX_INT64, 2, (int64_t[]){1, T});
    const char *x = embedded(net, ids, 1000);
    const char *none =
        two(net, "Equal", two(net, "Unsqueeze", mask, ints(net, 2, (int64_t[]){1, 2})),
            ints(net, 1, (int64_t[]){0}));
    const char *bias = node(net, "Where", say("%s %s %s", none, scalar(net, -1e9), scalar(net, 0)));
    for (int i = 0; i < LAYERS; i++) x = block(net, x, bias, -1);
    x = two(net, "Squeeze",
            node(net, "Slice",
                 say("%s %s %s %s", x, ints(net, 1, (int64_t[]){0}), ints(net, 1, (int64_t[]){1}),
                     ints(net, 1, (int64_t[]){1}))),
            ints(net, 1, (int64_t[]){1}));
    info(net->outputs, &net->n_outputs, classify(net, x, WIDE, 2), ONNX_FLOAT32, 2,
         (int64_t[]){1, 2});
}

static void gpt_tiny_kvstep(Net *net) {
    static const int64_t past[] = {1, HEADS, -1, HEAD};
    const char *ids = info(net->inputs, &net->n_inputs, "ids", ONNX_INT64, 2, (int64_t[]){1, 1});
    const char *pos = info(net->inputs, &net->n_inputs, "pos", ONNX_INT64, 1, (int64_t[]){1});
    for (int i = 0; i < 2 * LAYERS; i++)
        info(net->inputs, &net->n_inputs, say("kv%d", i), ONNX_FLOAT32, 4, past);
    const char *x = two(net, "Add", embedded(net, ids, 256), embedded(net, pos, 129));
    for (int i = 0; i < LAYERS; i++) x = block(net, x, NULL, 2 * i);
    x = two(net, "MatMul", normalized(net, x), drawn(net, 2, (int64_t[]){WIDE, 256}, 2 * WIDE));
    info(net->outputs, &net->n_outputs, x, ONNX_FLOAT32, 3, (int64_t[]){1, 1, 256});
    for (int i = 0; i < 2 * LAYERS; i++)
        info(net->outputs, &net->n_outputs, say("okv%d", i), ONNX_FLOAT32, 0, NULL);
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
        if (write_net(&net, argv[2])) return 0;
        perror(argv[2]);
        return 1;
    }
    fprintf(stderr, "usage: networks NAME FILE [BATCH], with one of the names\n");
    for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++)
        fprintf(stderr, "  %s\n", networks[i].name);
    return 1;
}
