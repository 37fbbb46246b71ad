/* SPDX-License-Identifier: Apache-2.0 */
#include "onednn_cases.h"

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
};

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
