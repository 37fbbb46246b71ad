#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every rule of the themes below has a case in tests/rewrite/<theme>.test where it fires, and one where it must not:
# `==== Rule` and `==== not Rule`, with the line `# test: rule=Rule` below. And it says why it is exact. A rule is a class, or a
# row of a table, which begins with its name.
cd "$(dirname "$0")/../.." || exit 1
passed=0 failed=0

# rules FILE: name and 1, or 0 where no doc string is given
rules() {
    awk '
        known { for (i = 0; i < n; i++) print names[i], $0 ~ /^ *(""".|__doc__ = )/; n = known = 0 }
        /^    \("[A-Z]/ { name = $1; gsub(/[(",]/, "", name); names[n++] = name }
        /^class / { name = $2; sub(/:$/, "", name); names[n++] = name }
        /^ *class / { known = 1 }' "$1"
}

for theme in src/rewrite/rules/simplify_*.py src/rewrite/rules/{remove_redundant_reshape,fold_into_weights}.py; do
    test=tests/rewrite/$(basename "$theme" .py).test
    while read -r rule ok; do
        grep -A1 -E "^==== $rule(:|\$)" "$test" | grep -qx "# test: rule=$rule" || ok=0
        grep -A1 -E "^==== not $rule:" "$test" | grep -qx "# test: rule=$rule" || ok=0
        if [ $ok = 1 ]; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED $rule of $theme: a docstring, a case that fires or a near miss is missing in $test"
        fi
    done < <(rules "$theme")
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
