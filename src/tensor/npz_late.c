/* SPDX-License-Identifier: Apache-2.0 */
#include "tensor/npz_late.h"

#include <pthread.h>
#include <zip.h>

#include "base/ctx.h"
#include "base/forks.h"

#ifdef TENON_LATE
#include "base/late.h"

#define LATE(name) LATE_STUB(name)
#include "tensor/npz_late.def"
#undef LATE

static bool load(void) {
    static const char *const files[] = {TENON_ZIP_FILE, NULL};
    static const LateFunction functions[] = {
#define LATE(name) LATE_ROW(name)
#include "tensor/npz_late.def"
#undef LATE
    };
    return late_open(&(LateLibrary){files, functions, sizeof functions / sizeof *functions, NULL});
}

#else

static bool load(void) { return true; }

#endif

/* The first zip_open_from_source of a process, of libzip 1.7.3 at least, notes in two static
 * variables what a source must support to be read and to be written, one behind the other and
 * without a lock; a thread that comes between them takes an archive of its own for one that cannot
 * be written (ZIP_ER_RDONLY). So one thread does it, on nothing. False: there is no memory. */
static bool open_first(void) {
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t *source = zip_source_buffer_create(NULL, 0, 0, &error);
    zip_t *archive =
        source ? zip_open_from_source(source, ZIP_CREATE | ZIP_TRUNCATE, &error) : NULL;
    if (archive) {
        zip_discard(archive);
    } else {
        zip_source_free(source);
    }
    zip_error_fini(&error);
    return archive != NULL;
}

bool npz_open_libzip(Ctx *ctx) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static bool is_first_done;
    if (!load()) return false;
    forks_hold();
    pthread_mutex_lock(&lock);
    if (!is_first_done) is_first_done = open_first();
    const bool done = is_first_done;
    pthread_mutex_unlock(&lock);
    forks_release();
    if (!done) ctx_throw(ctx, STATUS_MEMORY);
    return true;
}
