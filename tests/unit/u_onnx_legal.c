/* SPDX-License-Identifier: Apache-2.0 */
/* The legal set of ONNX, which is made of the table of writers. */
#include "unit.h"
#include "onnx/onnx.h"
#include "ops/ops.h"

/* Each operator has one row; what no row of 17 says, a later opset does. */
static void each_row_once(void **state) {
    (void)state;
    static const OpDef *const later[] = {
#define SINCE(opset, id, predicate) &op_##id,
#include "onnx/write.def"
    };
    const IrLegalRow *rows = onnx_legal.rows;
    const OpDef *op;
    const char *nodes;
    size_t n = 0;
    for (; onnx_write_info(n, &op, &nodes); n++) {
        assert_ptr_equal(rows[n].op, op);
        if (!*nodes) fail_msg("R.%s is written as nothing", op->name);
        for (size_t k = 0; k < n; k++) {
            if (rows[k].op == op) fail_msg("R.%s has two rows", op->name);
        }
        bool since = rows[n].legal != NULL;
        for (size_t k = 0; k < ARRAY_LEN(later); k++) since |= later[k] == op;
        if (!since) fail_msg("R.%s is written, and never legal", op->name);
    }
    assert_int_equal(n, onnx_legal.n_rows);
    for (size_t i = 0; i < ARRAY_LEN(later); i++) {
        bool written = false;
        for (size_t k = 0; k < n; k++) written |= rows[k].op == later[i];
        if (!written) fail_msg("R.%s is legal, and not written", later[i]->name);
    }
}

UNIT_MAIN(UNIT(each_row_once))
