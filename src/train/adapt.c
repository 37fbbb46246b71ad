/* SPDX-License-Identifier: Apache-2.0 */
/* A model made fit for what is asked of it, before anything else looks at it: another number of
 * classes, batches of any size, the last layers alone. A file of ONNX is changed and read again, so
 * that what is written later is that file; a text's function gets a new version. */
#include "eval/chain.h"
#include "ir/clone.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/gradient.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

/* --- Reading it again --- */

typedef struct {
    Arena *arena;
    VEC(TrainWeight) list;
} Reading;

static void take_weight(void *user, const char *param, const Tensor *value) {
    Reading *self = user;
    const TrainWeight w = {.name = arena_strdup(self->arena, str_c(param)), .is_given = true};
    vec_push(self->arena, &self->list, w);
    self->list.at[self->list.len - 1].value = train_take_weight(self->arena->ctx, value);
}

static void free_weights(TrainWeight *at, size_t n) {
    for (size_t i = 0; i < n; i++) tensor_unref(at[i].value);
}

static Tensor *constant(void *of, IrModule *m, const IrVar *v) {
    return eval_chain_tensor(of, m, v);
}

/* The file as it is asked for, in the model's place. False after a report; the model is as it was
 * then. */
static bool read_again(Arena *arena, TrainModel *model, const OnnxResize *how) {
    Ctx *ctx = arena->ctx;
    Reading reading = {.arena = arena};
    EvalChain constants;
    OnnxBytes pieces;
    memset(&pieces, 0, sizeof pieces);
    diag_source(ctx, model->path, (Str){.len = 0});
    if (!onnx_resized(arena, model->onnx, how, &pieces)) return false;
    char *bytes = arena_alloc(arena, pieces.bytes + 1), *at = bytes;
    for (size_t i = 0; i < pieces.pieces.len; i++) {
        const Str piece = pieces.pieces.at[i];
        if (piece.len) memcpy(at, piece.ptr, piece.len);
        at += piece.len;
    }
    eval_chain_init(&constants, ctx);
    const OnnxOptions options = {
        .weight = take_weight, .user = &reading, .constant = constant, .constants = &constants};
    IrModule *m = onnx_read(ctx, model->ops, model->path, (Str){bytes, pieces.bytes}, &options);
    eval_chain_fini(&constants);
    if (!m) {
        free_weights(reading.list.at, reading.list.len);
        return false;
    }
    ir_module_keep(m);
    ir_module_free(model->m);
    free_weights(model->weights, model->n_weights);
    model->m = m;
    model->onnx = (Str){bytes, pieces.bytes};
    model->weights = reading.list.at;
    model->n_weights = reading.list.len;
    const IrFunction *fn = blocks_public_function(m, model->function);
    for (size_t i = 0; fn && i < model->n_weights; i++) {
        TrainWeight *w = &model->weights[i];
        const char *file = ir_file_name(fn, ONNX_INPUTS, w->name);
        w->file = file ? file : w->name;
    }
    return fn != NULL;
}

/* --- Classes --- */

static const IrType *prediction_of(const IrFunction *fn) {
    return fn->result->kind == IR_TYPE_TUPLE && fn->result->n ? fn->result->fields[0] : fn->result;
}

static const IrVar *param_of(const TrainModel *model, const IrFunction *fn, size_t weight) {
    return fn->params.at[fn->params.len - model->n_weights + weight];
}

/* The text's function with other types of these weights. */
static bool clone_head(Arena *arena, TrainModel *model, const IrFunction *fn, const TrainHead *h,
                       int64_t classes) {
    IrModule *m = model->m;
    IrClone c;
    IrGlobal *g = fn->global;
    IrFunction *to = ir_clone_begin(&c, m, arena, fn, NULL);
    for (size_t i = 0; i < fn->params.len; i++) {
        const IrVar *p = fn->params.at[i];
        const TrainHeadPart *part = NULL;
        for (size_t k = 0; k < h->n; k++) {
            if (param_of(model, fn, h->parts[k].weight) == p) part = &h->parts[k];
        }
        if (!part) {
            ir_clone_param(&c, p);
            continue;
        }
        const IrDim **dims = ARENA_ARRAY(arena, const IrDim *, (size_t)p->type->ndim + 1);
        for (int32_t d = 0; d < p->type->ndim; d++) dims[d] = p->type->dims[d];
        dims[part->dim] = ir_dim_const(m, classes);
        const IrType *t = ir_type_tensor(m, dims, p->type->ndim, p->type->dtype);
        ir_clone_set_var(&c, p, ir_clone_new_param(&c, p->name, t));
    }
    if (!ir_clone_finish(&c)) return false;
    ir_function_publish(g, to);
    return true;
}

