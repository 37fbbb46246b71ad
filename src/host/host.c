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

bool hir_sets_own_integer(const HirStmt *s) {
    return s->kind == HIR_SET && !s->set.cell.frame && hir_cell_type(s->set.cell.kind) == HIR_INT;
}

HirCell hir_buffer_cell(const HirBuffer *b) {
    static const HirCellKind cells[] = {[HIR_IN_ARENA] = HIR_ARENA_CELL,
                                        [HIR_IN_HEAP] = HIR_HEAP_CELL,
                                        [HIR_IN_INPUT] = HIR_IN_CELL,
                                        [HIR_IN_OUTPUT] = HIR_OUT_CELL};
    BUG_IF(b->place >= ARRAY_LEN(cells));
    return (HirCell){.kind = cells[b->place], .index = b->index};
}

const char *hir_cell_text(Arena *arena, const char *frame, HirCell c) {
    const HirCellRow *row = &hir_cell_rows[c.kind];
    return row->is_list ? arena_printf(arena, "%s%s[%u]", frame, row->name, c.index)
                        : arena_printf(arena, "%s%s", frame, row->name);
}

const char *hir_expr_name(HirExprKind kind) { return hir_expr_rows[kind].name; }

HirForm hir_expr_form(HirExprKind kind) { return hir_expr_rows[kind].form; }

HirProgram *hir_program_new(Ctx *ctx, Arena *arena) {
    HirProgram *p = ARENA_NEW(arena, HirProgram);
    p->ctx = ctx;
    p->arena = arena;
    return p;
}
