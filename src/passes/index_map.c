/* SPDX-License-Identifier: Apache-2.0 */
/* The inverse of an index map, by digits.
 *
 *     lambda i: (i // 4, i % 4)      i is (i // 4) * 4 + (i % 4): its digits stand in both results
 *     lambda a, b: (a * 4 + b,)      puts them together again
 *
 * Each result is a sum of digits of the indices, scale * ((index // lower) % extent), such that
 * each digit can be read off the sum: the scales divide one another, and what is below a scale is
 * less than it. A quotient or a remainder cuts a digit in two where it must. When the digits of an
 * index, from the lowest to the highest, follow each other without a gap, it is their sum.
 * Recursion: over what was written, whose depth is bounded. */
#include "passes/index_map.h"

#include <stdlib.h>

typedef struct {
    uint32_t index; /* of the map's names */
    int64_t lower, extent, scale;
} Digit;

typedef VEC(Digit) Sum;

typedef struct {
    IrModule *m;
    Arena *arena;
    const IrAttr *names;
    const int64_t *extents;
    const char *why;
} Digits;

static bool fail(Digits *d, const char *why) {
    d->why = why;
    return false;
}

static void push(Digits *d, Sum *to, Digit x) {
    if (x.extent > 1) vec_push(d->arena, to, x); /* else it is 0 */
}

static bool scale_by(Digits *d, Sum *sum, int64_t by) {
    for (size_t i = 0; i < sum->len; i++) {
        if (__builtin_mul_overflow(sum->at[i].scale, by, &sum->at[i].scale))
            return fail(d, "a factor is too large");
    }
    return by > 0 || fail(d, "a factor is not above 0");
}

/* `from` is c * quotient + rest, where rest is below c. */
static bool divide(Digits *d, const Sum *from, int64_t c, Sum *quotient, Sum *rest) {
    int64_t most = 0, step;
    if (c <= 0) return fail(d, "a divisor is not above 0");
    for (size_t i = 0; i < from->len; i++) {
        Digit x = from->at[i];
        if (x.scale % c == 0) {
            x.scale /= c;
            push(d, quotient, x);
            continue;
        }
        if (x.scale < c && c % x.scale == 0 && c / x.scale < x.extent) { /* it is cut in two */
            const int64_t low = c / x.scale;
            push(d, quotient,
                 (Digit){x.index, x.lower * low, (x.extent + low - 1) / low, 1}); /* rounded up */
            x.extent = low;
        }
        if (__builtin_mul_overflow(x.scale, x.extent - 1, &step) ||
            __builtin_add_overflow(most, step, &most))
            return fail(d, "a factor is too large");
        push(d, rest, x);
    }
    return most < c || fail(d, "a quotient or remainder cuts what is no product of the divisor");
}

static bool read(Digits *d, const IrAttr *e, Sum *out) {
    if (e->kind == IR_ATTR_INT) return e->i == 0 || fail(d, "a number is added");
    for (uint32_t i = 0; e->kind == IR_ATTR_STRING && i < d->names->n; i++) {
        if (strcmp(d->names->items[i].s, e->s) != 0) continue;
        push(d, out, (Digit){i, 1, d->extents[i], 1});
        return true;
    }
    if (e->kind != IR_ATTR_LIST) return fail(d, "a name is not the map's");
    const char *op = e->items[0].s;
    const IrAttr *x = &e->items[1], *y = &e->items[2];
    if (strcmp(op, "*") == 0 && x->kind == IR_ATTR_INT) {
        const IrAttr *swap = x;
        x = y;
        y = swap;
    }
    Sum left = {.at = NULL};
    if (strcmp(op, "+") == 0) return read(d, x, out) && read(d, y, out);
    if (y->kind != IR_ATTR_INT || strcmp(op, "-") == 0 || op[0] == 'm')
        return fail(d, "an operation is none of +, and *, // and % by an integer");
    if (!read(d, x, &left)) return false;
    Sum parts[2] = {{.at = NULL}, {.at = NULL}};
    if (strcmp(op, "*") == 0 ? !scale_by(d, &left, y->i)
                             : !divide(d, &left, y->i, &parts[0], &parts[1]))
        return false;
    const Sum *all = strcmp(op, "*") == 0 ? &left : &parts[strcmp(op, "%") == 0];
    for (size_t i = 0; i < all->len; i++) vec_push(d->arena, out, all->at[i]);
    return true;
}

