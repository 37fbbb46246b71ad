/* SPDX-License-Identifier: Apache-2.0 */
/* Exceptions: what a status says, and what Python functions raised that modules call. */
#include "pyt.h"

PyObject *pyt_raise_with(TnStatus status, const char *text, PyObject *list) {
    PyObject *e = PyObject_CallFunction(pyt.fail, "isO", (int)status,
                                        text ? text : tn_status_text(status), list);
    if (e) PyErr_SetObject((PyObject *)Py_TYPE(e), e);
    Py_XDECREF(e);
    return NULL;
}

PyObject *pyt_raise(TnStatus status, const char *text) {
    PyObject *none = PyTuple_New(0);
    if (none) pyt_raise_with(status, text, none);
    Py_XDECREF(none);
    return NULL;
}

typedef struct Raised {
    PyObject *type, *value, *trace;
} Raised;

static _Thread_local Raised raised;

void pyt_keep_raised(void) {
    Py_CLEAR(raised.type);
    Py_CLEAR(raised.value);
    Py_CLEAR(raised.trace);
    PyErr_Fetch(&raised.type, &raised.value, &raised.trace);
}

bool pyt_take_raised(bool is_told) {
    const Raised r = raised;
    if (!r.type) return false;
    raised = (Raised){NULL, NULL, NULL};
    if (is_told) {
        PyErr_Restore(r.type, r.value, r.trace);
        return true;
    }
    Py_XDECREF(r.type);
    Py_XDECREF(r.value);
    Py_XDECREF(r.trace);
    return false;
}
