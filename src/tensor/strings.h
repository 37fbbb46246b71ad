/* SPDX-License-Identifier: Apache-2.0 */
/* Tensors of strings. An element is a pointer to the characters of a string that its context
 * keeps, each content once: so what moves elements moves 8 bytes, and two of one context are equal
 * if the pointers are. NULL is the empty string. Behind the characters is a zero, before them
 * their number; they may hold zeros, and should be UTF-8. The strings live as long as their
 * context. */
#ifndef TENON_TENSOR_STRINGS_H
#define TENON_TENSOR_STRINGS_H

#include "tensor/tensor.h"

/* The element whose content this is. Throws what the allocator throws. */
const char *string_intern(Ctx *ctx, Str s);
Str string_content(const char *element);

static inline const char *tensor_get_string_element(const Tensor *self, size_t i) {
    const char *element;
    memcpy(&element, tensor_at(self, i), sizeof element);
    return element;
}
static inline Str tensor_get_string(const Tensor *self, size_t i) {
    return string_content(tensor_get_string_element(self, i));
}
void tensor_set_string(Tensor *self, size_t i, Str s);

#endif
