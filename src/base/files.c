/* SPDX-License-Identifier: Apache-2.0 */
#include "base/files.h"

#include <errno.h>
#include <stdlib.h>

#include "base/beside.h"
#include "base/diag.h"
#include "base/map.h"

/* A file of the set. */
typedef struct {
    char *path;
    Beside beside;
    char *data; /* of a hook's file: all of it */
    size_t size;
    ContentHash before; /* what a hook read of the old one */
    bool has_before;
    bool is_placed;
} SetFile;

struct FileSet {
    SetFile *at;
    size_t len, cap;
    char *failed, *head; /* after files_commit failed */
};

static void tell(Ctx *ctx, WatchEvent event) {
    if (ctx->watch.note) ctx->watch.note(ctx->watch.user, event, NULL);
}

static void file_end(Ctx *ctx, SetFile *f) {
    beside_end(&f->beside, &ctx->watch);
    free(f->data);
    free(f->path);
}

static void drop_to(Ctx *ctx, size_t n) {
    FileSet *set = ctx->files;
    while (set->len > n) file_end(ctx, &set->at[--set->len]);
}

bool files_is_open(const Ctx *ctx) { return ctx->files != NULL; }

bool files_begin(Ctx *ctx) {
    if (ctx->files) return false;
    ctx->files = calloc(1, sizeof *ctx->files);
    return ctx->files != NULL;
}

void files_abandon(Ctx *ctx) {
    if (!ctx->files) return;
    drop_to(ctx, 0);
    free(ctx->files->at);
    free(ctx->files->failed);
    free(ctx->files->head);
    free(ctx->files);
    ctx->files = NULL;
}

/* The pieces as one; NULL: out of memory. */
static char *joined(const Str *pieces, size_t n, size_t *size) {
    size_t at = 0;
    for (size_t i = 0; i < n; i++) at += pieces[i].len;
    char *out = malloc(at ? at : 1);
    *size = at;
    at = 0;
    for (size_t i = 0; out && i < n; i++) {
        if (pieces[i].len) memcpy(out + at, pieces[i].ptr, pieces[i].len);
        at += pieces[i].len;
    }
    return out;
}

static int add(Ctx *ctx, const char *path, const Str *pieces, size_t n) {
    FileSet *set = ctx->files;
    if (set->len == set->cap) {
        const size_t cap = set->cap ? set->cap * 2 : 8;
        SetFile *bigger = realloc(set->at, cap * sizeof *bigger);
        if (!bigger) return ENOMEM;
        set->at = bigger;
        set->cap = cap;
    }
    SetFile *f = &set->at[set->len];
    *f = (SetFile){.path = strdup(path)};
    int err = f->path ? 0 : ENOMEM;
    if (!err && ctx->io.has_names)
        err = beside_make(&f->beside, &ctx->watch, path, pieces, n, true);
    if (!err && !ctx->io.has_names && !(f->data = joined(pieces, n, &f->size))) err = ENOMEM;
    if (err)
        file_end(ctx, f);
    else
        set->len++;
    return err;
}

int files_write(Ctx *ctx, const char *path, const Str *pieces, size_t n) {
    const Io *io = &ctx->io;
    int err = 0;
    const bool is_stdout = strcmp(path, "-") == 0;
    if (ctx->files && !is_stdout) return add(ctx, path, pieces, n);
    if (io->has_names && is_stdout) {
        for (size_t i = 0; !err && i < n; i++)
            err = io->write(io->user, path, pieces[i].ptr, pieces[i].len);
        return err;
    }
    if (io->has_names) {
        Beside file;
        err = beside_make(&file, &ctx->watch, path, pieces, n, false);
        if (!err) err = beside_place(&file, &ctx->watch);
        beside_end(&file, &ctx->watch);
        return err;
    }
    if (n == 1) return io->write(io->user, path, pieces->len ? pieces->ptr : "", pieces->len);
    size_t size;
    char *all = joined(pieces, n, &size);
    err = all ? io->write(io->user, path, all, size) : ENOMEM;
    free(all);
    return err;
}

/* --- Names for all --- */

static int place_all(FileSet *set, SetFile **failed) {
    const Watch held = {NULL, NULL};
    SetFile *head = &set->at[set->len - 1];
    int err = set->len > 1 ? beside_set_aside(&head->beside) : 0;
    *failed = head;
    for (size_t i = 0; !err && i < set->len; i++) {
        SetFile *f = *failed = &set->at[i];
        if (f != head && set->len > 1) err = beside_set_aside(&f->beside);
        if (err || !f->beside.made) continue;
        err = beside_place(&f->beside, &held);
        f->is_placed = !err;
    }
    for (size_t i = set->len; err && i-- > 0;)
        beside_put_back(&set->at[i].beside, set->at[i].is_placed);
    return err;
}

/* In one hold: what ends the process waits. */
static int commit_names(Ctx *ctx, SetFile **failed) {
    FileSet *set = ctx->files;
    char **made = calloc(set->len + 1, sizeof *made);
    if (!made) return ENOMEM;
    for (size_t i = 0; i < set->len; i++) {
        const char *name = set->at[i].beside.made;
        if (name) made[i] = strdup(name);
    }
    tell(ctx, WATCH_HOLD);
    const int err = place_all(set, failed);
    for (size_t i = 0; i < set->len; i++) {
        if (!err) beside_forget(&set->at[i].beside);
        if (set->at[i].is_placed && made[i] && ctx->watch.note)
            ctx->watch.note(ctx->watch.user, WATCH_GONE, made[i]);
    }
    tell(ctx, WATCH_RELEASE);
    for (size_t i = 0; i < set->len; i++) free(made[i]);
    free(made);
    return err;
}

