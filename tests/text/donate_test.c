/* SPDX-License-Identifier: Apache-2.0 */
/* Results in the memory of inputs, through the public interface: each written function, and steps
 * of training, run some times on what the run before left, once with TnNativeOptions.donate and
 * once without.
 *
 * - the values are the same; what is given as memory is what the attribute `donate` says;
 * - the memory for results falls by the bytes of what is donated, and that of the run does not rise
 *   by more than what the case allows;
 * - an output that takes an input lies nowhere else. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tenon/tenon.h>

#include "drivers.h"
#include "tensor/compare.h"

enum { RUNS = 4, LIST_MAX = 64 };

typedef struct {
    const char *what, *text;
    const char *passes, *function; /* NULL: none; main */
    size_t pairs;                  /* leaves that are donated */
    /* bytes of arena that donation may add, where values are in each other's way */
    size_t more;
} Case;

#define HEAD(params, donate)                                                                       \
    "@R.function\ndef main(" params "):\n    R.func_attr({\"donate\": " donate "})\n"
#define X "x: R.Tensor((300,), \"float32\")"
#define Y "y: R.Tensor((300,), \"float32\")"
#define XY "t: R.Tuple(R.Tensor((300,), \"float32\"), R.Tensor((300,), \"float32\"))"
#define TRAINED                                                                                    \
    "@R.function\n"                                                                                \
    "def main(x: R.Tensor((4, 12, 12, 3), \"float32\"), w: R.Tensor((16, 3, 3, 3), "               \
    "\"float32\"), b: R.Tensor((16,), \"float32\"), v: R.Tensor((16, 16, 3, 3), \"float32\"), "    \
    "u: R.Tensor((400, 10), \"float32\"), frozen: R.Tensor((10,), \"int32\")):\n"                  \
    "    R.func_attr({\"num_input\": 1})\n"                                                        \
    "    a = R.nn.conv2d(x, w, padding=[1, 1], data_layout=\"NHWC\", out_layout=\"NHWC\")\n"       \
    "    c = R.nn.relu(R.add(a, b))\n"                                                             \
    "    d = R.nn.conv2d(c, v, strides=[2, 2], data_layout=\"NHWC\", out_layout=\"NHWC\")\n"       \
    "    e = R.matmul(R.reshape(R.nn.relu(d), (4, 400)), u)\n"                                     \
    "    return R.add(e, R.astype(frozen, \"float32\"))\n"

static const Case cases[] = {
    {"over it", HEAD(X ", " Y, "[[0, 0]]") "    return R.add(R.exp(R.negative(R.abs(x))), y)\n",
     NULL, NULL, 1, 0},
    {"the result is the input", HEAD(X, "[[0, 0]]") "    return (x, R.sum(x))\n", NULL, NULL, 1, 0},
    {"the input is read behind the result",
     HEAD(X, "[[0, 0]]") "    a = R.tanh(x)\n    b = R.sum(R.flip(x, 0))\n    return (a, b)\n",
     NULL, NULL, 1, 1280},
    {"no place in step", HEAD(X, "[[0, 0]]") "    return R.flip(R.tanh(x), 0)\n", NULL, NULL, 1,
     1280},
    {"two change places", HEAD(XY, "[[0, 0]]") "    return ((t[1], t[0]),)\n", NULL, NULL, 2, 2560},
    {"three in a circle",
     HEAD(X ", " Y ", z: R.Tensor((300,), \"float32\")",
          "[[0, 0], [1, 1], [2, 2]]") "    return (R.tanh(y), z, x)\n",
     NULL, NULL, 3, 3840},
    {"one value, two results",
     HEAD(X ", " Y, "[[0, 0], [1, 1]]") "    a = R.sin(x)\n    return (a, a)\n", NULL, NULL, 2,
     1280},
    {"the result is another result too",
     HEAD(X, "[[0, 1]]") "    a = R.sin(x)\n    return (a, a)\n", NULL, NULL, 1, 1280},
    {"the input is a result elsewhere", HEAD(X, "[[0, 0]]") "    a = R.sin(x)\n    return (a, x)\n",
     NULL, NULL, 1, 1280},
    {"of parts",
     HEAD(X, "[[0, 0]]") "    s = R.split(x, 2)\n    return R.concat((R.sin(s[1]), R.cos(s[0])))\n",
     NULL, NULL, 1, 1280},
    {"of other extents",
     HEAD(X, "[[0, 0]]") "    y = R.reshape(x, (30, 10))\n    return R.reshape(R.sin(y), (300,))\n",
     NULL, NULL, 1, 0},
    {"a constant", HEAD(X, "[[0, 0]]") "    return (R.zeros((300,), \"float32\"), R.max(x))\n",
     NULL, NULL, 1, 1280},
    {"branches",
     HEAD(X ", c: R.Tensor((), \"bool\")",
          "[[0, 0]]") "    if c:\n        y = R.sin(x)\n    else:\n        y = R.flip(x, 0)\n    "
                      "return (y, c)\n",
     NULL, NULL, 1, 1280},
    {"no elements, and one",
     HEAD("x: R.Tensor((0, 4), \"float32\"), n: R.Tensor((), \"int64\")",
          "[[0, 0], [1, 1]]") "    return (R.sin(x), R.add(n, R.const(1, \"int64\")))\n",
     NULL, NULL, 2, 0},
    {"a step of sgd", TRAINED, "TrainStep(loss=cross_entropy, optimizer=sgd, momentum=0.9)",
     "main_train_step", 10, 0},
    /* u's derivative, which lies in a moment's result where that is not the moment. */
    {"a step of adam", TRAINED, "TrainStep(loss=cross_entropy, optimizer=adamw, weight_decay=0.01)",
     "main_train_step", 14, 16000 + 64},
};

