/* SPDX-License-Identifier: Apache-2.0 */
/* A model as a module: its opsets, functions and graph, and what an import holds. */
#include "base/near.h"
#include "onnx/keep.h"

static const Loc no_place = {.line = 0};

/* Names that are to be kept and that no node has. */
static void check_kept(OnnxImport *im, const OnnxGraph *g) {
    for (size_t i = 0; im->options && i < im->options->n_keep; i++) {
        if (im->kept[i]) continue;
        NearNames names;
        Diag *d = diag_error(im->ctx, no_place, DIAG_NAME, im->options->keep[i]);
        near_names_begin(&names, im->ctx, im->options->keep[i]);
        for (size_t k = 0; k < g->nodes.len; k++) {
            const OnnxNode *n = g->nodes.at[k];
            if (n->name.len)
                near_names_add(&names, onnx_text(im, n->name));
            else if (n->outputs.len)
                near_names_add(&names, onnx_text(im, n->outputs.at[0]));
        }
        near_names_end(&names, im->ctx, d, "a node of the model's graph, or an output of one");
    }
}

static void import_main(OnnxImport *im, const OnnxGraph *g) {
    IrModule *m = im->m;
    IrFunction *fn = ir_function_new(m, intern_c(&m->names, "main"));
    fn->global = ir_global_new(m, fn->name);
    fn->global->function = fn;
    fn->body = ir_body_new(fn, NULL);
    IrBuilder b = {.m = m, .fn = fn, .block = ir_block_append(fn->body, false)};
    OnnxScope scope;
    onnx_scope_init(&scope, im, NULL);
    onnx_scope_opsets(&scope, &im->model->opsets);
    im->main_scope = &scope;
    onnx_import_inputs(im, &b, &scope, g);
    OnnxWeights weights = {.fn = fn, .scope = &scope};
    if (im->options && im->options->weight) im->weights = &weights;
    if (im->weights) onnx_import_weights(im, &scope, g);
    im->kept = ARENA_ARRAY(&im->arena, bool, (im->options ? im->options->n_keep : 0) + 1);
    const bool ok = onnx_import_graph(im, &b, &scope, g);
    IrOperandBuf result;
    ir_operands_init(&result, &im->arena);
    const size_t at = ir_operands_tuple(&result);
    uint32_t n = 0;
    for (size_t i = 0; ok && i < g->outputs.len; i++)
        n += onnx_output_operand(im, &b, &scope, g->outputs.at[i], &result);
    ir_operands_end(&result, at, n);
    if (!g->outputs.len) diag_error(im->ctx, no_place, DIAG_VALUE, "the graph has no outputs");
    check_kept(im, g);
    if (diag_errors(im->ctx)) return;
    const bool is_single = g->outputs.len == 1;
    ir_body_set_result(fn->body, result.ops.at + is_single, (uint32_t)result.ops.len - is_single);
    fn->result = ir_returned_type(fn);
    if (im->weights) onnx_keep_weights(im);
    onnx_keep_names(im, fn, g);
    if (im->weights)
        onnx_attr_add(im, fn, "num_input",
                      (IrAttr){.kind = IR_ATTR_INT, .i = (int64_t)im->weights->n_inputs});
    onnx_opaque_keep(im, fn);
    onnx_record_main(im, &scope, fn);
    if (im->weights && im->options->bare) onnx_give_bare(im, &scope);
}

static bool check_opsets(OnnxImport *im) {
    const OnnxList *opsets = &im->model->opsets;
    const int64_t version = onnx_opset_of(opsets, (Str){.len = 0});
    if (version >= 1 && version <= ONNX_OPSET_MAX) return true;
    if (version == ONNX_NO_OPSET && opsets->len) return true; /* operators of other domains only */
    Diag *d = diag_error(im->ctx, no_place, DIAG_UNSUPPORTED,
                         diag_fmt(im->ctx, "opset %lld of the default domain",
                                  (long long)(version < 0 ? 0 : version)));
    diag_expected(im->ctx, d, "1 to %d", ONNX_OPSET_MAX);
    return false;
}

