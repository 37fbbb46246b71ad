/* SPDX-License-Identifier: Apache-2.0 */
/* What a whole life leaves behind, for each backend: tenon-test leaks [--lives N] [--cpu NAME]
 * [WORD]
 *
 * A life makes a context, reads a module, compiles and runs it, and frees all of it; or fails
 * on the way. Every request of memory in the process is counted here, that of libraries and of
 * machine code with it: after 10 lives (tables that are filled once, threads that are made
 * once) and after N, 50, the same bytes have to be out. Mappings count as well, and open files.
 * LeakSanitizer cannot be used where machine code is made: it cannot tell either what a table
 * that grows for ever still holds. WORD: only the lives whose name has it. */
#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tenon/tenon.h>

#include "drivers.h"
#include "heap_count.h"

enum { FIRST = 10, LIVES = 50, SOME = 4, ROUNDS = 3 };

/* --- What is out --- */

typedef struct {
    long long bytes, blocks, pages, files;
} Out;

static long long open_files(void) {
    long long n = 0;
    DIR *dir = opendir("/proc/self/fd");
    while (dir && readdir(dir)) n++;
    if (dir) closedir(dir);
    return n;
}

static Out what_is_out(void) {
    const long long files = open_files();
    fflush(stdout);
    const HeapCount h = heap_count();
    return (Out){h.bytes, h.blocks, h.pages, files};
}

/* --- What runs --- */

static const char loops[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 8), \"float32\"), y: R.Tensor((8, 4), \"float32\")):\n"
    "    with R.dataflow():\n"
    "        z = R.nn.softmax(R.matmul(x, y))\n"
    "        s = R.sum(R.exp(R.negative(z)), axis=[0], keepdims=True)\n"
    "        R.output(z, s)\n"
    "    return (z, s)\n";
/* What oneDNN is asked for: it pays here, and has a tail. */
static const char library[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 64, 8, 8), \"float32\"), w: R.Tensor((64, 64, 3, 3), "
    "\"float32\"),\n"
    "         b: R.Tensor((1, 64, 1, 1), \"float32\"), v: R.Tensor((64, 128), \"float32\")):\n"
    "    with R.dataflow():\n"
    "        y = R.nn.relu(R.add(R.nn.conv2d(x, w, padding=1), b))\n"
    "        z = R.matmul(R.reshape(R.permute_dims(y, [0, 2, 3, 1]), (-1, 64)), v)\n"
    "        R.output(z)\n"
    "    return z\n";
/* Outputs whose extents depend on data, a loop over tensors, an index that may be out of range. */
static const char data[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 8), \"float32\"), i: R.Tensor((3,), \"int64\")):\n"
    "    u = R.nonzero(x)\n"
    "    t = R.take(x, i, axis=0, mode=\"fast\")\n"
    "    return (u, t)\n";
static const char broken[] =
    "@R.function\n"
    "def main(x: R.Tensor((3, 8), \"float32\"), y: R.Tensor((7, 4), \"float32\")):\n"
    "    z = R.matmul(x, y)\n"
    "    return z\n";

static const char *folder, *cpu;
static char cache[200];

typedef struct {
    TnContext *ctx;
    TnModule *m;
} Life;

static bool begin(Life *life, const char *text) {
    *life = (Life){.ctx = NULL};
    return tn_context_new(NULL, &life->ctx) == TN_OK &&
           tn_module_parse(life->ctx, NULL, text, strlen(text), &life->m) == TN_OK;
}

static bool end(Life *life, bool ok) {
    for (size_t i = 0; !ok && life->ctx && i < tn_diag_count(life->ctx); i++) {
        TnDiag d;
        if (tn_diag_get(life->ctx, i, &d) == TN_OK) printf("%s", d.text);
    }
    tn_module_free(life->m);
    tn_context_free(life->ctx);
    return ok;
}

static bool runs(const char *text, TnRunOptions options) {
    Life life;
    const TnDim n = {"n", 3}, other = {"n", 5};
    TnRun *run = NULL;
    options.dims = &n;
    options.n_dims = 1;
    options.keep = 1;
    options.cpu = cpu;
    bool ok = begin(&life, text) && tn_run(life.m, &options, &run) == TN_OK &&
              tn_run_again(run, NULL) == TN_OK;
    if (ok)
        ok = tn_run_with(run, &(TnRunOptions){TN_SIZED(TnRunOptions), .dims = &other, .n_dims = 1},
                         NULL) == TN_OK;
    if (run) tn_run_free(run);
    return end(&life, ok);
}

