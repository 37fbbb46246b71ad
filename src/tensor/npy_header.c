/* SPDX-License-Identifier: Apache-2.0 */
/* The header of an .npy file: a magic string, a version, a length, and a Python dictionary,
 *
 *     {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
 *
 * padded with spaces and a newline to a multiple of 64 bytes. NumPy evaluates the text as Python;
 * here a scanner takes the three keys, in any order and each once, with just the values that they
 * can have. It looks at each byte once, keeps no state but its place, and cannot nest.
 *
 * Format: numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
#include "tensor/npy_parts.h"

enum { NPY_ALIGN = 64, NPY_GROWTH_DIGITS = 21 };
static const char magic[] = {'\x93', 'N', 'U', 'M', 'P', 'Y'};

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NATIVE '<'
#else
#define NATIVE '>'
#endif

typedef struct {
    Ctx *ctx;
    Arena *scratch;
    const char *name;
    Str bytes;
    size_t at, end; /* the header's text: bytes[at .. end) */
    int version;
    DType raw;
    NpyHeader *out;
} Scan;

Diag *npy_error(Ctx *ctx, const char *name, size_t at, const char *what) {
    Diag *d = diag_error(ctx, (Loc){0}, DIAG_BYTE, diag_fmt(ctx, "%zu", at), what);
    if (d) d->source = diag_fmt(ctx, "%s", name);
    return d;
}

void npy_limit_error(Ctx *ctx, const char *name, size_t limit, const char *what) {
    Diag *d = diag_error(ctx, (Loc){0}, DIAG_TOO_MANY, diag_fmt(ctx, "%zu", limit), what);
    if (d) d->source = diag_fmt(ctx, "%s", name);
}

static bool fail(Scan *s, size_t at, const char *what) {
    npy_error(s->ctx, s->name, at, what);
    return false;
}

/* The first `max` bytes at most. */
static const char *excerpt(Scan *s, Str text, size_t max) {
    return diag_fmt(s->ctx, "%.*s", (int)(text.len < max ? text.len : max), text.ptr);
}

static bool space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool digit(char c) { return c >= '0' && c <= '9'; }

static void skip_spaces(Scan *s) {
    while (s->at < s->end && space(s->bytes.ptr[s->at])) s->at++;
}

/* Takes `c`, after spaces, if it comes next. */
static bool next_is(Scan *s, char c) {
    skip_spaces(s);
    if (s->at == s->end || s->bytes.ptr[s->at] != c) return false;
    s->at++;
    return true;
}

static bool unexpected(Scan *s, const char *expected) {
    skip_spaces(s);
    Diag *d = npy_error(s->ctx, s->name, s->at, "this is no header as NumPy writes it");
    diag_expected(s->ctx, d, "%s", expected);
    if (s->at == s->end) {
        diag_found(s->ctx, d, "the end of the header");
    } else {
        diag_found(s->ctx, d, "%s", excerpt(s, (Str){s->bytes.ptr + s->at, s->end - s->at}, 16));
    }
    return false;
}

static bool expect(Scan *s, char c, const char *expected) {
    return next_is(s, c) || unexpected(s, expected);
}

static bool scan_string(Scan *s, Str *out, const char *expected) {
    char quote = next_is(s, '"') ? '"' : '\'';
    if (quote == '\'' && !expect(s, quote, expected)) return false;
    size_t start = s->at;
    const char *close = memchr(s->bytes.ptr + start, quote, s->end - start);
    if (!close) return fail(s, start - 1, "this string is never closed");
    *out = (Str){s->bytes.ptr + start, (size_t)(close - s->bytes.ptr) - start};
    s->at = start + out->len + 1;
    return true;
}

static char kind_letter(DType t) {
    if (dtype_is_small(t)) return 'V';
    switch (dtype_kind(t)) {
    case DTYPE_KIND_BOOL: return 'b';
    case DTYPE_KIND_INT: return 'i';
    case DTYPE_KIND_UINT: return 'u';
    case DTYPE_KIND_FLOAT: return t == DTYPE_BFLOAT16 ? 'V' : 'f';
    case DTYPE_KIND_STRING:
    case DTYPE_KIND_VOID: break;
    }
    return '\0';
}

/* What the types are that NumPy has and Tenon has not; the rest of the letters mean nothing. */
static const char *foreign_type(char letter) {
    switch (letter) {
    case 'c': return "complex numbers";
    case 'O': return "Python objects";
    case 'S':
    case 'a':
    case 'U': return "strings";
    case 'V': return "raw bytes";
    case 'm':
    case 'M': return "dates and times";
    case 'f': return "floats of this size";
    default: return NULL;
    }
}

