/* SPDX-License-Identifier: Apache-2.0 */
/* Modules as ONNX models: the calls of a copy are made legal, and what is legal is written. */
#include "api/options.h"

#include "base/beside.h"
#include "base/files.h"
#include "base/near.h"
#include "ir/copy.h"
#include "passes/blocks.h"
#include "passes/inline.h"
#include "passes/legalize.h"

/* Why calls that are left have no form, by the call. */
typedef struct {
    const IrBinding *call;
    const char *why;
} Reason;

/* Operators that have a node, but none in the opset that is written. */
typedef VEC(const OpDef *) Lacking;

typedef struct {
    Arena *arena;
    Map reasons; /* Reason */
    const OnnxKeep *keep;
    int64_t opset;
    const Lacking *lacking;
} Legal;

static bool is_lacking(const Lacking *self, const OpDef *op) {
    for (size_t i = 0; i < self->len; i++) {
        if (self->at[i] == op) return true;
    }
    return false;
}

static void note(void *user, const LegalDecision *d) {
    Legal *self = user;
    if (d->way) return;
    Reason *r = ARENA_NEW(self->arena, Reason);
    *r = (Reason){d->call, arena_strdup(self->arena, str_c(d->why))};
    map_add(&self->reasons, hash_ptr(0, d->call), r);
}

/* What is written as it was read stays whole; a node that was kept is one again, where the opset
 * has it. */
static bool is_legal(void *user, const IrBinding *call) {
    const Legal *self = user;
    if (call->op == &onnx_opaque_op || onnx_keeps(self->keep, call)) return true;
    if (call->op == &onnx_node_op) return onnx_node_is_written(call, self->opset);
    if (is_lacking(self->lacking, call->op)) return false;
    return legal_call(&onnx_legal, call) || onnx_legal_since(call, self->opset);
}

static const char *refuse(void *user, const IrBinding *call) {
    const Legal *self = user;
    if (is_legal(user, call)) return NULL;
    const char *why = "it is not in the legal set 'onnx17'";
    for (MapIter it = map_find(&self->reasons, hash_ptr(0, call)); map_next(&self->reasons, &it);) {
        const Reason *r = it.value;
        if (r->call == call) why = r->why; /* the last walk's */
    }
    return why;
}

static void tell(void *user, const OnnxChange *c) {
    const TnOnnxWriteOptions *how = user;
    const TnOnnxChange out = {.name = c->name,
                              .op_type = c->op_type,
                              .output = c->output,
                              .kind = c->kind,
                              .by = c->by,
                              .becomes = c->becomes};
    how->changed(how->user, &out);
}

/* In that opset, or out->opset says which one is needed: of a new copy, *own, which takes the place
 * of the last one. */
static bool files_in(TnModule *of, const TnOnnxWriteOptions *how, int64_t opset,
                     const Lacking *lacking, Arena *arena, OnnxFiles *out, IrModule **own) {
    Legal legal = {.arena = arena, .opset = opset, .lacking = lacking};
    ir_module_free(*own);
    IrModule *m = *own = ir_module_copy(of->ir);
    map_init(&legal.reasons, arena);
    const LegalOptions options = {.set = &onnx_legal,
                                  .lenient = true,
                                  .fold = true,
                                  .legal = is_legal,
                                  .decided = note,
                                  .user = &legal};
    const OnnxWriteOptions write = {.opset = opset,
                                    .data_name = how->data_name,
                                    .refuse = refuse,
                                    .user = &legal,
                                    .changed = how->changed ? tell : NULL,
                                    .changed_user = (void *)(uintptr_t)how};
    legal.keep = onnx_keep(m, opset, arena);
    IrFunction *fn = legalize(m, &options) ? blocks_public_function(m, how->function) : NULL;
    if (!fn || !onnx_write(m, fn, arena, &write, out)) return false;
    /* the copy may go */
    if (out->needs) out->needs = arena_strdup(arena, str_c(out->needs));
    return true;
}