static bool live_eval(void) {
    return runs(loops, (TnRunOptions){TN_SIZED(TnRunOptions), .backend = TN_BACKEND_EVAL});
}
static bool live_c(void) {
    return runs(loops, (TnRunOptions){TN_SIZED(TnRunOptions), .backend = TN_BACKEND_C});
}
static bool live_llvm(void) {
    return runs(loops, (TnRunOptions){TN_SIZED(TnRunOptions), .backend = TN_BACKEND_LLVM,
                                      .deterministic = 1, .profile = 1, .threads = 2});
}
static bool live_onednn(void) {
    return runs(library,
                (TnRunOptions){TN_SIZED(TnRunOptions), .backend = TN_BACKEND_LLVM, .threads = 2});
}

static bool live_cache(void) {
    setenv("TENON_CACHE", cache, 1);
    const bool ok = runs(loops, (TnRunOptions){TN_SIZED(TnRunOptions), .backend = TN_BACKEND_LLVM});
    setenv("TENON_CACHE", "", 1);
    return ok;
}

/* Prepared for these inputs, run `times`; false also where a run fails. */
static bool prepare_and_run(TnExecutable *x, const TnBuffer *in, int times) {
    TnPrepared *p = NULL;
    TnBuffer out[4] = {0};
    const size_t n = tn_executable_output_count(x);
    bool ok = n <= 4 && tn_executable_prepare(x, in, &p, NULL) == TN_OK &&
              tn_prepared_outputs(p, 1, out) == TN_OK;
    for (int k = 0; ok && k < times; k++) {
        ok = tn_prepared_run(p, in, out) == TN_OK;
        for (size_t i = 0; ok && i < n; i++) {
            TnExecutableValue value;
            if (tn_executable_output(x, i, &value) == TN_OK && value.is_dynamic)
                tn_output_free(out[i].data);
        }
    }
    tn_prepared_free(p);
    return ok;
}

static float x[5 * 64 * 8 * 8], w[64 * 64 * 3 * 3], bias[64], v[64 * 128];

static bool live_executable(void) {
    Life life;
    TnExecutable *executable = NULL;
    bool ok = begin(&life, library) &&
              tn_module_compile_native(life.m,
                                       &(TnNativeOptions){TN_SIZED(TnNativeOptions), .cpu = cpu,
                                                          .threads = 2, .idle = 1},
                                       &executable) == TN_OK;
    for (int64_t n = 1; ok && n <= 5; n += 2) {
        const TnBuffer in[] = {
            {x, {n, 64, 8, 8}}, {w, {64, 64, 3, 3}}, {bias, {1, 64, 1, 1}}, {v, {64, 128}}};
        ok = prepare_and_run(executable, in, 2);
    }
    const TnBuffer wrong[] = {
        {x, {1, 63, 8, 8}}, {w, {64, 64, 3, 3}}, {bias, {1, 64, 1, 1}}, {v, {64, 128}}};
    ok = ok && !prepare_and_run(executable, wrong, 1);
    if (executable) tn_executable_free(executable);
    return end(&life, ok);
}

/* Its second run fails when the first output has been allocated. */
static bool live_dynamic(void) {
    Life life;
    int64_t good[] = {0, 2, 1}, bad[] = {0, 200, 1};
    TnExecutable *executable = NULL;
    const TnBuffer in[] = {{x, {3, 8}}, {good, {3}}}, out_of_range[] = {{x, {3, 8}}, {bad, {3}}};
    bool ok =
        begin(&life, data) &&
        tn_module_compile_native(life.m, &(TnNativeOptions){TN_SIZED(TnNativeOptions), .cpu = cpu},
                                 &executable) == TN_OK;
    ok = ok && prepare_and_run(executable, in, 2) &&
         !prepare_and_run(executable, out_of_range, 1) && prepare_and_run(executable, in, 1);
    if (executable) tn_executable_free(executable);
    return end(&life, ok);
}

/* What is wrong is found while it is read, while it is run, or while it is compiled. */
static bool live_failing(void) {
    Life life;
    bool ok = !begin(&life, broken);
    end(&life, true);
    ok = !begin(&life, "def main(:") && ok;
    end(&life, true);
    const int64_t index[] = {0, 200, 1}, three = 3;
    const TnInput input = {.name = "i", .dtype = "int64", .ndim = 1, .dims = &three, .data = index};
    static const TnBackend backends[] = {TN_BACKEND_EVAL, TN_BACKEND_LLVM, TN_BACKEND_C};
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
        TnRun *run = NULL;
        const TnRunOptions options = {TN_SIZED(TnRunOptions), .backend = backends[i], .cpu = cpu,
                                      .inputs = &input, .n_inputs = 1};
        ok = begin(&life, data) && tn_run(life.m, &options, &run) == TN_E_INVALID && !run && ok;
        end(&life, true);
    }
    return ok;
}

