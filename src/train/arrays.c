/* SPDX-License-Identifier: Apache-2.0 */
/* Rows from arrays: those of an .npz archive, which is read into memory, or the files of a folder,
 * of which only the rows that are asked for are read, so that they may be larger than memory. They
 * are read and not mapped: a file that is made shorter meanwhile is an error then, and no fault of
 * the machine. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tensor/npy_parts.h"
#include "tensor/npz.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

typedef struct {
    Tensor *tensor;   /* a reference; NULL: a file's rows */
    const char *path; /* of the file */
    int fd;
    size_t start; /* of the data */
} Array;

typedef struct {
    TrainSource source; /* first */
    Array *arrays;
    size_t n; /* that are open */
    Cleanup cleanup;
} Arrays;

static void arrays_close(TrainSource *source) {
    Arrays *self = (Arrays *)(void *)source;
    for (size_t i = 0; i < self->n; i++) {
        tensor_unref(self->arrays[i].tensor);
        if (self->arrays[i].fd >= 0) close(self->arrays[i].fd);
    }
    self->n = 0;
}

static void arrays_cleanup(Cleanup *node) {
    arrays_close((TrainSource *)(void *)((char *)node - offsetof(Arrays, cleanup)));
}

void train_source_close(TrainSource *self) {
    if (self && self->close) self->close(self);
}

