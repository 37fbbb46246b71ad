/* SPDX-License-Identifier: Apache-2.0 */
/* Units as files. */
#ifndef TENON_BACKEND_LLVM_FILE_H
#define TENON_BACKEND_LLVM_FILE_H

#include "backend/llvm/target.h"
#include "base/strbuf.h"

typedef enum { LL_FILE_OBJECT, LL_FILE_ASSEMBLY, LL_FILE_IR } LlFileKind;

/* The unit as the text or the bytes of a file, which are appended: by the code generator, where
 * there is one. False after a report. */
bool ll_file(LlUnit *unit, const LlTarget *target, LlFileKind kind, StrBuf *out);
/* The same in this process. */
bool ll_file_here(LLVMModuleRef module, const LlTarget *target, LlFileKind kind, StrBuf *out);

#endif
