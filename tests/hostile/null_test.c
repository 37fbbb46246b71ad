/* SPDX-License-Identifier: Apache-2.0 */
/* NULL for each pointer of each function of the public interface: tenon-test null HEADER...
 *
 * REFUSED: the call gives TN_E_USAGE. HARMLESS: NULL is allowed there, or the function has no
 * status; it returns. Each call is a child of its own. A pointer without a row is a failure. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <tenon/tenon.h>
#include <unistd.h>

#include "drivers.h"
#include "hostile/null_headers.h"

enum { ROWS_MAX = 800 };

static const char *rows[ROWS_MAX];
static size_t n_rows;
static int passed, failed;

int null_apart(const char *call) {
    int status = 0;
    for (size_t i = 0; i < n_rows; i++)
        if (strcmp(rows[i], call) == 0) return 0; /* a callback that is called again */
    if (n_rows < ROWS_MAX) rows[n_rows++] = call;
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) return 1;
    const int ended = pid > 0 && waitpid(pid, &status, 0) == pid;
    const int ok = ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!ok)
        printf("FAILED: %s: %s %d\n", call,
               WIFSIGNALED(status) ? "signal" : "not TN_E_USAGE, status",
               WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    *(ok ? &passed : &failed) += 1;
    return 0;
}

static const char text[] =
    "@I.ir_module\n"
    "class Module:\n"
    "    @R.function\n"
    "    def main(x: R.Tensor((2, 3), \"float32\")):\n"
    "        y = R.add(x, x)\n"
    "        z = R.call_pure_packed(\"my.f\", y, sinfo_args=R.Tensor((2, 3), \"float32\"))\n"
    "        return z\n";
static const char plain[] = "@R.function\n"
                            "def main(x: R.Tensor((2, 3), \"float32\")):\n"
                            "    return R.add(x, x)\n";

static void context_rows(TnContext *ctx) {
    TnDiag d;
    TnContext *new;
    TnModule *m;
    size_t at;
    unsigned level;
    TnOpInfo info;
    TnOpParam param;
    HARMLESS(tn_context_new(NULL, &new));
    REFUSED(tn_context_new(NULL, NULL));
    RETURNS(tn_context_free(NULL));
    RETURNS(tn_cancel(NULL));
    HARMLESS(tn_context_bytes(NULL));
    HARMLESS(tn_context_peak_bytes(NULL));
    HARMLESS(tn_diag_count(NULL));
    HARMLESS(tn_diag_errors(NULL));
    REFUSED(tn_diag_get(NULL, 0, &d));
    REFUSED(tn_diag_get(ctx, 0, NULL));
    REFUSED(tn_module_parse(NULL, "x", plain, sizeof plain - 1, &m));
    HARMLESS(tn_module_parse(ctx, NULL, plain, sizeof plain - 1, &m));
    REFUSED(tn_module_parse(ctx, "x", NULL, 3, &m));
    REFUSED(tn_module_parse(ctx, "x", plain, sizeof plain - 1, NULL));
    REFUSED(tn_module_parse_unverified(NULL, "x", plain, sizeof plain - 1, &m));
    HARMLESS(tn_module_parse_unverified(ctx, NULL, plain, sizeof plain - 1, &m));
    REFUSED(tn_module_parse_unverified(ctx, "x", NULL, 3, &m));
    REFUSED(tn_module_parse_unverified(ctx, "x", plain, sizeof plain - 1, NULL));
    REFUSED(tn_module_read(NULL, "x.py", &m));
    REFUSED(tn_module_read(ctx, NULL, &m));
    REFUSED(tn_module_read(ctx, "x.py", NULL));
    REFUSED(tn_module_read_unverified(NULL, "x.py", &m));
    REFUSED(tn_module_read_unverified(ctx, NULL, &m));
    REFUSED(tn_module_read_unverified(ctx, "x.py", NULL));
    const TnReadOptions how = {TN_SIZED(TnReadOptions), .opaque = 1};
    const TnReadOptions lengths = {TN_SIZED(TnReadOptions), .n_lengths = 1};
    REFUSED(tn_module_read_with(ctx, "x.onnx", &lengths, &m));
    REFUSED(tn_module_read_with(NULL, "x.onnx", &how, &m));
    REFUSED(tn_module_read_with(ctx, NULL, &how, &m));
    HARMLESS(tn_module_read_with(ctx, "/nonexistent.onnx", NULL, &m));
    REFUSED(tn_module_read_with(ctx, "x.onnx", &how, NULL));
    REFUSED(tn_module_read_weights(NULL, "x.onnx", "/tmp", &m));
    REFUSED(tn_module_read_weights(ctx, NULL, "/tmp", &m));
    REFUSED(tn_module_read_weights(ctx, "x.onnx", NULL, &m));
    REFUSED(tn_module_read_weights(ctx, "x.onnx", "/tmp", NULL));
    RETURNS(tn_text_free(NULL));
    HARMLESS(tn_name_nearest(NULL, (const char *const[]){"x"}, 1));
    HARMLESS(tn_name_nearest("x", NULL, 1));
    HARMLESS(tn_name_nearest("x", (const char *const[]){NULL}, 1));
    REFUSED(tn_op_level(NULL, 0, &level));
    REFUSED(tn_op_level(ctx, 0, NULL));
    HARMLESS(tn_op_count(NULL));
    REFUSED(tn_op_get(NULL, 0, &info));
    REFUSED(tn_op_get(ctx, 0, NULL));
    REFUSED(tn_op_find(NULL, "add", &at));
    REFUSED(tn_op_find(ctx, NULL, &at));
    REFUSED(tn_op_find(ctx, "add", NULL));
    HARMLESS(tn_op_constraint(NULL, 0, 0));
    REFUSED(tn_op_param(NULL, 0, 0, &param));
    REFUSED(tn_op_param(ctx, 0, 0, NULL));
    REFUSED(tn_operators_parse(NULL, "x", "", 0));
    HARMLESS(tn_operators_parse(ctx, NULL, "", 0));
    REFUSED(tn_operators_parse(ctx, "x", NULL, 3));
    REFUSED(tn_operators_read(NULL, "x.py"));
    REFUSED(tn_operators_read(ctx, NULL));
    REFUSED(tn_op_register(ctx, NULL));
}

