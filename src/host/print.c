/* SPDX-License-Identifier: Apache-2.0 */
/* Host programs as text. Recursion is as deep as expressions and branches are, which is bounded. */
#include <inttypes.h>

#include "host/parts.h"

typedef struct {
    StrBuf *out;
    unsigned indent;
} Printer;

static void line(Printer *p) {
    strbuf_putc(p->out, '\n');
    for (unsigned i = 0; i < p->indent; i++) strbuf_puts(p->out, "    ");
}

static void quoted(StrBuf *out, const char *s) { strbuf_quoted(out, str_c(s)); }

static void cell(StrBuf *out, HirCell c) {
    const HirCellRow *row = &hir_cell_rows[c.kind];
    if (c.frame) strbuf_printf(out, "g%u.", c.frame);
    strbuf_puts(out, row->name);
    if (row->is_list) strbuf_printf(out, "%u", c.index);
}

static void expr(StrBuf *out, const HirExpr *e);

static void exprs(StrBuf *out, const HirExpr *const *list, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (i) strbuf_puts(out, ", ");
        expr(out, list[i]);
    }
}

static void expr(StrBuf *out, const HirExpr *e) {
    const HirExprRow *row = &hir_expr_rows[e->kind];
    strbuf_puts(out, row->name);
    switch (row->form) {
    case HIR_FORM_NONE: break;
    case HIR_FORM_INT: strbuf_int(out, e->i); return;
    case HIR_FORM_REAL: strbuf_double(out, e->f); return;
    case HIR_FORM_CELL: cell(out, e->cell); return;
    case HIR_FORM_NUMBER:
        strbuf_printf(out, e->kind == HIR_BUFFER_EXPR ? "b%u" : "[%u]", e->number);
        break;
    case HIR_FORM_ELEMENT:
        strbuf_printf(out, "[%s, %u]", dtype_name(e->element.dtype), e->element.index);
        break;
    case HIR_FORM_TENSOR:
        strbuf_printf(out, row->is_checked ? "[%u, %u, %u]" : "[%u, %u]", e->tensor.index,
                      e->tensor.dim, e->tensor.size);
        break;
    }
    if (!*row->args) return;
    strbuf_putc(out, '(');
    exprs(out, e->args, e->n);
    strbuf_putc(out, ')');
}

static void numbers(StrBuf *out, const char *prefix, const HirNumbers *list) {
    for (size_t i = 0; i < list->len; i++)
        strbuf_printf(out, "%s%s%u", i ? ", " : "", prefix, list->at[i]);
}

static void overs(StrBuf *out, const HirOver *list, size_t n) {
    if (!n) return;
    strbuf_puts(out, " over (");
    for (size_t i = 0; i < n; i++)
        strbuf_printf(out, "%sb%u b%u", i ? ", " : "", list[i].read, list[i].write);
    strbuf_putc(out, ')');
}

static void kernel(StrBuf *out, const HirStmt *s) {
    const HirKernelCall *k = &s->kernel;
    strbuf_printf(out, "%s %u (",
                  s->kind == HIR_KERNEL    ? "kernel"
                  : s->kind == HIR_LIBRARY ? "library"
                  : s->kind == HIR_START   ? "start"
                  : s->kind == HIR_WAIT    ? "wait"
                                           : "collective",
                  k->number);
    numbers(out, "b", &k->reads);
    strbuf_puts(out, k->reads.len ? " -> " : "-> ");
    numbers(out, "b", &k->writes);
    if (k->sizes.len) strbuf_puts(out, "; ");
    exprs(out, k->sizes.at, k->sizes.len);
    strbuf_putc(out, ')');
    if (k->work) {
        strbuf_puts(out, " work ");
        expr(out, k->work);
    }
    overs(out, k->over.at, k->over.len);
    if (!k->site.is_counted) return;
    strbuf_puts(out, " counts (");
    if (k->site.operations) expr(out, k->site.operations);
    strbuf_puts(out, "; ");
    if (k->site.bytes) expr(out, k->site.bytes);
    strbuf_putc(out, ')');
}

static void call(StrBuf *out, const char *name, uint32_t level) {
    strbuf_printf(out, level ? "%s(g%u)" : "%s()", name, level);
}

/* name(a, b) */
static void simple(StrBuf *out, const char *name, const HirExpr *a, const HirExpr *b,
                   const HirExpr *c) {
    const HirExpr *const list[] = {a, b, c};
    strbuf_printf(out, "%s(", name);
    exprs(out, list, c ? 3 : b ? 2 : 1);
    strbuf_putc(out, ')');
}

