/* SPDX-License-Identifier: Apache-2.0 */
/* Archives that are read in parts. An entry that is not compressed is the array's bytes as they
 * are, so its tensor borrows them from the mapped file, and only what is looked at comes into
 * memory. libzip does not say where an entry's data begin; so the directory is read here:
 *
 *     local header, name, extra | data | ... | directory: a row an entry | end of the directory
 *
 * Whatever a row says is held against the file's length before it is used.
 *
 * Format: APPNOTE 6.3, sections 4.3.7, 4.3.12 to 4.3.16 and (sizes of 64 bits) 4.5.3. */
#include "base/diag.h"
#include "tensor/file.h"
#include "tensor/npy_parts.h"
#include "tensor/npz.h"

enum {
    LOCAL = 30, /* bytes without the name and what else may follow */
    ROW = 46,
    END = 22,
    END_64 = 56,
    LOCATOR_64 = 20,
    EXTRA_64 = 1,
    IS_ENCRYPTED = 1, /* a flag */
    WORD = 8,         /* bytes that a checksum takes at once */
};

const char npz_all[] = "*";

typedef struct {
    Npz *out;
    const char *path;
    Str bytes;
    SharedFile *file;
    Arena scratch;
    DType raw;
    const char *checked; /* by its checksum: npz_all, the array of this name, or NULL: none */
    bool is_alone;       /* there is one array, which is the one that is meant */
    uint32_t crc_of[WORD][256];
} Mapped;

typedef struct {
    Str name;
    uint64_t size, local;
    uint32_t crc;
} Row;

static bool wrong(const Mapped *m, const char *entry, const char *what) {
    Diag *d = diag_error(m->out->ctx, (Loc){0}, DIAG_ARCHIVE, what);
    if (d) d->source = diag_fmt(m->out->ctx, "%s", entry ? entry : m->path);
    return false;
}

static uint64_t get(const Mapped *m, uint64_t at, int n) {
    uint64_t v = 0;
    while (n-- > 0) v = v << 8 | (unsigned char)m->bytes.ptr[at + (uint64_t)n];
    return v;
}

/* So many bytes from there, which begin with the mark. */
static bool stands(const Mapped *m, uint64_t at, uint64_t n, const char *mark) {
    return at <= m->bytes.len && n <= m->bytes.len - at && memcmp(m->bytes.ptr + at, mark, 4) == 0;
}

/* Where the directory begins, and its rows; its end is looked for from behind, as a comment may
 * follow. */
static bool find_directory(const Mapped *m, uint64_t *at, uint64_t *rows) {
    const size_t len = m->bytes.len, tail = END + UINT16_MAX;
    const size_t first = len > tail ? len - tail : 0;
    for (size_t end = len < END ? first : len - END + 1; end-- > first;) {
        if (!stands(m, end, END, "PK\5\6") || get(m, end + 20, 2) != len - end - END) continue;
        *rows = get(m, end + 10, 2);
        *at = get(m, end + 16, 4);
        if (end < LOCATOR_64 || !stands(m, end - LOCATOR_64, LOCATOR_64, "PK\6\7")) return true;
        const uint64_t wide = get(m, end - LOCATOR_64 + 8, 8);
        if (!stands(m, wide, END_64, "PK\6\6"))
            return wrong(m, NULL, "its directory's end is not where it is said to be");
        *rows = get(m, wide + 32, 8);
        *at = get(m, wide + 48, 8);
        return true;
    }
    return wrong(m, NULL, "it is no zip archive, or it is cut off");
}

/* A number of 32 bits that says no more than that it does not fit is among the extras. */
static bool widen(const Mapped *m, uint64_t *at, uint64_t end, uint64_t *number) {
    if (*number != UINT32_MAX) return true;
    if (end - *at < 8) return false;
    *number = get(m, *at, 8);
    *at += 8;
    return true;
}

static bool read_extras(const Mapped *m, uint64_t at, uint64_t n, uint64_t *packed, Row *row) {
    const uint64_t end = at + n;
    while (end - at >= 4) {
        const uint64_t id = get(m, at, 2), own = get(m, at + 2, 2);
        at += 4;
        if (own > end - at) return false;
        uint64_t next = at;
        if (id == EXTRA_64)
            return widen(m, &next, at + own, &row->size) && widen(m, &next, at + own, packed) &&
                   widen(m, &next, at + own, &row->local);
        at += own;
    }
    return true;
}

static bool read_row(const Mapped *m, uint64_t *at, Row *row) {
    static const char incomplete[] = "its directory is incomplete";
    if (!stands(m, *at, ROW, "PK\1\2")) return wrong(m, NULL, incomplete);
    const uint64_t n_name = get(m, *at + 28, 2), n_extra = get(m, *at + 30, 2);
    const uint64_t all = ROW + n_name + n_extra + get(m, *at + 32, 2);
    uint64_t packed = get(m, *at + 20, 4);
    if (all > m->bytes.len - *at) return wrong(m, NULL, incomplete);
    *row = (Row){.name = {m->bytes.ptr + *at + ROW, (size_t)n_name},
                 .size = get(m, *at + 24, 4),
                 .crc = (uint32_t)get(m, *at + 16, 4),
                 .local = get(m, *at + 42, 4)};
    if (!read_extras(m, *at + ROW + n_name, n_extra, &packed, row))
        return wrong(m, NULL, incomplete);
    if (get(m, *at + 8, 2) & IS_ENCRYPTED) return wrong(m, NULL, "an entry is encrypted");
    if (get(m, *at + 10, 2) != 0 || packed != row->size)
        return wrong(m, NULL, "an entry is compressed, so it cannot be read in parts");
    *at += all;
    return true;
}

