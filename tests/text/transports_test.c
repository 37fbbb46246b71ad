/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives among ranks that are threads: tenon-test transports
 *
 * Each collective, of each kind of elements, on meshes and groups, with equal and with uneven
 * parts, in a module that every rank runs in a context of its own; by the evaluator, by code of
 * LLVM and by C (of some). What each rank gets has the bits that SimulateRanks, all ranks in one
 * process, gives it. In compiled code another kernel runs while the collective goes on. Then what
 * must not hang: a rank that does not come, that ends, that calls
 * another program. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <tenon/tenon.h>

#include "drivers.h"
#include "base/clock.h"

enum { MOST = 8, ELEMENTS = 600, TEXT = 4096 };

static const struct {
    const char *mesh, *axes;
    unsigned ranks, group;
} places[] = {
    {"data=1", NULL, 1, 1},
    {"data=2", NULL, 2, 2},
    {"data=3", "\"data\"", 3, 3},
    {"data=2,model=2", "\"model\"", 4, 2},
    {"data=2,model=3", "\"data\"", 6, 2},
    {"a=2,b=2,c=2", "\"c\", \"a\"", 8, 4},
};

static const char *const calls[] = {
    "allreduce(x, op_type=\"{O}\"{A})",
    "allgather(x, num_workers={K}{A})",
    "allgather(x, num_workers={K}, axis=1{A})",
    "allgather(x, num_workers={K}, axis=1{A}, extent=R.shape([{K} * {M}]))",
    "reduce_scatter(x, num_workers={K}, op_type=\"{O}\"{A})",
    "reduce_scatter(x, num_workers={K}, op_type=\"{O}\", axis=1{A}, extent=R.shape([{Q}]))",
    "broadcast_from_worker0(x{A})",
    "scatter_from_worker0(x, num_workers={K}, axis=0{A})",
    "scatter_from_worker0(x, num_workers={K}, axis=1{A}, extent=R.shape([{Q}]))",
    "alltoall(x, num_workers={K}, split_axis=0, concat_axis=1{A})",
    "alltoall(x, num_workers={K}, split_axis=1, concat_axis=1{A}, extents=R.shape([{Q}, {K} * "
    "({Q})]))",
    "alltoall(x, num_workers={K}, split_axis=1, concat_axis=0{A}, extents=R.shape([{Q}, {K} * "
    "{N}]))",
    "permute(x, num_workers={K}, shift=-2{A})",
    "permute(x, num_workers={K}, pairs=[[0, {L}]]{A})",
};

static const char *const dtypes[] = {"float32", "float64", "float16", "bfloat16",
                                     "int32",   "uint8",   "bool",    "int64"};
static const char *const hows[] = {"sum", "prod", "min", "max", "avg"};

typedef struct {
    uint64_t state;
    unsigned passed, failed;
} Test;

static double unit(Test *t) {
    uint64_t x = t->state += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (double)((x ^ (x >> 31)) >> 11) / (double)(1ull << 53);
}

static void expand(char *out, const char *text, size_t place, const char *how, unsigned n,
                   unsigned m) {
    const unsigned k = places[place].group;
    size_t at = strlen(out);
    for (const char *s = text; *s; s++) {
        if (*s != '{' || !s[1] || s[2] != '}') {
            out[at++] = *s;
            out[at] = 0;
            continue;
        }
        char *to = out + at;
        const size_t room = TEXT - at;
        const char *axes = places[place].axes;
        switch (s[1]) {
        case 'A':
            *to = 0;
            if (axes) snprintf(to, room, ", axes=[%s]", axes);
            break;
        case 'K': snprintf(to, room, "%u", k); break;
        case 'L': snprintf(to, room, "%u", k - 1); break;
        case 'N': snprintf(to, room, "%u", n); break;
        case 'M': snprintf(to, room, "%u", m); break;
        case 'O': snprintf(to, room, "%s", how); break;
        default: snprintf(to, room, "(r + 1) * %u // %u - r * %u // %u", m, k, m, k); break;
        }
        at += strlen(to);
        s += 2;
    }
}

