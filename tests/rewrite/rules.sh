#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# tests/rewrite/rules.sh TENON: every built-in rule passes its differential test, every wrong rule fails it.
set -u
cd "$(dirname "$0")/../.."
tenon=$1
out=$(mktemp)
trap 'rm -f "$out"' EXIT
passed=0 failed=0

# result NAME STATUS
result() {
    if [ "$2" = 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1"
    fi
}

"$tenon" rules test --count 60 >"$out"
result "the built-in rules pass" $?
grep -v ' compared (.* drawn)$' "$out"
passed=$((passed + $(grep -c ' compared (.* drawn)$' "$out")))

for rule in $("$tenon" rules list tests/rewrite/wrong_rules.py | awk '{print $1}'); do
    "$tenon" rules test tests/rewrite/wrong_rules.py --rule "$rule" --count 300 >"$out"
    status=$?
    [ $status = 3 ] && grep -q "^$rule: .*: WRONG$" "$out" && grep -q '^# before$' "$out"
    result "$rule is not found to be wrong (exit status $status)" $?
done
[ "$passed" -ge 10 ] || result "hardly a rule was tested" 1
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
