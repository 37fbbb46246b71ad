/* SPDX-License-Identifier: Apache-2.0 */
/* Shared values: v1 = f(v0, v0), v2 = f(v1, v1), ... through every pass, -O2, Gradient, loops and
 * their fusion, ONNX and back, and the evaluator. What is written out once for each use is 2^30 of
 * them after 30 doublings; what is kept shared is twice as much as after 15. So text and memory
 * after 30 may be 2.3 times those after 15.
 *
 *   tenon-test doubling [--least N] [WORD]    N cases at least; only cases whose name contains WORD
 *
 * Every operator of the registry that takes two tensors or more, all operands being the same value,
 * is a case; calls of functions, branches, tuples and what needs attributes are written here. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tenon/tenon.h>

#include "drivers.h"

enum { FEW = 15, MANY = 30, ROOM = 1 << 16 };
static const double factor = 2.3;
static const size_t text_slack = 4096, bytes_slack = 1 << 20; /* an arena's chunk */

/* A line of the program: each %1 is the value before, %2 the one that is made, %3 a number. */
typedef struct {
    const char *name, *type, *line;
    const char *before; /* functions that stand before main, one for each doubling; NULL: none */
    double factor;      /* 0: the usual one */
} Case;

static const Case written[] = {
    {"einsum", "R.Tensor((4, 4), \"float32\")", "R.einsum((%1, %1), \"ij,jk->ik\")", NULL, 0},
    {"concat along n", "R.Tensor((\"n\",), \"float32\")", "R.concat((%1, %1), axis=0)", NULL, 0},
    {"concat of lists", "R.Tensor((2, 2), \"float32\")",
     "R.concat((%1, R.concat((%1, %1), axis=1)), axis=1)", NULL, 0},
    {"tuple and field", "R.Tensor((2,), \"float32\")", "R.add((%1, %1)[0], (%1, %1)[1])", NULL, 0},
    {"sum of stack", "R.Tensor((2, 2), \"float32\")", "R.sum(R.stack((%1, %1), axis=0), axis=[0])",
     NULL, 0},
    {"split and concat", "R.Tensor((4, 4), \"float32\")",
     "R.concat(R.split(R.add(%1, %1), 2, axis=0), axis=0)", NULL, 0},
    {"activation", "R.Tensor((4, 4), \"float32\")", "R.multiply(%1, R.sigmoid(%1))", NULL, 0},
    {"product of sums", "R.Tensor((4, 4), \"float32\")",
     "R.matmul(R.add(%1, %1), R.permute_dims(%1))", NULL, 0},
    {"softmax", "R.Tensor((4, 4), \"float32\")", "R.matmul(R.nn.softmax(R.matmul(%1, %1)), %1)",
     NULL, 0},
    {"reshape", "R.Tensor((4, 4), \"float32\")",
     "R.add(R.reshape(R.reshape(%1, (16,)), (4, 4)), %1)", NULL, 0},
    {"function", "R.Tensor((2,), \"float32\")", "f%3(f%3(%1))",
     "@R.function(private=True)\ndef f%3(x: R.Tensor((2,), \"float32\")) -> R.Tensor((2,), \"float32\"):\n"
     "    return R.exp(x)\n\n",
     0},
    {"function of functions", "R.Tensor((2,), \"float32\")", "f%3(%1)",
     "@R.function(private=True)\ndef f%3(x: R.Tensor((2,), \"float32\")) -> R.Tensor((2,), \"float32\"):\n"
     "    return f%0(f%0(x))\n\n",
     0},
};

/* A program of n doublings in `out`; false: there is no room. */
static bool program(const Case *c, int n, bool branches, char *out) {
    size_t at = 0;
    const char *parts[2] = {c->before, c->line};
    for (int part = 0; part < 2; part++) {
        if (part == 1)
            at +=
                (size_t)snprintf(out + at, ROOM - at, "@R.function\ndef main(v0: %s):\n", c->type);
        for (int i = 0; parts[part] && i < n; i++) {
            if (part == 1 && branches)
                at += (size_t)snprintf(
                    out + at, ROOM - at,
                    "    c%d = R.less(R.sum(v%d), R.const(0.0, \"float32\"))\n    if c%d:\n        v%d = ",
                    i, i, i, i + 1);
            else if (part == 1)
                at += (size_t)snprintf(out + at, ROOM - at, "    v%d = ", i + 1);
            for (int copy = 0; copy < (part == 1 && branches ? 2 : 1); copy++) {
                if (copy)
                    at += (size_t)snprintf(out + at, ROOM - at, "    else:\n        v%d = ", i + 1);
                const bool is_first = part == 0 && i == 0 && strstr(c->before, "%0");
                for (const char *s = is_first ? "def" : parts[part]; *s && at + 400 < ROOM; s++) {
                    if (is_first) {
                        at += (size_t)snprintf(
                            out + at, ROOM - at,
                            "@R.function(private=True)\ndef f0(x: %s) -> %s:\n    return R.exp(x)\n\n",
                            c->type, c->type);
                        break;
                    }
                    if (*s != '%') {
                        out[at++] = *s;
                        continue;
                    }
                    s++;
                    at += (size_t)snprintf(out + at, ROOM - at, *s == '1' ? "v%d" : "%d",
                                           *s == '0' ? i - 1 : i);
                }
                if (part == 1) out[at++] = '\n';
            }
        }
    }
    at += (size_t)snprintf(out + at, ROOM - at, "    return v%d\n", n);
    return at + 400 < ROOM;
}

