/* SPDX-License-Identifier: Apache-2.0 */
/* TVM's metadata table. An array's bytes are base64 of (little-endian)
 *     u64 0xDD5E40F096B4A13F, u64 0, i32 device type 1, i32 device 0, i32 rank,
 *     u8 type code, u8 bits, u16 lanes, i64 dims[rank], i64 bytes, data
 * with type codes as DLPack's (int 0, uint 1, float 2, bfloat 4, float8 10 to 14, float4 17); a
 * bool is uint of 1 bit, or of 8. A string is a handle (3) of 64 bits; its data, of which TVM has
 * none, are each string's length as u64 and bytes. */
#include "ir/metadata.h"

#include <jansson.h>
#include <stdlib.h>

#include "base/base64.h"
#include "base/diag.h"
#include "tensor/strings.h"

#define MAGIC 0xDD5E40F096B4A13Fu

enum { HEAD = 8 + 8 + 4 + 4 + 4 + 4, CODE_UINT = 1, CODE_HANDLE = 3, CODE_BOOL = 6 };

static bool type_of(unsigned code, unsigned bits, DType *out) {
    if ((code == CODE_UINT && bits == 1) || code == CODE_BOOL) {
        *out = DTYPE_BOOL;
        return true;
    }
    if (code == CODE_HANDLE && bits == 64) {
        *out = DTYPE_STRING;
        return true;
    }
    for (int t = 1; t < DTYPE_NUMBER_END; t++) {
        if (dtype_foreign_code((DType)t) != code || dtype_bits((DType)t) != bits) continue;
        *out = (DType)t;
        return true;
    }
    return false;
}

static uint64_t get(const unsigned char *p, int bytes) {
    uint64_t v = 0;
    for (int i = 0; i < bytes; i++) v |= (uint64_t)p[i] << (8 * i);
    return v;
}

static Tensor *read_strings(Ctx *ctx, const int64_t *dims, uint32_t ndim, const unsigned char *p,
                            size_t len) {
    size_t count, bytes;
    if (!tensor_count(dims, ndim, DTYPE_STRING, &count, &bytes) || count > len / 8) return NULL;
    Tensor *t = tensor_new(ctx, DTYPE_STRING, dims, ndim);
    for (size_t i = 0; i < count; i++) {
        if (len < 8 || get(p, 8) > len - 8) {
            tensor_unref(t);
            return NULL;
        }
        const size_t n = (size_t)get(p, 8);
        tensor_set_string(t, i, (Str){(const char *)p + 8, n});
        p += 8 + n, len -= 8 + n;
    }
    if (len) tensor_unref(t);
    return len ? NULL : t;
}

/* The tensor that the bytes describe; NULL: malformed. */
static Tensor *read_array(Ctx *ctx, Arena *scratch, const unsigned char *p, size_t len) {
    if (len < HEAD || get(p, 8) != MAGIC) return NULL;
    uint64_t ndim = get(p + 24, 4);
    DType dtype;
    if (ndim > ctx->limits.rank || get(p + 30, 2) != 1 || !type_of(p[28], p[29], &dtype))
        return NULL;
    if (len < HEAD + 8 * ndim + 8) return NULL;
    int64_t *dims = ARENA_ARRAY(scratch, int64_t, ndim + 1);
    for (uint64_t i = 0; i < ndim; i++) dims[i] = (int64_t)get(p + HEAD + 8 * i, 8);
    size_t count, bytes, at = HEAD + 8 * ndim + 8;
    if (dtype == DTYPE_STRING && get(p + at - 8, 8) <= len - at)
        return read_strings(ctx, dims, (uint32_t)ndim, p + at, (size_t)get(p + at - 8, 8));
    if (dtype == DTYPE_STRING || !tensor_count(dims, (uint32_t)ndim, dtype, &count, &bytes))
        return NULL;
    if (get(p + at - 8, 8) != bytes || len - at < bytes) return NULL;
    for (size_t i = 0; dtype == DTYPE_BOOL && i < bytes; i++) {
        if (p[at + i] > 1) return NULL;
    }
    Tensor *t = tensor_new(ctx, dtype, dims, (uint32_t)ndim);
    if (bytes) memcpy(t->data, p + at, bytes);
    tensor_normalize(t);
    return t;
}

/* jansson's own memory is outside our allocator; the handle hangs on the clean-ups. */
typedef struct {
    Cleanup cleanup;
    json_t *root;
} JsonGuard;

static void json_cleanup(Cleanup *node) { json_decref(((JsonGuard *)(void *)node)->root); }

static json_t *node_at(json_t *nodes, json_t *index) {
    json_int_t i = json_is_integer(index) ? json_integer_value(index) : -1;
    if (json_is_string(index)) {
        char *end;
        i = strtoll(json_string_value(index), &end, 10);
        if (*end) return NULL;
    }
    return i >= 0 ? json_array_get(nodes, (size_t)i) : NULL;
}