/* All n bytes, or an errno value; EIO: the file has become shorter. */
static int read_at(int fd, char *to, size_t n, size_t at) {
    while (n) {
        const ssize_t got = pread(fd, to, n, (off_t)at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno;
        if (got == 0) return EIO;
        to += got, n -= (size_t)got, at += (size_t)got;
    }
    return 0;
}

static Status arrays_read(TrainSource *source, Ctx *ctx, const int64_t *rows, size_t n,
                          void *const *out) {
    Arrays *self = (Arrays *)(void *)source;
    for (size_t c = 0; c < source->n_columns; c++) {
        const Array *a = &self->arrays[c];
        const size_t bytes = source->columns[c].bytes;
        for (size_t i = 0; out[c] && bytes && i < n; i++) {
            char *to = (char *)out[c] + i * bytes;
            const size_t at = (size_t)rows[i] * bytes;
            if (a->tensor) {
                memcpy(to, (const char *)a->tensor->data + at, bytes);
                continue;
            }
            const int err = read_at(a->fd, to, bytes, a->start + at);
            if (!err) continue;
            diag_error(ctx, no_place, DIAG_READ, a->path,
                       err == EIO ? diag_fmt(ctx, "it ends within row %lld", (long long)rows[i])
                                  : strerror(err));
            return STATUS_IO;
        }
    }
    return STATUS_OK;
}

/* A column of that type, whose rows must be as many as the others'. */
static bool add_column(Arrays *self, Arena *arena, TrainColumn *columns, const char *name,
                       DType dtype, const int64_t *dims, uint32_t ndim) {
    TrainSource *s = &self->source;
    Ctx *ctx = s->ctx;
    Diag *d = NULL;
    if (ndim == 0) {
        d = diag_error(ctx, no_place, DIAG_VALUE,
                       diag_fmt(ctx, "%s: '%s' has no rows", s->name, name));
        diag_expected(ctx, d, "an array of rank 1 or more, whose dim 0 are the rows");
        diag_found(ctx, d, "rank 0");
        return false;
    }
    if (dtype == DTYPE_STRING || dtype_is_packed(dtype)) {
        diag_error(ctx, no_place, DIAG_VALUE,
                   diag_fmt(ctx, "%s: '%s' is of %s, which no model is trained on", s->name, name,
                            dtype_name(dtype)));
        return false;
    }
    if (s->n_columns && dims[0] != s->rows) {
        d = diag_error(ctx, no_place, DIAG_VALUE,
                       diag_fmt(ctx, "%s: '%s' has another number of rows", s->name, name));
        diag_expected(ctx, d, "%lld, as '%s' has", (long long)s->rows, columns[0].name);
        diag_found(ctx, d, "%lld", (long long)dims[0]);
        return false;
    }
    int64_t *row = ARENA_ARRAY(arena, int64_t, (size_t)ndim);
    size_t count, bytes;
    for (uint32_t i = 1; i < ndim; i++) row[i - 1] = dims[i];
    BUG_IF(!tensor_count(row, ndim - 1, dtype, &count, &bytes));
    s->rows = dims[0];
    columns[s->n_columns++] = (TrainColumn){.name = arena_strdup(arena, str_c(name)),
                                            .dtype = dtype,
                                            .ndim = ndim - 1,
                                            .dims = row,
                                            .bytes = bytes};
    return true;
}

static Arrays *arrays_new(Arena *arena, const char *path) {
    Arrays *self = ARENA_NEW(arena, Arrays);
    self->source = (TrainSource){.ctx = arena->ctx,
                                 .name = arena_strdup(arena, str_c(path)),
                                 .read = arrays_read,
                                 .close = arrays_close};
    cleanup_push(arena->ctx, &self->cleanup, arrays_cleanup);
    return self;
}

/* Whole where it has rows and columns and nothing was reported. */
static TrainSource *arrays_end(Arrays *self, size_t errors) {
    TrainSource *s = &self->source;
    if (diag_errors(s->ctx) == errors && !s->n_columns)
        diag_error(s->ctx, no_place, DIAG_VALUE, diag_fmt(s->ctx, "%s holds no arrays", s->name));
    cleanup_pop(&self->cleanup);
    for (size_t i = 0; i < self->n; i++) s->reads_files |= !self->arrays[i].tensor;
    if (diag_errors(s->ctx) == errors) return s;
    arrays_close(s);
    return NULL;
}

TrainSource *train_read_npz(Arena *arena, const char *path) {
    Ctx *ctx = arena->ctx;
    Arrays *self = arrays_new(arena, path);
    const size_t errors = diag_errors(ctx);
    Npz npz;
    npz_init(&npz, ctx);
    if (npz_read_file(&npz, path, DTYPE_VOID) == STATUS_OK) {
        TrainColumn *columns = ARENA_ARRAY(arena, TrainColumn, npz.n + 1);
        self->arrays = ARENA_ARRAY(arena, Array, npz.n + 1);
        self->source.columns = columns;
        for (size_t i = 0; i < npz.n; i++) {
            Tensor *t = npz.arrays[i].tensor;
            if (!add_column(self, arena, columns, npz.arrays[i].name, t->dtype, t->dims, t->ndim))
                continue;
            self->arrays[self->n++] = (Array){.tensor = tensor_ref(t), .fd = -1};
        }
    }
    npz_fini(&npz);
    return arrays_end(self, errors);
}

/* The file as a column, its data left where they are, where they lie as a tensor does. */
static void add_file(Arrays *self, Arena *arena, TrainColumn *columns, const char *name,
                     const char *path) {
    enum { HEAD = 1 << 16 };
    Ctx *ctx = arena->ctx;
    struct stat is;
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* it may be a pipe */
    Array *a = &self->arrays[self->n];
    *a = (Array){.path = path, .fd = fd};
    self->n++;
    if (fd < 0 || fstat(fd, &is) != 0) {
        diag_error(ctx, no_place, DIAG_READ, path, strerror(errno));
        return;
    }
    if (!S_ISREG(is.st_mode)) {
        diag_error(ctx, no_place, DIAG_READ, path, "it is no regular file");
        return;
    }
    const size_t size = (size_t)is.st_size, n = size < HEAD ? size : HEAD;
    char *head = arena_alloc(arena, n + 1);
    NpyHeader h;
    const int err = read_at(fd, head, n, 0);
    if (err) diag_error(ctx, no_place, DIAG_READ, path, strerror(err));
    if (err || !npy_header_read(&h, arena, path, (Str){head, n}, DTYPE_VOID)) return;
    size_t count, bytes;
    if (!tensor_count(h.dims, h.ndim, h.dtype, &count, &bytes) || size - h.end != bytes) {
        Diag *d = npy_error(ctx, path, h.end, "the data are not as many as the header says");
        diag_found(ctx, d, "%zu bytes", size - h.end);
        return;
    }
    if (h.swap || (h.fortran && h.ndim > 1) || h.dtype == DTYPE_BOOL) {
        if (npy_read_file(ctx, path, DTYPE_VOID, &a->tensor) != STATUS_OK) return;
    }
    a->start = h.end;
    add_column(self, arena, columns, name, h.dtype, h.dims, h.ndim);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

TrainSource *train_read_folder(Arena *arena, const char *path) {
    Ctx *ctx = arena->ctx;
    Arrays *self = arrays_new(arena, path);
    const size_t errors = diag_errors(ctx);
    VEC(const char *) names = {.at = NULL};
    DIR *dir = opendir(path);
    if (!dir) diag_error(ctx, no_place, DIAG_READ, path, strerror(errno));
    while (dir) {
        const struct dirent *e = readdir(dir);
        const size_t n = e ? strlen(e->d_name) : 0;
        if (!e) break;
        if (n < 5 || strcmp(e->d_name + n - 4, ".npy") != 0) continue;
        vec_push(arena, &names, arena_strdup(arena, (Str){e->d_name, n - 4}));
    }
    if (dir) closedir(dir);
    if (names.len) qsort(names.at, names.len, sizeof *names.at, by_name);
    TrainColumn *columns = ARENA_ARRAY(arena, TrainColumn, names.len + 1);
    self->arrays = ARENA_ARRAY(arena, Array, names.len + 1);
    self->source.columns = columns;
    for (size_t i = 0; i < names.len; i++)
        add_file(self, arena, columns, names.at[i],
                 arena_printf(arena, "%s/%s.npy", path, names.at[i]));
    return arrays_end(self, errors);
}
