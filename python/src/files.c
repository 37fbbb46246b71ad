/* SPDX-License-Identifier: Apache-2.0 */
/* Files of named arrays: .npz and .safetensors. */
#include "pyt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Arrays as they come, without the GIL; Python has them when the call is over. */
typedef struct Read {
    struct Row {
        char *name;
        const PytDtype *dtype;
        int ndim;
        int64_t *dims;
        void *data;
    } * rows;
    size_t n, room;
    char refused[80]; /* an array whose dtype Python does not get */
} Read;

static void *copied(const void *from, size_t bytes) {
    void *to = malloc(bytes ? bytes : 1);
    if (to && bytes) memcpy(to, from, bytes);
    return to;
}

static TnStatus take(void *user, const TnTensorInfo *t) {
    Read *r = user;
    const PytDtype *dtype = pyt_dtype_find(t->dtype);
    if (!dtype) {
        snprintf(r->refused, sizeof r->refused, "arrays of %s are not supported from Python",
                 t->dtype);
        return TN_E_INVALID;
    }
    if (r->n == r->room) {
        const size_t room = r->room ? 2 * r->room : 16;
        struct Row *rows = realloc(r->rows, room * sizeof *rows);
        if (!rows) return TN_E_MEMORY;
        r->rows = rows;
        r->room = room;
    }
    struct Row *row = &r->rows[r->n++];
    *row = (struct Row){.name = copied(t->name, strlen(t->name) + 1),
                        .dtype = dtype,
                        .ndim = (int)t->ndim,
                        .dims = copied(t->dims, t->ndim * sizeof *t->dims),
                        .data = copied(t->data, t->bytes)};
    return row->name && row->dims && row->data ? TN_OK : TN_E_MEMORY;
}

/* Of a call that is made once more. */
static void forget(Read *r) {
    for (size_t i = 0; i < r->n; i++) {
        free(r->rows[i].name);
        free(r->rows[i].dims);
        free(r->rows[i].data);
    }
    r->n = 0;
    r->refused[0] = '\0';
}

static PyObject *dict_of(Read *r) {
    PyObject *dict = PyDict_New();
    for (size_t i = 0; dict && i < r->n; i++) {
        struct Row *row = &r->rows[i];
        PyObject *t = pyt_tensor_new(row->dtype, row->ndim, row->dims, row->data, free);
        row->data = NULL;
        if (!t || PyDict_SetItemString(dict, row->name, t) != 0) Py_CLEAR(dict);
        Py_XDECREF(t);
    }
    return dict;
}

/* Context._read_arrays(path): a dict of Tensors */
PyObject *pyt_context_read_arrays(PyObject *object, PyObject *args) {
    PytContext *self = (PytContext *)object;
    const char *path;
    Read r = {0};
    PyThreadState *thread;
    PyObject *dict = NULL;
    TnStatus status;
    if (!PyArg_ParseTuple(args, "s:_read_arrays", &path)) return NULL;
    if (!pyt_enter(self, &thread)) return NULL;
    do {
        forget(&r);
        status = tn_arrays_read(self->ctx, path, take, &r);
    } while (pyt_is_again(self, status));
    const bool ok = pyt_leave(self, thread, status);
    if (ok) dict = dict_of(&r);
    if (!ok && r.refused[0]) {
        PyErr_Clear();
        PyErr_SetString(PyExc_TypeError, r.refused);
    }
    forget(&r);
    free(r.rows);
    return dict;
}

static bool take_arrays(PyObject *dict, TnTensorInfo *infos, PytArray *arrays, size_t *n) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    char what[200];
    while (PyDict_Next(dict, &at, &key, &value)) {
        const char *name = pyt_name(key);
        if (!name) return false;
        snprintf(what, sizeof what, "array %s", name);
        const PytWanted wanted = {.what = what, .ndim = -1};
        PytArray *a = &arrays[*n];
        if (!pyt_array_get(value, &wanted, a)) return false;
        TnTensorInfo *t = &infos[(*n)++];
        *t = (TnTensorInfo){.name = name,
                            .dtype = a->dtype->name,
                            .ndim = (uint32_t)a->ndim,
                            .dims = a->dims,
                            .count = 1,
                            .bytes = (size_t)pyt_bytes(a->dtype, a->ndim, a->dims),
                            .data = a->data};
        for (int i = 0; i < a->ndim; i++) t->count *= (size_t)a->dims[i];
    }
    return true;
}

/* Context._write_arrays(path, {name: array}) */
PyObject *pyt_context_write_arrays(PyObject *object, PyObject *args) {
    PytContext *self = (PytContext *)object;
    const char *path;
    PyObject *dict;
    size_t n = 0;
    if (!PyArg_ParseTuple(args, "sO!:_write_arrays", &path, &PyDict_Type, &dict)) return NULL;
    const size_t room = (size_t)PyDict_Size(dict) + 1;
    PytArray *arrays = PyMem_Calloc(room, sizeof *arrays);
    TnTensorInfo *infos = PyMem_Calloc(room, sizeof *infos);
    bool ok = arrays && infos;
    if (!ok) PyErr_NoMemory();
    if (ok && (ok = take_arrays(dict, infos, arrays, &n))) {
        PyThreadState *thread;
        ok = pyt_enter(self, &thread);
        if (ok) {
            TnStatus status;
            do status = tn_arrays_write(self->ctx, path, infos, n);
            while (pyt_is_again(self, status));
            ok = pyt_leave(self, thread, status);
        }
    }
    for (size_t i = 0; i < n; i++) pyt_array_release(&arrays[i]);
    PyMem_Free(arrays);
    PyMem_Free(infos);
    if (!ok) return NULL;
    Py_RETURN_NONE;
}