static void module_text(char *out, const char *call, size_t place, const char *dtype,
                        const char *how, unsigned n, unsigned m) {
    const char *axes = places[place].axes;
    snprintf(out, TEXT,
             "@R.function\ndef main(x: R.Tensor((%u, %u), \"%s\")):\n"
             "    R.func_attr({\"mesh\": \"%s\"})\n    r = T.int64()\n"
             "    one = R.reshape(R.ccl.rank(%s%s%s), R.shape([1]))\n"
             "    place = R.match_cast(R.tensor_to_shape(one), R.Shape([r]))\n    z = R.ccl.",
             n, m, dtype, places[place].mesh, axes ? "axes=[" : "", axes ? axes : "",
             axes ? "]" : "");
    expand(out, call, place, how, n, m);
    strcat(out, "\n    u = R.permute_dims(x)\n    return (z, u)\n");
}

/* A rank */

typedef struct {
    const char *text, *dtype;
    TnBackend backend;
    TnRankThreads *threads;
    unsigned rank;
    bool optimizes;
    double *x; /* its elements */
    int64_t dims[2];
    const TnRun *whole; /* SimulateRanks' */
    char why[1024];
    bool ok;
    int sleeps; /* milliseconds, before it comes */
} Rank;

/* Whether this is rank 1: it says that it is pure, and is not. */
static TnStatus is_odd(void *user, TnHostCall *call) {
    void *y;
    const TnStatus status = tn_host_result(call, "bool", 0, NULL, &y);
    if (status == TN_OK) *(unsigned char *)y = ((const Rank *)user)->rank == 1;
    return status;
}

static void note(Rank *self, TnContext *ctx, const char *what) {
    TnDiag d;
    const bool has = ctx && tn_diag_count(ctx) && tn_diag_get(ctx, 0, &d) == TN_OK;
    snprintf(self->why, sizeof self->why, "%s%s%s", what, has ? ": " : "", has ? d.message : "");
}

static TnInput input(const Rank *r, const char *name, const double *x) {
    return (TnInput){.name = name, .dtype = "float64", .ndim = 2, .dims = r->dims, .data = x};
}

static bool same_bits(Rank *self, const TnRun *run) {
    TnTensorInfo own, all;
    if (tn_run_output(run, 0, &own) != TN_OK ||
        tn_run_output(self->whole, 2 * (size_t)self->rank, &all) != TN_OK)
        return note(self, NULL, "there is no output"), false;
    bool same = own.ndim == all.ndim && own.count == all.count;
    for (uint32_t i = 0; same && i < own.ndim; i++) same = own.dims[i] == all.dims[i];
    if (!same) return note(self, NULL, "other extents"), false;
    for (size_t i = 0; i < own.count; i++) {
        double a = 0, b = 0;
        (void)tn_tensor_element(&own, i, &a);
        (void)tn_tensor_element(&all, i, &b);
        if (memcmp(&a, &b, sizeof a) == 0) continue;
        snprintf(self->why, sizeof self->why, "element %zu is %.17g, not %.17g", i, a, b);
        return false;
    }
    return true;
}

static void *rank_main(void *arg) {
    Rank *self = arg;
    TnContext *ctx = NULL;
    TnModule *m = NULL;
    TnRun *run = NULL;
    const TnInput in = input(self, "x", self->x);
    const TnRunOptions how = {TN_SIZED(TnRunOptions),
                              .inputs = &in,
                              .n_inputs = 1,
                              .given_only = 1,
                              .convert = 1,
                              .backend = self->backend,
                              .as_is = !self->optimizes,
                              .strict = !self->optimizes};
    const struct timespec pause = {self->sleeps / 1000, self->sleeps % 1000 * 1000000};
    nanosleep(&pause, NULL);
    bool ok = tn_context_new(NULL, &ctx) == TN_OK &&
              tn_rank_threads_join(ctx, self->threads, self->rank) == TN_OK &&
              tn_host_register(ctx, "is_odd", is_odd, self, TN_PURE) == TN_OK;
    ok = ok && tn_module_parse(ctx, "net", self->text, strlen(self->text), &m) == TN_OK &&
         tn_ranks_agree_module(m) == TN_OK && tn_run(m, &how, &run) == TN_OK;
    if (!ok) note(self, ctx, "it does not run");
    self->ok = ok && (!self->whole || same_bits(self, run));
    if (!self->ok) tn_ranks_stop(ctx);
    tn_run_free(run);
    tn_module_free(m);
    tn_context_free(ctx);
    return NULL;
}