/* What is done with a program. */
typedef struct {
    const char *name;
    const char *passes[40];
    size_t n;
    bool onnx, run;
} Way;

typedef struct {
    TnStatus status;
    size_t text, bytes;
} Size;

static TnStatus to_onnx(TnContext *ctx, TnModule **m) {
    char path[] = "/tmp/tenon-doubling-XXXXXX.onnx";
    const int fd = mkstemps(path, 5);
    if (fd < 0) return TN_E_IO;
    close(fd);
    TnStatus s = tn_module_write(*m, path);
    if (s == TN_OK) {
        tn_module_free(*m);
        *m = NULL;
        s = tn_module_read(ctx, path, m);
    }
    unlink(path);
    return s;
}

static Size measure(const char *source, const Way *way, char *why) {
    const TnOptions options = {TN_SIZED(TnOptions), .limits = {.steps = (size_t)1 << 28,
                                                               .memory_bytes = (size_t)128 << 20}};
    TnContext *ctx;
    TnModule *m = NULL;
    TnText text;
    Size out = {.text = 0};
    if (tn_context_new(&options, &ctx) != TN_OK) abort();
    out.status = tn_module_parse(ctx, "doubled.py", source, strlen(source), &m);
    if (out.status == TN_OK && way->n)
        out.status = tn_module_run_passes(m, way->passes, way->n, NULL);
    if (out.status == TN_OK && way->onnx) out.status = to_onnx(ctx, &m);
    if (out.status == TN_OK && way->run) {
        TnRun *run = NULL;
        const TnDim n = {"n", 2};
        const TnRunOptions how = {TN_SIZED(TnRunOptions), .dims = &n,
                                  .n_dims = strstr(source, "\"n\"") != NULL};
        out.status = tn_run(m, &how, &run);
        tn_run_free(run);
        if (out.status == TN_E_LIMIT) out.status = TN_OK; /* values that are large, not code */
    }
    TnDiag d;
    why[0] = '\0';
    if (out.status != TN_OK && tn_diag_get(ctx, 0, &d) == TN_OK) snprintf(why, 400, "%s", d.text);
    if (m && tn_module_print(m, &text) == TN_OK) {
        out.text = text.len;
        tn_text_free(&text);
    }
    out.bytes = way->run ? 0 : tn_context_peak_bytes(ctx);
    tn_module_free(m);
    tn_context_free(ctx);
    return out;
}

static size_t passed, failed, refused;

static void try_case(const Case *c, bool branches, const Way *ways, size_t n_ways) {
    static char few[ROOM], many[ROOM];
    char why[400];
    if (!program(c, FEW, branches, few) || !program(c, MANY, branches, many)) abort();
    for (size_t i = 0; i < n_ways; i++) {
        const Size a = measure(few, &ways[i], why), b = measure(many, &ways[i], why);
        /* it is not for such a program */
        if (a.status == TN_E_INVALID && b.status == TN_E_INVALID) {
            refused++;
            continue;
        }
        /* Calls are written in place: too many end with the budget. */
        if (ways[i].onnx && c->before && b.status == TN_E_LIMIT && b.bytes <= (size_t)512 << 20) {
            passed++;
            continue;
        }
        const double most = c->factor > 0 ? c->factor : factor;
        const bool ok = a.status == b.status &&
                        (double)b.text <= most * (double)a.text + (double)text_slack &&
                        (double)b.bytes <= most * (double)a.bytes + (double)bytes_slack;
        passed += ok;
        failed += !ok;
        if (!ok)
            printf("FAILED %s%s, %s: status %d and %d, text %zu and %zu, bytes %zu and %zu\n%s",
                   c->name, branches ? " in branches" : "", ways[i].name, (int)a.status,
                   (int)b.status, a.text, b.text, a.bytes, b.bytes, why);
    }
}

static bool parses(const Case *c, int n) {
    static char source[ROOM];
    char why[400];
    static const Way nothing = {.name = "nothing"};
    return program(c, n, false, source) && measure(source, &nothing, why).status == TN_OK;
}

