/* SPDX-License-Identifier: Apache-2.0 */
/* AppendLoss: beside a function f comes f_loss, which takes the targets too and gives the loss of
 * f's result.
 *
 *     def f(x, w):                   def f_loss(x, w, targets):
 *         y = R.matmul(x, w)             y = R.matmul(x, w)
 *         return y                       lv = R.nn.log_softmax(y, axis=1)
 *                                        loss = R.nn.nll_loss(lv, targets)
 *                                        return loss */
#include "base/diag.h"
#include "ir/origin.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"
#include "passes/training_parts.h"

IrGlobal *training_global(IrModule *m, const char *base, const char *suffix) {
    const char *name = arena_printf(&m->arena, "%s_%s", base, suffix);
    for (unsigned i = 1; ir_global_find(m, str_c(name)); i++) {
        name = arena_printf(&m->arena, "%s_%s%u", base, suffix, i);
    }
    return ir_global_new(m, intern_c(&m->names, name));
}

/* Appends at the end of the body, to a dataflow block where the function is pure. */
static IrBuilder training_end(IrFunction *fn) {
    IrBlock *block = fn->body->last_block;
    if (!block || !block->is_dataflow) block = ir_block_append(fn->body, fn->is_pure);
    static const IrOrigin origin = {.by = "AppendLoss"};
    return (IrBuilder){
        .m = fn->module, .fn = fn, .block = block, .loc = fn->loc, .origin = &origin};
}

/* What goes into the softmax that the prediction is. */
static IrOperand logits_of(IrOperand x) {
    const IrBinding *b = x.kind == IR_OPERAND_VAR ? x.var->def : NULL;
    BUG_IF(!b || b->kind != IR_BIND_CALL || b->op != &op_nn_softmax);
    IrOperand in = *ir_operand_get(&b->operands, 0);
    in.list = NULL;
    return in;
}

/* The prediction among the results; kind NONE after a report. */
static IrOperand prediction_of(OpDecompose *d, const LossOptions *o) {
    IrModule *m = d->b->m;
    const IrOperand *result = d->b->fn->body->result.at;
    const IrType *t = ir_operand_type(m, result);
    if (t->kind != IR_TYPE_TUPLE && o->output == 0) {
        IrOperand x = *result;
        x.list = NULL;
        return x;
    }
    if (t->kind == IR_TYPE_TUPLE && o->output >= 0 && o->output < (int64_t)t->n) {
        IrVar *v = ir_build_field(d->b, result, result->span, (uint32_t)o->output, "prediction");
        return v ? d_var(v) : (IrOperand){.kind = IR_OPERAND_NONE};
    }
    Diag *e = diag_error(
        m->ctx, d->b->fn->loc, DIAG_VALUE,
        diag_fmt(m->ctx, "'%s' has no output %lld", d->b->fn->name, (long long)o->output));
    diag_found(m->ctx, e, "a result of type %s", ir_type_text(m, t));
    return (IrOperand){.kind = IR_OPERAND_NONE};
}

static IrOperand add_param(IrFunction *fn, const char *name, const IrType *t) {
    IrVar *v = ir_var_new(fn, intern_c(&fn->module->names, name), t);
    vec_push(&fn->module->arena, &fn->params, v);
    return d_var(v);
}

/* Where the function gives the loss itself. */
static IrVar *given_loss(IrBuilder *b, IrOperand x, const IrType *t) {
    if (t->kind == IR_TYPE_TENSOR && t->ndim == 0 && dtype_is_float(t->dtype) &&
        !dtype_is_small(t->dtype))
        return ir_build_value(b, &x, 1, "loss");
    Diag *d = diag_error(b->m->ctx, b->fn->loc, DIAG_VALUE, "the loss given does not fit");
    diag_expected(b->m->ctx, d, "a floating-point tensor of rank 0");
    diag_found(b->m->ctx, d, "%s", ir_type_text(b->m, t));
    return NULL;
}

/* Those of the options, as a constant. */
static bool class_weights(IrModule *m, Loc loc, const LossOptions *o, const IrType *t,
                          IrOperand *out) {
    const int64_t n = (int64_t)o->n_class_weights;
    int64_t classes;
    if (t->ndim != 1 || !ir_dim_is_const(t->dims[0], &classes) || classes != n) {
        Diag *d = diag_error(m->ctx, loc, DIAG_VALUE,
                             diag_fmt(m->ctx, "there are weights for %lld classes", (long long)n));
        diag_expected(m->ctx, d, "a prediction with so many");
        diag_found(m->ctx, d, "weights are %s", ir_type_text(m, t));
        return false;
    }
    Tensor *values = tensor_new(m->ctx, t->dtype, &n, 1);
    for (size_t i = 0; i < values->count; i++) tensor_set_double(values, i, o->class_weights[i]);
    *out = (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = ir_const_new(m, values)};
    return true;
}

