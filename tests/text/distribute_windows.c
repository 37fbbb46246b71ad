/* SPDX-License-Identifier: Apache-2.0 */
/* Windows along a dim that is split: the rows that move are those of the neighbours alone. */
#include "distribute_cases.h"

#include "base/base.h"

#define F64(shape) "R.Tensor((" shape "), \"float64\")"
#define MAIN(params, body) "@R.function\ndef main(" params "):\n" body
#define CALL(params, call) MAIN(params, "    y = " call "\n    return y\n")
#define IMAGE(rows) "x: " F64("2, 3, " rows ", 5")
#define IMAGE_AND(rows, w) IMAGE(rows) ", w: " F64(w)

/* --- One call --- */

static const char
    line[] = CALL("x: " F64("2, 3, 12") ", w: " F64("4, 3, 3"), "R.nn.conv1d(x, w, padding=1)"),
    inner[] = CALL("x: " F64("2, 3, 12") ", w: " F64("4, 3, 3"), "R.nn.conv1d(x, w)"),
    causal[] =
        CALL("x: " F64("2, 3, 12") ", w: " F64("4, 3, 3"), "R.nn.conv1d(x, w, padding=[2, 0])"),
    rows[] = CALL(IMAGE_AND("12", "4, 3, 3, 3"), "R.nn.conv2d(x, w, padding=1)"),
    of_any[] = CALL("x: " F64("\"n\", 3, 12, 5") ", w: " F64("4, 3, 3, 3"),
                    "R.nn.conv2d(x, w, padding=1)"),
    uneven[] = CALL(IMAGE_AND("13", "4, 3, 3, 3"), "R.nn.conv2d(x, w, padding=1)"),
    far[] = CALL(IMAGE_AND("12", "4, 3, 7, 1"), "R.nn.conv2d(x, w, padding=[3, 0, 3, 0])"),
    too_far[] = CALL(IMAGE_AND("12", "4, 3, 11, 1"), "R.nn.conv2d(x, w, padding=[5, 0, 5, 0])"),
    strided[] = CALL(IMAGE_AND("12", "4, 3, 3, 3"), "R.nn.conv2d(x, w, strides=2, padding=1)"),
    patches[] = CALL(IMAGE_AND("12", "4, 3, 3, 5"), "R.nn.conv2d(x, w, strides=3)"),
    odd_stride[] = CALL(IMAGE_AND("11", "4, 3, 3, 3"), "R.nn.conv2d(x, w, strides=3, padding=1)"),
    dilated[] = CALL(IMAGE_AND("12", "4, 3, 3, 3"), "R.nn.conv2d(x, w, padding=2, dilation=2)"),
    lopsided[] = CALL(IMAGE_AND("12", "4, 3, 4, 3"), "R.nn.conv2d(x, w, padding=[2, 0, 1, 1])"),
    grouped[] = CALL("x: " F64("2, 4, 12, 5") ", w: " F64("6, 2, 3, 3"),
                     "R.nn.conv2d(x, w, padding=1, groups=2)"),
    channels_last[] = CALL("x: " F64("2, 12, 5, 3") ", w: " F64("3, 3, 3, 4"),
                           "R.nn.conv2d(x, w, padding=1, data_layout=\"NHWC\", "
                           "kernel_layout=\"HWIO\")"),
    turned[] =
        CALL(IMAGE_AND("12", "4, 3, 3, 3"), "R.nn.conv2d(x, w, padding=1, out_layout=\"HNWC\")"),
    solid[] = CALL("x: " F64("1, 2, 12, 4, 3") ", w: " F64("2, 2, 3, 2, 2"),
                   "R.nn.conv3d(x, w, padding=[1, 0, 0, 1, 1, 0])"),
    transposed[] =
        CALL(IMAGE_AND("12", "3, 4, 3, 3"), "R.nn.conv2d_transpose(x, w, strides=2, padding=1, "
                                            "output_padding=[1, 0])"),
    spread_out[] =
        CALL(IMAGE_AND("12", "3, 4, 4, 1"), "R.nn.conv2d_transpose(x, w, strides=[3, 1], "
                                            "padding=[1, 0, 0, 0], dilation=[2, 1])");

