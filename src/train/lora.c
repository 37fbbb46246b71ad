/* SPDX-License-Identifier: Apache-2.0 */
/* Adapters of low rank (Hu et al. 2021): of a product x @ w the model makes x @ w + (x @ a) @ b,
 * where a is (in, rank) and drawn, and b is (rank, out) and begins as 0. The weight stays as it is,
 * and only a and b are trained, so gradients and the optimizer's state are theirs. What is written
 * is w + a @ b in the place of w, in the model as it was before; or a and b alone. */
#include <math.h>

#include "ir/clone.h"
#include "ir/copy.h"
#include "ops/decompose.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "train/parts.h"

static const Loc no_place = {.line = 0};
enum { RANK_MAX = 1 << 20 };

typedef struct {
    bool is_chosen, is_swapped, is_mixed; /* the weight's dims; both ways */
    int64_t products, in, out;            /* uses in products; extents of these */
    IrVar *a, *b;                         /* parameters of the new function */
} Site;

typedef struct {
    Arena *arena;
    TrainModel *model;
    const IrFunction *fn;
    size_t first; /* parameter that is a weight */
    int64_t rank;
    const char **patterns;
    size_t n_patterns;
    Site *sites;    /* by weight */
    size_t *by_var; /* by id of a variable: which weight it is, from 1 */
} Lora;

/* --- Which weights --- */

static bool wrong(const Lora *self, const char *what, const char *expected, const char *found) {
    Ctx *ctx = self->arena->ctx;
    Diag *d = diag_error(ctx, no_place, DIAG_VALUE, what);
    diag_expected(ctx, d, "%s", expected);
    if (found) diag_found(ctx, d, "%s", found);
    return false;
}

/* "8", or "8:blocks.*,head" */
static bool parse(Lora *self, const char *text) {
    const char *colon = strchr(text, ':');
    const Str rank = {text, colon ? (size_t)(colon - text) : strlen(text)};
    VEC(const char *) list = {.at = NULL};
    double n;
    bool ok = parse_double(rank, &n) && n >= 1 && n <= RANK_MAX && n == floor(n);
    self->rank = ok ? (int64_t)n : 1;
    for (const char *at = colon; ok && at;) {
        const char *comma = strchr(++at, ',');
        const Str item = {at, comma ? (size_t)(comma - at) : strlen(at)};
        ok = item.len > 0;
        vec_push(self->arena, &list, arena_strdup(self->arena, item));
        at = comma;
    }
    self->patterns = list.at;
    self->n_patterns = list.len;
    return ok || wrong(self, "adapters are not said so",
                       "RANK, or RANK:GLOB with names of weights between commas",
                       diag_fmt(self->arena->ctx, "'%s'", text));
}

/* The weight of two dims that an operand is; -1: none. */
static int64_t weight_at(const Lora *self, const IrOperand *x, bool *swapped) {
    const IrVar *v = x->kind == IR_OPERAND_VAR ? x->var : NULL;
    *swapped = false;
    while (v && v->def && v->def->kind == IR_BIND_CALL && v->def->op == &op_permute_dims &&
           v->type->ndim == 2) {
        const IrOperand *from = ir_operand_get(&v->def->operands, 0);
        const IrAttr *axes = &v->def->attrs[ir_op_attr_index(v->def->op, "axes")];
        *swapped ^= axes->kind != IR_ATTR_INTS || axes->ints[0] != 0;
        v = from->kind == IR_OPERAND_VAR ? from->var : NULL;
    }
    /* variables of nested functions have other ids */
    if (!v || v->def || v->id >= self->fn->n_vars || !self->by_var[v->id]) return -1;
    const size_t w = self->by_var[v->id] - 1;
    return self->fn->params.at[self->first + w] == v ? (int64_t)w : -1;
}

/* Products by weights, in the function itself. */
static void find_products(Lora *self) {
    IrWalk walk;
    ir_walk_init(&walk, self->fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        bool swapped;
        if (b->kind != IR_BIND_CALL || b->op != &op_matmul) continue;
        const IrOperand *x = ir_operand_get(&b->operands, 1);
        const int64_t w = weight_at(self, x, &swapped);
        if (w < 0 || x->var->type->ndim != 2 || !dtype_is_float(x->var->type->dtype)) continue;
        Site *s = &self->sites[w];
        if (!ir_dim_is_const(x->var->type->dims[0], &s->in) ||
            !ir_dim_is_const(x->var->type->dims[1], &s->out))
            continue;
        s->is_mixed |= s->products && s->is_swapped != swapped;
        s->is_swapped = swapped;
        s->products++;
    }
}

