/* SPDX-License-Identifier: Apache-2.0 */
/* MergeCompositeFunctions: TVM's. Calls of composite functions of one library that depend on each
 * other become one call of a function with Codegen, which holds the composite ones.
 *
 *     y = cls.fused_conv2d(x, w)         def fused_conv2d_relu_dnnl(x, w):
 *     z = cls.fused_relu(y)                  R.func_attr({"Codegen": "dnnl"})
 *                                            @R.function
 *                                            def local(x, w): ...    what fused_conv2d did
 *                                            y = local(x, w)
 *                                            @R.function
 *                                            def local_1(y): ...
 *                                            z = local_1(y)
 *                                            return z
 *                                        z = cls.fused_conv2d_relu_dnnl(x, w)
 *
 * A walk over each function: a call joins the groups that make its operands, the latest first,
 * where the joined one would depend on nothing that depends on it (passes/cluster.h, which bounds
 * how far that is looked for). Fields and other names of what a group gives belong to it. Within
 * the function calls stand in the order that they had. Linear but for sorting. */
#include "passes/cluster.h"
#include "passes/composite.h"
#include "passes/passes.h"

#include "base/diag.h"
#include "passes/blocks.h"
#include "passes/calls.h"

#include <stdlib.h>

typedef struct {
    Cluster *cluster;
    const char *library;
} Group;

typedef struct {
    IrBinding *binding;
    uint32_t place; /* in the program, before groups are brought together */
} Member;

typedef struct {
    IrModule *m;
    Arena arena;
    Outline outline;
    Clusters clusters;
    VEC(Group) groups;
    uint32_t *places;     /* of bindings, by variable id */
    const IrFunction *to; /* that is being made */
    Map inner;            /* its nested functions, by the global that they are copies of */
} Merge;

/* The composite function that the binding calls; NULL: none. */
static IrFunction *callee_of(const IrBinding *b) {
    const IrOperand *o = b->operands.at;
    if (b->kind != IR_BIND_INVOKE || o->kind != IR_OPERAND_GLOBAL) return NULL;
    IrFunction *fn = o->global->function;
    return fn && fn->body && !ir_function_codegen(fn) &&
                   ir_function_attr(fn, "Composite", IR_ATTR_STRING) && blocks_is_pure(b)
               ? fn
               : NULL;
}

static const char *library_of(const Merge *g, const IrFunction *fn) {
    return composite_library(g->m, ir_function_attr(fn, "Composite", IR_ATTR_STRING)->s);
}

/* The library whose group the value is of, in this block; NULL: none. */
static const char *made_by(const Merge *g, const IrVar *v, const IrBlock *block) {
    const IrBinding *b = v->def;
    if (!b || b->block != block || !clusters_of(&g->clusters, v)) return NULL;
    const IrFunction *fn = callee_of(clusters_of(&g->clusters, v)->first);
    return fn ? library_of(g, fn) : NULL;
}

static int latest_first(const void *x, const void *y) {
    const Cluster *a = *(Cluster *const *)x, *b = *(Cluster *const *)y;
    return (a->first->label < b->first->label) - (a->first->label > b->first->label);
}

static void visit_call(Merge *g, IrBinding *b, const char *library) {
    VEC(Cluster *) parents = {.at = NULL};
    for (uint32_t i = 0; i < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i];
        if (o->kind != IR_OPERAND_VAR || made_by(g, o->var, b->block) != library) continue;
        vec_push(&g->arena, &parents, clusters_of(&g->clusters, o->var));
    }
    if (parents.len) qsort(parents.at, parents.len, sizeof *parents.at, latest_first);
    Cluster *own = clusters_new(&g->clusters, b);
    for (size_t i = 0; i < parents.len; i++) {
        const Cluster *early = parents.at[i];
        if (early->into || early == own) continue; /* it is part of the own one */
        if (clusters_join(&g->clusters, parents.at[i], own)) own = parents.at[i];
    }
    vec_push(&g->arena, &g->groups, ((Group){own, library}));
}

/* A field or another name of a value. */
static bool is_part(const IrBinding *b) {
    return b->kind == IR_BIND_FIELD || (b->kind == IR_BIND_VALUE && b->operands.n == 1);
}

static void visit(Merge *g, IrBinding *b) {
    const IrFunction *fn = callee_of(b);
    const IrOperand *o = b->operands.at;
    if (fn) {
        visit_call(g, b, library_of(g, fn));
    } else if (is_part(b) && o->kind == IR_OPERAND_VAR && made_by(g, o->var, b->block)) {
        Cluster *of = clusters_of(&g->clusters, o->var);
        clusters_join(&g->clusters, of, clusters_new(&g->clusters, b));
    }
}

/* A copy of the composite function within the one that is made. NULL after a report. */
static IrVar *inner_function(Merge *g, IrClone *around, IrGlobal *global) {
    IrVar *v = map_get_ptr(&g->inner, global);
    if (v) return v;
    const IrFunction *from = global->function;
    IrClone c;
    IrFunction *fn = ir_clone_begin(&c, g->m, &g->arena, from, around->to);
    fn->global = NULL;
    fn->is_private = true;
    fn->name = "local";
    for (size_t i = 0; i < from->params.len; i++) ir_clone_param(&c, from->params.at[i]);
    if (!ir_clone_finish(&c)) return NULL;
    ir_function_drop_attr(fn, "Primitive");
    v = ir_build_function(&around->b, fn, NULL, 0, fn->name);
    if (v) map_add_ptr(&g->inner, global, v);
    return v;
}

