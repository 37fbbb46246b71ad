/* SPDX-License-Identifier: Apache-2.0 */
/* Modules as C. */
#include <stdlib.h>

#include "api/compile.h"
#include "api/options.h"
#include "backend/c/bind.h"
#include "backend/c/bind_casadi.h"
#include "backend/c/build.h"
#include "backend/c/compile.h"
#include "ops/ccl_call.h"

/* A compilation's memory and results. */
typedef struct {
    Arena arena;
    CModule info;
    StrBuf source, header, cpp, fortran;
} Compiled;

/* False after a report; the arena is to be ended in any case. */
static bool compile(Compiled *self, TnModule *m, const TnCompileOptions *o, const IrGlobal *only,
                    const char *header) {
    Ctx *ctx = &m->context->ctx;
    arena_init(&self->arena, ctx);
    strbuf_init(&self->source, &self->arena);
    strbuf_init(&self->header, &self->arena);
    strbuf_init(&self->cpp, &self->arena);
    strbuf_init(&self->fortran, &self->arena);
    CFile *file = c_file_new(ctx, &self->arena);
    ccl_note_meeting(m->ir, &m->met);
    const CCompileOptions options = {.name = o->name,
                                     .met = &m->met,
                                     .function = only,
                                     .holds = m->holds,
                                     .freestanding = o->freestanding != 0,
                                     .donates = true,
                                     .is_kept = o->optimize == TN_OPTIMIZE_FOLDS,
                                     .weights_path = o->weights_file,
                                     .has_parameters = o->weights_parameters != 0,
                                     .max_ram = (int64_t)o->max_ram,
                                     .max_rom = (int64_t)o->max_rom,
                                     .is_training = o->training != 0};
    if (!c_compile(file, m->ir, &options, &self->info)) return false;
    c_file_source(file, header, &self->source);
    if (o->casadi && !c_bind_casadi(ctx, self->info.interface, &self->source)) return false;
    c_file_header(file, &self->header);
    if (o->cpp) c_bind_cpp(self->info.interface, header, &self->cpp);
    if (o->fortran && !c_bind_fortran(ctx, self->info.interface, &self->fortran)) return false;
    return true;
}

void api_compile_tell(TnContext *self, const CModule *info, TnCompiled *out) {
    Arena *arena = &self->ctx.diags->arena;
    TnCEntry *entries = ARENA_ARRAY(arena, TnCEntry, info->entries.len + 1);
    for (size_t i = 0; i < info->entries.len; i++) {
        const CEntry *e = &info->entries.at[i];
        entries[i] = (TnCEntry){.name = arena_strdup(arena, str_c(e->name)),
                                .inputs = e->n_inputs,
                                .outputs = e->n_outputs,
                                .arena_bytes = (size_t)e->arena_bytes,
                                .arena_bound = (size_t)e->arena_bound,
                                .value_bytes = (size_t)e->value_bytes,
                                .is_static = e->is_static};
    }
    *out = (TnCompiled){.functions = info->n_functions,
                        .loop_functions = info->n_loops,
                        .constant_bytes = (size_t)info->const_bytes,
                        .entries = entries,
                        .n_entries = info->entries.len};
}

bool api_compile_function(TnModule *m, const char *name, const IrGlobal **out) {
    *out = NULL;
    const IrFunction *fn = name ? api_function(m, name) : NULL;
    if (fn) *out = fn->global;
    return (fn || !name) && ccl_meets_alike(m->ir);
}

