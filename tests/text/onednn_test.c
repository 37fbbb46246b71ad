/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions and products by oneDNN: tenon-test onednn [--specials] COUNT [FIRST]
 *
 * Draws functions of one convolution or product and what may follow it, divides them by
 * onednn_partition, and holds what the primitives compute, constants packed or not, against the
 * evaluator. How much of what follows became part of the call is known beforehand, so it is held
 * too. --specials: with NaN, infinities and the like among the inputs, of each function COUNT times
 * with other ones; what is NaN or an infinity has to be that. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "backend/onednn/onednn.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "backend/onednn/chain.h"
#include "onednn_cases.h"
#include "onednn_draw.h"
#include "tensor/compare.h"

/* Running */

/* Integers are off by 1 at most. Sums in another order, of float32: relative to the element, and to
 * a tenth of the greatest one, as large terms may cancel. Denormals have few digits; of them each
 * product is rounded to a multiple of the least one where there is no fused multiplication (before
 * AVX2), so sums are off by some of these. spreads: what is no finite number makes its neighbours
 * that too. */
static bool near(const OnednnTest *t, const Tensor *got, const Tensor *want, bool spreads,
                 TensorDifference *d) {
    const TensorNear next = {.mode = TENSOR_NEAR, .atol = 1, .integers = true};
    if (dtype_is_int(want->dtype)) return tensor_near(got, want, &next, d);
    const bool is_denormal = t->specials == SPECIALS_DENORMALS;
    const double most = tensor_elements_largest(want->dtype, want->data, want->count),
                 rtol = is_denormal ? 1e-2 : 1e-4;
    const TensorNear how = {
        .mode = TENSOR_NEAR,
        .rtol = rtol,
        .atol =
            rtol * 0.1 * fmax(most, is_denormal ? 1e-42 : 1e-5) + (is_denormal ? 16 * 0x1p-149 : 0),
        .finite = spreads,
    };
    return spreads ? tensor_near(want, got, &how, d) : tensor_near(got, want, &how, d);
}

/* The one call that the function is now; NULL: it is something else. */
static const IrBinding *only_call(const IrFunction *fn) {
    const IrBinding *b = fn->body->first;
    if (!b || b->next || b->kind != IR_BIND_INVOKE || b->operands.at->kind != IR_OPERAND_GLOBAL)
        return NULL;
    return b;
}

/* Its arguments as a state takes them. */
typedef struct {
    OnednnCall call;
    int64_t symbols[ONEDNN_INPUTS_MAX * ONEDNN_RANK_MAX];
    void *buffers[ONEDNN_INPUTS_MAX + 1];
    const void *constants[ONEDNN_INPUTS_MAX];
} Prepared;

static bool arguments(const IrFunction *main_fn, const IrBinding *b, Value *const *args,
                      Prepared *out) {
    *out = (Prepared){.symbols = {0}};
    if (!onednn_call(b->operands.at->global->function, &out->call)) return false;
    const Tensor *values[ONEDNN_INPUTS_MAX];
    for (uint32_t i = 0; i + 1 < b->operands.n; i++) {
        const IrOperand *o = &b->operands.at[i + 1];
        if (o->kind == IR_OPERAND_CONST) values[i] = o->constant->tensor;
        for (size_t p = 0; p < main_fn->params.len; p++) {
            if (o->kind == IR_OPERAND_VAR && main_fn->params.at[p] == o->var)
                values[i] = args[p]->tensor;
        }
        out->buffers[i] = values[i]->data;
    }
    for (uint32_t i = 0; i < out->call.n_inputs; i++) {
        const OnednnShape *s = &out->call.inputs[i];
        const Tensor *x = values[out->call.param[i]];
        for (uint32_t k = 0; k < s->rank; k++) {
            if (s->dims[k].symbol >= 0) out->symbols[s->dims[k].symbol] = x->dims[k];
        }
    }
    return true;
}

