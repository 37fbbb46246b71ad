/* SPDX-License-Identifier: Apache-2.0 */
/* ir/ir.h: order labels, use lists, the walk over nested bodies, operands, interned attributes and
 * constants. */
#include "unit.h"

#include <math.h>

#include "base/diag.h"
#include "ir/growth.h"
#include "ir/ir.h"

static Ctx ctx;
static UnitHeap heap;
static OpTable ops; /* empty */
static IrModule *m;
static IrFunction *fn;
static IrBlock *block;
static IrVar *x; /* the parameter */
static uint64_t seed;

static int setup(void **state) {
    (void)state;
    unit_ctx(&ctx, &heap);
    diag_begin(&ctx);
    m = ir_module_new(&ctx, &ops);
    ir_growth_unbounded(m);
    fn = ir_function_new(m, "f");
    fn->body = ir_body_new(fn, NULL);
    block = ir_block_append(fn->body, false);
    x = ir_var_new(fn, "x", m->any);
    vec_push(&m->arena, &fn->params, x);
    seed = 0x13198a2e03707344u;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    ir_module_free(m);
    unit_ctx_end(&ctx, &heap);
    return 0;
}

static uint32_t draw(uint32_t n) { return (uint32_t)(unit_random(&seed) % n); }

/* v = operand, not placed yet */
static IrBinding *value_of(IrVar *operand) {
    const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = operand};
    return ir_binding_new(fn, IR_BIND_VALUE, ir_var_new(fn, "v", m->any), &o, 1);
}

/* --- Order --- */

static void check_chain(const IrBody *body, size_t n) {
    size_t count = 0;
    const IrBinding *prev = NULL;
    for (const IrBinding *b = body->first; b; b = b->next) {
        assert_ptr_equal(b->prev, prev);
        if (prev) assert_true(prev->label < b->label);
        prev = b;
        count++;
    }
    assert_ptr_equal(body->last, prev);
    assert_int_equal(count, n);
}

/* Pairs that a fixed step apart takes from the chain are in order. */
static void check_before(const IrBody *body, size_t n) {
    const IrBinding **at = test_malloc(n * sizeof *at);
    size_t i = 0;
    for (const IrBinding *b = body->first; b; b = b->next) at[i++] = b;
    for (int k = 0; k < 100000; k++) {
        uint32_t p = draw((uint32_t)n), q = draw((uint32_t)n);
        assert_int_equal(ir_binding_before(at[p], at[q]), p < q);
    }
    test_free(at);
}

enum { INSERTIONS = 200000 };

static void labels_at_the_front(void **state) {
    (void)state;
    ir_binding_append(block, value_of(x));
    for (int i = 1; i < INSERTIONS; i++) {
        IrBinding *b = value_of(x);
        ir_binding_insert_before(fn->body->first, b);
        assert_true(b->label < b->next->label);
    }
    check_chain(fn->body, INSERTIONS);
    check_before(fn->body, INSERTIONS);
    assert_int_equal(block->n, INSERTIONS);
    assert_int_equal(m->n_bindings, INSERTIONS);
}

static void labels_at_one_spot(void **state) {
    (void)state;
    ir_binding_append(block, value_of(x));
    ir_binding_append(block, value_of(x));
    IrBinding *spot = fn->body->last;
    for (int i = 2; i < INSERTIONS; i++) {
        IrBinding *b = value_of(x);
        ir_binding_insert_before(spot, b);
        assert_true(b->prev->label < b->label && b->label < spot->label);
    }
    check_chain(fn->body, INSERTIONS);
    check_before(fn->body, INSERTIONS);
}

static void labels_at_random(void **state) {
    (void)state;
    IrBinding **all = test_malloc(INSERTIONS * sizeof *all);
    for (uint32_t i = 0; i < INSERTIONS; i++) {
        all[i] = value_of(x);
        if (i == 0 || draw(10) == 0) {
            ir_binding_append(block, all[i]);
        } else {
            ir_binding_insert_before(all[draw(i)], all[i]);
        }
        assert_true(!all[i]->prev || all[i]->prev->label < all[i]->label);
        assert_true(!all[i]->next || all[i]->label < all[i]->next->label);
    }
    check_chain(fn->body, INSERTIONS);
    check_before(fn->body, INSERTIONS);
    test_free(all);
}

