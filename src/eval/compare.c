/* SPDX-License-Identifier: Apache-2.0 */
#include "eval/compare.h"

#include "base/arena.h"

typedef struct {
    const Value *a, *b;
} Pair;

/* Of values that are neither tensors nor tuples: what differs, or NULL. */
static const char *other_values(const Value *a, const Value *b) {
    switch (a->kind) {
    case VALUE_SHAPE:
        return a->n && memcmp(a->dims, b->dims, a->n * sizeof *a->dims) != 0 ? "the shapes differ"
                                                                             : NULL;
    case VALUE_PRIM: return a->dtype != b->dtype || a->i != b->i ? "the numbers differ" : NULL;
    case VALUE_STRING: return strcmp(a->string, b->string) != 0 ? "the strings differ" : NULL;
    case VALUE_DTYPE: return a->dtype != b->dtype ? "the dtypes differ" : NULL;
    default: return NULL; /* functions: what they compute is not asked */
    }
}

bool value_near(Arena *scratch, const Value *a, const Value *b, const TensorNear *how,
                ValueDifference *out) {
    VEC(Pair) todo = {.at = NULL}; /* the next one last */
    const ArenaMark mark = arena_mark(scratch);
    *out = (ValueDifference){.what = NULL};
    bool ok = true;
    vec_push(scratch, &todo, ((Pair){a, b}));
    while (ok && todo.len) {
        const Pair p = todo.at[--todo.len];
        if (p.a->kind != p.b->kind || p.a->n != p.b->n) {
            out->what = "the values are of two kinds";
        } else if (p.a->kind == VALUE_TUPLE) {
            for (uint32_t i = p.a->n; i-- > 0;)
                vec_push(scratch, &todo, ((Pair){p.a->items[i], p.b->items[i]}));
        } else if (p.a->kind == VALUE_TENSOR) {
            ok = tensor_near(p.a->tensor, p.b->tensor, how, &out->tensors);
            out->a = p.a->tensor;
            out->b = p.b->tensor;
        } else {
            out->what = other_values(p.a, p.b);
        }
        ok = ok && !out->what;
        out->place += ok && p.a->kind != VALUE_TUPLE;
    }
    arena_rewind(scratch, mark);
    return ok;
}

const char *value_difference_text(Arena *arena, const ValueDifference *d) {
    if (d->what) return d->what;
    if (d->tensors.other_type)
        return arena_printf(arena, "%s of rank %u with %zu elements, and %s of rank %u with %zu",
                            dtype_name(d->a->dtype), d->a->ndim, d->a->count,
                            dtype_name(d->b->dtype), d->b->ndim, d->b->count);
    return tensor_difference_text(arena, &d->tensors);
}
