/* SPDX-License-Identifier: Apache-2.0 */
/* Texts are bytes of UTF-8; what is none stays as it is. */
#include "eval/host_strings.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "base/regex.h"
#include "base/strbuf.h"
#include "tensor/strings.h"

enum { RANK_MAX = 64 };

/* Argument i, a tensor of strings; NULL after a report. */
static const Tensor *strings_arg(HostCall *call, uint32_t i) {
    const Value *v = host_arg(call, i);
    if (v && v->kind == VALUE_TENSOR && v->tensor->dtype == DTYPE_STRING) return v->tensor;
    host_fail(call, i ? "argument 1 must be a tensor of strings"
                      : "argument 0 must be a tensor of strings");
    return NULL;
}

static bool text_arg(HostCall *call, uint32_t i, Str *out) {
    *out = (Str){.len = 0};
    const Value *v = host_arg(call, i);
    if (!v || v->kind != VALUE_STRING)
        return host_fail(call, "an argument that must be R.str(...) is something else");
    *out = str_c(v->string);
    return true;
}

static bool int_arg(HostCall *call, uint32_t i, int64_t *out) {
    *out = 0;
    const Value *v = host_arg(call, i);
    if (!v || v->kind != VALUE_PRIM || dtype_is_float(v->dtype))
        return host_fail(call, "an argument that must be an integer is something else");
    *out = v->i;
    return true;
}

