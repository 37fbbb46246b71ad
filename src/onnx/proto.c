/* SPDX-License-Identifier: Apache-2.0 */
/* Messages by their schemas. Nested messages are frames of an explicit stack, so depth costs no stack;
 * it is bounded by limits.depth, as what reads the structs later may recurse. */
#include "onnx/proto.h"

#include "base/diag.h"
#include "onnx/wire.h"

typedef enum {
    FIELD_INT,
    FIELD_FLOAT,
    FIELD_STR,
    FIELD_MESSAGE,
    FIELD_INTS,
    FIELD_FLOATS,
    FIELD_DOUBLES,
    FIELD_STRS,
    FIELD_MESSAGES,
} FieldKind;

typedef struct Schema Schema;

typedef struct {
    uint32_t number;
    FieldKind kind;
    size_t offset;
    const char *name;
    const Schema *schema; /* of a message */
    size_t present;       /* offset of a bool that notes it; 0: none (never a struct's first member) */
} Field;

struct Schema {
    size_t size;
    const Field *fields;
    size_t n;
};

#define FIELD(n, kind_, T, member)                                                                 \
    { .number = (n), .kind = FIELD_##kind_, .offset = offsetof(T, member), .name = #member }
#define NESTED(n, kind_, T, member, schema_) \
    {.number = (n), .kind = FIELD_##kind_, .offset = offsetof(T, member), .name = #member, .schema = &(schema_)}
#define NOTED(n, kind_, T, member, flag)                                                           \
    {                                                                                              \
        .number = (n), .kind = FIELD_##kind_, .offset = offsetof(T, member), .name = #member,      \
        .present = offsetof(T, flag)                                                               \
    }
#define SCHEMA(name, T, ...)                                 \
    static const Field name##_fields[] = {__VA_ARGS__};      \
    static const Schema name = {sizeof(T), name##_fields, ARRAY_LEN(name##_fields)};

/* Only counted. */
static const Schema nothing = {sizeof(OnnxSequenceType), NULL, 0};

static const Schema type_schema, graph_schema;

SCHEMA(entry_schema, OnnxEntry, FIELD(1, STR, OnnxEntry, key), FIELD(2, STR, OnnxEntry, value))
static const Field tensor_fields[] = {
    FIELD(1, INTS, OnnxTensor, dims),
    FIELD(2, INT, OnnxTensor, data_type),
    {.number = 3, .kind = FIELD_MESSAGE, .name = "segment", .present = offsetof(OnnxTensor, has_segment)},
    FIELD(4, FLOATS, OnnxTensor, floats),
    FIELD(5, INTS, OnnxTensor, int32s),
    FIELD(6, STRS, OnnxTensor, strings),
    FIELD(7, INTS, OnnxTensor, int64s),
    FIELD(8, STR, OnnxTensor, name),
    NOTED(9, STR, OnnxTensor, raw, has_raw),
    FIELD(10, DOUBLES, OnnxTensor, doubles),
    FIELD(11, INTS, OnnxTensor, uint64s),
    NESTED(13, MESSAGES, OnnxTensor, external, entry_schema),
    FIELD(14, INT, OnnxTensor, location),
};
static const Schema tensor_schema = {sizeof(OnnxTensor), tensor_fields, ARRAY_LEN(tensor_fields)};
static const Field dim_fields[] = {
    NOTED(1, INT, OnnxDim, value, has_value),
    FIELD(2, STR, OnnxDim, param),
};
static const Schema dim_schema = {sizeof(OnnxDim), dim_fields, ARRAY_LEN(dim_fields)};
SCHEMA(shape_schema, OnnxShape, NESTED(1, MESSAGES, OnnxShape, dims, dim_schema))
SCHEMA(tensor_type_schema, OnnxTensorType, FIELD(1, INT, OnnxTensorType, elem_type),
       NESTED(2, MESSAGE, OnnxTensorType, shape, shape_schema))
SCHEMA(sequence_schema, OnnxSequenceType, NESTED(1, MESSAGE, OnnxSequenceType, elem_type, type_schema))
static const Field type_fields[] = {
    NESTED(1, MESSAGE, OnnxTypeProto, tensor, tensor_type_schema),
    NESTED(4, MESSAGE, OnnxTypeProto, sequence, sequence_schema),
    NESTED(5, MESSAGE, OnnxTypeProto, map, nothing),
    NESTED(8, MESSAGE, OnnxTypeProto, sparse, nothing),
    NESTED(9, MESSAGE, OnnxTypeProto, optional, sequence_schema),
};
static const Schema type_schema = {sizeof(OnnxTypeProto), type_fields, ARRAY_LEN(type_fields)};
SCHEMA(info_schema, OnnxValueInfo, FIELD(1, STR, OnnxValueInfo, name),
       NESTED(2, MESSAGE, OnnxValueInfo, type, type_schema))
SCHEMA(attr_schema, OnnxAttr, FIELD(1, STR, OnnxAttr, name), FIELD(2, FLOAT, OnnxAttr, f),
       FIELD(3, INT, OnnxAttr, i), FIELD(4, STR, OnnxAttr, s),
       NESTED(5, MESSAGE, OnnxAttr, tensor, tensor_schema),
       NESTED(6, MESSAGE, OnnxAttr, graph, graph_schema), FIELD(7, FLOATS, OnnxAttr, floats),
       FIELD(8, INTS, OnnxAttr, ints), FIELD(9, STRS, OnnxAttr, strings),
       FIELD(20, INT, OnnxAttr, type), FIELD(21, STR, OnnxAttr, ref))
SCHEMA(node_schema, OnnxNode, FIELD(1, STRS, OnnxNode, inputs), FIELD(2, STRS, OnnxNode, outputs),
       FIELD(3, STR, OnnxNode, name), FIELD(4, STR, OnnxNode, op_type),
       NESTED(5, MESSAGES, OnnxNode, attrs, attr_schema), FIELD(7, STR, OnnxNode, domain),
       FIELD(8, STR, OnnxNode, overload))
static const Field graph_fields[] = {
    NESTED(1, MESSAGES, OnnxGraph, nodes, node_schema),
    FIELD(2, STR, OnnxGraph, name),
    NESTED(5, MESSAGES, OnnxGraph, initializers, tensor_schema),
    NESTED(11, MESSAGES, OnnxGraph, inputs, info_schema),
    NESTED(12, MESSAGES, OnnxGraph, outputs, info_schema),
    NESTED(13, MESSAGES, OnnxGraph, infos, info_schema),
    NESTED(15, MESSAGES, OnnxGraph, sparse, nothing),
};
static const Schema graph_schema = {sizeof(OnnxGraph), graph_fields, ARRAY_LEN(graph_fields)};
SCHEMA(opset_schema, OnnxOpset, FIELD(1, STR, OnnxOpset, domain), FIELD(2, INT, OnnxOpset, version))
SCHEMA(function_schema, OnnxFunction, FIELD(1, STR, OnnxFunction, name),
       FIELD(4, STRS, OnnxFunction, inputs), FIELD(5, STRS, OnnxFunction, outputs),
       FIELD(6, STRS, OnnxFunction, attrs), NESTED(7, MESSAGES, OnnxFunction, nodes, node_schema),
       NESTED(9, MESSAGES, OnnxFunction, opsets, opset_schema),
       FIELD(10, STR, OnnxFunction, domain),
       NESTED(11, MESSAGES, OnnxFunction, attr_defaults, attr_schema),
       FIELD(13, STR, OnnxFunction, overload))
SCHEMA(model_schema, OnnxModel, FIELD(1, INT, OnnxModel, ir_version), FIELD(2, STR, OnnxModel, producer),
       NESTED(7, MESSAGE, OnnxModel, graph, graph_schema), NESTED(8, MESSAGES, OnnxModel, opsets, opset_schema),
       NESTED(25, MESSAGES, OnnxModel, functions, function_schema))

/* A message under way. */
typedef struct {
    const Schema *schema;
    char *to;
    size_t end;
    const Field *field; /* of the frame above that it fills; NULL: the whole */
    size_t index;       /* there, of a repeated one */
} Frame;

typedef struct {
    Ctx *ctx;
    Arena *arena;
    Wire wire;
    VEC(Frame) stack;
    const Field *at; /* the field being read, for messages */
    size_t messages;
    bool is_over; /* a limit was passed, and that is reported */
} Reader;

static const Field *find_field(const Schema *s, uint32_t number) {
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

static void report(Reader *r) {
    const char *path = path_text(r);
    Diag *d = diag_error(r->ctx, (Loc){.line = 0}, DIAG_BYTE,
                         diag_fmt(r->ctx, "%zu", r->wire.error_at), r->wire.error);
    diag_expected(r->ctx, d, "%s", wire_text(r, r->wire.expected));
    diag_found(r->ctx, d, "%s, in the %s%s", wire_text(r, r->wire.found),
               *path ? "field " : "message that the file is to be", path);
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

static void push(Reader *r, const Field *field, Str bytes, char *to, size_t index) {
    const Frame f = {.schema = field->schema,
                     .to = to,
                     .end = (size_t)((const uint8_t *)bytes.ptr - r->wire.data) + bytes.len,
                     .field = field,
                     .index = index};
    r->wire.pos = f.end - bytes.len;
    vec_push(r->arena, &r->stack, f);
}

/* Singular: the struct that is there already is gone on with. */
static bool enter(Reader *r, const Field *field, Str bytes, char *to) {
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

static void add_number(Reader *r, FieldKind kind, void *list, uint64_t v) {
    switch (kind) {
    case FIELD_INTS: vec_push(r->arena, (OnnxInts *)list, (int64_t)v); break;
    case FIELD_FLOATS: vec_push(r->arena, (OnnxFloats *)list, as_float(v)); break;
    case FIELD_DOUBLES: vec_push(r->arena, (OnnxDoubles *)list, as_double(v)); break;
    default: BUG("a field of numbers");
    }
}

static WireType number_type(FieldKind kind) {
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
static bool unpack(Reader *r, const Field *field, Str bytes, void *list) {
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

static bool take(Reader *r, const Field *field, const WireField *w, char *base) {
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
        memcpy(to, &w->bytes, sizeof w->bytes);
        return true;
    case FIELD_STRS:
        if (!is_bytes) break;
        vec_push(r->arena, (OnnxStrs *)(void *)to, w->bytes);
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

static void *parse(Arena *arena, Str bytes, const Schema *schema) {
    Ctx *ctx = arena->ctx;
    Reader r = {.ctx = ctx, .arena = arena};
    wire_init(&r.wire, bytes.ptr);
    void *whole = arena_calloc(arena, 1, schema->size);
    vec_push(arena, &r.stack, ((Frame){.schema = schema, .to = whole, .end = bytes.len}));
    while (r.stack.len && !r.wire.error && !r.is_over) {
        const Frame f = r.stack.at[r.stack.len - 1];
        WireField w;
        ctx_poll(ctx);
        r.at = NULL;
        if (!wire_next(&r.wire, f.end, &w)) {
            if (!r.wire.error) r.stack.len--;
            continue;
        }
        r.at = find_field(f.schema, w.number);
        if (r.at) take(&r, r.at, &w, f.to);
    }
    if (r.wire.error) report(&r);
    return r.wire.error || r.is_over ? NULL : whole;
}

OnnxModel *onnx_model_parse(Arena *arena, Str bytes) { return parse(arena, bytes, &model_schema); }
OnnxTensor *onnx_tensor_parse(Arena *arena, Str bytes) {
    return parse(arena, bytes, &tensor_schema);
}
