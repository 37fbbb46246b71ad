/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/safetensors.h"

#include "base/files.h"
#include "tensor/file.h"
#include "tensor/npy_parts.h"

static const Loc no_place = {.line = 0};

enum { LENGTH_BYTES = 8, HEADER_MAX = 100000000, RANK_MAX = 64 };

static const struct {
    DType dtype;
    const char *name;
} dtypes[] = {{DTYPE_FLOAT64, "F64"},       {DTYPE_FLOAT32, "F32"},
              {DTYPE_FLOAT16, "F16"},       {DTYPE_BFLOAT16, "BF16"},
              {DTYPE_INT64, "I64"},         {DTYPE_INT32, "I32"},
              {DTYPE_INT16, "I16"},         {DTYPE_INT8, "I8"},
              {DTYPE_UINT64, "U64"},        {DTYPE_UINT32, "U32"},
              {DTYPE_UINT16, "U16"},        {DTYPE_UINT8, "U8"},
              {DTYPE_BOOL, "BOOL"},         {DTYPE_FLOAT8E4M3FN, "F8_E4M3"},
              {DTYPE_FLOAT8E5M2, "F8_E5M2"}};

/* --- Reading --- */

typedef struct {
    Npz *out;
    Ctx *ctx;
    const char *name;
    Str bytes; /* of the header */
    size_t at;
    Arena scratch;
    TensorOwner *owner; /* of the file's bytes, which tensors borrow; NULL: they copy */
} Scan;

/* A tensor of the header. */
typedef struct {
    const char *name;
    DType dtype;
    uint32_t ndim;
    int64_t *dims;
    uint64_t from, to;
    bool has_dtype, has_shape, has_place;
    size_t at; /* in the header */
} Entry;

static bool wrong(Scan *s, size_t at, const char *what) {
    npy_error(s->ctx, s->name, LENGTH_BYTES + at, what);
    return false;
}

static void skip_spaces(Scan *s) {
    while (s->at < s->bytes.len && strchr(" \t\n\r", s->bytes.ptr[s->at]) && s->bytes.ptr[s->at])
        s->at++;
}

/* Whether the next sign is that one, which is taken then. */
static bool take(Scan *s, char c) {
    skip_spaces(s);
    if (s->at == s->bytes.len || s->bytes.ptr[s->at] != c) return false;
    s->at++;
    return true;
}

static bool need(Scan *s, char c) {
    return take(s, c) ||
           wrong(s, s->at,
                 diag_fmt(s->ctx, "the header is no JSON of tensors: '%c' is missing", c));
}

static int hex(char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static bool take_escape(Scan *s, StrBuf *out) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char c = s->at < s->bytes.len ? s->bytes.ptr[s->at++] : '\0';
    const char *is = c ? strchr(from, c) : NULL;
    uint32_t code = 0;
    if (is) {
        strbuf_putc(out, to[is - from]);
        return true;
    }
    for (int i = 0; c == 'u' && i < 4; i++) {
        const int digit = s->at < s->bytes.len ? hex(s->bytes.ptr[s->at++]) : -1;
        if (digit < 0) return wrong(s, s->at, "an escape in a string is cut off");
        code = code * 16 + (uint32_t)digit;
    }
    if (c != 'u' || !code || (code >= 0xD800 && code < 0xE000))
        return wrong(s, s->at, "an escape in a string that this reader does not take");
    if (code < 0x80) {
        strbuf_putc(out, (char)code);
    } else if (code < 0x800) {
        strbuf_putc(out, (char)(0xC0 | code >> 6));
        strbuf_putc(out, (char)(0x80 | (code & 0x3F)));
    } else {
        strbuf_putc(out, (char)(0xE0 | code >> 12));
        strbuf_putc(out, (char)(0x80 | (code >> 6 & 0x3F)));
        strbuf_putc(out, (char)(0x80 | (code & 0x3F)));
    }
    return true;
}

/* A string, into the arena; NULL after a report. */
static const char *need_string(Scan *s, Arena *arena) {
    StrBuf out;
    if (!need(s, '"')) return NULL;
    strbuf_init(&out, arena);
    const size_t first = s->at;
    while (s->at < s->bytes.len && s->bytes.ptr[s->at] != '"') {
        const char c = s->bytes.ptr[s->at++];
        if ((unsigned char)c < 0x20) {
            wrong(s, s->at - 1, "a control character in a string");
            return NULL;
        }
        if (c == '\\') {
            if (!take_escape(s, &out)) return NULL;
        } else {
            strbuf_putc(&out, c);
        }
    }
    if (s->at == s->bytes.len) {
        wrong(s, first, "a string does not end");
        return NULL;
    }
    s->at++;
    if (str_is_utf8(strbuf_str(&out))) return strbuf_cstr(&out);
    wrong(s, first, "a string is not UTF-8");
    return NULL;
}

