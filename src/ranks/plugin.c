/* SPDX-License-Identifier: Apache-2.0 */
/* MPI as a plug-in, so that nothing else depends on it: which one the launcher wants, and where
 * that lies. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* The folder of the program, and beside that lib/tenon. */
static bool find(const char *file, const char *folder, char path[PATH]) {
    char own[PATH];
    const ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
    char *slash = NULL;
    if (n > 0) {
        own[n] = 0;
        slash = strrchr(own, '/');
        if (slash) *slash = 0;
    }
    const char *const places[] = {folder, getenv("TENON_PLUGINS"), slash ? own : NULL,
                                  slash ? own : NULL};
    for (int i = folder ? 0 : 1; i < (folder ? 1 : 4); i++) {
        if (!places[i]) continue;
        snprintf(path, PATH, "%s%s/%s", places[i], i == 3 ? "/../lib/tenon" : "", file);
        if (access(path, R_OK) == 0) return true;
    }
    return false;
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
        snprintf(why, RANKS_TEXT,
                 "there is no %s beside the program: it is built where the MPI's headers are",
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
    return plugin->open(timeout, ranks_resize, why);
}
