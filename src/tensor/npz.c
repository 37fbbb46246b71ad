/* SPDX-License-Identifier: Apache-2.0 */
/* Archives through libzip, which is given memory and never a path. Its handles hang on the
 * context's clean-ups while they are open, and none of our code runs below its frames, so nothing
 * unwinds through them.
 *
 * What an archive declares is bounded before it is believed. An entry's compressed sizes add up to
 * at most the archive's own (so entries cannot share their data, the way to a bomb of any size); a
 * deflated entry holds at most 1032 bytes a byte, deflate's best; a stored one is as long as it is.
 * So the memory of a refused archive is linear in its length.
 *
 * zip_open puts every name into libzip's hash table, whose function has no seed, so names can be
 * chosen that all collide. NPZ_ENTRIES_MAX bounds what that costs to some seconds. */
#include "tensor/npz.h"

#include <zip.h>

#include "base/diag.h"
#include "tensor/file.h"
#include "tensor/npy_parts.h"
#include "tensor/npz_late.h"

enum {
    DEFLATE_RATIO = 1032,
    CHUNK = 1 << 16,
    TAIL = (1 << 16) + 22 +
           20, /* where the directory's end is looked for, behind which a comment may stand */
    NAME_MAX_BYTES = UINT16_MAX - 4, /* with ".npy" */
    DOS_1980_01_01 = 1 << 5 | 1,     /* the first date that zip knows, and NumPy's */
};

/* Not where it is linked. */
static const char no_libzip[] = "the library libzip cannot be opened; is it installed?";

/* ---- libzip's handles ---- */

typedef struct {
    Ctx *ctx;
    const char *name;     /* of the archive */
    zip_source_t *source; /* ours until zip_open_from_source succeeds; see also zip_source_keep */
    zip_t *archive;
    zip_file_t *file;
    zip_error_t error;
    Cleanup cleanup;
} Zip;

static void close_all(Zip *self) {
    if (self->file) zip_fclose(self->file);
    if (self->archive) zip_discard(self->archive);
    zip_source_free(self->source);
    zip_error_fini(&self->error);
}

static void zip_cleanup(Cleanup *node) {
    close_all((Zip *)(void *)((char *)node - offsetof(Zip, cleanup)));
}

static void zip_start(Zip *self, Ctx *ctx, const char *name) {
    *self = (Zip){.ctx = ctx, .name = name};
    zip_error_init(&self->error);
    cleanup_push(ctx, &self->cleanup, zip_cleanup);
}

static void zip_end(Zip *self) {
    cleanup_pop(&self->cleanup);
    close_all(self);
}

static bool wrong(Zip *self, const char *entry, const char *what) {
    Diag *d = diag_error(self->ctx, (Loc){0}, DIAG_ARCHIVE, what);
    if (d) d->source = diag_fmt(self->ctx, "%s", entry ? entry : self->name);
    return false;
}

/* What libzip says; `entry` NULL is the archive as a whole. */
static bool failed(Zip *self, const char *entry, zip_error_t *error) {
    if (zip_error_code_zip(error) == ZIP_ER_MEMORY) ctx_throw(self->ctx, STATUS_MEMORY);
    return wrong(self, entry, zip_error_strerror(error));
}

/* ---- reading ---- */

typedef struct {
    Npz *out;
    Zip zip;
    Arena scratch;
    Str bytes;
    DType raw;
    uint64_t packed, unpacked; /* bytes of the entries up to now */
} Reader;

static void npz_cleanup(Cleanup *node) {
    npz_fini((Npz *)(void *)((char *)node - offsetof(Npz, cleanup)));
}

void npz_init(Npz *self, Ctx *ctx) {
    *self = (Npz){.ctx = ctx};
    arena_init(&self->arena, ctx);
    map_init(&self->by_name, &self->arena);
    cleanup_push(ctx, &self->cleanup, npz_cleanup); /* runs before the arena's own */
}

void npz_fini(Npz *self) {
    cleanup_pop(&self->cleanup);
    for (size_t i = 0; i < self->n; i++) tensor_unref(self->arrays[i].tensor);
    self->arrays = NULL;
    self->n = 0;
    arena_fini(&self->arena);
}

void npz_keep(Npz *self) {
    cleanup_pop(&self->cleanup);
    arena_keep(&self->arena);
}

