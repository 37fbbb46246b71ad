/* SPDX-License-Identifier: Apache-2.0 */
/* Models of 6 rows, which 4 and 8 ranks do not divide, with layers whose widths 3 ranks do not, on
 * every mesh of 1, 2, 3, 4 and 8 ranks: forward, loss, and parameters behind steps of training. */
#include "distribute_cases.h"

#include "base/base.h"

#define F64(shape) "R.Tensor((" shape "), \"float64\")"

/* A layer's weights, and the layer, from x to y of t tokens; mask: what is added to the scores. */
#define LAYER_WEIGHTS(i)                                                                           \
    "         g" i ": " F64("16,") ", c" i ": " F64(                                               \
        "16,") ",\n"                                                                               \
               "         wq" i ": " F64("16, 16") ", wk" i ": " F64(                               \
                   "16, 16") ",\n"                                                                 \
                             "         wv" i ": " F64("16, 16") ", wo" i ": " F64(                 \
                                 "16, 16") ",\n"                                                   \
                                           "         gg" i ": " F64("16,") ", cc" i ": " F64(      \
                                               "16,") ",\n"                                        \
                                                      "         up" i                              \
                                                      ": " F64("16, 20") ", do" i                  \
                                                                         ": " F64("20, 16") ",\n"
#define HEADS(i, w, t, axes)                                                                       \
    "    " w " = R.permute_dims(R.reshape(R.matmul(s, w" w i "), R.shape([6, " t                   \
    ", 8, 2])), axes=[" axes "])\n"
#define QUERIES(i, t)                                                                              \
    HEADS(i, "q", t, "0, 2, 1, 3") HEADS(i, "k", t, "0, 2, 3, 1") HEADS(i, "v", t, "0, 2, 1, 3")
#define ATTENTION(i, x, t, mask)                                                                   \
    "    s = R.nn.layer_norm(" x ", g" i ", c" i ", axes=[2])\n" QUERIES(                          \
        i, t) "    scores = R.multiply(R.matmul(q, k), R.const(0.5, \"float64\"))\n"               \
              "    p = R.nn.softmax(" mask ", axis=-1)\n"                                          \
              "    o = R.permute_dims(R.matmul(p, v), axes=[0, 2, 1, 3])\n"                        \
              "    a = R.add(" x ", R.matmul(R.reshape(o, R.shape([6, " t ", 16])), wo" i "))\n"
#define LAYER(i, x, y, t, mask)                                                                    \
    ATTENTION(i, x, t, mask)                                                                       \
    "    r = R.nn.layer_norm(a, gg" i ", cc" i ", axes=[2])\n"                                     \
    "    " y " = R.add(a, R.matmul(R.nn.gelu(R.matmul(r, up" i ")), do" i "))\n"

/* Tokens of 8 kinds, two layers that look back alone, a score for each kind. */
static const char gpt[] =
    "@R.function\n"
    "def main(ids: R.Tensor((6, 4), \"int64\"), embed: " F64("8, 16") ", place: " F64(
        "4, 16") ",\n" LAYER_WEIGHTS("1")
        LAYER_WEIGHTS("2") "         out: " F64(
            "16, 8") "):\n"
                     "    R.func_attr({\"num_input\": 1})\n"
                     "    e = R.take(embed, R.bitwise_and(ids, R.const(7, \"int64\")), axis=0)\n"
                     "    x1 = R.add(e, place)\n"
                     "    mask = R.triu(R.full(R.shape([4, 4]), R.const(-1e9, \"float64\")), R.prim_value(1))\n" LAYER(
                         "1", "x1", "x2", "4", "R.add(scores, mask)")
                         LAYER("2", "x2", "x3", "4",
                               "R.add(scores, mask)") "    y = R.matmul(x3, out)\n"
                                                      "    return y\n";

/* Pictures in patches of 2 by 2, a token for the class before them. */
static const char vit[] =
    "@R.function\n"
    "def main(x: " F64("6, 2, 4, 4") ", patch: " F64("16, 2, 2, 2") ", first: " F64(
        "1, 1, 16") ",\n"
                    "         place: " F64("5, 16") ",\n" LAYER_WEIGHTS("1") "         out: " F64(
                        "16, 10") "):\n"
                                  "    R.func_attr({\"num_input\": 1})\n"
                                  "    c = R.reshape(R.nn.conv2d(x, patch, strides=2), R.shape([6, 16, 4]))\n"
                                  "    f = R.broadcast_to(first, R.shape([6, 1, 16]))\n"
                                  "    x1 = R.add(R.concat((f, R.permute_dims(c, axes=[0, 2, 1])), axis=1), place)\n" LAYER(
                                      "1", "x1", "x2", "5",
                                      "scores") "    y = R.matmul(R.take(x2, R.const(0, \"int64\"), axis=1), out)\n"
                                                "    return y\n";

