/* SPDX-License-Identifier: Apache-2.0 */
/* Files in the making lie beside the place that they are for, under a name that nobody else has,
 * and get theirs in one step when they are whole: whatever ends the work before leaves the old file
 * as it was. */
#ifndef TENON_BASE_BESIDE_H
#define TENON_BASE_BESIDE_H

#include <fcntl.h>
#include <sys/types.h>

#include "base/ctx.h"

/* Makes a new file in the folder (a descriptor, or AT_FDCWD) and opens it for writing. The last six
 * bytes of `name` become letters and digits of no other file; mode is subject to the umask, which
 * the kernel applies: to ask for it is to change it, for all threads. -1: errno says why. */
int beside_open(int folder, char *name, mode_t mode);
/* All of it. 0 or an errno value. */
int beside_write(int fd, const char *data, size_t size);

/* One file. Memory is malloc's. */
typedef struct {
    char *target; /* the place, links followed: a link stays, and what it leads to is replaced */
    char *made;   /* NULL: it was written in place, as that is no regular file, or got its name */
    char *old;    /* what was at the place, while a set of files gets its names; NULL: nothing */
} Beside;

/* Writes the file, and has it on the disk where another one is to be replaced, or is_synced. It has
 * the old one's mode and, where that may be, its owner; a new one has 0666 under the umask. 0 or an
 * errno value: nothing is left. */
int beside_make(Beside *self, const Watch *watch, const char *path, const Str *pieces, size_t n,
                bool is_synced);
/* Gives it its name, in place of whatever has it. */
int beside_place(Beside *self, const Watch *watch);
/* Takes what is at the place away, under a name beside it, so that it can come back. No handler of
 * signals may end the process before it has, or what takes its place is there: hold the watch. */
int beside_set_aside(Beside *self);
/* Undoes that, and (is_placed) beside_place. */
void beside_put_back(Beside *self, bool is_placed);
/* What was set aside is not needed any more. */
void beside_forget(Beside *self);
/* Removes what is in the making, and frees. */
void beside_end(Beside *self, const Watch *watch);

/* Do two names lead to one file, or to one place for a new file? */
bool beside_is_same(const char *a, const char *b);

#endif
