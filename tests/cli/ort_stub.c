/* SPDX-License-Identifier: Apache-2.0 */
/* A library that looks like ONNX Runtime to `tenon verify --against`: what it answers is computed
 * here, for the model of against.sh (a = -x, y = relu(a), float32), and what is wrong with it
 * stands in the environment:
 *
 *   STUB_WRONG=NAME   the value of that name has 1 added to its first element
 *   STUB_FAIL=api     it offers no version of its API
 *   STUB_FAIL=session, run    that fails, with a message
 *   STUB_FAIL=array   a model in memory is refused where it returns several values
 *   STUB_TYPE=N       values are of ONNX's element type N
 *   STUB_INPUTS=N     it says that the model takes so many inputs */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANK = 4, ENTRIES = 131 };

typedef struct {
    float *data;
    bool is_own;
    int type;
    size_t ndim, count;
    int64_t dims[RANK];
} Value;

typedef struct {
    bool has_a, has_y;
} Session;

static char message[200];

static const char *env(const char *name) {
    const char *v = getenv(name);
    return v ? v : "";
}
static void *fails(const char *what) {
    snprintf(message, sizeof message, "the stub fails in %s", what);
    return strcmp(env("STUB_FAIL"), what) == 0 ? message : NULL;
}

static const char *error_message(const void *status) { return status; }
static void *make(void *a, void *b, void **out) {
    (void)a, (void)b;
    *out = message;
    return NULL;
}
static void *make_env(int level, const char *name, void **out) {
    (void)level, (void)name;
    *out = message;
    return NULL;
}
static void *make_memory(int allocator, int kind, void **out) {
    (void)allocator, (void)kind;
    *out = message;
    return NULL;
}
static void *make_one(void **out) {
    *out = message;
    return NULL;
}
static void *set(void *options, int value) {
    (void)options, (void)value;
    return NULL;
}
static void *config(void *options, const char *key, const char *value) {
    (void)options, (void)key, (void)value;
    return NULL;
}
static void *session_new(Session **out) {
    *out = calloc(1, sizeof **out);
    (*out)->has_y = true;
    return fails("session");
}
static void *session_path(void *e, const char *path, void *options, Session **out) {
    (void)e, (void)path, (void)options;
    return session_new(out);
}
/* An output of the graph: field 12, with a message that holds only a name of one letter. */
static bool returns(const char *bytes, size_t size, char name) {
    const char want[] = {0x62, 3, 0x0a, 1, name};
    for (size_t i = 0; i + sizeof want <= size; i++) {
        if (memcmp(bytes + i, want, sizeof want) == 0) return true;
    }
    return false;
}
static void *session_array(void *e, const char *bytes, size_t size, void *options, Session **out) {
    (void)e, (void)options;
    void *status = session_new(out);
    (*out)->has_a = returns(bytes, size, 'a');
    (*out)->has_y = returns(bytes, size, 'y');
    return status || !(*out)->has_a || !(*out)->has_y ? status : fails("array");
}
static void *input_count(const Session *s, size_t *out) {
    (void)s;
    *out = *env("STUB_INPUTS") ? (size_t)atoi(env("STUB_INPUTS")) : 1;
    return NULL;
}
static void *output_count(const Session *s, size_t *out) {
    *out = (size_t)s->has_a + s->has_y;
    return NULL;
}
static void *input_name(const Session *s, size_t i, void *allocator, char **out) {
    (void)s, (void)i, (void)allocator;
    *out = strdup("x");
    return NULL;
}
static void *output_name(const Session *s, size_t i, void *allocator, char **out) {
    (void)allocator;
    *out = strdup(s->has_a && i == 0 ? "a" : "y");
    return NULL;
}
static void *allocator_free(void *allocator, void *p) {
    (void)allocator;
    free(p);
    return NULL;
}
static void *tensor_with_data(void *memory, void *data, size_t bytes, const int64_t *dims,
                              size_t ndim, int type, Value **out) {
    (void)memory;
    Value *v = *out = calloc(1, sizeof *v);
    *v = (Value){.data = data, .type = type, .ndim = ndim, .count = bytes / sizeof(float)};
    for (size_t i = 0; i < ndim && i < RANK; i++) v->dims[i] = dims[i];
    return NULL;
}
/* Eight parameters: whoever has ONNX Runtime calls it so. */
static void *run(const Session *s, void *how, char **in_names, Value **in, size_t n_in,
                 char **names, size_t n, Value **out) {
    (void)s, (void)how, (void)in_names, (void)n_in;
    if (strcmp(env("STUB_FAIL"), "crash") == 0) abort();
    for (size_t i = 0; i < n; i++) {
        Value *v = out[i] = calloc(1, sizeof *v);
        *v = *in[0];
        v->is_own = true;
        v->type = *env("STUB_TYPE") ? atoi(env("STUB_TYPE")) : 1;
        v->data = calloc(v->count + 1, sizeof(double));
        for (size_t k = 0; k < v->count; k++) {
            const float a = -in[0]->data[k];
            v->data[k] = (names[i][0] == 'a' || a > 0 ? a : 0) +
                         (k == 0 && strcmp(env("STUB_WRONG"), names[i]) == 0);
        }
    }
    return fails("run");
}
static void *tensor_data(const Value *v, void **out) {
    *out = v->data;
    return NULL;
}
static void *shape_of(const Value *v, const Value **out) {
    *out = v;
    return NULL;
}
static void *element_type(const Value *v, int *out) {
    *out = v->type;
    return NULL;
}
static void *dims_count(const Value *v, size_t *out) {
    *out = v->ndim;
    return NULL;
}
static void *dims_of(const Value *v, int64_t *out, size_t n) {
    memcpy(out, v->dims, n * sizeof *out);
    return NULL;
}
static void *element_count(const Value *v, size_t *out) {
    *out = v->count;
    return NULL;
}
static void *kind_of(const Value *v, int *out) {
    (void)v;
    *out = 1;
    return NULL;
}
static void release_value(Value *v) {
    if (v->is_own) free(v->data);
    free(v);
}
static void release(void *p) { (void)p; }

#define F(f) ((void *)(uintptr_t)(f))
static void *api[ENTRIES];

static void *const *get(uint32_t version) {
    (void)version;
    if (fails("api")) return NULL;
    api[2] = F(error_message), api[3] = F(make_env), api[7] = F(session_path),
    api[8] = F(session_array);
    api[9] = F(run), api[10] = F(make_one), api[23] = api[24] = api[25] = F(set);
    api[30] = F(input_count), api[31] = F(output_count), api[36] = F(input_name),
    api[37] = F(output_name);
    api[49] = F(tensor_with_data), api[51] = F(tensor_data), api[60] = F(element_type),
    api[61] = F(dims_count);
    api[62] = F(dims_of), api[64] = F(element_count), api[65] = F(shape_of), api[67] = F(kind_of);
    api[69] = F(make_memory), api[76] = F(allocator_free), api[78] = F(make_one), api[80] = F(make);
    api[92] = api[93] = api[94] = api[99] = api[100] = F(release), api[95] = F(free),
    api[96] = F(release_value);
    api[130] = F(config);
    return api;
}
static const char *version(void) { return "0.0.stub"; }

const void *OrtGetApiBase(void);
const void *OrtGetApiBase(void) {
    static struct {
        void *const *(*get)(uint32_t version);
        const char *(*version)(void);
    } base = {get, version};
    return &base;
}
