/* SPDX-License-Identifier: Apache-2.0 */
/* What this machine does, measured: for `tenon target --measure` alone. Each takes about 0.1 s. */
#ifndef TENON_COMMAND_MACHINE_H
#define TENON_COMMAND_MACHINE_H

#include <stddef.h>

/* GFLOP/s in float32; a multiplication and an addition are two. */
double machine_peak(unsigned threads);
/* GB/s of a[i] = b[i] + s * c[i], arrays far larger than any cache; 0: out of memory. */
double machine_memory(unsigned threads);
/* The same by one thread in so many bytes together. */
double machine_cache(size_t bytes);
unsigned machine_threads(void);
/* Of data, of a core; 0: the system does not say. */
size_t machine_cache_bytes(unsigned level);

#endif
