# SPDX-License-Identifier: Apache-2.0
# A controller: what to do in a state, by a small network.
@R.function
def control(state: R.Tensor((3,), "float64"), w1: R.Tensor((8, 3), "float64"), w2: R.Tensor((2, 8), "float64")):
    hidden = R.tanh(R.matmul(w1, state))
    action = R.tanh(R.matmul(w2, hidden))
    return action