static void labels_appended(void **state) {
    (void)state;
    for (int i = 0; i < INSERTIONS; i++) ir_binding_append(block, value_of(x));
    check_chain(fn->body, INSERTIONS);
}

/* Bindings come and go in blocks, some of them empty; the chain runs through all. */
static void labels_across_blocks(void **state) {
    (void)state;
    enum { BLOCKS = 7, ROUNDS = 30000 };
    IrBlock *blocks[BLOCKS] = {block};
    for (int i = 1; i < BLOCKS; i++) blocks[i] = ir_block_append(fn->body, i % 2);
    IrBinding **all = test_malloc(ROUNDS * sizeof *all);
    uint32_t n = 0;
    for (int round = 0; round < ROUNDS; round++) {
        if (n && draw(3) == 0) {
            uint32_t at = draw(n);
            ir_binding_remove(all[at]);
            assert_null(all[at]->block);
            all[at] = all[--n];
            continue;
        }
        all[n] = value_of(x);
        if (n == 0 || draw(2)) {
            ir_binding_append(blocks[draw(BLOCKS)], all[n]);
        } else {
            ir_binding_insert_before(all[draw(n)], all[n]);
        }
        n++;
    }
    check_chain(fn->body, n);
    const IrBinding *b = fn->body->first;
    for (int i = 0; i < BLOCKS; i++) {
        uint32_t count = 0;
        assert_int_equal(blocks[i]->n == 0, blocks[i]->first == NULL);
        assert_int_equal(blocks[i]->n == 0, blocks[i]->last == NULL);
        for (; b && b->block == blocks[i]; b = b->next, count++) {
            assert_int_equal(b->prev == NULL || b->prev->block != blocks[i], b == blocks[i]->first);
            assert_int_equal(b->next == NULL || b->next->block != blocks[i], b == blocks[i]->last);
        }
        assert_int_equal(count, blocks[i]->n);
    }
    assert_null(b);
    assert_int_equal(m->n_bindings, n);
    assert_int_equal(x->n_uses, n);
    test_free(all);
}

/* --- Use lists --- */

enum { VARS = 20, USERS = 400 };

static size_t count_uses(IrBinding *const *users, const IrVar *v) {
    size_t n = 0;
    for (int i = 0; i < USERS; i++) {
        for (uint32_t k = 0; users[i] && k < users[i]->operands.n; k++) {
            const IrOperand *o = &users[i]->operands.at[k];
            n += o->kind == IR_OPERAND_VAR && o->var == v;
        }
    }
    return n;
}

static void check_uses(IrBinding *const *users, IrVar *const *vars) {
    for (int i = 0; i < VARS; i++) {
        size_t n = 0;
        const IrOperand *prev = NULL;
        for (const IrOperand *use = vars[i]->uses; use; use = use->next_use) {
            assert_ptr_equal(use->var, vars[i]);
            assert_ptr_equal(use->prev_use, prev);
            assert_true(use >= use->list->at && use < use->list->at + use->list->n);
            prev = use;
            n++;
        }
        assert_int_equal(n, vars[i]->n_uses);
        assert_int_equal(n, count_uses(users, vars[i]));
    }
}

/* A binding of 0 to 5 operands, some of them in tuples. */
static IrBinding *draw_user(IrVar *const *vars) {
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    for (uint32_t i = draw(6); i > 0; i--) {
        uint32_t n = draw(3) == 0 ? draw(3) : 1;
        size_t tuple = n == 1 ? 0 : ir_operands_tuple(&buf);
        for (uint32_t k = 0; k < n; k++) ir_operands_var(&buf, vars[draw(VARS)]);
        if (n != 1) ir_operands_end(&buf, tuple, n);
    }
    IrBinding *b = ir_binding_new(fn, IR_BIND_VALUE, ir_var_new(fn, "u", m->any), buf.ops.at,
                                  (uint32_t)buf.ops.len);
    ir_binding_append(block, b);
    return b;
}