static void run_ranks(Rank *ranks, unsigned n) {
    pthread_t threads[MOST];
    for (unsigned r = 0; r < n; r++) pthread_create(&threads[r], NULL, rank_main, &ranks[r]);
    for (unsigned r = 0; r < n; r++) pthread_join(threads[r], NULL);
}

/* All ranks in one process, by the evaluator. NULL after a report. */
static TnRun *simulate(TnContext *ctx, const Rank *ranks, unsigned n, TnModule **m) {
    char names[MOST][24];
    TnInput in[MOST];
    TnRun *run = NULL;
    for (unsigned r = 0; r < n; r++) {
        snprintf(names[r], sizeof names[r], "x_rank%u", r);
        in[r] = input(&ranks[r], names[r], ranks[r].x);
    }
    const TnRunOptions how = {TN_SIZED(TnRunOptions), .inputs = in, .n_inputs = n, .given_only = 1,
                              .convert = 1};
    const char *text = ranks[0].text;
    if (tn_module_parse(ctx, "net", text, strlen(text), m) == TN_OK &&
        tn_module_run_pass(*m, "SimulateRanks") == TN_OK && tn_run(*m, &how, &run) == TN_OK)
        return run;
    TnDiag d;
    if (tn_diag_count(ctx) && tn_diag_get(ctx, 0, &d) == TN_OK) fputs(d.text, stdout);
    return NULL;
}

static const struct {
    TnBackend backend;
    const char *name;
} backends[] = {{TN_BACKEND_EVAL, "eval"}, {TN_BACKEND_LLVM, "llvm"}, {TN_BACKEND_C, "c"}};

static void draw(Test *t, double *x, const char *dtype) {
    const bool is_float = strstr(dtype, "float") != NULL;
    for (size_t i = 0; i < ELEMENTS; i++) {
        const double u = unit(t);
        x[i] = is_float                         ? (double)(float)(u * 4 - 2)
               : strcmp(dtype, "bool") == 0     ? u > 0.5
               : strncmp(dtype, "uint", 4) == 0 ? (double)(int)(u * 200)
                                                : (double)(int)(u * 200 - 100);
        /* what halves have, so that inputs convert exactly */
        if (is_float && dtype[strlen(dtype) - 1] == '6') x[i] = (double)(int)(x[i] * 64) / 64;
    }
}

static void one(Test *t, size_t call, size_t place, const char *dtype, const char *how,
                unsigned backend_bits) {
    static double data[MOST][ELEMENTS];
    const unsigned n = 2 * places[place].group, m = 3 * places[place].group,
                   n_ranks = places[place].ranks;
    char text[TEXT];
    module_text(text, calls[call], place, dtype, how, n, m);
    Rank ranks[MOST];
    for (unsigned r = 0; r < n_ranks; r++) {
        draw(t, data[r], dtype);
        ranks[r] = (Rank){.text = text, .dtype = dtype, .rank = r, .x = data[r], .dims = {n, m}};
    }
    TnContext *ctx = NULL;
    TnModule *whole = NULL;
    TnRun *run = NULL;
    if (tn_context_new(NULL, &ctx) == TN_OK) run = simulate(ctx, ranks, n_ranks, &whole);
    if (!run) {
        printf("no ranks side by side:\n%s", text);
        t->failed++;
    }
    for (unsigned b = 0; run && b < 3; b++) {
        if (!(backend_bits >> b & 1) || !tn_has_backend(backends[b].backend)) continue;
        TnRankThreads *threads = NULL;
        if (tn_rank_threads_new(n_ranks, 60, 0, 0, &threads) != TN_OK) break;
        for (unsigned r = 0; r < n_ranks; r++) {
            ranks[r].threads = threads;
            ranks[r].backend = backends[b].backend;
            ranks[r].whole = run;
        }
        run_ranks(ranks, n_ranks);
        bool ok = true;
        for (unsigned r = 0; r < n_ranks; r++) {
            if (!ranks[r].ok) printf("%s, rank %u: %s\n", backends[b].name, r, ranks[r].why);
            ok = ok && ranks[r].ok;
        }
        if (!ok) fputs(text, stdout);
        ok ? t->passed++ : t->failed++;
        tn_rank_threads_free(threads);
    }
    tn_run_free(run);
    tn_module_free(whole);
    tn_context_free(ctx);
}

/* What must not hang */

