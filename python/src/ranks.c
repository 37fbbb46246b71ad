/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks: contexts that run one program together, as threads of this process (RankThreads) or as
 * processes of MPI. */
#include "pyt.h"

typedef struct Threads {
    PyObject ob_base;
    TnRankThreads *t;
} Threads;

static PyObject *threads_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"n", "timeout", "latency", "bytes_a_second", NULL};
    unsigned n;
    double timeout = 0, latency = 0, bytes_a_second = 0;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "I|$ddd:RankThreads", names, &n, &timeout,
                                     &latency, &bytes_a_second))
        return NULL;
    Threads *self = (Threads *)PyType_GenericAlloc(type, 0);
    if (!self) return NULL;
    const TnStatus status = tn_rank_threads_new(n, timeout, latency, bytes_a_second, &self->t);
    if (status == TN_OK) return (PyObject *)self;
    Py_DECREF(self);
    return pyt_raise(status, NULL);
}

static void threads_dealloc(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    tn_rank_threads_free(((Threads *)object)->t);
    PyObject_Free(object);
    Py_DECREF(type);
}

PyTypeObject *pyt_threads_type(PyObject *module) {
    static PyType_Slot slots[] = {
        {Py_tp_doc, "So many ranks that are threads of this process: each joins by its context."},
        {Py_tp_new, threads_new},
        {Py_tp_dealloc, threads_dealloc},
        {0, NULL}};
    static PyType_Spec spec = {"tenon.RankThreads", sizeof(Threads), 0, Py_TPFLAGS_DEFAULT, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}

PyObject *pyt_context_join(PyObject *self, PyObject *args) {
    PytContext *context = (PytContext *)self;
    PyObject *threads;
    unsigned rank;
    TnStatus status;
    if (!PyArg_ParseTuple(args, "O!I:join", pyt.threads, &threads, &rank)) return NULL;
    PYT_CALL(context, status, tn_rank_threads_join(context->ctx, ((Threads *)threads)->t, rank));
    if (PyList_Append(context->hosts, threads) != 0) return NULL; /* it lives longer */
    Py_RETURN_NONE;
}

PyObject *pyt_context_join_processes(PyObject *self, PyObject *args, PyObject *kwargs) {
    static char *names[] = {"transport", "timeout", NULL};
    PytContext *context = (PytContext *)self;
    const char *transport = "mpi";
    double timeout = 0;
    TnStatus status;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|s$d:join_processes", names, &transport,
                                     &timeout))
        return NULL;
    PYT_CALL(context, status, tn_ranks_join(context->ctx, transport, timeout));
    Py_RETURN_NONE;
}

PyObject *pyt_context_stop(PyObject *self, PyObject *unused) {
    (void)unused;
    tn_ranks_stop(((PytContext *)self)->ctx);
    Py_RETURN_NONE;
}

PyObject *pyt_context_rank(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromUnsignedLong(tn_ranks_rank(((PytContext *)self)->ctx));
}

PyObject *pyt_context_ranks(PyObject *self, void *closure) {
    (void)closure;
    return PyLong_FromUnsignedLong(tn_ranks_size(((PytContext *)self)->ctx));
}
