#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What the library makes of a module does not depend on the compiler that built it: two builds print the same, for
# the modules of the text tests and for ONNX models. C leaves open which argument of a call comes first.
#   compilers.sh BUILD BUILD
set -u
cd "$(dirname "$0")/../.." || exit 1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
models=(tests/onnx/*.onnx tests/onnx/real/*.onnx /usr/share/libonnx-testdata/data/*/*/model.onnx)
[ -e "${models[-1]}" ] || unset "models[-1]"

"$1/tests/tenon-test" made_sums tests/*/*.test "${models[@]}" >"$tmp/first" &
"$2/tests/tenon-test" made_sums tests/*/*.test "${models[@]}" >"$tmp/second" || exit 1
wait $! || exit 1
diff "$tmp/first" "$tmp/second" >"$tmp/diff"
head -n 50 "$tmp/diff"
passed=$(comm -12 <(sort "$tmp/first") <(sort "$tmp/second") | wc -l)
failed=$(grep -c '^<' "$tmp/diff")
if [ "$passed" -lt 20000 ]; then
    echo "FAILED: $passed are the same, at least 20000 were to be"
    failed=$((failed + 1))
fi
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
