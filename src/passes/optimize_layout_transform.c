/* SPDX-License-Identifier: Apache-2.0 */
/* OptimizeLayoutTransform: equal values are merged, and a layout_transform that takes back another
 * one goes, so that what stands between loop functions of one layout is nothing.
 *
 *     lv = R.layout_transform(x, index_map=lambda i: (i // 4, i % 4))
 *     y = R.layout_transform(lv, index_map=lambda i, j: (i * 4 + j,))        y is x
 *
 * That the second takes back the first is computed: each index of x goes through both maps, and
 * comes out as it was, and no padding lies between. So the extents have to be known, and only so
 * many indices are tried in a run of the pass; each pair of maps and types once. TVM goes by the
 * shapes alone, also through a loop function that takes padding away, whatever the padding holds
 * there.
 *
 * EliminateCommonSubexpr and CanonicalizeBindings come before. One walk over the bindings. */
#include "ops/ops.h"
#include "passes/blocks.h"
#include "passes/passes.h"

enum { INDICES_MAX = 1 << 24 };

/* A layout_transform of a layout_transform, by their attributes and the type at both ends. */
typedef struct {
    const IrAttr *first, *second;
    const IrType *type, *between;
    bool is_back;
} Pair;

typedef struct {
    IrModule *m;
    Arena arena;
    Map pairs;
    int64_t left; /* indices that may still be tried */
} Optimize;

static const IrAttr *map_of(const IrAttr *attrs) {
    return &attrs[ir_op_attr_index(&op_layout_transform, "index_map")];
}

/* False: it is no number, or no int64. Recursion: over what was written, whose depth is bounded. */
static bool value_of(const IrAttr *map, const IrAttr *e, const int64_t *at, int64_t *out) {
    int64_t a, b;
    if (e->kind == IR_ATTR_INT) {
        *out = e->i;
        return true;
    }
    for (uint32_t i = 0; e->kind == IR_ATTR_STRING && i < map->items[0].n; i++) {
        if (strcmp(map->items[0].items[i].s, e->s) != 0) continue;
        *out = at[i];
        return true;
    }
    if (e->kind != IR_ATTR_LIST || !value_of(map, &e->items[1], at, &a) ||
        !value_of(map, &e->items[2], at, &b))
        return false;
    const char *op = e->items[0].s;
    if (strcmp(op, "+") == 0) return !__builtin_add_overflow(a, b, out);
    if (strcmp(op, "-") == 0) return !__builtin_sub_overflow(a, b, out);
    if (strcmp(op, "*") == 0) return !__builtin_mul_overflow(a, b, out);
    if (strcmp(op, "min") == 0 || strcmp(op, "max") == 0) {
        *out = (a < b) == (op[1] == 'i') ? a : b;
        return true;
    }
    if (b <= 0) return false;
    const int64_t rest = a % b < 0 ? a % b + b : a % b;
    if (strcmp(op, "%") == 0)
        *out = rest;
    else if (strcmp(op, "//") == 0)
        *out = (a - rest) / b;
    else
        return false;
    return true;
}

static bool go(const IrAttr *map, const int64_t *at, int64_t *to) {
    const IrAttr *results = &map->items[1];
    for (uint32_t i = 0; i < results->n; i++) {
        if (!value_of(map, &results->items[i], at, &to[i])) return false;
    }
    return true;
}

/* The number of elements; -1: it is not known, or is more than `most`. */
static int64_t count_of(const IrType *t, int64_t most) {
    int64_t count = 1, n;
    if (t->kind != IR_TYPE_TENSOR || !t->dims) return -1;
    for (int32_t i = 0; i < t->ndim; i++) {
        if (!ir_dim_is_const(t->dims[i], &n) || n <= 0 || count > most / n) return -1;
        count *= n;
    }
    return count;
}

/* All indices of a value of this type come back; and there are no others between, which could write
 * over what came back. */
static bool comes_back(Optimize *o, const Pair *p) {
    const IrAttr *there = map_of(p->first), *back = map_of(p->second);
    const int32_t ndim = p->type->ndim;
    const int64_t count = count_of(p->type, o->left);
    if (count < 0 || count_of(p->between, o->left) != count) return false;
    const size_t n = (size_t)ndim + there->items[1].n + back->items[1].n + 1;
    int64_t *extents = ARENA_ARRAY(&o->arena, int64_t, n), *at = ARENA_ARRAY(&o->arena, int64_t, n);
    int64_t *to = ARENA_ARRAY(&o->arena, int64_t, n), *end = ARENA_ARRAY(&o->arena, int64_t, n);
    for (int32_t i = 0; i < ndim; i++) {
        if (!ir_dim_is_const(p->type->dims[i], &extents[i])) return false;
    }
    o->left -= count;
    for (int64_t k = 0; k < count; k++) {
        ctx_poll(o->m->ctx);
        if (!go(there, at, to) || !go(back, to, end)) return false;
        if (memcmp(at, end, (size_t)ndim * sizeof *at) != 0) return false;
        for (int32_t i = ndim; i-- > 0 && ++at[i] == extents[i];) at[i] = 0;
    }
    return true;
}

static bool takes_back(Optimize *o, const IrBinding *first, const IrBinding *second) {
    const IrType *t = second->var->type;
    const Pair pair = {
        .first = first->attrs, .second = second->attrs, .type = t, .between = first->var->type};
    const uint64_t hash = hash_ptr(hash_ptr(hash_ptr(0, pair.first), pair.second), t);
    for (MapIter it = map_find(&o->pairs, hash); map_next(&o->pairs, &it);) {
        const Pair *p = it.value;
        if (p->first == pair.first && p->second == pair.second && p->type == t &&
            p->between == pair.between)
            return p->is_back;
    }
    Pair *made = ARENA_NEW(&o->arena, Pair);
    *made = pair;
    made->is_back = comes_back(o, made);
    map_add(&o->pairs, hash, made);
    return made->is_back;
}

/* The call whose result the binding transforms, and that transforms a variable itself. */
static const IrBinding *transformed(const IrBinding *b) {
    if (b->kind != IR_BIND_CALL || b->op != &op_layout_transform) return NULL;
    const IrOperand *y = b->operands.at;
    return y->kind == IR_OPERAND_VAR ? y->var->def : NULL;
}

static bool visit(void *user, IrFunction *fn) {
    Optimize *o = user;
    IrWalk walk;
    bool any = false;
    ir_walk_init(&walk, fn->body);
    for (IrBinding *b; (b = ir_walk_next(&walk));) {
        ctx_poll(o->m->ctx);
        const IrBinding *first = transformed(b);
        if (!first || first->kind != IR_BIND_CALL || first->op != &op_layout_transform) continue;
        const IrOperand *x = first->operands.at;
        if (x->kind != IR_OPERAND_VAR || x->var->type != b->var->type) continue;
        if (!takes_back(o, first, b)) continue;
        ir_var_replace_uses(b->var, x->var);
        ir_binding_remove(b);
        any = true;
    }
    if (any) blocks_set_outputs(fn);
    return true;
}

bool pass_optimize_layout_transform(IrModule *m) {
    const PassValue all = {.i = false};
    if (!pass_eliminate_common_subexpr(m, &all) || !pass_canonicalize_bindings(m)) return false;
    Optimize o = {.m = m, .left = INDICES_MAX};
    arena_init(&o.arena, m->ctx);
    map_init(&o.pairs, &o.arena);
    blocks_each_function(m, visit, &o);
    arena_fini(&o.arena);
    return blocks_finish(m);
}
