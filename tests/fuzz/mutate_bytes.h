/* SPDX-License-Identifier: Apache-2.0 */
/* Inputs for the fuzzers' functions without a fuzzer: changes of the files of a corpus. */
#ifndef TENON_TESTS_FUZZ_MUTATE_BYTES_H
#define TENON_TESTS_FUZZ_MUTATE_BYTES_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint8_t *at;
    size_t n;
} Bytes;

/* `base` with a few changes: bits, bytes and numbers of theirs, numbers in text, pieces and lines
 * that are taken away, doubled, exchanged or brought from `other`, an end that is missing. The same
 * seed makes the same. The caller frees it; at NULL: out of memory. */
Bytes mutate_bytes(Bytes base, Bytes other, uint64_t seed);

#endif
