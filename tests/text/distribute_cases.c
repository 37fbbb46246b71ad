/* SPDX-License-Identifier: Apache-2.0 */
#include "distribute_cases.h"

#include "base/base.h"

static const char mlp[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 8), \"float64\"), w1: R.Tensor((8, 24), \"float64\"),\n"
    "         b1: R.Tensor((24,), \"float64\"), w2: R.Tensor((24, 8), \"float64\"),\n"
    "         b2: R.Tensor((8,), \"float64\")):\n"
    "    R.func_attr({\"num_input\": 1})\n"
    "    h = R.nn.relu(R.add(R.matmul(x, w1), b1))\n"
    "    y = R.add(R.matmul(h, w2), b2)\n"
    "    return y\n";

/* Two layers, so that the adjoint of the first one's result is asked for. */
static const char mlp_twice[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 8), \"float64\"), w0: R.Tensor((8, 8), \"float64\"),\n"
    "         w1: R.Tensor((8, 24), \"float64\"), b1: R.Tensor((24,), \"float64\"),\n"
    "         w2: R.Tensor((24, 8), \"float64\"), b2: R.Tensor((8,), \"float64\")):\n"
    "    R.func_attr({\"num_input\": 1})\n"
    "    x0 = R.nn.gelu(R.matmul(x, w0))\n"
    "    h = R.nn.gelu(R.add(R.matmul(x0, w1), b1))\n"
    "    y = R.add(x0, R.add(R.matmul(h, w2), b2))\n"
    "    return y\n";

static const char attention[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 3, 16), \"float64\"), w0: R.Tensor((16, 16), \"float64\"),\n"
    "         wq: R.Tensor((16, 24), \"float64\"), wk: R.Tensor((16, 24), \"float64\"),\n"
    "         wv: R.Tensor((16, 24), \"float64\"), wo: R.Tensor((24, 16), \"float64\"),\n"
    "         g: R.Tensor((16,), \"float64\"), c: R.Tensor((16,), \"float64\")):\n"
    "    n = T.int64()\n"
    "    R.func_attr({\"num_input\": 1})\n"
    "    x0 = R.matmul(x, w0)\n"
    "    s = R.nn.layer_norm(x0, g, c, axes=[2])\n"
    "    q = R.permute_dims(R.reshape(R.matmul(s, wq), R.shape([n, 3, 24, 1])), axes=[0, 2, 1, 3])\n"
    "    k = R.permute_dims(R.reshape(R.matmul(s, wk), R.shape([n, 3, 24, 1])), axes=[0, 2, 3, 1])\n"
    "    v = R.permute_dims(R.reshape(R.matmul(s, wv), R.shape([n, 3, 24, 1])), axes=[0, 2, 1, 3])\n"
    "    p = R.nn.softmax(R.multiply(R.matmul(q, k), R.const(0.5, \"float64\")), axis=-1)\n"
    "    o = R.reshape(R.permute_dims(R.matmul(p, v), axes=[0, 2, 1, 3]), R.shape([n, 3, 24]))\n"
    "    y = R.add(x0, R.matmul(o, wo))\n"
    "    return y\n";

/* Attention and MLP as one layer; the adjoint of what comes before it is asked for. */
#define LAYER_WEIGHTS(i)                                                                           \
    "         wq" i ": R.Tensor((16, 16), \"float64\"), wk" i                                      \
    ": R.Tensor((16, 16), \"float64\"),\n"                                                         \
    "         wv" i ": R.Tensor((16, 16), \"float64\"), wo" i                                      \
    ": R.Tensor((16, 16), \"float64\"),\n"                                                         \
    "         g" i ": R.Tensor((16,), \"float64\"), c" i ": R.Tensor((16,), \"float64\"),\n"       \
    "         w1" i ": R.Tensor((16, 24), \"float64\"), w2" i ": R.Tensor((24, 16), \"float64\")"
#define HEADS(i, w, axes)                                                                          \
    "    " w " = R.permute_dims(R.reshape(R.matmul(s, w" w i                                       \
    "), R.shape([n, 3, 8, 2])), axes=[" axes "])\n"
