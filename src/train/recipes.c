/* SPDX-License-Identifier: Apache-2.0 */
/* Which recipe a run goes by: that of the model, where it was trained on a table before; else one
 * that is made of the data. Data to validate with always follow it. */
#include <math.h>

#include "passes/blocks.h"
#include "train/parts.h"
#include "train/pictures.h"

static const Loc no_place = {.line = 0};

/* Elements of a row of an input; -1: they are not known. */
static int64_t width_of(const IrType *t) {
    int64_t width = 1;
    if (t->kind != IR_TYPE_TENSOR || !t->dims) return -1;
    for (int32_t i = 1; i < t->ndim; i++) {
        int64_t n;
        if (!ir_dim_is_const(t->dims[i], &n) || !mul_i64(width, n, &width)) return -1;
    }
    return width;
}

static void want_inputs(const TrainRun *self, const IrFunction *fn, Arena *arena,
                        TrainWants *wants) {
    const size_t n = fn->params.len - self->model->n_weights;
    TrainWant *inputs = ARENA_ARRAY(arena, TrainWant, n + 1);
    for (size_t i = 0; i < n; i++) {
        const IrVar *p = fn->params.at[i];
        const char *file = ir_file_name(fn, ONNX_INPUTS, p->name);
        const bool is_tensor = p->type->kind == IR_TYPE_TENSOR;
        inputs[i] = (TrainWant){.name = arena_strdup(arena, str_c(file ? file : p->name)),
                                .is_int = is_tensor && !dtype_is_float(p->type->dtype),
                                .width = width_of(p->type),
                                .ndim = is_tensor && p->type->dims ? p->type->ndim - 1 : -1};
        for (int32_t k = 0; inputs[i].ndim == 3 && k < 3; k++) {
            if (!ir_dim_is_const(p->type->dims[k + 1], &inputs[i].dims[k])) inputs[i].ndim = -1;
        }
    }
    wants->inputs = inputs;
    wants->n = n;
}

/* The model's recipe, where it has one that is about these data. False after a report. */
static bool take_recipe(TrainRun *self, const IrFunction *fn, bool *has) {
    const IrAttr *text = ir_function_attr(fn, ONNX_RECIPE, IR_ATTR_STRING);
    const bool trains = self->o.mode == TRAIN_STEPS;
    *has = false;
    if (!text || (trains && (self->o.n_columns || self->o.classes))) return true;
    if (!train_recipe_parse(&self->arena, text->s, &self->recipe)) return false;
    TrainField *target = (TrainField *)(uintptr_t)train_recipe_target(&self->recipe);
    const bool is_other = self->o.target && target && strcmp(target->column, self->o.target) != 0;
    if (is_other && trains) return true; /* something else is to be learned */
    if (is_other) target->column = self->o.target;
    *has = true;
    return true;
}

static bool no_recipe(TrainRun *self, const char *name) {
    Diag *d = diag_error(
        self->ctx, no_place, DIAG_VALUE,
        diag_fmt(self->ctx, "the model does not say how to read the table or folder %s", name));
    diag_help(self->ctx, d,
              "what `tenon train --data F.csv -o M.onnx` writes does; an .npz has the inputs as "
              "they are");
    return false;
}

/* What a model sees of it follows from the model. */
static bool is_raw(const TrainSource *s) { return s->is_table || s->is_pictures; }

/* Whether the recipe is about such data; else that is reported. */
static bool is_of(const TrainRun *self, const TrainRecipe *recipe, const TrainSource *s) {
    bool pictures = false;
    for (size_t i = 0; i < recipe->n; i++)
        pictures |= recipe->fields[i].kind == TRAIN_FIELD_PICTURE;
    if (pictures == s->is_pictures) return true;
    Diag *d = diag_error(self->ctx, no_place, DIAG_VALUE,
                         diag_fmt(self->ctx, "%s is not what the model was trained on", s->name));
    diag_expected(self->ctx, d, pictures ? "a folder of pictures" : "a table");
    return false;
}

