/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutional networks that are drawn, with rows split: layers of all kinds that slide or stand
 * beside such, branches that are added, forward or as a step of training: distribute_cases.h. */
#include "distribute_cases.h"

#include "base/base.h"

enum { SYMBOLIC_ROWS = DISTRIBUTE_CNN_ROWS };

typedef struct {
    StrBuf body, params;
    uint64_t state;
    uint32_t at, n_params; /* the last value; weights so far */
    int64_t channels, rows, columns;
    bool symbolic;
    uint32_t strides; /* of rows, so far */
} Net;

static uint32_t below(Net *n, uint32_t end) {
    n->state ^= n->state << 13;
    n->state ^= n->state >> 7;
    n->state ^= n->state << 17;
    return (uint32_t)((n->state >> 20) % end);
}

/* Windows along rows or columns. */
typedef struct {
    int64_t kernel, stride, dilation, before, after;
} Along;

/* As many results as there are of a stride of 1, mostly. Of rows that are a symbol the strides are
 * of 2, twice at most; whether ranks divide what is behind them is drawn. */
static Along draw_along(Net *n, int64_t extent, bool is_rows, bool is_pool) {
    Along a = {.kernel = 1 + below(n, 4), .stride = 1, .dilation = 1};
    const bool is_symbol = is_rows && n->symbolic;
    if (below(n, 3) == 0) a.stride = 1 + below(n, 3);
    if (below(n, 4) == 0) a.dilation = 1 + below(n, 3);
    const int64_t more = a.dilation * (a.kernel - 1);
    a.before = below(n, 4) ? more / 2 : below(n, 3);
    a.after = below(n, 4) ? more - a.before : below(n, 3);
    if (is_symbol && a.stride > 1) a.stride = n->strides++ < 2 ? 2 : 1;
    if (a.after < 0 || (is_pool && (a.before >= a.kernel || a.after >= a.kernel)) ||
        extent + a.before + a.after < more + 1)
        return (Along){1, 1, 1, 0, 0};
    return a;
}

static int64_t results(int64_t extent, const Along *a) {
    return (extent + a->before + a->after - a->dilation * (a->kernel - 1) - 1) / a->stride + 1;
}

static void put_windows(Net *n, const Along *a) {
    strbuf_printf(&n->body, "strides=[%d, %d], padding=[%d, %d, %d, %d], dilation=[%d, %d])\n",
                  (int)a[0].stride, (int)a[1].stride, (int)a[0].before, (int)a[1].before,
                  (int)a[0].after, (int)a[1].after, (int)a[0].dilation, (int)a[1].dilation);
}

static void draw_windows(Net *n, Along *a, bool is_pool) {
    a[0] = draw_along(n, n->rows, true, is_pool);
    a[1] = draw_along(n, n->columns, false, is_pool);
    n->rows = results(n->rows, &a[0]);
    n->columns = results(n->columns, &a[1]);
}

static void put_conv(Net *n, const Along *a, int64_t out, int64_t groups) {
    strbuf_printf(&n->params, ", w%u: R.Tensor((%d, %d, %d, %d), \"float64\")",
                  (unsigned)n->n_params, (int)out, (int)(n->channels / groups), (int)a[0].kernel,
                  (int)a[1].kernel);
    strbuf_printf(&n->body, "    v%u = R.nn.conv2d(v%u, w%u, groups=%d, ", (unsigned)n->at + 1,
                  (unsigned)n->at, (unsigned)n->n_params, (int)groups);
    put_windows(n, a);
    n->channels = out;
    n->n_params++;
    n->at++;
}

/* A convolution, each channel's own every other time. */
static void draw_conv(Net *n) {
    Along a[2];
    const bool by_depth = below(n, 2);
    draw_windows(n, a, false);
    put_conv(n, a, by_depth ? n->channels * (1 + below(n, 2)) : 2 + below(n, 3),
             by_depth ? n->channels : 1);
    if (n->channels > 6) { /* as few again */
        const Along one[2] = {{1, 1, 1, 0, 0}, {1, 1, 1, 0, 0}};
        put_conv(n, one, 3, 1);
    }
}

static void draw_pool(Net *n) {
    Along a[2];
    const bool is_mean = below(n, 2), counts = below(n, 2);
    draw_windows(n, a, true);
    strbuf_printf(&n->body, "    v%u = R.nn.%s_pool2d(v%u, pool_size=[%d, %d], %s",
                  (unsigned)n->at + 1, is_mean ? "avg" : "max", (unsigned)n->at, (int)a[0].kernel,
                  (int)a[1].kernel, is_mean && counts ? "count_include_pad=True, " : "");
    put_windows(n, a);
    n->at++;
}

