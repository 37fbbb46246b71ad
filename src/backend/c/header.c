/* SPDX-License-Identifier: Apache-2.0 */
/* The header's part for people: an entry's inputs and outputs by name. All of it is macros and
 * inline functions over the entry itself, so whatever defines the entry (C, an object file) serves
 * it. */
#include "backend/c/header.h"

#include <inttypes.h>
#include <stdlib.h>

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

typedef struct {
    Emit *e;
    StrBuf *out;
    const char *entry, *macro;
    CNames fields; /* of the struct that is being declared */
} Header;

typedef struct {
    const char *name, *field; /* field NULL: none yet */
} Symbol;

/* An extent as the header has it. */
typedef enum { EXTENT_CONSTANT, EXTENT_SYMBOL, EXTENT_OTHER } ExtentKind;
typedef struct {
    ExtentKind kind;
    int64_t n;      /* CONSTANT */
    Symbol *symbol; /* SYMBOL */
} Extent;

/* An input or output and the names that it has. */
typedef struct {
    const HirValue *v;
    const char *name, *field, *macro;
    const char *dims;      /* the field of its extents; NULL: all are constants or symbols */
    const Extent *extents; /* of a tensor whose extents the types tell; else NULL */
} Port;

typedef struct {
    bool is_output;
    const char *type; /* of the struct */
    Port *ports;
    size_t n;
} Side;

/* Keywords of C and C++ and macros of the headers that ours includes. */
/* clang-format off */
static const char *const keywords[] = {
    "NULL", "alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool",
    "break", "case", "catch", "char", "class", "co_await", "co_return", "co_yield", "compl",
    "complex", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue",
    "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit",
    "export", "extern", "false", "float", "for", "friend", "goto", "if", "imaginary", "inline",
    "int", "linux", "long", "mutable", "namespace", "new", "noexcept", "noreturn", "not", "not_eq",
    "nullptr", "offsetof", "operator", "or", "or_eq", "private", "protected", "public", "register",
    "reinterpret_cast", "requires", "restrict", "return", "short", "signed", "sizeof", "static",
    "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local", "throw",
    "true", "try", "typedef", "typeid", "typename", "typeof", "typeof_unqual", "union", "unix",
    "unsigned", "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
};
/* clang-format on */

static uint64_t hash_of(const Header *h, const char *s) {
    return hash_bytes(h->e->file->ctx, s, strlen(s));
}

static bool is_keyword(const char *name) {
    for (size_t i = 0; i < ARRAY_LEN(keywords); i++)
        if (strcmp(name, keywords[i]) == 0) return true;
    return false;
}

/* A field of the struct, named like the text. */
static const char *field(Header *h, const char *text) {
    static const CBeside alone = {.suffix = ""};
    const char *name = c_identifier(h->e->arena, text);
    if (is_keyword(name)) name = arena_printf(h->e->arena, "%s_", name);
    return c_names_take(&h->fields, name, &alone, 1);
}

static Symbol *symbol_of(Header *h, Map *symbols, const char *name) {
    for (MapIter it = map_find(symbols, hash_of(h, name)); map_next(symbols, &it);) {
        Symbol *s = it.value;
        if (strcmp(s->name, name) == 0) return s;
    }
    Symbol *s = ARENA_NEW(h->e->arena, Symbol);
    *s = (Symbol){.name = name};
    map_add(symbols, hash_of(h, name), s);
    return s;
}

/* Extent by extent, of the text "(2, n, n * 4)". */
static Extent *parse_extents(Header *h, Map *symbols, const HirValue *v) {
    Arena *arena = h->e->arena;
    Extent *out = ARENA_ARRAY(arena, Extent, v->ndim + 1);
    const char *at = v->dims + 1;
    for (uint32_t i = 0; i < v->ndim; i++) {
        size_t len = 0;
        for (int depth = 0; depth || (at[len] != ',' && at[len] != ')'); len++)
            depth += (at[len] == '(') - (at[len] == ')');
        const char *text = arena_printf(arena, "%.*s", (int)len, at);
        char *end;
        out[i] = (Extent){.kind = EXTENT_OTHER};
        const long long n = strtoll(text, &end, 10);
        if (end != text && !*end) {
            out[i] = (Extent){.kind = EXTENT_CONSTANT, .n = n};
        } else if (strcmp(c_identifier(arena, text), text) == 0) {
            out[i] = (Extent){.kind = EXTENT_SYMBOL, .symbol = symbol_of(h, symbols, text)};
        }
        at += len + (at[len] == ',');
        while (*at == ' ') at++;
    }
    return out;
}