static void use_lists(void **state) {
    (void)state;
    IrVar *vars[VARS];
    IrBinding *users[USERS] = {NULL};
    for (int i = 0; i < VARS; i++) vars[i] = ir_var_new(fn, "v", m->any);
    for (int round = 0; round < 20000; round++) {
        IrBinding **user = &users[draw(USERS)];
        switch (draw(8)) {
        case 0: ir_var_replace_uses(vars[draw(VARS)], vars[draw(VARS)]); break;
        case 1:
        case 2:
            if (*user) ir_binding_remove(*user);
            *user = NULL;
            break;
        case 3:
        case 4:
            if (*user && (*user)->operands.n) {
                IrOperand *o = &(*user)->operands.at[draw((*user)->operands.n)];
                if (o->kind == IR_OPERAND_VAR) ir_operand_set_var(o, vars[draw(VARS)]);
            }
            break;
        default:
            if (!*user) *user = draw_user(vars);
        }
        if (round % 100 == 0) check_uses(users, vars);
    }
    check_uses(users, vars);
    for (int i = 1; i < VARS; i++) ir_var_replace_uses(vars[i], vars[0]);
    check_uses(users, vars);
    for (int i = 0; i < USERS; i++) {
        if (users[i]) ir_binding_remove(users[i]);
    }
    for (int i = 0; i < VARS; i++) assert_true(vars[i]->n_uses == 0 && !vars[i]->uses);
}

static void results_are_uses(void **state) {
    (void)state;
    const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = x};
    ir_body_set_result(fn->body, &o, 1);
    assert_int_equal(x->n_uses, 1);
    assert_ptr_equal(x->uses->list->body, fn->body);
    IrVar *y = ir_var_new(fn, "y", m->any);
    ir_var_replace_uses(x, y);
    assert_int_equal(x->n_uses, 0);
    assert_ptr_equal(fn->body->result.at->var, y);
    ir_body_set_result(fn->body, &o, 1);
    assert_true(y->n_uses == 0 && x->n_uses == 1);
}

static void remove_used(void *arg) {
    (void)arg;
    ir_binding_remove(fn->body->first);
}

static void a_used_binding_stays(void **state) {
    (void)state;
    IrBinding *b = value_of(x);
    ir_binding_append(block, b);
    ir_binding_append(block, value_of(b->var));
    assert_true(unit_aborts(remove_used, NULL));
}

/* --- The walk --- */

typedef struct {
    IrBinding *at[4096];
    size_t n;
} Order;

static void fill(IrBody *body, int depth, Order *order) {
    IrBlock *b = NULL;
    for (uint32_t n = draw(6); n > 0; n--) {
        if (!b || draw(3) == 0) b = ir_block_append(body, false);
        IrBinding *x1;
        if (depth < 6 && draw(3) == 0 && order->n < 3000) {
            const IrOperand o = {.kind = IR_OPERAND_VAR, .span = 1, .var = x};
            x1 = ir_binding_new(fn, IR_BIND_IF, ir_var_new(fn, "i", m->any), &o, 1);
            ir_binding_append(b, x1);
            order->at[order->n++] = x1;
            for (int i = 0; i < 2; i++) {
                x1->bodies[i] = ir_body_new(fn, x1);
                fill(x1->bodies[i], depth + 1, order);
            }
        } else {
            x1 = value_of(x);
            ir_binding_append(b, x1);
            order->at[order->n++] = x1;
        }
    }
}

static void walk_nested(void **state) {
    (void)state;
    static Order order;
    for (int round = 0; round < 300; round++) {
        order.n = 0;
        IrBody *body = ir_body_new(fn, NULL);
        fill(body, 0, &order);
        IrWalk walk;
        ir_walk_init(&walk, body);
        for (size_t i = 0; i < order.n; i++) assert_ptr_equal(ir_walk_next(&walk), order.at[i]);
        assert_null(ir_walk_next(&walk));
        assert_null(ir_walk_next(&walk));
        /* From a branch: what is in it, and no further. */
        for (size_t i = 0; i < order.n; i++) {
            if (order.at[i]->kind != IR_BIND_IF) continue;
            ir_walk_init(&walk, order.at[i]->bodies[0]);
            for (IrBinding *b; (b = ir_walk_next(&walk));) {
                const IrBody *up = b->block->body;
                while (up && up != order.at[i]->bodies[0])
                    up = up->owner ? up->owner->block->body : NULL;
                assert_non_null(up);
            }
        }
    }
}

/* --- Operands --- */

