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

/* What an operator of com.microsoft takes, of which more comes with each release of ONNX Runtime:
 * what its map does not know must not be passed over. `inputs` 0: any number. */
static const struct {
    const char *name, *attrs;
    uint32_t inputs;
} microsoft[] = {
#define TAKES(name_, inputs_, attrs_) {"com.microsoft." #name_, " " attrs_ " ", inputs_},
#include "onnx/microsoft.def"
};

static bool has_word(const char *words, Str word) {
    for (const char *at = words; (at = strchr(at, ' ')); at++) {
        if (strncmp(at + 1, word.ptr, word.len) == 0 && at[1 + word.len] == ' ') return true;
    }
    return false;
}

static void check_takes(O *o, const char *attrs, uint32_t inputs) {
    for (uint32_t i = inputs; inputs && i < o->n_in; i++) {
        if (o->in[i]) o_unsupported(o, "its input %u", i);
    }
    for (size_t i = 0; i < o->node->attrs.len; i++) {
        const OnnxAttr *a = o->node->attrs.at[i];
        if (!a->name.len || memchr(a->name.ptr, 0, a->name.len) || !has_word(attrs, a->name))
            o_unsupported(o, "its attribute '%s'", onnx_text(o->im, a->name));
    }
}

void onnx_row_apply(O *o) {
    static const char domain[] = "com.microsoft.";
    bool found = strncmp(o->row->name, domain, sizeof domain - 1) != 0;
    for (size_t i = 0; !found && i < ARRAY_LEN(microsoft); i++) {
        found = strcmp(o->row->name, microsoft[i].name) == 0;
        if (found) check_takes(o, microsoft[i].attrs, microsoft[i].inputs);
    }
    BUG_IF(!found);
    o->row->map(o);
}

bool onnx_op_info(size_t i, OnnxOpInfo *out) {
    if (i >= ARRAY_LEN(rows)) return false;
    const OnnxRow *row = &rows[i];
    *out = (OnnxOpInfo){row->name, row->since, row->until, row->op ? row->op->name : row->becomes};
    return true;
}
