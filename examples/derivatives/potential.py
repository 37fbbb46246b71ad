# SPDX-License-Identifier: Apache-2.0
# The energy of particles that repel each other and are tied to where they belong.
@R.function
def energy(x: R.Tensor((4, 3), "float64"), home: R.Tensor((4, 3), "float64"), k: R.Tensor((), "float64")):
    d = R.subtract(R.expand_dims(x, axis=[1]), R.expand_dims(x, axis=[0]))
    r2 = R.sum(R.multiply(d, d), axis=[2])
    repulsion = R.sum(R.exp(R.negative(r2)))
    away = R.subtract(x, home)
    ties = R.multiply(k, R.sum(R.multiply(away, away)))
    e = R.add(repulsion, ties)
    return e
