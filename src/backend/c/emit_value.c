/* SPDX-License-Identifier: Apache-2.0 */
/* What is said of the inputs and outputs of a function, in the header and beside it. */
#include "backend/c/emit.h"

/* Has it an entry for plain pointers? */
bool emit_has_pointers(const HirFn *f) {
    bool ok = !f->given.len && (!f->arena || f->arena->kind == HIR_INT_EXPR);
    for (size_t i = 0; i < f->inputs.len; i++) ok = ok && f->inputs.at[i].is_constant;
    for (size_t i = 0; i < f->outputs.len; i++) ok = ok && f->outputs.at[i].is_constant;
    return ok;
}

const char *emit_in_comment(Arena *arena, const char *s) {
    char *text = arena_printf(arena, "%s", s);
    for (char *c = text; *c; c++) {
        if ((c[0] == '*' && c[1] == '/') || (c[0] == '/' && c[1] == '*')) c[1] = '|';
    }
    return text;
}

const char *emit_dims_text(Arena *arena, const HirValue *v) {
    if (v->kind != HIR_TENSOR)
        return emit_is_shape(v) ? arena_printf(arena, "(%u,), a shape", v->ndim) : "(), a number";
    if (!v->dims)
        return arena_printf(
            arena,
            "of rank %u; its extents depend on data: allocated by malloc, the caller frees it",
            v->ndim);
    return emit_in_comment(arena, v->dims);
}
