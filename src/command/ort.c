/* SPDX-License-Identifier: Apache-2.0 */
/* The library comes without its header (bench/get-ort.sh). OrtApi is a struct of function pointers
 * to which versions only append; the numbers of the entries are their places in
 * include/onnxruntime/core/session/onnxruntime_c_api.h of github.com/microsoft/onnxruntime, which
 * says what each takes. All that are called here were there in the first version, so that is what a
 * library is asked for, but for one that models with external data need. */
#include "command/ort.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    API_VERSION = 1,
    FOLDER_VERSION = 18, /* the first whose sessions of models in memory take a folder */
    OPTIMIZE_NOTHING = 0,
    OPTIMIZE_PORTABLY = 2,
    OPTIMIZE_ALL = 99,
    FATAL = 4, /* what is worth a message comes with a status */
    ARENA_ALLOCATOR = 1,
    DEFAULT_MEMORY = 0,
    STRING = 8,
};

enum {
    GET_ERROR_MESSAGE = 2,
    CREATE_ENV = 3,
    CREATE_SESSION = 7,
    CREATE_SESSION_FROM_ARRAY = 8,
    RUN = 9,
    CREATE_SESSION_OPTIONS = 10,
    SET_OPTIMIZED_PATH = 11,
    SET_OPTIMIZATION = 23,
    SET_INTRA_THREADS = 24,
    SET_INTER_THREADS = 25,
    INPUT_COUNT = 30,
    OUTPUT_COUNT = 31,
    INPUT_NAME = 36,
    OUTPUT_NAME = 37,
    NEW_TENSOR = 48,
    TENSOR_WITH_DATA = 49,
    TENSOR_DATA = 51,
    FILL_STRINGS = 52,
    STRINGS_LENGTH = 53,
    STRINGS = 54,
    ELEMENT_TYPE = 60,
    DIMENSIONS_COUNT = 61,
    DIMENSIONS = 62,
    ELEMENT_COUNT = 64,
    TYPE_AND_SHAPE = 65,
    VALUE_KIND = 67,
    CPU_MEMORY_INFO = 69,
    ALLOCATOR_FREE = 76,
    DEFAULT_ALLOCATOR = 78,
    VALUE_ITEM = 80,
    VALUE_COUNT = 81,
    RELEASE_ENV = 92,
    RELEASE_STATUS = 93,
    RELEASE_MEMORY_INFO = 94,
    RELEASE_SESSION = 95,
    RELEASE_VALUE = 96,
    RELEASE_TYPE_AND_SHAPE = 99,
    RELEASE_SESSION_OPTIONS = 100,
    ADD_CONFIG = 130,
};

typedef struct Status Status; /* NULL: it went well */

struct OrtBase {
    void *const *(*get)(uint32_t version);
    const char *(*version)(void);
};

static const struct {
    const char *name;
    int type;
    unsigned bits;
} types[] = {
    {"float32", 1, 32},   {"uint8", 2, 8},
    {"int8", 3, 8},       {"uint16", 4, 16},
    {"int16", 5, 16},     {"int32", 6, 32},
    {"int64", 7, 64},     {"bool", 9, 8},
    {"float16", 10, 16},  {"float64", 11, 64},
    {"uint32", 12, 32},   {"uint64", 13, 64},
    {"bfloat16", 16, 16}, {"string", STRING, 8 * sizeof(char *)},
};

int ort_type(const char *name) {
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(types[i].name, name) == 0) return types[i].type;
    }
    return 0;
}

const char *ort_type_name(int type, unsigned *bits) {
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (types[i].type != type) continue;
        *bits = types[i].bits;
        return types[i].name;
    }
    return NULL;
}

/* The entry as a function of that type. */
#define ENTRY(self, number, ...) ((Status * (*)(__VA_ARGS__))(uintptr_t)(self)->api[number])
#define RELEASE(self, number, p) (((void (*)(void *))(uintptr_t)(self)->api[number])(p))

