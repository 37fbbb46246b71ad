/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX models that are large, deep or odd: functions for onnx_large.def. Where everything is slow
 * they are smaller. */
#ifndef TENON_TESTS_HOSTILE_ONNX_MODELS_H
#define TENON_TESTS_HOSTILE_ONNX_MODELS_H

#include "onnx_text.h"

static inline size_t many(bool slow, size_t n) { return slow ? n / 10 : n; }

/* The graph's ends: x and y are vectors of two floats. */
static inline size_t begin(Back *b) {
    const size_t graph = back_mark(b);
    onnx_text_graph(b, "in x f32 2; out y", &(int64_t){0});
    return graph;
}

static inline void end(Back *b, size_t graph) { end_model(b, graph, 17); }

static inline void numbered(Back *b, const char *op, const char *from, size_t i, const char *to,
                            size_t k) {
    char in[32], out[32];
    snprintf(in, sizeof in, "%s%zu", from, i);
    snprintf(out, sizeof out, "%s%zu", to, k);
    end_node(b, back_mark(b), op, in, out);
}

/* --- Size --- */

static inline void chain(Back *b, bool slow) {
    const size_t graph = begin(b), n = many(slow, 1000000);
    numbered(b, "Relu", "x", 0, "v", 0);
    for (size_t i = 0; i < n; i++) numbered(b, "Relu", "v", i, "v", i + 1);
    numbered(b, "Relu", "v", n, "y", 0);
    onnx_text_graph(b, "in x0 f32 2; out y0; Relu x -> y", &(int64_t){0});
    end(b, graph);
}

/* The same from the last node to the first. */
static inline void chain_backwards(Back *b, bool slow) {
    const size_t graph = begin(b), n = many(slow, 200000);
    end_node(b, back_mark(b), "Relu", "x", "v0");
    for (size_t i = 0; i < n; i++) {
        const size_t k = n - 1 - i;
        numbered(b, "Relu", "v", k, "v", k + 1);
    }
    numbered(b, "Relu", "v", n, "y", 0);
    onnx_text_graph(b, "out y0; Relu x -> y", &(int64_t){0});
    end(b, graph);
}

static inline void consumers(Back *b, bool slow) {
    const size_t graph = begin(b);
    for (size_t i = 0; i < many(slow, 100000); i++) {
        char out[32];
        snprintf(out, sizeof out, "v%zu", i);
        end_node(b, back_mark(b), "Relu", "x", out);
    }
    end_node(b, back_mark(b), "Neg", "x", "y");
    end(b, graph);
}

static inline void inputs_of_a_node(Back *b, bool slow) {
    const size_t graph = begin(b), node = back_mark(b);
    put_attr_int(b, "axis", 0);
    put_str(b, NODE_OP, "Concat");
    put_str(b, NODE_OUTPUTS, "y");
    for (size_t i = 0; i < many(slow, 1000000); i++)
        put_str(b, NODE_INPUTS, "x"); /* one value, a million uses */
    wrap(b, GRAPH_NODES, node);
    end(b, graph);
}

static inline void outputs_of_the_graph(Back *b, bool slow) {
    const size_t graph = begin(b);
    for (size_t i = 0; i < many(slow, 100000); i++) {
        char name[32];
        snprintf(name, sizeof name, "v%zu", i);
        put_value_info(b, GRAPH_OUTPUTS, name, 0, NULL, 0);
        end_node(b, back_mark(b), "Relu", "x", name);
    }
    end_node(b, back_mark(b), "Relu", "x", "y");
    end(b, graph);
}

static inline void one_output_often(Back *b, bool slow) {
    const size_t graph = begin(b);
    for (size_t i = 0; i < many(slow, 100000); i++)
        put_value_info(b, GRAPH_OUTPUTS, "y", 0, NULL, 0);
    end_node(b, back_mark(b), "Relu", "x", "y");
    end(b, graph);
}

static inline void outputs_of_a_node(Back *b, bool slow) {
    const size_t graph = back_mark(b), node = back_mark(b), n = many(slow, 100000);
    put_str(b, NODE_OP, "Split");
    for (size_t i = 0; i < n; i++) {
        char name[32];
        snprintf(name, sizeof name, "v%zu", i);
        put_str(b, NODE_OUTPUTS, name);
    }
    put_str(b, NODE_INPUTS, "x");
    wrap(b, GRAPH_NODES, node);
    const int64_t dim = (int64_t)n;
    put_value_info(b, GRAPH_INPUTS, "x", ONNX_FLOAT32, &dim, 1);
    put_value_info(b, GRAPH_OUTPUTS, "v0", 0, NULL, 0);
    end(b, graph);
}