static const char sum_text[] = "@R.function\ndef main(x: R.Tensor((2, 2), \"float64\")):\n"
                               "    R.func_attr({\"mesh\": \"data=3\"})\n"
                               "    loss = R.ccl.allreduce(x)\n    return loss\n",
                  other_text[] = "@R.function\ndef main(x: R.Tensor((2, 2), \"float64\")):\n"
                                 "    R.func_attr({\"mesh\": \"data=3\"})\n"
                                 "    loss = R.ccl.allreduce(R.sin(x))\n    return loss\n",
                  two_text[] = "@R.function\ndef main(x: R.Tensor((2, 2), \"float64\")):\n"
                               "    R.func_attr({\"mesh\": \"data=2\"})\n"
                               "    loss = R.ccl.allreduce(x)\n    return loss\n";

static void expect(Test *t, const char *name, Rank *ranks, unsigned n, const char *const *says) {
    run_ranks(ranks, n);
    for (unsigned r = 0; r < n; r++) {
        const bool ok = says[r] ? !ranks[r].ok && strstr(ranks[r].why, says[r]) : ranks[r].ok;
        if (!ok)
            printf("%s: rank %u should say '%s', and says '%s'\n", name, r,
                   says[r] ? says[r] : "nothing", ranks[r].why);
        ok ? t->passed++ : t->failed++;
    }
}