/* over: the input that lies where the result will; n_inputs: none does. */
static bool run_state(Onednn *dnn, const Prepared *given, uint32_t over, Tensor *out, bool *ok) {
    RtLibrary library;
    size_t scratch;
    Prepared copy = *given, *p = &copy;
    *ok = onednn_prepare(dnn, &p->call, p->symbols, p->constants, (Loc){.line = 0}, &library,
                         &scratch);
    if (!*ok) return false;
    char *memory = aligned_alloc(64, (scratch + 127) / 64 * 64);
    RtEnv env = {.scratch = memory, .threads = 1};
    p->buffers[p->call.n_params] = out->data;
    const void *first = over < p->call.n_inputs ? p->buffers[p->call.param[over]] : NULL;
    if (first) p->buffers[p->call.param[over]] = out->data;
    for (int i = 0; i < 2; i++) {
        if (first) memcpy(out->data, first, out->bytes);
        *ok = *ok && library.run(library.self, &env, p->buffers) == 0;
    }
    free(memory);
    onednn_drop(dnn, &library);
    return *ok;
}

/* Then, where a tensor is added first that may lie in the result's memory: a primitive that expects
 * this, of data apart, of constants, and as it expects. */
bool onednn_compare(OnednnTest *t, const IrFunction *fn, Value *const *args, const Tensor *want,
                    unsigned threads) {
    Prepared p;
    const IrBinding *b = only_call(fn);
    if (!b || !arguments(fn, b, args, &p)) return false;
    bool ok = true;
    Onednn *dnn = onednn_new(t->ctx, threads);
    uint32_t param;
    const bool may_be_over = onednn_over(NULL, b->operands.at->global->function, &param);
    if (may_be_over) t->over++;
    const uint32_t n = p.call.n_inputs,
                   over = may_be_over ? p.call.posts[onednn_sum(&p.call)].input : n;
    for (int way = 0; ok && way < (may_be_over ? 6 : 3); way++) {
        p.call.is_over = way >= 3;
        for (uint32_t i = 1; i < n; i++)
            p.constants[i] =
                way == 2 || way == 4 || (way == 1 && i == 1) ? p.buffers[p.call.param[i]] : NULL;
        Tensor *got = tensor_new(t->ctx, want->dtype, want->dims, want->ndim);
        memset(got->data, t->specials ? 0xff : 0x7f, got->bytes);
        if (run_state(dnn, &p, way == 5 ? over : n, got, &ok)) {
            /* NULL: nothing was to be computed */
            const char *kernel = onednn_stats(dnn).last_kernel;
            const bool spreads = kernel && strstr(kernel, "x64:gemm"); /* docs/compile.md */
            TensorDifference d;
            const bool is_exact =
                p.call.data != DTYPE_FLOAT32 && !p.call.has_bias && !p.call.n_posts;
            ok = near(t, got, want, spreads, &d) && (!is_exact || tensor_equal(got, want));
            if (!ok)
                printf(
                    "%zu of %zu elements differ, element %zu most: %g and %g; way %d, kernel %s\n",
                    d.differing, d.count, d.element, d.a, d.b, way, kernel);
        }
        tensor_unref(got);
    }
    t->scaled += onednn_stats(dnn).scaled;
    onednn_free(dnn);
    return ok;
}

/* Of posts: no call is made. */
enum { NOT_TAKEN = 1000 };

