#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Metrics and losses of `tenon eval`, and the weights that `tenon train --init` draws, against NumPy.

    train_metrics.py TENON FOLDER

The models that are evaluated give their input back, so predictions are what the files hold."""
import subprocess
import sys

import numpy as np

tenon, folder = sys.argv[1], sys.argv[2]
rng = np.random.default_rng(11)
passed = failed = 0


def check(ok, what):
    global passed, failed
    passed += bool(ok)
    failed += not ok
    if not ok:
        print(f"FAILED {what}")


def said(*args):
    ended = subprocess.run([tenon, *args], capture_output=True, text=True, timeout=120)
    return dict(line.split(": ", 1) for line in ended.stdout.splitlines() if ": " in line), ended


def evaluates(what, x, y, loss, metric, want_loss, want):
    """In batches of 7, the last of which is smaller."""
    dims = "".join(f", {d}" for d in x.shape[1:])
    with open(f"{folder}/same.py", "w") as f:
        f.write(f'@R.function\ndef main(x: R.Tensor(("n"{dims}), "float64")):\n    y = R.negative(R.negative(x))\n    return y\n')
    np.savez(f"{folder}/rows.npz", x=x, y=y)
    got, ended = said("eval", f"{folder}/same.py", "--data", f"{folder}/rows.npz", "--batch", "7", "--loss", loss, "--metric", metric)
    name = metric.replace("top(k=", "top-").rstrip(")")
    # six digits are printed
    ok = name in got and abs(float(got[name]) - want) <= 5e-6 * max(1, abs(want))
    if name != "loss":
        ok = ok and abs(float(got["loss"]) - want_loss) <= 5e-6 * max(1, abs(want_loss))
    check(ok, f"{what}, {loss}, {metric}: {got}, not {want_loss:.7g} and {want:.7g} {ended.stderr[:200]}")


def logs(x, axis):
    z = x - x.max(axis, keepdims=True)
    return z - np.log(np.exp(z).sum(axis, keepdims=True))


def top(x, t, k, axis):
    """Ties go to the class that comes first."""
    order = np.argsort(-x, axis=axis, kind="stable")
    return (np.take(order, range(k), axis) == np.expand_dims(t, axis)).any(axis)


# Classes: two dims; classes behind and before places; some that do not count; ties.
for shape, axis in [((50, 9), 1), ((50, 9, 4), 1), ((50, 4, 9), 2)]:
    x = np.round(rng.standard_normal(shape) * 2) / 2
    t = rng.integers(0, 9, [d for i, d in enumerate(shape) if i != axis])
    t[rng.random(t.shape) < 0.1] = 3
    nll = -np.take_along_axis(logs(x, axis), np.expand_dims(t, axis), axis).squeeze(axis)
    for ignored in (None, 3):
        counts = np.ones(t.shape, bool) if ignored is None else t != ignored
        loss = f"cross_entropy(axis={axis}" + ("" if ignored is None else f", ignore_index={ignored}") + ")"
        for k in (1, 2, 5, 9):
            hits = top(x, t, k, axis)[counts].mean()
            evaluates("classes", x, t, loss, f"top(k={k})", nll[counts].mean(), hits)
        evaluates("classes", x, t, loss, "accuracy", nll[counts].mean(), top(x, t, 1, axis)[counts].mean())
        evaluates("classes", x, t, loss, "perplexity", nll[counts].mean(), np.exp(nll[counts].mean()))
shares = rng.random((50, 6))
shares /= shares.sum(1, keepdims=True)
x = rng.standard_normal((50, 6))
soft = -(shares * logs(x, 1)).sum(1).mean()
evaluates("shares", x, shares, "soft_cross_entropy", "accuracy", soft, (x.argmax(1) == shares.argmax(1)).mean())

# Bits.
x, t = rng.standard_normal((50, 3)), rng.integers(0, 2, (50, 3))
p = 1 / (1 + np.exp(-x))
bits = -(t * np.log(p) + (1 - t) * np.log(1 - p)).mean()
evaluates("bits", x, t, "bce_with_logits", "accuracy", bits, ((x > 0) == t).mean())
evaluates("bits", p, t, "bce", "accuracy", bits, ((p > 0.5) == t).mean())

# Numbers; far from 0, and a column that never varies.
t = rng.standard_normal((50, 4)) * [1, 10, 0.1, 3] + [0, 5, -2, 100]
for far in (0, 1e6, 1e9):
    y = t + far
    x = y + rng.standard_normal(y.shape) * 0.3
    e = x - y
    squares = (e ** 2).mean()
    evaluates(f"numbers at {far:g}", x, y, "mse", "mae", squares, abs(e).mean())
    evaluates(f"numbers at {far:g}", x, y, "mse", "mse", squares, squares)
    r2 = (1 - (e ** 2).sum(0) / ((y - y.mean(0)) ** 2).sum(0)).mean()
    evaluates(f"numbers at {far:g}", x, y, "mse", "r2", squares, r2)
    evaluates(f"numbers at {far:g}", x, y, "l1", "mae", abs(e).mean(), abs(e).mean())
one = np.full((50, 1), 7.0)
evaluates("one number", one, one, "mse", "r2", 0, 1)
evaluates("one number", one + 1, one, "mse", "r2", 1, 0)

# Weights that are drawn: their mean and deviation, by what they are used for.
with open(f"{folder}/drawn.py", "w") as f:
    f.write('''@R.function
def main(x: R.Tensor(("n", 16, 8, 8), "float32"), conv: R.Tensor((128, 16, 3, 3), "float32"), bias: R.Tensor((128, 1, 1), "float32"),
         gamma: R.Tensor((128,), "float32"), beta: R.Tensor((128,), "float32"), mean: R.Tensor((128,), "float32"),
         var: R.Tensor((128,), "float32"), w: R.Tensor((4608, 200), "float32"), swapped: R.Tensor((100, 200), "float32")):
    R.func_attr({"num_input": 1})
    h = R.add(R.nn.conv2d(x, conv), bias)
    g = R.nn.batch_norm(h, gamma, beta, mean, var, axis=1)
    y = R.matmul(R.reshape(g[0], (-1, 4608)), w)
    z = R.matmul(y, R.permute_dims(swapped))
    return z
''')
np.savez(f"{folder}/rows.npz", x=np.zeros((4, 16, 8, 8), "f4"), y=np.zeros((4, 100), "f4"))
fans = {"conv": (16 * 9, 128 * 9), "w": (4608, 200), "swapped": (200, 100)}
ways = {"kaiming": lambda i, o: 2 / i, "xavier": lambda i, o: 2 / (i + o), "lecun": lambda i, o: 1 / i,
        "normal(std=0.5)": lambda i, o: 0.25, "uniform(bound=0.3)": lambda i, o: 0.09 / 3, "zeros": lambda i, o: 0}
for way, variance in ways.items():
    _, ended = said("train", f"{folder}/drawn.py", "--data", f"{folder}/rows.npz", "--val", "0", "--loss", "mse", "--steps", "1",
                    "--optimizer", "sgd", "--lr", "1e-30", "--init", way, "--quiet", "-o", f"{folder}/drawn.npz")
    check(ended.returncode == 0, f"--init {way}: {ended.stderr[:200]}")
    got = np.load(f"{folder}/drawn.npz")
    for name, (fan_in, fan_out) in fans.items():
        w, deviation = got[name].astype("f8"), variance(fan_in, fan_out) ** 0.5
        # of n drawn numbers the mean strays by deviation / sqrt(n), the deviation by less
        stray = 5 * deviation / w.size ** 0.5
        check(abs(w.mean()) <= stray and abs(w.std() - deviation) <= stray,
              f"--init {way}: {name} has mean {w.mean():.3g} and deviation {w.std():.4g}, not {deviation:.4g}")
    check(not way.startswith("uniform") or abs(got["w"]).max() <= 0.3, "uniform: beyond its bound")
    check((got["bias"] == 0).all() and (got["beta"] == 0).all() and (got["gamma"] == 1).all(), f"--init {way}: biases and scales")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
