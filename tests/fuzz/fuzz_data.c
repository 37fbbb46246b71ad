/* SPDX-License-Identifier: Apache-2.0 */
/* Feeds bytes to the readers of what is trained on. The first byte chooses: 'c' a table of commas,
 * 't' one of tabs, 'r' a recipe, 's' safetensors, 'g' and 'p' a picture of 1 or 3 channels. A
 * recipe may stand before a table, with a byte of 1 behind it, and is followed then; one that is
 * made prints as a text that reads as the same. What a table gives is read row by row. Whatever
 * happens, there is a result or an error, nothing may stay allocated, and the memory that is asked
 * for must follow from the size of the input. */
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "tensor/safetensors.h"
#include "train/pictures.h"
#include "train/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static Ctx ctx;
static Str file;

static void wrong(const char *what) {
    fprintf(stderr, "%s\n", what);
    abort();
}

static int read_file(void *user, const char *path, size_t limit, const char **data, size_t *size) {
    (void)user;
    (void)path;
    if (file.len > limit) return 27; /* EFBIG */
    *data = file.ptr;
    *size = file.len;
    return 0;
}

static void release_file(void *user, const char *data, size_t size) {
    (void)user;
    (void)data;
    (void)size;
}

static void check_diags(bool good, Arena *arena) {
    if (good != (diag_errors(&ctx) == 0)) wrong("a result and an error, or neither");
    StrBuf text;
    strbuf_init(&text, arena);
    for (size_t i = 0; i < ctx.diags->diags.len; i++) diag_print(&ctx.diags->diags.at[i], &text);
}

static void check_recipe(Arena *arena, const TrainRecipe *recipe) {
    TrainRecipe again;
    StrBuf once, twice;
    strbuf_init(&once, arena);
    strbuf_init(&twice, arena);
    train_recipe_print(recipe, &once);
    if (!train_recipe_parse(arena, strbuf_cstr(&once), &again)) wrong("a recipe that is refused");
    train_recipe_print(&again, &twice);
    if (!str_eq(strbuf_str(&once), strbuf_str(&twice))) wrong("another recipe");
}

/* Each row alone. */
static void read_rows(TrainSource *source, Arena *arena) {
    void **out = ARENA_ARRAY(arena, void *, source->n_columns + 1);
    for (size_t i = 0; i < source->n_columns; i++)
        out[i] = arena_alloc(arena, source->columns[i].bytes + 1);
    for (int64_t row = 0; row < source->rows; row++) {
        if (source->read(source, source->ctx, &row, 1, out) != STATUS_OK)
            wrong("a row that cannot be read");
    }
}

static void check_table(Arena *arena, char separator) {
    const char *mark = memchr(file.ptr, 1, file.len);
    const TrainWant inputs[] = {{.name = "x", .width = -1},
                                {.name = "n", .width = 1, .is_int = true}};
    TrainWants wants = {.inputs = inputs, .n = 1, .has_target = true};
    TrainRecipe given, made = {.loss = ""};
    if (mark) {
        const Str text = {file.ptr, (size_t)(mark - file.ptr)};
        wants.recipe = &given;
        file = (Str){mark + 1, file.len - text.len - 1};
        if (!train_recipe_parse(arena, arena_strdup(arena, text), &given)) return;
        check_recipe(arena, &given);
    } else {
        wants.n = 1 + (file.len & 1);
        wants.target = "k";
    }
    TrainSource *table = train_read_table(arena, "fuzz.csv", separator);
    check_diags(table != NULL, arena);
    TrainSource *view = table ? train_table_view(arena, table, &wants, &made) : NULL;
    check_diags(view != NULL, arena);
    if (view && !mark) check_recipe(arena, &made);
    if (view) read_rows(view, arena);
}

static void check_safetensors(void) {
    Npz npz;
    npz_init(&npz, &ctx);
    const Status status = safetensors_read_file(&npz, "fuzz.safetensors");
    if ((status == STATUS_OK) != (diag_errors(&ctx) == 0)) wrong("arrays and an error, or neither");
    for (size_t i = 0; i < npz.n; i++) {
        if (npz_get(&npz, npz.arrays[i].name) != npz.arrays[i].tensor) wrong("a name is lost");
    }
    npz_fini(&npz);
}

static void check_picture(Arena *arena, uint32_t channels) {
    enum { SIDE = 5 };
    const double shift[3] = {0}, scale[3] = {255, 255, 255};
    const PictureFit fit = {
        .width = SIDE, .height = SIDE, .crops = file.len & 1, .shift = shift, .scale = scale};
    float out[3 * SIDE * SIDE];
    Picture p;
    const bool ok = picture_decode(arena, "fuzz.png", file, channels, &p);
    check_diags(ok, arena);
    if (ok) picture_fit(arena, &p, &fit, out);
    for (size_t i = 0; ok && i < channels * SIDE * SIDE; i++) {
        if (!(out[i] > -0.01F && out[i] < 1.01F)) wrong("a pixel out of range");
    }
}

static void check(Arena *arena, char kind) {
    TrainRecipe recipe;
    switch (kind) {
    case 'c': check_table(arena, ','); break;
    case 't': check_table(arena, '\t'); break;
    case 'r': {
        const bool ok = train_recipe_parse(arena, arena_strdup(arena, file), &recipe);
        check_diags(ok, arena);
        if (ok) check_recipe(arena, &recipe);
        break;
    }
    case 's': check_safetensors(); break;
    case 'g': check_picture(arena, 1); break;
    case 'p': check_picture(arena, 3); break;
    default: break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) return 0;
    ctx_init(&ctx, allocator_libc(), (Io){.read = read_file, .release = release_file});
    ctx.hash_seed = 1; /* what one run finds, every run finds */
    ctx.limits.memory_bytes = 64u << 20;
    file = (Str){(const char *)data + 1, size - 1};
    Boundary boundary;
    CTX_ENTER(&ctx, &boundary) {
        diag_begin(&ctx);
        Arena arena;
        arena_init(&arena, &ctx);
        check(&arena, (char)data[0]);
        arena_fini(&arena);
    }
    const Status status = ctx_leave(&ctx, &boundary);
    if (status != STATUS_OK && status != STATUS_LIMIT) wrong("thrown");
    diag_list_free(&ctx);
    ctx_fini(&ctx);
    if (ctx.bytes != 0) wrong("bytes leaked");
    const bool is_picture = data[0] == 'g' || data[0] == 'p'; /* pixels are bounded by themselves */
    if (!is_picture && ctx.peak_bytes > (8u << 20) + size * 1024)
        wrong("more memory than the input accounts for");
    return 0;
}
