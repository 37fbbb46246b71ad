/* SPDX-License-Identifier: Apache-2.0 */
/* What is done with modules: each method is one function of the C API, or a copy and one. Arguments
 * are positional; tenon/_module.py has the names and defaults. */
#include "pyt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A copy that is about to be changed by `change`; made and changed in one call of the context. */
static PyObject *changed(PytModule *self, TnStatus (*change)(TnModule *m, void *arg), void *arg) {
    PytContext *context = self->context;
    PyThreadState *thread;
    TnModule *copy = NULL;
    TnStatus status;
    if (!pyt_enter(context, &thread)) return NULL;
    do {
        status = tn_module_copy(self->m, &copy);
        if (status == TN_OK) status = change(copy, arg);
        if (status != TN_OK) {
            tn_module_free(copy);
            copy = NULL;
        }
    } while (pyt_is_again(context, status));
    if (!pyt_leave(context, thread, status)) {
        if (copy) pyt_free_later(context, (void (*)(void *))tn_module_free, copy);
        return NULL;
    }
    return pyt_module_wrap(Py_TYPE((PyObject *)self), context, copy, (PyObject *)self);
}

/* --- Changes --- */

typedef struct Passes {
    const char **items, **skip;
    size_t n, n_skip;
    const char *rules_name, *rules;
    Py_ssize_t rules_len;
    const char *target;
    TnContext *ctx;
} Passes;

static TnStatus run_passes(TnModule *m, void *arg) {
    const Passes *p = arg;
    const TnPassOptions o = {TN_SIZED(TnPassOptions), .skip = p->skip, .n_skip = p->n_skip};
    TnRules *rules = NULL;
    TnStatus status = p->target ? tn_module_set_target(m, p->target) : TN_OK;
    for (size_t i = 0; status == TN_OK && i < p->n; i++)
        status = tn_pass_check(p->ctx, p->items[i]); /* it names what is wrong */
    if (status == TN_OK && p->rules)
        status = tn_rules_parse_for(m, p->rules_name, p->rules, (size_t)p->rules_len, &rules);
    if (status == TN_OK && rules) status = tn_module_apply_rules(m, rules, &o);
    tn_rules_free(rules);
    if (status == TN_OK && p->n) status = tn_module_run_passes(m, p->items, p->n, &o);
    return status;
}

/* _passes(items, skip, rules name, rules, target) */
static PyObject *module_passes(PyObject *self, PyObject *args) {
    Passes p = {0};
    PyObject *items, *skip, *result = NULL;
    if (!PyArg_ParseTuple(args, "OOzz#z:_passes", &items, &skip, &p.rules_name, &p.rules,
                          &p.rules_len, &p.target))
        return NULL;
    p.ctx = ((PytModule *)self)->context->ctx;
    if (pyt_names(items, &p.items, &p.n) && pyt_names(skip, &p.skip, &p.n_skip))
        result = changed((PytModule *)self, run_passes, &p);
    PyMem_Free((void *)p.items);
    PyMem_Free((void *)p.skip);
    return result;
}

static TnStatus add_gradient(TnModule *m, void *arg) { return tn_module_gradient(m, arg); }

/* _grad(function, wrt, seeded, segments, memory) */
static PyObject *module_grad(PyObject *self, PyObject *args) {
    TnGradientOptions o = {TN_SIZED(TnGradientOptions)};
    PyObject *wrt, *result = NULL;
    const char **names = NULL;
    Py_ssize_t segments, memory;
    if (!PyArg_ParseTuple(args, "zOpnn:_grad", &o.function, &wrt, &o.seeded, &segments, &memory))
        return NULL;
    o.segments = segments > 0 ? (size_t)segments : 0;
    o.memory = memory > 0 ? (size_t)memory : 0;
    if (pyt_names(wrt, &names, &o.n_wrt)) {
        o.wrt = names;
        result = changed((PytModule *)self, add_gradient, &o);
    }
    PyMem_Free((void *)names);
    return result;
}

static TnStatus add_derivative(TnModule *m, void *arg) { return tn_module_derivative(m, arg); }

