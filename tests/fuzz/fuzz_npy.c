/* SPDX-License-Identifier: Apache-2.0 */
/* Feeds bytes to the readers of NumPy's files. The first byte chooses: bit 0 .npy or .npz, bit 1
 * what '<V2' means. What is read must write as a file that reads as the same bits and writes as the
 * same bytes. Whatever happens, nothing may stay allocated, and the memory that is asked for must
 * follow from the size of the input. */
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "tensor/npz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Ctx ctx;
static DType raw;

static void wrong(const char *what) {
    fprintf(stderr, "%s\n", what);
    abort();
}

static void check_diags(bool good, Arena *arena) {
    if (good != (diag_errors(&ctx) == 0)) wrong("a tensor and an error, or neither");
    StrBuf text;
    strbuf_init(&text, arena);
    for (size_t i = 0; i < ctx.diags->diags.len; i++) diag_print(&ctx.diags->diags.at[i], &text);
}

static void check_same(const Tensor *a, const Tensor *b) {
    if (!b) wrong("what was written is refused");
    if (a->dtype != b->dtype || a->ndim != b->ndim || a->bytes != b->bytes ||
        (a->ndim && memcmp(a->dims, b->dims, a->ndim * sizeof *a->dims) != 0) ||
        (a->bytes && memcmp(a->data, b->data, a->bytes) != 0)) {
        wrong("what was written is another tensor");
    }
}

static void check_npy(Str bytes, Arena *arena) {
    Tensor *t = npy_read(&ctx, "fuzz.npy", bytes, raw);
    check_diags(t != NULL, arena);
    if (!t) return;
    StrBuf once, twice;
    strbuf_init(&once, arena);
    strbuf_init(&twice, arena);
    npy_write(t, &once);
    Tensor *again = npy_read(&ctx, "fuzz.npy", strbuf_str(&once), raw);
    check_same(t, again);
    npy_write(again, &twice);
    if (!str_eq(strbuf_str(&once), strbuf_str(&twice))) wrong("two files differ");
    tensor_unref(t);
    tensor_unref(again);
}

static void check_npz(Str bytes, Arena *arena) {
    Npz npz, again;
    npz_init(&npz, &ctx);
    npz_init(&again, &ctx);
    bool good = npz_read(&npz, "fuzz.npz", bytes, raw);
    check_diags(good, arena);
    if (good) {
        StrBuf once, twice;
        strbuf_init(&once, arena);
        strbuf_init(&twice, arena);
        if (!npz_write(&ctx, "fuzz.npz", npz.arrays, npz.n, &once))
            wrong("what was read cannot be written");
        if (!npz_read(&again, "fuzz.npz", strbuf_str(&once), raw) || npz.n != again.n)
            wrong("another archive");
        for (size_t i = 0; i < npz.n; i++) {
            check_same(npz.arrays[i].tensor, again.arrays[i].tensor);
            if (strcmp(npz.arrays[i].name, again.arrays[i].name) != 0) wrong("another name");
            if (npz_get(&npz, npz.arrays[i].name) != npz.arrays[i].tensor) wrong("a name is lost");
        }
        npz_write(&ctx, "fuzz.npz", again.arrays, again.n, &twice);
        if (!str_eq(strbuf_str(&once), strbuf_str(&twice))) wrong("two archives differ");
    }
    npz_fini(&again);
    npz_fini(&npz);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    ctx_init(&ctx, allocator_libc(), io_libc());
    ctx.hash_seed = 1; /* what one run finds, every run finds */
    raw = data[0] & 2 ? DTYPE_BFLOAT16 : DTYPE_VOID;
    const Str bytes = {(const char *)data + 1, size - 1};
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        diag_begin(&ctx);
        Arena arena;
        arena_init(&arena, &ctx);
        if (data[0] & 1) {
            check_npz(bytes, &arena);
        } else {
            check_npy(bytes, &arena);
        }
        arena_fini(&arena);
    }
    if (ctx_leave(&ctx, &boundary) != STATUS_OK) wrong("thrown");
    ctx_fini(&ctx);
    if (ctx.bytes != 0) wrong("bytes leaked");
    /* An archive holds each byte at most 1032-fold, and in several copies here. */
    if (ctx.peak_bytes > (8u << 20) + size * 1032 * 8)
        wrong("more memory than the input accounts for");
    return 0;
}
