/* SPDX-License-Identifier: Apache-2.0 */
#include "onnx/schema.h"

#define FIELD(n, kind_, T, member)                                                                 \
    { .number = (n), .kind = FIELD_##kind_, .offset = offsetof(T, member), .name = #member }
#define NESTED(n, kind_, T, member, schema_)                                                       \
    {                                                                                              \
        .number = (n), .kind = FIELD_##kind_, .offset = offsetof(T, member), .name = #member,      \
        .schema = &(schema_)                                                                       \
    }
#define NOTED(n, kind_, T, member, flag)                                                           \
    {                                                                                              \
        .number = (n), .kind = FIELD_##kind_, .offset = offsetof(T, member), .name = #member,      \
        .present = offsetof(T, flag)                                                               \
    }
#define TABLE(T, fields_)                                                                          \
    { .size = sizeof(T), .fields = fields_, .n = ARRAY_LEN(fields_), .rest = offsetof(T, rest) }
/* Of a struct that keeps what is not in the schema. */
#define KEEPING(name, T, ...)                                                                      \
    static const OnnxField name##_fields[] = {__VA_ARGS__};                                        \
    static const OnnxSchema name = TABLE(T, name##_fields);
#define SCHEMA(name, T, ...)                                                                       \
    static const OnnxField name##_fields[] = {__VA_ARGS__};                                        \
    static const OnnxSchema name = {                                                               \
        .size = sizeof(T), .fields = name##_fields, .n = ARRAY_LEN(name##_fields)};

static const OnnxSchema unread = {.size = sizeof(OnnxUnread), .rest = offsetof(OnnxUnread, rest)};

static const OnnxSchema type_schema, graph_schema;

SCHEMA(entry_schema, OnnxEntry, FIELD(1, STR, OnnxEntry, key), FIELD(2, STR, OnnxEntry, value))
static const OnnxField tensor_fields[] = {
    FIELD(1, INTS, OnnxTensor, dims),
    FIELD(2, INT, OnnxTensor, data_type),
    NESTED(3, MESSAGE, OnnxTensor, segment, unread),
    FIELD(4, FLOATS, OnnxTensor, floats),
    FIELD(5, INTS, OnnxTensor, int32s),
    FIELD(6, STRS, OnnxTensor, strings),
    FIELD(7, INTS, OnnxTensor, int64s),
    FIELD(8, STR, OnnxTensor, name),
    NOTED(9, STR, OnnxTensor, raw, has_raw),
    FIELD(10, DOUBLES, OnnxTensor, doubles),
    FIELD(11, INTS, OnnxTensor, uint64s),
    NESTED(13, MESSAGES, OnnxTensor, external, entry_schema),
    FIELD(14, INT, OnnxTensor, location),
};
const OnnxSchema onnx_tensor_schema = TABLE(OnnxTensor, tensor_fields);
static const OnnxField dim_fields[] = {
    NOTED(1, INT, OnnxDim, value, has_value),
    FIELD(2, STR, OnnxDim, param),
};
static const OnnxSchema dim_schema = TABLE(OnnxDim, dim_fields);
SCHEMA(shape_schema, OnnxShape, NESTED(1, MESSAGES, OnnxShape, dims, dim_schema))
SCHEMA(tensor_type_schema, OnnxTensorType, FIELD(1, INT, OnnxTensorType, elem_type),
       NESTED(2, MESSAGE, OnnxTensorType, shape, shape_schema))
SCHEMA(sequence_schema, OnnxSequenceType,
       NESTED(1, MESSAGE, OnnxSequenceType, elem_type, type_schema))
SCHEMA(map_schema, OnnxMapType, FIELD(1, INT, OnnxMapType, key_type),
       NESTED(2, MESSAGE, OnnxMapType, value_type, type_schema))
static const OnnxField type_fields[] = {
    NESTED(1, MESSAGE, OnnxTypeProto, tensor, tensor_type_schema),
    NESTED(4, MESSAGE, OnnxTypeProto, sequence, sequence_schema),
    NESTED(5, MESSAGE, OnnxTypeProto, map, map_schema),
    NESTED(8, MESSAGE, OnnxTypeProto, sparse, unread),
    NESTED(9, MESSAGE, OnnxTypeProto, optional, sequence_schema),
};
static const OnnxSchema type_schema = TABLE(OnnxTypeProto, type_fields);
KEEPING(info_schema, OnnxValueInfo, FIELD(1, STR, OnnxValueInfo, name),
        NESTED(2, MESSAGE, OnnxValueInfo, type, type_schema))
KEEPING(attr_schema, OnnxAttr, FIELD(1, STR, OnnxAttr, name), NOTED(2, FLOAT, OnnxAttr, f, has_f),
        NOTED(3, INT, OnnxAttr, i, has_i), NOTED(4, STR, OnnxAttr, s, has_s),
        NESTED(5, MESSAGE, OnnxAttr, tensor, onnx_tensor_schema),
        NESTED(6, MESSAGE, OnnxAttr, graph, graph_schema), FIELD(7, FLOATS, OnnxAttr, floats),
        FIELD(8, INTS, OnnxAttr, ints), FIELD(9, STRS, OnnxAttr, strings),
        FIELD(20, INT, OnnxAttr, type), FIELD(21, STR, OnnxAttr, ref))
KEEPING(node_schema, OnnxNode, FIELD(1, STRS, OnnxNode, inputs), FIELD(2, STRS, OnnxNode, outputs),
        FIELD(3, STR, OnnxNode, name), FIELD(4, STR, OnnxNode, op_type),
        NESTED(5, MESSAGES, OnnxNode, attrs, attr_schema), FIELD(7, STR, OnnxNode, domain),
        FIELD(8, STR, OnnxNode, overload))
static const OnnxField graph_fields[] = {
    NESTED(1, MESSAGES, OnnxGraph, nodes, node_schema),
    FIELD(2, STR, OnnxGraph, name),
    NESTED(5, MESSAGES, OnnxGraph, initializers, onnx_tensor_schema),
    NESTED(11, MESSAGES, OnnxGraph, inputs, info_schema),
    NESTED(12, MESSAGES, OnnxGraph, outputs, info_schema),
    NESTED(13, MESSAGES, OnnxGraph, infos, info_schema),
    NESTED(15, MESSAGES, OnnxGraph, sparse, unread),
};
static const OnnxSchema graph_schema = TABLE(OnnxGraph, graph_fields);
KEEPING(opset_schema, OnnxOpset, FIELD(1, STR, OnnxOpset, domain),
        FIELD(2, INT, OnnxOpset, version))
KEEPING(function_schema, OnnxFunction, FIELD(1, STR, OnnxFunction, name),
        FIELD(4, STRS, OnnxFunction, inputs), FIELD(5, STRS, OnnxFunction, outputs),
        FIELD(6, STRS, OnnxFunction, attrs), NESTED(7, MESSAGES, OnnxFunction, nodes, node_schema),
        NESTED(9, MESSAGES, OnnxFunction, opsets, opset_schema),
        FIELD(10, STR, OnnxFunction, domain),
        NESTED(11, MESSAGES, OnnxFunction, attr_defaults, attr_schema),
        FIELD(13, STR, OnnxFunction, overload))
static const OnnxField model_fields[] = {
    FIELD(1, INT, OnnxModel, ir_version),
    FIELD(2, STR, OnnxModel, producer),
    NESTED(7, MESSAGE, OnnxModel, graph, graph_schema),
    NESTED(8, MESSAGES, OnnxModel, opsets, opset_schema),
    NESTED(25, MESSAGES, OnnxModel, functions, function_schema),
    NESTED(14, MESSAGES, OnnxModel, metadata, entry_schema), /* where it was as a part of `rest` */
};
const OnnxSchema onnx_model_schema = TABLE(OnnxModel, model_fields);
