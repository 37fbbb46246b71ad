/* SPDX-License-Identifier: Apache-2.0 */
/* Arrays of others, where they are: by the buffer protocol, else by DLPack. Nothing is copied, and
 * nothing converted: what does not fit is an error that says what would. */
#include "pyt.h"

#include <string.h>

static bool fail(PyObject *type, const PytWanted *wanted, const char *format, ...) {
    va_list args;
    va_start(args, format);
    PyObject *text = PyUnicode_FromFormatV(format, args);
    va_end(args);
    if (text) PyErr_Format(type, "%s: %U", wanted->what, text);
    Py_XDECREF(text);
    return false;
}

/* Strides in units of `unit` bytes; NULL: row-major. */
static bool is_row_major(int ndim, const int64_t *dims, const int64_t *strides, int64_t unit) {
    int64_t next = unit;
    for (int d = 0; d < ndim; d++) {
        if (dims[d] == 0) return true;
    }
    for (int d = ndim; strides && d-- > 0;) {
        if (dims[d] != 1 && strides[d] != next) return false;
        next *= dims[d];
    }
    return true;
}

/* What all ways of taking an array check. */
static bool fits(const PytWanted *wanted, const PytArray *a, const int64_t *strides, int64_t unit) {
    if (a->ndim > TN_RANK_MAX)
        return fail(PyExc_ValueError, wanted, "rank %d is more than %d", a->ndim, TN_RANK_MAX);
    if (wanted->dtype && a->dtype != wanted->dtype)
        return fail(PyExc_TypeError, wanted, "expected dtype %s, found %s", wanted->dtype->name,
                    a->dtype->name);
    if (wanted->ndim >= 0 && a->ndim != wanted->ndim)
        return fail(PyExc_ValueError, wanted, "expected rank %d, found %d", wanted->ndim, a->ndim);
    const int64_t bytes = pyt_bytes(a->dtype, a->ndim, a->dims);
    if (bytes < 0) return fail(PyExc_ValueError, wanted, "the extents are too large");
    if (!is_row_major(a->ndim, a->dims, strides, unit))
        return fail(PyExc_ValueError, wanted,
                    "expected elements in row-major order, found other strides (nothing is copied "
                    "in silence: numpy.ascontiguousarray makes such a copy)");
    if (bytes > 0 && !a->data)
        return fail(PyExc_ValueError, wanted, "it has elements, and no memory of them");
    const uintptr_t align = a->dtype->bits >= 8 ? a->dtype->bits / 8u : 1;
    if (bytes > 0 && (uintptr_t)a->data % align != 0)
        return fail(PyExc_ValueError, wanted, "the data are not aligned to their elements");
    if (wanted->is_written && a->is_readonly)
        return fail(PyExc_ValueError, wanted, "it is read-only");
    return true;
}

/* --- Buffers --- */

static bool take_buffer(PyObject *object, const PytWanted *wanted, PytArray *out) {
    Py_buffer *b = &out->buffer;
    if (PyObject_GetBuffer(object, b, PyBUF_RECORDS_RO) != 0) {
        b->obj = NULL;
        return false;
    }
    out->dtype = pyt_dtype_of_format(b->format, b->itemsize);
    if (!out->dtype)
        return fail(PyExc_TypeError, wanted, "elements of the format '%s' are not supported",
                    b->format);
    out->data = b->buf;
    out->ndim = b->ndim;
    _Static_assert(sizeof(Py_ssize_t) == sizeof(int64_t), "extents are read where they stand");
    out->dims = (const int64_t *)b->shape;
    out->is_readonly = b->readonly;
    return fits(wanted, out, (const int64_t *)b->strides, b->itemsize);
}

/* --- DLPack --- */

