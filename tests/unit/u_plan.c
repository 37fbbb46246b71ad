/* SPDX-License-Identifier: Apache-2.0 */
/* Memory plans: of drawn lives, and of the functions of drawn and of written modules; against a
 * check of all pairs. */
#include "unit.h"

#include "backend/lower.h"
#include "backend/plan.h"
#include "ir/text.h"
#include "ops/ops.h"
#include "ops/sample.h"
#include "passes/manager.h"

static uint64_t state;
static uint64_t drawn(uint64_t below) {
    state = hash_mix(state, 0x9e3779b97f4a7c15u);
    return (state >> 16) % below;
}

static bool apart(const PlanValue *a, const PlanValue *b) {
    const bool lives_apart = a->last < b->first || b->last < a->first;
    return lives_apart || a->offset + a->bytes <= b->offset || b->offset + b->bytes <= a->offset;
}

/* The most that lives at once, position by position. */
static int64_t bound_of(const PlanValue *v, size_t n, uint32_t positions) {
    int64_t most = 0;
    for (uint32_t at = 0; at < positions; at++) {
        int64_t live = 0;
        for (size_t i = 0; i < n; i++) {
            if (v[i].first <= at && at <= v[i].last)
                live += (v[i].bytes + PLAN_ALIGN - 1) / PLAN_ALIGN * PLAN_ALIGN;
        }
        if (live > most) most = live;
    }
    return most;
}

static void check(PlanValue *v, size_t n, uint32_t positions, Arena *arena) {
    const PlanArena plan = plan_offsets(v, n, arena);
    int64_t end = 0;
    for (size_t i = 0; i < n; i++) {
        assert_true(v[i].offset >= 0 && v[i].offset % PLAN_ALIGN == 0);
        if (v[i].offset + v[i].bytes > end) end = v[i].offset + v[i].bytes;
        for (size_t k = 0; k < i; k++) assert_true(apart(&v[i], &v[k]));
    }
    assert_true(end <= plan.bytes);
    assert_int_equal(plan.bound, bound_of(v, n, positions));
    assert_true(plan.bytes >= plan.bound);
}

static void drawn_lives(void **unused) {
    Ctx ctx;
    (void)unused;
    ctx_init(&ctx, allocator_libc(), io_libc());
    for (uint64_t seed = 1; seed <= 400; seed++) {
        Arena arena;
        arena_init(&arena, &ctx);
        state = seed;
        const uint32_t positions = 1 + (uint32_t)drawn(60);
        const uint64_t length = 1 + drawn(seed % 7 ? 12 : positions), sizes = 1 + drawn(5000);
        const size_t n = (size_t)drawn(120);
        PlanValue *v = ARENA_ARRAY(&arena, PlanValue, n + 1);
        for (size_t i = 0; i < n; i++) {
            v[i].first = (uint32_t)drawn(positions);
            v[i].last = v[i].first + (uint32_t)drawn(length);
            if (v[i].last >= positions) v[i].last = positions - 1;
            v[i].bytes = drawn(9) ? (int64_t)drawn(sizes) : 0;
        }
        check(v, n, positions, &arena);
        arena_fini(&arena);
    }
    ctx_fini(&ctx);
}

static void chains_need_two_values(void **unused) {
    enum { N = 100000 };
    Ctx ctx;
    Arena arena;
    (void)unused;
    ctx_init(&ctx, allocator_libc(), io_libc());
    arena_init(&arena, &ctx);
    PlanValue *v = ARENA_ARRAY(&arena, PlanValue, N);
    for (uint32_t i = 0; i < N; i++) v[i] = (PlanValue){.first = i, .last = i + 1, .bytes = 1000};
    PlanArena plan = plan_offsets(v, N, &arena);
    assert_int_equal(plan.bytes, 2048);
    assert_int_equal(plan.bound, 2048);
    /* All at once, as in a tuple of everything. */
    for (uint32_t i = 0; i < N; i++) v[i] = (PlanValue){.first = i, .last = N, .bytes = 64};
    plan = plan_offsets(v, N, &arena);
    assert_int_equal(plan.bytes, 64 * N);
    /* A sum that no memory holds is no plan. */
    for (uint32_t i = 0; i < 4; i++)
        v[i] = (PlanValue){.first = i, .last = i, .bytes = INT64_MAX / 2};
    assert_int_equal(plan_offsets(v, 4, &arena).bytes, -1);
    arena_fini(&arena);
    ctx_fini(&ctx);
}

