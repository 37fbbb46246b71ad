/* SPDX-License-Identifier: Apache-2.0 */
/* The helper is $TENON_CODEGEN (empty: none is wanted), else tenon-codegen in the folder of the
 * file that this code is in, or in the folder for such programs of the prefix that this file is
 * installed in. It runs as long as one request. */
#include "backend/llvm/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/process.h"
#include "base/diag.h"

enum { SAID = 1000, LOOK_MS = 20, GRACE_MS = 2000, PATH_BYTES = 4096 };

static const Loc no_place = {.line = 0};

/* --- Where it is --- */

/* The file that this code is in, by the list of mappings: other ways tell a path as it was named
 * when the process began. False: it is not known. */
static bool own_file(char *out, size_t size) {
    static const char here;
    char line[PATH_BYTES + 256];
    bool is_found = false;
    FILE *maps = fopen("/proc/self/maps", "re");
    if (!maps) return false;
    while (!is_found && fgets(line, sizeof line, maps)) {
        uintptr_t begin, end;
        int at = 0;
        if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %*s %*s %*s %*s %n", &begin, &end, &at) < 2)
            continue;
        if ((uintptr_t)&here < begin || (uintptr_t)&here >= end) continue;
        line[strcspn(line, "\n")] = '\0';
        is_found = at > 0 && line[at] == '/' && strlen(line + at) < size;
        if (is_found) memcpy(out, line + at, strlen(line + at) + 1);
    }
    fclose(maps);
    return is_found;
}

/* What it makes for a run is loaded by object.c, which knows one processor's objects. */
#if defined(__x86_64__) && defined(__linux__)
static const bool has_loader = true;
#else
static const bool has_loader = false;
#endif

/* NULL: none, or none is wanted. *is_named: by the environment. */
static const char *find_helper(Arena *arena, bool *is_named) {
    static const char *const places[] = {"tenon-codegen", TENON_CODEGEN_FROM_LIB,
                                         TENON_CODEGEN_FROM_BIN};
    const char *own = secure_getenv("TENON_CODEGEN");
    *is_named = own && *own;
    if (own) return *own ? own : NULL;
    char file[PATH_BYTES];
    if (!own_file(file, sizeof file)) return NULL;
    *strrchr(file, '/') = '\0';
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        const char *path = arena_printf(arena, "%s/%s", file, places[i]);
        if (access(path, X_OK) == 0) return path;
    }
    return NULL;
}

/* --- Talking to it --- */

typedef struct {
    Ctx *ctx;
    const char *path;
    Process process;
    bool is_started;
    int socket, errors, theirs[2]; /* -1: closed; ours, and the ends that it gets */
    Str request;
    size_t sent;
    const LlMeanwhile *meanwhile; /* NULL: nothing is to be done */
    StrBuf answer;
    char said[SAID + 1]; /* what it printed first */
    size_t n_said;
    Cleanup cleanup;
} Talk;

static void shut(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static void talk_cleanup(Cleanup *node) {
    Talk *t = (Talk *)(void *)((char *)node - offsetof(Talk, cleanup));
    if (t->is_started) process_stop(&t->process);
    t->is_started = false;
    shut(&t->socket);
    shut(&t->errors);
    shut(&t->theirs[0]);
    shut(&t->theirs[1]);
}

/* The ends that the helper gets lie above those that it knows them by. */
static bool lift(int *fd) {
    const int lifted = fcntl(*fd, F_DUPFD_CLOEXEC, 3);
    shut(fd);
    *fd = lifted;
    return lifted >= 0;
}

static int open_ends(Talk *t) {
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) return errno;
    t->socket = pair[0];
    t->theirs[0] = pair[1];
    if (pipe2(pair, O_CLOEXEC) != 0) return errno;
    t->errors = pair[0];
    t->theirs[1] = pair[1];
    if (!lift(&t->theirs[0]) || !lift(&t->theirs[1])) return errno;
    return fcntl(t->errors, F_SETFL, O_NONBLOCK) == 0 ? 0 : errno;
}

