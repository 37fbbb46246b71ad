/* SPDX-License-Identifier: Apache-2.0 */
/* Writes a network of the table of figures as an ONNX file, with weights that are drawn, so that
 * both sides run the same file:
 *
 *     networks NAME FILE      mobilenet_v2, squeezenet1_1, bert_tiny, gpt_tiny_kvstep
 *
 * The forms are those that PyTorch exports: batch normalisation folded into convolutions, GELU by
 * Erf, attention as matmuls and a softmax. Nodes and weights are listed first, then written from
 * the back. */
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>

#include "../tests/onnx/back.h"

enum {
    MAX_NODES = 400,
    MAX_WEIGHTS = 300,
    MAX_ATTRS = 4,
    MAX_DIMS = 4,
    NAME = 24,
    NAMES = 8 * NAME
};

typedef struct {
    const char *name;
    size_t n; /* 0: an int, values[0] */
    int64_t values[MAX_DIMS];
} Attr;

typedef struct {
    const char *op;
    char inputs[NAMES], outputs[NAMES];
    Attr attrs[MAX_ATTRS];
} Node;

/* Drawn from [-scale, scale), or (given) `count` elements of `value` for floats, `ints` for
 * int64. */
typedef struct {
    char name[NAME];
    int elem;
    size_t n_dims, count;
    int64_t dims[MAX_DIMS], ints[MAX_DIMS];
    double scale, value;
} Weight;

typedef struct {
    char name[NAME];
    int elem;
    size_t n_dims;
    int64_t dims[MAX_DIMS]; /* -1: the symbol P */
} Info;

typedef struct {
    Node nodes[MAX_NODES];
    Weight weights[MAX_WEIGHTS];
    Info inputs[16], outputs[16];
    size_t n_nodes, n_weights, n_inputs, n_outputs;
} Net;

/* Names of values: printed into one of the last few buffers, as they are copied at once. */
static const char *say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static const char *say(const char *fmt, ...) {
    static char buffers[16][NAMES];
    static unsigned next;
    char *out = buffers[next++ % 16];
    va_list args;
    va_start(args, fmt);
    vsnprintf(out, NAMES, fmt, args);
    va_end(args);
    return out;
}

static Node *node_named(Net *net, const char *op, const char *inputs, const char *outputs) {
    if (net->n_nodes == MAX_NODES) abort();
    Node *n = &net->nodes[net->n_nodes++];
    n->op = op;
    snprintf(n->inputs, NAMES, "%s", inputs);
    snprintf(n->outputs, NAMES, "%s", outputs);
    return n;
}

/* With one output, whose name is returned and lives as the network. */
static const char *node(Net *net, const char *op, const char *inputs) {
    return node_named(net, op, inputs, say("v%zu", net->n_nodes))->outputs;
}

static Attr *attr(Net *net, const char *name, size_t n, const int64_t *values) {
    Attr *a = net->nodes[net->n_nodes - 1].attrs;
    while (a->name) a++;
    *a = (Attr){.name = name, .n = n};
    memcpy(a->values, values, (n ? n : 1) * sizeof *values);
    return a;
}

static const char *add_weight(Net *net, int elem, size_t n_dims, const int64_t *dims,
                              double scale) {
    if (net->n_weights == MAX_WEIGHTS) abort();
    Weight *w = &net->weights[net->n_weights];
    *w = (Weight){.elem = elem, .n_dims = n_dims, .count = 1, .scale = scale};
    snprintf(w->name, NAME, "w%zu", net->n_weights++);
    for (size_t i = 0; i < n_dims; i++) w->count *= (size_t)(w->dims[i] = dims[i]);
    return w->name;
}

static const char *drawn(Net *net, size_t n_dims, const int64_t *dims, double fan) {
    return add_weight(net, ONNX_FLOAT32, n_dims, dims, sqrt(6 / fan));
}

static const char *filled(Net *net, size_t n_dims, const int64_t *dims, double value) {
    const char *name = add_weight(net, ONNX_FLOAT32, n_dims, dims, 0);
    net->weights[net->n_weights - 1].value = value;
    return name;
}

static const char *scalar(Net *net, double value) { return filled(net, 0, NULL, value); }

static const char *ints(Net *net, size_t n, const int64_t *values) {
    const char *name = add_weight(net, ONNX_INT64, 1, (int64_t[]){(int64_t)n}, 0);
    memcpy(net->weights[net->n_weights - 1].ints, values, n * sizeof *values);
    return name;
}

static const char *info(Info *list, size_t *n, const char *name, int elem, size_t n_dims,
                        const int64_t *dims) {
    Info *i = &list[(*n)++];
    *i = (Info){.elem = elem, .n_dims = n_dims};
    snprintf(i->name, NAME, "%s", name);
    if (n_dims) memcpy(i->dims, dims, n_dims * sizeof *dims);
    return i->name;
}

