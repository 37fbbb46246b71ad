/* SPDX-License-Identifier: Apache-2.0 */
/* Room for nodes under their maps. */
#include "onnx/import.h"

/* A node under its map, with room for the inputs and outputs that most have: used again for the
 * next one. */
typedef struct OnnxFrame OnnxFrame;
struct OnnxFrame {
    O o; /* first */
    OnnxFrame *next;
    OnnxValue *in[6];
    OnnxValue out[2];
};

O *onnx_node_begin(OnnxImport *im, OnnxScope *scope, const OnnxNode *node) {
    OnnxFrame *f = im->free_frames;
    if (f)
        im->free_frames = f->next;
    else
        f = ARENA_NEW(&im->arena, OnnxFrame);
    *f = (OnnxFrame){.next = NULL};
    O *o = &f->o;
    *o = (O){.im = im, .m = im->m, .scope = scope, .node = node, .opset = scope->opset};
    o->n_in = (uint32_t)node->inputs.len;
    o->n_out = (uint32_t)node->outputs.len;
    o->in = o->n_in < ARRAY_LEN(f->in) ? f->in
                                       : ARENA_ARRAY(&im->arena, OnnxValue *, (size_t)o->n_in + 1);
    o->out = o->n_out < ARRAY_LEN(f->out)
                 ? f->out
                 : ARENA_ARRAY(&im->arena, OnnxValue, (size_t)o->n_out + 1);
    for (uint32_t i = 0; i < o->n_out; i++) o->out[i].name = node->outputs.at[i];
    return o;
}

/* Memory may be in proportion to what the nodes became, which has a budget of its own
 * (ir/growth.h). */
static void weigh_bindings(OnnxImport *im) {
    const size_t n = im->m->n_bindings;
    if (n <= im->n_weighed) return;
    ctx_given(im->ctx, CTX_BINDING_WEIGHT * (n - im->n_weighed));
    im->n_weighed = n;
}

void onnx_node_end(O *o) {
    OnnxImport *im = o->im;
    weigh_bindings(im);
    OnnxFrame *f = (OnnxFrame *)(void *)o;
    f->next = im->free_frames;
    im->free_frames = f;
}
