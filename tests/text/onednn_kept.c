/* SPDX-License-Identifier: Apache-2.0 */
#include "onednn_cases.h"

#include "backend/onednn/chain.h"
#include "backend/onednn/onednn.h"

static const struct {
    const char *what, *text;
    size_t taken, posts;
    bool all;
} kept[] = {
    {"a value with two uses ends the chain",
     "@R.function\n"
     "def main(x: R.Tensor((4, 4), dtype=\"float32\")):\n"
     "    y = R.matmul(x, x)\n"
     "    z = R.nn.relu(y)\n"
     "    return R.add(z, R.tanh(y))\n",
     1, 0, true},
    {"a varying symbol",
     "@R.function\n"
     "def main(x: R.Tensor((\"varying\", 4), dtype=\"float32\"), w: R.Tensor((4, 4), "
     "dtype=\"float32\")):\n"
     "    return R.matmul(x, w)\n",
     0, 0, true},
    {"symbols in a function that others call",
     "@R.function(private=True)\n"
     "def f(x: R.Tensor((\"n\", 4), dtype=\"float32\"), w: R.Tensor((4, 4), dtype=\"float32\")):\n"
     "    return R.matmul(x, w)\n"
     "@R.function\n"
     "def main(x: R.Tensor((\"n\", 4), dtype=\"float32\"), w: R.Tensor((4, 4), "
     "dtype=\"float32\")):\n"
     "    return f(x, w)\n",
     0, 0, true},
    {"a float64 product, an integer one and one of half precision",
     "@R.function\n"
     "def main(x: R.Tensor((4, 4), dtype=\"float64\"), y: R.Tensor((4, 4), dtype=\"int32\"), z: "
     "R.Tensor((4, 4), "
     "dtype=\"float16\")):\n"
     "    return (R.matmul(x, x), R.matmul(y, y), R.matmul(z, z))\n",
     0, 0, true},
    {"an extent of 0",
     "@R.function\n"
     "def main(x: R.Tensor((4, 0), dtype=\"float32\"), y: R.Tensor((0, 4), dtype=\"float32\")):\n"
     "    return R.matmul(x, y)\n",
     0, 0, true},
    {"small ones do not pay",
     "@R.function\n"
     "def main(x: R.Tensor((4, 8), dtype=\"float32\"), y: R.Tensor((8, 4), dtype=\"float32\")):\n"
     "    return R.matmul(x, y)\n",
     0, 0, false},
    {"neither does a vector",
     "@R.function\n"
     "def main(x: R.Tensor((1, 1024), dtype=\"float32\"), y: R.Tensor((1024, 1024), "
     "dtype=\"float32\")):\n"
     "    return R.matmul(x, y)\n",
     0, 0, false},
    {"a larger one pays",
     "@R.function\n"
     "def main(x: R.Tensor((64, 128), dtype=\"float32\"), y: R.Tensor((128, 64), "
     "dtype=\"float32\")):\n"
     "    return R.matmul(x, y)\n",
     1, 0, false},
    {"but not with a relu behind it, which is a pass more there",
     "@R.function\n"
     "def main(x: R.Tensor((64, 128), dtype=\"float32\"), y: R.Tensor((128, 64), "
     "dtype=\"float32\")):\n"
     "    return R.nn.relu(R.matmul(x, y))\n",
     0, 0, false},
    {"unless there are many terms",
     "@R.function\n"
     "def main(x: R.Tensor((64, 1024), dtype=\"float32\"), y: R.Tensor((1024, 64), "
     "dtype=\"float32\")):\n"
     "    return R.nn.relu(R.matmul(x, y))\n",
     1, 0, false},
    {"gradients of 3 x 3 kernels: of images of 3 x 3, not of 2 x 2",
     "@R.function\n"
     "def main(x: R.Tensor((8, 2, 2, 64), dtype=\"float32\"), g: R.Tensor((8, 2, 2, 64), dtype=\"float32\"), "
     "y: R.Tensor((8, 3, 3, 64), dtype=\"float32\"),\n"
     "         h: R.Tensor((8, 3, 3, 64), dtype=\"float32\")):\n"
     "    a = R.nn.conv2d(x, g, padding=[1, 1], data_layout=\"CHWN\", kernel_layout=\"IHWO\", out_layout=\"CNHW\")\n"
     "    b = R.nn.conv2d(y, h, padding=[1, 1], data_layout=\"CHWN\", kernel_layout=\"IHWO\", out_layout=\"CNHW\")\n"
     "    return (a, b)\n",
     1, 0, false},
    {"a tensor of the result's shape, where windows lie in padding alone",
     "@R.function\n"
     "def main(x: R.Tensor((1, 3, 5), dtype=\"float32\"), w: R.Tensor((2, 3, 1), "
     "dtype=\"float32\"),\n"
     "         r: R.Tensor((1, 2, 6), dtype=\"float32\")):\n"
     "    return R.nn.relu(R.add(R.nn.conv1d(x, w, padding=[0, 1]), r))\n",
     1, 0, true},
    {"one function with different numbers ends the chain, unless two are one",
     "@R.function\n"
     "def main(x: R.Tensor((4, 4), dtype=\"float32\")):\n"
     "    y = R.nn.leakyrelu(R.add(R.multiply(R.matmul(x, x), R.const(2.0, \"float32\")), R.const(1.0, \"float32\")), "
     "alpha=0.25)\n"
     "    return R.tanh(R.nn.leakyrelu(R.multiply(y, x), alpha=0.5))\n",
     1, 3, true},
    {"what loses NaN in oneDNN, behind six products: relu, clip, exp, sigmoid, maximum, minimum",
     "@R.function\n"
     "def main(x: R.Tensor((4, 4), dtype=\"float32\")):\n"
     "    a = R.clip(R.matmul(R.nn.relu(R.matmul(x, x)), x), -1, 1)\n"
     "    b = R.sigmoid(R.matmul(R.exp(R.matmul(a, x)), x))\n"
     "    c = R.maximum(R.matmul(b, x), x)\n"
     "    return R.minimum(R.matmul(c, x), R.const(1.0, \"float32\"))\n",
     6, 0, true},
    {"leakyrelu that is relu; negation, which loses the sign of 0; numbers with which it is a binary operation",
     "@R.function\n"
     "def main(x: R.Tensor((4, 4), dtype=\"float32\")):\n"
     "    a = R.nn.leakyrelu(R.matmul(x, x), alpha=0.0)\n"
     "    b = R.divide(R.matmul(a, x), R.const(1e-40, \"float32\"))\n"
     "    c = R.multiply(R.matmul(b, x), R.const(-2.0, \"float32\"))\n"
     "    return R.negative(R.matmul(c, x))\n",
     4, 2, true},
    {"a residual of channels-first data, which only oneDNN's reference adds",
     "@R.function\n"
     "def main(x: R.Tensor((1, 64, 28, 28), dtype=\"float32\"), w: R.Tensor((64, 64, 3, 3), dtype=\"float32\"),\n"
     "         r: R.Tensor((1, 64, 28, 28), dtype=\"float32\")):\n"
     "    return R.tanh(R.add(R.tanh(R.nn.conv2d(x, w, padding=[1, 1])), r))\n",
     1, 1, false},
    {"two products that are added: the sum is one call's",
     "@R.function\n"
     "def main(x: R.Tensor((4, 4), dtype=\"float32\"), y: R.Tensor((4, 4), dtype=\"float32\")):\n"
     "    a = R.matmul(x, y)\n"
     "    b = R.matmul(y, x)\n"
     "    return R.tanh(R.add(a, b))\n",
     2, 2, true},
    {"gradients of kernels of one point with a stride, which are wrong for few input channels: of the four, those of 16 "
     "channels",
     "@R.function\n"
     "def main(g: R.Tensor((3, 2, 3, 2), dtype=\"float32\"), x: R.Tensor((3, 6, 6, 1), dtype=\"float32\"), "
     "h: R.Tensor((3, 3, 2, 2), dtype=\"float32\"),\n"
     "         y: R.Tensor((3, 16, 6, 6), dtype=\"float32\"), z: R.Tensor((3, 15, 6, 6), dtype=\"float32\")):\n"
     "    a = R.grad.conv2d_backward_weight(h, x, R.shape([1, 1]), strides=[2, 3], data_layout=\"NHWC\", "
     "out_layout=\"NHWC\")\n"
     "    b = R.grad.conv2d_backward_weight(g, y, R.shape([1, 1]), strides=[2, 3])\n"
     "    c = R.grad.conv2d_backward_weight(g, z, R.shape([1, 1]), strides=[2, 3])\n"
     "    d = R.strided_slice(R.nn.conv2d(y, g, dilation=[2, 3], data_layout=\"CNHW\", kernel_layout=\"IOHW\", "
     "out_layout=\"CNHW\"), (2, 3), (0, 0), (1, 1))\n"
     "    return (a, b, c, d)\n",
     2, 0, true},
};

