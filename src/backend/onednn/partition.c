/* SPDX-License-Identifier: Apache-2.0 */
/* Which convolutions, gradients of these, and products go to oneDNN, and with what behind them.
 *
 * Each chain (chain.h) that pays becomes a private function and a call of it, which stands where
 * the chain's last binding stood. In the function each extent that is no constant is a symbol of
 * its own, so what a primitive needs to be told is read off its inputs; where inference there
 * proves less than around (a stride's `(n - 1) // 2 + 1` is no symbol), the chain is cut before
 * it.
 *
 * Linear in the bindings: a chain's length is bounded. */
#include <string.h>

#include "backend/onednn/ahead.h"
#include "backend/onednn/chain.h"
#include "backend/onednn/onednn.h"
#include "backend/onednn/quantized.h"
#include "base/diag.h"
#include "ir/build.h"
#include "ir/origin.h"
#include "loop/fuse.h"
#include "loop/work.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/calls.h"

/* What an unknown extent is taken for when cost is judged. */
enum { TYPICAL_EXTENT = LOOP_UNKNOWN_EXTENT, SYMBOLS_MAX = ONEDNN_INPUTS_MAX * ONEDNN_RANK_MAX };

typedef struct {
    IrModule *m;
    Arena arena;
    const OnednnOptions *options;
    OnednnCounts counts;
    uint32_t n_names;
    Calls calls;
    Onednn *onednn; /* to ask; NULL: not yet */
} Partition;

/* May be given */

typedef struct {
    const Partition *p;
    const IrFunction *fn; /* NULL: no symbols */
    bool ok;
} Symbols;

static void check_symbol(void *user, IrSymbol *s) {
    Symbols *self = user;
    const OnednnOptions *o = self->p->options;
    self->ok = self->ok && s->function == self->fn && !s->body;
    for (size_t i = 0; i < o->n_varying; i++)
        self->ok = self->ok && strcmp(o->varying[i], s->name) != 0;
}

static bool symbols_fit(const Partition *p, const OnednnChain *chain, const IrFunction *fn) {
    /* Extents of what is called from within the module may differ from call to call. */
    const bool is_entry = fn->global && !fn->is_private && !p->calls.at[fn->global->id].is_named;
    Symbols s = {p, is_entry ? fn : NULL, true};
    for (uint32_t i = 0; i < chain->call.n_inputs; i++)
        ir_type_symbols(onednn_type(chain->inputs[i]), check_symbol, &s);
    return s.ok;
}

/* The binding that alone uses the value. */
static IrBinding *only_user(const IrVar *v) {
    return v->n_uses == 1 ? v->uses->list->binding : NULL;
}

/* By an elementwise operation that is no post: code of ours would do it with the product, the
 * library leaves it to a pass over the result. */
static bool is_followed(const OnednnChain *chain) {
    const IrBinding *b = only_user(chain->bindings[chain->n_bindings - 1]->var);
    return b && b->kind == IR_BIND_CALL && (b->op->flags & OP_ELEMENTWISE);
}

/* The call, and its extents with typical values for what is not known. False: there is such. */
static bool call_of(const Partition *p, const OnednnChain *chain, OnednnCall *call,
                    OnednnExtents *e) {
    int64_t typical = TYPICAL_EXTENT;
    bool is_known = true;
    *call = chain->call;
    call->target = ir_module_target(p->m);
    for (uint32_t i = 0; i < call->n_inputs; i++) {
        const IrType *t = onednn_type(chain->inputs[i]);
        call->inputs[i].rank = (uint32_t)t->ndim;
        for (int32_t k = 0; k < t->ndim; k++) {
            OnednnDim *d = &call->inputs[i].dims[k];
            *d = (OnednnDim){.symbol = -1};
            if (ir_dim_is_const(t->dims[k], &d->value)) continue;
            d->symbol = 0;
            is_known = false;
        }
    }
    onednn_extents(call, &typical, e);
    return is_known;
}

/* The matrix of a product may be taken transposed. A constant, which a run reads once, stays. */
static bool is_by_variable(const OnednnChain *chain) {
    return onednn_chain_is_by_matrix(chain) && chain->inputs[1]->kind != IR_OPERAND_CONST;
}

