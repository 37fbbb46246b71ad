/* SPDX-License-Identifier: Apache-2.0 */
/* Runs held against each other. */
#include "api/run.h"

#include <math.h>

/* Elements as doubles; int64 past 2^53 are compared as integers first. */
static void compare_tensors(const Tensor *x, const Tensor *y, size_t output, double rtol,
                            double atol, TnDifference *out) {
    bool floats = dtype_is_float(x->dtype);
    for (size_t i = 0; i < x->count; i++) {
        if (!floats && tensor_get_int(x, i) == tensor_get_int(y, i)) continue;
        if (x->dtype == DTYPE_STRING) {
            out->differing++;
            continue;
        }
        double a = tensor_get_double(x, i), b = tensor_get_double(y, i);
        if (a == b || (isnan(a) && isnan(b))) {
            out->differing += !floats; /* integers that a double cannot tell apart */
            continue;
        }
        double abs = fabs(a - b), rel = b != 0 ? abs / fabs(b) : (double)INFINITY;
        if (isnan(abs)) abs = rel = (double)INFINITY;
        if (isnan(rel)) rel = (double)INFINITY; /* of two infinities */
        if (!number_is_near(a, b, rtol, atol)) out->differing++;
        if (abs > out->max_abs) {
            out->max_abs = abs;
            out->output = output;
            out->element = i;
            out->a = a;
            out->b = b;
        }
        if (rel > out->max_rel) out->max_rel = rel;
    }
}

static const char *shape_text(TnRun *run, const Tensor *t) {
    StrBuf s;
    strbuf_init(&s, &run->arena);
    strbuf_printf(&s, "%s(", dtype_name(t->dtype));
    for (uint32_t i = 0; i < t->ndim; i++)
        strbuf_printf(&s, "%s%lld", i ? ", " : "", (long long)t->dims[i]);
    strbuf_putc(&s, ')');
    return strbuf_cstr(&s);
}

static void compare_outputs(TnRun *a, size_t i, const TnRun *b, size_t k, double rtol, double atol,
                            TnDifference *out) {
    const Tensor *x = a->outputs.at[i].tensor, *y = b->outputs.at[k].tensor;
    bool same = x->ndim == y->ndim &&
                (!x->ndim || memcmp(x->dims, y->dims, x->ndim * sizeof *x->dims) == 0) &&
                dtype_kind(x->dtype) == dtype_kind(y->dtype);
    if (same) {
        compare_tensors(x, y, i, rtol, atol, out);
    } else {
        out->what =
            arena_printf(&a->arena, "output %zu: %s and %s", i, shape_text(a, x), shape_text(a, y));
    }
}

static bool differs(const TnDifference *d) { return d->what || d->differing; }

TnStatus tn_run_compare_output(TnRun *a, size_t i, const TnRun *b, size_t k, double rtol,
                               double atol, TnDifference *out) {
    if (!a || !b || !out || i >= a->outputs.len || k >= b->outputs.len)
        return api_usage(a ? a->context : NULL);
    TnContext *self = a->context;
    *out = (TnDifference){.max_abs = 0};
    Boundary boundary;
    CTX_ENTER(&self->ctx, &boundary) {
        api_begin(self);
        compare_outputs(a, i, b, k, rtol, atol, out);
    }
    return api_leave(self, &boundary, differs(out) ? TN_E_DIFFER : TN_OK);
}

TnStatus tn_run_compare(TnRun *a, const TnRun *b, double rtol, double atol, TnDifference *out) {
    if (!a || !b || !out) return api_usage(a ? a->context : NULL);
    TnContext *self = a->context;
    *out = (TnDifference){.max_abs = 0};
    Boundary boundary;
    CTX_ENTER(&self->ctx, &boundary) {
        api_begin(self);
        if (a->outputs.len != b->outputs.len) {
            out->what =
                arena_printf(&a->arena, "%zu outputs and %zu", a->outputs.len, b->outputs.len);
        }
        for (size_t i = 0; !out->what && i < a->outputs.len; i++)
            compare_outputs(a, i, b, i, rtol, atol, out);
    }
    return api_leave(self, &boundary, differs(out) ? TN_E_DIFFER : TN_OK);
}
