/* SPDX-License-Identifier: Apache-2.0 */
/* Constants: their exact bits as data of the file, or places in a file of their own, which the
 * function `init` is given (backend/weights.h). */
#include <inttypes.h>

#include "backend/c/emit.h"

/* Rows of text, which a compiler reads fifteen times as fast as numbers; as long as C99 allows. */
enum { ROW = 2048, TEXT_LEAST = 1024 };

static void put_row(StrBuf *out, const unsigned char *at, size_t n) {
    vec_reserve(out->arena, &out->text, 4 * n + 8);
    char *to = out->text.at + out->text.len;
    *to++ = '"';
    for (size_t i = 0; i < n; i++) {
        const unsigned char c = at[i];
        const bool is_plain = c >= ' ' && c <= '~';
        if (is_plain && c != '"' && c != '\\' && c != '?') { /* ? : of a trigraph */
            *to++ = (char)c;
            continue;
        }
        *to++ = '\\';
        /* as few digits as what follows allows */
        const bool is_long = i + 1 < n && at[i + 1] >= '0' && at[i + 1] <= '9';
        if (is_plain) *to++ = (char)c;
        if (!is_plain && (is_long || c > 077)) *to++ = (char)('0' + (c >> 6));
        if (!is_plain && (is_long || c > 07)) *to++ = (char)('0' + (c >> 3 & 7));
        if (!is_plain) *to++ = (char)('0' + (c & 7));
    }
    *to++ = '"';
    out->text.len = (size_t)(to - out->text.at);
}

static void print_rows(Emit *e, const Tensor *t, const char *value, size_t n, const char *name) {
    StrBuf *out = &e->file->constants;
    const unsigned char *data = t->data;
    strbuf_printf(out,
                  "static const union {\n    char rows[%zu][%d];\n    %s value[%zu];\n} %s = {{\n",
                  (t->bytes + ROW - 1) / ROW, ROW, value, n, name);
    for (size_t i = 0; i < t->bytes; i += ROW) {
        ctx_poll(e->file->ctx);
        put_row(out, data + i, t->bytes - i < ROW ? t->bytes - i : ROW);
        strbuf_puts(out, i + ROW < t->bytes ? ",\n" : "}};\n\n");
    }
    e->file->has_rows = true;
}

/* The text that is the constant. */
static const char *print_constant(Emit *e, const Tensor *t) {
    const bool is_small = dtype_is_small(t->dtype); /* its bytes, as loop functions take it */
    const size_t size = is_small ? 1 : dtype_size(t->dtype), count = is_small ? t->bytes : t->count,
                 n = count ? count : 1;
    const char *name = c_unit_name(e->file->unit, arena_printf(e->arena, "%s_constant", e->prefix));
    const char *value = c_dtype_name(is_small ? DTYPE_UINT8 : t->dtype),
               *bits = size == 1   ? "uint8_t"
                       : size == 2 ? "uint16_t"
                       : size == 4 ? "uint32_t"
                                   : "uint64_t";
    if (t->bytes >= TEXT_LEAST) {
        print_rows(e, t, value, n, name);
        return arena_printf(e->arena, "%s.value", name);
    }
    const bool is_plain = strcmp(value, bits) == 0;
    StrBuf *out = &e->file->constants;
    if (is_plain) {
        strbuf_printf(out, "static const %s %s[%zu] = {", bits, name, n);
    } else {
        strbuf_printf(out, "static const union {\n    %s bits[%zu];\n    %s value[%zu];\n} %s = {{",
                      bits, n, value, n, name);
    }
    for (size_t i = 0; i < n; i++) {
        uint64_t v = 0;
        if (count)
            memcpy(&v, (const char *)t->data + i * size,
                   size); /* the least byte first, as on every machine this runs on */
        strbuf_puts(out, i == 0 ? "" : i % 8 == 0 ? ",\n    " : ", ");
        strbuf_printf(out, size == 8 ? "UINT64_C(0x%" PRIx64 ")" : "0x%" PRIx64, v);
    }
    strbuf_puts(out, is_plain ? "};\n\n" : "}};\n\n");
    return is_plain ? name : arena_printf(e->arena, "%s.value", name);
}