/* Statistics are those of the rows of all ranks. */
static const char cnn[] =
    "@R.function\n"
    "def main(x: " F64("6, 3, 5, 5") ", w1: " F64(
        "10, 3, 3, 3") ",\n"
                       "         g: " F64("10,") ", b: " F64("10,") ", m: " F64("10,") ", v: " F64(
                           "10,") ",\n"
                                  "         w2: " F64(
                                      "10, 7") "):\n"
                                               "    R.func_attr({\"num_input\": 1})\n"
                                               "    h = R.nn.conv2d(x, w1, padding=1)\n"
                                               "    t = R.nn.batch_norm(h, g, b, m, v, axis=1)\n"
                                               "    y = R.matmul(R.mean(R.nn.relu(t[0]), axis=[2, 3]), w2)\n"
                                               "    return y\n";

/* Three places of a sequence, one behind the other. */
#define GATE(f, name, s)                                                                           \
    "    " name " = R." f "(R.add(R.add(R.matmul(x" s ", w" name "), R.matmul(h" s ", u" name      \
    ")), b" name "))\n"
#define CELL(s, next)                                                                              \
    "    x" s " = R.take(x, R.const(" s                                                            \
    ", \"int64\"), axis=1)\n" GATE("sigmoid", "i", s) GATE("sigmoid", "f", s) GATE("tanh", "g", s) \
        GATE("sigmoid", "o", s) "    c" next " = R.add(R.multiply(f, c" s "), R.multiply(i, g))\n" \
                                "    h" next " = R.multiply(o, R.tanh(c" next "))\n"
#define GATE_WEIGHTS(name)                                                                         \
    "         w" name ": " F64("5, 10") ", u" name ": " F64("10, 10") ", b" name                   \
                                                                      ": " F64("10,") ",\n"
static const char lstm[] =
    "@R.function\n"
    "def main(x: " F64("6, 3, 5") ",\n" GATE_WEIGHTS("i") GATE_WEIGHTS("f") GATE_WEIGHTS("g")
        GATE_WEIGHTS("o") "         out: " F64(
            "10, 4") "):\n"
                     "    R.func_attr({\"num_input\": 1})\n"
                     "    h0 = R.zeros(R.shape([6, 10]), dtype=\"float64\")\n"
                     "    c0 = R.zeros(R.shape([6, 10]), dtype=\"float64\")\n" CELL("0", "1")
                         CELL("1", "2") CELL("2", "3") "    y = R.matmul(h3, out)\n"
                                                       "    return y\n";

static const char sgd[] = "TrainStep(loss=mse, optimizer=sgd, wide=true)";
static const char classes[] = "TrainStep(loss=cross_entropy, axis=-1, optimizer=sgd, wide=true)";
static const char adamw[] =
    "TrainStep(loss=mse, optimizer=adamw, epsilon=1e-3, weight_decay=0.01, wide=true)";

#define ON(what, module, on, by)                                                                   \
    { .name = what, .text = module, .function = "main", .mesh = on, .shard = by, .steps = 1 }
#define STEPS(what, module, how, on, by)                                                           \
    {                                                                                              \
        .name = what, .text = module, .passes = how, .function = "main_train_step", .mesh = on,    \
        .shard = by, .steps = 5                                                                    \
    }
#define MESHES(name, text, how, data, model)                                                       \
    ON(name, text, "data=1", data), ON(name, text, "data=2", data),                                \
        ON(name, text, "data=3", data), ON(name, text, "data=4", data),                            \
        ON(name, text, "data=8", data), ON(name, text, "model=2", model),                          \
        ON(name, text, "model=3", model), ON(name, text, "model=4", model),                        \
        ON(name, text, "model=8", model), ON(name, text, "data=2,model=2", data ";" model),        \
        ON(name, text, "data=2,model=4", data ";" model),                                          \
        ON(name, text, "data=4,model=2", data ";" model),                                          \
        STEPS(name " steps", text, how, "data=1", data),                                           \
        STEPS(name " steps", text, how, "data=2", data),                                           \
        STEPS(name " steps", text, how, "data=3", data),                                           \
        STEPS(name " steps", text, how, "data=4", data),                                           \
        STEPS(name " steps", text, how, "data=8", data),                                           \
        STEPS(name " steps", text, how, "model=2", model),                                         \
        STEPS(name " steps", text, how, "model=3", model),                                         \
        STEPS(name " steps", text, how, "model=4", model),                                         \
        STEPS(name " steps", text, how, "model=8", model),                                         \
        STEPS(name " steps", text, how, "data=2,model=2", data ";" model),                         \
        STEPS(name " steps", text, how, "data=2,model=4", data ";" model),                         \
        STEPS(name " steps", text, how, "data=3,model=1", data ";" model),                         \
        STEPS(name " adamw", text, adamw, "data=4", data),                                         \
        STEPS(name " adamw", text, adamw, "data=2,model=3", data ";" model)

const DistributeCase distribute_models[] = {
    MESHES("gpt of 6", gpt, classes, "ids=data,_", "wq*=_,model; up*=_,model; out=_,model"),
    MESHES("vit of 6", vit, sgd, "x=data,_,_,_", "wq*=_,model; up*=_,model; out=_,model"),
    MESHES("cnn of 6", cnn, sgd, "x=data,_,_,_", "w1=model,_,_,_"),
    MESHES("lstm of 6", lstm, sgd, "x=data,_,_", "wi=_,model"),
};

const size_t distribute_n_models = ARRAY_LEN(distribute_models);
