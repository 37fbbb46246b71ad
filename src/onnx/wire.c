/* SPDX-License-Identifier: Apache-2.0 */
#include "onnx/wire.h"

enum { VARINT_MAX = 10, NUMBER_MAX = (1 << 29) - 1 };

bool wire_fail(Wire *self, size_t at, const char *what) {
    if (!self->error) {
        self->error = what;
        self->error_at = at;
    }
    return false;
}

bool wire_varint(Wire *self, size_t end, uint64_t *out) {
    const size_t start = self->pos;
    uint64_t v = 0;
    for (size_t i = 0; i < VARINT_MAX; i++) {
        if (self->pos >= end) return wire_fail(self, start, "a number is cut off");
        const uint8_t byte = self->data[self->pos++];
        if (i == VARINT_MAX - 1 && byte > 1) return wire_fail(self, start, "a number of more than 64 bits");
        v |= (uint64_t)(byte & 0x7f) << (7 * i);
        if (byte < 0x80) {
            *out = v;
            return true;
        }
    }
    return wire_fail(self, start, "a number of more than 64 bits");
}

bool wire_fixed(Wire *self, size_t end, size_t size, uint64_t *out) {
    if (end - self->pos < size) return wire_fail(self, self->pos, "a fixed-width number is cut off");
    uint64_t v = 0;
    for (size_t i = 0; i < size; i++) v |= (uint64_t)self->data[self->pos + i] << (8 * i);
    self->pos += size;
    *out = v;
    return true;
}

bool wire_next(Wire *self, size_t end, WireField *out) {
    uint64_t tag, len;
    if (self->error || self->pos >= end) return false;
    *out = (WireField){.at = self->pos};
    if (!wire_varint(self, end, &tag)) return false;
    if (tag >> 3 == 0) return wire_fail(self, out->at, "field number 0");
    if (tag >> 3 > NUMBER_MAX) return wire_fail(self, out->at, "a field number that is too large");
    out->number = (uint32_t)(tag >> 3);
    out->type = (WireType)(tag & 7);
    switch (out->type) {
    case WIRE_VARINT: return wire_varint(self, end, &out->value);
    case WIRE_FIXED64: return wire_fixed(self, end, 8, &out->value);
    case WIRE_FIXED32: return wire_fixed(self, end, 4, &out->value);
    case WIRE_BYTES:
        if (!wire_varint(self, end, &len)) return false;
        if (len > end - self->pos) return wire_fail(self, out->at, "a length past the end of what holds it");
        out->bytes = (Str){(const char *)self->data + self->pos, (size_t)len};
        self->pos += (size_t)len;
        return true;
    }
    return wire_fail(self, out->at, (tag & 7) < 5 ? "a group, which protobuf gave up" : "an unknown wire type");
}
