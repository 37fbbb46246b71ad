/* SPDX-License-Identifier: Apache-2.0 */
/* The files of a model: the graph in an opset that all of its nodes have, the model around it,
 * weights apart. */
#include "onnx/export.h"

/* Weights move to a file of their own. */
static void move_out(OnnxExport *x, OnnxBytes *data) {
    enum { LEAST = 1024, PAGE = 4096 };
    static const char zeros[PAGE];
    const char *place = x->options->data_name;
    for (size_t i = 0; i < x->main->initializers.len; i++) {
        OnnxTensor *t = x->main->initializers.at[i];
        if (t->raw.len < LEAST) continue;
        const size_t gap = (PAGE - data->bytes % PAGE) % PAGE;
        if (gap) vec_push(x->arena, &data->pieces, ((Str){zeros, gap}));
        vec_push(x->arena, &data->pieces, ((Str){t->raw.ptr, t->raw.len}));
        const char *const entries[][2] = {
            {"location", place},
            {"offset", arena_printf(x->arena, "%zu", data->bytes + gap)},
            {"length", arena_printf(x->arena, "%zu", t->raw.len)}};
        data->bytes += gap + t->raw.len;
        t->raw = (Str){.len = 0};
        t->has_raw = false;
        t->location = 1;
        for (size_t k = 0; k < ARRAY_LEN(entries); k++) {
            OnnxEntry *e = ARENA_NEW(x->arena, OnnxEntry);
            *e = (OnnxEntry){{entries[k][0], strlen(entries[k][0])},
                             {entries[k][1], strlen(entries[k][1])}};
            vec_push(x->arena, &t->external, (void *)e);
        }
    }
}

/* The graph in one opset; returns the one that it needs, or 0 after a report. */
static int64_t write_in(OnnxExport *x, IrFunction *fn, int64_t opset) {
    IrModule *m = x->m;
    Ctx *ctx = m->ctx;
    Arena *arena = x->arena;
    const size_t errors = diag_errors(ctx);
    *x = (OnnxExport){.ctx = ctx, .m = m, .arena = arena, .options = x->options, .opset = opset};
    map_init(&x->taken, arena);
    map_init(&x->constants, arena);
    map_init(&x->reported, arena);
    map_init(&x->live, arena);
    map_init(&x->rows, arena);
    map_init(&x->types, arena);
    map_init(&x->typed, arena);
    map_init(&x->noted, arena);
    map_init(&x->verbatim, arena);
    map_init(&x->inner, arena);
    x_keep_init(x);
    x->names = ARENA_ARRAY(arena, const char *, m->constants.len + 1);
    x->main = ARENA_NEW(arena, OnnxGraph);
    x->main->name = str_c(fn->name);
    WScope s;
    volatile int64_t needed = 0;
    arena_alloc(&m->scratch, 1);
    Boundary boundary;
    CTX_ENTER(ctx, &boundary) {
        x_main(&s, x, fn);
        x_prune(x);
        onnx_fuse(x);
        needed = onnx_opset_fit(&s);
        if (x->needed > needed) needed = x->needed;
        if (x->unknown != DTYPE_VOID)
            diag_error(ctx, fn->loc, DIAG_ONNX_FORM, fn->name,
                       arena_printf(arena, "values of %s, which it does not have",
                                    dtype_name(x->unknown)));
    }
    const Status status = ctx_leave(ctx, &boundary);
    arena_fini(&m->scratch);
    if (status != STATUS_OK && status != STATUS_INVALID) ctx_throw(ctx, status);
    if (diag_errors(ctx) != errors) return 0;
    BUG_IF(status != STATUS_OK);
    return needed;
}

bool onnx_write(IrModule *m, IrFunction *fn, Arena *arena, const OnnxWriteOptions *options,
                OnnxFiles *out) {
    Ctx *ctx = m->ctx;
    OnnxExport x = {.m = m, .arena = arena, .options = options};
    OnnxModel model;
    const int64_t opset = options->opset ? options->opset : onnx_written_opset(m);
    *out = (OnnxFiles){.model = {.bytes = 0}};
    out->opset = write_in(&x, fn, opset);
    out->needs = x.needs;
    out->needs_op = x.needs_op;
    if (out->opset != opset) return out->opset;
    x_prune_initializers(&x);
    x_model(&x, &model);
    x_add_kept(&x, fn, &model);
    const IrAttr *recipe = ir_function_attr(fn, ONNX_RECIPE, IR_ATTR_STRING);
    if (recipe) onnx_set_recipe(arena, &model, recipe->s);
    if (options->changed) onnx_tell_changes(&x);
    if (options->data_name) move_out(&x, &out->data);
    onnx_model_encode(arena, &model, &out->model);
    if (out->model.bytes <= INT32_MAX) return true;
    Diag *d = diag_error(ctx, (Loc){.line = 0}, DIAG_TOO_MANY, diag_fmt(ctx, "%d", INT32_MAX),
                         "bytes in one ONNX file");
    diag_found(ctx, d, "%zu", out->model.bytes);
    diag_help(ctx, d, "weights may go to a file of their own: --external-data");
    return false;
}
