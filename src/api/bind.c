/* SPDX-License-Identifier: Apache-2.0 */
/* Constants for parameters and values for symbolic dims. */
#include <stdlib.h>

#include "api/names.h"
#include "api/options.h"
#include "ir/edit.h"
#include "ir/equal.h"
#include "passes/bind_params.h"

/* The tensors that were read, given back whatever is thrown. */
typedef struct {
    BindParam *list;
    TensorGuard *guards;
    size_t n;
} Read;

static bool is_position(const char *name, size_t *out) {
    char *end;
    const bool digit = name[0] >= '0' && name[0] <= '9';
    const unsigned long long v = digit ? strtoull(name, &end, 10) : 0;
    if (!digit || *end || v > SIZE_MAX) return false;
    *out = (size_t)v;
    return true;
}

static bool has_param(const IrFunction *fn, const char *name) {
    bool has = false;
    for (size_t i = 0; !has && i < fn->params.len; i++)
        has = strcmp(fn->params.at[i]->name, name) == 0;
    return has;
}

static DType wanted(const IrFunction *fn, const BindParam *p) {
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrVar *v = fn->params.at[i];
        const bool is = p->name ? v->name && strcmp(v->name, p->name) == 0 : i == p->index;
        if (is) return v->type->kind == IR_TYPE_TENSOR ? v->type->dtype : DTYPE_VOID;
    }
    return DTYPE_VOID;
}

static TnStatus read_all(Ctx *ctx, const IrFunction *fn, const TnInput *inputs, size_t n,
                         Read *read) {
    for (size_t i = 0; i < n; i++) {
        BindParam *p = &read->list[i];
        if (!inputs[i].name) return TN_E_USAGE;
        const char *own = onnx_own_name(fn, ONNX_INPUTS, inputs[i].name);
        if (own && has_param(fn, inputs[i].name)) own = NULL;
        if (!is_position(inputs[i].name, &p->index)) p->name = own ? own : inputs[i].name;
        if (p->name) p->constant = ir_file_name(fn, ONNX_INPUTS, p->name);
        const TnStatus status = api_input_tensor(ctx, &inputs[i], wanted(fn, p), false, &p->tensor);
        if (status != TN_OK) return status;
        tensor_guard(&read->guards[i], p->tensor);
        read->n++;
    }
    return TN_OK;
}

static void release(Read *read) {
    for (size_t i = 0; i < read->n; i++) {
        tensor_unguard(&read->guards[i]);
        tensor_unref(read->list[i].tensor);
    }
}

static void release_nothing(TensorOwner *owner) { (void)owner; }

/* The model of the file with these weights is what the module says: then it is written as it is.
 * Nothing is reported where it is not. */
static TnStatus write_same(TnModule *m, const char *path, const Read *read, const char *bare,
                           bool *same) {
    TnContext *self = m->context;
    Ctx *ctx = &self->ctx;
    Arena arena;
    ApiInput input;
    OnnxBytes bytes;
    TnStatus status = api_input_open(&input, self, bare);
    if (status != TN_OK) return status;
    arena_init(&arena, ctx);
    OnnxNewWeight *list = ARENA_ARRAY(&arena, OnnxNewWeight, read->n + 1);
    for (size_t i = 0; i < read->n; i++) {
        const BindParam *p = &read->list[i];
        list[i] = (OnnxNewWeight){p->constant ? p->constant : p->name, p->tensor};
    }
    const DiagMark mark = diag_mark(ctx);
    const OnnxNewWeights values = {list, read->n, NULL};
    if (onnx_with_weights(&arena, (Str){input.data, input.size}, &values, &bytes)) {
        TensorOwner owner = {.refs = 1, .release = release_nothing};
        EvalChain constants;
        char *all = arena_alloc(&arena, bytes.bytes + 1), *end = all;
        for (size_t i = 0; i < bytes.pieces.len; i++) {
            if (bytes.pieces.at[i].len) memcpy(end, bytes.pieces.at[i].ptr, bytes.pieces.at[i].len);
            end += bytes.pieces.at[i].len;
        }
        eval_chain_init(&constants, ctx);
        const OnnxOptions options = {.owner = &owner,
                                     .weight = api_leave_weight,
                                     .constant = api_constant,
                                     .constants = &constants};
        IrModule *was = onnx_read(ctx, &self->added, bare, (Str){all, bytes.bytes}, &options);
        eval_chain_fini(&constants);
        *same = was && ir_module_equal(m->ir, was, NULL);
        ir_module_free(was);
    }
    if (!*same) diag_rewind(ctx, mark);
    diag_source(ctx, m->ir->source, (Str){.len = 0});
    if (*same && api_check_places(m, path, NULL))
        status = api_output_pieces(self, path, bytes.pieces.at, bytes.pieces.len);
    arena_fini(&arena);
    const TnStatus closed = api_input_close(&input);
    return status == TN_OK ? closed : status;
}

