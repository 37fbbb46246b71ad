/* SPDX-License-Identifier: Apache-2.0 */
/* BindParams: a clone of the module in which the function lacks the parameters and their values are
 * set. */
#include "base/near.h"
#include "ir/clone.h"
#include "passes/bind_params.h"
#include "passes/blocks.h"

static const Loc no_place = {.line = 0};

typedef struct {
    IrModule *m;
    const IrFunction *fn;
    IrOperand *values;  /* by parameter; NONE: stays */
    const IrDim **dims; /* by symbol; NULL: stays */
} Bind;

/* Nested bodies included; recursion is over them. */
static bool mentions(const IrFunction *fn, const IrGlobal *g) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (const IrBinding *b; (b = ir_walk_next(&walk));) {
        for (uint32_t i = 0; i < b->operands.n; i++) {
            if (b->operands.at[i].kind == IR_OPERAND_GLOBAL && b->operands.at[i].global == g)
                return true;
        }
        if (b->kind == IR_BIND_FUNCTION && mentions(b->function, g)) return true;
    }
    for (uint32_t i = 0; i < fn->body->result.n; i++) {
        const IrOperand *o = &fn->body->result.at[i];
        if (o->kind == IR_OPERAND_GLOBAL && o->global == g) return true;
    }
    return false;
}

bool pass_is_called(const IrModule *m, const IrGlobal *g) {
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        if (fn && fn->body && mentions(fn, g)) return true;
    }
    return false;
}

/* The parameter's place; params.len after a report. */
static size_t find_param(const Bind *b, const BindParam *p) {
    Ctx *ctx = b->m->ctx;
    const size_t n = b->fn->params.len;
    for (size_t i = 0; i < n && p->name; i++) {
        if (b->fn->params.at[i]->name && strcmp(b->fn->params.at[i]->name, p->name) == 0) return i;
    }
    if (!p->name && p->index < n) return p->index;
    Diag *d = diag_error(ctx, no_place, DIAG_NAME,
                         p->name ? p->name : diag_fmt(ctx, "parameter %zu", p->index));
    NearNames names;
    near_names_begin(&names, ctx, p->name ? p->name : "");
    for (size_t i = 0; i < n; i++) near_names_add(&names, b->fn->params.at[i]->name);
    near_names_end(&names, ctx, d, diag_fmt(ctx, "a parameter of '%s'", b->fn->name));
    return n;
}

static void settle_symbol(const Bind *b, const IrDim *d, const IrDim *value) {
    const IrSymbol *s = ir_dim_as_symbol(d);
    if (s && s->function == b->fn && !b->dims[s->index]) b->dims[s->index] = value;
}

/* Symbols that stand alone in the type get the extents or the number of the value, unless another
 * one was first. */
static void settle_symbols(const Bind *b, const IrType *t, const IrType *value) {
    if (t->kind != value->kind) return;
    for (int32_t i = 0; t->dims && t->ndim == value->ndim && i < t->ndim; i++)
        settle_symbol(b, t->dims[i], value->dims[i]);
    if (t->kind == IR_TYPE_PRIM && t->value && value->value)
        settle_symbol(b, t->value, value->value);
}

static const IrDim *settled(void *user, IrSymbol *s) {
    const Bind *b = user;
    return s->function == b->fn && b->dims[s->index] ? b->dims[s->index] : ir_dim_symbol(b->m, s);
}

/* The value is of the parameter's type, all symbols considered. */
static bool check_type(Bind *b, const IrVar *param, const IrOperand *value) {
    IrModule *m = b->m;
    const IrType *want = ir_type_map(m, param->type, settled, b), *t = ir_operand_type(m, value);
    if (ir_dims_check(m, b->fn->loc) && ir_type_subsumes(m, want, t) == IR_PROVED) return true;
    Diag *d =
        diag_error(m->ctx, b->fn->loc, DIAG_VALUE,
                   diag_fmt(m->ctx, "parameter '%s' does not take this constant", param->name));
    diag_expected(m->ctx, d, "%s", ir_type_text(m, want));
    diag_found(m->ctx, d, "%s", ir_type_text(m, t));
    return false;
}

/* What takes the parameter's place. */
static IrOperand value_of(IrModule *m, const IrVar *param, const BindParam *p) {
    if (!p->tensor) return p->value;
    IrConst *c = ir_const_new(m, tensor_ref(p->tensor));
    if (!c->name) c->name = ir_name(m, str_c(p->constant ? p->constant : param->name));
    return (IrOperand){.kind = IR_OPERAND_CONST, .span = 1, .constant = c};
}

static bool collect(Bind *b, const BindParam *list, size_t n) {
    IrModule *m = b->m;
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        size_t at = find_param(b, &list[i]);
        if (at == b->fn->params.len) {
            ok = false;
        } else if (b->values[at].kind != IR_OPERAND_NONE) {
            diag_error(m->ctx, no_place, DIAG_DUPLICATE, b->fn->params.at[at]->name);
            ok = false;
        } else {
            const IrVar *param = b->fn->params.at[at];
            b->values[at] = value_of(m, param, &list[i]);
            settle_symbols(b, param->type, ir_operand_type(m, &b->values[at]));
        }
    }
    for (size_t i = 0; ok && i < b->fn->params.len; i++) {
        if (b->values[i].kind != IR_OPERAND_NONE)
            ok = check_type(b, b->fn->params.at[i], &b->values[i]);
    }
    if (ok && n && b->fn->global && pass_is_called(m, b->fn->global)) {
        diag_error(m->ctx, b->fn->loc, DIAG_UNSUPPORTED,
                   "binding parameters of a function that others use");
        ok = false;
    }
    return ok;
}

static void signature(IrClone *c) {
    const Bind *b = c->user;
    const bool bound = c->from == b->fn;
    for (size_t i = 0; bound && i < c->from->symbols.len; i++) c->dims[i] = b->dims[i];
    for (size_t i = 0; i < c->from->params.len; i++) {
        const IrVar *p = c->from->params.at[i];
        if (bound && b->values[i].kind != IR_OPERAND_NONE) {
            ir_clone_set(c, p, b->values[i]);
        } else {
            ir_clone_param(c, p);
        }
    }
}

bool pass_bind_params(IrModule *m, IrFunction *fn, const BindParam *list, size_t n) {
    Arena arena;
    arena_init(&arena, m->ctx);
    Bind b = {.m = m, .fn = fn};
    b.values = ARENA_ARRAY(&arena, IrOperand, fn->params.len + 1);
    b.dims = ARENA_ARRAY(&arena, const IrDim *, fn->symbols.len + 1);
    const IrCloneHooks hooks = {.signature = signature, .user = &b};
    arena_alloc(&m->scratch, 1);
    const bool ok = collect(&b, list, n) && ir_clone_module(m, &hooks);
    arena_fini(&arena);
    arena_fini(&m->scratch);
    return ok && blocks_finish(m);
}
