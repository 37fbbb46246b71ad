/* SPDX-License-Identifier: Apache-2.0 */
/* The header's part for people: an entry's inputs and outputs by name. All of it is macros and
 * inline functions over the entry itself, so whatever defines the entry (C, an object file) serves
 * it. */
#include "backend/c/header.h"

#include <inttypes.h>
#include <stdlib.h>

typedef struct {
    const CInterface *interface;
    const CEntryPoint *of;
    StrBuf *out;
} Header;

/* Constants and tables */

static void print_numbers(Header *h, const CSide *side) {
    if (!side->n) return;
    strbuf_printf(h->out, "enum {\n");
    for (size_t i = 0; i < side->n; i++)
        strbuf_printf(h->out, "    %s%s\n", side->ports[i].macro, i + 1 < side->n ? "," : "");
    strbuf_puts(h->out, "};\n");
}

static void print_constants(Header *h, const CPort *p) {
    const HirValue *v = &p->v;
    const DType t = emit_leaf_dtype(v);
    strbuf_printf(h->out, "#define %s_DTYPE \"%s\"\n", p->macro, dtype_name(t));
    const uint32_t rank = v->kind == HIR_TENSOR ? v->ndim : emit_is_shape(v);
    strbuf_printf(h->out, "#define %s_RANK %u\n", p->macro, rank);
    if (emit_is_shape(v)) strbuf_printf(h->out, "#define %s_COUNT %u\n", p->macro, v->ndim);
    if (v->takes)
        strbuf_printf(h->out, "#define %s_TAKES %s\n", p->macro,
                      h->of->in.ports[v->takes - 1].macro);
    if (v->kind != HIR_TENSOR || !p->extents) return;
    if (rank) {
        strbuf_printf(h->out, "#define %s_DIMS {", p->macro);
        for (uint32_t i = 0; i < rank; i++) {
            const CExtent *x = &p->extents[i];
            strbuf_printf(h->out, "%s%" PRId64, i ? ", " : "",
                          x->kind == C_EXTENT_CONSTANT ? x->n : -1);
        }
        strbuf_puts(h->out, "}\n");
    }
    const int64_t count = c_port_count(p);
    if (count < 0) return;
    strbuf_printf(h->out, "#define %s_COUNT %" PRId64 "\n", p->macro, count);
}

/* As C has it in every dialect; cut where C99 lets a compiler stop. */
void c_header_text(StrBuf *out, const char *s) {
    enum { TEXT_MOST = 4095 };
    strbuf_putc(out, '"');
    for (size_t i = 0; s[i] && i < TEXT_MOST; i++) {
        const unsigned char c = (unsigned char)s[i];
        if (c == '"' || c == '\\' || c == '?')
            strbuf_printf(out, "\\%c", c);
        else if (c < ' ' || c > '~')
            strbuf_printf(out, "\\%03o", c);
        else
            strbuf_putc(out, (char)c);
    }
    strbuf_putc(out, '"');
}

static void print_name_function(Header *h, const CSide *side, const char *what) {
    strbuf_printf(h->out, "static inline const char *%s_%s_name(size_t i) {\n", h->of->entry, what);
    if (side->n) {
        strbuf_puts(h->out, "    static const char *const names[] = {\n");
        for (size_t i = 0; i < side->n; i++) {
            strbuf_puts(h->out, "        ");
            c_header_text(h->out, side->ports[i].name);
            strbuf_puts(h->out, i + 1 < side->n ? ",\n" : "\n");
        }
        strbuf_printf(h->out, "    };\n    return i < %zu ? names[i] : NULL;\n}\n", side->n);
    } else {
        strbuf_puts(h->out, "    (void)i;\n    return NULL;\n}\n");
    }
}

/* Structs */