/* The first operand is a matrix that was transposed for this product, and code of our own takes it
 * as it lay. */
static bool is_turned(const OnednnChain *chain) {
    const IrOperand *x = chain->inputs[0];
    const IrBinding *from = x->kind == IR_OPERAND_VAR ? x->var->def : NULL;
    if (!onednn_chain_is_by_matrix(chain) || !from || from->kind != IR_BIND_CALL ||
        from->op != &op_permute_dims || x->var->n_uses != 1 || x->var->type->ndim != 2 ||
        from->block != chain->bindings[0]->block)
        return false;
    int64_t rows, columns;
    return ir_dim_is_const(x->var->type->dims[1], &rows) &&
           ir_dim_is_const(x->var->type->dims[0], &columns) &&
           loop_fuse_takes_columns(rows, columns, (uint32_t)dtype_size(x->var->type->dtype));
}

/* Products by several constant matrices, as ConvToWinograd makes them: code of our own reads those
 * packed (PackWeights), as fast, and there is no second copy. */
static bool is_by_constants(const OnednnChain *chain) {
    const IrOperand *y = chain->inputs[1];
    return chain->bindings[0]->op == &op_matmul && y->kind == IR_OPERAND_CONST &&
           y->constant->type->ndim > 2;
}

/* Posts that slow it down are cut off. Recursion is over these. */
static bool pays(Partition *p, OnednnChain *chain) {
    OnednnCall call;
    OnednnExtents e;
    call_of(p, chain, &call, &e);
    if (p->options->all) return true;
    if (!onednn_integers_are_small(chain)) return false;
    if (chain->call.data == DTYPE_FLOAT32 && is_by_constants(chain)) return false;
    const OnednnPlace place = {.is_by_columns =
                                   is_by_variable(chain) && !onednn_chain_transpose_of(chain),
                               .is_followed = is_followed(chain),
                               .is_turned = is_turned(chain)};
    if (!onednn_pays(&call, &e, place)) return false;
    if (!p->onednn) p->onednn = onednn_new(p->m->ctx, 1);
    if (onednn_is_fast(p->onednn, &call, &e)) return true;
    /* It may be what follows that is slow. */
    if (!chain->call.n_posts) return false;
    onednn_chain_cut(chain, chain->call.n_posts - 1);
    return pays(p, chain);
}

/* The function */

/* What the chain's variables and extents are there. */
typedef struct {
    IrFunction *fn;
    const IrVar *old[ONEDNN_INPUTS_MAX + ONEDNN_BINDINGS_MAX];
    IrVar *now[ONEDNN_INPUTS_MAX + ONEDNN_BINDINGS_MAX];
    const IrConst *constants[ONEDNN_INPUTS_MAX];
    uint32_t n;
    IrVar *wide[2]; /* of a product of 8-bit integers: its operands */
    const OnednnChain *chain;
    const IrDim *dims[SYMBOLS_MAX], *symbols[SYMBOLS_MAX];
    uint32_t n_dims;
} Inside;

static const IrDim *dim_inside(Partition *p, Inside *in, const IrDim *d) {
    if (!d->n) return d;
    uint32_t i = 0;
    while (i < in->n_dims && in->dims[i] != d) i++;
    if (i == in->n_dims) {
        const IrSymbol *same = ir_dim_as_symbol(d);
        const char *name = same ? same->name : arena_printf(&p->arena, "s%u", i);
        Str text = {name, strlen(name)};
        while (ir_symbol_find(in->fn, ir_name(p->m, text))) {
            name = arena_printf(&p->arena, "%s_", name);
            text = str_c(name);
        }
        in->dims[i] = d;
        in->symbols[i] =
            ir_dim_symbol(p->m, ir_symbol_new(in->fn, ir_name(p->m, text), in->fn->loc));
        in->n_dims++;
    }
    return in->symbols[i];
}