static void module_rows(TnContext *ctx, TnModule *m) {
    TnText out;
    TnFunctionInfo info;
    TnOpCount count;
    TnOpInfo op;
    TnOpParam param;
    TnLegalization legal;
    double number;
    size_t n;
    RETURNS(tn_module_free(NULL));
    REFUSED(tn_module_verify(NULL));
    REFUSED(tn_module_print(NULL, &out));
    REFUSED(tn_module_print(m, NULL));
    REFUSED(tn_module_host(NULL, &out));
    REFUSED(tn_module_host(m, NULL));
    REFUSED(tn_module_kernels(NULL, &out));
    REFUSED(tn_module_kernels(m, NULL));
    REFUSED(tn_module_set_target(NULL, "x86_64-linux-gnu"));
    HARMLESS(tn_module_set_target(m, NULL));
    REFUSED(tn_target_field(NULL, "host", 0, &(TnTargetField){0}));
    HARMLESS(tn_target_field(ctx, NULL, 0, &(TnTargetField){0}));
    REFUSED(tn_target_field(ctx, "host", 0, NULL));
    REFUSED(tn_module_write(NULL, "/dev/null"));
    REFUSED(tn_module_write(m, NULL));
    REFUSED(tn_files_begin(NULL));
    REFUSED(tn_files_commit(NULL));
    RETURNS(tn_files_abandon(NULL));
    REFUSED(tn_file_write(NULL, "/dev/null", "", 0));
    REFUSED(tn_file_write(ctx, NULL, "", 0));
    REFUSED(tn_file_write(ctx, "/dev/null", NULL, 1));
    REFUSED(tn_module_copy(NULL, &(TnModule *){NULL}));
    REFUSED(tn_module_copy(m, NULL));
    REFUSED(tn_module_equal(NULL, m, &out));
    REFUSED(tn_module_equal(m, NULL, &out));
    HARMLESS(tn_module_equal(m, m, NULL));
    HARMLESS(tn_module_function_count(NULL));
    REFUSED(tn_module_function(NULL, 0, &info));
    REFUSED(tn_module_function(m, 0, NULL));
    REFUSED(tn_module_op_counts(NULL, "main", &count, 1, &n));
    HARMLESS(tn_module_op_counts(m, NULL, &count, 1, &n));
    REFUSED(tn_module_op_counts(m, "main", NULL, 1, &n));
    REFUSED(tn_module_op_counts(m, "main", &count, 1, NULL));
    REFUSED(tn_module_note_origins(NULL));
    REFUSED(tn_module_float_operations(NULL, "main", &number));
    HARMLESS(tn_module_float_operations(m, NULL, &number));
    REFUSED(tn_module_float_operations(m, "main", NULL));
    REFUSED(tn_module_evaluation_ms(NULL, "main", NULL, 0, &number));
    HARMLESS(tn_module_evaluation_ms(m, NULL, NULL, 0, &number));
    REFUSED(tn_module_evaluation_ms(m, "main", NULL, 1, &number));
    REFUSED(tn_module_evaluation_ms(m, "main", NULL, 0, NULL));
    HARMLESS(tn_module_constant_count(NULL));
    HARMLESS(tn_module_constant_bytes(NULL));
    HARMLESS(tn_module_op_count(NULL));
    REFUSED(tn_module_op_get(NULL, 0, &op));
    REFUSED(tn_module_op_get(m, 0, NULL));
    REFUSED(tn_module_op_param(NULL, 0, 0, &param));
    REFUSED(tn_module_op_param(m, 0, 0, NULL));
    HARMLESS(tn_module_dim_name(NULL, "main", 0));
    HARMLESS(tn_module_dim_index(NULL, "main", "n"));
    HARMLESS(tn_module_dim_index(m, NULL, "n"));
    HARMLESS(tn_module_dim_index(m, "main", NULL));
    HARMLESS(tn_module_dim_name(m, NULL, 0));
    HARMLESS(tn_module_has_dim(NULL, "main", "n"));
    HARMLESS(tn_module_has_dim(m, NULL, "n"));
    HARMLESS(tn_module_has_dim(m, "main", NULL));
    REFUSED(tn_module_provenance(NULL, &out));
    REFUSED(tn_module_provenance(m, NULL));
    REFUSED(tn_module_dot(NULL, &out));
    REFUSED(tn_module_dot(m, NULL));
    REFUSED(tn_module_legalization(NULL, "core", &out));
    HARMLESS(tn_module_legalization(m, NULL, &out));
    REFUSED(tn_module_legalization(m, "core", NULL));
    REFUSED(tn_module_legalization_each(NULL, "core", NULL, NULL, &legal));
    HARMLESS(tn_module_legalization_each(m, NULL, NULL, NULL, &legal));
    REFUSED(tn_module_legalization_each(m, "core", NULL, ctx, &legal));
    HARMLESS(tn_module_legalization_each(m, "core", NULL, NULL, NULL));
}