static bool try_text(OnednnTest *t, const char *text, const DrawDim *dims, uint32_t n_dims,
                     unsigned posts, unsigned threads) {
    IrModule *m = onednn_parse(t, text);
    if (!m) return false;
    Arena arena;
    ValueList list;
    DrawNames defaulted = {.at = NULL};
    arena_init(&arena, t->ctx);
    value_list_init(&list, t->ctx);
    IrFunction *fn = ir_global_find(m, (Str){"main", 4})->function;
    Value **args = ARENA_ARRAY(&arena, Value *, fn->params.len + 1);
    bool ok = draw_inputs(fn, (DrawBy){.seed = 1, .dims = dims, .n_dims = n_dims}, args, &list,
                          &arena, &defaulted);
    for (size_t i = 0; ok && i < fn->params.len; i++) {
        enum { ONE = 1 << 20 };
        if (args[i]->tensor && (i == 0 || specials_random(&t->state) % 2))
            specials_sprinkle(&t->state, t->specials, args[i]->tensor->dtype, args[i]->tensor->data,
                              args[i]->tensor->count, ONE);
    }
    Evaluator *before = eval_new(m, &arena);
    const Value *want =
        ok ? eval_function(before, fn, args, (uint32_t)fn->params.len, &list) : NULL;
    eval_end(before);
    OnednnCounts counts = {0};
    const OnednnOptions options = {.all = true};
    ok = want && onednn_partition(m, &options, &counts) && ir_verify(m, IR_PROP_ALL);
    const unsigned calls = posts != NOT_TAKEN;
    if (ok && (counts.taken != calls || (calls && counts.posts != posts))) {
        printf("%zu calls with %zu posts, not %u with %u\n", counts.taken, counts.posts, calls,
               posts);
        ok = false;
    }
    if (ok) {
        Evaluator *after = eval_new(m, &arena);
        const Value *same = eval_function(after, fn, args, (uint32_t)fn->params.len, &list);
        ok = same && tensor_equal(same->tensor, want->tensor);
        eval_end(after);
    }
    if (calls) ok = ok && onednn_compare(t, fn, args, want->tensor, threads);
    if (!ok) onednn_tell(t);
    value_list_fini(&list);
    arena_fini(&arena);
    ir_module_free(m);
    return ok;
}

static void try_seed(OnednnTest *t, unsigned seed) {
    Draw d = {.state = seed * 2654435761u};
    char *text = NULL, name[40];
    size_t len = 0;
    FILE *f = open_memstream(&text, &len);
    if (!f) return;
    for (int i = 0; i < 4; i++) drawn(&d, 2);
    draw_module(&d, f);
    fclose(f);
    snprintf(name, sizeof name, "seed %u, specials %d", seed, (int)t->specials);
    t->state = seed;
    const unsigned posts = d.is_of_integers && !onednn_adds_exactly() ? NOT_TAKEN : d.posts;
    onednn_report(t, try_text(t, text, NULL, 0, posts, 1 + seed % 2), name, text);
    free(text);
}

/* Written cases: symbols with several values, one of them 0 */

