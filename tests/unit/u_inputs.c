/* SPDX-License-Identifier: Apache-2.0 */
/* The inputs and names of a run, through <tenon/tenon.h>: given, drawn, missing, of another type;
 * names of a module and those of the ONNX file that it was read from. */
#include "unit.h"

#include <tenon/tenon.h>

static const char model[] =
    "@R.function\n"
    "def main(x: R.Tensor((\"b\", \"t\"), \"float32\"), p: R.Tuple(R.Tensor((2,), \"float32\"), "
    "R.Tensor((\"t\",), \"int64\"))):\n"
    "    R.func_attr({\"onnx_dims\": {\"t\": \"T\"}, \"onnx_inputs\": {\"x\": \"x:0\"}, "
    "\"onnx_outputs\": [\"y.out\", \"z\"]})\n"
    "    return (R.exp(x), p[1])\n";

static TnContext *ctx;
static TnModule *m;
static const int64_t dims[] = {2, 3};
static const float x32[6];
static const double x64[6] = {0, 1, 2, 3, 4, 5.5};
static const int64_t ids[3] = {1, 2, 3};
static const TnInput input_x = {
    .name = "x:0", .dtype = "float32", .ndim = 2, .dims = dims, .data = x32};

static int begin(void **state) {
    (void)state;
    assert_int_equal(tn_context_new(NULL, &ctx), TN_OK);
    assert_int_equal(tn_module_parse(ctx, "net.py", model, sizeof model - 1, &m), TN_OK);
    return 0;
}

static int end(void **state) {
    (void)state;
    tn_module_free(m);
    tn_context_free(ctx);
    return 0;
}

/* A run that fails says so in its first diagnostic. */
static void refused(const TnRunOptions *options, const char *message, const char *found) {
    TnRun *run;
    TnDiag d;
    assert_int_equal(tn_run(m, options, &run), TN_E_INVALID);
    assert_null(run);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_non_null(strstr(d.message, message));
    if (found) assert_non_null(strstr(d.found ? d.found : d.expected, found));
}

static void given_and_drawn(void **state) {
    (void)state;
    TnRun *run;
    int is_drawn;
    TnRunOptions o = {TN_SIZED(TnRunOptions), .inputs = &input_x, .n_inputs = 1};
    assert_int_equal(tn_run(m, &o, &run), TN_OK);
    assert_string_equal(tn_run_input_parameter(run, 0, &is_drawn), "x");
    assert_false(is_drawn);
    assert_string_equal(tn_run_input_parameter(run, 1, &is_drawn), "p");
    assert_true(is_drawn);
    assert_string_equal(tn_run_input_parameter(run, 2, NULL), "p");
    assert_null(tn_run_input_parameter(run, 3, &is_drawn));
    assert_null(tn_run_input_parameter(NULL, 0, NULL));
    tn_run_free(run);
    o.given_only = 1;
    refused(&o, "1 of the 2 inputs of 'main' is missing", "a value for p");
    const TnInput all[] = {
        input_x,
        {.name = "p[0]", .dtype = "float32", .ndim = 1, .dims = dims, .data = x32},
        {.name = "p_1", .dtype = "int64", .ndim = 1, .dims = dims + 1, .data = ids}};
    o.inputs = all;
    o.n_inputs = 3;
    assert_int_equal(tn_run(m, &o, &run), TN_OK);
    tn_run_free(run);
    o.n_inputs = 2;
    refused(&o, "a tuple is given in part", "'p[1]' too");
}

static void other_types(void **state) {
    (void)state;
    TnRun *run;
    TnInput in = {.name = "x", .dtype = "float64", .ndim = 2, .dims = dims, .data = x64};
    TnRunOptions o = {TN_SIZED(TnRunOptions), .inputs = &in, .n_inputs = 1};
    for (int b = TN_BACKEND_EVAL; b <= TN_BACKEND_LLVM; b++) {
        if (!tn_has_backend((TnBackend)b)) continue;
        o.backend = (TnBackend)b;
        in.ndim = 2;
        refused(&o, "the input 'x' is not of its parameter's type",
                "R.Tensor((2, 3), dtype=\"float64\")");
        in.ndim = 1;
        in.dtype = "float32";
        refused(&o, "the input 'x' is not of its parameter's type",
                "R.Tensor((2,), dtype=\"float32\")");
        in.dtype = "float64";
    }
    in.ndim = 2;
    o.backend = TN_BACKEND_EVAL;
    o.convert = 1;
    assert_int_equal(tn_run(m, &o, &run), TN_OK);
    TnTensorInfo t;
    assert_int_equal(tn_run_input(run, 0, &t), TN_OK);
    assert_string_equal(t.dtype, "float32");
    assert_true(((const float *)t.data)[5] == 5.5f);
    tn_run_free(run);
    const TnInput parts[] = {
        {.name = "p[0]", .dtype = "float32", .ndim = 1, .dims = dims, .data = x32},
        {.name = "p[1]", .dtype = "float64", .ndim = 1, .dims = dims + 1, .data = x64 + 3}};
    o.inputs = parts;
    o.n_inputs = 2;
    refused(&o, "the input 'p[1]' cannot be converted", "5.5 at element 2");
}