/* 0, or an errno value: nothing then runs. */
static int start(Talk *t) {
    int e = open_ends(t);
    char *const args[] = {(char *)t->path, NULL};
    const ProcessStart how = {.program = t->path,
                              .args = args,
                              .is_path = true,
                              .fds = {t->theirs[0], t->theirs[1], t->theirs[1]}};
    if (!e) e = process_start(&t->process, t->ctx, &how);
    t->is_started = !e;
    shut(&t->theirs[0]);
    shut(&t->theirs[1]);
    return e;
}

static void hear_errors(Talk *t) {
    char lot[1024];
    ssize_t n;
    while (t->errors >= 0 && (n = read(t->errors, lot, sizeof lot)) != 0) {
        if (n < 0 && errno == EINTR) continue;
        if (n < 0 && errno == EAGAIN) return;
        if (n < 0) break;
        for (ssize_t i = 0; i < n && t->n_said < SAID; i++) t->said[t->n_said++] = lot[i];
    }
    shut(&t->errors);
}

static void send_more(Talk *t) {
    const Str rest = {t->request.ptr + t->sent, t->request.len - t->sent};
    const ssize_t n = send(t->socket, rest.ptr, rest.len, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0)
        t->sent += (size_t)n;
    else if (n < 0 && errno != EINTR && errno != EAGAIN)
        t->sent = t->request.len; /* it listens no more */
}

/* False: that was all. */
static bool hear_more(Talk *t) {
    enum { LOT = 1 << 16 };
    vec_reserve(t->answer.arena, &t->answer.text, LOT);
    const ssize_t n = recv(t->socket, t->answer.text.at + t->answer.text.len, LOT, MSG_DONTWAIT);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return true;
    if (n <= 0) return false;
    t->answer.text.len += (size_t)n;
    if (t->answer.text.len < sizeof(LlHead)) return true;
    LlHead head;
    memcpy(&head, t->answer.text.at, sizeof head);
    return memcmp(head.magic, ll_answer_magic, sizeof head.magic) == 0 &&
           t->answer.text.len - sizeof head < head.bytes;
}

/* Until the answer is there, or no more comes. Throws when the call is to end. */
static void converse(Talk *t) {
    for (bool goes_on = true; goes_on;) {
        if (t->meanwhile && t->sent == t->request.len) {
            const LlMeanwhile *now = t->meanwhile;
            t->meanwhile = NULL;
            now->run(now->user);
        }
        struct pollfd ends[2] = {{.fd = t->socket, .events = POLLIN},
                                 {.fd = t->errors, .events = POLLIN}};
        if (t->sent < t->request.len) ends[0].events |= POLLOUT;
        poll(ends, 2, LOOK_MS);
        ctx_look(t->ctx);
        if (ends[1].revents) hear_errors(t);
        if (ends[0].revents & POLLOUT) send_more(t);
        if (ends[0].revents & (POLLIN | POLLHUP | POLLERR)) goes_on = hear_more(t);
    }
}

/* --- How it ended --- */

/* What LLVM, the C++ library, the loader and the system say when memory is short. */
static bool tells_of_memory(const char *text) {
    static const char *const words[] = {"out of memory",
                                        "bad_alloc",
                                        "Cannot allocate memory",
                                        "Allocation failed",
                                        "failed to map segment",
                                        "cannot map",
                                        "cannot create shared object descriptor"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        if (strstr(text, words[i])) return true;
    }
    return false;
}

