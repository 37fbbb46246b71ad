/* SPDX-License-Identifier: Apache-2.0 */
/* Writes the UNet of Stable Diffusion 1.5 (Rombach et al. 2022) as Relax text: what `make demo`
 * works on.
 *
 *     sd_unet [--batch 2] [--latent 64] [--width 1.0] > unet.py
 *
 * 320, 640, 1280 and 1280 channels; two residual blocks a level on the way down and three on the
 * way up; a transformer behind each but on the innermost level; 8 heads; a text embedding of 77
 * tokens of
 * 768. --width scales all channels, --latent is the picture's size.
 *
 * Values are numbered variables; weights are parameters, which are collected in one buffer while
 * the bindings are written to another, as a function's parameters stand before its body. */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 4, HEADS = 8, TOKENS = 77, DOWN_BLOCKS = 2, UP_BLOCKS = 3 };

static FILE *params, *body;
static int next_var, batch = 2, latent = 64, text_width, time_width;

/* A value: its variable's number and its shape's channels and height (== width). */
typedef struct {
    int var, channels, size;
} Value;

static int bind(const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    fprintf(body, "            lv%d = ", next_var);
    vfprintf(body, fmt, args);
    fputc('\n', body);
    va_end(args);
    return next_var++;
}

static void param(const char *name, const char *suffix, const char *dims) {
    fprintf(params, "        %s_%s: R.Tensor((%s), dtype=\"float32\"),\n", name, suffix, dims);
}

static const char *text(char *buf, const char *fmt, ...) {
    va_list args;
    va_start(args, fmt);
    vsnprintf(buf, 96, fmt, args);
    va_end(args);
    return buf;
}

static int linear(const char *x, const char *name, int in, int out, bool bias) {
    char t[96];
    param(name, "w", text(t, "%d, %d", out, in));
    int w = bind("R.permute_dims(%s_w)", name);
    int y = bind("R.matmul(%s, lv%d)", x, w);
    if (!bias) return y;
    param(name, "b", text(t, "%d,", out));
    return bind("R.add(lv%d, %s_b)", y, name);
}

static const char *lv(char *buf, int var) { return text(buf, "lv%d", var); }

static Value conv(const char *x, const char *name, int in, int out, int size, int kernel,
                  int stride) {
    char t[96];
    int p = kernel / 2;
    param(name, "w", text(t, "%d, %d, %d, %d", out, in, kernel, kernel));
    param(name, "b", text(t, "%d,", out));
    int y = bind("R.nn.conv2d(%s, %s_w, strides=[%d, %d], padding=[%d, %d, %d, %d])", x, name,
                 stride, stride, p, p, p, p);
    int b = bind("R.reshape(%s_b, R.shape([1, %d, 1, 1]))", name, out);
    return (Value){bind("R.add(lv%d, lv%d)", y, b), out, size / stride};
}

static int norm(int x, const char *name, int channels, const char *how) {
    char t[96];
    param(name, "g", text(t, "%d,", channels));
    param(name, "b", text(t, "%d,", channels));
    return bind("R.nn.%s_norm(lv%d, %s_g, %s_b, %s, epsilon=1e-5)", how, x, name, name,
                how[0] == 'g' ? "num_groups=32, channel_axis=1, axes=[2, 3]" : "axes=[-1]");
}

static Value resnet(Value x, int temb, const char *name, int out) {
    char n[96], v[96];
    int h = bind("R.nn.silu(lv%d)", norm(x.var, text(n, "%s_norm1", name), x.channels, "group"));
    Value y = conv(lv(v, h), text(n, "%s_conv1", name), x.channels, out, x.size, 3, 1);
    int t = linear(lv(v, temb), text(n, "%s_time", name), time_width, out, true);
    t = bind("R.reshape(lv%d, R.shape([%d, %d, 1, 1]))", t, batch, out);
    y.var = bind("R.add(lv%d, lv%d)", y.var, t);
    h = bind("R.nn.silu(lv%d)", norm(y.var, text(n, "%s_norm2", name), out, "group"));
    y = conv(lv(v, h), text(n, "%s_conv2", name), out, out, x.size, 3, 1);
    if (x.channels != out)
        x = conv(lv(v, x.var), text(n, "%s_skip", name), x.channels, out, x.size, 1, 1);
    y.var = bind("R.add(lv%d, lv%d)", x.var, y.var);
    return y;
}