static bool fail(Ort *self, const char *what, const char *why) {
    snprintf(self->why, sizeof self->why, "%.300s%s%.700s", what, *what ? ": " : "", why);
    return false;
}

static bool went_well(Ort *self, Status *status) {
    if (!status) return true;
    fail(self, "",
         ((const char *(*)(const Status *))(uintptr_t)self->api[GET_ERROR_MESSAGE])(status));
    RELEASE(self, RELEASE_STATUS, status);
    return false;
}

bool ort_open(Ort *self, const char *path) {
    *self = (Ort){.api = NULL};
    /* Without a slash dlopen would look for it elsewhere than where the user sees it. */
    char here[4096];
    const bool is_plain = !strchr(path, '/') && access(path, F_OK) == 0;
    if (is_plain) snprintf(here, sizeof here, "./%s", path);
    void *library = dlopen(is_plain ? here : path, RTLD_NOW | RTLD_LOCAL);
    if (!library) return fail(self, "", dlerror());
    const OrtBase *(*base)(void);
    void *symbol = dlsym(library, "OrtGetApiBase");
    if (!symbol)
        return fail(self, path, "it has no function OrtGetApiBase, so it is not ONNX Runtime");
    memcpy(&base, &symbol, sizeof base);
    self->base = base();
    self->api = self->base->get(API_VERSION);
    self->version = self->base->version();
    if (!self->api) return fail(self, path, "it does not offer version 1 of its API");
    return went_well(self, ENTRY(self, CREATE_ENV, int, const char *, void **)(FATAL, "tenon",
                                                                               &self->env)) &&
           went_well(self, ENTRY(self, CPU_MEMORY_INFO, int, int,
                                 void **)(ARENA_ALLOCATOR, DEFAULT_MEMORY, &self->memory)) &&
           went_well(self, ENTRY(self, DEFAULT_ALLOCATOR, void **)(&self->allocator));
}

void ort_close(Ort *self) {
    if (self->memory) RELEASE(self, RELEASE_MEMORY_INFO, self->memory);
    if (self->env) RELEASE(self, RELEASE_ENV, self->env);
    self->memory = self->env = NULL;
}

/* A model in memory has no folder that external data could lie in, unless a library that is new
 * enough is told. */
static bool tell_folder(Ort *self, const OrtModel *model, void *options) {
    const char *slash = strrchr(model->path, '/');
    char folder[4096];
    const int n =
        slash ? snprintf(folder, sizeof folder, "%.*s", (int)(slash - model->path + 1), model->path)
              : snprintf(folder, sizeof folder, ".");
    void *const *api = self->base->get(FOLDER_VERSION);
    if (!api || n < 0 || (size_t)n >= sizeof folder) return true; /* then what needs it fails */
    return went_well(self,
                     ((Status * (*)(void *, const char *, const char *))(uintptr_t)api[ADD_CONFIG])(
                         options, "session.model_external_initializers_file_folder_path", folder));
}

static bool create_from_array(Ort *self, OrtSession *session, const OrtModel *model,
                              void *options) {
    if (model->has_external_data && !tell_folder(self, model, options)) return false;
    return went_well(
        self, ENTRY(self, CREATE_SESSION_FROM_ARRAY, void *, const void *, size_t, void *,
                    void **)(self->env, model->bytes, model->size, options, &session->handle));
}