static void slots_are_shared_and_apart(void **unused) {
    Ctx ctx;
    static const int keys[4];
    (void)unused;
    ctx_init(&ctx, allocator_libc(), io_libc());
    for (uint64_t seed = 1; seed <= 200; seed++) {
        Arena arena;
        arena_init(&arena, &ctx);
        state = seed;
        const size_t n = (size_t)drawn(100);
        PlanShared *v = ARENA_ARRAY(&arena, PlanShared, n + 1);
        for (size_t i = 0; i < n; i++) {
            v[i].first = (uint32_t)drawn(40);
            v[i].last = v[i].first + (uint32_t)drawn(8);
            v[i].key = &keys[drawn(4)];
        }
        const uint32_t slots = plan_slots(v, n, &arena);
        uint32_t most = 0;
        for (uint32_t at = 0; at < 48; at++) {
            uint32_t live = 0;
            for (size_t i = 0; i < n; i++) live += v[i].first <= at && at <= v[i].last;
            if (live > most) most = live;
        }
        assert_int_equal(slots, most); /* a free slot is always taken */
        for (size_t i = 0; i < n; i++) {
            assert_true(v[i].slot < slots);
            for (size_t k = 0; k < i; k++)
                assert_true(v[i].slot != v[k].slot || v[i].last < v[k].first ||
                            v[k].last < v[i].first);
        }
        arena_fini(&arena);
    }
    ctx_fini(&ctx);
}

/* Functions */

/* Where memory is, as the steps use it; worked out here again. */
typedef struct {
    BeBuffer *root;
    uint32_t first, last;
} Life;

typedef struct {
    Life *lives;
    size_t n;
    uint32_t now;
} Lives;

static void use(Lives *l, BeBuffer *b) {
    if (!b) return;
    BeBuffer *root = be_root(b);
    if (root->place != BE_ARENA && root->place != BE_HEAP) return;
    size_t i = 0;
    while (i < l->n && l->lives[i].root != root) i++;
    if (i == l->n) l->lives[l->n++] = (Life){root, l->now, l->now};
    l->lives[i].last = l->now;
}

static void follow(Lives *l, const BeSteps *steps) {
    for (const BeStep *s = steps->first; s; s = s->next) {
        l->now++;
        for (uint32_t i = 0; i < s->n_reads; i++) use(l, s->reads[i]);
        for (uint32_t i = 0; i < s->n_writes; i++) use(l, s->writes[i]);
        use(l, s->work);
        for (int k = 0; k < 2 && s->kind == BE_STEP_IF; k++) follow(l, &s->branch.bodies[k]);
    }
}

static size_t check_function(const BeFn *f, Arena *arena) {
    Lives l = {.lives = ARENA_ARRAY(arena, Life, f->buffers.len + 1)};
    follow(&l, &f->steps);
    for (size_t i = 0; i < l.n; i++) {
        const BeBuffer *a = l.lives[i].root;
        int64_t bytes;
        const bool known = a->place == BE_ARENA && ir_dim_is_const(a->bytes, &bytes);
        if (known)
            assert_true(a->arena.has_offset && a->arena.offset >= 0 &&
                        a->arena.offset + bytes <= f->arena_bytes);
        for (size_t k = 0; k < i; k++) {
            const BeBuffer *b = l.lives[k].root;
            if (l.lives[i].last < l.lives[k].first || l.lives[k].last < l.lives[i].first ||
                a->place != b->place)
                continue;
            int64_t other = 0;
            const bool both = known && ir_dim_is_const(b->bytes, &other);
            if (both) {
                assert_true(a->arena.offset + bytes <= b->arena.offset ||
                            b->arena.offset + other <= a->arena.offset);
            } else if (a->place == BE_HEAP) {
                assert_true(a->heap.slot != b->heap.slot);
            } else if (!known && !b->arena.has_offset) {
                assert_true(a->arena.slot != b->arena.slot);
            }
        }
    }
    return l.n;
}

