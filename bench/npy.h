/* SPDX-License-Identifier: Apache-2.0 */
/* .npy files of the benchmarks' own programs: version 1, row-major, little-endian. Types are ONNX's
 * numbers. */
#ifndef TENON_BENCH_NPY_H
#define TENON_BENCH_NPY_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NPY_RANK = 16 };

typedef struct {
    int type;
    size_t ndim, bytes;
    int64_t dims[NPY_RANK];
    void *data;
} Npy;

static const struct {
    int type;
    const char *code;
    size_t size;
} npy_types[] = {
    {1, "<f4", 4}, {2, "|u1", 1},  {3, "|i1", 1},  {5, "<i2", 2},  {6, "<i4", 4},  {7, "<i8", 8},
    {9, "|b1", 1}, {10, "<f2", 2}, {11, "<f8", 8}, {12, "<u4", 4}, {13, "<u8", 8},
};

enum { NPY_TYPES = sizeof npy_types / sizeof npy_types[0] };

/* What stands after 'key':, or NULL. */
static inline const char *npy_field(const char *header, const char *key) {
    const char *at = strstr(header, key);
    if (!at || !(at = strchr(at, ':'))) return NULL;
    return at + 1 + strspn(at + 1, " '(");
}

/* NULL, or what is wrong with it. */
static inline const char *npy_parse(Npy *self, const char *header) {
    const char *type = npy_field(header, "'descr'"), *order = npy_field(header, "'fortran_order'"),
               *shape = npy_field(header, "'shape'");
    if (!type || !order || !shape || strncmp(order, "False", 5) != 0)
        return "no row-major .npy file";
    size_t size = 0;
    for (size_t i = 0; i < NPY_TYPES; i++) {
        if (strncmp(type, npy_types[i].code, 3) != 0) continue;
        self->type = npy_types[i].type;
        size = npy_types[i].size;
    }
    if (!size) return "a type that is not known";
    self->ndim = 0;
    while (*shape >= '0' && *shape <= '9') {
        char *end;
        if (self->ndim == NPY_RANK) return "too many dims";
        self->dims[self->ndim] = strtoll(shape, &end, 10);
        size *= (size_t)self->dims[self->ndim++];
        shape = end + strspn(end, ", ");
    }
    self->bytes = size;
    return NULL;
}

/* NULL, or what is wrong. data: to be freed. */
static inline const char *npy_load(Npy *self, const char *path) {
    unsigned char start[10];
    FILE *f = fopen(path, "rb");
    if (!f) return "cannot be opened";
    const char *wrong = "no .npy file of version 1";
    char header[65536];
    if (fread(start, 1, 10, f) == 10 && memcmp(start, "\x93NUMPY\x01", 7) == 0) {
        const size_t n = start[8] + 256u * start[9];
        if (n < sizeof header && fread(header, 1, n, f) == n) {
            header[n] = '\0';
            wrong = npy_parse(self, header);
        }
    }
    if (!wrong) {
        self->data = malloc(self->bytes + 1);
        if (!self->data || fread(self->data, 1, self->bytes, f) != self->bytes) wrong = "too short";
    }
    fclose(f);
    return wrong;
}

static inline const char *npy_save(const Npy *self, const char *path) {
    size_t size = 0;
    const char *code = NULL;
    for (size_t i = 0; i < NPY_TYPES; i++) {
        if (npy_types[i].type != self->type) continue;
        size = npy_types[i].size;
        code = npy_types[i].code;
    }
    if (!code) return "a type that is not known";
    char header[1024];
    int n =
        snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': (", code);
    for (size_t i = 0; i < self->ndim; i++) {
        n += snprintf(header + n, sizeof header - (size_t)n, "%lld, ", (long long)self->dims[i]);
        size *= (size_t)self->dims[i];
    }
    n += snprintf(header + n, sizeof header - (size_t)n, "), }");
    while ((n + 11) % 64 != 0) header[n++] = ' ';
    header[n++] = '\n';
    FILE *f = fopen(path, "wb");
    if (!f) return "cannot be opened";
    const unsigned char start[10] = {
        0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, (unsigned char)(n % 256), (unsigned char)(n / 256)};
    size_t done = fwrite(start, 1, 10, f) + fwrite(header, 1, (size_t)n, f);
    done += size ? fwrite(self->data, 1, size, f) : 0;
    return fclose(f) == 0 && done == 10 + (size_t)n + size ? NULL : "cannot be written";
}

#endif