static int keep_none(void *user, const char *s, size_t len) {
    return (void)user, (void)s, (void)len, 0;
}

static void change_rows(TnContext *ctx, TnModule *m) {
    TnText out;
    TnGradcheck check;
    TnPassOptionInfo option;
    const char *items[] = {"Simplify"}, *none[] = {NULL};
    const TnInput input = {.name = "x"};
    const TnDim dim = {.name = "n", .value = 1};
    const TnDonation pair = {.input = "x", .output = "out_0"};
    REFUSED(tn_module_run_passes(NULL, items, 1, NULL));
    REFUSED(tn_module_run_passes(m, NULL, 1, NULL));
    REFUSED(tn_module_run_passes(m, none, 1, NULL));
    HARMLESS(tn_module_run_passes(m, items, 1, NULL));
    REFUSED(tn_module_run_pass(NULL, "Simplify"));
    REFUSED(tn_module_run_pass(m, NULL));
    REFUSED(tn_pass_get(0, NULL));
    REFUSED(tn_pass_option(NULL, 0, 0, &option));
    REFUSED(tn_pass_option(ctx, 0, 0, NULL));
    HARMLESS(tn_pass_item_length(NULL));
    REFUSED(tn_pass_check(NULL, "Simplify"));
    REFUSED(tn_pass_check(ctx, NULL));
    REFUSED(tn_pass_of_list(NULL, 0, &(TnPassItem){0}));
    REFUSED(tn_pass_of_list("c", 0, NULL));
    REFUSED(tn_module_gradient(NULL, NULL));
    HARMLESS(tn_module_gradient(m, NULL));
    REFUSED(tn_module_derivative(NULL, NULL));
    HARMLESS(tn_module_derivative(m, NULL));
    REFUSED(tn_module_gradcheck(NULL, NULL, &check));
    HARMLESS(tn_module_gradcheck(m, NULL, &check));
    REFUSED(tn_module_gradcheck(m, NULL, NULL));
    REFUSED(tn_module_reduce(NULL, keep_none, NULL, &out));
    REFUSED(tn_module_reduce(m, NULL, NULL, &out));
    REFUSED(tn_module_reduce(m, keep_none, NULL, NULL));
    REFUSED(tn_module_bind_params(NULL, "main", &input, 1));
    HARMLESS(tn_module_bind_params(m, NULL, &input, 0));
    REFUSED(tn_module_bind_params(m, "main", NULL, 1));
    REFUSED(tn_module_bind_dims(NULL, "main", &dim, 1));
    HARMLESS(tn_module_bind_dims(m, NULL, &dim, 0));
    REFUSED(tn_module_bind_dims(m, "main", NULL, 1));
    REFUSED(tn_module_donate(NULL, "main", &pair, 1));
    HARMLESS(tn_module_donate(m, NULL, &pair, 0));
    REFUSED(tn_module_donate(m, "main", NULL, 1));
    REFUSED(tn_module_donate(m, "main", &(TnDonation){.input = "x"}, 1));
    REFUSED(tn_module_donate(m, "main", &(TnDonation){.output = "out_0"}, 1));
    REFUSED(tn_module_bind_params(m, "main", &(TnInput){.name = NULL}, 1));
    REFUSED(tn_module_bind_dims(m, "main", &(TnDim){.name = NULL}, 1));
}

