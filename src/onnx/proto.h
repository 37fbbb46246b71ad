/* SPDX-License-Identifier: Apache-2.0 */
/* The messages of an ONNX file as structs: what the reader needs of onnx.proto, and nothing else.
 *
 * Strings, raw data and weights are borrowed from the file's bytes, which must outlive the structs.
 * The schema is data (proto.c): message, field number, kind. Unknown fields are skipped, a message
 * that occurs twice in a singular field is merged, numbers may be packed or not: as protobuf
 * says. */
#ifndef TENON_ONNX_PROTO_H
#define TENON_ONNX_PROTO_H

#include "base/vec.h"

typedef struct {
    int64_t *at;
    size_t len, cap;
} OnnxInts;

typedef struct {
    float *at;
    size_t len, cap;
} OnnxFloats;

typedef struct {
    double *at;
    size_t len, cap;
} OnnxDoubles;

typedef struct {
    Str *at;
    size_t len, cap;
} OnnxStrs;

/* Of messages; which, the field's comment says. */
typedef struct {
    void **at;
    size_t len, cap;
} OnnxList;

typedef struct OnnxGraph OnnxGraph;
typedef struct OnnxTypeProto OnnxTypeProto;

/* Messages that are written as they were read keep the fields that nothing here knows (doc_string,
 * metadata_props, what comes with later versions): each with its tag. NULL: there are none. */

typedef struct {
    Str key, value;
} OnnxEntry;

/* A message that nothing here looks into. */
typedef struct {
    bool unused;
    OnnxStrs *rest;
} OnnxUnread;

typedef struct {
    OnnxInts dims;
    int64_t data_type;
    Str name;
    bool has_raw;
    OnnxUnread *segment;
    Str raw;
    OnnxFloats floats;
    OnnxInts int32s, int64s, uint64s; /* uint64 by its bits */
    OnnxDoubles doubles;
    OnnxStrs strings;
    OnnxList external; /* OnnxEntry */
    int64_t location;  /* 1: external */
    OnnxStrs *rest;
} OnnxTensor;

typedef struct {
    int64_t value;
    bool has_value;
    Str param;
    OnnxStrs *rest;
} OnnxDim;

typedef struct {
    OnnxList dims; /* OnnxDim */
} OnnxShape;

typedef struct {
    int64_t elem_type;
    OnnxShape *shape; /* NULL: the rank is not known */
} OnnxTensorType;

typedef struct {
    OnnxTypeProto *elem_type;
} OnnxSequenceType;

typedef struct {
    int64_t key_type;
    OnnxTypeProto *value_type;
} OnnxMapType;

struct OnnxTypeProto {
    OnnxTensorType *tensor;
    OnnxSequenceType *sequence, *optional;
    OnnxMapType *map;
    OnnxUnread *sparse;
    OnnxStrs *rest;
};

typedef struct {
    Str name;
    OnnxTypeProto *type;
    OnnxStrs *rest;
} OnnxValueInfo;

typedef enum {
    ONNX_ATTR_UNDEFINED,
    ONNX_ATTR_FLOAT,
    ONNX_ATTR_INT,
    ONNX_ATTR_STRING,
    ONNX_ATTR_TENSOR,
    ONNX_ATTR_GRAPH,
    ONNX_ATTR_FLOATS,
    ONNX_ATTR_INTS,
    ONNX_ATTR_STRINGS,
    ONNX_ATTR_TENSORS,
    ONNX_ATTR_GRAPHS,
    ONNX_ATTR_SPARSE_TENSOR,
} OnnxAttrType;

typedef struct {
    Str name, ref; /* ref: an attribute of the function it stands in */
    int64_t type;
    bool has_f, has_i, has_s;
    float f;
    int64_t i;
    Str s;
    OnnxTensor *tensor;
    OnnxGraph *graph;
    OnnxFloats floats;
    OnnxInts ints;
    OnnxStrs strings;
    OnnxStrs *rest;
} OnnxAttr;

typedef struct {
    OnnxStrs inputs, outputs;
    Str name, op_type, domain, overload;
    OnnxList attrs; /* OnnxAttr */
    OnnxStrs *rest;
    /* While a model is written: */
    bool is_kept;                    /* it is as it was read */
    bool has_form;                   /* its form is that of the opset that is written */
    const struct OnnxRecord *record; /* of which node of the file; NULL: the writer made it */
    /* inputs by bit: matrices, of a MatMul of floats; of the result's shape, of an Add */
    uint8_t shaped;
    const struct OpDef *op;        /* of the call that it was made for; NULL: none */
    const struct IrOrigin *origin; /* of the binding that it was made for; NULL: of none */
} OnnxNode;

struct OnnxGraph {
    Str name;
    OnnxList nodes;                  /* OnnxNode */
    OnnxList initializers;           /* OnnxTensor */
    OnnxList sparse;                 /* OnnxUnread */
    OnnxList inputs, outputs, infos; /* OnnxValueInfo */
    OnnxStrs *rest;
};

typedef struct {
    Str domain;
    int64_t version;
    OnnxStrs *rest;
} OnnxOpset;

typedef struct {
    Str name, domain, overload;
    OnnxStrs inputs, outputs, attrs;
    OnnxList attr_defaults; /* OnnxAttr */
    OnnxList nodes;         /* OnnxNode */
    OnnxList opsets;        /* OnnxOpset */
    OnnxStrs *rest;
} OnnxFunction;

typedef struct {
    int64_t ir_version;
    Str producer;
    OnnxList opsets; /* OnnxOpset */
    OnnxGraph *graph;
    OnnxList functions; /* OnnxFunction */
    OnnxList metadata;  /* OnnxEntry: metadata_props */
    OnnxStrs *rest;
} OnnxModel;

/* Each reads a whole message, into the arena. NULL after a report: the byte, and the field's
 * path. */
OnnxModel *onnx_model_parse(Arena *arena, Str bytes);
/* The same; strings are copied into the arena, but for long ones (weights), which are borrowed. */
OnnxModel *onnx_model_parse_copied(Arena *arena, Str bytes);
OnnxTensor *onnx_tensor_parse(Arena *arena, Str bytes);
/* Its recipe (onnx.h) becomes this one, which outlives it. */
void onnx_set_recipe(Arena *arena, OnnxModel *model, const char *recipe);

/* A message's bytes, in order, as pieces: what is small is copied to the arena, long strings
 * (weights) stay where they are. Numbers are packed. */
typedef struct {
    VEC(Str) pieces;
    size_t bytes;
} OnnxBytes;
void onnx_model_encode(Arena *arena, const OnnxModel *model, OnnxBytes *out);

#endif
