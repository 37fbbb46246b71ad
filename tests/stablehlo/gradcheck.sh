#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The gradient of each program of StableHLO's suite with floats in and out, against differences in float64. What a test's
# @inputs gives are parameters here (params.awk). Wrong is a gradient that differs, or a fault; refused are, with their
# reason: what has no gradient, what has kinks wherever inputs were drawn, what has no gradient but 0.
#   gradcheck.sh [TENON [EVERY [FOLDER]]]     each so manieth program; of another copy of the suite
set -u
tenon=$(realpath "${1:-build/tenon}") every=${2:-1}
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
suite=${3:-}
if [ -z "$suite" ]; then
    suite=$tmp
    tar -xJf "$here/suite/stablehlo-tests.tar.xz" -C "$tmp" || exit 1
fi
floats='(f64|f32|f16|bf16)>'
same=0 refused=0 wrong=0 n=0
for f in "$suite"/static/*.mlir "$suite"/dynamic/*.mlir; do
    n=$((n + 1))
    [ $((n % every)) = 0 ] || continue
    if grep -q 'call @inputs()' "$f"; then
        awk -f "$here/params.awk" "$f" >"$tmp/x.mlir" || continue
    else
        cp "$f" "$tmp/x.mlir"
    fi
    head=$(grep -m1 'func.func public @main(' "$tmp/x.mlir")
    grep -qE "$floats" <<<"${head%%->*}" && grep -qE "$floats" <<<"${head##*->}" || continue
    grep -q 'complex<' "$tmp/x.mlir" && continue
    timeout 120 "$tenon" verify --gradcheck --function main "$tmp/x.mlir" >"$tmp/said" 2>&1
    case $? in
    0) same=$((same + 1)) ;;
    2)
        refused=$((refused + 1))
        echo "refused ${f#"$suite"/}: $(grep -m1 -E 'error:|found:' "$tmp/said" | sed 's/.*error: //') $(grep -m1 'found:' "$tmp/said")"
        ;;
    *)
        wrong=$((wrong + 1))
        echo "FAILED ${f#"$suite"/}: $(grep -m1 -E 'error|differ' "$tmp/said")"
        ;;
    esac
done
echo "same $same, refused $refused, wrong $wrong"
echo "$same passed, $wrong failed"
[ $wrong = 0 ] && [ $same -gt 0 ]
