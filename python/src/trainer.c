/* SPDX-License-Identifier: Apache-2.0 */
/* Trainer: the C API's, with arrays as data. Columns are held while it lives, and rows are copied
 * out of them without the GIL. */
#include "pyt.h"

#include <stdlib.h>
#include <string.h>

typedef struct Column {
    PytArray array;
    size_t row_bytes;
} Column;

/* Data of the C API and what they are read from. */
typedef struct Columns {
    Column *list;
    size_t n;
    TnData *data;
} Columns;

typedef struct Trainer {
    PyObject ob_base;
    PytContext *context;
    TnTrainer *t;
    Columns data, val;
} Trainer;

static TnStatus read_rows(void *user, const int64_t *rows, size_t n, void *const *columns) {
    const Columns *self = user;
    for (size_t c = 0; c < self->n; c++) {
        const Column *column = &self->list[c];
        for (size_t i = 0; columns[c] && column->row_bytes && i < n; i++)
            memcpy((char *)columns[c] + i * column->row_bytes,
                   (const char *)column->array.data + (size_t)rows[i] * column->row_bytes,
                   column->row_bytes);
    }
    return TN_OK;
}

static bool take_column(PyObject *name, PyObject *object, Column *column, TnDataColumn *out) {
    const PytWanted wanted = {.what = "data", .ndim = -1};
    out->name = pyt_name(name);
    if (!out->name || !pyt_array_get(object, &wanted, &column->array)) return false;
    const PytArray *a = &column->array;
    if (a->ndim < 1 || a->dtype->code == 255) {
        pyt_array_release(&column->array);
        PyErr_Format(PyExc_ValueError, "data: column %R has no rows", name);
        return false;
    }
    out->dtype = a->dtype->name;
    out->ndim = (uint32_t)a->ndim - 1;
    out->dims = a->dims + 1;
    column->row_bytes = (size_t)pyt_bytes(a->dtype, a->ndim - 1, a->dims + 1);
    return true;
}

/* A dict of arrays of as many rows. */
static bool take_columns(PytContext *context, PyObject *dict, Columns *out) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    const size_t n = (size_t)PyDict_Size(dict);
    TnDataColumn *columns = calloc(n + 1, sizeof *columns);
    TnDataSource source = {TN_SIZED(TnDataSource), .name = "data", .columns = columns};
    bool ok = false;
    out->list = calloc(n + 1, sizeof *out->list);
    if (!columns || !out->list) {
        PyErr_NoMemory();
        goto done;
    }
    while (PyDict_Next(dict, &at, &key, &value)) {
        if (!take_column(key, value, &out->list[out->n], &columns[out->n])) goto done;
        const int64_t rows = out->list[out->n++].array.dims[0];
        if (out->n == 1) source.rows = rows;
        if (rows == source.rows) continue;
        PyErr_Format(PyExc_ValueError, "data: column %R has %lld rows, the first one %lld", key,
                     (long long)rows, (long long)source.rows);
        goto done;
    }
    source.n_columns = out->n;
    source.read = read_rows;
    source.user = out;
    PyThreadState *thread;
    if (pyt_enter(context, &thread))
        ok = pyt_leave(context, thread, tn_data_new(context->ctx, &source, &out->data));
done:
    free(columns);
    return ok;
}

static void drop_columns(PytContext *context, Columns *self) {
    if (self->data) pyt_free_later(context, (void (*)(void *))tn_data_free, self->data);
    for (size_t i = 0; i < self->n; i++) pyt_array_release(&self->list[i].array);
    free(self->list);
}

static void trainer_dealloc(PyObject *object) {
    Trainer *self = (Trainer *)object;
    PyTypeObject *type = Py_TYPE(object);
    if (self->t) pyt_free_later(self->context, (void (*)(void *))tn_trainer_free, self->t);
    drop_columns(self->context, &self->data);
    drop_columns(self->context, &self->val);
    Py_XDECREF((PyObject *)self->context);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(object);
    Py_DECREF(type);
}

