/* SPDX-License-Identifier: Apache-2.0 */
/* The reader's messages against those of protobuf-c, which protoc-c makes from ONNX's own
 * onnx.proto: every field that the reader knows is equal.
 *
 *     tenon-test proto [--least FIELDS] FOLDER...     all .onnx (models) and .pb (tensors) below
 */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#include "drivers.h"
#include "base/diag.h"
#include "onnx.pb-c.h"
#include "onnx/proto.h"

static Ctx ctx;
static Arena arena;
static size_t n_fields, n_wrong;
static int passed, failed;

static void check(bool same, const char *what) {
    n_fields++;
    if (same) return;
    if (n_wrong++ < 10) printf("  %s differs\n", what);
}

static bool str_is(Str a, const char *b) { return str_eq_c(a, b ? b : ""); }
static bool bytes_are(Str a, ProtobufCBinaryData b) {
    return a.len == b.len && (!a.len || memcmp(a.ptr, b.data, a.len) == 0);
}

#define INT(field, theirs) check((field) == (int64_t)(theirs), #field)
#define STR(field, theirs) check(str_is((field), (theirs)), #field)
#define BYTES(field, theirs) check(bytes_are((field), (theirs)), #field)
#define NUMBERS(list, n, theirs)                                                                   \
    do {                                                                                           \
        check((list).len == (n), #list);                                                           \
        for (size_t k_ = 0; k_ < (n) && k_ < (list).len; k_++)                                     \
            check((list).at[k_] == (__typeof__((list).at[0]))(theirs)[k_] ||                       \
                      (theirs)[k_] != (theirs)[k_],                                                \
                  #list);                                                                          \
    } while (0)
#define STRS(list, n, theirs, same)                                                                \
    do {                                                                                           \
        check((list).len == (n), #list);                                                           \
        for (size_t k_ = 0; k_ < (n) && k_ < (list).len; k_++)                                     \
            check(same((list).at[k_], (theirs)[k_]), #list);                                       \
    } while (0)
#define MESSAGES(list, n, theirs, compare)                                                         \
    do {                                                                                           \
        check((list).len == (n), #list);                                                           \
        for (size_t k_ = 0; k_ < (n) && k_ < (list).len; k_++)                                     \
            compare((list).at[k_], (theirs)[k_]);                                                  \
    } while (0)
#define MESSAGE(field, theirs, compare)                                                            \
    do {                                                                                           \
        check(((field) != NULL) == ((theirs) != NULL), #field);                                    \
        if ((field) && (theirs)) compare((field), (theirs));                                       \
    } while (0)

static void entry(const OnnxEntry *a, const Onnx__StringStringEntryProto *b) {
    STR(a->key, b->key);
    STR(a->value, b->value);
}

static void tensor(const OnnxTensor *a, const Onnx__TensorProto *b) {
    NUMBERS(a->dims, b->n_dims, b->dims);
    INT(a->data_type, b->data_type);
    STR(a->name, b->name);
    INT(a->has_raw, b->has_raw_data != 0);
    BYTES(a->raw, b->raw_data);
    INT(a->segment != NULL, b->segment != NULL);
    NUMBERS(a->floats, b->n_float_data, b->float_data);
    NUMBERS(a->int32s, b->n_int32_data, b->int32_data);
    NUMBERS(a->int64s, b->n_int64_data, b->int64_data);
    NUMBERS(a->uint64s, b->n_uint64_data, b->uint64_data);
    NUMBERS(a->doubles, b->n_double_data, b->double_data);
    STRS(a->strings, b->n_string_data, b->string_data, bytes_are);
    MESSAGES(a->external, b->n_external_data, b->external_data, entry);
    INT(a->location, b->data_location);
}

static void dim(const OnnxDim *a, const Onnx__TensorShapeProto__Dimension *b) {
    const bool has_value = b->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_VALUE;
    INT(a->has_value, has_value);
    INT(a->value, has_value ? b->dim_value : 0);
    STR(a->param,
        b->value_case == ONNX__TENSOR_SHAPE_PROTO__DIMENSION__VALUE_DIM_PARAM ? b->dim_param : "");
}

static void shape(const OnnxShape *a, const Onnx__TensorShapeProto *b) {
    MESSAGES(a->dims, b->n_dim, b->dim, dim);
}

static void tensor_type(const OnnxTensorType *a, const Onnx__TypeProto__Tensor *b) {
    INT(a->elem_type, b->elem_type);
    MESSAGE(a->shape, b->shape, shape);
}

static void type(const OnnxTypeProto *a, const Onnx__TypeProto *b);
static void sequence(const OnnxSequenceType *a, const Onnx__TypeProto__Sequence *b) {
    MESSAGE(a->elem_type, b->elem_type, type);
}
static void optional(const OnnxSequenceType *a, const Onnx__TypeProto__Optional *b) {
    MESSAGE(a->elem_type, b->elem_type, type);
}
static void map(const OnnxMapType *a, const Onnx__TypeProto__Map *b) {
    INT(a->key_type, b->key_type);
    MESSAGE(a->value_type, b->value_type, type);
}

static void type(const OnnxTypeProto *a, const Onnx__TypeProto *b) {
    const bool is_tensor = b->value_case == ONNX__TYPE_PROTO__VALUE_TENSOR_TYPE,
               is_sequence = b->value_case == ONNX__TYPE_PROTO__VALUE_SEQUENCE_TYPE,
               is_optional = b->value_case == ONNX__TYPE_PROTO__VALUE_OPTIONAL_TYPE,
               is_map = b->value_case == ONNX__TYPE_PROTO__VALUE_MAP_TYPE;
    MESSAGE(a->tensor, is_tensor ? b->tensor_type : NULL, tensor_type);
    MESSAGE(a->sequence, is_sequence ? b->sequence_type : NULL, sequence);
    MESSAGE(a->optional, is_optional ? b->optional_type : NULL, optional);
    MESSAGE(a->map, is_map ? b->map_type : NULL, map);
    INT(a->sparse != NULL, b->value_case == ONNX__TYPE_PROTO__VALUE_SPARSE_TENSOR_TYPE);
}

static void value_info(const OnnxValueInfo *a, const Onnx__ValueInfoProto *b) {
    STR(a->name, b->name);
    MESSAGE(a->type, b->type, type);
}

static void graph(const OnnxGraph *a, const Onnx__GraphProto *b);

static void attribute(const OnnxAttr *a, const Onnx__AttributeProto *b) {
    STR(a->name, b->name);
    STR(a->ref, b->ref_attr_name);
    INT(a->type, b->type);
    check(a->f == b->f || b->f != b->f, "a->f");
    INT(a->i, b->i);
    BYTES(a->s, b->s);
    MESSAGE(a->tensor, b->t, tensor);
    MESSAGE(a->graph, b->g, graph);
    NUMBERS(a->floats, b->n_floats, b->floats);
    NUMBERS(a->ints, b->n_ints, b->ints);
    STRS(a->strings, b->n_strings, b->strings, bytes_are);
}

static void node(const OnnxNode *a, const Onnx__NodeProto *b) {
    STRS(a->inputs, b->n_input, b->input, str_is);
    STRS(a->outputs, b->n_output, b->output, str_is);
    STR(a->name, b->name);
    STR(a->op_type, b->op_type);
    STR(a->domain, b->domain);
    MESSAGES(a->attrs, b->n_attribute, b->attribute, attribute);
}

static void graph(const OnnxGraph *a, const Onnx__GraphProto *b) {
    STR(a->name, b->name);
    MESSAGES(a->nodes, b->n_node, b->node, node);
    MESSAGES(a->initializers, b->n_initializer, b->initializer, tensor);
    INT((int64_t)a->sparse.len, b->n_sparse_initializer);
    MESSAGES(a->inputs, b->n_input, b->input, value_info);
    MESSAGES(a->outputs, b->n_output, b->output, value_info);
    MESSAGES(a->infos, b->n_value_info, b->value_info, value_info);
}

static void opset(const OnnxOpset *a, const Onnx__OperatorSetIdProto *b) {
    STR(a->domain, b->domain);
    INT(a->version, b->version);
}

static void function(const OnnxFunction *a, const Onnx__FunctionProto *b) {
    STR(a->name, b->name);
    STR(a->domain, b->domain);
    STRS(a->inputs, b->n_input, b->input, str_is);
    STRS(a->outputs, b->n_output, b->output, str_is);
    STRS(a->attrs, b->n_attribute, b->attribute, str_is);
    MESSAGES(a->nodes, b->n_node, b->node, node);
    MESSAGES(a->opsets, b->n_opset_import, b->opset_import, opset);
}

static void model(const OnnxModel *a, const Onnx__ModelProto *b) {
    INT(a->ir_version, b->ir_version);
    STR(a->producer, b->producer_name);
    MESSAGES(a->opsets, b->n_opset_import, b->opset_import, opset);
    MESSAGE(a->graph, b->graph, graph);
    MESSAGES(a->functions, b->n_functions, b->functions, function);
}

static void compare(const char *path, Str bytes, bool is_model) {
    const size_t before = n_wrong;
    const uint8_t *data = (const uint8_t *)bytes.ptr;
    const void *ours = is_model ? (void *)onnx_model_parse(&arena, bytes)
                                : (void *)onnx_tensor_parse(&arena, bytes);
    Onnx__ModelProto *m = is_model ? onnx__model_proto__unpack(NULL, bytes.len, data) : NULL;
    Onnx__TensorProto *t = is_model ? NULL : onnx__tensor_proto__unpack(NULL, bytes.len, data);
    check((ours != NULL) == (m || t), "whether it can be read");
    if (ours && m) model(ours, m);
    if (ours && t) tensor(ours, t);
    if (m) onnx__model_proto__free_unpacked(m, NULL);
    if (t) onnx__tensor_proto__free_unpacked(t, NULL);
    const bool ok = n_wrong == before;
    if (!ok) printf("FAILED: %s\n", path);
    *(ok ? &passed : &failed) += 1;
}

static int visit(const char *path, const struct stat *st, int kind, struct FTW *at) {
    (void)st, (void)at;
    const char *dot = strrchr(path, '.');
    const bool is_model = dot && strcmp(dot, ".onnx") == 0,
               is_tensor = dot && strcmp(dot, ".pb") == 0;
    const char *data;
    size_t size;
    if (kind != FTW_F || (!is_model && !is_tensor)) return 0;
    if (ctx.io.read(ctx.io.user, path, SIZE_MAX / 2, &data, &size) != 0) {
        printf("FAILED: %s cannot be read\n", path);
        failed++;
        return 0;
    }
    Boundary b;
    CTX_ENTER(&ctx, &b) {
        diag_begin(&ctx);
        arena_init(&arena, &ctx);
        compare(path, (Str){data, size}, is_model);
        arena_fini(&arena);
    }
    failed += ctx_leave(&ctx, &b) != STATUS_OK;
    ctx.io.release(ctx.io.user, data, size);
    return 0;
}

int test_proto(int argc, char **argv) {
    size_t least = 0;
    ctx_init(&ctx, allocator_libc(), io_libc());
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--least") == 0 && i + 1 < argc)
            least = strtoull(argv[++i], NULL, 10);
        else if (nftw(argv[i], visit, 16, FTW_PHYS) != 0)
            printf("skipped: %s cannot be read\n", argv[i]);
    }
    ctx_fini(&ctx);
    printf("%zu fields\n", n_fields);
    if (n_fields < least) {
        printf("FAILED: fewer than %zu\n", least);
        failed++;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
