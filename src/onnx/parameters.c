/* SPDX-License-Identifier: Apache-2.0 */
/* A model's weights as parameters of main, where OnnxOptions.weight asks for it. */
#include "onnx/data_type.h"
#include "onnx/keep.h"

/* A constant of the model's graph becomes a parameter: a tensor of floats with `least` elements or
 * more, of rank 1 or more. */
static void as_weight(OnnxImport *im, const OnnxScope *scope, OnnxValue *v, size_t least) {
    IrModule *m = im->m;
    const Tensor *t = im->weights && im->weights->scope == scope ? onnx_value_tensor(im, v) : NULL;
    if (!t || !t->ndim || t->count < least || !dtype_is_float(t->dtype)) return;
    const IrDim **dims = ARENA_ARRAY(&im->arena, const IrDim *, t->ndim);
    for (uint32_t k = 0; k < t->ndim; k++) dims[k] = ir_dim_const(m, t->dims[k]);
    const IrType *type = ir_type_tensor(m, dims, (int32_t)t->ndim, t->dtype);
    IrVar *p = ir_var_new(im->weights->fn, onnx_name_unique(im, v->name, "weight"), type);
    v->operand = (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = p};
    const OnnxWeight w = {p, t, v->name};
    vec_push(&im->arena, &im->weights->list, w);
}

/* Floats of a tensor of rank 1 or more, as the file says. */
static double n_floats(const OnnxTensor *t) {
    const DType dtype = t->dims.len ? onnx_dtype(t->data_type, NULL) : DTYPE_VOID;
    double n = dtype != DTYPE_VOID && dtype_is_float(dtype);
    for (size_t i = 0; i < t->dims.len; i++) n *= (double)t->dims.at[i];
    return n > 0 ? n : 0;
}

/* Exporters have weights in initializers, and what is no weight, as the first state of a
 * recurrence, in Constants; some have all in Constants. */
static bool nodes_hold_weights(const OnnxGraph *g) {
    double initializers = 0, nodes = 0;
    for (size_t i = 0; i < g->initializers.len; i++)
        initializers += n_floats(g->initializers.at[i]);
    for (size_t i = 0; i < g->nodes.len; i++) {
        const OnnxNode *node = g->nodes.at[i];
        for (size_t k = 0; str_eq_c(node->op_type, "Constant") && k < node->attrs.len; k++) {
            const OnnxAttr *a = node->attrs.at[k];
            if (a->tensor && str_eq_c(a->name, "value")) nodes += n_floats(a->tensor);
        }
    }
    return nodes > initializers;
}

void onnx_constant_as_weight(OnnxImport *im, const OnnxScope *scope, OnnxValue *v) {
    enum { LEAST = 2 /* one number is no weight */ };
    if (im->weights && im->weights->of_nodes) as_weight(im, scope, v, LEAST);
}

void onnx_import_weights(OnnxImport *im, OnnxScope *scope, const OnnxGraph *g) {
    im->weights->of_nodes = nodes_hold_weights(g);
    for (size_t i = 0; i < g->initializers.len; i++) {
        const OnnxTensor *proto = g->initializers.at[i];
        if (onnx_lookup(im, scope, proto->name)) continue; /* reported where the graph is read */
        OnnxValue *v = onnx_define(im, scope, proto->name);
        if (!v) continue;
        v->proto = proto;
        onnx_source(im, scope, v);
        as_weight(im, scope, v, 0);
    }
}

void onnx_weights_joined(O *o) {
    enum { FEW = 64 };
    OnnxImport *im = o->im;
    int64_t n = 0;
    const Tensor *first = NULL;
    for (uint32_t i = 0; im->weights && i < o->n_in; i++) {
        const Tensor *t = onnx_value_tensor(im, o->in[i]);
        if (!first) first = t;
        if (!t || t->ndim != 1 || t->count > FEW || !dtype_is_float(t->dtype) ||
            dtype_is_packed(t->dtype) || t->dtype != first->dtype)
            return;
        n += (int64_t)t->count;
    }
    if (!first || n > FEW) return;
    Tensor *joined = tensor_new(im->ctx, first->dtype, &n, 1);
    char *to = joined->data;
    for (uint32_t i = 0; i < o->n_in; i++) {
        const Tensor *t = onnx_value_tensor(im, o->in[i]);
        if (t->bytes) memcpy(to, t->data, t->bytes);
        to += t->bytes;
    }
    onnx_value_set_tensor(im, &o->out[0], joined);
}

void onnx_keep_weights(OnnxImport *im) {
    IrModule *m = im->m;
    IrFunction *fn = im->weights->fn;
    im->weights->n_inputs = fn->params.len;
    for (size_t i = 0; i < im->weights->list.len; i++) {
        const OnnxWeight *w = &im->weights->list.at[i];
        if (!w->param->n_uses) continue;
        if (im->input_names.len == fn->params.len) vec_push(&im->arena, &im->input_names, w->name);
        vec_push(&m->arena, &fn->params, w->param);
        im->options->weight(im->options->user, w->param->name, w->value);
    }
}