/* Of the result: where one of its digits is found. */
typedef struct {
    Digit digit;
    uint32_t result;
    int64_t radix; /* 0: it is the highest there */
} Place;

typedef VEC(Place) Places;

static int by_scale(const void *x, const void *y) {
    const Digit *a = x, *b = y;
    return (a->scale < b->scale) - (a->scale > b->scale);
}

static int by_index(const void *x, const void *y) {
    const Place *a = x, *b = y;
    if (a->digit.index != b->digit.index) return a->digit.index < b->digit.index ? -1 : 1;
    return (a->digit.lower > b->digit.lower) - (a->digit.lower < b->digit.lower);
}

static bool place_result(Digits *d, Sum *sum, uint32_t result, Places *out) {
    if (sum->len) qsort(sum->at, sum->len, sizeof *sum->at, by_scale);
    for (size_t i = 0; i < sum->len; i++) {
        const Digit x = sum->at[i];
        const int64_t above = i ? sum->at[i - 1].scale : 0;
        if (i && (above % x.scale != 0 || above / x.scale < x.extent))
            return fail(d, "two indices may give one place");
        vec_push(d->arena, out, ((Place){x, result, above / x.scale}));
    }
    return true;
}

static IrAttr number(int64_t v) { return (IrAttr){.kind = IR_ATTR_INT, .i = v}; }

static IrAttr operation(const Digits *d, const char *op, IrAttr x, IrAttr y) {
    IrAttr *items = ARENA_ARRAY(d->arena, IrAttr, 3);
    items[0] = (IrAttr){.kind = IR_ATTR_STRING, .s = ir_name(d->m, str_c(op))};
    items[1] = x;
    items[2] = y;
    return (IrAttr){.kind = IR_ATTR_LIST, .n = 3, .items = items};
}

/* Of the digits at[0..n) of an index, from the lowest on. */
static bool put_together(Digits *d, const Place *at, size_t n, int64_t extent, const IrAttr *names,
                         IrAttr *out) {
    int64_t next = 1;
    *out = number(0);
    for (size_t i = 0; i < n; i++) {
        const Digit *x = &at[i].digit;
        if (x->lower != next) return fail(d, "a part of an index is not told, or twice");
        next = x->lower * x->extent;
        IrAttr e = names[at[i].result];
        if (x->scale > 1) e = operation(d, "//", e, number(x->scale));
        if (at[i].radix) e = operation(d, "%", e, number(at[i].radix));
        if (x->lower > 1) e = operation(d, "*", e, number(x->lower));
        *out = i ? operation(d, "+", e, *out) : e;
    }
    return next >= extent || fail(d, "a part of an index is not told");
}

const IrAttr *invert_index_map(IrModule *m, const IrAttr *map, const int64_t *extents, Arena *arena,
                               const char **why) {
    const IrAttr *results = &map->items[1];
    Digits d = {.m = m, .arena = arena, .names = &map->items[0], .extents = extents};
    Places all = {.at = NULL};
    IrAttr *names = ARENA_ARRAY(arena, IrAttr, (size_t)results->n + 1);
    bool ok = true;
    for (uint32_t i = 0; ok && i < results->n; i++) {
        Sum sum = {.at = NULL};
        names[i] = (IrAttr){.kind = IR_ATTR_STRING,
                            .s = ir_name(m, str_c(arena_printf(arena, "axis%u", i)))};
        ok = read(&d, &results->items[i], &sum) && place_result(&d, &sum, i, &all);
    }
    if (ok && all.len) qsort(all.at, all.len, sizeof *all.at, by_index);
    const uint32_t n = d.names->n;
    IrAttr *back = ARENA_ARRAY(arena, IrAttr, (size_t)n + 1), *both = ARENA_ARRAY(arena, IrAttr, 2);
    size_t at = 0;
    for (uint32_t i = 0; ok && i < n; i++) {
        const size_t begin = at;
        while (at < all.len && all.at[at].digit.index == i) at++;
        ok = put_together(&d, all.at + begin, at - begin, extents[i], names, &back[i]);
    }
    *why = d.why;
    both[0] = (IrAttr){.kind = IR_ATTR_LIST, .n = results->n, .items = names};
    both[1] = (IrAttr){.kind = IR_ATTR_LIST, .n = n, .items = back};
    IrAttr *made = ARENA_NEW(arena, IrAttr);
    *made = (IrAttr){.kind = IR_ATTR_LIST, .n = 2, .items = both};
    return ok ? made : NULL;
}
