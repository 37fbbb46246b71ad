/* SPDX-License-Identifier: Apache-2.0 */
/* Modules as machine code that leaves the process. */
#include "api/compile.h"
#include "backend/archive.h"
#include "backend/c/bind.h"
#include "backend/c/build.h"
#include "backend/llvm/artefact.h"
#include "ops/ccl_call.h"

/* A compilation's memory and results. */
typedef struct {
    Arena arena;
    CModule info;
    StrBuf object, header, js, cpp, fortran, onednn;
} Compiled;

#ifdef TENON_LLVM

static bool make(CFile *file, TnModule *m, const ArtefactOptions *how, Compiled *self) {
    return artefact_compile(file, m->ir, how, &self->object, &self->info);
}

#else

static bool make(CFile *file, TnModule *m, const ArtefactOptions *how, Compiled *self) {
    (void)file;
    (void)how;
    (void)self;
    Diag *d = diag_error(&m->context->ctx, (Loc){.line = 0}, DIAG_VALUE,
                         "this build of tenon makes no machine code: it has no LLVM");
    diag_help(&m->context->ctx, d, "compile to C, and that by a C compiler");
    return false;
}

#endif

/* The names that the header declares. */
static void add_names(StrBuf *list, const CModule *info) {
    strbuf_add(list, info->error, strlen(info->error) + 1);
    strbuf_add(list, info->init, strlen(info->init) + 1);
    for (size_t i = 0; i < info->entries.len; i++) {
        const CEntry *e = &info->entries.at[i];
        strbuf_add(list, e->name, strlen(e->name) + 1);
        strbuf_printf(list, "%s_plan%c", e->name, 0);
        if (e->has_pointers) strbuf_printf(list, "%s_static%c", e->name, 0);
        if (info->has_pool) strbuf_printf(list, "%s_threads%c", e->name, 0);
    }
}

static void put_in_archive(Compiled *self, const char *name) {
    StrBuf names, object = self->object;
    strbuf_init(&names, &self->arena);
    strbuf_init(&self->object, &self->arena);
    add_names(&names, &self->info);
    archive_write(&self->object, arena_printf(&self->arena, "%s.o", name), strbuf_str(&object),
                  strbuf_str(&names));
}

/* False after a report; the arena is to be ended in any case. */
static bool compile(Compiled *self, TnModule *m, const TnCompileOptions *o, TnObjectKind kind,
                    const IrGlobal *only) {
    static const ArtefactKind kinds[] = {[TN_OBJECT] = ARTEFACT_OBJECT,
                                         [TN_ARCHIVE] = ARTEFACT_OBJECT,
                                         [TN_ASSEMBLY] = ARTEFACT_ASSEMBLY,
                                         [TN_LLVM_IR] = ARTEFACT_IR};
    Ctx *ctx = &m->context->ctx;
    strbuf_init(&self->object, &self->arena);
    strbuf_init(&self->header, &self->arena);
    strbuf_init(&self->js, &self->arena);
    strbuf_init(&self->cpp, &self->arena);
    strbuf_init(&self->fortran, &self->arena);
    strbuf_init(&self->onednn, &self->arena);
    CFile *file = c_file_new(ctx, &self->arena);
    ccl_note_meeting(m->ir, &m->met);
    const ArtefactOptions how = {.name = o->name,
                                 .met = &m->met,
                                 .kind = kinds[kind],
                                 .freestanding = o->freestanding != 0,
                                 .weights_path = o->weights_file,
                                 .has_parameters = o->weights_parameters != 0,
                                 .max_ram = (int64_t)o->max_ram,
                                 .max_rom = (int64_t)o->max_rom,
                                 .is_training = o->training != 0,
                                 .onednn = o->onednn ? &self->onednn : NULL,
                                 .how = {.function = only,
                                         .holds = m->holds,
                                         .cpu = o->cpu,
                                         .plain = o->optimize == TN_OPTIMIZE_NONE,
                                         .threads = o->threads,
                                         .strict = o->strict != 0}};
    if (!make(file, m, &how, self)) return false;
    c_file_header(file, &self->header);
    if (o->js) c_bind_js(self->info.interface, &self->js);
    if (o->cpp) c_bind_cpp(self->info.interface, api_compile_header(ctx, o), &self->cpp);
    if (o->fortran && !c_bind_fortran(ctx, self->info.interface, &self->fortran)) return false;
    if (kind == TN_ARCHIVE) put_in_archive(self, o->name);
    return true;
}

