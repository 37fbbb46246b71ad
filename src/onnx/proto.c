/* SPDX-License-Identifier: Apache-2.0 */
/* Messages by their schemas. Nested messages are frames of an explicit stack, so depth costs no
 * stack; it is bounded by limits.depth, as what reads the structs later may recurse. */
#include "onnx/proto.h"

#include "base/diag.h"
#include "onnx/schema.h"
#include "onnx/wire.h"

/* A message under way. */
typedef struct {
    const OnnxSchema *schema;
    char *to;
    size_t end;
    const OnnxField *field; /* of the frame above that it fills; NULL: the whole */
    size_t index;           /* there, of a repeated one */
} Frame;

typedef struct {
    Ctx *ctx;
    Arena *arena;
    Wire wire;
    size_t size; /* of the whole */
    VEC(Frame) stack;
    const OnnxField *at; /* the field being read, for messages */
    size_t messages;
    bool is_over; /* a limit was passed, and that is reported */
    bool copies;  /* strings, but for long ones */
} Reader;

static const OnnxField *find_field(const OnnxSchema *s, uint32_t number) {
    for (size_t i = 0; i < s->n; i++) {
        if (s->fields[i].number == number) return &s->fields[i];
    }
    return NULL;
}

static const char *path_text(Reader *r) {
    StrBuf b;
    strbuf_init(&b, &r->ctx->diags->arena);
    for (size_t i = 0; i < r->stack.len; i++) {
        const Frame *f = &r->stack.at[i];
        if (!f->field) continue;
        strbuf_printf(&b, "%s%s", b.text.len ? "." : "", f->field->name);
        if (f->field->kind == FIELD_MESSAGES) strbuf_printf(&b, "[%zu]", f->index);
    }
    if (r->at) strbuf_printf(&b, "%s%s", b.text.len ? "." : "", r->at->name);
    return strbuf_cstr(&b);
}

static const char *wire_text(Reader *r, WireText t) {
    StrBuf b;
    strbuf_init(&b, &r->ctx->diags->arena);
    for (const char *c = t.text; *c; c++) {
        if (*c == '#')
            strbuf_printf(&b, "%llu", (unsigned long long)t.n);
        else
            strbuf_putc(&b, *c);
    }
    return strbuf_cstr(&b);
}

/* The most frequent damage: the file is not whole. */
static void report_cut(Reader *r, const char *path) {
    Ctx *ctx = r->ctx;
    const Wire *w = &r->wire;
    Diag *d = diag_error(ctx, (Loc){.line = 0}, DIAG_BYTE, diag_fmt(ctx, "%zu", w->cut_at),
                         *path ? diag_fmt(ctx, "the file ends inside the field %s", path)
                               : "the file ends inside a field");
    const char *where = diag_fmt(ctx, "of a value that begins at byte %zu", w->error_at);
    if (w->missing)
        diag_expected(ctx, d, "%llu more bytes, %s", (unsigned long long)w->missing, where);
    else
        diag_expected(ctx, d, "more bytes, %s", where);
    diag_found(ctx, d, "the end of the file");
    diag_help(ctx, d, "the file is not whole: copy or download it again");
}

static void report(Reader *r) {
    const char *path = path_text(r);
    if (r->wire.cut_at && r->wire.cut_at == r->size) {
        report_cut(r, path);
        return;
    }
    Diag *d = diag_error(r->ctx, (Loc){.line = 0}, DIAG_BYTE,
                         diag_fmt(r->ctx, "%zu", r->wire.error_at), r->wire.error);
    diag_expected(r->ctx, d, "%s", wire_text(r, r->wire.expected));
    if (*path)
        diag_found(r->ctx, d, "%s, in the field %s", wire_text(r, r->wire.found), path);
    else
        diag_found(r->ctx, d, "%s, outside all fields of the file", wire_text(r, r->wire.found));
}

