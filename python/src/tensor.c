/* SPDX-License-Identifier: Apache-2.0 */
/* Tensor: a result where NumPy is not, or has no such dtype; also a view of another's array. It is
 * given on by the buffer protocol and by DLPack, never copied. */
#include "pyt.h"

#include <stdlib.h>
#include <string.h>

/* --- Making one --- */

static void tensor_dealloc(PyObject *object) {
    PytTensor *self = (PytTensor *)object;
    PyTypeObject *type = Py_TYPE(object);
    if (self->free) self->free(self->data);
    if (self->source) pyt_array_release(self->source);
    free(self->source);
    free(self->dims);
    Py_XDECREF(self->base);
    PyObject_Free(object);
    Py_DECREF(type);
}

static PytTensor *make(PyTypeObject *type, const PytDtype *dtype, int ndim, const int64_t *dims) {
    PytTensor *self = (PytTensor *)PyType_GenericAlloc(type, 0);
    if (!self) return NULL;
    self->dtype = dtype;
    self->ndim = ndim;
    self->dims = malloc((2 * (size_t)ndim + 1) * sizeof *self->dims);
    if (!self->dims) {
        Py_DECREF(self);
        return (PytTensor *)PyErr_NoMemory();
    }
    self->strides = self->dims + ndim;
    int64_t next = 1;
    for (int d = ndim; d-- > 0;) {
        self->dims[d] = dims[d];
        self->strides[d] = next;
        /* where there are no elements, they mean nothing, and may be too large */
        next = (int64_t)((uint64_t)next * (uint64_t)(dims[d] > 0 ? dims[d] : 1));
    }
    self->format[0] = dtype->format;
    return self;
}

PyObject *pyt_tensor_new(const PytDtype *dtype, int ndim, const int64_t *dims, void *data,
                         void (*release)(void *data)) {
    PytTensor *self = make(pyt.tensor, dtype, ndim, dims);
    if (!self) {
        if (release) release(data);
        return NULL;
    }
    self->data = data;
    self->free = release;
    return (PyObject *)self;
}

PyObject *pyt_tensor_empty(const PytDtype *dtype, int ndim, const int64_t *dims, void **data) {
    const int64_t bytes = pyt_bytes(dtype, ndim, dims);
    *data = bytes < 0 ? NULL : calloc((size_t)bytes + 64, 1);
    return *data ? pyt_tensor_new(dtype, ndim, dims, *data, free) : PyErr_NoMemory();
}

static PyObject *tensor_make(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"", "dtype", NULL};
    PyObject *object;
    const char *as = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O|z:Tensor", names, &object, &as)) return NULL;
    const PytDtype *dtype = as ? pyt_dtype_find(as) : NULL;
    if (as && !dtype) return PyErr_Format(PyExc_ValueError, "there is no dtype '%s'", as);
    PytArray *source = calloc(1, sizeof *source);
    if (!source) return PyErr_NoMemory();
    const PytWanted wanted = {.what = "Tensor", .ndim = -1};
    if (!pyt_array_get(object, &wanted, source)) {
        free(source);
        return NULL;
    }
    if (!dtype) dtype = source->dtype;
    PytTensor *self = NULL;
    if (dtype->bits != source->dtype->bits || dtype->code == 255 ||
        (dtype->code == DLPACK_BOOL && dtype != source->dtype))
        PyErr_Format(PyExc_TypeError, "elements of %s cannot be seen as %s", source->dtype->name,
                     dtype->name);
    else
        self = make(type, dtype, source->ndim, source->dims);
    if (!self) {
        pyt_array_release(source);
        free(source);
        return NULL;
    }
    self->data = source->data;
    self->is_readonly = source->is_readonly;
    self->source = source;
    return (PyObject *)self;
}

/* --- The buffer protocol --- */

static int tensor_get_buffer(PyObject *object, Py_buffer *view, int flags) {
    PytTensor *self = (PytTensor *)object;
    view->obj = NULL;
    if (!self->dtype->format) {
        PyErr_Format(PyExc_BufferError,
                     "the buffer protocol has no %s: bits() gives the elements as integers, DLPack "
                     "the tensor",
                     self->dtype->name);
        return -1;
    }
    if (flags & PyBUF_WRITABLE && self->is_readonly) {
        PyErr_SetString(PyExc_BufferError, "the tensor is read-only");
        return -1;
    }
    const Py_ssize_t size = self->dtype->bits / 8;
    view->buf = self->data;
    view->len = (Py_ssize_t)pyt_bytes(self->dtype, self->ndim, self->dims);
    view->itemsize = size;
    view->readonly = self->is_readonly;
    view->ndim = self->ndim;
    view->format = flags & PyBUF_FORMAT ? self->format : NULL;
    view->shape = (Py_ssize_t *)self->dims;
    view->strides = NULL;
    view->suboffsets = NULL;
    view->internal = NULL;
    if ((flags & PyBUF_STRIDES) == PyBUF_STRIDES) {
        Py_ssize_t *strides = malloc(((size_t)self->ndim + 1) * sizeof *strides);
        if (!strides) {
            PyErr_NoMemory();
            return -1;
        }
        for (int d = 0; d < self->ndim; d++)
            strides[d] = (Py_ssize_t)((uint64_t)self->strides[d] * (uint64_t)size);
        view->strides = view->internal = strides;
    }
    view->obj = Py_NewRef(object);
    return 0;
}

