/* SPDX-License-Identifier: Apache-2.0 */
#include "onnx/wire.h"

enum { VARINT_MAX = 10, NUMBER_MAX = (1 << 29) - 1 };

static const WireText varint_form = {"at most # bytes, below 2^64 together", VARINT_MAX};

bool wire_fail(Wire *self, size_t at, const char *what, WireText expected, WireText found) {
    if (!self->error) {
        self->error = what;
        self->error_at = at;
        self->expected = expected;
        self->found = found;
    }
    return false;
}

/* The value goes on past `end`. */
static bool cut(Wire *self, size_t at, size_t end, uint64_t missing, const char *what,
                WireText expected, WireText found) {
    if (!self->error) {
        self->missing = missing;
        self->cut_at = end;
    }
    return wire_fail(self, at, what, expected, found);
}

bool wire_varint(Wire *self, size_t end, uint64_t *out) {
    const size_t start = self->pos;
    uint64_t v = 0;
    for (size_t i = 0; i < VARINT_MAX; i++) {
        if (self->pos >= end)
            return cut(self, start, end, 0, "a number is cut off", varint_form,
                       (WireText){"the end after byte #", i});
        const uint8_t byte = self->data[self->pos++];
        if (i == VARINT_MAX - 1 && byte > 1)
            return wire_fail(self, start, "a number of more than 64 bits", varint_form,
                             (WireText){"a last byte of #", byte});
        v |= (uint64_t)(byte & 0x7f) << (7 * i);
        if (byte < 0x80) {
            *out = v;
            return true;
        }
    }
    BUG("the last byte ends a varint");
}

bool wire_fixed(Wire *self, size_t end, size_t size, uint64_t *out) {
    if (end - self->pos < size) {
        return cut(self, self->pos, end, size - (end - self->pos),
                   "a fixed-width number is cut off", (WireText){"# bytes", size},
                   (WireText){"#", end - self->pos});
    }
    uint64_t v = 0;
    for (size_t i = 0; i < size; i++) v |= (uint64_t)self->data[self->pos + i] << (8 * i);
    self->pos += size;
    *out = v;
    return true;
}

static bool wrong_type(Wire *self, size_t at, uint64_t type) {
    const bool is_group = type == 3 || type == 4;
    return wire_fail(
        self, at, is_group ? "a group, which protobuf gave up" : "an unknown wire type",
        (WireText){"a field of wire type 0, 1, 2 or 5", 0}, (WireText){"wire type #", type});
}

bool wire_next(Wire *self, size_t end, WireField *out) {
    uint64_t tag, len;
    if (self->error || self->pos >= end) return false;
    *out = (WireField){.at = self->pos};
    if (!wire_varint(self, end, &tag)) return false;
    const uint64_t number = tag >> 3;
    if (number == 0 || number > NUMBER_MAX) {
        return wire_fail(
            self, out->at, number ? "a field number that is too large" : "field number 0",
            (WireText){"a field whose number is 1 to #", NUMBER_MAX}, (WireText){"#", number});
    }
    out->number = (uint32_t)number;
    out->type = (WireType)(tag & 7);
    switch (out->type) {
    case WIRE_VARINT: return wire_varint(self, end, &out->value);
    case WIRE_FIXED64: return wire_fixed(self, end, 8, &out->value);
    case WIRE_FIXED32: return wire_fixed(self, end, 4, &out->value);
    case WIRE_BYTES:
        if (!wire_varint(self, end, &len)) return false;
        if (len > end - self->pos) {
            return cut(self, out->at, end, len - (end - self->pos),
                       "a length past the end of what holds it",
                       (WireText){"at most # bytes", end - self->pos}, (WireText){"#", len});
        }
        out->bytes = (Str){(const char *)self->data + self->pos, (size_t)len};
        self->pos += (size_t)len;
        return true;
    }
    return wrong_type(self, out->at, tag & 7);
}
