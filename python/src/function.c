/* SPDX-License-Identifier: Apache-2.0 */
/* Function: a compiled module, called with arrays. A call takes an idle prepared state of its
 * extents (or makes one), sets where inputs and outputs lie, and runs without the GIL. Calls on
 * several threads have a state each. */
#include "function.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { IDLE_STATES = 4 };

/* Runs shorter than this end before anybody waits for Ctrl-C. */
static const int64_t LONG_NS = 1000000;

typedef struct Call {
    PytFunction *f;
    PytPrepared *state;
    PytArray *in;
    size_t n_in; /* taken so far */
    PytArray *out;
    size_t n_out;
    PyObject **results;
    PytArray own[8];
    PyObject *own_results[4];
} Call;

/* --- States --- */

void pyt_prepared_free(PytFunction *self, PytPrepared *s) {
    if (!s) return;
    for (size_t i = 0; i < self->n_out; i++) Py_XDECREF(s->shape[i]);
    if (self->in_context)
        pyt_free_later(self->module->context, (void (*)(void *))tn_prepared_free, s->prepared);
    else
        tn_prepared_free(s->prepared);
    free(s->out);
    free(s->shape);
    free(s);
}

static bool is_of(const PytFunction *self, const PytPrepared *s, const PytArray *in) {
    for (size_t i = 0; i < self->n_in; i++) {
        for (int d = 0; d < in[i].ndim; d++) {
            if (s->in[i].dims[d] != in[i].dims[d]) return false;
        }
    }
    return true;
}

static PytPrepared *take_idle(PytFunction *self, const PytArray *in) {
    for (PytPrepared **at = &self->idle; !self->decides && *at; at = &(*at)->next) {
        PytPrepared *s = *at;
        if (!is_of(self, s, in)) continue;
        *at = s->next;
        return s;
    }
    return NULL;
}

static void give_back(PytFunction *self, PytPrepared *s) {
    size_t n = 0;
    if (self->decides) {
        pyt_prepared_free(self, s);
        return;
    }
    s->next = self->idle;
    self->idle = s;
    for (PytPrepared **at = &self->idle; *at; n++) {
        if (n < IDLE_STATES) {
            at = &(*at)->next;
            continue;
        }
        PytPrepared *last = *at;
        *at = last->next;
        pyt_prepared_free(self, last);
    }
}

static PyObject *shape_of(const TnBuffer *b, uint32_t ndim) {
    PyObject *shape = PyTuple_New((Py_ssize_t)ndim);
    for (uint32_t d = 0; shape && d < ndim; d++) {
        PyObject *n = PyLong_FromLongLong(b->dims[d]);
        if (!n || PyTuple_SetItem(shape, (Py_ssize_t)d, n) != 0) Py_CLEAR(shape);
    }
    return shape;
}

static TnStatus prepare(PytFunction *self, PytPrepared *s, const char **fault) {
    TnStatus status = tn_executable_prepare(self->exe, s->in, &s->prepared, fault);
    if (status == TN_OK) status = tn_prepared_outputs(s->prepared, 0, s->out);
    return status;
}

/* What the library says of the first input that does not fit, and what was given. */
static void raise_refused(const PytFunction *self, TnStatus status, const char *fault,
                          const PytArray *in) {
    PyObject *found = fault ? PyUnicode_FromString("") : NULL;
    for (size_t i = 0; found && i < self->n_in && i < 8; i++) {
        TnBuffer b = {.data = NULL};
        for (int d = 0; d < in[i].ndim; d++) b.dims[d] = in[i].dims[d];
        PyObject *shape = shape_of(&b, (uint32_t)in[i].ndim);
        PyObject *more = shape ? PyUnicode_FromFormat("%U%s%s of %S", found, i ? ", " : "; found ",
                                                      self->in[i].what, shape)
                               : NULL;
        Py_XDECREF(shape);
        Py_DECREF(found);
        found = more;
    }
    PyObject *text = found ? PyUnicode_FromFormat("%s%U", fault, found) : NULL;
    const char *utf8 = text ? PyUnicode_AsUTF8AndSize(text, NULL) : NULL;
    if (!fault || utf8) pyt_raise(status, utf8);
    Py_XDECREF(text);
    Py_XDECREF(found);
}

