/* SPDX-License-Identifier: Apache-2.0 */
/* What the files of this room share. */
#ifndef TENON_HOST_PARTS_H
#define TENON_HOST_PARTS_H

#include "host/host.h"

typedef struct {
    const char *name;
    HirType type;
    bool is_list;
} HirCellRow;

typedef struct {
    const char *name;
    HirForm form;
    HirType type;
    const char *args;
    bool is_checked;
} HirExprRow;

extern const HirCellRow hir_cell_rows[HIR_CELLS];
extern const HirExprRow hir_expr_rows[HIR_EXPRS];
extern const char *const hir_section_names[HIR_SECTIONS];
extern const char *const hir_place_names[HIR_PLACES];
extern const char *const hir_value_names[HIR_NUMBER + 1];

/* Reports what is wrong with a function; s: the statement, or NULL. Returns false. */
bool hir_wrong(const HirProgram *p, const HirFn *f, const HirStmt *s, const char *what);
/* Of a function whose expressions and statements are well-formed (verify_form.c): cells have values
 * where they are used (verify_cells.c), and memory holds what is read (verify_memory.c). */
bool hir_verify_form(const HirProgram *p, const HirFn *f);
bool hir_verify_cells(const HirProgram *p, const HirFn *f);
bool hir_verify_memory(const HirProgram *p, const HirFn *f);

#endif
