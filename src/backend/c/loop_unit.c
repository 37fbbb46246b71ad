/* SPDX-License-Identifier: Apache-2.0 */
/* The C file in the making: names that are safe in C, messages, the functions so far. */
#include "backend/c/loop_parts.h"
#include "backend/c/names.h"

/* What a name may not be: keywords of C99 to C23 and of common extensions, what the headers of the
 * prelude define in lower case, and what of them the functions use. Names of headers in upper case
 * are avoided as a class, see identifier. */
/* clang-format off */
static const char *const reserved[] = {
    "alignas",         "alignof",         "asm",             "auto",            "bool",
    "break",           "case",            "char",            "complex",         "const",
    "constexpr",       "continue",        "default",         "do",              "double",
    "else",            "enum",            "errno",           "extern",          "false",
    "far",             "float",           "for",             "fortran",         "goto",
    "i386",            "if",              "imaginary",       "inline",          "int",
    "linux",           "long",            "main",            "near",            "noreturn",
    "nullptr",         "register",        "restrict",        "return",          "short",
    "signed",          "sizeof",          "static",          "struct",          "switch",
    "thread_local",    "true",            "typedef",         "typeof",          "union",
    "unix",            "unsigned",        "void",            "volatile",        "while",
    "static_assert",   "memcpy",          "memset",          "memcmp",          "isnan",
    "isinf",           "isfinite",        "isnormal",        "signbit",         "fpclassify",
    "isless",          "isgreater",       "isunordered",     "acos",            "acosh",
    "asin",            "asinh",           "atan",            "atanh",           "ceil",
    "ceilf",           "cos",             "cosh",            "erf",             "exp",
    "expm1",           "fabs",            "fabsf",           "floor",           "floorf",
    "fmod",            "log",             "log1p",           "nearbyint",       "nearbyintf",
    "pow",             "sin",             "sinh",            "sqrt",            "sqrtf",
    "tan",             "tanh",            "trunc",           "truncf",          "work",
    "typeof_unqual",   "islessequal",     "isgreaterequal",  "islessgreater",
};
/* clang-format on */

void c_unit_freestanding(CUnit *self) { self->freestanding = true; }
void c_unit_schedule(CUnit *self, const Target *target, bool exact) {
    Target *own = ARENA_NEW(self->arena, Target);
    *own = *target;
    self->target = own;
    self->exact = exact;
}
bool c_unit_is_freestanding(const CUnit *self) { return self->freestanding; }

CUnit *c_unit_new(Arena *arena) {
    CUnit *self = ARENA_NEW(arena, CUnit);
    self->arena = arena;
    interner_init(&self->names, arena);
    map_init(&self->taken, arena);
    map_init(&self->fns, arena);
    map_init(&self->message_numbers, arena);
    for (size_t i = 0; i < ARRAY_LEN(reserved); i++)
        c_name_add(&self->taken, intern_c(&self->names, reserved[i]))->taken = true;
    return self;
}

enum { C_NAME_MAX = 40 };

/* Letters, digits and underscores of ASCII. Macros are in upper case, types end in _t, functions of
 * the prelude begin with tn_, and the implementation's own names with an underscore: so do none of
 * these. Single capital letters stay, but for the I of complex.h. */
static const char *identifier(Interner *names, Arena *arena, const char *wanted) {
    StrBuf b;
    strbuf_init(&b, arena);
    bool lower = false;
    size_t len = strlen(wanted);
    if (len > C_NAME_MAX) len = C_NAME_MAX;
    for (size_t i = 0; i < len; i++) lower |= wanted[i] >= 'a' && wanted[i] <= 'z';
    bool fold = !lower && (len > 1 || wanted[0] == 'I');
    bool prefix = len == 0 || wanted[0] == '_' || (wanted[0] >= '0' && wanted[0] <= '9') ||
                  strncmp(wanted, "tn_", 3) == 0;
    if (prefix) strbuf_putc(&b, 'v');
    for (size_t i = 0; i < len; i++) {
        char c = wanted[i];
        bool capital = c >= 'A' && c <= 'Z';
        bool word = capital || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        strbuf_putc(&b, !word ? '_' : capital && fold ? (char)(c - 'A' + 'a') : c);
    }
    if (b.text.len >= 2 && memcmp(b.text.at + b.text.len - 2, "_t", 2) == 0) strbuf_putc(&b, 'v');
    return intern(names, strbuf_str(&b));
}

const char *c_name(Interner *names, Map *taken, const Map *outer, const char *wanted) {
    const char *base = identifier(names, taken->arena, wanted ? wanted : "");
    CName *first = c_name_add(taken, base), *n = first;
    for (;;) {
        const CName *above = outer ? c_name_find(outer, n->name) : NULL;
        if (!n->taken && !(above && above->taken)) break;
        bool digit = base[strlen(base) - 1] >= '0' && base[strlen(base) - 1] <= '9';
        const char *next =
            arena_printf(taken->arena, "%s%s%u", base, digit ? "_" : "", first->next++);
        n = c_name_add(taken, intern_c(names, next));
    }
    n->taken = true;
    return n->name;
}

/* No function of a C library begins with k_. */
const char *c_unit_name(CUnit *self, const char *wanted) {
    if (strncmp(wanted, "k_", 2) != 0) wanted = arena_printf(self->arena, "k_%s", wanted);
    return c_name(&self->names, &self->taken, NULL, wanted);
}