/* What takes the variable, or what it is but for the order of its dims. */
static int64_t n_uses(const Lora *self, const IrVar *weight) {
    VEC(const IrVar *) open = {.at = NULL};
    int64_t n = 0;
    vec_push(self->arena, &open, weight);
    for (size_t i = 0; i < open.len; i++) {
        for (const IrOperand *u = open.at[i]->uses; u; u = u->next_use) {
            const IrBinding *b = u->list->binding;
            if (b && b->kind == IR_BIND_CALL && b->op == &op_permute_dims)
                vec_push(self->arena, &open, b->var);
            else
                n++;
        }
    }
    return n;
}

/* Why a weight gets no adapter; NULL: it may. */
static const char *why_not(const Lora *self, size_t w) {
    const Site *s = &self->sites[w];
    const IrVar *v = self->fn->params.at[self->first + w];
    if (!s->products) return "no product is by it alone, with two dims";
    if (s->is_mixed || n_uses(self, v) != s->products) return "it is used otherwise, too";
    if (self->rank * (s->in + s->out) >= s->in * s->out)
        return "an adapter of this rank would not be smaller than it";
    return NULL;
}

static bool choose(Lora *self) {
    Ctx *ctx = self->arena->ctx;
    const TrainModel *model = self->model;
    size_t n = 0;
    bool ok = true;
    for (size_t i = 0; i < model->n_weights; i++) {
        if (self->n_patterns) break;
        self->sites[i].is_chosen = !why_not(self, i);
        n += self->sites[i].is_chosen;
    }
    for (size_t p = 0; p < self->n_patterns; p++) {
        size_t fits = 0;
        const char *why = NULL;
        for (size_t i = 0; i < model->n_weights; i++) {
            if (!train_weight_fits(&model->weights[i], self->patterns[p])) continue;
            const char *no = why_not(self, i);
            self->sites[i].is_chosen |= !no;
            fits += !no;
            if (no) why = diag_fmt(ctx, "'%s': %s", model->weights[i].file, no);
        }
        n += fits;
        if (!fits)
            ok = wrong(self, diag_fmt(ctx, "'%s' names no weight to adapt", self->patterns[p]),
                       "a weight of two dims that products alone are by",
                       why ? why : "no weight of that name");
    }
    return ok && (n || wrong(self, "there is no weight to adapt",
                             "a weight of two dims that products alone are by, larger than "
                             "adapters of this rank",
                             NULL));
}

/* --- The model with adapters --- */

static IrCloneAnswer visit(IrClone *c, IrBinding *b) {
    Lora *self = c->user;
    bool swapped;
    if (c->outer || b->kind != IR_BIND_CALL || b->op != &op_matmul) return IR_CLONE_COPY;
    const int64_t w = weight_at(self, ir_operand_get(&b->operands, 1), &swapped);
    if (w < 0 || !self->sites[w].is_chosen) return IR_CLONE_COPY;
    if (!ir_clone_binding(c, b)) return IR_CLONE_FAILED;
    OpDecompose d = {.b = &c->b, .name = "adapter"};
    const IrOperand y = *ir_clone_value(c, b->var);
    const IrOperand x = *ir_operand_get(&c->b.block->last->operands, 0);
    const Site *s = &self->sites[w];
    const IrOperand low = d2(&d, &op_matmul, d_cast(&d, x, s->a->type->dtype), d_var(s->a));
    const IrOperand own = d2(&d, &op_matmul, low, d_var(s->b));
    ir_clone_set(c, b->var, d2(&d, &op_add, y, d_cast(&d, own, d_type(&d, y)->dtype)));
    return IR_CLONE_DONE;
}

/* A parameter behind all others, and its weight. */
static IrVar *add_weight(Lora *self, IrClone *c, size_t of, bool is_b, TrainWeight *out) {
    const TrainModel *model = self->model;
    const TrainWeight *w = &model->weights[of];
    const Site *s = &self->sites[of];
    IrModule *m = model->m;
    const DType dtype = self->fn->params.at[self->first + of]->type->dtype;
    const int64_t extents[] = {is_b ? self->rank : s->in, is_b ? s->out : self->rank};
    const IrDim *dims[] = {ir_dim_const(m, extents[0]), ir_dim_const(m, extents[1])};
    const char *name = arena_printf(self->arena, "%s_lora_%c", w->name, is_b ? 'B' : 'A');
    for (size_t i = 0; i < self->fn->params.len; i++) {
        if (strcmp(self->fn->params.at[i]->name, name) != 0) continue;
        name = arena_printf(self->arena, "%s_", name);
        i = (size_t)-1;
    }
    *out = (TrainWeight){.name = name,
                         .file = arena_printf(self->arena, "%s.lora_%c", w->file, is_b ? 'B' : 'A'),
                         .is_given = is_b,
                         .adapts = of + 1,
                         .is_swapped = s->is_swapped};
    return ir_clone_new_param(c, intern_c(&m->names, name), ir_type_tensor(m, dims, 2, dtype));
}

