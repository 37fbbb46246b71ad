# SPDX-License-Identifier: Apache-2.0
import os

import numpy as np
import pytest

import tenon

os.environ.setdefault("TENON_CACHE", "")

MATMUL = """@R.function
def main(x: R.Tensor(("n", 4), "float32"), w: R.Tensor((4, 3), "float32")):
    return R.nn.relu(R.matmul(x, w))
"""


@pytest.fixture(scope="session")
def matmul():
    """relu(x @ w), compiled for one thread."""
    return tenon.parse(MATMUL).compile(threads=1)


@pytest.fixture
def arrays():
    r = np.random.RandomState(1)
    return r.randn(5, 4).astype("f"), r.randn(4, 3).astype("f")


@pytest.fixture(scope="session")
def identity():
    """A function of one input of a dtype and rank that gives it back, made once for each."""
    made = {}

    def make(dtype, rank=1, **options):
        key = dtype, rank, tuple(options.items())
        if key not in made:
            dims = ", ".join(f'"d{i}"' for i in range(rank)) + ("," if rank == 1 else "")
            text = f"""@R.function
def main(x: R.Tensor(({dims}), "{dtype}")):
    return R.{"logical_not(R.logical_not(x))" if dtype == "bool" else "add(x, R.zeros_like(x))"}
"""
            made[key] = tenon.parse(text).compile(threads=1, **options)
        return made[key]

    return make