void emit_constants(Emit *e) {
    const BeWeights *w = &e->info->weights;
    const size_t n = e->program->constants.len;
    e->constants = ARENA_ARRAY(e->arena, const char *, n + 1);
    if (w->kind == BE_WEIGHTS_FILE) {
        e->weights = c_unit_name(e->file->unit, arena_printf(e->arena, "%s_weights", e->prefix));
        strbuf_printf(&e->file->constants, "static const char *%s;\n\n", e->weights);
    }
    for (size_t i = 0; i < n; i++) {
        const Tensor *t = e->program->constants.at[i].made_of->tensor;
        e->constants[i] = w->at[i] < 0
                              ? print_constant(e, t)
                              : arena_printf(e->arena, "%s + %" PRId64, e->weights, w->at[i]);
    }
}

const char *emit_weights_check(Emit *e) {
    if (!e->weights) return "";
    return arena_printf(e->arena, "    if (!%s) return %u;\n", e->weights,
                        c_unit_message(e->file->unit, BE_WEIGHTS_MISSING));
}

static void mix(StrBuf *out, const char *indent, const char *into) {
    strbuf_printf(out, "%sw = (w ^ h[k]) * UINT64_C(0x%" PRIx64 ");\n%s%s = w ^ w >> 32;\n", indent,
                  BE_WEIGHTS_FACTOR, indent, into);
}

/* As be_weights_lay sums them. */
static void print_sum(Emit *e, StrBuf *out) {
    const BeWeights *w = &e->info->weights;
    strbuf_printf(out,
                  "    for (i = %d; i < bytes; i += %d) {\n        for (k = 0; k < %d; k++) {\n"
                  "            w = at[i / 8 + (size_t)k];\n",
                  BE_WEIGHTS_SUMMED, 8 * BE_WEIGHTS_LANES, BE_WEIGHTS_LANES);
    mix(out, "            ", "h[k]");
    strbuf_printf(out, "        }\n    }\n    w = %" PRId64 ";\n    for (k = 0; k < %d; k++) {\n",
                  w->bytes, BE_WEIGHTS_LANES);
    mix(out, "        ", "w");
    strbuf_puts(out, "    }\n");
}

static void print_refusal(Emit *e, StrBuf *out, const char *condition, const char *message) {
    strbuf_printf(out, "    if (%s) return %u;\n", condition,
                  c_unit_message(e->file->unit, message));
}

void emit_init(Emit *e) {
    const BeWeights *w = &e->info->weights;
    StrBuf *out = &e->file->functions;
    Arena *arena = e->arena;
    strbuf_printf(out, "int %s(const void *weights, size_t bytes) {\n", e->info->init);
    if (w->kind == BE_WEIGHTS_EMBED) {
        strbuf_puts(out, "    (void)weights;\n    (void)bytes;\n    return 0;\n}\n\n");
        return;
    }
    strbuf_puts(out, "    uint64_t h[4] = {1, 2, 3, 4}, w;\n    const uint64_t *at = (const "
                     "uint64_t *)weights;\n    size_t i;\n    int k;\n");
    _Static_assert(BE_WEIGHTS_LANES == 4 && BE_WEIGHTS_SUMMED == 32, "as printed");
    strbuf_printf(out, "    %s = NULL;\n", e->weights);
    print_refusal(e, out, "!at", BE_WEIGHTS_MISSING);
    print_refusal(e, out, arena_printf(arena, "(uintptr_t)at %% %d != 0", BE_WEIGHTS_GIVEN_ALIGN),
                  BE_WEIGHTS_PLACE);
    print_refusal(e, out, arena_printf(arena, "bytes != %" PRId64, w->bytes), BE_WEIGHTS_SIZE);
    print_refusal(e, out,
                  arena_printf(arena,
                               "at[0] != UINT64_C(0x%" PRIx64 ") || at[1] != bytes || at[2] "
                               "!= UINT64_C(0x%" PRIx64 ") ||\n        at[3] != 0",
                               BE_WEIGHTS_MAGIC, w->sum),
                  BE_WEIGHTS_OTHER);
    print_sum(e, out);
    print_refusal(e, out, "w != at[2]", BE_WEIGHTS_ALTERED);
    strbuf_printf(out, "    %s = (const char *)weights;\n    return 0;\n}\n\n", e->weights);
}

