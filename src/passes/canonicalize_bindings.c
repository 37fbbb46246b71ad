/* SPDX-License-Identifier: Apache-2.0 */
/* CanonicalizeBindings: whoever uses another name of a value uses the value itself.
 *
 *     t = (x, y)                          t = (x, y)
 *     a = t[1]                            z = R.add(y, R.const(1.0, "float32"))
 *     b = a
 *     c = R.const(1.0, "float32")         c = R.const(1.0, "float32")
 *     z = R.add(b, c)
 *
 * - A symbol of a match_cast that stands where the value's own extent is known becomes that extent
 *   (settle_symbols.h).
 * - `b = a`, a field of a tuple that is written out, a tuple of all fields of another one, and a
 *   match_cast that says nothing new are removed, their uses go to the value. One whose annotation
 *   is not the value's own type stays: it says so on purpose.
 * - A name of a constant stays (DeadCodeElimination removes it), its uses become the constant;
 *   unless a block's output is another name of it: then it is the output, and used as that. An
 *   output that is a name of a constant stays one, so that a second run changes nothing.
 * - A variable of a dataflow block is an output exactly when something outside used it; so `gv =
 *   lv` at a block's end makes lv the output.
 * - What stands right of an annotation that was weaker has its own type once its operands are
 *   others, and so has what follows from it.
 *
 * A few walks in program order: what a binding uses has been seen through before. Linear in
 * bindings and uses. */
#include "passes/canonicalize_bindings.h"

#include "ir/build.h"
#include "passes/blocks.h"
#include "passes/passes.h"
#include "passes/settle_symbols.h"

/* A tuple that some variable is known to be. */
typedef struct {
    const IrOperand *tree;
    uint32_t *offsets; /* of its elements; NULL: not asked for yet */
} Known;

typedef struct {
    IrVar *var;
    IrConst *value;
    bool is_output; /* of a dataflow block */
} Constant;

typedef struct {
    IrModule *m;
    Arena *arena;
    Known **tuples; /* by variable id */
    bool
        *promoted; /* by variable id: it has become a block's output in the place of another name */
    bool *touched; /* by variable id: an operand of its binding is another one now */
    VEC(Constant) constants;
    bool inlines; /* constants */
    bool failed;  /* something was reported */
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

static void touch(Canon *c, const IrBinding *user) {
    if (user) c->touched[user->var->id] = true;
}

/* What a nested function captures stays a variable. */
static void inline_constant(Canon *c, IrVar *v, IrConst *value) {
    for (IrOperand *use = v->uses, *next; use; use = next) {
        next = use->next_use;
        const IrBinding *user = use->list->binding;
        if (user && user->kind == IR_BIND_FUNCTION) continue;
        touch(c, user);
        ir_operand_set_const(use, value);
    }
}

static bool is_seen_outside(const IrVar *v) {
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *user = use->list->binding;
        if (!user || user->block != v->def->block) return true;
    }
    return false;
}

static void replace(Canon *c, IrBinding *b, IrVar *value) {
    IrVar *v = b->var;
    /* The name that is seen outside the block is the one to keep. */
    /* so a dataflow block */
    const bool local = value->def && value->def->block == b->block && !value->is_output;
    if (local && v->is_output && is_seen_outside(v)) {
        value->name = v->name;
        value->is_output = true;
        c->promoted[value->id] = true;
    }
    for (const IrOperand *use = v->uses; use; use = use->next_use) touch(c, use->list->binding);
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
            replace(c, b, whole);
            return;
        }
    }
    if (value->kind == IR_OPERAND_TUPLE && b->kind != IR_BIND_MATCH_CAST) {
        c->tuples[b->var->id] = known_new(c, value);
    } else if (value->kind == IR_OPERAND_CONST && value->constant->type == b->var->type) {
        const Constant found = {b->var, value->constant, false};
        vec_push(c->arena, &c->constants, found);
    } else if (value->kind == IR_OPERAND_VAR && value->var->type == b->var->type) {
        replace(c, b, value->var);
    }
}

