/* SPDX-License-Identifier: Apache-2.0 */
/* Weights as a section of an object that was made without them, so that they do not go through
 * LLVM: its copies of them are most of what an object takes in memory. */
#ifndef TENON_BACKEND_LLVM_ELF_H
#define TENON_BACKEND_LLVM_ELF_H

#include "backend/weights.h"
#include "base/strbuf.h"

/* What LLVM makes of a variable in it is a section without data in the file. */
#define ELF_WEIGHTS_SECTION ".bss.weights"

/* Of what lies in memory that is not written, or has data at the start. */
int64_t elf_code_bytes(const StrBuf *object);
/* The object, of ELF and the least byte first, gets the weights as data of that section, which is
 * one that is only read then. Where it has none it stays as it is. */
void elf_add_weights(StrBuf *object, const BeWeights *weights);

#endif