/* --- The header --- */

/* Maps a file for as long as the process lives. */
static const char map_text[] =
    "static inline int $_file(const char *path) {\n"
    "    const int file = open(path, O_RDONLY);\n"
    "    const off_t end = file < 0 ? 0 : lseek(file, 0, SEEK_END);\n"
    "    void *at = MAP_FAILED;\n"
    "    int error;\n"
    "    if (end > 0) at = mmap(NULL, (size_t)end, PROT_READ, MAP_PRIVATE, file, 0);\n"
    "    if (file >= 0) close(file);\n"
    "    error = at == MAP_FAILED ? $(NULL, 0) : $(at, (size_t)end);\n"
    "    if (error && at != MAP_FAILED) munmap(at, (size_t)end);\n"
    "    return error;\n"
    "}\n";

/* The same where there is nothing to map. */
static const char no_map_text[] = "static inline int $_file(const char *path) {\n"
                                  "    (void)path;\n"
                                  "    return $(NULL, 0);\n"
                                  "}\n";

static void declare_file(Emit *e, const char *macro, bool is_embedded) {
    CFile *file = e->file;
    StrBuf *out = &file->header;
    const char *asked = arena_printf(e->arena, "%s_WITH_FILES", macro);
    strbuf_printf(out, "#define %s_WEIGHTS_BYTES %" PRId64 "\n#define %s_WEIGHTS_ALIGN %d\n", macro,
                  is_embedded ? 0 : e->info->weights.bytes, macro, BE_WEIGHTS_GIVEN_ALIGN);
    strbuf_printf(out,
                  "/* With %s defined before the header is included, on systems with mmap: maps "
                  "the\n * file, which stays mapped, and calls %s. */\n#ifdef %s\n",
                  asked, e->info->init, asked);
    for (const char *c = is_embedded ? no_map_text : map_text; *c; c++) {
        if (*c == '$')
            strbuf_puts(out, e->info->init);
        else
            strbuf_putc(out, *c);
    }
    strbuf_puts(out, "#endif\n");
    if (is_embedded) return;
    strbuf_printf(&file->includes,
                  "#ifdef %s\n#include <fcntl.h>\n#include <sys/mman.h>\n#include "
                  "<unistd.h>\n#endif\n",
                  asked);
}

void emit_declare_init(Emit *e) {
    static const char embedded[] =
        "\n/* The weights are data of the code: it takes anything, and returns 0. */\n";
    static const char apart[] =
        "\n/* The weights are a file that was written beside the code: its bytes, at a multiple of "
        "8, which\n * stay as they are as long as a function is called. To be called before "
        "any other, by one thread.\n * 0; where they are cut, altered or another program's an "
        "error, and so returns each function then. */\n";
    static const char library[] =
        "/* Makes what oneDNN runs, and packs weights for it: to be called before any other, by one "
        "thread, also\n * where the weights are data of the code. 0, or an error. Linked with "
        "-ldnnl. */\n";
    const bool is_embedded = e->info->weights.kind != BE_WEIGHTS_FILE;
    const bool is_needed = e->program->libraries.len != 0;
    strbuf_puts(&e->file->header, is_embedded && is_needed ? "\n" : is_embedded ? embedded : apart);
    if (is_needed) strbuf_puts(&e->file->header, library);
    strbuf_printf(&e->file->header, "int %s(const void *weights, size_t bytes);\n", e->info->init);
    declare_file(e, c_upper(e->arena, e->prefix), is_embedded);
}
