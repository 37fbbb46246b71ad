/* SPDX-License-Identifier: Apache-2.0 */
/* What compiling a model by LLVM costs: tenon-test native_cost FILE KERNELS BYTES COPIED. It has
 * at most so many distinct kernels, and so many bytes of objects; a second time, all objects come
 * from the cache. Of an ONNX file, constants that do not lie in it, as packed and transformed
 * weights, have at most COPIED bytes. With KERNELS 0 it compiles once and prints what that took.
 * Files whose name ends in .onnx are ONNX, others text. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "drivers.h"
#include "backend/llvm/native.h"
#include "base/diag.h"
#include "ir/text.h"
#include "onnx/onnx.h"
#include "ops/ops.h"

static unsigned passed, failed;

static void check(bool ok, const char *what, size_t found, size_t most) {
    *(ok ? &passed : &failed) += 1;
    if (!ok) printf("FAILED: %s: %zu, not %zu\n", what, found, most);
}

static double cpu_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static bool is_onnx(const char *path) {
    const size_t n = strlen(path);
    return n > 5 && strcmp(path + n - 5, ".onnx") == 0;
}

/* The file's bytes stay to the end. */
static void no_release(TensorOwner *self) { (void)self; }

static IrModule *read_module(Ctx *ctx, OpTable *ops, const char *path, Str text) {
    static TensorOwner owner = {.refs = 1, .release = no_release};
    const OnnxOptions options = {.owner = &owner};
    if (is_onnx(path)) return onnx_read(ctx, ops, path, text, &options);
    return ir_text_parse(ctx, ops, path, text);
}

/* Bytes of constants that are not of the file. */
static size_t copied(const Native *native, Str text) {
    size_t bytes = 0;
    for (size_t i = 0; i < native->n_constants; i++) {
        const Tensor *t = native->constants[i];
        const char *at = t->data;
        if (at < text.ptr || at >= text.ptr + text.len) bytes += t->bytes;
    }
    return bytes;
}

typedef struct {
    size_t kernels, bytes, copied;
} Most;

/* False after reports. */
static bool compile(Ctx *ctx, OpTable *ops, const char *path, Str text, const Most *most,
                    NativeTimes *times) {
    IrModule *m = read_module(ctx, ops, path, text);
    if (!m) return false;
    Native native;
    const double start = cpu_ms();
    const bool ok = native_compile(&native, m, &(NativeOptions){.threads = 2});
    const double cpu = cpu_ms() - start;
    if (ok) {
        struct rusage usage;
        getrusage(RUSAGE_SELF, &usage);
        const NativeTimes *t = &native.times;
        printf(
            "%s: %.0f ms of CPU (passes %.0f, lowering %.0f, code %.0f); %zu kernels, %u of %u units cached, %zu bytes; "
            "peak %ld MB; LLVM: passes %.0f, code %.0f\n",
            path, cpu, t->passes_ms, t->emit_ms, t->jit_ms, t->n_loops, t->jit.cached, t->jit.units,
            t->jit.object_bytes, usage.ru_maxrss / 1024, t->jit.optimize_ms, t->jit.generate_ms);
        *times = *t;
        if (is_onnx(path))
            check(copied(&native, text) <= most->copied, "bytes of copied weights",
                  copied(&native, text), most->copied);
        native_free(&native);
    }
    ir_module_free(m);
    return ok;
}

static void empty(const char *folder) {
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.') unlink(path);
    }
    if (dir) closedir(dir);
    rmdir(folder);
}

static void twice(Ctx *ctx, OpTable *ops, const char *path, Str text, const Most *most) {
    NativeTimes first, second;
    const bool ok = compile(ctx, ops, path, text, most, &first);
    check(ok, "it does not compile", 0, 0);
    for (size_t i = 0; !ok && i < ctx->diags->diags.len; i++)
        printf("%s\n", ctx->diags->diags.at[i].message);
    if (!ok || !most->kernels) return;
    check(first.n_loops <= most->kernels, "distinct kernels", first.n_loops, most->kernels);
    check(first.jit.object_bytes <= most->bytes, "bytes of objects", first.jit.object_bytes,
          most->bytes);
    check(first.jit.cached == 0, "units found in an empty cache", first.jit.cached, 0);
    const bool again = compile(ctx, ops, path, text, most, &second);
    check(again, "it does not compile again", 0, 0);
    if (!again) return;
    check(second.jit.cached == second.jit.units, "units cached", second.jit.cached,
          second.jit.units);
    check(second.jit.object_bytes == first.jit.object_bytes, "bytes from the cache",
          second.jit.object_bytes, first.jit.object_bytes);
}

static void run(Ctx *ctx, OpTable *ops, const char *path, const Most *most) {
    const char *data;
    size_t size;
    diag_begin(ctx);
    if (ctx->io.read(ctx->io.user, path, SIZE_MAX / 2, &data, &size) != 0) {
        check(false, "cannot be read", 0, 0);
        return;
    }
    twice(ctx, ops, path, (Str){data, size}, most);
    ctx->io.release(ctx->io.user, data, size);
}

int test_native_cost(int argc, char **argv) {
    if (argc != 5) return 2;
    char folder[] = "/tmp/tenon-cost-XXXXXX";
    if (!mkdtemp(folder)) return 2;
    setenv("TENON_CACHE", folder, 1); /* empty at first, whoever runs this */
    Ctx ctx;
    ctx_init(&ctx, allocator_libc(), io_libc());
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        Arena table;
        OpTable ops;
        arena_init(&table, &ctx);
        ops_table_init(&ops, &table);
        const Most most = {strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10),
                           strtoul(argv[4], NULL, 10)};
        run(&ctx, &ops, argv[1], &most);
        arena_fini(&table);
    }
    const Status status = ctx_leave(&ctx, &boundary);
    ctx_fini(&ctx);
    check(status == STATUS_OK, "it ended with a status", (size_t)status, 0);
    empty(folder);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
