# SPDX-License-Identifier: Apache-2.0
"""The PEP 517 backend: builds the library and the extension by CMake, and packs them into a wheel. It needs nothing but
Python, CMake and what `make` needs, and no network.

    pip install ./python

The folder that it builds in is $TENON_BUILD_DIR, else build/ of the tree, as `make` has it."""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


def _version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(tenon VERSION ([0-9.]+)", text)[1]


def _tag():
    return f"cp311-abi3-{re.sub('[-.]', '_', sysconfig.get_platform())}"


def _metadata():
    text = f"Metadata-Version: 2.1\nName: tenon\nVersion: {_version()}\n"
    text += "Summary: A compiler for tensor programs\nLicense: Apache-2.0\nRequires-Python: >=3.11\n"
    return text + "Description-Content-Type: text/markdown\n\n" + (ROOT / "docs/python.md").read_text(encoding="utf-8")


def _wheel_file():
    return f"Wheel-Version: 1.0\nGenerator: tenon_build\nRoot-Is-Purelib: false\nTag: {_tag()}\n"


def _build():
    """Builds what is in the package; returns the folder."""
    folder = Path(os.environ.get("TENON_BUILD_DIR") or ROOT / "build")
    # Inside a venv, the headers are those of the Python that it was made of.
    python = sys._base_executable or sys.executable
    if not (folder / "CMakeCache.txt").exists():
        ninja = ["-G", "Ninja"] if shutil.which("ninja") else []
        subprocess.run(["cmake", "-S", ROOT, "-B", folder, *ninja, f"-DTENON_PYTHON={python}"], check=True)
    else:
        subprocess.run(["cmake", f"-DTENON_PYTHON={python}", folder], check=True, stdout=subprocess.DEVNULL)
    targets = subprocess.run(["cmake", "--build", folder, "--target", "help"], check=True, capture_output=True, text=True)
    if "tenon_python" not in targets.stdout:
        raise SystemExit(f"tenon: {python} has no headers to build with (Debian: python3-dev)")
    wanted = [t for t in ("tenon_python", "tenon-codegen") if t in targets.stdout]
    jobs = str(os.cpu_count() or 1)
    subprocess.run(["cmake", "--build", folder, "-j", jobs, "--target", *wanted], check=True)
    return folder


def _binaries(folder):
    """(name in the package, file), of what is not Python."""
    yield "_tenon.abi3.so", folder / "python/tenon/_tenon.abi3.so"
    yield "libtenon.so.0", (folder / "libtenon.so.0").resolve()
    if (folder / "tenon-codegen").exists():
        yield "tenon-codegen", folder / "tenon-codegen"


class _Wheel:
    """A wheel in the making; the same bytes for the same files."""

    def __init__(self, path):
        self.zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9)
        self.record = []

    def add(self, name, data, mode=0o644):
        info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        self.zip.writestr(info, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self.record.append(f"{name},sha256={digest},{len(data)}\n")

    def close(self, info):
        self.add(f"{info}/METADATA", _metadata().encode())
        self.add(f"{info}/WHEEL", _wheel_file().encode())
        self.record.append(f"{info}/RECORD,,\n")
        self.zip.writestr(zipfile.ZipInfo(f"{info}/RECORD", (1980, 1, 1, 0, 0, 0)), "".join(self.record))
        self.zip.close()


def _wheel(wheel_directory, fill):
    name = f"tenon-{_version()}-{_tag()}.whl"
    wheel = _Wheel(Path(wheel_directory) / name)
    fill(wheel)
    wheel.close(f"tenon-{_version()}.dist-info")
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    folder = _build()

    def fill(wheel):
        for file in sorted((HERE / "tenon").rglob("*")):
            if file.suffix in (".py", ".pyi", ".typed"):
                wheel.add(file.relative_to(HERE).as_posix(), file.read_bytes())
        with tempfile.TemporaryDirectory() as tmp:
            for name, file in _binaries(folder):
                subprocess.run(["strip", "-o", f"{tmp}/{name}", file], check=True)
                wheel.add(f"tenon/{name}", Path(tmp, name).read_bytes(), 0o755)

    return _wheel(wheel_directory, fill)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """What is imported is build/python, which leads to the sources."""
    place = _build() / "python"
    return _wheel(wheel_directory, lambda wheel: wheel.add("tenon.pth", f"{place}\n".encode()))


def build_sdist(sdist_directory, config_settings=None):
    raise NotImplementedError("tenon is built from its whole tree: use a wheel (pip wheel ./python)")


def get_requires_for_build_wheel(config_settings=None):
    return []


get_requires_for_build_editable = get_requires_for_build_wheel
