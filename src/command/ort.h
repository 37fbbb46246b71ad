/* SPDX-License-Identifier: Apache-2.0 */
/* ONNX Runtime as a peer: its shared library, opened while the program runs, through its C API.
 * Nothing of Tenon is needed here, nor anything of ONNX Runtime's when this is built
 * (bench/ort_peer.c is made of it too).
 *
 * A function that fails returns false and leaves the reason in Ort.why. Not for several threads. */
#ifndef TENON_COMMAND_ORT_H
#define TENON_COMMAND_ORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ORT_RANK = 32, ORT_WHY = 1024 };

typedef struct OrtBase OrtBase;

typedef struct {
    const OrtBase *base;
    void *const *api; /* functions, by number */
    const char *version;
    void *env, *memory, *allocator;
    char why[ORT_WHY];
} Ort;

typedef struct {
    void *handle;
    size_t n_inputs, n_outputs;
    char **input_names, **output_names; /* the library's own allocations */
} OrtSession;

typedef struct {
    const char *path;
    const void *bytes; /* not NULL: the model itself, `size` of them */
    size_t size;
    bool has_external_data;
    int threads;            /* of an operator; 0: as the library likes */
    bool all_optimizations; /* else none */
    const char
        *optimized; /* not NULL: the model as portable optimizations leave it is written there */
} OrtModel;

typedef struct {
    int type; /* ONNX's number of the element type */
    size_t ndim;
    int64_t dims[ORT_RANK];
    void *data; /* of strings: a pointer to each, with a zero behind it */
    size_t bytes;
    void *own; /* what it does not borrow: ort_tensor_free */
} OrtTensor;

typedef enum { ORT_TENSOR = 1, ORT_SEQUENCE = 2, ORT_MAP = 3 } OrtKind;

/* The library stays until the program ends: its threads may be about. */
bool ort_open(Ort *self, const char *library);
void ort_close(Ort *self);

bool ort_session_open(Ort *self, OrtSession *session, const OrtModel *model);
void ort_session_close(Ort *self, OrtSession *session);

/* A value that borrows the tensor's data; strings are copied. */
bool ort_value_new(Ort *self, const OrtTensor *tensor, void **value);
void ort_value_free(Ort *self, void *value);
/* One value an input; outputs that are NULL are made, and are then the caller's. */
bool ort_run(Ort *self, const OrtSession *session, void *const *inputs, void **outputs);

/* What a value is, and how many values it holds: a tensor 1, a map 2, its keys and its values. */
bool ort_value_count(Ort *self, void *value, OrtKind *kind, size_t *n);
/* An item of a sequence or a map, to be freed. */
bool ort_value_item(Ort *self, void *value, size_t i, void **item);
/* Borrows from the value, but for strings. */
bool ort_value_tensor(Ort *self, void *value, OrtTensor *out);
void ort_tensor_free(OrtTensor *self);

/* ONNX's number of an element type by its name, as "float32"; 0: there is none that both know. */
int ort_type(const char *name);
/* NULL: there is none. *bits: of an element. */
const char *ort_type_name(int type, unsigned *bits);

#endif
