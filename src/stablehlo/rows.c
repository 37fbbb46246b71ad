/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/import.h"

const ShloRow shlo_rows[] = {
#define ELEMENT(name, op, f, i, b) {name, "*", shlo_map_element, &op, {f, i, b}, NULL},
#define MAP(name, format, fn, f, i, b, becomes)                                                    \
    {name, format, shlo_map_##fn, NULL, {f, i, b}, becomes},
#define LACKS(name, format, why) {name, format, NULL, NULL, {NULL, NULL, NULL}, why},
#include "stablehlo/ops.def"
};
const size_t shlo_n_rows = ARRAY_LEN(shlo_rows);

const ShloRow *shlo_row_find(Str name) {
    for (size_t i = 0; i < shlo_n_rows; i++) {
        if (str_eq_c(name, shlo_rows[i].name)) return &shlo_rows[i];
    }
    return NULL;
}

bool stablehlo_op_info(size_t i, ShloOpInfo *out) {
    if (i >= shlo_n_rows) return false;
    const ShloRow *row = &shlo_rows[i];
    *out = (ShloOpInfo){.name = row->name,
                        .becomes = row->op ? row->op->name : row->becomes,
                        .is_read = row->map != NULL};
    return true;
}