/* One of C's types; what is packed is its bytes. */
static const char *element(const HirValue *v) { return c_dtype_name(emit_leaf_dtype(v)); }

static bool is_pointer(const HirValue *v) { return v->kind == HIR_TENSOR; }

/* Constants and tables */

/* -1: not constant. */
static int64_t count_of(const Port *p) {
    int64_t count = 1;
    for (uint32_t i = 0; i < p->v->ndim; i++) {
        if (p->extents[i].kind != EXTENT_CONSTANT) return -1;
        if (!mul_i64(count, p->extents[i].n, &count)) return -1;
    }
    return count;
}

static void print_numbers(Header *h, const Side *side) {
    if (!side->n) return;
    strbuf_printf(h->out, "enum {\n");
    for (size_t i = 0; i < side->n; i++)
        strbuf_printf(h->out, "    %s%s\n", side->ports[i].macro, i + 1 < side->n ? "," : "");
    strbuf_puts(h->out, "};\n");
}

static void print_constants(Header *h, const Port *p) {
    const HirValue *v = p->v;
    const DType t = emit_leaf_dtype(v);
    strbuf_printf(h->out, "#define %s_DTYPE \"%s\"\n", p->macro, dtype_name(t));
    const uint32_t rank = is_pointer(v) ? v->ndim : emit_is_shape(v);
    strbuf_printf(h->out, "#define %s_RANK %u\n", p->macro, rank);
    if (emit_is_shape(v)) strbuf_printf(h->out, "#define %s_COUNT %u\n", p->macro, v->ndim);
    if (!is_pointer(v) || !p->extents) return;
    if (rank) {
        strbuf_printf(h->out, "#define %s_DIMS {", p->macro);
        for (uint32_t i = 0; i < rank; i++) {
            const Extent *x = &p->extents[i];
            strbuf_printf(h->out, "%s%" PRId64, i ? ", " : "",
                          x->kind == EXTENT_CONSTANT ? x->n : -1);
        }
        strbuf_puts(h->out, "}\n");
    }
    const int64_t count = count_of(p);
    if (count < 0) return;
    strbuf_printf(h->out, "#define %s_COUNT %" PRId64 "\n", p->macro, count);
}

