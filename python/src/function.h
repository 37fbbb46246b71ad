/* SPDX-License-Identifier: Apache-2.0 */
/* A compiled module, as function.c calls it and compile.c makes it. */
#ifndef TENON_PYTHON_FUNCTION_H
#define TENON_PYTHON_FUNCTION_H

#include "pyt.h"

typedef struct PytValue {
    TnExecutableValue info;
    const PytDtype *dtype; /* NULL: strings */
    PyObject *name;        /* interned; NULL: an output */
    PyObject *numpy;       /* of an output: what numpy.empty takes as dtype; NULL: it has none */
    char *what;            /* for messages */
} PytValue;

/* A prepared state, in use by one call, or idle. */
typedef struct PytPrepared {
    struct PytPrepared *next;
    TnPrepared *prepared;
    TnBuffer *out;    /* dims as prepared */
    PyObject **shape; /* of outputs, as tuples */
    TnBuffer in[];
} PytPrepared;

typedef struct PytFunction {
    PyObject ob_base;
    PytModule *module;
    TnExecutable *exe;
    PytValue *in, *out;
    size_t n_in, n_out;
    PytPrepared *idle; /* guarded by the GIL, the last one first */
    PyObject *in_names;
    bool decides;    /* values decide extents: a state serves its own call alone */
    bool in_context; /* the evaluator's: runs are calls of the context */
    bool as_tensors;
    int64_t last_ns; /* of the last run; -1: none */
} PytFunction;

/* Frees a state that no call has. */
void pyt_prepared_free(PytFunction *self, PytPrepared *s);
PyObject *pyt_function_call(PyObject *object, PyObject *args, PyObject *kwargs);

#endif
