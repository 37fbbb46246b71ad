/* SPDX-License-Identifier: Apache-2.0 */
/* CSV and TSV with a header. The file is read at once, into memory, so it may change or be cut
 * while the data are used; what its columns hold is seen in one walk, and is made into what a model
 * takes in another (table_view.c), when that is known. */
#include "train/table.h"

#include <math.h>

#include "base/diag.h"
#include "tensor/file.h"

enum { COLUMNS_MAX = 1 << 16 };
static const Loc no_place = {.line = 0};

bool table_is_missing(const CsvField *f) {
    static const char *const words[] = {"", "NA", "N/A", "NaN", "nan", "null", "NULL"};
    for (size_t i = 0; i < ARRAY_LEN(words) && (!i || !f->is_quoted); i++) {
        if (str_eq_c(f->text, words[i])) return true;
    }
    return false;
}

bool table_number(const CsvField *f, double *out) {
    Str s = f->text;
    while (s.len && s.ptr[0] == ' ') s.ptr++, s.len--;
    while (s.len && s.ptr[s.len - 1] == ' ') s.len--;
    return s.len && parse_double(s, out) && isfinite(*out);
}

static Status table_read(TrainSource *source, Ctx *ctx, const int64_t *rows, size_t n,
                         void *const *out) {
    (void)ctx;
    (void)rows;
    (void)n;
    (void)out;
    BUG("rows of the table '%s' that no model takes", source->name);
}

static bool check_text(const Table *t, const Csv *csv) {
    for (size_t i = 0; i < csv->fields.len; i++) {
        if (str_is_utf8(csv->fields.at[i].text)) continue;
        diag_error(t->source.ctx, csv->fields.at[i].loc, DIAG_VALUE, "a field is no UTF-8");
        return false;
    }
    return true;
}

/* A name that is all of the line and holds what elsewhere lies between fields. */
static bool check_separator(const Table *t, const Csv *csv) {
    const CsvField *f = csv->fields.at;
    static const char others[] = ";\t,";
    Ctx *ctx = t->source.ctx;
    if (csv->fields.len != 1 || f->is_quoted) return true;
    for (const char *c = others; *c; c++) {
        if (!memchr(f->text.ptr, *c, f->text.len)) continue;
        Diag *d = diag_error(ctx, f->loc, DIAG_VALUE, "the header names one column");
        diag_expected(ctx, d, "%s between fields", t->separator == ',' ? "commas" : "tabs");
        diag_found(ctx, d, "%s in the name",
                   *c == ';'   ? "a semicolon"
                   : *c == ',' ? "a comma"
                               : "a tab");
        diag_help(ctx, d,
                  "of fields with tabs between them the file is called .tsv; a name that "
                  "is meant so stands in quotes");
        return false;
    }
    return true;
}

static bool read_header(Table *t, Csv *csv, Arena *arena) {
    Ctx *ctx = t->source.ctx;
    Map seen;
    bool ok = csv_next(csv);
    if (!ok && !csv->failed) {
        Diag *d = diag_error(ctx, no_place, DIAG_VALUE, "the table is empty");
        diag_expected(ctx, d, "a line that names the columns, and a line for each row");
    }
    ok = ok && check_text(t, csv) && check_separator(t, csv);
    const size_t n = csv->fields.len;
    if (ok && n > COLUMNS_MAX) {
        diag_error(ctx, no_place, DIAG_TOO_MANY, diag_fmt(ctx, "%d", COLUMNS_MAX), "columns");
        return false;
    }
    TrainColumn *columns = ARENA_ARRAY(arena, TrainColumn, n + 1);
    t->columns = ARENA_ARRAY(arena, TableColumn, n + 1);
    t->source.columns = columns;
    t->source.n_columns = n;
    map_init(&seen, &csv->arena);
    for (size_t i = 0; ok && i < n; i++) {
        const CsvField *f = &csv->fields.at[i];
        const uint64_t hash = hash_bytes(ctx, f->text.ptr, f->text.len);
        columns[i] = (TrainColumn){.name = arena_strdup(arena, f->text), .dtype = DTYPE_FLOAT64};
        t->columns[i].is_number = true;
        for (MapIter it = map_find(&seen, hash); map_next(&seen, &it);) {
            if (!str_eq_c(f->text, it.value)) continue;
            diag_error(ctx, f->loc, DIAG_VALUE,
                       diag_fmt(ctx, "the column '%s' stands twice", columns[i].name));
            ok = false;
        }
        map_add(&seen, hash, (void *)(uintptr_t)columns[i].name);
        if (f->text.len) continue;
        Diag *d = diag_error(ctx, f->loc, DIAG_VALUE, "a column has no name");
        diag_help(ctx, d, "the first line of a table names its columns");
        ok = false;
    }
    return ok;
}

static bool look_at_row(Table *t, const Csv *csv) {
    Ctx *ctx = t->source.ctx;
    const size_t n = t->source.n_columns;
    if (csv->fields.len != n) {
        const size_t at = csv->fields.len > n ? n : csv->fields.len - 1;
        Diag *d = diag_error(ctx, csv->fields.at[at].loc, DIAG_VALUE,
                             "a row has another number of fields than the header");
        diag_expected(ctx, d, "%zu", n);
        diag_found(ctx, d, "%zu", csv->fields.len);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        const CsvField *f = &csv->fields.at[i];
        double v;
        if (table_is_missing(f)) {
            t->columns[i].n_missing++;
        } else if (t->columns[i].is_number && !table_number(f, &v)) {
            t->columns[i].is_number = false;
            t->columns[i].other = f->loc;
        }
    }
    return check_text(t, csv);
}

/* Lines at the end that hold nothing are no rows. */
static Str without_end(Str s) {
    while (s.len && (s.ptr[s.len - 1] == '\n' || s.ptr[s.len - 1] == '\r')) s.len--;
    return s;
}

static bool look_at(Table *t, Arena *arena) {
    Ctx *ctx = t->source.ctx;
    Csv csv;
    csv_begin(&csv, ctx, t->text, t->separator);
    bool ok = read_header(t, &csv, arena);
    while (ok && csv_next(&csv)) {
        ok = look_at_row(t, &csv);
        if (t->source.rows++ % 1024 == 0) ctx_poll(ctx);
    }
    ok = ok && !csv.failed;
    csv_end(&csv);
    return ok;
}

TrainSource *train_read_table(Arena *arena, const char *path, char separator) {
    Ctx *ctx = arena->ctx;
    Table *t = ARENA_NEW(arena, Table);
    InputFile file;
    t->source = (TrainSource){
        .ctx = ctx, .name = arena_strdup(arena, str_c(path)), .read = table_read, .is_table = true};
    t->separator = separator;
    if (file_open(&file, ctx, path) != STATUS_OK) return NULL;
    const bool fits = file.bytes.len <= UINT32_MAX;
    if (fits) t->text = without_end((Str){arena_strdup(arena, file.bytes), file.bytes.len});
    file_close(&file);
    if (!fits) diag_error(ctx, no_place, DIAG_TOO_MANY, "4294967295", "bytes in a table");
    if (!fits) return NULL;
    const DiagSource before = diag_source(ctx, t->source.name, t->text);
    bool ok = look_at(t, arena);
    if (ok && !t->source.rows) {
        Diag *d = diag_error(ctx, no_place, DIAG_VALUE, "the table has no rows");
        diag_expected(ctx, d, "a line that names the columns, and a line for each row");
        ok = false;
    }
    diag_source_back(ctx, before);
    return ok ? &t->source : NULL;
}
