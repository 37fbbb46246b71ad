/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/npz_late.h"

#ifdef TENON_LATE
#include "base/late.h"

#define LATE(name) LATE_STUB(name)
#include "tensor/npz_late.def"
#undef LATE

bool npz_open_libzip(void) {
    static const char *const files[] = {TENON_ZIP_FILE, NULL};
    static const LateFunction functions[] = {
#define LATE(name) LATE_ROW(name)
#include "tensor/npz_late.def"
#undef LATE
    };
    return late_open(&(LateLibrary){files, functions, sizeof functions / sizeof *functions, NULL});
}

#else

bool npz_open_libzip(void) { return true; }

#endif
