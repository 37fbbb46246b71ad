/* SPDX-License-Identifier: Apache-2.0 */
/* Constants of the module: initializers, or nodes. */
#include "onnx/export.h"
#include "tensor/strings.h"

OnnxTensor *x_tensor(OnnxExport *x, const Tensor *from) {
    OnnxTensor *t = ARENA_NEW(x->arena, OnnxTensor);
    t->data_type = x_type(x, from->dtype);
    for (uint32_t i = 0; i < from->ndim; i++) vec_push(x->arena, &t->dims, from->dims[i]);
    const bool is_text = from->dtype == DTYPE_STRING;
    for (size_t i = 0; is_text && i < from->count; i++) {
        const Str s = tensor_get_string(from, i);
        vec_push(x->arena, &t->strings, s);
    }
    if (!is_text) t->raw = (Str){from->data, from->bytes};
    t->has_raw = t->raw.len > 0;
    return t;
}

bool x_has_initializer(OnnxExport *x, const IrConst *c) {
    return x->names[c->id] || x_kept_constant(x, c);
}

const char *x_constant(OnnxExport *x, IrConst *c) {
    const char *kept = x->names[c->id] ? NULL : x_kept_constant(x, c);
    if (kept) x->names[c->id] = kept;
    if (x->names[c->id]) return x->names[c->id];
    OnnxTensor *t = x_tensor(x, c->tensor);
    x->names[c->id] = x_name(x, c->name ? c->name : "const");
    t->name = str_c(x->names[c->id]);
    vec_push(x->arena, &x->main->initializers, (void *)t);
    return x->names[c->id];
}

const char *x_constant_node(W *w, IrConst *c) {
    OnnxNode *n = w_node(w, "Constant", NULL, 0, 1);
    w_add_attr(w, n, "value", ONNX_ATTR_TENSOR)->tensor = x_tensor(w->x, c->tensor);
    return w_out(n, 0);
}