typedef struct {
    unsigned passed, failed;
    const Case *at;
    TnContext *ctx;
    TnModule *m;
    TnRun *drawn;
} Test;

static bool check(Test *t, bool ok, const char *what) {
    if (ok)
        t->passed++;
    else
        t->failed++;
    if (ok) return true;
    printf("FAILED %s: %s\n", t->at->what, what);
    for (size_t i = 0; i < tn_diag_count(t->ctx); i++) {
        TnDiag d;
        if (tn_diag_get(t->ctx, i, &d) == TN_OK) printf("    %s", d.text);
    }
    return false;
}

static size_t bytes_of(const TnExecutableValue *v, const TnBuffer *b) {
    const char *digits = v->dtype + strcspn(v->dtype, "0123456789");
    size_t n = *digits ? (size_t)atoi(digits) / 8 : 1;
    for (uint32_t d = 0; d < v->ndim; d++) n *= (size_t)b->dims[d];
    return n;
}

/* One of the two: inputs of its own, which results replace. None is negative. */
typedef struct {
    TnExecutable *x;
    TnPrepared *p;
    size_t n_in, n_out;
    TnBuffer in[LIST_MAX], out[LIST_MAX];
    TnExecutableValue ins[LIST_MAX], outs[LIST_MAX];
    size_t state, memory; /* bytes of what is donated; of what tn_prepared_outputs finds */
} Side;

static bool open_side(Test *t, Side *s, int donate) {
    const TnNativeOptions options = {TN_SIZED(TnNativeOptions), .function = t->at->function,
                                     .threads = 2, .donate = donate};
    *s = (Side){.n_in = tn_run_input_count(t->drawn)};
    if (!check(t, tn_module_compile_native(t->m, &options, &s->x) == TN_OK, "does not compile"))
        return false;
    s->n_out = tn_executable_output_count(s->x);
    for (size_t i = 0; i < s->n_in; i++) {
        TnTensorInfo info;
        if (tn_run_input(t->drawn, i, &info) != TN_OK ||
            tn_executable_input(s->x, i, &s->ins[i]) != TN_OK)
            abort();
        for (uint32_t d = 0; d < info.ndim; d++) s->in[i].dims[d] = info.dims[d];
        const size_t bytes = bytes_of(&s->ins[i], &s->in[i]);
        s->in[i].data = malloc(bytes + 1);
        if (bytes) memcpy(s->in[i].data, info.data, bytes);
        float *x = s->in[i].data; /* squares, of which optimizers take the root */
        for (size_t k = 0; strcmp(s->ins[i].dtype, "float32") == 0 && k < bytes / sizeof *x; k++)
            x[k] = fabsf(x[k]);
    }
    if (!check(t,
               tn_executable_prepare(s->x, s->in, &s->p, NULL) == TN_OK &&
                   tn_prepared_outputs(s->p, 1, s->out) == TN_OK,
               "is not prepared"))
        return false;
    for (size_t i = 0; i < s->n_out; i++) {
        if (tn_executable_output(s->x, i, &s->outs[i]) != TN_OK) abort();
        const size_t bytes = bytes_of(&s->outs[i], &s->out[i]);
        if (s->outs[i].takes >= 0)
            s->state += bytes;
        else
            s->memory += bytes;
    }
    return true;
}

