/* SPDX-License-Identifier: Apache-2.0 */
/* The table of writers. */
#include "onnx/export.h"

static const OnnxWriteRow rows[] = {
#define WRITE_AS(id, predicate, node) {&op_##id, w_direct, node},
#define WRITE(id, predicate, fn, nodes) {&op_##id, onnx_write_##fn, nodes},
#include "onnx/write.def"
};

/* Of this room; the legal set does not have them. */
static const OnnxWriteRow kept[] = {
    {&onnx_node_op, onnx_write_node, NULL},
    {&onnx_opaque_op, onnx_write_opaque, NULL},
};

const OnnxWriteRow *onnx_write_row(OnnxExport *x, const OpDef *op) {
    for (size_t i = 0; i < ARRAY_LEN(kept); i++) {
        if (kept[i].op == op) return &kept[i];
    }
    if (!x->rows.len) {
        for (size_t i = 0; i < ARRAY_LEN(rows); i++)
            map_add(&x->rows, hash_ptr(0, rows[i].op), (void *)(uintptr_t)&rows[i]);
    }
    for (MapIter it = map_find(&x->rows, hash_ptr(0, op)); map_next(&x->rows, &it);) {
        const OnnxWriteRow *row = it.value;
        if (row->op == op) return row;
    }
    return NULL;
}

bool onnx_write_info(size_t i, const OpDef **op, const char **nodes) {
    if (i >= ARRAY_LEN(rows)) return false;
    *op = rows[i].op;
    *nodes = rows[i].nodes;
    return true;
}