/* --- A host's hooks --- */

static int hook_write(Ctx *ctx, const SetFile *f) {
    return ctx->io.write(ctx->io.user, f->path, f->data, f->size);
}

/* The hash of what is there now; false: nothing that can be read. */
static bool hook_hash(Ctx *ctx, const char *path, ContentHash *out) {
    const Io *io = &ctx->io;
    const char *data;
    size_t size;
    if (io->read(io->user, path, SIZE_MAX / 2, &data, &size) != 0) return false;
    *out = content_hash(data, size);
    io->release(io->user, data, size);
    return true;
}

static bool is_unchanged(Ctx *ctx, const FileSet *set) {
    for (size_t i = 0; i + 1 < set->len; i++) {
        ContentHash now;
        const SetFile *f = &set->at[i];
        const bool has = hook_hash(ctx, f->path, &now);
        if (has != f->has_before || (has && !content_hash_eq(now, f->before))) return false;
    }
    return true;
}

static int write_rest(Ctx *ctx, FileSet *set, SetFile **failed) {
    int err = 0;
    for (size_t i = 0; !err && i < set->len; i++) {
        *failed = &set->at[i];
        err = hook_write(ctx, *failed);
    }
    return err;
}

static int commit_hooks(Ctx *ctx, SetFile **failed, bool *is_emptied) {
    FileSet *set = ctx->files;
    const Io *io = &ctx->io;
    SetFile *head = *failed = &set->at[set->len - 1];
    const char *old;
    size_t size;
    if (set->len == 1) return hook_write(ctx, head);
    const int none = io->read(io->user, head->path, SIZE_MAX / 2, &old, &size);
    if (none == ENOENT) return write_rest(ctx, set, failed);
    if (none == ENOMEM) return none;
    for (size_t i = 0; i + 1 < set->len; i++) {
        SetFile *f = &set->at[i];
        f->has_before = hook_hash(ctx, f->path, &f->before);
    }
    int err = io->write(io->user, head->path, "", 0);
    if (!err) {
        err = write_rest(ctx, set, failed);
        *is_emptied = err && (none || !is_unchanged(ctx, set) ||
                              io->write(io->user, head->path, old, size) != 0);
    }
    if (!none) io->release(io->user, old, size);
    return err;
}

int files_commit(Ctx *ctx, const char **path, bool *is_emptied) {
    FileSet *set = ctx->files;
    SetFile *failed = NULL;
    *path = NULL;
    *is_emptied = false;
    int err = !set->len           ? 0
              : ctx->io.has_names ? commit_names(ctx, &failed)
                                  : commit_hooks(ctx, &failed, is_emptied);
    if (err) {
        set->failed = failed ? strdup(failed->path) : NULL;
        set->head = strdup(set->at[set->len - 1].path);
        *path = set->failed ? set->failed : "a set of files";
        drop_to(ctx, 0);
    } else {
        files_abandon(ctx);
    }
    return err;
}

/* --- Reports --- */

Status files_report(Ctx *ctx, const char *path, int err) {
    char text[128];
    if (err == ENOMEM) ctx_throw(ctx, STATUS_MEMORY);
    const char *name = strcmp(path, "-") == 0 ? "<stdout>" : path;
    Diag *d =
        diag_error(ctx, (Loc){.line = 0}, DIAG_WRITE, name, strerror_r(err, text, sizeof text));
    if (err == EACCES || err == EPERM || err == EROFS)
        diag_help(
            ctx, d,
            "a file is made beside its place first, so the folder must be one that may be written");
    return STATUS_IO;
}

Status files_report_set(Ctx *ctx, const char *path, int err, bool is_emptied) {
    const char *name = diag_fmt(ctx, "%s", path);
    const char *head = ctx->files && ctx->files->head ? diag_fmt(ctx, "%s", ctx->files->head) : "";
    files_abandon(ctx);
    const Status status = files_report(ctx, name, err);
    if (is_emptied) diag_warning(ctx, (Loc){.line = 0}, DIAG_EMPTIED, head);
    return status;
}

/* --- Within a call --- */

static void part_abandon(FilesPart *self) {
    if (!self->is_part)
        files_abandon(self->ctx);
    else if (self->ctx->files)
        drop_to(self->ctx, self->mark);
}

static void part_cleanup(Cleanup *node) {
    part_abandon((FilesPart *)(void *)((char *)node - offsetof(FilesPart, cleanup)));
}

void files_part_begin(FilesPart *self, Ctx *ctx) {
    *self = (FilesPart){.ctx = ctx, .is_part = files_is_open(ctx)};
    if (self->is_part)
        self->mark = ctx->files->len;
    else if (!files_begin(ctx))
        ctx_throw(ctx, STATUS_MEMORY);
    cleanup_push(ctx, &self->cleanup, part_cleanup);
}

int files_part_end(FilesPart *self, bool ok, const char **path, bool *is_emptied) {
    int err = 0;
    cleanup_pop(&self->cleanup);
    if (ok && !self->is_part)
        err = files_commit(self->ctx, path, is_emptied);
    else if (!ok)
        part_abandon(self);
    return err;
}