static bool create(Ort *self, OrtSession *session, const OrtModel *model) {
    void *options = NULL;
    if (!went_well(self, ENTRY(self, CREATE_SESSION_OPTIONS, void **)(&options))) return false;
    const int level = model->optimized           ? OPTIMIZE_PORTABLY
                      : model->all_optimizations ? OPTIMIZE_ALL
                                                 : OPTIMIZE_NOTHING;
    const bool ok =
        went_well(self, ENTRY(self, SET_OPTIMIZATION, void *, int)(options, level)) &&
        (!model->optimized || went_well(self, ENTRY(self, SET_OPTIMIZED_PATH, void *,
                                                    const char *)(options, model->optimized))) &&
        went_well(self, ENTRY(self, SET_INTRA_THREADS, void *, int)(options, model->threads)) &&
        went_well(self, ENTRY(self, SET_INTER_THREADS, void *, int)(options, 1)) &&
        (model->bytes
             ? create_from_array(self, session, model, options)
             : went_well(self, ENTRY(self, CREATE_SESSION, void *, const char *, void *,
                                     void **)(self->env, model->path, options, &session->handle)));
    RELEASE(self, RELEASE_SESSION_OPTIONS, options);
    return ok;
}

static bool read_names(Ort *self, const OrtSession *session, int entry, size_t n, char ***out) {
    char **list = *out = calloc(n + 1, sizeof *list);
    if (!list) return fail(self, "", "out of memory");
    for (size_t i = 0; i < n; i++) {
        if (!went_well(self, ENTRY(self, entry, void *, size_t, void *,
                                   char **)(session->handle, i, self->allocator, &list[i])))
            return false;
    }
    return true;
}

static void free_names(Ort *self, char **list, size_t n) {
    for (size_t i = 0; list && i < n && list[i]; i++) {
        Status *status = ENTRY(self, ALLOCATOR_FREE, void *, void *)(self->allocator, list[i]);
        if (status) RELEASE(self, RELEASE_STATUS, status);
    }
    free(list);
}

bool ort_session_open(Ort *self, OrtSession *session, const OrtModel *model) {
    *session = (OrtSession){.handle = NULL};
    const bool ok =
        create(self, session, model) &&
        went_well(self, ENTRY(self, INPUT_COUNT, void *, size_t *)(session->handle,
                                                                   &session->n_inputs)) &&
        went_well(self, ENTRY(self, OUTPUT_COUNT, void *, size_t *)(session->handle,
                                                                    &session->n_outputs)) &&
        read_names(self, session, INPUT_NAME, session->n_inputs, &session->input_names) &&
        read_names(self, session, OUTPUT_NAME, session->n_outputs, &session->output_names);
    if (!ok) ort_session_close(self, session);
    return ok;
}

void ort_session_close(Ort *self, OrtSession *session) {
    free_names(self, session->input_names, session->n_inputs);
    free_names(self, session->output_names, session->n_outputs);
    if (session->handle) RELEASE(self, RELEASE_SESSION, session->handle);
    *session = (OrtSession){.handle = NULL};
}

static bool new_strings(Ort *self, const OrtTensor *t, void **value) {
    const size_t n = t->bytes / sizeof(char *);
    const char **texts = calloc(n + 1, sizeof *texts);
    if (!texts) return fail(self, "", "out of memory");
    for (size_t i = 0; i < n; i++) {
        const char *text = ((const char *const *)t->data)[i];
        texts[i] = text ? text : "";
    }
    const bool ok =
        went_well(self, ENTRY(self, NEW_TENSOR, void *, const int64_t *, size_t, int,
                              void **)(self->allocator, t->dims, t->ndim, STRING, value)) &&
        went_well(self,
                  ENTRY(self, FILL_STRINGS, void *, const char *const *, size_t)(*value, texts, n));
    free(texts);
    return ok;
}

bool ort_value_new(Ort *self, const OrtTensor *t, void **value) {
    *value = NULL;
    if (t->type == STRING) return new_strings(self, t, value);
    return went_well(
        self, ENTRY(self, TENSOR_WITH_DATA, void *, void *, size_t, const int64_t *, size_t, int,
                    void **)(self->memory, t->data, t->bytes, t->dims, t->ndim, t->type, value));
}

void ort_value_free(Ort *self, void *value) {
    if (value) RELEASE(self, RELEASE_VALUE, value);
}

