#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Runs of `tenon train` against the same in NumPy, in float64: weights after 20 steps, to 1e-12; and against PyTorch's own
optimizers and schedules, where it is there.

    train_check.py TENON FOLDER

Each optimizer with each of its options, each schedule, clipping, groups, several batches a step, a moving average. A
batch holds all rows (or a step all batches), so the order of rows does not matter but for rounding."""
import json
import math
import os
import subprocess
import sys

import numpy as np

for name in ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"):  # kernels of another processor
    os.environ.pop(name, None)
try:
    import torch
except ImportError:
    torch = None

tenon, folder = sys.argv[1], sys.argv[2]
ROWS, STEPS = 24, 20
rng = np.random.default_rng(5)
x, y = rng.standard_normal((ROWS, 5)), rng.standard_normal((ROWS, 3))
first = {"w1": rng.standard_normal((5, 7)) * 0.5, "b1": rng.standard_normal(7) * 0.1,
         "w2": rng.standard_normal((7, 3)) * 0.5, "b2": rng.standard_normal(3) * 0.1}
np.savez(f"{folder}/data.npz", x=x, y=y)
np.savez(f"{folder}/first.npz", **first)
open(f"{folder}/net.py", "w").write('''@R.function
def main(x: R.Tensor(("n", 5), "float64"), w1: R.Tensor((5, 7), "float64"), b1: R.Tensor((7,), "float64"),
         w2: R.Tensor((7, 3), "float64"), b2: R.Tensor((3,), "float64")):
    R.func_attr({"num_input": 1})
    h = R.tanh(R.add(R.matmul(x, w1), b1))
    y = R.add(R.matmul(h, w2), b2)
    return y
''')


def gradients(p):
    h = np.tanh(x @ p["w1"] + p["b1"])
    e = 2 * (h @ p["w2"] + p["b2"] - y) / y.size
    g = e @ p["w2"].T * (1 - h * h)
    return {"w1": x.T @ g, "b1": g.sum(0), "w2": h.T @ e, "b2": e.sum(0)}


def schedule(name, i, o):
    if i < o.get("warmup", 0):
        return (i + 1) / o["warmup"]
    at, of = i - o.get("warmup", 0), STEPS - o.get("warmup", 0)
    if name == "step":
        return o["factor"] ** (at // o["every"])
    low = o.get("floor", 0)
    return {"constant": 1, "cosine": low + (1 - low) * (1 + math.cos(math.pi * at / of)) / 2,
            "linear": low + (1 - low) * (1 - at / of)}[name]


def update(kind, o, p, g, s, lr, t, decay):
    """torch.optim's formulas; Lion's of Chen et al. 2023."""
    zeros = np.zeros_like(p)
    if kind in ("adamw", "lion"):
        p = p * (1 - lr * decay)
    else:
        g = g + decay * p
    if kind == "sgd":
        return p - lr * g
    if kind in ("momentum", "nesterov"):
        s["v"] = o["momentum"] * s.get("v", zeros) + g
        return p - lr * (g + o["momentum"] * s["v"] if kind == "nesterov" else s["v"])
    if kind in ("adam", "adamw"):
        s["m"] = o["beta1"] * s.get("m", zeros) + (1 - o["beta1"]) * g
        s["v"] = o["beta2"] * s.get("v", zeros) + (1 - o["beta2"]) * g * g
        root = np.sqrt(s["v"]) / math.sqrt(1 - o["beta2"] ** t) + o["epsilon"]
        return p - lr / (1 - o["beta1"] ** t) * (s["m"] / root)
    if kind == "rmsprop":
        s["v"] = o["alpha"] * s.get("v", zeros) + (1 - o["alpha"]) * g * g
        g = g / (np.sqrt(s["v"]) + o["epsilon"])
        if o["momentum"]:
            g = s["b"] = o["momentum"] * s.get("b", zeros) + g
        return p - lr * g
    if kind == "adagrad":
        s["v"] = s.get("v", zeros) + g * g
        return p - lr * g / (np.sqrt(s["v"]) + o["epsilon"])
    assert kind == "lion"
    u = np.sign(o["beta1"] * s.get("m", zeros) + (1 - o["beta1"]) * g)
    s["m"] = o["beta2"] * s.get("m", zeros) + (1 - o["beta2"]) * g
    return p - lr * u


defaults = {
    "sgd": {"weight_decay": 0}, "momentum": {"momentum": 0.9, "weight_decay": 0},
    "nesterov": {"momentum": 0.9, "weight_decay": 0},
    "adam": {"beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8, "weight_decay": 0},
    "adamw": {"beta1": 0.9, "beta2": 0.999, "epsilon": 1e-8, "weight_decay": 0.01},
    "rmsprop": {"alpha": 0.99, "epsilon": 1e-8, "momentum": 0, "weight_decay": 0},
    "adagrad": {"epsilon": 1e-10, "weight_decay": 0},
    "lion": {"beta1": 0.9, "beta2": 0.99, "weight_decay": 0}}


def run(kind, o, lr, sched=("constant", {}), clip=0, average=0, groups=(), trained=None):
    o = {**defaults[kind], **o}
    p, state = {k: v.copy() for k, v in first.items()}, {k: {} for k in first}
    mean = {k: v.copy() for k, v in first.items()}
    for i in range(STEPS):
        g, rate = gradients(p), lr * schedule(sched[0], i, sched[1])
        g = {k: v for k, v in g.items() if not trained or k in trained}
        if clip:
            norm = math.sqrt(sum((v * v).sum() for v in g.values()))
            g = {k: v * min(1, clip / (norm + 1e-6)) for k, v in g.items()}
        for k in g:
            decay, factor = (o["weight_decay"] if p[k].ndim > 1 else 0), 1
            for name, by, own in groups:
                if k.startswith(name.rstrip("*")):
                    factor, decay = by, (own if own is not None else decay)
            p[k] = update(kind, o, p[k], g[k], state[k], rate * factor, i + 1, decay)
            mean[k] = average * mean[k] + (1 - average) * p[k]
    return mean if average else p


def torch_rates(lr, name, o):
    """What torch's schedulers make of lr, step by step."""
    warmup, of = o.get("warmup", 0), STEPS - o.get("warmup", 0)
    optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=lr)
    s = torch.optim.lr_scheduler
    main = {"constant": lambda: s.LambdaLR(optimizer, lambda i: 1),
            "step": lambda: s.StepLR(optimizer, o["every"], o["factor"]),
            "cosine": lambda: s.CosineAnnealingLR(optimizer, of, o.get("floor", 0) * lr),
            "linear": lambda: s.LinearLR(optimizer, 1, o.get("floor", 0), of)}[name]()
    rates = [lr * (i + 1) / warmup for i in range(warmup)]
    for _ in range(of):
        rates.append(optimizer.param_groups[0]["lr"])
        optimizer.step()
        main.step()
    return rates


