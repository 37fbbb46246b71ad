/* SPDX-License-Identifier: Apache-2.0 */
/* A module as a graph in the language of graphviz: a cluster for each function, a node for each
 * parameter and binding, an edge for each use. Linear. Nested functions are clusters beside the one
 * that they stand in, and a frame of an explicit list. */
#include "api/api.h"

#include <stdio.h>

#include "base/strbuf.h"
#include "ir/origin.h"

typedef struct {
    IrModule *m;
    StrBuf *out;
    Arena *arena;
    VEC(IrFunction *) functions; /* those nested in one behind it */
    size_t at;
} Dot;

/* Text in quotes: what graphviz would read as an escape is none. */
static void put_quoted(StrBuf *out, const char *s) {
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') strbuf_putc(out, '\\');
        strbuf_putc(out, *s == '\n' ? ' ' : *s);
    }
}

static void put_node(const Dot *self, const IrVar *v, const char *what, const char *style) {
    strbuf_printf(self->out, "    f%zu_%u [label=\"", self->at, v->id);
    put_quoted(self->out, what);
    strbuf_puts(self->out, "\\n");
    put_quoted(self->out, v->name ? v->name : "_");
    strbuf_puts(self->out, ": ");
    put_quoted(self->out, ir_type_text(self->m, v->type));
    strbuf_printf(self->out, "\"%s", style);
}

static void put_uses(const Dot *self, const IrOperands *list, const char *to) {
    for (uint32_t i = 0; i < list->n; i++) {
        if (list->at[i].kind != IR_OPERAND_VAR) continue;
        strbuf_printf(self->out, "    f%zu_%u -> f%zu_%s;\n", self->at, list->at[i].var->id,
                      self->at, to);
    }
}

/* What made it, the newest first, is told where one points. */
static void put_origin(const Dot *self, const IrBinding *b) {
    const char *between = "made by ";
    strbuf_puts(self->out, ", tooltip=\"");
    for (const IrOrigin *o = b->origin; o && o->kind <= IR_ORIGIN_EXPANDED; o = o->from) {
        strbuf_puts(self->out, between);
        put_quoted(self->out, o->by);
        between = " of what was made by ";
    }
    strbuf_puts(self->out, "\"");
}

static void put_binding(Dot *self, const IrBinding *b) {
    char id[16];
    snprintf(id, sizeof id, "%u", b->var->id);
    put_node(self, b->var, b->kind == IR_BIND_CALL ? b->op->name : ir_bind_name(b->kind), "");
    put_origin(self, b);
    strbuf_puts(self->out, "];\n");
    put_uses(self, &b->operands, id);
    if (b->kind == IR_BIND_FUNCTION) vec_push(self->arena, &self->functions, b->function);
    for (int i = 0; b->kind == IR_BIND_IF && i < 2; i++) put_uses(self, &b->bodies[i]->result, id);
}

static void put_function(Dot *self) {
    IrFunction *fn = self->functions.at[self->at];
    IrWalk walk;
    strbuf_printf(self->out, "  subgraph cluster_%zu {\n    label=\"", self->at);
    put_quoted(self->out, fn->name ? fn->name : "_");
    strbuf_puts(self->out, "\";\n");
    for (size_t i = 0; i < fn->params.len; i++) {
        put_node(self, fn->params.at[i], i < fn->n_captures ? "capture" : "parameter",
                 ", shape=ellipse");
        strbuf_puts(self->out, "];\n");
    }
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        ctx_poll(self->arena->ctx);
        put_binding(self, b);
    }
    strbuf_printf(self->out, "    f%zu_result [label=\"result\", shape=ellipse];\n", self->at);
    put_uses(self, &fn->body->result, "result");
    strbuf_puts(self->out, "  }\n");
}

TnStatus tn_module_dot(TnModule *m, TnText *out) {
    if (out) *out = (TnText){.ptr = NULL};
    if (!m || !out) return api_usage(m ? m->context : NULL);
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        StrBuf text;
        api_begin(self);
        arena_init(&arena, &self->ctx);
        strbuf_init(&text, &arena);
        strbuf_puts(&text, "digraph module {\n  node [shape=box];\n");
        Dot dot = {.m = m->ir, .out = &text, .arena = &arena};
        for (size_t i = 0; i < m->ir->globals.len; i++) {
            IrFunction *fn = m->ir->globals.at[i]->function;
            if (fn && fn->body) vec_push(&arena, &dot.functions, fn);
        }
        for (; dot.at < dot.functions.len; dot.at++) put_function(&dot);
        strbuf_puts(&text, "}\n");
        api_text(self, strbuf_str(&text), out);
        arena_fini(&arena);
    }
    return api_leave_module(m, &b, TN_OK);
}
