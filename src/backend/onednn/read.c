/* SPDX-License-Identifier: Apache-2.0 */
/* Functions with Codegen="onednn", as flat data. */
#include <string.h>

#include "backend/onednn/chain.h"
#include "backend/onednn/onednn.h"

/* A constant, or a symbol of the function that stands alone. */
static bool read_shape(const IrFunction *fn, const IrType *t, OnednnShape *out) {
    out->rank = (uint32_t)t->ndim;
    for (uint32_t i = 0; i < out->rank; i++) {
        OnednnDim *d = &out->dims[i];
        const IrSymbol *s = ir_dim_as_symbol(t->dims[i]);
        *d = (OnednnDim){.symbol = -1};
        if (ir_dim_is_const(t->dims[i], &d->value)) continue;
        if (!s || s->function != fn) return false;
        d->symbol = (int32_t)s->index;
    }
    return true;
}

static bool read_inputs(const IrFunction *fn, const OnednnChain *chain, OnednnCall *out) {
    for (uint32_t i = 0; i < out->n_inputs; i++) {
        const IrOperand *o = chain->inputs[i];
        size_t p = 0;
        if (o->kind != IR_OPERAND_VAR) return false;
        while (p < fn->params.len && fn->params.at[p] != o->var) p++;
        if (p == fn->params.len || p > UINT8_MAX) return false;
        out->param[i] = (uint8_t)p;
        if (!read_shape(fn, o->var->type, &out->inputs[i])) return false;
    }
    return true;
}

bool onednn_call(const IrFunction *fn, OnednnCall *out) {
    const char *codegen = ir_function_codegen(fn);
    OnednnChain chain;
    if (!codegen || strcmp(codegen, "onednn") != 0 || !onednn_chain_in(fn, &chain)) return false;
    uint32_t n = 0;
    for (const IrBinding *b = fn->body->first; b; b = b->next) n++;
    const IrOperand *result = fn->body->result.at;
    if (n != chain.n_before + chain.n_bindings || fn->body->result.n != 1 ||
        result->kind != IR_OPERAND_VAR ||
        result->var != chain.bindings[chain.n_bindings - 1]->var || fn->symbols.len > INT32_MAX)
        return false;
    *out = chain.call;
    out->n_symbols = (uint32_t)fn->symbols.len;
    out->n_params = (uint32_t)fn->params.len;
    return read_inputs(fn, &chain, out);
}

bool onednn_over(void *user, const IrFunction *fn, uint32_t *param) {
    OnednnCall call;
    (void)user;
    if (!onednn_call(fn, &call) || onednn_sum(&call) == call.n_posts) return false;
    const uint32_t input = call.posts[onednn_sum(&call)].input;
    const IrType *x = fn->params.at[call.param[input]]->type, *y = fn->result;
    uint32_t times = 0; /* it is read, by inputs and by posts that share one */
    for (uint32_t i = 0; i < call.n_inputs; i++)
        times += i != input && call.param[i] == call.param[input];
    for (uint32_t i = 0; i < call.n_posts; i++)
        times += onednn_post_has_input(&call.posts[i]) && call.posts[i].input == input;
    bool is_whole = x->ndim == y->ndim;
    for (int i = 0; is_whole && i < x->ndim; i++) is_whole = x->dims[i] == y->dims[i];
    *param = call.param[input];
    return is_whole && times == 1;
}

bool onednn_takes(void *user, const IrFunction *fn) {
    OnednnCall call;
    (void)user;
    return onednn_call(fn, &call);
}
