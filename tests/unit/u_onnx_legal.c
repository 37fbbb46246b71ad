/* SPDX-License-Identifier: Apache-2.0 */
/* The legal set of ONNX against the table of writers. */
#include "unit.h"
#include "onnx/onnx.h"
#include "ops/ops.h"

/* What the legal set calls legal is written, and what is written may be legal. */
static void written_is_legal(void **state) {
    (void)state;
    static const OpDef *const legal[] = {
#define LEGAL_OP(set, id, predicate) &op_##id,
#include "passes/legal_onnx17.def"
#undef LEGAL_OP
#define LEGAL_SINCE(opset, id, predicate) &op_##id,
#include "passes/legal_onnx_since.def"
    };
    const OpDef *op;
    const char *nodes;
    size_t n = 0, n_legal = 0;
    for (; onnx_write_info(n, &op, &nodes); n++) {
        bool found = false;
        for (size_t i = 0; i < ARRAY_LEN(legal); i++) found |= legal[i] == op;
        if (!found || !*nodes) fail_msg("R.%s is written, and not in the legal set", op->name);
    }
    for (size_t i = 0; i < ARRAY_LEN(legal); i++) {
        bool found = false, again = false;
        for (size_t k = 0; onnx_write_info(k, &op, &nodes); k++) found |= legal[i] == op;
        if (!found) fail_msg("R.%s is legal, and not written", legal[i]->name);
        for (size_t k = 0; k < i; k++) again |= legal[k] == legal[i]; /* by a later opset too */
        n_legal += !again;
    }
    assert_int_equal(n, n_legal);
}

UNIT_MAIN(UNIT(written_is_legal))