static void add_param(Partition *p, Inside *in, const IrOperand *o) {
    const IrType *t = onednn_type(o);
    const IrDim *dims[ONEDNN_RANK_MAX];
    for (int32_t i = 0; i < t->ndim; i++) dims[i] = dim_inside(p, in, t->dims[i]);
    const IrType *type = ir_type_tensor(p->m, dims, t->ndim, t->dtype);
    const bool is_var = o->kind == IR_OPERAND_VAR;
    IrVar *v = ir_var_new(
        in->fn, is_var && o->var->name ? o->var->name : ir_name(p->m, (Str){"c", 1}), type);
    ir_define_symbols(type, NULL);
    vec_push(&p->m->arena, &in->fn->params, v);
    in->old[in->n] = is_var ? o->var : NULL;
    in->constants[in->n] = is_var ? NULL : o->constant;
    in->now[in->n++] = v;
}

/* Whether the operand is one of the chain's inputs or values; their variable. */
static IrVar *find_inside(const Inside *in, uint32_t n_inputs, const IrOperand *o) {
    for (uint32_t i = 0; i < in->n; i++) {
        if (o->kind == IR_OPERAND_VAR
                ? in->old[i] == o->var
                : i < n_inputs && o->kind == IR_OPERAND_CONST && in->constants[i] == o->constant)
            return in->now[i];
    }
    return NULL;
}

/* The product as an einsum, whose second operand has its last two dims swapped: the same sums of
 * the same products. */
static IrVar *build_einsum(Partition *p, Inside *in, uint32_t n_inputs, IrBuilder *builder,
                           const IrBinding *b) {
    const bool is_vector = in->chain->call.matmul.x_is_vector;
    IrAttr *attrs = ARENA_ARRAY(&p->arena, IrAttr, ir_op_n_attrs(&op_einsum));
    attrs[ir_op_attr_index(&op_einsum, "subscripts")] =
        (IrAttr){.kind = IR_ATTR_STRING, .s = is_vector ? "k,...jk->...j" : "...ik,...jk->...ij"};
    IrOperandBuf buf;
    ir_operands_init(&buf, &p->arena);
    const size_t at = ir_operands_tuple(&buf);
    for (uint32_t i = 0; i < 2; i++)
        ir_operands_var(&buf, find_inside(in, n_inputs, in->chain->inputs[i]));
    ir_operands_end(&buf, at, 2);
    return ir_build_call(builder, &op_einsum, buf.ops.at, (uint32_t)buf.ops.len,
                         (IrCallForm){.attrs = attrs}, b->var->name);
}

static IrVar *build_same(Partition *p, Inside *in, uint32_t n_inputs, IrBuilder *builder,
                         const IrBinding *b) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &p->arena);
    const bool is_first = b == in->chain->bindings[0];
    const char *kernel_layout = is_first ? in->chain->kernel_layout : NULL;
    for (uint32_t i = 0; i < b->operands.n; i++) {
        IrOperand o = kernel_layout && i == 1 ? *in->chain->inputs[1] : b->operands.at[i];
        IrVar *v = is_first && i < 2 && in->wide[i] ? in->wide[i] : find_inside(in, n_inputs, &o);
        if (v) o = (IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = v};
        vec_push(&p->arena, &buf.ops, o);
    }
    const uint32_t n_attrs = ir_op_n_attrs(b->op);
    IrAttr *attrs = ARENA_ARRAY(&p->arena, IrAttr, (size_t)n_attrs + 1);
    for (uint32_t i = 0; i < n_attrs; i++) attrs[i] = b->attrs[i];
    if (kernel_layout) attrs[ir_op_attr_index(b->op, "kernel_layout")].s = kernel_layout;
    return ir_build_call(builder, b->op, buf.ops.at, (uint32_t)buf.ops.len,
                         (IrCallForm){.attrs = attrs, .types = b->types, .n_types = b->n_types},
                         b->var->name);
}

static bool copy_binding(Partition *p, Inside *in, uint32_t n_inputs, IrBuilder *builder,
                         const IrBinding *b) {
    builder->loc = b->loc;
    builder->origin = b->origin;
    IrVar *y = in->chain->transposes_y && b == in->chain->bindings[0]
                   ? build_einsum(p, in, n_inputs, builder, b)
                   : build_same(p, in, n_inputs, builder, b);
    if (!y) return false;
    y->is_output = false;
    in->old[in->n] = b->var;
    in->now[in->n++] = y;
    return true;
}

