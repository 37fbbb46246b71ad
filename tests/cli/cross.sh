#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Real models as objects for other machines: linked by the cross compilers of Debian, run by qemu-user, held against what
# this machine computes. What is not installed is left out, and said.
#
#   cross.sh BUILD_FOLDER [MODEL...]       default: all of tests/onnx/real with one input
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

# try TRIPLE QEMU MODEL FLAGS...
try() {
    local triple=$1 qemu=$2 model=$3
    local cc=$triple-gcc
    [ "$triple" != host ] || cc=gcc
    if ! command -v "$cc" >/dev/null || ! command -v "$qemu" >/dev/null; then
        echo "skipped: $triple (there is no $cc or no $qemu)"
        return
    fi
    if "$tenon" compile "$root/tests/onnx/real/$model.onnx" --target "$triple" -o net.o --name net >out 2>&1 &&
        "$cc" -std=c99 -O1 -Wall -Wextra -include ./net.h "$root/tests/cli/run_npy.c" net.o -lm -static -o run >>out 2>&1 &&
        timeout 300 "$qemu" ./run "$model"/in_*.npy -- "$model"/out_*.npy >>out 2>&1; then
        passed=$((passed + 1))
        echo "$model $triple: $(tail -n 1 out)"
    else
        failed=$((failed + 1))
        echo "FAILED $model $triple"
        tail -n 5 out
    fi
}

for model; do
    mkdir "$model"
    tar xzf "$root/tests/onnx/real/$model.a.tar.gz" -C "$model"
    "$tenon" run "$root/tests/onnx/real/$model.onnx" --inputs "$model" --save "$model" >out 2>&1 || { tail -n 5 out; failed=$((failed + 1)); }
    try host env "$model"
    try aarch64-linux-gnu qemu-aarch64 "$model"
    try arm-linux-gnueabihf qemu-arm "$model"
    try riscv64-linux-gnu qemu-riscv64 "$model"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
