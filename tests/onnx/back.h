/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX files for tests, written field by field and from the back, so that a message's length is
 * known when its header is written:
 *
 *     const size_t end = b->at;
 *     put_str(b, 4, "Relu");        the message's last field
 *     put_str(b, 2, "y");
 *     wrap(b, 1, end);              what was put since is the message in field 1
 */
#ifndef TENON_TESTS_ONNX_BACK_H
#define TENON_TESTS_ONNX_BACK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes from the end of a block to its begin. */
typedef struct {
    uint8_t *block;
    size_t cap, at;
} Back;

static inline void back_init(Back *b, size_t cap) {
    *b = (Back){.block = malloc(cap), .cap = cap, .at = cap};
    if (!b->block) abort();
}

static inline void back_fini(Back *b) { free(b->block); }
static inline const char *back_bytes(const Back *b) { return (const char *)b->block + b->at; }
static inline size_t back_len(const Back *b) { return b->cap - b->at; }

/* Positions count from the end of the block, so that they stay when it grows. */
static inline size_t back_mark(const Back *b) { return b->cap - b->at; }

static inline void put(Back *b, const void *ptr, size_t n) {
    if (b->at < n) {
        const size_t len = back_len(b), cap = 2 * b->cap + n;
        uint8_t *block = malloc(cap);
        if (!block) abort();
        memcpy(block + cap - len, b->block + b->at, len);
        free(b->block);
        *b = (Back){.block = block, .cap = cap, .at = cap - len};
    }
    b->at -= n;
    if (n) memcpy(b->block + b->at, ptr, n);
}

static inline void put_varint(Back *b, uint64_t v) {
    uint8_t bytes[10];
    size_t n = 0;
    do {
        bytes[n++] = (uint8_t)((v & 0x7f) | (v > 0x7f ? 0x80 : 0));
        v >>= 7;
    } while (v);
    put(b, bytes, n);
}

enum { BACK_VARINT = 0, BACK_BYTES = 2, BACK_FIXED32 = 5 };

static inline void put_tag(Back *b, uint32_t number, unsigned type) {
    put_varint(b, (uint64_t)number << 3 | type);
}

static inline void put_int(Back *b, uint32_t number, uint64_t v) {
    put_varint(b, v);
    put_tag(b, number, BACK_VARINT);
}

/* What was put since `mark` becomes the message in field `number`. */
static inline void wrap(Back *b, uint32_t number, size_t mark) {
    put_varint(b, back_mark(b) - mark);
    put_tag(b, number, BACK_BYTES);
}

static inline void put_bytes(Back *b, uint32_t number, const void *ptr, size_t n) {
    const size_t mark = back_mark(b);
    put(b, ptr, n);
    wrap(b, number, mark);
}

static inline void put_str(Back *b, uint32_t number, const char *s) {
    put_bytes(b, number, s, strlen(s));
}

static inline void put_float(Back *b, uint32_t number, float v) {
    put(b, &v, sizeof v); /* little-endian, as the file */
    put_tag(b, number, BACK_FIXED32);
}

/* Numbers of fields */
enum {
    MODEL_IR_VERSION = 1,
    MODEL_GRAPH = 7,
    MODEL_OPSETS = 8,
    MODEL_FUNCTIONS = 25,
    GRAPH_NODES = 1,
    GRAPH_INITIALIZERS = 5,
    GRAPH_INPUTS = 11,
    GRAPH_OUTPUTS = 12,
    NODE_INPUTS = 1,
    NODE_OUTPUTS = 2,
    NODE_NAME = 3,
    NODE_OP = 4,
    NODE_ATTRS = 5,
    NODE_DOMAIN = 7,
    ATTR_NAME = 1,
    ATTR_F = 2,
    ATTR_I = 3,
    ATTR_S = 4,
    ATTR_TENSOR = 5,
    ATTR_GRAPH = 6,
    ATTR_FLOATS = 7,
    ATTR_INTS = 8,
    ATTR_STRINGS = 9,
    ATTR_TYPE = 20,
    TENSOR_DIMS = 1,
    TENSOR_TYPE = 2,
    TENSOR_INT64S = 7,
    TENSOR_NAME = 8,
    TENSOR_RAW = 9,
    TENSOR_EXTERNAL = 13,
    TENSOR_LOCATION = 14,
};

enum {
    ONNX_FLOAT32 = 1,
    ONNX_UINT8 = 2,
    ONNX_INT8 = 3,
    ONNX_INT32 = 6,
    ONNX_INT64 = 7,
    ONNX_BOOL = 9,
    ONNX_FLOAT16 = 10,
    ONNX_FLOAT64 = 11
};