/* Requests until those of the context's allocator are refused: at first none is, then in each
 * life an earlier one. */
static size_t left;

static void *resize(void *user, void *ptr, size_t old_size, size_t new_size) {
    (void)user;
    if (new_size > old_size && left-- <= 1) return left = 1, NULL;
    if (new_size) return realloc(ptr, new_size);
    free(ptr);
    return NULL;
}

static bool live_without_memory(void) {
    static const TnAllocator hook = {.resize = resize};
    static size_t life;
    TnContext *ctx;
    TnModule *m = NULL;
    TnExecutable *executable = NULL;
    left = SIZE_MAX;
    if (tn_context_new(&(TnOptions){TN_SIZED(TnOptions), .allocator = &hook}, &ctx) != TN_OK)
        return false;
    bool ok = tn_module_parse(ctx, NULL, loops, strlen(loops), &m) == TN_OK;
    left = 1 + 7 * (40 - life++ % 41);
    if (ok && tn_module_compile_native(m, &(TnNativeOptions){TN_SIZED(TnNativeOptions), .cpu = cpu},
                                       &executable) == TN_OK)
        tn_executable_free(executable);
    left = SIZE_MAX;
    tn_module_free(m);
    tn_context_free(ctx);
    return ok;
}

/* Read, changed, written as ONNX with its data beside it, read again; written as C. */
static bool live_files(void) {
    Life life;
    char path[300];
    TnText source = {0}, header = {0}, text = {0};
    TnModule *again = NULL;
    snprintf(path, sizeof path, "%s/written.onnx", folder);
    life = (Life){.ctx = NULL};
    bool ok = tn_context_new(NULL, &life.ctx) == TN_OK &&
              tn_module_read(life.ctx, "tests/onnx/loops.onnx", &life.m) == TN_OK;
    tn_module_free(life.m);
    life.m = NULL;
    ok = ok && tn_module_read(life.ctx, "tests/onnx/mlp.onnx", &life.m) == TN_OK;
    for (size_t i = 0; ok; i++) {
        const char *pass = tn_pass_of_level(2, i);
        if (!pass) break;
        ok = tn_module_run_pass(life.m, pass) == TN_OK;
    }
    ok = ok &&
         tn_module_write_onnx(
             life.m, path,
             &(TnOnnxWriteOptions){TN_SIZED(TnOnnxWriteOptions), .external_data = 1}) == TN_OK &&
         tn_module_read(life.ctx, path, &again) == TN_OK &&
         tn_module_print(again, &text) == TN_OK &&
         tn_module_compile_c(again, NULL, &source, &header, NULL) == TN_OK;
    tn_text_free(&source);
    tn_text_free(&header);
    tn_text_free(&text);
    tn_module_free(again);
    unlink(path);
    strncat(path, ".data", sizeof path - strlen(path) - 1);
    unlink(path);
    return end(&life, ok);
}

/* One module that is asked for the same again and again: none of this may leave anything in it. */
static Life kept, model;

static bool writes_onnx(TnModule *m) {
    char path[300];
    snprintf(path, sizeof path, "%s/same.onnx", folder);
    return tn_module_write_onnx(m, path, NULL) == TN_OK && unlink(path) == 0;
}

/* One that was read from a file, whose nodes are written as they were. */
static bool live_same_model(void) {
    TnExecutable *executable = NULL;
    double operations = 0;
    bool ok = model.m || (tn_context_new(NULL, &model.ctx) == TN_OK &&
                          tn_module_read(model.ctx, "tests/onnx/mlp.onnx", &model.m) == TN_OK);
    ok =
        ok &&
        tn_module_compile_native(model.m, &(TnNativeOptions){TN_SIZED(TnNativeOptions), .cpu = cpu},
                                 &executable) == TN_OK &&
        tn_module_float_operations(model.m, NULL, &operations) == TN_OK && operations > 0 &&
        writes_onnx(model.m);
    tn_executable_free(executable);
    return ok;
}