/* As C has it in every dialect; cut where C99 lets a compiler stop. */
static void print_text(StrBuf *out, const char *s) {
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

static void print_name_function(Header *h, const Side *side, const char *what) {
    strbuf_printf(h->out, "static inline const char *%s_%s_name(size_t i) {\n", h->entry, what);
    if (side->n) {
        strbuf_puts(h->out, "    static const char *const names[] = {\n");
        for (size_t i = 0; i < side->n; i++) {
            strbuf_puts(h->out, "        ");
            print_text(h->out, side->ports[i].name);
            strbuf_puts(h->out, i + 1 < side->n ? ",\n" : "\n");
        }
        strbuf_printf(h->out, "    };\n    return i < %zu ? names[i] : NULL;\n}\n", side->n);
    } else {
        strbuf_puts(h->out, "    (void)i;\n    return NULL;\n}\n");
    }
}

/* What is defined for an input or output. */
static const CBeside port_macros[] = {
    {"", false}, {"_DTYPE", false}, {"_RANK", false}, {"_DIMS", false}, {"_COUNT", false}};

/* Structs */

static void name_ports(Header *h, Side *side, const HirValues *values, Map *symbols) {
    Emit *e = h->e;
    side->n = values->len;
    side->ports = ARENA_ARRAY(e->arena, Port, values->len + 1);
    for (size_t i = 0; i < values->len; i++) {
        const HirValue *v = &values->at[i];
        Port *p = &side->ports[i];
        *p = (Port){.v = v};
        p->name = v->name ? v->name : arena_printf(e->arena, "out_%zu", i);
        const char *macro = c_upper(e->arena, c_identifier(e->arena, p->name));
        p->macro = c_names_take(
            &e->file->public_names,
            arena_printf(e->arena, "%s_%s_%s", h->macro, side->is_output ? "OUT" : "IN", macro),
            port_macros, ARRAY_LEN(port_macros));
        if (is_pointer(v) && v->dims) p->extents = parse_extents(h, symbols, v);
    }
}

static void print_symbols(Header *h, const Side *side) {
    for (size_t i = 0; i < side->n; i++) {
        Port *p = &side->ports[i];
        for (uint32_t d = 0; p->extents && d < p->v->ndim; d++) {
            Symbol *s = p->extents[d].symbol;
            if (!s || s->field) continue;
            s->field = field(h, s->name);
            strbuf_printf(h->out, "    int64_t %s;\n", s->field);
        }
    }
}

static bool tells_dims(const Port *p, bool is_output) {
    if (!is_pointer(p->v)) return false;
    if (!p->extents) return p->v->ndim > 0;
    for (uint32_t i = 0; i < p->v->ndim; i++) {
        const ExtentKind k = p->extents[i].kind;
        if (k == EXTENT_OTHER || (is_output && k == EXTENT_SYMBOL)) return true;
    }
    return false;
}

static void print_struct(Header *h, Side *side) {
    Emit *e = h->e;
    strbuf_puts(h->out, "typedef struct {\n");
    c_names_init(&h->fields, e->arena);
    if (!side->is_output) print_symbols(h, side);
    for (size_t i = 0; i < side->n; i++) {
        Port *p = &side->ports[i];
        const HirValue *v = p->v;
        p->field = field(h, p->name);
        if (is_pointer(v))
            strbuf_printf(h->out, "    %s%s *%s;", side->is_output ? "" : "const ", element(v),
                          p->field);
        else if (emit_is_shape(v))
            strbuf_printf(h->out, "    int64_t %s[%u];", p->field, v->ndim ? v->ndim : 1);
        else
            strbuf_printf(h->out, "    %s %s;", element(v), p->field);
        strbuf_printf(h->out, " /* %s */\n", emit_dims_text(e->arena, v));
        if (!tells_dims(p, side->is_output)) continue;
        p->dims = field(h, arena_printf(e->arena, "%s_dims", p->field));
        strbuf_printf(h->out, "    int64_t %s[%u];\n", p->dims, v->ndim);
    }
    if (!side->n) strbuf_puts(h->out, "    char nothing;\n");
    strbuf_printf(h->out, "} %s;\n", side->type);
}

/* Functions by name */

/* What stands in a tensor's `data`. */
static void print_data(Header *h, const Port *p, const char *of) {
    strbuf_puts(h->out, "(void *)");
    if (!is_pointer(p->v) && !emit_is_shape(p->v)) strbuf_puts(h->out, "&");
    strbuf_printf(h->out, "%s->%s", of, p->field);
}

static void print_tensors(Header *h, const Side *side, const char *from, const char *to) {
    for (size_t i = 0; i < side->n; i++) {
        const Port *p = &side->ports[i];
        const HirValue *v = p->v;
        strbuf_printf(h->out, "    %s[%zu].data = ", to, i);
        if (side->is_output && is_pointer(v) && !v->dims)
            strbuf_puts(h->out, "NULL");
        else
            print_data(h, p, from);
        strbuf_puts(h->out, ";\n");
        if (emit_is_shape(v)) strbuf_printf(h->out, "    %s[%zu].dims[0] = %u;\n", to, i, v->ndim);
        for (uint32_t d = 0; !side->is_output && is_pointer(v) && d < v->ndim; d++) {
            strbuf_printf(h->out, "    %s[%zu].dims[%u] = ", to, i, d);
            const Extent *x = p->extents ? &p->extents[d] : &(Extent){.kind = EXTENT_OTHER};
            if (x->kind == EXTENT_CONSTANT)
                strbuf_printf(h->out, "%" PRId64, x->n);
            else if (x->kind == EXTENT_SYMBOL)
                strbuf_printf(h->out, "%s->%s", from, x->symbol->field);
            else
                strbuf_printf(h->out, "%s->%s[%u]", from, p->dims, d);
            strbuf_puts(h->out, ";\n");
        }
    }
}

/* What the call has set: memory that it has allocated, and extents. */
static void print_results(Header *h, const Side *side, bool is_plan) {
    for (size_t i = 0; i < side->n; i++) {
        const HirValue *v = side->ports[i].v;
        if (!is_plan && is_pointer(v) && !v->dims)
            strbuf_printf(h->out, "    out->%s = (%s *)o[%zu].data;\n", side->ports[i].field,
                          element(v), i);
    }
    strbuf_puts(h->out, "    if (error) return error;\n");
    for (size_t i = 0; i < side->n; i++) {
        const Port *p = &side->ports[i];
        const HirValue *v = p->v;
        for (uint32_t d = 0; p->dims && d < v->ndim; d++)
            strbuf_printf(h->out, "    out->%s[%u] = o[%zu].dims[%u];\n", p->dims, d, i, d);
    }
}

static void print_call(Header *h, const Side *in, const Side *out, bool is_plan) {
    const char *tensor = h->e->tensor;
    strbuf_printf(h->out, "static inline int %s_%s(const %s *in, %s *out, %s) {\n", h->entry,
                  is_plan ? "arena" : "run", in->type, out->type,
                  is_plan ? "size_t *arena_bytes" : "void *arena");
    strbuf_printf(h->out, "    %s i[%zu], o[%zu];\n    int error;\n", tensor, in->n ? in->n : 1,
                  out->n ? out->n : 1);
    strbuf_puts(h->out, in->n ? "" : "    i[0].data = NULL;\n");
    strbuf_puts(h->out, out->n ? "" : "    o[0].data = NULL;\n");
    strbuf_puts(h->out, "    (void)in;\n    (void)out;\n");
    print_tensors(h, in, "in", "i");
    print_tensors(h, out, "out", "o");
    strbuf_printf(h->out, "    error = %s%s(i, o, %s);\n", h->entry, is_plan ? "_plan" : "",
                  is_plan ? "arena_bytes" : "arena");
    print_results(h, out, is_plan);
    strbuf_puts(h->out, "    return 0;\n}\n");
}

void emit_named(Emit *e, const HirFn *f) {
    const char *entry = e->fns[f->index].entry;
    Header h = {.e = e, .out = &e->file->header, .entry = entry, .macro = c_upper(e->arena, entry)};
    Side in = {.type = arena_printf(e->arena, "%s_in", entry)},
         out = {.is_output = true, .type = arena_printf(e->arena, "%s_out", entry)};
    Map symbols;
    map_init(&symbols, e->arena);
    name_ports(&h, &in, &f->inputs, &symbols);
    name_ports(&h, &out, &f->outputs, &symbols);
    strbuf_printf(h.out,
                  "\n/* %s by name: numbers, types and extents (-1: not constant), names of the "
                  "model, and\n * structs. %s_arena is %s_plan, and %s_run is %s. */\n",
                  entry, entry, entry, entry, entry);
    print_numbers(&h, &in);
    print_numbers(&h, &out);
    for (size_t i = 0; i < in.n; i++) print_constants(&h, &in.ports[i]);
    for (size_t i = 0; i < out.n; i++) print_constants(&h, &out.ports[i]);
    print_name_function(&h, &in, "input");
    print_name_function(&h, &out, "output");
    print_struct(&h, &in);
    print_struct(&h, &out);
    print_call(&h, &in, &out, true);
    print_call(&h, &in, &out, false);
    if (strcmp(f->name, "main") != 0) return;
    strbuf_printf(h.out,
                  "static inline int %s(const %s *in, %s *out, void *arena) {\n    return "
                  "%s(in, out, arena);\n}\n",
                  c_names_take(&e->file->public_names,
                               arena_printf(e->arena, "%s_infer", e->prefix), port_macros, 1),
                  e->tensor, e->tensor, entry);
}