static const struct {
    const char *what, *text;
    unsigned posts;
} symbolic[] = {
    {"a product with rows that are not known",
     "@R.function\n"
     "def main(x: R.Tensor((\"n\", 3, 8), dtype=\"float32\"), w: R.Tensor((8, 5), "
     "dtype=\"float32\"),\n"
     "         b: R.Tensor((5,), dtype=\"float32\"), r: R.Tensor((\"n\", 3, 5), "
     "dtype=\"float32\")):\n"
     "    y = R.matmul(x, w)\n"
     "    y1 = R.add(y, b)\n"
     "    y2 = R.add(y1, r)\n"
     "    return R.tanh(y2)\n",
     3},
    {"a product by a transpose, with rows that are not known",
     "@R.function\n"
     "def main(x: R.Tensor((\"n\", 3, 8), dtype=\"float32\"), w: R.Tensor((5, 8), "
     "dtype=\"float32\"),\n"
     "         b: R.Tensor((5,), dtype=\"float32\"), r: R.Tensor((\"n\", 3, 5), "
     "dtype=\"float32\")):\n"
     "    y = R.matmul(x, R.permute_dims(w, axes=[1, 0]))\n"
     "    y1 = R.add(y, b)\n"
     "    y2 = R.add(y1, r)\n"
     "    return R.tanh(y2)\n",
     3},
    {"a row by a transpose",
     "@R.function\n"
     "def main(x: R.Tensor((8,), dtype=\"float32\"), w: R.Tensor((5, 8), dtype=\"float32\"),\n"
     "         n: R.Shape([\"n\"])):\n"
     "    return R.matmul(x, R.permute_dims(w))\n",
     0},
    {"an image whose size is not known",
     "@R.function\n"
     "def main(x: R.Tensor((1, \"n\", 7, 4), dtype=\"float32\"), w: R.Tensor((6, 4, 3, 3), "
     "dtype=\"float32\"),\n"
     "         b: R.Tensor((1, 1, 1, 6), dtype=\"float32\")):\n"
     "    y = R.nn.conv2d(x, w, strides=[2, 1], padding=[2, 1, 2, 1], data_layout=\"NHWC\")\n"
     "    y1 = R.add(y, b)\n"
     "    return R.nn.silu(y1)\n",
     2},
    {"a batch that is not known, and a sum of two symbols' extents",
     "@R.function\n"
     "def main(x: R.Tensor((\"n\", 4, \"n + 1\"), dtype=\"float32\"), w: R.Tensor((2, 4, 3), "
     "dtype=\"float32\"),\n"
     "         n: R.Shape([\"n\"])):\n"
     "    return R.nn.conv1d(x, w, padding=[2, 2])\n",
     0},
    {"the gradient of a weight over a batch that is not known",
     "@R.function\n"
     "def main(x: R.Tensor((\"n\", 9, 5), dtype=\"float32\"), d: R.Tensor((\"n\", 5, 6), dtype=\"float32\")):\n"
     "    y = R.nn.conv1d(x, d, padding=[1, 1], dilation=[2], data_layout=\"CWN\", kernel_layout=\"IWO\", "
     "out_layout=\"CNW\")\n"
     "    return R.strided_slice(y, [2], [0], [2])\n",
     0},
    {"the gradient of data over an image whose size is not known",
     "@R.function\n"
     "def main(d: R.Tensor((2, \"n\", 7, 6), dtype=\"float32\"), w: R.Tensor((6, 4, 3, 3), dtype=\"float32\")):\n"
     "    return R.nn.conv2d_transpose(d, w, strides=[2, 1], padding=[0, 1, 1, 1], output_padding=[1, 0], "
     "data_layout=\"NHWC\", kernel_layout=\"IOHW\", out_layout=\"NHWC\")\n",
     0},
};

static void try_symbolic(OnednnTest *t) {
    for (size_t i = 0; i < ARRAY_LEN(symbolic); i++) {
        for (int64_t n = 0; n < 4; n++) {
            const DrawDim dim = {"n", n == 3 ? 33 : n};
            onednn_report(t, try_text(t, symbolic[i].text, &dim, 1, symbolic[i].posts, 1),
                          symbolic[i].what, symbolic[i].text);
        }
    }
}

/* Convolutions of every kind: the way in which constants come, in place or not, is compare's. */

