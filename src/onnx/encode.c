/* SPDX-License-Identifier: Apache-2.0 */
/* Messages to bytes, by the same schemas that read them. A message stands behind its length, so
 * there are two walks: the first one notes the length of each message, in the order in which they
 * are met, the second one writes them. Both recurse as deep as messages nest, which whoever makes
 * the structs bounds.
 *
 * A singular number or string is written when it is not 0 or empty, or noted as present. A list of
 * one number stands there as that number, which is shorter and as most files have it; others are
 * packed. */
#include "onnx/schema.h"
#include "onnx/wire.h"

enum { CHUNK = 1 << 16, BORROW_FROM = 512 };

typedef struct {
    Ctx *ctx;
    Arena *arena;
    Arena own;         /* of the sizes */
    VEC(size_t) sizes; /* of messages and packed lists, in the order of the walk */
    size_t at;         /* of the second walk */
    char *next, *end;  /* room in the chunk at hand */
    OnnxBytes *out;
} Encoder;

static size_t varint_size(uint64_t v) {
    size_t n = 1;
    for (; v >= 0x80; v >>= 7) n++;
    return n;
}

/* Room for n bytes, a few; they belong to the last piece. */
static char *room(Encoder *e, size_t n) {
    OnnxBytes *out = e->out;
    if ((size_t)(e->end - e->next) < n) {
        e->next = arena_alloc(e->arena, CHUNK);
        e->end = e->next + CHUNK;
    }
    Str *last = out->pieces.len ? &out->pieces.at[out->pieces.len - 1] : NULL;
    if (!last || last->ptr + last->len != e->next) {
        vec_push(e->arena, &out->pieces, ((Str){e->next, 0}));
        last = &out->pieces.at[out->pieces.len - 1];
    }
    char *to = e->next;
    e->next += n;
    last->len += n;
    out->bytes += n;
    return to;
}

static void put_varint(Encoder *e, uint64_t v) {
    char *to = room(e, varint_size(v));
    for (; v >= 0x80; v >>= 7) *to++ = (char)((v & 0x7f) | 0x80);
    *to = (char)v;
}

static void put_fixed(Encoder *e, uint64_t bits, size_t n) {
    char *to = room(e, n);
    for (size_t i = 0; i < n; i++) to[i] = (char)(bits >> (8 * i));
}

static void put_raw(Encoder *e, Str s) {
    if (s.len < BORROW_FROM) {
        if (s.len) memcpy(room(e, s.len), s.ptr, s.len);
        return;
    }
    vec_push(e->arena, &e->out->pieces, ((Str){s.ptr, s.len}));
    e->out->bytes += s.len;
}

static void put_bytes(Encoder *e, Str s) {
    put_varint(e, s.len);
    put_raw(e, s);
}

static void put_tag(Encoder *e, const OnnxField *f, WireType type) {
    put_varint(e, (uint64_t)f->number << 3 | type);
}

static size_t tag_size(const OnnxField *f) { return varint_size((uint64_t)f->number << 3); }
static size_t length_size(size_t n) { return varint_size(n) + n; }

