/* SPDX-License-Identifier: Apache-2.0 */
/* Products of dequantized values: which become calls of 8 bits, and what these compute, drawn. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "backend/onednn/chain.h"
#include "backend/onednn/onednn.h"
#include "eval/draw.h"
#include "eval/eval.h"
#include "onednn_cases.h"
#include "tensor/compare.h"

/* Which are taken */

/* %s, in this order: the dtype of q, its zero point; the weight, its scale, zero point and axis. */
static const char form[] =
    "@R.function\n"
    "def main(q: R.Tensor((5, 3), dtype=\"%s\"), zero: R.Tensor((), dtype=\"uint8\"), scale: "
    "R.Tensor((), dtype=\"float32\")):\n"
    "    x = R.dequantize(q, R.const(0.5, \"float32\"), %s)\n"
    "    w = R.dequantize(%s, %s, %s, axis=%s)\n"
    "    return R.matmul(x, w)\n";

#define WEIGHT "R.const([[1, -2], [3, 127], [-128, 0]], \"int8\")"
#define OF_UINT8 "R.const([[1, 2], [3, 255], [0, 128]], \"uint8\")"
#define HALF "R.const(0.5, \"float32\")"
#define ZERO "R.const(0, \"int8\")"

static const struct {
    const char *what, *of[6];
    size_t taken;
} quantized[] = {
    {"scales of all", {"uint8", "R.const(7, \"uint8\")", WEIGHT, HALF, ZERO, "1"}, 1},
    {"data of int8", {"int8", "R.const(-128, \"int8\")", WEIGHT, HALF, ZERO, "1"}, 1},
    {"a scale a column",
     {"int8", ZERO, WEIGHT, "R.const([0.5, 2], \"float32\")", "R.const([0, 0], \"int8\")", "1"},
     1},
    {"a scale a row", {"int8", ZERO, WEIGHT, "R.const([0.5, 2, 1], \"float32\")", ZERO, "0"}, 0},
    {"weights of uint8", {"int8", ZERO, OF_UINT8, HALF, "R.const(128, \"uint8\")", "1"}, 1},
    {"weights that are no int8", {"int8", ZERO, OF_UINT8, HALF, "R.const(127, \"uint8\")", "1"}, 0},
    {"zero points that differ", {"int8", ZERO, WEIGHT, HALF, "R.const([0, 1], \"int8\")", "1"}, 0},
    {"a zero point that is not known", {"uint8", "zero", WEIGHT, HALF, ZERO, "1"}, 0},
    {"a scale that is not known", {"int8", ZERO, WEIGHT, "scale", ZERO, "1"}, 0},
    {"a scale of 0", {"int8", ZERO, WEIGHT, "R.const(0, \"float32\")", ZERO, "1"}, 0},
    {"a scale that is infinite",
     {"int8", ZERO, WEIGHT, "R.const(\"inf\", \"float32\")", ZERO, "1"},
     0},
    {"a scale that makes denormals",
     {"int8", ZERO, WEIGHT, "R.const(1e-38, \"float32\")", ZERO, "1"},
     0},
    {"data of int16", {"int16", "R.const(0, \"int16\")", WEIGHT, HALF, ZERO, "1"}, 0},
    {"weights of int16",
     {"int8", ZERO, "R.const([[1, -2], [3, 127], [-128, 0]], \"int16\")", HALF, ZERO, "1"},
     0},
    {"a zero point for each of the data's columns",
     {"int8", "R.const([0, 0, 1], \"int8\")", WEIGHT, HALF, ZERO, "1"},
     0},
};

static size_t count_bindings(const IrModule *m) {
    size_t n = 0;
    for (const IrBinding *b = ir_global_find(m, str_c("main"))->function->body->first; b;
         b = b->next)
        n++;
    return n;
}

static void try_one(OnednnTest *t, const char *what, const char *text, const OnednnOptions *how,
                    size_t taken) {
    OnednnCounts counts = {0};
    IrModule *m = onednn_parse(t, text);
    const size_t before = m ? count_bindings(m) : 0, calls = onednn_adds_exactly() ? taken : 0;
    const bool ok = m && onednn_partition(m, how, &counts) && ir_verify(m, IR_PROP_ALL) &&
                    counts.taken == calls && count_bindings(m) == (calls ? 1 : before);
    if (!ok && m) printf("%zu calls, %zu bindings\n", counts.taken, count_bindings(m));
    onednn_report(t, ok, what, text);
    ir_module_free(m);
}