static const struct {
    /* residual and last: NULL, or what follows */
    const char *what, *x, *w, *attrs, *bias, *residual, *last;
    int64_t n;
} convolutions[] = {
    {"channels-last, a residual", "1, 15, 15, 32", "3, 3, 32, 32",
     "padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\"", "32", "1, 15, 15, 32",
     NULL, 0},
    {"padding on two sides, a residual", "1, 16, 16, 32", "3, 3, 32, 64",
     "padding=[1, 0, 0, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\"", "64", "1, 15, 15, 64",
     NULL, 0},
    {"a batch of no image", "\"n\", 15, 15, 32", "3, 3, 32, 32",
     "padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\"", "32",
     "\"n\", 15, 15, 32", NULL, 0},
    {"a batch of one image", "\"n\", 15, 15, 32", "3, 3, 32, 32",
     "padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\"", "32",
     "\"n\", 15, 15, 32", NULL, 1},
    {"a batch of three", "\"n\", 15, 15, 32", "3, 3, 32, 32",
     "padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\"", "32",
     "\"n\", 15, 15, 32", NULL, 3},
    {"stride 2", "1, 30, 30, 32", "3, 3, 32, 32",
     "padding=[1, 1, 1, 1], strides=[2, 2], data_layout=\"NHWC\", kernel_layout=\"HWIO\"", "32",
     NULL, NULL, 0},
    {"dilation 2", "1, 17, 17, 32", "3, 3, 32, 32",
     "padding=[2, 2, 2, 2], dilation=[2, 2], data_layout=\"NHWC\", kernel_layout=\"HWIO\"", "32",
     NULL, NULL, 0},
    {"groups", "1, 15, 15, 64", "3, 3, 32, 64",
     "padding=[1, 1, 1, 1], groups=2, data_layout=\"NHWC\", kernel_layout=\"HWIO\"", "64", NULL,
     NULL, 0},
    {"channels that are no block", "1, 15, 15, 40", "3, 3, 40, 32",
     "padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\"", "32", NULL, NULL, 0},
    {"another function behind", "1, 15, 15, 32", "3, 3, 32, 32",
     "padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\"", "32", NULL, "tanh", 0},
    {"few pixels", "1, 9, 9, 32", "3, 3, 32, 32",
     "padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\"", "32", NULL, NULL, 0},
};

static void try_convolutions(OnednnTest *t, size_t first, size_t step) {
    for (size_t i = first; i < ARRAY_LEN(convolutions); i += step) {
        char *text = NULL;
        size_t len = 0;
        FILE *f = open_memstream(&text, &len);
        if (!f) return;
        const char *residual = convolutions[i].residual, *last = convolutions[i].last;
        fprintf(
            f,
            "@R.function\ndef main(x: R.Tensor((%s), dtype=\"float32\"), w: R.Tensor((%s), dtype=\"float32\"), ",
            convolutions[i].x, convolutions[i].w);
        fprintf(f, "b: R.Tensor((%s,), dtype=\"float32\")", convolutions[i].bias);
        if (residual) fprintf(f, ", r: R.Tensor((%s), dtype=\"float32\")", residual);
        fprintf(f, "):\n    y = R.add(R.nn.conv2d(x, w, %s), b)\n", convolutions[i].attrs);
        if (residual) fputs("    y = R.add(y, r)\n", f);
        if (last) fprintf(f, "    y = R.%s(y)\n", last);
        fputs("    return y\n", f);
        fclose(f);
        const DrawDim dim = {"n", convolutions[i].n};
        const unsigned posts = 1 + (residual != NULL) + (last != NULL);
        const bool ok = try_text(t, text, &dim, strchr(convolutions[i].x, 'n') != NULL, posts,
                                 1 + (unsigned)i % 2);
        onednn_report(t, ok, convolutions[i].what, text);
        free(text);
    }
}

/* Two threads, each with a state of one primitive */

typedef struct {
    RtLibrary library;
    size_t scratch;
    float *x, *w, *y;
    bool ok;
} Racer;

enum { SIDE = 96, ROUNDS = 200 };

static void *race(void *user) {
    Racer *r = user;
    RtEnv env = {.scratch = aligned_alloc(64, r->scratch + 64), .threads = 1};
    void *buffers[] = {r->x, r->w, r->y};
    for (int i = 0; i < ROUNDS; i++) {
        memset(r->y, 0, SIDE * SIDE * sizeof *r->y);
        r->ok = r->ok && r->library.run(r->library.self, &env, buffers) == 0;
        for (size_t k = 0; k < SIDE; k++) {
            float sum = 0;
            for (size_t j = 0; j < SIDE; j++) sum += r->x[k * SIDE + j] * r->w[j * SIDE + k];
            r->ok = r->ok && fabsf(sum - r->y[k * SIDE + k]) < 1e-3F;
        }
    }
    free(env.scratch);
    return NULL;
}

