#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Linear time is a feature: doubling a module, or the iterations of a loop, costs at most 2.1 times the instructions. Counted by callgrind,
# so the machine's load does not matter.
#
#   scale.sh BUILD_FOLDER
set -u
tenon=$(cd "$1" && pwd)/tenon
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0

# Blocks of three linear layers that share their input: 9 bindings and 3 parameters each.
qkv() { awk -v n="$1" 'BEGIN {
    print "@R.function\ndef main(x: R.Tensor((16, 64), dtype=\"float32\"),"
    for (i = 0; i < n; i++) for (k = 1; k <= 3; k++) printf "    w%d%s: R.Tensor((64, 64), dtype=\"float32\"),\n", i, substr("qkv", k, 1)
    print "):\n    with R.dataflow():"
    x = "x"
    for (i = 0; i < n; i++) {
        for (k = 1; k <= 3; k++) { c = substr("qkv", k, 1); printf "        t%d%s = R.permute_dims(w%d%s)\n        y%d%s = R.matmul(%s, t%d%s)\n", i, c, i, c, i, c, x, i, c }
        printf "        a%d = R.multiply(y%dq, y%dk)\n        b%d = R.add(a%d, y%dv)\n        c%d = R.nn.relu(b%d)\n", i, i, i, i, i, i, i, i
        x = "c" i
    }
    printf "        R.output(%s)\n    return %s\n", x, x
}'; }

# One operator after another, with a symbolic extent.
chain() { awk -v n="$1" 'BEGIN {
    print "@R.function\ndef main(x0: R.Tensor((\"n\", 8), dtype=\"float32\")):\n    with R.dataflow():"
    for (i = 0; i < n; i++) printf "        x%d = R.%s(x%d)\n", i + 1, i % 2 ? "exp" : "negative", i
    printf "        R.output(x%d)\n    return x%d\n", n, n
}'; }

# One value with many uses, many values in one tuple, nested calls.
wide() { awk -v n="$1" 'BEGIN {
    print "@R.function\ndef main(x: R.Tensor((\"n\", 8), dtype=\"float32\")):\n    with R.dataflow():"
    for (i = 0; i < n; i++) printf "        y%d = R.add(R.exp(x), x)\n", i
    printf "        z = R.concat(("
    for (i = 0; i < n; i++) printf "y%d, ", i
    print "), axis=0)\n        R.output(z)\n    return z"
}'; }

# Functions that call the one written after them: their results are known from the last one back.
functions() { awk -v n="$1" 'BEGIN {
    print "@I.ir_module\nclass Module:"
    for (i = 0; i < n; i++) printf "    @R.function\n    def f%d(x: R.Tensor((\"n\", 3), dtype=\"float32\")):\n        y = %s\n        return y\n", i, i < n - 1 ? "Module.f" (i + 1) "(x)" : "R.exp(x)"
}'; }

# A scan that calls a composite, and a while_loop, of n iterations.
loops() { awk -v n="$1" 'BEGIN {
    print "@R.function(private=True)\ndef step(h: R.Tensor((\"n\",), dtype=\"float32\"), x: R.Tensor((), dtype=\"float32\")):\n    y = R.nn.softmax(R.add(h, x))\n    return (y, x)"
    print "@R.function(private=True)\ndef cond(i: R.Tensor((), dtype=\"int64\")):\n    return R.less(i, R.const(" n ", \"int64\"))"
    print "@R.function(private=True)\ndef body(i: R.Tensor((), dtype=\"int64\")):\n    return (R.add(i, R.const(1, \"int64\")),)"
    print "@R.function\ndef main(x: R.Tensor((3,), dtype=\"float32\")):\n    y = R.scan(step, (x,), (R.zeros(R.shape([" n "]), \"float32\"),))"
    print "    z = R.while_loop(cond, body, (R.const(0, \"int64\"),))\n    return (y, z)"
}'; }

count() { valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null | awk '/Collected/ { print $4 }'; }

for shape in qkv chain wide functions loops; do
    last=0
    verb='opt in.py -o out.py'
    [ $shape = loops ] && verb='run in.py'
    for n in 250 500 1000; do
        $shape $n >in.py
        now=$(count "$tenon" $verb)
        if [ $last != 0 ]; then
            ratio=$(awk -v a="$now" -v b="$last" 'BEGIN { printf "%.3f", a / b }')
            echo "$shape $((n / 2)) -> $n: $ratio times the instructions ($now)"
            if awk -v r="$ratio" 'BEGIN { exit !(r > 1 && r <= 2.1) }'; then
                passed=$((passed + 1))
            else
                failed=$((failed + 1))
                echo "FAILED $shape at $n"
            fi
        fi
        last=${now:-0}
    done
done
# Many rules, none of which matches, cost little more than one.
bench=${tenon%/*}/tests/rules_bench
apply() { valgrind --tool=callgrind --toggle-collect=rules_apply --callgrind-out-file=/dev/null "$bench" "$@" 2>&1 | awk '/Collected/ { print $4 }'; }
one=$(apply 1 10000) many=$(apply 500 10000)
ratio=$(awk -v a="${many:-0}" -v b="${one:-1}" 'BEGIN { printf "%.3f", a / b }')
echo "1 -> 500 rules: $ratio times the instructions ($many)"
if awk -v r="$ratio" 'BEGIN { exit !(r > 0 && r <= 3) }'; then
    passed=$((passed + 1))
else
    failed=$((failed + 1))
    echo "FAILED rules at 500"
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