/* "onednn_conv2d", with a number when that is taken. */
static const char *name_of(Partition *p, const OpDef *op) {
    const char *dot = strrchr(op->name, '.');
    const char *base = arena_printf(&p->arena, "onednn_%s", dot ? dot + 1 : op->name), *name = base;
    while (ir_global_find(p->m, str_c(name)))
        name = arena_printf(&p->arena, "%s_%u", base, ++p->n_names);
    return name;
}

static void set_codegen(IrModule *m, IrFunction *fn) {
    static const char *const keys[] = {"Codegen"};
    const IrAttr item = {.kind = IR_ATTR_STRING, .s = "onednn"};
    const IrAttr dict = {.kind = IR_ATTR_DICT, .n = 1, .keys = keys, .items = &item};
    ir_attr_copy(m, &fn->attrs, &dict);
}

/* Whether the call can be had where the code will run. */
static bool may_be(const Partition *p, const OnednnCall *call) {
    return !p->options->ahead || onednn_ahead(call);
}

/* NULL: inference refuses it. */
static IrFunction *build_function(Partition *p, const OnednnChain *chain) {
    IrModule *m = p->m;
    Inside *in = ARENA_NEW(&p->arena, Inside);
    IrFunction *fn = in->fn = ir_function_new(m, "onednn");
    in->chain = chain;
    fn->is_private = true;
    fn->loc = chain->bindings[0]->loc;
    set_codegen(m, fn);
    const uint32_t n_inputs = chain->call.n_inputs;
    for (uint32_t i = 0; i < n_inputs; i++) {
        if (!find_inside(in, i, chain->inputs[i])) add_param(p, in, chain->inputs[i]);
    }
    fn->body = ir_body_new(fn, NULL);
    IrBuilder builder = {.m = m, .fn = fn, .block = ir_block_append(fn->body, true)};
    IrVar *params[4];
    for (uint32_t i = 0; i < onednn_n_tensors(&chain->call); i++)
        params[i] = find_inside(in, n_inputs, chain->inputs[i]);
    builder.loc = chain->bindings[0]->loc;
    builder.origin = chain->bindings[0]->origin;
    if (chain->n_before && !onednn_integers_build(chain, &builder, params, in->wide)) return NULL;
    for (uint32_t i = 0; i < chain->n_bindings; i++) {
        if (!copy_binding(p, in, n_inputs, &builder, chain->bindings[i])) return NULL;
    }
    IrVar *y = in->now[in->n - 1];
    y->is_output = true;
    ir_body_set_result(fn->body, &(IrOperand){.kind = IR_OPERAND_VAR, .span = 1, .var = y}, 1);
    fn->result = y->type;
    return fn;
}

/* The function for as much of the chain as it can say; NULL: for none of it. */
static IrFunction *function_of(Partition *p, OnednnChain *chain) {
    Ctx *ctx = p->m->ctx;
    for (;;) {
        const size_t n_bindings = p->m->n_bindings;
        const DiagMark mark = diag_mark(ctx);
        IrFunction *fn = build_function(p, chain);
        OnednnCall call;
        OnednnChain inside;
        if (fn && onednn_call(fn, &call)) {
            if (may_be(p, &call)) return fn;
            diag_rewind(ctx, mark);
            p->m->n_bindings = n_bindings;
            return NULL;
        }
        const uint32_t n_posts = chain->call.n_posts;
        uint32_t left = 0;
        if (fn && onednn_chain_in(fn, &inside)) left = inside.call.n_posts;
        diag_rewind(ctx, mark);
        p->m->n_bindings = n_bindings;
        if (!n_posts) return NULL;
        onednn_chain_cut(chain, left < n_posts ? left : n_posts - 1);
    }
}

/* The call */