static inline void attributes(Back *b, bool slow) {
    const size_t graph = begin(b), node = back_mark(b);
    for (size_t i = 0; i < many(slow, 100000); i++) {
        char name[32];
        snprintf(name, sizeof name, "a%zu", i);
        put_attr_int(b, name, 1);
    }
    end_node(b, node, "Softmax", "x", "y");
    end(b, graph);
}

static inline void inputs_of_the_graph(Back *b, bool slow) {
    const size_t graph = begin(b);
    /* one name when they are made fit for Python */
    for (size_t i = 0; i < many(slow, 100000); i++) {
        char name[4] = {(char)(0xc2 + i % 30), (char)(0x80 + i / 30 % 60),
                        (char)(1 + i / 1800 % 100), 0};
        put_value_info(b, GRAPH_INPUTS, name, ONNX_FLOAT32, NULL, 0);
    }
    end_node(b, back_mark(b), "Relu", "x", "y");
    end(b, graph);
}

static inline void initializers(Back *b, bool slow) {
    const size_t graph = begin(b), n = many(slow, 100000);
    for (size_t i = n; i-- > 0;) {
        const float v = (float)i;
        char name[32], sum[48], out[32];
        snprintf(name, sizeof name, "w%zu", i);
        put_tensor(b, GRAPH_INITIALIZERS,
                   &(BackTensor){.name = name, .elem = ONNX_FLOAT32, .raw = &v, .bytes = sizeof v});
        if (i == 0)
            snprintf(sum, sizeof sum, "x w0");
        else
            snprintf(sum, sizeof sum, "v%zu w%zu", i - 1, i);
        snprintf(out, sizeof out, "v%zu", i);
        end_node(b, back_mark(b), "Add", sum, out);
    }
    numbered(b, "Relu", "v", n - 1, "z", 0);
    end_node(b, back_mark(b), "Relu", "z0", "y");
    end(b, graph);
}

static inline void dims(Back *b, bool slow) {
    const size_t graph = begin(b), tensor = back_mark(b);
    put_str(b, TENSOR_NAME, "w");
    put_int(b, TENSOR_TYPE, ONNX_FLOAT32);
    for (size_t i = 0; i < many(slow, 1000000); i++) put_int(b, TENSOR_DIMS, 0);
    wrap(b, GRAPH_INITIALIZERS, tensor);
    end_node(b, back_mark(b), "Add", "x w", "y");
    end(b, graph);
}

static inline void ints(Back *b, bool slow) {
    const size_t graph = begin(b), node = back_mark(b), attr = back_mark(b);
    put_int(b, ATTR_TYPE, 7);
    for (size_t i = 0; i < many(slow, 1000000); i++) put_int(b, ATTR_INTS, i);
    put_str(b, ATTR_NAME, "perm");
    wrap(b, NODE_ATTRS, attr);
    end_node(b, node, "Transpose", "x", "y");
    end(b, graph);
}

static inline void unknown_nodes(Back *b, bool slow) {
    const size_t graph = begin(b);
    for (size_t i = 0; i < many(slow, 100000); i++) numbered(b, "Nonsense", "x", i, "v", i);
    end_node(b, back_mark(b), "Relu", "x", "y");
    end(b, graph);
}

/* Each takes what the one before made and one element more. */
static inline void sequence(Back *b, bool slow) {
    const size_t graph = begin(b), n = many(slow, 30000);
    onnx_text_graph(b, "init last i64 = 0; SequenceAt s0 last -> y", &(int64_t){0});
    for (size_t i = 0; i < n; i++) {
        char in[32], out[32];
        snprintf(in, sizeof in, "s%zu x", i + 1);
        snprintf(out, sizeof out, "s%zu", i);
        end_node(b, back_mark(b), "SequenceInsert", in, out);
    }
    char out[32];
    snprintf(out, sizeof out, "s%zu", n);
    end_node(b, back_mark(b), "SequenceConstruct", "x", out);
    end(b, graph);
}

/* --- Depth --- */