/* The indices into b64ndarrays of the constants, in order. NULL: reported by the caller. */
static bool read_constants(IrModule *m, json_t *root, Metadata *out, const char **problem) {
    json_t *nodes = json_object_get(root, "nodes"), *arrays = json_object_get(root, "b64ndarrays");
    json_t *map = node_at(nodes, json_object_get(root, "root"));
    json_t *keys = json_object_get(map, "keys"), *data = json_object_get(map, "data");
    *problem = "a 'Map' at the root with the key relax.expr.Constant";
    json_t *list = NULL;
    for (size_t i = 0; i < json_array_size(keys); i++) {
        const char *key = json_string_value(json_array_get(keys, i));
        if (key && strcmp(key, "relax.expr.Constant") == 0)
            list = node_at(nodes, json_array_get(data, i));
    }
    json_t *items = json_object_get(list, "data");
    if (!json_is_array(items)) return false;
    for (size_t i = 0; i < json_array_size(items); i++) {
        json_t *attrs = json_object_get(node_at(nodes, json_array_get(items, i)), "attrs");
        json_t *array = node_at(arrays, json_object_get(attrs, "data"));
        *problem = "every constant to name an entry of b64ndarrays";
        if (!json_is_string(array)) return false;
        ArenaMark mark = arena_mark(&m->scratch);
        size_t len = json_string_length(array);
        unsigned char *bytes = arena_alloc(&m->scratch, len + 1);
        int64_t n = base64_decode(json_string_value(array), len, bytes);
        Tensor *t = n < 0 ? NULL : read_array(m->ctx, &m->scratch, bytes, (size_t)n);
        *problem = "base64 of an array with its header";
        arena_rewind(&m->scratch, mark);
        if (!t) return false;
        IrConst *c = ir_const_new(m, t);
        vec_push(&m->arena, &out->constants, c);
    }
    return true;
}

bool metadata_read(IrModule *m, Str json, Loc loc, Metadata *out) {
    Ctx *ctx = m->ctx;
    json_error_t error;
    JsonGuard guard = {.root = json_loadb(json.ptr, json.len, 0, &error)};
    out->present = true;
    if (!guard.root) {
        Diag *d = diag_error(ctx, loc, DIAG_VALUE, "the metadata is no JSON");
        diag_found(ctx, d, "%s at its line %d", error.text, error.line);
        return false;
    }
    cleanup_push(ctx, &guard.cleanup, json_cleanup);
    const char *problem;
    bool ok = read_constants(m, guard.root, out, &problem);
    if (!ok) {
        Diag *d = diag_error(ctx, loc, DIAG_VALUE, "the metadata is malformed");
        diag_expected(ctx, d, "%s", problem);
    }
    cleanup_pop(&guard.cleanup);
    json_decref(guard.root);
    return ok;
}

static void put(unsigned char *p, uint64_t v, int bytes) {
    for (int i = 0; i < bytes; i++) p[i] = (unsigned char)(v >> (8 * i));
}

static void put_strings(unsigned char *p, const Tensor *t) {
    for (size_t i = 0; i < t->count; i++) {
        const Str s = tensor_get_string(t, i);
        put(p, s.len, 8);
        if (s.len) memcpy(p + 8, s.ptr, s.len);
        p += 8 + s.len;
    }
}

static size_t data_bytes(const Tensor *t) {
    size_t bytes = t->bytes;
    for (size_t i = 0; t->dtype == DTYPE_STRING && i < t->count; i++)
        bytes += tensor_get_string(t, i).len;
    return bytes;
}

static void print_array(IrModule *m, const Tensor *t, StrBuf *out) {
    ArenaMark mark = arena_mark(&m->scratch);
    const size_t head = HEAD + 8 * (size_t)t->ndim + 8, bytes = data_bytes(t), n = head + bytes;
    unsigned char *p = arena_alloc(&m->scratch, n);
    const bool is_bool = t->dtype == DTYPE_BOOL, is_text = t->dtype == DTYPE_STRING;
    put(p, MAGIC, 8);
    put(p + 8, 0, 8);
    put(p + 16, 1, 4);
    put(p + 20, 0, 4);
    put(p + 24, t->ndim, 4);
    p[28] = is_bool ? CODE_UINT : is_text ? CODE_HANDLE : dtype_foreign_code(t->dtype);
    p[29] = (unsigned char)(is_bool ? 1 : is_text ? 64 : dtype_bits(t->dtype));
    put(p + 30, 1, 2);
    for (uint32_t i = 0; i < t->ndim; i++) put(p + HEAD + 8 * (size_t)i, (uint64_t)t->dims[i], 8);
    put(p + head - 8, bytes, 8);
    if (is_text)
        put_strings(p + head, t);
    else if (t->bytes)
        memcpy(p + head, t->data, t->bytes);
    base64_encode(out, p, n);
    arena_rewind(&m->scratch, mark);
}

void metadata_print(IrModule *m, IrConst *const *constants, size_t n, StrBuf *out) {
    strbuf_puts(
        out,
        "metadata = tvm.ir.load_json(\"\"\"{\n  \"root\": 1,\n  \"nodes\": [\n    {\"type_key\": \"\"},\n"
        "    {\"type_key\": \"Map\", \"keys\": [\"relax.expr.Constant\"], \"data\": [2]},\n"
        "    {\"type_key\": \"Array\", \"data\": [");
    for (size_t i = 0; i < n; i++) strbuf_printf(out, "%s%zu", i ? ", " : "", 3 + i);
    strbuf_puts(out, "]}");
    for (size_t i = 0; i < n; i++) {
        strbuf_printf(
            out, ",\n    {\"type_key\": \"relax.expr.Constant\", \"attrs\": {\"data\": \"%zu\"}}",
            i);
    }
    strbuf_puts(out, "\n  ],\n  \"b64ndarrays\": [");
    for (size_t i = 0; i < n; i++) {
        strbuf_puts(out, i ? ",\n    \"" : "\n    \"");
        print_array(m, constants[i]->tensor, out);
        strbuf_putc(out, '"');
    }
    strbuf_puts(out, "\n  ],\n  \"attrs\": {\"tenon\": \"1\"}\n}\"\"\")\n\n");
}
