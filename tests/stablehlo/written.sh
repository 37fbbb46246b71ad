#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What is written as StableHLO computes the same when it is read again: the suite's modules, gradients; and what has no
# form is refused by name.
#   written.sh [TENON]
set -u
tenon=$(realpath "${1:-build/tenon}")
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
passed=0 failed=0
check() { # what, status
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        echo "FAILED $1"
        failed=$((failed + 1))
    fi
}

floor=643
tar -xJf "$here/suite/stablehlo-tests.tar.xz" -C "$tmp" || exit 1
(cd "$tmp" && "$tenon" test-stablehlo --quiet --rewrite --backend eval static dynamic interpret >"$tmp/out")
n=$(tail -n 1 "$tmp/out" | sed -n 's/^\([0-9]*\) passed.*/\1/p')
awk '$1 == "failed" { print $3 }' "$here/suite/known" >"$tmp/known"
grep '^failed' "$tmp/out" | grep -v -F -f "$tmp/known" >"$tmp/bad"
head "$tmp/bad"
[ "${n:-0}" -ge $floor ] && [ ! -s "$tmp/bad" ]
check "the suite: ${n:-0} pass of at least $floor" $?
passed=$((passed + ${n:-0}))

"$tenon" grad "$here/gradients/cnn.mlir" -o "$tmp/cnn.mlir" && "$tenon" grad "$here/gradients/cnn.mlir" -o "$tmp/cnn.py" &&
    "$tenon" verify --function main_adjoint "$tmp/cnn.py" "$tmp/cnn.mlir" >"$tmp/said" && grep -q '^same' "$tmp/said"
check "the gradient of a network" $?

cat >"$tmp/open.mlir" <<'END'
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
END
"$tenon" convert "$tmp/open.mlir" -o "$tmp/no.mlir" 2>"$tmp/said"
[ $? = 2 ] && grep -q 'R.add has no form in StableHLO' "$tmp/said" && [ ! -e "$tmp/no.mlir" ]
check "an open extent is refused" $?
echo "$passed passed, $failed failed"
[ $failed = 0 ]