/* Texts and numbers of TnTrainerOptions by name. */
static bool option_of(TnTrainerOptions *o, const char *name, PyObject *value) {
    static const struct {
        const char *name;
        char kind; /* s, d, i, p (a flag) */
        size_t at;
    } rows[] = {
#define OPTION(name, kind) {#name, kind, offsetof(TnTrainerOptions, name)}
        OPTION(function, 's'), OPTION(loss, 's'),          OPTION(optimizer, 's'),
        OPTION(schedule, 's'), OPTION(init, 's'),          OPTION(metric, 's'),
        OPTION(target, 's'),   OPTION(rate, 'd'),          OPTION(val_share, 'd'),
        OPTION(clip, 'd'),     OPTION(average, 'd'),       OPTION(epochs, 'i'),
        OPTION(steps, 'i'),    OPTION(batch, 'i'),         OPTION(accumulate, 'i'),
        OPTION(patience, 'i'), OPTION(seed, 'i'),          OPTION(threads, 'i'),
        OPTION(strict, 'p'),   OPTION(deterministic, 'p'), OPTION(class_weights, 's'),
        OPTION(lora, 's'),     OPTION(memory, 'i'),        OPTION(bucket, 'i'),
        OPTION(shard, 's'),    OPTION(save_shards, 'p'),
#undef OPTION
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name) != 0) continue;
        void *at = (char *)o + rows[i].at;
        switch (rows[i].kind) {
        case 's': return (*(const char **)at = pyt_name(value)) != NULL;
        case 'd': *(double *)at = PyFloat_AsDouble(value); break;
        case 'i': *(int64_t *)at = PyLong_AsLongLong(value); break;
        default: *(int *)at = PyObject_IsTrue(value); break;
        }
        return !PyErr_Occurred();
    }
    PyErr_Format(PyExc_TypeError, "there is no option '%s' of training", name);
    return false;
}

static bool options_of(TnTrainerOptions *o, PyObject *dict) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    while (PyDict_Next(dict, &at, &key, &value)) {
        const char *name = pyt_name(key);
        if (!name || !option_of(o, name, value)) return false;
    }
    return true;
}

/* _train_module(context, path, options, trainable or None), a class method of Module */
PyObject *pyt_train_module(PyObject *type, PyObject *args) {
    PyObject *options, *trainable, *result = NULL;
    PytContext *context;
    const char *path, **names = NULL;
    TnTrainerOptions o = {TN_SIZED(TnTrainerOptions)};
    if (!PyArg_ParseTuple(args, "O!sO!O:_train_module", pyt.context, &context, &path, &PyDict_Type,
                          &options, &trainable))
        return NULL;
    if (options_of(&o, options) && pyt_names(trainable, &names, &o.n_trainable)) {
        o.trainable = names;
        PyThreadState *thread;
        TnModule *m = NULL;
        TnStatus status = TN_E_BUG;
        bool ok = pyt_enter(context, &thread);
        if (ok) {
            do status = tn_train_module(context->ctx, path, &o, &m);
            while (pyt_is_again(context, status));
            ok = pyt_leave(context, thread, status);
        }
        if (ok) result = pyt_module_wrap((PyTypeObject *)type, context, m, NULL);
    }
    PyMem_Free((void *)names);
    return result;
}

/* _trainer(type, module or path, context, data, val or None, options, trainable or None) */
PyObject *pyt_trainer_make(PyObject *module, PyObject *args) {
    PyObject *type, *model, *data, *val, *options, *trainable;
    PytContext *context;
    TnTrainerOptions o = {TN_SIZED(TnTrainerOptions)};
    const char **names = NULL;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OO!O!OO!O:_trainer", &PyType_Type, &type, &model, pyt.context,
                          &context, &PyDict_Type, &data, &val, &PyDict_Type, &options, &trainable))
        return NULL;
    if (!options_of(&o, options)) return NULL;
    Trainer *self = (Trainer *)PyType_GenericAlloc((PyTypeObject *)type, 0);
    if (!self) return NULL;
    self->context = (PytContext *)Py_NewRef((PyObject *)context);
    const bool is_path = PyUnicode_Check(model);
    const char *path = is_path ? pyt_name(model) : NULL;
    bool ok = (!is_path || path) && (is_path || PyObject_TypeCheck(model, pyt.module)) &&
              pyt_names(trainable, &names, &o.n_trainable) &&
              take_columns(context, data, &self->data) &&
              (val == Py_None || (PyDict_Check(val) && take_columns(context, val, &self->val)));
    if (ok) {
        o.trainable = names;
        PyThreadState *thread;
        TnStatus status = TN_E_BUG;
        ok = pyt_enter(context, &thread);
        if (ok) {
            do
                status = is_path ? tn_trainer_new(context->ctx, path, self->data.data,
                                                  self->val.data, &o, &self->t)
                                 : tn_trainer_of_module(((PytModule *)model)->m, self->data.data,
                                                        self->val.data, &o, &self->t);
            while (pyt_is_again(context, status));
            ok = pyt_leave(context, thread, status);
        }
    } else if (!PyErr_Occurred()) {
        PyErr_SetString(PyExc_TypeError, "expected a tenon.Module or a path, and data as dicts");
    }
    PyMem_Free((void *)names);
    if (!ok) Py_CLEAR(self);
    return (PyObject *)self;
}

/* --- What it does --- */

