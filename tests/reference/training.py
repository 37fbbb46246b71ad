# SPDX-License-Identifier: Apache-2.0
"""Losses, gradients and steps of optimizers as PyTorch makes them: tests/training/cases.txt and its .npz files.

    python3 tests/reference/training.py tests/training

Written with torch 1.13. Each case is a line `MODULE | PASS | FUNCTION | FILE`; in FILE.npz in_NAME are arguments, out_K the
flattened results."""
import sys

import numpy as np
import torch
import torch.nn.functional as F

folder = sys.argv[1]
torch.manual_seed(7)
lines = []


def save(module, item, function, name, arrays):
    np.savez(f"{folder}/{name}.npz", **{k: np.asarray(v) for k, v in arrays.items()})
    lines.append(f"{module} | {item} | {function} | {name}.npz")


def arr(t):
    return t.detach().numpy().copy()


# Losses: the value and, through Gradient, the adjoint of the prediction.
x = torch.randn(4, 3, 2)
classes = torch.randint(0, 3, (4, 2))
classes[1, 0] = 1
soft = torch.softmax(torch.randn(4, 3, 2), 1)
like = torch.randn(4, 3, 2)
weights = torch.rand(3) + 0.5
each = torch.rand(4, 3, 2) + 0.5
probs = torch.rand(4, 3, 2) * 0.4 + 0.05  # doubled below, so in (0.1, 0.9)
bits = torch.randint(0, 2, (4, 3, 2)).float()

losses = {
    "l1": (x, like, None, lambda y, t, w, r: F.l1_loss(y, t, reduction=r)),
    "mse": (x, like, None, lambda y, t, w, r: F.mse_loss(y, t, reduction=r)),
    "huber": (x, like, None, lambda y, t, w, r: F.huber_loss(y, t, reduction=r, delta=1.5)),
    "cross_entropy": (x, classes, None, lambda y, t, w, r: F.cross_entropy(y, t, reduction=r)),
    "cross_entropy weighted": (x, classes, weights, lambda y, t, w, r: F.cross_entropy(y, t, weight=w, reduction=r)),
    "cross_entropy ignored": (x, classes, None, lambda y, t, w, r: F.cross_entropy(y, t, ignore_index=1, reduction=r)),
    "soft_cross_entropy": (x, soft, None, lambda y, t, w, r: F.cross_entropy(y, t, reduction=r)),
    "nll": (x, classes, None, lambda y, t, w, r: F.nll_loss(y, t, reduction=r)),
    "bce": (probs, bits, None, lambda y, t, w, r: F.binary_cross_entropy(y, t, reduction=r)),
    "bce weighted": (probs, bits, each, lambda y, t, w, r: F.binary_cross_entropy(y, t, weight=w, reduction=r)),
    "bce_with_logits": (x, bits, None, lambda y, t, w, r: F.binary_cross_entropy_with_logits(y, t, reduction=r)),
}
# Classes at another axis, smoothed labels, weights: what is said behind the kind is said to the pass.
first = torch.randint(0, 4, (3, 2))
last = torch.randint(0, 2, (4, 3))
logs = F.log_softmax(torch.randn(4, 3, 2), 1)
some = torch.softmax(torch.randn(4, 3, 2), 1)
some[0, 0, 0] = 0
weights4, weights2 = torch.rand(4) + 0.5, torch.rand(2) + 0.5
losses.update({
    "cross_entropy smooth": (x, classes, None, lambda y, t, w, r: F.cross_entropy(y, t, label_smoothing=0.1, reduction=r)),
    "cross_entropy smooth_weighted_ignored": (x, classes, weights, lambda y, t, w, r: F.cross_entropy(
        y, t, weight=w, ignore_index=1, label_smoothing=0.25, reduction=r)),
    "cross_entropy first_weighted": (x, first, weights4, lambda y, t, w, r: F.cross_entropy(
        y.permute(1, 0, 2), t, weight=w, reduction=r)),
    "cross_entropy last_smooth_weighted": (x, last, weights2, lambda y, t, w, r: F.cross_entropy(
        y.permute(0, 2, 1), t, weight=w, label_smoothing=0.25, reduction=r)),
    "nll last": (x, last, None, lambda y, t, w, r: F.nll_loss(y.permute(0, 2, 1), t, reduction=r)),
    "soft_cross_entropy smooth_weighted": (x, soft, weights, lambda y, t, w, r: F.cross_entropy(
        y, t, weight=w, label_smoothing=0.25, reduction=r)),
    "kl_div": (logs, some, None, lambda y, t, w, r: F.kl_div(y, t, reduction=r)),
})
said = {"weighted": ", weighted=true", "ignored": ", ignore_index=1", "first": ", axis=0", "last": ", axis=-1"}
for key, (data, target, weight, fn) in losses.items():
    kind, _, variant = key.partition(" ")
    for reduction in ("mean", "sum", "none"):
        p = data.clone().requires_grad_()
        loss = fn(2 * p, target, weight, reduction)
        item = f"AppendLoss(loss={kind}, reduction={reduction}"
        said["smooth"] = ", smoothing=0.1" if variant == "smooth" else ", smoothing=0.25"
        item += "".join(said[word] for word in variant.split("_") if word)
        item += ", delta=1.5)" if kind == "huber" else ")"
        arrays = {"in_x": arr(data), "in_targets": arr(target), "out_0": arr(loss)}
        if weight is not None:
            arrays["in_weights"] = arr(weight)
        function = "main_loss"
        if reduction != "none":  # a loss: with its gradient
            loss.backward()
            arrays["out_1"] = arr(p.grad)
            item += "; Gradient(function=main_loss, wrt=x)"
            function = "main_loss_adjoint"
        save("prediction.py", item, function, f"loss_{kind}_{variant + '_' if variant else ''}{reduction}", arrays)