/* Sums of so many terms that some could wrap are left to float32. */
static void try_deep(OnednnTest *t) {
    enum { MOST = 65793 }; /* times 255 * 128: less than 2**31 */
    for (int depth = MOST; depth <= MOST + 1; depth++) {
        const OnednnOptions all = {.all = true, .is_early = true};
        char *text = NULL;
        size_t len = 0;
        FILE *f = open_memstream(&text, &len);
        if (!f) return;
        fprintf(f,
                "@R.function\n"
                "def main(q: R.Tensor((1, %d), dtype=\"int8\")):\n"
                "    x = R.dequantize(q, " HALF ", " ZERO ")\n"
                "    w = R.dequantize(R.const([",
                depth);
        for (int i = 0; i < depth; i++) fputs(i ? ", [1, 2]" : "[1, 2]", f);
        fputs("], \"int8\"), " HALF ", " ZERO ")\n    return R.matmul(x, w)\n", f);
        fclose(f);
        OnednnCounts counts = {0};
        IrModule *m = onednn_parse(t, text);
        const bool ok = m && onednn_partition(m, &all, &counts) && onednn_adds_exactly()
                            ? (count_bindings(m) == 1) == (depth == MOST)
                            : m != NULL;
        onednn_report(t, ok, "sums of many terms", "");
        ir_module_free(m);
        free(text);
    }
}

static void try_which(OnednnTest *t) {
    const OnednnOptions all = {.all = true, .is_early = true}, late = {.all = true, .ahead = true},
                        by_cost = {.is_early = true};
    char text[1200];
    for (size_t i = 0; i < ARRAY_LEN(quantized); i++) {
        const char *const *of = quantized[i].of;
        snprintf(text, sizeof text, form, of[0], of[1], of[2], of[3], of[4], of[5]);
        try_one(t, quantized[i].what, text, &all, quantized[i].taken);
    }
    snprintf(text, sizeof text, form, "int8", ZERO, WEIGHT, HALF, ZERO, "1");
    try_one(t, "small ones, by cost", text, &by_cost, 0);
    static const char grouped[] =
        "@R.function\n"
        "def main(q: R.Tensor((1, 5, 4), dtype=\"int8\")):\n"
        "    x = R.dequantize(q, " HALF ", " ZERO ")\n"
        "    w = R.dequantize(R.const([[[1, 2], [3, 4], [5, 6], [7, 8]]], \"int8\"), " HALF
        ", " ZERO ")\n"
        "    return R.nn.conv1d(x, w, groups=%d, data_layout=\"NWC\", kernel_layout=\"%s\")\n";
    snprintf(text, sizeof text, grouped, 2, "WOI");
    try_one(t, "groups of several channels", text, &all, 0);
    snprintf(text, sizeof text, grouped, 1, "OIW");
    try_one(t, "one group", text, &all, 1);
    OnednnCounts counts = {0};
    snprintf(text, sizeof text, form, "int8", ZERO, WEIGHT, HALF, ZERO, "1");
    IrModule *m = onednn_parse(t, text);
    const bool ok = m && onednn_partition(m, &late, &counts) && count_bindings(m) == 3;
    onednn_report(t, ok, "of programs that leave the process: as products of floats", text);
    ir_module_free(m);
}

