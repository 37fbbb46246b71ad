# SPDX-License-Identifier: Apache-2.0
# Energies of four particles, by the distances between any two: what it is, and a network that is to find out.
@I.ir_module
class Module:
    @R.function
    def truth(x: R.Tensor((2000, 4, 3), "float32")):
        d = R.subtract(R.expand_dims(x, axis=[2]), R.expand_dims(x, axis=[1]))
        r2 = R.sum(R.multiply(d, d), axis=[3])
        bond = R.subtract(r2, R.const(1.0, "float32"))
        e = R.sum(R.add(R.multiply(R.const(0.2, "float32"), R.multiply(bond, bond)), R.exp(R.negative(r2))))
        return e

    @R.function
    def energy(
        x: R.Tensor(("n", 4, 3), "float32"),
        w1: R.Tensor((1, 32), "float32"),
        b1: R.Tensor((32,), "float32"),
        w2: R.Tensor((32, 32), "float32"),
        b2: R.Tensor((32,), "float32"),
        w3: R.Tensor((32, 1), "float32"),
    ):
        with R.dataflow():
            d = R.subtract(R.expand_dims(x, axis=[2]), R.expand_dims(x, axis=[1]))
            r2 = R.sum(R.multiply(d, d), axis=[3], keepdims=True)
            h1 = R.tanh(R.add(R.matmul(r2, w1), b1))
            h2 = R.tanh(R.add(R.matmul(h1, w2), b2))
            e = R.sum(R.matmul(h2, w3))
            R.output(e)
        return e
