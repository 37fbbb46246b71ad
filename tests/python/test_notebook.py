# SPDX-License-Identifier: Apache-2.0
"""What notebooks show, and the notebook in examples/, executed by nbconvert where there is one."""

import importlib.util
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import tenon

ROOT = Path(__file__).resolve().parents[2]
NET = """@R.function
def main(x: R.Tensor(("n", 64), "float32"), w: R.Tensor((10, 64), "float32")):
    return R.nn.relu(R.matmul(x, R.permute_dims(w)) + 1)
"""


def svg_of(m):
    return ET.fromstring(re.search(r"<svg.*</svg>", m._repr_html_(), re.S)[0])


def test_picture_has_each_binding():
    root = svg_of(tenon.parse(NET))
    titles = [t.text for t in root.iter("{http://www.w3.org/2000/svg}title")]
    assert [t.split(":")[0] for t in titles[:2]] == ["x", "w"] and len(titles) == 6
    texts = [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")]
    assert any(t.endswith("= nn.relu") for t in texts) and "float32[n, 10]" in texts
    assert len(list(root.iter("{http://www.w3.org/2000/svg}line"))) == 5


def test_picture_of_short_signature_and_of_a_large_function():
    assert "x" in tenon.parse('@R.function\ndef f(x: R.Tensor((1,), "float32")):\n    return x\n')._repr_html_()
    x = tenon.input("x", (2,))
    y = x
    for _ in range(500):
        y = tenon.op.add(y, x)
    m = tenon.build(y, [x])
    assert len(list(svg_of(m).iter("{http://www.w3.org/2000/svg}rect"))) == 200
    assert "and 301 more" in m._repr_html_()


@pytest.mark.skipif(not all(importlib.util.find_spec(n) for n in ("nbconvert", "ipykernel")), reason="skipped: there is no nbconvert")
def test_notebook_runs(tmp_path):
    out = subprocess.run([sys.executable, "-m", "nbconvert", "--to", "html", "--execute", "--output-dir", tmp_path,
                          ROOT / "examples/rule.ipynb"], capture_output=True, text=True, timeout=120)  # fmt: skip
    assert out.returncode == 0, out.stderr
    page = (tmp_path / "rule.html").read_text()
    assert page.count("<svg xmlns") >= 2 and "OneRelu" in page
