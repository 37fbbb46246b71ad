/* SPDX-License-Identifier: Apache-2.0 */
/* What parts and partial sums can get wrong, by name. */
#include "distribute_cases.h"

#include "base/base.h"

#define F64(shape) "R.Tensor((" shape "), \"float64\")"
#define MAIN(params, body) "@R.function\ndef main(" params "):\n" body

/* A product whose summed dim, of 10 or 8 elements, is split. */
#define PARTIAL(y, w) "    " y " = R.matmul(x, " w ")\n"

static const char bias[] = MAIN("x: " F64("3, 10") ", w: " F64("10, 4") ", b: " F64("4,"),
                                PARTIAL("p", "w") "    y = R.add(p, b)\n    return y\n");
static const char product[] =
    MAIN("x: " F64("3, 10") ", w: " F64("10, 4") ", v: " F64("10, 4"),
         PARTIAL("p", "w") PARTIAL("q", "v") "    y = R.multiply(p, q)\n    return y\n");
static const char both_sums[] =
    MAIN("x: " F64("3, 10") ", w: " F64("10, 4") ", v: " F64("10, 4"),
         PARTIAL("p", "w") PARTIAL("q", "v") "    y = R.subtract(p, q)\n    return y\n");
static const char relu[] = MAIN("x: " F64("3, 10") ", w: " F64("10, 4"),
                                PARTIAL("p", "w") "    y = R.nn.relu(p)\n    return y\n");
/* to whole numbers: the parts' are others than that of their sum */
static const char cast[] = MAIN(
    "x: " F64("3, 10") ", w: " F64("10, 4"),
    PARTIAL("p", "w") "    y = R.astype(R.multiply(p, R.const(10.0, \"float64\")), \"int32\")\n"
                      "    return y\n");
/* 12 elements of 8 bytes are added up and shared out; those of 2 are gathered */
static const char half[] =
    MAIN("x: " F64("3, 10") ", w: " F64("10, 4"),
         PARTIAL("p", "w") "    y = R.astype(p, \"float16\")\n    return y\n");
static const char means[] = MAIN("x: " F64("10, 3"), "    a = R.mean(x, axis=[0])\n"
                                                     "    b = R.variance(x, axis=[0])\n"
                                                     "    c = R.std(x)\n"
                                                     "    d = R.mean(x, axis=[1])\n"
                                                     "    return (a, b, c, d)\n");
static const char norms[] = MAIN("x: " F64("3, 10") ", g: " F64("10,") ", b: " F64("10,"),
                                 "    y = R.nn.layer_norm(x, g, b, axes=[1])\n"
                                 "    z = R.nn.rms_norm(x, g, axes=[1])\n"
                                 "    return (y, z)\n");
static const char batch_norm[] = MAIN("x: " F64("10, 3, 2, 2") ", g: " F64("3,") ", b: " F64(
                                          "3,") ", m: " F64("3,") ", v: " F64("3,"),
                                      "    y = R.nn.batch_norm(x, g, b, m, v, axis=1)\n"
                                      "    return y\n");
/* Far from 0 sums of squares cancel; the mean, the variance and the norm share one collective. */
static const char far[] =
    MAIN("x: " F64("12, 5") ", g: " F64("5,") ", b: " F64("5,") ", m: " F64("5,") ", v: " F64("5,"),
         "    z = R.add(x, R.const(1000.0, \"float64\"))\n"
         "    a = R.mean(z, axis=[0])\n"
         "    b1 = R.variance(z, axis=[0], keepdims=True)\n"
         "    c = R.std(z, axis=[0])\n"
         "    return (a, b1, c)\n");
/* of 12 rows the batch's moments, in one collective, forward; what is added up otherwise is 0 */
static const char batch_moments[] = MAIN("x: " F64("12, 3, 2, 2") ", g: " F64("3,") ", b: " F64(
                                             "3,") ", m: " F64("3,") ", v: " F64("3,"),
                                         "    y = R.nn.batch_norm(x, g, b, m, v, axis=1)\n"
                                         "    return y\n");
/* as exporters write it */
static const char layer_moments[] =
    MAIN("x: " F64("3, 12"), "    d = R.subtract(x, R.mean(x, axis=[1], keepdims=True))\n"
                             "    v = R.mean(R.square(d), axis=[1], keepdims=True)\n"
                             "    y = R.divide(d, R.sqrt(R.add(v, R.const(1e-5, \"float64\"))))\n"
                             "    return y\n");
/* of 40,000 columns two sums move less than what 4 ranks would gather */
static const char large_moments[] =
    MAIN("x: " F64("8, 40000"), "    v = R.variance(x, axis=[0])\n    return v\n");