static void rules_rows(TnContext *ctx, TnModule *m) {
    TnRules *rules, *all;
    TnText out;
    TnRuleTest test;
    const char *name, *doc;
    if (tn_rules_builtin(ctx, &all) != TN_OK) return;
    REFUSED(tn_rules_parse(NULL, "x", "", 0, &rules));
    HARMLESS(tn_rules_parse(ctx, NULL, "", 0, &rules));
    REFUSED(tn_rules_parse(ctx, "x", NULL, 3, &rules));
    REFUSED(tn_rules_parse(ctx, "x", "", 0, NULL));
    REFUSED(tn_rules_read(NULL, "x.py", &rules));
    REFUSED(tn_rules_read(ctx, NULL, &rules));
    REFUSED(tn_rules_read(ctx, "x.py", NULL));
    REFUSED(tn_rules_parse_for(NULL, "x", "", 0, &rules));
    HARMLESS(tn_rules_parse_for(m, NULL, "", 0, &rules));
    REFUSED(tn_rules_parse_for(m, "x", NULL, 3, &rules));
    REFUSED(tn_rules_parse_for(m, "x", "", 0, NULL));
    REFUSED(tn_rules_read_for(NULL, "x.py", &rules));
    REFUSED(tn_rules_read_for(m, NULL, &rules));
    REFUSED(tn_rules_read_for(m, "x.py", NULL));
    REFUSED(tn_rules_builtin(NULL, &rules));
    REFUSED(tn_rules_builtin(ctx, NULL));
    RETURNS(tn_rules_free(NULL));
    HARMLESS(tn_rules_count(NULL));
    REFUSED(tn_rules_get(NULL, 0, &name, &doc));
    HARMLESS(tn_rules_get(all, 0, NULL, &doc));
    HARMLESS(tn_rules_get(all, 0, &name, NULL));
    REFUSED(tn_module_apply_rules(NULL, all, NULL));
    REFUSED(tn_module_apply_rules(m, NULL, NULL));
    HARMLESS(tn_module_apply_rules(m, all, NULL));
    REFUSED(tn_module_why_not(NULL, all, "AddZero", NULL, &out));
    HARMLESS(tn_module_why_not(m, NULL, "AddZero", NULL, &out));
    REFUSED(tn_module_why_not(m, all, NULL, NULL, &out));
    REFUSED(tn_module_why_not(m, all, "AddZero", NULL, NULL));
    REFUSED(tn_module_report(NULL, NULL, &out));
    REFUSED(tn_module_report(m, NULL, NULL));
    HARMLESS(tn_module_report(m, NULL, &out));
    REFUSED(tn_rules_test(NULL, 0, 1, 1, &test, &out));
    REFUSED(tn_rules_test(all, 0, 1, 1, NULL, &out));
    HARMLESS(tn_rules_test(all, 0, 1, 1, &test, NULL));
    REFUSED(tn_rules_test_seen(NULL, 0, 1, 1, &test, &out, &out));
    REFUSED(tn_rules_test_seen(all, 0, 1, 1, NULL, &out, &out));
    HARMLESS(tn_rules_test_seen(all, 0, 1, 1, &test, NULL, &out));
    HARMLESS(tn_rules_test_seen(all, 0, 1, 1, &test, &out, NULL));
    tn_rules_free(all);
}