static int64_t no_work(void *user, const LoopFn *fn) {
    (void)user;
    (void)fn;
    return 0;
}

typedef struct {
    Ctx ctx;
    Arena arena;
    OpTable ops;
} World;

static void world_init(World *w) {
    ctx_init(&w->ctx, allocator_libc(), io_libc());
    arena_init(&w->arena, &w->ctx);
    ops_table_init(&w->ops, &w->arena);
    diag_begin(&w->ctx);
}

static void world_fini(World *w) {
    arena_fini(&w->arena);
    ctx_fini(&w->ctx);
}

static BeModule *lower(World *w, IrModule *m) {
    static const BeTarget target = {.work = no_work, .has_offsets = true, .donates = true};
    const char *item = "LegalizeOps(loops)";
    const Pass *pass = pass_parse(&w->ctx, &w->ops, &w->arena, str_c(item));
    PassRun run = {.holds = 0};
    return pass_run_list(m, &pass, 1, &run) ? be_module_lower(m, NULL, &target, &w->arena) : NULL;
}

/* What the plan comes to, held against what is done in it. */
static HirProgram *host_of(BeModule *module) {
    return be_host_program(module, &(BeLowering){.verifies = true});
}

static void drawn_modules(void **unused) {
    World w;
    (void)unused;
    world_init(&w);
    size_t values = 0, modules = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        diag_begin(&w.ctx);
        IrModule *m = ir_module_new(&w.ctx, &w.ops);
        const SampleOptions options = {.symbolic = seed % 2,
                                       .no_zero = seed % 3 == 0,
                                       .no_loops = true,
                                       .no_workers = true,
                                       .reuse = 70};
        BeModule *module =
            sample_graph(m, "main", seed, 1 + (uint32_t)(seed % 60), options) ? lower(&w, m) : NULL;
        modules += module != NULL;
        if (module) host_of(module);
        for (size_t i = 0; module && i < module->fns.len; i++)
            values += check_function(module->fns.at[i], &w.arena);
        ir_module_free(m);
    }
    assert_true(modules >= 100);
    assert_true(values >= 1000);
    world_fini(&w);
}

/* What becomes of a function, in numbers. */
typedef struct {
    const char *text;
    int64_t arena_bytes;
    uint32_t arena_slots, heap_slots, copies;
    int64_t loops; /* steps; -1: not said */
} Written;

static uint32_t count(const BeSteps *steps, BeStepKind kind) {
    uint32_t n = 0;
    for (const BeStep *s = steps->first; s; s = s->next) {
        n += s->kind == kind;
        for (int k = 0; k < 2 && s->kind == BE_STEP_IF; k++) n += count(&s->branch.bodies[k], kind);
    }
    return n;
}

#define MAIN(params) "@R.function\ndef main(" params "):\n"
#define DONATE(params, pairs) MAIN(params) "    R.func_attr({\"donate\": " pairs "})\n"
#define X "x: R.Tensor((64,), \"float32\")"

