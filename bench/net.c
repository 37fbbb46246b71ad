/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes and weights are listed first, then written from the back. */
#include "net.h"

#include <math.h>
#include <stdarg.h>

#include "../tests/onnx/back.h"

/* Names of values: printed into one of the last few buffers, as they are copied at once. */
const char *say(const char *fmt, ...) {
    static char buffers[16][NAMES];
    static unsigned next;
    char *out = buffers[next++ % 16];
    va_list args;
    va_start(args, fmt);
    vsnprintf(out, NAMES, fmt, args);
    va_end(args);
    return out;
}

Node *node_named(Net *net, const char *op, const char *inputs, const char *outputs) {
    if (net->n_nodes == MAX_NODES) abort();
    Node *n = &net->nodes[net->n_nodes++];
    n->op = op;
    snprintf(n->inputs, NAMES, "%s", inputs);
    snprintf(n->outputs, NAMES, "%s", outputs);
    return n;
}

/* With one output, whose name is returned and lives as the network. */
const char *node(Net *net, const char *op, const char *inputs) {
    return node_named(net, op, inputs, say("v%zu", net->n_nodes))->outputs;
}

static Attr *next_attr(Net *net) {
    Attr *a = net->nodes[net->n_nodes - 1].attrs;
    for (size_t i = 0; i < MAX_ATTRS; i++)
        if (!a[i].name) return &a[i];
    abort();
}

void attr(Net *net, const char *name, size_t n, const int64_t *values) {
    Attr *a = next_attr(net);
    *a = (Attr){.name = name, .n = n};
    memcpy(a->values, values, (n ? n : 1) * sizeof *values);
}

void attr_text(Net *net, const char *name, const char *text) {
    *next_attr(net) = (Attr){.name = name, .text = text};
}

const char *add_weight(Net *net, int elem, size_t n_dims, const int64_t *dims) {
    if (net->n_weights == MAX_WEIGHTS) abort();
    Weight *w = &net->listed[net->n_weights];
    *w = (Weight){.elem = elem, .n_dims = n_dims, .count = 1};
    snprintf(w->name, NAME, "w%zu", net->n_weights++);
    for (size_t i = 0; i < n_dims; i++) w->count *= (size_t)(w->dims[i] = dims[i]);
    return w->name;
}

const char *drawn(Net *net, size_t n_dims, const int64_t *dims, double fan) {
    const char *name = add_weight(net, ONNX_FLOAT32, n_dims, dims);
    net->listed[net->n_weights - 1].drawn = true;
    net->listed[net->n_weights - 1].scale = sqrt(6 / fan);
    return name;
}

const char *filled(Net *net, size_t n_dims, const int64_t *dims, double value) {
    const char *name = add_weight(net, ONNX_FLOAT32, n_dims, dims);
    net->listed[net->n_weights - 1].value = value;
    return name;
}

const char *scalar(Net *net, double value) { return filled(net, 0, NULL, value); }

const char *ints(Net *net, size_t n, const int64_t *values) {
    const char *name = add_weight(net, ONNX_INT64, 1, (int64_t[]){(int64_t)n});
    memcpy(net->listed[net->n_weights - 1].ints, values, n * sizeof *values);
    return name;
}

const char *info(Info *list, size_t *n, const char *name, int elem, size_t n_dims,
                 const int64_t *dims) {
    Info *i = &list[(*n)++];
    *i = (Info){.elem = elem, .n_dims = n_dims};
    snprintf(i->name, NAME, "%s", name);
    if (n_dims) memcpy(i->dims, dims, n_dims * sizeof *dims);
    return i->name;
}

const char *two(Net *net, const char *op, const char *a, const char *b) {
    return node(net, op, say("%s %s", a, b));
}

/* Of all values. */
static const double SCALE = 6. / 255;

const char *quantized(Net *net, const char *x, bool is_signed) {
    const char *s = scalar(net, SCALE), *zero = add_weight(net, ONNX_UINT8, 0, NULL);
    net->listed[net->n_weights - 1].value = is_signed ? 128 : 0;
    const char *q = node(net, "QuantizeLinear", say("%s %s %s", x, s, zero));
    return node(net, "DequantizeLinear", say("%s %s %s", q, s, zero));
}

const char *int8_weight(Net *net, size_t n_dims, const int64_t *dims, int64_t axis, double fan) {
    const char *w = add_weight(net, ONNX_INT8, n_dims, dims);
    net->listed[net->n_weights - 1].drawn = true;
    const char *y = node(net, "DequantizeLinear",
                         say("%s %s", w, filled(net, 1, &dims[axis], sqrt(6 / fan) / 128)));
    attr(net, "axis", 0, &axis);
    return y;
}