static void run_rows(TnModule *m) {
    TnRun *run, *other;
    TnStage stage;
    TnRunMemory memory;
    TnTensorInfo tensor;
    TnOpCost cost;
    TnKernelEvent event;
    TnDifference difference;
    double ms;
    int64_t value;
    int is_drawn;
    size_t at;
    const TnRunOptions keep = {TN_SIZED(TnRunOptions), .keep = 1, .profile = 1};
    if (tn_run(m, &keep, &run) != TN_OK) return;
    REFUSED(tn_run(NULL, &keep, &other));
    HARMLESS(tn_run(m, NULL, &other));
    REFUSED(tn_run(m, &keep, NULL));
    REFUSED(tn_run(m, &(TnRunOptions){TN_SIZED(TnRunOptions), .n_inputs = 1}, &other));
    REFUSED(tn_run(m, &(TnRunOptions){TN_SIZED(TnRunOptions), .n_dims = 1}, &other));
    REFUSED(tn_run(
        m, &(TnRunOptions){TN_SIZED(TnRunOptions), .n_varying = 1, .backend = TN_BACKEND_LLVM},
        &other));
    RETURNS(tn_run_free(NULL));
    RETURNS(tn_run_times(NULL, &ms, &ms));
    RETURNS(tn_run_times(run, NULL, &ms));
    RETURNS(tn_run_times(run, &ms, NULL));
    REFUSED(tn_run_again(NULL, &ms));
    HARMLESS(tn_run_again(run, NULL));
    REFUSED(tn_run_with(NULL, NULL, &ms));
    HARMLESS(tn_run_with(run, NULL, &ms));
    HARMLESS(tn_run_with(run, NULL, NULL));
    REFUSED(tn_run_stage(NULL, 0, &stage));
    REFUSED(tn_run_stage(run, 0, NULL));
    REFUSED(tn_run_memory(NULL, &memory));
    REFUSED(tn_run_memory(run, NULL));
    HARMLESS(tn_run_input_count(NULL));
    HARMLESS(tn_run_output_count(NULL));
    REFUSED(tn_run_input(NULL, 0, &tensor));
    REFUSED(tn_run_input(run, 0, NULL));
    double number;
    REFUSED(tn_tensor_element(NULL, 0, &number));
    REFUSED(tn_tensor_element(&(TnTensorInfo){.dtype = "int4", .count = 1}, 0, &number));
    REFUSED(
        tn_tensor_element(&(TnTensorInfo){.dtype = "int4", .count = 1, .data = "\x21"}, 0, NULL));
    REFUSED(tn_tensor_element(&(TnTensorInfo){.dtype = "int4", .count = 1, .data = "\x21"}, 1,
                              &number));
    REFUSED(tn_tensor_element(&(TnTensorInfo){.dtype = "int5", .count = 1, .data = "\x21"}, 0,
                              &number));
    REFUSED(tn_run_output(NULL, 0, &tensor));
    REFUSED(tn_run_output(run, 0, NULL));
    HARMLESS(tn_run_input_parameter(NULL, 0, &is_drawn));
    HARMLESS(tn_run_input_parameter(run, 0, NULL));
    REFUSED(tn_run_output_find(NULL, "out_0", &at));
    REFUSED(tn_run_output_find(run, NULL, &at));
    REFUSED(tn_run_output_find(run, "out_0", NULL));
    HARMLESS(tn_run_output_file_name(NULL, 0));
    HARMLESS(tn_run_default_dim(NULL, 0, &value));
    HARMLESS(tn_run_default_dim(run, 0, NULL));
    REFUSED(tn_run_cost(NULL, 0, &cost));
    REFUSED(tn_run_cost(run, 0, NULL));
    REFUSED(tn_run_event(NULL, 0, &event));
    REFUSED(tn_run_event(run, 0, NULL));
    REFUSED(tn_run_write_input(NULL, 0, "/dev/null"));
    REFUSED(tn_run_write_input(run, 0, NULL));
    REFUSED(tn_run_write_output(NULL, 0, "/dev/null"));
    REFUSED(tn_run_write_output(run, 0, NULL));
    REFUSED(tn_run_compare(NULL, run, 0, 0, &difference));
    REFUSED(tn_run_compare(run, NULL, 0, 0, &difference));
    REFUSED(tn_run_compare(run, run, 0, 0, NULL));
    REFUSED(tn_run_compare_output(NULL, 0, run, 0, 0, 0, &difference));
    REFUSED(tn_run_compare_output(run, 0, NULL, 0, 0, 0, &difference));
    REFUSED(tn_run_compare_output(run, 0, run, 0, 0, 0, NULL));
    tn_run_free(run);
}

