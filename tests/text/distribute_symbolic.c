/* SPDX-License-Identifier: Apache-2.0 */
/* Windows along a split dim whose extent is a symbol. */
#include "distribute_cases.h"

#include "base/base.h"

#define F64(shape) "R.Tensor((" shape "), \"float64\")"
#define MAIN(rows, weights, body)                                                                  \
    "@R.function\n"                                                                                \
    "def main(x: " F64("2, 3, " rows ", 5") weights "):\n"                                         \
                                                    "    R.func_attr({\"num_input\": 1})\n" body   \
                                                    "    return y\n"
#define WEIGHT(name, shape) ", " name ": " F64(shape)
#define CONV(rows, w, call) MAIN(rows, WEIGHT("w", w), "    y = R.nn." call "\n")
/* No zero, and nothing that padding would hide. */
#define POOL(rows, call)                                                                           \
    MAIN(rows, "",                                                                                 \
         "    n = R.subtract(R.negative(R.abs(x)), R.const(1.0, \"float64\"))\n"                   \
         "    y = R.nn." call "\n")

static const char rows[] = CONV("\"h\"", "4, 3, 3, 3", "conv2d(x, w, padding=1)"),
                  causal[] = CONV("\"h\"", "4, 3, 3, 1", "conv2d(x, w, padding=[2, 0, 0, 0])"),
                  far[] = CONV("\"h\"", "4, 3, 7, 1", "conv2d(x, w, padding=[3, 0, 3, 0])"),
                  dilated[] = CONV("\"h\"", "4, 3, 3, 3", "conv2d(x, w, padding=2, dilation=2)"),
                  lopsided[] = CONV("\"h\"", "4, 3, 4, 3", "conv2d(x, w, padding=[2, 0, 1, 1])"),
                  by_depth[] = CONV("\"h\"", "3, 1, 3, 3", "conv2d(x, w, padding=1, groups=3)"),
                  strided[] = CONV("\"h\"", "4, 3, 3, 3", "conv2d(x, w, strides=2, padding=1)"),
                  thirds[] =
                      CONV("\"h\"", "4, 3, 3, 5", "conv2d(x, w, strides=3, padding=[0, 2, 0, 2])"),
                  of_any[] = "@R.function\ndef main(x: " F64("\"n\", 3, \"h\", 5") WEIGHT(
                      "w", "4, 3, 3, 3") "):\n    y = R.nn.conv2d(x, w, padding=1)\n    return y\n",
                  transposed[] =
                      CONV("\"h\"", "3, 4, 3, 3",
                           "conv2d_transpose(x, w, strides=2, padding=1, output_padding=[1, 0])"),
                  greatest[] = POOL("\"h\"", "max_pool2d(n, pool_size=3, strides=1, padding=1)"),
                  greatest_of_2[] =
                      POOL("\"h\"", "max_pool2d(n, pool_size=3, strides=2, padding=1)"),
                  mean[] = POOL("\"h\"", "avg_pool2d(n, pool_size=3, strides=1, padding=1)"),
                  mean_of_all[] = POOL("\"h\"", "avg_pool2d(n, pool_size=3, strides=2, padding=1, "
                                                "count_include_pad=True)"),
                  halves[] = POOL("\"h\"", "max_pool2d(n, pool_size=2, strides=2)");

static const char from_all[] =
    MAIN("\"h\"", WEIGHT("w", "4, 3, 3, 3"),
         "    y = R.shard(R.nn.conv2d(x, w, padding=1), [None, None, \"data\", None])\n");

/* 4*h - 1 rows are whole on all ranks, and so is what comes of them, of rows that divide. */
static const char whole[] =
    MAIN("\"h\"", WEIGHT("w", "4, 3, 2, 3"),
         "    a = R.nn.conv2d(x, w)\n"
         "    y = R.nn.avg_pool2d(a, pool_size=[4, 1], strides=[2, 1], padding=[1, 0, 2, 0])\n");

