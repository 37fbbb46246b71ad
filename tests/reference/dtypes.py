#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The same case in other dtypes. A case whose operands and results are small whole numbers (0 to 100, so exact in
every dtype, int8 and bfloat16 too) means the same in each dtype that the operator allows; so it is said again in
those that the file's cases lack. Run after the other scripts: dtypes.py TENON; it asks TENON which dtypes an
operator refuses, and leaves to the other scripts what no case with whole numbers says.

    dtypes.py build/tenon [NAME ...]
"""
import os
import re
import subprocess
import sys
import tempfile

from cases import FOLDER

NUMBERS = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "bfloat16", "float32", "float64"]
MARK = " (a case above, in "
CONST = re.compile(r'R\.const\(((?:[^()"]|float\("[a-z-]+"\))*), "(\w+)"\)')


def is_float(dtype):
    return "float" in dtype


def whole(text, dtype):
    """Are all numbers of a constant whole and small?"""
    if "nan" in text or "inf" in text:
        return False
    numbers = re.findall(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", text)
    return all(float(n) == int(float(n)) and 0 <= float(n) <= 100 and not n.startswith("-") for n in numbers)


def say(text, dtype):
    """A constant's numbers as the dtype writes them."""
    digits = lambda m: ("%d.0" if is_float(dtype) else "%d") % int(float(m.group(0)))
    return re.sub(r"\d+(?:\.\d+)?(?:e[+-]?\d+)?", digits, text)


def in_dtype(case, old, new):
    """The case with every constant and dtype of `old` in `new`; None when some number is not small and whole."""
    for text, dtype in CONST.findall(case):
        if dtype == old and not whole(text, dtype):
            return None
    out = CONST.sub(lambda m: 'R.const(%s, "%s")' % (say(m.group(1), new), new) if m.group(2) == old else m.group(0), case)
    return out.replace('"%s"' % old, '"%s"' % new)


def accepted(tenon, module):
    """Does the operator allow the dtype, and the module run?"""
    with tempfile.NamedTemporaryFile("w", suffix=".py") as f:
        f.write(module)
        f.flush()
        return subprocess.run([tenon, "run", f.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0


def extend(tenon, path):
    text = open(path).read()
    head, *cases = re.split(r"^==== ", text, flags=re.M)
    cases = [c for c in cases if MARK not in c.split("\n", 1)[0]]
    have = set(re.findall(r'"((?:u?int|float|bfloat)\d+)"', "".join(cases)))
    added = []
    for new in NUMBERS:
        if new in have:
            continue
        for int64, case in [(False, c) for c in cases] + [(True, c) for c in cases]:  # indices are int64 too
            title, body = case.split("\n", 1)
            if "\n----\n" not in body or "error:" in body:
                continue
            operands = CONST.findall(body.split("\n----\n")[0])
            olds = [d for _, d in operands if d in NUMBERS]
            if not olds or (olds[0] == "int64") != int64 or not re.search(r"[1-9]", CONST.search(body).group(1) if CONST.search(body) else ""):
                continue
            again = in_dtype(body, olds[0], new)
            if again and again != body and accepted(tenon, again.split("\n----\n")[0] + "\n"):
                added.append("%s%s%s)\n%s" % (title.split(MARK)[0], MARK, new, again))
                break
    with open(path, "w") as f:
        f.write("==== ".join([head] + cases + added))
    return len(added)


if __name__ == "__main__":
    names = sys.argv[2:] or sorted(n[:-5] for n in os.listdir(FOLDER) if n.endswith(".test") and n != "print.test")
    total = 0
    for name in names:
        total += extend(sys.argv[1], os.path.join(FOLDER, name + ".test"))
    print("%d cases" % total)