static PyObject *event_of(const TnTrainEvent *e) {
    return Py_BuildValue("(LLLddOdOddOOz)", (long long)e->step, (long long)e->epoch,
                         (long long)e->rows, e->loss, e->rate, e->epoch_ended ? Py_True : Py_False,
                         e->train_loss, e->evaluated ? Py_True : Py_False, e->val_loss, e->metric,
                         e->improved ? Py_True : Py_False, e->done ? Py_True : Py_False,
                         e->done ? e->why : NULL);
}

static PyObject *trainer_step(PyObject *object, PyObject *unused) {
    Trainer *self = (Trainer *)object;
    TnTrainEvent e;
    TnStatus status;
    (void)unused;
    PYT_CALL(self->context, status, tn_trainer_step(self->t, &e));
    return event_of(&e);
}

static PyObject *trainer_position(PyObject *object, PyObject *unused) {
    Trainer *self = (Trainer *)object;
    TnTrainEvent e;
    TnStatus status;
    (void)unused;
    PYT_CALL(self->context, status, tn_trainer_position(self->t, &e));
    return event_of(&e);
}

static PyObject *trainer_evaluate(PyObject *object, PyObject *unused) {
    Trainer *self = (Trainer *)object;
    double loss = 0, metric = 0;
    TnStatus status;
    (void)unused;
    PYT_CALL(self->context, status, tn_trainer_evaluate(self->t, &loss, &metric));
    return Py_BuildValue("(dd)", loss, metric);
}

static PyObject *trainer_best(PyObject *object, PyObject *unused) {
    Trainer *self = (Trainer *)object;
    double metric = 0;
    TnStatus status;
    (void)unused;
    PYT_CALL(self->context, status, tn_trainer_best(self->t, &metric));
    return PyFloat_FromDouble(metric);
}

static PyObject *with_path(PyObject *object, PyObject *args,
                           TnStatus (*call)(TnTrainer *t, const char *path)) {
    Trainer *self = (Trainer *)object;
    const char *path;
    TnStatus status;
    if (!PyArg_ParseTuple(args, "s", &path)) return NULL;
    PYT_CALL(self->context, status, call(self->t, path));
    Py_RETURN_NONE;
}

static PyObject *trainer_save(PyObject *self, PyObject *args) {
    return with_path(self, args, tn_trainer_save);
}
static PyObject *trainer_load(PyObject *self, PyObject *args) {
    return with_path(self, args, tn_trainer_load);
}
static PyObject *trainer_write(PyObject *self, PyObject *args) {
    return with_path(self, args, tn_trainer_write);
}

static PyObject *trainer_plan(PyObject *object, PyObject *unused) {
    Trainer *self = (Trainer *)object;
    PyThreadState *thread;
    TnTrainPlan p;
    PyObject *plan = NULL;
    (void)unused;
    if (!pyt_enter(self->context, &thread)) return NULL;
    const TnStatus status = tn_trainer_plan(self->t, &p);
    PyEval_RestoreThread(thread);
    if (status == TN_OK)
        plan = Py_BuildValue("{s:L,s:L,s:L,s:L,s:L,s:L,s:n,s:n,s:z,s:z,s:z,s:z}", "steps",
                             (long long)p.steps, "steps_of_epoch", (long long)p.steps_of_epoch,
                             "epochs", (long long)p.epochs, "train_rows", (long long)p.train_rows,
                             "val_rows", (long long)p.val_rows, "batch", (long long)p.batch,
                             "parameters", (Py_ssize_t)p.parameters, "trained",
                             (Py_ssize_t)p.trained, "loss", p.loss, "optimizer", p.optimizer,
                             "metric", p.metric, "remark", tn_trainer_remark(self->t));
    thread = PyEval_SaveThread();
    if (pyt_leave(self->context, thread, status)) return plan;
    Py_XDECREF(plan);
    return NULL;
}

PyTypeObject *pyt_trainer_type(PyObject *module) {
    static PyMethodDef methods[] = {{"_step", trainer_step, METH_NOARGS, NULL},
                                    {"_position", trainer_position, METH_NOARGS, NULL},
                                    {"_evaluate", trainer_evaluate, METH_NOARGS, NULL},
                                    {"_best", trainer_best, METH_NOARGS, NULL},
                                    {"_save", trainer_save, METH_VARARGS, NULL},
                                    {"_load", trainer_load, METH_VARARGS, NULL},
                                    {"_write", trainer_write, METH_VARARGS, NULL},
                                    {"_plan", trainer_plan, METH_NOARGS, NULL},
                                    {0}};
    static PyType_Slot slots[] = {{Py_tp_doc, "Training."},
                                  {Py_tp_new, pyt_no_new},
                                  {Py_tp_dealloc, trainer_dealloc},
                                  {Py_tp_methods, methods},
                                  {0, NULL}};
    static PyType_Spec spec = {"tenon._tenon.Trainer", sizeof(Trainer), 0,
                               Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    return (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
}