static void import_cleanup(Cleanup *node) {
    OnnxImport *im = (OnnxImport *)(void *)((char *)node - offsetof(OnnxImport, cleanup));
    for (size_t i = 0; i < im->tensors.len; i++) tensor_unref(im->tensors.at[i]);
    for (size_t i = 0; i < im->opened.len; i++) {
        if (im->opened.at[i]->shared) tensor_owner_unref(&im->opened.at[i]->shared->owner);
    }
}

void onnx_import_init(OnnxImport *self, Ctx *ctx, IrModule *m) {
    *self = (OnnxImport){.ctx = ctx, .m = m};
    arena_init(&self->arena, ctx);
    cleanup_push(ctx, &self->cleanup, import_cleanup);
    map_init(&self->rows, &self->arena);
    map_init(&self->functions, &self->arena);
    map_init(&self->files, &self->arena);
    map_init(&self->symbols, &self->arena);
    map_init(&self->taken, &self->arena);
}

void onnx_import_fini(OnnxImport *self) {
    cleanup_pop(&self->cleanup);
    import_cleanup(&self->cleanup);
    arena_fini(&self->arena);
}

enum { OPAQUE_WEIGHT = 2 * CTX_NODE_WEIGHT };

/* What is in im->model. */
static void import_model(OnnxImport *im) {
    Ctx *ctx = im->ctx;
    const OnnxOptions *options = im->options;
    const bool is_part = options && (options->n_from || options->n_to);
    if (!check_opsets(im)) return;
    onnx_note_functions(im, &im->model->functions);
    const size_t size = onnx_model_size(im);
    ir_growth_input(im->m, size);
    const bool may_be_opaque = options && options->opaque; /* such a node holds its text */
    ctx_given(ctx, (may_be_opaque ? OPAQUE_WEIGHT : CTX_NODE_WEIGHT) * size);
    if (onnx_expansion_fits(im) && (!is_part || onnx_cut(im))) import_main(im, im->model->graph);
}

/* The module of a model that is there, or is in the bytes. */
static IrModule *read_model(OnnxImport *im, const OnnxModel *model, Str bytes) {
    Ctx *ctx = im->ctx;
    IrModule *m = im->m;
    im->model = model;
    if (!model) {
        const Str kept = onnx_record_file(im, bytes);
        /* A file may be changed while it is mapped. */
        const bool is_mapped = im->options && im->options->owner;
        im->model = is_mapped ? onnx_model_parse_copied(&m->arena, kept)
                              : onnx_model_parse(&m->arena, kept);
        m->kept->model = im->model;
    }
    if (im->model && !im->model->graph) {
        Diag *d = diag_error(ctx, no_place, DIAG_VALUE, "no ONNX model");
        diag_expected(ctx, d, "a ModelProto with a graph");
        diag_found(ctx, d, "%zu bytes without one", bytes.len);
    } else if (im->model) {
        import_model(im);
    }
    onnx_files_end(im);
    onnx_import_fini(im);
    arena_fini(&m->scratch);
    if (diag_errors(ctx) == 0) return m;
    ir_module_free(m);
    return NULL;
}

static void begin(OnnxImport *im, Ctx *ctx, const OpTable *ops, const char *name,
                  const OnnxOptions *options) {
    IrModule *m = ir_module_new(ctx, ops);
    m->source = name ? intern_c(&m->names, name) : NULL;
    arena_alloc(&m->scratch, 1);
    onnx_import_init(im, ctx, m);
    im->path = name;
    im->options = options;
}

IrModule *onnx_read(Ctx *ctx, const OpTable *ops, const char *name, Str bytes,
                    const OnnxOptions *options) {
    diag_source(ctx, name, (Str){.len = 0});
    OnnxImport im;
    begin(&im, ctx, ops, name, options);
    ctx_given(ctx, bytes.len);
    return read_model(&im, NULL, bytes);
}

IrModule *onnx_read_again(const OnnxImport *of, const OnnxOptions *options) {
    OnnxImport im;
    begin(&im, of->ctx, of->m->ops->base, of->path, options);
    return read_model(&im, of->model, (Str){.len = 0});
}