/* _derivative(kind, function, wrt) */
static PyObject *module_derivative(PyObject *self, PyObject *args) {
    static const char *const kinds[] = {"vjp", "jvp", "jacobian", "hvp"};
    TnDerivativeOptions o = {TN_SIZED(TnDerivativeOptions)};
    PyObject *wrt, *result = NULL;
    const char **names = NULL, *kind;
    int k = 0;
    if (!PyArg_ParseTuple(args, "szO:_derivative", &kind, &o.function, &wrt)) return NULL;
    while (k < 4 && strcmp(kinds[k], kind) != 0) k++;
    if (k == 4)
        return PyErr_Format(PyExc_ValueError, "expected vjp, jvp, jacobian or hvp, found '%s'",
                            kind);
    o.kind = (TnDerivative)k;
    if (pyt_names(wrt, &names, &o.n_wrt)) {
        o.wrt = names;
        result = changed((PytModule *)self, add_derivative, &o);
    }
    PyMem_Free((void *)names);
    return result;
}

typedef struct Dims {
    const char *function;
    TnDim *dims;
    size_t n;
} Dims;

static TnStatus bind_dims(TnModule *m, void *arg) {
    const Dims *d = arg;
    return tn_module_bind_dims(m, d->function, d->dims, d->n);
}

/* _bind_dims(dims, function) */
static PyObject *module_bind_dims(PyObject *self, PyObject *args) {
    PyObject *dims, *result = NULL;
    Dims d = {0};
    if (!PyArg_ParseTuple(args, "Oz:_bind_dims", &dims, &d.function)) return NULL;
    if (pyt_dims(dims, &d.dims, &d.n)) result = changed((PytModule *)self, bind_dims, &d);
    PyMem_Free(d.dims);
    return result;
}

typedef struct Params {
    const char *function;
    TnInput *inputs;
    size_t n;
} Params;

static TnStatus bind_params(TnModule *m, void *arg) {
    const Params *p = arg;
    return tn_module_bind_params(m, p->function, p->inputs, p->n);
}

/* Arrays of a dict as inputs; *n are held, after an error too. */
static bool take_params(PyObject *dict, TnInput *inputs, PytArray *arrays, size_t *n) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    char what[200];
    while (PyDict_Next(dict, &at, &key, &value)) {
        const char *name = pyt_name(key);
        if (!name) return false;
        snprintf(what, sizeof what, "parameter %s", name);
        const PytWanted wanted = {.what = what, .ndim = -1};
        PytArray *a = &arrays[*n];
        if (!pyt_array_get(value, &wanted, a)) return false;
        inputs[(*n)++] = (TnInput){.name = name,
                                   .dtype = a->dtype->name,
                                   .ndim = (uint32_t)a->ndim,
                                   .dims = a->dims,
                                   .data = a->data};
    }
    return true;
}

/* _bind_params(function, {name: array}) */
static PyObject *module_bind_params(PyObject *self, PyObject *args) {
    Params p = {0};
    PyObject *dict, *result = NULL;
    if (!PyArg_ParseTuple(args, "zO!:_bind_params", &p.function, &PyDict_Type, &dict)) return NULL;
    const size_t room = (size_t)PyDict_Size(dict) + 1;
    PytArray *arrays = PyMem_Calloc(room, sizeof *arrays);
    p.inputs = PyMem_Calloc(room, sizeof *p.inputs);
    if (!arrays || !p.inputs)
        PyErr_NoMemory();
    else if (take_params(dict, p.inputs, arrays, &p.n))
        result = changed((PytModule *)self, bind_params, &p);
    for (size_t i = 0; i < p.n; i++) pyt_array_release(&arrays[i]);
    PyMem_Free(arrays);
    PyMem_Free(p.inputs);
    return result;
}

/* --- Texts and files --- */

static PyObject *module_print(PyObject *object, PyObject *unused) {
    PytModule *self = (PytModule *)object;
    TnText text = {0};
    TnStatus status;
    (void)unused;
    PYT_CALL(self->context, status, tn_module_print(self->m, &text));
    return pyt_text(&text);
}

static PyObject *module_save(PyObject *object, PyObject *args) {
    PytModule *self = (PytModule *)object;
    const char *path;
    TnStatus status;
    if (!PyArg_ParseTuple(args, "s:_save", &path)) return NULL;
    PYT_CALL(self->context, status, tn_module_write(self->m, path));
    Py_RETURN_NONE;
}

static PyObject *module_provenance(PyObject *object, PyObject *unused) {
    PytModule *self = (PytModule *)object;
    TnText text = {0};
    TnStatus status;
    (void)unused;
    PYT_CALL(self->context, status, tn_module_provenance(self->m, &text));
    return pyt_text(&text);
}

