/* SPDX-License-Identifier: Apache-2.0 */
/* FuseOpsByPattern: TVM's. What a pattern matches moves to a function of its own, whose attribute
 * Composite is the pattern's name: what one call of a library can do.
 *
 *     FuseOpsByPattern({"dnnl.conv2d_relu": R.nn.relu(R.nn.conv2d(x, w, **_))})
 *
 *     y = R.nn.conv2d(x, w)      def fused_relax_nn_conv2d_relax_nn_relu(x, w):
 *     z = R.nn.relu(y)               R.func_attr({"Composite": "dnnl.conv2d_relu", "Primitive": 1})
 *                                    y = R.nn.conv2d(x, w)
 *                                    z = R.nn.relu(y)
 *                                    return z
 *                                z = cls.fused_relax_nn_conv2d_relax_nn_relu(x, w)
 *
 * The patterns are those of the rewrite rules, as data (rewrite/fusion.h), and rewrite/match.c is
 * the matcher. Pattern by pattern, from the first binding to the last; a match that takes a value
 * from another one of the same pattern is refused, unless it holds all of that one, which it then
 * takes the place of. Where the function would depend on what depends on it, the match is left out
 * (TVM fails). With annotate_codegen each becomes a public function with the attribute Codegen, the
 * library's name, around the composite one; without, MergeCompositeFunctions does that. Functions
 * with Codegen, Composite or Primitive stay as they are. Linear. */
#include "passes/cluster.h"
#include "passes/composite.h"
#include "passes/passes.h"
#include "rewrite/fusion.h"

#include "passes/blocks.h"

#include <stdlib.h>

typedef struct {
    IrModule *m;
    Arena arena;
    RuleSet *patterns;
    size_t pattern; /* at hand */
    bool annotate;
    Outline outline;
    Clusters clusters;
    VEC(Cluster *) found;
    IrBinding *root;
    bool wrong;
} Fuse;

static int by_place(const void *x, const void *y) {
    const IrBinding *a = *(IrBinding *const *)x, *b = *(IrBinding *const *)y;
    return (a->label > b->label) - (a->label < b->label);
}

/* What a match would take. */
typedef struct {
    Map inside;
    ClusterList members; /* the same, in their order at last */
} Taken;

static void add_member(Fuse *f, Taken *t, IrBinding *b) {
    if (map_mark_ptr(&t->inside, b)) vec_push(&f->arena, &t->members, b);
}

/* Other names of values on the way from a member to what it reads of another one: the matcher looks
 * through them. */
static void add_names(Fuse *f, Taken *t) {
    for (size_t i = 0; i < t->members.len; i++) {
        const IrBinding *b = t->members.at[i];
        for (uint32_t k = 0; k < b->operands.n; k++) {
            const IrOperand *o = &b->operands.at[k];
            IrBinding *def = o->kind == IR_OPERAND_VAR ? o->var->def : NULL;
            if (!def || def->block != b->block || map_get_ptr(&t->inside, def)) continue;
            if (fusion_reads_one_of(o, &t->inside)) add_member(f, t, def);
        }
    }
}

/* All of what an earlier match took is taken over, or nothing. */
static bool takes_whole(const Fuse *f, const Taken *t) {
    for (size_t i = 0; i < t->members.len; i++) {
        const Cluster *other = clusters_of(&f->clusters, t->members.at[i]->var);
        if (!other) continue;
        if (other->n >= t->members.len) return false;
        const IrBinding *b = other->first;
        for (size_t k = 0; k < other->n; k++, b = b->next) {
            if (!map_get_ptr(&t->inside, b)) return false;
        }
    }
    return true;
}

