/* SPDX-License-Identifier: Apache-2.0 */
/* Files that a context writes, one by one or as a set: the files of a set are written and on the
 * disk, all, before the first gets its name.
 *
 * The last one written tells of the others (a model of its data, a header of its library): it is
 * the set's head. While the others get their names there is no head, and it gets its name last. So
 * whoever finds the head finds the files that belong to it, whatever ended the work and whenever;
 * in the moment between, the old head lies beside its place. A failure puts everything back.
 *
 * A host's hooks only write, so theirs is a copy of that: the old head is emptied first, and
 * written again when nothing else was changed. */
#ifndef TENON_BASE_FILES_H
#define TENON_BASE_FILES_H

#include "base/ctx.h"

/* Part of the set that is open, or at once. "-": standard output, at once. 0 or an errno value. */
int files_write(Ctx *ctx, const char *path, const Str *pieces, size_t n);

/* Opens a set; false: out of memory, or there is one. */
bool files_begin(Ctx *ctx);
bool files_is_open(const Ctx *ctx);
/* Gives all their names, and closes the set. Or an errno value, with *path the file that could not
 * be written, which lives until files_abandon: that is due then. *is_emptied: a hook left the old
 * head empty, as it does not fit what was written. */
int files_commit(Ctx *ctx, const char **path, bool *is_emptied);
/* Closes it; no file is changed. Without one: nothing. */
void files_abandon(Ctx *ctx);

/* STATUS_IO after "cannot write", with what helps; throws STATUS_MEMORY. The second, of a set,
 * closes it. */
Status files_report(Ctx *ctx, const char *path, int err);
Status files_report_set(Ctx *ctx, const char *path, int err, bool is_emptied);

/* A set within a call, which ends with it, also when something is thrown; of a set that is open
 * already it is a part, and only what it added goes. */
typedef struct {
    Ctx *ctx;
    size_t mark;
    bool is_part;
    Cleanup cleanup;
} FilesPart;

void files_part_begin(FilesPart *self, Ctx *ctx);
/* ok: commits, unless the set goes on. After an errno value files_abandon is due. */
int files_part_end(FilesPart *self, bool ok, const char **path, bool *is_emptied);

#endif