static const Written written[] = {
    /* Results lie with the caller; a chain needs two places less the last. */
    {MAIN(X) "    y = R.exp(x)\n    return y\n", 0, 0, 0, 0, -1},
    {MAIN(X) "    a = R.exp(x)\n    b = R.sin(a)\n    c = R.cos(b)\n    d = R.exp(c)\n    return "
             "d\n",
     0, 0, 0, 0, 4},
    /* A parameter, a constant, and a value that is a result twice are copied. */
    {MAIN(X) "    return (x, x)\n", 0, 0, 0, 2, -1},
    {MAIN(X) "    y = R.exp(x)\n    return (y, y, R.const(1.0, \"float32\"))\n", 0, 0, 0, 2, -1},
    /* Other names and fields of tuples live as long as the last of them. */
    {MAIN(X) "    a = R.exp(x)\n    t = (a, x)\n    b = R.sin(x)\n    c = R.cos(b)\n    u = t[0]\n "
             "   d = R.add(u, c)\n    return d\n",
     256, 0, 0, 0, 4},
    {MAIN(X) "    k = T.int64()\n    a = R.exp(x)\n    m = R.match_cast(a, R.Tensor((k,), "
             "\"float32\"))\n    b = R.sin(m)\n    return b\n",
     0, 0, 0, 0, 2},
    /* Parts that lie together, and other extents, are no work; a concatenation's operands are made
     * in their places. */
    {MAIN(
         X) "    a = R.exp(x)\n    b = R.reshape(a, (8, 8))\n    c = R.expand_dims(b, 1)\n    d = R.permute_dims(c, [1, "
            "0, 2])\n    e = R.strided_slice(b, axes=[0], begin=[2], end=[5])\n    g = R.sum(e)\n    h = "
            "R.max(d)\n    return (g, h)\n",
     256, 0, 0, 0, 3},
    {MAIN(
         X) "    a = R.exp(x)\n    b = R.sin(x)\n    c = R.concat((a, x, b))\n    d = R.sum(c)\n    return d\n",
     768, 0, 0, 1, 3},
    {MAIN(X) "    a = R.exp(x)\n    c = R.concat((a, a))\n    d = R.concat((c, a))\n    return d\n",
     0, 0, 0, 2, 1},
    {MAIN(X) "    a = R.exp(x)\n    s = R.split(a, 2)\n    b = R.add(s[0], s[1])\n    return b\n",
     256, 0, 0, 0, 2},
    /* Over an input that is needed no more: not a parameter, nor what is read later or
     * elsewhere. */
    {MAIN(
         X) "    a = R.exp(x)\n    b = R.sin(a)\n    c = R.flip(b, 0)\n    d = R.add(c, a)\n    e = R.sum(d)\n    return e\n",
     768, 0, 0, 0, 5},
    {MAIN(X) "    a = R.exp(x)\n    b = R.add(a, a)\n    c = R.sum(b)\n    return c\n", 256, 0, 0,
     0, 3},
    /* Branches write into one place, which is the caller's. */
    {MAIN(X ", c: R.Tensor((), \"bool\")") "    if c:\n        a = R.exp(x)\n        y = "
                                           "R.sin(a)\n    else:\n        b = R.cos(x)\n        y = "
                                           "R.exp(b)\n    return y\n",
     256, 0, 0, 0, -1},
    {MAIN(X ", c: R.Tensor((), \"bool\")") "    if c:\n        y = R.exp(x)\n    else:\n        y "
                                           "= x\n    return y\n",
     0, 0, 0, 1, -1},
    /* Without elements. */
    {MAIN("x: R.Tensor((0, 4), \"float32\")") "    a = R.exp(x)\n    b = R.sin(a)\n    return b\n",
     0, 0, 0, 0, 2},
    /* Of a size that a run knows, before it begins and in its course. */
    {MAIN("x: R.Tensor((\"n\",), \"float32\")") "    a = R.exp(x)\n    b = R.sin(a)\n    c = "
                                                "R.cos(b)\n    d = R.exp(c)\n    return d\n",
     0, 0, 0, 0, 4},
    /* In the memory of an input: over it; the input itself; copied where it is read too late. */
    {DONATE(X, "[[0, 0]]") "    y = R.exp(x)\n    return y\n", 0, 0, 0, 0, 1},
    {DONATE(X, "[[0, 0]]") "    return (x, R.exp(x))\n", 0, 0, 0, 0, 1},
    {DONATE(X, "[[0, 0]]") "    y = R.flip(x, 0)\n    return y\n", 256, 0, 0, 1, 1},
    {DONATE(X, "[[0, 0]]") "    y = R.exp(x)\n    a = R.sum(x)\n    return (y, a)\n", 256, 0, 0, 1,
     2},
    {DONATE(X, "[[0, 0]]") "    a = R.sum(x)\n    y = R.exp(x)\n    return (y, a)\n", 0, 0, 0, 0,
     2},
    {DONATE(X ", y: R.Tensor((64,), \"float32\")", "[[0, 0], [1, 1]]") "    return (y, x)\n", 256,
     0, 0, 3, 0},
    /* What dies in the step is no place for a result that has one; nor is that while the input is
     * there. */
    {DONATE(
         X,
         "[[0, 0]]") "    a = R.sin(x)\n    b = R.flip(a, 0)\n    y = R.add(x, b)\n    return y\n",
     512, 0, 0, 0, 3},
    {DONATE(
         X,
         "[[0, 0]]") "    a = R.sin(x)\n    b = R.flip(a, 0)\n    c = R.max(x)\n    y = R.add(c, b)\n    return y\n",
     320, 0, 0, 0, 4},
    /* An update rises to where its gradient is there. */
    {DONATE(
         X
         ", t: R.Tuple(R.Tensor((64,), \"float32\"), R.Tensor((64,), \"float32\"), R.Tensor((64,), \"float32\"))",
         "[[1, 0]]") "    a = R.flip(x, 0)\n    b = R.flip(a, 0)\n    c = R.flip(b, 0)\n    u = R.add(a, t[0])\n    v = R.add(b, t[1])\n    w = "
                     "R.add(c, t[2])\n    return ((u, v, w),)\n",
     512, 0, 0, 0, 6},
    /* Multiples of one dim: the two small ones lie where the large one is later. */
    {MAIN(
         "x: R.Tensor((\"n\", 64), \"float32\")") "    a = R.exp(x)\n    b = R.flip(x, 0)\n    c = R.sum(a)\n    d = R.sum(b)\n"
                                                  "    e = R.concat((x, x), axis=1)\n    g = R.max(e)\n    return (c, "
                                                  "d, g)\n",
     64, 1, 0, 0, 6},
};

