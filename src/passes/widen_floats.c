/* SPDX-License-Identifier: Apache-2.0 */
/* WidenFloats: every float type, constant, cast and dtype attribute of the module becomes float64,
 * so that two modules can be held against each other without their rounding.
 *
 *     y: R.Tensor((n,), dtype="float16") = R.astype(x, dtype="float16")
 *     y: R.Tensor((n,), dtype="float64") = R.astype(x, dtype="float64")
 *
 * A clone with every float dtype replaced, in loop functions too. Constants are widened exactly;
 * prim_funcs that are no loop functions, and what takes the bits of floats, cannot be widened and
 * are reported.
 *
 * requires well-formed, typed; keeps all */
#include "base/diag.h"
#include "ir/clone.h"
#include "passes/passes.h"
#include "passes/prim_func.h"

static DType widen(DType t) { return dtype_is_float(t) && !dtype_is_small(t) ? DTYPE_FLOAT64 : t; }

static const IrType *widen_type(void *user, const IrType *t) {
    IrModule *m = user;
    switch (t->kind) {
    case IR_TYPE_TENSOR: return ir_type_tensor(m, t->dims, t->ndim, widen(t->dtype));
    case IR_TYPE_PRIM: return ir_type_prim(m, widen(t->dtype), t->value);
    case IR_TYPE_TUPLE:
    case IR_TYPE_CALLABLE: {
        const IrType **fields = ARENA_ARRAY(&m->scratch, const IrType *, (size_t)t->n + 1);
        for (uint32_t i = 0; i < t->n; i++) fields[i] = widen_type(m, t->fields[i]);
        if (t->kind == IR_TYPE_TUPLE) return ir_type_tuple(m, fields, t->n);
        const IrType *const *params = t->fields ? (t->n ? fields : ir_type_no_params()) : NULL;
        return ir_type_callable(m, params, t->n, t->result ? widen_type(m, t->result) : NULL,
                                t->pure);
    }
    default: return t;
    }
}

static IrConst *widen_const(void *user, IrConst *c) {
    IrModule *m = user;
    const Tensor *t = c->tensor;
    if (widen(t->dtype) == t->dtype || c->adapts) return c;
    Tensor *wide = tensor_new(m->ctx, DTYPE_FLOAT64, t->dims, t->ndim);
    for (size_t i = 0; i < t->count; i++)
        dtype_write_double(DTYPE_FLOAT64, tensor_at(wide, i), tensor_get_double(t, i));
    return c->from ? ir_const_new_from(m, wide, c->from, false) : ir_const_new(m, wide);
}

static void widen_attrs(void *user, const OpDef *op, IrAttr *attrs, uint32_t n) {
    (void)user, (void)op;
    for (uint32_t i = 0; i < n; i++) {
        if (attrs[i].kind == IR_ATTR_DTYPE) attrs[i].dtype = widen(attrs[i].dtype);
    }
}

static void refuse(const IrModule *m, Loc loc, const char *what, bool *ok) {
    Diag *d = diag_error(m->ctx, loc, DIAG_UNSUPPORTED, what);
    diag_help(m->ctx, d, "leave the types as they are (verify --as native)");
    *ok = false;
}

static void check_calls(const IrModule *m, const IrFunction *fn, bool *ok) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_FUNCTION) check_calls(m, b->function, ok);
        if (b->kind == IR_BIND_CALL && (b->op->flags & OP_BITS))
            refuse(m, b->loc,
                   diag_fmt(m->ctx, "widening R.%s, which takes the bits of floats", b->op->name),
                   ok);
    }
}

static void widen_prim_func(IrModule *m, IrFunction *fn, bool *ok) {
    Arena arena;
    arena_init(&arena, m->ctx);
    /* read for this alone, so it may be changed */
    LoopFn *loops = (LoopFn *)(uintptr_t)prim_func_loops(fn, &arena);
    if (loops && loop_widen(loops)) {
        prim_func_set_loops(fn, &arena, loops);
    } else {
        refuse(m, fn->loc, "widening a prim_func", ok);
    }
    arena_fini(&arena);
}

bool pass_widen_floats(IrModule *m) {
    const IrCloneHooks hooks = {
        .change = {.type = widen_type, .constant = widen_const, .attrs = widen_attrs},
        .keeps_types = true,
        .definitions = true,
        .user = m};
    bool ok = true;
    for (size_t i = 0; i < m->globals.len; i++) {
        IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body)
            check_calls(m, fn, &ok);
        else if (fn && !ir_function_is_external(fn))
            widen_prim_func(m, fn, &ok);
    }
    return ok && ir_clone_module(m, &hooks);
}
