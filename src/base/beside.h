/* SPDX-License-Identifier: Apache-2.0 */
/* Files in the making lie beside the place that they are for, under a name that nobody else has, and get theirs in one
 * step when they are whole. */
#ifndef TENON_BASE_BESIDE_H
#define TENON_BASE_BESIDE_H

#include <fcntl.h>
#include <sys/types.h>

/* Makes a new file in the folder (a descriptor, or AT_FDCWD) and opens it for writing. The last six bytes of `name`
 * become letters and digits of no other file; mode is subject to the umask, which the kernel applies: to ask for it is
 * to change it, for all threads. -1: errno says why. */
int beside_open(int folder, char *name, mode_t mode);
/* All of it. 0 or an errno value. */
int beside_write(int fd, const char *data, size_t size);

#endif