static bool is_of_host(PyObject *object, const PytWanted *wanted) {
    int type = 0;
    long id = 0;
    PyObject *device = PyObject_CallMethodObjArgs(object, pyt.dlpack_at, NULL);
    if (!device) return false;
    const bool ok = PyTuple_Check(device) && PyArg_ParseTuple(device, "il", &type, &id);
    Py_DECREF(device);
    if (!ok)
        return PyErr_Occurred() ? false
                                : fail(PyExc_TypeError, wanted, "__dlpack_device__ gave no pair");
    if (type == DLPACK_CPU || type == DLPACK_HOST_CUDA || type == DLPACK_HOST_ROCM) return true;
    return fail(PyExc_ValueError, wanted,
                "it is in the memory of another device (DLPack's type %d); copy it to the host "
                "first",
                type);
}

/* Asks for the structure with a version, else for the old one. */
static PyObject *capsule_of(PyObject *object) {
    PyObject *method = PyObject_GetAttr(object, pyt.dlpack);
    if (!method) return NULL;
    PyObject *none = PyTuple_New(0);
    PyObject *capsule = none ? PyObject_Call(method, none, pyt.versioned) : NULL;
    if (!capsule && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        capsule = PyObject_Call(method, none, NULL);
    }
    Py_XDECREF(none);
    Py_DECREF(method);
    return capsule;
}

/* Takes what is in the capsule over. */
static const DlTensor *open_capsule(PyObject *capsule, const PytWanted *wanted, PytArray *out) {
    if (PyCapsule_IsValid(capsule, "dltensor_versioned")) {
        DlVersioned *v = PyCapsule_GetPointer(capsule, "dltensor_versioned");
        if (!v || PyCapsule_SetName(capsule, "used_dltensor_versioned") != 0) return NULL;
        out->versioned = v;
        if (v->major != 1) {
            fail(PyExc_BufferError, wanted, "DLPack %u.%u is not known", v->major, v->minor);
            return NULL;
        }
        out->is_readonly = (v->flags & DLPACK_READ_ONLY) != 0;
        return &v->tensor;
    }
    if (PyCapsule_IsValid(capsule, "dltensor")) {
        DlManaged *m = PyCapsule_GetPointer(capsule, "dltensor");
        if (!m || PyCapsule_SetName(capsule, "used_dltensor") != 0) return NULL;
        out->managed = m;
        return &m->tensor;
    }
    fail(PyExc_TypeError, wanted, "__dlpack__ gave no capsule of DLPack's that is unused");
    return NULL;
}

static bool take_dlpack(PyObject *object, const PytWanted *wanted, PytArray *out) {
    if (!is_of_host(object, wanted)) return false;
    PyObject *capsule = capsule_of(object);
    if (!capsule) return false;
    const DlTensor *t = open_capsule(capsule, wanted, out);
    Py_DECREF(capsule);
    if (!t) return false;
    if (t->device_type != DLPACK_CPU && t->device_type != DLPACK_HOST_CUDA &&
        t->device_type != DLPACK_HOST_ROCM)
        return fail(PyExc_ValueError, wanted, "it is in the memory of another device");
    out->dtype = pyt_dtype_of_dlpack(t);
    if (!out->dtype)
        return fail(PyExc_TypeError, wanted,
                    "elements of DLPack's type %u of %u bits in %u lanes are not supported",
                    t->code, t->bits, t->lanes);
    if (t->ndim < 0 || (t->ndim > 0 && !t->shape))
        return fail(PyExc_ValueError, wanted, "a tensor of DLPack's without a shape");
    out->data = (char *)t->data + t->byte_offset;
    out->ndim = t->ndim;
    out->dims = t->shape;
    return fits(wanted, out, t->strides, 1);
}

/* --- Numbers --- */

static bool take_integer(PyObject *object, const PytWanted *wanted, PytArray *out) {
    const PytDtype *t = wanted->dtype;
    const bool is_signed = t->code == DLPACK_INT;
    int overflow = 0;
    const long long v = PyLong_AsLongLongAndOverflow(object, &overflow);
    const uint64_t u = overflow > 0 && !is_signed ? PyLong_AsUnsignedLongLong(object) : (uint64_t)v;
    if (PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_OverflowError)) return false;
        PyErr_Clear();
        overflow = 2;
    }
    const unsigned unused = 64u - t->bits;
    const bool ok = is_signed ? !overflow && (int64_t)((uint64_t)v << unused) >> unused == v
                              : overflow != 2 && overflow >= 0 && (overflow || v >= 0) &&
                                    u << unused >> unused == u;
    if (!ok) return fail(PyExc_OverflowError, wanted, "%R is no %s", object, t->name);
    memcpy(&out->scalar, &u, sizeof u); /* the low bytes come first */
    return true;
}