/* Products whose right-hand side is taken transposed, where that is there as well: how many calls
 * are the library's, how many of these read it so, and how many permute_dims are left. With many
 * rows it does not pay. Where it is not there, code of our own is faster. */
static const struct {
    const char *what, *x, *y, *product;
    size_t taken, transposed, permutes;
} transposes[] = {
    {"a transpose that is there", "64, 128", "512, 128", "R.permute_dims(y)", 1, 1, 0},
    {"with leading dims", "2, 32, 128", "1024, 128", "R.permute_dims(y)", 1, 1, 0},
    {"rows that are no multiple of 2 KiB", "64, 128", "384, 128", "R.permute_dims(y)", 1, 1, 0},
    {"few rows", "16, 128", "1024, 128", "R.permute_dims(y)", 1, 1, 0},
    {"many rows", "512, 128", "1024, 128", "R.permute_dims(y)", 1, 0, 1},
    {"rows that are not known", "\"n\", 128", "1024, 128", "R.permute_dims(y)", 1, 0, 1},
    {"a transpose that would have to be made", "128, 256", "256, 1024", "y", 0, 0, 0},
    {"of few rows", "64, 256", "256, 512", "y", 0, 0, 0},
    {"of many rows", "512, 256", "256, 1024", "y", 1, 0, 0},
    {"many matrices", "2, 64, 128", "2, 512, 128", "R.permute_dims(y, axes=[0, 2, 1])", 1, 0, 1},
};