IrVar *append_loss(IrFunction *fn, const LossOptions *o) {
    IrBuilder b = training_end(fn);
    OpDecompose d = {.b = &b, .name = "loss"};
    IrOperand x = prediction_of(&d, o);
    if (x.kind == IR_OPERAND_NONE) return NULL;
    if (o->of_softmax) x = logits_of(x);
    const IrType *t = d_type(&d, x);
    if (o->kind == LOSS_GIVEN) return given_loss(&b, x, t);
    const IrType *target = loss_target_type(b.m, fn->loc, o, t);
    const bool weighs = o->weighted || o->class_weights;
    const IrType *weight = target && weighs ? loss_weight_type(b.m, fn->loc, o, t) : NULL;
    if (!target || (weighs && !weight)) return NULL;
    IrOperand weights = {.kind = IR_OPERAND_NONE};
    const IrOperand targets = add_param(fn, "targets", target);
    if (o->class_weights && !class_weights(b.m, fn->loc, o, weight, &weights)) return NULL;
    if (weight && !o->class_weights) weights = add_param(fn, "weights", weight);
    const IrOperand y = loss_build(&d, o, x, targets, weights);
    y.var->name = intern_c(&b.m->names, "loss");
    return y.var;
}

static IrFunction *copy(IrModule *m, Arena *arena, const IrFunction *from) {
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, m, arena, from, NULL);
    for (size_t i = 0; i < from->params.len; i++) ir_clone_param(&c, from->params.at[i]);
    return ir_clone_finish(&c) ? fn : NULL;
}

LossOptions loss_options(const PassValue *values, const PassValue *behind) {
    enum { FUNCTION, LOSS, REDUCTION, OUTPUT, IGNORE_INDEX, WEIGHTED, DELTA };
    enum { AXIS, SMOOTHING };
    return (LossOptions){
        .function = values[FUNCTION].n ? values[FUNCTION].names[0] : NULL,
        .kind = (LossKind)values[LOSS].i,
        .reduction = (LossReduction)values[REDUCTION].i,
        .output = values[OUTPUT].i,
        .ignore_index = values[IGNORE_INDEX].i,
        .weighted = values[WEIGHTED].i != 0,
        .delta = values[DELTA].f,
        .axis = behind[AXIS].i,
        .smoothing = behind[SMOOTHING].f,
    };
}

bool pass_append_loss(IrModule *m, const PassValue *values) {
    const LossOptions o = loss_options(values, values + LOSS_OPTIONS);
    const IrFunction *from = blocks_public_function(m, o.function);
    if (!from) return false;
    Arena arena;
    arena_init(&arena, m->ctx);
    arena_alloc(&m->scratch, 1);
    IrFunction *fn = copy(m, &arena, from);
    IrVar *loss = fn ? append_loss(fn, &o) : NULL;
    if (loss) {
        const IrOperand x = d_var(loss);
        ir_body_set_result(fn->body, &x, 1);
        fn->result = loss->type;
        IrGlobal *g = training_global(m, from->name, "loss");
        fn->name = g->name;
        ir_function_drop_attr(fn, "donate"); /* of other parameters and results */
        fn->is_private = false;
        ir_function_publish(g, fn);
        ir_body_fix_outputs(fn);
    }
    arena_fini(&arena);
    arena_fini(&m->scratch);
    return loss && blocks_finish(m);
}

IrGlobal *training_evaluation(IrModule *m, const LossOptions *o) {
    const IrFunction *from = blocks_public_function(m, o->function);
    if (!from) return NULL;
    Arena arena;
    IrGlobal *g = NULL;
    arena_init(&arena, m->ctx);
    arena_alloc(&m->scratch, 1);
    IrFunction *fn = copy(m, &arena, from);
    IrOperandBuf out;
    ir_operands_init(&out, &arena);
    const IrVar *prediction = NULL;
    if (fn) {
        IrBuilder b = training_end(fn);
        OpDecompose d = {.b = &b, .name = "prediction"};
        const IrOperand x = prediction_of(&d, o);
        if (x.kind == IR_OPERAND_VAR) prediction = x.var;
    }
    IrVar *loss = prediction ? append_loss(fn, o) : NULL;
    if (loss) {
        const size_t at = ir_operands_tuple(&out);
        ir_operands_var(&out, loss);
        ir_operands_var(&out, (IrVar *)(uintptr_t)prediction);
        ir_operands_end(&out, at, 2);
        g = training_global(m, from->name, "eval");
        fn->name = g->name;
        ir_function_drop_attr(fn, "donate"); /* of other parameters and results */
        fn->is_private = false;
        blocks_set_result(fn, out.ops.at, (uint32_t)out.ops.len);
        ir_function_publish(g, fn);
        ir_body_fix_outputs(fn);
    }
    arena_fini(&arena);
    arena_fini(&m->scratch);
    return loss && blocks_finish(m) ? g : NULL;
}
