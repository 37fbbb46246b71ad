/* SPDX-License-Identifier: Apache-2.0 */
/* A network as a list of nodes and weights, and its ONNX file. */
#ifndef TENON_BENCH_NET_H
#define TENON_BENCH_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MAX_NODES = 1400,
    MAX_WEIGHTS = 700,
    MAX_ATTRS = 4,
    MAX_DIMS = 4,
    NAME = 24,
    NAMES = 8 * NAME
};

typedef struct {
    const char *name, *text; /* text: a string, else NULL */
    size_t n;                /* 0: an int, values[0] */
    int64_t values[MAX_DIMS];
} Attr;

typedef struct {
    const char *op;
    char inputs[NAMES], outputs[NAMES];
    Attr attrs[MAX_ATTRS];
} Node;

/* Drawn: floats from [-scale, scale), int32 the same, cut off, bytes from all. Else `count`
 * elements of `value`, `ints` for int64. */
typedef struct {
    char name[NAME];
    int elem;
    bool drawn;
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

/* How its convolutions have their weights. */
typedef enum {
    PLAIN,
    HALF_WEIGHTS, /* of float16, which a Cast makes float32 */
    HALF,         /* all values are float16, but its inputs and outputs */
    QUANTIZED,    /* of uint8, and images are quantized as they come: ConvInteger */
    QDQ           /* of int8, and each value is quantized by a scale of its own: Conv between
                     DequantizeLinear and QuantizeLinear */
} Weights;

typedef struct {
    int64_t batch;
    Weights weights;
    Node nodes[MAX_NODES];
    Weight listed[MAX_WEIGHTS];
    Info inputs[16], outputs[16];
    size_t n_nodes, n_weights, n_inputs, n_outputs;
} Net;

/* The name of a value: printed into one of the last few buffers, as names are copied at once. */
const char *say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Appends a node; `inputs` and `outputs` are names with blanks between, `-` is one left out. */
Node *node_named(Net *net, const char *op, const char *inputs, const char *outputs);

/* With one output, whose name is returned and lives as the network. */
const char *node(Net *net, const char *op, const char *inputs);

/* Of the last node: integers, n = 0 for a single one; a string. */
void attr(Net *net, const char *name, size_t n, const int64_t *values);
void attr_text(Net *net, const char *name, const char *text);

/* Weights; their names live as the network. */
const char *add_weight(Net *net, int elem, size_t n_dims, const int64_t *dims);
const char *drawn(Net *net, size_t n_dims, const int64_t *dims, double fan);
const char *filled(Net *net, size_t n_dims, const int64_t *dims, double value);
const char *scalar(Net *net, double value);
const char *ints(Net *net, size_t n, const int64_t *values);

/* An input or output of the network. */
const char *info(Info *list, size_t *n, const char *name, int elem, size_t n_dims,
                 const int64_t *dims);

const char *two(Net *net, const char *op, const char *a, const char *b);

/* Through QuantizeLinear and DequantizeLinear, by uint8 with a zero point of 0 or 128. */
const char *quantized(Net *net, const char *x, bool is_signed);
/* An int8 weight through DequantizeLinear, by a scale for each extent of the axis, and an int32
 * bias of such a product. */
const char *int8_weight(Net *net, size_t n_dims, const int64_t *dims, int64_t axis, double fan);
const char *int32_bias(Net *net, int64_t n, double fan);

/* A layer that is a product with a matrix, of a network's last kind. */
const char *classify(Net *net, const char *x, int64_t in, int64_t out);

bool write_net(const Net *net, const char *path);

/* Networks of images. */
void resnet18(Net *net);
void resnet18_qdq(Net *net);
void mobilenet_v2(Net *net);
void mobilenet_v2_qdq(Net *net);
void squeezenet1_1(Net *net);
void efficientnet_b0(Net *net);
void isnet(Net *net);
void isnet_half_weights(Net *net);
void isnet_half(Net *net);
void isnet_quantized(Net *net);

#endif
