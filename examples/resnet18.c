/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a network of ResNet-18's form as an ONNX file of 47 MB, with weights that are drawn:
 *
 *     resnet18 FILE
 *
 * Batch normalisation is folded into the convolutions, as exporters do it. */
#include <stdbool.h>

#include "../tests/onnx/back.h"

enum { MAX_LAYERS = 100, NAME = 24 };

typedef struct {
    const char *op;
    /* weight: "", or the name before .w and .b */
    char inputs[2 * NAME], output[NAME], weight[NAME];
    int64_t out, in, kernel, stride;
} Layer;

typedef struct {
    Layer layers[MAX_LAYERS];
    int n;
} Net;

/* Appends a layer; its output's name is its number. */
static const char *add(Net *net, const char *op, const char *a, const char *b) {
    Layer *l = &net->layers[net->n];
    *l = (Layer){.op = op};
    snprintf(l->inputs, sizeof l->inputs, "%s%s%s", a, b ? " " : "", b ? b : "");
    snprintf(l->output, sizeof l->output, "v%d", net->n++);
    return l->output;
}

static const char *conv(Net *net, const char *x, int64_t in, int64_t out, int64_t kernel,
                        int64_t stride) {
    const char *y = add(net, "Conv", x, NULL);
    Layer *l = &net->layers[net->n - 1];
    snprintf(l->weight, sizeof l->weight, "conv%d", net->n);
    l->in = in, l->out = out, l->kernel = kernel, l->stride = stride;
    return y;
}

static const char *block(Net *net, const char *x, int64_t in, int64_t out, int64_t stride) {
    const char *y = add(net, "Relu", conv(net, x, in, out, 3, stride), NULL);
    y = conv(net, y, out, out, 3, 1);
    if (in != out) x = conv(net, x, in, out, 1, stride);
    return add(net, "Relu", add(net, "Add", y, x), NULL);
}

static void build(Net *net) {
    const char *x = add(net, "Relu", conv(net, "x", 3, 64, 7, 2), NULL);
    x = add(net, "MaxPool", x, NULL);
    for (int stage = 0; stage < 4; stage++) {
        const int64_t out = 64 << stage, in = stage ? out / 2 : out;
        x = block(net, x, in, out, stage ? 2 : 1);
        x = block(net, x, out, out, 1);
    }
    x = add(net, "Flatten", add(net, "GlobalAveragePool", x, NULL), NULL);
    add(net, "Gemm", x, NULL);
    Layer *last = &net->layers[net->n - 1];
    strcpy(last->weight, "fc");
    last->in = 512, last->out = 1000;
}

static void put_weight(Back *b, const char *name, const char *part, const int64_t *dims, size_t n,
                       uint64_t *seed) {
    char full[NAME + 4];
    size_t count = 1;
    for (size_t i = 0; i < n; i++) count *= (size_t)dims[i];
    float *data = malloc(count * sizeof *data);
    if (!data) abort();
    for (size_t i = 0; i < count; i++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        data[i] = ((float)(*seed >> 40) / (float)(1 << 24) - 0.5f) * 0.1f;
    }
    snprintf(full, sizeof full, "%s.%s", name, part);
    put_tensor(b, GRAPH_INITIALIZERS,
               &(BackTensor){.name = full,
                             .elem = ONNX_FLOAT32,
                             .dims = dims,
                             .n_dims = n,
                             .raw = data,
                             .bytes = count * sizeof *data});
    free(data);
}

static void put_layer(Back *b, const Layer *l) {
    const size_t node = back_mark(b);
    char inputs[sizeof l->inputs + 2 * sizeof l->weight + 8];
    snprintf(inputs, sizeof inputs, *l->weight ? "%s %s.w %s.b" : "%s", l->inputs, l->weight,
             l->weight);
    const bool is_pool = strcmp(l->op, "MaxPool") == 0;
    const int64_t k = is_pool ? 3 : l->kernel, s = is_pool ? 2 : l->stride, p = k / 2;
    if (k > 0) {
        put_attr_ints(b, "pads", (int64_t[]){p, p, p, p}, 4);
        put_attr_ints(b, "strides", (int64_t[]){s, s}, 2);
        put_attr_ints(b, "kernel_shape", (int64_t[]){k, k}, 2);
    }
    if (strcmp(l->op, "Gemm") == 0) put_attr_int(b, "transB", 1);
    end_node(b, node, l->op, inputs, l->output);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: resnet18 FILE\n");
        return 1;
    }
    Net net = {.n = 0};
    Back b;
    uint64_t seed = 18;
    build(&net);
    back_init(&b, 64u << 20);
    const size_t graph = back_mark(&b);
    put_value_info(&b, GRAPH_OUTPUTS, net.layers[net.n - 1].output, ONNX_FLOAT32,
                   (int64_t[]){1, 1000}, 2);
    put_value_info(&b, GRAPH_INPUTS, "x", ONNX_FLOAT32, (int64_t[]){1, 3, 224, 224}, 4);
    for (int i = net.n; i-- > 0;) {
        const Layer *l = &net.layers[i];
        if (!*l->weight) continue;
        const int64_t dims[] = {l->out, l->in, l->kernel, l->kernel};
        put_weight(&b, l->weight, "b", dims, 1, &seed);
        put_weight(&b, l->weight, "w", dims, l->kernel ? 4 : 2, &seed);
    }
    for (int i = net.n; i-- > 0;) put_layer(&b, &net.layers[i]);
    end_model(&b, graph, 17);
    FILE *f = fopen(argv[1], "wb");
    const bool ok = f && fwrite(back_bytes(&b), 1, back_len(&b), f) == back_len(&b);
    if (!f || fclose(f) != 0 || !ok) {
        perror(argv[1]);
        return 1;
    }
    back_fini(&b);
    return 0;
}