/* _legalization(set) */
static PyObject *module_legalization(PyObject *object, PyObject *args) {
    PytModule *self = (PytModule *)object;
    const char *set;
    TnText text = {0};
    TnStatus status;
    if (!PyArg_ParseTuple(args, "z:_legalization", &set)) return NULL;
    PYT_CALL(self->context, status, tn_module_legalization(self->m, set, &text));
    return pyt_text(&text);
}

typedef struct WhyNot {
    const char *rule, *at, *name, *rules;
    Py_ssize_t len;
} WhyNot;

static TnStatus why_not(TnModule *m, const WhyNot *w, TnText *out) {
    TnRules *rules = NULL;
    TnStatus status =
        w->rules ? tn_rules_parse_for(m, w->name, w->rules, (size_t)w->len, &rules) : TN_OK;
    if (status == TN_OK) status = tn_module_why_not(m, rules, w->rule, w->at, out);
    tn_rules_free(rules);
    return status;
}

/* _why_not(rule, at, rules name, rules) */
static PyObject *module_why_not(PyObject *object, PyObject *args) {
    PytModule *self = (PytModule *)object;
    WhyNot w;
    TnText text = {0};
    TnStatus status;
    if (!PyArg_ParseTuple(args, "szzz#:_why_not", &w.rule, &w.at, &w.name, &w.rules, &w.len))
        return NULL;
    PYT_CALL(self->context, status, why_not(self->m, &w, &text));
    return pyt_text(&text);
}

typedef struct ReportCall {
    TnReportOptions o;
    const char *name, *rules;
    Py_ssize_t len;
} ReportCall;

static TnStatus report(TnModule *m, ReportCall *r, TnText *out) {
    TnRules *rules = NULL;
    TnStatus status =
        r->rules ? tn_rules_parse_for(m, r->name, r->rules, (size_t)r->len, &rules) : TN_OK;
    r->o.rules = rules;
    if (status == TN_OK) status = tn_module_report(m, &r->o, out);
    tn_rules_free(rules);
    return status;
}

/* _report(title, items, skip, why not, dims, rules name, rules, other, other title,
 * rules first) */
static PyObject *module_report(PyObject *object, PyObject *args) {
    PytModule *self = (PytModule *)object;
    PyObject *items, *skip, *why, *dims, *other;
    ReportCall r = {.o = {TN_SIZED(TnReportOptions)}};
    TnText text = {0};
    TnStatus status;
    PyObject *result = NULL;
    TnReportOptions *o = &r.o;
    if (!PyArg_ParseTuple(args, "zOOOOzz#Ozp:_report", &o->title, &items, &skip, &why, &dims,
                          &r.name, &r.rules, &r.len, &other, &o->other_title, &o->rules_first))
        return NULL;
    if (other != Py_None && !PyObject_TypeCheck(other, pyt.module)) {
        PyErr_SetString(PyExc_TypeError, "the other one is a tenon.Module");
        return NULL;
    }
    if (other != Py_None) o->other = ((PytModule *)other)->m;
    TnDim *values = NULL;
    const char **names = NULL, **left_out = NULL, **asked = NULL;
    if (pyt_names(items, &names, &o->n_passes) && pyt_names(skip, &left_out, &o->n_skip) &&
        pyt_names(why, &asked, &o->n_why_not) && pyt_dims(dims, &values, &o->n_dims)) {
        o->passes = names;
        o->skip = left_out;
        o->why_not = asked;
        o->dims = values;
        PyThreadState *thread;
        status = TN_E_BUG;
        if (pyt_enter(self->context, &thread)) {
            do status = report(self->m, &r, &text);
            while (pyt_is_again(self->context, status));
            if (pyt_leave(self->context, thread, status)) result = pyt_text(&text);
        }
    }
    PyMem_Free((void *)names);
    PyMem_Free((void *)left_out);
    PyMem_Free((void *)asked);
    PyMem_Free(values);
    return result;
}

/* --- Comparing --- */

static PyObject *module_verify(PyObject *object, PyObject *unused) {
    PytModule *self = (PytModule *)object;
    TnStatus status;
    (void)unused;
    PYT_CALL(self->context, status, tn_module_verify(self->m));
    Py_RETURN_NONE;
}

