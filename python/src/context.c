/* SPDX-License-Identifier: Apache-2.0 */
/* Context: a context of the C API with a lock; how calls of the library begin and end, and what
 * becomes of their diagnostics. */
#include "pyt.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct PytLock {
    pthread_mutex_t held; /* by who is in a call */
    pthread_mutex_t list; /* for an instant */
    atomic_uintptr_t owner;
    PytFreed *freed;
    unsigned generation; /* the process that `held` is of */
    atomic_bool asked;   /* a program has cancelled the call: it is not made again */
    PytAway before;
} PytLock;

static uintptr_t own_name(void) { return (uintptr_t)pthread_self(); }

static void drain(PytLock *lock) {
    for (;;) {
        pthread_mutex_lock(&lock->list);
        PytFreed *first = lock->freed;
        if (first) lock->freed = first->next;
        pthread_mutex_unlock(&lock->list);
        if (!first) return;
        first->free(first->what);
        free(first);
    }
}

/* Gives the lock back; what was put aside meanwhile is freed, also what comes in between. */
static void unlock(PytLock *lock) {
    for (;;) {
        drain(lock);
        atomic_store(&lock->owner, 0);
        pthread_mutex_unlock(&lock->held);
        pthread_mutex_lock(&lock->list);
        const bool more = lock->freed != NULL;
        pthread_mutex_unlock(&lock->list);
        if (!more || pthread_mutex_trylock(&lock->held) != 0) return;
        atomic_store(&lock->owner, own_name());
    }
}

/* In a forked child only the thread that forked is left: if another one had the context, it is in
 * the middle of a call for ever. */
static bool outlives_fork(PytLock *lock) {
    const unsigned now = pyt_generation();
    if (lock->generation == now) return true;
    if (atomic_load(&lock->owner)) {
        PyErr_SetString(PyExc_RuntimeError,
                        "another thread was using this context when the process forked; load the "
                        "model again in the child");
        return false;
    }
    pthread_mutex_init(&lock->held, NULL);
    pthread_mutex_init(&lock->list, NULL);
    lock->generation = now;
    return true;
}

bool pyt_enter(PytContext *self, PyThreadState **thread) {
    PytLock *lock = self->lock;
    if (!outlives_fork(lock)) return false;
    if (atomic_load(&lock->owner) == own_name()) {
        PyErr_SetString(PyExc_RuntimeError,
                        "this context is in a call on this thread: a function that the library "
                        "calls may use other contexts only");
        return false;
    }
    if (pyt_is_main()) pyt_signals_watch();
    *thread = PyEval_SaveThread();
    pthread_mutex_lock(&lock->held);
    atomic_store(&lock->owner, own_name());
    if (pyt_is_main()) lock->before = pyt_signals_away((PytAway){.ctx = self->ctx});
    return true;
}

bool pyt_is_again(PytContext *self, TnStatus status) {
    if (status != TN_E_CANCELLED || atomic_exchange(&self->lock->asked, false)) return false;
    return !pyt_signals_raised();
}

static PyObject *diagnostics(TnContext *ctx) {
    const size_t n = tn_diag_count(ctx);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < n; i++) {
        TnDiag d;
        if (tn_diag_get(ctx, i, &d) != TN_OK) break;
        PyObject *row = Py_BuildValue("(izIIzzzzzz)", (int)d.level, d.source, d.line, d.col, d.node,
                                      d.message, d.expected, d.found, d.help, d.text);
        if (!row || PyList_Append(list, row) != 0) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    return list;
}

bool pyt_leave(PytContext *self, PyThreadState *thread, TnStatus status) {
    PytLock *lock = self->lock;
    if (pyt_is_main()) pyt_signals_away(lock->before);
    PyEval_RestoreThread(thread);
    /* A handler of a signal or a callback has raised: that is what is told. */
    const bool raised = pyt_take_raised(status != TN_OK && !PyErr_Occurred()) || PyErr_Occurred();
    /* Errors behind a call that is well are of one before it, and were told. */
    const bool is_quiet =
        status == TN_OK && (!tn_diag_count(self->ctx) || tn_diag_errors(self->ctx));
    PyObject *list = raised || is_quiet ? NULL : diagnostics(self->ctx);
    const bool lost = !raised && !list && PyErr_Occurred();
    unlock(lock);
    if (raised || lost) return false;
    if (status != TN_OK) {
        if (list) pyt_raise_with(status, NULL, list);
        Py_XDECREF(list);
        return false;
    }
    PyObject *r = list ? PyObject_CallFunctionObjArgs(pyt.warn, list, NULL) : NULL;
    const bool ok = !list || r;
    Py_XDECREF(r);
    Py_XDECREF(list);
    return ok;
}