static IrVar *build_call(Partition *p, const OnednnChain *chain, IrGlobal *g) {
    const IrBinding *last = chain->bindings[chain->n_bindings - 1];
    IrBlock *block = last->block;
    const IrOrigin *origins[ONEDNN_BINDINGS_MAX];
    for (uint32_t i = 0; i < chain->n_bindings; i++) origins[i] = chain->bindings[i]->origin;
    IrBuilder builder = {
        .m = p->m,
        .fn = block->body->function,
        .block = block,
        .loc = last->loc,
        .origin = ir_origin_of_many(p->m, "oneDNN", origins[0], origins, chain->n_bindings)};
    IrOperandBuf buf;
    ir_operands_init(&buf, &p->arena);
    ir_operands_global(&buf, g);
    for (uint32_t i = 0; i < chain->call.n_inputs; i++) {
        const IrOperand *o = chain->inputs[i];
        bool is_there = false;
        for (uint32_t k = 0; k < i; k++) {
            const IrOperand *other = chain->inputs[k];
            is_there = is_there || (o->kind == other->kind &&
                                    (o->kind == IR_OPERAND_VAR ? o->var == other->var
                                                               : o->constant == other->constant));
        }
        if (!is_there) ir_operands_copy(&buf, o);
    }
    IrVar *y = ir_build_invoke(&builder, buf.ops.at, (uint32_t)buf.ops.len, last->var->name);
    if (!y || ir_type_subsumes(p->m, last->var->type, y->type) == IR_PROVED) return y;
    const IrOperand value = {.kind = IR_OPERAND_VAR, .span = 1, .var = y};
    return ir_build_match_cast(&builder, &value, 1, last->var->type, last->var->name);
}

static bool replace(Partition *p, const OnednnChain *chain, IrGlobal *g) {
    IrBinding *last = chain->bindings[chain->n_bindings - 1];
    IrBlock *block = last->block;
    IrBinding *before = block->last;
    IrVar *y = build_call(p, chain, g);
    if (!y) return false;
    y->type = last->var->type;
    for (IrBinding *b = before->next, *next, *end = block->last;; b = next) {
        next = b->next;
        b->var->is_output = !block->is_dataflow || (b->var == y && last->var->is_output);
        ir_binding_move_before(last, b);
        if (b == end) break;
    }
    ir_var_replace_uses(last->var, y);
    for (uint32_t i = chain->n_bindings; i-- > 0;) ir_binding_remove(chain->bindings[i]);
    return true;
}

/* Attention */

static bool is_named(const IrBinding *b, const char *op) {
    return b && b->kind == IR_BIND_CALL && strcmp(b->op->name, op) == 0;
}

static bool is_softmax_product(const IrBinding *softmax) {
    const IrBinding *b = only_user(softmax->var);
    return is_named(b, "matmul") && b->operands.at[0].kind == IR_OPERAND_VAR &&
           b->operands.at[0].var == softmax->var;
}

/* The scores of attention, or their product with the values: FuseOps makes one kernel of both and
 * the softmax between them, which keeps no matrix of scores. That saves more than a faster product
 * of matrices. */
static bool is_of_attention(const IrBinding *anchor) {
    enum { STEPS = 6, RANK = 3 };
    if (!is_named(anchor, "matmul") || anchor->var->type->ndim < RANK) return false;
    for (uint32_t i = 0; i < 2; i++) {
        if (anchor->operands.at[i].kind != IR_OPERAND_VAR) return false;
    }
    const IrBinding *from = anchor->operands.at[0].var->def;
    if (is_named(from, "nn.softmax")) return is_softmax_product(from);
    const IrBinding *b = only_user(anchor->var);
    for (uint32_t i = 0; i < STEPS && b && b->kind == IR_BIND_CALL; i++) {
        if (is_named(b, "nn.softmax")) return is_softmax_product(b);
        if (!(b->op->flags & OP_ELEMENTWISE)) return false;
        b = only_user(b->var);
    }
    return false;
}

/* Transposed convolutions by weights that come with the run: to split these would be work in
 * each. */
static bool is_asked_for(const Partition *p, const OnednnChain *chain) {
    const IrOperand *w = chain->inputs[1];
    return !p->options->is_early ||
           (chain->call.kind == ONEDNN_CONV_DATA && w->kind == IR_OPERAND_VAR);
}

/* The right-hand side of a product becomes its transpose, where that is there as well and the
 * library is faster with it. The permute_dims that the chain does not use then; NULL: the product
 * is left as it is. */
