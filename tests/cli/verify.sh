#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# `tenon verify` sees: a module agrees with its printed form, and a mutant whose meaning is another differs.
# The pairs come from tests/text/verify_cases.c, which decides what differs.
#
#   verify.sh BUILD_FOLDER
set -u
build=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
expect() {
    local want=$1 name=$2
    shift 2
    "$@" >out 2>&1
    local status=$?
    if [ $status -eq "$want" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: exit status $status, not $want"
        head -5 out
    fi
}

expect 0 'the cases are made' "$build"/tests/tenon-test verify_cases .
cat out
read -r modules _ <out
expect 0 '100 modules or more' test "$modules" -ge 100
mutants=$(find . -name '*-differ-*-a.py' | wc -l)
expect 0 "$mutants of 200 mutants or more" test "$mutants" -ge 200
# By default compiled, which takes the most of the time: each fifth.
turn=0
way() { [ $((turn++ % 5)) = 0 ] && by=() || by=(--backend eval); }
for a in *-same-a.py; do
    way
    expect 0 "$a" "$build"/tenon verify "$a" "${a%-a.py}-b.py" "${by[@]}" --rtol 0 --atol 0
done
for a in *-differ-*-a.py; do
    way
    expect 3 "$a" "$build"/tenon verify "$a" "${a%-a.py}-b.py" "${by[@]}"
    grep -q '^differ' out || { echo "FAILED $a: no word of it"; failed=$((failed + 1)); }
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
