/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/c/interface.h"

#include <stdlib.h>

#include "backend/c/header.h"
#include "rewrite/cost.h"

typedef struct {
    Emit *e;
    CEntryPoint *to;
    CNames fields; /* of the struct at hand */
    Map symbols;   /* CSymbol by name */
} Maker;

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

static bool is_keyword(const char *name) {
    for (size_t i = 0; i < ARRAY_LEN(keywords); i++)
        if (strcmp(name, keywords[i]) == 0) return true;
    return false;
}

const char *c_plain_name(Arena *arena, const char *text) {
    const char *name = c_identifier(arena, text);
    return is_keyword(name) ? arena_printf(arena, "%s_", name) : name;
}

const char *c_interface_field(Arena *arena, CNames *fields, const char *text) {
    static const CBeside alone = {.suffix = ""};
    return c_names_take(fields, c_plain_name(arena, text), &alone, 1);
}

static const char *field(Maker *m, const char *text) {
    return c_interface_field(m->e->arena, &m->fields, text);
}

static CSymbol *symbol_of(Maker *m, const char *name) {
    const uint64_t hash = hash_bytes(m->e->file->ctx, name, strlen(name));
    for (MapIter it = map_find(&m->symbols, hash); map_next(&m->symbols, &it);) {
        CSymbol *s = it.value;
        if (strcmp(s->name, name) == 0) return s;
    }
    CSymbol *s = ARENA_NEW(m->e->arena, CSymbol);
    *s = (CSymbol){.name = name};
    map_add(&m->symbols, hash, s);
    return s;
}

/* Extent by extent, of the text "(2, n, n * 4)". */
static CExtent *parse_extents(Maker *m, const HirValue *v) {
    Arena *arena = m->e->arena;
    CExtent *out = ARENA_ARRAY(arena, CExtent, v->ndim + 1);
    const char *at = v->dims + 1;
    for (uint32_t i = 0; i < v->ndim; i++) {
        size_t len = 0;
        for (int depth = 0; depth || (at[len] != ',' && at[len] != ')'); len++)
            depth += (at[len] == '(') - (at[len] == ')');
        const char *text = arena_printf(arena, "%.*s", (int)len, at);
        char *end;
        out[i] = (CExtent){.kind = C_EXTENT_OTHER};
        const long long n = strtoll(text, &end, 10);
        if (end != text && !*end) {
            out[i] = (CExtent){.kind = C_EXTENT_CONSTANT, .n = n};
        } else if (strcmp(c_identifier(arena, text), text) == 0) {
            out[i] = (CExtent){.kind = C_EXTENT_SYMBOL, .symbol = symbol_of(m, text)};
        }
        at += len + (at[len] == ',');
        while (*at == ' ') at++;
    }
    return out;
}

static const char *own(Arena *arena, const char *s) {
    return s ? arena_strdup(arena, str_c(s)) : NULL;
}

/* What is defined for an input or output. */
static const CBeside port_macros[] = {{"", false},      {"_DTYPE", false}, {"_RANK", false},
                                      {"_DIMS", false}, {"_COUNT", false}, {"_TAKES", false}};

static void name_ports(Maker *m, CSide *side, const HirValues *values) {
    Emit *e = m->e;
    Arena *arena = e->arena;
    side->n = values->len;
    side->ports = ARENA_ARRAY(arena, CPort, values->len + 1);
    for (size_t i = 0; i < values->len; i++) {
        CPort *p = &side->ports[i];
        *p = (CPort){.v = values->at[i]};
        HirValue *v = &p->v;
        v->name = own(arena, v->name);
        v->dims = own(arena, v->dims);
        p->name = v->name ? v->name : arena_printf(arena, "out_%zu", i);
        const char *macro = c_upper(arena, c_identifier(arena, p->name));
        p->macro = c_names_take(
            &e->file->public_names,
            arena_printf(arena, "%s_%s_%s", m->to->macro, side->is_output ? "OUT" : "IN", macro),
            port_macros, ARRAY_LEN(port_macros));
        if (c_port_is_tensor(p) && v->dims) p->extents = parse_extents(m, v);
        p->comment = emit_dims_text(arena, v);
    }
}