static const char on_both[] = "@R.function\ndef main(x: " F64("2, 3, \"h\", 8")
    WEIGHT("w", "4, 3, 3, 3") "):\n"
                              "    y = R.nn.conv2d(x, w, padding=1)\n"
                              "    z = R.nn.max_pool2d(y, pool_size=3, strides=[2, 1], padding=1)\n"
                              "    return (y, z)\n",
                  columns[] = "@R.function\ndef main(x: " F64("2, 3, \"h\", \"n\"") WEIGHT(
                      "w", "4, 3, 3, 3") "):\n"
                                         "    y = R.nn.conv2d(x, w, padding=1)\n"
                                         "    z = R.nn.max_pool2d(y, pool_size=3, padding=1)\n"
                                         "    return (y, z)\n";

static const char net[] = MAIN("\"h\"", WEIGHT("w", "4, 3, 3, 3") WEIGHT("w1", "4, 4, 3, 3"),
                               "    a = R.tanh(R.nn.conv2d(x, w, padding=1))\n"
                               "    y = R.nn.conv2d(a, w1, padding=1)\n"),
                  pooled[] =
                      MAIN("\"h\"", WEIGHT("w", "4, 3, 3, 3") WEIGHT("w1", "4, 4, 3, 3"),
                           "    a = R.nn.max_pool2d(R.nn.conv2d(x, w, padding=1), pool_size=3, "
                           "strides=2, padding=1)\n"
                           "    y = R.nn.avg_pool2d(R.nn.conv2d(a, w1, padding=1), pool_size=3, "
                           "strides=1, padding=1)\n"),
                  downwards[] = MAIN("\"h\"", WEIGHT("w", "4, 3, 3, 3") WEIGHT("w1", "4, 4, 3, 3"),
                                     "    a = R.tanh(R.nn.conv2d(x, w, strides=2, padding=1))\n"
                                     "    y = R.nn.conv2d(a, w1, padding=1)\n"),
                  upwards[] = MAIN("\"h\"", WEIGHT("w", "3, 4, 4, 3") WEIGHT("w1", "3, 4, 3, 3"),
                                   "    a = R.tanh(R.nn.conv2d_transpose(x, w, strides=[2, 1], "
                                   "padding=1))\n"
                                   "    y = R.nn.conv2d(a, w1, padding=1)\n");

/* Extents that no ranks divide: what comes of the marked value stays split. */
#define ODD(params, body)                                                                          \
    "@R.function\ndef main(x: " F64("\"h\", 6") params                                             \
        "):\n"                                                                                     \
        "    a = R.concat((R.const([[1.0, 2.0, 0.5, 4.0, -1.0, 3.0]], \"float64\"), x), axis=0)\n" \
        "    m = R.shard(R.tanh(a), [\"data\", None])\n" body