static void a_million_in_a_tuple(void **state) {
    (void)state;
    enum { N = 1000000 };
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    ir_operands_var(&buf, x);
    size_t tuple = ir_operands_tuple(&buf);
    for (int i = 0; i < N; i++) ir_operands_var(&buf, x);
    ir_operands_end(&buf, tuple, N);
    ir_operands_none(&buf);
    IrBinding *b = ir_binding_new(fn, IR_BIND_VALUE, ir_var_new(fn, "t", m->any), buf.ops.at,
                                  (uint32_t)buf.ops.len);
    ir_binding_append(block, b);
    assert_int_equal(x->n_uses, N + 1);
    assert_int_equal(ir_operands_count(&b->operands), 3);
    assert_ptr_equal(ir_operand_get(&b->operands, 1), &b->operands.at[1]);
    assert_ptr_equal(ir_operand_get(&b->operands, 2), &b->operands.at[N + 2]);
    assert_int_equal(b->operands.at[1].span, N + 1);
    const IrType *t = ir_operand_type(m, &b->operands.at[1]);
    assert_true(t->kind == IR_TYPE_TUPLE && t->n == N && t->fields[N - 1] == m->any);
    IrVar *y = ir_var_new(fn, "y", m->any);
    ir_var_replace_uses(x, y);
    assert_true(x->n_uses == 0 && y->n_uses == N + 1);
    ir_binding_remove(b);
    assert_int_equal(y->n_uses, 0);
}

/* ((...((x, x), x)..., x), x) */
static void a_hundred_deep(void **state) {
    (void)state;
    enum { DEPTH = 100 };
    IrOperandBuf buf, copy;
    size_t tuples[DEPTH];
    ir_operands_init(&buf, &m->scratch);
    ir_operands_init(&copy, &m->scratch);
    for (int i = 0; i < DEPTH; i++) tuples[i] = ir_operands_tuple(&buf);
    ir_operands_var(&buf, x);
    for (int i = DEPTH; i-- > 0;) {
        ir_operands_var(&buf, x);
        ir_operands_end(&buf, tuples[i], 2);
    }
    for (int i = 0; i < DEPTH; i++) assert_int_equal(buf.ops.at[i].span, 2 * (DEPTH - i) + 1);
    const IrType *t = ir_operand_type(m, buf.ops.at), *want = m->any;
    for (int i = 0; i < DEPTH; i++)
        want = ir_type_tuple(m, (const IrType *const[]){want, m->any}, 2);
    assert_ptr_equal(t, want);
    ir_operands_copy(&copy, &buf.ops.at[50]);
    assert_int_equal(copy.ops.len, 2 * 50 + 1);
    IrBinding *b = ir_binding_new(fn, IR_BIND_VALUE, ir_var_new(fn, "t", t), buf.ops.at,
                                  (uint32_t)buf.ops.len);
    ir_binding_append(block, b);
    assert_int_equal(x->n_uses, DEPTH + 1);
    assert_int_equal(ir_operands_count(&b->operands), 1);
}

static void mixed_tuples(void **state) {
    (void)state;
    /* ((), (x,), (x, ((), x))) */
    IrOperandBuf buf;
    ir_operands_init(&buf, &m->scratch);
    size_t all = ir_operands_tuple(&buf);
    ir_operands_end(&buf, ir_operands_tuple(&buf), 0);
    size_t one = ir_operands_tuple(&buf);
    ir_operands_var(&buf, x);
    ir_operands_end(&buf, one, 1);
    size_t two = ir_operands_tuple(&buf);
    ir_operands_var(&buf, x);
    size_t inner = ir_operands_tuple(&buf);
    ir_operands_end(&buf, ir_operands_tuple(&buf), 0);
    ir_operands_var(&buf, x);
    ir_operands_end(&buf, inner, 2);
    ir_operands_end(&buf, two, 2);
    ir_operands_end(&buf, all, 3);
    const IrType *any = m->any, *none = ir_type_tuple(m, NULL, 0);
    const IrType *pair = ir_type_tuple(m, (const IrType *const[]){none, any}, 2);
    const IrType *fields[] = {none, ir_type_tuple(m, &any, 1),
                              ir_type_tuple(m, (const IrType *const[]){any, pair}, 2)};
    assert_ptr_equal(ir_operand_type(m, buf.ops.at), ir_type_tuple(m, fields, 3));
    assert_int_equal(buf.ops.at[0].span, buf.ops.len);
}

/* --- Interning --- */