static bool resize_file(Arena *arena, TrainModel *model, const TrainHead *h, int64_t classes) {
    OnnxNewDim *list = ARENA_ARRAY(arena, OnnxNewDim, h->n);
    for (size_t i = 0; i < h->n; i++) {
        const TrainWeight *w = &model->weights[h->parts[i].weight];
        int64_t *dims = ARENA_ARRAY(arena, int64_t, (size_t)w->value->ndim + 1);
        size_t count, bytes;
        memcpy(dims, w->value->dims, w->value->ndim * sizeof *dims);
        dims[h->parts[i].dim] = classes;
        if (!tensor_count(dims, w->value->ndim, w->value->dtype, &count, &bytes))
            ctx_throw(arena->ctx, STATUS_MEMORY);
        list[i] = (OnnxNewDim){w->file, (uint32_t)h->parts[i].dim, classes, bytes};
    }
    const OnnxResize how = {list, h->n, h->classes, classes, 0, NULL};
    return read_again(arena, model, &how);
}

static bool set_classes(Arena *arena, TrainModel *model, int64_t classes) {
    Ctx *ctx = arena->ctx;
    TrainHead h;
    const IrFunction *fn = blocks_public_function(model->m, model->function);
    if (!train_find_head(arena, model, fn, &h)) return false;
    const char *files[ARRAY_LEN(h.parts)];
    for (size_t i = 0; i < h.n; i++)
        files[i] = arena_strdup(arena, str_c(model->weights[h.parts[i].weight].file));
    if (h.classes != classes && !(model->onnx.len ? resize_file(arena, model, &h, classes)
                                                  : clone_head(arena, model, fn, &h, classes))) {
        Diag *d = diag_error(
            ctx, no_place, DIAG_VALUE,
            diag_fmt(ctx, "the model does not work with %lld classes", (long long)classes));
        diag_expected(ctx, d, "what stands behind '%s' to take any number of classes", files[0]);
        return false;
    }
    fn = blocks_public_function(model->m, model->function);
    const IrType *t = prediction_of(fn);
    bool has = false;
    for (int32_t i = 0; t->kind == IR_TYPE_TENSOR && t->dims && i < t->ndim; i++)
        has |= ir_dim_is(t->dims[i], classes);
    for (size_t i = 0; i < model->n_weights; i++) {
        for (size_t k = 0; k < h.n; k++) {
            TrainWeight *w = &model->weights[i];
            if (strcmp(w->file, files[k]) == 0) w->is_given = !(w->is_new = true);
        }
    }
    if (has) return true;
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE, "the prediction has no dim of classes");
    diag_expected(ctx, d, "one of %lld", (long long)classes);
    diag_found(ctx, d, "%s", ir_type_text(model->m, t));
    return false;
}

/* --- Batches of any size --- */

/* The rows of the first input and of the prediction, where they are the same number; 0: they are
 * none. */
static int64_t fixed_rows(const TrainModel *model, const IrFunction *fn) {
    const IrType *x = fn->params.len > model->n_weights ? fn->params.at[0]->type : NULL;
    const IrType *y = prediction_of(fn);
    int64_t n, same;
    if (!x || x->kind != IR_TYPE_TENSOR || !x->dims || x->ndim < 1 || y->kind != IR_TYPE_TENSOR ||
        !y->dims || y->ndim < 1 || !ir_dim_is_const(x->dims[0], &n) ||
        !ir_dim_is_const(y->dims[0], &same) || n != same)
        return 0;
    return n;
}

/* Where rows stop being rows: the first value that has none of what it takes. */
static const IrVar *where_rows_end(const IrFunction *fn, const IrDim *rows) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        const IrType *t = b->var->type;
        if (t->kind != IR_TYPE_TENSOR || !t->dims || (t->ndim && t->dims[0] == rows)) continue;
        for (uint32_t i = 0; i < b->operands.n; i++) {
            const IrOperand *x = &b->operands.at[i];
            if (x->kind == IR_OPERAND_VAR && x->var->type->kind == IR_TYPE_TENSOR &&
                x->var->type->dims && x->var->type->ndim && x->var->type->dims[0] == rows)
                return b->var;
        }
    }
    return NULL;
}

/* A number of rows is an extent of it, or so many times that. */
static bool holds_rows(const IrType *t, const IrDim *rows) {
    for (int32_t i = 0; t->kind == IR_TYPE_TENSOR && t->dims && i < t->ndim; i++) {
        const IrDim *d = t->dims[i];
        if (d->n == 1 && rows->n == 1 && d->terms[0].mono == rows->terms[0].mono) return true;
    }
    return false;
}

static bool is_fixed(const IrType *t) {
    int64_t n;
    bool is = t->kind == IR_TYPE_TENSOR && t->dims;
    for (int32_t i = 0; is && i < t->ndim; i++) is = ir_dim_is_const(t->dims[i], &n);
    return is;
}

