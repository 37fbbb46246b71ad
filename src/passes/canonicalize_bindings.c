/* SPDX-License-Identifier: Apache-2.0 */
/* CanonicalizeBindings: whoever uses another name of a value uses the value itself.
 *
 *     t = (x, y)                          t = (x, y)
 *     a = t[1]                            z = R.add(y, R.const(1.0, "float32"))
 *     b = a
 *     c = R.const(1.0, "float32")         c = R.const(1.0, "float32")
 *     z = R.add(b, c)
 *
 * - `b = a`, a field of a tuple that is written out, a tuple of all fields of another one, and a
 *   match_cast that says nothing new are removed, their uses go to the value. One whose annotation
 *   is not the value's own type stays: it says so on purpose.
 * - A name of a constant stays (DeadCodeElimination removes it), its uses become the constant.
 * - A variable of a dataflow block is an output exactly when something outside uses it; so `gv =
 *   lv` at a block's end makes lv the output.
 *
 * One walk in program order: what a binding uses has been seen through before. Linear in bindings
 * and uses. */
#include "passes/blocks.h"
#include "passes/passes.h"

/* A tuple that some variable is known to be. */
typedef struct {
    const IrOperand *tree;
    uint32_t *offsets; /* of its elements; NULL: not asked for yet */
} Known;

typedef struct {
    IrModule *m;
    Arena *arena;
    Known **tuples; /* by variable id */
} Canon;

static Known *known_new(Canon *c, const IrOperand *tree) {
    Known *known = ARENA_NEW(c->arena, Known);
    known->tree = tree;
    return known;
}

static const IrOperand *element(Canon *c, Known *known, uint32_t index) {
    const IrOperand *tree = known->tree;
    if (index >= tree->n) return NULL;
    if (tree->span == tree->n + 1) return tree + 1 + index; /* no tuple within */
    if (!known->offsets) {
        known->offsets = ARENA_ARRAY(c->arena, uint32_t, tree->n);
        for (uint32_t i = 0, at = 1; i < tree->n; at += tree[at].span) known->offsets[i++] = at;
    }
    return tree + known->offsets[index];
}

/* The operand that the binding is another name of; NULL: it makes a value. */
static const IrOperand *value_of(Canon *c, const IrBinding *b) {
    const IrOperand *o = b->operands.at;
    switch (b->kind) {
    case IR_BIND_VALUE:
    case IR_BIND_MATCH_CAST: return o;
    case IR_BIND_FIELD: {
        Known *known = o->kind == IR_OPERAND_TUPLE ? known_new(c, o)
                       : o->kind == IR_OPERAND_VAR ? c->tuples[o->var->id]
                                                   : NULL;
        return known ? element(c, known, b->index) : NULL;
    }
    default: return NULL;
    }
}

/* What a nested function captures stays a variable. */
static void inline_constant(IrVar *v, IrConst *value) {
    for (IrOperand *use = v->uses, *next; use; use = next) {
        next = use->next_use;
        const IrBinding *user = use->list->binding;
        if (!user || user->kind != IR_BIND_FUNCTION) ir_operand_set_const(use, value);
    }
}

static void replace(IrBinding *b, IrVar *value) {
    IrVar *v = b->var;
    /* The name that is seen outside the block is the one to keep. */
    /* so a dataflow block */
    const bool local = value->def && value->def->block == b->block && !value->is_output;
    if (local && v->is_output) {
        value->name = v->name;
        value->is_output = true;
    }
    ir_var_replace_uses(v, value);
    ir_binding_remove(b);
}

/* The tuple that a tuple of all its fields, in their order, is; NULL: it is none. */
static IrVar *taken_apart(const IrOperand *tuple) {
    IrVar *whole = NULL;
    if (tuple->kind != IR_OPERAND_TUPLE || tuple->span != tuple->n + 1) return NULL;
    for (uint32_t i = 0; i < tuple->n; i++) {
        const IrOperand *o = tuple + 1 + i;
        const IrBinding *def = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
        if (!def || def->kind != IR_BIND_FIELD || def->index != i ||
            def->operands.at->kind != IR_OPERAND_VAR || (whole && def->operands.at->var != whole))
            return NULL;
        whole = def->operands.at->var;
    }
    return whole;
}

static void canonicalize(Canon *c, IrBinding *b) {
    const IrOperand *value = value_of(c, b);
    if (!value) return;
    if (b->kind == IR_BIND_VALUE) {
        IrVar *whole = taken_apart(value);
        if (whole && whole->type == b->var->type) {
            replace(b, whole);
            return;
        }
    }
    if (value->kind == IR_OPERAND_TUPLE && b->kind != IR_BIND_MATCH_CAST) {
        c->tuples[b->var->id] = known_new(c, value);
    } else if (value->kind == IR_OPERAND_CONST && value->constant->type == b->var->type) {
        inline_constant(b->var, value->constant);
    } else if (value->kind == IR_OPERAND_VAR && value->var->type == b->var->type) {
        replace(b, value->var);
    }
}

static bool canonicalize_function(void *user, IrFunction *fn) {
    IrModule *m = user;
    Arena arena;
    IrWalk walk;
    arena_init(&arena, m->ctx);
    Canon c = {
        .m = m, .arena = &arena, .tuples = ARENA_ARRAY(&arena, Known *, (size_t)fn->n_vars + 1)};
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        ctx_poll(m->ctx);
        canonicalize(&c, b);
    }
    blocks_set_outputs(fn);
    arena_fini(&arena);
    return true;
}

bool pass_canonicalize_bindings(IrModule *m) {
    return blocks_each_function(m, canonicalize_function, m) && blocks_finish(m);
}
