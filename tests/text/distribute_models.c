/* SPDX-License-Identifier: Apache-2.0 */
/* Models of 6 rows, which 4 and 8 ranks do not divide, with layers whose widths 3 ranks do not, on
 * every mesh of 1, 2, 3, 4 and 8 ranks: forward, loss, and parameters behind steps of training, in
 * float64 and in float32. */
#include "distribute_cases.h"

#include <string.h>

#include "base/arena.h"
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

static const struct {
    const char *name, *text, *loss, *data, *model;
} models[] = {
    {"gpt", gpt, "loss=cross_entropy, axis=-1", "ids=data,_",
     "wq*=_,model; up*=_,model; out=_,model"},
    {"vit", vit, "loss=mse", "x=data,_,_,_", "wq*=_,model; up*=_,model; out=_,model"},
    {"cnn", cnn, "loss=mse", "x=data,_,_,_", "w1=model,_,_,_"},
    {"lstm", lstm, "loss=mse", "x=data,_,_", "wi=_,model"},
};

/* All of 1, 2, 3, 4 and 8 ranks, over data, over the model, or both. */
static const char *const meshes[] = {
    "data=1",         "data=2",         "data=3",         "data=4",         "data=8",
    "model=1",        "model=2",        "model=3",        "model=4",        "model=8",
    "data=1,model=1", "data=2,model=1", "data=1,model=2", "data=3,model=1", "data=1,model=3",
    "data=2,model=2", "data=4,model=1", "data=1,model=4", "data=2,model=4", "data=4,model=2",
    "data=8,model=1", "data=1,model=8",
};

/* One pass, or five steps, each of the weights and state that the step before left on each rank. */
static const struct {
    const char *name, *optimizer;
} runs[] = {
    {"forward", NULL},
    {"sgd", "optimizer=sgd"},
    {"adamw", "optimizer=adamw, epsilon=1e-3, weight_decay=0.01"},
};

/* Of float32; measured: 1.2e-6 (docs/distribute.md). */
static const double SINGLE = 4e-6;

/* The same with float32 for float64. */
static const char *narrowed(Arena *arena, const char *text) {
    static const char wide[] = "float64";
    char *out = arena_strdup(arena, str_c(text));
    for (char *at = out; (at = strstr(at, wide));) memcpy(at, "float32", sizeof wide - 1);
    return out;
}

const size_t distribute_n_models = 2 * ARRAY_LEN(models) * ARRAY_LEN(meshes) * ARRAY_LEN(runs);

void distribute_model(size_t i, Arena *arena, DistributeCase *out) {
    const bool single = i % 2;
    const size_t run = i / 2 % ARRAY_LEN(runs), rest = i / 2 / ARRAY_LEN(runs);
    const size_t mesh = rest % ARRAY_LEN(meshes), model = rest / ARRAY_LEN(meshes);
    const char *optimizer = runs[run].optimizer, *on = meshes[mesh];
    const bool by_data = strstr(on, "data"), by_model = strstr(on, "model");
    *out = (DistributeCase){
        .name = arena_printf(arena, "%s %s, %s", models[model].name, runs[run].name,
                             single ? "float32" : "float64"),
        .text = single ? narrowed(arena, models[model].text) : models[model].text,
        .passes = optimizer ? arena_printf(arena, "TrainStep(%s, %s%s)", models[model].loss,
                                           optimizer, single ? "" : ", wide=true")
                            : NULL,
        .function = optimizer ? "main_train_step" : "main",
        .mesh = on,
        .shard = arena_printf(arena, "%s%s%s", by_data ? models[model].data : "",
                              by_data && by_model ? ";" : "", by_model ? models[model].model : ""),
        .steps = optimizer ? 5 : 1,
        .single = SINGLE,
    };
}
