/* SPDX-License-Identifier: Apache-2.0 */
/* Modules: from text and files, to text and files, verified, compared. */
#include "api/options.h"

#include "base/hard.h"
#include "base/sniff.h"
#include "ir/copy.h"
#include "ir/equal.h"
#include "ir/text.h"
#include "ir/verify.h"
#include "onnx/onnx.h"
#include "ops/ccl_call.h"
#include "stablehlo/stablehlo.h"
#include "tensor/npy.h"

/* What a text without mistakes must meet although nobody asked for a verifier. */
enum { HARD_PROPS = IR_PROP_ALL & ~IR_PROP_PURE_BLOCKS };

/* Weights that go to files. */
typedef struct {
    ApiWeights weights; /* first */
    TnContext *context;
    const char *dir;
} WeightsTo;

static void write_weight(void *user, const char *param, const Tensor *value) {
    WeightsTo *to = user;
    Arena arena;
    if (to->weights.status != TN_OK) return;
    arena_init(&arena, &to->context->ctx);
    StrBuf bytes;
    strbuf_init(&bytes, &arena);
    npy_write(value, &bytes);
    const char *path = arena_printf(&arena, "%s/in_%s.npy", to->dir, param);
    to->weights.status = api_output(to->context, path, (Str){bytes.text.at, bytes.text.len});
    arena_fini(&arena);
}

static void write_bare(void *user, const Str *pieces, size_t n) {
    WeightsTo *to = user;
    Arena arena;
    if (to->weights.status != TN_OK) return;
    arena_init(&arena, &to->context->ctx);
    const char *path = arena_printf(&arena, "%s/" TN_BARE_MODEL, to->dir);
    to->weights.status = api_output_pieces(to->context, path, pieces, n);
    arena_fini(&arena);
}

/* False after a report: the file is no text, so that nobody needs to be told of each of its
 * bytes. */
static bool is_text(Ctx *ctx, ApiFormat format, const char *name, Str bytes) {
    const Sniff *is = sniff(bytes);
    if (!is || is->is_text) return true;
    diag_source(ctx, name, (Str){.len = 0});
    Diag *d = diag_error(ctx, (Loc){.line = 0}, DIAG_NOT_TEXT);
    diag_expected(ctx, d, format == FORMAT_STABLEHLO ? "MLIR text" : "Relax text");
    diag_found(ctx, d, "%s", is->what);
    if (is->help) diag_help(ctx, d, "%s", is->help);
    return false;
}

/* What could not be read as a model may be something else, which says more than where it stopped to
 * be one. */
static void say_what_it_is(Ctx *ctx, Str bytes) {
    const DiagList *list = ctx->diags;
    const Sniff *is = sniff(bytes);
    if (!list->diags.len || !is || is->is_onnx) return;
    Diag *d = &list->diags.at[0];
    if (d->id != DIAG_BYTE) return;
    diag_help(ctx, d, "the file begins like %s%s%s", is->what, is->help ? "; " : "",
              is->help ? is->help : "");
}

Tensor *api_constant(void *of, IrModule *m, const IrVar *v) { return eval_chain_tensor(of, m, v); }

static void passed(void *file, const char *from, const char *to) {
    file_share_passed(file, from, to);
}

/* Sets *out unless there are errors. While the text is here, so that what the verifier says has
 * it. onnx: how a model of that format is read. */
static void parse(TnContext *self, ApiFormat format, const char *name, Str text,
                  const OnnxOptions *onnx, unsigned props, TnModule **out) {
    Ctx *ctx = &self->ctx;
    const OpTable *ops = &self->added;
    const bool is_onnx = format == FORMAT_ONNX;
    if (HARD_MODE) props |= HARD_PROPS;
    if (!is_onnx && !is_text(ctx, format, name, text)) return;
    const ShloOptions shlo = {.passed = onnx->owner ? passed : NULL, .user = onnx->owner};
    IrModule *ir = is_onnx                      ? onnx_read(ctx, ops, name, text, onnx)
                   : format == FORMAT_STABLEHLO ? stablehlo_read(ctx, ops, name, text, &shlo)
                                                : ir_text_parse(ctx, ops, name, text);
    if (!ir && is_onnx) say_what_it_is(ctx, text);
    if (!ir) {
        BUG_IF(diag_errors(ctx) == 0);
        return;
    }
    if (props && !ir_verify(ir, props)) {
        ir_module_free(ir);
        return;
    }
    TnModule *m = ctx_resize(ctx, NULL, 0, sizeof *m);
    *m = (TnModule){.context = self, .ir = ir, .holds = props};
    ir_module_keep(ir);
    self->handles++;
    *out = m;
}