static bool lacked_memory(const Talk *t, bool is_known, int status) {
    if (tells_of_memory(t->said)) return true;
    if (is_known && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        return true;     /* the system, not we */
    struct rlimit limit; /* the loader and LLVM do not ask after every allocation */
    const bool is_limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return is_limited && is_known && WIFSIGNALED(status);
}

static const char *quoted(Talk *t) {
    StrBuf text;
    strbuf_init(&text, t->answer.arena);
    while (t->n_said && t->said[t->n_said - 1] == '\n') t->n_said--;
    strbuf_escaped(&text, (Str){t->said, t->n_said});
    return strbuf_cstr(&text);
}

static const char *how_it_ended(Talk *t, bool is_known, int status) {
    Arena *arena = t->answer.arena;
    const char *end = !is_known ? "it ended"
                      : WIFSIGNALED(status)
                          ? arena_printf(arena, "signal %d ended it", WTERMSIG(status))
                          : arena_printf(arena, "exit status %d", WEXITSTATUS(status));
    return t->n_said ? arena_printf(arena, "%s; it printed: %s", end, quoted(t)) : end;
}

NORETURN static void throw_memory(Talk *t, const char *found) {
    Ctx *ctx = t->ctx;
    struct rlimit limit;
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE, "the code generator ran out of memory");
    if (found) diag_found(ctx, d, "%s", found);
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        diag_help(ctx, d,
                  "a process may have %" PRIuMAX
                  " kB here (ulimit -v); more is needed for this model",
                  (uintmax_t)limit.rlim_cur / 1024);
    ctx_throw(ctx, STATUS_MEMORY);
}

/* What it said begins as an answer does, but for the number of the version. */
static bool is_other_version(const Talk *t) {
    const Str said = strbuf_str(&t->answer);
    return said.len >= sizeof ll_answer_magic &&
           memcmp(said.ptr, ll_answer_magic, strlen("tenona")) == 0 &&
           memcmp(said.ptr, ll_answer_magic, sizeof ll_answer_magic) != 0;
}

/* It gave no answer. */
static LlHelp no_answer(Talk *t, bool is_known, int status) {
    Ctx *ctx = t->ctx;
    const char *end = how_it_ended(t, is_known, status);
    if (lacked_memory(t, is_known, status)) throw_memory(t, end);
    const bool is_crash = is_known && WIFSIGNALED(status);
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                         diag_fmt(ctx, "the code generator '%s' %s", t->path,
                                  is_crash              ? "crashed"
                                  : is_other_version(t) ? "is of another version of Tenon"
                                                        : "gave no answer"));
    diag_found(ctx, d, "%s", end);
    diag_help(ctx, d,
              is_crash ? "this is a fault of tenon: please report it with the module; --backend c "
                         "or evaluator runs it"
                       : "TENON_CODEGEN= (empty) makes code without it, in the process itself");
    if (is_crash) ctx_throw(ctx, STATUS_BUG);
    return LL_REFUSED;
}

/* --- A request --- */

/* Reports what it says instead; request: of a program. */
static LlHelp not_made(Talk *t, uint64_t kind, Str body, const LlRequest *request) {
    Ctx *ctx = t->ctx;
    Arena *arena = t->answer.arena;
    StrBuf text;
    strbuf_init(&text, arena);
    strbuf_add(&text, body.ptr, body.len);
    if (tells_of_memory(strbuf_cstr(&text))) throw_memory(t, strbuf_cstr(&text));
    if (kind == LL_ANSWER_REPORTS && request && !ll_program_host(request->m, &request->how, arena))
        return LL_REFUSED;
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE,
                         diag_fmt(ctx, "the code generator '%s' cannot do it", t->path));
    diag_found(ctx, d, "%s", strbuf_cstr(&text));
    return LL_REFUSED;
}

static LlHelp read_answer(Talk *t, LlProgram **out, LlCode **code, const LlRequest *request,
                          NativeTimes *times, Arena *to) {
    LlHead head;
    Ctx *ctx = t->ctx;
    Arena *arena = t->answer.arena;
    const Str all = strbuf_str(&t->answer);
    memcpy(&head, all.ptr, sizeof head);
    const Str body = {all.ptr + sizeof head, all.len - sizeof head};
    if (head.kind == LL_ANSWER_MEMORY) throw_memory(t, NULL);
    if (head.kind == LL_ANSWER_PROGRAM) {
        *out = ll_program_unpack(body, &request->key, request->m, code, times, to, arena);
        if (*out) return LL_HELPED;
        diag_error(ctx, no_place, DIAG_VALUE, "what the code generator made cannot be loaded");
        return LL_REFUSED;
    }
    return not_made(t, head.kind, body, request);
}

