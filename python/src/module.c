/* SPDX-License-Identifier: Apache-2.0 */
/* Module: what reads, makes and writes it. A module is not changed once Python has it: what changes
 * one does so in a copy, which keeps the module that it shares constants with. */
#include "pyt.h"

#include <string.h>

static void module_free(void *m) { tn_module_free(m); }

PyObject *pyt_no_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    (void)type;
    (void)args;
    (void)kwargs;
    PyErr_SetString(PyExc_TypeError, "tenon.load, parse and Module.compile make these");
    return NULL;
}

PyObject *pyt_module_wrap(PyTypeObject *type, PytContext *context, TnModule *m, PyObject *parent) {
    PytModule *self = (PytModule *)PyType_GenericAlloc(type, 0);
    if (!self) {
        pyt_free_later(context, module_free, m);
        return NULL;
    }
    self->context = (PytContext *)Py_NewRef((PyObject *)context);
    self->m = m;
    self->parent = Py_XNewRef(parent);
    return (PyObject *)self;
}

static void module_dealloc(PyObject *object) {
    PytModule *self = (PytModule *)object;
    PyTypeObject *type = Py_TYPE(object);
    if (self->m) pyt_free_later(self->context, module_free, self->m);
    Py_XDECREF(self->parent); /* frees nothing before the copy: what waits is freed in order */
    Py_XDECREF((PyObject *)self->context);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

bool pyt_names(PyObject *sequence, const char ***out, size_t *n) {
    *out = NULL;
    *n = 0;
    if (sequence == Py_None) return true;
    if (!PyTuple_Check(sequence)) {
        PyErr_SetString(PyExc_TypeError, "expected a tuple of names");
        return false;
    }
    const Py_ssize_t count = PyTuple_Size(sequence);
    *out = PyMem_Calloc((size_t)count + 1, sizeof **out);
    if (!*out) PyErr_NoMemory();
    for (Py_ssize_t i = 0; *out && i < count; i++) {
        (*out)[i] = pyt_name(PyTuple_GetItem(sequence, i));
        if (!(*out)[i]) return false;
    }
    *n = (size_t)count;
    return *out != NULL;
}

bool pyt_dims(PyObject *mapping, TnDim **out, size_t *n) {
    *out = NULL;
    *n = 0;
    if (mapping == Py_None) return true;
    if (!PyDict_Check(mapping)) {
        PyErr_SetString(PyExc_TypeError, "dims: expected a dict of names and extents");
        return false;
    }
    Py_ssize_t at = 0;
    PyObject *key, *value;
    *out = PyMem_Calloc((size_t)PyDict_Size(mapping) + 1, sizeof **out);
    if (!*out) PyErr_NoMemory();
    while (*out && PyDict_Next(mapping, &at, &key, &value)) {
        TnDim *d = &(*out)[(*n)++];
        if (!(d->name = pyt_name(key))) return false;
        d->value = PyLong_AsLongLong(value);
        if (d->value == -1 && PyErr_Occurred()) return false;
    }
    return *out != NULL;
}

/* --- Reading: class methods of the type that is made --- */

static TnStatus parse(TnContext *ctx, const char *kind, const char *name, const char *text,
                      Py_ssize_t len, TnModule **out) {
    if (strcmp(kind, "onnx") == 0) return tn_module_parse_onnx(ctx, name, text, (size_t)len, out);
    if (strcmp(kind, "stablehlo") == 0)
        return tn_module_parse_stablehlo(ctx, name, text, (size_t)len, out);
    return tn_module_parse(ctx, name, text, (size_t)len, out);
}

/* _parse(context, kind, name, text) */
static PyObject *module_parse(PyObject *type, PyObject *args) {
    PytContext *context;
    const char *kind, *name, *text;
    Py_ssize_t len;
    TnModule *m = NULL;
    TnStatus status;
    if (!PyArg_ParseTuple(args, "O!szs#:_parse", pyt.context, &context, &kind, &name, &text, &len))
        return NULL;
    PYT_CALL(context, status, parse(context->ctx, kind, name, text, len, &m));
    return pyt_module_wrap((PyTypeObject *)type, context, m, NULL);
}

/* _read(context, path, whole, opaque, weights_parameters, from, to, keep, lengths) */
static PyObject *module_read(PyObject *type, PyObject *args) {
    PytContext *context;
    const char *path;
    TnReadOptions o = {TN_SIZED(TnReadOptions)};
    PyObject *from, *to, *keep, *lengths, *result = NULL;
    TnDim *given = NULL;
    const char **names[3] = {NULL, NULL, NULL};
    TnModule *m = NULL;
    if (!PyArg_ParseTuple(args, "O!spppOOOO:_read", pyt.context, &context, &path, &o.whole,
                          &o.opaque, &o.weights_parameters, &from, &to, &keep, &lengths))
        return NULL;
    if (pyt_names(from, &names[0], &o.n_from) && pyt_names(to, &names[1], &o.n_to) &&
        pyt_names(keep, &names[2], &o.n_keep) && pyt_dims(lengths, &given, &o.n_lengths)) {
        o.from = names[0];
        o.to = names[1];
        o.keep = names[2];
        o.lengths = given;
        PyThreadState *thread;
        TnStatus status = TN_E_BUG;
        bool ok = pyt_enter(context, &thread);
        if (ok) {
            do status = tn_module_read_with(context->ctx, path, &o, &m);
            while (pyt_is_again(context, status));
            ok = pyt_leave(context, thread, status);
        }
        if (ok) result = pyt_module_wrap((PyTypeObject *)type, context, m, NULL);
    }
    for (int i = 0; i < 3; i++) PyMem_Free((void *)names[i]);
    PyMem_Free(given);
    return result;
}

static PyObject *module_context(PyObject *self, void *closure) {
    (void)closure;
    return Py_NewRef((PyObject *)((PytModule *)self)->context);
}

PyTypeObject *pyt_module_type(PyObject *module) {
    enum { OWN = 4, MOST = 64 };
    static PyMethodDef methods[MOST] = {
        {"_parse", module_parse, METH_VARARGS | METH_CLASS, NULL},
        {"_read", module_read, METH_VARARGS | METH_CLASS, NULL},
        {"_train_module", pyt_train_module, METH_VARARGS | METH_CLASS, NULL},
        {"_compile", (PyCFunction)(void (*)(void))pyt_module_compile, METH_VARARGS | METH_KEYWORDS,
         NULL}};
    static PyGetSetDef members[] = {
        {"context", module_context, NULL, "the Context that the module belongs to", NULL}, {0}};
    static PyType_Slot slots[] = {{Py_tp_doc, "A module."},        {Py_tp_new, pyt_no_new},
                                  {Py_tp_dealloc, module_dealloc}, {Py_tp_methods, methods},
                                  {Py_tp_getset, members},         {0, NULL}};
    static PyType_Spec spec = {"tenon._tenon.Module", sizeof(PytModule), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    for (int i = 0; i < MOST - OWN - 1 && pyt_module_methods[i].ml_name; i++)
        methods[OWN + i] = pyt_module_methods[i];
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
