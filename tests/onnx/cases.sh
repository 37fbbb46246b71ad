#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The models of cases/, which cases.py makes, as they are read and once more optimized by -O2: none may be skipped.
#   cases.sh [TENON]
set -u
tenon=$(realpath "${1:-build/tenon}")
cd "$(dirname "$0")" || exit 1
tmp=$(mktemp)
trap 'rm -f "$tmp"' EXIT
passed=0 failed=0
for level in 0 2; do
    "$tenon" test-onnx -O$level cases >"$tmp"
    grep -E '^(failed|skipped):' "$tmp" | sed "s/^/-O$level: /"
    n=$(tail -n 1 "$tmp" | sed -n 's/^\([0-9]*\) passed.*/\1/p')
    passed=$((passed + ${n:-0}))
    failed=$((failed + $(find cases -name model.onnx | wc -l) - ${n:-0}))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