static void attributes_are_interned(void **state) {
    (void)state;
    const int64_t ints[] = {1, 2}, same_ints[] = {1, 2}, other_ints[] = {2, 1};
    char name[] = "NCHW", other_name[] = "NCHW";
    const IrAttr inner[] = {{.kind = IR_ATTR_INT, .i = 1}},
                 inner_copy[] = {{.kind = IR_ATTR_INT, .i = 1}};
    const char *const keys[] = {"k"}, *const other_keys[] = {"l"};
    const IrAttr row[] = {{.kind = IR_ATTR_INTS, .n = 2, .ints = ints},
                          {.kind = IR_ATTR_STRING, .s = name},
                          {.kind = IR_ATTR_FLOAT, .f = (double)NAN},
                          {.kind = IR_ATTR_LIST, .n = 1, .items = inner},
                          {.kind = IR_ATTR_DICT, .n = 1, .items = inner, .keys = keys}};
    const IrAttr again[] = {{.kind = IR_ATTR_INTS, .n = 2, .ints = same_ints},
                            {.kind = IR_ATTR_STRING, .s = other_name},
                            {.kind = IR_ATTR_FLOAT, .f = -(double)NAN},
                            {.kind = IR_ATTR_LIST, .n = 1, .items = inner_copy},
                            {.kind = IR_ATTR_DICT, .n = 1, .items = inner_copy, .keys = keys}};
    const IrAttr *kept = ir_attrs_intern(m, row, 5);
    assert_ptr_equal(ir_attrs_intern(m, again, 5), kept);
    assert_ptr_not_equal(ir_attrs_intern(m, row, 4), kept);
    assert_null(ir_attrs_intern(m, NULL, 0));
    name[0] = 'X'; /* the row is a copy */
    assert_string_equal(kept[1].s, "NCHW");
    const IrAttr others[] = {{.kind = IR_ATTR_INTS, .n = 2, .ints = other_ints},
                             {.kind = IR_ATTR_INTS, .n = 1, .ints = ints},
                             {.kind = IR_ATTR_INTS, .n = 0},
                             {.kind = IR_ATTR_DICT, .n = 1, .items = inner, .keys = other_keys},
                             {.kind = IR_ATTR_INT, .i = 1},
                             {.kind = IR_ATTR_BOOL, .i = 1},
                             {.kind = IR_ATTR_BOOL, .i = 0},
                             {.kind = IR_ATTR_NONE},
                             {.kind = IR_ATTR_FLOAT, .f = 0.0},
                             {.kind = IR_ATTR_FLOAT, .f = -0.0},
                             {.kind = IR_ATTR_FLOAT, .f = 1.0},
                             {.kind = IR_ATTR_STRING, .s = ""},
                             {.kind = IR_ATTR_STRING, .s = "None"},
                             {.kind = IR_ATTR_DTYPE, .dtype = DTYPE_VOID},
                             {.kind = IR_ATTR_DTYPE, .dtype = DTYPE_INT8}};
    for (size_t i = 0; i < ARRAY_LEN(others); i++) {
        for (size_t k = 0; k < ARRAY_LEN(others); k++) {
            assert_int_equal(ir_attr_equal(&others[i], &others[k]), i == k);
            assert_int_equal(ir_attrs_intern(m, &others[i], 1) == ir_attrs_intern(m, &others[k], 1),
                             i == k);
        }
    }
    /* A list of integers is one list, however it is held. */
    const IrAttr items[] = {{.kind = IR_ATTR_INT, .i = 1}, {.kind = IR_ATTR_INT, .i = 2}};
    const IrAttr list = {.kind = IR_ATTR_LIST, .n = 2, .items = items};
    assert_true(ir_attr_equal(&list, &row[0]) && ir_attr_equal(&row[0], &list));
    assert_false(ir_attr_equal(&list, &others[0]));
    assert_ptr_equal(ir_attrs_intern(m, &list, 1), ir_attrs_intern(m, &row[0], 1));
    /* The dtype that a scalar was written with does not count. */
    const IrAttr plain = {.kind = IR_ATTR_FLOAT, .f = 0.5},
                 typed = {.kind = IR_ATTR_FLOAT, .f = 0.5, .dtype = DTYPE_FLOAT32};
    assert_true(ir_attr_equal(&plain, &typed));
    assert_int_equal(ir_attr_hash(&ctx, &plain), ir_attr_hash(&ctx, &typed));
}