/* CRC-32 of IEEE 802.3, reflected: of a byte with so many zeros behind it, so that eight bytes are
 * eight rows (Kounavis and Berry 2005, "slicing by eight"). */
static void fill_crc(Mapped *m) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int bit = 0; bit < 8; bit++) c = c & 1 ? c >> 1 ^ 0xEDB88320u : c >> 1;
        m->crc_of[0][i] = c;
    }
    for (uint32_t k = 1; k < WORD; k++) {
        for (uint32_t i = 0; i < 256; i++) {
            const uint32_t before = m->crc_of[k - 1][i];
            m->crc_of[k][i] = m->crc_of[0][before & 0xff] ^ before >> 8;
        }
    }
}

static uint32_t crc_of(const Mapped *m, Str bytes) {
    enum { BATCH = 1 << 16 };
    const unsigned char *at = (const unsigned char *)bytes.ptr;
    uint32_t crc = UINT32_MAX;
    size_t left = bytes.len;
    for (; left >= WORD; at += WORD, left -= WORD) {
        uint32_t next = 0;
        if (left % BATCH < WORD) ctx_poll(m->out->ctx);
        for (uint32_t k = 0; k < WORD; k++) {
            const uint32_t before = k < sizeof crc ? crc >> 8 * k & 0xff : 0;
            next ^= m->crc_of[WORD - 1 - k][at[k] ^ before];
        }
        crc = next;
    }
    for (; left; at++, left--) crc = m->crc_of[0][(crc ^ *at) & 0xff] ^ crc >> 8;
    return ~crc;
}

/* The entry's checksum is asked for, and another one. */
static bool is_damaged(const Mapped *m, Str name, Str held, uint32_t crc) {
    static const Str ending = {".npy", 4};
    Str own = name;
    if (!m->checked) return false;
    if (own.len >= ending.len && str_eq((Str){own.ptr + own.len - ending.len, ending.len}, ending))
        own.len -= ending.len;
    const bool asked = m->checked == npz_all || m->is_alone || str_eq_c(own, m->checked);
    return asked && crc_of(m, held) != crc;
}

static bool add(Mapped *m, const Row *row) {
    Npz *out = m->out;
    Str s = row->name;
    const char *entry = arena_printf(&m->scratch, "%s(%.*s)", m->path, (int)s.len, s.ptr);
    if (!stands(m, row->local, LOCAL, "PK\3\4"))
        return wrong(m, entry, "its data are not where the directory says");
    const uint64_t data =
        row->local + LOCAL + get(m, row->local + 26, 2) + get(m, row->local + 28, 2);
    if (data > m->bytes.len || row->size > m->bytes.len - data)
        return wrong(m, entry, "it is cut off");
    const Str held = {m->bytes.ptr + data, (size_t)row->size};
    if (is_damaged(m, s, held, row->crc))
        return wrong(m, entry, "its checksum is not that of its data");
    if (s.len >= 4 && memcmp(s.ptr + s.len - 4, ".npy", 4) == 0) s.len -= 4;
    const char *name = arena_strdup(&out->arena, s);
    if (strlen(name) != s.len || npz_get(out, name))
        return wrong(m, entry, "it has two arrays of this name, or one of no name");
    NpzArray *array = &out->arrays[out->n];
    *array = (NpzArray){name, npy_borrow(out->ctx, entry, held, m->raw, &m->file->owner)};
    if (!array->tensor) return false;
    out->n++; /* its own from here on, also where there is no memory for the map */
    map_add(&out->by_name, hash_bytes(out->ctx, name, s.len), array);
    return true;
}

static bool read_all(Mapped *m) {
    uint64_t at = 0, rows = 0;
    Row row = {.size = 0};
    if (!find_directory(m, &at, &rows)) return false;
    if (rows > NPZ_ENTRIES_MAX) {
        npy_limit_error(m->out->ctx, m->path, NPZ_ENTRIES_MAX, "arrays in an archive");
        return false;
    }
    m->is_alone = rows == 1;
    m->out->arrays = ARENA_ARRAY(&m->out->arena, NpzArray, (size_t)rows + 1);
    for (uint64_t i = 0; i < rows; i++) {
        ctx_poll(m->out->ctx);
        if (!read_row(m, &at, &row) || !add(m, &row)) return false;
    }
    return true;
}

static Status map_file(Npz *self, const char *path, DType raw, const char *checked) {
    Ctx *ctx = self->ctx;
    BUG_IF(self->arrays);
    if (!ctx->io.map) return npz_read_file(self, path, raw);
    Mapped m = {.out = self, .path = path, .raw = raw, .checked = checked};
    if (checked) fill_crc(&m);
    int err = file_share(ctx, NULL, path, ctx->limits.input_bytes, &m.file);
    if (!err) {
        m.bytes = (Str){m.file->mapped.data, m.file->mapped.size};
        arena_init(&m.scratch, ctx);
        const bool ok = read_all(&m);
        arena_fini(&m.scratch);
        err = file_share_end(m.file);
        if (!err) return ok ? STATUS_OK : STATUS_INVALID;
    }
    return file_report(ctx, path, err);
}

Status npz_map_file(Npz *self, const char *path, DType raw) {
    return map_file(self, path, raw, NULL);
}

Status npz_map_or_read_file(Npz *self, const char *path, DType raw, const char *checked) {
    Ctx *ctx = self->ctx;
    const DiagMark mark = diag_mark(ctx);
    if (map_file(self, path, raw, checked) == STATUS_OK) return STATUS_OK;
    npz_fini(self);
    diag_rewind(ctx, mark);
    npz_init(self, ctx);
    return npz_read_file(self, path, raw);
}