static bool need_number(Scan *s, uint64_t *out) {
    skip_spaces(s);
    const size_t first = s->at;
    *out = 0;
    for (; s->at < s->bytes.len && s->bytes.ptr[s->at] >= '0' && s->bytes.ptr[s->at] <= '9';
         s->at++) {
        if (*out > (INT64_MAX - 9) / 10) return wrong(s, first, "a number is too large");
        *out = *out * 10 + (uint64_t)(s->bytes.ptr[s->at] - '0');
    }
    return s->at > first || wrong(s, first, "a number of 0 or more is missing");
}

/* At most `most` numbers in brackets. */
static bool need_list(Scan *s, uint64_t *out, uint32_t most, uint32_t *n) {
    *n = 0;
    if (!need(s, '[')) return false;
    if (take(s, ']')) return true;
    do {
        if (*n == most) return wrong(s, s->at, "a list is too long");
        if (!need_number(s, &out[(*n)++])) return false;
    } while (take(s, ','));
    return need(s, ']');
}

static bool take_dtype(Scan *s, Entry *e) {
    const size_t at = s->at;
    const char *name = need_string(s, &s->scratch);
    for (size_t i = 0; name && i < ARRAY_LEN(dtypes); i++) {
        if (strcmp(dtypes[i].name, name) != 0) continue;
        e->dtype = dtypes[i].dtype;
        e->has_dtype = true;
        return true;
    }
    return name &&
           wrong(s, at,
                 diag_fmt(s->ctx, "'%s' is of '%s', a type that is not read", e->name, name));
}

static bool take_field(Scan *s, Entry *e) {
    uint64_t list[RANK_MAX];
    uint32_t n;
    skip_spaces(s);
    const size_t at = s->at;
    const char *key = need_string(s, &s->scratch);
    if (!key || !need(s, ':')) return false;
    if (strcmp(key, "dtype") == 0) return take_dtype(s, e);
    if (strcmp(key, "shape") == 0) {
        if (!need_list(s, list, RANK_MAX, &n)) return false;
        e->dims = ARENA_ARRAY(&s->scratch, int64_t, (size_t)n + 1);
        for (uint32_t i = 0; i < n; i++) e->dims[i] = (int64_t)list[i];
        e->ndim = n;
        e->has_shape = true;
        return true;
    }
    if (strcmp(key, "data_offsets") == 0) {
        if (!need_list(s, list, 2, &n)) return false;
        if (n != 2) return wrong(s, at, "data_offsets are two numbers");
        e->from = list[0], e->to = list[1];
        e->has_place = true;
        return true;
    }
    return wrong(s, at, diag_fmt(s->ctx, "'%s' is no field of a tensor", key));
}

/* What the format keeps for people: texts by name. */
static bool skip_metadata(Scan *s) {
    if (!need(s, '{')) return false;
    if (take(s, '}')) return true;
    do {
        if (!need_string(s, &s->scratch) || !need(s, ':') || !need_string(s, &s->scratch))
            return false;
    } while (take(s, ','));
    return need(s, '}');
}