def torch_run(kind, o, lr, sched=("constant", {}), clip=0, average=0, groups=(), trained=None):
    """None: torch has no such optimizer."""
    if kind == "lion":
        return None
    o = {**defaults[kind], **o}
    p = {k: torch.tensor(v, requires_grad=not trained or k in trained) for k, v in first.items()}
    mean = {k: v.detach().clone() for k, v in p.items()}
    factors, lists = {}, []
    for k, v in p.items():
        decay, factors[k] = (o["weight_decay"] if v.ndim > 1 else 0), 1
        for name, by, own in groups:
            if k.startswith(name.rstrip("*")):
                factors[k], decay = by, (own if own is not None else decay)
        if v.requires_grad:
            lists.append({"params": [v], "weight_decay": decay, "name": k})
    t = torch.optim
    betas = {"betas": (o.get("beta1"), o.get("beta2")), "eps": o.get("epsilon")}
    optimizer = {"sgd": lambda: t.SGD(lists, lr), "momentum": lambda: t.SGD(lists, lr, o["momentum"]),
                 "nesterov": lambda: t.SGD(lists, lr, o["momentum"], nesterov=True),
                 "adam": lambda: t.Adam(lists, lr, **betas), "adamw": lambda: t.AdamW(lists, lr, **betas),
                 "rmsprop": lambda: t.RMSprop(lists, lr, o["alpha"], o["epsilon"], momentum=o["momentum"]),
                 "adagrad": lambda: t.Adagrad(lists, lr, eps=o["epsilon"])}[kind]()
    tx, ty = torch.tensor(x), torch.tensor(y)
    for rate in torch_rates(lr, *sched):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(torch.tanh(tx @ p["w1"] + p["b1"]) @ p["w2"] + p["b2"], ty)
        loss.backward()
        if clip:
            torch.nn.utils.clip_grad_norm_([v for v in p.values() if v.requires_grad], clip)
        for g in optimizer.param_groups:
            g["lr"] = rate * factors[g["name"]]
        optimizer.step()
        for k in p:
            mean[k] = average * mean[k] + (1 - average) * p[k].detach()
    return {k: v.detach().numpy() for k, v in (mean if average else p).items()}


