# SPDX-License-Identifier: Apache-2.0
"""The snippets of docs/python.md and of the README run, in order; and the wheel is what it is said to be."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_snippets(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    snippets = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
    assert len(snippets) >= 4
    scope = {}
    for s in snippets:
        exec(compile(s, "docs/python.md", "exec"), scope)


def test_indented_snippets(tmp_path):
    """What reads source must be in a file."""
    text = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    (section,) = re.findall(r"\n## Models and rules as Python\n(.*?)\n## ", text, re.S)
    part = "".join(line for line in section.splitlines(True) if line.startswith("    ") or line == "\n")
    assert "@tenon.host" in part
    file = tmp_path / "rules_as_python.py"
    file.write_text("import numpy as np\nimport tenon\n" + re.sub("^    ", "", part, flags=re.M) + "\n")
    out = subprocess.run([sys.executable, file], capture_output=True, text=True)
    assert out.returncode == 0 and "OneRelu" not in out.stderr, out.stderr
    assert out.stdout.strip()


def test_readme_snippet(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"^```py\n(.*?)^```", text, re.M | re.S)
    (net,) = [s for s in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S) if 'R.permute_dims(w)) + 1)' in s and "@R" in s]
    Path("net.py").write_text(net)
    exec(compile(snippet, "README.md", "exec"), {})


@pytest.mark.skipif("libasan" in os.environ.get("LD_PRELOAD", ""), reason="one build is enough")
def test_wheel(tmp_path):
    """It is built without network and without another package, is small, and works in a folder of its own."""
    env = dict(os.environ, TENON_BUILD_DIR=os.environ["TENON_BUILD"])
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'python')!r}); import tenon_build as b\n"
    code += f"print(b.get_requires_for_build_wheel(), b.build_wheel({str(tmp_path)!r}))"
    out = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True)
    assert out.returncode == 0, out.stdout + out.stderr
    (wheel,) = tmp_path.glob("*.whl")
    assert out.stdout.splitlines()[-1] == f"[] {wheel.name}" and "cp311-abi3-linux" in wheel.name
    assert wheel.stat().st_size < 4_500_000
    place = tmp_path / "site"
    with zipfile.ZipFile(wheel) as z:
        names = z.namelist()
        z.extractall(place)
    assert {"tenon/py.typed", "tenon/_tenon.pyi", "tenon/__init__.py", "tenon/libtenon.so.0"} <= set(names)
    (place / "tenon/tenon-codegen").chmod(0o755)
    run = "import tenon; m = tenon.parse('@R.function\\ndef main(x: R.Tensor((2,), \"float32\")):\\n    return R.exp(x)\\n')"
    run += "; print(tenon.__file__, m.compile(threads=1).inputs)"
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "LD_LIBRARY_PATH")}
    clean.update(PYTHONPATH=str(place), TENON_CACHE="")
    out = subprocess.run([sys.executable, "-c", run], env=clean, capture_output=True, text=True)
    assert str(place) in out.stdout and "('x', 'float32', 1, False)" in out.stdout, out.stderr


@pytest.mark.skipif(not shutil.which("mypy"), reason="no mypy")
def test_types(tmp_path):
    mypy = subprocess.run(["mypy", "--strict", "--cache-dir", tmp_path, ROOT / "python/tenon"],
                          env=dict(os.environ, MYPYPATH=str(ROOT / "python"), LD_PRELOAD=""),
                          capture_output=True, text=True)  # fmt: skip
    assert mypy.returncode == 0, mypy.stdout


@pytest.mark.skipif("libasan" in os.environ.get("LD_PRELOAD", ""), reason="one build is enough")
def test_stubs(tmp_path):
    """What the stub of the extension module says is what is there."""
    built = Path(os.environ["TENON_BUILD"], "python")
    out = subprocess.run([sys.executable, "-m", "mypy.stubtest", "tenon._tenon"], cwd=tmp_path, capture_output=True,
                         text=True, env=dict(os.environ, MYPYPATH=str(built)))  # fmt: skip
    assert out.returncode == 0, out.stdout + out.stderr
