/* SPDX-License-Identifier: Apache-2.0 */
/* passes/winograd.h and ConvToWinograd: the matrices give a convolution exactly, convolutions drawn
 * at random give the same values, and the target decides which ones are worth it. */
#include "api_unit.h"

#include <math.h>

#include "passes/winograd.h"

enum { CASES = 150, TEXT_BYTES = 1 << 16 };

static const struct { int m, r; } tiles[] = {{2, 3}, {4, 3}, {2, 5}};

/* result * diag(kernel g) * data is d shifted by each tap of g. */
static void matrices(void **state) {
    (void)state;
    for (size_t t = 0; t < ARRAY_LEN(tiles); t++) {
        WinogradTile w;
        winograd_tile(tiles[t].m, tiles[t].r, &w);
        assert_int_equal(w.n, tiles[t].m + tiles[t].r - 1);
        for (int y = 0; y < w.m; y++) {
            for (int d = 0; d < w.n; d++) {
                for (int g = 0; g < w.r; g++) {
                    double sum = 0;
                    for (int p = 0; p < w.n; p++)
                        sum += w.result.at[y][p] * w.kernel.at[p][g] * w.data.at[p][d];
                    assert_true(fabs(sum - (d == y + g)) < 1e-14);
                }
            }
        }
    }
}

/* --- Modules as text --- */

typedef struct {
    char text[TEXT_BYTES];
    size_t len;
} Text;

static void put(Text *t, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(t->text + t->len, sizeof t->text - t->len, format, args);
    va_end(args);
    assert_true(n >= 0 && (size_t)n < sizeof t->text - t->len);
    t->len += (size_t)n;
}

static uint32_t state_of_draws;

static int draw(int from, int to) {
    state_of_draws = state_of_draws * 1664525u + 1013904223u;
    return from + (int)((state_of_draws >> 8) % (uint32_t)(to - from + 1));
}

/* Numbers in nested lists of these dims. */
static void put_numbers(Text *t, const int *dims, int n) {
    if (n == 0) {
        put(t, "%.3f", draw(-1000, 1000) / 1000.0);
        return;
    }
    for (int i = 0; i < dims[0]; i++) {
        put(t, i ? ", " : "[");
        put_numbers(t, dims + 1, n - 1);
    }
    put(t, "]");
}

static void put_list(Text *t, const int *list, int n) {
    for (int i = 0; i < n; i++) put(t, "%s%d", i ? ", " : "", list[i]);
}

static const char *const layouts[] = {"NWC", "NHWC", "NDHWC"},
                         *const by_places[] = {"WIO", "HWIO", "DHWIO"},
                         *const by_channels[] = {"OIW", "OIHW", "OIDHW"};

/* A convolution whose weights are a constant, perhaps permuted, in either layout, or an input. */
static int put_conv(Text *t) {
    const size_t tile = (size_t)draw(0, 2);
    const int taps = tiles[tile].r, n = draw(1, tiles[tile].m + taps == 5 ? 3 : 2),
              kind = draw(0, 4), in = draw(1, 5), out = draw(1, 5);
    int data[5], kernel[5], padding[6], axes[5];
    data[0] = draw(1, 3);
    data[n + 1] = in;
    for (int i = 0; i < n; i++) {
        padding[i] = draw(0, taps - 1);
        padding[n + i] = draw(0, taps - 1);
        const int least = taps - padding[i] - padding[n + i];
        data[1 + i] = draw(least > 1 ? least : 1, 9);
    }
    for (int i = 0; i < n + 2; i++) {
        kernel[i] = kind % 3 == 0 ? (i < n    ? taps
                                     : i == n ? in
                                              : out)
                                  : (i == 0   ? out
                                     : i == 1 ? in
                                              : taps);
        axes[i] = i < n ? 2 + i : i == n ? 1 : 0;
    }
    put(t, "@R.function\ndef main(x: R.Tensor((");
    put_list(t, data, n + 2);
    if (kind > 2) {
        put(t, "), \"float32\"), w: R.Tensor((");
        put_list(t, kernel, n + 2);
    }
    put(t, "), \"float32\")):\n    with R.dataflow():\n");
    if (kind < 3) {
        put(t, "        w = R.const(");
        put_numbers(t, kernel, n + 2);
        put(t, ", \"float32\")\n");
    }
    if (kind == 2) {
        put(t, "        v = R.permute_dims(w, axes=[");
        put_list(t, axes, n + 2);
        put(t, "])\n");
    }
    put(t, "        y = R.nn.conv%dd(x, %s, padding=[", n, kind == 2 ? "v" : "w");
    put_list(t, padding, 2 * n);
    put(t, "], data_layout=\"%s\", kernel_layout=\"%s\")\n", layouts[n - 1],
        kind % 3 == 1 ? by_channels[n - 1] : by_places[n - 1]);
    put(t, "        z = R.nn.relu(y)\n        R.output(z)\n    return z\n");
    return tiles[tile].m;
}

static bool mentions(TnModule *m, const char *what) {
    TnText text;
    assert_int_equal(tn_module_print(m, &text), TN_OK);
    const bool found = strstr(text.ptr, what) != NULL;
    tn_text_free(&text);
    return found;
}