/* Parts of networks of convolutions */

typedef struct {
    int64_t in, out, kernel, stride, pad, groups;
} Filter;

static const char *conv(Net *net, const char *x, Filter f) {
    const double fan = (double)(f.in / f.groups * f.kernel * f.kernel);
    const char *w = drawn(net, 4, (int64_t[]){f.out, f.in / f.groups, f.kernel, f.kernel}, fan);
    const char *b = drawn(net, 1, (int64_t[]){f.out}, 600);
    const char *y = node(net, "Conv", say("%s %s %s", x, w, b));
    attr(net, "kernel_shape", 2, (int64_t[]){f.kernel, f.kernel});
    attr(net, "strides", 2, (int64_t[]){f.stride, f.stride});
    attr(net, "pads", 4, (int64_t[]){f.pad, f.pad, f.pad, f.pad});
    attr(net, "group", 0, (int64_t[]){f.groups});
    return y;
}

static const char *classify(Net *net, const char *x, int64_t in, int64_t out) {
    const char *w = drawn(net, 2, (int64_t[]){out, in}, (double)in),
               *b = drawn(net, 1, (int64_t[]){out}, 600);
    const char *y = node(net, "Gemm", say("%s %s %s", x, w, b));
    attr(net, "transB", 0, (int64_t[]){1});
    return y;
}

static const char *image(Net *net) {
    return info(net->inputs, &net->n_inputs, "x", ONNX_FLOAT32, 4, (int64_t[]){1, 3, 224, 224});
}

static void classes(Net *net, const char *y) {
    info(net->outputs, &net->n_outputs, y, ONNX_FLOAT32, 2, (int64_t[]){1, 1000});
}

static void mobilenet_v2(Net *net) {
    static const int64_t settings[][4] = {/* expansion, channels, blocks, stride of the first */
                                          {1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2},
                                          {6, 64, 4, 2}, {6, 96, 3, 1}, {6, 160, 3, 2},
                                          {6, 320, 1, 1}};
    const char *zero = scalar(net, 0), *six = scalar(net, 6);
    const char *x =
        node(net, "Clip",
             say("%s %s %s", conv(net, image(net), (Filter){3, 32, 3, 2, 1, 1}), zero, six));
    int64_t in = 32;
    for (size_t s = 0; s < sizeof settings / sizeof settings[0]; s++) {
        for (int64_t i = 0; i < settings[s][2]; i++) {
            const int64_t out = settings[s][1], wide = in * settings[s][0],
                          stride = i ? 1 : settings[s][3];
            const char *y = x;
            if (wide != in)
                y = node(net, "Clip",
                         say("%s %s %s", conv(net, y, (Filter){in, wide, 1, 1, 0, 1}), zero, six));
            y = node(
                net, "Clip",
                say("%s %s %s", conv(net, y, (Filter){wide, wide, 3, stride, 1, wide}), zero, six));
            y = conv(net, y, (Filter){wide, out, 1, 1, 0, 1});
            x = stride == 1 && in == out ? node(net, "Add", say("%s %s", x, y)) : y;
            in = out;
        }
    }
    x = node(net, "Clip", say("%s %s %s", conv(net, x, (Filter){in, 1280, 1, 1, 0, 1}), zero, six));
    classes(net,
            classify(net, node(net, "Flatten", node(net, "GlobalAveragePool", x)), 1280, 1000));
}

static const char *fire(Net *net, const char *x, int64_t in, int64_t squeeze, int64_t expand) {
    x = node(net, "Relu", conv(net, x, (Filter){in, squeeze, 1, 1, 0, 1}));
    const char *a = node(net, "Relu", conv(net, x, (Filter){squeeze, expand, 1, 1, 0, 1}));
    const char *b = node(net, "Relu", conv(net, x, (Filter){squeeze, expand, 3, 1, 1, 1}));
    const char *y = node(net, "Concat", say("%s %s", a, b));
    attr(net, "axis", 0, (int64_t[]){1});
    return y;
}

static void squeezenet1_1(Net *net) {
    static const int64_t squeezes[] = {16, 16, 32, 32, 48, 48, 64, 64};
    const char *x = node(net, "Relu", conv(net, image(net), (Filter){3, 64, 3, 2, 0, 1}));
    int64_t in = 64;
    for (int i = 0; i < 8; i++) {
        if (i % 2 == 0 && i < 6) {
            x = node(net, "MaxPool", x);
            attr(net, "kernel_shape", 2, (int64_t[]){3, 3});
            attr(net, "strides", 2, (int64_t[]){2, 2});
            attr(net, "ceil_mode", 0, (int64_t[]){1});
        }
        x = fire(net, x, in, squeezes[i], 4 * squeezes[i]);
        in = 8 * squeezes[i];
    }
    x = node(net, "Relu", conv(net, x, (Filter){in, 1000, 1, 1, 0, 1}));
    classes(net, node(net, "Flatten", node(net, "GlobalAveragePool", x)));
}

