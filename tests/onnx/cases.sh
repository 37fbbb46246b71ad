#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The models of cases/, which cases.py, cases_opsets.py and cases_exported.py make, as they are read and once more
# optimized by -O2: none may be skipped.
#   cases.sh [TENON [OPTIONS...]]      run in these ways, each a word; else the two
set -u
tenon=$(realpath "${1:-build/tenon}")
[ $# = 0 ] || shift
[ $# -gt 0 ] || set -- '-O0 --backend eval' '-O2 --backend eval'
cd "$(dirname "$0")" || exit 1
tmp=$(mktemp)
trap 'rm -f "$tmp"' EXIT
passed=0 failed=0
for how in "$@"; do
    "$tenon" test-onnx $how cases >"$tmp"
    if grep -q 'this build has no backend llvm' "$tmp"; then
        echo "skipped $how: this build has no backend llvm"
        continue
    fi
    grep -E '^(failed|skipped):' "$tmp" | sed "s/^/$how: /"
    n=$(tail -n 1 "$tmp" | sed -n 's/^\([0-9]*\) passed.*/\1/p')
    passed=$((passed + ${n:-0}))
    failed=$((failed + $(find cases -name model.onnx | wc -l) - ${n:-0}))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