static inline void nested_graphs(Back *b, bool slow) {
    (void)slow;
    for (int i = 0; i < 100000; i++) {
        wrap(b, ATTR_GRAPH, 0);
        wrap(b, NODE_ATTRS, 0);
        wrap(b, GRAPH_NODES, 0);
    }
    end(b, 0);
}

static inline void nested_types(Back *b, bool slow) {
    (void)slow;
    for (int i = 0; i < 100000; i++) { /* a sequence of sequences ... */
        wrap(b, 1, 0);
        wrap(b, 4, 0);
    }
    wrap(b, 2, 0);
    wrap(b, GRAPH_INPUTS, 0);
    end(b, 0);
}

/* if c: if c: ... r = op(x), else Relu(x) */
static inline void put_if(Back *b, int depth, const char *op, const char *x, const char *result) {
    const size_t node = back_mark(b);
    static const char *const names[] = {"then_branch", "else_branch"};
    for (int k = 0; k < 2; k++) {
        char inner[32];
        const size_t attr = back_mark(b);
        snprintf(inner, sizeof inner, "%s%d_%d", k ? "n" : "y", depth, k);
        put_value_info(b, GRAPH_OUTPUTS, inner, 0, NULL, 0);
        if (k == 0 && depth > 0)
            put_if(b, depth - 1, op, x, inner);
        else
            end_node(b, back_mark(b), k ? "Relu" : op, x, inner);
        wrap(b, ATTR_GRAPH, attr);
        put_int(b, ATTR_TYPE, 5);
        put_str(b, ATTR_NAME, names[k]);
        wrap(b, NODE_ATTRS, attr);
    }
    end_node(b, node, "If", "c", result);
}

static inline void nested_ifs(Back *b, bool slow) {
    (void)slow;
    const size_t graph = begin(b);
    put_if(b, 50, "Relu", "x", "y");
    put_value_info(b, GRAPH_INPUTS, "c", ONNX_BOOL, (int64_t[]){0}, 0);
    end(b, graph);
}

/* The innermost wants extents that a run tells, asks for them, and lacks them still: those around
 * it do not ask once more each. */
static inline void nested_ifs_that_lack(Back *b, bool slow) {
    (void)slow;
    const size_t graph = begin(b);
    onnx_text_graph(b, "in s i64 4; Reshape x s -> v", &(int64_t){0});
    put_if(b, 50, "DFT", "v", "y");
    put_value_info(b, GRAPH_INPUTS, "c", ONNX_BOOL, (int64_t[]){0}, 0);
    end(b, graph);
}

/* --- Functions --- */

static inline void call(Back *b, uint32_t field, const char *op, const char *domain, const char *in,
                        const char *out) {
    const size_t node = back_mark(b);
    put_str(b, NODE_DOMAIN, domain);
    put_str(b, NODE_OP, op);
    put_str(b, NODE_OUTPUTS, out);
    put_str(b, NODE_INPUTS, in);
    wrap(b, field, node);
}

/* F<i>(x) = F<next>(F<next>(x)), or once; the last is Relu when next is 0. */
static inline void function(Back *b, size_t i, size_t next, bool twice) {
    const size_t f = back_mark(b);
    char name[32];
    snprintf(name, sizeof name, "F%zu", next);
    const char *op = next ? name : "Relu", *domain = next ? "own" : "";
    call(b, 7, op, domain, twice ? "a" : "x", "y");
    if (twice) call(b, 7, op, domain, "x", "a");
    snprintf(name, sizeof name, "F%zu", i);
    put_str(b, 10, "own");
    put_str(b, 5, "y");
    put_str(b, 4, "x");
    put_str(b, 1, name);
    wrap(b, MODEL_FUNCTIONS, f);
}

static inline void functions(Back *b, size_t n, bool twice, bool in_a_ring) {
    for (size_t i = 0; i < n; i++) function(b, i, i + 1 < n ? i + 1 : in_a_ring ? 1 : 0, twice);
    const size_t graph = begin(b);
    call(b, GRAPH_NODES, "F0", "own", "x", "y");
    end(b, graph);
}

static inline void functions_that_double(Back *b, bool slow) {
    (void)slow, functions(b, 40, true, false);
}
static inline void functions_that_double_12(Back *b, bool slow) {
    (void)slow, functions(b, 12, true, false);
}
static inline void functions_in_a_chain(Back *b, bool slow) {
    functions(b, many(slow, 100000), false, false);
}
static inline void functions_in_a_ring(Back *b, bool slow) {
    (void)slow, functions(b, 30, false, true);
}
static inline void functions_in_a_long_ring(Back *b, bool slow) {
    functions(b, many(slow, 100000), false, true);
}

