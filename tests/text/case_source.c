/* SPDX-License-Identifier: Apache-2.0 */
#include "case_source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "host/host.h"
#include "ir/text.h"
#include "ops/sample.h"
#include "random_module.h"

bool cases_of_file(Ctx *ctx, const char *path, CaseFn *fn, void *user) {
    const char *data;
    size_t size;
    if (ctx->io.read(ctx->io.user, path, SIZE_MAX / 2, &data, &size) != 0) {
        printf("%s: FAILED: cannot be read\n", path);
        return false;
    }
    Cases cases;
    Case at;
    cases_init(&cases, (Str){data, size});
    while (cases_next(&cases, &at)) fn(user, path, at);
    ctx->io.release(ctx->io.user, data, size);
    return true;
}

static void sampled_module(Ctx *ctx, const OpTable *ops, FILE *f, uint64_t seed) {
    Arena arena;
    StrBuf text;
    arena_init(&arena, ctx);
    diag_begin(ctx);
    strbuf_init(&text, &arena);
    IrModule *m = ir_module_new(ctx, ops);
    const SampleOptions options = {.symbolic = seed % 2,
                                   .no_zero = seed % 3 == 0,
                                   .no_loops = seed % 4 != 0,
                                   .reuse = 70,
                                   .consts = (uint32_t)(seed % 5) * 20};
    if (sample_graph(m, "main", seed, 1 + (uint32_t)(seed % 60), options)) ir_text_print(m, &text);
    fwrite(text.text.at, 1, text.text.len, f);
    ir_module_free(m);
    arena_fini(&arena);
}

void cases_of_seeds(Ctx *ctx, const OpTable *ops, CaseSeeds seeds, CaseFn *fn, void *user) {
    for (unsigned seed = seeds.first; seed < seeds.first + seeds.count; seed++) {
        char *text = NULL;
        size_t len = 0;
        FILE *f = open_memstream(&text, &len);
        if (!f) return;
        if (seeds.sampled)
            sampled_module(ctx, ops, f, seed);
        else
            random_module(f, seed);
        fclose(f);
        fn(user, "seed", (Case){.title = {"", 0}, .input = {text, len}, .line = seed});
        free(text);
    }
}

bool case_lacks_ranks(const char *input, size_t n, const char *what) {
    static const char collective[] = "R.ccl.";
    return what && memmem(input, n, collective, sizeof collective - 1) &&
           (strstr(what, HIR_RANKS_FAILED) ||
            strstr(what, "the parts of a collective do not fit together"));
}