static void executable_rows(TnModule *m) {
    TnExecutable *x, *other;
    TnPrepared *p, *another;
    TnBuffer in = {.dims = {2, 3}}, out;
    TnExecutableValue value;
    TnExecutableCounts counts;
    const char *fault;
    static float data[6];
    in.data = data;
    REFUSED(tn_module_compile_native(NULL, NULL, &other));
    REFUSED(tn_module_compile(NULL, TN_BACKEND_EVAL, NULL, &other));
    HARMLESS(tn_module_compile(m, TN_BACKEND_EVAL, NULL, &other));
    REFUSED(tn_module_compile(m, TN_BACKEND_EVAL, NULL, NULL));
    REFUSED(tn_module_compile(m, (TnBackend)99, NULL, &other));
    REFUSED(tn_backend_get(0, NULL));
    REFUSED(tn_module_compile_native(m, NULL, NULL));
    REFUSED(tn_module_compile_native(m, &(TnNativeOptions){TN_SIZED(TnNativeOptions), .n_dims = 1},
                                     &other));
    REFUSED(tn_module_compile_native(
        m, &(TnNativeOptions){TN_SIZED(TnNativeOptions), .n_varying = 1}, &other));
    RETURNS(tn_executable_free(NULL));
    HARMLESS(tn_executable_input_count(NULL));
    HARMLESS(tn_executable_output_count(NULL));
    REFUSED(tn_executable_input(NULL, 0, &value));
    REFUSED(tn_executable_output(NULL, 0, &value));
    REFUSED(tn_executable_prepare(NULL, &in, &another, &fault));
    RETURNS(tn_prepared_free(NULL));
    REFUSED(tn_prepared_outputs(NULL, 1, &out));
    REFUSED(tn_prepared_run(NULL, &in, &out));
    HARMLESS(tn_prepared_fault(NULL));
    RETURNS(tn_output_free(NULL));
    RETURNS(tn_prepared_cancel(NULL));
    RETURNS(tn_executable_counts(NULL, &counts));
    HARMLESS(tn_prepared_bytes(NULL));
    if (tn_module_compile_native(m, NULL, &x) != TN_OK) { /* a build without LLVM */
        REFUSED(tn_executable_input(NULL, 0, NULL));
        return;
    }
    HARMLESS(tn_module_compile_native(m, NULL, &other));
    REFUSED(tn_executable_input(x, 0, NULL));
    REFUSED(tn_executable_output(x, 0, NULL));
    REFUSED(tn_executable_prepare(x, NULL, &another, &fault));
    REFUSED(tn_executable_prepare(x, &in, NULL, &fault));
    HARMLESS(tn_executable_prepare(x, &in, &another, NULL));
    RETURNS(tn_executable_counts(x, NULL));
    if (tn_executable_prepare(x, &in, &p, &fault) == TN_OK) {
        REFUSED(tn_prepared_outputs(p, 1, NULL));
        if (tn_prepared_outputs(p, 1, &out) == TN_OK) {
            REFUSED(tn_prepared_run(p, NULL, &out));
            REFUSED(tn_prepared_run(p, &in, NULL));
        }
        tn_prepared_free(p);
    }
    tn_executable_free(x);
}