/* A call whose operands are all one value; false: it has fewer than two, or needs what is not known
 * here. */
static bool call_of(TnContext *ctx, size_t op, const TnOpInfo *info, char *line, size_t room) {
    size_t n = 0, at = (size_t)snprintf(line, room, "R.%s(", info->name);
    for (size_t i = 0; i < info->params; i++) {
        TnOpParam p;
        if (tn_op_param(ctx, op, i, &p) != TN_OK || p.is_optional || p.fallback) continue;
        const bool one = strcmp(p.kind, "tensor") == 0, list = strcmp(p.kind, "tensors") == 0;
        if (!one && !list) return false;
        at +=
            (size_t)snprintf(line + at, room - at, "%s%s", n ? ", " : "", one ? "%1" : "(%1, %1)");
        n += one ? 1 : 2;
    }
    snprintf(line + at, room - at, ")");
    return n >= 2;
}

static size_t ways_of(Way *ways, size_t room) {
    size_t n = 0;
    TnPassInfo pass;
    for (size_t i = 0; tn_pass_get(i, &pass) == TN_OK && n + 6 < room; i++)
        ways[n++] = (Way){.name = pass.name, .passes = {pass.name}, .n = 1};
    Way level = {.name = "-O2"};
    while (level.n < 40 && (level.passes[level.n] = tn_pass_of_level(2, level.n))) level.n++;
    ways[n++] = level;
    ways[n++] = (Way){
        .name = "loops and fusion", .passes = {"LegalizeOps(loops)", "FuseOps", "FuseTIR"}, .n = 3};
    ways[n++] =
        (Way){.name = "gradient, cheaper", .passes = {"Gradient(f)", "RewriteByCost"}, .n = 2};
    ways[n++] = (Way){.name = "ONNX and back", .onnx = true};
    ways[n++] = (Way){.name = "evaluator", .run = true};
    return n;
}

/* A type is written out in text, so 30 tuples of two are refused, and at once. */
static void try_tuples(void) {
    static const Case tuples = {
        .name = "tuples", .type = "R.Tensor((2,), \"float32\")", .line = "(%1, %1)"};
    static const Way nothing = {.name = "nothing"};
    static char source[ROOM];
    char why[400];
    if (!program(&tuples, MANY, false, source)) abort();
    const Size size = measure(source, &nothing, why);
    const bool ok = size.status == TN_E_LIMIT && size.bytes < bytes_slack;
    passed += ok;
    failed += !ok;
    if (!ok) printf("FAILED tuples: status %d, %zu bytes\n", (int)size.status, size.bytes);
}

int test_doubling(int argc, char **argv) {
    static Way ways[120];
    const size_t n_ways = ways_of(ways, 120);
    size_t least = 0, n_cases = 0;
    const char *word = "";
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--least") == 0 && i + 1 < argc)
            least = strtoul(argv[++i], NULL, 10);
        else
            word = argv[i];
    }
    for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
        if (!strstr(written[i].name, word)) continue;
        if (!parses(&written[i], MANY))
            printf("FAILED %s does not parse\n", written[i].name), failed++;
        try_case(&written[i], false, ways, n_ways);
        n_cases++;
    }
    try_tuples();
    TnContext *ctx;
    if (tn_context_new(NULL, &ctx) != TN_OK) return 1;
    static const char *const types[] = {"R.Tensor((4, 4), \"float32\")",
                                        "R.Tensor((4, 4), \"bool\")", "R.Tensor((4, 4), \"int64\")",
                                        "R.Tensor((4,), \"float32\")",
                                        "R.Tensor((1, 4, 4, 4), \"float32\")"};
    for (size_t op = 0; op < tn_op_count(ctx); op++) {
        TnOpInfo info;
        char line[256];
        if (tn_op_get(ctx, op, &info) != TN_OK || !strstr(info.name, word)) continue;
        if (!call_of(ctx, op, &info, line, sizeof line)) continue;
        Case c = {.name = info.name, .line = line};
        if (strcmp(info.name, "stack") == 0)
            c.factor = 2 * factor; /* each has a dim more, so that shapes are squares */
        size_t t = 0;
        while (t < 5 && (c.type = types[t], !parses(&c, MANY))) t++;
        if (t == 5) continue; /* its result does not go into it again */
        try_case(&c, false, ways, n_ways);
        n_cases++;
        if (strcmp(info.name, "add") == 0 || strcmp(info.name, "multiply") == 0) {
            try_case(&c, true, ways, n_ways);
            n_cases++;
        }
    }
    tn_context_free(ctx);
    if (n_cases < least) printf("FAILED %zu cases, %zu are wanted\n", n_cases, least), failed++;
    printf("%zu cases, each in up to %zu ways; %zu times a way is not for it\n", n_cases, n_ways,
           refused);
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed != 0;
}
