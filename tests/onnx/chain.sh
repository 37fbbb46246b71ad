#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Long chains of nodes: what memory they may take follows from the file, and is enough; a small file stays small.
#
#   chain.sh TENON
set -u
tenon=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0

# check NAME COMMAND...: it succeeds
check() {
    local name=$1
    shift
    if "$@" >out 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $name: $(head -n 3 out)"
    fi
}

# chain OPERATOR N: a model of N such nodes without names, one after another, in opset 18, of 24 bytes or so each.
chain() {
    LC_ALL=C awk -v op="$1" -v n="$2" '
    function varint(v) {
        for (; v >= 128; v = int(v / 128)) printf "%c", v % 128 + 128
        printf "%c", v
    }
    function text(tag, s) { printf "%c%c%s", tag, length(s), s }
    function value(tag, name) { # float32, of 4 elements
        printf "%c%c", tag, length(name) + 2 + 12
        text(10, name)
        printf "\022\012\012\010\010\001\022\004\012\002\010\004"
    }
    BEGIN {
        size = 9 + 9 + 2 + length(op)
        printf "\010\010"                                  # ir_version
        printf "\102\002\020\022"                          # opset_import, without a domain
        printf "\072"; varint(n * (size + 2) + 3 + 2 * 23) # graph
        for (i = 0; i < n; i++) {
            printf "%c%c", 10, size
            text(10, sprintf("v%06d", i))
            text(18, sprintf("v%06d", i + 1))
            text(34, op)
        }
        printf "\022\001g"
        value(90, sprintf("v%06d", 0))
        value(98, sprintf("v%06d", n))
    }'
}

# A node that is one binding, and one that becomes nine: optimized within the limit that follows from the file.
chain Sin 50000 >sin.onnx
chain Mish 25000 >mish.onnx
check 'a chain, written as ONNX' "$tenon" opt -O2 sin.onnx -o sin2.onnx
check 'a chain, written as text' "$tenon" opt -O2 sin.onnx -o sin.py
check 'nodes of nine bindings, written as text' "$tenon" opt -O2 mish.onnx -o mish.py
check 'nodes of nine bindings, written as ONNX' "$tenon" opt -O2 mish.onnx -o mish2.onnx

# Less would not do, and what no file asked for is refused.
"$tenon" opt -O2 mish.onnx -o mish.py --memory-limit 256M >out 2>&1
[ $? = 2 ] && grep -q 'at most 268435456 bytes at a time' out
check 'within 256 MB' test $? = 0
echo "$passed passed, $failed failed"
[ $failed = 0 ]
