/* SPDX-License-Identifier: Apache-2.0 */
/* Targets: by name, by triple, from files. */
#include "api/api.h"

#include <errno.h>

#include "target/target.h"

TnStatus api_target(TnContext *self, const char *name, Target *out) {
    if (target_find(str_c(name), out)) return TN_OK;
    Ctx *ctx = &self->ctx;
    ApiInput input;
    const char *data;
    size_t size;
    const int err = ctx->io.read(ctx->io.user, name, 1, &data, &size);
    if (err == 0) ctx->io.release(ctx->io.user, data, size);
    if (err == ENOENT) {
        target_unknown(ctx, name);
        return TN_OK;
    }
    const TnStatus status = api_input_open(&input, self, name);
    if (status != TN_OK || diag_errors(ctx)) return status;
    diag_source(ctx, name, (Str){input.data, input.size});
    target_parse(ctx, (Str){input.data, input.size}, out);
    return api_input_close(&input);
}

TnStatus tn_module_set_target(TnModule *m, const char *target) {
    if (!m) return api_usage(NULL);
    TnContext *self = m->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Target found = {.row = ""};
        api_begin(self);
        status = target ? api_target(self, target, &found) : TN_OK;
        if (status == TN_OK && diag_errors(&self->ctx)) status = TN_E_INVALID;
        if (status == TN_OK) m->ir->target = found;
    }
    return api_leave_module(m, &b, status);
}

const char *tn_target_name(size_t index) { return target_name(index); }

TnStatus tn_target_field(TnContext *self, const char *target, size_t index, TnTargetField *out) {
    const TargetField *field = target_field(index);
    if (!self || !target || !out || !field) return api_usage(self);
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Target found;
        api_begin(self);
        status = api_target(self, target, &found);
        if (status == TN_OK && diag_errors(&self->ctx)) status = TN_E_INVALID;
        if (status == TN_OK) {
            const char *value = target_value(&found, field, &self->ctx.diags->arena);
            *out = (TnTargetField){.name = field->name, .doc = field->doc, .value = value};
            out->is_text = field->kind == TARGET_FIELD_TEXT;
            if (!out->is_text) parse_double(str_c(value), &out->number);
        }
    }
    return api_leave(self, &b, status);
}
