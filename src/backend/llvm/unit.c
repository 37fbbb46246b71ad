/* SPDX-License-Identifier: Apache-2.0 */
/* What every function of a unit has. */
#include "backend/llvm/ll.h"

#include <stdio.h>

static void text_attribute(LlUnit *u, LLVMValueRef f, const char *name, const char *value) {
    LLVMAttributeRef a = LLVMCreateStringAttribute(u->context, name, (unsigned)strlen(name), value,
                                                   (unsigned)strlen(value));
    LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, a);
}

void ll_function_attribute(LlUnit *u, LLVMValueRef f, unsigned index, const char *name) {
    const unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAddAttributeAtIndex(f, index, LLVMCreateEnumAttribute(u->context, kind, 0));
}

void ll_function_init(LlUnit *u, LLVMValueRef f) {
    char bits[16];
    snprintf(bits, sizeof bits, "%u", u->vector_bytes * 8);
    text_attribute(u, f, "prefer-vector-width",
                   bits); /* else LLVM halves vectors on some processors */
    text_attribute(u, f, "min-legal-vector-width", bits);
    if (u->level) text_attribute(u, f, "target-cpu", u->level);
    ll_function_attribute(u, f, (unsigned)LLVMAttributeFunctionIndex, "nounwind");
}

LLVMValueRef ll_int(LlUnit *u, int64_t v) { return LLVMConstInt(u->i64, (uint64_t)v, true); }