/* In the place of a table, or a folder of pictures, its view. */
static bool open_table(TrainRun *self, TrainSource **source, const TrainWants *wants) {
    TrainRecipe made;
    if (!is_raw(*source)) return true;
    if (wants->recipe && !is_of(self, wants->recipe, *source)) return false;
    TrainSource *view = ((*source)->is_table ? train_table_view : train_pictures_view)(
        &self->arena, *source, wants, &made);
    if (!view) return false;
    *source = view;
    if (!wants->recipe) self->recipe = made;
    return true;
}

bool train_open_tables(TrainRun *self) {
    const bool has_table = is_raw(self->data) || (self->val && is_raw(self->val));
    TrainOptions *o = &self->o;
    IrFunction *fn = blocks_public_function(self->model->m, self->model->function);
    bool has = false;
    TrainWants wants = {.target = o->target,
                        .has_target = o->mode != TRAIN_PREDICT,
                        .columns = o->columns,
                        .n_columns = o->n_columns};
    if (!fn) return false;
    if (!has_table && o->n_columns) {
        diag_error(
            self->ctx, no_place, DIAG_VALUE,
            diag_fmt(self->ctx,
                     "%s is no table, and no folder of pictures, that could be read in other ways",
                     self->data->name));
        return false;
    }
    if ((has_table || o->mode != TRAIN_STEPS) && !take_recipe(self, fn, &has)) return false;
    if (has && o->mode != TRAIN_STEPS && !o->loss && self->recipe.loss[0])
        o->loss = self->recipe.loss;
    if (!has_table) return true;
    want_inputs(self, fn, &self->arena, &wants);
    if (has) wants.recipe = &self->recipe;
    if (!has && (o->mode != TRAIN_STEPS || !is_raw(self->data)))
        return no_recipe(self, is_raw(self->data) ? self->data->name : self->val->name);
    if (!open_table(self, &self->data, &wants)) return false;
    wants.recipe = &self->recipe;
    if (self->val && !open_table(self, &self->val, &wants)) return false;
    const TrainField *target = train_recipe_target(&self->recipe);
    if (target && wants.has_target) o->target = target->column;
    self->recipe_text = "";
    return true;
}

/* What a model begins with gives numbers of about 1, and a step changes them by little. */
static void look_at_target(TrainRun *self, const TrainField *target) {
    enum { FAR = 100 };
    const LossKind k = self->choice.loss.kind;
    const bool is_distance = k == LOSS_MSE || k == LOSS_L1 || k == LOSS_HUBER;
    const bool is_far = target && target->kind == TRAIN_FIELD_NUMBER && target->scale == 1 &&
                        fabs(target->missing) > FAR;
    if (!is_distance || !is_far || self->o.mode != TRAIN_STEPS) return;
    self->far_target = arena_printf(&self->arena,
                                    "the target '%s' is %.4g on average, and a model begins with "
                                    "numbers near 0: --column '%s:standard' trains on it by its "
                                    "mean and deviation, and predicts it in its own unit",
                                    target->column, target->missing, target->column);
}

const char *train_far_target(const TrainRun *self) { return self->far_target; }

bool train_close_recipe(TrainRun *self) {
    const TrainField *target = train_recipe_target(&self->recipe);
    const LossKind k = self->choice.loss.kind;
    const bool is_class = k == LOSS_CROSS_ENTROPY || k == LOSS_NLL || k == LOSS_BCE ||
                          k == LOSS_BCE_LOGITS || k == LOSS_SOFT_CROSS_ENTROPY;
    StrBuf s;
    if (!self->recipe_text) return true;
    if (target && target->kind != TRAIN_FIELD_NUMBER && !is_class && self->o.mode == TRAIN_STEPS) {
        Diag *d = diag_error(self->ctx, no_place, DIAG_VALUE,
                             diag_fmt(self->ctx,
                                      "the column '%s' holds classes, and the loss %s "
                                      "is of numbers",
                                      target->column, loss_names[k]));
        diag_expected(self->ctx, d, "a model that predicts %zu numbers in a row: one of each class",
                      target->n);
        return false;
    }
    look_at_target(self, target);
    if (self->o.mode == TRAIN_STEPS)
        self->recipe.loss = self->o.loss ? self->o.loss : loss_names[k];
    strbuf_init(&s, &self->arena);
    train_recipe_print(&self->recipe, &s);
    self->recipe_text = strbuf_cstr(&s);
    return true;
}