/* What is quantized within the call. posts: of it; 1 are the scales. */
static const struct {
    const char *what, *rest;
    size_t posts;
} requantized[] = {
    {"a quantize", "y = R.quantize(x, R.const(0.5, \"float32\"), R.const(7, \"int8\"))", 2},
    {"behind a bias",
     "y = R.quantize(R.add(x, R.const([1, 2], \"float32\")), R.const(0.5, \"float32\"), R.const(7, "
     "\"uint8\"), out_dtype=\"uint8\")",
     3},
    {"behind a relu from the least integer on",
     "y = R.quantize(R.nn.relu(x), R.const(0.5, \"float32\"), R.const(-128, \"int8\"))", 2},
    {"behind another relu",
     "y = R.quantize(R.nn.relu(x), R.const(0.5, \"float32\"), R.const(-127, \"int8\"))", 3},
    {"behind a relu of what is not known",
     "y = R.quantize(R.nn.relu(R.add(x, b)), R.const(0.5, \"float32\"), R.const(-127, "
     "\"int8\"))",
     2},
    {"behind a relu that something else uses",
     "r = R.nn.relu(x)\n    y = R.add(r, R.astype(R.quantize(r, R.const(0.5, \"float32\"), "
     "R.const(-127, \"int8\")), dtype=\"float32\"))",
     1},
    {"behind a clip that cuts nothing",
     "y = R.quantize(R.clip(x, -64, 64), R.const(0.5, \"float32\"), R.const(0, \"int8\"))", 2},
    {"behind a clip that cuts",
     "y = R.quantize(R.clip(x, -64, 63), R.const(0.5, \"float32\"), R.const(0, \"int8\"))", 1},
    {"a number before it",
     "y = R.quantize(R.add(x, R.const(1, \"float32\")), R.const(0.5, "
     "\"float32\"), R.const(7, \"int8\"))",
     2},
    {"a bias that is not known",
     "y = R.quantize(R.add(x, b), R.const(0.5, \"float32\"), R.const(7, \"int8\"))", 2},
    {"a bias that is infinite",
     "y = R.quantize(R.add(x, R.const([1, \"inf\"], \"float32\")), R.const(0.5, \"float32\"), "
     "R.const(7, \"int8\"))",
     2},
    {"a scale that is not known", "y = R.quantize(x, s, R.const(7, \"int8\"))", 1},
    {"a scale of 0", "y = R.quantize(x, R.const(0, \"float32\"), R.const(7, \"int8\"))", 1},
    {"a scale a column", "y = R.quantize(x, R.const([0.5, 1], \"float32\"), R.const(7, \"int8\"))",
     1},
    {"integers of 16 bits",
     "y = R.quantize(x, R.const(0.5, \"float32\"), R.const(7, \"int16\"), out_dtype=\"int16\")", 1},
    {"what is used as floats too",
     "y = R.add(x, R.astype(R.quantize(x, R.const(0.5, \"float32\"), R.const(7, \"int8\")), "
     "dtype=\"float32\"))",
     1},
};

static void try_requantized(OnednnTest *t) {
    const OnednnOptions all = {.all = true, .is_early = true};
    for (size_t i = 0; onednn_adds_exactly() && i < ARRAY_LEN(requantized); i++) {
        char text[1200];
        OnednnCounts counts = {0};
        snprintf(text, sizeof text,
                 "@R.function\n"
                 "def main(q: R.Tensor((5, 3), dtype=\"int8\"), b: R.Tensor((2,), "
                 "dtype=\"float32\"), s: R.Tensor((), dtype=\"float32\")):\n"
                 "    d = R.dequantize(q, R.const(0.5, \"float32\"), R.const(3, \"int8\"))\n"
                 "    x = R.matmul(d, R.dequantize(" WEIGHT ", " HALF ", " ZERO "))\n"
                 "    %s\n"
                 "    return y\n",
                 requantized[i].rest);
        IrModule *m = onednn_parse(t, text);
        const bool ok = m && onednn_partition(m, &all, &counts) && ir_verify(m, IR_PROP_ALL) &&
                        counts.taken == 1 && counts.posts == requantized[i].posts;
        if (!ok) printf("%zu calls with %zu posts\n", counts.taken, counts.posts);
        onednn_report(t, ok, requantized[i].what, text);
        ir_module_free(m);
    }
}

/* Drawn */

typedef struct {
    uint64_t state;
    FILE *out;
} Draw;

static unsigned drawn(Draw *d, unsigned below) {
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(d->state >> 33) % below;
}

static bool maybe(Draw *d) { return drawn(d, 2); }

/* A constant of rank n, of numbers from `least` on. */
static void integers(Draw *d, const unsigned *dims, unsigned n, int least, const char *dtype) {
    size_t count = 1;
    for (unsigned i = 0; i < n; i++) count *= dims[i];
    fputs("R.const(", d->out);
    for (size_t k = 0; k < count; k++) {
        size_t at = count;
        for (unsigned i = 0; i < n; i++) {
            at /= dims[i];
            if (k % (at * dims[i]) == 0) fputs("[", d->out);
        }
        fprintf(d->out, "%d", least + (int)drawn(d, 256));
        at = 1;
        for (unsigned i = n; i-- > 0;) {
            at *= dims[i];
            if ((k + 1) % at == 0) fputs("]", d->out);
        }
        if (k + 1 < count) fputs(", ", d->out);
    }
    fprintf(d->out, ", \"%s\")", dtype);
}

