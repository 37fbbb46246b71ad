/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/onednn/late.h"

#ifdef TENON_LATE
#include "backend/late.h"

#define LATE(name) LATE_STUB(name)
#include "backend/onednn/late.def"
#undef LATE

bool onednn_open(void) {
    static const char *const files[] = {"libdnnl.so.2", TENON_ONEDNN_FILE, NULL};
    static const LateFunction functions[] = {
#define LATE(name) LATE_ROW(name)
#include "backend/onednn/late.def"
#undef LATE
    };
    return late_open(&(LateLibrary){files, functions, sizeof functions / sizeof *functions});
}

#else

bool onednn_open(void) { return true; }

#endif