static const char entropy[] =
    MAIN("x: " F64("5, 8") ", w: " F64("8, 10") ", t: R.Tensor((5,), \"int64\")",
         "    l = R.nn.log_softmax(R.matmul(x, w), axis=1)\n"
         "    y = R.nn.nll_loss(l, R.bitwise_and(t, R.const(7, \"int64\")), reduction=\"mean\")\n"
         "    return y\n");
/* of numbers from -1 to 1 many are equal */
static const char ties[] = MAIN(
    "x: " F64("10, 4"), "    i = R.astype(R.multiply(x, R.const(2.0, \"float64\")), \"int32\")\n"
                        "    a = R.argmax(i, axis=0)\n"
                        "    b = R.argmin(i, axis=0)\n"
                        "    c = R.argmax(i, axis=1)\n"
                        "    d = R.argmax(i)\n"
                        "    return (a, b, c, d)\n");
/* rows are added to places that other ranks have */
static const char scatter[] =
    MAIN("x: " F64("10, 4") ", u: " F64("7, 4") ", i: R.Tensor((7, 4), \"int64\")",
         "    at = R.bitwise_and(i, R.const(7, \"int64\"))\n"
         "    y = R.scatter_elements(x, at, u, axis=0, reduction=\"add\")\n"
         "    z = R.tanh(y)\n"
         "    return z\n");
/* parts of 10 rows of 3 begin at elements 6, 15, 21: multiples of 4 are none of them */
static const char drawn[] = MAIN(
    "x: " F64("10, 3") ", seed: R.Tensor((), \"int64\")",
    "    r = R.random(seed, R.const(1, \"int64\"), R.shape([10, 3]), dtype=\"float64\")\n"
    "    n = R.random_normal(seed, R.const(2, \"int64\"), R.shape([10, 3]), dtype=\"float64\")\n"
    "    y = R.add(R.multiply(x, r), n)\n"
    "    return y\n");
static const char dropout[] =
    MAIN("x: " F64("10, 3") ", w: " F64("3, 5"), "    h = R.nn.dropout(R.matmul(x, w), rate=0.5)\n"
                                                 "    y = R.tanh(h[0])\n"
                                                 "    return y\n");
static const char extremes[] =
    MAIN("x: " F64("2, 5") ", i: R.Tensor((2, 5), \"int32\")", "    a = R.max(x, axis=[0])\n"
                                                               "    b = R.min(x, axis=[0])\n"
                                                               "    c = R.sum(i, axis=[0])\n"
                                                               "    d = R.max(i, axis=[0])\n"
                                                               "    e = R.prod(x, axis=[0])\n"
                                                               "    return (a, b, c, d, e)\n");
/* 10 rows of 4 begin elsewhere than 40 rows: they are joined; 10 rows of 2 by 2 do not */
static const char reshapes[] =
    MAIN("x: " F64("10, 4"), "    a = R.reshape(R.tanh(x), R.shape([40]))\n"
                             "    b = R.reshape(R.tanh(x), R.shape([10, 2, 2]))\n"
                             "    c = R.reshape(R.tanh(x), R.shape([1, 10, 4]))\n"
                             "    d = R.reshape(R.tanh(x), R.shape([4, 10]))\n"
                             "    return (a, b, c, d)\n");
/* one part is exchanged for another, and a sum is shared out unevenly */
static const char exchanged[] =
    MAIN("x: " F64("10, 7"), "    a = R.shard(R.tanh(x), [None, \"data\"])\n"
                             "    b = R.exp(a)\n"
                             "    return b\n");
static const char to_even[] =
    MAIN("x: " F64("10, 8"), "    a = R.shard(R.tanh(x), [None, \"data\"])\n"
                             "    b = R.exp(a)\n"
                             "    return b\n");
static const char shared_out[] = MAIN("x: " F64("7, 10") ", w: " F64("10, 4"),
                                      "    p = R.shard(R.matmul(x, w), [\"data\", None])\n"
                                      "    y = R.exp(p)\n"
                                      "    return y\n");
static const char softmax[] =
    MAIN("x: " F64("3, 10"), "    y = R.nn.softmax(x, axis=1)\n    return y\n");