static TnStatus host(void *user, TnHostCall *call) {
    TnValue x;
    TnTensorInfo tensor;
    void *data;
    const int64_t dims[] = {2, 3};
    (void)user;
    HARMLESS(tn_host_name(NULL));
    HARMLESS(tn_host_arg_count(NULL));
    REFUSED(tn_host_arg(NULL, 0, &x));
    REFUSED(tn_host_arg(call, 0, NULL));
    REFUSED(tn_host_item(NULL, 0, &x));
    if (tn_host_arg(call, 0, &x) == TN_OK) REFUSED(tn_host_item(&x, 0, NULL));
    HARMLESS(tn_host_wanted_count(NULL));
    REFUSED(tn_host_wanted(NULL, 0, &tensor));
    REFUSED(tn_host_wanted(call, 0, NULL));
    REFUSED(tn_host_result(NULL, "float32", 2, dims, &data));
    REFUSED(tn_host_result(call, NULL, 2, dims, &data));
    REFUSED(tn_host_result(call, "float32", 2, NULL, &data));
    REFUSED(tn_host_result(call, "float32", 2, dims, NULL));
    REFUSED(tn_host_result_shape(NULL, 2, dims));
    REFUSED(tn_host_result_shape(call, 2, NULL));
    HARMLESS(tn_host_fail(NULL, "no"));
    HARMLESS(tn_host_fail(call, NULL));
    return tn_host_result(call, "float32", 2, dims, &data);
}

static void host_rows(TnContext *ctx) {
    TnModule *m;
    TnRun *run;
    REFUSED(tn_host_register(NULL, "my.f", host, NULL, TN_PURE));
    REFUSED(tn_host_register(ctx, NULL, host, NULL, TN_PURE));
    REFUSED(tn_host_register(ctx, "my.f", NULL, NULL, TN_PURE));
    if (tn_host_register(ctx, "my.f", host, NULL, TN_PURE) != TN_OK) return;
    if (tn_module_parse(ctx, "host", text, sizeof text - 1, &m) != TN_OK) return;
    if (tn_run(m, NULL, &run) == TN_OK) tn_run_free(run);
    tn_module_free(m);
}

static TnStatus infer(void *user, TnOpCall *call) {
    TnOpType t;
    TnOpAttr a;
    int64_t value;
    const TnExtent *one = tn_op_extent(call, 1);
    (void)user;
    HARMLESS(tn_op_call_operands(NULL));
    REFUSED(tn_op_call_type(NULL, 0, &t));
    REFUSED(tn_op_call_type(call, 0, NULL));
    REFUSED(tn_op_call_attr(NULL, "axis", &a));
    REFUSED(tn_op_call_attr(call, NULL, &a));
    REFUSED(tn_op_call_attr(call, "axis", NULL));
    HARMLESS(tn_extent_value(NULL, &value));
    HARMLESS(tn_extent_value(one, NULL));
    HARMLESS(tn_op_extent(NULL, 1));
    HARMLESS(tn_op_extent_add(NULL, one, one));
    HARMLESS(tn_op_extent_add(call, NULL, one));
    HARMLESS(tn_op_extent_add(call, one, NULL));
    HARMLESS(tn_op_extent_mul(NULL, one, one));
    HARMLESS(tn_op_extent_mul(call, NULL, one));
    HARMLESS(tn_op_extent_mul(call, one, NULL));
    REFUSED(tn_op_result(NULL, "float32", 1, &one));
    HARMLESS(tn_op_result(call, NULL, 1, &one));
    HARMLESS(tn_op_result(call, "float32", 1, NULL));
    REFUSED(tn_op_expansion(NULL, "x"));
    REFUSED(tn_op_expansion(call, NULL));
    HARMLESS(tn_op_refuse(NULL, "no"));
    HARMLESS(tn_op_refuse(call, NULL));
    return tn_op_result(call, "float32", -1, NULL);
}

static void operator_rows(TnContext *ctx) {
    static const TnOpParamDesc params[] = {{"x", "tensor", NULL}, {"axis", "int", "-1"}};
    static const char used[] =
        "@R.function\ndef main(x: R.Tensor((2, 3), \"float32\")):\n    return R.my.op(x)\n";
    const TnOpDesc desc = {.name = "my.op", .params = params, .n_params = 2, .infer = infer};
    TnModule *m;
    REFUSED(tn_op_register(NULL, &desc));
    REFUSED(tn_op_register(
        ctx, &(TnOpDesc){.name = NULL, .params = params, .n_params = 2, .infer = infer}));
    REFUSED(tn_op_register(
        ctx, &(TnOpDesc){.name = "my.o", .params = NULL, .n_params = 2, .infer = infer}));
    if (tn_op_register(ctx, &desc) != TN_OK) return;
    if (tn_module_parse(ctx, "operator", used, sizeof used - 1, &m) == TN_OK) tn_module_free(m);
}