static const char odd[] = ODD(WEIGHT("w", "6, 4") WEIGHT("b", "4,"),
                              "    y = R.add(R.matmul(m, w), b)\n"
                              "    r = R.reshape(y, R.shape([h + 1, 2, 2]))\n"
                              "    s = R.sum(R.multiply(y, y), axis=[1])\n"
                              "    t = R.sum(s)\n"
                              "    return (y, R.permute_dims(r, axes=[1, 0, 2]), s, t)\n"),
                  odd_means[] =
                      ODD("", "    u = R.nn.softmax(m, axis=1)\n"
                              "    v = R.mean(u, axis=[0])\n"
                              "    q = R.variance(m, axis=[0])\n"
                              "    return (u, R.subtract(u, v), q, R.max(u, axis=[1]))\n"),
                  odd_whole[] = ODD("", "    z = R.cumsum(m, axis=0)\n"
                                        "    g = R.max(m, axis=[0])\n"
                                        "    k = R.reshape(m, R.shape([6 * h + 6]))\n"
                                        "    return (z, g, k, R.flip(m, axis=0))\n"),
                  odd_pairs[] =
                      ODD(WEIGHT("p", "\"h + 1\", 6"),
                          "    q = R.add(m, p)\n"
                          "    e = R.nn.softmax(R.matmul(q, R.permute_dims(m)), axis=-1)\n"
                          "    o = R.matmul(e, m)\n"
                          "    return (o, R.sum(o, axis=[0]))\n"),
                  odd_net[] = "@R.function\ndef main(x: " F64("\"h\", 6") WEIGHT(
                      "w", "6, 4") "):\n"
                                   "    R.func_attr({\"num_input\": 1})\n"
                                   "    a = R.concat((R.ones((1, 6), \"float64\"), x), axis=0)\n"
                                   "    m = R.shard(R.tanh(a), [\"data\", None])\n"
                                   "    y = R.matmul(m, w)\n"
                                   "    return y\n",
                  odd_rows[] = MAIN("\"h\"", WEIGHT("w", "4, 3, 2, 3"),
                                    "    a = R.nn.conv2d(x, w)\n"
                                    "    m = R.shard(a, [None, None, \"data\", None])\n"
                                    "    y = R.sum(R.nn.relu(m), axis=[1])\n");

/* allreduce, allgather, reduce_scatter, alltoall, permute */
static const int none[] = {0, 0, 0, 0, 0}, one_way[] = {0, 0, 0, 0, 1},
                 both_ways[] = {0, 0, 0, 0, 2}, a_step[] = {3, 0, 0, 0, 6},
                 pooled_step[] = {3, 0, 0, 0, 12}, added_up[] = {1, 0, 0, 0, 0},
                 odd_step[] = {2, 0, 0, 0, 0}, strided_step[] = {3, 0, 0, 0, 7};

#define CASE_BY(name, text, mesh, shard, counts, h)                                                \
    { {"symbols: " name, text, NULL, "main", mesh, shard, 1, counts, 0, false, 0}, h }
#define CASE(name, text, mesh, counts, h) CASE_BY(name, text, mesh, "x=_,_,data,_", counts, h)
#define FEW(name, text, counts, h)                                                                 \
    CASE(name, text, "data=2", counts, h), CASE(name, text, "data=3", counts, h),                  \
        CASE(name, text, "data=4", counts, h)
#define ODDS(name, text, shard, counts, h) FEW_BY(name, text, shard, counts, h)
/* h is the whole's: what ranks divide. */
#define SIZES(name, text, counts)                                                                  \
    FEW(name, text, counts, 36), FEW(name, text, counts, 48), FEW(name, text, counts, 84)
/* And strides too, as is said; where not, more than edges moves. */
#define FEW_BY(name, text, shard, counts, h)                                                       \
    CASE_BY(name, text, "data=2", shard, counts, h),                                               \
        CASE_BY(name, text, "data=3", shard, counts, h),                                           \
        CASE_BY(name, text, "data=4", shard, counts, h)
#define PARTS(name, text, counts)                                                                  \
    FEW_BY(name, text, "x=_,_,data*6,_", counts, 72),                                              \
        FEW_BY(name, text, "x=_,_,data*6,_", counts, 144),                                         \
        CASE(name ", of any part", text, "data=2", NULL, 26),                                      \
        CASE(name ", of any part", text, "data=3", NULL, 15),                                      \
        CASE(name ", of any part", text, "data=4", NULL, 20)
#define STEP(name, text, mesh, shard, counts, h)                                                   \
    {                                                                                              \
        {"symbols: " name,                                                                         \
         text,                                                                                     \
         "TrainStep(loss=mse, optimizer=sgd, wide=true)",                                          \
         "main_train_step",                                                                        \
         mesh,                                                                                     \
         shard,                                                                                    \
         3,                                                                                        \
         counts,                                                                                   \
         0,                                                                                        \
         false,                                                                                    \
         0},                                                                                       \
            h                                                                                      \
    }