static TnStatus parse_text(TnContext *self, const char *name, const char *text, size_t len,
                           ApiFormat format, unsigned props, TnModule **out) {
    if (out) *out = NULL;
    if (!self || !out || (!text && len)) return api_usage(self);
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        EvalChain constants;
        eval_chain_init(&constants, &self->ctx);
        const OnnxOptions options = {.constant = api_constant, .constants = &constants};
        parse(self, format, name, (Str){text ? text : "", len}, &options, props, out);
        eval_chain_fini(&constants);
    }
    return api_leave(self, &b, TN_OK);
}

TnStatus tn_module_parse(TnContext *ctx, const char *name, const char *text, size_t len,
                         TnModule **out) {
    return parse_text(ctx, name, text, len, FORMAT_TEXT, IR_PROP_ALL, out);
}

TnStatus tn_module_parse_onnx(TnContext *ctx, const char *name, const char *bytes, size_t len,
                              TnModule **out) {
    return parse_text(ctx, name, bytes, len, FORMAT_ONNX, IR_PROP_ALL, out);
}

TnStatus tn_module_parse_stablehlo(TnContext *ctx, const char *name, const char *text, size_t len,
                                   TnModule **out) {
    return parse_text(ctx, name, text, len, FORMAT_STABLEHLO, IR_PROP_ALL, out);
}

TnStatus tn_module_parse_unverified(TnContext *ctx, const char *name, const char *text, size_t len,
                                    TnModule **out) {
    return parse_text(ctx, name, text, len, FORMAT_TEXT, 0, out);
}

void api_leave_weight(void *user, const char *name, const Tensor *value) {
    (void)user;
    (void)name;
    (void)value;
}

static const OnnxLength *lengths_of(const TnReadOptions *how, Arena *arena) {
    OnnxLength *all = ARENA_ARRAY(arena, OnnxLength, how->n_lengths + 1);
    for (size_t i = 0; i < how->n_lengths; i++)
        all[i] =
            (OnnxLength){how->lengths[i].name ? how->lengths[i].name : "", how->lengths[i].value};
    return all;
}

TnStatus api_read_file(TnContext *ctx, const char *path, const TnReadOptions *how,
                       ApiWeights *weights, TnModule **out) {
    if (out) *out = NULL;
    if (!ctx || !path || !out) return api_usage(ctx);
    if (how && ((how->n_from && !how->from) || (how->n_to && !how->to) ||
                (how->n_keep && !how->keep) || (how->n_lengths && !how->lengths)))
        return api_usage(ctx);
    const unsigned props = how && how->unverified ? 0 : IR_PROP_ALL;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&ctx->ctx, &b) {
        ApiInput input;
        api_begin(ctx);
        const ApiFormat format = api_format(ctx, path, DIAG_READ);
        if (format != FORMAT_UNKNOWN) {
            status = format == FORMAT_ONNX || format == FORMAT_STABLEHLO
                         ? api_input_share(&input, ctx, path)
                         : api_input_open(&input, ctx, path);
            if (status == TN_OK && diag_errors(&ctx->ctx) == 0) {
                const Str text = {input.data ? input.data : "", input.size};
                EvalChain constants;
                eval_chain_init(&constants, &ctx->ctx);
                OnnxOptions options = {.owner = input.shared ? &input.shared->owner : NULL,
                                       .weight = weights                          ? weights->weight
                                                 : how && how->weights_parameters ? api_leave_weight
                                                                                  : NULL,
                                       .bare = weights ? weights->bare : NULL,
                                       .user = weights,
                                       .constant = api_constant,
                                       .constants = &constants,
                                       .whole = how && how->whole,
                                       .opaque = how && how->opaque};
                if (how && format == FORMAT_ONNX) {
                    options.from = how->from, options.n_from = how->n_from;
                    options.to = how->to, options.n_to = how->n_to;
                    options.keep = how->keep, options.n_keep = how->n_keep;
                    options.lengths = lengths_of(how, &constants.arena);
                    options.n_lengths = how->n_lengths;
                }
                parse(ctx, format, api_path_name(path), text, &options, props, out);
                eval_chain_fini(&constants);
                if (weights) status = weights->status;
                if (weights && weights->file && format == FORMAT_ONNX && *out)
                    weights->file(weights, text);
            }
            const TnStatus closed = api_input_close(&input);
            if (closed != TN_OK) {
                tn_module_free(*out);
                *out = NULL;
                status = closed;
            }
        }
    }
    return api_leave(ctx, &b, status);
}

TnStatus tn_module_read(TnContext *ctx, const char *path, TnModule **out) {
    return api_read_file(ctx, path, NULL, NULL, out);
}

TnStatus tn_module_read_with(TnContext *ctx, const char *path, const TnReadOptions *options,
                             TnModule **out) {
    TnReadOptions all;
    if (out) *out = NULL;
    if (!api_options(ctx, API_TnReadOptions, options, &all)) return TN_E_USAGE;
    return api_read_file(ctx, path, &all, NULL, out);
}