/* More of something than the limits allow. */
static bool too_many(Reader *r, Str bytes, DiagId id, size_t limit, const char *what) {
    const char *path = path_text(r);
    const size_t at = (size_t)((const uint8_t *)bytes.ptr - r->wire.data);
    const char *n = diag_fmt(r->ctx, "%zu", limit);
    Diag *d = id == DIAG_TOO_DEEP ? diag_error(r->ctx, (Loc){.line = 0}, DIAG_TOO_DEEP, n)
                                  : diag_error(r->ctx, (Loc){.line = 0}, DIAG_TOO_MANY, n, what);
    diag_found(r->ctx, d, "one more at byte %zu, in the field %.1000s", at, path);
    r->is_over = true;
    return false;
}

static void push(Reader *r, const OnnxField *field, Str bytes, char *to, size_t index) {
    const Frame f = {.schema = field->schema,
                     .to = to,
                     .end = (size_t)((const uint8_t *)bytes.ptr - r->wire.data) + bytes.len,
                     .field = field,
                     .index = index};
    r->wire.pos = f.end - bytes.len;
    vec_push(r->arena, &r->stack, f);
}

/* Singular: the struct that is there already is gone on with. */
static bool enter(Reader *r, const OnnxField *field, Str bytes, char *to) {
    const Limits *limits = &r->ctx->limits;
    if (r->stack.len >= limits->depth) return too_many(r, bytes, DIAG_TOO_DEEP, limits->depth, "");
    if (++r->messages > limits->bindings)
        return too_many(r, bytes, DIAG_TOO_MANY, limits->bindings, "messages");
    void *child = NULL;
    size_t index = 0;
    if (field->kind == FIELD_MESSAGE) {
        memcpy(&child, to, sizeof child);
    } else {
        index = ((OnnxList *)(void *)to)->len;
    }
    if (!child) child = arena_calloc(r->arena, 1, field->schema->size);
    if (field->kind == FIELD_MESSAGE) {
        memcpy(to, &child, sizeof child);
    } else {
        vec_push(r->arena, (OnnxList *)(void *)to, child);
    }
    push(r, field, bytes, child, index);
    return true;
}

