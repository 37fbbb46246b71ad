/* SPDX-License-Identifier: Apache-2.0 */
/* Why an input is not constant: the node that computes it, and what of main's inputs that goes back
 * to. */
#include "ir/origin.h"
#include "onnx/import.h"

enum { LOOK_AT = 10000 }; /* bindings, for one message */

typedef struct {
    Map seen;
    VEC(const IrVar *) stack;
} Search;

static bool see(OnnxImport *im, Search *s, const IrVar *v) {
    for (MapIter it = map_find(&s->seen, hash_ptr(0, v)); map_next(&s->seen, &it);) {
        if (it.value == (const void *)v) return false;
    }
    map_add(&s->seen, hash_ptr(0, v), (void *)(uintptr_t)v);
    vec_push(&im->arena, &s->stack, v);
    return true;
}

/* A parameter that v depends on; NULL: none was found. */
static const IrVar *parameter(OnnxImport *im, const IrVar *v) {
    Search s = {.stack = {.at = NULL}};
    size_t n = 0;
    map_init(&s.seen, &im->arena);
    see(im, &s, v);
    while (s.stack.len && n++ < LOOK_AT) {
        const IrVar *at = s.stack.at[--s.stack.len];
        if (!at->def) return at;
        for (uint32_t i = at->def->operands.n; i-- > 0;) {
            const IrOperand *o = &at->def->operands.at[i];
            if (o->kind == IR_OPERAND_VAR) see(im, &s, o->var);
        }
    }
    return NULL;
}

/* The file's name of a parameter of main; of a graph within a node its own. */
static const char *input_name(O *o, const IrVar *p) {
    const IrFunction *fn = o->b->fn;
    for (size_t i = 0; !fn->parent && i < fn->params.len && i < o->im->input_names.len; i++) {
        if (fn->params.at[i] == p) return onnx_text(o->im, o->im->input_names.at[i]);
    }
    return p->name;
}

static const char *extent_text(O *o, const OnnxKnown *k) {
    int64_t v;
    StrBuf text;
    strbuf_init(&text, &o->im->arena);
    for (uint32_t i = 0; i < k->n; i++) {
        if (ir_dim_is_const(k->at[i], &v)) continue;
        ir_dim_print(o->m, k->at[i], &text);
        return strbuf_cstr(&text);
    }
    return NULL;
}

const char *onnx_why_not_constant(O *o, const OnnxValue *v) {
    Ctx *ctx = o->im->ctx;
    if (v->known.at) {
        const char *dim = extent_text(o, &v->known);
        return dim ? diag_fmt(ctx, "it is computed from the extent %s; --dim gives that a value",
                              dim)
                   : NULL;
    }
    if (v->operand.kind != IR_OPERAND_VAR) return NULL;
    const IrVar *x = v->operand.var, *p = parameter(o->im, x);
    if (!x->def) return diag_fmt(ctx, "it is the input '%s'", input_name(o, x));
    const IrOrigin *from = x->def->origin;
    const bool has_node = from && from->kind == IR_ORIGIN_NODE;
    const char *by = has_node                       ? from->by
                     : x->def->kind == IR_BIND_CALL ? x->def->op->name
                                                    : "a node";
    const char *name = has_node && from->name ? from->name : x->name;
    if (!p) return diag_fmt(ctx, "%s '%s' computes it, from no input", by, name);
    return diag_fmt(ctx, "%s '%s' computes it from the input '%s'", by, name, input_name(o, p));
}
