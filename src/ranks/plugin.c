/* SPDX-License-Identifier: Apache-2.0 */
/* MPI as a plug-in, so that nothing else depends on it: which one the launcher wants, and where
 * that lies. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "ranks/ranks.h"

/* A launcher says to each process how many there are. */
static const struct {
    const char *variable, *plugin;
} launchers[] = {
    {"OMPI_COMM_WORLD_SIZE", "openmpi"},
    {"PMI_SIZE", "mpich"},
};

enum { LAUNCHERS = sizeof launchers / sizeof *launchers, PATH = 4096 };

static const char *launcher(uint32_t *size) {
    for (int i = 0; i < LAUNCHERS; i++) {
        const char *text = getenv(launchers[i].variable);
        const long n = text ? strtol(text, NULL, 10) : 0;
        if (n < 1 || n > INT32_MAX) continue;
        *size = (uint32_t)n;
        return launchers[i].plugin;
    }
    *size = 0;
    return NULL;
}

uint32_t ranks_launched(void) {
    uint32_t size;
    (void)launcher(&size);
    return size;
}

/* The path without what is behind the last slash; NULL: it has none. */
static char *folder_of(char *path) {
    char *slash = strrchr(path, '/');
    if (slash) *slash = 0;
    return slash ? path : NULL;
}

/* The folder of the program, and beside that lib/tenon; where libtenon.so lies, and tenon there. */
static bool find(const char *file, const char *folder, char path[PATH]) {
    static const char here = 0;
    char program[PATH], library[PATH] = "";
    Dl_info info;
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 0] = 0;
    if (dladdr(&here, &info) && info.dli_fname)
        snprintf(library, sizeof library, "%s", info.dli_fname);
    const char *const own = folder_of(program), *const lib = folder_of(library);
    const struct {
        const char *at, *under;
    } places[] = {{folder, ""}, {getenv("TENON_PLUGINS"), ""},
                  {own, ""},    {own, "/../lib/tenon"},
                  {lib, ""},    {lib, "/tenon"}};
    const int n_places = folder ? 1 : (int)(sizeof places / sizeof *places);
    for (int i = 0; i < n_places; i++) {
        if (!places[i].at) continue;
        snprintf(path, PATH, "%s%s/%s", places[i].at, places[i].under, file);
        if (access(path, R_OK) == 0) return true;
    }
    return false;
}

/* A rank that ends before MPI has started leaves the others there, and nothing returns from there:
 * the process ends. */
typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t thread;
    bool is_over;
    int64_t end, timeout;
} Watch;

static void *watch(void *user) {
    Watch *self = user;
    const struct timespec end = {self->end / 1000000000, self->end % 1000000000};
    int late = 0;
    pthread_mutex_lock(&self->mutex);
    while (!self->is_over && !late)
        late = pthread_cond_timedwait(&self->changed, &self->mutex, &end) == ETIMEDOUT;
    if (!self->is_over) {
        fprintf(stderr,
                "tenon: MPI has not started within %g s: a rank has not come, or has ended\n",
                (double)self->timeout / 1e9);
        _exit(2);
    }
    pthread_mutex_unlock(&self->mutex);
    return NULL;
}

/* The plug-in's open, watched. */
static RanksTransport *open_watched(const RanksPlugin *plugin, int64_t timeout, char *why) {
    Watch w = {.end = clock_now_ns() + timeout, .timeout = timeout};
    pthread_condattr_t how;
    pthread_condattr_init(&how);
    pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
    pthread_mutex_init(&w.mutex, NULL);
    pthread_cond_init(&w.changed, &how);
    const bool is_watched = timeout && pthread_create(&w.thread, NULL, watch, &w) == 0;
    RanksTransport *transport = plugin->open(timeout, ranks_resize, why);
    if (is_watched) {
        pthread_mutex_lock(&w.mutex);
        w.is_over = true;
        pthread_cond_signal(&w.changed);
        pthread_mutex_unlock(&w.mutex);
        pthread_join(w.thread, NULL);
    }
    pthread_cond_destroy(&w.changed);
    pthread_mutex_destroy(&w.mutex);
    pthread_condattr_destroy(&how);
    return transport;
}

RanksTransport *ranks_plugin_open(const char *name, const char *folder, int64_t timeout,
                                  char why[RANKS_TEXT]) {
    uint32_t size;
    if (strcmp(name, "mpi") == 0) name = launcher(&size);
    if (!name) {
        snprintf(why, RANKS_TEXT, "no launcher of MPI has started this process (mpirun)");
        return NULL;
    }
    char file[64], path[PATH];
    snprintf(file, sizeof file, "libtenon-%.40s.so", name);
    if (!find(file, folder, path)) {
        snprintf(
            why, RANKS_TEXT,
            "there is no %s beside the program or libtenon.so, in lib/tenon or in $TENON_PLUGINS: it "
            "is built where the MPI's headers are",
            file);
        return NULL;
    }
    /* Open MPI's own parts look for its functions among the global ones. */
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (!library) {
        snprintf(why, RANKS_TEXT, "%.240s", dlerror());
        return NULL;
    }
    const RanksPlugin *plugin = dlsym(library, RANKS_PLUGIN_SYMBOL);
    if (!plugin || plugin->version != RANKS_PLUGIN) {
        snprintf(why, RANKS_TEXT, "%.200s is of another version of Tenon", file);
        return NULL;
    }
    return open_watched(plugin, timeout, why);
}
