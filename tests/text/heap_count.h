/* SPDX-License-Identifier: Apache-2.0 */
/* The memory of the whole process, that of libraries and of machine code with it. The program has
 * malloc, mmap and their like of its own for that; they count only once a test asks for it. */
#ifndef TENON_TESTS_HEAP_COUNT_H
#define TENON_TESTS_HEAP_COUNT_H

#include <stdbool.h>

typedef struct {
    long long requests;  /* of memory, until now */
    long long by_onednn; /* of these; which kernels it takes, and what they want, the CPU says */
    long long bytes, blocks; /* out now, of what was requested since the start */
    long long
        pages; /* mapped, by whoever but the C library itself, which maps libraries and stacks */
} HeapCount;

/* From here on everything counts. */
void heap_count_start(void);
/* With a sanitizer the bytes are those of its runtime, and nothing else counts. */
HeapCount heap_count(void);
bool heap_counts_requests(void);

#endif