/* a part of what all ranks have whole */
static const char none[] = MAIN("x: " F64("0, 7") ", w: " F64("7, 4") ", b: " F64("1, 7"),
                                "    p = R.matmul(R.add(x, b), w)\n"
                                "    a = R.sum(p, axis=[0])\n"
                                "    c = R.nn.softmax(p, axis=1)\n"
                                "    d = R.cumsum(R.concat((x, x), axis=0), axis=0)\n"
                                "    e = R.matmul(R.permute_dims(x), x)\n"
                                "    f = R.mean(x)\n"
                                "    g = R.reshape(R.sort(x, axis=0), R.shape([7, 0]))\n"
                                "    return (p, a, c, d, e, f, g)\n");
static const char own[] =
    MAIN("x: " F64("10, 7") ", c: " F64("10, 7"), "    y = R.add(x, c)\n    return y\n");
static const char joined[] =
    MAIN("x: " F64("10, 4") ", z: " F64("10, 4"), "    a = R.concat((x, z), axis=1)\n"
                                                  "    b = R.concat((x, z), axis=0)\n"
                                                  "    c = R.strided_slice(x, (0,), (1,), (9,))\n"
                                                  "    d = R.flip(x, axis=0)\n"
                                                  "    e = R.cumsum(x, axis=0)\n"
                                                  "    f = R.permute_dims(x)\n"
                                                  "    return (a, b, c, d, e, f)\n");
static const char mlp[] = MAIN("x: " F64("5, 7") ", w1: " F64("7, 10") ", b1: " F64(
                                   "10,") ", w2: " F64("10, 3") ", b2: " F64("3,"),
                               "    R.func_attr({\"num_input\": 1})\n"
                               "    h = R.nn.relu(R.add(R.matmul(x, w1), b1))\n"
                               "    y = R.add(R.matmul(h, w2), b2)\n"
                               "    return y\n");

/* A statistic comes back as it was given, by a name that says where it lies. */
static const char placed[] =
    "@I.ir_module\n"
    "class Module:\n"
    "    I.module_global_infos({\"vdevice\": [I.vdevice(\"llvm\", 0, \"global\")]})\n"
    "    @R.function\n"
    "    def main(x: R.Tensor((3, 7, 2), \"float64\", \"llvm:0:global\"), y: " F64(
        "7,") "):\n"
              "        t = R.nn.batch_norm(x, y, y, y, y, axis=1, training=False)\n"
              "        a = t[1]\n"
              "        f = R.isfinite(a)\n"
              "        e = R.exp(a)\n"
              "        s = R.sum(a)\n"
              "        m = R.matmul(a, a)\n"
              "        c = R.concat((a, e), axis=0)\n"
              "        return (f, e, s, m, c, t[0])\n";

static const char adamw[] =
    "TrainStep(loss=mse, optimizer=adamw, epsilon=1e-3, weight_decay=0.01, wide=true)";

/* Edges are exchanged; of parts that are shorter than these split rows are brought together, once
 * for windows behind one another (or turned, so that images or channels are split), and each rank
 * reads its part of what comes out. */
static const char windows[] =
    MAIN("x: " F64("2, 3, 5, 6") ", w: " F64("4, 3, 3, 3"),
         "    h = R.nn.conv2d(x, w, padding=1)\n"
         "    y = R.nn.max_pool2d(h, pool_size=3, strides=1, padding=1)\n"
         "    z = R.shard(y, [None, None, \"data\", None])\n    return z\n"),
                  pools[] = MAIN("x: " F64("2, 3, 5, 6"),
                                 "    y = R.nn.avg_pool2d(x, pool_size=2, strides=2)\n"
                                 "    return y\n");

static const int one_sum[] = {1, 0, 0, 0, 0}, one_exchange[] = {0, 0, 0, 1, 0},
                 one_share[] = {0, 0, 1, 0, 0}, one_gather[] = {0, 1, 0, 0, 0},
                 two_sums[] = {2, 0, 0, 0, 0}, nothing[] = {0, 0, 0, 0, 0},
                 edges[] = {0, 0, 0, 0, 4};

#define TRAP(name, text, mesh, shard, counts)                                                      \
    { name, text, NULL, "main", mesh, shard, 1, counts, 0, false, 0 }
#define TRAPS(name, text, shard, counts)                                                           \
    TRAP(name, text, "data=2", shard, counts), TRAP(name, text, "data=3", shard, counts),          \
        TRAP(name, text, "data=4", shard, counts), TRAP(name, text, "data=8", shard, counts)

