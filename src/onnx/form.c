/* SPDX-License-Identifier: Apache-2.0 */
/* SequenceProto and OptionalProto: the values of inputs and outputs that are no tensors, as in the
 * .pb files of ONNX's tests. The two messages have the same fields; what is an optional holds the
 * last element, or nothing. */
#include "base/diag.h"
#include "onnx/onnx.h"
#include "onnx/wire.h"

enum { FIELD_TENSORS = 3, FIELD_SPARSE, FIELD_SEQUENCES, FIELD_MAPS, FIELD_OPTIONALS };

typedef VEC(const OnnxForm *) FormList;

static const OnnxForm *fail(Arena *arena, const char *what) {
    diag_error(arena->ctx, (Loc){.line = 0}, DIAG_UNSUPPORTED, what);
    return NULL;
}

/* As deep as messages nest, which limits.depth bounds. */
static const OnnxForm *parse(Arena *arena, Str bytes, OnnxKind kind, size_t depth) {
    OnnxForm *self = ARENA_NEW(arena, OnnxForm);
    *self = (OnnxForm){.kind = kind, .bytes = bytes};
    if (kind == ONNX_KIND_TENSOR) return self;
    if (depth >= arena->ctx->limits.depth) return fail(arena, "a sequence that is nested too deep");
    FormList items = {.at = NULL};
    Wire wire;
    WireField f;
    wire_init(&wire, bytes.ptr);
    while (wire_next(&wire, bytes.len, &f)) {
        if (f.type != WIRE_BYTES || f.number < FIELD_TENSORS || f.number > FIELD_OPTIONALS)
            continue;
        if (f.number == FIELD_SPARSE) return fail(arena, "a sequence of sparse tensors");
        if (f.number == FIELD_MAPS) return fail(arena, "a sequence of maps");
        const OnnxKind of = f.number == FIELD_TENSORS     ? ONNX_KIND_TENSOR
                            : f.number == FIELD_SEQUENCES ? ONNX_KIND_SEQUENCE
                                                          : ONNX_KIND_OPTIONAL;
        const OnnxForm *item = parse(arena, f.bytes, of, depth + 1);
        if (!item) return NULL;
        vec_push(arena, &items, item);
    }
    if (wire.error) {
        diag_error(arena->ctx, (Loc){.line = 0}, DIAG_BYTE,
                   diag_fmt(arena->ctx, "%zu", wire.error_at), wire.error);
        return NULL;
    }
    if (kind == ONNX_KIND_OPTIONAL && items.len) return items.at[items.len - 1];
    self->items = items.at;
    self->n = items.len;
    return self;
}

const OnnxForm *onnx_form_parse(Arena *arena, Str bytes, OnnxKind kind) {
    return parse(arena, bytes, kind, 0);
}