static bool take_number(PyObject *object, const PytWanted *wanted, PytArray *out) {
    const PytDtype *t = wanted->dtype;
    out->dtype = t;
    out->data = &out->scalar;
    out->ndim = 0;
    out->is_readonly = true;
    if (PyBool_Check(object) || t->code == DLPACK_BOOL) {
        if (!PyBool_Check(object) || t->code != DLPACK_BOOL)
            return fail(PyExc_TypeError, wanted, "expected %s, found %R", t->name, object);
        out->scalar = object == Py_True;
        return true;
    }
    if (t->code == DLPACK_FLOAT && (t->bits == 32 || t->bits == 64)) {
        const double v = PyFloat_AsDouble(object);
        const float f = (float)v;
        if (v == -1 && PyErr_Occurred()) return false;
        memcpy(&out->scalar, t->bits == 64 ? (const void *)&v : (const void *)&f, t->bits / 8);
        return true;
    }
    if ((t->code == DLPACK_INT || t->code == DLPACK_UINT) && PyLong_Check(object))
        return take_integer(object, wanted, out);
    return fail(PyExc_TypeError, wanted, "expected an array of %s, found %R", t->name, object);
}

/* An exception that is set stays, unless the object's own attributes raise. */
static bool has_dlpack(PyObject *object) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    PyObject *method = PyObject_GetAttr(object, pyt.dlpack);
    const bool raised = !method && !PyErr_ExceptionMatches(PyExc_AttributeError);
    if (raised) {
        Py_XDECREF(type);
        Py_XDECREF(value);
        Py_XDECREF(trace);
    } else {
        PyErr_Restore(type, value, trace);
    }
    Py_XDECREF(method);
    return method != NULL;
}

bool pyt_array_get(PyObject *object, const PytWanted *wanted, PytArray *out) {
    out->buffer.obj = NULL;
    out->managed = NULL;
    out->versioned = NULL;
    bool ok;
    if (PyObject_CheckBuffer(object)) {
        ok = take_buffer(object, wanted, out);
        /* An array of a type that buffers do not have (bfloat16) may come by DLPack. */
        if (!ok && !out->buffer.obj && has_dlpack(object)) {
            PyErr_Clear();
            ok = take_dlpack(object, wanted, out);
        }
    } else if (wanted->dtype && wanted->ndim == 0 && !wanted->is_written &&
               (PyFloat_Check(object) || PyLong_Check(object))) {
        ok = take_number(object, wanted, out);
    } else if (has_dlpack(object)) {
        ok = take_dlpack(object, wanted, out);
    } else if (PyErr_Occurred()) {
        ok = false;
    } else {
        ok = fail(PyExc_TypeError, wanted,
                  "expected an array (of the buffer protocol or DLPack), found %R", object);
    }
    if (!ok) pyt_array_release(out);
    return ok;
}

/* What gives memory back may run Python, which must not see the exception that is on its way. */
static void give_back(PytArray *self) {
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    if (self->buffer.obj) PyBuffer_Release(&self->buffer);
    if (self->managed && self->managed->deleter) self->managed->deleter(self->managed);
    if (self->versioned && self->versioned->deleter) self->versioned->deleter(self->versioned);
    PyErr_Restore(type, value, trace);
}

void pyt_array_release(PytArray *self) {
    if (self->managed || self->versioned || PyErr_Occurred())
        give_back(self);
    else if (self->buffer.obj)
        PyBuffer_Release(&self->buffer);
    self->buffer.obj = NULL;
    self->managed = NULL;
    self->versioned = NULL;
}