/* The tensor's data lie where the file has such, and are as many as its shape says. */
static bool add_tensor(Scan *s, const Entry *e, Str data) {
    size_t count, bytes;
    Npz *out = s->out;
    if (!e->has_dtype || !e->has_shape || !e->has_place)
        return wrong(s, e->at,
                     diag_fmt(s->ctx, "'%s' lacks dtype, shape or data_offsets", e->name));
    if (npz_get(out, e->name))
        return wrong(s, e->at, diag_fmt(s->ctx, "'%s' stands twice", e->name));
    if (!tensor_count(e->dims, e->ndim, e->dtype, &count, &bytes) || e->to < e->from ||
        e->to - e->from != bytes)
        return wrong(s, e->at,
                     diag_fmt(s->ctx, "'%s' has not as many bytes as its shape says", e->name));
    if (e->to > data.len)
        return wrong(s, e->at, diag_fmt(s->ctx, "the file ends within the data of '%s'", e->name));
    const char *held = data.ptr + e->from;
    const bool borrows = s->owner && tensor_is_normal(e->dtype, count, held);
    if (!borrows && bytes > s->ctx->limits.const_bytes) {
        npy_limit_error(s->ctx, s->name, s->ctx->limits.const_bytes, "bytes of arrays");
        return false;
    }
    NpzArray *a = &out->arrays[out->n];
    *a = (NpzArray){.name = arena_strdup(&out->arena, str_c(e->name))};
    a->tensor = borrows ? tensor_borrow(s->ctx, e->dtype, e->dims, e->ndim, held, s->owner)
                        : tensor_new(s->ctx, e->dtype, e->dims, e->ndim);
    out->n++;
    if (bytes && !borrows) memcpy(a->tensor->data, held, bytes);
    if (!borrows) tensor_normalize(a->tensor);
    map_add(&out->by_name, hash_bytes(s->ctx, a->name, strlen(a->name)), a);
    return true;
}

static bool need_entry(Scan *s, Str data, uint64_t *total) {
    Entry e = {.at = s->at};
    if (!(e.name = need_string(s, &s->scratch)) || !need(s, ':')) return false;
    if (strcmp(e.name, "__metadata__") == 0) return skip_metadata(s);
    if (!need(s, '{')) return false;
    do {
        if (!take_field(s, &e)) return false;
    } while (take(s, ','));
    if (!need(s, '}')) return false;
    ctx_poll(s->ctx);
    if (!add_tensor(s, &e, data)) return false;
    *total += e.to - e.from; /* each is at most the file's length, and costs a row of it */
    return *total <= data.len || wrong(s, e.at, "tensors share their data");
}

static bool read_header(Scan *s, Str data) {
    uint64_t total = 0;
    size_t most = 1; /* a tensor has a brace */
    for (size_t i = 0; i < s->bytes.len; i++) most += s->bytes.ptr[i] == '{';
    s->out->arrays = ARENA_ARRAY(&s->out->arena, NpzArray, most);
    if (!need(s, '{')) return false;
    if (!take(s, '}')) {
        do {
            const ArenaMark mark = arena_mark(&s->scratch);
            if (!need_entry(s, data, &total)) return false;
            arena_rewind(&s->scratch, mark);
        } while (take(s, ','));
        if (!need(s, '}')) return false;
    }
    skip_spaces(s);
    if (s->at != s->bytes.len) return wrong(s, s->at, "something follows the header's object");
    return total == data.len || wrong(s, s->at, "the file holds data that are of no tensor");
}

static bool safetensors_read(Npz *self, const char *name, Str bytes, TensorOwner *owner) {
    Scan s = {.out = self, .ctx = self->ctx, .name = name, .owner = owner};
    uint64_t n = 0;
    BUG_IF(self->arrays);
    for (int i = LENGTH_BYTES; bytes.len >= LENGTH_BYTES && i-- > 0;)
        n = n << 8 | (unsigned char)bytes.ptr[i];
    if (bytes.len < LENGTH_BYTES || n > HEADER_MAX || n > bytes.len - LENGTH_BYTES) {
        Diag *d = npy_error(self->ctx, name, 0,
                            "the file ends within its header, or is of another format");
        diag_expected(self->ctx, d,
                      "the header's length in eight bytes, and as many bytes behind them");
        return false;
    }
    s.bytes = (Str){bytes.ptr + LENGTH_BYTES, (size_t)n};
    const Str data = {s.bytes.ptr + n, bytes.len - LENGTH_BYTES - (size_t)n};
    arena_init(&s.scratch, self->ctx);
    const bool ok = read_header(&s, data);
    arena_fini(&s.scratch);
    return ok;
}

Status safetensors_read_file(Npz *self, const char *path) {
    InputFile file;
    const Status status = file_open(&file, self->ctx, path);
    if (status != STATUS_OK) return status;
    const bool ok = safetensors_read(self, path, file.bytes, NULL);
    file_close(&file);
    return ok ? STATUS_OK : STATUS_INVALID;
}

Status safetensors_map_file(Npz *self, const char *path) {
    Ctx *ctx = self->ctx;
    SharedFile *file;
    if (!ctx->io.map) return safetensors_read_file(self, path);
    int err = file_share(ctx, NULL, path, ctx->limits.input_bytes, &file);
    if (!err) {
        const Str bytes = {file->mapped.data, file->mapped.size};
        const bool ok = safetensors_read(self, path, bytes, &file->owner);
        err = file_share_end(file);
        if (!err) return ok ? STATUS_OK : STATUS_INVALID;
    }
    return file_report(ctx, path, err);
}

