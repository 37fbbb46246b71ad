#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A forest of scikit-learn's, by Tenon (C, machine code) and by ONNX Runtime on the same inputs, one thread each: the least
# milliseconds of each and the ratio (more than 1: Tenon is faster). With valgrind also the instructions of the forest's code.
#   bench/forest.sh [BUILD [TREES DEPTH]]       default: build, 100 trees of depth 8
# Wants python3-sklearn and python3-onnx, and the peer's library (bench/get-ort.sh).
set -u
cd "$(dirname "$0")/.."
build=${1:-build} trees=${2:-100} depth=${3:-8}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
library=$(bench/get-ort.sh "$build/ort") || exit 1
/usr/bin/python3 tests/reference/sklearn_models.py --forest "$trees" "$depth" "$tmp/forest.onnx" || exit 1
least() { sed -n 's/.*"min_ms": *\([0-9.]*\).*/\1/p' | head -n 1; }
echo "batch  ort_ms  c_ms  ratio  llvm_ms  ratio"
for n in 1 1000; do
    runs=$([ $n = 1 ] && echo 5000 || echo 100)
    "$build/tenon" run "$tmp/forest.onnx" --backend llvm --dim N=$n --save "$tmp/$n" >/dev/null 2>&1
    peer=$("$build/bench/ort_peer" "$library" "$tmp/forest.onnx" "$tmp/$n" --threads 1 --iterations $runs --save "$tmp/peer$n" | least)
    for backend in c llvm; do
        "$build/tenon" bench "$tmp/forest.onnx" --backend $backend --dim N=$n --inputs "$tmp/$n" --expect "Y=@$tmp/peer$n/out_0.npy" \
            --threads 1 --iterations $runs --json >"$tmp/$backend.json" || exit 1
    done
    echo "$n $peer $(least <"$tmp/c.json") $(least <"$tmp/llvm.json")" | awk '{ printf "%s  %s  %s  %.2f  %s  %.2f\n", $1, $2, $3, $2 / $3, $4, $2 / $4 }'
done