static void two_values(void **state) {
    (void)state;
    TnRun *run;
    TnDim d[] = {{"T", 4}, {"b", 2}};
    TnRunOptions o = {TN_SIZED(TnRunOptions), .inputs = &input_x, .n_inputs = 1, .dims = d,
                      .n_dims = 2};
    refused(&o, "the dim 't' is given two values", "3 in the input 'x'");
    d[0].value = 3;
    assert_int_equal(tn_run(m, &o, &run), TN_OK);
    tn_run_free(run);
    d[1] = (TnDim){"t", 5};
    o.n_inputs = 0;
    refused(&o, "the dim 't' is given two values", "3 before that");
    const TnInput twice[] = {input_x, input_x};
    o = (TnRunOptions){TN_SIZED(TnRunOptions), .inputs = twice, .n_inputs = 2};
    refused(&o, "the input 'x:0' is given twice", NULL);
}

static void names(void **state) {
    (void)state;
    TnRun *run;
    size_t at;
    int64_t value;
    const TnDim d = {"T", 5};
    const char *const varying[] = {"T"};
    const TnRunOptions o = {TN_SIZED(TnRunOptions), .dims = &d, .n_dims = 1, .varying = varying,
                            .n_varying = 1};
    assert_int_equal(tn_run(m, &o, &run), TN_OK);
    assert_int_equal(tn_run_output_find(run, "z", &at), TN_OK);
    assert_int_equal(at, 1);
    assert_int_equal(tn_run_output_find(run, "out_0", &at), TN_OK);
    assert_int_equal(at, 0);
    assert_int_equal(tn_run_output_find(run, "w", &at), TN_E_USAGE);
    assert_string_equal(tn_run_output_file_name(run, 0), "y.out");
    assert_null(tn_run_output_file_name(run, 2));
    assert_string_equal(tn_run_default_dim(run, 0, &value), "b");
    tn_run_free(run);
    assert_string_equal(tn_module_dim_name(m, NULL, 0), "b");
    assert_string_equal(tn_module_dim_name(m, "main", 1), "T");
    assert_null(tn_module_dim_name(m, NULL, 2));
    assert_int_equal(tn_module_dim_index(m, NULL, "T"), 1);
    assert_int_equal(tn_module_dim_index(m, NULL, "t"), 1);
    assert_int_equal(tn_module_dim_index(m, "main", "b"), 0);
    assert_true(tn_module_dim_index(m, NULL, "c") == SIZE_MAX);
    assert_true(tn_module_dim_index(m, "nobody", "b") == SIZE_MAX);
    assert_null(tn_module_dim_name(m, "nobody", 0));
    assert_true(tn_module_has_dim(m, NULL, "T") && tn_module_has_dim(m, "main", "t"));
    assert_false(tn_module_has_dim(m, NULL, "x") || tn_module_has_dim(m, "nobody", "t"));
    const TnDim wrong = {"TT", 5};
    refused(&(TnRunOptions){TN_SIZED(TnRunOptions), .dims = &wrong, .n_dims = 1},
            "'TT' is no symbolic dim of 'main'", "b, T");
    const char *const list[] = {"alpha", NULL, "beta"};
    assert_string_equal(tn_name_nearest("aplha", list, 3), "alpha");
    assert_null(tn_name_nearest("gamma", list, 3));
    assert_null(tn_name_nearest(NULL, list, 3));
    assert_int_equal(tn_module_bind_dims(m, NULL, &d, 1), TN_OK);
    assert_false(tn_module_has_dim(m, NULL, "T"));
}

/* A graph holds one function: the others would be lost. */
static void one_function(void **state) {
    (void)state;
    static const char two[] =
        "@I.ir_module\nclass Module:\n"
        "    @R.function\n    def f(x: R.Tensor((2,), \"float32\")):\n        return R.exp(x)\n"
        "    @R.function\n    def g(x: R.Tensor((2,), \"float32\")):\n        return R.sin(x)\n";
    TnModule *both;
    TnDiag d;
    assert_int_equal(tn_module_parse(ctx, "two.py", two, sizeof two - 1, &both), TN_OK);
    assert_int_equal(tn_module_write(both, "/nowhere/two.onnx"), TN_E_INVALID);
    assert_int_equal(tn_diag_get(ctx, 0, &d), TN_OK);
    assert_non_null(strstr(d.found, "2 public functions: f, g"));
    const TnOnnxWriteOptions o = {TN_SIZED(TnOnnxWriteOptions), .function = "g"};
    assert_int_equal(tn_module_write_onnx(both, "/nowhere/two.onnx", &o), TN_E_IO);
    tn_module_free(both);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
UNIT_MAIN(TEST(given_and_drawn), TEST(other_types), TEST(two_values), TEST(names),
          TEST(one_function))