/* The same, and an operator that has no node in the opset is decomposed, where it can be. */
static bool files_by_parts(TnModule *m, const TnOnnxWriteOptions *how, int64_t opset, Arena *arena,
                           OnnxFiles *out, IrModule **own) {
    Ctx *ctx = &m->context->ctx;
    Lacking lacking = {.at = NULL};
    const DiagMark mark = diag_mark(ctx);
    if (!files_in(m, how, opset, &lacking, arena, out, own)) return false;
    OnnxFiles tried = *out;
    while (tried.opset != opset && opset >= ONNX_OPSET_LEAST) {
        const OpDef *op = tried.needs_op;
        if (!op || !op->decompose || is_lacking(&lacking, op)) break;
        vec_push(arena, &lacking, op);
        diag_warning(ctx, (Loc){.line = 0}, DIAG_OPSET_PARTS,
                     diag_fmt(ctx, "%lld", (long long)opset), tried.needs, op->name);
        if (!files_in(m, how, opset, &lacking, arena, &tried, own)) break;
    }
    if (tried.opset == opset)
        *out = tried;
    else
        diag_rewind(ctx, mark); /* what it needs is told */
    return true;
}

bool api_onnx_files(TnModule *m, const TnOnnxWriteOptions *how, Arena *arena, OnnxFiles *out,
                    IrModule **own) {
    Ctx *ctx = &m->context->ctx;
    const int64_t wanted = how->opset;
    const int64_t file = onnx_written_opset(m->ir);
    int64_t opset = wanted ? wanted : file;
    const char *needs = NULL;
    *own = NULL;
    diag_source(ctx, m->ir->source, (Str){.len = 0});
    bool ok = files_by_parts(m, how, opset, arena, out, own);
    while (ok && out->opset != opset) { /* it rises */
        needs = out->needs;
        if (wanted) {
            diag_error(ctx, (Loc){.line = 0}, DIAG_OPSET_LACKS,
                       diag_fmt(ctx, "%lld", (long long)wanted), needs,
                       diag_fmt(ctx, "%lld", (long long)out->opset));
            return false;
        }
        opset = out->opset;
        ok = files_by_parts(m, how, opset, arena, out, own);
    }
    /* Calls are written in place: whoever reads the model infers the bodies with the arguments'
     * types. */
    ok = ok && inline_infers(*own, blocks_find_function(*own, how->function));
    if (ok && needs)
        diag_warning(ctx, (Loc){.line = 0}, DIAG_OPSET_RAISED,
                     diag_fmt(ctx, "%lld", (long long)opset),
                     diag_fmt(ctx, "%lld", (long long)file), needs);
    return ok;
}

TnStatus tn_onnx_written_get(size_t index, TnOnnxWritten *out) {
    const OpDef *op;
    const char *nodes;
    if (!out || !onnx_write_info(index, &op, &nodes)) return TN_E_USAGE;
    *out = (TnOnnxWritten){.name = op->name, .nodes = nodes};
    return TN_OK;
}

/* The name behind the last '/'. */
static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

bool api_check_places(TnModule *m, const char *path, const char *data) {
    Ctx *ctx = &m->context->ctx;
    const IrModule *ir = m->ir;
    const bool is_replaced = ir->source && beside_is_same(path, ir->source);
    const char *what = NULL, *place = data;
    if (!ctx->io.has_names || strcmp(path, "-") == 0) return true;
    if (data && beside_is_same(data, path)) what = "the model itself";
    if (data && !what && ir->source && beside_is_same(data, ir->source))
        what = "the model that was read";
    for (size_t i = 0; !what && i < ir->data_files.len; i++) {
        const char *file = ir->data_files.at[i];
        if (beside_is_same(path, file))
            place = path;
        else if (is_replaced || !data || !beside_is_same(data, file))
            continue;
        what = diag_fmt(ctx, "the data of '%s'", ir->source);
    }
    if (!what) return true;
    Diag *d = diag_error(ctx, (Loc){.line = 0}, DIAG_PLACE, place, what);
    diag_help(ctx, d,
              place == data ? "--external-data=NAME names another file"
                            : "write it to another file");
    return false;
}