#define QUERIES(i)                                                                                 \
    HEADS(i, "q", "0, 2, 1, 3") HEADS(i, "k", "0, 2, 3, 1") HEADS(i, "v", "0, 2, 1, 3")
#define ATTENTION(i, x)                                                                            \
    "    s = R.nn.layer_norm(" x ", g" i ", c" i                                                   \
    ", axes=[2])\n" QUERIES(i) "    p = R.nn.softmax(R.matmul(q, k), axis=-1)\n"                   \
                               "    o = R.permute_dims(R.matmul(p, v), axes=[0, 2, 1, 3])\n"       \
                               "    a = R.add(" x                                                  \
                               ", R.matmul(R.reshape(o, R.shape([n, 3, 16])), wo" i "))\n"
#define LAYER(i, x, y)                                                                             \
    ATTENTION(i, x)                                                                                \
    "    r = R.nn.layer_norm(a, g" i ", c" i ", axes=[2])\n"                                       \
    "    " y " = R.add(a, R.matmul(R.nn.gelu(R.matmul(r, w1" i ")), w2" i "))\n"
#define X_AND_W0 "x: R.Tensor((\"n\", 3, 16), \"float64\"), w0: R.Tensor((16, 16), \"float64\"),\n"
#define LAYERS(weights, body)                                                                      \
    "@R.function\ndef main(" X_AND_W0 weights "):\n"                                               \
    "    n = T.int64()\n"                                                                          \
    "    R.func_attr({\"num_input\": 1})\n"                                                        \
    "    x0 = R.matmul(x, w0)\n" body "    return y\n"

static const char layer[] = LAYERS(LAYER_WEIGHTS("1"), LAYER("1", "x0", "y"));
static const char layers[] = LAYERS(LAYER_WEIGHTS("1") ",\n" LAYER_WEIGHTS("2"),
                                    LAYER("1", "x0", "x1") LAYER("2", "x1", "y"));

static const char cnn[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 3, 6, 6), \"float64\"), w1: R.Tensor((24, 3, 3, 3), \"float64\"),\n"
    "         g: R.Tensor((24,), \"float64\"), b: R.Tensor((24,), \"float64\"),\n"
    "         m: R.Tensor((24,), \"float64\"), v: R.Tensor((24,), \"float64\"),\n"
    "         w2: R.Tensor((24, 8), \"float64\")):\n"
    "    R.func_attr({\"num_input\": 1})\n"
    "    h = R.nn.conv2d(x, w1, padding=1)\n"
    "    t = R.nn.batch_norm(h, g, b, m, v, axis=1)\n"
    "    r = R.nn.relu(t[0])\n"
    "    y = R.matmul(R.mean(r, axis=[2, 3]), w2)\n"
    "    return y\n";

static const char lstm_cell[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 6), \"float64\"), h: R.Tensor((\"n\", 24), \"float64\"),\n"
    "         c: R.Tensor((\"n\", 24), \"float64\"), wi: R.Tensor((6, 24), \"float64\"),\n"
    "         ui: R.Tensor((24, 24), \"float64\"), wf: R.Tensor((6, 24), \"float64\"),\n"
    "         uf: R.Tensor((24, 24), \"float64\"), wg: R.Tensor((6, 24), \"float64\"),\n"
    "         ug: R.Tensor((24, 24), \"float64\"), wo: R.Tensor((6, 24), \"float64\"),\n"
    "         uo: R.Tensor((24, 24), \"float64\"), b: R.Tensor((24,), \"float64\")):\n"
    "    R.func_attr({\"num_input\": 3})\n"
    "    i = R.sigmoid(R.add(R.add(R.matmul(x, wi), R.matmul(h, ui)), b))\n"
    "    f = R.sigmoid(R.add(R.matmul(x, wf), R.matmul(h, uf)))\n"
    "    g = R.tanh(R.add(R.matmul(x, wg), R.matmul(h, ug)))\n"
    "    o = R.sigmoid(R.add(R.matmul(x, wo), R.matmul(h, uo)))\n"
    "    c1 = R.add(R.multiply(f, c), R.multiply(i, g))\n"
    "    y = R.multiply(o, R.tanh(c1))\n"
    "    return y\n";

