/* SPDX-License-Identifier: Apache-2.0 */
/* What is in the making when a signal ends the command is removed: the library tells of each file
 * and folder (TnTemporaries) and of the programs that write into them, a list holds them, and the
 * handlers end the programs, take from the list, the newest first, and then let the signal do
 * what it does. They call async-signal-safe functions only. The list changes between a hold and
 * its release; there, and while files of a set get their names, a signal waits for the release.
 * Handlers may run on any thread: one that has begun to remove keeps all others from holding. A
 * child that was forked owns nothing of it. SIGXFSZ is caught and nothing else, so that a file
 * that grows too large is an error of write. */
#include "command/command.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Temporary {
    struct Temporary *older;
    pid_t group; /* of the processes of a program; 0: a file or a folder */
    char path[];
} Temporary;

/* Like `crash`, of the process, as signals are. */
static struct {
    Temporary *newest;
    pid_t owner;
    atomic_int holds, pending, ends;
} temporaries;

static const int ending_signals[] = {SIGINT,  SIGTERM, SIGHUP,  SIGPIPE,
                                     SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2};

enum { LOOKS = 50, LOOK_MS = 10 }; /* as long as a program has for removing its own files */

/* Else it would write into the folder that is being removed, and go on for nobody. */
static void end_programs(void) {
    for (const Temporary *t = temporaries.newest; t; t = t->older) {
        if (t->group) kill(-t->group, SIGTERM);
    }
    for (const Temporary *t = temporaries.newest; t; t = t->older) {
        for (int look = 0; t->group && look < LOOKS; look++) {
            waitpid(t->group, NULL, WNOHANG);
            if (kill(-t->group, 0) != 0) break; /* none of the group is left */
            poll(NULL, 0, LOOK_MS);
        }
        if (t->group) kill(-t->group, SIGKILL);
    }
}

void temporaries_remove(void) {
    if (getpid() != temporaries.owner) return;
    end_programs();
    for (const Temporary *t = temporaries.newest; t; t = t->older) {
        if (!t->group && unlink(t->path) != 0) rmdir(t->path);
    }
}

static void on_ending(int number) {
    atomic_store(&temporaries.ends, 1);
    if (atomic_load(&temporaries.holds) && getpid() == temporaries.owner) {
        atomic_store(&temporaries.pending, number);
        atomic_store(&temporaries.ends, 0);
        return;
    }
    temporaries_remove();
    signal(number, SIG_DFL);
    raise(number); /* when this returns */
}

static void on_nothing(int number) { (void)number; }

/* Not what is ignored, as by nohup. */
static void install(int number, void (*handler)(int)) {
    struct sigaction old, action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    if (sigaction(number, NULL, &old) != 0 || old.sa_handler != SIG_DFL) return;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < COUNT_OF(ending_signals); i++)
        sigaddset(&action.sa_mask, ending_signals[i]);
    sigaction(number, &action, NULL);
}

void temporaries_install(void) {
    temporaries.owner = getpid();
    for (size_t i = 0; i < COUNT_OF(ending_signals); i++) install(ending_signals[i], on_ending);
    install(SIGXFSZ, on_nothing);
    signal(SIGCHLD, SIG_DFL); /* ignored, no child could be waited for */
}

static void hold(void) {
    atomic_fetch_add(&temporaries.holds, 1);
    while (atomic_load(&temporaries.ends))
        usleep(1000); /* another thread's handler is about to end the process */
}

static void release(void) {
    atomic_fetch_sub(&temporaries.holds, 1);
    const int number = atomic_exchange(&temporaries.pending, 0);
    if (number) raise(number);
}

/* Out of memory: it is not in the list. */
static void add(const char *path, bool is_program) {
    const size_t n = strlen(path) + 1;
    Temporary *t = malloc(sizeof *t + n);
    if (!t) return;
    memcpy(t->path, path, n);
    t->group = is_program ? (pid_t)strtol(path, NULL, 10) : 0;
    t->older = temporaries.newest;
    temporaries.newest = t;
}

static void take(const char *path, bool is_program) {
    for (Temporary **at = &temporaries.newest; *at; at = &(*at)->older) {
        Temporary *t = *at;
        if ((t->group != 0) != is_program || strcmp(t->path, path) != 0) continue;
        *at = t->older;
        free(t);
        return;
    }
}

static void note(void *user, int event, const char *path) {
    (void)user;
    switch (event) {
    case TN_TEMPORARY_HOLD: hold(); break;
    case TN_TEMPORARY_RELEASE: release(); break;
    case TN_TEMPORARY_MADE: add(path, false); break;
    case TN_TEMPORARY_STARTED: add(path, true); break;
    case TN_TEMPORARY_GONE: take(path, false); break;
    case TN_TEMPORARY_ENDED: take(path, true); break;
    default: break;
    }
}

const TnTemporaries *temporaries_watch(void) {
    static const TnTemporaries watch = {.note = note};
    return &watch;
}