TnStatus tn_module_read_weights(TnContext *ctx, const char *path, const char *dir, TnModule **out) {
    if (!dir) return api_usage(ctx);
    WeightsTo to = {
        .weights = {.weight = write_weight, .bare = write_bare}, .context = ctx, .dir = dir};
    const TnStatus status = api_read_file(ctx, path, NULL, &to.weights, out);
    if (status != TN_OK && out && *out) {
        tn_module_free(*out);
        *out = NULL;
    }
    return status;
}

TnStatus tn_module_read_unverified(TnContext *ctx, const char *path, TnModule **out) {
    const TnReadOptions options = {TN_SIZED(TnReadOptions), .unverified = 1};
    return api_read_file(ctx, path, &options, NULL, out);
}

TnStatus tn_module_copy(TnModule *m, TnModule **out) {
    if (out) *out = NULL;
    if (!m || !out) return api_usage(m ? m->context : NULL);
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        IrModule *ir = ir_module_copy(m->ir);
        TnModule *copy = ctx_resize(&self->ctx, NULL, 0, sizeof *copy);
        *copy = (TnModule){.context = self, .ir = ir, .holds = m->holds};
        ccl_copy_meeting(ir, &copy->met, &m->met);
        ir_module_keep(ir);
        self->handles++;
        *out = copy;
    }
    return api_leave_module(m, &b, TN_OK);
}

void tn_module_free(TnModule *m) {
    if (!m) return;
    TnContext *self = m->context;
    ir_module_free(m->ir);
    ctx_resize(&self->ctx, m, sizeof *m, 0);
    api_release(self);
}

TnStatus tn_module_verify(TnModule *m) {
    if (!m) return TN_E_USAGE;
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        diag_source(&self->ctx, m->ir->source, (Str){.len = 0});
        if (ir_verify(m->ir, IR_PROP_ALL)) m->holds = IR_PROP_ALL;
    }
    return api_leave_module(m, &b, TN_OK);
}

TnStatus tn_module_print(TnModule *m, TnText *out) {
    if (out) *out = (TnText){.ptr = NULL};
    if (!m || !out) return api_usage(m ? m->context : NULL);
    TnContext *self = m->context;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        Arena arena;
        StrBuf text;
        api_begin(self);
        arena_init(&arena, &self->ctx);
        strbuf_init(&text, &arena);
        ir_text_print(m->ir, &text);
        api_text(self, strbuf_str(&text), out);
        arena_fini(&arena);
    }
    return api_leave_module(m, &b, TN_OK);
}

TnStatus api_write_module(TnModule *m, const char *path) {
    TnContext *self = m->context;
    TnStatus status = TN_OK;
    Arena arena;
    StrBuf text;
    const ApiFormat format = api_format(self, path, DIAG_WRITE);
    if (format == FORMAT_ONNX) return api_write_onnx(m, path, NULL);
    if (format == FORMAT_STABLEHLO) return api_write_stablehlo(m, path, true);
    if (format != FORMAT_TEXT || !api_check_places(m, path, NULL)) return TN_OK;
    arena_init(&arena, &self->ctx);
    strbuf_init(&text, &arena);
    ir_text_print(m->ir, &text);
    status = api_output(self, path, strbuf_str(&text));
    arena_fini(&arena);
    return status;
}

TnStatus tn_module_write(TnModule *m, const char *path) {
    if (!m || !path) return api_usage(m ? m->context : NULL);
    TnContext *self = m->context;
    volatile TnStatus status = TN_OK;
    Boundary b;
    CTX_ENTER(&self->ctx, &b) {
        api_begin(self);
        status = api_write_module(m, path);
    }
    return api_leave_module(m, &b, status);
}

TnStatus tn_module_equal(TnModule *a, TnModule *b, TnText *why) {
    if (why) *why = (TnText){.ptr = NULL};
    if (!a || !b || a->context != b->context) {
        if (a) api_usage(a->context);
        return api_usage(b ? b->context : NULL);
    }
    TnContext *self = a->context;
    volatile TnStatus status = TN_OK;
    Boundary boundary;
    CTX_ENTER(&self->ctx, &boundary) {
        Arena arena;
        StrBuf text;
        api_begin(self);
        arena_init(&arena, &self->ctx);
        strbuf_init(&text, &arena);
        if (!ir_module_equal(a->ir, b->ir, why ? &text : NULL)) {
            if (why) api_text(self, strbuf_str(&text), why);
            status = TN_E_DIFFER;
        }
        arena_fini(&arena);
    }
    arena_fini(&b->ir->scratch);
    return api_leave_module(a, &boundary, status);
}
