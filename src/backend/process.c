/* SPDX-License-Identifier: Apache-2.0 */
/* posix_spawn shares the memory with the child until it runs its program, so that a large
 * process pays no more for it than a small one, and no handler of fork's runs. The child is an
 * ordinary one: a caller that waits for any child may get it, and then its status is not known
 * here. */
#include "backend/process.h"
#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 20 }; /* how often the cancel flag is looked at */

static int64_t now_ms(void) { return clock_now_ns() / 1000000; }

static void tell(const Ctx *ctx, WatchEvent event, pid_t pid) {
    char name[24] = "";
    if (!ctx->watch.note) return;
    if (pid) snprintf(name, sizeof name, "%ld", (long)pid);
    ctx->watch.note(ctx->watch.user, event, pid ? name : NULL);
}

static void is_over(Process *self) {
    tell(self->ctx, WATCH_HOLD, 0);
    tell(self->ctx, WATCH_ENDED, self->pid);
    tell(self->ctx, WATCH_RELEASE, 0);
    self->pid = 0;
}

static void process_cleanup(Cleanup *node) {
    Process *self = (Process *)(void *)((char *)node - offsetof(Process, cleanup));
    if (!self->pid) return;
    kill(-self->pid, SIGKILL);
    kill(self->pid, SIGKILL);
    while (waitpid(self->pid, NULL, 0) < 0 && errno == EINTR) continue;
    is_over(self);
}

/* The descriptors that it gets are above those that they become, so that none is overwritten before
 * it is taken. */
static int set_files(posix_spawn_file_actions_t *actions, const int *fds) {
    int e = 0;
    for (int i = 0; i < 3 && !e; i++) {
        e = fds[i] < 0 ? posix_spawn_file_actions_addopen(actions, i, "/dev/null", O_RDWR, 0)
                       : posix_spawn_file_actions_adddup2(actions, fds[i], i);
    }
    return e ? e : posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

static int set_state(posix_spawnattr_t *attributes) {
    sigset_t all, none;
    sigfillset(&all);
    sigemptyset(&none);
    int e = posix_spawnattr_setsigdefault(attributes, &all);
    if (!e) e = posix_spawnattr_setsigmask(attributes, &none);
    if (!e) e = posix_spawnattr_setpgroup(attributes, 0);
    return e ? e
             : posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK |
                                                        POSIX_SPAWN_SETPGROUP);
}

/* A signal that comes meanwhile finds either no program or its id. */
static int spawn(Process *self, const ProcessStart *how, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes) {
    extern char **environ;
    pid_t pid;
    tell(self->ctx, WATCH_HOLD, 0);
    const int e = (how->is_path ? posix_spawn : posix_spawnp)(&pid, how->program, actions,
                                                              attributes, how->args, environ);
    if (!e) {
        self->pid = pid;
        tell(self->ctx, WATCH_STARTED, pid);
    }
    tell(self->ctx, WATCH_RELEASE, 0);
    return e;
}

int process_start(Process *self, Ctx *ctx, const ProcessStart *how) {
    *self = (Process){.ctx = ctx};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int e = posix_spawn_file_actions_init(&actions);
    if (e) return e;
    e = posix_spawnattr_init(&attributes);
    if (!e) {
        e = set_files(&actions, how->fds);
        if (!e) e = set_state(&attributes);
        if (!e) e = spawn(self, how, &actions, &attributes);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    if (!e) cleanup_push(ctx, &self->cleanup, process_cleanup);
    return e;
}

void process_stop(Process *self) {
    cleanup_pop(&self->cleanup);
    process_cleanup(&self->cleanup);
}

/* Until it has ended or some time is over. */
static void doze(int fd, int64_t ms) {
    struct pollfd ended = {.fd = fd, .events = POLLIN};
    poll(&ended, fd >= 0, (int)ms);
}

bool process_wait_for(Process *self, int64_t milliseconds, int *status) {
    const int64_t end = milliseconds < INT64_MAX / 2 ? now_ms() + milliseconds : INT64_MAX;
#ifdef SYS_pidfd_open
    const int fd = (int)syscall(SYS_pidfd_open, self->pid, 0);
#else
    const int fd = -1;
#endif
    pid_t got;
    bool is_stopped = false;
    *status = 0;
    while ((got = waitpid(self->pid, status, WNOHANG)) == 0 || (got < 0 && errno == EINTR)) {
        const Ctx *ctx = self->ctx;
        const bool is_cancelled =
            ctx->cancel && atomic_load_explicit(ctx->cancel, memory_order_relaxed);
        const int64_t now = now_ms();
        if (is_cancelled || now > ctx_deadline(ctx) / 1000000 || now >= end) {
            is_stopped = true;
            break;
        }
        doze(fd, fd < 0 ? 2 : LOOK_MS);
    }
    if (fd >= 0) close(fd);
    if (is_stopped) {
        process_stop(self);
        ctx_look(self->ctx);
        return false;
    }
    const bool is_known = got == self->pid;
    is_over(self);
    process_stop(self);
    return is_known;
}

bool process_wait(Process *self, int *status) { return process_wait_for(self, INT64_MAX, status); }
