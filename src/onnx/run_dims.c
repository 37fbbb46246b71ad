/* SPDX-License-Identifier: Apache-2.0 */
/* Extents that the run tells: integers that are computed from floats (the size to which a detector
 * scales a picture) or from the input, seen as symbols.
 *
 *     Cast -> Unsqueeze -> Concat(n, c, ..) -> Resize
 *
 * What fold.c could not compute, as not all of it was known, is computed once more with a symbol
 * for each element of what was not: so constants and extents beside it stay what they are. */
#include "onnx/import.h"

enum { DEPTH = 64, NODES = 256, ELEMENTS = 64 };

typedef struct {
    O *o;
    uint32_t left; /* nodes that may still be looked at */
    /* What each element of the list that is asked for has to be, which the run checks; NULL: a
     * symbol. Of other lists nothing is said. */
    const IrDim *const *fixed;
    uint32_t n_fixed;
} Search;

/* A list of integers of a known length, of rank 0 or 1, that a binding has. */
static bool is_list(O *o, const OnnxValue *v, uint32_t *n) {
    int64_t extent = 1;
    if (v->operand.kind != IR_OPERAND_VAR || !onnx_value_is_tensor(v)) return false;
    const IrType *t = o_type(o, v->operand);
    if (t->kind != IR_TYPE_TENSOR || !dtype_is_int(t->dtype) || t->ndim < 0 || t->ndim > 1)
        return false;
    if (t->ndim == 1 && (!t->dims || !ir_dim_is_const(t->dims[0], &extent))) return false;
    *n = (uint32_t)extent;
    return extent <= ELEMENTS;
}

/* Whoever sees v sees what is bound here as well. */
static bool is_of_this_body(const O *o, const OnnxValue *v) {
    const IrBinding *def = v->operand.var->def;
    if (def && !def->block) return false; /* of a map that failed */
    return (def ? def->block->body : o->b->fn->body) == o->b->block->body;
}

static bool as_symbols(Search *s, OnnxValue *v, bool is_asked, OnnxKnown *out) {
    O *o = s->o;
    uint32_t n;
    if (!is_list(o, v, &n)) return false;
    const IrType *t = o_type(o, v->operand);
    const IrDim **to = O_ARRAY(o, const IrDim *, n), *const one[] = {o_dim(o, 1)};
    for (uint32_t i = 0; i < n; i++)
        to[i] = is_asked && i < s->n_fixed && s->fixed[i] ? s->fixed[i] : o_fresh_dim(o, "extent");
    IrOperand x = o_cast(o, v->operand, DTYPE_INT64);
    if (t->ndim == 0) x = o_reshape(o, x, one, 1);
    o_match(o, o1(o, &op_tensor_to_shape, x), ir_type_shape(o->m, to, (int32_t)n));
    *out = onnx_known(to, n, t->ndim, t->dtype);
    return true;
}

static bool find(Search *s, OnnxValue *v, uint32_t depth, OnnxKnown *out);

/* By the node that fold.c could not compute. */
static bool fold_again(Search *s, const OnnxValue *v, uint32_t depth, OnnxKnown *out) {
    O again = *v->late;
    OnnxValue result = {.name = v->name};
    OnnxValue *copies = O_ARRAY(s->o, OnnxValue, again.n_in),
              **in = O_ARRAY(s->o, OnnxValue *, again.n_in);
    /* a graph's scope ends with its import */
    if (again.b != s->o->b || again.scope != s->o->scope || depth == DEPTH || !s->left)
        return false;
    s->left--;
    for (uint32_t i = 0; i < again.n_in; i++) {
        if (!again.in[i]) continue;
        OnnxKnown known;
        in[i] = again.in[i];
        if (onnx_known_list(s->o, in[i], &known)) continue;
        if (!find(s, in[i], depth + 1, &known)) return false;
        copies[i] = *in[i];
        copies[i].known = known;
        in[i] = &copies[i];
    }
    again.in = in;
    again.out = &result;
    if (!onnx_fold(&again)) return false;
    *out = result.known;
    return true;
}

static bool find(Search *s, OnnxValue *v, uint32_t depth, OnnxKnown *out) {
    uint32_t n;
    if (onnx_value_computes(s->o->im, v, out)) return true;
    if (!is_list(s->o, v, &n) && !(v->late && depth)) return false;
    if (!(v->late && fold_again(s, v, depth, out)) && !as_symbols(s, v, !depth, out)) return false;
    if (v->operand.kind == IR_OPERAND_VAR && is_of_this_body(s->o, v)) v->known = *out;
    return true;
}

bool o_asks_run(const O *o) {
    const bool asks = !(o->im->options && o->im->options->opaque);
    o->im->lacks_run |= !asks;
    return asks;
}

bool o_known_of_run(O *o, uint32_t i, const IrDim *const *fixed, uint32_t n_fixed, OnnxKnown *out) {
    Search s = {.o = o, .left = NODES, .fixed = fixed, .n_fixed = n_fixed};
    if (!o_has(o, i)) return false;
    return o_asks_run(o) ? find(&s, o->in[i], 0, out) : o_known(o, i, out);
}
