#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Models that scikit-learn trained (ml/, which tests/reference/sklearn_models.py makes, with scikit-learn's own answers) as
# they are read, optimized, as machine code and as C: none may be skipped. Outputs are of the order of 1 or more: one that
# is near 0 is a sum whose terms cancel, and how many of its bits are left depends on the CPU's vectors.
#   ml.sh [TENON [OPTIONS...]]      run in these ways, each a word; else the four
set -u
tenon=$(realpath "${1:-build/tenon}")
cd "$(dirname "$0")" || exit 1
[ $# = 0 ] || shift
[ $# -gt 0 ] || set -- '-O0 --backend eval' '-O2 --backend eval' '-O2 --backend llvm' '-O2 --backend c'
! command -v tcc >/dev/null || export CC=tcc # compiles in milliseconds
tmp=$(mktemp)
trap 'rm -f "$tmp"' EXIT
passed=0 failed=0
for way; do
    TENON_CACHE='' "$tenon" test-onnx --atol 1e-5 $way ml >"$tmp"
    grep -E '^(failed|skipped):' "$tmp" | sed "s/^/$way: /"
    n=$(tail -n 1 "$tmp" | sed -n 's/^\([0-9]*\) passed.*/\1/p')
    passed=$((passed + ${n:-0}))
    failed=$((failed + $(find ml -name model.onnx | wc -l) - ${n:-0}))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