static IrConst *constant(DType dtype, double v) {
    Tensor *t = tensor_new(&ctx, dtype, NULL, 0);
    dtype_write_double(dtype, tensor_at(t, 0), v);
    return ir_const_new(m, t);
}

static void constants_are_shared(void **state) {
    (void)state;
    IrConst *one = constant(DTYPE_FLOAT32, 1.0);
    assert_ptr_equal(constant(DTYPE_FLOAT32, 1.0), one);
    assert_ptr_not_equal(constant(DTYPE_FLOAT64, 1.0), one);
    assert_ptr_not_equal(constant(DTYPE_FLOAT32, 2.0), one);
    assert_ptr_not_equal(constant(DTYPE_FLOAT32, 0.0), constant(DTYPE_FLOAT32, -0.0));
    assert_int_equal(m->constants.len, 5);
    for (uint32_t i = 0; i < m->constants.len; i++) assert_int_equal(m->constants.at[i]->id, i);
    assert_true(one->type->kind == IR_TYPE_TENSOR && one->type->ndim == 0 &&
                one->type->dtype == DTYPE_FLOAT32);
}

/* Of 400,000 bytes, most of which no sample reads. */
static IrConst *large(DType dtype, size_t at, uint32_t bits) {
    const int64_t n = 100000;
    Tensor *t = tensor_new(&ctx, dtype, &n, 1);
    memset(t->data, 0, t->bytes);
    memcpy((char *)t->data + 4 * at, &bits, sizeof bits);
    return ir_const_new(m, t);
}

static void large_constants_are_shared(void **state) {
    (void)state;
    static const size_t places[] = {0, 1500, 50001, 98765, 99999};
    IrConst *zeros = large(DTYPE_FLOAT32, 0, 0), *ones[ARRAY_LEN(places)];
    assert_ptr_not_equal(large(DTYPE_INT32, 0, 0), zeros);
    for (size_t i = 0; i < ARRAY_LEN(places); i++) ones[i] = large(DTYPE_FLOAT32, places[i], 1);
    for (size_t i = 0; i < ARRAY_LEN(places); i++) {
        assert_ptr_not_equal(ones[i], zeros);
        assert_ptr_equal(large(DTYPE_FLOAT32, places[i], 1), ones[i]);
        assert_ptr_not_equal(large(DTYPE_FLOAT32, places[i], 2), ones[i]);
        for (size_t k = 0; k < i; k++) assert_ptr_not_equal(ones[i], ones[k]);
        assert_ptr_equal(large(DTYPE_FLOAT32, places[i], 0x7fc00000),
                         large(DTYPE_FLOAT32, places[i], 0xffc01234)); /* NaN */
    }
    assert_ptr_equal(large(DTYPE_FLOAT32, 0, 0), zeros);
    assert_ptr_not_equal(large(DTYPE_FLOAT32, 0, 0x80000000), zeros);
    assert_int_equal(m->constants.len, 2 + 3 * ARRAY_LEN(places) + 1);
}

static void globals_by_name(void **state) {
    (void)state;
    for (int i = 0; i < 1000; i++) {
        char name[16];
        snprintf(name, sizeof name, "g%d", i);
        assert_null(ir_global_find(m, str_c(name)));
        IrGlobal *g = ir_global_new(m, name);
        assert_int_equal(g->id, i);
        assert_ptr_equal(ir_global_find(m, str_c(name)), g);
    }
    assert_null(ir_global_find(m, (Str){"g", 1}));
    assert_null(ir_global_find(m, (Str){"g1000", 5}));
}

#define IR_TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

UNIT_MAIN(IR_TEST(labels_at_the_front), IR_TEST(labels_at_one_spot), IR_TEST(labels_at_random),
          IR_TEST(labels_appended), IR_TEST(labels_across_blocks), IR_TEST(use_lists),
          IR_TEST(results_are_uses), IR_TEST(a_used_binding_stays), IR_TEST(walk_nested),
          IR_TEST(a_million_in_a_tuple), IR_TEST(a_hundred_deep), IR_TEST(mixed_tuples),
          IR_TEST(attributes_are_interned), IR_TEST(constants_are_shared),
          IR_TEST(large_constants_are_shared), IR_TEST(globals_by_name))
