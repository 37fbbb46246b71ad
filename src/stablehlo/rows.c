/* SPDX-License-Identifier: Apache-2.0 */
#include "stablehlo/import.h"

static const ShloRow rows[] = {
#define ELEMENT(name, op, f, i, b) {name, "* :", shlo_map_element, &op, {f, i, b}, NULL},
#define MAP(name, format, fn, f, i, b, becomes)                                                    \
    {name, format, shlo_map_##fn, NULL, {f, i, b}, becomes},
#define LACKS(name, format, why) {name, format, NULL, NULL, {NULL, NULL, NULL}, why},
#include "stablehlo/ops.def"
};

const ShloRow *shlo_row_find(Str name) {
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (str_eq_c(name, rows[i].name)) return &rows[i];
    }
    return NULL;
}

bool stablehlo_op_info(size_t i, ShloOpInfo *out) {
    if (i >= ARRAY_LEN(rows)) return false;
    const ShloRow *row = &rows[i];
    *out = (ShloOpInfo){.name = row->name,
                        .becomes = row->op ? row->op->name : row->becomes,
                        .is_read = row->map != NULL};
    return true;
}
