/* SPDX-License-Identifier: Apache-2.0 */
/* libzip is opened when an archive is read or written (base/late.h): with it comes a library of
 * ciphers, whose relocation costs as much as all the rest of a start. */
#ifndef TENON_TENSOR_NPZ_LATE_H
#define TENON_TENSOR_NPZ_LATE_H

#include <stdbool.h>

typedef struct Ctx Ctx;

/* Before any call of libzip; behind it threads may call it at the same time, each on archives of
 * its own. False: this machine has none. Throws STATUS_MEMORY. Thread rule: any thread. */
bool npz_open_libzip(Ctx *ctx);

#endif
