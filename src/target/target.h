/* SPDX-License-Identifier: Apache-2.0 */
/* What code is made for: a value that whoever chooses between two ways asks, so that choices repeat
 * and can be explained. It is a row of a table (targets.def), or comes from a file that was written
 * once (docs/targets.md); nothing here measures.
 *
 *     row = x86-64-v4
 *     vector_bytes = 64
 *     peak_gflops = 280        # of one thread */
#ifndef TENON_TARGET_TARGET_H
#define TENON_TARGET_TARGET_H

#include "base/strbuf.h"

enum { TARGET_TEXT_BYTES = 64 };

/* Holds no pointers: it is copied as its bytes, those behind the end of a text are 0. */
typedef struct Target {
#define TARGET_TEXT(name, doc) char name[TARGET_TEXT_BYTES];
#define TARGET_COUNT(name, least, most, doc) int64_t name;
#define TARGET_RATE(name, doc) double name;
#include "target/fields.def"
} Target;

typedef enum { TARGET_FIELD_TEXT, TARGET_FIELD_COUNT, TARGET_FIELD_RATE } TargetFieldKind;

typedef struct {
    TargetFieldKind kind;
    const char *name, *doc;
    size_t at;           /* in a Target */
    int64_t least, most; /* of a COUNT */
} TargetField;

/* NULL past the last one. */
const TargetField *target_field(size_t index);
/* What passes choose for where nobody says otherwise, on every machine the same: x86-64-v4. */
const Target *target_nominal(void);
/* This process's processor: its row, with its own vector width. */
Target target_host(void);
/* The index-th name of the table; NULL past the last one. */
const char *target_name(size_t index);
/* A row's name, "host", or a triple, which gives the first plain row of its architecture. False:
 * none of these. */
bool target_find(Str name, Target *out);
/* "a row of `tenon target --list`, ..."; for messages: where a name is neither that nor a file's.
 */
void target_unknown(Ctx *ctx, const char *name);
/* From the text of a file. False after reports. */
bool target_parse(Ctx *ctx, Str text, Target *out);
/* As a file has it, in the arena. */
const char *target_value(const Target *self, const TargetField *field, Arena *arena);
/* As target_parse reads it. */
void target_print(const Target *self, StrBuf *out);
/* Whether this process can run code for it: architecture and vector width. False after a report. */
bool target_runs_here(Ctx *ctx, const Target *self);
/* NULL: LLVM finds it. */
static inline const char *target_cpu(const Target *self) {
    return strcmp(self->cpu, "host") == 0 ? NULL : self->cpu;
}

#endif