/* Blocks of models: a plan of these bytes, these steps. One that grows is a fault; one that shrinks
 * is a new figure. */
static const char attention[] =
    "@R.function\ndef main(x: R.Tensor((1, 64, 128), \"float32\"), w: R.Tensor((128, 384), \"float32\"), v: R.Tensor((128, 128), "
    "\"float32\"), g: R.Tensor((128,), \"float32\")):\n"
    "    n = R.nn.layer_norm(x, g, g, axes=[-1])\n"
    "    a = R.matmul(n, w)\n"
    "    s = R.split(a, 3, axis=2)\n"
    "    q = R.permute_dims(R.reshape(s[0], (1, 64, 4, 32)), [0, 2, 1, 3])\n"
    "    k = R.permute_dims(R.reshape(s[1], (1, 64, 4, 32)), [0, 2, 3, 1])\n"
    "    u = R.permute_dims(R.reshape(s[2], (1, 64, 4, 32)), [0, 2, 1, 3])\n"
    "    p = R.nn.softmax(R.matmul(q, k), axis=-1)\n"
    "    o = R.reshape(R.permute_dims(R.matmul(p, u), [0, 2, 1, 3]), (1, 64, 128))\n"
    "    y = R.add(x, R.nn.gelu(R.matmul(o, v)))\n"
    "    return y\n";
static const char residual[] =
    "@R.function\ndef main(x: R.Tensor((1, 16, 16, 32), \"float32\"), w: R.Tensor((3, 3, 32, 32), \"float32\"), b: "
    "R.Tensor((32,), \"float32\")):\n"
    "    h = R.nn.relu(x)\n"
    "    c = R.nn.relu(R.add(R.nn.conv2d(h, w, padding=[1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\"), b))\n"
    "    d = R.add(R.nn.conv2d(c, w, padding=[1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\"), b)\n"
    "    y = R.nn.relu(R.add(d, h))\n"
    "    z = R.concat((y, R.sin(y)), axis=1)\n"
    "    return z\n";