bool ort_run(Ort *self, const OrtSession *s, void *const *inputs, void **outputs) {
    return went_well(self,
                     ENTRY(self, RUN, void *, void *, char **, void *const *, size_t, char **,
                           size_t, void **)(s->handle, NULL, s->input_names, inputs, s->n_inputs,
                                            s->output_names, s->n_outputs, outputs));
}

bool ort_value_count(Ort *self, void *value, OrtKind *kind, size_t *n) {
    int number = 0;
    *n = 1;
    if (!value) return fail(self, "", "an optional output that holds nothing");
    if (!went_well(self, ENTRY(self, VALUE_KIND, void *, int *)(value, &number))) return false;
    *kind = (OrtKind)number;
    if (number == ORT_SEQUENCE || number == ORT_MAP)
        return went_well(self, ENTRY(self, VALUE_COUNT, void *, size_t *)(value, n));
    return number == ORT_TENSOR || fail(self, "", "it is no tensor, sequence or map");
}

bool ort_value_item(Ort *self, void *value, size_t i, void **item) {
    *item = NULL;
    return went_well(self, ENTRY(self, VALUE_ITEM, void *, int, void *,
                                 void **)(value, (int)i, self->allocator, item));
}

/* The texts behind each other, then a pointer to each; each gets a zero behind it. */
static bool read_strings(Ort *self, void *value, size_t n, OrtTensor *out) {
    size_t length = 0;
    if (!went_well(self, ENTRY(self, STRINGS_LENGTH, void *, size_t *)(value, &length)))
        return false;
    char **texts = calloc(1, (n + 1) * sizeof *texts + length + n + 1);
    char *all = calloc(1, length + 1);
    size_t *starts = calloc(n + 1, sizeof *starts);
    bool ok = texts && all && starts;
    if (!ok) fail(self, "", "out of memory");
    ok = ok && (n == 0 || went_well(self, ENTRY(self, STRINGS, void *, void *, size_t, size_t *,
                                                size_t)(value, all, length, starts, n)));
    char *to = ok ? (char *)(texts + n + 1) : NULL;
    for (size_t i = 0; ok && i < n; i++) {
        const size_t end = i + 1 < n ? starts[i + 1] : length, len = end - starts[i];
        texts[i] = memcpy(to, all + starts[i], len);
        to += len + 1;
    }
    free(all);
    free(starts);
    if (!ok) free(texts);
    out->own = out->data = ok ? texts : NULL;
    return ok;
}

void ort_tensor_free(OrtTensor *self) {
    free(self->own);
    self->own = NULL;
}

bool ort_value_tensor(Ort *self, void *value, OrtTensor *out) {
    void *shape = NULL;
    size_t count = 0;
    unsigned bits = 0;
    *out = (OrtTensor){.type = 0};
    if (!went_well(self, ENTRY(self, TYPE_AND_SHAPE, void *, void **)(value, &shape))) return false;
    bool ok = went_well(self, ENTRY(self, ELEMENT_TYPE, void *, int *)(shape, &out->type)) &&
              went_well(self, ENTRY(self, ELEMENT_COUNT, void *, size_t *)(shape, &count)) &&
              went_well(self, ENTRY(self, DIMENSIONS_COUNT, void *, size_t *)(shape, &out->ndim)) &&
              (out->ndim <= ORT_RANK || fail(self, "", "a tensor of too many dims")) &&
              went_well(self, ENTRY(self, DIMENSIONS, void *, int64_t *, size_t)(shape, out->dims,
                                                                                 out->ndim));
    RELEASE(self, RELEASE_TYPE_AND_SHAPE, shape);
    if (!ok) return false;
    if (!ort_type_name(out->type, &bits)) {
        snprintf(self->why, sizeof self->why,
                 "its element type, ONNX's number %d, is none that both know", out->type);
        return false;
    }
    out->bytes = (count * bits + 7) / 8;
    if (out->type == STRING) return read_strings(self, value, count, out);
    return went_well(self, ENTRY(self, TENSOR_DATA, void *, void **)(value, &out->data));
}
