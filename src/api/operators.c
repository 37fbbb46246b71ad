/* SPDX-License-Identifier: Apache-2.0 */
/* Texts of definitions for all modules of a context, and what a module defines. */
#include "api/api.h"
#include "ir/definition.h"
#include "ir/text.h"

bool api_add_source(TnContext *self, const char *name, Str text) {
    const OpSource given = {.name = name, .text = text};
    IrModule *m = ir_text_definitions(&self->ctx, &self->added, &given);
    if (!m) return false;
    ir_module_free(m);
    OpSource kept = {.text = {arena_strdup(&self->arena, text), text.len}};
    kept.name = name ? arena_strdup(&self->arena, str_c(name)) : NULL;
    vec_push(&self->arena, &self->added.sources, kept);
    return true;
}

TnStatus tn_operators_parse(TnContext *ctx, const char *name, const char *text, size_t len) {
    if (!ctx || (!text && len)) return api_usage(ctx);
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        api_begin(ctx);
        api_add_source(ctx, name, (Str){text ? text : "", len});
    }
    return api_leave(ctx, &b, TN_OK);
}

TnStatus tn_operators_read(TnContext *ctx, const char *path) {
    if (!ctx || !path) return api_usage(ctx);
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        ApiInput input;
        api_begin(ctx);
        status = api_input_open(&input, ctx, path);
        if (status == TN_OK && diag_errors(&ctx->ctx) == 0) {
            api_add_source(ctx, api_path_name(path),
                           (Str){input.data ? input.data : "", input.size});
        }
        api_input_close(&input);
    }
    return api_leave(ctx, &b, status);
}

/* What a module defines */

static const OpDef *op_at(const TnModule *m, size_t index) {
    return m && index < m->ir->own_ops.added.len ? m->ir->own_ops.added.at[index] : NULL;
}

size_t tn_module_op_count(const TnModule *m) { return m ? m->ir->own_ops.added.len : 0; }

TnStatus tn_module_op_get(TnModule *m, size_t index, TnOpInfo *out) {
    const OpDef *op = op_at(m, index);
    if (!op || !out) return api_usage(m ? m->context : NULL);
    api_usage(m->context); /* the last call's diagnostics go */
    *out = api_op_info(op);
    return TN_OK;
}

TnStatus tn_module_op_param(TnModule *m, size_t op, size_t index, TnOpParam *out) {
    const OpDef *def = op_at(m, op);
    if (!def || !out || index >= def->n_params) return api_usage(m ? m->context : NULL);
    Boundary b;
    CTX_ENTER(&m->context->ctx, &b) {
        api_begin(m->context);
        *out = api_op_param(&def->params[index], &m->ir->arena);
    }
    return api_leave_module(m, &b, TN_OK);
}