/* (x, y) -> x + y, broadcast */
bool host_string_concat(void *user, HostCall *call) {
    (void)user;
    const Tensor *x = strings_arg(call, 0), *y = x ? strings_arg(call, 1) : NULL;
    if (!y) return false;
    const Tensor *const both[2] = {x, y};
    const uint32_t ndim = x->ndim > y->ndim ? x->ndim : y->ndim;
    int64_t dims[RANK_MAX], index[RANK_MAX] = {0};
    if (ndim > RANK_MAX) return host_fail(call, "too many dims");
    for (uint32_t d = 0; d < ndim; d++) {
        dims[d] = 1;
        for (uint32_t k = 0; k < 2; k++) {
            const uint32_t lead = ndim - both[k]->ndim;
            const int64_t extent = d < lead ? 1 : both[k]->dims[d - lead];
            if (extent != 1 && dims[d] != 1 && extent != dims[d])
                return host_fail(call, "the shapes do not broadcast");
            if (extent != 1) dims[d] = extent;
        }
    }
    Tensor *out = host_result(call, DTYPE_STRING, dims, ndim);
    if (!out) return false;
    Arena arena;
    StrBuf text;
    arena_init(&arena, out->ctx);
    for (size_t i = 0; i < out->count; i++) {
        strbuf_init(&text, &arena);
        for (uint32_t k = 0; k < 2; k++) {
            const uint32_t lead = ndim - both[k]->ndim;
            size_t at = 0;
            for (uint32_t d = lead; d < ndim; d++) {
                const int64_t extent = both[k]->dims[d - lead];
                at = at * (size_t)extent + (size_t)(extent == 1 ? 0 : index[d]);
            }
            const Str s = tensor_get_string(both[k], at);
            strbuf_add(&text, s.ptr, s.len);
        }
        tensor_set_string(out, i, strbuf_str(&text));
        for (uint32_t d = ndim; d-- > 0 && ++index[d] == dims[d];) index[d] = 0;
        ctx_poll(out->ctx);
    }
    arena_fini(&arena);
    return true;
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The next piece of *rest, as Python's str.split gives them; the delimiter "" is any white space.
 * False: none is left. */
static bool next_piece(Str *rest, Str delimiter, int64_t *splits, bool *ended, Str *piece) {
    const char *at = rest->ptr, *end = at + rest->len, *stop;
    if (*ended) return false;
    if (!delimiter.len) {
        while (at < end && is_space(*at)) at++;
        if (at == end) return false;
        stop = *splits == 0 ? end : at; /* the rest as it is */
        while (stop < end && !is_space(*stop)) stop++;
        *rest = (Str){stop, (size_t)(end - stop)};
    } else {
        stop =
            *splits == 0 || !rest->len ? NULL : memmem(at, rest->len, delimiter.ptr, delimiter.len);
        *ended = !stop;
        if (stop)
            *rest = (Str){stop + delimiter.len, (size_t)(end - stop) - delimiter.len};
        else
            stop = end;
    }
    *splits -= *splits > 0;
    *piece = (Str){at, (size_t)(stop - at)};
    return true;
}

/* (x, delimiter, maxsplit) -> the pieces, filled up with "", in a new last dim, and how many there
 * are of each element. maxsplit below 0: any number. */
bool host_string_split(void *user, HostCall *call) {
    (void)user;
    const Tensor *x = strings_arg(call, 0);
    Str delimiter, piece;
    int64_t most, dims[RANK_MAX + 1] = {0}, widest = 0;
    if (!x || !text_arg(call, 1, &delimiter) || !int_arg(call, 2, &most)) return false;
    if (x->ndim > RANK_MAX) return host_fail(call, "too many dims");
    for (uint32_t pass = 0; pass < 2; pass++) {
        Tensor *pieces = NULL, *counts = NULL;
        if (pass == 1) {
            for (uint32_t d = 0; d < x->ndim; d++) dims[d] = x->dims[d];
            dims[x->ndim] = widest;
            pieces = host_result(call, DTYPE_STRING, dims, x->ndim + 1);
            counts = pieces ? host_result(call, DTYPE_INT64, x->dims, x->ndim) : NULL;
            if (!counts) return false;
        }
        for (size_t i = 0; i < x->count; i++) {
            Str rest = tensor_get_string(x, i);
            int64_t splits = most, n = 0;
            bool ended = false;
            for (; next_piece(&rest, delimiter, &splits, &ended, &piece); n++) {
                if (pieces) tensor_set_string(pieces, i * (size_t)widest + (size_t)n, piece);
            }
            if (n > widest) widest = n;
            if (counts) tensor_set_int(counts, i, n);
            ctx_poll(x->ctx);
        }
    }
    return true;
}

/* A character of two bytes and its counterpart: Latin-1, Greek, Cyrillic; Latin Extended-A by
 * pairs. 0: it has none. */
static uint32_t other_case(uint32_t c, bool upper) {
    if (c < 0x80)
        return upper ? (c >= 'a' && c <= 'z' ? c - 32 : 0) : c >= 'A' && c <= 'Z' ? c + 32 : 0;
    if (upper) {
        if ((c >= 0xE0 && c <= 0xFE && c != 0xF7) || (c >= 0x3B1 && c <= 0x3C9 && c != 0x3C2) ||
            (c >= 0x430 && c <= 0x44F))
            return c - 32;
        if (c >= 0x450 && c <= 0x45F) return c - 80;
        if (c == 0xFF) return 0x178;
    } else {
        if ((c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3A9 && c != 0x3A2) ||
            (c >= 0x410 && c <= 0x42F))
            return c + 32;
        if (c >= 0x400 && c <= 0x40F) return c + 80;
        if (c == 0x178) return 0xFF;
    }
    const bool even_is_upper = (c >= 0x100 && c <= 0x12F) || (c >= 0x132 && c <= 0x137) ||
                               (c >= 0x14A && c <= 0x177) || (c >= 0x460 && c <= 0x481) ||
                               (c >= 0x48A && c <= 0x4BF) || (c >= 0x4D0 && c <= 0x52F);
    const bool odd_is_upper = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17E);
    if (!even_is_upper && !odd_is_upper) return 0;
    const bool is_upper = (c % 2 == 0) == even_is_upper;
    return is_upper == upper ? 0 : upper ? c - 1 : c + 1;
}

static void add_changed(StrBuf *out, Str s, bool upper) {
    for (size_t i = 0; i < s.len; i++) {
        const unsigned char b = (unsigned char)s.ptr[i];
        const bool is_pair =
            b >= 0xC2 && b < 0xE0 && i + 1 < s.len && ((unsigned char)s.ptr[i + 1] & 0xC0) == 0x80;
        const uint32_t c =
            is_pair ? (uint32_t)(b & 0x1F) << 6 | ((unsigned char)s.ptr[i + 1] & 0x3Fu) : b;
        const uint32_t to = is_pair || b < 0x80 ? other_case(c, upper) : 0;
        if (!to) {
            strbuf_add(out, s.ptr + i, is_pair ? 2 : 1);
        } else if (to < 0x80) {
            strbuf_putc(out, (char)to);
        } else {
            strbuf_putc(out, (char)(0xC0 | to >> 6));
            strbuf_putc(out, (char)(0x80 | (to & 0x3F)));
        }
        i += is_pair;
    }
}

