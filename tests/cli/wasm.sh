#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Real models as modules of WebAssembly, run by Node, held against what this machine computes.
#
#   wasm.sh BUILD_FOLDER [MODEL...]       default: all of tests/onnx/real with one input
set -u
build=$(cd "$1" && pwd)
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0 failed=0
tenon=$build/tenon
[ $# -gt 0 ] || set -- rnn_gru rnn_lstm unet_tiny gpt_tiny blazeface_128 ppocr_cls
for model; do
    mkdir "$model"
    tar xzf "$root/tests/onnx/real/$model.a.tar.gz" -C "$model"
    if "$tenon" run "$root/tests/onnx/real/$model.onnx" --inputs "$model" --save "$model" >out 2>&1 &&
        "$tenon" compile "$root/tests/onnx/real/$model.onnx" -o net.wasm >out 2>&1 &&
        node "$root/tests/cli/run_npy.mjs" net.wasm "$(sed -n 's/^ *int64_t dims\[\([0-9]*\)\];/\1/p' net.h)" \
            "$model"/in_*.npy -- "$model"/out_*.npy >out 2>&1; then
        passed=$((passed + 1))
        echo "$model ($(stat -c %s net.wasm) bytes): $(tail -n 1 out)"
    else
        failed=$((failed + 1))
        echo "FAILED $model"
        head -n 8 out
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