static bool accept(void *user, const IrBinding *const *nodes, size_t n) {
    Fuse *f = user;
    Taken t = {.members = {.at = NULL}};
    map_init(&t.inside, &f->arena);
    for (size_t i = 0; i < n; i++) add_member(f, &t, (IrBinding *)nodes[i]);
    add_names(f, &t);
    for (size_t i = 0; i < t.members.len; i++) {
        if (t.members.at[i]->block != f->root->block) return false;
    }
    if (!takes_whole(f, &t)) return false;
    qsort(t.members.at, t.members.len, sizeof *t.members.at, by_place);
    Cluster *c = clusters_bring(&f->clusters, t.members.at, t.members.len);
    if (c) vec_push(&f->arena, &f->found, c);
    return c != NULL;
}

static bool match_all(Fuse *f, IrFunction *fn) {
    ClusterList calls = {.at = NULL};
    IrWalk walk;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        if (b->kind == IR_BIND_CALL) vec_push(&f->arena, &calls, b);
    }
    clusters_init(&f->clusters, f->m, &f->arena, fn);
    f->found.len = 0;
    const FusionMatch match = {accept, f};
    Arena scratch;
    arena_init(&scratch, f->m->ctx);
    for (size_t i = 0; i < calls.len && !f->wrong; i++) {
        ctx_poll(f->m->ctx);
        f->root = calls.at[i];
        const ArenaMark mark = arena_mark(&scratch);
        fusion_match(f->patterns, f->pattern, f->m, f->root, &scratch, &match, &f->wrong);
        arena_rewind(&scratch, mark);
    }
    arena_fini(&scratch);
    return !f->wrong;
}

static IrFunction *finish(Outline *o, IrFunction *fn, IrGlobal *g) {
    const Fuse *f = o->user;
    ir_function_set_string(fn, "Composite", fusion_name(f->patterns, f->pattern));
    if (f->annotate) return composite_wrap(o->m, o->arena, fn, g);
    ir_function_set_int(fn, "Primitive", 1);
    return fn;
}

static bool fuse_function(void *user, IrFunction *fn) {
    Fuse *f = user;
    for (const IrFunction *x = fn; x; x = x->parent) {
        if (composite_is_closed(x)) return true;
    }
    if (!match_all(f, fn)) return false;
    outline_begin(&f->outline, fn);
    for (size_t i = 0; i < f->found.len; i++) {
        ClusterList members = {.at = NULL};
        if (f->found.at[i]->into) continue; /* a later one has all of it */
        clusters_list(&f->clusters, f->found.at[i], &members);
        if (!outline_make(&f->outline, members.at, members.len)) return false;
    }
    return true;
}

/* The library's part of the pattern's name, which a function with Codegen needs. */
static bool check_names(const Fuse *f) {
    bool ok = true;
    for (size_t i = 0; f->annotate && i < rules_count(f->patterns); i++) {
        if (composite_library(f->m, fusion_name(f->patterns, i))) continue;
        fusion_wrong_name(f->patterns, i, "the name says no library, which is to be Codegen",
                          "\"library.kernel\"");
        ok = false;
    }
    return ok;
}

static bool run(Fuse *f, const PassValue *values) {
    f->patterns = fusions_load(f->m->ctx, f->m->ops, &f->arena, str_c(values[0].names[0]));
    if (!f->patterns || !check_names(f)) return false;
    for (f->pattern = 0; f->pattern < rules_count(f->patterns); f->pattern++) {
        const char *name = fusion_name(f->patterns, f->pattern);
        const char *library = f->annotate ? composite_library(f->m, name) : NULL;
        f->outline.kind = name;
        f->outline.suffix = library ? arena_printf(&f->arena, "_%s", library) : NULL;
        if (!blocks_each_function(f->m, fuse_function, f)) return false;
    }
    return true;
}

bool pass_fuse_ops_by_pattern(IrModule *m, const PassValue *values) {
    Fuse f = {.m = m, .annotate = values[2].i != 0};
    if (!values[0].n) return true; /* no patterns */
    arena_init(&f.arena, m->ctx);
    outline_init(&f.outline, m, &f.arena, "FuseOpsByPattern");
    f.outline.lifts_constants = !values[1].i;
    f.outline.finish = finish;
    f.outline.user = &f;
    const bool ok = run(&f, values);
    arena_fini(&f.arena);
    return ok && blocks_finish(m);
}
