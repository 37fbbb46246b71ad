/* SPDX-License-Identifier: Apache-2.0 */
/* The table, and targets as text. */
#include "target/target.h"

#include <stdio.h>

#include "base/near.h"

static const TargetField fields[] = {
#define TARGET_TEXT(name, doc) {TARGET_FIELD_TEXT, #name, doc, offsetof(Target, name), 0, 0},
#define TARGET_COUNT(name, least, most, doc)                                                       \
    {TARGET_FIELD_COUNT, #name, doc, offsetof(Target, name), least, most},
#define TARGET_RATE(name, doc) {TARGET_FIELD_RATE, #name, doc, offsetof(Target, name), 0, 0},
#include "target/fields.def"
};

typedef enum { MAKER_NONE, MAKER_ANY, MAKER_AMD, MAKER_INTEL } Maker;

typedef struct {
    Target target;
    Maker maker;
    unsigned family, first, last;
} Row;

/* Overheads were measured on one machine, and are much the same on others. */
#define TARGET(name, its_triple, its_maker, its_family, from, to, vector, unit, registers,         \
               has_fma, l1, l2, l3, peak, cache, memory, all)                                      \
    {.target = {.row = name,                                                                       \
                .triple = its_triple,                                                              \
                .cpu = name,                                                                       \
                .vector_bytes = vector,                                                            \
                .unit_bytes = unit,                                                                \
                .vector_registers = registers,                                                     \
                .fma = has_fma,                                                                    \
                .l1_bytes = (int64_t)(l1) << 10,                                                   \
                .l2_bytes = (int64_t)(l2) << 10,                                                   \
                .l3_bytes = (int64_t)(l3) << 10,                                                   \
                .peak_gflops = peak,                                                               \
                .cache_gbs = cache,                                                                \
                .memory_gbs = memory,                                                              \
                .memory_all_gbs = all,                                                             \
                .kernel_ns = 30,                                                                   \
                .library_ns = 300,                                                                 \
                .threads_ns = 5000},                                                               \
     .maker = MAKER_##its_maker,                                                                   \
     .family = its_family,                                                                         \
     .first = from,                                                                                \
     .last = to},
static const Row rows[] = {
#include "target/targets.def"
};

const TargetField *target_field(size_t index) {
    return index < ARRAY_LEN(fields) ? &fields[index] : NULL;
}

static const Row *find_row(Str name) {
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        if (str_eq_c(name, rows[i].target.row)) return &rows[i];
    }
    return NULL;
}

const Target *target_nominal(void) {
    static const char name[] = "x86-64-v4";
    return &find_row((Str){name, sizeof name - 1})->target;
}

/* A name may have several rows, one behind the other. */
const char *target_name(size_t index) {
    for (size_t i = 0, n = 0; i < ARRAY_LEN(rows); i++) {
        const char *name = rows[i].target.row;
        if (i && strcmp(name, rows[i - 1].target.row) == 0) continue;
        if (n++ == index) return name;
    }
    return NULL;
}

/* --- This processor --- */

#if defined(__x86_64__)

#include <cpuid.h>

static int64_t host_vector(void) {
    __builtin_cpu_init();
    unsigned a, b, c = 0, d;
    const bool f16c = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        return 64;
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && f16c ? 32 : 16;
}

static bool fits(const Row *r, int64_t vector) {
    unsigned a, b, c, d;
    if (r->maker == MAKER_NONE || r->target.vector_bytes != vector) return false;
    if (r->maker == MAKER_ANY) return true;
    if (!__get_cpuid(0, &a, &b, &c, &d)) return false;
    const Maker maker = b == signature_AMD_ebx     ? MAKER_AMD
                        : b == signature_INTEL_ebx ? MAKER_INTEL
                                                   : MAKER_NONE;
    if (maker != r->maker || !__get_cpuid(1, &a, &b, &c, &d)) return false;
    const unsigned base = a >> 8 & 15, family = base == 15 ? base + (a >> 20 & 255) : base,
                   model = (a >> 4 & 15) | (base == 6 || base == 15 ? a >> 12 & 0xf0 : 0);
    return family == r->family && model >= r->first && model <= r->last;
}

#else

static int64_t host_vector(void) { return 16; }

static bool fits(const Row *r, int64_t vector) {
    (void)vector;
#if defined(__aarch64__)
    return strcmp(r->target.row, "aarch64") == 0;
#else
    return strcmp(r->target.row, "riscv64") == 0;
#endif
}

#endif

static Target find_host(void) {
    const int64_t vector = host_vector();
    const Row *r = rows;
    while (r + 1 < rows + ARRAY_LEN(rows) && !fits(r, vector)) r++;
    Target out = r->target;
    strcpy(out.triple, "host");
    strcpy(out.cpu, "host");
    return out;
}

/* Every thread finds the same, and no look-up changes anything. */
Target target_host(void) { return find_host(); }

static bool is_architecture(Str triple, const char *name) {
    const size_t n = strlen(name);
    return triple.len > n && memcmp(triple.ptr, name, n) == 0 && triple.ptr[n] == '-';
}