/* A ValueInfoProto. dims: -1 leaves an extent open; NULL: no shape. */
static inline void put_value_info(Back *b, uint32_t number, const char *name, int elem,
                                  const int64_t *dims, size_t n) {
    const size_t info = back_mark(b);
    const size_t shape = back_mark(b);
    for (size_t i = n; dims && i-- > 0;) {
        const size_t dim = back_mark(b);
        if (dims[i] >= 0) put_int(b, 1, (uint64_t)dims[i]);
        wrap(b, 1, dim);
    }
    if (dims) wrap(b, 2, shape);
    put_int(b, 1, (uint64_t)elem);
    wrap(b, 1, info); /* tensor_type */
    wrap(b, 2, info); /* type */
    put_str(b, 1, name);
    wrap(b, number, info);
}

/* The same of a map from keys of one element type to values of another; elem 0: it says no type. */
static inline void put_map_info(Back *b, uint32_t number, const char *name, int key, int elem) {
    const size_t info = back_mark(b);
    if (elem) {
        put_int(b, 1, (uint64_t)elem);
        wrap(b, 1, info); /* tensor_type */
        wrap(b, 2, info); /* value_type */
    }
    put_int(b, 1, (uint64_t)key);
    wrap(b, 5, info); /* map_type */
    wrap(b, 2, info); /* type */
    put_str(b, 1, name);
    wrap(b, number, info);
}

static inline void put_ints(Back *b, uint32_t number, const int64_t *v, size_t n) {
    for (size_t i = n; i-- > 0;) put_int(b, number, (uint64_t)v[i]);
}

/* A TensorProto of raw data. */
typedef struct {
    const char *name;
    int elem;
    const int64_t *dims;
    size_t n_dims;
    const void *raw;
    size_t bytes;
} BackTensor;

static inline void put_tensor(Back *b, uint32_t number, const BackTensor *t) {
    const size_t tensor = back_mark(b);
    put_bytes(b, TENSOR_RAW, t->raw, t->bytes);
    put_str(b, TENSOR_NAME, t->name);
    put_int(b, TENSOR_TYPE, (uint64_t)t->elem);
    put_ints(b, TENSOR_DIMS, t->dims, t->n_dims);
    wrap(b, number, tensor);
}

static inline void put_attr_int(Back *b, const char *name, int64_t v) {
    const size_t attr = back_mark(b);
    put_int(b, ATTR_TYPE, 2);
    put_int(b, ATTR_I, (uint64_t)v);
    put_str(b, ATTR_NAME, name);
    wrap(b, NODE_ATTRS, attr);
}

static inline void put_attr_ints(Back *b, const char *name, const int64_t *v, size_t n) {
    const size_t attr = back_mark(b);
    put_int(b, ATTR_TYPE, 7);
    put_ints(b, ATTR_INTS, v, n);
    put_str(b, ATTR_NAME, name);
    wrap(b, NODE_ATTRS, attr);
}

static inline void put_attr_str(Back *b, const char *name, const char *v) {
    const size_t attr = back_mark(b);
    put_int(b, ATTR_TYPE, 3);
    put_str(b, ATTR_S, v);
    put_str(b, ATTR_NAME, name);
    wrap(b, NODE_ATTRS, attr);
}

/* The rest of a node whose attributes were put since `mark`. Inputs and outputs are names with
 * blanks between. */
static inline void end_node(Back *b, size_t mark, const char *op, const char *inputs,
                            const char *outputs) {
    const char *const lists[] = {outputs, inputs};
    put_str(b, NODE_OP, op);
    for (int i = 0; i < 2; i++) {
        const char *end = lists[i] + strlen(lists[i]);
        while (*lists[i]) {
            const char *start = end;
            while (start > lists[i] && start[-1] != ' ') start--;
            const bool is_none = end - start == 1 && *start == '-'; /* left out */
            put_bytes(b, i ? NODE_INPUTS : NODE_OUTPUTS, start,
                      is_none ? 0 : (size_t)(end - start));
            if (start == lists[i]) break;
            end = start - 1;
        }
    }
    wrap(b, GRAPH_NODES, mark);
}

/* The rest of a model whose graph was put since `mark`. The opset comes first, so every cut takes
 * something away. */
static inline void end_model(Back *b, size_t mark, int64_t opset) {
    wrap(b, MODEL_GRAPH, mark);
    const size_t ids = back_mark(b);
    put_int(b, 2, (uint64_t)opset);
    wrap(b, MODEL_OPSETS, ids);
    put_int(b, MODEL_IR_VERSION, 8);
}

#endif