/* What an edge is not: a number. Zeros in the place of padding would be its product with infinity,
 * more than the greatest of negative numbers, and counted in a mean. */
static const char endless[] =
    MAIN(IMAGE_AND("12", "4, 3, 3, 3"), "    v = R.divide(w, R.subtract(w, w))\n"
                                        "    y = R.nn.conv2d(x, v, padding=1)\n    return y\n");
#define POOL(call)                                                                                 \
    MAIN(IMAGE("12"), "    n = R.subtract(R.negative(R.abs(x)), R.const(1.0, \"float64\"))\n"      \
                      "    y = " call "\n    return y\n")
static const char greatest[] = POOL("R.nn.max_pool2d(n, pool_size=3, strides=1, padding=1)"),
                  greatest_of_2[] = POOL("R.nn.max_pool2d(n, pool_size=3, strides=2, padding=1)"),
                  mean[] = POOL("R.nn.avg_pool2d(n, pool_size=3, strides=1, padding=1)"),
                  mean_of_all[] = POOL("R.nn.avg_pool2d(n, pool_size=3, strides=1, padding=1, "
                                       "count_include_pad=True)"),
                  ceil_mean[] = POOL("R.nn.avg_pool2d(n, pool_size=[3, 2], strides=2, padding=0, "
                                     "ceil_mode=True)"),
                  far_mean[] = POOL("R.nn.avg_pool2d(n, pool_size=2, strides=1, dilation=[3, 1], "
                                    "padding=[1, 0, 2, 1])"),
                  halves[] = POOL("R.nn.max_pool2d(n, pool_size=2, strides=2)");
static const char whole_numbers[] =
    CALL("x: R.Tensor((2, 3, 12, 5), \"int32\")",
         "R.nn.max_pool2d(R.negative(R.abs(x)), pool_size=3, strides=1, padding=1)");

/* --- Several --- */

static const char chain[] = MAIN(
    IMAGE("12") ", w: " F64("4, 3, 3, 3") ", w1: " F64("4, 4, 3, 3") ", w2: " F64("2, 4, 5, 3"),
    "    a = R.nn.relu(R.nn.conv2d(x, w, padding=1))\n"
    "    b = R.nn.max_pool2d(R.nn.conv2d(a, w1, padding=1), pool_size=2, strides=2)\n"
    "    y = R.nn.conv2d(b, w2, padding=[2, 1, 2, 1])\n"
    "    return y\n");
/* of what all ranks have each reads its windows */
static const char split_result[] =
    MAIN(IMAGE_AND("12", "4, 3, 3, 3"),
         "    y = R.shard(R.nn.conv2d(x, w, padding=1), [None, None, \"data\", None])\n"
         "    return y\n");
static const char shrinking[] =
    MAIN(IMAGE("13") ", w: " F64("4, 3, 3, 3") ", w1: " F64("4, 4, 3, 3"),
         "    a = R.nn.relu(R.nn.conv2d(x, w))\n    y = R.nn.conv2d(a, w1)\n    return y\n");
static const char net[] =
    MAIN("x: " F64("2, 3, 12, 5") ", w: " F64("4, 3, 3, 3") ", w1: " F64("4, 4, 3, 3"),
         "    R.func_attr({\"num_input\": 1})\n"
         "    a = R.tanh(R.nn.conv2d(x, w, padding=1))\n"
         "    y = R.nn.conv2d(a, w1, padding=1)\n"
         "    return y\n");
static const char strided_net[] =
    MAIN("x: " F64("2, 4, 12, 5") ", w: " F64("4, 2, 3, 3") ", w1: " F64("4, 4, 3, 3"),
         "    R.func_attr({\"num_input\": 1})\n"
         "    a = R.tanh(R.nn.conv2d(x, w, padding=1, groups=2))\n"
         "    y = R.nn.conv2d(a, w1, padding=1, strides=2)\n"
         "    return y\n");
static const char pooled_net[] = MAIN(
    "x: " F64("2, 3, 12, 5") ", w: " F64("4, 3, 3, 3") ", w1: " F64("4, 4, 3, 3"),
    "    R.func_attr({\"num_input\": 1})\n"
    "    a = R.nn.max_pool2d(R.nn.conv2d(x, w, padding=1), pool_size=3, strides=2, padding=1)\n"
    "    y = R.nn.avg_pool2d(R.nn.conv2d(a, w1, padding=1), pool_size=3, strides=1, padding=1)\n"
    "    return y\n");