static uint32_t float_bits(float v) {
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static uint64_t double_bits(double v) {
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

/* Is the field to be written? Of a repeated one: is there any? */
static bool is_there(const OnnxField *f, const char *base) {
    const void *at = base + f->offset;
    if (f->present) return base[f->present];
    switch (f->kind) {
    case FIELD_INT: return *(const int64_t *)at != 0;
    case FIELD_FLOAT: return float_bits(*(const float *)at) != 0;
    case FIELD_STR: return ((const Str *)at)->len != 0;
    case FIELD_MESSAGE: return *(void *const *)at != NULL;
    case FIELD_INTS: return ((const OnnxInts *)at)->len != 0;
    case FIELD_FLOATS: return ((const OnnxFloats *)at)->len != 0;
    case FIELD_DOUBLES: return ((const OnnxDoubles *)at)->len != 0;
    case FIELD_STRS: return ((const OnnxStrs *)at)->len != 0;
    case FIELD_MESSAGES: return ((const OnnxList *)at)->len != 0;
    }
    BUG("a kind of field");
}

static const OnnxStrs *rest_of(const OnnxSchema *s, const char *base) {
    return s->rest ? *(OnnxStrs *const *)(const void *)(base + s->rest) : NULL;
}

/* The first walk */

static size_t message_size(Encoder *e, const OnnxSchema *s, const char *base);

static size_t nested_size(Encoder *e, const OnnxField *f, const void *message) {
    return tag_size(f) + length_size(message_size(e, f->schema, message));
}

static size_t numbers_size(const OnnxField *f, size_t n, size_t each) {
    return tag_size(f) + (n == 1 ? each : length_size(n * each));
}

static size_t field_size(Encoder *e, const OnnxField *f, const char *base) {
    const void *at = base + f->offset;
    size_t n = 0;
    switch (f->kind) {
    case FIELD_INT: return tag_size(f) + varint_size((uint64_t) * (const int64_t *)at);
    case FIELD_FLOAT: return tag_size(f) + 4;
    case FIELD_STR: return tag_size(f) + length_size(((const Str *)at)->len);
    case FIELD_MESSAGE: return nested_size(e, f, *(void *const *)at);
    case FIELD_INTS: {
        const OnnxInts *list = at;
        for (size_t i = 0; i < list->len; i++) n += varint_size((uint64_t)list->at[i]);
        if (list->len == 1) return tag_size(f) + n;
        vec_push(&e->own, &e->sizes, n);
        return tag_size(f) + length_size(n);
    }
    case FIELD_FLOATS: return numbers_size(f, ((const OnnxFloats *)at)->len, 4);
    case FIELD_DOUBLES: return numbers_size(f, ((const OnnxDoubles *)at)->len, 8);
    case FIELD_STRS: {
        const OnnxStrs *list = at;
        for (size_t i = 0; i < list->len; i++) n += tag_size(f) + length_size(list->at[i].len);
        return n;
    }
    case FIELD_MESSAGES: {
        const OnnxList *list = at;
        for (size_t i = 0; i < list->len; i++) n += nested_size(e, f, list->at[i]);
        return n;
    }
    }
    BUG("a kind of field");
}

static size_t message_size(Encoder *e, const OnnxSchema *s, const char *base) {
    const size_t place = e->sizes.len;
    size_t n = 0;
    ctx_poll(e->ctx);
    vec_push(&e->own, &e->sizes, 0);
    for (size_t i = 0; i < s->n; i++) {
        if (is_there(&s->fields[i], base)) n += field_size(e, &s->fields[i], base);
    }
    const OnnxStrs *rest = rest_of(s, base);
    for (size_t i = 0; rest && i < rest->len; i++) n += rest->at[i].len;
    e->sizes.at[place] = n;
    return n;
}

/* The second walk */

static void put_message(Encoder *e, const OnnxSchema *s, const char *base);

static void put_nested(Encoder *e, const OnnxField *f, const void *message) {
    put_tag(e, f, WIRE_BYTES);
    put_varint(e, e->sizes.at[e->at]);
    put_message(e, f->schema, message);
}

static void put_field(Encoder *e, const OnnxField *f, const char *base) {
    const void *at = base + f->offset;
    switch (f->kind) {
    case FIELD_INT:
        put_tag(e, f, WIRE_VARINT);
        put_varint(e, (uint64_t) * (const int64_t *)at);
        return;
    case FIELD_FLOAT:
        put_tag(e, f, WIRE_FIXED32);
        put_fixed(e, float_bits(*(const float *)at), 4);
        return;
    case FIELD_STR:
        put_tag(e, f, WIRE_BYTES);
        put_bytes(e, *(const Str *)at);
        return;
    case FIELD_MESSAGE: put_nested(e, f, *(void *const *)at); return;
    case FIELD_INTS: {
        const OnnxInts *list = at;
        put_tag(e, f, list->len == 1 ? WIRE_VARINT : WIRE_BYTES);
        if (list->len != 1) put_varint(e, e->sizes.at[e->at++]);
        for (size_t i = 0; i < list->len; i++) put_varint(e, (uint64_t)list->at[i]);
        return;
    }
    case FIELD_FLOATS: {
        const OnnxFloats *list = at;
        put_tag(e, f, list->len == 1 ? WIRE_FIXED32 : WIRE_BYTES);
        if (list->len != 1) put_varint(e, 4 * list->len);
        for (size_t i = 0; i < list->len; i++) put_fixed(e, float_bits(list->at[i]), 4);
        return;
    }
    case FIELD_DOUBLES: {
        const OnnxDoubles *list = at;
        put_tag(e, f, list->len == 1 ? WIRE_FIXED64 : WIRE_BYTES);
        if (list->len != 1) put_varint(e, 8 * list->len);
        for (size_t i = 0; i < list->len; i++) put_fixed(e, double_bits(list->at[i]), 8);
        return;
    }
    case FIELD_STRS: {
        const OnnxStrs *list = at;
        for (size_t i = 0; i < list->len; i++) {
            put_tag(e, f, WIRE_BYTES);
            put_bytes(e, list->at[i]);
        }
        return;
    }
    case FIELD_MESSAGES: {
        const OnnxList *list = at;
        for (size_t i = 0; i < list->len; i++) put_nested(e, f, list->at[i]);
        return;
    }
    }
}

static void put_message(Encoder *e, const OnnxSchema *s, const char *base) {
    ctx_poll(e->ctx);
    e->at++;
    const OnnxStrs *rest = rest_of(s, base);
    for (size_t i = 0; i <= s->n; i++) {
        /* a model's metadata stands behind the rest, as in the files of others */
        const bool is_end = i == s->n - (s == &onnx_model_schema);
        for (size_t k = 0; is_end && rest && k < rest->len; k++) put_raw(e, rest->at[k]);
        if (i < s->n && is_there(&s->fields[i], base)) put_field(e, &s->fields[i], base);
    }
}

void onnx_model_encode(Arena *arena, const OnnxModel *model, OnnxBytes *out) {
    Encoder e = {.ctx = arena->ctx, .arena = arena, .out = out};
    *out = (OnnxBytes){.bytes = 0};
    arena_init(&e.own, arena->ctx);
    const size_t n = message_size(&e, &onnx_model_schema, (const char *)model);
    put_message(&e, &onnx_model_schema, (const char *)model);
    BUG_IF(out->bytes != n);
    arena_fini(&e.own);
}
