/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/onednn/late.h"

#include "backend/onednn/threads.h"

#ifdef TENON_LATE
#include "base/late.h"

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
    static void *library; /* under late_open's lock */
    if (!late_open(
            &(LateLibrary){files, functions, sizeof functions / sizeof *functions, &library}))
        return false;
    onednn_threads_open(library);
    return true;
}

#else

#include <dlfcn.h>

/* It is linked. */
bool onednn_open(void) {
    onednn_threads_open(dlopen("libdnnl.so.2", RTLD_NOW | RTLD_NOLOAD));
    return true;
}

#endif
