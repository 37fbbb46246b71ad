/* SPDX-License-Identifier: Apache-2.0 */
/* Function: how a module becomes one, and what it says of itself. */
#include "function.h"

#include <stdio.h>
#include <string.h>

/* --- Making one --- */

static void values_free(PytValue *list, size_t n) {
    for (size_t i = 0; list && i < n; i++) {
        Py_XDECREF(list[i].name);
        Py_XDECREF(list[i].numpy);
        PyMem_Free(list[i].what);
    }
    PyMem_Free(list);
}

static void function_dealloc(PyObject *object) {
    PytFunction *self = (PytFunction *)object;
    PyTypeObject *type = Py_TYPE(object);
    while (self->idle) {
        PytPrepared *s = self->idle;
        self->idle = s->next;
        pyt_prepared_free(self, s);
    }
    if (self->exe)
        pyt_free_later(self->module->context, (void (*)(void *))tn_executable_free, self->exe);
    values_free(self->in, self->n_in);
    values_free(self->out, self->n_out);
    Py_XDECREF(self->in_names);
    Py_XDECREF((PyObject *)self->module);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* The names that NumPy has. */
static PyObject *numpy_name(const PytDtype *dtype) {
    return dtype && dtype->format ? PyUnicode_FromString(dtype->name) : NULL;
}

static bool value_of(PytValue *v, bool is_input, size_t i, bool as_tensors) {
    char what[160];
    v->dtype = pyt_dtype_find(v->info.dtype);
    if (is_input && !(v->name = PyUnicode_InternFromString(v->info.name))) return false;
    if (is_input)
        snprintf(what, sizeof what, "input '%s'", v->info.name);
    else
        snprintf(what, sizeof what, "output %zu", i);
    v->what = PyMem_Malloc(strlen(what) + 1);
    if (!v->what) {
        PyErr_NoMemory();
        return false;
    }
    memcpy(v->what, what, strlen(what) + 1);
    if (is_input || as_tensors || pyt.numpy_empty == Py_None) return true;
    PyObject *name = numpy_name(v->dtype);
    if (!name) return !PyErr_Occurred();
    /* a dtype object is found faster than its name */
    PyObject *numpy = PyImport_ImportModule("numpy");
    v->numpy = numpy ? PyObject_CallMethod(numpy, "dtype", "O", name) : NULL;
    Py_XDECREF(numpy);
    Py_DECREF(name);
    return v->numpy != NULL;
}

static bool describe(PytFunction *self) {
    const size_t n_in = tn_executable_input_count(self->exe);
    const size_t n_out = tn_executable_output_count(self->exe);
    self->in = PyMem_Calloc(n_in + 1, sizeof *self->in);
    self->out = PyMem_Calloc(n_out + 1, sizeof *self->out);
    self->in_names = PyTuple_New((Py_ssize_t)n_in);
    if (!self->in || !self->out) PyErr_NoMemory();
    if (!self->in || !self->out || !self->in_names) return false;
    self->n_in = n_in;
    self->n_out = n_out;
    for (size_t i = 0; i < n_in; i++) {
        PytValue *v = &self->in[i];
        tn_executable_input(self->exe, i, &v->info);
        if (!value_of(v, true, i, false)) return false;
        self->decides |= v->info.decides != 0;
        PyTuple_SetItem(self->in_names, (Py_ssize_t)i, Py_NewRef(v->name));
    }
    for (size_t i = 0; i < n_out; i++) {
        PytValue *v = &self->out[i];
        tn_executable_output(self->exe, i, &v->info);
        if (!value_of(v, false, i, self->as_tensors)) return false;
    }
    return true;
}

/* Finds NumPy, once, where results are to be its arrays. */
static bool find_numpy(bool is_needed) {
    if (pyt.numpy_empty && pyt.numpy_empty != Py_None) return true;
    if (pyt.numpy_empty && !is_needed) return true;
    PyObject *numpy = PyImport_ImportModule("numpy");
    if (!numpy && (is_needed || !PyErr_ExceptionMatches(PyExc_ImportError))) return false;
    PyErr_Clear();
    Py_XDECREF(pyt.numpy_empty);
    Py_XDECREF(pyt.numpy_asarray);
    pyt.numpy_empty = numpy ? PyObject_GetAttrString(numpy, "empty") : Py_NewRef(Py_None);
    pyt.numpy_asarray = numpy ? PyObject_GetAttrString(numpy, "asarray") : Py_NewRef(Py_None);
    Py_XDECREF(numpy);
    return pyt.numpy_empty && pyt.numpy_asarray;
}

static bool backend_of(const char *name, TnBackend *out) {
    TnBackendInfo info;
    for (size_t i = 0; tn_backend_get(i, &info) == TN_OK; i++) {
        if (strcmp(info.name, name) != 0) continue;
        *out = (TnBackend)i;
        return true;
    }
    PyErr_Format(PyExc_ValueError, "there is no backend '%s'", name);
    return false;
}

/* _compile(type, backend, function, threads, dims, varying, as_is, strict, deterministic, cpu,
 * returns) */
PyObject *pyt_module_compile(PyObject *object, PyObject *args, PyObject *kwargs) {
    PytModule *m = (PytModule *)object;
    TnNativeOptions o = {TN_SIZED(TnNativeOptions)};
    const char *backend_name, *returns;
    PyObject *type, *dims, *varying;
    long long threads;
    TnBackend backend;
    TnDim *given = NULL;
    const char **open = NULL;
    PytFunction *self = NULL;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!szLOOpppzs:_compile", &PyType_Type, &type, &backend_name,
                          &o.function, &threads, &dims, &varying, &o.as_is, &o.strict,
                          &o.deterministic, &o.cpu, &returns))
        return NULL;
    o.threads = threads;
    const bool as_tensors = strcmp(returns, "tensor") == 0;
    if (!as_tensors && strcmp(returns, "numpy") != 0 && strcmp(returns, "auto") != 0)
        return PyErr_Format(PyExc_ValueError, "returns: expected auto, numpy or tensor");
    if (!backend_of(backend_name, &backend)) return NULL;
    if (!as_tensors && !find_numpy(*returns == 'n')) return NULL;
    if (!pyt_dims(dims, &given, &o.n_dims) || !pyt_names(varying, &open, &o.n_varying)) goto done;
    o.dims = given;
    o.varying = open;
    self = (PytFunction *)PyType_GenericAlloc((PyTypeObject *)type, 0);
    if (!self) goto done;
    self->module = (PytModule *)Py_NewRef(object);
    self->as_tensors = as_tensors;
    self->in_context = backend == TN_BACKEND_EVAL;
    self->last_ns = -1;
    PyThreadState *thread;
    TnStatus status = TN_E_BUG;
    bool ok = pyt_enter(m->context, &thread);
    if (ok) {
        do status = tn_module_compile(m->m, backend, &o, &self->exe);
        while (pyt_is_again(m->context, status));
        ok = pyt_leave(m->context, thread, status);
    }
    if (!ok || !describe(self)) Py_CLEAR(self);