static void name_symbols(Maker *m) {
    const CSide *in = &m->to->in;
    for (size_t i = 0; i < in->n; i++) {
        const CPort *p = &in->ports[i];
        for (uint32_t d = 0; p->extents && d < p->v.ndim; d++) {
            CSymbol *s = p->extents[d].symbol ? symbol_of(m, p->extents[d].symbol->name) : NULL;
            if (!s || s->field) continue;
            s->field = field(m, s->name);
            vec_push(m->e->arena, &m->to->symbols, s);
        }
    }
}

static bool tells_dims(const CPort *p, bool is_output) {
    if (!c_port_is_tensor(p)) return false;
    if (!p->extents) return p->v.ndim > 0;
    for (uint32_t i = 0; i < p->v.ndim; i++) {
        const CExtentKind k = p->extents[i].kind;
        if (k == C_EXTENT_OTHER || (is_output && k == C_EXTENT_SYMBOL)) return true;
    }
    return false;
}

/* Of those that are weights in a struct of their own, or of the others. */
static void name_fields(Maker *m, CSide *side, bool of_weights) {
    const bool has_struct = m->to->weights_type != NULL;
    for (size_t i = 0; i < side->n; i++) {
        CPort *p = &side->ports[i];
        if ((has_struct && p->is_weight) != of_weights) continue;
        p->field = field(m, p->name);
        if (tells_dims(p, side->is_output))
            p->dims = field(m, arena_printf(m->e->arena, "%s_dims", p->field));
    }
}

/* Marks the leaves of parameters behind the function's num_input. False: there are none. */
static bool find_weights(CSide *in, const BeFn *f, Arena *arena) {
    BeLeaves leaves = {.at = NULL};
    bool is_found = false;
    for (size_t i = 0; i < f->fn->params.len; i++) {
        const size_t first = leaves.len;
        be_leaves(arena, f->params[i], &leaves);
        const bool is_weight = cost_param_time(f->fn, f->fn->params.at[i]) == TIME_WEIGHT;
        for (size_t k = first; k < leaves.len; k++) in->ports[k].is_weight = is_weight;
        is_found |= is_weight && leaves.len > first;
    }
    return is_found;
}

static const char *public_name(Emit *e, const char *wanted) {
    static const CBeside alone = {.suffix = ""};
    return c_names_take(&e->file->public_names, wanted, &alone, 1);
}

CEntryPoint *c_interface_add(Emit *e, const HirFn *f) {
    Arena *arena = e->arena;
    const BeFn *fn = e->module->fns.at[f->index];
    CEntryPoint *to = ARENA_NEW(arena, CEntryPoint);
    const char *entry = e->fns[f->index].entry;
    *to = (CEntryPoint){.name = own(arena, f->name),
                        .entry = entry,
                        .macro = c_upper(arena, entry),
                        .in = {.type = arena_printf(arena, "%s_in", entry)},
                        .out = {.is_output = true, .type = arena_printf(arena, "%s_out", entry)},
                        .has_pointers = emit_has_pointers(f),
                        .arena = !f->arena                        ? 0
                                 : f->arena->kind == HIR_INT_EXPR ? f->arena->i
                                                                  : -1};
    Maker m = {.e = e, .to = to};
    map_init(&m.symbols, arena);
    name_ports(&m, &to->in, &f->inputs);
    name_ports(&m, &to->out, &f->outputs);
    if (find_weights(&to->in, fn, arena) && e->has_parameters) {
        to->weights_type = public_name(e, arena_printf(arena, "%s_weights", entry));
        c_names_init(&m.fields, arena);
        name_fields(&m, &to->in, true);
    }
    c_names_init(&m.fields, arena);
    name_symbols(&m);
    name_fields(&m, &to->in, false);
    if (to->weights_type) to->weights_field = field(&m, "weights");
    c_names_init(&m.fields, arena);
    name_fields(&m, &to->out, false);
    if (strcmp(f->name, "main") == 0 && !e->is_training)
        to->infer = public_name(e, arena_printf(arena, "%s_infer", e->prefix));
    vec_push(arena, &e->info->interface->entries, to);
    return to;
}

const char *c_port_element(const CPort *p) { return c_dtype_name(emit_leaf_dtype(&p->v)); }

int64_t c_port_count(const CPort *p) {
    int64_t count = 1;
    for (uint32_t i = 0; i < p->v.ndim; i++) {
        if (p->extents[i].kind != C_EXTENT_CONSTANT) return -1;
        if (!mul_i64(count, p->extents[i].n, &count)) return -1;
    }
    return count;
}
