# SPDX-License-Identifier: Apache-2.0
"""Writes shared.onnx: 20 weights of 120 MB, each all of one file, weights.bin, in shapes of their own: the model is to be
written with 2.4 GB of them. No package is needed.

    python3 tests/onnx/large/make.py >tests/onnx/large/shared.onnx"""
import sys

N = 30_000_000


def varint(n):
    return bytes([n]) if n < 128 else bytes([n & 127 | 128]) + varint(n >> 7)


def number(field, n):
    return varint(field << 3) + varint(n)


def part(field, data):
    data = data.encode() if isinstance(data, str) else data
    return varint(field << 3 | 2) + varint(len(data)) + data


def value(name, elem, dims):
    shape = b"".join(part(1, number(1, d)) for d in dims)
    return part(1, name) + part(2, part(1, number(1, elem) + part(2, shape)))


def weight(k):
    dims = b"".join(number(1, d) for d in [k + 1, N // (k + 1)])
    return dims + number(2, 1) + part(8, f"w{k}") + part(13, part(1, "location") + part(2, "weights.bin")) + number(14, 1)


shapes = [k for k in range(60) if N % (k + 1) == 0][:20]
graph = b"".join(part(1, part(1, f"w{k}") + part(1, "i") + part(2, f"y{k}") + part(4, "Gather")) for k in shapes)
graph += part(2, "shared") + b"".join(part(5, weight(k)) for k in shapes) + part(11, value("i", 7, [1]))
graph += b"".join(part(12, value(f"y{k}", 1, [1, N // (k + 1)])) for k in shapes)
sys.stdout.buffer.write(number(1, 8) + part(7, graph) + part(8, part(1, "") + number(2, 17)))