static void blocks_of_models(void **unused) {
    static const struct {
        const char *text;
        int64_t bytes, bound;
        uint32_t loops, copies;
    } cases[] = {{attention, 196608, 196608, 25, 0}, {residual, 65536, 65536, 9, 0}};
    (void)unused;
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        World w;
        world_init(&w);
        BeMeasure plan;
        IrModule *m = ir_text_parse(&w.ctx, &w.ops, "case", str_c(cases[i].text));
        BeModule *module = m ? lower(&w, m) : NULL;
        if (!module) fail_msg("block %zu is refused", i);
        host_of(module);
        BeFn *f = module->fns.at[module->fns.len - 1];
        assert_true(be_measure(f, NULL, &w.arena, &plan));
        const uint32_t loops = count(&f->steps, BE_STEP_LOOPS),
                       copies = count(&f->steps, BE_STEP_COPY);
        if (plan.arena != cases[i].bytes || plan.bound != cases[i].bound ||
            loops != cases[i].loops || copies != cases[i].copies)
            fail_msg("block %zu: %lld bytes, at least %lld; %u steps, %u copies", i,
                     (long long)plan.arena, (long long)plan.bound, loops, copies);
        ir_module_free(m);
        world_fini(&w);
    }
}

static void written_functions(void **unused) {
    (void)unused;
    for (size_t i = 0; i < ARRAY_LEN(written); i++) {
        World w;
        world_init(&w);
        const Written *c = &written[i];
        IrModule *m = ir_text_parse(&w.ctx, &w.ops, "case", str_c(c->text));
        BeModule *module = m ? lower(&w, m) : NULL;
        if (!module) fail_msg("case %zu is refused", i);
        host_of(module);
        const BeFn *f = module->fns.at[module->fns.len - 1];
        check_function(f, &w.arena);
        if (f->arena_bytes != c->arena_bytes)
            fail_msg("case %zu: an arena of %lld", i, (long long)f->arena_bytes);
        if (f->n_arena_slots != c->arena_slots) fail_msg("case %zu: %u slots", i, f->n_arena_slots);
        assert_int_equal(f->n_heap_slots, c->heap_slots);
        if (count(&f->steps, BE_STEP_COPY) != c->copies)
            fail_msg("case %zu: %u copies", i, count(&f->steps, BE_STEP_COPY));
        if (c->loops >= 0 && count(&f->steps, BE_STEP_LOOPS) != c->loops)
            fail_msg("case %zu: %u steps of loops", i, count(&f->steps, BE_STEP_LOOPS));
        ir_module_free(m);
        world_fini(&w);
    }
}

/* The first and the last statement that touches a buffer of a function without branches. */
static void lives_of(const HirFn *f, PlanValue *out) {
    const HirBlock *body = &f->sections[HIR_SECTION_BODY];
    for (size_t i = 0; i < f->buffers.len; i++) out[i] = (PlanValue){.first = 1, .last = 0};
    for (uint32_t at = 1; at <= body->len; at++) {
        const HirStmt *s = body->at[at - 1];
        const HirNumbers *lists[] = {&s->kernel.reads, &s->kernel.writes};
        for (size_t k = 0; s->kind == HIR_KERNEL && k < ARRAY_LEN(lists); k++) {
            for (size_t i = 0; i < lists[k]->len; i++) {
                PlanValue *v = &out[lists[k]->at[i]];
                if (v->first > v->last) v->first = at;
                v->last = at;
            }
        }
    }
}

/* Each value in the place of another that lives at the same time. */
static void faults_of_places(const HirProgram *p, HirFn *f, Arena *arena) {
    const size_t n = f->buffers.len;
    PlanValue *lives = ARENA_ARRAY(arena, PlanValue, n + 1);
    uint32_t found = 0, tried = 0;
    lives_of(f, lives);
    for (size_t i = 0; i < n; i++) {
        HirBuffer *a = &f->buffers.at[i];
        const HirExpr *offset = a->offset;
        for (size_t k = 0; k < n; k++) {
            const HirBuffer *b = &f->buffers.at[k];
            if (a->place != HIR_IN_ARENA || b->place != HIR_IN_ARENA || b->offset->i == offset->i ||
                lives[i].last < lives[k].first || lives[k].last < lives[i].first)
                continue;
            tried++;
            a->offset = b->offset;
            found += !hir_verify(p);
            a->offset = offset;
        }
    }
    assert_true(tried >= 2);
    assert_int_equal(found, tried);
}

