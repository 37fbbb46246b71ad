#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Nodes of real models before and after `tenon opt M.onnx -o S.onnx`, as the table of docs/onnx.md. Nodes in branches count;
# a Constant counts in the first column alone.
#
#   bench/onnx.sh [BUILD_FOLDER [MODEL.onnx ...]]      default: build, the models of the tests and those of npm
set -eu
cd "$(dirname "$0")/.."
tenon=${1:-build}/tenon
[ $# = 0 ] || shift
if [ $# = 0 ]; then
    tools/get-models.sh || true
    set -- tests/onnx/real/*.onnx
    for m in build/models/*.onnx; do
        [ ! -f "$m" ] || [ -f "tests/onnx/real/${m##*/}" ] || set -- "$@" "$m"
    done
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
of() { awk -v op="$1" '$2 == op { n = $1 } END { print n + 0 }' "$2"; }

echo '| model | nodes | without constants | simplified | batch norms | `If` | ms |'
echo '| --- | --- | --- | --- | --- | --- | --- |'
for m in "$@"; do
    "$tenon" inspect --nodes "$m" >"$work/before"
    start=$(date +%s%N)
    "$tenon" opt "$m" -o "$work/s.onnx"
    ms=$((($(date +%s%N) - start) / 1000000))
    "$tenon" inspect --nodes "$work/s.onnx" >"$work/after"
    name=${m##*/}
    n=$(of nodes "$work/before")
    echo "| ${name%.onnx} | $n | $((n - $(of Constant "$work/before"))) | $(of nodes "$work/after") |" \
        "$(of BatchNormalization "$work/before") to $(of BatchNormalization "$work/after") |" \
        "$(of If "$work/before") to $(of If "$work/after") | $ms |"
done