static size_t count_calls(const IrModule *m, const char *op) {
    size_t n = 0;
    for (size_t i = 0; i < m->globals.len; i++) {
        const IrFunction *fn = m->globals.at[i]->function;
        for (const IrBinding *b = fn->body->first; b; b = b->next)
            n += b->kind == IR_BIND_CALL && strcmp(b->op->name, op) == 0;
    }
    return n;
}

void onednn_try_transposes(OnednnTest *t) {
    for (size_t i = 0; i < ARRAY_LEN(transposes); i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "@R.function\n"
                 "def main(x: R.Tensor((%s), dtype=\"float32\"), y: R.Tensor((%s), "
                 "dtype=\"float32\")):\n"
                 "    return R.matmul(x, %s)\n",
                 transposes[i].x, transposes[i].y, transposes[i].product);
        OnednnCounts counts = {0};
        const OnednnOptions options = {.all = false};
        IrModule *m = onednn_parse(t, text);
        const bool ok = m && onednn_partition(m, &options, &counts) && ir_verify(m, IR_PROP_ALL) &&
                        counts.taken == transposes[i].taken &&
                        count_calls(m, "einsum") == transposes[i].transposed &&
                        count_calls(m, "permute_dims") == transposes[i].permutes;
        if (m && !ok)
            printf("%zu taken, %zu transposed, %zu permutes\n", counts.taken,
                   count_calls(m, "einsum"), count_calls(m, "permute_dims"));
        onednn_report(t, ok, transposes[i].what, text);
        ir_module_free(m);
    }
}

