/* SPDX-License-Identifier: Apache-2.0 */
/* FuseOps(op_pattern=true): what TVM's FuseOps does. Calls of a dataflow block move to functions of
 * their own by the kinds that their loop functions state in the attribute op_pattern, which
 * AnnotateTIROpPattern writes; one that states none is opaque.
 *
 *     y = R.call_tir(cls.conv2d, (x, w), ...)   # 4        def fused_conv2d_relu(x, w):
 *     z = R.call_tir(cls.relu, (y,), ...)       # 0            R.func_attr({"Primitive": 1})
 *                                                              ...
 *                                                          z = cls.fused_conv2d_relu(x, w)
 *
 * All that a group makes passes through its last binding (passes/kind_groups.h), which therefore is
 * its only result: the others are moved to it, which nothing that stands between can notice. A
 * field of what the group does not make stays outside. Where a call writes into an argument that
 * others read, nothing of its block is moved. A group that nobody reads goes.
 *
 * Functions with Codegen, Composite or Primitive stay as they are. Linear. */
#include "passes/fuse_by_kind.h"

#include "loop/pattern.h"
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/composite.h"
#include "passes/kind_groups.h"
#include "passes/prim_func.h"

typedef struct {
    IrModule *m;
    Arena arena;
    Outline outline;
    Map kinds; /* by global: a LoopPattern, as a pointer */
} Fuse;

static LoopPattern kind_of_global(Fuse *f, const IrGlobal *g) {
    const uintptr_t known = (uintptr_t)map_get_ptr(&f->kinds, g);
    if (known) return (LoopPattern)known;
    Arena scratch;
    arena_init(&scratch, f->m->ctx);
    const LoopFn *loops = g->function ? prim_func_loops(g->function, &scratch) : NULL;
    const LoopPattern kind = loops && loops->pattern != LOOP_PATTERN_NONE && !loops->is_scheduled
                                 ? loops->pattern
                                 : LOOP_PATTERN_OPAQUE;
    arena_fini(&scratch);
    map_add_ptr(&f->kinds, g, (void *)(uintptr_t)kind);
    return kind;
}

static LoopPattern kind_of(Fuse *f, const IrBinding *b) {
    if (b->kind == IR_BIND_FIELD) return LOOP_PATTERN_INJECTIVE;
    if (b->kind != IR_BIND_CALL || (b->op != &op_call_tir && b->op != &op_call_tir_inplace) ||
        b->operands.at->kind != IR_OPERAND_GLOBAL)
        return LOOP_PATTERN_OPAQUE;
    return kind_of_global(f, b->operands.at->global);
}

/* The call writes into what nothing else reads, under no other name. */
static bool owns_what_it_writes(const IrBinding *b) {
    const IrOperand *args = b->operands.at + 1;
    if (args->kind != IR_OPERAND_TUPLE) return false;
    const IrAttr *indices = &b->attrs[ir_op_attr_index(b->op, "inplace_indices")];
    for (uint32_t i = 0; i < indices->n; i++) {
        const IrOperand *o = args + 1;
        if (indices->ints[i] < 0) continue;
        for (int64_t k = 0; k < indices->ints[i]; k++) o += o->span;
        if (o->kind != IR_OPERAND_VAR || o->var->n_uses != 1) return false;
        if (o->var->def && o->var->def->kind != IR_BIND_CALL) return false;
    }
    return true;
}

static bool is_read_outside(const IrBinding *b) {
    if (b->var->is_output) return true;
    for (const IrOperand *use = b->var->uses; use; use = use->next_use) {
        if (!use->list->binding || use->list->binding->block != b->block) return true;
    }
    return false;
}

