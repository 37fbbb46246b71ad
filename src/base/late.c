/* SPDX-License-Identifier: Apache-2.0 */
#include "base/late.h"

#include <dlfcn.h>
#include <pthread.h>

#include "base/forks.h"

static bool fill(const LateLibrary *self) {
    if (*self->functions[self->n - 1].slot) return true;
    void *library = NULL;
    for (size_t i = 0; self->files[i] && !library; i++)
        library = dlopen(self->files[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
    for (size_t i = 0; i < self->n; i++) {
        void *address = dlsym(library, self->functions[i].name);
        if (!address) {
            dlclose(library);
            return false;
        }
        *self->functions[i].slot = address; /* the last one says that all are there */
    }
    if (self->handle) *self->handle = library;
    return true;
}

bool late_open(const LateLibrary *self) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    forks_hold(); /* a child in which the loader is at work for ever could open nothing */
    pthread_mutex_lock(&lock);
    const bool ok = fill(self);
    pthread_mutex_unlock(&lock);
    forks_release();
    return ok;
}
