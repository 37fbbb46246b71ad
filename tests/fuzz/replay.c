/* SPDX-License-Identifier: Apache-2.0 */
/* Runs a fuzzer's function on the files of its corpus, one after the other: replay FILE ... */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int main(int argc, char **argv) {
    int passed = 0, failed = 0;
    for (int i = 1; i < argc; i++) {
        FILE *f = fopen(argv[i], "rb");
        if (!f || fseek(f, 0, SEEK_END) != 0) {
            printf("%s cannot be read\n", argv[i]);
            failed++;
            if (f) fclose(f);
            continue;
        }
        size_t size = (size_t)ftell(f);
        rewind(f);
        uint8_t *data = malloc(size ? size : 1); /* of exactly its size, so that reading past it shows */
        if (!data || fread(data, 1, size, f) != size) return 2;
        fclose(f);
        fprintf(stderr, "%s\n", argv[i]); /* the last one named is the one that crashed */
        LLVMFuzzerTestOneInput(data, size);
        free(data);
        passed++;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
