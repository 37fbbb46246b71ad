/* SPDX-License-Identifier: Apache-2.0 */
#include "backend/c/build.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backend/process.h"
#include "base/diag.h"
#include "base/files.h"

enum { SHOWN = 2000 }; /* bytes of the compiler's messages in a report */

static const Loc no_place = {.line = 0};

static const char *const leftovers[] = {"messages", "source.c", "object.o", "result"};

/* A folder of our own; whatever ends its use removes it. */
typedef struct {
    Ctx *ctx;
    Arena arena;
    char *path;
    const char *header;                          /* also in it */
    const char *names[ARRAY_LEN(leftovers) + 1]; /* the paths of all */
    size_t n_names;
    Cleanup cleanup;
} Folder;

static const char *in_folder(Folder *self, const char *name) {
    return arena_printf(&self->arena, "%s/%s", self->path, name);
}

/* Whoever removes what a signal leaves begins with the last one that he was told of. */
static void watch_names(Folder *self, WatchEvent event) {
    const Watch *watch = &self->ctx->watch;
    if (!watch->note) return;
    watch->note(watch->user, WATCH_HOLD, NULL);
    if (event == WATCH_GONE) watch->note(watch->user, event, self->path);
    for (size_t i = 0; i < self->n_names; i++) watch->note(watch->user, event, self->names[i]);
    watch->note(watch->user, WATCH_RELEASE, NULL);
}

static void folder_remove(Cleanup *node) {
    Folder *self = (Folder *)(void *)((char *)node - offsetof(Folder, cleanup));
    const int dir = open(self->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir >= 0) {
        for (size_t i = 0; i < ARRAY_LEN(leftovers); i++) unlinkat(dir, leftovers[i], 0);
        if (self->header) unlinkat(dir, self->header, 0);
        close(dir);
    }
    rmdir(self->path);
    watch_names(self, WATCH_GONE);
}

static Status cannot_write(Ctx *ctx, const char *path, int err) {
    diag_error(ctx, no_place, DIAG_WRITE, path, strerror(err));
    return STATUS_IO;
}

/* A signal finds either no folder or its name. False: errno tells why. */
static bool make_watched(Ctx *ctx, char *path) {
    const Watch *watch = &ctx->watch;
    if (!watch->note) return mkdtemp(path) != NULL;
    watch->note(watch->user, WATCH_HOLD, NULL);
    const bool is_made = mkdtemp(path) != NULL;
    const int err = errno;
    if (is_made) watch->note(watch->user, WATCH_MADE, path);
    watch->note(watch->user, WATCH_RELEASE, NULL);
    errno = err;
    return is_made;
}

static Status folder_open(Folder *self, Ctx *ctx, const char *header) {
    *self = (Folder){.ctx = ctx, .header = header};
    arena_init(&self->arena, ctx);
    const char *base = getenv("TMPDIR");
    self->path = arena_printf(&self->arena, "%s/tenon-XXXXXX", base && *base ? base : "/tmp");
    if (!make_watched(ctx, self->path)) {
        const Status status = cannot_write(ctx, self->path, errno);
        arena_fini(&self->arena);
        return status;
    }
    cleanup_push(ctx, &self->cleanup, folder_remove);
    for (size_t i = 0; i < ARRAY_LEN(leftovers); i++)
        self->names[self->n_names++] = in_folder(self, leftovers[i]);
    if (header) self->names[self->n_names++] = in_folder(self, header);
    watch_names(self, WATCH_MADE);
    return STATUS_OK;
}

static void folder_close(Folder *self) {
    cleanup_pop(&self->cleanup);
    folder_remove(&self->cleanup);
    arena_fini(&self->arena);
}

static Status write_file(Folder *self, const char *name, Str text) {
    const char *path = in_folder(self, name);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    int err = fd < 0 ? errno : 0;
    for (size_t at = 0; !err && at < text.len;) {
        const ssize_t n = write(fd, text.ptr + at, text.len - at);
        if (n > 0) at += (size_t)n;
        if (n < 0 && errno != EINTR) err = errno;
    }
    if (fd >= 0 && close(fd) != 0 && !err) err = errno;
    return err ? cannot_write(self->ctx, path, err) : STATUS_OK;
}

typedef VEC(char *) Arguments;

/* Words of $CC, as it may hold options. */
static void add_words(Folder *self, const char *text, Arguments *out) {
    for (const char *at = text; *at;) {
        const size_t gap = strspn(at, " \t"), n = strcspn(at + gap, " \t");
        if (n) vec_push(&self->arena, out, arena_printf(&self->arena, "%.*s", (int)n, at + gap));
        at += gap + n;
    }
}