static const char upwards[] =
    MAIN("x: " F64("2, 3, 12, 5") ", w: " F64("3, 4, 4, 3") ", w1: " F64("3, 4, 3, 3"),
         "    R.func_attr({\"num_input\": 1})\n"
         "    a = R.tanh(R.nn.conv2d_transpose(x, w, strides=[2, 1], padding=1))\n"
         "    y = R.nn.conv2d(a, w1, padding=1)\n"
         "    return y\n");
static const char on_both[] = MAIN("x: " F64("2, 3, 12, 8") ", w: " F64("4, 3, 3, 3"),
                                   "    y = R.nn.conv2d(x, w, padding=1)\n"
                                   "    z = R.nn.max_pool2d(y, pool_size=3, padding=1)\n"
                                   "    return (y, z)\n");

/* Channels go with their groups, of which a part has fewer, or one; or they come from the next
 * rank, where groups are between two. */
#define GROUPS(x, w, call) CALL("x: " F64("2, " x ", 6, 5") ", w: " F64(w), "R.nn." call)
static const char four_groups[] = GROUPS("8", "12, 2, 3, 3", "conv2d(x, w, padding=1, groups=4)"),
                  by_depth[] = GROUPS("12", "12, 1, 3, 3", "conv2d(x, w, padding=1, groups=12)"),
                  deeper[] = GROUPS("12", "24, 1, 3, 3", "conv2d(x, w, padding=1, groups=12)"),
                  five_groups[] =
                      GROUPS("10", "15, 2, 3, 1", "conv2d(x, w, padding=[1, 0, 1, 0], groups=5)"),
                  upwards_in_groups[] =
                      GROUPS("8", "8, 3, 3, 3", "conv2d_transpose(x, w, strides=2, groups=4)"),
                  upwards_by_depth[] =
                      GROUPS("12", "12, 1, 3, 3", "conv2d_transpose(x, w, padding=1, groups=12)");
static const char groups_net[] =
    MAIN("x: " F64("2, 4, 6, 5") ", w: " F64("8, 1, 3, 3") ", w1: " F64("4, 2, 3, 3"),
         "    R.func_attr({\"num_input\": 1})\n"
         "    a = R.tanh(R.nn.conv2d(x, w, padding=1, groups=4))\n"
         "    y = R.nn.conv2d(a, w1, padding=1, groups=4)\n"
         "    return y\n");

/* Sums of halves are of float32 until all are there. */
#define HALVES(dtype, rows, call)                                                                  \
    CALL("dy: R.Tensor((2, 3, " rows ", 5), \"" dtype "\"), x: R.Tensor((2, 3, " rows              \
         ", 5), \"" dtype "\")",                                                                   \
         "R.grad." call "_pool2d_backward(dy, x, pool_size=3, strides=1, padding=1)")
static const char half_maximum[] = HALVES("float16", "12", "max"),
                  half_mean[] = HALVES("float16", "13", "avg"),
                  brain_maximum[] = HALVES("bfloat16", "13", "max"),
                  brain_mean[] = HALVES("bfloat16", "12", "avg");

static const char plain_sgd[] = "TrainStep(loss=mse, optimizer=sgd, wide=true)";

/* allreduce, allgather, reduce_scatter, alltoall, permute */
static const int none[] = {0, 0, 0, 0, 0}, one_way[] = {0, 0, 0, 0, 1},
                 both_ways[] = {0, 0, 0, 0, 2}, gathered[] = {0, 1, 0, 0, 0},
                 loss_alone[] = {1, 0, 0, 0, 0}, four_ways[] = {0, 0, 0, 0, 4},
                 thrice[] = {0, 0, 0, 0, 6}, a_step[] = {3, 0, 0, 0, 6},
                 pooled_step[] = {3, 0, 0, 0, 12};

#define WINDOW(name, text, mesh, shard, counts, moved)                                             \
    { "windows: " name, text, NULL, "main", mesh, shard, 1, counts, moved, false, 0 }
