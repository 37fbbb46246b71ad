#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Gets ONNX Runtime, the peer of bench/table.sh, from its package of npm, and prints the path of its library. What is
# there stays.
#
#   bench/get-ort.sh [DIR]      default: build/ort
#
# Exit status 1 where npm or the network is absent, or the library is not the one that is meant.
set -eu
cd "$(dirname "$0")/.."
dir=${1:-build/ort}
version=1.30.0
sum=ffb75a925ba05e47b235bb66e3e3911714a80b328a9c9425539feb204aa32a23
library=$dir/libonnxruntime.so.1
is() { [ -f "$1" ] && echo "$sum  $1" | sha256sum --check --status; }

if ! is "$library"; then
    command -v npm >/dev/null || { echo "$0: npm is not installed" >&2; exit 1; }
    mkdir -p "$dir"
    npm install --silent --ignore-scripts --prefix "$dir/npm" onnxruntime-node@$version >/dev/null 2>"$dir/log" ||
        { echo "$0: npm install onnxruntime-node@$version failed" >&2; exit 1; }
    found=$dir/npm/node_modules/onnxruntime-node/bin/napi-v6/linux/x64/libonnxruntime.so.1
    is "$found" || { echo "$0: $found is another file" >&2; exit 1; }
    mv "$found" "$library"
    rm -rf "$dir/npm"
fi
realpath "$library"