static void head(StrBuf *out, const HirStmt *s) {
    const HirExpr *value = NULL;
    switch (s->kind) {
    case HIR_SET: cell(out, s->set.cell), value = s->set.value; break;
    case HIR_DIM:
        strbuf_printf(out, "out_dim[%u, %u]", s->out.index, s->out.dim), value = s->out.value;
        break;
    case HIR_DATA: strbuf_printf(out, "out_data[%u]", s->out.index), value = s->out.value; break;
    case HIR_STORE:
        strbuf_printf(out, "store[%s, %u]", dtype_name(s->store.dtype), s->store.index);
        simple(out, "", s->store.at, NULL, NULL);
        value = s->store.value;
        break;
    case HIR_COPY: simple(out, "copy", s->copy.to, s->copy.from, s->copy.bytes); break;
    case HIR_ALLOC: simple(out, "alloc", s->memory.at, s->memory.value, NULL); break;
    case HIR_TAKE: simple(out, "take", s->memory.at, s->memory.value, NULL); break;
    case HIR_FREE: simple(out, "free", s->memory.at, NULL, NULL); break;
    case HIR_FAIL:
        simple(out, "fail", s->fail.condition, NULL, NULL);
        strbuf_putc(out, ' ');
        quoted(out, s->fail.message);
        break;
    case HIR_IF: simple(out, "if ", s->branch.condition, NULL, NULL); break;
    case HIR_LOOP:
        strbuf_puts(out, "loop (");
        numbers(out, "b", &s->loop.reads);
        strbuf_puts(out, s->loop.reads.len ? " -> " : "-> ");
        numbers(out, "b", &s->loop.writes);
        strbuf_putc(out, ')');
        overs(out, s->loop.over.at, s->loop.over.len);
        break;
    case HIR_LEAVE: simple(out, "leave", s->leave.condition, NULL, NULL); break;
    case HIR_FRAME: strbuf_printf(out, "frame g%u of %u", s->frame.level, s->frame.function); break;
    case HIR_LAYOUT: call(out, "layout", s->frame_level); break;
    case HIR_CALL: call(out, "call", s->frame_level); break;
    case HIR_KERNEL:
    case HIR_COLLECTIVE:
    case HIR_START:
    case HIR_WAIT:
    case HIR_LIBRARY: kernel(out, s); break;
    case HIR_PREPARE:
        strbuf_printf(out, "prepare %u (", s->prepare.number);
        exprs(out, s->prepare.symbols.at, s->prepare.symbols.len);
        strbuf_putc(out, ')');
        break;
    case HIR_POLL: strbuf_puts(out, "poll"); break;
    case HIR_PART: strbuf_puts(out, "part"); break;
    case HIR_STMTS: break;
    }
    if (!value) return;
    strbuf_puts(out, " = ");
    expr(out, value);
}

static void block(Printer *p, const HirBlock *b);

static void stmt(Printer *p, const HirStmt *s) {
    head(p->out, s);
    switch (s->kind) {
    case HIR_IF:
        block(p, &s->branch.bodies[0]);
        if (s->branch.bodies[1].len) strbuf_puts(p->out, " else");
        if (s->branch.bodies[1].len) block(p, &s->branch.bodies[1]);
        break;
    case HIR_LOOP: block(p, &s->loop.body); break;
    case HIR_FRAME: block(p, &s->frame.body); break;
    case HIR_PART: block(p, &s->part); break;
    default: break;
    }
}

static void block(Printer *p, const HirBlock *b) {
    strbuf_puts(p->out, " {");
    p->indent++;
    for (size_t i = 0; i < b->len; i++) {
        line(p);
        stmt(p, b->at[i]);
    }
    p->indent--;
    if (b->len) line(p);
    strbuf_putc(p->out, '}');
}

void hir_print_stmt(const HirStmt *s, StrBuf *out) { head(out, s); }

static void value(StrBuf *out, const HirValue *v, const char *side) {
    strbuf_printf(out, "%s %s", side, hir_value_names[v->kind]);
    if (v->dtype != DTYPE_VOID) strbuf_printf(out, " %s", dtype_name(v->dtype));
    strbuf_printf(out, " %u", v->ndim);
    if (v->name) strbuf_puts(out, " named "), quoted(out, v->name);
    if (v->kind == HIR_TENSOR) strbuf_printf(out, " cell %u", v->index);
    if (v->dims) strbuf_puts(out, v->is_constant ? " constant " : " dims "), quoted(out, v->dims);
    if (v->takes) strbuf_printf(out, " takes %u", v->takes - 1);
}

static void buffer(StrBuf *out, const HirBuffer *b, size_t i) {
    strbuf_printf(out, "buffer %zu %s", i, hir_place_names[b->place]);
    if (b->place != HIR_IN_ARENA) strbuf_printf(out, " %u", b->index);
    if (b->heir) strbuf_printf(out, " heir %u", b->heir - 1);
    const HirExpr *const list[] = {b->offset, b->at, b->bytes};
    static const char *const names[] = {"offset", "at", "bytes"};
    for (int k = 0; k < 3; k++) {
        if (!list[k]) continue;
        strbuf_printf(out, " %s ", names[k]);
        expr(out, list[k]);
    }
    strbuf_printf(out, " value %u", b->value);
}