/* The first reshape of any number of rows to extents that hold a number of them. */
static const IrVar *where_rows_are_fixed(const IrFunction *fn, const IrDim *rows) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind != IR_BIND_CALL || b->op != &op_reshape || !is_fixed(b->var->type)) continue;
        const IrOperand *x = ir_operand_get(&b->operands, 0);
        if (x->kind == IR_OPERAND_VAR && holds_rows(x->var->type, rows)) return b->var;
    }
    return NULL;
}

static bool prevented(Ctx *ctx, int64_t rows, const IrVar *at) {
    Diag *d = diag_error(
        ctx, no_place, DIAG_VALUE,
        diag_fmt(ctx, "the model takes batches of %lld alone, and cannot be given others%s%s%s",
                 (long long)rows, at ? ": '" : "", at ? at->name : "", at ? "' prevents it" : ""));
    diag_help(ctx, d,
              "export it with any number of rows (torch: dynamic_axes); --batch %lld trains it as "
              "it is",
              (long long)rows);
    return false;
}

static bool free_rows(Arena *arena, TrainModel *model, const TrainOptions *o) {
    const IrFunction *fn = blocks_public_function(model->m, model->function);
    const int64_t rows = fixed_rows(model, fn);
    if (!model->onnx.len || !rows || o->batch == rows || (!o->batch && rows > 1)) return true;
    const OnnxResize how = {NULL, 0, 0, 0, rows, "rows"};
    if (!read_again(arena, model, &how)) return prevented(arena->ctx, rows, NULL);
    fn = blocks_public_function(model->m, model->function);
    const IrDim *is = fn->params.at[0]->type->dims[0];
    const IrVar *fixed = where_rows_are_fixed(fn, is);
    if (fixed) return prevented(arena->ctx, rows, fixed);
    const IrType *y = prediction_of(fn);
    if (y->kind == IR_TYPE_TENSOR && y->dims && y->ndim && y->dims[0] == is) return true;
    return prevented(arena->ctx, rows, where_rows_end(fn, is));
}

/* --- Names --- */

typedef VEC(const char *) Patterns;

/* The pattern, unless it is one of the file's names alone; then the parameters that have these. */
static Patterns own_patterns(Arena *arena, const TrainModel *model, const char *pattern) {
    Patterns out = {.at = NULL};
    bool is_own = false;
    for (size_t i = 0; i < model->n_weights; i++) {
        const TrainWeight *w = &model->weights[i];
        const bool fits = gradient_matches(pattern, w->name);
        is_own |= fits;
        if (!fits && train_weight_fits(w, pattern)) vec_push(arena, &out, w->name);
    }
    /* one that fits nothing is reported where it is looked for */
    if (is_own || !out.len) vec_push(arena, &out, pattern);
    return out;
}

/* Patterns of names of the file become such of parameters. */
static void use_own_names(Arena *arena, const TrainModel *model, TrainOptions *o) {
    Patterns trainable = {.at = NULL};
    VEC(TrainGroup) groups = {.at = NULL};
    for (size_t p = 0; p < o->n_trainable; p++) {
        const Patterns own = own_patterns(arena, model, o->trainable[p]);
        for (size_t i = 0; i < own.len; i++) vec_push(arena, &trainable, own.at[i]);
    }
    for (size_t g = 0; g < o->n_groups; g++) {
        const Patterns own = own_patterns(arena, model, o->groups[g].pattern);
        for (size_t i = 0; i < own.len; i++) {
            TrainGroup group = o->groups[g];
            group.pattern = own.at[i];
            vec_push(arena, &groups, group);
        }
    }
    o->trainable = trainable.at;
    o->n_trainable = trainable.len;
    o->groups = groups.at;
    o->n_groups = groups.len;
}

static bool choose_last(Arena *arena, const TrainModel *model, TrainOptions *o) {
    const char **names;
    const IrFunction *fn = blocks_public_function(model->m, model->function);
    if (!train_last_layers(arena, model, fn, o->last, &names, &o->n_trainable)) return false;
    o->trainable = names;
    return true;
}

bool train_adapt(Arena *arena, TrainModel *model, TrainOptions *o) {
    if (o->mode != TRAIN_STEPS || !model->n_weights) return true;
    if (o->classes && !set_classes(arena, model, o->classes)) return false;
    if (!o->ships && !free_rows(arena, model, o)) return false;
    use_own_names(arena, model, o);
    if (o->last && !choose_last(arena, model, o)) return false;
    return !o->lora || train_adapters(arena, model, o);
}

bool train_folded(const TrainModel *model) {
    const IrFunction *fn = blocks_public_function(model->m, model->function);
    return model->onnx.len && fn && train_has_folded_norms(fn);
}