static NpzArray *find(const Map *by_name, uint64_t hash, const char *name) {
    for (MapIter it = map_find(by_name, hash); map_next(by_name, &it);) {
        NpzArray *array = it.value;
        if (strcmp(array->name, name) == 0) return array;
    }
    return NULL;
}

Tensor *npz_get(const Npz *self, const char *name) {
    NpzArray *array = find(&self->by_name, hash_bytes(self->ctx, name, strlen(name)), name);
    return array ? array->tensor : NULL;
}

/* Whether an entry may be inflated. */
static bool check_entry(Reader *r, const char *entry, const zip_stat_t *st) {
    const uint64_t limit = r->out->ctx->limits.const_bytes;
    const uint64_t need =
        ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if ((st->valid & need) != need) return wrong(&r->zip, entry, "its directory is incomplete");
    if (st->encryption_method != ZIP_EM_NONE) return wrong(&r->zip, entry, "it is encrypted");
    if (st->comp_method != ZIP_CM_STORE && st->comp_method != ZIP_CM_DEFLATE) {
        return wrong(&r->zip, entry, "it is compressed in another way than deflate");
    }
    if (st->comp_size > r->bytes.len - r->packed)
        return wrong(&r->zip, entry, "its entries overlap, or it is cut off");
    r->packed += st->comp_size;
    if (st->comp_method == ZIP_CM_STORE ? st->size != st->comp_size
                                        : st->size / DEFLATE_RATIO > st->comp_size) {
        return wrong(&r->zip, entry, "it declares another size than its data can have");
    }
    if (st->size > limit - r->unpacked) {
        npy_limit_error(r->out->ctx, entry, limit, "bytes of arrays");
        return false;
    }
    r->unpacked += st->size;
    return true;
}

/* Reads to the entry's end, where libzip compares the checksum. */
static bool inflate_entry(Reader *r, const char *entry, zip_uint64_t i, char *to, size_t size) {
    Zip *z = &r->zip;
    z->file = zip_fopen_index(z->archive, i, 0);
    if (!z->file) return failed(z, entry, zip_get_error(z->archive));
    char past;
    for (size_t at = 0;;) {
        size_t want = size - at < CHUNK ? size - at : CHUNK;
        zip_int64_t n = zip_fread(z->file, want ? to + at : &past, want ? want : 1);
        if (n < 0) return failed(z, entry, zip_file_get_error(z->file));
        if (want == 0 ? n > 0 : n == 0)
            return wrong(z, entry, "its data is longer or shorter than it declares");
        if (want == 0) break;
        at += (size_t)n;
        ctx_poll(z->ctx);
    }
    zip_fclose(z->file);
    z->file = NULL;
    return true;
}

static bool is_utf8(const char *s, size_t len) {
    for (size_t at = 0, step; at < len; at += step) {
        step = utf8_len(s + at, len - at);
        if (!step) return false;
    }
    return true;
}

static bool add_array(Reader *r, const char *entry, const char *file_name, Str bytes) {
    Npz *out = r->out;
    size_t len = strlen(file_name);
    if (!is_utf8(file_name, len))
        return wrong(&r->zip, entry, "its name is not UTF-8"); /* libzip takes overlong forms */
    if (len >= 4 && strcmp(file_name + len - 4, ".npy") == 0) len -= 4;
    const char *name = arena_strdup(&out->arena, (Str){file_name, len});
    const uint64_t hash = hash_bytes(out->ctx, name, len);
    if (find(&out->by_name, hash, name))
        return wrong(&r->zip, entry, "it has two arrays of this name");
    NpzArray *array = &out->arrays[out->n];
    *array = (NpzArray){.name = name};
    map_add(&out->by_name, hash, array);
    array->tensor = npy_read(out->ctx, entry, bytes, r->raw);
    if (array->tensor) out->n++;
    return array->tensor != NULL;
}

static bool read_entry(Reader *r, zip_uint64_t i) {
    Zip *z = &r->zip;
    ArenaMark mark = arena_mark(&r->scratch);
    zip_stat_t st;
    const char *file_name = zip_get_name(z->archive, i, 0);
    if (!file_name || zip_stat_index(z->archive, i, 0, &st) != 0)
        return failed(z, NULL, zip_get_error(z->archive));
    const char *entry = arena_printf(&r->scratch, "%s(%s)", z->name, file_name);
    if (!check_entry(r, entry, &st)) return false;
    char *data = arena_alloc(&r->scratch, (size_t)st.size);
    if (!inflate_entry(r, entry, i, data, (size_t)st.size)) return false;
    if (!add_array(r, entry, file_name, (Str){data, (size_t)st.size})) return false;
    arena_rewind(&r->scratch, mark);
    return true;
}