void pyt_free_later(PytContext *self, void (*release)(void *what), void *what) {
    PytLock *lock = self->lock;
    if (!what) return;
    /* what another thread was at when the process forked is not touched any more */
    if (lock->generation != pyt_generation()) {
        if (atomic_load(&lock->owner)) return;
        if (!outlives_fork(lock)) return;
    }
    if (pthread_mutex_trylock(&lock->held) == 0) {
        atomic_store(&lock->owner, own_name());
        release(what);
        unlock(lock);
        return;
    }
    PytFreed *node = malloc(sizeof *node);
    if (!node) return; /* it is lost with the context's memory */
    *node = (PytFreed){.free = release, .what = what};
    pthread_mutex_lock(&lock->list);
    PytFreed **last = &lock->freed; /* in order: a copy goes before what it was copied from */
    while (*last) last = &(*last)->next;
    *last = node;
    pthread_mutex_unlock(&lock->list);
    if (pthread_mutex_trylock(&lock->held) == 0) unlock(lock);
}

PyObject *pyt_text(TnText *text) {
    PyObject *s = PyUnicode_DecodeUTF8(text->ptr, (Py_ssize_t)text->len, "replace");
    tn_text_free(text);
    return s;
}

const char *pyt_name(PyObject *object) {
    Py_ssize_t len = 0;
    if (!PyUnicode_Check(object)) {
        PyErr_Format(PyExc_TypeError, "a name is a str, found %R", object);
        return NULL;
    }
    const char *name = PyUnicode_AsUTF8AndSize(object, &len);
    if (name && strlen(name) != (size_t)len) {
        PyErr_Format(PyExc_ValueError, "a name has no null character, as %R has", object);
        return NULL;
    }
    return name;
}

PyObject *pyt_str_or_none(const char *s) {
    if (!s) Py_RETURN_NONE;
    return PyUnicode_FromString(s);
}

/* --- The type --- */

static bool limits_of(PyObject *mapping, TnLimits *out) {
    static const struct {
        const char *name;
        size_t at;
    } rows[] = {
#define LIMIT(name) {#name, offsetof(TnLimits, name)}
        LIMIT(input_bytes),  LIMIT(bindings),     LIMIT(depth),        LIMIT(diags),
        LIMIT(const_bytes),  LIMIT(folded_bytes), LIMIT(folded_steps), LIMIT(steps),
        LIMIT(milliseconds), LIMIT(growth),       LIMIT(memory_bytes),
#undef LIMIT
    };
    Py_ssize_t at = 0;
    PyObject *key, *value;
    while (mapping && PyDict_Next(mapping, &at, &key, &value)) {
        const char *name = pyt_name(key);
        size_t i = 0;
        if (!name) return false;
        while (i < sizeof rows / sizeof *rows && strcmp(rows[i].name, name) != 0) i++;
        if (i == sizeof rows / sizeof *rows) {
            PyErr_Format(PyExc_TypeError, "there is no limit '%s'", name);
            return false;
        }
        const size_t n = PyLong_AsSize_t(value);
        if (n == (size_t)-1 && PyErr_Occurred()) return false;
        memcpy((char *)out + rows[i].at, &n, sizeof n);
    }
    return true;
}

/* R.print in a run writes to Python's standard output. */
static void print(void *user, const char *text, size_t len) {
    (void)user;
    const PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *out = PySys_GetObject("stdout");
    PyObject *s = PyUnicode_DecodeUTF8(text, (Py_ssize_t)len, "replace");
    PyObject *r = out && s && out != Py_None ? PyObject_CallMethod(out, "write", "O", s) : NULL;
    if (!r && PyErr_Occurred()) PyErr_WriteUnraisable(out);
    Py_XDECREF(r);
    Py_XDECREF(s);
    PyGILState_Release(gil);
}

