/* SPDX-License-Identifier: Apache-2.0 */
/* What a reader may say of a file that is mapped. */
#ifndef TENON_BASE_IO_H
#define TENON_BASE_IO_H

#include "base/ctx.h"

/* These bytes, of what `map` of io_libc handed over, are not read again soon: their pages may leave
 * memory, and come back from the file. Any other bytes are left alone. */
void io_passed(const Io *io, const IoBytes *bytes, Str range);

#endif
