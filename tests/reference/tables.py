#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""What `tenon predict --scores` says of a table, against the recipe in the model's metadata read by Python's csv and
followed by NumPy: tables.py MODEL.onnx WEIGHTS.npz ROWS.csv SCORES.csv X.npy [OUT.npy]. The model is
tests/cli/train-tables.sh's. What the recipe makes of the rows goes to X.npy; with OUT.npy, another runtime's answer to
that, it is held against the scores."""
import csv
import io
import sys

import numpy as np

model, weights, rows, scores, made = sys.argv[1:6]


def fields(data):
    """The fields of a message of protobuf: number, and a value or bytes."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
    while at < len(data):
        tag = varint()
        if tag & 7 == 2:
            n = varint()
            yield tag >> 3, data[at:at + n]
            at += n
        elif tag & 7 == 0:
            yield tag >> 3, varint()
        else:
            at += 4 if tag & 7 == 5 else 8


entries = [dict(fields(v)) for n, v in fields(open(model, "rb").read()) if n == 14]
recipe = [e[2].decode() for e in entries if e[1] == b"tenon.data"]
assert len(recipe) == 1
recipe = list(csv.DictReader(io.StringIO(recipe[0])))
table = list(csv.DictReader(open(rows, newline="")))
missing = {"", "NA", "N/A", "NaN", "nan", "null", "NULL"}
columns = []
for r in recipe:
    if r["role"] == "input" and r["kind"] == "number":
        raw = [t[r["column"]] for t in table]
        known = np.array([float(v) for v in raw if v not in missing])
        assert abs(known.mean() - float(r["missing"])) < 1e-12 and abs(known.std() - float(r["scale"])) < 1e-12
        v = np.array([float(r["missing"]) if v in missing else float(v) for v in raw])
        columns.append((v - float(r["shift"])) / float(r["scale"]))
    elif r["role"] == "input":
        assert r["kind"] == "onehot"
        columns.append(np.array([float(t[r["column"]] == r["category"]) for t in table]))
classes = [r["category"] for r in recipe if r["role"] == "target"]
assert classes == sorted(set(t["kind"] for t in table)) and recipe[0]["column"] == "cross_entropy"
w = np.load(weights)
x = np.stack(columns, 1).astype(np.float32).astype(np.float64)
y = np.maximum(x @ w["w1"] + w["b1"], 0) @ w["w2"] + w["b2"]
said = list(csv.DictReader(open(scores, newline="")))
assert len(said) == len(table)
got = np.array([[float(s[f"score_{i}"]) for i in range(3)] for s in said])
assert np.abs(got - y).max() < 1e-4, np.abs(got - y).max()
assert [s["prediction"] for s in said] == [classes[i] for i in got.argmax(1)]
np.save(made, x.astype(np.float32))
if len(sys.argv) > 6:
    other = np.load(sys.argv[6])
    assert other.shape == got.shape and np.abs(got - other).max() < 1e-5 * np.abs(got).max(), np.abs(got - other).max()
    assert (other.argmax(1) == got.argmax(1)).all()