const DistributeCase distribute_traps[] = {
    TRAPS("a bias behind a partial product", bias, "x=_,data", one_sum),
    TRAPS("a partial sum times another", product, "x=_,data", NULL),
    TRAPS("a partial sum less another", both_sums, "x=_,data", one_sum),
    TRAPS("relu of a partial sum", relu, "x=_,data", one_sum),
    TRAPS("whole numbers of a partial sum", cast, "x=_,data", NULL),
    {"a narrower dtype of a partial sum", half, NULL, "main", "data=4", "x=_,data", 1, NULL,
     3.0 / 4 * 12 * (8 + 2), false, 0},
    TRAPS("means of uneven parts", means, "x=data,_", NULL),
    TRAPS("norms of uneven parts", norms, "x=_,data", NULL),
    TRAPS("batch norm of uneven parts", batch_norm, "x=data,_,_,_", NULL),
    TRAPS("moments far from 0", far, "x=data,_", one_gather),
    TRAPS("moments of a batch", batch_moments, "x=data,_,_,_", one_gather),
    TRAPS("moments of a layer", layer_moments, "x=_,data", one_gather),
    TRAP("moments of many", large_moments, "data=2", "x=data,_", one_gather),
    TRAP("moments of many", large_moments, "data=4", "x=data,_", two_sums),
    TRAP("moments on two axes", batch_moments, "data=2,model=3", "x=data,model,_,_", one_gather),
    TRAP("moments over two axes", batch_moments, "data=2,model=2", "x=data,_,model,_", NULL),
    TRAPS("cross-entropy of split classes", entropy, "w=_,data", NULL),
    TRAPS("cross-entropy of uneven rows", entropy, "x=data,_; t=data", NULL),
    TRAPS("ties of argmax", ties, "x=data,_", NULL),
    TRAPS("ties of argmax along the other", ties, "x=_,data", NULL),
    TRAPS("scatter-add of split rows", scatter, "x=data,_", NULL),
    TRAPS("scatter-add of split updates", scatter, "u=data,_; i=data,_", NULL),
    TRAPS("scatter-add of split columns", scatter, "x=_,data", nothing),
    TRAP("windows over split rows", windows, "data=2", "x=_,_,data,_", edges),
    TRAP("windows over split rows", windows, "data=3", "x=_,_,data,_", edges),
    TRAP("windows over split rows", windows, "data=4", "x=_,_,data,_", edges),
    TRAP("windows over split rows", windows, "data=8", "x=_,_,data,_", one_gather),
    TRAPS("windows over split columns", windows, "x=_,_,_,data", NULL),
    TRAPS("pools of split rows", pools, "x=_,_,data,_", NULL),
    TRAPS("drawn numbers", drawn, "x=data,_", nothing),
    TRAPS("drawn numbers of columns", drawn, "x=_,data", nothing),
    {"dropout", dropout, "AssignRandom", "main", "data=4", "x=data,_", 1, nothing, 0, false, 0},
    {"dropout", dropout, "AssignRandom", "main", "data=3", "w=_,data", 1, nothing, 0, false, 0},
    TRAPS("extremes of empty parts", extremes, "x=data,_; i=data,_", NULL),
    TRAPS("reshape of uneven parts", reshapes, "x=data,_", NULL),
    TRAPS("uneven parts exchanged", exchanged, "x=data,_", one_exchange),
    TRAPS("uneven parts to even ones", to_even, "x=data,_", one_exchange),
    TRAPS("a sum in uneven parts", shared_out, "x=_,data", one_share),
    TRAPS("softmax of uneven parts", softmax, "x=_,data", NULL),
    TRAPS("parts of a whole", own, "x=data,_; c=_,_", nothing),
    TRAPS("rows that are none", none, "x=data,_", NULL),
    TRAPS("rows that are none, and one row", none, "x=data,_; b=data,_", NULL),
    TRAPS("columns of no rows", none, "x=_,data", NULL),
    TRAPS("parts that are joined", joined, "x=data,_", NULL),
    TRAP("two axes", own, "data=3,model=4", "x=data,model", nothing),
    TRAP("two axes", own, "data=4,model=3", "x=model,data", nothing),
    TRAPS("uneven rows", mlp, "x=data,_", nothing),
    TRAPS("uneven hidden values", mlp, "w1=_,data", one_sum),
    TRAPS("a value whose names say where it lies", placed, "y=data", NULL),
    {"uneven state", mlp, adamw, "main_train_step", "data=4", "zero1(data)", 5, NULL, 0, false, 0},
    {"uneven state", mlp, adamw, "main_train_step", "data=3", "zero1(data)", 5, NULL, 0, false, 0},
    {"uneven weights", mlp, adamw, "main_train_step", "data=4", "zero3(data)", 5, NULL, 0, false,
     0},
    {"uneven weights", mlp, adamw, "main_train_step", "data=3", "zero3(data)", 5, NULL, 0, false,
     0},
};

const size_t distribute_n_traps = ARRAY_LEN(distribute_traps);