static void close_side(Side *s) {
    tn_prepared_free(s->p);
    tn_executable_free(s->x);
    for (size_t i = 0; i < s->n_in; i++) free(s->in[i].data);
}

/* Networks of a few layers in float32, summed in another order where a buffer lies elsewhere. */
static bool same(const TnExecutableValue *v, const TnBuffer *a, const TnBuffer *b) {
    static const TensorNear how = {.mode = TENSOR_NEAR, .rtol = 1e-4, .atol = 1e-5};
    DType type;
    TensorDifference d;
    if (!dtype_parse(str_c(v->dtype), &type)) return false;
    const size_t count = bytes_of(v, a) / dtype_size(type);
    if (tensor_elements_near(type, a->data, type, b->data, count, &how, &d)) return true;
    printf("    %s, %zu of %zu differ; element %zu: %g and %g\n", v->dtype, d.differing, d.count,
           d.element, d.a, d.b);
    return false;
}

/* Both as if in place: without donation, results are copied to the inputs. */
static void compare(Test *t, Side *donated, Side *plain) {
    for (int run = 0; run < RUNS; run++) {
        bool ok = tn_prepared_run(donated->p, donated->in, donated->out) == TN_OK &&
                  tn_prepared_run(plain->p, plain->in, plain->out) == TN_OK;
        if (!check(t, ok, "does not run")) return;
        for (size_t i = 0; i < plain->n_out; i++)
            ok = ok && same(&plain->outs[i], &donated->out[i], &plain->out[i]);
        if (!check(t, ok, "other values")) return;
        for (size_t i = 0; i < plain->n_out; i++) {
            const int64_t takes = donated->outs[i].takes;
            if (takes < 0) continue;
            ok = ok && donated->out[i].data == donated->in[takes].data;
            const size_t bytes = bytes_of(&plain->outs[i], &plain->out[i]);
            if (bytes) memcpy(plain->in[takes].data, plain->out[i].data, bytes);
        }
        check(t, ok, "a result is not where its input is");
    }
}

static void try_case(Test *t) {
    Side donated, plain;
    size_t pairs = 0;
    const bool ok = open_side(t, &donated, 1) && open_side(t, &plain, 0);
    if (ok) {
        for (size_t i = 0; i < donated.n_out; i++) pairs += donated.outs[i].takes >= 0;
        check(t, pairs == t->at->pairs, "other results are donated to");
        check(t, plain.state == 0 && donated.memory + donated.state == plain.memory,
              "memory for results");
        const size_t most = tn_prepared_bytes(plain.p) + t->at->more;
        if (!check(t, tn_prepared_bytes(donated.p) <= most, "the arena grows"))
            printf("    %zu bytes, at most %zu\n", tn_prepared_bytes(donated.p), most);
        compare(t, &donated, &plain);
        for (size_t i = 0; i < donated.n_out; i++) {
            if (donated.outs[i].takes < 0 || !bytes_of(&donated.outs[i], &donated.out[i])) continue;
            donated.out[i].data = plain.out[i].data;
            check(t,
                  tn_prepared_run(donated.p, donated.in, donated.out) == TN_E_INVALID &&
                      tn_prepared_fault(donated.p),
                  "an output lies elsewhere");
            break;
        }
    }
    close_side(&donated);
    if (ok) close_side(&plain);
}

int test_donate(int argc, char **argv) {
    (void)argc;
    (void)argv;
    Test t = {.passed = 0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *c = t.at = &cases[i];
        if (tn_context_new(NULL, &t.ctx) != TN_OK) abort();
        bool ok = tn_module_parse(t.ctx, "case", c->text, strlen(c->text), &t.m) == TN_OK;
        if (check(&t, ok && (!c->passes || tn_module_run_passes(t.m, &c->passes, 1, NULL) == TN_OK),
                  "is refused")) {
            const TnRunOptions draw = {TN_SIZED(TnRunOptions), .function = c->function,
                                       .inputs_only = 1};
            if (check(&t, tn_run(t.m, &draw, &t.drawn) == TN_OK, "has no inputs")) {
                try_case(&t);
                tn_run_free(t.drawn);
            }
        }
        if (ok) tn_module_free(t.m);
        tn_context_free(t.ctx);
    }
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
