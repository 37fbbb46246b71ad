/* SPDX-License-Identifier: Apache-2.0 */
/* tenon._tenon: the C API for Python, on CPython's stable ABI. What its files share.
 *
 * A Context has a lock, as a context of the C API belongs to one thread at a time: a call takes it
 * without the GIL (pyt_enter), and waits for the GIL with it (pyt_leave). So nobody who holds the
 * GIL may wait for the lock; what is freed while another thread has it is put aside for that one
 * (pyt_free_later). */
#ifndef TENON_PYTHON_PYT_H
#define TENON_PYTHON_PYT_H

#define PY_SSIZE_T_CLEAN
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#include <Python.h>

#include <stdbool.h>
#include <stdint.h>

#include <tenon/tenon.h>

#include "dlpack_abi.h"

/* --- Types and names that are looked up once (main.c) --- */

/* What main.c looks up. */
typedef struct PytState {
    PyTypeObject *context, *module, *function, *tensor, *trainer, *threads;
    PyObject *fail;        /* tenon._errors.fail(status, text, diagnostics): an exception */
    PyObject *warn;        /* tenon._errors.warn(diagnostics) */
    PyObject *dlpack;      /* "__dlpack__" */
    PyObject *dlpack_at;   /* "__dlpack_device__" */
    PyObject *versioned;   /* {"max_version": (1, 0)} */
    PyObject *numpy_empty; /* numpy.empty, once it was asked for; None: there is no NumPy */
    PyObject *numpy_asarray, *out;
} PytState;

extern PytState pyt;

/* --- context.c --- */

typedef struct PytFreed {
    struct PytFreed *next;
    void (*free)(void *what);
    void *what;
} PytFreed;

typedef struct PytContext {
    PyObject ob_base;
    TnContext *ctx;
    struct PytLock *lock;
    PyObject *hosts; /* list of what the context calls back */
} PytContext;

/* Takes the context for a call and gives up the GIL. False: an exception is set (the thread has it
 * already, or it was in use when the process forked). */
bool pyt_enter(PytContext *self, PyThreadState **thread);
/* The way back. Diagnostics of `status` become an exception, those of TN_OK warnings; false: an
 * exception is set. TN_E_CANCELLED is for the caller: pyt_is_again. */
bool pyt_leave(PytContext *self, PyThreadState *thread, TnStatus status);
/* Behind pyt_enter and the call, in a loop: whether a signal ended it whose handler raises nothing,
 * so that the call is to be made once more. The GIL is not held. */
bool pyt_is_again(PytContext *self, TnStatus status);
/* As both around `call`, which is made without the GIL. */
#define PYT_CALL(self, status, call)                                                               \
    do {                                                                                           \
        PyThreadState *thread_;                                                                    \
        status = TN_E_BUG;                                                                         \
        if (!pyt_enter(self, &thread_)) return NULL;                                               \
        do status = (call);                                                                        \
        while (pyt_is_again(self, status));                                                        \
        if (!pyt_leave(self, thread_, status)) return NULL;                                        \
    } while (0)

/* Frees what is the context's, now or when who has it is done; never waits. */
void pyt_free_later(PytContext *self, void (*free)(void *what), void *what);
/* A str of a text that is freed; NULL with an exception. */
PyObject *pyt_text(TnText *text);
/* A name as UTF-8, the object's own; NULL with an exception: it is no str, or would be cut off at a
 * null character. */
const char *pyt_name(PyObject *object);
/* None for NULL. */
PyObject *pyt_str_or_none(const char *s);

/* --- files.c --- */

PyObject *pyt_context_read_arrays(PyObject *self, PyObject *args);
PyObject *pyt_context_write_arrays(PyObject *self, PyObject *args);

/* --- host.c --- */

PyObject *pyt_context_host(PyObject *self, PyObject *args);
PyObject *pyt_context_operators(PyObject *self, PyObject *args);

/* --- ranks.c --- */

PyTypeObject *pyt_threads_type(PyObject *module);
PyObject *pyt_context_join(PyObject *self, PyObject *args);
PyObject *pyt_context_join_processes(PyObject *self, PyObject *args, PyObject *kwargs);
PyObject *pyt_context_stop(PyObject *self, PyObject *unused);
PyObject *pyt_context_rank(PyObject *self, void *closure);
PyObject *pyt_context_ranks(PyObject *self, void *closure);

/* --- raise.c --- */

/* Raises what the status says, with a text of the caller's (NULL: the status's own). NULL. */
PyObject *pyt_raise(TnStatus status, const char *text);
PyObject *pyt_raise_with(TnStatus status, const char *text, PyObject *diagnostics);
/* Keeps for this thread, in place of an earlier one, what a Python function has raised that the
 * library called. */
