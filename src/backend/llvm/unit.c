/* SPDX-License-Identifier: Apache-2.0 */
/* Types and constants of a unit. */
#include "backend/llvm/ll.h"

LLVMValueRef ll_int(LlUnit *u, int64_t v) { return LLVMConstInt(u->i64, (uint64_t)v, true); }
