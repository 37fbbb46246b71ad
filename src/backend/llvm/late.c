/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/late.h"

#ifdef TENON_LATE
#include "base/late.h"

#define LATE(name) LATE_STUB(name)
#include "backend/llvm/late.def"
#undef LATE

bool ll_open(void) {
    static const char *const files[] = {"libLLVM.so.19.1", TENON_LLVM_FILE, NULL};
    static const LateFunction functions[] = {
#define LATE(name) LATE_ROW(name)
#include "backend/llvm/late.def"
#undef LATE
    };
    return late_open(&(LateLibrary){files, functions, sizeof functions / sizeof *functions, NULL});
}

#else

bool ll_open(void) { return true; }

#endif
