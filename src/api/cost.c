/* SPDX-License-Identifier: Apache-2.0 */
/* Operations on floats, and what the evaluator has to do: counted in a copy by
 * passes/count_work.h. */
#include "api/api.h"
#include "api/names.h"
#include "ir/copy.h"
#include "passes/bind_params.h"
#include "passes/count_work.h"

/* In a copy, in which the symbols that `dims` names have values. */
static TnStatus count(TnModule *m, const char *function, const TnDim *dims, size_t n_dims,
                      WorkCount *out) {
    TnContext *self = m->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        IrFunction *fn = api_function(m, function);
        if (fn) {
            arena_init(&arena, &self->ctx);
            const TnDim *named = dims;
            bool ok = api_own_dims(m->ir, fn, dims, n_dims, &arena, &named);
            BindDim *values = ARENA_ARRAY(&arena, BindDim, n_dims + 1);
            for (size_t i = 0; i < n_dims; i++)
                values[i] = (BindDim){.name = named[i].name, .value = named[i].value};
            IrModule *own = ir_module_copy(m->ir);
            IrGlobal *global = ir_module_copy_global(own, fn->global);
            ok = ok && (!n_dims || pass_bind_symbolic_vars(own, global->function, values, n_dims));
            global->function->is_private = false;
            if (ok && work_legalize(own, m->holds, &arena))
                *out = work_count(own, global->function, NULL, &arena);
            else
                status = TN_E_INVALID;
            ir_module_free(own);
            arena_fini(&arena);
        } else {
            status = TN_E_INVALID;
        }
    }
    return api_leave_module(m, &b, status);
}

TnStatus tn_module_float_operations(TnModule *m, const char *function, double *out) {
    if (!m || !out) return api_usage(m ? m->context : NULL);
    WorkCount counted = {.operations = 0};
    const TnStatus status = count(m, function, NULL, 0, &counted);
    *out = counted.operations;
    return status;
}

/* What the interpreter takes for a statement or an operation in it, as measured on a Xeon of 2.9
 * GHz with convolutions and products. */
static const double NS_OF_STEP = 12;

TnStatus tn_module_evaluation_ms(TnModule *m, const char *function, const TnDim *dims,
                                 size_t n_dims, double *out) {
    if (!m || !out || (n_dims && !dims)) return api_usage(m ? m->context : NULL);
    for (size_t i = 0; i < n_dims; i++) {
        if (!dims[i].name) return api_usage(m->context);
    }
    WorkCount counted = {.operations = 0};
    const TnStatus status = count(m, function, dims, n_dims, &counted);
    *out = counted.statements * NS_OF_STEP * 1e-6;
    return status;
}