static uint64_t get64(const char *at) {
    uint64_t v = 0;
    for (int i = 8; i-- > 0;) v = v << 8 | (unsigned char)at[i];
    return v;
}

/* More entries than 16 bits can count stand in a "zip64 end of central directory", found through
 * its locator near the end of the file. Looked up here, because for libzip it is too late. */
static bool too_many_entries(Str bytes) {
    for (size_t at = bytes.len < TAIL ? 0 : bytes.len - TAIL; at + 20 <= bytes.len; at++) {
        if (memcmp(bytes.ptr + at, "PK\6\7", 4) != 0) continue;
        const uint64_t end = get64(bytes.ptr + at + 8);
        if (bytes.len < 56 || end > bytes.len - 56 || memcmp(bytes.ptr + end, "PK\6\6", 4) != 0)
            continue;
        if (get64(bytes.ptr + end + 24) > NPZ_ENTRIES_MAX ||
            get64(bytes.ptr + end + 32) > NPZ_ENTRIES_MAX)
            return true;
    }
    return false;
}

static bool read_all(Reader *r) {
    Zip *z = &r->zip;
    if (r->bytes.len == 0) return wrong(z, NULL, "it is empty"); /* no error for libzip */
    if (too_many_entries(r->bytes)) {
        npy_limit_error(z->ctx, z->name, NPZ_ENTRIES_MAX, "arrays in an archive");
        return false;
    }
    z->source = zip_source_buffer_create(r->bytes.ptr, r->bytes.len, 0, &z->error);
    if (!z->source) return failed(z, NULL, &z->error);
    z->archive = zip_open_from_source(z->source, ZIP_RDONLY, &z->error);
    if (!z->archive) return failed(z, NULL, &z->error);
    z->source = NULL; /* the archive's now */
    zip_int64_t n = zip_get_num_entries(z->archive, 0);
    r->out->arrays = ARENA_ARRAY(&r->out->arena, NpzArray, (size_t)n);
    for (zip_int64_t i = 0; i < n; i++) {
        if (!read_entry(r, (zip_uint64_t)i)) return false;
    }
    return true;
}

bool npz_read(Npz *self, const char *name, Str bytes, DType raw) {
    BUG_IF(self->arrays);
    Reader r = {.out = self, .bytes = bytes, .raw = raw, .zip = {.ctx = self->ctx, .name = name}};
    if (!npz_open_libzip(self->ctx)) return wrong(&r.zip, NULL, no_libzip);
    arena_init(&r.scratch, self->ctx);
    zip_start(&r.zip, self->ctx, name);
    bool good = read_all(&r);
    zip_end(&r.zip);
    arena_fini(&r.scratch);
    return good;
}

Status npz_read_file(Npz *self, const char *path, DType raw) {
    InputFile file;
    Status status = file_open(&file, self->ctx, path);
    if (status != STATUS_OK) return status;
    bool good = npz_read(self, path, file.bytes, raw);
    file_close(&file);
    return good ? STATUS_OK : STATUS_INVALID;
}

/* ---- writing ---- */

static bool cannot_write(Ctx *ctx, const char *name, const char *why) {
    diag_error(ctx, (Loc){0}, DIAG_WRITE, name, why);
    return false;
}

static bool check_names(Ctx *ctx, Arena *scratch, const char *name, const NpzArray *arrays,
                        size_t n) {
    if (n > NPZ_ENTRIES_MAX) {
        return cannot_write(ctx, name,
                            diag_fmt(ctx, "more than %d arrays in an archive", NPZ_ENTRIES_MAX));
    }
    Map seen;
    map_init(&seen, scratch);
    for (size_t i = 0; i < n; i++) {
        const char *s = arrays[i].name;
        const size_t len = strlen(s);
        if (len > NAME_MAX_BYTES)
            return cannot_write(ctx, name, "an array's name is too long for a zip archive");
        if (!is_utf8(s, len))
            return cannot_write(ctx, name, diag_fmt(ctx, "the array's name '%s' is not UTF-8", s));
        const uint64_t hash = hash_bytes(ctx, s, len);
        if (find(&seen, hash, s))
            return cannot_write(ctx, name, diag_fmt(ctx, "two arrays are named '%s'", s));
        map_add(&seen, hash, (void *)(uintptr_t)&arrays[i]);
    }
    return true;
}