/* _equal(other): None, or the first difference */
static PyObject *module_equal(PyObject *object, PyObject *args) {
    PytModule *self = (PytModule *)object, *other;
    TnText why = {0};
    TnStatus status;
    bool differ = false;
    if (!PyArg_ParseTuple(args, "O!:_equal", pyt.module, &other)) return NULL;
    PYT_CALL(self->context, status,
             ((differ = (status = tn_module_equal(self->m, other->m, &why)) == TN_E_DIFFER),
              differ ? TN_OK : status));
    if (differ) return pyt_text(&why);
    Py_RETURN_NONE;
}

typedef struct Verify {
    TnModule *a, *b;
    TnRunOptions draw;
    double rtol, atol;
    bool widen, differ;
    TnDifference d;
} Verify;

/* Both run on the same drawn inputs, in float64 unless the types are to stay; as the command does
 * by the evaluator. */
static TnStatus verify(Verify *v) {
    TnModule *m[2] = {NULL, NULL};
    TnRun *drawn = NULL, *run[2] = {NULL, NULL};
    TnStatus status = tn_module_copy(v->a, &m[0]);
    if (status == TN_OK) status = tn_module_copy(v->b, &m[1]);
    for (int i = 0; status == TN_OK && v->widen && i < 2; i++)
        status = tn_module_run_pass(m[i], "WidenFloats");
    TnRunOptions draw = v->draw;
    draw.inputs_only = 1;
    if (status == TN_OK) status = tn_run(m[0], &draw, &drawn);
    const TnRunOptions how = {TN_SIZED(TnRunOptions), .function = v->draw.function, .like = drawn};
    for (int i = 0; status == TN_OK && i < 2; i++) status = tn_run(m[i], &how, &run[i]);
    if (status == TN_OK) status = tn_run_compare(run[0], run[1], v->rtol, v->atol, &v->d);
    v->differ = status == TN_E_DIFFER;
    for (int i = 0; i < 2; i++) tn_run_free(run[i]);
    tn_run_free(drawn);
    for (int i = 2; i-- > 0;) tn_module_free(m[i]);
    return v->differ ? TN_OK : status;
}

/* _verify(other, function, dims, seed, rtol, atol, widen) */
static PyObject *module_verify_against(PyObject *object, PyObject *args) {
    PytModule *self = (PytModule *)object, *other;
    Verify v = {.draw = {TN_SIZED(TnRunOptions)}};
    PyObject *dims, *result = NULL;
    TnDim *given = NULL;
    unsigned long long seed;
    int widen;
    if (!PyArg_ParseTuple(args, "O!zOKddp:_verify", pyt.module, &other, &v.draw.function, &dims,
                          &seed, &v.rtol, &v.atol, &widen))
        return NULL;
    v.a = self->m;
    v.b = other->m;
    v.draw.seed = seed;
    v.widen = widen;
    if (pyt_dims(dims, &given, &v.draw.n_dims)) {
        v.draw.dims = given;
        PyThreadState *thread;
        TnStatus status = TN_E_BUG;
        bool ok = pyt_enter(self->context, &thread);
        if (ok) {
            do status = verify(&v);
            while (pyt_is_again(self->context, status));
            ok = pyt_leave(self->context, thread, status);
        }
        if (ok)
            result = Py_BuildValue("(Oddnnddn)", v.differ ? Py_False : Py_True, v.d.max_abs,
                                   v.d.max_rel, (Py_ssize_t)v.d.output, (Py_ssize_t)v.d.element,
                                   v.d.a, v.d.b, (Py_ssize_t)v.d.differing);
    }
    PyMem_Free(given);
    return result;
}

/* _gradcheck(function, wrt, seed, directions, tolerance) */
static PyObject *module_gradcheck(PyObject *object, PyObject *args) {
    PytModule *self = (PytModule *)object;
    TnGradcheckOptions o = {TN_SIZED(TnGradcheckOptions)};
    TnGradcheck r;
    PyObject *wrt, *dims, *result = NULL;
    TnDim *given = NULL;
    const char **names = NULL;
    unsigned long long seed;
    if (!PyArg_ParseTuple(args, "zOOKd:_gradcheck", &o.function, &wrt, &dims, &seed, &o.tolerance))
        return NULL;
    o.seed = seed;
    if (pyt_names(wrt, &names, &o.n_wrt) && pyt_dims(dims, &given, &o.n_dims)) {
        o.wrt = names;
        o.dims = given;
        PyThreadState *thread;
        TnStatus status = TN_E_BUG;
        bool ok = pyt_enter(self->context, &thread), differ = false;
        char where[200] = "";
        if (ok) {
            do status = tn_module_gradcheck(self->m, &o, &r);
            while (pyt_is_again(self->context, status));
            differ = status == TN_E_DIFFER;
            if (differ && r.parameter) snprintf(where, sizeof where, "%s", r.parameter);
            ok = pyt_leave(self->context, thread, differ ? TN_OK : status);
        }
        if (ok)
            result = Py_BuildValue("(Oddds)", differ ? Py_False : Py_True, r.largest, r.gradient,
                                   r.difference, where);
    }
    PyMem_Free((void *)names);
    PyMem_Free(given);
    return result;
}