TnStatus tn_module_compile_object(TnModule *m, const TnCompileOptions *options, TnObjectKind kind,
                                  TnText *object, TnText *header, TnCompiled *out) {
    TnCompileOptions o;
    if (object) *object = (TnText){.ptr = NULL};
    if (header) *header = (TnText){.ptr = NULL};
    if (!m || !object || !header || (unsigned)kind > TN_LLVM_IR)
        return api_usage(m ? m->context : NULL);
    TnContext *self = m->context;
    if (!api_compile_options(self, options, &o)) return TN_E_USAGE;
    if (o.onednn && (o.threads > 1 || o.freestanding || o.strict || o.training))
        return api_usage(self);
    TnText texts[6] = {{.ptr = NULL}};
    if (o.js) *o.js = texts[2];
    if (o.cpp) *o.cpp = texts[3];
    if (o.fortran) *o.fortran = texts[4];
    if (o.onednn) *o.onednn = texts[5];
    volatile Status written = STATUS_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Compiled c = {.info = {.written = STATUS_OK}};
        const IrGlobal *only;
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        arena_init(&c.arena, &self->ctx);
        if (api_is_known(m) && api_compile_function(m, o.function, &only) &&
            compile(&c, m, &o, kind, only)) {
            api_text(self, strbuf_str(&c.object), &texts[0]);
            api_text(self, strbuf_str(&c.header), &texts[1]);
            if (o.js) api_text(self, strbuf_str(&c.js), &texts[2]);
            if (o.cpp) api_text(self, strbuf_str(&c.cpp), &texts[3]);
            if (o.fortran) api_text(self, strbuf_str(&c.fortran), &texts[4]);
            if (o.onednn) api_text(self, strbuf_str(&c.onednn), &texts[5]);
            if (out) api_compile_tell(self, &c.info, out);
        }
        written = c.info.written;
        arena_fini(&c.arena);
    }
    const TnStatus status = api_leave_module(m, &b, (TnStatus)written);
    if (status == TN_OK) {
        *object = texts[0];
        *header = texts[1];
        if (o.js) *o.js = texts[2];
        if (o.cpp) *o.cpp = texts[3];
        if (o.fortran) *o.fortran = texts[4];
        if (o.onednn) *o.onednn = texts[5];
    } else {
        for (size_t i = 0; i < ARRAY_LEN(texts); i++) tn_text_free(&texts[i]);
    }
    return status;
}

static TnStatus link_object(TnContext *self, Str object, Str onednn, const char *target,
                            const char *path) {
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Target found = {.triple = "host"};
        api_begin(self);
        if (target) status = api_target(self, target, &found);
        if (status == TN_OK && !diag_errors(&self->ctx))
            status = (TnStatus)c_link(&self->ctx, object, onednn, found.triple, path);
    }
    return api_leave(self, &b, status);
}

TnStatus tn_object_link(TnContext *self, const TnText *object, const char *target,
                        const char *path) {
    if (!self || !object || !path) return api_usage(self);
    return link_object(self, (Str){object->ptr, object->len}, (Str){.len = 0}, target, path);
}

TnStatus tn_object_link_onednn(TnContext *self, const TnText *object, const TnText *onednn,
                               const char *path) {
    if (!self || !object || !onednn || !path) return api_usage(self);
    return link_object(self, (Str){object->ptr, object->len}, (Str){onednn->ptr, onednn->len}, NULL,
                       path);
}