static void same_values(void **state) {
    (void)state;
    TnContext *ctx = NULL;
    assert_int_equal(tn_context_new(NULL, &ctx), TN_OK);
    Text *t = malloc(sizeof *t);
    assert_non_null(t);
    for (uint32_t i = 0; i < CASES; i++) {
        char pass[40];
        TnRun *want = NULL, *got = NULL;
        TnDifference d;
        state_of_draws = i;
        t->len = 0;
        snprintf(pass, sizeof pass, "ConvToWinograd(tile=%d)", put_conv(t));
        TnModule *m = parse(ctx, t->text);
        assert_int_equal(tn_run(m, NULL, &want), TN_OK);
        assert_int_equal(tn_module_run_pass(m, "CanonicalizeBindings"), TN_OK);
        assert_int_equal(tn_module_run_pass(m, pass), TN_OK);
        assert_true(mentions(m, "winograd_data") && mentions(m, "winograd_result"));
        assert_false(mentions(m, "R.nn.conv"));
        const TnRunOptions options = {TN_SIZED(TnRunOptions), .like = want};
        assert_int_equal(tn_run(m, &options, &got), TN_OK);
        if (tn_run_compare(got, want, 0, 5e-5, &d) != TN_OK)
            fail_msg("case %u, %s: %g and %g\n%s", (unsigned)i, pass, d.a, d.b, t->text);
        tn_run_free(got);
        tn_run_free(want);
        tn_module_free(m);
    }
    free(t);
    tn_context_free(ctx);
}

/* --- What the pass takes --- */

static const struct {
    const char *what, *params, *weight, *call;
    bool taken;
} calls[] = {
    {"many channels", "x: R.Tensor((1, 28, 28, 128), \"float32\")", "[3, 3, 128, 128]",
     "R.nn.conv2d(x, w, padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\")", true},
    {"five taps", "x: R.Tensor((1, 28, 28, 64), \"float32\")", "[5, 5, 64, 64]",
     "R.nn.conv2d(x, w, padding=[2, 2, 2, 2], data_layout=\"NHWC\", kernel_layout=\"HWIO\")", true},
    {"more than the last cache", "x: R.Tensor((1, 512, 512, 64), \"float32\")", "[3, 3, 64, 64]",
     "R.nn.conv2d(x, w, padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\")", true},
    {"far more", "x: R.Tensor((1, 1024, 1024, 64), \"float32\")", "[3, 3, 64, 64]",
     "R.nn.conv2d(x, w, padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\")",
     false},
    {"few places", "x: R.Tensor((1, 7, 7, 512), \"float32\")", "[3, 3, 512, 512]",
     "R.nn.conv2d(x, w, padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\")",
     false},
    {"few channels", "x: R.Tensor((1, 28, 28, 2), \"float32\")", "[3, 3, 2, 2]",
     "R.nn.conv2d(x, w, padding=[1, 1, 1, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\")",
     false},
    {"a stride", "x: R.Tensor((1, 56, 56, 128), \"float32\")", "[3, 3, 128, 128]",
     "R.nn.conv2d(x, w, strides=[1, 2], padding=[1, 1, 1, 1], data_layout=\"NHWC\", "
     "kernel_layout=\"HWIO\")",
     false},
    {"dilation", "x: R.Tensor((1, 56, 56, 128), \"float32\")", "[3, 3, 128, 128]",
     "R.nn.conv2d(x, w, dilation=[2, 1], data_layout=\"NHWC\", kernel_layout=\"HWIO\")", false},
    {"groups", "x: R.Tensor((1, 56, 56, 128), \"float32\")", "[3, 3, 64, 128]",
     "R.nn.conv2d(x, w, groups=2, data_layout=\"NHWC\", kernel_layout=\"HWIO\")", false},
    {"other taps", "x: R.Tensor((1, 56, 56, 128), \"float32\")", "[3, 1, 128, 128]",
     "R.nn.conv2d(x, w, data_layout=\"NHWC\", kernel_layout=\"HWIO\")", false},
    {"channels first", "x: R.Tensor((1, 128, 28, 28), \"float32\")", "[128, 128, 3, 3]",
     "R.nn.conv2d(x, w)", false},
    {"an extent of the run", "x: R.Tensor((\"n\", 28, 28, 128), \"float32\")", "[3, 3, 128, 128]",
     "R.nn.conv2d(x, w, data_layout=\"NHWC\", kernel_layout=\"HWIO\")", false},
    {"weights of the run",
     "x: R.Tensor((1, 28, 28, 128), \"float32\"), w: R.Tensor((3, 3, 128, 128), \"float32\")", NULL,
     "R.nn.conv2d(x, w, data_layout=\"NHWC\", kernel_layout=\"HWIO\")", true},
};

static void by_cost(void **state) {
    (void)state;
    TnContext *ctx = NULL;
    assert_int_equal(tn_context_new(NULL, &ctx), TN_OK);
    Text *t = malloc(sizeof *t);
    assert_non_null(t);
    for (size_t i = 0; i < ARRAY_LEN(calls); i++) {
        t->len = 0;
        put(t, "@R.function\ndef main(%s):\n    with R.dataflow():\n", calls[i].params);
        if (calls[i].weight)
            put(t, "        w = R.full(R.shape(%s), R.const(0.5, \"float32\"))\n", calls[i].weight);
        put(t, "        y = %s\n        R.output(y)\n    return y\n", calls[i].call);
        TnModule *m = parse(ctx, t->text);
        assert_int_equal(tn_module_run_pass(m, "FoldConstant"), TN_OK);
        assert_int_equal(tn_module_run_pass(m, "ConvToWinograd"), TN_OK);
        if (mentions(m, "winograd_data") != calls[i].taken ||
            mentions(m, "R.nn.conv") == calls[i].taken)
            fail_msg("%s", calls[i].what);
        tn_module_free(m);
    }
    free(t);
    tn_context_free(ctx);
}

UNIT_MAIN(UNIT(matrices), UNIT(same_values), UNIT(by_cost))