const char *int32_bias(Net *net, int64_t n, double fan) {
    const char *b = add_weight(net, ONNX_INT32, 1, &n);
    const double own = (double)((float)SCALE * (float)(sqrt(6 / fan) / 128));
    net->listed[net->n_weights - 1].drawn = true;
    net->listed[net->n_weights - 1].scale = 0.1 / own;
    const char *y = node(net, "DequantizeLinear", say("%s %s", b, filled(net, 1, &n, own)));
    attr(net, "axis", 0, (int64_t[]){0});
    return y;
}

const char *classify(Net *net, const char *x, int64_t in, int64_t out) {
    const int64_t dims[] = {out, in};
    const bool is_qdq = net->weights == QDQ;
    const char *w = is_qdq ? int8_weight(net, 2, dims, 0, (double)in)
                           : drawn(net, 2, dims, (double)in),
               *b =
                   is_qdq ? int32_bias(net, out, (double)in) : drawn(net, 1, (int64_t[]){out}, 600);
    const char *y = node(net, "Gemm", say("%s %s %s", x, w, b));
    attr(net, "transB", 0, (int64_t[]){1});
    return y;
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

/* Rounded to the nearest: what is drawn here is 0, or of float16's normal range. */
static uint16_t half(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude < 0x38800000) return (uint16_t)(bits >> 16 & 0x8000);
    return (uint16_t)((bits >> 16 & 0x8000) |
                      ((magnitude + 0xfff + (magnitude >> 13 & 1) - 0x38000000) >> 13));
}

static void put_weight(Back *b, const Weight *w, uint64_t *seed) {
    BackTensor t = {.name = w->name, .elem = w->elem, .dims = w->dims, .n_dims = w->n_dims};
    if (w->elem == ONNX_INT64) {
        t.raw = w->ints;
        t.bytes = w->count * sizeof *w->ints;
        put_tensor(b, GRAPH_INITIALIZERS, &t);
        return;
    }
    const size_t each = w->elem == ONNX_FLOAT32 || w->elem == ONNX_INT32 ? 4
                        : w->elem == ONNX_FLOAT16                        ? 2
                                                                         : 1;
    uint8_t *data = malloc(w->count * each + 1);
    if (!data) abort();
    for (size_t i = 0; i < w->count; i++) {
        *seed = *seed * 6364136223846793005u + 1442695040888963407u;
        const double unit = (double)(*seed >> 40) / (1 << 23) - 1;
        const float x = (float)(w->drawn ? unit * w->scale : w->value);
        const int32_t integer = (int32_t)x;
        const uint16_t h = half(x);
        if (each == 4) memcpy(data + 4 * i, w->elem == ONNX_INT32 ? (const void *)&integer : &x, 4);
        if (each == 2) memcpy(data + 2 * i, &h, 2);
        if (each == 1) data[i] = w->drawn ? (uint8_t)(*seed >> 40) : (uint8_t)w->value;
    }
    t.raw = data;
    t.bytes = w->count * each;
    put_tensor(b, GRAPH_INITIALIZERS, &t);
    free(data);
}

static void put_node(Back *b, const Node *n) {
    const size_t mark = back_mark(b);
    for (size_t i = 0; i < MAX_ATTRS && n->attrs[i].name; i++) {
        const Attr *a = &n->attrs[i];
        if (a->text)
            put_attr_str(b, a->name, a->text);
        else if (a->n)
            put_attr_ints(b, a->name, a->values, a->n);
        else
            put_attr_int(b, a->name, a->values[0]);
    }
    end_node(b, mark, n->op, n->inputs, n->outputs);
}

bool write_net(const Net *net, const char *path) {
    Back b;
    uint64_t seed = 18;
    back_init(&b, 32u << 20);
    const size_t graph = back_mark(&b);
    for (size_t i = net->n_outputs; i-- > 0;) put_info(&b, GRAPH_OUTPUTS, &net->outputs[i]);
    for (size_t i = net->n_inputs; i-- > 0;) put_info(&b, GRAPH_INPUTS, &net->inputs[i]);
    for (size_t i = net->n_weights; i-- > 0;) put_weight(&b, &net->listed[i], &seed);
    for (size_t i = net->n_nodes; i-- > 0;) put_node(&b, &net->nodes[i]);
    end_model(&b, graph, 17);
    FILE *f = fopen(path, "wb");
    const bool ok = f && fwrite(back_bytes(&b), 1, back_len(&b), f) == back_len(&b);
    back_fini(&b);
    return f && fclose(f) == 0 && ok;
}
