# SPDX-License-Identifier: Apache-2.0
"""tenon.torch; without PyTorch these are skipped, but for the message."""

import subprocess
import sys

import numpy as np
import pytest

import tenon


def test_without_torch_an_import_error_says_so():
    code = """import sys
sys.modules["torch"] = None
import tenon
try:
    tenon.torch
except ImportError as e:
    print(e)
"""
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "tenon.torch needs PyTorch" in out.stdout


try:
    import torch
except ImportError:
    torch = None
needs_torch = pytest.mark.skipif(torch is None, reason="skipped: there is no PyTorch (python3-torch)")


@needs_torch
def test_load_gives_what_torch_gives():
    torch.manual_seed(0)
    net = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3, padding=1), torch.nn.BatchNorm2d(4), torch.nn.ReLU(), torch.nn.MaxPool2d(2),
                              torch.nn.Flatten(), torch.nn.Dropout(), torch.nn.Linear(64, 5), torch.nn.LogSoftmax(1))  # fmt: skip
    x = torch.randn(2, 3, 8, 8)
    m = tenon.torch.load(net, x, names=["x"], dynamic={"x": {0: "n"}})
    assert net.training  # it is left as it was
    f = m.opt("O2").compile(threads=1)
    many = torch.randn(5, 3, 8, 8)
    assert [i[0] for i in f.inputs] == ["x"]
    np.testing.assert_allclose(f(many), net.eval()(many).detach().numpy(), rtol=1e-4, atol=1e-5)
    with pytest.raises(ValueError, match="no input 'y'"):
        tenon.torch.load(net, x, names=["x"], dynamic={"y": {0: "n"}})


@needs_torch
def test_load_names_inputs_after_forward():
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.w = torch.nn.Parameter(torch.randn(4, 3))

        def forward(self, left, right):
            return left @ self.w, torch.tanh(left) * right

    net = Net()
    a, b = torch.randn(2, 4), torch.randn(2, 4)
    f = tenon.torch.load(net, (a, b)).compile(threads=1)
    assert [i[0] for i in f.inputs] == ["left", "right"]
    for got, want in zip(f(a, b), net(a, b)):
        np.testing.assert_allclose(got, want.detach().numpy(), rtol=1e-4, atol=1e-6)


def mlp(dtype):
    x, w, b = tenon.input("x", ("n", 3), dtype), tenon.input("w", (3, 2), dtype), tenon.input("b", (2,), dtype)
    y = tenon.op.tanh(x @ w + b)
    return x, w, b, y


@needs_torch
def test_wrap_passes_gradcheck():
    x, w, b, y = mlp("float64")
    f = tenon.torch.wrap(tenon.build(y, [x, w, b]), threads=1)
    arrays = [torch.randn(*s, dtype=torch.float64, requires_grad=True) for s in ((4, 3), (3, 2), (2,))]
    assert torch.autograd.gradcheck(f, arrays)
    two = tenon.torch.wrap(tenon.build([y, tenon.op.sum(y * y)], [x, w, b]), threads=1)
    assert torch.autograd.gradcheck(two, arrays)
    assert torch.autograd.gradcheck(lambda t: f(t.t(), arrays[1], arrays[2]), torch.randn(3, 4, dtype=torch.float64, requires_grad=True))


@needs_torch
def test_wrap_agrees_with_torch_and_trains():
    x, w, b, y = mlp("float32")
    f = tenon.torch.wrap(tenon.build(y, [x, w, b]), threads=1)
    data, target = torch.randn(8, 3), torch.rand(8, 2) - 0.5
    p = [torch.randn(3, 2, requires_grad=True), torch.zeros(2, requires_grad=True)]
    got = torch.autograd.grad(f(data, *p).square().sum(), p)
    want = torch.autograd.grad(torch.tanh(data @ p[0] + p[1]).square().sum(), p)
    for g, v in zip(got, want):
        torch.testing.assert_close(g, v, rtol=1e-4, atol=1e-5)
    optimizer = torch.optim.Adam(p, 0.05)
    losses = []
    for _ in range(60):
        optimizer.zero_grad()
        loss = (f(data, w=p[0], b=p[1]) - target).square().mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] / 2


@needs_torch
def test_wrap_with_inputs_that_have_no_gradient():
    x, i = tenon.input("x", (4, 3)), tenon.input("i", (2,), "int64")
    taken = tenon.op.take(x, i, axis=0)
    f = tenon.torch.wrap(tenon.build([taken * taken, tenon.op.argmax(taken, axis=1)], [x, i]), threads=1)
    a = torch.randn(4, 3, requires_grad=True)
    y, place = f(a, torch.tensor([2, 0]))
    assert not place.requires_grad
    y.sum().backward()
    expected = torch.zeros(4, 3)
    expected[[2, 0]] = 2 * a.detach()[[2, 0]]
    torch.testing.assert_close(a.grad, expected)
    with pytest.raises(ValueError, match="'i' is no input of floats"):
        tenon.torch.wrap(tenon.build(taken, [x, i]), wrt="i")
    with pytest.raises(TypeError, match="expected the inputs"):
        f(a)


@needs_torch
def test_wrap_only_wrt():
    x, w, b, y = mlp("float64")
    f = tenon.torch.wrap(tenon.build(y, [x, w, b]), wrt=["w"], threads=1)
    p = [torch.randn(*s, dtype=torch.float64, requires_grad=True) for s in ((4, 3), (3, 2), (2,))]
    f(*p).sum().backward()
    assert p[1].grad is not None and p[0].grad is None
