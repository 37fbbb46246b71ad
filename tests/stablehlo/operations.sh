#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Each operation of the table that `tenon ops --stablehlo` prints has a test here: what is read stands in a program of
# programs/ or gradients/, which check themselves; what is refused is refused in a module of refused.mlir, by its name.
#   operations.sh [TENON]
set -u
tenon=$(realpath "${1:-build/tenon}")
cd "$(dirname "$0")" || exit 1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0

# Operations of programs, without what stands in comments.
sed 's,//.*,,' programs/*.mlir gradients/*.mlir | grep -oE '[a-z]+\.[a-z_0-9]+' | sort -u >"$tmp/used"
awk -v to="$tmp/m" '/^\/\/ -----/ { n++; next } { print >(to n + 0 ".mlir") }' refused.mlir
for m in "$tmp"/m*.mlir; do
    "$tenon" check "$m" 2>&1
    [ $? = 2 ] || echo "FAILED $m is not refused"
done >"$tmp/said"
# Operations without results stand for themselves: func.return, and a region's.
"$tenon" ops --stablehlo | sed -n 's/^| `\([^`]*\)` | \(.*\) |$/\1 \2/p' >"$tmp/table"
while read -r name becomes; do
    if [ "${becomes#refused: }" != "$becomes" ]; then
        grep -qE "error: $name: ${becomes#refused: }|error: the operation '$name'" "$tmp/said"
    else
        grep -qxF "$name" "$tmp/used"
    fi
    if [ $? = 0 ]; then
        passed=$((passed + 1))
    else
        echo "FAILED $name ($becomes) has no test"
        failed=$((failed + 1))
    fi
done <"$tmp/table"
grep '^FAILED' "$tmp/said" && failed=$((failed + 1))
[ $passed -ge 170 ] || failed=$((failed + 1))
echo "$passed passed, $failed failed"
[ $failed = 0 ]