const CFn *c_unit_fn(const CUnit *self, const LoopFn *fn) {
    for (MapIter it = map_find(&self->fns, hash_ptr(0, fn)); map_next(&self->fns, &it);) {
        const CFn *f = it.value;
        if (f->fn == fn) return f;
    }
    return NULL;
}

uint32_t c_unit_message(CUnit *self, const char *text) {
    const char *own = intern_c(&self->names, text);
    for (MapIter it = map_find(&self->message_numbers, hash_ptr(0, own));
         map_next(&self->message_numbers, &it);) {
        const CMessage *m = it.value;
        if (m->text == own) return m->number;
    }
    CMessage *m = ARENA_NEW(self->arena, CMessage);
    vec_push(self->arena, &self->messages, own);
    *m = (CMessage){own, (uint32_t)self->messages.len};
    map_add(&self->message_numbers, hash_ptr(0, own), m);
    return m->number;
}

/* A string as a C literal, quotes included; bytes outside ASCII as octal escapes. */
static void c_quoted(StrBuf *out, const char *text) {
    strbuf_putc(out, '"');
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            strbuf_printf(out, "\\%c", c);
        } else if (c < 32 || c > 126 || c == '?') { /* ?: no trigraphs */
            strbuf_printf(out, "\\%03o", c);
        } else {
            strbuf_putc(out, (char)c);
        }
    }
    strbuf_putc(out, '"');
}

/* A compiler may refuse strings of more than 4095 bytes; names can be longer. */
static const char *shortened(const CUnit *self, const char *text) {
    enum { HALF = 480 };
    const size_t len = strlen(text);
    if (len <= 2 * (size_t)HALF) return text;
    return arena_printf(self->arena, "%.*s ... %s", HALF, text, text + len - HALF);
}

void c_unit_messages(const CUnit *self, const char *name, StrBuf *out) {
    strbuf_printf(out, "static const char *const %s[] = {\n    \"\",\n", name);
    for (size_t i = 0; i < self->messages.len; i++) {
        strbuf_puts(out, "    ");
        c_quoted(out, shortened(self, self->messages.at[i]));
        strbuf_puts(out, ",\n");
    }
    strbuf_puts(out, "};\n");
}

bool c_loop_has_work(const CUnit *self, const LoopFn *fn) {
    const CFn *f = c_unit_fn(self, fn);
    BUG_IF(!f);
    return f->work != 0;
}

void c_loop_work(const CUnit *self, const LoopFn *fn, const char *const *sizes, StrBuf *out) {
    const CFn *f = c_unit_fn(self, fn);
    BUG_IF(!f);
    if (f->work >= 0) {
        strbuf_int(out, f->work);
        return;
    }
    strbuf_printf(out, "%s(", f->work_name);
    for (size_t i = 0; i < fn->sizes.len; i++) strbuf_printf(out, "%s%s", i ? ", " : "", sizes[i]);
    strbuf_putc(out, ')');
}

uint32_t c_log_of_lanes(uint32_t lanes) {
    uint32_t n = 0;
    while (lanes >>= 1) n++;
    return n;
}

uint32_t c_vector_bytes(CElement of, uint32_t lanes) { return lanes * (of == C_DOUBLES ? 8 : 4); }

/* Masks of integers are those of floats. */
void c_need_vector(CUnit *unit, CVectorOp op, CElement of, uint32_t lanes) {
    const CElement masks_of = of == C_DOUBLES ? C_DOUBLES : C_FLOATS;
    const bool compares = op >= C_VECTOR_EQ && op <= C_VECTOR_LE;
    const bool masks = op == C_VECTOR_MASK || op == C_VECTOR_MASK_LOAD || op == C_VECTOR_SELECT ||
                       compares || op >= C_VECTOR_MIN;
    if (op == C_VECTOR_SQRT && unit->freestanding) unit->needs.own[LOOP_SQRT][DTYPE_FLOAT32] = true;
    for (;; lanes /= 2) {
        const uint32_t n = c_log_of_lanes(lanes);
        unit->needs.vectors[C_VECTOR_TYPE][of][n] = true;
        unit->needs.vectors[op][of][n] = true;
        if (masks) {
            unit->needs.vectors[C_VECTOR_TYPE][masks_of][n] = true;
            unit->needs.vectors[C_VECTOR_MASK_TYPE][masks_of][n] = true;
        }
        if (c_vector_bytes(of, lanes) <= C_VECTOR_LEAST) return;
    }
}

CNeeds *c_unit_needs_begin(CUnit *self) {
    CNeeds *before = ARENA_NEW(self->arena, CNeeds);
    *before = self->needs;
    self->needs = (CNeeds){.parts = {false}};
    return before;
}

CNeeds *c_unit_needs_end(CUnit *self, const CNeeds *before) {
    CNeeds *since = ARENA_NEW(self->arena, CNeeds);
    *since = self->needs;
    self->needs = *before;
    return since;
}

void c_unit_needs_add(CUnit *self, const CNeeds *needs) {
    _Static_assert(sizeof(CNeeds) % sizeof(bool) == 0, "bools alone");
    bool *to = (bool *)(void *)&self->needs;
    const bool *from = (const bool *)(const void *)needs;
    for (size_t i = 0; i < sizeof(CNeeds) / sizeof(bool); i++) to[i] = to[i] || from[i];
}
