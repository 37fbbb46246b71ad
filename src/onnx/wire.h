/* SPDX-License-Identifier: Apache-2.0 */
/* The wire form of protocol buffers: a cursor over bytes that yields one field at a time.
 *
 * It allocates nothing and copies nothing: what is length-delimited is handed out as a borrowed
 * piece. Every length is held against what is left, a varint has at most ten bytes, and the groups
 * of old are refused. Who reads messages keeps the ends of the enclosing ones (onnx/proto.c). */
#ifndef TENON_ONNX_WIRE_H
#define TENON_ONNX_WIRE_H

#include "base/base.h"

typedef enum {
    WIRE_VARINT = 0,
    WIRE_FIXED64 = 1,
    WIRE_BYTES = 2,
    WIRE_FIXED32 = 5,
} WireType;

/* A part of a message: each '#' of the text stands for the number. */
typedef struct {
    const char *text;
    uint64_t n;
} WireText;

typedef struct {
    const uint8_t *data;
    size_t pos;
    const char *error; /* NULL: none yet. What stays is the first one */
    size_t error_at;   /* its byte */
    WireText expected, found;
    /* of what is cut off: bytes, or 0 where only the next one is known to lack; else 0 */
    uint64_t missing;
    /* where it is: the end of what holds it, past which the value goes on. 0: nothing is cut off */
    size_t cut_at;
} Wire;

typedef struct {
    uint32_t number;
    WireType type;
    uint64_t value; /* of all types but BYTES */
    Str bytes;      /* BYTES: the payload */
    size_t at;      /* where the field begins */
} WireField;

static inline void wire_init(Wire *self, const void *data) { *self = (Wire){.data = data}; }

/* The field at the cursor, in a message that ends at `end`. False at the end, and after an error.
 * The payload of BYTES is not entered: the cursor stands after it. */
bool wire_next(Wire *self, size_t end, WireField *out);
/* Single values, for packed fields. False after an error. */
bool wire_varint(Wire *self, size_t end, uint64_t *out);
bool wire_fixed(Wire *self, size_t end, size_t size, uint64_t *out);
/* Notes an error unless there is one. Always false. */
bool wire_fail(Wire *self, size_t at, const char *what, WireText expected, WireText found);

#endif