def term(name, o):
    return name + ("(" + ", ".join(f"{k}={v!r}" for k, v in o.items()) + ")" if o else "")


cases = [(kind, {}, {}) for kind in defaults]
cases += [("sgd", {"weight_decay": 0.1}, {}), ("momentum", {"momentum": 0.5, "weight_decay": 0.1}, {}),
          ("nesterov", {"momentum": 0.7, "weight_decay": 0.1}, {}),
          ("adam", {"beta1": 0.8, "beta2": 0.95, "epsilon": 1e-3, "weight_decay": 0.1}, {}),
          ("adamw", {"beta1": 0.8, "beta2": 0.95, "epsilon": 1e-3, "weight_decay": 0.3}, {}),
          ("rmsprop", {"alpha": 0.9, "epsilon": 1e-4, "momentum": 0.8, "weight_decay": 0.1}, {}),
          ("adagrad", {"epsilon": 1e-3, "weight_decay": 0.1}, {}),
          ("lion", {"beta1": 0.8, "beta2": 0.9, "weight_decay": 0.1}, {})]
for s in [("step", {"every": 6, "factor": 0.5}), ("step", {"every": 4, "factor": 0.5, "warmup": 3}), ("cosine", {}),
          ("cosine", {"floor": 0.1, "warmup": 5}), ("linear", {"floor": 0.2}), ("linear", {"warmup": 4}),
          ("constant", {"warmup": 7})]:
    cases.append(("adamw", {}, {"sched": s}))
cases += [("momentum", {}, {"clip": 0.5}), ("adamw", {}, {"average": 0.9}), ("momentum", {}, {"accumulate": True}),
          ("adamw", {}, {"accumulate": True, "average": 0.8, "clip": 0.3, "sched": ("cosine", {"warmup": 3})}),
          ("adamw", {"weight_decay": 0.2}, {"groups": [("w*", 0.5, 0.4), ("w2", 2.0, None), ("b*", 3.0, 0.1)]}),
          ("sgd", {}, {"trained": ["w2", "b1"], "clip": 0.1})]
passed = failed = by_torch = 0
for kind, o, how in cases:
    lr = 0.05
    args = [tenon, "train", f"{folder}/net.py", "--data", f"{folder}/data.npz", "--init", f"{folder}/first.npz", "--val", "0",
            "--loss", "mse", "--steps", str(STEPS), "--lr", str(lr), "--optimizer", term(kind, o), "--quiet", "-o",
            f"{folder}/out.npz", "--batch", "5" if how.get("accumulate") else str(ROWS)]
    if how.get("accumulate"):
        args += ["--accumulate", "5"]
    if "sched" in how:
        args += ["--schedule", term(*how["sched"])]
    for name in ("clip", "average"):
        if name in how:
            args += ["--" + name, str(how[name])]
    for name, by, own in how.get("groups", ()):
        args += ["--group", f"{name}:{by}" + ("" if own is None else f":{own}")]
    if "trained" in how:
        args += ["--trainable", ",".join(how["trained"])]
    ended = subprocess.run(args, capture_output=True, text=True, timeout=120)
    how = {k: v for k, v in how.items() if k != "accumulate"}
    worst = math.inf
    if ended.returncode == 0:
        got, worst = np.load(f"{folder}/out.npz"), 0
        for want in (run(kind, o, lr, **how), torch_run(kind, o, lr, **how) if torch else None):
            for k in want or ():
                worst = max(worst, float(np.abs(got[k] - want[k]).max() / np.abs(want[k]).max()))
            by_torch += want is not None
        by_torch -= 1
    # 20 steps of sums of 24 terms, in another order: some 1e-15 each
    if worst <= 1e-12:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {' '.join(args[1:])}: {worst:.3g} {ended.stderr[:300]}")