static void scale(Draw *d, unsigned n) {
    fputs(n ? "R.const([" : "R.const(", d->out);
    for (unsigned i = 0; i < (n ? n : 1); i++)
        fprintf(d->out, "%s%u.0625", i ? ", " : "", drawn(d, 4));
    fputs(n ? "], \"float32\")" : ", \"float32\")", d->out);
}

/* x of q, and w of a constant of these dims whose `axis` is that of the output channels. */
static void operands(Draw *d, bool is_signed, const unsigned *dims, unsigned n, unsigned axis) {
    const bool weight_is_signed = maybe(d);
    fputs("    x = R.dequantize(q, ", d->out);
    scale(d, 0);
    fprintf(d->out, ", R.const(%d, \"%s\"))\n", (int)drawn(d, 256) - (is_signed ? 128 : 0),
            is_signed ? "int8" : "uint8");
    fputs("    w = R.dequantize(", d->out);
    integers(d, dims, n, weight_is_signed ? -128 : 0, weight_is_signed ? "int8" : "uint8");
    fputs(", ", d->out);
    scale(d, maybe(d) ? dims[axis] : 0);
    fprintf(d->out, weight_is_signed ? ", R.const(0, \"int8\")" : ", R.const(128, \"uint8\")");
    fprintf(d->out, ", axis=%u)\n", axis);
}

/* Of several channels: the scale of one is a function of one number, and a relu between that and
 * the quantize stays. */
static void conv(Draw *d, bool is_signed) {
    const bool depthwise = drawn(d, 4) == 0, is_last = maybe(d), permutes = maybe(d);
    const unsigned groups = depthwise ? 2 + drawn(d, 40) : 1, in = depthwise ? 1 : 1 + drawn(d, 40),
                   out = depthwise ? groups : 2 + drawn(d, 40), size = 1 + drawn(d, 3),
                   side = size + drawn(d, 6), batch = 1 + drawn(d, 2);
    const char *layout = is_last ? "NHWC" : "NCHW";
    fprintf(d->out, "def main(q: R.Tensor((%u, %u, %u, %u), dtype=\"%s\")):\n", batch,
            is_last ? side : groups * in, side, is_last ? groups * in : side,
            is_signed ? "int8" : "uint8");
    if (permutes)
        operands(d, is_signed, (unsigned[]){out, in, size, size}, 4, 0);
    else
        operands(d, is_signed, (unsigned[]){size, size, in, out}, 4, 3);
    if (permutes) fputs("    w = R.permute_dims(w, axes=[2, 3, 1, 0])\n", d->out);
    fprintf(d->out,
            "    y = R.nn.conv2d(x, w, strides=[%u, %u], padding=[%u, %u, %u, %u], groups=%u, "
            "data_layout=\"%s\", kernel_layout=\"HWIO\")\n",
            1 + drawn(d, 2), 1 + drawn(d, 2), drawn(d, size), drawn(d, size), drawn(d, size),
            drawn(d, size), groups, layout);
    if (maybe(d)) {
        fputs("    y = R.add(y, ", d->out);
        integers(d, is_last ? (unsigned[]){1, 1, 1, out} : (unsigned[]){1, out, 1, 1}, 4, -128,
                 "float32");
        fputs(")\n", d->out);
    }
}

static void matmul(Draw *d, bool is_signed) {
    const unsigned m = 1 + drawn(d, 20), k = 1 + drawn(d, 40), n = 2 + drawn(d, 40);
    const bool transposes = maybe(d);
    fprintf(d->out, "def main(q: R.Tensor((%s%u, %u), dtype=\"%s\")):\n", maybe(d) ? "2, " : "", m,
            k, is_signed ? "int8" : "uint8");
    operands(d, is_signed, transposes ? (unsigned[]){n, k} : (unsigned[]){k, n}, 2, !transposes);
    fprintf(d->out,
            transposes ? "    y = R.matmul(x, R.permute_dims(w))\n" : "    y = R.matmul(x, w)\n");
}

/* A relu, a bound that the quantization has anyway, or none, and that; its scale about a hundredth
 * of what y may be. */