/* Parts of transformers of 4 layers, 128 wide with 4 heads */

enum { WIDE = 128, HEADS = 4, HEAD = WIDE / HEADS, LAYERS = 4 };

static const char *two(Net *net, const char *op, const char *a, const char *b) {
    return node(net, op, say("%s %s", a, b));
}

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

/* Writing */

static void put_info(Back *b, uint32_t number, const Info *i) {
    const size_t mark = back_mark(b), shape = back_mark(b);
    for (size_t d = i->n_dims; d-- > 0;) {
        const size_t dim = back_mark(b);
        if (i->dims[d] >= 0) put_int(b, 1, (uint64_t)i->dims[d]);
        if (i->dims[d] < 0) put_str(b, 2, "P");
        wrap(b, 1, dim);
    }
    if (i->n_dims) wrap(b, 2, shape);
    put_int(b, 1, (uint64_t)i->elem);
    wrap(b, 1, mark);
    wrap(b, 2, mark);
    put_str(b, 1, i->name);
    wrap(b, number, mark);
}

static void put_weight(Back *b, const Weight *w, uint64_t *seed) {
    if (w->elem == ONNX_INT64) {
        put_tensor(b, GRAPH_INITIALIZERS,
                   &(BackTensor){.name = w->name,
                                 .elem = w->elem,
                                 .dims = w->dims,
                                 .n_dims = w->n_dims,
                                 .raw = w->ints,
                                 .bytes = w->count * sizeof *w->ints});
        return;
    }
    float *data = malloc((w->count + 1) * sizeof *data);
    if (!data) abort();
    for (size_t i = 0; i < w->count; i++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        const double unit = (double)(*seed >> 40) / (1 << 23) - 1;
        data[i] = (float)(w->scale > 0 ? unit * w->scale : w->value);
    }
    put_tensor(b, GRAPH_INITIALIZERS,
               &(BackTensor){.name = w->name,
                             .elem = w->elem,
                             .dims = w->dims,
                             .n_dims = w->n_dims,
                             .raw = data,
                             .bytes = w->count * sizeof *data});
    free(data);
}

static void put_node(Back *b, const Node *n) {
    const size_t mark = back_mark(b);
    for (size_t i = 0; i < MAX_ATTRS && n->attrs[i].name; i++) {
        const Attr *a = &n->attrs[i];
        if (a->n) put_attr_ints(b, a->name, a->values, a->n);
        if (!a->n) put_attr_int(b, a->name, a->values[0]);
    }
    end_node(b, mark, n->op, n->inputs, n->outputs);
}

static bool write_net(const Net *net, const char *path) {
    Back b;
    uint64_t seed = 18;
    back_init(&b, 32u << 20);
    const size_t graph = back_mark(&b);
    for (size_t i = net->n_outputs; i-- > 0;) put_info(&b, GRAPH_OUTPUTS, &net->outputs[i]);
    for (size_t i = net->n_inputs; i-- > 0;) put_info(&b, GRAPH_INPUTS, &net->inputs[i]);
    for (size_t i = net->n_weights; i-- > 0;) put_weight(&b, &net->weights[i], &seed);
    for (size_t i = net->n_nodes; i-- > 0;) put_node(&b, &net->nodes[i]);
    end_model(&b, graph, 17);
    FILE *f = fopen(path, "wb");
    const bool ok = f && fwrite(back_bytes(&b), 1, back_len(&b), f) == back_len(&b);
    back_fini(&b);
    return f && fclose(f) == 0 && ok;
}

static const struct {
    const char *name;
    void (*build)(Net *net);
} networks[] = {{"mobilenet_v2", mobilenet_v2},
                {"squeezenet1_1", squeezenet1_1},
                {"bert_tiny", bert_tiny},
                {"gpt_tiny_kvstep", gpt_tiny_kvstep}};

int main(int argc, char **argv) {
    static Net net;
    for (size_t i = 0; argc == 3 && i < sizeof networks / sizeof networks[0]; i++) {
        if (strcmp(argv[1], networks[i].name) != 0) continue;
        networks[i].build(&net);
        if (write_net(&net, argv[2])) return 0;
        perror(argv[2]);
        return 1;
    }
    fprintf(stderr, "usage: networks NAME FILE, with one of the names\n");
    for (size_t i = 0; i < sizeof networks / sizeof networks[0]; i++)
        fprintf(stderr, "  %s\n", networks[i].name);
    return 1;
}
