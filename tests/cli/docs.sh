#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# docs/operators.md is what `tenon ops --markdown` prints, docs/onnx.md ends with what `tenon ops --onnx` prints;
# docs/passes.md has a row of every pass, and of every one of src/passes/absent.def.
#
#   docs.sh BUILD_FOLDER
cd "$(dirname "$0")/../.." || exit 1
passed=0 failed=0
if "$1"/tenon ops --markdown | diff docs/operators.md - >/dev/null; then
    passed=$((passed + 1))
else
    echo "FAILED docs/operators.md is old: build/tenon ops --markdown > docs/operators.md"
    failed=$((failed + 1))
fi
if "$1"/tenon ops --onnx | diff - docs/onnx.md 2>/dev/null | grep -q '^<' || ! [ -f docs/onnx.md ]; then
    echo "FAILED docs/onnx.md: its table is not what build/tenon ops --onnx prints"
    failed=$((failed + 1))
else
    passed=$((passed + 1))
fi
if [ -f docs/stablehlo.md ] && ! "$1"/tenon ops --stablehlo | diff - docs/stablehlo.md | grep -q '^<'; then
    passed=$((passed + 1))
else
    echo "FAILED docs/stablehlo.md: its table is not what build/tenon ops --stablehlo prints"
    failed=$((failed + 1))
fi
for pass in $("$1"/tenon passes | awk '!/^(-| )/ { print $1 }'); do
    if grep -q "^| \`$pass\` |" docs/passes.md; then
        passed=$((passed + 1))
    else
        echo "FAILED docs/passes.md has no row of $pass"
        failed=$((failed + 1))
    fi
done
while IFS= read -r row; do
    if grep -qxF "$row" docs/passes.md; then
        passed=$((passed + 1))
    else
        echo "FAILED docs/passes.md has no row: $row"
        failed=$((failed + 1))
    fi
done < <(sed -nE 's/^ABSENT\((.*), "(.*)"\)$/| `\1` | \2 |/p' src/passes/absent.def)
echo "$passed passed, $failed failed"
[ $failed = 0 ]
