/* SPDX-License-Identifier: Apache-2.0 */
/* passes/index_map.h: inverses, held against the maps on all indices. */
#include "base/syntax.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "passes/index_map.h"
#include "unit_errors.h"
#include "unit_arena.h"

typedef struct {
    const char *map;
    uint32_t n;
    int64_t extents[4];
    const char *inverse; /* NULL: there is none */
} Case;

static const Case cases[] = {
    {"lambda i: (i,)", 1, {7}, "lambda axis0: (axis0,)"},
    {"lambda i: (i // 4, i % 4)", 1, {16}, "lambda axis0, axis1: ((axis0 * 4) + axis1,)"},
    {"lambda i: (i // 4, i % 4)", 1, {14}, "lambda axis0, axis1: ((axis0 * 4) + axis1,)"},
    {"lambda i: (i % 16)", 1, {14}, "lambda axis0: (axis0,)"},
    {"lambda i, j: (j, i)", 2, {3, 5}, "lambda axis0, axis1: (axis1, axis0)"},
    {"lambda i, j: (i * 5 + j,)", 2, {3, 5}, "lambda axis0: (axis0 // 5, axis0 % 5)"},
    {"lambda i, j: (j + 8 * i,)", 2, {3, 5}, "lambda axis0: (axis0 // 8, axis0 % 8)"},
    {"lambda n, c, h, w: (n, c // 4, h, w, c % 4)",
     4,
     {2, 8, 3, 5},
     "lambda axis0, axis1, axis2, axis3, axis4: (axis0, (axis1 * 4) + axis4, axis2, axis3)"},
    {"lambda i: (i % 2, i // 2 % 3, i // 6)",
     1,
     {24},
     "lambda axis0, axis1, axis2: ((axis2 * 6) + ((axis1 * 2) + axis0),)"},
    {"lambda i, j: ((i * 6 + j) // 4, (i * 6 + j) % 4)", 2, {4, 6}, NULL}, /* 4 cuts 6 */
    {"lambda i, j: ((i * 8 + j) // 4, (i * 8 + j) % 4)",
     2,
     {3, 8},
     "lambda axis0, axis1: (axis0 // 2, ((axis0 % 2) * 4) + axis1)"},
    {"lambda i, j: (T.floordiv(i, 2) * 3 + j, T.floormod(i, 2))",
     2,
     {4, 3},
     "lambda axis0, axis1: (((axis0 // 3) * 2) + axis1, axis0 % 3)"},
    {"lambda i, j: (i, j)", 2, {1, 3}, "lambda axis0, axis1: (0, axis1)"},
    {"lambda i: (i // 4,)", 1, {16}, NULL},
    {"lambda i: (i % 4,)", 1, {16}, NULL},
    {"lambda i: (i, i)", 1, {4}, NULL},
    {"lambda i, j: (i + j,)", 2, {3, 5}, NULL},
    {"lambda i, j: (i * 4 + j,)", 2, {3, 5}, NULL}, /* 4 and 0, 0 and 4 */
    {"lambda i: (i + 1,)", 1, {4}, NULL},
    {"lambda i: (3 - i,)", 1, {4}, NULL},
    {"lambda i: (T.min(i, 3),)", 1, {4}, NULL},
    {"lambda i: (i * 9223372036854775807 * 4,)", 1, {4}, NULL},
    {"lambda i: (i * 0,)", 1, {4}, NULL},
    {"lambda i: (i // 0,)", 1, {4}, NULL},
};

static int64_t value_of(const IrAttr *map, const IrAttr *e, const int64_t *at) {
    if (e->kind == IR_ATTR_INT) return e->i;
    for (uint32_t i = 0; e->kind == IR_ATTR_STRING && i < map->items[0].n; i++) {
        if (strcmp(map->items[0].items[i].s, e->s) == 0) return at[i];
    }
    assert_int_equal(e->kind, IR_ATTR_LIST);
    const int64_t x = value_of(map, &e->items[1], at), y = value_of(map, &e->items[2], at);
    switch (*e->items[0].s) {
    case '+': return x + y;
    case '*': return x * y;
    case '/': return x / y;
    case '%': return x % y;
    default: fail_msg("%s", e->items[0].s);
    }
    return 0;
}

static void hold(const Case *c, const IrAttr *map, const IrAttr *inverse) {
    int64_t at[4] = {0}, to[8];
    int64_t count = 1;
    for (uint32_t i = 0; i < c->n; i++) count *= c->extents[i];
    for (int64_t k = 0; k < count; k++) {
        for (uint32_t i = 0; i < map->items[1].n; i++)
            to[i] = value_of(map, &map->items[1].items[i], at);
        for (uint32_t i = 0; i < c->n; i++) {
            if (value_of(inverse, &inverse->items[1].items[i], to) != at[i])
                fail_msg("%s: element %d comes back elsewhere", c->map, (int)k);
        }
        for (uint32_t i = c->n; i-- > 0 && ++at[i] == c->extents[i];) at[i] = 0;
    }
}

static void inverses(void **state) {
    (void)state;
    OpTable ops;
    ops_table_init(&ops, &arena);
    IrModule *m = ir_module_new(&ctx, &ops);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const Case *c = &cases[i];
        const char *why = NULL;
        StrBuf text;
        IrAttr map;
        diag_begin(&ctx);
        const SynExpr *e =
            syn_parse_expr(&ctx, &arena, &m->names, str_c(c->map), (Loc){.line = 1, .col = 1});
        assert_true(e && ir_text_index_map(m, e, &map));
        const IrAttr *inverse = invert_index_map(m, &map, c->extents, &arena, &why);
        if (!inverse != !c->inverse) fail_msg("%s: %s", c->map, why ? why : "it has an inverse");
        if (!inverse) {
            assert_non_null(why);
            continue;
        }
        strbuf_init(&text, &arena);
        ir_attr_print_index_map(inverse, &text);
        assert_string_equal(strbuf_cstr(&text), c->inverse);
        hold(c, &map, inverse);
    }
    ir_module_free(m);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
UNIT_MAIN(TEST(inverses))
