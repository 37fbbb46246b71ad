/* SPDX-License-Identifier: Apache-2.0 */
/* The weights that come out: in the ONNX file that they were read from, all else of it as it was;
 * as .npz; as .safetensors. */
#include "base/files.h"
#include "ir/copy.h"
#include "passes/bind_params.h"
#include "passes/blocks.h"
#include "tensor/safetensors.h"
#include "train/parts.h"

static Status write_pieces(Ctx *ctx, const char *path, const Str *pieces, size_t n) {
    const int err = files_write(ctx, path, pieces, n);
    return err ? files_report(ctx, path, err) : STATUS_OK;
}

static bool write_onnx(const TrainRun *self, Arena *arena, const char *path) {
    OnnxNewWeight *list = ARENA_ARRAY(arena, OnnxNewWeight, self->weights.len + 1);
    OnnxBytes out;
    for (size_t i = 0; i < self->weights.len; i++)
        list[i] = (OnnxNewWeight){self->weights.at[i].name, train_result(self, i)};
    diag_source(self->ctx, self->model->path, (Str){.len = 0});
    const OnnxNewWeights all = {list, self->weights.len, self->recipe_text};
    return onnx_with_weights(arena, self->model->onnx, &all, &out) &&
           write_pieces(self->ctx, path, out.pieces.at, out.pieces.len) == STATUS_OK;
}

static bool write_arrays(const TrainRun *self, Arena *arena, const char *path, bool is_npz) {
    NpzArray *list = ARENA_ARRAY(arena, NpzArray, self->weights.len + 1);
    for (size_t i = 0; i < self->weights.len; i++)
        list[i] = (NpzArray){self->weights.at[i].name, train_result(self, i)};
    return (is_npz ? npz_write_file : safetensors_write_file)(self->ctx, path, list,
                                                              self->weights.len) == STATUS_OK;
}

static bool ends_with(const char *path, const char *end) {
    const size_t n = strlen(path), k = strlen(end);
    return n > k && strcmp(path + n - k, end) == 0;
}

bool train_writes(const TrainRun *self, const char *path) {
    return ends_with(path, ".npz") || ends_with(path, ".safetensors") ||
           (ends_with(path, ".onnx") && self->model->onnx.len);
}

bool train_write(const TrainRun *self, const char *path) {
    Arena arena;
    arena_init(&arena, self->ctx);
    const bool is_npz = ends_with(path, ".npz");
    const bool ok = is_npz || ends_with(path, ".safetensors")
                        ? write_arrays(self, &arena, path, is_npz)
                        : write_onnx(self, &arena, path);
    arena_fini(&arena);
    return ok;
}

IrModule *train_bound(const TrainRun *self) {
    IrModule *m = ir_module_copy(self->model->m);
    Arena arena;
    arena_init(&arena, self->ctx);
    IrFunction *fn = blocks_public_function(m, self->model->function);
    BindParam *list = ARENA_ARRAY(&arena, BindParam, self->weights.len + 1);
    for (size_t i = 0; fn && i < self->weights.len; i++)
        list[i] = (BindParam){.index = self->n_inputs + i,
                              .tensor = train_result(self, i),
                              .constant = self->weights.at[i].name};
    const bool ok = fn && pass_bind_params(m, fn, list, self->weights.len);
    arena_fini(&arena);
    fn = ok ? blocks_public_function(m, self->model->function) : NULL; /* a new version */
    if (fn && self->recipe_text) ir_function_set_string(fn, ONNX_RECIPE, self->recipe_text);
    if (ok) return m;
    ir_module_free(m);
    return NULL;
}
