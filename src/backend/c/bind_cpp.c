/* SPDX-License-Identifier: Apache-2.0 */
/* A header for C++ around the entries: a class each, which owns the memory that a call needs. */
#include "backend/c/bind.h"

#include <inttypes.h>

#include "backend/c/names.h"

static const char shared[] =
    "// What a function of the code returned that is not 0.\n"
    "struct error : std::runtime_error {\n"
    "    int number;\n"
    "    error(int n, const char *text) : std::runtime_error(text), number(n) {}\n"
    "};\n"
    "\n"
    "// Elements as they lie in memory, the last extent side by side, and the extents. Of types of "
    "less than a byte\n"
    "// `per` share an element.\n"
    "template <class T, std::size_t rank, int per = 1>\n"
    "struct tensor {\n"
    "    T *data = nullptr;\n"
    "    std::array<std::int64_t, rank> dims{};\n"
    "    std::size_t size() const {\n"
    "        std::size_t n = 1;\n"
    "        for (std::size_t i = 0; i < rank; i++) n *= static_cast<std::size_t>(dims[i]);\n"
    "        return (n + per - 1) / per;\n"
    "    }\n"
    "    T *begin() const { return data; }\n"
    "    T *end() const { return data + size(); }\n"
    "    T &operator[](std::size_t i) const { return data[i]; }\n"
    "};\n";

static unsigned per_element(const CPort *p) {
    const DType t = emit_leaf_dtype(&p->v);
    return dtype_is_packed(t) ? dtype_per_byte(t) : 1;
}

static void print_fields(const CSide *side, StrBuf *out) {
    strbuf_puts(out, "    // Memory is the object's, until the next run, or what was given.\n"
                     "    struct results {\n");
    for (size_t i = 0; i < side->n; i++) {
        const CPort *p = &side->ports[i];
        if (c_port_is_tensor(p))
            strbuf_printf(out, "        tensor<%s, %u, %u> %s;", c_port_element(p), p->v.ndim,
                          per_element(p), p->field);
        else if (c_port_is_shape(p))
            strbuf_printf(out, "        std::array<std::int64_t, %u> %s{};", p->v.ndim, p->field);
        else
            strbuf_printf(out, "        %s %s{};", c_port_element(p), p->field);
        strbuf_printf(out, " // %s\n", p->comment);
    }
    strbuf_puts(out, "    };\n");
}

static void print_extents(const CPort *p, StrBuf *out) {
    for (uint32_t d = 0; d < p->v.ndim; d++) {
        if (p->dims)
            strbuf_printf(out, "        made.%s.dims[%u] = out.%s[%u];\n", p->field, d, p->dims, d);
        else
            strbuf_printf(out, "        made.%s.dims[%u] = %" PRId64 ";\n", p->field, d,
                          p->extents[d].n);
    }
}

/* What the plan told. */
static void print_memory(const CSide *side, StrBuf *out) {
    for (size_t i = 0; i < side->n; i++) {
        const CPort *p = &side->ports[i];
        if (!c_port_is_tensor(p) || c_port_is_allocated(p)) continue;
        print_extents(p, out);
        strbuf_printf(out,
                      "        if (!out.%s) {\n            own_%zu.resize(made.%s.size());\n"
                      "            out.%s = own_%zu.data();\n        }\n",
                      p->field, i, p->field, p->field, i);
    }
}

/* What the call has left. */
static void print_made(const CSide *side, StrBuf *out) {
    for (size_t i = 0; i < side->n; i++) {
        const CPort *p = &side->ports[i];
        if (c_port_is_tensor(p)) {
            if (c_port_is_allocated(p)) print_extents(p, out);
            strbuf_printf(out, "        made.%s.data = out.%s;\n", p->field, p->field);
        } else if (c_port_is_shape(p)) {
            for (uint32_t d = 0; d < p->v.ndim; d++)
                strbuf_printf(out, "        made.%s[%u] = out.%s[%u];\n", p->field, d, p->field, d);
        } else {
            strbuf_printf(out, "        made.%s = out.%s;\n", p->field, p->field);
        }
    }
}

