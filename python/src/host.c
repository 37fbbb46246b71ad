/* SPDX-License-Identifier: Apache-2.0 */
/* Python functions that modules call in a run. What one raises is kept for the thread, and is told
 * where the call of the library ends (raise.c). */
#include "pyt.h"

#include <stdio.h>
#include <string.h>

/* Deeper tuples are refused. */
#define MOST_NESTING 32

static PyObject *tensor_of(const TnTensorInfo *t) {
    const PytDtype *dtype = pyt_dtype_find(t->dtype);
    void *data;
    if (!dtype)
        return PyErr_Format(PyExc_TypeError, "arguments of %s are not supported from Python",
                            t->dtype);
    PyObject *result = pyt_tensor_empty(dtype, (int)t->ndim, t->dims, &data);
    if (result && t->bytes) memcpy(data, t->data, t->bytes);
    return result;
}

static PyObject *extents(const int64_t *dims, size_t n) {
    PyObject *tuple = PyTuple_New((Py_ssize_t)n);
    for (size_t i = 0; tuple && i < n; i++) {
        PyObject *d = PyLong_FromLongLong(dims[i]);
        if (!d || PyTuple_SetItem(tuple, (Py_ssize_t)i, d) != 0) Py_CLEAR(tuple);
    }
    return tuple;
}

static PyObject *value_of(const TnValue *v, int depth) {
    switch (v->kind) {
    case TN_TENSOR: return tensor_of(&v->tensor);
    case TN_SHAPE: return extents(v->dims, v->n);
    case TN_INT: return PyLong_FromLongLong(v->i);
    case TN_FLOAT: return PyFloat_FromDouble(v->f);
    case TN_STRING: return PyUnicode_FromString(v->string);
    case TN_TUPLE: break;
    default: Py_RETURN_NONE;
    }
    if (depth == MOST_NESTING)
        return PyErr_Format(PyExc_ValueError, "a tuple is nested deeper than %d", MOST_NESTING);
    PyObject *tuple = PyTuple_New((Py_ssize_t)v->n);
    for (size_t i = 0; tuple && i < v->n; i++) {
        TnValue inner;
        PyObject *o = tn_host_item(v, i, &inner) == TN_OK ? value_of(&inner, depth + 1)
                                                          : pyt_raise(TN_E_BUG, NULL);
        if (!o || PyTuple_SetItem(tuple, (Py_ssize_t)i, o) != 0) Py_CLEAR(tuple);
    }
    return tuple;
}

/* TN_OK; else an exception is set, or the library has reported what is wrong. */
static TnStatus give(TnHostCall *call, PyObject *object, size_t index) {
    char what[200];
    void *data;
    PytArray a;
    snprintf(what, sizeof what, "result %zu of %s", index, tn_host_name(call));
    const PytWanted wanted = {.what = what, .ndim = -1};
    if (!pyt_array_get(object, &wanted, &a)) return TN_E_INVALID;
    const TnStatus status = tn_host_result(call, a.dtype->name, (uint32_t)a.ndim, a.dims, &data);
    const int64_t n = pyt_bytes(a.dtype, a.ndim, a.dims);
    if (status == TN_OK && n > 0) memcpy(data, a.data, (size_t)n);
    pyt_array_release(&a);
    return status;
}

static TnStatus call_with_gil(PyObject *fn, TnHostCall *call) {
    const size_t n = tn_host_arg_count(call);
    PyObject *args = PyTuple_New((Py_ssize_t)n);
    for (size_t i = 0; args && i < n; i++) {
        TnValue v;
        PyObject *o =
            tn_host_arg(call, i, &v) == TN_OK ? value_of(&v, 0) : pyt_raise(TN_E_BUG, NULL);
        if (!o || PyTuple_SetItem(args, (Py_ssize_t)i, o) != 0) Py_CLEAR(args);
    }
    PyObject *results = args ? PyObject_CallObject(fn, args) : NULL; /* a tuple of arrays */
    TnStatus status = results ? TN_OK : TN_E_INVALID;
    const Py_ssize_t given = results ? PyTuple_Size(results) : 0;
    for (Py_ssize_t i = 0; i < given && status == TN_OK; i++)
        status = give(call, PyTuple_GetItem(results, i), (size_t)i);
    Py_XDECREF(results);
    Py_XDECREF(args);
    return status;
}

static TnStatus call_host(void *user, TnHostCall *call) {
    const PyGILState_STATE gil = PyGILState_Ensure();
    TnStatus status = call_with_gil(user, call);
    if (PyErr_Occurred()) {
        pyt_keep_raised();
        status = tn_host_fail(call, "the Python function raised an exception");
    }
    PyGILState_Release(gil);
    return status;
}

/* Context._host(name, function that returns a tuple, is_pure) */
PyObject *pyt_context_host(PyObject *object, PyObject *args) {
    PytContext *self = (PytContext *)object;
    const char *name;
    PyObject *fn;
    int is_pure;
    TnStatus status;
    if (!PyArg_ParseTuple(args, "sOp:_host", &name, &fn, &is_pure)) return NULL;
    if (PyList_Append(self->hosts, fn) != 0) return NULL; /* it lives as the context */
    PYT_CALL(self, status,
             tn_host_register(self->ctx, name, call_host, fn, is_pure ? TN_PURE : TN_IMPURE));
    Py_RETURN_NONE;
}

/* Context._operators(name of the text, text) */
PyObject *pyt_context_operators(PyObject *object, PyObject *args) {
    PytContext *self = (PytContext *)object;
    const char *name, *text;
    Py_ssize_t len;
    TnStatus status;
    if (!PyArg_ParseTuple(args, "ss#:_operators", &name, &text, &len)) return NULL;
    PYT_CALL(self, status, tn_operators_parse(self->ctx, name, text, (size_t)len));
    Py_RETURN_NONE;
}