/* --- Writing --- */

/* NULL: the format has none. */
static const char *name_of(DType t) {
    for (size_t i = 0; i < ARRAY_LEN(dtypes); i++) {
        if (dtypes[i].dtype == t) return dtypes[i].name;
    }
    return NULL;
}

/* A string of JSON; bytes that are no UTF-8 are replaced. */
static void put_string(StrBuf *out, const char *s) {
    strbuf_putc(out, '"');
    for (size_t n; *s; s += n) {
        const unsigned char c = (unsigned char)*s;
        n = utf8_len(s, strlen(s));
        if (!n) {
            strbuf_putc(out, '?');
            n = 1;
        } else if (c == '"' || c == '\\') {
            strbuf_printf(out, "\\%c", c);
        } else if (c < 0x20) {
            strbuf_printf(out, "\\u%04x", c);
        } else {
            strbuf_add(out, s, n);
        }
    }
    strbuf_putc(out, '"');
}

/* NULL: an array may be called so, behind those of `seen`; else why not. */
static const char *name_fault(Ctx *ctx, Map *seen, const char *name) {
    if (strcmp(name, "__metadata__") == 0)
        return "'__metadata__' is no name of an array: safetensors keep remarks there";
    const uint64_t hash = hash_bytes(ctx, name, strlen(name));
    for (MapIter it = map_find(seen, hash); map_next(seen, &it);)
        if (strcmp(it.value, name) == 0) return diag_fmt(ctx, "two arrays are named '%s'", name);
    map_add(seen, hash, (void *)(uintptr_t)name);
    return NULL;
}

static bool put_header(Ctx *ctx, const char *path, const NpzArray *arrays, size_t n, StrBuf *head) {
    size_t at = 0;
    Map seen;
    map_init(&seen, head->arena);
    strbuf_putc(head, '{');
    for (size_t i = 0; i < n; i++) {
        const Tensor *t = arrays[i].tensor;
        const char *dtype = name_of(t->dtype), *fault = name_fault(ctx, &seen, arrays[i].name);
        if (fault) {
            diag_error(ctx, no_place, DIAG_WRITE, path, fault);
            return false;
        }
        if (!dtype) {
            diag_error(ctx, no_place, DIAG_WRITE, path,
                       diag_fmt(ctx, "'%s' is of %s, which safetensors do not have", arrays[i].name,
                                dtype_name(t->dtype)));
            return false;
        }
        if (i) strbuf_putc(head, ',');
        put_string(head, arrays[i].name);
        strbuf_printf(head, ":{\"dtype\":\"%s\",\"shape\":[", dtype);
        for (uint32_t d = 0; d < t->ndim; d++)
            strbuf_printf(head, "%s%lld", d ? "," : "", (long long)t->dims[d]);
        strbuf_printf(head, "],\"data_offsets\":[%zu,%zu]}", at, at + t->bytes);
        at += t->bytes;
    }
    strbuf_putc(head, '}');
    while (head->text.len % 8) strbuf_putc(head, ' '); /* so the data are aligned */
    return true;
}

Status safetensors_write_file(Ctx *ctx, const char *path, const NpzArray *arrays, size_t n) {
    Arena arena;
    StrBuf head;
    char length[LENGTH_BYTES];
    Status status = STATUS_IO;
    size_t n_pieces = 2;
    arena_init(&arena, ctx);
    Str *pieces = ARENA_ARRAY(&arena, Str, n + 2);
    strbuf_init(&head, &arena);
    if (put_header(ctx, path, arrays, n, &head)) {
        for (int i = 0; i < LENGTH_BYTES; i++)
            length[i] = (char)((uint64_t)head.text.len >> (8 * i));
        pieces[0] = (Str){length, sizeof length};
        pieces[1] = strbuf_str(&head);
        for (size_t i = 0; i < n; i++) {
            const Tensor *t = arrays[i].tensor;
            if (t->bytes) pieces[n_pieces++] = (Str){t->data, t->bytes};
        }
        const int err = files_write(ctx, path, pieces, n_pieces);
        status = err ? files_report(ctx, path, err) : STATUS_OK;
    }
    arena_fini(&arena);
    return status;
}
