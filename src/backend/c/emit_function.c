/* SPDX-License-Identifier: Apache-2.0 */
/* A function as C: its frame, its layout, its body. */
#include "backend/c/emit.h"

static void frame(EmitFunction *p) {
    static const char *const types[] = {
        [HIR_INT] = "int64_t ", [HIR_FLOAT] = "double ", [HIR_POINTER] = "char *"};
    const EmitFn *names = &p->e->fns[p->f->index];
    StrBuf *out = &p->e->file->structs;
    strbuf_printf(out, "struct %s {\n", names->frame);
#define HIR_CELL(id, name, type, is_list)                                                          \
    if (!(is_list))                                                                                \
        strbuf_printf(out, "    %s" name ";\n", types[type]);                                      \
    else if (p->f->n_cells[HIR_##id##_CELL])                                                       \
        strbuf_printf(out, "    %s" name "[%u];\n", types[type], p->f->n_cells[HIR_##id##_CELL]);
#include "host/cells.def"
    strbuf_printf(out, "};\nstatic int32_t %s(struct %s *f);\n", names->name, names->frame);
    if (names->layout)
        strbuf_printf(out, "static int32_t %s(struct %s *f);\n", names->layout, names->frame);
    strbuf_putc(out, '\n');
}

/* Memory of the heap is given back however the body ends. */
static void outside(EmitFunction *p, const char *head, const char *inner) {
    const uint32_t n = p->f->n_cells[HIR_HEAP_CELL];
    strbuf_printf(&p->e->file->functions,
                  "%s {\n    int32_t e;\n    int i;\n    for (i = 0; i < %u; i++) f->h[i] = "
                  "NULL;\n    e = %s(f);\n"
                  "    for (i = 0; i < %u; i++) free(f->h[i]);\n    return e;\n}\n\n",
                  head, n, inner, n);
}

void emit_function(Emit *e, const HirFn *f) {
    EmitFunction p = {.e = e, .f = f};
    const EmitFn *names = &e->fns[f->index];
    const bool has_heap = f->n_cells[HIR_HEAP_CELL] > 0;
    const char *inner = names->name, *head = "static int32_t %s(struct %s *f)";
    if (has_heap)
        inner = c_unit_name(e->file->unit, arena_printf(e->arena, "%s_steps", names->name));
    frame(&p);
    emit_section(&p, arena_printf(e->arena, head, inner, names->frame), "",
                 &f->sections[HIR_SECTION_BODY], NULL);
    if (has_heap) outside(&p, arena_printf(e->arena, head, names->name, names->frame), inner);
    if (f->is_entry) emit_entry(&p);
    if (names->layout)
        emit_section(&p, arena_printf(e->arena, head, names->layout, names->frame), "",
                     &f->sections[HIR_SECTION_LAYOUT], NULL);
}