static void onnx_rows(TnContext *ctx, TnModule *m) {
    static const char *const names[] = {"y", NULL};
    TnText out;
    TnModule *read;
    TnOnnxTest test;
    REFUSED(tn_onnx_op_get(0, NULL));
    REFUSED(tn_onnx_written_get(0, NULL));
    REFUSED(tn_onnx_nodes(NULL, "x.onnx", &out));
    REFUSED(tn_onnx_nodes(ctx, NULL, &out));
    REFUSED(tn_onnx_nodes(ctx, "x.onnx", NULL));
    REFUSED(tn_onnx_layers(NULL, "x.onnx", &out));
    REFUSED(tn_onnx_layers(ctx, NULL, &out));
    REFUSED(tn_onnx_layers(ctx, "x.onnx", NULL));
    REFUSED(tn_onnx_with_outputs(NULL, "x.onnx", names, 1, &out));
    REFUSED(tn_onnx_with_outputs(ctx, NULL, names, 1, &out));
    REFUSED(tn_onnx_with_outputs(ctx, "x.onnx", NULL, 1, &out));
    REFUSED(tn_onnx_with_outputs(ctx, "x.onnx", names, 2, &out)); /* the second is NULL */
    REFUSED(tn_onnx_with_outputs(ctx, "x.onnx", names, 1, NULL));
    REFUSED(tn_module_parse_onnx(NULL, "x.onnx", "", 0, &read));
    HARMLESS(tn_module_parse_onnx(ctx, NULL, "", 0, &read));
    REFUSED(tn_module_parse_onnx(ctx, "x.onnx", NULL, 1, &read));
    REFUSED(tn_module_parse_onnx(ctx, "x.onnx", "", 0, NULL));
    REFUSED(tn_module_write_onnx(NULL, "/tmp/x.onnx", NULL));
    REFUSED(tn_module_write_onnx(m, NULL, NULL));
    HARMLESS(tn_module_write_onnx(m, "/dev/null/x.onnx", NULL));
    REFUSED(tn_module_write_weights(NULL, "/tmp/x.onnx", NULL, 0, NULL, NULL));
    REFUSED(tn_module_write_weights(m, NULL, NULL, 0, NULL, NULL));
    REFUSED(tn_module_write_weights(m, "/tmp/x.onnx", NULL, 1, NULL, NULL));
    REFUSED(tn_module_write_weights(m, "/tmp/x.onnx", &(TnInput){.name = NULL}, 1, "/tmp/b", NULL));
    HARMLESS(tn_module_write_weights(m, "/dev/null/x.onnx", NULL, 0, "/dev/null/b", NULL));
    REFUSED(tn_onnx_test(NULL, "x", 0, NULL, &test));
    REFUSED(tn_onnx_test(ctx, NULL, 0, NULL, &test));
    HARMLESS(tn_onnx_test(ctx, "x", 0, NULL, &test));
    REFUSED(tn_onnx_test(ctx, "x", 0, NULL, NULL));
}

int test_null(int argc, char **argv) {
    TnContext *ctx;
    TnModule *m;
    setenv("TENON_CACHE", "", 1);
    if (tn_context_new(NULL, &ctx) != TN_OK ||
        tn_module_parse(ctx, "plain", plain, sizeof plain - 1, &m) != TN_OK)
        return 1;
    context_rows(ctx);
    module_rows(ctx, m);
    change_rows(ctx, m);
    rules_rows(ctx, m);
    run_rows(m);
    null_compile_rows(ctx, m);
    executable_rows(m);
    onnx_rows(ctx, m);
    null_stablehlo_rows(ctx);
    null_train_rows(ctx);
    tn_module_free(m);
    host_rows(ctx);
    operator_rows(ctx);
    tn_context_free(ctx);
    size_t functions = 0;
    for (int i = 1; i < argc; i++) functions += null_check_header(argv[i], rows, n_rows, &failed);
    printf("%zu functions, %zu calls\n", functions, n_rows);
    if (functions < 100) failed++;
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
