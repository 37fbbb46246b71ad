#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Steps of training against PyTorch: the same networks, exported as ONNX and made a step by TrainStep.

    bench/steps.py [--build FOLDER] [--threads 1,2] [--rounds N] [--seconds S] [NAME...]
    bench/steps.py [--build FOLDER] --losses [NAME...]

Needs python3-torch with libopenblas0-pthread, and python3-torchvision for resnet18 and mobilenet_v3_small. Both sides run in
processes of their own, in turn; of each round the least time counts, and the ratio is the median of the rounds' with its spread.
PyTorch runs at its best: each round tries it channels-last and not, with memory that malloc keeps, and takes the faster.
Memory is what torch's process takes beyond one that only imports, and what tenon plans: parameters, state, batch and the
step's own. With --losses: 50 steps of both from the same weights on one batch, the largest difference of their losses, and
those of torch's own from its channels-last ones and from its ones in float64, where Tenon's too are compared: rounding, which
a kink of a relu or an AdamW without a gradient to follow enlarges. How far it can is what the last column says: the
largest difference between float64 and float64 whose weights begin half a float32's unit away, of four such."""
import argparse
import json
import math
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
# OPENBLAS_... would choose kernels for another processor.
BEST = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "4000000000", "MALLOC_TOP_PAD_": "200000000"}
UNSET = ("OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
LOSS_STEPS = 50
HALF_UNIT = 2.0**-24  # of float32
# Of a batch, for --losses.
ROWS = {"mlp": 64, "cnn": 64, "vit": 1, "vit_16": 16, "lstm": 32, "gpt": 8, "resnet18": 8, "mobilenet_v3_small": 4}


def networks():
    """NAME: what makes (module, input, target), the optimizer, the axis of classes."""
    import torch
    from torch import nn

    class Block(nn.Module):
        def __init__(self, d, heads, causal):
            super().__init__()
            self.heads, self.causal = heads, causal
            self.n1, self.n2 = nn.LayerNorm(d), nn.LayerNorm(d)
            self.qkv, self.out = nn.Linear(d, 3 * d), nn.Linear(d, d)
            self.up, self.down = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

        def forward(self, x):
            b, t, d = x.shape
            q, k, v = (y.reshape(b, t, self.heads, -1).transpose(1, 2) for y in self.qkv(self.n1(x)).split(d, 2))
            w = q @ k.transpose(2, 3) / math.sqrt(d // self.heads)
            if self.causal:
                w = w + torch.full((t, t), float("-inf")).triu(1)
            x = x + self.out((w.softmax(-1) @ v).transpose(1, 2).reshape(b, t, d))
            return x + self.down(nn.functional.gelu(self.up(self.n2(x))))

    class GPT(nn.Module):
        def __init__(self, vocab=256, d=128, layers=4, context=128):
            super().__init__()
            self.embed, self.place = nn.Embedding(vocab, d), nn.Embedding(context, d)
            self.blocks = nn.Sequential(*[Block(d, 4, True) for _ in range(layers)])
            self.norm, self.head = nn.LayerNorm(d), nn.Linear(d, vocab)

        def forward(self, ids):
            return self.head(self.norm(self.blocks(self.embed(ids) + self.place(torch.arange(ids.shape[1])))))

    class ViT(nn.Module):
        def __init__(self, d=128, layers=4, patch=8, size=64):
            super().__init__()
            self.cut = nn.Conv2d(3, d, patch, patch)
            self.place = nn.Parameter(torch.randn(1, (size // patch) ** 2, d) * 0.02)
            self.blocks = nn.Sequential(*[Block(d, 4, False) for _ in range(layers)])
            self.norm, self.head = nn.LayerNorm(d), nn.Linear(d, 10)

        def forward(self, x):
            return self.head(self.norm(self.blocks(self.cut(x).flatten(2).transpose(1, 2) + self.place)).mean(1))

    class LSTM(nn.Module):
        def __init__(self):
            super().__init__()
            self.rnn, self.head = nn.LSTM(64, 128, 2), nn.Linear(128, 10)

        def forward(self, x):
            return self.head(self.rnn(x)[0][-1])

    def mlp():
        return nn.Sequential(nn.Linear(64, 128), nn.ReLU(), nn.Linear(128, 10))

    def cnn():
        return nn.Sequential(nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(16, 32, 3, padding=1),
                             nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(1568, 10))

    def of_torchvision(name):
        import torchvision
        return getattr(torchvision.models, name)(num_classes=10)

    def images(n, channels, size):
        return lambda: (torch.randn(n, channels, size, size), torch.randint(0, 10, (n,)))

    return {
        "mlp": (mlp, lambda: (torch.randn(64, 64), torch.randint(0, 10, (64,))), "adamw"),
        "cnn": (cnn, images(64, 1, 28), "adamw"),
        "vit": (ViT, images(1, 3, 64), "adamw"),
        "vit_16": (ViT, images(16, 3, 64), "adamw"),
        "lstm": (LSTM, lambda: (torch.randn(50, 32, 64), torch.randint(0, 10, (32,))), "adamw"),
        "gpt": (GPT, lambda: (torch.randint(0, 256, (8, 128)), torch.randint(0, 256, (8, 128))), "adamw"),
        "resnet18": (lambda: of_torchvision("resnet18"), images(8, 3, 64), "momentum"),
        "mobilenet_v3_small": (lambda: of_torchvision("mobilenet_v3_small"), images(4, 3, 224), "adamw"),
    }


def made(name):
    """The module with its weights, and a batch; the same each time."""
    import torch
    make, batch, optimizer = networks()[name]
    torch.manual_seed(1)
    model = make()
    model.train()
    for part in model.modules():
        if isinstance(part, torch.nn.Dropout):
            part.p = 0.0
    return model, batch(), optimizer


def step_of(model, optimizer):
    import torch
    if optimizer == "momentum":
        update = torch.optim.SGD(model.parameters(), 1e-3, momentum=0.9)
    else:
        update = torch.optim.AdamW(model.parameters(), 1e-3)

    def step(x, target):
        update.zero_grad(set_to_none=True)
        y = model(x)
        loss = torch.nn.functional.cross_entropy(y.reshape(-1, y.shape[-1]), target.reshape(-1))
        loss.backward()
        update.step()
        return loss

    return step


# In a process of its own: python3 steps.py --worker WHAT NAME ...

def batch_first(model):
    """Of a network whose batch is the second dim."""
    import torch

    class Turned(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.inner = model

        def forward(self, x):
            return self.inner(x.transpose(0, 1))

    return Turned()


def work_export(name, folder, turned):
    import numpy as np
    import torch
    model, (x, target), _ = made(name)
    if int(turned) and name == "lstm":
        model, x = batch_first(model), x.transpose(0, 1).contiguous()
    training = torch.onnx.TrainingMode.TRAINING
    torch.onnx.export(model, (x,), "%s/%s.onnx" % (folder, name), input_names=["x"], output_names=["y"], training=training,
                      do_constant_folding=False, opset_version=16)
    np.savez("%s/%s.npz" % (folder, name), x=x.numpy(), target=target.numpy())


def in_layout(model, x, last):
    import torch
    if not int(last) or x.dim() != 4:
        return model, x
    return model.to(memory_format=torch.channels_last), x.contiguous(memory_format=torch.channels_last)


def work_losses(name, last):
    import torch
    model, (x, target), optimizer = made(name)
    model, x = in_layout(model, x, last == "1")
    if last.startswith("double"):
        model, x = model.double(), x.double() if x.is_floating_point() else x
    if last.startswith("double_"):
        generator = torch.Generator().manual_seed(int(last[7:]))
        with torch.no_grad():
            for p in model.parameters():
                p.mul_(1 + HALF_UNIT * torch.randn(p.shape, generator=generator, dtype=p.dtype))
    step = step_of(model, optimizer)
    print(json.dumps([float(step(x, target)) for _ in range(LOSS_STEPS)]))


def work_time(name, threads, seconds, last):
    import torch
    torch.set_num_threads(int(threads))
    bare = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    model, (x, target), optimizer = made(name)
    model, x = in_layout(model, x, last)
    step = step_of(model, optimizer)
    for _ in range(3):
        step(x, target)
    times, end = [], time.monotonic() + float(seconds)
    while time.monotonic() < end or len(times) < 5:
        begin = time.perf_counter()
        step(x, target)
        times.append(1e3 * (time.perf_counter() - begin))
    print(json.dumps({"ms": min(times), "kb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - bare}))


def python(*args, more=None, threads=1):
    env = {k: v for k, v in os.environ.items() if k not in UNSET}
    env.update(more or {}, OPENBLAS_NUM_THREADS=str(threads), OMP_NUM_THREADS=str(threads))
    out = subprocess.run([sys.executable, "-W", "ignore", __file__, "--worker", *map(str, args)], env=env, stdout=subprocess.PIPE, check=True)
    return json.loads(out.stdout.splitlines()[-1]) if out.stdout.strip() else None


class Tenon:
    def __init__(self, build, folder):
        self.tenon, self.folder = os.path.join(build, "tenon"), folder

    def run(self, *args):
        done = subprocess.run([self.tenon, *args], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            sys.exit("%s: %s\n%s" % (self.tenon, " ".join(args), done.stderr))
        return done.stdout

    def prepare(self, name, optimizer):
        options = "optimizer=adamw" if optimizer == "adamw" else "optimizer=sgd, momentum=0.9"
        axis = ", axis=-1" if name == "gpt" else ""
        self.run("convert", name + ".onnx", "--weights", name, "-o", name + ".py")
        self.run("opt", name + ".py", "--passes", "TrainStep(loss=cross_entropy, %s, num_input=1%s)" % (options, axis), "-o", name + ".step.py")
        with open(os.path.join(self.folder, name + ".step.py"), encoding="utf-8") as text:
            self.step = re.search(r"def (\w+_train_step)\(", text.read()).group(1)

    def time(self, name, threads, seconds):
        out = json.loads(self.run("bench", name + ".step.py", "--function", self.step, "--donate", "--threads", str(threads), "--seconds",
                                  str(seconds), "--warmup", "3", "--json").splitlines()[-1])
        return {"ms": out["min_ms"], "kb": (out["peak_bytes"] + out["input_bytes"] + out["constant_bytes"]) / 1024, "compile": out["compile_ms"]}

    def losses(self, name, optimizer, rows):
        log = os.path.join(self.folder, name + ".log")
        how = ["--optimizer", optimizer, "--group", "*:1:" + ("0.01" if optimizer == "adamw" else "0")]
        self.run("train", name + ".onnx", "--data", name + ".npz", "--target", "target", "--loss", "cross_entropy", "--lr", "1e-3", "--batch",
                 str(rows), "--steps", str(LOSS_STEPS), "--val", name + ".npz", "--log", log, "-o", name + ".trained.onnx", *how)
        with open(log, encoding="utf-8") as rows_of:
            return [row["loss"] for row in map(json.loads, rows_of) if "loss" in row]


def spread(values, form="%.3f"):
    return (form + " (" + form + " to " + form + ")") % (statistics.median(values), min(values), max(values))


def compare(tenon, name, threads, rounds, seconds):
    ours, theirs = [], []
    for _ in range(rounds):
        both = [python("time", name, threads, seconds, last, more=BEST, threads=threads) for last in (0, 1)]
        theirs.append(min(both, key=lambda r: r["ms"]))
        ours.append(tenon.time(name, threads, seconds))
    plain = python("time", name, threads, 0, 0, threads=threads)
    ratios = [a["ms"] / b["ms"] for a, b in zip(ours, theirs)]
    print("| %s | %d | %.3f | %.3f | %s | %.2f | %.0f |" % (
        name, threads, min(b["ms"] for b in theirs), min(a["ms"] for a in ours), spread(ratios), ours[0]["kb"] / plain["kb"],
        min(a["compile"] for a in ours)), flush=True)


def compare_losses(tenon, name, optimizer):
    theirs = [python("losses", name, last) for last in (0, 1, "double")]
    ours = tenon.losses(name, optimizer, ROWS[name])
    if len(ours) != LOSS_STEPS:
        sys.exit("steps.py: %s: %d losses of %d" % (name, len(ours), LOSS_STEPS))
    pairs = [(ours, theirs[0]), (ours, theirs[2]), (theirs[0], theirs[1]), (theirs[0], theirs[2])]
    pairs += [(theirs[2], python("losses", name, "double_%d" % seed)) for seed in range(4)]
    apart = [max(abs(a - b) for a, b in zip(*pair)) for pair in pairs]
    apart[4:] = [max(apart[4:])]
    print("| %s | %.6f | %.6f | %.2g | %.2g | %.2g | %.2g | %.2g |" % (name, theirs[0][0], theirs[0][-1], *apart), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=2)
    parser.add_argument("--losses", action="store_true")
    parser.add_argument("names", nargs="*")
    args = parser.parse_args()
    known = networks()
    unknown = [name for name in args.names if name not in known]
    if unknown:
        sys.exit("steps.py: there is no %s; there are %s" % (", ".join(unknown), ", ".join(known)))
    with tempfile.TemporaryDirectory() as folder:
        tenon = Tenon(os.path.abspath(args.build), folder)
        names = args.names or list(known)
        print("| step | first loss | last | tenon, torch | tenon, float64 | torch, channels-last | torch, float64 | float64, moved |\n|---|---|---|---|---|---|---|---|" if args.losses else
              "| step | threads | torch ms | tenon ms | tenon / torch | memory | compile ms |\n|---|---|---|---|---|---|---|")
        for name in names:
            python("export", name, folder, int(args.losses))
            if args.losses:
                compare_losses(tenon, name, known[name][2])
                continue
            tenon.prepare(name, known[name][2])
            for threads in args.threads.split(","):
                compare(tenon, name, int(threads), args.rounds, args.seconds)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    if sys.argv[1:2] == ["--worker"]:
        {"export": work_export, "losses": work_losses, "time": work_time}[sys.argv[2]](*sys.argv[3:])
    else:
        main()