void pyt_keep_raised(void);
/* What is kept: forgets it, or (is_told) sets it. Whether one is set. */
bool pyt_take_raised(bool is_told);

/* --- signals.c --- */

/* Who is to be told of Ctrl-C while the main thread is away from Python. */
typedef struct PytAway {
    TnContext *ctx;
    TnPrepared *prepared;
} PytAway;

void pyt_signals_init(void);
bool pyt_is_main(void);
/* On the main thread: puts Python's handler behind ours. A call of the system. */
void pyt_signals_watch(void);
/* On the main thread. Returns what was there before. */
PytAway pyt_signals_away(PytAway now);

/* Without the GIL: lets Python's handlers run; whether one has raised. */
bool pyt_signals_raised(void);

/* Counts forks of this process from its parent on. */
unsigned pyt_generation(void);

/* --- dtype.c --- */

typedef struct PytDtype {
    const char *name;
    char format;        /* of the buffer protocol; 0: it has none */
    uint8_t code, bits; /* DLPack's; code 255: none */
} PytDtype;

/* NULL: there is none. */
const PytDtype *pyt_dtype_find(const char *name);
const PytDtype *pyt_dtype_of_format(const char *format, Py_ssize_t size);
const PytDtype *pyt_dtype_of_dlpack(const DlTensor *t);
int64_t pyt_bytes(const PytDtype *dtype, int ndim, const int64_t *dims);

/* --- Arrays of others (array.c) --- */

/* What an array is while it is in use; released by pyt_array_release. */
typedef struct PytArray {
    void *data;
    const PytDtype *dtype;
    int ndim;
    const int64_t *dims;
    bool is_readonly;
    /* what is released */
    Py_buffer buffer; /* buffer.obj NULL: none */
    DlManaged *managed;
    DlVersioned *versioned;
    int64_t scalar; /* of a number */
} PytArray;

/* How it is taken. */
typedef struct PytWanted {
    const char *what;      /* for messages: "input x" */
    const PytDtype *dtype; /* NULL: any */
    int ndim;              /* -1: any */
    bool is_written;
} PytWanted;

/* By the buffer protocol, or by DLPack; numbers where rank 0 is wanted. Row-major and aligned to
 * its elements, else TypeError or ValueError. */
bool pyt_array_get(PyObject *object, const PytWanted *wanted, PytArray *out);
void pyt_array_release(PytArray *self);

/* --- tensor.c --- */

typedef struct PytTensor {
    PyObject ob_base;
    void *data;
    const PytDtype *dtype;
    int ndim;
    bool is_readonly;
    int64_t *dims, *strides; /* of one block, strides in elements */
    void (*free)(void *data);
    PytArray *source; /* whose data it is; NULL: none */
    PyObject *base;
    char format[2];
} PytTensor;

/* data: handed over, freed by `free`, also after an error. */
PyObject *pyt_tensor_new(const PytDtype *dtype, int ndim, const int64_t *dims, void *data,
                         void (*free)(void *data));
/* Zeros; *data is the memory. */
PyObject *pyt_tensor_empty(const PytDtype *dtype, int ndim, const int64_t *dims, void **data);
PyTypeObject *pyt_tensor_type(PyObject *module);

/* --- module.c, function.c --- */

typedef struct PytModule {
    PyObject ob_base;
    PytContext *context;
    TnModule *m;
    PyObject *parent; /* it was copied from; it lives longer */
} PytModule;

/* For types whose values come from functions. */
PyObject *pyt_no_new(PyTypeObject *type, PyObject *args, PyObject *kwargs);
PyTypeObject *pyt_context_type(PyObject *module);
PyTypeObject *pyt_module_type(PyObject *module);
PyTypeObject *pyt_function_type(PyObject *module);
PyTypeObject *pyt_trainer_type(PyObject *module);
PyObject *pyt_trainer_make(PyObject *module, PyObject *args); /* trainer.c */
PyObject *pyt_train_module(PyObject *type, PyObject *args);   /* trainer.c */
PyObject *pyt_operators(PyObject *module, PyObject *unused);  /* registry.c */
extern PyMethodDef pyt_module_methods[];                      /* module_methods.c */
/* Hands `m` over. */
PyObject *pyt_module_wrap(PyTypeObject *type, PytContext *context, TnModule *m, PyObject *parent);
PyObject *pyt_module_compile(PyObject *self, PyObject *args, PyObject *kwargs);
PyObject *pyt_module_profile(PyObject *self, PyObject *args); /* profile.c */

/* Lists of arguments that live while a call does; PyMem memory. n is set; false: an exception.
 * What is in them is borrowed from `sequence`. */
bool pyt_names(PyObject *sequence, const char ***out, size_t *n);
bool pyt_dims(PyObject *mapping, TnDim **out, size_t *n);

#endif