/* False: nothing of the block may move. */
static bool read_block(Fuse *f, IrBlock *block, KindGroups *g) {
    uint32_t i = 0;
    g->nodes = ARENA_ARRAY(&f->arena, KindNode, (size_t)block->n + 1);
    g->n = block->n;
    g->block = block;
    for (IrBinding *b = block->first; i < block->n; b = b->next) {
        ctx_poll(f->m->ctx);
        if (b->kind == IR_BIND_CALL && b->op == &op_call_tir_inplace && !owns_what_it_writes(b))
            return false;
        g->nodes[i] = (KindNode){.b = b, .kind = kind_of(f, b), .is_kept = is_read_outside(b)};
        g->of[b->var->id] = &g->nodes[i++];
    }
    return true;
}

typedef VEC(IrBinding *) Members;

/* Fields of what others make leave the group: a node that stays is marked by `met`. */
static void collect(Fuse *f, KindGroups *g, Map *of_group) {
    g->question++;
    for (uint32_t i = 0; i < g->n; i++) {
        KindNode *node = &g->nodes[i], *of = kind_group_of(node);
        if (of->n < 2) continue;
        if (node->b->kind == IR_BIND_FIELD) {
            const IrOperand *o = node->b->operands.at;
            const IrBinding *def = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
            KindNode *from = def && def->block == g->block ? g->of[def->var->id] : NULL;
            if (!from || kind_group_of(from) != of || from->met != g->question) continue;
        }
        node->met = g->question;
        Members *members = map_get_ptr(of_group, of);
        if (!members) {
            members = ARENA_NEW(&f->arena, Members);
            *members = (Members){.at = NULL};
            map_add_ptr(of_group, of, members);
        }
        vec_push(&f->arena, members, node->b);
    }
}

static bool make(Fuse *f, const Members *members) {
    IrBinding *last = members->at[members->len - 1];
    if (!last->var->n_uses && !last->var->is_output) {
        for (size_t i = members->len; i-- > 0;) ir_binding_remove(members->at[i]);
        return true;
    }
    for (size_t i = members->len - 1; i-- > 0;) {
        IrBinding *b = members->at[i], *next = members->at[i + 1];
        if (b->next != next) ir_binding_move_before(next, b);
    }
    return outline_make(&f->outline, members->at, members->len);
}

/* `of`: a table of the function's variables. */
static bool fuse_block(Fuse *f, KindNode **of, IrBlock *block) {
    KindGroups g = {.m = f->m, .arena = &f->arena, .of = of};
    Map of_group;
    map_init(&of_group, &f->arena);
    if (!read_block(f, block, &g)) return true;
    kind_groups_find(&g);
    collect(f, &g, &of_group);
    for (uint32_t i = 0; i < g.n; i++) {
        const KindNode *root = &g.nodes[i];
        const Members *members = root->into ? NULL : map_get_ptr(&of_group, root);
        if (members && members->len > 1 && !make(f, members)) return false;
    }
    return true;
}

static bool fuse_function(void *user, IrFunction *fn) {
    Fuse *f = user;
    for (const IrFunction *x = fn; x; x = x->parent) {
        if (composite_is_closed(x)) return true;
    }
    VEC(IrBlock *) blocks = {.at = NULL};
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->block->is_dataflow && b->block->first == b) vec_push(&f->arena, &blocks, b->block);
    }
    KindNode **of = ARENA_ARRAY(&f->arena, KindNode *, (size_t)fn->n_vars + 1);
    outline_begin(&f->outline, fn);
    for (size_t i = 0; i < blocks.len; i++) {
        if (!fuse_block(f, of, blocks.at[i])) return false;
    }
    return true;
}

static IrFunction *finish(Outline *o, IrFunction *fn, IrGlobal *g) {
    (void)o;
    (void)g;
    ir_function_set_int(fn, "Primitive", 1);
    return fn;
}

bool fused_by_kind(IrModule *m) {
    Fuse f = {.m = m};
    arena_init(&f.arena, m->ctx);
    map_init(&f.kinds, &f.arena);
    outline_init(&f.outline, m, &f.arena, "FuseOps");
    f.outline.lifts_constants = true;
    f.outline.finish = finish;
    const bool ok = blocks_each_function(m, fuse_function, &f);
    arena_fini(&f.arena);
    return ok && blocks_finish(m);
}