/* The architecture and two parts more, as `x86_64-linux-gnu` has. */
static const Row *row_of_triple(Str triple) {
    static const char *const architectures[][2] = {
        {"x86_64", "x86-64"},       {"aarch64", "aarch64"}, {"arm", "armv7"},    {"armv7", "armv7"},
        {"thumbv7em", "cortex-m4"}, {"riscv64", "riscv64"}, {"wasm32", "wasm32"}};
    size_t dashes = 0;
    for (size_t i = 0; i < triple.len; i++) dashes += triple.ptr[i] == '-';
    for (size_t i = 0;
         dashes >= 1 && triple.len < TARGET_TEXT_BYTES && i < ARRAY_LEN(architectures); i++) {
        const char *row = architectures[i][1];
        if (is_architecture(triple, architectures[i][0])) return find_row(str_c(row));
    }
    return NULL;
}

bool target_find(Str name, Target *out) {
    if (str_eq_c(name, "host")) {
        *out = target_host();
        return true;
    }
    const Row *r = find_row(name);
    if (r) *out = r->target;
    if (r) return true;
    r = row_of_triple(name);
    if (!r) return false;
    *out = r->target;
    memset(out->triple, 0, sizeof out->triple);
    memcpy(out->triple, name.ptr, name.len);
    return true;
}

void target_unknown(Ctx *ctx, const char *name) {
    NearNames names;
    const char *row;
    Diag *d =
        diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE, "no target, and no file, has this name");
    diag_found(ctx, d, "'%s'", name);
    near_names_begin(&names, ctx, name);
    for (size_t i = 0; (row = target_name(i)); i++) near_names_add(&names, row);
    near_names_end(&names, ctx, d,
                   "a target of the table, a triple such as x86_64-linux-gnu, or a file");
}

/* --- As text --- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static Str trim(Str s) {
    while (s.len && is_blank(*s.ptr)) s.ptr++, s.len--;
    while (s.len && is_blank(s.ptr[s.len - 1])) s.len--;
    return s;
}

/* Up to the first `c`; the rest is what stands behind it. */
static Str cut(Str s, char c, Str *rest) {
    const char *at = s.len ? memchr(s.ptr, c, s.len) : NULL;
    const size_t n = at ? (size_t)(at - s.ptr) : s.len;
    *rest = at ? (Str){at + 1, s.len - n - 1} : (Str){s.ptr + n, 0};
    return (Str){s.ptr, n};
}

typedef struct {
    Ctx *ctx;
    Target *out;
    Str text;
    uint32_t line;
    bool given[ARRAY_LEN(fields)];
    bool ok;
} Parser;

static Diag *wrong(Parser *p, Str at, const char *what) {
    const uint32_t offset = (uint32_t)(at.ptr - p->text.ptr);
    uint32_t start = offset;
    while (start && p->text.ptr[start - 1] != '\n') start--;
    p->ok = false;
    const Loc loc = {.offset = offset, .line = p->line, .col = offset - start + 1};
    return diag_error(p->ctx, loc, DIAG_VALUE, what);
}

static void found(Parser *p, Diag *d, Str value) {
    StrBuf text;
    Arena arena;
    arena_init(&arena, p->ctx);
    strbuf_init(&text, &arena);
    strbuf_escaped(&text,
                   (Str){value.ptr, value.len < TARGET_TEXT_BYTES ? value.len : TARGET_TEXT_BYTES});
    diag_found(p->ctx, d, "'%s'", strbuf_cstr(&text));
    arena_fini(&arena);
}

static void set_text(Parser *p, const TargetField *f, Str value) {
    char *to = (char *)p->out + f->at;
    bool ok = value.len > 0 && value.len < TARGET_TEXT_BYTES;
    for (size_t i = 0; ok && i < value.len; i++) ok = value.ptr[i] > ' ' && value.ptr[i] < 127;
    const bool is_row = f->at == offsetof(Target, row);
    Target row;
    if (ok && is_row && !(ok = target_find(value, &row) && !str_eq_c(value, "host"))) {
        found(p, wrong(p, value, "no row of the table has this name"), value);
        return;
    }
    if (!ok) {
        Diag *d = wrong(p, value, diag_fmt(p->ctx, "a wrong value of '%s'", f->name));
        diag_expected(p->ctx, d, "a word of at most %d letters", TARGET_TEXT_BYTES - 1);
        found(p, d, value);
        return;
    }
    if (is_row) *p->out = row;
    if (is_row) return;
    memset(to, 0, TARGET_TEXT_BYTES);
    memcpy(to, value.ptr, value.len);
}