/* False after a report. */
static bool take_file(Talk *t, StrBuf *out) {
    LlHead head;
    const Str all = strbuf_str(&t->answer);
    memcpy(&head, all.ptr, sizeof head);
    const Str body = {all.ptr + sizeof head, all.len - sizeof head};
    if (head.kind == LL_ANSWER_MEMORY) throw_memory(t, NULL);
    if (head.kind != LL_ANSWER_FILE) return not_made(t, head.kind, body, NULL) == LL_HELPED;
    strbuf_add(out, body.ptr, body.len);
    return true;
}

static bool is_whole(const Talk *t) {
    LlHead head;
    const Str all = strbuf_str(&t->answer);
    if (all.len < sizeof head) return false;
    memcpy(&head, all.ptr, sizeof head);
    return memcmp(head.magic, ll_answer_magic, sizeof head.magic) == 0 &&
           all.len - sizeof head == head.bytes;
}

/* LL_HELPED: there is a whole answer. */
static LlHelp ask(Talk *t, bool is_named) {
    Ctx *ctx = t->ctx;
    cleanup_push(ctx, &t->cleanup, talk_cleanup);
    const int e = start(t);
    if (e == ENOMEM) throw_memory(t, NULL);
    if (e && is_named) {
        Diag *d = diag_error(
            ctx, no_place, DIAG_VALUE,
            diag_fmt(ctx, "the code generator '%s' cannot be started: %s", t->path, strerror(e)));
        diag_help(ctx, d, "TENON_CODEGEN names it; empty, code is made in the process itself");
        return LL_REFUSED;
    }
    if (e) return LL_ALONE;
    converse(t);
    if (is_whole(t)) return LL_HELPED;
    int status;
    const bool is_known = process_wait_for(&t->process, GRACE_MS, &status);
    hear_errors(t);
    t->is_started = false;
    return no_answer(t, is_known, status);
}

static void talk_end(Talk *t) {
    cleanup_pop(&t->cleanup);
    talk_cleanup(&t->cleanup);
}

static void talk_init(Talk *t, const char *path, Arena *arena) {
    *t = (Talk){.ctx = arena->ctx, .path = path, .socket = -1, .errors = -1, .theirs = {-1, -1}};
    strbuf_init(&t->answer, arena);
}

LlHelp ll_help(LlProgram **out, LlCode **code, const LlRequest *request,
               const LlMeanwhile *meanwhile, NativeTimes *times, Arena *to, Arena *arena) {
    bool is_named;
    Talk t;
    StrBuf text;
    const char *path = has_loader ? find_helper(arena, &is_named) : NULL;
    *out = NULL;
    *code = NULL;
    if (!path) return LL_ALONE;
    talk_init(&t, path, arena);
    strbuf_init(&text, arena);
    ll_request_write(&text, request);
    t.request = strbuf_str(&text);
    t.meanwhile = meanwhile;
    LlHelp help = ask(&t, is_named);
    if (help == LL_HELPED) help = read_answer(&t, out, code, request, times, to);
    talk_end(&t);
    return help;
}

bool ll_helper_is_there(Arena *arena) {
    bool is_named;
    return find_helper(arena, &is_named) != NULL;
}

LlHelp ll_help_file(StrBuf *out, Str request, Arena *arena) {
    bool is_named;
    Talk t;
    const char *path = find_helper(arena, &is_named);
    if (!path) return LL_ALONE;
    talk_init(&t, path, arena);
    t.request = request;
    LlHelp help = ask(&t, is_named);
    if (help == LL_HELPED && !take_file(&t, out)) help = LL_REFUSED;
    talk_end(&t);
    return help;
}