#define STEPS_BY(name, text, shard, counts, h)                                                     \
    STEP(name, text, "data=2", shard, counts, h), STEP(name, text, "data=3", shard, counts, h),    \
        STEP(name, text, "data=4", shard, counts, h)
#define STEPS(name, text, counts, h) STEPS_BY(name, text, "x=_,_,data,_", counts, h)

const DistributeSymbolic distribute_symbolic[] = {
    SIZES("rows", rows, both_ways),
    FEW("rows of two", rows, both_ways, 24),
    CASE("a row each", rows, "data=4", both_ways, 4),
    SIZES("causal", causal, one_way),
    SIZES("far", far, both_ways),
    SIZES("dilation", dilated, both_ways),
    SIZES("other edges", lopsided, both_ways),
    SIZES("channels of their own", by_depth, both_ways),
    PARTS("strides", strided, one_way),
    PARTS("strides of 3", thirds, none),
    SIZES("any images", of_any, both_ways),
    SIZES("transposed", transposed, one_way),
    SIZES("maximum", greatest, both_ways),
    PARTS("every other maximum", greatest_of_2, one_way),
    SIZES("mean", mean, both_ways),
    PARTS("mean of padding too", mean_of_all, one_way),
    PARTS("pools of their own", halves, none),
    FEW("rows that are brought together", whole, NULL, 24),
    ODDS("odd extents", odd, "b=_", added_up, 24),
    ODDS("odd extents", odd, "b=_", added_up, 36),
    ODDS("odd extents, some parts empty", odd, "b=_", added_up, 0),
    ODDS("odd extents, some parts empty", odd, "b=_", added_up, 1),
    ODDS("moments of odd extents", odd_means, "x=_,_", NULL, 12),
    ODDS("moments of odd extents, some parts empty", odd_means, "x=_,_", NULL, 1),
    ODDS("odd extents that are brought together", odd_whole, "x=_,_", NULL, 12),
    ODDS("odd extents that are brought together, some parts empty", odd_whole, "x=_,_", NULL, 1),
    ODDS("products of odd extents", odd_pairs, "x=_,_", NULL, 24),
    ODDS("products of odd extents, some parts empty", odd_pairs, "x=_,_", NULL, 2),
    STEPS_BY("a step of odd extents", odd_net, NULL, odd_step, 24),
    ODDS("odd rows of windows", odd_rows, "x=_,_,data,_", NULL, 24),
    STEPS("a step of training", net, a_step, 24),
    STEPS("a step of training", net, a_step, 36),
    STEPS_BY("a step with pools", pooled, "x=_,_,data*2,_", pooled_step, 48),
    STEPS_BY("a step with pools", pooled, "x=_,_,data*2,_", pooled_step, 72),
    STEPS_BY("a step with strides", downwards, "x=_,_,data*2,_", strided_step, 48),
    STEPS_BY("a step with strides", downwards, "x=_,_,data*2,_", strided_step, 72),
    STEPS("a step with pools of any part", pooled, NULL, 60),
    STEPS("a step with strides of any part", downwards, NULL, 36),
    STEPS("a step upwards", upwards, NULL, 24),
    {{"symbols: two axes", on_both, NULL, "main", "data=2,model=2", "x=_,_,data,model", 1, NULL, 0,
      false, 0},
     24},
    {{"symbols: images and rows", on_both, NULL, "main", "data=2,model=3", "x=data,_,model,_", 1,
      NULL, 0, false, 0},
     24},
    {{"symbols: rows and columns of symbols", columns, NULL, "main", "data=2,model=3",
      "x=_,_,data,model", 1, NULL, 0, false, 0},
     24},
    {{"symbols: a result that is split", from_all, NULL, "main", "data=4", "x=_,_,_,_", 1, none, 0,
      false, 0},
     16},
};

const size_t distribute_n_symbolic = ARRAY_LEN(distribute_symbolic);