static IrBinding *transpose_y(Partition *p, OnednnChain *chain) {
    OnednnCall call;
    OnednnExtents e;
    IrBinding *from = is_by_variable(chain) ? onednn_chain_transpose_of(chain) : NULL;
    const bool is_known = call_of(p, chain, &call, &e);
    if (!from || !(p->options->all ||
                   (is_known && onednn_takes_transposed(&call, &e, from->var->n_uses == 1))))
        return NULL;
    onednn_chain_set_y(chain, from->operands.at);
    return from;
}

static bool take_chain(Partition *p, OnednnChain chain) {
    const IrBinding *anchor = chain.bindings[0];
    const IrFunction *around = anchor->block->body->function;
    /* Behind it a tensor may come whose extents change. */
    while (!symbols_fit(p, &chain, around) && chain.call.n_posts)
        onednn_chain_cut(&chain, chain.call.n_posts - 1);
    if (onednn_chain_may_overflow(&chain)) onednn_chain_cut(&chain, chain.call.n_posts - 1);
    IrFunction *fn = NULL;
    IrBinding *permute = NULL;
    if (symbols_fit(p, &chain, around) && pays(p, &chain)) {
        permute = onednn_chain_unpermute(&chain, p->m);
        if (!permute && chain.call.data == DTYPE_FLOAT32) permute = transpose_y(p, &chain);
        onednn_integers_narrow(&chain, p->m);
        fn = function_of(p, &chain);
    }
    if (!fn) {
        if (permute && !permute->var->n_uses) ir_binding_remove(permute);
        p->counts.left++;
        return true;
    }
    IrGlobal *g = ir_global_new(p->m, name_of(p, anchor->op));
    fn->name = g->name;
    fn->global = g;
    g->function = fn;
    p->counts.taken++;
    p->counts.posts += chain.call.n_posts;
    if (!replace(p, &chain, g)) return false;
    if (permute && !permute->var->n_uses) ir_binding_remove(permute);
    for (uint32_t i = 0; i < chain.n_before; i++) {
        IrBinding *b = chain.before[i]; /* of a matrix by itself the same one twice */
        if (b->block && !b->var->n_uses) ir_binding_remove(b);
    }
    return true;
}

/* As a product of integers, if that is taken. */
static bool take_quantized(Partition *p, OnednnQuantized *q) {
    OnednnChain chain;
    const size_t taken = p->counts.taken;
    if (!onednn_quantized_build(q, p->m)) return true;
    const bool ok = !onednn_chain(q->product, &chain) || take_chain(p, chain);
    if (ok && p->counts.taken > taken)
        onednn_quantized_finish(q);
    else if (ok)
        onednn_quantized_undo(q);
    return ok;
}

static bool take(Partition *p, IrBinding *anchor) {
    OnednnChain chain;
    OnednnQuantized q;
    if (p->options->is_early && !p->options->ahead && onednn_adds_exactly() &&
        onednn_quantized(anchor, &q))
        return take_quantized(p, &q);
    if (!p->options->all && is_of_attention(anchor)) return true;
    return !onednn_chain(anchor, &chain) || !is_asked_for(p, &chain) || take_chain(p, chain);
}

static bool partition_function(void *user, IrFunction *fn) {
    Partition *p = user;
    VEC(IrBinding *) anchors = {.at = NULL};
    if (ir_function_codegen(fn)) return true;
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        OnednnChain chain;
        ctx_poll(p->m->ctx);
        if (onednn_chain(b, &chain)) vec_push(&p->arena, &anchors, b);
    }
    for (size_t i = 0; i < anchors.len; i++) {
        if (!take(p, anchors.at[i])) return false;
    }
    return true;
}

bool onednn_partition(IrModule *m, const OnednnOptions *options, OnednnCounts *counts) {
    Partition p = {.m = m, .options = options};
    arena_init(&p.arena, m->ctx);
    arena_alloc(&m->scratch, 1);
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        OnednnCall call;
        if (fn && fn->body && ir_function_codegen(fn) &&
            !(onednn_call(fn, &call) && may_be(&p, &call)))
            ir_function_drop_attr(fn, "Codegen");
    }
    p.calls = calls_collect(m, &p.arena);
    const bool ok = blocks_each_function(m, partition_function, &p);
    if (counts) *counts = p.counts;
    onednn_free(p.onednn);
    arena_fini(&p.arena);
    arena_fini(&m->scratch);
    return ok && blocks_finish(m);
}