/* `context` is a value of width `from` and `len` positions. */
static int attention(int x, const char *context, const char *name, int c, int from, int n,
                     int len) {
    char t[96], v[96];
    int q = linear(lv(v, x), text(t, "%s_q", name), c, c, false);
    int k = linear(context, text(t, "%s_k", name), from, c, false);
    int w = linear(context, text(t, "%s_v", name), from, c, false);
    q = bind("R.reshape(lv%d, R.shape([%d, %d, %d, %d]))", q, batch, n, HEADS, c / HEADS);
    k = bind("R.reshape(lv%d, R.shape([%d, %d, %d, %d]))", k, batch, len, HEADS, c / HEADS);
    w = bind("R.reshape(lv%d, R.shape([%d, %d, %d, %d]))", w, batch, len, HEADS, c / HEADS);
    int o = bind("R.nn.attention(lv%d, lv%d, lv%d)", q, k, w);
    o = bind("R.reshape(lv%d, R.shape([%d, %d, %d]))", o, batch, n, c);
    return linear(lv(v, o), text(t, "%s_out", name), c, c, true);
}

static Value transformer(Value x, const char *name) {
    char t[96], v[96];
    int c = x.channels, n = x.size * x.size;
    int a = norm(x.var, text(t, "%s_norm", name), c, "group");
    Value h = conv(lv(v, a), text(t, "%s_in", name), c, c, x.size, 1, 1);
    int y = bind("R.permute_dims(lv%d, axes=[0, 2, 3, 1])", h.var);
    y = bind("R.reshape(lv%d, R.shape([%d, %d, %d]))", y, batch, n, c);
    a = norm(y, text(t, "%s_ln1", name), c, "layer");
    int o = attention(a, lv(v, a), text(t, "%s_self", name), c, c, n, n);
    y = bind("R.add(lv%d, lv%d)", o, y);
    a = norm(y, text(t, "%s_ln2", name), c, "layer");
    o = attention(a, "text_embedding", text(t, "%s_cross", name), c, text_width, n, TOKENS);
    y = bind("R.add(lv%d, lv%d)", o, y);
    a = norm(y, text(t, "%s_ln3", name), c, "layer");
    a = linear(lv(v, a), text(t, "%s_ff1", name), c, 8 * c, true);
    int both = bind("R.split(lv%d, indices_or_sections=2, axis=-1)", a);
    int value = bind("lv%d[0]", both), gate = bind("lv%d[1]", both);
    gate = bind("R.nn.gelu(lv%d)", gate);
    value = bind("R.multiply(lv%d, lv%d)", value, gate);
    o = linear(lv(v, value), text(t, "%s_ff2", name), 4 * c, c, true);
    y = bind("R.add(lv%d, lv%d)", o, y);
    y = bind("R.reshape(lv%d, R.shape([%d, %d, %d, %d]))", y, batch, x.size, x.size, c);
    y = bind("R.permute_dims(lv%d, axes=[0, 3, 1, 2])", y);
    h = conv(lv(v, y), text(t, "%s_proj", name), c, c, x.size, 1, 1);
    h.var = bind("R.add(lv%d, lv%d)", h.var, x.var);
    return h;
}

