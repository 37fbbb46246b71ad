/* SPDX-License-Identifier: Apache-2.0 */
/* dense<...>: a splat, nested lists, a string of hexadecimal digits, a resource of the file.
 *
 * The type stands behind the numbers, so these are passed first: no character of theirs is a '>'.
 * Then they are read straight into the tensor. A decimal number is exact where its digits and its
 * power of ten are (Clinger 1990); the few others go by strtod and strtof. */
#include "stablehlo/syntax.h"

typedef struct {
    ShloSyntax *syntax;
    const char *at, *end;
    Loc loc;
    const ShloType *type;
    Tensor *tensor;
    size_t n;         /* elements so far */
    const char *kept; /* what is before was given back */
} Dense;

static NORETURN void wrong(Dense *d, const char *expected, Str found) {
    Ctx *ctx = d->syntax->ctx;
    Diag *report =
        diag_error(ctx, d->loc, DIAG_VALUE, "a dense literal that does not fit its type");
    diag_expected(ctx, report, "%s", expected);
    StrBuf text;
    strbuf_init(&text, &ctx->diags->arena);
    strbuf_escaped(&text, (Str){found.ptr, found.len < 40 ? found.len : 40});
    diag_found(ctx, report, "%s", strbuf_cstr(&text));
    ctx_throw(ctx, STATUS_INVALID);
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static void pass_blanks(Dense *d) {
    while (d->at < d->end && (*d->at == ' ' || *d->at == '\n' || *d->at == '\t' || *d->at == '\r'))
        d->at++;
}

static Str number_text(const char *from, const char *to) {
    return (Str){from, (size_t)(to - from)};
}

/* The bits of a float, or an integer, as 0x... . */
static const char *read_bits(Dense *d, const char *at, void *to) {
    const char *from = at;
    uint64_t v = 0;
    int digit;
    for (at += 2; at < d->end && (digit = hex_digit(*at)) >= 0; at++) {
        if (v >> 60) wrong(d, "64 bits at most", number_text(from, at));
        v = v << 4 | (unsigned)digit;
    }
    const DType t = d->type->dtype;
    const uint32_t bits = t == DTYPE_BOOL ? 1 : dtype_bits(t);
    if (bits < 64 && v >> bits) wrong(d, dtype_name(t), number_text(from, at));
    if (dtype_is_packed(t))
        dtype_set_code(t, d->tensor->data, (size_t)((char *)to - (char *)d->tensor->data),
                       (uint8_t)v);
    else
        memcpy(to, &v, dtype_size(t)); /* of the little-endian machines that this runs on */
    return at;
}

/* A decimal number: its digits as an integer, and the power of ten. False: they are too many. */
typedef struct {
    uint64_t digits;
    int power;
    bool minus, fits, is_float;
} Decimal;

static const char *read_decimal(const char *at, const char *end, Decimal *out) {
    Decimal n = {.fits = true};
    if (at < end && *at == '-') n.minus = true, at++;
    for (; at < end && is_digit(*at); at++) {
        if (n.digits >= 1000000000000000000u) n.fits = false;
        n.digits = n.digits * 10 + (unsigned)(*at - '0');
    }
    if (at < end && *at == '.') {
        n.is_float = true;
        for (at++; at < end && is_digit(*at); at++) {
            if (n.digits >= 1000000000000000000u) n.fits = false;
            n.digits = n.digits * 10 + (unsigned)(*at - '0');
            n.power--;
        }
    }
    if (at + 1 < end && (*at == 'e' || *at == 'E')) {
        const char *exp = at + 1;
        const bool minus = *exp == '-';
        int e = 0;
        n.is_float = true;
        if (*exp == '-' || *exp == '+') exp++;
        for (; exp < end && is_digit(*exp); exp++) {
            if (e < 10000) e = e * 10 + (*exp - '0');
        }
        n.power += minus ? -e : e;
        at = exp;
    }
    *out = n;
    return at;
}

/* Exactly rounded, or false. */
static bool exact_double(const Decimal *n, double *out) {
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (!n->fits || n->digits >> 53 || n->power < -22 || n->power > 22) return false;
    const double v =
        n->power < 0 ? (double)n->digits / powers[-n->power] : (double)n->digits * powers[n->power];
    *out = n->minus ? -v : v;
    return true;
}

/* Between two float32, so that rounding again may go the wrong way. */
static bool is_halfway(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return (bits & 0x1fffffff) == 0x10000000 || (v < 1e-30 && v > -1e-30 && v != 0);
}

static void set_float(Dense *d, const char *from, const char *to, const Decimal *n, size_t i) {
    double v;
    const Str text = number_text(from, to);
    const DType t = d->type->dtype;
    bool ok = exact_double(n, &v);
    if (t == DTYPE_FLOAT32) {
        float f;
        if (ok && !is_halfway(v)) {
            f = (float)v;
        } else if (!parse_float(text, &f)) {
            wrong(d, "a number", text);
        }
        ((float *)d->tensor->data)[i] = f;
        return;
    }
    if (!ok && !parse_double(text, &v)) wrong(d, "a number", text);
    tensor_set_double(d->tensor, i, v);
}

static void set_int(Dense *d, const char *from, const char *to, const Decimal *n, size_t i) {
    const DType t = d->type->dtype;
    const Str text = number_text(from, to);
    uint64_t v = n->digits;
    if (!n->fits) { /* 19 or 20 digits */
        v = 0;
        for (const char *at = from + n->minus; at < to; at++) {
            if (__builtin_mul_overflow(v, 10u, &v) ||
                __builtin_add_overflow(v, (unsigned)(*at - '0'), &v))
                wrong(d, dtype_name(t), text);
        }
    }
    if (v > (uint64_t)INT64_MAX + n->minus && !(t == DTYPE_UINT64 && !n->minus))
        wrong(d, dtype_name(t), text);
    const int64_t s = (int64_t)(n->minus ? 0 - v : v);
    switch (t) {
    case DTYPE_INT64:
    case DTYPE_UINT64:
        if (t == DTYPE_UINT64 && n->minus && v) wrong(d, dtype_name(t), text);
        memcpy((char *)d->tensor->data + 8 * i, &s, sizeof s);
        return;
    case DTYPE_INT32:
        if (s != (int32_t)s) break;
        ((int32_t *)d->tensor->data)[i] = (int32_t)s;
        return;
    default:
        if (tensor_set_int(d->tensor, i, s)) return;
    }
    wrong(d, dtype_name(t), text);
}

static void read_element(Dense *d, size_t i) {
    const char *from = d->at, *at = from;
    const DType t = d->type->dtype;
    const size_t left = (size_t)(d->end - at);
    Decimal n;
    if (left > 3 && memcmp(at, "true", 4) == 0) {
        n = (Decimal){.digits = 1, .fits = true};
        at += 4;
    } else if (left > 4 && memcmp(at, "false", 5) == 0) {
        n = (Decimal){.fits = true};
        at += 5;
    } else if (left > 2 && at[0] == '0' && at[1] == 'x') {
        const DType dtype = t;
        char *base = d->tensor->data;
        d->at = read_bits(d, at, dtype_is_packed(dtype) ? base + i : base + i * dtype_size(dtype));
        return;
    } else {
        at = read_decimal(at, d->end, &n);
        if (at == from + n.minus)
            wrong(d, "a number", number_text(from, d->end < from + 20 ? d->end : from + 20));
    }
    if (dtype_is_float(t)) {
        set_float(d, from, at, &n, i);
    } else if (n.is_float) {
        wrong(d, dtype_name(t), number_text(from, at));
    } else {
        set_int(d, from, at, &n, i);
    }
    d->at = at;
}

/* Brackets are counted against the dims; no recursion. */
static void read_lists(Dense *d) {
    const ShloType *t = d->type;
    int64_t *counts = ARENA_ARRAY(d->syntax->arena, int64_t, (size_t)t->n + 1);
    uint32_t depth = 0;
    bool after = false; /* an element or a list ended */
    for (;;) {
        pass_blanks(d);
        ctx_poll(d->syntax->ctx);
        if (d->at >= d->end) break;
        if (d->at - d->kept > SHLO_PASSED) {
            shlo_passed(&d->syntax->lx, d->kept, d->at);
            d->kept = d->at;
        }
        const char c = *d->at;
        if (c == '[' && !after) {
            if (depth == t->n) wrong(d, "fewer '['", number_text(d->at, d->end));
            counts[depth++] = 0;
            d->at++;
        } else if (c == ']' && depth && (after || counts[depth - 1] == 0)) {
            if (counts[depth - 1] != t->dims[depth - 1])
                wrong(d,
                      diag_fmt(d->syntax->ctx, "%lld elements in dim %u",
                               (long long)t->dims[depth - 1], depth - 1),
                      str_c(diag_fmt(d->syntax->ctx, "%lld", (long long)counts[depth - 1])));
            depth--;
            if (depth) counts[depth - 1]++;
            after = true;
            d->at++;
            if (!depth) break;
        } else if (c == ',' && after) {
            after = false;
            d->at++;
        } else if (depth == t->n && !after) {
            /* of a list, and of lists, which are counted when they end */
            if (counts[depth - 1] == t->dims[depth - 1] || d->n == d->tensor->count)
                wrong(d, "fewer elements", number_text(d->at, d->end));
            read_element(d, d->n++);
            counts[depth - 1]++;
            after = true;
        } else {
            wrong(d, after ? "',' or ']'" : "'['", number_text(d->at, d->end));
        }
    }
    pass_blanks(d);
    if (depth || d->at < d->end) wrong(d, "one list", number_text(d->at, d->end));
}

/* Each pair of digits as a byte; false: others are among them. */
static bool hex_bytes(const char *at, uint8_t *to, size_t n) {
    static const int8_t digits[256] = {
        ['0'] = 16, ['1'] = 17, ['2'] = 18, ['3'] = 19, ['4'] = 20, ['5'] = 21,
        ['6'] = 22, ['7'] = 23, ['8'] = 24, ['9'] = 25, ['a'] = 26, ['b'] = 27,
        ['c'] = 28, ['d'] = 29, ['e'] = 30, ['f'] = 31, ['A'] = 26, ['B'] = 27,
        ['C'] = 28, ['D'] = 29, ['E'] = 30, ['F'] = 31};
    int all = 16;
    for (size_t i = 0; i < n; i++) {
        const int high = digits[(uint8_t)at[2 * i]], low = digits[(uint8_t)at[2 * i + 1]];
        all &= high & low;
        to[i] = (uint8_t)(high << 4 | (low & 15));
    }
    return all;
}

/* Bytes from `i` on into the tensor. */
static void set_bytes(Tensor *x, size_t i, const uint8_t *bytes, size_t n, bool bits) {
    for (size_t k = 0; k < n; k++) {
        if (bits) {
            for (size_t b = 0; b < 8 && 8 * (i + k) + b < x->count; b++)
                ((uint8_t *)x->data)[8 * (i + k) + b] = bytes[k] >> b & 1;
        } else {
            tensor_set_int(x, i + k, 0);
            dtype_set_code(x->dtype, x->data, i + k,
                           bytes[k] & (uint8_t)((1u << dtype_bits(x->dtype)) - 1));
        }
    }
}

/* "0x..." holds the elements' bytes, or those of one that all are. Bools may be bits. */
static void read_hex(Dense *d, Str text, size_t skipped) {
    enum { STEP = 1024 };
    Tensor *x = d->tensor;
    ShloLexer *lx = &d->syntax->lx;
    if (text.len < 2 || text.ptr[0] != '0' || text.ptr[1] != 'x' || text.len % 2 ||
        text.len / 2 - 1 < skipped)
        wrong(d, "\"0x...\" with two digits a byte", text);
    const char *at = text.ptr + 2 + 2 * skipped, *kept = at;
    const size_t n = text.len / 2 - 1 - skipped, size = dtype_size_up(x->dtype);
    const bool bits = x->dtype == DTYPE_BOOL && n == (x->count + 7) / 8 && n != x->count;
    const bool apart = bits || dtype_is_packed(x->dtype);
    const size_t whole = x->count * size;
    if (n != whole && (n != size || !whole) && !bits)
        wrong(d, diag_fmt(d->syntax->ctx, "%zu bytes", whole),
              str_c(diag_fmt(d->syntax->ctx, "%zu", n)));
    for (size_t i = 0; i < n; i += STEP) {
        uint8_t bytes[STEP];
        const size_t m = n - i < STEP ? n - i : STEP;
        ctx_poll(d->syntax->ctx);
        if (!hex_bytes(at, apart ? bytes : (uint8_t *)x->data + i, m)) {
            while (hex_digit(at[0]) >= 0 && hex_digit(at[1]) >= 0) at += 2;
            wrong(d, "hexadecimal digits", (Str){at, 2});
        }
        if (apart) set_bytes(x, i, bytes, m, bits);
        at += 2 * m;
        if (at - kept > SHLO_PASSED) shlo_passed(lx, kept, at), kept = at;
    }
    if (n == size && whole != size && !bits) {
        for (size_t i = 1; i < x->count; i++) tensor_copy(x, i, x, 0, 1);
    }
    tensor_normalize(x);
}

static void read_splat(Dense *d) {
    if (d->tensor->count == 0) return;
    read_element(d, 0);
    for (size_t i = 1; i < d->tensor->count; i++) {
        if ((i & 0xffff) == 0) ctx_poll(d->syntax->ctx);
        tensor_copy(d->tensor, i, d->tensor, 0, 1);
    }
    pass_blanks(d);
    if (d->at < d->end) wrong(d, "one element", number_text(d->at, d->end));
}

/* One `name: "0x..."` behind {-#; the name may be in quotes. */
typedef struct {
    Str name, text;
} Resource;

static void note_resources(ShloSyntax *self) {
    ShloLexer *lx = &self->lx;
    const char *at = lx->end;
    Str quoted = {.len = 0};
    while (at - lx->text > 3 && memcmp(at - 3, "{-#", 3) != 0) at--;
    map_init(&self->resources, self->arena);
    self->has_resources = true;
    while (at < lx->end) {
        const char *quote = memchr(at, '"', (size_t)(lx->end - at));
        const char *close = quote ? memchr(quote + 1, '"', (size_t)(lx->end - quote - 1)) : NULL;
        if (!close) return;
        ctx_poll(self->ctx);
        const char *to = quote;
        while (to > at && (to[-1] == ' ' || to[-1] == '\n')) to--;
        const bool named = to > at && to[-1] == ':';
        if (named) to--;
        const char *from = to;
        while (from > at && !memchr(" \t\n{,", from[-1], 5)) from--;
        Resource *r = ARENA_NEW(self->arena, Resource);
        r->name = from < to ? number_text(from, to) : quoted;
        r->text = quoted = number_text(quote + 1, close);
        if (named) map_add(&self->resources, hash_bytes(self->ctx, r->name.ptr, r->name.len), r);
        at = close + 1;
    }
}

static Str find_resource(ShloSyntax *self, Str name) {
    if (name.len > 1 && name.ptr[0] == '"' && name.ptr[name.len - 1] == '"')
        name = (Str){name.ptr + 1, name.len - 2};
    if (!self->has_resources) note_resources(self);
    for (MapIter it = map_find(&self->resources, hash_bytes(self->ctx, name.ptr, name.len));
         map_next(&self->resources, &it);) {
        const Resource *r = it.value;
        if (str_eq(r->name, name)) return r->text;
    }
    return (Str){.len = 0};
}

/* Where the literal ends: its '>', which no number has. The lexer stands there. */
static const char *literal_end(ShloSyntax *self, Loc loc) {
    ShloLexer *lx = &self->lx;
    const char *at = lx->at;
    while (at < lx->end && (*at == ' ' || *at == '\n')) at++;
    if (at < lx->end && *at == '"') {
        shlo_pass_to(lx, '"');
        lx->at++;
        if (!shlo_pass_to(lx, '"')) shlo_wrong(lx, loc, DIAG_STRING_OPEN, NULL);
    }
    const char *end = shlo_pass_to(lx, '>');
    if (!end) shlo_wrong(lx, loc, DIAG_BRACKET_OPEN, "<");
    return end;
}

static Tensor *make_tensor(ShloSyntax *self, const ShloType *t, Loc loc) {
    const size_t most = self->ctx->limits.const_bytes;
    size_t count, bytes;
    if (!tensor_count(t->dims, t->n, t->dtype, &count, &bytes) || bytes > most) {
        diag_error(self->ctx, loc, DIAG_TOO_MANY, diag_fmt(self->ctx, "%zu", most),
                   "bytes in a dense literal");
        ctx_throw(self->ctx, STATUS_INVALID);
    }
    vec_reserve(self->arena, &self->tensors, 1);
    Tensor *x = tensor_new(self->ctx, t->dtype, t->dims, t->n);
    self->tensors.at[self->tensors.len++] = x;
    return x;
}

ShloAttr shlo_parse_dense(ShloSyntax *self, bool is_resource) {
    ShloLexer *lx = &self->lx;
    Dense d = {.syntax = self, .loc = lx->tok.loc};
    if (!shlo_is(lx, '<')) shlo_expected(lx, "'<'");
    d.at = d.kept = lx->at;
    d.end = literal_end(self, d.loc);
    shlo_skip_to(lx, d.end + 1);
    ShloAttr a = {.kind = SHLO_ATTR_DENSE, .loc = d.loc};
    shlo_want(lx, ':');
    a.type = d.type = shlo_parse_type(self);
    if (a.type->kind != SHLO_TENSOR || a.type->lacks) return a;
    for (uint32_t i = 0; i < a.type->n; i++) {
        if (a.type->dims[i] < 0)
            shlo_wrong(lx, d.loc, DIAG_VALUE, "a dense literal of a type with open dims");
    }
    a.tensor = d.tensor = make_tensor(self, a.type, d.loc);
    pass_blanks(&d);
    const char *last = d.end;
    while (last > d.at && (last[-1] == ' ' || last[-1] == '\n')) last--;
    d.end = last;
    if (is_resource) {
        const Str blob = find_resource(self, number_text(d.at, d.end));
        if (!blob.ptr)
            shlo_wrong(lx, d.loc, DIAG_NAME, arena_strdup(self->arena, number_text(d.at, d.end)));
        read_hex(&d, blob, 4); /* behind the alignment */
    } else if (d.at < d.end && *d.at == '"') {
        read_hex(&d, (Str){d.at + 1, (size_t)(d.end - d.at) - 2}, 0);
    } else if (d.at < d.end && *d.at == '[') {
        read_lists(&d);
    } else if (d.at == d.end) {
        if (d.tensor->count) wrong(&d, "its elements", str_c("none"));
    } else {
        read_splat(&d);
    }
    return a;
}