static void print_field(Header *h, const CPort *p, bool is_output) {
    const HirValue *v = &p->v;
    if (c_port_is_tensor(p))
        strbuf_printf(h->out, "    %s%s *%s;", is_output ? "" : "const ", c_port_element(p),
                      p->field);
    else if (c_port_is_shape(p))
        strbuf_printf(h->out, "    int64_t %s[%u];", p->field, v->ndim ? v->ndim : 1);
    else
        strbuf_printf(h->out, "    %s %s;", c_port_element(p), p->field);
    strbuf_printf(h->out, " /* %s */\n", p->comment);
    if (p->dims) strbuf_printf(h->out, "    int64_t %s[%u];\n", p->dims, v->ndim);
}

/* Whether the struct of weights has it, or none. */
static bool is_apart(const Header *h, const CPort *p) {
    return p->at || (p->is_weight && h->of->weights_type);
}

static void print_weights_struct(Header *h) {
    const CSide *in = &h->of->in;
    if (!h->of->weights_type) return;
    strbuf_puts(h->out, "typedef struct {\n");
    for (size_t i = 0; i < in->n; i++) {
        if (is_apart(h, &in->ports[i])) print_field(h, &in->ports[i], false);
    }
    strbuf_printf(h->out, "} %s;\n", h->of->weights_type);
}

static void print_struct(Header *h, const CSide *side) {
    const CEntryPoint *of = h->of;
    strbuf_puts(h->out, "typedef struct {\n");
    for (size_t i = 0; !side->is_output && i < of->symbols.len; i++)
        strbuf_printf(h->out, "    int64_t %s;\n", of->symbols.at[i]->field);
    for (size_t i = 0; i < side->n; i++) {
        if (!is_apart(h, &side->ports[i])) print_field(h, &side->ports[i], side->is_output);
    }
    if (!side->is_output && of->weights_type)
        strbuf_printf(h->out, "    const %s *%s;\n", of->weights_type, of->weights_field);
    if (!side->n) strbuf_puts(h->out, "    char nothing;\n");
    strbuf_printf(h->out, "} %s;\n", side->type);
}

/* Functions by name */

/* What stands in a tensor's `data`. */
static void print_data(Header *h, const CPort *p, const char *of) {
    strbuf_puts(h->out, "(void *)");
    if (p->at) {
        strbuf_puts(h->out, p->at);
        return;
    }
    if (!c_port_is_tensor(p) && !c_port_is_shape(p)) strbuf_puts(h->out, "&");
    strbuf_printf(h->out, "%s->%s", of, p->field);
}

static void print_tensors(Header *h, const CSide *side, const char *from, const char *to) {
    Arena *arena = h->out->arena;
    const char *weights = arena_printf(arena, "in->%s", h->of->weights_field);
    for (size_t i = 0; i < side->n; i++) {
        const CPort *p = &side->ports[i];
        const HirValue *v = &p->v;
        const char *of = is_apart(h, p) ? weights : from;
        strbuf_printf(h->out, "    %s[%zu].data = ", to, i);
        if (side->is_output && v->kind == HIR_TENSOR && !v->dims)
            strbuf_puts(h->out, "NULL");
        else
            print_data(h, p, of);
        strbuf_puts(h->out, ";\n");
        if (emit_is_shape(v)) strbuf_printf(h->out, "    %s[%zu].dims[0] = %u;\n", to, i, v->ndim);
        for (uint32_t d = 0; !side->is_output && v->kind == HIR_TENSOR && d < v->ndim; d++) {
            strbuf_printf(h->out, "    %s[%zu].dims[%u] = ", to, i, d);
            const CExtent *x = p->extents ? &p->extents[d] : &(CExtent){.kind = C_EXTENT_OTHER};
            if (x->kind == C_EXTENT_CONSTANT)
                strbuf_printf(h->out, "%" PRId64, x->n);
            else if (x->kind == C_EXTENT_SYMBOL)
                strbuf_printf(h->out, "%s->%s", from, x->symbol->field);
            else
                strbuf_printf(h->out, "%s->%s[%u]", of, p->dims, d);
            strbuf_puts(h->out, ";\n");
        }
    }
}

