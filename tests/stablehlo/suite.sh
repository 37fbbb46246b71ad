#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests of the StableHLO project, a selection, as they are read: what fails or is skipped and is not named in
# suite/known, or fewer passing tests than its floor, fails.
#   suite.sh [TENON [OPTIONS...]]      run in these ways, each a word; else by the evaluator
set -u
tenon=$(realpath "${1:-build/tenon}")
shift $(($# < 1 ? $# : 1))
[ $# -gt 0 ] || set -- '--backend eval'
here=$(cd "$(dirname "$0")" && pwd)/suite
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
tar -xJf "$here/stablehlo-tests.tar.xz" -C "$tmp" || exit 1

# What the list says of `$1`, floor, failed or skipped, for a run by the options $2: the last word of each line.
listed() {
    awk -v what="$1" -v how="$2" '$1 == what && ($2 == "any" || index(how, "--backend " $2)) { print $3 }' "$here/known"
}

passed=0 failed=0
cd "$tmp" || exit 1
for how in "$@"; do
    "$tenon" test-stablehlo $how static dynamic interpret >"$tmp/out"
    if grep -q 'this build has no backend llvm' "$tmp/out"; then
        echo "skipped $how: this build has no backend llvm"
        continue
    fi
    : >"$tmp/new"
    for what in failed skipped; do
        listed $what "$how" | sort -u >"$tmp/known"
        sed -n "s,^$what: \([^ ]*\.mlir[^: ]*\):.*,\1,p" "$tmp/out" | sort >"$tmp/$what"
        comm -23 "$tmp/$what" "$tmp/known" >>"$tmp/new"
        comm -13 "$tmp/$what" "$tmp/known" | sed "s/^/$how: is no longer $what, and named so: /"
    done
    grep -F -f "$tmp/new" "$tmp/out" | head -n 40
    tail -n 2 "$tmp/out" | sed "s/^/$how: /"
    n=$(tail -n 1 "$tmp/out" | sed -n 's/^\([0-9]*\) passed.*/\1/p')
    passed=$((passed + ${n:-0}))
    failed=$((failed + $(wc -l <"$tmp/new")))
    floor=$(listed floor "$how" | sort -n | tail -n 1)
    if [ "${n:-0}" -lt "${floor:-1}" ]; then
        echo "$how: ${n:-0} tests pass, it were $floor"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