static void faults(Test *t) {
    static double x[4] = {1, 2, 3, 4};
    static const struct {
        const char *name, *text, *odd; /* odd: rank 1's */
        int sleeps;                    /* rank 1's */
        const char *says[3];
    } rows[] = {
        {"a rank that comes too late",
         sum_text,
         sum_text,
         1500,
         {"rank ", "has ended", "rank "}}, /* who sees it first, ends the others */
        {"a rank with another module",
         sum_text,
         other_text,
         0,
         {"rank 1 has another module than rank 0", "rank 1 has another module than rank 0",
          "rank 1 has another module than rank 0"}},
        {"a mesh of another size",
         two_text,
         two_text,
         0,
         {"ranks of the mesh: 2 are expected, 3 found", "2 are expected, 3 found",
          "2 are expected, 3 found"}},
        {"a rank that fails before it comes",
         sum_text,
         "nonsense",
         0,
         {"rank 1 has ended", "it does not run", "rank 1 has ended"}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        TnRankThreads *threads = NULL;
        Rank ranks[3];
        if (tn_rank_threads_new(3, rows[i].sleeps ? 0.3 : 60, 0, 0, &threads) != TN_OK) return;
        for (unsigned r = 0; r < 3; r++)
            ranks[r] = (Rank){.text = r == 1 ? rows[i].odd : rows[i].text,
                              .rank = r,
                              .x = x,
                              .dims = {2, 2},
                              .threads = threads,
                              .sleeps = r == 1 ? rows[i].sleeps : 0};
        expect(t, rows[i].name, ranks, 3, rows[i].says);
        const bool names = strstr(ranks[0].why, "rank 1 has not come within 0.3 s") ||
                           strstr(ranks[2].why, "rank 1 has not come within 0.3 s");
        if (rows[i].sleeps) names ? t->passed++ : t->failed++;
        tn_rank_threads_free(threads);
    }
}

/* Programs that come to other collectives: a backend drops what nobody uses, another one does not.
 * All ranks say the same before any runs. */
static void other_lists(Test *t) {
    static double x[4] = {1, 2, 3, 4};
    static const struct {
        const char *name, *body, *says;
    } rows[] = {
        {"another collective first",
         "    d = R.ccl.allreduce(x, op_type=\"max\")\n    z = R.ccl.allgather(x, num_workers=3)\n",
         "rank 0 and rank 1 come to other collectives: at number 1 rank 0 has ccl.allgather 'z' "
         "(float64, axis 0, over all ranks), rank 1 ccl.allreduce 'd' (max, float64, over all "
         "ranks)"},
        {"one more",
         "    z = R.ccl.allreduce(x)\n    d = R.ccl.permute(z, num_workers=3, shift=2)\n",
         "at number 2 rank 0 has no other one, rank 1 ccl.permute 'd' (float64, by 2, over all "
         "ranks)"},
        {"none at all", "    z = R.sin(x)\n    d = R.ccl.broadcast_from_worker0(x)\n",
         "at number 1 rank 0 has no other one, rank 1 ccl.broadcast_from_worker0 'd'"},
        {"one in a branch",
         "    s = R.ccl.allreduce(R.sum(x))\n    c = R.less(s, R.const(0.0, \"float64\"))\n    if "
         "c:\n        d = R.ccl.allreduce(x)\n    else:\n        d = R.ccl.allreduce(x)\n    z = "
         "R.ccl.allreduce(x)\n",
         "at number 2 rank 0 has no other one, rank 1 a branch with ccl.allreduce 'd' (sum, "
         "float64, over all ranks)"},
    };
    for (size_t i = 0; tn_has_backend(TN_BACKEND_LLVM) && i < sizeof rows / sizeof *rows; i++) {
        TnRankThreads *threads = NULL;
        Rank ranks[3];
        char text[TEXT];
        snprintf(text, sizeof text,
                 "@R.function\ndef main(x: R.Tensor((2, 2), \"float64\")):\n"
                 "    R.func_attr({\"mesh\": \"data=3\"})\n%s    return z\n",
                 rows[i].body);
        if (tn_rank_threads_new(3, 60, 0, 0, &threads) != TN_OK) return;
        for (unsigned r = 0; r < 3; r++)
            ranks[r] = (Rank){.text = text,
                              .backend = r == 1 ? TN_BACKEND_EVAL : TN_BACKEND_LLVM,
                              .rank = r,
                              .x = x,
                              .dims = {2, 2},
                              .threads = threads,
                              .optimizes = true};
        const char *const says[] = {rows[i].says, rows[i].says, rows[i].says};
        expect(t, rows[i].name, ranks, 3, says);
        tn_rank_threads_free(threads);
    }
}

/* Each rank by another backend: what the graph says of collectives in branches, loops and called
 * functions is what host programs say. */
static void mixed(Test *t) {
    static double x[MOST][4] = {{1, 2, 3, 4}, {-1, 0.5, 2, 8}, {3, 1, -4, 1}};
    static const char text[] =
        "@I.ir_module\nclass Module:\n    @R.function(private=True)\n"
        "    def inner(c: R.Tensor((2, 2), \"float64\")) -> R.Tensor((2, 2), \"float64\"):\n"
        "        r = R.ccl.rank()\n        a = R.ccl.permute(c, num_workers=3, shift=1)\n"
        "        b = R.add(a, R.astype(r, \"float64\"))\n        return b\n"
        "    @R.function(private=True)\n"
        "    def step(c: R.Tensor((2, 2), \"float64\"), w: R.Tensor((2,), \"float64\")) -> "
        "R.Tuple(R.Tensor((2, 2), \"float64\"), R.Tensor((2, 2), \"float64\")):\n"
        "        a = R.ccl.allreduce(R.multiply(c, w), op_type=\"avg\")\n"
        "        b = cls.inner(a)\n        return (b, a)\n"
        "    @R.function\n    def main(x: R.Tensor((2, 2), \"float64\")):\n"
        "        R.func_attr({\"mesh\": \"data=3\"})\n"
        "        s = R.ccl.broadcast_from_worker0(R.sum(x))\n"
        "        c = R.less(s, R.const(0.0, \"float64\"))\n        if c:\n"
        "            y = R.ccl.allreduce(x, op_type=\"sum\")\n        else:\n"
        "            a = R.ccl.allreduce(x, op_type=\"max\")\n            y = cls.inner(a)\n"
        "        p = R.scan(cls.step, (y,), (R.ccl.allreduce(x),))\n        z = R.add(p[0], y)\n"
        "        return (z, y)\n";
    Rank ranks[3];
    TnContext *ctx = NULL;
    TnModule *whole = NULL;
    TnRankThreads *threads = NULL;
    for (unsigned r = 0; r < 3; r++)
        ranks[r] = (Rank){.text = text,
                          .backend = tn_has_backend(TN_BACKEND_LLVM) && r ? backends[r].backend
                                                                          : TN_BACKEND_EVAL,
                          .rank = r,
                          .x = x[r],
                          .dims = {2, 2}};
    TnRun *run = tn_context_new(NULL, &ctx) == TN_OK ? simulate(ctx, ranks, 3, &whole) : NULL;
    if (!run || tn_rank_threads_new(3, 60, 0, 0, &threads) != TN_OK) {
        t->failed++;
        return;
    }
    for (unsigned r = 0; r < 3; r++) ranks[r].threads = threads, ranks[r].whole = run;
    const char *const says[3] = {NULL, NULL, NULL};
    expect(t, "ranks by other backends", ranks, 3, says);
    tn_rank_threads_free(threads);
    tn_run_free(run);
    tn_module_free(whole);
    tn_context_free(ctx);
}

/* A rank in another branch than its fellows, which nobody could know: the two sums are of the same
 * form, and one would be taken for the other. */
static void astray(Test *t) {
    static double x[4] = {1, 2, 3, 4};
    static const char text[] =
        "@R.function\ndef main(x: R.Tensor((2, 2), \"float64\")):\n"
        "    R.func_attr({\"mesh\": \"data=2\"})\n    s = R.ccl.allreduce(R.sin(x))\n"
        "    c = R.call_pure_packed(\"is_odd\", R.const(1.0, \"float64\"), "
        "sinfo_args=(R.Tensor((), \"bool\"),))\n"
        "    if c:\n        a = R.ccl.allreduce(s)\n        y = R.negative(a)\n    else:\n"
        "        b = R.ccl.allreduce(R.cos(s))\n        y = R.exp(b)\n    return y\n";
    TnRankThreads *threads = NULL;
    Rank ranks[2];
    if (tn_rank_threads_new(2, 60, 0, 0, &threads) != TN_OK) return;
    for (unsigned r = 0; r < 2; r++)
        ranks[r] = (Rank){.text = text, .rank = r, .x = x, .dims = {2, 2}, .threads = threads};
    const char *const says[] = {"rank ", "rank "}; /* who sees it first, ends the other */
    expect(t, "a rank in another branch", ranks, 2, says);
    const bool names =
        strstr(ranks[0].why, "rank 0, in ccl.allreduce 'b': rank 1 has come to ccl.allreduce 'a' "
                             "(sum, float64, over all ranks) instead") ||
        strstr(ranks[1].why, "rank 1, in ccl.allreduce 'a': rank 0 has come to ccl.allreduce 'b' "
                             "(sum, float64, over all ranks) instead");
    if (!names) printf("a rank in another branch: %s; %s\n", ranks[0].why, ranks[1].why);
    names ? t->passed++ : t->failed++;
    tn_rank_threads_free(threads);
}

/* A message takes its time: 2 of them one behind the other, there and back. */
static void slow_link(Test *t) {
    static double x[4] = {1, 2, 3, 4};
    TnRankThreads *threads = NULL;
    Rank ranks[2];
    if (tn_rank_threads_new(2, 60, 0.1, 320, &threads) != TN_OK) return;
    for (unsigned r = 0; r < 2; r++)
        ranks[r] = (Rank){.text = two_text, .rank = r, .x = x, .dims = {2, 2}, .threads = threads};
    const double start = clock_now_ms();
    run_ranks(ranks, 2);
    const double seconds = (clock_now_ms() - start) * 1e-3;
    /* the version and the module (8 bytes each) and 32 bytes: 3 latencies, 48 bytes */
    const bool ok = ranks[0].ok && ranks[1].ok && seconds >= 3 * 0.1 + 48 / 320.0;
    if (!ok) printf("a slow link: %s %s, %.3f s\n", ranks[0].why, ranks[1].why, seconds);
    ok ? t->passed++ : t->failed++;
    tn_rank_threads_free(threads);
}

int test_transports(int argc, char **argv) {
    (void)argc;
    (void)argv;
    Test t = {.state = 21};
    const size_t n_calls = sizeof calls / sizeof *calls, n_places = sizeof places / sizeof *places;
    for (size_t i = 0; i < n_calls; i++) {
        for (size_t k = 0; k < n_places; k++) {
            /* C, whose compiler takes long, of two places */
            one(&t, i, k, "float64", "sum", k == 1 ? 7 : 3);
            one(&t, i, k, dtypes[(i + k) % 8], hows[(i + k) % 5], 1);
        }
    }
    for (size_t d = 0; d < 8; d++) {
        for (size_t h = 0; h < 5; h++) one(&t, d % 2 ? 4 : 0, 2, dtypes[d], hows[h], 1);
    }
    faults(&t);
    other_lists(&t);
    mixed(&t);
    astray(&t);
    slow_link(&t);
    printf("%u passed, %u failed\n", t.passed, t.failed);
    return t.failed != 0;
}
