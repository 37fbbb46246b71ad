/* SPDX-License-Identifier: Apache-2.0 */
/* The extension module tenon._tenon. */
#include "pyt.h"

PytState pyt;

static PyObject *version(PyObject *module, PyObject *unused) {
    (void)module;
    (void)unused;
    return PyUnicode_FromString(tn_version());
}

/* What tenon._errors makes exceptions and warnings with. */
static PyObject *set_errors(PyObject *module, PyObject *args) {
    PyObject *fail, *warn;
    (void)module;
    if (!PyArg_ParseTuple(args, "OO:_set_errors", &fail, &warn)) return NULL;
    Py_XDECREF(pyt.fail);
    Py_XDECREF(pyt.warn);
    pyt.fail = Py_NewRef(fail);
    pyt.warn = Py_NewRef(warn);
    Py_RETURN_NONE;
}

static PyObject *backends(PyObject *module, PyObject *unused) {
    PyObject *list = PyList_New(0);
    TnBackendInfo info;
    (void)module;
    (void)unused;
    for (size_t i = 0; list && tn_backend_get(i, &info) == TN_OK; i++) {
        PyObject *row =
            Py_BuildValue("(szOO)", info.name, info.doc, info.is_there ? Py_True : Py_False,
                          info.is_exact ? Py_True : Py_False);
        if (!row || PyList_Append(list, row) != 0) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static PyObject *passes(PyObject *module, PyObject *unused) {
    PyObject *list = PyList_New(0);
    TnPassInfo info;
    (void)module;
    (void)unused;
    for (size_t i = 0; list && i < tn_pass_count(); i++) {
        PyObject *row =
            tn_pass_get(i, &info) == TN_OK ? Py_BuildValue("(sz)", info.name, info.doc) : NULL;
        if (!row || PyList_Append(list, row) != 0) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

/* The items of what a level runs. */
static PyObject *level(PyObject *module, PyObject *args) {
    int number;
    const char *item;
    (void)module;
    if (!PyArg_ParseTuple(args, "i:level", &number)) return NULL;
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && (item = tn_pass_of_level((unsigned)number, i)); i++) {
        PyObject *s = PyUnicode_FromString(item);
        if (!s || PyList_Append(list, s) != 0) Py_CLEAR(list);
        Py_XDECREF(s);
    }
    return list;
}

/* The items of a list between commas. */
static PyObject *items(PyObject *module, PyObject *args) {
    const char *text;
    (void)module;
    if (!PyArg_ParseTuple(args, "s:items", &text)) return NULL;
    PyObject *list = PyList_New(0);
    while (list && *text) {
        const size_t n = tn_pass_item_length(text);
        PyObject *s = PyUnicode_FromStringAndSize(text, (Py_ssize_t)n);
        if (!s || PyList_Append(list, s) != 0) Py_CLEAR(list);
        Py_XDECREF(s);
        text += n;
        if (*text == ',') text++;
    }
    return list;
}

static PyObject *default_backend(PyObject *module, PyObject *unused) {
    TnBackendInfo info;
    (void)module;
    (void)unused;
    const TnBackend b = tn_has_backend(TN_BACKEND_LLVM) ? TN_BACKEND_LLVM : TN_BACKEND_C;
    if (tn_backend_get((size_t)b, &info) != TN_OK) return pyt_raise(TN_E_BUG, NULL);
    return PyUnicode_FromString(info.name);
}

static PyMethodDef functions[] = {
    {"level", level, METH_VARARGS, "The passes of level 0, 1 or 2."},
    {"items", items, METH_VARARGS, "The items of a list of passes."},
    {"default_backend", default_backend, METH_NOARGS, "The backend that compile takes."},
    {"version", version, METH_NOARGS, "The library's version."},
    {"backends", backends, METH_NOARGS, "(name, doc, is_there, is_exact) of each backend."},
    {"passes", passes, METH_NOARGS, "(name, doc) of each pass."},
    {"_operators", pyt_operators, METH_NOARGS, "A row for each operator; tenon.ops() names them."},
    {"_trainer", pyt_trainer_make, METH_VARARGS, NULL},
    {"_set_errors", set_errors, METH_VARARGS, NULL},
    {0}};

/* Made for the first module; one that is imported once more has the same types, as objects of both
 * come to the same functions. */
static bool add_type(PyObject *module, PyTypeObject *(*make)(PyObject *), PyTypeObject **type,
                     const char *name) {
    if (!*type) *type = make(module);
    return *type && PyModule_AddObjectRef(module, name, (PyObject *)*type) == 0;
}

/* What is looked up once is objects of one interpreter. */
static bool is_of_this_interpreter(void) {
    static PyInterpreterState *first;
    if (!first) first = PyInterpreterState_Get();
    if (first == PyInterpreterState_Get()) return true;
    PyErr_SetString(PyExc_ImportError,
                    "tenon is loaded in another interpreter of this process, and works in one");
    return false;
}

static bool look_up(void) {
    if (pyt.versioned) return true;
    pyt_signals_init();
    pyt.dlpack = PyUnicode_InternFromString("__dlpack__");
    pyt.dlpack_at = PyUnicode_InternFromString("__dlpack_device__");
    pyt.out = PyUnicode_InternFromString("out");
    if (pyt.dlpack && pyt.dlpack_at && pyt.out)
        pyt.versioned = Py_BuildValue("{s:(ii)}", "max_version", 1, 0);
    return pyt.versioned != NULL;
}

static int exec(PyObject *module) {
    const bool ok = is_of_this_interpreter() && look_up() &&
                    add_type(module, pyt_context_type, &pyt.context, "Context") &&
                    add_type(module, pyt_module_type, &pyt.module, "Module") &&
                    add_type(module, pyt_function_type, &pyt.function, "Function") &&
                    add_type(module, pyt_tensor_type, &pyt.tensor, "Tensor") &&
                    add_type(module, pyt_trainer_type, &pyt.trainer, "Trainer") &&
                    add_type(module, pyt_threads_type, &pyt.threads, "RankThreads");
    return ok ? 0 : -1;
}

PyMODINIT_FUNC PyInit__tenon(void);
PyMODINIT_FUNC PyInit__tenon(void) {
    static PyModuleDef_Slot slots[] = {{Py_mod_exec, (void *)(uintptr_t)exec}, {0, NULL}};
    static PyModuleDef module = {
        PyModuleDef_HEAD_INIT, "tenon._tenon", NULL, 0, functions, slots, NULL, NULL, NULL};
    return PyModuleDef_Init(&module);
}