static Str changed(Arena *arena, Str s, bool upper) {
    StrBuf out;
    strbuf_init(&out, arena);
    add_changed(&out, s, upper);
    return strbuf_str(&out);
}

/* (x, case, is_case_sensitive, stop words) -> the elements that are no stop word, in the case
 * LOWER, UPPER or NONE: of x (n,) or (1, n). One empty string where none is left. */
bool host_string_normalize(void *user, HostCall *call) {
    (void)user;
    const Tensor *x = strings_arg(call, 0);
    const Value *stops = host_arg(call, 3);
    Str how;
    int64_t sensitive;
    if (!x || !text_arg(call, 1, &how) || !int_arg(call, 2, &sensitive)) return false;
    if (!stops || stops->kind != VALUE_TENSOR || stops->tensor->dtype != DTYPE_STRING)
        return host_fail(call, "argument 3 must be a tensor of strings");
    if (!(x->ndim == 1 || (x->ndim == 2 && x->dims[0] == 1)))
        return host_fail(call, "argument 0 must be of shape (n,) or (1, n)");
    const bool lower = str_eq_c(how, "LOWER"), upper = str_eq_c(how, "UPPER");
    Arena arena;
    arena_init(&arena, x->ctx);
    const char **words =
        ARENA_ARRAY(&arena, const char *, stops->tensor->count + 1); /* as elements */
    for (size_t k = 0; k < stops->tensor->count; k++) {
        const Str s = tensor_get_string(stops->tensor, k);
        words[k] = string_intern(x->ctx, sensitive ? s : changed(&arena, s, false));
    }
    const char **kept = ARENA_ARRAY(&arena, const char *, x->count + 1);
    size_t n = 0;
    for (size_t i = 0; i < x->count; i++) {
        const Str s = tensor_get_string(x, i);
        const char *as = string_intern(x->ctx, sensitive ? s : changed(&arena, s, false));
        bool stop = false;
        for (size_t k = 0; k < stops->tensor->count && !stop; k++) stop = words[k] == as;
        if (!stop)
            kept[n++] = lower || upper ? string_intern(x->ctx, changed(&arena, s, upper))
                                       : string_intern(x->ctx, s);
        ctx_poll(x->ctx);
    }
    const int64_t dims[] = {1, n ? (int64_t)n : 1};
    Tensor *out = host_result(call, DTYPE_STRING, dims + (x->ndim == 1), x->ndim);
    for (size_t i = 0; out && i < n; i++) memcpy(tensor_at(out, i), &kept[i], sizeof kept[i]);
    arena_fini(&arena);
    return out != NULL;
}

/* (x, pattern) -> whether each element matches as a whole */
bool host_string_full_match(void *user, HostCall *call) {
    (void)user;
    const Tensor *x = strings_arg(call, 0);
    Str pattern;
    const char *why;
    if (!x || !text_arg(call, 1, &pattern)) return false;
    Arena arena;
    arena_init(&arena, x->ctx);
    Regex *re = regex_compile(&arena, pattern, &why);
    Tensor *out = re ? host_result(call, DTYPE_BOOL, x->dims, x->ndim) : NULL;
    if (!re) host_fail(call, diag_fmt(x->ctx, "the pattern is not supported: %s", why));
    for (size_t i = 0; out && i < out->count; i++) {
        tensor_set_int(out, i, regex_full_match(re, tensor_get_string(x, i)));
        ctx_poll(x->ctx);
    }
    arena_fini(&arena);
    return out != NULL;
}

/* (x) -> its elements as text: floats as short as they read back in their type, NaN, INF, -INF;
 * bools 1 and 0. */