/* Products of 8-bit integers: what weights may be. taken: calls; bindings: that main has left. */
static const struct {
    const char *what, *weight, *rest;
    size_t taken, bindings;
} integers[] = {
    {"a constant of uint8 less its zero point",
     "R.subtract(R.astype(R.const([[0, 255], [128, 3]], \"uint8\"), dtype=\"int32\"), "
     "R.const(128, \"int32\"))",
     "z1 = R.astype(R.matmul(x2, %1$s), dtype=\"float32\")", 1, 1},
    {"a zero point of its own for each column, which is the same",
     "R.subtract(R.astype(R.const([[0, 255], [128, 3]], \"uint8\"), dtype=\"int32\"), "
     "R.const([128, 128], \"int32\"))",
     "z1 = R.astype(R.matmul(x2, %1$s), dtype=\"float32\")", 1, 1},
    {"one that differs",
     "R.subtract(R.astype(R.const([[0, 255], [128, 3]], \"uint8\"), dtype=\"int32\"), "
     "R.const([128, 127], \"int32\"))",
     "z1 = R.astype(R.matmul(x2, %1$s), dtype=\"float32\")", 0, 6},
    {"elements that are no int8",
     "R.subtract(R.astype(R.const([[0, 255], [128, 3]], \"uint8\"), dtype=\"int32\"), "
     "R.const(126, \"int32\"))",
     "z1 = R.astype(R.matmul(x2, %1$s), dtype=\"float32\")", 0, 6},
    {"a constant of int32, and two products of it", "R.const([[-128, 127], [0, 3]], \"int32\")",
     "z1 = R.add(R.astype(R.matmul(x2, %1$s), dtype=\"float32\"), R.astype(R.matmul(x2, %1$s), "
     "dtype=\"float32\"))",
     2, 2},
    {"a constant of int32 that is too large", "R.const([[-128, 128], [0, 3]], \"int32\")",
     "z1 = R.astype(R.matmul(x2, %1$s), dtype=\"float32\")", 0, 4},
    {"a constant of permuted dims", "R.permute_dims(R.const([[-128, 127], [0, 3]], \"int32\"))",
     "z1 = R.astype(R.matmul(x2, %1$s), dtype=\"float32\")", 0, 5},
    {"sums that are used as integers too", "R.const([[-128, 127], [0, 3]], \"int32\")",
     "y = R.matmul(x2, %1$s)\n    z1 = R.multiply(R.astype(y, dtype=\"float32\"), R.astype(R.negative(y), "
     "dtype=\"float32\"))",
     0, 7},
};

static void try_integers(OnednnTest *t, const char *what, const char *text, size_t taken,
                         size_t bindings) {
    OnednnCounts counts = {0};
    const OnednnOptions options = {.all = true};
    IrModule *m = onednn_parse(t, text);
    const size_t calls = onednn_adds_exactly() ? taken : 0;
    bool ok = m && onednn_partition(m, &options, &counts) && ir_verify(m, IR_PROP_ALL) &&
              counts.taken == calls;
    size_t left = 0;
    if (ok) {
        const IrFunction *fn = ir_global_find(m, str_c("main"))->function;
        for (const IrBinding *b = fn->body->first; b; b = b->next) left++;
    }
    if (ok && calls == taken) ok = left == bindings;
    if (!ok) printf("%zu calls, %zu bindings\n", counts.taken, left);
    onednn_report(t, ok, what, text);
    ir_module_free(m);
}

void onednn_try_integers(OnednnTest *t) {
    for (size_t i = 0; i < ARRAY_LEN(integers); i++) {
        char text[1000], rest[400];
        snprintf(rest, sizeof rest, integers[i].rest, integers[i].weight);
        snprintf(
            text, sizeof text,
            "@R.function\n"
            "def main(x: R.Tensor((3, 2), dtype=\"uint8\"), zero: R.Tensor((), dtype=\"int32\")):\n"
            "    x2 = R.subtract(R.astype(x, dtype=\"int32\"), zero)\n"
            "    %s\n"
            "    return z1\n",
            rest);
        try_integers(t, integers[i].what, text, integers[i].taken, integers[i].bindings);
    }
    try_integers(t, "a matrix by itself",
                 "@R.function\n"
                 "def main(q: R.Tensor((8, 8), dtype=\"int8\")):\n"
                 "    a = R.astype(q, dtype=\"int32\")\n"
                 "    return R.astype(R.matmul(a, a), dtype=\"float32\")\n",
                 1, 1);
}

void onednn_try_kept(OnednnTest *t) {
    static const char *const varying[] = {"varying"};
    for (size_t i = 0; i < ARRAY_LEN(kept); i++) {
        OnednnCounts counts = {0};
        const OnednnOptions options = {.all = kept[i].all, .varying = varying, .n_varying = 1};
        IrModule *m = onednn_parse(t, kept[i].text);
        bool ok = m && onednn_partition(m, &options, &counts) && ir_verify(m, IR_PROP_ALL);
        if (counts.taken != kept[i].taken || counts.posts != kept[i].posts) {
            printf("%zu calls with %zu posts\n", counts.taken, counts.posts);
            ok = false;
        }
        onednn_report(t, ok, kept[i].what, kept[i].text);
        ir_module_free(m);
    }
}