static int unet(double width) {
    static const int base[LEVELS] = {320, 640, 1280, 1280};
    int ch[LEVELS];
    for (int i = 0; i < LEVELS; i++) {
        ch[i] = (int)(base[i] * width) / 32 * 32;
        if (ch[i] < 32) ch[i] = 32;
    }
    text_width = (int)(768 * width) / 32 * 32;
    if (text_width < 32) text_width = 32;
    time_width = 4 * ch[0];
    char n[96], v[96];
    fprintf(params, "        latent: R.Tensor((%d, 4, %d, %d), dtype=\"float32\"),\n", batch,
            latent, latent);
    fprintf(params, "        time_features: R.Tensor((%d, %d), dtype=\"float32\"),\n", batch,
            ch[0]);
    fprintf(params, "        text_embedding: R.Tensor((%d, %d, %d), dtype=\"float32\"),\n", batch,
            TOKENS, text_width);
    int temb = linear("time_features", "time1", ch[0], time_width, true);
    temb = linear(lv(v, bind("R.nn.silu(lv%d)", temb)), "time2", time_width, time_width, true);
    temb = bind("R.nn.silu(lv%d)", temb);

    Value x = conv("latent", "conv_in", 4, ch[0], latent, 3, 1);
    Value skips[LEVELS * (DOWN_BLOCKS + 1)];
    int n_skips = 0;
    skips[n_skips++] = x;
    for (int i = 0; i < LEVELS; i++) {
        for (int j = 0; j < DOWN_BLOCKS; j++) {
            x = resnet(x, temb, text(n, "down%d_res%d", i, j), ch[i]);
            if (i < LEVELS - 1) x = transformer(x, text(n, "down%d_att%d", i, j));
            skips[n_skips++] = x;
        }
        if (i == LEVELS - 1) break;
        x = conv(lv(v, x.var), text(n, "down%d_half", i), x.channels, x.channels, x.size, 3, 2);
        skips[n_skips++] = x;
    }
    x = resnet(x, temb, "mid_res0", x.channels);
    x = transformer(x, "mid_att");
    x = resnet(x, temb, "mid_res1", x.channels);
    for (int i = LEVELS - 1; i >= 0; i--) {
        for (int j = 0; j < UP_BLOCKS; j++) {
            Value skip = skips[--n_skips];
            x.var = bind("R.concat((lv%d, lv%d), axis=1)", x.var, skip.var);
            x.channels += skip.channels;
            x = resnet(x, temb, text(n, "up%d_res%d", i, j), ch[i]);
            if (i < LEVELS - 1) x = transformer(x, text(n, "up%d_att%d", i, j));
        }
        if (i == 0) break;
        x.size *= 2;
        x.var = bind(
            "R.image.resize2d(lv%d, R.shape([%d, %d]), layout=\"NCHW\", method=\"nearest_neighbor\", "
            "coordinate_transformation_mode=\"asymmetric\")",
            x.var, x.size, x.size);
        x = conv(lv(v, x.var), text(n, "up%d_twice", i), x.channels, x.channels, x.size, 3, 1);
    }
    int h = bind("R.nn.silu(lv%d)", norm(x.var, "out_norm", x.channels, "group"));
    return conv(lv(v, h), "conv_out", x.channels, 4, x.size, 3, 1).var;
}

int main(int argc, char **argv) {
    double width = 1.0;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--batch") == 0)
            batch = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--latent") == 0)
            latent = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--width") == 0)
            width = atof(argv[i + 1]);
        else
            argc = 0;
    }
    if (argc % 2 == 0 || batch < 1 || latent < 8 || latent % 8 || width <= 0) {
        fprintf(stderr, "usage: sd_unet [--batch N] [--latent 8*N] [--width X]\n");
        return 1;
    }
    char *head = NULL, *code = NULL;
    size_t head_len, code_len;
    params = open_memstream(&head, &head_len);
    body = open_memstream(&code, &code_len);
    if (!params || !body) return 1;
    int result = unet(width);
    fclose(params);
    fclose(body);
    printf(
        "@I.ir_module\nclass Module:\n    @R.function\n    def main(\n%s    ) -> R.Tensor((%d, 4, %d, %d), dtype=\"float32\"):\n"
        "        R.func_attr({\"num_input\": 3})\n        with R.dataflow():\n%s            R.output(lv%d)\n        return lv%d\n",
        head, batch, latent, latent, code, result, result);
    free(head);
    free(code);
    return ferror(stdout) != 0;
}