static void set_number(Parser *p, const TargetField *f, Str value) {
    double v = 0;
    const bool is_rate = f->kind == TARGET_FIELD_RATE;
    bool ok = parse_double(value, &v) &&
              (is_rate ? v > 0 && v < 1e12 : v >= (double)f->least && v <= (double)f->most);
    ok = ok && (is_rate || v == (double)(int64_t)v);
    if (!ok) {
        Diag *d = wrong(p, value, diag_fmt(p->ctx, "a wrong value of '%s'", f->name));
        if (is_rate)
            diag_expected(p->ctx, d, "a number above 0: %s", f->doc);
        else
            diag_expected(p->ctx, d, "an integer from %lld to %lld: %s", (long long)f->least,
                          (long long)f->most, f->doc);
        found(p, d, value);
        return;
    }
    if (is_rate)
        memcpy((char *)p->out + f->at, &v, sizeof v);
    else
        *(int64_t *)(void *)((char *)p->out + f->at) = (int64_t)v;
}

static void parse_line(Parser *p, Str line) {
    Str rest, value;
    line = trim(cut(line, '#', &rest));
    if (!line.len) return;
    const Str name = trim(cut(line, '=', &value));
    size_t i = 0;
    while (i < ARRAY_LEN(fields) && !str_eq_c(name, fields[i].name)) i++;
    if (name.len == line.len) {
        diag_expected(p->ctx, wrong(p, line, "no line of a target"),
                      "NAME = VALUE, or '#' and a comment");
        return;
    }
    if (i == ARRAY_LEN(fields)) {
        NearNames names;
        char text[TARGET_TEXT_BYTES];
        snprintf(text, sizeof text, "%.*s",
                 (int)(name.len < sizeof text ? name.len : sizeof text - 1), name.ptr);
        Diag *d = wrong(p, name, "targets have nothing of this name");
        near_names_begin(&names, p->ctx, text);
        for (size_t k = 0; k < ARRAY_LEN(fields); k++) near_names_add(&names, fields[k].name);
        near_names_end(&names, p->ctx, d, "what a target says");
        return;
    }
    if (p->given[i]) {
        wrong(p, name, diag_fmt(p->ctx, "'%s' is said twice", fields[i].name));
        return;
    }
    bool any = false;
    for (size_t k = 0; k < ARRAY_LEN(fields); k++) any |= p->given[k];
    p->given[i] = true;
    if (!any && fields[i].at != offsetof(Target, row)) {
        diag_expected(p->ctx, wrong(p, name, "a target begins with its row"),
                      "row = NAME of the table");
        return;
    }
    (fields[i].kind == TARGET_FIELD_TEXT ? set_text : set_number)(p, &fields[i], trim(value));
}

static bool is_power_of_2(int64_t n) { return (n & (n - 1)) == 0; }

bool target_parse(Ctx *ctx, Str text, Target *out) {
    Parser p = {.ctx = ctx, .out = out, .text = text, .ok = true};
    Str rest = text;
    *out = *target_nominal();
    while (rest.len && p.ok) {
        p.line++;
        parse_line(&p, cut(rest, '\n', &rest));
    }
    if (p.ok && !p.given[0])
        diag_expected(ctx, wrong(&p, rest, "a target without a row"), "row = NAME of the table");
    const bool has_vector = is_power_of_2(out->vector_bytes);
    if (p.ok && !(has_vector && is_power_of_2(out->unit_bytes))) {
        p.line = 0;
        const char *what =
            has_vector ? "a wrong value of 'unit_bytes'" : "a wrong value of 'vector_bytes'";
        diag_expected(ctx, wrong(&p, text, what), "16, 32 or 64");
    }
    return p.ok;
}

const char *target_value(const Target *self, const TargetField *field, Arena *arena) {
    const char *at = (const char *)self + field->at;
    double rate;
    switch (field->kind) {
    case TARGET_FIELD_COUNT:
        return arena_printf(arena, "%lld", (long long)*(const int64_t *)(const void *)at);
    case TARGET_FIELD_RATE:
        memcpy(&rate, at, sizeof rate);
        return arena_printf(arena, "%.6g", rate);
    case TARGET_FIELD_TEXT: break;
    }
    return arena_strdup(arena, str_c(at));
}

void target_print(const Target *self, StrBuf *out) {
    for (size_t i = 0; i < ARRAY_LEN(fields); i++)
        strbuf_printf(out, "%s = %s\n", fields[i].name, target_value(self, &fields[i], out->arena));
}

/* --- What runs in this process --- */

bool target_runs_here(Ctx *ctx, const Target *self) {
#if defined(__x86_64__)
    static const char here[] = "x86_64";
#elif defined(__aarch64__)
    static const char here[] = "aarch64";
#else
    static const char here[] = "riscv64";
#endif
    const Str triple = {self->triple, strlen(self->triple)};
    const bool is_here = strcmp(self->triple, "host") == 0 || is_architecture(triple, here);
    const int64_t vector = host_vector();
    if (is_here && self->vector_bytes <= vector) return true;
    Diag *d = diag_error(ctx, (Loc){.line = 0}, DIAG_VALUE,
                         "this machine cannot run code for that target");
    if (is_here)
        diag_expected(ctx, d, "vectors of at most %d bytes", (int)vector);
    else
        diag_expected(ctx, d, "a triple of %s, as code runs in this process", here);
    if (is_here)
        diag_found(ctx, d, "%d", (int)self->vector_bytes);
    else
        diag_found(ctx, d, "'%s'", self->triple);
    return false;
}