static bool copy(Outline *o, IrClone *c, IrBinding *b) {
    Merge *g = o->user;
    if (b->kind != IR_BIND_INVOKE) return ir_clone_binding(c, b);
    if (g->to != c->to) map_init(&g->inner, &g->arena);
    g->to = c->to;
    IrVar *inner = inner_function(g, c, b->operands.at->global);
    if (!inner) return false;
    IrOperandBuf buf;
    ir_operands_init(&buf, &g->m->scratch);
    ir_operands_var(&buf, inner);
    ir_clone_operands(c, b->operands.at + 1, b->operands.n - 1, &buf);
    IrVar *v = ir_build_invoke(&c->b, buf.ops.at, (uint32_t)buf.ops.len, b->var->name);
    if (v) ir_clone_set_var(c, b->var, v);
    return v != NULL;
}

static IrFunction *finish(Outline *o, IrFunction *fn, IrGlobal *global) {
    (void)global;
    fn->is_private = false;
    ir_function_set_string(fn, "Codegen", o->kind);
    return fn;
}

static int by_place(const void *x, const void *y) {
    const Member *a = x, *b = y;
    return (a->place > b->place) - (a->place < b->place);
}

static void sort_members(Merge *g, ClusterList *members) {
    Member *sorted = ARENA_ARRAY(&g->arena, Member, members->len + 1);
    for (size_t i = 0; i < members->len; i++) {
        IrBinding *b = members->at[i];
        sorted[i] = (Member){b, g->places[b->var->id]};
    }
    qsort(sorted, members->len, sizeof *sorted, by_place);
    for (size_t i = 0; i < members->len; i++) members->at[i] = sorted[i].binding;
}

static bool merge_function(void *user, IrFunction *fn) {
    Merge *g = user;
    for (const IrFunction *x = fn; x; x = x->parent) {
        if (composite_is_closed(x)) return true;
    }
    ClusterList bindings = {.at = NULL};
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (is_part(b) || callee_of(b)) vec_push(&g->arena, &bindings, b);
    }
    if (!bindings.len) return true;
    g->places = ARENA_ARRAY(&g->arena, uint32_t, (size_t)fn->n_vars + 1);
    for (size_t i = 0; i < bindings.len; i++) g->places[bindings.at[i]->var->id] = (uint32_t)i;
    clusters_init(&g->clusters, g->m, &g->arena, fn);
    g->groups.len = 0;
    for (size_t i = 0; i < bindings.len; i++) {
        ctx_poll(g->m->ctx);
        visit(g, bindings.at[i]);
    }
    outline_begin(&g->outline, fn);
    for (size_t i = 0; i < g->groups.len; i++) {
        Cluster *c = g->groups.at[i].cluster;
        ClusterList members = {.at = NULL};
        if (c->into || !c->n) continue;
        clusters_list(&g->clusters, c, &members);
        sort_members(g, &members);
        c->n = 0; /* it is listed once for each call */
        g->outline.kind = g->groups.at[i].library;
        g->outline.suffix = arena_printf(&g->arena, "_%s", g->outline.kind);
        if (!outline_make(&g->outline, members.at, members.len)) return false;
    }
    return true;
}

static bool check_names(const Merge *g) {
    bool ok = true;
    for (size_t i = 0; i < g->m->globals.len; i++) {
        const IrFunction *fn = g->m->globals.at[i]->function;
        const IrAttr *name = fn ? ir_function_attr(fn, "Composite", IR_ATTR_STRING) : NULL;
        if (!name || composite_library(g->m, name->s)) continue;
        Ctx *ctx = g->m->ctx;
        Diag *d =
            diag_error(ctx, fn->loc, DIAG_PASS_OPTION, "MergeCompositeFunctions",
                       diag_fmt(ctx, "the attribute Composite of '%s' says no library", fn->name));
        diag_expected(ctx, d, "\"library.kernel\"");
        diag_found(ctx, d, "\"%s\"", name->s);
        ok = false;
    }
    return ok;
}

/* Composite functions that nothing calls any more. */
static void remove_composites(Merge *g) {
    const Calls calls = calls_collect(g->m, &g->arena);
    IrGlobal **kept = ARENA_ARRAY(&g->arena, IrGlobal *, calls.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < calls.n; i++) {
        const IrFunction *fn = calls.at[i].function;
        const bool goes = fn && fn->is_private && !calls.at[i].is_named &&
                          ir_function_attr(fn, "Composite", IR_ATTR_STRING);
        if (!goes) kept[n++] = calls.at[i].global;
    }
    if (n < calls.n) ir_globals_set(g->m, kept, n);
}

bool pass_merge_composite_functions(IrModule *m) {
    Merge g = {.m = m};
    arena_init(&g.arena, m->ctx);
    outline_init(&g.outline, m, &g.arena, "MergeCompositeFunctions");
    g.outline.lifts_constants = true;
    g.outline.is_dataflow = false;
    g.outline.copy = copy;
    g.outline.finish = finish;
    g.outline.user = &g;
    const bool ok = check_names(&g) && blocks_each_function(m, merge_function, &g);
    if (ok) remove_composites(&g);
    arena_fini(&g.arena);
    return ok && blocks_finish(m);
}