static PytPrepared *state_new(PytFunction *self, const PytArray *in) {
    PytPrepared *s = calloc(1, sizeof *s + self->n_in * sizeof *s->in);
    const char *fault = NULL;
    TnStatus status = TN_E_MEMORY;
    if (s) s->out = calloc(self->n_out + 1, sizeof *s->out);
    if (s) s->shape = calloc(self->n_out + 1, sizeof *s->shape);
    if (!s || !s->out || !s->shape) goto failed;
    for (size_t i = 0; i < self->n_in; i++) {
        s->in[i].data = in[i].data;
        for (int d = 0; d < in[i].ndim; d++) s->in[i].dims[d] = in[i].dims[d];
    }
    PyThreadState *thread;
    if (!self->in_context) {
        thread = PyEval_SaveThread();
        status = prepare(self, s, &fault);
        PyEval_RestoreThread(thread);
    } else {
        if (!pyt_enter(self->module->context, &thread)) goto raised;
        status = prepare(self, s, &fault);
        if (!pyt_leave(self->module->context, thread, fault ? TN_OK : status)) goto raised;
    }
    if (status != TN_OK) goto failed;
    for (size_t i = 0; i < self->n_out; i++) {
        if (self->out[i].info.is_dynamic) continue;
        s->shape[i] = shape_of(&s->out[i], self->out[i].info.ndim);
        if (!s->shape[i]) goto raised;
    }
    return s;
failed:
    raise_refused(self, status, fault, in);
raised:
    if (s && s->out && s->shape) {
        pyt_prepared_free(self, s);
    } else if (s) {
        free(s->out);
        free(s->shape);
        free(s);
    }
    return NULL;
}

/* --- Inputs --- */

static bool take_input(Call *c, size_t i, PyObject *object) {
    const PytValue *v = &c->f->in[i];
    if (!v->dtype) {
        PyErr_Format(PyExc_TypeError, "%s: inputs of %s are not supported from Python", v->what,
                     v->info.dtype);
        return false;
    }
    const PytWanted wanted = {v->what, v->dtype, (int)v->info.ndim, false};
    if (!pyt_array_get(object, &wanted, &c->in[i])) return false;
    c->n_in = i + 1;
    return true;
}

static bool says_which(const PytFunction *self, size_t n_positional, PyObject *kwargs) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    while (kwargs && PyDict_Next(kwargs, &at, &key, &value)) {
        if (PyUnicode_CompareWithASCIIString(key, "out") == 0) continue;
        size_t i = 0;
        while (i < self->n_in && PyUnicode_Compare(self->in[i].name, key) != 0) i++;
        if (i == self->n_in)
            PyErr_Format(PyExc_TypeError, "there is no input %R; the inputs are %R", key,
                         self->in_names);
        else if (i < n_positional)
            PyErr_Format(PyExc_TypeError, "%s is given twice", self->in[i].what);
        if (PyErr_Occurred()) return false;
    }
    return true;
}

static bool take_inputs(Call *c, PyObject *args, PyObject *kwargs, PyObject **out) {
    PytFunction *self = c->f;
    const size_t n = (size_t)PyTuple_Size(args);
    *out = kwargs ? PyDict_GetItemWithError(kwargs, pyt.out) : NULL;
    if (n > self->n_in) {
        PyErr_Format(PyExc_TypeError, "expected %zu inputs %R, found %zu", self->n_in,
                     self->in_names, n);
        return false;
    }
    if (kwargs && !says_which(self, n, kwargs)) return false;
    for (size_t i = 0; i < self->n_in; i++) {
        PyObject *object = i < n    ? PyTuple_GetItem(args, (Py_ssize_t)i)
                           : kwargs ? PyDict_GetItemWithError(kwargs, self->in[i].name)
                                    : NULL;
        if (!object) {
            if (!PyErr_Occurred())
                PyErr_Format(PyExc_TypeError, "%s is missing; the inputs are %R", self->in[i].what,
                             self->in_names);
            return false;
        }
        if (!take_input(c, i, object)) return false;
    }
    return true;
}

/* --- Outputs --- */

static bool overlap(const PytArray *a, const PytArray *b) {
    const char *p = a->data, *q = b->data;
    const int64_t n = pyt_bytes(a->dtype, a->ndim, a->dims);
    const int64_t m = pyt_bytes(b->dtype, b->ndim, b->dims);
    return n > 0 && m > 0 && p < q + m && q < p + n;
}

