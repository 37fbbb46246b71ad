#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The examples of docs/rules.md do what the page says; every message of the rule parser is met by a test; every rule file is
# Python's syntax too, where there is a Python to ask.
#
#   rules.sh BUILD_FOLDER
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
bad() {
    failed=$((failed + 1))
    echo "FAILED $1"
}

# ```python rule, ```python before, ```python after: a case of a text test, titled by its line.
awk '
    /^```python (rule|before|after)$/ {
        if ($2 == "rule") { print "==== docs/rules.md:" NR } else print "----"
        inside = 1
        next
    }
    /^```/ { inside = 0; next }
    inside' docs/rules.md | { echo "test: rules"; cat; } >"$work/docs.test"
"$1"/tests/tenon-test text "$work/docs.test" >"$work/out"
grep -v '^[0-9]* passed' "$work/out"
read -r good _ wrong _ < <(tail -n 1 "$work/out")
passed=$((passed + good)) failed=$((failed + ${wrong%,}))
[ "$good" -ge 16 ] || bad "docs/rules.md shows $good examples, expected at least 16"

# What rule_wrong says, up to the first thing that is filled in.
while read -r message; do
    if grep -qF -e "$message" tests/rewrite/errors.test; then passed=$((passed + 1)); else bad "no test of '$message'"; fi
done < <(cat src/rewrite/rule_*.c | tr '\n' ' ' | sed 's/  */ /g; s/( /(/g' | grep -oE '(rule_wrong\(c?-?>?p, [^"]*|\? |: )"[^"\\%]{9,}' | grep 'rule_wrong' | sed 's/^[^"]*"//')

if python3 -c 'import ast' 2>/dev/null; then
    python3 - tests/rewrite/*.test "$work/docs.test" >"$work/out" <<'PYTHON'
import ast, glob, sys

texts = [(f, open(f).read()) for f in glob.glob("src/rewrite/rules/*.py") + glob.glob("tests/rewrite/*.py")]
for f in sys.argv[1:]:
    for i, case in enumerate(open(f).read().split("==== ")[1:]):
        parts = case.split("\n", 1)[1].split("\n----\n")
        if parts[0].startswith("# why-not: "): parts = parts[:1]  # the answer is no Python
        texts += [(f"{f}, case {i + 1}", part) for part in parts]
good = 0
for name, text in texts:
    try:
        ast.parse(text)
        good += 1
    except SyntaxError as e:
        print(f"FAILED {name}: {e}")
print(good)
PYTHON
    grep '^FAILED' "$work/out"
    failed=$((failed + $(grep -c '^FAILED' "$work/out"))) passed=$((passed + $(tail -n 1 "$work/out")))
else
    echo "skipped: no python3, so rule files are not parsed by it"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