static void try_threads(OnednnTest *t) {
    Onednn *dnn = onednn_new(t->ctx, 1);
    OnednnCall call = {.kind = ONEDNN_MATMUL,
                       .data = DTYPE_FLOAT32,
                       .n_inputs = 2,
                       .n_params = 2,
                       .param = {0, 1}};
    for (int i = 0; i < 2; i++) {
        call.inputs[i].rank = 2;
        for (int k = 0; k < 2; k++) call.inputs[i].dims[k] = (OnednnDim){SIDE, -1};
    }
    Racer racers[2];
    pthread_t threads[2];
    bool ok = true;
    float *w = calloc(SIDE * SIDE, sizeof *w);
    for (size_t k = 0; k < SIDE * SIDE; k++) w[k] = (float)(k % 17) / 17 - 0.5F;
    for (int i = 0; i < 2; i++) {
        Racer *r = &racers[i];
        *r = (Racer){.ok = true, .w = w};
        r->x = calloc(SIDE * SIDE, sizeof *r->x);
        r->y = calloc(SIDE * SIDE, sizeof *r->y);
        for (size_t k = 0; k < SIDE * SIDE; k++)
            r->x[k] = (float)((k * (size_t)(i + 3)) % 13) / 13 - 0.5F;
        const void *constants[2] = {NULL, w};
        ok = ok && onednn_prepare(dnn, &call, NULL, constants, (Loc){.line = 0}, &r->library,
                                  &r->scratch);
    }
    const OnednnStats stats = onednn_stats(dnn);
    onednn_report(t, ok && stats.primitives == 1 && stats.states == 2 && stats.packed <= 1,
                  "states share a primitive and weights", "");
    for (int i = 0; ok && i < 2; i++) pthread_create(&threads[i], NULL, race, &racers[i]);
    for (int i = 0; ok && i < 2; i++) pthread_join(threads[i], NULL);
    onednn_report(t, ok && racers[0].ok && racers[1].ok, "two threads", "");
    for (int i = 0; i < 2; i++) {
        free(racers[i].x);
        free(racers[i].y);
    }
    free(w);
    onednn_free(dnn);
}

int test_onednn(int argc, char **argv) {
    Ctx ctx;
    OnednnTest t = {.ctx = &ctx};
    Boundary b;
    ctx_init(&ctx, allocator_libc(), io_libc());
    CTX_ENTER(&ctx, &b) {
        Arena table;
        arena_init(&table, &ctx);
        ops_table_init(&t.ops, &table);
        const int at = argc > 1 && strcmp(argv[1], "--specials") == 0 ? 2 : 1;
        const unsigned count = argc > at ? (unsigned)atoi(argv[at]) : 100,
                       first = argc > at + 1 ? (unsigned)atoi(argv[at + 1]) : 1;
        for (unsigned seed = first; seed - first < count; seed++) {
            if (at > 1) t.specials = 1 + seed % (SPECIALS_KINDS - 1);
            try_seed(&t, seed);
        }
        onednn_report(&t, count < 100 || t.over >= count / 10,
                      "calls with a sum that may be in place are drawn", "");
        /* unless many are asked for, some: the evaluator takes its time */
        const size_t step = at > 1 && count < 1000 ? 3 : 1;
        for (t.specials = at > 1; t.specials < (at > 1 ? SPECIALS_KINDS : 1); t.specials++)
            try_convolutions(&t, t.specials % step, step);
        t.specials = SPECIALS_NONE;
        if (at == 1) {
            try_symbolic(&t);
            onednn_try_kept(&t);
            onednn_try_transposes(&t);
            onednn_try_integers(&t);
            onednn_try_quantized(&t, count, first);
            onednn_try_programs(&t);
            try_threads(&t);
        }
        arena_fini(&table);
    }
    if (ctx_leave(&ctx, &b) != STATUS_OK) {
        puts("FAILED: a limit or out of memory");
        t.failed++;
    }
    ctx_fini(&ctx);
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