# Several batches a step, the last of them smaller, are as one batch of all rows: the mean of class losses is divided by
# what counts, not by rows. Targets for each of four places of a row; in some batches none counts.
CLASSES, PLACES = 4, 3
cx = rng.standard_normal((ROWS, PLACES, 5))
cy = rng.integers(0, CLASSES, (ROWS, PLACES))
cy[rng.random(cy.shape) < 0.3] = -100
cy[::5] = -100  # rows that do not count at all
cfirst = {"w": rng.standard_normal((5, CLASSES)) * 0.5, "b": rng.standard_normal(CLASSES) * 0.1}
np.savez(f"{folder}/classes.npz", x=cx, y=cy)
np.savez(f"{folder}/cfirst.npz", **cfirst)
open(f"{folder}/classes.py", "w").write('''@R.function
def main(x: R.Tensor(("n", 3, 5), "float64"), w: R.Tensor((5, 4), "float64"), b: R.Tensor((4,), "float64")):
    R.func_attr({"num_input": 1})
    y = R.permute_dims(R.add(R.matmul(x, w), b), axes=[0, 2, 1])
    return y
''')


def class_loss(p, weights, smoothing):
    """Torch's cross entropy, and its gradient."""
    counts = cy != -100
    t = np.where(counts, cy, 0)
    weight = np.array(weights)[t] * counts
    # of each class at each place: how often its log-probability is in the sum
    shares = (1 - smoothing) * np.eye(CLASSES)[t] * weight[..., None]
    shares = shares + smoothing / CLASSES * np.array(weights) * counts[..., None]
    z = cx @ p["w"] + p["b"]
    logs = z - np.log(np.exp(z).sum(-1, keepdims=True))
    g = (np.exp(logs) * shares.sum(-1, keepdims=True) - shares) / weight.sum()
    return -(shares * logs).sum() / weight.sum(), {"w": np.einsum("npi,npc->ic", cx, g), "b": g.sum((0, 1))}


def class_run(weights, smoothing, lr):
    """After the steps; and the losses of the last of them and behind it."""
    p = cfirst
    for _ in range(STEPS):
        loss, g = class_loss(p, weights, smoothing)
        p = {k: p[k] - lr * g[k] for k in p}
    return p, loss, class_loss(p, weights, smoothing)[0]


for weights, smoothing in [([1, 1, 1, 1], 0), ([1, 2.5, 0.25, 4], 0), ([1, 1, 1, 1], 0.2), ([0, 2.5, 0.25, 4], 0.1)]:
    want, loss, after = class_run(weights, smoothing, 0.3)
    for batch, accumulate in [(ROWS, 1), (7, 4), (5, 5), (1, ROWS)]:
        args = [tenon, "train", f"{folder}/classes.py", "--data", f"{folder}/classes.npz", "--init", f"{folder}/cfirst.npz",
                "--val", f"{folder}/classes.npz", "--loss", f"cross_entropy(smoothing={smoothing})", "--steps", str(STEPS),
                "--lr", "0.3", "--optimizer", "sgd", "--quiet", "--class-weights", ",".join(map(str, weights)), "--metric",
                "loss", "--batch", str(batch), "--accumulate", str(accumulate), "-o", f"{folder}/out.npz", "--log",
                f"{folder}/log.json"]
        ended = subprocess.run(args, capture_output=True, text=True, timeout=120)
        worst = math.inf
        if ended.returncode == 0:
            got = np.load(f"{folder}/out.npz")
            worst = max(float(np.abs(got[k] - want[k]).max() / np.abs(want[k]).max()) for k in want)
            last = json.loads(open(f"{folder}/log.json").readlines()[-1])
            # the log has nine digits
            told = max(abs(last["loss"] - loss), abs(last["train_loss"] - loss), abs(last["val_loss"] - after))
            worst = max(worst, told - 1e-8)
        if worst <= 1e-12:
            passed += 1
        else:
            failed += 1
            print(f"FAILED {' '.join(args[1:])}: {worst:.3g} {ended.stderr[:300]}")
print(f"{by_torch} of {len(cases)} runs against torch, too" if torch else "skipped against torch: there is none")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