/* Of the batch, as it is trained. */
static void draw_norm(Net *n) {
    for (uint32_t i = 0; i < 4; i++)
        strbuf_printf(&n->params, ", w%u: R.Tensor((%d,), \"float64\")",
                      (unsigned)(n->n_params + i), (int)n->channels);
    strbuf_printf(&n->body, "    t%u = R.nn.batch_norm(v%u, w%u, w%u, w%u, w%u, axis=1)\n",
                  (unsigned)n->at, (unsigned)n->at, (unsigned)n->n_params,
                  (unsigned)n->n_params + 1, (unsigned)n->n_params + 2, (unsigned)n->n_params + 3);
    strbuf_printf(&n->body, "    v%u = t%u[0]\n", (unsigned)n->at + 1, (unsigned)n->at);
    n->n_params += 4;
    n->at++;
}

static void draw_activation(Net *n) {
    static const char *const names[] = {"tanh", "nn.relu", "sigmoid"};
    strbuf_printf(&n->body, "    v%u = R.%s(v%u)\n", (unsigned)n->at + 1, names[below(n, 3)],
                  (unsigned)n->at);
    n->at++;
}

/* What two ways of as many rows give is added. */
static void draw_branches(Net *n) {
    const uint32_t from = n->at, reach = below(n, 3);
    const Along same[2] = {{2 * reach + 1, 1, 1, reach, reach}, {3, 1, 1, 1, 1}};
    put_conv(n, same, n->channels, 1);
    if (below(n, 2)) draw_activation(n);
    strbuf_printf(&n->body, "    v%u = R.add(v%u, v%u)\n", (unsigned)n->at + 1, (unsigned)from,
                  (unsigned)n->at);
    n->at++;
}

static void draw_resize(Net *n) {
    if (n->symbolic || n->rows > 12) {
        draw_activation(n);
        return;
    }
    n->rows *= 2;
    n->columns *= 1 + below(n, 2);
    strbuf_printf(&n->body,
                  "    v%u = R.image.resize2d(v%u, R.shape([%d, %d]), method=\"nearest_neighbor\", "
                  "coordinate_transformation_mode=\"asymmetric\", rounding_method=\"floor\")\n",
                  (unsigned)n->at + 1, (unsigned)n->at, (int)n->rows, (int)n->columns);
    n->at++;
}

void distribute_draw_cnn(uint64_t seed, Arena *arena, DistributeCase *out) {
    static void (*const kinds[])(Net *) = {draw_conv,       draw_conv,     draw_pool,  draw_norm,
                                           draw_activation, draw_branches, draw_resize};
    static const char *const meshes[] = {"data=2", "data=3", "data=4"};
    Net n = {.state = seed * 0x9e3779b97f4a7c15u + 1, .channels = 2};
    StrBuf text;
    strbuf_init(&text, arena);
    strbuf_init(&n.body, arena);
    strbuf_init(&n.params, arena);
    for (int i = 0; i < 8; i++) below(&n, 2);
    const bool trains = below(&n, 2);
    n.symbolic = below(&n, 4) == 0;
    n.rows = n.symbolic ? SYMBOLIC_ROWS : 7 + below(&n, 14);
    n.columns = 4 + below(&n, 4);
    strbuf_puts(&text, "@R.function\ndef main(v0: R.Tensor((2, 2, ");
    if (n.symbolic)
        strbuf_puts(&text, "\"h\"");
    else
        strbuf_printf(&text, "%d", (int)n.rows);
    strbuf_printf(&text, ", %d), \"float64\")", (int)n.columns);
    draw_conv(&n);
    for (uint32_t i = 1 + below(&n, 5); i > 0; i--) kinds[below(&n, ARRAY_LEN(kinds))](&n);
    strbuf_printf(&text, "%s):\n    R.func_attr({\"num_input\": 1})\n%s    return v%u\n",
                  strbuf_cstr(&n.params), strbuf_cstr(&n.body), (unsigned)n.at);
    *out =
        (DistributeCase){.name = arena_printf(arena, "cnn %llu", (unsigned long long)seed),
                         .text = strbuf_cstr(&text),
                         .passes = trains ? "TrainStep(loss=mse, optimizer=sgd, wide=true)" : NULL,
                         .function = trains ? "main_train_step" : "main",
                         .mesh = meshes[below(&n, 3)],
                         .shard = n.symbolic && below(&n, 4) ? "v0=_,_,data*4,_" : "v0=_,_,data,_",
                         .steps = trains ? 2 : 1,
                         .drawn = true};
}
