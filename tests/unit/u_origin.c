/* SPDX-License-Identifier: Apache-2.0 */
/* ir/origin: what bindings came from. */
#include "unit.h"

#include "base/diag.h"
#include "ir/copy.h"
#include "ir/origin.h"
#include "ir/text.h"
#include "ops/ops.h"

static const char text[] = "@R.function\n"
                           "def main(x: R.Tensor((8,), \"float32\")):\n"
                           "    a = R.exp(x)\n"
                           "    b = R.add(a, x)\n"
                           "    c = R.add(a, b)\n"
                           "    return c\n";

typedef struct {
    Ctx ctx;
    Arena arena;
    OpTable ops;
    IrModule *m;
    IrBinding *a, *b, *c;
} Fixture;

static void set_up(Fixture *f) {
    ctx_init(&f->ctx, allocator_libc(), io_libc());
    arena_init(&f->arena, &f->ctx);
    ops_table_init(&f->ops, &f->arena);
    diag_begin(&f->ctx);
    f->m = ir_text_parse(&f->ctx, &f->ops, NULL, (Str){text, sizeof text - 1});
    assert_non_null(f->m);
    f->a = f->m->globals.at[0]->function->body->first;
    f->b = f->a->next;
    f->c = f->b->next;
}

static void tear_down(Fixture *f) {
    ir_module_free(f->m);
    arena_fini(&f->arena);
    ctx_fini(&f->ctx);
}

static void chains_without_notes(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    const IrOrigin *one = ir_origin_new(f.m, IR_ORIGIN_MADE, "first", NULL),
                   *two = ir_origin_new(f.m, IR_ORIGIN_MADE, "second", one);
    const IrOrigin *all = ir_origin_of_many(f.m, "third", two, (const IrOrigin *[]){one, two}, 2);
    assert_ptr_equal(all->from, two);
    assert_null(all->also); /* nobody asked */
    IrHistory h;
    ir_history(all, &h);
    assert_int_equal(h.n_sources, 0);
    assert_int_equal(h.n_makers, 3);
    assert_string_equal(h.makers[0], "third");
    assert_string_equal(h.makers[2], "first");
    ir_history(NULL, &h);
    assert_int_equal(h.n_makers, 0);
    tear_down(&f);
}

static void sources_in_order(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.b->origin = ir_origin_new(f.m, IR_ORIGIN_MADE, "Early", NULL);
    ir_origins_note(f.m);
    const IrOrigin *before = f.a->origin;
    ir_origins_note(f.m);
    assert_ptr_equal(f.a->origin, before); /* once */
    const IrOrigin *ab = ir_origin_of_many(f.m, "Rule", f.b->origin,
                                           (const IrOrigin *[]){f.b->origin, f.a->origin, NULL}, 3);
    const IrOrigin *all = ir_origin_of_many(
        f.m, "Fuse", ir_origin_new(f.m, IR_ORIGIN_EXPANDED, "nn.gelu", f.c->origin),
        (const IrOrigin *[]){ab, f.a->origin}, 2);
    IrHistory h;
    ir_history(all, &h);
    assert_int_equal(h.n_sources, 3); /* a is there twice, and told once */
    assert_string_equal(h.sources[0].name, "a");
    assert_string_equal(h.sources[0].op, "exp");
    assert_null(h.sources[0].node);
    assert_string_equal(h.sources[1].name, "b");
    assert_string_equal(h.sources[2].name, "c");
    /* what expanded a call is no maker; what made the source is one */
    assert_int_equal(h.n_makers, 3);
    assert_string_equal(h.makers[0], "Fuse");
    assert_ptr_equal(ir_origin_source(all), f.c->origin);
    tear_down(&f);
}

static void an_onnx_node(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.a->origin = &(IrOrigin){.kind = IR_ORIGIN_NODE, .by = "Exp", .name = "/layer/exp"};
    ir_origins_note(f.m);
    IrHistory h;
    ir_history(f.a->origin, &h);
    assert_int_equal(h.n_sources, 1);
    assert_string_equal(h.sources[0].node, "/layer/exp");
    assert_string_equal(h.sources[0].node_op, "Exp");
    assert_int_equal(h.n_makers, 0);
    tear_down(&f);
}

/* Neither a long chain nor a wide one makes a long walk; what is left out is counted. */
static void long_histories(void **state) {
    (void)state;
    enum { N = 100000, WIDE = 30 };
    Fixture f;
    set_up(&f);
    f.m->notes_origins = true;
    const IrOrigin *chain = NULL;
    for (int i = 0; i < N; i++)
        chain = ir_origin_of_many(f.m, "Again", chain, (const IrOrigin *[]){chain}, 1);
    IrHistory h;
    ir_history(chain, &h);
    assert_int_equal(h.n_makers, 1);
    const IrOrigin *wide[WIDE];
    for (uint32_t i = 0; i < WIDE; i++) {
        IrOrigin *o = ARENA_NEW(&f.arena, IrOrigin);
        *o = (IrOrigin){.kind = IR_ORIGIN_SOURCE, .order = WIDE - i, .by = "add", .name = "v"};
        wide[i] = o;
    }
    ir_history(ir_origin_of_many(f.m, "Group", NULL, wide, WIDE), &h);
    assert_int_equal(h.n_sources, IR_SOURCES_MAX);
    assert_int_equal(h.n_more, WIDE - IR_SOURCES_MAX);
    assert_true(h.sources[0].order < h.sources[1].order);
    tear_down(&f);
}

/* A copy that has parted reads nothing of the old module's. */
static void a_copy_alone(void **state) {
    (void)state;
    Fixture f;
    set_up(&f);
    f.a->origin = ir_origin_new(f.m, IR_ORIGIN_NODE, "Exp", NULL);
    f.m->notes_origins = true;
    IrModule *copy = ir_module_copy(f.m);
    assert_ptr_equal(copy->globals.at[0]->function->body->first->origin, f.a->origin);
    ir_module_part(copy);
    ir_module_free(f.m);
    f.m = copy;
    for (const IrBinding *b = copy->globals.at[0]->function->body->first; b; b = b->next) {
        assert_null(b->origin);
        assert_null(ir_origin_node(b->origin));
        ir_change_note(copy, b);
    }
    assert_null(copy->copy_of);
    tear_down(&f);
}

UNIT_MAIN(UNIT(a_copy_alone), UNIT(chains_without_notes), UNIT(sources_in_order),
          UNIT(an_onnx_node), UNIT(long_histories))
