/* SPDX-License-Identifier: Apache-2.0 */
/* The table of operators. */
#include "onnx/import.h"

/* The map of rows that are one operator with the node's inputs. */
static void o_direct(O *o) {
    const uint32_t n = ir_op_n_operands(o->row->op);
    IrOperand ops[4];
    if (o->n_in != n) o_fail(o, "%u inputs instead of %u", o->n_in, n);
    for (uint32_t i = 0; i < n; i++) ops[i] = o_in(o, i);
    if (o->row->op != &op_matmul) o_agree(o, ops, n); /* else elementwise */
    o_set(o, 0, o_call(o, o->row->op, ops, n, NO_ATTRS));
}

static const OnnxRow rows[] = {
#define DIRECT(name_, since_, until_, id) {#name_, since_, until_, o_direct, &op_##id, NULL},
#define MAP(name_, since_, until_, fn, becomes_)                                                   \
    {#name_, since_, until_, onnx_map_##fn, NULL, becomes_},
#include "onnx/map.def"
};

static uint64_t hash_name(OnnxImport *im, Str name) {
    return hash_bytes(im->ctx, name.ptr, name.len);
}

const OnnxRow *onnx_row_find(OnnxImport *im, Str name, int64_t opset, bool *any_version) {
    if (!im->rows.len) {
        for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
            map_add(&im->rows, hash_name(im, str_c(rows[i].name)), (void *)(uintptr_t)&rows[i]);
        }
    }
    for (MapIter it = map_find(&im->rows, hash_name(im, name)); map_next(&im->rows, &it);) {
        const OnnxRow *row = it.value;
        if (!str_eq_c(name, row->name)) continue;
        *any_version = true;
        if (row->since <= opset && (!row->until || opset <= row->until)) return row;
    }
    return NULL;
}

bool onnx_op_info(size_t i, OnnxOpInfo *out) {
    if (i >= ARRAY_LEN(rows)) return false;
    const OnnxRow *row = &rows[i];
    *out = (OnnxOpInfo){row->name, row->since, row->until, row->op ? row->op->name : row->becomes};
    return true;
}
