/* SPDX-License-Identifier: Apache-2.0 */
/* What stands between a model's inputs and its outputs: the names of the values, and copies of the
 * model that return some of them. A copy is the file's bytes with other outputs of the graph:
 * whatever else stands there stays. */
#include "onnx/onnx.h"
#include "onnx/wire.h"

enum { MODEL_GRAPH = 7, GRAPH_OUTPUT = 12, INFO_NAME = 1 };

bool onnx_layers(Arena *arena, Str bytes, StrBuf *out) {
    const OnnxModel *model = onnx_model_parse(arena, bytes);
    if (!model) return false;
    for (size_t i = 0; model->graph && i < model->graph->nodes.len; i++) {
        const OnnxNode *node = model->graph->nodes.at[i];
        static const char constant[] = "Constant";
        if (str_eq(node->op_type, (Str){constant, sizeof constant - 1})) continue;
        for (size_t k = 0; k < node->outputs.len; k++) {
            const Str name = node->outputs.at[k];
            if (!name.len || memchr(name.ptr, '\0', name.len)) continue; /* nobody can ask for it */
            strbuf_add(out, name.ptr, name.len);
            strbuf_putc(out, '\0');
            strbuf_add(out, node->op_type.ptr, node->op_type.len);
            strbuf_putc(out, '\0');
        }
    }
    return true;
}

static void put_varint(StrBuf *out, uint64_t v) {
    for (; v >= 0x80; v >>= 7) strbuf_putc(out, (char)((v & 0x7f) | 0x80));
    strbuf_putc(out, (char)v);
}

static void put_bytes(StrBuf *out, uint32_t field, Str s) {
    put_varint(out, (uint64_t)field << 3 | WIRE_BYTES);
    put_varint(out, s.len);
    strbuf_add(out, s.ptr, s.len);
}

/* A message that is well formed, without the field `number`, whose contents go to `found`. */
static void without(Str message, uint32_t number, StrBuf *out, StrBuf *found) {
    Wire w;
    WireField f;
    wire_init(&w, message.ptr);
    while (wire_next(&w, message.len, &f)) {
        if (f.number == number && f.type == WIRE_BYTES) {
            if (found) strbuf_add(found, f.bytes.ptr, f.bytes.len);
        } else {
            strbuf_add(out, message.ptr + f.at, w.pos - f.at);
        }
    }
}

bool onnx_with_outputs(Arena *arena, Str bytes, const char *const *names, size_t n, StrBuf *out) {
    if (!onnx_model_parse(arena, bytes)) return false; /* so the bytes are well formed */
    StrBuf graph, changed;
    strbuf_init(&graph, arena);
    strbuf_init(&changed, arena);
    without(bytes, MODEL_GRAPH, out, &graph); /* a graph in parts is their concatenation */
    without(strbuf_str(&graph), GRAPH_OUTPUT, &changed, NULL);
    for (size_t i = 0; i < n; i++) {
        StrBuf info;
        strbuf_init(&info, arena);
        put_bytes(&info, INFO_NAME, str_c(names[i]));
        put_bytes(&changed, GRAPH_OUTPUT, strbuf_str(&info));
    }
    put_bytes(out, MODEL_GRAPH, strbuf_str(&changed));
    return true;
}