static PyObject *context_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static const TnPrint prints = {.print = print, .user = NULL};
    TnOptions options = {TN_SIZED(TnOptions), .print = &prints};
    if (PyTuple_Size(args) != 0) {
        PyErr_SetString(PyExc_TypeError, "Context() takes limits by name only");
        return NULL;
    }
    if (!limits_of(kwargs, &options.limits)) return NULL;
    PytLock *lock = calloc(1, sizeof *lock);
    PytContext *self = lock ? (PytContext *)PyType_GenericAlloc(type, 0) : NULL;
    if (!self) {
        free(lock);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    pthread_mutex_init(&lock->held, NULL);
    pthread_mutex_init(&lock->list, NULL);
    lock->generation = pyt_generation();
    self->lock = lock;
    self->hosts = PyList_New(0);
    const TnStatus status = self->hosts ? tn_context_new(&options, &self->ctx) : TN_E_MEMORY;
    if (status != TN_OK) {
        Py_DECREF(self);
        return pyt_raise(status, NULL);
    }
    return (PyObject *)self;
}

static void context_dealloc(PyObject *object) {
    PytContext *self = (PytContext *)object;
    PyTypeObject *type = Py_TYPE(object);
    if (self->lock && self->lock->generation == pyt_generation()) drain(self->lock);
    tn_context_free(self->ctx);
    free(self->lock);
    Py_XDECREF(self->hosts);
    PyObject_Free(object);
    Py_DECREF(type);
}

static PyObject *context_bytes(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromSize_t(tn_context_bytes(((PytContext *)self)->ctx));
}

static PyObject *context_peak_bytes(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromSize_t(tn_context_peak_bytes(((PytContext *)self)->ctx));
}

static PyObject *context_cancel(PyObject *self, PyObject *unused) {
    (void)unused;
    PytContext *context = (PytContext *)self;
    atomic_store(&context->lock->asked, true);
    tn_cancel(context->ctx);
    Py_RETURN_NONE;
}

PyTypeObject *pyt_context_type(PyObject *module) {
    static PyGetSetDef members[] = {
        {"bytes", context_bytes, NULL, "bytes that it and its modules hold", NULL},
        {"peak_bytes", context_peak_bytes, NULL, "the most that they ever held", NULL},
        {"rank", pyt_context_rank, NULL, "which of the ranks it is; 0 where it has joined none",
         NULL},
        {"ranks", pyt_context_ranks, NULL, "how many they are; 1 where it has joined none", NULL},
        {0}};
    static PyMethodDef methods[] = {
        {"cancel", context_cancel, METH_NOARGS,
         "Ends the call that is at work with tenon.Cancelled. From any thread."},
        {"join", pyt_context_join, METH_VARARGS,
         "join(threads, rank): is that rank of a RankThreads, in the thread that uses it."},
        {"join_processes", (PyCFunction)(void (*)(void))pyt_context_join_processes,
         METH_VARARGS | METH_KEYWORDS,
         "join_processes(transport='mpi', timeout=0): is a rank among the processes of mpirun."},
        {"stop", pyt_context_stop, METH_NOARGS,
         "Of a rank that gives up: the others' collectives fail, and processes are ended."},
        {"_read_arrays", pyt_context_read_arrays, METH_VARARGS, NULL},
        {"_write_arrays", pyt_context_write_arrays, METH_VARARGS, NULL},
        {"_host", pyt_context_host, METH_VARARGS, NULL},
        {"_operators", pyt_context_operators, METH_VARARGS, NULL},
        {0}};
    static PyType_Slot slots[] = {
        {Py_tp_doc, "What modules belong to: limits, and one thread at a time."},
        {Py_tp_new, context_new},
        {Py_tp_dealloc, context_dealloc},
        {Py_tp_getset, members},
        {Py_tp_methods, methods},
        {0, NULL}};
    static PyType_Spec spec = {"tenon.Context", sizeof(PytContext), 0, Py_TPFLAGS_DEFAULT, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