done:
    PyMem_Free(given);
    PyMem_Free((void *)open);
    return (PyObject *)self;
}

/* --- What one sees --- */

static PyObject *list_of(const PytValue *list, size_t n) {
    PyObject *out = PyTuple_New((Py_ssize_t)n);
    for (size_t i = 0; out && i < n; i++) {
        PyObject *row =
            Py_BuildValue("(OsIO)", list[i].name ? list[i].name : Py_None, list[i].info.dtype,
                          list[i].info.ndim, list[i].info.is_dynamic ? Py_True : Py_False);
        if (!row || PyTuple_SetItem(out, (Py_ssize_t)i, row) != 0) Py_CLEAR(out);
    }
    return out;
}

static PyObject *function_inputs(PyObject *object, void *closure) {
    (void)closure;
    return list_of(((PytFunction *)object)->in, ((PytFunction *)object)->n_in);
}

static PyObject *function_outputs(PyObject *object, void *closure) {
    (void)closure;
    return list_of(((PytFunction *)object)->out, ((PytFunction *)object)->n_out);
}

static PyObject *function_module(PyObject *object, void *closure) {
    (void)closure;
    return Py_NewRef((PyObject *)((PytFunction *)object)->module);
}

static PyObject *function_counts(PyObject *object, PyObject *unused) {
    TnExecutableCounts c;
    (void)unused;
    tn_executable_counts(((PytFunction *)object)->exe, &c);
    return Py_BuildValue("{s:n,s:n,s:n,s:n}", "code_bytes", (Py_ssize_t)c.code_bytes, "prepared",
                         (Py_ssize_t)c.prepared, "reused", (Py_ssize_t)c.reused, "primitives",
                         (Py_ssize_t)c.primitives);
}

PyTypeObject *pyt_function_type(PyObject *module) {
    static PyMethodDef methods[] = {
        {"counts", function_counts, METH_NOARGS,
         "Bytes of code, prepared states made and found again, primitives of oneDNN."},
        {0}};
    static PyGetSetDef members[] = {
        {"inputs", function_inputs, NULL, "(name, dtype, rank, False) of each input", NULL},
        {"outputs", function_outputs, NULL,
         "(None, dtype, rank, whether its extents depend on data) of each output", NULL},
        {"_module", function_module, NULL, "what was compiled", NULL},
        {0}};
    static PyType_Slot slots[] = {{Py_tp_doc, "A compiled module."},
                                  {Py_tp_new, pyt_no_new},
                                  {Py_tp_dealloc, function_dealloc},
                                  {Py_tp_call, pyt_function_call},
                                  {Py_tp_methods, methods},
                                  {Py_tp_getset, members},
                                  {0, NULL}};
    static PyType_Spec spec = {"tenon._tenon.Function", sizeof(PytFunction), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