/* Of `moved` bytes, whatever the number of ranks. */
#define WINDOWS(name, text, shard, counts, moved)                                                  \
    WINDOW(name, text, "data=2", shard, counts, moved),                                            \
        WINDOW(name, text, "data=3", shard, counts, moved),                                        \
        WINDOW(name, text, "data=4", shard, counts, moved)
#define STEP(name, text, mesh, counts)                                                             \
    {                                                                                              \
        "windows: " name, text, plain_sgd, "main_train_step", mesh, "x=_,_,data,_", 3, counts, 0,  \
            false, 0                                                                               \
    }
#define CHANNELS(name, text, mesh)                                                                 \
    {                                                                                              \
        "windows: " name, text, plain_sgd, "main_train_step", mesh, "x=_,data,_,_", 3, loss_alone, \
            0, false, 0                                                                            \
    }
#define STEPS(name, text, counts)                                                                  \
    STEP(name, text, "data=2", counts), STEP(name, text, "data=3", counts),                        \
        STEP(name, text, "data=4", counts)

/* of float64: a row of images is one of 2 * 3 * 5 numbers; of float32, as sums of halves are */
enum { ROW = 2 * 3 * 5 * 8, HALF_ROW = ROW / 2, LINE = 2 * 3 * 8 };

const DistributeCase distribute_windows[] = {
    WINDOWS("a line", line, "x=_,_,data", both_ways, 2 * LINE),
    WINDOWS("inner windows", inner, "x=_,_,data", NULL, 0),
    WINDOWS("causal", causal, "x=_,_,data", one_way, 2 * LINE),
    WINDOWS("rows", rows, "x=_,_,data,_", both_ways, 2 * ROW),
    WINDOWS("columns", rows, "x=_,_,_,data", NULL, 0),
    WINDOWS("rows of any images", of_any, "x=_,_,data,_", both_ways, 0),
    WINDOWS("uneven rows", uneven, "x=_,_,data,_", both_ways, 2 * ROW),
    WINDOWS("far", far, "x=_,_,data,_", both_ways, 6 * ROW),
    WINDOW("more than a part", too_far, "data=2", "x=_,_,data,_", both_ways, 10 * ROW),
    WINDOW("more than a part", too_far, "data=4", "x=_,_,data,_", gathered, 9 * ROW),
    WINDOW("strides", strided, "data=2", "x=_,_,data,_", one_way, ROW),
    WINDOW("strides", strided, "data=3", "x=_,_,data,_", one_way, ROW),
    WINDOW("strides", strided, "data=4", "x=_,_,data,_", NULL, 0),
    WINDOWS("patches", patches, "x=_,_,data,_", NULL, 0),
    WINDOW("patches of their own", patches, "data=4", "x=_,_,data,_", none, 0),
    WINDOW("patches of their own", patches, "data=2", "x=_,_,data,_", none, 0),
    WINDOWS("uneven strides", odd_stride, "x=_,_,data,_", NULL, 0),
    WINDOWS("dilation", dilated, "x=_,_,data,_", both_ways, 4 * ROW),
    WINDOWS("other edges", lopsided, "x=_,_,data,_", both_ways, 3 * ROW),
    WINDOWS("groups", grouped, "x=_,_,data,_", both_ways, 2 * 2 * 4 * 5 * 8),
    WINDOWS("channels last", channels_last, "x=_,data,_,_", both_ways, 2 * ROW),
    WINDOWS("another layout", turned, "x=_,_,data,_", both_ways, 2 * ROW),
    WINDOWS("a solid", solid, "x=_,_,data,_,_", both_ways, 2 * 2 * 4 * 3 * 8),
    WINDOWS("transposed", transposed, "x=_,_,data,_", one_way, ROW),
    WINDOWS("transposed and dilated", spread_out, "x=_,_,data,_", NULL, 0),
    WINDOWS("infinite weights", endless, "x=_,_,data,_", both_ways, 2 * ROW),
    WINDOWS("negative maximum", greatest, "x=_,_,data,_", both_ways, 2 * ROW),
    WINDOW("every other maximum", greatest_of_2, "data=2", "x=_,_,data,_", one_way, ROW),
    WINDOW("every other maximum", greatest_of_2, "data=3", "x=_,_,data,_", one_way, ROW),
    WINDOW("every other maximum", greatest_of_2, "data=4", "x=_,_,data,_", NULL, 0),
    WINDOWS("mean", mean, "x=_,_,data,_", both_ways, 2 * ROW),
    WINDOWS("mean of padding too", mean_of_all, "x=_,_,data,_", both_ways, 2 * ROW),
    WINDOW("mean beyond the edge", ceil_mean, "data=2", "x=_,_,data,_", one_way, ROW),
    WINDOW("mean beyond the edge", ceil_mean, "data=3", "x=_,_,data,_", one_way, ROW),
    WINDOW("mean beyond the edge", ceil_mean, "data=4", "x=_,_,data,_", NULL, 0),
    WINDOWS("mean of distant rows", far_mean, "x=_,_,data,_", NULL, 0),
    WINDOW("pools of their own", halves, "data=2", "x=_,_,data,_", none, 0),
    WINDOW("pools of their own", halves, "data=3", "x=_,_,data,_", none, 0),
    WINDOW("pools of their own", halves, "data=4", "x=_,_,data,_", NULL, 0),
    WINDOWS("whole numbers", whole_numbers, "x=_,_,data,_", both_ways, ROW),
    WINDOWS("a result that is split", split_result, "x=_,_,_,_", none, 0),
    WINDOW("a chain", chain, "data=2", "x=_,_,data,_", thrice, 0),
    WINDOW("a chain", chain, "data=3", "x=_,_,data,_", NULL, 0),
    WINDOW("a chain", chain, "data=4", "x=_,_,data,_", NULL, 0),
    WINDOWS("a chain that gets shorter", shrinking, "x=_,_,data,_", NULL, 0),
    WINDOW("two axes", on_both, "data=2,model=2", "x=_,_,data,model", NULL, 0),
    WINDOW("two axes", on_both, "data=3,model=2", "x=_,_,data,model", NULL, 0),
    WINDOW("images and rows", on_both, "data=2,model=3", "x=data,_,model,_", NULL, 0),
    WINDOW("channels and rows", rows, "data=2,model=3", "x=_,_,model,_; w=data,_,_,_", NULL, 0),
    STEPS("a step of training", net, a_step),
    STEPS("a step with groups and strides", strided_net, NULL),
    STEP("a step with pools", pooled_net, "data=4", NULL),
    STEP("a step with pools", pooled_net, "data=2", pooled_step),
    STEP("a step with pools", pooled_net, "data=3", pooled_step),
    STEPS("a step upwards", upwards, NULL),
    WINDOW("channels of groups", four_groups, "data=2", "x=_,data,_,_", none, 0),
    WINDOW("channels of a group", four_groups, "data=4", "x=_,data,_,_", none, 0),
    WINDOW("channels between groups", four_groups, "data=3", "x=_,data,_,_", NULL, 0),
    WINDOWS("channels of their own", by_depth, "x=_,data,_,_", none, 0),
    WINDOWS("channels that become two", deeper, "x=_,data,_,_", none, 0),
    WINDOWS("groups that are divided", five_groups, "x=_,data,_,_", NULL, 0),
    WINDOWS("more groups than channels of ranks", five_groups, "w=data,_,_,_", NULL, 0),
    WINDOW("transposed groups", upwards_in_groups, "data=2", "x=_,data,_,_", none, 0),
    WINDOW("transposed groups", upwards_in_groups, "data=4", "x=_,data,_,_", none, 0),
    WINDOWS("transposed channels of their own", upwards_by_depth, "x=_,data,_,_", none, 0),
    CHANNELS("a step with groups", groups_net, "data=2"),
    CHANNELS("a step with groups", groups_net, "data=4"),
    WINDOWS("gradient of a maximum of float16", half_maximum, "x=_,_,data,_", four_ways,
            4 * HALF_ROW),
    WINDOWS("gradient of a mean of float16", half_mean, "dy=_,_,data,_", both_ways, 2 * HALF_ROW),
    WINDOWS("gradient of a maximum of bfloat16", brain_maximum, "x=_,_,data,_", four_ways, 0),
    WINDOWS("gradient of a mean of bfloat16", brain_mean, "dy=_,_,data,_", both_ways, 0),
};

const size_t distribute_n_windows = ARRAY_LEN(distribute_windows);