static bool unsupported(Scan *s, size_t at, const char *what, const char *help) {
    Diag *d = npy_error(s->ctx, s->name, at, diag_fmt(s->ctx, "%s are not supported", what));
    diag_expected(s->ctx, d,
                  "one of b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 after its byte order, such as '<f4'");
    if (help) diag_help(s->ctx, d, "%s", help);
    return false;
}

/* Bytes that an element takes in a file. */
static size_t stored_size(DType t) { return dtype_is_small(t) ? 1 : dtype_size(t); }

/* Order, kind and size: "<f4". */
static bool parse_descr(Scan *s, Str text, size_t at) {
    char order = text.len > 0 ? text.ptr[0] : '\0';
    bool ordered = order == '<' || order == '>' || order == '=' || order == '|';
    if (text.len == 3 && ordered) {
        for (int i = DTYPE_VOID + 1; i < DTYPE_NUMBER_END; i++) {
            const DType t = (DType)i;
            const size_t size = stored_size(t);
            if (text.ptr[1] != kind_letter(t) || (size_t)(text.ptr[2] - '0') != size) continue;
            if (text.ptr[1] == 'V') {
                if (t != s->raw || order == '>') continue;
            } else if (order == '|' && size > 1) {
                break;
            }
            s->out->dtype = t;
            s->out->swap = size > 1 && (order == '<' || order == '>') && order != NATIVE;
            return true;
        }
    }
    const char *foreign = text.len > 1 && ordered ? foreign_type(text.ptr[1]) : NULL;
    const char *what =
        diag_fmt(s->ctx, "%s of type '%s'", foreign ? foreign : "elements", excerpt(s, text, 40));
    const bool raw2 = str_eq_c(text, "<V2") || str_eq_c(text, "|V2"),
               raw1 = str_eq_c(text, "<V1") || str_eq_c(text, "|V1");
    return unsupported(
        s, at, what,
        raw2 ? "read them as bfloat16, if that is what they are"
        : raw1
            ? "they are read as what a parameter's type says that they are, such as float8_e4m3fn or int4"
            : NULL);
}

static bool scan_descr(Scan *s) {
    skip_spaces(s);
    const size_t at = s->at;
    if (next_is(s, '[')) return unsupported(s, at, "structures", NULL);
    if (next_is(s, '(')) return unsupported(s, at, "elements that are arrays", NULL);
    Str text;
    return scan_string(s, &text, "the type of the elements, in quotes") && parse_descr(s, text, at);
}

static bool scan_bool(Scan *s, bool *out) {
    static const char *const words[] = {"False", "True"};
    skip_spaces(s);
    for (int i = 0; i < 2; i++) {
        size_t n = strlen(words[i]);
        if (s->end - s->at < n || memcmp(s->bytes.ptr + s->at, words[i], n) != 0) continue;
        s->at += n;
        *out = i != 0;
        return true;
    }
    return unexpected(s, "True or False");
}

/* A number in decimals; files from Python 2 write a long one as 3L. */
static bool scan_extent(Scan *s, int64_t *out) {
    if (next_is(s, '-')) return fail(s, s->at - 1, "a negative extent");
    const size_t start = s->at;
    *out = 0;
    for (; s->at < s->end && digit(s->bytes.ptr[s->at]); s->at++) {
        if (mul_i64(*out, 10, out) && add_i64(*out, s->bytes.ptr[s->at] - '0', out)) continue;
        return fail(s, start, "an extent that does not fit 64 bits");
    }
    if (s->at == start) return unexpected(s, "an extent or ')'");
    if (s->at - start > 1 && s->bytes.ptr[start] == '0')
        return fail(s, start, "a number that begins with 0");
    if (s->version < 3 && s->at < s->end && s->bytes.ptr[s->at] == 'L') s->at++;
    return true;
}

static bool scan_shape(Scan *s) {
    if (!expect(s, '(', "the shape, a tuple")) return false;
    VEC(int64_t) dims = {.at = NULL};
    bool comma = true;
    while (!next_is(s, ')')) {
        int64_t n;
        if (!comma) return unexpected(s, "',' or ')'");
        if (!scan_extent(s, &n)) return false;
        if (dims.len == s->ctx->limits.rank || dims.len == UINT32_MAX) {
            npy_limit_error(s->ctx, s->name, dims.len, "dims");
            return false;
        }
        vec_push(s->scratch, &dims, n);
        comma = next_is(s, ',');
    }
    if (dims.len == 1 && !comma)
        return fail(s, s->at - 1, "a shape of one extent needs a comma after it");
    s->out->dims = dims.at;
    s->out->ndim = (uint32_t)dims.len;
    return true;
}