static const char sgd[] = "TrainStep(loss=mse, optimizer=sgd, momentum=0.9, wide=true)";
static const char plain_sgd[] = "TrainStep(loss=mse, optimizer=sgd, wide=true)";
static const char adamw[] =
    "TrainStep(loss=mse, optimizer=adamw, epsilon=1e-3, weight_decay=0.01, wide=true)";
static const char classes[] = "TrainStep(loss=cross_entropy, optimizer=sgd, wide=true)";

/* Extents that only a run knows: a maximum over perhaps none is padded, and a loss divides by how
 * many targets count. */
static const char tokens[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", \"m\", 16), \"float64\"), w: R.Tensor((16, 16), \"float64\"),\n"
    "         out: R.Tensor((16, 8), \"float64\")):\n"
    "    R.func_attr({\"num_input\": 1})\n"
    "    q = R.matmul(x, w)\n"
    "    p = R.nn.softmax(R.matmul(q, R.permute_dims(q, axes=[0, 2, 1])), axis=-1)\n"
    "    y = R.matmul(R.matmul(p, x), out)\n"
    "    return y\n";
static const char token_classes[] =
    "TrainStep(loss=cross_entropy, axis=-1, optimizer=sgd, wide=true)";
static const char weighted_classes[] =
    "TrainStep(loss=cross_entropy, axis=-1, weighted=true, optimizer=sgd, wide=true)";

#define FORWARD(name, text, mesh, shard, counts)                                                   \
    { name, text, NULL, "main", mesh, shard, 1, counts, 0, false, 0 }
#define STEPS(name, text, passes, mesh, shard, counts)                                             \
    { name, text, passes, "main_train_step", mesh, shard, 3, counts, 0, false, 0 }
#define MESHES(name, text, data, model)                                                            \
    FORWARD(name, text, "data=1", data, NULL), FORWARD(name, text, "data=2", data, NULL),          \
        FORWARD(name, text, "data=3", data, NULL), FORWARD(name, text, "data=4", data, NULL),      \
        FORWARD(name, text, "data=8", data, NULL), FORWARD(name, text, "model=2", model, NULL),    \
        FORWARD(name, text, "model=3", model, NULL), FORWARD(name, text, "model=4", model, NULL),  \
        FORWARD(name, text, "model=8", model, NULL),                                               \
        FORWARD(name, text, "data=2,model=2", data ";" model, NULL),                               \
        FORWARD(name, text, "data=4,model=2", data ";" model, NULL),                               \
        STEPS(name " sgd", text, sgd, "data=1", data, NULL),                                       \
        STEPS(name " sgd", text, sgd, "data=2", data, NULL),                                       \
        STEPS(name " sgd", text, sgd, "data=3", data, NULL),                                       \
        STEPS(name " sgd", text, sgd, "data=4", data, NULL),                                       \
        STEPS(name " sgd", text, sgd, "model=2", model, NULL),                                     \
        STEPS(name " sgd", text, sgd, "model=3", model, NULL),                                     \
        STEPS(name " sgd", text, sgd, "data=2,model=2", data ";" model, NULL),                     \
        STEPS(name " sgd", text, sgd, "data=2,model=4", data ";" model, NULL),                     \
        STEPS(name " sgd", text, sgd, "model=2,data=4", data ";" model, NULL),                     \
        STEPS(name " adamw", text, adamw, "data=4", data, NULL),                                   \
        STEPS(name " adamw", text, adamw, "data=2,model=2", data ";" model, NULL)

/* What a step of data parallel moves, of k ranks: each gradient twice, of b bytes together, and the
 * loss. ZeRO 1 moves as much, as a share of each gradient and then each weight's other parts. */
#define MOVED(k, b) (2 * ((k)-1.0) / (k) * ((b) + 8))
enum { MLP_BYTES = 8 * (8 * 24 + 24 + 24 * 8 + 8) };

#define ZERO(name, mesh, shard, counts, moved)                                                     \
    { name, mlp, adamw, "main_train_step", mesh, shard, 3, counts, moved, false, 0 }

static const int one_sum[] = {1, 0, 0, 0, 0}, two_sums[] = {2, 0, 0, 0, 0},
                 four_sums[] = {4, 0, 0, 0, 0}, eight_sums[] = {8, 0, 0, 0, 0},
                 no_sums[] = {0, 0, 0, 0, 0}, six_sums[] = {6, 0, 0, 0, 0},
                 data_parallel[] = {5, 0, 0, 0, 0}, sharded_state[] = {1, 4, 4, 0, 0};

const DistributeCase distribute_cases[] = {
    /* Megatron's blocks: one sum forward, one backward */
    FORWARD("Megatron's MLP forward", mlp, "model=4", "w1=_,model", one_sum),
    FORWARD("Megatron's attention forward", attention, "model=4", "wq=_,model", one_sum),
    STEPS("Megatron's MLP step", mlp_twice, plain_sgd, "model=4", "w1=_,model", two_sums),
    STEPS("Megatron's attention step", attention, plain_sgd, "model=4", "wq=_,model", two_sums),
    FORWARD("Megatron's layer forward", layer, "model=4", "wq*=_,model; w1*=_,model", two_sums),
    FORWARD("Megatron's layers forward", layers, "model=4", "wq*=_,model; w1*=_,model", four_sums),
    STEPS("Megatron's layer step", layer, plain_sgd, "model=4", "wq*=_,model; w1*=_,model",
          four_sums),
    STEPS("Megatron's layers step", layers, plain_sgd, "model=4", "wq*=_,model; w1*=_,model",
          eight_sums),
    /* a sum for each gradient, and one for the loss */
    STEPS("data parallel", mlp, plain_sgd, "data=4", "x=data,_; parameters.*=...", data_parallel),
    MESHES("mlp", mlp, "x=data,_", "w1=_,model"),
    MESHES("two layers", mlp_twice, "x=data,_", "w1=_,model"),
    MESHES("attention", attention, "x=data,_,_", "wq=_,model"),
    MESHES("cnn", cnn, "x=data,_,_,_", "w1=model,_,_,_"),
    MESHES("lstm cell", lstm_cell, "x=data,_", "wi=_,model"),
    STEPS("classes split", mlp, classes, "model=4", "w2=_,model", NULL),
    /* two weights, the loss, and how many targets it is of */
    FORWARD("tokens", tokens, "data=4", "x=data,_,_", no_sums),
    STEPS("tokens", tokens, token_classes, "data=4", "data_parallel(data)", four_sums),
    STEPS("tokens", tokens, weighted_classes, "data=2", "data_parallel(data)", NULL),
    STEPS("classes data", mlp, classes, "data=4", "x=data,_", six_sums),
    ZERO("data parallel", "data=4", "data_parallel(data)", data_parallel, MOVED(4, MLP_BYTES)),
    ZERO("data parallel", "data=8", "data_parallel(data)", data_parallel, MOVED(8, MLP_BYTES)),
    ZERO("zero 1", "data=4", "x=data,_; parameters.*=...; state.*=data,...", sharded_state,
         MOVED(4, MLP_BYTES)),
    ZERO("zero 1", "data=2", "zero1(data)", sharded_state, MOVED(2, MLP_BYTES)),
    ZERO("zero 1", "data=4", "zero1", sharded_state, MOVED(4, MLP_BYTES)),
    ZERO("zero 1", "data=8", "zero1(data)", sharded_state, MOVED(8, MLP_BYTES)),
    ZERO("zero 1", "data=3", "zero1(data)", sharded_state, 0),
    ZERO("zero 3", "data=4", "x=data,_; parameters.*=data,...; state.*=data,...", NULL, 0),
    ZERO("zero 3", "data=2", "zero3(data)", NULL, 0),
    ZERO("zero 3", "data=3", "zero3(data)", NULL, 0),
    ZERO("zero 3", "data=8", "zero3(data)", NULL, 0),
    ZERO("zero 1 and a model axis", "data=2,model=2", "zero1(data); parameters.0=_,model", NULL, 0),
};

const size_t distribute_n_cases = ARRAY_LEN(distribute_cases);
