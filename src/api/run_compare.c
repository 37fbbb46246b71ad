/* SPDX-License-Identifier: Apache-2.0 */
/* Runs held against each other. */
#include "api/run.h"

#include "tensor/compare.h"

/* Adds what differs in this output to what did in those before. */
static void compare_tensors(const Tensor *x, const Tensor *y, size_t output, const TensorNear *how,
                            TnDifference *out) {
    TensorDifference d;
    tensor_elements_near(x->dtype, x->data, y->dtype, y->data, x->count, how, &d);
    out->differing += d.differing;
    if (d.max_abs > out->max_abs) {
        out->max_abs = d.max_abs;
        out->output = output;
        out->element = d.element;
        out->a = d.a;
        out->b = d.b;
    }
    if (d.max_rel > out->max_rel) out->max_rel = d.max_rel;
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

static void compare_outputs(TnRun *a, size_t i, const TnRun *b, size_t k, const TensorNear *how,
                            TnDifference *out) {
    const Tensor *x = a->outputs.at[i].tensor, *y = b->outputs.at[k].tensor;
    if (tensor_same_dims(x, y) && dtype_kind(x->dtype) == dtype_kind(y->dtype)) {
        compare_tensors(x, y, i, how, out);
    } else {
        out->what =
            arena_printf(&a->arena, "output %zu: %s and %s", i, shape_text(a, x), shape_text(a, y));
    }
}

static TensorNear within(double rtol, double atol) {
    return (TensorNear){.mode = TENSOR_NEAR, .rtol = rtol, .atol = atol, .integers = true};
}

static bool differs(const TnDifference *d) { return d->what || d->differing; }

TnStatus tn_run_compare_output(TnRun *a, size_t i, const TnRun *b, size_t k, double rtol,
                               double atol, TnDifference *out) {
    if (!a || !b || !out || i >= a->outputs.len || k >= b->outputs.len)
        return api_usage(a ? a->context : NULL);
    TnContext *self = a->context;
    const TensorNear how = within(rtol, atol);
    *out = (TnDifference){.max_abs = 0};
    Boundary boundary;
    CTX_ENTER(&self->ctx, &boundary) {
        api_begin(self);
        compare_outputs(a, i, b, k, &how, out);
    }
    return api_leave(self, &boundary, differs(out) ? TN_E_DIFFER : TN_OK);
}

TnStatus tn_run_compare(TnRun *a, const TnRun *b, double rtol, double atol, TnDifference *out) {
    if (!a || !b || !out) return api_usage(a ? a->context : NULL);
    TnContext *self = a->context;
    const TensorNear how = within(rtol, atol);
    *out = (TnDifference){.max_abs = 0};
    Boundary boundary;
    CTX_ENTER(&self->ctx, &boundary) {
        api_begin(self);
        if (a->outputs.len != b->outputs.len) {
            out->what =
                arena_printf(&a->arena, "%zu outputs and %zu", a->outputs.len, b->outputs.len);
        }
        for (size_t i = 0; !out->what && i < a->outputs.len; i++)
            compare_outputs(a, i, b, i, &how, out);
    }
    return api_leave(self, &boundary, differs(out) ? TN_E_DIFFER : TN_OK);
}