static bool add_adapters(Lora *self) {
    TrainModel *model = self->model;
    IrClone c;
    IrGlobal *g = self->fn->global;
    size_t n = model->n_weights;
    TrainWeight *all = ARENA_ARRAY(self->arena, TrainWeight, 3 * n + 1);
    memcpy(all, model->weights, n * sizeof *all);
    IrModule *base = ir_module_copy(model->m);
    ir_module_keep(base);
    model->base = base;
    IrFunction *to = ir_clone_begin(&c, model->m, self->arena, self->fn, NULL);
    for (size_t i = 0; i < self->fn->params.len; i++) ir_clone_param(&c, self->fn->params.at[i]);
    const size_t n_base = n;
    model->weights = all; /* so that whoever frees the model finds them */
    for (size_t i = 0; i < n_base; i++) {
        Site *s = &self->sites[i];
        if (!s->is_chosen) continue;
        s->a = add_weight(self, &c, i, false, &all[n]);
        n++;
        s->b = add_weight(self, &c, i, true, &all[n]);
        model->n_weights = ++n;
        all[n - 1].value = /* zeros */
            tensor_new(model->m->ctx, s->b->type->dtype, (int64_t[]){self->rank, s->out}, 2);
    }
    c.visit = visit;
    c.user = self;
    if (!ir_clone_finish(&c)) return false;
    ir_function_publish(g, to);
    ir_body_fix_outputs(to);
    return true;
}

/* What is trained: adapters, what --classes made anew, and what was named. */
static void set_trainable(Lora *self, TrainOptions *o) {
    const TrainModel *model = self->model;
    const char **names = ARENA_ARRAY(self->arena, const char *, o->n_trainable + model->n_weights);
    size_t n = 0;
    for (size_t i = 0; i < o->n_trainable; i++) names[n++] = o->trainable[i];
    for (size_t i = 0; i < model->n_weights; i++) {
        const TrainWeight *w = &model->weights[i];
        if (w->adapts || w->is_new) names[n++] = w->name;
    }
    o->trainable = names;
    o->n_trainable = n;
}

bool train_adapters(Arena *arena, TrainModel *model, TrainOptions *o) {
    Lora self = {.arena = arena, .model = model};
    const size_t n = model->n_weights;
    self.fn = blocks_public_function(model->m, model->function);
    if (!parse(&self, o->lora)) return false;
    self.first = self.fn->params.len - n;
    self.sites = ARENA_ARRAY(arena, Site, n + 1);
    self.by_var = ARENA_ARRAY(arena, size_t, (size_t)self.fn->n_vars + 1);
    memset(self.sites, 0, n * sizeof *self.sites);
    memset(self.by_var, 0, self.fn->n_vars * sizeof *self.by_var);
    for (size_t i = 0; i < n; i++) self.by_var[self.fn->params.at[self.first + i]->id] = i + 1;
    find_products(&self);
    if (!choose(&self) || !add_adapters(&self)) return false;
    set_trainable(&self, o);
    return true;
}

/* --- What is written --- */

Tensor *train_merged(const TrainRun *self, size_t weight) {
    const TrainModel *model = self->model;
    Tensor *w = train_result(self, weight);
    for (size_t i = 0; i + 1 < model->n_weights; i++) {
        if (model->weights[i].adapts != weight + 1) continue;
        const Tensor *a = train_result(self, i), *b = train_result(self, i + 1);
        const int64_t in = a->dims[0], rank = a->dims[1], out = b->dims[1];
        Tensor *sum = tensor_new(self->ctx, w->dtype, w->dims, w->ndim);
        for (int64_t x = 0; x < in; x++) {
            ctx_poll(self->ctx);
            for (int64_t y = 0; y < out; y++) {
                const size_t at = (size_t)(model->weights[i].is_swapped ? y * in + x : x * out + y);
                double v = tensor_get_double(w, at);
                for (int64_t k = 0; k < rank; k++)
                    v += tensor_get_double(a, (size_t)(x * rank + k)) *
                         tensor_get_double(b, (size_t)(k * out + y));
                tensor_set_double(sum, at, v);
            }
        }
        return sum;
    }
    return tensor_ref(w);
}