static void listed(Printer *p, const char *name, const HirNumbers *list) {
    if (!list->len) return;
    line(p);
    strbuf_printf(p->out, "%s (", name);
    numbers(p->out, "", list);
    strbuf_putc(p->out, ')');
}

static void cells(Printer *p, const HirFn *f) {
    const char *between = "";
    line(p);
    strbuf_puts(p->out, "cells (");
    for (int k = 0; k < HIR_CELLS; k++) {
        if (!hir_cell_rows[k].is_list || !f->n_cells[k]) continue;
        strbuf_printf(p->out, "%s%s %u", between, hir_cell_rows[k].name, f->n_cells[k]);
        between = ", ";
    }
    strbuf_putc(p->out, ')');
}

static void function(Printer *p, const HirFn *f) {
    strbuf_printf(p->out, "\nfunction %u ", f->index);
    quoted(p->out, f->name);
    strbuf_puts(p->out, f->is_entry ? " entry {" : " {");
    p->indent = 1;
    cells(p, f);
    listed(p, "given", &f->given);
    if (f->n_floats_in) line(p), strbuf_printf(p->out, "floats %u", f->n_floats_in);
    listed(p, "allocated", &f->allocated);
    for (size_t i = 0; i < f->inputs.len; i++) line(p), value(p->out, &f->inputs.at[i], "input");
    for (size_t i = 0; i < f->outputs.len; i++) line(p), value(p->out, &f->outputs.at[i], "output");
    if (f->arena) line(p), strbuf_puts(p->out, "arena "), expr(p->out, f->arena);
    for (size_t i = 0; i < f->buffers.len; i++) line(p), buffer(p->out, &f->buffers.at[i], i);
    for (int k = 0; k < HIR_SECTIONS; k++) {
        if (!f->sections[k].len) continue;
        line(p);
        strbuf_puts(p->out, hir_section_names[k]);
        block(p, &f->sections[k]);
    }
    strbuf_puts(p->out, "\n}\n");
}

static void kernel_row(StrBuf *out, const HirKernel *k, size_t i) {
    strbuf_printf(out, "kernel %zu ", i);
    quoted(out, k->name);
    strbuf_puts(out, " (");
    for (uint32_t j = 0; j <= k->n_inputs + k->n_outputs; j++) {
        if (j == k->n_inputs) strbuf_puts(out, j ? " -> " : "-> ");
        if (j == k->n_inputs + k->n_outputs) break;
        strbuf_printf(out, "%s%s", j && j != k->n_inputs ? ", " : "", dtype_name(k->dtypes[j]));
    }
    strbuf_printf(out, "; %u)%s\n", k->n_sizes, k->has_work ? " work" : "");
}

static void library_row(StrBuf *out, const HirLibrary *l, size_t i) {
    strbuf_printf(out, "library %zu ", i);
    quoted(out, l->name);
    strbuf_puts(out, " (");
    for (uint32_t k = 0; k < l->n_inputs; k++) {
        if (k) strbuf_puts(out, ", ");
        if (l->inputs[k].constant < 0)
            strbuf_puts(out, "none");
        else
            strbuf_printf(out, "%" PRId64 " at %" PRId64, l->inputs[k].constant, l->inputs[k].at);
    }
    strbuf_printf(out, "; %u)%s\n", l->n_symbols, l->is_over ? " over" : "");
}

static void collective_row(StrBuf *out, const HirCollective *c, size_t i) {
    strbuf_printf(out, "collective %zu ", i);
    quoted(out, c->name);
    strbuf_puts(out, " (");
    for (size_t k = 0; k < c->n_words; k++)
        strbuf_printf(out, "%s%" PRId64, k ? ", " : "", c->words[k]);
    strbuf_puts(out, ")\n");
}

void hir_print(const HirProgram *self, StrBuf *out) {
    for (size_t i = 0; i < self->constants.len; i++)
        strbuf_printf(out, "constant %zu (%" PRId64 ")\n", i, self->constants.at[i].bytes);
    for (size_t i = 0; i < self->kernels.len; i++) kernel_row(out, &self->kernels.at[i], i);
    for (size_t i = 0; i < self->libraries.len; i++) library_row(out, &self->libraries.at[i], i);
    for (size_t i = 0; i < self->collectives.len; i++)
        collective_row(out, &self->collectives.at[i], i);
    Printer p = {.out = out};
    for (size_t i = 0; i < self->functions.len; i++) {
        ctx_poll(self->ctx);
        function(&p, self->functions.at[i]);
    }
}