static inline void functions_of_one_name(Back *b, bool slow) {
    for (size_t i = 0; i < many(slow, 100000); i++) function(b, 5, 0, false);
    functions(b, 1, false, false);
}

/* --- Loops --- */

static inline void loop(Back *b, const char *op, int64_t trips, int64_t scan_inputs,
                        const char *inputs) {
    const size_t graph = begin(b), node = back_mark(b), attr = back_mark(b);
    const bool is_scan = scan_inputs >= -1;
    onnx_text_graph(
        b,
        is_scan ? "in s f32 2; out o; out p; Relu s -> o; Relu s -> p"
                : "in i i64; in go bool; in s f32 2; out k; out o; Identity go -> k; Relu s -> o",
        &(int64_t){0});
    wrap(b, ATTR_GRAPH, attr);
    put_int(b, ATTR_TYPE, 5);
    put_str(b, ATTR_NAME, "body");
    wrap(b, NODE_ATTRS, attr);
    if (is_scan) put_attr_int(b, "num_scan_inputs", scan_inputs);
    end_node(b, node, op, inputs, "y");
    put_tensor(
        b, GRAPH_INITIALIZERS,
        &(BackTensor){.name = "n", .elem = ONNX_INT64, .raw = &trips, .bytes = sizeof trips});
    end(b, graph);
}

enum { NO_SCAN = -2 };
static inline void loop_forever(Back *b, bool slow) {
    (void)slow, loop(b, "Loop", INT64_MAX, NO_SCAN, "n - x");
}
static inline void loop_without_end(Back *b, bool slow) {
    (void)slow, loop(b, "Loop", 1, NO_SCAN, "- - x");
}
static inline void loop_backwards(Back *b, bool slow) {
    (void)slow, loop(b, "Loop", INT64_MIN, NO_SCAN, "n - x");
}
static inline void loop_of_nothing(Back *b, bool slow) {
    (void)slow, loop(b, "Loop", 1, NO_SCAN, "n");
}
static inline void scan_of_two(Back *b, bool slow) { (void)slow, loop(b, "Scan", 0, 2, "x"); }
static inline void scan_of_minus_one(Back *b, bool slow) {
    (void)slow, loop(b, "Scan", 0, -1, "x");
}
static inline void scan_of_many(Back *b, bool slow) {
    (void)slow, loop(b, "Scan", 0, INT64_MAX, "x");
}

/* --- Bytes --- */

static inline void nothing(Back *b, bool slow) { (void)b, (void)slow; }
static inline void one_byte(Back *b, bool slow) { (void)slow, put(b, "\x08", 1); }
static inline void a_text(Back *b, bool slow) {
    (void)slow, put(b, "import torch\nprint(torch)\n", 26);
}
static inline void noise(Back *b, bool slow) {
    (void)slow;
    uint64_t state = 0x452821e638d01377u;
    for (int i = 0; i < 4096; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        const char c = (char)(state >> 56);
        put(b, &c, 1);
    }
}
static inline void a_length_of_2_64(Back *b, bool slow) {
    (void)slow, put(b, "\x3a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11);
}
static inline void eleven_bytes(Back *b, bool slow) {
    (void)slow, put(b, "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12);
}

static inline void unknown_fields(Back *b, bool slow) {
    (void)slow;
    const size_t graph = begin(b);
    end_node(b, back_mark(b), "Relu", "x", "y");
    put_int(b, 500, 7);
    put_str(b, 536870911, "the last number");
    end(b, graph);
    put_float(b, 77, 1);
}

static inline void strange_names(Back *b, bool slow) {
    (void)slow;
    char *name = malloc(70001);
    if (!name) abort();
    memset(name, '\x1b', 70000);
    name[70000] = '\0';
    memcpy(name, "[2J\xff\xc3\xe2\x80\xae\x07", 9);
    const size_t graph = begin(b);
    end_node(b, back_mark(b), name, "x", name);
    end_node(b, back_mark(b), "Relu", name, "y");
    put_value_info(b, GRAPH_INPUTS, name, 99, NULL, 0);
    end(b, graph);
    free(name);
}

#endif