static bool live_same_module(void) {
    TnText source = {.ptr = NULL}, header = {.ptr = NULL}, explained = {.ptr = NULL};
    TnExecutable *executable = NULL;
    TnGradcheck found;
    TnDim n = {"n", 3};
    double operations = 0;
    bool ok = kept.m || begin(&kept, loops);
    ok = ok &&
         tn_module_compile_native(kept.m, &(TnNativeOptions){TN_SIZED(TnNativeOptions), .cpu = cpu},
                                  &executable) == TN_OK &&
         tn_module_compile_c(kept.m, NULL, &source, &header, NULL) == TN_OK &&
         tn_module_float_operations(kept.m, NULL, &operations) == TN_OK && operations > 0 &&
         tn_module_legalization(kept.m, "loops", &explained) == TN_OK && writes_onnx(kept.m) &&
         tn_module_gradcheck(kept.m,
                             &(TnGradcheckOptions){TN_SIZED(TnGradcheckOptions), .dims = &n,
                                                   .n_dims = 1, .directions = 1},
                             &found) == TN_OK;
    tn_executable_free(executable);
    tn_text_free(&source);
    tn_text_free(&header);
    tn_text_free(&explained);
    return ok;
}

static const struct {
    const char *name;
    bool (*live)(void);
    bool is_native;
} lives[] = {
    {"files", live_files, false},
    {"eval", live_eval, false},
    {"c", live_c, false},
    {"llvm", live_llvm, true},
    {"llvm from the cache", live_cache, true},
    {"llvm with onednn", live_onednn, true},
    {"an executable", live_executable, true},
    {"dynamic outputs", live_dynamic, true},
    {"failing", live_failing, true},
    {"without memory", live_without_memory, true},
    {"the same module", live_same_module, true},
    {"the same model", live_same_model, true},
};

/* --- The test --- */

static long long least(long long a, long long b) { return a < b ? a : b; }
static long long most(long long a, long long b) { return a > b ? a : b; }

/* What is out after each of the last lives is compared with what was after any of the first, but
 * for the beginning: which thread did what, and so what it keeps, is not the same in each. */
typedef enum { FAILS, GROWS, HOLDS } Outcome;

static Outcome live_often(bool (*live)(void), const char *name, int n) {
    Out first = {0}, last = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
    for (int i = 1; i <= n; i++) {
        if (!live()) {
            printf("FAILED %s: life %d is not as it should be\n", name, i);
            return FAILS;
        }
        const Out out = what_is_out();
        if (i > FIRST - SOME && i <= FIRST)
            first = (Out){most(first.bytes, out.bytes), most(first.blocks, out.blocks),
                          most(first.pages, out.pages), most(first.files, out.files)};
        if (i > n - SOME)
            last = (Out){least(last.bytes, out.bytes), least(last.blocks, out.blocks),
                         least(last.pages, out.pages), least(last.files, out.files)};
    }
    const Out more = {last.bytes - first.bytes, last.blocks - first.blocks,
                      last.pages - first.pages, last.files - first.files};
    printf("%-20s %d lives: %lld bytes in %lld blocks, %lld pages, %lld files; after %d: %+lld, "
           "%+lld, %+lld, %+lld\n",
           name, FIRST, first.bytes, first.blocks, first.pages, first.files, n, more.bytes,
           more.blocks, more.pages, more.files);
    const bool grows = more.bytes > 0 || more.blocks > 0 || more.pages > 0 || more.files > 0;
    return n > FIRST && grows ? GROWS : HOLDS;
}

/* What a thread keeps for itself comes once, after the first lives now and then; what is lost in a
 * life is lost in later ones too. */
static bool holds(bool (*live)(void), const char *name, int n) {
    Outcome outcome = GROWS;
    for (int i = 0; i < ROUNDS && outcome == GROWS; i++) outcome = live_often(live, name, n);
    if (outcome == GROWS) printf("FAILED %s: something stays\n", name);
    return outcome == HOLDS;
}

static void remove_folder(void) {
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) printf("%s stays\n", folder);
}

int test_leaks(int argc, char **argv) {
    static char made[] = "/tmp/tenon-leaks-XXXXXX";
    const char *word = "";
    int n = LIVES;
    unsigned passed = 0, failed = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--lives") == 0 && i + 1 < argc)
            n = atoi(argv[++i]);
        else if (strcmp(argv[i], "--cpu") == 0 && i + 1 < argc)
            cpu = argv[++i];
        else
            word = argv[i];
    }
    heap_count_start();
    folder = mkdtemp(made);
    if (!folder || n < 1) abort();
    snprintf(cache, sizeof cache, "%s/cache", folder);
    setenv("TENON_CACHE", "", 1);
    for (size_t i = 0; i < sizeof lives / sizeof *lives; i++) {
        if (!strstr(lives[i].name, word) ||
            (lives[i].is_native && !tn_has_backend(TN_BACKEND_LLVM)))
            continue;
        if (holds(lives[i].live, lives[i].name, n))
            passed++;
        else
            failed++;
        fflush(stdout);
    }
    end(&kept, true);
    end(&model, true);
    remove_folder();
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
