/* SPDX-License-Identifier: Apache-2.0 */
/* CSV (RFC 4180) and TSV, record by record, each field with its place. Lines end in LF or CRLF; a
 * field in quotes may hold separators, ends of lines, and quotes as two of them. */
#ifndef TENON_TRAIN_CSV_H
#define TENON_TRAIN_CSV_H

#include "base/strbuf.h"

typedef struct {
    Str text; /* without its quotes; valid until the next record */
    Loc loc;
    bool is_quoted;
} CsvField;

typedef struct {
    Ctx *ctx;
    Str text;
    char separator;
    size_t at, line_at; /* line_at: where the line begins */
    uint32_t line;
    bool failed;
    Arena arena, texts; /* texts: of fields with quotes in them, of the record at hand */
    ArenaMark start;
    VEC(CsvField) fields;
} Csv;

/* Of a text that outlives it, and is diag_source's. csv_end is due. */
void csv_begin(Csv *self, Ctx *ctx, Str text, char separator);
void csv_end(Csv *self);
/* The next record's fields. False: there is none, or (failed) it was reported what is wrong. */
bool csv_next(Csv *self);

/* Appends a field, in quotes where it needs them. */
void csv_put(StrBuf *out, Str field);

#endif