static bool scan_dictionary(Scan *s) {
    static const char *const keys[] = {"descr", "fortran_order", "shape"};
    bool seen[ARRAY_LEN(keys)] = {false}, comma = true;
    if (!expect(s, '{', "'{'")) return false;
    while (!next_is(s, '}')) {
        Str key;
        if (!comma) return unexpected(s, "',' or '}'");
        const size_t at = s->at;
        size_t k = 0;
        if (!scan_string(s, &key, "a key in quotes, or '}'")) return false;
        while (k < ARRAY_LEN(keys) && !str_eq_c(key, keys[k])) k++;
        if (k == ARRAY_LEN(keys))
            return fail(s, at, "a key that is none of descr, fortran_order, shape");
        if (seen[k]) return fail(s, at, diag_fmt(s->ctx, "'%s' stands twice", keys[k]));
        seen[k] = true;
        if (!expect(s, ':', "':'")) return false;
        bool good = k == 0   ? scan_descr(s)
                    : k == 1 ? scan_bool(s, &s->out->fortran)
                             : scan_shape(s);
        if (!good) return false;
        comma = next_is(s, ',');
    }
    for (size_t k = 0; k < ARRAY_LEN(keys); k++) {
        if (!seen[k])
            return fail(s, s->at - 1, diag_fmt(s->ctx, "the header has no '%s'", keys[k]));
    }
    skip_spaces(s);
    return s->at == s->end || unexpected(s, "spaces up to the header's end");
}

bool npy_header_read(NpyHeader *self, Arena *scratch, const char *name, Str bytes, DType raw) {
    Scan s = {.ctx = scratch->ctx,
              .scratch = scratch,
              .name = name,
              .bytes = bytes,
              .raw = raw,
              .out = self};
    const unsigned char *p = (const unsigned char *)bytes.ptr;
    *self = (NpyHeader){.dtype = DTYPE_VOID};
    if (bytes.len < sizeof magic || memcmp(p, magic, sizeof magic) != 0) {
        fail(&s, 0, "this is no .npy file");
        return false;
    }
    if (bytes.len < 10) return fail(&s, bytes.len, "the file ends within its header");
    s.version = p[6];
    if (p[6] < 1 || p[6] > 3 || p[7] != 0) {
        Diag *d = npy_error(s.ctx, name, 6,
                            diag_fmt(s.ctx, "version %u.%u is not supported", p[6], p[7]));
        diag_expected(s.ctx, d, "1.0, 2.0 or 3.0");
        return false;
    }
    const size_t width = s.version == 1 ? 2 : 4;
    s.at = 8 + width;
    if (bytes.len < s.at) return fail(&s, bytes.len, "the file ends within its header");
    size_t len = 0;
    for (size_t i = 0; i < width; i++) len |= (size_t)p[8 + i] << 8 * i;
    if (len > bytes.len - s.at) {
        Diag *d = npy_error(s.ctx, name, 8, "the header's length passes the end of the file");
        diag_expected(s.ctx, d, "at most %zu", bytes.len - s.at);
        diag_found(s.ctx, d, "%zu", len);
        return false;
    }
    s.end = self->end = s.at + len;
    return scan_dictionary(&s);
}

/* As NumPy does it: room for the first extent to grow in place, then at least one more byte up to a
 * multiple of 64 (so 64 spaces rather than none), the last of them the newline. */
void npy_header_write(const Tensor *tensor, StrBuf *out) {
    const size_t size = stored_size(tensor->dtype);
    const char order = size > 1 || dtype_is_small(tensor->dtype) ? NATIVE : '|';
    size_t growth = 0;
    StrBuf dict;
    strbuf_init(&dict, out->arena);
    strbuf_printf(&dict, "{'descr': '%c%c%zu', 'fortran_order': False, 'shape': (", order,
                  kind_letter(tensor->dtype), size);
    for (uint32_t i = 0; i < tensor->ndim; i++) {
        const size_t before = dict.text.len;
        strbuf_int(&dict, tensor->dims[i]);
        if (i == 0) growth = NPY_GROWTH_DIGITS - (dict.text.len - before);
        if (i + 1 < tensor->ndim) {
            strbuf_puts(&dict, ", ");
        } else if (i == 0) {
            strbuf_putc(&dict, ',');
        }
    }
    strbuf_puts(&dict, "), }");
    for (; growth; growth--) strbuf_putc(&dict, ' ');

    size_t width = 2, len, pad;
    for (;; width = 4) {
        pad = NPY_ALIGN - (8 + width + dict.text.len + 1) % NPY_ALIGN;
        len = dict.text.len + pad + 1;
        if (len <= UINT16_MAX || width == 4) break;
    }
    strbuf_add(out, magic, sizeof magic);
    strbuf_putc(out, width == 2 ? 1 : 2);
    strbuf_putc(out, 0);
    for (size_t i = 0; i < width; i++) strbuf_putc(out, (char)(len >> 8 * i & 0xFF));
    strbuf_add(out, dict.text.at, dict.text.len);
    for (; pad; pad--) strbuf_putc(out, ' ');
    strbuf_putc(out, '\n');
}
