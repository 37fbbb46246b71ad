/* SPDX-License-Identifier: Apache-2.0 */
/* DLPack's structures as its specification lays them out: Debian's header is of a version before
 * DLManagedTensorVersioned. */
#ifndef TENON_PYTHON_DLPACK_ABI_H
#define TENON_PYTHON_DLPACK_ABI_H

#include <stdint.h>

enum { DLPACK_CPU = 1, DLPACK_HOST_CUDA = 3, DLPACK_HOST_ROCM = 11 };
enum { DLPACK_INT = 0, DLPACK_UINT = 1, DLPACK_FLOAT = 2, DLPACK_BFLOAT = 4, DLPACK_BOOL = 6 };
enum {
    DLPACK_FLOAT8_E3M4 = 7,
    DLPACK_FLOAT8_E4M3 = 8,
    DLPACK_FLOAT8_E4M3B11FNUZ = 9,
    DLPACK_FLOAT8_E4M3FN = 10,
    DLPACK_FLOAT8_E4M3FNUZ = 11,
    DLPACK_FLOAT8_E5M2 = 12,
    DLPACK_FLOAT8_E5M2FNUZ = 13,
    DLPACK_FLOAT8_E8M0FNU = 14
};

typedef struct DlTensor {
    void *data;
    int32_t device_type, device_id;
    int32_t ndim;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t *shape, *strides; /* strides NULL: row-major */
    uint64_t byte_offset;
} DlTensor;

typedef struct DlManaged {
    DlTensor tensor;
    void *manager;
    void (*deleter)(struct DlManaged *self);
} DlManaged;

enum { DLPACK_READ_ONLY = 1, DLPACK_IS_COPIED = 2 };

typedef struct DlVersioned {
    uint32_t major, minor;
    void *manager;
    void (*deleter)(struct DlVersioned *self);
    uint64_t flags;
    DlTensor tensor;
} DlVersioned;

#endif
