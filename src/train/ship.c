/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of a program that goes on training without this library. */
#include "backend/training.h"
#include "ir/clone.h"
#include "ir/copy.h"
#include "ir/text.h"
#include "passes/bind_params.h"
#include "passes/blocks.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};

typedef struct {
    Ctx *ctx;
    Arena arena;
    Cleanup cleanup;
    TrainModel *model;
    const TrainOptions *o;
    TrainChoice choice;
    TrainingFunctions made;
    IrModule *m;
    IrFunction *of;
} Ship;

/* --- What the step's parts are --- */

static IrAttr text_attr(const char *s) { return (IrAttr){.kind = IR_ATTR_STRING, .s = s}; }
static IrAttr int_attr(int64_t i) { return (IrAttr){.kind = IR_ATTR_INT, .i = i}; }

/* Two programs with the same text take each other's parameters and state. */
static const char *signature(Ship *self) {
    const TrainOptions *o = self->o;
    StrBuf s;
    strbuf_init(&s, &self->arena);
    ir_text_print(self->model->m, &s);
    strbuf_puts(&s, train_term_text(&self->choice.optimizer_term, &self->arena));
    strbuf_puts(&s, o->average > 0 ? "\naverage" : "\n");
    for (size_t i = 0; i < self->made.n_trained; i++)
        strbuf_printf(&s, " %zu", self->made.trained[i]);
    const ContentHash h = content_hash(s.text.at, s.text.len);
    return arena_printf(&self->arena, "%016llx%016llx", (unsigned long long)h.high,
                        (unsigned long long)h.low);
}

static bool has_seed(const IrFunction *step) {
    const IrType *state = step->params.at[1]->type;
    return state->n > 1 && state->fields[1]->kind == IR_TYPE_TENSOR &&
           state->fields[1]->dtype == DTYPE_INT64;
}

/* What the model says of its data, row by row; n 0: nothing, or nothing that can be read. */
static IrAttr data_rows(Ship *self) {
    const IrAttr *text = ir_function_attr(self->of, ONNX_RECIPE, IR_ATTR_STRING);
    TrainRecipe recipe = {.n = 0};
    VEC(IrAttr) out = {.len = 0};
    if (text && !train_recipe_parse(&self->arena, text->s, &recipe)) recipe.n = 0;
    for (size_t i = 0; i < recipe.n; i++) {
        const TrainField *f = &recipe.fields[i];
        const double numbers[] = {f->missing, f->shift, f->scale};
        for (size_t k = 0; k < (f->n ? f->n : 1); k++) {
            vec_push(&self->arena, &out, text_attr(f->input ? f->input : ""));
            vec_push(&self->arena, &out, text_attr(f->column));
            vec_push(&self->arena, &out, text_attr(train_field_kind(f->kind)));
            for (size_t j = 0; j < ARRAY_LEN(numbers); j++) {
                StrBuf s;
                strbuf_init(&s, &self->arena);
                strbuf_double(&s, f->n ? 0 : numbers[j]);
                vec_push(&self->arena, &out, text_attr(strbuf_cstr(&s)));
            }
            vec_push(&self->arena, &out, text_attr(f->n ? f->categories[k] : ""));
        }
    }
    return (IrAttr){.kind = IR_ATTR_LIST, .n = (uint32_t)out.len, .items = out.at};
}

