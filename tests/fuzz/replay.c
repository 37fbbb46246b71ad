/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a fuzzer's function on the files of its corpus, one after the other: tenon-test replay NAME
 * FILE ...
 *
 * tests/CMakeLists.txt renames LLVMFuzzerTestOneInput of each fuzzer to the fuzzer's name. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drivers.h"

#define FUZZERS(ROW) ROW(loop) ROW(npy) ROW(onnx) ROW(rules) ROW(stablehlo) ROW(syntax) ROW(text)

#define DECLARE(name) int fuzz_##name(const uint8_t *data, size_t size);
FUZZERS(DECLARE)

typedef struct {
    const char *name;
    int (*run)(const uint8_t *data, size_t size);
} Fuzzer;

#define ROW(name) {#name, fuzz_##name},
static const Fuzzer fuzzers[] = {FUZZERS(ROW)};

int test_replay(int argc, char **argv) {
    int passed = 0, failed = 0;
    const Fuzzer *fuzzer = NULL;
    for (size_t i = 0; argc > 1 && i < sizeof fuzzers / sizeof *fuzzers; i++) {
        if (strcmp(fuzzers[i].name, argv[1]) == 0) fuzzer = &fuzzers[i];
    }
    if (!fuzzer) {
        printf("there is no fuzzer of that name\n0 passed, 1 failed\n");
        return 1;
    }
    for (int i = 2; i < argc; i++) {
        FILE *f = fopen(argv[i], "rb");
        if (!f || fseek(f, 0, SEEK_END) != 0) {
            printf("%s cannot be read\n", argv[i]);
            failed++;
            if (f) fclose(f);
            continue;
        }
        size_t size = (size_t)ftell(f);
        rewind(f);
        /* of exactly its size, so that reading past it shows */
        uint8_t *data = malloc(size ? size : 1);
        if (!data || fread(data, 1, size, f) != size) return 2;
        fclose(f);
        fprintf(stderr, "%s\n", argv[i]); /* the last one named is the one that crashed */
        fuzzer->run(data, size);
        free(data);
        passed++;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