static bool is_identifier(const char *s) {
    bool ok = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z');
    for (; ok && *s; s++)
        ok = (*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || (*s >= '0' && *s <= '9') ||
             *s == '_';
    return ok;
}

/* Between the quotes of #include. */
static bool is_header_name(const char *s) { return *s && !strpbrk(s, "/\"\\\n\r"); }

const char *api_compile_header(Ctx *ctx, const TnCompileOptions *o) {
    return diag_fmt(ctx, "%s.h", o->header ? o->header : o->name);
}

bool api_compile_options(TnContext *self, const TnCompileOptions *options, TnCompileOptions *out) {
    if (!api_options(self, API_TnCompileOptions, options, out)) return false;
    if (!out->name) out->name = "net";
    if (is_identifier(out->name) && (unsigned)out->optimize <= TN_OPTIMIZE_FOLDS &&
        out->max_ram <= INT64_MAX && out->max_rom <= INT64_MAX &&
        (!out->header || is_header_name(out->header)))
        return true;
    api_usage(self);
    return false;
}

TnStatus tn_module_compile_c(TnModule *m, const TnCompileOptions *options, TnText *source,
                             TnText *header, TnCompiled *out) {
    TnCompileOptions o;
    if (source) *source = (TnText){.ptr = NULL};
    if (header) *header = (TnText){.ptr = NULL};
    if (!m || !source || !header) return api_usage(m ? m->context : NULL);
    if (!api_compile_options(m->context, options, &o)) return TN_E_USAGE;
    TnContext *self = m->context;
    TnText texts[4] = {{.ptr = NULL}};
    if (o.cpp) *o.cpp = texts[2];
    if (o.fortran) *o.fortran = texts[3];
    volatile Status written = STATUS_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Compiled c = {.info = {.written = STATUS_OK}};
        const IrGlobal *only;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        if (api_is_known(m) && api_compile_function(m, o.function, &only)) {
            const char *header_name = api_compile_header(&self->ctx, &o);
            if (compile(&c, m, &o, only, header_name)) {
                api_text(self, strbuf_str(&c.source), &texts[0]);
                api_text(self, strbuf_str(&c.header), &texts[1]);
                if (o.cpp) api_text(self, strbuf_str(&c.cpp), &texts[2]);
                if (o.fortran) api_text(self, strbuf_str(&c.fortran), &texts[3]);
                if (out) api_compile_tell(self, &c.info, out);
            }
            written = c.info.written;
            arena_fini(&c.arena);
        }
    }
    const TnStatus status = api_leave_module(m, &b, (TnStatus)written);
    if (status == TN_OK) {
        *source = texts[0];
        *header = texts[1];
        if (o.cpp) *o.cpp = texts[2];
        if (o.fortran) *o.fortran = texts[3];
    } else {
        for (size_t i = 0; i < ARRAY_LEN(texts); i++) tn_text_free(&texts[i]);
    }
    return status;
}

/* What is made in the place of C. */
static TnStatus module_text(TnModule *m, bool kernels, TnText *out) {
    TnContext *self = m->context;
    TnText text = {.ptr = NULL};
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        StrBuf made;
        CModule info;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        arena_init(&arena, &self->ctx);
        strbuf_init(&made, &arena);
        const CCompileOptions how = {.name = "net",
                                     .holds = m->holds,
                                     .is_kept = kernels,
                                     .donates = kernels,
                                     .host = kernels ? NULL : &made,
                                     .kernels = kernels ? &made : NULL};
        if (c_compile(c_file_new(&self->ctx, &arena), m->ir, &how, &info))
            api_text(self, strbuf_str(&made), &text);
        arena_fini(&arena);
    }
    const TnStatus status = api_leave_module(m, &b, TN_OK);
    if (status == TN_OK)
        *out = text;
    else
        tn_text_free(&text);
    return status;
}

TnStatus tn_module_host(TnModule *m, TnText *out) {
    if (out) *out = (TnText){.ptr = NULL};
    if (!m || !out) return api_usage(m ? m->context : NULL);
    return module_text(m, false, out);
}

TnStatus tn_module_kernels(TnModule *m, TnText *out) {
    if (out) *out = (TnText){.ptr = NULL};
    if (!m || !out) return api_usage(m ? m->context : NULL);
    return module_text(m, true, out);
}

TnStatus tn_c_build(TnContext *self, const TnText *source, const TnText *header,
                    const char *header_name, const char *path) {
    if (!self || !source || !header || !header_name || !path || strchr(header_name, '/'))
        return api_usage(self);
    const size_t n = strlen(path);
    const bool is_object = n > 2 && strcmp(path + n - 2, ".o") == 0;
    volatile Status status = STATUS_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        const CBuild what = {.source = {source->ptr, source->len},
                             .header = {header->ptr, header->len},
                             .header_name = header_name,
                             .is_object = is_object};
        status = c_build(&self->ctx, &what, path);
    }
    return api_leave(self, &b, (TnStatus)status);
}