/* By rising key. */
static void describe(Ship *self, const char *begin) {
    enum { KEYS = 11 };
    Arena *arena = &self->arena;
    IrFunction *step = self->made.step->function;
    const TrainTerm *schedule = &self->choice.schedule;
    IrAttr items[KEYS], *trained = ARENA_ARRAY(arena, IrAttr, self->made.n_trained + 1);
    IrAttr values[TRAIN_TERM_VALUES];
    const char *keys[KEYS];
    uint32_t n = 0, n_values = 0;
    for (size_t i = 0; i < self->made.n_trained; i++)
        trained[i] = int_attr((int64_t)self->made.trained[i]);
    for (; n_values < TRAIN_TERM_VALUES && schedule->keys[n_values]; n_values++)
        values[n_values] = (IrAttr){.kind = IR_ATTR_FLOAT, .f = schedule->values[n_values]};
#define PUT(key, ...) (keys[n] = (key), items[n++] = (IrAttr)__VA_ARGS__)
    PUT(TRAINING_AVERAGE, {.kind = IR_ATTR_BOOL, .i = self->o->average > 0});
    keys[n] = TRAINING_BEGIN, items[n++] = text_attr(begin);
    const IrAttr data = data_rows(self);
    if (data.n) keys[n] = TRAINING_DATA, items[n++] = data;
    keys[n] = TRAINING_MODEL, items[n++] = text_attr(signature(self));
    keys[n] = TRAINING_OF, items[n++] = text_attr(self->of->name);
    PUT(TRAINING_RATE, {.kind = IR_ATTR_FLOAT, .f = self->choice.rate});
    keys[n] = TRAINING_SCHEDULE, items[n++] = text_attr(schedule->name);
    if (has_seed(step)) {
        const uint64_t seed = train_random(self->o->seed, TRAIN_STREAM_DROPOUT, 0) >> 2;
        keys[n] = TRAINING_SEED, items[n++] = int_attr((int64_t)seed);
    }
    keys[n] = TRAINING_STEPS, items[n++] = int_attr(self->o->steps);
    PUT(TRAINING_TRAINED,
        {.kind = IR_ATTR_LIST, .n = (uint32_t)self->made.n_trained, .items = trained});
    PUT(TRAINING_VALUES, {.kind = IR_ATTR_LIST, .n = n_values, .items = values});
#undef PUT
    const IrAttr all = {.kind = IR_ATTR_DICT, .n = n, .items = items, .keys = keys};
    const char *key = TRAINING_ATTR;
    const IrAttr dict = {.kind = IR_ATTR_DICT, .n = 1, .items = &all, .keys = &key};
    IrAttr own;
    ir_attr_copy(self->m, &own, &dict);
    /* behind the others, whose keys are less */
    IrAttr *list = ARENA_ARRAY(&self->m->arena, IrAttr, (size_t)step->attrs.n + 1);
    const char **names = ARENA_ARRAY(&self->m->arena, const char *, (size_t)step->attrs.n + 1);
    uint32_t at = 0, i = 0;
    for (; i < step->attrs.n && strcmp(step->attrs.keys[i], key) < 0; i++, at++)
        list[at] = step->attrs.items[i], names[at] = step->attrs.keys[i];
    list[at] = own.items[0], names[at++] = own.keys[0];
    for (; i < step->attrs.n; i++, at++)
        list[at] = step->attrs.items[i], names[at] = step->attrs.keys[i];
    step->attrs = (IrAttr){.kind = IR_ATTR_DICT, .n = at, .items = list, .keys = names};
}

/* --- The functions --- */

/* f_train_begin() -> weights */
static const char *make_begin(Ship *self) {
    IrModule *m = self->m;
    const char *base = arena_printf(&self->arena, "%s_train_begin", self->of->name), *name = base;
    for (int i = 1; ir_global_find(m, str_c(name)); i++)
        name = arena_printf(&self->arena, "%s_%d", base, i);
    IrGlobal *g = ir_global_new(m, ir_name(m, str_c(name)));
    IrFunction *fn = ir_function_new(m, g->name);
    fn->body = ir_body_new(fn, NULL);
    IrOperandBuf out;
    ir_operands_init(&out, &self->arena);
    const size_t at = ir_operands_tuple(&out);
    for (size_t i = 0; i < self->model->n_weights; i++) {
        const TrainWeight *w = &self->model->weights[i];
        IrConst *c = ir_const_new(m, tensor_ref(w->value));
        if (!c->name) c->name = ir_name(m, str_c(w->name));
        ir_operands_const(&out, c);
    }
    ir_operands_end(&out, at, (uint32_t)self->model->n_weights);
    blocks_set_result(fn, out.ops.at, (uint32_t)out.ops.len);
    ir_function_publish(g, fn);
    return g->name;
}