static bool take_output(Call *c, size_t i, PyObject *object) {
    PytFunction *self = c->f;
    const PytValue *v = &self->out[i];
    const TnBuffer *b = &c->state->out[i];
    if (v->info.is_dynamic || !v->dtype) {
        PyErr_Format(PyExc_TypeError,
                     "%s: its extents depend on data, so the run finds the memory; expected None",
                     v->what);
        return false;
    }
    const PytWanted wanted = {v->what, v->dtype, (int)v->info.ndim, true};
    if (!pyt_array_get(object, &wanted, &c->out[i])) return false;
    c->n_out = i + 1;
    for (uint32_t d = 0; d < v->info.ndim; d++) {
        if (c->out[i].dims[d] == b->dims[d]) continue;
        PyErr_Format(PyExc_ValueError, "%s: expected the extents %R, found %lld at dim %u", v->what,
                     c->state->shape[i], (long long)c->out[i].dims[d], d);
        return false;
    }
    for (size_t k = 0; k < self->n_in; k++) {
        if (!overlap(&c->out[i], &c->in[k])) continue;
        PyErr_Format(PyExc_ValueError, "%s overlaps with %s", v->what, self->in[k].what);
        return false;
    }
    for (size_t k = 0; k < i; k++) {
        if (!c->out[k].dtype || !overlap(&c->out[i], &c->out[k])) continue;
        PyErr_Format(PyExc_ValueError, "%s overlaps with %s", v->what, self->out[k].what);
        return false;
    }
    c->results[i] = Py_NewRef(object);
    return true;
}

static bool make_output(Call *c, size_t i) {
    const PytValue *v = &c->f->out[i];
    PytPrepared *s = c->state;
    c->out[i].dtype = NULL;
    c->out[i].buffer.obj = NULL;
    c->out[i].managed = NULL;
    c->out[i].versioned = NULL;
    c->out[i].data = NULL;
    c->n_out = i + 1;
    if (v->info.is_dynamic) return true;
    if (!v->dtype) {
        PyErr_Format(PyExc_TypeError, "%s: results of %s are not supported from Python", v->what,
                     v->info.dtype);
        return false;
    }
    if (!v->numpy) {
        c->results[i] =
            pyt_tensor_empty(v->dtype, (int)v->info.ndim, s->out[i].dims, &c->out[i].data);
        return c->results[i] != NULL;
    }
    c->results[i] = PyObject_CallFunctionObjArgs(pyt.numpy_empty, s->shape[i], v->numpy, NULL);
    Py_buffer *b = &c->out[i].buffer;
    if (!c->results[i]) return false;
    if (PyObject_GetBuffer(c->results[i], b, PyBUF_WRITABLE) != 0) {
        b->obj = NULL;
        return false;
    }
    c->out[i].data = b->buf;
    return true;
}

static bool take_outputs(Call *c, PyObject *out) {
    const size_t n = c->f->n_out;
    const bool is_list = out && (PyTuple_Check(out) || PyList_Check(out));
    if (out && out != Py_None && (is_list ? PySequence_Size(out) != (Py_ssize_t)n : n != 1)) {
        PyErr_Format(PyExc_TypeError, "out: expected %zu outputs, as a tuple", n);
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        PyObject *object = is_list ? PySequence_GetItem(out, (Py_ssize_t)i) : Py_XNewRef(out);
        const bool given = object && object != Py_None;
        const bool ok =
            (object || !is_list) && (given ? take_output(c, i, object) : make_output(c, i));
        Py_XDECREF(object);
        if (!ok) return false;
    }
    return true;
}

/* --- The run --- */

static int64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static bool run_alone(PytFunction *self, PytPrepared *s) {
    const bool is_main = pyt_is_main();
    const int64_t begin = now_ns();
    PytAway before = {0};
    TnStatus status;
    if (is_main && (self->last_ns < 0 || self->last_ns > LONG_NS)) pyt_signals_watch();
    if (is_main) before = pyt_signals_away((PytAway){.prepared = s->prepared});
    PyThreadState *thread = PyEval_SaveThread();
    do status = tn_prepared_run(s->prepared, s->in, s->out);
    while (status == TN_E_CANCELLED && !pyt_signals_raised());
    if (is_main) pyt_signals_away(before);
    PyEval_RestoreThread(thread);
    self->last_ns = now_ns() - begin;
    if (PyErr_Occurred() || pyt_take_raised(status != TN_OK)) return false;
    if (status != TN_OK) pyt_raise(status, tn_prepared_fault(s->prepared));
    return status == TN_OK;
}

