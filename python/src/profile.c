/* SPDX-License-Identifier: Apache-2.0 */
/* A module run with the time of each place in its code noted. */
#include "pyt.h"

#include <stdlib.h>

typedef struct Profile {
    TnModule *m;
    TnRunOptions options;
    Py_ssize_t runs;
    TnRun *run;
    double compile_ms, run_ms;
} Profile;

static TnStatus measure(Profile *p) {
    double ms;
    tn_run_free(p->run);
    p->run = NULL;
    TnStatus status = tn_run(p->m, &p->options, &p->run);
    if (status == TN_OK) tn_run_times(p->run, &p->compile_ms, &p->run_ms);
    for (Py_ssize_t i = 1; status == TN_OK && i < p->runs; i++) {
        status = tn_run_again(p->run, &ms);
        if (ms < p->run_ms) p->run_ms = ms;
    }
    return status;
}

static PyObject *rows_of(TnRun *run) {
    PyObject *list = PyList_New(0);
    TnOpCost c;
    for (size_t i = 0; list && tn_run_cost(run, i, &c) == TN_OK; i++) {
        PyObject *sources = PyList_New(0);
        for (size_t k = 0; sources && k < c.n_sources; k++) {
            PyObject *s = Py_BuildValue("(zz)", c.sources[k].op, c.sources[k].name);
            if (!s || PyList_Append(sources, s) != 0) Py_CLEAR(sources);
            Py_XDECREF(s);
        }
        PyObject *row =
            sources ? Py_BuildValue("(snddddN)", c.name, (Py_ssize_t)c.calls, c.milliseconds,
                                    c.longest, c.float_operations, c.bytes, sources)
                    : NULL;
        if (!row || PyList_Append(list, row) != 0) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

static bool inputs_of(PyObject *tuple, PyObject *names, TnInput *inputs, PytArray *arrays,
                      size_t *taken) {
    const Py_ssize_t n = PyTuple_Size(tuple);
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *name = PyTuple_GetItem(names, i);
        const PytWanted wanted = {.what = "profile", .ndim = -1};
        const char *text = name ? pyt_name(name) : NULL;
        if (!text || !pyt_array_get(PyTuple_GetItem(tuple, i), &wanted, &arrays[i])) return false;
        *taken = (size_t)i + 1;
        inputs[i] = (TnInput){.name = text,
                              .dtype = arrays[i].dtype->name,
                              .ndim = (uint32_t)arrays[i].ndim,
                              .dims = arrays[i].dims,
                              .data = arrays[i].data};
    }
    return true;
}

/* _profile(function, dims, threads, runs, names, arrays) */
PyObject *pyt_module_profile(PyObject *object, PyObject *args) {
    PytModule *self = (PytModule *)object;
    Profile p = {.options = {TN_SIZED(TnRunOptions), .profile = 1, .keep = 1}};
    PyObject *dims, *names, *arrays, *result = NULL;
    TnDim *given = NULL;
    long long threads;
    if (!PyArg_ParseTuple(args, "zOLnO!O!:_profile", &p.options.function, &dims, &threads, &p.runs,
                          &PyTuple_Type, &names, &PyTuple_Type, &arrays))
        return NULL;
    const size_t n = (size_t)PyTuple_Size(arrays);
    size_t taken = 0;
    TnInput *inputs = calloc(n + 1, sizeof *inputs);
    PytArray *taking = calloc(n + 1, sizeof *taking);
    if (!inputs || !taking) PyErr_NoMemory();
    const bool ready = inputs && taking && inputs_of(arrays, names, inputs, taking, &taken) &&
                       pyt_dims(dims, &given, &p.options.n_dims);
    if (ready) {
        p.m = self->m;
        p.options.threads = threads;
        p.options.dims = given;
        p.options.inputs = inputs;
        p.options.n_inputs = n;
        p.options.backend = tn_has_backend(TN_BACKEND_LLVM) ? TN_BACKEND_LLVM : TN_BACKEND_EVAL;
        PyThreadState *thread;
        TnStatus status = TN_E_BUG;
        if (pyt_enter(self->context, &thread)) {
            do status = measure(&p);
            while (pyt_is_again(self->context, status));
            PyEval_RestoreThread(thread);
            PyObject *rows = status == TN_OK ? rows_of(p.run) : NULL;
            thread = PyEval_SaveThread();
            tn_run_free(p.run);
            const bool ok = pyt_leave(self->context, thread, status);
            if (ok && rows) result = Py_BuildValue("(ddO)", p.compile_ms, p.run_ms, rows);
            Py_XDECREF(rows);
        }
    }
    for (size_t i = 0; i < taken; i++) pyt_array_release(&taking[i]);
    free(inputs);
    free(taking);
    PyMem_Free(given);
    return result;
}
