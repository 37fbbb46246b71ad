/* SPDX-License-Identifier: Apache-2.0 */
/* NULL for each pointer of tenon/train.h. */
#include <string.h>
#include <unistd.h>

#include "hostile/null_headers.h"

static TnStatus zeros(void *user, const int64_t *rows, size_t n, void *const *columns) {
    (void)user;
    (void)rows;
    for (int c = 0; c < 2; c++) {
        if (columns[c]) memset(columns[c], 0, n * sizeof(float));
    }
    return TN_OK;
}

static const char line[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"n\", 1), \"float32\"), w: R.Tensor((1, 1), \"float32\")):\n"
    "    R.func_attr({\"num_input\": 1})\n"
    "    y = R.matmul(x, w)\n"
    "    return y\n";

static void data_rows(TnContext *ctx, const TnDataSource *source, TnData *data) {
    TnData *out;
    TnDataColumn column;
    REFUSED(tn_data_new(NULL, source, &out));
    REFUSED(tn_data_new(ctx, NULL, &out));
    REFUSED(tn_data_new(ctx, source, NULL));
    REFUSED(tn_data_read(NULL, "x.npz", &out));
    REFUSED(tn_data_read(ctx, NULL, &out));
    REFUSED(tn_data_read(ctx, "x.npz", NULL));
    RETURNS(tn_data_free(NULL));
    HARMLESS(tn_data_rows(NULL));
    REFUSED(tn_data_column(NULL, 0, &column));
    REFUSED(tn_data_column(data, 0, NULL));
}

static void trainer_rows(TnTrainer *t) {
    TnTrainPlan plan;
    TnTrainMemory memory;
    TnTrainEvent event;
    double loss, metric;
    RETURNS(tn_trainer_free(NULL));
    REFUSED(tn_trainer_plan(NULL, &plan));
    REFUSED(tn_trainer_plan(t, NULL));
    REFUSED(tn_trainer_memory(NULL, &memory));
    REFUSED(tn_trainer_memory(t, NULL));
    HARMLESS(tn_trainer_waited(NULL));
    REFUSED(tn_trainer_step(NULL, &event));
    REFUSED(tn_trainer_step(t, NULL));
    REFUSED(tn_trainer_position(NULL, &event));
    REFUSED(tn_trainer_position(t, NULL));
    REFUSED(tn_trainer_evaluate(NULL, &loss, &metric));
    REFUSED(tn_trainer_evaluate(t, NULL, &metric));
    REFUSED(tn_trainer_evaluate(t, &loss, NULL));
    REFUSED(tn_trainer_best(NULL, &metric));
    REFUSED(tn_trainer_best(t, NULL));
    HARMLESS(tn_trainer_metric(NULL));
    HARMLESS(tn_trainer_remark(NULL));
    REFUSED(tn_trainer_save(NULL, "x"));
    REFUSED(tn_trainer_save(t, NULL));
    REFUSED(tn_trainer_load(NULL, "x"));
    REFUSED(tn_trainer_load(t, NULL));
    REFUSED(tn_trainer_write(NULL, "x.npz"));
    REFUSED(tn_trainer_write(t, NULL));
}

static TnStatus no_array(void *user, const TnTensorInfo *array) {
    (void)user;
    (void)array;
    return TN_OK;
}

static void array_rows(TnContext *ctx) {
    const TnTensorInfo nameless = {.dtype = "float32"}, typeless = {.name = "x"};
    const TnTensorInfo without = {.name = "x", .dtype = "float32"};
    REFUSED(tn_arrays_read(NULL, "x.npz", no_array, NULL));
    REFUSED(tn_arrays_read(ctx, NULL, no_array, NULL));
    REFUSED(tn_arrays_read(ctx, "x.npz", NULL, NULL));
    REFUSED(tn_arrays_write(NULL, "x.npz", &without, 1));
    REFUSED(tn_arrays_write(ctx, NULL, &without, 1));
    REFUSED(tn_arrays_write(ctx, "x.npz", NULL, 1));
    REFUSED(tn_arrays_write(ctx, "x.npz", &nameless, 1));
    REFUSED(tn_arrays_write(ctx, "x.npz", &typeless, 1));
    REFUSED(tn_arrays_write(ctx, "x.npz", &without, 1));
}

static TnStatus no_text(void *user, const char *text, size_t n) {
    (void)user;
    (void)text;
    (void)n;
    return TN_OK;
}

static void predict_rows(TnContext *ctx, TnData *data) {
    const TnPredictOptions o = {TN_SIZED(TnPredictOptions), .write = no_text};
    const TnPredictOptions without = {.size = sizeof without};
    REFUSED(tn_predict(NULL, "x.py", data, &o));
    REFUSED(tn_predict(ctx, NULL, data, &o));
    REFUSED(tn_predict(ctx, "x.py", NULL, &o));
    REFUSED(tn_predict(ctx, "x.py", data, NULL));
    REFUSED(tn_predict(ctx, "x.py", data, &without));
}

static void ranks_rows(TnModule *m) {
    TnRankBytes ranks;
    REFUSED(tn_module_rank_bytes(NULL, NULL, "data=2", NULL, NULL, 0, &ranks));
    REFUSED(tn_module_rank_bytes(m, NULL, NULL, NULL, NULL, 0, &ranks));
    REFUSED(tn_module_rank_bytes(m, NULL, "data=2", NULL, NULL, 1, &ranks));
    REFUSED(tn_module_rank_bytes(m, NULL, "data=2", NULL, NULL, 0, NULL));
}

void null_train_rows(TnContext *ctx) {
    static const int64_t one = 1;
    static const TnDataColumn columns[2] = {{"x", "float32", 1, &one}, {"y", "float32", 1, &one}};
    const TnDataSource source = {TN_SIZED(TnDataSource), NULL, columns, 2, 8, zeros, NULL};
    TnModule *m = NULL;
    TnData *data = NULL;
    TnTrainer *t = NULL, *out;
    if (tn_module_parse(ctx, "line", line, sizeof line - 1, &m) != TN_OK ||
        tn_data_new(ctx, &source, &data) != TN_OK ||
        tn_trainer_of_module(m, data, NULL, NULL, &t) != TN_OK)
        t = NULL;
    data_rows(ctx, &source, data);
    TnModule *trained;
    null_ranks_rows(ctx);
    REFUSED(tn_train_module(NULL, "x.py", NULL, &trained));
    REFUSED(tn_train_module(ctx, NULL, NULL, &trained));
    REFUSED(tn_train_module(ctx, "x.py", NULL, NULL));
    HARMLESS(tn_train_module(ctx, "x.py", NULL, &trained));
    REFUSED(tn_trainer_new(NULL, "x.py", data, NULL, NULL, &out));
    REFUSED(tn_trainer_new(ctx, NULL, data, NULL, NULL, &out));
    REFUSED(tn_trainer_new(ctx, "x.py", NULL, NULL, NULL, &out));
    REFUSED(tn_trainer_new(ctx, "x.py", data, NULL, NULL, NULL));
    HARMLESS(tn_trainer_new(ctx, "x.py", data, NULL, NULL, &out));
    REFUSED(tn_trainer_of_module(NULL, data, NULL, NULL, &out));
    REFUSED(tn_trainer_of_module(m, NULL, NULL, NULL, &out));
    REFUSED(tn_trainer_of_module(m, data, NULL, NULL, NULL));
    HARMLESS(tn_trainer_of_module(m, data, NULL, NULL, &out));
    array_rows(ctx);
    if (t) trainer_rows(t);
    predict_rows(ctx, data);
    ranks_rows(m);
    tn_trainer_free(t);
    tn_data_free(data);
    tn_module_free(m);
}