# Steps.
names = ["w1", "b1", "gamma", "beta", "mean", "var", "w2", "b2"]
moving = {"mean", "var"}


def forward(p, x):
    h = x @ p["w1"] + p["b1"]
    t = F.batch_norm(h, p["mean"], p["var"], p["gamma"], p["beta"], training=True, momentum=0.1, eps=1e-5)
    return torch.tanh(t) @ p["w2"] + p["b2"]


def step_case(name, item, make, slots, steps, trained=None, clip=0.0):
    torch.manual_seed(11)
    shapes = {"w1": (5, 6), "b1": (6,), "gamma": (6,), "beta": (6,), "mean": (6,), "var": (6,), "w2": (6, 3), "b2": (3,)}
    p = {n: torch.randn(shapes[n]) * 0.5 for n in names}
    p["gamma"] = p["gamma"] + 1
    p["var"] = p["var"].abs() + 0.5
    trainable = [n for n in names if n not in moving and (trained is None or n in trained)]
    for n in trainable:
        p[n].requires_grad_()
    optimizer = make([p[n] for n in trainable])
    for step in range(1, steps + 1):
        data, target = torch.randn(7, 5), torch.randint(0, 3, (7,))
        before = {}
        for i, n in enumerate(names):
            before[f"in_parameters_{i}"] = arr(p[n])
        before["in_state_0"] = np.int64(step - 1)
        for s, slot in enumerate(slots):
            for i, n in enumerate(trainable):
                have = optimizer.state[p[n]].get(slot) if p[n] in optimizer.state else None
                before[f"in_state_{s + 1}_{i}"] = arr(have) if have is not None else np.zeros(shapes[n], np.float32)
        before["in_x"], before["in_targets"] = arr(data), arr(target)
        before["in_lr"] = np.float32(optimizer.param_groups[0]["lr"])
        optimizer.zero_grad()
        loss = F.cross_entropy(forward(p, data), target)
        loss.backward()
        if clip:
            torch.nn.utils.clip_grad_norm_([p[n] for n in trainable], clip)
        optimizer.step()
    out = [arr(p[n]) for n in names] + [np.int64(steps)]
    for slot in slots:
        out += [arr(optimizer.state[p[n]][slot]) for n in trainable]
    out.append(arr(loss))
    arrays = dict(before, **{f"out_{i}": v for i, v in enumerate(out)})
    save("net.py", item, "main_train_step", f"step_{name}_{steps}", arrays)


for steps in (1, 3):
    step_case("sgd", "TrainStep", lambda p: torch.optim.SGD(p, lr=0.1), [], steps)
    step_case("momentum", "TrainStep(momentum=0.9, weight_decay=0.01)",
              lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, weight_decay=0.01), ["momentum_buffer"], steps)
    step_case("nesterov", "TrainStep(momentum=0.8, nesterov=true)",
              lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.8, nesterov=True), ["momentum_buffer"], steps)
    step_case("adam", "TrainStep(optimizer=adam, weight_decay=0.02)",
              lambda p: torch.optim.Adam(p, lr=0.05, weight_decay=0.02), ["exp_avg", "exp_avg_sq"], steps)
    # b1 stands before a batch norm, so its gradient is 0 but for rounding: epsilon is to be larger than that
    step_case("adamw", "TrainStep(optimizer=adamw, weight_decay=0.01, beta1=0.8, epsilon=0.001)",
              lambda p: torch.optim.AdamW(p, lr=0.05, weight_decay=0.01, betas=(0.8, 0.999), eps=1e-3),
              ["exp_avg", "exp_avg_sq"], steps)
    step_case("clipped", "TrainStep(clip_norm=0.05)", lambda p: torch.optim.SGD(p, lr=0.1), [], steps, clip=0.05)
step_case("subset", "TrainStep(train=w2+b*)", lambda p: torch.optim.SGD(p, lr=0.1), [], 2, trained={"w2", "b2", "b1", "beta"})

with open(f"{folder}/cases.txt", "w") as f:
    f.write("\n".join(lines) + "\n")
