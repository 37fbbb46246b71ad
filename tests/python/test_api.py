# SPDX-License-Identifier: Apache-2.0
"""Every public function of the C API is called from the extension module, or listed with the reason."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def public_names():
    text = "".join(f.read_text() for f in sorted((ROOT / "include/tenon").glob("*.h")))
    return set(re.findall(r"^TN_API[^;(]*?\b(tn_\w+)\(", text, re.M))


def test_each_function_is_bound_or_listed():
    source = "".join(f.read_text() for f in (ROOT / "python/src").glob("*.c"))
    called = set(re.findall(r"\btn_\w+", source))
    listed, reason = {}, None
    for line in (ROOT / "tests/python/not_bound.txt").read_text().splitlines():
        if line.endswith(":"):
            reason = line
        elif line and not line.startswith("#"):
            assert reason, line
            listed.update((name, reason) for name in line.split())
    names = public_names()
    assert len(names) > 150
    assert sorted(names - called - set(listed)) == [], "neither called from python/src nor listed in not_bound.txt"
    assert sorted(set(listed) - names) == [], "listed, and not in the headers"
    assert sorted(set(listed) & called) == [], "listed, and called"