/* libzip can only run out of memory here: names are checked, and it writes to memory. */
static void must(Zip *z, bool good, zip_error_t *error) {
    if (good) return;
    if (zip_error_code_zip(error) == ZIP_ER_MEMORY) ctx_throw(z->ctx, STATUS_MEMORY);
    BUG("libzip: %s", zip_error_strerror(error));
}

/* The header is built here; the data is the tensor's own, read when the archive is closed. */
static void add_entry(Zip *z, Arena *scratch, const NpzArray *array) {
    StrBuf header;
    strbuf_init(&header, scratch);
    npy_header_write(array->tensor, &header);
    const zip_buffer_fragment_t parts[] = {
        {.data = (zip_uint8_t *)header.text.at, .length = header.text.len},
        {.data = array->tensor->data, .length = array->tensor->bytes},
    };
    const char *file_name = arena_printf(scratch, "%s.npy", array->name);
    zip_error_t *error = zip_get_error(z->archive);
    zip_source_t *source = zip_source_buffer_fragment(z->archive, parts, ARRAY_LEN(parts), 0);
    must(z, source != NULL, error);
    zip_int64_t i = zip_file_add(z->archive, file_name, source, ZIP_FL_ENC_UTF_8);
    if (i < 0) zip_source_free(source);
    must(z, i >= 0, error);
    must(z, zip_set_file_compression(z->archive, (zip_uint64_t)i, ZIP_CM_STORE, 0) == 0, error);
    must(z, zip_file_set_dostime(z->archive, (zip_uint64_t)i, 0, DOS_1980_01_01, 0) == 0, error);
}

static void write_all(Zip *z, Arena *scratch, const NpzArray *arrays, size_t n, StrBuf *out) {
    z->source = zip_source_buffer_create(NULL, 0, 0, &z->error);
    must(z, z->source != NULL, &z->error);
    z->archive = zip_open_from_source(z->source, ZIP_CREATE | ZIP_TRUNCATE, &z->error);
    must(z, z->archive != NULL, &z->error);
    zip_source_keep(z->source); /* a reference for the archive, and one for us */
    for (size_t i = 0; i < n; i++) add_entry(z, scratch, &arrays[i]);
    must(z, zip_close(z->archive) == 0, zip_get_error(z->archive));
    z->archive = NULL;

    zip_stat_t st;
    must(z, zip_source_stat(z->source, &st) == 0, zip_source_error(z->source));
    must(z, zip_source_open(z->source) == 0, zip_source_error(z->source));
    vec_reserve(out->arena, &out->text, st.size);
    for (zip_int64_t got;
         (got = zip_source_read(z->source, out->text.at + out->text.len, st.size)) != 0;) {
        must(z, got > 0, zip_source_error(z->source));
        out->text.len += (size_t)got;
        st.size -= (zip_uint64_t)got;
    }
    BUG_IF(st.size != 0);
    zip_source_close(z->source);
}

bool npz_write(Ctx *ctx, const char *name, const NpzArray *arrays, size_t n, StrBuf *out) {
    Arena scratch;
    arena_init(&scratch, ctx);
    bool good = check_names(ctx, &scratch, name, arrays, n);
    if (good && n > 0 && !npz_open_libzip(ctx)) good = cannot_write(ctx, name, no_libzip);
    if (good && n > 0) {
        Zip z;
        zip_start(&z, ctx, name);
        write_all(&z, &scratch, arrays, n, out);
        zip_end(&z);
    } else if (good) {
        static const char empty[22] = {'P', 'K', 5, 6}; /* libzip would write nothing at all */
        strbuf_add(out, empty, sizeof empty);
    }
    arena_fini(&scratch);
    return good;
}

Status npz_write_file(Ctx *ctx, const char *path, const NpzArray *arrays, size_t n) {
    Arena scratch;
    arena_init(&scratch, ctx);
    StrBuf bytes;
    strbuf_init(&bytes, &scratch);
    Status status = STATUS_INVALID;
    if (npz_write(ctx, path, arrays, n, &bytes)) status = file_write(ctx, path, strbuf_str(&bytes));
    arena_fini(&scratch);
    return status;
}