/* The data and then the model, as one set: a model is there only with its data. */
static TnStatus write_files(TnContext *self, const char *path, const char *data,
                            const OnnxFiles *files) {
    TnStatus status = TN_OK;
    FilesPart part;
    if (!files->data.bytes)
        return api_output_pieces(self, path, files->model.pieces.at, files->model.pieces.len);
    files_part_begin(&part, &self->ctx);
    status = api_output_pieces(self, data, files->data.pieces.at, files->data.pieces.len);
    if (status == TN_OK)
        status = api_output_pieces(self, path, files->model.pieces.at, files->model.pieces.len);
    return api_outputs_end(self, &part, status);
}

/* A model has one graph: which function it is must be said, or plain. False after a report. */
static bool is_one_function(TnModule *m, const char *path) {
    Ctx *ctx = &m->context->ctx;
    NearNames names;
    near_names_begin(&names, ctx, "");
    for (size_t i = 0; i < m->ir->globals.len; i++) {
        const IrFunction *fn = m->ir->globals.at[i]->function;
        if (fn && fn->body && !fn->is_private) near_names_add(&names, fn->name);
    }
    if (names.n <= 1) return true;
    diag_source(ctx, m->ir->source, (Str){.len = 0});
    Diag *d =
        diag_error(ctx, (Loc){.line = 0}, DIAG_WRITE, path, "an ONNX model holds one function");
    diag_expected(ctx, d, "a module with one public function, or the name of the one to write");
    diag_found(ctx, d, "%zu public functions: %s", names.n, strbuf_cstr(&names.list));
    diag_help(
        ctx, d,
        "'tenon convert --function F' writes one of them (TnOnnxWriteOptions.function); a text file holds all");
    return false;
}

TnStatus api_write_onnx(TnModule *m, const char *path, const TnOnnxWriteOptions *options) {
    TnContext *self = m->context;
    Arena arena;
    OnnxFiles files;
    TnStatus status = TN_OK;
    const char *data = NULL;
    IrModule *own = NULL;
    TnOnnxWriteOptions how = options ? *options : (TnOnnxWriteOptions){.opset = 0};
    if (!(options && options->function) && !is_one_function(m, path)) return TN_E_INVALID;
    arena_init(&arena, &self->ctx);
    if (how.external_data)
        data = how.data_name ? how.data_name : arena_printf(&arena, "%s.data", name_of(path));
    how.data_name = data;
    if (api_onnx_files(m, &how, &arena, &files, &own)) {
        const int folder = (int)(name_of(path) - path);
        const char *beside = data ? arena_printf(&arena, "%.*s%s", folder, path, data) : NULL;
        if (!api_check_places(m, path, files.data.bytes ? beside : NULL))
            status = TN_E_INVALID;
        else
            status = write_files(self, path, beside, &files);
    }
    ir_module_free(own);
    arena_fini(&arena);
    return status;
}

TnStatus tn_module_write_onnx(TnModule *m, const char *path, const TnOnnxWriteOptions *options) {
    TnOnnxWriteOptions o;
    if (!m || !path) return api_usage(m ? m->context : NULL);
    if (!api_options(m->context, API_TnOnnxWriteOptions, options, &o)) return TN_E_USAGE;
    const char *data = o.data_name;
    const bool fits = !data || (*data && !strchr(data, '/') && strcmp(data, ".") != 0 &&
                                strcmp(data, "..") != 0 && strcmp(data, name_of(path)) != 0);
    if (!fits || (o.opset && (o.opset < ONNX_OPSET_LEAST || o.opset > ONNX_OPSET_MAX)))
        return api_usage(m->context);
    TnContext *self = m->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        status = api_write_onnx(m, path, &o);
    }
    return api_leave_module(m, &b, status);
}