static void tensor_release_buffer(PyObject *object, Py_buffer *view) {
    (void)object;
    free(view->internal);
}

/* --- DLPack --- */

/* Frees the reference that a consumer holds; also on a thread that is none of Python's. */
static void let_go(void *manager) {
    const PyGILState_STATE gil = PyGILState_Ensure();
    Py_DECREF((PyObject *)manager);
    PyGILState_Release(gil);
}

static void delete_managed(DlManaged *self) {
    let_go(self->manager);
    free(self);
}

static void delete_versioned(DlVersioned *self) {
    let_go(self->manager);
    free(self);
}

static void capsule_end(PyObject *capsule) {
    if (PyCapsule_IsValid(capsule, "dltensor")) {
        DlManaged *m = PyCapsule_GetPointer(capsule, "dltensor");
        m->deleter(m);
    } else if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
        DlVersioned *v = PyCapsule_GetPointer(capsule, "dltensor_versioned");
        v->deleter(v);
    }
}

static DlTensor dlpack_tensor(const PytTensor *self) {
    return (DlTensor){.data = self->data,
                      .device_type = DLPACK_CPU,
                      .ndim = self->ndim,
                      .code = self->dtype->code,
                      .bits = self->dtype->bits,
                      .lanes = 1,
                      .shape = self->dims,
                      .strides = self->strides};
}

/* What a consumer may ask for and cannot have. */
static bool can_export(const PytTensor *self, PyObject *stream, PyObject *device, PyObject *copy) {
    if (self->dtype->code == 255) {
        PyErr_Format(PyExc_BufferError, "DLPack has no packed %s", self->dtype->name);
    } else if (stream != Py_None) {
        PyErr_SetString(PyExc_BufferError, "the host's memory has no streams: stream is None");
    } else if (copy == Py_True) {
        PyErr_SetString(PyExc_BufferError, "the tensor is handed on without a copy");
    } else if (device != Py_None) {
        int type, id;
        if (PyTuple_Check(device) && PyArg_ParseTuple(device, "ii", &type, &id)) {
            if (type == DLPACK_CPU) return true;
            PyErr_SetString(PyExc_BufferError, "the tensor is in the host's memory");
        } else if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_TypeError, "dl_device is a pair of integers");
        }
    } else {
        return true;
    }
    return false;
}

static PyObject *tensor_dlpack(PyObject *object, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"stream", "max_version", "dl_device", "copy", NULL};
    PytTensor *self = (PytTensor *)object;
    PyObject *stream = Py_None, *version = Py_None, *device = Py_None, *copy = Py_None;
    unsigned major = 0, minor = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|$OOOO:__dlpack__", names, &stream, &version,
                                     &device, &copy))
        return NULL;
    if (version != Py_None) {
        if (!PyTuple_Check(version)) {
            PyErr_SetString(PyExc_TypeError, "max_version is a pair of integers");
            return NULL;
        }
        if (!PyArg_ParseTuple(version, "II", &major, &minor)) return NULL;
    }
    if (!can_export(self, stream, device, copy)) return NULL;
    if (major >= 1) {
        DlVersioned *v = malloc(sizeof *v);
        if (!v) return PyErr_NoMemory();
        *v = (DlVersioned){.major = 1,
                           .manager = Py_NewRef(object),
                           .deleter = delete_versioned,
                           .flags = self->is_readonly ? DLPACK_READ_ONLY : 0,
                           .tensor = dlpack_tensor(self)};
        PyObject *capsule = PyCapsule_New(v, "dltensor_versioned", capsule_end);
        if (!capsule) delete_versioned(v);
        return capsule;
    }
    if (self->is_readonly) {
        PyErr_SetString(PyExc_BufferError,
                        "the tensor is read-only, which DLPack before 1.0 cannot say");
        return NULL;
    }
    DlManaged *m = malloc(sizeof *m);
    if (!m) return PyErr_NoMemory();
    *m = (DlManaged){
        .tensor = dlpack_tensor(self), .manager = Py_NewRef(object), .deleter = delete_managed};
    PyObject *capsule = PyCapsule_New(m, "dltensor", capsule_end);
    if (!capsule) delete_managed(m);
    return capsule;
}

static PyObject *tensor_dlpack_device(PyObject *object, PyObject *unused) {
    (void)object;
    (void)unused;
    return Py_BuildValue("(ii)", DLPACK_CPU, 0);
}

/* --- What one sees --- */

