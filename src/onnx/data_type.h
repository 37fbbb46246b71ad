/* SPDX-License-Identifier: Apache-2.0 */
/* TensorProto.DataType, both ways. */
#ifndef TENON_ONNX_DATA_TYPE_H
#define TENON_ONNX_DATA_TYPE_H

#include "tensor/dtype.h"

/* VOID, and *what, when Tenon has no such dtype. what may be NULL. */
DType onnx_dtype(int64_t data_type, const char **what);
/* 0: ONNX has none. */
int64_t onnx_data_type(DType t);
/* The first opset of the default domain that knows the type. */
int64_t onnx_data_type_since(DType t);

#endif