static bool run_in_context(PytFunction *self, PytPrepared *s) {
    PytContext *context = self->module->context;
    PyThreadState *thread;
    TnStatus status;
    if (!pyt_enter(context, &thread)) return false;
    do status = tn_prepared_run(s->prepared, s->in, s->out);
    while (pyt_is_again(context, status));
    return pyt_leave(context, thread, status);
}

/* An output whose memory the run found. */
static PyObject *wrap_dynamic(PytFunction *self, size_t i, TnBuffer *b) {
    const PytValue *v = &self->out[i];
    if (!v->dtype) {
        tn_output_free(b->data);
        b->data = NULL;
        return PyErr_Format(PyExc_TypeError, "%s: results of %s are not supported from Python",
                            v->what, v->info.dtype);
    }
    PyObject *t = pyt_tensor_new(v->dtype, (int)v->info.ndim, b->dims, b->data, tn_output_free);
    b->data = NULL;
    if (!t || !v->numpy) return t;
    PyObject *array = PyObject_CallFunctionObjArgs(pyt.numpy_asarray, t, NULL);
    Py_DECREF(t);
    return array;
}

static PyObject *gather(Call *c) {
    PytFunction *self = c->f;
    const size_t n = self->n_out;
    for (size_t i = 0; i < n; i++) {
        if (!self->out[i].info.is_dynamic) continue;
        c->results[i] = wrap_dynamic(self, i, &c->state->out[i]);
        if (!c->results[i]) return NULL;
    }
    if (n == 1) return Py_NewRef(c->results[0]);
    PyObject *tuple = PyTuple_New((Py_ssize_t)n);
    for (size_t i = 0; tuple && i < n; i++)
        PyTuple_SetItem(tuple, (Py_ssize_t)i, Py_NewRef(c->results[i]));
    return tuple;
}

static bool call_begin(Call *c, PytFunction *self) {
    c->f = self;
    c->state = NULL;
    c->n_in = c->n_out = 0;
    c->in = c->own;
    c->results = c->own_results;
    if (self->n_in + self->n_out > 8) c->in = malloc((self->n_in + self->n_out) * sizeof *c->in);
    if (self->n_out > 4) c->results = malloc(self->n_out * sizeof *c->results);
    if (!c->in || !c->results) {
        PyErr_NoMemory();
        return false;
    }
    c->out = c->in + self->n_in;
    for (size_t i = 0; i < self->n_out; i++) c->results[i] = NULL;
    return true;
}

static void call_end(Call *c) {
    for (size_t i = 0; i < c->n_in; i++) pyt_array_release(&c->in[i]);
    for (size_t i = 0; i < c->n_out; i++) pyt_array_release(&c->out[i]);
    if (c->state) {
        for (size_t i = 0; i < c->f->n_out; i++) {
            if (c->f->out[i].info.is_dynamic) tn_output_free(c->state->out[i].data);
            c->state->out[i].data = NULL;
        }
        give_back(c->f, c->state);
    }
    for (size_t i = 0; c->results && i < c->f->n_out; i++) Py_XDECREF(c->results[i]);
    if (c->in != c->own) free(c->in);
    if (c->results != c->own_results) free(c->results);
}

PyObject *pyt_function_call(PyObject *object, PyObject *args, PyObject *kwargs) {
    PytFunction *self = (PytFunction *)object;
    PyObject *out, *result = NULL;
    Call c;
    bool ok = call_begin(&c, self) && take_inputs(&c, args, kwargs, &out);
    if (ok) {
        c.state = take_idle(self, c.in);
        if (!c.state) c.state = state_new(self, c.in);
        ok = c.state && take_outputs(&c, out);
    }
    if (ok) {
        for (size_t i = 0; i < self->n_in; i++) c.state->in[i].data = c.in[i].data;
        for (size_t i = 0; i < self->n_out; i++) c.state->out[i].data = c.out[i].data;
        ok = self->in_context ? run_in_context(self, c.state) : run_alone(self, c.state);
    }
    if (ok) result = gather(&c);
    call_end(&c);
    return result;
}