TnStatus tn_module_write_weights(TnModule *m, const char *path, const TnInput *weights, size_t n,
                                 const char *bare, const TnOnnxWriteOptions *options) {
    TnOnnxWriteOptions o;
    if (!m || !path || (!weights && n)) return api_usage(m ? m->context : NULL);
    if (!api_options(m->context, API_TnOnnxWriteOptions, options, &o)) return TN_E_USAGE;
    TnContext *self = m->context;
    volatile TnStatus status = TN_OK;
    volatile bool is_done = false;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        arena_init(&arena, &self->ctx);
        Read read = {.list = ARENA_ARRAY(&arena, BindParam, n + 1),
                     .guards = ARENA_ARRAY(&arena, TensorGuard, n + 1)};
        IrFunction *fn = bare && !o.opset && !o.external_data ? api_function(m, o.function) : NULL;
        bool same = false, ok = fn != NULL;
        if (fn) status = read_all(&self->ctx, fn, weights, n, &read);
        for (size_t i = 0; ok && i < read.n; i++) ok = read.list[i].name != NULL;
        if (ok && status == TN_OK) status = write_same(m, path, &read, bare, &same);
        is_done = same;
        release(&read);
        arena_fini(&arena);
    }
    status = api_leave_module(m, &b, status);
    if (status != TN_OK || is_done) return status;
    status = n ? tn_module_bind_params(m, o.function, weights, n) : TN_OK;
    return status == TN_OK ? tn_module_write_onnx(m, path, &o) : status;
}

TnStatus tn_module_bind_params(TnModule *m, const char *function, const TnInput *inputs, size_t n) {
    if (!m || (!inputs && n)) return api_usage(m ? m->context : NULL);
    TnContext *self = m->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        arena_init(&arena, &self->ctx);
        Read read = {.list = ARENA_ARRAY(&arena, BindParam, n + 1),
                     .guards = ARENA_ARRAY(&arena, TensorGuard, n + 1)};
        IrFunction *fn = api_function(m, function);
        if (fn) status = read_all(&self->ctx, fn, inputs, n, &read);
        if (fn && status == TN_OK) {
            IrEdit edit;
            ir_edit_begin(&edit, m->ir);
            ir_edit_end(&edit, pass_bind_params(m->ir, fn, read.list, read.n));
        }
        release(&read);
        arena_fini(&arena);
    }
    return api_leave_module(m, &b, status);
}

TnStatus tn_module_bind_dims(TnModule *m, const char *function, const TnDim *dims, size_t n) {
    if (!m || (!dims && n)) return api_usage(m ? m->context : NULL);
    for (size_t i = 0; i < n; i++) {
        if (!dims[i].name) return api_usage(m->context);
    }
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        arena_init(&arena, &self->ctx);
        BindDim *list = ARENA_ARRAY(&arena, BindDim, n + 1);
        const TnDim *own;
        const IrFunction *fn = function ? api_function(m, function) : NULL;
        if ((fn || !function) && api_own_dims(m->ir, fn, dims, n, &arena, &own)) {
            for (size_t i = 0; i < n; i++)
                list[i] = (BindDim){.name = own[i].name, .value = own[i].value};
            IrEdit edit;
            ir_edit_begin(&edit, m->ir);
            ir_edit_end(&edit, pass_bind_symbolic_vars(m->ir, fn, list, n));
        }
        arena_fini(&arena);
    }
    return api_leave_module(m, &b, TN_OK);
}
