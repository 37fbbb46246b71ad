# SPDX-License-Identifier: Apache-2.0
@R.function
def main():
    @R.function
    def step(c: R.Tensor(dtype="int64"), x: R.Tensor((), dtype="int64")):
        d = R.concat((c, R.expand_dims(x, axis=0)), axis=0)
        return (d,)
    y = R.scan(step, (R.const([5], "int64"),), (R.const([6, 7, 8], "int64"),))
    return y[0]