/* What the state begins with is known without a function. */
static void remove_others(Ship *self, const IrGlobal *begin) {
    IrModule *m = self->m;
    IrGlobal **kept = ARENA_ARRAY(&self->arena, IrGlobal *, m->globals.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrGlobal *g = m->globals.at[i];
        const IrFunction *fn = g->function;
        const bool is_ours =
            g == begin || g == self->made.step || strcmp(g->name, self->of->name) == 0;
        if (is_ours || !fn || !fn->body || fn->is_private) kept[n++] = g;
    }
    ir_globals_set(m, kept, n);
}

/* The step takes so many rows alone. */
static bool bind_batch(Ship *self, size_t n_inputs) {
    const IrType *x = n_inputs ? self->of->params.at[0]->type : NULL;
    const int64_t batch = self->o->batch;
    int64_t fixed;
    if (!batch) return true;
    const IrDim *rows = x && x->kind == IR_TYPE_TENSOR && x->ndim > 0 ? x->dims[0] : NULL;
    if (rows && ir_dim_is_const(rows, &fixed) && fixed == batch) return true;
    const char *name = rows && !ir_dim_is_const(rows, &fixed) ? ir_dim_text(self->m, rows) : NULL;
    if (name && ir_symbol_find(self->made.step->function, ir_name(self->m, str_c(name)))) {
        const BindDim bind = {.name = name, .value = batch};
        return pass_bind_symbolic_vars(self->m, self->made.step->function, &bind, 1);
    }
    Diag *d =
        diag_error(self->ctx, no_place, DIAG_VALUE, "a batch has as many rows as the model says");
    diag_expected(self->ctx, d, "--batch for a model whose first dim is a symbol");
    return false;
}

static bool make(Ship *self) {
    Ctx *ctx = self->ctx;
    TrainModel *model = self->model;
    const TrainOptions *o = self->o;
    if (!train_initialize(&self->arena, model, o)) return false;
    if (!train_choose_method(ctx, &self->arena, model, o, &self->choice)) return false;
    const TrainTerm *schedule = &self->choice.schedule;
    const bool by_total =
        strcmp(schedule->name, "cosine") == 0 || strcmp(schedule->name, "linear") == 0;
    if (by_total && o->steps < 1) {
        Diag *d =
            diag_error(ctx, no_place, DIAG_VALUE,
                       diag_fmt(ctx, "the schedule %s is of a number of steps", schedule->name));
        diag_expected(ctx, d, "--steps, after which it is at its end");
        return false;
    }
    self->m = ir_module_copy(model->m);
    self->of = blocks_public_function(self->m, model->function);
    const size_t n_inputs = self->of->params.len - model->n_weights;
    TrainingGroup *groups = ARENA_ARRAY(&self->arena, TrainingGroup, o->n_groups + 1);
    const TrainingOptions how = train_passes(o, &self->choice, n_inputs, groups);
    if (!training_steps(self->m, &how, &self->made) || !bind_batch(self, n_inputs)) return false;
    self->made.step = ir_global_find(self->m, str_c(self->made.step->name));
    const char *begin = make_begin(self);
    describe(self, begin);
    remove_others(self, ir_global_find(self->m, str_c(begin)));
    return true;
}

IrModule *train_ship(Ctx *ctx, TrainModel *model, const TrainOptions *o) {
    Ship self = {.ctx = ctx, .model = model, .o = o};
    arena_init(&self.arena, ctx);
    const bool ok = make(&self);
    arena_fini(&self.arena);
    if (ok) ir_module_part(self.m); /* the model may go before it */
    if (ok) return self.m;
    if (self.m) ir_module_free(self.m);
    return NULL;
}
