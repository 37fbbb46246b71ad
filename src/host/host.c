/* SPDX-License-Identifier: Apache-2.0 */
#include "host/host.h"

#include "host/parts.h"

const HirCellRow hir_cell_rows[] = {
#define HIR_CELL(id, name, type, is_list) {name, type, is_list},
#include "host/cells.def"
};

const HirExprRow hir_expr_rows[] = {
#define HIR_EXPR(id, name, form, type, args, is_checked)                                           \
    {name, HIR_FORM_##form, HIR_##type, args, is_checked},
#include "host/exprs.def"
};

const char *const hir_section_names[] = {"layout", "body", "bind", "plan", "run"};
const char *const hir_place_names[] = {"arena", "heap", "input", "output", "constant"};
const char *const hir_value_names[] = {"tensor", "integers", "number"};

HirType hir_cell_type(HirCellKind kind) { return hir_cell_rows[kind].type; }

HirType hir_expr_type(const HirExpr *e) {
    if (e->kind == HIR_CELL_EXPR) return hir_cell_type(e->cell.kind);
    if (e->kind == HIR_LOAD_EXPR && dtype_is_float(e->element.dtype)) return HIR_FLOAT;
    return hir_expr_rows[e->kind].type;
}

bool hir_is_checked(const HirExpr *e) {
    bool is = hir_expr_rows[e->kind].is_checked;
    for (uint32_t i = 0; i < e->n && !is; i++) is = hir_is_checked(e->args[i]);
    return is;
}

HirProgram *hir_program_new(Ctx *ctx, Arena *arena) {
    HirProgram *p = ARENA_NEW(arena, HirProgram);
    p->ctx = ctx;
    p->arena = arena;
    return p;
}
