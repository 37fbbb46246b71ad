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

/* Of the model's own weights, with their adapters; the guards hold references. */
typedef struct {
    TensorGuard *at;
    size_t n;
} Results;

static Results results_of(const TrainRun *self, Arena *arena) {
    Results r = {ARENA_ARRAY(arena, TensorGuard, self->weights.len + 1), 0};
    while (r.n < self->weights.len && !self->model->weights[r.n].adapts) {
        tensor_guard(&r.at[r.n], train_merged(self, r.n));
        r.n++;
    }
    return r;
}

static void results_end(Results *self) {
    for (size_t i = self->n; i-- > 0;) {
        tensor_unguard(&self->at[i]);
        tensor_unref(self->at[i].tensor);
    }
}

static bool write_onnx(const TrainRun *self, Arena *arena, const char *path) {
    Results results = results_of(self, arena);
    OnnxNewWeight *list = ARENA_ARRAY(arena, OnnxNewWeight, results.n + 1);
    OnnxBytes out;
    for (size_t i = 0; i < results.n; i++)
        list[i] = (OnnxNewWeight){self->weights.at[i].name, results.at[i].tensor};
    diag_source(self->ctx, self->model->path, (Str){.len = 0});
    const OnnxNewWeights all = {list, results.n, self->recipe_text};
    const bool ok = onnx_with_weights(arena, self->model->onnx, &all, &out) &&
                    write_pieces(self->ctx, path, out.pieces.at, out.pieces.len) == STATUS_OK;
    results_end(&results);
    return ok;
}

static bool is_trained(const TrainRun *self, size_t weight) {
    for (size_t i = 0; i < self->n_trained; i++) {
        if (self->trained[i] == weight) return true;
    }
    return false;
}

/* All weights; of a model with adapters what is trained alone: these, as a rule. */
static bool write_arrays(const TrainRun *self, Arena *arena, const char *path, bool is_npz) {
    NpzArray *list = ARENA_ARRAY(arena, NpzArray, self->weights.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < self->weights.len; i++) {
        if (!self->model->base || is_trained(self, i))
            list[n++] = (NpzArray){self->weights.at[i].name, train_result(self, i)};
    }
    return (is_npz ? npz_write_file : safetensors_write_file)(self->ctx, path, list, n) ==
           STATUS_OK;
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
    IrModule *m = ir_module_copy(self->model->base ? self->model->base : self->model->m);
    Arena arena;
    arena_init(&arena, self->ctx);
    IrFunction *fn = blocks_public_function(m, self->model->function);
    Results results = results_of(self, &arena);
    BindParam *list = ARENA_ARRAY(&arena, BindParam, results.n + 1);
    for (size_t i = 0; fn && i < results.n; i++)
        list[i] = (BindParam){.index = self->n_inputs + i,
                              .tensor = results.at[i].tensor,
                              .constant = self->weights.at[i].name};
    const bool ok = fn && pass_bind_params(m, fn, list, results.n);
    results_end(&results);
    arena_fini(&arena);
    fn = ok ? blocks_public_function(m, self->model->function) : NULL; /* a new version */
    if (fn && self->recipe_text) ir_function_set_string(fn, ONNX_RECIPE, self->recipe_text);
    if (ok) return m;
    ir_module_free(m);
    return NULL;
}
