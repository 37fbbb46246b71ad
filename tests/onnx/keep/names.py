# SPDX-License-Identifier: Apache-2.0
# Makes keep/names.onnx (then once through tenon opt -O0, which leaves out empty fields): names that are no names of text,
# doc strings, properties, a domain that no node uses.
import numpy as np
import onnx
from onnx import helper as h, TensorProto as T, numpy_helper as nh
w=nh.from_array(np.ones((3,4),np.float32),'fc/weight:0'); b=nh.from_array(np.zeros(4,np.float32),'fc.bias'); s=nh.from_array(np.array([0,2,2],np.int64),'to shape')
n=[h.make_node('Gemm',['x','fc/weight:0','fc.bias'],['fc/out'],name='fc node',alpha=1.0), h.make_node('HardSwish',['fc/out'],['act/out'],name='act',doc_string='an activation'), h.make_node('Reshape',['act/out','to shape'],['y'],name='rs')]
g=h.make_graph(n,'my graph',[h.make_tensor_value_info('x',T.FLOAT,['N',3])],[h.make_tensor_value_info('y',T.FLOAT,['N',2,2])],[w,b,s],doc_string='graph doc',value_info=[h.make_tensor_value_info('fc/out',T.FLOAT,['N',4])])
m=h.make_model(g,producer_name='someone',producer_version='7',opset_imports=[h.make_opsetid('',14),h.make_opsetid('com.example',3)],doc_string='model doc'); m.ir_version=8
h.set_model_props(m,{'author':'me'})
onnx.save(m,'keep/names.onnx')