static Status refused(Folder *self, const char *compiler, int status) {
    char text[SHOWN + 1];
    ssize_t n = -1;
    const int fd = open(in_folder(self, "messages"), O_RDONLY | O_CLOEXEC);
    if (fd >= 0) n = read(fd, text, SHOWN);
    if (fd >= 0) close(fd);
    if (n < 0) n = 0;
    text[n] = '\0';
    Diag *d =
        diag_error(self->ctx, no_place, DIAG_COMPILER,
                   diag_fmt(self->ctx, "'%s' did not compile what was made for it", compiler));
    if (WIFSIGNALED(status)) {
        diag_found(self->ctx, d, "it was ended by signal %d", WTERMSIG(status));
    } else {
        diag_found(self->ctx, d, "exit status %d%s%s", WEXITSTATUS(status), *text ? "\n" : "",
                   text);
    }
    return STATUS_INVALID;
}

static Status run_compiler(Folder *self, const Arguments *args) {
    int status;
    Process process;
    const int messages =
        open(in_folder(self, "messages"), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    /* none of those that it becomes */
    const int fd = messages < 0 ? -1 : fcntl(messages, F_DUPFD_CLOEXEC, 3);
    if (messages >= 0) close(messages);
    if (fd < 0) return cannot_write(self->ctx, in_folder(self, "messages"), errno);
    const ProcessStart how = {.program = args->at[0], .args = args->at, .fds = {-1, fd, fd}};
    const int err = process_start(&process, self->ctx, &how);
    close(fd);
    if (err) {
        Diag *d =
            diag_error(self->ctx, no_place, DIAG_COMPILER,
                       diag_fmt(self->ctx, "'%s' cannot be run: %s", args->at[0], strerror(err)));
        diag_help(
            self->ctx, d,
            "install a C compiler as cc, or set CC to one; `tenon compile -o FILE.c` needs none");
        return STATUS_IO;
    }
    /* The host may have waited for it itself, or ignore SIGCHLD: then what it made tells how it
     * ended. */
    if (!process_wait(&process, &status))
        status = access(in_folder(self, "result"), F_OK) == 0 ? 0 : 1 << 8;
    return status == 0 ? STATUS_OK : refused(self, args->at[0], status);
}

/* $CC, else the compiler of that name. */
static void add_compiler(Folder *self, const char *otherwise, Arguments *out) {
    const char *cc = getenv("CC");
    add_words(self, cc ? cc : "", out);
    if (!out->len) add_words(self, otherwise, out);
}

static Status build_in(Folder *self, const CBuild *what) {
    Status status = write_file(self, "source.c", what->source);
    if (status == STATUS_OK) status = write_file(self, what->header_name, what->header);
    if (status != STATUS_OK) return status;
    Arguments args = {.at = NULL};
    add_compiler(self, "cc", &args);
    const char *const common[] = {"-std=c99",
                                  "-O3",
                                  "-fno-math-errno", /* neither changes a bit: docs/c.md */
                                  "-fno-trapping-math",
                                  "-fPIC",
                                  what->is_object ? "-c" : "-shared",
                                  "-o",
                                  in_folder(self, "result"),
                                  in_folder(self, "source.c")};
    for (size_t i = 0; i < ARRAY_LEN(common); i++) vec_push(&self->arena, &args, (char *)common[i]);
    if (what->is_native) vec_push(&self->arena, &args, (char *)"-march=native");
    if (!what->is_object) vec_push(&self->arena, &args, (char *)"-lm");
    vec_push(&self->arena, &args, NULL);
    return run_compiler(self, &args);
}

/* The result to where it is wanted, through the context's hook. */
static Status deliver(Folder *self, const char *path) {
    const char *data;
    size_t size;
    Ctx *ctx = self->ctx;
    int err = ctx->io.read(ctx->io.user, in_folder(self, "result"), SIZE_MAX / 2, &data, &size);
    if (err) return cannot_write(ctx, path, err);
    const Str whole = {size ? data : "", size};
    err = files_write(ctx, path, &whole, 1);
    ctx->io.release(ctx->io.user, data, size);
    return err ? files_report(ctx, path, err) : STATUS_OK;
}

Status c_build(Ctx *ctx, const CBuild *what, const char *path) {
    Folder folder;
    Status status = folder_open(&folder, ctx, what->header_name);
    if (status != STATUS_OK) return status;
    status = build_in(&folder, what);
    if (status == STATUS_OK) status = deliver(&folder, path);
    folder_close(&folder);
    return status;
}

/* The machine without its maker, as cross compilers are called: aarch64-linux-gnu-gcc. */
static const char *compiler_of(Folder *self, const char *triple) {
    const char *maker = strchr(triple, '-'), *system = maker ? strchr(maker + 1, '-') : NULL;
    if (strcmp(triple, "host") == 0 || !maker) return "cc";
    const bool has_maker = system && strncmp(maker, "-linux", 6) != 0;
    const int n = strncmp(triple, "arm", 3) == 0 ? 3 : (int)(maker - triple);
    return arena_printf(&self->arena, "%.*s%s-gcc", n, triple, has_maker ? system : maker);
}

static bool is_here(const char *triple) {
#if defined(__x86_64__)
    return strcmp(triple, "host") == 0 || strncmp(triple, "x86_64-", 7) == 0;
#else
    return strcmp(triple, "host") == 0;
#endif
}

static void add_words_of(Folder *self, const char *const *list, size_t n, Arguments *out) {
    for (size_t i = 0; i < n; i++) vec_push(&self->arena, out, (char *)list[i]);
}

static Status link_in(Folder *self, Str object, Str onednn, const char *triple) {
    static const char *const wasm[] = {"--no-entry", "--export-dynamic", "--export=__heap_base",
                                       "--allow-undefined", "-o"},
                             *const shared[] = {"-shared", "-o"};
    const bool is_wasm = strncmp(triple, "wasm", 4) == 0;
    const char *const *list = is_wasm ? wasm : shared;
    const size_t n = is_wasm ? ARRAY_LEN(wasm) : ARRAY_LEN(shared);
    Arguments args = {.at = NULL};
    Status status = write_file(self, "object.o", object);
    if (status == STATUS_OK && onednn.len) status = write_file(self, "source.c", onednn);
    if (status != STATUS_OK) return status;
    if (is_wasm)
        add_words(self, "wasm-ld", &args);
    else
        add_compiler(self, is_here(triple) ? "cc" : compiler_of(self, triple), &args);
    add_words_of(self, list, n, &args);
    vec_push(&self->arena, &args, (char *)in_folder(self, "result"));
    vec_push(&self->arena, &args, (char *)in_folder(self, "object.o"));
    if (onednn.len) {
        const char *const more[] = {"-std=c99", "-O2", "-fPIC", in_folder(self, "source.c"),
                                    "-ldnnl"};
        add_words_of(self, more, ARRAY_LEN(more), &args);
    }
    if (!is_wasm) vec_push(&self->arena, &args, (char *)"-lm");
    vec_push(&self->arena, &args, NULL);
    return run_compiler(self, &args);
}

Status c_link(Ctx *ctx, Str object, Str onednn, const char *triple, const char *path) {
    Folder folder;
    Status status = folder_open(&folder, ctx, NULL);
    if (status != STATUS_OK) return status;
    status = link_in(&folder, object, onednn, triple);
    if (status == STATUS_OK) status = deliver(&folder, path);
    folder_close(&folder);
    return status;
}

static void library_cleanup(Cleanup *node) {
    CLibrary *self = (CLibrary *)(void *)((char *)node - offsetof(CLibrary, cleanup));
    dlclose(self->handle);
}

Status c_library_open(CLibrary *self, Ctx *ctx, const CBuild *what) {
    Folder folder;
    *self = (CLibrary){.ctx = ctx};
    Status status = folder_open(&folder, ctx, what->header_name);
    if (status != STATUS_OK) return status;
    status = build_in(&folder, what);
    if (status == STATUS_OK) {
        self->handle = dlopen(in_folder(&folder, "result"), RTLD_NOW | RTLD_LOCAL);
        if (self->handle) {
            cleanup_push(ctx, &self->cleanup, library_cleanup);
        } else {
            diag_error(ctx, no_place, DIAG_COMPILER,
                       diag_fmt(ctx, "made what cannot be loaded: %s", dlerror()));
            status = STATUS_INVALID;
        }
    }
    folder_close(&folder);
    return status;
}

void (*c_library_function(const CLibrary *self, const char *name))(void) {
    void (*function)(void);
    void *symbol = dlsym(self->handle, name);
    if (!symbol) BUG("a compiled module lacks '%s'", name);
    memcpy(&function, &symbol, sizeof function);
    return function;
}

void c_library_close(CLibrary *self) {
    cleanup_pop(&self->cleanup);
    library_cleanup(&self->cleanup);
}