/* The first statement of this kind is left out. */
static void drop(HirFn *f, HirStmtKind kind) {
    const HirBlock *body = &f->sections[HIR_SECTION_BODY];
    size_t i = 0;
    while (i < body->len && body->at[i]->kind != kind) i++;
    assert_true(i < body->len);
    body->at[i]->kind = HIR_POLL;
}

/* What would go wrong in a run is found. */
static void faults_are_found(void **unused) {
    static const char text[] = MAIN(
        X) "    a = R.exp(x)\n    b = R.flip(a, 0)\n    c = R.add(a, b)\n    d = R.flip(c, 0)\n    e = R.sum(d)\n    "
           "return e\n";
    World w;
    (void)unused;
    world_init(&w);
    IrModule *m = ir_text_parse(&w.ctx, &w.ops, "case", (Str){text, sizeof text - 1});
    BeModule *module = m ? lower(&w, m) : NULL;
    assert_non_null(module);
    const HirProgram *p = host_of(module);
    HirFn *f = p->functions.at[p->functions.len - 1];
    faults_of_places(p, f, &w.arena);
    assert_true(hir_verify(p));
    drop(f, HIR_KERNEL); /* read before it is written */
    assert_false(hir_verify(p));
    ir_module_free(m);
    world_fini(&w);
}

/* Where a run ends before a part that its extents do not have, the plan is right: what is not
 * reached is not looked at. */
static void what_is_not_reached_is_no_fault(void **unused) {
    static const char text[] =
        "@R.function\ndef main(x: R.Tensor((\"n\",), \"float32\")):\n    a = R.exp(x)\n    p = R.split(a, [7, 8, 8])\n    "
        "return p\n";
    World w;
    (void)unused;
    world_init(&w);
    IrModule *m = ir_text_parse(&w.ctx, &w.ops, "case", (Str){text, sizeof text - 1});
    BeModule *module = m ? lower(&w, m) : NULL;
    assert_non_null(module);
    assert_int_equal(count(&module->fns.at[module->fns.len - 1]->steps, BE_STEP_EXTENT), 1);
    const HirProgram *p = host_of(module);
    drop(p->functions.at[p->functions.len - 1], HIR_FAIL);
    assert_false(hir_verify(p));
    ir_module_free(m);
    world_fini(&w);
}

static void sizes_of_the_run_are_on_the_heap(void **unused) {
    static const char text[] =
        MAIN("x: R.Tensor((\"n\",), \"float32\")") "    i = R.nonzero(x)\n    a = R.astype(i, "
                                                   "\"float32\")\n    b = R.exp(a)\n    s = "
                                                   "R.sum(b)\n    return s\n";
    World w;
    (void)unused;
    world_init(&w);
    IrModule *m = ir_text_parse(&w.ctx, &w.ops, "case", (Str){text, sizeof text - 1});
    BeModule *module = m ? lower(&w, m) : NULL;
    assert_non_null(module);
    const BeFn *f = module->fns.at[module->fns.len - 1];
    check_function(f, &w.arena);
    host_of(module);
    assert_true(f->n_heap_slots == 2); /* each is freed when the next one is made */
    uint32_t freed = 0;
    for (const BeStep *s = f->steps.first; s; s = s->next) freed += s->n_frees;

    assert_true(freed >= 3);
    ir_module_free(m);
    world_fini(&w);
}

UNIT_MAIN(UNIT(drawn_lives), UNIT(chains_need_two_values), UNIT(slots_are_shared_and_apart),
          UNIT(drawn_modules), UNIT(written_functions), UNIT(blocks_of_models),
          UNIT(faults_are_found), UNIT(what_is_not_reached_is_no_fault),
          UNIT(sizes_of_the_run_are_on_the_heap))
