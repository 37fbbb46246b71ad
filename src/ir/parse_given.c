/* SPDX-License-Identifier: Apache-2.0 */
/* Extents, types and index maps that stand outside of a text, in an option of a pass. Names in
 * extents and types are symbols of a function that is being made. */
#include "ir/parse_parts.h"
#include "ir/text.h"

static void scope_of(Scope *s, Parse *p, IrFunction *fn) {
    IrModule *m = fn->module;
    *p = (Parse){
        .ctx = m->ctx, .m = m, .name = {.R = ir_name(m, str_c("R")), .T = ir_name(m, str_c("T"))}};
    *s = (Scope){.p = p, .fn = fn};
    arena_init(&p->arena, m->ctx);
    map_init(&s->names, &p->arena);
    for (size_t i = fn->symbols.len; i > 0; i--) {
        IrSymbol *symbol = fn->symbols.at[i - 1];
        scope_entry(s, symbol->name)->symbol = symbol;
    }
}

bool ir_text_dims(IrFunction *fn, const SynExpr *const *list, size_t n, const IrDim **out) {
    Parse p;
    Scope s;
    bool ok = true;
    scope_of(&s, &p, fn);
    for (size_t i = 0; i < n; i++) {
        out[i] = list[i] ? ir_parse_dim(&s, list[i], DIMS_PARAM) : NULL;
        ok &= !list[i] || out[i];
    }
    arena_fini(&p.arena);
    return ok;
}

const IrType *ir_text_type(IrFunction *fn, const SynExpr *e) {
    Parse p;
    Scope s;
    scope_of(&s, &p, fn);
    const IrType *t = ir_parse_type_mode(&s, e, DIMS_PARAM);
    arena_fini(&p.arena);
    return t;
}

bool ir_text_index_map(IrModule *m, const SynExpr *e, IrAttr *out) {
    static const OpParam param = {
        .name = "index_map", .kind = OP_PARAM_LIST, .form = OP_LIST_INDEX_MAP};
    Parse p;
    Scope s;
    IrAttr read;
    scope_of(&s, &p, ir_function_new(m, ""));
    const bool ok = ir_parse_formed_list(&s, &param, e, &read);
    if (ok) ir_attr_copy(m, out, &read);
    arena_fini(&p.arena);
    return ok;
}