/* What the call has set: memory that it has allocated, and extents. */
static void print_results(Header *h, const CSide *side, bool is_plan) {
    for (size_t i = 0; i < side->n; i++) {
        const HirValue *v = &side->ports[i].v;
        if (!is_plan && v->kind == HIR_TENSOR && !v->dims && !side->ports[i].at)
            strbuf_printf(h->out, "    out->%s = (%s *)o[%zu].data;\n", side->ports[i].field,
                          c_port_element(&side->ports[i]), i);
    }
    strbuf_puts(h->out, "    if (error) return error;\n");
    for (size_t i = 0; i < side->n; i++) {
        const CPort *p = &side->ports[i];
        const HirValue *v = &p->v;
        for (uint32_t d = 0; p->dims && d < v->ndim; d++)
            strbuf_printf(h->out, "    out->%s[%u] = o[%zu].dims[%u];\n", p->dims, d, i, d);
    }
}

static void print_call(Header *h, const CSide *in, const CSide *out, bool is_plan) {
    const char *tensor = h->interface->tensor;
    strbuf_printf(h->out, "static inline int %s_%s(const %s *in, %s *out, %s) {\n", h->of->entry,
                  is_plan ? "arena" : "run", in->type, out->type,
                  is_plan ? "size_t *arena_bytes" : "void *arena");
    strbuf_printf(h->out, "    %s i[%zu], o[%zu];\n    int error;\n", tensor, in->n ? in->n : 1,
                  out->n ? out->n : 1);
    strbuf_puts(h->out, in->n ? "" : "    i[0].data = NULL;\n");
    strbuf_puts(h->out, out->n ? "" : "    o[0].data = NULL;\n");
    strbuf_puts(h->out, "    (void)in;\n    (void)out;\n");
    print_tensors(h, in, "in", "i");
    print_tensors(h, out, "out", "o");
    strbuf_printf(h->out, "    error = %s%s(i, o, %s);\n", h->of->entry, is_plan ? "_plan" : "",
                  is_plan ? "arena_bytes" : "arena");
    print_results(h, out, is_plan);
    strbuf_puts(h->out, "    return 0;\n}\n");
}

void c_header_struct(const CInterface *self, const CEntryPoint *of, const CSide *side,
                     StrBuf *out) {
    print_struct(&(Header){.interface = self, .of = of, .out = out}, side);
}

void c_header_tensors(const CInterface *self, const CEntryPoint *of, const CSide *side,
                      const char *from, const char *to, StrBuf *out) {
    print_tensors(&(Header){.interface = self, .of = of, .out = out}, side, from, to);
}

void c_header_results(const CInterface *self, const CEntryPoint *of, bool is_plan, StrBuf *out) {
    print_results(&(Header){.interface = self, .of = of, .out = out}, &of->out, is_plan);
}

void c_header_entry(const CInterface *self, const CEntryPoint *of, StrBuf *out) {
    Header h = {.interface = self, .of = of, .out = out};
    const char *entry = of->entry;
    const CSide *const sides[] = {&of->in, &of->out};
    strbuf_printf(out,
                  "\n/* %s by name: numbers, types and extents (-1: not constant), names of the "
                  "model, and\n * structs. %s_arena is %s_plan, and %s_run is %s. */\n",
                  entry, entry, entry, entry, entry);
    for (size_t i = 0; i < ARRAY_LEN(sides); i++) print_numbers(&h, sides[i]);
    for (size_t i = 0; i < ARRAY_LEN(sides); i++) {
        for (size_t k = 0; k < sides[i]->n; k++) print_constants(&h, &sides[i]->ports[k]);
    }
    print_name_function(&h, &of->in, "input");
    print_name_function(&h, &of->out, "output");
    print_weights_struct(&h);
    print_struct(&h, &of->in);
    print_struct(&h, &of->out);
    print_call(&h, &of->in, &of->out, true);
    print_call(&h, &of->in, &of->out, false);
    if (!of->infer) return;
    strbuf_printf(out,
                  "static inline int %s(const %s *in, %s *out, void *arena) {\n    return "
                  "%s(in, out, arena);\n}\n",
                  of->infer, self->tensor, self->tensor, entry);
}