static double as_double(uint64_t bits) {
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static float as_float(uint64_t bits) {
    const uint32_t low = (uint32_t)bits;
    float v;
    memcpy(&v, &low, sizeof v);
    return v;
}

static void add_number(Reader *r, OnnxFieldKind kind, void *list, uint64_t v) {
    switch (kind) {
    case FIELD_INTS: vec_push(r->arena, (OnnxInts *)list, (int64_t)v); break;
    case FIELD_FLOATS: vec_push(r->arena, (OnnxFloats *)list, as_float(v)); break;
    case FIELD_DOUBLES: vec_push(r->arena, (OnnxDoubles *)list, as_double(v)); break;
    default: BUG("a field of numbers");
    }
}

static WireType number_type(OnnxFieldKind kind) {
    switch (kind) {
    case FIELD_FLOAT:
    case FIELD_FLOATS: return WIRE_FIXED32;
    case FIELD_DOUBLES: return WIRE_FIXED64;
    case FIELD_STR:
    case FIELD_STRS:
    case FIELD_MESSAGE:
    case FIELD_MESSAGES: return WIRE_BYTES;
    default: return WIRE_VARINT;
    }
}

/* Packed numbers: the payload holds one after another. */
static bool unpack(Reader *r, const OnnxField *field, Str bytes, void *list) {
    const size_t after = r->wire.pos, start = after - bytes.len;
    const WireType type = number_type(field->kind);
    r->wire.pos = start;
    while (r->wire.pos < after) {
        uint64_t v;
        ctx_poll(r->ctx);
        if (!(type == WIRE_VARINT
                  ? wire_varint(&r->wire, after, &v)
                  : wire_fixed(&r->wire, after, type == WIRE_FIXED32 ? 4 : 8, &v))) {
            return false;
        }
        add_number(r, field->kind, list, v);
    }
    return true;
}

static Str kept(Reader *r, Str s) {
    enum { BORROW_FROM = 1024 };
    if (!r->copies || s.len >= BORROW_FROM) return s;
    return (Str){arena_strdup(r->arena, s), s.len};
}

/* A field that the schema does not know, from the place of its tag on. */
static void take_rest(Reader *r, const Frame *f, size_t from) {
    if (!f->schema->rest) return;
    OnnxStrs **rest = (OnnxStrs **)(void *)(f->to + f->schema->rest);
    if (!*rest) *rest = ARENA_NEW(r->arena, OnnxStrs);
    vec_push(r->arena, *rest,
             kept(r, (Str){(const char *)r->wire.data + from, r->wire.pos - from}));
}

/* Most nodes have one or two inputs, and one output. */
static void add_str(Reader *r, OnnxStrs *list, Str s) {
    enum { FEW = 2 };
    if (!list->cap) *list = (OnnxStrs){.at = ARENA_ARRAY(r->arena, Str, FEW), .cap = FEW};
    vec_push(r->arena, list, s);
}

static bool take(Reader *r, const OnnxField *field, const WireField *w, char *base) {
    char *to = base + field->offset;
    const bool is_bytes = w->type == WIRE_BYTES;
    if (field->present) base[field->present] = true;
    switch (field->kind) {
    case FIELD_MESSAGE:
    case FIELD_MESSAGES:
        if (!is_bytes) break;
        return !field->schema || enter(r, field, w->bytes, to);
    case FIELD_STR:
        if (!is_bytes) break;
        *(Str *)(void *)to = kept(r, w->bytes);
        return true;
    case FIELD_STRS:
        if (!is_bytes) break;
        add_str(r, (OnnxStrs *)(void *)to, kept(r, w->bytes));
        return true;
    case FIELD_INTS:
    case FIELD_FLOATS:
    case FIELD_DOUBLES:
        if (is_bytes) return unpack(r, field, w->bytes, to);
        if (w->type != number_type(field->kind)) break;
        add_number(r, field->kind, to, w->value);
        return true;
    case FIELD_INT: {
        if (w->type != WIRE_VARINT) break;
        const int64_t v = (int64_t)w->value;
        memcpy(to, &v, sizeof v);
        return true;
    }
    case FIELD_FLOAT: {
        if (w->type != WIRE_FIXED32) break;
        const float v = as_float(w->value);
        memcpy(to, &v, sizeof v);
        return true;
    }
    }
    return wire_fail(&r->wire, w->at, "a wire type that the field does not have",
                     (WireText){"wire type #", number_type(field->kind)},
                     (WireText){"wire type #", w->type});
}

static void *parse(Arena *arena, Str bytes, const OnnxSchema *schema, bool copies) {
    Ctx *ctx = arena->ctx;
    Reader r = {.ctx = ctx, .arena = arena, .size = bytes.len, .copies = copies};
    wire_init(&r.wire, bytes.ptr);
    void *whole = arena_calloc(arena, 1, schema->size);
    vec_push(arena, &r.stack, ((Frame){.schema = schema, .to = whole, .end = bytes.len}));
    while (r.stack.len && !r.wire.error && !r.is_over) {
        const Frame f = r.stack.at[r.stack.len - 1];
        WireField w;
        const size_t from = r.wire.pos;
        ctx_poll(ctx);
        r.at = NULL;
        if (!wire_next(&r.wire, f.end, &w)) {
            /* 0 where not even that is known */
            if (r.wire.error)
                r.at = find_field(f.schema, w.number);
            else
                r.stack.len--;
            continue;
        }
        r.at = find_field(f.schema, w.number);
        if (r.at)
            take(&r, r.at, &w, f.to);
        else
            take_rest(&r, &f, from);
    }
    if (r.wire.error) report(&r);
    return r.wire.error || r.is_over ? NULL : whole;
}

OnnxModel *onnx_model_parse(Arena *arena, Str bytes) {
    return parse(arena, bytes, &onnx_model_schema, false);
}
OnnxModel *onnx_model_parse_copied(Arena *arena, Str bytes) {
    return parse(arena, bytes, &onnx_model_schema, true);
}
OnnxTensor *onnx_tensor_parse(Arena *arena, Str bytes) {
    return parse(arena, bytes, &onnx_tensor_schema, false);
}