static void quantize(Draw *d) {
    const bool is_signed = maybe(d), is_bounded = maybe(d), is_relu = maybe(d);
    const int least = is_signed ? -128 : 0, other = maybe(d) ? 0 : least + (int)drawn(d, 256),
              zero = is_bounded && !is_relu ? least : other;
    if (is_bounded)
        fputs(is_relu ? "    y = R.nn.relu(y)\n" : "    y = R.clip(y, 0, 1e9)\n", d->out);
    fprintf(d->out,
            "    y = R.quantize(y, R.const(%u.5, \"float32\"), R.const(%d, \"%s\"), "
            "out_dtype=\"%s\")\n",
            1 + drawn(d, 2000), zero, is_signed ? "int8" : "uint8", is_signed ? "int8" : "uint8");
}

/* Exact sums of what the floats' are rounded sums of, or the next integer. */
static bool is_near(const Tensor *got, const Tensor *want) {
    TensorDifference d;
    const bool is_integer = dtype_is_int(want->dtype);
    const double most = tensor_elements_largest(want->dtype, want->data, want->count);
    const TensorNear how = {
        .mode = TENSOR_NEAR, .integers = true, .rtol = 1e-5, .atol = is_integer ? 1 : 1e-5 * most};
    const bool ok = tensor_near(got, want, &how, &d);
    if (!ok) printf("%zu of %zu elements differ: %g and %g\n", d.differing, d.count, d.a, d.b);
    return ok;
}

/* By the evaluator before and after it is taken, and by the library. */
static bool try_text(OnednnTest *t, const char *text) {
    const OnednnOptions how = {.all = true, .is_early = true};
    OnednnCounts counts = {0};
    IrModule *m = onednn_parse(t, text);
    if (!m) return false;
    Arena arena;
    ValueList list;
    DrawNames defaulted = {.at = NULL};
    Value *args[1] = {NULL};
    arena_init(&arena, t->ctx);
    value_list_init(&list, t->ctx);
    IrGlobal *g = ir_global_find(m, str_c("main"));
    bool ok = draw_inputs(g->function, (DrawBy){.seed = t->state}, args, &list, &arena, &defaulted);
    Evaluator *before = eval_new(m, &arena);
    const Value *want = ok ? eval_function(before, g->function, args, 1, &list) : NULL;
    eval_end(before);
    ok = want && onednn_partition(m, &how, &counts) && ir_verify(m, IR_PROP_ALL) &&
         counts.taken == onednn_adds_exactly();
    Evaluator *after = eval_new(m, &arena);
    const Value *same = ok ? eval_function(after, g->function, args, 1, &list) : NULL;
    ok = same && is_near(same->tensor, want->tensor) &&
         (!counts.taken || onednn_compare(t, g->function, args, same->tensor, 1));
    if (!ok) printf("%zu calls with %zu posts\n", counts.taken, counts.posts);
    if (!ok) onednn_tell(t);
    eval_end(after);
    value_list_fini(&list);
    arena_fini(&arena);
    ir_module_free(m);
    return ok;
}

void onednn_try_quantized(OnednnTest *t, unsigned count, unsigned first) {
    t->scaled = 0;
    if (first == 1) try_which(t);
    if (first == 1) try_requantized(t);
    if (first == 1) try_deep(t);
    for (unsigned seed = first; seed - first < count; seed++) {
        Draw d = {.state = seed * 2654435761u};
        char *text = NULL, name[40];
        size_t len = 0;
        d.out = open_memstream(&text, &len);
        if (!d.out) return;
        for (int i = 0; i < 4; i++) drawn(&d, 2);
        const bool is_signed = maybe(&d);
        fputs("@R.function\n", d.out);
        if (drawn(&d, 3))
            conv(&d, is_signed);
        else
            matmul(&d, is_signed);
        if (maybe(&d)) quantize(&d);
        fputs("    return y\n", d.out);
        fclose(d.out);
        t->state = seed;
        snprintf(name, sizeof name, "quantized, seed %u", seed);
        onednn_report(t, try_text(t, text), name, text);
        free(text);
    }
    /* of those that the library has a kernel of its own for: no NCHW */
    onednn_report(t, t->scaled >= count / 2 || !onednn_adds_exactly(),
                  "scales are part of primitives", "");
}