/* --- What it holds --- */

static PyObject *module_functions(PyObject *object, PyObject *unused) {
    PytModule *self = (PytModule *)object;
    PyThreadState *thread;
    (void)unused;
    if (!pyt_enter(self->context, &thread)) return NULL;
    PyEval_RestoreThread(thread); /* names are copied as they come */
    PyObject *list = PyList_New(0);
    TnStatus status = TN_OK;
    for (size_t i = 0; list && i < tn_module_function_count(self->m); i++) {
        TnFunctionInfo f;
        if ((status = tn_module_function(self->m, i, &f)) != TN_OK) break;
        PyObject *row = Py_BuildValue(
            "(ssOOnnnnn)", f.name, f.type, f.is_private ? Py_True : Py_False,
            f.is_prim_func ? Py_True : Py_False, (Py_ssize_t)f.params, (Py_ssize_t)f.bindings,
            (Py_ssize_t)f.param_elements, (Py_ssize_t)f.param_bytes, (Py_ssize_t)f.peak_bytes);
        if (!row || PyList_Append(list, row) != 0) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    thread = PyEval_SaveThread();
    if (pyt_leave(self->context, thread, status)) return list;
    Py_XDECREF(list);
    return NULL;
}

static PyObject *module_ops(PyObject *object, PyObject *unused) {
    PytModule *self = (PytModule *)object;
    PyObject *dict = PyDict_New();
    size_t n = 0, got = 0;
    TnStatus status;
    (void)unused;
    if (!dict) return NULL;
    TnOpCount *rows = NULL;
    PyThreadState *thread;
    if (!pyt_enter(self->context, &thread)) {
        Py_DECREF(dict);
        return NULL;
    }
    status = tn_module_op_counts(self->m, NULL, NULL, 0, &n);
    if (status == TN_OK && n && !(rows = calloc(n, sizeof *rows))) status = TN_E_MEMORY;
    if (status == TN_OK && n) status = tn_module_op_counts(self->m, NULL, rows, n, &got);
    bool ok = pyt_leave(self->context, thread, status);
    for (size_t i = 0; ok && i < got && i < n; i++) {
        PyObject *count = PyLong_FromSize_t(rows[i].count);
        ok = count && PyDict_SetItemString(dict, rows[i].name, count) == 0;
        Py_XDECREF(count);
    }
    free(rows);
    if (!ok) Py_CLEAR(dict);
    return dict;
}

PyMethodDef pyt_module_methods[] = {{"_passes", module_passes, METH_VARARGS, NULL},
                                    {"_grad", module_grad, METH_VARARGS, NULL},
                                    {"_derivative", module_derivative, METH_VARARGS, NULL},
                                    {"_bind_dims", module_bind_dims, METH_VARARGS, NULL},
                                    {"_bind_params", module_bind_params, METH_VARARGS, NULL},
                                    {"_print", module_print, METH_NOARGS, NULL},
                                    {"_save", module_save, METH_VARARGS, NULL},
                                    {"_provenance", module_provenance, METH_NOARGS, NULL},
                                    {"_legalization", module_legalization, METH_VARARGS, NULL},
                                    {"_why_not", module_why_not, METH_VARARGS, NULL},
                                    {"_report", module_report, METH_VARARGS, NULL},
                                    {"_check", module_verify, METH_NOARGS, NULL},
                                    {"_equal", module_equal, METH_VARARGS, NULL},
                                    {"_verify", module_verify_against, METH_VARARGS, NULL},
                                    {"_gradcheck", module_gradcheck, METH_VARARGS, NULL},
                                    {"_functions", module_functions, METH_NOARGS, NULL},
                                    {"_ops", module_ops, METH_NOARGS, NULL},
                                    {"_profile", pyt_module_profile, METH_VARARGS, NULL},
                                    {0}};