static PyObject *tensor_bits(PyObject *object, PyObject *unused) {
    static const char *const words[] = {"uint8", "uint16", NULL, "uint32"};
    PytTensor *self = (PytTensor *)object;
    const int64_t bytes = pyt_bytes(self->dtype, self->ndim, self->dims);
    const int size = self->dtype->bits / 8;
    const char *name = size == 8 ? "uint64" : size > 0 ? words[size - 1] : "uint8";
    (void)unused;
    /* what is packed has no rows: all its bytes */
    PytTensor *view =
        make(pyt.tensor, pyt_dtype_find(name), size ? self->ndim : 1, size ? self->dims : &bytes);
    if (!view) return NULL;
    view->data = self->data;
    view->is_readonly = self->is_readonly;
    view->base = Py_NewRef(object);
    return (PyObject *)view;
}

static PyObject *tensor_flat(PyObject *object, PyObject *unused) {
    PytTensor *self = (PytTensor *)object;
    int64_t n = 1;
    (void)unused;
    for (int d = 0; d < self->ndim; d++) n *= self->dims[d];
    const TnTensorInfo info = {.dtype = self->dtype->name,
                               .ndim = (uint32_t)self->ndim,
                               .dims = self->dims,
                               .count = (size_t)n,
                               .bytes = (size_t)pyt_bytes(self->dtype, self->ndim, self->dims),
                               .data = self->data};
    PyObject *list = PyList_New((Py_ssize_t)n);
    for (int64_t i = 0; list && i < n; i++) {
        double v = 0;
        if (tn_tensor_element(&info, (size_t)i, &v) != TN_OK) {
            Py_DECREF(list);
            return pyt_raise(TN_E_USAGE, NULL);
        }
        PyObject *e = PyFloat_FromDouble(v);
        if (!e || PyList_SetItem(list, (Py_ssize_t)i, e) != 0) Py_CLEAR(list);
    }
    return list;
}

static PyObject *tensor_shape(PyObject *object, void *closure) {
    PytTensor *self = (PytTensor *)object;
    (void)closure;
    PyObject *shape = PyTuple_New(self->ndim);
    for (int d = 0; shape && d < self->ndim; d++) {
        PyObject *n = PyLong_FromLongLong(self->dims[d]);
        if (!n || PyTuple_SetItem(shape, d, n) != 0) Py_CLEAR(shape);
    }
    return shape;
}

static PyObject *tensor_dtype(PyObject *object, void *closure) {
    (void)closure;
    return PyUnicode_FromString(((PytTensor *)object)->dtype->name);
}

static PyObject *tensor_nbytes(PyObject *object, void *closure) {
    PytTensor *self = (PytTensor *)object;
    (void)closure;
    return PyLong_FromLongLong(pyt_bytes(self->dtype, self->ndim, self->dims));
}

static PyObject *tensor_readonly(PyObject *object, void *closure) {
    (void)closure;
    return PyBool_FromLong(((PytTensor *)object)->is_readonly);
}

static PyObject *tensor_repr(PyObject *object) {
    PyObject *shape = tensor_shape(object, NULL);
    PyObject *text = shape ? PyUnicode_FromFormat("tenon.Tensor(shape=%R, dtype='%s')", shape,
                                                  ((PytTensor *)object)->dtype->name)
                           : NULL;
    Py_XDECREF(shape);
    return text;
}

PyTypeObject *pyt_tensor_type(PyObject *module) {
    static PyMethodDef methods[] = {
        {"__dlpack__", (PyCFunction)(void (*)(void))tensor_dlpack, METH_VARARGS | METH_KEYWORDS,
         "A capsule of DLPack's, without a copy."},
        {"__dlpack_device__", tensor_dlpack_device, METH_NOARGS, "(1, 0): the host's memory."},
        {"bits", tensor_bits, METH_NOARGS,
         "The elements' bits as unsigned integers, in the same memory."},
        {"flat", tensor_flat, METH_NOARGS, "A list of all elements as floats, in row-major order."},
        {0}};
    static PyGetSetDef members[] = {{"shape", tensor_shape, NULL, "the extents", NULL},
                                    {"dtype", tensor_dtype, NULL, "the dtype's name", NULL},
                                    {"nbytes", tensor_nbytes, NULL, "bytes of all elements", NULL},
                                    {"readonly", tensor_readonly, NULL, "not to be written", NULL},
                                    {0}};
    static PyType_Slot slots[] = {
        {Py_tp_doc,
         "Tensor(array, dtype=None)\n--\n\n"
         "A tensor in the host's memory. Of an array: a view of it, without a copy; with "
         "`dtype`,\nits bits as that dtype of the same size (uint16 as bfloat16)."},
        {Py_tp_new, tensor_make},
        {Py_tp_dealloc, tensor_dealloc},
        {Py_tp_repr, tensor_repr},
        {Py_tp_methods, methods},
        {Py_tp_getset, members},
        {Py_bf_getbuffer, tensor_get_buffer},
        {Py_bf_releasebuffer, tensor_release_buffer},
        {0, NULL}};
    static PyType_Spec spec = {"tenon.Tensor", sizeof(PytTensor), 0, Py_TPFLAGS_DEFAULT, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