bool host_string_from(void *user, HostCall *call) {
    (void)user;
    const Value *v = host_arg(call, 0);
    if (!v || v->kind != VALUE_TENSOR) return host_fail(call, "argument 0 must be a tensor");
    const Tensor *x = v->tensor;
    Tensor *out = host_result(call, DTYPE_STRING, x->dims, x->ndim);
    Arena arena;
    arena_init(&arena, x->ctx);
    for (size_t i = 0; out && i < out->count; i++) {
        StrBuf text;
        strbuf_init(&text, &arena);
        const double d = dtype_is_float(x->dtype) ? tensor_get_double(x, i) : 0;
        if (x->dtype == DTYPE_STRING) {
            const Str s = tensor_get_string(x, i);
            strbuf_add(&text, s.ptr, s.len);
        } else if (isnan(d)) {
            strbuf_puts(&text, "NaN");
        } else if (isinf(d)) {
            strbuf_puts(&text, d > 0 ? "INF" : "-INF");
        } else if (dtype_is_float(x->dtype)) {
            char digits[40];
            const int most = x->dtype == DTYPE_FLOAT64 ? 17 : 9;
            for (int n = x->dtype == DTYPE_FLOAT64 ? 15 : 1; n <= most; n++) {
                snprintf(digits, sizeof digits, "%.*g", n, d);
                if (x->dtype == DTYPE_FLOAT64 ? strtod(digits, NULL) == d
                                              : strtof(digits, NULL) == (float)d)
                    break;
            }
            strbuf_puts(&text, digits);
        } else if (x->dtype == DTYPE_UINT64) {
            strbuf_printf(&text, "%llu", (unsigned long long)tensor_get_int(x, i));
        } else {
            strbuf_int(&text, tensor_get_int(x, i));
        }
        tensor_set_string(out, i, strbuf_str(&text));
        ctx_poll(x->ctx);
    }
    arena_fini(&arena);
    return out != NULL;
}

/* White space around a number does not matter. */
static bool write_number(Tensor *out, size_t i, Str s) {
    char text[128], *end;
    while (s.len && is_space(s.ptr[0])) s.ptr++, s.len--;
    while (s.len && is_space(s.ptr[s.len - 1])) s.len--;
    if (!s.len || s.len >= sizeof text || memchr(s.ptr, 0, s.len)) return false;
    memcpy(text, s.ptr, s.len);
    text[s.len] = '\0';
    if (dtype_is_float(out->dtype)) {
        const double v =
            out->dtype == DTYPE_FLOAT64 ? strtod(text, &end) : (double)strtof(text, &end);
        if (end == text || *end) return false;
        tensor_set_double(out, i, v);
        return true;
    }
    errno = 0;
    const bool is_wide = out->dtype == DTYPE_UINT64 && *text != '-';
    const uint64_t u = is_wide ? strtoull(text, &end, 10) : 0;
    const int64_t v = is_wide ? (int64_t)u : strtoll(text, &end, 10);
    if (end == text || errno) return false;
    if (*end) { /* a float without a fraction that counts: it is cut off */
        const double d = strtod(text, &end);
        if (*end || !(d > -0x1p63 && d < 0x1p63)) return false;
        return out->dtype == DTYPE_BOOL ? tensor_set_int(out, i, d != 0)
                                        : tensor_set_int(out, i, (int64_t)d);
    }
    if (out->dtype == DTYPE_BOOL) return tensor_set_int(out, i, v != 0);
    return is_wide ? dtype_write_uint(out->dtype, tensor_at(out, i), u) : tensor_set_int(out, i, v);
}

/* (x, dtype) -> the numbers that the elements say */
bool host_string_to(void *user, HostCall *call) {
    (void)user;
    const Tensor *x = strings_arg(call, 0);
    const Value *dtype = host_arg(call, 1);
    if (!x) return false;
    if (!dtype || dtype->kind != VALUE_DTYPE || dtype->dtype == DTYPE_VOID ||
        dtype->dtype == DTYPE_STRING)
        return host_fail(call, "argument 1 must be R.dtype(...) of numbers");
    Tensor *out = host_result(call, dtype->dtype, x->dims, x->ndim);
    for (size_t i = 0; out && i < out->count; i++) {
        const Str s = tensor_get_string(x, i);
        if (!write_number(out, i, s))
            return host_fail(call, diag_fmt(x->ctx, "element %zu, '%.*s', is no %s", i,
                                            (int)(s.len < 40 ? s.len : 40), s.ptr,
                                            dtype_name(out->dtype)));
        ctx_poll(x->ctx);
    }
    return out != NULL;
}