/* Names of constants give way to these, but for outputs that have other names. */
static void inline_constants(Canon *c) {
    for (size_t i = 0; i < c->constants.len; i++) {
        Constant *k = &c->constants.at[i];
        if (c->promoted[k->var->id]) continue;
        k->is_output = k->var->def->block->is_dataflow && k->var->is_output;
        if (c->inlines) inline_constant(c, k->var, k->value);
    }
}

/* A sharper type of what b binds; false: it has the type that it had. */
static bool sharpen(Canon *c, IrBinding *b) {
    IrModule *m = c->m;
    const bool infers = b->kind == IR_BIND_VALUE || b->kind == IR_BIND_CALL ||
                        b->kind == IR_BIND_FIELD || b->kind == IR_BIND_INVOKE;
    if (!infers || b->var->type->kind == IR_TYPE_CALLABLE) return false;
    const ArenaMark mark = arena_mark(&m->scratch);
    const IrAttr *attrs;
    const IrType *t = ir_infer_binding(b, &attrs);
    arena_rewind(&m->scratch, mark);
    c->failed |= !t;
    if (t && attrs) b->attrs = attrs;
    if (!t || t == b->var->type || ir_type_subsumes(m, b->var->type, t) != IR_PROVED) return false;
    b->var->type = t;
    return true;
}

/* What nested functions capture has the type of their parameter: it stays. */
static bool is_captured(const IrVar *v) {
    for (const IrOperand *use = v->uses; use; use = use->next_use) {
        const IrBinding *user = use->list->binding;
        if (user && user->kind == IR_BIND_FUNCTION) return true;
    }
    return false;
}

/* True: some type is sharper now, so that a match_cast may say nothing new. */
static bool sharpen_types(Canon *c, IrFunction *fn) {
    const bool follows = fn->result == ir_returned_type(fn);
    IrWalk walk;
    bool any = false;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        ctx_poll(c->m->ctx);
        if (!c->touched[b->var->id] || is_captured(b->var) || !sharpen(c, b)) continue;
        any = true;
        for (const IrOperand *use = b->var->uses; use; use = use->next_use)
            touch(c, use->list->binding);
    }
    if (any && follows && !fn->parent) fn->result = ir_returned_type(fn);
    return any;
}

static void see_through(Canon *c, IrFunction *fn) {
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        ctx_poll(c->m->ctx);
        canonicalize(c, b);
    }
}

static bool canonicalize_function(IrFunction *fn, bool inlines) {
    IrModule *m = fn->module;
    Arena arena;
    arena_init(&arena, m->ctx);
    const size_t n = (size_t)fn->n_vars + 1;
    Canon c = {.m = m,
               .arena = &arena,
               .tuples = ARENA_ARRAY(&arena, Known *, n),
               .promoted = ARENA_ARRAY(&arena, bool, n),
               .touched = ARENA_ARRAY(&arena, bool, n),
               .inlines = inlines};
    see_through(&c, fn);
    inline_constants(&c);
    if (sharpen_types(&c, fn)) see_through(&c, fn);
    blocks_set_outputs(fn);
    for (size_t i = 0; i < c.constants.len; i++)
        c.constants.at[i].var->is_output |= c.constants.at[i].is_output;
    arena_fini(&arena);
    return !c.failed;
}

static bool canonicalize_names(void *user, IrFunction *fn) {
    (void)user;
    return canonicalize_function(fn, false);
}

static bool canonicalize_all(void *user, IrFunction *fn) {
    (void)user;
    return canonicalize_function(fn, true);
}

bool canonicalize_bindings_names(IrModule *m) {
    settle_symbols(m);
    return blocks_each_function(m, canonicalize_names, NULL) && blocks_finish(m);
}

bool pass_canonicalize_bindings(IrModule *m) {
    settle_symbols(m);
    return blocks_each_function(m, canonicalize_all, NULL) && blocks_finish(m);
}
