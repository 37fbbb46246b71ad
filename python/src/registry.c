/* SPDX-License-Identifier: Apache-2.0 */
/* The operators that there are, as rows: what tenon.op is made from, and asks. */
#include "pyt.h"

static bool append(PyObject *list, PyObject *own_row) {
    const bool ok = own_row && PyList_Append(list, own_row) == 0;
    Py_XDECREF(own_row);
    return ok;
}

static PyObject *choices(const char *const *names) {
    if (!names) Py_RETURN_NONE;
    PyObject *list = PyList_New(0);
    for (; list && *names; names++)
        if (!append(list, PyUnicode_FromString(*names))) Py_CLEAR(list);
    return list;
}

static PyObject *parameters(TnContext *ctx, size_t op, size_t n) {
    PyObject *list = PyList_New(0);
    TnOpParam p;
    for (size_t i = 0; list && i < n; i++) {
        if (tn_op_param(ctx, op, i, &p) != TN_OK) {
            pyt_raise(TN_E_MEMORY, NULL);
            Py_CLEAR(list);
        } else if (!append(list, Py_BuildValue("(ssOOzzN)", p.name, p.kind,
                                               p.is_attribute ? Py_True : Py_False,
                                               p.is_optional ? Py_True : Py_False, p.fallback,
                                               p.alias, choices(p.choices)))) {
            Py_CLEAR(list);
        }
    }
    return list;
}

static PyObject *constraints(TnContext *ctx, size_t op, size_t n) {
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < n; i++)
        if (!append(list, pyt_str_or_none(tn_op_constraint(ctx, op, i)))) Py_CLEAR(list);
    return list;
}

PyObject *pyt_operators(PyObject *module, PyObject *unused) {
    TnContext *ctx;
    TnOpInfo o;
    (void)module;
    (void)unused;
    const TnStatus status = tn_context_new(NULL, &ctx);
    if (status != TN_OK) return pyt_raise(status, NULL);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < tn_op_count(ctx); i++) {
        if (tn_op_get(ctx, i, &o) != TN_OK) {
            pyt_raise(TN_E_MEMORY, NULL);
            Py_CLEAR(list);
        } else if (!append(list, Py_BuildValue("(ssOOOszNN)", o.name, o.doc,
                                               o.is_pure ? Py_True : Py_False,
                                               o.is_commutative ? Py_True : Py_False,
                                               o.is_elementwise ? Py_True : Py_False, o.gradient,
                                               o.no_gradient, constraints(ctx, i, o.constraints),
                                               parameters(ctx, i, o.params)))) {
            Py_CLEAR(list);
        }
    }
    tn_context_free(ctx);
    return list;
}