static void print_run(const CInterface *self, const CEntryPoint *e, StrBuf *out) {
    const CSide *side = &e->out;
    strbuf_puts(out,
                "    // Outputs whose pointer is set are written there, which may be the memory of "
                "an input that is donated.\n"
                "    results run(const inputs &in, const outputs &given = outputs()) {\n"
                "        results made;\n        outputs out = given;\n"
                "        std::size_t bytes = 0;\n");
    for (size_t i = 0; i < side->n; i++) { /* nobody frees what it would be */
        if (c_port_is_allocated(&side->ports[i]))
            strbuf_printf(out, "        out.%s = nullptr;\n", side->ports[i].field);
    }
    strbuf_printf(out,
                  "        check(%s_arena(&in, &out, &bytes));\n"
                  "        if (arena.size() < bytes) arena.resize(bytes);\n",
                  e->entry);
    print_memory(side, out);
    strbuf_printf(out, "        const int number = %s_run(&in, &out, arena.data());\n", e->entry);
    for (size_t i = 0; i < side->n; i++) {
        if (c_port_is_allocated(&side->ports[i]))
            strbuf_printf(out, "        own_%zu.reset(out.%s);\n", i, side->ports[i].field);
    }
    strbuf_puts(out, "        check(number);\n");
    print_made(side, out);
    strbuf_printf(out,
                  "        return made;\n    }\n\n  private:\n"
                  "    struct freer {\n        void operator()(void *p) const { std::free(p); }\n"
                  "    };\n"
                  "    static void check(int number) {\n"
                  "        if (number) throw error(number, %s(number));\n    }\n"
                  "    std::vector<unsigned char> arena;\n",
                  self->error);
    for (size_t i = 0; i < side->n; i++) {
        const CPort *p = &side->ports[i];
        if (c_port_is_allocated(p))
            strbuf_printf(out, "    std::unique_ptr<%s, freer> own_%zu;\n", c_port_element(p), i);
        else if (c_port_is_tensor(p))
            strbuf_printf(out, "    std::vector<%s> own_%zu;\n", c_port_element(p), i);
    }
}

static void print_entry(const CInterface *self, const CEntryPoint *e, const char *name,
                        StrBuf *out) {
    strbuf_printf(out,
                  "\n// %s. An object is for one thread at a time.\nclass %s {\n  public:\n"
                  "    using inputs = %s;\n    using outputs = %s;\n",
                  e->entry, name, e->in.type, e->out.type);
    print_fields(&e->out, out);
    print_run(self, e, out);
    strbuf_puts(out, "};\n");
}

void c_bind_cpp(const CInterface *self, const char *header, StrBuf *out) {
    /* What stands beside the classes, and what they have. */
    static const char *const reserved[] = {"error",   "tensor",  "init",  "run",   "inputs",
                                           "outputs", "results", "check", "arena", "freer"};
    static const CBeside alone = {.suffix = ""};
    Arena *arena = out->arena;
    CNames names;
    c_names_init(&names, arena);
    for (size_t i = 0; i < ARRAY_LEN(reserved); i++) c_names_take(&names, reserved[i], &alone, 1);
    const char *space = c_plain_name(arena, self->prefix);
    strbuf_printf(out,
                  "// Made by tenon.\n#ifndef TENON_%s_HPP\n#define TENON_%s_HPP\n\n"
                  "#include <array>\n#include <cstddef>\n#include <cstdint>\n#include <cstdlib>\n"
                  "#include <memory>\n#include <stdexcept>\n#include <vector>\n\n"
                  "#include \"%s\"\n\nnamespace tenon {\nnamespace %s {\n\n",
                  self->macro, self->macro, header, space);
    strbuf_puts(out, shared);
    strbuf_printf(out,
                  "\n// Before the first run, where weights are in a file.\n"
                  "inline void init(const void *weights, std::size_t bytes) {\n"
                  "    const int number = ::%s(weights, bytes);\n"
                  "    if (number) throw error(number, ::%s(number));\n}\n",
                  self->init, self->error);
    for (size_t i = 0; i < self->entries.len; i++) {
        const CEntryPoint *e = self->entries.at[i];
        const char *wanted = c_plain_name(arena, e->name);
        print_entry(self, e, c_names_take(&names, wanted, &alone, 1), out);
    }
    strbuf_printf(out, "\n} // namespace %s\n} // namespace tenon\n\n#endif\n", space);
}
