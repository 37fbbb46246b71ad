/* SPDX-License-Identifier: Apache-2.0 */
/* The memory that runs take. */
#include "backend/c/compile.h"
#include "api/names.h"

/* In memory of the last call's. */
static TnMemory *tell(TnContext *self, const CMemories *rows, const ApiNamed *named) {
    Arena *arena = &self->ctx.diags->arena;
    TnMemory *out = ARENA_ARRAY(arena, TnMemory, rows->len + 1);
    for (size_t i = 0; i < rows->len; i++) {
        const CMemory *m = &rows->at[i];
        const char *name = m->name, *missing = m->missing && m->function
                                                   ? api_shown_among(named, m->function, m->missing)
                                                   : m->missing;
        out[i] = (TnMemory){.function = arena_strdup(arena, str_c(name)),
                            .missing = missing ? arena_strdup(arena, str_c(missing)) : NULL,
                            .arena_bytes = (size_t)m->arena,
                            .arena_bound = (size_t)m->bound,
                            .value_bytes = (size_t)m->values,
                            .constant_bytes = (size_t)m->constants,
                            .input_bytes = (size_t)m->inputs,
                            .output_bytes = (size_t)m->outputs,
                            .allocated = m->n_allocated,
                            .allocated_at = arena_strdup(arena, str_c(m->allocated))};
        out[i].peak_bytes =
            out[i].arena_bytes + out[i].constant_bytes + out[i].input_bytes + out[i].output_bytes;
    }
    return out;
}

TnStatus tn_module_memory(TnModule *m, const TnDim *dims, size_t n_dims, const TnMemory **out,
                          size_t *n) {
    if (!m || !out || !n || (n_dims && !dims)) return api_usage(m ? m->context : NULL);
    for (size_t i = 0; i < n_dims; i++) {
        if (!dims[i].name || dims[i].value < 0) return api_usage(m->context);
    }
    TnContext *self = m->context;
    Boundary b;
    *out = NULL;
    *n = 0;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        CModule info;
        CMemories rows = {.at = NULL};
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        arena_init(&arena, &self->ctx);
        CDim *list = ARENA_ARRAY(&arena, CDim, n_dims + 1);
        const TnDim *own;
        const bool ok = api_own_dims(m->ir, NULL, dims, n_dims, &arena, &own);
        for (size_t i = 0; ok && i < n_dims; i++) list[i] = (CDim){own[i].name, own[i].value};
        const CMeasure measure = {.dims = list, .n_dims = n_dims, .out = &rows};
        const CCompileOptions how = {.name = "net", .holds = m->holds, .measure = &measure};
        if (ok && c_compile(c_file_new(&self->ctx, &arena), m->ir, &how, &info)) {
            const ApiNamed named = api_named(m->ir, &arena);
            *out = tell(self, &rows, &named);
            *n = rows.len;
        }
        arena_fini(&arena);
    }
    return api_leave_module(m, &b, TN_OK);
}
