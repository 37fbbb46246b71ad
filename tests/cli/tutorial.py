# SPDX-License-Identifier: Apache-2.0
"""Runs docs/tutorial: its files are written, its commands run, its Python executed, page by page in one folder; and what
the pages show is what comes out. "..." in what is shown stands for any text, on a line of its own for any lines.

    tutorial.py FOLDER_OF_PAGES"""

import os
import re
import subprocess
import sys
from pathlib import Path

passed = failed = 0


def check(ok, what, out=""):
    global passed, failed
    passed += ok
    failed += not ok
    if not ok:
        print(f"FAILED {what}\n{out}")


def shown(expected, out):
    """Is `out` what the page shows?"""
    lines = ["(?:.*\n)*" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + "\n"
             for line in expected.splitlines()]  # fmt: skip
    return re.fullmatch("".join(lines), out) is not None


def run(command, status=0):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
    # What is said of a command that takes long, as each does on a busy machine.
    out = re.sub(r"^tenon \w+: (compiling and )?running by \w+\n", "", done.stdout, flags=re.M)
    return out, done.returncode == status


def page(path):
    blocks = re.findall(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", path.read_text(encoding="utf-8"), re.M | re.S)
    program = []
    out = None
    for kind, name, text in blocks:
        where = f"{path.name}: {text.splitlines()[0]}"
        if kind == "sh":
            out, ok = run(["bash", "-ec", text], int(name.partition("=")[2] or 0))
            check(ok, where, out)
        elif kind == "text" and program is not None and path.name.startswith("5"):
            program.append(("text", text))
        elif kind == "text":
            check(shown(text, out), f"{where}: this is not what came out", out)
        elif name:
            Path(name).write_text(text, encoding="utf-8")
        else:
            program.append(("python", text))
    if not program:
        return
    source = Path("page.py")
    source.write_text("".join(text for kind, text in program if kind == "python"), encoding="utf-8")
    out, ok = run([os.environ["PYTHON"], str(source)])
    check(ok, f"{path.name}: its Python", out)
    check(shown("".join(text for kind, text in program if kind == "text"), out), f"{path.name}: what it prints", out)
    for _, text in program:
        passed_blocks.append(text)


passed_blocks = []
pages = sorted(Path(sys.argv[1]).resolve().glob("[0-9]-*.md"))
check(len(pages) == 5, "five pages")
for each in pages:
    page(each)
check(len(passed_blocks) >= 6, "the page of Python has its programs")
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
